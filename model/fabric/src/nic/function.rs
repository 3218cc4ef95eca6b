//! The golden model's pure steps as a NIC, with a fixed time from an event to its update (FABRIC 6, "Golden model").

use super::advised::Advised;
use super::dcqcn::Dcqcn;
use super::ideal::{self, Ideal};
use super::laid::Laid;
use super::{Ack, AdviceCounts, Event, LEAST_BPS, Line, Nic, Speeds, Update};
use crate::mark::Marking;
use crate::packet::MAX_HOPS;
use layout::config::{N_MAX, Unit};
use layout::field::{Field, OutOfRange};
use layout::fixed::U;
use layout::hpcc::{Increment, NHop, PathId, QLen, Rate, SPEED, Seq, Ts, TxBytes, Window};
use layout::ldcp::{Cw, N, Psn};
use model::number::Q;
use model::{dcqcn, dctcp, fcr, hpcc, ldcp};
use num_traits::One;
use std::collections::VecDeque;

/// Bytes of a packet, by which byte numbers become packet numbers.
pub(super) const PACKET: u64 = crate::packet::PAYLOAD_BYTES;
/// Bits a second of a byte a ns.
pub(super) const BPS: u128 = 8_000_000_000;

/// The algorithm.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Golden {
    /// HPCC++ by its draft, with this maxStage if the line's tuning has none.
    Hpcc { max_stage: u64 },
    /// LDCP's window.
    Ldcp,
    /// DCTCP's window.
    Dctcp,
    /// DCQCN's rate, with marks by probability.
    DcqcnP,
    /// DCQCN's rate, with marks above a threshold.
    DcqcnD,
    /// DCQCN as published (SEMANTICS D11).
    Dcqcn2015,
}

