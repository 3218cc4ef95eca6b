#![doc = include_str!("../issue.md")]
//!
//! # Why this file
//!
//! The rule "two events of one QP are never closer than the loop is long" is kept here and nowhere else, and with it
//! that what comes meanwhile becomes one event. The slots do not move: an event stays where it entered, and what would
//! take wide comparisons at issue is worked out at entry and in the cycle behind it, and kept as one bit a slot in
//! vectors. From those registers to `out_*` it is a priority pick and a mux.

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
    pub in_loss: Signal<In, Bit>,
    pub credit_return: Signal<In, Bit>,
    pub host_valid: Signal<In, Bit>,
    pub host_kind: Signal<In, U<3>>,
    pub watch_qpn: Signal<In, Qpn>,
    pub watch_all: Signal<In, Bit>,
    pub watch_waits: Signal<Out, Bit>,
    pub hold: Signal<In, Bit>,
    pub fence: Signal<In, Bit>,
    pub occupied: Signal<Out, Bit>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, U<3>>,
    pub out_n0: Signal<Out, U<14>>,
    pub out_n1: Signal<Out, U<14>>,
    pub out_loss: Signal<Out, Bit>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_alg: Signal<Out, U<4>>,
    pub out_set: Signal<Out, U<4>>,
    pub out_slot: Signal<Out, U<4>>,
    pub enter_we: Signal<Out, Bit>,
    pub enter_slot: Signal<Out, U<4>>,
    pub in_slot: Signal<Out, U<4>>,
    pub saturates: Signal<Out, Bit>,
}

unscoped! { Ports {
    clock in_valid in_ready in_kind in_ece in_n in_qpn in_alg in_set in_loss credit_return host_valid host_kind
    watch_qpn watch_all watch_waits hold fence occupied out_valid out_kind out_n0 out_n1 out_loss out_qpn out_alg out_set
    out_slot enter_we enter_slot in_slot saturates
} }

/// The block with any number of slots.
pub struct AnyIssue(Box<dyn WaitSlots>);

trait WaitSlots: Block + DerefMut<Target = Ports> {}

impl<const W: usize> WaitSlots for Issue<W> {}

impl AnyIssue {
    /// With 4, 8, 9 or 16 slots; the rest as [`Issue::new`] takes it.
    pub fn new(slots: u32, credits: u32) -> Self {
        let made: Result<Box<dyn WaitSlots>, _> = with_wait_slots!(slots, |W| boxed::<W>(credits));
        Self(made.expect("a legal configuration"))
    }
}

/// A function of its own: not all are on the stack at once.
#[inline(never)]
fn boxed<const W: usize>(credits: u32) -> Box<Issue<W>> {
    Box::new(Issue::new(credits))
}

boxed_block! { AnyIssue: Ports, |_issue, name| name }

/// The waiting room in front of the units: W slots for events of all queue pairs, one a queue pair.
#[derive(LogicBlock)]
pub struct Issue<const W: usize> {
    ports: Ports,

    // One bit a slot.
    /// Holds an event.
    valid: Reg<U<W>>,
    /// Holds an event that may go, credits permitting: no hazard, no fence.
    able: Reg<U<W>>,
    /// `hazard[k]`: k + 1 cycles from now the slot will still be too close to its QP's last issue. It says nothing of
    /// the slot in `fresh`.
    hazard: [DReg<U<W>>; LAST],
    /// Held an event of the host's QP in the last cycle, or any.
    watched: Reg<U<W>>,

    // The event that entered in the last cycle: only `able` was decided at once, the rest is worked out now.
    /// Its slot, if one entered.
    fresh: Reg<U<W>>,
    /// An event of its QP issued in the cycle of its entry.
    fresh_behind: DReg<Bit>,
    /// Bit k: its QP was issued up to k + 1 cycles before it entered.
    fresh_within: DReg<U<LAST>>,
    /// The slot that issued in the last cycle. Its fields are still there.
    last_pick: Reg<U<W>>,
    /// The host's operation issued in the last cycle.
    last_host: Reg<Bit>,

