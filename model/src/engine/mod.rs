//! `engine`: events in, updates out, cycle for cycle (hdl/src/engine.md).
//!
//! What an event does to a slice of its QP's context is applied at once, in the order in which the RTL applies it: at
//! its acceptance for the slices before the event queue, at its issue for those behind it, HPCC++'s measurement among
//! them. Lines and queues carry the
//! results to the cycles in which the RTL has them.
//!
//! [`Engine::step`] is one clock cycle. Where nothing happens, [`Engine::advance_idle`] jumps instead of ticking.

mod carried;
pub mod host;
mod host_order;
mod idle;
mod ignores;
mod lower_end;
mod measuring;
mod pins;
mod port;
mod protection;
pub(crate) mod socket;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod timer_tests;
mod turn;

pub use pins::{
    Before, HostContext, HostDone, HostOp, In, Lower, Out, Outcome, Packet, Parts, SEEN, Shown, Update, Waiting,
};

use crate::choice::Choice;
use crate::ecc::Windowed;
use crate::event::{self, Arrival, Event, is_host};
use crate::fifo::Fifo;
use crate::hpcc::Telemetry;
use crate::issue::{self, Issue};
use crate::line::Line;
use crate::lsn::{self, Found, Said};
use crate::psn::Dropped;
use crate::{psn, sent};
use carried::{Carried, Traced};
use host_order::HostOrder;
use ignores::Ignores;
use layout::config::{Config, Unit};
use layout::hpcc::{MAX_HOPS, flag};
use layout::ldcp::{N, Psn};
use layout::lsn::Lsn;
use layout::record::{Alg, Algorithm, Kind, Set};
use layout::timing::{self, ENTRY_HELD, ENTRY_LATENCY, ENTRY_PATIENCE, FAST_ROOM};
use layout::units::Sense as Senses;
use lower_end::LowerEnd;
use measuring::Measuring;
use port::Port;
use protection::Protection;
use socket::{Issued, Sense, Sockets, Timed};
use std::collections::VecDeque;
use turn::Turn;

/// An event with what was found beside it.
#[derive(Copy, Clone, Debug)]
struct Flight {
    event: Event,
    /// The last PSN acknowledged after it, and the bytes.
    una: Psn,
    una_lsn: Lsn,
    /// Its LSN is nowhere near: it confirms nothing.
    lsn_rejected: bool,
    sense: Sense,
    /// A loss that says something new: the packets that it confirms.
    lost: Option<N>,
    /// It goes no further than the PSN slice.
    dropped: Option<Dropped>,
    choice: Choice,
    traced: Traced,
}

/// The engine.
#[derive(Clone)]
pub struct Engine {
    qps: u32,
    /// The address that the initialisation writes next; `qps` once it is done.
    sweep: u32,
    room: bool,
    /// There is room behind the entry; `room` is low also while somebody else has waited long enough.
    open: bool,
    /// Events in the queue at which `room` closes.
    room_at: usize,
    /// In the cycle before the host's operation and `s_event` waited; the operation did so for a report of the NIC.
    waits: [bool; 2],
    held: bool,
    /// Cycles for which they have waited, up to [`ENTRY_PATIENCE`].
    waited: [u32; 2],
    /// Cycles for which reports have held the operation, since it holds the packets off.
    held_for: u32,
    /// The operation of the host that is under way.
    host: Option<HostOp>,
    /// It is FCR's: it lowers.
    lowers: Option<Lower>,
    lower_end: LowerEnd,
    host_order: HostOrder,
    /// The QP of the last operation.
    host_qpn: u32,
    ignores: Ignores,
    turn: Turn,
    /// Cycles without an event in a slot, before a parameter set is written.
    drained: u32,
    /// The write of a parameter set has ended.
    set_written: bool,
    /// In the cycle before something was seen at the entry, in a queue or in a slot.
    active: bool,
    /// Cycles for which nothing has been seen, of `calm_at` after which nothing is under way.
    calm: u32,
    calm_at: u32,
    idle: bool,
    /// The choice and the PSN that it found.
    found: HostContext,
    choices: Vec<Choice>,
    psns: Vec<psn::Context>,
    n_max: N,
    /// With `engine.lsn`.
    lsns: Option<Vec<lsn::Context>>,
    sent: Vec<sent::Context>,
    built: Built,
    sockets: Sockets,
    /// From acceptance to the PSN slice's result.
    counting: Line<Flight>,
    /// What that gave in the last cycle.
    arrived: Option<Flight>,
    /// The telemetry of events from their acceptance to their issue.
    carried: Carried,
    events: Fifo<Flight, { timing::EVENT_QUEUE as usize }>,
    issue: Issue,
    /// What has come there, and has not joined or entered.
    came: Option<Flight>,
    /// By the slots of `issue`, of those that joined the newest's: what HPCC++ measures, what units sense, and the last
    /// PSN acknowledged.
    traces: [Traced; issue::MAX_SLOTS],
    senses: [Sense; issue::MAX_SLOTS],
    unas: [Psn; issue::MAX_SLOTS],
    una_lsns: [Lsn; issue::MAX_SLOTS],
    /// Likewise, of those that confirm something or tell of a loss: what the newest, if it is a loss, confirms.
    confirms: [N; issue::MAX_SLOTS],
    /// From issue into HPCC++'s lanes, if there is a unit that senses hops; the rest of that way is the line behind.
    measuring: Option<Measuring>,
    measured_results: Line<Update>,
    results: Line<Update>,
    host_results: Line<HostDone>,
    /// The updates; where HPCC++ is beside other units, its own apart.
    streams: [Fifo<Update, { timing::UPDATE_QUEUE as usize }>; 2],
    two_streams: bool,
    /// Whose update of these is next, and whether one of an event or the timer's.
    stream_port: Port,
    port: Port,
    /// With a trace.
    tracing: Option<Tracing>,
    /// With check bits.
    protection: Option<Protection>,
}

