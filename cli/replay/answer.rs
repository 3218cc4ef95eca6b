//! Writing an answer, as compact JSON on a line of its own.

use super::line::Line;
use layout::field::Field;
use num_rational::BigRational;
use serde_json::Value;

/// A number as it stands in an answer.
pub trait Shown {
    fn show(&self, out: &mut Vec<u8>);
}

impl Shown for u64 {
    fn show(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(itoa::Buffer::new().format(*self).as_bytes());
    }
}

/// Exact: `"num/den"`.
impl Shown for BigRational {
    fn show(&self, out: &mut Vec<u8>) {
        out.push(b'"');
        out.extend_from_slice(::model::number::fraction(self).as_bytes());
        out.push(b'"');
    }
}

/// A number that there may be none of.
impl<N: Shown> Shown for Option<N> {
    fn show(&self, out: &mut Vec<u8>) {
        match self {
            Some(number) => number.show(out),
            None => out.extend_from_slice(b"null"),
        }
    }
}

/// The id that the line came with, and its QPN: how each answer begins.
pub fn begin<S, E>(out: &mut Vec<u8>, line: &Line<S, E>) {
    out.extend_from_slice(b"{\"id\":");
    match &line.id {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Number(n) if n.is_u64() => n.as_u64().unwrap_or_default().show(out),
        id => out.extend_from_slice(id.to_string().as_bytes()),
    }
    out.extend_from_slice(b",\"qpn\":");
    u64::from(line.qpn).show(out);
}

/// An object of the answer, its last brace left out: the values under their fields' names.
pub fn fields<N: Shown>(out: &mut Vec<u8>, name: &str, fields: &[Field], values: &[N]) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":{");
    for (i, (field, value)) in fields.iter().zip(values).enumerate() {
        out.extend_from_slice(if i == 0 { b"\"" } else { b",\"" });
        out.extend_from_slice(field.name.as_bytes());
        out.extend_from_slice(b"\":");
        value.show(out);
    }
}

/// A list of numbers.
pub fn list(out: &mut Vec<u8>, values: &[u64]) {
    out.push(b'[');
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        value.show(out);
    }
    out.push(b']');
}

/// The flags, and the end of the answer.
pub fn end(out: &mut Vec<u8>, flags: impl Iterator<Item = &'static str>) {
    out.extend_from_slice(b",\"flags\":[");
    for (i, flag) in flags.enumerate() {
        out.extend_from_slice(if i == 0 { b"\"" } else { b",\"" });
        out.extend_from_slice(flag.as_bytes());
        out.push(b'"');
    }
    out.extend_from_slice(b"]}\n");
}
