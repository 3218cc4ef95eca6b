//! What an event does to a QP: stage m1.

use super::stages::*;
use crate::prelude::*;
use crate::wide_mul::WideMul;

/// From m1 to m2.
#[derive(LogicBlock, Default)]
pub struct Event {
    pub clock: Signal<In, ClkRst>,
    pub last: Signal<In, Bit>,
    pub mtu: Signal<In, U<14>>,
    pub op: Signal<In, Op>,
    pub qp: Signal<In, Qp>,
    pub word: Signal<In, Granted>,
    pub hit: Signal<In, Bit>,
    pub m2_qp: Signal<Out, Qp>,
    pub m2_less: Signal<Out, U<20>>,
    pub m2_more: Signal<Out, U<28>>,
    pub m2_answers: Signal<Out, Bit>,
    pub m2_of_qp: Signal<Out, Bit>,
    pub m2_smaller: Signal<Out, Bit>,
    pub m2_counted: Signal<Out, Counted>,

    sent_packets: DReg<U<24>>,
    in_flight: WideMul<14, 21, 35>,
    out_qp: DReg<Qp>,
    out_less: DReg<U<20>>,
    out_more: DReg<U<28>>,
    out_answers: DReg<Bit>,
    out_of_qp: DReg<Bit>,
    out_smaller: DReg<Bit>,
    out_counted: DReg<Counted>,
    less: DReg<U<20>>,
    more: DReg<U<28>>,
    low_packets: DReg<U<21>>,
    snd: DReg<U<24>>,
    is_inside: DReg<Bit>,

    is_return: Signal<Local, Bit>,
    is_sent: Signal<Local, Bit>,
    is_rewind: Signal<Local, Bit>,
    is_update: Signal<Local, Bit>,
    is_open: Signal<Local, Bit>,
    is_close: Signal<Local, Bit>,
    is_request: Signal<Local, Bit>,
    controls: Signal<Local, Bit>,
    was_open: Signal<Local, Bit>,
    answers: Signal<Local, Bit>,
    returns: Signal<Local, Bit>,
    owned: Signal<Local, Bit>,
    of_sent: Signal<Local, Bit>,
    of_return: Signal<Local, Bit>,
    of_qp: Signal<Local, Bit>,
    newest: Signal<Local, Bit>,
    empties: Signal<Local, Bit>,
    rewinds: Signal<Local, Bit>,
    now: Signal<Local, U<47>>,
    age: Signal<Local, U<47>>,
    snd_ahead: Signal<Local, U<24>>,
    una_behind: Signal<Local, U<24>>,
    next_psn: Signal<Local, U<24>>,
    behind: Signal<Local, U<24>>,
    beyond: Signal<Local, U<24>>,
    ends_beyond: Signal<Local, Bit>,
    moved: Signal<Local, U<24>>,
    packets: Signal<Local, U<11>>,
    still_open: Signal<Local, U<17>>,
    back: Signal<Local, U<28>>,
    first_15: Signal<Local, U<15>>,
    first_raised: Signal<Local, U<14>>,
    add: Signal<Local, U<28>>,
    sum: Signal<Local, U<29>>,
    raised: Signal<Local, U<28>>,
    lowered: Signal<Local, U<28>>,
    end_sum: Signal<Local, U<29>>,
    end_raised: Signal<Local, U<28>>,
    deficit_21: Signal<Local, U<21>>,
    deficit_raised: Signal<Local, U<20>>,
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
        comment!("@doc What an event does to a QP, but for a grant. Its inputs stand still for a slot, its outputs for the next one.");
        comment!("@port last the last cycle of a slot");
        comment!("@port mtu largest packet, bytes");
        comment!("@port hit the tag is of a grant that is open, and the QP's; of a return, its time is over");
        comment!("@port m2_qp the QP behind the event");
        comment!("@port m2_less bytes that were granted and not sent");
        comment!("@port m2_more bytes that were sent and not granted");
        comment!("@port m2_answers the event is the answer to a grant");
        comment!("@port m2_of_qp the grant is of this opening of the QP");
        comment!("@port m2_smaller the window is smaller than before, or there was none");
        comment!("@port m2_counted what is counted");
        clock!(self, clock, sent_packets, in_flight, out_qp, out_less, out_more, out_answers, out_of_qp, out_smaller);
        clock!(self, clock, out_counted, less, more, low_packets, snd, is_inside);

