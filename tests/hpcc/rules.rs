//! Every rule by name, and the example that is computed by hand.

use super::case::*;
use layout::hpcc::*;
use model::hpcc::{Arrival, Context, Header, Hop, Record, Records, Telemetry, Update, step};

// ---- the example by hand --------------------------------------------------------------------------------------------

/// T = 8000 ns, eta = 15/16, W_ai = 100, maxStage = 5, U = 1/2, Wc = 60000; one ACK through 3 hops, 4000 ns after the
/// last:
///
/// 1. 100 Gbit/s = 12.5 B/ns, B·T = 100000: queue min(250, 300)·80 = 20000, 20000/100000 = 0.2; 300·128 = 38400 B in
///    4000 ns are 9.6 B/ns, 9.6/12.5 = 0.768: u' = 0.968
/// 2. 400 Gbit/s = 50 B/ns: queue min(99, 0) = 0; 1250·128 = 160000 B, 40 B/ns, 40/50: u' = 0.8
/// 3. 25 Gbit/s = 3.125 B/ns, B·T = 25000, both counters wrap: ts 216 + 3784 = 4000, tx 6 + 76 = 82; 25·80/25000 =
///    0.08; 82·128/4000 = 2.624, 2.624/3.125 = 0.83968: u' = 0.91968
///
/// u = 0.968, tau = 4000, tau/T = 1/2: U = 0.25 + 0.484 = 0.734 < 15/16.
fn example(inc_stage: u64) -> Case {
    let old = telemetry(0x5a, &[[2, 1000, 100, 250], [4, 777, 5000, 99], [0, 16_777_000, 1_048_570, 40]]);
    let new = telemetry(0x5a, &[[2, 5000, 400, 300], [4, 4777, 6250, 0], [0, 3784, 76, 25]]);
    let p = params(&[("T", "8000"), ("eta", "15/16"), ("W_ai", "100")]);
    Case {
        header: Header::default(),
        p,
        context: flow(ONE / 2, 60_000, inc_stage, &old),
        arrival: ack(9, 70),
        telemetry: new,
    }
}

#[test]
fn one_ack_through_three_hops_by_hand_in_the_ideal() {
    // incStage 2: W = 60000 + 100, R = 60100/8000
    let out = example(2).ideal().expect("three hops");
    assert_eq!((out.state.u, out.r, out.full), (q(367, 500), q(601, 80), true));
    assert_eq!(
        (out.state.w, out.state.wc, out.state.inc_stage, out.state.last_update),
        (q(60_100, 1), q(60_100, 1), 3, 70)
    );
    // incStage 5: W = 60000·(15/16)/(367/500) + 100 = 28125000/367 + 100
    let out = example(5).ideal().expect("three hops");
    assert_eq!((out.state.w, out.state.inc_stage), (q(28_161_700, 367), 0));
    // an old sequence number: W only
    let out = Case { arrival: ack(0, 70), ..example(5) }.ideal().expect("three hops");
    assert_eq!((out.state.w, out.state.wc, out.state.inc_stage), (q(28_161_700, 367), q(60_000, 1), 5));
}

#[test]
fn one_ack_through_three_hops_by_hand_in_the_model() {
    let (after, update) = example(2).model();
    // 0.734·2^36 = 50440095924.2; the page goes through the bits
    assert_eq!(after.u.raw(), 50_440_095_923);
    assert_eq!((after.w.raw(), after.wc.raw(), after.inc_stage.raw()), (60_100 * BYTE, 60_100 * BYTE, 3));
    assert_eq!((after.last_update.raw(), update.flags, after.l), (70, flag::FULL, records(&example(2).telemetry)));
    // 7.5125·2^28 = 2016621363.2; 1/8000 is 134218·2^-30 in the model, 134217.728·2^-30 by hand
    assert_eq!(update.r.raw(), 2_016_625_450);
    let (after, update) = example(5).model();
    // 28161700/367·4096 = 314306057.8; eta/U is 167411·2^-17 in the model, 167411.444·2^-17 by hand
    assert_eq!((after.w.raw(), after.inc_stage.raw(), update.flags), (314_305_225, 0, flag::FULL | flag::MULT));
    let (after, update) = Case { arrival: ack(0, 70), ..example(5) }.model();
    assert_eq!((after.wc.raw(), after.inc_stage.raw(), after.last_update.raw()), (60_000 * BYTE, 5, 0));
    assert_eq!((after.w.raw(), update.flags), (314_305_225, flag::MULT));
}

// ---- the rules, one by one ------------------------------------------------------------------------------------------

const OLD: Raw = [2, 1000, 100, 0];
const NEW: Raw = [2, 11_000, 1077, 0]; // 10 us, 125056 B of 125000

