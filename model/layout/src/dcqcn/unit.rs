//! DCQCN's unit in the engine: its row, its page of registers, and the counts that model and RTL have in common.

use super::*;
use crate::config::{Config, Unit};
use crate::registers::{self, Access, Register};
use crate::timing::UnitLatency;
use crate::units::{Example, Measure, Sense, UnitRow};

/// Packets sent that wait, behind CNPs, to be counted. One that finds so many is not counted: `found_dcqcn_lost` is.
pub const TX_QUEUE: u32 = 64;
/// Cycles of an operation of the host in the block `dcqcn`.
pub const HOST_CYCLES: u32 = 91;
/// Cycles without a new period before the write of a parameter set may go: those under way have ended.
pub const SET_WAITS: u32 = 41;
/// Cycles that a step takes longer where sets may be of the published form: so many stages, in which the rate timer's
/// tick behind the byte counter's raises the rate again. The least period and the write of a parameter set are longer
/// by as many, and an operation of the host by twice as many: it waits longer too.
pub const PUBLISHED_CYCLES: u32 = 10;
/// Those of a configuration.
pub fn more_cycles(config: &Config) -> u32 {
    if config.dcqcn.published { PUBLISHED_CYCLES } else { 0 }
}
/// What the flags of its updates mean, beside those that are every unit's.
fn flag_texts(config: &Config) -> &'static str {
    if config.dcqcn.published {
        "of kind timer 4 cut, 5 a step of fast recovery, 6 of active increase, 7 of hyper-active increase, 8 none was \
         due, 9 the line rate is reached; of the other kinds 3 alone is set"
    } else {
        "of kind timer 4 cut, 5 a step of fast recovery, 6 of active increase, 8 none was due, 9 the line rate is \
         reached; of the other kinds 3 alone is set"
    }
}
/// Cycles from an event to its update, which computes nothing.
const UPDATE: u32 = 8;

/// 1 Gbit/s: in registers the ranges of `rc_min` and `line` meet here, so that no two values clash.
const GBPS: u64 = 1 << 25;

/// Its page of registers: a parameter set, the time, and its part of a context.
fn page(config: &Config) -> Vec<Register> {
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
    // the others' place is full
    let before =
        |offset, name, field: Field| Register { offset: at + registers::FOUND - offset, ..found(0, name, field) };
    let count = registers::count;
    let doc = "writes set_dcqcn_* to this parameter set, in its turn among all events and periods, as a host operation: until it is \
               done set_*, host_* and their starts are refused";
    let period = match config.dcqcn.published {
        false => "cycles of a control period beyond 40, from the next one on: 8,960 are 45 us at 200 MHz",
        true => "cycles of a control period beyond 50, from the next one on: 10,950 are 55 us at 200 MHz",
    };
    let mask =
        "each period is longer by the LFSR's bits under this mask, 2^n - 1; at 0 by none, and the LFSR takes the seed";
    let seed = "from where the LFSR behind the jitter goes on, once the mask is 0; not all ones";
    let visits = "control periods that the sweep has begun since reset, up to the read";
    let late = "cycles by which these were late, together";
    let worst = "cycles by which one of them was late, at most";
    let lost = "packets sent that were not counted since reset, for as many waited; up to the read, saturates";
    let mut all = vec![
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
    ];
    if config.dcqcn.published {
        let form = [
            write(0x60, "set_dcqcn_published", PUBLISHED),
            write(0x64, "set_dcqcn_alpha_periods", ALPHA_PERIODS),
            write(0x68, "set_dcqcn_rate_periods", RATE_PERIODS),
            write(0x6c, "set_dcqcn_byte_packets", BYTE_PACKETS),
            write(0x70, "set_dcqcn_hai", HAI),
        ];
        let counters = [
            before(0x10, "found_dcqcn_byte_stage", BYTE_STAGE),
            before(0x0c, "found_dcqcn_packets", PACKETS),
            before(0x08, "found_dcqcn_since_alpha", SINCE_ALPHA),
            before(0x04, "found_dcqcn_since_rate", SINCE_RATE),
        ];
        all.extend(form.into_iter().chain(counters));
        all.sort_by_key(|register| register.offset);
    }
    all
}

pub const UNIT: UnitRow = UnitRow {
    name: "dcqcn",
    title: "DCQCN",
    place: 2,
    feature: 5,
    senses: &[Sense::Timer],
    reads_psn: false,
    // an operation enters the block a cycle behind its issue
    latency: |config| UnitLatency { update: UPDATE, host: 1 + HOST_CYCLES + 2 * more_cycles(config) },
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
            0x60,
            "published form",
            "More values of the parameter set, for queue pairs of dcqcn-p. With `set_dcqcn_published` at 0 the others count for nothing. A \
             device without the form has nothing here: `set_dcqcn_alpha_periods` reads 0.",
        ),
        (
            registers::HOST,
            "its part of a context",
            "To write (`host_*`), and found (`found_*`), with what the sweep has counted. A write starts a QP anew: what was counted of \
             its period is dropped, and its algorithm and parameter set are those of its choice in that moment.",
        ),
    ],
    also: "periods run by the algorithm and set that the QP has then",
    first_psn: "",
    starts: &[("dcqcn_rc", Measure::Rate)],
    flags: &flag::NAMES,
    flag_texts,
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
