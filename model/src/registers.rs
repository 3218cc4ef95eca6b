//! `registers`: the host's side of the design behind AXI4-Lite (hdl/src/registers.md). What stands where is the table's
//! (`layout::registers`), what a write does `page`'s; here is when, and what follows. The units' pages are in the
//! units: they see the bus, and answer.

use crate::ecc::Fault;
use crate::page::{self, Bank, Effect, Meets};
use layout::config::Config;
use layout::registers::{self, COUNTER_PLACES, COUNTERS, OWN_COUNTERS, Register};

/// The values of `found_*`, in the order in which the map has them.
pub type Found = Vec<u64>;

/// What happens in a cycle beside the accesses.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Happens {
    pub frame_dropped: bool,
    pub alert_telemetry: bool,
    pub alert_psn: bool,
    /// An advice out of its range was rejected.
    pub alert_advice: bool,
    pub packet_stall: bool,
    pub event_stall: bool,
    pub update_stall: bool,
    pub update_taken: bool,
    /// A queue was given more than it holds.
    pub queue_overflow: bool,
    /// Of an engine with check bits.
    pub fault: Fault,
    pub rom_parity: bool,
}

/// The input pins of a cycle. An `Option` is a `valid` with its fields.
#[derive(Clone, Debug, Default)]
pub struct In {
    pub rst_n: bool,
    /// A byte address to write to.
    pub aw: Option<u32>,
    /// Data and strobes.
    pub w: Option<(u32, u8)>,
    pub bready: bool,
    /// A byte address to read.
    pub ar: Option<u32>,
    pub rready: bool,
    pub happens: Happens,
    pub host_ready: bool,
    pub host_done: bool,
    /// Counts with `host_done` of a read.
    pub found: Found,
    pub init_done: bool,
    /// Nothing is under way in the engine.
    pub idle: bool,
    pub cnt_value: u64,
    /// What the pages in units say (`unit_answer_*`).
    pub unit: page::Answer,
}

/// The output pins of a cycle, but for those that show a register ([`Registers::value`]).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub awready: bool,
    pub wready: bool,
    pub bvalid: bool,
    /// With `bvalid`, and with `rvalid`.
    pub bresp: u64,
    pub rresp: u64,
    pub arready: bool,
    /// `rdata`, if `rvalid`.
    pub r: Option<u32>,
    pub irq: bool,
    pub host_valid: bool,
    pub cnt_sel: u8,
    pub high_water_clear: u64,
    /// To the pages in units (`unit_bus_*`), but for `found_now`: [`Registers::found_now`].
    pub unit: page::Access,
}

/// The block.
#[derive(Clone)]
pub struct Registers {
    bank: Bank,
    places: Places,
    /// Data registers are reset too.
    data_reset: bool,
    /// Where an access is answered SLVERR: nowhere (no words), or at the words where nothing is and where writes are
    /// refused.
    held: Option<Vec<bool>>,
    state: State,
}

/// Where in the map the registers are that this block itself looks at or counts in; nowhere, if the configuration has
/// them not.
#[derive(Copy, Clone)]
struct Places {
    status: usize,
    irq_status: usize,
    irq_enable: usize,
    irq_clear: usize,
    high_water_clear: usize,
    refused_count: usize,
    refused_at: usize,
    update_count: usize,
    update_stall: usize,
    packet_stall: usize,
    event_stall: usize,
    host_start: usize,
    corrected_count: usize,
    uncorrectable_count: usize,
    parity_count: usize,
}

impl Places {
    fn of(bank: &Bank) -> Places {
        let at = |name: &str| bank.place(name);
        Places {
            status: at("status"),
            irq_status: at("irq_status"),
            irq_enable: at("irq_enable"),
            irq_clear: at("irq_clear"),
            high_water_clear: at("high_water_clear"),
            refused_count: at("refused_count"),
            refused_at: at("refused_at"),
            update_count: at("update_count"),
            update_stall: at("update_stall"),
            packet_stall: at("packet_stall"),
            event_stall: at("event_stall"),
            host_start: at("host_start"),
            corrected_count: at("corrected_count"),
            uncorrectable_count: at("uncorrectable_count"),
            parity_count: at("parity_count"),
        }
    }
}

