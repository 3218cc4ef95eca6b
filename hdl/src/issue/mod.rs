#![doc = include_str!("../issue.md")]
//!
//! # Why this file
//!
//! The rule "two events of one QP are never closer than the loop is long" is kept here and nowhere else. The slots do
//! not move: an event stays where it entered, and what would take wide comparisons at issue is worked out at entry and
//! in the cycle behind it, and kept as one bit a slot in vectors. From those registers to `out_*` it is a priority pick
//! and a mux.

#[cfg(test)]
mod tests;

use crate::prelude::*;
use crate::prim::ports::{boxed_block, owns_ports, unscoped};
use crate::with_wait_slots;
use layout::record::Kind;
use layout::timing::HAZARD;
use std::ops::DerefMut;

/// Issues that still block an event at its entry, but for the one of that very cycle.
const RECENT: usize = HAZARD as usize - 2;
/// The index of the last of them.
const LAST: usize = RECENT - 1;

/// What does not change with the number of slots, so that the engine and all around it are compiled once for all.
#[derive(Default)]
pub struct Ports {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub in_ready: Signal<Out, Bit>,
    pub in_kind: Signal<In, U<3>>,
    pub in_ece: Signal<In, Bit>,
    pub in_n: Signal<In, U<14>>,
    pub in_qpn: Signal<In, Qpn>,
    pub in_alg: Signal<In, U<4>>,
    pub in_set: Signal<In, U<4>>,
    pub in_lone: Signal<In, Bit>,
    pub credit_return: Signal<In, Bit>,
    pub host_valid: Signal<In, Bit>,
    pub host_kind: Signal<In, U<3>>,
    pub watch_qpn: Signal<In, Qpn>,
    pub watch_all: Signal<In, Bit>,
    pub watch_waits: Signal<Out, Bit>,
    pub occupied: Signal<Out, Bit>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, U<3>>,
    pub out_ece: Signal<Out, Bit>,
    pub out_n: Signal<Out, U<14>>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_alg: Signal<Out, U<4>>,
    pub out_set: Signal<Out, U<4>>,
    pub out_slot: Signal<Out, U<4>>,
    pub enter_we: Signal<Out, Bit>,
    pub enter_slot: Signal<Out, U<4>>,
    pub in_slot: Signal<Out, U<4>>,
}

unscoped! { Ports {
    clock in_valid in_ready in_kind in_ece in_n in_qpn in_alg in_set in_lone credit_return host_valid host_kind
    watch_qpn watch_all watch_waits occupied out_valid out_kind out_ece out_n out_qpn out_alg out_set out_slot
    enter_we enter_slot in_slot
} }

/// The block with any number of slots.
pub struct AnyIssue(Box<dyn WaitSlots>);

trait WaitSlots: Block + DerefMut<Target = Ports> {}

impl<const W: usize> WaitSlots for Issue<W> {}

impl AnyIssue {
    /// With 4, 8 or 16 slots; the rest as [`Issue::new`] takes it.
    pub fn new(slots: u32, merge: bool, credits: u32) -> Self {
        let made: Result<Box<dyn WaitSlots>, _> = with_wait_slots!(slots, |W| boxed::<W>(merge, credits));
        Self(made.expect("a legal configuration"))
    }
}

/// A function of its own: not all are on the stack at once.
#[inline(never)]
fn boxed<const W: usize>(merge: bool, credits: u32) -> Box<Issue<W>> {
    Box::new(Issue::new(merge, credits))
}

boxed_block! { AnyIssue: Ports, |_issue, name| name }

/// The waiting room in front of PAWA: W slots for events of all queue pairs.
#[derive(LogicBlock)]
pub struct Issue<const W: usize> {
    ports: Ports,

    // One bit a slot.
    /// Holds an event.
    valid: Reg<U<W>>,
    /// Holds an event that may go, credits permitting: no hazard, and no older event of its QP.
    able: Reg<U<W>>,
    /// An older event of its QP waits. This and what follows says nothing of the slot in `fresh`.
    follows: DReg<U<W>>,
    /// No younger event of its QP waits.
    youngest: DReg<U<W>>,
    /// `hazard[k]`: k + 1 cycles from now the slot will still be too close to its QP's last issue.
    hazard: [DReg<U<W>>; LAST],
    /// Held an event of the host's QP in the last cycle, or any.
    watched: Reg<U<W>>,

