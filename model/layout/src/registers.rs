//! The register map: what a host sees behind the AXI4-Lite port. RTL, model, SystemRDL, IP-XACT, C header and page are
//! made of this one table. A register holds one number, of up to 64 bits: what is wider than 32 takes two words, the
//! lower first.
//!
//! Places do not depend on the configuration: what it leaves out leaves a hole, so that one driver serves all.

use crate::answers;
use crate::config::{Config, Unit};
use crate::drop_reason::DropReason;
use crate::field::Field;
use crate::fixed::Format;
use crate::ldcp;
use crate::limit;
use crate::lsn;
use crate::prober;
use crate::receiver;
use crate::record::Algorithm;
use crate::responder;
use crate::sender;
use crate::telemetry;
use crate::timing::Latency;
use crate::units::{self, Sense};
use std::sync::LazyLock;

/// Bits of an address: the slave takes 4 KiB.
pub const ADDRESS_BITS: u32 = 12;
/// `id` reads as these letters, the first in the top byte.
pub const ID: u64 = 0x4143_4b57; // "ACKW"
/// Byte offset of the first counter. Each is 64 bits, two words, the lower first.
pub const COUNTERS: u32 = 0x200;
/// Counters that their window has room for: as many as `cnt_sel` can say.
pub const COUNTER_PLACES: u32 = 64;
/// The first of those that are there with `parser.fcr`: the two drop reasons of revised CNPs, then the advices.
pub const ADVICE_COUNTERS: u32 = 38;
/// Events that joined one of their QP that waited.
pub const FOLDED_COUNTER: u32 = 41;
/// The first of the high-water marks, one for each of [`QUEUES`], which are read as counters are.
pub const HIGH_WATER: u32 = 42;
/// The two drop reasons of ACKs with an LSN, with `engine.lsn`: behind the marks.
pub const LSN_COUNTERS: u32 = 47;
/// The first of those that count what happens on the host's side: they are registers of the map. Those before it are
/// `top`'s.
pub const OWN_COUNTERS: u32 = 56;
/// A parameter set has this index at most, and a speed this code.
pub(crate) const LAST_SET: u64 = 15;
/// Each unit has a page of its own, of [`PAGE`] bytes, from here on, in the order of [`page`].
pub const PAGES: u32 = 0x400;
/// Bytes of a unit's page.
pub const PAGE: u32 = 0x100;
/// The page of `limit`, with `engine.fcr`, in the place behind those of four units.
pub const LIMIT: u32 = PAGES + units::FCR_PLACE * PAGE;
/// The page of `sender`, with `nic.sender`: behind those of five units.
pub const SENDER: u32 = PAGES + 5 * PAGE;
/// The page of `receiver`, with `nic.receiver`.
pub const RECEIVER: u32 = PAGES + 6 * PAGE;
/// The page of `responder`, with `nic.responder`.
pub const RESPONDER: u32 = PAGES + 7 * PAGE;
/// The page of `prober`, with `nic.prober`.
pub const PROBER: u32 = PAGES + 8 * PAGE;
/// The page of the responder's answers to probes, with `nic.answers`.
pub const ANSWERS: u32 = PAGES + 9 * PAGE;
/// The page of ACKs with an LSN, with `engine.lsn`.
pub const LSN: u32 = PAGES + 10 * PAGE;
/// Where in its page a unit's part of a context is written.
pub(crate) const HOST: u32 = 0x80;
/// Where in its page its part of the context found is read.
pub(crate) const FOUND: u32 = 0xc0;

/// What a host may do with a register.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// The reset value for ever.
    Constant,
    /// The hardware's to write.
    Read,
    /// The host's to write.
    Write,
    /// The host's; a write is refused while a host operation is under way.
    Context,
    /// A write of the value starts something. It is refused until `init_done`.
    Start,
    /// The host's; the ones of what is written clear what has happened, or set marks to what is there now.
    Clear,
}

