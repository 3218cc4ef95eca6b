//! Random interleavings of all that may come: no wake-up is lost, nothing is early, what is granted is sent, returned,
//! nobody's or open. The rules are written here once more, with times as numbers in which nothing is rounded to bits.

use super::case::{FULL, mbps, paced, packets, timer};
use crate::support;
use layout::fixed::U;
use layout::shaper::{Due, TAGS};
use model::shaper::{Control, Grant, Host, Open, Request, Rewind, Sent, Shaper, Una, Update};
use proptest::prelude::*;

const QPS: u32 = 4;
const MTU: u64 = 256;
const QUANTUM: u64 = 600;
const TIMEOUT: u64 = 3000;
const BURST: u64 = 64;
const LONG_AGO: f64 = -1e15;

#[derive(Clone, Debug)]
enum Step {
    Pass(u64),
    ToNext,
    Grant,
    /// One of the open grants, how many quarters of it were sent, and `empty`.
    Answer(usize, u64, bool),
    Ring(u32, u64),
    Class(u32, u64),
    Control(u32, u8, u64),
    /// How many packets of those in flight.
    Ack(u32, u64),
    Rewind(u32, u64),
    Pause(u8),
    Open(u32, u64),
    Close(u32),
}

fn step() -> impl Strategy<Value = Step> {
    let qpn = 0..QPS;
    let level = prop_oneof![1u64..2000, Just(FULL)];
    prop_oneof![
        4 => (0u64..100).prop_map(Step::Pass),
        2 => (0u64..4000).prop_map(Step::Pass),
        5 => Just(Step::ToNext),
        14 => Just(Step::Grant),
        10 => (0usize..12, 0u64..=5, prop::bool::weighted(0.2)).prop_map(|(w, q, e)| Step::Answer(w, q, e)),
        6 => (qpn.clone(), level).prop_map(|(qpn, bytes)| Step::Ring(qpn, bytes)),
        1 => (qpn.clone(), 0u64..3).prop_map(|(qpn, class)| Step::Class(qpn, class)),
        6 => (qpn.clone(), 0u8..3, 1u64..12).prop_map(|(qpn, kind, value)| Step::Control(qpn, kind, value)),
        6 => (qpn.clone(), 1u64..8).prop_map(|(qpn, n)| Step::Ack(qpn, n)),
        1 => (qpn.clone(), 1u64..4).prop_map(|(qpn, n)| Step::Rewind(qpn, n)),
        1 => (0u8..8).prop_map(Step::Pause),
        1 => (qpn.clone(), 0u64..3).prop_map(|(qpn, class)| Step::Open(qpn, class)),
        1 => qpn.prop_map(Step::Close),
    ]
}

/// A QP as the rules have it. Times in ns.
#[derive(Clone, Default)]
struct Qp {
    opening: u32,
    open: bool,
    class: u64,
    window: Option<u64>,
    /// ns a byte, or with `timer` a packet.
    interval: f64,
    timer: bool,
    level: u64,
    /// Packets sent and acknowledged, from the opening on.
    sent: u64,
    una: u64,
    furthest: u64,
    start: f64,
    /// Bound of what `start` may be off.
    error: f64,
    charged: u64,
    newest: Option<u64>,
    /// Grants of all QPs when its newest request came.
    asked: u64,
}

/// A grant that is open.
#[derive(Clone)]
struct Waiting {
    grant: Grant,
    number: u64,
    opening: u32,
    until: u64,
}

struct Bench {
    shaper: Shaper,
    now: u64,
    paused: u8,
    qps: [Qp; QPS as usize],
    waiting: Vec<Waiting>,
    granted: u64,
    answered: u64,
    returned: u64,
    returned_bytes: u64,
    grants: u64,
}

impl Bench {
    fn new(host: Host, clock: u64) -> Bench {
        let shaper = Shaper::new(QPS, host, U::wrap(clock));
        let (now, waiting) = (clock, Vec::new());
        let qps = std::array::from_fn(|_| Qp { start: LONG_AGO, ..Qp::default() });
        let (paused, granted, answered, returned, returned_bytes, grants) = (0, 0, 0, 0, 0, 0);
        Bench { shaper, now, paused, qps, waiting, granted, answered, returned, returned_bytes, grants }
    }

