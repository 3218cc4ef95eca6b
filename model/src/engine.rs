//! `engine`: events in, updates out, cycle for cycle (hdl/src/engine.md). Composes the cycle models of its blocks.
//!
//! [`Engine::step`] is one clock cycle. Where nothing happens, [`Engine::advance_idle`] jumps instead of ticking.

use crate::event::{Arrival, Event, HostContext, NewWindow, Update, is_host};
use crate::fifo::Fifo;
use crate::interval::IntervalTimer;
use crate::issue::{self, Issue};
use crate::params::Params;
use crate::pawa::{self, Pawa};
use crate::psn::{self, PsnSlice};
use layout::config;
use layout::ldcp::{N, Psn};
use layout::record::Kind;
use layout::timing::{EVENT_QUEUE, EVENT_QUEUE_ROOM, UPDATE_QUEUE};

/// An event from the parser (`pkt_*`): an ack, a loss or a cnp.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    pub kind: Kind,
    pub ece: bool,
    pub psn: Psn,
    pub qpn: u32,
}

/// An operation of the host port.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HostOp {
    Read { qpn: u32 },
    Write { qpn: u32, context: HostContext },
}

/// What comes with `host_done`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HostDone {
    /// The context that was read.
    Read(HostContext),
    Write,
}

/// The input pins of a cycle. An `Option` is a `valid` with its fields.
#[derive(Copy, Clone, Debug)]
pub struct In {
    pub rst_n: bool,
    /// Changed only while no event is under way.
    pub cfg: Params,
    /// Cannot be held back: the sender has watched `room`.
    pub pkt: Option<Packet>,
    /// The kinds of the host are taken as a loss.
    pub s_event: Option<Arrival>,
    pub host: Option<HostOp>,
    pub upd_ready: bool,
}

impl In {
    /// Nothing comes in; updates are taken.
    pub fn idle(cfg: Params) -> Self {
        Self { rst_n: true, cfg, pkt: None, s_event: None, host: None, upd_ready: true }
    }
}

/// The output pins of a cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub room: bool,
    pub s_event_ready: bool,
    pub host_ready: bool,
    pub host_done: Option<HostDone>,
    /// `upd_valid` and its fields; it leaves if `upd_ready`.
    pub upd: Option<Update>,
    pub init_done: bool,
}

/// The registers of the host port.
#[derive(Copy, Clone)]
struct Host {
    /// An operation is under way.
    busy: bool,
    pawa: pawa::Context,
    psn: psn::Context,
    /// The slice that a read found.
    read_psn: psn::Context,
}

/// The engine.
#[derive(Clone)]
pub struct Engine {
    qps: u32,
    /// The address that the initialisation writes next; `qps` once it is done.
    sweep: u32,
    room: bool,
    host: Host,
    psn: PsnSlice,
    events: Fifo<Event, { EVENT_QUEUE as usize }>,
    issue: Issue,
    pawa: Pawa,
    interval: IntervalTimer,
    updates: Fifo<Update, { UPDATE_QUEUE as usize }>,
}

impl Engine {
    /// An engine after reset. The configuration has been checked (`Config::check`).
    pub fn new(config: &config::Engine) -> Self {
        Self {
            qps: config.qps,
            sweep: 0,
            room: false,
            host: Host {
                busy: false,
                pawa: pawa::Context::RESET,
                psn: psn::Context::RESET,
                read_psn: psn::Context::RESET,
            },
            psn: PsnSlice::new(config.qps),
            events: Fifo::default(),
            issue: Issue::new(config.wait_slots, config.merge),
            pawa: Pawa::new(config.qps),
            interval: IntervalTimer::default(),
            updates: Fifo::default(),
        }
    }

    /// One clock cycle: the outputs of this cycle, then the clock edge. While `rst_n` is low the edge resets.
    #[inline]
    pub fn step(&mut self, input: &In) -> Out {
        let rst_n = input.rst_n;
        let init_done = self.sweep == self.qps;
        let init = if rst_n && !init_done { Some(self.sweep) } else { None };

        // select
        let free = self.room && input.pkt.is_none();
        let host_ready = free && !self.host.busy;
        let taken_host = input.host.filter(|_| host_ready);
        let s_event_ready = free && (input.host.is_none() || self.host.busy);
        let arrival = match (input.pkt, taken_host) {
            (Some(pkt), _) => Some(pkt.arrival()),
            (None, Some(op)) => Some(op.arrival()),
            (None, None) => input.s_event.filter(|_| s_event_ready).map(external),
        };

        // event queue and issue
        let counted = self.psn.step(&psn::In { rst_n, init, host: self.host.psn, arrival });
        let head = self.events.head();
        let updates_head = self.updates.head();
        let credit_return = updates_head.is_some() && input.upd_ready;
        let issue = self.issue.step(&issue::In { rst_n, event: head, credit_return });
        let event_count = self.events.len();
        self.events.step(counted.map(|c| c.event), issue.in_ready);

        // pawa, interval, update queue
        let pawa_in = pawa::In { rst_n, cfg: input.cfg, init, host: self.host.pawa, event: issue.issued };
        let result = self.pawa.step(&pawa_in);
        let window = result.filter(|r| !is_host(r.kind)).map(|r| r.window());
        let update = self.interval.step(rst_n, window);
        self.updates.step(update, input.upd_ready);
        let host_done = result.filter(|r| is_host(r.kind)).map(|r| self.host.done(&r));

        let out = Out { room: self.room, s_event_ready, host_ready, host_done, upd: updates_head, init_done };
        if !rst_n {
            self.reset_control();
            return out;
        }
        if let Some(slice) = counted.filter(|c| is_host(c.event.kind)) {
            self.host.read_psn = slice.before;
        }
        if let Some(op) = taken_host {
            self.host.take(op);
        } else if host_done.is_some() {
            self.host.busy = false;
        }
        self.sweep += !init_done as u32;
        self.room = init_done && event_count < EVENT_QUEUE_ROOM as usize;
        out
    }

