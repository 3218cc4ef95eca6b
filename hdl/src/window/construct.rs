//! How the block is made: without check bits or with them, and with windows that can be lowered.

use super::{Due, Growth, Rate, Smooth, Window, STAGES};
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::wide_mul::WideMul;
use layout::hpcc::{INC_STAGE, STATE_W};
use layout::record::Kind;

impl Window {
    pub fn new() -> Self {
        Self::with_ecc(false)
    }

    /// With check bits, and parity of the table, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self::checked(ecc, false)
    }

    /// The same, and with each result what its event found.
    pub fn traced(ecc: bool, fcr: bool) -> Self {
        let (from_s2, from_s15) = (STAGES - 1 - 2, STAGES - 1 - 15);
        Self {
            out_before_opt: option(true),
            kept_u_opt: vec![Delay::new(from_s2)],
            kept_last_opt: vec![Delay::new(from_s2)],
            kept_w_opt: vec![Delay::new(from_s15)],
            kept_reference_opt: vec![Delay::new(from_s15)],
            ..Self::checked(ecc, fcr)
        }
    }

    /// The same, and windows that can be lowered, if so.
    pub fn checked(ecc: bool, fcr: bool) -> Self {
        Self {
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            rom_opt: option(ecc),
            due: Due::with_ecc(ecc),
            smooth: Smooth::with_ecc(ecc),
            growth: Growth::checked(ecc),
            reference_ram: Ram::with_ecc(ecc),
            w_ram: Ram::with_ecc(ecc),
            _ecc: ecc.into(),
            product: WideMul::enabled(),
            rate: Rate::new(),
            free: free(),
            lower_opt: option(fcr),
            lowered_wc_opt: option(fcr),
            _fcr: fcr.into(),
            kind_host_write: Constant::new((Kind::HostWrite as u64).into()),
            kind_host_read: Constant::new((Kind::HostRead as u64).into()),
            reset_w: Constant::new(STATE_W.reset.into()),
            reset_inc: Constant::new(INC_STAGE.reset.into()),
            shape: Shape::of(&[("STAGES", STAGES)]),
            ..Self::default()
        }
    }
}
