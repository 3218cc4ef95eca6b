//! Checks 1 to 5 of the page: stream, Ethernet and IP; stages s0 to s8.
//!
//! The index of the frame's last byte, its length less one, is the number of bytes in full beats before the last one
//! and, without an adder, the number of bytes in the last one less one.

use super::front::Beat;
use super::ip::IpFacts;
use super::lanes::Lanes;
use super::own::Foreign;
use super::setup::Setup;
use crate::prelude::*;
use layout::drop_reason::DropReason;

logic_struct! {
    /// What the checks need to know of a beat in stage s4.
    pub struct FrameFacts {
        pub bad_keep: Bit,
        pub bad_frame: Bit,
        pub oversized: Bit,
        pub vlan_depth: Bit,
        pub not_ip: Bit,
        pub bad_version: Bit,
        pub bad_ihl: Bit,
        pub fragment: Bit,
        pub not_udp: Bit,
        pub ce: Bit,
        /// whole words in the frame, at most 32
        pub words: U<6>,
        /// the first word of the IP header, the first one behind its fixed part, the one where UDP starts
        pub ip_at: U<6>,
        pub options_at: U<6>,
        pub udp_at: U<6>,
        /// bytes of UDP and payload as the IP header says; bit 16 is the borrow
        pub payload: U<17>,
        /// index of the IP packet's last byte as its header says, and of the frame's
        pub ip_last_byte: U<17>,
        pub last_byte: U<14>,
    }

    /// The checks of stage s5: each bit is a fault.
    pub struct FrameFaults {
        pub bad_keep: Bit,
        pub bad_frame: Bit,
        pub oversized: Bit,
        pub short_ethernet: Bit,
        pub vlan_depth: Bit,
        pub not_ip: Bit,
        pub short_ip: Bit,
        pub bad_version: Bit,
        pub bad_ihl: Bit,
        pub short_options: Bit,
        pub fragment: Bit,
        pub not_udp: Bit,
        pub bad_length: Bit,
        pub short_packet: Bit,
    }

    /// What later checks take from the IP header.
    pub struct IpPayload {
        /// bytes of UDP and payload
        pub bytes: U<16>,
        /// too short for a BTH and an ICRC
        pub short: Bit,
        /// as long as an ACK may be, as a CNP is, whole words
        pub is_ack: Bit,
        pub is_cnp: Bit,
        pub is_words: Bit,
        /// a plain ACK, without telemetry behind it
        pub plain_ack: Bit,
        /// words that there are for telemetry and what stands before it
        pub room_words: U<14>,
        /// the IP header's ECN field is CE
        pub ce: Bit,
    }

    /// A fault and its reason; the reason is zero if there is no fault.
    pub struct Fault {
        pub found: Bit,
        pub reason: U<5>,
    }
}

/// The reason as the value of a constant in a block.
pub(super) fn reason(reason: DropReason) -> Constant<U<5>> {
    Constant::new((reason as u64).into())
}

/// Words of UDP, BTH, AETH and ICRC.
const ACK_WORDS: u64 = 7;

/// Frames longer than this count as this long, bytes.
const SATURATION_BYTES: u64 = 16_383;