impl Access {
    pub const fn is_written(self) -> bool {
        matches!(self, Access::Write | Access::Context | Access::Start | Access::Clear)
    }

    /// A write does something, beside what is read back: it begins an operation, or clears what has happened.
    pub const fn acts(self) -> bool {
        matches!(self, Access::Start | Access::Clear)
    }
}

/// One register.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// In bytes; of a register of two words, that of the lower.
    pub offset: u32,
    pub access: Access,
    /// Its name is the port's that it drives, where it drives one.
    pub field: Field,
    /// Of codes with gaps: a bit for each that it takes. Else it takes all from min to max.
    pub only: Option<u16>,
}

impl Register {
    /// A host may write the value.
    pub fn takes(&self, value: u64) -> bool {
        self.field.check(value).is_ok() && self.only.is_none_or(|codes| codes >> value & 1 == 1)
    }

    pub const fn name(&self) -> &'static str {
        self.field.name
    }

    pub const fn bits(&self) -> u32 {
        self.field.format.bits()
    }

    /// 1 or 2.
    pub const fn words(&self) -> u32 {
        self.bits().div_ceil(32)
    }

    /// Place of the lower word among the words.
    pub const fn index(&self) -> u32 {
        self.offset / 4
    }
}

/// What the codes of an algorithm mean.
static ALGORITHMS: LazyLock<String> = LazyLock::new(|| Algorithm::listed(&Unit::ALL));

/// Bits of `status`.
pub const STATUS: [(&str, &str); 5] = [
    ("init_done", "contexts, parameter sets and speeds have their reset values"),
    ("host_busy", "a host operation or the write of a parameter set is under way"),
    ("irq", "the interrupt is raised"),
    (
        "idle",
        "nothing is under way: no event, no host operation; what was taken up to a last beat has been handed over",
    ),
    ("overflow", "a queue was given more than it holds, and lost it: a fault of the design; stays until reset"),
];

/// Bits of `irq_status`, `irq_enable` and `irq_clear`.
pub const ALERTS: [(&str, &str); 10] = [
    ("refused_write", "a register write was refused"),
    ("frame_dropped", "the parser dropped a frame: the counters say why"),
    (
        "telemetry",
        "HPCC++ met a change of path, too many hops, an unknown speed, no time between two telemetries, or U = 0",
    ),
    ("packets_stalled", "a beat of a packet had to wait"),
    ("events_stalled", "an event had to wait"),
    ("updates_stalled", "an update had to wait"),
    ("host_done", "a host operation is complete"),
    ("psn_rejected", "an ACK or NAK was rejected, for its PSN confirms packets that were not sent: it may be forged"),
    ("queue_overflow", "a queue was given more than it holds: status.overflow stays"),
    ("advice_rejected", "with FCR: an advice out of its range was rejected: it may be forged"),
];

/// Bits above those of an engine with check bits.
pub const ECC_ALERTS: [(&str, &str); 2] = [
    ("ecc_uncorrectable", "a word of a context had two wrong bits: what a QP is told from now on may be wrong"),
    ("rom_parity", "a word of a reciprocal's table had a wrong bit"),
];

/// The queues that have a high-water mark, in the order of their places: a mark's name, and what it tells. Bits of
/// `high_water_clear`.
pub const QUEUES: [(&str, &str); 5] = [
    ("high_water_events", "most events that were in the event queue"),
    ("high_water_updates", "most updates that were in the update queue; beside HPCC++ that of the other units"),
    ("high_water_lanes", "most events that waited for the lanes of HPCC++, where these are fewer than hops"),
    ("high_water_measured", "most updates of HPCC++ that were in their queue, where there are other units too"),
    ("high_water_qps", "most QPs of which an update waited behind the one on the port"),
];

/// Which of [`QUEUES`] a configuration has.
pub fn queues(config: &Config) -> [bool; QUEUES.len()] {
    let lanes = config.senses(Sense::Hops) && config.steps() > 1;
    [true, true, lanes, Latency::of(config).two_streams(), config.keeps_newest()]
}

