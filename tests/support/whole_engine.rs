//! The model's engine with a host that writes the units' pages in no time: whole contexts and parameter sets are given
//! with an operation, as the tests of the engine think of them. What a host does on the bus, word by word, is tested by
//! itself (`model::page`, `model::engine::host`).

use layout::config::{Config, Unit};
use layout::fixed::U;
use layout::hpcc::{Clock, MAX_HOPS};
use layout::ldcp::{Cw, Psn, Rtt};
use layout::record::Algorithm;
use model::engine::{self, Packet, Parts, Update};
use model::event::Arrival;
use model::hpcc::unit::window;
use model::hpcc::{self, Telemetry};
use model::ldcp;
use model::page::Access;

/// A QP's context: what belongs to no unit, and the parts of LDCP and HPCC++.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HostContext {
    pub alg: Algorithm,
    pub set: usize,
    pub psn: Psn,
    pub open: bool,
    pub cw: Cw,
    pub rtt: Rtt,
    pub hpcc: window::Context,
}

impl HostContext {
    pub const RESET: HostContext = {
        let engine::HostContext { alg, set, psn, open } = engine::HostContext::RESET;
        let ldcp::Context { cw, rtt } = ldcp::Context::RESET;
        HostContext { alg, set, psn, open, cw, rtt, hpcc: window::Context::RESET }
    };
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HostOp {
    Read {
        qpn: u32,
    },
    Write {
        qpn: u32,
        parts: Parts,
        context: HostContext,
    },
    /// The write of the parameter sets that [`Registers`] gives beside it.
    Set {
        qpn: u32,
    },
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HostDone {
    /// Parts of a unit that is not built are as at reset.
    Read(HostContext),
    Write,
}

/// Parameter sets: at once, or with [`HostOp::Set`] in their turn.
#[derive(Copy, Clone, Debug, Default)]
pub struct Registers<'a> {
    pub ldcp: Option<(usize, ldcp::Params)>,
    pub hpcc: Option<(usize, &'a hpcc::Params)>,
}

/// As the model's.
#[derive(Copy, Clone, Debug)]
pub struct In<'a> {
    pub rst_n: bool,
    pub registers: Registers<'a>,
    pub now: Clock,
    pub tx: Option<(u32, Psn)>,
    pub pkt: Option<Packet>,
    pub pkt_telemetry: Option<&'a Telemetry<MAX_HOPS>>,
    pub s_event: Option<Arrival>,
    pub s_event_telemetry: Option<&'a Telemetry<MAX_HOPS>>,
    pub host: Option<HostOp>,
    pub upd_ready: bool,
}

impl In<'_> {
    pub fn idle() -> Self {
        In {
            rst_n: true,
            registers: Registers::default(),
            now: Clock::ZERO,
            tx: None,
            pkt: None,
            pkt_telemetry: None,
            s_event: None,
            s_event_telemetry: None,
            host: None,
            upd_ready: true,
        }
    }
}

/// As the model's, as far as the tests of the engine look.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub room: bool,
    pub s_event_ready: bool,
    pub host_ready: bool,
    pub host_done: Option<HostDone>,
    pub upd: Option<Update>,
    pub seen: u16,
    pub rejected: bool,
    pub closed: bool,
    pub init_done: bool,
    pub idle: bool,
    pub queue_overflow: bool,
}

#[derive(Clone)]
pub struct Engine {
    engine: engine::Engine,
    units: Vec<Unit>,
    /// An operation has been taken and has not ended.
    busy: bool,
}

impl Engine {
    pub fn new(config: &Config) -> Engine {
        Engine { engine: engine::Engine::new(config), units: config.engine.units.clone(), busy: false }
    }

    pub fn step(&mut self, input: &In) -> Out {
        // what an operation under way brings stays
        if !self.busy || self.engine.host_done() {
            self.write(input);
        }
        let out = self.engine.step(&self.input(input));
        self.busy = input.rst_n && (self.busy && out.host_done.is_none() || out.host_ready && input.host.is_some());
        self.out(&out)
    }

    pub fn room(&self) -> bool {
        self.engine.room()
    }

    pub fn quiet_cycles(&self, upd_ready: bool) -> u64 {
        self.engine.quiet_cycles(upd_ready)
    }

    pub fn soonest_timer(&self) -> Option<u64> {
        self.engine.soonest_timer()
    }

    pub fn preset(&mut self, register: &str, value: u64) {
        self.engine.preset(register, value);
    }