impl Engine {
    /// An engine after reset. The configuration has been checked (`Config::check`).
    pub fn new(config: &Config) -> Self {
        let qps = config.engine.qps;
        let latency = timing::Latency::of(config);
        let measuring = config.senses(Senses::Hops).then(|| Measuring::new(config));
        let before = measuring.as_ref().map_or(0, Measuring::latency);
        // a line that nobody uses has a cycle all the same
        let rest = |latency: u32, before: u32| latency.saturating_sub(before).max(1);
        Self {
            qps,
            sweep: 0,
            room: false,
            open: false,
            room_at: latency.queues.room as usize,
            waits: [false; 2],
            held: false,
            waited: [0; 2],
            held_for: 0,
            host: None,
            lowers: None,
            lower_end: LowerEnd::default(),
            host_order: HostOrder::default(),
            host_qpn: 0,
            ignores: Ignores::new(qps),
            turn: Turn::default(),
            drained: latency.drained(),
            set_written: false,
            active: false,
            calm: 0,
            calm_at: latency.calm(),
            idle: false,
            found: HostContext::RESET,
            choices: vec![Choice::RESET; qps as usize],
            psns: vec![psn::Context::RESET; qps as usize],
            n_max: N::wrap(config.engine.n_max.into()),
            lsns: config.engine.lsn.then(|| vec![lsn::Context::default(); qps as usize]),
            sent: vec![sent::Context::RESET; qps as usize],
            built: Built::of(config),
            sockets: Sockets::new(config),
            counting: Line::new(ENTRY_LATENCY),
            arrived: None,
            carried: Carried::default(),
            events: Fifo::default(),
            issue: Issue::new(config.engine.wait_slots, latency.queues.updates),
            came: None,
            traces: [Traced::default(); issue::MAX_SLOTS],
            senses: [Sense::NONE; issue::MAX_SLOTS],
            unas: [Psn::ZERO; issue::MAX_SLOTS],
            una_lsns: [Lsn::ZERO; issue::MAX_SLOTS],
            confirms: [N::ZERO; issue::MAX_SLOTS],
            measured_results: Line::new(rest(latency.measured, before)),
            results: Line::new(rest(latency.counted, 0)),
            host_results: Line::new(rest(latency.host, before)),
            measuring,
            streams: Default::default(),
            two_streams: latency.two_streams(),
            stream_port: Port::default(),
            port: Port::default(),
            tracing: config.rtl.trace.then(Tracing::default),
            protection: config.rtl.ecc.then(|| Protection::new(config)),
        }
    }

