//! Algorithms by name, and a NIC whose QPs have each their own.

use super::twin::{Engines, Ledger, Lock};
use super::{
    AdviceCounts, Clocked, Cycle, Event, Function, FunctionError, Golden, Grant, Line, Mode, Nic, Reference, Update,
    UpdateLatency, Word, clocked,
};
use crate::mark::Marking;
use layout::config::Config;
use std::rc::Rc;

/// A sender's algorithm.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Of FABRIC 6, only to compare.
    Reference(Mode),
    /// The golden model's.
    Golden(Golden),
    /// LDCP, HPCC++, DCTCP or DCQCN by the engine's cycle model.
    Cycle(Golden),
    /// The same with another body of the engine beside it, in lockstep: the Verilated RTL.
    Rtl(Golden),
    /// The golden model's, or what it stands for, in exact fractions.
    Ideal(Golden),
}

impl Algorithm {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Algorithm); 21] = [
        ("ldcp", Algorithm::Golden(Golden::Ldcp)),
        ("hpcc", Algorithm::Golden(Golden::Hpcc { max_stage: 5 })),
        ("dctcp", Algorithm::Golden(Golden::Dctcp)),
        ("dcqcn-p", Algorithm::Golden(Golden::DcqcnP)),
        ("dcqcn-d", Algorithm::Golden(Golden::DcqcnD)),
        ("hp", Algorithm::Reference(Mode::Hp)),
        ("hp5", Algorithm::Reference(Mode::Hp5)),
        ("reference-dctcp", Algorithm::Reference(Mode::Dctcp)),
        ("cycle-ldcp", Algorithm::Cycle(Golden::Ldcp)),
        ("cycle-hpcc", Algorithm::Cycle(Golden::Hpcc { max_stage: 5 })),
        ("cycle-dctcp", Algorithm::Cycle(Golden::Dctcp)),
        ("cycle-dcqcn-p", Algorithm::Cycle(Golden::DcqcnP)),
        ("cycle-dcqcn-d", Algorithm::Cycle(Golden::DcqcnD)),
        ("rtl-ldcp", Algorithm::Rtl(Golden::Ldcp)),
        ("rtl-hpcc", Algorithm::Rtl(Golden::Hpcc { max_stage: 5 })),
        ("rtl-dctcp", Algorithm::Rtl(Golden::Dctcp)),
        ("rtl-dcqcn-p", Algorithm::Rtl(Golden::DcqcnP)),
        ("rtl-dcqcn-d", Algorithm::Rtl(Golden::DcqcnD)),
        ("ideal-ldcp", Algorithm::Ideal(Golden::Ldcp)),
        ("ideal-hpcc", Algorithm::Ideal(Golden::Hpcc { max_stage: 5 })),
        ("ideal-dctcp", Algorithm::Ideal(Golden::Dctcp)),
    ];

    /// By its name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(other, _)| *other == name).map(|&(_, algorithm)| algorithm)
    }

    /// Its name; the first of the list for one that has none.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, other)| *other == self).unwrap_or(&Self::ALL[0]).0
    }

    /// The golden model's algorithm, whatever computes it.
    pub fn golden(self) -> Option<Golden> {
        match self {
            Algorithm::Reference(_) => None,
            Algorithm::Golden(of) | Algorithm::Cycle(of) | Algorithm::Rtl(of) | Algorithm::Ideal(of) => Some(of),
        }
    }

    /// Whether its packets have telemetry.
    pub fn telemetry(self) -> bool {
        match self {
            Algorithm::Reference(mode) => mode.telemetry(),
            _ => self.golden().is_some_and(Golden::telemetry),
        }
    }

    /// How its switches mark.
    pub fn marking(self) -> Marking {
        match self {
            Algorithm::Reference(mode) => mode.marking(),
            _ => self.golden().map_or(Marking::STEP, Golden::marking),
        }
    }

    /// The least time between CNPs of a flow, ns, where its receivers send them.
    pub fn cnp_interval_ns(self) -> Option<u64> {
        self.golden()?.cnp_interval_ns()
    }

    /// Its flows are LDCP's, whatever computes their windows.
    pub fn is_ldcp(self) -> bool {
        self.golden() == Some(Golden::Ldcp)
    }

    /// A NIC of it with so many QPs; the golden model's updates come out `latency` after their events.
    fn nic(self, line: Line, qps: u32, latency: UpdateLatency, place: &Place<'_>) -> Result<One, FunctionError> {
        let engine = |golden, beside: bool| {
            let config = Cycle::config(golden, qps, place.engines.config, place.fcr)?;
            let lock = if beside { Some(place.lock(&config)?) } else { None };
            let cycle = Cycle::with(golden, line, qps, &config, lock, place.fcr)?;
            let cycle = if let Some(quantum) = place.shaper { cycle.shaped(quantum)? } else { cycle };
            Ok::<_, FunctionError>(One::Cycle(Box::new(cycle)))
        };
        let function = |golden, of: &dyn Fn(Golden, u64) -> Result<Function, FunctionError>| {
            Ok::<_, FunctionError>(match latency {
                UpdateLatency::Ns(ns) => One::Function(Box::new(of(golden, ns)?)),
                UpdateLatency::Cycle => match clocked::times_of(golden)? {
                    (ns, false) => One::Function(Box::new(of(golden, ns)?)),
                    (ns, true) => One::Clocked(Box::new(Clocked::after(of(golden, 0)?, ns))),
                },
            })
        };
        Ok(match self {
            Algorithm::Reference(_) if place.fcr => return Err(FunctionError::NoAdvice { name: self.name() }),
            Algorithm::Reference(mode) => One::Reference(Box::new(mode.nic(line))),
            Algorithm::Golden(golden) => function(golden, &|golden, ns| match place.fcr {
                true => golden.advised_nic(line, ns),
                false => golden.nic(line, ns),
            })?,
            Algorithm::Ideal(golden) => function(golden, &|golden, ns| match place.fcr {
                true => golden.advised_ideal_nic(line, ns),
                false => golden.ideal_nic(line, ns),
            })?,
            Algorithm::Cycle(golden) => engine(golden, false)?,
            Algorithm::Rtl(golden) => engine(golden, true)?,
        })
    }
}