        comment!("What it is");
        self.is_return.next = self.op.val().kind == self.kind_return.val();
        self.is_sent.next = self.op.val().kind == self.kind_sent.val();
        self.is_rewind.next = self.op.val().kind == self.kind_rewind.val();
        self.is_update.next = self.op.val().kind == self.kind_update.val();
        self.is_open.next = self.op.val().kind == self.kind_open.val();
        self.is_close.next = self.op.val().kind == self.kind_close.val();
        self.is_request.next = self.op.val().kind == self.kind_request.val();
        self.was_open.next = self.qp.val().open;
        self.answers.next = self.is_sent.val() & self.hit.val();
        self.returns.next = self.is_return.val() & self.hit.val();
        self.owned.next = self.was_open.val() & (self.qp.val().opening == self.word.val().opening);
        self.of_sent.next = self.answers.val() & self.owned.val();
        self.of_return.next = self.returns.val() & self.owned.val();
        self.of_qp.next = self.of_sent.val() | self.of_return.val();
        self.newest.next = self.of_qp.val() & self.qp.val().newest_open & (self.qp.val().newest == self.op.val().tag);
        self.empties.next = self.of_sent.val() & self.op.val().empty;
        self.rewinds.next = self.is_rewind.val() & self.was_open.val();
        self.controls.next = (self.is_update.val() & self.was_open.val() & self.op.val().limits) | self.is_open.val();

        comment!("First cycle: differences. What was sent and is not acknowledged, snd_nxt - 1 - una_psn; none after a rewind that an");
        comment!("ACK has overtaken");
        self.snd_ahead.next = self.qp.val().snd_nxt - 1 - self.qp.val().una;
        self.sent_packets.d.next = self.snd_ahead.val();
        if self.snd_ahead.val().get_bit(23) {
            self.sent_packets.d.next = 0.into();
        }
        self.less.d.next = 0.into();
        self.more.d.next = 0.into();
        if self.op.val().bytes < bits::<28>(self.word.val().bytes) {
            self.less.d.next = self.word.val().bytes - self.op.val().bytes.get_bits::<20>(0);
        } else {
            self.more.d.next = self.op.val().bytes - bits::<28>(self.word.val().bytes);
        }
        comment!("the NIC goes on with this PSN, or with the one behind what is acknowledged");
        self.next_psn.next = self.qp.val().una + 1;
        self.behind.next = self.next_psn.val() - self.op.val().psn;
        self.is_inside.d.next = !self.behind.val().any() | self.behind.val().get_bit(23);
        self.snd.d.next = self.op.val().psn;
        if self.behind.val().any() & !self.behind.val().get_bit(23) {
            self.snd.d.next = self.next_psn.val();
        }
        self.beyond.next = self.op.val().psn - self.qp.val().snd_nxt;
        self.ends_beyond.next = self.beyond.val().any() & !self.beyond.val().get_bit(23);
        self.una_behind.next = self.op.val().psn - self.qp.val().una;
        self.now.next = bits::<47>(self.op.val().now) << 13;
        self.age.next = self.now.val() - self.qp.val().start;

        comment!("Second and third: bytes in flight, which a rewind takes back at most; 2^20 packets are more than all windows");
        self.low_packets.d.next = self.snd_ahead.val().get_bits::<21>(0);
        if self.snd_ahead.val().get_bits::<3>(20).any() {
            self.low_packets.d.next = self.all_packets.val();
        }
        if self.snd_ahead.val().get_bit(23) {
            self.low_packets.d.next = 0.into();
        }
        self.in_flight.a.next = self.mtu.val();
        self.in_flight.b.next = self.low_packets.q.val();
        self.back.next = self.op.val().bytes;
        if bits::<35>(self.op.val().bytes) > self.in_flight.p.val() {
            self.back.next = self.in_flight.p.val().get_bits::<28>(0);
        }

        comment!("Fourth: the level. All ones stay, and more is all ones");
        self.add.next = 0.into();
        if self.of_return.val() {
            self.add.next = bits::<28>(self.word.val().bytes);
        }
        if self.of_sent.val() & !self.op.val().empty {
            self.add.next = bits::<28>(self.less.q.val());
        }
        if self.rewinds.val() {
            self.add.next = self.back.val();
        }
        if self.is_request.val() & self.was_open.val() {
            self.add.next = self.op.val().bytes;
        }
        self.sum.next = bits::<29>(self.qp.val().level) + bits::<29>(self.add.val());
        self.raised.next = self.sum.val().get_bits::<28>(0);
        if self.sum.val().get_bit(28) {
            self.raised.next = self.all.val();
        }
        if self.empties.val() & self.newest.val() & !self.qp.val().rung {
            self.raised.next = 0.into();
        }
        self.lowered.next = self.raised.val();
        if self.of_sent.val() & !self.raised.val().all() {
            self.lowered.next = 0.into();
            if self.raised.val() > self.more.q.val() {
                self.lowered.next = self.raised.val() - self.more.q.val();
            }
        }

