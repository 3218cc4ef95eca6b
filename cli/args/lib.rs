//! Arguments of every program here: what is wrong with them in one line, with exit code 2.

use clap::Parser;
use std::io::Write;
use std::num::IntErrorKind;
use std::ops::RangeInclusive;
use std::process::ExitCode;

/// Why a program ends before it begins.
#[derive(Debug, PartialEq, Eq)]
pub enum Instead {
    /// Help or version, for standard output.
    Told(String),
    /// What is wrong, in one line.
    Wrong(String),
}

/// The arguments of this process.
pub fn parse<T: Parser>() -> Result<T, Instead> {
    T::try_parse().map_err(|e| instead(&e))
}

/// The same for a program without a way of its own to end: prints, and gives the exit code.
pub fn parse_or_say<T: Parser>(program: &str) -> Result<T, ExitCode> {
    parse().map_err(|e| match e {
        Instead::Told(text) => {
            // a reader that went away is no error
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Instead::Wrong(line) => {
            eprintln!("{program}: {line}");
            ExitCode::from(2)
        }
    })
}

/// Reads a whole number; what is said of another one names what was expected.
pub fn whole<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse::<u64>().ok().filter(|n| range.contains(n));
        number.and_then(|n| T::try_from(n).ok()).ok_or_else(|| match (*range.start(), *range.end()) {
            // too large for the type
            (least, u64::MAX) if text.parse::<u64>().is_err_and(|e| *e.kind() == IntErrorKind::PosOverflow) => {
                format!("expected a whole number, {least} to {}", u64::MAX)
            }
            (least, u64::MAX) => format!("expected a whole number, {least} or more"),
            (least, most) => format!("expected a whole number, {least} to {most}"),
        })
    }
}

/// clap's own text has several lines; what stands before the usage says what is wrong.
fn instead(e: &clap::Error) -> Instead {
    let text = e.to_string();
    if !e.use_stderr() {
        return Instead::Told(text);
    }
    let wrong = text
        .lines()
        .map(str::trim)
        .take_while(|l| !l.starts_with("Usage:"))
        .filter(|l| !l.is_empty() && !l.starts_with("For more information"));
    let words: Vec<String> = wrong.flat_map(|l| l.split(' ')).map(cut).collect();
    let line = words.join(" ");
    Instead::Wrong(format!("{} (see --help)", line.trim_start_matches("error: ")))
}

/// Characters of a word that is repeated in full.
const MOST_REPEATED: usize = 80;

/// A word as a message repeats it: one that is too long for a line is cut, but for the marks behind it.
fn cut(word: &str) -> String {
    if word.chars().count() <= MOST_REPEATED {
        return word.into();
    }
    let marks = word.trim_end_matches(['\'', '"', ':']).len();
    word.chars().take(MOST_REPEATED - 1).chain(['…']).chain(word[marks..].chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Parser)]
    struct Args {
        #[arg(long)]
        number: u8,
    }

    #[test]
    fn what_is_wrong_is_one_line_and_help_is_not_wrong() {
        for (args, word) in [(&["x"][..], "--number"), (&["x", "--number", "256"], "256"), (&["x", "--no"], "--no")] {
            let Err(Instead::Wrong(line)) = Args::try_parse_from(args).map_err(|e| instead(&e)) else {
                panic!("{args:?} is taken");
            };
            assert!(line.contains(word) && !line.contains('\n') && !line.contains("Usage"), "{line}");
        }
        let told = Args::try_parse_from(["x", "--number", &"7".repeat(300)]).map_err(|e| instead(&e));
        let Err(Instead::Wrong(line)) = told else { panic!("it is taken") };
        assert!(line.contains("777…'") && line.len() < 200, "{line}");
        let (some, all) = (whole::<u8>(1..=9), whole::<u64>(0..=u64::MAX));
        assert_eq!((some("9"), all("18446744073709551615")), (Ok(9), Ok(u64::MAX)));
        for bad in ["0", "10", "-1", "", "a", "1.5", "18446744073709551616"] {
            assert_eq!(some(bad), Err("expected a whole number, 1 to 9".into()), "{bad}");
        }
        assert_eq!(all("-1"), Err("expected a whole number, 0 or more".into()));
        let told = "expected a whole number, 0 to 18446744073709551615";
        assert_eq!(all("18446744073709551616"), Err(told.into()));
        let help = Args::try_parse_from(["x", "--help"]).map_err(|e| instead(&e));
        assert!(matches!(help, Err(Instead::Told(text)) if text.contains("Usage")));
    }
}
