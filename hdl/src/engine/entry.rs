//! Who may enter the engine, and its initialisation.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::Arrival;
use crate::scrub::Scrubs;
use layout::record::Kind;
use layout::timing::{ENTRY_HELD, ENTRY_PATIENCE};

// the counters' upper bit says that it is over
const _: () = assert!(ENTRY_PATIENCE == 1 << 5 && ENTRY_HELD == 1 << 5);

/// Chooses among the parser, the host port and `s_event`, while there is room; sweeps the contexts after reset.
#[derive(LogicBlock)]
pub struct Entry {
    pub clock: Signal<In, ClkRst>,
    /// Events in the event queue.
    pub waiting: Signal<In, U<8>>,
    pub pkt_valid: Signal<In, Bit>,
    pub pkt_kind: Signal<In, KindCode>,
    pub pkt_ece: Signal<In, Bit>,
    pub pkt_psn: Signal<In, PsnWord>,
    pub pkt_qpn: Signal<In, Qpn>,
    pub s_event_valid: Signal<In, Bit>,
    pub s_event: Signal<In, Arrival>,
    pub tx_valid: Signal<In, Bit>,
    pub host_valid: Signal<In, Bit>,
    pub host_write: Signal<In, Bit>,
    pub host_parts: Signal<In, U<10>>,
    pub host_qpn: Signal<In, Qpn>,
    /// The host operation under way is at its end.
    pub host_ends: Signal<In, Bit>,
    pub room: Signal<Out, Bit>,
    pub s_event_ready: Signal<Out, Bit>,
    pub host_ready: Signal<Out, Bit>,
    pub host_taken: Signal<Out, Bit>,
    pub init_we: Signal<Out, Bit>,
    pub init_addr: Signal<Out, Qpn>,
    pub out_valid: Signal<Out, Bit>,
    pub out: Signal<Out, Arrival>,
    /// It writes the QP's choice.
    pub out_chooses: Signal<Out, Bit>,
    /// It writes the QP's PSN, and with it what was sent.
    pub out_stores: Signal<Out, Bit>,
    /// An operation is under way.
    pub under_way: Signal<Out, Bit>,
    pub scrub_opt: Vec<Signal<In, Scrubs>>,
    pub scrub_taken_opt: Vec<Signal<Out, Bit>>,
    pub lower_opt: Vec<Signal<In, Scrubs>>,
    pub lower_ready_opt: Vec<Signal<Out, Bit>>,

    addr: Reg<Qpn>,
    initialised: Reg<Bit>,
    /// There is room behind.
    open: Reg<Bit>,
    room_now: Reg<Bit>,
    busy: Reg<Bit>,
    /// In the cycle before the host waited, a report of the NIC held the host, `s_event` waited.
    host_held: Reg<Bit>,
    host_reported: Reg<Bit>,
    s_event_held: Reg<Bit>,
    /// Cycles for which the host and `s_event` have waited; with the upper bit they hold the packets off.
    host_waited: Reg<U<6>>,
    held_for: Reg<U<5>>,
    s_event_waited: Reg<U<6>>,

    reported: Signal<Local, Bit>,
    host_asks: Signal<Local, Bit>,
    host_may: Signal<Local, Bit>,
    s_event_may: Signal<Local, Bit>,
    host_comes: Signal<Local, Bit>,
    host_goes: Signal<Local, Bit>,
    scrubs: Signal<Local, Scrubs>,
    scrub_goes: Signal<Local, Bit>,
    lowers: Signal<Local, Scrubs>,
    lower_may: Signal<Local, Bit>,
    lower_goes: Signal<Local, Bit>,

    kind_loss: Constant<KindCode>,
    kind_data: Constant<KindCode>,
    kind_host_write: Constant<KindCode>,
    kind_host_read: Constant<KindCode>,
    room_at: Constant<U<8>>,
    _ecc: usize,
    _fcr: usize,
}

