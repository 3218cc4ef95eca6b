//! Which class is next, by weights.

use crate::prelude::*;

/// What a class may still send: `whole` quanta and `rest` bytes, less than one.
#[derive(LogicBlock, Default)]
pub struct Share {
    pub clock: Signal<In, ClkRst>,
    pub second: Signal<In, Bit>,
    pub third: Signal<In, Bit>,
    pub last: Signal<In, Bit>,
    pub weight: Signal<In, U<8>>,
    pub pops: Signal<In, Bit>,
    pub begins: Signal<In, Bit>,
    pub may: Signal<In, Bit>,
    pub back: Signal<In, Bit>,
    pub back_carry: Signal<In, Bit>,
    pub back_rest: Signal<In, U<18>>,
    pub back_any: Signal<In, Bit>,
    pub ends: Signal<In, Bit>,
    pub has: Signal<Out, Bit>,
    pub rest: Signal<Out, U<18>>,

    /// −1 at the least, of 10 bits.
    whole: Reg<U<10>>,
    part: Reg<U<18>>,
    any: Reg<Bit>,
    /// Grants of its list that are under way.
    under_way: Reg<U<4>>,
    popped: Reg<Bit>,
    /// A round has begun for it.
    begun: Reg<Bit>,
    heavy: DReg<Bit>,
    has_now: Reg<Bit>,
    has_behind: Reg<Bit>,
    poor: Reg<Bit>,
    gone: Reg<Bit>,

    has_any: Signal<Local, Bit>,
    below: Signal<Local, Bit>,
    more: Signal<Local, U<10>>,
}

impl Logic for Share {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_share");
        comment!("@doc What a class may still send in its round. A grant is charged a quantum when it is picked, and what it is less comes");
        comment!("@doc back when its bytes are known.");
        comment!("@port second the second cycle of a slot");
        comment!("@port third the third cycle of a slot");
        comment!("@port last the last cycle of a slot");
        comment!("@port weight quanta a round");
        comment!("@port pops in the first cycle: a grant of its list is picked");
        comment!("@port begins in the first: with the grant that is picked a round begins");
        comment!("@port may in the second: it has a QP in its list, and is not paused");
        comment!("@port back in the last: something comes back");
        comment!("@port back_carry the rest is a quantum more");
        comment!("@port back_rest what is the rest then, bytes");
        comment!("@port back_any it is not 0");
        comment!("@port ends in the last: a grant of its list is no longer under way");
        comment!("@port has in the second: it may still send");
        comment!("@port rest bytes beside its whole quanta");
        clock!(self, clock, whole, part, any, under_way, popped, begun, heavy, has_now, has_behind, poor, gone);

        comment!("First cycle: has it something now, and behind a grant that is picked? Second: which of both? In a new round it has");
        self.below.next = self.whole.q.val().get_bit(9);
        self.has_now.d.next = !self.below.val() & (self.whole.q.val().any() | self.any.q.val());
        self.has_behind.d.next = !self.below.val()
            & (self.whole.q.val().get_bits::<9>(1).any() | (self.whole.q.val().get_bit(0) & self.any.q.val()));
        self.popped.d.next = self.pops.val();
        self.begun.d.next = self.begins.val() & self.poor.q.val();
        self.heavy.d.next = self.weight.val().get_bits::<7>(1).any();
        self.has_any.next = self.has_now.q.val();
        if self.popped.q.val() {
            self.has_any.next = self.has_behind.q.val();
        }
        comment!("but for one of weight 1 that is picked in it, which has what came back since");
        if self.begun.q.val() {
            self.has_any.next = !self.popped.q.val() | self.heavy.q.val() | self.has_now.q.val();
        }
        self.has.next = self.has_any.val();
        self.poor.d.next = self.poor.q.val();
        self.gone.d.next = self.gone.q.val();
        if self.second.val() {
            self.poor.d.next = !self.has_any.val();
            self.gone.d.next = !self.may.val() & !self.under_way.q.val().any();
        }

        comment!(
            "First: in a new round one that had nothing left has its weight more. Third: one that nobody is in keeps nothing"
        );
        self.whole.d.next = self.whole.q.val();
        self.part.d.next = self.part.q.val();
        self.any.d.next = self.any.q.val();
        self.more.next = 0.into();
        if self.poor.q.val() {
            self.more.next = bits::<10>(self.weight.val());
        }
        if self.begins.val() {
            self.whole.d.next = self.whole.q.val() + self.more.val() - bits::<10>(self.pops.val());
        } else if self.pops.val() {
            self.whole.d.next = self.whole.q.val() - 1;
        }
        if self.third.val() & self.gone.q.val() {
            self.whole.d.next = 0.into();
            self.part.d.next = 0.into();
            self.any.d.next = false;
        }
        comment!("Last: what comes back");
        if self.last.val() & self.back.val() & !self.gone.q.val() {
            self.whole.d.next = self.whole.q.val() + bits::<10>(self.back_carry.val());
            self.part.d.next = self.back_rest.val();
            self.any.d.next = self.back_any.val();
        }
        self.rest.next = self.part.q.val();

