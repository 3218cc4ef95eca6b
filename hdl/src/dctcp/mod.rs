#![doc = include_str!("../dctcp.md")]
//!
//! # Why this file
//!
//! It joins the loops: `Counts` at the head, `Probability` for CP, and the one of cwnd, which is here. `Share` lies
//! between the first two. Only the loop of cwnd is as long as the distance of two events of a QP, so only its words are
//! forwarded.

mod counts;
mod page;
mod pins;
mod probability;
mod share;
mod stages;
#[cfg(test)]
mod tests;
pub(crate) mod unit;

pub use counts::Counts;
pub use page::DctcpPage;
pub use probability::Probability;
pub use share::Share;
pub use stages::*;
pub use unit::DctcpUnit;

use crate::design::{boxed, Block};
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::recip::Recip;
use crate::records::LowerWindow;
use layout::dctcp::{CWND, SSTHRESH};
use layout::record::Kind;

/// Stages s0 to s29, and one more with whose event one behind is compared.
const STAGES: usize = layout::dctcp::LATENCY as usize + 1;
const _: () = assert!(layout::timing::HAZARD == 8, "the loop of cwnd forwards from 8 cycles ahead, and no nearer");

/// To be built alone.
pub(crate) const BLOCKS: [Block; 1] = [("dctcp", |c| Ok(boxed(|| Dctcp::with_ecc(c.rtl.ecc))))];

/// DCTCP's windows of all queue pairs.
#[derive(LogicBlock)]
pub struct Dctcp {
    pub clock: Signal<In, ClkRst>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, SetIndex>,
    pub set: Signal<In, DctcpParams>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host: Signal<In, DctcpContext>,
    pub in_valid: Signal<In, Bit>,
    pub in_kind: Signal<In, KindCode>,
    pub in_n0: Signal<In, PacketCount>,
    pub in_n1: Signal<In, PacketCount>,
    pub in_loss: Signal<In, Bit>,
    pub in_seq: Signal<In, PsnWord>,
    pub in_snd_nxt: Signal<In, PsnWord>,
    pub in_qpn: Signal<In, Qpn>,
    pub in_set: Signal<In, SetIndex>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, KindCode>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_cwnd: Signal<Out, Cwnd>,
    pub out_flags: Signal<Out, U<8>>,
    pub out_ssthresh: Signal<Out, Ssthresh>,
    pub out_cp: Signal<Out, Cp>,
    pub out_window_end: Signal<Out, PsnWord>,
    pub out_acked: Signal<Out, PacketCount>,
    pub out_marked: Signal<Out, PacketCount>,
    pub out_cut: Signal<Out, Bit>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,
    pub lower_opt: Vec<Signal<In, LowerWindow>>,

    /// Bit k: stage sk holds an event.
    valid: Reg<U<STAGES>>,
    /// The event in stage sk.
    s: [DReg<Tag>; STAGES],
    // what it is: bit k is that of the event in sk
    some0: DReg<U<5>>,
    some1: DReg<U<4>>,
    is_ack: DReg<U<5>>,
    is_loss: DReg<U<19>>,
    is_host: DReg<U<5>>,
    is_load: DReg<U<24>>,
    is_read: DReg<U<24>>,
    // what waits for its stage: the parameter set by taps, and the kind
    s4_set: Delay<SetIndex>,
    s13_set: Delay<SetIndex>,
    s25_set: Delay<SetIndex>,
    s29_kind: Delay<KindCode>,
    // what the counts say: bit k is that of the event in s(k + 5)
    close_from_s5: DReg<U<25>>,
    cuts_from_s5: DReg<U<25>>,
    grows_from_s5: DReg<U<23>>,
    ignored_from_s5: DReg<U<25>>,
    count_sat_from_s5: DReg<U<25>>,
    marks_from_s5: DReg<U<14>>,

    counts: Counts,
    share: Share,
    probability: Probability,
    windows: Ram<Stored, QPN>,
    cwnd_right_4: Mux4<27>,
    cwnd_right_1: Mux4<23>,
    recip: Recip,
    product: crate::wide_mul::WideMul<40, 18, 58>,
    quotient_4: Mux4<42>,
    quotient_1: Mux4<42>,

    share_sets: Table<U<17>, 4>,
    keep_sets: Table<U<17>, 4>,
    limits: Table<Limits, 4>,

    read_word: DReg<Word>,
    read_cp: DReg<Cp>,

    s20_hits: DReg<Hits>,
    s20_n: DReg<PacketCount>,
    s20_left: DReg<U<4>>,
    s21_n: DReg<PacketCount>,
    s21_left: DReg<U<4>>,
    s22_x: DReg<U<18>>,
    s22_left: DReg<U<4>>,
    s23_left: DReg<U<4>>,
    s21_forwarded: DReg<Window>,
    s22: DReg<S22>,
    s22_m: DReg<U<18>>,
    s22_p_left: DReg<U<5>>,
    s23_p_left: DReg<U<5>>,
    s24_p_left: DReg<U<5>>,
    s23: DReg<S23>,
    s24: DReg<S24>,
    s25: DReg<S25>,
    s26: DReg<S26>,
    s27: DReg<S27>,
    s28: DReg<S28>,
    s29: DReg<S29>,
    s29_window: DReg<Window>,
    s29_forward: DReg<Window>,
    s30_window: DReg<Window>,
    s31_window: DReg<Window>,

