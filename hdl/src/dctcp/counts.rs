//! When a window ends, what was marked in it, and whether an event cuts. The loop needs neither CP nor cwnd, so it
//! closes at the pipeline's head, and no sequence number travels further.

use super::Word;
use crate::prelude::*;
use crate::prim::ecc::{option, read_enable};
use layout::dctcp::{ACKED, CUT, MARKED, WINDOW_END};

/// window_end, acked, marked and cut of all queue pairs. Ports bear the stage of `dctcp.md` at which they count.
#[derive(LogicBlock, Default)]
pub struct Counts {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host_window_end: Signal<In, PsnWord>,
    pub host_acked: Signal<In, PacketCount>,
    pub host_marked: Signal<In, PacketCount>,
    pub host_cut: Signal<In, Bit>,
    pub s0_qpn: Signal<In, Qpn>,
    pub s1_n0: Signal<In, PacketCount>,
    pub s1_n1: Signal<In, PacketCount>,
    pub s2_seq: Signal<In, PsnWord>,
    pub s3_ack: Signal<In, Bit>,
    pub s3_marked: Signal<In, Bit>,
    pub s3_loss: Signal<In, Bit>,
    pub s3_loads: Signal<In, Bit>,
    pub s3_snd_nxt: Signal<In, PsnWord>,
    pub s4_valid: Signal<In, Bit>,
    pub s4_qpn: Signal<In, Qpn>,
    pub s2_found: Signal<Out, Word>,
    pub s4_close: Signal<Out, Bit>,
    pub s4_cuts: Signal<Out, Bit>,
    pub s4_sat: Signal<Out, Bit>,
    pub s4_a: Signal<Out, U<14>>,
    pub s4_k: Signal<Out, U<14>>,
    pub re_opt: Vec<Signal<In, Bit>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<Word, QPN>,
    s3_word: DReg<Word>,
    s2_n: DReg<U<15>>,
    s2_n1: DReg<PacketCount>,
    s3_a: DReg<U<16>>,
    s3_k: DReg<U<15>>,
    s3_delta: DReg<U<24>>,
    s4_word: DReg<Word>,
    s4_stores: DReg<Bit>,
    close: DReg<Bit>,
    cuts: DReg<Bit>,
    sat: DReg<Bit>,
    a: DReg<U<14>>,
    k: DReg<U<14>>,

    a_sat: Signal<Local, Bit>,
    a_now: Signal<Local, U<14>>,
    k_now: Signal<Local, U<14>>,
    is_close: Signal<Local, Bit>,
    was_cut: Signal<Local, Bit>,
    cuts_now: Signal<Local, Bit>,
    ecc_in: Signal<Local, Ecc>,
    reset_window_end: Constant<U<24>>,
    reset_acked: Constant<U<14>>,
    reset_marked: Constant<U<14>>,
    reset_cut: Constant<U<1>>,
    _ecc: usize,
}

impl Counts {
    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            re_opt: read_enable(ecc),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            _ecc: ecc.into(),
            reset_window_end: Constant::new(WINDOW_END.reset.into()),
            reset_acked: Constant::new(ACKED.reset.into()),
            reset_marked: Constant::new(MARKED.reset.into()),
            reset_cut: Constant::new(CUT.reset.into()),
            ..Self::default()
        }
    }
}

impl Logic for Counts {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dctcp_counts");
        comment!(
            "@doc Counts a window's packets and marks, finds its end, and says whether an event cuts: once a window."
        );
        comment!(
            "@doc A loop of 4 cycles: what an event stores, the RAM gives to one of that QP 5 cycles or more behind."
        );
        comment!("@port init_we writes the reset value at init_addr");
        comment!("@port init_addr index of the QP whose slice is reset");
        comment!("@port host_window_end what a host write stores");
        comment!("@port host_acked likewise");
        comment!("@port host_marked likewise");
        comment!("@port host_cut likewise");
        comment!("@port s0_qpn index of the QP");
        comment!("@port s1_n0 packets that ACKs without ECN-Echo confirm");
        comment!("@port s1_n1 packets that ACKs with ECN-Echo confirm");
        comment!("@port s2_seq PSN that the newest ACK confirms");
        comment!("@port s3_ack ACKs that confirm something");
        comment!("@port s3_marked with ECN-Echo one of them");
        comment!("@port s3_loss a loss");
        comment!("@port s3_loads a host write");
        comment!("@port s3_snd_nxt PSN of the next packet to be sent");
        comment!("@port s4_valid there is an event");
        comment!("@port s4_qpn index of the QP");
        comment!("@port s2_found the slice before the event");
        comment!("@port s4_close the ACK ends the window");
        comment!("@port s4_cuts the event cuts the window");
        comment!("@port s4_sat a count saturated");
        comment!("@port s4_a packets of the window, with the ACK's");
        comment!("@port s4_k marked ones of them");
        clock!(
            self, clock, ram, s2_n, s2_n1, s3_word, s3_a, s3_k, s3_delta, s4_word, s4_stores, close, cuts, sat, a, k
        );

