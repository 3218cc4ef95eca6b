//! What the parser has seen: one counter of 64 bits for each drop reason and for each kind of event. What the engine
//! has seen, and how full its queues were at most.
//!
//! # Why this file
//!
//! `top` only connects. The counters are plain registers, because a value must be readable in the cycle after its
//! increment and must start from zero at reset, which a memory cannot give.

use crate::prelude::*;
use crate::records::{Counted, Seen};
use layout::config::Config;
use layout::drop_reason::DropReason;
use layout::record::Kind;
use layout::registers::{queues, ADVICE_COUNTERS, FOLDED_COUNTER, HIGH_WATER, LSN_COUNTERS, QUEUES};

/// The usual drop reasons, then ack, loss, cnp and data, then what HPCC++ had to put up with, then what the engine
/// drops, and sums that saturated; behind the places of advices, which are not here, events that joined.
pub const COUNTERS: usize = DropReason::USUAL + 13;

const _: () = assert!(DropReason::USUAL + 4 == 30, "HPCC++'s counters start at 30");
const _: () = assert!(ADVICE_COUNTERS as usize == COUNTERS - 1 && FOLDED_COUNTER == 41);
const _: () = assert!(HIGH_WATER == 42 && QUEUES.len() == 5, "one mark a queue");
const _: () = assert!(LSN_COUNTERS == 47, "those of ACKs with an LSN are behind the marks");

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
    pub seen_folded: Signal<In, Bit>,
    pub waiting_events: Signal<In, U<6>>,
    pub waiting_updates: Signal<In, U<8>>,
    pub waiting_lanes_opt: Vec<Signal<In, U<6>>>,
    pub waiting_measured_opt: Vec<Signal<In, U<8>>>,
    pub waiting_qps_opt: Vec<Signal<In, U<QPS>>>,
    pub high_water_clear: Signal<In, U<5>>,
    pub cnt_sel: Signal<In, U<6>>,
    pub cnt_value: Signal<Out, U<64>>,

    count: [Reg<U<64>>; COUNTERS],
    value: Reg<U<64>>,
    /// Of a parser that reads ACKs with an LSN: their drop reasons.
    count_lsn_version_opt: Vec<Reg<U<64>>>,
    count_lsn_reserved_opt: Vec<Reg<U<64>>>,
    /// What happened in the cycle before.
    counted: Reg<Counted>,
    happened_opt: Vec<Reg<Seen>>,
    /// Of each queue what waited in the cycle before, and the most that did.
    now_events: Reg<U<6>>,
    most_events: Reg<U<6>>,
    now_updates: Reg<U<8>>,
    most_updates: Reg<U<8>>,
    now_lanes_opt: Vec<Reg<U<6>>>,
    most_lanes_opt: Vec<Reg<U<6>>>,
    now_measured_opt: Vec<Reg<U<8>>>,
    most_measured_opt: Vec<Reg<U<8>>>,
    now_qps_opt: Vec<Reg<U<QPS>>>,
    most_qps_opt: Vec<Reg<U<QPS>>>,

    noted: Signal<Local, Seen>,
    of_version: Signal<Local, Bit>,
    of_reserved: Signal<Local, Bit>,
    index: Signal<Local, U<5>>,
    hit: Signal<Local, U<COUNTERS>>,
    wanted: Signal<Local, U<64>>,
    selected: Signal<Local, U<64>>,
    mark: Signal<Local, U<64>>,
    qps: Signal<Local, U<QPS>>,
    measured: Signal<Local, U<8>>,
    lanes: Signal<Local, U<6>>,

    ack: Constant<U<5>>,
    loss: Constant<U<5>>,
    cnp: Constant<U<5>>,
    data: Constant<U<5>>,
    kind_loss: Constant<KindCode>,
    kind_cnp: Constant<KindCode>,
    kind_data: Constant<KindCode>,
    lsn_version: Constant<U<5>>,
    lsn_reserved: Constant<U<5>>,
    _hpcc: usize,
    _lsn: usize,
    _lanes: usize,
    _measured: usize,
    _qps: usize,
    /// Of the counters' places the first behind which some are not here, and how many are.
    _in_row: usize,
}

