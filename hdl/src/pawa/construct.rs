//! PAWA with its constants, and with what a configuration adds to it.

use super::fast_start::FastStart;
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
        Self::checked(ecc, false, false)
    }

    /// The same, and windows that can be lowered, and the fast start, if so.
    pub fn checked(ecc: bool, fcr: bool, fast_start: bool) -> Self {
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
            in_loss_opt: option(fast_start),
            in_confirms_opt: option(fast_start),
            host_iw_opt: option(fast_start),
            out_iw_opt: option(fast_start),
            s0_loss_opt: option(fast_start),
            start_opt: fast_start.then(|| FastStart::with_ecc(ecc)).into_iter().collect(),
            _start: fast_start.into(),
            kind_host_write: kind(Kind::HostWrite),
            kind_host_read: kind(Kind::HostRead),
            reset_cw: Constant::new(ldcp::CW.reset.into()),
            reset_rtt: Constant::new(ldcp::RTT.reset.into()),
            raised: Mul::enabled(),
            cut: Mul::enabled(),
            eta_low: Mul::enabled(),
            eta_high: Mul::enabled(),
            free: free(),
            ..Self::default()
        }
    }
}
