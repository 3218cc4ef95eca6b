#![doc = include_str!("sender.md")]
//!
//! # Why this file
//!
//! An engine says an update a cycle, the shaper takes one in four, and each counts in units of its own. Here the one
//! goes into the other: what waits meanwhile is `latest`'s, what a QP's end means for it is this file's.

use crate::latest::Latest;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::AllowedRate;
use crate::shaper::{Cfg, Shaper};
use layout::record::Algorithm;
use layout::shaper::Unit;

logic_struct! {
    /// An opening or a closing that waits.
    pub struct Opening {
        pub close: Bit,
        pub qpn: Qpn,
        pub class: U<3>,
        pub first_psn: PsnWord,
        pub bypass: Bit,
        pub iw: PacketCount,
        pub unit: U<2>,
        pub window: WindowWord,
        pub pace: PaceWord,
    }
}

/// Updates of an engine in, grants out.
#[derive(LogicBlock)]
pub struct Sender {
    pub clock: Signal<In, ClkRst>,
    pub now: Signal<In, U<32>>,
    pub pfc_pause: Signal<In, U<8>>,
    pub cfg: Signal<In, Cfg>,
    pub s_req_valid: Signal<In, Bit>,
    pub s_req_ready: Signal<Out, Bit>,
    pub s_req_qpn: Signal<In, Qpn>,
    pub s_req_class: Signal<In, U<3>>,
    pub s_req_backlog: Signal<In, U<28>>,
    pub s_req_bytes_to_end: Signal<In, U<28>>,
    pub s_sent_valid: Signal<In, Bit>,
    pub s_sent_ready: Signal<Out, Bit>,
    pub s_sent_qpn: Signal<In, Qpn>,
    pub s_sent_tag: Signal<In, U<8>>,
    pub s_sent_psn_next: Signal<In, U<24>>,
    pub s_sent_bytes: Signal<In, U<28>>,
    pub s_sent_empty: Signal<In, Bit>,
    pub s_sent_rewind: Signal<In, Bit>,
    pub s_upd_valid: Signal<In, Bit>,
    pub s_upd_kind: Signal<In, KindCode>,
    pub s_upd_qpn: Signal<In, Qpn>,
    pub s_upd_alg: Signal<In, AlgCode>,
    pub s_upd_window: Signal<In, WindowWord>,
    pub s_upd_pace: Signal<In, PaceWord>,
    pub s_upd_flags: Signal<In, UpdateFlags>,
    pub s_upd_una_psn: Signal<In, PsnWord>,
    pub s_upd_opt: Vec<Signal<In, AllowedRate>>,
    pub s_open_valid: Signal<In, Bit>,
    pub s_open_ready: Signal<Out, Bit>,
    pub s_open_close: Signal<In, Bit>,
    pub s_open_qpn: Signal<In, Qpn>,
    pub s_open_class: Signal<In, U<3>>,
    pub s_open_first_psn: Signal<In, U<24>>,
    pub s_open_bypass: Signal<In, Bit>,
    pub s_open_iw: Signal<In, U<14>>,
    pub s_open_unit: Signal<In, U<2>>,
    pub s_open_window: Signal<In, U<42>>,
    pub s_open_pace: Signal<In, U<40>>,
    pub m_grant_valid: Signal<Out, Bit>,
    pub m_grant_ready: Signal<In, Bit>,
    pub m_grant_qpn: Signal<Out, Qpn>,
    pub m_grant_tag: Signal<Out, U<8>>,
    pub m_grant_max_bytes: Signal<Out, U<20>>,
    pub m_grant_max_packets: Signal<Out, U<14>>,
    pub m_grant_ecn_capable: Signal<Out, Bit>,
    pub init_done: Signal<Out, Bit>,
    pub waiting: Signal<Out, U<QPS>>,
    pub joined: Signal<Out, U<32>>,
    pub count_closed: Signal<Out, U<32>>,
    pub count_returned: Signal<Out, U<32>>,
    pub count_not_open: Signal<Out, U<32>>,
    pub count_too_much: Signal<Out, U<32>>,
    pub count_rewind_outside: Signal<Out, U<32>>,
    pub count_closed_in_flight: Signal<Out, U<32>>,
    pub count_window_below: Signal<Out, U<32>>,
    pub count_time_back: Signal<Out, U<32>>,
    pub cfg_strict_opt: Vec<Signal<In, Bit>>,
    pub cfg_weights_opt: Vec<Signal<In, U<64>>>,

