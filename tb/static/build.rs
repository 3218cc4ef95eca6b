//! Verilates the exported folder with the top of this bench, and compiles what comes of it into the program.
//!
//! ACKW_VERILOG is another exported folder of the reference configuration.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("ackwright-static: {why}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    println!("cargo:rerun-if-env-changed=ACKW_VERILOG");
    println!("cargo:rerun-if-changed=src/nic.v");
    println!("cargo:rerun-if-changed=src/shim.cpp");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("expected to be run by cargo")?);
    let folder = env::var_os("ACKW_VERILOG").map_or(here.join("../../hdl/verilog/reference"), PathBuf::from);
    println!("cargo:rerun-if-changed={}", folder.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("expected to be run by cargo")?).join("verilated");
    // what an earlier design left here would be compiled, too
    if out.exists() {
        fs::remove_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    }

    // the binary and not the script `verilator`, which needs perl; it is what the crate `verilated` asks as well
    let root = said(&["--getenv", "VERILATOR_ROOT"])?;
    let include = Path::new(root.trim()).join("include");
    let list = folder.join("ackw_nic.f");
    let names = fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
    let mut run = Command::new("verilator_bin");
    run.args(["--cc", "-O3", "--x-assign", "unique", "--x-initial", "unique", "--output-split", "20000"]);
    run.args(["--top-module", "nic", "--prefix", "Vnic", "--Mdir"]).arg(&out);
    run.args(names.split_whitespace().map(|name| folder.join(name))).arg(here.join("src/nic.v"));
    finish(&mut run)?;

    let mut files = vec![here.join("src/shim.cpp"), include.join("verilated_threads.cpp")]; // `verilated` lacks the second
    for entry in fs::read_dir(&out).map_err(|e| format!("{}: {e}", out.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.extension().is_some_and(|e| e == "cpp") {
            files.push(path);
        }
    }
    let mut cc = cc::Build::new();
    cc.cpp(true).std("gnu++17").warnings(false).include(&out).include(&include);
    cc.include(include.join("vltstd")).files(files);
    // whole, for the archive of `verilated` comes behind it and needs the threads
    cc.cargo_metadata(false).try_compile("nic").map_err(|e| e.to_string())?;
    println!("cargo:rustc-link-search=native={}", env::var("OUT_DIR").map_err(|e| e.to_string())?);
    println!("cargo:rustc-link-lib=static:+whole-archive=nic");
    println!("cargo:rustc-link-lib=stdc++");
    println!("cargo:rustc-link-lib=pthread");
    Ok(())
}

fn finish(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let out = command
        .output()
        .map_err(|e| format!("{name}: {e}; expected Verilator 5 on PATH: apt-get install verilator"))?;
    if out.status.success() {
        return String::from_utf8(out.stdout).map_err(|e| format!("{name}: {e}"));
    }
    Err(format!("{name}: {}", String::from_utf8_lossy(&out.stderr)))
}

fn said(arguments: &[&str]) -> Result<String, String> {
    finish(Command::new("verilator_bin").args(arguments))
}
