//! Another beginning of all names than `ackw_`, so that two configurations live in one design, and their headers in one
//! program.

use std::fmt;

const OURS: &str = "ackw";
const LONGEST: usize = 32;

/// What stands in the place of `ackw`: in front of `_` in each name, and in capitals in those of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix(String);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrefixError {
    #[error("prefix {0:?}: expected a small letter, then at most {most} small letters, digits and single `_`, the last no `_`", most = LONGEST - 1)]
    Name(String),
    #[error("prefix {prefix}: {file} has a name that begins so already: expected another")]
    Taken { prefix: String, file: String },
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::str::FromStr for Prefix {
    type Err = PrefixError;

    fn from_str(name: &str) -> Result<Prefix, PrefixError> {
        let legal = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        let ends = |part: &str| part.ends_with('_') || part.contains("__");
        match name.bytes().next() {
            Some(first)
                if first.is_ascii_lowercase() && name.bytes().all(legal) && !ends(name) && name.len() <= LONGEST =>
            {
                Ok(Prefix(name.to_owned()))
            }
            _ => Err(PrefixError::Name(name.to_owned())),
        }
    }
}

impl Prefix {
    /// A text with this prefix in its names.
    pub fn of(&self, text: &str) -> String {
        swapped(text, OURS, &self.0)
    }

    /// The text that [`Prefix::of`] was given.
    pub fn without(&self, text: &str) -> String {
        swapped(text, &self.0, OURS)
    }

    /// All files of a folder, names and texts. What has names of this beginning already is refused: they would become
    /// one with ours.
    pub fn files(&self, files: Vec<(String, String)>) -> Result<Vec<(String, String)>, PrefixError> {
        if self.0 == OURS {
            return Ok(files);
        }
        let one = |(path, text): (String, String)| {
            if swapped(&path, &self.0, OURS) != path || swapped(&text, &self.0, OURS) != text {
                return Err(PrefixError::Taken { prefix: self.0.clone(), file: path });
            }
            Ok((self.of(&path), self.of(&text)))
        };
        files.into_iter().map(one).collect()
    }
}

/// `from_` where a name, or a part of one, begins, becomes `to_`; capitals likewise.
fn swapped(text: &str, from: &str, to: &str) -> String {
    let small = swap(text, &format!("{from}_"), &format!("{to}_"));
    swap(&small, &format!("{from}_").to_uppercase(), &format!("{to}_").to_uppercase())
}

fn swap(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let begins = !rest[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
        out += &rest[..at];
        out += if begins { to } else { from };
        rest = &rest[at + from.len()..];
    }
    out + rest
}