    /// One clock cycle: the outputs of this cycle, then the clock edge. While `rst_n` is low the edge resets.
    #[inline]
    pub fn step(&mut self, input: &In) -> Out {
        let init_done = self.sweep == self.qps;
        // events of the last operation's QP stay, as long as older updates may come behind theirs
        let fence = self.two_streams && self.host_order.drains();
        let watch_qpn = self.host_qpn;

        // units' results; a host operation ends with the pulse that says so, the scrubber's in silence
        let tells = self.host_done();
        let counted = self.results.step(None);
        let measured = self.measured_results.step(None);
        let ended = self.host_results.step(None).or(std::mem::take(&mut self.set_written).then_some(HostDone::Write));
        if ended.is_some() {
            self.host = None;
            self.sockets.ended(self.lowers.is_some());
        }
        let lowered = ended.is_some() && self.lowers.take().is_some();
        if let Some((qpn, psn)) = input.tx.filter(|_| init_done && input.rst_n) {
            let sent = &mut self.sent[qpn as usize];
            *sent = sent.sends(psn);
        }
        let host_done = ended.filter(|_| tells);

        let found = self.found;

        // select
        let under_way = self.host;
        // what an operation writes of snd_nxt takes the place of the NIC's report
        let stores = matches!(input.host, Some(HostOp::Write { parts, .. }) if parts.psn);
        let reported = input.tx.is_some() && stores;
        let host_ready = init_done && input.pkt.is_none() && under_way.is_none() && !reported;
        let taken_host = input.host.filter(|_| host_ready);
        let asked = self.protection.as_ref().and_then(|protection| protection.scrub.asks());
        let lower_open = !self.lower_end.busy() && !lowered;
        let lower_ready = host_ready && input.host.is_none() && lower_open;
        let lower = input.lower.filter(|_| lower_ready);
        let scrub = asked.filter(|_| host_ready && input.host.is_none() && lower.is_none());
        let inner = asked.is_some() || input.lower.is_some() && lower_open;
        let waits_to_enter = init_done && under_way.is_none() && (input.host.is_some() || inner);
        let host_asks = waits_to_enter && !reported;
        let s_event_ready = self.open && input.pkt.is_none() && !host_asks;
        let flight = match (input.pkt, taken_host) {
            (Some(pkt), _) => Some(self.accept(pkt.arrival(), input.pkt_telemetry, input.pkt_lsn, input.lsn_mtu)),
            (None, Some(op)) => Some(self.accept_host(op, input)),
            (None, None) if scrub.is_some() => scrub.map(|qpn| self.accept_host(HostOp::Read { qpn }, input)),
            (None, None) if lower.is_some() => lower.map(|lower| {
                self.lowers = Some(lower);
                self.accept_host(HostOp::Read { qpn: lower.qpn }, input)
            }),
            (None, None) => {
                let taken = input.s_event.filter(|_| s_event_ready);
                taken.map(|arrival| {
                    self.accept(external(arrival), input.s_event_telemetry, input.s_event_lsn, input.lsn_mtu)
                })
            }
        };

        let op_enters = flight.as_ref().is_some_and(|flight| is_host(flight.event.kind));
        let entered = flight.as_ref().map(|flight| flight.event.qpn);
        let held_off = self.waited.contains(&ENTRY_PATIENCE);
        let s_event_asks = init_done && input.s_event.is_some();
        // a report of the NIC holds the host: such a cycle does not count; for ENTRY_HELD of them packets wait too
        let (waits, held) = (self.waits, self.held);
        self.waits = [host_asks && !host_ready, s_event_asks && !s_event_ready];
        self.held = waits_to_enter && reported;
        self.held_for = match () {
            () if held && self.waited[0] == ENTRY_PATIENCE => self.held_for + 1,
            () if waits[0] => self.held_for,
            () => 0,
        };
        let gives_up = self.held_for == ENTRY_HELD;
        if gives_up {
            self.held_for = 0;
        }
        for (waited, (waits, held)) in self.waited.iter_mut().zip([(waits[0], held), (waits[1], false)]) {
            *waited = match () {
                () if waits => (*waited + 1).min(ENTRY_PATIENCE),
                () if held && !gives_up => *waited,
                () => 0,
            };
        }
        let queued = self.measuring.as_ref().is_some_and(Measuring::waits);
        let for_lanes = self.measuring.as_ref().map_or(0, Measuring::waiting);

        // to the event queue
        let entering = self.counting.step(flight);
        let write = input.ignore.filter(|_| init_done);
        let (entering, ignored) = self.ignores.step(entering, write);
        let dropped = entering.as_ref().and_then(|flight| flight.dropped);
        let lsn_rejected = entering.as_ref().is_some_and(|flight| flight.lsn_rejected);
        let arrived = std::mem::replace(&mut self.arrived, entering.filter(|flight| flight.dropped.is_none()));
        let arrived = arrived.map(|flight| self.marked(flight, input));

        // the host's operation stays beside the queue
        let operation = arrived.filter(|flight| is_host(flight.event.kind));
        let arrived = arrived.filter(|flight| !is_host(flight.event.kind));

        // issue
        let active = entered.is_some()
            || under_way.is_some()
            || queued
            || !(self.events.is_empty() && self.issue.is_empty() && self.no_updates());
        let head = self.events.head().filter(|_| !self.turn.fence);
        // the two streams of updates take turns, and what these give and those of a timer
        let [first, second] = self.streams.each_ref().map(|stream| stream.head());
        let shows_second = self.stream_port.shows_other(first.is_some(), second.is_some());
        let updates_head = if shows_second { second } else { first };
        let timer = self.sockets.timer();
        let shows_timer = self.port.shows_other(updates_head.is_some(), timer.is_some());
        self.port.step(updates_head.is_some(), timer.is_some(), input.upd_ready);
        let upd_taken = input.upd_ready && !shows_timer;
        self.stream_port.step(first.is_some(), second.is_some(), upd_taken);
        let taken = [first.is_some() && !shows_second && upd_taken, shows_second && upd_taken];
        let credit_return = updates_head.is_some() && upd_taken;
        let waiting = self.streams.each_ref().map(Fifo::len);
        let timer_waits = self.sockets.timer_waits();
        let event = head.map(|Flight { event, choice, sense, .. }| {
            // a loss that says nothing new is none
            issue::Offer { event, choice, loss: event.kind == Kind::Loss && !sense.old }
        });
        let all = matches!(under_way, Some(HostOp::Set { .. }));
        let (kind, qpn) = under_way.map_or((Kind::HostRead, 0), |op| (op.kind(), op.qpn()));
        let (goes, all) = (self.turn.goes, all.then_some(self.drained));
        let host = (goes && all.is_none()).then_some(issue::Operation { kind, qpn });
        let watch_all = all.is_some();
        let hold = self.holds();
        let rst_n = input.rst_n;
        let to_issue = issue::In { rst_n, event, host, watch_qpn, watch_all, hold, fence, credit_return };
        let issue = self.issue.step(&to_issue);
        let event_count = self.events.len();
        let moves = turn::Moves {
            rst_n: input.rst_n,
            under_way: under_way.map(|op| op.qpn()),
            all,
            arrives: operation.is_some(),
            pushed: arrived.is_some(),
            popped: head.is_some() && issue.in_ready,
            waits: issue.waits || all.is_some() && (self.sockets.set_waits() || queued),
        };
        self.turn.step(&moves, &self.events, |flight| flight.event.qpn);
        self.events.step(arrived, head.is_some() && issue.in_ready);
        if goes && all.is_some() {
            self.write_set();
        }
        let issues_host = issue.issued.is_some_and(|issued| is_host(issued.event.kind));
        let left = self.built.effective(chosen(&self.found));
        let issues = issue.issued.filter(|_| !issues_host).map(|issued| self.stream(algorithm(issued.choice)));
        let lower_done = self.lower_end.step(lower_end::Moves {
            issues: issues_host && self.lowers.is_some(),
            ended: lowered,
            under_way: self.host_order.under_way(),
            taken,
            timers: self.sockets.has_timer(),
            timer: timer_waits,
            timer_taken: input.upd_ready && shows_timer,
        });
        let host_passed = self.host_order.step(host_order::Moves {
            enters: op_enters,
            host_enters: taken_host.is_some(),
            issues: [issues == Some(0), issues == Some(1)],
            taken,
            host: (issues_host && self.lowers.is_none() && !self.scrubs()).then_some(left),
        });
        let judged = issue.issued.map(|issued| self.judge(&issued));
        let to_lanes = self.pass_on(judged);
        if let (true, Some(flight)) = (issue.moves, self.came) {
            // of what joins: the newest that confirms something, and the newest telemetry that counts
            let (slot, joins) = (issue.in_slot as usize, !issue.enters);
            (self.unas[slot], self.una_lsns[slot]) = (flight.una, flight.una_lsn);
            if !joins || flight.event.n != N::ZERO {
                self.senses[slot] = flight.sense;
            }
            if !joins || flight.event.n != N::ZERO || flight.lost.is_some() {
                self.confirms[slot] = flight.lost.unwrap_or(N::ZERO);
            }
            if !joins || flight.traced.counts() {
                if joins {
                    self.carried.drops(self.traces[slot]);
                }
                self.traces[slot] = flight.traced;
            }
        }
        if issue.in_ready {
            self.came = head;
        }
        let [first, second] = &mut self.streams;
        if self.two_streams {
            first.step(counted, taken[0]);
            second.step(measured, taken[1]);
        } else {
            first.step(counted.or(measured), taken[0]);
        }

        let seen = match measured {
            Some(Update { outcome: Outcome::Hpcc { flags, .. }, .. }) => flags & SEEN.into_iter().fold(0, |a, b| a | b),
            _ => 0,
        };
        let trace = self.tracing.as_ref().and_then(|tracing| tracing.shown);
        let shown = if shows_timer { timer } else { updates_head };
        let from = (!shows_timer).then_some(usize::from(shows_second));
        if let Some(tracing) = &mut self.tracing {
            tracing.step(shown.filter(|_| input.upd_ready), from);
        }
        let choice = self.built.effective(chosen(&self.found));
        self.sockets.cycle(&Timed {
            rst_n: input.rst_n,
            init: (!init_done).then_some(self.sweep),
            tx: input.tx.filter(|_| init_done).map(|(qpn, _)| qpn),
            choice: (algorithm(choice), set(choice)),
            sets: u8::from(all.is_some()),
            taken: input.upd_ready && shows_timer,
        });
        let fault = self.protection.as_mut().map(|protection| {
            let op = taken_host.or(scrub.map(|qpn| HostOp::Read { qpn }));
            let sent = input.tx.filter(|_| init_done).map(|(qpn, _)| qpn);
            let issued = issue.issued.map(|issued| (issued.event.qpn, issued.event.kind, algorithm(issued.choice)));
            protection.step(
                input,
                &protection::Moves {
                    entered,
                    op,
                    scrub: scrub.is_some(),
                    ended: ended.is_some(),
                    sent,
                    issued,
                    to_lanes,
                    ignores: write.map(|(qpn, _)| qpn),
                },
                &mut self.sockets,
            )
        });
        let fault = fault.unwrap_or_default();
        let unit = self.sockets.step(&input.unit, init_done);
        let out = Out {
            room: self.room,
            s_event_ready,
            host_ready,
            host_done,
            found,
            upd: shown,
            seen,
            rejected: dropped == Some(Dropped::Rejected) || lsn_rejected,
            closed: dropped == Some(Dropped::Closed),
            joined: issue.moves && !issue.enters,
            waiting: Waiting {
                events: event_count as u32,
                updates: waiting[0] as u32,
                lanes: for_lanes as u32,
                measured: waiting[1] as u32,
            },
            saturated: issue.saturates,
            init_done,
            idle: self.idle,
            queue_overflow: false, // a queue that overflows panics
            lower_ready,
            lower_done,
            host_passed,
            ignored,
            trace,
            fault,
            unit,
        };
        if !input.rst_n {
            self.reset();
            return out;
        }
        if !init_done {
            self.init(self.sweep, 1);
            self.sweep += 1;
        }
        self.room = init_done && event_count < self.room_at && !held_off;
        self.open = init_done && event_count < self.room_at;
        self.idle = init_done && !active && !self.active && self.calm == self.calm_at;
        self.calm = if self.active { 0 } else { (self.calm + 1).min(self.calm_at) };
        self.active = active;
        out
    }

