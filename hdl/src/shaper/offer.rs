//! What a QP may be granted: stages m3 to m6.

use super::cost::Cost;
use super::flight::Flight;
use super::stages::*;
use crate::prelude::*;
use crate::wide_mul::WideMul;

/// From m3 to m7.
#[derive(LogicBlock, Default)]
pub struct Offer {
    pub clock: Signal<In, ClkRst>,
    pub last: Signal<In, Bit>,
    pub cfg: Signal<In, Cfg>,
    pub paused: Signal<In, U<8>>,
    pub m3_op: Signal<In, Op>,
    pub m3_qp: Signal<In, Qp>,
    pub m3_smaller: Signal<In, Bit>,
    pub m4_op: Signal<In, Op>,
    pub m6_op: Signal<In, Op>,
    pub m5_below: Signal<Out, Bit>,
    pub m7_qp: Signal<Out, Qp>,
    pub m7_grants: Signal<Out, Bit>,
    pub m7_bytes: Signal<Out, U<20>>,
    pub m7_packets: Signal<Out, U<11>>,
    pub m7_plain: Signal<Out, Bit>,
    pub m7_first: Signal<Out, Bit>,
    pub m7_cost: Signal<Out, U<45>>,
    pub m7_age: Signal<Out, U<47>>,
    pub m7_charged_packets: Signal<Out, U<13>>,

    less_one: DReg<U<21>>,
    flight: Flight,
    turn: DReg<U<21>>,
    turn_cut: DReg<U<21>>,
    m4_qp: DReg<Qp>,
    m4_limited: DReg<Bit>,
    m4_smaller: DReg<Bit>,
    m4_turn: DReg<U<21>>,
    m4_stretch: DReg<U<28>>,
    below: DReg<Bit>,
    left_any: DReg<Bit>,
    left: DReg<U<28>>,
    left_cut: DReg<U<20>>,
    level_cut: DReg<U<20>>,
    other: DReg<U<28>>,
    other_cut: DReg<U<20>>,
    cost: Cost,
    m5_qp: DReg<Qp>,
    m5_limited: DReg<Bit>,
    m4_below: DReg<Bit>,
    m5_left: DReg<Bit>,
    m5_under: DReg<Bit>,
    m5_turn: DReg<U<21>>,
    m5_age: DReg<U<47>>,
    x_turn: DReg<U<21>>,
    x_left: DReg<U<21>>,
    x_level: DReg<U<21>>,
    x_other: DReg<U<21>>,
    by_turn: WideMul<29, 21, 50>,
    by_left: WideMul<29, 21, 50>,
    by_level: WideMul<29, 21, 50>,
    by_other: WideMul<29, 21, 50>,
    m6_qp: DReg<Qp>,
    m6_limited: DReg<Bit>,
    m6_left: DReg<Bit>,
    m6_turn: DReg<U<21>>,
    m6_age: DReg<U<47>>,
    m6_cost: DReg<U<45>>,
    q_turn: DReg<U<13>>,
    q_left: DReg<U<13>>,
    q_level: DReg<U<13>>,
    q_other: DReg<U<13>>,
    fits_turn: DReg<Bit>,
    fits_window: DReg<Bit>,
    whole: DReg<U<13>>,
    of_whole: DReg<U<13>>,
    but_first: DReg<U<14>>,
    but_end: DReg<U<13>>,
    plain_packets: DReg<U<14>>,
    starts: DReg<Bit>,
    ends: DReg<Bit>,
    ends_short: DReg<Bit>,
    least: DReg<U<14>>,
    little: DReg<Bit>,
    cut: DReg<Bit>,
    alone: DReg<Bit>,
    packets: DReg<U<11>>,
    count: DReg<U<11>>,
    product: Mul<11, 14, 25>,
    unpaced: DReg<Bit>,
    in_time: DReg<Bit>,
    due: DReg<Bit>,
    allowed: DReg<Bit>,
    out_qp: DReg<Qp>,
    out_grants: DReg<Bit>,
    out_packets: DReg<U<11>>,
    out_plain: DReg<Bit>,
    out_first: DReg<Bit>,
    out_cost: DReg<U<45>>,
    out_age: DReg<U<47>>,
    out_charged_packets: DReg<U<13>>,
    m7_whole: DReg<Bit>,
    m7_few: DReg<U<20>>,
    out_bytes: DReg<U<20>>,

