//! `--engine rtl` of FCR: a line is an event of the block `fcr`. Its clock is brought to where the line's is, and the
//! places of a QP are written and read by the host's operations; the model has no part in it.

use super::line::Number;
use super::rule::{Numbers, NumbersLine};
use super::{Steps, Wrong};
use crate::failure::{Failure, Result};
use crate::progress;
use layout::config::Config;
use layout::fcr::{Clock, Kind, MAX_SOURCES, SOURCE_FIELDS, UPDATE, VALIDITY_MAX};
use layout::timing::FCR_LATENCY;
use std::collections::HashMap;
use tb::Builder;
use tb::blocks::module::Module;

/// QPs of the block: what a line's QP holds is written before its event, so one would do.
const QPS: u32 = 16;
/// Cycles of the clock at a time: far fewer than it stands still behind.
const TICKS: u64 = 4096;

const HOST_WRITE: u64 = 4;
const HOST_READ: u64 = 5;

/// Inputs in the order of `layout::fcr::EVENT`, but for the clock.
const GIVEN: [&str; 12] = [
    "in_kind",
    "in_switch",
    "in_seq",
    "in_rate",
    "in_validity",
    "in_withdraw",
    "in_alone",
    "in_rtt",
    "in_rc",
    "in_cw",
    "in_w",
    "in_wc",
];
/// Outputs in the order of `layout::fcr::UPDATE`.
const TOLD: [&str; UPDATE.len()] =
    ["out_cap", "out_pace", "out_rc", "out_cw", "out_w", "out_wc", "out_send_rate", "out_send_cw", "out_send_w"];

type Found<T> = std::result::Result<T, tb::Error>;

pub fn engine<'a>(numbers: &'a Numbers, config: &Config) -> Result<Steps<'a, NumbersLine>> {
    let mut config = config.clone();
    config.engine.qps = QPS;
    let fields = (numbers.row.params)();
    let (raw, _) = ::model::params::read_list(&numbers.params, &fields).map_err(Failure::input)?;
    let stage = progress::stage("building ackw_fcr");
    let module = Module::new(&Builder::from_env()?, &config, "fcr", "fcr")?;
    let longest = fields.iter().zip(&raw).find(|(field, _)| field.name == VALIDITY_MAX.name);
    let mut bench = Bench { module, longest: longest.map_or(VALIDITY_MAX.reset, |(_, raw)| *raw) };
    bench.start(&fields.iter().map(|field| format!("set_{}", field.port())).zip(raw).collect::<Vec<_>>())?;
    drop(stage);
    let mut held = HashMap::new();
    Ok(Box::new(move |line, out| {
        let state = held.entry(line.qpn).or_insert_with(|| numbers.reset());
        for (slot, given) in state.iter_mut().zip(line.state.iter().flatten()) {
            *slot = given.as_ref().and_then(Number::raw).unwrap_or(*slot);
        }
        let (update, flags) = bench.one(state, &line.event).map_err(|e| Wrong::Run(e.into()))?;
        numbers.write(out, line, state, &update, flags);
        Ok(())
    }))
}

struct Bench {
    module: Module,
    /// The parameter `validity_max`.
    longest: u64,
}

impl Bench {
    /// Every QP has no advice, and the parameter set 0 is written.
    fn start(&mut self, set: &[(String, u64)]) -> Found<()> {
        let set: Vec<(&str, u64)> = set.iter().map(|(name, raw)| (&name[..], *raw)).collect();
        self.module.put(&set)?;
        self.module.put(&[("set_we", 1), ("due_ready", 1), ("init_we", 1)])?;
        for address in 0..QPS {
            self.module.put(&[("init_addr", address.into())])?;
            self.module.run(1)?;
        }
        self.module.put(&[("set_we", 0), ("init_we", 0)])?;
        self.module.run(FCR_LATENCY as usize)
    }

