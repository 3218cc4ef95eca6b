//! Points of the half of a NIC that answers: `receiver`, `responder`.

use super::seen::{Memory, Port, apart, behind, count, in_a_row};
use super::sheet::{Row, Sheet};
use crate::Error;
use layout::answers::{RTT_RESPONSE, TELEMETRY_RESPONSE};
use layout::config::Config;
use layout::ldcp::N;
use layout::receiver::{Clock, Micros};
use layout::record::Kind;
use layout::timing::RECEIVER_LATENCY;
use layout::wire::EcePlace;
use std::collections::HashMap;

const ACK: u64 = Kind::Ack as u64;
const NAK: u64 = Kind::Loss as u64;
const CNP: u64 = Kind::Cnp as u64;

pub fn receiver(sheet: &mut Sheet) -> Result<(), Error> {
    let (packet, answer) = (Port::of(sheet, "in")?, Port::of(sheet, "m_answer")?);
    let host = Port { valid: sheet.pin("host_we")?, ready: None, qpn: sheet.pin("host_qpn")? };
    let (mode, m) = (sheet.pin("host_mode")?, sheet.pin("host_m")?);
    let (kind, ece) = (sheet.pin("m_answer_kind")?, sheet.pin("m_answer_ece")?);
    let (psn, counts) = (sheet.pin("m_answer_psn")?, sheet.pin("m_answer_count")?);
    let (init, rst_n) = (sheet.pin("init_we")?, sheet.pin("rst_n")?);
    let opens = move |r: &Row| (r.is(host.valid) && !r.is(init) && r.is(rst_n)).then(|| r.get(host.qpn));
    let comes = move |r: &Row| (r.is(packet.valid) && !r.is(init) && r.is(rst_n)).then(|| r.get(packet.qpn));
    let ack = move |r: &Row| r.is(answer.valid) && r.get(kind) == ACK;
    for (value, name) in [(0, "each packet"), (1, "of LDCP"), (2, "at a change"), (3, "3")] {
        sheet.point(format!("mode {name}"), move |r| opens(r).is_some() && r.get(mode) == value);
        for marked in [0, 1] {
            let mut modes = Memory::<HashMap<u64, u64>>::new(sheet)?;
            sheet.point(format!("mode {name}: an ACK with ECE {marked}"), move |r| {
                let modes = modes.of(r);
                if let Some(qpn) = opens(r) {
                    modes.insert(qpn, r.get(mode));
                }
                ack(r) && r.get(ece) == marked && modes.get(&r.get(answer.qpn)) == Some(&value)
            });
        }
    }
    sheet.extremes("host_we", &["host_m", "host_cnp"])?;
    for value in [1, 64] {
        sheet.point(format!("m {value}"), move |r| opens(r).is_some() && r.get(m) == value);
    }
    let (ce, queue) = (sheet.pin("in_ce")?, sheet.pin("in_queue")?);
    let (req, last) = (sheet.pin("in_ack_req")?, sheet.pin("in_last")?);
    for (name, this, other) in
        [("CE", ce, queue), ("its queue", queue, ce), ("BTH.A", req, last), ("the end of a message", last, req)]
    {
        let alone = move |r: &Row| comes(r).is_some() && r.is(this) && !r.is(other);
        sheet.point(format!("a packet with {name} alone"), alone);
    }
    sheet.values("m_answer_valid", "m_answer_kind", &[(ACK, "ack"), (CNP, "cnp")])?;
    sheet.point("an ACK of one packet", move |r| ack(r) && r.get(counts) == 1);
    sheet.point("an ACK of 64 packets", move |r| ack(r) && r.get(counts) == 64);
    sheet.point("a count at its end", move |r| ack(r) && r.get(counts) == N::MAX_RAW);
    sheet.point("the PSN wraps within an ACK", move |r| ack(r) && r.get(psn) + 1 < r.get(counts));
    count(sheet, &["acks", "cnps", "merged", "cnps_merged", "timeouts"])?;
    sheet.waits("m_answer_valid", "m_answer_ready")?;
    in_a_row(sheet, "an answer waits for 64 cycles", 64, move |r| r.is(answer.valid) && !answer.is_taken(r));
    in_a_row(sheet, "an answer in 16 cycles one after the other", 16, move |r| answer.is_taken(r));
    let mut taken = Memory::<[(u64, u64, u64); 2]>::new(sheet)?;
    sheet.point("a CNP and two ACKs of one turn", move |r| {
        let taken = taken.of(r);
        if !answer.is_taken(r) {
            return false;
        }
        let now = (r.get(answer.qpn), r.get(kind), r.get(ece));
        let [before, last] = std::mem::replace(taken, [taken[1], now]);
        let one = before.0 == now.0 && last.0 == now.0;
        one && [before.1, last.1, now.1] == [CNP, ACK, ACK] && last.2 != now.2
    });
    let first = answer.first();
    apart(sheet, "packets of one QP", comes, 1..=12);
    behind(sheet, "an answer and a packet of its QP", first.clone(), comes, 1..=u64::from(RECEIVER_LATENCY));
    behind(sheet, "a packet and an answer of its QP", comes, first.clone(), 0..=2);
    behind(sheet, "a packet and an opening of its QP", comes, opens, 0..=6);
    behind(sheet, "an opening and a packet of its QP", opens, comes, 1..=12);
    // what is on the way out by then leaves yet
    behind(sheet, "an answer and an opening of its QP", first, opens, 1..=6);
    sheet.point("a QP is opened while an answer of it waits", move |r| {
        r.is(answer.valid) && !answer.is_taken(r) && opens(r) == Some(r.get(answer.qpn))
    });
    times(sheet, move |r| comes(r).is_some())?;
    let is_cnp = move |r: &Row| (answer.is_taken(r) && r.get(kind) == CNP).then(|| r.get(answer.qpn));
    let interval = sheet.pin("cfg_cnp_interval")?;
    for (zero, what) in [(true, "without an interval"), (false, "with one")] {
        let mut before = Memory::<HashMap<u64, u64>>::new(sheet)?;
        sheet.point(format!("two CNPs of a QP {what}"), move |r| {
            let before = before.of(r);
            if let Some(qpn) = opens(r) {
                before.remove(&qpn);
            }
            let now = r.get(interval);
            is_cnp(r).is_some_and(|qpn| before.insert(qpn, now).is_some_and(|was| was == now && (now == 0) == zero))
        });
    }
    sheet.reset_in_flight("in_valid", u64::from(RECEIVER_LATENCY))
}

