//! `ackwright params`: another's parameters as a parameter set of ours.

use crate::bounded;
use crate::failure::{Failure, Result};
use crate::output;
use model::hns::{Entry, Set, entries, entry};
use std::path::{Path, PathBuf};

/// Print another NIC's parameters as TOML for `replay --params`
///
/// FILE has a driver's parameters: lines `name value`, `name = value` or `name: value`, or what
/// `grep . …/ldcp_cc_param/*` prints; or it is the driver's folder ldcp_cc_param or dcqcn_cc_param itself, with a file
/// for each parameter. What has no counterpart is said on stderr and left out. How each value is read stands behind it
/// as a comment.
#[derive(clap::Args)]
pub struct Args {
    /// Parameters of HiSilicon's driver of Linux, hns; standard input for -
    #[arg(long, value_name = "FILE", required = true)]
    from_hns: PathBuf,
}

pub fn run(args: Args) -> Result {
    let path = &args.from_hns;
    let name = if path == Path::new("-") { Path::new("standard input") } else { path };
    let entries = if path.is_dir() { of_folder(path)? } else { of_file(path, name)? };
    let set = Set::of(&entries).map_err(|e| Failure::in_file(name, e))?;
    output::stdout(set.toml().as_bytes())?;
    let left_out = set.left_out();
    if !left_out.is_empty() {
        eprintln!("ackwright: {}: without a counterpart: {}", name.display(), left_out.join(", "));
    }
    Ok(())
}

fn of_file(path: &Path, name: &Path) -> Result<Vec<Entry>> {
    let text = if path == Path::new("-") { bounded::text_of(std::io::stdin(), name) } else { bounded::text(path) }?;
    // the mark that some editors put before a text is none of it
    entries(text.trim_start_matches('\u{feff}')).map_err(|e| Failure::in_file(name, e))
}

/// A file for each parameter, in the order of their names.
fn of_folder(folder: &Path) -> Result<Vec<Entry>> {
    let fail = |path: &Path, e: std::io::Error| Failure::in_file(path, format_args!("cannot read: {e}"));
    let listed = std::fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let mut files: Vec<PathBuf> = listed.map_err(|e| fail(folder, e))?.into_iter().map(|f| f.path()).collect();
    files.sort();
    // the folder's own name counts, however it was called
    let whole = folder.canonicalize().map_err(|e| fail(folder, e))?;
    let one = |file: PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let value = bounded::text(&file)?;
        Ok(entry(name.clone(), &whole.join(&name).to_string_lossy(), &value))
    };
    files.into_iter().map(one).collect()
}
