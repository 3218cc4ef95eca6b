//! What HPCC++'s unit is made of.

use super::hops::Hops;
use super::inflight::Inflight;
use super::window::Window;
use super::{Asked, Visit, unknown};
use crate::Error;

pub(super) fn alone<V: Visit>(Asked { block, config, design, seed, .. }: Asked, visit: V) -> Result<V::Out, Error> {
    let (qps, hops) = (config.engine.qps, config.hpcc.hops);
    match block {
        "hops" => visit.visit(Hops::new(design, qps, hops)?),
        "inflight" => visit.visit(Inflight::new(design, qps, hops, config.lanes(), seed)?),
        "window" => visit.visit(Window::new(design, qps, seed)?),
        _ => Err(unknown(block)),
    }
}