/// What a reset sets.
#[derive(Clone, Default)]
struct State {
    write: Write,
    read: Read,
    irq: bool,
    /// A queue has overflowed since reset.
    overflow: bool,
    /// The upper half of the counter whose lower word was read last, and which that is.
    kept: Option<(u32, u32)>,
    /// What was written in the cycle before, by its place in the map.
    written: Option<usize>,
    /// A host operation is offered, and it is under way.
    offered: bool,
    under_way: bool,
    /// It is the write of units' parameter sets: bits `Unit::place`.
    sets: u8,
}

#[derive(Clone, Default)]
struct Write {
    address: Option<u32>,
    data: Option<(u32, u8)>,
    counts: bool,
    answered: bool,
    refused: bool,
    /// Word and data that were taken last.
    windex: u32,
    wdata: u32,
    /// The write before: which word, and what. The first word if it was refused.
    last: (u32, u32),
}

#[derive(Clone, Default)]
struct Read {
    word: u32,
    /// Cycles since the address was taken, while a read is under way.
    age: Option<u32>,
    /// The word as the registers had it, of a counter of theirs the whole value; and the word as the host gets it.
    looked_up: u64,
    data: u32,
    /// Nothing is there.
    nowhere: bool,
}

/// `bresp` and `rresp`, as they are and as they are not.
const SLVERR: u64 = 2;

/// Cycles from a read's address to the one in which its word is looked up: a write that was taken with the address
/// counts in the second, and what it starts has begun in the fourth.
const LOOK_UP: u32 = 5;
/// Cycles from a read's address to `rvalid`.
const READ_LATENCY: u32 = LOOK_UP + 2;

impl Registers {
    /// After reset. The configuration has been checked.
    pub fn new(config: &Config) -> Self {
        let bank = Bank::new(registers::outside_units(config));
        let held = config.nic.slverr.then(|| registers::places(config));
        let data_reset = config.rtl.datapath_reset;
        Self { state: State::default(), places: Places::of(&bank), data_reset, held, bank }
    }

    /// With counters that start at a value in place of 0, for a design that was changed so.
    pub fn counted(mut self, counted: u64) -> Self {
        let at = self.places;
        for place in [at.refused_count, at.update_count, at.update_stall, at.packet_stall, at.event_stall] {
            self.bank.reset_to(place, counted);
        }
        self
    }

    /// The registers of the map that are not in a unit.
    pub fn map(&self) -> &[Register] {
        self.bank.map()
    }

    /// What each of them holds.
    pub fn values(&self) -> &[u64] {
        self.bank.values()
    }

    /// What that of a name holds, if the configuration has it.
    pub fn value(&self, name: &str) -> Option<u64> {
        self.bank.values().get(self.bank.place(name)).copied()
    }

    fn count(&mut self, place: usize, happens: bool) {
        if happens {
            self.bank.set(place, self.bank.of(place).wrapping_add(1));
        }
    }

    /// The clock edge at the end of a cycle. While `rst_n` is low it resets.
    pub fn edge(&mut self, input: &In) {
        if !input.rst_n {
            self.reset(input);
            return;
        }
        self.read(input);
        // the write takes effect at the edge: what else happens there looks at the registers as they were
        let written = self.state.written.take();
        let at = self.places;
        let cleared = if written == Some(at.irq_clear) { self.bank.of(at.irq_clear) } else { 0 };
        let found = self.found_now(input.host_done);
        self.state.irq = self.bank.of(at.irq_status) & self.bank.of(at.irq_enable) != 0;
        let refused = self.write(input);
        self.state.overflow |= input.happens.queue_overflow;
        self.alert(input, cleared, refused);
        self.operate(input, written == Some(at.host_start), input.unit.starts, found);
    }