    latest: Latest,
    shaper: Shaper,
    phase: Reg<U<2>>,
    init_at: Reg<Qpn>,
    ready: Reg<Bit>,
    open_valid: Reg<Bit>,
    open: DReg<Opening>,
    /// QPs of what the shaper has taken, the newest first.
    handed: [DReg<Qpn>; 8],

    initialises: Signal<Local, Bit>,
    allowed: Signal<Local, AllowedRate>,
    has_pace: Signal<Local, Bit>,
    paced: Signal<Local, Bit>,
    of_ldcp: Signal<Local, Bit>,
    of_hpcc: Signal<Local, Bit>,
    of_dcqcn: Signal<Local, Bit>,
    opens: Signal<Local, Bit>,
    opening: Signal<Local, Bit>,
    /// Bit k: what was handed over as k-th before has begun.
    begun: Signal<Local, U<8>>,
    /// Bit k: it is of the update's QP and has not.
    same: Signal<Local, U<8>>,
    hands_over: Signal<Local, Bit>,

    alg_ldcp: Constant<AlgCode>,
    alg_pcc: Constant<AlgCode>,
    alg_hpcc: Constant<AlgCode>,
    alg_receiver: Constant<AlgCode>,
    alg_p: Constant<AlgCode>,
    alg_d: Constant<AlgCode>,
    unit_packets: Constant<U<2>>,
    unit_timer: Constant<U<2>>,
    unit_bytes: Constant<U<2>>,
    unit_rate: Constant<U<2>>,
    all: Constant<U<8>>,
    _fcr: usize,
    _weights: usize,
}

impl Default for Sender {
    fn default() -> Self {
        let alg = |algorithm: Algorithm| Constant::new((algorithm as u64).into());
        let unit = |unit: Unit| Constant::new((unit as u64).into());
        Self {
            clock: Default::default(),
            now: Default::default(),
            pfc_pause: Default::default(),
            cfg: Default::default(),
            s_req_valid: Default::default(),
            s_req_ready: Default::default(),
            s_req_qpn: Default::default(),
            s_req_class: Default::default(),
            s_req_backlog: Default::default(),
            s_req_bytes_to_end: Default::default(),
            s_sent_valid: Default::default(),
            s_sent_ready: Default::default(),
            s_sent_qpn: Default::default(),
            s_sent_tag: Default::default(),
            s_sent_psn_next: Default::default(),
            s_sent_bytes: Default::default(),
            s_sent_empty: Default::default(),
            s_sent_rewind: Default::default(),
            s_upd_valid: Default::default(),
            s_upd_kind: Default::default(),
            s_upd_qpn: Default::default(),
            s_upd_alg: Default::default(),
            s_upd_window: Default::default(),
            s_upd_pace: Default::default(),
            s_upd_flags: Default::default(),
            s_upd_una_psn: Default::default(),
            s_upd_opt: vec![],
            s_open_valid: Default::default(),
            s_open_ready: Default::default(),
            s_open_close: Default::default(),
            s_open_qpn: Default::default(),
            s_open_class: Default::default(),
            s_open_first_psn: Default::default(),
            s_open_bypass: Default::default(),
            s_open_iw: Default::default(),
            s_open_unit: Default::default(),
            s_open_window: Default::default(),
            s_open_pace: Default::default(),
            m_grant_valid: Default::default(),
            m_grant_ready: Default::default(),
            m_grant_qpn: Default::default(),
            m_grant_tag: Default::default(),
            m_grant_max_bytes: Default::default(),
            m_grant_max_packets: Default::default(),
            m_grant_ecn_capable: Default::default(),
            init_done: Default::default(),
            waiting: Default::default(),
            joined: Default::default(),
            count_closed: Default::default(),
            count_returned: Default::default(),
            count_not_open: Default::default(),
            count_too_much: Default::default(),
            count_rewind_outside: Default::default(),
            count_closed_in_flight: Default::default(),
            count_window_below: Default::default(),
            count_time_back: Default::default(),
            cfg_strict_opt: vec![],
            cfg_weights_opt: vec![],
            latest: Latest::new(),
            shaper: Shaper::new(),
            phase: Default::default(),
            init_at: Default::default(),
            ready: Default::default(),
            open_valid: Default::default(),
            open: Default::default(),
            handed: Default::default(),
            initialises: Default::default(),
            allowed: Default::default(),
            has_pace: Default::default(),
            paced: Default::default(),
            of_ldcp: Default::default(),
            of_hpcc: Default::default(),
            of_dcqcn: Default::default(),
            opens: Default::default(),
            opening: Default::default(),
            begun: Default::default(),
            same: Default::default(),
            hands_over: Default::default(),
            alg_ldcp: alg(Algorithm::Ldcp),
            alg_pcc: alg(Algorithm::LdcpPcc),
            alg_hpcc: alg(Algorithm::Hpcc),
            alg_receiver: alg(Algorithm::HpccRx),
            alg_p: alg(Algorithm::DcqcnP),
            alg_d: alg(Algorithm::DcqcnD),
            unit_packets: unit(Unit::Packets),
            unit_timer: unit(Unit::Timer),
            unit_bytes: unit(Unit::Bytes),
            unit_rate: unit(Unit::Rate),
            all: Constant::new(U::max()),
            _fcr: 0,
            _weights: 0,
        }
    }
}

