//! The algorithms of `model::algorithms`: all that a line may say is in their rows.

use super::answer::{self, Shown};
use super::line::{Line, Number, needed, object, one_given};
use super::{EngineOf, Replay, in_order, short_enough};
#[cfg(not(fuzzing))]
use crate::failure::Failure;
use crate::failure::Result;
use ::model::algorithms::{Entry, Rule};
use ::model::number::{cut, exact};
use ::model::params::{ParamError, Rounded};
use layout::algorithms::Row;
#[cfg(not(fuzzing))]
use layout::config::Config;
#[cfg(not(fuzzing))]
use layout::dcqcn::{DCQCN_D, DCQCN_P};
#[cfg(not(fuzzing))]
use layout::fcr::FCR;
use layout::field::Field;
use num_rational::BigRational;
use num_traits::Zero;
use serde_json::{Map, Value};

/// Longest denominator of an exact number: a run of one QP without "state" lengthens it with each event.
const LOG2_BITS: u32 = 16;

pub struct Numbers {
    pub row: &'static Row,
    rule: Box<dyn Rule>,
    /// The TOML of `--params`.
    #[cfg(not(fuzzing))]
    pub params: String,
}

/// An algorithm of parameters, and their text.
pub type Asked = (Box<dyn Rule>, String);

pub type NumbersLine = Line<Vec<Option<Number>>, Vec<u64>>;

impl Numbers {
    /// The algorithm with parameters at their reset values, or those of `params`' text with what was rounded.
    pub fn new(entry: &Entry, made: Option<(Asked, Vec<Rounded>)>) -> Result<Numbers> {
        let ((mut rule, _params), asked) = match made {
            Some(made) => made,
            None => Self::asked(entry, "").map_err(crate::failure::Failure::input)?,
        };
        rule.exactly(&asked);
        Ok(Numbers {
            row: entry.row,
            rule,
            #[cfg(not(fuzzing))]
            params: _params,
        })
    }

    /// Reads the text of `--params`.
    pub fn asked(entry: &Entry, text: &str) -> Result<(Asked, Vec<Rounded>), ParamError> {
        let (rule, rounded) = (entry.make)(text)?;
        Ok(((rule, text.to_owned()), rounded))
    }

    /// What a QP holds before its first event.
    pub fn reset(&self) -> Vec<u64> {
        let mut state: Vec<u64> = self.row.state.iter().map(|field| field.reset).collect();
        self.rule.start(&mut state);
        state
    }

    /// The same for the ideal, with parameters that stay as they are written.
    fn reset_ideal(&self) -> Vec<BigRational> {
        let mut state: Vec<BigRational> = self.row.state.iter().map(|field| exact(field.reset, field.format)).collect();
        self.rule.start_ideal(&mut state);
        state
    }

    pub fn write<N: Shown>(&self, out: &mut Vec<u8>, line: &NumbersLine, state: &[N], update: &[N], flags: u16) {
        answer::begin(out, line);
        answer::fields(out, "state", self.row.state, state);
        out.push(b'}');
        answer::fields(out, "update", self.row.update, update);
        out.push(b'}');
        answer::end(out, self.row.flags(flags));
    }

    /// The field `ev`: the raw value of a kind's name, and the fields that it needs. The first kind may leave it out.
    fn kind(&self, event: &Map<String, Value>) -> Result<(u64, &'static [&'static str]), String> {
        let Some(value) = event.get("ev") else { return Ok((0, self.row.kinds[0].needs)) };
        let found = value.as_str().and_then(|name| self.row.kinds.iter().position(|kind| kind.name == name));
        let names = || self.row.kinds.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        let index = found.ok_or_else(|| format!("event.ev = {}: expected {}", cut(value), names()))?;
        Ok((index as u64, self.row.kinds[index].needs))
    }
}

impl Replay for Numbers {
    type State = Vec<Option<Number>>;
    type Event = Vec<u64>;

    fn plain(&self, _: &str) -> Option<NumbersLine> {
        None
    }

    fn event(&self, event: &Value) -> Result<Vec<u64>, String> {
        let names: Vec<&str> = self.row.event.iter().map(|field| field.name).collect();
        let event = object(event, "event", &names)?;
        let kind = if self.row.kinds.is_empty() { None } else { Some(self.kind(event)?) };
        let one = |field: &Field| match kind {
            Some((raw, _)) if field.name == "ev" => Ok(raw),
            Some((_, needs)) if !needs.contains(&field.name) && !event.contains_key(field.name) => Ok(field.reset),
            _ => needed(event, "event", field),
        };
        self.row.event.iter().map(one).collect()
    }

    fn state(&self, state: &Value, exact: bool) -> Result<Self::State, String> {
        let names: Vec<&str> = self.row.state.iter().map(|field| field.name).collect();
        let state = object(state, "state", &names)?;
        let fraction = |field: &Field| self.row.fractions.contains(&field.name);
        self.row.state.iter().map(|field| one_given(state, field, exact, fraction(field))).collect()
    }

    fn ideal(&self) -> Result<EngineOf<'_, Self>> {
        let mut update = vec![BigRational::zero(); self.row.update.len()];
        Ok(in_order(
            || self.reset_ideal(),
            move |held: &mut Vec<BigRational>, line: &NumbersLine, out| {
                for ((slot, given), field) in held.iter_mut().zip(line.state.iter().flatten()).zip(self.row.state) {
                    if let Some(number) = given {
                        *slot = number.exact(field);
                    }
                }
                let flags = self.rule.ideal(held, &line.event, &mut update);
                for (value, field) in held.iter().zip(self.row.state) {
                    short_enough(field.name, value, LOG2_BITS)?;
                }
                self.write(out, line, held, &update, flags);
                Ok(())
            },
        ))
    }

    fn model(&self) -> EngineOf<'_, Self> {
        let mut update = vec![0; self.row.update.len()];
        in_order(
            || self.reset(),
            move |held: &mut Vec<u64>, line: &NumbersLine, out| {
                for (slot, given) in held.iter_mut().zip(line.state.iter().flatten()) {
                    if let Some(raw) = given.as_ref().and_then(Number::raw) {
                        *slot = raw;
                    }
                }
                let flags = self.rule.step(held, &line.event, &mut update);
                self.write(out, line, held, &update, flags);
                Ok(())
            },
        )
    }

    #[cfg(not(fuzzing))]
    fn rtl(&self, config: &Config) -> Result<EngineOf<'_, Self>> {
        match (self.row.engine, self.row) {
            (Some((algorithm, _)), _) => super::socket::engine(self, algorithm, config),
            (None, row) if *row == DCQCN_P || *row == DCQCN_D => super::dcqcn::engine(self, config),
            (None, row) if *row == FCR => super::fcr::engine(self, config),
            (None, row) => Err(Failure::input(format_args!(
                "--engine rtl: no design answers lines of {} yet: expected --engine ideal or model",
                row.name
            ))),
        }
    }
}
