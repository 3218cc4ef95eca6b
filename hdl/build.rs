//! Finds the texts of properties, `ackw_<module>_properties.sv`, wherever beside their modules they stand: a unit
//! brings its own, and no list names it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

const END: &str = "_properties.sv";

fn main() -> io::Result<()> {
    let (mut found, mut left) = (vec![], vec![PathBuf::from("src")]);
    while let Some(folder) = left.pop() {
        // a file that comes or goes changes its folder
        println!("cargo::rerun-if-changed={}", folder.display());
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if path.is_dir() {
                left.push(path);
            } else if let Some(module) = name.strip_suffix(END) {
                found.push((module.to_owned(), fs::canonicalize(&path)?));
            }
        }
    }
    found.sort();
    let row = |(module, path): &(String, PathBuf)| format!("    ({module:?}, include_str!({path:?})),\n");
    let rows: String = found.iter().map(row).collect();
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(Path::new(&out).join("properties.rs"), format!("&[\n{rows}]\n"))
}
