//! Switches that advise their senders (FABRIC 9, "FCR switch"; R. Even et al., "DC Fast Congestion", 3.1 and 5).
//!
//! A port that is congested tells all that send through it what each may send: an equal share of what it can carry. The
//! message is a revised CNP (`model::packet::cnp`), an advice with an end. It goes to each sender by itself, from the
//! switch, and what does not understand it gets none.

use crate::fabric::{Event, Fabric};
use crate::nic::Nic;
use crate::packet::{CNP_BYTES, Kind, NONE};
use crate::random::Random;
use layout::wire::cnp::RESERVED_BYTES;
use model::packet::cnp::{Repr, Revised};
use std::collections::{BTreeMap, VecDeque};

/// The 16 bytes of a revised CNP behind its BTH.
pub type Body = [u8; RESERVED_BYTES];

/// How switches advise.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fcr {
    /// K_fcr, bytes for each Gbit/s of a port: with more of its class a port is congested.
    pub queue_bytes: u64,
    /// T_fcr in RTTs: a port advises once in this time.
    pub period_rtts: u64,
    /// Of a port's rate, what all its senders together are advised, per cent.
    pub share_percent: u64,
    /// How long an advice holds, in T_fcr.
    pub validity_periods: u64,
    /// From what a port has found to its advices in the queue, ns.
    pub late_ns: u64,
    /// Advices that are lost before they are sent, per cent.
    pub lost_percent: u64,
}

impl Fcr {
    /// FABRIC 9, which leaves K_fcr open: a queue of 8 us, as long as four links of 1 us take there and back.
    pub const RULE: Fcr =
        Fcr { queue_bytes: 1000, period_rtts: 2, share_percent: 95, validity_periods: 2, late_ns: 0, lost_percent: 0 };

    /// T_fcr, ns.
    pub fn period_ns(&self, rtt_ns: u64) -> u64 {
        self.period_rtts.saturating_mul(rtt_ns).max(1)
    }

    /// How long an advice holds, whole us, cut upwards, at most what the message has room for.
    pub fn validity_us(&self, rtt_ns: u64) -> u16 {
        let us = self.validity_periods.saturating_mul(self.period_ns(rtt_ns)).div_ceil(1000);
        us.clamp(1, u16::MAX.into()) as u16
    }

    /// What each of so many senders of a port is advised, whole Mbit/s, cut, at least 1.
    pub fn rate_mbps(&self, port_bps: u64, senders: u64) -> u32 {
        let bps = port_bps as u128 * self.share_percent as u128 / (100 * senders.max(1) as u128);
        (bps / 1_000_000).clamp(1, u32::MAX.into()) as u32
    }

    /// K_fcr of a port, bytes.
    pub fn threshold(&self, port_bps: u64) -> u64 {
        (self.queue_bytes as u128 * port_bps as u128 / 1_000_000_000) as u64
    }
}

/// A flow's data packets in a port.
#[derive(Copy, Clone, Debug, Default)]
struct Sender {
    waiting: u32,
    /// When the last one came or left, ns.
    last_ns: u64,
}

/// What a port knows of its senders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Advising {
    senders: BTreeMap<u32, Sender>,
    /// When its class was last seen above K_fcr, ns.
    above_ns: Option<u64>,
    /// It has advised within T_fcr, and looks again when that is over.
    timed: bool,
    /// Advices that are late: when they go, flow, message.
    late: VecDeque<(u64, u32, Body)>,
}

/// All that advise.
pub(crate) struct Advisers {
    pub fcr: Fcr,
    /// By the port's number in the network.
    ports: Vec<Advising>,
    /// Number of each switch's last round.
    rounds: Vec<u16>,
    random: Random,
    /// What others forge: host, QP, message.
    forged: Vec<(u32, u32, Body)>,
}

/// Stream of random numbers for lost advices: no port has this number.
const LOSSES: u64 = 1 << 33;

