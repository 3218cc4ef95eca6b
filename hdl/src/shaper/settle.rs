//! What a grant leaves, and whether the QP may send behind it: stages m5 to m7.

use super::cost::Cost;
use super::stages::*;
use crate::prelude::*;
use crate::wide_mul::WideMul;

/// From m5 to m8.
#[derive(LogicBlock, Default)]
pub struct Settle {
    pub clock: Signal<In, ClkRst>,
    pub last: Signal<In, Bit>,
    pub cfg: Signal<In, Cfg>,
    pub m5_op: Signal<In, Op>,
    pub m5_qp: Signal<In, Qp>,
    pub m5_grants: Signal<In, Bit>,
    pub m5_bytes: Signal<In, U<20>>,
    pub m5_packets: Signal<In, U<11>>,
    pub m5_cost: Signal<In, U<45>>,
    pub m5_age: Signal<In, U<47>>,
    pub m5_of_qp: Signal<In, Bit>,
    pub m5_charged_packets: Signal<In, U<13>>,
    pub m6_op: Signal<In, Op>,
    pub m6_count: Signal<In, U<28>>,
    pub m8_qp: Signal<Out, Qp>,
    pub m8_room: Signal<Out, Bit>,
    pub m8_due: Signal<Out, Bit>,
    pub m8_time: Signal<Out, U<47>>,
    pub m8_short: Signal<Out, Bit>,
    pub m8_cap_cost: Signal<Out, U<45>>,

    rest: DReg<U<47>>,
    due_time: DReg<U<47>>,
    start: DReg<U<47>>,
    m6_qp: DReg<Qp>,
    m6_charge: DReg<U<28>>,
    m7_qp: DReg<Qp>,
    m7_age: DReg<U<47>>,
    m7_room: DReg<Bit>,
    qp: DReg<Qp>,
    room: DReg<Bit>,
    due: DReg<Bit>,
    due_at: DReg<U<47>>,
    short: DReg<Bit>,
    line_cost: DReg<U<45>>,
    low_packets: DReg<U<21>>,
    in_flight: WideMul<14, 21, 35>,
    cost: Cost,
    cap: Cost,

    burst: Signal<Local, U<47>>,
    since: Signal<Local, U<47>>,
    turned: Signal<Local, U<21>>,
    granted: Signal<Local, Qp>,
    ahead: Signal<Local, U<24>>,
    sent: Signal<Local, U<25>>,
    all_sent: Signal<Local, U<25>>,
    limited: Signal<Local, Bit>,
    paid: Signal<Local, U<45>>,

    kind_sent: Constant<U<4>>,
    all_packets: Constant<U<21>>,
}

impl Settle {
    pub fn new() -> Self {
        Self {
            kind_sent: Constant::new(SENT.into()),
            all_packets: Constant::new((1 << 20).into()),
            cost: Cost::new(),
            cap: Cost::new(),
            ..Self::default()
        }
    }
}

impl Logic for Settle {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_settle");
        comment!("@doc What a grant leaves of a QP, and whether it may send behind that, or when: three slots.");
        comment!("@port last the last cycle of a slot");
        comment!("@port m5_op the operation");
        comment!("@port m5_qp the QP");
        comment!("@port m5_grants it is granted something");
        comment!("@port m5_bytes so many bytes");
        comment!("@port m5_packets in so many packets at most");
        comment!("@port m5_cost what was charged costs, U32.13 ns");
        comment!("@port m5_age from when it is charged until now, U34.13 ns");
        comment!("@port m5_of_qp an answer to a grant of this opening");
        comment!("@port m5_charged_packets what is charged in packets, of an answer");
        comment!("@port m6_op the operation a slot later");
        comment!("@port m6_count what the line is charged or given back, bytes");
        comment!("@port m8_qp the QP three slots later");
        comment!("@port m8_room there is room in the window");
        comment!("@port m8_due its due time has come");
        comment!("@port m8_time its due time, U34.13 ns");
        comment!("@port m8_short its turn is over");
        comment!("@port m8_cap_cost what m6_count costs the line, U32.13 ns");
        clock!(
            self, clock, rest, due_time, start, m6_qp, m6_charge, m7_qp, m7_age, m7_room, qp, room, due, due_at, short
        );
        clock!(self, clock, line_cost, low_packets, in_flight, cost, cap);

