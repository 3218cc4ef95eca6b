//! Triggers: flows that start when others are done, as in htsim's connection matrices.

use crate::fabric::{Event, Fabric};
use crate::flow::FlowSpec;
use crate::nic::Nic;
use crate::wheel::Wheel;
use std::collections::{BTreeMap, BTreeSet};

/// When a trigger starts which of its flows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TriggerKind {
    /// All, the first time that it is set off.
    Oneshot,
    /// The next one, each time that it is set off.
    Multishot,
    /// All, once it has been set off so many times.
    Barrier(u64),
}

/// What of a flow sets a trigger off.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Done {
    /// The sender has the ACK of the last byte.
    Sent,
    /// The receiver has all.
    Received,
}

/// A trigger, with flows by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// When it starts them.
    pub kind: TriggerKind,
    /// What sets it off.
    pub by: Vec<(usize, Done)>,
    /// What it starts.
    pub starts: Vec<usize>,
}

impl Trigger {
    /// `flow` starts when the receiver of `before` has all of it.
    pub fn after(flow: usize, before: usize) -> Self {
        Self { kind: TriggerKind::Oneshot, by: vec![(before, Done::Received)], starts: vec![flow] }
    }

    /// How often it has to be set off until it starts what stands at a place of `starts`.
    pub(crate) fn needs(&self, place: usize) -> u64 {
        match self.kind {
            TriggerKind::Oneshot => 1,
            TriggerKind::Multishot => place as u64 + 1,
            TriggerKind::Barrier(count) => count,
        }
    }
}

/// A trigger on its way.
#[derive(Debug)]
struct State {
    trigger: Trigger,
    /// How often it was set off.
    times: u64,
}

/// All of a network.
#[derive(Debug, Default)]
pub(crate) struct Triggers {
    all: Vec<State>,
    /// By what sets them off.
    of: BTreeMap<(u32, Done), Vec<usize>>,
    /// Flows that one starts.
    started: BTreeSet<usize>,
}

impl Triggers {
    /// Something of a flow is done: what waits for it starts at `now`, in the order of the triggers' flows.
    #[cold]
    pub fn set_off(&mut self, id: u32, done: Done, now: u64, specs: &mut [FlowSpec], wheel: &mut Wheel<Event>) {
        for &trigger in self.of.get(&(id, done)).into_iter().flatten() {
            let State { trigger, times } = &mut self.all[trigger];
            *times += 1;
            let starts = match trigger.kind {
                TriggerKind::Oneshot if *times == 1 => &trigger.starts[..],
                TriggerKind::Barrier(count) if *times == count => &trigger.starts[..],
                TriggerKind::Multishot => trigger.starts.get(*times as usize - 1).map_or(&[][..], std::slice::from_ref),
                _ => &[],
            };
            for &flow in starts {
                specs[flow].start_ns = now;
                wheel.schedule(now, Event::Start { flow: flow as u32 });
            }
        }
    }
}

impl<N: Nic> Fabric<N> {
    /// What a trigger starts are flows that start `LATER`, and that no other one starts. False: not so.
    pub fn trigger(&mut self, trigger: Trigger) -> bool {
        let flows = self.specs.len();
        let free = |flow: &usize| {
            self.specs.get(*flow).is_some_and(|spec| spec.start_ns == FlowSpec::LATER)
                && !self.triggers.started.contains(flow)
        };
        let once = trigger.starts.iter().collect::<BTreeSet<_>>().len() == trigger.starts.len();
        let can_be = once && trigger.starts.iter().all(free) && trigger.by.iter().all(|&(by, _)| by < flows);
        if can_be {
            for &(by, done) in &trigger.by {
                self.flows[by].tells = true;
                self.triggers.of.entry((by as u32, done)).or_default().push(self.triggers.all.len());
            }
            self.triggers.started.extend(&trigger.starts);
            self.triggers.all.push(State { trigger, times: 0 });
        }
        can_be
    }
}