    loads: Signal<Local, Bit>,
    reads: Signal<Local, Bit>,
    acts: Signal<Local, Bit>,
    miss: Signal<Local, Bit>,
    stored_high: Signal<Local, U<2>>,
    by_2: Signal<Local, Bit>,
    twos: Signal<Local, U<14>>,
    window: Signal<Local, Window>,
    whole_fours: Signal<Local, U<36>>,
    e_low: Signal<Local, U<2>>,
    cut_halves: Signal<Local, U<41>>,
    cut_coarse: Signal<Local, U<5>>,
    cut_fine: Signal<Local, U<41>>,
    unshifted: Signal<Local, U<42>>,
    sixteens: Signal<Local, U<42>>,
    sum: Signal<Local, U<44>>,
    over_min: Signal<Local, U<44>>,
    under_max: Signal<Local, U<44>>,
    clamped: Signal<Local, U<40>>,
    new: Signal<Local, Window>,
    ecc_in: Signal<Local, Ecc>,
    of_counts: Signal<Local, Fault>,
    of_probability: Signal<Local, Fault>,
    of_window: Signal<Local, Fault>,
    all_fault: Signal<Local, Fault>,
    given: Signal<Local, LowerWindow>,
    lower_cwnd: Signal<Local, U<41>>,
    rom_of_share: Signal<Local, RomFault>,
    rom_of_growth: Signal<Local, RomFault>,
    all_rom: Signal<Local, RomFault>,

    kind_host_write: Constant<KindCode>,
    kind_host_read: Constant<KindCode>,
    reset_cwnd: Constant<U<40>>,
    reset_ssthresh: Constant<U<13>>,
    shape: Shape,
    _ecc: usize,
    _fcr: usize,
}

impl Default for Dctcp {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            set_we: Default::default(),
            set_index: Default::default(),
            set: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            host: Default::default(),
            in_valid: Default::default(),
            in_kind: Default::default(),
            in_n0: Default::default(),
            in_n1: Default::default(),
            in_loss: Default::default(),
            in_seq: Default::default(),
            in_snd_nxt: Default::default(),
            in_qpn: Default::default(),
            in_set: Default::default(),
            out_valid: Default::default(),
            out_kind: Default::default(),
            out_qpn: Default::default(),
            out_cwnd: Default::default(),
            out_flags: Default::default(),
            out_ssthresh: Default::default(),
            out_cp: Default::default(),
            out_window_end: Default::default(),
            out_acked: Default::default(),
            out_marked: Default::default(),
            out_cut: Default::default(),
            ecc_opt: Default::default(),
            fault_opt: Default::default(),
            rom_opt: Default::default(),
            lower_opt: Default::default(),
            valid: Default::default(),
            s: Default::default(),
            some0: Default::default(),
            some1: Default::default(),
            is_ack: Default::default(),
            is_loss: Default::default(),
            is_host: Default::default(),
            is_load: Default::default(),
            is_read: Default::default(),
            s4_set: Delay::new(5),
            s13_set: Delay::new(9),
            s25_set: Delay::new(12),
            s29_kind: Delay::new(30),
            close_from_s5: Default::default(),
            cuts_from_s5: Default::default(),
            grows_from_s5: Default::default(),
            ignored_from_s5: Default::default(),
            count_sat_from_s5: Default::default(),
            marks_from_s5: Default::default(),
            counts: Default::default(),
            share: Default::default(),
            probability: Default::default(),
            windows: Default::default(),
            cwnd_right_4: Default::default(),
            cwnd_right_1: Default::default(),
            recip: Default::default(),
            product: Default::default(),
            quotient_4: Default::default(),
            quotient_1: Default::default(),
            share_sets: Default::default(),
            keep_sets: Default::default(),
            limits: Default::default(),
            read_word: Default::default(),
            read_cp: Default::default(),
            s20_hits: Default::default(),
            s20_n: Default::default(),
            s20_left: Default::default(),
            s21_n: Default::default(),
            s21_left: Default::default(),
            s22_x: Default::default(),
            s22_left: Default::default(),
            s23_left: Default::default(),
            s21_forwarded: Default::default(),
            s22: Default::default(),
            s22_m: Default::default(),
            s22_p_left: Default::default(),
            s23_p_left: Default::default(),
            s24_p_left: Default::default(),
            s23: Default::default(),
            s24: Default::default(),
            s25: Default::default(),
            s26: Default::default(),
            s27: Default::default(),
            s28: Default::default(),
            s29: Default::default(),
            s29_window: Default::default(),
            s29_forward: Default::default(),
            s30_window: Default::default(),
            s31_window: Default::default(),
            loads: Default::default(),
            reads: Default::default(),
            acts: Default::default(),
            miss: Default::default(),
            stored_high: Default::default(),
            by_2: Default::default(),
            twos: Default::default(),
            window: Default::default(),
            whole_fours: Default::default(),
            e_low: Default::default(),
            cut_halves: Default::default(),
            cut_coarse: Default::default(),
            cut_fine: Default::default(),
            unshifted: Default::default(),
            sixteens: Default::default(),
            sum: Default::default(),
            over_min: Default::default(),
            under_max: Default::default(),
            clamped: Default::default(),
            new: Default::default(),
            ecc_in: Default::default(),
            of_counts: Default::default(),
            of_probability: Default::default(),
            of_window: Default::default(),
            all_fault: Default::default(),
            given: Default::default(),
            lower_cwnd: Default::default(),
            rom_of_share: Default::default(),
            rom_of_growth: Default::default(),
            all_rom: Default::default(),
            kind_host_write: Default::default(),
            kind_host_read: Default::default(),
            reset_cwnd: Default::default(),
            reset_ssthresh: Default::default(),
            shape: Default::default(),
            _ecc: Default::default(),
            _fcr: Default::default(),
        }
    }
}

