//! Reading with a bound, whatever the file is: a device or a link to one has no end, and would fill the memory.

use crate::failure::{Failure, Result};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Bytes of a text that is read as a whole: a configuration, parameters, a file of Verilog.
const LONGEST: u64 = 16 << 20;
/// Bytes of a line of a longer text.
const LONGEST_LINE: u64 = 1 << 20;

fn fail(name: &Path) -> impl Fn(io::Error) -> Failure + '_ {
    move |e| Failure::in_file(name, format_args!("cannot read: {e}"))
}

/// The text of a file.
pub fn text(path: &Path) -> Result<String> {
    text_of(open(path)?, path)
}

/// Opens a file. To open a pipe that nobody writes to would wait for ever.
fn open(path: &Path) -> Result<Box<dyn Read>> {
    #[cfg(all(unix, not(fuzzing)))] // tests/fuzz opens no file
    {
        use std::os::unix::fs::FileTypeExt;
        if std::fs::metadata(path).is_ok_and(|there| there.file_type().is_fifo()) {
            return pipe(path).map_err(fail(path))?.ok_or_else(|| {
                Failure::in_file(path, "a pipe that nobody writes to: expected a file, or a pipe with a text")
            });
        }
    }
    Ok(Box::new(File::open(path).map_err(fail(path))?))
}

/// How long the writer of a pipe may take to come.
#[cfg(all(unix, not(fuzzing)))]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);

/// None: nothing came, and nobody has it open to write.
#[cfg(all(unix, not(fuzzing)))]
fn pipe(path: &Path) -> io::Result<Option<Box<dyn Read>>> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use std::os::unix::fs::OpenOptionsExt;
    let mut pipe = std::fs::OpenOptions::new().read(true).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)?;
    let (started, mut first) = (std::time::Instant::now(), vec![0; 1 << 12]);
    let read = loop {
        match pipe.read(&mut first) {
            Ok(0) if started.elapsed() > PATIENCE => return Ok(None),
            Ok(0) => std::thread::sleep(PATIENCE / 200),
            Ok(read) => break read,
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => break 0,
            Err(e) => return Err(e),
        }
    };
    fcntl_setfl(&pipe, fcntl_getfl(&pipe)? - OFlags::NONBLOCK)?;
    first.truncate(read);
    Ok(Some(Box::new(io::Cursor::new(first).chain(pipe))))
}

/// All of an input that is called `name` in messages.
pub fn text_of(from: impl Read, name: &Path) -> Result<String> {
    let bytes = bytes(from).map_err(fail(name))?;
    if bytes.len() as u64 > LONGEST {
        return Err(Failure::in_file(name, format_args!("more than {} MiB: expected at most that", LONGEST >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| Failure::in_file(name, "cannot read: no UTF-8: expected a text"))
}

/// What an input begins with: all of it, or more than any text that is read.
pub fn bytes(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    from.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The lines of an input, one at a time.
pub struct Lines<'a, R> {
    name: &'a Path,
    from: BufReader<R>,
    line: Vec<u8>,
    number: usize,
}

impl<'a, R: Read> Lines<'a, R> {
    pub fn new(name: &'a Path, from: R) -> Self {
        Lines { name, from: BufReader::new(from), line: vec![], number: 0 }
    }

    /// The next line with its end, if it has one.
    pub fn read(&mut self) -> Result<Option<&str>> {
        self.line.clear();
        let read = self.from.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut self.line);
        if read.map_err(fail(self.name))? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.line.len() as u64 > LONGEST_LINE {
            return Err(self.wrong(format_args!("more than {} MiB: expected less in a line", LONGEST_LINE >> 20)));
        }
        match std::str::from_utf8(&self.line) {
            Ok(line) => Ok(Some(line)),
            Err(_) => Err(self.wrong("no UTF-8: expected a text")),
        }
    }

    /// Something that is wrong with the line read last.
    pub fn wrong(&self, what: impl std::fmt::Display) -> Failure {
        Failure::Input(format!("{}:{}: {what}", self.name.display(), self.number))
    }
}