/// Bits of `cfg_own_check`.
pub const OWN_CHECKS: [(&str, &str); 3] = [
    ("mac", "frames to other MAC addresses are dropped, to groups and to all too: `not_our_mac`"),
    ("ipv4", "IPv4 packets to other addresses are dropped: `not_our_ip`"),
    ("ipv6", "IPv6 packets to other addresses are dropped: `not_our_ip`"),
];

/// Bits of `features`: name, lowest bit, bits. Of each unit one.
pub static FEATURES: LazyLock<Vec<(&str, u32, u32)>> = LazyLock::new(|| {
    let mut all = vec![
        ("qp_bits", 0, 5),
        ("fcr", 7, 1),
        ("hops", 8, 4),
        ("lanes", 12, 3),
        ("sender", 15, 1),
        ("data_bytes", 16, 7),
        ("ecc", 23, 1),
        ("receiver", 26, 1),
        ("wait_slots", 27, 5),
    ];
    all.extend(Unit::ALL.map(|unit| (unit.name(), unit.row().feature, 1)));
    all.sort_by_key(|(_, lowest, _)| *lowest);
    all
});

/// The registers of a configuration, in the order of their places.
pub fn map(config: &Config) -> Vec<Register> {
    let mut all = general(config);
    if config.rtl.ecc {
        all.extend(protection());
    }
    all.extend(parser());
    all.extend(own_addresses());
    all.extend(context(config));
    all.extend(own_counters(config));
    for unit in &config.engine.units {
        all.extend(unit_page(config, *unit));
    }
    if config.engine.fcr {
        all.extend(limit::page());
    }
    if config.nic.sender {
        all.extend(sender::page(config));
    }
    if config.nic.receiver {
        all.extend(receiver::page(config));
    }
    if config.nic.responder {
        all.extend(responder::page(config));
    }
    if config.nic.prober {
        all.extend(prober::page(config));
    }
    if config.nic.answers {
        all.extend(answers::page());
    }
    if config.engine.lsn {
        all.extend(lsn::page());
    }
    all
}

/// The registers of a unit's page.
pub fn unit_page(config: &Config, unit: Unit) -> Vec<Register> {
    (unit.row().page)(config)
}

/// The registers on no page of a unit, of `limit`, or of the halves of a NIC: those of the block `registers` itself.
pub fn outside_units(config: &Config) -> Vec<Register> {
    let more = [LIMIT, SENDER, RECEIVER, RESPONDER, PROBER, ANSWERS, LSN];
    let pages = || config.engine.units.iter().map(|unit| page(*unit)).chain(more);
    map(config).into_iter().filter(|r| !pages().any(|page| r.offset / PAGE == page / PAGE)).collect()
}

/// Places of `top`'s counters: drop reasons, events of the parser, updates of HPCC++ with each of five flags, what the
/// engine drops, sums that saturated, what comes of revised CNPs, events that joined, high-water marks, drop reasons of
/// ACKs with an LSN. What a configuration leaves out reads 0.
pub fn top_counters(config: &Config) -> u32 {
    if config.engine.lsn {
        return LSN_COUNTERS + 2;
    }
    let last = queues(config).iter().rposition(|there| *there).expect("every engine has an event queue");
    HIGH_WATER + last as u32 + 1
}

/// One of `top`'s counters counts at this place: it is there, and no high-water mark.
pub fn top_counts(config: &Config, place: u32) -> bool {
    match place {
        0..ADVICE_COUNTERS | FOLDED_COUNTER => true,
        ADVICE_COUNTERS..FOLDED_COUNTER => config.parser.fcr,
        LSN_COUNTERS | LSN_SECOND => config.engine.lsn,
        _ => false,
    }
}