    limited: Signal<Local, Bit>,
    fits: Signal<Local, Bit>,
    window: Signal<Local, U<35>>,
    in_turn: Signal<Local, Bit>,

    kind_update: Constant<U<4>>,
    kind_sent: Constant<U<4>>,
    kind_grant: Constant<U<4>>,
    most: Constant<U<20>>,
}

impl Offer {
    pub fn new() -> Self {
        Self {
            kind_update: Constant::new(UPDATE.into()),
            kind_sent: Constant::new(SENT.into()),
            kind_grant: Constant::new(GRANT.into()),
            flight: Flight::new(),
            most: Constant::new(U::max()),
            cost: Cost::new(),
            ..Self::default()
        }
    }
}

impl Logic for Offer {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_offer");
        comment!("@doc Whether a QP may be granted something, how much, and when what it was granted last is paid for: four slots.");
        comment!("@port last the last cycle of a slot");
        comment!("@port paused bit n: no grant of class n");
        comment!("@port m3_op the operation");
        comment!("@port m3_qp the QP behind its event");
        comment!("@port m3_smaller an update whose window is smaller than before");
        comment!("@port m4_op the operation a slot later");
        comment!("@port m6_op the operation three slots later");
        comment!("@port m5_below a window that has become smaller than what is in flight");
        comment!("@port m7_qp the QP four slots later");
        comment!("@port m7_grants it is granted something");
        comment!("@port m7_bytes so many bytes, from the second cycle on");
        comment!("@port m7_packets in so many packets at most");
        comment!("@port m7_plain they are not ECN-capable");
        comment!("@port m7_first they count among the first IW");
        comment!("@port m7_cost what is charged costs, U32.13 ns");
        comment!("@port m7_age from when it is charged until now, U34.13 ns");
        comment!("@port m7_charged_packets what is charged in packets, of an answer");
        comment!("@constant kind kind of an operation");
        comment!("@constant most all ones: more is this");
        clock!(self, clock, less_one, flight, turn, turn_cut, m4_qp, m4_limited);
        clock!(self, clock, m4_smaller, m4_turn, m4_stretch, below, left, left_cut, level_cut, other, other_cut, cost);
        clock!(self, clock, m5_qp, m5_limited, m5_left, m5_under, m5_turn, m5_age, x_turn, x_left, x_level, x_other);
        clock!(self, clock, by_turn, by_left, by_level, by_other, m6_qp, m6_limited, m6_left, m6_turn, m6_age, m6_cost);
        clock!(
            self,
            clock,
            q_turn,
            q_left,
            q_level,
            q_other,
            fits_turn,
            fits_window,
            whole,
            of_whole,
            but_first,
            but_end,
            plain_packets
        );
        clock!(
            self, clock, starts, ends, ends_short, least, little, cut, alone, packets, count, product, due, allowed,
            out_qp
        );
        clock!(self, clock, out_grants, out_packets, out_plain, out_first, out_cost, out_age, out_charged_packets);
        clock!(self, clock, m7_whole, m7_few, out_bytes, left_any, m4_below, unpaced, in_time);

        comment!("m3: bytes in flight and granted; they are there in m4's second cycle");
        self.flight.mtu.next = self.cfg.val().mtu;
        self.flight.snd_nxt.next = self.m3_qp.val().snd_nxt;
        self.flight.una.next = self.m3_qp.val().una;
        self.flight.open_packets.next = self.m3_qp.val().open_packets;
        comment!("m3: how much the turn allows; what is charged");
        self.turn.d.next = bits::<21>(self.m3_qp.val().deficit);
        if !self.m3_qp.val().turn {
            self.turn.d.next = bits::<21>(self.m3_qp.val().deficit) + bits::<21>(self.cfg.val().quantum);
        }
        self.turn_cut.d.next = self.turn.q.val();
        if self.turn.q.val() > bits::<21>(self.cfg.val().quantum) {
            self.turn_cut.d.next = bits::<21>(self.cfg.val().quantum);
        }
        self.limited.next = self.m3_qp.val().windowed & !self.m3_qp.val().bypass;
        self.m4_qp.d.next = self.m4_qp.q.val();
        self.m4_limited.d.next = self.m4_limited.q.val();
        self.m4_smaller.d.next = self.m4_smaller.q.val();
        self.m4_turn.d.next = self.m4_turn.q.val();
        self.m4_stretch.d.next = self.m4_stretch.q.val();
        if self.last.val() {
            self.m4_qp.d.next = self.m3_qp.val();
            self.m4_limited.d.next = self.limited.val();
            self.m4_smaller.d.next = (self.m3_op.val().kind == self.kind_update.val())
                & self.m3_qp.val().open
                & self.limited.val()
                & self.m3_smaller.val();
            self.m4_turn.d.next = self.turn_cut.q.val();
            if self.m3_qp.val().timer & !self.m3_qp.val().bypass {
                self.m4_turn.d.next = bits::<21>(self.cfg.val().mtu);
            }
            self.m4_stretch.d.next = self.m3_qp.val().charged;
            if self.m3_qp.val().timer {
                self.m4_stretch.d.next = bits::<28>(self.m3_qp.val().charged_packets);
            }
        }

