//! What the host writes and reads in a run of `nic`, by the names of the register map.

use super::event::{EventAction, HOST_WRITE};
use super::frame::Own;
use super::params::Hpcc;
use super::unit_bus::{self, UnitSets};
use crate::Rng;
use layout::config::{Config, Unit};
use layout::registers::{self, Access, COUNTERS};
use model::choice::SETS;
use model::ldcp::Params;
use model::packet::classify::ParserConfig;
use serde::{Deserialize, Serialize};

/// The host, with the parameters of a run.
pub(super) struct Host {
    pub config: Config,
    pub params: [Params; SETS],
    pub hpcc: Hpcc,
    pub units: Vec<UnitSets>,
    pub parser: ParserConfig,
    /// Registers that are nobody's above, each with its value.
    pub more: Vec<(&'static str, u64)>,
}

impl Host {
    /// What the host writes before traffic comes: everything.
    pub fn setup(&self) -> Vec<Access32> {
        let mut all = Script::new(&self.config);
        let t = self.parser.telemetry;
        all.set("cfg_qpn_base", u64::from(self.parser.qpn_base) & 0xff_ffff);
        all.set("cfg_ece_place", self.parser.ece_place as u64);
        all.set("cfg_max_frame_bytes", self.parser.max_frame_bytes.into());
        all.set("cfg_telemetry_place", t.place as u64);
        all.set("cfg_telemetry_offset", t.offset.into());
        all.set("cfg_telemetry_area", t.area.into());
        all.set("cfg_telemetry_profile", t.profile.into());
        let own = Own::from(self.parser.own);
        all.set("cfg_own_check", own.check.into());
        all.set("cfg_own_mac", own.mac);
        all.set("cfg_own_ipv4", own.ipv4.into());
        all.set("cfg_own_ipv6_high", own.ipv6[0]);
        all.set("cfg_own_ipv6_low", own.ipv6[1]);
        if self.config.has(Unit::Ldcp) {
            (0..SETS).for_each(|k| self.ldcp_set(&mut all, k, k));
        }
        if self.config.has(Unit::Hpcc) {
            let header = self.hpcc.header();
            let [_, tx_unit, q_unit] = self.hpcc.units;
            all.set("cfg_tx_unit", tx_unit);
            all.set("cfg_q_unit", q_unit);
            let [m, e] = header.inv_b();
            for (code, gbps) in self.hpcc.gbps.iter().enumerate() {
                all.set("spd_gbps", *gbps);
                if *gbps > 0 {
                    all.set("spd_inv_b_m", m[code]);
                    all.set("spd_inv_b_e", e[code]);
                }
                all.set("spd_write", code as u64);
            }
            (0..SETS).for_each(|k| self.hpcc_set(&mut all, k, k));
        }
        for unit in &self.units {
            (0..SETS).for_each(|k| Self::unit_set(&mut all, unit, k, k));
        }
        self.more.iter().for_each(|(name, value)| all.set(name, *value));
        // the scrubber beside the traffic; what is injected changes under it
        all.set("ecc_scrub_interval", 100);
        all.accesses
    }

    /// Writes LDCP's parameter set `index` with the values that set `k` has, and waits until that is done, mostly.
    fn ldcp_set(&self, all: &mut Script, index: usize, k: usize) {
        self.params[k].registers().for_each(|(name, raw)| all.set(&name, raw));
        all.set("set_ldcp_write", index as u64);
        all.wait();
    }

    /// The same for HPCC++'s.
    fn hpcc_set(&self, all: &mut Script, index: usize, k: usize) {
        self.hpcc.params(self.hpcc.sets[k]).registers().for_each(|(name, raw)| all.set(&name, raw));
        all.set("set_hpcc_write", index as u64);
        all.wait();
    }

    /// The same for that of another unit.
    fn unit_set(all: &mut Script, unit: &UnitSets, index: usize, k: usize) {
        unit.writes(index, k).for_each(|(name, value)| all.set(name, value));
        all.wait();
    }

    /// A parameter set gets the values of another one of the run, in the midst of traffic.
    pub fn rewrite(&self, rng: &mut Rng) -> Vec<Access32> {
        let mut all = Script::new(&self.config);
        let (index, k) = (rng.below(SETS as u64) as usize, rng.below(SETS as u64) as usize);
        let built = self.config.engine.units.len() as u64;
        let place = if self.units.is_empty() { 0 } else { rng.below(built) as usize };
        if let Some(unit) = self.units.get(place) {
            Self::unit_set(&mut all, unit, index, k);
        } else if self.config.has(Unit::Ldcp) && (!self.config.has(Unit::Hpcc) || rng.chance(1, 2)) {
            self.ldcp_set(&mut all, index, k);
        } else {
            self.hpcc_set(&mut all, index, k);
        }
        all.accesses
    }

