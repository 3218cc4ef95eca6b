//! The loop of U: one product of 36 by 48 bits and one sum. What the sum adds to it came feed-forward, with the event.

use crate::prelude::*;
use crate::prim::ecc::{option, read_enable};
use layout::hpcc::STATE_U;

/// U of all queue pairs. Ports bear the stage of `window.md` at which they count.
#[derive(LogicBlock, Default)]
pub struct Smooth {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host_u: Signal<In, Util>,
    pub in_valid: Signal<In, Bit>,
    pub valid: Signal<In, U<9>>,
    pub in_theta: Signal<In, U<37>>,
    pub in_addend: Signal<In, U<49>>,
    pub in_qpn: Signal<In, Qpn>,
    pub s1_near: Signal<In, Bit>,
    pub s1_moves: Signal<In, Bit>,
    pub s2_moves: Signal<In, Bit>,
    pub s2_loads: Signal<In, Bit>,
    pub s7_valid: Signal<In, Bit>,
    pub s7_qpn: Signal<In, Qpn>,
    pub s2_u: Signal<Out, Util>,
    pub s7_u: Signal<Out, Util>,
    pub s7_sat: Signal<Out, Bit>,
    pub re_opt: Vec<Signal<In, Bit>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<U<48>, QPN>,
    old: DReg<U<48>>,
    /// U of the event, once it is written.
    s8_u: DReg<Util>,
    s9_u: DReg<Util>,
    s0_theta: DReg<U<37>>,
    s1_c: DReg<U<36>>,
    s2_c: DReg<U<36>>,
    s0_addend: DReg<U<49>>,
    s1_addend: DReg<U<49>>,
    s2_addend: DReg<U<49>>,
    s3_addend: DReg<U<49>>,
    s4_addend: DReg<U<49>>,
    c0_u0: Mul<18, 18, 36>,
    c0_u1: Mul<18, 18, 36>,
    c0_u2: Mul<18, 12, 30>,
    c1_u0: Mul<18, 18, 36>,
    c1_u1: Mul<18, 18, 36>,
    c1_u2: Mul<18, 12, 30>,
    s4_low: DReg<U<49>>,
    s4_rest: DReg<U<19>>,
    s4_high: DReg<U<49>>,
    s5_low: DReg<U<31>>,
    s5_high: DReg<U<50>>,
    s6_sum: DReg<U<50>>,
    u: DReg<Util>,
    sat: DReg<Bit>,

    middle: Signal<Local, U<48>>,
    top: Signal<Local, U<48>>,
    low: Signal<Local, U<49>>,
    over: Signal<Local, Bit>,
    reset_u: Constant<U<48>>,
    max_u: Constant<U<48>>,
    free: Constant<Bit>,
    ecc_in: Signal<Local, Ecc>,
    _ecc: usize,
}

impl Smooth {
    pub fn new() -> Self {
        Self::with_ecc(false)
    }

    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            re_opt: read_enable(ecc),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            free: free(),
            c0_u0: Mul::enabled(),
            c0_u1: Mul::enabled(),
            c0_u2: Mul::enabled(),
            c1_u0: Mul::enabled(),
            c1_u1: Mul::enabled(),
            c1_u2: Mul::enabled(),
            _ecc: ecc.into(),
            reset_u: Constant::new(STATE_U.reset.into()),
            max_u: Constant::new(STATE_U.max.into()),
            ..Self::default()
        }
    }
}

