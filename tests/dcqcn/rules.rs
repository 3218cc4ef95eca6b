//! Every rule by hand, from the text of the source and SEMANTICS D1 to D11, in model and ideal.

use super::case::*;
use layout::dcqcn::*;
use layout::fixed::U;
use model::dcqcn::step::Timers;
use model::dcqcn::{Context, Event, Mode, Params, step};

const G: (&str, u64) = ("g", 1 << 14); // 1/4
/// 1/4 of a byte per ns.
const RAI: (&str, u64) = ("rai", BYTE / 4);

/// CP with its guard bits, raw.
fn fine_cp(c: &Context) -> u64 {
    c.fine().2.raw()
}

/// A QP with these rates, U7.29.
fn fine_qp(rc: u64, rt: u64, stage: u64) -> Context {
    let mut context = qp(0, 0, 0, stage);
    context.set_fine(U::wrap(rc), U::wrap(rt), U::wrap(4));
    context
}

/// The worked number of the page.
#[test]
fn two_cuts_and_a_recovery_by_hand() {
    let p = params(&[G, RAI]);
    // CP = 3/4·1/2 + 1/4·1 = 5/8; RT = 8; RC = 8·(1 - 5/16) = 5.5
    let (a, flags) = one(Mode::P, qp(8 * BYTE, 10 * BYTE, ONE / 2, 4), (3, 100), &p);
    assert_eq!((four(&a), flags), ([11 * BYTE / 2, 8 * BYTE, 5 * ONE / 8, 0], flag::CUT | flag::PACED));
    // -d: F = 25/100 = 1/4, CP = 3/4·5/8 + 1/16 = 17/32; RC = 5.5·(1 - 17/64) = 4.0390625
    let (b, flags) = one(Mode::D, a, (25, 100), &p);
    assert_eq!(flags, flag::CUT | flag::PACED);
    assert_eq!(b.rt.raw(), 11 * BYTE / 2);
    // F = 16,777,200 in place of 16,777,216
    assert_eq!((b.cp.raw(), b.rc.raw()), (17 * ONE / 32 - 4, 517 * BYTE / 128 + 44));
    // RC = (8 + 5.5)/2 = 6.75; CP = 3/4·5/8 = 15/32
    let (c, flags) = one(Mode::P, a, (0, 100), &p);
    assert_eq!((four(&c), flags), ([27 * BYTE / 4, 8 * BYTE, 15 * ONE / 32, 1], flag::RECOVERY | flag::PACED));
}

/// Catches a wrong count of recovery steps, an increment that does not double, and RC before RT.
#[test]
fn three_steps_of_fast_recovery_then_active_increase_that_doubles() {
    let p = params(&[RAI, ("g", 1 << 14)]);
    let mut c = qp(2 * BYTE, 4 * BYTE, ONE, 0);
    // RT = 4, 4, 4, then + 1/4, + 1/2, + 1, + 2, + 4, capped at 12.5
    let eighths = [32, 32, 32, 34, 38, 46, 62, 94, 100];
    let mut rc = 16.0;
    for (k, rt) in eighths.into_iter().enumerate() {
        let flags;
        (c, flags) = one(Mode::D, c, (0, 7), &p);
        rc = (f64::from(rt) + rc) / 2.0;
        assert_eq!((c.rt.raw(), c.stage.raw()), (u64::from(rt as u32) * BYTE / 8, k as u64 + 1));
        assert!((c.rc.raw() as f64 - rc * BYTE as f64 / 8.0).abs() <= 2.0, "step {k}: {c:?}");
        let kind = if k < 3 { flag::RECOVERY } else { flag::ACTIVE };
        let capped = if k == 8 { flag::SAT } else { 0 };
        assert_eq!(flags, kind | capped | flag::PACED, "step {k}");
    }
    // five steps, as the published form has
    let five = params(&[RAI, ("recovery", 5)]);
    assert_eq!(one(Mode::P, qp(BYTE, BYTE, 1, 4), (0, 1), &five).1, flag::RECOVERY | flag::PACED);
    assert_eq!(one(Mode::P, qp(BYTE, BYTE, 1, 5), (0, 1), &five).1, flag::ACTIVE | flag::PACED);
    assert_eq!(one(Mode::P, qp(BYTE, BYTE, 1, 0), (0, 1), &params(&[("recovery", 0)])).1, flag::ACTIVE | flag::PACED);
}