        comment!("m4: what is left of the window. No more than 2^20 - 1 bytes count; a turn is never longer");
        self.window.next = bits::<35>(self.m4_qp.q.val().window);
        self.m4_below.d.next = self.window.val() < self.flight.bytes.val();
        self.below.d.next = self.m4_smaller.q.val() & self.m4_below.q.val();
        self.left_any.d.next = self.window.val() > self.flight.bytes.val();
        self.left.d.next = self.m4_qp.q.val().window - self.flight.bytes.val().get_bits::<28>(0);
        self.left_cut.d.next = self.left.q.val().get_bits::<20>(0);
        if self.left.q.val().get_bits::<8>(20).any() {
            self.left_cut.d.next = self.most.val();
        }
        if !self.left_any.q.val() {
            self.left_cut.d.next = 0.into();
        }
        self.level_cut.d.next = self.m4_qp.q.val().level.get_bits::<20>(0);
        if self.m4_qp.q.val().level.get_bits::<8>(20).any() {
            self.level_cut.d.next = self.most.val();
        }
        comment!("of an answer what is charged, of others the message's end");
        self.other.d.next = self.m4_qp.q.val().to_end;
        if self.m4_op.val().kind == self.kind_sent.val() {
            self.other.d.next = self.m4_qp.q.val().charged;
        }
        self.other_cut.d.next = self.other.q.val().get_bits::<20>(0);
        if self.other.q.val().get_bits::<8>(20).any() {
            self.other_cut.d.next = self.most.val();
        }
        self.less_one.d.next = bits::<21>(self.cfg.val().mtu) - 1;
        self.m5_qp.d.next = self.m5_qp.q.val();
        self.m5_limited.d.next = self.m5_limited.q.val();
        self.m5_left.d.next = self.m5_left.q.val();
        self.m5_under.d.next = self.m5_under.q.val();
        self.m5_turn.d.next = self.m5_turn.q.val();
        self.m5_age.d.next = self.m5_age.q.val();
        self.x_turn.d.next = self.x_turn.q.val();
        self.x_left.d.next = self.x_left.q.val();
        self.x_level.d.next = self.x_level.q.val();
        self.x_other.d.next = self.x_other.q.val();
        if self.last.val() {
            self.m5_qp.d.next = self.m4_qp.q.val();
            self.m5_limited.d.next = self.m4_limited.q.val();
            self.m5_left.d.next = self.left_any.q.val();
            self.m5_under.d.next = self.below.q.val();
            self.m5_turn.d.next = self.m4_turn.q.val();
            self.m5_age.d.next = (bits::<47>(self.m4_op.val().now) << 13) - self.m4_qp.q.val().start;
            self.x_turn.d.next = self.m4_turn.q.val();
            self.x_left.d.next = bits::<21>(self.left_cut.q.val()) + self.less_one.q.val();
            self.x_level.d.next = bits::<21>(self.level_cut.q.val()) + self.less_one.q.val();
            self.x_other.d.next = bits::<21>(self.other_cut.q.val()) + self.less_one.q.val();
        }
        self.m5_below.next = self.m5_under.q.val();

