//! The fast start: what is left of a QP's initial window, and what comes of it. The window itself stays PAWA's.

use crate::prelude::*;
use crate::prim::ecc::option;
use layout::ldcp::IW;

logic_struct! {
    /// What an event makes of the fast start.
    pub struct Started {
        /// The QP was in it: the window stays, but for a loss.
        pub on: Bit => "the QP was in the fast start",
        pub cuts: Bit => "a loss ends it: the window becomes what was acknowledged",
        pub less: U<16> => "then, in two's complement, by how many packets it changes, else 0",
    }
    /// The event with all that it confirms.
    pub struct Confirmed {
        pub n: U<16>,
        pub lost: Bit,
        /// By ldcp; not the host's.
        pub acts: Bit,
        /// A host write.
        pub loads: Bit,
    }
    /// What is left behind the event, and the same with the other sign.
    pub struct Left {
        pub on: Bit,
        pub lost: Bit,
        pub loads: Bit,
        pub iw: PacketCount,
        pub left: U<17>,
        pub less: U<17>,
    }
    /// A write of what is left.
    pub struct IwWrite {
        pub qpn: Qpn,
        pub iw: PacketCount,
    }
}

/// What is left of the initial windows of all queue pairs. Ports bear the stage of `pawa.md` at which they count.
#[derive(LogicBlock)]
pub struct FastStart {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host_iw: Signal<In, PacketCount>,
    pub s0_valid: Signal<In, Bit>,
    pub s0_qpn: Signal<In, Qpn>,
    pub s0_n0: Signal<In, PacketCount>,
    pub s0_n1: Signal<In, PacketCount>,
    pub s0_loss: Signal<In, Bit>,
    pub s1_confirms: Signal<In, PacketCount>,
    pub s1_acts: Signal<In, Bit>,
    pub s1_loads: Signal<In, Bit>,
    pub s4_valid: Signal<In, Bit>,
    pub s4_qpn: Signal<In, Qpn>,
    pub s4_clears: Signal<In, Bit>,
    pub started: Signal<Out, Started>,
    pub s13_iw: Signal<Out, PacketCount>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<U<14>, QPN>,
    s1_n: DReg<U<16>>,
    s1_lost: DReg<Bit>,
    s2: DReg<Confirmed>,
    s3: DReg<Confirmed>,
    s3_iw: DReg<PacketCount>,
    s4: DReg<Left>,
    s5: DReg<Started>,
    s5_writes: Reg<Bit>,
    s5_write: DReg<IwWrite>,
    later: Delay<U<14>>,

    some_left: Signal<Local, Bit>,
    cuts: Signal<Local, Bit>,
    ecc_in: Signal<Local, Ecc>,
    reset_iw: Constant<U<14>>,
    _ecc: usize,
}

/// From the write, in s5, to the result, in s13.
const LATER: usize = 8;

impl FastStart {
    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            host_iw: Default::default(),
            s0_valid: Default::default(),
            s0_qpn: Default::default(),
            s0_n0: Default::default(),
            s0_n1: Default::default(),
            s0_loss: Default::default(),
            s1_confirms: Default::default(),
            s1_acts: Default::default(),
            s1_loads: Default::default(),
            s4_valid: Default::default(),
            s4_qpn: Default::default(),
            s4_clears: Default::default(),
            started: Default::default(),
            s13_iw: Default::default(),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            s1_n: Default::default(),
            s1_lost: Default::default(),
            s2: Default::default(),
            s3: Default::default(),
            s3_iw: Default::default(),
            s4: Default::default(),
            s5: Default::default(),
            s5_writes: Default::default(),
            s5_write: Default::default(),
            later: Delay::new(LATER),
            some_left: Default::default(),
            cuts: Default::default(),
            ecc_in: Default::default(),
            reset_iw: Constant::new(IW.reset.into()),
            _ecc: ecc.into(),
        }
    }
}

