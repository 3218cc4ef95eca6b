#![doc = include_str!("../shaper.md")]
//!
//! # Why this file
//!
//! It has the ports, takes the next operation and hands it from stage to stage. Which one is next stands in `pick`;
//! what it does on its way in `event`, `offer` and `settle`; where its QP belongs behind it in `place`; due times in
//! `tree`, turns in `lists`, open grants in `tags`, the cap in `line`, who the NIC is told of in `wake`, which
//! class is next by weights in `shares`. What ends in `_opt` is there with `shaper.wake` or `shaper.weights`.

mod convert;
mod cost;
mod event;
mod flight;
mod line;
mod lists;
mod offer;
mod pick;
mod pins;
mod place;
mod settle;
mod shares;
mod stages;
mod tags;
mod tree;
mod wake;

pub use convert::Convert;
pub use cost::Cost;
pub use event::{Event, Found};
pub use flight::Flight;
pub use line::Line;
pub use lists::Lists;
pub use offer::Offer;
pub use pick::Pick;
pub use place::Place;
pub use settle::Settle;
pub use shares::{Share, Shares};
pub use stages::{
    Cfg, Control, Converted, Counted, Due, Grant, Granted, Limits, Op, Pair, Qp, Rates, Req, Said, Told, Walk, Woken,
};
pub use tags::Tags;
pub use tree::{Level, Tree};
pub use wake::{MaySend, Wake};

use crate::prelude::*;
use crate::prim::ecc::option;
use stages::{CLOSE, GRANT, LOOK, OPEN, REQUEST, RETURN, REWIND, SENT, UPDATE};

/// Stages m0 to m10.
const STAGES: usize = 11;
/// Stages of which none may have the QP of an operation that begins.
const BEFORE_LAST: usize = STAGES - 1;
/// Cycles in which an update or an opening is converted, and their stages.
const CONVERTED: usize = convert::LATENCY;
const CONVERTING: usize = CONVERTED + 1;
/// Updates and openings that may be under way to the stages.
const CONTROLS: u64 = 8;
/// Grants that may wait at `m_grant`, those under way included.
const WAITING: u64 = 8;

/// The shaper.
#[derive(LogicBlock, Default)]
pub struct Shaper {
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
    pub s_upd_ready: Signal<Out, Bit>,
    pub s_upd_qpn: Signal<In, Qpn>,
    pub s_upd_limits: Signal<In, Bit>,
    pub s_upd_acks: Signal<In, Bit>,
    pub s_upd_unit: Signal<In, U<2>>,
    pub s_upd_window: Signal<In, WindowWord>,
    pub s_upd_pace: Signal<In, PaceWord>,
    pub s_upd_una_psn: Signal<In, PsnWord>,
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
    pub not_picked: Signal<Out, U<4>>,
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
    pub m_wake_opt: Vec<Signal<Out, Woken>>,
    pub m_wake_ready_opt: Vec<Signal<In, Bit>>,
    pub may_send_opt: Vec<Signal<Out, U<64>>>,

    phase: Reg<U<2>>,
    /// The cycle of the slot.
    first: Reg<Bit>,
    second: Reg<Bit>,
    third: Reg<Bit>,
    last: Reg<Bit>,
    init_at: Reg<Qpn>,
    /// `init_at` is the last QP.
    init_final: Reg<Bit>,
    ready: Reg<Bit>,
    /// A QP is closed after reset: a cycle later.
    init_we: Reg<Bit>,
    init_addr: DReg<Qpn>,
    /// The clock, as it was last believed, and the same without its wraps but for those of 34 bits.
    started: Reg<Bit>,
    clock_ns: Reg<U<32>>,
    time_ns: Reg<U<34>>,
    /// All bits of `time_ns` inverted: the tree's own, or one register would feed the whole block.
    time_inv: Reg<U<34>>,
    paused: Reg<U<8>>,

    /// A request may come; an answer may.
    req_may: Reg<Bit>,
    sent_may: Reg<Bit>,
    /// An opening may.
    open_may: Reg<Bit>,
    req_valid: Reg<Bit>,
    req: DReg<Req>,
    sent_valid: Reg<Bit>,
    said: DReg<Said>,
    /// Updates and openings that are under way.
    controls: Reg<U<4>>,
    /// Of these the openings and closings.
    openings: Reg<U<4>>,
    /// Bit k: stage ck of the conversion holds one.
    converts: Reg<U<CONVERTING>>,
    c0: DReg<Control>,
    c0_limits: DReg<Limits>,
    convert: Convert,
    /// What waits, in two queues that go together: one would be too wide to be near its own counters.
    control: Fifo<Control, 4>,
    rates: Fifo<Rates, 4>,
    converted: DReg<Converted>,

    tree: Tree,
    lists: Lists,
    tags: Tags,
    pick: Pick,
    /// What went in the cycle before.
    gone: Reg<U<7>>,
    opening_gone: Reg<Bit>,
    /// What was taken, until it begins.
    candidate: DReg<Op>,
    candidate_valid: Reg<Bit>,
    /// Bit k: stage mk has its QP.
    meets: Reg<U<BEFORE_LAST>>,
    blocked: Reg<Bit>,
    /// The next QP to be looked at for its age.
    sweep: Reg<Qpn>,
    sweep_asks: DReg<Bit>,
    /// What is picked may make a grant, though it is none: no QP waits for one, and there is no cap.
    spare: DReg<Bit>,
    /// The cap allows a grant.
    uncapped: DReg<Bit>,
    /// Room at `m_grant`.
    credits: Reg<U<4>>,

    /// Bit k: stage mk holds an operation.
    valid: Reg<U<STAGES>>,
    /// A grant out of a list.
    grants_under_way: Reg<U<STAGES>>,
    /// The operation in stage mk.
    m: [DReg<Op>; STAGES],
    qps: Ram<Qp, QPN>,
    writes: Reg<Bit>,
    writes_at: DReg<Qpn>,
    m1_qp: DReg<Qp>,
    act: Event,
    offer: Offer,
    settle: Settle,
    /// `less[k]` stands in m(k + 4), and so on; `grants[k]` in m(k + 8).
    less: [DReg<U<20>>; 4],
    more: [DReg<U<28>>; 4],
    answers: [DReg<Bit>; 7],
    of_qp: [DReg<Bit>; 4],
    counted: [DReg<Counted>; 7],
    m7_deadline: DReg<U<34>>,
    granted: Reg<Bit>,
    refused: Reg<Bit>,
    m8_line: DReg<U<28>>,
    grants: [DReg<Bit>; 3],
    /// The line is given back what was not sent.
    back: [DReg<Bit>; 7],
    place: Place,
    m10_popped: DReg<Bit>,
    commits: Reg<Bit>,
    out: Fifo<Grant, 4>,

