//! The sender half behind the engine, clock by clock: `latest` and `shaper` (hdl/src/sender.md). The host rings for
//! what it has to send, sends what is granted, and says so; the engine's updates go in as they come out. FABRIC 4's
//! look at windows and times is not made for these flows.
//!
//! The block's bytes are bytes of payload, and its packets those of FABRIC 2: so its windows are FABRIC's, and its
//! rates are rates of payload. Stretches in which it is at rest are left out, in the model and in what runs beside it.

use super::function::{BPS, FunctionError};
use super::twin::Lock;
use super::{CYCLE_NS, Grant, Line};
use crate::packet::{PAYLOAD_BYTES, data_wire};
use crate::time::ser;
use layout::fixed::U;
use layout::hpcc::Rate;
use layout::ldcp::Psn;
use layout::shaper::{Bytes, CAP, Class, Level, Packets, QUANTUM};
use model::latest::Update;
use model::sender::{In, Sender};
use model::shaper::cycles::{Command, Said};
use model::shaper::{Control, Host, Open, Request, Rewind, Sent};
use std::collections::VecDeque;

/// The priority of the flows (FABRIC 8: "3 (class)").
const CLASS: u8 = 3;
/// C, ns: what comes later than its due time by less is made good. 48 cycles and 32 ns are the least for an exact
/// rate.
const BURST_NS: u64 = 1000;
/// A grant that is not answered returns, ns: none here, as long as no PAUSE lasts for a second.
const TIMEOUT_NS: u64 = 1 << 30;
/// Grants that a host has and has not answered, at the most.
const HELD: usize = 2;
/// The longest rest that is left out at once, cycles: its clock must not wrap.
const MOST_CYCLES: u64 = 1 << 26;
/// Cycles within which the last that the engine says of a QP has come out: a closing waits so long.
const CLOSING_CYCLES: u64 = 400;

/// A quantum is what the line sends in so many ns, or so many packets, whichever is more: a QP by itself has a grant,
/// its answer, an update and perhaps a due time a quantum, and an operation in 13 slots of four cycles.
const QUANTUM_NS: u64 = 1040;
const QUANTUM_PACKETS: u64 = 4;

/// In packets, at this line.
fn quantum_packets(line: &Line) -> u64 {
    let wire = u128::from(data_wire(PAYLOAD_BYTES as u32, false));
    let packets = u128::from(line.line_bps) * u128::from(QUANTUM_NS) / BPS / wire;
    (packets as u64).clamp(QUANTUM_PACKETS, QUANTUM.max / PAYLOAD_BYTES)
}

/// What may come to it, and in which cycle at the earliest.
type Coming<T> = VecDeque<(u64, T)>;

pub(super) struct Shaped {
    sender: Sender,
    host: Host,
    /// The first cycle that has not run.
    cycle: u64,
    /// Of them, how many behind the last one that ran are left out: the block's clock stands where it was.
    behind: u64,
    /// From reset on, with those that were left out.
    of_reset: u64,
    pause: u8,
    pauses: Coming<u8>,
    updates: Coming<(Update, Option<u64>)>,
    commands: Coming<Command>,
    closings: Coming<u32>,
    requests: Coming<Request>,
    said: Coming<Said>,
    /// Grants that have come out, and when, ns.
    out: Coming<Grant>,
    /// Grants that the host has not answered.
    held: usize,
    /// What limits a QP from its opening on.
    first: Control,
    /// Packets of a fast start.
    iw: Packets,
}

fn due<T: Copy>(coming: &Coming<T>, cycle: u64) -> Option<T> {
    coming.front().filter(|(at, _)| *at <= cycle).map(|&(_, what)| what)
}

