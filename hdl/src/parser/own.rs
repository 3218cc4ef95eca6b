//! Is a packet for this NIC? Its destination addresses against the NIC's own: stages s2 to s4.
//!
//! The destination MAC stands in words 0 and 1, an IP header's destination address in words 8 to 15, where exactly
//! depends on the version and on the number of tags. So every word there is compared with every part that it may be,
//! and a stage later the version and the tags choose, as they do between the readings of `ip.rs`.

use super::front::Beat;
use super::lanes::Lanes;
use crate::prelude::*;

logic_struct! {
    /// The ports `cfg_own_*`.
    pub struct OwnCfg {
        pub check: U<3> => "which destination addresses must be ours: bit 0 MAC, 1 IPv4, 2 IPv6",
        pub mac: U<48> => "our MAC address, its first byte on top",
        pub ipv4: U<32> => "our IPv4 address, its first byte on top",
        pub ipv6_high: U<64> => "the first 8 bytes of our IPv6 address",
        pub ipv6_low: U<64> => "the other 8 bytes of our IPv6 address",
    }

    /// What makes a packet another's.
    pub struct Foreign {
        pub mac: Bit,
        pub ip: Bit,
    }
}

/// Beats that have one of words 0 to 15, at 64 bits.
const BEATS: usize = 8;

/// Compares the destination addresses of a frame with the NIC's own.
#[derive(LogicBlock, Default)]
pub struct OwnCheck<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub cfg_own: Signal<In, OwnCfg>,
    pub s1_beat: Signal<In, Beat>,
    pub s1_word: Lanes<Signal<In, U<32>>, L>,
    pub s3_v6: Signal<In, Bit>,
    pub s3_tags: Signal<In, U<3>>,
    pub s4_foreign: Signal<Out, Foreign>,

    /// Element b: the beat in s1 is number b of its frame.
    turn: [Reg<Bit>; BEATS],
    here: [Signal<Local, Bit>; BEATS],
    mac_0: DReg<Bit>,
    mac_1: DReg<Bit>,
    /// By the number of tags.
    ipv4: [DReg<Bit>; 3],
    ipv6_0: [DReg<Bit>; 3],
    ipv6_1: [DReg<Bit>; 3],
    ipv6_2: [DReg<Bit>; 3],
    ipv6_3: [DReg<Bit>; 3],
    s3_mac: DReg<Bit>,
    s3_ipv4: [DReg<Bit>; 3],
    s3_ipv6: [DReg<Bit>; 3],
    ours: Signal<Local, Bit>,
    s4: DReg<Foreign>,
    shape: Shape,
}

impl<const L: usize> OwnCheck<L> {
    pub fn new() -> Self {
        let turn = std::array::from_fn(|b| Reg::new(b == 0));
        Self { turn, shape: Shape::of(&[("L", L)]), ..Self::default() }
    }
}

impl<const L: usize> Logic for OwnCheck<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module parser_own");
        comment!("@doc The destination addresses of a frame against the NIC's own.");
        comment!("@port s3_tags bit k: there are k tags");
        comment!("@port s4_foreign_mac the destination MAC is compared, and is not ours");
        comment!("@port s4_foreign_ip so is the IP address of the packet's version; right from the header's end on");
        clock!(self, clock, mac_0, mac_1, s3_mac, s4);

        comment!("s1: number the beats of the frame");
        for b in 0..BEATS {
            clock!(self, clock, turn[b]);
            self.here[b].next = self.s1_beat.val().valid & self.turn[b].q.val();
            self.turn[b].d.next = self.turn[b].q.val();
        }
        if self.s1_beat.val().valid {
            self.turn[0].d.next = self.s1_beat.val().last;
        }
        for b in 1..BEATS {
            if self.s1_beat.val().valid {
                self.turn[b].d.next = self.turn[b - 1].q.val() & !self.s1_beat.val().last;
            }
        }

        comment!("s1: the MAC address is half of word 0, and word 1");
        self.mac_0.d.next = self.mac_0.q.val();
        self.mac_1.d.next = self.mac_1.q.val();
        if self.here[0].val() {
            self.mac_0.d.next = self.s1_word[0].val().get_bits::<16>(0) == self.cfg_own.val().mac.get_bits::<16>(32);
            self.mac_1.d.next = self.s1_word[1].val() == self.cfg_own.val().mac.get_bits::<32>(0);
        }

        comment!("s1: behind k tags the IPv4 address is word 8 + k, the IPv6 address is words 10 + k to 13 + k");
        for k in 0..3 {
            clock!(self, clock, ipv4[k], ipv6_0[k], ipv6_1[k], ipv6_2[k], ipv6_3[k]);
            self.ipv4[k].d.next = self.ipv4[k].q.val();
            if self.here[(k + 8) / L].val() {
                self.ipv4[k].d.next = self.s1_word[(k + 8) % L].val() == self.cfg_own.val().ipv4;
            }
            self.ipv6_0[k].d.next = self.ipv6_0[k].q.val();
            if self.here[(k + 10) / L].val() {
                self.ipv6_0[k].d.next =
                    self.s1_word[(k + 10) % L].val() == self.cfg_own.val().ipv6_high.get_bits::<32>(32);
            }
            self.ipv6_1[k].d.next = self.ipv6_1[k].q.val();
            if self.here[(k + 11) / L].val() {
                self.ipv6_1[k].d.next =
                    self.s1_word[(k + 11) % L].val() == self.cfg_own.val().ipv6_high.get_bits::<32>(0);
            }
            self.ipv6_2[k].d.next = self.ipv6_2[k].q.val();
            if self.here[(k + 12) / L].val() {
                self.ipv6_2[k].d.next =
                    self.s1_word[(k + 12) % L].val() == self.cfg_own.val().ipv6_low.get_bits::<32>(32);
            }
            self.ipv6_3[k].d.next = self.ipv6_3[k].q.val();
            if self.here[(k + 13) / L].val() {
                self.ipv6_3[k].d.next =
                    self.s1_word[(k + 13) % L].val() == self.cfg_own.val().ipv6_low.get_bits::<32>(0);
            }
        }

        comment!("s2: all parts of an address");
        self.s3_mac.d.next = self.mac_0.q.val() & self.mac_1.q.val();
        for k in 0..3 {
            clock!(self, clock, s3_ipv4[k], s3_ipv6[k]);
            self.s3_ipv4[k].d.next = self.ipv4[k].q.val();
            self.s3_ipv6[k].d.next =
                self.ipv6_0[k].q.val() & self.ipv6_1[k].q.val() & self.ipv6_2[k].q.val() & self.ipv6_3[k].q.val();
        }

        comment!("s3: of the header that the tags name");
        self.ours.next = false;
        for k in 0..3 {
            if self.s3_tags.val().get_bit(k) {
                self.ours.next = self.s3_ipv4[k].q.val();
                if self.s3_v6.val() {
                    self.ours.next = self.s3_ipv6[k].q.val();
                }
            }
        }
        self.s4.d.next.mac = self.cfg_own.val().check.get_bit(0) & !self.s3_mac.q.val();
        self.s4.d.next.ip = self.cfg_own.val().check.get_bit(1) & !self.ours.val();
        if self.s3_v6.val() {
            self.s4.d.next.ip = self.cfg_own.val().check.get_bit(2) & !self.ours.val();
        }
        self.s4_foreign.next = self.s4.q.val();
    }
}