        self.under_way.d.next = self.under_way.q.val();
        if self.pops.val() {
            self.under_way.d.next = self.under_way.q.val() + 1;
        }
        if self.last.val() & self.ends.val() {
            self.under_way.d.next = self.under_way.q.val() - 1;
        }
    }
}

/// All classes.
#[derive(LogicBlock, Default)]
pub struct Shares {
    pub clock: Signal<In, ClkRst>,
    pub second: Signal<In, Bit>,
    pub third: Signal<In, Bit>,
    pub last: Signal<In, Bit>,
    pub strict: Signal<In, Bit>,
    pub weights: Signal<In, U<64>>,
    pub quantum: Signal<In, U<20>>,
    pub may: Signal<In, U<8>>,
    pub chosen: Signal<Out, U<8>>,
    pub pop: Signal<In, Bit>,
    pub pop_class: Signal<In, U<3>>,
    pub m7_pops: Signal<In, Bit>,
    pub m7_pop_class: Signal<In, U<3>>,
    pub m7_grants: Signal<In, Bit>,
    pub m7_bytes: Signal<In, U<20>>,
    pub m7_answers: Signal<In, Bit>,
    pub m7_class: Signal<In, U<3>>,
    pub m7_less: Signal<In, U<20>>,
    pub m10_pops: Signal<In, Bit>,
    pub m10_pop_class: Signal<In, U<3>>,

    share: [Share; 8],
    /// Classes below the one that was picked last.
    later: Reg<U<8>>,
    /// The next grant that is picked begins a round.
    new_round: Reg<Bit>,
    /// Grants that were picked in this round.
    picks: Reg<U<12>>,
    unsent: DReg<U<20>>,
    back_valid: Reg<Bit>,
    back: DReg<U<20>>,
    back_class: DReg<U<3>>,
    back_one: DReg<U<8>>,
    half: [DReg<U<18>>; 2],
    sum: DReg<U<20>>,
    sum_later: DReg<U<18>>,
    less: DReg<U<18>>,
    over: DReg<Bit>,
    is_quantum: DReg<Bit>,
    is_none: DReg<Bit>,

    one: Signal<Local, U<8>>,
    begins: Signal<Local, Bit>,
    rich: Signal<Local, U<8>>,
    pool: Signal<Local, U<8>>,
    first_of: Signal<Local, U<8>>,
    rest_of: [Signal<Local, U<18>>; 4],
    rest: Signal<Local, U<18>>,
    any: Signal<Local, Bit>,
    ended: Signal<Local, U<8>>,
}

impl Logic for Shares {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_shares");
        comment!("@doc Which class is next: the highest, or by weights. Then a class has so many quanta a round, and a round ends when no");
        comment!("@doc class that has a QP has anything left, or behind 4,096 grants. Of those that have, the next below the last one goes.");
        comment!("@port second the second cycle of a slot");
        comment!("@port third the third cycle of a slot");
        comment!("@port last the last cycle of a slot");
        comment!("@port strict the highest class goes; no weight counts");
        comment!("@port weights quanta a round, 8 bits a class, 1 at the least; class 0 in the lowest");
        comment!("@port quantum bytes");
        comment!("@port may in the second cycle: a bit for each class that has a QP in its list and is not paused");
        comment!("@port chosen in the second: the highest of these is next");
        comment!("@port pop in the first: a grant of a list is picked");
        comment!("@port pop_class the list's class");
        comment!("@port m7_pops the operation is a grant of a list, seven slots later");
        comment!("@port m7_pop_class the list's class");
        comment!("@port m7_grants it is granted something");
        comment!("@port m7_bytes so many bytes, from the second cycle on");
        comment!("@port m7_answers the operation is the answer to a grant of a QP that may send");
        comment!("@port m7_class the QP's class");
        comment!("@port m7_less bytes that were not sent");
        comment!("@port m10_pops the operation is a grant of a list, and ends");
        comment!("@port m10_pop_class the list's class");
        clock!(
            self, clock, later, new_round, picks, unsent, back_valid, back, back_class, back_one, sum, sum_later, less
        );
        clock!(self, clock, over, is_quantum, is_none);
        for i in 0..2 {
            clock!(self, clock, half[i]);
        }
        for i in 0..8 {
            clock!(self, clock, share[i]);
        }

