//! The engine, the switches, the host and whoever takes updates, on `limit`'s ports.

use super::{Inputs, Limit, LimitAction, Outputs};
use crate::{Driver, Feed};
use model::choice::SETS;
use model::fcr::Params;

/// The engine, the switches, the host, and whoever takes updates.
pub(super) struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    sets: [Params; SETS],
    rtts: [u64; SETS],
    /// Sets to be written: how many of the first 16, and those of actions, as which one of them.
    sets_left: usize,
    rewrite: Option<(usize, usize)>,
    pending: Option<LimitAction>,
    wait: u32,
    last: LimitAction,
    held: Option<LimitAction>,
    cycle: u64,
    /// Cycles until the engine takes the lowering, or has done it.
    takes: u32,
    done: Option<u32>,
    reset_left: u32,
    /// Nothing is taken before this cycle.
    stopped: u64,
}

/// A parameter set is to be written.
pub(super) fn write_set(i: &Inputs, row: &mut [u64], index: usize, params: &Params, rtt: u64) {
    let ports = [i.set_line, i.set_advice_min, i.set_advice_max, i.set_validity_max, i.set_mtu];
    (row[i.set_valid], row[i.set_index], row[i.set_rtt]) = (1, index as u64, rtt);
    ports.into_iter().zip(params.raw()).for_each(|(port, value)| row[port] = value);
}

impl Pins {
    pub fn new(block: &Limit) -> Pins {
        Pins {
            inputs: block.inputs,
            outputs: block.outputs,
            sets: block.sets,
            rtts: block.rtts,
            sets_left: SETS,
            rewrite: None,
            pending: None,
            wait: 0,
            last: LimitAction { ready: 16, ..LimitAction::default() },
            held: None,
            cycle: 0,
            takes: 0,
            done: None,
            reset_left: 0,
            stopped: 0,
        }
    }

    /// The action of this cycle, if one may go.
    fn next(&mut self, feed: &mut Feed<'_, LimitAction>) -> Option<LimitAction> {
        if self.pending.is_none() {
            self.pending = feed.take();
            self.wait = self.pending.map_or(0, |a| a.gap);
        }
        let action = self.pending?;
        if self.wait > 0 {
            self.wait -= 1;
            return None;
        }
        if action.update && self.held.is_some() {
            return None;
        }
        self.pending.take()
    }

    fn offer(&self, row: &mut [u64], a: &LimitAction) {
        let i = &self.inputs;
        row[i.s_upd_kind] = a.kind;
        row[i.s_upd_qpn] = a.qpn;
        row[i.s_upd_alg] = a.alg;
        row[i.s_upd_window] = a.window;
        row[i.s_upd_pace] = a.pace;
        row[i.s_upd_flags] = a.flags;
        row[i.s_upd_feedback] = a.feedback.into();
        row[i.s_upd_una_psn] = a.una;
    }

    fn write_set(&self, row: &mut [u64], (index, of): (usize, usize)) {
        write_set(&self.inputs, row, index, &self.sets[of], self.rtts[of]);
    }
}

impl Driver<LimitAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, LimitAction>, row: &mut [u64]) {
        self.cycle += 1;
        let i = self.inputs;
        let mut action = None;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[i.rst_n] = 0;
        } else if self.sets_left > 0 {
            self.write_set(row, (self.sets_left - 1, self.sets_left - 1));
        } else {
            action = self.next(feed);
        }
        if let Some(a) = action.filter(|a| a.reset > 0) {
            self.reset_left = a.reset - 1;
            (self.held, self.done, self.takes) = (None, None, 0);
            row[i.rst_n] = 0;
            action = None;
        }
        if let Some(a) = action {
            self.last = a;
            self.stopped = self.stopped.max(self.cycle + u64::from(a.stop));
            if a.update {
                self.held = Some(a);
            }
            if a.writes {
                self.rewrite = Some((a.set as usize, (a.set + a.seq) as usize % SETS));
            }
            row[i.s_advice_valid] = a.advice.into();
            row[i.s_choice_valid] = a.choice.into();
        }
        let a = self.last;
        (row[i.s_advice_qpn], row[i.s_advice_switch], row[i.s_advice_seq]) = (a.qpn, a.switch, a.seq);
        (row[i.s_advice_rate], row[i.s_advice_validity]) = (a.rate, a.validity);
        row[i.s_advice_withdraw] = a.withdraw.into();
        (row[i.s_choice_qpn], row[i.s_choice_alg], row[i.s_choice_set]) = (a.qpn, a.alg, a.set);
        row[i.s_choice_opens] = a.opens.into();
        if row[i.rst_n] == 1 || self.reset_left == 0 {
            if let Some(held) = self.held {
                self.offer(row, &held);
                row[i.s_upd_valid] = 1;
            } else {
                self.offer(row, &a);
            }
        }
        if let Some(set) = self.rewrite.filter(|_| row[i.rst_n] == 1) {
            self.write_set(row, set);
        }
        row[i.tick] = u64::from(a.tick > 0 && self.cycle.is_multiple_of(a.tick.into()));
        let dry = self.pending.is_none() && self.held.is_none();
        row[i.m_upd_ready] = u64::from(dry || self.cycle >= self.stopped && self.cycle * 7 % 16 < a.ready);
        row[i.lower_ready] = u64::from(self.takes == 0);
        row[i.lower_done] = u64::from(self.done == Some(0));
    }

    fn observe(&mut self, input: &[u64], output: &[u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        if input[i.s_upd_valid] == 1 && output[o.s_upd_ready] == 1 {
            self.held = None;
        }
        if input[i.set_valid] == 1 && output[o.set_ready] == 1 {
            (self.sets_left, self.rewrite) = (self.sets_left.saturating_sub(1), None);
        }
        if self.done == Some(0) {
            self.done = None;
        }
        self.done = self.done.map(|left| left - 1);
        if output[o.lower_valid] == 1 {
            if input[i.lower_ready] == 1 {
                self.done = Some(self.last.engine);
                self.takes = self.last.engine;
            } else {
                self.takes = self.takes.saturating_sub(1);
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.pending.is_none()
            && self.held.is_none()
            && self.reset_left == 0
            && self.sets_left == 0
            && self.rewrite.is_none()
    }
}
