//! What goes in and comes out beside memories with check bits and tables with parity (option `ecc`).

use crate::logic_struct;
use emit::enables::ReadEnables;
use rust_hdl::prelude::{Bit, In, Signal};

use crate::num::U;

logic_struct! {
    /// Into a block with memories.
    pub struct Ecc {
        pub inject: U<2> => "spoils every word that is read: bit 0 in one bit; bit 1, which goes before it, in two check bits; with rtl.sram_ecc its report alone",
    }
    /// Out of it.
    pub struct Fault {
        pub corrected: Bit => "a word had one wrong bit, which was corrected",
        pub uncorrectable: Bit => "a word had two wrong bits",
    }
    /// Out of a block with tables.
    pub struct RomFault {
        pub parity: Bit => "a word of a reciprocal's table had a wrong bit",
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

/// Where a memory has a read enable, that of a block around it: one or none.
pub(crate) fn read_enable(ecc: bool) -> Vec<Signal<In, Bit>> {
    option(ecc || ReadEnables::now())
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
