//! FuseSoC's core file (CAPI2): lint of the design, and the smoke test where the folder has one.

use super::smoke::Bench;
use super::Source;

/// Version of the core, the generator's.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What FuseSoC hands to Edalize, at the depth of a target's keys.
const LINT: &str = "flow: lint\n    flow_options:\n      tool: verilator\n      verilator_options: [-Wall]\n";
const SIM: &str = "flow: sim\n    flow_options:\n      tool: icarus\n      iverilog_options: [-g2005]\n";

/// Vendor, library, name and version, by which FuseSoC knows it.
pub(super) fn vlnv(source: &Source) -> String {
    format!("ackwright:rtl:{}:{VERSION}", source.top())
}

pub(super) fn text(source: &Source) -> String {
    let top = source.top();
    let list =
        |files: &mut dyn Iterator<Item = String>| files.map(|file| format!("      - {file}\n")).collect::<String>();
    let fileset =
        |name: &str, files: String| format!("  {name}:\n    file_type: verilogSource-2005\n    files:\n{files}");
    let verilog = list(&mut source.design.files.iter().map(|(name, _)| name.clone()));
    let models = list(&mut source.models());
    let (sets, with_models) = match models.as_str() {
        "" => (fileset("rtl", verilog), "[rtl]"),
        _ => (fileset("rtl", verilog) + &fileset("models", models), "[rtl, models]"),
    };
    let mut text = format!(
        "CAPI=2:\n{}\nname: {}\ndescription: Congestion control for an RDMA NIC, configuration {}\n\nfilesets:\n{sets}",
        source.head("#"),
        vlnv(source),
        source.config.hash()
    );
    let wrappers = list(&mut crate::wrappers::verilog_files(source.design));
    if !wrappers.is_empty() {
        text += &fileset("wrappers", wrappers);
    }
    let bench = source.extras.smoke.as_ref().map(Bench::name_of);
    if let Some(bench) = &bench {
        text += &fileset("smoke", format!("      - sim/{bench}.v\n"));
    }
    let target = |name: &str, about: &str, filesets: &str, toplevel: &str, flow: &str| {
        format!("\n  {name}:\n    description: {about}\n    filesets: {filesets}\n    toplevel: {toplevel}\n    {flow}")
    };
    text += &format!("\ntargets:\n  default:\n    filesets: [rtl]\n    toplevel: {top}\n");
    text += &target("lint", "Verilator with all warnings", with_models, top, LINT);
    if let Some(bench) = &bench {
        let filesets = with_models.replace(']', ", smoke]");
        text += &target("sim", "the smoke test in Icarus Verilog", &filesets, bench, SIM);
    }
    if crate::wrappers::has(source.design) {
        let filesets = with_models.replace(']', ", wrappers]");
        for (target_name, wrapper) in
            [("lint_axis", crate::wrappers::AXIS), ("lint_axis_async", crate::wrappers::AXIS_ASYNC)]
        {
            text += &target(target_name, "the same of a wrapper", &filesets, wrapper, LINT);
        }
    }
    text
}
