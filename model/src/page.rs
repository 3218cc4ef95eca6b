//! Registers that a host reads and writes: what a write does, what a read finds, and, cycle for cycle, the page of
//! registers that stands in a unit (hdl/src/registers.md). Places, ranges and reset values are the table's
//! (`layout::registers`).

use layout::config::{Config, Unit};
use layout::registers::{self, PAGE, Register};

/// A host's access as a page sees it (`unit_bus_*`). A write counts in one cycle; its word and data, and the write
/// before it, stood there in the cycle before too.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    pub write: bool,
    /// The word that is written (byte offset / 4), and what.
    pub windex: u32,
    pub wdata: u32,
    /// The word that is read.
    pub rindex: u32,
    /// The write before: which word, 0 if it was refused, and what.
    pub last: (u32, u32),
    /// A host operation is offered or under way: writes of `host_*` and starts are refused.
    pub host_busy: bool,
    /// What the last host operation found goes into `found_*` at the end of this cycle.
    pub found_now: bool,
    /// Bit [`Unit::place`]: the host operation that is offered or under way writes that unit's parameter set. While any
    /// is 1 writes of `set_*` are refused.
    pub sets: u8,
}

/// What the pages say of it (`unit_answer_*`).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// This cycle's write has an effect.
    pub taken: bool,
    /// The word at the last cycle's `rindex`; 0 where no page has one.
    pub rdata: u32,
    /// Bit [`Unit::place`]: a write of that unit's `set_*_write` was taken in the cycle before.
    pub starts: u8,
}

/// Registers, and what they hold.
#[derive(Clone)]
pub(crate) struct Bank {
    map: Vec<Register>,
    values: Vec<u64>,
}

/// What a write meets.
#[derive(Copy, Clone)]
pub(crate) struct Meets {
    pub init_done: bool,
    /// A host operation is under way; and it is the write of a parameter set.
    pub host_busy: bool,
    pub set_busy: bool,
}

/// What a write comes to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Refused,
    /// The lower of two words, which waits for the upper.
    Waits,
    /// The register at this place of the map has a new value.
    New(usize),
}

impl Bank {
    pub fn new(map: Vec<Register>) -> Self {
        let values = map.iter().map(|r| r.field.reset).collect();
        Self { map, values }
    }

    pub fn reset(&mut self) {
        for (value, register) in self.values.iter_mut().zip(&self.map) {
            *value = register.field.reset;
        }
    }

    pub fn map(&self) -> &[Register] {
        &self.map
    }

    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// Place in the map of the register of that name; of one that is not there no place.
    pub fn place(&self, name: &str) -> usize {
        self.map.iter().position(|r| r.name() == name).unwrap_or(usize::MAX)
    }

    /// What the register at a place of the map holds; 0 of one that is not there.
    pub fn of(&self, place: usize) -> u64 {
        self.values.get(place).copied().unwrap_or(0)
    }

    pub fn set(&mut self, place: usize, value: u64) {
        if let Some(held) = self.values.get_mut(place) {
            *held = value;
        }
    }

    /// Another value at reset, and from now on.
    pub fn reset_to(&mut self, place: usize, value: u64) {
        if let Some(register) = self.map.get_mut(place) {
            (register.field.reset, self.values[place]) = (value, value);
        }
    }

    /// Values for `found_*`, in the order of the map.
    pub fn find(&mut self, found: &[u64]) {
        let places = self.map.iter().zip(&mut self.values).filter(|(r, _)| r.name().starts_with("found_"));
        for ((_, held), value) in places.zip(found) {
            *held = *value;
        }
    }

    /// Place in the map of the register that has this word.
    pub fn at(&self, word: u32) -> Option<usize> {
        self.map.iter().position(|r| (r.index()..r.index() + r.words()).contains(&word))
    }

    /// What stands at a word; 0 where nothing is.
    pub fn word(&self, word: u32) -> u32 {
        self.at(word).map_or(0, |i| (self.values[i] >> (32 * (word - self.map[i].index()))) as u32)
    }

