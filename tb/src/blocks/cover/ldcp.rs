//! Points of LDCP's arithmetic: `recip`, `pawa`, `interval`.

use super::sheet::{Contexts, Row, Sheet};
use crate::Error;
use layout::record::flag::NAMES;
use layout::timing::{HAZARD, PAWA_LATENCY};

/// 1.0 packet.
const ONE: u64 = 1 << 28;
/// A question about a cycle with a result, with its QP's window before and after.
type Regime = Box<dyn Fn(&Row, u64, u64) -> bool>;
/// Events, as `layout::record::Kind` has them.
pub(super) const KINDS: [(u64, &str); 7] =
    [(0, "ack"), (1, "loss"), (2, "rtt"), (3, "cnp"), (4, "host_write"), (5, "host_read"), (6, "data")];

pub fn recip(sheet: &mut Sheet) -> Result<(), Error> {
    let (x, d) = (sheet.pin("x")?, sheet.pin("d")?);
    sheet.point("x 0", move |r| r.get(x) == 0);
    sheet.point("x 2^17, the least mantissa", move |r| r.get(x) == 1 << 17);
    sheet.point("x 2^18 - 1, the greatest", move |r| r.get(x) == (1 << 18) - 1);
    sheet.point("d 0, divides by a power of two", move |r| r.get(d) == 0);
    sheet.point("d 2^23 - 1", move |r| r.get(d) == (1 << 23) - 1);
    sheet.every("every word of the table", 512, move |r| Some(r.get(d) >> 14));
    sheet.point("first place of a word", move |r| r.get(d) & 0x3fff == 0 && r.get(d) != 0);
    sheet.point("last place of a word", move |r| r.get(d) & 0x3fff == 0x3fff);
    let q = sheet.pin("q")?;
    sheet.point("q 2^36, does not fit a fraction", move |r| r.get(q) >> 36 == 1);
    sheet.point("q below 2^36, not 0", move |r| r.get(q) >> 36 == 0 && r.get(q) > 0);
    Ok(())
}

