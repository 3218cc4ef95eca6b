//! One event of FCR, bit by bit (page.md): time, then the event, then what the NIC may send.

use super::ideal;
use super::params::Params;
use crate::number::exact;
use crate::psn::ahead;
use crate::recip::{Divisor, Numerator, recip};
use crate::round::{ceil, leading_one, sat, trunc_wide};
use layout::fcr::{self, Clock, MAX_SOURCES, Mbps, Pace, Rate, Seq, Switch, Validity, flag};
use layout::hpcc::Window;
use layout::ldcp::{Cw, Rtt};

/// What is kept of one switch.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// In use until `expiry`. The other fields of one that is not are 0.
    pub valid: bool,
    pub switch: Switch,
    pub seq: Seq,
    /// 0: withdrawn.
    pub rate: Mbps,
    pub expiry: Clock,
}

impl Source {
    fn is_live(&self) -> bool {
        self.valid && self.rate != Mbps::ZERO
    }
}

/// What is kept of a QP, in an engine for up to `SOURCES` switches.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Context<const SOURCES: usize = MAX_SOURCES> {
    pub sources: [Source; SOURCES],
}

impl<const SOURCES: usize> Default for Context<SOURCES> {
    fn default() -> Self {
        Self { sources: [Source::default(); SOURCES] }
    }
}

impl<const SOURCES: usize> Context<SOURCES> {
    /// "the NIC should use the lowest rate information from all received FCRs" (draft 4); 0: there is none.
    fn lowest(&self) -> Mbps {
        self.sources.iter().filter(|s| s.is_live()).map(|s| s.rate).min().unwrap_or(Mbps::ZERO)
    }
}

/// A revised CNP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    pub switch: Switch,
    pub seq: Seq,
    pub rate: fcr::Advice,
    pub validity: Validity,
    pub withdraw: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Advice(Advice),
    /// The sweep, or an update of the QP's own algorithm.
    Time,
    /// An ACK with ECE, or an ordinary CNP.
    Mark,
    /// The QP is opened; `alone`: no other is open.
    Open {
        alone: bool,
    },
}

impl From<Event> for ideal::Event {
    fn from(event: Event) -> Self {
        match event {
            Event::Advice(Advice { switch, seq, rate, validity, withdraw }) => ideal::Event::Advice(ideal::Advice {
                switch: switch.raw(),
                seq: seq.raw(),
                rate: rate.raw(),
                validity: validity.raw(),
                withdraw,
            }),
            Event::Time => ideal::Event::Time,
            Event::Mark => ideal::Event::Mark,
            Event::Open { alone } => ideal::Event::Open { alone },
        }
    }
}

/// What the QP's own algorithm holds; what it does not have is 0.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Own {
    pub rc: Rate,
    pub cw: Cw,
    pub w: Window,
    pub wc: Window,
}

impl From<Own> for ideal::Own {
    /// The values that the raw ones stand for.
    fn from(own: Own) -> Self {
        let window = |w: Window| exact(w.raw(), Window::FORMAT);
        Self {
            rc: exact(own.rc.raw(), Rate::FORMAT),
            cw: exact(own.cw.raw(), Cw::FORMAT),
            w: window(own.w),
            wc: window(own.wc),
        }
    }
}

/// What an advice allows, in the own algorithms' units.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cap {
    pub rc: Rate,
    pub cw: Cw,
    pub w: Window,
    /// FLOOR and SAT.
    pub flags: u16,
}

/// The result of an event.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// The lowest live advice; 0: there is none.
    pub cap: Mbps,
    /// 0: there is no cap.
    pub pace: Pace,
    /// The own values after the event.
    pub own: Own,
    /// What the NIC sends at; its Wc is the own one.
    pub send: Own,
    pub flags: u16,
}

