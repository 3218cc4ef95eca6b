//! Points of HPCC++'s arithmetic: `hops`, `inflight`, `window`.

use super::ldcp::KINDS;
use super::sheet::{Contexts, Pin, Row, Sheet};
use crate::Error;
use layout::config::Config;
use layout::hpcc::flag;
use layout::timing::{HAZARD, HOPS_LATENCY, WINDOW_LATENCY};

/// The flags of the measurement, as they stand on its ports.
const FOUND: &[&str] = flag::NAMES.split_at(flag::FOUND as usize).1.split_at(flag::FOUND_BITS as usize).0;

pub fn hops(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    let (valid, telemetry, clear) = (sheet.pin("in_valid")?, sheet.pin("in_telemetry")?, sheet.pin("in_clear")?);
    let (n_hop, out, flags) = (sheet.pin("in_n_hop")?, sheet.pin("out_valid")?, sheet.pin("out_flags")?);
    let measure = sheet.pin("out_measure")?;
    sheet.flags("out_valid", "out_flags", &FOUND[..3], |_| true)?;
    sheet.apart("events of one QP", "in_valid", "in_qpn", 1..=4)?;
    sheet.point("clears", move |r| r.is(valid) && r.is(clear));
    sheet.point("clears, whatever telemetry says", move |r| r.is(valid) && r.is(clear) && r.is(telemetry));
    sheet.point("no telemetry", move |r| r.is(valid) && !r.is(telemetry) && !r.is(clear));
    sheet.point("measures", move |r| r.is(out) && r.is(measure) && r.get(flags) == 0);
    let hops = u64::from(config.hpcc.hops);
    for n in 0..=hops + 1 {
        let asks = move |r: &Row| r.is(out) && r.ago(n_hop, HOPS_LATENCY) == n && r.ago(telemetry, HOPS_LATENCY) == 1;
        sheet.point(format!("telemetry of {n} hops"), asks);
    }
    for hop in 0..hops {
        let of = |side: &str, field: &str| format!("{side}_hop_{hop}_{field}");
        let used = sheet.pin(&of("out", "used"))?;
        let moved = |field| Ok::<_, Error>((sheet.pin(&of("in", field))?, field));
        let (ts, tx, q) = (moved("ts")?.0, moved("tx")?.0, moved("q")?.0);
        let (dts, dtx) = (sheet.pin(&of("out", "dts"))?, sheet.pin(&of("out", "tx"))?);
        let lesser = sheet.pin(&of("out", "q"))?;
        let counts = move |r: &Row| r.is(out) && r.is(used);
        // what was counted before is what is counted now less the difference
        let wraps = move |r: &Row, now: Pin, difference: Pin| counts(r) && r.ago(now, HOPS_LATENCY) < r.get(difference);
        sheet.point(format!("hop {hop}: the timestamp wraps"), move |r| wraps(r, ts, dts));
        sheet.point(format!("hop {hop}: the bytes wrap"), move |r| wraps(r, tx, dtx));
        sheet.point(format!("hop {hop}: no time has passed"), move |r| counts(r) && r.get(dts) == 0);
        sheet.point(format!("hop {hop}: nothing sent"), move |r| counts(r) && r.get(dtx) == 0);
        sheet.point(format!("hop {hop}: the queue was shorter"), move |r| {
            counts(r) && r.get(lesser) < r.ago(q, HOPS_LATENCY)
        });
        sheet.point(format!("hop {hop}: the queue is not longer"), move |r| {
            counts(r) && r.get(lesser) == r.ago(q, HOPS_LATENCY)
        });
    }
    sheet.reset_in_flight("in_valid", u64::from(HOPS_LATENCY))
}