    /// Whether `host_done` is 1 in this cycle, which does not depend on its inputs.
    pub fn host_done(&self) -> bool {
        let ends = self.host_results.quiet_cycles() == 0 || self.set_written;
        ends && !self.scrubs() && self.lowers.is_none()
    }

    /// The operation under way is the scrubber's.
    fn scrubs(&self) -> bool {
        self.protection.as_ref().is_some_and(|protection| protection.scrubs)
    }

    /// In which of the streams the updates of an algorithm come.
    #[inline]
    fn stream(&self, alg: Algorithm) -> usize {
        usize::from(self.two_streams && alg.unit().senses(Senses::Hops))
    }

    /// Nothing issues in the next cycle: a queue behind is too full, or an operation has entered whose predecessor is
    /// still to be passed.
    fn holds(&self) -> bool {
        let crowded = self.measuring.as_ref().is_some_and(Measuring::crowded);
        let full = self.streams[0].len() >= FAST_ROOM as usize;
        crowded || self.two_streams && (full || self.host_order.unwatched())
    }

    /// No update waits in a queue.
    fn no_updates(&self) -> bool {
        self.streams.iter().all(Fifo::is_empty)
    }

    /// The output `room`, which is a register: what it is before this cycle's inputs are known.
    pub fn room(&self) -> bool {
        self.room
    }

