//! `ackwright export`: the design of a configuration as a folder that stands alone, with a manifest of its files.

use crate::demo::{self, Board};
use crate::failure::{Failure, Result};
use crate::folder::Folder;
use crate::{config, corundum, output, progress, smoke, verify, vhdl};
use hdl::delivery::prefix::Prefix;
use hdl::delivery::{self, Extra, Extras};
use hdl::design::BuildError;
use hdl::emit::Design;
use layout::config::Config;
use serde_json::Map;
use std::path::PathBuf;

/// Emit the Verilog of a configuration, with constraints, scripts and a smoke test; with --verify, prove it equal to
/// the model
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
    /// Begin every name of modules, files, the core and the C header with NAME_ in place of ackw_: two configurations
    /// in one design
    #[arg(long, value_name = "NAME", default_value = "ackw", hide_default_value = true)]
    prefix: Prefix,
    /// Hold what was written against the model: every block, and the committed packet capture
    #[arg(long, conflicts_with = "block")]
    verify: bool,
    /// Replace also what no export wrote, or what was changed since
    #[arg(long)]
    force: bool,
    /// Say what would change, and write nothing
    #[arg(long, conflicts_with = "verify")]
    dry_run: bool,
}

pub fn run(args: Args) -> Result {
    let mut config = config::read(args.config.as_deref())?;
    if let Some(Board::Ulx3s) = args.board {
        demo::settle(&mut config)?;
    }
    let folder = Folder::at(&args.out, args.force)?;
    let stage = progress::stage(format!("emitting ackw_{}", args.block));
    let design = hdl::design::build(&config, &args.block).map_err(|e| match e {
        BuildError::Block(_) => Failure::input(format_args!("--{e}")),
        e => config::refused(args.config.as_deref(), e),
    })?;
    let mut extras = extras(&config, &design)?;
    if let Some(Board::Ulx3s) = args.board {
        extras.files.extend(board(&config, &design)?);
    }
    let files = delivery::files(&config, &design, &extras).map_err(Failure::input)?;
    let (top, files) = (args.prefix.of(&design.top), args.prefix.files(files).map_err(Failure::input)?);
    drop(stage);
    let plan = folder.plan(about(&config, &top), &files, args.config.as_deref())?;
    if args.dry_run {
        return output::stdout(plan.lines().as_bytes());
    }
    let stage = progress::stage(format!("writing {}", args.out.display()));
    plan.write()?;
    drop(stage);
    let lines: usize = design.files.iter().map(|(_, text)| text.lines().count()).sum();
    output::line(format_args!(
        "{}: {} Verilog files, {lines} lines, top {}, configuration {}",
        args.out.display(),
        design.files.len(),
        top,
        config.hash()
    ))?;
    if args.verify { verify::exported(&config, &args.out) } else { Ok(()) }
}

/// What the manifest says before it lists the files.
fn about(config: &Config, top: &str) -> Map<String, serde_json::Value> {
    let values = [
        ("generator", concat!("ackwright ", env!("CARGO_PKG_VERSION")).into()),
        ("configuration", config.hash()),
        ("top", top.to_owned()),
    ];
    values.into_iter().map(|(name, value): (&str, String)| (name.to_owned(), value.into())).collect()
}

/// What goes with the whole design: its test bench, the documents of its registers, and the lists of the top without
/// them.
fn extras(config: &Config, design: &Design) -> Result<Extras> {
    let has = |module: &str| design.modules.iter().any(|m| m.name == module);
    let mut extras = Extras::default();
    let tested = smoke::MODULES.iter().find_map(|name| design.modules.iter().find(|m| m.name == *name));
    if let Some(module) = tested {
        extras.smoke = Some(smoke::of(config, module));
        if design.top != smoke::TOP {
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
    // Corundum's host has the updates; where the sender takes them, there is nothing to hand over
    let nic = design.modules.iter().find(|m| m.name == corundum::MODULE && !config.nic.sender);
    if let Some(nic) = nic {
        extras.files.extend(corundum::files(config, &nic.ports, &design.file_list()));
    }
    if let Some(nic) = design.modules.iter().find(|m| m.name == design.top && m.name == corundum::MODULE) {
        extras.files.push(vhdl::file(config, &design.top, &nic.ports));
    }
    if has("ackw_registers") {
        let about = |path: &str| match path.rsplit('.').next() {
            Some("rdl") => "the register map in SystemRDL",
            Some("xml") if path.contains("axis") => "the same of the wrapper on one clock, each stream a bus",
            Some("xml") => "ports, bus interfaces and register map in IP-XACT 1685-2014",
            Some("h") => "the register map for C and C++, with the sequences of a driver",
            _ => "the register map to read",
        };
        let files = hdl::register_map::files(config, design).into_iter();
        extras.files.extend(files.map(|(path, text)| Extra { about: about(&path).into(), path, text }));
        // the registers' texts name its entries
        extras.files.push(Extra {
            path: "doc/divergence.md".into(),
            text: delivery::for_folder(include_str!("../model/DIVERGENCE.md")),
            about: "what the drafts leave open, and what was chosen".into(),
        });
    }
    Ok(extras)
}

/// A demonstration of the design's `ackw_top`.
fn board(config: &Config, design: &Design) -> Result<Vec<Extra>> {
    if !design.modules.iter().any(|m| m.name == smoke::TOP) {
        return Err(Failure::input(format_args!(
            "--board: {} has no {}: expected --block nic or top",
            design.top,
            smoke::TOP
        )));
    }
    let top = hdl::design::build(config, "top").map_err(Failure::input)?;
    let files: Vec<String> = top.file_list().lines().map(Into::into).collect();
    let models: Vec<String> = top.models.iter().map(|(name, _)| format!("sim/{name}")).collect();
    Ok(demo::files(config, &files, &models))
}
