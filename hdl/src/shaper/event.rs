//! What an event does to a QP: stages m1 and m2.

use super::stages::*;
use crate::prelude::*;
use crate::wide_mul::WideMul;

logic_struct! {
    /// What m1 finds of an event.
    pub struct Found {
        pub of_sent: Bit,
        pub of_return: Bit,
        pub answers: Bit,
        pub newest: Bit,
        pub rewinds: Bit,
        pub asks: Bit,
        pub controls: Bit,
        pub opens: Bit,
        pub closes: Bit,
        /// What was not sent comes back to the level and to the message's end.
        pub gives_back: Bit,
        /// The QP had no more to send.
        pub empties: Bit,
        /// una moves on.
        pub acks: Bit,
        pub smaller: Bit,
        pub ends_beyond: Bit,
        /// psn_next is not snd_nxt.
        pub goes_back: Bit,
        pub inside: Bit,
        pub old: Bit,
        pub to_end_any: Bit,
        pub less: U<20>,
        pub more: U<28>,
        /// Of the grant.
        pub bytes: U<20>,
        pub packets: U<11>,
        pub first: Bit,
        /// The PSN that the NIC goes on with.
        pub snd: U<24>,
    }
}

/// From m1 to m3.
#[derive(LogicBlock, Default)]
pub struct Event {
    pub clock: Signal<In, ClkRst>,
    pub last: Signal<In, Bit>,
    pub mtu: Signal<In, U<14>>,
    pub m1_op: Signal<In, Op>,
    pub m1_qp: Signal<In, Qp>,
    pub m1_word: Signal<In, Granted>,
    pub m1_hit: Signal<In, Bit>,
    pub m2_op: Signal<In, Op>,
    pub m3_qp: Signal<Out, Qp>,
    pub m3_less: Signal<Out, U<20>>,
    pub m3_more: Signal<Out, U<28>>,
    pub m3_answers: Signal<Out, Bit>,
    pub m3_of_qp: Signal<Out, Bit>,
    pub m3_smaller: Signal<Out, Bit>,
    pub m3_counted: Signal<Out, Counted>,

    owned: DReg<Bit>,
    is_newest: DReg<Bit>,
    /// Grants that were given behind the one that is answered.
    younger: DReg<U<7>>,
    is_last_word: DReg<Bit>,
    before_snd: DReg<U<24>>,
    sent_own: DReg<Bit>,
    return_own: DReg<Bit>,
    is_acked: DReg<Bit>,
    is_behind: DReg<Bit>,
    is_beyond: DReg<Bit>,
    is_far: DReg<Bit>,
    window_less: DReg<Bit>,
    beyond_grant: DReg<Bit>,
    within_grant: DReg<Bit>,
    less_by: DReg<U<20>>,
    more_by: DReg<U<28>>,
    less: DReg<U<20>>,
    more: DReg<U<28>>,
    snd_ahead: DReg<U<24>>,
    low_packets: DReg<U<21>>,
    in_flight: WideMul<14, 21, 35>,
    next_psn: DReg<PsnWord>,
    behind: DReg<U<24>>,
    beyond: DReg<U<24>>,
    una_behind: DReg<U<24>>,
    age: DReg<U<47>>,
    any_open: DReg<Bit>,
    m2_found: DReg<Found>,
    m2_counted: DReg<Counted>,
    m2_qp: DReg<Qp>,
    /// Of the QP in m2 what needs no fourth cycle, in the third.
    m2_next: DReg<Qp>,
    changes: DReg<Bit>,
    clears: DReg<Bit>,
    takes_first: DReg<Bit>,
    takes_deficit: DReg<Bit>,
    sent_sum: DReg<U<29>>,
    sent_raised: DReg<U<28>>,
    sent_stays: DReg<Bit>,
    sent_left: DReg<Bit>,
    sent_rest: DReg<U<28>>,
    still_rest: DReg<U<17>>,
    still_any: DReg<Bit>,
    too_far: DReg<Bit>,
    add: DReg<U<28>>,
    raised: DReg<U<28>>,
    end_raised: DReg<U<28>>,
    end_left: DReg<Bit>,
    end_rest: DReg<U<28>>,
    end_lowered: DReg<U<28>>,
    moved: DReg<U<24>>,
    packets: DReg<U<11>>,
    first_raised: DReg<U<14>>,
    deficit_21: DReg<U<21>>,
    deficit_raised: DReg<U<20>>,
    deficit_left: DReg<Bit>,
    deficit_rest: DReg<U<20>>,
    charged: DReg<U<28>>,
    out_qp: DReg<Qp>,
    out_less: DReg<U<20>>,
    out_more: DReg<U<28>>,
    out_answers: DReg<Bit>,
    out_of_qp: DReg<Bit>,
    out_smaller: DReg<Bit>,
    out_counted: DReg<Counted>,

