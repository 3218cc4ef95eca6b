//! What a peer, or who says to be one, may send: nothing but an ACK of what was sent moves a window (SEMANTICS L22,
//! L23).

use super::*;

fn units() -> [&'static [Unit]; 3] {
    [LDCP, HPCC, BOTH]
}

/// What comes of one cycle: its update if there is one, and how often an event was rejected, and dropped as of a closed
/// QP.
fn outcome(engine: &mut Engine, input: &In) -> (Option<Update>, usize, usize) {
    let mut seen: Vec<Out> = vec![engine.step(input)];
    seen.extend((0..150).map(|_| engine.step(&idle())));
    let count = |what: fn(&Out) -> bool| seen.iter().filter(|out| what(out)).count();
    let updates: Vec<Update> = seen.iter().filter_map(|out| out.upd).collect();
    assert!(updates.len() < 2, "{updates:?}");
    (updates.first().copied(), count(|out| out.rejected), count(|out| out.closed))
}

fn tx(qpn: u32, psn: u64) -> In<'static> {
    In { tx: Some((qpn, Psn::wrap(psn))), ..idle() }
}

fn found(engine: &mut Engine, qpn: u32) -> HostContext {
    match operate(engine, HostOp::Read { qpn }) {
        HostDone::Read(context) => context,
        HostDone::Write => panic!("a read"),
    }
}

/// Opens a QP whose first PSN is this.
fn open(engine: &mut Engine, qpn: u32, first: u64, context: HostContext) {
    let psn = Psn::wrap(first.wrapping_sub(1));
    operate(engine, write(qpn, HostContext { psn, open: true, ..context }));
}

#[test]
fn a_forged_ack_changes_nothing_and_the_genuine_ones_behind_it_count() {
    for units in units() {
        let alg = algorithms(units)[0];
        for first in [0u64, 1, 100, 0x7f_fff0, 0x90_0000, 0xff_fffe] {
            let mut engine = ready(&with(units, 16, 8));
            open(&mut engine, 3, first, HostContext { alg, ..OPEN });
            let psn = |ahead: u64| first.wrapping_add(ahead) & Psn::MAX_RAW;
            engine.step(&tx(3, psn(10)));
            // 0 to 9 were sent; 3 is the last that came
            let (update, ..) = outcome(&mut engine, &packet(Kind::Ack, psn(3), 3));
            assert_eq!(update.map(|u| u.una.raw()), Some(psn(3)));
            let before = found(&mut engine, 3);
            let telemetry = telemetry(9, 3, 1000, 10, 0);
            for (kind, nak) in [(Kind::Ack, 0), (Kind::Loss, 1)] {
                for delta in [7, 8, 1 << 21, (1 << 22) - 1, 1 << 22, (1 << 23) - 1, 1 << 23, (3 << 22) - 1] {
                    let forged = packet(kind, psn(3 + delta + nak), 3);
                    let forged = In { pkt_telemetry: Some(&telemetry), ..forged };
                    assert_eq!(outcome(&mut engine, &forged), (None, 1, 0), "{units:?} {first:#x} + {delta:#x}");
                }
            }
            assert_eq!(found(&mut engine, 3), before);
            // duplicates and late ones tell nobody, and still are events: to 2^22 behind
            for behind in [0, 1, 4, 1 << 22] {
                let (update, rejected, _) =
                    outcome(&mut engine, &packet(Kind::Ack, psn(3).wrapping_sub(behind) & Psn::MAX_RAW, 3));
                assert_eq!((update.map(|u| u.una.raw()), rejected), (Some(psn(3)), 0), "{behind:#x} behind");
            }
            for good in [4, 9] {
                let (update, rejected, _) = outcome(&mut engine, &packet(Kind::Ack, psn(good), 3));
                assert_eq!((update.map(|u| u.una.raw()), rejected), (Some(psn(good)), 0));
            }
        }
    }
}