#[test]
fn doublings_end_where_the_parameter_says_and_the_stage_saturates() {
    for (doublings, stage, times) in [(0, 3, 1), (0, 31, 1), (2, 5, 4), (2, 6, 4), (15, 18, 1 << 15), (15, 31, 1 << 15)]
    {
        let p = params(&[("doublings", doublings), ("rai", 1000)]);
        let (c, _) = one(Mode::P, qp(BYTE, 2 * BYTE, 1, stage), (0, 1), &p);
        assert_eq!((c.rt.raw(), c.stage.raw()), (2 * BYTE + 1000 * times, (stage + 1).min(31)), "{doublings}, {stage}");
    }
    // the greatest rai, doubled 15 times, is still capped
    let p = params(&[("rai", GBPS_800), ("line", GBPS_800)]);
    assert_eq!(one(Mode::P, qp(BYTE, 2 * BYTE, 1, 31), (0, 1), &p).0.rt.raw(), GBPS_800);
}

#[test]
fn d1_rc_falls_by_the_new_cp_or_by_the_old_one() {
    let context = qp(8 * BYTE, 8 * BYTE, ONE / 2, 1);
    // new: CP = 5/8
    assert_eq!(one(Mode::P, context, (1, 1), &params(&[G])).0.rc.raw(), 11 * BYTE / 2);
    // old: 8·(1 - 1/4)
    let (old, _) = one(Mode::P, context, (1, 1), &params(&[G, ("old_cp", 1)]));
    assert_eq!((old.rc.raw(), old.cp.raw()), (6 * BYTE, 5 * ONE / 8));
}

#[test]
fn d2_d10_without_a_cnp_cp_falls_to_zero_and_never_stands_still() {
    // dcqcn-p and dcqcn-d are the same here
    for g in [64, 256, 1 << 14] {
        let p = params(&[("g", g)]);
        let (mut c, mut periods) = (qp(BYTE, BYTE, ONE, 0), 0u64);
        while fine_cp(&c) > 0 {
            let (next, _) = step(Mode::D, &c, Event { cnp: U::ZERO, tx: U::wrap(9) }, &p);
            assert!(fine_cp(&next) < fine_cp(&c), "g = {g}: CP stays at {:?}", c.fine());
            // the ideal's fall, at least one LSB
            let ideal = fine_cp(&c) as f64 * (1.0 - g as f64 / 65536.0);
            assert!((fine_cp(&next) as f64 - ideal).abs() <= 1.0);
            (c, periods) = (next, periods + 1);
        }
        println!("g = {g}/65536: CP is 0 after {periods} periods");
        assert!(periods > 20);
    }
}

#[test]
fn d3_f_is_at_most_one_and_one_where_nothing_was_sent() {
    let f = |mode, cnp, tx| {
        // g = 1/4, CP = 0: CP = F/4
        one(mode, qp(BYTE, BYTE, 0, 0), (cnp, tx), &params(&[G])).0.cp.raw() * 4
    };
    for (cnp, tx, share) in [(1, 2, ONE / 2), (3, 4, 3 * ONE / 4), (5, 4, ONE), (4, 4, ONE), (1, 0, ONE), (0, 0, 0)] {
        assert_eq!(f(Mode::D, cnp, tx), share, "dcqcn-d: {cnp} of {tx}");
        assert_eq!(f(Mode::P, cnp, tx), if cnp > 0 { ONE } else { 0 }, "dcqcn-p: {cnp} of {tx}");
    }
    assert_eq!(f(Mode::D, 0, 9), 0);
    // the smallest share still counts, with the smallest g too
    let p = params(&[("g", 64)]);
    assert_eq!(one(Mode::D, qp(BYTE, BYTE, 0, 0), (1, 65_535), &p).0.cp.raw(), 1);
    assert_eq!(one(Mode::D, qp(BYTE, BYTE, 0, 0), (65_535, 65_535), &p).0.cp.raw(), ONE >> 10);
}