    line: Line,
    walk: Reg<Walk>,
    wake_opt: Vec<Wake>,
    bits_opt: Vec<MaySend>,
    shares_opt: Vec<Shares>,

    closed: Reg<U<32>>,
    returned: Reg<U<32>>,
    not_open: Reg<U<32>>,
    too_much: Reg<U<32>>,
    rewind_outside: Reg<U<32>>,
    closed_in_flight: Reg<U<32>>,
    window_below: Reg<U<32>>,
    time_back: Reg<U<32>>,

    initialises: Signal<Local, Bit>,
    init_next: Signal<Local, Qpn>,
    ready_next: Signal<Local, Bit>,
    req_next: Signal<Local, Bit>,
    sent_next: Signal<Local, Bit>,
    openings_next: Signal<Local, Bit>,
    passed: Signal<Local, U<32>>,
    upd_taken: Signal<Local, Bit>,
    open_taken: Signal<Local, Bit>,
    upd_turn: Signal<Local, Bit>,
    control_comes: Signal<Local, Bit>,
    sweep_at: Signal<Local, Qpn>,
    op: Signal<Local, Op>,
    goes: Signal<Local, U<7>>,
    met: Signal<Local, U<BEFORE_LAST>>,
    capped: Signal<Local, Bit>,
    /// A tag and a place at `m_grant`.
    free: Signal<Local, Bit>,
    issues: Signal<Local, Bit>,
    issues_grant: Signal<Local, Bit>,
    word: Signal<Local, Granted>,
    m7_grant: Signal<Local, Bit>,
    pops: Signal<Local, Bit>,
    line_count: Signal<Local, U<28>>,
    qp: Signal<Local, Qp>,
    index: Signal<Local, Qpn>,
    counts: Signal<Local, Counted>,

    kind_return: Constant<U<4>>,
    kind_sent: Constant<U<4>>,
    kind_rewind: Constant<U<4>>,
    kind_update: Constant<U<4>>,
    kind_open: Constant<U<4>>,
    kind_close: Constant<U<4>>,
    kind_request: Constant<U<4>>,
    kind_look: Constant<U<4>>,
    kind_grant: Constant<U<4>>,
    most_controls: Constant<U<4>>,
    /// One place is left for an opening.
    most_updates: Constant<U<4>>,
    sweep_shift: Constant<U<6>>,
    levels: Constant<U<4>>,
    shape: Shape,
}

impl Shaper {
    pub fn new() -> Self {
        let kind = |k: u64| Constant::new(k.into());
        let qp_bits = width::<Qpn>() as u64;
        Self {
            credits: Reg::new(WAITING.into()),
            time_inv: Reg::new(U::max()),
            first: Reg::new(true),
            tags: Tags::new(),
            act: Event::new(),
            offer: Offer::new(),
            settle: Settle::new(),
            place: Place::new(),
            line: Line::new(),
            out: Fifo::new(3),
            kind_return: kind(RETURN),
            kind_sent: kind(SENT),
            kind_rewind: kind(REWIND),
            kind_update: kind(UPDATE),
            kind_open: kind(OPEN),
            kind_close: kind(CLOSE),
            kind_request: kind(REQUEST),
            kind_look: kind(LOOK),
            kind_grant: kind(GRANT),
            most_controls: kind(CONTROLS),
            most_updates: kind(CONTROLS - 1),
            control: Fifo::new(3),
            rates: Fifo::new(3),
            sweep_shift: Constant::new((33 - qp_bits).into()),
            levels: Constant::new((qp_bits - 4).into()),
            shape: Shape::of(&[
                ("STAGES", STAGES),
                ("BEFORE_LAST", BEFORE_LAST),
                ("CONVERTED", CONVERTED),
                ("CONVERTING", CONVERTING),
            ]),
            ..Self::default()
        }
    }
}

impl Shaper {
    /// The same, which tells the NIC who may send, if so, where bits there are with up to 64 QPs; and with weights, if
    /// so.
    pub fn with(wake: bool, weights: bool) -> Self {
        let bits = wake && width::<Qpn>() <= 6;
        Self {
            cfg_strict_opt: option(weights),
            cfg_weights_opt: option(weights),
            lists: Lists::choosing(weights),
            shares_opt: option(weights),
            m_wake_opt: option(wake),
            m_wake_ready_opt: option(wake),
            may_send_opt: option(bits),
            wake_opt: option(wake),
            bits_opt: if bits { vec![MaySend::new()] } else { vec![] },
            ..Self::new()
        }
    }
}

