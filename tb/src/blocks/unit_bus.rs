//! The bus by which a host reaches the units' pages of registers: its ports, and what a run writes and reads there
//! beside all else.

use super::registers::Registers;
use super::words::words;
use crate::{Error, Rng, Side};
use layout::config::{Config, Unit};
use layout::field::Field;
use layout::record::Algorithm;
use layout::registers::{PAGE, Register, page, unit_page};
use model::choice::SETS;
use model::page::{Access, Answer};
use std::collections::VecDeque;

words!(
    /// What the registers say.
    Bus {
        unit_bus_write,
        unit_bus_windex,
        unit_bus_wdata,
        unit_bus_rindex,
        unit_bus_last_index,
        unit_bus_last_data,
        unit_bus_host_busy,
        unit_bus_found_now,
        unit_bus_sets,
    }
);
words!(
    /// What the units say.
    Answers { unit_answer_taken, unit_answer_rdata, unit_answer_starts }
);

/// The units of a configuration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sockets {
    /// Bit [`Unit::place`] of each.
    pub bits: u64,
}

impl Sockets {
    pub fn of(config: &Config) -> Sockets {
        Sockets { bits: config.engine.units.iter().fold(0, |bits, unit| bits | 1 << unit.place()) }
    }

    pub fn units(self) -> impl Iterator<Item = Unit> {
        Unit::ALL.into_iter().filter(move |unit| self.bits >> unit.place() & 1 == 1)
    }

    /// Their bits of `host_parts`.
    pub fn parts(self) -> u64 {
        self.units().fold(0, |parts, unit| parts | unit.part())
    }

    /// An algorithm of one of them.
    pub fn algorithm(self, rng: &mut Rng) -> u64 {
        let units: Vec<Unit> = self.units().collect();
        let unit = rng.pick(&units).copied();
        let of: Vec<Algorithm> = Algorithm::ALL.into_iter().filter(|alg| Some(alg.unit()) == unit).collect();
        rng.pick(&of).map_or(0, |alg| *alg as u64)
    }
}

/// The ports.
#[derive(Clone, Copy)]
pub(super) struct Ports {
    bus: Bus,
    answers: Answers,
    pub sockets: Sockets,
    /// With `limit`'s page too.
    limit: bool,
}

impl Ports {
    /// Columns of the bus.
    pub const BUS: usize = 9;

    /// `bus` and `answers` are the sides on which the ports are.
    pub fn of(block: &str, config: &Config, bus: &Side, answers: &Side) -> Result<Ports, Error> {
        Ok(Ports {
            bus: Bus::of(block, bus)?,
            answers: Answers::of(block, answers)?,
            sockets: Sockets::of(config),
            limit: config.engine.fcr,
        })
    }

    pub fn access(&self, row: &[u64]) -> Access {
        let b = &self.bus;
        Access {
            write: row[b.unit_bus_write] == 1,
            windex: row[b.unit_bus_windex] as u32,
            wdata: row[b.unit_bus_wdata] as u32,
            rindex: row[b.unit_bus_rindex] as u32,
            last: (row[b.unit_bus_last_index] as u32, row[b.unit_bus_last_data] as u32),
            host_busy: row[b.unit_bus_host_busy] == 1,
            found_now: row[b.unit_bus_found_now] == 1,
            sets: row[b.unit_bus_sets] as u8,
        }
    }

    /// What was found goes into `found_*` at the end of this cycle.
    pub fn put_found_now(&self, found_now: bool, row: &mut [u64]) {
        row[self.bus.unit_bus_found_now] = found_now.into();
    }

    pub fn put_access(&self, access: &Access, row: &mut [u64]) {
        let b = &self.bus;
        row[b.unit_bus_write] = access.write.into();
        row[b.unit_bus_windex] = access.windex.into();
        row[b.unit_bus_wdata] = access.wdata.into();
        row[b.unit_bus_rindex] = access.rindex.into();
        (row[b.unit_bus_last_index], row[b.unit_bus_last_data]) = (access.last.0.into(), access.last.1.into());
        row[b.unit_bus_host_busy] = access.host_busy.into();
        row[b.unit_bus_found_now] = access.found_now.into();
        row[b.unit_bus_sets] = access.sets.into();
    }

