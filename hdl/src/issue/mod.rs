#![doc = include_str!("../issue.md")]
//!
//! # Why this file
//!
//! The rule "two events of one QP are never closer than the loop is long" is kept here and nowhere else, and with it
//! that what comes meanwhile becomes one event. The slots do not move: an event stays where it entered. No path has two
//! of these in one cycle: a comparison of QPNs, the pick, the mux of the slots. An event is compared as it comes, joins
//! or enters in the next cycle; a slot is picked, and drives `out_*` in the next cycle.

#[cfg(test)]
mod tests;

use crate::prelude::*;
use crate::prim::ports::{boxed_block, owns_ports, unscoped};
use crate::with_wait_slots;
use layout::record::Kind;
use layout::timing::HAZARD;
use std::ops::DerefMut;

/// Picks of this QP that an event is compared with as it comes, but for those of the two cycles before.
const RECENT: usize = HAZARD as usize - 4;
/// Those of them for which a slot that an event enters is still too close in the cycle behind the next one.
const LATER: usize = RECENT - 1;
/// The furthest cycle, behind the next one, in which a slot is too close.
const HAZARDS: usize = LATER + 1;

/// What does not change with the number of slots, so that the engine and all around it are compiled once for all.
#[derive(Default)]
pub struct Ports {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub in_ready: Signal<Out, Bit>,
    pub in_kind: Signal<In, KindCode>,
    pub in_ece: Signal<In, Bit>,
    pub in_n: Signal<In, PacketCount>,
    pub in_qpn: Signal<In, Qpn>,
    pub in_alg: Signal<In, AlgCode>,
    pub in_set: Signal<In, SetIndex>,
    pub in_loss: Signal<In, Bit>,
    pub credit_return: Signal<In, Bit>,
    pub next_is_host: Signal<In, Bit>,
    pub host_valid: Signal<In, Bit>,
    pub host_kind: Signal<In, KindCode>,
    pub watch_qpn: Signal<In, Qpn>,
    pub watch_all: Signal<In, Bit>,
    pub watch_waits: Signal<Out, Bit>,
    pub hold: Signal<In, Bit>,
    pub fence: Signal<In, Bit>,
    pub occupied: Signal<Out, Bit>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, KindCode>,
    pub out_n0: Signal<Out, PacketCount>,
    pub out_n1: Signal<Out, PacketCount>,
    pub out_loss: Signal<Out, Bit>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_alg: Signal<Out, AlgCode>,
    pub out_set: Signal<Out, SetIndex>,
    pub out_slot: Signal<Out, U<4>>,
    pub enter_we: Signal<Out, Bit>,
    pub enter_slot: Signal<Out, U<4>>,
    pub in_slot: Signal<Out, U<4>>,
    pub in_moves: Signal<Out, Bit>,
    pub saturates: Signal<Out, Bit>,
}