impl Logic for Shaper {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper");
        comment!("@doc What a NIC asks before it sends: requests, updates and reports of what was sent go in, grants come out.");
        comment!("@doc An operation a slot of four cycles, eleven slots long; none of a QP that has one under way.");
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
        comment!("@port s_upd_valid an update of an algorithm");
        comment!("@port s_upd_ready it is taken");
        comment!("@port s_upd_qpn index of the QP");
        comment!("@port s_upd_limits unit, window and pace count; else the QP keeps what it has");
        comment!("@port s_upd_acks una_psn counts");
        comment!("@port s_upd_unit 0 packets, 1 timer, 2 bytes, 3 rate");
        comment!("@port s_upd_window packets U14.28, or bytes U28.12 in the low 40 bits");
        comment!(
            "@port s_upd_pace bytes/ns U12.28, 0 is none but of unit rate; or ns between packets in the low 32 bits"
        );
        comment!("@port s_upd_una_psn last PSN acknowledged");
        comment!("@port s_open_valid a QP begins or ends");
        comment!("@port s_open_ready it is taken");
        comment!("@port s_open_close it ends");
        comment!("@port s_open_qpn index of the QP");
        comment!("@port s_open_class priority of PFC that it sends on");
        comment!("@port s_open_first_psn its first PSN");
        comment!("@port s_open_bypass neither window nor pace counts");
        comment!("@port s_open_iw so many packets are not ECN-capable until the first ACK; 0: all are");
        comment!("@port s_open_unit as s_upd_unit");
        comment!("@port s_open_window as s_upd_window");
        comment!("@port s_open_pace as s_upd_pace");
        comment!("@port m_grant_valid send now");
        comment!("@port m_grant_ready it is taken");
        comment!("@port m_grant_qpn index of the QP");
        comment!("@port m_grant_tag names the grant in its answer");
        comment!("@port m_grant_max_bytes send at most so many bytes");
        comment!("@port m_grant_max_packets in at most so many packets");
        comment!("@port m_grant_ecn_capable their ECN codepoint");
        comment!("@port init_done all QPs are closed, and inputs are taken");
        comment!(
            "@port not_picked updates and openings that are taken and have not been picked, the newest ones taken"
        );
        comment!("@port count_closed events of a QP that is not open");
        comment!("@port count_returned grants that were not answered, and returned");
        comment!("@port count_not_open answers to a grant that is not open, or another QP's");
        comment!("@port count_too_much answers of more bytes than granted");
        comment!("@port count_rewind_outside rewinds, or psn_next, outside what is in flight");
        comment!("@port count_closed_in_flight QPs closed with packets in flight or grants open");
        comment!("@port count_window_below windows that became smaller than what is in flight");
        comment!("@port count_time_back cycles in which now lay before the last one");
        for _k in 0..self.shares_opt.len() {
            comment!("@port cfg_strict the highest class that may send goes first; 0: by weights");
            comment!(
                "@port cfg_weights of each class its quanta a round, 8 bits, 1 at the least; class 0 in the lowest"
            );
        }
        for _k in 0..self.wake_opt.len() {
            comment!("@port m_wake_ready it is taken; until then the newest of each QP waits, and nothing else does");
        }
        for _k in 0..self.bits_opt.len() {
            comment!("@port may_send bit n: QP n may send; 0 of QPs that there are not");
        }
        comment!("@constant kind kind of an operation");
        comment!("@constant most_controls operations of control that may be under way");
        comment!("@constant most_updates with so many a new update has no place");
        clock!(
            self, clock, phase, init_at, ready, started, clock_ns, time_ns, paused, req_valid, req, sent_valid, said
        );
        clock!(self, clock, init_final, init_we, init_addr, time_inv, req_may, sent_may, open_may, converted, rates);
        clock!(self, clock, writes, writes_at, m10_popped);
        clock!(self, clock, first, second, third, last, commits);
        clock!(self, clock, controls, openings, converts, c0, c0_limits, convert, control);
        clock!(self, clock, tree, lists, tags, pick, gone, opening_gone, candidate, candidate_valid, meets, blocked);
        clock!(
            self,
            clock,
            sweep,
            sweep_asks,
            spare,
            uncapped,
            credits,
            valid,
            grants_under_way,
            qps,
            m1_qp,
            act,
            offer,
            settle,
            m7_deadline,
            granted,
            refused,
            m8_line,
            place
        );
        clock!(self, clock, out, line, walk, closed, returned, not_open);
        clock!(self, clock, too_much, rewind_outside, closed_in_flight, window_below, time_back);
        for i in 0..STAGES {
            clock!(self, clock, m[i]);
        }
        for i in 0..3 {
            clock!(self, clock, grants[i]);
        }
        for i in 0..4 {
            clock!(self, clock, less[i], more[i], of_qp[i]);
        }
        for i in 0..7 {
            clock!(self, clock, answers[i], counted[i], back[i]);
        }

        comment!("A slot has four cycles");
        self.phase.d.next = self.phase.q.val() + 1;
        self.first.d.next = self.last.q.val();
        self.second.d.next = self.first.q.val();
        self.third.d.next = self.second.q.val();
        self.last.d.next = self.third.q.val();

        comment!("After reset all QPs are closed, a cycle each");
        self.initialises.next = !self.ready.q.val();
        self.init_next.next = self.init_at.q.val();
        if self.initialises.val() {
            self.init_next.next = self.init_at.q.val() + 1;
        }
        self.init_at.d.next = self.init_next.val();
        self.init_final.d.next = self.init_next.val().all();
        self.ready_next.next = self.ready.q.val() | self.init_final.q.val();
        self.ready.d.next = self.ready_next.val();
        self.init_we.d.next = self.initialises.val();
        self.init_addr.d.next = self.init_at.q.val();
        self.init_done.next = self.ready.q.val();

        comment!("Time: what lies before the last one is not believed");
        self.passed.next = self.now.val() - self.clock_ns.q.val();
        self.started.d.next = true;
        self.clock_ns.d.next = self.clock_ns.q.val();
        self.time_ns.d.next = self.time_ns.q.val();
        self.time_inv.d.next = self.time_inv.q.val();
        self.time_back.d.next = self.time_back.q.val();
        if !self.started.q.val() {
            self.clock_ns.d.next = self.now.val();
        } else if self.passed.val().get_bit(31) {
            self.time_back.d.next = self.time_back.q.val() + 1;
        } else {
            self.clock_ns.d.next = self.now.val();
            self.time_ns.d.next = self.time_ns.q.val() + bits::<34>(self.passed.val());
            self.time_inv.d.next = self.time_inv.q.val() - bits::<34>(self.passed.val());
        }
        self.paused.d.next = self.pfc_pause.val();

        comment!("Requests, none while a QP begins or ends: one that comes behind its QP's opening acts behind it");
        self.s_req_ready.next = self.req_may.q.val();
        self.req_next.next = self.req_valid.q.val() & !self.gone.q.val().get_bit(3);
        self.req.d.next = self.req.q.val();
        if self.req_may.q.val() & self.s_req_valid.val() {
            self.req_next.next = true;
        }
        comment!("what is there while one may come is kept; it counts if it is valid");
        if self.req_may.q.val() {
            self.req.d.next.qpn = self.s_req_qpn.val();
            self.req.d.next.class = self.s_req_class.val();
            self.req.d.next.backlog = self.s_req_backlog.val();
            self.req.d.next.to_end = self.s_req_bytes_to_end.val();
        }
        self.req_valid.d.next = self.req_next.val();

