//! Readers of the public files (FABRIC 8). What is wrong is told with file, line and what was expected.

mod cdf;
pub(crate) mod flow;
pub(crate) mod htsim;
pub(crate) mod number;
pub(crate) mod topology;

pub use cdf::{Cdf, Point, WHOLE};
pub use htsim::Matrix;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A file that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("{}: {source}", file.display())]
    Io { file: PathBuf, source: std::io::Error },
    #[error("{}:{line}: expected {expected}, found {found}", file.display())]
    Text { file: PathBuf, line: usize, expected: String, found: String },
    #[error("{}: has more than {MAX_FILE_BYTES} bytes: expected at most that", file.display())]
    Long { file: PathBuf },
}

/// The most that is read of a file.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// Reads a file whole.
pub(crate) fn text(file: &Path) -> Result<String, ReadError> {
    let io = |source| ReadError::Io { file: file.to_owned(), source };
    let mut bytes = Vec::new();
    // a device has no end, whatever its length is said to be
    File::open(file).map_err(io)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(ReadError::Long { file: file.to_owned() });
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let (bytes, at) = (e.as_bytes(), e.utf8_error().valid_up_to());
        let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let found = format!("the byte 0x{:02x}", bytes[at]);
        ReadError::Text { file: file.to_owned(), line, expected: "text in UTF-8".to_owned(), found }
    })?;
    // a byte order mark says nothing
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// How many words the first line with a word has, and its number; 0 words: there is none.
pub(crate) fn first_words(text: &str) -> (usize, usize) {
    let lines = text.lines().enumerate().map(|(index, line)| (line.split_whitespace().count(), index + 1));
    lines.into_iter().find(|&(words, _)| words != 0).unwrap_or((0, 1))
}

/// What serde says of a text in a format, with what was expected first.
pub(crate) fn told(message: &str, format: &str) -> String {
    let message = message.trim().replace('\n', " ").replace(" as i128", "").replace(" as u128", "");
    let message = match message.rsplit_once(", expected ") {
        Some((found, expected)) => format!("{found}, expected {}", plain(expected)),
        None => message,
    };
    match (message.rsplit_once(", expected "), message.strip_prefix("missing field ")) {
        (Some((found, expected)), _) if found.starts_with("unknown ") || found.starts_with("invalid ") => {
            let found = found.trim_start_matches("unknown field ").trim_start_matches("unknown variant ");
            format!("expected {expected}, found {found}")
        }
        (Some((why, expected)), _) => format!("expected {expected}: {why}"),
        (None, Some(key)) => format!("expected a key {key}, found none"),
        (None, None) if message == "integer number overflowed" => {
            "expected a number below 2^63, found one that is out of range".into()
        }
        (None, None) if message == "wanted string or table" => "expected a name in quotes, found something else".into(),
        (None, None) if message.starts_with("expected ") => message,
        (None, None) => format!("expected {format}, found: {message}"),
    }
}

/// What serde expected, without names of Rust's types.
fn plain(expected: &str) -> &str {
    match expected {
        "u8" => "a whole number below 2^8",
        "u16" => "a whole number below 2^16",
        "u32" => "a whole number below 2^32",
        "u64" | "usize" => "a whole number from 0 on",
        "a sequence" => "a list",
        "path string" => "a text",
        "a boolean" => "true or false",
        _ if expected.starts_with("struct ") => "a table",
        _ => expected,
    }
}

/// The lines of a file that have words, with their numbers from 1.
pub(crate) struct Lines<'a> {
    file: &'a Path,
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    last: usize,
}

/// The words of one line.
pub(crate) struct Words<'a> {
    file: &'a Path,
    line: usize,
    words: std::str::SplitWhitespace<'a>,
}

impl<'a> Lines<'a> {
    pub fn new(file: &'a Path, text: &'a str) -> Self {
        Self { file, lines: text.lines().enumerate(), last: 0 }
    }

    /// The next line that has a word.
    pub fn next(&mut self) -> Option<Words<'a>> {
        for (index, line) in self.lines.by_ref() {
            self.last = index + 1;
            if !line.trim().is_empty() {
                return Some(Words { file: self.file, line: index + 1, words: line.split_whitespace() });
            }
        }
        None
    }

    /// The next line, which has to be there.
    pub fn expect(&mut self, expected: &str) -> Result<Words<'a>, ReadError> {
        let (file, line) = (self.file, self.last + 1);
        self.next().ok_or_else(|| ReadError::Text {
            file: file.to_owned(),
            line,
            expected: expected.to_owned(),
            found: "the end of the file".to_owned(),
        })
    }

    /// How many lines with words there still are: they are not read.
    pub fn rest(&mut self) -> u64 {
        std::iter::from_fn(|| self.next()).count() as u64
    }
}

impl<'a> Words<'a> {
    /// The next word, which has to be there.
    pub fn word(&mut self, expected: &str) -> Result<&'a str, ReadError> {
        match self.words.next() {
            Some(word) => Ok(word),
            None => Err(self.error(expected.to_owned(), None)),
        }
    }

    /// The next word, if there is one.
    pub fn optional(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// The next word as `read` takes it; `expected` says what it takes.
    pub fn value<T>(&mut self, expected: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T, ReadError> {
        let word = self.word(expected)?;
        read(word).ok_or_else(|| self.error(expected.to_owned(), Some(quoted(word))))
    }

    /// A whole number of at most `most`.
    pub fn number(&mut self, what: &str, most: u64) -> Result<u64, ReadError> {
        let expected = format!("{what}, a whole number of at most {most}");
        self.value(&expected, |word| number::whole(word).filter(|&n| n <= most))
    }

    /// Its next word begins so.
    pub fn begins_with(&self, first: char) -> bool {
        self.words.clone().next().is_some_and(|word| word.starts_with(first))
    }

    /// The number of the line.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The line has no further words.
    pub fn end(mut self, expected: &str) -> Result<(), ReadError> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(self.error(format!("the end of the line, as it has {expected}"), Some(quoted(word)))),
        }
    }

    pub fn error(&self, expected: String, found: Option<String>) -> ReadError {
        let found = found.unwrap_or_else(|| "the end of the line".to_owned());
        ReadError::Text { file: self.file.to_owned(), line: self.line, expected, found }
    }
}

/// A word as a message has it: cut, and without what a terminal would act on.
pub(crate) fn quoted(word: &str) -> String {
    let cut: String = word.chars().take(40).collect();
    format!("`{}`", cut.escape_debug())
}
