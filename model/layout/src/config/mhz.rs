//! A clock's frequency as a configuration has it: MHz with at most six decimals, which is whole hertz. 322.265625 is
//! kept as it is written, so that the hash and the constraints do not depend on how a floating-point number is rounded.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

const HZ: u64 = 1_000_000;

/// Megahertz, kept as hertz.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mhz(u64);

impl Mhz {
    pub const fn whole(mhz: u32) -> Mhz {
        Mhz(mhz as u64 * HZ)
    }

    pub const fn hz(self) -> u64 {
        self.0
    }

    /// The period, cut to whole femtoseconds: never longer than what was asked for.
    pub const fn period_fs(self) -> u64 {
        1_000_000_000_000_000 / self.0
    }

    /// The period in ns, exactly where three decimals suffice and cut to whole femtoseconds where they do not.
    pub fn period_ns(self) -> String {
        let fs = self.period_fs();
        if fs * self.0 == 1_000_000_000_000_000 && fs.is_multiple_of(1000) {
            return format!("{}.{:03}", fs / 1_000_000, fs / 1000 % 1000);
        }
        format!("{}.{:06}", fs / 1_000_000, fs % 1_000_000)
    }
}

impl fmt::Display for Mhz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / HZ, self.0 % HZ);
        if rest == 0 {
            return write!(f, "{whole}");
        }
        write!(f, "{whole}.{}", format!("{rest:06}").trim_end_matches('0'))
    }
}

impl Serialize for Mhz {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 % HZ {
            0 => to.serialize_u64(self.0 / HZ),
            // the nearest double to at most six decimals: its shortest text is they
            _ => to.serialize_f64(self.0 as f64 / HZ as f64),
        }
    }
}

impl<'de> Deserialize<'de> for Mhz {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Mhz, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = Mhz;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("MHz with at most 6 decimals")
            }

            fn visit_i64<E: Error>(self, mhz: i64) -> Result<Mhz, E> {
                let hz = u64::try_from(mhz).ok().and_then(|mhz| mhz.checked_mul(HZ));
                hz.map(Mhz).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Signed(mhz), &self))
            }

            fn visit_u64<E: Error>(self, mhz: u64) -> Result<Mhz, E> {
                let hz = mhz.checked_mul(HZ);
                hz.map(Mhz).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Unsigned(mhz), &self))
            }

            /// A double is one of at most six decimals if it is the nearest one to what they say.
            fn visit_f64<E: Error>(self, mhz: f64) -> Result<Mhz, E> {
                let hz = (mhz * HZ as f64).round();
                if (0.0..=1e12).contains(&hz) && hz / HZ as f64 == mhz {
                    return Ok(Mhz(hz as u64));
                }
                Err(E::invalid_value(serde::de::Unexpected::Float(mhz), &self))
            }
        }

        from.deserialize_any(Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_exact_or_cut_to_a_femtosecond() {
        for (hz, text, period) in [
            (200_000_000, "200", "5.000"),
            (322_265_625, "322.265625", "3.103030"),
            (322_000_000, "322", "3.105590"),
            (156_250_000, "156.25", "6.400"),
            (1_000_001, "1.000001", "999.999000"),
            (1_000_000_000, "1000", "1.000"),
        ] {
            let mhz = Mhz(hz);
            assert_eq!((mhz.to_string(), mhz.period_ns()), (text.to_owned(), period.to_owned()));
        }
    }
}
