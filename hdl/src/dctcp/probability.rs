//! The loop of CP: one product and one sum, and the rounding; and P as the mantissa by which a window is cut.

use super::{Cp, Wide};
use crate::prelude::*;
use crate::prim::ecc::{option, read_enable};
use layout::dctcp::CP;

/// CP of all queue pairs. Ports bear the stage of `dctcp.md` at which they count.
#[derive(LogicBlock, Default)]
pub struct Probability {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host_cp: Signal<In, Cp>,
    pub s13_qpn: Signal<In, Qpn>,
    pub s14_g: Signal<In, U<17>>,
    pub s16_close: Signal<In, Bit>,
    pub s17_close: Signal<In, Bit>,
    pub s17_share: Signal<In, U<41>>,
    pub s18_marks: Signal<In, Bit>,
    pub s18_loss: Signal<In, Bit>,
    pub s18_loads: Signal<In, Bit>,
    pub s19_valid: Signal<In, Bit>,
    pub s19_stores: Signal<In, Bit>,
    pub s19_qpn: Signal<In, Qpn>,
    pub s15_cp: Signal<Out, Cp>,
    pub s21_m: Signal<Out, U<18>>,
    pub s21_left: Signal<Out, U<5>>,
    pub re_opt: Vec<Signal<In, Bit>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<U<22>, QPN>,
    s15_keep: DReg<U<17>>,
    low: Mul<18, 17, 35>,
    high: Mul<4, 17, 21>,
    s16_cp: DReg<Cp>,
    s17_wide: DReg<U<41>>,
    s18_wide: DReg<U<41>>,
    s19_cp: DReg<Cp>,
    s19_p: DReg<Wide>,
    s20_p: DReg<Wide>,
    m: DReg<U<18>>,
    left: DReg<U<5>>,

    kept: Signal<Local, U<41>>,
    share: Signal<Local, U<41>>,
    by_8: Signal<Local, Bit>,
    eights: Signal<Local, U<41>>,
    by_4: Signal<Local, Bit>,
    by_2: Signal<Local, Bit>,
    twos: Signal<Local, U<41>>,
    ecc_in: Signal<Local, Ecc>,
    reset_cp: Constant<U<22>>,
    _ecc: usize,
}

impl Probability {
    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            re_opt: read_enable(ecc),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            _ecc: ecc.into(),
            reset_cp: Constant::new(CP.reset.into()),
            ..Self::default()
        }
    }
}

impl Logic for Probability {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dctcp_probability");
        comment!(
            "@doc CP of each QP, renewed by the event that ends a window; and the mantissa of what a window is cut by."
        );
        comment!(
            "@doc A loop of 6 cycles: what an event stores, the RAM gives to one of that QP 7 cycles or more behind."
        );
        comment!("@port init_we writes the reset value at init_addr");
        comment!("@port init_addr index of the QP whose slice is reset");
        comment!("@port host_cp what a host write stores, U1.21; above one it is one");
        comment!("@port s13_qpn index of the QP");
        comment!("@port s14_g weight of the newest window, U1.16");
        comment!("@port s16_close the event ends a window");
        comment!("@port s17_close the event ends a window");
        comment!("@port s17_share g * marked / acked, U1.40");
        comment!("@port s18_marks there was a mark in the window");
        comment!("@port s18_loss a loss: if the window is cut, it is halved");
        comment!("@port s18_loads a host write");
        comment!("@port s19_valid there is an event");
        comment!("@port s19_stores it ends a window, or a host write");
        comment!("@port s19_qpn index of the QP");
        comment!("@port s15_cp CP before the event");
        comment!("@port s21_m what the window is cut by: 18 bits from the leading one of P");
        comment!("@port s21_left 40 less the position of that one");
        for _k in 0..self._ecc {
            comment!("@port s19_stores it ends a window, or an operation of the host");
        }
        for _k in 0..self.re_opt.len() {
            comment!("@port re s13: there is an event");
        }
        clock!(self, clock, ram, s15_keep, low, high, s16_cp, s17_wide, s18_wide, s19_cp, s19_p, s20_p, m, left);

        comment!("s13 to s15: CP is read; 1 - g");
        self.ram.raddr.next = self.s13_qpn.val();
        self.s15_cp.next = self.ram.rdata.val();
        self.s15_keep.d.next = (bits::<17>(1) << 16) - self.s14_g.val();

