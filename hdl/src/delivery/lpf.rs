//! Lattice's preferences: the clock. nextpnr times no path at a port of a build out of context, so nothing is said of
//! them.

use super::Source;

pub(super) fn text(source: &Source) -> String {
    let mut text =
        source.head("#") + "# The clock; no pin has a place. nextpnr does not time paths from or to a port.\n";
    for clock in &source.facts.clocks {
        text += &format!("FREQUENCY PORT \"{}\" {} MHZ;\n", clock.port, clock.mhz);
    }
    text
}
