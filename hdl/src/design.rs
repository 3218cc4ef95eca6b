//! From a configuration to the Verilog of the design or of one block of it, or to an instance under rust-hdl's
//! simulation.
//!
//! # Why this file
//!
//! It is the only place that knows which blocks there are: those of each unit's module, and its own. It says how a
//! configuration's numbers choose among their variants.

use crate::choice::Choice;
use crate::dispatch::NoInstance;
use crate::emit::enables::{DataEnables, ReadEnables};
use crate::emit::{self, emit, Design, EmitError};
use crate::engine::Engine;
use crate::fcr::Fcr;
use crate::inserter::Inserter;
use crate::issue::Issue;
use crate::latest::Latest;
use crate::limit::Limit;
use crate::nic::Nic;
use crate::num::QpBits;
use crate::parser::Parser;
use crate::pins::{Listed, Pins};
use crate::prober::Prober;
use crate::psn::Psn;
use crate::receiver::Receiver;
use crate::recip::Recip;
use crate::registers::Registers;
use crate::responder::{Makes, Responder};
use crate::sender::Sender;
use crate::sent::Sent;
use crate::shaper::Shaper;
use crate::top::Top;
use crate::{with_data_bits, with_wait_slots};
use layout::config::{self, Config, ConfigError, Memory, Reset, Target, Unit};
use layout::drop_reason::DropReason;
use layout::each_unit;
use layout::record::Algorithm;
use layout::timing::{self, Latency};
use std::panic::resume_unwind;
use std::thread;

/// Makes an instance.
pub(crate) type Make = fn(&Config) -> Result<Box<dyn Listed>, BuildError>;

/// A block that can be built alone, and what it needs. The module is `ackw_` and the name.
pub(crate) type Block = (&'static str, Make);

/// What is in front of the units.
const BEFORE: &[Block] = &[
    ("recip", |c| Ok(boxed(|| Recip::checked(c.rtl.ecc)))),
    ("psn", |c| Ok(boxed(|| Psn::with(c)))),
    ("choice", |c| Ok(boxed(|| Choice::with_ecc(c.rtl.ecc)))),
    ("sent", |c| Ok(boxed(|| Sent::with_ecc(c.rtl.ecc)))),
    ("issue", |c| {
        let credits = Latency::of(c).queues.updates;
        Ok(with_wait_slots!(c.engine.wait_slots, |S| boxed(|| Issue::<S>::new(credits)))?)
    }),
];

macro_rules! of_units {
    ($($unit:ident in $module:ident: $($algorithm:ident = $code:literal of $row:ident),+;)+) => {
        /// What the units are made of.
        const OF_UNITS: &[(Unit, &[Block])] = &[$((Unit::$unit, &crate::$module::BLOCKS)),+];
    };
}
each_unit!(of_units);

/// What is beside the units, and what holds them.
const BEHIND: &[Block] = &[
    ("fcr", |c| Ok(boxed(|| Fcr::with_ecc(c.fcr.sources as usize, c.rtl.ecc)))),
    ("limit", |c| Ok(boxed(|| Limit::with_ecc(c.fcr.sources as usize, c.rtl.ecc)))),
    ("latest", |_| Ok(boxed(Latest::new))),
    ("shaper", |c| Ok(boxed(|| Shaper::with(c.shaper.wake, c.shaper.weights)))),
    ("sender", |c| Ok(boxed(|| Sender::with(c.engine.fcr, c.shaper.weights)))),
    ("receiver", |_| Ok(boxed(Receiver::new))),
    ("parser", |c| {
        let (fcr, responses, requests) = (c.parser.fcr, c.nic.prober, c.nic.answers);
        Ok(with_data_bits!(c.parser.data_bits, |W, K, L| {
            boxed(|| Parser::<W, K, L>::counting(hops(c), [fcr, responses, requests], c.engine.lsn))
        })?)
    }),
    ("responder", |c| {
        let makes = Makes::of(c);
        Ok(with_data_bits!(c.parser.data_bits, |W, K, L| { boxed(|| Responder::<W, K, L>::making(hops(c), makes)) })?)
    }),
    ("inserter", |c| Ok(with_data_bits!(c.parser.data_bits, |W, K, L| boxed(Inserter::<W, K, L>::default))?)),
    ("prober", |_| Ok(boxed(Prober::new))),
    ("engine", |c| Ok(boxed(|| Engine::new(c)))),
    ("top", |c| Ok(with_data_bits!(c.parser.data_bits, |W, K, L| boxed(|| Top::<W, K, L>::new(c)))?)),
    ("registers", |c| Ok(boxed(|| Registers::new(c)))),
    ("nic", |c| Ok(with_data_bits!(c.parser.data_bits, |W, K, L| boxed(|| Nic::<W, K, L>::new(c)))?)),
];

const fn count() -> usize {
    let (mut all, mut i) = (BEFORE.len() + BEHIND.len(), 0);
    while i < OF_UNITS.len() {
        all += OF_UNITS[i].1.len();
        i += 1;
    }
    all
}

/// All of them. They are verified in this order: a block comes after those that it is made of, so the first that fails
/// is the one at fault.
const ROWS: [Block; count()] = {
    let mut all = [BEFORE[0]; count()];
    let (mut place, mut part) = (0, 0);
    while part < OF_UNITS.len() + 2 {
        let rows = match part {
            0 => BEFORE,
            _ if part <= OF_UNITS.len() => OF_UNITS[part - 1].1,
            _ => BEHIND,
        };
        let mut i = 0;
        while i < rows.len() {
            all[place] = rows[i];
            (place, i) = (place + 1, i + 1);
        }
        part += 1;
    }
    all
};

/// Their names.
pub const BLOCKS: [&str; ROWS.len()] = {
    let (mut names, mut i) = ([""; ROWS.len()], 0);
    while i < ROWS.len() {
        names[i] = ROWS[i].0;
        i += 1;
    }
    names
};

/// The unit that a block is a part of.
pub fn unit_of(block: &str) -> Option<Unit> {
    let of = |(_, rows): &&(Unit, &[Block])| rows.iter().any(|(name, _)| *name == block);
    OF_UNITS.iter().find(of).map(|(unit, _)| *unit)
}

pub(crate) fn hops(config: &Config) -> usize {
    config.hpcc.hops as usize
}

/// Those of them that no engine has yet: they are built and verified by name.
pub const ALONE: [&str; 9] =
    ["fcr", "limit", "latest", "shaper", "sender", "receiver", "responder", "inserter", "prober"];

/// Those that have no check bits yet.
pub const UNPROTECTED: [&str; 7] = ["latest", "shaper", "sender", "receiver", "responder", "inserter", "prober"];

/// Those of them that `top` is made of in a configuration.
pub fn blocks_of(config: &Config) -> Vec<&'static str> {
    let in_top = BLOCKS.into_iter().filter(|block| !ALONE.contains(block));
    in_top.filter(|block| unit_of(block).is_none_or(|unit| config.has(unit))).collect()
}

