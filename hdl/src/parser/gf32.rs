//! The ICRC as arithmetic in GF(2^32), done at elaboration: what each lane's word adds to the register.
//!
//! A CRC register is a polynomial modulo P; absorbing a beat of `W` bits is `S' = x^W S + D`, where lane `j` of `L`
//! adds `w_j x^(32 (L - 1 - j))` to D. (The usual `x^32` more, and the CRC's inversions, are the caller's.) `W` is a
//! power of two, so taking the W-th power is linear, and so is its inverse, the W-th root. The register therefore holds
//! the root R of S: `S = R^W` turns the recurrence into `R' = x R + root(D)`. The loop is one shift of a plain LFSR at
//! every width, and all the XOR gates of `root(D)` are feed-forward. R is zero exactly when S is.

/// P of IEEE 802.3, without its x^32; bit `i` is the coefficient of `x^i`.
pub const POLYNOMIAL: u32 = 0x04c1_1db7;

/// Product modulo P.
pub fn mul(a: u32, b: u32) -> u32 {
    (0..32).rev().fold(0, |product, i| {
        let shifted = times_x(product);
        if b >> i & 1 == 1 {
            shifted ^ a
        } else {
            shifted
        }
    })
}

/// Product with `x`: one shift of the LFSR.
pub fn times_x(a: u32) -> u32 {
    a << 1 ^ if a >> 31 == 1 { POLYNOMIAL } else { 0 }
}

/// Quotient by `x`.
pub fn over_x(a: u32) -> u32 {
    if a & 1 == 1 {
        (a ^ POLYNOMIAL) >> 1 | 1 << 31
    } else {
        a >> 1
    }
}

/// A linear map as a matrix: bit `i` of the result is the parity of `a & rows[i]`.
pub fn rows_of(map: impl Fn(u32) -> u32) -> [u32; 32] {
    let mut rows = [0; 32];
    for column in 0..32 {
        let image = map(1 << column);
        for (i, row) in rows.iter_mut().enumerate() {
            *row |= (image >> i & 1) << column;
        }
    }
    rows
}

/// `a^(2^n)`.
pub fn square(a: u32, n: u32) -> u32 {
    (0..n).fold(a, |a, _| mul(a, a))
}

/// The W-th root for `W = 2^n`: squaring 32 times is the identity in GF(2^32).
fn root(a: u32, n: u32) -> u32 {
    square(a, 32 - n)
}

/// A word, first byte on top, as the polynomial of its bits in the order of transmission: bytes in order, each from
/// bit 0.
fn polynomial(word: u32) -> u32 {
    word.to_be_bytes().iter().fold(0, |p, byte| p << 8 | u32::from(byte.reverse_bits()))
}

/// What a word in lane `lane` of `lanes` adds to the register R.
pub fn share(word: u32, lane: usize, lanes: usize) -> u32 {
    let words_after = lanes - 1 - lane;
    let shifted = (0..32 * words_after).fold(polynomial(word), |p, _| times_x(p));
    root(shifted, (32 * lanes).trailing_zeros())
}

/// [`share`] as a matrix: bit `i` of the result is the parity of `word & rows[i]`.
pub fn share_rows(lane: usize, lanes: usize) -> [u32; 32] {
    rows_of(|word| share(word, lane, lanes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The CRC-32 that everybody uses, bit by bit.
    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
        })
    }

    #[test]
    fn the_reference_has_the_published_check_value() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    /// A message with its CRC brings the register to zero at every width, with any zeros before and behind it, if its
    /// first word and its CRC are inverted; with one bit flipped it does not.
    #[test]
    fn the_register_is_zero_exactly_for_a_right_crc() {
        let message: Vec<u8> = (0..60u32).map(|i| (i * i * 31 + 7 * i + 1) as u8).collect();
        let mut seen = 0;
        for lanes in [2usize, 4, 8, 16] {
            for lead in 0..lanes {
                for flip in [None, Some(0), Some(200), Some(511)] {
                    let crc = crc32(&message);
                    let mut words = vec![0; lead];
                    words.extend(message.chunks(4).map(|w| u32::from_be_bytes([w[0], w[1], w[2], w[3]])));
                    words.push(!u32::from_be_bytes(crc.to_le_bytes()));
                    words[lead] = !words[lead];
                    if let Some(bit) = flip {
                        words[lead + bit / 32] ^= 1 << (bit % 32);
                    }
                    words.resize(words.len().next_multiple_of(lanes) + lanes, 0);
                    let r = words.chunks(lanes).fold(0, |r, beat| {
                        let shares = beat.iter().enumerate().map(|(lane, word)| share(*word, lane, lanes));
                        times_x(r) ^ shares.fold(0, |a, b| a ^ b)
                    });
                    assert_eq!(r == 0, flip.is_none(), "{lanes} lanes, {lead} zero words in front, flip {flip:?}");
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, (2 + 4 + 8 + 16) * 4);
    }

    #[test]
    fn rows_are_the_same_map() {
        for (lane, lanes) in [(0, 2), (1, 2), (5, 16), (15, 16)] {
            let rows = share_rows(lane, lanes);
            for word in [1u32, 0x8000_0000, 0xdead_beef, 0x0123_4567] {
                let product = rows.iter().enumerate().fold(0, |p, (i, row)| p | ((row & word).count_ones() & 1) << i);
                assert_eq!(product, share(word, lane, lanes));
            }
        }
    }
}
