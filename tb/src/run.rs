//! One run of one block from seed to verdict: build, soak, and where it fails shrink, replay, and report.

use std::path::PathBuf;

use crate::{
    Block, Builder, Design, Divergence, Error, Failure, Golden, Note, Report, Revision, Rung, Variant, Verdict, files,
    plan::Plan,
    report::{RECENT, SHRUNK, ShrunkRun, Values},
    rng::splitmix64,
    rung::{Ready, Subject},
    score::{self, Depth, Inline, Score},
    shrink::{self, Budget, Shrunk},
    stimulus::{Chunk, Stimulus, regenerate},
    trace, wave,
};

/// What to run.
#[derive(Clone, Debug)]
pub struct Options {
    pub events: u64,
    pub seed: u64,
    /// Where report, shrunk trace and VCD of a failure go; nowhere if not given.
    pub vcd_dir: Option<PathBuf>,
    /// Where the coverage data go. Runs the coverage build, which is far slower.
    pub coverage_dir: Option<PathBuf>,
    /// Takes the build that is made sooner and runs slower.
    pub short: bool,
    /// Mutates good frames in place of the block's usual stimulus, see `blocks::FUZZED`.
    pub fuzz: bool,
    /// What each counter of `top` has counted before the first event, where the design was changed so that it has: see
    /// `with_counted`.
    pub counted: u32,
    /// What shrinking may cost.
    pub budget: Budget,
    /// Hash of the configuration, for reports.
    pub config: String,
    /// Its text, for traces, which are to run by themselves.
    pub configuration: String,
    /// Of the program, for reports and traces.
    pub revision: Revision,
    /// The command that runs the same again, for reports; guessed if not given.
    pub rerun: Option<String>,
}

impl Options {
    /// From so many events on, optimising at length pays: a build of the engine at -O3 costs what it saves in two
    /// million.
    const LONG: u64 = 2_000_000;

    pub fn new(events: u64, seed: u64) -> Options {
        Options {
            events,
            seed,
            vcd_dir: None,
            coverage_dir: None,
            short: events < Options::LONG,
            fuzz: false,
            counted: 0,
            budget: Budget::default(),
            config: "unknown".into(),
            configuration: String::new(),
            revision: Revision::default(),
            rerun: None,
        }
    }

    /// The build that such a run takes.
    pub fn variant(&self) -> Variant {
        match () {
            () if self.coverage_dir.is_some() => Variant::Coverage,
            () if self.short => Variant::Quick,
            () => Variant::Fast,
        }
    }
}

/// How a run went.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    /// Actions taken by the driver.
    pub events: u64,
    pub cycles: u64,
    /// Results compared (for a block without streams: cycles).
    pub compared: u64,
    /// Of the DUT's initial register values.
    pub dut_seed: u64,
    /// What the block counted, see [`Block::counts`]; nothing of a replay.
    pub counts: Vec<(String, u64)>,
    /// There is one unless the verdict is EQUAL.
    pub report: Option<Box<Report>>,
}

/// Runs a block against its design, with the tools and the cache of the environment. `progress` is told how many events
/// are done.
pub fn run<B: Block>(
    block: &B,
    design: &Design,
    options: &Options,
    progress: impl FnMut(u64),
) -> Result<Outcome, Error> {
    run_with(&Builder::from_env()?, block, design, options, progress)
}

/// Like [`run`], on a given rung: for Verilog, with given tools and cache.
pub fn run_with<'a, B: Block>(
    rung: impl Into<Rung<'a>>,
    block: &B,
    design: &Design,
    options: &Options,
    mut progress: impl FnMut(u64),
) -> Result<Outcome, Error> {
    let dut_seed = splitmix64(options.seed);
    let session = Session::new(rung.into(), block, design, options.variant(), dut_seed)?;
    let mut dut = session.dut()?;
    let score = score::soak(block, &session.plan, &mut *dut, (options.seed, options.events), &mut progress)?;
    let counts = block.counts();
    if let Some(dir) = &options.coverage_dir {
        std::fs::create_dir_all(dir).map_err(Error::io(dir))?;
        dut.write_coverage(&dir.join(format!("{}.dat", stem(block, options))))?;
    }
    let report = match &score.failure {
        Some(failure) => Some(Box::new(session.report(options, failure, Origin::Seeded(options.events))?)),
        None => None,
    };
    Ok(Outcome { counts, ..outcome(score, dut_seed, report) })
}

