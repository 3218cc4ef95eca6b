//! Patterns within one expression: precedence, widths of intermediates, literals, slices.

use super::pattern;
use crate::prelude::*;

pattern! {
    AndBeforeEqual -> Bit {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_and_before_equal");
        self.y.next = self.a.val() & self.b.val() == self.c.val();
    }
}
pattern! {
    AddLiteralEqual -> Bit {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_add_literal_equal");
        self.y.next = self.a.val() + 1 == self.b.val();
    }
}
pattern! {
    SubLiteralShift -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_sub_literal_shift");
        self.y.next = (self.a.val() - 1) >> 2;
    }
}
pattern! {
    CarryShifted -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_carry_shifted");
        self.y.next = (self.a.val() + self.b.val()) >> 1;
    }
}
pattern! {
    SumCompared -> Bit {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_sum_compared");
        self.y.next = self.a.val() + self.b.val() < self.c.val();
    }
}
pattern! {
    ProductHigh -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_product_high");
        self.y.next = bits_wrap::<16>((bits::<32>(self.a.val()) * bits::<32>(self.b.val())) >> 16);
    }
}
pattern! {
    ProductFull -> U<32> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_product_full");
        self.y.next = bits::<32>(self.a.val()) * bits::<32>(self.b.val());
    }
}
pattern! {
    NotWidened -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_not_widened");
        self.y.next = bits::<16>(!self.d.val());
    }
}
pattern! {
    DifferenceWidened -> U<32> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_difference_widened");
        self.y.next = bits::<32>(self.a.val() - self.b.val());
    }
}
pattern! {
    NarrowSumShifted -> U<8> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_narrow_sum_shifted");
        self.y.next = (bits_wrap::<8>(self.a.val()) + self.d.val()) >> 1;
    }
}
pattern! {
    ShiftBySignal -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_shift_by_signal");
        self.y.next = self.a.val() << self.s.val();
    }
}
pattern! {
    ShiftCompared -> Bit {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_shift_compared");
        self.y.next = (self.a.val() << self.s.val()) > self.b.val();
    }
}
pattern! {
    ProductThroughLocal -> U<16> { product: Signal<Local, U<32>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_product_through_local");
        self.product.next = bits::<32>(self.a.val()) * bits::<32>(self.b.val());
        self.y.next = self.product.val().get_bits::<16>(16);
    }
}
pattern! {
    DifferenceThroughLocal -> U<32> { difference: Signal<Local, U<16>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_difference_through_local");
        self.difference.next = self.a.val() - self.b.val();
        self.y.next = bits::<32>(self.difference.val());
    }
}
pattern! {
    ReplaceAtSignal -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_replace_at_signal");
        self.y.next = self.a.val().replace_bit(self.s.val().index(), self.d.val().get_bit(0));
    }
}
pattern! {
    CarryIn -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_carry_in");
        self.y.next = self.a.val() + self.d.val().any();
    }
}
pattern! {
    LeadingZeros -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_leading_zeros");
        self.y.next = 16.into();
        for i in 0..16 {
            if self.a.val().get_bit(i) {
                self.y.next = (15 - i).to_bits();
            }
        }
    }
}
pattern! {
    BitAtSignal -> Bit {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_bit_at_signal");
        self.y.next = self.a.val().get_bit(self.s.val().index());
    }
}
pattern! {
    Concatenation -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_concatenation");
        self.y.next = (bits::<16>(self.d.val()) << 8) | bits::<16>(self.s.val());
    }
}
pattern! {
    NotAnd -> Bit {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_not_and");
        self.y.next = !(self.a.val() > self.b.val()) && self.d.val().any();
    }
}
pattern! {
    XorOfBits -> Bit {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_xor_of_bits");
        self.y.next = self.a.val().get_bit(0) ^ (self.b.val() > self.c.val());
    }
}
pattern! {
    ShiftWidened -> U<32> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_shift_widened");
        self.y.next = bits::<32>(self.a.val() << 4);
    }
}
pattern! {
    /// A shift amount that can exceed the width by far.
    ShiftByWide -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_shift_by_wide");
        self.y.next = (self.a.val() << self.b.val()) | (self.a.val() >> self.c.val());
    }
}
pattern! {
    ShiftRightBySignal -> U<8> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_shift_right_by_signal");
        self.y.next = (self.d.val() + 3) >> self.s.val();
    }
}
pattern! {
    Comparisons -> U<6> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_comparisons");
        self.y.next = (bits::<6>(self.a.val() < self.b.val()) << 5)
            | (bits::<6>(self.a.val() <= self.b.val()) << 4)
            | (bits::<6>(self.b.val() > self.c.val()) << 3)
            | (bits::<6>(self.b.val() >= self.c.val()) << 2)
            | (bits::<6>(self.a.val() == self.c.val()) << 1)
            | bits::<6>((self.d.val() != 200) & (self.d.val() >= 7));
    }
}
pattern! {
    Reductions -> U<6> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_reductions");
        self.y.next = (bits::<6>((self.a.val() ^ self.b.val()).xor()) << 5)
            | (bits::<6>((self.a.val() | self.b.val()).all()) << 4)
            | (bits::<6>(!(self.a.val() - self.b.val()).any()) << 3)
            | (bits::<6>(self.s.val().all() && !self.s.val().xor() || self.d.val().get_bit(7)) << 2)
            | (bits::<6>(self.s.val().get_bits::<1>(2).any()) << 1)
            | bits::<6>(self.d.val().get_bits::<3>(2).all());
    }
}
pattern! {
    /// Verilog slices no expression: a temporary.
    SliceOfShift -> U<5> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_slice_of_shift");
        self.y.next = (self.a.val() >> self.s.val()).get_bits::<5>(2) ^ (self.a.val() + self.b.val()).get_bits::<5>(11);
    }
}
pattern! {
    SlicePastTheEnd -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_slice_past_the_end");
        self.y.next = self.d.val().get_bits::<16>(4) + (self.a.val() - self.b.val()).get_bits::<16>(9);
    }
}
pattern! {
    /// The index can exceed the width: zero.
    BitPastTheEnd -> Bit {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_bit_past_the_end");
        self.y.next = self.d.val().get_bit(self.s.val().index()) ^ self.d.val().get_bits::<6>(1).get_bit(self.s.val().index());
    }
}
pattern! {
    ReplaceAtConstant -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_replace_at_constant");
        self.y.next = self.a.val().replace_bit(0, true).replace_bit(9, self.d.val().get_bit(1)).replace_bit(15, false);
    }
}
pattern! {
    BorrowIn -> U<8> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_borrow_in");
        self.y.next = self.d.val() - (self.a.val() < self.b.val()) - 1;
    }
}
pattern! {
    WrappedLiterals -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_wrapped_literals");
        self.y.next = (self.a.val() + 0xffff) * 3 - (bits::<16>(5) << self.s.val());
    }
}
pattern! {
    MixedOperators -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_mixed_operators");
        self.y.next = self.a.val() - (self.b.val() - self.c.val()) + (self.a.val() & self.b.val() | self.c.val())
            ^ (self.a.val() * (self.b.val() + 1)) & !(self.c.val() >> 3 << 1);
    }
}
pattern! {
    /// `^~` is an operator of Verilog's, and not the parity of a complement.
    ReducedComplement -> U<4> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_reduced_complement");
        self.y.next = (bits::<4>((!self.d.val()).xor()) << 3)
            | (bits::<4>((!self.a.val()).any() ^ !(!self.b.val()).all()) << 2)
            | (bits::<4>((!self.s.val().get_bits::<3>(1)).xor()) << 1)
            | bits::<4>(!!self.s.val().get_bit(0) ^ !self.d.val().xor());
    }
}