pub fn inflight(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    let (valid, ready, measure) = (sheet.pin("in_valid")?, sheet.pin("in_ready")?, sheet.pin("in_measure")?);
    let (out, theta, addend) = (sheet.pin("out_valid")?, sheet.pin("out_theta")?, sheet.pin("out_addend")?);
    let set = sheet.pin("in_set")?;
    let taken = move |r: &Row| r.is(valid) && r.is(ready);
    sheet.flags("out_valid", "out_flags", FOUND, |_| true)?;
    sheet.every("every parameter set", 16, move |r| taken(r).then(|| r.get(set)));
    sheet.point("measures nothing", move |r| taken(r) && !r.is(measure));
    sheet.point("theta 0: no hop", move |r| r.is(out) && r.get(theta) == 0);
    sheet.point("theta below 1: less than T has passed", move |r| {
        r.is(out) && r.get(theta) > 0 && r.get(theta) >> 36 == 0
    });
    sheet.point("theta 1: T and more", move |r| r.is(out) && r.get(theta) >> 36 == 1);
    let most = (1 << 49) - 1;
    sheet.point("the addend saturates", move |r| r.is(out) && r.get(addend) == most);
    sheet.point("the addend is between", move |r| r.is(out) && r.get(addend) > 0 && r.get(addend) < most);
    let hops = config.hpcc.hops;
    if config.lanes() < hops {
        sheet.waits("in_valid", "in_ready")?;
    }
    let of = |sheet: &Sheet, field: &str| -> Result<Vec<Pin>, Error> {
        (0..hops).map(|i| sheet.pin(&format!("in_hop_{i}_{field}"))).collect()
    };
    let (used, speed) = (of(sheet, "used")?, of(sheet, "speed")?);
    let (dts, tx, q) = (of(sheet, "dts")?, of(sheet, "tx")?, of(sheet, "q")?);
    for i in 0..hops as usize {
        let (used, dts, tx, q) = (used[i], dts.clone(), tx.clone(), q.clone());
        let in_use = move |r: &Row| taken(r) && r.is(measure) && r.is(used);
        let (own_dts, own_tx, own_q) = (dts[i], tx[i], q[i]);
        sheet.point(format!("hop {i}: no time has passed"), move |r| in_use(r) && r.get(own_dts) == 0);
        sheet.point(format!("hop {i}: the longest time"), move |r| in_use(r) && r.get(own_dts) == (1 << 24) - 1);
        sheet.point(format!("hop {i}: only a queue"), move |r| in_use(r) && r.get(own_tx) == 0 && r.get(own_q) > 0);
        sheet.point(format!("hop {i}: only bytes sent"), move |r| in_use(r) && r.get(own_q) == 0 && r.get(own_tx) > 0);
        sheet.every(&format!("hop {i}: every speed code"), 16, {
            let speed = speed[i];
            move |r| in_use(r).then(|| r.get(speed))
        });
    }
    if let (Some(a), Some(b)) = (used.first().copied(), used.get(1).copied()) {
        let pairs = [dts[0], dts[1], tx[0], tx[1], q[0], q[1]];
        sheet.point("two hops are equal in all", move |r| {
            let [d0, d1, t0, t1, q0, q1] = pairs.map(|pin| r.get(pin));
            taken(r) && r.is(measure) && r.is(a) && r.is(b) && (d0, t0, q0) == (d1, t1, q1)
        });
    }
    sheet.reset_in_flight("in_valid", 30)
}

