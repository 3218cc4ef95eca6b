//! Points of the half of a NIC that sends: `latest`, `shaper`, `sender`.

use super::seen::{Memory, Port, apart, behind, count, in_a_row};
use super::sheet::{Pin, Row, Sheet};
use crate::Error;
use layout::config::Config;
use layout::record::{Algorithm, Kind, flag};
use layout::shaper::{GrantBytes, Level, TAGS};
use std::collections::HashMap;

pub fn latest(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    let (update, word, drop) = (Port::of(sheet, "s_upd")?, Port::of(sheet, "m_upd")?, Port::of(sheet, "drop")?);
    let (kind, alg) = (sheet.pin("s_upd_kind")?, sheet.pin("s_upd_alg")?);
    let (limits, acks, flags) = (sheet.pin("m_upd_limits")?, sheet.pin("m_upd_acks")?, sheet.pin("m_upd_flags")?);
    let (waiting, feedback) = (sheet.pin("waiting")?, sheet.pin("m_upd_feedback")?);
    let first = word.first();
    for (both, what) in [((1, 1), "limits and una"), ((1, 0), "limits alone"), ((0, 1), "una alone")] {
        let is = move |r: &Row| r.is(word.valid) && (r.get(limits), r.get(acks)) == both;
        sheet.point(format!("a word of {what}"), is);
    }
    sheet.point("a word with feedback", move |r| r.is(word.valid) && r.is(feedback));
    sheet.point("flags of more than one update", move |r| r.is(word.valid) && (r.get(flags) >> 4).count_ones() > 1);
    let mut said = Memory::<HashMap<u64, bool>>::new(sheet)?;
    let mut comes = first.clone();
    sheet.point("the newest update of a word with limits has none", move |r| {
        let said = said.of(r);
        // up to the cycle ahead of the word, so long as nothing has come since it left its queue
        let met = comes(r).is_some_and(|qpn| r.is(limits) && said.get(&qpn) == Some(&false));
        if let Some(qpn) = update.taken(r) {
            said.insert(qpn, has_limits(r, alg, kind));
        }
        met
    });
    count(sheet, &["joined"])?;
    sheet.waits("m_upd_valid", "m_upd_ready")?;
    apart(sheet, "updates of one QP", move |r| update.taken(r), 1..=8);
    behind(sheet, "a drop and an update of its QP", move |r| drop.taken(r), move |r| update.taken(r), 0..=6);
    behind(sheet, "an update and a drop of its QP", move |r| update.taken(r), move |r| drop.taken(r), 1..=6);
    // what comes 6 cycles ahead of a word or earlier is in it, what comes later is the next word's
    behind(sheet, "a word and an update of its QP", first.clone(), move |r| update.taken(r), 1..=11);
    behind(sheet, "an update and the word of its QP", move |r| update.taken(r), first.clone(), 0..=4);
    behind(sheet, "a drop and the word of its QP", move |r| drop.taken(r), first.clone(), 0..=4);
    // none comes to the port for four cycles, so none is there for five
    behind(sheet, "a word and the drop of its QP", first, move |r| drop.taken(r), 6..=8);
    sheet.point("a QP is dropped whose word waits at the port", move |r| {
        r.is(word.valid) && !word.is_taken(r) && drop.taken(r) == word.stands(r)
    });
    let qps = u64::from(config.engine.qps);
    sheet.point("something waits of every QP", move |r| r.get(waiting) == qps);
    let mut most = Memory::<u64>::new(sheet)?;
    sheet.point("nothing waits any more", move |r| {
        let was = std::mem::replace(most.of(r), r.get(waiting));
        was > 0 && r.get(waiting) == 0
    });
    in_a_row(sheet, "an update in 64 cycles one after the other", 64, move |r| r.is(update.valid));
    in_a_row(sheet, "a word in 8 cycles one after the other", 8, move |r| word.is_taken(r));
    in_a_row(sheet, "a word waits for 64 cycles", 64, move |r| r.is(word.valid) && !word.is_taken(r));
    sheet.reset_in_flight("s_upd_valid", 6)
}

fn has_limits(r: &Row, alg: Pin, kind: Pin) -> bool {
    let dcqcn = [Algorithm::DcqcnP as u64, Algorithm::DcqcnD as u64].contains(&r.get(alg));
    !dcqcn || r.get(kind) == Kind::Timer as u64
}

/// The units of a limit, as `s_upd_unit` has them.
const UNITS: [(u64, &str); 4] = [(0, "packets"), (1, "a timer"), (2, "bytes"), (3, "a rate")];