    is_return: Signal<Local, Bit>,
    is_sent: Signal<Local, Bit>,
    is_rewind: Signal<Local, Bit>,
    is_update: Signal<Local, Bit>,
    is_open: Signal<Local, Bit>,
    is_close: Signal<Local, Bit>,
    is_request: Signal<Local, Bit>,
    was_open: Signal<Local, Bit>,
    of_sent: Signal<Local, Bit>,
    of_return: Signal<Local, Bit>,
    found: Signal<Local, Found>,
    counted: Signal<Local, Counted>,
    e: Signal<Local, Found>,
    of_qp: Signal<Local, Bit>,
    give: Signal<Local, U<20>>,
    back: Signal<Local, U<28>>,
    still_open: Signal<Local, U<17>>,
    sum: Signal<Local, U<29>>,
    lowered: Signal<Local, U<28>>,
    end_sum: Signal<Local, U<29>>,
    first_15: Signal<Local, U<15>>,
    charged_sum: Signal<Local, U<29>>,
    qp_next: Signal<Local, Qp>,

    kind_return: Constant<U<4>>,
    kind_sent: Constant<U<4>>,
    kind_rewind: Constant<U<4>>,
    kind_update: Constant<U<4>>,
    kind_open: Constant<U<4>>,
    kind_close: Constant<U<4>>,
    kind_request: Constant<U<4>>,
    most_deficit: Constant<U<20>>,
    all: Constant<U<28>>,
    all_packets: Constant<U<21>>,
    all_first: Constant<U<14>>,
}

impl Event {
    pub fn new() -> Self {
        let kind = |k: u64| Constant::new(k.into());
        Self {
            kind_return: kind(RETURN),
            kind_sent: kind(SENT),
            kind_rewind: kind(REWIND),
            kind_update: kind(UPDATE),
            kind_open: kind(OPEN),
            kind_close: kind(CLOSE),
            kind_request: kind(REQUEST),
            most_deficit: Constant::new((1 << 19).into()),
            all: Constant::new(U::max()),
            all_packets: Constant::new((1 << 20).into()),
            all_first: Constant::new(U::max()),
            ..Self::default()
        }
    }
}

