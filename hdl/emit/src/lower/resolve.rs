//! Names and indices as rust-hdl's macro spells them: `lane[LANES-1-i]$q$val()$field`.

use super::{Lower, Symbol};
use crate::error::EmitError;
use crate::ir::{Expr, NetId, NetKind};
use crate::types::Field;
use num_bigint::{BigInt, BigUint};

/// What a name stands for in an expression.
pub(super) enum Value {
    /// Without a width yet: a literal, a loop variable, a name of the `Shape`.
    Int(BigInt),
    Typed(Expr),
}

impl Lower {
    /// The value of a name that is read.
    pub(super) fn read(&mut self, raw: &str) -> Result<Value, EmitError> {
        let (name, field) = self.split(raw, "$val()")?;
        if let Some(value) = self.integer(&name) {
            return Ok(Value::Int(value));
        }
        let fields = match self.symbols.get(&name) {
            Some(Symbol::Constant(value)) => return Ok(Value::Typed(value.clone())),
            Some(Symbol::Nets(fields)) => self.select(&name, fields.clone(), &field)?,
            None => return self.state(&name).map(Value::Typed),
        };
        for (_, net) in &fields {
            let net = self.module.net(*net);
            let reason = match net.kind {
                NetKind::RegisterIn => "a register's `d` is write-only; read what was assigned to it from a local",
                NetKind::ChildIn => "a child's input is write-only; read what was assigned to it from a local",
                _ => continue,
            };
            return Err(EmitError::NotReadable { path: self.path(), signal: net.name.clone(), reason });
        }
        let parts = fields.iter().rev().map(|(_, net)| Expr::net(&self.module.nets, *net));
        Ok(Value::Typed(Expr::concat(parts.collect())))
    }

    /// The nets of a name that is assigned, the lowest first, with their places in the whole.
    pub(super) fn target(&self, raw: &str) -> Result<Vec<(Field, NetId)>, EmitError> {
        let (name, field) = self.split(raw, "$next")?;
        let fields = match self.symbols.get(&name) {
            Some(Symbol::Nets(fields)) => self.select(&name, fields.clone(), &field)?,
            Some(Symbol::Constant(_)) => {
                let reason = "it is a constant";
                return Err(EmitError::NotWritable { path: self.path(), signal: name, reason });
            }
            None => return Err(EmitError::UnknownName { path: self.path(), name }),
        };
        for (_, net) in &fields {
            let net = self.module.net(*net);
            let reason = match net.kind {
                NetKind::Input => "it is an input of this block",
                NetKind::RegisterOut => "it is a register's output",
                NetKind::ChildOut => "it is a child's output",
                _ => continue,
            };
            return Err(EmitError::NotWritable { path: self.path(), signal: net.name.clone(), reason });
        }
        Ok(fields)
    }

    /// A variant of an enum, by its type and name: `Mode$Idle`.
    pub(super) fn state(&mut self, name: &str) -> Result<Expr, EmitError> {
        let mut segments = name.rsplit('$');
        let (variant, of) = (segments.next().unwrap_or_default(), segments.next().unwrap_or_default());
        let Some((states, i)) = self.states.get(&format!("{of}${variant}")).cloned() else {
            return Err(EmitError::UnknownName { path: self.path(), name: name.replace('$', ".") });
        };
        let width = rust_hdl::prelude::clog2(states.variants.len());
        self.named(states.constant(i), width, BigUint::from(i))
    }

    fn integer(&self, name: &str) -> Option<BigInt> {
        let of_loop = self.loops.iter().rev().find(|(variable, _)| variable == name).map(|(_, value)| value.clone());
        of_loop.or_else(|| {
            let value = self.module.shape.iter().find(|(known, _)| known == name)?.1;
            Some(value.into())
        })
    }

