//! The wrapper for Corundum-like NICs: the texts of `fpga/corundum`, filled in for the configuration and for the ports
//! that its `ackw_nic` has, with a form of the application block for each release that is known.

mod release;

use crate::demo::with_reset;
use hdl::delivery::Extra;
use hdl::design::NOT_ZERO;
use hdl::emit::{Dir, Port};
use layout::config::Config;
use release::RELEASES;

/// The module that is wrapped.
pub const MODULE: &str = "ackw_nic";
/// Bytes of frames that wait for the engine.
const COPY_BYTES: u32 = 1 << 15;

const FIXED: &str = include_str!("../../fpga/corundum/ackw_corundum_copy.v");
const WRAPPER: &str = include_str!("../../fpga/corundum/ackw_corundum.v");
const BLOCK: &str = include_str!("../../fpga/corundum/mqnic_app_block.v");
const PAGE: &str = include_str!("../../fpga/corundum/README.md");

/// The files of `wrappers/corundum/`. `ports` are those of `ackw_nic`, `design` is the list of its files.
pub fn files(config: &Config, ports: &[Port], design: &str) -> Vec<Extra> {
    let head = format!(
        "// Ackwright, configuration {}. Written by `ackwright export`.\n// SPDX-License-Identifier: MIT OR Apache-2.0\n",
        config.hash()
    );
    let nic = Nic::new(ports);
    let beats = COPY_BYTES / (config.parser.data_bits / 8);
    let mut unused = nic.unused;
    // what this configuration has no port for
    if !config.reads_hops() {
        unused.push("time_now".into());
    }
    // beside a word the kind of the update, or what there is of it
    let (says, says_last) = if config.keeps_newest() { ("upd_there", "1") } else { ("upd_kind", "2") };
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
            .replace("@SAYS@", says)
            .replace("@SAYS_LAST@", says_last)
    };
    let add = |name: &str, text: String, about: &str| Extra {
        path: format!("wrappers/corundum/{name}"),
        text,
        about: about.into(),
    };
    let mut files = vec![
        add("ackw_corundum.v", fill(WRAPPER), "what of it does not depend on Corundum's release"),
        add(
            "ackw_corundum_copy.v",
            with_reset(config, FIXED),
            "the copy of received frames, which never holds them up",
        ),
        add(
            "README.md",
            hdl::delivery::for_folder(PAGE),
            "where each port goes, and what to change in Corundum's build",
        ),
    ];
    for release in &RELEASES {
        let block = format!("{}/mqnic_app_block.v", release.name);
        let text = fill(BLOCK)
            .replace("@COMMIT@", release.commit)
            .replace("@PTP_PARAMETERS@", &release.ptp_parameters())
            .replace("@MEMORY_PARAMETERS@", &release.memory_parameters())
            .replace("@PTP_PORTS@", &release.ptp_ports())
            .replace("@MEMORY_PORTS@", &release.memory_ports())
            .replace("@MEMORY_TIED@", &release.memory_tied())
            .replace("@TIME@", release.time)
            .replace("@UNUSED_OF_RELEASE@", &release.unused());
        let own = ["ackw_corundum_copy.v", "ackw_corundum.v", &block];
        let list: String = own.map(|name| format!("wrappers/corundum/{name}\n")).concat();
        let about = format!("the design as the application block of a Corundum NIC of {}", release.commit);
        files.push(add(&block, text, &about));
        files.push(add(
            &format!("{}/mqnic_app_block.f", release.name),
            format!("{design}{list}"),
            "its files, from the folder that was exported",
        ));
    }
    files
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
        "upd_valid" => "nic_upd_valid",
        "upd_ready" => "nic_upd_ready",
        "upd_limits" => "upd_there[0]",
        "upd_acks" => "upd_there[1]",
        "tx_valid" => "any_tx_valid",
        "tx_qpn" => "any_tx_qpn",
        "tx_psn" => "any_tx_psn",
        "s_axil_bresp" => "nic_bresp",
        "s_axil_rresp" => "nic_rresp",
        "s_axil_awaddr" => "awaddr[11:0]",
        "s_axil_awvalid" | "s_axil_wvalid" => "w_goes",
        "s_axil_wdata" => "wdata",
        "s_axil_wstrb" => "wstrb",
        "s_axil_bready" => "w_sent && s_axil_bready",
        "s_axil_araddr" => "araddr[11:0]",
        "s_axil_arvalid" => "ar_engine",
        "s_axil_rready" => "r_sent && s_axil_rready",
        "s_axil_awready" => "nic_awready",
        "s_axil_wready" => "nic_wready",
        "s_axil_bvalid" => "nic_bvalid",
        "s_axil_arready" => "nic_arready",
        "s_axil_rdata" => "nic_rdata",
        "s_axil_rvalid" => "nic_rvalid",
        _ => {
            let same = port.starts_with("upd_");
            return match port.strip_prefix("s_axis_") {
                Some(stream) => Some(format!("copy_{stream}")),
                None => same.then(|| port.into()),
            };
        }
    };
    Some(net.into())
}
