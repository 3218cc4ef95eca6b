#![doc = include_str!("../engine.md")]
//!
//! # Why this file
//!
//! It joins the blocks behind the parser and holds the little that belongs to none of them: initialisation, the host port's
//! state, who may enter, and the two queues whose sizes make stalls inside impossible.

#[cfg(test)]
mod tests;

use crate::interval::Interval;
use crate::issue::Issue;
use crate::pawa::Pawa;
use crate::prelude::*;
use crate::psn::Psn;
use layout::record::Kind;
use layout::timing;

/// Address bits of the queues, and of their counts.
const QUEUE: usize = 5;
const QUEUE_COUNT: usize = QUEUE + 1;
const _: () = assert!(timing::EVENT_QUEUE == 1 << QUEUE && timing::UPDATE_QUEUE == 1 << QUEUE);

logic_struct! {
    /// What waits in the event queue.
    pub struct Event<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        pub n: U<14>,
        pub qpn: U<Q>,
    }
    /// What waits in the update queue.
    pub struct Update<const Q: usize> {
        pub kind: U<3>,
        pub qpn: U<Q>,
        pub cw: U<42>,
        pub interval: U<32>,
        pub flags: U<4>,
    }
    /// A host operation's data, held while it is under way.
    pub struct Host {
        pub cw: U<42>,
        pub rtt: U<24>,
        pub alg: Bit,
        pub psn: U<24>,
        pub psn_valid: Bit,
    }
    /// The PSN slice that a host operation found.
    pub struct FoundPsn {
        pub psn: U<24>,
        pub valid: Bit,
    }
}

/// Events in, updates out, for 2^Q queue pairs and W waiting slots.
#[derive(LogicBlock)]
pub struct Engine<const Q: usize, const W: usize> {
    pub clock: Signal<In, ClkRst>,
    pub cfg_alpha: Signal<In, U<17>>,
    pub cfg_beta: Signal<In, U<17>>,
    pub cfg_gamma: Signal<In, U<17>>,
    pub cfg_eta: Signal<In, U<16>>,
    pub cfg_cw_max: Signal<In, U<42>>,
    pub pkt_valid: Signal<In, Bit>,
    pub pkt_kind: Signal<In, U<3>>,
    pub pkt_ece: Signal<In, Bit>,
    pub pkt_psn: Signal<In, U<24>>,
    pub pkt_qpn: Signal<In, U<Q>>,
    pub room: Signal<Out, Bit>,
    pub s_event_valid: Signal<In, Bit>,
    pub s_event_ready: Signal<Out, Bit>,
    pub s_event_kind: Signal<In, U<3>>,
    pub s_event_ece: Signal<In, Bit>,
    pub s_event_use_psn: Signal<In, Bit>,
    pub s_event_n: Signal<In, U<14>>,
    pub s_event_psn: Signal<In, U<24>>,
    pub s_event_qpn: Signal<In, U<Q>>,
    pub host_valid: Signal<In, Bit>,
    pub host_ready: Signal<Out, Bit>,
    pub host_write: Signal<In, Bit>,
    pub host_qpn: Signal<In, U<Q>>,
    pub host_cw: Signal<In, U<42>>,
    pub host_rtt: Signal<In, U<24>>,
    pub host_alg: Signal<In, Bit>,
    pub host_psn: Signal<In, U<24>>,
    pub host_psn_valid: Signal<In, Bit>,
    pub host_done: Signal<Out, Bit>,
    pub host_rcw: Signal<Out, U<42>>,
    pub host_rrtt: Signal<Out, U<24>>,
    pub host_ralg: Signal<Out, Bit>,
    pub host_rpsn: Signal<Out, U<24>>,
    pub host_rpsn_valid: Signal<Out, Bit>,
    pub upd_valid: Signal<Out, Bit>,
    pub upd_ready: Signal<In, Bit>,
    pub upd_kind: Signal<Out, U<3>>,
    pub upd_qpn: Signal<Out, U<Q>>,
    pub upd_cw: Signal<Out, U<42>>,
    pub upd_interval: Signal<Out, U<32>>,
    pub upd_flags: Signal<Out, U<4>>,
    pub init_done: Signal<Out, Bit>,

