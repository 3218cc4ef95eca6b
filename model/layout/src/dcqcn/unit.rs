//! DCQCN's unit in the engine: its row, its page of registers, and the counts that model and RTL have in common.

use super::*;
use crate::config::Unit;
use crate::registers::{self, Access, Register};
use crate::timing::UnitLatency;
use crate::units::{Example, Sense, UnitRow};

/// Packets sent that wait, behind CNPs, to be counted. One that finds so many is not counted: `found_dcqcn_lost` is.
pub const TX_QUEUE: u32 = 64;
/// Cycles of an operation of the host in the block `dcqcn`.
pub const HOST_CYCLES: u32 = 91;
/// Cycles without a new period before the write of a parameter set may go: those under way have ended.
pub const SET_WAITS: u32 = 41;
/// Cycles from an event to its update, which computes nothing.
const UPDATE: u32 = 8;

/// 1 Gbit/s: in registers the ranges of `rc_min` and `line` meet here, so that no two values clash.
const GBPS: u64 = 1 << 25;

/// Its page of registers: a parameter set, the time, and its part of a context.
fn page() -> Vec<Register> {
    let at = registers::page(Unit::Dcqcn);
    let write = |offset, name, field: Field| registers::register(at + offset, Access::Write, Field { name, ..field });
    let host = |offset, name, field: Field| {
        registers::register(at + registers::HOST + offset, Access::Context, Field { name, ..field })
    };
    // until a context has been read these are 0, whatever a context starts from
    let found = |offset, name, field: Field| {
        let field = Field { name, min: 0, max: field.format.max_raw(), reset: 0, ..field };
        registers::register(at + registers::FOUND + offset, Access::Read, field)
    };
    let count = registers::count;
    let doc = "writes set_dcqcn_* to this parameter set, in its turn among all events and periods, as a host operation: until it is \
               done set_* and starts are refused";
    let period = "cycles of a control period beyond 40, from the next one on: 8,960 are 45 us at 200 MHz";
    let mask =
        "each period is longer by the LFSR's bits under this mask, 2^n - 1; at 0 by none, and the LFSR takes the seed";
    let seed = "from where the LFSR behind the jitter goes on, once the mask is 0; not all ones";
    let visits = "control periods that the sweep has begun since reset, up to the read";
    let late = "cycles by which these were late, together";
    let worst = "cycles by which one of them was late, at most";
    let lost = "packets sent that were not counted since reset, for as many waited; up to the read, saturates";
    vec![
        write(0x00, "set_dcqcn_g", G),
        write(0x08, "set_dcqcn_rai", RAI),
        write(0x10, "set_dcqcn_line", Field { min: GBPS, ..LINE }),
        write(0x18, "set_dcqcn_rc_min", Field { max: GBPS, ..RC_MIN }),
        write(0x20, "set_dcqcn_recovery", RECOVERY),
        write(0x24, "set_dcqcn_doublings", DOUBLINGS),
        write(0x28, "set_dcqcn_snap", SNAP),
        write(0x2c, "set_dcqcn_old_cp", OLD_CP),
        write(0x30, "set_dcqcn_clamp_target", CLAMP_TARGET),
        write(0x34, "set_dcqcn_min_tx", MIN_TX),
        write(0x38, "set_dcqcn_incast_periods", INCAST_PERIODS),
        registers::register(
            at + 0x40,
            Access::Start,
            Field { max: registers::LAST_SET, ..count("set_dcqcn_write", 4, "1", doc) },
        ),
        write(
            0x50,
            "cfg_dcqcn_period",
            Field { max: (1 << 19) - (1 << 13) - 1, reset: 8960, ..count("", 19, "cycles", period) },
        ),
        write(0x54, "cfg_dcqcn_jitter_mask", Field { reset: 511, ..count("", 12, "cycles", mask) }),
        write(0x58, "cfg_dcqcn_seed", Field { max: 0xfffe, ..count("", 16, "1", seed) }),
        host(0x00, "host_dcqcn_rc", Field { max: GBPS_800, ..RC }),
        host(0x08, "host_dcqcn_rt", Field { max: GBPS_800, ..RT }),
        host(0x10, "host_dcqcn_cp", Field { max: 1 << Prob::FRAC, ..CP }),
        host(0x14, "host_dcqcn_stage", STAGE),
        found(0x00, "found_dcqcn_rc", RC),
        found(0x08, "found_dcqcn_rt", RT),
        found(0x10, "found_dcqcn_cp", CP),
        found(0x14, "found_dcqcn_stage", STAGE),
        found(0x18, "found_dcqcn_sent", SENT),
        found(0x1c, "found_dcqcn_quiet", QUIET),
        found(0x20, "found_dcqcn_idle", IDLE),
        found(0x24, "found_dcqcn_late_worst", count("", 19, "cycles", worst)),
        found(0x28, "found_dcqcn_visits", count("", 48, "periods", visits)),
        found(0x30, "found_dcqcn_late_cycles", count("", 48, "cycles", late)),
        found(0x38, "found_dcqcn_lost", count("", 32, "packets", lost)),
    ]
}

pub const UNIT: UnitRow = UnitRow {
    name: "dcqcn",
    title: "DCQCN",
    place: 2,
    feature: 5,
    senses: &[Sense::Timer],
    reads_psn: false,
    // an operation enters the block a cycle behind its issue
    latency: UnitLatency { update: UPDATE, host: 1 + HOST_CYCLES },
    page,
    ordered: None,
    groups: &[
        (
            0,
            "parameter set",
            "Write the values, then the set's index to `set_dcqcn_write`, which copies them in its turn among the events and behind the \
             periods under way: `host_busy` until then.",
        ),
        (0x50, "time", "Of all queue pairs. They count from the next period of each on."),
        (
            registers::HOST,
            "its part of a context",
            "To write (`host_*`), and found (`found_*`), with what the sweep has counted. A write starts a QP anew: what was counted of \
             its period is dropped, and its algorithm and parameter set are those of its choice in that moment.",
        ),
    ],
    also: "periods run by the algorithm and set that the QP has then",
    first_psn: "",
    flags: &flag::NAMES,
    flag_texts: "of kind timer 4 cut, 5 a step of fast recovery, 6 of active increase, 8 none was due, 9 the line rate is reached; of the \
                 other kinds 3 alone is set",
    example: Some(Example {
        about: "The weight of the newest period in CP, the line rate and the first increase; in U7.28 bytes a ns 100 Gbit/s are 12.5 · 2^28 = \
                {set_dcqcn_line}, which takes two words.",
        values: &[
            ("set_dcqcn_g", 1, 256, "1/256"),
            ("set_dcqcn_line", 25, 2, "100 Gbit/s"),
            ("set_dcqcn_rai", 1, 200, "40 Mbit/s"),
        ],
    }),
};