impl Advisers {
    pub fn new(fcr: Fcr, ports: usize, switches: usize, seed: u64) -> Self {
        let ports = vec![Advising::default(); ports];
        Self { fcr, ports, rounds: vec![0; switches], random: Random::new(seed, LOSSES), forged: Vec::new() }
    }
}

impl<N: Nic> Fabric<N> {
    /// A data packet of `flow` has come into the queue of a switch port, or is to leave it.
    /// True: it is to advise now.
    pub(crate) fn sees_sender(&mut self, port: u32, flow: u32, enters: bool) -> bool {
        let now = self.wheel.now();
        let class = self.ports[port as usize].class;
        let Some(advisers) = &mut self.advisers else { return false };
        let advising = &mut advisers.ports[port as usize];
        let sender = advising.senders.entry(flow).or_default();
        sender.waiting = if enters { sender.waiting + 1 } else { sender.waiting.saturating_sub(1) };
        sender.last_ns = now;
        let above = class > advisers.fcr.threshold(self.ports[port as usize].rate_bps);
        if above {
            advising.above_ns = Some(now);
        }
        above && !advising.timed
    }

    /// T_fcr after a port's advices: again, if it has been congested since.
    pub(crate) fn looks_at_congestion(&mut self, port: u32) {
        let now = self.wheel.now();
        let (at, rtt_ns) = (&self.ports[port as usize], self.rtt_ns);
        let Some(advisers) = &mut self.advisers else { return };
        let advising = &mut advisers.ports[port as usize];
        if at.class > advisers.fcr.threshold(at.rate_bps) {
            advising.above_ns = Some(now);
        }
        let period_ns = advisers.fcr.period_ns(rtt_ns);
        advising.timed = false;
        if advising.above_ns.is_some_and(|above| above + period_ns > now) {
            self.advises(port);
        }
    }

    /// An advice to each flow that had a packet in the port within T_fcr and understands one.
    pub(crate) fn advises(&mut self, port: u32) {
        let now = self.wheel.now();
        let at = &self.ports[port as usize];
        let (rate_bps, switch, rtt_ns) = (at.rate_bps, at.switch as usize, self.rtt_ns);
        let Some(advisers) = &mut self.advisers else { return };
        let fcr = advisers.fcr;
        let advising = &mut advisers.ports[port as usize];
        let period_ns = fcr.period_ns(rtt_ns);
        advising.senders.retain(|_, sender| sender.waiting != 0 || sender.last_ns + period_ns > now);
        advising.timed = true;
        self.wheel.schedule(now + period_ns, Event::Advise { port });
        let senders: Vec<u32> = advising.senders.keys().copied().collect();
        let round = &mut advisers.rounds[switch];
        *round = round.wrapping_add(1);
        let advice = Revised {
            withdraw: false,
            seq: *round,
            rate: fcr.rate_mbps(rate_bps, senders.len() as u64),
            validity: fcr.validity_us(rtt_ns),
            switch: self.switches[switch].node as u16,
        };
        let body = Repr::from(advice).reserved;
        for flow in senders {
            if !self.flows[flow as usize].traits.fcr {
                continue;
            }
            if fcr.late_ns == 0 {
                self.says(port, flow, body);
            } else if let Some(advisers) = &mut self.advisers {
                advisers.ports[port as usize].late.push_back((now + fcr.late_ns, flow, body));
                self.wheel.schedule(now + fcr.late_ns, Event::Late { port });
            }
        }
    }

    /// A late advice of a port is due.
    pub(crate) fn says_late(&mut self, port: u32) {
        let Some(advisers) = &mut self.advisers else { return };
        if let Some((_, flow, body)) = advisers.ports[port as usize].late.pop_front() {
            self.says(port, flow, body);
        }
    }

