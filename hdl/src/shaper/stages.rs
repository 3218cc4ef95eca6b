//! What goes along with an operation, and what is kept of a QP, of a grant, and of a due time.

use crate::prelude::*;

logic_struct! {
    /// An operation on a QP. A field that its kind does not have means nothing.
    pub struct Op {
        /// 0 return, 1 sent, 2 rewind, 3 update, 4 open, 5 close, 6 request, 7 look, 8 grant.
        pub kind: U<4>,
        pub qpn: Qpn,
        /// When it began, ns.
        pub now: U<34>,
        /// Of a request and of open; of a grant the list that it came from.
        pub class: U<3>,
        /// Of an answer or a return.
        pub tag: U<8>,
        /// A free tag is kept for it: it may make a grant.
        pub may_grant: Bit,
        pub grant_tag: U<8>,
        /// psn_next, una_psn or first_psn.
        pub psn: PsnWord,
        /// Sent, to be sent again, or come to be sent.
        pub bytes: U<28>,
        pub to_end: U<28>,
        pub empty: Bit,
        pub window: U<28>,
        pub windowed: Bit,
        pub paced: Bit,
        /// The interval is of a packet.
        pub timer: Bit,
        pub m: U<20>,
        pub e: U<6>,
        pub bypass: Bit,
        pub iw: PacketCount,
        /// An update says something of window and pace, of what is acknowledged.
        pub limits: Bit,
        pub acks: Bit,
        /// A look because a due time has come.
        pub wake: Bit,
    }
    /// A request that waits.
    pub struct Req {
        pub qpn: Qpn,
        pub class: U<3>,
        pub backlog: U<28>,
        pub to_end: U<28>,
    }
    /// An answer or a rewind that waits.
    pub struct Said {
        pub rewind: Bit,
        pub qpn: Qpn,
        pub tag: U<8>,
        pub psn: PsnWord,
        pub bytes: U<28>,
        pub empty: Bit,
    }
    /// What an update or an opening says of window and pace.
    pub struct Limits {
        pub unit: U<2>,
        pub window: WindowWord,
        pub pace: PaceWord,
    }
    /// An update, an opening or a closing.
    pub struct Control {
        pub kind: U<4>,
        pub qpn: Qpn,
        pub psn: PsnWord,
        pub class: U<3>,
        pub bypass: Bit,
        pub iw: PacketCount,
        pub limits: Bit,
        pub acks: Bit,
    }
    /// One that waits, with its window in bytes and its interval.
    pub struct Converted {
        pub control: Control,
        pub window: U<28>,
        pub windowed: Bit,
        pub paced: Bit,
        pub timer: Bit,
        pub m: U<20>,
        pub e: U<6>,
    }
    /// Its window and interval alone.
    pub struct Rates {
        pub window: U<28>,
        pub windowed: Bit,
        pub paced: Bit,
        pub timer: Bit,
        pub m: U<20>,
        pub e: U<6>,
    }
    /// A QP.
    pub struct Qp {
        pub open: Bit,
        /// How often it was opened, modulo 2^8.
        pub opening: U<8>,
        pub class: U<3>,
        pub bypass: Bit,
        pub paced: Bit,
        pub timer: Bit,
        pub m: U<20>,
        pub e: U<6>,
        pub windowed: Bit,
        pub window: U<28>,
        /// U34.13 ns.
        pub start: U<47>,
        /// `start` is 2^32 ns ago or more: nothing is due any more.
        pub old: Bit,
        pub charged: U<28>,
        pub charged_packets: U<13>,
        pub una: PsnWord,
        pub snd_nxt: PsnWord,
        pub open_packets: U<17>,
        pub level: U<28>,
        pub to_end: U<28>,
        pub first: U<14>,
        pub starting: Bit,
        pub turn: Bit,
        pub deficit: U<20>,
        pub newest: U<8>,
        /// `newest` is open.
        pub newest_open: Bit,
        /// Number of its next grant.
        pub grants: U<7>,
        /// Grants since its newest request, at most 127.
        pub since: U<7>,
        /// It stands in a list of a class.
        pub queued: Bit,
        /// It may send, as it was seen last.
        pub live: Bit,
        /// Its place in the list is no longer its own: the next one is behind all others.
        pub behind: Bit,
    }
    /// A grant that is open.
    pub struct Granted {
        pub generation: U<2>,
        pub qpn: Qpn,
        pub opening: U<8>,
        /// How many grants the QP had had before, modulo 128: more than may be open.
        pub number: U<7>,
        pub bytes: U<20>,
        pub packets: U<11>,
        /// Its packets count among the first IW.
        pub first: Bit,
        /// ns.
        pub deadline: U<34>,
    }
    /// What waits at `m_grant`.
    pub struct Grant {
        pub qpn: Qpn,
        pub tag: U<8>,
        pub max_bytes: U<20>,
        pub max_packets: U<11>,
        pub ecn_capable: Bit,
    }
    /// What is known of a QP: it may send, and it stands among those of which the NIC is to be told.
    pub struct Told {
        pub live: Bit,
        pub waits: Bit,
    }
    /// Of a QP that the NIC is told.
    pub struct Woken {
        pub valid: Bit => "whether a QP may send has changed",
        pub qpn: Qpn => "index of the QP",
        pub enable: Bit => "it may send, but for its class's pause",
    }
    /// A due time that is to come.
    pub struct Due {
        pub valid: Bit,
        /// 32 ns, modulo 2^29.
        pub key: U<29>,
        /// The QP's index, rotated.
        pub index: Qpn,
    }
    /// Two of them.
    pub struct Pair {
        pub a: Due,
        pub b: Due,
    }
    /// A due time on its way to the top.
    pub struct Walk {
        pub go: Bit,
        pub wake: Bit,
        /// Where it goes: a bit less at each level.
        pub at: Qpn,
        pub due: Due,
    }
    /// What is counted of an operation.
    pub struct Counted {
        pub closed: Bit,
        pub returned: Bit,
        pub not_open: Bit,
        pub too_much: Bit,
        pub rewind_outside: Bit,
        pub closed_in_flight: Bit,
        pub window_below: Bit,
    }
    /// What the host sets.
    pub struct Cfg {
        pub mtu: U<14> => "largest packet, bytes",
        pub inv_mtu: U<29> => "floor(2^36 / mtu) + 1",
        pub quantum: U<20> => "most bytes of a grant, and of a turn; at least mtu, at most 2^18",
        pub cap_m: U<20> => "cap of the line: mantissa of its interval; 0: no cap",
        pub cap_e: U<6> => "exponent of its interval, m * 2^(13 - e) ns a byte",
        pub burst: U<16> => "burst allowance C, ns",
        pub timeout: U<32> => "a grant that is not answered for so long is returned, ns",
    }
}

pub const RETURN: u64 = 0;
pub const SENT: u64 = 1;
pub const REWIND: u64 = 2;
pub const UPDATE: u64 = 3;
pub const OPEN: u64 = 4;
pub const CLOSE: u64 = 5;
pub const REQUEST: u64 = 6;
pub const LOOK: u64 = 7;
pub const GRANT: u64 = 8;
