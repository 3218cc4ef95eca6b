//! What must be said of the crossings of the wrapper with a clock for each bus.
//!
//! An LPF cannot say it: it has no exception between two clocks that nextpnr would take, and nextpnr does not hold
//! paths between clocks to anything.

use super::buses::{Bus, Kind};
use super::verilog::time_now;
use super::{AXIS_ASYNC, TIME};
use crate::emit::{Dir, Port};
use layout::config::Config;

/// Why the bound is what it is.
const BOUND: &str = "\
# What crosses is held by registers until it has been seen: Gray-coded pointers, memory that is read behind them, calls that are held,
# single bits, and the clears of the resets. Each way may take the shorter of the two periods: then no two bits of a pointer are a
# period of their source apart, and what a bit announces is there before the bit.
";

/// In the language of all tools but Vivado: by clocks.
pub(super) fn sdc(config: &Config, buses: &[Bus], plain: &[Port]) -> String {
    let period = config.rtl.clock_mhz.period_ns();
    let mut text = format!(
        "#\n# The crossings of {AXIS_ASYNC}, for a design that has it inside. Write here what your design calls the clocks, and\n\
         # their periods. Every path between `clk` and one of the others that begins and ends in the wrapper is a crossing; logic of your\n\
         # own between the same two clocks would be bound as well. Do not declare these clocks asynchronous (set_clock_groups) nor the\n\
         # paths between them false: that would take the bounds away. A hold check between them means nothing and is not made.\n#\n\
         {BOUND}\
         # The delays of the clocks themselves count: where they differ by much, and your tool knows -ignore_clock_latency (Synopsys,\n\
         # OpenSTA), add it; Quartus has set_max_skew and set_net_delay for the same.\n\
         set engine_clock clk\n\
         set engine_period {period}\n"
    );
    if config.rtl.scan_mode {
        text += "# what a tester does with the resets is not timed; in a wrapper of your own this is its pin\n\
                 set_case_analysis 0 [get_ports scan_mode]\n";
    }
    let time = time_now(buses, plain).map(|_| ("time".to_owned(), TIME[0].to_owned()));
    let clocks = || buses.iter().map(|bus| (bus.instance().split_off(2), bus.clock.clone())).chain(time.clone());
    for (name, clock) in clocks() {
        text += &format!("set {name}_clock {clock}\nset {name}_period {period}\n");
    }
    for (name, _) in clocks() {
        text += &format!(
            "\nset bound [expr {{${name}_period < $engine_period ? ${name}_period : $engine_period}}]\n\
             set_max_delay $bound -from [get_clocks ${name}_clock] -to [get_clocks $engine_clock]\n\
             set_max_delay $bound -from [get_clocks $engine_clock] -to [get_clocks ${name}_clock]\n\
             set_false_path -hold -from [get_clocks ${name}_clock] -to [get_clocks $engine_clock]\n\
             set_false_path -hold -from [get_clocks $engine_clock] -to [get_clocks ${name}_clock]\n"
        );
    }
    text
}

/// In Vivado's: by registers, with the periods that it finds.
pub(super) fn xdc(buses: &[Bus], plain: &[Port]) -> String {
    let mut text = format!(
        "#\n# Never run by Vivado. What is checked is that every command is legal Tcl and every register is one of the\n\
         # wrapper's.\n#\n\
         # The crossings of {AXIS_ASYNC}. Read it for every instance, after the clocks have been made:\n\
         #   read_xdc -ref {AXIS_ASYNC} constraints/{AXIS_ASYNC}.xdc\n\
         # No two of its clocks may be one and the same clock: then take ackw_nic_axis. Do not declare them asynchronous\n\
         # (set_clock_groups) either: that would take the bounds away.\n#\n\
         {BOUND}\
         set clk [get_clocks -of_objects [get_ports clk]]\n"
    );
    let head = |name: &str, clock: &str, instance: &str| {
        format!(
            "\n# {name}\nset {clock} [get_clocks -of_objects [get_ports {clock}]]\n\
             set {instance}_bound [expr {{min([get_property -min PERIOD $clk], [get_property -min PERIOD ${clock}])}}]\n"
        )
    };
    for bus in buses {
        let clock = &bus.clock;
        let instance = bus.instance();
        let bound = format!("${instance}_bound");
        text += &head(bus.name, clock, &instance);
        // `-to` a register is also to its clear
        let mut way = |from: &str, to: &str| {
            text += &format!("set_max_delay -datapath_only -from ${from} -to [get_cells {{{to}}}] {bound}\n");
        };
        match bus.kind {
            Kind::Stream(_) => {
                let (wr, rd) = if bus.dir == Dir::Input { (clock.as_str(), "clk") } else { ("clk", clock.as_str()) };
                link(&mut way, &instance, ["wr", "rd"], [wr, rd]);
                way(wr, &format!("{instance}/u_wr_gray/first_reg[*]"));
                way(rd, &format!("{instance}/u_rd_gray/first_reg[*]"));
                way(wr, &format!("{instance}/out_data_reg[*]"));
                for side in ["wr", "rd"] {
                    let (from, to) =
                        (format!("{instance}/{side}_gray_reg[*]"), format!("{instance}/u_{side}_gray/first_reg[*]"));
                    text += &format!("set_bus_skew -from [get_cells {{{from}}}] -to [get_cells {{{to}}}] {bound}\n");
                }
            }
            Kind::Lite => {
                for half in ["u_write", "u_read"] {
                    let there = format!("{instance}/{half}");
                    call(&mut way, &there, clock);
                    way("clk", &format!("{there}/answer_data_reg[*]"));
                }
                way("clk", "u_irq/first_reg[*]");
            }
        }
    }
    if time_now(buses, plain).is_some() {
        let clock = TIME[0];
        text += &head("time_now", clock, "u_time");
        let way = |from: &str, to: &str| {
            text += &format!("set_max_delay -datapath_only -from ${from} -to [get_cells {{{to}}}] $u_time_bound\n");
        };
        call(&mut { way }, "u_time/u_call", clock);
    }
    text
}

/// A call from `clock` to `clk`, but for its answer.
fn call(way: &mut impl FnMut(&str, &str), instance: &str, clock: &str) {
    link(way, instance, ["a", "b"], [clock, "clk"]);
    way(clock, &format!("{instance}/u_a_turn/first_reg[*]"));
    way("clk", &format!("{instance}/u_b_turn/first_reg[*]"));
    way(clock, &format!("{instance}/serve_data_reg[*]"));
}

/// The two sides of a link: their flags, which the other side sets and clears.
fn link(way: &mut impl FnMut(&str, &str), instance: &str, sides: [&str; 2], clocks: [&str; 2]) {
    for (side, from) in sides.iter().zip(clocks.iter().rev()) {
        let link = format!("{instance}/u_{side}_link");
        way(
            from,
            &format!(
                "{link}/u_closed/first_reg[*] {link}/u_closed/second_reg[*] {link}/u_cleared/first_reg[*] \
                 {link}/u_cleared/second_reg[*] {link}/was_shut_reg {link}/was_closed_reg {link}/was_cleared_reg"
            ),
        );
    }
}
