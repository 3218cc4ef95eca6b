//! Points of what stands before the MAC: `inserter`.

use super::seen::{Memory, count, in_a_row};
use super::sheet::{Row, Sheet};
use crate::Error;

pub fn inserter(sheet: &mut Sheet) -> Result<(), Error> {
    count(sheet, &["inserted", "passed", "too_long", "not_data", "broken"])?;
    sheet.waits("s_axis_tvalid", "s_axis_tready")?;
    sheet.waits("m_axis_tvalid", "m_axis_tready")?;
    sheet.reset_in_flight("s_axis_tvalid", 16)?;
    let (valid, ready, last) = (sheet.pin("s_axis_tvalid")?, sheet.pin("s_axis_tready")?, sheet.pin("s_axis_tlast")?);
    let (keep, init, rst_n) = (sheet.pin("s_axis_tkeep")?, sheet.pin("init_we")?, sheet.pin("rst_n")?);
    let (out, taken, end) = (sheet.pin("m_axis_tvalid")?, sheet.pin("m_axis_tready")?, sheet.pin("m_axis_tlast")?);
    let (kept, broken) = (sheet.pin("m_axis_tkeep")?, sheet.pin("m_axis_tuser")?);
    let comes = move |r: &Row| r.is(valid) && r.is(ready) && r.is(rst_n);
    let goes = move |r: &Row| r.is(out) && r.is(taken);

    let area = sheet.pin("cfg_telemetry_area")?;
    let lanes = u64::from(keep.width) / 4;
    sheet.point("a frame where the area has no words", move |r| comes(r) && r.get(area) == 0);
    sheet.point("a frame where it has 63", move |r| comes(r) && r.get(area) == 63);
    for by in 0..lanes {
        let name = format!("a frame where it turns a beat by {by} lanes");
        sheet.point(name, move |r| comes(r) && r.get(area) > 0 && r.get(area) % lanes == by);
    }
    let (host, every) = (sheet.pin("host_we")?, sheet.pin("host_every")?);
    let writes = move |r: &Row| r.is(host) && !r.is(init) && r.is(rst_n);
    for value in [0, 1, 2, 255] {
        sheet.point(format!("one in {value}"), move |r| writes(r) && r.get(every) == value);
    }
    // how far a write and a frame's first beat are apart
    let (whose, named) = (sheet.pin("s_axis_tuser")?, sheet.pin("host_qpn")?);
    for cycles in 0..=6u64 {
        let mut ago = Memory::<(u64, u64)>::new(sheet)?;
        sheet.point(format!("a write, and a beat of its QP {cycles} cycles behind"), move |r| {
            let (since, qpn) = ago.of(r);
            *since += 1;
            if writes(r) {
                (*since, *qpn) = (0, r.get(named));
            }
            comes(r) && *since == cycles && *qpn == r.get(whose)
        });
    }
    for bytes in 1..=u64::from(keep.width) {
        let is = move |r: &Row, keep| u64::from(r.get(keep).count_ones()) == bytes;
        sheet.point(format!("a last beat of {bytes} bytes comes"), move |r| comes(r) && r.is(last) && is(r, keep));
        sheet.point(format!("a last beat of {bytes} bytes goes"), move |r| goes(r) && r.is(end) && is(r, kept));
    }
    sheet.point("a last beat of nothing", move |r| comes(r) && r.is(last) && r.get(keep) == 0);
    let all = if keep.width == 64 { u64::MAX } else { (1 << keep.width) - 1 };
    sheet.point("a beat with holes", move |r| comes(r) && !r.is(last) && r.get(keep) != all);
    sheet.point("a broken frame goes", move |r| goes(r) && r.is(end) && r.is(broken));
    in_a_row(sheet, "a beat comes in 32 cycles one after the other", 32, comes);
    in_a_row(sheet, "a beat goes in 32 cycles one after the other", 32, goes);
    in_a_row(sheet, "a beat waits for 64 cycles", 64, move |r| r.is(out) && !r.is(taken));
    in_a_row(sheet, "the block takes nothing for 32 cycles", 32, move |r| r.is(valid) && !r.is(ready) && !r.is(init));
    Ok(())
}
