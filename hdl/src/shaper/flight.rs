//! Bytes in flight.

use crate::prelude::*;
use crate::wide_mul::WideMul;

/// (packets that are sent and not acknowledged, and those that are granted)·mtu.
#[derive(LogicBlock, Default)]
pub struct Flight {
    pub clock: Signal<In, ClkRst>,
    pub mtu: Signal<In, U<14>>,
    pub snd_nxt: Signal<In, PsnWord>,
    pub una: Signal<In, PsnWord>,
    pub open_packets: Signal<In, U<17>>,
    pub bytes: Signal<Out, U<35>>,

    ahead: DReg<U<24>>,
    all_sent: DReg<U<25>>,
    low_packets: DReg<U<21>>,
    product: WideMul<14, 21, 35>,

    all_packets: Constant<U<21>>,
}

impl Flight {
    pub fn new() -> Self {
        Self { all_packets: Constant::new((1 << 20).into()), ..Self::default() }
    }
}

impl Logic for Flight {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_flight");
        comment!("@doc Bytes in flight: packets sent and not acknowledged, and those granted, each for mtu bytes. Its inputs stand still for");
        comment!("@doc a slot; bytes is there from the second cycle of the slot behind it on, for four cycles.");
        comment!("@port mtu largest packet, bytes");
        comment!("@port snd_nxt the PSN that is sent next");
        comment!("@port una last PSN acknowledged");
        comment!("@port open_packets granted and not answered");
        comment!("@port bytes in flight");
        comment!("@constant all_packets 2^20 packets: more than all windows");
        clock!(self, clock, ahead, all_sent, low_packets, product);

        comment!(
            "snd_nxt - 1 - una; none after a rewind that an ACK has overtaken. 2^20 packets are more than all windows"
        );
        self.ahead.d.next = self.snd_nxt.val() - 1 - self.una.val();
        self.all_sent.d.next = bits::<25>(self.open_packets.val());
        if !self.ahead.q.val().get_bit(23) {
            self.all_sent.d.next = bits::<25>(self.ahead.q.val()) + bits::<25>(self.open_packets.val());
        }
        self.low_packets.d.next = self.all_sent.q.val().get_bits::<21>(0);
        if self.all_sent.q.val().get_bits::<5>(20).any() {
            self.low_packets.d.next = self.all_packets.val();
        }
        self.product.a.next = self.mtu.val();
        self.product.b.next = self.low_packets.q.val();
        self.bytes.next = self.product.p.val();
    }
}
