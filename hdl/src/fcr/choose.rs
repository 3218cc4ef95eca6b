//! Where an advice goes: the one place that looks at all places of a QP at once.

use super::stages::{Asks, Checked, Order, Said, Seen};
use crate::prelude::*;

/// Ports bear the stage of `fcr.md` at which they count; a to d are the places 0 to 3.
#[derive(LogicBlock, Default)]
pub struct Choose {
    pub clock: Signal<In, ClkRst>,
    pub s3_a: Signal<In, U<22>>,
    pub s3_b: Signal<In, U<22>>,
    pub s3_c: Signal<In, U<22>>,
    pub s3_d: Signal<In, U<22>>,
    pub s4_hit_1: Signal<In, Bit>,
    pub s4_a: Signal<In, Seen>,
    pub s4_b: Signal<In, Seen>,
    pub s4_c: Signal<In, Seen>,
    pub s4_d: Signal<In, Seen>,
    pub s4_asks: Signal<In, Asks>,
    pub s4_check: Signal<In, Checked>,
    pub s5_wrote: Signal<In, U<4>>,
    pub s4_writes: Signal<Out, U<4>>,
    pub s4_withdraws: Signal<Out, U<4>>,
    pub s5_said: Signal<Out, Said>,

    s4_order: DReg<Order>,
    s5_above: DReg<U<4>>,
    s5_reaches: DReg<U<4>>,
    said: DReg<Said>,

    order: Signal<Local, Order>,
    was: Signal<Local, U<4>>,
    used: Signal<Local, U<4>>,
    known: Signal<Local, U<4>>,
    newer: Signal<Local, U<4>>,
    live: Signal<Local, U<4>>,
    above: Signal<Local, U<4>>,
    reaches: Signal<Local, U<4>>,
    wrote_bits: Signal<Local, U<4>>,
    spent: Signal<Local, U<4>>,
    free: Signal<Local, U<4>>,
    first_known: Signal<Local, U<4>>,
    first_free: Signal<Local, U<4>>,
    first_spent: Signal<Local, U<4>>,
    highest: Signal<Local, U<4>>,
    is_new: Signal<Local, Bit>,
    is_higher: Signal<Local, Bit>,
    chosen: Signal<Local, U<4>>,
    puts_at: Signal<Local, U<4>>,
    takes_at: Signal<Local, U<4>>,
    puts: Signal<Local, Bit>,
    is_full: Signal<Local, Bit>,
    is_old: Signal<Local, Bit>,
    wrong: Signal<Local, Bit>,
}

impl Logic for Choose {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module fcr_choose");
        comment!("@doc Where an advice goes, and what an event says of it.");
        comment!("@port s3_a rate of the first place");
        comment!("@port s3_b of the second");
        comment!("@port s3_c of the third");
        comment!("@port s3_d of the fourth");
        comment!("@port s4_hit_1 the event just ahead is of this QP");
        comment!("@port s4_a the first place as the event sees it");
        comment!("@port s4_b the second");
        comment!("@port s4_c the third");
        comment!("@port s4_d the fourth");
        comment!("@port s4_asks what the event asks for");
        comment!("@port s4_check what it says by itself");
        comment!("@port s5_wrote where the event just ahead has written, a bit a place");
        comment!("@port s4_writes where the event is written, a bit a place");
        comment!("@port s4_withdraws what it withdraws");
        comment!("@port s5_said the rules that acted");
        clock!(self, clock, s4_order, s5_above, s5_reaches, said);

        comment!("s3 to s4: which of two rates is at least the other");
        self.s4_order.d.next.r01 = self.s3_a.val() >= self.s3_b.val();
        self.s4_order.d.next.r02 = self.s3_a.val() >= self.s3_c.val();
        self.s4_order.d.next.r03 = self.s3_a.val() >= self.s3_d.val();
        self.s4_order.d.next.r12 = self.s3_b.val() >= self.s3_c.val();
        self.s4_order.d.next.r13 = self.s3_b.val() >= self.s3_d.val();
        self.s4_order.d.next.r23 = self.s3_c.val() >= self.s3_d.val();

