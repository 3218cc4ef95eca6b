//! Points of the parser: what it found, why it dropped a frame, and what the frames were like.

use super::sheet::{Row, Sheet};
use crate::Error;
use layout::config::Config;
use layout::drop_reason::DropReason;

/// The kinds of event that a parser gives.
pub(super) const KINDS: [(u64, &str); 4] = [(0, "ack"), (1, "loss"), (3, "cnp"), (6, "data")];

pub fn parser(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    let (res, drop, reason) = (sheet.pin("res_valid")?, sheet.pin("res_drop")?, sheet.pin("res_reason")?);
    let (kind, ece, telemetry) = (sheet.pin("res_kind")?, sheet.pin("res_ece")?, sheet.pin("res_telemetry")?);
    for r in DropReason::of(config.parser.fcr, config.engine.lsn) {
        let asks = move |row: &Row| row.is(res) && row.is(drop) && row.get(reason) == r as u64;
        sheet.point(format!("dropped: {}", r.name()), asks);
    }
    let good = move |r: &Row| r.is(res) && !r.is(drop);
    for (k, name) in KINDS {
        sheet.point(format!("found: {name}"), move |r| good(r) && r.get(kind) == k);
    }
    if config.parser.fcr {
        let (advice, withdraw) = (sheet.pin("res_advice")?, sheet.pin("res_advice_withdraw")?);
        let rate = sheet.pin("res_advice_rate")?;
        sheet.point("a CNP without an advice", move |r| good(r) && r.get(kind) == 3 && !r.is(advice));
        sheet.point("an advice of a rate", move |r| good(r) && r.is(advice) && !r.is(withdraw) && r.get(rate) > 0);
        sheet.point("an advice of rate 0", move |r| good(r) && r.is(advice) && r.get(rate) == 0);
        sheet.point("an advice that ends another", move |r| good(r) && r.is(advice) && r.is(withdraw));
    }
    if config.engine.lsn {
        let (given, read) = (sheet.pin("res_lsn_given")?, sheet.pin("res_lsn_read")?);
        sheet.point("an ACK without an LSN", move |r| good(r) && r.get(kind) == 0 && !r.is(given));
        for (of, name) in [(false, "requests"), (true, "READ responses")] {
            for (mark, marked) in [(false, ""), (true, ", marked")] {
                let asks = move |r: &Row| good(r) && r.is(given) && r.is(read) == of && r.is(ece) == mark;
                sheet.point(format!("an ACK of {name} with an LSN{marked}"), asks);
            }
        }
    }
    let (place, telemetry_place) = (sheet.pin("cfg_ece_place")?, sheet.pin("cfg_telemetry_place")?);
    let (profile, n_hop) = (sheet.pin("cfg_telemetry_profile")?, sheet.pin("res_n_hop")?);
    for (value, name) in [(0, "BTH.BECN"), (1, "BTH.FECN"), (2, "IP CE"), (3, "AETH syndrome")] {
        let marked =
            move |r: &Row, mark: bool| good(r) && r.get(kind) == 0 && r.get(place) == value && r.is(ece) == mark;
        sheet.point(format!("an ACK marked in {name}"), move |r| marked(r, true));
        sheet.point(format!("an ACK not marked in {name}"), move |r| marked(r, false));
    }
    for (at, place) in [(1, "behind UDP"), (2, "behind AETH")] {
        for (value, name) in [(0, "hpcc"), (1, "ns3")] {
            let asks =
                move |r: &Row| good(r) && r.is(telemetry) && r.get(telemetry_place) == at && r.get(profile) == value;
            sheet.point(format!("telemetry {place}, profile {name}"), asks);
        }
    }
    sheet.point("good, without telemetry", move |r| good(r) && !r.is(telemetry));
    for n in 0..=u64::from(config.hpcc.hops) + 1 {
        sheet.point(format!("telemetry of {n} hops"), move |r| good(r) && r.is(telemetry) && r.get(n_hop) == n);
    }

    sheet.waits("s_axis_tvalid", "s_axis_tready")?;
    let (valid, ready) = (sheet.pin("s_axis_tvalid")?, sheet.pin("s_axis_tready")?);
    let (last, user, keep) = (sheet.pin("s_axis_tlast")?, sheet.pin("s_axis_tuser")?, sheet.pin("s_axis_tkeep")?);
    let beat = move |r: &Row| r.is(valid) && r.is(ready);
    let lanes = config.parser.data_bits as usize / 8;
    let lone = move |r: &Row| {
        let k = r.get(keep);
        (beat(r) && r.is(last) && k > 0 && k & k.wrapping_add(1) == 0).then(|| u64::from(k.count_ones()) - 1)
    };
    sheet.every("a last beat of every length", lanes, lone);
    sheet.point("a bad frame, of one beat or more", move |r| beat(r) && r.is(last) && r.is(user));
    let mut open = false;
    sheet.point("the source pauses within a frame", move |r| {
        let met = open && !r.is(valid);
        open = if beat(r) { !r.is(last) } else { open };
        met
    });
    let mut open = false;
    sheet.point("the parser stops the source within a frame", move |r| {
        let met = open && r.is(valid) && !r.is(ready);
        open = if beat(r) { !r.is(last) } else { open };
        met
    });
    headers(sheet, beat, lanes)?;
    let rst_n = sheet.pin("rst_n")?;
    let mut open = false;
    sheet.point("reset within a frame", move |r| {
        let met = open && !r.is(rst_n);
        open = r.is(rst_n) && if beat(r) { !r.is(last) } else { open };
        met
    });
    Ok(())
}

/// What stands at the head of the frames: so many VLAN tags, and which version of IP.
fn headers(sheet: &mut Sheet, beat: impl Fn(&Row) -> bool + Copy + 'static, lanes: usize) -> Result<(), Error> {
    let (data, last) = (sheet.pin("s_axis_tdata")?, sheet.pin("s_axis_tlast")?);
    for tags in 0..=2_usize {
        for (kind, name) in [(0x0800, "IPv4"), (0x86dd, "IPv6")] {
            let mut head: Vec<u8> = vec![];
            sheet.point(format!("{name} behind {tags} VLAN tags"), move |r| {
                if !beat(r) {
                    return false;
                }
                let bytes = r.words(data).iter().flat_map(|word| word.to_le_bytes()).take(lanes);
                let room = 64_usize.saturating_sub(head.len());
                head.extend(bytes.take(room));
                if !r.is(last) {
                    return false;
                }
                let frame = std::mem::take(&mut head);
                let word = |at: usize| Some(u64::from(*frame.get(at)?) << 8 | u64::from(*frame.get(at + 1)?));
                let tag = |i: usize| matches!(word(12 + 4 * i), Some(0x8100 | 0x88a8));
                (0..tags).all(tag) && word(12 + 4 * tags) == Some(kind)
            });
        }
    }
    Ok(())
}