impl Sender {
    /// With the rate that advices allow, if so; and with weights, if so.
    pub fn with(fcr: bool, weights: bool) -> Self {
        Self {
            s_upd_opt: option(fcr),
            cfg_strict_opt: option(weights),
            cfg_weights_opt: option(weights),
            shaper: Shaper::with(false, weights),
            _fcr: fcr.into(),
            _weights: weights.into(),
            ..Self::default()
        }
    }
}

impl Logic for Sender {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module sender");
        comment!("@doc The half of a NIC that sends: an engine's updates and a NIC's requests go in, grants come out.");
        comment!("@port now ns, modulo 2^32");
        comment!("@port pfc_pause bit n: class n is paused");
        comment!("@port s_req_valid a QP has something to send");
        comment!("@port s_req_ready it is taken");
        comment!("@port s_req_qpn index of the QP");
        comment!("@port s_req_class priority of PFC that it sends on");
        comment!("@port s_req_backlog come to be sent since the last request, bytes; all ones: until empty");
        comment!("@port s_req_bytes_to_end left of the message that is next to be sent, bytes; 0: not said");
        comment!("@port s_sent_valid a grant is answered, or the NIC goes back");
        comment!("@port s_sent_ready it is taken");
        comment!("@port s_sent_qpn index of the QP");
        comment!("@port s_sent_tag the grant's tag");
        comment!("@port s_sent_psn_next the PSN that the NIC sends next");
        comment!("@port s_sent_bytes sent on the grant; with rewind how many are to be sent again");
        comment!("@port s_sent_empty the QP had no more to send");
        comment!("@port s_sent_rewind go-back-N to psn_next; answers no grant");
        comment!("@port s_upd_valid an update of an engine, as upd_*; always taken behind init_done");
        comment!("@port s_upd_kind 7 timer: it has no una_psn");
        comment!("@port s_upd_qpn index of the QP");
        comment!("@port s_upd_alg the engine's code of the algorithm; of hpcc-rx una_psn alone counts");
        comment!("@port s_upd_window packets U14.28, or bytes U28.12");
        comment!("@port s_upd_pace ns between packets, or bytes/ns U12.28");
        comment!("@port s_upd_flags bit 0 paced: LDCP's timer counts in place of its window");
        comment!("@port s_upd_una_psn last PSN acknowledged");
        comment!("@port s_open_valid a QP begins or ends");
        comment!("@port s_open_ready it is taken");
        comment!("@port s_open_close it ends");
        comment!("@port s_open_qpn index of the QP");
        comment!("@port s_open_class priority of PFC that it sends on");
        comment!("@port s_open_first_psn its first PSN");
        comment!("@port s_open_bypass neither window nor pace counts");
        comment!("@port s_open_iw so many packets are not ECN-capable until the first ACK; 0: all are");
        comment!("@port s_open_unit 0 packets, 1 timer, 2 bytes, 3 rate");
        comment!("@port s_open_window packets U14.28, or bytes U28.12 in the low 40 bits");
        comment!(
            "@port s_open_pace bytes/ns U12.28, 0 is none but of unit rate; or ns between packets in the low 32 bits"
        );
        comment!("@port m_grant_valid send now");
        comment!("@port m_grant_ready it is taken");
        comment!("@port m_grant_qpn index of the QP");
        comment!("@port m_grant_tag names the grant in its answer");
        comment!("@port m_grant_max_bytes send at most so many bytes");
        comment!("@port m_grant_max_packets in at most so many packets");
        comment!("@port m_grant_ecn_capable their ECN codepoint");
        comment!("@port init_done all QPs are closed, and inputs are taken");
        comment!("@port waiting QPs of which an update waits");
        comment!("@port joined updates that took the place of one that waited");
        comment!("@port count_closed events of a QP that is not open");
        comment!("@port count_returned grants that were not answered, and returned");
        comment!("@port count_not_open answers to a grant that is not open, or another QP's");
        comment!("@port count_too_much answers of more bytes than granted");
        comment!("@port count_rewind_outside rewinds, or psn_next, outside what is in flight");
        comment!("@port count_closed_in_flight QPs closed with packets in flight or grants open");
        comment!("@port count_window_below windows that became smaller than what is in flight");
        comment!("@port count_time_back cycles in which now lay before the last one");
        for _k in 0..self._weights {
            comment!("@port cfg_strict the highest class that may send goes first; 0: by weights");
            comment!(
                "@port cfg_weights of each class its quanta a round, 8 bits, 1 at the least; class 0 in the lowest"
            );
        }
        comment!("@constant all shifted left by the classes that are not picked");
        comment!("@constant unit in what an algorithm limits a QP");
        clock!(self, clock, latest, shaper, phase, init_at, ready, open_valid, open);
        for k in 0..8 {
            clock!(self, clock, handed[k]);
        }

