//! The files that a user reads and compiles say what the table says: SystemRDL and IP-XACT as other people's tools
//! understand them, the C header as its compiler does, its sequences on a device of our own, and the page's worked
//! example.

mod c;
mod page;
mod tools;

use hdl::emit::Design;
use hdl::register_map;
use layout::config::Config;
use std::path::Path;

/// Configurations whose files differ in kind.
fn configurations() -> [(&'static str, Config); 4] {
    let parse = |text| Config::parse(text).expect("legal");
    [
        ("reference", parse("")),
        ("ldcp", parse("engine.units = [\"ldcp\"]\nengine.qps = 16")),
        ("hpcc", parse("engine.units = [\"hpcc\"]\nhpcc.hops = 15\nhpcc.lanes = 1\nparser.data_bits = 64")),
        ("most", parse("engine.qps = 65536\nengine.wait_slots = 16\nparser.fcr = true")),
    ]
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn nic(config: &Config) -> Design {
    hdl::design::build(config, "nic").expect("builds")
}

/// The files of a configuration in a folder.
fn written(config: &Config) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in register_map::files(config, &nic(config)) {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("in the folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    dir
}

#[test]
fn there_are_five_files_and_the_same_configuration_gives_the_same_text() {
    let names = [
        "doc/ackw_registers.rdl",
        "doc/ackw_registers.ipxact.xml",
        "sw/ackw_registers.h",
        "doc/registers.md",
        "doc/ackw_nic_axis.ipxact.xml",
    ];
    for (name, config) in configurations() {
        let design = nic(&config);
        let files = register_map::files(&config, &design);
        assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), names);
        assert_eq!(files, register_map::files(&config, &design), "{name}");
        for (file, text) in files {
            assert!(text.contains(&config.hash()), "{name}: {file} does not carry the configuration's hash");
            assert!(text.ends_with('\n') && !text.contains('\t'), "{name}: {file}");
            assert!(text.lines().all(|l| l.trim_end() == l), "{name}: {file}: trailing blanks");
            // markers of our templates that nobody filled; a place in SystemRDL is ` @ `
            let left = text.split_whitespace().find(|word| word.len() > 1 && word.contains('@'));
            assert_eq!(left, None, "{name}: {file}");
        }
    }
}
