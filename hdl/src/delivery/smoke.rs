//! A test bench in plain Verilog that the folder carries: a handful of frames and events, and the updates that must
//! come of them.
//!
//! The answers are not made here. Who calls [`super::files`] brings them, computed by the golden model, which this
//! crate must not know; so the bench checks the exported text against the model in whatever simulator its reader has.

use super::Source;
use crate::design::NOT_ZERO;
use crate::emit::{Dir, Module, Port};
use std::collections::BTreeMap;

/// Stimulus and answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Smoke {
    /// The module that is tested, one of the design's; it need not be the outermost.
    pub module: String,
    /// Inputs that keep a value from the first cycle on. Inputs of which nothing is said are as in the exported
    /// instance.
    pub held: Vec<Value>,
    /// One after the other; each waits for what it expects.
    pub steps: Vec<Step>,
    /// No cycle of waiting is longer, the initialisation aside.
    pub patience: u32,
    /// Cycles that the initialisation may take.
    pub init_cycles: u32,
}

/// A port and what is or must be on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    pub port: String,
    pub value: u128,
}

impl Value {
    pub fn new(port: impl Into<String>, value: impl Into<u128>) -> Value {
        Value { port: port.into(), value: value.into() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What the reader sees in the bench and in its output.
    pub about: String,
    pub action: Action,
    pub update: Option<Update>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The bytes of a frame on `s_axis_*`, back to back. Without an update, none may come.
    Frame(Vec<u8>),
    /// `<prefix>_valid` with these until `<prefix>_ready`.
    Offer { prefix: String, values: Vec<Value> },
    /// The same on `host_*`, and then until `host_done`.
    Host(Vec<Value>),
    /// These for one cycle, then 0 again.
    Pulse(Vec<Value>),
    /// A counter must have a value.
    Counter { select: u32, value: u64 },
    /// Accesses of a host behind AXI4-Lite, in this order.
    Registers(Vec<Access>),
}

/// What a host does with a word of the register map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The word's name, as the C header has it but for `ACKW_` and `_OFFSET`.
    pub name: String,
    pub offset: u32,
    pub does: Does,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Does {
    Write(u32),
    /// The word must have this value.
    Read(u32),
    /// Asks again until these bits have this value.
    Poll {
        mask: u32,
        value: u32,
    },
}

/// An update, so many cycles behind the acceptance of what caused it, with a value for each `upd_*` output but
/// `upd_valid`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    pub cycles: u32,
    pub values: Vec<Value>,
}

/// Why the bench does not fit the design.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SmokeError {
    #[error("smoke test: the design has no module {0}")]
    Module(String),
    #[error("smoke test: module {module} has no {way} `{port}`")]
    Port { module: String, way: &'static str, port: String },
    #[error("smoke test: {value} does not fit `{port}`, {width} bits")]
    Width { port: String, width: usize, value: u128 },
    #[error("smoke test: step `{step}` says nothing of `{port}`")]
    Silent { step: String, port: String },
}

/// The bench of a design.
pub(super) struct Bench<'a> {
    smoke: &'a Smoke,
    source: &'a Source<'a>,
    module: &'a Module,
    pub name: String,
}

const TEXT: &str = include_str!("text/tb.v");
const UPDATE: &str = "upd_";

/// The ports that the bench names whatever the steps are.
const NEEDED: [(&str, Dir); 9] = [
    ("clk", Dir::Input),
    ("rst_n", Dir::Input),
    ("init_done", Dir::Output),
    ("upd_valid", Dir::Output),
    ("s_axis_tdata", Dir::Input),
    ("s_axis_tkeep", Dir::Input),
    ("s_axis_tvalid", Dir::Input),
    ("s_axis_tlast", Dir::Input),
    ("s_axis_tready", Dir::Output),
];