/// The clock, and what stands in the registers of times.
fn times<'a>(sheet: &mut Sheet<'a>, comes: impl Fn(&Row) -> bool + Copy + 'a) -> Result<(), Error> {
    let (tick, timeout) = (sheet.pin("tick")?, sheet.pin("cfg_ack_timeout")?);
    let interval = sheet.pin("cfg_cnp_interval")?;
    for (name, pin) in [("timeout", timeout), ("interval", interval)] {
        for (what, value) in [("0", 0), ("1", 1), ("the longest", Micros::MAX_RAW)] {
            sheet.point(format!("a packet with a {name} of {what}"), move |r| comes(r) && r.get(pin) == value);
        }
    }
    let mut clock = Memory::<u64>::new(sheet)?;
    sheet.point("the clock wraps", move |r| {
        let clock = clock.of(r);
        *clock += r.get(tick);
        r.is(tick) && *clock == Clock::MAX_RAW + 1
    });
    in_a_row(sheet, "a tick in 64 cycles one after the other", 64, move |r| r.is(tick));
    // of a QP that has been silent for so long: half of the circle, or all of it
    for (what, least) in [("half of the clock", Clock::MAX_RAW / 2), ("a turn of the clock", Clock::MAX_RAW)] {
        let mut ticks = Memory::<u64>::new(sheet)?;
        sheet.point(format!("a packet behind a silence of {what}, less 2^11 us"), move |r| {
            let ticks = ticks.of(r);
            let met = comes(r) && *ticks + (1 << 11) > least;
            *ticks = if comes(r) { 0 } else { *ticks + r.get(tick) };
            met
        });
    }
    Ok(())
}

/// The headers that a QP may have: version, and whether there is a tag.
const HEADERS: [(u64, u64, &str); 4] =
    [(0, 0, "IPv4"), (0, 1, "IPv4 with a tag"), (1, 0, "IPv6"), (1, 1, "IPv6 with a tag")];

