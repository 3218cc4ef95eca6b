//! What an update says of window and pace, as the shaper keeps it.

use super::stages::{Control, Converted, Limits};
use crate::prelude::*;
use crate::recip::Recip;
use crate::wide_mul::WideMul;

/// Cycles from an update to what is kept of it.
pub const LATENCY: usize = 11;

logic_struct! {
    /// What is known of a pace until its mantissa is there.
    pub struct Lead {
        pub timer: Bit,
        pub any: Bit,
        pub shift: U<6>,
    }
}

/// Window in bytes and interval, of one update a cycle.
#[derive(LogicBlock)]
pub struct Convert {
    pub clock: Signal<In, ClkRst>,
    pub mtu: Signal<In, U<14>>,
    pub control: Signal<In, Control>,
    pub limits: Signal<In, Limits>,
    pub out: Signal<Out, Converted>,

    product: WideMul<42, 14, 56>,
    lead: HighestOne<40, 6>,
    c1_pace: DReg<PaceWord>,
    c1_timer: DReg<Bit>,
    c2: DReg<Lead>,
    c2_pace: DReg<PaceWord>,
    c3_left: DReg<U<40>>,
    c3_low: DReg<U<3>>,
    c4_left: DReg<U<40>>,
    recip: Recip,
    /// A timer's leading bits, beside `recip`.
    c8_left: Delay<U<21>>,
    c8: Delay<Lead>,
    c9: DReg<Lead>,
    c9_mantissa: DReg<U<21>>,
    c3_whole: DReg<U<28>>,
    c3_part: DReg<Bit>,
    c4_of_cw: DReg<U<29>>,
    c4_of_w: Delay<U<29>>,
    c4_unit: Delay<U<2>>,
    c5_bytes: DReg<U<28>>,
    c10_bytes: Delay<U<28>>,
    c10_unit: Delay<U<2>>,
    c10_any: DReg<Bit>,
    c10_m: DReg<U<20>>,
    c10_e: DReg<U<6>>,
    c10_control: Delay<Control>,
    c11: DReg<Converted>,

    said: Signal<Local, Limits>,
    is_timer: Signal<Local, Bit>,
    unit_4: Signal<Local, U<2>>,
    unit_10: Signal<Local, U<2>>,
    found: Signal<Local, Lead>,
    pace_in: Signal<Local, U<40>>,
    bytes_29: Signal<Local, U<29>>,
    carry: Signal<Local, Bit>,
    made: Signal<Local, Converted>,
    all: Constant<U<28>>,
    all_20: Constant<U<20>>,
    half: Constant<U<18>>,
}

impl Default for Convert {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            mtu: Default::default(),
            control: Default::default(),
            limits: Default::default(),
            out: Default::default(),
            product: Default::default(),
            lead: Default::default(),
            c1_pace: Default::default(),
            c1_timer: Default::default(),
            c2: Default::default(),
            c2_pace: Default::default(),
            c3_left: Default::default(),
            c3_low: Default::default(),
            c4_left: Default::default(),
            recip: Default::default(),
            c8_left: Delay::new(4),
            c8: Delay::new(6),
            c9: Default::default(),
            c9_mantissa: Default::default(),
            c3_whole: Default::default(),
            c3_part: Default::default(),
            c4_of_cw: Default::default(),
            c4_of_w: Delay::new(4),
            c4_unit: Delay::new(4),
            c5_bytes: Default::default(),
            c10_bytes: Delay::new(5),
            c10_unit: Delay::new(6),
            c10_any: Default::default(),
            c10_m: Default::default(),
            c10_e: Default::default(),
            c10_control: Delay::new(LATENCY - 1),
            c11: Default::default(),
            said: Default::default(),
            is_timer: Default::default(),
            unit_4: Default::default(),
            unit_10: Default::default(),
            found: Default::default(),
            pace_in: Default::default(),
            bytes_29: Default::default(),
            carry: Default::default(),
            made: Default::default(),
            all: Constant::new(U::max()),
            all_20: Constant::new(U::max()),
            half: Constant::new((1 << 17).into()),
        }
    }
}

impl Logic for Convert {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_convert");
        comment!("@doc Window in bytes, and interval in ns, of what an update says: 11 cycles later, one a cycle.");
        comment!("@port mtu largest packet, bytes");
        comment!("@port control_kind 3 update, 4 open, 5 close; with the fields behind it, it goes along");
        comment!("@port limits_unit 0 packets, 1 timer, 2 bytes, 3 rate");
        comment!("@port limits_window packets U14.28, or bytes U28.12 in the low 40 bits");
        comment!("@port limits_pace bytes/ns U12.28, or ns between packets in the low 32 bits");
        comment!("@port out_window window, bytes: ceil, sat");
        comment!("@port out_windowed a window counts");
        comment!("@port out_paced an interval counts");
        comment!("@port out_timer the interval is of a packet");
        comment!("@port out_m mantissa of the interval");
        comment!("@port out_e exponent of the interval, m * 2^(13 - e) ns");
        comment!("@constant all all ones: more is this");
        comment!("@constant half 1/2, U0.18");
        clock!(
            self,
            clock,
            product,
            c1_pace,
            c1_timer,
            c2,
            c2_pace,
            c3_left,
            c3_low,
            c4_left,
            recip,
            c8_left,
            c8,
            c9,
            c9_mantissa,
            c3_whole,
            c3_part
        );
        clock!(
            self,
            clock,
            c4_of_cw,
            c4_of_w,
            c4_unit,
            c5_bytes,
            c10_bytes,
            c10_unit,
            c10_any,
            c10_m,
            c10_e,
            c10_control,
            c11
        );
        self.said.next = self.limits.val();
        self.c10_control.d.next = self.control.val();