        comment!("after reset nothing waits of any QP, a cycle each");
        self.phase.d.next = self.phase.q.val() + 1;
        self.initialises.next = !self.ready.q.val();
        self.init_at.d.next = self.init_at.q.val();
        self.ready.d.next = self.ready.q.val();
        if self.initialises.val() {
            self.init_at.d.next = self.init_at.q.val() + 1;
            self.ready.d.next = self.init_at.q.val().all();
        }
        self.latest.init_we.next = self.initialises.val();
        self.latest.init_addr.next = self.init_at.q.val();
        self.init_done.next = self.ready.q.val();

        comment!("updates wait by QP, the newest of each");
        self.latest.s_upd_valid.next = self.s_upd_valid.val() & self.ready.q.val();
        self.latest.s_upd_feedback.next = false;
        self.latest.s_upd_kind.next = self.s_upd_kind.val();
        self.latest.s_upd_qpn.next = self.s_upd_qpn.val();
        comment!("what a receiver says limits another sender: of its QP una alone counts, as of an event of DCQCN");
        self.latest.s_upd_alg.next = self.s_upd_alg.val();
        if self.s_upd_alg.val() == self.alg_receiver.val() {
            self.latest.s_upd_alg.next = self.alg_p.val();
        }
        self.latest.s_upd_window.next = self.s_upd_window.val();
        self.latest.s_upd_pace.next = self.s_upd_pace.val();
        for k in 0..self._fcr {
            comment!("windows of packets have no pace of their own: theirs is the rate that advices allow, of which all ones are none");
            self.allowed.next = self.s_upd_opt[k].val();
            self.has_pace.next = (self.s_upd_alg.val() == self.alg_hpcc.val())
                | (self.s_upd_alg.val() == self.alg_receiver.val())
                | (self.s_upd_alg.val() == self.alg_p.val())
                | (self.s_upd_alg.val() == self.alg_d.val())
                | (self.s_upd_flags.val().get_bit(0)
                    & ((self.s_upd_alg.val() == self.alg_ldcp.val()) | (self.s_upd_alg.val() == self.alg_pcc.val())));
            if !self.has_pace.val() {
                self.latest.s_upd_pace.next = bits::<40>(self.allowed.val().rate);
                if self.allowed.val().rate.all() {
                    self.latest.s_upd_pace.next = 0.into();
                }
            }
        }
        self.latest.s_upd_flags.next = self.s_upd_flags.val();
        self.latest.s_upd_una_psn.next = self.s_upd_una_psn.val();
        self.waiting.next = self.latest.waiting.val();
        self.joined.next = self.latest.joined.val();

