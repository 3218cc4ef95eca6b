//! What is under test, described without knowing what it does: Verilog texts, a top module and its ports; and the
//! layout of its *rows*.
//!
//! A row is one cycle of one side (inputs or outputs) as u64 words: each port takes `ceil(width / 64)` words, lowest
//! word first, in port order, the clock left out. Rows keep big integers off the hot path: packing costs 2 ns a row.

use crate::Error;

/// Widest port that rows and shim are tested with.
pub const MAX_WIDTH: u32 = 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dir {
    In,
    Out,
}

/// One port of the top module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    pub name: String,
    pub width: u32,
    pub dir: Dir,
}

impl Port {
    pub fn input(name: &str, width: u32) -> Port {
        Port { name: name.into(), width, dir: Dir::In }
    }
    pub fn output(name: &str, width: u32) -> Port {
        Port { name: name.into(), width, dir: Dir::Out }
    }
    /// How many u64 words of a row it takes.
    pub fn words(&self) -> usize {
        self.width.div_ceil(64) as usize
    }
}

/// The reset input and how it acts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reset {
    pub port: String,
    pub active_low: bool,
    /// True when it acts without a clock edge.
    pub asynchronous: bool,
}

impl Reset {
    /// Active high, sampled by the clock.
    pub fn synchronous(port: &str) -> Reset {
        Reset { port: port.into(), active_low: false, asynchronous: false }
    }
}

/// Where one port lies in the rows of its side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    pub name: String,
    pub width: u32,
    /// Its first word in a row.
    pub word: usize,
    pub words: usize,
}

impl Column {
    /// Its words in a row.
    #[inline]
    pub fn slice<'a>(&self, row: &'a [u64]) -> &'a [u64] {
        &row[self.word..self.word + self.words]
    }

    /// Its lowest 128 bits.
    #[inline]
    pub fn get(&self, row: &[u64]) -> u128 {
        let high = if self.words > 1 { row[self.word + 1] } else { 0 };
        u128::from(row[self.word]) | u128::from(high) << 64
    }

    /// Sets its lowest 128 bits, cut to its width, and clears those above.
    #[inline]
    pub fn put(&self, row: &mut [u64], value: u128) {
        let value = if self.width < 128 { value & ((1 << self.width) - 1) } else { value };
        row[self.word] = value as u64;
        if self.words > 1 {
            row[self.word + 1] = (value >> 64) as u64;
            row[self.word + 2..self.word + self.words].fill(0);
        }
    }

    /// In hex, all bits, without leading zeros: `0x1f`.
    pub fn hex(&self, row: &[u64]) -> String {
        let mut digits = String::new();
        for word in self.slice(row).iter().rev() {
            match digits.is_empty() {
                true if *word == 0 => {}
                true => digits = format!("{word:x}"),
                false => digits.push_str(&format!("{word:016x}")),
            }
        }
        format!("0x{}", if digits.is_empty() { "0" } else { &digits })
    }
}

/// The columns of one side, and how many words a row has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Side {
    columns: Vec<Column>,
    words: usize,
}

impl Side {
    fn new<'a>(ports: impl Iterator<Item = &'a Port>) -> Side {
        let mut side = Side::default();
        for p in ports {
            side.columns.push(Column { name: p.name.clone(), width: p.width, word: side.words, words: p.words() });
            side.words += p.words();
        }
        side
    }
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }
    /// Words in a row.
    pub fn words(&self) -> usize {
        self.words
    }
    pub fn index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|c| c.name == name)
    }
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.name == name)
    }
    /// One word a row: which bits of it belong to a port.
    pub fn masks(&self) -> Vec<u64> {
        let mut masks = vec![u64::MAX; self.words];
        for c in &self.columns {
            if let (false, Some(last)) = (c.width % 64 == 0, masks.get_mut(c.word + c.words - 1)) {
                *last = (1 << (c.width % 64)) - 1;
            }
        }
        masks
    }
}

/// A design under test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Design {
    top: String,
    clock: Option<String>,
    reset: Option<Reset>,
    files: Vec<(String, String)>,
    inputs: Side,
    outputs: Side,
    held: Vec<(usize, u64)>,
}

impl Design {
    /// `files` are (name, text) in the order Verilator shall read them. A port that bears the clock's name is taken
    /// out of the rows; without a clock the design is taken as combinational.
    pub fn new(
        top: &str,
        clock: Option<&str>,
        reset: Option<Reset>,
        files: Vec<(String, String)>,
        ports: &[Port],
    ) -> Result<Design, Error> {
        let data = || ports.iter().filter(|p| Some(p.name.as_str()) != clock);
        let design = Design {
            top: top.into(),
            clock: clock.map(String::from),
            reset,
            files,
            inputs: Side::new(data().filter(|p| p.dir == Dir::In)),
            outputs: Side::new(data().filter(|p| p.dir == Dir::Out)),
            held: vec![],
        };
        match design.fault(ports) {
            Some(what) => Err(Error::Design { top: top.into(), what }),
            None => Ok(design),
        }
    }

    /// The same design from other texts, which may have one input more.
    pub fn with(&self, files: Vec<(String, String)>, input: Option<Port>) -> Result<Design, Error> {
        let of = |side: &Side, dir: Dir| -> Vec<Port> {
            side.columns.iter().map(|c| Port { name: c.name.clone(), width: c.width, dir }).collect()
        };
        let clock = self.clock.iter().map(|clock| Port::input(clock, 1));
        let ports: Vec<Port> =
            clock.chain(of(&self.inputs, Dir::In)).chain(input).chain(of(&self.outputs, Dir::Out)).collect();
        Design::new(&self.top, self.clock(), self.reset.clone(), files, &ports)
    }