impl Dctcp {
    pub fn new() -> Self {
        Self::with_ecc(false)
    }

    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self::checked(ecc, false)
    }

    /// The same, and windows that can be lowered, if so.
    pub fn checked(ecc: bool, fcr: bool) -> Self {
        let kind = |k: Kind| Constant::new((k as u64).into());
        Self {
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            rom_opt: option(ecc),
            counts: Counts::with_ecc(ecc),
            share: Share::checked(ecc),
            probability: Probability::with_ecc(ecc),
            windows: Ram::with_ecc(ecc),
            recip: Recip::checked(ecc),
            _ecc: ecc.into(),
            lower_opt: option(fcr),
            _fcr: fcr.into(),
            kind_host_write: kind(Kind::HostWrite),
            kind_host_read: kind(Kind::HostRead),
            reset_cwnd: Constant::new(CWND.reset.into()),
            reset_ssthresh: Constant::new(SSTHRESH.reset.into()),
            shape: Shape::of(&[("STAGES", STAGES)]),
            ..Self::default()
        }
    }
}

impl Logic for Dctcp {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dctcp");
        comment!("@doc DCTCP's window: one event in and one window out each cycle, 30 cycles later.");
        comment!("@doc A QP's events must come 8 cycles apart or more: then each sees what the one before it left.");
        comment!("@port set_we writes parameter set set_index, while no event of that set is under way");
        comment!("@port set_index which of the 16");
        comment!("@port init_we writes the reset context at init_addr, while no event is under way");
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port host_cwnd of a host_write, as all host_*, which are stable while it is under way; packets, U13.27; below one it is one");
        comment!("@port in_valid an event is issued in this cycle");
        comment!("@port in_kind 4 host_write, 5 host_read; of all others the next three say what they do");
        comment!("@port in_n0 packets that ACKs without ECN-Echo confirm");
        comment!("@port in_n1 packets that ACKs with ECN-Echo confirm");
        comment!("@port in_loss a packet was lost");
        comment!("@port in_seq PSN that the newest ACK confirms");
        comment!("@port in_snd_nxt PSN behind the highest that was sent: a window that begins ends there");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_set the QP's parameter set");
        comment!("@port out_valid a result, 30 cycles after its event");
        comment!("@port out_kind as in_kind");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_cwnd the new window, packets, U13.27");
        comment!("@port out_flags bit 0 is 0, 1 floor, 2 sat, 3 ignored, 4 close, 5 cut, 6 slow_start, 7 count_sat");
        comment!("@port out_ssthresh slow start below it, packets");
        comment!("@port out_cp of a host_read: CP, U1.21");
        comment!("@port out_window_end of a host_read: PSN behind which the window ends");
        comment!("@port out_acked of a host_read: packets of the window");
        comment!("@port out_marked of a host_read: marked ones of them");
        comment!("@port out_cut of a host_read: the window has been cut");
        for _k in 0..self._ecc {
            comment!("@port fault_corrected a word had one wrong bit, which was corrected: 3 cycles after its event, 16 or 21");
            comment!("@port rom_parity a word of a reciprocal's table had a wrong bit");
        }
        clock!(self, clock, valid, counts, share, probability, windows, recip, product, share_sets, keep_sets, limits);
        clock!(self, clock, read_word, read_cp, s20_hits, s20_n, s20_left, s21_n, s21_left, s22_x, s22_left, s23_left);
        clock!(
            self,
            clock,
            s21_forwarded,
            s22,
            s22_m,
            s22_p_left,
            s23_p_left,
            s24_p_left,
            s23,
            s24,
            s25,
            s26,
            s27,
            s28
        );
        clock!(self, clock, s29, s29_window, s29_forward, s30_window, s31_window);
        for i in 0..STAGES {
            clock!(self, clock, s[i]);
        }
        clock!(
            self, clock, some0, some1, is_ack, is_loss, is_host, is_load, is_read, s4_set, s13_set, s25_set, s29_kind
        );
        clock!(
            self,
            clock,
            close_from_s5,
            cuts_from_s5,
            grows_from_s5,
            ignored_from_s5,
            count_sat_from_s5,
            marks_from_s5
        );

        comment!("the parameter sets, each part near the stage that reads it");
        self.share_sets.we.next = self.set_we.val();
        self.share_sets.waddr.next = self.set_index.val();
        self.share_sets.wdata.next = self.set.val().g;
        self.share_sets.raddr.next = self.s4_set.q.val();
        self.keep_sets.we.next = self.set_we.val();
        self.keep_sets.waddr.next = self.set_index.val();
        self.keep_sets.wdata.next = self.set.val().g;
        self.keep_sets.raddr.next = self.s13_set.q.val();
        self.limits.we.next = self.set_we.val();
        self.limits.waddr.next = self.set_index.val();
        self.limits.wdata.next.cwnd_min = self.set.val().cwnd_min;
        self.limits.wdata.next.cwnd_max = self.set.val().cwnd_max;
        self.limits.raddr.next = self.s25_set.q.val();

