//! A beat with what the area moves: b0 to b4. Words are as the parser's: lane j of a beat whose lane 0 is word `at` has
//! the low half of word at + j, and behind it the high half of the next one. The area has whole words, so what stands
//! behind it is turned by lanes.

use super::records::{Begun, Found, Going, Step};
use crate::parser::lanes::Lanes;
use crate::prelude::*;

/// One beat a cycle, without a stall.
#[derive(LogicBlock)]
pub struct Turn<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub by: Signal<In, U<4>>,
    pub b0_step: Signal<In, Step>,
    pub b0_lane: Lanes<Signal<In, U<36>>, L>,
    pub b1: Signal<Out, Begun>,
    pub b2_going: Signal<Out, Going>,
    pub b3_valid: Signal<In, Bit>,
    pub b3_v6: Signal<Out, Bit>,
    pub b3_prefix: Lanes<Signal<Out, Bit>, L>,
    pub b3_word0: Lanes<Signal<Out, Bit>, L>,
    pub b3_word1: Lanes<Signal<Out, Bit>, L>,
    pub b3_word2: Lanes<Signal<Out, Bit>, L>,
    pub b3_udp_checksum: Lanes<Signal<Out, Bit>, L>,
    pub b3_bth_ecn: Lanes<Signal<Out, Bit>, L>,
    pub b3_area: Lanes<Signal<Out, Bit>, L>,
    pub b3_inside: Lanes<Signal<Out, Bit>, L>,
    pub b4_lane: Lanes<Signal<Out, U<36>>, L>,

    step: DReg<Step>,
    begun: Signal<Local, Begun>,
    end_at: Signal<Local, U<13>>,
    short: Signal<Local, Bit>,
    broken: Signal<Local, Bit>,
    lane: Lanes<DReg<U<36>>, L>,
    low: Lanes<Mux4<36>, L>,

    b2: DReg<Step>,
    b2_broken: DReg<Bit>,
    going: Signal<Local, Going>,
    found: Signal<Local, Found>,
    near: Signal<Local, Bit>,
    ip_at: Signal<Local, U<7>>,
    area_at: Signal<Local, U<7>>,
    bth_at: Signal<Local, U<7>>,
    place: Lanes<Signal<Local, U<7>>, L>,
    before_front: Lanes<Signal<Local, Bit>, L>,
    before_back: Lanes<Signal<Local, Bit>, L>,
    behind_front: Lanes<Signal<Local, Bit>, L>,
    behind_back: Lanes<Signal<Local, Bit>, L>,
    is_ip: Lanes<Signal<Local, Bit>, L>,
    crosses: Lanes<Signal<Local, Bit>, L>,
    b2_lane: Lanes<DReg<U<36>>, L>,
    b2_turned: Lanes<DReg<U<36>>, L>,
    high: Lanes<Mux4<36>, L>,

    v6: DReg<Bit>,
    prefix: Lanes<DReg<Bit>, L>,
    word0: Lanes<DReg<Bit>, L>,
    word1: Lanes<DReg<Bit>, L>,
    word2: Lanes<DReg<Bit>, L>,
    udp_checksum: Lanes<DReg<Bit>, L>,
    bth_ecn: Lanes<DReg<Bit>, L>,
    area: Lanes<DReg<Bit>, L>,
    inside: Lanes<DReg<Bit>, L>,
    ip_length: DReg<U<16>>,
    udp_length: DReg<U<16>>,
    checksum: DReg<U<16>>,
    /// Of each half of a lane: it stays, it is in the area, it comes from this beat, or from the one before.
    front_stays: Lanes<DReg<Bit>, L>,
    front_area: Lanes<DReg<Bit>, L>,
    front_now: Lanes<DReg<Bit>, L>,
    front_late: Lanes<DReg<Bit>, L>,
    back_stays: Lanes<DReg<Bit>, L>,
    back_area: Lanes<DReg<Bit>, L>,
    back_now: Lanes<DReg<Bit>, L>,
    back_late: Lanes<DReg<Bit>, L>,
    /// What is written anew.
    is_length_v4: Lanes<DReg<Bit>, L>,
    is_length_v6: Lanes<DReg<Bit>, L>,
    is_checksum: Lanes<DReg<Bit>, L>,
    is_udp_length: Lanes<DReg<Bit>, L>,
    is_udp_checksum: Lanes<DReg<Bit>, L>,
    b3_lane: Lanes<DReg<U<36>>, L>,
    turned: Lanes<DReg<U<36>>, L>,
    late: Lanes<DReg<U<36>>, L>,

    front: Lanes<Signal<Local, U<16>>, L>,
    front_kept: Lanes<Signal<Local, U<2>>, L>,
    back: Lanes<Signal<Local, U<16>>, L>,
    back_kept: Lanes<Signal<Local, U<2>>, L>,
    made: Lanes<DReg<U<36>>, L>,
    lane_mask: Constant<U<13>>,
    shape: Shape,
}