    fn due(&self, qp: &Qp) -> f64 {
        let count = if qp.timer { qp.charged.div_ceil(MTU) } else { qp.charged };
        qp.start + count as f64 * qp.interval
    }

    /// How far the shaper's due time may be from it: 1e-5 of what was charged, since it last began at now - C.
    fn close(&self, qp: &Qp) -> f64 {
        qp.error + (self.due(qp) - qp.start) * 1e-5 + 1e-3
    }

    fn in_flight(&self, qpn: u32) -> u64 {
        let qp = &self.qps[qpn as usize];
        let open = self.waiting.iter().filter(|w| w.grant.qpn == qpn && w.opening == qp.opening);
        let open: u64 = open.map(|w| w.grant.max_packets.raw()).sum();
        (qp.sent.saturating_sub(qp.una) + open) * MTU
    }

    /// Rule 1 but for time.
    fn asks(&self, qpn: u32) -> bool {
        let qp = &self.qps[qpn as usize];
        let room = qp.window.is_none_or(|window| self.in_flight(qpn) < window);
        qp.open && qp.level > 0 && room && self.paused >> qp.class & 1 == 0
    }

    /// Rule 1. None where the time is too close to say.
    fn eligible(&self, qpn: u32) -> Option<bool> {
        let qp = &self.qps[qpn as usize];
        if !self.asks(qpn) {
            return Some(false);
        }
        let (due, now) = (self.due(qp), self.now as f64);
        let close = self.close(qp);
        if due < now - close {
            Some(true)
        } else if due > now + close {
            Some(false)
        } else {
            None
        }
    }

    fn give(level: &mut u64, bytes: u64) {
        *level = (*level + bytes).min(FULL);
    }

    fn pass(&mut self, ns: u64) {
        self.now += ns;
        self.shaper.time(U::wrap(self.now));
        let (now, qps) = (self.now, &mut self.qps);
        let (returned, bytes) = (&mut self.returned, &mut self.returned_bytes);
        self.waiting.retain(|w| {
            if w.until > now {
                return true;
            }
            *returned += 1;
            *bytes += w.grant.max_bytes.raw();
            let qp = &mut qps[w.grant.qpn as usize];
            if qp.opening == w.opening && qp.open {
                Bench::give(&mut qp.level, w.grant.max_bytes.raw());
                if qp.newest == Some(w.number) {
                    (qp.charged, qp.newest) = (0, None);
                }
            }
            false
        });
    }

    fn grant(&mut self) -> Result<(), TestCaseError> {
        let Some(grant) = self.shaper.grant() else { return Ok(()) };
        let burst = self.now as f64 - BURST as f64;
        let (bytes, packets) = (grant.max_bytes.raw(), grant.max_packets.raw());
        prop_assert!(self.eligible(grant.qpn) != Some(false), "{grant:?} is early, or for nothing");
        let due = self.due(&self.qps[grant.qpn as usize]);
        let close = self.close(&self.qps[grant.qpn as usize]);
        let in_flight = self.in_flight(grant.qpn);
        let qp = &mut self.qps[grant.qpn as usize];
        prop_assert!(bytes > 0 && bytes <= QUANTUM && bytes <= qp.level && packets == bytes.div_ceil(MTU), "{grant:?}");
        prop_assert!(!qp.timer || packets == 1, "{grant:?}");
        prop_assert!(qp.window.is_none_or(|window| in_flight + bytes < window + MTU), "{grant:?}");
        (qp.start, qp.charged) = (due.max(burst), bytes);
        qp.error = if burst > due + close { 0.0 } else { close };
        qp.level -= if qp.level == FULL { 0 } else { bytes };
        self.grants += 1;
        qp.newest = Some(self.grants);
        self.granted += bytes;
        let waiting = Waiting { grant, number: self.grants, opening: qp.opening, until: self.now + TIMEOUT };
        self.waiting.push(waiting);
        Ok(())
    }

