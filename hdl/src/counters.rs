//! What the parser has seen: one counter of 64 bits for each drop reason and for each kind of event.
//!
//! # Why this file
//!
//! `top` only connects. The counters are plain registers, because a value must be readable in the cycle after its
//! increment and must start from zero at reset, which a memory cannot give.

use crate::prelude::*;
use crate::records::Seen;
use layout::drop_reason::DropReason;
use layout::record::Kind;

/// The usual drop reasons, then ack, loss, cnp and data, then what HPCC++ had to put up with, then what the engine
/// drops, and sums that saturated.
pub const COUNTERS: usize = DropReason::USUAL + 12;

const _: () = assert!(DropReason::USUAL + 4 == 30, "HPCC++'s counters start at 30");

/// The counters of the page `top.md`.
#[derive(LogicBlock)]
pub struct Counters {
    pub clock: Signal<In, ClkRst>,
    pub res_valid: Signal<In, Bit>,
    pub res_drop: Signal<In, Bit>,
    pub res_reason: Signal<In, U<5>>,
    pub res_kind: Signal<In, U<3>>,
    pub seen_opt: Vec<Signal<In, Seen>>,
    pub seen_rejected: Signal<In, Bit>,
    pub seen_closed: Signal<In, Bit>,
    pub seen_saturated: Signal<In, Bit>,
    pub cnt_sel: Signal<In, U<6>>,
    pub cnt_value: Signal<Out, U<64>>,

    count: [Reg<U<64>>; COUNTERS],
    value: Reg<U<64>>,

    noted: Signal<Local, Seen>,
    index: Signal<Local, U<5>>,
    hit: Signal<Local, U<COUNTERS>>,
    wanted: Signal<Local, U<COUNTERS>>,
    selected: Signal<Local, U<64>>,

    ack: Constant<U<5>>,
    loss: Constant<U<5>>,
    cnp: Constant<U<5>>,
    data: Constant<U<5>>,
    kind_loss: Constant<U<3>>,
    kind_cnp: Constant<U<3>>,
    kind_data: Constant<U<3>>,
    _hpcc: usize,
}

impl Counters {
    /// With HPCC++'s (1), or without (0): then these stay 0.
    pub fn new(hpcc: usize) -> Self {
        let reasons = DropReason::USUAL as u64;
        Self {
            clock: Default::default(),
            res_valid: Default::default(),
            res_drop: Default::default(),
            res_reason: Default::default(),
            res_kind: Default::default(),
            seen_opt: (0..hpcc).map(|_| Default::default()).collect(),
            seen_rejected: Default::default(),
            seen_closed: Default::default(),
            seen_saturated: Default::default(),
            cnt_sel: Default::default(),
            cnt_value: Default::default(),
            count: std::array::from_fn(|_| Reg::default()),
            value: Default::default(),
            noted: Default::default(),
            index: Default::default(),
            hit: Default::default(),
            wanted: Default::default(),
            selected: Default::default(),
            ack: Constant::new(reasons.into()),
            loss: Constant::new((reasons + 1).into()),
            cnp: Constant::new((reasons + 2).into()),
            data: Constant::new((reasons + 3).into()),
            kind_loss: Constant::new((Kind::Loss as u64).into()),
            kind_cnp: Constant::new((Kind::Cnp as u64).into()),
            kind_data: Constant::new((Kind::Data as u64).into()),
            _hpcc: hpcc,
        }
    }
}

impl Logic for Counters {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module counters");
        comment!("@doc One counter for each drop reason (0 to 25), for the events ack (26), loss (27), cnp (28) and data (29), and for HPCC++'s");
        comment!("@doc updates after a change of path (30), of too many hops (31), of unknown speed (32), of no time (33), with U = 0 (34);");
        comment!("@doc then ACKs and NAKs of what was not sent (35), events of closed QPs (36), and sums that saturated (37). They wrap.");
        comment!("@port res_valid the parser's result");
        comment!("@port res_drop the frame was dropped");
        comment!("@port res_reason valid with res_drop");
        comment!("@port res_kind 0 ack, 1 loss, 3 cnp, 6 data; valid without res_drop");
        comment!("@port cnt_sel which counter; 38 to 63 read 0");
        comment!("@port seen_rejected an ack or nak is dropped, for its PSN confirms what was not sent");
        comment!("@port seen_closed an event of a closed QP is dropped");
        comment!("@port seen_saturated an event joins one that waits, and a sum saturates");
        for _k in 0..self._hpcc {
            comment!("@port seen_path an update of HPCC++ with that flag");
        }
        comment!("@port cnt_value that counter, one cycle later");
        comment!("@constant ack places of the events' counters");
        clock!(self, clock, value);
        for i in 0..COUNTERS {
            clock!(self, clock, count[i]);
        }