        comment!("s0: the event, and what it is; then it goes from stage to stage");
        self.loads.next = self.in_kind.val() == self.kind_host_write.val();
        self.reads.next = self.in_kind.val() == self.kind_host_read.val();
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<STAGES>(self.in_valid.val());
        self.s[0].d.next.qpn = self.in_qpn.val();
        self.s[0].d.next.n0 = self.in_n0.val();
        self.s[0].d.next.n1 = self.in_n1.val();
        self.s[0].d.next.seq = self.in_seq.val();
        self.s[0].d.next.snd_nxt = self.in_snd_nxt.val();
        for i in 1..STAGES {
            self.s[i].d.next = self.s[i - 1].q.val();
        }
        self.s4_set.d.next = self.in_set.val();
        self.s13_set.d.next = self.s4_set.q.val();
        self.s25_set.d.next = self.s13_set.q.val();
        self.s29_kind.d.next = self.in_kind.val();

        comment!("what it is: bit k is that of the event in sk");
        self.some0.d.next = (self.some0.q.val() << 1) | bits::<5>(self.in_n0.val().any());
        self.some1.d.next = (self.some1.q.val() << 1) | bits::<4>(self.in_n1.val().any());
        self.is_ack.d.next = (self.is_ack.q.val() << 1)
            | bits::<5>((self.in_n0.val().any() | self.in_n1.val().any()) & !self.loads.val() & !self.reads.val());
        self.is_loss.d.next =
            (self.is_loss.q.val() << 1) | bits::<19>(self.in_loss.val() & !self.loads.val() & !self.reads.val());
        self.is_host.d.next = (self.is_host.q.val() << 1) | bits::<5>(self.loads.val() | self.reads.val());
        self.is_load.d.next = (self.is_load.q.val() << 1) | bits::<24>(self.loads.val());
        self.is_read.d.next = (self.is_read.q.val() << 1) | bits::<24>(self.reads.val());

        comment!("s0 to s4: the loop of the counts. What a host read finds is kept until the next one");
        self.counts.init_we.next = self.init_we.val();
        self.counts.init_addr.next = self.init_addr.val();
        self.counts.host_window_end.next = self.host.val().window_end;
        self.counts.host_acked.next = self.host.val().acked;
        self.counts.host_marked.next = self.host.val().marked;
        self.counts.host_cut.next = self.host.val().cut;
        self.counts.s0_qpn.next = self.s[0].q.val().qpn;
        self.counts.s1_n0.next = self.s[1].q.val().n0;
        self.counts.s1_n1.next = self.s[1].q.val().n1;
        self.counts.s2_seq.next = self.s[2].q.val().seq;
        self.counts.s3_ack.next = self.is_ack.q.val().get_bit(3);
        self.counts.s3_marked.next = self.some1.q.val().get_bit(3);
        self.counts.s3_loss.next = self.is_loss.q.val().get_bit(3);
        self.counts.s3_loads.next = self.is_load.q.val().get_bit(3);
        self.counts.s3_snd_nxt.next = self.s[3].q.val().snd_nxt;
        self.counts.s4_valid.next = self.valid.q.val().get_bit(4);
        self.counts.s4_qpn.next = self.s[4].q.val().qpn;
        self.read_word.d.next = self.read_word.q.val();
        if self.valid.q.val().get_bit(2) & self.is_read.q.val().get_bit(2) {
            self.read_word.d.next = self.counts.s2_found.val();
        }
        self.acts.next = self.is_ack.q.val().get_bit(4) | self.counts.s4_cuts.val() | self.is_host.q.val().get_bit(4);
        comment!("what the counts say of an event: bit k of x_from_s5 is that of the one in s(k + 5)");
        self.close_from_s5.d.next = (self.close_from_s5.q.val() << 1) | bits::<25>(self.counts.s4_close.val());
        self.cuts_from_s5.d.next = (self.cuts_from_s5.q.val() << 1) | bits::<25>(self.counts.s4_cuts.val());
        self.grows_from_s5.d.next = (self.grows_from_s5.q.val() << 1)
            | bits::<23>(self.is_ack.q.val().get_bit(4) & self.some0.q.val().get_bit(4) & !self.counts.s4_cuts.val());
        self.ignored_from_s5.d.next = (self.ignored_from_s5.q.val() << 1) | bits::<25>(!self.acts.val());
        self.count_sat_from_s5.d.next = (self.count_sat_from_s5.q.val() << 1) | bits::<25>(self.counts.s4_sat.val());
        self.marks_from_s5.d.next = (self.marks_from_s5.q.val() << 1) | bits::<14>(self.counts.s4_k.val().any());

        comment!("s4 to s17: the share of this window in CP");
        self.share.s4_a.next = self.counts.s4_a.val();
        self.share.s4_k.next = self.counts.s4_k.val();
        self.share.s5_g.next = self.share_sets.rdata.val();

