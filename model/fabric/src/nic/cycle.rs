//! The cycle model of the engine as a NIC: LDCP, HPCC++, DCTCP or DCQCN clock by clock as the RTL has it, with the
//! stretches skipped in which nothing happens (FABRIC 6, hdl/src/engine.md).
//!
//! An ACK is in the parser for its latency and then enters the engine, where another event of its QP may hold it up.
//! The window, or below one packet the interval, is that of the update; the host paces by it.
//!
//! A second body of the engine may run beside it in lockstep ([`super::twin`]). As long as the two are equal it does
//! not matter whose updates the host takes.

use super::behind::{Behind, most_bps};
use super::dcqcn::params as dcqcn_params;
use super::function::{BPS, FunctionError, first_cw, first_dctcp, hpcc_params, telemetry, window_and_rate};
use super::shaped::{Shaped, line_rate};
use super::twin::Lock;
use super::{AdviceCounts, Event, Golden, Grant, Line, Nic, Update, Word};
use crate::packet::PAYLOAD_BYTES;
use layout::config::{Config, Unit};
use layout::dcqcn::{self as dcqcn_layout, PARAMS, PARAMS_P, PERIOD};
use layout::dctcp::Cwnd;
use layout::fcr::Rate;
use layout::fixed::U;
use layout::hpcc::{MAX_HOPS, SpeedCode};
use layout::ldcp::{Cw, Psn, Rtt};
use layout::limit::NO_RATE;
use layout::record::{Algorithm, Kind, flag};
use layout::registers::unit_page;
use layout::timing::{ENTRY_LATENCY, Latency, PARSER_LATENCY};
use model::engine::host::Host;
use model::engine::{Engine, HostContext, HostOp, In, Out, Packet, Parts};
use model::latest;
use model::limit::Said;
use model::packet::cnp;
use model::shaper::Control;
use model::{dcqcn, dctcp, hpcc, ldcp};
use std::collections::VecDeque;
use std::fmt;

/// ns of a clock cycle: 200 MHz.
pub const CYCLE_NS: u64 = 5;
/// More than an engine needs to come to rest.
const REST_CYCLES: u64 = 512;
/// From the end of a period of DCQCN to its update, cycles: the way of a report into the list, and the step.
const PERIOD_LATENCY: u64 = 55;
/// The fewest QPs that an engine has.
const LEAST_QPS: u32 = 16;

/// An engine with one algorithm. A packet of 1000 B has a PSN, from 0 on.
pub struct Cycle {
    line: Line,
    engine: Engine,
    /// The first cycle that has not run.
    cycle: u64,
    /// The last time that the host told, ns.
    now_ns: u64,
    /// From the acceptance of an event to its update, cycles, where nothing holds it up.
    latency: u64,
    /// What comes out of the parser, and in which cycle.
    packets: VecDeque<(u64, Packet, hpcc::Telemetry<MAX_HOPS>)>,
    /// What the NIC reports as sent, and in which cycle: snd_nxt of a QP.
    reports: VecDeque<(u64, u32, Psn)>,
    /// In which cycles the events entered that are to have an update; where some passed or joined others, cycles no
    /// later than theirs.
    entered: VecDeque<u64>,
    /// When each update came out, ns, and the update.
    out: VecDeque<(u64, Update)>,
    /// What runs beside it.
    lock: Option<Lock>,
    /// FCR behind it.
    behind: Option<Box<Behind>>,
    /// What paces its QPs, if the host does not; its QPs, and what limits one from its opening on.
    shaped: Option<Box<Shaped>>,
    qps: u32,
    first: Control,
    telemetry: bool,
    /// Its rates come at the ends of periods, not with events (DCQCN).
    periodic: bool,
}

impl fmt::Debug for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cycle").field("cycle", &self.cycle).field("out", &self.out).finish_non_exhaustive()
    }
}

