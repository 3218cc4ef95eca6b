//! Points of what is put together: `engine`, `top`, `nic`. What a block within them does is that block's own.

use super::packets;
use super::sheet::{Row, Sheet};
use crate::Error;
use layout::config::{Config, Unit};
use layout::drop_reason::DropReason;
use layout::record::{Algorithm, Kind};
use layout::registers::{HIGH_WATER, unit_page};
use layout::units::Sense;
use std::collections::HashMap;

/// The kinds of event that other parsers give.
const KINDS: [(u64, &str); 5] = [(0, "ack"), (1, "loss"), (2, "rtt"), (3, "cnp"), (6, "data")];

pub fn engine(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    sheet.values("pkt_valid", "pkt_kind", &packets::KINDS)?;
    let room = sheet.pin("room")?;
    sheet.point("no room for packets", move |r| !r.is(room));
    let (pkt, event) = (sheet.pin("pkt_valid")?, sheet.pin("s_event_valid")?);
    sheet.point("an event of each source at once", move |r| r.is(pkt) && r.is(event));
    events(sheet)?;
    host(sheet, config)?;
    pages(sheet, config)?;
    let (idle, ready) = (sheet.pin("idle")?, sheet.pin("upd_ready")?);
    sheet.point("idle", move |r| r.is(idle));
    let done = sheet.pin("host_done")?;
    sheet.point("an operation ends while updates wait", move |r| r.is(done) && (0..12).all(|k| r.ago(ready, k) == 0));
    updates(sheet, config)?;
    let folded = sheet.pin("seen_folded")?;
    sheet.point("an event joins one of its QP", move |r| r.is(folded));
    if config.reads_hops() {
        for port in ["seen_path", "seen_hops", "seen_speed", "seen_still", "seen_u_zero"] {
            let pin = sheet.pin(port)?;
            sheet.point(port, move |r| r.is(pin));
        }
    }
    if config.engine.fcr {
        fcr(sheet, config)?;
    }
    if config.engine.lsn {
        lsn(sheet)?;
    }
    sheet.apart("packets of one QP", "pkt_valid", "pkt_qpn", 1..=12)?;
    sheet.apart("events of one QP", "s_event_valid", "s_event_qpn", 1..=12)?;
    sheet.reset_in_flight("s_event_valid", 64)
}

/// ACKs with an LSN, from both sides, and what updates say of the bytes.
fn lsn(sheet: &mut Sheet) -> Result<(), Error> {
    for side in ["pkt", "s_event"] {
        let [valid, kind, given, read] =
            ["valid", "kind", "lsn_given", "lsn_read"].map(|port| format!("{side}_{port}"));
        let (valid, kind) = (sheet.pin(&valid)?, sheet.pin(&kind)?);
        let (given, read) = (sheet.pin(&given)?, sheet.pin(&read)?);
        for (of, name) in [(false, "requests"), (true, "READ responses")] {
            let asks = move |r: &Row| r.is(valid) && r.get(kind) == 0 && r.is(given) && r.is(read) == of;
            sheet.point(format!("{side}: an ACK of {name} with an LSN"), asks);
        }
    }
    let (upd, una, qpn) = (sheet.pin("upd_valid")?, sheet.pin("upd_una_lsn")?, sheet.pin("upd_qpn")?);
    let mut last = HashMap::new();
    sheet.point("the bytes acknowledged of a QP wrap", move |r| {
        let now = r.get(una);
        let before = r.is(upd).then(|| last.insert(r.get(qpn), now)).flatten();
        before.is_some_and(|before| before > 3 << 30 && now > 0 && now < 1 << 30)
    });
    Ok(())
}

