//! Points of the block that sends probes: `prober`.

use super::seen::{Memory, Port, apart, behind, count, in_a_row};
use super::sheet::{Row, Sheet};
use crate::Error;
use layout::ldcp::Psn;
use layout::prober::{Kind, Ns, PERIOD, TIMEOUT};
use layout::timing::{PROBER_LATENCY, PROBER_RTT_LATENCY};
use std::collections::HashMap;

const TELEMETRY: u64 = Kind::Telemetry as u64;
const RTT: u64 = Kind::Rtt as u64;

pub fn prober(sheet: &mut Sheet) -> Result<(), Error> {
    let (probe, rtt) = (Port::of(sheet, "m_probe")?, Port::of(sheet, "m_rtt")?);
    let (tx, una, resp) = (Port::of(sheet, "tx")?, Port::of(sheet, "una")?, Port::of(sheet, "s_resp")?);
    let host = Port { valid: sheet.pin("host_we")?, ready: None, qpn: sheet.pin("host_qpn")? };
    let (opens, kind, period) = (sheet.pin("host_opens")?, sheet.pin("host_kind")?, sheet.pin("host_period")?);
    let (init, rst_n) = (sheet.pin("init_we")?, sheet.pin("rst_n")?);
    let counts = move |r: &Row| !r.is(init) && r.is(rst_n);
    let of = move |port: Port| move |r: &Row| port.taken(r).filter(|_| counts(r));
    let (sends, acks, answers, leaves, says) = (of(tx), of(una), of(resp), of(probe), of(rtt));
    let opening = move |r: &Row| host.taken(r).filter(|_| counts(r) && r.is(opens) && r.get(kind) != 3);

    for value in 0..4 {
        sheet.point(format!("opened with kind {value}"), move |r| {
            counts(r) && r.is(host.valid) && r.is(opens) && r.get(kind) == value
        });
        sheet.point(format!("the period alone, kind {value} beside it"), move |r| {
            counts(r) && r.is(host.valid) && !r.is(opens) && r.get(kind) == value
        });
    }
    for (name, value) in [("least", PERIOD.min), ("1 below the least", PERIOD.min - 1), ("longest", PERIOD.max)] {
        let asks =
            move |r: &Row| counts(r) && r.is(host.valid) && !r.get(kind).is_multiple_of(3) && r.get(period) == value;
        sheet.point(format!("a period: {name}"), asks);
    }
    let timeout = sheet.pin("cfg_timeout")?;
    for (name, value) in [("least", TIMEOUT.min), ("longest", TIMEOUT.max)] {
        sheet.point(format!("a probe, timeout {name}"), move |r| leaves(r).is_some() && r.get(timeout) == value);
    }
    let short = move |r: &Row| leaves(r).is_some() && r.get(timeout) < TIMEOUT.min;
    sheet.point("a probe, timeout too short", short);
    for port in ["m_probe", "m_rtt"] {
        let valid = format!("{port}_valid");
        sheet.values(&valid, &format!("{port}_kind"), &[(TELEMETRY, "telemetry"), (RTT, "RTT")])?;
        sheet.waits(&valid, &format!("{port}_ready"))?;
        let (valid, ready) = (sheet.pin(&valid)?, sheet.pin(&format!("{port}_ready"))?);
        in_a_row(sheet, &format!("{port} waits for 64 cycles"), 64, move |r| r.is(valid) && !r.is(ready));
        in_a_row(sheet, &format!("{port} in 4 cycles one after the other"), 4, move |r| r.is(valid) && r.is(ready));
    }
    sheet.waits("una_valid", "una_ready")?;
    sheet.waits("s_resp_valid", "s_resp_ready")?;
    count(sheet, &["probes", "responses", "unexpected", "timeouts", "refused", "clamped"])?;
    for value in [0, 3] {
        let pin = sheet.pin("s_resp_kind")?;
        sheet.point(format!("a response of kind {value}"), move |r| answers(r).is_some() && r.get(pin) == value);
    }

    // what an RTT is
    let (measured, smoothed) = (sheet.pin("m_rtt_measured")?, sheet.pin("m_rtt_smoothed")?);
    let (psn, time) = (sheet.pin("m_probe_psn")?, sheet.pin("m_probe_time")?);
    let smooth = sheet.pin("cfg_smooth")?;
    sheet.point("an RTT of 0", move |r| says(r).is_some() && r.get(measured) == 0);
    sheet.point("an RTT within 4 ms of the longest", move |r| {
        says(r).is_some() && Ns::MAX_RAW - r.get(measured) < 4_000_000
    });
    sheet.point("it is smoothed upwards", move |r| says(r).is_some() && r.get(smoothed) > r.get(measured));
    sheet.point("it is smoothed downwards", move |r| says(r).is_some() && r.get(smoothed) < r.get(measured));
    sheet.point("it is not smoothed", move |r| says(r).is_some() && !r.is(smooth) && r.get(smoothed) > 0);
    let (timed, rtt_kind) = (sheet.pin("cfg_timed")?, sheet.pin("m_rtt_kind")?);
    for value in [0, 1] {
        sheet.point(format!("a telemetry response that was waited for, timed {value}"), move |r| {
            says(r).is_some() && r.get(rtt_kind) == TELEMETRY && r.get(timed) == value
        });
    }
    sheet.point("a probe with PSN 0", move |r| leaves(r).is_some() && r.get(psn) == 0);
    sheet.point("a probe with the last PSN", move |r| leaves(r).is_some() && r.get(psn) == Psn::MAX_RAW);
    let mut times = Memory::<HashMap<u64, u64>>::new(sheet)?;
    sheet.point("a QP's next probe where the clock has gone round", move |r| {
        let times = times.of(r);
        leaves(r).is_some_and(|qpn| times.insert(qpn, r.get(time)).is_some_and(|then| then > r.get(time)))
    });

    // who meets whom
    apart(sheet, "packets of one QP", sends, 1..=12);
    let first = probe.first();
    behind(sheet, "a probe and a packet of its QP", first.clone(), sends, 1..=u64::from(PROBER_LATENCY));
    behind(sheet, "a packet and a probe of its QP", sends, first.clone(), 0..=4);
    behind(sheet, "an ACK and a packet of its QP", acks, sends, 0..=16);
    behind(sheet, "a packet and an ACK of its QP", sends, acks, 0..=8);
    behind(sheet, "a packet and an opening of its QP", sends, opening, 0..=6);
    behind(sheet, "an opening and a packet of its QP", opening, sends, 1..=16);
    behind(sheet, "a response and a probe of its QP", answers, leaves, 1..=4);
    behind(sheet, "an RTT and a response of its QP", rtt.first(), answers, u64::from(PROBER_RTT_LATENCY)..=8);
    behind(sheet, "an opening and a response of its QP", opening, answers, 1..=6);
    behind(sheet, "a response and an opening of its QP", answers, opening, 1..=6);
    behind(sheet, "a probe and an opening of its QP", first, opening, 1..=6);
    sheet.reset_in_flight("tx_valid", u64::from(PROBER_LATENCY))
}
