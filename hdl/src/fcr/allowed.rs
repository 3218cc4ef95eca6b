//! What a rate allows in the units of the own algorithms. The division by 125 is a product with its reciprocal: exact
//! but for the cut (`model/src/fcr/page.md`, "What a rate allows").

use super::stages::Allows;
use crate::prelude::*;
use crate::wide_mul::WideMul;

/// ceil(64/125·2^44).
pub const BYTES: u64 = (64u64 << 44).div_ceil(125);

/// Ports bear the cycle behind `a0_rate` at which they count.
#[derive(LogicBlock, Default)]
pub struct Allowed {
    pub clock: Signal<In, ClkRst>,
    pub a0_rate: Signal<In, U<22>>,
    pub a4_rtt: Signal<In, RttNs>,
    pub a8_mtu: Signal<In, U<5>>,
    pub a10: Signal<Out, Allows>,

    scaled: WideMul<44, 22, 66>,
    low: WideMul<36, 24, 60>,
    high: WideMul<30, 24, 54>,
    /// `rc[k]` stands in a(k + 5); bit 35: it is saturated.
    rc: [DReg<U<36>>; 6],
    a8: DReg<U<54>>,
    a9_w: DReg<ByteWindow>,
    a9_floor: DReg<Bit>,
    a9_mtu: DReg<U<5>>,
    cw_10: DReg<U<42>>,
    w_10: DReg<U<40>>,
    floor_10: DReg<Bit>,
    sat_10: DReg<Bit>,

    rate: Signal<Local, U<38>>,
    too_fast: Signal<Local, Bit>,
    beyond: Signal<Local, Bit>,
    whole: Signal<Local, U<28>>,
    packet: Signal<Local, U<28>>,
    short: Signal<Local, Bit>,
    packets: Signal<Local, U<48>>,
    too_wide: Signal<Local, Bit>,
    bytes: Constant<U<44>>,
}

impl Allowed {
    pub fn new() -> Self {
        Self { bytes: Constant::new(BYTES.into()), ..Self::default() }
    }
}

impl Logic for Allowed {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module fcr_allowed");
        comment!("@doc What a rate allows, 10 cycles later: bytes a ns, and max(1 packet, rate * RTT) in bytes and packets. One a cycle, no reset, no valid.");
        comment!("@port a0_rate Mbit/s");
        comment!("@port a4_rtt round-trip time, ns");
        comment!("@port a8_mtu bytes of a packet by 256: a power of two");
        comment!("@port a10 RC in bytes/ns, U7.28; cw in packets, U14.28; W in bytes, U28.12; a packet is more; a format is too narrow");
        comment!("@constant bytes 1 Mbit/s in bytes a ns, by 2^56, rounded up: 64 / 125 * 2^44");
        clock!(self, clock, scaled, low, high, a8, a9_w, a9_floor, a9_mtu, cw_10, w_10, floor_10, sat_10);
        for i in 0..6 {
            clock!(self, clock, rc[i]);
        }

        comment!("a0 to a4: rate * ceil(64/125 * 2^44), 22 + 44 = 66 bits");
        self.scaled.a.next = self.bytes.val();
        self.scaled.b.next = self.a0_rate.val();

        comment!("a4 to a5: the rate in 2^-28 bytes/ns: without 44 - 16 bits; sat to 35 bits");
        self.rate.next = self.scaled.p.val().get_bits::<38>(28);
        self.too_fast.next = self.rate.val().get_bits::<3>(35).any();
        self.rc[0].d.next = self.rate.val().get_bits::<36>(0);
        if self.too_fast.val() {
            self.rc[0].d.next = !bits::<36>(0);
        }
        for i in 1..6 {
            self.rc[i].d.next = self.rc[i - 1].q.val();
        }

        comment!("a4 to a8: times rtt, 66 + 24 = 90 bits, of which the low 36 count no more");
        self.low.a.next = self.scaled.p.val().get_bits::<36>(0);
        self.low.b.next = self.a4_rtt.val();
        self.high.a.next = self.scaled.p.val().get_bits::<30>(36);
        self.high.b.next = self.a4_rtt.val();
        self.a8.d.next = self.high.p.val() + bits::<54>(self.low.p.val().get_bits::<24>(36));

        comment!("a8 to a9: bytes in 2^-12: without 44 bits; sat to 40 bits; at least a packet");
        self.beyond.next = self.a8.q.val().get_bits::<6>(48).any();
        self.whole.next = self.a8.q.val().get_bits::<28>(20);
        self.packet.next = bits::<28>(self.a8_mtu.val()) << 8;
        self.short.next = !self.beyond.val() & (self.whole.val() < self.packet.val());
        self.a9_w.d.next = self.a8.q.val().get_bits::<40>(8);
        if self.short.val() {
            self.a9_w.d.next = bits::<40>(self.packet.val()) << 12;
        }
        if self.beyond.val() {
            self.a9_w.d.next = !bits::<40>(0);
        }
        self.a9_floor.d.next = self.short.val();
        self.a9_mtu.d.next = self.a8_mtu.val();

        comment!("a9 to a10: packets in 2^-28: by 2^16 / mtu, 4 to 8 places to the left, 48 bits; sat to 42. Where the bytes are");
        comment!("saturated, so are the packets");
        self.packets.next = bits::<48>(self.a9_w.q.val()) << 8;
        if self.a9_mtu.q.val().get_bit(1) {
            self.packets.next = bits::<48>(self.a9_w.q.val()) << 7;
        }
        if self.a9_mtu.q.val().get_bit(2) {
            self.packets.next = bits::<48>(self.a9_w.q.val()) << 6;
        }
        if self.a9_mtu.q.val().get_bit(3) {
            self.packets.next = bits::<48>(self.a9_w.q.val()) << 5;
        }
        if self.a9_mtu.q.val().get_bit(4) {
            self.packets.next = bits::<48>(self.a9_w.q.val()) << 4;
        }
        self.too_wide.next = self.packets.val().get_bits::<6>(42).any();
        self.cw_10.d.next = self.packets.val().get_bits::<42>(0);
        if self.too_wide.val() {
            self.cw_10.d.next = !bits::<42>(0);
        }
        self.w_10.d.next = self.a9_w.q.val();
        self.floor_10.d.next = self.a9_floor.q.val();
        self.sat_10.d.next = self.too_wide.val();

        comment!("a10: the result; bit 35 of the rate says that it is saturated");
        self.a10.next.rc = self.rc[5].q.val().get_bits::<35>(0);
        self.a10.next.cw = self.cw_10.q.val();
        self.a10.next.w = self.w_10.q.val();
        self.a10.next.floor = self.floor_10.q.val();
        self.a10.next.sat = self.sat_10.q.val() | self.rc[5].q.val().get_bit(35);
    }
}
