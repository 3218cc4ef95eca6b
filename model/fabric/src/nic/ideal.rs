//! The sources' rules in exact fractions as a sender (FABRIC 6): what the golden model's fixed-point steps are measured
//! against. Parameters, and the window at the start, are those of the datapath.
//!
//! Fractions grow with each step, so what is kept of a flow is rounded to the nearest multiple of 2^-160 behind each:
//! one step loses at most 2^-161 of U, W, Wc, cw, cwnd, ssthresh or CP.
//!
//! What was lost is carried on. The steps of LDCP and DCTCP make it no larger while n·α < 2·cw². In HPCC++ the lost
//! part of U only adds up, to 2^-141 in 2^20 steps; it comes into W times W/U, below 2^49, and from Wc to Wc times
//! eta/U, whose product over any steps without a clamp is at most W_max/W_min, below 2^20. So by the crudest bound a
//! window is within 2^-50 bytes of an exact one after a million steps, unless a U is as near to eta as 2^-141. What
//! comes out is cut to whole bytes and bit/s, as the function's is. That more bits change nothing `tests/ideal.rs`
//! shows.

use super::advised::{Said, bps, none};
use super::function::{first_packets, hpcc_params, hpcc_rate, least_window, telemetry};
use super::{Ack, FunctionError, Golden, Line, Speeds};
use crate::packet::{MAX_HOPS, PAYLOAD_BYTES};
use layout::ldcp::N;
use model::fcr::ideal as fcr;
use model::number::{Q, exact};
use model::{dctcp, hpcc, ldcp};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

/// Bits behind the point that are kept.
pub const BITS: u64 = 160;
/// PSNs have so many values.
const PSNS: u64 = 1 << 24;

#[derive(Clone, Debug)]
enum Rule {
    Hpcc { header: Box<hpcc::ideal::Header>, params: Box<hpcc::ideal::Params>, states: Vec<hpcc::ideal::State> },
    Ldcp { params: Box<ldcp::ideal::Params>, windows: Vec<Q> },
    Dctcp { params: dctcp::Params, exact: Box<dctcp::ideal::Params>, states: Vec<dctcp::ideal::State> },
}

/// An algorithm with its flows.
#[derive(Clone, Debug)]
pub struct Ideal {
    line: Line,
    bits: u64,
    rule: Rule,
}

impl Ideal {
    pub fn new(golden: Golden, line: Line, bits: u64) -> Result<Self, FunctionError> {
        let rule = match golden {
            Golden::Hpcc { max_stage } => {
                let header = line.speeds.header()?;
                let params = hpcc_params(&line, max_stage, &header)?;
                let (header, params) = (Box::new((&header).into()), Box::new((&params).into()));
                Rule::Hpcc { header, params, states: Vec::new() }
            }
            Golden::Ldcp => Rule::Ldcp { params: Box::new((&ldcp::Params::default()).into()), windows: Vec::new() },
            Golden::Dctcp => {
                let params = dctcp::Params::default();
                Rule::Dctcp { exact: Box::new((&params).into()), params, states: Vec::new() }
            }
            Golden::DcqcnP | Golden::DcqcnD | Golden::Dcqcn2015 => return Err(FunctionError::NoIdeal),
        };
        Ok(Self { line, bits, rule })
    }

    /// A new flow: its window is the BDP.
    pub fn open(&mut self) {
        let first = first_packets(&self.line);
        match &mut self.rule {
            Rule::Hpcc { params, states, .. } => states.push(hpcc::ideal::State::new(params)),
            Rule::Ldcp { windows, .. } => windows.push(first),
            Rule::Dctcp { params, exact: of, states } => {
                let context = dctcp::Context::new(params);
                states.push(dctcp::ideal::State {
                    cwnd: first.max(of.cwnd_min.clone()),
                    ssthresh: exact(context.ssthresh.raw(), layout::dctcp::Ssthresh::FORMAT),
                    cp: of.cp0.clone(),
                    window_end: context.window_end.raw() as u32,
                    acked: Q::zero(),
                    marked: Q::zero(),
                    cut: false,
                });
            }
        }
    }

    /// What is held of a flow, for FCR. The rate is what none of these has, and so is the line's.
    pub fn own(&self, qp: usize) -> fcr::Own {
        let rc = Q::new(self.line.line_bps.into(), 8_000_000_000u64.into());
        match &self.rule {
            Rule::Hpcc { states, .. } => fcr::Own { rc, w: states[qp].w.clone(), wc: states[qp].wc.clone(), ..none() },
            Rule::Ldcp { windows, .. } => fcr::Own { rc, cw: windows[qp].clone(), ..none() },
            Rule::Dctcp { states, .. } => fcr::Own { rc, cw: states[qp].cwnd.clone(), ..none() },
        }
    }

    /// It is at most this (DIVERGENCE FCR19).
    pub fn lower(&mut self, qp: usize, own: &fcr::Own) {
        let bits = self.bits;
        let to = |value: &mut Q, own: &Q| {
            *value = own.clone();
            round(value, bits);
        };
        match &mut self.rule {
            Rule::Hpcc { states, .. } => {
                to(&mut states[qp].w, &own.w);
                to(&mut states[qp].wc, &own.wc);
            }
            Rule::Ldcp { windows, .. } => to(&mut windows[qp], &own.cw),
            Rule::Dctcp { states, .. } => to(&mut states[qp].cwnd, &own.cw.clone().max(Q::one())),
        }
    }