impl Logic for Event {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_event");
        comment!("@doc What an event does to a QP, but for a grant: two slots. Inputs stand still for a slot, outputs for the one behind.");
        comment!("@doc So a register inside of a slot needs no enable: three of them may stand one behind the other.");
        comment!("@port last the last cycle of a slot");
        comment!("@port mtu largest packet, bytes");
        comment!("@port m1_word the grant, from the second cycle on");
        comment!("@port m1_hit in the last cycle: the tag is of a grant that is open, and the QP's; of a return, its time is over");
        comment!("@port m3_qp the QP behind the event");
        comment!("@port m3_less bytes that were granted and not sent");
        comment!("@port m3_more bytes that were sent and not granted");
        comment!("@port m3_answers the event is the answer to a grant");
        comment!("@port m3_of_qp the grant is of this opening of the QP");
        comment!("@port m3_smaller the window is smaller than before, or there was none");
        comment!("@port m3_counted what is counted");
        comment!("@constant kind kind of an operation");
        comment!("@constant most_deficit bytes: a deficit saturates");
        comment!("@constant all all ones: more is this");
        comment!("@constant all_packets 2^20 packets: more than all windows");
        clock!(self, clock, younger, is_last_word, before_snd);
        clock!(self, clock, owned, is_newest, less, more, snd_ahead, low_packets, in_flight, next_psn, behind, beyond);
        clock!(self, clock, una_behind, age, any_open, m2_found, m2_counted, m2_qp, too_far, add, raised, end_raised);
        clock!(self, clock, end_left, end_rest, end_lowered, moved, packets, first_raised, deficit_21, deficit_raised);
        clock!(
            self,
            clock,
            deficit_left,
            deficit_rest,
            charged,
            out_qp,
            out_less,
            out_more,
            out_answers,
            out_of_qp,
            out_smaller,
            out_counted
        );
        clock!(
            self,
            clock,
            sent_own,
            return_own,
            is_acked,
            is_behind,
            is_beyond,
            is_far,
            window_less,
            beyond_grant,
            within_grant
        );
        clock!(
            self,
            clock,
            less_by,
            more_by,
            m2_next,
            changes,
            clears,
            takes_first,
            takes_deficit,
            still_rest,
            still_any
        );
        clock!(self, clock, sent_sum, sent_raised, sent_stays, sent_left, sent_rest);

        comment!("m1: what it is");
        self.is_return.next = self.m1_op.val().kind == self.kind_return.val();
        self.is_sent.next = self.m1_op.val().kind == self.kind_sent.val();
        self.is_rewind.next = self.m1_op.val().kind == self.kind_rewind.val();
        self.is_update.next = self.m1_op.val().kind == self.kind_update.val();
        self.is_open.next = self.m1_op.val().kind == self.kind_open.val();
        self.is_close.next = self.m1_op.val().kind == self.kind_close.val();
        self.is_request.next = self.m1_op.val().kind == self.kind_request.val();
        self.was_open.next = self.m1_qp.val().open;
        self.owned.d.next = self.was_open.val() & (self.m1_qp.val().opening == self.m1_word.val().opening);
        self.is_newest.d.next = self.m1_qp.val().newest_open & (self.m1_qp.val().newest == self.m1_op.val().tag);
        comment!("has a request come since that grant? If not, its answer is the last word on what is left");
        self.younger.d.next = self.m1_qp.val().grants - 1 - self.m1_word.val().number;
        self.is_last_word.d.next = self.younger.q.val() < self.m1_qp.val().since;
        self.sent_own.d.next = self.is_sent.val() & self.owned.q.val();
        self.return_own.d.next = self.is_return.val() & self.owned.q.val();
        self.of_sent.next = self.sent_own.q.val() & self.m1_hit.val();
        self.of_return.next = self.return_own.q.val() & self.m1_hit.val();

        comment!("m1: differences. What was sent and is not acknowledged, snd_nxt - 1 - una_psn; none after a rewind that an ACK has");
        comment!("overtaken; 2^20 packets are more than all windows");
        self.snd_ahead.d.next = self.m1_qp.val().snd_nxt - 1 - self.m1_qp.val().una;
        self.low_packets.d.next = self.snd_ahead.q.val().get_bits::<21>(0);
        if self.snd_ahead.q.val().get_bits::<3>(20).any() {
            self.low_packets.d.next = self.all_packets.val();
        }
        if self.snd_ahead.q.val().get_bit(23) {
            self.low_packets.d.next = 0.into();
        }
        self.in_flight.a.next = self.mtu.val();
        self.in_flight.b.next = self.low_packets.q.val();
        self.within_grant.d.next = self.m1_op.val().bytes < bits::<28>(self.m1_word.val().bytes);
        self.beyond_grant.d.next = !self.within_grant.q.val() & self.more_by.q.val().any();
        self.less_by.d.next = self.m1_word.val().bytes - self.m1_op.val().bytes.get_bits::<20>(0);
        self.more_by.d.next = self.m1_op.val().bytes - bits::<28>(self.m1_word.val().bytes);
        self.less.d.next = 0.into();
        self.more.d.next = 0.into();
        if self.within_grant.q.val() {
            self.less.d.next = self.less_by.q.val();
        } else {
            self.more.d.next = self.more_by.q.val();
        }
        comment!("the NIC goes on with this PSN, or with the one behind what is acknowledged");
        self.next_psn.d.next = self.m1_qp.val().una + 1;
        self.behind.d.next = self.next_psn.q.val() - self.m1_op.val().psn;
        self.beyond.d.next = self.m1_op.val().psn - self.m1_qp.val().snd_nxt;
        self.una_behind.d.next = self.m1_op.val().psn - self.m1_qp.val().una;
        self.is_behind.d.next = self.behind.q.val().any() & !self.behind.q.val().get_bit(23);
        comment!("2^22 or more beyond what was sent");
        self.is_far.d.next = self.beyond.q.val().get_bit(22) & !self.beyond.q.val().get_bit(23);
        self.is_beyond.d.next = self.beyond.q.val().any() & !self.beyond.q.val().get_bit(23);
        self.is_acked.d.next = self.una_behind.q.val().any() & !self.una_behind.q.val().get_bit(23);
        self.window_less.d.next = !self.m1_qp.val().windowed | (self.m1_op.val().window < self.m1_qp.val().window);
        self.age.d.next = (bits::<47>(self.m1_op.val().now) << 13) - self.m1_qp.val().start;