    /// A write of a word takes effect, or is refused; `last` is the write before it, and `takes` says what a register
    /// asks beyond the common rules.
    pub fn write(
        &mut self,
        word: u32,
        data: u32,
        last: (u32, u32),
        meets: Meets,
        takes: impl FnOnce(&Bank, usize) -> bool,
    ) -> Effect {
        let Some(i) = self.at(word).filter(|i| self.map[*i].access.is_written()) else { return Effect::Refused };
        let register = self.map[i];
        if !(meets.allows(&register) && takes(self, i)) {
            return Effect::Refused;
        }
        let value = match (register.words(), word == register.index()) {
            (1, _) => u64::from(data),
            (_, true) => return Effect::Waits,
            _ if last.0 != register.index() => return Effect::Refused,
            _ => u64::from(data) << 32 | u64::from(last.1),
        };
        if register.field.check(value).is_err() {
            return Effect::Refused;
        }
        self.values[i] = value;
        Effect::New(i)
    }
}

impl Meets {
    fn allows(self, register: &Register) -> bool {
        use registers::Access::*;
        let Meets { init_done, host_busy, set_busy } = self;
        let of_set = register.name().starts_with("set_");
        match register.access {
            Context => !host_busy,
            // what starts an operation of the host, of a context or of a parameter set
            Start if of_set || register.name() == "host_start" => init_done && !host_busy,
            Start => init_done,
            Write => !(of_set && set_busy),
            Constant | Read => false,
        }
    }
}

/// A unit's page of registers.
#[derive(Clone)]
pub struct Page {
    unit: Unit,
    bank: Bank,
    /// A parameter set's write has been taken in the cycle before.
    started: bool,
    /// The word at the last cycle's `rindex`; a data register.
    rdata: u32,
    /// Data registers are reset too.
    data_reset: bool,
}

impl Page {
    pub fn new(config: &Config, unit: Unit) -> Self {
        let (bank, data_reset) = (Bank::new(registers::unit_page(unit)), config.rtl.datapath_reset);
        Self { unit, bank, started: false, rdata: 0, data_reset }
    }

    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// One clock cycle: the answer of this cycle, of which only `taken` depends on the access, then the clock edge.
    /// `found` is what the last host operation found, in the order of `found_*`.
    #[inline]
    pub fn step(&mut self, access: &Access, init_done: bool, found: &[u64]) -> Answer {
        let starts = u8::from(std::mem::take(&mut self.started)) << self.unit.place();
        let mut answer = Answer { taken: false, rdata: self.rdata, starts };
        self.look_up(access.rindex);
        if access.found_now {
            self.bank.find(found);
        }
        if access.write {
            let meets = Meets { init_done, host_busy: access.host_busy, set_busy: access.sets != 0 };
            let effect = self.bank.write(access.windex, access.wdata, access.last, meets, |_, _| true);
            answer.taken = effect != Effect::Refused;
            let is_start = |place: usize| self.bank.map[place].access == registers::Access::Start;
            self.started = matches!(effect, Effect::New(place) if is_start(place));
        }
        answer
    }

    /// The clock edge of a reset, behind a [`step`](Self::step) with what stands on the bus.
    pub fn reset(&mut self) {
        self.bank.reset();
        self.started = false;
        if self.data_reset {
            self.rdata = 0;
        }
    }

    /// Nothing follows from the cycle before but the word that is read.
    pub fn is_still(&self) -> bool {
        !self.started
    }

    /// Cycles in which nothing is written and nothing found.
    pub fn skip(&mut self, access: &Access) {
        self.look_up(access.rindex);
    }

    /// What a register of that name holds, if the page has it.
    pub fn value(&self, name: &str) -> Option<u64> {
        self.bank.values.get(self.bank.place(name)).copied()
    }

    /// The values of the parameter set that is to be written: `set_*` but for its index.
    pub fn set(&self) -> Vec<u64> {
        self.of(registers::Access::Write)
    }

    /// The index that was written to `set_*_write` last.
    pub fn set_index(&self) -> usize {
        self.of(registers::Access::Start)[0] as usize
    }

    /// The part of a context that a host writes: `host_*`.
    pub fn host(&self) -> Vec<u64> {
        self.of(registers::Access::Context)
    }

    /// What the registers of a kind hold, in their order.
    fn of(&self, access: registers::Access) -> Vec<u64> {
        let Bank { map, values } = &self.bank;
        map.iter().zip(values).filter(|(r, _)| r.access == access).map(|(_, value)| *value).collect()
    }

    #[inline]
    fn look_up(&mut self, word: u32) {
        let here = word / (PAGE / 4) == registers::page(self.unit) / PAGE;
        self.rdata = if here { self.bank.word(word) } else { 0 };
    }
}
