//! `--engine rtl` of DCQCN: a line is a control period, and `ackw_dcqcn_step` is what ends one in the design. It is
//! given the context and the counts as the sweep gives them to it, and what it writes is the answer; the model has no
//! part in it.

use super::line::Number;
use super::rule::{Numbers, NumbersLine};
use super::{Steps, Wrong, with_unit};
use crate::failure::{Failure, Result};
use crate::progress;
use layout::config::{Config, Unit};
use layout::dcqcn::{DCQCN_D, LINE, PARAMS_PUBLISHED, PUBLISHED, PUBLISHED_CYCLES, SNAP, STATE, STATE_PUBLISHED, flag};
use std::collections::HashMap;
use tb::Builder;
use tb::blocks::module::Module;

/// Cycles from s5, which takes a period, to s38, which says whether it was one; s39 writes. With the published form ten
/// more.
const TO_S38: usize = 33;

/// The step's inputs of a context, in the order of `layout::dcqcn::STATE`.
const GIVEN: [&str; STATE.len()] = [
    "s5_context_rc",
    "s5_context_rt",
    "s5_context_cp",
    "s5_context_stage",
    "s5_context_sent",
    "s5_context_quiet",
    "s5_rest_idle",
    "s5_context_guard",
];
/// Of the published form, in the order of `layout::dcqcn::STATE_PUBLISHED`.
const GIVEN_TIMERS: [&str; STATE_PUBLISHED.len()] =
    ["s5_timers_byte_stage", "s5_timers_packets", "s5_timers_since_alpha", "s5_timers_since_rate"];
const WRITTEN_TIMERS: [&str; STATE_PUBLISHED.len()] =
    ["s39_timers_byte_stage", "s39_timers_packets", "s39_timers_since_alpha", "s39_timers_since_rate"];
/// Its outputs.
const WRITTEN: [&str; STATE.len()] =
    ["s39_rc", "s39_rt", "s39_cp", "s39_stage", "s39_sent", "s39_quiet", "s39_rest_idle", "s39_guard"];
const RC: usize = 0;
const IDLE: usize = 6;

pub fn engine<'a>(numbers: &'a Numbers, config: &Config) -> Result<Steps<'a, NumbersLine>> {
    let mut config = with_unit(config, Unit::Dcqcn);
    let (params, asked) = params(numbers, config.dcqcn.published)?;
    config.dcqcn.published |= asked;
    let published = config.dcqcn.published;
    let stage = progress::stage("building ackw_dcqcn_step");
    let mut step = Module::new(&Builder::from_env()?, &config, "dcqcn", "dcqcn_step")?;
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
        if let Some((field, raw)) = timers.into_iter().find(|(_, raw)| **raw > 0 && !published) {
            let told = format!(
                "state.{} = {raw}: expected 0, or --params with published = 1, or --config with dcqcn.published = true",
                field.name
            );
            return Err(Wrong::Line(told));
        }
        let flags = one(&mut step, state, &line.event, deterministic, line_rate, published)
            .map_err(|e| Wrong::Run(e.into()))?;
        numbers.write(out, line, state, &[state[RC]], flags);
        Ok(())
    }))
}

/// The parameters as ports of the step: all but what a QP starts with, and what is the timer's; and whether they are of
/// the published form, whose ports there are then, or where the configuration `has` it.
fn params(numbers: &Numbers, has: bool) -> Result<(Vec<(String, u64)>, bool)> {
    let fields = (numbers.row.params)();
    let (raw, _) = ::model::params::read_list(&numbers.params, &fields).map_err(Failure::input)?;
    let asked = fields.iter().zip(&raw).any(|(field, raw)| field.name == PUBLISHED.name && *raw == 1);
    let mut ports = vec![];
    for (field, raw) in fields.iter().zip(raw) {
        match field.name {
            name if name == SNAP.name => ports.push(("set_snap_mask".into(), (1 << raw) - 1)),
            "CP0" | "period" | "jitter" => {}
            name if PARAMS_PUBLISHED.iter().any(|field| field.name == name) => {
                if asked || has {
                    ports.push((format!("form_{name}"), raw));
                }
            }
            _ => ports.push((format!("set_{}", field.port()), raw)),
        }
    }
    Ok((ports, asked))
}

/// A control period: its flags, and in `state` the context behind it.
fn one(
    step: &mut Module,
    state: &mut [u64],
    event: &[u64],
    deterministic: bool,
    line_rate: u64,
    published: bool,
) -> std::result::Result<u16, tb::Error> {
    let timers = if published { state.len().saturating_sub(STATE.len()) } else { 0 };
    let given = GIVEN.into_iter().chain(GIVEN_TIMERS.into_iter().take(timers));
    let context: Vec<(&str, u64)> = given.zip(state.iter().copied()).collect();
    step.put(&context)?;
    step.put(&[("s5_context_deterministic", deterministic.into()), ("s5_cnp", event[0]), ("s5_tx", event[1])])?;
    // a cycle ahead the parameters are read
    step.run(1)?;
    step.put(&[("s5_begins", 1)])?;
    step.run(1)?;
    step.put(&[("s5_begins", 0)])?;
    step.run(if published { TO_S38 + PUBLISHED_CYCLES as usize } else { TO_S38 })?;
    let is_none = step.get("s38_none")? == 1;
    step.run(1)?;
    if is_none {
        // the design writes nothing else, and tells nothing
        state[IDLE] = step.get(WRITTEN[IDLE])?;
        return Ok(flag::IGNORED | if state[RC] < line_rate { flag::PACED } else { 0 });
    }
    for (slot, port) in state.iter_mut().zip(WRITTEN.into_iter().chain(WRITTEN_TIMERS.into_iter().take(timers))) {
        *slot = step.get(port)?;
    }
    Ok(step.get("s39_flags")? as u16)
}
