//! A frame's words into the lanes of a beat: b1 to b4. The front stands where it stands; BTH and AETH are put where
//! they belong; the words of telemetry are turned round, so that the first one comes to its lane.

use super::records::Places;
use crate::parser::lanes::Lanes;
use crate::parser::telemetry_table::words;
use crate::prelude::*;

/// One beat a cycle, without a stall.
#[derive(LogicBlock)]
pub struct FrameLanes<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub b1_front: [Signal<In, U<32>>; 16],
    pub b1_bth: [Signal<In, U<32>>; 4],
    pub b1_echo: Vec<Signal<In, U<32>>>,
    pub b1_places: Signal<In, Places>,
    pub b3_v6: Signal<Out, Bit>,
    pub b3_prefix: Lanes<Signal<Out, Bit>, L>,
    pub b3_word0: Lanes<Signal<Out, Bit>, L>,
    pub b3_word1: Lanes<Signal<Out, Bit>, L>,
    pub b3_word2: Lanes<Signal<Out, Bit>, L>,
    pub b3_udp_checksum: Lanes<Signal<Out, Bit>, L>,
    pub b3_bth_ecn: Lanes<Signal<Out, Bit>, L>,
    pub b3_area: Lanes<Signal<Out, Bit>, L>,
    pub b3_inside: Lanes<Signal<Out, Bit>, L>,
    pub b4_word: Lanes<Signal<Out, U<32>>, L>,
    pub b4_is_icrc: Lanes<Signal<Out, Bit>, L>,
    pub b4_is_sum: Lanes<Signal<Out, Bit>, L>,

    places: Signal<Local, Places>,
    ip_at: Signal<Local, U<7>>,
    bth_1: Signal<Local, U<7>>,
    bth_2: Signal<Local, U<7>>,
    bth_3: Signal<Local, U<7>>,
    checksum_at: Signal<Local, U<7>>,
    place: Lanes<Signal<Local, U<7>>, L>,
    b2_v6: DReg<Bit>,
    b2_prefix: Lanes<DReg<Bit>, L>,
    b2_word0: Lanes<DReg<Bit>, L>,
    b2_word1: Lanes<DReg<Bit>, L>,
    b2_word2: Lanes<DReg<Bit>, L>,
    b2_udp_checksum: Lanes<DReg<Bit>, L>,
    b2_area: Lanes<DReg<Bit>, L>,
    b2_inside: Lanes<DReg<Bit>, L>,
    b2_is_icrc: Lanes<DReg<Bit>, L>,
    b2_is_bth_0: Lanes<DReg<Bit>, L>,
    b2_is_bth_1: Lanes<DReg<Bit>, L>,
    b2_is_bth_2: Lanes<DReg<Bit>, L>,
    b2_is_bth_3: Lanes<DReg<Bit>, L>,
    row: Lanes<Signal<Local, U<32>>, L>,
    b2_front: Lanes<DReg<U<32>>, L>,
    b2_bth: [DReg<U<32>>; 4],
    /// Element r: the beat is number r behind that in which telemetry begins.
    begun: Vec<Signal<Local, Bit>>,
    wraps: Lanes<Signal<Local, Bit>, L>,
    residue: Lanes<Signal<Local, U<32>>, L>,
    b2_echo: Lanes<DReg<U<32>>, L>,
    b2_by: DReg<U<4>>,
    low: Lanes<Mux4<32>, L>,
    b3_echo: Lanes<DReg<U<32>>, L>,
    b3_by: DReg<U<2>>,
    joined: Lanes<Signal<Local, U<32>>, L>,
    b3_joined: Lanes<DReg<U<32>>, L>,
    v6: DReg<Bit>,
    prefix: Lanes<DReg<Bit>, L>,
    word0: Lanes<DReg<Bit>, L>,
    word1: Lanes<DReg<Bit>, L>,
    word2: Lanes<DReg<Bit>, L>,
    udp_checksum: Lanes<DReg<Bit>, L>,
    bth_ecn: Lanes<DReg<Bit>, L>,
    area: Lanes<DReg<Bit>, L>,
    inside: Lanes<DReg<Bit>, L>,
    b3_is_icrc: Lanes<DReg<Bit>, L>,
    high: Lanes<Mux4<32>, L>,
    word: Lanes<DReg<U<32>>, L>,
    is_icrc: Lanes<DReg<Bit>, L>,
    is_sum: Lanes<DReg<Bit>, L>,
    shape: Shape,
    _words: usize,
    _rows: usize,
}

