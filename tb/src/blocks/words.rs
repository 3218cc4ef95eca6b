//! Ports by name: a struct whose fields are the ports of one side and hold their words in its rows.

use crate::Side;
use layout::field::Field;

/// Declares `struct Name { port, … }` with `Name::of(&Side)`. Every port is at most 64 bits wide, so one word each;
/// wider ports are taken by [`Column`](crate::Column). A port that the design lacks is an error of the block.
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis $name:ident { $($port:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        $vis struct $name { $($port: usize),+ }

        impl $name {
            $vis fn of(block: &str, side: &crate::Side) -> Result<$name, crate::Error> {
                Ok($name { $($port: crate::blocks::words::word(block, side, stringify!($port))?),+ })
            }
        }
    };
}
pub(super) use words;

/// The word of a port in a row.
pub(super) fn word(block: &str, side: &Side, port: &str) -> Result<usize, crate::Error> {
    let fail = |what: String| crate::Error::Block { block: block.into(), what };
    let column = side.column(port).ok_or_else(|| fail(format!("the design has no port {port}")))?;
    if column.words != 1 {
        return Err(fail(format!("{port} is {} bits wide, expected at most 64", column.width)));
    }
    Ok(column.word)
}

/// The words of a group of ports, one for each field of `layout`: `prefix_field`. A field without a port rests at its
/// reset value.
#[derive(Clone, Copy)]
pub(super) struct Group<const N: usize> {
    fields: [Field; N],
    words: [Option<usize>; N],
}

impl<const N: usize> Group<N> {
    /// `without`: those that have no port, in the design either.
    pub fn of(
        block: &str,
        side: &Side,
        prefix: &str,
        fields: [Field; N],
        without: &[Field],
    ) -> Result<Group<N>, crate::Error> {
        let mut words = [None; N];
        for (place, field) in words.iter_mut().zip(&fields).filter(|(_, field)| !without.contains(field)) {
            *place = Some(word(block, side, &format!("{prefix}_{}", field.port()))?);
        }
        Ok(Group { fields, words })
    }

    /// Values in the order of the fields.
    pub fn put(&self, row: &mut [u64], values: [u64; N]) {
        for (word, value) in self.words.iter().zip(values) {
            if let Some(word) = word {
                row[*word] = value;
            }
        }
    }

    pub fn get(&self, row: &[u64]) -> [u64; N] {
        std::array::from_fn(|k| self.words[k].map_or(self.fields[k].reset, |word| row[word]))
    }
}
