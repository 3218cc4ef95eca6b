//! What becomes of a rate: over a million packets, and with a scheduler that looks only every so many ns.

use super::case::{FULL, Nic, mbps, paced};
use layout::shaper::Rate;

/// `count` grants of one quantum to a QP that always has more, looked for at every ns that the grid has: bytes of all
/// but the last, and ns from the first to the last.
fn run(nic: &mut Nic, rate: u64, count: u64, grid: u64) -> (u64, u64) {
    nic.open(0, 3, paced(mbps(rate)));
    nic.ring(0, FULL);
    let (mut bytes, mut first) = (0, None);
    for grant in 1..=count {
        let sent = loop {
            match nic.next() {
                Some((_, sent)) => break sent,
                None => nic.advance(),
            }
            nic.to(nic.now.next_multiple_of(grid));
        };
        let first = *first.get_or_insert(nic.now);
        if grant == count {
            return (bytes, nic.now - first);
        }
        bytes += sent;
    }
    unreachable!("the last grant returns");
}

/// |bytes / ns over the rate - 1| in parts of 10^9. The rate is that of the format, whose steps are 30 bit/s.
fn error(bytes: u64, ns: u64, rate: u64) -> u128 {
    let (sent, asked) = ((bytes as u128) << Rate::FRAC, ns as u128 * mbps(rate).raw() as u128);
    (sent.abs_diff(asked) * 1_000_000_000).div_ceil(asked)
}

fn a_million(mtu: u64, rates: &[u64]) {
    let mut worst = 0;
    for &rate in rates {
        // a C of 1 us at the beginning would be more than 1e-5 of the fast ones' time
        let mut nic = Nic::new(16, &[("mtu", mtu), ("quantum", mtu), ("C", 64)]);
        let (bytes, ns) = run(&mut nic, rate, 1_000_000, 1);
        let error = error(bytes, ns, rate);
        println!("{rate} Mbit/s, grants of {mtu} bytes: {bytes} bytes in {ns} ns, off by {error}e-9");
        assert!(error <= 10_000, "{rate} Mbit/s, {mtu} bytes: off by {error}e-9");
        worst = worst.max(error);
    }
    println!("worst: {worst}e-9");
}

#[test]
fn a_rate_over_a_million_packets_of_1024_bytes_is_within_1e_5() {
    a_million(1024, &[1, 10, 1_000, 12_345, 100_000, 333_333, 400_000, 777_777, 800_000]);
}

#[test]
fn a_rate_over_a_million_packets_of_4096_bytes_is_within_1e_5() {
    a_million(4096, &[3, 77, 9_999, 100_000, 400_000, 800_000]);
}

/// 1,000 bytes at 100 Gbit/s are 80 ns. A wheel whose slots are 32 ns finds a QP up to a slot late, and what is late is
/// lost with C = 0: 96 ns for 80, a sixth; with eight cycles of 1.25 ns to each grant, a quarter. C makes it good.
#[test]
fn without_a_burst_allowance_lateness_is_lost_and_with_64_ns_it_is_not() {
    let loss = |burst: u64, grid: u64| {
        let mut nic = Nic::new(16, &[("mtu", 1000), ("quantum", 1000), ("C", burst)]);
        let (bytes, ns) = run(&mut nic, 100_000, 200_000, grid);
        let (sent, asked) = (bytes as u128 * 8000, ns as u128 * 100_000);
        asked.saturating_sub(sent) * 1_000_000 / asked
    };
    let found = [loss(0, 32), loss(0, 53), loss(64, 32), loss(64, 53)];
    println!("lost at 80 ns, in parts of 10^6: C = 0 {}, {}; C = 64 ns {}, {}", found[0], found[1], found[2], found[3]);
    assert!((166_000..=167_000).contains(&found[0]), "C = 0, slots of 32 ns: {}e-6", found[0]);
    assert!((240_000..=250_000).contains(&found[1]), "C = 0, looked for every 53 ns: {}e-6", found[1]);
    assert!(found[2] <= 20 && found[3] <= 20, "C = 64 ns: {}e-6, {}e-6", found[2], found[3]);
}

/// Many QPs at their rates below a cap that is the sum of them and an eighth: none of them loses anything.
#[test]
fn every_qp_has_its_rate_beside_the_others() {
    let rates: Vec<u64> = (0..64).map(|qpn| 10 + 37 * qpn).collect();
    let sum: u64 = rates.iter().sum();
    let mut nic = Nic::new(64, &[("cap", mbps(sum + sum / 8).raw()), ("C", 65_535)]);
    for (qpn, &rate) in rates.iter().enumerate() {
        nic.open(qpn as u32, qpn as u64 % 8, paced(mbps(rate)));
        nic.ring(qpn as u32, FULL);
    }
    let mut sent = vec![0u64; 64];
    let end = 400_000_000;
    while nic.now < end {
        match nic.next() {
            Some((qpn, bytes)) => sent[qpn as usize] += bytes,
            None => nic.advance(),
        }
    }
    for (qpn, &rate) in rates.iter().enumerate() {
        let asked = rate * nic.now / 8000;
        // a grant at either end, what C allows at the beginning, and 1e-5
        let slack = 2 * 4096 + rate * 65_536 / 8000 + asked / 100_000;
        assert!(sent[qpn].abs_diff(asked) <= slack, "{rate} Mbit/s: {} of {asked} bytes", sent[qpn]);
    }
}