pub fn shaper(sheet: &mut Sheet) -> Result<(), Error> {
    let update = Port::of(sheet, "s_upd")?;
    let (limits, acks, unit) = (sheet.pin("s_upd_limits")?, sheet.pin("s_upd_acks")?, sheet.pin("s_upd_unit")?);
    sheet.waits("s_upd_valid", "s_upd_ready")?;
    for (both, what) in [((1, 1), "limits and una"), ((1, 0), "limits"), ((0, 1), "una"), ((0, 0), "nothing")] {
        let is = move |r: &Row| update.is_taken(r) && (r.get(limits), r.get(acks)) == both;
        sheet.point(format!("an update of {what}"), is);
    }
    // of each QP the unit that holds, and whether nothing does
    let opens = (Port::of(sheet, "s_open")?, sheet.pin("s_open_unit")?, sheet.pin("s_open_bypass")?);
    let grant = Port::of(sheet, "m_grant")?;
    for (value, name) in UNITS {
        let (mut held, mut comes) = (Memory::<HashMap<u64, (u64, bool)>>::new(sheet)?, grant.first());
        sheet.point(format!("a grant by {name}"), move |r| {
            let held = held.of(r);
            if let Some(qpn) = opens.0.taken(r) {
                held.insert(qpn, (r.get(opens.1), r.is(opens.2)));
            }
            if let Some(qpn) = update.taken(r).filter(|_| r.is(limits)) {
                held.entry(qpn).or_default().0 = r.get(unit);
            }
            comes(r).is_some_and(|qpn| held.get(&qpn) == Some(&(value, false)))
        });
    }
    for (what, other) in [("a request", Port::of(sheet, "s_req")?), ("an answer", Port::of(sheet, "s_sent")?)] {
        let both = move |r: &Row| update.taken(r).is_some_and(|qpn| other.taken(r) == Some(qpn));
        sheet.point(format!("an update and {what} of its QP in one cycle"), both);
    }
    // of a rate that holds: the next grant comes sooner, or later
    let pace = sheet.pin("s_upd_pace")?;
    for (raised, what) in [(true, "raised"), (false, "lowered")] {
        let (mut rates, mut comes) = (Memory::<HashMap<u64, (u64, u64)>>::new(sheet)?, grant.first());
        sheet.point(format!("a grant within 128 cycles of a rate that is {what}"), move |r| {
            let rates = rates.of(r);
            if let Some(qpn) = update.taken(r).filter(|_| r.is(limits) && r.get(unit) == 3) {
                let (was, _) = rates.get(&qpn).copied().unwrap_or_default();
                let changes = if raised { r.get(pace) > was } else { r.get(pace) < was };
                rates.insert(qpn, (r.get(pace), if changes { r.number } else { 0 }));
            }
            comes(r).is_some_and(|qpn| rates.get(&qpn).is_some_and(|(_, then)| r.number - then < 128))
        });
    }
    sends(sheet)?;
    sheet.reset_in_flight("s_upd_valid", 64)
}

pub fn sender(sheet: &mut Sheet) -> Result<(), Error> {
    let update = Port::of(sheet, "s_upd")?;
    let (alg, kind, flags) = (sheet.pin("s_upd_alg")?, sheet.pin("s_upd_kind")?, sheet.pin("s_upd_flags")?);
    for of in Algorithm::ALL {
        let is = move |r: &Row| r.is(update.valid) && r.get(alg) == of as u64;
        match of {
            Algorithm::Ldcp | Algorithm::LdcpPcc => {
                for (paced, what) in [(1, "paced"), (0, "by a window")] {
                    let bit = flag::PACED.trailing_zeros();
                    sheet.point(format!("{} {what}", of.name()), move |r| is(r) && r.get(flags) >> bit & 1 == paced);
                }
            }
            Algorithm::DcqcnP | Algorithm::DcqcnD => {
                let timer = move |r: &Row| r.get(kind) == Kind::Timer as u64;
                sheet.point(format!("{} with a rate", of.name()), move |r| is(r) && timer(r));
                sheet.point(format!("{} with una alone", of.name()), move |r| is(r) && !timer(r));
            }
            _ => sheet.point(of.name(), is),
        }
    }
    if let Some(rate) = sheet.find("s_upd_rate") {
        sheet.point("no advice", move |r| r.is(update.valid) && r.get(rate) == layout::limit::NO_RATE);
        sheet.point("an advice's rate", move |r| r.is(update.valid) && r.get(rate) < layout::limit::NO_RATE);
    }
    count(sheet, &["joined"])?;
    let (waiting, open) = (sheet.pin("waiting")?, Port::of(sheet, "s_open")?);
    sheet.point("updates of 8 QPs wait", move |r| r.get(waiting) >= 8);
    in_a_row(sheet, "an update in 64 cycles one after the other", 64, move |r| r.is(update.valid));
    behind(sheet, "an update and an opening of its QP", move |r| update.taken(r), move |r| open.taken(r), 0..=12);
    behind(sheet, "an opening and an update of its QP", move |r| open.taken(r), move |r| update.taken(r), 1..=12);
    apart(sheet, "updates of one QP", move |r| update.taken(r), 1..=6);
    sends(sheet)?;
    sheet.reset_in_flight("s_upd_valid", 64)
}

