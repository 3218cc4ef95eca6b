//! Patterns at odd and great widths, and on wide vectors.

use super::pattern;
use crate::prelude::*;

pattern! {
    OddProduct -> U<57> { left: Signal<Local, U<33>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_odd_product");
        self.left.next = (bits::<33>(self.a.val()) << 17) | (bits::<33>(self.b.val()) << 1) | bits::<33>(self.c.val().get_bit(3));
        self.y.next = bits::<57>(self.left.val()) * bits::<57>(self.c.val() + bits::<16>(self.d.val()));
    }
}
pattern! {
    FullWidth -> U<128> { x: Signal<Local, U<128>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_full_width");
        self.x.next = self.w.val().get_bits::<128>(64);
        self.y.next = self.x.val() * self.w.val().get_bits::<128>(200) - (self.x.val() >> self.d.val())
            + (bits::<128>(self.a.val()) << 112);
    }
}
pattern! {
    BusSlice -> U<100> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_bus_slice");
        self.y.next = self.w.val().get_bits::<100>(77) ^ self.w.val().get_bits::<100>(450);
    }
}
pattern! {
    BusSliceAtSignal -> U<32> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_bus_slice_at_signal");
        self.y.next = self.w.val().get_bits::<32>((bits::<9>(self.s.val()) << 5).index())
            ^ self.w.val().get_bits::<32>(self.d.val().index());
    }
}
pattern! {
    BusBitAtSignal -> Bit {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_bus_bit_at_signal");
        self.y.next = self.w.val().get_bit(self.a.val().get_bits::<9>(0).index())
            ^ self.w.val().get_bit(self.a.val().get_bits::<10>(4).index());
    }
}
pattern! {
    BusCompare -> U<2> { other: Signal<Local, Bus<512>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_bus_compare");
        self.other.next = self.w.val();
        self.y.next = (bits::<2>(self.other.val() == self.w.val()) << 1)
            | bits::<2>(self.w.val().get_bits::<16>(0) == self.w.val().get_bits::<16>(16));
    }
}
pattern! {
    BusMoved -> U<128> { held: DReg<Bus<512>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_bus_moved");
        clock!(self, clock, held);
        self.held.d.next = self.held.q.val();
        if self.d.val().get_bit(0) {
            self.held.d.next = self.w.val();
        }
        self.y.next = self.held.q.val().get_bits::<128>(300);
    }
}
pattern! {
    /// A saturating sum, as in the window update.
    Saturate -> U<42> { sum: Signal<Local, U<43>>, base: Signal<Local, U<42>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_saturate");
        self.base.next = self.w.val().get_bits::<42>(0);
        self.sum.next = bits::<43>(self.base.val()) + bits::<43>(self.w.val().get_bits::<42>(50));
        self.y.next = bits_wrap::<42>(self.sum.val());
        if self.sum.val().get_bit(42) {
            self.y.next = bits::<42>(0x3ff_ffff_ffff_u64);
        }
    }
}
pattern! {
    RoundHalfUp -> U<12> { shift: Signal<Local, U<6>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_round_half_up");
        self.shift.next = bits::<6>(self.s.val()) + 1;
        self.y.next = bits_wrap::<12>(((bits::<17>(self.a.val()) << 1 >> self.shift.val()) + 1) >> 1);
    }
}