    /// Splits `path$val()$inner` at the accessor into the symbol's path, its indices resolved, and the path of a field.
    fn split(&self, raw: &str, accessor: &str) -> Result<(String, String), EmitError> {
        let path = raw.trim_start_matches('.').replace("::", "$").replace('.', "$");
        let (name, field) = match path.split_once(&format!("{accessor}$")) {
            Some((name, field)) => (name, format!("_{}", field.replace('$', "_"))),
            None => (path.strip_suffix(accessor).unwrap_or(&path), String::new()),
        };
        let mut resolved = String::new();
        let mut rest = name;
        while let Some((before, after)) = rest.split_once('[') {
            let bad = || EmitError::Index { path: self.path(), index: name.to_string() };
            let (index, tail) = after.split_once(']').ok_or_else(bad)?;
            let value = self.index(index).and_then(|value| usize::try_from(value).ok());
            let value = value.ok_or_else(|| EmitError::Index { path: self.path(), index: index.into() })?;
            resolved += &format!("{before}${value}");
            rest = tail;
        }
        Ok((resolved + rest, field))
    }

    /// Those of `fields` that a field's path names; all when the path is empty.
    fn select(&self, name: &str, fields: Vec<(Field, NetId)>, path: &str) -> Result<Vec<(Field, NetId)>, EmitError> {
        let inner = format!("{path}_");
        let named = |field: &Field| path.is_empty() || field.suffix == path || field.suffix.starts_with(&inner);
        let mut chosen: Vec<_> = fields.into_iter().filter(|(field, _)| named(field)).collect();
        let Some(base) = chosen.first().map(|(field, _)| field.offset) else {
            let name = format!("{}{}", name.replace('$', "."), path.replace('_', "."));
            return Err(EmitError::UnknownName { path: self.path(), name });
        };
        for (field, _) in &mut chosen {
            field.offset -= base;
        }
        Ok(chosen)
    }

    /// The value of an index: `+ - * / %` and parentheses over literals, loop variables and the names of the `Shape`.
    fn index(&self, text: &str) -> Option<BigInt> {
        let mut parser = Index { lower: self, rest: text };
        let value = parser.sum()?;
        parser.rest.trim().is_empty().then_some(value)
    }
}

struct Index<'a> {
    lower: &'a Lower,
    rest: &'a str,
}

impl Index<'_> {
    fn take(&mut self, symbols: &[char]) -> Option<char> {
        self.rest = self.rest.trim_start();
        let next = self.rest.chars().next().filter(|c| symbols.contains(c))?;
        self.rest = &self.rest[1..];
        Some(next)
    }

    fn sum(&mut self) -> Option<BigInt> {
        let mut value = self.product()?;
        while let Some(op) = self.take(&['+', '-']) {
            let other = self.product()?;
            value = if op == '+' { value + other } else { value - other };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<BigInt> {
        let mut value = self.atom()?;
        while let Some(op) = self.take(&['*', '/', '%']) {
            let other = self.atom()?;
            value = match op {
                '*' => value * other,
                _ if other == BigInt::ZERO => return None,
                '/' => value / other,
                _ => value % other,
            };
        }
        Some(value)
    }

    fn atom(&mut self) -> Option<BigInt> {
        if self.take(&['(']).is_some() {
            let value = self.sum()?;
            self.take(&[')'])?;
            return Some(value);
        }
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        integer_literal(word).map(BigInt::from).or_else(|| self.lower.integer(word))
    }
}

/// A literal of Rust's: `12`, `0x1f`, `1_000`, `7usize`.
pub(super) fn integer_literal(word: &str) -> Option<BigUint> {
    let word = word.replace('_', "");
    let suffix =
        ["usize", "u128", "u64", "u32", "u16", "u8", "i32"].iter().find_map(|suffix| word.strip_suffix(suffix));
    let word = suffix.unwrap_or(&word);
    let (digits, base) = match word.get(..2) {
        Some("0x") => (&word[2..], 16),
        Some("0b") => (&word[2..], 2),
        Some("0o") => (&word[2..], 8),
        _ => (word, 10),
    };
    BigUint::parse_bytes(digits.as_bytes(), base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_in_every_base() {
        for (text, value) in [("12", 12u32), ("0x1f", 31), ("0b101", 5), ("1_000usize", 1000), ("0o17", 15)] {
            assert_eq!(integer_literal(text), Some(value.into()), "{text}");
        }
        assert_eq!(integer_literal("i"), None);
    }
}
