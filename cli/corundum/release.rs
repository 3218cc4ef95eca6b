//! What the application block has of one of Corundum's releases: ports and parameters that came and went. Facts of its
//! `fpga/app/template/rtl/mqnic_app_block.v`.

/// A form of the block.
pub struct Release {
    /// The folder's name.
    pub name: &'static str,
    pub commit: &'static str,
    /// The parameters and ports of PTP that the other form has not.
    ptp_parameters: &'static [(&'static str, &'static str)],
    /// Name and whether it is as wide as a time.
    ptp_ports: &'static [(&'static str, bool)],
    /// The port with the time of day in the datapath's clock.
    pub time: &'static str,
    /// Whether it has ports to memories beside the device.
    memories: bool,
}

pub const RELEASES: [Release; 2] = [
    Release {
        name: "2022-09",
        commit: "1486da60 (2022-09-04)",
        ptp_parameters: &[("PTP_USE_SAMPLE_CLOCK", "0")],
        ptp_ports: &[
            ("ptp_clk", false),
            ("ptp_rst", false),
            ("ptp_sample_clk", false),
            ("ptp_pps", false),
            ("ptp_pps_str", false),
            ("ptp_ts_96", true),
            ("ptp_ts_step", false),
            ("ptp_sync_pps", false),
            ("ptp_sync_ts_96", true),
            ("ptp_sync_ts_step", false),
        ],
        time: "ptp_sync_ts_96",
        memories: false,
    },
    Release {
        name: "master",
        commit: "1ca0151b (2023-12-02, its master)",
        ptp_parameters: &[],
        ptp_ports: &[
            ("ptp_clk", false),
            ("ptp_rst", false),
            ("ptp_sample_clk", false),
            ("ptp_td_sd", false),
            ("ptp_pps", false),
            ("ptp_pps_str", false),
            ("ptp_sync_locked", false),
            ("ptp_sync_ts_rel", true),
            ("ptp_sync_ts_rel_step", false),
            ("ptp_sync_ts_tod", true),
            ("ptp_sync_ts_tod_step", false),
            ("ptp_sync_pps", false),
            ("ptp_sync_pps_str", false),
        ],
        time: "ptp_sync_ts_tod",
        memories: true,
    },
];

const MEMORIES: [&str; 2] = ["ddr", "hbm"];

/// What an AXI4 master has beside valid, ready and user: channel, towards the memory, and fields with their widths. A
/// width that is a word is a parameter, `AXI_<memory>_<word>_WIDTH`.
type Channel = (&'static str, bool, &'static [(&'static str, &'static str)]);
const ADDRESS: &[(&str, &str)] = &[
    ("id", "ID"),
    ("addr", "ADDR"),
    ("len", "8"),
    ("size", "3"),
    ("burst", "2"),
    ("lock", "1"),
    ("cache", "4"),
    ("prot", "3"),
    ("qos", "4"),
];
const CHANNELS: [Channel; 5] = [
    ("aw", true, ADDRESS),
    ("w", true, &[("data", "DATA"), ("strb", "STRB"), ("last", "1")]),
    ("b", false, &[("id", "ID"), ("resp", "2")]),
    ("ar", true, ADDRESS),
    ("r", false, &[("id", "ID"), ("data", "DATA"), ("resp", "2"), ("last", "1")]),
];

/// A port of a memory.
struct Port {
    name: String,
    output: bool,
    /// An expression.
    width: String,
}

fn memory_ports(memory: &str) -> Vec<Port> {
    let (upper, count) = (memory.to_uppercase(), format!("{}_CH", memory.to_uppercase()));
    let port = |name: String, output, width: &str| {
        let bits = match width {
            "1" => count.clone(),
            number if number.parse::<u32>().is_ok() => format!("{count}*{number}"),
            word => format!("{count}*AXI_{upper}_{word}_WIDTH"),
        };
        Port { name, output, width: bits }
    };
    let mut ports: Vec<Port> =
        ["clk", "rst", "status"].iter().map(|end| port(format!("{memory}_{end}"), false, "1")).collect();
    for (channel, out, fields) in CHANNELS {
        let name = |end: &str| format!("m_axi_{memory}_{channel}{end}");
        ports.extend(fields.iter().map(|(field, width)| port(name(field), out, width)));
        ports.push(port(name("user"), out, &format!("{}USER", channel.to_uppercase())));
        ports.push(port(name("valid"), out, "1"));
        ports.push(port(name("ready"), !out, "1"));
    }
    ports
}

