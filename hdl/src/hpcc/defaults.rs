//! What the parameter sets and the speed table hold after the initialisation.

use crate::records::{MeasureParams, Speed, WindowParams};
use layout::hpcc::{self, SPEED_TABLE};

pub(super) fn window_params() -> WindowParams {
    WindowParams {
        t: hpcc::T.reset.into(),
        eta: hpcc::ETA.reset.into(),
        max_stage: hpcc::MAX_STAGE.reset.into(),
        w_ai: hpcc::W_AI.reset.into(),
        w_min: hpcc::W_MIN.reset.into(),
        w_max: hpcc::W_MAX.reset.into(),
        sync_first: hpcc::SYNC_FIRST.reset == 1,
        rate_gain_m: hpcc::RATE_GAIN_M.reset.into(),
        rate_gain_e: hpcc::RATE_GAIN_E.reset.into(),
    }
}

pub(super) fn measure_params() -> MeasureParams {
    MeasureParams {
        t_ticks: hpcc::T_TICKS.reset.into(),
        tau_gain_m: hpcc::TAU_GAIN_M.reset.into(),
        tau_gain_e: hpcc::TAU_GAIN_E.reset.into(),
        q_weight: hpcc::Q_WEIGHT.reset.into(),
        tx_weight: hpcc::TX_WEIGHT.reset.into(),
    }
}

/// The entry of a speed code.
pub(super) fn speed(code: usize) -> Speed {
    let gbps = SPEED_TABLE[code];
    let (m, e) = inverse(gbps);
    Speed { we: true, code: (code as u64).into(), gbps: gbps.into(), inv_b_m: m.into(), inv_b_e: e.into() }
}

/// 1/(B·ts_unit) at `gbps` and ts_unit = 1 ns as m·2^−e, m of 32 bits with its top bit set, to nearest; 0 for an
/// unknown speed.
fn inverse(gbps: u64) -> (u64, u64) {
    if gbps == 0 {
        return (0, 0);
    }
    // B = gbps/8 bytes a ns
    let at = |e: u64| ((8u128 << (e + 1)) / u128::from(gbps)).div_ceil(2) as u64;
    let e = (0..64).find(|e| at(*e) >= 1 << 31).expect("8/gbps is above 2^-9");
    (at(e), e)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocals_of_the_speeds_have_their_top_bit() {
        // 8/100 = 0.08 = 2748779069·2^-35, 8/25 = 0.32 = 2748779069·2^-33, 8/800 = 0.01 = 2748779069·2^-38
        assert_eq!(inverse(100), (2_748_779_069, 35));
        assert_eq!(inverse(25), (2_748_779_069, 33));
        assert_eq!(inverse(800), (2_748_779_069, 38));
        assert_eq!(inverse(0), (0, 0));
        for gbps in SPEED_TABLE.into_iter().filter(|g| *g > 0) {
            assert!((1 << 31..1u64 << 32).contains(&inverse(gbps).0), "{gbps}");
        }
    }
}
