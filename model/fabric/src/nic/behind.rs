//! FCR's block behind the cycle model of an engine, as `top` has it (hdl/src/limit.md, hdl/src/top.md): it takes the
//! engine's updates and the advices, has the engine lower what a QP holds when one ends, and says what the host takes.

use super::function::FunctionError;
use super::twin::Lock;
use super::{AdviceCounts, CYCLE_NS, Line};
use layout::config::Config;
use layout::fcr::LINE;
use layout::limit::{MICROSECOND, NO_RATE};
use model::engine::{Engine, HostOp, In, Lower, Out, Update};
use model::limit::{Ahead, Said};
use model::packet::cnp::Revised;
use model::page::Access;
use model::top_limit::{self, Heard, TopLimit};
use std::collections::VecDeque;

/// The code of an MTU of 1,024 bytes.
const MTU_CODE: u64 = 3;
/// More cycles than pass from the end of an advice to where the block is no longer at rest, beside its walk.
const FOUND_CYCLES: u64 = 512;
const CYCLES_OF_US: u64 = MICROSECOND as u64 / CYCLE_NS;

pub(super) struct Behind {
    top: TopLimit,
    qps: u64,
    /// Cycles after which walk and microsecond stand again as they do.
    round_cycles: u64,
    /// Its clock, ns: of the cycles that it has run.
    now_ns: u64,
    /// Out of the parser in which cycle, QP, and what is advised.
    advices: VecDeque<(u64, u32, Revised)>,
    /// An advice may be live before this cycle.
    live_until: u64,
    idle: bool,
    /// Advices that the block has lost, by its own count.
    lost: u64,
    counts: AdviceCounts,
}

/// What comes to it in a cycle beside the engine's.
#[derive(Clone, Copy)]
struct Beside<'a> {
    /// None before time runs.
    cycle: Option<u64>,
    host: Option<HostOp>,
    access: &'a Access,
    /// How many cycles of the twin's engine are left out before this one.
    apart: u64,
}

impl Behind {
    /// At this line, with the parameters of the function (`advised`).
    pub fn new(config: &Config, line: &Line) -> Result<Self, FunctionError> {
        let mbps = LINE.check(line.line_bps / 1_000_000)?;
        let mut top = TopLimit::new(config);
        let of = [
            ("fcr_line", mbps),
            ("fcr_advice_min", 1),
            ("fcr_advice_max", mbps),
            ("fcr_path_mtu", MTU_CODE),
            ("fcr_rtt", line.rtt_ns),
        ];
        of.into_iter().for_each(|(name, value)| top.preset(name, value));
        let (qps, advices, counts) = (u64::from(config.engine.qps), VecDeque::new(), AdviceCounts::default());
        // a multiple of both
        let round_cycles = (qps * CYCLES_OF_US) >> qps.trailing_zeros().min(CYCLES_OF_US.trailing_zeros());
        Ok(Self { top, qps, round_cycles, now_ns: 0, advices, live_until: 0, idle: false, lost: 0, counts })
    }

    /// An advice comes out of the parser in `cycle`.
    pub fn advise(&mut self, cycle: u64, qp: u32, advice: Result<Revised, impl Sized>) {
        match advice {
            Ok(advice) => self.advices.push_back((cycle, qp, advice)),
            Err(_) => self.counts.unknown += 1,
        }
    }

    /// A cycle of the engine and of the block; `cycle` is none before time runs.
    pub fn step(
        &mut self,
        cycle: Option<u64>,
        engine: &mut Engine,
        input: &In<'_>,
        lock: &mut Option<Lock>,
    ) -> (Out, Option<Said>) {
        let Ahead { update_ready, lower, ignore } = self.top.ahead();
        let waits = self.top.host_waits();
        let host = input.host.filter(|_| !waits);
        let lower = lower.map(|of| {
            let (window, rate) = (of.most.window, of.most.rate.raw());
            Lower { qpn: of.qpn, alg: of.alg.raw() as u8, window, rate }
        });
        let inner = In { host, upd_ready: update_ready, lower, ignore, ..*input };
        let mut out = engine.step(&inner);
        let beside = Beside { cycle, host: host.filter(|_| out.host_ready), access: &inner.unit, apart: 0 };
        let said = self.one(beside, (&out).into(), out.upd.as_ref(), lock);
        if let Some(lock) = lock {
            lock.step(cycle.map(|cycle| cycle * CYCLE_NS), &inner, &out);
        }
        if !update_ready {
            out.upd = None;
        }
        out.host_ready &= !waits;
        out.init_done &= said.init_done;
        out.idle &= said.idle;
        out.unit.taken |= said.answer.taken;
        out.unit.rdata |= said.answer.rdata;
        (out, said.told)
    }

