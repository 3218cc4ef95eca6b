#![doc = include_str!("psn.md")]
//!
//! # Why this file
//!
//! The PSN's recurrence is as short as a cycle, so that ACKs of one QP may come back to back; it is kept apart from the
//! window's longer loop for that reason. In the loop the PSN is compared with all that the last one may be, side by
//! side; which it was is known by then. n is made behind the loop.

use crate::prelude::*;
use crate::prim::ecc::option;
use layout::config::Config;
use layout::ldcp;
use layout::record::Kind;

logic_struct! {
    /// The PSN slice of a context.
    pub struct Slice {
        pub psn: PsnWord,
        pub open: Bit,
    }
    /// The event.
    pub struct P0 {
        pub kind: KindCode,
        pub is_ack: Bit,
        pub is_loss: Bit,
        pub is_host_write: Bit,
        pub ece: Bit,
        pub use_psn: Bit,
        pub n: PacketCount,
        pub psn: PsnWord,
        pub snd_max: PsnWord,
        pub qpn: Qpn,
    }
    /// The event, decoded.
    pub struct P1 {
        pub kind: KindCode,
        pub ece: Bit,
        /// n, where the PSN does not say it.
        pub n: PacketCount,
        pub qpn: Qpn,
        /// An ACK or NAK that has to be where something was sent.
        pub checked: Bit,
        /// An ACK whose PSN counts, if it is.
        pub counts: Bit,
        /// A host write: stores in any case.
        pub force: Bit,
        /// What is stored, if it is: of an ACK the PSN that it confirms.
        pub new_slice: Slice,
        /// The last PSN that was sent; and that it is not behind the one confirmed, nor 2^22 ahead of it.
        pub sent: U<24>,
        pub was_sent: Bit,
        /// The event 1, 2 or 3 ahead, in p2, p3 or p4 now, is of this QP.
        pub match_1: Bit,
        pub match_2: Bit,
        pub match_3: Bit,
    }
    /// The slice leaves the RAM's output register in this stage.
    pub struct P2 {
        pub kind: KindCode,
        pub ece: Bit,
        pub n: PacketCount,
        pub qpn: Qpn,
        pub checked: Bit,
        pub counts: Bit,
        pub force: Bit,
        pub new_slice: Slice,
        pub sent: U<24>,
        pub was_sent: Bit,
        /// The event just ahead, in p3 now, is of this QP.
        pub hit_1: Bit,
        /// An event 1 to 3 ahead is: the RAM's slice is too old. If it is not the one just ahead, `forwarded` is
        /// the slice behind it.
        pub hit: Bit,
        pub forwarded: Slice,
        /// Against what the event just ahead may store: PSN less that, mod 2^24; whether it is 2^22 or more; and
        /// whether the last PSN sent is so far from it.
        pub ahead_delta: U<24>,
        pub ahead_far: Bit,
        pub ahead_flight: Bit,
    }
    /// The comparison's result.
    pub struct P3 {
        pub kind: KindCode,
        pub ece: Bit,
        pub n: PacketCount,
        pub qpn: Qpn,
        pub checked: Bit,
        pub counts: Bit,
        pub force: Bit,
        pub new_slice: Slice,
        /// The slice before the event.
        pub old_slice: Slice,
        /// The PSN is ahead and was sent: by what the event just ahead stored; by what that found, by the forwarded
        /// slice, by the RAM's, if the distances say so.
        pub sure: Bit,
        pub if_old: Bit,
        pub if_forwarded: Bit,
        pub if_ram: Bit,
        /// Of both the PSN and the last one sent: it is 2^22 or more from the PSN found, from the forwarded one.
        pub old_far: Bit,
        pub old_flight: Bit,
        pub forwarded_far: Bit,
        pub forwarded_flight: Bit,
        /// PSN less the last one, mod 2^24, for either case of `hit`; and bits 23 and 22 of the packets in flight by
        /// the RAM's.
        pub hit: Bit,
        pub hit_delta: U<24>,
        pub ram_delta: U<24>,
        pub ram_flight: U<2>,
    }
}