        comment!("s0 to s2: the slice is read");
        self.ram.raddr.next = self.s0_qpn.val();
        self.s2_found.next = self.ram.rdata.val();

        comment!("s1 to s3: both sums, 14 + 14 + 14 = 16 bits and 14 + 14 = 15; how far seq is ahead, wrap: mod 2^24");
        self.s2_n.d.next = bits::<15>(self.s1_n0.val()) + bits::<15>(self.s1_n1.val());
        self.s2_n1.d.next = self.s1_n1.val();
        self.s3_word.d.next = self.ram.rdata.val();
        self.s3_a.d.next = bits::<16>(self.ram.rdata.val().acked) + bits::<16>(self.s2_n.q.val());
        self.s3_k.d.next = bits::<15>(self.ram.rdata.val().marked) + bits::<15>(self.s2_n1.q.val());
        self.s3_delta.d.next = self.s2_seq.val() - self.ram.rdata.val().window_end;

        comment!(
            "s3 to s4: sat to 14 bits; the window ends if delta < 2^23; the first mark of a window cuts, or a loss"
        );
        self.a_sat.next = self.s3_a.q.val().get_bits::<2>(14).any();
        self.a_now.next = self.s3_a.q.val().get_bits::<14>(0);
        if self.a_sat.val() {
            self.a_now.next = 0x3fff.into();
        }
        self.k_now.next = self.s3_k.q.val().get_bits::<14>(0);
        if self.s3_k.q.val().get_bit(14) {
            self.k_now.next = 0x3fff.into();
        }
        self.is_close.next = self.s3_ack.val() & !self.s3_delta.q.val().get_bit(23);
        self.was_cut.next = self.s3_word.q.val().cut & !self.is_close.val();
        self.cuts_now.next = ((self.s3_ack.val() & self.s3_marked.val()) | self.s3_loss.val()) & !self.was_cut.val();
        self.close.d.next = self.is_close.val();
        self.cuts.d.next = self.cuts_now.val();
        self.sat.d.next = self.s3_ack.val() & (self.a_sat.val() | self.s3_k.q.val().get_bit(14));
        self.a.d.next = self.a_now.val();
        self.k.d.next = self.k_now.val();
        self.s4_stores.d.next = self.s3_ack.val() | self.s3_loss.val() | self.s3_loads.val();
        self.s4_word.d.next = self.s3_word.q.val();
        if self.s3_ack.val() {
            self.s4_word.d.next.acked = self.a_now.val();
            self.s4_word.d.next.marked = self.k_now.val();
        }
        if self.is_close.val() {
            self.s4_word.d.next.window_end = self.s3_snd_nxt.val();
            self.s4_word.d.next.acked = 0.into();
            self.s4_word.d.next.marked = 0.into();
        }
        self.s4_word.d.next.cut = self.was_cut.val() | self.cuts_now.val();
        if self.s3_loads.val() {
            self.s4_word.d.next.window_end = self.host_window_end.val();
            self.s4_word.d.next.acked = self.host_acked.val();
            self.s4_word.d.next.marked = self.host_marked.val();
            self.s4_word.d.next.cut = self.host_cut.val();
        }

        comment!("s4: write back");
        self.s4_close.next = self.close.q.val();
        self.s4_cuts.next = self.cuts.q.val();
        self.s4_sat.next = self.sat.q.val();
        self.s4_a.next = self.a.q.val();
        self.s4_k.next = self.k.q.val();
        self.ram.we.next = self.init_we.val() | (self.s4_valid.val() & self.s4_stores.q.val());
        self.ram.waddr.next = self.s4_qpn.val();
        self.ram.wdata.next = self.s4_word.q.val();
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next.window_end = self.reset_window_end.val();
            self.ram.wdata.next.acked = self.reset_acked.val();
            self.ram.wdata.next.marked = self.reset_marked.val();
            self.ram.wdata.next.cut = self.reset_cut.val().get_bit(0);
        }
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.re_opt[k].val();
        }
        for k in 0..self._ecc {
            comment!("with check bits every event writes its slice back, and so what was corrected of it");
            self.s4_stores.d.next = true;
            self.ecc_in.next = self.ecc_opt[k].val();
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
    }
}