        comment!("What was sent");
        self.s_sent_ready.next = self.sent_may.q.val();
        self.sent_next.next = self.sent_valid.q.val() & !self.gone.q.val().get_bit(1);
        self.said.d.next = self.said.q.val();
        if self.sent_may.q.val() & self.s_sent_valid.val() {
            self.sent_next.next = true;
        }
        if self.sent_may.q.val() {
            self.said.d.next.rewind = self.s_sent_rewind.val();
            self.said.d.next.qpn = self.s_sent_qpn.val();
            self.said.d.next.tag = self.s_sent_tag.val();
            self.said.d.next.psn = self.s_sent_psn_next.val();
            self.said.d.next.bytes = self.s_sent_bytes.val();
            self.said.d.next.empty = self.s_sent_empty.val();
        }
        self.sent_valid.d.next = self.sent_next.val();
        self.sent_may.d.next = self.ready_next.val() & !self.sent_next.val();

        comment!("Updates and openings, each asked in every second cycle, updates while a place is left for an opening; 11 cycles later");
        comment!("window and interval are there");
        self.upd_turn.next =
            self.ready.q.val() & (self.controls.q.val() < self.most_updates.val()) & !self.phase.q.val().get_bit(0);
        comment!("in the cycle before an opening's no update comes when there are as many as may be");
        self.open_may.d.next = self.ready_next.val()
            & !self.phase.q.val().get_bit(0)
            & !((self.controls.q.val() == self.most_controls.val()) & !self.gone.q.val().get_bit(2));
        self.s_upd_ready.next = self.upd_turn.val();
        self.s_open_ready.next = self.open_may.q.val();
        self.upd_taken.next = self.upd_turn.val() & self.s_upd_valid.val();
        self.open_taken.next = self.open_may.q.val() & self.s_open_valid.val();
        self.converts.d.next =
            (self.converts.q.val() << 1) | bits::<CONVERTING>(self.upd_taken.val() | self.open_taken.val());
        self.c0.d.next.kind = self.kind_update.val();
        self.c0.d.next.qpn = self.s_upd_qpn.val();
        self.c0.d.next.psn = self.s_upd_una_psn.val();
        self.c0.d.next.class = self.s_open_class.val();
        self.c0.d.next.bypass = self.s_open_bypass.val();
        self.c0.d.next.iw = self.s_open_iw.val();
        self.c0.d.next.limits = self.s_upd_limits.val();
        self.c0.d.next.acks = self.s_upd_acks.val();
        self.c0_limits.d.next.unit = self.s_upd_unit.val();
        self.c0_limits.d.next.window = self.s_upd_window.val();
        self.c0_limits.d.next.pace = self.s_upd_pace.val();
        if self.phase.q.val().get_bit(0) {
            self.c0.d.next.kind = self.kind_open.val();
            if self.s_open_close.val() {
                self.c0.d.next.kind = self.kind_close.val();
            }
            self.c0.d.next.qpn = self.s_open_qpn.val();
            self.c0.d.next.psn = self.s_open_first_psn.val();
            self.c0_limits.d.next.unit = self.s_open_unit.val();
            self.c0_limits.d.next.window = self.s_open_window.val();
            self.c0_limits.d.next.pace = self.s_open_pace.val();
        }
        self.convert.mtu.next = self.cfg.val().mtu;
        self.convert.control.next = self.c0.q.val();
        self.convert.limits.next = self.c0_limits.q.val();
        self.control.in_valid.next = self.converts.q.val().get_bit(CONVERTED);
        self.control.in_data.next = self.convert.out.val().control;
        self.rates.in_valid.next = self.converts.q.val().get_bit(CONVERTED);
        self.rates.in_data.next.window = self.convert.out.val().window;
        self.rates.in_data.next.windowed = self.convert.out.val().windowed;
        self.rates.in_data.next.paced = self.convert.out.val().paced;
        self.rates.in_data.next.timer = self.convert.out.val().timer;
        self.rates.in_data.next.m = self.convert.out.val().m;
        self.rates.in_data.next.e = self.convert.out.val().e;
        comment!(
            "what stands first is copied in a slot's fourth cycle at the latest, and taken in the next one's first"
        );
        self.converted.d.next.control = self.control.out_data.val();
        self.converted.d.next.window = self.rates.out_data.val().window;
        self.converted.d.next.windowed = self.rates.out_data.val().windowed;
        self.converted.d.next.paced = self.rates.out_data.val().paced;
        self.converted.d.next.timer = self.rates.out_data.val().timer;
        self.converted.d.next.m = self.rates.out_data.val().m;
        self.converted.d.next.e = self.rates.out_data.val().e;

        comment!("Second and third cycle of a slot: who has an operation? A grant is of the highest class that may");
        self.sweep_at.next = (self.time_ns.q.val().get_bits::<33>(0) >> self.sweep_shift.val()).get_bits::<QPN>(0);
        self.sweep_asks.d.next = self.sweep.q.val() != self.sweep_at.val();
        self.capped.next = self.cfg.val().cap_m.any();
        self.uncapped.d.next = !self.capped.val()
            | (self.line.free.val()
                & !self.grants_under_way.q.val().any()
                & !(self.candidate_valid.q.val() & (self.candidate.q.val().kind == self.kind_grant.val())));
        self.lists.second.next = self.second.q.val();
        self.lists.third.next = self.third.q.val();
        self.lists.last.next = self.last.q.val();
        self.lists.paused.next = self.paused.q.val();
        self.pick.last.next = self.last.q.val();
        self.pick.may.next = self.ready.q.val() & (!self.candidate_valid.q.val() | !self.blocked.q.val());
        self.pick.over.next = self.tags.over_valid.val();
        self.pick.sent.next = self.sent_valid.q.val();
        self.pick.control.next = self.control.out_valid.val();
        self.pick.req.next = self.req_valid.q.val();
        self.pick.due.next = self.tree.is_due.val();
        self.free.next = self.tags.free_valid.val() & self.credits.q.val().any();
        self.pick.grant.next = self.lists.next_valid.val() & self.free.val() & self.uncapped.q.val();
        self.spare.d.next = self.spare.q.val();
        if self.third.q.val() {
            self.spare.d.next = !self.lists.next_valid.val() & self.free.val() & !self.capped.val();
        }
        self.pick.sweep.next = self.sweep_asks.q.val();
        comment!(
            "while nobody waits for a grant an update and a due time that has come make theirs, and need not come back"
        );
        self.pick.spare.next = self.spare.q.val();

