//! Sockets: what the engine asks of a unit, whose registers are in the unit, and the units that are built.

use super::pins::{Before, Lower, Outcome, Parts, Update};
use crate::ecc::{Watch, Windowed};
use crate::event;
use crate::hpcc::Telemetry;
use crate::page::{Access, Answer, Page};
use layout::config::{Config, Unit};
use layout::each_unit;
use layout::hpcc::MAX_HOPS;
use layout::ldcp::{N, Psn};
use layout::record::{Algorithm, Kind};
use layout::units::Sense as Senses;

/// What stands beside an event that issues; of those that joined, the newest's.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sense {
    /// The PSN that an ACK confirms: the last one acknowledged behind it; its own where the NIC counts the packets.
    pub seq: Psn,
    /// The PSN behind the furthest packet that the NIC has sent on the QP: going back does not lower it.
    pub snd_max: Psn,
    /// A loss is behind the last PSN acknowledged: it says nothing new, whoever sent it.
    pub old: bool,
}

impl Sense {
    pub const NONE: Sense = Sense { seq: Psn::ZERO, snd_max: Psn::ZERO, old: false };
}

/// What the unit that senses hops looks at: of those that joined, of the newest with telemetry that counts.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Trace<'a> {
    /// The telemetry, if one counts.
    pub telemetry: Option<&'a Telemetry<MAX_HOPS>>,
    pub seq: u64,
    /// snd_nxt, or the receiver's clock.
    pub mark: u64,
}

/// An event that issues, to a unit.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Issued<'a> {
    pub event: event::Issued,
    pub alg: Algorithm,
    /// Index of the parameter set.
    pub set: usize,
    /// Packets that the newest loss of those that joined confirms beside the ACKs.
    pub confirms: N,
    pub sense: Sense,
    pub trace: Trace<'a>,
}

/// What a unit with a timer of its own is told in a cycle beside what issues.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Timed {
    pub rst_n: bool,
    /// The address that the initialisation writes.
    pub init: Option<u32>,
    /// The NIC has sent a packet of this QP.
    pub tx: Option<u32>,
    /// Behind the host's operation, of its QP: algorithm and parameter set.
    pub choice: (Algorithm, usize),
    /// An operation is under way that writes parameter sets: bits [`Unit::place`].
    pub sets: u8,
    /// The timer's update is taken.
    pub taken: bool,
}

/// Contexts and parameter sets of a unit, and what happens to them. What is the same for all units, registers among it,
/// is in [`Sockets`].
pub(crate) trait Socket: Send + Sync {
    /// The initialisation: contexts at `count` addresses from `first` on, and parameter sets by the low bits of the
    /// address.
    fn init(&mut self, first: u32, count: u32);

    /// An event of one of the unit's algorithms.
    fn event(&mut self, issued: &Issued) -> Outcome;

    /// Of a unit that senses hops: telemetry of such an event counts for the QP's algorithm.
    fn counts(&self, _alg: Algorithm, _kind: Kind) -> bool {
        false
    }

    /// What a QP's context holds, of a unit that shows it in a trace.
    fn before(&self, _qpn: u32) -> Option<Before> {
        None
    }

    /// What a QP's context holds, in the order of the page's `found_*`.
    fn read(&mut self, qpn: u32) -> Vec<u64>;

    /// Values for a QP's context, in the order of the page's `host_*`.
    fn write(&mut self, qpn: u32, values: &[u64]);

    /// FCR's operation in place of a read: the own value becomes the least of itself and what is given, the window as
    /// on `upd_window`, or the rate.
    fn lower(&mut self, qpn: u32, lower: &Lower);

    /// Values for a parameter set, in the order of the page's `set_*`.
    fn write_set(&mut self, index: usize, values: &[u64]);

    /// A register of the unit's page has a new value.
    fn written(&mut self, _page: &Page, _register: &str) {}

    /// The clock edge of a reset. Contexts and parameter sets are the initialisation's.
    fn reset(&mut self) {}

    /// One clock cycle, with the QP of an event or operation that issues, and the one that enters HPCC++'s lanes: which
    /// words they read that count (`rtl.ecc`).
    fn reads(&mut self, rst_n: bool, issued: Option<u32>, to_lanes: Option<Windowed>, watch: &mut Watch);

    /// What the host's operation has found, of a unit that says so at its end; [`read`](Self::read) then begins it.
    fn finds(&mut self) -> Option<Vec<u64>> {
        None
    }

    /// The update that the unit's timer offers.
    fn timer(&self) -> Option<Update> {
        None
    }

    /// Updates of the timer wait in the unit.
    fn timer_waits(&self) -> bool {
        false
    }

    /// With the write of its parameter set under way: it has to wait.
    fn set_waits(&self) -> bool {
        false
    }

    /// The clock edge of a unit with a timer. Its page is as it was in the cycle.
    fn cycle(&mut self, _timed: &Timed, _page: &Page) {}