        comment!("the message's end");
        self.end_sum.next = bits::<29>(self.qp.val().to_end);
        if self.of_sent.val() & !self.op.val().empty & self.qp.val().to_end.any() {
            self.end_sum.next = bits::<29>(self.qp.val().to_end) + bits::<29>(self.less.q.val());
        }
        self.end_raised.next = self.end_sum.val().get_bits::<28>(0);
        if self.end_sum.val().get_bit(28) {
            self.end_raised.next = self.all.val();
        }

        comment!("the first IW packets: what was granted of them and not sent is still to come");
        self.moved.next = self.snd.q.val() - self.qp.val().snd_nxt;
        self.packets.next = self.word.val().packets;
        if self.of_sent.val() & !self.moved.val().get_bit(23) {
            self.packets.next = 0.into();
            if self.moved.val() < bits::<24>(self.word.val().packets) {
                self.packets.next = self.word.val().packets - self.moved.val().get_bits::<11>(0);
            }
        }
        self.first_15.next = bits::<15>(self.qp.val().first) + bits::<15>(self.packets.val());
        self.first_raised.next = self.first_15.val().get_bits::<14>(0);
        if self.first_15.val().get_bit(14) {
            self.first_raised.next = self.all_first.val();
        }

        comment!(
            "packets granted and not answered: a grant of 256 openings ago is taken for one of this opening, and takes"
        );
        comment!("no more than there are");
        self.still_open.next = 0.into();
        if self.qp.val().open_packets > bits::<17>(self.word.val().packets) {
            self.still_open.next = self.qp.val().open_packets - bits::<17>(self.word.val().packets);
        }

        comment!("the turn");
        self.deficit_21.next = bits::<21>(self.qp.val().deficit) + bits::<21>(self.less.q.val());
        self.deficit_raised.next = self.deficit_21.val().get_bits::<20>(0);
        if self.deficit_21.val() > bits::<21>(self.most_deficit.val()) {
            self.deficit_raised.next = self.most_deficit.val();
        }
        self.charged_sum.next = bits::<29>(self.qp.val().charged) + bits::<29>(self.more.q.val());

