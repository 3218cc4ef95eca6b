//! Scripts that build the design alone, out of context: Vivado, Quartus, and the open flow, which is the one that is
//! run here.

use super::fill::fill;
use super::Source;

/// Large enough for the reference configuration, and among what Vivado's free edition has.
const VIVADO_PART: &str = "xcku5p-ffvb676-2-e";
const QUARTUS_FAMILY: &str = "Stratix 10";
const QUARTUS_DEVICE: &str = "1SG280HU2F50E2VG";

pub(super) fn vivado(source: &Source) -> String {
    let values = [("HEAD", source.head("#")), ("TOP", source.top().into()), ("VIVADO_PART", VIVADO_PART.into())];
    fill(include_str!("text/vivado.tcl"), &values)
}

pub(super) fn quartus(source: &Source) -> String {
    let facts = &source.facts;
    let pins = facts.inputs.iter().chain(&facts.outputs);
    fill(
        include_str!("text/quartus.tcl"),
        &[
            ("HEAD", source.head("#")),
            ("TOP", source.top().into()),
            ("QUARTUS_FAMILY", QUARTUS_FAMILY.into()),
            ("QUARTUS_DEVICE", QUARTUS_DEVICE.into()),
            ("PINS", pins.map(|pin| format!("  {}\n", pin.bits())).collect()),
        ],
    )
}

pub(super) fn open_flow(source: &Source) -> String {
    let mhz = source.facts.clocks[0].mhz.to_string();
    let values = [("HEAD", source.head("#")), ("TOP", source.top().into()), ("MHZ", mhz)];
    fill(include_str!("text/open_flow.sh"), &values)
}