        comment!("m4 and m5: what is charged costs");
        self.cost.count.next = self.m4_stretch.q.val();
        self.cost.m.next = self.m4_qp.q.val().m;
        self.cost.e_high.next = self.m4_qp.q.val().e.get_bits::<3>(3);
        self.cost.e_low.next = self.m5_qp.q.val().e.get_bits::<3>(0);

        comment!("m5: the same in packets, by the reciprocal of mtu: trunc of the turn, ceil of the others");
        self.by_turn.a.next = self.cfg.val().inv_mtu;
        self.by_turn.b.next = self.x_turn.q.val();
        self.by_left.a.next = self.cfg.val().inv_mtu;
        self.by_left.b.next = self.x_left.q.val();
        self.by_level.a.next = self.cfg.val().inv_mtu;
        self.by_level.b.next = self.x_level.q.val();
        self.by_other.a.next = self.cfg.val().inv_mtu;
        self.by_other.b.next = self.x_other.q.val();
        self.m6_qp.d.next = self.m6_qp.q.val();
        self.m6_limited.d.next = self.m6_limited.q.val();
        self.m6_left.d.next = self.m6_left.q.val();
        self.m6_turn.d.next = self.m6_turn.q.val();
        self.m6_age.d.next = self.m6_age.q.val();
        self.m6_cost.d.next = self.m6_cost.q.val();
        self.q_turn.d.next = self.q_turn.q.val();
        self.q_left.d.next = self.q_left.q.val();
        self.q_level.d.next = self.q_level.q.val();
        self.q_other.d.next = self.q_other.q.val();
        if self.last.val() {
            self.m6_qp.d.next = self.m5_qp.q.val();
            self.m6_limited.d.next = self.m5_limited.q.val();
            self.m6_left.d.next = self.m5_left.q.val();
            self.m6_turn.d.next = self.m5_turn.q.val();
            self.m6_age.d.next = self.m5_age.q.val();
            self.m6_cost.d.next = self.cost.cost.val();
            self.q_turn.d.next = self.by_turn.p.val().get_bits::<13>(36);
            self.q_left.d.next = self.by_left.p.val().get_bits::<13>(36);
            self.q_level.d.next = self.by_level.p.val().get_bits::<13>(36);
            self.q_other.d.next = self.by_other.p.val().get_bits::<13>(36);
        }

        comment!("m6, first and second cycle: whole packets, or all that there is");
        self.whole.d.next = self.q_turn.q.val();
        if self.m6_limited.q.val() & (self.q_left.q.val() < self.q_turn.q.val()) {
            self.whole.d.next = self.q_left.q.val();
        }
        self.fits_turn.d.next = self.m6_qp.q.val().level <= bits::<28>(self.m6_turn.q.val());
        self.fits_window.d.next = !self.m6_limited.q.val() | (self.q_level.q.val() <= self.q_left.q.val());
        self.fits.next = self.fits_turn.q.val() & self.fits_window.q.val();
        self.of_whole.d.next = self.whole.q.val();
        if self.fits.val() {
            self.of_whole.d.next = self.q_level.q.val();
        }
        comment!("of the first IW packets those before the last one, or before the message's last, go without ECN, and that one goes alone");
        self.starts.d.next = self.m6_qp.q.val().starting & self.m6_qp.q.val().first.any();
        self.ends.d.next = self.m6_qp.q.val().to_end.any();
        self.but_first.d.next = self.m6_qp.q.val().first - 1;
        self.but_end.d.next = self.q_other.q.val() - 1;
        self.plain_packets.d.next = self.but_first.q.val();
        if self.ends.q.val() & (bits::<14>(self.but_end.q.val()) < self.but_first.q.val()) {
            self.plain_packets.d.next = bits::<14>(self.but_end.q.val());
        }
        self.ends_short.d.next = self.m6_qp.q.val().to_end < bits::<28>(self.cfg.val().mtu);
        self.least.d.next = self.cfg.val().mtu;
        if self.ends.q.val() & self.ends_short.q.val() {
            self.least.d.next = self.m6_qp.q.val().to_end.get_bits::<14>(0);
        }