        comment!("First cycle: what is picked is taken, if the one before has begun");
        self.goes.next = 0.into();
        if self.pick.takes.val() {
            self.goes.next = self.pick.picked.val();
        }
        self.gone.d.next = self.goes.val();
        self.op.next.kind = self.kind_request.val();
        self.op.next.qpn = self.req.q.val().qpn;
        self.op.next.class = self.req.q.val().class;
        self.op.next.tag = self.said.q.val().tag;
        self.op.next.may_grant = self.pick.may_grant.val();
        self.op.next.grant_tag = self.tags.free.val();
        self.op.next.psn = self.said.q.val().psn;
        self.op.next.bytes = self.req.q.val().backlog;
        self.op.next.to_end = self.req.q.val().to_end;
        self.op.next.empty = self.said.q.val().empty;
        self.op.next.window = self.converted.q.val().window;
        self.op.next.windowed = self.converted.q.val().windowed;
        self.op.next.paced = self.converted.q.val().paced;
        self.op.next.timer = self.converted.q.val().timer;
        self.op.next.m = self.converted.q.val().m;
        self.op.next.e = self.converted.q.val().e;
        self.op.next.bypass = self.converted.q.val().control.bypass;
        self.op.next.iw = self.converted.q.val().control.iw;
        self.op.next.limits = self.converted.q.val().control.limits;
        self.op.next.acks = self.converted.q.val().control.acks;
        if self.pick.picked.val().get_bit(0) {
            self.op.next.kind = self.kind_return.val();
            self.op.next.qpn = self.tags.over_qpn.val();
            self.op.next.tag = self.tags.over_tag.val();
        }
        if self.pick.picked.val().get_bit(1) {
            self.op.next.kind = self.kind_sent.val();
            if self.said.q.val().rewind {
                self.op.next.kind = self.kind_rewind.val();
            }
            self.op.next.qpn = self.said.q.val().qpn;
            self.op.next.bytes = self.said.q.val().bytes;
        }
        if self.pick.picked.val().get_bit(2) {
            self.op.next.kind = self.converted.q.val().control.kind;
            self.op.next.qpn = self.converted.q.val().control.qpn;
            self.op.next.class = self.converted.q.val().control.class;
            self.op.next.psn = self.converted.q.val().control.psn;
        }
        if self.pick.picked.val().get_bit(4) {
            self.op.next.kind = self.kind_look.val();
            self.op.next.qpn = self.tree.qpn.val();
        }
        if self.pick.picked.val().get_bit(5) {
            self.op.next.kind = self.kind_grant.val();
            self.op.next.qpn = self.lists.next_qpn.val();
            self.op.next.class = self.lists.next_class.val();
        }
        if self.pick.picked.val().get_bit(6) {
            self.op.next.kind = self.kind_look.val();
            self.op.next.qpn = self.sweep.q.val();
        }
        self.op.next.wake = self.pick.picked.val().get_bit(4);
        self.op.next.now = self.time_ns.q.val();
        self.candidate.d.next = self.candidate.q.val();
        self.candidate_valid.d.next = self.candidate_valid.q.val();
        if self.pick.takes.val() {
            self.candidate.d.next = self.op.val();
            self.candidate_valid.d.next = true;
        }

        comment!(
            "Second and third: has a stage its QP? Fourth: if none, it begins; else it waits, and all others behind it"
        );
        self.met.next = bits::<BEFORE_LAST>(self.m[0].q.val().qpn == self.candidate.q.val().qpn)
            | (bits::<BEFORE_LAST>(self.m[1].q.val().qpn == self.candidate.q.val().qpn) << 1)
            | (bits::<BEFORE_LAST>(self.m[2].q.val().qpn == self.candidate.q.val().qpn) << 2)
            | (bits::<BEFORE_LAST>(self.m[3].q.val().qpn == self.candidate.q.val().qpn) << 3)
            | (bits::<BEFORE_LAST>(self.m[4].q.val().qpn == self.candidate.q.val().qpn) << 4)
            | (bits::<BEFORE_LAST>(self.m[5].q.val().qpn == self.candidate.q.val().qpn) << 5)
            | (bits::<BEFORE_LAST>(self.m[6].q.val().qpn == self.candidate.q.val().qpn) << 6)
            | (bits::<BEFORE_LAST>(self.m[7].q.val().qpn == self.candidate.q.val().qpn) << 7)
            | (bits::<BEFORE_LAST>(self.m[8].q.val().qpn == self.candidate.q.val().qpn) << 8)
            | (bits::<BEFORE_LAST>(self.m[9].q.val().qpn == self.candidate.q.val().qpn) << 9);
        self.meets.d.next = self.met.val() & self.valid.q.val().get_bits::<BEFORE_LAST>(0);
        self.blocked.d.next = self.meets.q.val().any();
        self.issues.next = self.last.q.val() & self.candidate_valid.q.val() & !self.blocked.q.val();
        self.issues_grant.next = self.issues.val() & (self.candidate.q.val().kind == self.kind_grant.val());
        if self.issues.val() {
            self.candidate_valid.d.next = false;
        }
        comment!("what was taken leaves its register a cycle later");
        self.control.out_ready.next = self.gone.q.val().get_bit(2);
        self.rates.out_ready.next = self.gone.q.val().get_bit(2);
        self.opening_gone.d.next =
            self.goes.val().get_bit(2) & (self.converted.q.val().control.kind != self.kind_update.val());
        self.openings.d.next = self.openings.q.val();
        if self.open_taken.val() & !self.opening_gone.q.val() {
            self.openings.d.next = self.openings.q.val() + 1;
        }
        if !self.open_taken.val() & self.opening_gone.q.val() {
            self.openings.d.next = self.openings.q.val() - 1;
        }
        comment!("are there any in the next cycle, and may a request come then?");
        self.openings_next.next = self.open_taken.val()
            | self.openings.q.val().get_bits::<3>(1).any()
            | (self.openings.q.val().get_bit(0) & !self.opening_gone.q.val());
        self.req_may.d.next = self.ready_next.val() & !self.req_next.val() & !self.openings_next.val();
        self.control_comes.next = self.upd_taken.val() | self.open_taken.val();
        self.controls.d.next = self.controls.q.val();
        if self.control_comes.val() & !self.gone.q.val().get_bit(2) {
            self.controls.d.next = self.controls.q.val() + 1;
        }
        if !self.control_comes.val() & self.gone.q.val().get_bit(2) {
            self.controls.d.next = self.controls.q.val() - 1;
        }
        self.sweep.d.next = self.sweep.q.val();
        if self.goes.val().get_bit(6) {
            self.sweep.d.next = self.sweep.q.val() + 1;
        }
        self.lists.pop.next = self.goes.val().get_bit(5);
        self.tree.hold.next = self.goes.val().get_bit(4);
        self.valid.d.next = self.valid.q.val();
        self.grants_under_way.d.next = self.grants_under_way.q.val();
        for i in 0..STAGES {
            self.m[i].d.next = self.m[i].q.val();
        }
        if self.last.q.val() {
            self.valid.d.next = (self.valid.q.val() << 1) | bits::<STAGES>(self.issues.val());
            self.grants_under_way.d.next =
                (self.grants_under_way.q.val() << 1) | bits::<STAGES>(self.issues_grant.val());
            self.m[0].d.next = self.candidate.q.val();
            self.m[0].d.next.now = self.time_ns.q.val();
            for i in 1..STAGES {
                self.m[i].d.next = self.m[i - 1].q.val();
            }
        }