/// Registers of a parameter set, and of the time: periods have no jitter, as the function's have none.
fn dcqcn_registers(params: &dcqcn::Params) -> Result<Vec<(String, u64)>, FunctionError> {
    let names = PARAMS.map(|field| format!("set_dcqcn_{}", field.name));
    let page = unit_page(&Config::default(), Unit::Dcqcn);
    let mut all = Vec::new();
    for (name, value) in names.into_iter().zip(params.raw()) {
        // CP0 is a context's, period and jitter are of all QPs
        if let Some(register) = page.iter().find(|register| register.name() == name) {
            register.field.check(value)?;
            all.push((name, value));
        }
    }
    let period_ns = params.raw()[PERIOD.place(&PARAMS_P)];
    let period = period_ns / CYCLE_NS - dcqcn::unit::LEAST_PERIOD;
    all.extend([("cfg_dcqcn_period".to_owned(), period), ("cfg_dcqcn_jitter_mask".to_owned(), 0)]);
    Ok(all)
}

impl Cycle {
    /// An engine whose QPs are open, with the window at which a flow starts: the BDP (FABRIC 4).
    /// HPCC++'s parameters are those of the function, all else is as after reset.
    pub fn new(algorithm: Golden, line: Line, qps: u32) -> Result<Self, FunctionError> {
        let config = Self::config(algorithm, qps, None, false)?;
        Self::with(algorithm, line, qps, &config, None, false)
    }

    /// One with FCR behind it.
    pub fn advised(algorithm: Golden, line: Line, qps: u32) -> Result<Self, FunctionError> {
        let config = Self::config(algorithm, qps, None, true)?;
        Self::with(algorithm, line, qps, &config, None, true)
    }

    /// The configuration of such an engine: the one that is given, if it fits; else the reference configuration with
    /// the algorithm's unit alone.
    pub(super) fn config(
        algorithm: Golden,
        qps: u32,
        given: Option<&Config>,
        fcr: bool,
    ) -> Result<Config, FunctionError> {
        let unit = algorithm.unit();
        if algorithm == Golden::Dcqcn2015 || fcr && algorithm.periodic() {
            return Err(FunctionError::NoCycles);
        }
        let Some(given) = given else {
            let mut config = Config::default();
            config.engine.qps = qps.max(LEAST_QPS).next_power_of_two();
            config.engine.units = vec![unit];
            (config.engine.fcr, config.parser.fcr) = (fcr, fcr);
            return Ok(config);
        };
        match given.engine.qps {
            _ if !given.has(unit) => Err(FunctionError::NoUnit { unit: unit.name() }),
            _ if fcr && !given.engine.fcr => Err(FunctionError::NoFcr),
            has if has < qps => Err(FunctionError::FewQps { has, needed: qps }),
            _ => Ok(given.clone()),
        }
    }

