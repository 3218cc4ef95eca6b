//! What is promised: in every interval of length D a QP is granted, and sends, at most `R·D + one quantum + R·C` bytes,
//! whatever is sent of a grant, and whenever that is told; R is the highest rate in force in the interval, within 1e-5.

use super::case::{FULL, Nic, mbps, paced};
use crate::support;
use layout::shaper::{Due, Rate};
use model::shaper::Grant;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Pass(u64),
    ToNext,
    Grant,
    /// One of the grants that are open, and how many quarters of it were sent.
    Answer(usize, u64),
    /// Mbit/s.
    Rate(u64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let rate = prop_oneof![1u64..100, 1_000u64..800_000, Just(800_000), Just(1)];
    let step = prop_oneof![
        2 => (0u64..200).prop_map(Step::Pass),
        1 => (0u64..200_000).prop_map(Step::Pass),
        4 => Just(Step::ToNext),
        8 => Just(Step::Grant),
        6 => (0usize..8, 0u64..=4).prop_map(|(which, quarters)| Step::Answer(which, quarters)),
        1 => rate.prop_map(Step::Rate),
    ];
    prop::collection::vec(step, 20..200)
}

/// A grant and what was sent on it; a grant that is open may be sent whole.
struct Sent {
    at: u64,
    bytes: u64,
}

fn run(steps: &[Step], rate: u64, burst: u64, quantum: u64) -> Result<usize, TestCaseError> {
    let mut nic = Nic::new(1, &[("C", burst), ("quantum", quantum), ("timeout", 1 << 30)]);
    nic.open(0, 0, paced(mbps(rate)));
    nic.ring(0, FULL);
    let mut rates = vec![(0, mbps(rate))];
    let (mut sent, mut open): (Vec<Sent>, Vec<(Grant, usize)>) = (Vec::new(), Vec::new());
    for step in steps {
        match *step {
            Step::Pass(ns) => nic.to(nic.now + ns),
            Step::ToNext => {
                if let Some(ns) = nic.shaper.next_ns() {
                    nic.to(nic.now + ns.min(1_000_000));
                }
            }
            Step::Grant => {
                if let Some(grant) = nic.shaper.grant() {
                    open.push((grant, sent.len()));
                    sent.push(Sent { at: nic.now, bytes: grant.max_bytes.raw() });
                }
            }
            Step::Answer(which, quarters) if which < open.len() => {
                let (grant, index) = open.remove(which);
                sent[index].bytes = grant.max_bytes.raw() * quarters / 4;
                nic.sent(&grant, sent[index].bytes, false);
            }
            Step::Answer(..) => {}
            Step::Rate(rate) => {
                rates.push((nic.now, mbps(rate)));
                nic.control(0, paced(mbps(rate)));
            }
        }
    }
    let mut compared = 0;
    for (first, from) in sent.iter().enumerate() {
        let mut sum = 0;
        for (last, to) in sent.iter().enumerate().skip(first) {
            sum += to.bytes as u128;
            // the rate that an update found at its beginning, and all that followed
            let highest = rates.windows(2).filter(|w| w[1].0 >= from.at && w[0].0 <= to.at).map(|w| w[0].1).max();
            let highest = rates.last().filter(|r| r.0 <= to.at).map(|r| r.1).max(highest).expect("a rate");
            let rate = highest.raw() as u128;
            // in 2^-28 bytes; half an LSB of time for each grant
            let time = (to.at - from.at + burst) as u128;
            let rounding = (rate * (last - first + 1) as u128) >> (Due::FRAC + 1);
            let most = rate * time + rate * time / 100_000 + rounding + 1 + ((quantum as u128) << Rate::FRAC);
            prop_assert!(
                sum << Rate::FRAC <= most,
                "grants {first} to {last}: {sum} bytes in {} ns at {highest:?}",
                to.at - from.at
            );
            compared += 1;
        }
    }
    Ok(compared)
}

#[test]
fn in_every_interval_a_qp_sends_no_more_than_is_promised() {
    let config = support::proptest("shaper_bound", 4000);
    let bursts = prop_oneof![Just(0u64), Just(64), Just(1000), Just(65_535)];
    let quanta = prop_oneof![Just(1024u64), Just(4096), Just(5000), Just(65_536)];
    let rates = prop_oneof![Just(1u64), Just(100), Just(10_000), Just(100_000), Just(800_000)];
    let compared = std::cell::Cell::new(0);
    proptest!(config, |(steps in steps(), rate in rates, burst in bursts, quantum in quanta)| {
        compared.set(compared.get() + run(&steps, rate, burst, quantum)?);
    });
    println!("{} intervals", compared.get());
    assert!(compared.get() > 100_000);
}
