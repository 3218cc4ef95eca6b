//! Exact fractions as a sender: against the golden model's fixed-point steps on the same events, and with more bits
//! than are kept.

use fabric::Hop;
use fabric::nic::{Ack, Event, Function, Golden, Line, Nic, Speeds, Tuning, Update};
use fabric::random::Random;

const LINE: Line =
    Line { line_bps: 100_000_000_000, rtt_ns: 4160, bdp_bytes: 52_000, speeds: Speeds::TABLE, tuning: Tuning::RULE };
const ALL: [Golden; 3] = [Golden::Ldcp, Golden::Hpcc { max_stage: 5 }, Golden::Dctcp];

/// The updates of a flow of so many ACKs, some marked, two switches on its path.
fn updates(nic: &mut Function, seed: u64, acks: u64) -> Vec<Update> {
    let mut random = Random::new(seed, 0);
    nic.ack(0, 0, Event::Open { flow: 0 });
    let mut hops = [Hop { time_ns: 0, tx_bytes: 0, waiting_bytes: 0, rate_bps: LINE.line_bps }; 2];
    let mut all = Vec::new();
    for n in 1..=acks {
        for hop in &mut hops {
            let ns = 300 + random.below(3000);
            hop.time_ns += ns;
            hop.tx_bytes += ns * (6 + random.below(7));
            hop.waiting_bytes = random.below(20_000) * random.below(2);
        }
        // marks come in stretches, so that windows rise and fall
        let mark = n / 64 % 4 == 3 && random.below(2) == 0;
        let (seq, nxt) = (1000 * n, 1000 * (n + 8));
        nic.ack(
            n,
            0,
            Event::Ack(Ack { seq, nxt, confirmed: 1000, mark, nack: n % 500 == 0, path: 0, telemetry: &hops }),
        );
        all.extend(std::iter::from_fn(|| nic.next(n)));
    }
    all
}

/// W and R within 1/500 of the exact ones and a byte: fixed point loses less in a step, and HPCC++ carries it on.
#[test]
fn the_golden_model_s_windows_are_near_those_of_exact_fractions() {
    for golden in ALL {
        let exact = updates(&mut golden.ideal_nic(LINE, 0).expect("an ideal"), 1, 3000);
        let fixed = updates(&mut golden.nic(LINE, 0).expect("its parameters hold the line's"), 1, 3000);
        assert_eq!((exact.len(), fixed.len()), (3000, 3000));
        let near = |a: u64, b: u64| a.abs_diff(b) <= 1 + b / 500;
        let far = exact.iter().zip(&fixed).position(|(e, f)| {
            !near(e.window_bytes, f.window_bytes) || !near(e.rate_bps, f.rate_bps) || e.repace != f.repace
        });
        assert!(far.is_none(), "{golden:?}: {:?}", far.map(|n| (n, exact[n], fixed[n])));
        let windows: std::collections::BTreeSet<u64> = exact.iter().map(|update| update.window_bytes).collect();
        assert!(windows.len() > 200, "{golden:?}: {} windows", windows.len());
    }
}

/// What rounding to 2^-160 behind each step loses is never seen: 2^-400 gives the same updates.
#[test]
fn more_bits_than_are_kept_give_the_same_updates() {
    for (golden, seed) in ALL.into_iter().flat_map(|golden| [(golden, 2), (golden, 3)]) {
        println!("{golden:?}, seed {seed}");
        let [kept, more] =
            [160, 400].map(|bits| updates(&mut golden.ideal_nic_of(LINE, 0, bits).expect("an ideal"), seed, 2000));
        assert_eq!(kept, more);
    }
}

#[test]
fn dcqcn_has_no_exact_sender_yet() {
    let refused = Golden::DcqcnP.ideal_nic(LINE, 0).expect_err("it has none");
    assert_eq!(refused.to_string(), "exact fractions are run with ldcp, hpcc or dctcp only");
}