    /// One of this configuration, with what runs beside it, and FCR behind it.
    pub(super) fn with(
        algorithm: Golden,
        line: Line,
        qps: u32,
        config: &Config,
        lock: Option<Lock>,
        fcr: bool,
    ) -> Result<Self, FunctionError> {
        let rtt = Rtt::wrap(layout::ldcp::RTT.check(line.rtt_ns)?);
        let (psn, cw) = (Psn::wrap(Psn::MAX_RAW), first_cw(&line, &ldcp::Params::default()));
        let behind = if fcr { Some(Box::new(Behind::new(config, &line)?)) } else { None };
        let (mut alg, mut set, mut first) = (Algorithm::Ldcp, None, Control::cw(cw));
        let mut part = vec![("host_ldcp_cw", cw.raw()), ("host_ldcp_rtt", rtt.raw())];
        if let Golden::Hpcc { max_stage } = algorithm {
            let params = hpcc_params(&line, max_stage, &line.speeds.header()?)?;
            let hpcc::Context { u, w, wc, inc_stage, last_update, .. } = hpcc::Context::<MAX_HOPS>::new(&params);
            part = vec![("host_hpcc_u", u.raw()), ("host_hpcc_w", w.raw()), ("host_hpcc_wc", wc.raw())];
            part.extend([("host_hpcc_inc_stage", inc_stage.raw()), ("host_hpcc_last_update", last_update.raw())]);
            (alg, set) = (Algorithm::Hpcc, Some(params));
            first = Control::Bytes { window: w, rate: line_rate(&line) };
        }
        if algorithm == Golden::Dctcp {
            let dctcp::Context { cwnd, ssthresh, cp, window_end, acked, marked, cut } =
                first_dctcp(&line, &dctcp::Params::default());
            part = vec![("host_dctcp_cwnd", cwnd.raw()), ("host_dctcp_ssthresh", ssthresh.raw())];
            part.extend([("host_dctcp_cp", cp.raw()), ("host_dctcp_window_end", window_end.raw())]);
            part.extend([("host_dctcp_acked", acked.raw()), ("host_dctcp_marked", marked.raw())]);
            part.push(("host_dctcp_cut", cut.into()));
            alg = Algorithm::Dctcp;
            // a bit more behind the point
            first = Control::cw(Cw::wrap(cwnd.raw() << (Cw::FRAC - Cwnd::FRAC)));
        }
        let mut of_page = Vec::new();
        if algorithm.periodic() {
            let params = dcqcn_params(&line, false)?;
            let dcqcn::Context { rc, rt, cp, stage, .. } = dcqcn::Context::new(&params);
            part = vec![("host_dcqcn_rc", rc.raw()), ("host_dcqcn_rt", rt.raw())];
            part.extend([("host_dcqcn_cp", cp.raw()), ("host_dcqcn_stage", stage.raw())]);
            alg = if algorithm == Golden::DcqcnP { Algorithm::DcqcnP } else { Algorithm::DcqcnD };
            first = Control::rc(rc);
            of_page = dcqcn_registers(&params)?;
        }
        let mut nic = Self {
            line,
            engine: Engine::new(config),
            cycle: 0,
            now_ns: 0,
            latency: Latency::of(config).event(alg.unit()).into(),
            packets: VecDeque::new(),
            reports: VecDeque::new(),
            entered: VecDeque::new(),
            out: VecDeque::new(),
            lock,
            behind,
            shaped: None,
            qps: config.engine.qps,
            first,
            telemetry: algorithm.telemetry(),
            periodic: algorithm.periodic(),
        };
        while !nic.prepare(&In::idle()).init_done {}
        let (mut host, mut cycle) = (Host::new(config), |input: &In| nic.prepare(input));
        if let Some(params) = set {
            let taken = params.registers().all(|(name, value)| host.write(&mut cycle, &name, value));
            assert!(taken, "the registers of a set take what goes together");
            host.write_set(&mut cycle, Unit::Hpcc, 0);
            let header = line.speeds.header()?;
            let [mantissas, exponents] = header.inv_b();
            for code in line.speeds.added() {
                let gbps = header.speed(SpeedCode::wrap(code)).map_or(0, |speed| speed.gbps.raw());
                let inv_b = [mantissas, exponents].map(|of| of[code as usize]);
                let entry = [("spd_gbps", gbps), ("spd_inv_b_m", inv_b[0]), ("spd_inv_b_e", inv_b[1])];
                let mut entry = entry.into_iter().chain([("spd_write", code)]);
                assert!(entry.all(|(name, value)| host.write(&mut cycle, name, value)), "the table takes a speed");
            }
        }
        if !of_page.is_empty() {
            let taken = of_page.iter().all(|(name, value)| host.write(&mut cycle, name, *value));
            assert!(taken, "the registers of a set take what was checked");
            host.write_set(&mut cycle, Unit::Dcqcn, 0);
        }
        let taken = part.iter().all(|(name, value)| host.write(&mut cycle, name, *value));
        assert!(taken, "a context's registers take a window at which a flow starts");
        let parts = Parts { units: alg.unit().part(), ..Parts::ALL };
        for qpn in 0..qps {
            let context = HostContext { alg, set: 0, psn, open: true };
            host.operate(&mut cycle, HostOp::Write { qpn, parts, context });
        }
        Ok(nic)
    }

    /// The same with the sender half behind it, which paces; a quantum of so many packets, or one that suits the line.
    pub fn shaped(mut self, quantum_packets: Option<u64>) -> Result<Self, FunctionError> {
        let Self { line, qps, first, telemetry, lock, .. } = &mut self;
        let shaped = Shaped::new(line, *qps, *first, *telemetry, quantum_packets, lock)?;
        self.shaped = Some(Box::new(shaped));
        Ok(self)
    }