    /// For how many cycles nothing changes but a timer's time, if nothing comes in.
    fn quiet_cycles(&self) -> u64 {
        u64::MAX
    }

    /// At most so many cycles.
    fn skip(&mut self, _cycles: u64, _page: &Page) {}

    /// Of a unit with a timer: how many cycles pass at the least until it offers an update, if nothing comes in.
    /// `None`: none is to come.
    fn soonest_timer(&self) -> Option<u64> {
        None
    }

    fn boxed(&self) -> Box<dyn Socket>;
}

macro_rules! sockets {
    ($($unit:ident in $module:ident: $($algorithm:ident = $code:literal of $row:ident),+;)+) => {
        fn in_socket(config: &Config, unit: Unit) -> Box<dyn Socket> {
            match unit {
                $(Unit::$unit => Box::new(crate::$module::socket::InSocket::new(config)),)+
            }
        }
    };
}
each_unit!(sockets);

/// A unit with its page.
struct Held {
    page: Page,
    unit: Box<dyn Socket>,
    /// What the last operation of the host that did not write here has found; and that, once it has ended.
    finds: Vec<u64>,
    found: Vec<u64>,
}

impl Clone for Held {
    fn clone(&self) -> Self {
        let Self { page, unit, finds, found } = self;
        Self { page: page.clone(), unit: unit.boxed(), finds: finds.clone(), found: found.clone() }
    }
}

impl Held {
    fn new(config: &Config, unit: Unit) -> Self {
        Self { page: Page::new(config, unit), unit: in_socket(config, unit), finds: vec![], found: vec![] }
    }
}

/// The units, in the order of their places.
#[derive(Clone)]
pub(super) struct Sockets {
    held: Vec<Held>,
    /// Places among them: of the one that senses hops, of the one with a timer.
    measured: Option<usize>,
    timer: Option<usize>,
    /// The operation under way writes these parameter sets: bits [`Unit::place`].
    sets: u8,
    /// An access of the pages that changed nothing was the last: nothing follows from it but what is read.
    rests: bool,
}

impl Sockets {
    pub fn new(config: &Config) -> Self {
        let held: Vec<_> = config.engine.units.iter().map(|unit| Held::new(config, *unit)).collect();
        let that = |sense| held.iter().position(|held| held.page.unit().senses(sense));
        let (measured, timer) = (that(Senses::Hops), that(Senses::Timer));
        Self { held, measured, timer, sets: 0, rests: false }
    }

    fn of(&mut self, unit: Unit) -> Option<&mut Held> {
        self.held.iter_mut().find(|held| held.page.unit() == unit)
    }

    pub fn init(&mut self, first: u32, count: u32) {
        for held in &mut self.held {
            held.unit.init(first, count);
        }
    }

    /// # Panics
    /// When no unit is this one.
    #[inline]
    pub fn event(&mut self, issued: &Issued) -> Outcome {
        let held = self.of(issued.alg.unit());
        held.expect("the choice is one of the units that there are").unit.event(issued)
    }

    /// What the context of a QP holds, of a unit that shows it in a trace.
    pub fn before(&mut self, alg: Algorithm, qpn: u32) -> Option<Before> {
        self.of(alg.unit()).and_then(|held| held.unit.before(qpn))
    }

    /// The telemetry of such an event counts for the QP's algorithm.
    #[inline]
    pub fn counts(&self, alg: Algorithm, kind: Kind) -> bool {
        self.measured.is_some_and(|place| self.held[place].unit.counts(alg, kind))
    }

    /// The host's operation issues; a write says of which parts.
    pub fn operate(&mut self, qpn: u32, write: Option<Parts>) {
        for Held { page, unit, finds, .. } in &mut self.held {
            if write.is_some_and(|parts| parts.units & page.unit().part() != 0) {
                unit.write(qpn, &page.host());
            } else {
                *finds = unit.read(qpn);
            }
        }
    }

    /// FCR's operation issues, of a QP that is open, or not: the unit of its algorithm lowers, the others read.
    pub fn lower(&mut self, lower: &Lower, open: bool) {
        let alg = Algorithm::from_bits(lower.alg).filter(|_| open);
        for Held { page, unit, .. } in &mut self.held {
            if alg.is_some_and(|alg| alg.unit() == page.unit()) {
                unit.lower(lower.qpn, lower);
            } else {
                unit.read(lower.qpn);
            }
        }
    }

    /// One clock cycle of the check bits, with the QP of what issues to a unit, and what enters the lanes.
    pub fn reads(
        &mut self,
        rst_n: bool,
        issued: impl Fn(Unit) -> Option<u32>,
        to_lanes: Option<Windowed>,
        watch: &mut Watch,
    ) {
        for Held { page, unit, .. } in &mut self.held {
            unit.reads(rst_n, issued(page.unit()), to_lanes, watch);
        }
    }

