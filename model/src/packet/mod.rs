//! RoCEv2 frames, as bytes and as meaning, one protocol a file.
//!
//! A `Packet` is a view on bytes that has passed the checks of `hdl/src/parser.md` which concern its header, and whose
//! accessors therefore cannot fail; a `Repr` is what a header says, for making packets and for comparing them. Only
//! what carries RoCEv2 is here: no ARP, no TCP, no IPv6 extension headers, no fragments, no RoCEv1.
//!
//! [`classify`] chains the views into the parser's verdict on a whole frame, [`frame`] chains the representations into
//! a generator of whole frames. Offsets come from `layout::wire`; the checks stand here a second time, independently of
//! the RTL.

pub mod aeth;
pub mod bth;
pub mod classify;
pub mod cnp;
pub mod ethernet;
pub mod frame;
pub mod icrc;
pub mod ip;
pub mod ipv4;
pub mod ipv6;
pub mod lsn;
pub mod telemetry;
pub mod udp;

use bitvec::prelude::*;
use std::ops::Range;

/// The bits of a field of `width` bits that starts `bit` bits (counted from the most significant) into byte `byte`.
const fn field(byte: usize, bit: usize, width: usize) -> Range<usize> {
    byte * 8 + bit..byte * 8 + bit + width
}

/// An unsigned field of up to 32 bits in network order. The caller has checked that the bytes are there.
fn get(bytes: &[u8], bits: Range<usize>) -> u32 {
    bytes.view_bits::<Msb0>()[bits].load_be()
}

/// Writes an unsigned field of up to 32 bits; bits of `value` above the field's width are dropped.
fn set(bytes: &mut [u8], bits: Range<usize>, value: u32) {
    bytes.view_bits_mut::<Msb0>()[bits].store_be(value);
}

/// `N` bytes from `at`. The caller has checked that they are there.
fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    std::array::from_fn(|i| bytes[at + i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_read_and_written_in_network_order_across_bytes() {
        let mut bytes = [0xab, 0xcd, 0xef, 0x01];
        assert_eq!(get(&bytes, field(0, 0, 4)), 0xa);
        assert_eq!(get(&bytes, field(0, 4, 12)), 0xbcd);
        assert_eq!(get(&bytes, field(1, 0, 24)), 0xcd_ef01);
        set(&mut bytes, field(0, 4, 12), 0xf123);
        assert_eq!(bytes, [0xa1, 0x23, 0xef, 0x01]);
    }
}
