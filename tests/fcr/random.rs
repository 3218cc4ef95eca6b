//! Long runs from a seed: model and ideal side by side, what a sweep may not change, and the cap against a list that
//! nothing wraps in.

use super::case::*;
use crate::support::{self, Random};
use layout::fcr::{Mbps, flag};
use layout::fixed::U;
use model::fcr::{Event, Params};

/// A QP's events as the network might send them, and as it should not.
struct Traffic {
    random: Random,
    /// us, not wrapped.
    now: u64,
    seqs: [u64; 6],
}

impl Traffic {
    fn new(random: Random) -> Self {
        Self { random, now: 0, seqs: [0xfff0, 0, 0x7ff0, 5, 70_000, 0x8000] }
    }

    fn next<const SOURCES: usize>(&mut self, qp: &mut Qp<SOURCES>) -> Event {
        let random = &mut self.random;
        // the sweep comes within 2^16 us; often nothing moves, or by the very time an advice has left
        self.now += match random.below(4) {
            0 => 0,
            1 => random.below(3),
            2 => random.log_uniform(1, 20_000),
            _ => {
                let ends = qp.context.sources.iter().filter(|s| s.valid).map(|s| s.expiry.raw());
                let left = ends.map(|e| Clock::wrap(e.wrapping_sub(self.now)).raw()).filter(|left| *left < 1 << 16);
                left.min().unwrap_or(1)
            }
        };
        // the own algorithm goes on
        if random.chance(2) {
            let scale = |x: u64, max: u64, f: u64| (u128::from(x) * u128::from(f) / 4).min(u128::from(max)) as u64;
            let f = 1 + random.below(7);
            qp.own.rc = U::wrap(scale(qp.own.rc.raw().max(mbps(1)), mbps(100_000), f));
            qp.own.cw = U::wrap(scale(qp.own.cw.raw().max(PACKET), 1000 * PACKET, f));
            qp.own.w = U::wrap(scale(qp.own.w.raw().max(BYTE), 1_000_000 * BYTE, f));
            qp.own.wc = qp.own.w;
        }
        if random.chance(50) {
            qp.rtt = U::wrap(random.log_uniform(1000, 100_000));
        }
        match random.below(10) {
            0 | 1 => Event::Time,
            2 => Event::Mark,
            3 if random.chance(20) => Event::Open { alone: random.chance(2) },
            3 => {
                let switch = random.below(6);
                withdraw(switch, self.seq(switch))
            }
            _ => {
                let switch = random.below(6);
                let random = &mut self.random;
                let rate = if random.chance(15) { random.next() >> 32 } else { random.log_uniform(0, 101_000) };
                let least = if random.chance(30) { 0 } else { 1 };
                let validity = random.log_uniform(least, 65_535);
                let seq = self.seq(switch);
                advice(switch, seq, rate, validity)
            }
        }
    }

    /// The switch's next number; now and then an old one, the same again, or any.
    fn seq(&mut self, switch: u64) -> u64 {
        let seq = &mut self.seqs[switch as usize];
        match self.random.below(20) {
            0 => *seq,
            1 => seq.saturating_sub(self.random.below(10)),
            2 => self.random.below(1 << 16),
            _ => {
                *seq += 1 + self.random.below(3000);
                *seq
            }
        }
    }
}

fn side_by_side<const SOURCES: usize>(p: Params, events: usize, reached: &mut [u64; 16]) {
    let mut traffic = Traffic::new(support::seed(&format!("model and ideal with {SOURCES} sources")));
    let mut qp = Qp::<SOURCES>::new(p);
    for _ in 0..events {
        let event = traffic.next(&mut qp);
        let update = qp.at(traffic.now, event);
        for (bit, count) in reached.iter_mut().enumerate() {
            *count += u64::from(update.flags >> bit & 1);
        }
    }
}

