//! Check bits, parity and scrubbing (`rtl.ecc`): the code exhausted at every width that the design has, a bit that
//! flips in each memory, a broken table, and bugs of the scrubber. Those of what each block does with its check bits
//! stand with the other lists of bugs, in `tests/mutants`.

mod queue;

use crate::bench;
use crate::mutants::ecc::advised as protected;

use bench::Files;
use bench::bugs::{Bug, Bugs};
use std::collections::BTreeSet;
use tb::{Builder, Design, Dut, Port, Variant, blocks};

/// Data bits of every memory, and the check bits that they need.
const WIDTHS: [(u32, u32); 22] = [
    (1, 4),
    (2, 4),
    (4, 4),
    (5, 5),
    (6, 5),
    (8, 5),
    (17, 6),
    (18, 6),
    (22, 6),
    (24, 6),
    (25, 6),
    (32, 7),
    (36, 7),
    (40, 7),
    (45, 7),
    (46, 7),
    (48, 7),
    (53, 7),
    (60, 8),
    (72, 8),
    (123, 9),
    (170, 9),
];

fn engine() -> hdl::emit::Design {
    hdl::design::build(&protected(), "engine").expect("builds")
}

fn top() -> hdl::emit::Design {
    hdl::design::build(&protected(), "top").expect("builds")
}

fn text<'a>(files: &'a Files, name: &str) -> &'a str {
    &files.iter().find(|(file, _)| file == name).expect("the file is in the design").1
}

#[test]
fn the_memories_have_the_widths_that_are_tested() {
    let (mut found, mut memories) = (BTreeSet::new(), 0);
    for (_, text) in top().files.iter().filter(|(name, _)| name != "ackw_ram_ecc.v") {
        for instance in text.split("ackw_ram_ecc #(").skip(1) {
            let value = |name: &str| -> u32 {
                let rest = instance.split(name).nth(1).expect("a parameter");
                let given = rest.split('(').nth(1).and_then(|rest| rest.split(')').next()).expect("a value");
                // with check bits a module of several shapes has a text a shape, whose parameter is of that shape
                let default = || {
                    let rest = text.split(&format!("parameter {given} = ")).nth(1)?;
                    rest.split_whitespace().next()?.trim_end_matches(',').parse().ok()
                };
                given.parse().ok().or_else(default).expect("a number, or a parameter of the module")
            };
            found.insert((value(".WIDTH"), value(".CHECK_BITS")));
            memories += 1;
        }
    }
    assert_eq!(found, BTreeSet::from(WIDTHS));
    // one a text: the lanes of hops share theirs, and the places of fcr; sent has two; rtt and what its writes read are
    // of one width
    assert_eq!(memories, 31);
}

/// All widths side by side: a word, and what is flipped of it and of its check bits.
fn codes() -> Design {
    let mut body = String::from(
        "module codes (\n  input wire [127:0] half,\n  input wire [127:0] flip_low,\n  \
         input wire [127:0] flip_high,\n  input wire [8:0] flip_check",
    );
    let wide = ["half", "flip_low", "flip_high"].map(|name| Port::input(name, 128));
    let mut ports = [&wide[..], &[Port::input("flip_check", 9)]].concat();
    for (width, _) in WIDTHS {
        for name in ["right", "corrected", "uncorrectable"] {
            let name = format!("{name}_{width}");
            body.push_str(&format!(",\n  output wire {name}"));
            ports.push(Port::output(&name, 1));
        }
    }
    body.push_str("\n);\n  wire [255:0] plain = {half, half};\n  wire [255:0] flip = {flip_high, flip_low};\n");
    for (width, check) in WIDTHS {
        let (w, c) = (width - 1, check - 1);
        body.push_str(&format!(
            "  wire [{w}:0] data_{width};\n  wire [{c}:0] check_{width};\n  ackw_ecc #(.WIDTH({width}), .CHECK_BITS({check})) u_{width} (\n    \
             .plain(plain[{w}:0]), .check(check_{width}), .read(plain[{w}:0] ^ flip[{w}:0]),\n    \
             .read_check(check_{width} ^ flip_check[{c}:0]), .data(data_{width}),\n    \
             .corrected(corrected_{width}), .uncorrectable(uncorrectable_{width})\n  );\n  \
             assign right_{width} = data_{width} == plain[{w}:0];\n"
        ));
    }
    body.push_str("endmodule\n");
    let files =
        vec![("ackw_ecc.v".to_string(), text(&engine().files, "ackw_ecc.v").to_string()), ("codes.v".into(), body)];
    Design::new("codes", None, None, files, &ports).expect("legal ports")
}

