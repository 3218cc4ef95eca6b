//! The worked number of model/src/hpcc/page.md through the whole engine. Its RTL: `one_ack_through_three_hops_by_hand`
//! in hdl/src/engine/tests.rs.

use super::*;
use layout::fixed::U;
use layout::hpcc::flag;
use layout::timing::Latency;
use model::hpcc::unit::window;
use model::hpcc::{Header, Params};

/// Bytes, U28.12.
const BYTE: u64 = 1 << 12;

fn header(hops: [[u64; 4]; 3]) -> Telemetry<MAX_HOPS> {
    let mut header = telemetry(0x5a, 3, 0, 0, 0);
    for (hop, [speed, ts, tx, q]) in header.hops.iter_mut().zip(hops) {
        *hop = Hop { speed: U::wrap(speed), ts: U::wrap(ts), tx_bytes: U::wrap(tx), q_len: U::wrap(q) };
    }
    header
}

/// The update of an ACK with telemetry, which comes when the page says.
fn acked(engine: &mut Engine, config: &Config, psn: u64, snd_nxt: u64, telemetry: &Telemetry<MAX_HOPS>) -> Update {
    let arrival = Arrival { use_psn: true, psn: Psn::wrap(psn), ..ack(9, 0, false) };
    let tx = Some((9, Psn::wrap(snd_nxt)));
    assert!(engine.step(&In { tx, s_event_telemetry: Some(telemetry), ..event(arrival) }).s_event_ready);
    let latency = Latency::of(config).event(Unit::Hpcc);
    (1..latency).for_each(|_| assert_eq!(engine.step(&idle()).upd, None));
    engine.step(&idle()).upd.expect("an update after the latency")
}

#[test]
fn one_ack_through_three_hops_by_hand_in_the_model() {
    // T = 8000 ns, eta = 15/16, W_ai = 100 B, maxStage = 5
    let mut p = Params::default();
    for (name, value) in [
        ("T", "8000"),
        ("eta", "15/16"),
        ("W_ai", "100"),
        ("maxStage", "5"),
        ("W_max", "268435455"),
        ("sync_first", "0"),
    ] {
        p = p.set(name, value, &Header::default()).expect("legal").0;
    }
    // hops 1 to 3: 100, 400 and 25 Gbit/s; the differences are 300, 1250 and 82 of txBytes in 4000 ns
    let old = header([[2, 1000, 100, 250], [4, 777, 5000, 99], [0, 16_777_000, 1_048_570, 40]]);
    let new = header([[2, 5000, 400, 300], [4, 4777, 6250, 0], [0, 3784, 76, 25]]);
    // incStage, and W; R = 134218·2^-30·W
    let cases =
        [(2, 60_100 * BYTE, 2_016_625_450, flag::FULL, 3), (5, 314_305_225, 2_574_793_621, flag::FULL | flag::MULT, 0)];
    for units in [HPCC, BOTH] {
        for (inc_stage, w, r, flags, stage_after) in cases {
            let config = with(units, 16, 4);
            let mut engine = ready(&config);
            engine.step(&In { registers: Registers { hpcc: Some((6, &p)), ..Registers::default() }, ..idle() });
            // U = 1/2, Wc = 60,000 B
            let hpcc = window::Context {
                u: U::wrap(1 << 35),
                w: U::wrap(7 * BYTE),
                wc: U::wrap(60_000 * BYTE),
                inc_stage: U::wrap(inc_stage),
                last_update: U::wrap(0),
            };
            let context = HostContext { alg: Algorithm::Hpcc, set: 6, hpcc, ..OPEN };
            assert_eq!(operate(&mut engine, write(9, context)), HostDone::Write);
            // the first ACK brings L, at snd_nxt = 5
            let first = acked(&mut engine, &config, 3, 5, &old);
            assert!(
                matches!(first.outcome, Outcome::Hpcc { w, flags: flag::FIRST, feedback: false, .. } if w.raw() == 7 * BYTE)
            );
            let update = acked(&mut engine, &config, 9, 70, &new);
            let outcome = Outcome::Hpcc { w: U::wrap(w), r: U::wrap(r), flags, feedback: false };
            assert_eq!(
                update,
                Update { kind: Kind::Ack, qpn: 9, alg: Algorithm::Hpcc, una: Psn::wrap(9), una_lsn: U::ZERO, outcome }
            );
            let after = window::Context {
                u: U::wrap(50_440_095_923),
                w: U::wrap(w),
                wc: U::wrap(w),
                inc_stage: U::wrap(stage_after),
                last_update: U::wrap(70),
            };
            let found = HostContext { psn: Psn::wrap(9), open: true, hpcc: after, ..context };
            assert_eq!(operate(&mut engine, HostOp::Read { qpn: 9 }), HostDone::Read(found));
        }
    }
}