        comment!("The QP");
        self.qp_next.next = self.qp.val();
        self.qp_next.next.old = self.qp.val().old | self.age.val().get_bits::<2>(45).any();
        self.qp_next.next.level = self.lowered.val();
        self.qp_next.next.to_end = self.end_raised.val();
        if self.of_qp.val() {
            self.qp_next.next.open_packets = self.still_open.val();
            if self.word.val().first & self.qp.val().starting {
                self.qp_next.next.first = self.first_raised.val();
            }
        }
        if self.of_return.val() & self.newest.val() {
            self.qp_next.next.charged = 0.into();
            self.qp_next.next.charged_packets = 0.into();
        }
        if self.newest.val() {
            self.qp_next.next.newest_open = false;
        }
        if self.of_sent.val() {
            self.qp_next.next.to_end = 0.into();
            if self.end_raised.val() > self.more.q.val() {
                self.qp_next.next.to_end = self.end_raised.val() - self.more.q.val();
            }
            self.qp_next.next.charged = self.charged_sum.val().get_bits::<28>(0);
            if self.charged_sum.val().get_bit(28) {
                self.qp_next.next.charged = self.all.val();
            }
            if self.newest.val() {
                self.qp_next.next.charged = self.op.val().bytes;
            }
            self.qp_next.next.snd_nxt = self.snd.q.val();
            if self.qp.val().live {
                self.qp_next.next.deficit = 0.into();
                if bits::<28>(self.deficit_raised.val()) > self.more.q.val() {
                    self.qp_next.next.deficit = self.deficit_raised.val() - self.more.q.val().get_bits::<20>(0);
                }
            }
        }
        if self.rewinds.val() {
            if !self.ends_beyond.val() {
                self.qp_next.next.snd_nxt = self.snd.q.val();
            }
            self.qp_next.next.rung = true;
            self.qp_next.next.starting = false;
            self.qp_next.next.to_end = 0.into();
        }
        if self.is_request.val() & self.was_open.val() {
            self.qp_next.next.rung = true;
            if !self.qp.val().to_end.any() {
                self.qp_next.next.to_end = self.op.val().to_end;
            }
            if self.qp.val().class != self.op.val().class {
                self.qp_next.next.live = false;
                self.qp_next.next.turn = false;
                self.qp_next.next.deficit = 0.into();
            }
            self.qp_next.next.class = self.op.val().class;
        }
        if self.is_update.val()
            & self.was_open.val()
            & self.op.val().acks
            & self.una_behind.val().any()
            & !self.una_behind.val().get_bit(23)
        {
            self.qp_next.next.una = self.op.val().psn;
            self.qp_next.next.starting = false;
        }
        if self.is_close.val() | self.is_open.val() {
            self.qp_next.next.open = false;
            self.qp_next.next.old = true;
            self.qp_next.next.charged = 0.into();
            self.qp_next.next.charged_packets = 0.into();
            self.qp_next.next.open_packets = 0.into();
            self.qp_next.next.level = 0.into();
            self.qp_next.next.to_end = 0.into();
            self.qp_next.next.turn = false;
            self.qp_next.next.deficit = 0.into();
            self.qp_next.next.newest_open = false;
            self.qp_next.next.rung = false;
            self.qp_next.next.live = false;
        }
        if self.is_open.val() {
            self.qp_next.next.open = true;
            self.qp_next.next.opening = self.qp.val().opening + 1;
            self.qp_next.next.class = self.op.val().class;
            self.qp_next.next.bypass = self.op.val().bypass;
            self.qp_next.next.una = self.op.val().psn - 1;
            self.qp_next.next.snd_nxt = self.op.val().psn;
            self.qp_next.next.first = self.op.val().iw;
            self.qp_next.next.starting = self.op.val().iw.any();
        }
        if self.controls.val() {
            self.qp_next.next.paced = self.op.val().paced;
            self.qp_next.next.timer = self.op.val().timer;
            self.qp_next.next.m = self.op.val().m;
            self.qp_next.next.e = self.op.val().e;
            self.qp_next.next.windowed = self.op.val().windowed;
            self.qp_next.next.window = self.op.val().window;
        }

        self.out_qp.d.next = self.out_qp.q.val();
        self.out_less.d.next = self.out_less.q.val();
        self.out_more.d.next = self.out_more.q.val();
        self.out_answers.d.next = self.out_answers.q.val();
        self.out_of_qp.d.next = self.out_of_qp.q.val();
        self.out_smaller.d.next = self.out_smaller.q.val();
        self.out_counted.d.next = self.out_counted.q.val();
        if self.last.val() {
            self.out_qp.d.next = self.qp_next.val();
            self.out_less.d.next = self.less.q.val();
            self.out_more.d.next = self.more.q.val();
            self.out_answers.d.next = self.answers.val();
            self.out_of_qp.d.next = self.of_sent.val();
            self.out_smaller.d.next = self.is_update.val()
                & self.was_open.val()
                & self.op.val().limits
                & (!self.qp.val().windowed | (self.op.val().window < self.qp.val().window));
            self.out_counted.d.next.closed = !self.was_open.val()
                & (self.is_rewind.val() | self.is_update.val() | self.is_close.val() | self.is_request.val());
            self.out_counted.d.next.returned = self.returns.val();
            self.out_counted.d.next.not_open = self.is_sent.val() & !self.hit.val();
            self.out_counted.d.next.too_much = self.answers.val() & self.more.q.val().any();
            self.out_counted.d.next.rewind_outside = (self.of_sent.val() & !self.is_inside.q.val())
                | (self.rewinds.val()
                    & (self.ends_beyond.val()
                        | !self.is_inside.q.val()
                        | (bits::<35>(self.op.val().bytes) > self.in_flight.p.val())));
            self.out_counted.d.next.closed_in_flight = (self.is_close.val() | self.is_open.val())
                & self.was_open.val()
                & (self.sent_packets.q.val().any() | self.qp.val().open_packets.any());
            self.out_counted.d.next.window_below = false;
        }
        self.m2_qp.next = self.out_qp.q.val();
        self.m2_less.next = self.out_less.q.val();
        self.m2_more.next = self.out_more.q.val();
        self.m2_answers.next = self.out_answers.q.val();
        self.m2_of_qp.next = self.out_of_qp.q.val();
        self.m2_smaller.next = self.out_smaller.q.val();
        self.m2_counted.next = self.out_counted.q.val();
    }
}
