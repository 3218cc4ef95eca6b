//! What a user of the register map reads or compiles: SystemRDL, IP-XACT, a C header and a page. All four are made of
//! the one table (`layout::registers`) by way of the words in this file, so that none can say what another does not.

pub mod c_header;
pub mod ipxact;
pub mod page;
pub mod systemrdl;

use crate::emit::Design;
use layout::config::{Config, Unit};
use layout::drop_reason::DropReason;
use layout::record::Algorithm;
use layout::registers::{
    self, queues, Access, Register, ADDRESS_BITS, ADVICE_COUNTERS, ALERTS, ANSWERS, COUNTERS, ECC_ALERTS, FEATURES,
    FOLDED_COUNTER, HIGH_WATER, LIMIT, LSN, LSN_COUNTERS, OWN_CHECKS, OWN_COUNTERS, PROBER, QUEUES, RECEIVER,
    RESPONDER, SENDER, STATUS,
};
use layout::telemetry::{Place, PROFILES};
use layout::wire::EcePlace;

/// Each file's place in the delivered folder, and its text. The design is one with the registers in it.
pub fn files(config: &Config, design: &Design) -> Vec<(String, String)> {
    let mut files = vec![
        ("doc/ackw_registers.rdl".into(), systemrdl::text(config)),
        ("doc/ackw_registers.ipxact.xml".into(), ipxact::text(config, design)),
        ("sw/ackw_registers.h".into(), c_header::text(config)),
        ("doc/registers.md".into(), page::text(config)),
    ];
    if let Some(text) = ipxact::wrapped(config, design) {
        files.push((format!("doc/{}.ipxact.xml", crate::wrappers::AXIS), text));
    }
    files
}

/// Registers that belong together.
pub struct Group {
    pub title: String,
    /// A sentence for the page.
    pub about: &'static str,
    pub registers: Vec<Register>,
}

/// Where each group outside the units starts, its title and what is to be said of all of it.
const GROUPS: [(u32, &str, &str); 27] = [
    (0x000, "Identity and status", "Who answers, what was built, and whether it is ready."),
    (
        0x020,
        "Interrupt and refused writes",
        "`irq` is a level: high while `irq_status & irq_enable` is not 0. A refused write leaves its trace here.",
    ),
    (
        0x040,
        "High-water marks",
        "The most that waited in each queue since the mark was cleared, or since reset, is read as [a counter](#counters). In a configuration without the queue its bit does nothing.",
    ),
    (0x060, "Check bits", "How what is done about wrong bits is tried, and how often contexts are read and written back."),
    (0x080, "Parser", "Change none of these between the first beat of a frame and its result."),
    (
        0x0e0,
        "Own addresses",
        "With what the parser compares the destination of a frame, where `cfg_own_check` asks. Change none of these between the first beat of a frame and its result.",
    ),
    (
        0x180,
        "Context to write and found",
        "What of a QP's context belongs to no algorithm: as a host operation writes it (`host_*`), and as the last one that read has found it (`found_*`), which stays until the next one.",
    ),
    (
        0x1c0,
        "Host operation",
        "Reads or writes the context of one QP, in its place among that QP's events; `host_parts` chooses what is written.",
    ),
    (
        COUNTERS + 8 * OWN_COUNTERS,
        "Counters of the host's side",
        "What was refused and handed over, and for how many cycles something had to wait. They are read as [the others](#counters).",
    ),
    (
        LIMIT,
        "Advices of switches (FCR)",
        "What is taken of an advice, by the parameter set of its QP. Write the values, then the set's index to `fcr_set_write`; `fcr_status.busy` until it is written, and until then these are refused. A device without FCR has nothing here: `fcr_line` reads 0.",
    ),
    (LIMIT + 0x40, "Advices of switches: what is counted", "Whether advices come, are believed, and end."),
    (
        SENDER,
        "Sender",
        "What the sender limits grants by. Change none of these while a QP is open at the sender. A device without the sender has nothing here: `snd_mtu` reads 0.",
    ),
    (
        SENDER + 0x40,
        "Sender: a QP begins or ends",
        "`snd_start` opens or closes the QP at the sender; `snd_status.busy` until that has gone on, and until then these are refused.",
    ),
    (SENDER + 0x80, "Sender: what it counts", "Of 32 bits each, modulo 2^32."),
    (
        SENDER + 0xc0,
        "Sender: how its classes share",
        "With `shaper.weights`. Change none of these while a QP is open at the sender.",
    ),
    (
        RECEIVER,
        "Receiver",
        "What the receiver answers by. They may change at any time: what stands here when a packet begins to wait, or when a CNP is taken, counts for it. A device without the receiver has nothing here: `rcv_m` reads 0.",
    ),
    (
        RECEIVER + 0x40,
        "Receiver: a QP begins",
        "Write the policy, then `rcv_open`: the QP is answered so from there on, and all of its past is dropped.",
    ),
    (RECEIVER + 0x80, "Receiver: what it counts", "Of 32 bits each, modulo 2^32."),
    (
        RESPONDER,
        "Responder",
        "What all its frames have. A device without the responder has nothing here: `rsp_ttl` reads 0.",
    ),
    (
        RESPONDER + 0x40,
        "Responder: the header of a QP's frames",
        "Write the values, then `rsp_write`: the header counts for answers from there on, whole. With `rsp_valid` 0 the QP has none, and its answers are dropped.",
    ),
    (RESPONDER + 0xc0, "Responder: what it counts", "Of 32 bits each, modulo 2^32."),
    (
        PROBER,
        "Prober",
        "How long responses are waited for, what frames are responses, and with the responder what requests have. Change opcodes and DSCP only while no frame is under way. A device without the prober has nothing here: `prb_timeout` reads 0.",
    ),
    (
        PROBER + 0x40,
        "Prober: the probes of a QP",
        "Write the values, then `prb_start`: 1 opens the QP with this kind, or closes it with kind 0, and drops all of its past; 0 writes its period alone.",
    ),
    (PROBER + 0x80, "Prober: what it counts", "Of 32 bits each, modulo 2^32."),
    (
        ANSWERS,
        "Answers to a peer's probes",
        "What frames are requests, and what their responses have. Change them only while no frame is under way. Without HPCC++ no telemetry request is known. A device without answers has nothing here: `ans_rtt_request` reads 0.",
    ),
    (ANSWERS + 0x80, "Answers: what is counted", "Of 32 bits each, modulo 2^32."),
    (
        LSN,
        "ACKs with an LSN",
        "Which frames they are, and how their bytes become packets. Change them only while nothing is under way. A device that reads none has nothing here: `lsn_opcode` reads 0.",
    ),
];