impl Counters {
    /// As the configuration asks: without HPCC++ its counters stay 0.
    pub fn new(config: &Config) -> Self {
        let reasons = DropReason::USUAL as u64;
        let hpcc = usize::from(config.reads_hops());
        let [_, _, lanes, measured, qps] = queues(config);
        /// None or one.
        fn each<T: Default>(there: bool) -> Vec<T> {
            (0..usize::from(there)).map(|_| T::default()).collect()
        }
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
            seen_folded: Default::default(),
            waiting_events: Default::default(),
            waiting_updates: Default::default(),
            waiting_lanes_opt: each(lanes),
            waiting_measured_opt: each(measured),
            waiting_qps_opt: each(qps),
            high_water_clear: Default::default(),
            cnt_sel: Default::default(),
            cnt_value: Default::default(),
            count: std::array::from_fn(|_| Reg::default()),
            value: Default::default(),
            count_lsn_version_opt: each(config.engine.lsn),
            count_lsn_reserved_opt: each(config.engine.lsn),
            counted: Default::default(),
            happened_opt: (0..hpcc).map(|_| Default::default()).collect(),
            now_events: Default::default(),
            most_events: Default::default(),
            now_updates: Default::default(),
            most_updates: Default::default(),
            now_lanes_opt: each(lanes),
            most_lanes_opt: each(lanes),
            now_measured_opt: each(measured),
            most_measured_opt: each(measured),
            now_qps_opt: each(qps),
            most_qps_opt: each(qps),
            noted: Default::default(),
            of_version: Default::default(),
            of_reserved: Default::default(),
            index: Default::default(),
            hit: Default::default(),
            wanted: Default::default(),
            selected: Default::default(),
            mark: Default::default(),
            qps: Default::default(),
            measured: Default::default(),
            lanes: Default::default(),
            ack: Constant::new(reasons.into()),
            loss: Constant::new((reasons + 1).into()),
            cnp: Constant::new((reasons + 2).into()),
            data: Constant::new((reasons + 3).into()),
            kind_loss: Constant::new((Kind::Loss as u64).into()),
            kind_cnp: Constant::new((Kind::Cnp as u64).into()),
            kind_data: Constant::new((Kind::Data as u64).into()),
            lsn_version: Constant::new((DropReason::LsnVersion as u64).into()),
            lsn_reserved: Constant::new((DropReason::LsnReserved as u64).into()),
            _hpcc: hpcc,
            _lsn: config.engine.lsn.into(),
            _lanes: lanes.into(),
            _measured: measured.into(),
            _qps: qps.into(),
            _in_row: ADVICE_COUNTERS as usize,
        }
    }
}

impl Logic for Counters {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module counters");
        comment!("@doc One counter for each drop reason (0 to 25), for the events ack (26), loss (27), cnp (28) and data (29), and for HPCC++'s");
        comment!("@doc updates after a change of path (30), of too many hops (31), of unknown speed (32), of no time (33), with U = 0 (34);");
        comment!("@doc then ACKs and NAKs of what was not sent (35), events of closed QPs (36), sums that saturated (37), and events that joined (41). These wrap.");
        comment!("@doc The most events that waited (42), and updates (43).");
        for _k in 0..self._lanes {
            comment!("@doc The most events that waited for HPCC++'s lanes (44).");
        }
        for _k in 0..self._measured {
            comment!("@doc The most updates of HPCC++ that waited (45).");
        }
        for _k in 0..self._qps {
            comment!("@doc The most QPs of which an update waited (46).");
        }
        for _k in 0..self._lsn {
            comment!("@doc Of ACKs with an LSN those of another version that were dropped (47), and those with bits that are to be 0 (48).");
        }
        comment!("@port res_valid the parser's result");
        comment!("@port res_drop the frame was dropped");
        comment!("@port res_reason valid with res_drop");
        comment!("@port res_kind 0 ack, 1 loss, 3 cnp, 6 data; valid without res_drop");
        comment!("@port seen_folded an event joins one that waits");
        comment!("@port waiting_events events in the event queue");
        comment!("@port waiting_updates updates in the update queue");
        for _k in 0..self._lanes {
            comment!("@port waiting_lanes events that wait for HPCC++'s lanes");
        }
        for _k in 0..self._measured {
            comment!("@port waiting_measured updates in HPCC++'s own queue");
        }
        for _k in 0..self._qps {
            comment!("@port waiting_qps QPs with an update that waits");
        }
        comment!("@port high_water_clear the marks of these queues, from bit 0 on, become what waits now");
        comment!("@port cnt_sel which counter; 38 to 40 and those behind the last read 0");
        comment!("@port seen_rejected an ack or nak is dropped, for its PSN confirms what was not sent");
        comment!("@port seen_closed an event of a closed QP is dropped");
        comment!("@port seen_saturated an event joins one that waits, and a sum saturates");
        for _k in 0..self._hpcc {
            comment!("@port seen_path an update of HPCC++ with that flag");
        }
        comment!("@port cnt_value that counter, one cycle later");
        comment!("@constant ack places of the events' counters");
        clock!(self, clock, value, counted, now_events, most_events, now_updates, most_updates);
        for i in 0..COUNTERS {
            clock!(self, clock, count[i]);
        }

