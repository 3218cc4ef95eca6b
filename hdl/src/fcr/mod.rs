#![doc = include_str!("../fcr.md")]
//!
//! # Why this file
//!
//! It joins the parts and has the event's way through them. What is kept of a source stands in `place`, where an advice
//! goes in `choose`, the clock and the walk in `sweep`, the arithmetic in `lowest`, `allowed`, `pace` and `result`.

mod allowed;
mod carried;
mod choose;
mod lowest;
mod pace;
mod place;
mod result;
mod stages;
mod sweep;

pub use allowed::Allowed;
pub use carried::Carried;
pub use choose::Choose;
pub use lowest::Lowest;
pub use pace::Pace;
pub use place::Place;
pub use result::ResultOf;
pub use stages::*;
pub use sweep::Sweep;

use crate::prelude::*;
use crate::prim::ecc::{option, read_enable};

/// Stages that hold a valid bit, s0 to s20.
const STAGES: usize = layout::timing::FCR_LATENCY as usize;
/// Most sources of a QP.
const MOST: usize = layout::fcr::MAX_SOURCES;
/// Stages that hold a [`Tag`], s0 to s20.
const TAGS: usize = STAGES;
/// Stages that hold what an event says by itself, s2 to s4.
const CHECKS: usize = 3;

/// A limit of all queue pairs, by the advices of up to four switches each.
#[derive(LogicBlock, Default)]
pub struct Fcr {
    pub clock: Signal<In, ClkRst>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, SetIndex>,
    pub set_line: Signal<In, U<22>>,
    pub set_advice_min: Signal<In, U<22>>,
    pub set_advice_max: Signal<In, U<22>>,
    pub set_validity_max: Signal<In, U<16>>,
    pub set_mtu: Signal<In, U<13>>,
    pub set_start_at_line: Signal<In, Bit>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub tick: Signal<In, Bit>,
    pub in_valid: Signal<In, Bit>,
    pub in_kind: Signal<In, KindCode>,
    pub in_qpn: Signal<In, Qpn>,
    pub in_set: Signal<In, SetIndex>,
    pub in_place: Signal<In, U<2>>,
    pub in_switch: Signal<In, Switch>,
    pub in_seq: Signal<In, U<16>>,
    pub in_rate: Signal<In, U<32>>,
    pub in_validity: Signal<In, Validity>,
    pub in_withdraw: Signal<In, Bit>,
    pub in_alone: Signal<In, Bit>,
    pub in_rtt: Signal<In, RttNs>,
    pub in_rc: Signal<In, SendRate>,
    pub in_cw: Signal<In, Cw>,
    pub in_w: Signal<In, ByteWindow>,
    pub in_wc: Signal<In, ByteWindow>,
    pub due_ready: Signal<In, Bit>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, KindCode>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_flags: Signal<Out, U<15>>,
    pub out_cap: Signal<Out, U<22>>,
    pub out_pace: Signal<Out, U<41>>,
    pub out_rc: Signal<Out, SendRate>,
    pub out_cw: Signal<Out, Cw>,
    pub out_w: Signal<Out, ByteWindow>,
    pub out_wc: Signal<Out, ByteWindow>,
    pub out_send_rate: Signal<Out, U<35>>,
    pub out_send_cw: Signal<Out, U<42>>,
    pub out_send_w: Signal<Out, U<40>>,
    pub out_used: Signal<Out, Bit>,
    pub out_switch: Signal<Out, Switch>,
    pub out_seq: Signal<Out, U<16>>,
    pub out_rate: Signal<Out, U<22>>,
    pub out_expiry: Signal<Out, U<17>>,
    pub due_valid: Signal<Out, Bit>,
    pub due_qpn: Signal<Out, Qpn>,
    pub now: Signal<Out, U<17>>,
    pub dues: Signal<Out, U<48>>,
    pub late_worst: Signal<Out, U<16>>,
    pub held: Signal<Out, U<48>>,
    pub rejected: Signal<Out, U<48>>,
    pub marks: Signal<Out, U<48>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    /// Bit k: stage sk holds an event.
    valid: Reg<U<STAGES>>,
    /// The event in stage sk.
    s: [DReg<Tag>; TAGS],
    /// `check[k]` stands in s(k + 2).
    check: [DReg<Checked>; CHECKS],
    place: Vec<Place>,
    carried: Carried,
    sweep: Sweep,
    expected: Table<Expected, 4>,
    lines: Table<U<22>, 4>,
    mtus: Table<U<5>, 4>,