/// FCR's ports: of each unit a lowering below what an update told last, so that something is lowered.
fn fcr(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    sheet.waits("lower_valid", "lower_ready")?;
    let done = sheet.pin("lower_done")?;
    sheet.point("a lowering is done", move |r| r.is(done));
    let (upd, ready, kind) = (sheet.pin("upd_valid")?, sheet.pin("upd_ready")?, sheet.pin("upd_kind")?);
    let (qpn, alg) = (sheet.pin("upd_qpn")?, sheet.pin("upd_alg")?);
    let (lower, taken) = (sheet.pin("lower_valid")?, sheet.pin("lower_ready")?);
    let (of, by) = (sheet.pin("lower_qpn")?, sheet.pin("lower_alg")?);
    for unit in config.engine.units.iter().copied() {
        let timed = unit.senses(Sense::Timer);
        let told = sheet.pin(if timed { "upd_pace" } else { "upd_window" })?;
        let given = sheet.pin(if timed { "lower_rate" } else { "lower_window" })?;
        let is = move |code: u64| Algorithm::from_bits(code as u8).map(Algorithm::unit) == Some(unit);
        let mut own = HashMap::new();
        sheet.point(format!("a value of {} is lowered", unit.name()), move |r| {
            let counts = !timed || r.get(kind) == Kind::Timer as u64;
            if r.is(upd) && r.is(ready) && is(r.get(alg)) && counts {
                own.insert(r.get(qpn), r.get(told));
            }
            let lowers = r.is(lower) && r.is(taken) && is(r.get(by));
            lowers && own.get(&r.get(of)).is_some_and(|own| *own > r.get(given))
        });
    }
    let (ignored, we, on) = (sheet.pin("seen_ignored")?, sheet.pin("ignore_we")?, sheet.pin("ignore_on")?);
    sheet.point("a mark or a CNP is ignored", move |r| r.is(ignored));
    sheet.point("marks are ignored from now on", move |r| r.is(we) && r.is(on));
    sheet.point("marks count again", move |r| r.is(we) && !r.is(on));
    Ok(())
}

pub fn top(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    sheet.waits("s_axis_tvalid", "s_axis_tready")?;
    events(sheet)?;
    host(sheet, config)?;
    updates(sheet, config)?;
    let (dropped, sel, value) = (sheet.pin("frame_dropped")?, sheet.pin("cnt_sel")?, sheet.pin("cnt_value")?);
    sheet.point("a frame is dropped", move |r| r.is(dropped));
    if config.reads_hops() {
        let alert = sheet.pin("alert_telemetry")?;
        sheet.point("alert_telemetry", move |r| r.is(alert));
    }
    let counters = DropReason::USUAL as u64 + packets::KINDS.len() as u64;
    sheet.every("every counter of packets read", counters as usize, move |r| Some(r.ago(sel, 1)));
    sheet.point("a counter that counts", move |r| r.ago(sel, 1) < counters && r.get(value) > 0);
    let there = layout::registers::queues(config);
    let marks: Vec<u64> = (HIGH_WATER.into()..).zip(there).filter(|(_, there)| *there).map(|(mark, _)| mark).collect();
    let clear = sheet.pin("high_water_clear")?;
    sheet.every("every high-water mark cleared", marks.len(), {
        let marks = marks.clone();
        move |r| marks.iter().position(|mark| r.get(clear) >> (mark - u64::from(HIGH_WATER)) == 1).map(|k| k as u64)
    });
    sheet.every("every high-water mark above 0", marks.len(), move |r| {
        let mark = marks.iter().position(|mark| *mark == r.ago(sel, 1));
        mark.filter(|_| r.get(value) > 0).map(|k| k as u64)
    });
    if config.parser.fcr {
        let advice = sheet.pin("advice_valid")?;
        sheet.point("an advice", move |r| r.is(advice));
    }
    sheet.reset_in_flight("s_event_valid", 64)
}

pub fn nic(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    sheet.waits("s_axis_tvalid", "s_axis_tready")?;
    sheet.waits("s_axil_bvalid", "s_axil_bready")?;
    sheet.waits("s_axil_rvalid", "s_axil_rready")?;
    events(sheet)?;
    updates(sheet, config)?;
    let irq = sheet.pin("irq")?;
    sheet.point("irq", move |r| r.is(irq));
    if config.nic.prober { probes(sheet) } else { Ok(()) }
}