        comment!("m6, third: so many packets. Fourth: their bytes, and may it go?");
        self.cut.d.next = self.starts.q.val() & (self.plain_packets.q.val() < bits::<14>(self.of_whole.q.val()));
        self.alone.d.next = self.starts.q.val() & !self.plain_packets.q.val().any();
        self.packets.d.next = self.of_whole.q.val().get_bits::<11>(0);
        self.count.d.next = self.whole.q.val().get_bits::<11>(0);
        if self.starts.q.val() & (self.plain_packets.q.val() < bits::<14>(self.of_whole.q.val())) {
            self.packets.d.next = self.plain_packets.q.val().get_bits::<11>(0);
            self.count.d.next = self.plain_packets.q.val().get_bits::<11>(0);
        }
        self.little.d.next = self.fits.val() & (self.m6_qp.q.val().level < bits::<28>(self.least.q.val()));
        self.product.a.next = self.count.q.val();
        self.product.b.next = self.cfg.val().mtu;
        self.unpaced.d.next = self.m6_qp.q.val().bypass | !self.m6_qp.q.val().paced | self.m6_qp.q.val().old;
        self.in_time.d.next = bits::<47>(self.m6_cost.q.val()) <= self.m6_age.q.val();
        self.due.d.next = self.unpaced.q.val() | self.in_time.q.val();
        comment!("a grant is of the list's class and of the QP's own place; an update or a look makes one of a QP that is in no list");
        self.in_turn.next = !self.m6_qp.q.val().queued;
        if self.m6_op.val().kind == self.kind_grant.val() {
            self.in_turn.next = !self.m6_qp.q.val().behind & (self.m6_qp.q.val().class == self.m6_op.val().class);
        }
        self.allowed.d.next =
            self.m6_op.val().may_grant & self.m6_qp.q.val().open & self.m6_qp.q.val().level.any() & self.in_turn.val();
        self.out_qp.d.next = self.out_qp.q.val();
        self.out_grants.d.next = self.out_grants.q.val();
        self.out_packets.d.next = self.out_packets.q.val();
        self.out_plain.d.next = self.out_plain.q.val();
        self.out_first.d.next = self.out_first.q.val();
        self.out_cost.d.next = self.out_cost.q.val();
        self.out_age.d.next = self.out_age.q.val();
        self.out_charged_packets.d.next = self.out_charged_packets.q.val();
        self.m7_whole.d.next = self.m7_whole.q.val();
        self.m7_few.d.next = self.m7_few.q.val();
        if self.last.val() {
            self.out_qp.d.next = self.m6_qp.q.val();
            self.out_grants.d.next = self.allowed.q.val()
                & (!self.m6_limited.q.val() | self.m6_left.q.val())
                & self.due.q.val()
                & !self.paused.val().get_bit(self.m6_qp.q.val().class.index());
            self.out_packets.d.next = self.packets.q.val();
            if self.alone.q.val() {
                self.out_packets.d.next = 1.into();
            }
            self.out_plain.d.next = self.starts.q.val() & !self.alone.q.val();
            self.out_first.d.next = self.starts.q.val();
            self.out_cost.d.next = 0.into();
            if self.m6_qp.q.val().paced {
                self.out_cost.d.next = self.m6_cost.q.val();
            }
            self.out_age.d.next = self.m6_age.q.val();
            self.out_charged_packets.d.next = self.q_other.q.val();
            self.m7_whole.d.next = !self.alone.q.val() & (!self.fits.val() | self.cut.q.val());
            self.m7_few.d.next = self.m6_qp.q.val().level.get_bits::<20>(0);
            if self.alone.q.val() & !self.little.q.val() {
                self.m7_few.d.next = bits::<20>(self.least.q.val());
            }
        }

        comment!("m7, first cycle: bytes of so many packets, or of all that there is");
        self.out_bytes.d.next = self.m7_few.q.val();
        if self.m7_whole.q.val() {
            self.out_bytes.d.next = self.product.p.val().get_bits::<20>(0);
        }
        self.m7_qp.next = self.out_qp.q.val();
        self.m7_grants.next = self.out_grants.q.val();
        self.m7_bytes.next = self.out_bytes.q.val();
        self.m7_packets.next = self.out_packets.q.val();
        self.m7_plain.next = self.out_plain.q.val();
        self.m7_first.next = self.out_first.q.val();
        self.m7_cost.next = self.out_cost.q.val();
        self.m7_age.next = self.out_age.q.val();
        self.m7_charged_packets.next = self.out_charged_packets.q.val();
    }
}