        comment!("to the shaper in its units: LDCP below one packet by its timer, HPCC++ in bytes, DCQCN by its rate, all else in packets");
        self.paced.next = self.latest.m_upd_flags.val().get_bit(0);
        self.of_ldcp.next =
            (self.latest.m_upd_alg.val() == self.alg_ldcp.val()) | (self.latest.m_upd_alg.val() == self.alg_pcc.val());
        self.of_hpcc.next = self.latest.m_upd_alg.val() == self.alg_hpcc.val();
        self.of_dcqcn.next =
            (self.latest.m_upd_alg.val() == self.alg_p.val()) | (self.latest.m_upd_alg.val() == self.alg_d.val());
        self.shaper.s_upd_unit.next = self.unit_packets.val();
        self.shaper.s_upd_pace.next = 0.into();
        for _k in 0..self._fcr {
            self.shaper.s_upd_pace.next = self.latest.m_upd_pace.val();
        }
        if self.of_ldcp.val() & self.paced.val() {
            self.shaper.s_upd_unit.next = self.unit_timer.val();
            self.shaper.s_upd_pace.next = self.latest.m_upd_pace.val();
        }
        if self.of_hpcc.val() {
            self.shaper.s_upd_unit.next = self.unit_bytes.val();
            self.shaper.s_upd_pace.next = self.latest.m_upd_pace.val();
        }
        if self.of_dcqcn.val() {
            self.shaper.s_upd_unit.next = self.unit_rate.val();
            self.shaper.s_upd_pace.next = self.latest.m_upd_pace.val();
        }
        comment!(
            "behind one of its QP that has not been picked an update waits: it would only be older when its turn comes"
        );
        self.begun.next = self.all.val() << self.shaper.not_picked.val();
        self.same.next = 0.into();
        for k in 0..8 {
            self.same.next = self
                .same
                .val()
                .replace_bit(k, !self.begun.val().get_bit(k) & (self.handed[k].q.val() == self.latest.m_upd_qpn.val()));
        }
        self.shaper.s_upd_valid.next = self.latest.m_upd_valid.val() & !self.same.val().any();
        self.latest.m_upd_ready.next = self.shaper.s_upd_ready.val() & !self.same.val().any();
        self.shaper.s_upd_qpn.next = self.latest.m_upd_qpn.val();
        self.shaper.s_upd_limits.next = self.latest.m_upd_limits.val();
        self.shaper.s_upd_acks.next = self.latest.m_upd_acks.val();
        self.shaper.s_upd_window.next = self.latest.m_upd_window.val();
        self.shaper.s_upd_una_psn.next = self.latest.m_upd_una_psn.val();