        comment!("s13 to s19: the loop of CP; to s21: by what the window is cut");
        self.probability.init_we.next = self.init_we.val();
        self.probability.init_addr.next = self.init_addr.val();
        self.probability.host_cp.next = self.host.val().cp;
        self.probability.s13_qpn.next = self.s[13].q.val().qpn;
        self.probability.s14_g.next = self.keep_sets.rdata.val();
        self.probability.s16_close.next = self.close_from_s5.q.val().get_bit(11);
        self.probability.s17_close.next = self.close_from_s5.q.val().get_bit(12);
        self.probability.s17_share.next = self.share.s17_share.val();
        self.probability.s18_marks.next = self.marks_from_s5.q.val().get_bit(13);
        self.probability.s18_loss.next = self.is_loss.q.val().get_bit(18);
        self.probability.s18_loads.next = self.is_load.q.val().get_bit(18);
        self.probability.s19_valid.next = self.valid.q.val().get_bit(19);
        self.probability.s19_stores.next = self.close_from_s5.q.val().get_bit(14) | self.is_load.q.val().get_bit(19);
        self.probability.s19_qpn.next = self.s[19].q.val().qpn;
        self.read_cp.d.next = self.read_cp.q.val();
        if self.valid.q.val().get_bit(15) & self.is_read.q.val().get_bit(15) {
            self.read_cp.d.next = self.probability.s15_cp.val();
        }

        comment!("s18: the window is read. s19: which of the events ahead are of this QP? When this one is in s21,");
        comment!("the one 8 ahead is in s29, and those 9, 10 and 11 ahead have left it; the RAM has what lies before");
        comment!("them");
        self.windows.raddr.next = self.s[18].q.val().qpn;
        self.s20_hits.d.next.at_8 = self.valid.q.val().get_bit(27) & (self.s[27].q.val().qpn == self.s[19].q.val().qpn);
        self.s20_hits.d.next.at_9 = self.valid.q.val().get_bit(28) & (self.s[28].q.val().qpn == self.s[19].q.val().qpn);
        self.s20_hits.d.next.at_10 =
            self.valid.q.val().get_bit(29) & (self.s[29].q.val().qpn == self.s[19].q.val().qpn);
        self.s20_hits.d.next.at_11 =
            self.valid.q.val().get_bit(30) & (self.s[30].q.val().qpn == self.s[19].q.val().qpn);

        comment!("s20 to s21: of the five sources of the window all but one are 0");
        self.miss.next = !(self.s20_hits.q.val().at_8
            | self.s20_hits.q.val().at_9
            | self.s20_hits.q.val().at_10
            | self.s20_hits.q.val().at_11);
        self.stored_high.next = (bits::<2>(self.windows.rdata.val().cwnd.get_bits::<5>(35).any()) << 1)
            | bits::<2>(
                self.windows.rdata.val().cwnd.get_bit(39)
                    | (self.windows.rdata.val().cwnd.get_bits::<4>(31).any()
                        & !self.windows.rdata.val().cwnd.get_bits::<4>(35).any()),
            );
        self.s21_forwarded.d.next.cwnd = 0.into();
        self.s21_forwarded.d.next.ssthresh = 0.into();
        self.s21_forwarded.d.next.e_high = 0.into();
        if self.miss.val() {
            self.s21_forwarded.d.next.cwnd = self.windows.rdata.val().cwnd;
            self.s21_forwarded.d.next.ssthresh = self.windows.rdata.val().ssthresh;
            self.s21_forwarded.d.next.e_high = self.stored_high.val();
        }
        if self.s20_hits.q.val().at_9 {
            self.s21_forwarded.d.next = self.s29_window.q.val();
        }
        if self.s20_hits.q.val().at_10 {
            self.s21_forwarded.d.next = self.s30_window.q.val();
        }
        if self.s20_hits.q.val().at_11 {
            self.s21_forwarded.d.next = self.s31_window.q.val();
        }

        comment!("s19 to s22: n0 goes left until its leading one is bit 13");
        self.s20_n.d.next = self.s[19].q.val().n0;
        self.s20_left.d.next = 0.into();
        if !self.s[19].q.val().n0.get_bits::<8>(6).any() {
            self.s20_n.d.next = self.s[19].q.val().n0 << 8;
            self.s20_left.d.next = 8.into();
        }
        self.s21_n.d.next = self.s20_n.q.val();
        self.s21_left.d.next = self.s20_left.q.val();
        if !self.s20_n.q.val().get_bits::<4>(10).any() {
            self.s21_n.d.next = self.s20_n.q.val() << 4;
            self.s21_left.d.next = self.s20_left.q.val() | 4;
        }
        self.by_2.next = !self.s21_n.q.val().get_bits::<2>(12).any();
        self.twos.next = self.s21_n.q.val();
        if self.by_2.val() {
            self.twos.next = self.s21_n.q.val() << 2;
        }
        self.s22_x.d.next = bits::<18>(self.twos.val()) << 4;
        if !self.twos.val().get_bit(13) {
            self.s22_x.d.next = bits::<18>(self.twos.val()) << 5;
        }
        self.s22_left.d.next =
            self.s21_left.q.val() | (bits::<4>(self.by_2.val()) << 1) | bits::<4>(!self.twos.val().get_bit(13));
        self.s23_left.d.next = self.s22_left.q.val();