impl Release {
    pub fn ptp_parameters(&self) -> String {
        self.ptp_parameters.iter().map(|(name, value)| format!("  parameter {name} = {value},\n")).collect()
    }

    pub fn ptp_ports(&self) -> String {
        let line = |(name, wide): &(&str, bool)| {
            format!("  input  wire {}{name},\n", if *wide { "[PTP_TS_WIDTH-1:0] " } else { "" })
        };
        self.ptp_ports.iter().map(line).collect()
    }

    fn memories(&self) -> impl Iterator<Item = &'static str> {
        MEMORIES.into_iter().filter(|_| self.memories)
    }

    pub fn memory_parameters(&self) -> String {
        let of = |memory: &str| {
            let upper = memory.to_uppercase();
            let mut list = vec![
                (format!("{upper}_CH"), "1".to_owned()),
                (format!("{upper}_ENABLE"), "0".into()),
                (format!("{upper}_GROUP_SIZE"), "1".into()),
                (format!("AXI_{upper}_DATA_WIDTH"), "256".into()),
                (format!("AXI_{upper}_ADDR_WIDTH"), "32".into()),
                (format!("AXI_{upper}_STRB_WIDTH"), format!("AXI_{upper}_DATA_WIDTH/8")),
                (format!("AXI_{upper}_ID_WIDTH"), "8".into()),
            ];
            for (channel, ..) in CHANNELS {
                let user = format!("AXI_{upper}_{}USER", channel.to_uppercase());
                list.push((format!("{user}_ENABLE"), "0".into()));
                list.push((format!("{user}_WIDTH"), "1".into()));
            }
            list.push((format!("AXI_{upper}_MAX_BURST_LEN"), "256".into()));
            list.extend(["NARROW", "FIXED", "WRAP"].map(|kind| (format!("AXI_{upper}_{kind}_BURST"), "0".into())));
            list.into_iter().map(|(name, value)| format!("  parameter {name} = {value},\n")).collect::<String>()
        };
        self.memories().map(of).collect()
    }

    pub fn memory_ports(&self) -> String {
        let of = |memory: &str| {
            let line = |port: &Port| {
                let way = if port.output { "output wire" } else { "input  wire" };
                format!("  {way} [{}-1:0] {},\n", port.width, port.name)
            };
            let lines: String = memory_ports(memory).iter().map(line).collect();
            format!("  // memory beside the device, {memory}\n{lines}")
        };
        self.memories().map(of).collect()
    }

    /// No access: nothing is valid, answers are taken.
    pub fn memory_tied(&self) -> String {
        let tie = |port: &Port| {
            let bit = if port.name.ends_with("ready") { "1'b1" } else { "1'b0" };
            format!("  assign {} = {{{}{{{bit}}}}};\n", port.name, port.width)
        };
        let of = |memory: &str| memory_ports(memory).iter().filter(|port| port.output).map(tie).collect::<String>();
        let text: String = self.memories().map(of).collect();
        if text.is_empty() { text } else { format!("  // no access to memories\n{text}\n") }
    }

    /// Inputs that the block does not look at.
    pub fn unused(&self) -> String {
        let ptp = self.ptp_ports.iter().map(|(name, _)| (*name).to_owned()).filter(|name| name != self.time);
        let memory = self.memories().flat_map(memory_ports).filter(|port| !port.output).map(|port| port.name);
        let names: Vec<String> = ptp.chain(memory).collect();
        names.chunks(5).map(|line| format!("    {},\n", line.join(", "))).collect()
    }
}