    // The event that entered in the last cycle: only `able` was decided at once, the rest is worked out now.
    /// Its slot, if one entered.
    fresh: Reg<U<W>>,
    /// The slot of the youngest older event of its QP, if there was one.
    fresh_predecessor: DReg<U<W>>,
    /// Bit k: its QP was issued up to k + 1 cycles before it entered.
    fresh_within: DReg<U<LAST>>,
    /// The slot that issued in the last cycle. Its fields are still there.
    last_pick: Reg<U<W>>,
    /// The host's operation issued in the last cycle.
    last_host: Reg<Bit>,

    // One vector of slots a slot.
    /// The slots with younger events. It says nothing of slots that are not valid.
    younger: [DReg<U<W>>; W],
    /// The slot whose event waits for this one's to issue, if there is one.
    successor: [DReg<U<W>>; W],

    slot_kind: [DReg<U<3>>; W],
    slot_ece: [DReg<Bit>; W],
    slot_n: [DReg<U<14>>; W],
    slot_qpn: [DReg<Qpn>; W],
    slot_alg: [DReg<U<4>>; W],
    slot_set: [DReg<U<4>>; W],

    /// `recent_qpn[k]` was issued k + 2 cycles ago, if bit k of `recent_valid` is set.
    recent_valid: Reg<U<LAST>>,
    recent_qpn: [DReg<Qpn>; LAST],

    /// Credits, but for those that the last cycle took and returned.
    credits: Reg<U<7>>,
    last_taken: Reg<Bit>,
    last_returned: Reg<Bit>,
    has_credit: Reg<Bit>,

    ready: Signal<Local, U<W>>,
    outranked: Signal<Local, U<W>>,
    pick: Signal<Local, U<W>>,
    kind: Signal<Local, U<3>>,
    ece: Signal<Local, Bit>,
    n: Signal<Local, U<14>>,
    qpn: Signal<Local, Qpn>,
    alg: Signal<Local, U<4>>,
    set: Signal<Local, U<4>>,
    slot: Signal<Local, U<4>>,
    wakes: Signal<Local, U<W>>,
    takes_credit: Signal<Local, Bit>,
    all_credits: Signal<Local, U<7>>,

    fresh_waits: Signal<Local, U<W>>,
    /// `issued_within[k]`: the fresh event's QP was issued in the cycle of its entry or up to k cycles before.
    issued_within: [Signal<Local, Bit>; RECENT],
    now_follows: Signal<Local, U<W>>,
    now_youngest: Signal<Local, U<W>>,
    now_hazard: [Signal<Local, U<W>>; RECENT],
    now_successor: [Signal<Local, U<W>>; W],

    accept: Signal<Local, Bit>,
    enter: Signal<Local, Bit>,
    vacant: Signal<Local, U<W>>,
    place: Signal<Local, U<W>>,
    vacant_slot: Signal<Local, U<4>>,
    same_qp: Signal<Local, U<W>>,
    predecessor: Signal<Local, U<W>>,
    /// Bit k: the event's QP was issued k + 1 cycles ago; `within[k]`: up to k + 1 cycles ago.
    recent: Signal<Local, U<RECENT>>,
    within: [Signal<Local, Bit>; LAST],
    within_now: Signal<Local, U<LAST>>,
    last_qpn: Signal<Local, Qpn>,
    of_host: Signal<Local, U<W>>,

    kind_ack: Constant<U<3>>,
    shape: Shape,

    // With merging: one element, or W; without: none.
    merge: Vec<Signal<Local, U<W>>>,
    merged_n: Vec<Signal<Local, U<15>>>,
    _merge: usize,
}

owns_ports! { impl[const W: usize] Issue<W>, ports: Ports }