    /// The clock edge of a reset, which data registers may be without.
    fn reset(&mut self, input: &In) {
        let mut write = self.state.write.clone();
        write.take_data(input.w);
        if let (true, Some((data, _))) = (self.state.write.counts, self.state.write.data) {
            write.last.1 = data;
        }
        let (wdata, last) = if self.data_reset { (0, 0) } else { (write.wdata, write.last.1) };
        self.state = State { write: Write { wdata, last: (0, last), ..Write::default() }, ..State::default() };
        self.bank.reset();
    }

    /// What was read of a context goes into `found_*` at the end of this cycle, here and on the pages in units.
    pub fn found_now(&self, host_done: bool) -> bool {
        host_done && self.bank.of(self.places.host_start) == 0 && self.state.sets == 0
    }

    /// The outputs of this cycle that do not depend on its inputs.
    pub fn out(&self) -> Out {
        let State { write, read, irq, offered, sets, .. } = &self.state;
        let whole = write.data.is_some_and(|(_, strobes)| strobes == 0xf);
        let at = self.places.high_water_clear;
        Out {
            awready: write.address.is_none(),
            wready: write.data.is_none() && !write.answered,
            bvalid: write.answered,
            bresp: if write.refused { SLVERR } else { 0 },
            rresp: if read.nowhere { SLVERR } else { 0 },
            arready: read.age.is_none(),
            r: (read.age == Some(READ_LATENCY)).then_some(read.data),
            irq: *irq,
            host_valid: *offered,
            cnt_sel: (read.word / 2 % COUNTER_PLACES) as u8,
            high_water_clear: if self.state.written == Some(at) { self.bank.of(at) } else { 0 },
            unit: page::Access {
                write: write.counts && whole,
                windex: write.windex,
                wdata: write.wdata,
                rindex: read.word,
                last: write.last,
                host_busy: self.state.under_way,
                found_now: false,
                sets: *sets,
            },
        }
    }

    /// The read channels. The word is looked up in cycle [`LOOK_UP`]; a counter is a cycle later on `cnt_value`, and so
    /// is the word of a page in a unit.
    fn read(&mut self, input: &In) {
        if self.state.read.age == Some(LOOK_UP) {
            let State { under_way, irq, overflow, .. } = self.state;
            let status = [input.init_done, under_way, irq, input.idle && !under_way, overflow];
            self.bank.set(self.places.status, bits(&status));
            self.state.read.looked_up = self.look_up(self.state.read.word);
        }
        let counter = counter_at(self.state.read.word);
        let nowhere = self.held.as_ref().is_some_and(|held| !held[self.state.read.word as usize]);
        let State { read, kept, .. } = &mut self.state;
        match read.age {
            None => {
                if let Some(address) = input.ar {
                    (read.word, read.age) = (address / 4, Some(1));
                }
            }
            Some(READ_LATENCY) if input.rready => read.age = None,
            Some(READ_LATENCY) => {}
            Some(age) => {
                if age == LOOK_UP + 1 {
                    read.nowhere = nowhere;
                    let value = match counter {
                        Some((index, _)) if index < OWN_COUNTERS => input.cnt_value,
                        _ => read.looked_up,
                    };
                    let upper = (value >> 32) as u32;
                    read.data = match (counter, *kept) {
                        (Some((index, 0)), _) => {
                            *kept = Some((index, upper));
                            value as u32
                        }
                        (Some((index, _)), Some((of, upper))) if of == index => upper,
                        (Some(_), _) => upper,
                        (None, _) => value as u32 | input.unit.rdata,
                    };
                }
                read.age = Some(age + 1);
            }
        }
    }

    /// What stands at a word, of a counter its whole value; 0 where nothing is.
    fn look_up(&self, word: u32) -> u64 {
        match counter_at(word) {
            Some(_) => self.bank.at(word).map_or(0, |place| self.bank.of(place)),
            None => self.bank.word(word).into(),
        }
    }

