//! A list of actions as a file of JSON lines: the first line says where it comes from, each further one is an action.
//! Such files are what `tests/crashers/` keeps.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Error, files};

/// Where a trace comes from, and what it showed then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    pub block: String,
    /// Hash of the configuration.
    pub config: String,
    /// The configuration, so that the trace runs by itself.
    pub configuration: String,
    pub revision: String,
    /// Of the run that found it.
    pub seed: u64,
    /// Of the DUT's initial register values: `replay` wants it.
    pub dut_seed: u64,
    pub verdict: String,
    pub what: String,
    /// The command that found it.
    pub rerun: String,
    /// What was wrong, and what mended it: written by whoever keeps the trace.
    pub cause: String,
}

/// Writes a trace.
pub fn save<A: Serialize>(path: &Path, header: &Header, actions: &[A]) -> Result<(), Error> {
    files::write(path, |out| {
        serde_json::to_writer(&mut *out, header)?;
        for a in actions {
            out.write_all(b"\n")?;
            serde_json::to_writer(&mut *out, a)?;
        }
        out.write_all(b"\n")
    })
}

/// Bytes of a line: what a trace is read from may be a device, which has no end.
const LONGEST_LINE: u64 = 1 << 20;

/// Reads a trace.
pub fn load<A: DeserializeOwned>(path: &Path) -> Result<(Header, Vec<A>), Error> {
    let mut from = BufReader::new(File::open(path).map_err(Error::io(path))?);
    let (mut line, mut header, mut actions) = (String::new(), None, vec![]);
    for index in 0.. {
        line.clear();
        let read = from.by_ref().take(LONGEST_LINE + 1).read_line(&mut line).map_err(Error::io(path))?;
        if line.len() as u64 > LONGEST_LINE {
            let what = format!("more than {} MiB: expected less in a line", LONGEST_LINE >> 20);
            return Err(Error::Trace { path: path.into(), line: index + 1, what });
        }
        match &header {
            _ if read == 0 => break,
            _ if line.trim().is_empty() => {}
            None => header = Some(parse(path, index, &line, "a header")?),
            Some(_) => actions.push(parse(path, index, &line, "an action")?),
        }
    }
    match header {
        Some(header) => Ok((header, actions)),
        None => parse(path, 0, "", "a header").map(|header| (header, actions)),
    }
}

fn parse<T: DeserializeOwned>(path: &Path, index: usize, line: &str, expected: &str) -> Result<T, Error> {
    serde_json::from_str(line).map_err(|e| Error::Trace {
        path: path.into(),
        line: index + 1,
        what: format!("expected {expected}: {e}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_trace_comes_back_as_it_was_and_a_bad_line_is_named() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = dir.path().join("new/t.jsonl");
        let header = Header {
            block: "b".into(),
            config: "c".into(),
            configuration: "[engine]\n".into(),
            revision: "r".into(),
            seed: u64::MAX,
            dut_seed: 1,
            verdict: "LATE".into(),
            what: "w".into(),
            rerun: "x".into(),
            cause: String::new(),
        };
        save(&path, &header, &[(1u32, u128::MAX), (2, 0)]).expect("saved");
        assert_eq!(load::<(u32, u128)>(&path).expect("loaded"), (header, vec![(1, u128::MAX), (2, 0)]));
        let e = load::<String>(&path).expect_err("not strings").to_string();
        assert!(e.contains("t.jsonl:2: expected an action"), "{e}");
        assert_eq!(fs::read_dir(dir.path().join("new")).expect("listed").count(), 1, "no temporary file is left");
    }
}
