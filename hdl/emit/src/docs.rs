//! What is said of each port: a block's own `@port`, else what an instance says of its port of
//! the same name, and else what the struct says whose field it is.

use super::error::EmitError;
use super::ir::{ChildOf, Expr, Kind, Module, NetId, Statement};
use super::{Options, Reset};
use std::collections::BTreeMap;

/// The text of each port that has one.
pub(super) fn of_ports<'a>(module: &'a Module, options: &Options) -> Result<BTreeMap<&'a str, String>, EmitError> {
    let mut docs = of_block(module, options)?;
    for (port, text) in &module.field_docs {
        docs.entry(port).or_insert_with(|| text.clone());
    }
    docs.values_mut().for_each(|text| *text = options.worded(text));
    Ok(docs)
}

/// Whether `name` is `whole`, or of one of its fields or elements.
pub(super) fn is_part(name: &str, whole: &str) -> bool {
    name.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// Those that do not come from a struct.
fn of_block<'a>(module: &'a Module, options: &Options) -> Result<BTreeMap<&'a str, String>, EmitError> {
    let mut docs: BTreeMap<&str, String> = BTreeMap::new();
    let reset = match options.reset {
        Reset::Sync => "reset, active low, synchronous",
        Reset::Async => "reset, active low, asynchronous",
    };
    docs.insert("clk", "clock, rising edge".into());
    docs.insert("rst_n", reset.into());
    for (port, text) in &module.port_docs {
        let mut known = false;
        let exact = module.ports.iter().any(|net| module.net(*net).name == *port);
        for net in &module.ports {
            let name = module.net(*net).name.as_str();
            // the whole of a struct or an array documents each of its parts; where a port has that very name, another
            // that begins like it is no part of it
            if name == port || (!exact && is_part(name, port)) {
                known = true;
                if name == port || !docs.contains_key(name) {
                    docs.insert(name, text.clone());
                }
            }
        }
        if !known {
            return Err(EmitError::NoSuchPort { path: module.path.clone(), port: port.clone() });
        }
    }
    Ok(docs)
}

/// A port of which the block says nothing, and which goes straight to an instance's port of its name, has that port's
/// text. `said` knows the texts of a class of instances.
pub(super) fn inherit<'a>(
    module: &mut Module,
    options: &Options,
    said: impl Fn(usize) -> Result<BTreeMap<&'a str, String>, EmitError>,
) -> Result<(), EmitError> {
    let mut found = vec![];
    let own = of_block(module, options)?;
    for child in &module.children {
        let ChildOf::Class(class) = child.of else { continue };
        let texts = said(class)?;
        for port in &child.ports {
            let (Some(text), [inner]) = (texts.get(port.name.as_str()), &port.nets[..]) else { continue };
            let joined =
                |outer: NetId| if port.input { wired(module, *inner, outer) } else { wired(module, outer, *inner) };
            let bare = |outer: &&NetId| module.net(**outer).name == port.name && !own.contains_key(port.name.as_str());
            if module.ports.iter().find(bare).is_some_and(|outer| joined(*outer)) {
                found.push((port.name.clone(), text.clone()));
            }
        }
    }
    module.port_docs.extend(found);
    Ok(())
}

/// Whether the whole of `source` and nothing else drives `sink`.
fn wired(module: &Module, sink: NetId, source: NetId) -> bool {
    let whole = |value: &Expr| {
        value.width == module.net(source).width && matches!(value.kind, Kind::Net { net, lo: 0 } if net == source)
    };
    sink == source
        || module
            .program
            .iter()
            .any(|step| matches!(&step.statement, Statement::Assign { net, value } if *net == sink && whole(value)))
}