    s2_hit_3: DReg<Bit>,
    s2_hit_4: DReg<Bit>,
    s2_hit_5: DReg<Bit>,
    s3_hit_2: DReg<Bit>,
    s4_hit_1: DReg<Bit>,
    s4_ahead: DReg<Compared>,
    choose: Choose,
    s6_said: DReg<Said>,
    s7_said: DReg<Said>,

    before: Lowest,
    mid: Lowest,
    after: Lowest,
    s8_last: DReg<U<22>>,
    s8_cap: DReg<U<22>>,
    lowers: Allowed,
    caps: Allowed,
    pace: Pace,
    result: ResultOf,
    rejected_count: Reg<U<48>>,
    marks_count: Reg<U<48>>,

    own: Signal<Local, Own>,
    rate: Signal<Local, U<22>>,
    sum: Signal<Local, U<18>>,
    is_wrong: Signal<Local, Bit>,
    asked: Signal<Local, Asked>,
    asks: Signal<Local, Asks>,
    new: Signal<Local, Source>,
    ahead_behind: Signal<Local, Bit>,
    ahead_within: Signal<Local, Bit>,
    ahead_holds: Signal<Local, Bit>,
    ahead_number: Signal<Local, U<16>>,
    rates: [Signal<Local, U<22>>; MOST],
    seen: [Signal<Local, Seen>; MOST],
    wrote: [Signal<Local, Bit>; MOST],
    source: [Signal<Local, Source>; MOST],
    rated_before: [Signal<Local, Rated>; MOST],
    rated_mid: [Signal<Local, Rated>; MOST],
    rated_after: [Signal<Local, Rated>; MOST],
    no_seen: Signal<Local, Seen>,
    no_source: Signal<Local, Source>,
    no_rate: Signal<Local, Rated>,
    s7_ruled: Signal<Local, Ruled>,
    rises_by_time: Signal<Local, Bit>,
    rises_by_event: Signal<Local, Bit>,
    ecc_in: Signal<Local, Ecc>,
    of_place: Signal<Local, Fault>,
    all_fault: Signal<Local, Fault>,
    shape: Shape,
    _own: usize,
    _fewer: usize,
    _sources: usize,
    _ecc: usize,
    _reads: usize,
}

impl Fcr {
    /// For up to `sources` switches a QP, 1 to 4.
    pub fn new(sources: usize) -> Self {
        Self::with_ecc(sources, false)
    }

    /// With check bits, if so.
    pub fn with_ecc(sources: usize, ecc: bool) -> Self {
        Self::of(sources, ecc, true)
    }

    /// Laid over what another block limits: `in_rc`, `in_cw`, `in_w` and `in_wc` are constants, and are not carried.
    pub fn laid_over(sources: usize, ecc: bool) -> Self {
        Self::of(sources, ecc, false)
    }

    fn of(sources: usize, ecc: bool, own: bool) -> Self {
        assert!((1..=MOST).contains(&sources), "{sources} sources: expected 1 to {MOST}");
        Self {
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            rom_opt: option(ecc),
            place: (0..sources).map(|_| Place::with_ecc(ecc)).collect(),
            carried: Carried::of(own),
            sweep: Sweep::with_ecc(ecc),
            lowers: Allowed::new(),
            caps: Allowed::new(),
            pace: Pace::checked(ecc),
            shape: Shape::of(&[("STAGES", STAGES), ("TAGS", TAGS), ("CHECKS", CHECKS)]),
            _own: own.into(),
            _fewer: (sources < MOST).into(),
            _sources: sources,
            _ecc: ecc.into(),
            _reads: read_enable(ecc).len(),
            ..Self::default()
        }
    }
}

