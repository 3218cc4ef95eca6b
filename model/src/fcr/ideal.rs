//! FCR in exact rationals, from the draft's text (Even et al., "DC Fast Congestion", Internet-Draft, February 2020) and
//! the rules of SEMANTICS, section FCR, quoted beside their code. Advices in Mbit/s; bytes, packets, ns; nothing rounds
//! and nothing saturates.

use super::params;
use crate::number::Q;
use crate::params::Rounded;
use layout::fcr::flag;
use num_bigint::BigInt;

/// What is configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// Mbit/s, and so are the advices.
    pub line: Q,
    pub advice_min: Q,
    pub advice_max: Q,
    /// us.
    pub validity_max: Q,
    /// Bytes of a packet.
    pub mtu: Q,
    pub start_at_line: bool,
}

impl Params {
    /// Takes what was rounded as it was asked for; a flag has nothing between its values.
    pub fn exactly(&mut self, rounded: &[Rounded]) {
        for r in rounded {
            let value = match r.field.name {
                "line" => &mut self.line,
                "advice_min" => &mut self.advice_min,
                "advice_max" => &mut self.advice_max,
                "validity_max" => &mut self.validity_max,
                "mtu" => &mut self.mtu,
                _ => continue,
            };
            *value = r.exact();
        }
    }
}

impl From<&params::Params> for Params {
    fn from(p: &params::Params) -> Self {
        Self {
            line: whole(p.line.raw()),
            advice_min: whole(p.advice_min.raw()),
            advice_max: whole(p.advice_max.raw()),
            validity_max: whole(p.validity_max.raw()),
            mtu: whole(p.mtu.raw()),
            start_at_line: p.start_at_line,
        }
    }
}

/// The last message of a switch, while its time lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    pub switch: u64,
    /// 16 bits.
    pub seq: u64,
    /// Mbit/s; `None`: withdrawn.
    pub rate: Option<Q>,
    /// us, modulo 2^17.
    pub expiry: u64,
}

/// "Advices of up to fcr.sources switches (1 to 4) live side by side, told apart by the switch's number": so many
/// places.
pub type State = Vec<Option<Heard>>;

/// A revised CNP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    pub switch: u64,
    pub seq: u64,
    pub rate: u64,
    pub validity: u64,
    pub withdraw: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Advice(Advice),
    Time,
    Mark,
    Open { alone: bool },
}

/// The QP's own rate and windows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    pub rc: Q,
    pub cw: Q,
    pub w: Q,
    pub wc: Q,
}

impl Own {
    /// "window <= max(1 packet, advice*RTT)", "rate = min(own rate, advice)".
    fn at_most(&self, advice: &Q, rtt: &Q, p: &Params) -> Own {
        let bytes = window(advice, rtt, p);
        let least = |own: &Q, cap: &Q| own.clone().min(cap.clone());
        Own {
            rc: least(&self.rc, &(advice / whole(8000))),
            cw: least(&self.cw, &(&bytes / &p.mtu)),
            w: least(&self.w, &bytes),
            wc: least(&self.wc, &bytes),
        }
    }
}

/// max(1 packet, rate·RTT) in bytes: a Mbit/s for a ns is a thousandth of a bit.
pub fn window(rate: &Q, rtt: &Q, p: &Params) -> Q {
    (rate * rtt / whole(8000)).max(p.mtu.clone())
}

/// "pace >= 1/advice", in ns a byte: 8,000 Mbit/s are a byte a ns.
pub fn pace(rate: &Q) -> Q {
    whole(8000) / rate
}

/// After an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub state: State,
    pub cap: Option<Q>,
    pub own: Own,
    /// What is sent at.
    pub send: Own,
    /// The rules that acted, as bits of `layout::fcr::flag`; nothing saturates here, so SAT never comes.
    pub flags: u16,
}