#[test]
fn model_and_ideal_agree_in_every_event_with_one_to_four_sources() {
    let p = params(&[("advice_min", 2), ("advice_max", 99_000), ("start_at_line", 1)]);
    let mut reached = [0; 16];
    side_by_side::<1>(p, 20_000, &mut reached);
    side_by_side::<2>(params(&[("mtu", 256), ("validity_max", 30_000)]), 20_000, &mut reached);
    side_by_side::<3>(params(&[("mtu", 4096), ("line", 60_000)]), 20_000, &mut reached);
    side_by_side::<4>(p, 40_000, &mut reached);
    println!("{:?}", flag::NAMES.iter().zip(reached).collect::<Vec<_>>());
    // SAT is of windows that these paths do not have; rules.rs has it
    for (name, count) in flag::NAMES.iter().zip(reached) {
        assert!(count > 50 || *name == "sat", "{name} was reached {count} times");
    }
}

/// Where the sweep comes, and how often, changes nothing: every event applies the time that has passed before anything
/// else.
#[test]
fn a_sweep_in_between_changes_nothing() {
    let mut traffic = Traffic::new(support::seed("a_sweep_in_between_changes_nothing"));
    let mut qp = Qp::<4>::new(Params::default());
    let (mut last, mut expired) = (0, 0);
    for _ in 0..30_000 {
        let mut swept = qp.clone();
        let event = traffic.next(&mut qp);
        (swept.own, swept.rtt) = (qp.own, qp.rtt);
        for _ in 0..traffic.random.below(3) {
            let at = last + traffic.random.below(traffic.now - last + 1);
            expired += u64::from(swept.at(at, Event::Time).flags & flag::EXPIRED != 0);
            last = at;
        }
        last = traffic.now;
        if matches!(event, Event::Open { .. }) {
            // the values that it is opened with
            swept.own = qp.own;
        }
        let (without, with) = (qp.at(traffic.now, event), swept.at(traffic.now, event));
        assert_eq!((without.cap, without.pace, without.send, without.own), (with.cap, with.pace, with.send, with.own));
        assert_eq!(qp.context, swept.context);
    }
    assert!(expired > 300, "{expired} expiries in a sweep of its own");
}

/// Absolute times and numbers, as many switches as sources: a list without places, wraps or formats.
#[test]
fn the_cap_is_the_lowest_of_a_list_in_which_nothing_wraps() {
    let mut random = support::seed("the_cap_is_the_lowest_of_a_list_in_which_nothing_wraps");
    let mut qp = Qp::<4>::new(Params::default());
    let (mut now, mut wraps, mut taken) = (0u64, 0, 0);
    // of each switch: the next number, and what holds: number, Mbit/s or withdrawn, end
    let mut next = [0u64; 4];
    let mut heard: [Option<(u64, Option<u64>, u64)>; 4] = [None; 4];
    for _ in 0..60_000 {
        let before = now;
        now += random.log_uniform(0, 20_000);
        wraps += u64::from(now >> 17 != before >> 17);
        for place in &mut heard {
            *place = place.filter(|(_, _, end)| now < *end);
        }
        let switch = random.below(4) as usize;
        // late by up to 3 messages, or ahead by a loss of up to 20,000
        next[switch] += if random.chance(100) { 20_000 } else { 1 };
        let number = next[switch].saturating_sub(if random.chance(5) { random.below(4) } else { 0 });
        let (rate, validity) = (1 + random.below(100_000), 1 + random.below(65_535));
        let is_newer = heard[switch].is_none_or(|(last, _, _)| number > last);
        let event = if random.chance(6) {
            if let (Some((_, _, end)), true) = (heard[switch], is_newer) {
                heard[switch] = Some((number, None, end));
            }
            withdraw(switch as u64, number)
        } else {
            if is_newer {
                heard[switch] = Some((number, Some(rate), now + validity));
                taken += 1;
            }
            advice(switch as u64, number, rate, validity)
        };
        let lowest = heard.iter().flatten().filter_map(|(_, rate, _)| *rate).min();
        assert_eq!(qp.at(now, event).cap, Mbps::wrap(lowest.unwrap_or(0)), "at {now}: {event:?}, {heard:?}");
    }
    assert!(wraps > 500 && taken > 30_000 && next.iter().all(|n| *n > 1 << 16), "{wraps} {taken} {next:?}");
}