#[test]
fn every_wrong_bit_is_corrected_and_every_two_are_found_at_every_width() {
    let design = codes();
    let builder = Builder::from_env().expect("a simulator is there or fetched");
    let library = builder.load(&design, Variant::Quick).expect("builds");
    let mut dut = Dut::new(&library, 1).expect("an instance");
    let mut compared = 0;
    for (width, check) in WIDTHS {
        let bits = width + check;
        // of the lower and the upper half of the data, and of the check bits
        let wrong = |bit: u32| match bit {
            _ if bit >= width => [0, 0, 1u128 << (bit - width)],
            128.. => [0, 1 << (bit - 128), 0],
            _ => [1 << bit, 0, 0],
        };
        let mut flips = vec![([0; 3], 0)];
        flips.extend((0..bits).map(|a| (wrong(a), 1)));
        for a in 0..bits {
            flips.extend((0..a).map(|b| (std::array::from_fn(|part| wrong(a)[part] ^ wrong(b)[part]), 2)));
        }
        let word = |name: &str| design.outputs().column(&format!("{name}_{width}")).expect("a port").word;
        let [right, corrected, uncorrectable] = ["right", "corrected", "uncorrectable"].map(word);
        for plain in
            [0, u128::MAX, 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210, 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834]
        {
            let mut rows = vec![];
            for ([low, high, check], _) in &flips {
                let mut row = vec![0; design.inputs().words()];
                let inputs = [("half", plain), ("flip_low", *low), ("flip_high", *high), ("flip_check", *check)];
                for (name, value) in inputs {
                    design.inputs().column(name).expect("a port").put(&mut row, value);
                }
                rows.extend(row);
            }
            let mut out = vec![];
            dut.run(&rows, &mut out).expect("it runs");
            for (row, (flip, count)) in out.chunks(design.outputs().words()).zip(&flips) {
                assert_eq!(
                    (row[corrected], row[uncorrectable]),
                    (u64::from(*count == 1), u64::from(*count == 2)),
                    "{width} bits: {flip:x?} of {plain:x}"
                );
                assert!(*count == 2 || row[right] == 1, "{width} bits: {flip:x?} of {plain:x}");
                compared += 1;
            }
        }
    }
    let pairs = |(width, check): (u32, u32)| {
        let n = width + check;
        1 + n + n * (n - 1) / 2
    };
    assert_eq!(compared, 4 * WIDTHS.map(pairs).iter().sum::<u32>());
}

/// The last QP: a walk that ends too early does not reach it.
const QPN: u64 = 31;

/// The array of every memory, with a bit that flips in the first word that is written for that QP: the one of the
/// initialisation. What registers without a reset write before there is one does not count.
fn with_flipped_bits(mut files: Files) -> Files {
    let (_, array) = files.iter_mut().find(|(name, _)| name == "ackw_array.v").expect("an array");
    for (from, to) in [
        (
            "  reg [WIDTH-1:0] words",
            "  reg planted;\n  initial planted = 1'b0;\n  reg [2:0] before_reset;\n  initial before_reset = 3'd7;\n  \
             wire flips = (&waddr) & !planted & !(|before_reset);\n  reg [WIDTH-1:0] words",
        ),
        (
            "if (we) words[waddr] <= wdata;",
            "if (we) words[waddr] <= wdata ^ {{(WIDTH-3){1'b0}}, flips, 2'b00};\n    if (we & flips) planted <= 1'b1;\n    \
             if (|before_reset) before_reset <= before_reset - 3'd1;",
        ),
    ] {
        assert_eq!(array.matches(from).count(), 1, "{from:?}");
        *array = array.replacen(from, to, 1);
    }
    files
}

/// The Verilated engine, or another block, input by input.
struct Engine {
    design: Design,
    dut: Dut,
    interval: u64,
    /// The bug that is on, where the design has any.
    bug: Option<u64>,
    /// What takes updates.
    ready: &'static str,
}

impl Engine {
    fn new(design: Design, bug: Option<u64>) -> Engine {
        Self::of(design, bug, "upd_ready")
    }

    fn of(design: Design, bug: Option<u64>, ready: &'static str) -> Engine {
        let builder = Builder::from_env().expect("a simulator is there or fetched");
        let dut = Dut::new(&builder.load(&design, Variant::Quick).expect("builds"), 1).expect("an instance");
        let mut engine = Engine { design, dut, interval: 0, bug, ready };
        engine.run(8, &[("rst_n", 0)]);
        engine.run(100, &[]);
        engine
    }

    /// So many cycles with these inputs: in how many of them words were corrected, and how many were uncorrectable.
    fn run(&mut self, cycles: usize, inputs: &[(&str, u64)]) -> (u64, u64) {
        let out = self.rows(cycles, inputs);
        let outs = self.design.outputs();
        let count = |name: &str| {
            let word = outs.column(name).expect("an output").word;
            out.chunks(outs.words()).map(|row| row[word]).sum()
        };
        (count("fault_corrected"), count("fault_uncorrectable"))
    }

