//! A frame's headers as words, and where they stand: b0 to b1. All of a frame is made anew for each of its beats.

use super::echo::EchoTable;
use super::records::{Header, Places, Said, Turn};
use super::Makes;
use crate::hops::Hop;
use crate::parser::telemetry_table::words;
use crate::parser::TelemetryCfg;
use crate::prelude::*;
use crate::records::{AskCfg, ReplyCfg};
use layout::answers::{RTT_REQUEST, RTT_RESPONSE, TELEMETRY_REQUEST, TELEMETRY_RESPONSE};
use layout::record::Kind;
use layout::responder::{MIGREQ, NO_CREDITS};
use layout::telemetry::Place;
use layout::wire::{aeth, bth, ethernet, udp, EcePlace};

/// Front: Ethernet to UDP. BTH and AETH. The telemetry header.
#[derive(LogicBlock)]
pub struct FrameWords<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub cfg_ece_place: Signal<In, U<2>>,
    pub cfg_cnp_dscp: Signal<In, U<6>>,
    pub cfg_telemetry: Signal<In, TelemetryCfg>,
    pub b0: Signal<In, Turn>,
    pub b0_hop: Vec<Signal<In, Hop>>,
    /// Where there are responses.
    pub cfg_reply_opt: Vec<Signal<In, ReplyCfg>>,
    /// Where there are requests.
    pub cfg_ask_opt: Vec<Signal<In, AskCfg>>,
    /// Of both.
    pub b0_time_opt: Vec<Signal<In, U<32>>>,
    pub b0_msn: Signal<In, PsnWord>,
    pub b0_tos: Signal<Out, U<8>>,
    pub b1_front: [Signal<Out, U<32>>; 16],
    pub b1_bth: [Signal<Out, U<32>>; 4],
    pub b1_echo: Vec<Signal<Out, U<32>>>,
    pub b1_places: Signal<Out, Places>,

    header: Signal<Local, Header>,
    said: Signal<Local, Said>,
    is_ack: Signal<Local, Bit>,
    is_cnp: Signal<Local, Bit>,
    reply: Signal<Local, ReplyCfg>,
    is_rtt: Signal<Local, Bit>,
    is_telemetry: Signal<Local, Bit>,
    asking: Signal<Local, AskCfg>,
    asks_rtt: Signal<Local, Bit>,
    asks_telemetry: Signal<Local, Bit>,
    echoes: Signal<Local, Bit>,
    tos: Signal<Local, U<8>>,
    ethertype: Signal<Local, U<16>>,
    length: Signal<Local, U<16>>,
    /// IP and UDP.
    x: [Signal<Local, U<32>>; 13],
    front: [DReg<U<32>>; 16],
    flags: Signal<Local, U<8>>,
    opcode: Signal<Local, U<8>>,
    ecn: Signal<Local, U<2>>,
    syndrome: Signal<Local, U<8>>,
    bth: [DReg<U<32>>; 4],
    echo_table: EchoTable,
    has: Signal<Local, Bit>,
    at_udp: DReg<Bit>,
    at_ack: DReg<Bit>,
    /// Words of the area behind the offset.
    room: DReg<U<7>>,
    fits: Vec<DReg<Bit>>,
    echo: Vec<DReg<U<32>>>,
    places: DReg<Places>,

    kind_ack: Constant<KindCode>,
    kind_cnp: Constant<KindCode>,
    kind_rtt: Constant<KindCode>,
    kind_telemetry: Constant<U<3>>,
    kind_rtt_request: Constant<U<3>>,
    kind_telemetry_request: Constant<U<3>>,
    becn: Constant<U<2>>,
    fecn: Constant<U<2>>,
    ip_ce: Constant<U<2>>,
    aeth_reserved: Constant<U<2>>,
    type_vlan: Constant<U<16>>,
    type_ipv4: Constant<U<16>>,
    type_ipv6: Constant<U<16>>,
    port: Constant<U<32>>,
    opcode_ack: Constant<U<8>>,
    opcode_cnp: Constant<U<8>>,
    migreq: Constant<U<8>>,
    acks: Constant<U<8>>,
    nak: Constant<U<8>>,
    place_udp: Constant<U<2>>,
    place_ack: Constant<U<2>>,
    lane_mask: Constant<U<7>>,
    _hops: usize,
    /// One, if there are any.
    _echoes: usize,
    _words: usize,
    /// One, if it makes responses, requests.
    _answers: usize,
    _requests: usize,
}