    /// What should not have come to the sender half; `None`: the host paces.
    pub fn shaper_counters(&self) -> Option<model::shaper::Counters> {
        self.shaped.as_ref().map(|shaped| shaped.counters())
    }

    /// A cycle before time runs.
    fn prepare(&mut self, input: &In) -> Out {
        if let Some(behind) = &mut self.behind {
            return behind.step(None, &mut self.engine, input, &mut self.lock).0;
        }
        let out = self.engine.step(input);
        if let Some(lock) = &mut self.lock {
            lock.step(None, input, &out);
        }
        out
    }

    /// From an ACK at a clock's edge to its update, ns, where nothing holds it up: parser, engine, and the cycle in
    /// which the update stands on its port. Of the engine alone: `limit` behind it takes 30 cycles more. Of DCQCN: from
    /// the end of a period, as it counts from a packet at a clock's edge, to its update.
    pub fn latency_ns(&self) -> u64 {
        Self::latency(self.periodic, self.latency)
    }

    fn latency(periodic: bool, engine_cycles: u64) -> u64 {
        let cycles = if periodic { PERIOD_LATENCY } else { u64::from(PARSER_LATENCY) + engine_cycles + 1 };
        cycles * CYCLE_NS
    }

    /// The same of an engine of this configuration, without the engine.
    pub(super) fn latency_of(algorithm: Golden, config: &Config) -> u64 {
        Self::latency(algorithm.periodic(), Latency::of(config).event(algorithm.unit()).into())
    }

    /// Runs the cycles that have ended by `now_ns`.
    fn run(&mut self, now_ns: u64) {
        self.now_ns = now_ns;
        let end = now_ns / CYCLE_NS;
        if self.lock.as_ref().is_some_and(Lock::failed) {
            // the run is over
            return;
        }
        while self.cycle < end {
            let next = [self.packets.front().map(|packet| packet.0), self.reports.front().map(|report| report.0)];
            let next = next.into_iter().flatten().min().unwrap_or(u64::MAX).clamp(self.cycle, end);
            let quiet = self.engine.quiet_cycles(true);
            let quiet = self.lock.as_ref().map_or(quiet, |lock| lock.may_skip(quiet)).min(next - self.cycle);
            let (quiet, said) = match &mut self.behind {
                Some(behind) if quiet != 0 => behind.pass(self.cycle, quiet, &mut self.lock),
                _ => (quiet, None),
            };
            if quiet != 0 {
                self.engine.advance_idle(quiet, &In::idle(), |_, _| ());
                self.cycle += quiet;
                if let Some(lock) = &mut self.lock {
                    lock.skip(quiet);
                }
                said.iter().for_each(|said| self.says(said));
            } else {
                self.step();
            }
        }
        if let Some(shaped) = &mut self.shaped {
            shaped.run(end, &mut self.lock);
        }
    }

    fn step(&mut self) {
        let cycle = self.cycle;
        self.cycle += 1;
        let room = self.engine.room();
        let pkt = self.packets.pop_front_if(|packet| packet.0 <= cycle && room);
        let tx = self.reports.pop_front_if(|report| report.0 <= cycle).map(|(_, qpn, psn)| (qpn, psn));
        let (pkt, pkt_telemetry) = (pkt.as_ref().map(|pkt| pkt.1), pkt.as_ref().map(|pkt| &pkt.2));
        let input = In { pkt, pkt_telemetry, tx, ..In::idle() };
        let (out, said) = match &mut self.behind {
            Some(behind) => behind.step(Some(cycle), &mut self.engine, &input, &mut self.lock),
            None => (self.engine.step(&input), None),
        };
        let said_by_engine = match (&mut self.lock, &self.behind) {
            (_, Some(_)) => None,
            (Some(lock), None) => lock.step(Some(cycle * CYCLE_NS), &input, &out),
            (None, None) => out.upd.map(|update| update.on_port()),
        };
        if pkt.is_some() {
            self.entered.push_back(cycle);
        }
        if out.rejected || out.closed {
            self.entered.retain(|&at| at + u64::from(ENTRY_LATENCY) != cycle);
        }
        if out.joined {
            self.entered.pop_back();
        }
        if out.upd.is_some_and(|update| update.kind != Kind::Timer) {
            self.entered.pop_front();
        }
        if let Some(update) = said_by_engine {
            self.says(&Said { update, rate: Rate::MAX });
        }
        if let Some(said) = said {
            self.says(&said);
        }
    }