impl Logic for FastStart {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module pawa_start");
        comment!("@doc What is left of a QP's initial window, and what an event of a QP in its fast start does.");
        comment!(
            "@doc A loop of 5 cycles: what an event stores, the RAM gives to one of that QP 6 cycles or more behind."
        );
        comment!("@port init_we writes the reset value at init_addr");
        comment!("@port init_addr index of the QP whose word is reset");
        comment!("@port host_iw what a host write stores");
        comment!("@port s0_valid there is an event");
        comment!("@port s0_qpn index of the QP");
        comment!("@port s0_n0 packets that ACKs without ECN-Echo confirm");
        comment!("@port s0_n1 packets that ACKs with ECN-Echo confirm");
        comment!("@port s0_loss a packet was lost");
        comment!("@port s1_confirms packets that the loss confirms beside the ACKs");
        comment!("@port s1_acts an event of ldcp");
        comment!("@port s1_loads a host write");
        comment!("@port s4_valid there is an event");
        comment!("@port s4_qpn index of the QP");
        comment!("@port s4_clears the fast start is over, whatever is left");
        comment!("@port s13_iw what is left behind the event, with PAWA's result");
        clock!(self, clock, ram, s1_n, s1_lost, s2, s3, s3_iw, s4, s5, s5_writes, s5_write, later);

        comment!("s0 to s3: what the event confirms; beside it the RAM is read");
        self.ram.raddr.next = self.s0_qpn.val();
        self.s1_n.d.next = bits::<16>(self.s0_n0.val()) + bits::<16>(self.s0_n1.val());
        self.s1_lost.d.next = self.s0_loss.val();
        self.s2.d.next.n = self.s1_n.q.val() + bits::<16>(self.s1_confirms.val());
        self.s2.d.next.lost = self.s1_lost.q.val();
        self.s2.d.next.acts = self.s1_acts.val();
        self.s2.d.next.loads = self.s1_loads.val();
        self.s3.d.next = self.s2.q.val();
        self.s3_iw.d.next = self.ram.rdata.val();

        comment!("s3 to s4: what is left behind it, with both signs");
        self.s4.d.next.on = self.s3.q.val().acts & self.s3_iw.q.val().any();
        self.s4.d.next.lost = self.s3.q.val().lost;
        self.s4.d.next.loads = self.s3.q.val().loads;
        self.s4.d.next.iw = self.s3_iw.q.val();
        self.s4.d.next.left = bits::<17>(self.s3_iw.q.val()) - bits::<17>(self.s3.q.val().n);
        self.s4.d.next.less = bits::<17>(self.s3.q.val().n) - bits::<17>(self.s3_iw.q.val());

        comment!("s4 to s5: once nothing is left it is over, and with a loss; what is acknowledged beyond counts for nothing");
        self.some_left.next = self.s4.q.val().less.get_bit(16);
        self.cuts.next = self.s4.q.val().on & self.s4.q.val().lost & self.some_left.val();
        self.s5.d.next.on = self.s4.q.val().on;
        self.s5.d.next.cuts = self.cuts.val();
        self.s5.d.next.less = 0.into();
        if self.cuts.val() {
            self.s5.d.next.less = self.s4.q.val().less.get_bits::<16>(0);
        }
        self.started.next = self.s5.q.val();
        self.s5_writes.d.next = self.s4_valid.val() | self.init_we.val();
        self.s5_write.d.next.qpn = self.s4_qpn.val();
        self.s5_write.d.next.iw = self.s4.q.val().iw;
        if self.s4.q.val().on {
            self.s5_write.d.next.iw = self.s4.q.val().left.get_bits::<14>(0);
            if self.s4.q.val().lost | !self.some_left.val() {
                self.s5_write.d.next.iw = 0.into();
            }
        }
        if self.s4.q.val().loads {
            self.s5_write.d.next.iw = self.host_iw.val();
        }
        if self.s4_clears.val() {
            self.s5_write.d.next.iw = 0.into();
        }
        if self.init_we.val() {
            self.s5_write.d.next.qpn = self.init_addr.val();
            self.s5_write.d.next.iw = self.reset_iw.val();
        }

        comment!("s5: write back, and hand on");
        self.ram.we.next = self.s5_writes.q.val();
        self.ram.waddr.next = self.s5_write.q.val().qpn;
        self.ram.wdata.next = self.s5_write.q.val().iw;
        self.later.d.next = self.s5_write.q.val().iw;
        self.s13_iw.next = self.later.q.val();
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.s0_valid.val();
        }
        for k in 0..self._ecc {
            self.ecc_in.next = self.ecc_opt[k].val();
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
    }
}