impl<const L: usize> FrameWords<L> {
    pub fn new(hops: usize, makes: Makes) -> Self {
        let [answers, requests] = [makes.responses, makes.requests].map(usize::from);
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        let place = |place: EcePlace| Constant::new((place as u64).into());
        let nak = aeth::CODE_NAK << 5 | aeth::NAK_PSN_SEQUENCE;
        Self {
            clock: Default::default(),
            cfg_ece_place: Default::default(),
            cfg_cnp_dscp: Default::default(),
            cfg_telemetry: Default::default(),
            b0: Default::default(),
            b0_hop: each(hops),
            cfg_reply_opt: each(answers),
            cfg_ask_opt: each(requests),
            b0_time_opt: each(answers.max(requests)),
            b0_msn: Default::default(),
            b0_tos: Default::default(),
            b1_front: Default::default(),
            b1_bth: Default::default(),
            b1_echo: each(words(hops)),
            b1_places: Default::default(),
            header: Default::default(),
            said: Default::default(),
            is_ack: Default::default(),
            is_cnp: Default::default(),
            reply: Default::default(),
            is_rtt: Default::default(),
            is_telemetry: Default::default(),
            asking: Default::default(),
            asks_rtt: Default::default(),
            asks_telemetry: Default::default(),
            echoes: Default::default(),
            tos: Default::default(),
            ethertype: Default::default(),
            length: Default::default(),
            x: Default::default(),
            front: Default::default(),
            flags: Default::default(),
            opcode: Default::default(),
            ecn: Default::default(),
            syndrome: Default::default(),
            bth: Default::default(),
            echo_table: EchoTable::new(hops),
            has: Default::default(),
            at_udp: Default::default(),
            at_ack: Default::default(),
            room: Default::default(),
            fits: each(words(hops)),
            echo: each(words(hops)),
            places: Default::default(),
            kind_ack: Constant::new((Kind::Ack as u64).into()),
            kind_cnp: Constant::new((Kind::Cnp as u64).into()),
            kind_rtt: Constant::new(u64::from(RTT_RESPONSE).into()),
            kind_telemetry: Constant::new(u64::from(TELEMETRY_RESPONSE).into()),
            kind_rtt_request: Constant::new(u64::from(RTT_REQUEST).into()),
            kind_telemetry_request: Constant::new(u64::from(TELEMETRY_REQUEST).into()),
            becn: place(EcePlace::Becn),
            fecn: place(EcePlace::Fecn),
            ip_ce: place(EcePlace::IpCe),
            aeth_reserved: place(EcePlace::AethReserved),
            type_vlan: Constant::new(u64::from(ethernet::TYPE_VLAN).into()),
            type_ipv4: Constant::new(u64::from(ethernet::TYPE_IPV4).into()),
            type_ipv6: Constant::new(u64::from(ethernet::TYPE_IPV6).into()),
            port: Constant::new(u64::from(udp::PORT_ROCEV2).into()),
            opcode_ack: Constant::new(u64::from(bth::OPCODE_ACK).into()),
            opcode_cnp: Constant::new(u64::from(bth::OPCODE_CNP).into()),
            migreq: Constant::new(u64::from(MIGREQ).into()),
            acks: Constant::new(u64::from(aeth::CODE_ACK << 5 | NO_CREDITS).into()),
            nak: Constant::new(u64::from(nak).into()),
            place_udp: Constant::new((Place::Udp as u64).into()),
            place_ack: Constant::new((Place::Ack as u64).into()),
            lane_mask: Constant::new((L as u64 - 1).into()),
            _hops: hops,
            _echoes: hops.min(1),
            _words: words(hops),
            _answers: answers,
            _requests: requests,
        }
    }
}