impl Logic for Fcr {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module fcr");
        comment!("@doc FCR: switches advise rates, and the lowest that is live caps whatever the QP's own algorithm says. One event a");
        comment!("@doc cycle, of one QP too, 21 cycles later; a walk over all QPs finds what has ended.");
        comment!("@port set_we writes parameter set set_index, while no event of that set is under way");
        comment!("@port set_index which of the 16");
        comment!("@port set_line line rate, Mbit/s: an advice above it is rejected");
        comment!("@port set_advice_min lowest advice that is taken, Mbit/s");
        comment!("@port set_advice_max highest advice that is taken, at least the lowest");
        comment!("@port set_validity_max longest validity that is taken, us");
        comment!("@port set_mtu bytes of a packet: 256, 512, 1024, 2048 or 4096");
        comment!("@port set_start_at_line 1: a QP that is opened alone starts at the line rate");
        comment!("@port init_we makes all sources of the QP at init_addr free, while no event is under way");
        comment!("@port init_addr index of the QP; behind the last one the walk begins");
        comment!("@port tick a microsecond has gone by");
        comment!("@port in_valid an event; always taken");
        comment!("@port in_kind 0 advice, 1 time, 2 mark, 3 open, 4 host_write, 5 host_read; 6 and 7 as 1");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_set its parameter set");
        comment!("@port in_place of the host's: which source");
        comment!("@port in_switch number of the switch");
        comment!("@port in_seq sequence number of the advice, serial");
        comment!("@port in_rate the advice, Mbit/s");
        comment!("@port in_validity how long it holds, us");
        comment!("@port in_withdraw of an advice: 1 ends the switch's advice");
        comment!("@port in_alone of open: no other QP is open");
        comment!("@port in_rtt round-trip time, ns");
        comment!("@port in_rc the QP's own rate, bytes/ns, U7.28");
        comment!("@port in_cw its own window in packets, U14.28");
        comment!("@port in_w its own window in bytes, U28.12");
        comment!("@port in_wc its own reference window in bytes, U28.12");
        comment!("@port due_ready due_qpn is taken");
        comment!("@port out_valid a result, 21 cycles behind its event");
        comment!("@port out_kind as in_kind");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_flags bit 0 paced, 1 floor, 2 sat, 3 ignored, 4 limited, 5 expired, 6 clamped, 7 withdrawn, 8 old, 9 rate, 10 range, 11 validity, 12 full, 13 alert, 14 start");
        comment!("@port out_cap the lowest live advice, Mbit/s; 0: there is none");
        comment!("@port out_pace least time a byte takes, ns, U13.28; 0: there is no cap");
        comment!("@port out_rc own rate behind the event, bytes/ns, U7.28");
        comment!("@port out_cw own window behind the event, packets, U14.28");
        comment!("@port out_w own window behind the event, bytes, U28.12");
        comment!("@port out_wc own reference window behind the event, bytes, U28.12");
        comment!("@port out_send_rate rate to send at, bytes/ns, U7.28");
        comment!("@port out_send_cw window to send with, packets, U14.28");
        comment!("@port out_send_w window to send with, bytes, U28.12");
        comment!("@port out_used of a host_read: source in_place is in use");
        comment!("@port out_switch its switch");
        comment!("@port out_seq its sequence number");
        comment!("@port out_rate its rate, Mbit/s; 0: withdrawn");
        comment!("@port out_expiry when it falls free, us, modular");
        comment!("@port due_valid an advice of a QP has ended: it needs an event, of any kind but a host's");
        comment!("@port due_qpn index of the QP");
        comment!("@port now the clock, us, modular");
        comment!("@port dues how often the walk has found one");
        comment!("@port late_worst time from an end until the walk found it, at most, us");
        comment!("@port held ticks at which the clock stood still");
        comment!("@port rejected advices that were rejected");
        comment!("@port marks marks that were ignored, because an advice was live");
        for _k in 0..self._ecc {
            comment!("@port fault_corrected a word had one wrong bit, which was corrected: 3 cycles after its event, 2 after its visit");
            comment!("@port rom_parity a word of the reciprocal's table had a wrong bit");
        }
        clock!(self, clock, valid, carried, sweep, expected, lines, mtus, s2_hit_3, s2_hit_4, s2_hit_5, s3_hit_2);
        clock!(self, clock, s4_hit_1, s4_ahead, choose, s6_said, s7_said);
        clock!(self, clock, before, mid, after, s8_last, s8_cap, lowers, caps, pace, result, rejected_count);
        clock!(self, clock, marks_count);
        for i in 0..TAGS {
            clock!(self, clock, s[i]);
        }
        for i in 0..CHECKS {
            clock!(self, clock, check[i]);
        }

