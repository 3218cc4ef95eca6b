//! Points of `limit`: what advices, updates, choices and lowerings of one QP do to one another.

use super::seen::{Memory, Port, apart, behind, count};
use super::sheet::{Pin, Row, Sheet};
use crate::Error;
use layout::limit::{LIMIT_LATENCY, NO_RATE};
use layout::record::{Algorithm, Kind};
use std::collections::HashMap;

/// 1.0 packet.
const ONE: u64 = 1 << 28;

/// The ports that points of more than one kind ask.
#[derive(Clone, Copy)]
struct Pins {
    update: Port,
    told: Port,
    choice: Port,
    advice: Port,
    lower: Port,
    rst_n: Pin,
    done: Pin,
    rate: Pin,
    kind: Pin,
    alg: Pin,
}

pub fn limit(sheet: &mut Sheet) -> Result<(), Error> {
    let pins = Pins {
        update: Port::of(sheet, "s_upd")?,
        told: Port::of(sheet, "m_upd")?,
        choice: Port::of(sheet, "s_choice")?,
        advice: Port::of(sheet, "s_advice")?,
        lower: Port::of(sheet, "lower")?,
        rst_n: sheet.pin("rst_n")?,
        done: sheet.pin("lower_done")?,
        rate: sheet.pin("m_upd_rate")?,
        kind: sheet.pin("m_upd_kind")?,
        alg: sheet.pin("m_upd_alg")?,
    };
    for port in ["s_upd", "m_upd", "lower", "set"] {
        sheet.waits(&format!("{port}_valid"), &format!("{port}_ready"))?;
    }
    count(sheet, &["lost", "rejected", "lowerings", "dues", "held", "late_worst"])?;
    told(sheet, pins)?;
    advices(sheet, pins)?;
    choices(sheet, pins)?;
    lowerings(sheet, pins)?;
    let set = (sheet.pin("set_valid")?, sheet.pin("set_ready")?);
    let update = pins.update;
    sheet.point("an update waits for the write of a set", move |r| r.is(set.0) && r.is(update.valid));
    sheet.point("a set is written in the cycle of a choice", move |r| {
        r.is(set.0) && r.is(set.1) && r.is(pins.choice.valid)
    });
    let ready = sheet.pin("m_upd_ready")?;
    sheet.point("updates wait as many as there may be", move |r| {
        r.is(update.valid) && !r.is(set.0) && !update.is_taken(r) && (0..40).all(|k| r.ago(ready, k) == 0)
    });
    apart(sheet, "updates of one QP", move |r| update.taken(r), 1..=6);
    sheet.reset_in_flight("s_upd_valid", u64::from(LIMIT_LATENCY))
}

/// An update whose limits count, of this algorithm: that of DCQCN with kind timer, and none of a receiver's.
fn counts(r: &Row, p: Pins, alg: Algorithm) -> bool {
    let timed = matches!(alg, Algorithm::DcqcnP | Algorithm::DcqcnD);
    r.is(p.told.valid) && r.get(p.alg) == alg as u64 && (!timed || r.get(p.kind) == Kind::Timer as u64)
}

/// What the NIC is told.
fn told(sheet: &mut Sheet, p: Pins) -> Result<(), Error> {
    for alg in Algorithm::ALL {
        let name = alg.name();
        if alg == Algorithm::HpccRx {
            sheet.point("hpcc-rx passes", move |r| r.is(p.told.valid) && r.get(p.alg) == alg as u64);
            continue;
        }
        sheet.point(format!("{name} with a rate"), move |r| counts(r, p, alg) && r.get(p.rate) < NO_RATE);
        sheet.point(format!("{name} without"), move |r| counts(r, p, alg) && r.get(p.rate) == NO_RATE);
    }
    let dcqcn = [Algorithm::DcqcnP as u64, Algorithm::DcqcnD as u64];
    sheet.point("an update of DCQCN that is no timer's passes", move |r| {
        r.is(p.told.valid) && dcqcn.contains(&r.get(p.alg)) && r.get(p.kind) != Kind::Timer as u64
    });
    let (we, qpn, on) = (sheet.pin("ignore_we")?, sheet.pin("ignore_qpn")?, sheet.pin("ignore_on")?);
    sheet.point("marks are ignored from now on", move |r| r.is(we) && r.is(on));
    sheet.point("marks count again", move |r| r.is(we) && !r.is(on));
    let mut ignored = Memory::<HashMap<u64, u64>>::new(sheet)?;
    let idle = sheet.pin("idle")?;
    sheet.point("idle while an advice is live", move |r| {
        let ignored = ignored.of(r);
        if r.is(we) {
            match r.is(on) {
                true => ignored.insert(r.get(qpn), r.number),
                false => ignored.remove(&r.get(qpn)),
            };
        }
        r.is(idle) && !ignored.is_empty()
    });
    let mut since = Memory::<HashMap<u64, u64>>::new(sheet)?;
    // what limits is above what the port can say
    sheet.point("an advice of 2^7 bytes a ns and more", move |r| {
        let since = since.of(r);
        if r.is(we) {
            match r.is(on) {
                true => drop(since.entry(r.get(qpn)).or_insert(r.number)),
                false => drop(since.remove(&r.get(qpn))),
            }
        }
        let live = since.get(&r.get(p.told.qpn)).is_some_and(|then| r.number - then > 8);
        live && counts(r, p, Algorithm::Hpcc) && r.get(p.rate) == NO_RATE
    });
    Ok(())
}

