//! The unit in its socket: the measurement, then the window.

use super::params::{Reciprocal, Speed};
use super::unit::inflight;
use super::unit::window::{self, Context, Event as WindowEvent, Measured};
use super::{Arrival, Header, Params, Telemetry};
use crate::choice::SETS;
use crate::ecc::{InOrder, Watch, WindowReads, Windowed};
use crate::engine::socket::{Issued, Socket, Trace};
use crate::engine::{Before, Lower, Outcome};
use crate::hops::{self, Slice};
use crate::page::Page;
use layout::config::Config;
use layout::fixed::U;
use layout::hpcc::{ByteUnit, Clock, DERIVED, MAX_HOPS, PARAMS, Q_UNIT, Seq, SpeedCode, TX_UNIT, U_INIT, W_INIT, flag};
use layout::record::{Algorithm, Kind};
use layout::timing::inflight_latency;

const IN_ORDER: &str = "as many values as the page has registers of that kind";

/// Cycles from the issue of an event to where the L slice has it.
const ENTERS: u32 = 1;

/// Per-QP state and registers.
#[derive(Clone)]
pub struct InSocket {
    hops: usize,
    header: Header,
    /// Cycles from the lanes to the window.
    lanes: u32,
    sets: Vec<Params>,
    /// What the initialisation writes: kept, for what follows from the parameters takes long to compute.
    reset: (Header, Params),
    slices: Vec<Slice>,
    contexts: Vec<Context>,
    slice_reads: InOrder,
    window_reads: WindowReads,
}

/// The telemetry of an event counts for the QP's algorithm: at the sender that of ACKs and NAKs (H16), at the receiver
/// that of data.
#[inline]
fn counts(alg: Algorithm, kind: Kind) -> bool {
    match alg {
        Algorithm::Hpcc => matches!(kind, Kind::Ack | Kind::Loss),
        Algorithm::HpccRx => kind == Kind::Data,
        _ => false,
    }
}

/// A parameter set from its registers, in the order of the page.
fn params(values: &[u64]) -> Params {
    // a new QP's U and W are the host's to write into its context
    let mut values = values.iter().copied();
    let mut next = || values.next().expect(IN_ORDER);
    let raw = PARAMS.map(|field| if [U_INIT, W_INIT].contains(&field) { field.reset } else { next() });
    let [rate_m, rate_e, t_ticks, tau_m, tau_e, q_weight, tx_weight] = DERIVED.map(|_| next());
    let derived = [t_ticks, tau_m, tau_e, rate_m, rate_e, q_weight, tx_weight];
    Params::from_registers(raw, derived).expect("no write of a set begins with what it must not hold")
}

impl InSocket {
    pub fn new(config: &Config) -> Self {
        let qps = config.engine.qps as usize;
        let (header, params) = (Header::default(), Params::default());
        Self {
            hops: config.hpcc.hops as usize,
            header: header.clone(),
            lanes: inflight_latency(config.hpcc.hops, config.lanes()),
            sets: vec![params.clone(); SETS],
            reset: (header, params),
            slices: vec![hops::RESET; qps],
            contexts: vec![Context::RESET; qps],
            slice_reads: InOrder::default(),
            window_reads: WindowReads::default(),
        }
    }

    fn units(&self) -> [ByteUnit; 2] {
        [self.header.tx_unit(), self.header.q_unit()]
    }

    /// L's slice and the choice of the hop: the first five flags, theta, addend.
    #[inline]
    fn measure(&mut self, qpn: u32, set: usize, telemetry: &Telemetry<MAX_HOPS>) -> (u16, u64, u64) {
        // as `hops::step` and `inflight::step` one after the other, in place: their results are of 15 hops each
        let slice = &mut self.slices[qpn as usize];
        let (flags, measure) = hops::compare(slice, telemetry, self.hops);
        let used = if measure { telemetry.n_hop.raw() as usize } else { 0 };
        let (old, new) = (&slice.hops[..used], &telemetry.hops[..used]);
        let (found, theta, addend) = inflight::between(old, new, measure, &self.header, &self.sets[set]);
        if flags & flag::HOPS == 0 {
            hops::record(slice, telemetry);
        }
        (flags | found, theta.raw(), addend.raw())
    }
}