    /// Holds an input of at most 64 bits, which no driver knows, at a value in every cycle of every run. What is built
    /// stays as it is.
    pub fn hold(mut self, port: &str, value: u64) -> Result<Design, Error> {
        let fail = |what: String| Error::Design { top: self.top.clone(), what };
        let column = self.inputs.column(port).ok_or_else(|| fail(format!("{port} is not an input")))?;
        if column.width > 64 || (column.width < 64 && value >> column.width != 0) {
            return Err(fail(format!("{value} does not fit {port}, which has {} bits, at most 64", column.width)));
        }
        let word = column.word;
        self.held.retain(|(at, _)| *at != word);
        self.held.push((word, value));
        Ok(self)
    }

    fn fault(&self, ports: &[Port]) -> Option<String> {
        let names = ports.iter().map(|p| p.name.as_str()).chain([self.top.as_str()]).chain(self.clock.as_deref());
        if let Some(bad) = names.into_iter().find(|n| !is_identifier(n)) {
            return Some(format!("`{bad}` is not a plain Verilog identifier"));
        }
        for (i, p) in ports.iter().enumerate() {
            if p.width == 0 || p.width > MAX_WIDTH {
                return Some(format!("port {} is {} bits wide, expected 1 to {MAX_WIDTH}", p.name, p.width));
            }
            if ports[..i].iter().any(|q| q.name == p.name) {
                return Some(format!("port {} is listed twice", p.name));
            }
        }
        if self.inputs.words == 0 || self.outputs.words == 0 {
            return Some("expected at least one input and one output besides the clock".into());
        }
        if let Some(r) = &self.reset
            && self.inputs.column(&r.port).is_none_or(|c| c.width != 1)
        {
            return Some(format!("reset {} is not an input of one bit", r.port));
        }
        if self.files.is_empty() {
            return Some("expected at least one Verilog file".into());
        }
        let safe =
            |n: &str| !n.is_empty() && !n.starts_with(['/', '-']) && n.split('/').all(|p| p != ".." && !p.is_empty());
        self.files.iter().find(|f| !safe(&f.0)).map(|f| format!("file name `{}` is not a plain relative path", f.0))
    }

    pub fn top(&self) -> &str {
        &self.top
    }
    pub fn clock(&self) -> Option<&str> {
        self.clock.as_deref()
    }
    pub fn reset(&self) -> Option<&Reset> {
        self.reset.as_ref()
    }
    pub fn files(&self) -> &[(String, String)] {
        &self.files
    }
    pub fn inputs(&self) -> &Side {
        &self.inputs
    }
    pub fn outputs(&self) -> &Side {
        &self.outputs
    }
    /// The words of an input row that are held, and their values.
    pub fn held(&self) -> &[(usize, u64)] {
        &self.held
    }
}

fn is_identifier(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(ports: &[Port]) -> Result<Design, Error> {
        Design::new("t", Some("clk"), None, vec![("t.v".into(), String::new())], ports)
    }

    #[test]
    fn rows_are_packed_lowest_word_first_in_port_order_without_the_clock() {
        let ports = [
            Port::input("clk", 1),
            Port::input("a", 3),
            Port::input("w", 130),
            Port::input("b", 64),
            Port::output("y", 1),
        ];
        let d = design(&ports).expect("legal");
        let at: Vec<_> = d.inputs().columns().iter().map(|c| (c.name.as_str(), c.word, c.words)).collect();
        assert_eq!(at, [("a", 0, 1), ("w", 1, 3), ("b", 4, 1)]);
        assert_eq!(d.inputs().masks(), [7, u64::MAX, u64::MAX, 3, u64::MAX]);
        let mut row = vec![u64::MAX; 5];
        let w = d.inputs().column("w").expect("listed");
        w.put(&mut row, 5 << 64 | 9);
        assert_eq!(row, [u64::MAX, 9, 5, 0, u64::MAX]);
        assert_eq!((w.get(&row), w.hex(&row)), (5 << 64 | 9, "0x50000000000000009".into()));
    }

    #[test]
    fn an_input_is_added_and_held_and_a_value_that_does_not_fit_is_named() {
        let d = design(&[Port::input("a", 3), Port::output("y", 1)]).expect("legal");
        let d = d.with(d.files().to_vec(), Some(Port::input("more", 4))).expect("legal");
        assert_eq!((d.inputs().words(), d.clock()), (2, Some("clk")));
        let held = d.clone().hold("more", 9).and_then(|d| d.hold("more", 15)).expect("fits");
        assert_eq!(held.held(), [(1, 15)]);
        for (port, value) in [("more", 16), ("y", 0), ("clk", 0)] {
            assert!(d.clone().hold(port, value).is_err(), "{port} = {value}");
        }
    }

    #[test]
    fn nonsense_is_named() {
        let y = Port::output("y", 1);
        for (ports, part) in [
            (vec![Port::input("a", 0), y.clone()], "0 bits"),
            (vec![Port::input("a", 2000), y.clone()], "2000 bits"),
            (vec![Port::input("a", 1), Port::input("a", 1), y.clone()], "twice"),
            (vec![y.clone()], "at least one input"),
            (vec![Port::input("a$b", 1), y.clone()], "a$b"),
        ] {
            let e = design(&ports).expect_err(part).to_string();
            assert!(e.contains(part), "{e}");
        }
        let bad = Design::new("t", None, Some(Reset::synchronous("rst")), vec![], &[Port::input("a", 1), y]);
        assert!(bad.expect_err("no such port").to_string().contains("reset rst"));
    }
}
