//! The reciprocal unit, the only divider of the datapath.

use crate::pointer::write;
use crate::status::{Failure, ackw_status, guard};
use model::recip::{Divisor, Numerator, recip};

/// X / D by the block `recip`: X of 18 bits with bit 17 set, or 0; D = 2^23 + d with d of 23 bits. The quotient is X ·
/// 2^42 / D within 1.91e-6 of its value, in 37 bits.
///
/// # Safety
/// `quotient` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_recip(x: u32, d: u32, quotient: *mut u64) -> ackw_status {
    guard(|| {
        let bad = |name: &str, value, expected| Failure::range(format!("{name} = {value}: expected {expected}"));
        let normalised = Numerator::new(x.into()).filter(|_| x == 0 || x >> 17 == 1);
        let x = normalised.ok_or_else(|| bad("x", x, "18 bits with bit 17 set, or 0"))?;
        let d = Divisor::new(d.into()).ok_or_else(|| bad("d", d, "23 bits"))?;
        unsafe { write(quotient, "quotient", recip(x, d).raw()) }
    })
}
