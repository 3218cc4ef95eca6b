//! The ports of a wrapper as buses and clocks: Verilog, attributes and component files are written from these.

use super::packing::Packing;
use crate::emit::{Design, Dir, Port};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// AXI4-Stream, with the design's ports whose names begin so, and how they are packed; the packets' are as they
    /// are.
    Stream(&'static str),
    Lite,
}

/// A bus of a wrapper.
#[derive(Clone, Debug)]
pub struct Bus {
    pub name: &'static str,
    pub kind: Kind,
    /// Towards the wrapper (slave) or away from it.
    pub dir: Dir,
    pub signals: Vec<Signal>,
    pub packing: Option<Packing>,
    pub clock: String,
    pub reset: String,
}

/// A port of a bus; its name is the bus's, `_`, and this.
#[derive(Clone, Debug)]
pub struct Signal {
    pub name: String,
    pub dir: Dir,
    pub width: usize,
    pub doc: String,
}

impl Bus {
    pub fn signal(&self, name: &str) -> Option<&Signal> {
        self.signals.iter().find(|signal| signal.name == name)
    }

    /// The name of the instance that crosses, in the wrapper with a clock for each bus: `u_packet`, say.
    pub fn instance(&self) -> String {
        format!("u_{}", self.name.trim_start_matches("s_axis_").trim_start_matches("m_axis_").trim_start_matches("s_"))
    }

    pub fn prefix(&self) -> &'static str {
        match self.kind {
            Kind::Stream(prefix) => prefix,
            Kind::Lite => AXIL,
        }
    }
}

const AXIL: &str = "s_axil_";

/// The streams: bus, beginning of the design's ports, direction.
const STREAMS: [(&str, &str, Dir); 4] = [
    ("s_axis_packet", "s_axis_", Dir::Input),
    ("s_axis_event", "s_event_", Dir::Input),
    ("s_axis_sent", "tx_", Dir::Input),
    ("m_axis_update", "upd_", Dir::Output),
];

/// Beginnings of the names of ports that are in no bus, and go through as they are, of `clk`: pulses without a ready;
/// of the sender, the receiver, the responder and the prober, which are `clk`'s own, all; and the trace.
const PLAIN: [&str; 14] = [
    "advice_",
    "s_req_",
    "s_sent_",
    "m_grant_",
    "pfc_",
    "rx_",
    "m_answer_",
    "s_nak_",
    "msn_",
    "m_axis_",
    "m_probe_",
    "rtt_",
    "sram_test_",
    "trace_",
];

/// The updates of a design whose sender takes them all: they have no ready.
fn looked_at(ports: &[Port]) -> bool {
    !ports.iter().any(|port| port.name == "upd_ready")
}

/// The ports that are in no bus, in groups by the beginnings of their names.
pub fn plain(design: &Design) -> Vec<(&'static str, Vec<Port>)> {
    let ports: &[Port] = design.top_module().map_or(&[], |top| &top.ports);
    let updates = looked_at(ports).then_some("upd_");
    let of = |start| ports.iter().filter(move |port| port.name.starts_with(start)).cloned().collect();
    let groups = PLAIN.into_iter().chain(updates).map(|start| (start, of(start)));
    groups.filter(|(_, ports): &(_, Vec<Port>)| !ports.is_empty()).collect()
}

/// The buses of a design; with a clock for each, or all on `clk`.
pub fn of(design: &Design, own_clocks: bool) -> Vec<Bus> {
    let ports: &[Port] = design.top_module().map_or(&[], |top| &top.ports);
    let clock_of = |bus: &str, end: &str, shared: &str| match own_clocks {
        true => format!("{bus}_{end}"),
        false => shared.to_owned(),
    };
    let taken = |prefix: &str| -> Vec<Signal> {
        let of_bus = |port: &Port| {
            let name = port.name.strip_prefix(prefix)?.to_owned();
            // a transaction that a reset cuts
            let doc =
                if own_clocks && name.ends_with("resp") { "OKAY, or SLVERR: ackw_axil_async.v" } else { &port.doc };
            Some(Signal { name, dir: port.dir, width: port.width, doc: doc.into() })
        };
        ports.iter().filter_map(of_bus).collect()
    };
    let bus = |name: &'static str, kind, dir, signals, packing| Bus {
        clock: clock_of(name, "aclk", "clk"),
        reset: clock_of(name, "aresetn", "rst_n"),
        name,
        kind,
        dir,
        signals,
        packing,
    };
    let mut buses = vec![];
    let streams = STREAMS.into_iter().filter(|(_, prefix, _)| *prefix != "upd_" || !looked_at(ports));
    for (name, prefix, dir) in streams {
        let kind = Kind::Stream(prefix);
        if name == "s_axis_packet" {
            buses.push(bus(name, kind, dir, taken(prefix), None));
        } else if let Some(packing) = Packing::of(ports, prefix, dir) {
            let back = if dir == Dir::Input { Dir::Output } else { Dir::Input };
            let signal = |name: &str, dir, width, doc: &str| Signal { name: name.into(), dir, width, doc: doc.into() };
            let signals = vec![
                signal("tdata", dir, 8 * packing.bytes, "fields as above"),
                signal("tvalid", dir, 1, ""),
                signal("tready", back, 1, ""),
            ];
            buses.push(bus(name, kind, dir, signals, Some(packing)));
        }
    }
    buses.push(bus("s_axil", Kind::Lite, Dir::Input, taken(AXIL), None));
    buses
}