        comment!("the parameter sets, each part near the stage that reads it");
        self.expected.we.next = self.set_we.val();
        self.expected.waddr.next = self.set_index.val();
        self.expected.wdata.next.line = self.set_line.val();
        self.expected.wdata.next.advice_min = self.set_advice_min.val();
        self.expected.wdata.next.advice_max = self.set_advice_max.val();
        self.expected.wdata.next.validity_max = self.set_validity_max.val();
        self.expected.wdata.next.start_at_line = self.set_start_at_line.val();
        self.expected.raddr.next = self.s[0].q.val().set;
        self.lines.we.next = self.set_we.val();
        self.lines.waddr.next = self.set_index.val();
        self.lines.wdata.next = self.set_line.val();
        self.lines.raddr.next = self.s[6].q.val().set;
        self.mtus.we.next = self.set_we.val();
        self.mtus.waddr.next = self.set_index.val();
        self.mtus.wdata.next = self.set_mtu.val().get_bits::<5>(8);
        self.mtus.raddr.next = self.s[15].q.val().set;

        comment!("s0: the event, and what it is; then it goes from stage to stage");
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<STAGES>(self.in_valid.val());
        self.s[0].d.next.qpn = self.in_qpn.val();
        self.s[0].d.next.set = self.in_set.val();
        self.s[0].d.next.advice = !self.in_kind.val().any();
        self.s[0].d.next.mark =
            !self.in_kind.val().get_bit(2) & self.in_kind.val().get_bit(1) & !self.in_kind.val().get_bit(0);
        self.s[0].d.next.open =
            !self.in_kind.val().get_bit(2) & self.in_kind.val().get_bit(1) & self.in_kind.val().get_bit(0);
        self.s[0].d.next.loads =
            self.in_kind.val().get_bit(2) & !self.in_kind.val().get_bit(1) & !self.in_kind.val().get_bit(0);
        self.s[0].d.next.host = self.in_kind.val().get_bit(2) & !self.in_kind.val().get_bit(1);
        self.s[0].d.next.alone = self.in_alone.val();
        self.s[0].d.next.withdraw = self.in_withdraw.val();
        self.s[0].d.next.place = self.in_place.val();
        self.s[0].d.next.switch = self.in_switch.val();
        self.s[0].d.next.seq = self.in_seq.val();
        self.s[0].d.next.rate = self.in_rate.val();
        self.s[0].d.next.validity = self.in_validity.val();
        self.s[0].d.next.now = self.sweep.now.val();
        for i in 1..TAGS {
            self.s[i].d.next = self.s[i - 1].q.val();
        }
        self.own.next.rc = self.in_rc.val();
        self.own.next.cw = self.in_cw.val();
        self.own.next.w = self.in_w.val();
        self.carried.in_rtt.next = self.in_rtt.val();
        self.carried.in_kind.next = self.in_kind.val();

