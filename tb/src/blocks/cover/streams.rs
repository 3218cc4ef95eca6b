//! Points of the blocks that keep order and what an algorithm does not own: `psn`, `choice`, `sent`, `issue`.

use super::ldcp::KINDS;
use super::sheet::{Row, Sheet};
use crate::Error;
use layout::config::Config;
use layout::record::Algorithm;
use layout::timing::{HAZARD, Latency, PSN_LATENCY};
use std::collections::HashMap;

pub fn psn(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    let n_max = u64::from(config.engine.n_max);
    let (out, kind, n) = (sheet.pin("out_valid")?, sheet.pin("out_kind")?, sheet.pin("out_n")?);
    let (last, rejected, closed) = (sheet.pin("out_psn")?, sheet.pin("out_rejected")?, sheet.pin("out_closed")?);
    let (psn, use_psn, host_open) = (sheet.pin("in_psn")?, sheet.pin("in_use_psn")?, sheet.pin("host_open")?);
    let (max, in_kind) = (sheet.pin("in_snd_max")?, sheet.pin("in_kind")?);
    sheet.values("in_valid", "in_kind", &KINDS)?;
    sheet.apart("events of one QP", "in_valid", "in_qpn", 1..=4)?;
    let ack = move |r: &Row, counts: u64| r.is(out) && r.get(kind) == 0 && r.ago(use_psn, PSN_LATENCY) == counts;
    // how far a PSN is ahead of the last, of an ACK that is not rejected
    let ahead = move |r: &Row| ack(r, 1).then(|| r.ago(psn, PSN_LATENCY).wrapping_sub(r.get(last)) & 0xff_ffff);
    sheet.point("duplicate", move |r| ahead(r) == Some(0));
    sheet.point("next", move |r| ahead(r) == Some(1));
    sheet.point("some ahead", move |r| ahead(r).is_some_and(|d| (2..n_max).contains(&d)));
    sheet.point("as many as count", move |r| ahead(r) == Some(n_max));
    sheet.point("one more than counts", move |r| ahead(r) == Some(n_max + 1));
    sheet.point("many more than count", move |r| ahead(r).is_some_and(|d| (1 << 14..1 << 22).contains(&d)));
    sheet.point("old", move |r| ahead(r).is_some_and(|d| d > 3 << 22));
    sheet.point("as old as a duplicate may be", move |r| ahead(r) == Some(3 << 22));
    sheet.point("all that was sent", move |r| {
        ahead(r).is_some_and(|d| d > 0 && d < 1 << 22)
            && (r.ago(psn, PSN_LATENCY) + 1) & 0xff_ffff == r.ago(max, PSN_LATENCY)
    });
    sheet.point("an ACK is rejected", move |r| r.is(rejected) && r.ago(in_kind, PSN_LATENCY) == 0);
    sheet.point("an ACK of the next PSN to be sent is rejected", move |r| {
        r.is(rejected) && r.ago(in_kind, PSN_LATENCY) == 0 && r.ago(psn, PSN_LATENCY) == r.ago(max, PSN_LATENCY)
    });
    sheet.point("a NAK is rejected", move |r| r.is(rejected) && r.ago(in_kind, PSN_LATENCY) == 1);
    sheet.point("a NAK passes", move |r| r.is(out) && r.get(kind) == 1 && r.ago(use_psn, PSN_LATENCY) == 1);
    sheet.point("an event of a closed QP", move |r| r.is(closed));
    sheet.point("the PSN wraps", move |r| {
        ahead(r).is_some_and(|d| d > 0 && d < 1 << 22) && r.ago(psn, PSN_LATENCY) < r.get(last)
    });
    sheet.point("n given by the event", move |r| ack(r, 0) && r.get(n) > 0);
    let host = move |r: &Row, open: u64| r.is(out) && r.get(kind) == 4 && r.get(host_open) == open;
    sheet.point("a QP is opened", move |r| host(r, 1));
    sheet.point("a QP is closed", move |r| host(r, 0));
    sheet.reset_in_flight("in_valid", u64::from(PSN_LATENCY))
}

pub fn choice(sheet: &mut Sheet) -> Result<(), Error> {
    let (out, set) = (sheet.pin("out_valid")?, sheet.pin("out_set")?);
    let (valid, store) = (sheet.pin("in_valid")?, sheet.pin("in_store")?);
    let algorithms: Vec<_> = Algorithm::ALL.iter().map(|a| (*a as u64, a.name())).collect();
    sheet.values("out_valid", "out_alg", &algorithms)?;
    sheet.every("every parameter set", 16, move |r| r.is(out).then(|| r.get(set)));
    sheet.point("stores", move |r| r.is(valid) && r.is(store));
    sheet.apart("events of one QP", "in_valid", "in_qpn", 1..=4)?;
    let qpn = sheet.pin("in_qpn")?;
    for distance in 1..=4 {
        let mut stored = HashMap::new();
        sheet.point(format!("reads a choice stored {distance} ago"), move |r| {
            if !r.is(valid) {
                return false;
            }
            let met = !r.is(store) && stored.get(&r.get(qpn)).is_some_and(|then| r.number - then == distance);
            if r.is(store) {
                stored.insert(r.get(qpn), r.number);
            }
            met
        });
    }
    sheet.reset_in_flight("in_valid", 4)
}