        comment!("s21 to s22: the newest window; it goes right by 4 and by 4 * e_high");
        self.window.next.cwnd = self.s29_forward.q.val().cwnd | self.s21_forwarded.q.val().cwnd;
        self.window.next.ssthresh = self.s29_forward.q.val().ssthresh | self.s21_forwarded.q.val().ssthresh;
        self.window.next.e_high = self.s29_forward.q.val().e_high | self.s21_forwarded.q.val().e_high;
        self.whole_fours.next = self.window.val().cwnd.get_bits::<36>(4);
        self.cwnd_right_4.d0.next = self.whole_fours.val().get_bits::<27>(0);
        self.cwnd_right_4.d1.next = self.whole_fours.val().get_bits::<27>(4);
        self.cwnd_right_4.d2.next = self.whole_fours.val().get_bits::<27>(8);
        self.cwnd_right_4.d3.next = bits::<27>(self.whole_fours.val().get_bits::<24>(12));
        self.cwnd_right_4.sel.next = self.window.val().e_high;
        self.cwnd_right_4.also.next = 0.into();
        self.s22.d.next.cwnd = self.window.val().cwnd;
        self.s22.d.next.ssthresh = self.window.val().ssthresh;
        self.s22.d.next.e_high = self.window.val().e_high;
        self.s22.d.next.fours = self.cwnd_right_4.q.val();
        self.s22_m.d.next = self.probability.s21_m.val();
        self.s22_p_left.d.next = self.probability.s21_left.val();
        self.s23_p_left.d.next = self.s22_p_left.q.val();
        self.s24_p_left.d.next = self.s23_p_left.q.val();

        comment!("s22 to s23: and by e_low, up to 3; then its leading one is bit 23, and both operands go into the");
        comment!("reciprocal. Beside it cwnd times the mantissa of P. Slow start?");
        self.e_low.next = (bits::<2>(self.s22.q.val().fours.get_bits::<2>(25).any()) << 1)
            | bits::<2>(
                self.s22.q.val().fours.get_bit(26)
                    | (self.s22.q.val().fours.get_bit(24) & !self.s22.q.val().fours.get_bit(25)),
            );
        self.cwnd_right_1.d0.next = self.s22.q.val().fours.get_bits::<23>(0);
        self.cwnd_right_1.d1.next = self.s22.q.val().fours.get_bits::<23>(1);
        self.cwnd_right_1.d2.next = self.s22.q.val().fours.get_bits::<23>(2);
        self.cwnd_right_1.d3.next = self.s22.q.val().fours.get_bits::<23>(3);
        self.cwnd_right_1.sel.next = self.e_low.val();
        self.cwnd_right_1.also.next = 0.into();
        self.recip.x.next = self.s22_x.q.val();
        self.recip.d.next = self.cwnd_right_1.q.val();
        self.product.a.next = self.s22.q.val().cwnd;
        self.product.b.next = self.s22_m.q.val();
        self.s23.d.next.base = self.s22.q.val().cwnd;
        self.s23.d.next.ssthresh = self.s22.q.val().ssthresh;
        self.s23.d.next.slow = self.grows_from_s5.q.val().get_bit(17)
            & (self.s22.q.val().cwnd.get_bits::<13>(27) < self.s22.q.val().ssthresh);
        self.s23.d.next.e = (bits::<4>(self.s22.q.val().e_high) << 2) | bits::<4>(self.e_low.val());

        comment!("s23 to s24: the base of the sum; the quotient's shift s = 13 + e - b, where 13 - b is how far n has");
        comment!("gone left");
        self.s24.d.next.base = self.s23.q.val().base;
        self.s24.d.next.ssthresh = self.s23.q.val().ssthresh;
        if self.is_load.q.val().get_bit(23) {
            self.s24.d.next.base = self.host.val().cwnd;
            if !self.host.val().cwnd.get_bits::<13>(27).any() {
                self.s24.d.next.base = bits::<40>(1) << 27;
            }
            self.s24.d.next.ssthresh = self.host.val().ssthresh;
        }
        for k in 0..self._fcr {
            comment!("FCR's lowering: a read, that leaves the window lowered, to one packet at the least");
            self.given.next = self.lower_opt[k].val();
            self.lower_cwnd.next = self.given.val().window.get_bits::<41>(1);
            if !self.lower_cwnd.val().get_bits::<14>(27).any() {
                self.lower_cwnd.next = bits::<41>(1) << 27;
            }
            if self.given.val().on
                & self.is_read.q.val().get_bit(23)
                & (bits::<41>(self.s23.q.val().base) > self.lower_cwnd.val())
            {
                self.s24.d.next.base = self.lower_cwnd.val().get_bits::<40>(0);
            }
        }
        self.s24.d.next.slow = self.s23.q.val().slow;
        self.s24.d.next.s = bits::<5>(self.s23.q.val().e) + bits::<5>(self.s23_left.q.val());

        comment!("s24 to s25: the product goes right by 17 and by what P has gone left, which leaves the half bit");
        comment!("below: first by a multiple of 8");
        self.cut_halves.next = self.product.p.val().get_bits::<41>(17);
        self.cut_coarse.next = bits::<5>(self.s24_p_left.q.val().get_bits::<2>(3)) << 3;
        self.s25.d.next.halves = self.cut_halves.val() >> self.cut_coarse.val();
        self.s25.d.next.fine = self.s24_p_left.q.val().get_bits::<3>(0);
        self.s25.d.next.base = self.s24.q.val().base;
        self.s25.d.next.ssthresh = self.s24.q.val().ssthresh;
        self.s25.d.next.slow = self.s24.q.val().slow;
        self.s25.d.next.s = self.s24.q.val().s;

