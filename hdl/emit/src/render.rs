//! Writes a module: ports, declarations, logic, registers.

use super::docs::is_part;
use super::error::EmitError;
use super::ir::{ChildOf, Module, NetId, NetKind};
use super::plan::{Clocked, Item, Plan};
use super::print::{bits, expression, number, range, statements, words, Lines, Style, WIDTH};
use super::{docs, Options, Reset};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The module's text from its port list to `endmodule`, without the head `module <name>`. Children that are classes are
/// named by `class_name`.
pub(super) fn body(
    module: &Module,
    plan: &Plan,
    options: &Options,
    class_name: &dyn Fn(usize) -> String,
) -> Result<String, EmitError> {
    let mut text = ports(module, plan, options)?;
    let mut lines = Lines::new(1);
    declarations(&mut lines, module, plan, options);
    let mut section = 0;
    let mut said = BTreeSet::new();
    let mut last = None;
    for placed in &plan.items {
        let kind = std::mem::discriminant(&placed.item);
        let assign = matches!(placed.item, Item::Assign(..));
        if placed.section != section {
            lines.blank();
            section = placed.section;
            if said.insert(section) {
                lines.comments(&module.sections[section]);
            }
        } else if !assign || last != Some(kind) {
            lines.blank();
        }
        last = Some(kind);
        match &placed.item {
            Item::Assign(net, value) => {
                lines.line(&format!("assign {} = {};", module.net(*net).name, expression(&module.nets, value)));
            }
            Item::Always(body) => {
                lines.line("always @* begin");
                lines.nested(|lines| statements(lines, module, Style::Blocking, body));
                lines.line("end");
            }
            Item::Instance(i, connections) => instance(&mut lines, module, *i, connections, class_name),
        }
    }
    for (i, block) in plan.clocked.iter().enumerate() {
        // where a section has registers of both kinds, its words stand with the data
        let later: BTreeSet<usize> = plan.clocked[i + 1..].iter().flat_map(|b| &b.body).map(|(s, _)| *s).collect();
        let mut in_full = |section: usize| !later.contains(&section) && said.insert(section);
        lines.blank();
        clocked(&mut lines, module, block, options, &mut in_full);
    }
    unused(&mut lines, module, plan);
    lines.blank();
    text += &lines.finish();
    text += "endmodule\n";
    Ok(text)
}

fn ports(module: &Module, plan: &Plan, options: &Options) -> Result<String, EmitError> {
    let docs = docs::of_ports(module, options)?;
    let ranges: Vec<String> = module.ports.iter().map(|net| declared(module, *net)).collect();
    let widest = ranges.iter().map(String::len).max().unwrap_or(0);
    let longest = module.ports.iter().map(|net| module.net(*net).name.len()).max().unwrap_or(0);
    let mut text = String::from(" (\n");
    let mut said: Option<&String> = None;
    for (i, (net, range)) in module.ports.iter().zip(&ranges).enumerate() {
        let direction = match module.net(*net).kind {
            NetKind::Input => "input  wire",
            _ if plan.variables.contains(net) => "output reg ",
            _ => "output wire",
        };
        let name = &module.net(*net).name;
        let comma = if i + 1 < module.ports.len() { "," } else { "" };
        let line = if widest == 0 {
            format!("  {direction} {name}{comma}")
        } else {
            format!("  {direction} {range:widest$} {name}{comma}")
        };
        // the fields of a struct share a text: it stands with the first
        let doc = docs.get(name.as_str());
        let new = doc.filter(|_| doc != said);
        said = doc;
        match new {
            // names are padded so that the comments stand in a column
            Some(doc) => {
                let pad = longest - name.len() + usize::from(comma.is_empty());
                let column = line.len() + pad;
                // beside a long name a comment has half a line
                let width = WIDTH.saturating_sub(column + " // ".len()).max(WIDTH / 2);
                for (k, part) in words(doc, width).iter().enumerate() {
                    let before = if k == 0 { line.as_str() } else { "" };
                    let _ = writeln!(text, "{before:column$} // {part}");
                }
            }
            None => text += &(line + "\n"),
        }
    }
    text += ");\n\n";
    Ok(text)
}

/// What is said of a constant.
fn constant_text<'a>(module: &'a Module, options: &'a Options, name: &str) -> &'a str {
    let own = module.constant_docs.iter().find(|(of, _)| is_part(name, of)).map(|(_, text)| text.as_str());
    let begins = |of: &str| of == name || (of.ends_with('_') && name.starts_with(of));
    let known = options.constants.iter().find(|(of, _)| begins(of)).map(|(_, text)| *text);
    own.or(known).unwrap_or_default()
}

fn declarations(lines: &mut Lines, module: &Module, plan: &Plan, options: &Options) {
    let mut said = "";
    for constant in module.constants.iter().filter(|constant| plan.constants.contains(&*constant.name)) {
        let range = spaced(constant.width);
        let name = constant.name.to_lowercase();
        let text = constant_text(module, options, &name);
        // what several in a row share stands with the first
        let new = if text == said { "" } else { text };
        said = text;
        let line = format!("localparam {range}{} = {};", constant.name, number(constant.width, &constant.value));
        match new {
            "" => lines.line(&line),
            text if line.len() + text.len() + 6 > WIDTH => {
                lines.comment(text);
                lines.line(&line);
            }
            text => lines.line(&format!("{line} // {text}")),
        }
    }
    let registers = |net: &&NetId| module.net(**net).kind == NetKind::RegisterOut;
    let (state, wires): (Vec<&NetId>, Vec<&NetId>) = plan.declared.iter().partition(registers);
    for group in [state, wires] {
        lines.blank();
        let widest = group.iter().map(|net| declared(module, **net).len()).max().unwrap_or(0);
        for net in group {
            let keyword = if plan.variables.contains(net) { "reg " } else { "wire" };
            let range = declared(module, *net);
            let net = module.net(*net);
            let space = if widest > 0 { " " } else { "" };
            lines.line(&format!("{keyword} {range:widest$}{space}{};", net.name));
        }
    }
}