    pub fn answer(&self, row: &[u64]) -> Answer {
        let a = &self.answers;
        Answer {
            taken: row[a.unit_answer_taken] == 1,
            rdata: row[a.unit_answer_rdata] as u32,
            starts: row[a.unit_answer_starts] as u8,
        }
    }

    pub fn put_answer(&self, answer: &Answer, row: &mut [u64]) {
        let a = &self.answers;
        row[a.unit_answer_taken] = answer.taken.into();
        row[a.unit_answer_rdata] = answer.rdata.into();
        row[a.unit_answer_starts] = answer.starts.into();
    }

    /// The numbers of the outputs with answers, in a design that has them there.
    pub fn answer_indices(outputs: &Side) -> Vec<usize> {
        let answers = |name: &str| name.starts_with("unit_answer_");
        (0..outputs.columns().len()).filter(|i| answers(&outputs.columns()[*i].name)).collect()
    }

    /// Of `registers`: the units, by their places, whose page a write of this cycle was taken by that could be a start.
    pub fn taken_by(&self, answers: &[u64], bus: &[u64]) -> u8 {
        let Access { write, windex, host_busy, .. } = self.access(bus);
        if !write || host_busy || !self.answer(answers).taken {
            return 0;
        }
        let here = |unit: &Unit| page(*unit) / PAGE == windex / (PAGE / 4);
        self.sockets.units().filter(here).fold(0, |units, unit| units | 1 << unit.place())
    }

    /// The host operation that a row offers writes parameter sets.
    pub fn writes_sets(&self, row: &[u64]) -> bool {
        row[self.bus.unit_bus_sets] != 0
    }

    /// It does: those of these units.
    pub fn set_sets(&self, row: &mut [u64], units: u64) {
        row[self.bus.unit_bus_sets] = units & self.sockets.bits;
    }

    /// A host operation is offered or under way.
    pub fn set_busy(&self, row: &mut [u64]) {
        row[self.bus.unit_bus_host_busy] = 1;
    }
}

/// So many cycles a seed's accesses go on.
const SPELL: u32 = 256;

/// Registers that a host must not write while events are under way, of HPCC++ or of any: each run writes them behind a
/// reset.
const QUIET: [&str; 5] = ["cfg_tx_unit", "cfg_q_unit", "spd_write", "lsn_opcode", "lsn_mtu"];

/// Accesses of the pages, drawn from the seeds that actions bring: each begins anew, and ends by itself. So a list of
/// actions says all that is written, whatever was taken out of it.
pub(super) struct Accesses {
    ports: Ports,
    /// The registers of the pages.
    map: Vec<Register>,
    /// Those that the host writes at any time, and those that it does not.
    written: Vec<Register>,
    spared: Vec<Register>,
    /// What begins with the next cycle that is none of a reset.
    next: Option<u64>,
    rng: Rng,
    left: u32,
    /// Words that are to be written before all others, each with its data; the last of them is on the bus.
    asked: VecDeque<[u64; 2]>,
    asked_last: bool,
    /// Words that are still to be written.
    queue: VecDeque<[u64; 2]>,
    /// What stands on the bus, and in how many cycles it counts.
    word: [u64; 2],
    wait: Option<u32>,
    last: [u64; 2],
    rindex: u64,
    scrubs: bool,
    /// A host operation that reads has ended since the reset; and one has ended in the cycle before.
    found: bool,
    ended: bool,
}

impl Accesses {
    /// `units`: the registers of their pages. `scrubs`: units read beside the host, whose finds are on the pages with
    /// the end of its operation only.
    pub fn new(ports: Ports, units: &[Register], scrubs: bool) -> Accesses {
        let limit = ports.limit.then(layout::limit::page).into_iter().flatten();
        let map: Vec<Register> = units.iter().copied().chain(limit).collect();
        let written = map.iter().filter(|r| r.access.is_written()).copied();
        let (spared, written) = written.partition(|r| QUIET.contains(&r.name()));
        Accesses {
            ports,
            map,
            written,
            spared,
            next: None,
            rng: Rng::new(0),
            left: 0,
            asked: VecDeque::new(),
            asked_last: false,
            queue: VecDeque::new(),
            word: [0; 2],
            wait: None,
            last: [0; 2],
            rindex: 0,
            scrubs,
            found: false,
            ended: false,
        }
    }