#[test]
fn d4_a_decrease_behind_a_decrease_sets_rt_or_keeps_it() {
    let after = |clamp, stage| {
        let p = params(&[("clamp_target", clamp), G]);
        one(Mode::P, qp(8 * BYTE, 10 * BYTE, ONE / 2, stage), (1, 1), &p).0.rt.raw()
    };
    assert_eq!([after(1, 0), after(1, 1), after(0, 0), after(0, 1)], [8, 8, 10, 8].map(|b| b * BYTE));
}

#[test]
fn d5_a_new_qp_is_at_line_rate_with_cp0_and_rc_ends_at_its_floor() {
    let p = params(&[("line", 50 * BYTE), ("CP0", ONE / 4)]);
    assert_eq!(four(&Context::new(&p)), [50 * BYTE, 50 * BYTE, ONE / 4, 0]);
    let p = params(&[("rc_min", 5 * BYTE)]);
    let (c, flags) = one(Mode::P, qp(6 * BYTE, 9 * BYTE, ONE, 0), (1, 1), &p);
    assert_eq!((c.rc.raw(), c.rt.raw()), (5 * BYTE, 6 * BYTE));
    assert_eq!(flags, flag::CUT | flag::FLOOR | flag::PACED);
    // exactly at it is not below it
    let (c, flags) = one(Mode::P, qp(10 * BYTE, 9 * BYTE, ONE, 0), (1, 1), &p);
    assert_eq!((c.rc.raw(), flags), (5 * BYTE, flag::CUT | flag::PACED));
}

#[test]
fn d6_rc_becomes_the_line_rate_within_2_to_the_snap_lsbs_and_by_an_increase_only() {
    let p = params(&[("snap", 4)]);
    let line = p.line().raw();
    // RT = line: RC = line - d/2
    for (d, rc, flags) in [
        (32, line - 16, flag::RECOVERY | flag::PACED),
        (31, line, flag::RECOVERY | flag::SNAP),
        (30, line, flag::RECOVERY | flag::SNAP),
        (1, line, flag::RECOVERY | flag::SNAP),
    ] {
        let (c, said) = one(Mode::P, qp(line - d, line, ONE, 0), (0, 1), &p);
        assert_eq!((c.rc.raw(), said), (rc, flags), "from line - {d}");
    }
    // a cut by a few LSBs stays one: CP = 2^-26, half of line·2^-26 is 25
    let p = params(&[("snap", 10), ("old_cp", 1)]);
    let (c, flags) = one(Mode::P, qp(line, line, 1, 3), (1, 1), &p);
    assert_eq!((c.rc.raw(), flags), (line - 25, flag::CUT | flag::PACED));
}

#[test]
fn d9_an_increase_waits_for_packets_and_for_every_second_period_behind_a_cnp() {
    let p = params(&[("min_tx", 10), RAI]);
    let kind = |c: Context, tx| {
        let (c, flags) = one(Mode::P, c, (0, tx), &p);
        (c, flags & !flag::PACED)
    };
    let (c, flags) = kind(qp(2 * BYTE, 4 * BYTE, ONE, 0), 4);
    assert_eq!((four(&c)[0], c.sent.raw(), c.stage.raw(), flags), (2 * BYTE, 4, 0, flag::HELD));
    let (c, flags) = kind(c, 5);
    assert_eq!((c.sent.raw(), flags), (9, flag::HELD));
    let (c, flags) = kind(c, 1);
    assert_eq!((c.rc.raw(), c.sent.raw(), c.stage.raw(), flags), (3 * BYTE, 0, 1, flag::RECOVERY));
    // the default: not without a packet; 0: always
    assert_eq!(one(Mode::P, qp(BYTE, BYTE, 1, 0), (0, 0), &params(&[])).1, flag::HELD | flag::PACED);
    assert_eq!(one(Mode::P, qp(BYTE, BYTE, 1, 0), (0, 0), &params(&[("min_tx", 0)])).1, flag::RECOVERY | flag::PACED);

    let p = params(&[("incast_periods", 5)]);
    let mut c = one(Mode::P, qp(8 * BYTE, 8 * BYTE, ONE, 0), (1, 1), &p).0;
    let steps: Vec<bool> = (0..9)
        .map(|_| {
            let flags;
            (c, flags) = one(Mode::P, c, (0, 1), &p);
            flags & flag::HELD == 0
        })
        .collect();
    // periods 1 to 5 behind the CNP: every second one; then each
    assert_eq!(steps, [false, true, false, true, false, true, true, true, true]);
}