const _: () = assert!(DropReason::USUAL as u32 + 4 + 5 + 3 == ADVICE_COUNTERS, "they end where advices begin");
const _: () = assert!(ADVICE_COUNTERS + 3 == FOLDED_COUNTER && FOLDED_COUNTER + 1 == HIGH_WATER);
const LSN_SECOND: u32 = LSN_COUNTERS + 1;
const _: () = assert!(HIGH_WATER + QUEUES.len() as u32 == LSN_COUNTERS && LSN_SECOND < OWN_COUNTERS);

/// Of each word of the slave whether a register or a counter is there.
pub fn places(config: &Config) -> Vec<bool> {
    let mut places = vec![false; 1 << (ADDRESS_BITS - 2)];
    let counters = (COUNTERS / 4, 2 * top_counters(config));
    for (first, words) in map(config).iter().map(|r| (r.index(), r.words())).chain([counters]) {
        places[first as usize..(first + words) as usize].fill(true);
    }
    places
}

/// The register of that name.
///
/// # Panics
/// When the configuration has none.
pub fn named(config: &Config, name: &str) -> Register {
    let found = map(config).into_iter().find(|r| r.name() == name);
    found.unwrap_or_else(|| panic!("the register map has no {name}"))
}

pub(crate) fn register(offset: u32, access: Access, field: Field) -> Register {
    Register { offset, access, field, only: None }
}

/// An unsigned integer of so many bits, of any value.
pub(crate) fn count(name: &'static str, bits: u32, unit: &'static str, doc: &'static str) -> Field {
    let format = Format::new(bits, 0);
    Field { name, format, unit, min: 0, max: format.max_raw(), reset: 0, doc }
}

fn constant(offset: u32, name: &'static str, bits: u32, value: u64, doc: &'static str) -> Register {
    register(offset, Access::Constant, Field { reset: value, ..count(name, bits, "1", doc) })
}

fn general(config: &Config) -> Vec<Register> {
    let alerts = alerts(config).count() as u32;
    let status = |offset, name, bits, unit, doc| register(offset, Access::Read, count(name, bits, unit, doc));
    let write = |offset, field| register(offset, Access::Write, field);
    let clear = |offset, field| register(offset, Access::Clear, field);
    vec![
        constant(0x000, "id", 32, ID, "the letters ACKW"),
        constant(0x004, "version", 32, version(), "of the generator: major, minor, patch in bits 31:16, 15:8, 7:0"),
        constant(0x008, "config_hash", 64, config_hash(config), "the hash that stands in every file of the design"),
        constant(0x010, "features", 32, features(config), "what was built, see the bits"),
        status(0x014, "status", STATUS.len() as u32, "flags", "see the bits"),
        write(0x018, count("scratch", 32, "1", "holds what is written, and does nothing")),
        status(0x020, "irq_status", alerts, "flags", "what has happened since it was cleared"),
        write(0x024, count("irq_enable", alerts, "flags", "which of irq_status raise the interrupt")),
        clear(
            0x028,
            count(
                "irq_clear",
                alerts,
                "flags",
                "ones clear their bits of irq_status; what happens in the same cycle stays",
            ),
        ),
        status(0x030, "refused_at", ADDRESS_BITS, "bytes", "offset of the last register write that was refused"),
        clear(0x040, count("high_water_clear", QUEUES.len() as u32, "flags", "ones set these marks to what waits now")),
    ]
}

/// What happens on the host's side, from counter [`OWN_COUNTERS`] on; the last three with check bits.
fn own_counters(config: &Config) -> Vec<Register> {
    let all = [
        ("refused_count", "writes", "register writes that were refused"),
        ("update_count", "updates", "updates handed over"),
        (
            "update_stall",
            "cycles",
            "in which an update waited for upd_ready; with the sender, which always takes it, 0",
        ),
        ("packet_stall", "cycles", "in which a beat waited for s_axis_tready"),
        ("event_stall", "cycles", "in which an event waited for s_event_ready"),
        ("corrected_count", "cycles", "in which words of contexts had one wrong bit each"),
        ("uncorrectable_count", "cycles", "in which words of contexts had two wrong bits each"),
        ("parity_count", "cycles", "in which words of tables had a wrong bit"),
    ];
    let built = if config.rtl.ecc { 8 } else { 5 };
    let one =
        |(k, (name, unit, doc))| register(COUNTERS + 8 * (OWN_COUNTERS + k), Access::Read, count(name, 64, unit, doc));
    (0..).zip(all).take(built).map(one).collect()
}

