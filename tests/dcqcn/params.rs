//! Parameters: ranges, what does not go together, files.

use layout::dcqcn::*;
use model::dcqcn::{DcqcnParamError, Params};

#[test]
fn every_parameter_is_refused_outside_its_range() {
    let reset = PARAMS_P.map(|f| f.reset);
    let mut refused = 0;
    for (i, field) in PARAMS_P.iter().enumerate() {
        for raw in [field.min.wrapping_sub(1), field.max + 1, u64::MAX] {
            if raw > field.max || raw < field.min {
                let mut set = reset;
                set[i] = raw;
                let told = Params::from_raw_p(set).expect_err("outside").to_string();
                assert_eq!(told.split(':').next(), Some(&*format!("{} = {raw}", field.name)), "{told}");
                refused += 1;
            }
        }
        for raw in [field.min, field.max] {
            let mut set = reset;
            set[i] = raw;
            // the line rate may end below rc_min's reset, and rc_min above line's
            if field.name == "rc_min" {
                set[2] = field.max;
            }
            assert_eq!(Params::from_raw_p(set).expect("legal").raw(), set, "{} = {raw}", field.name);
        }
    }
    assert!(refused >= 2 * PARAMS_P.len());
}

/// What a user would try first.
#[test]
fn a_period_of_0_a_rate_of_0_and_rates_above_800_gbit_s_are_refused() {
    let told = |name, raw| Params::with(&[(name, raw)]).expect_err("illegal").to_string();
    assert_eq!(told("period", 0), "period = 0: expected 1000 to 1048575 (U20.0, raw)");
    assert_eq!(told("line", 0), "line = 0: expected 33554 to 26843545600 (U7.28, raw)");
    assert_eq!(told("line", GBPS_800 + 1), "line = 26843545601: expected 33554 to 26843545600 (U7.28, raw)");
    assert_eq!(told("rc_min", 0), "rc_min = 0: expected 33554 to 26843545600 (U7.28, raw)");
    assert_eq!(told("CP0", (1 << 26) + 1), "CP0 = 67108865: expected 0 to 67108864 (U1.26, raw)");
    assert_eq!(told("rai", 0), "rai = 0: expected 1 to 26843545600 (U7.28, raw)");
    assert_eq!(told("g", 63), "g = 63: expected 64 to 16384 (U0.16, raw)");
    let (rc_min, line) = (LINE.reset + 1, LINE.reset);
    assert_eq!(Params::with(&[("rc_min", rc_min)]), Err(DcqcnParamError::Floor { rc_min, line }));
    assert_eq!(told("rc_min", rc_min), format!("rc_min = {rc_min}: expected at most line = {line} (raw)"));
    assert!(Params::with(&[("rc_min", line)]).is_ok());
}

#[test]
fn a_file_gives_parameters_in_decimals_and_fractions() {
    let (p, rounded) = Params::from_toml_p("g = \"1/16\"\nline = 50\nrai = 0.005\npublished = 1\n").expect("legal");
    let raw = p.raw();
    assert_eq!((raw[0], raw[1], raw[2], raw[14]), (4096, 1_342_177, 50 << 28, 1));
    assert_eq!(rounded.len(), 1);
    assert_eq!((rounded[0].field.name, rounded[0].line), ("rai", 3));
    let told = |text: &str| Params::from_toml_d(text).expect_err("illegal").to_string();
    // dcqcn-d has no published form
    assert!(told("published = 1").starts_with("line 1: unknown parameter `published`: expected g, rai, line"));
    assert_eq!(told("\nperiod = 0"), "line 2: period = 0: expected 1000 to 1048575 (U20.0)");
    assert_eq!(told("rc_min = 20"), "rc_min = 5368709120: expected at most line = 3355443200 (raw)");
}

/// The page shows `dcqcn-2015` as a file.
#[test]
fn the_published_set_of_the_page_is_the_one_of_the_list() {
    let page = include_str!("../../model/src/dcqcn/page.md");
    let text = page.split("```toml\n").nth(1).and_then(|t| t.split("```").next()).expect("a file on the page");
    let (p, rounded) = Params::from_toml_p(text).expect("legal");
    assert_eq!((p, rounded), (Params::dcqcn_2015(), vec![]));
    assert_ne!(p, Params::default());
}