    pub fn advance_idle(&mut self, cycles: u64, idle: &In, mut seen: impl FnMut(u64, &Out)) {
        let mut told = vec![];
        let input = self.input(idle);
        // what an operation has found is asked for behind its end, and no second one ends in idle cycles
        self.engine.advance_idle(cycles, &input, |cycle, out| told.push((cycle, *out)));
        for (cycle, out) in told {
            self.busy &= out.host_done.is_none();
            seen(cycle, &self.out(&out));
        }
    }

    fn has(&self, unit: Unit) -> bool {
        self.units.contains(&unit)
    }

    /// What an operation or the registers bring.
    fn write(&mut self, input: &In) {
        let in_turn = matches!(input.host, Some(HostOp::Set { .. }));
        let Registers { ldcp, hpcc } = input.registers;
        let ldcp = ldcp.map(|(index, params)| (Unit::Ldcp, index, params.registers().collect::<Vec<_>>()));
        let hpcc = hpcc.map(|(index, params)| (Unit::Hpcc, index, params.registers().collect()));
        for (unit, index, values) in [ldcp, hpcc].into_iter().flatten() {
            if !self.has(unit) {
                continue;
            }
            values.iter().for_each(|(name, value)| self.engine.preset(name, *value));
            if in_turn {
                self.engine.preset(&format!("set_{}_write", unit.name()), index as u64);
            } else {
                self.engine.preset_set(unit, index);
            }
        }
        if let Some(HostOp::Write { parts, context: HostContext { cw, rtt, hpcc, .. }, .. }) = input.host {
            let ldcp = vec![("host_ldcp_cw", cw.raw()), ("host_ldcp_rtt", rtt.raw())];
            let hpcc = vec![
                ("host_hpcc_u", hpcc.u.raw()),
                ("host_hpcc_w", hpcc.w.raw()),
                ("host_hpcc_wc", hpcc.wc.raw()),
                ("host_hpcc_inc_stage", hpcc.inc_stage.raw()),
                ("host_hpcc_last_update", hpcc.last_update.raw()),
            ];
            for (unit, values) in [(Unit::Ldcp, ldcp), (Unit::Hpcc, hpcc)] {
                if self.has(unit) && parts.units & unit.part() != 0 {
                    values.iter().for_each(|(name, value)| self.engine.preset(name, *value));
                }
            }
        }
    }

    fn input<'a>(&self, input: &In<'a>) -> engine::In<'a> {
        let In { rst_n, registers, now, tx, pkt, pkt_telemetry, s_event, s_event_telemetry, host, upd_ready } = *input;
        let host = host.map(|op| match op {
            HostOp::Read { qpn } => engine::HostOp::Read { qpn },
            HostOp::Set { qpn } => engine::HostOp::Set { qpn },
            HostOp::Write { qpn, parts, context: HostContext { alg, set, psn, open, .. } } => {
                engine::HostOp::Write { qpn, parts, context: engine::HostContext { alg, set, psn, open } }
            }
        });
        let bit = |unit: Unit, there: bool| u8::from(there && self.has(unit)) << unit.place();
        let sets = match host {
            Some(engine::HostOp::Set { .. }) => {
                bit(Unit::Ldcp, registers.ldcp.is_some()) | bit(Unit::Hpcc, registers.hpcc.is_some())
            }
            _ => 0,
        };
        let unit = Access { sets, ..Access::default() };
        let idle = engine::In::idle();
        engine::In { rst_n, now, tx, pkt, pkt_telemetry, s_event, s_event_telemetry, host, unit, upd_ready, ..idle }
    }

    fn out(&self, out: &engine::Out) -> Out {
        let engine::Out { room, s_event_ready, host_ready, upd, seen, rejected, closed, .. } = *out;
        let engine::Out { init_done, idle, queue_overflow, .. } = *out;
        let host_done = out.host_done.map(|done| match done {
            engine::HostDone::Write => HostDone::Write,
            engine::HostDone::Read(engine::HostContext { alg, set, psn, open }) => {
                let mut found = HostContext { alg, set, psn, open, ..HostContext::RESET };
                if let &[cw, rtt] = self.engine.found(Unit::Ldcp) {
                    (found.cw, found.rtt) = (U::wrap(cw), U::wrap(rtt));
                }
                if let &[u, w, wc, inc_stage, last_update] = self.engine.found(Unit::Hpcc) {
                    let (u, w, wc) = (U::wrap(u), U::wrap(w), U::wrap(wc));
                    let (inc_stage, last_update) = (U::wrap(inc_stage), U::wrap(last_update));
                    found.hpcc = window::Context { u, w, wc, inc_stage, last_update };
                }
                HostDone::Read(found)
            }
        });
        Out { room, s_event_ready, host_ready, host_done, upd, seen, rejected, closed, init_done, idle, queue_overflow }
    }
}