        self.any_open.d.next =
            (self.snd_ahead.q.val().any() & !self.snd_ahead.q.val().get_bit(23)) | self.m1_qp.val().open_packets.any();

        comment!("m1, last cycle: what is known");
        self.found.next.of_sent = self.of_sent.val();
        self.found.next.of_return = self.of_return.val();
        self.found.next.answers = self.is_sent.val() & self.m1_hit.val();
        self.found.next.newest = (self.of_sent.val() | self.of_return.val()) & self.is_newest.q.val();
        self.found.next.rewinds = self.is_rewind.val() & self.was_open.val();
        self.found.next.asks = self.is_request.val() & self.was_open.val();
        self.found.next.controls =
            (self.is_update.val() & self.was_open.val() & self.m1_op.val().limits) | self.is_open.val();
        self.found.next.opens = self.is_open.val();
        self.found.next.closes = self.is_close.val();
        self.found.next.gives_back = self.of_sent.val() & !self.m1_op.val().empty;
        self.found.next.empties = self.of_sent.val() & self.m1_op.val().empty & self.is_last_word.q.val();
        self.found.next.acks =
            self.is_update.val() & self.was_open.val() & self.m1_op.val().acks & self.is_acked.q.val();
        self.found.next.smaller =
            self.is_update.val() & self.was_open.val() & self.m1_op.val().limits & self.window_less.q.val();
        self.found.next.ends_beyond = self.is_beyond.q.val();
        self.found.next.goes_back = self.beyond.q.val().any();
        self.found.next.inside = !self.is_behind.q.val() & !self.is_far.q.val();
        self.found.next.old = self.m1_qp.val().old | self.age.q.val().get_bits::<2>(45).any();
        self.found.next.to_end_any = self.m1_qp.val().to_end.any();
        self.found.next.less = self.less.q.val();
        self.found.next.more = self.more.q.val();
        self.found.next.bytes = self.m1_word.val().bytes;
        self.found.next.packets = self.m1_word.val().packets;
        self.found.next.first = self.m1_word.val().first & self.m1_qp.val().starting;
        self.found.next.snd = self.m1_op.val().psn;
        if self.is_behind.q.val() {
            self.found.next.snd = self.next_psn.q.val();
        }
        if self.is_far.q.val() {
            self.found.next.snd = self.m1_qp.val().snd_nxt;
        }
        self.counted.next.closed = !self.was_open.val()
            & (self.is_rewind.val() | self.is_update.val() | self.is_close.val() | self.is_request.val());
        self.counted.next.returned = self.is_return.val() & self.m1_hit.val();
        self.counted.next.not_open = self.is_sent.val() & !self.m1_hit.val();
        self.counted.next.too_much = self.is_sent.val() & self.m1_hit.val() & self.beyond_grant.q.val();
        self.counted.next.rewind_outside = false;
        self.counted.next.closed_in_flight =
            (self.is_close.val() | self.is_open.val()) & self.was_open.val() & self.any_open.q.val();
        self.counted.next.window_below = false;
        self.m2_found.d.next = self.m2_found.q.val();
        self.m2_counted.d.next = self.m2_counted.q.val();
        self.m2_qp.d.next = self.m2_qp.q.val();
        if self.last.val() {
            self.m2_found.d.next = self.found.val();
            self.m2_counted.d.next = self.counted.val();
            self.m2_qp.d.next = self.m1_qp.val();
        }
        self.e.next = self.m2_found.q.val();

