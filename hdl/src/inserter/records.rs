//! What travels through the block.

use crate::prelude::*;

logic_struct! {
    /// What the headers of a frame say, before its QP's policy is asked. A place is a word's: word v is the bytes
    /// 4v - 2 to 4v + 1.
    pub struct Found {
        /// A data packet; otherwise nothing of what follows counts.
        pub data: Bit,
        pub v6: Bit,
        pub ip_at: U<3>,
        /// The word behind UDP, where the area begins.
        pub area_at: U<5>,
        /// Behind the area.
        pub bth_at: U<7>,
        pub icrc_at: U<13>,
        /// With the area: total length of IPv4, payload length of IPv6, UDP length, IPv4 header checksum.
        pub ip_length: U<16>,
        pub udp_length: U<16>,
        pub checksum: U<16>,
    }
    /// What is done with a frame.
    pub struct Plan {
        pub inserts: Bit,
        /// It gets none for its QP's policy says so.
        pub passes: Bit,
        pub too_long: Bit,
        pub found: Found,
    }
    /// A beat that waits.
    pub struct Row<const W: usize, const K: usize> {
        pub data: Bus<W>,
        pub keep: U<K>,
    }
    /// What is said of a beat that waits.
    pub struct Mark {
        pub last: Bit,
        /// Its `tkeep` is none that may be.
        pub odd: Bit,
        /// Of the last beat: the lane of its last byte, and whether that is not the lane's first.
        pub end_lane: U<4>,
        pub end_pair: Bit,
    }
    /// A beat that goes out.
    pub struct Step {
        /// The word of lane 0; stops at 4096.
        pub at: U<13>,
        pub first: Bit,
        pub last: Bit,
        /// It has what the area moved out of the beat before, and nothing else.
        pub flush: Bit,
        /// A beat of the frame had an odd `tkeep`.
        pub odd: Bit,
        /// Where the frame ends, in the last beat.
        pub end_lane: U<4>,
        pub end_pair: Bit,
        pub plan: Plan,
    }
    /// What is counted, and what the ICRC needs: of a beat that was begun a cycle ago.
    pub struct Begun {
        pub first: Bit,
        pub last: Bit,
        pub inserts: Bit,
        pub passes: Bit,
        pub too_long: Bit,
        pub data: Bit,
        /// It ends a frame with an area, and that lacks its end or had an odd `tkeep`.
        pub broken: Bit,
        pub icrc_lane: U<4>,
    }
    /// What goes with a beat until the ICRC is there.
    pub struct Going {
        pub last: Bit,
        pub broken: Bit,
        pub has_icrc: Bit,
        pub icrc_lane: U<4>,
    }
    /// A beat of the stream.
    pub struct Beat<const W: usize, const K: usize> {
        pub data: Bus<W>,
        pub keep: U<K>,
        pub last: Bit,
        pub broken: Bit,
    }
}