    /// An update is on the port.
    fn says(&mut self, said: &Said) {
        if let Some(shaped) = &mut self.shaped {
            shaped.update(self.cycle - 1, said.update, (said.rate.raw() != NO_RATE).then(|| said.rate.raw()));
        }
        let latest::Update { kind, qpn: qp, alg, window, pace, flags, .. } = said.update;
        let periodic = [Algorithm::DcqcnP, Algorithm::DcqcnD].iter().any(|&of| alg.raw() == of as u64);
        if periodic && kind.raw() != Kind::Timer as u64 {
            // an event's says nothing of a rate
            return;
        }
        let least = |rate: u64| most_bps(said).map_or(rate, |most| rate.min(most).max(1));
        let update = if alg.raw() == Algorithm::Hpcc as u64 {
            let (window_bytes, rate_bps) = window_and_rate(U::wrap(window), U::wrap(pace), self.line.line_bps);
            Update { qp, window_bytes, rate_bps: least(rate_bps), repace: true }
        } else if periodic {
            let rate_bps = (((u128::from(pace) * BPS) >> dcqcn_layout::Rate::FRAC) as u64).max(1);
            Update { qp, window_bytes: u64::MAX, rate_bps: least(rate_bps), repace: false }
        } else {
            let paced = flags & u16::from(flag::PACED) != 0;
            let window_bytes = if paced { u64::MAX } else { ((PAYLOAD_BYTES * window) >> Cw::FRAC).max(1) };
            // a packet of 1000 B in each interval
            let spaced = || (8_000_000_000_000 / pace.max(1)).max(1);
            let rate_bps = if paced { spaced() } else { self.line.line_bps };
            Update { qp, window_bytes, rate_bps: least(rate_bps), repace: false }
        };
        self.out.push_back((self.cycle * CYCLE_NS, update));
    }
}