/// The PSN slices of all queue pairs.
#[derive(LogicBlock, Default)]
pub struct Psn {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host_psn: Signal<In, PsnWord>,
    pub host_open: Signal<In, Bit>,
    pub in_valid: Signal<In, Bit>,
    pub in_kind: Signal<In, KindCode>,
    pub in_ece: Signal<In, Bit>,
    pub in_use_psn: Signal<In, Bit>,
    pub in_n: Signal<In, PacketCount>,
    pub in_psn: Signal<In, PsnWord>,
    pub in_snd_max: Signal<In, PsnWord>,
    pub in_qpn: Signal<In, Qpn>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, KindCode>,
    pub out_ece: Signal<Out, Bit>,
    pub out_n: Signal<Out, PacketCount>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_psn: Signal<Out, PsnWord>,
    pub out_open: Signal<Out, Bit>,
    pub out_una: Signal<Out, PsnWord>,
    pub out_rejected: Signal<Out, Bit>,
    pub out_closed: Signal<Out, Bit>,
    /// With LSNs.
    pub out_stores_opt: Vec<Signal<Out, Bit>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<Slice, QPN>,
    p0_valid: Reg<Bit>,
    p1_valid: Reg<Bit>,
    p2_valid: Reg<Bit>,
    p3_valid: Reg<Bit>,
    p0: DReg<P0>,
    p1: DReg<P1>,
    p2: DReg<P2>,
    p3: DReg<P3>,
    /// The slice behind the event in p3, one cycle on.
    p4_slice: DReg<Slice>,

    is_ack: Signal<Local, Bit>,
    is_loss: Signal<Local, Bit>,
    is_host_write: Signal<Local, Bit>,
    match_1: Signal<Local, Bit>,
    match_2: Signal<Local, Bit>,
    match_3: Signal<Local, Bit>,
    /// The last PSN sent less the one confirmed, and a bit below that: bits 24 and 23 are 0 where it was sent.
    beyond: Signal<Local, U<25>>,
    ahead: Signal<Local, Bit>,
    store: Signal<Local, Bit>,
    after_p3: Signal<Local, Slice>,
    /// PSN less the one that the name says, mod 2^24. For `ahead` the PSN in p1, for the others that in p2.
    delta_ahead: Signal<Local, U<24>>,
    delta_forwarded: Signal<Local, U<24>>,
    delta_old: Signal<Local, U<24>>,
    /// The last PSN sent less that one.
    flight_ahead: Signal<Local, U<24>>,
    flight_forwarded: Signal<Local, U<24>>,
    flight_old: Signal<Local, U<24>>,
    flight_ram: Signal<Local, U<24>>,
    hit_delta: Signal<Local, U<24>>,
    ahead_may: Signal<Local, Bit>,
    delta: Signal<Local, U<24>>,
    too_many: Signal<Local, Bit>,
    is_host: Signal<Local, Bit>,
    passes: Signal<Local, Bit>,

    kind_ack: Constant<KindCode>,
    kind_loss: Constant<KindCode>,
    kind_host_write: Constant<KindCode>,
    kind_host_read: Constant<KindCode>,
    n_max: Constant<U<14>>,
    reset_psn: Constant<U<24>>,
    ecc_in: Signal<Local, Ecc>,
    _ecc: usize,
}

impl Psn {
    pub fn new() -> Self {
        Self::with(&Config::default())
    }

    pub fn with(config: &Config) -> Self {
        let ecc = config.rtl.ecc;
        Self {
            out_stores_opt: option(config.engine.lsn),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            _ecc: ecc.into(),
            kind_ack: Constant::new((Kind::Ack as u64).into()),
            kind_loss: Constant::new((Kind::Loss as u64).into()),
            kind_host_write: Constant::new((Kind::HostWrite as u64).into()),
            kind_host_read: Constant::new((Kind::HostRead as u64).into()),
            n_max: Constant::new(u64::from(config.engine.n_max).into()),
            reset_psn: Constant::new(ldcp::PSN.reset.into()),
            ..Self::default()
        }
    }
}

