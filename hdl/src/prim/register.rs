//! What a host reads and writes: registers and status words at their places in the register map (`layout::registers`).

use super::clocking::{ClkRst, Watch};
use crate::logic_struct;
use crate::num::qpn::width_of;
use crate::num::{QPN, U};
use emit::leaf::Leaf;
use layout::registers;
use rust_hdl::prelude::*;

logic_struct! {
    /// A host's access as every register sees it. A primitive takes the fields by name, as it takes the clock.
    pub struct RegisterBus {
        /// The write counts; index and data were the same in the cycle before.
        pub write: Bit,
        pub windex: U<10>,
        pub wdata: U<32>,
        pub rindex: U<10>,
    }
}

/// What both kinds of registers do: a value, and whether the write that stands on the bus would be taken.
#[derive(Clone, Debug)]
struct Cell {
    map: registers::Register,
    value: u64,
    /// The write would be the lower half's of two.
    lower: bool,
    /// The write would make a new value.
    makes: bool,
    written: bool,
    watch: Watch,
}

impl Cell {
    fn new(map: registers::Register, bits: usize) -> Self {
        assert_eq!(map.bits() as usize, bits, "{} has other bits in the register map", map.name());
        Self { map, value: map.field.reset, lower: false, makes: false, written: false, watch: Watch::default() }
    }

    /// `last`, where a value has two words: which word the last write wrote, and what.
    fn step(&mut self, clock: ClkRst, bus: RegisterBus, last: Option<(u128, u128)>) {
        let field = &self.map.field;
        let seen = self.watch.see(clock);
        if seen.reset {
            (self.value, self.lower, self.makes, self.written) = (field.reset, false, false, false);
        } else if seen.edge {
            let (index, wdata) = (u128::from(self.map.index()), bus.wdata.raw());
            let (place, follows, wanted) = match last {
                None => (index, true, wdata),
                Some((at, low)) => (index + 1, at == index, wdata << 32 | low),
            };
            self.written = bus.write && self.makes;
            if self.written {
                self.value = wanted as u64;
            }
            let in_range = (field.min.into()..=field.max.into()).contains(&wanted);
            self.makes = bus.windex.raw() == place && follows && in_range;
            self.lower = last.is_some() && bus.windex.raw() == index;
        }
    }

    fn taken(&self, bus: RegisterBus) -> bool {
        bus.write && (self.lower || self.makes)
    }

    fn rdata(&self, bus: RegisterBus) -> U<32> {
        word(self.value, &self.map, bus.rindex.raw())
    }

    fn hdl(&self, module: &str) -> Verilog {
        let (f, raw) = (&self.map.field, |value: u64| value as usize);
        let range = [("MIN", raw(f.min)), ("MAX", raw(f.max)), ("RESET", raw(f.reset))];
        let place = [("WIDTH", self.map.bits() as usize), ("INDEX", self.map.index() as usize)];
        Leaf::library(module, &[&place[..], &range].concat())
    }
}

/// The word at `rindex` of a value; 0 if that is elsewhere.
fn word(value: u64, map: &registers::Register, rindex: u128) -> U<32> {
    let place = rindex.checked_sub(map.index().into()).filter(|place| *place < map.words().into());
    U::wrap(place.map_or(0, |place| value >> (32 * place)).into())
}

/// A register of N bits, 1 to 32, or of the index of a QP, that the host writes.
///
/// Verilog: `ackw_register`.
#[derive(Clone, Debug, LogicBlock)]
pub struct Register<const N: usize> {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, RegisterBus>,
    pub value: Signal<Out, U<N>>,
    /// This write is: its place is the register's, and its value is in range.
    pub taken: Signal<Out, Bit>,
    /// The value is one cycle old.
    pub written: Signal<Out, Bit>,
    /// The word at `rindex`, 0 if that is not here.
    pub rdata: Signal<Out, U<32>>,
    _cell: Cell,
}