/// One event: the context after it, and its update.
#[inline]
pub fn step<const SOURCES: usize>(
    context: &Context<SOURCES>,
    now: Clock,
    rtt: Rtt,
    event: Event,
    own: &Own,
    p: &Params,
) -> (Context<SOURCES>, Update) {
    // an opened QP has no advice
    let (mut next, mut own) = (if let Event::Open { .. } = event { Context::default() } else { *context }, *own);
    let mut flags = 0;
    let before = next.lowest();
    for source in &mut next.sources {
        if source.valid && !holds(source.expiry, now, p) {
            *source = Source::default();
            flags |= flag::EXPIRED;
        }
    }
    // FCR6: the cap that has ended takes the own values with it, before the event acts
    flags |= lower(before, next.lowest(), rtt, &mut own, p);
    match event {
        Event::Advice(advice) => {
            let before = next.lowest();
            flags |= take(&mut next, &advice, now, p);
            if flags & flag::WITHDRAWN != 0 {
                flags |= lower(before, next.lowest(), rtt, &mut own, p);
            }
        }
        Event::Time => {}
        // SEMANTICS, FCR: "a sender that has a live FCR advice ignores ECN echoes"
        Event::Mark => flags |= if next.lowest() == Mbps::ZERO { 0 } else { flag::IGNORED },
        Event::Open { alone } => {
            // draft 6, 3: "able to start sending at maximum rate if the new stream is the only stream sent by the
            // sender"
            if alone && p.start_at_line {
                let line = cap(p.line, rtt, p);
                own = Own { rc: line.rc, cw: own.cw.max(line.cw), w: own.w.max(line.w), wc: own.wc.max(line.w) };
                flags |= flag::START;
            }
        }
    }
    let lowest = next.lowest();
    let (send, limited) = limit(lowest, rtt, &own, p);
    let pace = if lowest == Mbps::ZERO { Pace::ZERO } else { pace(lowest) };
    (next, Update { cap: lowest, pace, own, send, flags: flags | limited })
}

/// Live from its arrival to its expiry: 0 < (expiry − now) mod 2^17 ≤ validity_max.
#[inline]
fn holds(expiry: Clock, now: Clock, p: &Params) -> bool {
    let left = Clock::wrap(expiry.raw().wrapping_sub(now.raw())).raw();
    0 < left && left <= p.validity_max.raw()
}

/// Where the cap has risen from `before` or has ended, the own values become at most what it allowed.
#[inline]
fn lower(before: Mbps, after: Mbps, rtt: Rtt, own: &mut Own, p: &Params) -> u16 {
    if before == Mbps::ZERO || after != Mbps::ZERO && after <= before {
        return 0;
    }
    let cap = cap(before, rtt, p);
    *own = Own { rc: own.rc.min(cap.rc), cw: own.cw.min(cap.cw), w: own.w.min(cap.w), wc: own.wc.min(cap.w) };
    flag::CLAMPED
}

/// A revised CNP: checked, then taken or not.
fn take<const SOURCES: usize>(context: &mut Context<SOURCES>, advice: &Advice, now: Clock, p: &Params) -> u16 {
    let Advice { switch, seq, withdraw, .. } = *advice;
    let known = context.sources.iter_mut().find(|s| s.valid && s.switch == switch);
    let newer = known.as_ref().is_none_or(|s| ahead(seq.raw(), s.seq.raw(), Seq::BITS).is_some());
    if withdraw {
        return match known {
            None => flag::IGNORED,
            Some(_) if !newer => flag::OLD | flag::IGNORED,
            // the sequence number stays until the expiry that stands
            Some(source) => {
                (source.seq, source.rate) = (seq, Mbps::ZERO);
                flag::WITHDRAWN
            }
        };
    }
    let wrong = check(advice, p);
    if wrong != 0 {
        return wrong | flag::ALERT | flag::IGNORED;
    }
    // below the line, so 22 bits hold it; now + validity: 18 bits, `wrap`
    let rate = Mbps::wrap(advice.rate.raw());
    let new = Source { valid: true, switch, seq, rate, expiry: Clock::wrap(now.raw() + advice.validity.raw()) };
    match known {
        Some(_) if !newer => flag::OLD | flag::IGNORED,
        Some(source) => {
            *source = new;
            0
        }
        None => place(context, new),
    }
}

/// Why an advice is rejected.
#[inline]
fn check(advice: &Advice, p: &Params) -> u16 {
    let (rate, validity) = (advice.rate.raw(), advice.validity.raw());
    let one = |wrong, flag| if wrong { flag } else { 0 };
    one(rate == 0 || rate > p.line.raw(), flag::RATE)
        | one(rate < p.advice_min.raw() || rate > p.advice_max.raw(), flag::RANGE)
        | one(validity == 0 || validity > p.validity_max.raw(), flag::VALIDITY)
}

