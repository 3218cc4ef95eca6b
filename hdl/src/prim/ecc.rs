//! What goes in and comes out beside memories with check bits and tables with parity (option `ecc`).

use crate::logic_struct;
use rust_hdl::prelude::Bit;

use crate::num::U;

logic_struct! {
    /// Into a block with memories.
    pub struct Ecc {
        /// Spoils every word that is read: bit 0 in a data bit, which is corrected; bit 1, before it, in two check
        /// bits.
        pub inject: U<2>,
    }
    /// Out of it.
    pub struct Fault {
        /// A word that counts had one wrong bit, which was corrected.
        pub corrected: Bit,
        /// A word that counts had two.
        pub uncorrectable: Bit,
    }
    /// Out of a block with tables.
    pub struct RomFault {
        /// A word of a table had a wrong bit.
        pub parity: Bit,
    }
}

/// Check bits of a word: each data bit needs a combination of its own of an odd number of them, three or more.
pub(crate) const fn check_bits(width: usize) -> usize {
    let mut bits = 4;
    while (1 << (bits - 1)) - bits < width {
        bits += 1;
    }
    bits
}

/// None or one: the ports and registers that the option brings.
pub(crate) fn option<T: Default>(there: bool) -> Vec<T> {
    (0..usize::from(there)).map(|_| T::default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_bits_are_those_of_the_well_known_codes() {
        // (8, 4), (22, 16), (39, 32), (72, 64)
        assert_eq!([4, 5, 11, 12, 16, 26, 27, 32, 57, 58, 64].map(check_bits), [4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8]);
    }
}