        comment!("m0: the QP and the grant are read");
        self.qps.raddr.next = self.m[0].q.val().qpn;
        for k in 0..self.qps.re_opt.len() {
            self.qps.re_opt[k].next = self.valid.q.val().get_bit(0) & (self.phase.q.val() == 1);
        }
        self.tags.phase.next = self.phase.q.val();
        self.tags.now.next = self.time_ns.q.val();
        self.tags.take.next = self.pick.may_grant.val();
        self.tags.over_taken.next = self.goes.val().get_bit(0);
        self.tags.m0_asks.next = self.valid.q.val().get_bit(0)
            & ((self.m[0].q.val().kind == self.kind_sent.val()) | (self.m[0].q.val().kind == self.kind_return.val()));
        self.tags.m0_slot.next = self.m[0].q.val().tag.get_bits::<6>(0);
        self.tags.m1_answers.next = self.valid.q.val().get_bit(1) & (self.m[1].q.val().kind == self.kind_sent.val());
        self.tags.m1_returns.next = self.valid.q.val().get_bit(1) & (self.m[1].q.val().kind == self.kind_return.val());
        self.tags.m1_tag.next = self.m[1].q.val().tag;
        self.tags.m1_qpn.next = self.m[1].q.val().qpn;
        self.m1_qp.d.next = self.m1_qp.q.val();
        if self.last.q.val() {
            self.m1_qp.d.next = self.qps.rdata.val();
        }

        comment!("m1 to m9: the event, the offer, what is left");
        self.act.last.next = self.last.q.val();
        self.act.mtu.next = self.cfg.val().mtu;
        self.act.m1_op.next = self.m[1].q.val();
        self.act.m1_qp.next = self.m1_qp.q.val();
        self.act.m1_word.next = self.tags.m1_word.val();
        self.act.m1_hit.next = self.tags.m1_hit.val();
        self.act.m2_op.next = self.m[2].q.val();
        self.offer.last.next = self.last.q.val();
        self.offer.cfg.next = self.cfg.val();
        self.offer.paused.next = self.paused.q.val();
        self.offer.m3_op.next = self.m[3].q.val();
        self.offer.m3_qp.next = self.act.m3_qp.val();
        self.offer.m3_smaller.next = self.act.m3_smaller.val();
        self.offer.m4_op.next = self.m[4].q.val();
        self.offer.m6_op.next = self.m[6].q.val();
        self.settle.last.next = self.last.q.val();
        self.settle.cfg.next = self.cfg.val();
        self.settle.m7_op.next = self.m[7].q.val();
        self.settle.m7_qp.next = self.offer.m7_qp.val();
        self.settle.m7_grants.next = self.offer.m7_grants.val();
        self.settle.m7_bytes.next = self.offer.m7_bytes.val();
        self.settle.m7_packets.next = self.offer.m7_packets.val();
        self.settle.m7_cost.next = self.offer.m7_cost.val();
        self.settle.m7_age.next = self.offer.m7_age.val();
        self.settle.m7_of_qp.next = self.of_qp[3].q.val();
        self.settle.m7_charged_packets.next = self.offer.m7_charged_packets.val();
        self.settle.m8_op.next = self.m[8].q.val();
        self.settle.m8_count.next = self.m8_line.q.val();
        self.settle.m9_popped.next = self.m[9].q.val().kind == self.kind_grant.val();
        self.settle.popped_class.next = self.m[9].q.val().class;
        self.line_count.next = 0.into();
        if self.offer.m7_grants.val() {
            self.line_count.next = bits::<28>(self.offer.m7_bytes.val());
        }
        if self.answers[3].q.val() {
            self.line_count.next = self.more[3].q.val() | bits::<28>(self.less[3].q.val());
        }
        self.m8_line.d.next = self.m8_line.q.val();
        for i in 0..3 {
            self.grants[i].d.next = self.grants[i].q.val();
        }
        for i in 0..4 {
            self.less[i].d.next = self.less[i].q.val();
            self.more[i].d.next = self.more[i].q.val();
            self.of_qp[i].d.next = self.of_qp[i].q.val();
        }
        for i in 0..7 {
            self.answers[i].d.next = self.answers[i].q.val();
            self.counted[i].d.next = self.counted[i].q.val();
            self.back[i].d.next = self.back[i].q.val();
        }
        if self.last.q.val() {
            self.m8_line.d.next = self.line_count.val();
            self.less[0].d.next = self.act.m3_less.val();
            self.more[0].d.next = self.act.m3_more.val();
            self.of_qp[0].d.next = self.act.m3_of_qp.val();
            self.answers[0].d.next = self.act.m3_answers.val();
            self.counted[0].d.next = self.act.m3_counted.val();
            self.back[0].d.next = self.act.m3_less.val().any();
            self.grants[0].d.next = self.offer.m7_grants.val();
            for i in 1..3 {
                self.grants[i].d.next = self.grants[i - 1].q.val();
            }
            for i in 1..4 {
                self.less[i].d.next = self.less[i - 1].q.val();
                self.more[i].d.next = self.more[i - 1].q.val();
                self.of_qp[i].d.next = self.of_qp[i - 1].q.val();
            }
            for i in 1..7 {
                self.answers[i].d.next = self.answers[i - 1].q.val();
                self.counted[i].d.next = self.counted[i - 1].q.val();
                self.back[i].d.next = self.back[i - 1].q.val();
            }
            self.counted[2].d.next.window_below = self.offer.m5_below.val();
        }