/// An ACK far behind is a duplicate by its PSN, which a quarter of all PSNs are: its telemetry would move W and the
/// records of the hops.
#[test]
fn telemetry_of_an_ack_behind_the_last_one_changes_nothing() {
    for units in [HPCC, BOTH] {
        let mut engine = ready(&with(units, 16, 8));
        open(&mut engine, 3, 1 << 23, HostContext { alg: Algorithm::Hpcc, ..OPEN });
        let seen = |engine: &mut Engine, psn: u64, telemetry: &Telemetry<MAX_HOPS>| {
            let input = In { pkt_telemetry: Some(telemetry), ..packet(Kind::Ack, psn, 3) };
            match outcome(engine, &input).0.map(|update| update.outcome) {
                Some(Outcome::Hpcc { w, flags, .. }) => (w, flags),
                other => panic!("{other:?}"),
            }
        };
        let of = |k: u64, q: u64| {
            let mut telemetry = telemetry(1, 1, 400 * k, 8 * k, q);
            telemetry.hops[0].speed = layout::fixed::U::wrap(2);
            telemetry
        };
        engine.step(&tx(3, (1 << 23) + 10));
        seen(&mut engine, 1 << 23, &of(0, 0));
        seen(&mut engine, (1 << 23) + 1, &of(1, 0));
        let before = found(&mut engine, 3);
        for behind in [2, 3, 1000, 4_000_000, 1 << 22] {
            let (_, flags) = seen(&mut engine, (1 << 23) + 2 - behind, &of(3, 65_535));
            assert_ne!(flags & layout::hpcc::flag::IGNORED, 0, "{units:?}: {behind} behind");
            assert_eq!(found(&mut engine, 3), before, "{units:?}: {behind} behind");
        }
        // the records are those of the honest ones: the next is a step of 400 ns, 8 bytes
        let mut honest = engine.clone();
        let (_, flags) = seen(&mut honest, (1 << 23) + 2, &of(2, 0));
        assert_eq!(flags & (layout::hpcc::flag::IGNORED | layout::hpcc::flag::STILL), 0);
        // one that confirms nothing new, but is not behind, still says what the path is like
        let (_, flags) = seen(&mut engine, (1 << 23) + 1, &of(2, 0));
        assert_eq!(flags & layout::hpcc::flag::IGNORED, 0);
    }
}

#[test]
fn late_acks_count_after_a_rewind_and_a_nak_may_confirm_nothing_new() {
    for units in units() {
        let mut engine = ready(&with(units, 16, 8));
        open(&mut engine, 5, 100, OPEN);
        engine.step(&tx(5, 120));
        engine.step(&tx(5, 101)); // go back to 101, and send one packet
        let una = |engine: &mut Engine, input: &In| {
            let (update, rejected, _) = outcome(engine, input);
            (update.map(|u| u.una.raw()), rejected)
        };
        // a NAK of 100 confirms up to 99, which is the last one acknowledged
        assert_eq!(una(&mut engine, &packet(Kind::Loss, 100, 5)), (Some(99), 0));
        assert_eq!(una(&mut engine, &packet(Kind::Ack, 119, 5)), (Some(119), 0), "sent before the rewind");
        assert_eq!(una(&mut engine, &packet(Kind::Ack, 120, 5)), (None, 1));
        assert_eq!(una(&mut engine, &packet(Kind::Loss, 120, 5)), (Some(119), 0));
        assert_eq!(una(&mut engine, &packet(Kind::Loss, 121, 5)), (None, 1));
        // what brings no PSN is exempt
        assert_eq!(una(&mut engine, &event(Arrival { psn: Psn::wrap(7777), ..ack(5, 1, false) })), (Some(119), 0));
        assert_eq!(una(&mut engine, &packet(Kind::Cnp, 7777, 5)), (Some(119), 0));
        assert_eq!(una(&mut engine, &packet(Kind::Data, 7777, 5)), (Some(119), 0));
        // more than 2^22 - 1 in flight, and no ACK counts
        engine.step(&tx(5, 120 + (1 << 22)));
        assert_eq!(una(&mut engine, &packet(Kind::Ack, 120, 5)), (None, 1));
        open(&mut engine, 5, 100, OPEN);
        engine.step(&tx(5, 100 + (1 << 22) - 1));
        assert_eq!(una(&mut engine, &packet(Kind::Ack, 100 + (1 << 22) - 2, 5)), (Some(100 + (1 << 22) - 2), 0));
    }
}

#[test]
fn a_closed_qp_drops_its_events_and_counts_them_and_an_opened_one_begins_anew() {
    for units in units() {
        let config = with(units, 16, 8);
        let mut engine = closed(&config);
        let close = HostOp::Write { qpn: 3, parts: Parts { psn: true, ..Parts::NONE }, context: HostContext::RESET };
        let telemetry = telemetry(9, 3, 1000, 10, 0);
        for round in 0..2 {
            for kind in [Kind::Ack, Kind::Loss, Kind::Cnp, Kind::Data] {
                engine.step(&tx(3, 50));
                let input = In { pkt_telemetry: Some(&telemetry), ..packet(kind, 40, 3) };
                assert_eq!(outcome(&mut engine, &input), (None, 0, 1), "{kind:?}");
            }
            for kind in [Kind::Ack, Kind::Rtt] {
                assert_eq!(outcome(&mut engine, &event(Arrival { kind, ..ack(3, 1, true) })), (None, 0, 1));
            }
            // what was sent before does not count
            open(&mut engine, 3, 30, OPEN);
            assert_eq!(outcome(&mut engine, &packet(Kind::Ack, 40, 3)), (None, 1, 0), "round {round}");
            engine.step(&tx(3, 41));
            assert_eq!(outcome(&mut engine, &packet(Kind::Ack, 40, 3)).0.map(|u| u.una.raw()), Some(40));
            assert!(found(&mut engine, 3).open);
            operate(&mut engine, close);
            assert!(!found(&mut engine, 3).open);
        }
    }
}