/// Those of a host at ports, and of one behind AXI4-Lite.
const HOST: [(&str, Dir); 5] = [
    ("host_valid", Dir::Input),
    ("host_ready", Dir::Output),
    ("host_done", Dir::Output),
    ("cnt_sel", Dir::Input),
    ("cnt_value", Dir::Output),
];
const AXIL: [(&str, Dir); 13] = [
    ("s_axil_awaddr", Dir::Input),
    ("s_axil_awvalid", Dir::Input),
    ("s_axil_awready", Dir::Output),
    ("s_axil_wdata", Dir::Input),
    ("s_axil_wstrb", Dir::Input),
    ("s_axil_wvalid", Dir::Input),
    ("s_axil_wready", Dir::Output),
    ("s_axil_bvalid", Dir::Output),
    ("s_axil_bready", Dir::Input),
    ("s_axil_araddr", Dir::Input),
    ("s_axil_arvalid", Dir::Input),
    ("s_axil_rdata", Dir::Output),
    ("s_axil_rready", Dir::Input),
];
/// The tasks of either host.
const HOST_TASKS: &str = include_str!("text/tb_host.v");
const AXIL_TASKS: &str = include_str!("text/tb_axil.v");

impl<'a> Bench<'a> {
    /// Of the bench's module and files.
    pub fn name_of(smoke: &Smoke) -> String {
        format!("tb_{}", smoke.module)
    }

