//! A NIC that obeys: it has a clock that does not wrap, and sends what it is granted.

use layout::fixed::U;
use layout::hpcc::{Rate, Window};
use layout::ldcp::{Cw, Interval, Psn};
use layout::shaper::{Due, Level};
use model::shaper::{Control, Grant, Host, Open, Request, Rewind, Sent, Shaper, Una, Update};

/// LSBs of `Due` in a ns.
pub const NS: u64 = 1 << Due::FRAC;
/// A level that lasts until `empty`.
pub const FULL: u64 = Level::MAX_RAW;

/// A rate of so many Mbit/s, which the format rounds down.
pub fn mbps(rate: u64) -> Rate {
    Rate::wrap((rate << Rate::FRAC) / 8000)
}

pub fn paced(rate: Rate) -> Control {
    Control::Rate { rate }
}

/// A window of whole packets and nothing else.
pub fn packets(n: u64) -> Control {
    Control::cw(Cw::wrap(n << Cw::FRAC))
}

pub fn timer(ns: u64) -> Control {
    Control::Timer { interval: Interval::wrap(ns) }
}

pub fn bytes(window: u64) -> Control {
    Control::Bytes { window: Window::wrap(window << Window::FRAC), rate: Rate::ZERO }
}

pub fn host(changes: &[(&str, u64)]) -> Host {
    Host::with(changes).expect("legal")
}

/// A window that never closes.
pub const WIDE: u64 = 16_383;

#[derive(Clone)]
pub struct Nic {
    pub shaper: Shaper,
    /// ns since the beginning.
    pub now: u64,
    /// What the shaper's clock was then.
    clock: u64,
    /// The next PSN of each QP.
    pub psn: Vec<u64>,
    pub mtu: u64,
}

impl Nic {
    pub fn new(qps: u32, changes: &[(&str, u64)]) -> Nic {
        let mtu = changes.iter().find(|(name, _)| *name == "mtu").map_or(1024, |(_, mtu)| *mtu);
        Nic::at(qps, host(changes), mtu, 0)
    }

    pub fn at(qps: u32, host: Host, mtu: u64, clock: u64) -> Nic {
        Nic { shaper: Shaper::new(qps, host, U::wrap(clock)), now: 0, clock, psn: vec![0; qps as usize], mtu }
    }

    pub fn open(&mut self, qpn: u32, class: u64, control: Control) {
        self.open_as(Open {
            qpn,
            class: U::wrap(class),
            first_psn: U::ZERO,
            by_lsn: false,
            bypass: false,
            iw: U::ZERO,
            control,
        });
    }

    pub fn open_as(&mut self, open: Open) {
        self.psn[open.qpn as usize] = open.first_psn.raw();
        self.shaper.open(&open);
    }

    pub fn ring(&mut self, qpn: u32, backlog: u64) {
        let class = self.shaper.class(qpn);
        self.shaper.request(&Request { qpn, class, backlog: U::wrap(backlog), bytes_to_end: U::ZERO });
    }

    /// An update that acknowledges all packets up to `una`.
    pub fn update(&mut self, qpn: u32, control: Control, una: u64) {
        self.shaper.update(&Update { qpn, control: Some(control), una: Some(Una::by_psn(U::wrap(una))) });
    }

    /// An update that says nothing but that all packets up to `una` are acknowledged.
    pub fn ack(&mut self, qpn: u32, una: u64) {
        self.shaper.update(&Update { qpn, control: None, una: Some(Una::by_psn(U::wrap(una))) });
    }

    /// An update that acknowledges nothing.
    pub fn control(&mut self, qpn: u32, control: Control) {
        self.shaper.update(&Update { qpn, control: Some(control), una: None });
    }

    /// Lets time pass to this ns, as a clock that ticks often enough does.
    pub fn to(&mut self, ns: u64) {
        while self.now < ns {
            self.now = ns.min(self.now + (1 << 30));
            self.shaper.time(U::wrap(self.clock.wrapping_add(self.now)));
        }
    }

    /// To what time alone brings next.
    pub fn advance(&mut self) {
        let wait = self.shaper.next_ns().expect("something is to come");
        self.to(self.now + wait);
    }

    /// Answers a grant with so many bytes.
    pub fn sent(&mut self, grant: &Grant, sent: u64, empty: bool) {
        let psn = &mut self.psn[grant.qpn as usize];
        *psn = (*psn + sent.div_ceil(self.mtu)) & Psn::MAX_RAW;
        let psn_next = U::wrap(*psn);
        self.shaper.sent(&Sent { qpn: grant.qpn, tag: grant.tag, psn_next, bytes: U::wrap(sent), empty });
    }

    /// The next grant, and sends all of it.
    pub fn send(&mut self) -> Option<Grant> {
        let grant = self.shaper.grant()?;
        self.sent(&grant, grant.max_bytes.raw(), false);
        Some(grant)
    }

    pub fn rewind(&mut self, qpn: u32, psn: u64, bytes: u64) {
        self.psn[qpn as usize] = psn;
        self.shaper.rewind(&Rewind { qpn, psn_next: U::wrap(psn), bytes: U::wrap(bytes) });
    }

    /// The next grant's QP and bytes; all is sent.
    pub fn next(&mut self) -> Option<(u32, u64)> {
        self.send().map(|grant| (grant.qpn, grant.max_bytes.raw()))
    }
}
