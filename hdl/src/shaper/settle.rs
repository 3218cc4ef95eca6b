//! What a grant leaves, and whether the QP may send behind it: stages m7 to m9.

use super::cost::Cost;
use super::flight::Flight;
use super::stages::*;
use crate::prelude::*;

/// From m7 to m10.
#[derive(LogicBlock, Default)]
pub struct Settle {
    pub clock: Signal<In, ClkRst>,
    pub last: Signal<In, Bit>,
    pub cfg: Signal<In, Cfg>,
    pub m7_op: Signal<In, Op>,
    pub m7_qp: Signal<In, Qp>,
    pub m7_grants: Signal<In, Bit>,
    pub m7_bytes: Signal<In, U<20>>,
    pub m7_packets: Signal<In, U<11>>,
    pub m7_cost: Signal<In, U<45>>,
    pub m7_age: Signal<In, U<47>>,
    pub m7_of_qp: Signal<In, Bit>,
    pub m7_charged_packets: Signal<In, U<13>>,
    pub m8_op: Signal<In, Op>,
    pub m8_count: Signal<In, U<28>>,
    pub m10_qp: Signal<Out, Qp>,
    pub m10_asks: Signal<Out, Bit>,
    pub m10_due: Signal<Out, Bit>,
    pub m10_time: Signal<Out, U<47>>,
    pub m10_short: Signal<Out, Bit>,
    pub m10_cap_cost: Signal<Out, U<45>>,
    pub m9_popped: Signal<In, Bit>,
    pub popped_class: Signal<In, U<3>>,
    pub class_of_m9: Signal<Out, U<3>>,
    pub m10_keeps: Signal<Out, Bit>,

    rest: DReg<U<47>>,
    due_time: DReg<U<47>>,
    since: DReg<U<47>>,
    on_time: DReg<Bit>,
    start: DReg<U<47>>,
    turned: DReg<U<21>>,
    open_packets: DReg<U<17>>,
    level: DReg<U<28>>,
    to_end_left: DReg<Bit>,
    to_end_rest: DReg<U<28>>,
    to_end: DReg<U<28>>,
    first_left: DReg<Bit>,
    first_rest: DReg<U<14>>,
    first: DReg<U<14>>,
    charge: DReg<U<28>>,
    turn_left: DReg<Bit>,
    turn_rest: DReg<U<20>>,
    deficit: DReg<U<20>>,
    m8_qp: DReg<Qp>,
    m8_charge: DReg<U<28>>,
    flight: Flight,
    m9_qp: DReg<Qp>,
    m9_age: DReg<U<47>>,
    flying: DReg<U<35>>,
    room: DReg<Bit>,
    unlimited: DReg<Bit>,
    unpaced: DReg<Bit>,
    in_time: DReg<Bit>,
    long: DReg<Bit>,
    keeps: DReg<Bit>,
    keeps_place: DReg<Bit>,
    level_any: DReg<Bit>,
    less_than_mtu: DReg<Bit>,
    less_than_level: DReg<Bit>,
    qp: DReg<Qp>,
    asks: DReg<Bit>,
    due: DReg<Bit>,
    due_at: DReg<U<47>>,
    short: DReg<Bit>,
    line_cost: DReg<U<45>>,
    cost: Cost,
    cap: Cost,

    burst: Signal<Local, U<47>>,
    granted: Signal<Local, Qp>,
    charged_bytes: Signal<Local, U<28>>,
    charged_packets: Signal<Local, U<13>>,
    paid: Signal<Local, U<45>>,

    kind_sent: Constant<U<4>>,
}