/// Runs a list of actions, such as a crasher, from reset. `seed` is that of the DUT's initial register values.
pub fn replay<'a, B: Block>(
    rung: impl Into<Rung<'a>>,
    block: &B,
    design: &Design,
    actions: &[B::Action],
    seed: u64,
    options: &Options,
) -> Result<Outcome, Error> {
    let session = Session::new(rung.into(), block, design, Variant::Quick, seed)?;
    let score = session.trial(&mut *session.dut()?, actions, Depth::Classified)?;
    let report = match &score.failure {
        Some(failure) => Some(Box::new(session.report(options, failure, Origin::Listed(actions))?)),
        None => None,
    };
    Ok(outcome(score, seed, report))
}

fn outcome(score: Score, dut_seed: u64, report: Option<Box<Report>>) -> Outcome {
    Outcome {
        verdict: score.failure.map_or(Verdict::Equal, |f| f.verdict),
        events: score.events,
        cycles: score.cycles,
        compared: score.compared,
        dut_seed,
        counts: vec![],
        report,
    }
}

fn stem<B: Block>(block: &B, options: &Options) -> String {
    format!("{}-seed{}", block.name().replace('/', "_"), options.seed)
}

/// Where the actions of a failed run came from.
enum Origin<'a, A> {
    /// So many of a seed.
    Seeded(u64),
    Listed(&'a [A]),
}

/// A failure made small, and what the small one shows.
struct Small<A> {
    shrunk: Shrunk<A>,
    verdict: Verdict,
    what: String,
    at: Divergence,
}

/// A block bound to its built design.
struct Session<'a, B: Block> {
    block: &'a B,
    design: &'a Design,
    plan: Plan,
    rung: Ready<'a>,
    dut_seed: u64,
}

impl<'a, B: Block> Session<'a, B> {
    fn new(rung: Rung<'a>, block: &'a B, design: &'a Design, variant: Variant, dut_seed: u64) -> Result<Self, Error> {
        let plan = Plan::new(block, design)?;
        Ok(Session { block, design, plan, rung: Ready::new(rung, design, variant)?, dut_seed })
    }

    /// An instance after reset.
    fn dut(&self) -> Result<Box<dyn Subject>, Error> {
        let mut dut = self.rung.instance(self.design, self.dut_seed)?;
        dut.run(&self.plan.boot, &mut vec![])?;
        Ok(dut)
    }

    /// Runs a list of actions on an instance that comes reset.
    fn trial(&self, dut: &mut dyn Subject, actions: &[B::Action], depth: Depth) -> Result<Score, Error> {
        let mut chunks = Inline::new(Stimulus::listed(self.block, &self.plan, actions), dut.batch().min(512));
        score::score(self.block, &self.plan, dut, &mut chunks, depth, &mut |_| {})
    }

    /// Shrinks the failure, and runs what is left once more to see what it does.
    fn shrink(
        &self,
        len: u64,
        get: impl Fn(std::ops::Range<u64>) -> Vec<B::Action>,
        failure: &Failure,
        budget: Budget,
    ) -> Result<Option<Small<B::Action>>, Error> {
        let Some(original) = &failure.at else { return Ok(None) };
        let mut dut = self.dut()?;
        let start = dut.save();
        let mut fails = |actions: &[B::Action]| {
            match &start {
                Some(s) => dut.restore(s)?,
                None => dut = self.dut()?,
            }
            let score = self.trial(&mut *dut, actions, Depth::Found)?;
            // shrinking must not slip to another fault: one of the same outputs must differ first
            Ok(score.failure.and_then(|f| f.at).is_some_and(|at| match original.outputs.as_slice() {
                [] => at.outputs.is_empty(),
                outputs => outputs.iter().any(|o| at.outputs.contains(o)),
            }))
        };
        let Some(shrunk) = shrink::shrink(len, get, |a| self.block.simpler(a), &mut fails, budget, self.block.drain())?
        else {
            return Ok(None);
        };
        let score = self.trial(&mut *self.dut()?, &shrunk.actions, Depth::Classified)?;
        let again = score.failure.and_then(|f| Some((f.verdict, f.what, f.at?)));
        Ok(again.map(|(verdict, what, at)| Small { shrunk, verdict, what, at }))
    }

