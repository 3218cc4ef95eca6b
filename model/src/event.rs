//! The records that travel through the engine, one type for each of its sections.

use layout::ldcp::{Cw, Interval, N, Psn, Rtt};
use layout::record::Kind;

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