/// The registers of a configuration by groups, in the order of their places.
pub fn groups(config: &Config) -> Vec<Group> {
    let map = registers::map(config);
    let of_unit = |unit: Unit| {
        let group =
            move |&(from, title, about)| (registers::page(unit) + from, format!("{}: {title}", unit.title()), about);
        unit.row().groups.iter().map(group)
    };
    let mut all: Vec<_> = GROUPS.iter().map(|&(from, title, about)| (from, title.to_owned(), about)).collect();
    all.extend(Unit::ALL.into_iter().flat_map(of_unit));
    all.sort_by_key(|(from, ..)| *from);
    let ends: Vec<u32> = all.iter().skip(1).map(|(from, ..)| *from).chain([1 << ADDRESS_BITS]).collect();
    let groups = all.into_iter().zip(ends).map(|((from, title, about), end)| {
        let registers = map.iter().filter(|r| (from..end).contains(&r.offset)).copied().collect();
        Group { title, about, registers }
    });
    groups.filter(|group| !group.registers.is_empty()).collect()
}

/// What a register is, without references that only its source has.
pub fn doc(register: &Register) -> String {
    register.field.doc.replace("SEMANTICS ", "doc/divergence.md ")
}

/// Some bits of a word that have a name of their own.
pub struct Part {
    pub name: String,
    pub lsb: u32,
    pub bits: u32,
    pub doc: String,
    /// Values that have names.
    pub codes: Vec<(u64, String)>,
}

impl Part {
    fn new(name: &str, lsb: u32, bits: u32, doc: &str) -> Part {
        Part { name: name.into(), lsb, bits, doc: doc.into(), codes: Vec::new() }
    }

    /// These bits of a word.
    pub fn of(&self, word: u32) -> u32 {
        let mask = u32::MAX >> (32 - self.bits);
        word >> self.lsb & mask
    }
}

/// One word of 32 bits: a register, or half of one.
pub struct Word {
    /// The register's name, with `_lo` or `_hi` where it has two words.
    pub name: String,
    pub offset: u32,
    pub register: Register,
    /// Which bit of the register is the word's lowest: 0 or 32.
    pub lowest: u32,
}

impl Word {
    /// Bits of the register that stand in this word.
    pub fn bits(&self) -> u32 {
        (self.register.bits() - self.lowest).min(32)
    }

    pub fn reset(&self) -> u32 {
        (self.register.field.reset >> self.lowest) as u32
    }

