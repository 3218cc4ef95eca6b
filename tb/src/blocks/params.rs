//! The run-time parameters of a run: drawn from its seed, and written after initialisation.

use super::window_events::draw_sets;
use super::words::{Group, words};
use crate::{Error, Rng, Side};
use layout::field::Field;
use layout::hpcc::{ByteUnit, SPEED_TABLE, SPEEDS, T, U_INIT, UNITS, W_INIT};
use layout::ldcp::PARAMS;
use model::choice::SETS;
use model::hpcc::{self, Header};
use model::ldcp::Params;

/// A parameter set of LDCP for each index: the reset values for one seed in four; otherwise each parameter at a limit,
/// at reset or anywhere in its range, and some sets as at reset.
pub fn draw(seed: u64) -> [Params; SETS] {
    let mut rng = Rng::stream(seed, 0x70_61_72_61_6d, 0);
    if rng.chance(1, 4) {
        return [Params::default(); SETS];
    }
    std::array::from_fn(|_| {
        if rng.chance(1, 8) {
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
    })
}

/// Units and speeds: those at reset, at limits, or anywhere.
pub fn draw_header(rng: &mut Rng) -> ([u64; 3], [u64; SPEEDS]) {
    let unit = |rng: &mut Rng, reset| match rng.below(4) {
        0 => reset,
        1 => 1 << rng.below(12),
        2 => ByteUnit::MAX_RAW,
        _ => rng.range(1, ByteUnit::MAX_RAW),
    };
    let units = [*rng.pick(&[1, 1, 1, 2, 8, 100, 255]).unwrap_or(&1), unit(rng, 128), unit(rng, 80)];
    let gbps = std::array::from_fn(|i| match rng.below(8) {
        0 => 0,
        1 => 1,
        2 => 4095,
        3 => rng.range(1, 4095),
        _ => SPEED_TABLE[i],
    });
    (units, gbps)
}

/// HPCC++'s units, speeds and parameter sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hpcc {
    pub units: [u64; 3],
    pub gbps: [u64; SPEEDS],
    pub sets: Vec<[u64; 9]>,
}

impl Hpcc {
    pub fn reset() -> Hpcc {
        let sets = vec![layout::hpcc::PARAMS.map(|f| f.reset); SETS];
        Hpcc { units: UNITS.map(|f| f.reset), gbps: SPEED_TABLE, sets }
    }

    pub fn draw(seed: u64) -> Hpcc {
        let mut rng = Rng::stream(seed, 0x68_70_63_63, 0);
        let mut drawn = Hpcc::reset();
        if rng.chance(1, 4) {
            return drawn;
        }
        drawn.sets = draw_sets(seed);
        if rng.chance(1, 2) {
            (drawn.units, drawn.gbps) = draw_header(&mut rng);
        }
        let header = drawn.header();
        // a multiple of q_unit·ts_unit, so that the weights reduce
        let even = (drawn.units[0] * drawn.units[2] * rng.range(1, 5000)).clamp(T.min, T.max);
        for raw in &mut drawn.sets {
            if rng.chance(1, 8) {
                *raw = layout::hpcc::PARAMS.map(|f| f.reset);
            }
            let time = T.place(&layout::hpcc::PARAMS);
            // T and the units may not go together: then a T that divides well
            for t in [raw[time], even, 8000, 1020, 1, 1 << 10] {
                raw[time] = t;
                if hpcc::Params::from_raw(*raw, &header).is_ok() {
                    break;
                }
            }
        }
        if drawn.sets.iter().any(|raw| hpcc::Params::from_raw(*raw, &header).is_err()) {
            drawn.units = UNITS.map(|f| f.reset);
        }
        drawn
    }

    pub fn header(&self) -> Header {
        Header::from_raw(self.units, self.gbps).unwrap_or_default()
    }

    pub fn params(&self, raw: [u64; 9]) -> hpcc::Params {
        hpcc::Params::from_raw(raw, &self.header()).unwrap_or_default()
    }
}

/// Of HPCC++'s parameters those of a new QP's context, which the host writes: they have no port.
pub const OF_NEW_QPS: [Field; 2] = [U_INIT, W_INIT];

words!(Ports { set_we, set_index });

/// The `set_*` ports of `pawa` with the values of a run.
#[derive(Clone, Copy)]
pub struct Sets {
    ports: Ports,
    values: Group<5>,
    pub params: [Params; SETS],
}

impl Sets {
    pub fn of(block: &str, inputs: &Side, params: [Params; SETS]) -> Result<Sets, Error> {
        let values = Group::of(block, inputs, "set", PARAMS, &[])?;
        Ok(Sets { ports: Ports::of(block, inputs)?, values, params })
    }

    /// Writes a set.
    pub fn fill(&self, row: &mut [u64], index: usize) {
        let p = &self.ports;
        row[p.set_we] = 1;
        row[p.set_index] = index as u64;
        self.values.put(row, self.params[index].raw());
    }

    /// The set that a row writes.
    pub fn written(&self, row: &[u64]) -> Option<(usize, Params)> {
        let p = &self.ports;
        (row[p.set_we] == 1).then(|| (row[p.set_index] as usize, super::legal(Params::from_raw(self.values.get(row)))))
    }
}