    fn report(&self, options: &Options, failure: &Failure, origin: Origin<B::Action>) -> Result<Report, Error> {
        let mut report = Report {
            verdict: failure.verdict,
            what: failure.what.clone(),
            block: self.block.name().into(),
            config: options.config.clone(),
            revision: options.revision.clone(),
            simulator: self.rung.simulator().into(),
            seed: options.seed,
            events: options.events,
            found: failure.at.as_ref().map(|at| (at.cycle, at.actions.saturating_sub(1))),
            shrunk: None,
            values: None,
            recent: vec![],
            rerun: options.rerun.clone().unwrap_or_else(|| self.rerun(options)),
            trace: None,
            vcd: None,
            remarks: vec![],
        };
        let Some(original) = &failure.at else { return Ok(report) };
        let get = |range: std::ops::Range<u64>| match &origin {
            Origin::Seeded(events) => regenerate(self.block, options.seed, *events, range),
            Origin::Listed(actions) => actions[range.start as usize..range.end as usize].to_vec(),
        };
        let shrunk = self.shrink(original.actions, get, failure, options.budget)?;
        let (at, actions) = match shrunk {
            Some(Small { shrunk, verdict, what, at }) => {
                report.shrunk = Some(ShrunkRun {
                    actions: shrunk.actions.len(),
                    verdict,
                    what,
                    cycle: at.cycle,
                    transaction: at.actions.saturating_sub(1),
                    runs: shrunk.runs,
                    minimal: shrunk.minimal,
                });
                (at, Some(shrunk.actions))
            }
            None => {
                report.remarks.push("no tail of the run fails within the budget of shrinking".into());
                (original.clone(), None)
            }
        };
        let recent = match &actions {
            Some(list) => list[..(at.actions as usize).min(list.len())].to_vec(),
            None => get(at.actions.saturating_sub(RECENT as u64)..at.actions),
        };
        let most = if actions.is_some() { SHRUNK } else { RECENT };
        report.recent = recent.iter().rev().take(most).rev().map(|a| format!("{a:?}")).collect();
        let stimulus = || match (&actions, &origin) {
            (Some(list), _) => Stimulus::listed(self.block, &self.plan, list),
            (None, Origin::Listed(list)) => Stimulus::listed(self.block, &self.plan, list),
            (None, Origin::Seeded(n)) => Stimulus::seeded(self.block, &self.plan, options.seed, *n),
        };
        let far = at.cycle > REPLAY_CYCLES;
        let (context, stages) = if far { Default::default() } else { self.notes(stimulus(), at.cycle) };
        report.values = Some(Values::new(self.block, &self.plan, &at, context, stages));
        let Some(dir) = &options.vcd_dir else { return Ok(report) };

        let path = |kind: &str| dir.join(format!("{}.{kind}", stem(self.block, options)));
        if let Some(list) = &actions {
            let header = trace::Header {
                block: report.block.clone(),
                config: report.config.clone(),
                configuration: options.configuration.clone(),
                revision: report.revision.to_string(),
                seed: options.seed,
                dut_seed: self.dut_seed,
                verdict: report.verdict.to_string(),
                what: report.what.clone(),
                rerun: report.rerun.clone(),
                cause: String::new(),
            };
            trace::save(&path("jsonl"), &header, list)?;
            report.trace = Some(path("jsonl"));
        }
        match &self.rung {
            _ if far => report.remarks.push(format!("no VCD: cycle {} is too far from reset to replay", at.cycle)),
            Ready::Sim(_) => report.remarks.push("no VCD: rust-hdl's simulation has none".into()),
            Ready::Rtl(builder, _) => {
                let lib = builder.load(self.design, Variant::Trace)?;
                let vcd = path("vcd");
                if !wave::write(self.block, &self.plan, &lib, self.dut_seed, stimulus(), at.cycle, &vcd)? {
                    let text = "the tracing build does not differ there: does it hang on initial values?";
                    report.remarks.push(text.into());
                }
                report.vcd = Some(vcd);
            }
        }
        files::write(&path("txt"), |out| write!(out, "{report}"))?;
        Ok(report)
    }

    fn rerun(&self, options: &Options) -> String {
        let Options { events, seed, .. } = options;
        let rung = if matches!(self.rung, Ready::Sim(_)) { " --rung sim" } else { "" };
        format!("ackwright verify --block {} --events {events} --seed {seed}{rung}", self.block.name())
    }

    /// What the golden says of its state before a cycle.
    fn notes(&self, mut stimulus: Stimulus<B>, cycle: u64) -> (Vec<Note>, Vec<Note>) {
        let (mut chunk, mut done) = (Chunk::default(), 0);
        while done < cycle && !chunk.last {
            stimulus.fill(&mut chunk, (cycle - done).min(4096) as usize);
            done += chunk.cycles as u64;
        }
        let golden: &dyn Golden = stimulus.golden();
        (golden.context(), golden.stages())
    }
}

/// How far from reset a failure may be to be replayed when it could not be shrunk.
const REPLAY_CYCLES: u64 = 20_000_000;