/// Probes of a NIC, and the events of their responses.
fn probes(sheet: &mut Sheet) -> Result<(), Error> {
    sheet.waits("m_probe_valid", "m_probe_ready")?;
    sheet.values("m_probe_valid", "m_probe_kind", &[(1, "telemetry"), (2, "RTT")])?;
    sheet.values("rtt_valid", "rtt_kind", &[(1, "telemetry"), (2, "RTT")])?;
    let (rtt, own, ready) = (sheet.pin("rtt_valid")?, sheet.pin("s_event_valid")?, sheet.pin("s_event_ready")?);
    sheet.point("a response's event while the NIC offers one", move |r| r.is(rtt) && r.is(own));
    sheet.point("a response's event alone", move |r| r.is(rtt) && !r.is(own));
    sheet.point("an event of the NIC's own is taken", move |r| r.is(own) && r.is(ready));
    Ok(())
}

/// The port of events.
fn events(sheet: &mut Sheet) -> Result<(), Error> {
    sheet.waits("s_event_valid", "s_event_ready")?;
    sheet.values("s_event_valid", "s_event_kind", &KINDS)?;
    let (valid, kind) = (sheet.pin("s_event_valid")?, sheet.pin("s_event_kind")?);
    sheet.point("s_event_kind of none", move |r| r.is(valid) && matches!(r.get(kind), 4 | 5 | 7));
    let use_psn = sheet.pin("s_event_use_psn")?;
    sheet.point("n of an ACK from its PSN", move |r| r.is(valid) && r.get(kind) == 0 && r.is(use_psn));
    sheet.point("n of an ACK from the event", move |r| r.is(valid) && r.get(kind) == 0 && !r.is(use_psn));
    Ok(())
}

/// The host's port.
fn host(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    sheet.waits("host_valid", "host_ready")?;
    let (valid, write, parts) = (sheet.pin("host_valid")?, sheet.pin("host_write")?, sheet.pin("host_parts")?);
    let (alg, set, done) = (sheet.pin("host_alg")?, sheet.pin("host_set")?, sheet.pin("host_done")?);
    sheet.point("host_read", move |r| r.is(valid) && !r.is(write));
    sheet.point("a host operation is done", move |r| r.is(done));
    let writes = move |r: &Row| r.is(valid) && r.is(write);
    for (bit, name) in ["choice", "psn"].into_iter().enumerate() {
        sheet.point(format!("host_write of {name}"), move |r| writes(r) && r.get(parts) >> bit & 1 == 1);
    }
    for unit in config.engine.units.iter().copied() {
        let (name, part, place) = (unit.name(), unit.part(), unit.place());
        sheet.point(format!("host_write of {name}"), move |r| writes(r) && r.get(parts) & part != 0);
        let sets = sheet.pin("unit_bus_sets")?;
        let of = move |r: &Row| r.get(sets) >> place & 1 == 1;
        sheet.point(format!("the set of {name} in its turn"), move |r| r.is(valid) && of(r));
        if config.engine.units.len() > 1 {
            sheet.point(format!("the set of {name} with another unit's"), move |r| {
                r.is(valid) && of(r) && r.get(sets) != 1 << place
            });
        }
    }
    sheet.point("host_write of nothing", move |r| writes(r) && r.get(parts) == 0);
    let chooses = move |r: &Row| writes(r) && r.is(parts);
    for a in Algorithm::ALL.into_iter().filter(|a| config.has(a.unit())) {
        sheet.point(format!("a QP is given to {}", a.name()), move |r| chooses(r) && r.get(alg) == a as u64);
    }
    sheet.every("a QP is given every parameter set", 16, move |r| chooses(r).then(|| r.get(set)));
    Ok(())
}

