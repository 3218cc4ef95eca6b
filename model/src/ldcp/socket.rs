//! The unit in its socket.

use super::unit::interval;
use super::{Context, Params, step};
use crate::choice::SETS;
use crate::ecc::{PawaReads, Watch, Windowed};
use crate::engine::socket::{Issued, Socket};
use crate::engine::{Lower, Outcome};
use crate::event::NewWindow;
use layout::fixed::U;
use layout::record::Algorithm;

const IN_ORDER: &str = "as many values as the page has registers of that kind";

#[derive(Clone)]
pub struct InSocket {
    sets: [Params; SETS],
    contexts: Vec<Context>,
    reads: PawaReads,
}

impl InSocket {
    pub fn new(qps: u32) -> Self {
        let contexts = vec![Context::RESET; qps as usize];
        Self { sets: [Params::default(); SETS], contexts, reads: PawaReads::default() }
    }
}

impl Socket for InSocket {
    fn init(&mut self, first: u32, count: u32) {
        let range = first as usize..(first + count) as usize;
        self.contexts[range.clone()].fill(Context::RESET);
        for address in range.take(SETS) {
            self.sets[address % SETS] = Params::default();
        }
    }

    #[inline]
    fn event(&mut self, &Issued { event, alg, set, .. }: &Issued) -> Outcome {
        let slot = &mut self.contexts[event.qpn as usize];
        let (after, flags) = step(alg == Algorithm::LdcpPcc, *slot, event.of_qp(*slot), &self.sets[set]);
        *slot = after;
        let window = NewWindow { kind: event.kind, qpn: event.qpn, cw: after.cw, rtt: after.rtt, flags };
        Outcome::Ldcp { cw: after.cw, interval: interval::step(&window), flags }
    }

    fn read(&mut self, qpn: u32) -> Vec<u64> {
        let Context { cw, rtt } = self.contexts[qpn as usize];
        vec![cw.raw(), rtt.raw()]
    }

    fn write(&mut self, qpn: u32, values: &[u64]) {
        let &[cw, rtt] = values else { unreachable!("{IN_ORDER}") };
        self.contexts[qpn as usize] = Context { cw: U::wrap(cw), rtt: U::wrap(rtt) };
    }

    fn lower(&mut self, qpn: u32, lower: &Lower) {
        let Context { cw, .. } = &mut self.contexts[qpn as usize];
        *cw = (*cw).min(U::wrap(lower.window));
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
