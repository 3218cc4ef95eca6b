//! Random settings and steps.

use super::case::*;
use crate::support::Random;
use layout::fixed::U;
use layout::hpcc::*;
use model::hpcc::{Arrival, Context, Header, Params, Records};

/// A header and parameters: mostly the defaults' units, sometimes any.
pub fn settings(random: &mut Random) -> (Header, Params) {
    loop {
        let units = if random.chance(4) {
            [random.log_uniform(1, 255), random.log_uniform(1, 4095), random.log_uniform(1, 4095)]
        } else {
            [1, 128, 80]
        };
        let table = if random.chance(4) { [(); SPEEDS].map(|()| random.log_uniform(0, 4095)) } else { SPEED_TABLE };
        let header = Header::from_raw(units, table).expect("legal");
        let w_min = random.log_uniform(1, 1 << 24);
        let raw = [
            if random.chance(2) { 1000 + random.below(50_000) } else { random.log_uniform(256, Time::MAX_RAW) },
            if random.chance(4) { random.log_uniform(1, 1 << 16) } else { 0xc000 + random.below(0x4001) },
            random.log_uniform(0, Stage::MAX_RAW),
            random.log_uniform(0, Increment::MAX_RAW),
            random.log_uniform(1, Window::MAX_RAW),
            w_min,
            if random.chance(4) { random.log_uniform(w_min, Window::MAX_RAW) } else { Window::MAX_RAW },
            random.log_uniform(0, Util::MAX_RAW),
            random.below(2),
        ];
        if let Ok(p) = Params::from_raw(raw, &header) {
            return (header, p);
        }
    }
}

/// One step under settings of its own.
pub fn random_case(random: &mut Random) -> Case {
    let (header, p) = settings(random);
    case_under(random, header, p)
}

/// One step: hops that are wild, plausible, or equal in u' and unlike in all else.
pub fn case_under(random: &mut Random, header: Header, p: Params) -> Case {
    let n = if random.chance(50) { random.below(8) } else { 1 + random.below(5) };
    let (mut old, mut new) = (Vec::new(), Vec::new());
    let t_ticks = p.derived()[0];
    let manner = random.below(4);
    let (dts0, tx0, q0) = (random.log_uniform(1, 1 << 16), random.log_uniform(1, 4000), random.log_uniform(0, 999));
    for _ in 0..n {
        let codes = if random.chance(10) { 16 } else { 8 };
        let code = random.below(codes);
        let gbps = header.speed(U::wrap(code)).map_or(1, |s| s.gbps.raw());
        let (dts, tx, queue) = match manner {
            0 => (random.log_uniform(0, 0xff_ffff), random.log_uniform(0, 0xf_ffff), random.log_uniform(0, 0xffff)),
            1 => {
                // near the limit of the link, and near T
                let dts = (random.log_uniform(1, 8 * t_ticks)).min(0xff_ffff);
                let tx =
                    dts as u128 * header.ts_unit().raw() as u128 * gbps as u128 / (8 * header.tx_unit().raw()) as u128;
                (dts, (tx as u64 * random.below(1100) / 1000).min(0xf_ffff), random.log_uniform(0, 2000))
            }
            2 => (t_ticks + random.below(3) - 1, random.log_uniform(0, 0xf_ffff), random.log_uniform(0, 0xffff)),
            // a multiple of the first hop's interval and count, with q scaled by the speed: ties at equal speed
            _ => {
                let k = 1 + random.below(64);
                ((dts0 * k).min(0xff_ffff), tx0 * k + (random.chance(3) as u64), q0 + random.chance(5) as u64)
            }
        };
        let code = if manner == 3 && random.chance(2) { 2 } else { code };
        let (ts, count) = (random.next(), random.next());
        let (q_old, q_new) =
            if random.chance(2) { (queue, queue + random.below(500)) } else { (queue + random.below(500), queue) };
        old.push([code, ts, count, q_old.min(0xffff)]);
        new.push([code, ts.wrapping_add(dts), count.wrapping_add(tx), q_new.min(0xffff)]);
    }
    let (old, mut new) = (telemetry(3, &old), telemetry(3, &new));
    if random.chance(100) {
        new.path = U::wrap(4);
    }
    let wc = random.log_uniform(0, Window::MAX_RAW);
    let u = match random.below(4) {
        0 => random.log_uniform(0, Util::MAX_RAW),
        1 => (p.eta().raw() << 20).wrapping_add(random.below(5)).wrapping_sub(2),
        _ => random.below(2 * ONE),
    };
    let context = Context {
        l: Records { valid: !random.chance(100), ..records(&old) },
        u: Util::wrap(u),
        w: Window::wrap(random.next()),
        wc: Window::wrap(wc),
        inc_stage: U::wrap(if random.chance(2) { random.below(8) } else { random.below(256) }),
        last_update: U::wrap(random.next()),
    };
    let arrival = if random.chance(3) {
        Arrival::Int { now: U::wrap(context.last_update.raw().wrapping_add(random.below(3 * p.t().raw()))) }
    } else {
        ack(context.last_update.raw().wrapping_add(random.below(5)).wrapping_sub(2), random.next())
    };
    Case { header, p, context, arrival, telemetry: new }
}
