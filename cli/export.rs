//! `ackwright export`: the design of a configuration as a folder of Verilog, file list and manifest.

use crate::failure::{Failure, Result};
use crate::{output, verify};
use hdl::design::BuildError;
use layout::config::Config;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Emit the Verilog of a configuration; with --verify, prove it equal to the model
#[derive(clap::Args)]
pub struct Args {
    /// Configuration; the reference configuration without it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Where to write
    #[arg(long, value_name = "DIR", default_value = "ackwright_out")]
    out: PathBuf,
    /// Only this block and what it is made of, to synthesise it alone
    #[arg(long, default_value = "nic")]
    block: String,
    /// Hold what was written against the model: every block, and the committed packet capture
    #[arg(long, conflicts_with = "block")]
    verify: bool,
}

/// The configuration in a file, or the reference configuration.
pub fn config(path: Option<&Path>) -> Result<Config> {
    let Some(path) = path else { return Ok(Config::default()) };
    let text = std::fs::read_to_string(path).map_err(|e| Failure::in_file(path, format_args!("cannot read: {e}")))?;
    Config::parse(&text).map_err(|e| Failure::in_file(path, e))
}

pub fn run(args: Args) -> Result {
    let config = config(args.config.as_deref())?;
    let design = hdl::design::build(&config, &args.block).map_err(|e| match e {
        BuildError::Block(_) => Failure::input(format_args!("--{e}")),
        e => Failure::input(e),
    })?;
    let files = write(&config, &design, &args.out)?;
    let lines: usize = design.files.iter().map(|(_, text)| text.lines().count()).sum();
    println!(
        "{}: {} Verilog files, {lines} lines, top {}, configuration {}",
        args.out.display(),
        design.files.len(),
        design.top,
        config.hash()
    );
    debug_assert_eq!(files, design.files.len() + 4);
    if args.verify { verify::exported(&config, &args.out) } else { Ok(()) }
}

/// Writes the folder file by file, the manifest last, and removes what an earlier manifest listed and this one does
/// not. Gives the number of files.
fn write(config: &Config, design: &hdl::emit::Design, out: &Path) -> Result<usize> {
    let mut files: Vec<(String, String)> = design.files.clone();
    files.push((format!("{}.f", design.top), design.file_list()));
    files.push((format!("{}_instance.vh", design.top), design.instance(&hdl::design::NOT_ZERO)));
    files.push(("ackwright.toml".into(), config.canonical()));
    let old = listed(&out.join(MANIFEST));
    for (name, text) in &files {
        output::file(&out.join(name), text.as_bytes())?;
    }
    let hashes: serde_json::Map<_, _> = files.iter().map(|(n, t)| (n.clone(), sha256(t).into())).collect();
    let manifest = json!({
        "generator": concat!("ackwright ", env!("CARGO_PKG_VERSION")),
        "configuration": config.hash(),
        "top": design.top,
        "files": hashes,
    });
    let text = serde_json::to_string_pretty(&manifest).map_err(Failure::input)? + "\n";
    output::file(&out.join(MANIFEST), text.as_bytes())?;
    let new: BTreeSet<&String> = files.iter().map(|(n, _)| n).collect();
    for stale in old.iter().filter(|n| !new.contains(n)) {
        // listed by our own manifest, so ours to remove; one that is gone already is no error
        let _ = std::fs::remove_file(out.join(stale));
    }
    Ok(files.len() + 1)
}

const MANIFEST: &str = "manifest.json";

/// The files that a manifest lists; none where there is no manifest of ours. Names with a path in them are not ours.
fn listed(path: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let names = value["files"].as_object().into_iter().flat_map(|m| m.keys().cloned());
    names.filter(|n| !n.contains(['/', '\\'])).collect()
}

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|b| format!("{b:02x}")).collect()
}
