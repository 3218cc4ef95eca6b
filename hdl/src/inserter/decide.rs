//! What the headers of a frame say: d0 to d3.

use super::records::Found;
use crate::prelude::*;
use layout::wire::{bth, ethernet, ipv4, udp};

/// Words that are looked at of an IP packet, wherever it begins: three of IP, two of UDP and one of BTH, behind IPv4
/// and behind IPv6.
const LOOKS: usize = 9;

/// A frame a cycle.
#[derive(LogicBlock)]
pub struct Decide {
    pub clock: Signal<In, ClkRst>,
    pub area: Signal<In, U<6>>,
    pub limit: Signal<In, U<15>>,
    pub d0_word: [Signal<In, U<32>>; 16],
    pub d0_bth_v4: [Signal<In, Bit>; 3],
    pub d0_bth_v6: [Signal<In, Bit>; 3],
    pub d3: Signal<Out, Found>,
    pub d3_over: Signal<Out, Bit>,

    kind: [Signal<Local, U<16>>; 3],
    is_tag: [Signal<Local, Bit>; 3],
    tags: Signal<Local, U<2>>,
    ethertype: Signal<Local, U<16>>,
    x: [Signal<Local, U<32>>; LOOKS],
    whole_v4: Signal<Local, Bit>,
    whole_v6: Signal<Local, Bit>,
    d1_tags: DReg<U<2>>,
    d1_v4: DReg<Bit>,
    d1_v6: DReg<Bit>,
    d1_version: DReg<U<8>>,
    d1_length_v4: DReg<U<16>>,
    d1_length_v6: DReg<U<16>>,
    d1_fragment: DReg<U<14>>,
    d1_next_v4: DReg<U<8>>,
    d1_next_v6: DReg<U<8>>,
    d1_checksum: DReg<U<16>>,
    /// Behind IPv4, behind IPv6.
    d1_port: [DReg<U<16>>; 2],
    d1_udp_length: [DReg<U<16>>; 2],
    d1_bth: [DReg<U<16>>; 2],
    d1_whole: [DReg<Bit>; 2],

    tags_of: Signal<Local, U<5>>,
    port: Signal<Local, U<16>>,
    flags: Signal<Local, UpdateFlags>,
    whole: Signal<Local, Bit>,
    old_length: Signal<Local, U<16>>,
    d2_v6: DReg<Bit>,
    d2_ip_at: DReg<U<3>>,
    d2_udp_at: DReg<U<5>>,
    /// The IP header is one that is looked behind; and so are UDP port and BTH; it is long enough for BTH and ICRC.
    d2_is_ip: DReg<Bit>,
    d2_is_roce: DReg<Bit>,
    d2_is_long: DReg<Bit>,
    d2_length: DReg<U<16>>,
    d2_payload: DReg<U<16>>,
    d2_udp_length: DReg<U<16>>,
    d2_sum: DReg<U<17>>,

    reach: Signal<Local, U<7>>,
    total: Signal<Local, U<17>>,
    added: Signal<Local, U<16>>,
    found: Signal<Local, Found>,
    d3_found: DReg<Found>,
    over: DReg<Bit>,

    type_vlan: Constant<U<16>>,
    type_qinq: Constant<U<16>>,
    type_ipv4: Constant<U<16>>,
    type_ipv6: Constant<U<16>>,
    fragment_mask: Constant<U<14>>,
    protocol: Constant<U<8>>,
    port_rocev2: Constant<U<16>>,
    data_opcodes: Constant<Bus<256>>,
}