    /// Checks every name and every width.
    pub fn new(smoke: &'a Smoke, source: &'a Source) -> Result<Bench<'a>, SmokeError> {
        let module = source.design.modules.iter().find(|module| module.name == smoke.module);
        let module = module.ok_or_else(|| SmokeError::Module(smoke.module.clone()))?;
        let bench = Bench { smoke, source, module, name: Bench::name_of(smoke) };
        let values = |values: &[Value], dir| values.iter().try_for_each(|value| bench.fits(value, dir));
        let host = if bench.axil() { &AXIL[..] } else { &HOST };
        for &(port, dir) in NEEDED.iter().chain(host) {
            bench.fits(&Value::new(port, 1u8), dir)?;
        }
        values(&smoke.held, Dir::Input)?;
        for step in &smoke.steps {
            match &step.action {
                Action::Frame(_) => {}
                Action::Offer { prefix, values: on } => {
                    bench.fits(&Value::new(format!("{prefix}_valid"), 1u8), Dir::Input)?;
                    bench.fits(&Value::new(format!("{prefix}_ready"), 1u8), Dir::Output)?;
                    values(on, Dir::Input)?;
                }
                Action::Host(on) | Action::Pulse(on) => values(on, Dir::Input)?,
                Action::Counter { select, value } => {
                    bench.fits(&Value::new("cnt_sel", *select), Dir::Input)?;
                    bench.fits(&Value::new("cnt_value", *value), Dir::Output)?;
                }
                Action::Registers(accesses) => {
                    let places = accesses.iter().map(|access| Value::new("s_axil_awaddr", access.offset));
                    values(&places.collect::<Vec<_>>(), Dir::Input)?;
                }
            }
            if let Some(update) = &step.update {
                values(&update.values, Dir::Output)?;
                for port in bench.update_ports() {
                    if !update.values.iter().any(|value| value.port == port.name) {
                        return Err(SmokeError::Silent { step: step.about.clone(), port: port.name.clone() });
                    }
                }
            }
        }
        Ok(bench)
    }

    /// What a simulator reads, from the folder: the Verilog, the models of the target's cells, the bench.
    pub fn file_list(&self) -> String {
        let models: String = self.source.models().map(|path| path + "\n").collect();
        format!("{}{models}sim/{}.v\n", self.source.design.file_list(), self.name)
    }

    pub fn text(&self) -> String {
        let smoke = self.smoke;
        let updates = smoke.steps.iter().filter(|step| step.update.is_some()).count();
        let answers = |step: &Step| match &step.action {
            Action::Counter { .. } => 1,
            Action::Registers(accesses) => accesses.iter().filter(|a| matches!(a.does, Does::Read(_))).count(),
            _ => 0,
        };
        let answers: usize = smoke.steps.iter().map(answers).sum();
        let steps: String = smoke.steps.iter().enumerate().map(|(i, step)| self.step(i + 1, step)).collect();
        let on: Vec<_> = self.update_ports().collect();
        let inputs: String = on.iter().map(|p| format!("    input {} want_{};\n", range(p.width), p.name)).collect();
        let compare: String = on.iter().map(|port| compare(port)).collect();
        super::fill::fill(
            TEXT,
            &[
                ("HEAD", self.source.head("//")),
                ("BENCH", self.name.clone()),
                ("MODULE", self.module.name.clone()),
                ("PERIOD", super::facts::ns(self.source.facts.clocks[0].period_ps())),
                ("DECLARATIONS", self.module.ports.iter().map(|port| self.declaration(port)).collect()),
                ("PORTS", connections(&self.module.ports)),
                ("PATIENCE", smoke.patience.to_string()),
                ("INIT", smoke.init_cycles.to_string()),
                ("DATA", range(self.width("s_axis_tdata"))),
                ("KEEP", range(self.width("s_axis_tkeep"))),
                ("HOST", self.host()),
                ("WANT", inputs),
                ("COMPARE", compare),
                ("STEPS", steps),
                ("UPDATES", updates.to_string()),
                ("ANSWERS", answers.to_string()),
            ],
        )
    }

    /// The host is behind AXI4-Lite.
    fn axil(&self) -> bool {
        self.port("s_axil_awaddr").is_some()
    }

    /// The tasks of the host, and names for the words that it goes to.
    fn host(&self) -> String {
        if !self.axil() {
            return super::fill::fill(HOST_TASKS, &[("SELECT", range(self.width("cnt_sel")))]);
        }
        let accesses = self.smoke.steps.iter().filter_map(|step| match &step.action {
            Action::Registers(accesses) => Some(accesses),
            _ => None,
        });
        let words: BTreeMap<u32, &str> = accesses.flatten().map(|a| (a.offset, a.name.as_str())).collect();
        let longest = words.values().map(|name| name.len()).max().unwrap_or(0);
        let words = words.iter().map(|(offset, name)| format!("  localparam {name:longest$} = 12'h{offset:03x};\n"));
        super::fill::fill(AXIL_TASKS, &[("WORDS", words.collect())])
    }

    fn port(&self, name: &str) -> Option<&'a Port> {
        self.module.ports.iter().find(|port| port.name == name)
    }

    fn width(&self, name: &str) -> usize {
        self.port(name).map_or(1, |port| port.width)
    }

    fn update_ports(&self) -> impl Iterator<Item = &'a Port> {
        let of_update = |port: &&Port| port.name.starts_with(UPDATE) && port.name != "upd_valid";
        self.module.ports.iter().filter(of_update).filter(|port| port.dir == Dir::Output)
    }

    fn fits(&self, Value { port: name, value }: &Value, dir: Dir) -> Result<(), SmokeError> {
        let Some(port) = self.port(name).filter(|port| port.dir == dir) else {
            let way = if dir == Dir::Input { "input" } else { "output" };
            return Err(SmokeError::Port { module: self.module.name.clone(), way, port: name.clone() });
        };
        if port.width < 128 && value >> port.width != 0 {
            return Err(SmokeError::Width { port: name.clone(), width: port.width, value: *value });
        }
        Ok(())
    }

    fn declaration(&self, port: &Port) -> String {
        let Port { name, width, .. } = port;
        let range = range(*width);
        if port.dir == Dir::Output {
            return format!("  wire {range} {name};\n");
        }
        let held = self.smoke.held.iter().find(|value| value.port == *name).map(|value| value.value);
        let other = NOT_ZERO.iter().find(|(port, _)| port == name).map(|(_, value)| u128::from(*value));
        format!("  reg  {range} {name} = {};\n", literal(*width, held.or(other).unwrap_or(0)))
    }

    fn step(&self, number: usize, step: &Step) -> String {
        let assign = |values: &[Value]| -> String {
            let one =
                |value: &Value| format!("    {} = {};\n", value.port, literal(self.width(&value.port), value.value));
            values.iter().map(one).collect()
        };
        let mut text = format!("\n    // {number}: {}\n    step = {number};\n", step.about);
        match &step.action {
            Action::Frame(bytes) => {
                text += &self.beats(bytes);
                text += "    @(negedge clk) s_axis_tvalid = 1'b0;\n";
                if step.update.is_none() {
                    text += "    silence;\n";
                }
            }
            Action::Offer { prefix, values } => text += &offer(prefix, &assign(values)),
            Action::Host(values) => text += &(offer("host", &assign(values)) + "    until_done;\n"),
            Action::Pulse(values) => {
                let zero: Vec<Value> = values.iter().map(|value| Value::new(value.port.clone(), 0u8)).collect();
                text += &format!("    @(negedge clk);\n{}    @(negedge clk);\n{}", assign(values), assign(&zero));
            }
            Action::Counter { select, value } => {
                let select = literal(self.width("cnt_sel"), u128::from(*select));
                text += &format!("    counter({select}, {});\n", literal(64, u128::from(*value)));
            }
            Action::Registers(accesses) => text += &accesses.iter().map(access).collect::<String>(),
        }
        if let Some(update) = &step.update {
            let value = |port: &Port| {
                let value = update.values.iter().find(|value| value.port == port.name).map_or(0, |value| value.value);
                format!(", {}", literal(port.width, value))
            };
            let values: String = self.update_ports().map(value).collect();
            text += &format!("    update({}{values});\n", update.cycles);
        }
        text
    }

    fn beats(&self, frame: &[u8]) -> String {
        let width = self.width("s_axis_tkeep");
        let last = frame.len().div_ceil(width).saturating_sub(1);
        let beat = |(i, bytes): (usize, &[u8])| {
            // the first byte of the frame in the lowest bits
            let hex: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
            let keep = if bytes.len() == 128 { u128::MAX } else { (1 << bytes.len()) - 1 };
            format!("    beat({}'h{hex}, {width}'h{keep:x}, 1'b{});\n", 8 * width, u8::from(i == last))
        };
        frame.chunks(width).enumerate().map(beat).collect()
    }
}