impl Settle {
    pub fn new() -> Self {
        Self {
            kind_sent: Constant::new(SENT.into()),
            flight: Flight::new(),
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
        comment!("@port m7_op the operation");
        comment!("@port m7_qp the QP");
        comment!("@port m7_grants it is granted something");
        comment!("@port m7_bytes so many bytes, from the second cycle on");
        comment!("@port m7_packets in so many packets at most");
        comment!("@port m7_cost what was charged costs, U32.13 ns");
        comment!("@port m7_age from when it is charged until now, U34.13 ns");
        comment!("@port m7_of_qp an answer to a grant of this opening");
        comment!("@port m7_charged_packets what is charged in packets, of an answer");
        comment!("@port m8_op the operation a slot later");
        comment!("@port m8_count what the line is charged or given back, bytes");
        comment!("@port m10_qp the QP three slots later");
        comment!("@port m10_asks it has something to send, and room in its window");
        comment!("@port m10_due its due time has come");
        comment!("@port m10_time its due time, U34.13 ns");
        comment!("@port m10_short its turn is over");
        comment!("@port m9_popped the operation two slots later has taken it out of a list");
        comment!("@port popped_class that of the list");
        comment!("@port class_of_m9 the QP's, two slots later");
        comment!("@port m10_keeps it was taken out of its own place, and its turn lasts");
        comment!("@port m10_cap_cost what m8_count costs the line, U32.13 ns");
        comment!("@constant kind kind of an operation");
        clock!(self, clock, rest, due_time, since, on_time, start, turned, open_packets, level, to_end, first);
        clock!(self, clock, turn_left, turn_rest, deficit, to_end_left, to_end_rest, first_left, first_rest, charge);
        clock!(self, clock, unlimited, unpaced, in_time, long, keeps, keeps_place);
        clock!(self, clock, m8_qp, m8_charge, flight, m9_qp, m9_age, flying, room, level_any);
        clock!(self, clock, less_than_mtu, less_than_level, qp, asks, due, due_at, short, line_cost, cost, cap);

        comment!("m7: charged from its due time on, but not from earlier than C ago");
        self.rest.d.next = self.m7_age.val() - bits::<47>(self.m7_cost.val());
        self.due_time.d.next = self.m7_qp.val().start + bits::<47>(self.m7_cost.val());
        self.burst.next = bits::<47>(self.cfg.val().burst) << 13;
        self.since.d.next = (bits::<47>(self.m7_op.val().now) << 13) - self.burst.val();
        self.on_time.d.next = !self.m7_qp.val().old & (self.rest.q.val() <= self.burst.val());
        self.start.d.next = self.since.q.val();
        if self.on_time.q.val() {
            self.start.d.next = self.due_time.q.val();
        }
        comment!("m7: what a grant leaves");
        self.turned.d.next = bits::<21>(self.m7_qp.val().deficit);
        if !self.m7_qp.val().turn {
            self.turned.d.next = bits::<21>(self.m7_qp.val().deficit) + bits::<21>(self.cfg.val().quantum);
        }
        self.turn_left.d.next = self.turned.q.val() > bits::<21>(self.m7_bytes.val());
        self.turn_rest.d.next = self.turned.q.val().get_bits::<20>(0) - self.m7_bytes.val();
        self.deficit.d.next = 0.into();
        if self.turn_left.q.val() {
            self.deficit.d.next = self.turn_rest.q.val();
        }
        self.open_packets.d.next = self.m7_qp.val().open_packets + bits::<17>(self.m7_packets.val());
        self.level.d.next = self.m7_qp.val().level - bits::<28>(self.m7_bytes.val());
        self.to_end_left.d.next = self.m7_qp.val().to_end > bits::<28>(self.m7_bytes.val());
        self.to_end_rest.d.next = self.m7_qp.val().to_end - bits::<28>(self.m7_bytes.val());
        self.to_end.d.next = 0.into();
        if self.to_end_left.q.val() {
            self.to_end.d.next = self.to_end_rest.q.val();
        }
        self.first_left.d.next = self.m7_qp.val().first > bits::<14>(self.m7_packets.val());
        self.first_rest.d.next = self.m7_qp.val().first - bits::<14>(self.m7_packets.val());
        self.first.d.next = 0.into();
        if self.first_left.q.val() {
            self.first.d.next = self.first_rest.q.val();
        }
        comment!("m7: what is charged then, in bytes or in packets");
        self.charged_bytes.next = self.m7_qp.val().charged;
        self.charged_packets.next = self.m7_qp.val().charged_packets;
        if self.m7_grants.val() & !self.m7_qp.val().bypass {
            self.charged_bytes.next = bits::<28>(self.m7_bytes.val());
            self.charged_packets.next = bits::<13>(self.m7_packets.val());
        }
        if self.m7_of_qp.val() & (self.m7_op.val().kind == self.kind_sent.val()) {
            self.charged_packets.next = self.m7_charged_packets.val();
        }
        self.charge.d.next = self.charged_bytes.val();
        if self.m7_qp.val().timer {
            self.charge.d.next = bits::<28>(self.charged_packets.val());
        }
        self.granted.next = self.m7_qp.val();
        if self.m7_grants.val() {
            if !self.m7_qp.val().bypass {
                self.granted.next.start = self.start.q.val();
                self.granted.next.old = false;
            }
            self.granted.next.open_packets = self.open_packets.q.val();
            if !self.m7_qp.val().level.all() {
                self.granted.next.level = self.level.q.val();
            }
            self.granted.next.to_end = self.to_end.q.val();
            self.granted.next.first = self.first.q.val();
            self.granted.next.turn = true;
            self.granted.next.deficit = self.deficit.q.val();
            self.granted.next.grants = self.m7_qp.val().grants + 1;
            if !self.m7_qp.val().since.all() {
                self.granted.next.since = self.m7_qp.val().since + 1;
            }
            self.granted.next.newest = self.m7_op.val().grant_tag;
            self.granted.next.newest_open = true;
        }
        self.granted.next.charged = self.charged_bytes.val();
        self.granted.next.charged_packets = self.charged_packets.val();
        self.m8_qp.d.next = self.m8_qp.q.val();
        self.m8_charge.d.next = self.m8_charge.q.val();
        if self.last.val() {
            self.m8_qp.d.next = self.granted.val();
            self.m8_charge.d.next = self.charge.q.val();
        }

        comment!("m8: bytes in flight and granted; they are there in m9's second cycle");
        self.flight.mtu.next = self.cfg.val().mtu;
        self.flight.snd_nxt.next = self.m8_qp.q.val().snd_nxt;
        self.flight.una.next = self.m8_qp.q.val().una;
        self.flight.open_packets.next = self.m8_qp.q.val().open_packets;
        self.m9_qp.d.next = self.m9_qp.q.val();
        self.m9_age.d.next = self.m9_age.q.val();
        if self.last.val() {
            self.m9_qp.d.next = self.m8_qp.q.val();
            self.m9_age.d.next = (bits::<47>(self.m8_op.val().now) << 13) - self.m8_qp.q.val().start;
        }

        comment!("m8 and m9: what is charged costs; and of the line");
        self.cost.count.next = self.m8_charge.q.val();
        self.cost.m.next = self.m8_qp.q.val().m;
        self.cost.e_high.next = self.m8_qp.q.val().e.get_bits::<3>(3);
        self.cost.e_low.next = self.m9_qp.q.val().e.get_bits::<3>(0);
        self.cap.count.next = self.m8_count.val();
        self.cap.m.next = self.cfg.val().cap_m;
        self.cap.e_high.next = self.cfg.val().cap_e.get_bits::<3>(3);
        self.cap.e_low.next = self.cfg.val().cap_e.get_bits::<3>(0);

        comment!("m9: is there room, and is its time come?");
        self.unlimited.d.next = !self.m9_qp.q.val().windowed | self.m9_qp.q.val().bypass;
        self.flying.d.next = self.flight.bytes.val();
        self.room.d.next = bits::<35>(self.m9_qp.q.val().window) > self.flying.q.val();
        self.level_any.d.next = self.m9_qp.q.val().level.any();
        self.less_than_mtu.d.next = self.m9_qp.q.val().deficit < bits::<20>(self.cfg.val().mtu);
        self.less_than_level.d.next = bits::<28>(self.m9_qp.q.val().deficit) < self.m9_qp.q.val().level;
        comment!("a cost that is cut is due when as much has passed; one that is not, in the cycle before it is there");
        self.unpaced.d.next = self.m9_qp.q.val().bypass | !self.m9_qp.q.val().paced | self.m9_qp.q.val().old;
        self.long.d.next = self.m9_age.q.val().get_bits::<2>(45).any() | self.m9_age.q.val().get_bits::<45>(0).all();
        self.in_time.d.next = bits::<47>(self.cost.low.val()) <= self.m9_age.q.val();
        self.keeps.d.next = self.m9_popped.val()
            & self.m9_qp.q.val().live
            & !self.m9_qp.q.val().behind
            & (self.m9_qp.q.val().class == self.popped_class.val());
        self.keeps_place.d.next = self.keeps_place.q.val();
        self.class_of_m9.next = self.m9_qp.q.val().class;
        self.m10_keeps.next = self.keeps_place.q.val();
        self.paid.next = 0.into();
        if self.m9_qp.q.val().paced {
            self.paid.next = self.cost.cost.val();
        }
        self.qp.d.next = self.qp.q.val();
        self.asks.d.next = self.asks.q.val();
        self.due.d.next = self.due.q.val();
        self.due_at.d.next = self.due_at.q.val();
        self.short.d.next = self.short.q.val();
        self.line_cost.d.next = self.line_cost.q.val();
        if self.last.val() {
            self.qp.d.next = self.m9_qp.q.val();
            self.asks.d.next =
                self.m9_qp.q.val().open & self.level_any.q.val() & (self.unlimited.q.val() | self.room.q.val());
            self.due.d.next = self.unpaced.q.val()
                | (self.cost.cut.val() & self.long.q.val())
                | (!self.cost.cut.val() & self.in_time.q.val());
            self.keeps_place.d.next = self.keeps.q.val()
                & !(self.m9_qp.q.val().turn & self.less_than_mtu.q.val() & self.less_than_level.q.val());
            self.due_at.d.next = self.m9_qp.q.val().start + bits::<47>(self.paid.val());
            self.short.d.next = self.less_than_mtu.q.val() & self.less_than_level.q.val();
            self.line_cost.d.next = self.cap.cost.val();
        }
        self.m10_qp.next = self.qp.q.val();
        self.m10_asks.next = self.asks.q.val();
        self.m10_due.next = self.due.q.val();
        self.m10_time.next = self.due_at.q.val();
        self.m10_short.next = self.short.q.val();
        self.m10_cap_cost.next = self.line_cost.q.val();
    }
}
