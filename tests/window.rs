//! `window`: the number of the page, the block against the whole step of `hpcc`, its latency and its state.

use crate::support;

use layout::hpcc::{
    Clock, NHop, PARAMS, PathId, QLen, Seq, SpeedCode, Stage, Ts, TxBytes, Util, Window as Bytes, flag,
};
use layout::record::Kind;
use model::hpcc::unit::window::{Context, Event, In, Issued, Measured, Out, Window, step};
use model::hpcc::{self, Arrival, Header, Hop, Params, Record, Records, Telemetry};

const ONE: u64 = 1 << 36;
const BYTE: u64 = 1 << 12;

fn context(u: u64, w: u64, wc: u64, inc_stage: u64, last_update: u64) -> Context {
    Context {
        u: Util::wrap(u),
        w: Bytes::wrap(w),
        wc: Bytes::wrap(wc),
        inc_stage: Stage::wrap(inc_stage),
        last_update: Clock::wrap(last_update),
    }
}

fn ack(seq: u64, snd_nxt: u64) -> Arrival {
    Arrival::Ack { seq: Seq::wrap(seq), snd_nxt: Seq::wrap(snd_nxt) }
}

/// The set of the worked number.
fn worked() -> Params {
    let mut raw = PARAMS.map(|f| f.reset);
    (raw[0], raw[1], raw[2], raw[3]) = (8000, 15 << 12, 5, 100 * BYTE);
    (raw[6], raw[8]) = (layout::hpcc::W_MAX.max, 0);
    Params::from_raw(raw, &Header::default()).expect("legal")
}

#[test]
fn the_worked_number_of_the_page() {
    let p = worked();
    let measured =
        Measured { flags: 0, theta: 34_359_738_375, addend: 6_871_947_675 + 26_388_279_067, arrival: ack(101, 110) };
    let (after, r, flags) = step(context(ONE / 2, 1, 60_000 * BYTE, 2, 100), Event::Update(measured), &p);
    assert_eq!(after, context(50_440_095_923, 60_100 * BYTE, 60_100 * BYTE, 3, 110));
    assert_eq!((r.raw(), flags), (2_016_625_450, flag::FULL));
    let (after, _, flags) = step(context(ONE / 2, 1, 60_000 * BYTE, 5, 100), Event::Update(measured), &p);
    assert_eq!(after, context(50_440_095_923, 314_305_225, 314_305_225, 0, 110));
    assert_eq!(flags, flag::FULL | flag::MULT);
}

/// theta of `model/src/hpcc/page.md`, section U.
fn theta(dts: u64, p: &Params) -> u64 {
    let [t_ticks, m, e, ..] = p.derived();
    match dts < t_ticks {
        true if e > 36 => ((((dts * m) << 1) >> (e - 36)) + 1) >> 1,
        true => (dts * m) << (36 - e),
        false => ONE,
    }
}