impl<const W: usize> Issue<W> {
    /// With `merge`, waiting ACKs of one QP with the same ECE become one. `credits` is how many updates there is room
    /// for behind issue: 32 or 64.
    pub fn new(merge: bool, credits: u32) -> Self {
        assert!(matches!(credits, 32 | 64), "{credits} credits: expected 32 or 64");
        let kind = |k: Kind| Constant::new((k as u64).into());
        let merge = usize::from(merge);
        Self {
            ports: Default::default(),
            valid: Default::default(),
            able: Default::default(),
            follows: Default::default(),
            youngest: Default::default(),
            hazard: Default::default(),
            watched: Default::default(),
            fresh: Default::default(),
            fresh_predecessor: Default::default(),
            fresh_within: Default::default(),
            last_pick: Default::default(),
            last_host: Default::default(),
            younger: each(),
            successor: each(),
            slot_kind: each(),
            slot_ece: each(),
            slot_n: each(),
            slot_qpn: each(),
            slot_alg: each(),
            slot_set: each(),
            recent_valid: Default::default(),
            recent_qpn: Default::default(),
            credits: Reg::new(u64::from(credits).into()),
            last_taken: Default::default(),
            last_returned: Default::default(),
            has_credit: Reg::new(true),
            ready: Default::default(),
            outranked: Default::default(),
            pick: Default::default(),
            kind: Default::default(),
            ece: Default::default(),
            n: Default::default(),
            qpn: Default::default(),
            alg: Default::default(),
            set: Default::default(),
            slot: Default::default(),
            wakes: Default::default(),
            takes_credit: Default::default(),
            all_credits: Default::default(),
            fresh_waits: Default::default(),
            issued_within: Default::default(),
            now_follows: Default::default(),
            now_youngest: Default::default(),
            now_hazard: Default::default(),
            now_successor: each(),
            accept: Default::default(),
            enter: Default::default(),
            vacant: Default::default(),
            place: Default::default(),
            vacant_slot: Default::default(),
            same_qp: Default::default(),
            predecessor: Default::default(),
            recent: Default::default(),
            within: Default::default(),
            within_now: Default::default(),
            last_qpn: Default::default(),
            of_host: Default::default(),
            kind_ack: kind(Kind::Ack),
            shape: Shape::of(&[("RECENT", RECENT), ("LAST", LAST)]),
            merge: (0..merge).map(|_| Default::default()).collect(),
            merged_n: (0..merge * W).map(|_| Default::default()).collect(),
            _merge: merge,
        }
    }
}

/// An array of a generic length, which has no `Default` of its own.
fn each<T: Default, const N: usize>() -> [T; N] {
    std::array::from_fn(|_| T::default())
}

