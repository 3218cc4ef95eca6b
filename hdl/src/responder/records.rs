//! What travels through the block, and what is kept of a QP.

use crate::prelude::*;

logic_struct! {
    /// What the host writes of a QP's frames.
    pub struct Header {
        pub valid: Bit = layout::responder::VALID,
        pub v6: Bit = layout::responder::V6,
        pub tagged: Bit = layout::responder::TAGGED,
        pub tci = layout::responder::TCI,
        pub dst_mac = layout::responder::DST_MAC,
        pub src_mac = layout::responder::SRC_MAC,
        pub dst_ip_high = layout::responder::DST_IP_HIGH,
        pub dst_ip_low = layout::responder::DST_IP_LOW,
        pub src_ip_high = layout::responder::SRC_IP_HIGH,
        pub src_ip_low = layout::responder::SRC_IP_LOW,
        pub tos = layout::responder::TOS,
        pub ttl = layout::responder::TTL,
        pub flow = layout::responder::FLOW,
        pub src_port = layout::responder::SRC_PORT,
        pub dest_qp = layout::responder::DEST_QP,
        pub pkey = layout::responder::PKEY,
    }
    /// An answer, but for its QP and for hops.
    pub struct Said {
        pub kind: KindCode,
        pub psn: PsnWord,
        pub ece: Bit,
        pub telemetry: Bit,
        pub path: U<12>,
        pub n_hop: U<4>,
    }
    /// What of an answer says how long its frame is, and whose it is.
    pub struct Ask {
        pub qpn: Qpn,
        pub cnp: Bit,
        /// It is longer by telemetry, behind the AETH.
        pub longer: Bit,
        pub n_hop: U<4>,
    }
    /// A header as it was read for an answer, with places in the frame. A place is a word's, counted from behind the
    /// first two bytes.
    pub struct Read {
        pub header: Header,
        /// From UDP to ICRC.
        pub words: U<7>,
        /// Behind the ICRC.
        pub over: U<7>,
        pub bth_at: U<7>,
        pub telemetry_at: U<7>,
    }
    /// A beat of a frame that is to be made.
    pub struct Turn {
        pub at: U<7>,
        pub first: Bit,
        pub last: Bit,
        pub read: Read,
        pub said: Said,
    }
    /// Where what stands in a beat.
    pub struct Places {
        /// The place of lane 0.
        pub at: U<7>,
        pub v6: Bit,
        pub has_tag: Bit,
        /// Where the UDP header ends.
        pub udp_end: U<7>,
        pub bth_at: U<7>,
        pub icrc_at: U<7>,
        /// How far the beat lies behind the one in which telemetry begins, in words, modular; and the lane there.
        pub telemetry_past: U<7>,
        pub telemetry_lane: U<4>,
    }
    /// What waits until the words are ready.
    pub struct Going {
        pub first: Bit,
        pub last: Bit,
        /// Words of the last beat that are whole.
        pub more: U<4>,
        /// The first two bytes of the frame.
        pub lead: U<16>,
    }
    /// A beat of the stream.
    pub struct Beat<const W: usize, const K: usize> {
        pub data: Bus<W>,
        pub keep: U<K>,
        pub last: Bit,
    }
}