    /// As if a host had written a register of the units' pages before (`set_*`, `host_*`, `cfg_*`), if a page has it.
    ///
    /// # Panics
    /// When the register takes no such value.
    pub fn preset(&mut self, register: &str, value: u64) {
        self.sockets.preset(register, value);
    }

    /// As if a host had written the unit's parameter set of this index before, with what is on its page.
    pub fn preset_set(&mut self, unit: Unit, index: usize) {
        self.sockets.preset_set(unit, index);
    }

    /// What the last host operation that read has found of a unit's part of a context, in the order of its page's
    /// `found_*`; nothing where there is none.
    pub fn found(&self, unit: Unit) -> &[u64] {
        self.sockets.found(unit)
    }

    /// The slices before the event queue, applied to an event.
    #[inline]
    fn accept(
        &mut self,
        arrival: Arrival,
        telemetry: Option<&Telemetry<MAX_HOPS>>,
        said: Option<Said>,
        mtu: u8,
    ) -> Flight {
        let (kind, qpn) = (arrival.kind, arrival.qpn);
        let choice = self.built.effective(self.choices[qpn as usize]);
        let slot = &mut self.psns[qpn as usize];
        let sent = self.sent[qpn as usize];
        let said = said.filter(|_| kind == Kind::Ack && self.lsns.is_some());
        // an ACK of READ responses is checked by its LSN alone
        let of_read = said.is_some_and(|said| said.read);
        let by_psn = arrival.use_psn && !of_read;
        let counts = !by_psn || psn::reaches(slot.psn, arrival.psn, sent.snd_max);
        let checked = Arrival { use_psn: by_psn, ..arrival };
        let (after, mut n) = psn::step(*slot, &checked, sent.snd_max, *slot, self.n_max);
        *slot = after;
        let mut lsn_rejected = false;
        let una_lsn = self.lsns.as_mut().map_or(Lsn::ZERO, |all| {
            let lsn = &mut all[qpn as usize];
            if let (Some(said), true) = (said, n.is_ok()) {
                let (next, found) = if counts { lsn::step(*lsn, said, mtu) } else { (*lsn, Found::Behind) };
                *lsn = next;
                lsn_rejected = found == Found::Nowhere;
                n = match found {
                    Found::Confirms(n) => Ok(n),
                    Found::Nowhere if !by_psn => Err(Dropped::Rejected),
                    Found::Behind | Found::Nowhere => Ok(N::ZERO),
                };
            }
            lsn.una()
        });
        let event = |n| Event { kind, ece: arrival.ece, n, qpn };
        let n = match n {
            Ok(n) => n,
            Err(why) => {
                let (event, traced) = (event(N::ZERO), Traced::default());
                return Flight {
                    event,
                    una: after.psn,
                    una_lsn,
                    lsn_rejected,
                    sense: Sense::NONE,
                    lost: None,
                    dropped: Some(why),
                    choice,
                    traced,
                };
            }
        };
        // an ACK behind the last PSN says nothing new, whoever sent it; a NAK confirms the packet before its own
        let confirmed = arrival.psn.raw().wrapping_sub(u64::from(kind == Kind::Loss)) & Psn::MAX_RAW;
        let old = matches!(kind, Kind::Ack | Kind::Loss)
            && arrival.use_psn
            && psn::ahead(after.psn.raw(), confirmed, Psn::BITS).is_some();
        let counts = telemetry.filter(|_| !old && !of_read && self.sockets.counts(algorithm(choice), kind));
        let traced = self.carried.takes(counts, arrival.psn.raw(), sent.snd_nxt.raw());
        let seq = if arrival.use_psn { after.psn } else { arrival.psn };
        let sense = Sense { seq, snd_max: sent.snd_max, old: old && kind == Kind::Loss };
        let ahead = psn::ahead(confirmed, after.psn.raw(), Psn::BITS).filter(|_| arrival.use_psn).unwrap_or(0);
        let lost = (kind == Kind::Loss && !old).then(|| psn::counted(ahead, self.n_max));
        Flight { event: event(n), una: after.psn, una_lsn, lsn_rejected, sense, lost, dropped: None, choice, traced }
    }