impl Default for Decide {
    fn default() -> Self {
        let type_of = |ethertype: u16| Constant::new(u64::from(ethertype).into());
        let opcodes = (0..=u8::MAX).filter(|opcode| bth::is_data(*opcode)).fold([0u64; 4], |mut words, opcode| {
            words[usize::from(opcode / 64)] |= 1 << (opcode % 64);
            words
        });
        Self {
            clock: Default::default(),
            area: Default::default(),
            limit: Default::default(),
            d0_word: Default::default(),
            d0_bth_v4: Default::default(),
            d0_bth_v6: Default::default(),
            d3: Default::default(),
            d3_over: Default::default(),
            kind: Default::default(),
            is_tag: Default::default(),
            tags: Default::default(),
            ethertype: Default::default(),
            x: Default::default(),
            whole_v4: Default::default(),
            whole_v6: Default::default(),
            d1_tags: Default::default(),
            d1_v4: Default::default(),
            d1_v6: Default::default(),
            d1_version: Default::default(),
            d1_length_v4: Default::default(),
            d1_length_v6: Default::default(),
            d1_fragment: Default::default(),
            d1_next_v4: Default::default(),
            d1_next_v6: Default::default(),
            d1_checksum: Default::default(),
            d1_port: Default::default(),
            d1_udp_length: Default::default(),
            d1_bth: Default::default(),
            d1_whole: Default::default(),
            tags_of: Default::default(),
            port: Default::default(),
            flags: Default::default(),
            whole: Default::default(),
            old_length: Default::default(),
            d2_v6: Default::default(),
            d2_ip_at: Default::default(),
            d2_udp_at: Default::default(),
            d2_is_ip: Default::default(),
            d2_is_roce: Default::default(),
            d2_is_long: Default::default(),
            d2_length: Default::default(),
            d2_payload: Default::default(),
            d2_udp_length: Default::default(),
            d2_sum: Default::default(),
            reach: Default::default(),
            total: Default::default(),
            added: Default::default(),
            found: Default::default(),
            d3_found: Default::default(),
            over: Default::default(),
            type_vlan: type_of(ethernet::TYPE_VLAN),
            type_qinq: type_of(ethernet::TYPE_QINQ),
            type_ipv4: type_of(ethernet::TYPE_IPV4),
            type_ipv6: type_of(ethernet::TYPE_IPV6),
            fragment_mask: Constant::new(u64::from(ipv4::FRAGMENT_MASK).into()),
            protocol: Constant::new(u64::from(udp::PROTOCOL).into()),
            port_rocev2: Constant::new(u64::from(udp::PORT_ROCEV2).into()),
            data_opcodes: Constant::new(Bus::from_words(&opcodes)),
        }
    }
}

impl Logic for Decide {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inserter_decide");
        comment!("@doc What the headers of a frame say: whether it is a data packet, and what it says with an area. Three cycles.");
        comment!("@port area words of the area");
        comment!("@port limit the longest frame that goes out, in bytes, and 2");
        comment!("@port d0_word_0 word 3 of the frame, and so on");
        comment!("@port d0_bth_v4_0 word 11, 12 or 13 is there");
        comment!("@port d0_bth_v6_0 word 16, 17 or 18 is there");
        comment!("@port d3 what was found");
        comment!("@port d3_over with the area the frame were too long");
        comment!("@constant data_opcodes bit k: opcode k is a SEND or RDMA WRITE of RC or UC");
        clock!(self, clock, d1_tags, d1_v4, d1_v6, d1_version, d1_length_v4, d1_length_v6, d1_fragment, d1_next_v4);
        clock!(self, clock, d1_next_v6, d1_checksum, d2_v6, d2_ip_at, d2_udp_at, d2_is_ip, d2_is_roce, d2_is_long);
        clock!(self, clock, d2_length, d2_payload, d2_udp_length, d2_sum, d3_found, over);

        comment!("d0: how many tags; an EtherType is the low half of word 3, 4 or 5");
        for k in 0..3 {
            self.kind[k].next = self.d0_word[k].val().get_bits::<16>(0);
            self.is_tag[k].next =
                (self.kind[k].val() == self.type_vlan.val()) | (self.kind[k].val() == self.type_qinq.val());
        }
        self.tags.next = 0.into();
        self.ethertype.next = self.kind[0].val();
        self.whole_v4.next = self.d0_bth_v4[0].val();
        self.whole_v6.next = self.d0_bth_v6[0].val();
        for i in 0..9 {
            self.x[i].next = self.d0_word[1 + i + 2 * (i / 3)].val();
        }
        if self.is_tag[0].val() & !self.is_tag[1].val() {
            self.tags.next = 1.into();
            self.ethertype.next = self.kind[1].val();
            self.whole_v4.next = self.d0_bth_v4[1].val();
            self.whole_v6.next = self.d0_bth_v6[1].val();
            for i in 0..9 {
                self.x[i].next = self.d0_word[2 + i + 2 * (i / 3)].val();
            }
        }
        if self.is_tag[0].val() & self.is_tag[1].val() {
            self.tags.next = 2.into();
            self.ethertype.next = self.kind[2].val();
            self.whole_v4.next = self.d0_bth_v4[2].val();
            self.whole_v6.next = self.d0_bth_v6[2].val();
            for i in 0..9 {
                self.x[i].next = self.d0_word[3 + i + 2 * (i / 3)].val();
            }
        }
        self.d1_tags.d.next = self.tags.val();
        self.d1_v4.d.next = self.ethertype.val() == self.type_ipv4.val();
        self.d1_v6.d.next = self.ethertype.val() == self.type_ipv6.val();
        self.d1_version.d.next = self.x[0].val().get_bits::<8>(24);
        self.d1_length_v4.d.next = self.x[0].val().get_bits::<16>(0);
        self.d1_length_v6.d.next = self.x[1].val().get_bits::<16>(16);
        self.d1_fragment.d.next = self.x[1].val().get_bits::<14>(0);
        self.d1_next_v4.d.next = self.x[2].val().get_bits::<8>(16);
        self.d1_next_v6.d.next = self.x[1].val().get_bits::<8>(8);
        self.d1_checksum.d.next = self.x[2].val().get_bits::<16>(0);
        for k in 0..2 {
            clock!(self, clock, d1_port[k], d1_udp_length[k], d1_bth[k], d1_whole[k]);
            self.d1_port[k].d.next = self.x[3 + 3 * k].val().get_bits::<16>(0);
            self.d1_udp_length[k].d.next = self.x[4 + 3 * k].val().get_bits::<16>(16);
            self.d1_bth[k].d.next = self.x[5 + 3 * k].val().get_bits::<16>(16);
        }
        self.d1_whole[0].d.next = self.whole_v4.val();
        self.d1_whole[1].d.next = self.whole_v6.val();

