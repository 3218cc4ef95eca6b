//! What a QP may be granted: stages m2 to m4.

use super::cost::Cost;
use super::stages::*;
use crate::prelude::*;
use crate::wide_mul::WideMul;

/// From m2 to m5.
#[derive(LogicBlock, Default)]
pub struct Offer {
    pub clock: Signal<In, ClkRst>,
    pub last: Signal<In, Bit>,
    pub cfg: Signal<In, Cfg>,
    pub paused: Signal<In, U<8>>,
    pub m2_op: Signal<In, Op>,
    pub m2_qp: Signal<In, Qp>,
    pub m2_smaller: Signal<In, Bit>,
    pub m3_op: Signal<In, Op>,
    pub m4_op: Signal<In, Op>,
    pub m3_below: Signal<Out, Bit>,
    pub m5_qp: Signal<Out, Qp>,
    pub m5_grants: Signal<Out, Bit>,
    pub m5_bytes: Signal<Out, U<20>>,
    pub m5_packets: Signal<Out, U<11>>,
    pub m5_plain: Signal<Out, Bit>,
    pub m5_first: Signal<Out, Bit>,
    pub m5_cost: Signal<Out, U<45>>,
    pub m5_age: Signal<Out, U<47>>,
    pub m5_charged_packets: Signal<Out, U<13>>,

    m3_qp: DReg<Qp>,
    m4_qp: DReg<Qp>,
    qp: DReg<Qp>,
    low_packets: DReg<U<21>>,
    in_flight: WideMul<14, 21, 35>,
    below: DReg<Bit>,
    m3_left: DReg<U<28>>,
    m3_limited: DReg<Bit>,
    m3_turn: DReg<U<21>>,
    m4_left: DReg<Bit>,
    m4_limited: DReg<Bit>,
    m4_turn: DReg<U<21>>,
    m4_age: DReg<U<47>>,
    x_turn: DReg<U<21>>,
    x_left: DReg<U<21>>,
    x_level: DReg<U<21>>,
    x_other: DReg<U<21>>,
    by_turn: WideMul<29, 21, 50>,
    by_left: WideMul<29, 21, 50>,
    by_level: WideMul<29, 21, 50>,
    by_other: WideMul<29, 21, 50>,
    q_turn: DReg<U<13>>,
    q_left: DReg<U<13>>,
    q_level: DReg<U<13>>,
    q_other: DReg<U<13>>,
    cost: Cost,
    fits: DReg<Bit>,
    alone: DReg<Bit>,
    cut: DReg<Bit>,
    counts: DReg<Bit>,
    whole: DReg<U<11>>,
    count: DReg<U<11>>,
    least: DReg<U<14>>,
    product: Mul<11, 14, 25>,
    grants: DReg<Bit>,
    bytes: DReg<U<20>>,
    packets: DReg<U<11>>,
    plain: DReg<Bit>,
    first: DReg<Bit>,
    m5_cost_reg: DReg<U<45>>,
    age: DReg<U<47>>,
    charged_packets: DReg<U<13>>,

    ahead: Signal<Local, U<24>>,
    sent: Signal<Local, U<25>>,
    all_sent: Signal<Local, U<25>>,
    limited: Signal<Local, Bit>,
    window: Signal<Local, U<35>>,
    room: Signal<Local, U<35>>,
    per_packet: Signal<Local, Bit>,
    turn: Signal<Local, U<21>>,
    less_one: Signal<Local, U<21>>,
    other: Signal<Local, U<28>>,
    of_whole: Signal<Local, U<13>>,
    whole_now: Signal<Local, U<13>>,
    fits_now: Signal<Local, Bit>,
    starts: Signal<Local, Bit>,
    plain_packets: Signal<Local, U<14>>,
    end_packets: Signal<Local, U<13>>,
    cut_now: Signal<Local, Bit>,
    due: Signal<Local, Bit>,
    may: Signal<Local, Bit>,
    offered: Signal<Local, U<20>>,
    stretch: Signal<Local, U<28>>,

    kind_update: Constant<U<4>>,
    kind_grant: Constant<U<4>>,
    all_packets: Constant<U<21>>,
    most: Constant<U<21>>,
}

impl Offer {
    pub fn new() -> Self {
        Self {
            kind_update: Constant::new(UPDATE.into()),
            kind_grant: Constant::new(GRANT.into()),
            all_packets: Constant::new((1 << 20).into()),
            most: Constant::new(((1 << 20) - 1).into()),
            cost: Cost::new(),
            ..Self::default()
        }
    }
}

