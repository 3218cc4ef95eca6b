#![doc = include_str!("../inserter.md")]
//!
//! # Why this file
//!
//! Beats wait here until it is known what is done with their frame; it says which one goes next, and puts in the ICRC
//! at the end. What the headers say is found in `catch` and `decide`, whose turn it is in `policy`; `turn` moves what
//! stands behind the area.

mod catch;
mod decide;
mod lanes;
mod pins;
mod policy;
mod records;
mod turn;
#[cfg(test)]
mod unit;

use crate::parser::lanes::Lanes;
use crate::prelude::*;
use crate::responder::FrameIcrc;
use catch::Catch;
use decide::Decide;
use lanes::{BeatOf, LanesOf};
use policy::Policy;
use records::{Beat, Begun, Going, Mark, Plan, Row, Step};
use turn::Turn;

/// Stages behind b0 that a beat goes through.
const STAGES: usize = 9;

/// Puts telemetry's area into data packets. W bits a beat, K = W/8 bytes, L = W/32 lanes.
#[derive(LogicBlock)]
pub struct Inserter<const W: usize, const K: usize, const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub cfg_telemetry_area: Signal<In, U<6>>,
    pub cfg_max_frame_bytes: Signal<In, U<14>>,
    pub host_we: Signal<In, Bit>,
    pub host_qpn: Signal<In, Qpn>,
    pub host_every: Signal<In, U<8>>,
    pub s_axis_tdata: Signal<In, Bus<W>>,
    pub s_axis_tkeep: Signal<In, U<K>>,
    pub s_axis_tvalid: Signal<In, Bit>,
    pub s_axis_tready: Signal<Out, Bit>,
    pub s_axis_tlast: Signal<In, Bit>,
    pub s_axis_tuser: Signal<In, Qpn>,
    pub m_axis_tdata: Signal<Out, Bus<W>>,
    pub m_axis_tkeep: Signal<Out, U<K>>,
    pub m_axis_tvalid: Signal<Out, Bit>,
    pub m_axis_tready: Signal<In, Bit>,
    pub m_axis_tlast: Signal<Out, Bit>,
    pub m_axis_tuser: Signal<Out, Bit>,
    pub inserted: Signal<Out, U<32>>,
    pub passed: Signal<Out, U<32>>,
    pub too_long: Signal<Out, U<32>>,
    pub not_data: Signal<Out, U<32>>,
    pub broken: Signal<Out, U<32>>,

    area: DReg<U<6>>,
    limit: DReg<U<15>>,
    by: DReg<U<4>>,
    has_area: DReg<Bit>,
    /// Whole beats of the area, in words.
    extent: DReg<U<7>>,
    takes: Signal<Local, Bit>,
    came: LanesOf<W, K, L>,
    row: Signal<Local, Row<W, K>>,
    rows: Fifo<Row<W, K>, 6>,
    k1_valid: Reg<Bit>,
    k1_last: DReg<Bit>,
    k1_keep: DReg<U<K>>,
    rises: Signal<Local, Bit>,
    mark: Signal<Local, Mark>,
    marks: Fifo<Mark, 6>,
    catch: Catch<L>,
    decide: Decide,
    policy: Policy,
    plans: Fifo<Plan, 6>,

    head: Signal<Local, Mark>,
    plan: Signal<Local, Plan>,
    at: Reg<U<13>>,
    /// How far the area has gone over whole beats, in words.
    gone: Reg<U<7>>,
    flushes: Reg<Bit>,
    odd: Reg<Bit>,
    room: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    area_from: Signal<Local, U<13>>,
    begins: Signal<Local, Bit>,
    holds: Signal<Local, Bit>,
    end_sum: Signal<Local, U<5>>,
    spills: Signal<Local, Bit>,
    whole: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    step: Signal<Local, Step>,
    first: LanesOf<W, K, L>,

    /// Element i: there is a beat in stage i + 1.
    valid: [Reg<Bit>; STAGES],
    turn: Turn<L>,
    b1: Signal<Local, Begun>,
    ends: Signal<Local, Bit>,
    b5_first: Delay<Bit>,
    b7_lane: Delay<U<4>>,
    b4_tail: DReg<U<16>>,
    icrc: FrameIcrc<L>,
    going: Delay<Going>,
    later: Lanes<Delay<U<36>>, L>,
    b9_going: Signal<Local, Going>,
    b9_icrc: Signal<Local, U<32>>,
    is_icrc: Lanes<Signal<Local, Bit>, L>,
    b9_lane: Lanes<Signal<Local, U<36>>, L>,
    held_valid: Reg<Bit>,
    held_last: DReg<Bit>,
    held_broken: DReg<Bit>,
    held: Lanes<DReg<U<36>>, L>,
    emits: Signal<Local, Bit>,
    end_lane: Signal<Local, U<36>>,
    beat_of: BeatOf<W, K, L>,
    beat: Signal<Local, Beat<W, K>>,
    beats: Fifo<Beat<W, K>, 6>,

    inserted_count: Reg<U<32>>,
    passed_count: Reg<U<32>>,
    too_long_count: Reg<U<32>>,
    not_data_count: Reg<U<32>>,
    broken_count: Reg<U<32>>,
    lane_mask: Constant<U<13>>,
    shape: Shape,
}