    /// All that it says in them.
    fn rows(&mut self, cycles: usize, inputs: &[(&str, u64)]) -> Vec<u64> {
        let ins = self.design.inputs();
        let mut row = vec![0; ins.words()];
        let rest = [("rst_n", 1), (self.ready, 1)];
        let scrub = [("ecc_scrub_interval", self.interval)];
        let bug = self.bug.map(|bug| ("bug", bug));
        for (name, value) in rest.iter().chain(&scrub).chain(bug.as_ref()).chain(inputs) {
            row[ins.column(name).expect("an input").word] = *value;
        }
        let mut out = vec![];
        self.dut.run(&row.repeat(cycles), &mut out).expect("it runs");
        out
    }

    /// An ACK of the QP, and all that follows from it.
    fn ack(&mut self) -> (u64, u64) {
        let (a, b) = self.run(1, &[("s_event_valid", 1), ("s_event_qpn", QPN), ("s_event_n", 1)]);
        let (c, d) = self.run(300, &[]);
        (a + c, b + d)
    }

    /// Scrubs every context once.
    fn walk(&mut self) -> (u64, u64) {
        // an operation of all four units takes longer than 100 cycles
        self.interval = 150;
        let found = self.run(32 * 150 + 10, &[]);
        self.interval = 0;
        let rest = self.run(300, &[]);
        (found.0 + rest.0, found.1 + rest.1)
    }
}

/// What scrubbing does about a bit that has flipped in each memory; what is wrong with it.
fn scrub(mut engine: Engine) -> Result<(), String> {
    let held = |what: &str, found: (u64, u64), expected: std::ops::RangeInclusive<u64>| {
        if expected.contains(&found.0) && found.1 == 0 { Ok(()) } else { Err(format!("{what}: {found:?}")) }
    };
    held("nothing reads", engine.run(2000, &[]), 0..=0)?;
    held("the first ACK", engine.ack(), 1..=20)?;
    // the choice, what is sent and the reference are not an event's to write
    held("the next ACK", engine.ack(), 1..=20)?;
    held("an ACK long after, without scrubbing", engine.ack(), 1..=20)?;
    held("a walk of the scrubber", engine.walk(), 1..=20)?;
    held("the next walk", engine.walk(), 0..=0)?;
    held("an ACK behind it", engine.ack(), 0..=0)
}

const BUGS: &[Bug] = crate::bugs! {
"engine" "ackw_scrub.v" {
    "the last QP is never scrubbed": "qpn <= qpn + 5'd1;" => "qpn <= (qpn == 5'd30) ? 5'd0 : qpn + 5'd1;";
}
"engine" "ackw_choice.v" {
    "what was read of the choice is not written back": "if (rewrite_p3_valid) begin" => "if (1'b0) begin";
}
"engine" "ackw_ignores.v" {
    "what was read of a bit whose marks are ignored is not written back": "if (back_writes) begin" => "if (1'b0) begin";
}
"engine" "ackw_dcqcn.v" {
    "what was read of a context is not written back": "if (ends_host & !visit_write) begin" => "if (1'b0) begin";
    "a mark that was read is not written back": "vb_host & !vb_write) begin\n        s4_marks <= 1'b1;" => "vb_host & !vb_write) begin\n        s4_marks <= 1'b0;";
}
"engine" "ackw_dcqcn_unit.v" {
    "what was read of the counts is not written back": "dcqcn_issued_valid = 1'b1;" => "dcqcn_issued_valid = 1'b0;";
}
"engine" "ackw_dctcp.v" {
    "what was read of CP is not written back": "close_from_s5[14] | is_load[19] | is_read[19]" => "close_from_s5[14] | is_load[19]";
}
"engine" "ackw_dctcp_counts.v" {
    "what was read of the counts is not written back": "s4_stores <= 1'b1;" => "s4_stores <= s3_ack | s3_loss | s3_loads;";
}
"engine" "ackw_window.v" {
    "what was read of Wc is not written back": "if (valid[20] & s_20_reads) begin" => "if (1'b0) begin";
}
};

#[test]
fn a_flipped_bit_is_corrected_at_each_read_and_gone_behind_a_walk_unless_the_scrubber_has_a_bug() {
    let (config, mut flips) = (protected(), engine());
    flips.files = with_flipped_bits(flips.files);
    let bugs = Bugs::new(&config, &flips, &["engine"], BUGS);
    let with = |number: u64| scrub(Engine::new(bugs.design("engine").clone(), Some(number)));
    with(0).expect("as the page says");
    for (bug, number) in BUGS.iter().zip(1..) {
        println!("{}: {}", bug.bug, with(number).expect_err(bug.bug));
    }
}

