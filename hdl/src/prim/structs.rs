//! `logic_struct!`: structs as payloads of registers, memories and queues.
//!
//! rust-hdl's `#[derive(LogicStruct)]` fixes a field's place when it is compiled, and a QP's index has its width from
//! the configuration. This macro implements the same contract, so `#[hdl_gen]` reads and writes the fields as usual.

use emit::leaf::TEXT;
use layout::field::Field;
use num_bigint::BigUint;
use rust_hdl::prelude::{Bits, VerilogLiteral};

/// Defines structs of `U<N>`, `Bus<N>`, `Bit`, enums and other such structs. The first field has the lowest bits.
///
/// A field of `layout` behind `=` gives the width, where no type is written, and the text of every port that the struct
/// stands on; a text behind `=>` is said of the ports too, after the field's own.
///
/// ```
/// use hdl::prelude::*;
/// logic_struct! {
///     /// What stage s1 reads.
///     pub struct S1 {
///         pub ece: Bit => "ECN-Echo of an ack",
///         pub qpn: Qpn,
///         pub cw = layout::ldcp::CW,
///     }
/// }
/// let _width = QpBits::set(10);
/// assert_eq!(width::<S1>(), 1 + 10 + 42);
/// ```
#[macro_export]
macro_rules! logic_struct {
    ($(
        $(#[$meta:meta])*
        $vis:vis struct $name:ident $(<$(const $generic:ident : usize),+ $(,)?>)? {
            $($(#[$fmeta:meta])* $fvis:vis $field:ident $(: $type:ty)? $(= $fact:expr)? $(=> $note:literal)?),+ $(,)?
        }
    )+) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, Default, PartialEq)]
        $vis struct $name $(<$(const $generic: usize),+>)? {
            $($(#[$fmeta])* $fvis $field: $crate::logic_struct!(@type [$($type)?] [$($fact)?]),)+
        }

        $crate::logic_struct!(@methods $name [$($(const $generic: usize),+)?] [$($($generic),+)?] []
            $($field: $crate::logic_struct!(@type [$($type)?] [$($fact)?]),)+);

        impl $(<$(const $generic: usize),+>)? $crate::prelude::Synth for $name $(<$($generic),+>)? {
            const BITS: usize =
                0 $(+ <$crate::logic_struct!(@type [$($type)?] [$($fact)?]) as $crate::prelude::Synth>::BITS)+;

            fn descriptor() -> $crate::prelude::TypeDescriptor {
                $crate::prelude::TypeDescriptor {
                    name: stringify!($name).to_string(),
                    kind: $crate::prelude::TypeKind::Composite(vec![$(
                        Box::new($crate::prelude::TypeField {
                            fieldname: $crate::prim::described(
                                stringify!($field),
                                &[$(&$fact as &dyn $crate::prim::Describes,)? $(&$note,)?],
                            ),
                            kind: <$crate::logic_struct!(@type [$($type)?] [$($fact)?]) as $crate::prelude::Synth>::descriptor(),
                        }),
                    )+]),
                }
            }

            fn vcd(self) -> $crate::prelude::VCDValue {
                $crate::prelude::VCDValue::Composite(vec![$(Box::new(self.$field.vcd()),)+])
            }

            fn verilog(self) -> $crate::prelude::VerilogLiteral {
                $crate::prim::pack(&[$((
                    $crate::prelude::width::<$crate::logic_struct!(@type [$($type)?] [$($fact)?])>(),
                    self.$field.verilog(),
                ),)+])
            }
        }
    )+};
    (@type [$type:ty] [$($fact:expr)?]) => { $type };
    (@type [] [$fact:expr]) => { $crate::prelude::U<{ $fact.format.bits() as usize }> };
    // `#[hdl_gen]` asks for a field's place by these names
    (@methods $name:ident [$($params:tt)*] [$($args:tt)*] [$($before:ty,)*]) => {};
    (@methods $name:ident [$($params:tt)*] [$($args:tt)*] [$($before:ty,)*] $field:ident: $type:ty, $($rest:tt)*) => {
        $crate::__private::paste! {
            #[doc(hidden)]
            #[allow(dead_code)]
            impl<$($params)*> $name<$($args)*> {
                pub fn [<get_my_width_ $field>](&self) -> usize {
                    $crate::prelude::width::<$type>()
                }
                pub fn [<get_my_offset_ $field>](&self) -> usize {
                    0 $(+ $crate::prelude::width::<$before>())*
                }
            }
        }
        $crate::logic_struct!(@methods $name [$($params)*] [$($args)*] [$($before,)* $type,] $($rest)*);
    };
}

/// What has a text for the ports of a struct's field.
#[doc(hidden)]
pub trait Describes {
    fn text(&self) -> String;
}

impl Describes for &'static str {
    fn text(&self) -> String {
        (*self).into()
    }
}