impl<const W: usize, const K: usize, const L: usize> Default for Inserter<W, K, L> {
    fn default() -> Self {
        const { assert!(matches!(W, 64 | 128 | 256 | 512) && W == 8 * K && W == 32 * L, "W bits, K bytes, L lanes") };
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            cfg_telemetry_area: Default::default(),
            cfg_max_frame_bytes: Default::default(),
            host_we: Default::default(),
            host_qpn: Default::default(),
            host_every: Default::default(),
            s_axis_tdata: Default::default(),
            s_axis_tkeep: Default::default(),
            s_axis_tvalid: Default::default(),
            s_axis_tready: Default::default(),
            s_axis_tlast: Default::default(),
            s_axis_tuser: Default::default(),
            m_axis_tdata: Default::default(),
            m_axis_tkeep: Default::default(),
            m_axis_tvalid: Default::default(),
            m_axis_tready: Default::default(),
            m_axis_tlast: Default::default(),
            m_axis_tuser: Default::default(),
            inserted: Default::default(),
            passed: Default::default(),
            too_long: Default::default(),
            not_data: Default::default(),
            broken: Default::default(),
            area: Default::default(),
            limit: Default::default(),
            by: Default::default(),
            has_area: Default::default(),
            extent: Default::default(),
            takes: Default::default(),
            came: Default::default(),
            row: Default::default(),
            rows: Default::default(),
            k1_valid: Default::default(),
            k1_last: Default::default(),
            k1_keep: Default::default(),
            rises: Default::default(),
            mark: Default::default(),
            marks: Default::default(),
            catch: Default::default(),
            decide: Default::default(),
            policy: Default::default(),
            plans: Default::default(),
            head: Default::default(),
            plan: Default::default(),
            at: Default::default(),
            gone: Default::default(),
            flushes: Default::default(),
            odd: Default::default(),
            room: Default::default(),
            goes: Default::default(),
            area_from: Default::default(),
            begins: Default::default(),
            holds: Default::default(),
            end_sum: Default::default(),
            spills: Default::default(),
            whole: Default::default(),
            leaves: Default::default(),
            step: Default::default(),
            first: Default::default(),
            valid: Default::default(),
            turn: Default::default(),
            b1: Default::default(),
            ends: Default::default(),
            b5_first: Delay::new(4),
            b7_lane: Delay::new(6),
            b4_tail: Default::default(),
            icrc: Default::default(),
            going: Delay::new(7),
            later: Lanes::from(std::array::from_fn(|_| Delay::new(5))),
            b9_going: Default::default(),
            b9_icrc: Default::default(),
            is_icrc: Default::default(),
            b9_lane: Default::default(),
            held_valid: Default::default(),
            held_last: Default::default(),
            held_broken: Default::default(),
            held: Default::default(),
            emits: Default::default(),
            end_lane: Default::default(),
            beat_of: Default::default(),
            beat: Default::default(),
            beats: Default::default(),
            inserted_count: Default::default(),
            passed_count: Default::default(),
            too_long_count: Default::default(),
            not_data_count: Default::default(),
            broken_count: Default::default(),
            lane_mask: Constant::new((L as u64 - 1).into()),
            shape: Shape::of(&[("L", L), ("K", K), ("STAGES", STAGES)]),
        }
    }
}

