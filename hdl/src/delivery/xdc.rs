//! Vivado's constraints for a build out of context: what the two SDC files say, in one, and no pin locations.

use super::{sdc, Source};

pub(super) fn text(source: &Source) -> String {
    let clock = &source.facts.clocks[0].port;
    format!(
        "{}\
         # Out of context: `read_xdc -mode out_of_context`. No pin has a place, no port has a standard. In a whole design\n\
         # leave this file out: the clock comes from above, and so do the neighbours of the ports.\n\
         {}\
         # So that clock skew is estimated, say which buffer will drive the clock, and take the mark away:\n\
         # set_property HD.CLK_SRC BUFGCE_X0Y0 [get_ports {clock}]\n\
         {}{}",
        source.head("#"),
        sdc::clocks(&source.facts),
        sdc::between(&source.facts),
        sdc::ports(&source.facts),
    )
}