/// Checks `tkeep`, and finds how long the frame is and its first fault up to the IP header.
#[derive(LogicBlock, Default)]
pub struct FrameCheck<const K: usize, const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub tkeep: Signal<In, U<K>>,
    pub tuser: Signal<In, Bit>,
    pub s1_beat: Signal<In, Beat>,
    pub s2_beat: Signal<In, Beat>,
    pub cfg_max_frame_bytes: Signal<In, U<14>>,
    pub s3_ip: Signal<In, IpFacts>,
    pub s4_foreign: Signal<In, Foreign>,
    pub setup: Signal<In, Setup>,
    pub s6_payload: Signal<Out, IpPayload>,
    pub s8_fault: Signal<Out, Fault>,

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
    s3_bad_keep: DReg<Bit>,
    s3_bad_frame: DReg<Bit>,
    sum: Signal<Local, U<14>>,
    s3_last_byte: DReg<U<14>>,
    s4: DReg<FrameFacts>,
    s5: DReg<FrameFaults>,
    s5_foreign: DReg<Foreign>,
    s5_bytes: DReg<U<16>>,
    s5_ce: DReg<Bit>,
    words: Signal<Local, Bit>,
    payload: DReg<IpPayload>,
    stream_fault: DReg<Fault>,
    ethernet_fault: DReg<Fault>,
    ip_fault: DReg<Fault>,
    own_fault: DReg<Fault>,
    s7_fault: DReg<Fault>,
    fault: DReg<Fault>,

    steps: [Constant<U<K>>; 6],
    longest: Constant<U<14>>,
    axis_keep: Constant<U<5>>,
    frame_error: Constant<U<5>>,
    oversized: Constant<U<5>>,
    truncated: Constant<U<5>>,
    vlan_depth: Constant<U<5>>,
    not_ip: Constant<U<5>>,
    ip_version: Constant<U<5>>,
    ip_header: Constant<U<5>>,
    ip_fragment: Constant<U<5>>,
    not_udp: Constant<U<5>>,
    ip_length: Constant<U<5>>,
    not_our_mac: Constant<U<5>>,
    not_our_ip: Constant<U<5>>,
    ack_words: Constant<U<14>>,
    shape: Shape,
}

impl<const K: usize, const L: usize> FrameCheck<K, L> {
    pub fn new() -> Self {
        assert_eq!(K, 4 * L, "a lane has 4 bytes");
        // the bytes 2^b, 2 * 2^b, 3 * 2^b, ...: bit b of a byte's index changes at each of them
        let step = |b: usize| (1..K).filter(|i| i % (1 << b) == 0).fold(0u128, |mask, i| mask | 1 << i);
        Self {
            steps: std::array::from_fn(|b| Constant::new(U::wrap(step(b)))),
            longest: Constant::new((SATURATION_BYTES - 1).into()),
            axis_keep: reason(DropReason::AxisKeep),
            frame_error: reason(DropReason::FrameError),
            oversized: reason(DropReason::Oversized),
            truncated: reason(DropReason::Truncated),
            vlan_depth: reason(DropReason::VlanDepth),
            not_ip: reason(DropReason::NotIp),
            ip_version: reason(DropReason::IpVersion),
            ip_header: reason(DropReason::IpHeader),
            ip_fragment: reason(DropReason::IpFragment),
            not_udp: reason(DropReason::NotUdp),
            ip_length: reason(DropReason::IpLength),
            not_our_mac: reason(DropReason::NotOurMac),
            not_our_ip: reason(DropReason::NotOurIp),
            ack_words: Constant::new(ACK_WORDS.into()),
            shape: Shape::of(&[("K", K), ("L", L)]),
            ..Self::default()
        }
    }
}

