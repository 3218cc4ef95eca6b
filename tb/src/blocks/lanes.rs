//! What `engine` and `top` are driven by beside packets: registers after reset, events, the host port, back-pressure.
//! What an operation of the host brings is written to the units' pages before it is offered.

use super::engine_ports::{Ports, is_host};
use super::event::{EventAction, HOST_READ, HOST_SET};
use super::unit_bus::Accesses;
use layout::hpcc::Clock;
use std::collections::VecDeque;

/// Writes the registers after each reset; then drives the event stream, the host port and the back-pressure, each on
/// its own: an event is offered while a host operation waits, as in a NIC.
pub(super) struct Lanes {
    pub ports: Ports,
    event: Option<(EventAction, u32)>,
    host: Option<(EventAction, u32)>,
    /// What it brings has been asked for, so that it is offered when that is written.
    brings: bool,
    /// A host operation has been taken and is not done.
    busy: bool,
    /// It is a read.
    reads: bool,
    accesses: Accesses,
    /// The write of a parameter set that is under way.
    writes: Option<EventAction>,
    stall: u32,
    initialised: bool,
    /// Words and writes of parameter sets with which the host begins.
    words: Vec<[u64; 2]>,
    sets: VecDeque<EventAction>,
    prepares: bool,
    now: u64,
    tick: u32,
    sent: Option<(u64, u64)>,
}

impl Lanes {
    pub fn new(ports: Ports) -> Lanes {
        let (words, sets) = ports.setup();
        let now = Clock::MAX_RAW - 5000; // it wraps soon
        let accesses = Accesses::new(ports.unit, &ports.map, ports.ecc.scrubs());
        Lanes {
            ports,
            event: None,
            host: None,
            brings: false,
            busy: false,
            reads: false,
            accesses,
            writes: None,
            stall: 0,
            initialised: false,
            prepares: !(words.is_empty() && sets.is_empty()),
            words,
            sets: sets.into(),
            now,
            tick: 1,
            sent: None,
        }
    }

    /// No event may go in yet: the registers are being written.
    pub fn prepares(&self) -> bool {
        self.prepares
    }

    /// Whether the lane that this action goes to is free.
    pub fn takes(&self, action: &EventAction) -> bool {
        if is_host(action) { self.host.is_none() && !self.busy } else { self.event.is_none() }
    }

    /// What an action brings beside its event.
    pub fn aside(&mut self, action: &EventAction) {
        self.stall = self.stall.max(action.stall);
        self.tick = action.tick;
        self.sends(action.tx);
        self.begins(action.bus);
    }

    /// Accesses of the units' pages begin.
    fn begins(&mut self, seed: Option<u64>) {
        if let Some(seed) = seed {
            self.accesses.begin(seed);
        }
    }

    /// In the next cycle the NIC has sent.
    pub fn sends(&mut self, tx: Option<(u64, u64)>) {
        self.sent = tx;
    }

    pub fn start(&mut self, action: EventAction) {
        self.aside(&action);
        let lane = if is_host(&action) { &mut self.host } else { &mut self.event };
        *lane = Some((action, action.gap));
    }

    /// Reset: everything on its way is forgotten, and HPCC++'s registers may be others from now on. Accesses of the
    /// units' pages begin behind it, if `bus` says so.
    pub fn clear(&mut self, draw: Option<u64>, bus: Option<u64>) {
        if let Some(seed) = draw {
            self.ports.redraw(seed);
        }
        (self.event, self.host, self.busy, self.stall) = (None, None, false, 0);
        self.writes = None;
        (self.initialised, self.sent) = (false, None);
        let (words, sets) = self.ports.setup();
        self.prepares = !(words.is_empty() && sets.is_empty());
        (self.words, self.sets) = (words, sets.into());
        self.accesses.clear();
        self.begins(bus);
    }

    pub fn is_idle(&self) -> bool {
        self.event.is_none() && self.host.is_none() && !self.busy && !self.prepares()
    }

    pub fn drive(&mut self, row: &mut [u64]) {
        self.now += u64::from(self.tick);
        self.ports.now(row, self.now);
        self.ports.hold_mtu(row);
        self.ports.take_updates(row, self.stall == 0);
        self.stall = self.stall.saturating_sub(1);
        if self.initialised && self.prepares {
            self.prepare();
        }
        let due = self.host.filter(|(_, wait)| *wait == 0).map(|(action, _)| action);
        if let (Some(action), false) = (due, self.brings) {
            self.accesses.ask(self.ports.words(&action));
            self.brings = true;
        }
        if let Some(action) = &self.writes {
            self.ports.hold(row, action);
        }
        if let Some((qpn, psn)) = self.sent.take() {
            self.ports.sent(row, qpn, psn);
        }
        if let Some((action, 0)) = &self.event {
            self.ports.offer(row, action);
        }
        if let Some(action) = due.filter(|_| self.accesses.is_done()) {
            self.ports.offer(row, &action);
        }
        if self.busy {
            self.ports.set_busy(row);
        }
        self.accesses.drive(row);
    }

    /// The next of what the host begins with.
    fn prepare(&mut self) {
        if !self.words.is_empty() {
            self.accesses.ask(std::mem::take(&mut self.words));
        } else if self.host.is_none() && !self.busy && self.accesses.is_done() {
            let next = self.sets.pop_front();
            self.prepares = next.is_some();
            (self.host, self.brings) = (next.map(|set| (set, 0)), false);
        }
    }

    pub fn observe(&mut self, row: &[u64], output: &[u64]) {
        let [event, host] = self.ports.taken(row, output);
        self.initialised = self.ports.init_done(output) && self.ports.rst_n(row);
        if event {
            self.event = None;
        }
        let done = self.ports.host_done(output);
        self.accesses.observe(row, output, self.ports.rst_n(row), done.then_some(self.reads));
        if done {
            (self.busy, self.writes) = (false, None);
        }
        if host {
            self.reads = self.host.is_some_and(|(action, _)| action.kind == HOST_READ);
            self.writes = self.host.map(|(action, _)| action).filter(|action| action.kind == HOST_SET);
            (self.host, self.brings, self.busy) = (None, false, true);
        }
        for (_, wait) in [&mut self.event, &mut self.host].into_iter().flatten() {
            *wait = wait.saturating_sub(1);
        }
    }
}
