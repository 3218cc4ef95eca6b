//! Functional coverage: what a block's random run must have met to be worth its name. Each block has a list of named
//! points: every kind of event, regime, clamp and flag, every distance between two events of one QP that the hazard
//! logic tells apart, every reason to drop a frame, wraps of what wraps.
//!
//! Points are counted on what the stimulus drives and the model answers, in the very cycles that a run compares with
//! the design: stimulus depends on the seed alone, so nothing has to be put into the Verilog.

mod advices;
mod answers;
mod engine;
mod hpcc;
mod ldcp;
mod leaves;
mod packets;
mod probes;
mod registers;
mod seen;
mod sends;
mod sheet;
mod streams;

use super::{Visit, with};
use crate::{Design, Error, Options, stimulus, stimulus::Stimulus};
use layout::config::Config;
pub use sheet::{Row, Sheet};

/// Asks a block for its own points.
struct Own<'s, 'a>(&'s mut Sheet<'a>);

impl Visit for Own<'_, '_> {
    type Out = ();
    fn visit<B: crate::Block>(self, block: B) -> Result<(), Error> {
        block.points(self.0)
    }
}

/// The points of a block, none of them met yet.
pub fn sheet<'a>(block: &str, config: &Config, design: &'a Design) -> Result<Sheet<'a>, Error> {
    let mut sheet = Sheet::new(block, design);
    match block {
        "recip" => ldcp::recip(&mut sheet)?,
        "pawa" => ldcp::pawa(&mut sheet)?,
        "interval" => ldcp::interval(&mut sheet)?,
        "psn" => streams::psn(&mut sheet, config)?,
        "choice" => streams::choice(&mut sheet)?,
        "sent" => streams::sent(&mut sheet)?,
        "issue" => streams::issue(&mut sheet, config)?,
        "hops" => hpcc::hops(&mut sheet, config)?,
        "inflight" => hpcc::inflight(&mut sheet, config)?,
        "window" => hpcc::window(&mut sheet)?,
        "parser" => packets::parser(&mut sheet, config)?,
        "engine" => engine::engine(&mut sheet, config)?,
        "top" => engine::top(&mut sheet, config)?,
        "nic" => engine::nic(&mut sheet, config)?,
        "limit" => advices::limit(&mut sheet)?,
        "latest" => sends::latest(&mut sheet, config)?,
        "shaper" => sends::shaper(&mut sheet)?,
        "sender" => sends::sender(&mut sheet)?,
        "receiver" => answers::receiver(&mut sheet)?,
        "responder" => answers::responder(&mut sheet, config)?,
        "inserter" => leaves::inserter(&mut sheet)?,
        "prober" => probes::prober(&mut sheet)?,
        "registers" => registers::registers(&mut sheet, config)?,
        _ => with(block, config, design, super::Start::seeded(1), Own(&mut sheet))?,
    }
    match sheet.counts().is_empty() {
        true => Err(Error::Block { block: block.into(), what: "it has no functional points".into() }),
        false => Ok(sheet),
    }
}

/// Adds to the sheet what [`run`](super::run) meets with the same options: the same cycles, without a design.
pub fn observe(sheet: &mut Sheet, config: &Config, design: &Design, options: &Options) -> Result<(), Error> {
    struct Observe<'s, 'a>(&'s mut Sheet<'a>, &'s Design, &'s Options);
    impl Visit for Observe<'_, '_> {
        type Out = ();
        fn visit<B: crate::Block>(self, block: B) -> Result<(), Error> {
            let Observe(sheet, design, options) = self;
            let plan = crate::plan::Plan::new(&block, design)?;
            let mut cycles = Stimulus::seeded(&block, &plan, options.seed, options.events);
            let mut chunk = stimulus::Chunk::default();
            sheet.restart();
            while !chunk.last {
                cycles.fill(&mut chunk, 4096);
                let rows = chunk.input.chunks_exact(plan.in_words).zip(chunk.model.chunks_exact(plan.out_words));
                rows.for_each(|(input, output)| sheet.cycle(input, output));
            }
            Ok(())
        }
    }
    let block = sheet.block().to_owned();
    with(&block, config, design, super::Start::of(options), Observe(sheet, design, options))
}
