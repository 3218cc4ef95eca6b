//! What LDCP's unit is made of.

use super::interval::Interval;
use super::pawa::Pawa;
use super::{Asked, Visit, params, unknown};
use crate::Error;

pub(super) fn alone<V: Visit>(Asked { block, config, design, seed, .. }: Asked, visit: V) -> Result<V::Out, Error> {
    let qps = config.engine.qps;
    match block {
        "pawa" => visit.visit(Pawa::new(design, qps, params::draw(seed))?),
        "interval" => visit.visit(Interval::new(design, qps)?),
        _ => Err(unknown(block)),
    }
}
