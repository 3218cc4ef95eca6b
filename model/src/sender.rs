//! `sender`: the half of a NIC that sends (hdl/src/sender.md). An engine's updates wait in [`Latest`], a QP's newest in
//! one record, until the [`Shaper`] takes them.

use crate::latest::{self, Latest, Limits, Record};
use crate::shaper::cycles::{self, Command, Ended, Said, Shaper};
use crate::shaper::{Control, Counters, Grant, Host, Request, Una};
use layout::fixed::U;
use layout::record::{Alg, Algorithm, flag};

/// A QP begins or ends in one cycle of so many at most.
const OPENING: u8 = 4;

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    pub rst_n: bool,
    /// ns, modulo 2^32.
    pub now: u32,
    pub pause: u8,
    pub request: Option<Request>,
    pub said: Option<Said>,
    pub update: Option<latest::Update>,
    /// The greatest rate that advices allow its QP, U7.28 bytes/ns, or none.
    pub rate: Option<u64>,
    pub command: Option<Command>,
    pub grant_ready: bool,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub request_ready: bool,
    pub said_ready: bool,
    pub command_ready: bool,
    pub grant: Option<Grant>,
    pub init_done: bool,
    pub waiting: u32,
    pub joined: u32,
    pub counters: Counters,
}

/// The block.
#[derive(Clone)]
pub struct Sender {
    latest: Latest,
    shaper: Shaper,
    phase: u8,
    qps: u32,
    init: u32,
    command: Option<Command>,
}

impl Sender {
    pub fn new(qps: u32, host: Host) -> Self {
        Self { latest: Latest::new(qps), shaper: Shaper::new(qps, host), phase: 0, qps, init: 0, command: None }
    }

    /// What the host sets, from the next cycle on.
    pub fn set_host(&mut self, host: Host) {
        self.shaper.set_host(host);
    }

    /// The operation of the shaper that ended in the last cycle.
    pub fn ended(&self) -> Option<Ended> {
        self.shaper.ended()
    }

    /// For how many ns nothing happens by itself if nothing comes and the pause stays; 0: something is under way. Then
    /// a multiple of four cycles may be left out, but for what [`Self::LATE_NS`] says.
    pub fn rests_ns(&self, pause: u8) -> u64 {
        let still = self.init == self.qps && self.command.is_none() && self.latest.is_still();
        if still { self.shaper.rests_ns(pause) } else { 0 }
    }

    /// Its clock is read a cycle later, and picks are prepared some cycles before: so much of a rest is not left out.
    pub const LATE_NS: u64 = 256;

    /// In how many ns the next due time comes, if a QP waits for one.
    pub fn due_ns(&self) -> Option<u64> {
        self.shaper.due_ns()
    }

    /// In how many cycles a grant may stand on its port at the soonest, whatever comes; 0: in this one.
    pub fn soonest_grant(&self) -> u64 {
        self.shaper.soonest_grant()
    }

    /// What should not have come, so far.
    pub fn counters(&self) -> Counters {
        self.shaper.outputs().counters
    }

    /// What waits of a QP.
    pub fn waits(&self, qpn: u32) -> Record {
        self.latest.record(qpn)
    }

    /// One cycle.
    pub fn step(&mut self, i: &In) -> Out {
        let ready = self.init == self.qps;
        let shaper = self.shaper.outputs();
        let word = self.latest.word();
        let command = self.command.filter(|command| {
            let on_its_way = word.is_some_and(|word| word.qpn == qpn(command));
            self.phase == OPENING - 1 && shaper.command_ready && !on_its_way
        });
        // a request behind it waits until it has gone on
        let opening = matches!(self.command, Some(Command::Open(_)));
        // behind one of its QP that has not been picked, it would only be older when its turn comes
        let goes = !word.is_some_and(|word| self.shaper.has_control(word.qpn));
        let update = word.filter(|_| goes).map(|word| cycles_update(word.qpn, &word.record));
        // what a receiver says limits another sender: una alone counts, as of an event of DCQCN
        let counts = |update: latest::Update| match update.alg == alg(Algorithm::HpccRx) {
            true => latest::Update { alg: alg(Algorithm::DcqcnP), ..update },
            // windows of packets have no pace of their own
            false if in_packets(update.alg, update.flags) => latest::Update { pace: i.rate.unwrap_or(0), ..update },
            false => update,
        };
        let waits = self.latest.step(&latest::In {
            rst_n: i.rst_n,
            init: (!ready).then_some(self.init),
            drop: command.as_ref().map(qpn),
            update: i.update.filter(|_| ready).map(counts),
            rate: 0,
            ready: shaper.update_ready && goes,
        });
        self.shaper.step(&cycles::In {
            rst_n: i.rst_n,
            now: i.now,
            pause: i.pause,
            request: i.request.filter(|_| !opening),
            said: i.said,
            update,
            command,
            grant_ready: i.grant_ready,
            wake_ready: false,
        });
        let command_ready = ready && self.command.is_none();
        self.command = match self.command {
            None => i.command.filter(|_| ready),
            waits => waits.filter(|_| command.is_none()),
        };
        self.init += u32::from(!ready);
        self.phase = (self.phase + 1) % OPENING;
        if !i.rst_n {
            (self.phase, self.init, self.command) = (0, 0, None);
        }
        Out {
            request_ready: shaper.request_ready && !opening,
            said_ready: shaper.said_ready,
            command_ready,
            grant: shaper.grant,
            init_done: ready,
            waiting: waits.waiting,
            joined: waits.joined,
            counters: shaper.counters,
        }
    }
}

fn alg(algorithm: Algorithm) -> Alg {
    U::wrap(algorithm as u64)
}

fn qpn(command: &Command) -> u32 {
    match command {
        Command::Open(open) => open.qpn,
        Command::Close(qpn) => *qpn,
    }
}

fn cycles_update(qpn: u32, record: &Record) -> crate::shaper::Update {
    let control = record.limits.as_ref().map(control);
    crate::shaper::Update { qpn, control, una: record.una_psn.map(Una::by_psn) }
}

/// What an algorithm's limits are in the shaper's units: of one that is not named here, packets, with the pace that
/// advices allow, of which 0 is none.
pub fn control(limits: &Limits) -> Control {
    let Limits { alg, window, pace, flags, .. } = *limits;
    let (packets, rate) = (U::wrap(window), U::wrap(pace));
    match Algorithm::from_bits(alg.raw() as u8) {
        Some(Algorithm::Ldcp | Algorithm::LdcpPcc) if flags & u16::from(flag::PACED) != 0 => {
            Control::Timer { interval: U::wrap(pace) }
        }
        Some(Algorithm::Hpcc) => Control::Bytes { window: U::wrap(window), rate },
        Some(Algorithm::DcqcnP | Algorithm::DcqcnD) => Control::Rate { rate },
        _ => Control::Packets { window: packets, rate },
    }
}

/// Whether a window of packets is what an update says.
fn in_packets(alg: Alg, flags: u16) -> bool {
    match Algorithm::from_bits(alg.raw() as u8) {
        Some(Algorithm::Ldcp | Algorithm::LdcpPcc) => flags & u16::from(flag::PACED) == 0,
        Some(Algorithm::Hpcc | Algorithm::HpccRx | Algorithm::DcqcnP | Algorithm::DcqcnD) => false,
        _ => true,
    }
}