    fn answer(&mut self, which: usize, quarters: u64, empty: bool) {
        if which >= self.waiting.len() {
            return;
        }
        let Waiting { grant, number, opening, .. } = self.waiting.remove(which);
        let (granted, sent) = (grant.max_bytes.raw(), grant.max_bytes.raw() * quarters / 4);
        self.answered += granted;
        let qp = &mut self.qps[grant.qpn as usize];
        let ours = qp.open && qp.opening == opening;
        let psn = qp.sent + sent.div_ceil(MTU);
        let (bytes, psn_next) = (U::wrap(sent), U::wrap(psn));
        self.shaper.sent(&Sent { qpn: grant.qpn, tag: grant.tag, psn_next, bytes, empty });
        if !ours {
            return;
        }
        qp.sent = psn.max(qp.una);
        qp.furthest = qp.furthest.max(qp.sent);
        let newest = qp.newest == Some(number);
        if newest {
            (qp.charged, qp.newest) = (sent, None);
        } else {
            qp.charged += sent.saturating_sub(granted);
        }
        if empty && number > qp.asked {
            qp.level = 0;
        } else if !empty {
            Bench::give(&mut qp.level, granted.saturating_sub(sent));
        }
        if qp.level != FULL {
            qp.level = qp.level.saturating_sub(sent.saturating_sub(granted));
        }
    }

    fn control(&mut self, qpn: u32, kind: u8, value: u64) -> Control {
        let qp = &mut self.qps[qpn as usize];
        let (control, window, interval, timer) = match kind {
            0 => (packets(value), Some(value * MTU), 0.0, false),
            1 => (timer(value * 700), None, (value * 700) as f64, true),
            _ => {
                let rate = mbps([1, 100, 1000, 2000, 8000, 10_000, 25_000, 100_000, 400_000][value as usize % 9]);
                (paced(rate), None, (1u64 << 28) as f64 / rate.raw() as f64, false)
            }
        };
        (qp.window, qp.interval, qp.timer) = (window, interval, timer);
        control
    }

    fn apply(&mut self, step: &Step) -> Result<(), TestCaseError> {
        match *step {
            Step::Pass(ns) => self.pass(ns),
            Step::ToNext => {
                if let Some(ns) = self.shaper.next_ns() {
                    self.pass(ns.min(10_000));
                }
            }
            Step::Grant => self.grant()?,
            Step::Answer(which, quarters, empty) => self.answer(which, quarters, empty),
            Step::Ring(qpn, backlog) => {
                let qp = &mut self.qps[qpn as usize];
                if qp.open {
                    Bench::give(&mut qp.level, backlog);
                    qp.asked = self.grants;
                }
                self.request(qpn, backlog);
            }
            Step::Class(qpn, class) => {
                let qp = &mut self.qps[qpn as usize];
                (qp.class, qp.asked) = (class, self.grants);
                self.request(qpn, 0);
            }
            Step::Control(qpn, kind, value) => {
                let control = self.control(qpn, kind, value);
                self.update(qpn, control);
            }
            Step::Ack(qpn, n) => {
                let qp = &mut self.qps[qpn as usize];
                // behind a rewind too, of what was sent before it
                qp.una = qp.furthest.min(qp.una + n);
                let control = match (qp.window, qp.timer) {
                    (Some(window), _) => packets(window / MTU),
                    (None, true) => timer(qp.interval as u64),
                    (None, false) => paced(U::wrap(((1u64 << 28) as f64 / qp.interval).round() as u64)),
                };
                self.update(qpn, control);
            }
            Step::Rewind(qpn, back) => {
                let qp = &mut self.qps[qpn as usize];
                let back = back.min(qp.sent.saturating_sub(qp.una));
                let psn = qp.sent - back;
                qp.sent = psn.max(qp.una);
                if qp.open {
                    // what is not sent again has come through
                    qp.una = qp.una.max(qp.sent);
                    Bench::give(&mut qp.level, back * MTU);
                    qp.asked = self.grants;
                }
                self.shaper.rewind(&Rewind { qpn, psn_next: U::wrap(psn), bytes: U::wrap(back * MTU) });
            }
            Step::Pause(mask) => {
                self.paused = mask;
                self.shaper.pause(mask);
            }
            Step::Open(qpn, class) => {
                let opening = self.qps[qpn as usize].opening + 1;
                let start = LONG_AGO;
                self.qps[qpn as usize] = Qp { open: true, opening, class, start, ..Qp::default() };
                let control = self.control(qpn, 0, 5);
                let (class, iw) = (U::wrap(class), U::wrap(if opening.is_multiple_of(2) { 7 } else { 0 }));
                let open = Open { qpn, class, first_psn: U::ZERO, by_lsn: false, bypass: false, iw, control };
                self.shaper.open(&open);
            }
            Step::Close(qpn) => {
                self.qps[qpn as usize].open = false;
                self.shaper.close(qpn);
            }
        }
        Ok(())
    }