        comment!(
            "m2: bytes in flight, which a rewind takes back at most; the level. All ones stay, and more is all ones"
        );
        self.too_far.d.next = bits::<35>(self.m2_op.val().bytes) > self.in_flight.p.val();
        self.back.next = self.m2_op.val().bytes;
        if self.too_far.q.val() {
            self.back.next = self.in_flight.p.val().get_bits::<28>(0);
        }
        self.add.d.next = 0.into();
        if self.e.val().of_return {
            self.add.d.next = bits::<28>(self.e.val().bytes);
        }
        if self.e.val().rewinds {
            self.add.d.next = self.back.val();
        }
        if self.e.val().asks {
            self.add.d.next = self.m2_op.val().bytes;
        }
        self.sum.next = bits::<29>(self.m2_qp.q.val().level) + bits::<29>(self.add.q.val());
        self.raised.d.next = self.sum.val().get_bits::<28>(0);
        if self.sum.val().get_bit(28) {
            self.raised.d.next = self.all.val();
        }
        comment!("of an answer: what was not sent comes back, what was sent beyond the grant is taken");
        self.give.next = 0.into();
        if self.e.val().gives_back {
            self.give.next = self.e.val().less;
        }
        self.sent_sum.d.next = bits::<29>(self.m2_qp.q.val().level) + bits::<29>(self.give.val());
        self.sent_raised.d.next = self.sent_sum.q.val().get_bits::<28>(0);
        if self.sent_sum.q.val().get_bit(28) {
            self.sent_raised.d.next = self.all.val();
        }
        if self.e.val().empties {
            self.sent_raised.d.next = 0.into();
        }
        self.sent_stays.d.next = self.sent_raised.q.val().all();
        self.sent_left.d.next = self.sent_raised.q.val() > self.e.val().more;
        self.sent_rest.d.next = self.sent_raised.q.val() - self.e.val().more;
        self.lowered.next = self.raised.q.val();
        if self.e.val().of_sent {
            self.lowered.next = 0.into();
            if self.sent_left.q.val() {
                self.lowered.next = self.sent_rest.q.val();
            }
            if self.sent_stays.q.val() {
                self.lowered.next = self.all.val();
            }
        }

        comment!("the message's end");
        self.end_sum.next = bits::<29>(self.m2_qp.q.val().to_end);
        if self.e.val().gives_back & self.e.val().to_end_any {
            self.end_sum.next = bits::<29>(self.m2_qp.q.val().to_end) + bits::<29>(self.e.val().less);
        }
        self.end_raised.d.next = self.end_sum.val().get_bits::<28>(0);
        if self.end_sum.val().get_bit(28) {
            self.end_raised.d.next = self.all.val();
        }
        self.end_left.d.next = self.end_raised.q.val() > self.e.val().more;
        self.end_rest.d.next = self.end_raised.q.val() - self.e.val().more;
        self.end_lowered.d.next = 0.into();
        if self.end_left.q.val() {
            self.end_lowered.d.next = self.end_rest.q.val();
        }

        comment!("the first IW packets: what was granted of them and not sent is still to come");
        self.moved.d.next = self.e.val().snd - self.m2_qp.q.val().snd_nxt;
        self.packets.d.next = self.e.val().packets;
        if self.e.val().of_sent & !self.moved.q.val().get_bit(23) {
            self.packets.d.next = 0.into();
            if self.moved.q.val() < bits::<24>(self.e.val().packets) {
                self.packets.d.next = self.e.val().packets - self.moved.q.val().get_bits::<11>(0);
            }
        }
        self.first_15.next = bits::<15>(self.m2_qp.q.val().first) + bits::<15>(self.packets.q.val());
        self.first_raised.d.next = self.first_15.val().get_bits::<14>(0);
        if self.first_15.val().get_bit(14) {
            self.first_raised.d.next = self.all_first.val();
        }