/// The units' pages.
fn pages(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    let (write, taken, busy) =
        (sheet.pin("unit_bus_write")?, sheet.pin("unit_answer_taken")?, sheet.pin("unit_bus_host_busy")?);
    let (windex, rindex, rdata) =
        (sheet.pin("unit_bus_windex")?, sheet.pin("unit_bus_rindex")?, sheet.pin("unit_answer_rdata")?);
    let (sets, starts) = (sheet.pin("unit_bus_sets")?, sheet.pin("unit_answer_starts")?);
    for unit in config.engine.units.iter().copied() {
        let (name, place) = (unit.name(), unit.place());
        sheet.point(format!("set_{name}_write starts"), move |r| r.get(starts) >> place & 1 == 1);
        for register in unit_page(config, unit) {
            for word in 0..register.words() {
                let (at, name) = (u64::from(register.index() + word), register.name());
                let name = if register.words() > 1 { format!("{name}, word {word}") } else { name.to_owned() };
                if register.access.is_written() {
                    let to = move |r: &Row| r.is(write) && r.get(windex) == at;
                    sheet.point(format!("{name} is written"), move |r| to(r) && r.is(taken));
                    sheet.point(format!("{name} refuses a write"), move |r| to(r) && !r.is(taken));
                }
                sheet.point(format!("{name} is read, not 0"), move |r| r.ago(rindex, 1) == at && r.get(rdata) != 0);
            }
        }
    }
    sheet.point("a write to a page under a host operation", move |r| r.is(write) && r.is(busy));
    sheet.point("a write to a page under the write of a set", move |r| r.is(write) && r.get(sets) != 0);
    let found = sheet.pin("unit_bus_found_now")?;
    sheet.point("found_* of the pages are taken up", move |r| r.is(found));
    Ok(())
}

/// The port of updates.
fn updates(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    sheet.waits("upd_valid", "upd_ready")?;
    let timer = config.has_timer().then_some((Kind::Timer as u64, "timer"));
    let newest = sheet.find("upd_limits").zip(sheet.find("upd_acks"));
    match newest {
        None => sheet.values("upd_valid", "upd_kind", &KINDS.into_iter().chain(timer).collect::<Vec<_>>())?,
        Some((limits, acks)) => {
            let valid = sheet.pin("upd_valid")?;
            let is = move |r: &Row| r.is(valid).then(|| (r.is(limits), r.is(acks)));
            sheet.point("a word of limits and a PSN", move |r| is(r) == Some((true, true)));
            if timer.is_some() {
                sheet.point("a word of limits alone", move |r| is(r) == Some((true, false)));
                sheet.point("a word of a PSN alone", move |r| is(r) == Some((false, true)));
            }
        }
    }
    let of = sheet.pin("upd_alg")?;
    let unit = move |r: &Row| Algorithm::from_bits(r.get(of) as u8).map(Algorithm::unit);
    for of in config.engine.units.iter().copied() {
        let names: Vec<String> = of.row().flags.iter().map(|name| format!("of {}: {name}", of.title())).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let counts = move |r: &Row| unit(r) == Some(of);
        match of {
            // an update of its events has no limits, and so comes to no flag
            _ if of.senses(Sense::Timer) && newest.is_some() => {}
            Unit::Ldcp => sheet.flags("upd_valid", "upd_flags", &names, counts)?,
            _ => sheet.unpaced_flags("upd_valid", "upd_flags", &names, counts)?,
        }
    }
    if config.reads_hops() {
        let (valid, feedback) = (sheet.pin("upd_valid")?, sheet.pin("upd_feedback")?);
        sheet.point("feedback", move |r| r.is(valid) && r.is(feedback));
    }
    let (taken, ready) = (sheet.pin("upd_valid")?, sheet.pin("upd_ready")?);
    let mut run = 0_u32;
    sheet.point("updates in 8 cycles one after the other", move |r| {
        run = if r.is(taken) && r.is(ready) { run + 1 } else { 0 };
        run == 8
    });
    Ok(())
}
