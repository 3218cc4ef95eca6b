//! The wrapper for Corundum-like NICs: the texts of `fpga/corundum`, filled in for the configuration and for the ports that its
//! `ackw_nic` has.

use crate::demo::with_reset;
use hdl::delivery::Extra;
use hdl::design::NOT_ZERO;
use hdl::emit::{Dir, Port};
use layout::config::{Config, Unit};

/// The module that is wrapped.
pub const MODULE: &str = "ackw_nic";
/// Bytes of frames that wait for the engine.
const COPY_BYTES: u32 = 1 << 15;

const FIXED: &str = include_str!("../fpga/corundum/ackw_corundum_copy.v");
const WRAPPER: &str = include_str!("../fpga/corundum/ackw_corundum.v");
const BLOCK: &str = include_str!("../fpga/corundum/mqnic_app_block.v");
const PAGE: &str = include_str!("../fpga/corundum/README.md");

/// The files of `wrappers/corundum/`. `ports` are those of `ackw_nic`, `design` is the list of its files.
pub fn files(config: &Config, ports: &[Port], design: &str) -> Vec<Extra> {
    let head = format!(
        "// Ackwright, configuration {}. Written by `ackwright export`.\n// SPDX-License-Identifier: MIT OR Apache-2.0\n",
        config.hash()
    );
    let nic = Nic::new(ports);
    let beats = COPY_BYTES / (config.parser.data_bits / 8);
    let mut unused = nic.unused;
    if !config.has(Unit::Hpcc) {
        unused.extend(["tx_valid", "tx_qpn", "tx_psn", "time_now"].map(Into::into));
    }
    let unused: String = unused.iter().map(|name| format!(", {name}")).collect();
    let fill = |text: &str| {
        with_reset(config, text)
            .replace("@HEAD@", &head)
            .replace("@DATA_BITS@", &config.parser.data_bits.to_string())
            .replace("@COPY_ADDR_BITS@", &beats.ilog2().to_string())
            .replace("@QPN_LAST@", &(config.qp_bits() - 1).to_string())
            .replace("@WIRES@", &nic.wires)
            .replace("@NIC@", &nic.connections)
            .replace("@UNUSED@", &unused)
    };
    let add = |name: &str, text: String, about: &str| Extra {
        path: format!("wrappers/corundum/{name}"),
        text,
        about: about.into(),
    };
    let own = ["ackw_corundum_copy.v", "ackw_corundum.v", "mqnic_app_block.v"];
    let list: String = own.map(|name| format!("wrappers/corundum/{name}\n")).concat();
    vec![
        add("mqnic_app_block.v", fill(BLOCK), "the design as the application block of a Corundum NIC"),
        add("ackw_corundum.v", fill(WRAPPER), "what of it does not depend on Corundum's release"),
        add(
            "ackw_corundum_copy.v",
            with_reset(config, FIXED),
            "the copy of received frames, which never holds them up",
        ),
        add("mqnic_app_block.f", format!("{design}{list}"), "the files of the application block"),
        add("README.md", PAGE.into(), "where each port goes, and what to change in Corundum's build"),
    ]
}

/// How `ackw_nic` is connected.
struct Nic {
    /// Wires for outputs of no use here.
    wires: String,
    connections: String,
    unused: Vec<String>,
}

impl Nic {
    fn new(ports: &[Port]) -> Nic {
        let (mut wires, mut unused, mut lines) = (String::new(), vec![], vec![]);
        for Port { name, dir, width, .. } in ports {
            let net = connection(name).unwrap_or_else(|| match dir {
                Dir::Output => {
                    let range = if *width == 1 { String::new() } else { format!("[{}:0] ", width - 1) };
                    let net = format!("nic_{name}");
                    wires += &format!("  wire {range}{net};\n");
                    unused.push(net.clone());
                    net
                }
                _ => {
                    let value = NOT_ZERO.iter().find(|(port, _)| port == name).map_or(0, |(_, value)| *value);
                    if *width > 32 { format!("{{{width}{{1'b0}}}}") } else { format!("{width}'d{value}") }
                }
            });
            lines.push(format!("    .{name}({net})"));
        }
        Nic { wires, connections: lines.join(",\n"), unused }
    }
}

/// What stands on a port of `ackw_nic` in the wrapper.
fn connection(port: &str) -> Option<String> {
    let net = match port {
        "clk" | "rst_n" | "irq" | "time_now" => port,
        "upd_ready" => "1'b1",
        "s_axil_awaddr" => "awaddr[11:0]",
        "s_axil_awvalid" | "s_axil_wvalid" => "w_goes",
        "s_axil_wdata" => "wdata",
        "s_axil_wstrb" => "wstrb",
        "s_axil_bready" => "w_sent && s_axil_bready",
        "s_axil_araddr" => "s_axil_araddr[11:0]",
        "s_axil_arvalid" => "s_axil_arvalid && ar_engine && !r_own",
        "s_axil_rready" => "s_axil_rready && !r_own",
        "s_axil_awready" => "nic_awready",
        "s_axil_wready" => "nic_wready",
        "s_axil_bvalid" => "nic_bvalid",
        "s_axil_arready" => "nic_arready",
        "s_axil_rdata" => "nic_rdata",
        "s_axil_rvalid" => "nic_rvalid",
        _ => {
            let same = port.starts_with("upd_") || port.starts_with("tx_");
            return match port.strip_prefix("s_axis_") {
                Some(stream) => Some(format!("copy_{stream}")),
                None => same.then(|| port.into()),
            };
        }
    };
    Some(net.into())
}