/// The bits of `irq_status`, `irq_enable` and `irq_clear`: name and meaning.
pub fn alerts(config: &Config) -> impl Iterator<Item = (&'static str, &'static str)> {
    ALERTS.into_iter().chain(ECC_ALERTS.into_iter().filter(|_| config.rtl.ecc))
}

/// What is done about wrong bits in contexts with check bits, and how that is tried.
fn protection() -> Vec<Register> {
    let inject = "spoils every word that is read of a context: 1 in one bit, which is corrected; 2 and 3 in two check bits; with rtl.sram_ecc the report of it alone";
    let interval = "from one context that is read and written back to the next; 0: none is";
    vec![
        register(0x060, Access::Write, count("ecc_inject", 2, "1", inject)),
        register(0x064, Access::Write, count("ecc_scrub_interval", 24, "cycles", interval)),
    ]
}

/// What the parser is told; not to be changed between the first beat of a frame and its result.
fn parser() -> Vec<Register> {
    let write = |offset, field| register(offset, Access::Write, field);
    let flag = |name, max, doc| Field { max, ..count(name, if max > 1 { 2 } else { 1 }, "1", doc) };
    let frame = count("cfg_max_frame_bytes", 14, "bytes", "longer frames are dropped");
    let place = "0 none, 1 behind the UDP header, 2 behind the AETH of an ACK";
    let offset = "from the start of the area, or from the end of AETH, to the telemetry header";
    let area = "between UDP header and BTH, at place 1";
    vec![
        write(0x080, count("cfg_qpn_base", 24, "1", "the first of our QPNs; the bits of the index are ignored")),
        write(
            0x084,
            flag("cfg_ece_place", 3, "ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7"),
        ),
        write(0x088, Field { min: 64, reset: 9216, ..frame }),
        write(0x08c, flag("cfg_telemetry_place", 2, place)),
        write(0x090, count("cfg_telemetry_offset", telemetry::OFFSET_BITS, "words", offset)),
        write(0x094, count("cfg_telemetry_area", telemetry::AREA_BITS, "words", area)),
        write(0x098, flag("cfg_telemetry_profile", 1, "0 hpcc (the draft's Figure 4), 1 ns3")),
    ]
}

/// With what the parser compares destination addresses; not to be changed between the first beat of a frame and its
/// result.
fn own_addresses() -> Vec<Register> {
    let write = |offset, name, bits, unit, doc| register(offset, Access::Write, count(name, bits, unit, doc));
    let check = "which of them a frame's destination must be: see the bits";
    vec![
        write(0x0e0, "cfg_own_mac", 48, "address", "the NIC's MAC address, its first byte on top"),
        write(0x0e8, "cfg_own_ipv4", 32, "address", "its IPv4 address, likewise"),
        write(0x0ec, "cfg_own_check", OWN_CHECKS.len() as u32, "flags", check),
        write(0x0f0, "cfg_own_ipv6_low", 64, "address", "the last 8 bytes of its IPv6 address, likewise"),
        write(0x0f8, "cfg_own_ipv6_high", 64, "address", "the first 8 bytes of its IPv6 address, likewise"),
    ]
}

/// Byte offset of a unit's page.
pub const fn page(unit: Unit) -> u32 {
    match unit.place() {
        place @ 0..units::FCR_PLACE => PAGES + PAGE * place,
        place => LSN + PAGE * (place - units::FCR_PLACE),
    }
}

/// `host_parts` of a write that leaves nothing as it was: choice and psn, and those of the units.
pub fn every_part(config: &Config) -> u64 {
    config.engine.units.iter().fold(0b11, |parts, unit| parts | unit.part())
}

