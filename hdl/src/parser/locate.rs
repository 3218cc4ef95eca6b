//! Which word is what of the transport headers: stage s4.

use super::front::Beat;
use super::lanes::Lanes;
use crate::prelude::*;

/// Finds the transport headers. A token starts in the lane where UDP does and moves up one bit a lane, and into the next
/// beat: bit `k` of `run` says that the lane holds word `k` of the transport headers.
#[derive(LogicBlock, Default)]
pub struct Locate<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub s3_beat: Signal<In, Beat>,
    pub s3_at: Signal<In, U<6>>,
    pub s3_late: Lanes<Signal<In, Bit>, L>,
    pub s3_udp_at: Signal<In, U<5>>,
    pub s3_udp_checksum: Lanes<Signal<Out, Bit>, L>,
    pub s3_bth_ecn: Lanes<Signal<Out, Bit>, L>,
    pub s4_run: Lanes<Signal<Out, U<6>>, L>,

    udp_beat: Signal<Local, U<6>>,
    udp_lane: Signal<Local, U<6>>,
    starts: Signal<Local, Bit>,
    start: Lanes<Signal<Local, Bit>, L>,
    run: Lanes<Signal<Local, U<6>>, L>,
    /// What the last lane of the beat before hands on.
    carry: Reg<U<6>>,
    run_r: Lanes<DReg<U<6>>, L>,
    lane_mask: Constant<U<6>>,
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
        comment!("@doc Finds the words of the transport headers: UDP 0 and 1, BTH 2 to 4, AETH 5.");
        comment!("@port s3_at index of lane 0's word");
        comment!("@port s3_late_0 the lane's word comes behind word 8");
        comment!("@port s3_udp_at the word where UDP starts; right from word 8 on");
        comment!("@port s3_udp_checksum_0 the lane's low half is the UDP checksum");
        comment!("@port s3_bth_ecn_0 the lane's first byte is BTH byte 4, with FECN and BECN");
        comment!("@port s4_run_0 bit k: the lane holds word k of the transport headers");
        clock!(self, clock, carry);

        comment!("s3: where UDP starts; up to word 8 the place may still be that of an earlier frame");
        self.udp_beat.next = bits::<6>(self.s3_udp_at.val()) & !self.lane_mask.val();
        self.udp_lane.next = bits::<6>(self.s3_udp_at.val()) & self.lane_mask.val();
        self.starts.next = self.s3_beat.val().valid & (self.s3_at.val() == self.udp_beat.val());
        for j in 0..L {
            self.start[j].next =
                self.starts.val() & self.s3_late[j].val() & (self.udp_lane.val() == j.to_bits::<U<6>>());
        }

        comment!("s3: the token runs through the lanes and into the next beat of the frame");
        self.run[0].next = (self.carry.q.val() << 1) | bits::<6>(self.start[0].val());
        for j in 1..L {
            self.run[j].next = self.run[j - 1].val() << 1;
            if self.start[j].val() {
                self.run[j].next = (self.run[j - 1].val() << 1) | 1;
            }
        }
        self.carry.d.next = self.carry.q.val();
        if self.s3_beat.val().valid {
            self.carry.d.next = self.run[L - 1].val();
            if self.s3_beat.val().last {
                self.carry.d.next = 0.into();
            }
        }

        comment!("s4: between beats no lane holds anything");
        for j in 0..L {
            clock!(self, clock, run_r[j]);
            self.s3_udp_checksum[j].next = self.run[j].val().get_bit(1);
            self.s3_bth_ecn[j].next = self.run[j].val().get_bit(3);
            self.run_r[j].d.next = 0.into();
            if self.s3_beat.val().valid {
                self.run_r[j].d.next = self.run[j].val();
            }
            self.s4_run[j].next = self.run_r[j].q.val();
        }
    }
}