#[test]
fn a_new_qp_starts_as_h1_says_and_its_first_ack_only_records() {
    let p = params(&[("W_init", "1234.5"), ("U_init", "3/4")]);
    let new = Context::<N>::new(&p);
    assert_eq!((new.u.raw(), new.w.raw(), new.wc.raw()), (3 * ONE / 4, 1234 * BYTE + BYTE / 2, 1234 * BYTE + BYTE / 2));
    assert_eq!((new.inc_stage.raw(), new.last_update.raw(), new.l.valid), (0, 0, false));
    let t = telemetry(1, &[NEW]);
    let (after, update) = run(&p, new, t);
    assert_eq!((after, update.flags), (Context { l: records(&t), ..new }, flag::FIRST));
    // H2: sync_first
    let (after, _) = run(&params(&[("W_init", "1234.5"), ("U_init", "3/4"), ("sync_first", "1")]), new, t);
    assert_eq!(after, Context { l: records(&t), last_update: Clock::wrap(7), ..new });
}

#[test]
fn a_change_of_path_replaces_only_the_records() {
    let p = plain();
    let before = flow(ONE / 3, 50_000, 4, &telemetry(1, &[OLD]));
    for t in [telemetry(2, &[NEW]), telemetry(1, &[NEW, NEW]), telemetry(1, &[])] {
        let (after, update) = run(&p, before, t);
        assert_eq!((after, update.flags), (Context { l: records(&t), ..before }, flag::PATH));
        assert_eq!(update.w, before.w);
    }
}

#[test]
fn more_hops_than_the_engine_has_change_nothing() {
    let before = flow(ONE / 3, 50_000, 4, &telemetry(1, &[OLD; 5]));
    for n in 6..16 {
        let t = Telemetry { n_hop: NHop::wrap(n), ..telemetry(1, &[NEW; 5]) };
        let (after, update) = run(&plain(), before, t);
        assert_eq!((after, update.w, update.flags), (before, before.w, flag::HOPS));
    }
}

#[test]
fn an_unknown_speed_skips_the_hop_and_the_others_count() {
    let before = flow(ONE / 2, 50_000, 0, &telemetry(1, &[OLD, OLD]));
    let (only, _) = run(&plain(), flow(ONE / 2, 50_000, 0, &telemetry(1, &[OLD])), telemetry(1, &[NEW]));
    let (after, update) = run(&plain(), before, telemetry(1, &[[9, 11_000, 1_000_000, 60_000], NEW]));
    assert_eq!((after.u, update.flags & flag::SPEED), (only.u, flag::SPEED));
    assert_eq!(after.l.hops[0].tx_bytes.raw(), 1_000_000, "recorded all the same");
}

#[test]
fn a_timestamp_that_stands_still_skips_the_hop() {
    let before = flow(ONE / 2, 50_000, 0, &telemetry(1, &[OLD, OLD]));
    let (only, _) = run(&plain(), flow(ONE / 2, 50_000, 0, &telemetry(1, &[OLD])), telemetry(1, &[NEW]));
    let (after, update) = run(&plain(), before, telemetry(1, &[[2, 1000, 1_000_000, 60_000], NEW]));
    assert_eq!((after.u, update.flags & flag::STILL), (only.u, flag::STILL));
    // all hops: U stays (H7), the window is computed nonetheless
    let (after, update) = run(&plain(), before, telemetry(1, &[[2, 1000, 9, 9], [2, 1000, 9, 9]]));
    assert_eq!((after.u, update.flags), (before.u, flag::STILL | flag::IDLE | flag::FULL));
    assert_eq!((after.w.raw(), after.inc_stage.raw()), (50_080 * BYTE, 1));
}

#[test]
fn an_idle_path_leaves_u_and_no_hops_are_an_idle_path() {
    let idle = [2, 999_999, 100, 77];
    let before = flow(ONE / 2, 50_000, 0, &telemetry(1, &[OLD]));
    let (after, update) = run(&plain(), before, telemetry(1, &[idle]));
    assert_eq!((after.u, update.flags), (before.u, flag::IDLE | flag::FULL));
    let before = flow(ONE / 2, 50_000, 0, &telemetry(1, &[]));
    let (after, update) = run(&plain(), before, telemetry(1, &[]));
    assert_eq!((after.u, update.flags), (before.u, flag::IDLE | flag::FULL));
}

