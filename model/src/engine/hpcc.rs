//! The engine's HPCC++ side: what it keeps of each QP, and how an event is measured and judged.

use super::pins::{Outcome, Registers};
use crate::choice::SETS;
use crate::hops::{self, Slice};
use crate::hpcc::unit::inflight;
use crate::hpcc::unit::window::{self, Context, Event as WindowEvent, Measured};
use crate::hpcc::{Arrival, Header, Params, Telemetry};
use layout::hpcc::{ByteUnit, Clock, MAX_HOPS, Seq, flag};
use layout::record::{Algorithm, Kind};

/// What an event brings to the window unit.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Payload {
    pub flags: u16,
    pub theta: u64,
    pub addend: u64,
    pub seq: u64,
    pub mark: u64,
    /// It has hops to compare, which takes the lanes their time.
    pub measure: bool,
}

/// Per-QP state and registers.
#[derive(Clone)]
pub(super) struct Hpcc {
    hops: usize,
    header: Header,
    /// As the measurement reads them, and as the window does.
    measured_sets: Vec<Params>,
    sets: Vec<Params>,
    /// The set that is being written, of which the measurement has its part.
    next: Option<usize>,
    /// What the initialisation writes: kept, for what follows from the parameters takes long to compute.
    reset: (Header, Params),
    slices: Vec<Slice>,
    contexts: Vec<Context>,
}

/// The telemetry of an event counts for the QP's algorithm: at the sender that of ACKs and NAKs (H16), at the receiver
/// that of data.
#[inline]
pub(super) fn counts(alg: Algorithm, kind: Kind) -> bool {
    match alg {
        Algorithm::Hpcc => matches!(kind, Kind::Ack | Kind::Loss),
        Algorithm::HpccRx => kind == Kind::Data,
        _ => false,
    }
}

impl Hpcc {
    pub fn new(qps: u32, hops: usize) -> Self {
        let qps = qps as usize;
        let (header, params) = (Header::default(), Params::default());
        Self {
            hops,
            header: header.clone(),
            measured_sets: vec![params.clone(); SETS],
            sets: vec![params.clone(); SETS],
            next: None,
            reset: (header, params),
            slices: vec![hops::RESET; qps],
            contexts: vec![Context::RESET; qps],
        }
    }

    pub fn units(&mut self, units: [ByteUnit; 2]) {
        self.header.set_registers(units, None);
    }

    /// Writes of registers; of a parameter set only if that is written at once.
    pub fn write(&mut self, registers: &Registers, at_once: bool) {
        if let (Some((index, params)), true) = (registers.hpcc, at_once) {
            self.measured_sets[index] = params.clone();
            self.sets[index] = params.clone();
        }
        if let Some(speed) = registers.speed {
            let units = [self.header.tx_unit(), self.header.q_unit()];
            self.header.set_registers(units, Some(speed));
        }
    }

    /// The write of a parameter set goes through the measurement.
    pub fn write_measured(&mut self, index: usize, params: &Params) {
        self.measured_sets[index] = params.clone();
        self.next = Some(index);
    }

    /// It passes the slots.
    pub fn write_window(&mut self) {
        if let Some(index) = self.next.take() {
            self.sets[index] = self.measured_sets[index].clone();
        }
    }

    /// A reset comes between.
    pub fn forget_write(&mut self) {
        self.next = None;
    }

    /// The initialisation: contexts at `count` addresses from `first` on, and registers by the low bits of the address.
    pub fn init(&mut self, first: u32, count: u32) {
        let range = first as usize..(first + count) as usize;
        self.slices[range.clone()].fill(hops::RESET);
        self.contexts[range.clone()].fill(Context::RESET);
        let (header, params) = &self.reset;
        for low in range.take(SETS).map(|address| address % SETS) {
            self.measured_sets[low] = params.clone();
            self.sets[low] = params.clone();
            let code = layout::hpcc::SpeedCode::wrap(low as u64);
            let units = [self.header.tx_unit(), self.header.q_unit()];
            self.header.set_registers(units, Some((code, header.speed(code).copied())));
        }
    }

    /// L becomes not valid.
    pub fn clear(&mut self, qpn: u32) {
        self.slices[qpn as usize].valid = false;
    }

    /// L's slice and the choice of the hop: the first five flags, theta, addend.
    pub fn measure(&mut self, qpn: u32, set: usize, telemetry: &Telemetry<MAX_HOPS>) -> Payload {
        // as `hops::step` and `inflight::step` one after the other, in place: their results are of 15 hops each
        let slice = &mut self.slices[qpn as usize];
        let (flags, measure) = hops::compare(slice, telemetry, self.hops);
        let used = if measure { telemetry.n_hop.raw() as usize } else { 0 };
        let (old, new) = (&slice.hops[..used], &telemetry.hops[..used]);
        let (found, theta, addend) = inflight::between(old, new, measure, &self.header, &self.measured_sets[set]);
        if flags & flag::HOPS == 0 {
            hops::record(slice, telemetry);
        }
        Payload { flags: flags | found, theta: theta.raw(), addend: addend.raw(), measure, ..Payload::default() }
    }

    /// U, W and R after an event.
    pub fn update(&mut self, qpn: u32, alg: Algorithm, set: usize, p: &Payload) -> Outcome {
        let receiver = alg == Algorithm::HpccRx;
        let arrival = if receiver {
            Arrival::Int { now: Clock::wrap(p.mark) }
        } else {
            Arrival::Ack { seq: Seq::wrap(p.seq), snd_nxt: Seq::wrap(p.mark) }
        };
        let measured = Measured { flags: p.flags, theta: p.theta, addend: p.addend, arrival };
        let slot = &mut self.contexts[qpn as usize];
        let (after, r, flags) = window::step(*slot, WindowEvent::Update(measured), &self.sets[set]);
        *slot = after;
        Outcome::Hpcc { w: after.w, r, flags, feedback: receiver && flags & flag::FULL != 0 }
    }

    pub fn context(&mut self, qpn: u32) -> &mut Context {
        &mut self.contexts[qpn as usize]
    }
}