/// A network whose figures the algorithm's parameters do not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FunctionError {
    /// HPCC++'s.
    #[error(transparent)]
    Hpcc(#[from] hpcc::HpccParamError),
    /// A single parameter.
    #[error(transparent)]
    Range(#[from] OutOfRange),
    /// DCQCN's.
    #[error(transparent)]
    Dcqcn(#[from] dcqcn::DcqcnParamError),
    /// A link's rate that the speed table does not hold.
    #[error(
        "HPCC++'s speed table has no entry for a link of {bps} bit/s: expected whole Gbit/s, at most {}, and at most 8 \
         rates beside 10, 25, 40, 50, 100, 200, 400 and 800",
        SPEED.max
    )]
    Speed { bps: u64 },
    /// An algorithm that the cycle model is not run with.
    #[error(
        "the cycle model is run with ldcp, hpcc, dctcp, dcqcn-p or dcqcn-d only, where switches advise with the first three"
    )]
    NoCycles,
    /// An algorithm without an ideal here.
    #[error("exact fractions are run with ldcp, hpcc or dctcp only")]
    NoIdeal,
    /// The shaper's.
    #[error(transparent)]
    Shaper(#[from] model::shaper::ShaperParamError),
    /// FCR's.
    #[error(transparent)]
    Fcr(#[from] fcr::FcrParamError),
    /// A body that knows no advices.
    #[error("expected another algorithm than those of --nic reference where switches advise (fcr), found {name}")]
    NoAdvice { name: &'static str },
    /// A configuration without the algorithm.
    #[error("the configuration's engine lacks it: expected \"{unit}\" in engine.units")]
    NoUnit { unit: &'static str },
    /// A configuration without FCR, where switches advise.
    #[error("switches advise, and the configuration's engine has no FCR: expected engine.fcr = true")]
    NoFcr,
    /// A configuration with too few QPs.
    #[error("a host has {needed} flows: expected engine.qps of at least so many, found {has}")]
    FewQps { has: u32, needed: u32 },
    /// What is to run beside the cycle model could not be made.
    #[error("{0}")]
    Twin(String),
}

impl Golden {
    /// Whether its packets have telemetry.
    pub fn telemetry(self) -> bool {
        matches!(self, Golden::Hpcc { .. })
    }

    /// How its switches mark.
    pub fn marking(self) -> Marking {
        match self {
            Golden::Hpcc { .. } | Golden::DcqcnP | Golden::Dcqcn2015 => Marking::RAMP,
            Golden::Ldcp | Golden::Dctcp | Golden::DcqcnD => Marking::STEP,
        }
    }

    /// The least time between CNPs of a flow, ns, where its receivers send them: of DCQCN-p 4 us, of DCQCN-d none
    /// (SEMANTICS R1), as published 50 us.
    pub fn cnp_interval_ns(self) -> Option<u64> {
        match self {
            Golden::DcqcnP => Some(4000),
            Golden::DcqcnD => Some(0),
            Golden::Dcqcn2015 => Some(50_000),
            Golden::Hpcc { .. } | Golden::Ldcp | Golden::Dctcp => None,
        }
    }

    /// Its unit in the engine.
    pub(super) fn unit(self) -> Unit {
        match self {
            Golden::Hpcc { .. } => Unit::Hpcc,
            Golden::Dctcp => Unit::Dctcp,
            Golden::DcqcnP | Golden::DcqcnD | Golden::Dcqcn2015 => Unit::Dcqcn,
            Golden::Ldcp => Unit::Ldcp,
        }
    }

    /// Its rates come at the ends of periods, not with ACKs.
    pub(super) fn periodic(self) -> bool {
        self.unit() == Unit::Dcqcn
    }

    /// A NIC of it, whose updates come out `latency_ns` after their events.
    pub fn nic(self, line: Line, latency_ns: u64) -> Result<Function, FunctionError> {
        self.nic_of(line, latency_ns, false)
    }

    /// The same, which obeys advices of switches.
    pub fn advised_nic(self, line: Line, latency_ns: u64) -> Result<Function, FunctionError> {
        self.nic_of(line, latency_ns, true)
    }

    fn nic_of(self, line: Line, latency_ns: u64, advised: bool) -> Result<Function, FunctionError> {
        let states = match self {
            Golden::Hpcc { max_stage } => {
                let header = line.speeds.header()?;
                let params = hpcc_params(&line, max_stage, &header)?;
                States::Hpcc { header: Box::new(header), params: Box::new(params), contexts: Vec::new() }
            }
            Golden::Ldcp => States::Ldcp { params: ldcp::Params::default(), contexts: Vec::new() },
            Golden::Dctcp => States::Dctcp { params: dctcp::Params::default(), contexts: Vec::new() },
            Golden::DcqcnP | Golden::DcqcnD | Golden::Dcqcn2015 => {
                let mode = if self == Golden::DcqcnD { dcqcn::Mode::D } else { dcqcn::Mode::P };
                let dcqcn = Dcqcn::new(&line, mode, self == Golden::Dcqcn2015, latency_ns, advised)?;
                return Ok(Function(Body::Periods(Box::new(dcqcn))));
            }
        };
        let laid = if advised { Some(Laid::Fixed(Advised::new(&line)?)) } else { None };
        Ok(Function(Body::Acks(Box::new(Acks { line, latency_ns, states, laid, out: VecDeque::new() }))))
    }

    /// The same in exact fractions, of LDCP, HPCC++ and DCTCP.
    pub fn ideal_nic(self, line: Line, latency_ns: u64) -> Result<Function, FunctionError> {
        self.ideal_nic_of(line, latency_ns, ideal::BITS)
    }

    /// The same, which obeys advices of switches, those too in exact fractions.
    pub fn advised_ideal_nic(self, line: Line, latency_ns: u64) -> Result<Function, FunctionError> {
        let states = States::Ideal(Box::new(Ideal::new(self, line, ideal::BITS)?));
        let laid = Some(Laid::Exact(Advised::new(&line)?));
        Ok(Function(Body::Acks(Box::new(Acks { line, latency_ns, states, laid, out: VecDeque::new() }))))
    }

    /// With so many bits behind the point.
    pub fn ideal_nic_of(self, line: Line, latency_ns: u64, bits: u64) -> Result<Function, FunctionError> {
        let states = States::Ideal(Box::new(Ideal::new(self, line, bits)?));
        Ok(Function(Body::Acks(Box::new(Acks { line, latency_ns, states, laid: None, out: VecDeque::new() }))))
    }
}

/// The window at the start, exact: the BDP in packets, at least one.
pub(super) fn first_packets(line: &Line) -> Q {
    Q::new(line.bdp_bytes.into(), PACKET.into()).max(Q::one())
}

/// LDCP's window at the start: the BDP in packets, at least one.
pub(super) fn first_cw(line: &Line, params: &ldcp::Params) -> Cw {
    let packets = ((line.bdp_bytes as u128) << Cw::FRAC) / PACKET as u128;
    Cw::sat(packets).min(params.cw_max()).max(Cw::wrap(1 << Cw::FRAC))
}

/// DCTCP's context at the start: cwnd likewise.
pub(super) fn first_dctcp(line: &Line, params: &dctcp::Params) -> dctcp::Context {
    let packets = ((line.bdp_bytes as u128) << layout::dctcp::Cwnd::FRAC) / PACKET as u128;
    let cwnd = U::sat(packets).min(params.cwnd_max()).max(params.cwnd_min());
    dctcp::Context { cwnd, ..dctcp::Context::new(params) }
}

/// HPCC++'s: T = RTT; W at most the BDP; W_ai and W_min what A and 1 Gbit/s send in an RTT; A is 10 Mbit/s for each 25
/// Gbit/s, if nothing else is set.
pub(super) fn hpcc_params(line: &Line, max_stage: u64, header: &hpcc::Header) -> Result<hpcc::Params, FunctionError> {
    let increase = line.tuning.increase_bps(line.line_bps).into();
    // bit/s in an RTT to bytes with the window's fraction, to nearest
    let bytes = |bps: u128, field: Field| {
        let raw = ((bps * line.rtt_ns as u128) << Window::FRAC).saturating_add(BPS / 2) / BPS;
        field.check(u64::try_from(raw).unwrap_or(u64::MAX))
    };
    const { assert!(Increment::FRAC == Window::FRAC) };
    let w_ai = bytes(increase, layout::hpcc::W_AI)?;
    let w_min = bytes(LEAST_BPS.into(), layout::hpcc::W_MIN)?;
    let w_max = line.bdp_bytes.saturating_mul(1 << Window::FRAC);
    let max_stage = line.tuning.hpcc_max_stage.unwrap_or(max_stage);
    let [eta, u_init] = [layout::hpcc::ETA.reset, layout::hpcc::U_INIT.reset];
    let raw = [line.rtt_ns, eta, max_stage, w_ai, w_max, w_min, w_max, u_init, 1];
    Ok(hpcc::Params::from_raw(raw, header)?)
}

#[derive(Clone, Debug)]
pub(super) enum States {
    Hpcc { header: Box<hpcc::Header>, params: Box<hpcc::Params>, contexts: Vec<hpcc::Context<MAX_HOPS>> },
    Ldcp { params: ldcp::Params, contexts: Vec<ldcp::Context> },
    Dctcp { params: dctcp::Params, contexts: Vec<dctcp::Context> },
    Ideal(Box<Ideal>),
}

/// The golden model's pure steps with a fixed latency.
#[derive(Clone, Debug)]
pub struct Function(Body);

#[derive(Clone, Debug)]
enum Body {
    Acks(Box<Acks>),
    Periods(Box<Dcqcn>),
}

impl Nic for Function {
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        match &mut self.0 {
            Body::Acks(nic) => nic.ack(time_ns, qp, event),
            Body::Periods(nic) => nic.ack(time_ns, qp, event),
        }
    }

    fn next(&mut self, time_ns: u64) -> Option<Update> {
        match &mut self.0 {
            Body::Acks(nic) => nic.next(time_ns),
            Body::Periods(nic) => nic.next(time_ns),
        }
    }

    fn due(&self) -> Option<u64> {
        match &self.0 {
            Body::Acks(nic) => nic.due(),
            Body::Periods(nic) => nic.due(),
        }
    }

    fn advice_counts(&self) -> AdviceCounts {
        match &self.0 {
            Body::Acks(nic) => nic.advice_counts(),
            Body::Periods(nic) => nic.advice_counts(),
        }
    }
}

/// A step an ACK.
#[derive(Clone, Debug)]
pub(super) struct Acks {
    pub line: Line,
    pub latency_ns: u64,
    pub states: States,
    /// FCR over them.
    pub laid: Option<Laid>,
    /// When each update comes out, ns, and the update.
    pub out: VecDeque<(u64, Update)>,
}

impl Acks {
    /// A new QP begins with the window at which a flow starts: the BDP (FABRIC 4).
    fn open(&mut self) {
        match &mut self.states {
            States::Hpcc { params, contexts, .. } => contexts.push(hpcc::Context::new(params)),
            States::Ldcp { contexts, params } => {
                contexts.push(ldcp::Context { cw: first_cw(&self.line, params), ..ldcp::Context::RESET });
            }
            States::Dctcp { contexts, params } => {
                contexts.push(first_dctcp(&self.line, params));
            }
            States::Ideal(ideal) => ideal.open(),
        }
        match &mut self.laid {
            Some(Laid::Fixed(advised)) => advised.open(),
            Some(Laid::Exact(advised)) => advised.open(),
            None => {}
        }
    }

    /// The window in bytes, the rate in bit/s, and whether the rate moves the next packet.
    pub fn step(&mut self, qp: usize, ack: &Ack<'_>) -> (u64, u64, bool) {
        let Line { line_bps, rtt_ns, .. } = self.line;
        // the PSN of the last byte, and of the next packet
        let (seq, snd_nxt) = (ack.seq.div_ceil(PACKET).wrapping_sub(1), ack.nxt.div_ceil(PACKET));
        let n = model::psn::counted(ack.confirmed.div_ceil(PACKET), N::wrap(N_MAX.into()));
        match &mut self.states {
            States::Ideal(ideal) => ideal.step(qp, ack),
            States::Hpcc { header, params, contexts } => {
                let arrival = hpcc::Arrival::Ack { seq: Seq::wrap(seq), snd_nxt: Seq::wrap(snd_nxt) };
                let (next, update) =
                    hpcc::step(&contexts[qp], arrival, &telemetry(ack, &self.line.speeds), header, params);
                contexts[qp] = next;
                let (window, rate) = window_and_rate(update.w, update.r, line_bps);
                (window, rate, true)
            }
            States::Ldcp { params, contexts } => {
                let loss = ldcp::Event::Loss;
                let event = if ack.nack { loss } else { ldcp::Event::Ack { n, ece: ack.mark } };
                (contexts[qp], _) = ldcp::step(false, contexts[qp], event, params);
                let cw = contexts[qp].cw.raw();
                if cw < 1 << Cw::FRAC {
                    // a packet of 1000 B in RTT/cw: 42 + 43 bits
                    let rate = (cw as u128 * 8_000_000_000_000 / rtt_ns as u128) >> Cw::FRAC;
                    return (u64::MAX, (rate as u64).max(1), false);
                }
                (least_window((PACKET * cw) >> Cw::FRAC), line_bps, false)
            }
            States::Dctcp { params, contexts } => {
                let (seq, snd_nxt) = (Psn::wrap(seq), Psn::wrap(snd_nxt));
                let event =
                    if ack.nack { dctcp::Event::Loss } else { dctcp::Event::Ack { n, ece: ack.mark, seq, snd_nxt } };
                let (next, update) = dctcp::step(&contexts[qp], event, params);
                contexts[qp] = next;
                (least_window((PACKET * update.cwnd.raw()) >> layout::dctcp::Cwnd::FRAC), line_bps, false)
            }
        }
    }
}

/// HPCC++'s W in bytes, and R in bit/s.
pub(super) fn window_and_rate(w: Window, r: Rate, line_bps: u64) -> (u64, u64) {
    // 40 + 33 bits
    let rate = (r.raw() as u128 * BPS) >> Rate::FRAC;
    (least_window(w.raw() >> Window::FRAC), hpcc_rate(rate as u64, line_bps))
}

/// A window in bytes holds one at least.
pub(super) fn least_window(bytes: u64) -> u64 {
    bytes.max(1)
}

/// HPCC++'s R is held in 1 Gbit/s to the line's rate, which a slower line does not exceed.
pub(super) fn hpcc_rate(bps: u64, line_bps: u64) -> u64 {
    bps.max(LEAST_BPS).min(line_bps)
}

/// What the switches wrote, as the header has it in the units of its reset: 1 ns, 128 B, 80 B.
pub(super) fn telemetry<const HOPS: usize>(ack: &Ack<'_>, speeds: &Speeds) -> hpcc::Telemetry<HOPS> {
    let hops = ack.telemetry;
    let mut out = [hpcc::Hop::default(); HOPS];
    for (out, hop) in out.iter_mut().zip(hops) {
        *out = hpcc::Hop {
            speed: speeds.code(hop.rate_bps),
            ts: Ts::wrap(hop.time_ns),
            tx_bytes: TxBytes::wrap(hop.tx_bytes / layout::hpcc::TX_UNIT.reset),
            q_len: QLen::sat((hop.waiting_bytes / layout::hpcc::Q_UNIT.reset).into()),
        };
    }
    hpcc::Telemetry { path: PathId::wrap(ack.path.into()), n_hop: NHop::wrap(hops.len() as u64), hops: out }
}

impl Nic for Acks {
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        self.ends(time_ns);
        match event {
            Event::Open { .. } => self.open(),
            Event::Ack(ack) if self.laid.is_some() => {
                self.advised_step(time_ns, qp, ack);
                return true;
            }
            Event::Ack(ack) => {
                let said = self.step(qp as usize, &ack);
                self.says(time_ns, qp, said);
                return true;
            }
            Event::Advice(body) => self.reads(time_ns, qp, body),
            Event::Cnp | Event::Sent { .. } => {}
        }
        false
    }

    fn next(&mut self, time_ns: u64) -> Option<Update> {
        self.ends(time_ns);
        self.out.pop_front_if(|out| out.0 <= time_ns).map(|(_, update)| update)
    }

    fn due(&self) -> Option<u64> {
        let end = match &self.laid {
            None => None,
            Some(Laid::Fixed(advised)) => advised.due(),
            Some(Laid::Exact(advised)) => advised.due(),
        };
        self.out.front().map(|&(due, _)| due).into_iter().chain(end).min()
    }

    fn advice_counts(&self) -> AdviceCounts {
        match &self.laid {
            None => AdviceCounts::default(),
            Some(Laid::Fixed(advised)) => advised.counts(),
            Some(Laid::Exact(advised)) => advised.counts(),
        }
    }
}