    /// The clock at `now`, with nothing kept that could hold it.
    fn bring_to(&mut self, now: u64) -> Found<()> {
        for _ in 0..=Clock::MAX_RAW {
            let left = now.wrapping_sub(self.module.get("now")?) & Clock::MAX_RAW;
            if left == 0 {
                return Ok(());
            }
            self.module.put(&[("tick", 1)])?;
            self.module.run(left.min(TICKS) as usize)?;
            self.module.put(&[("tick", 0)])?;
            // what has ticked is on the port
            self.module.run(2)?;
        }
        Err(tb::Error::Simulation { what: "the clock of ackw_fcr stands still".into() })
    }

    /// An event, in one cycle.
    fn offer(&mut self, inputs: &[(&str, u64)]) -> Found<()> {
        self.module.put(inputs)?;
        self.module.put(&[("in_valid", 1)])?;
        self.module.run(1)?;
        self.module.put(&[("in_valid", 0)])
    }

    /// One, and its result.
    fn ask(&mut self, inputs: &[(&str, u64)]) -> Found<()> {
        self.offer(inputs)?;
        self.module.run(FCR_LATENCY as usize)
    }

    /// Writes the places for which `when` says so; a validity of 0 frees one.
    fn write(&mut self, state: &[u64], validity: impl Fn(&[u64]) -> Option<u64>) -> Found<()> {
        for (place, source) in (0..).zip(state.chunks(SOURCE_FIELDS)) {
            if let Some(validity) = validity(source) {
                let [switch, seq, rate] = [source[1], source[2], source[3]];
                self.offer(&[
                    ("in_kind", HOST_WRITE),
                    ("in_place", place),
                    ("in_switch", switch),
                    ("in_seq", seq),
                    ("in_rate", rate),
                    ("in_validity", validity),
                ])?;
            }
        }
        self.module.run(FCR_LATENCY as usize)
    }

    /// The update and its flags, and in `state` the places behind the event.
    fn one(&mut self, state: &mut [u64], event: &[u64]) -> Found<(Vec<u64>, u16)> {
        let now = event[1];
        let left = |source: &[u64]| source[4].wrapping_sub(now) & Clock::MAX_RAW;
        let longest = self.longest;
        let holds = |source: &[u64]| (1..=longest).contains(&left(source));
        let has_ended = |source: &[u64]| source[0] == 1 && !holds(source);
        // when one that has ended did so does not matter, but the clock stands still where it was long ago
        if state.chunks(SOURCE_FIELDS).any(has_ended) {
            self.bring_to(now.wrapping_sub(2) & Clock::MAX_RAW)?;
            self.write(state, |source| has_ended(source).then_some(1))?;
        }
        self.bring_to(now)?;
        self.write(state, |source| (source[0] == 1 && holds(source)).then(|| left(source)))?;
        let kind = if event[0] <= Kind::Open as u64 { event[0] } else { Kind::Time as u64 };
        let rest = event[2..].iter().copied();
        let event: Vec<(&str, u64)> = GIVEN.into_iter().zip(std::iter::once(kind).chain(rest)).collect();
        self.ask(&event)?;
        let update = TOLD.iter().map(|port| self.module.get(port)).collect::<Found<Vec<_>>>()?;
        let flags = self.module.get("out_flags")? as u16;
        for (place, source) in (0..MAX_SOURCES as u64).zip(state.chunks_mut(SOURCE_FIELDS)) {
            self.ask(&[("in_kind", HOST_READ), ("in_place", place)])?;
            source.fill(0);
            if self.module.get("out_used")? == 1 {
                source[0] = 1;
                for (slot, port) in source[1..].iter_mut().zip(["out_switch", "out_seq", "out_rate", "out_expiry"]) {
                    *slot = self.module.get(port)?;
                }
            }
        }
        self.write(&vec![0; state.len()], |_| Some(0))?;
        Ok((update, flags))
    }
}