    /// The switch of `port` sends a revised CNP to the sender of `flow`: into the queue of data and ACKs, without a
    /// place in the memory that packets on their way through share.
    fn says(&mut self, port: u32, flow: u32, body: Body) {
        let Some(advisers) = &mut self.advisers else { return };
        let lost = advisers.random.below(100) < advisers.fcr.lost_percent;
        let (node, to) = (self.ports[port as usize].node, self.flows[flow as usize].src);
        let qp = self.flows[flow as usize].qp;
        self.counters.advices.add(CNP_BYTES);
        let Some(out) = self.way_out(node, to, flow).filter(|_| !lost) else {
            return self.counters.lost.add(CNP_BYTES);
        };
        let id = self.advice(flow, to, qp, body);
        let at = &mut self.ports[out as usize];
        at.class += CNP_BYTES as u64;
        at.waiting += CNP_BYTES as u64;
        at.class_max = at.class_max.max(at.class);
        at.queue.push(&mut self.packets, id);
        self.attempt(out);
    }

    /// A revised CNP.
    fn advice(&mut self, flow: u32, to: u32, qp: u32, body: Body) -> u32 {
        let id = self.packets.take();
        let packet = self.packets.at_mut(id);
        (packet.kind, packet.wire, packet.payload) = (Kind::Advice, CNP_BYTES, 0);
        (packet.flow, packet.to, packet.number) = (flow, to, qp.into());
        (packet.capable, packet.told, packet.ingress, packet.body) = (true, false, NONE, body);
        id
    }

    /// Somebody forges a revised CNP: at `time_ns` these 16 bytes are at the host of `node`, for its QP `qp`, which may
    /// be none. False: the node is no host, or no switch of the network advises.
    pub fn forge(&mut self, time_ns: u64, node: u32, qp: u32, body: Body) -> bool {
        let host = self.ways.host_of.get(node as usize).copied().filter(|&host| host != NONE);
        let (Some(host), Some(advisers)) = (host, &mut self.advisers) else { return false };
        let number = advisers.forged.len() as u32;
        advisers.forged.push((host, qp, body));
        self.wheel.schedule(time_ns, Event::Forged { number });
        true
    }

    pub(crate) fn forged_arrives(&mut self, number: u32) {
        let Some(&(host, qp, body)) = self.advisers.as_ref().and_then(|all| all.forged.get(number as usize)) else {
            return;
        };
        self.counters.advices.add(CNP_BYTES);
        self.counters.forged += 1;
        let id = self.advice(NONE, host, qp, body);
        self.arrives_at_host(host, id);
    }

    /// A revised CNP at its host.
    pub(crate) fn advice_arrives(&mut self, index: u32, id: u32) {
        let packet = self.packets.at(id);
        let (qp, body) = (packet.number as usize, packet.body);
        self.counters.received.add(packet.wire);
        self.packets.release(id);
        if !self.hosts[index as usize].has_qp(qp) {
            self.counters.strays += 1;
            return;
        }
        self.nics[index as usize].ack(self.wheel.now(), qp as u32, crate::nic::Event::Advice(&body));
        self.take_updates(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 25G, six senders, RTT 4640 ns: 0.95·25,000/6 = 3958.3 Mbit/s; T_fcr 9280 ns, twice that is 18.56 us.
    #[test]
    fn the_rule_in_numbers() {
        let fcr = Fcr::RULE;
        assert_eq!((fcr.rate_mbps(25_000_000_000, 6), fcr.threshold(25_000_000_000)), (3958, 25_000));
        assert_eq!((fcr.period_ns(4640), fcr.validity_us(4640)), (9280, 19));
        // never nothing, never more than the message has room for
        assert_eq!((fcr.rate_mbps(4_000_000_000, 65_536), Fcr { share_percent: 1, ..fcr }.rate_mbps(10, 9)), (1, 1));
        assert_eq!(Fcr { validity_periods: 1 << 40, ..fcr }.validity_us(4640), u16::MAX);
    }
}
