//! `ackwright.toml`: what the generator builds. Every key has a default, a range and an error that names both.

mod mhz;
mod wrong;

use crate::record::Algorithm;
pub use crate::units::Unit;
use crate::units::{EXPECTED, Sense};
pub use mhz::Mhz;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// The whole file. Unknown keys are errors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Text")]
pub struct Config {
    pub engine: Engine,
    pub parser: Parser,
    pub hpcc: Hpcc,
    /// Left out of the canonical text where it is as at first: what was built before it has no such registers.
    #[serde(skip_serializing_if = "Ldcp::is_default")]
    pub ldcp: Ldcp,
    /// Left out of the canonical text likewise.
    #[serde(skip_serializing_if = "Dcqcn::is_default")]
    pub dcqcn: Dcqcn,
    /// Left out of the canonical text where it is as at first: no engine has the block yet.
    #[serde(skip_serializing_if = "Fcr::is_default")]
    pub fcr: Fcr,
    /// Left out of the canonical text likewise.
    #[serde(skip_serializing_if = "Shaper::is_default")]
    pub shaper: Shaper,
    pub nic: Nic,
    pub rtl: Rtl,
}

/// The file as it is written: lanes that are not named follow from the rest.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Text {
    engine: Engine,
    parser: Parser,
    hpcc: HpccText,
    ldcp: Ldcp,
    dcqcn: Dcqcn,
    fcr: Fcr,
    shaper: Shaper,
    nic: Nic,
    rtl: Rtl,
}