    /// Those slices, applied to an operation of the host.
    fn accept_host(&mut self, op: HostOp, In { unit, .. }: &In) -> Flight {
        self.host = Some(op);
        self.host_qpn = op.qpn();
        if let HostOp::Set { .. } = op {
            self.sockets.take_sets(unit.sets);
        }
        let Arrival { kind, ece, n, qpn, .. } = op.arrival();
        let (choice, slice) = (&mut self.choices[qpn as usize], &mut self.psns[qpn as usize]);
        let psn::Context { psn, open } = *slice;
        if let HostOp::Write { parts, context, .. } = op {
            if parts.choice {
                *choice = self.built.effective(chosen(&context));
            }
            if parts.psn {
                *slice = psn::Context { psn: context.psn, open: context.open };
                self.sent[qpn as usize] = sent::Context::behind(context.psn);
                if let Some(lsns) = &mut self.lsns {
                    lsns[qpn as usize] = lsn::Context::default();
                }
            }
        }
        let choice = self.built.effective(*choice);
        // of the choice an operation finds the one that it leaves, of all else what was there before
        self.found = HostContext { alg: algorithm(choice), set: set(choice), psn, open };
        let event = Event { kind, ece, n, qpn };
        Flight {
            event,
            una: psn,
            una_lsn: Lsn::ZERO,
            lsn_rejected: false,
            sense: Sense::NONE,
            lost: None,
            dropped: None,
            choice,
            traced: Traced::default(),
        }
    }