/// Of a scheduler, whatever its updates are.
fn sends(sheet: &mut Sheet) -> Result<(), Error> {
    for port in ["s_req", "s_sent", "s_open", "m_grant"] {
        sheet.waits(&format!("{port}_valid"), &format!("{port}_ready"))?;
    }
    let counters = ["closed", "returned", "not_open", "too_much", "rewind_outside", "closed_in_flight"];
    let counters: Vec<_> =
        counters.iter().chain(&["window_below", "time_back"]).map(|c| format!("count_{c}")).collect();
    count(sheet, &counters.iter().map(String::as_str).collect::<Vec<_>>())?;
    grants(sheet)?;
    pauses(sheet)?;
    let (request, sent, open) = (Port::of(sheet, "s_req")?, Port::of(sheet, "s_sent")?, Port::of(sheet, "s_open")?);
    let (backlog, end) = (sheet.pin("s_req_backlog")?, sheet.pin("s_req_bytes_to_end")?);
    sheet.point("a backlog without a number", move |r| request.is_taken(r) && r.get(backlog) == Level::MAX_RAW);
    sheet.point("a request of nothing", move |r| request.is_taken(r) && r.get(backlog) == 0);
    sheet.point("a message ends within the backlog", move |r| {
        request.is_taken(r) && r.get(end) > 0 && r.get(end) < r.get(backlog)
    });
    let (empty, rewind, bytes) = (sheet.pin("s_sent_empty")?, sheet.pin("s_sent_rewind")?, sheet.pin("s_sent_bytes")?);
    sheet.point("a rewind", move |r| sent.is_taken(r) && r.is(rewind));
    sheet.point("an answer of nothing", move |r| sent.is_taken(r) && !r.is(rewind) && r.get(bytes) == 0);
    let crosses = move |r: &Row| sent.is_taken(r) && r.is(empty) && request.taken(r) == sent.taken(r);
    sheet.point("a doorbell crosses an answer that says empty", crosses);
    let grant = Port::of(sheet, "m_grant")?;
    behind(sheet, "a request and a grant of its QP", move |r| request.taken(r), grant.first(), 0..=4);
    // a cycle behind it one waits
    behind(sheet, "a request and an opening of its QP", move |r| request.taken(r), move |r| open.taken(r), 0..=0);
    let rings = move |r: &Row| (r.is(request.valid) && !request.is_taken(r)).then(|| r.get(request.qpn));
    behind(sheet, "a request that waits and an opening of its QP", rings, move |r| open.taken(r), 1..=4);
    behind(sheet, "an opening and a grant of its QP", move |r| open.taken(r), grant.first(), 0..=2);
    let closes = sheet.pin("s_open_close")?;
    for (close, what) in [(true, "closed"), (false, "opened anew")] {
        let mut granted = Memory::<HashMap<u64, u32>>::new(sheet)?;
        sheet.point(format!("a QP is {what} with a grant that is not answered"), move |r| {
            let granted = granted.of(r);
            let under_way = open.taken(r).filter(|_| r.is(closes) == close).and_then(|qpn| granted.get(&qpn));
            let met = under_way.is_some_and(|n| *n > 0);
            if let Some(qpn) = grant.taken(r) {
                *granted.entry(qpn).or_default() += 1;
            }
            if let Some(n) = sent.taken(r).filter(|_| !r.is(rewind)).and_then(|qpn| granted.get_mut(&qpn)) {
                *n = n.saturating_sub(1);
            }
            met
        });
    }
    let (now, mut was) = (sheet.pin("now")?, Memory::<u64>::new(sheet)?);
    sheet.point("the time wraps", move |r| {
        let was = std::mem::replace(was.of(r), r.get(now));
        was > 0xc000_0000 && r.get(now) < 0x4000_0000
    });
    Ok(())
}

