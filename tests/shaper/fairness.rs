//! Turns: equal shares within a class, strict priority and weights between classes.

use super::case::{FULL, Nic, WIDE, mbps, packets};
use crate::support;
use layout::fixed::U;
use model::shaper::{Host, Open};

/// (Σx)² / (n·Σx²) is 0.9999 or more.
fn jain(sent: &[u64]) {
    let sum: u128 = sent.iter().map(|&x| x as u128).sum();
    let squares: u128 = sent.iter().map(|&x| x as u128 * x as u128).sum();
    let below_one = sent.len() as u128 * squares - sum * sum;
    println!("Jain's index: 1 - {:.3e}", below_one as f64 / (sent.len() as u128 * squares) as f64);
    assert!(below_one * 10_000 <= sent.len() as u128 * squares, "{sent:?}");
}

fn saturated(qps: u32, changes: &[(&str, u64)], weights: [u64; 8], classes: u32) -> Nic {
    let mtu = changes.iter().find(|(name, _)| *name == "mtu").map_or(1024, |(_, mtu)| *mtu);
    let mut nic = Nic::at(qps, Host::weighted(changes, weights).expect("legal"), mtu, 0);
    for qpn in 0..qps {
        nic.open(qpn, (qpn % classes).into(), packets(WIDE));
        nic.ring(qpn, FULL);
    }
    nic
}

/// A QP's window is opened again before it closes.
fn acknowledge(nic: &mut Nic, qpn: u32) {
    nic.update(qpn, packets(WIDE), nic.psn[qpn as usize].wrapping_sub(1));
}

#[test]
fn equal_saturated_qps_have_equal_shares_and_wait_a_round_at_most() {
    let qps = 64;
    let mut nic = saturated(qps, &[("cap", mbps(400_000).raw())], [1; 8], 1);
    let (mut sent, mut last) = (vec![0; qps as usize], vec![None; qps as usize]);
    let mut grants = 0u64;
    while grants < 200_003 {
        let Some((qpn, bytes)) = nic.next() else {
            nic.advance();
            continue;
        };
        acknowledge(&mut nic, qpn);
        grants += 1;
        sent[qpn as usize] += bytes;
        if let Some(before) = last[qpn as usize].replace(grants) {
            let waited = grants - before;
            assert!(waited <= u64::from(qps), "{qpn} waited for {waited} grants");
        }
    }
    jain(&sent);
}

/// Whole packets only, messages that end anywhere, packets that were not sent: bytes count, as they are sent.
#[test]
fn shares_are_by_the_bytes_that_are_sent() {
    let mut random = support::seed("shares_are_by_the_bytes_that_are_sent");
    for (mtu, quantum) in [(1024, 4096), (1500, 4096), (4096, 4096), (256, 3000), (9000, 20_000)] {
        let qps = 32;
        let changes = [("mtu", mtu), ("quantum", quantum), ("cap", mbps(100_000).raw())];
        let mut nic = saturated(qps, &changes, [1; 8], 1);
        let mut sent = vec![0; qps as usize];
        let mut waiting = Vec::new();
        for _ in 0..120_000 {
            while waiting.len() < 12
                && let Some(grant) = nic.shaper.grant()
            {
                waiting.push(grant);
            }
            // answers come in any order
            if waiting.is_empty() || waiting.len() < 12 && random.chance(2) {
                nic.advance();
                continue;
            }
            let grant = waiting.swap_remove(random.below(waiting.len() as u64) as usize);
            let bytes = match grant.qpn % 4 {
                0 => grant.max_bytes.raw(),
                1 => grant.max_bytes.raw().min(mtu),
                2 => random.below(grant.max_bytes.raw() + 1),
                _ => (grant.max_bytes.raw() / mtu).max(1) * mtu.min(grant.max_bytes.raw()),
            };
            nic.sent(&grant, bytes, false);
            acknowledge(&mut nic, grant.qpn);
            sent[grant.qpn as usize] += bytes;
        }
        println!("packets of {mtu}, quantum {quantum}");
        jain(&sent);
    }
}