    fn request(&mut self, qpn: u32, backlog: u64) {
        let class = U::wrap(self.qps[qpn as usize].class);
        self.shaper.request(&Request { qpn, class, backlog: U::wrap(backlog), bytes_to_end: U::ZERO });
    }

    fn update(&mut self, qpn: u32, control: Control) {
        let una = self.qps[qpn as usize].una;
        let una = Una::by_psn(U::wrap(una.wrapping_sub(1)));
        self.shaper.update(&Update { qpn, control: Some(control), una: Some(una) });
    }

    /// After every step.
    fn check(&self) -> Result<u64, TestCaseError> {
        let mut compared = 0;
        for qpn in 0..QPS {
            let qp = &self.qps[qpn as usize];
            let level = if qp.open { qp.level } else { 0 };
            prop_assert_eq!(self.shaper.level(qpn).raw(), level, "level of {}", qpn);
            let ours = self.waiting.iter().filter(|w| qp.open && w.grant.qpn == qpn && w.opening == qp.opening);
            let open: u64 = ours.map(|w| w.grant.max_bytes.raw()).sum();
            prop_assert_eq!(self.shaper.open_bytes(qpn).raw(), open, "granted = sent + open: {}", qpn);
            if qp.open {
                prop_assert_eq!(self.shaper.in_flight(qpn), self.in_flight(qpn), "in flight: {}", qpn);
            }
            // where it is kept is where its context says, and its context is what the rules say
            prop_assert_eq!(self.shaper.may_send(qpn), self.shaper.eligible(qpn), "place of {}", qpn);
            if let Some(eligible) = self.eligible(qpn) {
                prop_assert_eq!(self.shaper.eligible(qpn), eligible, "rule 1: {}", qpn);
                compared += 1;
            }
            if self.asks(qpn) {
                let (due, found) = (self.due(qp) - self.now as f64, self.shaper.due_in(qpn));
                let found = found as f64 / (1u64 << Due::FRAC) as f64;
                let close = self.close(qp);
                prop_assert!(
                    (due.max(0.0) - found).abs() <= close,
                    "{qpn} is due in {found} ns, by the rules in {due}"
                );
            }
        }
        let open: u64 = self.waiting.iter().map(|w| w.grant.max_bytes.raw()).sum();
        prop_assert_eq!(self.granted, self.answered + self.returned_bytes + open);
        prop_assert_eq!(self.shaper.counters().returned, self.returned);
        // work conserving
        let any = (0..QPS).any(|qpn| self.shaper.eligible(qpn));
        let granted = self.shaper.clone().grant();
        prop_assert_eq!(granted.is_some(), any && self.shaper.line_is_free(), "the line is idle: {:?}", granted);
        prop_assert!(self.waiting.len() < TAGS || granted.is_none());
        Ok(compared)
    }
}

#[test]
fn no_wake_up_is_lost_and_nothing_is_early() {
    let config = support::proptest("shaper_wake", 3000);
    let base = [("mtu", MTU), ("quantum", QUANTUM), ("timeout", TIMEOUT), ("C", BURST)];
    let (compared, grants) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let clocks = prop_oneof![Just(0u64), Just((1 << 32) - 5000)];
    let caps = prop_oneof![Just(0u64), Just(mbps(10_000).raw())];
    let steps = prop::collection::vec(step(), 30..300);
    proptest!(config, |(steps in steps, clock in clocks, cap in caps, strict in 0u64..2)| {
        let changes = [&base[..], &[("cap", cap), ("strict", strict)]].concat();
        let host = Host::weighted(&changes, [1, 3, 2, 1, 1, 1, 1, 1]).expect("legal");
        let mut bench = Bench::new(host, clock);
        for qpn in 0..QPS {
            bench.apply(&Step::Open(qpn, qpn as u64 % 3))?;
        }
        for step in &steps {
            bench.apply(step)?;
            compared.set(compared.get() + bench.check()?);
        }
        grants.set(grants.get() + bench.grants);
    });
    println!("{} states of a QP compared, {} grants", compared.get(), grants.get());
    assert!(compared.get() > 1_000_000 && grants.get() > 20_000);
}
