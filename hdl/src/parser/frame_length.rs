//! How long the frame is, and whether the stream kept its rules: stages s1 to s3.

use super::front::Beat;
use super::lanes::Lanes;
use crate::prelude::*;

/// Checks `tkeep` and finds the index of the frame's last byte: its length less one, which is the number of full beats
/// before the last one and, without an adder, the number of bytes in the last one less one.
#[derive(LogicBlock, Default)]
pub struct FrameLength<const K: usize, const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub tkeep: Signal<In, U<K>>,
    pub tuser: Signal<In, Bit>,
    pub s1_beat: Signal<In, Beat>,
    pub s2_beat: Signal<In, Beat>,
    pub s3_last_byte: Signal<Out, U<14>>,
    pub s3_bad_keep: Signal<Out, Bit>,
    pub s3_bad_frame: Signal<Out, Bit>,

    s1_keep: DReg<U<K>>,
    s1_user: DReg<Bit>,
    s1_offset: Reg<U<15>>,
    group: Lanes<Signal<Local, U<5>>, L>,
    gap: Lanes<DReg<Bit>, L>,
    bad_edge: DReg<Bit>,
    s2_in_beat: DReg<U<6>>,
    s2_offset: DReg<U<15>>,
    s2_user: DReg<Bit>,
    bad_beat: Signal<Local, Bit>,
    bad_before: Reg<Bit>,
    bad_keep: DReg<Bit>,
    bad_frame: DReg<Bit>,
    sum: Signal<Local, U<14>>,
    last_byte: DReg<U<14>>,
    steps: [Constant<U<K>>; 6],
    longest: Constant<U<14>>,
    shape: Shape,
}

/// Frames longer than this count as this long, bytes.
pub const SATURATION_BYTES: u64 = 16_383;

impl<const K: usize, const L: usize> FrameLength<K, L> {
    pub fn new() -> Self {
        assert_eq!(K, 4 * L, "a lane has 4 bytes");
        // the bytes 2^b, 2 * 2^b, 3 * 2^b, ...: bit b of a byte's index changes at each of them
        let step = |b: usize| (1..K).filter(|i| i % (1 << b) == 0).fold(0u128, |mask, i| mask | 1 << i);
        Self {
            steps: std::array::from_fn(|b| Constant::new(U::wrap(step(b)))),
            longest: Constant::new((SATURATION_BYTES - 1).into()),
            shape: Shape::of(&[("K", K), ("L", L)]),
            ..Self::default()
        }
    }
}

impl<const K: usize, const L: usize> Logic for FrameLength<K, L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module frame_length");
        comment!("@doc Checks tkeep and finds the index of the last byte of the frame.");
        comment!("@port s3_last_byte of the beat in stage 3; length of the frame less one, at most 16382");
        comment!("@port s3_bad_keep tkeep was wrong in this beat or before in the frame");
        comment!("@port s3_bad_frame tuser of the beat in stage 3");
        clock!(
            self, clock, s1_keep, s1_user, s1_offset, bad_edge, s2_in_beat, s2_offset, s2_user, bad_before, bad_keep,
            bad_frame, last_byte
        );

        comment!("s0");
        self.s1_keep.d.next = self.tkeep.val();
        self.s1_user.d.next = self.tuser.val();

        comment!("s1: offset of the beat in the frame, bytes; it stops at 16384");
        self.s1_offset.d.next = self.s1_offset.q.val();
        if self.s1_beat.val().valid {
            if self.s1_beat.val().last {
                self.s1_offset.d.next = 0.into();
            } else if !self.s1_offset.q.val().get_bit(14) {
                self.s1_offset.d.next = self.s1_offset.q.val() + bits::<15>(K);
            }
        }
        self.s2_offset.d.next = self.s1_offset.q.val();
        self.s2_user.d.next = self.s1_user.q.val();

        comment!("s1: a 1 above a 0, by groups of four; the first byte missing; a byte missing before the last beat");
        for j in 0..L {
            clock!(self, clock, gap[j]);
            self.group[j].next = self.s1_keep.q.val().get_bits::<5>(4 * j);
            self.gap[j].d.next = ((self.group[j].val() >> 1) & !self.group[j].val()).any();
        }
        self.bad_edge.d.next =
            !self.s1_keep.q.val().get_bit(0) | (!self.s1_keep.q.val().get_bit(K - 1) & !self.s1_beat.val().last);

        comment!("s1: index of the last byte in the beat; each bit is a parity, as tkeep is a run of ones from bit 0");
        self.s2_in_beat.d.next = (bits::<6>((self.s1_keep.q.val() & self.steps[5].val()).xor()) << 5)
            | (bits::<6>((self.s1_keep.q.val() & self.steps[4].val()).xor()) << 4)
            | (bits::<6>((self.s1_keep.q.val() & self.steps[3].val()).xor()) << 3)
            | (bits::<6>((self.s1_keep.q.val() & self.steps[2].val()).xor()) << 2)
            | (bits::<6>((self.s1_keep.q.val() & self.steps[1].val()).xor()) << 1)
            | bits::<6>((self.s1_keep.q.val() & self.steps[0].val()).xor());

        comment!("s2: once bad, the frame stays bad");
        self.bad_beat.next = self.bad_before.q.val() | self.bad_edge.q.val();
        for j in 0..L {
            self.bad_beat.next = self.bad_beat.val() | self.gap[j].q.val();
        }
        self.bad_before.d.next = self.bad_before.q.val();
        if self.s2_beat.val().valid {
            self.bad_before.d.next = self.bad_beat.val() & !self.s2_beat.val().last;
        }
        self.bad_keep.d.next = self.bad_beat.val();
        self.bad_frame.d.next = self.s2_user.q.val();

        comment!("s2: put the index together; the length saturates at 16383");
        self.sum.next = self.s2_offset.q.val().get_bits::<14>(0) | bits::<14>(self.s2_in_beat.q.val());
        self.last_byte.d.next = self.sum.val();
        if self.s2_offset.q.val().get_bit(14) | self.sum.val().all() {
            self.last_byte.d.next = self.longest.val();
        }

        comment!("s3");
        self.s3_last_byte.next = self.last_byte.q.val();
        self.s3_bad_keep.next = self.bad_keep.q.val();
        self.s3_bad_frame.next = self.bad_frame.q.val();
    }
}