        comment!("m5: charged from its due time on, but not from earlier than C ago");
        self.rest.d.next = self.m5_age.val() - bits::<47>(self.m5_cost.val());
        self.due_time.d.next = self.m5_qp.val().start + bits::<47>(self.m5_cost.val());
        self.burst.next = bits::<47>(self.cfg.val().burst) << 13;
        self.since.next = (bits::<47>(self.m5_op.val().now) << 13) - self.burst.val();
        self.start.d.next = self.since.val();
        if !self.m5_qp.val().old & (self.rest.q.val() <= self.burst.val()) {
            self.start.d.next = self.due_time.q.val();
        }
        self.turned.next = bits::<21>(self.m5_qp.val().deficit);
        if !self.m5_qp.val().turn {
            self.turned.next = bits::<21>(self.m5_qp.val().deficit) + bits::<21>(self.cfg.val().quantum);
        }
        self.granted.next = self.m5_qp.val();
        if self.m5_grants.val() {
            if !self.m5_qp.val().bypass {
                self.granted.next.start = self.start.q.val();
                self.granted.next.old = false;
                self.granted.next.charged = bits::<28>(self.m5_bytes.val());
                self.granted.next.charged_packets = bits::<13>(self.m5_packets.val());
            }
            self.granted.next.open_packets = self.m5_qp.val().open_packets + bits::<17>(self.m5_packets.val());
            if !self.m5_qp.val().level.all() {
                self.granted.next.level = self.m5_qp.val().level - bits::<28>(self.m5_bytes.val());
            }
            self.granted.next.to_end = 0.into();
            if self.m5_qp.val().to_end > bits::<28>(self.m5_bytes.val()) {
                self.granted.next.to_end = self.m5_qp.val().to_end - bits::<28>(self.m5_bytes.val());
            }
            self.granted.next.first = 0.into();
            if self.m5_qp.val().first > bits::<14>(self.m5_packets.val()) {
                self.granted.next.first = self.m5_qp.val().first - bits::<14>(self.m5_packets.val());
            }
            self.granted.next.turn = true;
            self.granted.next.deficit = 0.into();
            if self.turned.val() > bits::<21>(self.m5_bytes.val()) {
                self.granted.next.deficit = self.turned.val().get_bits::<20>(0) - self.m5_bytes.val();
            }
            self.granted.next.rung = false;
            self.granted.next.newest = self.m5_op.val().tag;
            self.granted.next.newest_open = true;
        }
        if self.m5_of_qp.val() & (self.m5_op.val().kind == self.kind_sent.val()) {
            self.granted.next.charged_packets = self.m5_charged_packets.val();
        }
        self.m6_qp.d.next = self.m6_qp.q.val();
        self.m6_charge.d.next = self.m6_charge.q.val();
        if self.last.val() {
            self.m6_qp.d.next = self.granted.val();
            self.m6_charge.d.next = self.granted.val().charged;
            if self.granted.val().timer {
                self.m6_charge.d.next = bits::<28>(self.granted.val().charged_packets);
            }
        }

        comment!("m6: bytes in flight and granted");
        self.ahead.next = self.m6_qp.q.val().snd_nxt - 1 - self.m6_qp.q.val().una;
        self.sent.next = bits::<25>(self.ahead.val());
        if self.ahead.val().get_bit(23) {
            self.sent.next = 0.into();
        }
        self.all_sent.next = self.sent.val() + bits::<25>(self.m6_qp.q.val().open_packets);
        self.low_packets.d.next = self.all_sent.val().get_bits::<21>(0);
        if self.all_sent.val().get_bits::<5>(20).any() {
            self.low_packets.d.next = self.all_packets.val();
        }
        self.in_flight.a.next = self.cfg.val().mtu;
        self.in_flight.b.next = self.low_packets.q.val();
        self.limited.next = self.m6_qp.q.val().windowed & !self.m6_qp.q.val().bypass;
        self.m7_qp.d.next = self.m7_qp.q.val();
        self.m7_age.d.next = self.m7_age.q.val();
        self.m7_room.d.next = self.m7_room.q.val();
        if self.last.val() {
            self.m7_qp.d.next = self.m6_qp.q.val();
            self.m7_age.d.next = (bits::<47>(self.m6_op.val().now) << 13) - self.m6_qp.q.val().start;
            self.m7_room.d.next =
                !self.limited.val() | (bits::<35>(self.m6_qp.q.val().window) > self.in_flight.p.val());
        }

        comment!("m6 and m7: what is charged costs; and of the line");
        self.cost.count.next = self.m6_charge.q.val();
        self.cost.m.next = self.m6_qp.q.val().m;
        self.cost.e.next = self.m7_qp.q.val().e;
        self.cap.count.next = self.m6_count.val();
        self.cap.m.next = self.cfg.val().cap_m;
        self.cap.e.next = self.cfg.val().cap_e;
        self.paid.next = 0.into();
        if self.m7_qp.q.val().paced {
            self.paid.next = self.cost.cost.val();
        }
        self.qp.d.next = self.qp.q.val();
        self.room.d.next = self.room.q.val();
        self.due.d.next = self.due.q.val();
        self.due_at.d.next = self.due_at.q.val();
        self.short.d.next = self.short.q.val();
        self.line_cost.d.next = self.line_cost.q.val();
        if self.last.val() {
            self.qp.d.next = self.m7_qp.q.val();
            self.room.d.next = self.m7_room.q.val();
            self.due.d.next = self.m7_qp.q.val().bypass
                | !self.m7_qp.q.val().paced
                | self.m7_qp.q.val().old
                | (bits::<47>(self.cost.cost.val()) <= self.m7_age.q.val());
            self.due_at.d.next = self.m7_qp.q.val().start + bits::<47>(self.paid.val());
            self.short.d.next = (self.m7_qp.q.val().deficit < bits::<20>(self.cfg.val().mtu))
                & (bits::<28>(self.m7_qp.q.val().deficit) < self.m7_qp.q.val().level);
            self.line_cost.d.next = self.cap.cost.val();
        }
        self.m8_qp.next = self.qp.q.val();
        self.m8_room.next = self.room.q.val();
        self.m8_due.next = self.due.q.val();
        self.m8_time.next = self.due_at.q.val();
        self.m8_short.next = self.short.q.val();
        self.m8_cap_cost.next = self.line_cost.q.val();
    }
}
