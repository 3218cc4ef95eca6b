//! Which QP's word is written back, for the blocks in which an event does not write by itself: `choice` and `sent`.

use crate::prelude::*;

logic_struct! {
    /// Into them.
    pub struct RewriteEcc {
        pub inject: U<2> => "spoils every word that is read: bit 0 in one bit; bit 1, which goes before it, in two check bits; with rtl.sram_ecc its report alone",
        pub rewrite: Bit => "the event that enters writes its word back",
    }
}

/// Beside the stages p0 to p3 of a block of all queue pairs: the events that write back.
#[derive(LogicBlock, Default)]
pub struct Rewrite {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub in_qpn: Signal<In, Qpn>,
    pub p3_valid: Signal<Out, Bit>,
    pub p3_qpn: Signal<Out, Qpn>,

    valid: Reg<U<4>>,
    p0_qpn: DReg<Qpn>,
    p1_qpn: DReg<Qpn>,
    p2_qpn: DReg<Qpn>,
    qpn: DReg<Qpn>,
}

impl Logic for Rewrite {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module rewrite");
        comment!("@doc The events that write back the word that they read, beside stages p0 to p3.");
        comment!("@port in_valid an event enters that writes back");
        comment!("@port in_qpn index of its QP");
        comment!("@port p3_valid it stands in p3, where the word is");
        comment!("@port p3_qpn index of its QP");
        clock!(self, clock, valid, p0_qpn, p1_qpn, p2_qpn, qpn);

        self.valid.d.next = (self.valid.q.val() << 1) | bits::<4>(self.in_valid.val());
        self.p0_qpn.d.next = self.in_qpn.val();
        self.p1_qpn.d.next = self.p0_qpn.q.val();
        self.p2_qpn.d.next = self.p1_qpn.q.val();
        self.qpn.d.next = self.p2_qpn.q.val();
        self.p3_valid.next = self.valid.q.val().get_bit(3);
        self.p3_qpn.next = self.qpn.q.val();
    }
}