    /// Under an advice, or without one: window, rate, and whether the rate moves the next packet.
    pub fn limits(&self, qp: usize, said: &Said<fcr::Own>) -> (u64, u64, bool) {
        let Line { line_bps, rtt_ns, .. } = self.line;
        let most_bps = if said.capped { bps(&said.send.rc) } else { u64::MAX };
        let least = |rate: u64| rate.min(most_bps).max(1);
        match &self.rule {
            Rule::Hpcc { params, states, .. } => {
                let rate = whole(&(&states[qp].w / &params.t * BigInt::from(8_000_000_000u64)));
                (least_window(whole(&said.send.w)), least(hpcc_rate(rate, line_bps)), true)
            }
            Rule::Ldcp { windows, .. } if windows[qp] < Q::one() => {
                let rate = whole(&(&windows[qp] * BigInt::from(8_000_000_000_000u64) / BigInt::from(rtt_ns)));
                (u64::MAX, least(rate), false)
            }
            _ => (least_window(bytes(&said.send.cw)), least(line_bps), false),
        }
    }

    /// The window in bytes, the rate in bit/s, and whether the rate moves the next packet.
    pub fn step(&mut self, qp: usize, ack: &Ack<'_>) -> (u64, u64, bool) {
        let Line { line_bps, rtt_ns, .. } = self.line;
        let psn = |packets: u64| (packets % PSNS) as u32;
        let seq = psn(ack.seq.div_ceil(PAYLOAD_BYTES).wrapping_sub(1));
        let snd_nxt = psn(ack.nxt.div_ceil(PAYLOAD_BYTES));
        let n = ack.confirmed.div_ceil(PAYLOAD_BYTES).min(N::MAX_RAW);
        let bits = self.bits;
        match &mut self.rule {
            Rule::Hpcc { header, params, states } => {
                let arrival = hpcc::ideal::Arrival::Ack { seq, snd_nxt };
                let links = links(ack, &self.line.speeds);
                // a path is no longer than what packets have room for
                if let Some(done) = hpcc::ideal::step(&states[qp], arrival, &links, header, params, MAX_HOPS) {
                    let mut next = done.state;
                    [&mut next.u, &mut next.w, &mut next.wc].into_iter().for_each(|value| round(value, bits));
                    states[qp] = next;
                }
                let w = &states[qp].w;
                let rate = whole(&(w / &params.t * BigInt::from(8_000_000_000u64)));
                (least_window(whole(w)), hpcc_rate(rate, line_bps), true)
            }
            Rule::Ldcp { params, windows } => {
                let event = match ack.nack {
                    true => ldcp::ideal::Event::Loss,
                    false => ldcp::ideal::Event::Ack { n, ece: ack.mark },
                };
                let mut cw = ldcp::ideal::step(false, &windows[qp], event, params).cw;
                round(&mut cw, bits);
                windows[qp] = cw;
                let cw = &windows[qp];
                if *cw < Q::one() {
                    let rate = whole(&(cw * BigInt::from(8_000_000_000_000u64) / BigInt::from(rtt_ns)));
                    return (u64::MAX, rate.max(1), false);
                }
                (least_window(bytes(cw)), line_bps, false)
            }
            Rule::Dctcp { exact, states, .. } => {
                let event = match ack.nack {
                    true => dctcp::ideal::Event::Loss,
                    false => dctcp::ideal::Event::Ack { n, ece: ack.mark, seq, snd_nxt },
                };
                let mut next = dctcp::ideal::step(&states[qp], event, exact).state;
                [&mut next.cwnd, &mut next.ssthresh, &mut next.cp].into_iter().for_each(|value| round(value, bits));
                states[qp] = next;
                (least_window(bytes(&states[qp].cwnd)), line_bps, false)
            }
        }
    }
}

/// To the nearest multiple of 2^-bits, up from half of it.
fn round(value: &mut Q, bits: u64) {
    if value.denom().bits() > bits + 1 {
        let scaled = (&*value * (BigInt::one() << bits)).round().to_integer();
        *value = Q::new(scaled, BigInt::one() << bits);
    }
}

/// What stands before the point.
fn whole(value: &Q) -> u64 {
    value.to_integer().to_u64().unwrap_or(u64::MAX)
}

/// Packets in bytes.
fn bytes(packets: &Q) -> u64 {
    whole(&(packets * BigInt::from(PAYLOAD_BYTES)))
}

fn links(ack: &Ack<'_>, speeds: &Speeds) -> hpcc::ideal::Links {
    let of: hpcc::Telemetry<MAX_HOPS> = telemetry(ack, speeds);
    let link = |hop: &hpcc::Hop| hpcc::ideal::Link {
        speed: hop.speed.raw() as u8,
        ts: hop.ts.raw() as u32,
        tx_bytes: hop.tx_bytes.raw() as u32,
        q_len: hop.q_len.raw() as u32,
    };
    let hops = of.hops.iter().take(ack.telemetry.len());
    hpcc::ideal::Links { path_id: of.path.raw() as u16, links: hops.map(link).collect() }
}
