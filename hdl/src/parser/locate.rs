//! Which word is what: the tokens of a frame's transport headers, stages s4 and s5.

use super::front::Beat;
use super::ip::Places;
use super::lanes::Lanes;
use crate::prelude::*;

/// Finds the transport headers. A token starts in the lane where UDP does, another where BTH does; each moves up one
/// bit a lane, and into the next beat: bit `k` of `run` says that the lane holds word `k` of the transport headers.
#[derive(LogicBlock, Default)]
pub struct Locate<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub s4_beat: Signal<In, Beat>,
    pub s4_at: Signal<In, U<7>>,
    pub s4_near: Signal<In, Bit>,
    pub s4_late: Lanes<Signal<In, Bit>, L>,
    pub s4_places: Signal<In, Places>,
    pub s4_udp_checksum: Lanes<Signal<Out, Bit>, L>,
    pub s4_bth_ecn: Lanes<Signal<Out, Bit>, L>,
    pub s4_area: Lanes<Signal<Out, Bit>, L>,
    pub s5_run: Lanes<Signal<Out, U<6>>, L>,

    udp_lane: Signal<Local, U<7>>,
    area_lane: Signal<Local, U<7>>,
    bth_lane: Signal<Local, U<7>>,
    udp_here: Signal<Local, Bit>,
    area_here: Signal<Local, Bit>,
    area_before: Signal<Local, Bit>,
    bth_here: Signal<Local, Bit>,
    bth_before: Signal<Local, Bit>,
    udp_start: Lanes<Signal<Local, Bit>, L>,
    bth_start: Lanes<Signal<Local, Bit>, L>,
    behind_udp: Lanes<Signal<Local, Bit>, L>,
    from_bth: Lanes<Signal<Local, Bit>, L>,
    udp_run: Lanes<Signal<Local, U<2>>, L>,
    bth_run: Lanes<Signal<Local, U<4>>, L>,
    /// What the last lane of the beat before hands on.
    udp_carry: Reg<U<2>>,
    bth_carry: Reg<U<4>>,
    run_r: Lanes<DReg<U<6>>, L>,
    lane_mask: Constant<U<7>>,
    shape: Shape,
}

impl<const L: usize> Locate<L> {
    pub fn new() -> Self {
        let lane_mask = Constant::new((L as u64 - 1).into());
        Self { lane_mask, shape: Shape::of(&[("L", L)]), ..Self::default() }
    }
}

impl<const L: usize> Logic for Locate<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module parser_locate");
        comment!(
            "@doc Finds the words of the transport headers: UDP 0 and 1, BTH 2 to 4, AETH 5; and the area before BTH."
        );
        comment!("@port s4_at index of lane 0's word, if s4_near");
        comment!("@port s4_late_0 the lane's word comes behind word 8");
        comment!("@port s4_places valid from word 8 on");
        comment!("@port s4_udp_checksum_0 the lane's low half is the UDP checksum");
        comment!("@port s4_bth_ecn_0 the lane's first byte is BTH byte 4, with FECN and BECN");
        comment!("@port s4_area_0 the lane's word stands between UDP header and BTH");
        comment!("@port s5_run_0 bit k: the lane holds word k of the transport headers");
        clock!(self, clock, udp_carry, bth_carry);

        comment!("s4: where UDP and BTH start; up to word 8 the places may still be those of an earlier frame");
        self.udp_lane.next = self.s4_places.val().udp_at & self.lane_mask.val();
        self.area_lane.next = self.s4_places.val().area_at & self.lane_mask.val();
        self.bth_lane.next = self.s4_places.val().bth_at & self.lane_mask.val();
        self.udp_here.next =
            self.s4_near.val() & (self.s4_at.val() == (self.s4_places.val().udp_at & !self.lane_mask.val()));
        self.area_here.next =
            self.s4_near.val() & (self.s4_at.val() == (self.s4_places.val().area_at & !self.lane_mask.val()));
        self.area_before.next =
            !self.s4_near.val() | (self.s4_at.val() > (self.s4_places.val().area_at & !self.lane_mask.val()));
        self.bth_here.next =
            self.s4_near.val() & (self.s4_at.val() == (self.s4_places.val().bth_at & !self.lane_mask.val()));
        self.bth_before.next =
            !self.s4_near.val() | (self.s4_at.val() > (self.s4_places.val().bth_at & !self.lane_mask.val()));
        for j in 0..L {
            self.udp_start[j].next =
                self.udp_here.val() & self.s4_late[j].val() & (self.udp_lane.val() == j.to_bits::<U<7>>());
            self.bth_start[j].next =
                self.bth_here.val() & self.s4_late[j].val() & (self.bth_lane.val() == j.to_bits::<U<7>>());
        }

        comment!("s4: the tokens run through the lanes and into the next beat of the frame");
        self.udp_run[0].next = (self.udp_carry.q.val() << 1) | bits::<2>(self.udp_start[0].val());
        self.bth_run[0].next = (self.bth_carry.q.val() << 1) | bits::<4>(self.bth_start[0].val());
        for j in 1..L {
            self.udp_run[j].next = self.udp_run[j - 1].val() << 1;
            self.bth_run[j].next = self.bth_run[j - 1].val() << 1;
            if self.udp_start[j].val() {
                self.udp_run[j].next = (self.udp_run[j - 1].val() << 1) | 1;
            }
            if self.bth_start[j].val() {
                self.bth_run[j].next = (self.bth_run[j - 1].val() << 1) | 1;
            }
        }
        self.udp_carry.d.next = self.udp_carry.q.val();
        self.bth_carry.d.next = self.bth_carry.q.val();
        if self.s4_beat.val().valid {
            self.udp_carry.d.next = self.udp_run[L - 1].val();
            self.bth_carry.d.next = self.bth_run[L - 1].val();
            if self.s4_beat.val().last {
                self.udp_carry.d.next = 0.into();
                self.bth_carry.d.next = 0.into();
            }
        }

        comment!("s4: the area is what stands behind the UDP header and not from BTH on");
        self.behind_udp[0].next = self.area_before.val() | (self.area_here.val() & !self.area_lane.val().any());
        self.from_bth[0].next = self.bth_before.val() | (self.bth_here.val() & !self.bth_lane.val().any());
        for j in 1..L {
            self.behind_udp[j].next =
                self.area_before.val() | (self.area_here.val() & (self.area_lane.val() <= j.to_bits::<U<7>>()));
            self.from_bth[j].next =
                self.bth_before.val() | (self.bth_here.val() & (self.bth_lane.val() <= j.to_bits::<U<7>>()));
        }

        comment!("s5: between beats no lane holds anything");
        for j in 0..L {
            clock!(self, clock, run_r[j]);
            self.s4_area[j].next = self.s4_late[j].val() & self.behind_udp[j].val() & !self.from_bth[j].val();
            self.s4_udp_checksum[j].next = self.udp_run[j].val().get_bit(1);
            self.s4_bth_ecn[j].next = self.bth_run[j].val().get_bit(1);
            self.run_r[j].d.next = 0.into();
            if self.s4_beat.val().valid {
                self.run_r[j].d.next =
                    self.udp_run[j].val().get_bits::<6>(0) | (self.bth_run[j].val().get_bits::<6>(0) << 2);
            }
            self.s5_run[j].next = self.run_r[j].q.val();
        }
    }
}