impl<const N: usize> Register<N> {
    /// At its place in the map.
    ///
    /// # Panics
    /// When the map's width is another.
    pub fn new(map: registers::Register) -> Self {
        const { assert!(N >= 1 && (N <= 32 || N == QPN), "WideRegister has more") };
        Self {
            clock: Default::default(),
            bus: Default::default(),
            value: Default::default(),
            taken: Default::default(),
            written: Default::default(),
            rdata: Default::default(),
            _cell: Cell::new(map, width_of(N)),
        }
    }
}

impl<const N: usize> Logic for Register<N> {
    fn update(&mut self) {
        let bus = self.bus.val();
        self._cell.step(self.clock.val(), bus, None);
        self.value.next = U::wrap(self._cell.value.into());
        self.taken.next = self._cell.taken(bus);
        self.written.next = self._cell.written;
        self.rdata.next = self._cell.rdata(bus);
    }

    fn connect(&mut self) {
        self.value.connect();
        self.taken.connect();
        self.written.connect();
        self.rdata.connect();
    }

    fn hdl(&self) -> Verilog {
        self._cell.hdl("ackw_register")
    }
}

/// A register of N bits, 33 to 64, that the host writes: the lower half first, and with the upper half's write, if it
/// comes next, both take effect.
///
/// Verilog: `ackw_register_wide`.
#[derive(Clone, Debug, LogicBlock)]
pub struct WideRegister<const N: usize> {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, RegisterBus>,
    /// Which word the write before this one wrote, and what.
    pub last_index: Signal<In, U<10>>,
    pub last_data: Signal<In, U<32>>,
    pub value: Signal<Out, U<N>>,
    /// This write is: of the lower half; or of the upper, in its turn and with a value in range.
    pub taken: Signal<Out, Bit>,
    /// The word at `rindex`, 0 if that is not here.
    pub rdata: Signal<Out, U<32>>,
    _cell: Cell,
}

impl<const N: usize> WideRegister<N> {
    /// At its place in the map.
    ///
    /// # Panics
    /// When the map's width is another.
    pub fn new(map: registers::Register) -> Self {
        const { assert!(N > 32 && N <= 64, "Register has fewer") };
        Self {
            clock: Default::default(),
            bus: Default::default(),
            last_index: Default::default(),
            last_data: Default::default(),
            value: Default::default(),
            taken: Default::default(),
            rdata: Default::default(),
            _cell: Cell::new(map, width_of(N)),
        }
    }
}

impl<const N: usize> Logic for WideRegister<N> {
    fn update(&mut self) {
        let bus = self.bus.val();
        let last = (self.last_index.val().raw(), self.last_data.val().raw());
        self._cell.step(self.clock.val(), bus, Some(last));
        self.value.next = U::wrap(self._cell.value.into());
        self.taken.next = self._cell.taken(bus);
        self.rdata.next = self._cell.rdata(bus);
    }

    fn connect(&mut self) {
        self.value.connect();
        self.taken.connect();
        self.rdata.connect();
    }

    fn hdl(&self) -> Verilog {
        self._cell.hdl("ackw_register_wide")
    }
}

/// A number of N bits, 1 to 64, that the host reads. Combinational.
///
/// Verilog: `ackw_status`.
#[derive(Clone, Debug, LogicBlock)]
pub struct Status<const N: usize> {
    pub value: Signal<In, U<N>>,
    pub rindex: Signal<In, U<10>>,
    /// The word at `rindex`, 0 if that is not here.
    pub rdata: Signal<Out, U<32>>,
    _map: registers::Register,
}

impl<const N: usize> Status<N> {
    /// At its place in the map.
    ///
    /// # Panics
    /// When the map's width is another.
    pub fn new(map: registers::Register) -> Self {
        assert_eq!(map.bits() as usize, N, "{} has other bits in the register map", map.name());
        Self { value: Default::default(), rindex: Default::default(), rdata: Default::default(), _map: map }
    }
}

impl<const N: usize> Logic for Status<N> {
    fn update(&mut self) {
        let value = self.value.val().raw() as u64;
        self.rdata.next = word(value, &self._map, self.rindex.val().raw());
    }

    fn connect(&mut self) {
        self.rdata.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_status", &[("WIDTH", N), ("INDEX", self._map.index() as usize)])
    }
}
