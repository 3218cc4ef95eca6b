//! Points of the register file: every register read and written, refusals, alerts, and the AXI4-Lite handshakes.

use super::sheet::{Row, Sheet};
use crate::Error;
use layout::config::Config;
use layout::registers::{self, COUNTER_PLACES, COUNTERS};

pub fn registers(sheet: &mut Sheet, config: &Config) -> Result<(), Error> {
    for (valid, ready) in [("awvalid", "awready"), ("wvalid", "wready"), ("arvalid", "arready")] {
        sheet.waits(&format!("s_axil_{valid}"), &format!("s_axil_{ready}"))?;
    }
    sheet.waits("s_axil_bvalid", "s_axil_bready")?;
    sheet.waits("s_axil_rvalid", "s_axil_rready")?;
    let taken = |sheet: &Sheet, channel: &str| -> Result<_, Error> {
        let pin = |what| sheet.pin(&format!("s_axil_{channel}{what}"));
        let (valid, ready) = (pin("valid")?, pin("ready")?);
        Ok(move |r: &Row| r.is(valid) && r.is(ready))
    };
    let (aw, w, ar) = (taken(sheet, "aw")?, taken(sheet, "w")?, taken(sheet, "ar")?);
    let (awaddr, araddr, wstrb) =
        (sheet.pin("s_axil_awaddr")?, sheet.pin("s_axil_araddr")?, sheet.pin("s_axil_wstrb")?);
    sheet.point("address before data", move |r| aw(r) && !w(r));
    sheet.point("data before address", move |r| w(r) && !aw(r));
    sheet.point("address and data at once", move |r| w(r) && aw(r));
    sheet.point("a write and a read at once", move |r| w(r) && ar(r));
    sheet.point("a write of less than a word", move |r| w(r) && r.get(wstrb) != 15);
    let map = registers::map(config);
    for register in &map {
        for word in 0..register.words() {
            let (at, name) = (u64::from(register.index() + word), register.name());
            let name = if register.words() > 1 { format!("{name}, word {word}") } else { name.to_owned() };
            sheet.point(format!("{name} is read"), move |r| ar(r) && r.get(araddr) >> 2 == at);
            sheet.point(format!("{name} is written to"), move |r| aw(r) && r.get(awaddr) >> 2 == at);
        }
    }
    let counters = u64::from(COUNTERS) / 4;
    let window = move |r: &Row| ar(r).then(|| (r.get(araddr) >> 2).wrapping_sub(counters));
    sheet.every("every counter is read", 2 * COUNTER_PLACES as usize, window);
    let places: Vec<u64> = map.iter().flat_map(|r| (0..r.words()).map(|w| u64::from(r.index() + w))).collect();
    sheet.point("a read where nothing is", move |r| {
        let at = r.get(araddr) >> 2;
        ar(r) && !places.contains(&at) && !(counters..counters + u64::from(2 * COUNTER_PLACES)).contains(&at)
    });
    for port in ["irq", "host_valid"] {
        let pin = sheet.pin(port)?;
        sheet.point(format!("{port} rises"), move |r| r.is(pin));
    }
    for port in [
        "frame_dropped",
        "alert_telemetry",
        "alert_psn",
        "alert_advice",
        "packet_stall",
        "event_stall",
        "update_stall",
        "update_taken",
        "queue_overflow",
        "idle",
    ] {
        let pin = sheet.pin(port)?;
        sheet.point(port, move |r| r.is(pin));
    }
    for unit in config.engine.units.iter().copied() {
        let (name, place) = (unit.name(), unit.place());
        let (sets, starts) = (sheet.pin("unit_bus_sets")?, sheet.pin("unit_answer_starts")?);
        sheet.point(format!("the page of {name} starts"), move |r| r.get(starts) >> place & 1 == 1);
        sheet.point(format!("unit_bus_sets of {name}"), move |r| r.get(sets) >> place & 1 == 1);
        let (write, taken) = (sheet.pin("unit_bus_write")?, sheet.pin("unit_answer_taken")?);
        let (busy, found) = (sheet.pin("unit_bus_host_busy")?, sheet.pin("unit_bus_found_now")?);
        sheet.point(format!("{name} takes a write"), move |r| r.is(write) && r.is(taken));
        sheet.point(format!("{name} refuses a write"), move |r| r.is(write) && !r.is(taken));
        sheet.point(format!("unit_bus_host_busy of {name}"), move |r| r.is(busy));
        sheet.point(format!("unit_bus_found_now of {name}"), move |r| r.is(found));
    }
    sheet.waits("host_valid", "host_ready")?;
    let (done, init) = (sheet.pin("host_done")?, sheet.pin("init_done")?);
    sheet.point("host_done", move |r| r.is(done));
    sheet.point("a write before init_done", move |r| w(r) && !r.is(init));
    Ok(())
}