impl<const K: usize, const L: usize> Logic for FrameCheck<K, L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module frame_check");
        comment!("@doc How long the frame is and what the IP header says of it, and its first fault up to the IP header and the addresses.");
        comment!("@port cfg_max_frame_bytes longer frames are dropped, bytes");
        comment!("@port tuser on the last beat: the MAC found the frame bad");
        comment!("@port s6_payload_bytes UDP and what it carries, bytes; s6_payload_room_words: for telemetry, and what stands before it");
        comment!("@constant ack_words words of UDP, BTH, AETH and ICRC");
        comment!("@constant steps of tkeep's bits those whose parity is bit k of the number of bytes");
        comment!("@constant longest bytes less one: longer frames count as this long");
        clock!(
            self,
            clock,
            s1_keep,
            s1_user,
            s1_offset,
            bad_edge,
            s2_in_beat,
            s2_offset,
            s2_user,
            bad_before,
            s3_bad_keep,
            s3_bad_frame,
            s3_last_byte
        );
        clock!(self, clock, s4, s5, s5_foreign, s5_bytes, s5_ce, payload, stream_fault, ethernet_fault, ip_fault);
        clock!(self, clock, own_fault, s7_fault, fault);

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
        self.s3_bad_keep.d.next = self.bad_beat.val();
        self.s3_bad_frame.d.next = self.s2_user.q.val();

        comment!("s2: put the index together; the length saturates at 16383");
        self.sum.next = self.s2_offset.q.val().get_bits::<14>(0) | bits::<14>(self.s2_in_beat.q.val());
        self.s3_last_byte.d.next = self.sum.val();
        if self.s2_offset.q.val().get_bit(14) | self.sum.val().all() {
            self.s3_last_byte.d.next = self.longest.val();
        }

        comment!("s3: a frame of L bytes has (L + 2) / 4 whole words, as word v ends at byte 4v + 1");
        self.s4.d.next.bad_keep = self.s3_bad_keep.q.val();
        self.s4.d.next.bad_frame = self.s3_bad_frame.q.val();
        self.s4.d.next.oversized = self.s3_last_byte.q.val() >= self.cfg_max_frame_bytes.val();
        self.s4.d.next.last_byte = self.s3_last_byte.q.val();
        self.s4.d.next.words = (bits::<8>(self.s3_last_byte.q.val().get_bits::<7>(0)) + 3).get_bits::<6>(2);
        if self.s3_last_byte.q.val().get_bits::<7>(7).any() {
            self.s4.d.next.words = 32.into();
        }

        comment!("s3: where headers end (words), how long the packet says it is (bytes)");
        self.s4.d.next.ip_at = bits::<6>(self.s3_ip.val().ip_at);
        self.s4.d.next.options_at = bits::<6>(self.s3_ip.val().options_at);
        self.s4.d.next.udp_at = bits::<6>(self.s3_ip.val().udp_at);
        self.s4.d.next.payload =
            bits::<17>(self.s3_ip.val().length) - (bits::<17>(self.s3_ip.val().counted_words) << 2);
        self.s4.d.next.ip_last_byte = bits::<17>(self.s3_ip.val().length) + bits::<17>(self.s3_ip.val().length_from);
        self.s4.d.next.vlan_depth = self.s3_ip.val().vlan;
        self.s4.d.next.not_ip = self.s3_ip.val().not_ip;
        self.s4.d.next.bad_version = self.s3_ip.val().bad_version;
        self.s4.d.next.bad_ihl = self.s3_ip.val().bad_ihl;
        self.s4.d.next.fragment = self.s3_ip.val().fragment;
        self.s4.d.next.not_udp = self.s3_ip.val().not_udp;
        self.s4.d.next.ce = self.s3_ip.val().ce;

        comment!("s4: compare");
        self.s5.d.next.bad_keep = self.s4.q.val().bad_keep;
        self.s5.d.next.bad_frame = self.s4.q.val().bad_frame;
        self.s5.d.next.oversized = self.s4.q.val().oversized;
        self.s5.d.next.short_ethernet = self.s4.q.val().words < self.s4.q.val().ip_at;
        self.s5.d.next.vlan_depth = self.s4.q.val().vlan_depth;
        self.s5.d.next.not_ip = self.s4.q.val().not_ip;
        self.s5.d.next.short_ip = self.s4.q.val().words < self.s4.q.val().options_at;
        self.s5.d.next.bad_version = self.s4.q.val().bad_version;
        self.s5.d.next.bad_ihl = self.s4.q.val().bad_ihl;
        self.s5.d.next.short_options = self.s4.q.val().words < self.s4.q.val().udp_at;
        self.s5.d.next.fragment = self.s4.q.val().fragment;
        self.s5.d.next.not_udp = self.s4.q.val().not_udp;
        self.s5.d.next.bad_length =
            self.s4.q.val().payload.get_bit(16) | !self.s4.q.val().payload.get_bits::<13>(3).any();
        self.s5.d.next.short_packet = self.s4.q.val().ip_last_byte > bits::<17>(self.s4.q.val().last_byte);
        self.s5_foreign.d.next = self.s4_foreign.val();
        self.s5_bytes.d.next = self.s4.q.val().payload.get_bits::<16>(0);
        self.s5_ce.d.next = self.s4.q.val().ce;

        comment!("s5: is it as long as its kind of packet? An ACK with telemetry behind it has any number of words");
        self.words.next = !self.s5_bytes.q.val().get_bits::<2>(0).any();
        self.payload.d.next.bytes = self.s5_bytes.q.val();
        self.payload.d.next.short = self.s5_bytes.q.val() < bits::<16>(self.setup.val().least_bytes);
        self.payload.d.next.is_words = self.words.val();
        self.payload.d.next.plain_ack = self.s5_bytes.q.val() == bits::<16>(self.setup.val().ack_bytes);
        self.payload.d.next.is_ack = self.s5_bytes.q.val() == bits::<16>(self.setup.val().ack_bytes);
        self.payload.d.next.room_words = bits::<14>(self.setup.val().area);
        if self.setup.val().at_ack {
            self.payload.d.next.is_ack =
                self.words.val() & (self.s5_bytes.q.val() >= bits::<16>(self.setup.val().ack_bytes));
            self.payload.d.next.room_words = self.s5_bytes.q.val().get_bits::<14>(2) - self.ack_words.val();
        }
        self.payload.d.next.is_cnp = self.s5_bytes.q.val() == bits::<16>(self.setup.val().cnp_bytes);
        self.payload.d.next.ce = self.s5_ce.q.val();
        self.s6_payload.next = self.payload.q.val();

        comment!("s5: the first fault of each of four groups");
        self.stream_fault.d.next.found = true;
        self.stream_fault.d.next.reason = 0.into();
        if self.s5.q.val().bad_keep {
            self.stream_fault.d.next.reason = self.axis_keep.val();
        } else if self.s5.q.val().bad_frame {
            self.stream_fault.d.next.reason = self.frame_error.val();
        } else if self.s5.q.val().oversized {
            self.stream_fault.d.next.reason = self.oversized.val();
        } else {
            self.stream_fault.d.next.found = false;
        }
        self.ethernet_fault.d.next.found = true;
        self.ethernet_fault.d.next.reason = 0.into();
        if self.s5.q.val().short_ethernet {
            self.ethernet_fault.d.next.reason = self.truncated.val();
        } else if self.s5.q.val().vlan_depth {
            self.ethernet_fault.d.next.reason = self.vlan_depth.val();
        } else if self.s5.q.val().not_ip {
            self.ethernet_fault.d.next.reason = self.not_ip.val();
        } else if self.s5.q.val().short_ip {
            self.ethernet_fault.d.next.reason = self.truncated.val();
        } else if self.s5.q.val().bad_version {
            self.ethernet_fault.d.next.reason = self.ip_version.val();
        } else {
            self.ethernet_fault.d.next.found = false;
        }
        self.ip_fault.d.next.found = true;
        self.ip_fault.d.next.reason = 0.into();
        if self.s5.q.val().bad_ihl {
            self.ip_fault.d.next.reason = self.ip_header.val();
        } else if self.s5.q.val().short_options {
            self.ip_fault.d.next.reason = self.truncated.val();
        } else if self.s5.q.val().fragment {
            self.ip_fault.d.next.reason = self.ip_fragment.val();
        } else if self.s5.q.val().not_udp {
            self.ip_fault.d.next.reason = self.not_udp.val();
        } else if self.s5.q.val().bad_length {
            self.ip_fault.d.next.reason = self.ip_length.val();
        } else if self.s5.q.val().short_packet {
            self.ip_fault.d.next.reason = self.truncated.val();
        } else {
            self.ip_fault.d.next.found = false;
        }

        self.own_fault.d.next.found = self.s5_foreign.q.val().mac | self.s5_foreign.q.val().ip;
        self.own_fault.d.next.reason = 0.into();
        if self.s5_foreign.q.val().mac {
            self.own_fault.d.next.reason = self.not_our_mac.val();
        } else if self.s5_foreign.q.val().ip {
            self.own_fault.d.next.reason = self.not_our_ip.val();
        }

        comment!("s6: the first fault of the frame");
        self.s7_fault.d.next = self.own_fault.q.val();
        if self.stream_fault.q.val().found {
            self.s7_fault.d.next = self.stream_fault.q.val();
        } else if self.ethernet_fault.q.val().found {
            self.s7_fault.d.next = self.ethernet_fault.q.val();
        } else if self.ip_fault.q.val().found {
            self.s7_fault.d.next = self.ip_fault.q.val();
        }

        comment!("s7: wait for the checks behind the IP header");
        self.fault.d.next = self.s7_fault.q.val();
        self.s8_fault.next = self.fault.q.val();
    }
}