impl<const L: usize> Default for Turn<L> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            by: Default::default(),
            b0_step: Default::default(),
            b0_lane: Default::default(),
            b1: Default::default(),
            b2_going: Default::default(),
            b3_valid: Default::default(),
            b3_v6: Default::default(),
            b3_prefix: Default::default(),
            b3_word0: Default::default(),
            b3_word1: Default::default(),
            b3_word2: Default::default(),
            b3_udp_checksum: Default::default(),
            b3_bth_ecn: Default::default(),
            b3_area: Default::default(),
            b3_inside: Default::default(),
            b4_lane: Default::default(),
            step: Default::default(),
            begun: Default::default(),
            end_at: Default::default(),
            short: Default::default(),
            broken: Default::default(),
            lane: Default::default(),
            low: Default::default(),
            b2: Default::default(),
            b2_broken: Default::default(),
            going: Default::default(),
            found: Default::default(),
            near: Default::default(),
            ip_at: Default::default(),
            area_at: Default::default(),
            bth_at: Default::default(),
            place: Default::default(),
            before_front: Default::default(),
            before_back: Default::default(),
            behind_front: Default::default(),
            behind_back: Default::default(),
            is_ip: Default::default(),
            crosses: Default::default(),
            b2_lane: Default::default(),
            b2_turned: Default::default(),
            high: Default::default(),
            v6: Default::default(),
            prefix: Default::default(),
            word0: Default::default(),
            word1: Default::default(),
            word2: Default::default(),
            udp_checksum: Default::default(),
            bth_ecn: Default::default(),
            area: Default::default(),
            inside: Default::default(),
            ip_length: Default::default(),
            udp_length: Default::default(),
            checksum: Default::default(),
            front_stays: Default::default(),
            front_area: Default::default(),
            front_now: Default::default(),
            front_late: Default::default(),
            back_stays: Default::default(),
            back_area: Default::default(),
            back_now: Default::default(),
            back_late: Default::default(),
            is_length_v4: Default::default(),
            is_length_v6: Default::default(),
            is_checksum: Default::default(),
            is_udp_length: Default::default(),
            is_udp_checksum: Default::default(),
            b3_lane: Default::default(),
            turned: Default::default(),
            late: Default::default(),
            front: Default::default(),
            front_kept: Default::default(),
            back: Default::default(),
            back_kept: Default::default(),
            made: Default::default(),
            lane_mask: Constant::new((L as u64 - 1).into()),
            shape: Shape::of(&[("L", L)]),
        }
    }
}