pub fn sent(sheet: &mut Sheet) -> Result<(), Error> {
    sheet.behind("event and report of its QP,", ("in_valid", "in_qpn"), ("tx_valid", "tx_qpn"), 0..=4)?;
    sheet.apart("reports of one QP", "tx_valid", "tx_qpn", 1..=4)?;
    sheet.apart("events of one QP", "in_valid", "in_qpn", 1..=2)?;
    sheet.extremes("tx_valid", &["tx_psn"])?;
    sheet.extremes("out_valid", &["out_snd_nxt", "out_snd_max"])?;
    let (out, nxt, max) = (sheet.pin("out_valid")?, sheet.pin("out_snd_nxt")?, sheet.pin("out_snd_max")?);
    sheet.point("behind a rewind", move |r| r.is(out) && r.get(nxt) != r.get(max));
    let (valid, store) = (sheet.pin("in_valid")?, sheet.pin("in_store")?);
    sheet.point("an event stores", move |r| r.is(valid) && r.is(store));
    let (init, tx) = (sheet.pin("init_we")?, sheet.pin("tx_valid")?);
    sheet.point("a report while contexts are reset", move |r| r.is(init) && r.is(tx));
    sheet.reset_in_flight("in_valid", 5)
}

pub fn issue(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    sheet.values("out_valid", "out_kind", &KINDS)?;
    sheet.apart("issues of one QP", "out_valid", "out_qpn", u64::from(HAZARD)..=u64::from(HAZARD) + 2)?;
    sheet.waits("in_valid", "in_ready")?;
    let (valid, ready, qpn, kind) =
        (sheet.pin("in_valid")?, sheet.pin("in_ready")?, sheet.pin("in_qpn")?, sheet.pin("in_kind")?);
    let (enter, enter_slot) = (sheet.pin("enter_we")?, sheet.pin("enter_slot")?);
    let (out, out_slot, out_kind) = (sheet.pin("out_valid")?, sheet.pin("out_slot")?, sheet.pin("out_kind")?);
    let (out_n, credit, rst_n) = (sheet.pin("out_n0")?, sheet.pin("credit_return")?, sheet.pin("rst_n")?);
    let out_n1 = sheet.pin("out_n1")?;
    let slots = config.engine.wait_slots as usize;
    // the host's operation issues out of no slot
    let of_host = move |r: &Row| matches!(r.get(out_kind), 4 | 5);
    let of_slot = move |r: &Row| r.is(out) && !of_host(r);
    sheet.every("every slot", slots, move |r| of_slot(r).then(|| r.get(out_slot)));
    sheet.point("an event enters while another issues", move |r| r.is(out) && r.is(enter));
    sheet.point("n0 2^14 - 1", move |r| r.is(out) && r.get(out_n) == (1 << 14) - 1);
    sheet.point("n1 2^14 - 1", move |r| r.is(out) && r.get(out_n1) == (1 << 14) - 1);

    // the slots, each with when its event entered and of which QP it is
    let mut held: Vec<Option<(u64, u64)>> = vec![None; slots];
    sheet.point("an event passes an older one of another QP", move |r| {
        let passes = of_slot(r)
            .then(|| held[r.get(out_slot) as usize].take())
            .flatten()
            .is_some_and(|(then, own)| held.iter().flatten().any(|(other, qpn)| *other < then && *qpn != own));
        if r.is(enter) {
            held[r.get(enter_slot) as usize] = Some((r.number, r.get(qpn)));
        }
        if !r.is(rst_n) {
            held.fill(None);
        }
        passes
    });
    for (name, host) in [("events wait for a credit", false), ("a host's event goes without a credit", true)] {
        let full = i64::from(Latency::of(config).queues.updates);
        let (mut credits, mut waiting) = (full, 0_i64);
        sheet.point(name, move |r| {
            let met =
                credits == 0 && if host { r.is(out) && of_host(r) } else { waiting == slots as i64 && !r.is(out) };
            credits += i64::from(r.is(credit)) - i64::from(of_slot(r));
            waiting += i64::from(r.is(enter)) - i64::from(of_slot(r));
            if !r.is(rst_n) {
                (credits, waiting) = (full, 0);
            }
            met
        });
    }
    let (ece, n, loss) = (sheet.pin("in_ece")?, sheet.pin("in_n")?, sheet.pin("in_loss")?);
    let (out_loss, saturates) = (sheet.pin("out_loss")?, sheet.pin("saturates")?);
    let joins = move |r: &Row| r.is(valid) && r.is(ready) && !r.is(enter);
    for (k, name) in KINDS.into_iter().filter(|(k, _)| !matches!(k, 4 | 5)) {
        sheet.point(format!("{name} joins one that waits"), move |r| joins(r) && r.get(kind) == k);
    }
    sheet.point("what is marked joins one that waits", move |r| joins(r) && r.is(ece) && r.get(n) > 0);
    sheet.point("what is not marked joins one that waits", move |r| joins(r) && !r.is(ece) && r.get(n) > 0);
    sheet.point("what counts nothing joins one that waits", move |r| joins(r) && r.get(n) == 0);
    sheet.point("a loss joins one that waits", move |r| joins(r) && r.is(loss));
    sheet.point("both sums of one", move |r| r.is(out) && r.get(out_n) > 0 && r.get(out_n1) > 0);
    sheet.point("sums and a loss of one", move |r| r.is(out_loss) && r.get(out_n) > 0 && r.get(out_n1) > 0);
    for (marked, name) in [(false, "n0"), (true, "n1")] {
        sheet.point(format!("{name} saturates"), move |r| r.is(saturates) && r.is(ece) == marked);
    }
    // an event comes in the cycle in which the one of its QP that waits issues: it enters
    let out_qpn = sheet.pin("out_qpn")?;
    sheet.point("an event enters while another of its QP issues", move |r| {
        of_slot(r) && r.is(enter) && r.get(out_qpn) == r.get(qpn)
    });
    sheet.reset_in_flight("in_valid", 8)
}