        comment!("s4: where the advice goes: to its switch's source; else to the first free one, the first that was");
        comment!("withdrawn, or the highest if that is higher");
        self.was.next = bits::<4>(self.s4_a.val().was)
            | (bits::<4>(self.s4_b.val().was) << 1)
            | (bits::<4>(self.s4_c.val().was) << 2)
            | (bits::<4>(self.s4_d.val().was) << 3);
        self.used.next = bits::<4>(self.s4_a.val().used)
            | (bits::<4>(self.s4_b.val().used) << 1)
            | (bits::<4>(self.s4_c.val().used) << 2)
            | (bits::<4>(self.s4_d.val().used) << 3);
        self.known.next = bits::<4>(self.s4_a.val().used & self.s4_a.val().same)
            | (bits::<4>(self.s4_b.val().used & self.s4_b.val().same) << 1)
            | (bits::<4>(self.s4_c.val().used & self.s4_c.val().same) << 2)
            | (bits::<4>(self.s4_d.val().used & self.s4_d.val().same) << 3);
        self.newer.next = bits::<4>(self.s4_a.val().newer)
            | (bits::<4>(self.s4_b.val().newer) << 1)
            | (bits::<4>(self.s4_c.val().newer) << 2)
            | (bits::<4>(self.s4_d.val().newer) << 3);
        self.live.next = bits::<4>(self.s4_a.val().rated)
            | (bits::<4>(self.s4_b.val().rated) << 1)
            | (bits::<4>(self.s4_c.val().rated) << 2)
            | (bits::<4>(self.s4_d.val().rated) << 3);
        self.above.next = bits::<4>(self.s4_a.val().above)
            | (bits::<4>(self.s4_b.val().above) << 1)
            | (bits::<4>(self.s4_c.val().above) << 2)
            | (bits::<4>(self.s4_d.val().above) << 3);
        self.reaches.next = bits::<4>(self.s4_a.val().reaches)
            | (bits::<4>(self.s4_b.val().reaches) << 1)
            | (bits::<4>(self.s4_c.val().reaches) << 2)
            | (bits::<4>(self.s4_d.val().reaches) << 3);
        self.wrote_bits.next = 0.into();
        if self.s4_hit_1.val() {
            self.wrote_bits.next = self.s5_wrote.val();
        }
        self.s5_above.d.next = self.above.val();
        self.s5_reaches.d.next = self.reaches.val();
        self.order.next = self.s4_order.q.val();
        if self.wrote_bits.val().get_bit(0) {
            self.order.next.r01 = !self.s5_above.q.val().get_bit(1);
            self.order.next.r02 = !self.s5_above.q.val().get_bit(2);
            self.order.next.r03 = !self.s5_above.q.val().get_bit(3);
        }
        if self.wrote_bits.val().get_bit(1) {
            self.order.next.r01 = self.s5_reaches.q.val().get_bit(0);
            self.order.next.r12 = !self.s5_above.q.val().get_bit(2);
            self.order.next.r13 = !self.s5_above.q.val().get_bit(3);
        }
        if self.wrote_bits.val().get_bit(2) {
            self.order.next.r02 = self.s5_reaches.q.val().get_bit(0);
            self.order.next.r12 = self.s5_reaches.q.val().get_bit(1);
            self.order.next.r23 = !self.s5_above.q.val().get_bit(3);
        }
        if self.wrote_bits.val().get_bit(3) {
            self.order.next.r03 = self.s5_reaches.q.val().get_bit(0);
            self.order.next.r13 = self.s5_reaches.q.val().get_bit(1);
            self.order.next.r23 = self.s5_reaches.q.val().get_bit(2);
        }
        self.highest.next = bits::<4>(self.order.val().r01 & self.order.val().r02 & self.order.val().r03)
            | (bits::<4>(!self.order.val().r01 & self.order.val().r12 & self.order.val().r13) << 1)
            | (bits::<4>(!self.order.val().r02 & !self.order.val().r12 & self.order.val().r23) << 2)
            | (bits::<4>(!self.order.val().r03 & !self.order.val().r13 & !self.order.val().r23) << 3);
        self.free.next = !self.used.val();
        self.spent.next = self.used.val() & !self.live.val();
        self.first_known.next =
            self.known.val() & !((self.known.val() << 1) | (self.known.val() << 2) | (self.known.val() << 3));
        self.first_free.next =
            self.free.val() & !((self.free.val() << 1) | (self.free.val() << 2) | (self.free.val() << 3));
        self.first_spent.next =
            self.spent.val() & !((self.spent.val() << 1) | (self.spent.val() << 2) | (self.spent.val() << 3));
        self.is_new.next = (self.first_known.val() & self.newer.val()).any();
        self.is_higher.next = (self.highest.val() & self.above.val()).any();
        self.chosen.next = self.highest.val() & self.above.val();
        if self.spent.val().any() {
            self.chosen.next = self.first_spent.val();
        }
        if self.free.val().any() {
            self.chosen.next = self.first_free.val();
        }
        if self.known.val().any() {
            self.chosen.next = self.first_known.val() & self.newer.val();
        }
        self.puts_at.next = 0.into();
        if self.s4_check.val().taken {
            self.puts_at.next = self.chosen.val();
        }
        if self.s4_asks.val().loads {
            self.puts_at.next = bits::<4>(1) << self.s4_asks.val().place;
        }
        self.puts.next = self.s4_asks.val().advice & self.s4_asks.val().withdraw;
        self.takes_at.next = 0.into();
        if self.puts.val() {
            self.takes_at.next = self.first_known.val() & self.newer.val();
        }
        self.is_old.next = (self.puts.val() | self.s4_check.val().taken) & self.known.val().any() & !self.is_new.val();
        self.is_full.next =
            self.s4_check.val().taken & !self.known.val().any() & !self.free.val().any() & !self.spent.val().any();
        self.wrong.next =
            self.s4_check.val().wrong_rate | self.s4_check.val().wrong_range | self.s4_check.val().wrong_validity;
        self.said.d.next.ignored = self.wrong.val()
            | self.is_old.val()
            | (self.is_full.val() & !self.is_higher.val())
            | (self.puts.val() & !self.known.val().any())
            | (self.s4_asks.val().mark & (self.was.val() & self.used.val() & self.live.val()).any());
        self.said.d.next.expired = (self.was.val() & !self.used.val()).any();
        self.said.d.next.withdrawn = self.takes_at.val().any();
        self.said.d.next.old = self.is_old.val();
        self.said.d.next.wrong_rate = self.s4_check.val().wrong_rate;
        self.said.d.next.wrong_range = self.s4_check.val().wrong_range;
        self.said.d.next.wrong_validity = self.s4_check.val().wrong_validity;
        self.said.d.next.full = self.is_full.val();
        self.said.d.next.start = self.s4_check.val().start;
        self.s4_writes.next = self.puts_at.val();
        self.s4_withdraws.next = self.takes_at.val();
        self.s5_said.next = self.said.q.val();
    }
}