    psn: Psn<Q>,
    event_queue: Fifo<Event<Q>, QUEUE, QUEUE_COUNT>,
    issue: Issue<Q, W>,
    pawa: Pawa<Q>,
    interval: Interval<Q>,
    update_queue: Fifo<Update<Q>, QUEUE, QUEUE_COUNT>,

    init_addr: Reg<U<Q>>,
    initialised: Reg<Bit>,
    room_now: Reg<Bit>,
    busy: Reg<Bit>,
    held: DReg<Host>,
    found_psn: DReg<FoundPsn>,

    room_next: Signal<Local, Bit>,
    host_may: Signal<Local, Bit>,
    s_event_may: Signal<Local, Bit>,
    host_taken: Signal<Local, Bit>,
    s_event_taken: Signal<Local, Bit>,
    psn_out_is_host: Signal<Local, Bit>,
    pawa_out_is_host: Signal<Local, Bit>,

    kind_loss: Constant<U<3>>,
    kind_host_write: Constant<U<3>>,
    kind_host_read: Constant<U<3>>,
    room_events: Constant<U<QUEUE_COUNT>>,
}

impl<const Q: usize, const W: usize> Engine<Q, W> {
    /// With `merge`, waiting ACKs of one QP with the same ECE become one.
    pub fn new(merge: bool) -> Self {
        let kind = |k: Kind| Constant::new((k as u64).into());
        Self {
            clock: Default::default(),
            cfg_alpha: Default::default(),
            cfg_beta: Default::default(),
            cfg_gamma: Default::default(),
            cfg_eta: Default::default(),
            cfg_cw_max: Default::default(),
            pkt_valid: Default::default(),
            pkt_kind: Default::default(),
            pkt_ece: Default::default(),
            pkt_psn: Default::default(),
            pkt_qpn: Default::default(),
            room: Default::default(),
            s_event_valid: Default::default(),
            s_event_ready: Default::default(),
            s_event_kind: Default::default(),
            s_event_ece: Default::default(),
            s_event_use_psn: Default::default(),
            s_event_n: Default::default(),
            s_event_psn: Default::default(),
            s_event_qpn: Default::default(),
            host_valid: Default::default(),
            host_ready: Default::default(),
            host_write: Default::default(),
            host_qpn: Default::default(),
            host_cw: Default::default(),
            host_rtt: Default::default(),
            host_alg: Default::default(),
            host_psn: Default::default(),
            host_psn_valid: Default::default(),
            host_done: Default::default(),
            host_rcw: Default::default(),
            host_rrtt: Default::default(),
            host_ralg: Default::default(),
            host_rpsn: Default::default(),
            host_rpsn_valid: Default::default(),
            upd_valid: Default::default(),
            upd_ready: Default::default(),
            upd_kind: Default::default(),
            upd_qpn: Default::default(),
            upd_cw: Default::default(),
            upd_interval: Default::default(),
            upd_flags: Default::default(),
            init_done: Default::default(),
            psn: Psn::new(),
            event_queue: Default::default(),
            issue: Issue::new(merge),
            pawa: Pawa::new(),
            interval: Interval::new(),
            update_queue: Default::default(),
            init_addr: Default::default(),
            initialised: Default::default(),
            room_now: Default::default(),
            busy: Default::default(),
            held: Default::default(),
            found_psn: Default::default(),
            room_next: Default::default(),
            host_may: Default::default(),
            s_event_may: Default::default(),
            host_taken: Default::default(),
            s_event_taken: Default::default(),
            psn_out_is_host: Default::default(),
            pawa_out_is_host: Default::default(),
            kind_loss: kind(Kind::Loss),
            kind_host_write: kind(Kind::HostWrite),
            kind_host_read: kind(Kind::HostRead),
            room_events: Constant::new(u64::from(timing::EVENT_QUEUE_ROOM).into()),
        }
    }
}