impl Logic for Smooth {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module window_smooth");
        comment!("@doc U = (1 - theta) * U + addend of each QP, rounded half up, saturating.");
        comment!("@doc A loop of 8 cycles: what an event stores, the RAM gives to an event of that QP 9 cycles or more behind,");
        comment!("@doc and a register to one 8 behind.");
        comment!("@port init_we writes the reset value at init_addr");
        comment!("@port init_addr index of the QP whose slice is reset");
        comment!("@port host_u what a host write stores, U12.36");
        comment!("@port in_valid an event enters");
        comment!("@port valid bit i: an event stands in si");
        comment!("@port in_theta min(tau, T) / T, U1.36, 2^-20 to 1; 0 where no hop was chosen, and then U stays");
        comment!("@port in_addend what is added to the old U's share, U13.36");
        comment!("@port in_qpn index of the QP");
        comment!("@port s1_near the event 8 ahead, now in s9, is of this QP");
        comment!("@port s1_moves the event measured something: U is not to stay as it is");
        comment!("@port s2_moves as s1_moves, one cycle later");
        comment!("@port s2_loads a host write");
        comment!("@port s7_valid there is an event");
        comment!("@port s7_qpn index of the QP");
        comment!("@port s2_u U before the event, U12.36");
        comment!("@port s7_u U after it");
        comment!("@port s7_sat it saturated");
        for _k in 0..self.re_opt.len() {
            comment!("@port re there is an event");
        }
        comment!("@constant reset_u 1, U12.36");
        comment!("@constant max_u all ones: U saturates");
        clock!(self, clock, ram, c0_u0, c0_u1, c0_u2, c1_u0, c1_u1, c1_u2, sat);
        dff_setup!(self, clock, s0_theta, s1_c, s2_c, s0_addend, s1_addend, s2_addend, s3_addend, s4_addend);
        dff_setup!(self, clock, old, s8_u, s9_u, s4_low, s4_rest, s4_high, s5_low, s5_high, s6_sum, u);

        comment!("s0 to s2: c = 2^36 - theta, 36 bits, as theta is 2^16 to 2^36; 0 where U does not move. U is read with the event");
        if self.in_valid.val() | self.free.val() {
            self.s0_theta.d.next = self.in_theta.val();
            self.s0_addend.d.next = self.in_addend.val();
        }
        self.ram.raddr.next = self.in_qpn.val();
        if self.valid.val().get_bit(0) | self.free.val() {
            self.s1_c.d.next = bits::<36>(0) - self.s0_theta.q.val().get_bits::<36>(0);
            self.s1_addend.d.next = self.s0_addend.q.val();
        }
        if self.valid.val().get_bit(1) | self.free.val() {
            self.s2_c.d.next = 0.into();
            if self.s1_moves.val() {
                self.s2_c.d.next = self.s1_c.q.val();
            }
            self.s2_addend.d.next = self.s1_addend.q.val();
        }

        comment!("s1 to s2: what the event 8 ahead wrote, in the cycle in which this one's was read, is in s9");
        if self.valid.val().get_bit(7) | self.free.val() {
            self.s8_u.d.next = self.u.q.val();
        }
        if self.valid.val().get_bit(8) | self.free.val() {
            self.s9_u.d.next = self.s8_u.q.val();
        }
        if self.valid.val().get_bit(1) | self.free.val() {
            self.old.d.next = self.ram.rdata.val();
            if self.s1_near.val() {
                self.old.d.next = self.s9_u.q.val();
            }
        }