impl Logic for Psn {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module psn");
        comment!("@doc Turns the PSN of an ACK into n, the number of packets it confirms, against the QP's last PSN.");
        comment!("@doc One event a cycle, any mix of QPs; 4 cycles.");
        comment!("@port init_we writes the reset slice at init_addr");
        comment!("@port init_addr index of the QP whose slice is reset");
        comment!("@port host_psn what a host_write stores, stable while it is under way");
        comment!("@port host_open with host_psn: the QP is open");
        comment!("@port in_valid an event enters");
        comment!("@port in_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data");
        comment!("@port in_ece handed on");
        comment!("@port in_use_psn n of an ack comes from in_psn, not from in_n; an ack or nak counts only for what was sent");
        comment!("@port in_n packets that an ack confirms, where in_use_psn is 0; other kinds have none");
        comment!("@port in_psn PSN of the ack or nak");
        comment!("@port in_snd_max the furthest PSN that was to be sent next on the QP");
        comment!("@port in_qpn index of the QP");
        comment!("@port out_valid the event, 4 cycles later, unless it is dropped");
        comment!("@port out_kind as in_kind");
        comment!("@port out_ece as in_ece");
        comment!("@port out_n packets that the ack confirms; 0 for all other kinds");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_psn the last PSN before this event");
        comment!("@port out_open the QP was open before this event");
        comment!("@port out_una the last PSN behind this event");
        comment!("@port out_rejected in place of out_valid: an ack or nak of what was not sent, or nowhere near the last PSN");
        comment!("@port out_closed in place of out_valid: an event of a closed QP");
        for _k in 0..self.out_stores_opt.len() {
            comment!("@port out_stores the PSN of the ack was sent, and is ahead of the last one, or that one");
        }
        for _k in 0..self._ecc {
            comment!("@port fault_corrected a slice had one wrong bit, which was corrected: 3 cycles after its event");
            comment!("@port fault_uncorrectable a slice had two wrong bits");
        }
        comment!("@constant n_max most packets that an ACK counts, engine.n_max: a READ request makes the PSN jump");
        clock!(self, clock, ram, p0_valid, p1_valid, p2_valid, p3_valid, p0, p1, p2, p3, p4_slice);

        comment!("p0: the event");
        self.p0_valid.d.next = self.in_valid.val();
        self.is_ack.next = self.in_kind.val() == self.kind_ack.val();
        self.is_loss.next = self.in_kind.val() == self.kind_loss.val();
        self.is_host_write.next = self.in_kind.val() == self.kind_host_write.val();
        self.p0.d.next.kind = self.in_kind.val();
        self.p0.d.next.is_ack = self.is_ack.val();
        self.p0.d.next.is_loss = self.is_loss.val();
        self.p0.d.next.is_host_write = self.is_host_write.val();
        self.p0.d.next.ece = self.in_ece.val();
        self.p0.d.next.use_psn = self.in_use_psn.val();
        self.p0.d.next.n = self.in_n.val();
        self.p0.d.next.psn = self.in_psn.val();
        self.p0.d.next.snd_max = self.in_snd_max.val();
        self.p0.d.next.qpn = self.in_qpn.val();

        comment!("p0 to p1: the slice is read; what may be stored. A NAK is checked as psn - 1, and is never stored");
        self.ram.raddr.next = self.p0.q.val().qpn;
        self.p1_valid.d.next = self.p0_valid.q.val();
        self.p1.d.next.kind = self.p0.q.val().kind;
        self.p1.d.next.ece = self.p0.q.val().ece;
        self.p1.d.next.qpn = self.p0.q.val().qpn;
        self.p1.d.next.n = 0.into();
        if self.p0.q.val().is_ack & !self.p0.q.val().use_psn {
            self.p1.d.next.n = self.p0.q.val().n;
        }
        self.p1.d.next.checked = (self.p0.q.val().is_ack | self.p0.q.val().is_loss) & self.p0.q.val().use_psn;
        self.p1.d.next.counts = self.p0.q.val().is_ack & self.p0.q.val().use_psn;
        self.p1.d.next.force = self.p0.q.val().is_host_write;
        self.p1.d.next.sent = self.p0.q.val().snd_max - 1;
        self.beyond.next = ((bits::<25>(self.p0.q.val().snd_max) << 1) | 1)
            + ((bits::<25>(!self.p0.q.val().psn) << 1) | bits::<25>(self.p0.q.val().is_loss));
        self.p1.d.next.was_sent = !self.beyond.val().get_bits::<2>(23).any();
        self.p1.d.next.new_slice.psn = self.p0.q.val().psn - bits::<24>(self.p0.q.val().is_loss);
        self.p1.d.next.new_slice.open = true;
        if self.p0.q.val().is_host_write {
            self.p1.d.next.new_slice.psn = self.host_psn.val();
            self.p1.d.next.new_slice.open = self.host_open.val();
        }