    /// Of each slot the slots with younger events. It says nothing of slots that are not valid.
    younger: [DReg<U<W>>; W],

    slot_kind: [DReg<U<3>>; W],
    slot_n0: [DReg<U<14>>; W],
    slot_n1: [DReg<U<14>>; W],
    slot_loss: [DReg<Bit>; W],
    slot_qpn: [DReg<Qpn>; W],
    slot_alg: [DReg<U<4>>; W],
    slot_set: [DReg<U<4>>; W],

    /// `recent_qpn[k]` was issued k + 2 cycles ago, if bit k of `recent_valid` is set.
    recent_valid: Reg<U<LAST>>,
    recent_qpn: [DReg<Qpn>; LAST],

    /// Credits, but for those that the last cycle took and returned.
    credits: Reg<U<8>>,
    last_taken: Reg<Bit>,
    last_returned: Reg<Bit>,
    has_credit: Reg<Bit>,
    /// No event issues in this cycle.
    held: Reg<Bit>,

    ready: Signal<Local, U<W>>,
    outranked: Signal<Local, U<W>>,
    pick: Signal<Local, U<W>>,
    kind: Signal<Local, U<3>>,
    n0: Signal<Local, U<14>>,
    n1: Signal<Local, U<14>>,
    loss: Signal<Local, Bit>,
    qpn: Signal<Local, Qpn>,
    alg: Signal<Local, U<4>>,
    set: Signal<Local, U<4>>,
    slot: Signal<Local, U<4>>,
    takes_credit: Signal<Local, Bit>,
    all_credits: Signal<Local, U<8>>,

    /// `issued_within[k]`: the fresh event's QP was issued in the cycle of its entry or up to k cycles before.
    issued_within: [Signal<Local, Bit>; RECENT],
    now_hazard: [Signal<Local, U<W>>; RECENT],

    accept: Signal<Local, Bit>,
    enter: Signal<Local, Bit>,
    vacant: Signal<Local, U<W>>,
    place: Signal<Local, U<W>>,
    vacant_slot: Signal<Local, U<4>>,
    same_qp: Signal<Local, U<W>>,
    waits: Signal<Local, U<W>>,
    joins: Signal<Local, U<W>>,
    in_n0: Signal<Local, U<14>>,
    in_n1: Signal<Local, U<14>>,
    sum: [Signal<Local, U<15>>; W],
    full: Signal<Local, U<W>>,
    /// Bit k: the event's QP was issued k + 1 cycles ago; `within[k]`: up to k + 1 cycles ago.
    recent: Signal<Local, U<RECENT>>,
    within: [Signal<Local, Bit>; LAST],
    within_now: Signal<Local, U<LAST>>,
    last_qpn: Signal<Local, Qpn>,
    of_host: Signal<Local, U<W>>,
    fenced: Signal<Local, U<W>>,
    fenced_in: Signal<Local, Bit>,

    kind_loss: Constant<U<3>>,
    shape: Shape,
}

owns_ports! { impl[const W: usize] Issue<W>, ports: Ports }