impl Nic for Cycle {
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        if self.lock.as_ref().is_some_and(|lock| !lock.begun) {
            self.run(time_ns);
            self.lock.iter_mut().for_each(|lock| lock.begun = true);
        }
        self.now_ns = time_ns;
        let cycle = time_ns.div_ceil(CYCLE_NS);
        match event {
            Event::Ack(ack) => {
                let (kind, psn) = match ack.nack {
                    true => (Kind::Loss, ack.seq / PAYLOAD_BYTES),
                    false => (Kind::Ack, ack.seq.div_ceil(PAYLOAD_BYTES).wrapping_sub(1)),
                };
                let packet = Packet { kind, ece: ack.mark && !ack.nack, psn: Psn::wrap(psn), qpn: qp };
                let enters = cycle + u64::from(PARSER_LATENCY);
                self.packets.push_back((enters, packet, telemetry(&ack, &self.line.speeds)));
                if self.shaped.is_some() && ack.nack && ack.confirmed != 0 {
                    // a NACK moves no una: what it confirms comes as an ACK behind it (hdl/src/sender.md, "Limits")
                    let packet = Packet { kind: Kind::Ack, psn: Psn::wrap(psn.wrapping_sub(1)), ..packet };
                    self.packets.push_back((enters, packet, telemetry(&ack, &self.line.speeds)));
                }
                !self.periodic
            }
            Event::Sent { nxt } => {
                self.reports.push_back((cycle, qp, Psn::wrap(nxt.div_ceil(PAYLOAD_BYTES))));
                false
            }
            Event::Open { flow } => {
                if let Some(lock) = &mut self.lock {
                    lock.opens(flow);
                }
                if self.periodic {
                    // there is no window from the opening on
                    let (window_bytes, rate_bps) = (u64::MAX, self.line.line_bps);
                    self.out.push_back((time_ns, Update { qp, window_bytes, rate_bps, repace: false }));
                }
                self.periodic
            }
            Event::Advice(body) => {
                let advice = cnp::Packet::new_checked(body).as_ref().and_then(cnp::Revised::parse);
                if let (Some(behind), Some(advice)) = (&mut self.behind, advice) {
                    behind.advise(cycle + u64::from(PARSER_LATENCY), qp, advice);
                }
                false
            }
            Event::Cnp => {
                if self.periodic {
                    let packet = Packet { kind: Kind::Cnp, ece: false, psn: Psn::ZERO, qpn: qp };
                    let none =
                        hpcc::Telemetry { path: U::ZERO, n_hop: U::ZERO, hops: [hpcc::Hop::default(); MAX_HOPS] };
                    self.packets.push_back((cycle + u64::from(PARSER_LATENCY), packet, none));
                }
                false
            }
        }
    }

    fn paces(&self, _: u32) -> bool {
        self.shaped.is_some()
    }

    fn told(&mut self, time_ns: u64, qp: u32, word: Word) {
        let Some(shaped) = &mut self.shaped else { return };
        let cycle = time_ns.div_ceil(CYCLE_NS);
        match word {
            Word::Begin { bypass, fast_start } => shaped.opens(cycle, qp, bypass, fast_start),
            Word::Ring { bytes, to_end } => shaped.rings(cycle, qp, bytes, to_end),
            Word::Answer { tag, nxt, bytes, empty } => shaped.answers(cycle, qp, tag, nxt, bytes, empty),
            Word::Rewind { nxt, bytes } => shaped.rewinds(cycle, qp, nxt, bytes),
            Word::End => shaped.closes(cycle, qp),
        }
    }

    fn grant(&mut self, time_ns: u64) -> Option<Grant> {
        if self.shaped.is_some() {
            self.run(time_ns);
        }
        self.shaped.as_mut()?.grant()
    }

    fn pause(&mut self, time_ns: u64, paused: bool) {
        if let Some(shaped) = &mut self.shaped {
            shaped.pauses(time_ns.div_ceil(CYCLE_NS), paused);
        }
    }

    fn next(&mut self, time_ns: u64) -> Option<Update> {
        self.run(time_ns);
        self.out.pop_front().map(|(_, update)| update)
    }

    /// No update comes sooner than an event takes where nothing holds it up; then it is looked for each cycle.
    fn due(&self) -> Option<u64> {
        if self.lock.as_ref().is_some_and(Lock::failed) {
            return None;
        }
        let under_way = self.entered.front().or_else(|| self.packets.front().map(|packet| &packet.0));
        let soonest = under_way.map(|&at| (at + self.latency).max(self.cycle) + 1);
        // a timer's comes behind the packet that wakes its QP, too
        let report = self.reports.front().filter(|_| self.periodic).map(|report| report.0.max(self.cycle) + 1);
        let timer = self.engine.soonest_timer().map(|cycles| self.cycle.saturating_add(cycles) + 1);
        let soonest = [soonest, report, timer].into_iter().flatten().min();
        let busy = self.behind.as_ref().map(|behind| behind.busy_at(self.cycle)).filter(|&at| at != u64::MAX);
        let soonest = [soonest, busy.map(|at| at + 1)].into_iter().flatten().min();
        let due = self.out.front().map(|&(due, _)| due).or(soonest.map(|cycle| cycle * CYCLE_NS));
        let grant = self.shaped.as_ref().and_then(|shaped| shaped.due());
        let due = [due, grant].into_iter().flatten().min();
        due.map(|due| due.max(self.now_ns))
    }

    fn advice_counts(&self) -> AdviceCounts {
        self.behind.as_ref().map_or_else(AdviceCounts::default, |behind| behind.counts())
    }

    /// What a twin does behind its last update is looked at too.
    fn end(&mut self, time_ns: u64) {
        if self.lock.is_some() {
            self.run(time_ns + REST_CYCLES * CYCLE_NS);
        }
    }
}
