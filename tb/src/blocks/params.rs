//! The run-time parameters of a run: drawn from its seed, and put on the `cfg_*` ports in every cycle.

use super::words::words;
use crate::{Error, Rng, Side};
use layout::ldcp::PARAMS;
use model::params::Params;

/// The reset values for one seed in four; otherwise each parameter at a limit, at reset or anywhere in its range.
pub fn draw(seed: u64) -> Params {
    let mut rng = Rng::stream(seed, 0x70_61_72_61_6d, 0);
    if rng.chance(1, 4) {
        return Params::default();
    }
    let raw = PARAMS.map(|f| match rng.below(6) {
        0 => f.min,
        1 => f.max,
        2 | 3 => f.reset,
        _ => rng.range(f.min, f.max),
    });
    // drawn within the limits that from_raw checks
    Params::from_raw(raw).unwrap_or_default()
}

words!(Ports { cfg_alpha, cfg_beta, cfg_gamma, cfg_eta, cfg_cw_max });

/// The `cfg_*` ports with the values of a run.
#[derive(Clone, Copy)]
pub struct Cfg {
    ports: Ports,
    pub params: Params,
}

impl Cfg {
    pub fn of(block: &str, inputs: &Side, params: Params) -> Result<Cfg, Error> {
        Ok(Cfg { ports: Ports::of(block, inputs)?, params })
    }

    #[inline]
    pub fn fill(&self, row: &mut [u64]) {
        let p = &self.ports;
        let raw = self.params.raw();
        for (word, value) in [p.cfg_alpha, p.cfg_beta, p.cfg_gamma, p.cfg_eta, p.cfg_cw_max].into_iter().zip(raw) {
            row[word] = value;
        }
    }
}