    pub fn begin(&mut self, seed: u64) {
        self.next = Some(seed);
    }

    /// These words are to be written, before all others.
    pub fn ask(&mut self, words: Vec<[u64; 2]>) {
        self.asked.extend(words);
    }

    /// All that was asked for has been written.
    pub fn is_done(&self) -> bool {
        self.asked.is_empty() && !self.asked_last
    }

    /// Reset: all rests.
    pub fn clear(&mut self) {
        self.queue.clear();
        self.asked.clear();
        self.asked_last = false;
        (self.next, self.left, self.wait) = (None, 0, None);
        (self.word, self.last, self.rindex) = ([0; 2], [0; 2], 0);
        (self.found, self.ended) = (false, false);
    }

    /// What was found is taken up behind the end of an operation and now and then, while none is offered or under way.
    pub fn drive(&mut self, row: &mut [u64]) {
        let b = self.ports.bus;
        // what is to be written stands on the bus a cycle before it counts
        self.wait = self.wait.and_then(|wait| wait.checked_sub(1)).or_else(|| self.asks().or_else(|| self.write()));
        let mut found_now = self.ended;
        if self.left > 0 {
            self.left -= 1;
            found_now |= self.rng.chance(1, 16) && !self.scrubs;
            if self.rng.chance(1, 2) {
                self.rindex = self.read();
            }
        }
        row[b.unit_bus_write] = u64::from(self.wait == Some(0));
        [row[b.unit_bus_windex], row[b.unit_bus_wdata]] = self.word;
        [row[b.unit_bus_last_index], row[b.unit_bus_last_data]] = self.last;
        row[b.unit_bus_rindex] = self.rindex;
        row[b.unit_bus_found_now] = u64::from(found_now && self.found && row[b.unit_bus_host_busy] == 0);
    }

    /// `runs`: the cycle was none of a reset; `ended`: a host operation ended in it, and whether it was a read.
    pub fn observe(&mut self, row: &[u64], output: &[u64], runs: bool, ended: Option<bool>) {
        self.ended = runs && ended.is_some();
        self.found |= runs && ended == Some(true);
        if row[self.ports.bus.unit_bus_write] == 1 {
            let [index, data] = self.word;
            self.last = [if self.ports.answer(output).taken { index } else { 0 }, data];
        }
        if let (true, Some(seed)) = (runs, self.next) {
            (self.next, self.rng, self.left) = (None, Rng::new(seed), SPELL);
            self.queue.clear();
        }
    }

    /// The next of the words that were asked for, if one begins in this cycle.
    fn asks(&mut self) -> Option<u32> {
        self.asked_last = false;
        self.word = self.asked.pop_front()?;
        self.asked_last = self.asked.is_empty();
        Some(1)
    }

    /// The next write, if one begins in this cycle.
    fn write(&mut self) -> Option<u32> {
        if self.left == 0 || !self.rng.chance(1, 2) {
            return None;
        }
        if self.queue.is_empty() {
            let words = some_words(&mut self.rng, &self.written);
            let spared = |index: u64| self.spared.iter().any(|r| u64::from(r.index()) == index);
            self.queue.extend(words.into_iter().filter(|[index, _]| !spared(*index)));
        }
        self.word = self.queue.pop_front()?;
        Some(1)
    }

    /// A word to be read.
    fn read(&mut self) -> u64 {
        let rng = &mut self.rng;
        match (rng.below(16), rng.pick(&self.map)) {
            (0, _) | (_, None) => rng.bits(10) as u64,
            (1, Some(r)) => u64::from(r.offset / PAGE * PAGE / 4) + rng.below(u64::from(PAGE / 4)),
            (_, Some(r)) => u64::from(r.index()) + rng.below(r.words().into()),
        }
    }
}

