//! `--engine rtl` of DCQCN: a line is a control period, and `ackw_dcqcn_step` is what ends one in the design. It is
//! given the context and the counts as the sweep gives them to it, and what it writes is the answer; the model has no
//! part in it.

use super::line::Number;
use super::rule::{Numbers, NumbersLine};
use super::{Steps, Wrong, with_unit};
use crate::failure::{Failure, Result};
use crate::progress;
use layout::config::{Config, Unit};
use layout::dcqcn::{DCQCN_D, LINE, PUBLISHED, SNAP, STATE, flag};
use std::collections::HashMap;
use tb::Builder;
use tb::blocks::module::Module;

/// Cycles from s4, which takes a period, to s37, which says whether it was one, and to s38, which writes.
const TO_S37: usize = 33;

/// The step's inputs of a context, in the order of `layout::dcqcn::STATE`.
const GIVEN: [&str; STATE.len()] = [
    "s4_context_rc",
    "s4_context_rt",
    "s4_context_cp",
    "s4_context_stage",
    "s4_context_sent",
    "s4_context_quiet",
    "s4_rest_idle",
    "s4_context_guard",
];
/// Its outputs.
const WRITTEN: [&str; STATE.len()] =
    ["s38_rc", "s38_rt", "s38_cp", "s38_stage", "s38_sent", "s38_quiet", "s38_rest_idle", "s38_guard"];
const RC: usize = 0;
const IDLE: usize = 6;

pub fn engine<'a>(numbers: &'a Numbers, config: &Config) -> Result<Steps<'a, NumbersLine>> {
    let params = params(numbers)?;
    let stage = progress::stage("building ackw_dcqcn_step");
    let mut step = Module::new(&Builder::from_env()?, &with_unit(config, Unit::Dcqcn), "dcqcn", "dcqcn_step")?;
    let set: Vec<(&str, u64)> = params.iter().map(|(name, raw)| (&name[..], *raw)).collect();
    step.put(&set)?;
    step.put(&[("set_we", 1)])?;
    step.run(1)?;
    step.put(&[("set_we", 0)])?;
    drop(stage);
    let line_rate = params.iter().find(|(name, _)| name == "set_line").map_or(LINE.reset, |(_, raw)| *raw);
    let deterministic = *numbers.row == DCQCN_D;
    let mut held = HashMap::new();
    Ok(Box::new(move |line, out| {
        let state = held.entry(line.qpn).or_insert_with(|| numbers.reset());
        for (slot, given) in state.iter_mut().zip(line.state.iter().flatten()) {
            *slot = given.as_ref().and_then(Number::raw).unwrap_or(*slot);
        }
        let timers = numbers.row.state.iter().zip(&state[..]).skip(STATE.len());
        if let Some((field, raw)) = timers.into_iter().find(|(_, raw)| **raw > 0) {
            let told = format!("state.{} = {raw}: expected 0, for --engine rtl has no published form", field.name);
            return Err(Wrong::Line(told));
        }
        let flags = one(&mut step, state, &line.event, deterministic, line_rate).map_err(|e| Wrong::Run(e.into()))?;
        numbers.write(out, line, state, &[state[RC]], flags);
        Ok(())
    }))
}

/// The parameters as ports of the step: all but what a QP starts with, and what is the timer's.
fn params(numbers: &Numbers) -> Result<Vec<(String, u64)>> {
    let fields = (numbers.row.params)();
    let (raw, _) = ::model::params::read_list(&numbers.params, &fields).map_err(Failure::input)?;
    let mut ports = vec![];
    for (field, raw) in fields.iter().zip(raw) {
        match field.name {
            "published" if raw != PUBLISHED.reset => {
                let told = "--engine rtl: the published form is in the model only: expected published = 0";
                return Err(Failure::input(told));
            }
            name if name == SNAP.name => ports.push(("set_snap_mask".into(), (1 << raw) - 1)),
            "CP0" | "period" | "jitter" | "published" | "alpha_periods" | "rate_periods" | "byte_packets" | "hai" => {}
            _ => ports.push((format!("set_{}", field.port()), raw)),
        }
    }
    Ok(ports)
}

/// A control period: its flags, and in `state` the context behind it.
fn one(
    step: &mut Module,
    state: &mut [u64],
    event: &[u64],
    deterministic: bool,
    line_rate: u64,
) -> std::result::Result<u16, tb::Error> {
    let context: Vec<(&str, u64)> = GIVEN.into_iter().zip(state.iter().copied()).collect();
    step.put(&context)?;
    step.put(&[("s4_context_deterministic", deterministic.into()), ("s4_cnp", event[0]), ("s4_tx", event[1])])?;
    // a cycle ahead the parameters are read
    step.run(1)?;
    step.put(&[("s4_begins", 1)])?;
    step.run(1)?;
    step.put(&[("s4_begins", 0)])?;
    step.run(TO_S37)?;
    let is_none = step.get("s37_none")? == 1;
    step.run(1)?;
    if is_none {
        // the design writes nothing else, and tells nothing
        state[IDLE] = step.get(WRITTEN[IDLE])?;
        return Ok(flag::IGNORED | if state[RC] < line_rate { flag::PACED } else { 0 });
    }
    for (slot, port) in state.iter_mut().zip(WRITTEN) {
        *slot = step.get(port)?;
    }
    Ok(step.get("s38_flags")? as u16)
}