impl<const L: usize> Logic for Turn<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inserter_turn");
        comment!("@doc A beat with what the area moves, four cycles. What stands behind the area is turned by lanes, and what goes over the");
        comment!("@doc end comes a beat later. Lengths and the IPv4 checksum are written anew, the ICRC is not yet.");
        comment!("@port by lanes by which the area turns a beat");
        comment!("@port b0_step a beat that goes out");
        comment!(
            "@port b0_lane_0 the beat that waits: four bytes, the first on top, and above them their bits of tkeep"
        );
        comment!("@port b1 the beat of the last cycle");
        comment!("@port b1_broken it ends a frame with an area, and that lacks its end or had an odd tkeep");
        comment!("@port b3_valid there is a beat in stage 3");
        comment!("@port b3_prefix_0 of each lane, for the ICRC: the word ahead of the IP header");
        comment!("@port b3_word0_0 the first word of the IP header");
        comment!("@port b3_inside_0 it comes behind Ethernet and ahead of the ICRC");
        comment!("@port b4_lane_0 the lane");
        clock!(self, clock, step, b2, b2_broken, v6, ip_length, udp_length, checksum);

        comment!("b1: is all there that the lengths say");
        self.step.d.next = self.b0_step.val();
        self.end_at.next = self.step.q.val().at | bits::<13>(self.step.q.val().end_lane);
        self.short.next = (self.end_at.val() < self.step.q.val().plan.found.icrc_at)
            | ((self.end_at.val() == self.step.q.val().plan.found.icrc_at) & !self.step.q.val().end_pair);
        self.broken.next =
            self.step.q.val().plan.inserts & self.step.q.val().last & (self.short.val() | self.step.q.val().odd);
        self.begun.next.first = self.step.q.val().first;
        self.begun.next.last = self.step.q.val().last;
        self.begun.next.inserts = self.step.q.val().plan.inserts;
        self.begun.next.passes = self.step.q.val().plan.passes;
        self.begun.next.too_long = self.step.q.val().plan.too_long;
        self.begun.next.data = self.step.q.val().plan.found.data;
        self.begun.next.broken = self.broken.val();
        self.begun.next.icrc_lane = (self.step.q.val().plan.found.icrc_at & self.lane_mask.val()).get_bits::<4>(0);
        self.b1.next = self.begun.val();
        self.b2_broken.d.next = self.broken.val();
        self.b2.d.next = self.step.q.val();

        comment!("b1: turned by 0 to 3 lanes");
        for j in 0..L {
            clock!(self, clock, lane[j], b2_lane[j], b2_turned[j]);
            self.lane[j].d.next = self.b0_lane[j].val();
            self.b2_lane[j].d.next = self.lane[j].q.val();
        }
        for j in 0..L {
            self.low[j].d0.next = self.lane[j].q.val();
            self.low[j].d1.next = self.lane[(j + 16 * L - 1) % L].q.val();
            self.low[j].d2.next = self.lane[(j + 16 * L - 2) % L].q.val();
            self.low[j].d3.next = self.lane[(j + 16 * L - 3) % L].q.val();
            self.low[j].sel.next = self.by.val().get_bits::<2>(0);
            self.low[j].also.next = 0.into();
            self.b2_turned[j].d.next = self.low[j].q.val();
        }

        comment!("b2: what goes with the beat");
        self.going.next.last = self.b2.q.val().last;
        self.going.next.broken = self.b2_broken.q.val();
        self.going.next.has_icrc = self.b2.q.val().plan.inserts
            & !((self.b2.q.val().at ^ self.b2.q.val().plan.found.icrc_at) & !self.lane_mask.val()).any();
        self.going.next.icrc_lane = (self.b2.q.val().plan.found.icrc_at & self.lane_mask.val()).get_bits::<4>(0);
        self.b2_going.next = self.going.val();

        comment!("b2: what each lane is. Its front is the low half of the word of its place, its back the high half of the next word");
        self.found.next = self.b2.q.val().plan.found;
        self.near.next = !self.b2.q.val().at.get_bits::<6>(7).any();
        self.ip_at.next = bits::<7>(self.found.val().ip_at);
        self.area_at.next = bits::<7>(self.found.val().area_at);
        self.bth_at.next = self.found.val().bth_at;
        self.v6.d.next = self.found.val().v6;
        self.ip_length.d.next = self.found.val().ip_length;
        self.udp_length.d.next = self.found.val().udp_length;
        self.checksum.d.next = self.found.val().checksum;
        for j in 0..L {
            clock!(
                self,
                clock,
                prefix[j],
                word0[j],
                word1[j],
                word2[j],
                udp_checksum[j],
                bth_ecn[j],
                area[j],
                inside[j]
            );
            clock!(
                self,
                clock,
                front_stays[j],
                front_area[j],
                front_now[j],
                front_late[j],
                back_stays[j],
                back_area[j]
            );
            clock!(self, clock, back_now[j], back_late[j], is_length_v4[j], is_length_v6[j], is_checksum[j]);
            clock!(self, clock, is_udp_length[j], is_udp_checksum[j]);
            self.place[j].next = self.b2.q.val().at.get_bits::<7>(0) | j.to_bits::<U<7>>();
            self.before_front[j].next = self.near.val() & (self.place[j].val() < self.area_at.val());
            self.before_back[j].next = self.near.val() & (self.place[j].val() < self.area_at.val() - 1);
            self.behind_front[j].next = !self.near.val() | (self.place[j].val() >= self.bth_at.val());
            self.behind_back[j].next = !self.near.val() | (self.place[j].val() >= self.bth_at.val() - 1);
            self.is_ip[j].next = self.near.val() & (self.place[j].val() == self.ip_at.val());

            self.prefix[j].d.next = self.near.val() & (self.place[j].val() == self.ip_at.val() - 1);
            self.word0[j].d.next = self.is_ip[j].val();
            self.word1[j].d.next = self.near.val() & (self.place[j].val() == self.ip_at.val() + 1);
            self.word2[j].d.next = self.near.val() & (self.place[j].val() == self.ip_at.val() + 2);
            self.udp_checksum[j].d.next = self.near.val() & (self.place[j].val() == self.area_at.val() - 1);
            self.bth_ecn[j].d.next = self.near.val() & (self.place[j].val() == self.bth_at.val() + 1);
            self.area[j].d.next = !self.before_front[j].val() & !self.behind_front[j].val();
            self.inside[j].d.next = (!self.near.val() | (self.place[j].val() >= self.ip_at.val()))
                & ((self.b2.q.val().at | j.to_bits::<U<13>>()) < self.found.val().icrc_at);

            self.crosses[j].next = self.by.val() > j.to_bits::<U<4>>();
            self.front_stays[j].d.next = !self.b2.q.val().plan.inserts | self.before_front[j].val();
            self.front_area[j].d.next =
                self.b2.q.val().plan.inserts & !self.before_front[j].val() & !self.behind_front[j].val();
            self.front_now[j].d.next = self.b2.q.val().plan.inserts
                & self.behind_front[j].val()
                & !self.crosses[j].val()
                & !self.b2.q.val().flush;
            self.front_late[j].d.next =
                self.b2.q.val().plan.inserts & self.behind_front[j].val() & self.crosses[j].val();
            self.back_stays[j].d.next = !self.b2.q.val().plan.inserts | self.before_back[j].val();
            self.back_area[j].d.next =
                self.b2.q.val().plan.inserts & !self.before_back[j].val() & !self.behind_back[j].val();
            self.back_now[j].d.next = self.b2.q.val().plan.inserts
                & self.behind_back[j].val()
                & !self.crosses[j].val()
                & !self.b2.q.val().flush;
            self.back_late[j].d.next = self.b2.q.val().plan.inserts & self.behind_back[j].val() & self.crosses[j].val();

            self.is_length_v4[j].d.next = self.b2.q.val().plan.inserts & !self.found.val().v6 & self.is_ip[j].val();
            self.is_length_v6[j].d.next = self.b2.q.val().plan.inserts & self.found.val().v6 & self.is_ip[j].val();
            self.is_checksum[j].d.next = self.b2.q.val().plan.inserts
                & !self.found.val().v6
                & self.near.val()
                & (self.place[j].val() == self.ip_at.val() + 2);
            self.is_udp_length[j].d.next =
                self.b2.q.val().plan.inserts & self.near.val() & (self.place[j].val() == self.area_at.val() - 2);
            self.is_udp_checksum[j].d.next =
                self.b2.q.val().plan.inserts & self.near.val() & (self.place[j].val() == self.area_at.val() - 1);
        }

        comment!("b2: turned by 0, 4, 8 or 12");
        for j in 0..L {
            clock!(self, clock, b3_lane[j], turned[j], late[j], made[j]);
            self.high[j].d0.next = self.b2_turned[j].q.val();
            self.high[j].d1.next = self.b2_turned[(j + 16 * L - 4) % L].q.val();
            self.high[j].d2.next = self.b2_turned[(j + 16 * L - 8) % L].q.val();
            self.high[j].d3.next = self.b2_turned[(j + 16 * L - 12) % L].q.val();
            self.high[j].sel.next = self.by.val().get_bits::<2>(2);
            self.high[j].also.next = 0.into();
            self.turned[j].d.next = self.high[j].q.val();
            self.b3_lane[j].d.next = self.b2_lane[j].q.val();
            self.late[j].d.next = self.late[j].q.val();
            if self.b3_valid.val() {
                self.late[j].d.next = self.turned[j].q.val();
            }
        }

        comment!("b3: for the ICRC");
        self.b3_v6.next = self.v6.q.val();
        for j in 0..L {
            self.b3_prefix[j].next = self.prefix[j].q.val();
            self.b3_word0[j].next = self.word0[j].q.val();
            self.b3_word1[j].next = self.word1[j].q.val();
            self.b3_word2[j].next = self.word2[j].q.val();
            self.b3_udp_checksum[j].next = self.udp_checksum[j].q.val();
            self.b3_bth_ecn[j].next = self.bth_ecn[j].q.val();
            self.b3_area[j].next = self.area[j].q.val();
            self.b3_inside[j].next = self.inside[j].q.val();
        }

        comment!("b3: joined. The area is 0, all of it kept; so is a UDP checksum");
        for j in 0..L {
            self.front[j].next = 0.into();
            self.front_kept[j].next = 0.into();
            if self.front_stays[j].q.val() {
                self.front[j].next = self.b3_lane[j].q.val().get_bits::<16>(16);
                self.front_kept[j].next = self.b3_lane[j].q.val().get_bits::<2>(32);
            }
            if self.front_area[j].q.val() {
                self.front_kept[j].next = 3.into();
            }
            if self.front_now[j].q.val() {
                self.front[j].next = self.turned[j].q.val().get_bits::<16>(16);
                self.front_kept[j].next = self.turned[j].q.val().get_bits::<2>(32);
            }
            if self.front_late[j].q.val() {
                self.front[j].next = self.late[j].q.val().get_bits::<16>(16);
                self.front_kept[j].next = self.late[j].q.val().get_bits::<2>(32);
            }
            if self.is_length_v4[j].q.val() {
                self.front[j].next = self.ip_length.q.val();
            }
            if self.is_checksum[j].q.val() {
                self.front[j].next = self.checksum.q.val();
            }
            if self.is_udp_checksum[j].q.val() {
                self.front[j].next = 0.into();
            }
            self.back[j].next = 0.into();
            self.back_kept[j].next = 0.into();
            if self.back_stays[j].q.val() {
                self.back[j].next = self.b3_lane[j].q.val().get_bits::<16>(0);
                self.back_kept[j].next = self.b3_lane[j].q.val().get_bits::<2>(34);
            }
            if self.back_area[j].q.val() {
                self.back_kept[j].next = 3.into();
            }
            if self.back_now[j].q.val() {
                self.back[j].next = self.turned[j].q.val().get_bits::<16>(0);
                self.back_kept[j].next = self.turned[j].q.val().get_bits::<2>(34);
            }
            if self.back_late[j].q.val() {
                self.back[j].next = self.late[j].q.val().get_bits::<16>(0);
                self.back_kept[j].next = self.late[j].q.val().get_bits::<2>(34);
            }
            if self.is_length_v6[j].q.val() {
                self.back[j].next = self.ip_length.q.val();
            }
            if self.is_udp_length[j].q.val() {
                self.back[j].next = self.udp_length.q.val();
            }
            self.made[j].d.next = (self.back_kept[j].val().get_bits::<36>(0) << 34)
                | (self.front_kept[j].val().get_bits::<36>(0) << 32)
                | (self.front[j].val().get_bits::<36>(0) << 16)
                | self.back[j].val().get_bits::<36>(0);
            self.b4_lane[j].next = self.made[j].q.val();
        }
    }
}