impl Entry {
    /// With room while fewer than `room_at` events wait; with a scrubber, or FCR's lowering, if so.
    pub fn new(room_at: u32, ecc: bool, fcr: bool) -> Self {
        let kind = |k: Kind| Constant::new((k as u64).into());
        Self {
            clock: Default::default(),
            waiting: Default::default(),
            pkt_valid: Default::default(),
            pkt_kind: Default::default(),
            pkt_ece: Default::default(),
            pkt_psn: Default::default(),
            pkt_qpn: Default::default(),
            s_event_valid: Default::default(),
            s_event: Default::default(),
            tx_valid: Default::default(),
            host_valid: Default::default(),
            host_write: Default::default(),
            host_parts: Default::default(),
            host_qpn: Default::default(),
            host_ends: Default::default(),
            room: Default::default(),
            s_event_ready: Default::default(),
            host_ready: Default::default(),
            host_taken: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            out_valid: Default::default(),
            out: Default::default(),
            out_chooses: Default::default(),
            out_stores: Default::default(),
            under_way: Default::default(),
            scrub_opt: option(ecc),
            scrub_taken_opt: option(ecc),
            lower_opt: option(fcr),
            lower_ready_opt: option(fcr),
            addr: Default::default(),
            initialised: Default::default(),
            open: Default::default(),
            room_now: Default::default(),
            busy: Default::default(),
            host_held: Default::default(),
            host_reported: Default::default(),
            s_event_held: Default::default(),
            host_waited: Default::default(),
            held_for: Default::default(),
            s_event_waited: Default::default(),
            reported: Default::default(),
            host_asks: Default::default(),
            host_may: Default::default(),
            s_event_may: Default::default(),
            host_comes: Default::default(),
            host_goes: Default::default(),
            scrubs: Default::default(),
            scrub_goes: Default::default(),
            lowers: Default::default(),
            lower_may: Default::default(),
            lower_goes: Default::default(),
            kind_loss: kind(Kind::Loss),
            kind_data: kind(Kind::Data),
            kind_host_write: kind(Kind::HostWrite),
            kind_host_read: kind(Kind::HostRead),
            room_at: Constant::new(u64::from(room_at).into()),
            _ecc: ecc.into(),
            _fcr: fcr.into(),
        }
    }
}

impl Logic for Entry {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module entry");
        comment!("@doc Who may enter the engine: the parser's event, else the host's operation, else s_event. Sweeps the contexts after reset.");
        comment!("@port waiting events in the event queue");
        comment!("@port pkt_valid an event of the parser; cannot be held back");
        comment!("@port pkt_kind 0 ack, 1 loss, 3 cnp, 6 data");
        comment!("@port pkt_ece ECN-Echo of an ack");
        comment!("@port pkt_psn PSN of the ack, nak or data");
        comment!("@port pkt_qpn index of the QP");
        comment!("@port s_event_valid events of another parser");
        comment!("@port s_event_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data; 4, 5 and 7 are taken as loss");
        comment!("@port s_event_use_psn n of an ack comes from s_event_psn, not from s_event_n");
        comment!("@port s_event_n packets that an ack confirms, where s_event_use_psn is 0; other kinds have none");
        comment!("@port tx_valid the NIC has sent; what opens or closes a QP enters in another cycle");
        comment!("@port host_valid an operation on a QP's context; one at a time");
        comment!("@port host_write 1 writes parts of the QP's context, 0 reads it");
        comment!("@port host_parts what a write replaces: bit 0 alg and set, 1 psn and open, @parts");
        comment!("@port host_qpn index of the QP");
        comment!("@port host_ends the host operation under way is at its end");
        comment!("@port room the parser may take beats");
        comment!("@port s_event_ready the event is taken, if valid; falls with host_valid in the same cycle");
        comment!("@port host_ready it is taken, if valid; 0 while one is under way, and in cycles with an event of the parser, or with tx_valid if it writes the PSN");
        comment!("@port host_taken a host operation enters in this cycle");
        comment!("@port init_we the contexts are being initialised: init_addr's in this cycle");
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port out_valid something enters");
        comment!(
            "@port out_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write of the PSN, 5 any other host operation, 6 data"
        );
        comment!("@port out_n packets that an ack confirms, where out_use_psn is 0");
        comment!("@port out_chooses it is a host write of the QP's choice");
        comment!("@port out_stores it is a host write of the QP's PSN");
        comment!("@port under_way a host operation is under way");
        for _k in 0..self._ecc {
            comment!("@port scrub_due a context is to be read, and written back");
            comment!("@port scrub_qpn index of its QP");
            comment!("@port scrub_taken it enters in this cycle, as a host operation would; the host goes before it");
        }
        for _k in 0..self._fcr {
            comment!("@port lower_due a QP's own value is to be lowered");
            comment!("@port lower_qpn index of its QP");
            comment!("@port lower_ready that enters in this cycle, if due, as a host operation would; the host goes before it");
        }
        comment!("@constant room_at waiting events, from which the parser is held back");
        clock!(self, clock, addr, initialised, open, room_now, busy, host_waited, held_for, s_event_waited);
        clock!(self, clock, host_held, host_reported, s_event_held);

