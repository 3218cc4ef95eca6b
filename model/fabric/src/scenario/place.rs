//! Where a key stands in a TOML text, however it is written: quoted, dotted, or in a table on one line.

use toml::de::{DeTable, DeValue};

/// The number of the line that a byte is in, from 1.
pub fn line_at(text: &str, byte: usize) -> usize {
    text.as_bytes()[..byte].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// The line of a key, from 1: outside of tables, or else of the first in any. `None`: it is not there.
pub fn line(text: &str, key: &str) -> Option<usize> {
    let root = DeTable::parse(text).ok()?;
    let at = own(root.get_ref(), key).or_else(|| inner(root.get_ref(), key))?;
    Some(line_at(text, at))
}

/// The line of a key of the n-th table, from 0, of a list; tables that it is in stand before its name, as in
/// `fcr.forged`.
pub fn line_in(text: &str, list: &str, n: usize, key: &str) -> Option<usize> {
    let root = DeTable::parse(text).ok()?;
    let (mut tables, mut table) = (list.split('.').peekable(), root.get_ref());
    while let Some(name) = tables.next() {
        let (_, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
        table = match value.get_ref() {
            DeValue::Table(table) => table,
            DeValue::Array(all) if tables.peek().is_none() => match all.get(n)?.get_ref() {
                DeValue::Table(table) => table,
                _ => return None,
            },
            _ => return None,
        };
    }
    Some(line_at(text, own(table, key)?))
}

/// Where a key of this table begins.
fn own(table: &DeTable<'_>, key: &str) -> Option<usize> {
    table.iter().find(|(other, _)| other.get_ref() == key).map(|(key, _)| key.span().start)
}

/// Where a key of a table in this table first begins.
fn inner(table: &DeTable<'_>, key: &str) -> Option<usize> {
    let of = |table: &DeTable<'_>| own(table, key).into_iter().chain(inner(table, key)).min();
    let of_value = |value: &DeValue<'_>| match value {
        DeValue::Table(table) => of(table),
        DeValue::Array(all) => {
            let tables = all.iter().filter_map(|value| value.get_ref().as_table());
            tables.filter_map(of).min()
        }
        _ => None,
    };
    table.iter().filter_map(|(_, value)| of_value(value.get_ref())).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_however_it_is_written() {
        for (text, key, expected) in [
            ("a = 1\nb = 2", "b", Some(2)),
            ("a = 1\n\"b\" = 2", "b", Some(2)),
            ("a = 1\nt.b = 2", "b", Some(2)),
            ("a = 1\nt = { b = 2 }", "b", Some(2)),
            ("a = 1\n\n[t]\nb = 2", "b", Some(4)),
            ("a = \"\"\"\nb = 3\n\"\"\"\nb = 2", "b", Some(4)),
            ("[[t]]\nb = 1\n[u]\na = 1", "a", Some(4)),
            ("a = 1", "b", None),
        ] {
            assert_eq!(line(text, key), expected, "{text}");
        }
        for (text, list, n, key, expected) in [
            ("[[t]]\nb = 1\n[[t]]\nb = 2", "t", 1, "b", Some(4)),
            ("a = 1\nt = [{ b = 1 }, { b = 2 }]", "t", 1, "b", Some(2)),
            ("t = [\n{ b = 1 },\n{ b = 2 },\n]", "t", 1, "b", Some(3)),
            ("[[f.t]]\nb = 1\n[[f.t]]\n\n\"b\" = 2", "f.t", 1, "b", Some(5)),
            ("f.t = [{ b = 1 }]", "f.t", 1, "b", None),
        ] {
            assert_eq!(line_in(text, list, n, key), expected, "{text}");
        }
    }
}