/// The advice of a switch that has no source: a free one, else one that was withdrawn, else the highest advice's if
/// that is higher; the first of equal ones.
fn place<const SOURCES: usize>(context: &mut Context<SOURCES>, new: Source) -> u16 {
    let free = context.sources.iter().position(|s| !s.valid);
    if let Some(i) = free.or_else(|| context.sources.iter().position(|s| !s.is_live())) {
        context.sources[i] = new;
        return 0;
    }
    let highest = context.sources.iter_mut().rev().max_by_key(|s| s.rate);
    match highest {
        Some(highest) if highest.rate > new.rate => {
            *highest = new;
            flag::FULL
        }
        _ => flag::FULL | flag::IGNORED,
    }
}

/// What the NIC sends at: the own values, capped; flags PACED, FLOOR, SAT, LIMITED. `cap` 0: not capped.
#[inline]
pub fn limit(cap: Mbps, rtt: Rtt, own: &Own, p: &Params) -> (Own, u16) {
    if cap == Mbps::ZERO {
        return (*own, 0);
    }
    let Cap { rc, cw, w, flags } = self::cap(cap, rtt, p);
    let send = Own { rc: own.rc.min(rc), cw: own.cw.min(cw), w: own.w.min(w), wc: own.wc };
    (send, flags | flag::PACED | if send == *own { 0 } else { flag::LIMITED })
}

/// ceil(64/125·2^44): one 125th of 2^-44 above, so that a product of a number below 2^44 with it is cut as one with
/// 64/125 is.
const BYTES: u64 = 9_007_199_254_741;
const BYTES_SHIFT: u32 = 44;
/// The rate times the RTT from which 64/125 of it is beyond U28.12.
const BEYOND: u64 = 125 << 34;

/// A rate in bytes per ns, and max(1 packet, rate·RTT) in bytes and packets: 8,000 Mbit/s·ns are a byte. `trunc`: never
/// above the advice, and less than an LSB of U7.28 and U28.12 below it.
#[inline]
pub fn cap(rate: Mbps, rtt: Rtt, p: &Params) -> Cap {
    // Mbit/s to 2^-28 bytes per ns: rate·2^28/8000 = rate·2^16·64/125; 38 + 44 = 82 bits
    let rc = trunc_wide((rate.raw() << 16) as u128 * BYTES as u128, BYTES_SHIFT);
    let product = rate.raw() * rtt.raw(); // 22 + 24 = 46 bits
    // Mbit/s·ns to 2^-12 bytes: product·2^12/8000 = product·64/125; 41 + 44 = 85 bits
    let (w, saturated) = if product >= BEYOND {
        (Window::MAX_RAW, true)
    } else {
        (trunc_wide(product as u128 * BYTES as u128, BYTES_SHIFT), false)
    };
    let packet = p.mtu.raw() << Window::FRAC;
    let floor = if w < packet { flag::FLOOR } else { 0 };
    let w = w.max(packet);
    // bytes in 2^-12 to packets in 2^-28: by 2^16/mtu, 4 to 8 bits to the left; 48 bits, exact
    let cw = w << (Cw::FRAC - Window::FRAC - leading_one(p.mtu.raw()));
    let flags = floor | if saturated || cw > Cw::MAX_RAW || rc > Rate::MAX_RAW { flag::SAT } else { 0 };
    Cap { rc: Rate::sat(rc.into()), cw: Cw::wrap(sat(cw, Cw::BITS)), w: Window::wrap(w), flags }
}

/// 8,000 with its leading one at bit 17.
const X: u64 = 8000 << 5;

/// 8000/rate ns a byte, never less, and exact where the rate is a power of two; else at most 2^-17.3 of it and an LSB
/// more (`tests/fcr`). The rate is not 0.
#[inline]
pub fn pace(rate: Mbps) -> Pace {
    let b = leading_one(rate.raw()); // at most 21
    let d = (rate.raw() << (23 - b)) - (1 << 23); // exact
    let q = recip(Numerator::wrap(X), Divisor::wrap(d)).raw();
    // the reciprocal is off by at most 1.92e-6 of its value to either side; 2^-18 is 3.8e-6
    let q = if d == 0 { q } else { q + (q >> 18) + 1 };
    // 8000/rate = q·2^(-24 - b), in units of 2^-28: q·2^(4 - b)
    Pace::wrap(if b <= 4 { q << (4 - b) } else { ceil(q, b - 4) })
}