    /// A cycle of the block, with what the engine says in it.
    fn one(
        &mut self,
        beside: Beside<'_>,
        from: Heard,
        update: Option<&Update>,
        lock: &mut Option<Lock>,
    ) -> top_limit::Out {
        let Beside { cycle, host, access, apart } = beside;
        let advice = cycle.and_then(|cycle| self.advices.pop_front_if(|advice| advice.0 <= cycle));
        if let (Some(cycle), Some((.., advice))) = (cycle, &advice) {
            let us = u64::from(advice.validity) + 2;
            self.live_until = self.live_until.max(cycle + us * CYCLES_OF_US + self.qps + FOUND_CYCLES);
            self.counts.taken += 1;
        }
        let came = advice.is_some() || update.is_some() || from.host_passed.is_some();
        let input = top_limit::In {
            rst_n: true,
            now: self.now_ns as u32,
            advice: advice.map(|(_, qp, advice)| (qp, advice)),
            host,
            // one that is not taken stands there again
            update: update.map(Update::on_port),
            ready: true,
            access,
            inject: 0,
            scrub_interval: 0,
        };
        let mut lost = self.lost;
        let said = self.top.step_seen(&input, from, |input, out| {
            lost = out.counts.lost;
            if let Some(lock) = lock {
                lock.limit(cycle.map(|cycle| cycle * CYCLE_NS), apart, input, out);
            }
        });
        self.now_ns += CYCLE_NS;
        // what has come in this cycle is under way from the next one on
        self.idle = said.idle && !came;
        self.counts.marks += u64::from(from.ignored);
        self.counts.lowered += u64::from(from.lower_done);
        // its queue was full
        self.counts.ignored += lost - self.lost;
        self.counts.taken -= lost - self.lost;
        self.lost = lost;
        if said.rejected.is_some() {
            self.counts.rejected += 1;
            self.counts.taken -= 1;
        }
        said
    }

    /// Up to `most` cycles from `cycle` on, in which the engine does nothing by itself: how many have gone by before
    /// the block has something for the engine, or for the host, which is given. At rest whole rounds are left out.
    pub fn pass(&mut self, cycle: u64, most: u64, lock: &mut Option<Lock>) -> (u64, Option<Said>) {
        let mut gone = 0;
        if self.idle && cycle >= self.live_until {
            let free = self.advices.front().map_or(most, |advice| advice.0.saturating_sub(cycle).min(most));
            gone = free - free % self.round_cycles;
        }
        let access = Access::default();
        while gone < most {
            let Ahead { lower, ignore, .. } = self.top.ahead();
            if lower.is_some() || ignore.is_some() {
                break;
            }
            let beside = Beside { cycle: Some(cycle + gone), host: None, access: &access, apart: gone };
            let told = self.one(beside, Heard::default(), None, lock).told;
            gone += 1;
            if told.is_some() {
                return (gone, told);
            }
        }
        (gone, None)
    }

    /// In which cycle it has something to do next, from `cycle` on; `u64::MAX`: when something comes.
    pub fn busy_at(&self, cycle: u64) -> u64 {
        if !self.idle || cycle < self.live_until {
            return cycle;
        }
        self.advices.front().map_or(u64::MAX, |advice| advice.0)
    }

    pub fn counts(&self) -> AdviceCounts {
        self.counts
    }
}

/// A rate as the block says it, bit/s; `None`: no limit.
pub(super) fn most_bps(said: &Said) -> Option<u64> {
    let rate = said.rate.raw();
    (rate != NO_RATE).then_some(((rate as u128 * super::function::BPS) >> layout::fcr::Rate::FRAC) as u64)
}