        comment!("which of the events ahead are of this QP? In p2 it finds the one in p1 now in p3 (1 ahead); those in p2 and p3");
        comment!("(2 and 3 ahead) the RAM gives too late");
        self.match_1.next = self.p1_valid.q.val() & (self.p1.q.val().qpn == self.p0.q.val().qpn);
        self.match_2.next = self.p2_valid.q.val() & (self.p2.q.val().qpn == self.p0.q.val().qpn);
        self.match_3.next = self.p3_valid.q.val() & (self.p3.q.val().qpn == self.p0.q.val().qpn);
        self.p1.d.next.match_1 = self.match_1.val();
        self.p1.d.next.match_2 = self.match_2.val();
        self.p1.d.next.match_3 = self.match_3.val();

        comment!("p1 to p2: the slice behind those that are 2 and 3 ahead, now in p3 and p4; the PSN against what the one just ahead may store");
        self.ahead.next = self.p3.q.val().sure
            | (self.p3.q.val().if_old & !self.p3.q.val().old_far & !self.p3.q.val().old_flight)
            | (self.p3.q.val().if_forwarded & !self.p3.q.val().forwarded_far & !self.p3.q.val().forwarded_flight)
            | (self.p3.q.val().if_ram
                & !(self.p3.q.val().ram_delta.get_bits::<2>(22) | self.p3.q.val().ram_flight).any());
        self.store.next = self.p3.q.val().force | (self.p3.q.val().counts & self.ahead.val());
        self.after_p3.next = self.p3.q.val().old_slice;
        if self.store.val() {
            self.after_p3.next = self.p3.q.val().new_slice;
        }
        self.p2_valid.d.next = self.p1_valid.q.val();
        self.p2.d.next.kind = self.p1.q.val().kind;
        self.p2.d.next.ece = self.p1.q.val().ece;
        self.p2.d.next.n = self.p1.q.val().n;
        self.p2.d.next.qpn = self.p1.q.val().qpn;
        self.p2.d.next.checked = self.p1.q.val().checked;
        self.p2.d.next.counts = self.p1.q.val().counts;
        self.p2.d.next.force = self.p1.q.val().force;
        self.p2.d.next.new_slice = self.p1.q.val().new_slice;
        self.p2.d.next.sent = self.p1.q.val().sent;
        self.p2.d.next.was_sent = self.p1.q.val().was_sent;
        self.p2.d.next.hit_1 = self.p1.q.val().match_1;
        self.p2.d.next.hit = self.p1.q.val().match_1 | self.p1.q.val().match_2 | self.p1.q.val().match_3;
        self.p2.d.next.forwarded = self.p4_slice.q.val();
        if self.p1.q.val().match_2 {
            self.p2.d.next.forwarded = self.p3.q.val().old_slice;
        }
        if self.p1.q.val().match_2 & self.store.val() {
            self.p2.d.next.forwarded = self.p3.q.val().new_slice;
        }

        self.delta_ahead.next = self.p1.q.val().new_slice.psn - self.p2.q.val().new_slice.psn;
        self.flight_ahead.next = self.p1.q.val().sent - self.p2.q.val().new_slice.psn;
        self.p2.d.next.ahead_delta = self.delta_ahead.val();
        self.p2.d.next.ahead_far = self.delta_ahead.val().get_bits::<2>(22).any();
        self.p2.d.next.ahead_flight = self.flight_ahead.val().get_bits::<2>(22).any();

