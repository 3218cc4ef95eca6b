//! What a run shows while it runs, and that it can be ended.

use crate::interrupts::Interrupts;
use crate::progress;
use fabric::Moment;
use fabric::scenario::Scenario;
use indicatif::ProgressBar;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How often what is shown changes.
const OFTEN: Duration = Duration::from_millis(100);

pub struct Watch<'a> {
    name: String,
    interrupts: &'a Interrupts,
    bar: ProgressBar,
    begun: Instant,
    shown: Instant,
}

impl<'a> Watch<'a> {
    pub fn new(scenario: &Scenario, interrupts: &'a Interrupts) -> Self {
        let name = format!("{}, {}", scenario.name(), scenario.cc.name());
        let (bar, begun) = (progress::simulated(0, &name), Instant::now());
        Watch { name, interrupts, bar, begun, shown: begun }
    }

    /// Shows how far the run is; `Break` where it was interrupted.
    pub fn look(&mut self, moment: Moment) -> ControlFlow<()> {
        if self.interrupts.came() {
            return ControlFlow::Break(());
        }
        if !self.bar.is_hidden() && self.shown.elapsed() >= OFTEN {
            self.shown = Instant::now();
            self.show(moment);
        }
        ControlFlow::Continue(())
    }

    fn show(&self, moment: Moment) {
        let Moment { ns, completed, flows, packets, of_packets } = moment;
        let (ms, rate) = (ns as f64 / 1e6, packets as f64 / self.begun.elapsed().as_secs_f64() / 1e6);
        // what is sent again may make more than there are
        self.bar.set_length(of_packets);
        self.bar.set_position(packets.min(of_packets));
        let name = &self.name;
        self.bar.set_message(format!("{name}: {ms:.3} ms, {completed}/{flows} flows, {rate:.2} M packets/s"));
    }
}