        comment!("s15 to s16: (1 - g) * CP, 17 + 22 = 39 bits, from two products");
        self.low.a.next = self.ram.rdata.val().get_bits::<18>(0);
        self.low.b.next = self.s15_keep.q.val();
        self.high.a.next = self.ram.rdata.val().get_bits::<4>(18);
        self.high.b.next = self.s15_keep.q.val();
        self.s16_cp.d.next = self.ram.rdata.val();

        comment!("s16 to s17: in U1.40; CP itself where no window ends");
        self.kept.next = bits::<41>(self.low.p.val()) + (bits::<41>(self.high.p.val()) << 18);
        self.s17_wide.d.next = bits::<41>(self.s16_cp.q.val()) << 19;
        if self.s16_close.val() {
            self.s17_wide.d.next = self.kept.val() << 3;
        }

        comment!("s17 to s18: P, at most 2^40");
        self.share.next = 0.into();
        if self.s17_close.val() {
            self.share.next = self.s17_share.val();
        }
        self.s18_wide.d.next = self.s17_wide.q.val() + self.share.val();

        comment!("s18 to s19: CP, round half up, but trunc where there was no mark");
        self.s19_cp.d.next = self.s18_wide.q.val().get_bits::<22>(19)
            + bits::<22>(self.s18_wide.q.val().get_bit(18) & self.s18_marks.val());
        if self.s18_loads.val() {
            self.s19_cp.d.next = self.host_cp.val();
            if self.host_cp.val().get_bit(21) {
                self.s19_cp.d.next = bits::<22>(1) << 21;
            }
        }

        comment!("s19: write back");
        self.ram.we.next = self.init_we.val() | (self.s19_valid.val() & self.s19_stores.val());
        self.ram.waddr.next = self.s19_qpn.val();
        self.ram.wdata.next = self.s19_cp.q.val();
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next = self.reset_cp.val();
        }
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.re_opt[k].val();
        }
        for k in 0..self._ecc {
            self.ecc_in.next = self.ecc_opt[k].val();
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }

        comment!("s18 to s21: P, one for a loss, goes left until its leading one is bit 40: by 16, by 8 and 4, by 2 and 1. What a");
        comment!("window is cut by is 0 or has its leading one at 16 or above: CP of one LSB, or the share of one");
        comment!("mark");
        self.s19_p.d.next.p = self.s18_wide.q.val();
        self.s19_p.d.next.left = 0.into();
        if !self.s18_wide.q.val().get_bits::<16>(25).any() {
            self.s19_p.d.next.p = self.s18_wide.q.val() << 16;
            self.s19_p.d.next.left = 16.into();
        }
        if self.s18_loss.val() {
            self.s19_p.d.next.p = bits::<41>(1) << 40;
            self.s19_p.d.next.left = 0.into();
        }
        self.by_8.next = !self.s19_p.q.val().p.get_bits::<8>(33).any();
        self.eights.next = self.s19_p.q.val().p;
        if self.by_8.val() {
            self.eights.next = self.s19_p.q.val().p << 8;
        }
        self.by_4.next = !self.eights.val().get_bits::<4>(37).any();
        self.s20_p.d.next.p = self.eights.val();
        if self.by_4.val() {
            self.s20_p.d.next.p = self.eights.val() << 4;
        }
        self.s20_p.d.next.left =
            self.s19_p.q.val().left | (bits::<5>(self.by_8.val()) << 3) | (bits::<5>(self.by_4.val()) << 2);
        self.by_2.next = !self.s20_p.q.val().p.get_bits::<2>(39).any();
        self.twos.next = self.s20_p.q.val().p;
        if self.by_2.val() {
            self.twos.next = self.s20_p.q.val().p << 2;
        }
        self.m.d.next = self.twos.val().get_bits::<18>(23);
        if !self.twos.val().get_bit(40) {
            self.m.d.next = self.twos.val().get_bits::<18>(22);
        }
        self.left.d.next =
            self.s20_p.q.val().left | (bits::<5>(self.by_2.val()) << 1) | bits::<5>(!self.twos.val().get_bit(40));
        self.s21_m.next = self.m.q.val();
        self.s21_left.next = self.left.q.val();
    }
}