impl<const Q: usize, const W: usize> Logic for Engine<Q, W> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module engine");
        comment!("@doc The congestion-control engine: events and host operations in, window updates out, in the order of issue.");
        comment!("@port cfg_alpha additive increase, packets, U1.16");
        comment!("@port cfg_beta decrease per marked packet, packets, U1.16");
        comment!("@port cfg_gamma step below one packet, and the smallest window, packets, U1.16");
        comment!("@port cfg_eta decrease factor below one packet, U0.16");
        comment!("@port cfg_cw_max largest window, packets, U14.28");
        comment!("@port pkt_valid an event of the parser; cannot be held back");
        comment!("@port pkt_kind 0 ack, 1 loss, 3 cnp");
        comment!("@port pkt_ece ECN-Echo of an ack");
        comment!("@port pkt_psn PSN of the ack");
        comment!("@port pkt_qpn index of the QP");
        comment!("@port room the parser may take beats");
        comment!("@port s_event_valid events of another parser");
        comment!("@port s_event_ready the event is taken, if valid");
        comment!("@port s_event_kind 0 ack, 1 loss, 2 rtt, 3 cnp; 4 to 7 are taken as loss");
        comment!("@port s_event_ece ECN-Echo of an ack");
        comment!("@port s_event_use_psn n comes from s_event_psn, not from s_event_n");
        comment!("@port s_event_n packets");
        comment!("@port s_event_psn PSN of the ack");
        comment!("@port s_event_qpn index of the QP");
        comment!("@port host_valid context access");
        comment!("@port host_ready the operation is taken, if valid");
        comment!("@port host_write 1 writes the QP's context, 0 reads it");
        comment!("@port host_qpn index of the QP");
        comment!("@port host_cw window, packets, U14.28");
        comment!("@port host_rtt round-trip time, ns");
        comment!("@port host_alg 0 ldcp, 1 ldcp-pcc");
        comment!("@port host_psn last PSN acknowledged");
        comment!("@port host_psn_valid a PSN has been acknowledged");
        comment!("@port host_done one pulse: the operation is complete");
        comment!("@port host_rcw with host_done of a read: the context");
        comment!("@port host_rrtt round-trip time, ns");
        comment!("@port host_ralg 0 ldcp, 1 ldcp-pcc");
        comment!("@port host_rpsn last PSN acknowledged");
        comment!("@port host_rpsn_valid a PSN has been acknowledged");
        comment!("@port upd_valid an update");
        comment!("@port upd_ready the update is taken, if valid");
        comment!("@port upd_kind 0 ack, 1 loss, 2 rtt, 3 cnp");
        comment!("@port upd_qpn index of the QP");
        comment!("@port upd_cw new window, packets, U14.28");
        comment!("@port upd_interval time between packets while the window is below one, ns; else 0");
        comment!("@port upd_flags bit 0 paced, 1 floor, 2 sat, 3 ignored");
        comment!("@port init_done the contexts are initialised");
        clock!(self, clock, psn, event_queue, issue, pawa, interval, update_queue);
        clock!(self, clock, init_addr, initialised, room_now, busy, held, found_psn);

        comment!("initialisation: one context a cycle");
        self.init_addr.d.next = self.init_addr.q.val();
        if !self.initialised.q.val() {
            self.init_addr.d.next = self.init_addr.q.val() + 1;
        }
        self.initialised.d.next = self.initialised.q.val() | self.init_addr.q.val().all();
        self.init_done.next = self.initialised.q.val();
        self.psn.init_we.next = !self.initialised.q.val();
        self.psn.init_addr.next = self.init_addr.q.val();
        self.pawa.init_we.next = !self.initialised.q.val();
        self.pawa.init_addr.next = self.init_addr.q.val();

        comment!("room: what is left of the event queue takes what the parser and the PSN slice still hold");
        self.room_next.next = self.initialised.q.val() & (self.event_queue.count.val() < self.room_events.val());
        self.room_now.d.next = self.room_next.val();
        self.room.next = self.room_now.q.val();

        comment!("select: the parser's event, else the host's operation, else s_event");
        self.host_may.next = self.room_now.q.val() & !self.pkt_valid.val() & !self.busy.q.val();
        self.s_event_may.next =
            self.room_now.q.val() & !self.pkt_valid.val() & !(self.host_valid.val() & !self.busy.q.val());
        self.host_taken.next = self.host_may.val() & self.host_valid.val();
        self.s_event_taken.next = self.s_event_may.val() & self.s_event_valid.val();
        self.host_ready.next = self.host_may.val();
        self.s_event_ready.next = self.s_event_may.val();
        self.psn.in_valid.next = self.pkt_valid.val() | self.host_taken.val() | self.s_event_taken.val();
        self.psn.in_kind.next = self.s_event_kind.val();
        self.psn.in_ece.next = self.s_event_ece.val();
        self.psn.in_use_psn.next = self.s_event_use_psn.val();
        self.psn.in_n.next = self.s_event_n.val();
        self.psn.in_psn.next = self.s_event_psn.val();
        self.psn.in_qpn.next = self.s_event_qpn.val();
        if self.s_event_kind.val().get_bit(2) {
            self.psn.in_kind.next = self.kind_loss.val();
        }
        if self.host_taken.val() {
            self.psn.in_kind.next = self.kind_host_read.val();
            if self.host_write.val() {
                self.psn.in_kind.next = self.kind_host_write.val();
            }
            self.psn.in_ece.next = false;
            self.psn.in_use_psn.next = false;
            self.psn.in_n.next = 0.into();
            self.psn.in_psn.next = 0.into();
            self.psn.in_qpn.next = self.host_qpn.val();
        }
        if self.pkt_valid.val() {
            self.psn.in_kind.next = self.pkt_kind.val();
            self.psn.in_ece.next = self.pkt_ece.val();
            self.psn.in_use_psn.next = true;
            self.psn.in_n.next = 0.into();
            self.psn.in_psn.next = self.pkt_psn.val();
            self.psn.in_qpn.next = self.pkt_qpn.val();
        }

        comment!("the host's operation: one at a time, its data held until it is complete");
        self.held.d.next = self.held.q.val();
        if self.host_taken.val() {
            self.held.d.next.cw = self.host_cw.val();
            self.held.d.next.rtt = self.host_rtt.val();
            self.held.d.next.alg = self.host_alg.val();
            self.held.d.next.psn = self.host_psn.val();
            self.held.d.next.psn_valid = self.host_psn_valid.val();
        }
        self.psn.host_psn.next = self.held.q.val().psn;
        self.psn.host_psn_valid.next = self.held.q.val().psn_valid;
        self.pawa.host_cw.next = self.held.q.val().cw;
        self.pawa.host_rtt.next = self.held.q.val().rtt;
        self.pawa.host_alg.next = self.held.q.val().alg;

        comment!("events with their n wait for their turn");
        self.event_queue.in_valid.next = self.psn.out_valid.val();
        self.event_queue.in_data.next.kind = self.psn.out_kind.val();
        self.event_queue.in_data.next.ece = self.psn.out_ece.val();
        self.event_queue.in_data.next.n = self.psn.out_n.val();
        self.event_queue.in_data.next.qpn = self.psn.out_qpn.val();
        self.event_queue.out_ready.next = self.issue.in_ready.val();
        self.issue.in_valid.next = self.event_queue.out_valid.val();
        self.issue.in_kind.next = self.event_queue.out_data.val().kind;
        self.issue.in_ece.next = self.event_queue.out_data.val().ece;
        self.issue.in_n.next = self.event_queue.out_data.val().n;
        self.issue.in_qpn.next = self.event_queue.out_data.val().qpn;

        comment!("what the host finds: the PSN on the way in, the rest when PAWA is done");
        self.psn_out_is_host.next = (self.psn.out_kind.val() == self.kind_host_write.val())
            | (self.psn.out_kind.val() == self.kind_host_read.val());
        self.found_psn.d.next = self.found_psn.q.val();
        if self.psn.out_valid.val() & self.psn_out_is_host.val() {
            self.found_psn.d.next.psn = self.psn.out_psn.val();
            self.found_psn.d.next.valid = self.psn.out_psn_valid.val();
        }
        self.pawa_out_is_host.next = (self.pawa.out_kind.val() == self.kind_host_write.val())
            | (self.pawa.out_kind.val() == self.kind_host_read.val());
        self.busy.d.next =
            self.host_taken.val() | (self.busy.q.val() & !(self.pawa.out_valid.val() & self.pawa_out_is_host.val()));
        self.host_done.next = self.pawa.out_valid.val() & self.pawa_out_is_host.val();
        self.host_rcw.next = self.pawa.out_cw.val();
        self.host_rrtt.next = self.pawa.out_rtt.val();
        self.host_ralg.next = self.pawa.out_alg.val();
        self.host_rpsn.next = self.found_psn.q.val().psn;
        self.host_rpsn_valid.next = self.found_psn.q.val().valid;

        comment!("issue to PAWA");
        self.pawa.cfg_alpha.next = self.cfg_alpha.val();
        self.pawa.cfg_beta.next = self.cfg_beta.val();
        self.pawa.cfg_gamma.next = self.cfg_gamma.val();
        self.pawa.cfg_eta.next = self.cfg_eta.val();
        self.pawa.cfg_cw_max.next = self.cfg_cw_max.val();
        self.pawa.in_valid.next = self.issue.out_valid.val();
        self.pawa.in_kind.next = self.issue.out_kind.val();
        self.pawa.in_ece.next = self.issue.out_ece.val();
        self.pawa.in_n.next = self.issue.out_n.val();
        self.pawa.in_qpn.next = self.issue.out_qpn.val();

        comment!("PAWA to interval, but for the host's");
        self.interval.in_valid.next = self.pawa.out_valid.val() & !self.pawa_out_is_host.val();
        self.interval.in_kind.next = self.pawa.out_kind.val();
        self.interval.in_qpn.next = self.pawa.out_qpn.val();
        self.interval.in_cw.next = self.pawa.out_cw.val();
        self.interval.in_rtt.next = self.pawa.out_rtt.val();
        self.interval.in_flags.next = self.pawa.out_flags.val();

        comment!("updates wait to be taken; each one taken lets an event issue");
        self.update_queue.in_valid.next = self.interval.out_valid.val();
        self.update_queue.in_data.next.kind = self.interval.out_kind.val();
        self.update_queue.in_data.next.qpn = self.interval.out_qpn.val();
        self.update_queue.in_data.next.cw = self.interval.out_cw.val();
        self.update_queue.in_data.next.interval = self.interval.out_interval.val();
        self.update_queue.in_data.next.flags = self.interval.out_flags.val();
        self.update_queue.out_ready.next = self.upd_ready.val();
        self.upd_valid.next = self.update_queue.out_valid.val();
        self.upd_kind.next = self.update_queue.out_data.val().kind;
        self.upd_qpn.next = self.update_queue.out_data.val().qpn;
        self.upd_cw.next = self.update_queue.out_data.val().cw;
        self.upd_interval.next = self.update_queue.out_data.val().interval;
        self.upd_flags.next = self.update_queue.out_data.val().flags;
        self.issue.credit_return.next = self.update_queue.out_valid.val() & self.upd_ready.val();
    }
}