impl Shaped {
    /// With no QP open. `first`: what limits a QP from its opening on; a quantum of so many packets, or one that suits
    /// the line.
    pub fn new(
        line: &Line,
        qps: u32,
        first: Control,
        telemetry: bool,
        quantum: Option<u64>,
        lock: &mut Option<Lock>,
    ) -> Result<Self, FunctionError> {
        let quantum = QUANTUM.check(PAYLOAD_BYTES * quantum.unwrap_or_else(|| quantum_packets(line)))?;
        // as many packets as the line sends, each in whole ns (FABRIC 1)
        let packet_ns = ser(data_wire(PAYLOAD_BYTES as u32, telemetry), line.line_bps as f64).max(1);
        let cap = CAP.check((PAYLOAD_BYTES << Rate::FRAC) / packet_ns)?;
        let set =
            [("mtu", PAYLOAD_BYTES), ("quantum", quantum), ("cap", cap), ("C", BURST_NS), ("timeout", TIMEOUT_NS)];
        let host = Host::with(&set).map_err(FunctionError::Shaper)?;
        let iw = Packets::sat(line.bdp_bytes.div_ceil(PAYLOAD_BYTES).into());
        let mut shaped = Self {
            sender: Sender::new(qps, host),
            host,
            cycle: 0,
            behind: 0,
            of_reset: 0,
            pause: 0,
            pauses: VecDeque::new(),
            updates: VecDeque::new(),
            commands: VecDeque::new(),
            closings: VecDeque::new(),
            requests: VecDeque::new(),
            said: VecDeque::new(),
            out: VecDeque::new(),
            held: 0,
            first,
            iw,
        };
        while !shaped.one(None, lock) {}
        Ok(shaped)
    }

    /// The engine's update of this cycle, with the rate that advices allow.
    pub fn update(&mut self, cycle: u64, update: Update, rate: Option<u64>) {
        self.updates.push_back((cycle, (update, rate)));
    }

    /// A QP begins. `bypass`: neither window nor pace counts; `fast_start`: its first packets are not ECN-capable.
    pub fn opens(&mut self, cycle: u64, qpn: u32, bypass: bool, fast_start: bool) {
        let iw = if fast_start { self.iw } else { Packets::ZERO };
        let (class, control) = (Class::wrap(CLASS.into()), self.first);
        let open = Open { qpn, class, first_psn: Psn::ZERO, by_lsn: false, bypass, iw, control };
        self.commands.push_back((cycle, Command::Open(open)));
    }

    /// It ends, when the last of what the engine says of it is here.
    pub fn closes(&mut self, cycle: u64, qpn: u32) {
        self.closings.push_back((cycle + CLOSING_CYCLES, qpn));
    }

    /// There is more to send, in a message of so many bytes.
    pub fn rings(&mut self, cycle: u64, qpn: u32, bytes: u64, to_end: u64) {
        // more than its level holds: until it is told that there is no more
        let backlog = Level::sat(bytes.into());
        let bytes_to_end = if to_end < Level::MAX_RAW { U::wrap(to_end) } else { Level::ZERO };
        self.requests.push_back((cycle, Request { qpn, class: Class::wrap(CLASS.into()), backlog, bytes_to_end }));
    }

    /// A grant is answered.
    pub fn answers(&mut self, cycle: u64, qpn: u32, tag: u8, nxt: u64, bytes: u64, empty: bool) {
        self.held -= 1;
        let (tag, bytes) = (U::wrap(tag.into()), Bytes::wrap(bytes));
        let sent = Sent { qpn, tag, psn_next: Psn::wrap(nxt.div_ceil(PAYLOAD_BYTES)), bytes, empty };
        self.said.push_back((cycle, Said::Sent(sent)));
    }

    /// Go-back-N: so many bytes are sent again.
    pub fn rewinds(&mut self, cycle: u64, qpn: u32, nxt: u64, bytes: u64) {
        let (psn_next, bytes) = (Psn::wrap(nxt.div_ceil(PAYLOAD_BYTES)), Bytes::sat(bytes.into()));
        self.said.push_back((cycle, Said::Rewind(Rewind { qpn, psn_next, bytes })));
    }

    /// The class of the flows is paused, or no longer.
    pub fn pauses(&mut self, cycle: u64, paused: bool) {
        self.pauses.push_back((cycle, if paused { 1 << CLASS } else { 0 }));
    }

    /// Runs the cycles up to `end`.
    pub fn run(&mut self, end: u64, lock: &mut Option<Lock>) {
        while self.cycle < end {
            let rest = self.rest(end, lock);
            if rest == 0 {
                self.one(Some(self.cycle), lock);
                self.cycle += 1;
            } else {
                self.cycle += rest;
                self.behind += rest;
                self.of_reset += rest;
            }
        }
    }

