//! Ethernet and IP, and where a frame's parts are: stages s2 to s4.
//!
//! Whether there are 0, 1 or 2 VLAN tags is not known when the first words come, so there are three readings of them,
//! and the EtherTypes choose between the readings a cycle later. A reading is right as soon as its words have passed;
//! before, it holds what an earlier frame left, and whoever uses it must know that the frame was long enough.

use super::setup::Setup;
use crate::prelude::*;
use layout::wire::{ethernet, ipv4, ipv6, udp};

logic_struct! {
    /// What the EtherType says.
    pub struct TypeFacts {
        pub vlan: Bit,
        pub v4: Bit,
        pub v6: Bit,
    }

    /// What the first word of an IP header says, in both versions.
    pub struct Word0Facts {
        pub version_4: Bit,
        pub version_6: Bit,
        /// IHL, 32-bit words
        pub ihl: U<4>,
        pub ihl_short: Bit,
        /// the ECN field is CE
        pub ce_v4: Bit,
        pub ce_v6: Bit,
        /// IPv4 total length, bytes
        pub total_length: U<16>,
        /// the word where UDP starts, behind this IPv4 header
        pub udp_at: U<5>,
        /// the last word of this IPv4 packet, modulo 4096
        pub end_at: U<12>,
    }

    /// What the second word says.
    pub struct Word1Facts {
        /// IPv4: MF or an offset
        pub fragment: Bit,
        /// IPv6: next header is UDP
        pub udp: Bit,
        /// IPv6 payload length, bytes
        pub payload_length: U<16>,
        /// the last word of this IPv6 packet, modulo 4096
        pub end_at: U<12>,
    }

    /// A reading of the Ethernet and IP headers.
    pub struct IpFacts {
        /// the EtherType is that of one more tag
        pub vlan: Bit,
        pub not_ip: Bit,
        pub v6: Bit,
        pub bad_version: Bit,
        pub bad_ihl: Bit,
        pub fragment: Bit,
        pub not_udp: Bit,
        pub ce: Bit,
        /// IPv4 total length, IPv6 payload length, bytes
        pub length: U<16>,
        /// words of header that `length` counts: IHL or 0
        pub counted_words: U<4>,
        /// bytes of the frame before those that `length` counts, less one
        pub length_from: U<7>,
        /// the word where the IP header starts: 4, 5 or 6
        pub ip_at: U<3>,
        /// the first word behind the fixed part of the IP header
        pub options_at: U<5>,
        /// the word where UDP starts
        pub udp_at: U<5>,
        /// the packet's last word, modulo 4096: right for every packet that is not truncated
        pub end_at: U<12>,
    }

    /// Where a frame's parts are, in words; valid from word 8 on.
    pub struct Places {
        pub udp_at: U<7>,
        /// what stands behind the UDP header: the area, or BTH
        pub area_at: U<7>,
        pub bth_at: U<7>,
        /// the telemetry header
        pub header_at: U<7>,
        /// the packet ends behind this beat, or in it
        pub ends_later: Bit,
        pub ends_here: Bit,
        /// the lane of its last word then
        pub end_lane: U<4>,
        pub v6: Bit,
        /// bit k: there are k tags
        pub tags: U<3>,
    }
}

/// A reading for one number of tags.
#[derive(LogicBlock)]
pub struct IpAt {
    pub clock: Signal<In, ClkRst>,
    pub first_word: Signal<In, U<5>>,
    pub type_here: Signal<In, Bit>,
    pub ethertype: Signal<In, U<16>>,
    pub word0_here: Signal<In, Bit>,
    pub version: Signal<In, U<4>>,
    pub ihl: Signal<In, U<4>>,
    pub ecn_v6: Signal<In, U<2>>,
    pub ecn_v4: Signal<In, U<2>>,
    pub total_length: Signal<In, U<16>>,
    pub word1_here: Signal<In, Bit>,
    pub word1: Signal<In, U<32>>,
    pub word2_here: Signal<In, Bit>,
    pub protocol: Signal<In, U<8>>,
    pub s2: Signal<Out, IpFacts>,

    ethertype_r: Reg<TypeFacts>,
    word0_r: DReg<Word0Facts>,
    word1_r: DReg<Word1Facts>,
    udp_v4: DReg<Bit>,
    payload_length: Signal<Local, U<16>>,

    type_vlan: Constant<U<16>>,
    type_qinq: Constant<U<16>>,
    type_ipv4: Constant<U<16>>,
    type_ipv6: Constant<U<16>>,
    fragment_mask: Constant<U<16>>,
    min_ihl: Constant<U<4>>,
    ipv4_words: Constant<U<5>>,
    ipv6_words: Constant<U<5>>,
    protocol_udp: Constant<U<8>>,
}