impl<const L: usize> Logic for FrameWords<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module responder_words");
        comment!("@doc A frame's headers as words, the first byte on top, and where they stand: a cycle. Word 0 comes behind the first two");
        comment!("@doc bytes of the frame.");
        comment!("@port b0 a beat of a frame");
        for _k in 0..self._echoes {
            comment!("@port b0_hop_0 of its telemetry");
        }
        comment!("@port b0_msn its QP's MSN");
        for _k in 0..self._answers {
            comment!("@port b0_time of a response the time that it echoes");
        }
        for _k in 0..self._requests {
            comment!("@port b0_time of a request its time, of a response the one that it echoes");
        }
        comment!("@port b0_tos TOS or traffic class of the frame");
        comment!("@port b1_front_0 Ethernet, IP and UDP, from word 0 on; 0 behind them");
        comment!("@port b1_bth_0 BTH, and the word behind it: AETH, or 0 of a CNP");
        comment!("@port b1_echo_0 the telemetry header; 0 where there is none, and behind it");
        comment!("@port b1_places where what stands");
        comment!("@port b1_places_at the place of lane 0");
        comment!("@constant acks AETH syndrome of an ACK: no credits");
        comment!("@constant nak of a NAK: PSN sequence error");
        comment!("@constant migreq BTH.M, in the byte of flags");
        comment!("@constant port UDP's port of RoCEv2");
        comment!("@constant becn places of the ECN-Echo, as cfg_ece_place has them");
        clock!(self, clock, at_udp, at_ack, room, places);

        self.header.next = self.b0.val().read.header;
        self.said.next = self.b0.val().said;
        self.is_ack.next = self.said.val().kind == self.kind_ack.val();
        self.is_cnp.next = self.said.val().kind == self.kind_cnp.val();
        self.echoes.next = self.is_ack.val() & self.said.val().ece;

        comment!("TOS or traffic class: CNPs have a DSCP of their own; CE may be the echo");
        self.tos.next = self.header.val().tos;
        if self.is_cnp.val() {
            self.tos.next = (bits::<8>(self.cfg_cnp_dscp.val()) << 2) | (self.header.val().tos & 3);
        }
        if self.echoes.val() & (self.cfg_ece_place.val() == self.ip_ce.val()) {
            self.tos.next = self.header.val().tos | 3;
        }
        for k in 0..self._answers {
            comment!("telemetry responses have a DSCP of their own too");
            self.reply.next = self.cfg_reply_opt[k].val();
            self.is_rtt.next = self.said.val().kind == self.kind_rtt.val();
            self.is_telemetry.next = self.said.val().kind == self.kind_telemetry.val();
            if self.is_telemetry.val() {
                self.tos.next = (bits::<8>(self.reply.val().dscp) << 2) | (self.header.val().tos & 3);
            }
        }
        for k in 0..self._requests {
            comment!("and telemetry requests");
            self.asking.next = self.cfg_ask_opt[k].val();
            self.asks_rtt.next = self.said.val().kind == self.kind_rtt_request.val();
            self.asks_telemetry.next = self.said.val().kind == self.kind_telemetry_request.val();
            if self.asks_telemetry.val() {
                self.tos.next = (bits::<8>(self.asking.val().dscp) << 2) | (self.header.val().tos & 3);
            }
        }
        self.b0_tos.next = self.tos.val();

        comment!("IP and UDP: identification 0, DF; the IPv4 checksum comes later. Lengths are bytes, from words");
        self.length.next = bits::<16>(self.b0.val().read.words) << 2;
        self.ethertype.next = self.type_ipv4.val();
        self.x[0].next = (bits::<32>(self.tos.val()) << 16) | bits::<32>(self.length.val() + 20) | 0x4500_0000;
        self.x[1].next = 0x4000.into();
        self.x[2].next = (bits::<32>(self.header.val().ttl) << 24) | 0x11_0000;
        self.x[3].next = self.header.val().src_ip_low.get_bits::<32>(0);
        self.x[4].next = self.header.val().dst_ip_low.get_bits::<32>(0);
        self.x[5].next = (bits::<32>(self.header.val().src_port) << 16) | self.port.val();
        self.x[6].next = bits::<32>(self.length.val()) << 16;
        for k in 7..13 {
            self.x[k].next = 0.into();
        }
        if self.header.val().v6 {
            self.ethertype.next = self.type_ipv6.val();
            self.x[0].next = (bits::<32>(self.tos.val()) << 20) | bits::<32>(self.header.val().flow) | 0x6000_0000;
            self.x[1].next = (bits::<32>(self.length.val()) << 16) | bits::<32>(self.header.val().ttl) | 0x1100;
            self.x[2].next = self.header.val().src_ip_high.get_bits::<32>(32);
            self.x[3].next = self.header.val().src_ip_high.get_bits::<32>(0);
            self.x[4].next = self.header.val().src_ip_low.get_bits::<32>(32);
            self.x[5].next = self.header.val().src_ip_low.get_bits::<32>(0);
            self.x[6].next = self.header.val().dst_ip_high.get_bits::<32>(32);
            self.x[7].next = self.header.val().dst_ip_high.get_bits::<32>(0);
            self.x[8].next = self.header.val().dst_ip_low.get_bits::<32>(32);
            self.x[9].next = self.header.val().dst_ip_low.get_bits::<32>(0);
            self.x[10].next = (bits::<32>(self.header.val().src_port) << 16) | self.port.val();
            self.x[11].next = bits::<32>(self.length.val()) << 16;
        }

        comment!("Ethernet, and all behind it a word later with a tag");
        for k in 0..16 {
            clock!(self, clock, front[k]);
            self.b1_front[k].next = self.front[k].q.val();
        }
        self.front[0].d.next = self.header.val().dst_mac.get_bits::<32>(0);
        self.front[1].d.next = self.header.val().src_mac.get_bits::<32>(16);
        self.front[2].d.next =
            (bits::<32>(self.header.val().src_mac.get_bits::<16>(0)) << 16) | bits::<32>(self.ethertype.val());
        self.front[3].d.next = self.x[0].val();
        if self.header.val().tagged {
            self.front[2].d.next =
                (bits::<32>(self.header.val().src_mac.get_bits::<16>(0)) << 16) | bits::<32>(self.type_vlan.val());
            self.front[3].d.next = (bits::<32>(self.header.val().tci) << 16) | bits::<32>(self.ethertype.val());
        }
        for k in 1..13 {
            self.front[k + 3].d.next = self.x[k].val();
            if self.header.val().tagged {
                self.front[k + 3].d.next = self.x[k - 1].val();
            }
        }

        comment!("BTH and AETH: a CNP has BECN, PSN 0 and zeros in its place");
        self.opcode.next = self.opcode_ack.val();
        self.flags.next = self.migreq.val();
        self.ecn.next = 0.into();
        if self.echoes.val() & (self.cfg_ece_place.val() == self.becn.val()) {
            self.ecn.next = 1.into();
        }
        if self.echoes.val() & (self.cfg_ece_place.val() == self.fecn.val()) {
            self.ecn.next = 2.into();
        }
        self.syndrome.next = self.acks.val();
        if self.echoes.val() & (self.cfg_ece_place.val() == self.aeth_reserved.val()) {
            self.syndrome.next = self.acks.val() | 0x80;
        }
        if !self.is_ack.val() {
            self.syndrome.next = self.nak.val();
        }
        for k in 0..4 {
            clock!(self, clock, bth[k]);
            self.b1_bth[k].next = self.bth[k].q.val();
        }
        self.bth[2].d.next = bits::<32>(self.said.val().psn);
        self.bth[3].d.next = (bits::<32>(self.syndrome.val()) << 24) | bits::<32>(self.b0_msn.val());
        if self.is_cnp.val() {
            self.opcode.next = self.opcode_cnp.val();
            self.flags.next = 0.into();
            self.ecn.next = 1.into();
            self.bth[2].d.next = 0.into();
            self.bth[3].d.next = 0.into();
        }
        for k in 0..self._answers {
            comment!("a response has the time in AETH's place");
            if self.is_rtt.val() {
                self.opcode.next = self.reply.val().rtt;
                self.bth[3].d.next = self.b0_time_opt[k].val();
            }
            if self.is_telemetry.val() {
                self.opcode.next = self.reply.val().telemetry;
                self.bth[3].d.next = self.b0_time_opt[k].val();
            }
        }
        for k in 0..self._requests {
            comment!("and a request");
            if self.asks_rtt.val() {
                self.opcode.next = self.asking.val().rtt;
                self.bth[3].d.next = self.b0_time_opt[k].val();
            }
            if self.asks_telemetry.val() {
                self.opcode.next = self.asking.val().telemetry;
                self.bth[3].d.next = self.b0_time_opt[k].val();
            }
        }
        self.bth[0].d.next = (bits::<32>(self.opcode.val()) << 24)
            | (bits::<32>(self.flags.val()) << 16)
            | bits::<32>(self.header.val().pkey);
        self.bth[1].d.next = (bits::<32>(self.ecn.val()) << 30) | bits::<32>(self.header.val().dest_qp);

        comment!("telemetry: of the area's words those behind the offset have it; an ACK is as long as it needs");
        self.at_udp.d.next = self.cfg_telemetry.val().place == self.place_udp.val();
        self.at_ack.d.next = self.cfg_telemetry.val().place == self.place_ack.val();
        self.room.d.next = 0.into();
        if self.cfg_telemetry.val().area > bits::<6>(self.cfg_telemetry.val().offset) {
            self.room.d.next = bits::<7>(self.cfg_telemetry.val().area) - bits::<7>(self.cfg_telemetry.val().offset);
        }
        self.echo_table.profile.next = self.cfg_telemetry.val().profile;
        self.echo_table.n_hop.next = self.said.val().n_hop;
        self.echo_table.path.next = self.said.val().path;
        for i in 0..self._hops {
            self.echo_table.hop[i].next = self.b0_hop[i].val();
        }
        self.has.next = self.said.val().telemetry & !self.is_cnp.val();
        for _k in 0..self._answers {
            self.has.next = self.said.val().telemetry & !self.is_cnp.val() & !self.is_rtt.val();
        }
        for _k in 0..self._requests {
            comment!("of a request there is room: switches write there");
            if self.asks_rtt.val() | self.asks_telemetry.val() {
                self.has.next = false;
            }
        }
        for k in 0..self._words {
            clock!(self, clock, fits[k], echo[k]);
            self.fits[k].d.next =
                self.at_ack.q.val() | (self.at_udp.q.val() & (self.room.q.val() > k.to_bits::<U<7>>()));
            self.echo[k].d.next = 0.into();
            if self.has.val() & self.fits[k].q.val() {
                self.echo[k].d.next = self.echo_table.word[k].val();
            }
            self.b1_echo[k].next = self.echo[k].q.val();
        }

        comment!("places");
        self.places.d.next.at = self.b0.val().at;
        self.places.d.next.v6 = self.header.val().v6;
        self.places.d.next.has_tag = self.header.val().tagged;
        self.places.d.next.udp_end = self.b0.val().read.over - self.b0.val().read.words + 2;
        self.places.d.next.bth_at = self.b0.val().read.bth_at;
        self.places.d.next.icrc_at = self.b0.val().read.over - 1;
        self.places.d.next.telemetry_past =
            self.b0.val().at - (self.b0.val().read.telemetry_at & !self.lane_mask.val());
        self.places.d.next.telemetry_lane = (self.b0.val().read.telemetry_at & self.lane_mask.val()).get_bits::<4>(0);
        self.b1_places.next = self.places.q.val();
    }
}
