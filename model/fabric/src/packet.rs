//! Packets (FABRIC 2), where they are kept, and the queues that they wait in.

/// Bytes of a data packet beside its payload.
pub const HEADER_BYTES: u32 = 48;
/// Bytes that telemetry adds to a data packet.
pub const DATA_TELEMETRY_BYTES: u32 = 42;
/// The most payload of a data packet.
pub const PAYLOAD_BYTES: u64 = 1000;
/// An ACK or NACK without telemetry.
pub const ACK_BYTES: u32 = 60;
/// An ACK or NACK with telemetry.
pub const ACK_TELEMETRY_BYTES: u32 = 88;
/// A congestion notification packet.
pub const CNP_BYTES: u32 = 64;
/// A PAUSE or RESUME.
pub const PAUSE_BYTES: u32 = 64;
/// Switches that write their telemetry into a packet; those behind them do not.
pub const MAX_HOPS: usize = 5;

/// Wire bytes of a data packet with so much payload.
#[inline]
pub(crate) fn data_wire(payload: u32, telemetry: bool) -> u32 {
    payload + HEADER_BYTES + if telemetry { DATA_TELEMETRY_BYTES } else { 0 }
}

/// No packet, no port.
pub(crate) const NONE: u32 = u32::MAX;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Data,
    Ack,
    Nack,
    Cnp,
    /// A revised CNP: a switch's advice (FABRIC 9, "FCR switch").
    Advice,
    Pause,
    Resume,
}

/// What a switch wrote (FABRIC 5, "Telemetry"), before the sender's units.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Hop {
    /// When the packet left the queue, ns.
    pub time_ns: u64,
    /// Bytes that the port had sent before this packet.
    pub tx_bytes: u64,
    /// Bytes that waited behind this packet.
    pub waiting_bytes: u64,
    /// The port's rate, bit/s.
    pub rate_bps: u64,
}

/// A packet on its way.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Packet {
    /// The one behind it in its queue, or the next free place.
    pub next: u32,
    pub kind: Kind,
    /// ECN: the data packet was marked; in an ACK, that of its data packet.
    pub mark: bool,
    /// ECN-capable: it is marked where others are dropped.
    pub capable: bool,
    /// Switches write their telemetry into it.
    pub told: bool,
    pub hops: u8,
    /// Numbers of the switches that have written their telemetry, 12 bits each, by exclusive or.
    pub path: u16,
    /// Bytes on the wire.
    pub wire: u32,
    pub payload: u32,
    pub flow: u32,
    /// The host it goes to, by index.
    pub to: u32,
    /// The port by which it came into the switch.
    pub ingress: u32,
    /// Byte offset of data; in an ACK or NACK, the bytes that the receiver has; of an advice, the QP that it is for.
    pub number: u64,
    /// Of an advice: what stands behind its BTH.
    pub body: crate::advise::Body,
    pub telemetry: [Hop; MAX_HOPS],
}

const EMPTY: Packet = Packet {
    next: NONE,
    kind: Kind::Data,
    mark: false,
    capable: true,
    told: false,
    hops: 0,
    path: 0,
    wire: 0,
    payload: 0,
    flow: 0,
    to: 0,
    ingress: NONE,
    number: 0,
    body: [0; size_of::<crate::advise::Body>()],
    telemetry: [Hop { time_ns: 0, tx_bytes: 0, waiting_bytes: 0, rate_bps: 0 }; MAX_HOPS],
};

/// All packets, by number.
pub(crate) struct Packets {
    all: Vec<Packet>,
    free: u32,
    used: usize,
}

impl Packets {
    pub fn new() -> Self {
        Self { all: Vec::new(), free: NONE, used: 0 }
    }

    /// A place for a packet; its telemetry is empty, all else is what was there.
    #[inline]
    pub fn take(&mut self) -> u32 {
        self.used += 1;
        if self.free == NONE {
            self.all.push(EMPTY);
            return (self.all.len() - 1) as u32;
        }
        let id = self.free;
        let packet = &mut self.all[id as usize];
        self.free = packet.next;
        (packet.next, packet.mark, packet.hops, packet.path) = (NONE, false, 0, 0);
        id
    }

    #[inline]
    pub fn release(&mut self, id: u32) {
        self.all[id as usize].next = self.free;
        self.free = id;
        self.used -= 1;
    }

    /// Packets that are queued or on a wire.
    pub fn used(&self) -> usize {
        self.used
    }

    #[inline]
    pub fn at(&self, id: u32) -> &Packet {
        &self.all[id as usize]
    }

    #[inline]
    pub fn at_mut(&mut self, id: u32) -> &mut Packet {
        &mut self.all[id as usize]
    }
}

/// First in, first out.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Queue {
    head: u32,
    tail: u32,
}

impl Queue {
    pub const EMPTY: Queue = Queue { head: NONE, tail: NONE };

    #[inline]
    pub fn push(&mut self, packets: &mut Packets, id: u32) {
        packets.at_mut(id).next = NONE;
        if self.head == NONE {
            self.head = id;
        } else {
            packets.at_mut(self.tail).next = id;
        }
        self.tail = id;
    }

    #[inline]
    pub fn pop(&mut self, packets: &Packets) -> Option<u32> {
        if self.head == NONE {
            return None;
        }
        let id = self.head;
        self.head = packets.at(id).next;
        Some(id)
    }
}