        comment!(
            "a QP begins or ends while no update of it stands on the way to the shaper; what waits of it is forgotten"
        );
        self.s_open_ready.next = self.ready.q.val() & !self.open_valid.q.val();
        self.opens.next = self.open_valid.q.val()
            & self.phase.q.val().all()
            & self.shaper.s_open_ready.val()
            & !(self.latest.m_upd_valid.val() & (self.latest.m_upd_qpn.val() == self.open.q.val().qpn));
        self.open_valid.d.next = (self.open_valid.q.val() & !self.opens.val())
            | (self.s_open_valid.val() & self.ready.q.val() & !self.open_valid.q.val());
        self.open.d.next = self.open.q.val();
        if !self.open_valid.q.val() {
            self.open.d.next.close = self.s_open_close.val();
            self.open.d.next.qpn = self.s_open_qpn.val();
            self.open.d.next.class = self.s_open_class.val();
            self.open.d.next.first_psn = self.s_open_first_psn.val();
            self.open.d.next.bypass = self.s_open_bypass.val();
            self.open.d.next.iw = self.s_open_iw.val();
            self.open.d.next.unit = self.s_open_unit.val();
            self.open.d.next.window = self.s_open_window.val();
            self.open.d.next.pace = self.s_open_pace.val();
        }
        for k in 0..8 {
            self.handed[k].d.next = self.handed[k].q.val();
        }
        self.hands_over.next = self.latest.m_upd_valid.val() & self.shaper.s_upd_ready.val() & !self.same.val().any();
        if self.hands_over.val() | self.opens.val() {
            self.handed[0].d.next = self.latest.m_upd_qpn.val();
            if self.opens.val() {
                self.handed[0].d.next = self.open.q.val().qpn;
            }
            for k in 1..8 {
                self.handed[k].d.next = self.handed[k - 1].q.val();
            }
        }
        self.latest.drop_valid.next = self.opens.val();
        self.latest.drop_qpn.next = self.open.q.val().qpn;
        self.shaper.s_open_valid.next = self.opens.val();
        self.shaper.s_open_close.next = self.open.q.val().close;
        self.shaper.s_open_qpn.next = self.open.q.val().qpn;
        self.shaper.s_open_class.next = self.open.q.val().class;
        self.shaper.s_open_first_psn.next = self.open.q.val().first_psn;
        self.shaper.s_open_bypass.next = self.open.q.val().bypass;
        self.shaper.s_open_iw.next = self.open.q.val().iw;
        self.shaper.s_open_unit.next = self.open.q.val().unit;
        self.shaper.s_open_window.next = self.open.q.val().window;
        self.shaper.s_open_pace.next = self.open.q.val().pace;

        comment!("all else is the shaper's; a request that comes behind an opening waits until that has gone on");
        self.shaper.now.next = self.now.val();
        self.shaper.pfc_pause.next = self.pfc_pause.val();
        self.shaper.cfg.next = self.cfg.val();
        for k in 0..self._weights {
            self.shaper.cfg_strict_opt[k].next = self.cfg_strict_opt[k].val();
            self.shaper.cfg_weights_opt[k].next = self.cfg_weights_opt[k].val();
        }
        self.opening.next = self.open_valid.q.val() & !self.open.q.val().close;
        self.shaper.s_req_valid.next = self.s_req_valid.val() & !self.opening.val();
        self.s_req_ready.next = self.shaper.s_req_ready.val() & !self.opening.val();
        self.shaper.s_req_qpn.next = self.s_req_qpn.val();
        self.shaper.s_req_class.next = self.s_req_class.val();
        self.shaper.s_req_backlog.next = self.s_req_backlog.val();
        self.shaper.s_req_bytes_to_end.next = self.s_req_bytes_to_end.val();
        self.shaper.s_sent_valid.next = self.s_sent_valid.val();
        self.s_sent_ready.next = self.shaper.s_sent_ready.val();
        self.shaper.s_sent_qpn.next = self.s_sent_qpn.val();
        self.shaper.s_sent_tag.next = self.s_sent_tag.val();
        self.shaper.s_sent_psn_next.next = self.s_sent_psn_next.val();
        self.shaper.s_sent_bytes.next = self.s_sent_bytes.val();
        self.shaper.s_sent_empty.next = self.s_sent_empty.val();
        self.shaper.s_sent_rewind.next = self.s_sent_rewind.val();
        self.m_grant_valid.next = self.shaper.m_grant_valid.val();
        self.shaper.m_grant_ready.next = self.m_grant_ready.val();
        self.m_grant_qpn.next = self.shaper.m_grant_qpn.val();
        self.m_grant_tag.next = self.shaper.m_grant_tag.val();
        self.m_grant_max_bytes.next = self.shaper.m_grant_max_bytes.val();
        self.m_grant_max_packets.next = self.shaper.m_grant_max_packets.val();
        self.m_grant_ecn_capable.next = self.shaper.m_grant_ecn_capable.val();
        self.count_closed.next = self.shaper.count_closed.val();
        self.count_returned.next = self.shaper.count_returned.val();
        self.count_not_open.next = self.shaper.count_not_open.val();
        self.count_too_much.next = self.shaper.count_too_much.val();
        self.count_rewind_outside.next = self.shaper.count_rewind_outside.val();
        self.count_closed_in_flight.next = self.shaper.count_closed_in_flight.val();
        self.count_window_below.next = self.shaper.count_window_below.val();
        self.count_time_back.next = self.shaper.count_time_back.val();
    }
}