        comment!("s1 to s2: what an advice is rejected for; when it would end, and the last end that holds: 17 + 16 = 18 bits");
        self.is_wrong.next = self.s[1].q.val().advice & !self.s[1].q.val().withdraw;
        self.check[0].d.next.wrong_rate = self.is_wrong.val()
            & (!self.s[1].q.val().rate.any() | (self.s[1].q.val().rate > bits::<32>(self.expected.rdata.val().line)));
        self.check[0].d.next.wrong_range = self.is_wrong.val()
            & ((self.s[1].q.val().rate < bits::<32>(self.expected.rdata.val().advice_min))
                | (self.s[1].q.val().rate > bits::<32>(self.expected.rdata.val().advice_max)));
        self.check[0].d.next.wrong_validity = self.is_wrong.val()
            & (!self.s[1].q.val().validity.any()
                | (self.s[1].q.val().validity > self.expected.rdata.val().validity_max));
        self.check[0].d.next.taken = self.is_wrong.val();
        self.check[0].d.next.start =
            self.s[1].q.val().open & self.s[1].q.val().alone & self.expected.rdata.val().start_at_line;
        self.check[0].d.next.expiry = self.s[1].q.val().now + bits::<17>(self.s[1].q.val().validity);
        self.sum.next = bits::<18>(self.s[1].q.val().now) + bits::<18>(self.expected.rdata.val().validity_max);
        self.check[0].d.next.limit = self.sum.val().get_bits::<17>(0);
        self.check[0].d.next.wraps = self.sum.val().get_bit(17);
        self.check[1].d.next = self.check[0].q.val();
        self.check[1].d.next.taken = self.check[0].q.val().taken
            & !self.check[0].q.val().wrong_rate
            & !self.check[0].q.val().wrong_range
            & !self.check[0].q.val().wrong_validity;
        self.check[2].d.next = self.check[1].q.val();

        comment!("which of the events ahead are of this QP?");
        self.s2_hit_3.d.next = self.valid.q.val().get_bit(4) & (self.s[4].q.val().qpn == self.s[1].q.val().qpn);
        self.s2_hit_4.d.next = self.valid.q.val().get_bit(5) & (self.s[5].q.val().qpn == self.s[1].q.val().qpn);
        self.s2_hit_5.d.next = self.valid.q.val().get_bit(6) & (self.s[6].q.val().qpn == self.s[1].q.val().qpn);
        self.s3_hit_2.d.next = self.valid.q.val().get_bit(4) & (self.s[4].q.val().qpn == self.s[2].q.val().qpn);
        self.s4_hit_1.d.next = self.valid.q.val().get_bit(4) & (self.s[4].q.val().qpn == self.s[3].q.val().qpn);

        comment!("s3: the event is compared with the sources, and with what the event just ahead, in s4, may write");
        self.asked.next.switch = self.s[3].q.val().switch;
        self.asked.next.seq = self.s[3].q.val().seq;
        self.asked.next.rate = self.s[3].q.val().rate.get_bits::<22>(0);
        self.asked.next.now = self.s[3].q.val().now;
        self.asked.next.limit = self.check[1].q.val().limit;
        self.asked.next.wraps = self.check[1].q.val().wraps;
        self.new.next.used = !self.s[4].q.val().loads | self.s[4].q.val().validity.any();
        self.new.next.switch = self.s[4].q.val().switch;
        self.new.next.seq = self.s[4].q.val().seq;
        self.new.next.rate = self.s[4].q.val().rate.get_bits::<22>(0);
        self.new.next.expiry = self.check[2].q.val().expiry;
        self.ahead_behind.next = self.new.val().expiry > self.asked.val().now;
        self.ahead_within.next = self.new.val().expiry <= self.asked.val().limit;
        self.ahead_holds.next = self.ahead_behind.val() & self.ahead_within.val();
        if self.asked.val().wraps {
            self.ahead_holds.next = self.ahead_behind.val() | self.ahead_within.val();
        }
        self.ahead_number.next = self.asked.val().seq - self.new.val().seq;
        self.s4_ahead.d.next.ended = !self.ahead_holds.val();
        self.s4_ahead.d.next.same = self.new.val().switch == self.asked.val().switch;
        self.s4_ahead.d.next.newer = self.ahead_number.val().any() & !self.ahead_number.val().get_bit(15);
        self.s4_ahead.d.next.rated = self.new.val().rate.any();
        self.s4_ahead.d.next.above = self.new.val().rate > self.asked.val().rate;
        self.s4_ahead.d.next.reaches = self.new.val().rate >= self.asked.val().rate;

