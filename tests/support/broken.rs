//! An exported folder with a bug in it: what holds the RTL against something must find it.

use std::path::Path;

/// A copy in which PAWA flips the last bit of each window.
pub fn broken(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a temporary folder");
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("lists").path();
        if path.is_file() {
            std::fs::copy(&path, copy.path().join(path.file_name().expect("a file"))).expect("copies");
        }
    }
    let file = copy.path().join("ackw_pawa.v");
    let text = std::fs::read_to_string(&file).expect("a file");
    let (from, to) = ("    clamped = s12_sum;", "    clamped = s12_sum ^ 42'd1;");
    assert_eq!(text.matches(from).count(), 1, "the line to break stands in ackw_pawa.v once");
    std::fs::write(file, text.replace(from, to)).expect("writes");
    copy
}