#[test]
fn d10_a_qp_at_line_rate_without_cp_or_without_packets_for_16_periods_has_no_period() {
    let p = params(&[]);
    let line = p.line().raw();
    let rest = qp(line, line, 0, 7);
    assert_eq!(one(Mode::D, rest, (0, 500), &p), (rest, flag::IGNORED));
    // CP of one LSB, or one LSB below line, is activity
    assert_eq!(one(Mode::D, qp(line, line, 1, 7), (0, 500), &p).1, flag::ACTIVE | flag::SAT);
    assert_eq!(one(Mode::D, qp(line - 1, line, 0, 7), (0, 500), &p).1, flag::ACTIVE | flag::SAT | flag::SNAP);
    // so is a guard bit of CP
    let almost = Context { guard: U::wrap(1), ..rest };
    assert_eq!(one(Mode::D, almost, (0, 500), &p), (Context { stage: U::wrap(8), ..rest }, flag::ACTIVE | flag::SAT));
    // a CNP is always a period
    assert_eq!(one(Mode::P, rest, (1, 0), &p).1, flag::CUT | flag::PACED);

    let mut c = qp(BYTE, BYTE, ONE / 2, 0);
    for period in 1..=16 {
        let flags;
        (c, flags) = one(Mode::D, c, (0, 0), &p);
        assert_eq!((c.idle.raw(), flags), (period, flag::HELD | flag::PACED));
    }
    // activity has ended: the state is kept
    assert_eq!(one(Mode::D, c, (0, 0), &p), (c, flag::IGNORED | flag::PACED));
    let (woken, flags) = one(Mode::D, c, (0, 1), &p);
    assert_eq!((woken.idle.raw(), woken.rc, flags), (0, c.rc, flag::RECOVERY | flag::PACED));
    // packets sent at line rate are packets
    let tired = Context { idle: U::wrap(16), ..rest };
    assert_eq!(one(Mode::D, tired, (0, 1), &p), (rest, flag::IGNORED));
}

// ---- what a host may write ------------------------------------------------------------------------------------------

#[test]
fn a_state_out_of_bounds_comes_back_with_the_next_period() {
    let p = params(&[("rc_min", BYTE), G]);
    let line = p.line().raw();
    let all = Rate::MAX_RAW;
    // CP above one: 3/4·(2 - 2^-26) + 1/4 is clamped
    let (c, flags) = one(Mode::P, qp(8 * BYTE, 8 * BYTE, Prob::MAX_RAW, 0), (1, 1), &p);
    assert_eq!((c.rc.raw(), c.cp.raw(), flags), (4 * BYTE, ONE, flag::CUT | flag::SAT | flag::PACED));
    // RT above line, in each kind of step
    let (c, flags) = one(Mode::P, qp(line - 8 * BYTE, all, 1, 0), (0, 1), &p);
    assert_eq!((c.rc.raw(), c.rt.raw()), (line - 4 * BYTE, line));
    assert_eq!(flags, flag::RECOVERY | flag::SAT | flag::PACED);
    let (c, flags) = one(Mode::P, qp(8 * BYTE, all, 1, 0), (0, 0), &p);
    assert_eq!((c.rc.raw(), c.rt.raw(), flags), (8 * BYTE, line, flag::HELD | flag::SAT | flag::PACED));
    let p_keep = params(&[("clamp_target", 0), G]);
    assert_eq!(one(Mode::P, qp(8 * BYTE, all, 1, 0), (1, 1), &p_keep).0.rt.raw(), line);
    // RC 0 or above line
    let (c, flags) = one(Mode::P, qp(0, 0, 1, 0), (0, 1), &p);
    assert_eq!((c.rc.raw(), flags), (BYTE, flag::RECOVERY | flag::FLOOR | flag::PACED));
    let (c, flags) = one(Mode::P, qp(0, 9 * BYTE, ONE, 0), (1, 1), &p);
    assert_eq!((c.rc.raw(), c.rt.raw(), flags), (BYTE, 0, flag::CUT | flag::FLOOR | flag::PACED));
    let (c, flags) = one(Mode::P, qp(all, all, 1, 0), (0, 1), &p);
    assert_eq!((c.rc.raw(), c.rt.raw(), flags), (line, line, flag::RECOVERY | flag::SAT));
    let (c, flags) = one(Mode::P, qp(all, all, 1, 0), (0, 0), &p);
    assert_eq!((c.rc.raw(), flags), (line, flag::HELD | flag::SAT));
    let (c, _) = one(Mode::P, qp(all, all, ONE, 0), (1, 1), &p);
    assert_eq!(c.rt.raw(), line);
    // at or above line without CP nothing is due (D10)
    assert_eq!(one(Mode::P, qp(all, all, 0, 0), (0, 1), &p).1, flag::IGNORED);
}