        comment!("the sources");
        for i in 0..self._sources {
            clock!(self, clock, place[i]);
            self.place[i].init_we.next = self.init_we.val();
            self.place[i].init_addr.next = self.init_addr.val();
            self.place[i].s0_qpn.next = self.s[0].q.val().qpn;
            self.place[i].s2_hit_3.next = self.s2_hit_3.q.val();
            self.place[i].s2_hit_4.next = self.s2_hit_4.q.val();
            self.place[i].s2_hit_5.next = self.s2_hit_5.q.val();
            self.place[i].s3_hit_2.next = self.s3_hit_2.q.val();
            self.place[i].s3_asked.next = self.asked.val();
            self.place[i].s4_hit_1.next = self.s4_hit_1.q.val();
            self.place[i].s4_ahead.next = self.s4_ahead.q.val();
            self.place[i].s4_new.next = self.new.val();
            self.place[i].s4_open.next = self.s[4].q.val().open;
            self.place[i].s4_host.next = self.s[4].q.val().host;
            self.place[i].s5_valid.next = self.valid.q.val().get_bit(5);
            self.place[i].s5_qpn.next = self.s[5].q.val().qpn;
            self.rates[i].next = self.place[i].s3_mbps.val();
            self.seen[i].next = self.place[i].s4_seen.val();
            self.wrote[i].next = self.place[i].s5_wrote.val();
            self.source[i].next = self.place[i].s5_source.val();
            self.rated_before[i].next = self.place[i].s5_before.val();
            self.rated_mid[i].next = self.place[i].s5_mid.val();
            self.rated_after[i].next = self.place[i].s5_after.val();
        }
        for _k in 0..self._fewer {
            comment!("one that there is not is in use by no switch, lower than all, and never written");
            self.no_seen.next.was = false;
            self.no_seen.next.used = true;
            self.no_seen.next.same = false;
            self.no_seen.next.newer = false;
            self.no_seen.next.rated = true;
            self.no_seen.next.above = false;
            self.no_seen.next.reaches = false;
            self.no_source.next.used = false;
            self.no_source.next.switch = 0.into();
            self.no_source.next.seq = 0.into();
            self.no_source.next.rate = 0.into();
            self.no_source.next.expiry = 0.into();
            self.no_rate.next.live = false;
            self.no_rate.next.rate = 0.into();
        }
        for i in self._sources..4 {
            self.rates[i].next = 0.into();
            self.seen[i].next = self.no_seen.val();
            self.wrote[i].next = false;
            self.source[i].next = self.no_source.val();
            self.rated_before[i].next = self.no_rate.val();
            self.rated_mid[i].next = self.no_rate.val();
            self.rated_after[i].next = self.no_rate.val();
        }

        comment!("s3 to s5: where the advice goes");
        self.choose.s3_a.next = self.rates[0].val();
        self.choose.s3_b.next = self.rates[1].val();
        self.choose.s3_c.next = self.rates[2].val();
        self.choose.s3_d.next = self.rates[3].val();
        self.choose.s4_hit_1.next = self.s4_hit_1.q.val();
        self.choose.s4_a.next = self.seen[0].val();
        self.choose.s4_b.next = self.seen[1].val();
        self.choose.s4_c.next = self.seen[2].val();
        self.choose.s4_d.next = self.seen[3].val();
        self.asks.next.advice = self.s[4].q.val().advice;
        self.asks.next.withdraw = self.s[4].q.val().withdraw;
        self.asks.next.mark = self.s[4].q.val().mark;
        self.asks.next.loads = self.s[4].q.val().loads;
        self.asks.next.place = self.s[4].q.val().place;
        self.choose.s4_asks.next = self.asks.val();
        self.choose.s4_check.next = self.check[2].q.val();
        self.choose.s5_wrote.next = bits::<4>(self.wrote[0].val())
            | (bits::<4>(self.wrote[1].val()) << 1)
            | (bits::<4>(self.wrote[2].val()) << 2)
            | (bits::<4>(self.wrote[3].val()) << 3);
        for i in 0..self._sources {
            self.place[i].s4_writes.next = self.choose.s4_writes.val().get_bit(i);
            self.place[i].s4_withdraws.next = self.choose.s4_withdraws.val().get_bit(i);
        }
        self.s6_said.d.next = self.choose.s5_said.val();
        self.s7_said.d.next = self.s6_said.q.val();