        comment!("p2 to p3: the loop. The newest slice is the RAM's, or else that behind the event just ahead, which is what p3 stores or");
        comment!("what it found, or else the forwarded one. A PSN is stored if the QP is open, the PSN was sent, and is ahead of the last one, both");
        comment!("by less than 2^22. Delta 0 is a duplicate: it confirms 0 packets and is what is stored already");
        self.delta_forwarded.next = self.p2.q.val().new_slice.psn - self.p2.q.val().forwarded.psn;
        self.flight_forwarded.next = self.p2.q.val().sent - self.p2.q.val().forwarded.psn;
        self.delta_old.next = self.p2.q.val().new_slice.psn - self.p3.q.val().old_slice.psn;
        self.flight_old.next = self.p2.q.val().sent - self.p3.q.val().old_slice.psn;
        self.flight_ram.next = self.p2.q.val().sent - self.ram.rdata.val().psn;
        self.hit_delta.next = self.delta_forwarded.val();
        if self.p2.q.val().hit_1 {
            self.hit_delta.next = self.delta_old.val();
        }
        if self.p2.q.val().hit_1 & self.store.val() {
            self.hit_delta.next = self.p2.q.val().ahead_delta;
        }
        self.ahead_may.next = self.p2.q.val().was_sent
            & self.p3.q.val().new_slice.open
            & !self.p2.q.val().ahead_far
            & !self.p2.q.val().ahead_flight;
        self.p3.d.next.ram_delta = self.p2.q.val().new_slice.psn - self.ram.rdata.val().psn;
        self.p3.d.next.ram_flight = self.flight_ram.val().get_bits::<2>(22);
        self.p3.d.next.hit = self.p2.q.val().hit;
        self.p3.d.next.hit_delta = self.hit_delta.val();
        self.p3.d.next.old_slice = self.ram.rdata.val();
        self.p3.d.next.sure = self.p2.q.val().hit_1 & self.store.val() & self.ahead_may.val();
        self.p3.d.next.if_old =
            self.p2.q.val().hit_1 & !self.store.val() & self.p2.q.val().was_sent & self.p3.q.val().old_slice.open;
        self.p3.d.next.old_far = self.delta_old.val().get_bits::<2>(22).any();
        self.p3.d.next.old_flight = self.flight_old.val().get_bits::<2>(22).any();
        self.p3.d.next.if_forwarded =
            self.p2.q.val().hit & !self.p2.q.val().hit_1 & self.p2.q.val().was_sent & self.p2.q.val().forwarded.open;
        self.p3.d.next.forwarded_far = self.delta_forwarded.val().get_bits::<2>(22).any();
        self.p3.d.next.forwarded_flight = self.flight_forwarded.val().get_bits::<2>(22).any();
        self.p3.d.next.if_ram = self.p2.q.val().was_sent & self.ram.rdata.val().open & !self.p2.q.val().hit;
        if self.p2.q.val().hit {
            self.p3.d.next.old_slice = self.p2.q.val().forwarded;
        }
        if self.p2.q.val().hit_1 {
            self.p3.d.next.old_slice = self.p3.q.val().old_slice;
        }
        if self.p2.q.val().hit_1 & self.store.val() {
            self.p3.d.next.old_slice = self.p3.q.val().new_slice;
        }
        self.p3_valid.d.next = self.p2_valid.q.val();
        self.p3.d.next.kind = self.p2.q.val().kind;
        self.p3.d.next.ece = self.p2.q.val().ece;
        self.p3.d.next.n = self.p2.q.val().n;
        self.p3.d.next.qpn = self.p2.q.val().qpn;
        self.p3.d.next.checked = self.p2.q.val().checked;
        self.p3.d.next.counts = self.p2.q.val().counts;
        self.p3.d.next.force = self.p2.q.val().force;
        self.p3.d.next.new_slice = self.p2.q.val().new_slice;

