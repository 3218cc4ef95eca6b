//! Time in whole ns, and the two ways from real numbers to it (FABRIC 1).

/// ns a second.
pub const SECOND_NS: u64 = 1_000_000_000;

/// ns of real seconds: the fraction is cut to a multiple of 2^-64, the ns are cut to an integer (FABRIC 1). What is
/// below 0 is 0; `seconds` is below 2^34.
#[inline]
pub fn cut(seconds: f64) -> u64 {
    let whole = seconds as u64;
    // both exact: a difference of neighbours, a power of two
    let fraction = ((seconds - whole as f64) * 18_446_744_073_709_551_616.0) as u64;
    whole * SECOND_NS + ((fraction as u128 * SECOND_NS as u128) >> 64) as u64
}

/// ns that `bytes` take at `rate_bps`, which is given as a real number: one rounded quotient, then the cut (FABRIC 1).
#[inline]
pub fn ser(bytes: u32, rate_bps: f64) -> u64 {
    cut((8 * bytes as u64) as f64 / rate_bps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serialization_is_that_of_the_table() {
        let rates = [25e9, 50e9, 100e9, 400e9];
        let table = [(60, [19, 9, 4, 1]), (88, [28, 14, 7, 1]), (1048, [335, 167, 83, 20]), (1090, [348, 174, 87, 21])];
        for (bytes, expected) in table {
            assert_eq!(rates.map(|rate| ser(bytes, rate)), expected, "{bytes} B");
        }
        // 1 ns below the integers
        assert_eq!(ser(100, 100e9), 7);
    }

    #[test]
    fn starts_are_cut_as_the_rules_say() {
        let starts =
            [("2.0002", 2_000_199_999), ("2.0004", 2_000_399_999), ("2.0001", 2_000_100_000), ("2", 2_000_000_000)];
        for (text, ns) in starts {
            assert_eq!(cut(text.parse().expect("a decimal")), ns, "{text}");
        }
    }
}