impl Default for IpAt {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            first_word: Default::default(),
            type_here: Default::default(),
            ethertype: Default::default(),
            word0_here: Default::default(),
            version: Default::default(),
            ihl: Default::default(),
            ecn_v6: Default::default(),
            ecn_v4: Default::default(),
            total_length: Default::default(),
            word1_here: Default::default(),
            word1: Default::default(),
            word2_here: Default::default(),
            protocol: Default::default(),
            s2: Default::default(),
            ethertype_r: Default::default(),
            word0_r: Default::default(),
            word1_r: Default::default(),
            udp_v4: Default::default(),
            payload_length: Default::default(),
            type_vlan: Constant::new(u64::from(ethernet::TYPE_VLAN).into()),
            type_qinq: Constant::new(u64::from(ethernet::TYPE_QINQ).into()),
            type_ipv4: Constant::new(u64::from(ethernet::TYPE_IPV4).into()),
            type_ipv6: Constant::new(u64::from(ethernet::TYPE_IPV6).into()),
            fragment_mask: Constant::new(u64::from(ipv4::FRAGMENT_MASK).into()),
            min_ihl: Constant::new(u64::from(ipv4::MIN_IHL).into()),
            ipv4_words: Constant::new((ipv4::MIN_HEADER_BYTES as u64 / 4).into()),
            ipv6_words: Constant::new((ipv6::HEADER_BYTES as u64 / 4).into()),
            protocol_udp: Constant::new(u64::from(udp::PROTOCOL).into()),
        }
    }
}

impl Logic for IpAt {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module ip_at");
        comment!("@doc Ethernet and IP as they are if the IP header starts at a given word: caught as the words pass.");
        comment!("@port first_word the word where the IP header starts: 4, 5 or 6");
        comment!("@port ethertype low half of the word before it");
        comment!("@port total_length IPv4, bytes");
        comment!("@port word1 second word of the IP header; of the third one only the protocol is needed");
        comment!("@port s2_length IPv4 total length or IPv6 payload length, bytes");
        comment!("@port s2_length_from added to s2_length: the index of the packet's last byte in the frame");
        comment!("@port s2_counted_words words of header that s2_length counts");
        comment!("@port s2_udp_at the word where UDP starts");
        comment!("@port s2_end_at last word of the packet, modulo 4096");
        comment!("@constant fragment_mask more fragments, and the offset");
        comment!("@constant min_ihl words of an IPv4 header without options");
        comment!("@constant ipv4_words words of a header");
        clock!(self, clock, ethertype_r, word0_r, word1_r, udp_v4);

        comment!("s1: decode, so that little is left for the choice between the readings");
        self.ethertype_r.d.next = self.ethertype_r.q.val();
        if self.type_here.val() {
            self.ethertype_r.d.next.vlan =
                (self.ethertype.val() == self.type_vlan.val()) | (self.ethertype.val() == self.type_qinq.val());
            self.ethertype_r.d.next.v4 = self.ethertype.val() == self.type_ipv4.val();
            self.ethertype_r.d.next.v6 = self.ethertype.val() == self.type_ipv6.val();
        }
        self.word0_r.d.next = self.word0_r.q.val();
        if self.word0_here.val() {
            self.word0_r.d.next.version_4 = self.version.val() == 4;
            self.word0_r.d.next.version_6 = self.version.val() == 6;
            self.word0_r.d.next.ihl = self.ihl.val();
            self.word0_r.d.next.ihl_short = self.ihl.val() < self.min_ihl.val();
            self.word0_r.d.next.ce_v4 = self.ecn_v4.val().all();
            self.word0_r.d.next.ce_v6 = self.ecn_v6.val().all();
            self.word0_r.d.next.total_length = self.total_length.val();
            self.word0_r.d.next.udp_at = self.first_word.val() + bits::<5>(self.ihl.val());
            self.word0_r.d.next.end_at =
                bits::<12>(self.first_word.val()) + self.total_length.val().get_bits::<12>(2) - 1;
        }
        self.payload_length.next = self.word1.val().get_bits::<16>(16);
        self.word1_r.d.next = self.word1_r.q.val();
        if self.word1_here.val() {
            self.word1_r.d.next.fragment = (self.word1.val().get_bits::<16>(0) & self.fragment_mask.val()).any();
            self.word1_r.d.next.udp = self.word1.val().get_bits::<8>(8) == self.protocol_udp.val();
            self.word1_r.d.next.payload_length = self.payload_length.val();
            self.word1_r.d.next.end_at = bits::<12>(self.first_word.val())
                + self.payload_length.val().get_bits::<12>(2)
                + bits::<12>(self.ipv6_words.val())
                - 1;
        }
        self.udp_v4.d.next = self.udp_v4.q.val();
        if self.word2_here.val() {
            self.udp_v4.d.next = self.protocol.val() == self.protocol_udp.val();
        }

