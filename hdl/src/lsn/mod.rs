#![doc = include_str!("README.md")]
//!
//! # Why this file
//!
//! An engine without LSNs has none of it: what is kept of a QP, and the loop, stand beside `psn`, which says whether an
//! event counts.

mod page;

use crate::prelude::*;
use crate::records::LsnAck;
use layout::record::Kind;
pub use page::LsnPage;

logic_struct! {
    /// What is kept of a QP: the bytes acknowledged of requests, and of READ responses.
    pub struct Bytes {
        pub requests: U<32>,
        pub responses: U<32>,
    }
    /// An event.
    pub struct Acked {
        pub given: Bit,
        pub read: Bit,
        /// Its LSN counts whatever its PSN is.
        pub alone: Bit,
        /// A host write of the QP's PSN.
        pub opens: Bit,
        pub value: U<32>,
        pub qpn: Qpn,
    }
}

/// The LSNs of all queue pairs.
#[derive(LogicBlock)]
pub struct LsnSlice {
    pub clock: Signal<In, ClkRst>,
    pub cfg_mtu: Signal<In, U<3>>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub in_valid: Signal<In, Bit>,
    pub in_kind: Signal<In, KindCode>,
    pub in_use_psn: Signal<In, Bit>,
    pub in_lsn: Signal<In, LsnAck>,
    pub in_qpn: Signal<In, Qpn>,
    pub psn_passes: Signal<In, Bit>,
    pub psn_stores: Signal<In, Bit>,
    pub out_given: Signal<Out, Bit>,
    pub out_n: Signal<Out, PacketCount>,
    pub out_rejected: Signal<Out, Bit>,
    pub out_drops: Signal<Out, Bit>,
    pub una: Signal<Out, U<32>>,

    ram: Ram<Bytes, QPN>,
    /// What the MTU means: its bytes less 1, and the bits of more packets than n holds.
    less: DReg<U<32>>,
    beyond: DReg<U<32>>,
    shift: DReg<U<3>>,
    p0_valid: Reg<Bit>,
    p1_valid: Reg<Bit>,
    p2_valid: Reg<Bit>,
    p3_valid: Reg<Bit>,
    p0: DReg<Acked>,
    p1: DReg<Acked>,
    p2: DReg<Acked>,
    p3: DReg<Acked>,
    /// The event 1, 2 or 3 ahead is of this QP.
    p1_match_1: DReg<Bit>,
    p1_match_2: DReg<Bit>,
    p1_match_3: DReg<Bit>,
    p2_hit_1: DReg<Bit>,
    p2_hit: DReg<Bit>,
    p2_forwarded: DReg<Bytes>,
    p3_old: DReg<Bytes>,
    /// The LSN and a packet's bytes less 1.
    p3_rounded: DReg<U<32>>,
    p4: DReg<Bytes>,

    match_1: Signal<Local, Bit>,
    match_2: Signal<Local, Bit>,
    match_3: Signal<Local, Bit>,
    last: Signal<Local, U<32>>,
    delta: Signal<Local, U<32>>,
    rounded: Signal<Local, U<32>>,
    packets: Signal<Local, U<32>>,
    beyond_all: Signal<Local, Bit>,
    counts: Signal<Local, Bit>,
    stores: Signal<Local, Bit>,
    rejects: Signal<Local, Bit>,
    after: Signal<Local, Bytes>,

    kind_ack: Constant<KindCode>,
    kind_host_write: Constant<KindCode>,
}

