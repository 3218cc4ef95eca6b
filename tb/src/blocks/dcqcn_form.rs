//! The ports that the published form (D11) brings to `dcqcn`: what a parameter set has more, and what a context has.

use super::cover::Sheet;
use super::dcqcn::log_uniform;
use crate::{Design, Error, Rng};
use layout::dcqcn::{ALPHA_PERIODS, BYTE_PACKETS, PARAMS_PUBLISHED, PUBLISHED, RATE_PERIODS, flag};
use layout::field::Field;
use model::dcqcn::step::Timers;

const FORM: [&str; 5] = ["form_published", "form_alpha_periods", "form_rate_periods", "form_byte_packets", "form_hai"];
pub const READ: [&str; 4] =
    ["read_timers_byte_stage", "read_timers_packets", "read_timers_since_alpha", "read_timers_since_rate"];

/// Columns, in the order of `layout::dcqcn`'s parameters and state.
#[derive(Clone, Copy, Debug)]
pub struct FormPorts {
    form: [usize; 5],
    read: [usize; 4],
}

impl FormPorts {
    /// None without the published form.
    pub fn of(design: &Design) -> Option<FormPorts> {
        let input = |name| design.inputs().column(name).map(|c| c.word);
        let output = |name| design.outputs().column(name).map(|c| c.word);
        let (form, read) = (FORM.map(input), READ.map(output));
        let there = form.iter().chain(&read).all(Option::is_some);
        there
            .then(|| FormPorts { form: form.map(Option::unwrap_or_default), read: read.map(Option::unwrap_or_default) })
    }

    pub fn put(&self, form: &[u64], row: &mut [u64]) {
        self.form.iter().zip(form).for_each(|(port, raw)| row[*port] = *raw);
    }

    pub fn get(&self, row: &[u64]) -> [u64; 5] {
        self.form.map(|port| row[port])
    }

    pub fn put_timers(&self, timers: &Timers, row: &mut [u64]) {
        let Timers { byte_stage, packets, since_alpha, since_rate } = *timers;
        let raw = [byte_stage.raw(), packets.raw(), since_alpha.raw(), since_rate.raw()];
        self.read.iter().zip(raw).for_each(|(port, raw)| row[*port] = raw);
    }

    /// What else is worth while to see.
    pub fn points(&self, sheet: &mut Sheet) -> Result<(), Error> {
        let (out, flags) = (sheet.pin("out_valid")?, sheet.pin("out_flags")?);
        let kinds = [(flag::RECOVERY, "recovery"), (flag::ACTIVE, "active"), (flag::HYPER, "hyper")];
        for (first, (a, of_a)) in kinds.into_iter().enumerate() {
            // a tick of each counter at the end of one period, each of its own kind
            for (b, of_b) in kinds.into_iter().skip(first + 1).filter(|(b, _)| a | b != flag::RECOVERY | flag::HYPER) {
                let both = u64::from(a | b);
                sheet.point(format!("out_flags {of_a} and {of_b}"), move |r| r.is(out) && r.get(flags) & both == both);
            }
        }
        sheet.extremes("host_ends", &["read_timers_byte_stage"])?;
        for name in &READ[1..] {
            let (ends, read) = (sheet.pin("host_ends")?, sheet.pin(name)?);
            sheet.point(format!("{name} counts"), move |r| r.is(ends) && r.get(read) > 0);
        }
        Ok(())
    }
}

/// What a set has more: most often published, with counters that tick in a run.
pub fn form(rng: &mut Rng) -> [u64; 5] {
    let mut raw: [u64; 5] = PARAMS_PUBLISHED.map(|f| log_uniform(rng, f.min, f.max));
    let at = |field: Field| field.place(&PARAMS_PUBLISHED);
    raw[at(PUBLISHED)] = rng.chance(3, 4).into();
    for periods in [ALPHA_PERIODS, RATE_PERIODS] {
        if rng.chance(3, 4) {
            raw[at(periods)] = rng.range(1, 3);
        }
    }
    if rng.chance(3, 4) {
        raw[at(BYTE_PACKETS)] = rng.below(40);
    }
    raw
}
