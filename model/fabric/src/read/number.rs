//! Numbers and units, exactly.

/// A whole number in digits.
pub fn whole(text: &str) -> Option<u64> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// A decimal `digits[.digits]` times `unit`, cut to an integer; the bool: nothing was cut.
pub fn scaled(text: &str, unit: u128) -> Option<(u128, bool)> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() && fraction.is_empty() || !digits(whole) || !digits(fraction) {
        return None;
    }
    let whole: u128 = if whole.is_empty() { 0 } else { whole.parse::<u64>().ok()?.into() };
    let fraction = fraction.trim_end_matches('0');
    // 18 digits are below 2^60; with a unit below 2^67 all fits
    if fraction.len() > 18 {
        return None;
    }
    let parts: u128 = if fraction.is_empty() { 0 } else { fraction.parse::<u64>().ok()?.into() };
    let scale = 10u128.pow(fraction.len() as u32);
    let parts = parts.checked_mul(unit)?;
    Some((whole.checked_mul(unit)?.checked_add(parts / scale)?, parts % scale == 0))
}

/// A number with one of the units behind it, which has to be a whole multiple of the smallest.
pub fn with_unit(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let start = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(start);
    let (_, unit) = units.iter().find(|(name, _)| *name == unit)?;
    let (value, exact) = scaled(number, (*unit).into())?;
    if exact { value.try_into().ok() } else { None }
}

/// Seconds as a real number (FABRIC 1); below 2^34.
pub fn seconds(text: &str) -> Option<f64> {
    real(text).filter(|s: &f64| *s < 17_179_869_184.0)
}

/// A decimal that is not negative, with an exponent or without, as a real number: `2.0`, `.5`, `2.`, `2e0`, `1e-5`.
pub fn real(text: &str) -> Option<f64> {
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_one = digits(whole) && digits(fraction) && digits(exponent) && !exponent.is_empty();
    (is_one && whole.len() + fraction.len() > 0).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_or_refused() {
        assert_eq!(scaled("0.001", 1_000_000), Some((1000, true)));
        assert_eq!(scaled("0.0015", 1000), Some((1, false)));
        assert_eq!(scaled("1.50", 2), Some((3, true)));
        for wrong in ["", ".", "-1", "1e3", "1.2.3", "0x1", "99999999999999999999", "0.1234567890123456789"] {
            assert_eq!(scaled(wrong, 1), None, "{wrong}");
        }
        assert_eq!(with_unit("0.001ms", &[("ms", 1_000_000)]), Some(1000));
        assert_eq!(with_unit("0.0000001ms", &[("ms", 1_000_000)]), None);
        assert_eq!(with_unit("100", &[("ms", 1_000_000)]), None);
        assert_eq!(seconds("2.000000000"), Some(2.0));
        assert_eq!(["nan", "inf", "1e", "-1", "", "17179869184", ".", "e1", "1e9999"].map(seconds), [None; 9]);
        assert_eq!([".5", "2.", "2e0", "20E-1", "1e+3"].map(seconds), [0.5, 2.0, 2.0, 2.0, 1000.0].map(Some));
    }
}
