//! The unit in its socket.

use super::fast_start::{self, Loss};
use super::unit::interval;
use super::{Context, Event, Params, step};
use crate::choice::SETS;
use crate::ecc::{PawaReads, Watch, Windowed};
use crate::engine::socket::{Issued, Socket};
use crate::engine::{Before, Lower, Outcome};
use crate::event::NewWindow;
use layout::config::Config;
use layout::fixed::U;
use layout::ldcp::N;
use layout::record::Algorithm;

const IN_ORDER: &str = "as many values as the page has registers of that kind";

#[derive(Clone)]
pub struct InSocket {
    sets: [Params; SETS],
    contexts: Vec<Context>,
    /// With the fast start: what is left of a QP's initial window; else nothing.
    iws: Vec<N>,
    reads: PawaReads,
}

impl InSocket {
    pub fn new(config: &Config) -> Self {
        let qps = config.engine.qps as usize;
        let contexts = vec![Context::RESET; qps];
        let iws = vec![N::ZERO; if config.ldcp.fast_start { qps } else { 0 }];
        let reads = PawaReads::new(config.ldcp.fast_start);
        Self { sets: [Params::default(); SETS], contexts, iws, reads }
    }
}

impl Socket for InSocket {
    fn init(&mut self, first: u32, count: u32) {
        let range = first as usize..(first + count) as usize;
        self.contexts[range.clone()].fill(Context::RESET);
        if let Some(iws) = self.iws.get_mut(range.clone()) {
            iws.fill(N::ZERO);
        }
        for address in range.take(SETS) {
            self.sets[address % SETS] = Params::default();
        }
    }

    #[inline]
    fn event(&mut self, &Issued { event, alg, set, confirms, .. }: &Issued) -> Outcome {
        let slot = &mut self.contexts[event.qpn as usize];
        let (what, params) = (event.of_qp(*slot), &self.sets[set]);
        let started = match (self.iws.get_mut(event.qpn as usize), what) {
            (Some(iw), Event::Folded(folded)) if alg == Algorithm::Ldcp => {
                let loss = Loss { lost: event.loss, confirms };
                fast_start::step(*iw, *slot, folded, loss, params).map(|started| {
                    *iw = started.iw;
                    (started.context, started.flags)
                })
            }
            _ => None,
        };
        let (after, flags) = started.unwrap_or_else(|| step(alg == Algorithm::LdcpPcc, *slot, what, params));
        *slot = after;
        let window = NewWindow { kind: event.kind, qpn: event.qpn, cw: after.cw, rtt: after.rtt, flags };
        Outcome::Ldcp { cw: after.cw, interval: interval::step(&window), flags }
    }

    fn before(&self, qpn: u32) -> Option<Before> {
        let Context { cw, rtt } = self.contexts[qpn as usize];
        Some(Before { window: cw.raw(), last: rtt.raw(), ..Before::default() })
    }

    fn read(&mut self, qpn: u32) -> Vec<u64> {
        let Context { cw, rtt } = self.contexts[qpn as usize];
        let iw = self.iws.get(qpn as usize).map(|iw| iw.raw());
        [cw.raw(), rtt.raw()].into_iter().chain(iw).collect()
    }

    fn write(&mut self, qpn: u32, values: &[u64]) {
        let &[cw, rtt, ref iw @ ..] = values else { unreachable!("{IN_ORDER}") };
        if let (Some(kept), Some(iw)) = (self.iws.get_mut(qpn as usize), iw.first()) {
            *kept = U::wrap(*iw);
        }
        self.contexts[qpn as usize] = Context { cw: U::wrap(cw), rtt: U::wrap(rtt) };
    }

    fn lower(&mut self, qpn: u32, lower: &Lower) {
        let Context { cw, .. } = &mut self.contexts[qpn as usize];
        *cw = (*cw).min(U::wrap(lower.window));
        // an advice has said more than the first packets would
        if let Some(iw) = self.iws.get_mut(qpn as usize) {
            *iw = N::ZERO;
        }
    }

    fn write_set(&mut self, index: usize, values: &[u64]) {
        let params = Params::from_raw(values.try_into().expect(IN_ORDER));
        self.sets[index] = params.expect("a register holds no value out of its range");
    }

    fn reads(&mut self, rst_n: bool, issued: Option<u32>, _to_lanes: Option<Windowed>, watch: &mut Watch) {
        self.reads.step(rst_n, issued, watch);
    }

    fn boxed(&self) -> Box<dyn Socket> {
        Box::new(self.clone())
    }
}