impl Default for LsnSlice {
    fn default() -> Self {
        let kind = |kind: Kind| Constant::new((kind as u64).into());
        Self {
            clock: Default::default(),
            cfg_mtu: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            in_valid: Default::default(),
            in_kind: Default::default(),
            in_use_psn: Default::default(),
            in_lsn: Default::default(),
            in_qpn: Default::default(),
            psn_passes: Default::default(),
            psn_stores: Default::default(),
            out_given: Default::default(),
            out_n: Default::default(),
            out_rejected: Default::default(),
            out_drops: Default::default(),
            una: Default::default(),
            ram: Default::default(),
            less: Default::default(),
            beyond: Default::default(),
            shift: Default::default(),
            p0_valid: Default::default(),
            p1_valid: Default::default(),
            p2_valid: Default::default(),
            p3_valid: Default::default(),
            p0: Default::default(),
            p1: Default::default(),
            p2: Default::default(),
            p3: Default::default(),
            p1_match_1: Default::default(),
            p1_match_2: Default::default(),
            p1_match_3: Default::default(),
            p2_hit_1: Default::default(),
            p2_hit: Default::default(),
            p2_forwarded: Default::default(),
            p3_old: Default::default(),
            p3_rounded: Default::default(),
            p4: Default::default(),
            match_1: Default::default(),
            match_2: Default::default(),
            match_3: Default::default(),
            last: Default::default(),
            delta: Default::default(),
            rounded: Default::default(),
            packets: Default::default(),
            beyond_all: Default::default(),
            counts: Default::default(),
            stores: Default::default(),
            rejects: Default::default(),
            after: Default::default(),
            kind_ack: kind(Kind::Ack),
            kind_host_write: kind(Kind::HostWrite),
        }
    }
}

impl Logic for LsnSlice {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module lsn");
        comment!("@doc Turns the LSN of an ACK into n, the number of packets that its bytes make, against the QP's last LSN of requests or of READ");
        comment!("@doc responses. Beside ackw_psn: one event a cycle, any mix of QPs; 4 cycles.");
        comment!("@port cfg_mtu MTU of packets: 1 to 5 are 256 to 4096 bytes; constant while events are under way");
        comment!("@port init_we writes 0 at init_addr");
        comment!("@port init_addr index of the QP whose LSNs are reset");
        comment!("@port in_valid an event enters");
        comment!("@port in_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data; a host_write sets both LSNs to 0");
        comment!("@port in_use_psn an ack of requests counts only if its PSN does");
        comment!("@port in_qpn index of the QP");
        comment!("@port psn_passes 4 cycles later: ackw_psn hands the event on");
        comment!("@port psn_stores with it: the PSN of the ack was sent, and is ahead of the last one, or that one");
        comment!("@port out_given with psn_passes: n of the ack is out_n");
        comment!("@port out_n packets that its bytes make");
        comment!("@port out_rejected a pulse: the LSN of an ack is further on than bytes can be in flight, or nowhere near the last one");
        comment!("@port out_drops with it: the event goes no further");
        comment!("@port una one cycle later: the bytes acknowledged behind this event, of both");
        clock!(self, clock, ram, less, beyond, shift, p0_valid, p1_valid, p2_valid, p3_valid, p0, p1, p2, p3);
        clock!(self, clock, p1_match_1, p1_match_2, p1_match_3, p2_hit_1, p2_hit, p2_forwarded, p3_old, p3_rounded, p4);

        comment!("the MTU: 2^(7 + code) bytes; n has 14 bits");
        self.less.d.next = (bits::<32>(128) << self.cfg_mtu.val()) - 1;
        self.beyond.d.next = !((bits::<32>(0x20_0000) << self.cfg_mtu.val()) - 1);
        self.shift.d.next = self.cfg_mtu.val();

        comment!("p0: the event");
        self.p0_valid.d.next = self.in_valid.val();
        self.p0.d.next.given = self.in_lsn.val().given & (self.in_kind.val() == self.kind_ack.val());
        self.p0.d.next.read = self.in_lsn.val().read;
        self.p0.d.next.alone = self.in_lsn.val().read | !self.in_use_psn.val();
        self.p0.d.next.opens = self.in_kind.val() == self.kind_host_write.val();
        self.p0.d.next.value = self.in_lsn.val().value;
        self.p0.d.next.qpn = self.in_qpn.val();

