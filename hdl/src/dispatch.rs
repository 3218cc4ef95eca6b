//! From a configuration's numbers to const generics.
//!
//! A block's port widths are const generics, because rust-hdl's types are sized by them, while a configuration is read
//! at run time. These macros stand between: they expand an expression once for each legal value, with the value as a
//! constant. Keep the expression to a call of a generic function: it is compiled once a value, and what it holds in
//! variables lies on the caller's stack as often, which is more than a test's thread has when these are blocks. The
//! bits of a QP's index are not among these: [`crate::num::qpn`].
//!
//! ```
//! let lanes = hdl::with_data_bits!(512, |W, K, L| W / K * L).unwrap(); // K bytes and L words of 32 bits a beat
//! assert_eq!(lanes, 128);
//! assert!(hdl::with_data_bits!(65, |W, K, L| W).is_err());
//! ```

/// A width that no instance exists for. `Config::check` rejects it earlier, with the key's name.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} = {value}: expected {expected}")]
pub struct NoInstance {
    pub what: &'static str,
    pub value: usize,
    pub expected: &'static str,
}

/// `with_data_bits!(bits, |W, K, L| expr)`: `Ok(expr)` with the stream's width as constants: W bits, K bytes, L words
/// of 32 bits.
#[macro_export]
macro_rules! with_data_bits {
    ($bits:expr, |$w:ident, $k:ident, $l:ident| $body:expr) => {
        $crate::with_data_bits!(@ $bits, $w, $k, $l, $body, [64 128 256 512])
    };
    (@ $bits:expr, $w:ident, $k:ident, $l:ident, $body:expr, [$($v:literal)*]) => {
        match $bits as usize {
            $($v => {
                const $w: usize = $v;
                #[allow(unused)]
                const $k: usize = $v / 8;
                #[allow(unused)]
                const $l: usize = $v / 32;
                Ok($body)
            })*
            value => {
                Err($crate::dispatch::NoInstance { what: "data bits", value, expected: "64, 128, 256 or 512" })
            }
        }
    };
}

/// `with_wait_slots!(slots, |S| expr)`: `Ok(expr)` with `const S: usize = slots`: 4, 8, 9 or 16.
#[macro_export]
macro_rules! with_wait_slots {
    ($slots:expr, |$s:ident| $body:expr) => {
        $crate::with_wait_slots!(@ $slots, $s, $body, [4 8 9 16])
    };
    (@ $slots:expr, $s:ident, $body:expr, [$($v:literal)*]) => {
        match $slots as usize {
            $($v => {
                const $s: usize = $v;
                Ok($body)
            })*
            value => Err($crate::dispatch::NoInstance { what: "wait slots", value, expected: "4, 8, 9 or 16" }),
        }
    };
}
