//! The stream as words, with what is at fixed places in it: stages s1 and s2, and the words until s5.
//!
//! Every header behind the EtherType starts 2 bytes after a multiple of 4, whatever the number of VLAN tags and of
//! options. So the stream is read in 32-bit words that start there: word `v` is the bytes `4v - 2 .. 4v + 1` of the
//! frame, the first on top. Lane `j` of the beat whose lane 0 is word `at` is word `at + j`. Lane 0 needs the last two
//! bytes of the beat before it, which are kept; the last two bytes of a frame may be in no word, and no header ends
//! there.

use super::ip::{IpAt, IpFacts};
use super::lanes::Lanes;
use crate::prelude::*;

logic_struct! {
    /// Goes with a beat from stage to stage.
    pub struct Beat {
        pub valid: Bit,
        /// The last one of its frame.
        pub last: Bit,
    }
}

/// Registers the stream, makes words of it, and catches what stands at words 3 to 8: the EtherTypes and the IP header.
#[derive(LogicBlock, Default)]
pub struct Front<const W: usize, const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub room: Signal<In, Bit>,
    pub tdata: Signal<In, Bus<W>>,
    pub tvalid: Signal<In, Bit>,
    pub tlast: Signal<In, Bit>,

    pub s1_beat: Signal<Out, Beat>,
    pub s1_word: Lanes<Signal<Out, U<32>>, L>,
    pub s2_beat: Signal<Out, Beat>,
    pub s4_beat: Signal<Out, Beat>,
    pub s5_fresh: Signal<Out, Bit>,
    pub s6_fresh: Signal<Out, Bit>,
    pub s6_beat_valid: Signal<Out, Bit>,
    pub s8_done: Signal<Out, Bit>,
    pub s2_ip: [Signal<Out, IpFacts>; 3],
    pub s3_at: Signal<Out, U<13>>,
    pub s4_at: Signal<Out, U<7>>,
    pub s4_near: Signal<Out, Bit>,
    pub s4_here: [Signal<Out, Bit>; 6],
    pub s4_late: Lanes<Signal<Out, Bit>, L>,
    pub s4_word: Lanes<Signal<Out, U<32>>, L>,
    pub s5_word: Lanes<Signal<Out, U<32>>, L>,

    s1: Reg<Beat>,
    s2: Reg<Beat>,
    s3: Reg<Beat>,
    s4: Reg<Beat>,
    s5: Reg<Beat>,
    fresh: Reg<Bit>,
    fresh_again: Reg<Bit>,
    s6: Reg<Beat>,
    s7: Reg<Bit>,
    s8: Reg<Bit>,
    tail: DReg<U<16>>,
    word_1: Lanes<DReg<U<32>>, L>,
    s2_word: Lanes<DReg<U<32>>, L>,
    s3_word: Lanes<DReg<U<32>>, L>,
    word_4: Lanes<DReg<U<32>>, L>,
    word_5: Lanes<DReg<U<32>>, L>,
    /// Element b: the beat in s1 is number b of its frame; word 8 is in number 4 at 64 bits.
    turn: [Reg<Bit>; 5],
    here: [Signal<Local, Bit>; 6],
    s2_here: [Reg<Bit>; 6],
    s3_here: [Reg<Bit>; 6],
    here_r: [Reg<Bit>; 6],
    s1_at: Reg<U<13>>,
    s2_at: DReg<U<13>>,
    at: DReg<U<13>>,
    at_4: DReg<U<7>>,
    near: DReg<Bit>,
    s3_late: Lanes<DReg<Bit>, L>,
    late: Lanes<DReg<Bit>, L>,
    accept: Signal<Local, Bit>,
    ip_at: [IpAt; 3],
    shape: Shape,
}

impl<const W: usize, const L: usize> Front<W, L> {
    pub fn new() -> Self {
        assert_eq!(W, 32 * L, "a lane has 32 bits");
        let turn = std::array::from_fn(|b| Reg::new(b == 0));
        let (fresh, fresh_again) = (Reg::new(true), Reg::new(true));
        Self { turn, fresh, fresh_again, shape: Shape::of(&[("W", W), ("L", L)]), ..Self::default() }
    }
}