        comment!("s25 to s26: then by the rest; what is added: in slow start n, of a cut the complement, with its");
        comment!("half bit, so that the sum's carry rounds half up what is subtracted");
        self.cut_fine.next = self.s25.q.val().halves >> self.s25.q.val().fine;
        self.s26.d.next.other = 0.into();
        if self.s25.q.val().slow {
            self.s26.d.next.other = bits::<44>(self.s[25].q.val().n0) << 28;
        }
        if self.cuts_from_s5.q.val().get_bit(20) {
            self.s26.d.next.other = !bits::<44>(self.cut_fine.val());
        }
        self.s26.d.next.base = self.s25.q.val().base;
        self.s26.d.next.ssthresh = self.s25.q.val().ssthresh;
        self.s26.d.next.slow = self.s25.q.val().slow;
        self.s26.d.next.s_low = self.s25.q.val().s.get_bits::<4>(0);
        self.s26.d.next.by_0 =
            self.grows_from_s5.q.val().get_bit(20) & !self.s25.q.val().slow & !self.s25.q.val().s.get_bit(4);
        self.s26.d.next.by_16 =
            self.grows_from_s5.q.val().get_bit(20) & !self.s25.q.val().slow & self.s25.q.val().s.get_bit(4);

        comment!("s26 to s27: the increment q * 2^4 / 2^s with its half bit below (round half up); one of quotient");
        comment!("and other is 0. How far the base is from the clamps");
        self.unshifted.next = bits::<42>(self.recip.q.val()) << 5;
        self.sixteens.next = 0.into();
        if self.s26.q.val().by_0 {
            self.sixteens.next = self.unshifted.val();
        }
        if self.s26.q.val().by_16 {
            self.sixteens.next = self.unshifted.val() >> 16;
        }
        self.quotient_4.d0.next = self.sixteens.val();
        self.quotient_4.d1.next = self.sixteens.val() >> 4;
        self.quotient_4.d2.next = self.sixteens.val() >> 8;
        self.quotient_4.d3.next = self.sixteens.val() >> 12;
        self.quotient_4.sel.next = self.s26.q.val().s_low.get_bits::<2>(2);
        self.quotient_4.also.next = 0.into();
        self.quotient_1.d0.next = self.quotient_4.q.val();
        self.quotient_1.d1.next = self.quotient_4.q.val() >> 1;
        self.quotient_1.d2.next = self.quotient_4.q.val() >> 2;
        self.quotient_1.d3.next = self.quotient_4.q.val() >> 3;
        self.quotient_1.sel.next = self.s26.q.val().s_low.get_bits::<2>(0);
        self.quotient_1.also.next = self.s26.q.val().other.get_bits::<42>(0);
        self.s27.d.next.base = self.s26.q.val().base;
        self.s27.d.next.ssthresh = self.s26.q.val().ssthresh;
        self.s27.d.next.slow = self.s26.q.val().slow;
        self.s27.d.next.addend_half =
            (bits::<44>(self.s26.q.val().other.get_bits::<2>(42)) << 42) | bits::<44>(self.quotient_1.q.val());
        self.s27.d.next.above_min = bits::<43>(self.s26.q.val().base) - bits::<43>(self.limits.rdata.val().cwnd_min);
        self.s27.d.next.below_max = bits::<43>(self.limits.rdata.val().cwnd_max) - bits::<43>(self.s26.q.val().base);
        self.s27.d.next.cwnd_min = self.limits.rdata.val().cwnd_min;
        self.s27.d.next.cwnd_max = self.limits.rdata.val().cwnd_max;

        comment!("s27 to s28: the sum and its distances from the clamps, side by side, a carry chain each. One bit");
        comment!("below the LSB, the half bit meets a 1 and carries; borrows it, where it is subtracted. All are");
        comment!("within 2^43, so the top bit is the sign");
        self.sum.next = ((bits::<44>(self.s27.q.val().base) << 1) | 1) + self.s27.q.val().addend_half;
        self.over_min.next = ((bits::<44>(self.s27.q.val().above_min) << 1) | 1) + self.s27.q.val().addend_half;
        self.under_max.next = (bits::<44>(self.s27.q.val().below_max) << 1) - self.s27.q.val().addend_half;
        self.s28.d.next.sum = self.sum.val().get_bits::<40>(1);
        self.s28.d.next.floor = (self.grows_from_s5.q.val().get_bit(22) | self.cuts_from_s5.q.val().get_bit(22))
            & self.over_min.val().get_bit(43);
        self.s28.d.next.sat = (self.grows_from_s5.q.val().get_bit(22) | self.cuts_from_s5.q.val().get_bit(22))
            & self.under_max.val().get_bit(43);
        self.s28.d.next.ssthresh = self.s27.q.val().ssthresh;
        self.s28.d.next.slow = self.s27.q.val().slow;
        self.s28.d.next.cwnd_min = self.s27.q.val().cwnd_min;
        self.s28.d.next.cwnd_max = self.s27.q.val().cwnd_max;

