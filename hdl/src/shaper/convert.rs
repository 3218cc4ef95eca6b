//! What an update says of window and pace, as the shaper keeps it.

use crate::prelude::*;
use crate::recip::Recip;
use crate::wide_mul::WideMul;

/// Window in bytes and interval, of inputs that stand still.
#[derive(LogicBlock, Default)]
pub struct Convert {
    pub clock: Signal<In, ClkRst>,
    pub mtu: Signal<In, U<14>>,
    pub unit: Signal<In, U<2>>,
    pub window: Signal<In, U<42>>,
    pub pace: Signal<In, U<40>>,
    pub bytes: Signal<Out, U<28>>,
    pub windowed: Signal<Out, Bit>,
    pub paced: Signal<Out, Bit>,
    pub timer: Signal<Out, Bit>,
    pub m: Signal<Out, U<20>>,
    pub e: Signal<Out, U<6>>,

    product: WideMul<42, 14, 56>,
    lead: Lzc<40, 6>,
    shift: DReg<U<6>>,
    any: DReg<Bit>,
    left: DReg<U<40>>,
    recip: Recip,
    mantissa: DReg<U<21>>,
    of_cw: DReg<U<29>>,
    of_w: DReg<U<29>>,
    result: DReg<U<28>>,
    result_m: DReg<U<20>>,
    result_e: DReg<U<6>>,

    is_timer: Signal<Local, Bit>,
    is_packets: Signal<Local, Bit>,
    pace_in: Signal<Local, U<40>>,
    bytes_29: Signal<Local, U<29>>,
    carry: Signal<Local, Bit>,
    all: Constant<U<28>>,
    all_20: Constant<U<20>>,
    half: Constant<U<18>>,
}

impl Convert {
    pub fn new() -> Self {
        Self {
            all: Constant::new(U::max()),
            all_20: Constant::new(U::max()),
            half: Constant::new((1 << 17).into()),
            ..Self::default()
        }
    }
}

impl Logic for Convert {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_convert");
        comment!("@doc Window in bytes, and interval in ns, of what an update says: 12 cycles after its inputs came to stand still.");
        comment!("@port unit 0 packets, 1 timer, 2 bytes, 3 rate");
        comment!("@port mtu largest packet, bytes");
        comment!("@port window packets U14.28, or bytes U28.12 in the low 40 bits");
        comment!("@port pace bytes/ns U12.28, or ns between packets in the low 32 bits");
        comment!("@port bytes window, bytes: ceil, sat");
        comment!("@port windowed a window counts");
        comment!("@port paced an interval counts");
        comment!("@port timer the interval is of a packet");
        comment!("@port m mantissa of the interval");
        comment!("@port e exponent of the interval, m * 2^(13 - e) ns");
        clock!(self, clock, product, shift, any, left, recip, mantissa, of_cw, of_w, result, result_m, result_e);

        self.is_timer.next = self.unit.val() == 1;
        self.is_packets.next = self.unit.val() == 0;

        comment!("the pace with its leading one in bit 39; a timer has 32 bits");
        self.pace_in.next = self.pace.val();
        if self.is_timer.val() {
            self.pace_in.next = bits::<40>(self.pace.val().get_bits::<32>(0));
        }
        self.lead.a.next = self.pace_in.val();
        self.any.d.next = self.lead.any.val();
        self.shift.d.next = bits::<6>(39) - self.lead.pos.val();
        self.left.d.next = self.pace_in.val() << self.shift.q.val();

        comment!(
            "an interval is the reciprocal of a rate, or what the timer says: 20 bits, round half up; 2^20 is 2^19"
        );
        self.recip.x.next = self.half.val();
        self.recip.d.next = self.left.q.val().get_bits::<23>(16);
        self.mantissa.d.next =
            bits::<21>(self.recip.q.val().get_bits::<21>(16)) + bits::<21>(self.recip.q.val().get_bit(15));
        if self.is_timer.val() {
            self.mantissa.d.next =
                bits::<21>(self.left.q.val().get_bits::<20>(20)) + bits::<21>(self.left.q.val().get_bit(19));
        }
        self.carry.next = self.mantissa.q.val().get_bit(20);
        self.result_m.d.next = self.mantissa.q.val().get_bits::<20>(0);
        if self.carry.val() {
            self.result_m.d.next = self.mantissa.q.val().get_bits::<20>(1);
        }
        comment!("e of a rate is 5 + lead - carry, of a timer 32 - lead - carry; lead = 39 - shift");
        self.result_e.d.next = bits::<6>(44) - self.shift.q.val() - bits::<6>(self.carry.val());
        if self.is_timer.val() {
            self.result_e.d.next = self.shift.q.val() - 7 - bits::<6>(self.carry.val());
        }
        comment!("a rate of 0 is slower than all, a timer of 0 costs nothing");
        if !self.any.q.val() {
            self.result_e.d.next = 0.into();
            self.result_m.d.next = self.all_20.val();
            if self.is_timer.val() {
                self.result_m.d.next = 0.into();
            }
        }

        comment!("window in bytes: ceil, sat");
        self.product.a.next = self.window.val();
        self.product.b.next = self.mtu.val();
        self.of_cw.d.next = bits::<29>(self.product.p.val().get_bits::<28>(28))
            + bits::<29>(self.product.p.val().get_bits::<28>(0).any());
        self.of_w.d.next =
            bits::<29>(self.window.val().get_bits::<28>(12)) + bits::<29>(self.window.val().get_bits::<12>(0).any());
        self.bytes_29.next = self.of_w.q.val();
        if self.is_packets.val() {
            self.bytes_29.next = self.of_cw.q.val();
        }
        self.result.d.next = self.bytes_29.val().get_bits::<28>(0);
        if self.bytes_29.val().get_bit(28) {
            self.result.d.next = self.all.val();
        }

        self.bytes.next = self.result.q.val();
        self.windowed.next = !self.unit.val().get_bit(0);
        self.paced.next = self.unit.val().get_bit(0) | self.any.q.val();
        self.timer.next = self.is_timer.val();
        self.m.next = self.result_m.q.val();
        self.e.next = self.result_e.q.val();
    }
}