impl<const L: usize> FrameLanes<L> {
    pub fn new(hops: usize) -> Self {
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        let words = words(hops);
        let rows = (words - 1) / L + 2;
        Self {
            clock: Default::default(),
            b1_front: Default::default(),
            b1_bth: Default::default(),
            b1_echo: each(words),
            b1_places: Default::default(),
            b3_v6: Default::default(),
            b3_prefix: Default::default(),
            b3_word0: Default::default(),
            b3_word1: Default::default(),
            b3_word2: Default::default(),
            b3_udp_checksum: Default::default(),
            b3_bth_ecn: Default::default(),
            b3_area: Default::default(),
            b3_inside: Default::default(),
            b4_word: Default::default(),
            b4_is_icrc: Default::default(),
            b4_is_sum: Default::default(),
            places: Default::default(),
            ip_at: Default::default(),
            bth_1: Default::default(),
            bth_2: Default::default(),
            bth_3: Default::default(),
            checksum_at: Default::default(),
            place: Default::default(),
            b2_v6: Default::default(),
            b2_prefix: Default::default(),
            b2_word0: Default::default(),
            b2_word1: Default::default(),
            b2_word2: Default::default(),
            b2_udp_checksum: Default::default(),
            b2_area: Default::default(),
            b2_inside: Default::default(),
            b2_is_icrc: Default::default(),
            b2_is_bth_0: Default::default(),
            b2_is_bth_1: Default::default(),
            b2_is_bth_2: Default::default(),
            b2_is_bth_3: Default::default(),
            row: Default::default(),
            b2_front: Default::default(),
            b2_bth: Default::default(),
            begun: each(rows),
            wraps: Default::default(),
            residue: Default::default(),
            b2_echo: Default::default(),
            b2_by: Default::default(),
            low: Default::default(),
            b3_echo: Default::default(),
            b3_by: Default::default(),
            joined: Default::default(),
            b3_joined: Default::default(),
            v6: Default::default(),
            prefix: Default::default(),
            word0: Default::default(),
            word1: Default::default(),
            word2: Default::default(),
            udp_checksum: Default::default(),
            bth_ecn: Default::default(),
            area: Default::default(),
            inside: Default::default(),
            b3_is_icrc: Default::default(),
            high: Default::default(),
            word: Default::default(),
            is_icrc: Default::default(),
            is_sum: Default::default(),
            shape: Shape::of(&[("L", L)]),
            _words: words,
            _rows: rows,
        }
    }
}

