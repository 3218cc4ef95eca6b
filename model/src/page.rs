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
        if !register.takes(value) {
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
        let of_set = is_of_set(register);
        match register.access {
            Context => !host_busy,
            // what starts an operation of the host, of a context or of a parameter set
            Start if of_set || register.name() == "host_start" => init_done && !host_busy,
            Start => init_done,
            Write | Clear => !(of_set && set_busy),
            Constant | Read => false,
        }
    }
}

/// It belongs to a parameter set.
fn is_of_set(register: &Register) -> bool {
    register.name().starts_with("set_")
}

/// It starts the write of a parameter set.
fn is_set_start(register: &Register) -> bool {
    register.access == registers::Access::Start && is_of_set(register)
}

/// A unit's page of registers.
#[derive(Clone)]
pub struct Page {
    unit: Unit,
    bank: Bank,
    /// Of a set that is not written while the first is above the second.
    ordered: Option<[usize; 2]>,
    /// The register that has a new value since the cycle before; a parameter set's write has been taken in it.
    written: Option<usize>,
    started: bool,
    /// The word at the last cycle's `rindex`; a data register.
    rdata: u32,
    /// Data registers are reset too.
    data_reset: bool,
}

impl Page {
    pub fn new(config: &Config, unit: Unit) -> Self {
        let (bank, data_reset) = (Bank::new(registers::unit_page(config, unit)), config.rtl.datapath_reset);
        let ordered = unit.row().ordered.map(|names| names.map(|name| bank.place(name)));
        Self { unit, bank, ordered, written: None, started: false, rdata: 0, data_reset }
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
        self.written = None;
        self.look_up(access.rindex);
        if access.found_now {
            self.bank.find(found);
        }
        if access.write {
            let meets = Meets { init_done, host_busy: access.host_busy, set_busy: access.sets != 0 };
            let ordered = self.ordered;
            let takes = |bank: &Bank, place: usize| {
                let in_order = ordered.is_none_or(|[low, high]| bank.of(low) <= bank.of(high));
                in_order || !is_set_start(&bank.map[place])
            };
            let effect = self.bank.write(access.windex, access.wdata, access.last, meets, takes);
            answer.taken = effect != Effect::Refused;
            if let Effect::New(place) = effect {
                (self.written, self.started) = (Some(place), is_set_start(&self.bank.map[place]));
            }
        }
        answer
    }

    /// The clock edge of a reset, behind a [`step`](Self::step) with what stands on the bus.
    pub fn reset(&mut self) {
        self.bank.reset();
        (self.written, self.started) = (None, false);
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

    /// The register that the last cycle's write gave a new value.
    pub fn written(&self) -> Option<&'static str> {
        self.written.map(|place| self.bank.map[place].name())
    }

    /// A register holds this from now on; false where the page has none of that name.
    ///
    /// # Panics
    /// When the register takes no such value.
    pub fn preset(&mut self, name: &str, value: u64) -> bool {
        let place = self.bank.place(name);
        let Some(register) = self.bank.map.get(place) else { return false };
        assert!(register.takes(value), "{name} takes no {value}");
        self.bank.set(place, value);
        true
    }

    /// What a register of that name holds, if the page has it.
    pub fn value(&self, name: &str) -> Option<u64> {
        self.bank.values.get(self.bank.place(name)).copied()
    }

    /// The values of the parameter set that is to be written: `set_*` but for its index.
    pub fn set(&self) -> Vec<u64> {
        self.of(|r| r.access == registers::Access::Write && is_of_set(r))
    }

    /// The index that was written to `set_*_write` last.
    pub fn set_index(&self) -> usize {
        self.of(is_set_start)[0] as usize
    }

    /// The part of a context that a host writes: `host_*`.
    pub fn host(&self) -> Vec<u64> {
        self.of(|r| r.access == registers::Access::Context)
    }

    /// What the registers of a kind hold, in their order.
    fn of(&self, kind: impl Fn(&Register) -> bool) -> Vec<u64> {
        let Bank { map, values } = &self.bank;
        map.iter().zip(values).filter(|(r, _)| kind(r)).map(|(_, value)| *value).collect()
    }