fn access(Access { name, does, .. }: &Access) -> String {
    match does {
        Does::Write(value) => format!("    axil_write({name}, 32'h{value:x});\n"),
        Does::Read(value) => format!("    axil_expect({name}, 32'h{value:x});\n"),
        Does::Poll { mask, value } => format!("    axil_poll({name}, 32'h{mask:x}, 32'h{value:x});\n"),
    }
}

/// Offers what `assign` sets until it is taken.
fn offer(prefix: &str, assign: &str) -> String {
    let wait = "waited < PATIENCE) begin\n      waited = waited + 1;\n      @(posedge clk);\n    end\n";
    format!(
        "    @(negedge clk);\n{assign}    {prefix}_valid = 1'b1;\n    waited = 0;\n    @(posedge clk);\n    \
         while ({prefix}_ready !== 1'b1 && {wait}    accepted = cycle;\n    \
         if ({prefix}_ready !== 1'b1) fault(\"{prefix}_ready\");\n    @(negedge clk) {prefix}_valid = 1'b0;\n"
    )
}

fn compare(port: &Port) -> String {
    let name = &port.name;
    format!(
        "        if ({name} !== want_{name}) begin\n          \
         $display(\"step %0d: {name} = %0d, the model says %0d\", step, {name}, want_{name});\n          \
         errors = errors + 1;\n        end\n"
    )
}

fn connections(ports: &[Port]) -> String {
    let lines: Vec<String> = ports.iter().map(|port| format!("    .{0}({0})", port.name)).collect();
    lines.join(",\n")
}

fn range(width: usize) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0]", width - 1)
    }
}

fn literal(width: usize, value: u128) -> String {
    match value {
        0 | 1 if width == 1 => format!("1'b{value}"),
        _ if width > 64 => format!("{width}'h{value:x}"),
        _ => format!("{width}'d{value}"),
    }
}