        comment!(
            "packets granted and not answered: a grant of 256 openings ago is taken for one of this opening, and takes"
        );
        comment!("no more than there are");
        self.still_any.d.next = self.m2_qp.q.val().open_packets > bits::<17>(self.e.val().packets);
        self.still_rest.d.next = self.m2_qp.q.val().open_packets - bits::<17>(self.e.val().packets);
        self.still_open.next = 0.into();
        if self.still_any.q.val() {
            self.still_open.next = self.still_rest.q.val();
        }

        comment!("the turn; what is charged");
        self.deficit_21.d.next = bits::<21>(self.m2_qp.q.val().deficit) + bits::<21>(self.e.val().less);
        self.deficit_raised.d.next = self.deficit_21.q.val().get_bits::<20>(0);
        if self.deficit_21.q.val() > bits::<21>(self.most_deficit.val()) {
            self.deficit_raised.d.next = self.most_deficit.val();
        }
        self.deficit_left.d.next = bits::<28>(self.deficit_raised.q.val()) > self.e.val().more;
        self.deficit_rest.d.next = self.deficit_raised.q.val() - self.e.val().more.get_bits::<20>(0);
        self.charged_sum.next = bits::<29>(self.m2_qp.q.val().charged) + bits::<29>(self.e.val().more);
        self.charged.d.next = self.charged_sum.val().get_bits::<28>(0);
        if self.charged_sum.val().get_bit(28) {
            self.charged.d.next = self.all.val();
        }

        self.before_snd.d.next = self.e.val().snd - 1;
        comment!("m2, first and third cycle: what takes and clears; the QP, but for what comes in the last cycle");
        self.changes.d.next = self.e.val().asks & (self.m2_qp.q.val().class != self.m2_op.val().class);
        self.clears.d.next = self.e.val().closes | self.e.val().opens;
        self.takes_first.d.next = (self.e.val().of_sent | self.e.val().of_return) & self.e.val().first;
        self.takes_deficit.d.next = self.e.val().of_sent & self.m2_qp.q.val().live;
        self.of_qp.next = self.e.val().of_sent | self.e.val().of_return;
        self.qp_next.next = self.m2_qp.q.val();
        self.qp_next.next.old = self.e.val().old;
        self.qp_next.next.to_end = self.end_raised.q.val();
        if self.of_qp.val() {
            self.qp_next.next.open_packets = self.still_open.val();
        }
        if self.e.val().of_return & self.e.val().newest {
            self.qp_next.next.charged = 0.into();
            self.qp_next.next.charged_packets = 0.into();
        }
        if self.e.val().newest {
            self.qp_next.next.newest_open = false;
        }
        if self.e.val().of_sent {
            self.qp_next.next.charged = self.charged.q.val();
            if self.e.val().newest {
                self.qp_next.next.charged = self.m2_op.val().bytes;
            }
            self.qp_next.next.snd_nxt = self.e.val().snd;
        }
        if self.e.val().rewinds {
            comment!("what is not sent again has come through, be there an ACK of it or not");
            if !self.e.val().ends_beyond {
                self.qp_next.next.snd_nxt = self.e.val().snd;
                if self.e.val().goes_back {
                    self.qp_next.next.una = self.before_snd.q.val();
                }
            }
            self.qp_next.next.since = 0.into();
            self.qp_next.next.starting = false;
            self.qp_next.next.to_end = 0.into();
        }
        if self.e.val().asks {
            self.qp_next.next.since = 0.into();
            if !self.e.val().to_end_any {
                self.qp_next.next.to_end = self.m2_op.val().to_end;
            }
            if self.changes.q.val() {
                self.qp_next.next.live = false;
                self.qp_next.next.turn = false;
                self.qp_next.next.deficit = 0.into();
            }
            self.qp_next.next.class = self.m2_op.val().class;
        }
        if self.e.val().acks {
            self.qp_next.next.una = self.m2_op.val().psn;
            self.qp_next.next.starting = false;
        }
        if self.clears.q.val() {
            self.qp_next.next.open = false;
            self.qp_next.next.old = true;
            self.qp_next.next.charged = 0.into();
            self.qp_next.next.charged_packets = 0.into();
            self.qp_next.next.open_packets = 0.into();
            self.qp_next.next.to_end = 0.into();
            self.qp_next.next.turn = false;
            self.qp_next.next.deficit = 0.into();
            self.qp_next.next.newest_open = false;
            self.qp_next.next.grants = 0.into();
            self.qp_next.next.since = 0.into();
            self.qp_next.next.live = false;
        }
        if self.e.val().opens {
            self.qp_next.next.open = true;
            self.qp_next.next.opening = self.m2_qp.q.val().opening + 1;
            self.qp_next.next.class = self.m2_op.val().class;
            self.qp_next.next.bypass = self.m2_op.val().bypass;
            self.qp_next.next.una = self.m2_op.val().psn - 1;
            self.qp_next.next.snd_nxt = self.m2_op.val().psn;
            self.qp_next.next.first = self.m2_op.val().iw;
            self.qp_next.next.starting = self.m2_op.val().iw.any();
        }
        if self.e.val().controls {
            self.qp_next.next.paced = self.m2_op.val().paced;
            self.qp_next.next.timer = self.m2_op.val().timer;
            self.qp_next.next.m = self.m2_op.val().m;
            self.qp_next.next.e = self.m2_op.val().e;
            self.qp_next.next.windowed = self.m2_op.val().windowed;
            self.qp_next.next.window = self.m2_op.val().window;
        }