impl Logic for Offer {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_offer");
        comment!("@doc Whether a QP may be granted something, how much, and when what it was granted last is paid for: three slots.");
        comment!("@port last the last cycle of a slot");
        comment!("@port paused bit n: no grant of class n");
        comment!("@port m2_op the operation");
        comment!("@port m2_qp the QP behind its event");
        comment!("@port m2_smaller an update whose window is smaller than before");
        comment!("@port m3_op the operation a slot later");
        comment!("@port m4_op the operation two slots later");
        comment!("@port m3_below a window that has become smaller than what is in flight");
        comment!("@port m5_qp the QP three slots later");
        comment!("@port m5_grants it is granted something");
        comment!("@port m5_bytes so many bytes");
        comment!("@port m5_packets in so many packets at most");
        comment!("@port m5_plain they are not ECN-capable");
        comment!("@port m5_first they count among the first IW");
        comment!("@port m5_cost what is charged costs, U32.13 ns");
        comment!("@port m5_age from when it is charged until now, U34.13 ns");
        comment!("@port m5_charged_packets what is charged in packets, of an answer");
        clock!(self, clock, m3_qp, m4_qp, qp, low_packets, in_flight, below, m3_left, m3_limited, m3_turn, m4_left);
        clock!(self, clock, m4_limited, m4_turn, m4_age, x_turn, x_left, x_level, x_other, by_turn, by_left, by_level);
        clock!(self, clock, by_other, q_turn, q_left, q_level, q_other, cost, fits, alone, cut, counts, whole, count);
        clock!(self, clock, least, product, grants, bytes, packets, plain, first, m5_cost_reg, age, charged_packets);

        comment!("m2, first cycle: packets in flight and granted; 2^20 are more than all windows");
        self.ahead.next = self.m2_qp.val().snd_nxt - 1 - self.m2_qp.val().una;
        self.sent.next = bits::<25>(self.ahead.val());
        if self.ahead.val().get_bit(23) {
            self.sent.next = 0.into();
        }
        self.all_sent.next = self.sent.val() + bits::<25>(self.m2_qp.val().open_packets);
        self.low_packets.d.next = self.all_sent.val().get_bits::<21>(0);
        if self.all_sent.val().get_bits::<5>(20).any() {
            self.low_packets.d.next = self.all_packets.val();
        }
        comment!("m2, second to fourth: bytes, and what is left of the window; how much the turn allows");
        self.in_flight.a.next = self.cfg.val().mtu;
        self.in_flight.b.next = self.low_packets.q.val();
        self.per_packet.next = self.m2_qp.val().timer & !self.m2_qp.val().bypass;
        self.limited.next = self.m2_qp.val().windowed & !self.m2_qp.val().bypass;
        self.window.next = bits::<35>(self.m2_qp.val().window);
        self.room.next = 0.into();
        if self.window.val() > self.in_flight.p.val() {
            self.room.next = self.window.val() - self.in_flight.p.val();
        }
        self.turn.next = bits::<21>(self.m2_qp.val().deficit);
        if !self.m2_qp.val().turn {
            self.turn.next = bits::<21>(self.m2_qp.val().deficit) + bits::<21>(self.cfg.val().quantum);
        }
        self.m3_qp.d.next = self.m3_qp.q.val();
        self.below.d.next = self.below.q.val();
        self.m3_left.d.next = self.m3_left.q.val();
        self.m3_limited.d.next = self.m3_limited.q.val();
        self.m3_turn.d.next = self.m3_turn.q.val();
        if self.last.val() {
            self.m3_qp.d.next = self.m2_qp.val();
            self.below.d.next = (self.m2_op.val().kind == self.kind_update.val())
                & self.m2_qp.val().open
                & self.limited.val()
                & self.m2_smaller.val()
                & (self.window.val() < self.in_flight.p.val());
            self.m3_left.d.next = self.room.val().get_bits::<28>(0);
            self.m3_limited.d.next = self.limited.val();
            self.m3_turn.d.next = self.turn.val();
            if self.turn.val() > bits::<21>(self.cfg.val().quantum) {
                self.m3_turn.d.next = bits::<21>(self.cfg.val().quantum);
            }
            if self.per_packet.val() {
                self.m3_turn.d.next = bits::<21>(self.cfg.val().mtu);
            }
        }
        self.m3_below.next = self.below.q.val();

