//! The description of one number that crosses an interface: parameter, state, event or update field.

use crate::fixed::Format;

/// One field with everything a host, a table or an error message needs to know about it. Limits are raw values.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The source's name.
    pub name: &'static str,
    pub format: Format,
    pub unit: &'static str,
    pub min: u64,
    pub max: u64,
    pub reset: u64,
    pub doc: &'static str,
}

impl Field {
    /// The name on ports and in registers: small letters, words apart (`maxStage`: `max_stage`, `W_ai`: `w_ai`).
    pub fn port(&self) -> String {
        let (mut name, mut before) = (String::new(), '_');
        for c in self.name.chars() {
            if c.is_ascii_uppercase() && before.is_ascii_lowercase() {
                name.push('_');
            }
            name.push(c.to_ascii_lowercase());
            before = c;
        }
        name
    }

    /// Where the field stands in a list of fields, and so its number in a list of their numbers.
    pub const fn place(&self, fields: &[Field]) -> usize {
        let mut place = 0;
        while !same(fields[place].name, self.name) {
            place += 1;
        }
        place
    }

    /// Checks a raw value against the field's range.
    pub fn check(&self, raw: u64) -> Result<u64, OutOfRange> {
        if raw < self.min || raw > self.max { Err(OutOfRange { field: *self, raw }) } else { Ok(raw) }
    }
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i == one.len() && i == other.len()
}

/// A raw value outside its field's range.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} = {raw}: expected {} to {} ({}, raw)", field.name, field.min, field.max, field.format)]
pub struct OutOfRange {
    pub field: Field,
    pub raw: u64,
}

#[cfg(test)]
mod tests {
    use crate::{dcqcn, hpcc, ldcp};

    #[test]
    fn a_field_has_its_place_in_a_list() {
        const OF_W_INIT: usize = hpcc::W_INIT.place(&hpcc::PARAMS);
        assert_eq!(hpcc::PARAMS[OF_W_INIT], hpcc::W_INIT);
        for (place, field) in dcqcn::PARAMS_P.iter().enumerate() {
            assert_eq!(field.place(&dcqcn::PARAMS_P), place);
        }
    }

    #[test]
    fn ports_have_the_names_of_their_fields_in_small_letters() {
        let fields = [hpcc::T, hpcc::MAX_STAGE, hpcc::W_AI, hpcc::T_TICKS, hpcc::INV_B_M, hpcc::STATE_WC];
        let names = ["t", "max_stage", "w_ai", "t_ticks", "inv_b_m", "wc"];
        assert_eq!(fields.map(|field| field.port()), names);
        assert_eq!([ldcp::CW_MAX, dcqcn::CP0].map(|field| field.port()), ["cw_max", "cp0"]);
    }
}