    /// A cycle behind the PSN slice: what counts of the event for its algorithm. At a receiver the mark is the clock
    /// of that cycle.
    #[inline]
    fn marked(&self, mut flight: Flight, input: &In) -> Flight {
        flight.event = flight.event.counted(algorithm(flight.choice));
        if algorithm(flight.choice) == Algorithm::HpccRx {
            flight.traced.mark = input.now.raw();
        }
        flight
    }

    /// An event issues: the unit of its algorithm, or an operation of the host on all.
    #[inline]
    fn judge(&mut self, &issue::Issued { event, choice, slot }: &issue::Issued) -> Judged {
        let event::Issued { kind, qpn, .. } = event;
        let (alg, set) = (algorithm(choice), set(choice));
        if is_host(kind) {
            return Judged::Host(self.operate(qpn, kind), qpn);
        }
        let (sense, traced) = (self.senses[slot as usize], self.traces[slot as usize]);
        let trace = self.carried.trace(&traced);
        if let Some(tracing) = &mut self.tracing {
            let before = self.sockets.before(alg, qpn);
            let stream = usize::from(self.two_streams && alg.unit().senses(Senses::Hops));
            tracing.streams[stream].push_back((event, set, before));
        }
        let confirms = self.confirms[slot as usize];
        let outcome = self.sockets.event(&Issued { event, alg, set, confirms, sense, trace });
        self.carried.drops(traced);
        let (una, una_lsn) = (self.unas[slot as usize], self.una_lsns[slot as usize]);
        Judged::Event(Update { kind, qpn, alg, una, una_lsn, outcome })
    }

    /// What has issued goes on its way: with a unit that senses hops, its events and operations by the lanes. What
    /// enters these.
    #[inline]
    fn pass_on(&mut self, judged: Option<Judged>) -> Option<Windowed> {
        let Some(measuring) = &mut self.measuring else {
            match judged {
                Some(Judged::Event(update)) => self.results.enter(update),
                Some(Judged::Host(done, _)) => self.host_results.enter(done),
                None => {}
            }
            return None;
        };
        let beside = match judged {
            Some(Judged::Event(update)) if !update.alg.unit().senses(Senses::Hops) => Some(update),
            _ => None,
        };
        if let Some(update) = beside {
            self.results.enter(update);
        }
        let entered = measuring.step(judged.filter(|_| beside.is_none()));
        match entered? {
            Judged::Event(update) => {
                self.measured_results.enter(update);
                let stores = matches!(update.outcome, Outcome::Hpcc { flags, .. } if flags & flag::FULL != 0);
                Some(Windowed { qpn: update.qpn, stores })
            }
            Judged::Host(done, qpn) => {
                self.host_results.enter(done);
                Some(Windowed { qpn, stores: true })
            }
        }
    }

