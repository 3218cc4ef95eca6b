//! Parameters: ranges, decimals and fractions to raw values, and the TOML of `--params`.

use layout::fixed::Format;
use model::ldcp::Params;
use model::number::{self, Nearest, NumberError};
use model::params::ParamError;

fn nearest(text: &str, int: u32, frac: u32) -> (u64, bool) {
    let value = number::parse(text).expect("a number");
    let Nearest { raw, exact } = number::nearest(&value, Format::new(int, frac)).expect("it fits");
    (raw, exact)
}

#[test]
fn numbers_round_to_nearest_halves_up_and_say_whether_they_were_exact() {
    assert_eq!(nearest("0.5", 1, 16), (32_768, true));
    assert_eq!(nearest("1/3", 1, 16), (21_845, false)); // 21845.33
    assert_eq!(nearest("0.1", 1, 16), (6554, false)); // 6553.6
    assert_eq!(nearest("3/131072", 1, 16), (2, false)); // 1.5, up
    assert_eq!(nearest("1/131073", 1, 16), (0, false)); // below a half
    assert_eq!(nearest("16383.999999999", 14, 28), (4_398_046_511_104, false)); // rounds to 2^42: the field refuses it
    assert_eq!(nearest("1e-3", 0, 16), (66, false)); // 65.536
    assert_eq!(nearest("1.5e2", 14, 0), (150, true));
    assert_eq!(nearest(" +2_000 ", 14, 0), (2000, true));
    assert_eq!(nearest("0", 1, 16), (0, true));
}

#[test]
fn what_is_no_number_is_named() {
    for text in
        ["", ".", "x", "1/", "/2", "1/2/3", "1.2.3", "0x10", "1e", "1e99999", "nan", "inf", "1.-5", "--1", "1e+-3"]
    {
        assert_eq!(number::parse(text), Err(NumberError::Syntax(text.to_owned())), "{text:?}");
    }
    assert_eq!(number::parse("1/0"), Err(NumberError::ZeroDenominator("1/0".to_owned())));
    let minus = number::parse("-1/2").expect("a number");
    assert!(matches!(number::nearest(&minus, Format::new(1, 16)), Err(NumberError::Negative(_))));
    let huge = number::parse("1e300").expect("a number");
    assert!(matches!(number::nearest(&huge, Format::new(14, 28)), Err(NumberError::TooBig(..))));
}

#[test]
fn exact_values_print_as_fractions_in_lowest_terms() {
    assert_eq!(number::fraction(&number::exact(3 << 26, Format::new(14, 28))), "3/4");
    assert_eq!(number::fraction(&number::exact(5 << 28, Format::new(14, 28))), "5/1");
    assert_eq!(number::fraction(&number::exact(0, Format::new(14, 28))), "0/1");
}

/// The ranges of draft 2.2 (0 < alpha, beta <= 1) and the bounds that layout::ldcp gives reasons for, typed by hand.
#[test]
fn parameters_have_these_ranges() {
    let reset = [65_536, 32_768, 4096, 32_768, (1 << 42) - 1];
    assert_eq!(Params::default().raw(), reset);
    for (i, (min, max)) in
        [(64, 65_536), (1, 65_536), (256, 65_536), (1, 65_535), (1 << 28, (1 << 42) - 1)].iter().enumerate()
    {
        let with = |value| {
            let mut raw = reset;
            raw[i] = value;
            Params::from_raw(raw)
        };
        assert!(with(*min).is_ok() && with(*max).is_ok(), "parameter {i}");
        assert!(with(min - 1).is_err() && with(max + 1).is_err(), "parameter {i}");
    }
    assert_eq!(
        Params::from_raw([0, 1, 256, 1, 1 << 28]).expect_err("alpha is 0").to_string(),
        "alpha = 0: expected 64 to 65536 (U1.16, raw)"
    );
}

#[test]
fn a_file_sets_what_it_names_and_reports_what_it_rounds() {
    let (params, rounded) = Params::from_toml("beta = 0.25 # exact\nalpha = \"1/3\"\ncw_max = 4096\n").expect("legal");
    assert_eq!(params.raw(), [21_845, 16_384, 4096, 32_768, 4096 << 28]);
    let told: Vec<String> = rounded.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 2: alpha = 1/3 rounded to 0.3333282470703125 (21845, U1.16)"]);
    // 0.1 is taken as the decimal that it is: 6553.6
    let (_, rounded) = Params::from_toml("gamma = 0.1").expect("legal");
    assert_eq!((rounded[0].raw, rounded[0].asked.as_str()), (6554, "0.1"));
    assert_eq!(Params::from_toml("").expect("legal"), (Params::default(), vec![]));
}

#[test]
fn a_file_that_cannot_be_used_says_where_and_what_was_expected() {
    let error = |text: &str| Params::from_toml(text).expect_err("illegal").to_string();
    assert_eq!(error("alpha = 2"), "line 1: alpha = 2: expected 0.0009765625 to 1 (U1.16)");
    assert_eq!(error("\ngama = 1"), "line 2: unknown parameter `gama`: expected alpha, beta, gamma, eta or cw_max");
    assert_eq!(error("eta = \"1/0\""), "line 1: eta: `1/0` has denominator 0");
    assert_eq!(error("eta = true"), "line 1: eta: expected a decimal or a \"num/den\" string");
    assert_eq!(error("eta = nan"), "line 1: eta: `nan` is not a decimal or \"num/den\"");
    assert_eq!(error("eta = 1"), "line 1: eta = 1: expected 0.0000152587890625 to 0.9999847412109375 (U0.16)");
    let long = error(&format!("alpha = 0.{}", "1".repeat(10_000)));
    assert!(long.ends_with("…` has 10001 digits: expected at most 400") && long.chars().count() < 160, "{long}");
    assert!(matches!(Params::from_toml("alpha = \n"), Err(ParamError::Toml { line: 1, .. })));
    assert!(error("alpha = 1\nalpha = 1").starts_with("line 2: "));
}