fn advices(sheet: &mut Sheet, p: Pins) -> Result<(), Error> {
    let (switch, seq, rate) = (sheet.pin("s_advice_switch")?, sheet.pin("s_advice_seq")?, sheet.pin("s_advice_rate")?);
    let withdraw = sheet.pin("s_advice_withdraw")?;
    sheet.point("an advice is withdrawn", move |r| r.is(p.advice.valid) && r.is(withdraw));
    // of one switch and QP: what it said last, and what it says now
    type Says = fn([u64; 2], [u64; 2]) -> bool;
    let says: [(&str, Says); 7] = [
        ("lower than the last", |was, now| now[1] < was[1]),
        ("higher than the last", |was, now| now[1] > was[1]),
        ("equal to the last", |was, now| now[1] == was[1]),
        ("with the number of the last", |was, now| now[0] == was[0]),
        ("with the next number", |was, now| now[0] == (was[0] + 1) & 0xffff),
        ("with an older number", |was, now| now[0].wrapping_sub(was[0]) & 0xffff > 0x8000),
        ("with a number that wraps", |was, now| now[0] == 0 && was[0] == 0xffff),
    ];
    for (what, is) in says {
        let mut last = Memory::<HashMap<(u64, u64), [u64; 2]>>::new(sheet)?;
        sheet.point(format!("an advice {what}"), move |r| {
            let last = last.of(r);
            let now = [r.get(seq), r.get(rate)];
            let key = (r.get(p.advice.qpn), r.get(switch));
            r.is(p.advice.valid) && last.insert(key, now).is_some_and(|was| is(was, now))
        });
    }
    behind(sheet, "an advice and an update of its QP", move |r| p.advice.taken(r), move |r| p.update.taken(r), 0..=2);
    behind(sheet, "an update and an advice of its QP", move |r| p.update.taken(r), move |r| p.advice.taken(r), 1..=2);
    apart(sheet, "advices of one QP", move |r| p.advice.taken(r), 1..=3);
    let alert = Port { valid: sheet.pin("alert_valid")?, ready: None, qpn: sheet.pin("alert_qpn")? };
    sheet.point("an advice out of its range", move |r| r.is(alert.valid));
    Ok(())
}

fn choices(sheet: &mut Sheet, p: Pins) -> Result<(), Error> {
    let (alg, opens) = (sheet.pin("s_choice_alg")?, sheet.pin("s_choice_opens")?);
    // what the choice changes, of a QP that is limited
    type Changes = fn(bool, bool) -> bool;
    let changes: [(&str, Changes); 3] = [
        ("is opened", |opens, _| opens),
        ("moves to another algorithm", |opens, other| !opens && other),
        ("has another set alone", |opens, other| !opens && !other),
    ];
    for (what, is) in changes {
        // of each QP its algorithm, and whether it was told a rate
        let mut qps = Memory::<HashMap<u64, (u64, bool)>>::new(sheet)?;
        sheet.point(format!("a QP that is limited {what}"), move |r| {
            let qps = qps.of(r);
            if r.is(p.told.valid) && r.get(p.alg) != Algorithm::HpccRx as u64 {
                qps.entry(r.get(p.told.qpn)).or_default().1 = r.get(p.rate) < NO_RATE;
            }
            let Some(qpn) = p.choice.taken(r) else { return false };
            let (was, limited) = qps.insert(qpn, (r.get(alg), false)).unwrap_or_default();
            limited && is(r.is(opens), was != r.get(alg))
        });
    }
    let mut own = Memory::<HashMap<u64, u64>>::new(sheet)?;
    let of = sheet.pin("s_upd_alg")?;
    sheet.point("an update of another algorithm than the QP's", move |r| {
        let own = own.of(r);
        let met = p.update.taken(r).and_then(|qpn| own.get(&qpn)).is_some_and(|own| *own != r.get(of));
        if let Some(qpn) = p.choice.taken(r) {
            own.insert(qpn, r.get(alg));
        }
        met
    });
    behind(sheet, "a choice and an update of its QP", move |r| p.choice.taken(r), move |r| p.update.taken(r), 0..=3);
    // in the cycle behind a choice no update is taken
    behind(sheet, "an update and a choice of its QP", move |r| p.update.taken(r), move |r| p.choice.taken(r), 2..=4);
    behind(sheet, "a choice and an advice of its QP", move |r| p.choice.taken(r), move |r| p.advice.taken(r), 0..=1);
    apart(sheet, "choices", move |r| p.choice.taken(r).map(|_| 0), 2..=3);
    Ok(())
}