/// Where a NIC is, and what its engines are.
pub(crate) struct Place<'a> {
    pub node: u32,
    pub engines: Engines<'a>,
    pub ledger: Rc<Ledger>,
    /// Switches advise.
    pub fcr: bool,
    /// The sender half paces the QPs of engines, with a quantum of so many packets.
    pub shaper: Option<Option<u64>>,
}

impl Place<'_> {
    fn lock(&self, config: &Config) -> Result<Lock, FunctionError> {
        let missing = || FunctionError::Twin("no RTL is at hand: expected `ackwright simulate`".to_owned());
        let twin = self.engines.twin.ok_or_else(missing)?(config).map_err(FunctionError::Twin)?;
        Ok(Lock::new(twin, self.ledger.clone(), self.node, &self.engines))
    }
}

#[derive(Debug)]
enum One {
    Reference(Box<Reference>),
    Function(Box<Function>),
    Clocked(Box<Clocked>),
    Cycle(Box<Cycle>),
}

impl One {
    fn nic(&mut self) -> &mut dyn Nic {
        match self {
            One::Reference(nic) => nic.as_mut(),
            One::Function(nic) => nic.as_mut(),
            One::Clocked(nic) => nic.as_mut(),
            One::Cycle(nic) => nic.as_mut(),
        }
    }

    fn shared(&self) -> &dyn Nic {
        match self {
            One::Reference(nic) => nic.as_ref(),
            One::Function(nic) => nic.as_ref(),
            One::Clocked(nic) => nic.as_ref(),
            One::Cycle(nic) => nic.as_ref(),
        }
    }