#[test]
fn a_u_of_zero_gives_w_max_and_u_lives_on() {
    let p = params(&[("maxStage", "0"), ("W_max", "100000")]);
    let before = flow(0, 50_000, 0, &telemetry(1, &[OLD]));
    let (after, update) = run(&p, before, telemetry(1, &[[2, 9000, 100, 0]]));
    assert_eq!((after.u.raw(), after.w.raw()), (0, 100_000 * BYTE));
    assert_eq!(update.flags, flag::IDLE | flag::MULT | flag::U_ZERO | flag::FULL);
    let (after, update) = run(&p, after, telemetry(1, &[[2, 19_000, 1077, 0]]));
    assert!(after.u.raw() > ONE && update.flags & (flag::U_ZERO | flag::IDLE) == 0);
}

#[test]
fn counters_wrap_and_the_smaller_queue_counts() {
    let p = plain();
    let plain =
        run(&p, flow(ONE / 2, 9000, 0, &telemetry(1, &[[2, 0, 0, 500]])), telemetry(1, &[[2, 3000, 300, 40]])).0.u;
    for (ts, tx) in [(1, 1), (16_777_215, 1_048_575), (16_777_216 - 3000, 1_048_576 - 300), (16_775_000, 1_048_400)] {
        let old = telemetry(1, &[[2, ts, tx, 40]]);
        let new = telemetry(1, &[[2, ts + 3000, tx + 300, 50_000]]);
        assert_eq!(run(&p, flow(ONE / 2, 9000, 0, &old), new).0.u, plain);
    }
}

#[test]
fn the_first_of_equal_hops_wins_whatever_its_speed_and_interval() {
    let p = params(&[("T", "8000")]);
    // three quotients that are equal and look different: 75% of 100, 40 and 10 Gbit/s over tau < T, another one, and >
    // T
    let hops: [Raw; 3] = [[2, 512, 37, 0], [6, 1280, 37, 0], [5, 10_240, 74, 0]];
    // 37·128/(512·12.5) = 37·128/(1280·5) = 74·128/(10240·1.25) = 0.74
    for first in 0..3 {
        for second in (0..3).filter(|&s| s != first) {
            let zero = telemetry(1, &[[0; 4]; 2]);
            let (after, _) = run(&p, flow(4 * ONE, 9000, 0, &zero), telemetry(1, &[hops[first], hops[second]]));
            let (alone, _) = run(&p, flow(4 * ONE, 9000, 0, &telemetry(1, &[[0; 4]])), telemetry(1, &[hops[first]]));
            assert_eq!(after.u, alone.u, "{first} before {second}");
        }
    }
}

#[test]
fn full_updates_follow_serial_numbers_and_commit_wc_and_inc_stage() {
    let p = plain();
    let (old, new) = (telemetry(1, &[OLD]), telemetry(1, &[[2, 11_000, 500, 0]]));
    let full = |last: u64, seq: u64| {
        let context = Context { last_update: Clock::wrap(last), ..flow(ONE / 2, 9000, 2, &old) };
        let case = Case { header: Header::default(), p: p.clone(), context, arrival: ack(seq, 5), telemetry: new };
        compare(&case, &mut Worst::default());
        let (after, update) = case.model();
        let full = update.flags & flag::FULL != 0;
        let expected = if full { (9080 * BYTE, 3, 5) } else { (9000 * BYTE, 2, last) };
        assert_eq!((after.wc.raw(), after.inc_stage.raw(), after.last_update.raw()), expected);
        assert_eq!(after.w.raw(), 9080 * BYTE, "W moves with every ACK");
        full
    };
    assert_eq!(
        [(7, 7), (7, 8), (7, 6), (0xff_ffff, 0), (0, 0xff_ffff)].map(|(l, s)| full(l, s)),
        [false, true, false, true, false]
    );
    assert_eq!(
        [(0, 0x7f_ffff), (0, 0x80_0000), (0, 0x80_0001)].map(|(l, s)| full(l, s)),
        [true, false, false],
        "half the circle"
    );
}

#[test]
fn the_receiver_sends_its_window_once_per_t() {
    let p = plain(); // T = 5000
    let (old, new) = (telemetry(1, &[OLD]), telemetry(1, &[NEW]));
    let full = |last: u64, now: u64| {
        let context = Context { last_update: Clock::wrap(last), ..flow(ONE / 2, 9000, 2, &old) };
        let arrival = Arrival::Int { now: Clock::wrap(now) };
        let case = Case { header: Header::default(), p: p.clone(), context, arrival, telemetry: new };
        compare(&case, &mut Worst::default());
        let (after, update) = case.model();
        let full = update.flags & flag::FULL != 0;
        assert_eq!(after.last_update.raw(), if full { now } else { last });
        full
    };
    assert_eq!([(0, 5000), (0, 5001), (100, 5101), (100, 5100)].map(|(l, n)| full(l, n)), [false, true, true, false]);
    assert_eq!(
        [(0xffff_fff0, 4984), (0xffff_fff0, 4985), (0, 0xffff_ffff)].map(|(l, n)| full(l, n)),
        [false, true, true]
    );
    // H11: the first INT only records, sync_first or not
    let p = params(&[("sync_first", "1")]);
    let arrival = Arrival::Int { now: Clock::wrap(77_777) };
    let case = Case { header: Header::default(), context: Context::new(&p), p, arrival, telemetry: new };
    compare(&case, &mut Worst::default());
    assert_eq!((case.model().0.last_update.raw(), case.model().1.flags), (0, flag::FIRST));
}