    /// A host operation, as an event on `top`'s host port would be.
    pub fn operation(&self, rng: &mut Rng, event: &EventAction) -> Vec<Access32> {
        let mut all = Script::new(&self.config);
        all.set("host_qpn", event.qpn);
        let (write, h) = (event.kind == HOST_WRITE, &event.host);
        if write {
            all.set("host_parts", h.parts);
            all.set("host_alg", h.alg);
            all.set("host_set", h.set);
            all.set("host_psn", h.psn);
            all.set("host_open", h.open);
            for unit in self.config.engine.units.iter().copied() {
                h.part(unit).into_iter().for_each(|(name, value)| all.set(name, value));
            }
            let pages = unit_bus::drawn_here(&self.config).flat_map(|unit| registers::unit_page(&self.config, unit));
            for register in pages {
                if register.access == Access::Context {
                    all.set(register.name(), unit_bus::legal(rng, &register.field));
                }
            }
        }
        all.set("host_start", write.into());
        if !write {
            // by then it is done, mostly: what it found is read, each word
            let found = all.map.iter().filter(|r| r.name().starts_with("found_"));
            let words = found.flat_map(|r| (0..r.words()).map(|word| u64::from(r.offset + 4 * word)));
            let read = |(k, offset)| Access32 { offset, data: None, lag: if k == 0 { 40 } else { 0 } };
            let reads: Vec<Access32> = words.enumerate().map(read).collect();
            all.accesses.extend(reads);
        }
        all.accesses
    }

    /// Accesses that disturb nothing: of any place to read, of harmless ones to write.
    pub fn glance(&self, rng: &mut Rng) -> Vec<Access32> {
        let map = registers::map(&self.config);
        let read = |rng: &mut Rng| match rng.below(4) {
            0 => u64::from(COUNTERS) + 4 * rng.below(2 * u64::from(registers::top_counters(&self.config)) + 4),
            1 => rng.bits(12) as u64,
            _ => {
                let register = &map[rng.below(map.len() as u64) as usize];
                u64::from(register.offset) + 4 * rng.below(register.words().into())
            }
        };
        let harmless = |rng: &mut Rng| {
            let quiet: Vec<_> = map
                .iter()
                .filter(|r| {
                    !r.access.is_written()
                        || ["scratch", "irq_enable", "irq_clear", "high_water_clear", "ecc_inject"].contains(&r.name())
                })
                .collect();
            u64::from(quiet[rng.below(quiet.len() as u64) as usize].offset)
        };
        let one = |rng: &mut Rng| {
            if rng.chance(1, 3) {
                let offset = harmless(rng);
                let inject = map.iter().any(|r| r.name() == "ecc_inject" && u64::from(r.offset) == offset);
                let data = if inject { rng.below(4) } else { rng.edge_u64(32) };
                Access32 { offset, data: Some(data), lag: rng.below(4) as u32 }
            } else {
                Access32 { offset: read(rng), data: None, lag: rng.below(4) as u32 }
            }
        };
        (0..rng.range(1, 4)).map(|_| one(rng)).collect()
    }
}

/// One access of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access32 {
    /// In bytes.
    pub offset: u64,
    /// What is written; nothing: it is a read.
    pub data: Option<u64>,
    /// Cycles for which its answer waits; of a write, also what data is late.
    pub lag: u32,
}

/// Writes by name.
struct Script {
    map: Vec<registers::Register>,
    accesses: Vec<Access32>,
}

impl Script {
    fn new(config: &Config) -> Script {
        Script { map: registers::map(config), accesses: vec![] }
    }

    /// Reads `status`, with an answer that waits for longer than the write of a set takes in an idle engine.
    fn wait(&mut self) {
        let Some(status) = self.map.iter().find(|r| r.name() == "status") else { return };
        self.accesses.push(Access32 { offset: status.offset.into(), data: None, lag: 50 });
    }

    /// Writes a register, if the configuration has it.
    fn set(&mut self, name: &str, value: u64) {
        let Some(register) = self.map.iter().find(|r| r.name() == name) else { return };
        for word in 0..register.words() {
            let (offset, data) = (u64::from(register.offset + 4 * word), value >> (32 * word) & 0xffff_ffff);
            self.accesses.push(Access32 { offset, data: Some(data), lag: 0 });
        }
    }
}