/// One event of a QP.
pub fn step(state: &State, now: u64, rtt: &Q, event: Event, own: &Own, p: &Params) -> Outcome {
    let (mut state, mut own, mut flags) = (state.clone(), own.clone(), 0);
    if let Event::Open { .. } = event {
        state.fill(None);
    }
    // what ends by now ends before anything else happens
    let before = lowest(&state);
    for place in &mut state {
        if place.as_ref().is_some_and(|heard| !lasts(heard.expiry, now, p)) {
            *place = None;
            flags |= flag::EXPIRED;
        }
    }
    flags |= ended(before, &state, &mut own, rtt, p);
    match event {
        Event::Time => {}
        Event::Mark => {
            // draft 4: "the senders that support FCR should use the received FCR and ignore the ECN message from the
            // receiver"
            flags |= if lowest(&state).is_some() { flag::IGNORED } else { 0 };
        }
        Event::Advice(advice) if advice.withdraw => {
            let before = lowest(&state);
            match last_of(&mut state, advice.switch) {
                None => flags |= flag::IGNORED,
                Some(last) if !newer(advice.seq, last.seq) => flags |= flag::OLD | flag::IGNORED,
                Some(last) => {
                    (last.seq, last.rate) = (advice.seq, None);
                    flags |= flag::WITHDRAWN | ended(before, &state, &mut own, rtt, p);
                }
            }
        }
        Event::Advice(advice) => {
            flags |= take(&mut state, advice, now, p);
        }
        Event::Open { alone } => {
            // draft 6, 3: "Sender should be able to start sending at maximum rate if the new stream is the only stream
            // sent by the sender"
            if alone && p.start_at_line {
                let bytes = window(&p.line, rtt, p);
                own = Own {
                    rc: &p.line / whole(8000),
                    cw: own.cw.max(&bytes / &p.mtu),
                    w: own.w.max(bytes.clone()),
                    wc: own.wc.max(bytes),
                };
                flags |= flag::START;
            }
        }
    }
    let cap = lowest(&state);
    let mut send = own.clone();
    if let Some(cap) = &cap {
        send = Own { wc: own.wc.clone(), ..own.at_most(cap, rtt, p) };
        flags |= flag::PACED;
        flags |= if send == own { 0 } else { flag::LIMITED };
        flags |= if cap * rtt < whole(8000) * &p.mtu { flag::FLOOR } else { 0 };
    }
    Outcome { state, cap, own, send, flags }
}

/// Draft 4: "In the case where there are multiple congestion points, the NIC should use the lowest rate information
/// from all received FCRs."
fn lowest(state: &State) -> Option<Q> {
    state.iter().flatten().filter_map(|heard| heard.rate.clone()).min()
}

/// "At expiry … RC, cw, or W and Wc become min(own, last advice), so that nothing jumps", where what was the lowest is
/// so no more.
fn ended(before: Option<Q>, state: &State, own: &mut Own, rtt: &Q, p: &Params) -> u16 {
    let Some(last) = before else { return 0 };
    if lowest(state).is_some_and(|now| now <= last) {
        return 0;
    }
    *own = own.at_most(&last, rtt, p);
    flag::CLAMPED
}

/// The clock is modulo 2^17, and no advice lasts longer than `validity_max`.
fn lasts(expiry: u64, now: u64, p: &Params) -> bool {
    let left = (expiry + (1 << 17) - now) % (1 << 17);
    left > 0 && whole(left) <= p.validity_max
}

/// "a newer sequence number replaces, an older one is dropped"; serial, in 16 bits.
fn newer(a: u64, b: u64) -> bool {
    let distance = (a + (1 << 16) - b) % (1 << 16);
    0 < distance && distance < 1 << 15
}

/// What the switch said last, while it holds.
fn last_of(state: &mut State, switch: u64) -> Option<&mut Heard> {
    state.iter_mut().flatten().find(|heard| heard.switch == switch)
}

fn take(state: &mut State, advice: Advice, now: u64, p: &Params) -> u16 {
    let rate = whole(advice.rate);
    let mut wrong = 0;
    if advice.rate == 0 || rate > p.line {
        wrong |= flag::RATE;
    }
    // Security Considerations: "A sender may also try to identify if the FCR message has rate information in the
    // expected range."
    if rate < p.advice_min || rate > p.advice_max {
        wrong |= flag::RANGE;
    }
    if advice.validity == 0 || whole(advice.validity) > p.validity_max {
        wrong |= flag::VALIDITY;
    }
    if wrong != 0 {
        return wrong | flag::ALERT | flag::IGNORED;
    }
    let expiry = (now + advice.validity) % (1 << 17);
    let new = Heard { switch: advice.switch, seq: advice.seq, rate: Some(rate.clone()), expiry };
    if let Some(last) = last_of(state, advice.switch) {
        if !newer(advice.seq, last.seq) {
            return flag::OLD | flag::IGNORED;
        }
        *last = new;
        return 0;
    }
    // a place that nobody has, or a switch that has withdrawn and caps nothing
    let unused = state.iter().position(Option::is_none);
    let withdrawn = state.iter().position(|place| place.as_ref().is_some_and(|heard| heard.rate.is_none()));
    if let Some(place) = unused.or(withdrawn) {
        state[place] = Some(new);
        return 0;
    }
    // one too many: the highest of all is the one that is missed least
    let highest = state.iter().flatten().filter_map(|heard| heard.rate.clone()).max();
    if highest.as_ref().is_none_or(|highest| *highest <= rate) {
        return flag::FULL | flag::IGNORED;
    }
    if let Some(heard) = state.iter_mut().flatten().find(|heard| heard.rate == highest) {
        *heard = new;
    }
    flag::FULL
}

fn whole(n: u64) -> Q {
    Q::from(BigInt::from(n))
}
