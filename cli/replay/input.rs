//! The lines of an input, one at a time. What has been answered is handed on before the next read may wait, so that an
//! answer never stays behind an input that pauses; while input is there, answers go out in blocks.

use crate::failure::{Failure, Result};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

/// Bytes of a block, of input and of answers.
const BLOCK: usize = 1 << 16;
/// A longer line is no event, and would fill the memory.
const LONGEST_LINE: u64 = 1 << 24;

/// U+FEFF in UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// An input and what it is called in messages.
pub struct Input<'a> {
    name: String,
    from: BufReader<Box<dyn Read + 'a>>,
    /// It was asked for by its name.
    named: bool,
    /// Lines read so far.
    number: usize,
    line: Vec<u8>,
}

impl<'a> Input<'a> {
    pub fn new(name: String, from: impl Read + 'a) -> Self {
        let from = BufReader::with_capacity(BLOCK, Box::new(from) as Box<dyn Read + 'a>);
        Input { name, from, named: false, number: 0, line: Vec::new() }
    }

    /// A file; standard input for `-` or without a name.
    pub fn open(path: Option<&Path>) -> Result<Input<'static>> {
        match path {
            Some(p) if p != Path::new("-") => {
                let file = File::open(p).map_err(|e| Failure::in_file(p, format_args!("cannot read: {e}")))?;
                Ok(Input { named: true, ..Input::new(p.display().to_string(), file) })
            }
            _ => Ok(Input::new("standard input".into(), std::io::stdin())),
        }
    }

    /// Something that is wrong with the line read last.
    pub fn wrong(&self, what: impl std::fmt::Display) -> Failure {
        Failure::input(format_args!("{}:{}: {what}", self.name, self.number))
    }

    /// There was no line. Of a file that is told, for somebody meant it to have some; as a filter, on standard input,
    /// nothing comes to nothing.
    pub fn was_empty(&self) -> Result {
        if !self.named {
            return Ok(());
        }
        Err(Failure::input(format_args!("{}: no events: expected at least one line", self.name)))
    }

    /// The next line that is not blank. Gives `answers` to `out` before it may wait.
    pub fn next(&mut self, answers: &mut Answers<impl Write>) -> Result<Option<&str>> {
        loop {
            if !self.from.buffer().contains(&b'\n') {
                answers.hand_on()?;
            }
            if answers.unread {
                return Ok(None);
            }
            self.line.clear();
            let read = self.from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.line);
            let read = read.map_err(|e| Failure::input(format_args!("{}: cannot read: {e}", self.name)))?;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            // the mark that some editors put before a text
            if self.number == 1 && self.line.starts_with(MARK) {
                self.line.drain(..MARK.len());
            }
            for end in [b"\n", b"\r"] {
                if self.line.ends_with(end) {
                    self.line.pop();
                }
            }
            if self.line.len() as u64 == LONGEST_LINE {
                return Err(self.wrong("more than 16 MiB: expected an event a line"));
            }
            let text = std::str::from_utf8(&self.line).map_err(|_| self.wrong("no UTF-8: expected JSON"))?;
            if !text.trim().is_empty() {
                break;
            }
        }
        // checked above, where the borrow could not leave the loop
        Ok(std::str::from_utf8(&self.line).ok())
    }
}

/// Answers on their way out.
pub struct Answers<W> {
    pub bytes: Vec<u8>,
    out: W,
    /// The reader went away, which is no error; nothing more is asked for.
    unread: bool,
}

impl<W: Write> Answers<W> {
    pub fn new(out: W) -> Self {
        Answers { bytes: Vec::with_capacity(2 * BLOCK), out, unread: false }
    }

    /// Hands a full block on.
    pub fn full(&mut self) -> Result {
        if self.is_full() { self.hand_on() } else { Ok(()) }
    }

    pub fn is_full(&self) -> bool {
        self.bytes.len() >= BLOCK
    }

    /// Nobody reads any more.
    pub fn is_unread(&self) -> bool {
        self.unread
    }

    /// Hands all on that there is.
    pub fn hand_on(&mut self) -> Result {
        if self.bytes.is_empty() {
            return Ok(());
        }
        let done = self.out.write_all(&self.bytes).and_then(|()| self.out.flush());
        self.bytes.clear();
        match done {
            Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => self.unread = true,
            Err(e) => return Err(Failure::input(format_args!("standard output: {e}"))),
            Ok(()) => {}
        }
        Ok(())
    }
}
