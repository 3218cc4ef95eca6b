//! The driver of the blocks that take an event a cycle and hold nothing back (`psn`, `pawa`): sweeps after reset, keeps
//! the host's values still while an operation is under way, and events of one QP as far apart as the block asks.

use super::event::{EventAction, HOST_READ, HOST_WRITE, HostValues};
use super::sweep::Sweep;
use crate::{Driver, Feed};
use std::collections::VecDeque;

/// How a block's ports are filled.
pub(super) trait Ports: 'static {
    fn reset(&self) -> usize;
    fn init(&self) -> (usize, usize);
    /// What else is written while the contexts are swept: called with the address.
    fn prepare(&self, _: &mut [u64], _: u64) {}
    /// Called in every cycle.
    fn hold(&self, row: &mut [u64], host: &HostValues);
    /// Sets the event's fields, which mean nothing while it is not valid.
    fn offer(&self, row: &mut [u64], event: &EventAction, valid: bool);
}

pub(super) struct PipeDriver<P> {
    ports: P,
    sweep: Sweep,
    pending: Option<EventAction>,
    wait: u32,
    host: HostValues,
    /// Cycles until the host's values may change.
    host_busy: u32,
    host_cycles: u32,
    /// QPs of the last cycles, the youngest first; as many as events of one QP stay apart, less one.
    recent: VecDeque<Option<u64>>,
    reset_left: u32,
}

impl<P: Ports> PipeDriver<P> {
    pub fn new(ports: P, qps: u64, apart: usize, host_cycles: u32) -> Self {
        let host = HostValues::default();
        let recent = std::iter::repeat_n(None, apart - 1).collect();
        PipeDriver {
            ports,
            sweep: Sweep::new(qps),
            pending: None,
            wait: 0,
            host,
            host_busy: 0,
            host_cycles,
            recent,
            reset_left: 0,
        }
    }

    /// The event that goes in this cycle, if one may.
    fn next(&mut self, feed: &mut Feed<'_, EventAction>) -> Option<EventAction> {
        if self.pending.is_none() {
            self.pending = feed.take();
            self.wait = self.pending.map_or(0, |a| a.gap);
        }
        let action = self.pending?;
        if self.wait > 0 {
            self.wait -= 1;
            return None;
        }
        let is_host = matches!(action.kind, HOST_WRITE | HOST_READ);
        if self.recent.contains(&Some(action.qpn)) || (is_host && self.host_busy > 0) {
            return None;
        }
        self.pending.take()
    }
}

impl<P: Ports> Driver<EventAction> for PipeDriver<P> {
    fn drive(&mut self, feed: &mut Feed<'_, EventAction>, row: &mut [u64]) {
        self.host_busy = self.host_busy.saturating_sub(1);
        let (we, addr) = self.ports.init();
        let mut event = None;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[self.ports.reset()] = 0;
        } else if self.sweep.drive(row, we, addr) {
            self.ports.prepare(row, row[addr]);
        } else {
            event = self.next(feed);
        }
        if let Some(e) = event.filter(|e| e.reset > 0) {
            // reset comes in place of the event, and the sweep starts again
            self.reset_left = e.reset - 1;
            self.sweep.restart();
            self.recent.iter_mut().for_each(|r| *r = None);
            self.host_busy = 0;
            row[self.ports.reset()] = 0;
            event = None;
        }
        if let Some(e) = &event {
            if matches!(e.kind, HOST_WRITE | HOST_READ) {
                self.host = e.host;
                self.host_busy = self.host_cycles;
            }
            self.ports.offer(row, e, true);
        } else if let Some(e) = self.pending.filter(|e| e.reset == 0) {
            // a bubble that looks like the event behind it
            self.ports.offer(row, &e, false);
        }
        self.ports.hold(row, &self.host);
        self.recent.push_front(event.map(|e| e.qpn));
        self.recent.pop_back();
    }

    fn observe(&mut self, _: &[u64], _: &[u64]) {}

    fn is_idle(&self) -> bool {
        self.pending.is_none() && self.reset_left == 0 && self.sweep.is_done()
    }
}