        comment!("s5: counts; the clock and the walk; what a host_read shows");
        self.rejected_count.d.next = self.rejected_count.q.val();
        if self.valid.q.val().get_bit(5)
            & (self.choose.s5_said.val().wrong_rate
                | self.choose.s5_said.val().wrong_range
                | self.choose.s5_said.val().wrong_validity)
        {
            self.rejected_count.d.next = self.rejected_count.q.val() + 1;
        }
        self.marks_count.d.next = self.marks_count.q.val();
        if self.valid.q.val().get_bit(5) & self.s[5].q.val().mark & self.choose.s5_said.val().ignored {
            self.marks_count.d.next = self.marks_count.q.val() + 1;
        }
        self.rejected.next = self.rejected_count.q.val();
        self.marks.next = self.marks_count.q.val();
        self.sweep.init_we.next = self.init_we.val();
        self.sweep.init_addr.next = self.init_addr.val();
        self.sweep.tick.next = self.tick.val();
        self.sweep.s5_valid.next = self.valid.q.val().get_bit(5);
        self.sweep.s5_qpn.next = self.s[5].q.val().qpn;
        self.sweep.s5_now.next = self.s[5].q.val().now;
        self.sweep.s5_a.next = self.source[0].val();
        self.sweep.s5_b.next = self.source[1].val();
        self.sweep.s5_c.next = self.source[2].val();
        self.sweep.s5_d.next = self.source[3].val();
        self.sweep.due_ready.next = self.due_ready.val();
        self.due_valid.next = self.sweep.due_valid.val();
        self.due_qpn.next = self.sweep.due_qpn.val();
        self.now.next = self.sweep.now.val();
        self.dues.next = self.sweep.dues.val();
        self.late_worst.next = self.sweep.late_worst.val();
        self.held.next = self.sweep.held.val();
        self.carried.s5_read.next = self.source[0].val();
        if self.s[5].q.val().place.get_bit(0) {
            self.carried.s5_read.next = self.source[1].val();
        }
        if self.s[5].q.val().place.get_bit(1) {
            self.carried.s5_read.next = self.source[2].val();
        }
        if self.s[5].q.val().place.get_bit(1) & self.s[5].q.val().place.get_bit(0) {
            self.carried.s5_read.next = self.source[3].val();
        }

        comment!("s5 to s7: the lowest rate before time, behind it, and behind the event");
        self.before.a.next = self.rated_before[0].val();
        self.before.b.next = self.rated_before[1].val();
        self.before.c.next = self.rated_before[2].val();
        self.before.d.next = self.rated_before[3].val();
        self.mid.a.next = self.rated_mid[0].val();
        self.mid.b.next = self.rated_mid[1].val();
        self.mid.c.next = self.rated_mid[2].val();
        self.mid.d.next = self.rated_mid[3].val();
        self.after.a.next = self.rated_after[0].val();
        self.after.b.next = self.rated_after[1].val();
        self.after.c.next = self.rated_after[2].val();
        self.after.d.next = self.rated_after[3].val();

        comment!("s7 to s8: has the cap risen, or ended? What is taken away never makes it fall. If so the own values become");
        comment!("at most what it was: if time has not done it, a withdrawal may, and the cap is then still the one before time");
        self.rises_by_time.next =
            self.before.q.val().live & (!self.mid.q.val().live | (self.mid.q.val().rate != self.before.q.val().rate));
        self.rises_by_event.next = self.s7_said.q.val().withdrawn
            & self.before.q.val().live
            & (!self.after.q.val().live | (self.after.q.val().rate != self.before.q.val().rate));
        self.s8_last.d.next = self.before.q.val().rate;
        if self.s7_said.q.val().start {
            self.s8_last.d.next = self.lines.rdata.val();
        }
        self.s7_ruled.next.said = self.s7_said.q.val();
        self.s7_ruled.next.clamped = self.rises_by_time.val() | self.rises_by_event.val();
        self.s7_ruled.next.capped = self.after.q.val().live & !self.s[7].q.val().host;
        self.carried.s7_ruled.next = self.s7_ruled.val();
        self.s8_cap.d.next = 0.into();
        if self.after.q.val().live & !self.s[7].q.val().host {
            self.s8_cap.d.next = self.after.q.val().rate;
        }
        self.carried.s8_cap.next = self.s8_cap.q.val();

