//! DCQCN of the golden model as a NIC: a control period a QP, and a fixed time from its end to the update (FABRIC 9,
//! SEMANTICS D10).

use super::advised::{Advised, Fixed, Said};
use super::{AdviceCounts, Event, FunctionError, Line, Nic, Update};
use crate::advise::Body;
use layout::dcqcn::{CLAMP_TARGET, Count, FineRate, G, LINE, PARAMS_P, PERIOD, RAI, RC_MIN, RECOVERY, Rate, flag};
use layout::fcr::flag as fcr_flag;
use layout::field::Field;
use layout::fixed::U;
use model::dcqcn::{self, Context, Mode, Params, step};
use model::fcr::{self, Own};
use std::collections::{BTreeSet, VecDeque};

/// Bits a second of a byte a ns.
const BPS: u128 = 8_000_000_000;

#[derive(Clone, Debug)]
struct Qp {
    context: Context,
    /// CNPs and packets of this period.
    cnp: u64,
    tx: u64,
    /// It has a period.
    active: bool,
}

/// DCQCN's pure step with a fixed latency. A QP's periods begin with the event that makes it active; they have no
/// jitter.
#[derive(Clone, Debug)]
pub struct Dcqcn {
    latency_ns: u64,
    period_ns: u64,
    mode: Mode,
    params: Params,
    /// FCR over it.
    advised: Option<Advised<Fixed>>,
    qps: Vec<Qp>,
    /// Ends of periods, ns, and their QPs.
    timers: BTreeSet<(u64, u32)>,
    /// When each update comes out, ns, and the update.
    out: VecDeque<(u64, Update)>,
}

/// The reset values of the parameters, or those of `published`, at this line's rate, with what is set beside.
pub(super) fn params(line: &Line, published: bool) -> Result<Params, FunctionError> {
    let rate = |field: Field, bps: u64| {
        let raw = (((bps as u128) << Rate::FRAC) + BPS / 2) / BPS;
        Ok::<_, FunctionError>((field.name, field.check(u64::try_from(raw).unwrap_or(u64::MAX))?))
    };
    let set: &[_] = if published { &layout::dcqcn::DCQCN_2015 } else { &[] };
    let mut set = [set, &[rate(LINE, line.line_bps)?]].concat();
    let tuning = &line.tuning;
    set.extend(tuning.dcqcn_increase_bps.map(|bps| rate(RAI, bps)).transpose()?);
    set.extend(tuning.dcqcn_least_bps.map(|bps| rate(RC_MIN, bps)).transpose()?);
    set.extend(tuning.dcqcn_gain.map(|raw| (G.name, raw)));
    set.extend(tuning.dcqcn_recovery.map(|steps| (RECOVERY.name, steps)));
    set.extend(tuning.dcqcn_clamp_target.map(|on| (CLAMP_TARGET.name, on.into())));
    Ok(Params::with(&set)?)
}

impl Dcqcn {
    /// With the reset values of the parameters, or those of `published`, at this line's rate.
    pub(super) fn new(
        line: &Line,
        mode: Mode,
        published: bool,
        latency_ns: u64,
        advised: bool,
    ) -> Result<Self, FunctionError> {
        let advised = if advised { Some(Advised::new(line)?) } else { None };
        let params = params(line, published)?;
        let period_ns = params.raw()[PERIOD.place(&PARAMS_P)];
        let (qps, timers, out) = (Vec::new(), BTreeSet::new(), VecDeque::new());
        Ok(Self { latency_ns, period_ns, mode, params, advised, qps, timers, out })
    }

    /// No window; the rate counts from the next packet on.
    fn update(&mut self, time_ns: u64, qp: u32, rc: Rate) {
        let rate_bps = ((rc.raw() as u128 * BPS) >> Rate::FRAC) as u64;
        let update = Update { qp, window_bytes: u64::MAX, rate_bps: rate_bps.max(1), repace: false };
        self.out.push_back((time_ns + self.latency_ns, update));
    }

    fn wakes(&mut self, time_ns: u64, qp: u32) {
        let state = &mut self.qps[qp as usize];
        if !state.active {
            state.active = true;
            self.timers.insert((time_ns + self.period_ns, qp));
        }
    }