pub fn pawa(sheet: &mut Sheet) -> Result<(), Error> {
    let (valid, kind) = (sheet.pin("in_valid")?, sheet.pin("in_kind")?);
    let (pcc, n0, n1, set) = (sheet.pin("in_pcc")?, sheet.pin("in_n0")?, sheet.pin("in_n1")?, sheet.pin("in_set")?);
    let (out, out_qpn, cw, flags) =
        (sheet.pin("out_valid")?, sheet.pin("out_qpn")?, sheet.pin("out_cw")?, sheet.pin("out_flags")?);
    for (k, name) in KINDS {
        for (a, algorithm) in [(0, "ldcp"), (1, "ldcp-pcc")] {
            let asks = move |r: &Row| r.is(valid) && r.get(kind) == k && r.get(pcc) == a;
            sheet.point(format!("{name} of {algorithm}"), asks);
        }
    }
    sheet.flags("out_valid", "out_flags", &NAMES, |_| true)?;
    sheet.apart("events of one QP", "in_valid", "in_qpn", u64::from(HAZARD)..=u64::from(HAZARD) + 6)?;
    sheet.every("every parameter set", 16, move |r| r.is(valid).then(|| r.get(set)));
    sheet.values(
        "out_valid",
        "out_cw",
        &[(ONE, "1.0"), (ONE - 1, "just below 1.0"), ((1 << 42) - 1, "the greatest")],
    )?;
    sheet.point("n0 and n1 0", move |r| r.is(valid) && r.get(kind) == 0 && r.get(n0) == 0 && r.get(n1) == 0);
    for (name, n) in [("n0", n0), ("n1", n1)] {
        sheet.point(format!("{name} 2^14 - 1"), move |r| r.is(valid) && r.get(n) == (1 << 14) - 1);
        sheet.point(format!("{name} of one packet"), move |r| r.is(valid) && r.get(n) == 1);
    }
    for (a, algorithm) in [(0, "ldcp"), (1, "ldcp-pcc")] {
        let both = move |r: &Row| r.is(valid) && r.get(pcc) == a && r.get(n0) > 0 && r.get(n1) > 0;
        sheet.point(format!("n0 and n1 of {algorithm}"), both);
    }

    // what an ACK meets: the window of before is the one that its QP had last
    let (init_we, init_addr, rst_n) = (sheet.pin("init_we")?, sheet.pin("init_addr")?, sheet.pin("rst_n")?);
    let ack = move |r: &Row, marked: u64| {
        let was = |pin| r.ago(pin, PAWA_LATENCY);
        let (unmarked, marks) = (was(n0) > 0, was(n1) > 0);
        was(kind) == 0 && was(pcc) == 0 && [unmarked && !marks, marks && !unmarked][marked as usize]
    };
    let mut regime = |name: &str, asks: Regime| {
        let mut windows = Contexts::new(ONE);
        sheet.point(name, move |r| {
            if r.is(init_we) {
                windows.set(r.get(init_addr), ONE);
            }
            if !r.is(rst_n) || !r.is(out) {
                return false;
            }
            let (before, after) = (windows.get(r.get(out_qpn)), r.get(cw));
            windows.set(r.get(out_qpn), after);
            asks(r, before, after)
        });
    };
    let moved = move |r: &Row| r.get(flags) & 0b1110 == 0;
    let folded = move |r: &Row| {
        let was = |pin| r.ago(pin, PAWA_LATENCY);
        !matches!(was(kind), 4 | 5) && was(pcc) == 0 && was(n0) > 0 && was(n1) > 0
    };
    regime("both: n0 * alpha / cw is the greater", Box::new(move |r, b, a| folded(r) && b >= ONE && a > b && moved(r)));
    regime("both: n1 * beta is the greater", Box::new(move |r, b, a| folded(r) && b >= ONE && a < b && moved(r)));
    regime("both, below one: decrease by eta", Box::new(move |r, b, a| folded(r) && b < ONE && a < b && moved(r)));
    for (flag, name) in [(1, "floor"), (2, "sat")] {
        let asks = move |r: &Row, b: u64, _: u64| folded(r) && b >= ONE && r.get(flags) >> flag & 1 == 1;
        regime(&format!("both: {name}"), Box::new(asks));
    }
    regime("increase by n * alpha / cw", Box::new(move |r, b, a| ack(r, 0) && b >= ONE && a > b && moved(r)));
    regime("decrease by n * beta", Box::new(move |r, b, a| ack(r, 1) && b >= ONE && a < b && moved(r)));
    regime("below one: increase by gamma", Box::new(move |r, b, a| ack(r, 0) && b < ONE && a > b && moved(r)));
    regime("below one: decrease by eta", Box::new(move |r, b, a| ack(r, 1) && b < ONE && a < b && moved(r)));
    regime("an ACK takes the window below one", Box::new(move |r, b, a| ack(r, 1) && b >= ONE && a < ONE));
    regime("an ACK takes the window to one or above", Box::new(move |r, b, a| ack(r, 0) && b < ONE && a >= ONE));
    regime("below one: floor", Box::new(move |r, b, _| ack(r, 1) && b < ONE && r.get(flags) >> 1 & 1 == 1));
    regime(
        "from one and above to the floor",
        Box::new(move |r, b, _| ack(r, 1) && b > ONE && r.get(flags) >> 1 & 1 == 1),
    );
    for place in 0..14 {
        let asks = move |r: &Row, b: u64, _: u64| ack(r, 0) && b >> 28 >> place == 1;
        regime(&format!("an ACK meets a window of 2^{place} and more"), Box::new(asks));
    }
    let own = move |r: &Row, k: u64| r.ago(kind, PAWA_LATENCY) == k && r.ago(pcc, PAWA_LATENCY) == 1;
    regime("ldcp-pcc: increase by alpha", Box::new(move |r, b, a| own(r, 2) && a > b && moved(r)));
    regime("ldcp-pcc: decrease by beta", Box::new(move |r, b, a| own(r, 3) && a < b && moved(r)));
    let host = move |r: &Row, k: u64| r.ago(kind, PAWA_LATENCY) == k;
    regime("host_write of a window", Box::new(move |r, b, a| host(r, 4) && a != b));
    regime("host_read", Box::new(move |r, b, a| host(r, 5) && a == b));
    sheet.reset_in_flight("in_valid", u64::from(PAWA_LATENCY))
}

pub fn interval(sheet: &mut Sheet) -> Result<(), Error> {
    let (valid, cw, rtt) = (sheet.pin("in_valid")?, sheet.pin("in_cw")?, sheet.pin("in_rtt")?);
    let (flags, out, interval) = (sheet.pin("in_flags")?, sheet.pin("out_valid")?, sheet.pin("out_interval")?);
    let paced = move |r: &Row| r.is(valid) && r.is(flags);
    let kinds: Vec<_> = KINDS.into_iter().filter(|(k, _)| !matches!(k, 4 | 5)).collect();
    sheet.values("in_valid", "in_kind", &kinds)?;
    sheet.flags("in_valid", "in_flags", &NAMES, |_| true)?;
    sheet.point("not paced", move |r| r.is(valid) && !r.is(flags));
    sheet.point("cw 0", move |r| paced(r) && r.get(cw) == 0);
    sheet.point("cw just below 1.0", move |r| paced(r) && r.get(cw) == ONE - 1);
    sheet.point("rtt 0", move |r| paced(r) && r.get(rtt) == 0);
    sheet.point("rtt 2^24 - 1", move |r| paced(r) && r.get(rtt) == (1 << 24) - 1);
    sheet.every("leading one of cw in every place", 28, move |r| {
        paced(r).then(|| r.get(cw).checked_ilog2().map(u64::from))?
    });
    sheet.every("leading one of rtt in every place", 24, move |r| {
        paced(r).then(|| r.get(rtt).checked_ilog2().map(u64::from))?
    });
    sheet.point("saturates", move |r| r.is(out) && r.get(interval) == u64::from(u32::MAX));
    sheet.point("0", move |r| r.is(out) && r.get(interval) == 0);
    sheet.point("between", move |r| r.is(out) && r.get(interval) > 0 && r.get(interval) < u64::from(u32::MAX));
    Ok(())
}