    pub fn parts(&self) -> Vec<Part> {
        match parts(&self.register) {
            parts if !parts.is_empty() => parts,
            _ => {
                vec![Part { codes: codes(&self.register), ..Part::new("value", 0, self.bits(), &doc(&self.register)) }]
            }
        }
    }
}

/// The words of a register, the lower first.
pub fn words(register: &Register) -> Vec<Word> {
    let suffixes: &[&str] = if register.words() == 1 { &[""] } else { &["_lo", "_hi"] };
    let word = |(i, suffix): (usize, &&str)| Word {
        name: format!("{}{suffix}", register.name()),
        offset: register.offset + 4 * i as u32,
        register: *register,
        lowest: 32 * i as u32,
    };
    suffixes.iter().enumerate().map(word).collect()
}

/// What a write of a context replaces: each with its bit of `host_parts`, of which fields' names it speaks, and its
/// text.
fn context_parts() -> Vec<(&'static str, u32, Vec<&'static str>, String)> {
    let of_unit = |unit: Unit| {
        let state = format!("state of {}", unit.title());
        let text = if unit.row().also.is_empty() { state } else { format!("{state}; its {}", unit.row().also) };
        (unit.name(), unit.part().ilog2(), vec![unit.name()], text)
    };
    let psn = "last PSN acknowledged, and whether the QP is open; snd_nxt and snd_max become that + 1";
    let mut all = vec![
        ("choice", 0, vec!["alg", "set"], "algorithm and parameter set".to_owned()),
        ("psn", 1, vec!["psn", "open"], psn.to_owned()),
    ];
    all.extend(Unit::ALL.map(of_unit));
    all
}

/// The named bits of a register that has some.
pub fn parts(register: &Register) -> Vec<Part> {
    let flags = |all: &[(&str, &str)]| {
        all.iter().enumerate().map(|(i, (name, doc))| Part::new(name, i as u32, 1, doc)).collect()
    };
    match register.name() {
        "version" => ["major", "minor", "patch"]
            .into_iter()
            .zip([(16, 16), (8, 8), (0, 8)])
            .map(|(name, (lsb, bits))| Part::new(name, lsb, bits, "of the generator's version"))
            .collect(),
        "features" => FEATURES.iter().map(|(name, lsb, bits)| Part::new(name, *lsb, *bits, &feature(name))).collect(),
        "status" => flags(&STATUS),
        "snd_status" => flags(&layout::sender::STATUS),
        "rcv_status" => flags(&layout::receiver::STATUS),
        "rsp_status" => flags(&layout::responder::STATUS),
        "prb_status" => flags(&layout::prober::STATUS),
        "fcr_status" => flags(&layout::limit::STATUS),
        "irq_status" => flags(&[&ALERTS[..], &ECC_ALERTS].concat()[..register.bits() as usize]),
        "irq_enable" | "irq_clear" => {
            let does = if register.name() == "irq_enable" { "1: irq rises when" } else { "1 clears this:" };
            let part =
                |(i, (name, doc)): (usize, &(&str, &str))| Part::new(name, i as u32, 1, &format!("{does} {doc}"));
            let alerts = ALERTS.iter().chain(&ECC_ALERTS).take(register.bits() as usize);
            alerts.enumerate().map(part).collect()
        }
        "cfg_own_check" => flags(&OWN_CHECKS),
        "high_water_clear" => flags(&QUEUES),
        "host_parts" => {
            let all = context_parts();
            let taken = all.iter().filter(|(_, bit, ..)| register.field.max >> bit & 1 == 1);
            taken.map(|(name, bit, _, doc)| Part::new(name, *bit, 1, doc)).collect()
        }
        _ => Vec::new(),
    }
}

/// What a number of `features` counts.
fn feature(name: &str) -> String {
    let text = match name {
        "qp_bits" => "log2 of the number of QPs",
        "hops" => "hops of HPCC++; 0 without it",
        "lanes" => "hops that are compared at once; 0 without HPCC++",
        "data_bytes" => "width of the packet stream in bytes",
        "ecc" => "contexts have check bits and tables parity",
        "fcr" => "switches may advise rates: FCR is built",
        "sender" => "the sender is built, with its registers",
        "receiver" => "the receiver is built, with its registers",
        "wait_slots" => "events that wait for their QP while others pass",
        unit => {
            let unit = Unit::ALL.into_iter().find(|built| built.name() == unit).expect("a feature has a description");
            return format!("{} is built", unit.title());
        }
    };
    text.into()
}