static PARTS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "what a write replaces: bit 0 alg and set, 1 psn and open, with snd_nxt = snd_max = psn + 1, {}; in range, bits \
         of what is not built do nothing",
        units::parts(&Unit::ALL)
    )
});

/// What of a QP's context belongs to no algorithm, and the host operation.
fn context(config: &Config) -> Vec<Register> {
    let start =
        "0 reads the QP's context into found_*, 1 writes parts of it from host_*; refused while one is under way";
    let codes = config.codes();
    let (first, last) = (u64::from(codes.trailing_zeros()), u64::from(codes.ilog2()));
    let gaps = u64::from(codes.count_ones()) != last - first + 1;
    let alg = Field { min: first, max: last, reset: first, ..count("", 4, "1", ALGORITHMS.as_str()) };
    // of what was there first every bit is taken, built or not
    let all_parts = 0b1111 | every_part(config);
    let fields = [
        (0x00, ["host_alg", "found_alg"], alg),
        (0x04, ["host_set", "found_set"], count("", 4, "1", "index of the parameter set")),
        (0x08, ["host_psn", "found_psn"], ldcp::PSN),
        (0x0c, ["host_open", "found_open"], ldcp::OPEN),
    ];
    let held = |offset, field: Field| register(offset, Access::Context, field);
    let mut all = with_context(vec![], 0x180, 0x1a0, fields);
    all[0].only = gaps.then_some(codes);
    all.extend([
        held(0x1c0, count("host_qpn", config.qp_bits(), "1", "index of the QP")),
        held(0x1c4, Field { max: all_parts, ..count("host_parts", 10, "flags", PARTS.as_str()) }),
        register(0x1c8, Access::Start, count("host_start", 1, "1", start)),
    ]);
    all
}

/// These registers, and a part of a context: from `host` on as a host operation writes it, from `found` on as the last
/// one that read has found it. Of each field its place and the names to write and to read it by.
pub(crate) fn with_context(
    mut all: Vec<Register>,
    host: u32,
    found: u32,
    fields: impl IntoIterator<Item = (u32, [&'static str; 2], Field), IntoIter: Clone>,
) -> Vec<Register> {
    // until a context has been read these are 0, whatever a context starts from
    let read = |name, field: Field| Field { name, min: 0, max: field.format.max_raw(), reset: 0, ..field };
    let written = |(place, [name, _], field): (u32, [&'static str; 2], Field)| {
        register(host + place, Access::Context, Field { name, ..field })
    };
    let fields = fields.into_iter();
    all.extend(fields.clone().map(written));
    all.extend(fields.map(|(place, [_, name], field)| register(found + place, Access::Read, read(name, field))));
    all
}

/// Major, minor and patch of this package, as the register shows them.
fn version() -> u64 {
    let mut parts = env!("CARGO_PKG_VERSION").split('.').map(|part| part.parse::<u64>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    (next() & 0xffff) << 16 | (next() & 0xff) << 8 | next() & 0xff
}

/// The hash as a number: its first digit is the top one.
fn config_hash(config: &Config) -> u64 {
    u64::from_str_radix(&config.hash(), 16).expect("16 hex digits")
}

fn features(config: &Config) -> u64 {
    let hpcc = config.reads_hops();
    let of = |name: &str| match name {
        "qp_bits" => config.qp_bits(),
        "hops" if hpcc => config.hpcc.hops,
        "lanes" if hpcc => config.lanes(),
        "hops" | "lanes" => 0,
        "data_bytes" => config.parser.data_bits / 8,
        "ecc" => config.rtl.ecc.into(),
        "fcr" => config.engine.fcr.into(),
        "sender" => config.nic.sender.into(),
        "receiver" => config.nic.receiver.into(),
        "wait_slots" => config.engine.wait_slots,
        unit => config.engine.units.iter().any(|built| built.name() == unit).into(),
    };
    FEATURES.iter().fold(0, |word, (name, lowest, _)| word | u64::from(of(name)) << lowest)
}