        comment!("m3: the same in packets, by the reciprocal of mtu: trunc of the turn, ceil of the others. No more than 2^20 - 1 bytes");
        comment!("count; a turn is never longer");
        self.less_one.next = bits::<21>(self.cfg.val().mtu) - 1;
        self.x_turn.d.next = self.m3_turn.q.val();
        self.x_left.d.next = bits::<21>(self.m3_left.q.val().get_bits::<20>(0)) + self.less_one.val();
        if self.m3_left.q.val().get_bits::<8>(20).any() {
            self.x_left.d.next = self.most.val() + self.less_one.val();
        }
        self.x_level.d.next = bits::<21>(self.m3_qp.q.val().level.get_bits::<20>(0)) + self.less_one.val();
        if self.m3_qp.q.val().level.get_bits::<8>(20).any() {
            self.x_level.d.next = self.most.val() + self.less_one.val();
        }
        comment!("of a grant the message's end, of an answer what is charged");
        self.other.next = self.m3_qp.q.val().charged;
        if self.m3_op.val().kind == self.kind_grant.val() {
            self.other.next = self.m3_qp.q.val().to_end;
        }
        self.x_other.d.next = bits::<21>(self.other.val().get_bits::<20>(0)) + self.less_one.val();
        if self.other.val().get_bits::<8>(20).any() {
            self.x_other.d.next = self.most.val() + self.less_one.val();
        }
        self.by_turn.a.next = self.cfg.val().inv_mtu;
        self.by_turn.b.next = self.x_turn.q.val();
        self.by_left.a.next = self.cfg.val().inv_mtu;
        self.by_left.b.next = self.x_left.q.val();
        self.by_level.a.next = self.cfg.val().inv_mtu;
        self.by_level.b.next = self.x_level.q.val();
        self.by_other.a.next = self.cfg.val().inv_mtu;
        self.by_other.b.next = self.x_other.q.val();
        self.m4_qp.d.next = self.m4_qp.q.val();
        self.m4_left.d.next = self.m4_left.q.val();
        self.m4_limited.d.next = self.m4_limited.q.val();
        self.m4_turn.d.next = self.m4_turn.q.val();
        self.m4_age.d.next = self.m4_age.q.val();
        if self.last.val() {
            self.m4_qp.d.next = self.m3_qp.q.val();
            self.m4_left.d.next = self.m3_left.q.val().any();
            self.m4_limited.d.next = self.m3_limited.q.val();
            self.m4_turn.d.next = self.m3_turn.q.val();
            self.m4_age.d.next = (bits::<47>(self.m3_op.val().now) << 13) - self.m3_qp.q.val().start;
        }

        comment!("m3 and m4: what is charged costs");
        self.stretch.next = self.m3_qp.q.val().charged;
        if self.m3_qp.q.val().timer {
            self.stretch.next = bits::<28>(self.m3_qp.q.val().charged_packets);
        }
        self.cost.count.next = self.stretch.val();
        self.cost.m.next = self.m3_qp.q.val().m;
        self.cost.e.next = self.m4_qp.q.val().e;

        comment!("m4, first cycle: the quotients");
        self.q_turn.d.next = self.by_turn.p.val().get_bits::<13>(36);
        self.q_left.d.next = self.by_left.p.val().get_bits::<13>(36);
        self.q_level.d.next = self.by_level.p.val().get_bits::<13>(36);
        self.q_other.d.next = self.by_other.p.val().get_bits::<13>(36);