/// In LSBs of U7.29, from RC and RT with any guard bits.
#[test]
fn an_increment_or_a_cut_never_vanishes() {
    let p = params(&[("rai", 1), ("snap", 0)]);
    for rt in [2 * MBPS, 2 * BYTE, 24 * BYTE + 1] {
        // RT + 2 LSB: half of 1, 2, 3, 4 and 5 LSB, of halves the odd one
        for (way, up) in [(1, 1), (2, 1), (3, 1), (4, 2), (5, 3)] {
            let (c, _) = one(Mode::P, fine_qp(rt + 2 - way, rt, 3), (0, 1), &p);
            let (rc, rt_new, _) = c.fine();
            assert_eq!((rt_new.raw(), rc.raw()), (rt + 2, rt + 2 - way + up), "{way} LSB to go");
        }
        // down to an RT below RC, as a host writes it
        for (way, down) in [(1, 1), (2, 1), (3, 1), (5, 3)] {
            let (c, _) = one(Mode::P, fine_qp(rt + way, rt, 0), (0, 1), &p);
            assert_eq!(c.fine().0.raw(), rt + way - down, "{way} LSB to go down");
        }
    }
    for rc in [2 * MBPS + 1, 2 * MBPS + 2, 1 << 18, (1 << 18) + 1, 2 * BYTE, 2 * GBPS_800] {
        for cp in [1, 2, 2047, 2048, 2049] {
            let p = params(&[("old_cp", 1), ("line", GBPS_800)]);
            let mut before = fine_qp(rc, rc, 0);
            before.set_fine(U::wrap(rc), U::wrap(rc), U::wrap(cp));
            let (c, _) = one(Mode::P, before, (1, 1), &p);
            assert!(c.fine().0.raw() < rc, "RC = {rc}, CP = {cp}");
        }
    }
    // none where CP is 0: what is 0 stays 0
    let p = params(&[("old_cp", 1)]);
    assert_eq!(one(Mode::P, qp(BYTE, BYTE, 0, 0), (1, 1), &p).0.rc.raw(), BYTE);
}

#[test]
fn a_host_writes_no_guard_bits_and_the_update_leaves_them_out() {
    let p = params(&[("rai", 1), ("snap", 0)]);
    let context = fine_qp(2 * BYTE + 1, 2 * BYTE + 3, 0);
    assert_eq!((context.rc.raw(), context.rt.raw(), context.guard.raw()), (BYTE, BYTE + 1, 0b1100));
    let (next, update) = step(Mode::P, &context, Event { cnp: U::ZERO, tx: U::wrap(1) }, &p);
    // (1 + 3)/2 = 2 LSB of U7.29; CP falls from 4 LSB to 3
    assert_eq!((next.rc.raw(), next.guard.raw(), update.rc.raw()), (BYTE + 1, 0b0111, BYTE + 1));
    assert_eq!(Context::new(&p).guard, U::ZERO);
}

#[test]
fn a_cut_by_a_power_of_two_is_exact() {
    for rc in [2 * MBPS, BYTE, 12 * BYTE + 6, GBPS_800] {
        let p = params(&[("old_cp", 1), ("line", GBPS_800), ("rc_min", MBPS)]);
        assert_eq!(one(Mode::P, qp(rc, rc, ONE, 0), (1, 1), &p).0.rc.raw(), rc / 2);
        let cut = 2 * rc - one(Mode::P, qp(rc, rc, ONE / 2, 0), (1, 1), &p).0.fine().0.raw();
        assert_eq!(cut, (2 * rc + 2) / 4);
    }
}

// ---- the published form ---------------------------------------------------------------------------------------------