/// An operation that writes what was sent shares a port with the reports of the NIC: it waits for a cycle without one,
/// and no report is lost. Any other enters beside a report.
#[test]
fn an_operation_that_opens_a_qp_enters_in_a_cycle_without_a_report() {
    for units in units() {
        let mut engine = ready(&with(units, 16, 8));
        let opens = HostOp::Write {
            qpn: 5,
            parts: Parts { psn: true, ..Parts::NONE },
            context: HostContext { psn: Psn::wrap(100), open: true, ..HostContext::RESET },
        };
        for psn in 2..20 {
            let out = engine.step(&In { host: Some(opens), s_event: Some(ack(4, 1, false)), ..tx(3, psn) });
            assert!(!out.host_ready && out.s_event_ready, "an event takes the cycle");
        }
        assert!(engine.step(&host(opens)).host_ready);
        assert_eq!((0..400).filter(|_| engine.step(&idle()).host_done.is_some()).count(), 1);
        assert_eq!(found(&mut engine, 5).psn.raw(), 100);
        assert!(engine.step(&In { host: Some(HostOp::Read { qpn: 3 }), ..tx(3, 20) }).host_ready);
        assert!((0..400).any(|_| engine.step(&idle()).host_done.is_some()));
        assert_eq!(outcome(&mut engine, &packet(Kind::Ack, 18, 3)).0.map(|u| u.una.raw()), Some(18));
    }
}

/// A flow alone at a fifth of 100 Gbit/s, with the parameters of the reset: an ACK each 400 ns, ten packets in flight.
/// Its full updates come once a round trip wherever its PSNs begin, and W stays where it began (H25, H26).
#[test]
fn hpcc_makes_full_updates_at_once_from_any_first_psn_and_w_stays_bounded_at_low_load() {
    use layout::hpcc::{W_INIT, flag};
    const ACKS: u64 = 600;
    for units in [HPCC, BOTH] {
        for first in [0u64, 0x100, 0x40_0000, 0x7f_ff00, 0x80_0000, 0x90_0000, 0xff_ff00, 0xff_ffff] {
            let mut engine = closed(&with(units, 16, 8));
            let psn = |k: u64| first.wrapping_add(k) & Psn::MAX_RAW;
            let mut context = HostContext { alg: Algorithm::Hpcc, ..OPEN };
            context.hpcc.last_update = layout::fixed::U::wrap(first);
            open(&mut engine, 7, first, context);
            let (mut full, mut first_full, mut most, mut updates) = (0, None, 0, 0);
            let mut see = |out: &Out, k: u64| {
                let Some(update) = out.upd else { return };
                let Outcome::Hpcc { w, flags, .. } = update.outcome else { panic!("{update:?}") };
                (updates, most) = (updates + 1, w.raw().max(most));
                if flags & flag::FULL != 0 {
                    full += 1;
                    first_full = first_full.or(Some(k));
                }
            };
            for k in 0..ACKS {
                let mut telemetry = telemetry(1, 1, 400 * k, 8 * k, 0);
                telemetry.hops[0].speed = layout::fixed::U::wrap(2);
                let input =
                    In { pkt_telemetry: Some(&telemetry), tx: tx(7, psn(k + 11)).tx, ..packet(Kind::Ack, psn(k), 7) };
                see(&engine.step(&input), k);
                (0..15).for_each(|_| see(&engine.step(&idle()), k));
            }
            (0..200).for_each(|_| see(&engine.step(&idle()), ACKS));
            assert_eq!(updates, ACKS, "{units:?}, {first:#x}");
            assert!((ACKS / 13..=ACKS / 10).contains(&full), "{units:?}, {first:#x}: {full} full updates");
            assert!(first_full.is_some_and(|k| k < 25), "{units:?}, {first:#x}: the first one at ACK {first_full:?}");
            assert!(most <= W_INIT.reset, "{units:?}, {first:#x}: W reached {most}");
        }
    }
}
