//! HPCC++, draft-miao-rtgwg-hpccplus-00, 4.2 (lines 1 to 27) and 6.3.2 (lines 28 to 34), with the readings of SEMANTICS
//! H1 to H16. The lines are quoted beside their code. Bytes, nanoseconds, bytes per nanosecond; exact.

use crate::number::Q;
use crate::params::Rounded;
use layout::hpcc::flag;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// What the header's integers stand for (H8, H10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Nanoseconds in one count of `ts`.
    pub ts_unit: Q,
    /// Bytes in one count of `txBytes`.
    pub tx_unit: Q,
    /// Bytes in one count of `qLen`.
    pub q_unit: Q,
    /// B in bytes per ns by speed code; `None`: no such speed.
    pub speed: [Option<Q>; 16],
}

/// Figure 3, and the bounds and starting values that SEMANTICS adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// "Known baseline RTT", ns.
    pub t: Q,
    /// "Target link utilization".
    pub eta: Q,
    /// "Maximum stages for additive increases".
    pub max_stage: u64,
    /// "Additive increase amount", bytes.
    pub w_ai: Q,
    pub w_init: Q,
    /// H4.
    pub w_min: Q,
    /// H4.
    pub w_max: Q,
    /// H1.
    pub u_init: Q,
    /// H2.
    pub sync_first: bool,
}

/// What counts is no fraction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {name} = {asked}: expected a whole number")]
pub struct NotWhole {
    line: usize,
    name: &'static str,
    asked: String,
}

/// Takes what was rounded as it was asked for.
pub fn exactly(header: &mut Header, params: &mut Params, rounded: &[Rounded]) -> Result<(), NotWhole> {
    for r in rounded {
        let value = match r.field.name {
            "T" => &mut params.t,
            "eta" => &mut params.eta,
            "W_ai" => &mut params.w_ai,
            "W_init" => &mut params.w_init,
            "W_min" => &mut params.w_min,
            "W_max" => &mut params.w_max,
            "U_init" => &mut params.u_init,
            "ts_unit" => &mut header.ts_unit,
            "tx_unit" => &mut header.tx_unit,
            "q_unit" => &mut header.q_unit,
            name @ ("maxStage" | "sync_first") => {
                return Err(NotWhole { line: r.line, name, asked: r.asked.clone() });
            }
            // Gbit/s of a speed code; what else there is follows from these
            name => {
                let code = name.strip_prefix("speeds.").and_then(|code| code.parse::<usize>().ok());
                if let Some(speed) = code.and_then(|code| header.speed.get_mut(code)) {
                    *speed = Some(r.exact() / BigInt::from(8));
                }
                continue;
            }
        };
        *value = r.exact();
    }
    Ok(())
}

/// The telemetry of one link, as the header has it: `L[i]`, `ack.L[i]`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub speed: u8,
    /// 24 bits.
    pub ts: u32,
    /// 20 bits.
    pub tx_bytes: u32,
    pub q_len: u32,
}

/// `L`, `ack.L` or `int.L`: the links of a path, and what tells one path from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    pub path_id: u16,
    pub links: Vec<Link>,
}

/// What is kept of a flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub l: Option<Links>,
    pub u: Q,
    pub w: Q,
    pub wc: Q,
    pub inc_stage: u64,
    /// `lastUpdateSeq`, 24 bits; at a receiver `lastUpdateTime`, ns.
    pub last_update: u32,
}

impl State {
    /// H1: "U is a parameter, W = Wc = W_init, incStage = 0"; no L yet.
    pub fn new(p: &Params) -> Self {
        let w = p.w_init.clone();
        State { l: None, u: p.u_init.clone(), wc: w.clone(), w, inc_stage: 0, last_update: 0 }
    }
}

/// What brings telemetry.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// An ACK at the sender (line 21): 24-bit sequence numbers.
    Ack { seq: u32, snd_nxt: u32 },
    /// A packet at the receiver (line 28), at this time in ns modulo 2^32.
    Int { now: u32 },
}

/// After an arrival: the state, whose `w` is the window, and `R = W/T` in bytes per ns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub state: State,
    pub r: Q,
    /// The arrival ran lines 23 or 30: the receiver sends its window (line 31).
    pub full: bool,
    /// The rules that acted, as bits of `layout::hpcc::flag`; nothing saturates here, so U_SAT and R_SAT never come.
    pub flags: u16,
}