    /// It has ended; nobody hears what FCR's has found.
    pub fn ended(&mut self, lowers: bool) {
        for Held { unit, finds, found, .. } in &mut self.held {
            let values = unit.finds();
            if lowers {
                continue;
            }
            if let Some(values) = values {
                *finds = values;
            }
            found.clone_from(finds);
        }
    }

    /// The write of parameter sets is taken.
    pub fn take_sets(&mut self, sets: u8) {
        self.sets = sets;
    }

    /// It passes the slots.
    pub fn write_sets(&mut self) {
        for Held { page, unit, .. } in &mut self.held {
            if self.sets >> page.unit().place() & 1 == 1 {
                unit.write_set(page.set_index(), &page.set());
            }
        }
    }

    /// The update that a timer offers; one unit has a timer.
    #[inline]
    pub fn timer(&self) -> Option<Update> {
        self.timer.and_then(|place| self.held[place].unit.timer())
    }

    /// Updates of it wait in its unit.
    pub fn timer_waits(&self) -> bool {
        self.timer.is_some_and(|place| self.held[place].unit.timer_waits())
    }

    /// The write of parameter sets that is under way waits for a timer's periods.
    pub fn set_waits(&self) -> bool {
        let writes = |held: &&Held| self.sets >> held.page.unit().place() & 1 == 1;
        self.held.iter().filter(writes).any(|held| held.unit.set_waits())
    }

    /// The clock edge of units with timers.
    #[inline]
    pub fn cycle(&mut self, timed: &Timed) {
        if let Some(place) = self.timer {
            let sets = if timed.sets != 0 { self.sets } else { 0 };
            let Held { page, unit, .. } = &mut self.held[place];
            unit.cycle(&Timed { sets, ..*timed }, page);
        }
    }

    /// One clock cycle of the pages. Of units and operations they see what has been told by then.
    #[inline]
    pub fn step(&mut self, access: &Access, init_done: bool) -> Answer {
        if self.rests && *access == Access::default() {
            return Answer::default();
        }
        self.rests = false;
        self.access(access, init_done)
    }

    fn access(&mut self, access: &Access, init_done: bool) -> Answer {
        let mut all = Answer::default();
        for Held { page, unit, found, .. } in &mut self.held {
            let Answer { taken, rdata, starts } = page.step(access, init_done, found);
            all = Answer { taken: all.taken | taken, rdata: all.rdata | rdata, starts: all.starts | starts };
            if let Some(register) = page.written() {
                unit.written(page, register);
            }
        }
        self.rests = *access == Access::default() && all == Answer::default() && self.are_still();
        all
    }

    /// The clock edge of a reset. Contexts and parameter sets are the initialisation's.
    pub fn reset(&mut self) {
        (self.sets, self.rests) = (0, false);
        for Held { page, unit, finds, found } in &mut self.held {
            page.reset();
            unit.reset();
            finds.clear();
            found.clear();
        }
    }

    /// Nothing follows from the access before but the word that is read.
    pub fn are_still(&self) -> bool {
        self.held.iter().all(|held| held.page.is_still())
    }

    /// Something may happen in a cycle without events.
    pub fn has_timer(&self) -> bool {
        self.timer.is_some()
    }

    /// For how many cycles nothing changes but a timer's time, if nothing comes in.
    pub fn quiet_cycles(&self) -> u64 {
        self.timer.map_or(u64::MAX, |place| self.held[place].unit.quiet_cycles())
    }

    /// How many cycles pass at the least until a timer offers an update, if nothing comes in. `None`: none is to come.
    pub fn soonest_timer(&self) -> Option<u64> {
        self.timer.and_then(|place| self.held[place].unit.soonest_timer())
    }

    /// So many cycles with such an access, which neither writes nor finds.
    pub fn skip(&mut self, cycles: u64, access: &Access) {
        self.rests = false;
        for Held { page, unit, .. } in &mut self.held {
            page.skip(access);
            unit.skip(cycles, page);
        }
    }

    /// A register of a page holds this, as if a host had written it before.
    pub fn preset(&mut self, name: &str, value: u64) {
        self.rests = false;
        for Held { page, unit, .. } in &mut self.held {
            if page.preset(name, value) {
                unit.written(page, name);
            }
        }
    }

    /// The unit's parameter set `index` is what its page has, as if a host had written it before.
    pub fn preset_set(&mut self, unit: Unit, index: usize) {
        if let Some(Held { page, unit, .. }) = self.of(unit) {
            unit.write_set(index, &page.set());
        }
    }

    /// What the last operation that read has found of a unit's part, in the order of the page's `found_*`; nothing
    /// where there is none.
    pub fn found(&self, unit: Unit) -> &[u64] {
        self.held.iter().find(|held| held.page.unit() == unit).map_or(&[], |held| &held.found)
    }
}