        comment!("p3: write back");
        self.ram.we.next = self.init_we.val() | (self.p3_valid.q.val() & self.store.val());
        self.ram.waddr.next = self.p3.q.val().qpn;
        self.ram.wdata.next = self.p3.q.val().new_slice;
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next.psn = self.reset_psn.val();
            self.ram.wdata.next.open = false;
        }
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.p0_valid.q.val();
        }
        for k in 0..self._ecc {
            comment!("with check bits every event writes its slice back, and so what was corrected of it");
            self.ram.we.next = self.init_we.val() | self.p3_valid.q.val();
            self.ram.wdata.next = self.after_p3.val();
            if self.init_we.val() {
                self.ram.wdata.next.psn = self.reset_psn.val();
                self.ram.wdata.next.open = false;
            }
            self.ecc_in.next = self.ecc_opt[k].val();
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
        self.p4_slice.d.next = self.after_p3.val();

        comment!("p3: an event of a closed QP is dropped; so is an ACK or NAK, unless its PSN is new and was sent, equals the last, or is at most 2^22 behind");
        self.delta.next = self.p3.q.val().ram_delta;
        self.too_many.next = self.p3.q.val().ram_delta.get_bits::<8>(14).any()
            | (self.p3.q.val().ram_delta.get_bits::<14>(0) > self.n_max.val());
        if self.p3.q.val().hit {
            self.delta.next = self.p3.q.val().hit_delta;
            self.too_many.next = self.p3.q.val().hit_delta.get_bits::<8>(14).any()
                | (self.p3.q.val().hit_delta.get_bits::<14>(0) > self.n_max.val());
        }
        self.is_host.next =
            (self.p3.q.val().kind == self.kind_host_write.val()) | (self.p3.q.val().kind == self.kind_host_read.val());
        self.passes.next = !self.p3.q.val().checked
            | self.ahead.val()
            | self.delta.val().get_bits::<2>(22).all()
            | (self.p3.q.val().new_slice.psn == self.p3.q.val().old_slice.psn);
        self.out_valid.next =
            self.p3_valid.q.val() & (self.is_host.val() | (self.p3.q.val().old_slice.open & self.passes.val()));
        self.out_closed.next = self.p3_valid.q.val() & !self.is_host.val() & !self.p3.q.val().old_slice.open;
        self.out_rejected.next = self.p3_valid.q.val() & self.p3.q.val().old_slice.open & !self.passes.val();

        for k in 0..self.out_stores_opt.len() {
            self.out_stores_opt[k].next = self.p3.q.val().counts & self.ahead.val();
        }

        comment!("p3: n: delta, but at most n_max; 0 for an old PSN");
        self.out_kind.next = self.p3.q.val().kind;
        self.out_ece.next = self.p3.q.val().ece;
        self.out_qpn.next = self.p3.q.val().qpn;
        self.out_psn.next = self.p3.q.val().old_slice.psn;
        self.out_open.next = self.p3.q.val().old_slice.open;
        self.out_una.next = self.after_p3.val().psn;
        self.out_n.next = self.p3.q.val().n;
        if self.p3.q.val().counts {
            if !self.ahead.val() {
                self.out_n.next = 0.into();
            } else if self.too_many.val() {
                self.out_n.next = self.n_max.val();
            } else {
                self.out_n.next = self.delta.val().get_bits::<14>(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Sim;
    use layout::timing::PSN_LATENCY;

    struct Ev(Kind, bool, u64, u64, u64); // kind, use_psn, n, psn, qpn

    /// What of an event comes out: n, PSN before it, PSN behind it; or it is rejected, or its QP is closed.
    #[derive(Debug, PartialEq)]
    enum Left {
        Event(u64, u64, u64),
        Rejected,
        Closed,
    }
    use Left::{Closed, Event, Rejected};

    /// Feeds one event a cycle (`None`: a gap); a host write opens the QP with 0xfffff0. snd_max is 100 for every
    /// event.
    fn run(events: &[Option<Ev>]) -> Vec<Left> {
        let _width = QpBits::set(4);
        let mut sim = Sim::new(Psn::new(), |b| &mut b.clock);
        sim.reset(2).unwrap();
        sim.uut.init_we.next = true;
        for addr in 0..16 {
            sim.uut.init_addr.next = addr.into();
            sim.step().unwrap();
        }
        sim.uut.init_we.next = false;
        sim.uut.host_psn.next = 0xff_fff0.into();
        sim.uut.host_open.next = true;
        sim.uut.in_snd_max.next = 100.into();
        let (mut out, mut cycles) = (vec![], vec![]);
        for k in 0..events.len() + PSN_LATENCY as usize {
            let event = events.get(k).and_then(|e| e.as_ref());
            sim.uut.in_valid.next = event.is_some();
            if let Some(Ev(kind, use_psn, n, psn, qpn)) = event {
                sim.uut.in_kind.next = (*kind as u64).into();
                sim.uut.in_use_psn.next = *use_psn;
                sim.uut.in_n.next = (*n).into();
                sim.uut.in_psn.next = (*psn).into();
                sim.uut.in_qpn.next = (*qpn).into();
            }
            sim.settle().unwrap();
            let u = &sim.uut;
            let word = |word: U<24>| word.raw() as u64;
            let found = match (u.out_valid.val(), u.out_rejected.val(), u.out_closed.val()) {
                (false, false, false) => None,
                (true, false, false) => {
                    Some(Event(u.out_n.val().raw() as u64, word(u.out_psn.val()), word(u.out_una.val())))
                }
                (false, true, false) => Some(Rejected),
                (false, false, true) => Some(Closed),
                which => panic!("{which:?}"),
            };
            cycles.push(found.is_some());
            out.extend(found);
            sim.step().unwrap();
        }
        let expected = events.iter().map(Option::is_some);
        assert!(
            cycles.iter().copied().skip(PSN_LATENCY as usize).eq(expected),
            "each leaves after {PSN_LATENCY} cycles"
        );
        out
    }

    fn ack(psn: u64) -> Option<Ev> {
        Some(Ev(Kind::Ack, true, 9, psn, 1))
    }

    fn nak(psn: u64) -> Option<Ev> {
        Some(Ev(Kind::Loss, true, 9, psn, 1))
    }

    fn open() -> Option<Ev> {
        Some(Ev(Kind::HostWrite, false, 5, 0, 1))
    }

    #[test]
    fn acks_of_one_qp_count_right_at_every_distance() {
        for gap in 0..6 {
            let events: Vec<Option<Ev>> =
                [open(), ack(2), ack(5), ack(5), ack(4), ack(99), ack(100), nak(100), nak(101)]
                    .into_iter()
                    .flat_map(|event| std::iter::once(event).chain((0..gap).map(|_| None)))
                    .collect();
            let expected = [
                Event(0, 0, 0xff_fff0),
                Event(18, 0xff_fff0, 2),
                Event(3, 2, 5),
                Event(0, 5, 5),
                Event(0, 5, 5),
                // 94 are more than n_max
                Event(64, 5, 99),
                Rejected,
                Event(0, 99, 99),
                Rejected,
            ];
            assert_eq!(run(&events), expected, "{gap} gaps");
        }
    }

    #[test]
    fn an_ack_of_what_was_not_sent_is_rejected_and_moves_nothing() {
        let forged = [100, 0x7f_ffef, 0x80_0000, 0xbf_ffef].map(ack);
        let events = std::iter::once(open()).chain(forged).chain([ack(0xbf_fff0), ack(3)]);
        let mut expected = vec![Event(0, 0, 0xff_fff0)];
        expected.extend([
            Rejected,
            Rejected,
            Rejected,
            Rejected,
            Event(0, 0xff_fff0, 0xff_fff0),
            Event(19, 0xff_fff0, 3),
        ]);
        assert_eq!(run(&events.collect::<Vec<_>>()), expected);
    }

    #[test]
    fn what_is_no_ack_with_a_psn_stores_nothing() {
        let events = [
            ack(7),
            open(),
            Some(Ev(Kind::Loss, true, 3, 50, 1)),
            Some(Ev(Kind::Loss, false, 3, 0x70_0000, 1)),
            Some(Ev(Kind::Ack, false, 3, 60, 1)),
            Some(Ev(Kind::HostRead, false, 0, 0, 1)),
            Some(Ev(Kind::HostRead, false, 0, 0, 2)),
            Some(Ev(Kind::Cnp, true, 0, 0, 2)),
        ];
        let last = 0xff_fff0;
        let expected = [
            Closed,
            Event(0, 0, last),
            Event(0, last, last),
            Event(0, last, last),
            Event(3, last, last),
            Event(0, last, last),
            Event(0, 0, 0),
            Closed,
        ];
        assert_eq!(run(&events), expected);
    }
}
