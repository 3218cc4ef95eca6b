//! Widths of what passes between blocks, by the names that `layout` has for the formats: a format that changes there
//! changes here.

use layout::record::Kind;
use layout::{fcr, hpcc, ldcp, record};

macro_rules! widths {
    ($($(#[$doc:meta])* $name:ident = $bits:expr;)+) => {
        $($(#[$doc])* pub type $name = $crate::num::U<{ $bits as usize }>;)+
    };
}
pub(crate) use widths;

widths! {
    /// A packet sequence number.
    PsnWord = ldcp::Psn::BITS;
    /// Packets that an event confirms.
    PacketCount = ldcp::N::BITS;
    /// LDCP's window, packets.
    Cw = ldcp::Cw::BITS;
    /// An update's window: packets U14.28, or bytes U28.12.
    WindowWord = ldcp::Cw::BITS;
    /// An update's pace: ns a packet, or bytes a ns.
    PaceWord = hpcc::Rate::BITS;
    /// A kind of event.
    KindCode = Kind::BITS;
    /// An algorithm.
    AlgCode = record::Alg::BITS;
    /// Which parameter set.
    SetIndex = record::Set::BITS;
    /// Flags of an update.
    UpdateFlags = record::FLAGS;
    /// A rate, bytes a ns: DCQCN's, and FCR's limit.
    SendRate = fcr::Rate::BITS;
    /// HPCC++'s window, bytes.
    ByteWindow = hpcc::Window::BITS;
    /// HPCC++'s utilisation.
    Util = hpcc::Util::BITS;
    /// A round-trip time, ns.
    RttNs = ldcp::Rtt::BITS;
    /// A switch that advises.
    Switch = fcr::Switch::BITS;
    /// How long an advice holds, us.
    Validity = fcr::Validity::BITS;
}