    fn due(&self) -> Option<u64> {
        self.shared().due()
    }
}

/// A NIC with a part for each algorithm.
#[derive(Debug)]
pub struct Mixed {
    of_flow: Rc<[Algorithm]>,
    /// Each with its algorithm, and the QPs of the host by the part's own numbers.
    parts: Vec<(Algorithm, One, Vec<u32>)>,
    /// Each QP's part, and its number there.
    qps: Vec<(u32, u32)>,
}

impl Mixed {
    /// A NIC of a host on `line` with at most so many QPs; `of_flow`: each flow's algorithm, by its place in the file.
    pub fn new(line: Line, qps: u32, of_flow: Rc<[Algorithm]>, latency: UpdateLatency) -> Result<Self, FunctionError> {
        let place = Place { node: 0, engines: Engines::default(), ledger: Rc::default(), fcr: false, shaper: None };
        Self::at(line, qps, of_flow, latency, &place)
    }

    /// The same in a network.
    pub(crate) fn at(
        line: Line,
        qps: u32,
        of_flow: Rc<[Algorithm]>,
        latency: UpdateLatency,
        place: &Place<'_>,
    ) -> Result<Self, FunctionError> {
        let mut parts: Vec<(Algorithm, One, Vec<u32>)> = Vec::new();
        for (_, algorithm) in Algorithm::ALL.into_iter().filter(|(_, algorithm)| of_flow.contains(algorithm)) {
            parts.push((algorithm, algorithm.nic(line, qps, latency, place)?, Vec::new()));
        }
        Ok(Self { of_flow, parts, qps: Vec::new() })
    }

    /// One without a QP.
    pub(crate) fn none() -> Self {
        Self { of_flow: Rc::new([]), parts: Vec::new(), qps: Vec::new() }
    }
}

impl Nic for Mixed {
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        if let Event::Open { flow } = event {
            let wanted = self.of_flow.get(flow as usize);
            let part = self.parts.iter().position(|(algorithm, ..)| Some(algorithm) == wanted).unwrap_or(0);
            self.qps.push((part as u32, self.parts[part].2.len() as u32));
            self.parts[part].2.push(qp);
        }
        let (part, inner) = self.qps[qp as usize];
        self.parts[part as usize].1.nic().ack(time_ns, inner, event)
    }

    fn next(&mut self, time_ns: u64) -> Option<Update> {
        self.parts.iter_mut().find_map(|(_, nic, qps)| {
            let update = nic.nic().next(time_ns)?;
            Some(Update { qp: qps[update.qp as usize], ..update })
        })
    }

    fn due(&self) -> Option<u64> {
        self.parts.iter().filter_map(|(_, nic, _)| nic.due()).min()
    }

    fn paces(&self, qp: u32) -> bool {
        let of = self.qps.get(qp as usize);
        of.is_some_and(|&(part, inner)| self.parts[part as usize].1.shared().paces(inner))
    }

    fn told(&mut self, time_ns: u64, qp: u32, word: Word) {
        let (part, inner) = self.qps[qp as usize];
        self.parts[part as usize].1.nic().told(time_ns, inner, word);
    }

    fn grant(&mut self, time_ns: u64) -> Option<Grant> {
        self.parts.iter_mut().find_map(|(_, nic, qps)| {
            let grant = nic.nic().grant(time_ns)?;
            Some(Grant { qp: qps[grant.qp as usize], ..grant })
        })
    }

    fn pause(&mut self, time_ns: u64, paused: bool) {
        self.parts.iter_mut().for_each(|(_, nic, _)| nic.nic().pause(time_ns, paused));
    }

    fn advice_counts(&self) -> AdviceCounts {
        self.parts.iter().fold(AdviceCounts::default(), |sum, (_, nic, _)| sum.and(nic.shared().advice_counts()))
    }

    fn end(&mut self, time_ns: u64) {
        self.parts.iter_mut().for_each(|(_, nic, _)| nic.nic().end(time_ns));
    }
}