pub fn responder(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    let answer = Port::of(sheet, "s_answer")?;
    let (kind, ece) = (sheet.pin("s_answer_kind")?, sheet.pin("s_answer_ece")?);
    let (init, rst_n) = (sheet.pin("init_we")?, sheet.pin("rst_n")?);
    let write = |we: &str, qpn: &str| -> Result<_, Error> {
        let (we, qpn) = (sheet.pin(we)?, sheet.pin(qpn)?);
        Ok(move |r: &Row| (r.is(we) && !r.is(init) && r.is(rst_n)).then(|| r.get(qpn)))
    };
    let (host, msn) = (write("host_we", "host_qpn")?, write("msn_we", "msn_qpn")?);
    let (valid, v6, tagged) = (sheet.pin("host_valid")?, sheet.pin("host_v6")?, sheet.pin("host_tagged")?);
    let mut kinds = vec![(ACK, "an ACK"), (NAK, "a NAK"), (CNP, "a CNP")];
    if config.nic.answers {
        kinds.push((RTT_RESPONSE.into(), "an RTT response"));
        kinds.push((TELEMETRY_RESPONSE.into(), "a telemetry response"));
    }
    for (of, name) in kinds {
        for (version, tag, header) in HEADERS {
            let mut headers = Memory::<HashMap<u64, (u64, u64)>>::new(sheet)?;
            sheet.point(format!("{name} over {header}"), move |r| {
                let headers = headers.of(r);
                if let Some(qpn) = host(r) {
                    match r.is(valid) {
                        true => headers.insert(qpn, (r.get(v6), r.get(tagged))),
                        false => headers.remove(&qpn),
                    };
                }
                let own = answer.taken(r).and_then(|qpn| headers.get(&qpn));
                r.get(kind) == of && own == Some(&(version, tag))
            });
        }
    }
    let place = sheet.pin("cfg_ece_place")?;
    for at in EcePlace::ALL {
        for marked in [0, 1] {
            let is = move |r: &Row| answer.is_taken(r) && r.get(kind) == ACK && r.get(ece) == marked;
            sheet.point(format!("ECE {marked} at place {}", at as u8), move |r| is(r) && r.get(place) == at as u64);
        }
    }
    sheet.point("ECE of a CNP", move |r| answer.is_taken(r) && r.get(kind) == CNP && r.is(ece));
    telemetry(sheet, config, answer)?;
    if config.nic.answers {
        responses(sheet, answer)?;
    }
    count(sheet, &["acks", "naks", "cnps", "unwritten", "unknown"])?;
    sheet.waits("s_answer_valid", "s_answer_ready")?;
    sheet.waits("m_axis_tvalid", "m_axis_tready")?;
    frames(sheet)?;
    behind(sheet, "a header and an answer of its QP", host, move |r| answer.taken(r), 0..=8);
    behind(sheet, "an answer and a header of its QP", move |r| answer.taken(r), host, 1..=8);
    behind(sheet, "an MSN and an answer of its QP", msn, move |r| answer.taken(r), 0..=6);
    behind(sheet, "an answer and an MSN of its QP", move |r| answer.taken(r), msn, 1..=3);
    let mut had = Memory::<HashMap<u64, bool>>::new(sheet)?;
    sheet.point("a header is taken away", move |r| {
        let had = had.of(r);
        host(r).is_some_and(|qpn| had.insert(qpn, r.is(valid)) == Some(true) && !r.is(valid))
    });
    in_a_row(sheet, "a header is written in 4 cycles one after the other", 4, move |r| host(r).is_some());
    in_a_row(sheet, "8 answers are taken one after the other", 8, move |r| answer.is_taken(r));
    sheet.reset_in_flight("s_answer_valid", 16)
}

