//! Bugs put into a design by hand, all of a block in one build: each replaces a text of the emitted Verilog, and an
//! input of the block switches one of them on. Builds are the price of such a list, runs are cheap.
//!
//! The expression that a bug changes becomes `(bug == 3 ? changed : as it was)`. Whole expressions only (the right side
//! of an assignment, a condition, what is connected to an input), so that nothing around them is read in another way.
//! With the input at 0 the design is as emitted, but for the width in which an expression is evaluated where a bug's is
//! wider; [`Bugs::run`] of no bug shows that it is equal.

use super::Files;
use layout::config::Config;
use std::collections::BTreeMap;
use std::ops::Range;
use tb::{Builder, Options, Outcome, Port, Rung, Variant, blocks};

/// One of them.
#[derive(Debug, Clone, Copy)]
pub struct Bug {
    /// The block whose bench must find it.
    pub block: &'static str,
    pub file: &'static str,
    pub bug: &'static str,
    /// Occurs in the file exactly once.
    pub from: &'static str,
    pub to: &'static str,
}

/// The bugs of one file, of one block.
#[macro_export]
macro_rules! bugs {
    ($($block:literal $file:literal { $($bug:literal: $from:literal => $to:literal;)+ })+) => {
        &[$($($crate::bench::bugs::Bug { block: $block, file: $file, bug: $bug, from: $from, to: $to },)+)+]
    };
}

const WIDTH: u32 = 8;

/// The blocks of a configuration with bugs in them.
pub struct Bugs<'a> {
    config: &'a Config,
    designs: Vec<(&'a str, tb::Design)>,
    builder: Builder,
}

impl<'a> Bugs<'a> {
    /// Puts all bugs into each of the blocks that has their files, and builds these blocks.
    pub fn new(config: &'a Config, emitted: &hdl::emit::Design, blocks: &[&'a str], bugs: &[Bug]) -> Bugs<'a> {
        let files = switched(&emitted.files, bugs);
        let builder = Builder::from_env().expect("a simulator is there or fetched");
        let designs = super::for_each(blocks, |block| {
            let plain = blocks::design(emitted, config, block, files.clone()).expect("the block is in the design");
            let files = with_input(plain.files(), plain.top());
            let design = plain.with(files, Some(Port::input("bug", WIDTH))).expect("a design with an input more");
            builder.build(&design, Variant::Quick).expect("builds");
            (*block, design)
        });
        Bugs { config, designs, builder }
    }

    /// In the order of verification.
    pub fn blocks(&self) -> impl Iterator<Item = &'a str> {
        self.designs.iter().map(|(block, _)| *block)
    }

    /// Whether a block has a file.
    pub fn has(&self, block: &str, file: &str) -> bool {
        self.design(block).files().iter().any(|(name, _)| name == file)
    }

    /// A block with its bugs, and the input that switches them on.
    pub fn design(&self, block: &str) -> &tb::Design {
        let (_, design) = self.designs.iter().find(|(name, _)| *name == block).expect("a block that was built");
        design
    }

    /// Runs a block with the bug of this index, or with none.
    pub fn run(&self, block: &str, bug: Option<usize>, options: Options) -> Outcome {
        let number = bug.map_or(0, |index| index as u64 + 1);
        let design = self.design(block).clone().hold("bug", number).expect("fewer bugs than the input has values");
        let options = Options { config: self.config.hash(), short: true, ..options };
        blocks::run(Rung::Rtl(&self.builder), block, self.config, &design, &options, &mut |_| {})
            .expect("the bench runs")
    }
}

/// Each bug has its place in these texts.
pub fn are_quoted(files: &Files, bugs: &[Bug]) {
    switched(files, bugs);
}

/// The texts with each bug where its number is on.
fn switched(files: &Files, bugs: &[Bug]) -> Files {
    assert!(bugs.len() < 1 << WIDTH, "{} bugs", bugs.len());
    let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
    for bug in bugs {
        assert!(names.contains(&bug.file), "{}: there is no {}", bug.bug, bug.file);
    }
    files.iter().map(|(name, text)| (name.clone(), switched_in(name, text, bugs))).collect()
}