        comment!("s8 to s18: what both rates allow, and the pace of the cap");
        self.lowers.a0_rate.next = self.s8_last.q.val();
        self.lowers.a4_rtt.next = self.carried.s12_rtt.val();
        self.lowers.a8_mtu.next = self.mtus.rdata.val();
        self.caps.a0_rate.next = self.s8_cap.q.val();
        self.caps.a4_rtt.next = self.carried.s12_rtt.val();
        self.caps.a8_mtu.next = self.mtus.rdata.val();
        self.pace.p0_rate.next = self.s8_cap.q.val();

        comment!("s18 to s20: what the own values are now, and what is sent");
        self.result.s18_own.next = self.own.val();
        self.result.s18_wc.next = self.in_wc.val();
        for k in 0..self._own {
            self.carried.in_own_opt[k].next = self.own.val();
            self.carried.in_wc_opt[k].next = self.in_wc.val();
            self.result.s18_own.next = self.carried.s18_own_opt[k].val();
            self.result.s18_wc.next = self.carried.s18_wc_opt[k].val();
        }
        self.result.s18_lowers.next = self.lowers.a10.val();
        self.result.s18_caps.next = self.caps.a10.val();
        self.result.s18_pace.next = self.pace.p10_pace.val();
        self.result.s18_ruled.next = self.carried.s18_ruled.val();

        comment!("s20: the result");
        self.out_valid.next = self.valid.q.val().get_bit(20);
        self.out_kind.next = self.carried.s20_kind.val();
        self.out_qpn.next = self.s[20].q.val().qpn;
        self.out_flags.next = self.result.s20_flags.val();
        self.out_cap.next = self.carried.s20_cap.val();
        self.out_pace.next = self.result.s20_pace.val();
        self.out_rc.next = self.result.s20_own.val().rc;
        self.out_cw.next = self.result.s20_own.val().cw;
        self.out_w.next = self.result.s20_own.val().w;
        self.out_wc.next = self.result.s20_wc.val();
        self.out_send_rate.next = self.result.s20_send.val().rc;
        self.out_send_cw.next = self.result.s20_send.val().cw;
        self.out_send_w.next = self.result.s20_send.val().w;
        self.out_used.next = self.carried.s20_read.val().used;
        self.out_switch.next = self.carried.s20_read.val().switch;
        self.out_seq.next = self.carried.s20_read.val().seq;
        self.out_rate.next = self.carried.s20_read.val().rate;
        self.out_expiry.next = self.carried.s20_read.val().expiry;

        for k in 0..self._reads {
            for i in 0..self._sources {
                self.place[i].re_opt[k].next = self.valid.q.val().get_bit(0);
            }
        }
        for k in 0..self._ecc {
            comment!("check bits: every event writes its QP's places and the walk's copy back");
            self.ecc_in.next = self.ecc_opt[k].val();
            self.sweep.ecc_opt[k].next = self.ecc_in.val();
            self.all_fault.next = self.sweep.fault_opt[k].val();
            for i in 0..self._sources {
                self.place[i].ecc_opt[k].next = self.ecc_in.val();
                self.of_place.next = self.place[i].fault_opt[k].val();
                self.all_fault.next.corrected = self.all_fault.val().corrected | self.of_place.val().corrected;
                self.all_fault.next.uncorrectable =
                    self.all_fault.val().uncorrectable | self.of_place.val().uncorrectable;
            }
            self.fault_opt[k].next = self.all_fault.val();
            self.rom_opt[k].next = self.pace.rom_opt[k].val();
        }
    }
}