fn lowerings(sheet: &mut Sheet, p: Pins) -> Result<(), Error> {
    let (by, window, given) = (sheet.pin("lower_alg")?, sheet.pin("lower_window")?, sheet.pin("lower_rate")?);
    for alg in Algorithm::ALL.into_iter().filter(|alg| *alg != Algorithm::HpccRx) {
        let is = move |r: &Row| p.lower.is_taken(r) && r.get(by) == alg as u64;
        sheet.point(format!("{} is lowered", alg.name()), is);
    }
    sheet.point("to a packet", move |r| p.lower.is_taken(r) && r.get(by) == 0 && r.get(window) == ONE);
    sheet.point("to a window of all ones", move |r| p.lower.is_taken(r) && r.get(window) == (1 << 42) - 1);
    sheet.point("to no rate", move |r| p.lower.is_taken(r) && r.get(given) == NO_RATE);
    let mut stood = Memory::<bool>::new(sheet)?;
    sheet.point("an offer is taken back", move |r| {
        let was = std::mem::replace(stood.of(r), r.is(p.lower.valid) && !p.lower.is_taken(r));
        was && !r.is(p.lower.valid) && r.is(p.rst_n)
    });
    // from the cycle in which the engine takes it to the one in which it has done it
    type Asks<'a> = Box<dyn FnMut(&Row, u64) -> bool + 'a>;
    let under_way = |sheet: &mut Sheet<'_>, what: &str, mut asks: Asks<'static>| -> Result<(), Error> {
        let mut of = Memory::<Option<u64>>::new(sheet)?;
        sheet.point(format!("{what} while the QP is lowered"), move |r| {
            let of = of.of(r);
            let met = of.is_some_and(|qpn| asks(r, qpn));
            if r.is(p.done) {
                *of = None;
            }
            if p.lower.is_taken(r) {
                *of = Some(r.get(p.lower.qpn));
            }
            met
        });
        Ok(())
    };
    under_way(sheet, "an update", Box::new(move |r, qpn| p.update.taken(r) == Some(qpn)))?;
    under_way(sheet, "an advice", Box::new(move |r, qpn| p.advice.taken(r) == Some(qpn)))?;
    under_way(sheet, "a choice", Box::new(move |r, qpn| p.choice.taken(r) == Some(qpn)))?;
    let done = move |r: &Row, qpn: u64| r.is(p.done) && p.update.taken(r) == Some(qpn);
    under_way(sheet, "an update in the last cycle", Box::new(done))?;
    let done = move |r: &Row, qpn: u64| r.is(p.done) && p.choice.taken(r) == Some(qpn);
    under_way(sheet, "a choice in the last cycle", Box::new(done))?;
    for (raised, what) in [(true, "raised"), (false, "lowered")] {
        let mut rates = HashMap::new();
        let raises = move |r: &Row, qpn: u64| {
            let now = r.get(p.rate);
            let own = p.told.stands(r) == Some(qpn) && r.get(p.alg) != Algorithm::HpccRx as u64;
            own && rates.insert(qpn, now).is_some_and(|was| if raised { now > was } else { now < was })
        };
        under_way(sheet, &format!("the rate is {what}"), Box::new(raises))?;
    }
    for (what, of) in [("an update", p.update), ("a choice", p.choice), ("an advice", p.advice)] {
        let both = move |r: &Row| p.lower.taken(r).is_some_and(|qpn| of.taken(r) == Some(qpn));
        sheet.point(format!("{what} in the cycle in which the engine takes its QP's lowering"), both);
    }
    let mut last = Memory::<Option<u64>>::new(sheet)?;
    sheet.point("a QP is lowered twice in a row", move |r| {
        let last = last.of(r);
        p.lower.taken(r).is_some_and(|qpn| last.replace(qpn) == Some(qpn))
    });
    Ok(())
}