/// What scrubbing does about a bit that has flipped in each memory of `limit` and `fcr`; what is wrong with it.
fn scrub_limit(mut limit: Engine) -> Result<(), String> {
    let held = |what: &str, found: (u64, u64), expected: std::ops::RangeInclusive<u64>| {
        if expected.contains(&found.0) && found.1 == 0 { Ok(()) } else { Err(format!("{what}: {found:?}")) }
    };
    // the walk reads one of the copies in every 32 cycles
    held("the walk alone", limit.run(3200, &[]), 90..=110)?;
    held("a walk of the scrubber", limit.walk(), 1..=200)?;
    held("the next walk", limit.walk(), 0..=0)?;
    let update = limit.run(1, &[("s_upd_valid", 1), ("s_upd_qpn", QPN)]);
    let rest = limit.run(100, &[]);
    held("an update behind it", (update.0 + rest.0, update.1 + rest.1), 0..=0)
}

const LIMIT_BUGS: &[Bug] = crate::bugs! {
"limit" "ackw_scrub.v" {
    "the last QP is never scrubbed": "qpn <= qpn + 5'd1;" => "qpn <= (qpn == 5'd30) ? 5'd0 : qpn + 5'd1;";
}
"limit" "ackw_limit.v" {
    "what was read of a set is not written back": "if (scrub_p3_writes) begin\n      sets_we = 1'b1;" => "if (1'b0) begin\n      sets_we = 1'b1;";
    "an advice's place is not read": "fcr_in_valid = valid[4];" => "fcr_in_valid = 1'b0;";
    "what is kept is not written back": ".s3_valid            (q0_valid)" => ".s3_valid            (q0_valid & !q0_scrubs)";
}
};

#[test]
fn a_bit_that_has_flipped_in_limit_is_gone_behind_a_walk_unless_the_scrubber_has_a_bug() {
    let (config, mut flips) = (protected(), top());
    flips.files = with_flipped_bits(flips.files);
    let bugs = Bugs::new(&config, &flips, &["limit"], LIMIT_BUGS);
    let with = |number: u64| scrub_limit(Engine::of(bugs.design("limit").clone(), Some(number), "m_upd_ready"));
    with(0).expect("as the page says");
    for (bug, number) in LIMIT_BUGS.iter().zip(1..) {
        println!("{}: {}", bug.bug, with(number).expect_err(bug.bug));
    }
}

#[test]
fn without_a_flipped_bit_nothing_is_found() {
    let plain = engine();
    let design = blocks::design(&plain, &protected(), "engine", plain.files.clone()).expect("the engine is in it");
    assert_eq!(scrub(Engine::new(design, None)), Err("the first ACK: (0, 0)".into()));
}

#[test]
fn a_wrong_bit_in_the_reciprocals_table_is_told_three_cycles_after_its_address() {
    let config = protected();
    let emitted = hdl::design::build(&config, "recip").expect("builds");
    let rom = text(&emitted.files, "ackw_recip_rom.v");
    let line = rom.lines().find(|line| line.trim_start().starts_with("9'd300:")).expect("a row");
    let digit = line.rfind(';').expect("a row's end") - 1;
    let last = u8::from_str_radix(&line[digit..=digit], 16).expect("a digit");
    let broken = format!("{}{:x};", &line[..digit], last ^ 1);
    let files = bench::with_bug(&emitted, "ackw_recip_rom.v", line, &broken);
    let design = blocks::design(&emitted, &config, "recip", files).expect("the block is in the design");
    let builder = Builder::from_env().expect("a simulator is there or fetched");
    let mut dut = Dut::new(&builder.load(&design, Variant::Quick).expect("builds"), 1).expect("an instance");
    let port = |name: &str| design.inputs().column(name).expect("an input").word;
    // the address is the divisor's upper bits
    let row = |entry: u64| {
        let mut row = vec![0; design.inputs().words()];
        (row[port("x")], row[port("d")]) = (1 << 17, entry << 14);
        row
    };
    let rows: Vec<u64> = [5, 5, 5, 5, 300, 5, 301, 5, 5, 5, 5].into_iter().flat_map(row).collect();
    let mut out = vec![];
    dut.run(&rows, &mut out).expect("it runs");
    let parity = design.outputs().column("rom_parity").expect("an output").word;
    let told: Vec<u64> = out.chunks(design.outputs().words()).map(|row| row[parity]).skip(4).collect();
    assert_eq!(told, [0, 0, 0, 1, 0, 0, 0]);
}

/// Silence would leave a user with contexts that nothing protects.
#[test]
fn a_block_that_has_no_check_bits_is_refused_where_they_are_asked_for() {
    for block in hdl::design::UNPROTECTED {
        let error = hdl::design::build(&protected(), block).err().map(|e| e.to_string()).unwrap_or_default();
        assert_eq!(error, format!("rtl.ecc = true: block {block} has no check bits yet: expected false"));
    }
}