/// What `nic` is made of in a configuration, and can be verified by itself.
pub fn blocks_in_nic(config: &Config) -> Vec<&'static str> {
    let (inside, nic) = (blocks_of(config), &config.nic);
    let beside = |block: &str| match block {
        "limit" => config.engine.fcr,
        // with FCR it keeps a rate too, which its bench does not know
        "latest" => (nic.sender || config.keeps_newest()) && !config.engine.fcr,
        "shaper" | "sender" => nic.sender,
        "receiver" => nic.receiver,
        "responder" => nic.responder,
        "prober" => nic.prober,
        _ => false,
    };
    let bare = |block: &&str| config.rtl.ecc && UNPROTECTED.contains(block);
    BLOCKS.into_iter().filter(|block| inside.contains(block) || beside(block) && !bare(block)).collect()
}

/// Inputs for which 0 is illegal, or stops the design: in an exported instance they have these values.
pub const NOT_ZERO: [(&str, u64); 2] = [("cfg_max_frame_bytes", 9216), ("upd_ready", 1)];

/// Why there is no Verilog.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("block {0}: expected one of {list}", list = BLOCKS.join(", "))]
    Block(String),
    #[error(
        "fcr.sources = {0}: block {1} keeps no advices: expected no such key, block fcr or limit, or engine.fcr = true"
    )]
    Sources(u32, String),
    #[error("engine.fcr = true: block {0} has no advices to lay over its updates: expected parser.fcr = true too")]
    Lowering(&'static str),
    #[error("shaper.wake = true: block {0} tells nobody: expected no such key, or block shaper")]
    Wakes(String),
    #[error(
        "shaper.weights = true: block {0} grants nothing: expected no such key, block shaper or sender, or nic.sender = true"
    )]
    Weights(String),
    #[error("rtl.ecc = true: block {0} has no check bits yet: expected false")]
    Unprotected(&'static str),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Instance(#[from] NoInstance),
    #[error(transparent)]
    Emit(#[from] EmitError),
}

/// Stack of the thread that builds a design: a NIC with both halves takes more than the 2 MB that a thread has.
const STACK_BYTES: usize = 16 << 20;

/// Builds a block as the configuration asks.
pub fn build(config: &Config, block: &str) -> Result<Design, BuildError> {
    build_with_header(config, block, &[])
}

/// Like [`build`], with lines for the head of every file, behind the configuration's hash.
pub fn build_with_header(config: &Config, block: &str, header: &[String]) -> Result<Design, BuildError> {
    config.check()?;
    let options = options(config, header);
    let build = || {
        let _width = QpBits::set(config.qp_bits() as usize);
        let _enables = ReadEnables::set(options.has_macros());
        let _holds = DataEnables::set(config.rtl.enables());
        Ok(emit(&*make(config, block)?, &options)?)
    };
    thread::scope(|scope| {
        let built = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, build);
        built.expect("a thread").join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// An instance of a block as the configuration asks, for rust-hdl's own simulation.
pub fn instance(config: &Config, block: &str) -> Result<Pins, BuildError> {
    config.check()?;
    let options = options(config, &[]);
    let _width = QpBits::set(config.qp_bits() as usize);
    let _enables = ReadEnables::set(options.has_macros());
    let _holds = DataEnables::set(config.rtl.enables());
    Ok(Pins::new(make(config, block)?, options.reset_style()))
}

/// With the width of a QP's index set, of a configuration that has been checked.
fn make(config: &Config, block: &str) -> Result<Box<dyn Listed>, BuildError> {
    if let (true, Some(bare)) = (config.rtl.ecc, UNPROTECTED.into_iter().find(|bare| *bare == block)) {
        return Err(BuildError::Unprotected(bare));
    }
    let keeps = ["fcr", "limit"].contains(&block) || config.engine.fcr;
    if !keeps && BLOCKS.contains(&block) && config.fcr != config::Fcr::default() {
        return Err(BuildError::Sources(config.fcr.sources, block.into()));
    }
    if config.shaper.wake && block != "shaper" && BLOCKS.contains(&block) {
        return Err(BuildError::Wakes(block.into()));
    }
    let shares = ["shaper", "sender"].contains(&block) || config.nic.sender;
    if config.shaper.weights && !shares && BLOCKS.contains(&block) {
        return Err(BuildError::Weights(block.into()));
    }
    let unread = config.engine.fcr && !config.parser.fcr;
    if let (true, Some(outer)) = (unread, ["top", "nic"].into_iter().find(|outer| *outer == block)) {
        return Err(BuildError::Lowering(outer));
    }
    let (_, make) = ROWS.iter().find(|(name, _)| *name == block).ok_or_else(|| BuildError::Block(block.into()))?;
    make(config)
}

/// A function of its own, so that unoptimised code does not hold all variants of a block on the stack at once.
#[inline(never)]
pub(crate) fn boxed<B: Listed + 'static>(new: impl FnOnce() -> B) -> Box<dyn Listed> {
    Box::new(new())
}

fn options(config: &Config, header: &[String]) -> emit::Options {
    let rtl = &config.rtl;
    let mut lines =
        vec![format!("Ackwright, configuration {}. SPDX-License-Identifier: MIT OR Apache-2.0", config.hash())];
    lines.extend_from_slice(header);
    emit::Options {
        reset: match rtl.reset {
            Reset::Sync => emit::Reset::Sync,
            Reset::Async => emit::Reset::Async,
        },
        datapath_reset: rtl.datapath_reset,
        memory: match rtl.memory {
            Memory::Inferred => emit::Memory::Inferred,
            Memory::Macro => emit::Memory::Macro,
        },
        target: match rtl.target {
            Target::Generic => emit::Target::Generic,
            Target::Ecp5 => emit::Target::Ecp5,
            Target::Asic => emit::Target::Asic,
        },
        sram_test: rtl.sram_test as usize,
        sram_ecc: rtl.sram_ecc,
        header: lines,
        words: words(config),
        constants: constants(),
    }
}

/// What constants are that several blocks have.
fn constants() -> Vec<(String, &'static str)> {
    let reasons = DropReason::ALL.map(|reason| (reason.name().into(), "reason of a drop"));
    let others = [
        ("alg_", "code of an algorithm"),
        ("fcr_", "kind of what fcr is given"),
        ("fragment_mask", "of IPv4: more fragments, and the offset"),
        ("kind_", "kind of an event"),
        ("lane_mask", "of a word's place the bits that say its lane"),
        ("opcode_", "of BTH"),
        ("place_", "of the telemetry, as cfg_telemetry_place has it"),
        ("polynomial", "of CRC-32, IEEE 802.3"),
        ("port_rocev2", "of UDP"),
        ("protocol", "of IP: UDP"),
        ("protocol_", "of IP"),
        ("reset_", "what a context begins with"),
        ("type_", "of Ethernet"),
    ];
    reasons.into_iter().chain(others.map(|(name, text)| (name.to_owned(), text))).collect()
}

/// Which high-water marks there are beside those that every engine has.
fn high_waters(config: &Config) -> String {
    let texts = ["", "", "44 events for HPCC++'s lanes", "45 HPCC++'s updates", "46 QPs with an update that waits"];
    let there =
        layout::registers::queues(config).into_iter().zip(texts).filter(|(there, text)| *there && !text.is_empty());
    there.map(|(_, text)| format!(", {text}")).collect()
}

/// What ports' texts say of the units that are built.
fn words(config: &Config) -> Vec<(&'static str, String)> {
    let units = &config.engine.units;
    let named = |units: &[Unit], of: &dyn Fn(Unit) -> String, between: &str| {
        units.iter().map(|unit| of(*unit)).collect::<Vec<_>>().join(between)
    };
    let set = |unit: Unit| format!("{} {}'s", unit.place(), unit.name());
    let readers: Vec<Unit> = units.iter().copied().filter(|unit| unit.row().reads_psn).collect();
    let reading = match &readers[..] {
        [] => String::new(),
        [unit] => format!("; {} reads it with s_event_use_psn 0 too", unit.title()),
        all => format!("; {} read it with s_event_use_psn 0 too", named(all, &|unit| unit.title().into(), " and ")),
    };
    let flagging: Vec<Unit> =
        units.iter().copied().filter(|unit| !(unit.row().flag_texts)(config).is_empty()).collect();
    let own_flags = |unit: Unit| {
        let of = Algorithm::ALL.into_iter().filter(|algorithm| algorithm.unit() == unit);
        let names: Vec<_> = of.map(Algorithm::name).collect();
        format!(". Of {}: {}", names.join(" and "), (unit.row().flag_texts)(config))
    };
    let flags = match &flagging[..] {
        [] => "; 15 to 4 are 0".into(),
        all => named(all, &own_flags, ""),
    };
    let published = config.dcqcn.published;
    let tick_flags = if published { "7 hyper, 8 held, 9 snap; 3 is 0" } else { "8 held, 9 snap; 3 and 7 are 0" };
    let ldcp = units.contains(&Unit::Ldcp);
    let cnps = match (ldcp, units.contains(&Unit::Dcqcn)) {
        (true, true) => "; of ldcp-pcc and DCQCN, CNPs",
        (true, false) => "; of ldcp-pcc, CNPs",
        (false, true) => "; of DCQCN, CNPs",
        (false, false) => "",
    };
    let scrub = if config.rtl.ecc { ": with host_done; the scrubber reads, too" } else { "" };
    let timed = |text: &str| if config.has_timer() { text.to_string() } else { String::new() };
    vec![
        ("@algorithms", Algorithm::listed(units)),
        ("@parts", layout::units::parts(units)),
        ("@pages", named(units, &set, ", ")),
        ("@reading", reading),
        ("@ldcp_latency", (timing::PAWA_LATENCY + timing::INTERVAL_LATENCY).to_string()),
        ("@n0", if ldcp { "; of ldcp-pcc, RTT responses" } else { "" }.into()),
        ("@n1", cnps.into()),
        ("@scrub", scrub.into()),
        ("@flags", flags),
        ("@timer_kind", timed("; 7 timer: a control period of DCQCN has ended")),
        ("@word_pace", timed("; DCQCN: its rate, bytes a ns, U12.28")),
        ("@timer_pace", timed("; DCQCN: of kind timer its rate, bytes a ns, U12.28, else 0")),
        ("@advice_counters", if config.parser.fcr { "; 38 fcr_version, 39 fcr_kind, 40 advices" } else { "" }.into()),
        ("@high_waters", high_waters(config)),
        ("@stretch", if published { "50" } else { "40" }.into()),
        ("@tick_flags", tick_flags.into()),
        ("@timer_una", timed("; 0 of kind timer, which says nothing of it")),
    ]
}