        comment!("what happens is counted a cycle later: no path of the parser or the engine ends here");
        self.counted.d.next.valid = self.res_valid.val();
        self.counted.d.next.drop = self.res_drop.val();
        self.counted.d.next.reason = self.res_reason.val();
        self.counted.d.next.kind = self.res_kind.val();
        self.counted.d.next.rejected = self.seen_rejected.val();
        self.counted.d.next.closed = self.seen_closed.val();
        self.counted.d.next.saturated = self.seen_saturated.val();
        self.counted.d.next.folded = self.seen_folded.val();

        comment!("which counter a result increments");
        self.index.next = self.ack.val();
        if self.counted.q.val().kind == self.kind_loss.val() {
            self.index.next = self.loss.val();
        }
        if self.counted.q.val().kind == self.kind_cnp.val() {
            self.index.next = self.cnp.val();
        }
        if self.counted.q.val().kind == self.kind_data.val() {
            self.index.next = self.data.val();
        }
        if self.counted.q.val().drop {
            self.index.next = self.counted.q.val().reason;
        }
        self.hit.next = (bits::<COUNTERS>(self.counted.q.val().valid) << self.index.val())
            | (bits::<COUNTERS>(self.counted.q.val().rejected) << 35)
            | (bits::<COUNTERS>(self.counted.q.val().closed) << 36)
            | (bits::<COUNTERS>(self.counted.q.val().saturated) << 37)
            | (bits::<COUNTERS>(self.counted.q.val().folded) << 38);
        for k in 0..self._lsn {
            clock!(self, clock, count_lsn_version_opt[k], count_lsn_reserved_opt[k]);
            self.of_version.next = self.counted.q.val().valid
                & self.counted.q.val().drop
                & (self.counted.q.val().reason == self.lsn_version.val());
            self.of_reserved.next = self.counted.q.val().valid
                & self.counted.q.val().drop
                & (self.counted.q.val().reason == self.lsn_reserved.val());
            if self.of_version.val() | self.of_reserved.val() {
                self.hit.next = (bits::<COUNTERS>(self.counted.q.val().rejected) << 35)
                    | (bits::<COUNTERS>(self.counted.q.val().closed) << 36)
                    | (bits::<COUNTERS>(self.counted.q.val().saturated) << 37)
                    | (bits::<COUNTERS>(self.counted.q.val().folded) << 38);
            }
            self.count_lsn_version_opt[k].d.next = self.count_lsn_version_opt[k].q.val();
            if self.of_version.val() {
                self.count_lsn_version_opt[k].d.next = self.count_lsn_version_opt[k].q.val() + 1;
            }
            self.count_lsn_reserved_opt[k].d.next = self.count_lsn_reserved_opt[k].q.val();
            if self.of_reserved.val() {
                self.count_lsn_reserved_opt[k].d.next = self.count_lsn_reserved_opt[k].q.val() + 1;
            }
        }
        for k in 0..self._hpcc {
            clock!(self, clock, happened_opt[k]);
            self.happened_opt[k].d.next = self.seen_opt[k].val();
            self.noted.next = self.happened_opt[k].q.val();
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

        comment!("how full each queue was at most, as it stood a cycle before: no path of a queue ends here");
        self.now_events.d.next = self.waiting_events.val();
        self.most_events.d.next = self.most_events.q.val();
        if (self.most_events.q.val() < self.now_events.q.val()) | self.high_water_clear.val().get_bit(0) {
            self.most_events.d.next = self.now_events.q.val();
        }
        self.now_updates.d.next = self.waiting_updates.val();
        self.most_updates.d.next = self.most_updates.q.val();
        if (self.most_updates.q.val() < self.now_updates.q.val()) | self.high_water_clear.val().get_bit(1) {
            self.most_updates.d.next = self.now_updates.q.val();
        }
        for k in 0..self._lanes {
            clock!(self, clock, now_lanes_opt[k], most_lanes_opt[k]);
            self.now_lanes_opt[k].d.next = self.waiting_lanes_opt[k].val();
            self.most_lanes_opt[k].d.next = self.most_lanes_opt[k].q.val();
            if (self.most_lanes_opt[k].q.val() < self.now_lanes_opt[k].q.val()) | self.high_water_clear.val().get_bit(2)
            {
                self.most_lanes_opt[k].d.next = self.now_lanes_opt[k].q.val();
            }
        }
        for k in 0..self._measured {
            clock!(self, clock, now_measured_opt[k], most_measured_opt[k]);
            self.now_measured_opt[k].d.next = self.waiting_measured_opt[k].val();
            self.most_measured_opt[k].d.next = self.most_measured_opt[k].q.val();
            if (self.most_measured_opt[k].q.val() < self.now_measured_opt[k].q.val())
                | self.high_water_clear.val().get_bit(3)
            {
                self.most_measured_opt[k].d.next = self.now_measured_opt[k].q.val();
            }
        }
        for k in 0..self._qps {
            clock!(self, clock, now_qps_opt[k], most_qps_opt[k]);
            self.now_qps_opt[k].d.next = self.waiting_qps_opt[k].val();
            self.most_qps_opt[k].d.next = self.most_qps_opt[k].q.val();
            if (self.most_qps_opt[k].q.val() < self.now_qps_opt[k].q.val()) | self.high_water_clear.val().get_bit(4) {
                self.most_qps_opt[k].d.next = self.now_qps_opt[k].q.val();
            }
        }

        comment!("read");
        self.selected.next = 0.into();
        self.wanted.next = bits::<64>(1) << self.cnt_sel.val();
        for i in 0..self._in_row {
            if self.wanted.val().get_bit(i) {
                self.selected.next = self.selected.val() | self.count[i].q.val();
            }
        }
        for i in self._in_row..COUNTERS {
            if self.wanted.val().get_bit(41) {
                self.selected.next = self.selected.val() | self.count[i].q.val();
            }
        }
        self.mark.next = bits::<64>(self.most_events.q.val());
        if self.wanted.val().get_bit(42) {
            self.selected.next = self.selected.val() | self.mark.val();
        }
        self.mark.next = bits::<64>(self.most_updates.q.val());
        if self.wanted.val().get_bit(43) {
            self.selected.next = self.selected.val() | self.mark.val();
        }
        for k in 0..self._lanes {
            self.lanes.next = self.most_lanes_opt[k].q.val();
            self.mark.next = bits::<64>(self.lanes.val());
            if self.wanted.val().get_bit(44) {
                self.selected.next = self.selected.val() | self.mark.val();
            }
        }
        for k in 0..self._measured {
            self.measured.next = self.most_measured_opt[k].q.val();
            self.mark.next = bits::<64>(self.measured.val());
            if self.wanted.val().get_bit(45) {
                self.selected.next = self.selected.val() | self.mark.val();
            }
        }
        for k in 0..self._qps {
            self.qps.next = self.most_qps_opt[k].q.val();
            self.mark.next = bits::<64>(self.qps.val());
            if self.wanted.val().get_bit(46) {
                self.selected.next = self.selected.val() | self.mark.val();
            }
        }
        for k in 0..self._lsn {
            if self.wanted.val().get_bit(47) {
                self.selected.next = self.selected.val() | self.count_lsn_version_opt[k].q.val();
            }
            if self.wanted.val().get_bit(48) {
                self.selected.next = self.selected.val() | self.count_lsn_reserved_opt[k].q.val();
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
    fn a_counter_shows_its_new_value_to_the_selection_two_cycles_later() {
        let mut sim = Sim::new(Counters::new(&Config::default()), |b| &mut b.clock);
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
            // it is counted in the cycle behind it
            sim.uut.cnt_sel.next = sel.into();
            sim.step().unwrap();
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