        comment!("s2 to s3: c * U in slices of 18 bits; a U that stays, or the host's, is 0 * U plus itself");
        self.s2_u.next = self.old.q.val();
        self.c0_u0.a.next = self.s2_c.q.val().get_bits::<18>(0);
        self.c0_u0.b.next = self.old.q.val().get_bits::<18>(0);
        self.c0_u1.a.next = self.s2_c.q.val().get_bits::<18>(0);
        self.c0_u1.b.next = self.old.q.val().get_bits::<18>(18);
        self.c0_u2.a.next = self.s2_c.q.val().get_bits::<18>(0);
        self.c0_u2.b.next = self.old.q.val().get_bits::<12>(36);
        self.c1_u0.a.next = self.s2_c.q.val().get_bits::<18>(18);
        self.c1_u0.b.next = self.old.q.val().get_bits::<18>(0);
        self.c1_u1.a.next = self.s2_c.q.val().get_bits::<18>(18);
        self.c1_u1.b.next = self.old.q.val().get_bits::<18>(18);
        self.c1_u2.a.next = self.s2_c.q.val().get_bits::<18>(18);
        self.c1_u2.b.next = self.old.q.val().get_bits::<12>(36);
        self.c0_u0.en_opt[0].next = self.valid.val().get_bit(2) | self.free.val();
        self.c0_u1.en_opt[0].next = self.valid.val().get_bit(2) | self.free.val();
        self.c0_u2.en_opt[0].next = self.valid.val().get_bit(2) | self.free.val();
        self.c1_u0.en_opt[0].next = self.valid.val().get_bit(2) | self.free.val();
        self.c1_u1.en_opt[0].next = self.valid.val().get_bit(2) | self.free.val();
        self.c1_u2.en_opt[0].next = self.valid.val().get_bit(2) | self.free.val();
        if self.valid.val().get_bit(2) | self.free.val() {
            self.s3_addend.d.next = self.s2_addend.q.val();
            if !self.s2_moves.val() {
                self.s3_addend.d.next = bits::<49>(self.old.q.val());
            }
            if self.s2_loads.val() {
                self.s3_addend.d.next = bits::<49>(self.host_u.val());
            }
        }

        comment!("s3 to s4: in units of 2^18; the 18 bits of c0 * u0 below carry nothing into what is kept. Products that do not");
        comment!("overlap stand side by side. 2^17 is the half (round half up) of 2^18, the new U's LSB: it meets 18 bits only");
        self.middle.next = (bits::<48>(self.c0_u2.p.val()) << 18) | bits::<48>(self.c0_u0.p.val().get_bits::<18>(18));
        if self.valid.val().get_bit(3) | self.free.val() {
            self.s4_low.d.next = bits::<49>(self.middle.val()) + bits::<49>(self.c1_u0.p.val());
            self.s4_rest.d.next = bits::<19>(self.c0_u1.p.val().get_bits::<18>(0)) + bits::<19>(0x20000);
        }
        self.top.next = (bits::<48>(self.c1_u2.p.val()) << 18) | bits::<48>(self.c0_u1.p.val().get_bits::<18>(18));
        if self.valid.val().get_bit(3) | self.free.val() {
            self.s4_high.d.next = bits::<49>(self.top.val()) + bits::<49>(self.c1_u1.p.val());
            self.s4_addend.d.next = self.s3_addend.q.val();
        }

        comment!("s4 to s5: the lower part in units of 2^36, trunc; the upper one, below 2^48 + 2^18, with the addend");
        self.low.next = self.s4_low.q.val() + bits::<49>(self.s4_rest.q.val());
        if self.valid.val().get_bit(4) | self.free.val() {
            self.s5_low.d.next = self.low.val().get_bits::<31>(18);
            self.s5_high.d.next = bits::<50>(self.s4_high.q.val()) + bits::<50>(self.s4_addend.q.val());
        }

        comment!("s5 to s6: below 2^48 + 2^49: 50 bits");
        if self.valid.val().get_bit(5) | self.free.val() {
            self.s6_sum.d.next = self.s5_high.q.val() + bits::<50>(self.s5_low.q.val());
        }

        comment!("s6 to s7: sat");
        self.over.next = self.s6_sum.q.val().get_bits::<2>(48).any();
        self.sat.d.next = self.over.val();
        if self.valid.val().get_bit(6) | self.free.val() {
            self.u.d.next = self.s6_sum.q.val().get_bits::<48>(0);
            if self.over.val() {
                self.u.d.next = self.max_u.val();
            }
        }

        comment!("s7: write back");
        self.s7_u.next = self.u.q.val();
        self.s7_sat.next = self.sat.q.val();
        self.ram.we.next = self.init_we.val() | self.s7_valid.val();
        self.ram.waddr.next = self.s7_qpn.val();
        self.ram.wdata.next = self.u.q.val();
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next = self.reset_u.val();
        }
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.re_opt[k].val();
        }
        for k in 0..self._ecc {
            self.ecc_in.next = self.ecc_opt[k].val();
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
    }
}
