//! The unit in its socket.

use super::unit::{Asks, Datapath, Issued};
use super::{Context, Event as RuleEvent, Folded, Params, Reads};
use crate::choice::SETS;
use crate::ecc::{Watch, Windowed};
use crate::engine::socket::{Issued as ToUnit, Socket};
use crate::engine::{Lower, Outcome};
use crate::event::Issued as Event;
use layout::config::Config;
use layout::dctcp::{CP0, Cwnd};
use layout::ldcp::Cw;
use layout::record::Kind;

/// From a window in packets to that of an update, U13.27 to U14.28.
const TO_UPDATE: u32 = Cw::FRAC - Cwnd::FRAC;

const IN_ORDER: &str = "as many values as the page has registers of that kind";

/// Cycles from the issue of an event to where the unit has it.
const ENTERS: u32 = 1;

#[derive(Clone)]
pub struct InSocket {
    datapath: Datapath,
    reads: Reads,
}

impl InSocket {
    pub fn new(config: &Config) -> Self {
        Self { datapath: Datapath::new(config.engine.qps), reads: Reads::default() }
    }
}

impl Socket for InSocket {
    fn init(&mut self, first: u32, count: u32) {
        self.datapath.init(first, count);
        for address in (first..first + count).take(SETS) {
            self.datapath.set(address as usize % SETS, Params::default());
        }
    }

    fn event(&mut self, &ToUnit { event, set, sense, .. }: &ToUnit) -> Outcome {
        let Event { kind, n0, n1, loss, qpn } = event;
        let kind = kind as u8;
        let folded = Folded { n0, n1, loss, seq: sense.seq, snd_nxt: sense.snd_max };
        let asks = Asks::of(kind, RuleEvent::Folded(folded));
        let out = self.datapath.step(Issued { asks, kind, qpn, set }, Context::RESET);
        let window = out.context.cwnd.raw() << TO_UPDATE;
        Outcome::Socket { window, pace: 0, flags: out.flags, feedback: false }
    }

    fn read(&mut self, qpn: u32) -> Vec<u64> {
        self.datapath.context(qpn).raw().to_vec()
    }

    fn write(&mut self, qpn: u32, values: &[u64]) {
        let host = Context::from_raw(values.try_into().expect(IN_ORDER));
        self.datapath.step(Issued { asks: Asks::HostWrite, kind: Kind::HostWrite as u8, qpn, set: 0 }, host);
    }

    /// cwnd alone, and to one packet at the least, as a host's write. It has a bit less behind the point.
    fn lower(&mut self, qpn: u32, lower: &Lower) {
        self.datapath.lower(qpn, (lower.window >> TO_UPDATE).max(1 << Cwnd::FRAC));
    }

    /// CP0 is the host's to write into a context.
    fn write_set(&mut self, index: usize, values: &[u64]) {
        let &[g, cwnd_min, cwnd_max] = values else { unreachable!("{IN_ORDER}") };
        let params = Params::from_raw([g, CP0.reset, cwnd_min, cwnd_max]);
        self.datapath.set(index, params.expect("a register holds no value out of its range"));
    }

    fn reads(&mut self, rst_n: bool, issued: Option<u32>, _to_lanes: Option<Windowed>, watch: &mut Watch) {
        self.reads.step(rst_n, issued, ENTERS, watch);
    }

    fn boxed(&self) -> Box<dyn Socket> {
        Box::new(self.clone())
    }
}