        comment!("m7, first cycle: is it granted? Second: the grant goes out");
        self.m7_deadline.d.next = self.m[7].q.val().now + bits::<34>(self.cfg.val().timeout);
        self.m7_grant.next = self.first.q.val() & self.valid.q.val().get_bit(7) & self.m[7].q.val().may_grant;
        self.granted.d.next = self.m7_grant.val() & self.offer.m7_grants.val();
        self.refused.d.next = self.m7_grant.val() & !self.offer.m7_grants.val();
        self.out.in_valid.next = self.granted.q.val();
        self.out.in_data.next.qpn = self.m[7].q.val().qpn;
        self.out.in_data.next.tag = self.m[7].q.val().grant_tag;
        self.out.in_data.next.max_bytes = self.offer.m7_bytes.val();
        self.out.in_data.next.max_packets = self.offer.m7_packets.val();
        self.out.in_data.next.ecn_capable = !self.offer.m7_plain.val();
        self.word.next.generation = self.m[7].q.val().grant_tag.get_bits::<2>(6);
        self.word.next.qpn = self.m[7].q.val().qpn;
        self.word.next.opening = self.offer.m7_qp.val().opening;
        self.word.next.number = self.offer.m7_qp.val().grants;
        self.word.next.bytes = self.offer.m7_bytes.val();
        self.word.next.packets = self.offer.m7_packets.val();
        self.word.next.first = self.offer.m7_first.val();
        self.word.next.deadline = self.m7_deadline.q.val();
        self.tags.write.next = self.granted.q.val();
        self.tags.refuse.next = self.refused.q.val();
        self.tags.write_slot.next = self.m[7].q.val().grant_tag.get_bits::<6>(0);
        self.tags.word.next = self.word.val();
        self.pops.next = self.out.out_valid.val() & self.m_grant_ready.val();
        self.out.out_ready.next = self.m_grant_ready.val();
        self.m_grant_valid.next = self.out.out_valid.val();
        self.m_grant_qpn.next = self.out.out_data.val().qpn;
        self.m_grant_tag.next = self.out.out_data.val().tag;
        self.m_grant_max_bytes.next = self.out.out_data.val().max_bytes;
        self.m_grant_max_packets.next = bits::<14>(self.out.out_data.val().max_packets);
        self.m_grant_ecn_capable.next = self.out.out_data.val().ecn_capable;
        comment!("none goes in the cycle in which one is refused");
        self.credits.d.next = self.credits.q.val();
        if self.pick.may_grant.val() {
            if !self.pops.val() {
                self.credits.d.next = self.credits.q.val() - 1;
            }
        } else if self.pops.val() & self.refused.q.val() {
            self.credits.d.next = self.credits.q.val() + 2;
        } else if self.pops.val() | self.refused.q.val() {
            self.credits.d.next = self.credits.q.val() + 1;
        }

        comment!("m10, second cycle: the QP goes where it belongs");
        self.m10_popped.d.next = self.m10_popped.q.val();
        if self.last.q.val() {
            self.m10_popped.d.next = self.m[9].q.val().kind == self.kind_grant.val();
        }
        self.commits.d.next = self.first.q.val() & self.valid.q.val().get_bit(10);
        self.place.ends.next = self.first.q.val() & self.valid.q.val().get_bit(10);
        self.place.m10_qp.next = self.settle.m10_qp.val();
        self.place.m10_asks.next = self.settle.m10_asks.val();
        self.place.m10_due.next = self.settle.m10_due.val();
        self.place.m10_short.next = self.settle.m10_short.val();
        self.place.m10_popped.next = self.m10_popped.q.val();
        self.place.m10_keeps.next = self.settle.m10_keeps.val();
        self.place.m10_time.next = self.settle.m10_time.val();
        self.qp.next = self.place.qp.val();
        self.lists.push_head.next = self.place.head.val();
        self.lists.push_tail.next = self.place.tail.val();
        self.lists.next_class_pushed.next = self.settle.class_of_m9.val();
        self.lists.push_class.next = self.qp.val().class;
        self.lists.push_qpn.next = self.m[10].q.val().qpn;
        comment!("third: it is written");
        self.writes.d.next = self.initialises.val() | self.commits.q.val();
        self.writes_at.d.next = self.m[10].q.val().qpn;
        if self.initialises.val() {
            self.writes_at.d.next = self.init_at.q.val();
        }
        self.qps.we.next = self.writes.q.val();
        self.qps.waddr.next = self.writes_at.q.val();
        self.qps.wdata.next = self.qp.val();
        if self.init_we.q.val() {
            self.qps.wdata.next.open = false;
            self.qps.wdata.next.queued = false;
            self.qps.wdata.next.live = false;
            self.qps.wdata.next.level = 0.into();
            self.qps.wdata.next.newest_open = false;
            self.qps.wdata.next.open_packets = 0.into();
        }

