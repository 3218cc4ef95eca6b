//! CDF files of flow sizes: a line a point, bytes and per cent of flows that have at most so many.

use super::{Lines, ReadError, number, text};
use crate::random::Random;
use std::path::Path;

/// Millionths of a per cent in 100 per cent.
pub const WHOLE: u64 = 100_000_000;

/// A point of the distribution.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Bytes of a flow.
    pub bytes: u64,
    /// Flows that have at most so many bytes, in millionths of a per cent.
    pub share: u64,
}

/// A distribution of flow sizes, straight between its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cdf {
    points: Vec<Point>,
}

impl Cdf {
    /// Reads a CDF file.
    pub fn read(file: &Path) -> Result<Self, ReadError> {
        Self::parse(file, &text(file)?)
    }

    /// Reads the text of a CDF file; `file` is for messages.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ReadError> {
        let mut lines = Lines::new(file, text);
        let mut points: Vec<Point> = Vec::new();
        while let Some(mut words) = lines.next() {
            let bytes = words.number("the bytes of a flow", crate::read::flow::MAX_FLOW_BYTES)?;
            let share = words.value("per cent from 0 to 100, with at most 6 decimals", |word| {
                let (share, exact) = number::scaled(word, 1_000_000)?;
                u64::try_from(share).ok().filter(|&share| exact && share <= WHOLE)
            })?;
            if let Some(last) = points.last()
                && (bytes < last.bytes || share < last.share)
            {
                let expected = "bytes and per cent not below those of the line before".to_owned();
                let share = share as f64 / (WHOLE / 100) as f64;
                let found = if bytes < last.bytes { format!("{bytes} bytes") } else { format!("{share} per cent") };
                return Err(words.error(expected, Some(found)));
            }
            if points.last() == Some(&Point { bytes, share }) {
                let expected = "bytes or per cent above those of the line before".to_owned();
                return Err(words.error(expected, Some("the same".to_owned())));
            }
            if bytes == 0 && share == WHOLE {
                return Err(words.error("at least 1 byte at 100 per cent".to_owned(), Some("`0`".to_owned())));
            }
            words.end("bytes and per cent")?;
            points.push(Point { bytes, share });
        }
        if points.last().is_none_or(|last| last.share != WHOLE) {
            lines.expect("a last line with 100 per cent")?;
        }
        Ok(Self { points })
    }

    /// Its points, in the order of the file.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The bytes of one flow: at least 1.
    pub fn draw(&self, random: &mut Random) -> u64 {
        let share = random.below(WHOLE);
        let behind = self.points.iter().position(|p| p.share > share).expect("the last point has 100 per cent");
        let b = self.points[behind];
        let a = if behind == 0 { Point { bytes: 0, share: 0 } } else { self.points[behind - 1] };
        let part = (b.bytes - a.bytes) as u128 * (share - a.share) as u128 / (b.share - a.share) as u128;
        (a.bytes + part as u64).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Cdf, String> {
        Cdf::parse(Path::new("cdf.txt"), text).map_err(|e| e.to_string())
    }

    #[test]
    fn sizes_are_drawn_as_the_points_say() {
        let cdf = parse("0 0\n1000 50\n\n11000 100\n").expect("a distribution");
        let mut random = Random::new(1, 0);
        let drawn: Vec<u64> = (0..100_000).map(|_| cdf.draw(&mut random)).collect();
        let small = drawn.iter().filter(|&&bytes| bytes < 1000).count();
        let mean = drawn.iter().sum::<u64>() / drawn.len() as u64;
        assert!((49_000..51_000).contains(&small) && (3150..3350).contains(&mean), "{small} {mean}");
        assert!(drawn.iter().all(|&bytes| (1..=11_000).contains(&bytes)));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let cases = [
            ("", "cdf.txt:1: expected a last line with 100 per cent, found the end of the file"),
            ("0 0\n10 99\n", "cdf.txt:3: expected a last line with 100 per cent, found the end of the file"),
            (
                "0 0\n10\n",
                "cdf.txt:2: expected per cent from 0 to 100, with at most 6 decimals, found the end of the line",
            ),
            ("0 0\n10 101", "cdf.txt:2: expected per cent from 0 to 100, with at most 6 decimals, found `101`"),
            ("9 1\n8 2", "cdf.txt:2: expected bytes and per cent not below those of the line before, found 8 bytes"),
            (
                "8 1\n9 .5",
                "cdf.txt:2: expected bytes and per cent not below those of the line before, found 0.5 per cent",
            ),
            ("9 1\n9 1", "cdf.txt:2: expected bytes or per cent above those of the line before, found the same"),
            ("0 0\n0 100", "cdf.txt:2: expected at least 1 byte at 100 per cent, found `0`"),
            ("9 1 2", "cdf.txt:1: expected the end of the line, as it has bytes and per cent, found `2`"),
        ];
        for (text, message) in cases {
            assert_eq!(parse(text), Err(message.to_owned()));
        }
    }
}
