//! The socket: the ports that every algorithm's unit has, so that the engine holds units without knowing which.
//!
//! A unit owns a [`Socket`] and derefs to it. `self.issued.val()` in a unit's `update`, and `self.unit[k].issued.next`
//! in the engine's, are then plain fields to Rust, and signals of those names to `#[hdl_gen]`.

use crate::hops::Hop;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::prim::ports::{boxed_block, unscoped};
use crate::records::{Before, IssuedEvent, Lanes, Lowers, Sense, Tick, Timed, Trace, UnitBus, Update};
use layout::config::{Config, Unit as Name};
use layout::units::Sense as Senses;
use std::ops::DerefMut;

/// Every unit's ports. What the engine reads bit by bit is a signal of its own, because `#[hdl_gen]` takes no field of
/// `self.unit[k].out.val()`; in Verilog there is no difference.
#[derive(Clone, Debug, Default)]
pub struct Socket {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub bus: Signal<In, UnitBus>,
    pub taken: Signal<Out, Bit>,
    /// Zero where not asked, so that the answers of all units can be joined by OR.
    pub rdata: Signal<Out, U<32>>,
    /// Bit `Unit::place()`: its parameter set is to be written.
    pub starts: Signal<Out, U<UNIT_PLACES>>,
    pub writes_set: Signal<In, Bit>,
    pub host_writes: Signal<In, Bit>,
    pub issued_valid: Signal<In, Bit>,
    pub issued_host: Signal<In, Bit>,
    pub issued: Signal<In, IssuedEvent>,
    pub host_ends: Signal<Out, Bit>,
    pub out_valid: Signal<Out, Bit>,
    pub out: Signal<Out, Update>,
    /// Where a unit of the engine senses PSNs, in all of them.
    pub sense_opt: Vec<Signal<In, Sense>>,
    /// Where a unit senses losses, in all of them: what the newest confirms, two cycles behind its issue.
    pub confirms_opt: Vec<Signal<In, U<14>>>,
    /// Of a unit that senses hops, a cycle after the issue: what it looks at of the event. And its lanes.
    pub trace_opt: Vec<Signal<In, Trace>>,
    pub hop: Vec<Signal<In, Hop>>,
    pub lanes_opt: Vec<Signal<Out, Lanes>>,
    /// Of a unit with a timer.
    pub timed_opt: Vec<Signal<In, Timed>>,
    pub tick_opt: Vec<Signal<Out, Tick>>,
    /// Of an engine with FCR's ports.
    pub lower_opt: Vec<Signal<In, Lowers>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    /// With a trace: beside the update, what its event found.
    pub before_opt: Vec<Signal<Out, Before>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,
}

impl Socket {
    /// Of a unit in the engine of a configuration.
    pub fn new(config: &Config) -> Self {
        let ecc = config.rtl.ecc;
        let sense_opt = option(config.senses(Senses::Psn));
        let lower_opt = option(config.engine.fcr);
        Self {
            sense_opt,
            confirms_opt: option(config.senses(Senses::Loss)),
            lower_opt,
            before_opt: option(config.rtl.trace),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            rom_opt: option(ecc),
            ..Self::default()
        }
    }

    /// Of one that senses hops.
    pub fn with_hops(config: &Config) -> Self {
        let hop = (0..config.hpcc.hops).map(|_| Default::default()).collect();
        Self { trace_opt: option(true), hop, lanes_opt: option(true), ..Self::new(config) }
    }

    /// Of one with a timer.
    pub fn with_timer(config: &Config) -> Self {
        Self { timed_opt: option(true), tick_opt: option(true), ..Self::new(config) }
    }
}

unscoped! { Socket {
    clock init_we init_addr bus taken rdata starts writes_set host_writes issued_valid issued_host issued host_ends
    out_valid out sense_opt confirms_opt trace_opt hop lanes_opt timed_opt tick_opt lower_opt before_opt ecc_opt fault_opt
    rom_opt
} }

/// An algorithm's unit.
pub trait Unit: Block + DerefMut<Target = Socket> {
    /// Its row in the list of units: `u_<name>`, its page, its latency.
    fn unit(&self) -> Name;
}

/// A unit whose type is forgotten.
pub struct Slot(Box<dyn Unit>);

impl Slot {
    pub fn new(unit: impl Unit + 'static) -> Self {
        Self(Box::new(unit))
    }

    pub fn unit(&self) -> Name {
        self.0.unit()
    }
}

// the unit under its place in the engine's list and its own name
boxed_block! { Slot: Socket, |unit, name| format!("{name}@{}", unit.unit().name()) }

/// `socket_of!(DctcpUnit)`: the unit's ports are its socket's, and the engine makes it by `slot`.
macro_rules! socket_of {
    ($unit:ident) => {
        $crate::prim::ports::owns_ports! { impl[] $unit, socket: $crate::units::Socket }

        pub(crate) fn slot(config: &layout::config::Config) -> $crate::units::Slot {
            $crate::units::Slot::new($unit::new(config))
        }
    };
}
pub(crate) use socket_of;