#[allow(clippy::nonminimal_bool)]
impl<const W: usize, const K: usize, const L: usize> Logic for Inserter<W, K, L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inserter");
        comment!("@doc Puts the area for telemetry into RoCEv2 data packets that leave, between UDP and BTH: lengths, IPv4 checksum and ICRC");
        comment!("@doc are made anew. Everything else goes through as it is.");
        comment!("@port init_we the QP at init_addr has no policy: every QP once behind each reset; no beat is taken and host_we is ignored meanwhile");
        comment!("@port init_addr index of the QP");
        comment!("@port cfg_telemetry_area words of the area; 0: no packet gets one");
        comment!("@port cfg_max_frame_bytes a frame that were longer with the area gets none");
        comment!("@port host_we the QP's policy is written; always taken");
        comment!("@port host_qpn index of the QP");
        comment!("@port host_every 0: none of its data packets carries the area; k: one in k");
        comment!("@port s_axis_tdata first byte of the frame in bits 7:0 of the first beat; no FCS, and four bytes at the place of the ICRC");
        comment!("@port s_axis_tkeep all ones but on the last beat, where it is a run of ones from bit 0");
        comment!("@port s_axis_tuser on the first beat: index of the QP whose packet it is; of other frames it does not count");
        comment!("@port m_axis_tdata first byte of the frame in bits 7:0 of the first beat; bytes that are not kept are 0 in a frame that is whole");
        comment!("@port m_axis_tkeep as it came, with the area's bytes");
        comment!("@port m_axis_tuser on the last beat: the frame got an area and lacks its end, or had an odd tkeep; a MAC must spoil it");
        comment!("@port inserted frames that got the area, modulo 2^32, as all counters; each counts as its last beat is begun");
        comment!("@port passed data packets without one, as their QP's policy says");
        comment!("@port too_long data packets whose turn it was, and that would have become too long");
        comment!("@port not_data all other frames");
        comment!("@port broken of those with an area: m_axis_tuser was set");
        clock!(self, clock, area, limit, by, has_area, extent, rows, k1_valid, k1_last, k1_keep, marks, catch, decide);
        clock!(self, clock, policy, plans, at, gone, flushes, odd, turn, b5_first, b7_lane, b4_tail, icrc, going);
        clock!(self, clock, held_valid, held_last, held_broken, beats, inserted_count, passed_count, too_long_count);
        clock!(self, clock, not_data_count, broken_count);

        comment!("the configuration does not change while frames are under way");
        self.area.d.next = self.cfg_telemetry_area.val();
        self.limit.d.next = bits::<15>(self.cfg_max_frame_bytes.val()) + 2;
        self.by.d.next = (bits::<13>(self.cfg_telemetry_area.val()) & self.lane_mask.val()).get_bits::<4>(0);
        self.has_area.d.next = self.cfg_telemetry_area.val().any();
        self.extent.d.next = (bits::<13>(self.cfg_telemetry_area.val()) & !self.lane_mask.val()).get_bits::<7>(0);

        comment!("a beat is taken: it waits, and what is looked at of it is caught");
        self.s_axis_tready.next = self.rows.in_ready.val() & !self.init_we.val();
        self.takes.next = self.s_axis_tvalid.val() & self.rows.in_ready.val() & !self.init_we.val();
        self.row.next.data = self.s_axis_tdata.val();
        self.row.next.keep = self.s_axis_tkeep.val();
        self.rows.in_valid.next = self.takes.val();
        self.rows.in_data.next = self.row.val();
        self.came.data.next = self.s_axis_tdata.val();
        self.came.keep.next = self.s_axis_tkeep.val();
        self.catch.takes.next = self.takes.val();
        self.catch.last.next = self.s_axis_tlast.val();
        self.catch.qpn.next = self.s_axis_tuser.val();
        for j in 0..L {
            self.catch.lane[j].next = self.came.lane[j].val();
        }

        comment!("a cycle later: is its tkeep one that may be, and where does it end");
        self.k1_valid.d.next = self.takes.val();
        self.k1_last.d.next = self.s_axis_tlast.val();
        self.k1_keep.d.next = self.s_axis_tkeep.val();
        self.rises.next = (self.k1_keep.q.val() & (self.k1_keep.q.val() + 1)).any();
        self.mark.next.last = self.k1_last.q.val();
        self.mark.next.odd = !self.k1_keep.q.val().all();
        if self.k1_last.q.val() {
            self.mark.next.odd = self.rises.val() | !self.k1_keep.q.val().any();
        }
        self.mark.next.end_lane = 0.into();
        self.mark.next.end_pair = self.k1_keep.q.val().get_bits::<3>(1).any();
        for j in 1..L {
            if self.k1_keep.q.val().get_bits::<4>(4 * j).any() {
                self.mark.next.end_lane = j.to_bits::<U<4>>();
                self.mark.next.end_pair = self.k1_keep.q.val().get_bits::<3>(4 * j + 1).any();
            }
        }
        self.marks.in_valid.next = self.k1_valid.q.val();
        self.marks.in_data.next = self.mark.val();

        comment!("d0 to d3: what is done with the frame");
        self.decide.area.next = self.area.q.val();
        self.decide.limit.next = self.limit.q.val();
        for k in 0..16 {
            self.decide.d0_word[k].next = self.catch.d0_word[k].val();
        }
        for k in 0..3 {
            self.decide.d0_bth_v4[k].next = self.catch.d0_bth_v4[k].val();
            self.decide.d0_bth_v6[k].next = self.catch.d0_bth_v6[k].val();
        }
        self.policy.init_we.next = self.init_we.val();
        self.policy.init_addr.next = self.init_addr.val();
        self.policy.host_we.next = self.host_we.val();
        self.policy.host_qpn.next = self.host_qpn.val();
        self.policy.host_every.next = self.host_every.val();
        self.policy.has_area.next = self.has_area.q.val();
        self.policy.d0_valid.next = self.catch.d0_valid.val();
        self.policy.d0_qpn.next = self.catch.d0_qpn.val();
        self.policy.d3.next = self.decide.d3.val();
        self.policy.d3_over.next = self.decide.d3_over.val();
        self.plans.in_valid.next = self.policy.d3_valid.val();
        self.plans.in_data.next = self.policy.d3_plan.val();

        comment!("b0: the beat that goes next, while fewer than 16 wait to be taken: those under way have room too");
        self.head.next = self.marks.out_data.val();
        self.plan.next = self.plans.out_data.val();
        self.room.next = !self.beats.count.val().get_bits::<2>(4).any();
        self.goes.next = self.marks.out_valid.val() & self.plans.out_valid.val() & self.room.val();

        comment!("b0: the beat in which the area begins stays for the whole beats of it");
        self.area_from.next = bits::<13>(self.plan.val().found.area_at) - 1;
        self.begins.next = self.plan.val().inserts
            & self.extent.q.val().any()
            & !self.gone.q.val().any()
            & !((self.at.q.val() ^ self.area_from.val()) & !self.lane_mask.val()).any();
        self.holds.next = self.begins.val() | (self.gone.q.val().any() & !(self.gone.q.val() == self.extent.q.val()));

        comment!("b0: the last beat stays where its end goes over into another one");
        self.end_sum.next = bits::<5>(self.head.val().end_lane) + bits::<5>(self.by.q.val());
        self.spills.next = self.plan.val().inserts & (self.end_sum.val() & bits::<5>(L)).any() & !self.flushes.q.val();
        self.whole.next = !self.holds.val() & self.head.val().last;
        self.leaves.next = self.goes.val() & self.whole.val() & !self.spills.val();
        self.rows.out_ready.next = self.goes.val() & !self.holds.val() & !(self.head.val().last & self.spills.val());
        self.marks.out_ready.next = self.goes.val() & !self.holds.val() & !(self.head.val().last & self.spills.val());
        self.plans.out_ready.next = self.leaves.val();

        self.at.d.next = self.at.q.val();
        self.gone.d.next = self.gone.q.val();
        self.flushes.d.next = self.flushes.q.val();
        self.odd.d.next = self.odd.q.val();
        if self.goes.val() {
            if !self.at.q.val().get_bit(12) {
                self.at.d.next = self.at.q.val() + bits::<13>(L);
            }
            self.gone.d.next = 0.into();
            if self.holds.val() {
                self.gone.d.next = self.gone.q.val() + bits::<7>(L);
            }
            self.flushes.d.next = self.whole.val() & self.spills.val();
            self.odd.d.next = self.odd.q.val() | self.head.val().odd;
        }
        if self.leaves.val() {
            self.at.d.next = 0.into();
            self.odd.d.next = false;
        }

        self.step.next.at = self.at.q.val();
        self.step.next.first = !self.at.q.val().any();
        self.step.next.last = self.whole.val() & !self.spills.val();
        self.step.next.flush = self.flushes.q.val();
        self.step.next.odd = self.odd.q.val() | self.head.val().odd;
        self.step.next.end_lane = self.end_sum.val().get_bits::<4>(0) & self.lane_mask.val().get_bits::<4>(0);
        self.step.next.end_pair = self.head.val().end_pair;
        self.step.next.plan = self.plan.val();
        self.first.data.next = self.rows.out_data.val().data;
        self.first.keep.next = self.rows.out_data.val().keep;

        comment!("b0 to b9: nothing stalls");
        for i in 0..STAGES {
            clock!(self, clock, valid[i]);
        }
        self.valid[0].d.next = self.goes.val();
        for i in 1..STAGES {
            self.valid[i].d.next = self.valid[i - 1].q.val();
        }
        self.turn.by.next = self.by.q.val();
        self.turn.b0_step.next = self.step.val();
        self.turn.b3_valid.next = self.valid[2].q.val();
        for j in 0..L {
            self.turn.b0_lane[j].next = self.first.lane[j].val();
        }

        comment!("b1: it is counted");
        self.b1.next = self.turn.b1.val();
        self.ends.next = self.valid[0].q.val() & self.b1.val().last;
        self.inserted_count.d.next = self.inserted_count.q.val() + bits::<32>(self.ends.val() & self.b1.val().inserts);
        self.passed_count.d.next = self.passed_count.q.val() + bits::<32>(self.ends.val() & self.b1.val().passes);
        self.too_long_count.d.next = self.too_long_count.q.val() + bits::<32>(self.ends.val() & self.b1.val().too_long);
        self.not_data_count.d.next = self.not_data_count.q.val() + bits::<32>(self.ends.val() & !self.b1.val().data);
        self.broken_count.d.next = self.broken_count.q.val() + bits::<32>(self.ends.val() & self.b1.val().broken);
        self.inserted.next = self.inserted_count.q.val();
        self.passed.next = self.passed_count.q.val();
        self.too_long.next = self.too_long_count.q.val();
        self.not_data.next = self.not_data_count.q.val();
        self.broken.next = self.broken_count.q.val();

        comment!("b3 to b9: the ICRC; a word begins with the last half of the lane before it");
        self.icrc.b3_v6.next = self.turn.b3_v6.val();
        self.b4_tail.d.next = self.b4_tail.q.val();
        if self.valid[3].q.val() {
            self.b4_tail.d.next = self.turn.b4_lane[L - 1].val().get_bits::<16>(0);
        }
        self.icrc.b4_word[0].next =
            (bits::<32>(self.b4_tail.q.val()) << 16) | bits::<32>(self.turn.b4_lane[0].val().get_bits::<16>(16));
        for j in 1..L {
            self.icrc.b4_word[j].next = (self.turn.b4_lane[j - 1].val().get_bits::<16>(0).get_bits::<32>(0) << 16)
                | self.turn.b4_lane[j].val().get_bits::<16>(16).get_bits::<32>(0);
        }
        for j in 0..L {
            self.icrc.b3_prefix[j].next = self.turn.b3_prefix[j].val();
            self.icrc.b3_word0[j].next = self.turn.b3_word0[j].val();
            self.icrc.b3_word1[j].next = self.turn.b3_word1[j].val();
            self.icrc.b3_word2[j].next = self.turn.b3_word2[j].val();
            self.icrc.b3_udp_checksum[j].next = self.turn.b3_udp_checksum[j].val();
            self.icrc.b3_bth_ecn[j].next = self.turn.b3_bth_ecn[j].val();
            self.icrc.b3_area[j].next = self.turn.b3_area[j].val();
            self.icrc.b3_inside[j].next = self.turn.b3_inside[j].val();
        }
        self.b5_first.d.next = self.b1.val().first;
        self.b7_lane.d.next = self.b1.val().icrc_lane;
        self.icrc.b5_valid.next = self.valid[4].q.val();
        self.icrc.b5_first.next = self.b5_first.q.val();
        self.icrc.b7_lane.next = self.b7_lane.q.val();

        comment!(
            "b9: put in. Of a beat that is held the last half waits for the next one, where the ICRC may be in lane 0"
        );
        self.going.d.next = self.turn.b2_going.val();
        self.b9_going.next = self.going.q.val();
        self.b9_icrc.next = self.icrc.b9_icrc.val();
        for j in 0..L {
            clock!(self, clock, later[j], held[j]);
            self.later[j].d.next = self.turn.b4_lane[j].val();
            self.is_icrc[j].next =
                self.b9_going.val().has_icrc & (self.b9_going.val().icrc_lane == j.to_bits::<U<4>>());
        }
        for j in 0..L {
            self.b9_lane[j].next = self.later[j].q.val();
            if self.is_icrc[j].val() {
                self.b9_lane[j].next = (self.later[j].q.val().get_bits::<4>(32).get_bits::<36>(0) << 32)
                    | (bits::<36>(self.b9_icrc.val().get_bits::<16>(0)) << 16)
                    | self.later[j].q.val().get_bits::<16>(0).get_bits::<36>(0);
            }
        }
        for j in 1..L {
            if self.is_icrc[j].val() {
                self.b9_lane[j - 1].next = (self.later[j - 1].q.val().get_bits::<20>(16).get_bits::<36>(0) << 16)
                    | bits::<36>(self.b9_icrc.val().get_bits::<16>(16));
            }
        }
        self.emits.next = self.held_valid.q.val() & (self.valid[8].q.val() | self.held_last.q.val());
        self.held_valid.d.next = self.valid[8].q.val() | (self.held_valid.q.val() & !self.held_last.q.val());
        self.held_last.d.next = self.held_last.q.val();
        self.held_broken.d.next = self.held_broken.q.val();
        if self.valid[8].q.val() {
            self.held_last.d.next = self.b9_going.val().last;
            self.held_broken.d.next = self.b9_going.val().broken;
        }
        for j in 0..L {
            self.held[j].d.next = self.held[j].q.val();
            if self.valid[8].q.val() {
                self.held[j].d.next = self.b9_lane[j].val();
            }
        }
        self.end_lane.next = self.held[L - 1].q.val();
        if self.is_icrc[0].val() {
            self.end_lane.next = (bits::<36>(self.held[L - 1].q.val().get_bits::<20>(16)) << 16)
                | bits::<36>(self.b9_icrc.val().get_bits::<16>(16));
        }
        for j in 1..L {
            self.beat_of.lane[j - 1].next = self.held[j - 1].q.val();
        }
        self.beat_of.lane[L - 1].next = self.end_lane.val();
        self.beat.next.data = self.beat_of.data.val();
        self.beat.next.keep = self.beat_of.keep.val();
        self.beat.next.last = self.held_last.q.val();
        self.beat.next.broken = self.held_last.q.val() & self.held_broken.q.val();

        comment!("32 beats wait to be taken");
        self.beats.in_valid.next = self.emits.val();
        self.beats.in_data.next = self.beat.val();
        self.beats.out_ready.next = self.m_axis_tready.val();
        self.m_axis_tvalid.next = self.beats.out_valid.val();
        self.m_axis_tdata.next = self.beats.out_data.val().data;
        self.m_axis_tkeep.next = self.beats.out_data.val().keep;
        self.m_axis_tlast.next = self.beats.out_data.val().last;
        self.m_axis_tuser.next = self.beats.out_data.val().broken;
    }
}
