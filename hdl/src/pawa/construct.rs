//! PAWA with its constants, and with what a configuration adds to it.

use super::Pawa;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::recip::Recip;
use layout::ldcp;
use layout::record::Kind;

impl Pawa {
    pub fn new() -> Self {
        Self::with_ecc(false)
    }

    /// With check bits, and parity of the table, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self::checked(ecc, false)
    }

    /// The same, and windows that can be lowered, if so.
    pub fn checked(ecc: bool, fcr: bool) -> Self {
        let kind = |k: Kind| Constant::new((k as u64).into());
        Self {
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            rom_opt: option(ecc),
            windows: Ram::with_ecc(ecc),
            rtt_ram: Ram::with_ecc(ecc),
            recip: Recip::stepped(ecc),
            _ecc: ecc.into(),
            lower_opt: option(fcr),
            _fcr: fcr.into(),
            kind_host_write: kind(Kind::HostWrite),
            kind_host_read: kind(Kind::HostRead),
            reset_cw: Constant::new(ldcp::CW.reset.into()),
            reset_rtt: Constant::new(ldcp::RTT.reset.into()),
            ..Self::default()
        }
    }
}