        comment!("First cycle: a grant is charged a quantum");
        self.one.next = 0.into();
        if self.pop.val() {
            self.one.next = bits::<8>(1) << self.pop_class.val();
        }
        self.later.d.next = self.later.q.val();
        self.picks.d.next = self.picks.q.val();
        if self.pop.val() {
            self.later.d.next = self.one.val() - 1;
            self.picks.d.next = self.picks.q.val() + 1;
        }
        self.begins.next = self.pop.val() & self.new_round.q.val();
        if self.begins.val() {
            self.picks.d.next = 0.into();
        }

        comment!("Second: who has something left? If nobody has, the next grant begins a round. The next of them below the last one");
        self.rich.next = 0.into();
        for i in 0..8 {
            self.rich.next = self.rich.val().replace_bit(i, self.share[i].has.val() & self.may.val().get_bit(i));
        }
        self.pool.next = self.may.val();
        if self.rich.val().any() {
            self.pool.next = self.rich.val();
        }
        self.first_of.next = self.pool.val() & self.later.q.val();
        self.chosen.next = self.pool.val();
        if self.first_of.val().any() {
            self.chosen.next = self.first_of.val();
        }
        if self.strict.val() {
            self.chosen.next = self.may.val();
        }
        self.new_round.d.next = self.new_round.q.val();
        if self.second.val() {
            self.new_round.d.next =
                !self.strict.val() & self.may.val().any() & (!self.rich.val().any() | self.picks.q.val().all());
        }

        comment!("m7: what comes back of the quantum, or of what was granted and not sent");
        self.unsent.d.next = self.quantum.val() - self.m7_bytes.val();
        self.back_valid.d.next = self.back_valid.q.val();
        self.back.d.next = self.back.q.val();
        self.back_class.d.next = self.back_class.q.val();
        self.back_one.d.next = bits::<8>(1) << self.back_class.q.val();
        if self.last.val() {
            self.back_valid.d.next = self.m7_pops.val() | self.m7_answers.val();
            self.back.d.next = self.m7_less.val();
            self.back_class.d.next = self.m7_class.val();
            if self.m7_pops.val() {
                self.back.d.next = self.quantum.val();
                if self.m7_grants.val() {
                    self.back.d.next = self.unsent.q.val();
                }
                self.back_class.d.next = self.m7_pop_class.val();
            }
        }
        comment!("m8: it is added to the class's rest, in three cycles; in the last there is a quantum more, or not");
        for i in 0..4 {
            self.rest_of[i].next = self.share[2 * i].rest.val();
            if self.back_class.q.val().get_bit(0) {
                self.rest_of[i].next = self.share[2 * i + 1].rest.val();
            }
        }
        for i in 0..2 {
            self.half[i].d.next = self.rest_of[2 * i].val();
            if self.back_class.q.val().get_bit(1) {
                self.half[i].d.next = self.rest_of[2 * i + 1].val();
            }
        }
        self.sum.d.next = bits::<20>(self.half[0].q.val()) + self.back.q.val();
        if self.back_class.q.val().get_bit(2) {
            self.sum.d.next = bits::<20>(self.half[1].q.val()) + self.back.q.val();
        }
        self.over.d.next = self.sum.q.val() >= self.quantum.val();
        self.less.d.next = (self.sum.q.val() - self.quantum.val()).get_bits::<18>(0);
        self.sum_later.d.next = self.sum.q.val().get_bits::<18>(0);
        self.is_quantum.d.next = self.sum.q.val() == self.quantum.val();
        self.is_none.d.next = !self.sum.q.val().any();
        self.rest.next = self.sum_later.q.val();
        self.any.next = !self.is_none.q.val();
        if self.over.q.val() {
            self.rest.next = self.less.q.val();
            self.any.next = !self.is_quantum.q.val();
        }

        self.ended.next = 0.into();
        if self.m10_pops.val() {
            self.ended.next = bits::<8>(1) << self.m10_pop_class.val();
        }
        for i in 0..8 {
            self.share[i].second.next = self.second.val();
            self.share[i].third.next = self.third.val();
            self.share[i].last.next = self.last.val();
            self.share[i].weight.next = self.weights.val().get_bits::<8>(8 * i);
            self.share[i].pops.next = self.one.val().get_bit(i);
            self.share[i].may.next = self.may.val().get_bit(i);
            self.share[i].begins.next = self.begins.val();
            self.share[i].back.next = self.back_valid.q.val() & self.back_one.q.val().get_bit(i);
            self.share[i].back_carry.next = self.over.q.val();
            self.share[i].back_rest.next = self.rest.val();
            self.share[i].back_any.next = self.any.val();
            self.share[i].ends.next = self.ended.val().get_bit(i);
        }
    }
}
