//! Units in sockets: what the engine asks of a unit whose registers are in the unit, and those that are built.

use super::pins::Update;
use super::pins::{Outcome, Parts};
use crate::ecc::Watch;
use crate::event::Event;
use crate::page::{Access, Answer, Page};
use layout::config::{Config, Unit};
use layout::ldcp::Psn;
use layout::record::Algorithm;

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
    fn event(&mut self, event: &Event, set: usize, sense: Sense) -> Outcome;

    /// What a QP's context holds, in the order of the page's `found_*`.
    fn read(&mut self, qpn: u32) -> Vec<u64>;

    /// Values for a QP's context, in the order of the page's `host_*`.
    fn write(&mut self, qpn: u32, values: &[u64]);

    /// Values for a parameter set, in the order of the page's `set_*`.
    fn write_set(&mut self, index: usize, values: &[u64]);

    /// One clock cycle, with the QP of an event or operation that issues: which words it reads that count (`rtl.ecc`).
    fn reads(&mut self, rst_n: bool, issued: Option<u32>, watch: &mut Watch);

    /// What the host's operation has found, of a unit that says so at its end; [`read`](Self::read) then begins it.
    fn finds(&mut self) -> Option<Vec<u64>> {
        None
    }

    /// The update that the unit's timer offers.
    fn timer(&self) -> Option<Update> {
        None
    }

    /// With the write of its parameter set under way: it has to wait.
    fn set_waits(&self) -> bool {
        false
    }

    /// The clock edge of a unit with a timer. Its page is as it was in the cycle.
    fn cycle(&mut self, _timed: &Timed, _page: &Page) {}

    /// It has a timer: something may happen in a cycle without events.
    fn has_timer(&self) -> bool {
        false
    }

    fn boxed(&self) -> Box<dyn Socket>;
}

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
        let qps = config.engine.qps;
        let socket: Box<dyn Socket> = match unit {
            Unit::Dcqcn => Box::new(crate::dcqcn::socket::InSocket::new(config)),
            Unit::Dctcp => Box::new(crate::dctcp::socket::InSocket::new(qps)),
            Unit::Ldcp | Unit::Hpcc => unreachable!("the engine itself holds {}", unit.name()),
        };
        Self { page: Page::new(config, unit), unit: socket, finds: vec![], found: vec![] }
    }
}

/// The units in sockets, in the order of their places.
#[derive(Clone)]
pub(super) struct Sockets {
    held: Vec<Held>,
    /// The operation under way writes these parameter sets: bits [`Unit::place`].
    sets: u8,
}

impl Sockets {
    pub fn new(config: &Config) -> Self {
        Self { held: config.in_sockets().map(|unit| Held::new(config, unit)).collect(), sets: 0 }
    }

    pub fn init(&mut self, first: u32, count: u32) {
        for held in &mut self.held {
            held.unit.init(first, count);
        }
    }

    /// # Panics
    /// When no unit in a socket is this one.
    pub fn event(&mut self, unit: Unit, event: &Event, set: usize, sense: Sense) -> Outcome {
        let held = self.held.iter_mut().find(|held| held.page.unit() == unit);
        held.expect("the choice is one of the units that there are").unit.event(event, set, sense)
    }

    /// The host's operation issues; a write says of which parts.
    pub fn operate(&mut self, qpn: u32, write: Option<Parts>) {
        for Held { page, unit, finds, .. } in &mut self.held {
            if write.is_some_and(|parts| parts.sockets & page.unit().part() != 0) {
                unit.write(qpn, &page.host());
            } else {
                *finds = unit.read(qpn);
            }
        }
    }

    /// One clock cycle of the check bits, with the QP of what issues to a unit.
    pub fn reads(&mut self, rst_n: bool, issued: impl Fn(Unit) -> Option<u32>, watch: &mut Watch) {
        for Held { page, unit, .. } in &mut self.held {
            unit.reads(rst_n, issued(page.unit()), watch);
        }
    }

    /// It has ended.
    pub fn ended(&mut self) {
        for Held { unit, finds, found, .. } in &mut self.held {
            if let Some(values) = unit.finds() {
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
        self.held.iter().find_map(|held| held.unit.timer())
    }

    /// The write of parameter sets that is under way waits for a timer's periods.
    pub fn set_waits(&self) -> bool {
        let writes = |held: &&Held| self.sets >> held.page.unit().place() & 1 == 1;
        self.held.iter().filter(writes).any(|held| held.unit.set_waits())
    }

    /// The clock edge of units with timers.
    #[inline]
    pub fn cycle(&mut self, timed: &Timed) {
        let sets = if timed.sets != 0 { self.sets } else { 0 };
        for Held { page, unit, .. } in &mut self.held {
            unit.cycle(&Timed { sets, ..*timed }, page);
        }
    }

    /// One clock cycle of the pages. Of units and operations they see what has been told by then.
    #[inline]
    pub fn step(&mut self, access: &Access, init_done: bool) -> Answer {
        self.held.iter_mut().fold(Answer::default(), |all, Held { page, found, .. }| {
            let Answer { taken, rdata, starts } = page.step(access, init_done, found);
            Answer { taken: all.taken | taken, rdata: all.rdata | rdata, starts: all.starts | starts }
        })
    }

    /// The clock edge of a reset. Contexts and parameter sets are the initialisation's.
    pub fn reset(&mut self) {
        self.sets = 0;
        for Held { page, finds, found, .. } in &mut self.held {
            page.reset();
            finds.clear();
            found.clear();
        }
    }

    /// Nothing follows from the access before but the word that is read.
    pub fn are_still(&self) -> bool {
        self.held.iter().all(|held| held.page.is_still() && !held.unit.has_timer())
    }

    /// Cycles with such an access, which neither writes nor finds.
    pub fn skip(&mut self, access: &Access) {
        for held in &mut self.held {
            held.page.skip(access);
        }
    }
}
