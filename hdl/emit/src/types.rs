//! From rust-hdl's type descriptors to the flat signals of Verilog.

use crate::leaf::TEXT;
use rust_hdl::prelude::{clog2, TypeDescriptor, TypeKind};
use std::rc::Rc;

/// The states of an enum: their names, in the order of their encoding.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct States {
    /// The Rust type, `Mode`.
    pub(super) name: String,
    /// The variants, `Idle`.
    pub(super) variants: Vec<String>,
}

impl States {
    /// The constant's name in Verilog: `MODE_IDLE`.
    pub(super) fn constant(&self, variant: usize) -> String {
        format!("{}_{}", screaming(&self.name), screaming(&self.variants[variant]))
    }
}

/// One flat signal of a type: the whole, or a field of a struct.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Empty, or `_field`, or `_field_inner`.
    pub(super) suffix: String,
    /// The lowest bit within the whole.
    pub(super) offset: usize,
    pub(super) width: usize,
    pub(super) states: Option<Rc<States>>,
    /// What the struct says of it.
    pub(super) doc: Option<String>,
}

/// The fields of a type, the lowest first, or the name of what is not supported.
pub(super) fn flatten(descriptor: &TypeDescriptor) -> Result<Vec<Field>, String> {
    let mut fields = vec![];
    add(descriptor, "", None, &mut 0, &mut fields)?;
    Ok(fields)
}

fn add(
    descriptor: &TypeDescriptor,
    suffix: &str,
    doc: Option<&str>,
    offset: &mut usize,
    fields: &mut Vec<Field>,
) -> Result<(), String> {
    let (width, states) = match &descriptor.kind {
        TypeKind::Composite(inner) => {
            for field in inner {
                let (name, own) = match field.fieldname.split_once(TEXT) {
                    Some((name, text)) => (name, Some(text)),
                    None => (field.fieldname.as_str(), doc),
                };
                add(&field.kind, &format!("{suffix}_{name}"), own, offset, fields)?;
            }
            return Ok(());
        }
        TypeKind::Bits(width) => (*width, None),
        TypeKind::Enum(variants) if variants.len() > 1 => {
            // rust-hdl writes them `Mode::Idle`
            let short = |v: &String| v.rsplit("::").next().unwrap_or(v).to_string();
            let variants: Vec<_> = variants.iter().map(short).collect();
            (clog2(variants.len()), Some(Rc::new(States { name: descriptor.name.clone(), variants })))
        }
        TypeKind::Enum(_) => return Err(format!("an enum of one variant (`{}`)", descriptor.name)),
        TypeKind::Signed(_) => return Err(format!("a signed type (`{}`)", descriptor.name)),
    };
    fields.push(Field { suffix: suffix.into(), offset: *offset, width, states, doc: doc.map(Into::into) });
    *offset += width;
    Ok(())
}

/// `SlowStart` to `SLOW_START`.
fn screaming(name: &str) -> String {
    let mut out = String::new();
    for (i, c) in name.char_indices() {
        if i > 0 && c.is_uppercase() && !out.ends_with('_') {
            out.push('_');
        }
        out.extend(c.to_uppercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::prelude::TypeField;

    fn composite(fields: &[(&str, TypeKind)]) -> TypeKind {
        let descriptor = |kind: &TypeKind| TypeDescriptor { name: "Inner".into(), kind: kind.clone() };
        let field = |(name, kind): &(&str, TypeKind)| TypeField { fieldname: (*name).into(), kind: descriptor(kind) };
        TypeKind::Composite(fields.iter().map(field).map(Box::new).collect())
    }

    #[test]
    fn a_struct_becomes_its_fields_lowest_first() {
        let states = TypeKind::Enum(["Idle", "RampUp", "Hold"].map(String::from).to_vec());
        let mut inner = composite(&[("low", TypeKind::Bits(3)), ("state", states)]);
        if let TypeKind::Composite(fields) = &mut inner {
            fields[1].kind.name = "SlowStart".into();
        }
        let kind = composite(&[("a", TypeKind::Bits(1)), ("inner", inner)]);
        let fields = flatten(&TypeDescriptor { name: "Outer".into(), kind }).unwrap();
        let flat: Vec<_> = fields.iter().map(|f| (f.suffix.as_str(), f.offset, f.width)).collect();
        assert_eq!(flat, [("_a", 0, 1), ("_inner_low", 1, 3), ("_inner_state", 4, 2)]);
        assert_eq!(fields[2].states.as_ref().unwrap().constant(1), "SLOW_START_RAMP_UP");
    }
}