fn published(changes: &[(&str, u64)]) -> Params {
    params(&[&DCQCN_2015[..], changes].concat())
}

#[test]
fn d11_a_cnp_cuts_by_the_old_alpha_and_starts_all_timers_anew() {
    let p = published(&[("g", 1 << 14)]);
    let timers =
        Timers { byte_stage: U::wrap(3), packets: U::wrap(77), since_alpha: U::wrap(2), since_rate: U::wrap(4) };
    let context = Context { published: timers, ..qp(8 * BYTE, 9 * BYTE, ONE / 2, 6) };
    let (c, flags) = one(Mode::P, context, (2, 9), &p);
    assert_eq!((four(&c), flags), ([6 * BYTE, 8 * BYTE, 5 * ONE / 8, 0], flag::CUT | flag::PACED));
    assert_eq!(c.published, Timers::default());
}

#[test]
fn d11_alpha_the_byte_counter_and_the_rate_timer_go_apart() {
    let p = published(&[("alpha_periods", 2), ("rate_periods", 3), ("byte_packets", 100), ("g", 1 << 14), RAI]);
    let mut c = qp(2 * BYTE, 4 * BYTE, ONE, 0);
    let mut seen = vec![];
    for tx in [10, 60, 40, 0, 250, 0, 0] {
        let flags;
        (c, flags) = one(Mode::P, c, (0, tx), &p);
        let t = &c.published;
        let quarters = c.cp.raw() * 256 / ONE;
        seen.push((quarters, c.stage.raw(), t.byte_stage.raw(), t.packets.raw(), flags & !flag::PACED));
    }
    // CP falls by a quarter every second period; the timer ticks in the third and sixth; the counter at 100 packets,
    // once a period
    let (recovery, held) = (flag::RECOVERY, flag::HELD);
    let expected = [
        (256, 0, 0, 10, held),
        (192, 0, 0, 70, held),
        (192, 1, 1, 10, recovery),
        (144, 1, 1, 10, held),
        (144, 1, 2, 160, recovery),
        (108, 2, 3, 60, recovery),
        (108, 2, 3, 60, held),
    ];
    assert_eq!(seen, expected);
    // two ticks in a period are two steps: (4 + 2)/2 = 3, (4 + 3)/2 = 3.5, then (4 + 3.5)/2 and two more
    assert_eq!(c.rc.raw(), 4 * BYTE - BYTE / 2 / 8);
}

#[test]
fn d11_recovery_until_one_has_counted_five_hyper_increase_once_both_have() {
    let p = published(&[("byte_packets", 10), ("rai", 100), ("hai", 7000)]);
    let kind = |stage: u64, byte_stage: u64| {
        let timers = Timers { byte_stage: U::wrap(byte_stage), ..Timers::default() };
        // the timer's tick alone
        let (c, flags) = one(Mode::P, Context { published: timers, ..qp(BYTE, 2 * BYTE, ONE, stage) }, (0, 1), &p);
        assert_eq!(c.stage.raw(), stage + 1);
        (c.rt.raw() - 2 * BYTE, flags & !flag::PACED)
    };
    assert_eq!(kind(0, 0), (0, flag::RECOVERY));
    assert_eq!(kind(4, 4), (0, flag::RECOVERY));
    assert_eq!(kind(5, 4), (100, flag::ACTIVE));
    assert_eq!(kind(4, 5), (100, flag::ACTIVE));
    assert_eq!(kind(9, 0), (100, flag::ACTIVE));
    assert_eq!(kind(5, 5), (7000, flag::HYPER));
    assert_eq!(kind(30, 30), (7000, flag::HYPER));
}

#[test]
fn d4_an_increase_by_the_byte_counter_is_one_since_the_last_decrease() {
    let p = published(&[("clamp_target", 0), ("byte_packets", 10), ("rate_periods", 255)]);
    let target = |byte_stage: u64| {
        let timers = Timers { byte_stage: U::wrap(byte_stage), ..Timers::default() };
        let (c, _) = one(Mode::P, Context { published: timers, ..qp(8 * BYTE, 9 * BYTE, ONE / 2, 0) }, (1, 1), &p);
        c.rt.raw()
    };
    assert_eq!([target(0), target(1)], [9 * BYTE, 8 * BYTE]);
}
