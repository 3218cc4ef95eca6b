//! The smoke test of `ackw_nic` once more, as a bench in Python: what a user begins his own with. The steps and the
//! answers of the model are data.

use super::smoke::{Action, Does, Smoke, Value};
use super::Source;
use crate::design::NOT_ZERO;
use crate::emit::{Dir, Module};

/// Where it lies in the folder.
pub(super) const FOLDER: &str = "sim/cocotb";
const RUN: &str = include_str!("text/cocotb/run.py");
const TEST: &str = include_str!("text/cocotb/test.py");
/// The tests of the wrappers run on the same packages.
const REQUIREMENTS: &str = include_str!("../../../tests/axi_lite/requirements.txt");

/// Whether a smoke test is one that this bench can run.
pub(super) fn has(smoke: &Smoke) -> bool {
    smoke.module == "ackw_nic"
}

/// Its files, as (path below the folder, text); none where the smoke test is of another module.
pub(super) fn files(smoke: &Smoke, source: &Source) -> Vec<(String, String)> {
    let module = source.design.modules.iter().find(|module| module.name == smoke.module);
    let Some(module) = module.filter(|_| has(smoke)) else { return vec![] };
    let head = source.head("#");
    let at = |name: &str, text: String| (format!("{FOLDER}/{name}"), text);
    let script = RUN.replacen("#!/usr/bin/env python3\n", &format!("#!/usr/bin/env python3\n{head}"), 1);
    vec![
        at("run.py", script),
        at("ackw_nic_test.py", head + TEST),
        at("steps.json", steps(smoke, module)),
        at("requirements.txt", REQUIREMENTS.into()),
    ]
}

/// An object of ports and values.
fn object<'a>(values: impl IntoIterator<Item = (&'a str, u128)>) -> String {
    let members: Vec<String> = values.into_iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
    format!("{{{}}}", members.join(", "))
}

fn ports(values: &[Value]) -> String {
    object(values.iter().map(|value| (value.port.as_str(), value.value)))
}

fn steps(smoke: &Smoke, module: &Module) -> String {
    let not_zero = |name: &str| NOT_ZERO.iter().find(|(port, _)| *port == name).map_or(0, |(_, value)| (*value).into());
    // what a source of cocotbext-axi drives is its own matter
    let driven = |name: &str| name == "clk" || name.starts_with("s_axil_") || name.starts_with("s_axis_");
    let inputs = module.ports.iter().filter(|port| port.dir == Dir::Input && !driven(&port.name));
    let inputs = object(inputs.map(|port| (port.name.as_str(), not_zero(&port.name))));
    let update = |name: &str| name.starts_with("upd_") && name != "upd_valid";
    let outputs = module.ports.iter().filter(|port| port.dir == Dir::Output && update(&port.name));
    let outputs: Vec<String> = outputs.map(|port| format!("\"{}\"", port.name)).collect();
    let steps: Vec<String> = smoke
        .steps
        .iter()
        .map(|step| {
            let action = match &step.action {
                Action::Frame(bytes) => {
                    format!("\"frame\": \"{}\"", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
                }
                Action::Offer { prefix, values } => format!("\"offer\": [\"{prefix}\", {}]", ports(values)),
                Action::Host(values) => format!("\"offer\": [\"host\", {}]", ports(values)),
                Action::Pulse(values) => format!("\"pulse\": {}", ports(values)),
                Action::Counter { select, value } => format!("\"counter\": [{select}, {value}]"),
                Action::Registers(accesses) => {
                    let access = |access: &super::smoke::Access| {
                        let (offset, does) = (access.offset, access.does);
                        match does {
                            Does::Write(value) => format!("[\"write\", {offset}, {value}]"),
                            Does::Read(value) => format!("[\"read\", {offset}, {value}]"),
                            Does::Poll { mask, value } => format!("[\"poll\", {offset}, {mask}, {value}]"),
                        }
                    };
                    format!("\"registers\": [{}]", accesses.iter().map(access).collect::<Vec<_>>().join(", "))
                }
            };
            let update = step.update.as_ref().map(|update| format!(", \"update\": {}", ports(&update.values)));
            format!("    {{\"about\": \"{}\", {action}{}}}", step.about, update.unwrap_or_default())
        })
        .collect();
    format!(
        "{{\n  \"inputs\": {inputs},\n  \"outputs\": [{}],\n  \"steps\": [\n{}\n  ]\n}}\n",
        outputs.join(", "),
        steps.join(",\n")
    )
}