        comment!("c1 to c4: the pace with its leading one in bit 39; a timer has 32 bits");
        self.is_timer.next = self.said.val().unit == 1;
        self.pace_in.next = self.said.val().pace;
        if self.is_timer.val() {
            self.pace_in.next = bits::<40>(self.said.val().pace.get_bits::<32>(0));
        }
        self.c1_timer.d.next = self.is_timer.val();
        self.c1_pace.d.next = self.pace_in.val();
        self.lead.a.next = self.c1_pace.q.val();
        self.c2.d.next.timer = self.c1_timer.q.val();
        self.c2.d.next.any = self.lead.any.val();
        comment!("39 - pos; pos is 39 at most");
        self.c2.d.next.shift = bits::<6>(!self.lead.pos.val().get_bits::<3>(0))
            | (bits::<6>(self.lead.pos.val().get_bit(3)) << 3)
            | (bits::<6>(self.lead.pos.val().get_bit(3) != self.lead.pos.val().get_bit(4)) << 4)
            | (bits::<6>(!self.lead.pos.val().get_bits::<3>(3).any()) << 5);
        self.c2_pace.d.next = self.c1_pace.q.val();
        self.c3_left.d.next = self.c2_pace.q.val() << (bits::<6>(self.c2.q.val().shift.get_bits::<3>(3)) << 3);
        self.c3_low.d.next = self.c2.q.val().shift.get_bits::<3>(0);
        self.c4_left.d.next = self.c3_left.q.val() << self.c3_low.q.val();
        self.c8.d.next = self.c2.q.val();

        comment!(
            "c8, c9: an interval is the reciprocal of a rate, or what the timer says: 20 bits, round half up; 2^20 is 2^19"
        );
        self.recip.x.next = self.half.val();
        self.recip.d.next = self.c4_left.q.val().get_bits::<23>(16);
        self.c8_left.d.next = self.c4_left.q.val().get_bits::<21>(19);
        self.found.next = self.c8.q.val();
        self.c9.d.next = self.found.val();
        self.c9_mantissa.d.next =
            bits::<21>(self.recip.q.val().get_bits::<21>(16)) + bits::<21>(self.recip.q.val().get_bit(15));
        if self.found.val().timer {
            self.c9_mantissa.d.next =
                bits::<21>(self.c8_left.q.val().get_bits::<20>(1)) + bits::<21>(self.c8_left.q.val().get_bit(0));
        }
        self.carry.next = self.c9_mantissa.q.val().get_bit(20);
        self.c10_m.d.next = self.c9_mantissa.q.val().get_bits::<20>(0);
        if self.carry.val() {
            self.c10_m.d.next = self.c9_mantissa.q.val().get_bits::<20>(1);
        }
        comment!("c10: e of a rate is 5 + lead - carry, of a timer 32 - lead - carry; lead = 39 - shift");
        self.c10_any.d.next = self.c9.q.val().any;
        self.c10_e.d.next = bits::<6>(44) - self.c9.q.val().shift - bits::<6>(self.carry.val());
        if self.c9.q.val().timer {
            self.c10_e.d.next = self.c9.q.val().shift - 7 - bits::<6>(self.carry.val());
        }
        comment!("a rate of 0 is slower than all, a timer of 0 costs nothing");
        if !self.c9.q.val().any {
            self.c10_e.d.next = 0.into();
            self.c10_m.d.next = self.all_20.val();
            if self.c9.q.val().timer {
                self.c10_m.d.next = 0.into();
            }
        }

        comment!("c3 to c5: window in bytes: ceil, sat");
        self.product.a.next = self.said.val().window;
        self.product.b.next = self.mtu.val();
        self.c3_whole.d.next = self.product.p.val().get_bits::<28>(28);
        self.c3_part.d.next = self.product.p.val().get_bits::<28>(0).any();
        self.c4_of_cw.d.next = bits::<29>(self.c3_whole.q.val()) + bits::<29>(self.c3_part.q.val());
        self.c4_of_w.d.next = bits::<29>(self.said.val().window.get_bits::<28>(12))
            + bits::<29>(self.said.val().window.get_bits::<12>(0).any());
        self.c4_unit.d.next = self.said.val().unit;
        self.unit_4.next = self.c4_unit.q.val();
        self.bytes_29.next = self.c4_of_w.q.val();
        if self.unit_4.val() == 0 {
            self.bytes_29.next = self.c4_of_cw.q.val();
        }
        self.c5_bytes.d.next = self.bytes_29.val().get_bits::<28>(0);
        if self.bytes_29.val().get_bit(28) {
            self.c5_bytes.d.next = self.all.val();
        }
        self.c10_bytes.d.next = self.c5_bytes.q.val();
        self.c10_unit.d.next = self.unit_4.val();
        self.unit_10.next = self.c10_unit.q.val();

        self.made.next.control = self.c10_control.q.val();
        self.made.next.window = self.c10_bytes.q.val();
        self.made.next.windowed = !self.unit_10.val().get_bit(0);
        self.made.next.paced = self.unit_10.val().get_bit(0) | self.c10_any.q.val();
        self.made.next.timer = self.unit_10.val() == 1;
        self.made.next.m = self.c10_m.q.val();
        self.made.next.e = self.c10_e.q.val();
        self.c11.d.next = self.made.val();
        self.out.next = self.c11.q.val();
    }
}