/// The first part of the field's text, then unit and format: `congestion window; packets, U14.28`. References to our
/// list of decisions are left out: it is not beside the Verilog.
impl Describes for Field {
    fn text(&self) -> String {
        let doc = self.doc.strip_prefix("of each hop: ").unwrap_or(self.doc);
        let mut text = doc.split(';').next().unwrap_or(doc).replace('·', " * ");
        while let Some(at) = text.find("SEMANTICS ") {
            let end = text[at..].find(')').map_or(text.len(), |end| at + end);
            match &text[..at] {
                before if before.ends_with(" (") => text.replace_range(at - 2..(end + 1).min(text.len()), ""),
                before => {
                    let start = before.trim_end_matches([' ', ',']).len();
                    text.replace_range(start..end, "");
                }
            }
        }
        let unit = (!["1", "flag", "flags", "enum", "code"].contains(&self.unit)).then(|| self.unit.to_owned());
        let format = (self.format.frac > 0).then(|| self.format.to_string());
        let number: Vec<String> = unit.into_iter().chain(format).collect();
        if number.is_empty() {
            text
        } else {
            format!("{text}; {}", number.join(", "))
        }
    }
}

/// The name of a field with what is said of it: rust-hdl's descriptor has no other place for that.
#[doc(hidden)]
pub fn described(name: &str, texts: &[&dyn Describes]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| text.text()).collect();
    if texts.is_empty() {
        name.into()
    } else {
        format!("{name}{TEXT}{}", texts.join("; "))
    }
}

/// A struct's value from its fields', the first field lowest.
#[doc(hidden)]
pub fn pack(fields: &[(usize, VerilogLiteral)]) -> VerilogLiteral {
    let (mut value, mut offset) = (BigUint::ZERO, 0);
    for (bits, literal) in fields {
        value |= emit::leaf::literal_value(literal) << offset;
        offset += bits;
    }
    // the emitter takes the width from the signal, not from here, and rust-hdl's own type takes its bits one by one
    match u128::try_from(&value) {
        Ok(value) => value.into(),
        Err(_) => Bits::<4096>::from(value).into(),
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use emit::leaf::literal_value;

    logic_struct! {
        struct Inner { low: U<3>, flag: Bit }
        struct Outer { a: Bit, inner: Inner, qpn: Qpn, wide: Bus<200> }
    }

    #[test]
    fn fields_lie_one_above_the_other() {
        let _width = QpBits::set(10);
        let value = Outer {
            a: true,
            inner: Inner { low: 5.into(), flag: true },
            qpn: 0x2aa.into(),
            wide: Bus::from_words(&[7, 0, 0, 0x80]),
        };
        assert_eq!((Inner::BITS, width::<Outer>()), (4, 215));
        assert_eq!((value.get_my_offset_a(), value.get_my_offset_inner()), (0, 1));
        assert_eq!((value.get_my_offset_qpn(), value.get_my_width_qpn()), (5, 10));
        assert_eq!(value.get_my_offset_wide(), 15);
        let packed = literal_value(&value.verilog());
        let expected = (BigUint::from(0x80u8) << (15 + 192)) + (7u64 << 15 | 0x2aa << 5 | 1 << 4 | 5 << 1 | 1);
        assert_eq!(packed, expected);
    }

    use num_bigint::BigUint;

    logic_struct! {
        struct Said { cw = layout::ldcp::CW => "stable", on: Bit => "it is on", open: Bit = layout::ldcp::OPEN, bare: U<2> }
    }

    #[test]
    fn a_field_of_layout_gives_width_and_text() {
        assert_eq!((Said::BITS, Said::default().get_my_offset_on()), (42 + 1 + 1 + 2, 42));
        let TypeKind::Composite(fields) = Said::descriptor().kind else { panic!("a struct") };
        let names: Vec<&str> = fields.iter().map(|field| field.fieldname.as_str()).collect();
        let cw = "cw//congestion window; packets, U14.28; stable";
        let open = "open//1 while the QP is open: events of a closed QP are dropped";
        assert_eq!(names, [cw, "on//it is on", open, "bare"]);
    }

    #[test]
    fn a_ports_text_is_the_first_part_of_its_fields_without_references_to_decisions() {
        use super::Describes;
        use layout::{hpcc, ldcp, record};
        assert_eq!(ldcp::CW_MAX.text(), "upper clamp of the window; packets, U14.28");
        assert_eq!(record::UPD_INTERVAL.text(), "RTT/cw while cw < 1, else 0; ns");
        assert_eq!(hpcc::SYNC_FIRST.text(), "1: the first ACK sets lastUpdateSeq to snd_nxt");
        assert_eq!(hpcc::W_MAX.text(), "upper clamp of W, at least W_min; bytes, U28.12");
        assert_eq!(ldcp::RTT.text(), "round-trip time of the QP's path, for the RTT/cw timer (2.2); ns");
    }
}