    /// The write channels: address and data in any order; when both are there, a cycle later the write counts, and is
    /// answered. Whether it was refused.
    fn write(&mut self, input: &In) -> bool {
        let write = self.state.write.clone();
        let mut refused = false;
        let next = &mut self.state.write;
        if let (None, Some(address)) = (write.address, input.aw) {
            next.windex = address / 4;
            next.address = Some(next.windex);
        }
        next.take_data(input.w);
        next.counts = write.address.is_some() && write.data.is_some() && !write.counts;
        next.answered = write.answered && !input.bready;
        if let (true, Some(word), Some((data, strobes))) = (write.counts, write.address, write.data) {
            let (whole, in_unit) = (strobes == 0xf, input.unit.taken);
            refused = !(whole && (self.take(word, data, write.last, input.init_done) || in_unit));
            let last = (if refused { 0 } else { word }, data);
            let Write { windex, wdata, .. } = write;
            self.state.write = Write { last, windex, wdata, answered: true, ..Write::default() };
            self.state.write.refused = refused && self.held.is_some();
            if refused {
                self.bank.set(self.places.refused_at, u64::from(4 * word));
            }
        }
        self.count(self.places.refused_count, refused);
        refused
    }

    /// A write of a word takes effect here, or does not.
    fn take(&mut self, word: u32, data: u32, last: (u32, u32), init_done: bool) -> bool {
        let Self { bank, state, .. } = self;
        let meets = Meets { init_done, host_busy: state.under_way, set_busy: state.sets != 0 };
        let effect = bank.write(word, data, last, meets, |_, _| true);
        if let Effect::New(place) = effect {
            state.written = Some(place);
        }
        effect != Effect::Refused
    }

    /// What happens in a cycle, for the interrupt and the counters; what is cleared in the same cycle stays.
    fn alert(&mut self, input: &In, cleared: u64, refused: bool) {
        let Happens { frame_dropped, alert_telemetry, alert_psn, packet_stall, event_stall, update_stall, .. } =
            input.happens;
        let Happens { update_taken, fault, rom_parity, alert_advice: advice, .. } = input.happens;
        let [telemetry, packets, events, updates] = [alert_telemetry, packet_stall, event_stall, update_stall];
        let overflow = input.happens.queue_overflow;
        let done = input.host_done;
        let general = [refused, frame_dropped, telemetry, packets, events, updates, done, alert_psn, overflow, advice];
        // without check bits nothing is ever found, so the upper two stay 0
        let found = [fault.uncorrectable, rom_parity];
        let raised = bits(&[&general[..], &found].concat());
        let at = self.places;
        self.bank.set(at.irq_status, self.bank.of(at.irq_status) & !cleared | raised);
        self.count(at.update_count, update_taken);
        self.count(at.update_stall, update_stall);
        self.count(at.packet_stall, packet_stall);
        self.count(at.event_stall, event_stall);
        self.count(at.corrected_count, fault.corrected);
        self.count(at.uncorrectable_count, fault.uncorrectable);
        self.count(at.parity_count, rom_parity);
    }

    /// A host operation, of a context or of a parameter set, is offered until it is taken, and under way until it is
    /// done.
    fn operate(&mut self, input: &In, start: bool, sets: u8, found: bool) {
        if found {
            self.bank.find(&input.found);
        }
        let state = &mut self.state;
        let start = start || sets != 0;
        state.offered = state.offered && !input.host_ready || start;
        state.under_way = state.under_way && !input.host_done || start;
        if sets != 0 {
            state.sets = sets;
        } else if input.host_done {
            state.sets = 0;
        }
    }
}

impl Write {
    /// No data before the last answer is taken, so that what is taken counts at once.
    fn take_data(&mut self, offered: Option<(u32, u8)>) {
        if let (None, false, Some((data, strobes))) = (self.data, self.answered, offered) {
            (self.data, self.wdata) = (Some((data, strobes)), data);
        }
    }
}

/// The counter that a word is of, and which half.
fn counter_at(word: u32) -> Option<(u32, u32)> {
    let place = word.checked_sub(COUNTERS / 4).filter(|place| *place < 2 * COUNTER_PLACES)?;
    Some((place / 2, place % 2))
}

/// The first is the lowest.
fn bits(flags: &[bool]) -> u64 {
    flags.iter().enumerate().fold(0, |word, (i, flag)| word | u64::from(*flag) << i)
}