        comment!("s28 to s29: clamp; a cut sets ssthresh; and to the event 8 behind, if it is of this QP");
        self.clamped.next = self.s28.q.val().sum;
        if self.s28.q.val().floor {
            self.clamped.next = self.s28.q.val().cwnd_min;
        }
        if self.s28.q.val().sat {
            self.clamped.next = self.s28.q.val().cwnd_max;
        }
        self.new.next.cwnd = self.clamped.val();
        self.new.next.ssthresh = self.s28.q.val().ssthresh;
        if self.cuts_from_s5.q.val().get_bit(23) {
            self.new.next.ssthresh = self.clamped.val().get_bits::<13>(27);
        }
        self.new.next.e_high = (bits::<2>(self.clamped.val().get_bits::<5>(35).any()) << 1)
            | bits::<2>(
                self.clamped.val().get_bit(39)
                    | (self.clamped.val().get_bits::<4>(31).any() & !self.clamped.val().get_bits::<4>(35).any()),
            );
        self.s29_window.d.next = self.new.val();
        self.s29_forward.d.next = self.new.val();
        if !self.s20_hits.q.val().at_8 {
            self.s29_forward.d.next.cwnd = 0.into();
            self.s29_forward.d.next.ssthresh = 0.into();
            self.s29_forward.d.next.e_high = 0.into();
        }
        self.s29.d.next.slow = self.s28.q.val().slow;
        self.s29.d.next.floor = self.s28.q.val().floor;
        self.s29.d.next.sat = self.s28.q.val().sat;

        comment!("s29: write back, and hand on");
        self.s30_window.d.next = self.s29_window.q.val();
        self.s31_window.d.next = self.s30_window.q.val();
        self.windows.we.next = self.init_we.val() | self.valid.q.val().get_bit(29);
        self.windows.waddr.next = self.s[29].q.val().qpn;
        self.windows.wdata.next.cwnd = self.s29_window.q.val().cwnd;
        self.windows.wdata.next.ssthresh = self.s29_window.q.val().ssthresh;
        if self.init_we.val() {
            self.windows.waddr.next = self.init_addr.val();
            self.windows.wdata.next.cwnd = self.reset_cwnd.val();
            self.windows.wdata.next.ssthresh = self.reset_ssthresh.val();
        }
        self.out_valid.next = self.valid.q.val().get_bit(29);
        self.out_kind.next = self.s29_kind.q.val();
        self.out_qpn.next = self.s[29].q.val().qpn;
        self.out_cwnd.next = self.s29_window.q.val().cwnd;
        self.out_ssthresh.next = self.s29_window.q.val().ssthresh;
        self.out_flags.next = (bits::<8>(self.s29.q.val().floor) << 1)
            | (bits::<8>(self.s29.q.val().sat) << 2)
            | (bits::<8>(self.ignored_from_s5.q.val().get_bit(24)) << 3)
            | (bits::<8>(self.close_from_s5.q.val().get_bit(24)) << 4)
            | (bits::<8>(self.cuts_from_s5.q.val().get_bit(24)) << 5)
            | (bits::<8>(self.s29.q.val().slow) << 6)
            | (bits::<8>(self.count_sat_from_s5.q.val().get_bit(24)) << 7);
        self.out_cp.next = self.read_cp.q.val();
        self.out_window_end.next = self.read_word.q.val().window_end;
        self.out_acked.next = self.read_word.q.val().acked;
        self.out_marked.next = self.read_word.q.val().marked;
        self.out_cut.next = self.read_word.q.val().cut;

        for k in 0..self.counts.re_opt.len() {
            self.counts.re_opt[k].next = self.valid.q.val().get_bit(0);
        }
        for k in 0..self.probability.re_opt.len() {
            self.probability.re_opt[k].next = self.valid.q.val().get_bit(13);
        }
        for k in 0..self.windows.re_opt.len() {
            self.windows.re_opt[k].next = self.valid.q.val().get_bit(18);
        }
        for k in 0..self._ecc {
            comment!("check bits: CP is written back by a host_read too, all else by every event");
            self.probability.s19_stores.next = self.close_from_s5.q.val().get_bit(14)
                | self.is_load.q.val().get_bit(19)
                | self.is_read.q.val().get_bit(19);
            self.ecc_in.next = self.ecc_opt[k].val();
            self.counts.ecc_opt[k].next = self.ecc_in.val();
            self.probability.ecc_opt[k].next = self.ecc_in.val();
            self.windows.inject_opt[k].next = self.ecc_in.val().inject;
            self.of_counts.next = self.counts.fault_opt[k].val();
            self.of_probability.next = self.probability.fault_opt[k].val();
            self.of_window.next = self.windows.fault_opt[k].val();
            self.all_fault.next.corrected =
                self.of_counts.val().corrected | self.of_probability.val().corrected | self.of_window.val().corrected;
            self.all_fault.next.uncorrectable = self.of_counts.val().uncorrectable
                | self.of_probability.val().uncorrectable
                | self.of_window.val().uncorrectable;
            self.fault_opt[k].next = self.all_fault.val();
            self.rom_of_share.next = self.share.rom_opt[k].val();
            self.rom_of_growth.next = self.recip.rom_opt[k].val();
            self.all_rom.next.parity = self.rom_of_share.val().parity | self.rom_of_growth.val().parity;
            self.rom_opt[k].next = self.all_rom.val();
        }
    }
}