impl<const W: usize> Logic for Issue<W> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module issue");
        comment!("@doc Issues one event a cycle, never two of one QP within 8 cycles, in order within a QP; others pass those that wait.");
        comment!("@doc Vectors have one bit a slot. The slots do not move; the order of age is kept in younger_*.");
        comment!("@port in_valid an event waits at the input");
        comment!("@port in_ready a slot is vacant");
        comment!("@port in_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data");
        comment!("@port in_ece ECN-Echo of an ack");
        comment!("@port in_n packets");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_alg algorithm, handed on");
        comment!("@port in_set parameter set, handed on");
        comment!("@port in_lone an ack that joins no other; means nothing without merging");
        comment!("@port credit_return an update has left the update queue");
        comment!("@port host_valid the host's operation issues: no event of its QP is in a slot, enters one in this cycle or in the next, or was issued in the last 7 cycles");
        comment!("@port host_kind 4 host_write, 5 host_read");
        comment!("@port watch_qpn index of the QP of the host's operation; it stays for a cycle behind host_valid");
        comment!("@port watch_all the operation waits for events of any QP");
        comment!("@port watch_waits an event of that QP was in a slot in the last cycle, or of any");
        comment!("@port occupied an event is in a slot");
        comment!("@port out_valid the event issues in this cycle; the fields are 0 while it is low");
        comment!("@port out_kind as in_kind, or host_kind");
        comment!("@port out_ece as in_ece");
        comment!("@port out_n packets; of all acks that were merged");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_alg as in_alg");
        comment!("@port out_set as in_set");
        comment!("@port out_slot the slot that it leaves");
        comment!("@port enter_we an event enters a slot in this cycle");
        comment!("@port enter_slot the slot that it enters, the lowest vacant one; 0 without a vacant one");
        comment!("@port in_slot the slot that the event at the input enters, or in which the one waits that it joins");
        clock!(self, clock, valid, able, follows, youngest, watched, recent_valid, credits, has_credit);
        clock!(self, clock, last_taken, last_returned);
        clock!(self, clock, fresh, fresh_predecessor, fresh_within, last_pick, last_host);
        for k in 0..LAST {
            clock!(self, clock, hazard[k], recent_qpn[k]);
        }
        for i in 0..W {
            clock!(self, clock, younger[i], successor[i], slot_kind[i], slot_ece[i], slot_n[i], slot_qpn[i]);
            clock!(self, clock, slot_alg[i], slot_set[i]);
        }

        comment!("what the event that entered in the last cycle has to wait for: an older event of its QP, if that did not issue in");
        comment!("the same cycle; else the time since its QP's last issue. With it, the state of all slots is complete (now_*)");
        self.fresh_waits.next = self.fresh_predecessor.q.val() & !self.last_pick.q.val();
        self.issued_within[0].next = (self.fresh_predecessor.q.val() & self.last_pick.q.val()).any();
        for k in 1..RECENT {
            self.issued_within[k].next = self.issued_within[0].val() | self.fresh_within.q.val().get_bit(k - 1);
        }
        self.now_follows.next = self.follows.q.val() & !self.fresh.q.val();
        if self.fresh_waits.val().any() {
            self.now_follows.next = self.follows.q.val() | self.fresh.q.val();
        }
        self.now_youngest.next = (self.youngest.q.val() & !self.fresh_predecessor.q.val()) | self.fresh.q.val();
        for k in 0..LAST {
            self.now_hazard[k].next = self.hazard[k].q.val() & !self.fresh.q.val();
            if self.issued_within[LAST - k].val() {
                self.now_hazard[k].next = self.hazard[k].q.val() | self.fresh.q.val();
            }
        }
        self.now_hazard[LAST].next = 0.into();
        if self.issued_within[0].val() {
            self.now_hazard[LAST].next = self.fresh.q.val();
        }
        for i in 0..W {
            self.now_successor[i].next = self.successor[i].q.val();
            if self.fresh_waits.val().get_bit(i) {
                self.now_successor[i].next = self.fresh.q.val();
            }
        }

        comment!("pick the oldest that is ready; none in a cycle that is the host's");
        self.ready.next = 0.into();
        if self.has_credit.q.val() & !self.host_valid.val() {
            self.ready.next = self.able.q.val();
        }
        self.outranked.next = 0.into();
        for i in 0..W {
            if self.ready.val().get_bit(i) {
                self.outranked.next = self.outranked.val() | self.younger[i].q.val();
            }
        }
        self.pick.next = self.ready.val() & !self.outranked.val();

        comment!("the event that issues; all zero without one");
        self.kind.next = 0.into();
        self.ece.next = false;
        self.n.next = 0.into();
        self.qpn.next = 0.into();
        self.alg.next = 0.into();
        self.set.next = 0.into();
        self.slot.next = 0.into();
        if self.host_valid.val() {
            self.kind.next = self.host_kind.val();
            self.qpn.next = self.watch_qpn.val();
        }
        for i in 0..W {
            if self.pick.val().get_bit(i) {
                self.kind.next = self.kind.val() | self.slot_kind[i].q.val();
                self.ece.next = self.ece.val() | self.slot_ece[i].q.val();
                self.n.next = self.n.val() | self.slot_n[i].q.val();
                self.qpn.next = self.qpn.val() | self.slot_qpn[i].q.val();
                self.alg.next = self.alg.val() | self.slot_alg[i].q.val();
                self.set.next = self.set.val() | self.slot_set[i].q.val();
                self.slot.next = self.slot.val() | i.to_bits::<U<4>>();
            }
        }
        self.out_valid.next = self.ready.val().any() | self.host_valid.val();
        self.out_kind.next = self.kind.val();
        self.out_ece.next = self.ece.val();
        self.out_n.next = self.n.val();
        self.out_qpn.next = self.qpn.val();
        self.out_alg.next = self.alg.val();
        self.out_set.next = self.set.val();
        self.out_slot.next = self.slot.val();

        comment!("a cycle later: the slot that waited for it wakes up");
        self.wakes.next = 0.into();
        self.last_qpn.next = 0.into();
        if self.last_host.q.val() {
            self.last_qpn.next = self.watch_qpn.val();
        }
        self.last_host.d.next = self.host_valid.val();
        for i in 0..W {
            if self.last_pick.q.val().get_bit(i) {
                self.wakes.next = self.wakes.val() | self.successor[i].q.val();
                self.last_qpn.next = self.last_qpn.val() | self.slot_qpn[i].q.val();
            }
        }

        comment!(
            "credits: one for each event that is to become an update; the count is brought up to date a cycle later"
        );
        self.takes_credit.next = self.ready.val().any();
        self.last_taken.d.next = self.takes_credit.val();
        self.last_returned.d.next = self.credit_return.val();
        self.all_credits.next =
            self.credits.q.val() + bits::<7>(self.last_returned.q.val()) - bits::<7>(self.last_taken.q.val());
        self.credits.d.next = self.all_credits.val();
        self.has_credit.d.next = self.credit_return.val()
            | self.all_credits.val().get_bits::<6>(1).any()
            | (self.has_credit.q.val() & !self.takes_credit.val());

        comment!("an event enters the lowest vacant slot; its predecessor is the youngest event of its QP, which may issue in this very cycle");
        self.in_ready.next = !self.valid.q.val().all();
        self.accept.next = self.in_valid.val() & !self.valid.q.val().all();
        self.vacant.next = !self.valid.q.val() & (self.valid.q.val() + 1);
        self.same_qp.next = 0.into();
        for i in 0..W {
            self.same_qp.next = self.same_qp.val().replace_bit(i, self.slot_qpn[i].q.val() == self.in_qpn.val());
        }
        self.predecessor.next = self.same_qp.val() & self.valid.q.val() & self.now_youngest.val();
        self.recent.next = bits::<RECENT>((self.same_qp.val() & self.last_pick.q.val()).any());
        for k in 0..LAST {
            self.recent.next = self.recent.val().replace_bit(
                k + 1,
                self.recent_valid.q.val().get_bit(k) & (self.recent_qpn[k].q.val() == self.in_qpn.val()),
            );
        }
        self.within[0].next = self.recent.val().get_bit(0);
        for k in 1..LAST {
            self.within[k].next = self.within[k - 1].val() | self.recent.val().get_bit(k);
        }
        self.within_now.next = 0.into();
        for k in 0..LAST {
            self.within_now.next = self.within_now.val().replace_bit(k, self.within[k].val());
        }
        self.enter.next = self.accept.val();
        for m in 0..self._merge {
            comment!(
                "an ack that is not lone joins its predecessor, if that waits on, is an ack with the same ece, and the sum of n fits 14 bits"
            );
            self.merge[m].next = 0.into();
            for i in 0..W {
                self.merged_n[i].next = self.slot_n[i].q.val().get_bits::<15>(0) + bits::<15>(self.in_n.val());
                self.merge[m].next = self.merge[m].val().replace_bit(
                    i,
                    (self.predecessor.val().get_bit(i) & !self.pick.val().get_bit(i))
                        & (self.slot_kind[i].q.val() == self.kind_ack.val())
                        & (self.in_kind.val() == self.kind_ack.val())
                        & !self.in_lone.val()
                        & (self.slot_ece[i].q.val() == self.in_ece.val())
                        & !self.merged_n[i].val().get_bit(14),
                );
            }
            self.enter.next = self.accept.val() & !self.merge[m].val().any();
        }

        comment!("where the event is written; with merging this may be in vain, then the slot stays vacant");
        self.place.next = 0.into();
        if self.accept.val() {
            self.place.next = self.vacant.val();
        }
        self.vacant_slot.next = 0.into();
        for i in 0..W {
            if self.vacant.val().get_bit(i) {
                self.vacant_slot.next = self.vacant_slot.val() | i.to_bits::<U<4>>();
            }
        }
        self.enter_we.next = self.enter.val();
        self.enter_slot.next = self.vacant_slot.val();
        self.in_slot.next = self.vacant_slot.val();
        for m in 0..self._merge {
            for i in 0..W {
                if self.merge[m].val().get_bit(i) & self.accept.val() {
                    self.in_slot.next = i.to_bits::<U<4>>();
                }
            }
        }

        comment!("the slots' state. An entering event may go in the next cycle if none of its QP is here and none was issued of late");
        self.valid.d.next = self.valid.q.val() & !self.pick.val();
        self.able.d.next = self.valid.q.val() & !self.pick.val() & !self.now_hazard[0].val() & !self.now_follows.val();
        self.fresh.d.next = 0.into();
        self.fresh_predecessor.d.next = 0.into();
        if self.enter.val() {
            self.valid.d.next = (self.valid.q.val() & !self.pick.val()) | self.vacant.val();
            if !(self.same_qp.val() & self.valid.q.val()).any() & !self.recent.val().any() {
                self.able.d.next =
                    (self.valid.q.val() & !self.pick.val() & !self.now_hazard[0].val() & !self.now_follows.val())
                        | self.vacant.val();
            }
            self.fresh.d.next = self.vacant.val();
            self.fresh_predecessor.d.next = self.predecessor.val();
        }
        self.fresh_within.d.next = self.within_now.val();
        self.last_pick.d.next = self.pick.val();
        self.follows.d.next = self.now_follows.val() & !self.wakes.val();
        self.youngest.d.next = self.now_youngest.val();
        self.occupied.next = self.valid.q.val().any();

        comment!("what the host's operation waits for");
        self.of_host.next = 0.into();
        for i in 0..W {
            self.of_host.next = self
                .of_host
                .val()
                .replace_bit(i, self.watch_all.val() | (self.slot_qpn[i].q.val() == self.watch_qpn.val()));
        }
        self.watched.d.next = self.valid.q.val() & self.of_host.val();
        self.watch_waits.next = self.watched.q.val().any();

        comment!("a slot that wakes up has its QP's issue a cycle behind it, so all of hazard is set; then it drains");
        for k in 0..LAST {
            self.hazard[k].d.next = self.now_hazard[k + 1].val() | self.wakes.val();
        }

        comment!("relations between slots");
        for i in 0..W {
            self.younger[i].d.next = self.younger[i].q.val() | self.place.val();
            self.successor[i].d.next = self.now_successor[i].val();
            if self.place.val().get_bit(i) {
                self.younger[i].d.next = 0.into();
                self.successor[i].d.next = 0.into();
            }
        }

        comment!("the slots' events");
        for i in 0..W {
            self.slot_kind[i].d.next = self.slot_kind[i].q.val();
            self.slot_ece[i].d.next = self.slot_ece[i].q.val();
            self.slot_n[i].d.next = self.slot_n[i].q.val();
            self.slot_qpn[i].d.next = self.slot_qpn[i].q.val();
            self.slot_alg[i].d.next = self.slot_alg[i].q.val();
            self.slot_set[i].d.next = self.slot_set[i].q.val();
            for m in 0..self._merge {
                if self.merge[m].val().get_bit(i) & self.accept.val() {
                    self.slot_n[i].d.next = self.merged_n[i].val().get_bits::<14>(0);
                }
            }
            if self.place.val().get_bit(i) {
                self.slot_kind[i].d.next = self.in_kind.val();
                self.slot_ece[i].d.next = self.in_ece.val();
                self.slot_n[i].d.next = self.in_n.val();
                self.slot_qpn[i].d.next = self.in_qpn.val();
                self.slot_alg[i].d.next = self.in_alg.val();
                self.slot_set[i].d.next = self.in_set.val();
            }
        }

        comment!("the issues before the last");
        self.recent_valid.d.next =
            (self.recent_valid.q.val() << 1) | bits::<LAST>(self.last_pick.q.val().any() | self.last_host.q.val());
        self.recent_qpn[0].d.next = self.last_qpn.val();
        for k in 1..LAST {
            self.recent_qpn[k].d.next = self.recent_qpn[k - 1].q.val();
        }
    }
}
