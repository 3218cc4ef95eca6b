//! `logic_struct!`: structs as payloads of registers, memories and queues.
//!
//! rust-hdl's `#[derive(LogicStruct)]` accepts no const generics, and a stage's struct needs them (the QP index is
//! `U<Q>`). This macro implements the same contract, so `#[hdl_gen]` reads and writes the fields as usual.

use num_bigint::BigUint;
use rust_hdl::prelude::{Bits, VerilogLiteral};

/// Defines structs of `U<N>`, `Bus<N>`, `Bit`, enums and other such structs. The first field has the lowest bits.
///
/// ```
/// use hdl::prelude::*;
/// logic_struct! {
///     /// What stage s1 reads.
///     pub struct S1<const Q: usize> {
///         pub ece: Bit,
///         pub qpn: U<Q>,
///     }
/// }
/// assert_eq!(S1::<10>::BITS, 11);
/// ```
#[macro_export]
macro_rules! logic_struct {
    ($(
        $(#[$meta:meta])*
        $vis:vis struct $name:ident $(<$(const $generic:ident : usize),+ $(,)?>)? {
            $($(#[$fmeta:meta])* $fvis:vis $field:ident : $type:ty),+ $(,)?
        }
    )+) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, Default, PartialEq)]
        $vis struct $name $(<$(const $generic: usize),+>)? {
            $($(#[$fmeta])* $fvis $field: $type,)+
        }

        $crate::logic_struct!(@methods $name [$($(const $generic: usize),+)?] [$($($generic),+)?] [] $($field: $type,)+);

        impl $(<$(const $generic: usize),+>)? $crate::prelude::Synth for $name $(<$($generic),+>)? {
            const BITS: usize = 0 $(+ <$type as $crate::prelude::Synth>::BITS)+;

            fn descriptor() -> $crate::prelude::TypeDescriptor {
                $crate::prelude::TypeDescriptor {
                    name: stringify!($name).to_string(),
                    kind: $crate::prelude::TypeKind::Composite(vec![$(
                        Box::new($crate::prelude::TypeField {
                            fieldname: stringify!($field).to_string(),
                            kind: <$type as $crate::prelude::Synth>::descriptor(),
                        }),
                    )+]),
                }
            }

            fn vcd(self) -> $crate::prelude::VCDValue {
                $crate::prelude::VCDValue::Composite(vec![$(Box::new(self.$field.vcd()),)+])
            }

            fn verilog(self) -> $crate::prelude::VerilogLiteral {
                $crate::prim::pack(&[$((<$type as $crate::prelude::Synth>::BITS, self.$field.verilog()),)+])
            }
        }
    )+};
    // `#[hdl_gen]` asks for a field's place by these names
    (@methods $name:ident [$($params:tt)*] [$($args:tt)*] [$($before:ty,)*]) => {};
    (@methods $name:ident [$($params:tt)*] [$($args:tt)*] [$($before:ty,)*] $field:ident: $type:ty, $($rest:tt)*) => {
        $crate::__private::paste! {
            #[doc(hidden)]
            #[allow(dead_code)]
            impl<$($params)*> $name<$($args)*> {
                pub fn [<get_my_width_ $field>](&self) -> usize {
                    <$type as $crate::prelude::Synth>::BITS
                }
                pub fn [<get_my_offset_ $field>](&self) -> usize {
                    0 $(+ <$before as $crate::prelude::Synth>::BITS)*
                }
            }
        }
        $crate::logic_struct!(@methods $name [$($params)*] [$($args)*] [$($before,)* $type,] $($rest)*);
    };
}

/// A struct's value from its fields', the first field lowest.
#[doc(hidden)]
pub fn pack(fields: &[(usize, VerilogLiteral)]) -> VerilogLiteral {
    let (mut value, mut offset) = (BigUint::ZERO, 0);
    for (bits, literal) in fields {
        value |= super::leaf::literal_value(literal) << offset;
        offset += bits;
    }
    // rust-hdl builds a literal from its own type only; the emitter takes the width from the signal, not from here
    Bits::<4096>::from(value).into()
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::prim::leaf::literal_value;

    logic_struct! {
        struct Inner { low: U<3>, flag: Bit }
        struct Outer<const Q: usize> { a: Bit, inner: Inner, qpn: U<Q>, wide: Bus<200> }
    }

    #[test]
    fn fields_lie_one_above_the_other() {
        let value = Outer::<10> {
            a: true,
            inner: Inner { low: 5.into(), flag: true },
            qpn: 0x2aa.into(),
            wide: Bus::from_words(&[7, 0, 0, 0x80]),
        };
        assert_eq!((Inner::BITS, Outer::<10>::BITS), (4, 215));
        assert_eq!((value.get_my_offset_a(), value.get_my_offset_inner()), (0, 1));
        assert_eq!((value.get_my_offset_qpn(), value.get_my_width_qpn()), (5, 10));
        assert_eq!(value.get_my_offset_wide(), 15);
        let packed = literal_value(&value.verilog());
        let expected = (BigUint::from(0x80u8) << (15 + 192)) + (7u64 << 15 | 0x2aa << 5 | 1 << 4 | 5 << 1 | 1);
        assert_eq!(packed, expected);
    }

    use num_bigint::BigUint;
}
