//! A host at an engine's ports: registers of the units' pages word by word, and operations, one after the other
//! (hdl/src/registers.md). For whoever runs an engine, of the model or of RTL: a cycle is theirs.

use super::{HostDone, HostOp, In, Out};
use crate::page::Access;
use layout::config::{Config, Unit};
use layout::registers::{self, Register};

/// What stands on its bus.
#[derive(Clone, Debug)]
pub struct Host {
    map: Vec<Register>,
    access: Access,
}

/// What an operation takes at most, in cycles: in an engine that is busy, behind 128 events in the queue.
const PATIENCE: u32 = 4096;

impl Host {
    pub fn new(config: &Config) -> Self {
        let map = config.engine.units.iter().flat_map(|unit| registers::unit_page(config, *unit)).collect();
        Self { map, access: Access::default() }
    }

    /// Writes a register; false if a word is refused. `cycle` runs a cycle with these inputs.
    ///
    /// # Panics
    /// When no unit's page has it.
    pub fn write(&mut self, cycle: &mut impl FnMut(&In) -> Out, name: &str, value: u64) -> bool {
        let register = self.register(name);
        (0..register.words()).all(|word| {
            let (windex, wdata) = (register.index() + word, (value >> (32 * word)) as u32);
            let stands = Access { windex, wdata, ..self.access };
            // what is to be written stands on the bus a cycle before it counts
            self.step(cycle, stands, None);
            let taken = self.step(cycle, Access { write: true, ..stands }, None).unit.taken;
            self.access.last = (if taken { windex } else { 0 }, wdata);
            taken
        })
    }

    /// Reads a register.
    ///
    /// # Panics
    /// When no unit's page has it.
    pub fn read(&mut self, cycle: &mut impl FnMut(&In) -> Out, name: &str) -> u64 {
        let register = self.register(name);
        (0..register.words()).fold(0, |value, word| {
            let reads = Access { rindex: register.index() + word, ..self.access };
            self.step(cycle, reads, None);
            // the word comes in the cycle behind
            value | u64::from(self.step(cycle, reads, None).unit.rdata) << (32 * word)
        })
    }

    /// An operation from its offer to its end; what a read has found is on the pages then.
    ///
    /// # Panics
    /// When it does not end.
    pub fn operate(&mut self, cycle: &mut impl FnMut(&In) -> Out, op: HostOp) -> HostDone {
        let busy = Access { host_busy: true, ..self.access };
        let taken = (0..PATIENCE).any(|_| self.step(cycle, busy, Some(op)).host_ready);
        assert!(taken, "the engine takes an operation of the host");
        let done = (0..PATIENCE).find_map(|_| self.step(cycle, busy, None).host_done);
        if let HostOp::Read { .. } = op {
            self.step(cycle, Access { found_now: true, ..self.access }, None);
        }
        done.expect("an operation of the host ends")
    }

    /// Writes the parameter set `index` of a unit from what is on its page.
    ///
    /// # Panics
    /// When its page does not take the index, or the operation does not end.
    pub fn write_set(&mut self, cycle: &mut impl FnMut(&In) -> Out, unit: Unit, index: usize) {
        let start = format!("set_{}_write", unit.name());
        assert!(self.write(cycle, &start, index as u64), "{start} takes {index}");
        self.access.sets = 1 << unit.place();
        self.operate(cycle, HostOp::Set { qpn: 0 });
        self.access.sets = 0;
    }

    fn register(&self, name: &str) -> Register {
        let found = self.map.iter().find(|r| r.name() == name);
        *found.unwrap_or_else(|| panic!("no unit's page has {name}"))
    }

    fn step(&self, cycle: &mut impl FnMut(&In) -> Out, unit: Access, host: Option<HostOp>) -> Out {
        cycle(&In { unit, host, ..In::idle() })
    }
}
