//! Values that are within their fields.

use crate::status::Failure;
use layout::field::Field;

/// Of a field of 32 bits at most.
pub(crate) fn small(raw: u64) -> u32 {
    raw as u32
}

/// Each value within its field's bits. A field's range is tighter: it is for what a host writes.
pub(crate) fn checked<const N: usize>(fields: [Field; N], raw: [u64; N]) -> Result<[u64; N], Failure> {
    for (field, raw) in fields.iter().zip(raw) {
        let bits = field.format.int + field.format.frac;
        if raw >> bits != 0 {
            return Err(Failure::range(format!("{} = {raw}: expected {bits} bits", field.name)));
        }
    }
    Ok(raw)
}