    /// How many cycles from this one on are left out: whole slots, as the phase of a slot is all that goes round at
    /// rest.
    fn rest(&self, end: u64, lock: &Option<Lock>) -> u64 {
        let closing = self.closings.front().map_or(end, |of| of.0);
        let free = self.next_input().unwrap_or(end).min(closing).min(end).saturating_sub(self.cycle);
        let every = lock.as_ref().is_some_and(|lock| lock.may_skip(u64::MAX) == 0);
        if free < 4 || every {
            return 0;
        }
        let rest = (self.sender.rests_ns(self.pause).saturating_sub(Sender::LATE_NS) / CYCLE_NS).min(MOST_CYCLES);
        rest.saturating_sub(self.behind).min(free) & !3
    }

    /// In which cycle the next of what waits for it comes.
    fn next_input(&self) -> Option<u64> {
        let at = [
            self.pauses.front().map(|of| of.0),
            self.updates.front().map(|of| of.0),
            self.commands.front().map(|of| of.0),
            self.requests.front().map(|of| of.0),
            self.said.front().map(|of| of.0),
        ];
        at.into_iter().flatten().min()
    }

    /// A cycle; `cycle` is none before time runs. Whether the initialisation is over.
    fn one(&mut self, cycle: Option<u64>, lock: &mut Option<Lock>) -> bool {
        let at = cycle.unwrap_or(0);
        while let Some((_, pause)) = self.pauses.pop_front_if(|of| of.0 <= at) {
            self.pause = pause;
        }
        while let Some((at, qpn)) = self.closings.pop_front_if(|of| of.0 <= at) {
            self.commands.push_back((at, Command::Close(qpn)));
        }
        let command = due(&self.commands, at);
        let update = self.updates.pop_front_if(|of| of.0 <= at).map(|(_, update)| update);
        let input = In {
            rst_n: true,
            now: (at * CYCLE_NS) as u32,
            pause: self.pause,
            // a doorbell comes behind its QP's opening
            request: due(&self.requests, at).filter(|_| command.is_none()),
            said: due(&self.said, at),
            update: update.map(|(update, _)| update),
            rate: update.and_then(|(_, rate)| rate),
            command,
            grant_ready: self.held < HELD,
        };
        let out = self.sender.step(&input);
        if out.command_ready && command.is_some() {
            self.commands.pop_front();
        }
        if out.request_ready && input.request.is_some() {
            self.requests.pop_front();
        }
        if out.said_ready && input.said.is_some() {
            self.said.pop_front();
        }
        if let Some(lock) = lock {
            lock.grants(cycle.map(|cycle| cycle * CYCLE_NS), self.of_reset, &self.host, &input, &out);
        }
        self.of_reset += 1;
        self.behind = 0;
        if let (Some(grant), true) = (out.grant, input.grant_ready) {
            self.held += 1;
            let (tag, bytes, packets) = (grant.tag.raw() as u8, grant.max_bytes.raw(), grant.max_packets.raw());
            let grant = Grant { qp: grant.qpn, tag, bytes, packets, ecn_capable: grant.ecn_capable };
            self.out.push_back(((at + 1) * CYCLE_NS, grant));
        }
        out.init_done
    }

    /// The next grant that has come out.
    pub fn grant(&mut self) -> Option<Grant> {
        self.out.pop_front().map(|(_, grant)| grant)
    }

    /// When a grant has come out, or may have at the soonest, ns. `None`: not before something comes.
    pub fn due(&self) -> Option<u64> {
        if let Some(&(ns, _)) = self.out.front() {
            return Some(ns);
        }
        if self.held >= HELD {
            return None;
        }
        let begins = match self.sender.rests_ns(self.pause) {
            0 => Some(self.cycle),
            _ => {
                let due = self.sender.due_ns().map(|ns| self.cycle - self.behind + ns / CYCLE_NS);
                let next = [due, self.next_input()].into_iter().flatten().min();
                next.map(|at| at.max(self.cycle))
            }
        };
        begins.map(|at| (at + self.sender.soonest_grant() + 1) * CYCLE_NS)
    }

    /// Grants that were never answered, answers that were not believed, and so on, for tests.
    pub fn counters(&self) -> model::shaper::Counters {
        self.sender.counters()
    }
}

/// The line's rate as the block takes it.
pub(super) fn line_rate(line: &Line) -> Rate {
    Rate::sat((u128::from(line.line_bps) << Rate::FRAC) / BPS)
}