fn grants(sheet: &mut Sheet) -> Result<(), Error> {
    let (grant, tag) = (Port::of(sheet, "m_grant")?, sheet.pin("m_grant_tag")?);
    let (bytes, packets) = (sheet.pin("m_grant_max_bytes")?, sheet.pin("m_grant_max_packets")?);
    let (ecn, mtu) = (sheet.pin("m_grant_ecn_capable")?, sheet.pin("cfg_mtu")?);
    sheet.every("every tag", TAGS, move |r| r.is(grant.valid).then(|| r.get(tag) % TAGS as u64));
    sheet.every("every generation of a tag", 4, move |r| r.is(grant.valid).then(|| r.get(tag) / TAGS as u64));
    sheet.point("a grant of one packet", move |r| r.is(grant.valid) && r.get(packets) == 1);
    sheet.point("a grant of many", move |r| r.is(grant.valid) && r.get(packets) > 1);
    sheet.point("a grant of whole packets", move |r| r.is(grant.valid) && r.get(bytes) % r.get(mtu).max(1) == 0);
    sheet.point("a grant to the end of the level", move |r| r.is(grant.valid) && r.get(bytes) % r.get(mtu).max(1) > 0);
    sheet.point("a grant of 2^17 bytes or more", move |r| {
        r.is(grant.valid) && r.get(bytes) >= 1 << 17 && r.get(bytes) <= GrantBytes::MAX_RAW
    });
    sheet.point("a grant that ECN must not mark", move |r| r.is(grant.valid) && !r.is(ecn));
    sheet.point("a grant that ECN may mark", move |r| r.is(grant.valid) && r.is(ecn));
    in_a_row(sheet, "8 grants one after the other", 8, move |r| grant.is_taken(r));
    in_a_row(sheet, "a grant waits for 64 cycles", 64, move |r| r.is(grant.valid) && !grant.is_taken(r));
    apart(sheet, "grants of one QP, 10 slots:", grant.first(), 40..=40);
    let (open, bypass, mut held, mut comes) = (
        Port::of(sheet, "s_open")?,
        sheet.pin("s_open_bypass")?,
        Memory::<HashMap<u64, bool>>::new(sheet)?,
        grant.first(),
    );
    sheet.point("a grant of a QP that nothing limits", move |r| {
        let held = held.of(r);
        if let Some(qpn) = open.taken(r) {
            held.insert(qpn, r.is(bypass));
        }
        comes(r).is_some_and(|qpn| held.get(&qpn) == Some(&true))
    });
    Ok(())
}

fn pauses(sheet: &mut Sheet) -> Result<(), Error> {
    let (grant, request) = (Port::of(sheet, "m_grant")?, Port::of(sheet, "s_req")?);
    let (pause, class) = (sheet.pin("pfc_pause")?, sheet.pin("s_req_class")?);
    // of each QP the class of its last request
    let (mut classes, mut comes) = (Memory::<HashMap<u64, u64>>::new(sheet)?, grant.first());
    sheet.every("a grant of every class", 8, move |r| {
        let classes = classes.of(r);
        if let Some(qpn) = request.taken(r) {
            classes.insert(qpn, r.get(class));
        }
        comes(r).and_then(|qpn| classes.get(&qpn).copied())
    });
    // a grant that its class's pause no longer stops, and one that comes when it is over
    for (rises, most) in [(true, 4), (false, 64)] {
        let what = if rises { "behind its class's pause" } else { "behind its end" };
        for distance in if rises { 0..=most } else { most..=most } {
            let (mut classes, mut comes) = (Memory::<HashMap<u64, u64>>::new(sheet)?, grant.first());
            let mut edges = Memory::<[u64; 8]>::new(sheet)?;
            let name = if rises { format!("a grant {distance} cycles {what}") } else { format!("a grant soon {what}") };
            sheet.point(name, move |r| {
                let (classes, edges) = (classes.of(r), edges.of(r));
                let edge = if rises { r.get(pause) & !r.ago(pause, 1) } else { !r.get(pause) & r.ago(pause, 1) };
                (0..8).filter(|n| edge >> n & 1 == 1).for_each(|n| edges[n] = r.number);
                if let Some(qpn) = request.taken(r) {
                    classes.insert(qpn, r.get(class));
                }
                let since = comes(r).and_then(|qpn| classes.get(&qpn)).map(|n| r.number - edges[*n as usize]);
                since.is_some_and(|since| if rises { since == distance } else { since <= distance })
            });
        }
    }
    Ok(())
}