        comment!("initialisation: one context a cycle");
        self.addr.d.next = self.addr.q.val();
        if !self.initialised.q.val() {
            self.addr.d.next = self.addr.q.val() + 1;
        }
        self.initialised.d.next = self.initialised.q.val() | self.addr.q.val().all();
        self.init_we.next = !self.initialised.q.val();
        self.init_addr.next = self.addr.q.val();

        comment!("room: of the event queue's places those from ROOM_AT on are for what is under way: in the parser, sent and the PSN slice");
        self.open.d.next = self.initialised.q.val() & (self.waiting.val() < self.room_at.val());
        comment!("none for packets while the host or s_event has waited long enough: what the parser holds comes, then they enter");
        self.room_now.d.next = self.initialised.q.val()
            & (self.waiting.val() < self.room_at.val())
            & !self.host_waited.q.val().get_bit(5)
            & !self.s_event_waited.q.val().get_bit(5);
        self.room.next = self.room_now.q.val();

        comment!("select; one operation of the host at a time, which needs no room in the queue. What it writes of snd_nxt takes the NIC's");
        comment!("place there, so that it enters in a cycle without a report of the NIC");
        self.reported.next =
            self.tx_valid.val() & self.host_valid.val() & self.host_write.val() & self.host_parts.val().get_bit(1);
        self.host_asks.next =
            self.initialised.q.val() & self.host_valid.val() & !self.busy.q.val() & !self.reported.val();
        self.host_may.next =
            self.initialised.q.val() & !self.pkt_valid.val() & !self.busy.q.val() & !self.reported.val();
        self.host_comes.next =
            self.initialised.q.val() & self.host_valid.val() & !self.busy.q.val() & !self.reported.val();
        self.host_goes.next = self.host_comes.val() & !self.pkt_valid.val();
        for k in 0..self._ecc {
            comment!("the scrubber, as the host, but behind it");
            self.scrubs.next = self.scrub_opt[k].val();
            self.scrub_goes.next = self.host_may.val() & !self.host_valid.val() & self.scrubs.val().due;
            self.host_asks.next = self.initialised.q.val()
                & (self.host_valid.val() | self.scrubs.val().due)
                & !self.busy.q.val()
                & !self.reported.val();
        }
        for k in 0..self._fcr {
            comment!("FCR's lowering, as the host, but behind it");
            self.lowers.next = self.lower_opt[k].val();
            self.lower_may.next = self.host_may.val() & !self.host_valid.val();
            self.lower_goes.next = self.lower_may.val() & self.lowers.val().due;
            self.host_asks.next = self.initialised.q.val()
                & (self.host_valid.val() | self.lowers.val().due)
                & !self.busy.q.val()
                & !self.reported.val();
            for _j in 0..self._ecc {
                comment!("and before the scrubber");
                self.scrub_goes.next = self.lower_may.val() & !self.lowers.val().due & self.scrubs.val().due;
                self.host_asks.next = self.initialised.q.val()
                    & (self.host_valid.val() | self.lowers.val().due | self.scrubs.val().due)
                    & !self.busy.q.val()
                    & !self.reported.val();
            }
            self.lower_ready_opt[k].next = self.lower_may.val();
        }
        for k in 0..self._ecc {
            self.scrub_taken_opt[k].next = self.scrub_goes.val();
        }
        self.s_event_may.next = self.open.q.val() & !self.pkt_valid.val() & !self.host_asks.val();
        self.host_ready.next = self.host_may.val();
        self.host_taken.next = self.host_goes.val();
        self.s_event_ready.next = self.s_event_may.val();
        self.under_way.next = self.busy.q.val();