        comment!("which counter a result increments");
        self.index.next = self.ack.val();
        if self.res_kind.val() == self.kind_loss.val() {
            self.index.next = self.loss.val();
        }
        if self.res_kind.val() == self.kind_cnp.val() {
            self.index.next = self.cnp.val();
        }
        if self.res_kind.val() == self.kind_data.val() {
            self.index.next = self.data.val();
        }
        if self.res_drop.val() {
            self.index.next = self.res_reason.val();
        }
        self.hit.next = (bits::<COUNTERS>(self.res_valid.val()) << self.index.val())
            | (bits::<COUNTERS>(self.seen_rejected.val()) << 35)
            | (bits::<COUNTERS>(self.seen_closed.val()) << 36)
            | (bits::<COUNTERS>(self.seen_saturated.val()) << 37);
        for k in 0..self._hpcc {
            self.noted.next = self.seen_opt[k].val();
            self.hit.next = self.hit.val()
                | (bits::<COUNTERS>(self.noted.val().path) << 30)
                | (bits::<COUNTERS>(self.noted.val().hops) << 31)
                | (bits::<COUNTERS>(self.noted.val().speed) << 32)
                | (bits::<COUNTERS>(self.noted.val().still) << 33)
                | (bits::<COUNTERS>(self.noted.val().u_zero) << 34);
        }
        for i in 0..COUNTERS {
            self.count[i].d.next = self.count[i].q.val();
            if self.hit.val().get_bit(i) {
                self.count[i].d.next = self.count[i].q.val() + 1;
            }
        }

        comment!("read");
        self.selected.next = 0.into();
        self.wanted.next = bits::<COUNTERS>(1) << self.cnt_sel.val();
        for i in 0..COUNTERS {
            if self.wanted.val().get_bit(i) {
                self.selected.next = self.selected.val() | self.count[i].q.val();
            }
        }
        self.value.d.next = self.selected.val();
        self.cnt_value.next = self.value.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Sim;

    #[test]
    fn a_counter_shows_its_new_value_to_the_next_cycles_selection() {
        let mut sim = Sim::new(Counters::new(1), |b| &mut b.clock);
        sim.reset(2).unwrap();
        let result = |sim: &mut Sim<Counters>, drop: bool, code: u64| {
            sim.uut.res_valid.next = true;
            sim.uut.res_drop.next = drop;
            sim.uut.res_reason.next = if drop { code } else { 0 }.into();
            sim.uut.res_kind.next = if drop { 0 } else { code }.into();
            sim.step().unwrap();
            sim.uut.res_valid.next = false;
        };
        let read = |sim: &mut Sim<Counters>, sel: u64| {
            sim.uut.cnt_sel.next = sel.into();
            sim.step().unwrap();
            sim.uut.cnt_value.val().raw()
        };
        for code in 0..26 {
            for _ in 0..=code {
                result(&mut sim, true, code);
            }
            assert_eq!(read(&mut sim, code), u128::from(code) + 1);
        }
        for (k, kind) in [Kind::Ack, Kind::Loss, Kind::Cnp, Kind::Data].into_iter().enumerate() {
            for _ in 0..40 + k {
                result(&mut sim, false, kind as u64);
            }
        }
        let all: Vec<u128> = (0..64).map(|sel| read(&mut sim, sel)).collect();
        let expected: Vec<u128> = (1..27).chain([40, 41, 42, 43]).chain([0; 34]).collect();
        assert_eq!(all, expected);
    }
}