impl From<Text> for Config {
    fn from(text: Text) -> Config {
        let Text { engine, parser, hpcc: HpccText { hops, lanes }, ldcp, dcqcn, fcr, shaper, nic, rtl } = text;
        let lanes = lanes.unwrap_or(usual_lanes(hops, parser.data_bits));
        Config { engine, parser, hpcc: Hpcc { hops, lanes }, ldcp, dcqcn, fcr, shaper, nic, rtl }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Engine {
    /// Queue pairs: a power of two, 16 to 65536.
    pub qps: u32,
    /// QPs of which an event waits while others pass: 4, 8, 9 or 16. With 9 and more no QP holds another back.
    pub wait_slots: u32,
    /// The units that are built: a QP's algorithm is chosen among theirs.
    pub units: Vec<Unit>,
    /// Most packets that an ACK counts of those that its PSN confirms, and likewise a NAK: 1 to 16383. A READ request
    /// makes the PSN jump by as many packets as its responses have (SEMANTICS L24). Left out of the canonical text
    /// where it is the default: it has no ports.
    #[serde(skip_serializing_if = "is_usual_n_max")]
    pub n_max: u32,
    /// FCR's ports: a QP's own value is lowered in its order, and its marks are ignored. Left out of the canonical text
    /// where it is false: what was built before it has no such ports.
    #[serde(skip_serializing_if = "is_false")]
    pub fcr: bool,
    /// ACKs with an LSN count by it, and updates say what is acknowledged by LSN (LDCP 3.1). Left out of the canonical
    /// text where it is false: what was built before it has no such ports.
    #[serde(skip_serializing_if = "is_false")]
    pub lsn: bool,
    /// What becomes of updates that nobody takes. Where it is not said it is what the rest allows
    /// ([`Config::keeps_newest`]), and is left out of the canonical text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updates: Option<Updates>,
}

/// `engine.n_max` where the file does not say (SEMANTICS L24).
pub const N_MAX: u32 = 64;

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Updates {
    /// Each comes; what is not taken holds the events back.
    Every,
    /// Of each QP the newest is kept, and comes once.
    Latest,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Parser {
    /// Width of the packet stream: 64, 128, 256 or 512.
    pub data_bits: u32,
    /// Read FCR's revised CNPs, and hand their advices over. Left out of the canonical text where it is false: what was
    /// built before it has no such ports.
    #[serde(skip_serializing_if = "is_false")]
    pub fcr: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_usual_n_max(value: &u32) -> bool {
    *value == N_MAX
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hpcc {
    /// Hops that telemetry is kept of: 1 to 15. Telemetry of a longer path is dropped.
    pub hops: u32,
    /// Hops that are compared at once, 1 to 5; at most `hops` lanes are built. An event with telemetry takes hops/lanes
    /// cycles. The default is [`usual_lanes`].
    pub lanes: u32,
}

/// `[hpcc]` as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct HpccText {
    hops: u32,
    lanes: Option<u32>,
}

impl Default for HpccText {
    fn default() -> Self {
        Self { hops: Hpcc::default().hops, lanes: None }
    }
}

/// Bytes of the shortest frame with telemetry of a hop, without its check sequence: data without payload over IPv4, the
/// draft's layout. Ethernet 14, IPv4 20, UDP 8, telemetry 4 + 8, BTH 12, ICRC 4.
pub const TELEMETRY_FRAME_BYTES: u32 = 70;
/// Most lanes.
const MOST_LANES: u32 = 5;

/// Lanes where the file does not say: the fewest that keep up with frames. An event takes hops/lanes cycles, however
/// many hops its packet has passed, and its frame as many beats or more; above five lanes there are none.
pub fn usual_lanes(hops: u32, data_bits: u32) -> u32 {
    let beats = (8 * TELEMETRY_FRAME_BYTES).div_ceil(data_bits.max(1));
    hops.div_ceil(beats).clamp(1, MOST_LANES)
}

/// LDCP's unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ldcp {
    /// A QP may begin with the fast start (draft 2.3, 3.1).
    pub fast_start: bool,
}

impl Ldcp {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// DCQCN's unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Dcqcn {
    /// Parameter sets of dcqcn-p may be of the published form (SEMANTICS D11).
    pub published: bool,
}

impl Dcqcn {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The block `fcr`, which stands alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fcr {
    /// Switches whose advices a QP keeps: 1 to 4.
    pub sources: u32,
}

/// The block `shaper`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Shaper {
    /// The block alone says which QPs may send: `m_wake`, and `may_send` with up to 64 QPs.
    pub wake: bool,
    /// Classes may have weights in place of strict priority.
    pub weights: bool,
}

impl Shaper {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The host's side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Nic {
    /// A write that is refused, and a read where nothing is, are answered SLVERR in place of OKAY.
    pub slverr: bool,
    /// `sender` stands behind the updates, with a page of registers. Left out of the canonical text where it is false:
    /// what was built before it has no such ports.
    #[serde(skip_serializing_if = "is_false")]
    pub sender: bool,
    /// `receiver` stands beside the engine, with a page of registers. Left out of the canonical text likewise.
    #[serde(skip_serializing_if = "is_false")]
    pub receiver: bool,
    /// `responder` makes frames of what `receiver` answers, with a page of registers. Left out likewise.
    #[serde(skip_serializing_if = "is_false")]
    pub responder: bool,
    /// `prober` stands beside the engine, with a page of registers, and the parser reads the responses of its probes.
    /// Left out likewise.
    #[serde(skip_serializing_if = "is_false")]
    pub prober: bool,
    /// The parser reads requests of a peer's probes, and `responder` answers them: a page of registers. Left out
    /// likewise.
    #[serde(skip_serializing_if = "is_false")]
    pub answers: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RtlText")]
pub struct Rtl {
    pub reset: Reset,
    /// Reset datapath registers too; off, only control is reset.
    pub datapath_reset: bool,
    /// The default is the target's.
    pub memory: Memory,
    /// What the primitives are made of.
    pub target: Target,
    /// The clock that the constraints ask for: 1 to 1000 MHz. The logic does not depend on it.
    pub clock_mhz: Mhz,
    /// Contexts are kept with check bits, and can be scrubbed; tables have a parity bit.
    pub ecc: bool,
    /// Bits each way of the chain through the macros, for their test and repair: 0 to 256. Left out of the canonical
    /// text where it is 0: what was built before it has no such ports.
    #[serde(skip_serializing_if = "is_zero")]
    pub sram_test: u32,
    /// The macros have the check bits, and correct. Left out likewise.
    #[serde(skip_serializing_if = "is_false")]
    pub sram_ecc: bool,
    /// What crosses between clocks has a bypass of its synchronised resets. Left out likewise.
    #[serde(skip_serializing_if = "is_false")]
    pub scan_mode: bool,
    /// The engine shows of each update its event, and the context that the event found. Left out likewise.
    #[serde(skip_serializing_if = "is_false")]
    pub trace: bool,
    /// Registers of data load only what counts, else in every cycle. The default is the target's ([`Rtl::enables`]).
    /// Left out where it is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enables: Option<bool>,
}

/// `[rtl]` as it is written: a memory that is not named is the target's.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RtlText {
    reset: Reset,
    datapath_reset: bool,
    memory: Option<Memory>,
    target: Target,
    clock_mhz: Mhz,
    ecc: bool,
    sram_test: u32,
    sram_ecc: bool,
    scan_mode: bool,
    trace: bool,
    enables: Option<bool>,
}

impl Default for RtlText {
    fn default() -> Self {
        let Rtl {
            reset, datapath_reset, target, clock_mhz, ecc, sram_test, sram_ecc, scan_mode, trace, enables, ..
        } = Rtl::default();
        Self {
            reset,
            datapath_reset,
            memory: None,
            target,
            clock_mhz,
            ecc,
            sram_test,
            sram_ecc,
            scan_mode,
            trace,
            enables,
        }
    }
}

impl From<RtlText> for Rtl {
    fn from(text: RtlText) -> Rtl {
        let RtlText {
            reset,
            datapath_reset,
            memory,
            target,
            clock_mhz,
            ecc,
            sram_test,
            sram_ecc,
            scan_mode,
            trace,
            enables,
        } = text;
        let memory = memory.unwrap_or(target.memory());
        Rtl { reset, datapath_reset, memory, target, clock_mhz, ecc, sram_test, sram_ecc, scan_mode, trace, enables }
    }
}

impl Rtl {
    /// Do registers of data load only what counts? On an FPGA there is no clock to gate.
    pub fn enables(&self) -> bool {
        self.enables.unwrap_or(self.target != Target::Ecp5)
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reset {
    Sync,
    Async,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Memory {
    /// A Verilog array from which the tools infer block RAM.
    Inferred,
    /// An instance of `ackw_sram_1r1w`, to be replaced by a compiled macro.
    Macro,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// Plain Verilog, for every tool to infer from.
    Generic,
    /// Lattice ECP5: block RAM and multipliers are instances with their output registers.
    Ecp5,
    /// Standard cells and memory macros.
    Asic,
}

impl Target {
    /// The memories where the configuration does not say.
    pub fn memory(self) -> Memory {
        match self {
            Target::Generic | Target::Ecp5 => Memory::Inferred,
            Target::Asic => Memory::Macro,
        }
    }
}

impl Default for Engine {
    fn default() -> Self {
        let units = vec![Unit::Ldcp, Unit::Hpcc];
        Self { qps: 4096, wait_slots: 9, units, n_max: N_MAX, fcr: false, lsn: false, updates: None }
    }
}

impl Default for Parser {
    fn default() -> Self {
        Self { data_bits: 512, fcr: false }
    }
}

impl Default for Hpcc {
    fn default() -> Self {
        let hops = crate::hpcc::HOPS as u32;
        Self { hops, lanes: usual_lanes(hops, Parser::default().data_bits) }
    }
}

impl Default for Fcr {
    fn default() -> Self {
        Self { sources: crate::fcr::MAX_SOURCES as u32 }
    }
}

impl Fcr {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for Rtl {
    fn default() -> Self {
        Self {
            reset: Reset::Sync,
            datapath_reset: false,
            memory: Memory::Inferred,
            target: Target::Generic,
            clock_mhz: Mhz::whole(200),
            ecc: false,
            sram_test: 0,
            sram_ecc: false,
            scan_mode: false,
            trace: false,
            enables: None,
        }
    }
}

/// Each key, what it may be and what it does: a line of the table in an exported folder's README.
pub static KEYS: LazyLock<[(&str, &str); 13]> = LazyLock::new(|| {
    [
        ("engine.qps", "a power of two, 16 to 65536: queue pairs"),
        (
            "engine.wait_slots",
            "4, 8, 9, 16: QPs of which an event waits while others pass; from 9 on none holds another back",
        ),
        ("engine.units", UNITS.as_str()),
        ("parser.data_bits", "64, 128, 256, 512: width of the packet stream"),
        ("hpcc.hops", "1 to 15: hops that the parser reads and HPCC++ keeps telemetry of"),
        (
            "hpcc.lanes",
            "1 to 5: hops that are compared at once; an event with telemetry takes hops/lanes cycles; by default as many lanes as keep up with its frames",
        ),
        (
            "nic.slverr",
            "true: a register write that is refused, and a read where nothing is, are answered SLVERR, not OKAY",
        ),
        ("rtl.reset", "\"sync\", \"async\""),
        ("rtl.datapath_reset", "true: registers without control meaning are reset too"),
        (
            "rtl.memory",
            "\"inferred\" or \"macro\": instances of `ackw_sram_1r1w` to replace; the default is the target's",
        ),
        (
            "rtl.target",
            "\"generic\", \"ecp5\": block RAM and multipliers are instances with their output registers, \"asic\": memories are macros, all else is registers",
        ),
        (
            "rtl.clock_mhz",
            "1 to 1000, with at most 6 decimals: the clock that the constraints ask for; the logic does not depend on it",
        ),
        (
            "rtl.ecc",
            "true: contexts are kept with check bits that correct one wrong bit, and can be scrubbed; tables have parity",
        ),
    ]
});
static UNITS: LazyLock<String> =
    LazyLock::new(|| format!("{}: what is left out costs nothing, its ports included", *EXPECTED));

/// The key of the block `fcr`, which is no part of an engine: it stands only where it is not the default.
pub const SOURCES: (&str, &str) = ("fcr.sources", "1 to 4: switches whose advices a QP keeps");
/// The parser's key for it, which stands only where it is true.
pub const REVISED: (&str, &str) =
    ("parser.fcr", "true: the parser reads FCR's revised CNPs, and hands their advices over in place of events");
/// The engine's key for it, which likewise stands only where it is true.
pub const LOWERING: (&str, &str) =
    ("engine.fcr", "true: the engine has FCR's ports, which lower a QP's own value and ignore its marks");
/// The engine's key of LDCP's byte sequence, which likewise stands only where it is true.
pub const LSN: (&str, &str) = (
    "engine.lsn",
    "true: the parser reads ACKs with an LSN, of READ responses too, which count by it; updates have una_lsn: a page of registers",
);
/// The key that brings `sender` into the NIC, which stands only where it is true.
pub const SENDER: (&str, &str) =
    ("nic.sender", "true: the block `sender` takes the updates: requests in, grants out, a page of registers");
/// The key that brings `receiver` into the NIC, which stands only where it is true.
pub const RECEIVER: (&str, &str) = (
    "nic.receiver",
    "true: the block `receiver` says what packets that come are answered: ACKs, CNPs, a page of registers",
);
/// The key that brings `responder` into the NIC, which stands only where it is true.
pub const RESPONDER: (&str, &str) = (
    "nic.responder",
    "true: the block `responder` makes the frames of what `receiver` answers, and of NAKs; with nic.receiver",
);
/// The key that brings `prober` into the NIC, which stands only where it is true.
pub const PROBER: (&str, &str) = (
    "nic.prober",
    "true: the block `prober` says when probes are due, and events come of their responses: a page of registers; with nic.responder their frames are made too; with \"ldcp\" or \"hpcc\" in engine.units",
);
/// The key that answers a peer's probes, which stands only where it is true.
pub const ANSWERS: (&str, &str) = (
    "nic.answers",
    "true: the parser reads RTT requests, with HPCC++ telemetry requests too, and `responder` answers them: a page of registers; with nic.responder",
);
/// The key of the shaper's wakes, which stands only where it is true.
pub const WAKE: (&str, &str) = (
    "shaper.wake",
    "true: the block `shaper` says which QPs may send, by `m_wake` and, with up to 64 QPs, by `may_send`",
);
/// The key of the shaper's weights, which stands only where it is true.
pub const WEIGHTS: (&str, &str) =
    ("shaper.weights", "true: classes of the block `shaper` may have weights, 1 to 255, in place of strict priority");
/// The key of the most packets that an ACK counts, which stands only where it is not the default.
pub const MOST_COUNTED: (&str, &str) = (
    "engine.n_max",
    "1 to 16383: packets that an ACK counts at most, 64 by default: a READ request makes the PSN jump",
);
/// The key of what becomes of updates that nobody takes, which stands only where it is said.
pub const UPDATES: (&str, &str) = (
    "engine.updates",
    "\"latest\", \"every\": of each QP the newest update waits and comes once, or each comes, and holds the events back",
);
/// The key of LDCP's fast start, which stands only where it is true.
pub const FAST_START: (&str, &str) = (
    "ldcp.fast_start",
    "true: a QP of ldcp may begin with an initial window, whose acknowledged packets make its first cw; 14 bits more a QP",
);
/// The key of DCQCN's published form, which stands only where it is true.
pub const PUBLISHED: (&str, &str) = (
    "dcqcn.published",
    "true: parameter sets of dcqcn-p may be of the form of SIGCOMM 2015; 45 bits more a QP, and periods of 10 cycles more",
);
/// The key of the chain through the macros, which stands only where there is one.
pub const SRAM_TEST: (&str, &str) = (
    "rtl.sram_test",
    "0 to 256: bits each way of a chain through the wrappers of all macros, `sram_test_in` and `sram_test_out`",
);
/// The key of macros that correct, which stands only where it is true.
pub const SRAM_ECC: (&str, &str) =
    ("rtl.sram_ecc", "true: the macros keep the check bits and correct: `ackw_sram_1r1w_ecc` to replace");
/// The key of the bypass in crossings, which stands only where it is true.
pub const SCAN_MODE: (&str, &str) =
    ("rtl.scan_mode", "true: `scan_mode` puts the ports' resets in place of those that crossings synchronise");
/// The key of the trace port, which stands only where it is true.
pub const TRACE_PORT: (&str, &str) =
    ("rtl.trace", "true: `trace_*` shows of each update of the engine its event, and the context that the event found");
/// The key of enables of data, which stands only where it is said.
pub const ENABLES: (&str, &str) = (
    "rtl.enables",
    "true, false: registers of data have what counts as their enable, or load in every cycle; the default is the target's",
);
/// Those twenty, which are no lines of a text in which all is as at first.
pub const HIDDEN: [(&str, &str); 20] = [
    SOURCES,
    REVISED,
    LOWERING,
    LSN,
    WAKE,
    WEIGHTS,
    SENDER,
    RECEIVER,
    RESPONDER,
    PROBER,
    ANSWERS,
    MOST_COUNTED,
    UPDATES,
    FAST_START,
    PUBLISHED,
    SRAM_TEST,
    SRAM_ECC,
    SCAN_MODE,
    TRACE_PORT,
    ENABLES,
];

/// A configuration that cannot be built; the text names key, value and what was expected.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    #[error("line {line}: {message}")]
    Toml { line: usize, message: String },
    #[error("{key} = {value}: expected {expected}")]
    Range { key: &'static str, value: String, expected: &'static str },
}

impl Config {
    /// Reads and checks the text of a configuration file. A key that has no effect there is an error.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let config: Config = toml::from_str(text).map_err(|e| ConfigError::Toml {
            line: e.span().map_or(0, |s| text[..s.start].matches('\n').count() + 1),
            message: wrong::key(text, e.message()).unwrap_or_else(|| e.message().replace('\n', " ")),
        })?;
        config.check()?;
        match wrong::idle(&config) {
            Some((key, value, expected)) => Err(ConfigError::Range { key, value, expected }),
            None => Ok(config),
        }
    }

    /// Checks the ranges.
    pub fn check(&self) -> Result<(), ConfigError> {
        let e = &self.engine;
        let qps_ok = e.qps.is_power_of_two() && (16..=65_536).contains(&e.qps);
        range("engine.qps", e.qps, qps_ok, "a power of two, 16 to 65536")?;
        if !e.units.is_sorted_by(|a, b| a < b) || e.units.is_empty() {
            let value = format!("{:?}", e.units.iter().map(|u| format!("{u:?}").to_lowercase()).collect::<Vec<_>>());
            return Err(ConfigError::Range { key: "engine.units", value, expected: EXPECTED.as_str() });
        }
        range("engine.wait_slots", e.wait_slots, [4, 8, 9, 16].contains(&e.wait_slots), "4, 8, 9 or 16")?;
        range("engine.n_max", e.n_max, (1..=crate::ldcp::N::MAX_RAW as u32).contains(&e.n_max), "1 to 16383")?;
        let d = self.parser.data_bits;
        range("parser.data_bits", d, [64, 128, 256, 512].contains(&d), "64, 128, 256 or 512")?;
        let h = self.hpcc.hops;
        range("hpcc.hops", h, (1..=crate::hpcc::MAX_HOPS as u32).contains(&h), "1 to 15")?;
        let l = self.hpcc.lanes;
        range("hpcc.lanes", l, (1..=MOST_LANES).contains(&l), "1 to 5")?;
        let s = self.fcr.sources;
        range("fcr.sources", s, (1..=crate::fcr::MAX_SOURCES as u32).contains(&s), "1 to 4")?;
        let mhz = self.rtl.clock_mhz;
        let mhz_ok = (Mhz::whole(1)..=Mhz::whole(1000)).contains(&mhz);
        range("rtl.clock_mhz", mhz, mhz_ok, "1 to 1000, with at most 6 decimals")?;
        let clash = match (self.rtl.memory, self.rtl.target) {
            (Memory::Macro, Target::Ecp5) => {
                Some(("\"macro\" with rtl.target = \"ecp5\"", "\"inferred\", for the target has its own"))
            }
            (Memory::Inferred, Target::Asic) => {
                Some(("\"inferred\" with rtl.target = \"asic\"", "\"macro\", for standard cells hold no memory"))
            }
            _ => None,
        };
        if let Some((value, expected)) = clash {
            return Err(ConfigError::Range { key: "rtl.memory", value: value.into(), expected });
        }
        let s = self.rtl.sram_test;
        range("rtl.sram_test", s, s <= 256, "0 to 256")?;
        let inferred = self.rtl.memory == Memory::Inferred;
        range("rtl.sram_test", s, s == 0 || !inferred, "0, or rtl.memory = \"macro\", for there are no macros")?;
        let macros = "false, or rtl.memory = \"macro\", for there are no macros";
        range("rtl.sram_ecc", "true", !(self.rtl.sram_ecc && inferred), macros)?;
        let checked = "false, or rtl.ecc = true, for nobody asks what was wrong";
        range("rtl.sram_ecc", "true", !self.rtl.sram_ecc || self.rtl.ecc, checked)?;
        let bare = self.rtl.ecc && self.nic.sender;
        range("rtl.ecc", "true with nic.sender = true", !bare, "false, for sender has no check bits yet")?;
        let bare = self.rtl.ecc && self.nic.receiver;
        range("rtl.ecc", "true with nic.receiver = true", !bare, "false, for receiver has no check bits yet")?;
        let alone = self.nic.responder && !self.nic.receiver;
        range(
            "nic.responder",
            "true",
            !alone,
            "nic.receiver = true too, for it makes frames of what receiver answers",
        )?;
        range(
            "nic.answers",
            "true",
            self.nic.responder || !self.nic.answers,
            "nic.responder = true too, for it makes the frames of the answers",
        )?;
        let bare = self.rtl.ecc && self.nic.prober;
        range("rtl.ecc", "true with nic.prober = true", !bare, "false, for prober has no check bits yet")?;
        let asks = self.has(Unit::Ldcp) || self.has(Unit::Hpcc);
        range(
            "nic.prober",
            "true",
            asks || !self.nic.prober,
            "false, or \"ldcp\" or \"hpcc\" in engine.units, for no other algorithm has probes",
        )?;
        let lsn = self.engine.lsn;
        range(
            "engine.lsn",
            "true with rtl.ecc = true",
            !(lsn && self.rtl.ecc),
            "false, for what is kept of LSNs has no check bits yet",
        )?;
        range(
            "engine.lsn",
            "true with engine.fcr = true",
            !(lsn && self.engine.fcr),
            "false, for limit hands no LSN over yet",
        )?;
        range(
            "engine.lsn",
            "true with nic.sender = true",
            !(lsn && self.nic.sender),
            "false, for sender counts bytes in flight by PSN yet",
        )?;
        range(
            "engine.lsn",
            "true with nic.prober = true",
            !(lsn && self.nic.prober),
            "false, for events with an LSN do not go through prober yet",
        )?;
        let asked = self.engine.updates == Some(Updates::Latest);
        let every = "\"every\", or no such key, for the block latest keeps no LSN yet";
        range("engine.updates", "\"latest\" with engine.lsn = true", !(asked && lsn), every)?;
        let (ecc, sender) = (asked && self.rtl.ecc, asked && self.nic.sender);
        let wrong = |with: &str| format!("\"latest\" with {with} = true");
        let every = "\"every\", or no such key, for the block latest has no check bits yet";
        range("engine.updates", wrong("rtl.ecc"), !ecc, every)?;
        let every = "\"every\", or no such key, for sender takes each update at once";
        range("engine.updates", wrong("nic.sender"), !sender, every)?;
        Ok(())
    }

    /// Behind the updates stands `latest`, which keeps the newest of each QP: where it is not said, unless `sender`
    /// takes them, which keeps them itself, or with check bits, which it has none of, or with LSNs, which it does not
    /// keep.
    pub fn keeps_newest(&self) -> bool {
        match self.engine.updates {
            Some(updates) => updates == Updates::Latest,
            None => !self.nic.sender && !self.rtl.ecc && !self.engine.lsn,
        }
    }

    /// The NIC makes the frames of its probes' requests: `responder` does, which stands there.
    pub fn makes_requests(&self) -> bool {
        self.nic.prober && self.nic.responder
    }

    /// One of its units wants to know this.
    pub fn senses(&self, sense: Sense) -> bool {
        match sense {
            Sense::Loss => self.starts_fast(),
            _ => self.engine.units.iter().any(|unit| unit.senses(sense)),
        }
    }

    /// A unit reads telemetry: frames' areas, hop by hop.
    pub fn reads_hops(&self) -> bool {
        self.senses(Sense::Hops)
    }

    /// A unit has a timer, and updates without an event.
    pub fn has_timer(&self) -> bool {
        self.senses(Sense::Timer)
    }

    /// LDCP's unit is built, and has the fast start.
    pub fn starts_fast(&self) -> bool {
        self.has(Unit::Ldcp) && self.ldcp.fast_start
    }

    /// The engine has this unit.
    pub fn has(&self, unit: Unit) -> bool {
        self.engine.units.contains(&unit)
    }

    /// The algorithms of those units: a bit for each by its code. An engine has a unit.
    pub fn codes(&self) -> u16 {
        let built = Algorithm::ALL.into_iter().filter(|alg| self.has(alg.unit()));
        built.fold(0, |codes, alg| codes | 1 << alg as u16)
    }

    /// Lanes that are built.
    pub fn lanes(&self) -> u32 {
        self.hpcc.lanes.min(self.hpcc.hops)
    }

    /// Cycles that an event with telemetry takes in HPCC++'s lanes.
    pub fn steps(&self) -> u32 {
        self.hpcc.hops.div_ceil(self.lanes())
    }

    /// Bits of a QP index.
    pub fn qp_bits(&self) -> u32 {
        self.engine.qps.trailing_zeros()
    }

    /// The canonical text: every key, in a fixed order. The hash is taken of it.
    pub fn canonical(&self) -> String {
        toml::to_string(self).expect("a configuration of plain values serialises")
    }

    /// First 16 hex digits of the SHA-256 of the canonical text; it stands in every emitted file.
    pub fn hash(&self) -> String {
        Sha256::digest(self.canonical()).iter().take(8).map(|b| format!("{b:02x}")).collect()
    }
}

fn range(key: &'static str, value: impl ToString, ok: bool, expected: &'static str) -> Result<(), ConfigError> {
    if ok { Ok(()) } else { Err(ConfigError::Range { key, value: value.to_string(), expected }) }
}