        comment!("d1: IPv4 without options and no fragment, or IPv6; then UDP and the first word of BTH");
        self.tags_of.next = bits::<5>(self.d1_tags.q.val());
        self.port.next = self.d1_port[0].q.val();
        self.flags.next = self.d1_bth[0].q.val();
        self.whole.next = self.d1_whole[0].q.val();
        self.old_length.next = self.d1_length_v4.q.val();
        self.d2_udp_at.d.next = self.tags_of.val() + 9;
        self.d2_is_ip.d.next = self.d1_v4.q.val()
            & (self.d1_version.q.val() == 0x45)
            & !(self.d1_fragment.q.val() & self.fragment_mask.val()).any()
            & (self.d1_next_v4.q.val() == self.protocol.val());
        self.d2_is_long.d.next = self.d1_length_v4.q.val() >= 44;
        self.d2_payload.d.next = self.d1_length_v4.q.val() - 20;
        self.d2_udp_length.d.next = self.d1_udp_length[0].q.val();
        if self.d1_v6.q.val() {
            self.port.next = self.d1_port[1].q.val();
            self.flags.next = self.d1_bth[1].q.val();
            self.whole.next = self.d1_whole[1].q.val();
            self.old_length.next = self.d1_length_v6.q.val();
            self.d2_udp_at.d.next = self.tags_of.val() + 14;
            self.d2_is_ip.d.next =
                (self.d1_version.q.val().get_bits::<4>(4) == 6) & (self.d1_next_v6.q.val() == self.protocol.val());
            self.d2_is_long.d.next = self.d1_length_v6.q.val() >= 24;
            self.d2_payload.d.next = self.d1_length_v6.q.val();
            self.d2_udp_length.d.next = self.d1_udp_length[1].q.val();
        }
        self.d2_v6.d.next = self.d1_v6.q.val();
        self.d2_ip_at.d.next = bits::<3>(self.d1_tags.q.val()) + 4;
        self.d2_is_roce.d.next = self.whole.val()
            & (self.port.val() == self.port_rocev2.val())
            & self.data_opcodes.val().get_bit(self.flags.val().get_bits::<8>(8).index())
            & !self.flags.val().get_bits::<4>(0).any();
        self.d2_length.d.next = self.old_length.val();

        comment!("d1: the checksum of an IPv4 header that says more by as many bytes (RFC 1624)");
        self.d2_sum.d.next = bits::<17>(!self.d1_checksum.q.val()) + (bits::<17>(self.area.val()) << 2);

        comment!("d2: lengths and places with the area. UDP begins at byte 4 udp_at - 2; IPv4's total length is no sum of it");
        self.reach.next = bits::<7>(self.d2_udp_at.q.val()) + bits::<7>(self.area.val());
        self.total.next = bits::<17>(self.d2_payload.q.val()) + (bits::<17>(self.reach.val()) << 2);
        self.added.next = bits::<16>(self.area.val()) << 2;
        self.found.next.data = self.d2_is_ip.q.val()
            & self.d2_is_roce.q.val()
            & self.d2_is_long.q.val()
            & (self.d2_udp_length.q.val() == self.d2_payload.q.val())
            & !self.d2_payload.q.val().get_bits::<2>(0).any();
        self.over.d.next = self.total.val() > bits::<17>(self.limit.val());
        self.d3_over.next = self.over.q.val();
        self.found.next.v6 = self.d2_v6.q.val();
        self.found.next.ip_at = self.d2_ip_at.q.val();
        self.found.next.area_at = self.d2_udp_at.q.val() + 2;
        self.found.next.bth_at = self.reach.val() + 2;
        self.found.next.icrc_at = self.total.val().get_bits::<13>(2) - 1;
        self.found.next.ip_length = self.d2_length.q.val() + self.added.val();
        self.found.next.udp_length = self.d2_payload.q.val() + self.added.val();
        self.found.next.checksum =
            !(self.d2_sum.q.val().get_bits::<16>(0) + bits::<16>(self.d2_sum.q.val().get_bit(16)));
        self.d3_found.d.next = self.found.val();
        self.d3.next = self.d3_found.q.val();
    }
}