/// Lines 21 to 27 or 28 to 34. `None`: a path of more than `hops` hops (H13).
pub fn step(state: &State, arrival: Arrival, l: &Links, header: &Header, p: &Params, hops: usize) -> Option<Outcome> {
    if l.links.len() > hops {
        return None;
    }
    let mut next = state.clone();
    next.l = Some(l.clone()); // line 27: "L = ack.L"; H11: at the receiver too
    let flags = match &state.l {
        None => {
            // H2: only records L; H11: "the first INT only records"
            if let (Arrival::Ack { snd_nxt, .. }, true) = (arrival, p.sync_first) {
                next.last_update = snd_nxt;
            }
            flag::FIRST
        }
        // H3: "only the telemetry records L are replaced"
        Some(old) if old.path_id != l.path_id || old.links.len() != l.links.len() => flag::PATH,
        Some(old) => {
            let full = match arrival {
                // line 22: "if ack.seq > lastUpdateSeq then"
                Arrival::Ack { seq, .. } => after(seq, state.last_update),
                // line 29: "if now > (lastUpdateTime + T) then"
                Arrival::Int { now } => Q::from(BigInt::from(now.wrapping_sub(state.last_update))) > p.t,
            };
            let (u, measured) = measure_inflight(&state.u, old, l, header, p);
            next.u = u;
            let window = compute_wind(&mut next, full, p);
            if full {
                next.last_update = match arrival {
                    Arrival::Ack { snd_nxt, .. } => snd_nxt, // line 24: "lastUpdateSeq = snd_nxt"
                    Arrival::Int { now } => now,             // line 32: "lastUpdateTime = now"
                };
            }
            measured | window | if full { flag::FULL } else { 0 }
        }
    };
    let r = &next.w / &p.t; // line 27: "R = W/T"
    Some(Outcome { state: next, r, full: flags & flag::FULL != 0, flags })
}

/// H12: "a > b iff 0 < (a-b) mod 2^24 < 2^23".
fn after(a: u32, b: u32) -> bool {
    let distance = a.wrapping_sub(b) % (1 << 24);
    0 < distance && distance < 1 << 23
}

/// u' of line 5 and the ts difference of line 7, in ns; `None` where the hop says nothing.
pub fn link_utilisation(old: &Link, new: &Link, header: &Header, p: &Params) -> Option<(Q, Q)> {
    let b = header.speed[new.speed as usize].as_ref()?; // H10: unknown code: hop skipped
    let count = |n: u32| Q::from(BigInt::from(n));
    let ticks = ticks(old, new);
    if ticks == 0 {
        return None; // H6
    }
    let dts = count(ticks) * &header.ts_unit;
    // line 4: "txRate = (ack.L[i].txBytes-L[i].txBytes) / (ack.L[i].ts-L[i].ts)"
    let tx_rate = count(new.tx_bytes.wrapping_sub(old.tx_bytes) % (1 << 20)) * &header.tx_unit / &dts;
    // line 5: "u' = min(ack.L[i].qlen,L[i].qlen) / (ack.L[i].B*T) + txRate / ack.L[i].B"
    let q_len = count(new.q_len.min(old.q_len)) * &header.q_unit;
    Some((q_len / (b * &p.t) + tx_rate / b, dts))
}

/// H8: "differences are modular".
fn ticks(old: &Link, new: &Link) -> u32 {
    new.ts.wrapping_sub(old.ts) % (1 << 24)
}

/// Lines 1 to 10: U, and the flags SPEED, STILL, IDLE.
pub fn measure_inflight(u_old: &Q, old: &Links, new: &Links, header: &Header, p: &Params) -> (Q, u16) {
    let mut u = Q::zero(); // line 2
    let mut tau = Q::zero(); // H7: "every u' is 0: tau = 0"
    let mut flags = 0;
    // line 3: "for each link i on the path do"
    for (old, new) in old.links.iter().zip(&new.links) {
        // H20: a hop may have both
        flags |= if header.speed[new.speed as usize].is_none() { flag::SPEED } else { 0 };
        flags |= if ticks(old, new) == 0 { flag::STILL } else { 0 };
        if let Some((u1, dts)) = link_utilisation(old, new, header, p)
            && u1 > u
        {
            // lines 6, 7: "if u' > u then u = u'; tau = ack.L[i].ts - L[i].ts;" (H14: strict)
            (u, tau) = (u1, dts);
        }
    }
    flags |= if u.is_zero() { flag::IDLE } else { 0 };
    let tau = tau.min(p.t.clone()); // line 8
    let weight = tau / &p.t;
    ((Q::one() - &weight) * u_old + weight * u, flags) // line 9: "U = (1 - tau/T)*U + tau/T*u"
}

/// Lines 11 to 20 with `state.u` as U; writes W and, in a full update, Wc and incStage. The flags MULT, U_ZERO, FLOOR,
/// SAT.
pub fn compute_wind(state: &mut State, update_wc: bool, p: &Params) -> u16 {
    // line 12: "if U >= eta or incStage >= maxStage then" (H15)
    let multiplicative = state.u >= p.eta || state.inc_stage >= p.max_stage;
    let (w, flags) = if !multiplicative {
        clamp(&state.wc + &p.w_ai, p) // line 17
    } else if state.u.is_zero() {
        (p.w_max.clone(), flag::MULT | flag::U_ZERO) // H5
    } else {
        // line 13: "W = Wc/(U/eta) + W_ai"
        let (w, flags) = clamp(&state.wc / (&state.u / &p.eta) + &p.w_ai, p);
        (w, flags | flag::MULT)
    };
    state.w = w;
    if update_wc {
        // lines 14 and 18, 15 and 19
        state.inc_stage = if multiplicative { 0 } else { state.inc_stage + 1 };
        state.wc = state.w.clone();
    }
    flags
}

/// H4: "W is clamped to [W_min, W_max] before it is copied to Wc".
fn clamp(w: Q, p: &Params) -> (Q, u16) {
    if w < p.w_min {
        (p.w_min.clone(), flag::FLOOR)
    } else if w > p.w_max {
        (p.w_max.clone(), flag::SAT)
    } else {
        (w, 0)
    }
}
