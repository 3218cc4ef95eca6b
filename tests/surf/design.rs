//! The adapter as a design: the Verilog alone, or the VHDL around it as GHDL translates it, and what stands for surf.

use super::*;

pub(super) fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Of `fpga/surf` and what it takes of `fpga/rocev2lite`, in the order of their use.
pub(super) fn ours() -> Vec<PathBuf> {
    let names = ["queue", "gate", "open"].map(|name| format!("fpga/rocev2lite/ackw_rocev2lite_{name}.v"));
    let names = names.into_iter().chain(["_frames", "_events", ""].map(|name| format!("fpga/surf/ackw_surf{name}.v")));
    names.map(|name| here().join(name)).collect()
}

pub(super) fn config() -> Config {
    let text = std::fs::read_to_string(here().join("fpga/surf/ackwright.toml")).expect("it is there");
    Config::parse(&text).expect("legal")
}

pub(super) fn text(path: &Path) -> (String, String) {
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    (name, std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}

/// A line of ours that is wrong.
#[derive(Clone, Copy)]
pub(super) struct Bug {
    pub(super) what: &'static str,
    pub(super) file: &'static str,
    pub(super) from: &'static str,
    pub(super) to: &'static str,
}

impl Bug {
    pub(super) fn put(bug: Option<Bug>, (name, text): (String, String)) -> (String, String) {
        let Some(bug) = bug.filter(|bug| bug.file == name) else { return (name, text) };
        assert_eq!(text.matches(bug.from).count(), 1, "{}: {:?}", bug.what, bug.from);
        (name, text.replace(bug.from, bug.to))
    }
}

/// What stands between the bench and `ackw_surf`: plain.v, or VHDL as GHDL translates it, with records of ours or in
/// surf's own tree.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum By<'a> {
    Verilog,
    Vhdl,
    Tree(&'a Path),
}

impl std::fmt::Display for By<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            By::Verilog => "the Verilog alone",
            By::Vhdl => "in AckwSurf",
            By::Tree(_) => "in surf",
        })
    }
}

/// GHDL in a folder of its own.
pub(super) struct Ghdl {
    pub(super) dir: tempfile::TempDir,
    pub(super) options: &'static [&'static str],
}

