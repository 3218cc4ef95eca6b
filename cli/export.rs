//! `ackwright export`: the design of a configuration as a folder that stands alone, with a manifest of its files.

use crate::demo::{self, Board};
use crate::failure::{Failure, Result};
use crate::{corundum, output, smoke, verify};
use hdl::delivery::{self, Extra, Extras};
use hdl::design::BuildError;
use hdl::emit::Design;
use layout::config::Config;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Emit the Verilog of a configuration, with constraints, scripts and a smoke test; with --verify, prove it equal to the model
#[derive(clap::Args)]
pub struct Args {
    /// Configuration; the reference configuration without it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Where to write
    #[arg(long, value_name = "DIR", default_value = "ackwright_out")]
    out: PathBuf,
    #[arg(
        long,
        default_value = "nic",
        help = format!("Only this block and what it is made of, to synthesise it alone: {}", hdl::design::BLOCKS.join(", "))
    )]
    block: String,
    /// Add the top, pins and script of a demonstration that checks itself on a board, in board/
    #[arg(long, value_name = "BOARD")]
    board: Option<Board>,
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
    let mut extras = extras(&config, &design)?;
    if let Some(Board::Ulx3s) = args.board {
        extras.files.extend(board(&config, &design)?);
    }
    let files = delivery::files(&config, &design, &extras).map_err(Failure::input)?;
    write(&config, &design.top, &files, &args.out)?;
    let lines: usize = design.files.iter().map(|(_, text)| text.lines().count()).sum();
    output::line(format_args!(
        "{}: {} Verilog files, {lines} lines, top {}, configuration {}",
        args.out.display(),
        design.files.len(),
        design.top,
        config.hash()
    ))?;
    if args.verify { verify::exported(&config, &args.out) } else { Ok(()) }
}

/// What goes with the whole design: its test bench, the documents of its registers, and the lists of the top without them.
fn extras(config: &Config, design: &Design) -> Result<Extras> {
    let has = |module: &str| design.modules.iter().any(|m| m.name == module);
    let mut extras = Extras::default();
    if has(smoke::MODULE) {
        // the test bench is of ackw_top, whatever is around it
        extras.smoke = Some(smoke::of(config));
        if design.top != smoke::MODULE {
            let top = hdl::design::build(config, "top").map_err(Failure::input)?;
            let add = |path: String, text: String, about: &str| Extra { path, text, about: about.into() };
            extras.files.push(add(
                format!("{}.f", top.top),
                top.file_list(),
                "the files of the design without its register slave",
            ));
            extras.files.push(add(
                format!("{}_instance.vh", top.top),
                top.instance(&hdl::design::NOT_ZERO),
                "an instance of it to paste",
            ));
        }
    }
    if let Some(nic) = design.modules.iter().find(|m| m.name == corundum::MODULE) {
        extras.files.extend(corundum::files(config, &nic.ports, &design.file_list()));
    }
    if has("ackw_registers") {
        let about = |path: &str| match path.rsplit('.').next() {
            Some("rdl") => "the register map in SystemRDL",
            Some("xml") => "the register map in IP-XACT 1685-2014",
            Some("h") => "the register map for C and C++, with the sequences of a driver",
            _ => "the register map to read",
        };
        let files = hdl::register_map::files(config).into_iter();
        extras.files.extend(files.map(|(path, text)| Extra { about: about(&path).into(), path, text }));
    }
    Ok(extras)
}

/// A demonstration of the design's `ackw_top`.
fn board(config: &Config, design: &Design) -> Result<Vec<Extra>> {
    if !design.modules.iter().any(|m| m.name == smoke::MODULE) {
        return Err(Failure::input(format_args!(
            "--board: {} has no {}: expected --block nic or top",
            design.top,
            smoke::MODULE
        )));
    }
    let top = hdl::design::build(config, "top").map_err(Failure::input)?;
    let files: Vec<String> = top.file_list().lines().map(Into::into).collect();
    let models: Vec<String> = top.models.iter().map(|(name, _)| format!("sim/{name}")).collect();
    demo::files(config, &files, &models)
}

/// Writes the folder file by file, the manifest last, and removes what an earlier manifest listed and this one does not.
fn write(config: &Config, top: &str, files: &[(String, String)], out: &Path) -> Result {
    let old = listed(&out.join(MANIFEST));
    spare(files, &old, out)?;
    for (path, text) in files {
        output::file(&out.join(path), text.as_bytes())?;
    }
    let hashes: serde_json::Map<_, _> = files.iter().map(|(n, t)| (n.clone(), sha256(t).into())).collect();
    let manifest = json!({
        "generator": concat!("ackwright ", env!("CARGO_PKG_VERSION")),
        "configuration": config.hash(),
        "top": top,
        "files": hashes,
    });
    let text = serde_json::to_string_pretty(&manifest).map_err(Failure::input)? + "\n";
    output::file(&out.join(MANIFEST), text.as_bytes())?;
    let new: BTreeSet<&String> = files.iter().map(|(n, _)| n).collect();
    for stale in old.iter().filter(|n| !new.contains(n)) {
        remove(out, stale);
    }
    Ok(())
}

/// Nothing is written where a file of somebody else would be: a README.md, say. It is ours if an earlier manifest lists it, by its name
/// if that begins with `ackw`, or if it is what we would write.
fn spare(files: &[(String, String)], old: &BTreeSet<String>, out: &Path) -> Result {
    let named = |path: &str| path.rsplit('/').next().is_some_and(|name| name.starts_with("ackw"));
    for (path, text) in files.iter().filter(|(path, _)| !named(path) && !old.contains(path)) {
        let there = out.join(path);
        if std::fs::read(&there).is_ok_and(|found| found != text.as_bytes()) {
            let what = "no earlier export wrote this file: expected a new folder or one that export wrote";
            return Err(Failure::in_file(&there, what));
        }
    }
    Ok(())
}

const MANIFEST: &str = "manifest.json";

/// The files that a manifest lists; none where there is no manifest of ours. A path that leads out of the folder is not ours.
fn listed(path: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let names = value["files"].as_object().into_iter().flat_map(|m| m.keys().cloned());
    names.filter(|name| delivery::is_below(name) && name != MANIFEST).collect()
}

/// Removes a file that our own manifest listed, and the subfolders that it leaves empty. One that is gone already is no error; one
/// that lies elsewhere, by a link in the place of a subfolder, stays.
fn remove(out: &Path, stale: &str) {
    let path = out.join(stale);
    let inside = |folder: &Path| Some(folder.canonicalize().ok()?.starts_with(out.canonicalize().ok()?));
    let Some(folder) = path.parent().filter(|folder| inside(folder) == Some(true)) else { return };
    let _ = std::fs::remove_file(&path);
    for folder in folder.ancestors().take_while(|folder| *folder != out) {
        // fails, as it should, where something is left
        if std::fs::remove_dir(folder).is_err() {
            break;
        }
    }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|b| format!("{b:02x}")).collect()
}