impl<const W: usize> Issue<W> {
    /// `credits` is how many updates there is room for behind issue: 32, 64 or 128.
    pub fn new(credits: u32) -> Self {
        assert!(matches!(credits, 32 | 64 | 128), "{credits} credits: expected 32, 64 or 128");
        Self {
            ports: Default::default(),
            valid: Default::default(),
            able: Default::default(),
            hazard: Default::default(),
            watched: Default::default(),
            fresh: Default::default(),
            fresh_behind: Default::default(),
            fresh_within: Default::default(),
            last_pick: Default::default(),
            last_host: Default::default(),
            younger: each(),
            slot_kind: each(),
            slot_n0: each(),
            slot_n1: each(),
            slot_loss: each(),
            slot_qpn: each(),
            slot_alg: each(),
            slot_set: each(),
            recent_valid: Default::default(),
            recent_qpn: Default::default(),
            credits: Reg::new(u64::from(credits).into()),
            last_taken: Default::default(),
            last_returned: Default::default(),
            has_credit: Reg::new(true),
            held: Default::default(),
            ready: Default::default(),
            outranked: Default::default(),
            pick: Default::default(),
            kind: Default::default(),
            n0: Default::default(),
            n1: Default::default(),
            loss: Default::default(),
            qpn: Default::default(),
            alg: Default::default(),
            set: Default::default(),
            slot: Default::default(),
            takes_credit: Default::default(),
            all_credits: Default::default(),
            issued_within: Default::default(),
            now_hazard: Default::default(),
            accept: Default::default(),
            enter: Default::default(),
            vacant: Default::default(),
            place: Default::default(),
            vacant_slot: Default::default(),
            same_qp: Default::default(),
            waits: Default::default(),
            joins: Default::default(),
            in_n0: Default::default(),
            in_n1: Default::default(),
            sum: each(),
            full: Default::default(),
            recent: Default::default(),
            within: Default::default(),
            within_now: Default::default(),
            last_qpn: Default::default(),
            of_host: Default::default(),
            fenced: Default::default(),
            fenced_in: Default::default(),
            kind_loss: Constant::new((Kind::Loss as u64).into()),
            shape: Shape::of(&[("RECENT", RECENT), ("LAST", LAST)]),
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
        comment!("@doc Issues one event a cycle, never two of one QP within 8 cycles; what comes for a QP of which one waits joins that.");
        comment!("@doc Vectors have one bit a slot. The slots do not move; the order of age is kept in younger_*.");
        comment!("@port in_valid an event waits at the input");
        comment!("@port in_ready a slot is vacant");
        comment!("@port in_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data");
        comment!("@port in_ece what counts of it counts as marked");
        comment!("@port in_n what counts of it: packets, responses or CNPs");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_alg algorithm, handed on");
        comment!("@port in_set parameter set, handed on");
        comment!("@port in_loss a packet was lost");
        comment!("@port credit_return an update has left the update queue");
        comment!("@port host_valid the host's operation issues: no event of its QP is in a slot, enters one in this cycle or in the next, or was issued in the last 7 cycles");
        comment!("@port host_kind 4 host_write, 5 host_read");
        comment!("@port watch_qpn index of the QP of the host's operation; it stays for a cycle behind host_valid");
        comment!("@port watch_all the operation waits for events of any QP");
        comment!("@port watch_waits an event of that QP was in a slot in the last cycle, or of any");
        comment!("@port hold no event issues in the next cycle");
        comment!("@port fence events of watch_qpn do not issue in the next cycle");
        comment!("@port occupied an event is in a slot");
        comment!("@port out_valid the event issues in this cycle; the fields are 0 while it is low");
        comment!("@port out_kind of the first that came, or loss if one of them was; or host_kind");
        comment!("@port out_n0 what counts of all that joined and is not marked");
        comment!("@port out_n1 what counts of all that joined and is marked");
        comment!("@port out_loss one of them was a loss");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_alg as in_alg");
        comment!("@port out_set as in_set");
        comment!("@port out_slot the slot that it leaves");
        comment!("@port enter_we an event enters a slot in this cycle");
        comment!("@port enter_slot the slot that it enters, the lowest vacant one; 0 without a vacant one");
        comment!("@port in_slot the slot that the event at the input enters, or in which the one waits that it joins");
        comment!("@port saturates it joins, and its sum is beyond 2^14 - 1 and stays there");
        clock!(self, clock, valid, able, watched, recent_valid, credits, has_credit);
        clock!(self, clock, last_taken, last_returned, held);
        clock!(self, clock, fresh, fresh_behind, fresh_within, last_pick, last_host);
        for k in 0..LAST {
            clock!(self, clock, hazard[k], recent_qpn[k]);
        }
        for i in 0..W {
            clock!(self, clock, younger[i], slot_kind[i], slot_n0[i], slot_n1[i], slot_loss[i], slot_qpn[i]);
            clock!(self, clock, slot_alg[i], slot_set[i]);
        }

        comment!("what the event that entered in the last cycle has to wait for: the time since its QP's last issue. With it, the state of");
        comment!("all slots is complete (now_*)");
        self.issued_within[0].next = self.fresh_behind.q.val();
        for k in 1..RECENT {
            self.issued_within[k].next = self.fresh_behind.q.val() | self.fresh_within.q.val().get_bit(k - 1);
        }
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

        comment!("pick the oldest that is ready; none in a cycle that is the host's, or behind one with hold");
        self.held.d.next = self.hold.val();
        self.ready.next = 0.into();
        if self.has_credit.q.val() & !self.host_valid.val() & !self.held.q.val() {
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
        self.n0.next = 0.into();
        self.n1.next = 0.into();
        self.loss.next = false;
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
                self.n0.next = self.n0.val() | self.slot_n0[i].q.val();
                self.n1.next = self.n1.val() | self.slot_n1[i].q.val();
                self.loss.next = self.loss.val() | self.slot_loss[i].q.val();
                self.qpn.next = self.qpn.val() | self.slot_qpn[i].q.val();
                self.alg.next = self.alg.val() | self.slot_alg[i].q.val();
                self.set.next = self.set.val() | self.slot_set[i].q.val();
                self.slot.next = self.slot.val() | i.to_bits::<U<4>>();
            }
        }
        self.out_valid.next = self.ready.val().any() | self.host_valid.val();
        self.out_kind.next = self.kind.val();
        self.out_n0.next = self.n0.val();
        self.out_n1.next = self.n1.val();
        self.out_loss.next = self.loss.val();
        self.out_qpn.next = self.qpn.val();
        self.out_alg.next = self.alg.val();
        self.out_set.next = self.set.val();
        self.out_slot.next = self.slot.val();

        comment!("a cycle later: whose it was");
        self.last_qpn.next = 0.into();
        if self.last_host.q.val() {
            self.last_qpn.next = self.watch_qpn.val();
        }
        self.last_host.d.next = self.host_valid.val();
        for i in 0..W {
            if self.last_pick.q.val().get_bit(i) {
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
            self.credits.q.val() + bits::<8>(self.last_returned.q.val()) - bits::<8>(self.last_taken.q.val());
        self.credits.d.next = self.all_credits.val();
        self.has_credit.d.next = self.credit_return.val()
            | self.all_credits.val().get_bits::<7>(1).any()
            | (self.has_credit.q.val() & !self.takes_credit.val());

        comment!("an event joins the one of its QP that waits and does not issue in this cycle; else it enters the lowest vacant slot");
        self.in_ready.next = !self.valid.q.val().all();
        self.accept.next = self.in_valid.val() & !self.valid.q.val().all();
        self.vacant.next = !self.valid.q.val() & (self.valid.q.val() + 1);
        self.same_qp.next = 0.into();
        for i in 0..W {
            self.same_qp.next = self.same_qp.val().replace_bit(i, self.slot_qpn[i].q.val() == self.in_qpn.val());
        }
        self.waits.next = self.same_qp.val() & self.valid.q.val();
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
        self.joins.next = 0.into();
        if self.accept.val() {
            self.joins.next = self.waits.val() & !self.pick.val();
        }
        self.enter.next = self.accept.val() & !self.joins.val().any();

        comment!("what it adds to, with what counts of it in one of both: the sum's place, sat");
        self.in_n0.next = self.in_n.val();
        self.in_n1.next = 0.into();
        if self.in_ece.val() {
            self.in_n0.next = 0.into();
            self.in_n1.next = self.in_n.val();
        }
        self.full.next = 0.into();
        for i in 0..W {
            self.sum[i].next = self.slot_n0[i].q.val().get_bits::<15>(0) + bits::<15>(self.in_n.val());
            if self.in_ece.val() {
                self.sum[i].next = self.slot_n1[i].q.val().get_bits::<15>(0) + bits::<15>(self.in_n.val());
            }
            self.full.next = self.full.val().replace_bit(i, self.sum[i].val().get_bit(14));
        }
        self.saturates.next = (self.joins.val() & self.full.val()).any();

        comment!("where the event is written; it may be in vain, if it joins: then the slot stays vacant");
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
        for i in 0..W {
            if self.joins.val().get_bit(i) {
                self.in_slot.next = i.to_bits::<U<4>>();
            }
        }

        comment!("what the host's operation waits for, and what waits for that");
        self.of_host.next = 0.into();
        self.fenced.next = 0.into();
        for i in 0..W {
            self.of_host.next = self.of_host.val().replace_bit(i, self.slot_qpn[i].q.val() == self.watch_qpn.val());
        }
        self.watched.d.next = self.valid.q.val() & self.of_host.val();
        if self.watch_all.val() {
            self.watched.d.next = self.valid.q.val();
        }
        self.watch_waits.next = self.watched.q.val().any();
        if self.fence.val() {
            self.fenced.next = self.of_host.val();
        }
        self.fenced_in.next = self.fence.val() & (self.in_qpn.val() == self.watch_qpn.val());

        comment!("the slots' state. An entering event may go in the next cycle if none of its QP is here and none was issued of late");
        self.valid.d.next = self.valid.q.val() & !self.pick.val();
        self.able.d.next = self.valid.q.val() & !self.pick.val() & !self.now_hazard[0].val() & !self.fenced.val();
        self.fresh.d.next = 0.into();
        if self.enter.val() {
            self.valid.d.next = (self.valid.q.val() & !self.pick.val()) | self.vacant.val();
            self.fresh.d.next = self.vacant.val();
        }
        if self.accept.val() & !self.waits.val().any() & !self.recent.val().any() & !self.fenced_in.val() {
            self.able.d.next = (self.valid.q.val() & !self.pick.val() & !self.now_hazard[0].val() & !self.fenced.val())
                | self.vacant.val();
        }
        self.fresh_behind.d.next = self.waits.val().any();
        self.fresh_within.d.next = self.within_now.val();
        self.last_pick.d.next = self.pick.val();
        self.occupied.next = self.valid.q.val().any();

        for k in 0..LAST {
            self.hazard[k].d.next = self.now_hazard[k + 1].val();
        }

        comment!("the order of age");
        for i in 0..W {
            self.younger[i].d.next = self.younger[i].q.val() | self.place.val();
            if self.place.val().get_bit(i) {
                self.younger[i].d.next = 0.into();
            }
        }

        comment!("the slots' events. Of what joins, what counts and a loss are kept; its algorithm and set are those of the one that waits");
        for i in 0..W {
            self.slot_kind[i].d.next = self.slot_kind[i].q.val();
            self.slot_n0[i].d.next = self.slot_n0[i].q.val();
            self.slot_n1[i].d.next = self.slot_n1[i].q.val();
            self.slot_loss[i].d.next = self.slot_loss[i].q.val();
            self.slot_qpn[i].d.next = self.slot_qpn[i].q.val();
            self.slot_alg[i].d.next = self.slot_alg[i].q.val();
            self.slot_set[i].d.next = self.slot_set[i].q.val();
            if self.joins.val().get_bit(i) {
                if self.in_kind.val() == self.kind_loss.val() {
                    self.slot_kind[i].d.next = self.in_kind.val();
                }
                self.slot_loss[i].d.next = self.slot_loss[i].q.val() | self.in_loss.val();
                if self.in_ece.val() {
                    self.slot_n1[i].d.next = self.sum[i].val().get_bits::<14>(0);
                    if self.full.val().get_bit(i) {
                        self.slot_n1[i].d.next = 0x3fff.into();
                    }
                } else {
                    self.slot_n0[i].d.next = self.sum[i].val().get_bits::<14>(0);
                    if self.full.val().get_bit(i) {
                        self.slot_n0[i].d.next = 0x3fff.into();
                    }
                }
            }
            if self.place.val().get_bit(i) {
                self.slot_kind[i].d.next = self.in_kind.val();
                self.slot_n0[i].d.next = self.in_n0.val();
                self.slot_n1[i].d.next = self.in_n1.val();
                self.slot_loss[i].d.next = self.in_loss.val();
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