pub fn window(sheet: &mut Sheet) -> Result<(), Error> {
    let (valid, kind) = (sheet.pin("in_valid")?, sheet.pin("in_kind")?);
    let (receiver, seq, mark) = (sheet.pin("in_receiver")?, sheet.pin("in_seq")?, sheet.pin("in_mark")?);
    let (out, flags, set) = (sheet.pin("out_valid")?, sheet.pin("out_flags")?, sheet.pin("in_set")?);
    let ago = |pin| move |r: &Row| r.ago(pin, WINDOW_LATENCY);
    let (of_receiver, of_kind, theta) = (ago(receiver), ago(kind), ago(sheet.pin("in_theta")?));
    sheet.values("in_valid", "in_kind", &KINDS)?;
    for (who, side) in [(0, "sender"), (1, "receiver")] {
        let names = flag::NAMES.map(|name| format!("{name} of a {side}"));
        let names = names.each_ref().map(String::as_str);
        sheet.unpaced_flags("out_valid", "out_flags", &names, move |r| of_receiver(r) == who)?;
    }
    sheet.apart("events of one QP", "in_valid", "in_qpn", u64::from(HAZARD)..=u64::from(HAZARD) + 3)?;
    sheet.every("every parameter set", 16, move |r| r.is(valid).then(|| r.get(set)));
    let has = |flags: Pin, which: u16| move |r: &Row| r.get(flags) & u64::from(which) != 0;
    let is_update = move |r: &Row| r.is(out) && !matches!(of_kind(r), 4 | 5);
    let passive = flag::FIRST | flag::PATH | flag::HOPS | flag::IGNORED;
    let (skips, mult, full) = (has(flags, passive), has(flags, flag::MULT), has(flags, flag::FULL));
    let bounds = has(flags, flag::FLOOR | flag::SAT);
    sheet.point("additive increase", move |r| is_update(r) && !skips(r) && !mult(r) && !bounds(r));
    sheet.point("additive increase, full", move |r| is_update(r) && !skips(r) && !mult(r) && full(r));
    sheet.point("multiplicative", move |r| is_update(r) && !skips(r) && mult(r) && !bounds(r));
    sheet.point("multiplicative, full", move |r| is_update(r) && !skips(r) && mult(r) && full(r));
    sheet.point("multiplicative to the floor", move |r| is_update(r) && mult(r) && has(flags, flag::FLOOR)(r));
    sheet.point("multiplicative to the greatest window", move |r| is_update(r) && mult(r) && has(flags, flag::SAT)(r));
    sheet.point("theta 0", move |r| is_update(r) && !skips(r) && theta(r) == 0);
    sheet.point("theta between", move |r| is_update(r) && !skips(r) && theta(r) > 0 && theta(r) >> 36 == 0);
    sheet.point("theta 1", move |r| is_update(r) && !skips(r) && theta(r) >> 36 == 1);
    let feedback = sheet.pin("out_feedback")?;
    sheet.point("feedback", move |r| r.is(out) && r.is(feedback));
    let read = move |r: &Row| r.is(out) && of_kind(r) == 5;
    for port in ["out_u", "out_wc", "out_inc_stage", "out_last_update"] {
        let pin = sheet.pin(port)?;
        sheet.point(format!("host_read finds {port} that is not 0"), move |r| read(r) && r.get(pin) > 0);
    }

    // lastUpdate: the mark of the QP's last full update
    let (init_we, init_addr) = (sheet.pin("init_we")?, sheet.pin("init_addr")?);
    let (out_qpn, host) = (sheet.pin("out_qpn")?, sheet.pin("host_last_update")?);
    for (name, who) in [("lastUpdateSeq wraps", 0), ("lastUpdateTime wraps", 1)] {
        let mut marks = Contexts::new(0);
        sheet.point(name, move |r| {
            if r.is(init_we) {
                marks.set(r.get(init_addr), 0);
            }
            if !r.is(out) {
                return false;
            }
            let (now, then) = (if who == 0 { seq } else { mark }, marks.get(r.get(out_qpn)));
            let met = is_update(r) && full(r) && of_receiver(r) == who && r.ago(now, WINDOW_LATENCY) < then;
            match of_kind(r) {
                4 => marks.set(r.get(out_qpn), r.get(host)),
                5 => {}
                _ if full(r) => marks.set(r.get(out_qpn), r.ago(mark, WINDOW_LATENCY)),
                _ => {}
            }
            met
        });
    }
    sheet.reset_in_flight("in_valid", u64::from(WINDOW_LATENCY))
}
