//! Synopsys design constraints: what holds wherever the design stands, and what holds at its ports when it stands
//! alone.

use super::facts::{ns, Facts, Pin, OUTSIDE_PERCENT, QUIET_CYCLES};
use super::Source;

/// `<top>.sdc`: only commands that the open flow's placer reads as well.
pub(super) fn clocks_file(source: &Source) -> String {
    format!(
        "{}\
         # The clock. What is said of the ports stands in {top}_ooc.sdc: it holds only while {top} is built alone, and not every\n\
         # tool that reads this file knows its commands.\n\
         {}{}",
        source.head("#"),
        clocks(&source.facts),
        between(&source.facts),
        top = source.top(),
    )
}

/// `<top>_ooc.sdc`, to be read after it.
pub(super) fn ports_file(source: &Source) -> String {
    format!(
        "{}# The ports of {}, while it is built alone (out of context). Read the .sdc of the same name first.\n{}",
        source.head("#"),
        source.top(),
        ports(&source.facts)
    )
}

/// The clocks.
pub(super) fn clocks(facts: &Facts) -> String {
    let line = |clock: &super::facts::Clock| {
        let period = clock.mhz.period_ns();
        format!("# {} MHz\ncreate_clock -name {} -period {period} [get_ports {}]\n", clock.mhz, clock.name, clock.port)
    };
    facts.clocks.iter().map(line).collect()
}

/// What lies between clocks, and what is not timed.
pub(super) fn between(facts: &Facts) -> String {
    let mut text = String::new();
    for crossing in &facts.crossings {
        let name = |clock: usize| &facts.clocks[clock].name;
        text += &format!(
            "# {}\nset_max_delay {} -from [get_clocks {}] -to [get_clocks {}]\n",
            crossing.why,
            ns(crossing.max_ps),
            name(crossing.from),
            name(crossing.to)
        );
    }
    for path in &facts.false_paths {
        text += &format!("# {}\nset_false_path -from {} -to {}\n", path.why, path.from, path.to);
    }
    text
}

/// Delays at the ports, and inputs that seldom change.
pub(super) fn ports(facts: &Facts) -> String {
    let mut text = format!(
        "
# The logic around the design is given {OUTSIDE_PERCENT} % of the period before each input and as much behind \
         each output.
# rst_n is among them: it comes from a register of the same clock, so that its release is timed.
"
    );
    let mut delays = |way: &str, pins: &[Pin]| {
        for pin in pins {
            let clock = &facts.clocks[pin.clock];
            let delay = ns(clock.outside_ps());
            text += &format!("set_{way}_delay {delay} -clock {} {}\n", clock.name, get(pin));
        }
    };
    delays("input", &facts.inputs);
    delays("output", &facts.outputs);
    if !facts.quasi_static.is_empty() {
        text += &format!(
            "
# These change only while no frame or event is under way, and {QUIET_CYCLES} cycles before the next: they \
             have several cycles to arrive.
"
        );
    }
    for input in &facts.quasi_static {
        let (pin, cycles) = (get(&input.pin), input.cycles);
        text += &format!(
            "set_multicycle_path {cycles} -setup -from {pin}\nset_multicycle_path {} -hold -from {pin}\n",
            cycles - 1
        );
    }
    text
}

fn get(pin: &Pin) -> String {
    if pin.width == 1 {
        format!("[get_ports {}]", pin.port)
    } else {
        format!("[get_ports {{{}}}]", pin.bits())
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::{Clock, Crossing, FalsePath};
    use super::*;
    use layout::config::Mhz;

    /// No design has them yet, so they are shown here.
    #[test]
    fn crossings_and_false_paths_are_written_with_their_reasons() {
        let clock = |name: &str, mhz| Clock { name: name.into(), port: name.into(), mhz: Mhz::whole(mhz) };
        let facts = Facts {
            clocks: vec![clock("clk", 322), clock("s_axil_aclk", 100)],
            inputs: vec![],
            outputs: vec![],
            quasi_static: vec![],
            false_paths: vec![FalsePath {
                from: "[get_ports strap]".into(),
                to: "[get_clocks clk]".into(),
                why: "a strap".into(),
            }],
            crossings: vec![Crossing { from: 1, to: 0, max_ps: 10_000, why: "Gray-coded pointers".into() }],
        };
        let clocks = "# 322 MHz\ncreate_clock -name clk -period 3.105590 [get_ports clk]\n\
                      # 100 MHz\ncreate_clock -name s_axil_aclk -period 10.000 [get_ports s_axil_aclk]\n";
        assert_eq!(super::clocks(&facts), clocks);
        let between =
            "# Gray-coded pointers\nset_max_delay 10.000 -from [get_clocks s_axil_aclk] -to [get_clocks clk]\n\
                       # a strap\nset_false_path -from [get_ports strap] -to [get_clocks clk]\n";
        assert_eq!(super::between(&facts), between);
    }
}