fn telemetry(sheet: &mut Sheet, config: &Config, answer: Port) -> Result<(), Error> {
    let (has, hops, kind) =
        (sheet.pin("s_answer_telemetry")?, sheet.pin("s_answer_n_hop")?, sheet.pin("s_answer_kind")?);
    let (place, profile) = (sheet.pin("cfg_telemetry_place")?, sheet.pin("cfg_telemetry_profile")?);
    let (offset, area) = (sheet.pin("cfg_telemetry_offset")?, sheet.pin("cfg_telemetry_area")?);
    for at in 0..4 {
        for layout in 0..2 {
            for echo in [0, 1] {
                let is = move |r: &Row| answer.is_taken(r) && r.get(place) == at && r.get(profile) == layout;
                let name = format!("place {at}, layout {layout}, {} telemetry", ["without", "with"][echo as usize]);
                sheet.point(name, move |r| is(r) && r.get(kind) == ACK && r.get(has) == echo);
            }
        }
    }
    let most = u64::from(config.hpcc.hops);
    let echoes = move |r: &Row| answer.is_taken(r) && r.is(has) && matches!(r.get(place), 1 | 2);
    for n in 0..=most {
        sheet.point(format!("telemetry of {n} hops"), move |r| echoes(r) && r.get(hops) == n);
    }
    sheet.point("telemetry of more hops than there are ports", move |r| echoes(r) && r.get(hops) > most);
    sheet.point("telemetry of a NAK", move |r| echoes(r) && r.get(kind) == NAK);
    let within = move |r: &Row| answer.is_taken(r) && r.get(place) == 1;
    sheet.point("an area of nothing", move |r| within(r) && r.get(area) == 0);
    sheet.point("an area of 63 words", move |r| within(r) && r.get(area) == 63);
    sheet.point("telemetry begins behind its area", move |r| within(r) && r.is(has) && r.get(offset) >= r.get(area));
    sheet.point("telemetry is cut by its area", move |r| {
        within(r) && r.is(has) && r.get(hops) > 0 && (1..3).contains(&r.get(area).saturating_sub(r.get(offset)))
    });
    Ok(())
}

/// Responses of probes.
fn responses(sheet: &mut Sheet, answer: Port) -> Result<(), Error> {
    let (kind, has) = (sheet.pin("s_answer_kind")?, sheet.pin("s_answer_telemetry")?);
    let (place, time) = (sheet.pin("cfg_telemetry_place")?, sheet.pin("s_answer_time")?);
    for (of, name) in [(RTT_RESPONSE, "an RTT response"), (TELEMETRY_RESPONSE, "a telemetry response")] {
        for at in 0..4 {
            for echo in [0, 1] {
                let is = move |r: &Row| answer.is_taken(r) && r.get(kind) == u64::from(of) && r.get(place) == at;
                let with = ["without", "with"][echo as usize];
                sheet.point(format!("{name} at place {at}, {with} telemetry"), move |r| is(r) && r.get(has) == echo);
            }
        }
        for bit in [0, 31] {
            let is = move |r: &Row| answer.is_taken(r) && r.get(kind) == u64::from(of);
            sheet.point(format!("bit {bit} of the time of {name}"), move |r| is(r) && r.get(time) >> bit & 1 == 1);
        }
    }
    count(sheet, &["responses", "closed"])
}

fn frames(sheet: &mut Sheet) -> Result<(), Error> {
    let (valid, ready, last) = (sheet.pin("m_axis_tvalid")?, sheet.pin("m_axis_tready")?, sheet.pin("m_axis_tlast")?);
    let keep = sheet.pin("m_axis_tkeep")?;
    let beat = move |r: &Row| r.is(valid) && r.is(ready);
    // 4n + 2 bytes, or the last two of them
    for bytes in (2..=u64::from(keep.width)).step_by(4) {
        sheet.point(format!("a last beat of {bytes} bytes"), move |r| {
            beat(r) && r.is(last) && u64::from(r.get(keep).count_ones()) == bytes
        });
    }
    in_a_row(sheet, "a beat in 32 cycles one after the other", 32, beat);
    in_a_row(sheet, "a beat waits for 64 cycles", 64, move |r| r.is(valid) && !r.is(ready));
    for (what, few, most) in [("up to 64 bytes", 0, 64), ("320 bytes or more", 320, u64::MAX)] {
        let mut run = Memory::<u64>::new(sheet)?;
        sheet.point(format!("a frame of {what}"), move |r| {
            let run = run.of(r);
            let bytes = *run + u64::from(r.get(keep).count_ones());
            if beat(r) {
                *run = if r.is(last) { 0 } else { bytes };
            }
            beat(r) && r.is(last) && (few..=most).contains(&bytes)
        });
    }
    Ok(())
}