/// What is left of a turn may become too little for a packet behind the grant: then the turn is over, and no grant is
/// of nothing.
#[test]
fn a_turn_ends_when_a_request_or_sent_leaves_less_than_a_packet() {
    let grant = |nic: &mut Nic| nic.shaper.grant().expect("a grant");
    // `sent` counts 512 bytes more: of 1,216 bytes of the turn 704 are left, and 705 are to be sent
    let mut nic = Nic::new(1, &[("quantum", 2400)]);
    nic.open(0, 0, packets(WIDE));
    nic.ring(0, 2401);
    let first = grant(&mut nic);
    nic.sent(&first, 1536, false);
    nic.ring(0, 2400);
    let second = grant(&mut nic);
    assert_eq!([first, second].map(|grant| grant.max_bytes.raw()), [2048, 2048]);
    nic.sent(&second, 2560, false);
    assert_eq!(nic.next(), Some((0, 705)));
    // a request: 476 bytes of the turn are left behind the first packet of the fast start, for 476 that become 1,476
    let mut nic = Nic::new(2, &[("quantum", 1500)]);
    let (class, first_psn, iw) = (U::ZERO, U::ZERO, U::wrap(2));
    let control = packets(WIDE);
    nic.open_as(Open { qpn: 0, class, first_psn, by_lsn: false, bypass: false, iw, control });
    nic.open(1, 0, control);
    nic.ring(0, 1500);
    nic.ring(1, FULL);
    assert_eq!(nic.next(), Some((0, 1024)));
    nic.ring(0, 1000);
    assert_eq!([nic.next(), nic.next()], [Some((1, 1024)), Some((0, 1024))]);
}

#[test]
fn classes_share_the_line_by_their_weights() {
    let weights = [1, 2, 5, 20, 1, 1, 1, 1];
    let mut nic = saturated(16, &[("strict", 0), ("cap", mbps(100_000).raw())], weights, 4);
    let mut sent = [0u64; 4];
    let bytes_of = |nic: &mut Nic, grants: u32, sent: &mut [u64; 4]| {
        let mut done = 0;
        while done < grants {
            let Some((qpn, bytes)) = nic.next() else {
                nic.advance();
                continue;
            };
            acknowledge(nic, qpn);
            sent[qpn as usize % 4] += bytes;
            done += 1;
        }
    };
    bytes_of(&mut nic, 280_000, &mut sent);
    let sum: u64 = sent.iter().sum();
    for (class, &bytes) in sent.iter().enumerate() {
        let share = sum * weights[class] / 28;
        assert!(bytes.abs_diff(share) <= 28 * 4096, "class {class}: {bytes} of {share} bytes");
    }
    // a paused class saves nothing up
    nic.shaper.pause(1 << 3);
    let mut others = [0; 4];
    bytes_of(&mut nic, 80_000, &mut others);
    assert_eq!(others[3], 0);
    let eighth = others.iter().sum::<u64>() / 8;
    for (class, &bytes) in others[..3].iter().enumerate() {
        let share = eighth * weights[class];
        assert!(bytes.abs_diff(share) <= 28 * 4096, "class {class}: {bytes} of {share} bytes");
    }
    nic.shaper.pause(0);
    let mut again = [0; 4];
    bytes_of(&mut nic, 28, &mut again);
    assert!(again[..3].iter().sum::<u64>() >= 7 * 4096, "{again:?}");
}

/// What the page says of it.
#[test]
fn a_strict_class_can_starve_the_lower_ones() {
    let mut nic = saturated(4, &[("cap", mbps(100_000).raw())], [1; 8], 2);
    for _ in 0..10_000 {
        match nic.next() {
            Some((qpn, _)) => {
                assert_eq!(qpn % 2, 1, "class 1 goes first");
                acknowledge(&mut nic, qpn);
            }
            None => nic.advance(),
        }
    }
    nic.shaper.pause(0b10);
    if !nic.shaper.line_is_free() {
        nic.advance();
    }
    assert_eq!(nic.next().map(|(qpn, _)| qpn % 2), Some(0));
}