    /// The host's operation, at the units.
    fn operate(&mut self, qpn: u32, kind: Kind) -> HostDone {
        if let Some(lower) = &self.lowers {
            // a closed QP is left as it is
            self.sockets.lower(lower, self.found.open);
            return HostDone::Write;
        }
        let write = match self.host {
            Some(HostOp::Write { parts, .. }) => Some(parts),
            _ => None,
        };
        self.sockets.operate(qpn, write);
        if kind == Kind::HostRead { HostDone::Read(self.found) } else { HostDone::Write }
    }

    /// The write of a parameter set passes the slots: what is older has read its sets.
    fn write_set(&mut self) {
        self.sockets.write_sets();
        self.set_written = true;
    }

    fn reset(&mut self) {
        (self.sweep, self.room, self.host, self.lowers) = (0, false, None, None);
        (self.lower_end, self.host_order) = (LowerEnd::default(), HostOrder::default());
        self.carried.reset();
        self.came = None;
        self.ignores.reset();
        (self.open, self.waits, self.held) = (false, [false; 2], false);
        (self.waited, self.held_for) = ([0; 2], 0);
        (self.set_written, self.active, self.calm, self.idle) = (false, false, 0, false);
        self.sockets.reset();
        self.counting.reset();
        self.arrived = None;
        if let Some(measuring) = &mut self.measuring {
            measuring.reset();
        }
        self.events.reset();
        self.results.reset();
        self.measured_results.reset();
        self.host_results.reset();
        self.streams.iter_mut().for_each(Fifo::reset);
        self.stream_port.reset();
        self.port.reset();
        self.tracing = self.tracing.take().map(|_| Tracing::default());
    }

    /// Writes the reset contexts at `count` addresses from `first` on.
    fn init(&mut self, first: u32, count: u32) {
        let range = first as usize..(first + count) as usize;
        self.ignores.init(range.clone());
        self.choices[range.clone()].fill(Choice::RESET);
        self.psns[range.clone()].fill(psn::Context::RESET);
        if let Some(lsns) = &mut self.lsns {
            lsns[range.clone()].fill(lsn::Context::default());
        }
        self.sent[range].fill(sent::Context::RESET);
        self.sockets.init(first, count);
    }
}

/// What stands beside the updates of each stream, from the issue of their events on, and what is shown.
#[derive(Clone, Default)]
struct Tracing {
    streams: [VecDeque<(event::Issued, usize, Option<Before>)>; 2],
    shown: Option<Shown>,
}

impl Tracing {
    /// The clock edge, with the update that is taken, and the stream that it is of; else it is a timer's.
    fn step(&mut self, taken: Option<Update>, from: Option<usize>) {
        self.shown = taken.map(|update| {
            let Some(stream) = from else { return Shown { update, event: None, before: None } };
            let (event, set, before) = self.streams[stream].pop_front().expect("an update is of an event that issued");
            Shown { update, event: Some((event, set)), before }
        });
    }
}

/// What has issued, with what came of it.
#[derive(Copy, Clone, Debug)]
enum Judged {
    Event(Update),
    /// With its QP.
    Host(HostDone, u32),
}

/// The algorithms of the units that there are.
#[derive(Copy, Clone)]
struct Built {
    /// Bits by their codes.
    codes: u16,
    first: Alg,
}

impl Built {
    fn of(config: &Config) -> Self {
        let codes = config.codes();
        Self { codes, first: Alg::wrap(codes.trailing_zeros().into()) }
    }

    /// Another algorithm counts as the first of theirs.
    #[inline]
    fn effective(self, choice: Choice) -> Choice {
        if self.codes >> choice.alg.raw() & 1 == 1 { choice } else { Choice { alg: self.first, ..choice } }
    }
}

#[inline]
fn algorithm(choice: Choice) -> Algorithm {
    Algorithm::from_bits(choice.alg.raw() as u8).expect("no other code is kept")
}

/// The choice in a context.
#[inline]
fn chosen(context: &HostContext) -> Choice {
    Choice { alg: Alg::wrap(context.alg as u64), set: Set::wrap(context.set as u64) }
}

/// Index of the parameter set.
#[inline]
fn set(choice: Choice) -> usize {
    choice.set.raw() as usize
}

/// An event of the NIC's own parser as psn takes it.
#[inline]
fn external(arrival: Arrival) -> Arrival {
    Arrival { kind: if is_host(arrival.kind) { Kind::Loss } else { arrival.kind }, ..arrival }
}