        comment!("how long each has waited, until the cycle before");
        self.host_held.d.next = self.host_asks.val() & !self.host_may.val();
        self.host_reported.d.next = self.initialised.q.val() & self.reported.val() & !self.busy.q.val();
        self.s_event_held.d.next = self.initialised.q.val() & self.s_event_valid.val() & !self.s_event_may.val();
        self.host_waited.d.next = 0.into();
        self.held_for.d.next = 0.into();
        if self.host_reported.q.val() {
            comment!("a report holds it: such a cycle does not count. After 32 of them without room it waits anew, and packets come meanwhile");
            self.host_waited.d.next = self.host_waited.q.val();
            if self.host_waited.q.val().get_bit(5) {
                self.held_for.d.next = self.held_for.q.val() + 1;
                if self.held_for.q.val().all() {
                    self.host_waited.d.next = 0.into();
                }
            }
        }
        if self.host_held.q.val() {
            self.host_waited.d.next = self.host_waited.q.val();
            self.held_for.d.next = self.held_for.q.val();
            if !self.host_waited.q.val().get_bit(5) {
                self.host_waited.d.next = self.host_waited.q.val() + 1;
            }
        }
        self.s_event_waited.d.next = 0.into();
        if self.s_event_held.q.val() {
            self.s_event_waited.d.next = self.s_event_waited.q.val();
            if !self.s_event_waited.q.val().get_bit(5) {
                self.s_event_waited.d.next = self.s_event_waited.q.val() + 1;
            }
        }

        comment!("what enters");
        self.busy.d.next = self.host_goes.val() | (self.busy.q.val() & !self.host_ends.val());
        self.out_valid.next =
            self.pkt_valid.val() | self.host_asks.val() | (self.open.q.val() & self.s_event_valid.val());
        self.out.next = self.s_event.val();
        if self.s_event.val().kind.get_bit(2) & (self.s_event.val().kind != self.kind_data.val()) {
            self.out.next.kind = self.kind_loss.val();
        }
        self.out_chooses.next = false;
        self.out_stores.next = false;
        for _k in 0..self._ecc {
            self.busy.d.next =
                self.host_goes.val() | self.scrub_goes.val() | (self.busy.q.val() & !self.host_ends.val());
            if self.scrub_goes.val() {
                self.out.next.kind = self.kind_host_read.val();
                self.out.next.ece = false;
                self.out.next.use_psn = false;
                self.out.next.n = 0.into();
                self.out.next.psn = 0.into();
                self.out.next.qpn = self.scrubs.val().qpn;
            }
        }
        for _k in 0..self._fcr {
            self.busy.d.next =
                self.host_goes.val() | self.lower_goes.val() | (self.busy.q.val() & !self.host_ends.val());
            for _j in 0..self._ecc {
                self.busy.d.next = self.host_goes.val()
                    | self.lower_goes.val()
                    | self.scrub_goes.val()
                    | (self.busy.q.val() & !self.host_ends.val());
            }
            if self.lower_goes.val() {
                self.out.next.kind = self.kind_host_read.val();
                self.out.next.ece = false;
                self.out.next.use_psn = false;
                self.out.next.n = 0.into();
                self.out.next.psn = 0.into();
                self.out.next.qpn = self.lowers.val().qpn;
            }
        }
        if self.host_goes.val() {
            self.out_stores.next = self.host_write.val() & self.host_parts.val().get_bit(1);
            self.out_chooses.next = self.host_write.val() & self.host_parts.val().get_bit(0);
        }
        if self.host_comes.val() {
            comment!(
                "to the PSN slice an operation that does not write it is a read; an event of the parser goes before it"
            );
            self.out.next.kind = self.kind_host_read.val();
            if self.host_write.val() & self.host_parts.val().get_bit(1) {
                self.out.next.kind = self.kind_host_write.val();
            }
            self.out.next.ece = false;
            self.out.next.use_psn = false;
            self.out.next.n = 0.into();
            self.out.next.psn = 0.into();
            self.out.next.qpn = self.host_qpn.val();
        }
        if self.pkt_valid.val() {
            self.out.next.kind = self.pkt_kind.val();
            self.out.next.ece = self.pkt_ece.val();
            self.out.next.use_psn = true;
            self.out.next.n = 0.into();
            self.out.next.psn = self.pkt_psn.val();
            self.out.next.qpn = self.pkt_qpn.val();
        }
    }
}