/// The values of a register that have names, as far as it takes them.
fn codes(register: &Register) -> Vec<(u64, String)> {
    let number = |names: &[&str]| (0..).zip(names.iter().map(|name| name.replace('-', "_"))).collect();
    let all: Vec<(u64, String)> = match register.name() {
        "host_alg" | "found_alg" => {
            Algorithm::ALL.into_iter().map(|alg| (alg as u64, alg.name().replace('-', "_"))).collect()
        }
        "cfg_ece_place" => number(&EcePlace::ALL.map(EcePlace::name)),
        "cfg_telemetry_place" => number(&Place::ALL.map(Place::name)),
        "cfg_telemetry_profile" => number(&PROFILES.map(|profile| profile.name)),
        "host_start" => number(&["read", "write"]),
        "snd_open_unit" => number(&["packets", "timer", "bytes", "rate"]),
        "snd_start" => number(&["close", "open"]),
        _ => Vec::new(),
    };
    all.into_iter().filter(|(value, _)| register.takes(*value)).collect()
}

/// A counter of `top`: two words of the counters' window.
pub struct Counter {
    pub index: u32,
    pub name: String,
    pub doc: &'static str,
}

impl Counter {
    pub fn offset(&self) -> u32 {
        COUNTERS + 8 * self.index
    }

    /// Its words: name and offset, the lower first.
    pub fn words(&self) -> [(String, u32); 2] {
        [("lo", 0), ("hi", 4)].map(|(half, more)| (format!("count_{}_{half}", self.name), self.offset() + more))
    }
}

/// The counters that a configuration has; the rest of their window reads 0.
pub fn counters(config: &Config) -> Vec<Counter> {
    let drop = |reason: &DropReason| (format!("drop_{}", reason.name()), reason.doc());
    let (drops, others) = DropReason::ALL.split_at(DropReason::USUAL);
    let there = |fcr: bool, lsn: bool| others.iter().filter(move |r| DropReason::of(fcr, lsn).contains(r));
    let revised = there(config.parser.fcr, false);
    let of_lsn = there(false, config.engine.lsn).map(drop);
    let events = [
        ("event_ack", "ACKs that the parser handed over"),
        ("event_loss", "NAKs for a PSN sequence error, likewise"),
        ("event_cnp", "congestion notification packets, likewise"),
        ("event_data", "data packets with telemetry at the receiver, likewise"),
    ];
    // named as the flags of an update, which they count
    let updates = [
        ("hpcc_path", "updates after a change of path: only the hop records were replaced"),
        ("hpcc_hops", "updates of a path with more hops than the engine has: dropped"),
        ("hpcc_speed", "updates with a hop of unknown speed, which was skipped"),
        ("hpcc_still", "updates with a hop without time between two telemetries, which was skipped"),
        ("hpcc_u_zero", "updates with U = 0 in the multiplicative branch: W = W_max"),
    ];
    let engine = [
        ("psn_rejected", "ACKs and NAKs that confirm what was not sent, or are nowhere near the last PSN: dropped"),
        ("qp_closed", "events of closed QPs: dropped"),
        ("saturated", "events that joined one of their QP, with a sum of packets or CNPs that stays at 2^14 - 1"),
    ];
    let rest = events.iter().chain(&updates).chain(&engine).map(|(name, doc)| ((*name).to_owned(), *doc));
    let advice = ("event_advice".to_owned(), "advices of switches (FCR) that the parser handed over");
    let advices = revised.map(drop).chain(config.parser.fcr.then_some(advice));
    let folded = ("folded".to_owned(), "events that joined one of their QP that waited, and share its update");
    let marks = QUEUES.iter().zip(queues(config)).map(|(mark, there)| there.then_some(*mark));
    let marks = marks.map(|mark| mark.map(|(name, doc)| (name.to_owned(), doc)));
    let row = |first: u32, all: Vec<(String, &'static str)>| (first..).zip(all.into_iter().map(Some));
    let all = row(0, drops.iter().map(drop).chain(rest).collect())
        .chain(row(ADVICE_COUNTERS, advices.collect()))
        .chain([(FOLDED_COUNTER, Some(folded))])
        .chain((HIGH_WATER..).zip(marks))
        .chain(row(LSN_COUNTERS, of_lsn.collect()));
    let counter = |(index, one): (u32, Option<_>)| one.map(|(name, doc)| Counter { index, name, doc });
    // what is not there leaves a hole
    let there = |counter: &Counter| config.reads_hops() || !updates.iter().any(|(name, _)| *name == counter.name);
    all.filter_map(counter).filter(there).collect()
}

/// The word that the files use for what a host may do.
pub fn access(access: Access) -> &'static str {
    match access {
        Access::Constant => "constant",
        Access::Read => "read",
        Access::Write => "write",
        Access::Context => "context",
        Access::Start => "start",
        Access::Clear => "clear",
    }
}