        comment!("p0 to p1: what is kept is read. Which of the events ahead are of this QP? In p2 it finds the one in p1 now in p3 (1 ahead);");
        comment!("those in p2 and p3 (2 and 3 ahead) the RAM gives too late");
        self.ram.raddr.next = self.p0.q.val().qpn;
        self.match_1.next = self.p1_valid.q.val() & (self.p1.q.val().qpn == self.p0.q.val().qpn);
        self.match_2.next = self.p2_valid.q.val() & (self.p2.q.val().qpn == self.p0.q.val().qpn);
        self.match_3.next = self.p3_valid.q.val() & (self.p3.q.val().qpn == self.p0.q.val().qpn);
        self.p1_valid.d.next = self.p0_valid.q.val();
        self.p1.d.next = self.p0.q.val();
        self.p1_match_1.d.next = self.match_1.val();
        self.p1_match_2.d.next = self.match_2.val();
        self.p1_match_3.d.next = self.match_3.val();

        comment!("p3: the loop. The LSN against the last one: ahead by at most the packets that n holds, each begun one counted; the last one, or at");
        comment!("most 2^30 behind it; or nowhere");
        self.last.next = self.p3_old.q.val().requests;
        if self.p3.q.val().read {
            self.last.next = self.p3_old.q.val().responses;
        }
        self.delta.next = self.p3.q.val().value - self.last.val();
        self.rounded.next = self.p3_rounded.q.val() - self.last.val();
        self.beyond_all.next =
            (self.rounded.val() & self.beyond.q.val()).any() | self.delta.val().get_bits::<2>(30).any();
        self.counts.next =
            self.p3.q.val().given & self.psn_passes.val() & (self.p3.q.val().alone | self.psn_stores.val());
        self.stores.next = self.counts.val() & !self.beyond_all.val();
        self.after.next = self.p3_old.q.val();
        if self.stores.val() {
            if self.p3.q.val().read {
                self.after.next.responses = self.p3.q.val().value;
            } else {
                self.after.next.requests = self.p3.q.val().value;
            }
        }
        if self.p3.q.val().opens {
            self.after.next.requests = 0.into();
            self.after.next.responses = 0.into();
        }

        comment!("p1 to p2: what is behind those that are 2 and 3 ahead, now in p3 and p4");
        self.p2_valid.d.next = self.p1_valid.q.val();
        self.p2.d.next = self.p1.q.val();
        self.p2_hit_1.d.next = self.p1_match_1.q.val();
        self.p2_hit.d.next = self.p1_match_1.q.val() | self.p1_match_2.q.val() | self.p1_match_3.q.val();
        self.p2_forwarded.d.next = self.p4.q.val();
        if self.p1_match_2.q.val() {
            self.p2_forwarded.d.next = self.after.val();
        }

        comment!(
            "p2 to p3: the newest is the RAM's, or else that behind the event just ahead, or else the forwarded one"
        );
        self.p3_valid.d.next = self.p2_valid.q.val();
        self.p3.d.next = self.p2.q.val();
        self.p3_rounded.d.next = self.p2.q.val().value + self.less.q.val();
        self.p3_old.d.next = self.ram.rdata.val();
        if self.p2_hit.q.val() {
            self.p3_old.d.next = self.p2_forwarded.q.val();
        }
        if self.p2_hit_1.q.val() {
            self.p3_old.d.next = self.after.val();
        }

        comment!("p3: write back; a cycle later the sum of both");
        self.ram.we.next = self.init_we.val() | (self.p3_valid.q.val() & (self.stores.val() | self.p3.q.val().opens));
        self.ram.waddr.next = self.p3.q.val().qpn;
        self.ram.wdata.next = self.after.val();
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next.requests = 0.into();
            self.ram.wdata.next.responses = 0.into();
        }
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.p0_valid.q.val();
        }
        self.p4.d.next = self.after.val();
        self.una.next = self.p4.q.val().requests + self.p4.q.val().responses;

        comment!("p3: what comes of it");
        self.out_given.next = self.p3.q.val().given;
        self.packets.next = (self.rounded.val() >> 7) >> self.shift.q.val();
        self.out_n.next = 0.into();
        if self.stores.val() {
            self.out_n.next = self.packets.val().get_bits::<14>(0);
        }
        self.rejects.next = self.counts.val() & self.beyond_all.val() & !self.delta.val().get_bits::<2>(30).all();
        self.out_rejected.next = self.rejects.val();
        self.out_drops.next = self.rejects.val() & self.p3.q.val().alone;
    }
}
