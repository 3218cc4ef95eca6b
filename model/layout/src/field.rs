//! The description of one number that crosses an interface: parameter, state, event or update field.

use crate::fixed::Format;

/// One field with everything a host, a table or an error message needs to know about it. Limits are raw values.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The source's name, which is also the port's name.
    pub name: &'static str,
    pub format: Format,
    pub unit: &'static str,
    pub min: u64,
    pub max: u64,
    pub reset: u64,
    pub doc: &'static str,
}

impl Field {
    /// Checks a raw value against the field's range.
    pub fn check(&self, raw: u64) -> Result<u64, OutOfRange> {
        if raw < self.min || raw > self.max { Err(OutOfRange { field: *self, raw }) } else { Ok(raw) }
    }
}

/// A raw value outside its field's range.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} = {raw}: expected {} to {} ({}, raw)", field.name, field.min, field.max, field.format)]
pub struct OutOfRange {
    pub field: Field,
    pub raw: u64,
}
