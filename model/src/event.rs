//! The records that travel through the engine, one type for each of its sections.

use layout::ldcp::{Cw, Interval, N, Psn, Rtt};
use layout::record::{Algorithm, Kind};

/// An event before `psn` has counted its packets.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub kind: Kind,
    pub ece: bool,
    /// `n` follows from `psn`; otherwise `n` is given.
    pub use_psn: bool,
    pub n: N,
    pub psn: Psn,
    pub qpn: u32,
}

/// An event that waits for its turn or takes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub kind: Kind,
    pub ece: bool,
    pub n: N,
    pub qpn: u32,
}

impl Event {
    /// What of an event counts for its QP's algorithm: `n` of an ACK, one of an RTT response or a CNP, else nothing; a
    /// CNP counts as marked.
    #[inline]
    pub fn counted(self, alg: Algorithm) -> Event {
        let n = match self.kind {
            kind if !alg.counts(kind) => N::ZERO,
            Kind::Ack => self.n,
            _ => N::wrap(1),
        };
        let cnp = self.kind == Kind::Cnp && alg.counts(Kind::Cnp);
        let ece = cnp || self.ece && alg.counts(Kind::Ack);
        Event { n, ece, ..self }
    }
}

/// What issues: what came of a QP while one of its events waited, or one event.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    pub kind: Kind,
    /// By the QP's algorithm: packets without a mark, or RTT responses.
    pub n0: N,
    /// Packets with a mark, or CNPs.
    pub n1: N,
    /// A loss.
    pub loss: bool,
    pub qpn: u32,
}

impl From<Event> for Issued {
    #[inline]
    fn from(Event { kind, ece, n, qpn }: Event) -> Self {
        let (n0, n1) = if ece { (N::ZERO, n) } else { (n, N::ZERO) };
        Issued { kind, n0, n1, loss: kind == Kind::Loss, qpn }
    }
}

impl Issued {
    /// What comes for its QP while it waits: sums, the loss, and whether a sum saturates. Of the kinds a loss stays, or
    /// else the first.
    #[inline]
    pub fn folds(&mut self, other: &Issued) -> bool {
        let sum = |a: N, b: N| (N::wrap((a.raw() + b.raw()).min(N::MAX_RAW)), a.raw() + b.raw() > N::MAX_RAW);
        let ((n0, full0), (n1, full1)) = (sum(self.n0, other.n0), sum(self.n1, other.n1));
        let kind = if other.kind == Kind::Loss { Kind::Loss } else { self.kind };
        *self = Issued { kind, n0, n1, loss: self.loss | other.loss, qpn: self.qpn };
        full0 | full1
    }
}

/// What `interval` turns into an update.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NewWindow {
    pub kind: Kind,
    pub qpn: u32,
    pub cw: Cw,
    pub rtt: Rtt,
    /// Bits of `layout::record::flag`.
    pub flags: u8,
}

/// What the engine tells the NIC.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Update {
    pub kind: Kind,
    pub qpn: u32,
    pub cw: Cw,
    pub interval: Interval,
    /// Bits of `layout::record::flag`.
    pub flags: u8,
}

/// The operations of the host port make no update and use no credit.
#[inline]
pub const fn is_host(kind: Kind) -> bool {
    matches!(kind, Kind::HostWrite | Kind::HostRead)
}

/// The kind of an event of a NIC's own parser: the host's two codes and the unused one are taken as a loss (engine.md).
pub const fn external_kind(bits: u8) -> Kind {
    match Kind::from_bits(bits) {
        Some(kind) if !is_host(kind) => kind,
        _ => Kind::Loss,
    }
}