        for k in 0..self.shares_opt.len() {
            comment!(
                "which class is next, by weights; m7: what a grant is less than a quantum comes back to its class"
            );
            clock!(self, clock, shares_opt[k]);
            self.shares_opt[k].second.next = self.second.q.val();
            self.shares_opt[k].third.next = self.third.q.val();
            self.shares_opt[k].last.next = self.last.q.val();
            self.shares_opt[k].strict.next = self.cfg_strict_opt[k].val();
            self.shares_opt[k].weights.next = self.cfg_weights_opt[k].val();
            self.shares_opt[k].quantum.next = self.cfg.val().quantum;
            self.shares_opt[k].may.next = self.lists.ready_opt[k].val();
            self.lists.chosen_opt[k].next = self.shares_opt[k].chosen.val();
            self.shares_opt[k].pop.next = self.goes.val().get_bit(5);
            self.shares_opt[k].pop_class.next = self.lists.next_class.val();
            self.shares_opt[k].m7_pops.next =
                self.valid.q.val().get_bit(7) & (self.m[7].q.val().kind == self.kind_grant.val());
            self.shares_opt[k].m7_pop_class.next = self.m[7].q.val().class;
            self.shares_opt[k].m7_grants.next = self.offer.m7_grants.val();
            self.shares_opt[k].m7_bytes.next = self.offer.m7_bytes.val();
            self.shares_opt[k].m7_answers.next = self.valid.q.val().get_bit(7)
                & self.answers[3].q.val()
                & self.of_qp[3].q.val()
                & self.offer.m7_qp.val().live;
            self.shares_opt[k].m7_class.next = self.offer.m7_qp.val().class;
            self.shares_opt[k].m7_less.next = self.less[3].q.val();
            self.shares_opt[k].m10_pops.next = self.valid.q.val().get_bit(10) & self.m10_popped.q.val();
            self.shares_opt[k].m10_pop_class.next = self.m[10].q.val().class;
        }
        for k in 0..self.wake_opt.len() {
            comment!("m10: the NIC is told, if whether the QP may send has changed");
            clock!(self, clock, wake_opt[k]);
            self.wake_opt[k].init_we.next = self.init_we.q.val();
            self.wake_opt[k].init_addr.next = self.init_addr.q.val();
            self.wake_opt[k].first.next = self.first.q.val();
            self.wake_opt[k].second.next = self.second.q.val();
            self.wake_opt[k].third.next = self.third.q.val();
            self.wake_opt[k].last.next = self.last.q.val();
            self.wake_opt[k].ends.next = self.valid.q.val().get_bit(10);
            self.wake_opt[k].qpn.next = self.m[10].q.val().qpn;
            self.wake_opt[k].live.next = self.qp.val().live;
            self.wake_opt[k].next_ends.next = self.valid.q.val().get_bit(9);
            self.wake_opt[k].next_qpn.next = self.m[9].q.val().qpn;
            self.wake_opt[k].m_wake_ready.next = self.m_wake_ready_opt[k].val();
            self.m_wake_opt[k].next = self.wake_opt[k].m_wake.val();
        }
        for k in 0..self.bits_opt.len() {
            clock!(self, clock, bits_opt[k]);
            self.bits_opt[k].paused.next = self.paused.q.val();
            self.bits_opt[k].ends.next = self.commits.q.val();
            self.bits_opt[k].qpn.next = self.m[10].q.val().qpn;
            self.bits_opt[k].of_class.next = self.qp.val().class;
            self.bits_opt[k].live.next = self.qp.val().live;
            self.may_send_opt[k].next = self.bits_opt[k].may_send.val();
        }

        comment!("m10: its due time, in units of 32 ns, goes to the tree in the next slot");
        self.index.next = (self.m[10].q.val().qpn >> 4) | (self.m[10].q.val().qpn << self.levels.val());
        self.walk.d.next = self.walk.q.val();
        if self.last.q.val() {
            self.walk.d.next.go = self.valid.q.val().get_bit(10);
            self.walk.d.next.wake = self.m[10].q.val().wake;
            self.walk.d.next.at = self.index.val();
            self.walk.d.next.due.valid = self.place.waits.val();
            self.walk.d.next.due.key = self.place.key.val();
            self.walk.d.next.due.index = self.index.val();
        }
        self.tree.init_we.next = self.init_we.q.val();
        self.tree.init_addr.next = self.init_addr.q.val();
        self.tree.first.next = self.first.q.val();
        self.tree.last.next = self.last.q.val();
        self.tree.walk.next = self.walk.q.val();
        self.tree.now_inv.next = self.time_inv.q.val().get_bits::<29>(5);

        comment!("m10: the line");
        self.line.third.next = self.third.q.val();
        self.line.last.next = self.last.q.val();
        self.line.cfg.next = self.cfg.val();
        self.line.clock_ns.next = self.time_ns.q.val();
        self.line.ends.next = self.valid.q.val().get_bit(10);
        self.line.now.next = self.m[10].q.val().now;
        self.line.grants.next = self.grants[2].q.val();
        self.line.answers.next = self.answers[6].q.val();
        self.line.back.next = self.back[6].q.val();
        self.line.cost.next = self.settle.m10_cap_cost.val();

        comment!("m10, second cycle: counts");
        self.counts.next = self.counted[6].q.val();
        self.closed.d.next = self.closed.q.val();
        self.returned.d.next = self.returned.q.val();
        self.not_open.d.next = self.not_open.q.val();
        self.too_much.d.next = self.too_much.q.val();
        self.rewind_outside.d.next = self.rewind_outside.q.val();
        self.closed_in_flight.d.next = self.closed_in_flight.q.val();
        self.window_below.d.next = self.window_below.q.val();
        if self.commits.q.val() {
            self.closed.d.next = self.closed.q.val() + bits::<32>(self.counts.val().closed);
            self.returned.d.next = self.returned.q.val() + bits::<32>(self.counts.val().returned);
            self.not_open.d.next = self.not_open.q.val() + bits::<32>(self.counts.val().not_open);
            self.too_much.d.next = self.too_much.q.val() + bits::<32>(self.counts.val().too_much);
            self.rewind_outside.d.next = self.rewind_outside.q.val() + bits::<32>(self.counts.val().rewind_outside);
            self.closed_in_flight.d.next =
                self.closed_in_flight.q.val() + bits::<32>(self.counts.val().closed_in_flight);
            self.window_below.d.next = self.window_below.q.val() + bits::<32>(self.counts.val().window_below);
        }
        self.not_picked.next = self.controls.q.val();
        self.count_closed.next = self.closed.q.val();
        self.count_returned.next = self.returned.q.val();
        self.count_not_open.next = self.not_open.q.val();
        self.count_too_much.next = self.too_much.q.val();
        self.count_rewind_outside.next = self.rewind_outside.q.val();
        self.count_closed_in_flight.next = self.closed_in_flight.q.val();
        self.count_window_below.next = self.window_below.q.val();
        self.count_time_back.next = self.time_back.q.val();
    }
}