impl Ghdl {
    pub(super) fn new(options: &'static [&'static str]) -> Ghdl {
        Ghdl { dir: tempfile::tempdir().expect("a temporary folder"), options }
    }

    pub(super) fn run(&self, first: &str, words: &[&str]) -> Output {
        let mut ghdl = Command::new("ghdl");
        ghdl.current_dir(&self.dir).arg(first).arg("--std=08").args(self.options).args(words);
        ghdl.output().expect("ghdl runs")
    }

    pub(super) fn passes(&self, first: &str, words: &[&str]) -> String {
        let out = self.run(first, words);
        assert!(out.status.success(), "{first} {words:?}: {}", said(&out));
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    pub(super) fn analyse(&self, library: &str, path: &Path) {
        self.passes("-a", &[&format!("--work={library}"), &path.display().to_string()]);
    }

    /// A unit in Verilog. The modules of components that GHDL knows no entity of are without a body: the engine's gets
    /// one, and that of ours is left out.
    pub(super) fn translate(&self, unit: &str, dcqcn: bool) -> String {
        let verilog = self.passes("--synth", &["--out=verilog", &format!("-gDCQCN={dcqcn}"), unit]);
        let (mut whole, mut seen) = (String::new(), false);
        for module in verilog.split_inclusive("endmodule\n") {
            let name = module.split_whitespace().nth(1).unwrap_or_default();
            match name {
                "ackw_surf" => seen = true,
                "mkAxiSTransportLayer" => whole += &module.replace("endmodule\n", ENGINE),
                _ => whole += module,
            }
        }
        assert!(seen, "no component: {verilog}");
        // GHDL 2.0 writes some constants as strings of bits
        let bits = |line: &str| {
            let (name, value) = line.split_once(" = \"")?;
            let value = value.strip_suffix("\";")?;
            value.bytes().all(|bit| matches!(bit, b'0' | b'1')).then(|| format!("{name} = {}'b{value};", value.len()))
        };
        whole.lines().map(|line| bits(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
    }
}

/// In the place of surf's engine: what a DMA read answers goes out as it is, and what comes is taken.
pub(super) const ENGINE: &str = "
  assign m_data_stream_tvalid = s_dma_read_valid;
  assign {m_data_stream_tdata, m_data_stream_tkeep, m_data_stream_tfirst, m_data_stream_tlast} = s_dma_read_data_stream;
  assign s_dma_read_ready     = m_data_stream_tready;
  assign s_data_stream_tready = 1'b1;
  assign s_work_req_ready     = 1'b0;
  assign s_meta_data_tready   = 1'b0;
  assign {m_work_comp_sq_valid, m_meta_data_tvalid, m_dma_read_valid} = 3'b000;
endmodule
";

/// `plain`, and what stands in it.
pub(super) fn plain(by: By, dcqcn: bool, bug: Option<Bug>) -> String {
    let ours = |ghdl: &Ghdl| {
        let (name, text) = Bug::put(bug, text(&here().join("fpga/surf/AckwSurf.vhd")));
        let path = ghdl.dir.path().join(name);
        std::fs::write(&path, text).expect("written");
        ghdl.analyse("surf", &path);
    };
    match by {
        By::Verilog => {
            let text = text(&here().join("tests/surf/plain.v")).1;
            text.replace("parameter DCQCN  = 0", &format!("parameter DCQCN  = {}", u8::from(dcqcn)))
        }
        By::Vhdl => {
            let ghdl = Ghdl::new(&[]);
            ghdl.analyse("surf", &here().join("tests/surf/stand_in.vhd"));
            ours(&ghdl);
            ghdl.analyse("work", &here().join("tests/surf/plain.vhd"));
            ghdl.translate("plain", dcqcn)
        }
        By::Tree(checkout) => {
            let ghdl = Ghdl::new(&OF_SURF);
            packages(&ghdl, checkout, true);
            ours(&ghdl);
            ghdl.analyse("surf", &changed("ethernet/RoCEv2/rtl/RoceEngineWrapper.vhd"));
            ghdl.analyse("work", &here().join("tests/surf/tree.vhd"));
            ghdl.translate("tree", dcqcn) + &text(&here().join("tests/surf/tree.v")).1
        }
    }
}

/// What GHDL needs to take surf's packages.
pub(super) const OF_SURF: [&str; 3] = ["-fsynopsys", "-frelaxed", "-Wno-hide"];

/// A file of surf as `fpga/attach.py` has written it.
pub(super) fn changed(name: &str) -> PathBuf {
    here().join("target/attach/surf").join(name)
}

/// What `RoceEngineWrapper` takes of surf, as it is. GHDL 2.0 translates neither `/=` between constants of `unsigned`
/// and `natural` nor a slice of variable place as an argument without bounds: for it three lines are written otherwise,
/// in a copy. Both instances have 16 bytes at one side.
pub(super) fn packages(ghdl: &Ghdl, checkout: &Path, translates: bool) {
    let otherwise = [
        ("return (unsigned(vector) /= 0) and", "return not (unsigned(vector) = 0) and"),
        (
            "function ChangeEndian(vec : std_logic_vector) ",
            "function ChangeEndian(vec : std_logic_vector(127 downto 0)) ",
        ),
        ("function ReverseBits(vec : std_logic_vector) ", "function ReverseBits(vec : std_logic_vector(15 downto 0)) "),
    ];
    for file in [
        "base/general/rtl/StdRtlPkg.vhd",
        "base/general/rtl/TextUtilPkg.vhd",
        "axi/axi4/rtl/AxiPkg.vhd",
        "axi/axi-lite/rtl/AxiLitePkg.vhd",
        "axi/axi-stream/rtl/AxiStreamPkg.vhd",
        "protocols/ssi/rtl/SsiPkg.vhd",
        "ethernet/RoCEv2/rtl/RocePkg.vhd",
        "base/sync/rtl/Synchronizer.vhd",
        "base/sync/rtl/RstSync.vhd",
        "axi/axi-stream/rtl/AxiStreamPipeline.vhd",
        "ethernet/RoCEv2/rtl/RoceResizeAndSwap.vhd",
        "axi/axi-stream/ip_integrator/MasterAxiStreamIpIntegrator.vhd",
        "axi/axi-stream/ip_integrator/SlaveAxiStreamIpIntegrator.vhd",
        "ethernet/RoCEv2/rtl/RoceConfigurator.vhd",
    ] {
        let (name, mut text) = text(&checkout.join(file));
        if translates {
            for (from, to) in otherwise {
                text = text.replace(from, to);
            }
        }
        let path = ghdl.dir.path().join(name);
        std::fs::write(&path, text).expect("written");
        ghdl.analyse("surf", &path);
    }
}

pub(super) fn attached(by: By, dcqcn: bool) -> Design {
    with(by, dcqcn, None)
}

pub(super) fn with(by: By, dcqcn: bool, bug: Option<Bug>) -> Design {
    let emitted = hdl::design::build(&config(), "nic").expect("builds");
    let mut files = emitted.files;
    files.extend(ours().iter().map(|path| Bug::put(bug, text(path))));
    files.push(("plain.v".into(), plain(by, dcqcn, bug)));
    let (name, bench) = text(&here().join("tests/surf/attached.v"));
    let empty = if matches!(by, By::Tree(_)) { "EMPTY  = 1" } else { "EMPTY  = 0" };
    files.push((name, bench.replace("EMPTY  = 0", empty)));
    let inputs = [
        ("clk", 1),
        ("rst", 1),
        ("enable", 1),
        ("has", QUEUES),
        ("careful", 1),
        ("raw", 1),
        ("raw_tvalid", 1),
        ("raw_tlast", 1),
        ("raw_lo", 64),
        ("raw_hi", 64),
        ("raw_tkeep", 16),
        ("stall", 1),
        ("rx_beat", 1),
        ("rx_tlast", 1),
        ("rx_lo", 64),
        ("rx_hi", 64),
        ("rx_tkeep", 16),
        ("qp_valid", 1),
        ("qp_opens", 1),
        ("qp_index", 4),
        ("qp_psn", 24),
        ("s_axil_araddr", 12),
        ("s_axil_arvalid", 1),
        ("s_axil_awaddr", 12),
        ("s_axil_wdata", 32),
        ("s_axil_awvalid", 1),
        ("s_axil_wvalid", 1),
    ];
    let outputs = [
        ("raw_tready", 1),
        ("qp_runs", QUEUES),
        ("too_long", 32),
        ("lost", 32),
        ("s_axil_arready", 1),
        ("s_axil_rvalid", 1),
        ("s_axil_rdata", 32),
        ("s_axil_awready", 1),
        ("s_axil_wready", 1),
        ("s_axil_bvalid", 1),
        ("left", 1),
        ("left_opcode", 8),
        ("left_qpn", 24),
        ("left_psn", 24),
        ("left_beats", 16),
        ("left_sum", 64),
        ("bad", 1),
    ];
    let inputs = inputs.map(|(name, width)| Port::input(name, width));
    let outputs = outputs.map(|(name, width)| Port::output(name, width));
    let ports: Vec<Port> = inputs.into_iter().chain(outputs).collect();
    Design::new("attached", Some("clk"), None, files, &ports).expect("a design")
}

/// With GHDL the VHDL too.
pub(super) fn ways() -> Vec<By<'static>> {
    if on_path("ghdl").is_some() {
        return vec![By::Verilog, By::Vhdl];
    }
    left_out("surf's adapter in VHDL", "apt-get install ghdl-mcode");
    vec![By::Verilog]
}