/// What this block does with theta and the addend is what the whole step does with the telemetry. The addend is what
/// the whole step makes of U = 0.
#[test]
fn the_block_and_the_measurement_make_the_whole_step() {
    let mut random = support::seed("the_block_and_the_measurement_make_the_whole_step");
    let header = Header::default();
    let (mut compared, mut seen) = (0, 0);
    while compared < 100_000 {
        let mut raw = PARAMS.map(|f| f.reset);
        (raw[0], raw[1], raw[2]) = (random.log_uniform(256, 100_000), random.log_uniform(1, 1 << 16), random.below(7));
        (raw[3], raw[8]) = (random.log_uniform(0, (1 << 32) - 1), random.below(2));
        raw[5] = random.log_uniform(1, (1 << 40) - 1);
        raw[6] = random.log_uniform(raw[5], (1 << 40) - 1);
        let p = Params::from_raw(raw, &header).expect("legal");
        for _ in 0..50 {
            let c = context(
                random.log_uniform(0, Util::MAX_RAW),
                random.log_uniform(0, Bytes::MAX_RAW),
                random.log_uniform(0, Bytes::MAX_RAW),
                random.below(8),
                random.log_uniform(0, Clock::MAX_RAW),
            );
            let arrival = if random.chance(2) {
                ack(c.last_update.raw() + random.log_uniform(0, 1 << 24), random.below(1 << 24))
            } else {
                let now = c.last_update.raw() + random.log_uniform(0, 1 << 21);
                Arrival::Int { now: Clock::wrap(now) }
            };
            let dts = if random.chance(16) { 0 } else { random.log_uniform(1, (1 << 24) - 1) };
            let hop = Hop {
                speed: SpeedCode::wrap(random.below(9)),
                ts: Ts::wrap(dts),
                tx_bytes: TxBytes::wrap(random.log_uniform(0, 100_000)),
                q_len: QLen::wrap(random.log_uniform(0, 65_535)),
            };
            let old = Record { q_len: QLen::wrap(random.log_uniform(0, 65_535)), ..Record::default() };
            let known = Records { valid: !random.chance(16), path: PathId::ZERO, n_hop: NHop::wrap(1), hops: [old] };
            let telemetry = Telemetry {
                path: PathId::wrap(u64::from(random.chance(16))),
                n_hop: NHop::wrap(if random.chance(16) { 2 } else { 1 }),
                hops: [hop],
            };
            let whole = |u| {
                let before = hpcc::Context::<1> {
                    l: known,
                    u,
                    w: c.w,
                    wc: c.wc,
                    inc_stage: c.inc_stage,
                    last_update: c.last_update,
                };
                hpcc::step(&before, arrival, &telemetry, &header, &p)
            };
            let (fresh, from_zero) = whole(Util::ZERO);
            if from_zero.flags & flag::U_SAT != 0 {
                continue; // the addend is not known
            }
            let (after, update) = whole(c.u);
            let measured = Measured {
                flags: update.flags & (0x3f << flag::FOUND),
                theta: theta(dts, &p).max(1 << 16),
                addend: fresh.u.raw(),
                arrival,
            };
            let (next, r, flags) = step(c, Event::Update(measured), &p);
            assert_eq!((next.w, r, flags), (update.w, update.r, update.flags), "{c:?} {measured:?} {raw:x?}");
            assert_eq!((next.u, next.wc, next.w), (after.u, after.wc, after.w));
            assert_eq!((next.inc_stage, next.last_update), (after.inc_stage, after.last_update));
            compared += 1;
            seen |= flags;
        }
    }
    println!("{compared} steps compared");
    assert_eq!(seen | flag::SPEED | flag::IGNORED | flag::PACED, (1 << flag::BITS) - 1, "every flag occurs");
}

#[test]
fn a_result_follows_26_cycles_after_its_event_and_reset_forgets_what_is_under_way() {
    let mut block = Window::new(16);
    let idle = In { rst_n: true, set: None, init: None, host: Context::RESET, event: None };
    let measured = Measured { flags: 0, theta: ONE, addend: 0, arrival: ack(1, 1) };
    let event = |kind| Some(Issued { kind, qpn: 2, set: 3, measured });
    block.step(&In { set: Some((3, worked())), ..idle.clone() });
    block.step(&In { event: event(Kind::Ack), ..idle.clone() });
    let results: Vec<Option<Out>> = (0..30).map(|_| block.step(&idle)).collect();
    assert!(results.iter().enumerate().all(|(k, out)| out.is_some() == (k == 25)));
    assert_eq!(results[25].map(|o| o.context), Some(context(0, 62_600 * BYTE, 62_600 * BYTE, 1, 1)));
    block.step(&In { event: event(Kind::Ack), ..idle.clone() });
    block.step(&In { rst_n: false, ..idle.clone() });
    assert!((0..40).all(|_| block.step(&idle).is_none()));
    block.step(&In { init: Some(2), ..idle.clone() });
    block.step(&In { event: event(Kind::HostRead), ..idle.clone() });
    let out = (0..26).map(|_| block.step(&idle)).last().flatten().expect("a result");
    assert_eq!((out.context, out.flags), (Context::RESET, 0));
}