fn switched_in(name: &str, text: &str, bugs: &[Bug]) -> String {
    let bare = without_comments(text);
    // where an expression begins, what is there, and what under the numbers of bugs
    let mut places: BTreeMap<usize, (Range<usize>, Vec<String>)> = BTreeMap::new();
    for (index, bug) in bugs.iter().enumerate().filter(|(_, bug)| bug.file == name) {
        assert_eq!(text.matches(bug.from).count(), 1, "{}: {:?} in {name}", bug.bug, bug.from);
        let (cut, new) = difference(text.find(bug.from).expect("counted"), bug);
        let place = expression(&bare, &cut).unwrap_or_else(|| panic!("{}: {name}: no expression", bug.bug));
        let (head, tail) = (&text[place.start..cut.start], &text[cut.end..place.end]);
        let under = format!("ackw_bug::on == {WIDTH}'d{} ? ({head}{new}{tail}) : ", index + 1);
        places.entry(place.start).or_insert((place, vec![])).1.push(under);
    }
    let mut out = String::new();
    let mut at = 0;
    for (range, under) in places.into_values() {
        assert!(range.start >= at, "{name}: one bug's expression lies in another's");
        out += &format!("{}({}({}))", &text[at..range.start], under.concat(), &text[range.clone()]);
        at = range.end;
    }
    out += &text[at..];
    // what a bug may choose is no constant any more
    let chosen = |line: &str| line.contains("ackw_bug::on");
    out.lines().map(|l| if chosen(l) { l.replacen("localparam ", "wire ", 1) } else { l.into() } + "\n").collect()
}

/// The texts with the input at the top module, behind which stands the number that all modules look at.
fn with_input(files: &[(String, String)], top: &str) -> Files {
    let package = format!("package ackw_bug; reg [{}:0] on; endpackage\n", WIDTH - 1);
    let port = format!("module {top} (\n  input wire [{}:0] bug,\n", WIDTH - 1);
    let changed = files.iter().map(|(name, text)| {
        let head = format!("module {top} (\n");
        let text = match text.contains(&head) {
            true => text.replace(&head, &port).replace("endmodule", "  always @* ackw_bug::on = bug;\nendmodule"),
            false => text.clone(),
        };
        (name.clone(), text)
    });
    [("ackw_bug.v".to_string(), package)].into_iter().chain(changed).collect()
}

/// What of the text is replaced, and by what: without what both begin and end with.
fn difference(at: usize, bug: &Bug) -> (Range<usize>, &str) {
    let (from, to) = (bug.from.as_bytes(), bug.to.as_bytes());
    let head = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    let tail = from[head..].iter().rev().zip(to[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    (at + head..at + from.len() - tail, &bug.to[head..to.len() - tail])
}

/// Blanks in the place of comments, so that places stay as they are.
fn without_comments(text: &str) -> Vec<u8> {
    let mut bare = text.as_bytes().to_vec();
    let mut from = 0;
    while let Some(begin) = text[from..].find("//").map(|at| from + at) {
        let end = text[begin..].find('\n').map_or(text.len(), |at| begin + at);
        bare[begin..end].fill(b' ');
        from = end;
    }
    bare
}

/// The whole expression around a place: up to the bracket of a condition or of a connection, or to the ends of an
/// assignment.
fn expression(bare: &[u8], cut: &Range<usize>) -> Option<Range<usize>> {
    let (mut depth, mut begin) = (0, cut.start);
    while begin > 0 {
        match bare[begin - 1] {
            b')' | b']' | b'}' => depth += 1,
            b'(' | b'[' | b'{' if depth > 0 => depth -= 1,
            b'(' if opens_a_whole(&bare[..begin - 1]) => return closed(bare, begin, b')').map(|end| begin..end),
            b';' if depth == 0 => break,
            b'\n' | b' ' if depth == 0 && ends_in_keyword(&bare[..begin - 1]) => break,
            _ => {}
        }
        begin -= 1;
    }
    let end = closed(bare, begin, b';')?;
    let equals = closed(bare, begin, b'=')?;
    let begin = (equals + 1..end).find(|at| !bare[*at].is_ascii_whitespace())?;
    (begin <= cut.start && cut.end <= end).then_some(begin..end)
}

/// Whether a statement begins behind this text.
fn ends_in_keyword(before: &[u8]) -> bool {
    [&b" begin"[..], b" end", b" else"].iter().any(|word| before.ends_with(word))
}

/// Whether the bracket behind this text is that of a condition or of a connection.
fn opens_a_whole(before: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&before[before.len().saturating_sub(80)..]);
    let word = text.trim_end().rsplit(|c: char| !(c.is_alphanumeric() || "_.".contains(c))).next().unwrap_or("");
    word == "if" || word.starts_with('.')
}

/// Where the bracket that is open, or the statement, ends.
fn closed(bare: &[u8], begin: usize, mark: u8) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in bare.iter().enumerate().skip(begin) {
        match byte {
            _ if depth == 0 && *byte == mark => return Some(at),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}