    /// The output `room`, which is a register: what it is before this cycle's inputs are known.
    pub fn room(&self) -> bool {
        self.room
    }

    /// What the blocks have not reset themselves.
    fn reset_control(&mut self) {
        (self.sweep, self.room, self.host.busy) = (0, false, false);
        self.events.reset();
        self.updates.reset();
    }

    /// For how many cycles from this one on nothing happens inside and no output changes, if nothing comes in, `rst_n` is
    /// high and `upd_ready` stays as given; `u64::MAX` if that is for ever.
    pub fn quiet_cycles(&self, upd_ready: bool) -> u64 {
        let init_done = self.sweep == self.qps;
        let settled = self.room == (init_done && self.events.len() < EVENT_QUEUE_ROOM as usize);
        let still = self.events.is_empty() && self.issue.is_empty() && (self.updates.is_empty() || !upd_ready);
        if !settled || !still {
            return 0;
        }
        let sweep = if init_done { u64::MAX } else { (self.qps - self.sweep) as u64 };
        let pipes = self.psn.quiet_cycles().min(self.pawa.quiet_cycles()).min(self.interval.quiet_cycles());
        sweep.min(pipes)
    }

    /// `cycles` calls of [`step`](Self::step) with `idle`, exact to the cycle, in a time that depends on what is under way and not on
    /// `cycles`. Every cycle that hands over an update or finishes a host operation is given to `seen`, counted from 0.
    pub fn advance_idle(&mut self, cycles: u64, idle: &In, mut seen: impl FnMut(u64, &Out)) {
        debug_assert!(
            idle.pkt.is_none() && idle.s_event.is_none() && idle.host.is_none(),
            "an idle cycle has no events"
        );
        let mut cycle = 0;
        while cycle < cycles {
            let quiet = if idle.rst_n { self.quiet_cycles(idle.upd_ready).min(cycles - cycle) } else { 0 };
            if quiet > 0 {
                self.skip(quiet);
                cycle += quiet;
                continue;
            }
            let out = self.step(idle);
            if out.host_done.is_some() || (out.upd.is_some() && idle.upd_ready) {
                seen(cycle, &out);
            }
            cycle += 1;
        }
    }

    /// At most `quiet_cycles` cycles.
    fn skip(&mut self, cycles: u64) {
        if self.sweep < self.qps {
            // quiet_cycles has limited `cycles` to what is left of the sweep, so it fits 32 bits
            let count = cycles as u32;
            self.psn.init(self.sweep, count);
            self.pawa.init(self.sweep, count);
            self.sweep += count;
        }
        self.psn.skip(cycles);
        self.issue.skip(cycles);
        self.pawa.skip(cycles);
        self.interval.skip(cycles);
    }
}

/// An event of the NIC's own parser as psn takes it.
#[inline]
fn external(arrival: Arrival) -> Arrival {
    Arrival { kind: if is_host(arrival.kind) { Kind::Loss } else { arrival.kind }, ..arrival }
}

impl Packet {
    #[inline]
    fn arrival(&self) -> Arrival {
        Arrival { kind: self.kind, ece: self.ece, use_psn: true, n: N::ZERO, psn: self.psn, qpn: self.qpn }
    }
}

impl HostOp {
    fn arrival(&self) -> Arrival {
        let (kind, qpn) = match *self {
            HostOp::Read { qpn } => (Kind::HostRead, qpn),
            HostOp::Write { qpn, .. } => (Kind::HostWrite, qpn),
        };
        Arrival { kind, ece: false, use_psn: false, n: N::ZERO, psn: Psn::ZERO, qpn }
    }
}

impl Host {
    /// The registers that feed psn and pawa; a read leaves them as they are, since only a write uses them.
    fn take(&mut self, op: HostOp) {
        self.busy = true;
        if let HostOp::Write { context: c, .. } = op {
            self.pawa = pawa::Context { cw: c.cw, rtt: c.rtt, alg: c.alg };
            self.psn = psn::Context { psn: c.psn, valid: c.psn_valid };
        }
    }

    fn done(&self, result: &pawa::Out) -> HostDone {
        if result.kind == Kind::HostWrite {
            return HostDone::Write;
        }
        let pawa::Context { cw, rtt, alg } = result.context;
        let psn::Context { psn, valid } = self.read_psn;
        HostDone::Read(HostContext { cw, rtt, alg, psn, psn_valid: valid })
    }
}

impl pawa::Out {
    #[inline]
    fn window(&self) -> NewWindow {
        NewWindow { kind: self.kind, qpn: self.qpn, cw: self.context.cw, rtt: self.context.rtt, flags: self.flags }
    }
}

impl HostContext {
    /// What the initialisation writes.
    pub const RESET: HostContext = {
        let pawa::Context { cw, rtt, alg } = pawa::Context::RESET;
        let psn::Context { psn, valid } = psn::Context::RESET;
        HostContext { cw, rtt, alg, psn, psn_valid: valid }
    };
}