        comment!("m4, second: whole packets, or all that there is. Of the first IW packets those before the last one, or before the");
        comment!("message's last, go without ECN, and that one goes alone");
        self.whole_now.next = self.q_turn.q.val();
        if self.m4_limited.q.val() & (self.q_left.q.val() < self.q_turn.q.val()) {
            self.whole_now.next = self.q_left.q.val();
        }
        self.fits_now.next = (self.m4_qp.q.val().level <= bits::<28>(self.m4_turn.q.val()))
            & (!self.m4_limited.q.val() | (self.q_level.q.val() <= self.q_left.q.val()));
        self.of_whole.next = self.whole_now.val();
        if self.fits_now.val() {
            self.of_whole.next = self.q_level.q.val();
        }
        self.starts.next = self.m4_qp.q.val().starting & self.m4_qp.q.val().first.any();
        self.plain_packets.next = self.m4_qp.q.val().first - 1;
        self.end_packets.next = self.q_other.q.val() - 1;
        if self.m4_qp.q.val().to_end.any() & (bits::<14>(self.end_packets.val()) < self.plain_packets.val()) {
            self.plain_packets.next = bits::<14>(self.end_packets.val());
        }
        self.cut_now.next = self.starts.val() & (self.plain_packets.val() < bits::<14>(self.of_whole.val()));
        self.fits.d.next = self.fits_now.val();
        self.alone.d.next = self.starts.val() & !self.plain_packets.val().any();
        self.cut.d.next = self.cut_now.val();
        self.counts.d.next = self.starts.val();
        self.whole.d.next = self.of_whole.val().get_bits::<11>(0);
        self.count.d.next = self.whole_now.val().get_bits::<11>(0);
        if self.cut_now.val() {
            self.whole.d.next = self.plain_packets.val().get_bits::<11>(0);
            self.count.d.next = self.plain_packets.val().get_bits::<11>(0);
        }
        self.least.d.next = self.cfg.val().mtu;
        if self.m4_qp.q.val().to_end.any() & (self.m4_qp.q.val().to_end < bits::<28>(self.cfg.val().mtu)) {
            self.least.d.next = self.m4_qp.q.val().to_end.get_bits::<14>(0);
        }

        comment!("m4, third: bytes of so many packets");
        self.product.a.next = self.count.q.val();
        self.product.b.next = self.cfg.val().mtu;

        comment!("m4, fourth: is its time come, and is it let?");
        self.offered.next = self.product.p.val().get_bits::<20>(0);
        if self.fits.q.val() & !self.cut.q.val() {
            self.offered.next = self.m4_qp.q.val().level.get_bits::<20>(0);
        }
        if self.alone.q.val() {
            self.offered.next = bits::<20>(self.least.q.val());
            if self.fits.q.val() & (self.m4_qp.q.val().level < bits::<28>(self.least.q.val())) {
                self.offered.next = self.m4_qp.q.val().level.get_bits::<20>(0);
            }
        }
        self.due.next = self.m4_qp.q.val().bypass
            | !self.m4_qp.q.val().paced
            | self.m4_qp.q.val().old
            | (bits::<47>(self.cost.cost.val()) <= self.m4_age.q.val());
        self.may.next = (self.m4_op.val().kind == self.kind_grant.val())
            & self.m4_qp.q.val().open
            & self.m4_qp.q.val().level.any()
            & (!self.m4_limited.q.val() | self.m4_left.q.val())
            & self.due.val()
            & !self.m4_qp.q.val().behind
            & (self.m4_qp.q.val().class == self.m4_op.val().class)
            & !self.paused.val().get_bit(self.m4_op.val().class.index());
        self.qp.d.next = self.qp.q.val();
        self.grants.d.next = self.grants.q.val();
        self.bytes.d.next = self.bytes.q.val();
        self.packets.d.next = self.packets.q.val();
        self.plain.d.next = self.plain.q.val();
        self.first.d.next = self.first.q.val();
        self.m5_cost_reg.d.next = self.m5_cost_reg.q.val();
        self.age.d.next = self.age.q.val();
        self.charged_packets.d.next = self.charged_packets.q.val();
        if self.last.val() {
            self.qp.d.next = self.m4_qp.q.val();
            self.grants.d.next = self.may.val();
            self.bytes.d.next = self.offered.val();
            self.packets.d.next = self.whole.q.val();
            if self.alone.q.val() {
                self.packets.d.next = 1.into();
            }
            self.plain.d.next = self.counts.q.val() & !self.alone.q.val();
            self.first.d.next = self.counts.q.val();
            self.m5_cost_reg.d.next = 0.into();
            if self.m4_qp.q.val().paced {
                self.m5_cost_reg.d.next = self.cost.cost.val();
            }
            self.age.d.next = self.m4_age.q.val();
            self.charged_packets.d.next = self.q_other.q.val();
        }
        self.m5_qp.next = self.qp.q.val();
        self.m5_grants.next = self.grants.q.val();
        self.m5_bytes.next = self.bytes.q.val();
        self.m5_packets.next = self.packets.q.val();
        self.m5_plain.next = self.plain.q.val();
        self.m5_first.next = self.first.q.val();
        self.m5_cost.next = self.m5_cost_reg.q.val();
        self.m5_age.next = self.age.q.val();
        self.m5_charged_packets.next = self.charged_packets.q.val();
    }
}