unscoped! { Ports {
    clock in_valid in_ready in_kind in_ece in_n in_qpn in_alg in_set in_loss credit_return next_is_host host_valid
    host_kind watch_qpn watch_all watch_waits hold fence occupied out_valid out_kind out_n0 out_n1 out_loss out_qpn
    out_alg out_set out_slot enter_we enter_slot in_slot in_moves saturates
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

    // The event that came in the last cycle, or stays as no slot is vacant.
    came: Reg<Bit>,
    came_kind: DReg<U<3>>,
    came_n0: DReg<U<14>>,
    came_n1: DReg<U<14>>,
    /// There is something in n0, in n1.
    came_any0: DReg<Bit>,
    came_any1: DReg<Bit>,
    came_loss: DReg<Bit>,
    /// Its kind is loss.
    came_lost: DReg<Bit>,
    came_qpn: DReg<Qpn>,
    came_alg: DReg<U<4>>,
    came_set: DReg<U<4>>,
    /// The slots with its QPN, but for the one that was written as it came, with the event before it; that slot, until
    /// the cycle behind; that event was of its QP.
    came_equal: DReg<U<W>>,
    came_put: DReg<U<W>>,
    came_follows: DReg<Bit>,
    /// Bit k: its QP was picked k + 3 cycles ago.
    came_recent: DReg<U<RECENT>>,
    /// It has come in the last cycle, and its QPN was that of the host's operation then. Of one that stays `put_host`
    /// says that.
    came_now: DReg<Bit>,
    came_of_host: DReg<Bit>,

    // One bit a slot.
    /// Held an event in the last cycle.
    held: Reg<U<W>>,
    /// The lowest that neither holds an event nor issues one, and that there is none: where no event entered in the
    /// last cycle, and where one did.
    vacant_first: Reg<U<W>>,
    vacant_next: DReg<U<W>>,
    full_first: Reg<Bit>,
    full_next: DReg<Bit>,
    /// Holds an event that may go, credits permitting: no hazard, no fence; or it was picked in the last cycle. Nothing
    /// is said of what entered in the last cycle.
    able: Reg<U<W>>,
    /// `hazard[k]`: k + 1 cycles from now the slot will still be too close to its QP's last pick.
    hazard: [DReg<U<W>>; HAZARDS],
    /// The slot that an event entered in the last cycle; one did. It may go at once. Its QP had been picked in the
    /// cycle before that; or in one of the two before.
    last_filled: Reg<U<W>>,
    last_enters: Reg<Bit>,
    filled_may: DReg<Bit>,
    was_behind: DReg<Bit>,
    was_near: DReg<Bit>,
    /// Had the QPN of the host's operation in the last cycle. The slot that was written since, and whether what had
    /// come was of the operation's QP.
    had_host: DReg<U<W>>,
    put: DReg<U<W>>,
    put_host: DReg<Bit>,
    /// The slot that was picked in the last cycle and issues in this one.
    last_pick: Reg<U<W>>,
    /// And in the one before: its fields are still there.
    second_pick: Reg<U<W>>,
    /// The host's operation issues in this cycle; its kind. Something does.
    last_host: Reg<Bit>,
    last_kind: DReg<U<3>>,
    issues: Reg<Bit>,
    /// An event of the host's QP was in a slot in the last cycle, or had come; or any.
    watched: Reg<Bit>,
    /// An event joined this slot in the last cycle; its sum would have gone beyond its bits, or had before.
    joined: Reg<U<W>>,
    saturated: DReg<U<W>>,
    stays_over: DReg<U<W>>,
    /// An event has come, is in a slot, or issues.
    taken: Reg<Bit>,

    /// Of each slot the slots with younger events. It says nothing of slots that are not valid.
    younger: [DReg<U<W>>; W],

    slot_kind: [DReg<U<3>>; W],
    slot_n0: [DReg<U<14>>; W],
    slot_n1: [DReg<U<14>>; W],
    /// The sum has gone beyond its bits: it is all ones.
    slot_over0: DReg<U<W>>,
    slot_over1: DReg<U<W>>,
    slot_loss: [DReg<Bit>; W],
    slot_qpn: [DReg<Qpn>; W],
    slot_alg: [DReg<U<4>>; W],
    slot_set: [DReg<U<4>>; W],

    /// `recent_qpn[k]` was picked k + 2 cycles ago, if bit k of `recent_valid` is set.
    recent_valid: Reg<U<RECENT>>,
    recent_qpn: [DReg<Qpn>; RECENT],

    /// Credits, but for those that the last cycle took and returned.
    credits: Reg<U<8>>,
    last_taken: Reg<Bit>,
    last_returned: Reg<Bit>,
    /// A slot may be picked: there is a credit, nothing holds it, and the cycle is not the host's.
    may_pick: Reg<Bit>,

    /// Held an event in the last cycle, and holds it still; holds an event.
    stays: Signal<Local, U<W>>,
    valid: Signal<Local, U<W>>,
    vacant: Signal<Local, U<W>>,
    full: Signal<Local, Bit>,
    /// Has the QPN of the host's operation, as that was in the last cycle.
    of_host: Signal<Local, U<W>>,
    /// The QPN of what has come was that of the host's operation in the last cycle.
    came_host: Signal<Local, Bit>,
    ready: Signal<Local, U<W>>,
    outranked: Signal<Local, U<W>>,
    pick: Signal<Local, U<W>>,
    kind: Signal<Local, KindCode>,
    n0: Signal<Local, PacketCount>,
    n1: Signal<Local, PacketCount>,
    loss: Signal<Local, Bit>,
    qpn: Signal<Local, Qpn>,
    alg: Signal<Local, AlgCode>,
    set: Signal<Local, SetIndex>,
    slot: Signal<Local, U<4>>,
    takes_credit: Signal<Local, Bit>,
    all_credits: Signal<Local, U<8>>,
    over0: Signal<Local, Bit>,
    over1: Signal<Local, Bit>,

    accept: Signal<Local, Bit>,
    equal: Signal<Local, U<W>>,
    /// The slots with the QPN of what has come.
    came_same: Signal<Local, U<W>>,
    recent: Signal<Local, U<RECENT>>,
    /// Its QP was picked two cycles ago.
    second: Signal<Local, Bit>,
    follows: Signal<Local, Bit>,
    /// Its QP was picked in the cycle before; up to k + 2 cycles before.
    behind: Signal<Local, Bit>,
    /// It was picked up to k + 3 cycles ago.
    close: Signal<Local, Bit>,
    blocks: Signal<Local, U<LATER>>,
    near_filled: Signal<Local, U<W>>,
    has_credit: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
    enter: Signal<Local, Bit>,
    waits: Signal<Local, U<W>>,
    joins: Signal<Local, U<W>>,
    first_vacant: Signal<Local, U<W>>,
    next_vacant: Signal<Local, U<W>>,
    below: Signal<Local, Bit>,
    below_next: Signal<Local, Bit>,
    place: Signal<Local, U<W>>,
    filled: Signal<Local, U<W>>,
    vacant_slot: Signal<Local, U<4>>,
    /// The slot that it enters, or that it joins.
    moved: Signal<Local, U<4>>,
    sum0: [Signal<Local, U<15>>; W],
    sum1: [Signal<Local, U<15>>; W],
    saturates_at: Signal<Local, U<W>>,
    over_at: Signal<Local, U<W>>,
    overs0: Signal<Local, U<W>>,
    overs1: Signal<Local, U<W>>,
    of_watched: Signal<Local, U<W>>,
    came_is_host: Signal<Local, Bit>,
    fenced: Signal<Local, U<W>>,
    may_at_once: Signal<Local, Bit>,

    kind_loss: Constant<KindCode>,
    shape: Shape,
}

owns_ports! { impl[const W: usize] Issue<W>, ports: Ports }

impl<const W: usize> Issue<W> {
    /// `credits` is how many updates there is room for behind issue: 32, 64 or 128.
    pub fn new(credits: u32) -> Self {
        assert!(matches!(credits, 32 | 64 | 128), "{credits} credits: expected 32, 64 or 128");
        Self {
            ports: Default::default(),
            came: Default::default(),
            came_kind: Default::default(),
            came_n0: Default::default(),
            came_n1: Default::default(),
            came_any0: Default::default(),
            came_any1: Default::default(),
            came_loss: Default::default(),
            came_lost: Default::default(),
            came_qpn: Default::default(),
            came_alg: Default::default(),
            came_set: Default::default(),
            came_equal: Default::default(),
            came_put: Default::default(),
            came_follows: Default::default(),
            came_recent: Default::default(),
            came_now: Default::default(),
            came_of_host: Default::default(),
            held: Default::default(),
            vacant_first: Reg::new(1.into()),
            vacant_next: Default::default(),
            full_first: Default::default(),
            full_next: Default::default(),
            able: Default::default(),
            hazard: Default::default(),
            last_filled: Default::default(),
            last_enters: Default::default(),
            filled_may: Default::default(),
            was_behind: Default::default(),
            was_near: Default::default(),
            had_host: Default::default(),
            put: Default::default(),
            put_host: Default::default(),
            last_pick: Default::default(),
            second_pick: Default::default(),
            last_host: Default::default(),
            last_kind: Default::default(),
            issues: Default::default(),
            watched: Default::default(),
            joined: Default::default(),
            saturated: Default::default(),
            stays_over: Default::default(),
            taken: Default::default(),
            younger: each(),
            slot_kind: each(),
            slot_n0: each(),
            slot_n1: each(),
            slot_over0: Default::default(),
            slot_over1: Default::default(),
            slot_loss: each(),
            slot_qpn: each(),
            slot_alg: each(),
            slot_set: each(),
            recent_valid: Default::default(),
            recent_qpn: Default::default(),
            credits: Reg::new(u64::from(credits).into()),
            last_taken: Default::default(),
            last_returned: Default::default(),
            may_pick: Reg::new(true),
            stays: Default::default(),
            valid: Default::default(),
            vacant: Default::default(),
            full: Default::default(),
            of_host: Default::default(),
            came_host: Default::default(),
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
            over0: Default::default(),
            over1: Default::default(),
            accept: Default::default(),
            equal: Default::default(),
            came_same: Default::default(),
            recent: Default::default(),
            second: Default::default(),
            follows: Default::default(),
            behind: Default::default(),
            close: Default::default(),
            blocks: Default::default(),
            near_filled: Default::default(),
            has_credit: Default::default(),
            moves: Default::default(),
            enter: Default::default(),
            waits: Default::default(),
            joins: Default::default(),
            first_vacant: Default::default(),
            next_vacant: Default::default(),
            below: Default::default(),
            below_next: Default::default(),
            place: Default::default(),
            filled: Default::default(),
            vacant_slot: Default::default(),
            moved: Default::default(),
            sum0: each(),
            sum1: each(),
            saturates_at: Default::default(),
            over_at: Default::default(),
            overs0: Default::default(),
            overs1: Default::default(),
            of_watched: Default::default(),
            came_is_host: Default::default(),
            fenced: Default::default(),
            may_at_once: Default::default(),
            kind_loss: Constant::new((Kind::Loss as u64).into()),
            shape: Shape::of(&[("RECENT", RECENT), ("LATER", LATER), ("HAZARDS", HAZARDS)]),
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
        comment!("@doc An event is compared with the slots as it comes, and joins or enters one in the next cycle; a slot is picked, and");
        comment!("@doc issues in the next cycle. Vectors have one bit a slot. The slots do not move; the order of age is in younger_*.");
        comment!("@port in_valid an event waits at the input");
        comment!("@port in_ready it is taken, if valid: the one before it goes on");
        comment!("@port in_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data");
        comment!("@port in_ece what counts of it counts as marked");
        comment!("@port in_n what counts of it: packets, responses or CNPs");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_alg algorithm, handed on");
        comment!("@port in_set parameter set, handed on");
        comment!("@port in_loss a packet was lost");
        comment!("@port credit_return an update has left the update queue");
        comment!("@port next_is_host host_valid is 1 in the next cycle");
        comment!("@port host_valid the host's operation is picked, and issues in the next cycle: no event of its QP is in a slot, has come, comes in this cycle or in the next, or was picked in the last 7 cycles");
        comment!("@port host_kind 4 host_write, 5 host_read");
        comment!("@port watch_qpn index of the QP of the host's operation; it stays for a cycle behind host_valid");
        comment!("@port watch_all the operation waits for events of any QP");
        comment!("@port watch_waits an event was in a slot in the last cycle, or had come, whose QP is that of watch_qpn a cycle before it; or any");
        comment!("@port hold no slot is picked in the next cycle");
        comment!("@port fence events of the QP that watch_qpn was in the last cycle are not picked in the next one");
        comment!("@port occupied an event is in a slot, has come, or issues");
        comment!("@port out_valid an event issues in this cycle; the fields are 0 while it is low");
        comment!("@port out_kind of the first that came, or loss if one of them was; or host_kind");
        comment!("@port out_n0 what counts of all that joined and is not marked");
        comment!("@port out_n1 what counts of all that joined and is marked");
        comment!("@port out_loss one of them was a loss");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_alg as in_alg");
        comment!("@port out_set as in_set");
        comment!("@port out_slot the slot that it leaves");
        comment!("@port enter_we with in_moves: it enters a slot, and joins no other event");
        comment!("@port enter_slot the lowest vacant slot, which it enters then; 0 without a vacant one");
        comment!("@port in_slot the slot that it enters, or in which the event waits that it joins");
        comment!("@port in_moves the event that came last enters a slot in this cycle, or joins");
        comment!("@port saturates one joined in the last cycle, and its sum is beyond 2^14 - 1 and stays there");
        clock!(self, clock, came, came_kind, came_n0, came_n1, came_any0, came_any1, came_loss, came_qpn, came_alg);
        clock!(
            self,
            clock,
            came_lost,
            came_set,
            came_equal,
            came_put,
            came_follows,
            came_recent,
            came_now,
            came_of_host
        );
        clock!(
            self,
            clock,
            held,
            vacant_first,
            vacant_next,
            full_first,
            full_next,
            able,
            had_host,
            put,
            put_host,
            last_pick,
            second_pick,
            last_host,
            last_kind,
            issues
        );
        clock!(self, clock, last_filled, last_enters, filled_may, was_behind, was_near);
        clock!(self, clock, watched, joined, saturated, stays_over, taken, slot_over0, slot_over1);
        clock!(self, clock, recent_valid, credits, may_pick, last_taken, last_returned);
        for k in 0..HAZARDS {
            clock!(self, clock, hazard[k]);
        }
        for k in 0..RECENT {
            clock!(self, clock, recent_qpn[k]);
        }
        for i in 0..W {
            clock!(self, clock, younger[i], slot_kind[i], slot_n0[i], slot_n1[i], slot_loss[i], slot_qpn[i]);
            clock!(self, clock, slot_alg[i], slot_set[i]);
        }

        comment!("one that was picked in the last cycle issues, and holds nothing any more; one was entered in the last cycle, if so");
        self.stays.next = self.held.q.val() & !self.last_pick.q.val();
        self.valid.next = self.stays.val() | self.last_filled.q.val();
        self.vacant.next = self.vacant_first.q.val();
        self.full.next = self.full_first.q.val();
        if self.last_enters.q.val() {
            self.vacant.next = self.vacant_next.q.val();
            self.full.next = self.full_next.q.val();
        }

        comment!("pick the oldest that is ready; none in a cycle that is the host's, or behind one with hold");
        self.near_filled.next = 0.into();
        if self.was_near.q.val() {
            self.near_filled.next = self.last_filled.q.val();
        }
        self.ready.next = self.able.q.val() & !self.last_pick.q.val();
        if self.filled_may.q.val() {
            self.ready.next = (self.able.q.val() & !self.last_pick.q.val()) | self.last_filled.q.val();
        }
        self.outranked.next = 0.into();
        for i in 0..W {
            if self.ready.val().get_bit(i) {
                self.outranked.next = self.outranked.val() | self.younger[i].q.val();
            }
        }
        self.pick.next = 0.into();
        if self.may_pick.q.val() {
            self.pick.next = self.ready.val() & !self.outranked.val();
        }
        self.last_pick.d.next = self.pick.val();
        self.second_pick.d.next = self.last_pick.q.val();
        self.last_host.d.next = self.host_valid.val();
        self.last_kind.d.next = self.host_kind.val();
        self.takes_credit.next = self.ready.val().any() & self.may_pick.q.val();
        self.issues.d.next = (self.ready.val().any() & self.may_pick.q.val()) | self.host_valid.val();

        comment!("a cycle later it issues, with what joined it; a sum beyond its bits is all ones (sat). All zero without one");
        self.kind.next = 0.into();
        self.n0.next = 0.into();
        self.n1.next = 0.into();
        self.over0.next = (self.last_pick.q.val() & self.slot_over0.q.val()).any();
        self.over1.next = (self.last_pick.q.val() & self.slot_over1.q.val()).any();
        self.loss.next = false;
        self.qpn.next = 0.into();
        self.alg.next = 0.into();
        self.set.next = 0.into();
        self.slot.next = 0.into();
        if self.last_host.q.val() {
            self.kind.next = self.last_kind.q.val();
            self.qpn.next = self.watch_qpn.val();
        }
        for i in 0..W {
            if self.last_pick.q.val().get_bit(i) {
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
        if self.over0.val() {
            self.n0.next = 0x3fff.into();
        }
        if self.over1.val() {
            self.n1.next = 0x3fff.into();
        }
        self.out_valid.next = self.issues.q.val();
        self.out_kind.next = self.kind.val();
        self.out_n0.next = self.n0.val();
        self.out_n1.next = self.n1.val();
        self.out_loss.next = self.loss.val();
        self.out_qpn.next = self.qpn.val();
        self.out_alg.next = self.alg.val();
        self.out_set.next = self.set.val();
        self.out_slot.next = self.slot.val();

        comment!("credits: one for each event that is to become an update. The count by which a slot is picked lacks the picks of");
        comment!("the two cycles before, so it has to be three");
        self.last_taken.d.next = self.takes_credit.val();
        self.last_returned.d.next = self.credit_return.val();
        self.all_credits.next =
            self.credits.q.val() + bits::<8>(self.last_returned.q.val()) - bits::<8>(self.last_taken.q.val());
        self.credits.d.next = self.all_credits.val();
        self.has_credit.next = self.credits.q.val().get_bits::<6>(2).any()
            | (self.credits.q.val().get_bit(0) & self.credits.q.val().get_bit(1));
        self.may_pick.d.next = self.has_credit.val() & !self.hold.val() & !self.next_is_host.val();

        comment!("an event comes: the slots with its QPN, and whether its QP was picked of late");
        self.in_ready.next = !self.came.q.val() | !self.full.val();
        self.accept.next = self.in_valid.val() & (!self.came.q.val() | !self.full.val());
        self.equal.next = 0.into();
        for i in 0..W {
            self.equal.next = self.equal.val().replace_bit(i, self.slot_qpn[i].q.val() == self.in_qpn.val());
        }
        self.recent.next = 0.into();
        for k in 0..RECENT {
            self.recent.next = self.recent.val().replace_bit(
                k,
                self.recent_valid.q.val().get_bit(k) & (self.recent_qpn[k].q.val() == self.in_qpn.val()),
            );
        }

        comment!("a cycle later: the slots with its QPN, of which one has been written since; how long ago its QP was picked, the last two");
        self.came_same.next = self.came_equal.q.val() & !self.came_put.q.val();
        if self.came_follows.q.val() {
            self.came_same.next = self.came_equal.q.val() | self.came_put.q.val();
        }
        comment!("cycles among them: the slot that has been written since is not one of these, for it was vacant");
        self.behind.next = (self.came_equal.q.val() & self.last_pick.q.val()).any();
        self.second.next = (self.came_equal.q.val() & self.second_pick.q.val()).any();
        self.was_behind.d.next = self.behind.val();
        self.was_near.d.next = self.behind.val() | self.second.val();

        comment!(
            "it joins the one of its QP that waits, or is picked in this cycle; else it enters the lowest vacant slot"
        );
        self.moves.next = self.came.q.val() & !self.full.val();
        self.waits.next = self.came_equal.q.val() & self.stays.val();
        if self.came_follows.q.val() {
            self.waits.next = (self.came_equal.q.val() & self.stays.val()) | self.last_filled.q.val();
        }
        self.joins.next = 0.into();
        if self.moves.val() {
            self.joins.next = self.waits.val();
        }
        self.enter.next = self.moves.val()
            & !((self.came_equal.q.val() & self.stays.val()).any()
                | (self.came_follows.q.val() & self.last_enters.q.val()));
        self.vacant_slot.next = 0.into();
        for i in 0..W {
            if self.vacant.val().get_bit(i) {
                self.vacant_slot.next = self.vacant_slot.val() | i.to_bits::<U<4>>();
            }
        }

        comment!("where the event is written, if there is a vacant slot; it may be in vain, if it joins: then the slot stays vacant");
        self.place.next = 0.into();
        if self.came.q.val() {
            self.place.next = self.vacant.val();
        }
        self.filled.next = 0.into();
        if self.enter.val() {
            self.filled.next = self.vacant.val();
        }
        self.in_moves.next = self.moves.val();
        self.enter_we.next = self.enter.val();
        self.enter_slot.next = self.vacant_slot.val();
        self.moved.next = self.vacant_slot.val();
        if self.joins.val().any() {
            self.moved.next = 0.into();
        }
        for i in 0..W {
            if self.joins.val().get_bit(i) {
                self.moved.next = self.moved.val() | i.to_bits::<U<4>>();
            }
        }
        self.in_slot.next = self.moved.val();

        comment!("what has come, or stays");
        self.came.d.next = self.accept.val() | (self.came.q.val() & self.full.val());
        self.came_kind.d.next = self.came_kind.q.val();
        self.came_n0.d.next = self.came_n0.q.val();
        self.came_n1.d.next = self.came_n1.q.val();
        self.came_any0.d.next = self.came_any0.q.val();
        self.came_any1.d.next = self.came_any1.q.val();
        self.came_loss.d.next = self.came_loss.q.val();
        self.came_qpn.d.next = self.came_qpn.q.val();
        self.came_alg.d.next = self.came_alg.q.val();
        self.came_set.d.next = self.came_set.q.val();
        self.came_lost.d.next = self.came_lost.q.val();
        self.came_equal.d.next = self.came_same.val();
        self.came_put.d.next = 0.into();
        self.came_follows.d.next = self.came_follows.q.val();
        self.follows.next = self.came_qpn.q.val() == self.in_qpn.val();
        self.came_recent.d.next = (self.came_recent.q.val() << 1) | bits::<RECENT>(self.second.val());
        self.came_is_host.next = self.came_qpn.q.val() == self.watch_qpn.val();
        self.came_now.d.next = self.accept.val();
        self.came_of_host.d.next = self.in_qpn.val() == self.watch_qpn.val();
        if !self.came.q.val() | !self.full.val() {
            self.came_kind.d.next = self.in_kind.val();
            self.came_n0.d.next = self.in_n.val();
            self.came_n1.d.next = 0.into();
            if self.in_ece.val() {
                self.came_n0.d.next = 0.into();
                self.came_n1.d.next = self.in_n.val();
            }
            self.came_any0.d.next = self.in_n.val().any() & !self.in_ece.val();
            self.came_any1.d.next = self.in_n.val().any() & self.in_ece.val();
            self.came_loss.d.next = self.in_loss.val();
            self.came_lost.d.next = self.in_kind.val() == self.kind_loss.val();
            self.came_qpn.d.next = self.in_qpn.val();
            self.came_alg.d.next = self.in_alg.val();
            self.came_set.d.next = self.in_set.val();
            comment!("the slot that is written in this cycle has the QPN of the event before");
            self.came_equal.d.next = self.equal.val();
            self.came_put.d.next = self.place.val();
            self.came_follows.d.next = self.follows.val();
            self.came_recent.d.next = self.recent.val();
        }

        comment!("what the host's operation waits for, and what waits for that");
        self.of_watched.next = 0.into();
        for i in 0..W {
            self.of_watched.next =
                self.of_watched.val().replace_bit(i, self.slot_qpn[i].q.val() == self.watch_qpn.val());
        }
        self.had_host.d.next = self.of_watched.val();
        self.put.d.next = self.place.val();
        self.put_host.d.next = self.came_is_host.val();
        self.came_host.next = self.put_host.q.val();
        if self.came_now.q.val() {
            self.came_host.next = self.came_of_host.q.val();
        }
        self.of_host.next = self.had_host.q.val() & !self.put.q.val();
        if self.put_host.q.val() {
            self.of_host.next = self.had_host.q.val() | self.put.q.val();
        }
        self.watched.d.next =
            (self.valid.val() & self.of_host.val()).any() | (self.came.q.val() & self.came_host.val());
        if self.watch_all.val() {
            self.watched.d.next = self.valid.val().any() | self.came.q.val();
        }
        self.watch_waits.next = self.watched.q.val();
        self.fenced.next = 0.into();
        if self.fence.val() {
            self.fenced.next = self.of_host.val();
        }

        comment!("the slots' state. One that enters may go in the next cycle if none of its QP was picked up to 6 cycles ago");
        self.held.d.next = self.valid.val();
        comment!("the lowest that is vacant in the next cycle: not one that holds an event in this one, for that may issue then");
        self.below.next = true;
        self.below_next.next = true;
        self.first_vacant.next = 0.into();
        self.next_vacant.next = 0.into();
        for i in 0..W {
            self.first_vacant.next =
                self.first_vacant.val().replace_bit(i, self.below.val() & !self.valid.val().get_bit(i));
            self.below.next = self.below.val() & self.valid.val().get_bit(i);
            self.next_vacant.next = self
                .next_vacant
                .val()
                .replace_bit(i, self.below_next.val() & !self.valid.val().get_bit(i) & !self.vacant.val().get_bit(i));
            self.below_next.next = self.below_next.val() & (self.valid.val().get_bit(i) | self.vacant.val().get_bit(i));
        }
        self.vacant_first.d.next = self.first_vacant.val();
        self.full_first.d.next = self.below.val();
        self.vacant_next.d.next = self.next_vacant.val();
        self.full_next.d.next = self.below_next.val();
        self.last_enters.d.next = self.enter.val();
        comment!("what comes is there, and what has come or is in a slot is so a cycle later too, or issues");
        self.taken.d.next = self.accept.val() | self.came.q.val() | self.valid.val().any();
        self.occupied.next = self.taken.q.val();
        self.may_at_once.next = !self.came_recent.q.val().any() & !(self.fence.val() & self.came_host.val());
        self.last_filled.d.next = self.filled.val();
        self.able.d.next = self.valid.val() & !self.hazard[0].q.val() & !self.near_filled.val() & !self.fenced.val();
        self.filled_may.d.next = self.may_at_once.val() & !(self.behind.val() | self.second.val());
        comment!("a pick of 3 cycles ago and more counts as the event enters, one of the two cycles before it in the cycle behind that");
        self.close.next = false;
        self.blocks.next = 0.into();
        for k in 0..LATER {
            self.close.next = self.close.val() | self.came_recent.q.val().get_bit(k);
            self.blocks.next = self.blocks.val().replace_bit(k, self.close.val());
        }
        for k in 0..LATER {
            self.hazard[k].d.next = (self.hazard[k + 1].q.val() & !self.place.val()) | self.near_filled.val();
            if self.blocks.val().get_bit(LATER - 1 - k) {
                self.hazard[k].d.next = self.hazard[k + 1].q.val() | self.near_filled.val() | self.place.val();
            }
        }
        self.hazard[LATER].d.next = 0.into();
        if self.was_behind.q.val() {
            self.hazard[LATER].d.next = self.last_filled.q.val();
        }

        comment!("the order of age");
        for i in 0..W {
            self.younger[i].d.next = self.younger[i].q.val() | self.place.val();
            if self.place.val().get_bit(i) {
                self.younger[i].d.next = 0.into();
            }
        }

        comment!("the slots' events. Of what joins, what counts and a loss are kept; its algorithm and set are those of the one that waits");
        self.saturates_at.next = 0.into();
        self.over_at.next = 0.into();
        self.overs0.next = 0.into();
        self.overs1.next = 0.into();
        for i in 0..W {
            self.sum0[i].next = self.slot_n0[i].q.val().get_bits::<15>(0) + bits::<15>(self.came_n0.q.val());
            self.sum1[i].next = self.slot_n1[i].q.val().get_bits::<15>(0) + bits::<15>(self.came_n1.q.val());
            self.overs0.next = self.overs0.val().replace_bit(i, self.sum0[i].val().get_bit(14));
            self.overs1.next = self.overs1.val().replace_bit(i, self.sum1[i].val().get_bit(14));
            self.saturates_at.next =
                self.saturates_at.val().replace_bit(i, self.sum0[i].val().get_bit(14) | self.sum1[i].val().get_bit(14));
            self.over_at.next = self.over_at.val().replace_bit(
                i,
                (self.slot_over0.q.val().get_bit(i) & self.came_any0.q.val())
                    | (self.slot_over1.q.val().get_bit(i) & self.came_any1.q.val()),
            );
            self.slot_kind[i].d.next = self.slot_kind[i].q.val();
            self.slot_n0[i].d.next = self.slot_n0[i].q.val();
            self.slot_n1[i].d.next = self.slot_n1[i].q.val();
            self.slot_loss[i].d.next = self.slot_loss[i].q.val();
            self.slot_qpn[i].d.next = self.slot_qpn[i].q.val();
            self.slot_alg[i].d.next = self.slot_alg[i].q.val();
            self.slot_set[i].d.next = self.slot_set[i].q.val();
            if self.joins.val().get_bit(i) {
                if self.came_lost.q.val() {
                    self.slot_kind[i].d.next = self.kind_loss.val();
                }
                self.slot_loss[i].d.next = self.slot_loss[i].q.val() | self.came_loss.q.val();
                self.slot_n0[i].d.next = self.sum0[i].val().get_bits::<14>(0);
                self.slot_n1[i].d.next = self.sum1[i].val().get_bits::<14>(0);
            }
            if self.place.val().get_bit(i) {
                self.slot_kind[i].d.next = self.came_kind.q.val();
                self.slot_n0[i].d.next = self.came_n0.q.val();
                self.slot_n1[i].d.next = self.came_n1.q.val();
                self.slot_loss[i].d.next = self.came_loss.q.val();
                self.slot_qpn[i].d.next = self.came_qpn.q.val();
                self.slot_alg[i].d.next = self.came_alg.q.val();
                self.slot_set[i].d.next = self.came_set.q.val();
            }
        }
        self.slot_over0.d.next = (self.slot_over0.q.val() | (self.overs0.val() & self.joins.val())) & !self.place.val();
        self.slot_over1.d.next = (self.slot_over1.q.val() | (self.overs1.val() & self.joins.val())) & !self.place.val();
        self.joined.d.next = self.joins.val();
        self.saturated.d.next = self.saturates_at.val();
        self.stays_over.d.next = self.over_at.val();
        self.saturates.next = (self.joined.q.val() & (self.saturated.q.val() | self.stays_over.q.val())).any();

        comment!("the picks before the last");
        self.recent_valid.d.next = (self.recent_valid.q.val() << 1) | bits::<RECENT>(self.issues.q.val());
        self.recent_qpn[0].d.next = self.qpn.val();
        for k in 1..RECENT {
            self.recent_qpn[k].d.next = self.recent_qpn[k - 1].q.val();
        }
    }
}