    #[inline]
    fn look_up(&mut self, word: u32) {
        let here = word / (PAGE / 4) == registers::page(self.unit) / PAGE;
        self.rdata = if here { self.bank.word(word) } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registers::{In, Out, Registers};

    /// DCTCP's page, as a host without strobes to spoil writes it.
    struct Bus {
        page: Page,
        access: Access,
        init_done: bool,
    }

    const BIT: u8 = 1 << Unit::Dctcp.place();
    /// What an operation finds.
    const FOUND: [u64; 7] = [77 << 27, 5, 1 << 20, 0xabc_def, 3, 2, 1];

    impl Bus {
        fn new() -> Bus {
            let page = Page::new(&Config::default(), Unit::Dctcp);
            Bus { page, access: Access::default(), init_done: true }
        }

        fn step(&mut self) -> Answer {
            self.page.step(&self.access, self.init_done, &FOUND)
        }

        /// Whether the write was taken.
        fn write(&mut self, offset: u32, wdata: u32) -> bool {
            (self.access.windex, self.access.wdata) = (offset / 4, wdata);
            assert!(!self.step().taken, "it does not count yet");
            self.access.write = true;
            let taken = self.step().taken;
            self.access.write = false;
            self.access.last = (if taken { offset / 4 } else { 0 }, wdata);
            taken
        }

        fn read(&mut self, offset: u32) -> u32 {
            self.access.rindex = offset / 4;
            self.step();
            self.step().rdata
        }

        fn value(&self, name: &str) -> u64 {
            self.page.value(name).expect("the page has it")
        }
    }

    #[test]
    fn a_value_of_two_words_counts_with_its_upper_word_behind_the_lower() {
        let mut bus = Bus::new();
        let before = bus.value("set_dctcp_cwnd_max");
        assert!(!bus.write(0x714, 1), "no lower word came before");
        assert!(bus.write(0x710, 0x1234_5678));
        assert_eq!(bus.value("set_dctcp_cwnd_max"), before, "the lower half waits");
        assert!(bus.write(0x714, 0x3));
        assert_eq!(bus.value("set_dctcp_cwnd_max"), 0x3_1234_5678);
        assert_eq!([bus.read(0x710), bus.read(0x714)], [0x1234_5678, 3]);
        assert!(!bus.write(0x714, 0x4), "the write before was the upper word's");
        assert!(bus.write(0x710, 9) && bus.write(0x700, 100) && !bus.write(0x714, 4), "another write came between");
        assert!(bus.write(0x710, 9) && !bus.write(0x714, 0x100), "it has 40 bits");
        assert_eq!((bus.value("set_dctcp_cwnd_max"), bus.value("set_dctcp_g")), (0x3_1234_5678, 100));
    }

    #[test]
    fn a_value_out_of_range_is_refused_and_so_is_a_place_of_another_page() {
        let mut bus = Bus::new();
        assert!(bus.write(0x700, 64) && !bus.write(0x700, 63) && !bus.write(0x700, (1 << 16) + 1));
        assert_eq!(bus.value("set_dctcp_g"), 64);
        for offset in [0x704, 0x7c0, 0x7dc, 0x400, 0x600, 0x800, 0x0] {
            assert!(!bus.write(offset, 64), "{offset:#x} is nothing that a host writes here");
        }
    }

    #[test]
    fn writes_are_refused_while_what_they_replace_is_under_way() {
        let mut bus = Bus::new();
        // of a context's operation: its part and starts
        bus.access.host_busy = true;
        assert!(!bus.write(0x794, 7) && !bus.write(0x718, 7) && bus.write(0x700, 70));
        // of a parameter set, of any unit: the values too; the lower words as well
        for place in 0..Unit::PLACES {
            bus.access.sets = 1 << place;
            assert!(!bus.write(0x700, 71) && !bus.write(0x710, 1));
        }
        (bus.access.host_busy, bus.access.sets) = (false, 0);
        assert!(bus.write(0x794, 7) && bus.write(0x718, 7) && bus.write(0x700, 72));
        bus.init_done = false;
        assert!(!bus.write(0x718, 8) && bus.write(0x794, 8), "a start waits for the initialisation");
        let values = ["set_dctcp_g", "set_dctcp_write", "host_dctcp_acked"].map(|name| bus.value(name));
        assert_eq!((values, bus.page.set_index()), ([72, 7, 8], 7));
    }

    #[test]
    fn a_start_that_was_taken_is_told_in_the_next_cycle_and_no_other() {
        let mut bus = Bus::new();
        assert!(bus.write(0x718, 5));
        assert!(!bus.page.is_still());
        assert_eq!([bus.step(), bus.step()].map(|answer| answer.starts), [BIT, 0]);
        assert!(bus.page.is_still());
        assert!(!bus.write(0x718, 16), "there is no such set");
        assert_eq!(bus.step().starts, 0);
        assert!(bus.write(0x700, 64));
        assert_eq!(bus.step().starts, 0, "a value starts nothing");
    }

    #[test]
    fn what_is_read_comes_a_cycle_later_and_is_0_where_the_page_has_nothing() {
        let mut bus = Bus::new();
        let read = |bus: &mut Bus, offset: u32| {
            bus.access.rindex = offset / 4;
            bus.step().rdata
        };
        let reset = layout::dctcp::CWND.reset;
        assert_eq!(read(&mut bus, 0x780), 0);
        assert_eq!(read(&mut bus, 0x784), reset as u32);
        assert_eq!(read(&mut bus, 0x704), (reset >> 32) as u32);
        assert_eq!(read(&mut bus, 0x600), 0, "a hole");
        assert_eq!(read(&mut bus, 0x700), 0, "another page");
        bus.page.reset();
        assert_eq!(read(&mut bus, 0x0), layout::dctcp::G.reset as u32, "what was looked up has no reset");
    }

    #[test]
    fn found_is_0_until_an_operation_has_found_and_is_taken_over_at_once() {
        let mut bus = Bus::new();
        let names = ["cwnd", "ssthresh", "cp", "window_end", "acked", "marked", "cut"];
        let found = |bus: &Bus| names.map(|name| bus.value(&format!("found_dctcp_{name}")));
        assert_eq!(found(&bus), [0; 7]);
        bus.access.found_now = true;
        bus.step();
        bus.access.found_now = false;
        assert_eq!(found(&bus), FOUND);
        assert_eq!([bus.read(0x7c0), bus.read(0x7c4)], [(77 << 27) as u32, 2], "77 packets of two words");
        bus.page.reset();
        assert_eq!(found(&bus), [0; 7]);
    }

    /// `registers` with the pages of three units.
    struct Host {
        registers: Registers,
        pages: Vec<Page>,
    }

    fn idle() -> In {
        In { rst_n: true, bready: true, rready: true, init_done: true, ..In::default() }
    }

    impl Host {
        fn new() -> Host {
            let mut config = Config::default();
            config.engine.units = vec![Unit::Ldcp, Unit::Hpcc, Unit::Dctcp];
            config.nic.slverr = true;
            let pages = config.engine.units.iter().map(|unit| Page::new(&config, *unit)).collect();
            Host { registers: Registers::new(&config), pages }
        }

        fn cycle(&mut self, input: In) -> Out {
            let mut out = self.registers.out();
            out.unit.found_now = self.registers.found_now(input.host_done);
            let unit = self.pages.iter_mut().fold(Answer::default(), |all, page| {
                let Answer { taken, rdata, starts } = page.step(&out.unit, input.init_done, &FOUND);
                Answer { taken: all.taken | taken, rdata: all.rdata | rdata, starts: all.starts | starts }
            });
            self.registers.edge(&In { unit, ..input });
            out
        }

        fn until(&mut self, ends: impl Fn(&Out) -> bool) -> Out {
            (0..10).map(|_| self.cycle(idle())).find(ends).expect("an answer")
        }

        /// Whether a write of these strobes was taken.
        fn write(&mut self, offset: u32, data: u32, strobes: u8) -> bool {
            self.cycle(In { aw: Some(offset), w: Some((data, strobes)), ..idle() });
            self.until(|out| out.bvalid).bresp == 0
        }

        /// Of a place where something is.
        fn read(&mut self, offset: u32) -> Option<u32> {
            self.cycle(In { ar: Some(offset), ..idle() });
            let out = self.until(|out| out.r.is_some());
            out.r.filter(|_| out.rresp == 0)
        }
    }

    const REFUSED_COUNT: u32 = 0x3c0;
    const REFUSED_AT: u32 = 0x30;

    #[test]
    fn a_host_writes_and_reads_a_page_in_a_unit_as_any_other() {
        let mut host = Host::new();
        assert!(host.write(0x700, 100, 15) && host.write(0x710, 5, 15) && host.write(0x714, 6, 15));
        assert_eq!([0x700, 0x710, 0x714].map(|offset| host.read(offset)), [100, 5, 6].map(Some));
        assert_eq!(host.read(REFUSED_COUNT), Some(0));
        assert!(!host.write(0x700, 101, 7), "strobes");
        assert!(!host.write(0x700, 1, 15), "range");
        assert!(!host.write(0x714, 1, 15), "the upper word alone");
        assert_eq!([REFUSED_COUNT, REFUSED_AT, 0x700].map(|offset| host.read(offset)), [3, 0x714, 100].map(Some));
        assert_eq!([host.read(0x704), host.read(0x600)], [None; 2], "nothing is there");
        // across the border the lower word of one is not the other's
        assert!(host.write(0x410, 9, 15) && !host.write(0x714, 1, 15) && host.write(0x710, 9, 15));
        assert!(!host.write(0x414, 1, 15));
    }

    #[test]
    fn a_start_in_a_unit_is_a_host_operation_and_holds_all_sets() {
        let starts = [(0x418, Unit::Ldcp), (0x540, Unit::Hpcc), (0x718, Unit::Dctcp)];
        for (offset, unit) in starts {
            let mut host = Host::new();
            assert!(host.write(offset, 3, 15));
            let out = host.cycle(idle());
            assert!(out.host_valid && out.unit.host_busy && out.unit.sets == 1 << unit.place(), "{out:?}");
            for (offset, data) in [(0x400, 70), (0x700, 70), (0x418, 1), (0x718, 1), (0x1c8, 0), (0x794, 1), (0x180, 1)]
            {
                assert!(!host.write(offset, data, 15), "{offset:#x} while {}'s set is written", unit.name());
            }
            let done = host.cycle(In { host_ready: true, host_done: true, ..idle() });
            let out = host.cycle(idle());
            assert!(!out.host_valid && !out.unit.host_busy && out.unit.sets == 0 && !done.unit.found_now);
            for (offset, data) in [(0x400, 70), (0x700, 70), (0x794, 1), (0x180, 1)] {
                assert!(host.write(offset, data, 15));
            }
        }
    }

    #[test]
    fn what_a_read_found_stands_on_the_unit_s_page_too() {
        for start in [0, 1] {
            let mut host = Host::new();
            assert!(host.write(0x1c8, start, 15));
            let out = host.cycle(idle());
            assert!(out.host_valid && out.unit.host_busy && out.unit.sets == 0);
            assert!(host.write(0x700, 70, 15) && !host.write(0x794, 1, 15), "a set's values are free, a context's not");
            let done = host.cycle(In { host_ready: true, host_done: true, found: vec![6, 5], ..idle() });
            let reads = start == 0;
            assert_eq!([done, host.cycle(idle())].map(|out| out.unit.found_now), [reads, false]);
            let found = [0x1a0, 0x1a4, 0x7d4, 0x7d8].map(|offset| host.read(offset));
            let expected = if reads { [6, 5, 3, 2] } else { [0; 4] };
            assert_eq!(found, expected.map(Some));
        }
    }

    #[test]
    fn the_bus_stands_for_a_cycle_before_the_write_and_the_last_write_behind_it() {
        let mut host = Host::new();
        let mut bus = |input: In| host.cycle(input).unit;
        assert_eq!(bus(In { aw: Some(0x700), w: Some((100, 15)), ar: Some(0x714), ..idle() }), Access::default());
        let stands = Access { windex: 0x1c0, wdata: 100, rindex: 0x1c5, ..Access::default() };
        assert_eq!(bus(idle()), stands);
        assert_eq!(bus(idle()), Access { write: true, ..stands });
        assert_eq!(bus(idle()), Access { last: (0x1c0, 100), ..stands });
        // of one that is refused the word is the first; one of other strobes is no write
        bus(In { aw: Some(0x718), w: Some((200, 14)), ..idle() });
        let stands = Access { windex: 0x1c6, wdata: 200, last: (0x1c0, 100), ..stands };
        assert_eq!([bus(idle()), bus(idle())], [stands; 2]);
        assert_eq!(bus(idle()), Access { last: (0, 200), ..stands });
        // data registers have no reset
        bus(In::default());
        assert_eq!(bus(idle()), Access { wdata: 200, last: (0, 200), ..Access::default() });
    }
}
