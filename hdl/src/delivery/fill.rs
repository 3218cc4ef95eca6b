//! Texts with places to fill: `@NAME@` in a script or page that stands beside this file as its reader will see it.

/// The text with each place filled.
///
/// # Panics
/// If a place is left or a name has none: the text and its writer are of one source.
pub(super) fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut out = text.to_owned();
    for (name, value) in values {
        let place = format!("@{name}@");
        assert!(out.contains(&place), "the text has no {place}");
        out = out.replace(&place, value);
    }
    let is_name = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    assert!(!out.split('@').skip(1).any(is_name), "a place is not filled: {out}");
    out
}