/// The range of a net, as it is declared.
fn declared(module: &Module, net: NetId) -> String {
    match module.sized.get(&net) {
        Some(parameter) => format!("[{parameter}-1:0]"),
        None => range(module.net(net).width),
    }
}

/// The parameters of a module, as its head has them.
pub(super) fn parameters(module: &Module) -> String {
    match module.parameters.as_slice() {
        [] => String::new(),
        list => {
            let list: Vec<String> = list.iter().map(|(name, value)| format!("  parameter {name} = {value}")).collect();
            format!(" #(\n{}\n)", list.join(",\n"))
        }
    }
}

fn spaced(width: usize) -> String {
    match range(width) {
        range if range.is_empty() => range,
        range => range + " ",
    }
}

fn instance(
    lines: &mut Lines,
    module: &Module,
    i: usize,
    connections: &[super::ir::Expr],
    class_name: &dyn Fn(usize) -> String,
) {
    let child = &module.children[i];
    let (of, parameters) = match &child.of {
        ChildOf::Class(class) => (class_name(*class), child.parameters.as_slice()),
        ChildOf::Leaf { module, parameters } => (module.clone(), parameters.as_slice()),
    };
    if parameters.is_empty() {
        lines.line(&format!("{of} u_{} (", child.name));
    } else {
        lines.line(&format!("{of} #("));
        let longest = parameters.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        lines.nested(|lines| {
            for (i, (name, value)) in parameters.iter().enumerate() {
                let comma = if i + 1 < parameters.len() { "," } else { "" };
                let own = child.handed_on.iter().find(|(known, _)| known == name);
                let value = own.map_or_else(|| parameter(&of, *value), |(_, own)| own.to_string());
                lines.line(&format!(".{name:longest$}({value}){comma}"));
            }
        });
        lines.line(&format!(") u_{} (", child.name));
    }
    let longest = child.ports.iter().map(|port| port.name.len()).max().unwrap_or(0);
    lines.nested(|lines| {
        for (i, (port, value)) in child.ports.iter().zip(connections).enumerate() {
            let comma = if i + 1 < child.ports.len() { "," } else { "" };
            lines.line(&format!(".{:longest$}({}){comma}", port.name, expression(&module.nets, value)));
        }
    });
    lines.line(");");
}

/// A number as it is, or with a width where Verilog's plain integers end: that of the leaf's parameters.
fn parameter(leaf: &str, value: usize) -> String {
    match value {
        0..0x8000_0000 => value.to_string(),
        0x8000_0000..0x1_0000_0000 if !leaf.ends_with("_wide") => format!("32'd{value}"),
        _ => format!("64'd{value}"),
    }
}

fn clocked(
    lines: &mut Lines,
    module: &Module,
    block: &Clocked,
    options: &Options,
    in_full: &mut dyn FnMut(usize) -> bool,
) {
    let clk = &module.net(block.clk).name;
    let what = if block.control { "Control registers" } else { "Datapath registers" };
    match block.rst_n {
        Some(_) => lines.comment(what),
        None => lines.comment(&format!("{what}, without reset")),
    }
    let edge = match (block.rst_n, options.reset) {
        (Some(rst_n), Reset::Async) => format!("posedge {clk} or negedge {}", module.net(rst_n).name),
        _ => format!("posedge {clk}"),
    };
    lines.line(&format!("always @({edge}) begin"));
    lines.nested(|lines| match block.rst_n {
        Some(rst_n) => {
            lines.line(&format!("if (!{}) begin", module.net(rst_n).name));
            lines.nested(|lines| {
                for (q, init) in &block.resets {
                    let value = match module.sized.get(q).filter(|_| init.is_zero()) {
                        Some(parameter) => format!("{{{parameter}{{1'b0}}}}"),
                        None => expression(&module.nets, init),
                    };
                    lines.line(&format!("{} <= {value};", module.net(*q).name));
                }
            });
            lines.line("end else begin");
            lines.nested(|lines| registered(lines, module, block, in_full));
            lines.line("end");
        }
        None => registered(lines, module, block, in_full),
    });
    lines.line("end");
}

fn registered(lines: &mut Lines, module: &Module, block: &Clocked, in_full: &mut dyn FnMut(usize) -> bool) {
    for (place, (section, body)) in block.body.iter().enumerate() {
        // what stands above already is not said again: a section is a paragraph
        if in_full(*section) {
            lines.comments(&module.sections[*section]);
        } else if place > 0 {
            lines.blank();
        }
        statements(lines, module, Style::Nonblocking, body);
    }
}

/// Reads what nothing else reads, so that no tool wonders whether it was forgotten.
fn unused(lines: &mut Lines, module: &Module, plan: &Plan) {
    if plan.unused.is_empty() {
        return;
    }
    let list: Vec<String> = plan.unused.iter().map(|(net, lo, width)| bits(module.net(*net), *lo, *width)).collect();
    lines.blank();
    lines.comment("Inputs and bits that nothing here depends on");
    let mut name = String::from("unused");
    while module.nets.iter().any(|net| net.name == name) {
        name.push_str("_bits");
    }
    lines.line(&format!("wire {name} = &{{1'b0, {}}};", list.join(", ")));
}