        comment!("s2: the reading in the version that the EtherType names");
        self.s2.next.vlan = self.ethertype_r.q.val().vlan;
        self.s2.next.not_ip = !(self.ethertype_r.q.val().v4 | self.ethertype_r.q.val().v6);
        self.s2.next.v6 = self.ethertype_r.q.val().v6;
        self.s2.next.bad_version = !self.word0_r.q.val().version_4;
        self.s2.next.bad_ihl = self.word0_r.q.val().ihl_short;
        self.s2.next.fragment = self.word1_r.q.val().fragment;
        self.s2.next.not_udp = !self.udp_v4.q.val();
        self.s2.next.ce = self.word0_r.q.val().ce_v4;
        self.s2.next.length = self.word0_r.q.val().total_length;
        self.s2.next.counted_words = self.word0_r.q.val().ihl;
        self.s2.next.length_from = (bits::<7>(self.first_word.val()) << 2) - 3;
        self.s2.next.ip_at = self.first_word.val().get_bits::<3>(0);
        self.s2.next.options_at = self.first_word.val() + self.ipv4_words.val();
        self.s2.next.udp_at = self.word0_r.q.val().udp_at;
        self.s2.next.end_at = self.word0_r.q.val().end_at;
        if self.ethertype_r.q.val().v6 {
            self.s2.next.bad_version = !self.word0_r.q.val().version_6;
            self.s2.next.bad_ihl = false;
            self.s2.next.fragment = false;
            self.s2.next.not_udp = !self.word1_r.q.val().udp;
            self.s2.next.ce = self.word0_r.q.val().ce_v6;
            self.s2.next.length = self.word1_r.q.val().payload_length;
            self.s2.next.counted_words = 0.into();
            self.s2.next.length_from = (bits::<7>(self.first_word.val()) << 2) + 37;
            self.s2.next.options_at = self.first_word.val() + self.ipv6_words.val();
            self.s2.next.udp_at = self.first_word.val() + self.ipv6_words.val();
            self.s2.next.end_at = self.word1_r.q.val().end_at;
        }
    }
}

/// Chooses the reading, stage s3, and says where the frame's parts are: one add behind what the IP header says, s4.
#[derive(LogicBlock, Default)]
pub struct IpSelect<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub setup: Signal<In, Setup>,
    pub s2_ip: [Signal<In, IpFacts>; 3],
    pub s3_at: Signal<In, U<13>>,
    pub s3_ip: Signal<Out, IpFacts>,
    pub s3_tags: Signal<Out, U<3>>,
    pub s4_places: Signal<Out, Places>,

    ip: DReg<IpFacts>,
    tags: DReg<U<3>>,
    end_beat: Signal<Local, U<13>>,
    s4: DReg<Places>,
    lane_mask: Constant<U<13>>,
    shape: Shape,
}

impl<const L: usize> IpSelect<L> {
    pub fn new() -> Self {
        let lane_mask = Constant::new((L as u64 - 1).into());
        Self { lane_mask, shape: Shape::of(&[("L", L)]), ..Self::default() }
    }
}

impl<const L: usize> Logic for IpSelect<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module ip_select");
        comment!("@doc Chooses between the readings for 0, 1 and 2 VLAN tags, and says where the frame's parts are, in words.");
        comment!("@port s3_at index of lane 0's word");
        comment!("@port s3_ip_vlan a third tag");
        comment!("@port s3_tags bit k: there are k tags");
        comment!("@port s4_places_udp_at valid from word 8 on, as all places are");
        comment!("@port s4_places_header_at the word where the telemetry header starts");
        comment!("@port s4_places_ends_later the packet ends behind the beat in stage 4");
        comment!("@port s4_places_end_lane lane of the packet's last word, if it ends in this beat");
        clock!(self, clock, ip, tags, s4);

        comment!("s2: tags are stripped while there are tags");
        self.ip.d.next = self.s2_ip[0].val();
        self.tags.d.next = 0b001.into();
        if self.s2_ip[0].val().vlan {
            self.ip.d.next = self.s2_ip[1].val();
            self.tags.d.next = 0b010.into();
            if self.s2_ip[1].val().vlan {
                self.ip.d.next = self.s2_ip[2].val();
                self.tags.d.next = 0b100.into();
            }
        }

        comment!("s3: the places");
        self.s3_ip.next = self.ip.q.val();
        self.s3_tags.next = self.tags.q.val();
        self.s4.d.next.udp_at = bits::<7>(self.ip.q.val().udp_at);
        self.s4.d.next.area_at = bits::<7>(self.ip.q.val().udp_at) + 2;
        self.s4.d.next.bth_at = bits::<7>(self.ip.q.val().udp_at) + self.setup.val().bth_skip;
        self.s4.d.next.header_at = bits::<7>(self.ip.q.val().udp_at) + bits::<7>(self.setup.val().header_skip);
        self.end_beat.next = bits::<13>(self.ip.q.val().end_at) & !self.lane_mask.val();
        self.s4.d.next.ends_later = self.s3_at.val() < self.end_beat.val();
        self.s4.d.next.ends_here = self.s3_at.val() == self.end_beat.val();
        self.s4.d.next.end_lane = (self.ip.q.val().end_at & self.lane_mask.val().get_bits::<12>(0)).get_bits::<4>(0);
        self.s4.d.next.v6 = self.ip.q.val().v6;
        self.s4.d.next.tags = self.tags.q.val();

        comment!("s4");
        self.s4_places.next = self.s4.q.val();
    }
}