/// The words of one of these registers with their data, mostly in their order and of a value that it takes.
fn some_words(rng: &mut Rng, written: &[Register]) -> Vec<[u64; 2]> {
    let Some(register) = rng.pick(written) else { return vec![] };
    let value = if rng.chance(1, 5) { Registers::value(rng, register) } else { legal(rng, &register.field) };
    let value = short(register, value);
    let at = u64::from(register.offset);
    let mut words = vec![[Registers::nearly(rng, at, 24) / 4, value & 0xffff_ffff]];
    if register.words() == 2 {
        words.push([Registers::nearly(rng, at + 4, 24) / 4, value >> 32]);
        if rng.chance(1, 8) {
            words.swap(0, 1);
        }
        if rng.chance(1, 16) {
            words.insert(1, [rng.bits(10) as u64, rng.bits(32) as u64]);
        }
    }
    if rng.chance(1, 16) {
        words.push([rng.bits(10) as u64, rng.bits(32) as u64]);
    }
    words
}

/// A value that a register takes.
fn in_run(rng: &mut Rng, register: &Register) -> u64 {
    let value = legal(rng, &register.field);
    short(register, value)
}

/// Of a legal control period a short one, and little jitter, so that many end in a run: behind a long one all wait.
fn short(register: &Register, value: u64) -> u64 {
    match register.name() {
        "cfg_dcqcn_period" if value <= register.field.max => value % 256,
        "cfg_dcqcn_jitter_mask" if value <= register.field.max => value % 64,
        _ => value,
    }
}

/// A value in a field's range: a limit, the reset value, of any magnitude, or anywhere.
pub(super) fn legal(rng: &mut Rng, field: &Field) -> u64 {
    match rng.below(8) {
        0 => field.min,
        1 => field.max,
        2 => field.reset,
        3 | 4 => rng.edge_u64(field.format.bits()).clamp(field.min, field.max),
        _ => rng.range(field.min, field.max),
    }
}

/// The parameter sets of a unit in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSets {
    unit: Unit,
    /// The registers of a set, and the one that starts its write.
    names: Vec<&'static str>,
    start: Option<&'static str>,
    /// Of each set their values.
    values: [Vec<u64>; SETS],
}

impl UnitSets {
    /// Of each unit but those whose parameters are drawn elsewhere: those at reset for one seed in eight, else each
    /// parameter at a limit, at reset or anywhere in its range.
    pub fn draw(config: &Config, seed: u64) -> Vec<UnitSets> {
        let one = |unit: Unit| {
            let mut rng = Rng::stream(seed, 0x75_6e_69_74, page(unit).into());
            let reset = rng.chance(1, 8);
            let value = |rng: &mut Rng, r: &Register| if reset { r.field.reset } else { in_run(rng, r) };
            let registers: Vec<Register> = registers(config, unit).collect();
            let values = std::array::from_fn(|_| registers.iter().map(|r| value(&mut rng, r)).collect());
            let names = registers.iter().map(Register::name).collect();
            UnitSets { unit, names, start: start(config, unit).map(|r| r.name()), values }
        };
        drawn_here(config).map(one).collect()
    }

    /// The registers that set `k` is written by, in their order: its values, and then `index`.
    pub fn writes(&self, index: usize, k: usize) -> impl Iterator<Item = (&'static str, u64)> {
        let values = self.names.iter().copied().zip(self.values[k].clone());
        values.chain(self.start.map(|name| (name, index as u64)))
    }
}

/// The units but LDCP and HPCC++, of which a run draws parameters and contexts that are worth while (`params`,
/// `event`).
pub(super) fn drawn_here(config: &Config) -> impl Iterator<Item = Unit> {
    config.engine.units.iter().copied().filter(|unit| !matches!(unit, Unit::Ldcp | Unit::Hpcc))
}

/// The registers of a unit's page that the host writes but for contexts and starts.
pub(super) fn registers(config: &Config, unit: Unit) -> impl Iterator<Item = Register> {
    unit_page(config, unit).into_iter().filter(|r| r.access == layout::registers::Access::Write)
}

/// The register that starts the write of a parameter set.
pub(super) fn start(config: &Config, unit: Unit) -> Option<Register> {
    unit_page(config, unit).into_iter().find(|r| r.access == layout::registers::Access::Start)
}