impl<const L: usize> Logic for FrameLanes<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module responder_lanes");
        comment!("@doc A frame's words in the lanes of a beat: three cycles. What is nowhere is 0, and so are ICRC and IPv4 checksum yet.");
        comment!("@port b1_front_0 Ethernet, IP and UDP, from the frame's word 0 on");
        comment!("@port b1_bth_0 BTH, and the word behind it");
        comment!("@port b1_echo_0 the telemetry header");
        comment!("@port b1_places where what stands");
        comment!("@port b3_prefix_0 of each lane, for the ICRC: the word ahead of the IP header");
        comment!("@port b3_word0_0 the first word of the IP header");
        comment!("@port b3_inside_0 it comes behind Ethernet");
        comment!("@port b4_is_icrc_0 the word is the ICRC");
        comment!("@port b4_is_sum_0 the word's low half is the checksum of an IPv4 header");
        clock!(self, clock, b2_v6, b2_by, b3_by, v6);

        comment!("b1: what each lane is");
        self.places.next = self.b1_places.val();
        self.ip_at.next = 3.into();
        if self.places.val().has_tag {
            self.ip_at.next = 4.into();
        }
        self.checksum_at.next = self.places.val().udp_end - 1;
        self.bth_1.next = self.places.val().bth_at + 1;
        self.bth_2.next = self.places.val().bth_at + 2;
        self.bth_3.next = self.places.val().bth_at + 3;
        self.b2_v6.d.next = self.places.val().v6;
        for j in 0..L {
            clock!(self, clock, b2_prefix[j], b2_word0[j], b2_word1[j], b2_word2[j], b2_udp_checksum[j], b2_area[j]);
            clock!(self, clock, b2_inside[j], b2_is_icrc[j], b2_is_bth_0[j], b2_is_bth_1[j], b2_is_bth_2[j]);
            clock!(self, clock, b2_is_bth_3[j], b2_front[j]);
            self.place[j].next = self.places.val().at | j.to_bits::<U<7>>();
            self.b2_prefix[j].d.next = self.place[j].val() + 1 == self.ip_at.val();
            self.b2_word0[j].d.next = self.place[j].val() == self.ip_at.val();
            self.b2_word1[j].d.next = self.place[j].val() == self.ip_at.val() + 1;
            self.b2_word2[j].d.next = self.place[j].val() == self.ip_at.val() + 2;
            self.b2_udp_checksum[j].d.next = self.place[j].val() == self.checksum_at.val();
            self.b2_area[j].d.next =
                (self.place[j].val() >= self.places.val().udp_end) & (self.place[j].val() < self.places.val().bth_at);
            self.b2_inside[j].d.next = self.place[j].val() >= self.ip_at.val();
            self.b2_is_icrc[j].d.next = self.place[j].val() == self.places.val().icrc_at;
            self.b2_is_bth_0[j].d.next = self.place[j].val() == self.places.val().bth_at;
            self.b2_is_bth_1[j].d.next = self.place[j].val() == self.bth_1.val();
            self.b2_is_bth_2[j].d.next = self.place[j].val() == self.bth_2.val();
            self.b2_is_bth_3[j].d.next = self.place[j].val() == self.bth_3.val();
            self.row[j].next = 0.into();
        }
        for k in 0..16 {
            if self.place[k % L].val() == k.to_bits::<U<7>>() {
                self.row[k % L].next = self.b1_front[k].val();
            }
        }
        for k in 0..4 {
            clock!(self, clock, b2_bth[k]);
            self.b2_bth[k].d.next = self.b1_bth[k].val();
        }
        for j in 0..L {
            self.b2_front[j].d.next = self.row[j].val();
        }

        comment!("b1: word t of telemetry is for lane t mod L, turned; a lane that the turn carries over the end has it a beat later");
        for r in 0..self._rows {
            self.begun[r].next = self.places.val().telemetry_past == (r * L).to_bits::<U<7>>();
        }
        for j in 0..L {
            self.wraps[j].next = bits::<5>(self.places.val().telemetry_lane) >= (L - j).to_bits::<U<5>>();
            self.residue[j].next = 0.into();
        }
        for t in 0..self._words {
            if (self.begun[t / L].val() & !self.wraps[t % L].val())
                | (self.begun[t / L + 1].val() & self.wraps[t % L].val())
            {
                self.residue[t % L].next = self.b1_echo[t].val();
            }
        }
        self.b2_by.d.next = self.places.val().telemetry_lane;

        comment!("b2: turned by 0 to 3 lanes; front and BTH joined");
        self.b3_by.d.next = self.b2_by.q.val().get_bits::<2>(2);
        self.v6.d.next = self.b2_v6.q.val();
        self.b3_v6.next = self.v6.q.val();
        for j in 0..L {
            clock!(self, clock, b2_echo[j], b3_echo[j], b3_joined[j], prefix[j], word0[j], word1[j], word2[j]);
            clock!(self, clock, udp_checksum[j], bth_ecn[j], area[j], inside[j], b3_is_icrc[j]);
            self.b2_echo[j].d.next = self.residue[j].val();
        }
        for j in 0..L {
            self.low[j].d0.next = self.b2_echo[j].q.val();
            self.low[j].d1.next = self.b2_echo[(j + 16 * L - 1) % L].q.val();
            self.low[j].d2.next = self.b2_echo[(j + 16 * L - 2) % L].q.val();
            self.low[j].d3.next = self.b2_echo[(j + 16 * L - 3) % L].q.val();
            self.low[j].sel.next = self.b2_by.q.val().get_bits::<2>(0);
            self.low[j].also.next = 0.into();
            self.b3_echo[j].d.next = self.low[j].q.val();
            self.joined[j].next = self.b2_front[j].q.val();
            if self.b2_is_bth_0[j].q.val() {
                self.joined[j].next = self.b2_bth[0].q.val();
            }
            if self.b2_is_bth_1[j].q.val() {
                self.joined[j].next = self.b2_bth[1].q.val();
            }
            if self.b2_is_bth_2[j].q.val() {
                self.joined[j].next = self.b2_bth[2].q.val();
            }
            if self.b2_is_bth_3[j].q.val() {
                self.joined[j].next = self.b2_bth[3].q.val();
            }
            self.b3_joined[j].d.next = self.joined[j].val();
            self.prefix[j].d.next = self.b2_prefix[j].q.val();
            self.word0[j].d.next = self.b2_word0[j].q.val();
            self.word1[j].d.next = self.b2_word1[j].q.val();
            self.word2[j].d.next = self.b2_word2[j].q.val();
            self.udp_checksum[j].d.next = self.b2_udp_checksum[j].q.val();
            self.bth_ecn[j].d.next = self.b2_is_bth_1[j].q.val();
            self.area[j].d.next = self.b2_area[j].q.val();
            self.inside[j].d.next = self.b2_inside[j].q.val();
            self.b3_is_icrc[j].d.next = self.b2_is_icrc[j].q.val();
            self.b3_prefix[j].next = self.prefix[j].q.val();
            self.b3_word0[j].next = self.word0[j].q.val();
            self.b3_word1[j].next = self.word1[j].q.val();
            self.b3_word2[j].next = self.word2[j].q.val();
            self.b3_udp_checksum[j].next = self.udp_checksum[j].q.val();
            self.b3_bth_ecn[j].next = self.bth_ecn[j].q.val();
            self.b3_area[j].next = self.area[j].q.val();
            self.b3_inside[j].next = self.inside[j].q.val();
        }

        comment!("b3: turned by 0, 4, 8 or 12, and joined with the others");
        for j in 0..L {
            clock!(self, clock, word[j], is_icrc[j], is_sum[j]);
            self.high[j].d0.next = self.b3_echo[j].q.val();
            self.high[j].d1.next = self.b3_echo[(j + 16 * L - 4) % L].q.val();
            self.high[j].d2.next = self.b3_echo[(j + 16 * L - 8) % L].q.val();
            self.high[j].d3.next = self.b3_echo[(j + 16 * L - 12) % L].q.val();
            self.high[j].sel.next = self.b3_by.q.val();
            self.high[j].also.next = self.b3_joined[j].q.val();
            self.word[j].d.next = self.high[j].q.val();
            self.is_icrc[j].d.next = self.b3_is_icrc[j].q.val();
            self.is_sum[j].d.next = self.word2[j].q.val() & !self.v6.q.val();
            self.b4_word[j].next = self.word[j].q.val();
            self.b4_is_icrc[j].next = self.is_icrc[j].q.val();
            self.b4_is_sum[j].next = self.is_sum[j].q.val();
        }
    }
}
