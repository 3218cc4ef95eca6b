//! Numbers as people write them (`0.1`, `"1/3"`) to exact fractions, and exact fractions to raw values of a format.

use layout::fixed::Format;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};
use std::fmt::Display;

/// An exact fraction.
pub type Q = BigRational;

/// A text that is no number, or a number that no format of ours holds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    #[error("`{0}` is not a decimal or \"num/den\"")]
    Syntax(String),
    #[error("`{0}` has {1} digits: expected at most {MAX_DIGITS}")]
    TooLong(String, usize),
    #[error("`{0}` has denominator 0")]
    ZeroDenominator(String),
    #[error("`{0}` is negative")]
    Negative(String),
    #[error("`{0}` does not fit {1}")]
    TooBig(String, Format),
}

/// Characters of a value that a message repeats.
const MOST_REPEATED: usize = 80;

/// A value as a message repeats it: one that is too long for a line is cut.
pub fn cut(value: impl Display) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MOST_REPEATED) {
        None => text,
        Some(_) => text.chars().take(MOST_REPEATED - 1).chain(['…']).collect(),
    }
}

/// Digits and exponents beyond this are refused: no number of ours needs them, and 1e999999999 would fill the memory.
const MAX_DIGITS: usize = 400;
const MAX_EXPONENT: u32 = 400;

/// The exact value of a decimal (`12`, `0.25`, `1e-3`, `1_000`) or of `num/den`.
pub fn parse(text: &str) -> Result<BigRational, NumberError> {
    let syntax = || NumberError::Syntax(cut(text));
    let digits = text.split('/').map(|part| part.bytes().filter(u8::is_ascii_digit).count()).max().unwrap_or(0);
    if digits > MAX_DIGITS {
        return Err(NumberError::TooLong(cut(text), digits));
    }
    match text.split_once('/') {
        None => decimal(text).ok_or_else(syntax),
        Some((num, den)) => {
            let num = integer(num).ok_or_else(syntax)?;
            let den = integer(den).ok_or_else(syntax)?;
            if den.is_zero() {
                return Err(NumberError::ZeroDenominator(cut(text)));
            }
            Ok(BigRational::new(num, den))
        }
    }
}

fn integer(text: &str) -> Option<BigInt> {
    let text = text.trim();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let plain = !digits.is_empty() && digits.len() <= MAX_DIGITS && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

fn decimal(text: &str) -> Option<BigRational> {
    let text = text.trim().replace('_', "");
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        None => (text.as_str(), 0),
        Some((m, e)) => (m, e.parse::<i32>().ok().filter(|e| e.unsigned_abs() <= MAX_EXPONENT)?),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = integer(&format!("{whole}{fraction}"))?;
    if !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let places = exponent - fraction.len() as i32;
    let scale = BigInt::from(10).pow(places.unsigned_abs());
    Some(if places >= 0 { BigRational::from(digits * scale) } else { BigRational::new(digits, scale) })
}

/// A raw value and whether it is the number that was asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    pub raw: u64,
    pub exact: bool,
}

/// The raw value nearest to `value` in `format`, halves up. Numbers that no raw value of 64 bits holds are errors; the
/// range of a field is the field's to check.
pub fn nearest(value: &BigRational, format: Format) -> Result<Nearest, NumberError> {
    if value.is_negative() {
        return Err(NumberError::Negative(cut(value)));
    }
    let scaled = value * BigRational::from(BigInt::one() << format.frac);
    let half = BigRational::new(BigInt::one(), BigInt::from(2));
    let raw = (&scaled + half).floor().to_integer();
    let exact = scaled.is_integer();
    match raw.to_u64() {
        Some(raw) => Ok(Nearest { raw, exact }),
        None => Err(NumberError::TooBig(cut(value), format)),
    }
}

/// The exact value `raw / 2^frac`.
pub fn exact(raw: u64, format: Format) -> BigRational {
    BigRational::new(BigInt::from(raw), BigInt::one() << format.frac)
}

/// `"num/den"` in lowest terms, as `replay --engine ideal` prints it (an integer has the denominator 1).
pub fn fraction(value: &BigRational) -> String {
    debug_assert!(value.denom().gcd(value.numer()).is_one(), "a BigRational is kept in lowest terms");
    format!("{}/{}", value.numer(), value.denom())
}