impl<const W: usize, const L: usize> Logic for Front<W, L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module parser_front");
        comment!(
            "@doc The stream as 32-bit words: word v is the bytes 4v - 2 .. 4v + 1 of the frame, the first on top."
        );
        comment!("@port s2_beat the beat in stage 2: valid, and whether it ends its frame");
        comment!("@port s5_fresh the beat in stage 5 begins a frame, or no frame is under way");
        comment!("@port s8_done stage 8 holds the last beat of a frame");
        comment!("@port s2_ip_0 what the frame says if it has no VLAN tag, caught so far");
        comment!("@port s4_here_0 the beat in stage 4 has word 3 (s4_here_1: word 4, and so on)");
        comment!("@port s4_late_0 the lane's word comes behind word 8");
        comment!("@port s3_at index of lane 0's word, a multiple of the number of lanes; stops at 4096");
        comment!("@port s4_at the same, if s4_near: below 128");
        clock!(self, clock, s1, s2, s3, s4, s5, s6, s7, s8, fresh, fresh_again, tail, s1_at, s2_at, at, at_4, near);
        clock!(self, clock, turn[0], turn[1], turn[2], turn[3], turn[4]);

        comment!("s0: take a beat; lane 0 begins with the last two bytes of the beat before");
        self.accept.next = self.tvalid.val() & self.room.val();
        self.s1.d.next.valid = self.accept.val();
        self.s1.d.next.last = self.tlast.val();
        self.tail.d.next = self.tail.q.val();
        if self.accept.val() {
            self.tail.d.next = self.tdata.val().get_bits::<16>(W - 16);
        }
        for j in 0..L {
            clock!(self, clock, word_1[j], s2_word[j], s3_word[j], word_4[j], word_5[j]);
        }
        self.word_1[0].d.next = (bits::<32>(self.tail.q.val().get_bits::<8>(0)) << 24)
            | (bits::<32>(self.tail.q.val().get_bits::<8>(8)) << 16)
            | (bits::<32>(self.tdata.val().get_bits::<8>(0)) << 8)
            | bits::<32>(self.tdata.val().get_bits::<8>(8));
        for j in 1..L {
            self.word_1[j].d.next = (self.tdata.val().get_bits::<8>(32 * j - 16).get_bits::<32>(0) << 24)
                | (self.tdata.val().get_bits::<8>(32 * j - 8).get_bits::<32>(0) << 16)
                | (self.tdata.val().get_bits::<8>(32 * j).get_bits::<32>(0) << 8)
                | self.tdata.val().get_bits::<8>(32 * j + 8).get_bits::<32>(0);
        }

        comment!("s1: number the beats of the frame as far as there is something at a fixed place");
        self.turn[0].d.next = self.turn[0].q.val();
        if self.s1.q.val().valid {
            self.turn[0].d.next = self.s1.q.val().last;
        }
        for b in 1..5 {
            self.turn[b].d.next = self.turn[b].q.val();
            if self.s1.q.val().valid {
                self.turn[b].d.next = self.turn[b - 1].q.val() & !self.s1.q.val().last;
            }
        }

        comment!("s1: number the words; a frame that counts has at most 4096");
        self.s1_at.d.next = self.s1_at.q.val();
        if self.s1.q.val().valid {
            if self.s1.q.val().last {
                self.s1_at.d.next = 0.into();
            } else if !self.s1_at.q.val().get_bit(12) {
                self.s1_at.d.next = self.s1_at.q.val() + bits::<13>(L);
            }
        }
        self.s2_at.d.next = self.s1_at.q.val();
        self.at.d.next = self.s2_at.q.val();
        self.at_4.d.next = self.at.q.val().get_bits::<7>(0);
        self.near.d.next = !self.at.q.val().get_bits::<6>(7).any();

        comment!("s1: words 3 to 8 hold the EtherTypes and the start of the IP header, for 0, 1 or 2 tags");
        for i in 0..6 {
            clock!(self, clock, s2_here[i], s3_here[i], here_r[i]);
            self.here[i].next = self.s1.q.val().valid & self.turn[(i + 3) / L].q.val();
            self.s2_here[i].d.next = self.here[i].val();
            self.s3_here[i].d.next = self.s2_here[i].q.val();
            self.here_r[i].d.next = self.s3_here[i].q.val();
            self.s4_here[i].next = self.here_r[i].q.val();
        }
        for k in 0..3 {
            clock!(self, clock, ip_at[k]);
            self.ip_at[k].first_word.next = (k + 4).to_bits();
            self.ip_at[k].type_here.next = self.here[k].val();
            self.ip_at[k].ethertype.next = self.word_1[(k + 3) % L].q.val().get_bits::<16>(0);
            self.ip_at[k].word0_here.next = self.here[k + 1].val();
            self.ip_at[k].version.next = self.word_1[(k + 4) % L].q.val().get_bits::<4>(28);
            self.ip_at[k].ihl.next = self.word_1[(k + 4) % L].q.val().get_bits::<4>(24);
            self.ip_at[k].ecn_v6.next = self.word_1[(k + 4) % L].q.val().get_bits::<2>(20);
            self.ip_at[k].ecn_v4.next = self.word_1[(k + 4) % L].q.val().get_bits::<2>(16);
            self.ip_at[k].total_length.next = self.word_1[(k + 4) % L].q.val().get_bits::<16>(0);
            self.ip_at[k].word1_here.next = self.here[k + 2].val();
            self.ip_at[k].word1.next = self.word_1[(k + 5) % L].q.val();
            self.ip_at[k].word2_here.next = self.here[k + 3].val();
            self.ip_at[k].protocol.next = self.word_1[(k + 6) % L].q.val().get_bits::<8>(16);
            self.s2_ip[k].next = self.ip_at[k].s2.val();
        }

        comment!("s2 to s5: the words wait until it is known what they are");
        for j in 0..L {
            clock!(self, clock, s3_late[j], late[j]);
            self.s3_late[j].d.next = (self.s2_at.q.val() | j.to_bits::<U<13>>()) > 8;
            self.late[j].d.next = self.s3_late[j].q.val();
            self.s4_late[j].next = self.late[j].q.val();
            self.s1_word[j].next = self.word_1[j].q.val();
            self.s2_word[j].d.next = self.word_1[j].q.val();
            self.s3_word[j].d.next = self.s2_word[j].q.val();
            self.word_4[j].d.next = self.s3_word[j].q.val();
            self.word_5[j].d.next = self.word_4[j].q.val();
            self.s4_word[j].next = self.word_4[j].q.val();
            self.s5_word[j].next = self.word_5[j].q.val();
        }
        self.s3_at.next = self.at.q.val();
        self.s4_at.next = self.at_4.q.val();
        self.s4_near.next = self.near.q.val();

        comment!("s1 to s8: nothing stalls");
        self.s2.d.next = self.s1.q.val();
        self.s3.d.next = self.s2.q.val();
        self.s4.d.next = self.s3.q.val();
        self.s5.d.next = self.s4.q.val();
        self.s6.d.next = self.s5.q.val();
        self.s7.d.next = self.s6.q.val().valid & self.s6.q.val().last;
        self.s8.d.next = self.s7.q.val();
        self.fresh.d.next = self.fresh.q.val();
        if self.s5.q.val().valid {
            self.fresh.d.next = self.s5.q.val().last;
        }
        self.fresh_again.d.next = self.fresh.q.val();
        self.s5_fresh.next = self.fresh.q.val();
        self.s6_fresh.next = self.fresh_again.q.val();
        self.s1_beat.next = self.s1.q.val();
        self.s2_beat.next = self.s2.q.val();
        self.s4_beat.next = self.s4.q.val();
        self.s6_beat_valid.next = self.s6.q.val().valid;
        self.s8_done.next = self.s8.q.val();
    }
}