        self.m2_next.d.next = self.qp_next.val();

        comment!("m2, last cycle");
        self.out_qp.d.next = self.out_qp.q.val();
        self.out_less.d.next = self.out_less.q.val();
        self.out_more.d.next = self.out_more.q.val();
        self.out_answers.d.next = self.out_answers.q.val();
        self.out_of_qp.d.next = self.out_of_qp.q.val();
        self.out_smaller.d.next = self.out_smaller.q.val();
        self.out_counted.d.next = self.out_counted.q.val();
        if self.last.val() {
            self.out_qp.d.next = self.m2_next.q.val();
            self.out_qp.d.next.level = self.lowered.val();
            if self.clears.q.val() {
                self.out_qp.d.next.level = 0.into();
            }
            if self.e.val().of_sent {
                self.out_qp.d.next.to_end = self.end_lowered.q.val();
            }
            if self.takes_first.q.val() {
                self.out_qp.d.next.first = self.first_raised.q.val();
            }
            if self.takes_deficit.q.val() {
                self.out_qp.d.next.deficit = 0.into();
                if self.deficit_left.q.val() {
                    self.out_qp.d.next.deficit = self.deficit_rest.q.val();
                }
            }
            self.out_less.d.next = self.e.val().less;
            self.out_more.d.next = self.e.val().more;
            self.out_answers.d.next = self.e.val().answers;
            self.out_of_qp.d.next = self.e.val().of_sent;
            self.out_smaller.d.next = self.e.val().smaller;
            self.out_counted.d.next = self.m2_counted.q.val();
            self.out_counted.d.next.rewind_outside = (self.e.val().of_sent & !self.e.val().inside)
                | (self.e.val().rewinds & (self.e.val().ends_beyond | !self.e.val().inside | self.too_far.q.val()));
        }
        self.m3_qp.next = self.out_qp.q.val();
        self.m3_less.next = self.out_less.q.val();
        self.m3_more.next = self.out_more.q.val();
        self.m3_answers.next = self.out_answers.q.val();
        self.m3_of_qp.next = self.out_of_qp.q.val();
        self.m3_smaller.next = self.out_smaller.q.val();
        self.m3_counted.next = self.out_counted.q.val();
    }
}