#[test]
fn the_branch_is_taken_at_eta_and_at_max_stage_exactly() {
    let p = params(&[("eta", "3/4"), ("maxStage", "5")]);
    let idle = telemetry(1, &[[2, 9000, 100, 0]]); // U stays
    let mult = |u: u64, stage: u64| {
        let (after, update) = run(&p, flow(u, 9000, stage, &telemetry(1, &[OLD])), idle);
        let mult = update.flags & flag::MULT != 0;
        assert_eq!(after.inc_stage.raw(), if mult { 0 } else { stage + 1 });
        mult
    };
    let eta = 3 * ONE / 4;
    assert_eq!(
        [(eta, 0), (eta - 1, 0), (eta - 1, 4), (eta - 1, 5), (1, 31)].map(|(u, s)| mult(u, s)),
        [true, false, false, true, true]
    );
}

#[test]
fn w_is_clamped_before_wc_takes_it() {
    let p = params(&[("W_min", "5000"), ("W_max", "20000"), ("W_ai", "300"), ("maxStage", "9")]);
    let idle = telemetry(1, &[[2, 9000, 100, 0]]);
    let step = |u: u64, wc: u64| {
        let (after, update) = run(&p, flow(u, wc, 0, &telemetry(1, &[OLD])), idle);
        assert_eq!(after.w, after.wc);
        (after.wc.raw() / BYTE, update.flags & (flag::FLOOR | flag::SAT))
    };
    assert_eq!(step(ONE / 2, 19_700), (20_000, 0));
    assert_eq!(step(ONE / 2, 19_701), (20_000, flag::SAT));
    assert_eq!(step(ONE / 2, 100), (5000, flag::FLOOR));
    assert_eq!(step(100 * ONE, 20_000), (5000, flag::FLOOR));
    assert_eq!(step(Util::MAX_RAW, 20_000), (5000, flag::FLOOR));
}

#[test]
fn u_saturates_and_comes_back() {
    let p = plain();
    let before = flow(ONE, 9000, 0, &telemetry(1, &[[5, 0, 0, 65_535]]));
    // 2^20·128 B in one tick of 10 Gbit/s: u·tau/T = 134e6/6250 = 21475
    let (after, update) = run(&p, before, telemetry(1, &[[5, 1, 1_048_575, 65_535]]));
    assert_eq!((after.u, update.flags & flag::U_SAT), (Util::MAX, flag::U_SAT));
    let (after, update) = run(&p, after, telemetry(1, &[[5, 6000, 10, 0]]));
    assert!(after.u.raw() < ONE && update.flags & flag::U_SAT == 0);
}

#[test]
fn the_smallest_w_ai_never_vanishes() {
    let p = params(&[("W_ai", "1/4096"), ("W_min", "1"), ("maxStage", "31")]);
    for wc in [1, 1000, 62_500, 268_435_455] {
        let (after, _) = run(&p, flow(ONE / 2, wc, 0, &telemetry(1, &[OLD])), telemetry(1, &[[2, 9000, 100, 0]]));
        assert_eq!(after.wc.raw(), wc * BYTE + 1);
    }
}

#[test]
fn the_number_of_hop_slots_does_not_matter() {
    fn wide(case: &Case) -> (u64, Update) {
        let (c, t) = (&case.context, &case.telemetry);
        let (mut hops, mut records) = ([Hop::default(); MAX_HOPS], [Record::default(); MAX_HOPS]);
        hops[..N].copy_from_slice(&t.hops);
        records[..N].copy_from_slice(&c.l.hops);
        let l = Records { valid: true, path: c.l.path, n_hop: c.l.n_hop, hops: records };
        let context = Context { l, u: c.u, w: c.w, wc: c.wc, inc_stage: c.inc_stage, last_update: c.last_update };
        let telemetry = Telemetry { path: t.path, n_hop: t.n_hop, hops };
        let (after, update) = step(&context, case.arrival, &telemetry, &case.header, &case.p);
        (after.u.raw(), update)
    }
    for stage in [2, 5] {
        let (after, update) = example(stage).model();
        assert_eq!(wide(&example(stage)), (after.u.raw(), update));
    }
}