impl Socket for InSocket {
    fn init(&mut self, first: u32, count: u32) {
        let range = first as usize..(first + count) as usize;
        self.slices[range.clone()].fill(hops::RESET);
        self.contexts[range.clone()].fill(Context::RESET);
        let units = self.units();
        let (header, params) = &self.reset;
        for low in range.take(SETS).map(|address| address % SETS) {
            self.sets[low] = params.clone();
            let code = SpeedCode::wrap(low as u64);
            self.header.set_registers(units, Some((code, header.speed(code).copied())));
        }
    }

    #[inline]
    fn counts(&self, alg: Algorithm, kind: Kind) -> bool {
        counts(alg, kind)
    }

    /// U, W and R after an event.
    fn event(&mut self, &Issued { event, alg, set, trace, .. }: &Issued) -> Outcome {
        let Trace { telemetry, seq, mark } = trace;
        let receiver = alg == Algorithm::HpccRx;
        let arrival = if receiver {
            Arrival::Int { now: Clock::wrap(mark) }
        } else {
            Arrival::Ack { seq: Seq::wrap(seq), snd_nxt: Seq::wrap(mark) }
        };
        let (flags, theta, addend) = match telemetry {
            Some(telemetry) => self.measure(event.qpn, set, telemetry),
            None => (flag::IGNORED, 0, 0),
        };
        let measured = Measured { flags, theta, addend, arrival };
        let slot = &mut self.contexts[event.qpn as usize];
        let (after, r, flags) = window::step(*slot, WindowEvent::Update(measured), &self.sets[set]);
        *slot = after;
        Outcome::Hpcc { w: after.w, r, flags, feedback: receiver && flags & flag::FULL != 0 }
    }

    fn before(&self, qpn: u32) -> Option<Before> {
        let Context { u, w, wc, inc_stage, last_update } = self.contexts[qpn as usize];
        let [u, window, wc] = [u.raw(), w.raw(), wc.raw()];
        Some(Before { u, window, wc, last: last_update.raw(), stage: inc_stage.raw() })
    }

    fn read(&mut self, qpn: u32) -> Vec<u64> {
        let Context { u, w, wc, inc_stage, last_update } = self.contexts[qpn as usize];
        vec![u.raw(), w.raw(), wc.raw(), inc_stage.raw(), last_update.raw()]
    }

    fn write(&mut self, qpn: u32, values: &[u64]) {
        let &[u, w, wc, inc_stage, last_update] = values else { unreachable!("{IN_ORDER}") };
        self.contexts[qpn as usize] = Context {
            u: U::wrap(u),
            w: U::wrap(w),
            wc: U::wrap(wc),
            inc_stage: U::wrap(inc_stage),
            last_update: U::wrap(last_update),
        };
        // L becomes not valid
        self.slices[qpn as usize].valid = false;
    }

    /// W and Wc.
    fn lower(&mut self, qpn: u32, lower: &Lower) {
        let Context { w, wc, .. } = &mut self.contexts[qpn as usize];
        let given = U::wrap(lower.window & ((1 << 40) - 1));
        (*w, *wc) = ((*w).min(given), (*wc).min(given));
    }

    fn write_set(&mut self, index: usize, values: &[u64]) {
        self.sets[index] = params(values);
    }

    /// Units and speeds. They count at once: no event of HPCC++ is under way.
    fn written(&mut self, page: &Page, register: &str) {
        let value = |name: &str| page.value(name).expect("the page has it");
        let units = [U::wrap(value("cfg_tx_unit")), U::wrap(value("cfg_q_unit"))];
        let speed = (register == "spd_write").then(|| {
            let inv_b = Reciprocal { m: U::wrap(value("spd_inv_b_m")), e: U::wrap(value("spd_inv_b_e")) };
            let gbps = value("spd_gbps");
            (U::wrap(value("spd_write")), (gbps > 0).then(|| Speed { gbps: U::wrap(gbps), inv_b }))
        });
        self.header.set_registers(units, speed);
    }

    fn reads(&mut self, rst_n: bool, issued: Option<u32>, to_lanes: Option<Windowed>, watch: &mut Watch) {
        if self.slice_reads.step(rst_n, issued) {
            watch.read(ENTERS + 2);
        }
        self.window_reads.step(rst_n, to_lanes, self.lanes, watch);
    }

    /// The units of the telemetry are registers.
    fn reset(&mut self) {
        self.header.set_registers([U::wrap(TX_UNIT.reset), U::wrap(Q_UNIT.reset)], None);
    }

    fn boxed(&self) -> Box<dyn Socket> {
        Box::new(self.clone())
    }
}
