//! DCQCN of the golden model as a NIC: a control period a QP, and a fixed time from its end to the update (FABRIC 9,
//! SEMANTICS D10).

use super::{Event, Line, Nic, Update};
use layout::dcqcn::{Count, LINE, Rate, flag};
use model::dcqcn::{self, Context, DcqcnParamError, Mode, Params, step};
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
    qps: Vec<Qp>,
    /// Ends of periods, ns, and their QPs.
    timers: BTreeSet<(u64, u32)>,
    /// When each update comes out, ns, and the update.
    out: VecDeque<(u64, Update)>,
}

impl Dcqcn {
    /// With the reset values of the parameters, or those of `published`, at this line's rate.
    pub(super) fn new(line: &Line, mode: Mode, published: bool, latency_ns: u64) -> Result<Self, DcqcnParamError> {
        let rate = (((line.line_bps as u128) << Rate::FRAC) + BPS / 2) / BPS;
        let line = ("line", LINE.check(u64::try_from(rate).unwrap_or(u64::MAX))?);
        let set: &[_] = if published { &layout::dcqcn::DCQCN_2015 } else { &[] };
        let params = Params::with(&[set, &[line]].concat())?;
        let [.., period_ns, _jitter, _, _, _, _, _] = params.raw();
        let (qps, timers, out) = (Vec::new(), BTreeSet::new(), VecDeque::new());
        Ok(Self { latency_ns, period_ns, mode, params, qps, timers, out })
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
            self.update(time_ns, qp, update.rc);
        }
    }
}

impl Nic for Dcqcn {
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        match event {
            Event::Open { .. } => {
                let context = Context::new(&self.params);
                self.qps.push(Qp { context, cnp: 0, tx: 0, active: false });
                self.update(time_ns, qp, context.rc);
                return true;
            }
            Event::Cnp => self.qps[qp as usize].cnp += 1,
            Event::Sent { .. } => self.qps[qp as usize].tx += 1,
            Event::Ack(_) => return false,
        }
        // one that has nothing to do ends its activity with its first period
        self.wakes(time_ns, qp);
        false
    }

    fn next(&mut self, time_ns: u64) -> Option<Update> {
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
        out.into_iter().chain(timer).min()
    }
}
