//! The file of `--params`.

use super::case::params;
use layout::fcr::PARAMS;
use model::fcr::Params;

#[test]
fn a_file_sets_what_it_names_and_reports_what_it_rounds() {
    let (read, rounded) =
        Params::from_toml("line = 400_000\nadvice_min = 0.6 # up\nmtu = 4096\nstart_at_line = 1\n").expect("legal");
    assert_eq!(read, params(&[("line", 400_000), ("mtu", 4096), ("start_at_line", 1)]));
    let told: Vec<String> = rounded.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 2: advice_min = 0.6 rounded to 1 (1, U22.0)"]);
    assert_eq!(Params::from_toml("").expect("legal"), (Params::default(), vec![]));
    assert_eq!(read.raw(), [400_000, 1, (1 << 22) - 1, 65_535, 4096, 1]);
}

#[test]
fn a_file_that_cannot_be_used_says_where_and_what_was_expected() {
    let error = |text: &str| Params::from_toml(text).expect_err("illegal").to_string();
    assert_eq!(error("\nline = 0"), "line 2: line = 0: expected 1 to 4194303 (U22.0)");
    assert_eq!(error("mtu = 1000"), "line 1: mtu = 1000: expected 256, 512, 1024, 2048 or 4096");
    assert_eq!(error("mtu = 8192"), "line 1: mtu = 8192: expected 256 to 4096 (U13.0)");
    assert_eq!(
        error("advice_min = 9\nadvice_max = 8"),
        "line 2: advice_min = 9 is above advice_max = 8: expected at most that"
    );
    assert_eq!(error("validity_max = 0"), "line 1: validity_max = 0: expected 1 to 65535 (U16.0)");
    assert_eq!(error("start_at_line = 2"), "line 1: start_at_line = 2: expected 0 to 1 (U1.0)");
    assert_eq!(error("line = true"), "line 1: line: expected a decimal or a \"num/den\" string");
    assert_eq!(
        error("sources = 2"),
        "line 1: unknown parameter `sources`: expected line, advice_min, advice_max, validity_max, mtu or start_at_line"
    );
}

#[test]
fn every_parameter_has_its_range_and_each_end_is_legal() {
    for (i, field) in PARAMS.iter().enumerate() {
        for (value, legal) in [(field.min, true), (field.max, true), (field.max + 1, false)] {
            let mut raw = PARAMS.map(|f| f.reset);
            raw[i] = value;
            assert_eq!(Params::from_raw(raw).is_ok(), legal, "{} = {value}", field.name);
        }
        assert!(field.min == 0 || field.check(field.min - 1).is_err(), "{}", field.name);
    }
}

/// At its default it is no part of the canonical text, so no committed file names another configuration for it.
#[test]
fn the_number_of_sources_is_a_key_from_1_to_4() {
    use layout::config::Config;
    let usual = Config::default();
    assert!(usual.fcr.sources == 4 && !usual.canonical().contains("sources"));
    assert_eq!(Config::parse("[fcr]\nsources = 4").expect("legal").hash(), usual.hash());
    let fewer = Config::parse("[fcr]\nsources = 1").expect("legal");
    assert!(fewer.canonical().contains("[fcr]\nsources = 1") && fewer.hash() != usual.hash());
    for sources in [0, 5] {
        let error = Config::parse(&format!("[fcr]\nsources = {sources}")).err().map(|e| e.to_string());
        assert_eq!(error.as_deref(), Some(&*format!("fcr.sources = {sources}: expected 1 to 4")));
    }
}