    /// The end of a period of `qp`.
    fn period(&mut self, time_ns: u64, qp: u32) {
        let state = &mut self.qps[qp as usize];
        let event = dcqcn::Event { cnp: Count::sat(state.cnp.into()), tx: Count::sat(state.tx.into()) };
        let (next, update) = step(self.mode, &state.context, event, &self.params);
        *state = Qp { context: next, cnp: 0, tx: 0, active: false };
        if update.flags & flag::IGNORED == 0 {
            self.wakes(time_ns, qp);
            let rc = self.hears(time_ns, qp, fcr::Event::Time).map_or(update.rc, |said| said.send.rc);
            self.update(time_ns, qp, rc);
        }
    }

    /// An event of FCR's, if there is FCR: RC is lowered where an advice has ended (DIVERGENCE FCR19, FCR20).
    fn hears(&mut self, time_ns: u64, qp: u32, event: fcr::Event) -> Option<Said<Own>> {
        let advised = self.advised.as_mut()?;
        let context = &mut self.qps[qp as usize].context;
        let said = advised.step(time_ns, qp, event, &Own { rc: context.rc, ..Own::default() });
        if said.flags & fcr_flag::CLAMPED != 0 {
            let (rc, rt, cp) = context.fine();
            let most = U::wrap(said.own.rc.raw() << (FineRate::FRAC - Rate::FRAC));
            if rc > most {
                context.set_fine(most, rt, cp);
                context.idle = U::ZERO;
                self.wakes(time_ns, qp);
            }
        }
        Some(said)
    }

    /// A revised CNP; without FCR it is a CNP.
    fn reads(&mut self, time_ns: u64, qp: u32, body: &Body) {
        let Some(advised) = &mut self.advised else { return self.hears_cnp(time_ns, qp) };
        match advised.read(body) {
            None => {}
            Some(fcr::Event::Mark) => self.hears_cnp(time_ns, qp),
            Some(event) => {
                if let Some(said) = self.hears(time_ns, qp, event)
                    && said.flags & fcr_flag::ALERT == 0
                {
                    self.update(time_ns, qp, said.send.rc);
                }
            }
        }
    }

    /// A CNP, which counts where no advice is live.
    fn hears_cnp(&mut self, time_ns: u64, qp: u32) {
        let said = self.hears(time_ns, qp, fcr::Event::Mark);
        if said.is_none_or(|said| said.flags & fcr_flag::IGNORED == 0) {
            self.qps[qp as usize].cnp += 1;
            self.wakes(time_ns, qp);
        }
    }

    /// Advices that have ended by `time_ns`.
    fn ends(&mut self, time_ns: u64) {
        while let Some((end_ns, qp)) = self.advised.as_mut().and_then(|advised| advised.ended(time_ns)) {
            if let Some(said) = self.hears(end_ns, qp, fcr::Event::Time) {
                self.update(end_ns, qp, said.send.rc);
            }
        }
    }
}

impl Nic for Dcqcn {
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        self.ends(time_ns);
        match event {
            Event::Open { .. } => {
                let context = Context::new(&self.params);
                self.qps.push(Qp { context, cnp: 0, tx: 0, active: false });
                self.advised.iter_mut().for_each(Advised::open);
                self.update(time_ns, qp, context.rc);
                return true;
            }
            Event::Cnp => self.hears_cnp(time_ns, qp),
            Event::Advice(body) => self.reads(time_ns, qp, body),
            Event::Sent { .. } => {
                self.qps[qp as usize].tx += 1;
                // one that has nothing to do ends its activity with its first period
                self.wakes(time_ns, qp);
            }
            Event::Ack(_) => {}
        }
        false
    }

    fn next(&mut self, time_ns: u64) -> Option<Update> {
        self.ends(time_ns);
        while let Some(&(end, qp)) = self.timers.first()
            && end <= time_ns
        {
            self.timers.pop_first();
            self.period(end, qp);
        }
        let &(due, update) = self.out.front()?;
        if due > time_ns {
            return None;
        }
        self.out.pop_front();
        Some(update)
    }

    fn due(&self) -> Option<u64> {
        let (out, timer) = (self.out.front().map(|&(due, _)| due), self.timers.first().map(|&(end, _)| end));
        let end = self.advised.as_ref().and_then(Advised::due);
        out.into_iter().chain(timer).chain(end).min()
    }

    fn advice_counts(&self) -> AdviceCounts {
        self.advised.as_ref().map_or_else(AdviceCounts::default, Advised::counts)
    }
}
