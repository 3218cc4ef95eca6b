//! `latest` against its model: an update in every cycle, of one QP, of few and of all in turn; whoever takes them
//! slowly or not at all for a while; QPs that are dropped wherever they stand.

use super::sweep::Sweep;
use super::words::words;
use crate::{Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::fixed::U;
use layout::record::Alg;
use layout::timing::LATEST_DROPS_APART;
use model::latest::{In, Latest as Model, Update};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

words!(Inputs {
    rst_n,
    init_we,
    init_addr,
    drop_valid,
    drop_qpn,
    s_upd_valid,
    s_upd_kind,
    s_upd_qpn,
    s_upd_alg,
    s_upd_window,
    s_upd_pace,
    s_upd_flags,
    s_upd_feedback,
    s_upd_una_psn,
    m_upd_ready,
});
words!(Outputs {
    m_upd_valid,
    m_upd_qpn,
    m_upd_limits,
    m_upd_acks,
    m_upd_alg,
    m_upd_window,
    m_upd_pace,
    m_upd_flags,
    m_upd_feedback,
    m_upd_una_psn,
    waiting,
    joined,
});

/// What is dropped with an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Drops {
    #[default]
    Nothing,
    Qpn(u64),
    /// What stood on the port in the last cycle.
    Port,
    /// The QP of the update so many updates ago, 0: of this one.
    Recent(usize),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LatestAction {
    /// Idle cycles before it.
    pub gap: u32,
    /// Without, it only drops.
    pub update: bool,
    /// The QP is the one behind that of the last such action, in place of `qpn`.
    pub walks: bool,
    pub qpn: u64,
    pub kind: u64,
    pub alg: u64,
    pub window: u64,
    pub pace: u64,
    pub flags: u64,
    pub feedback: bool,
    pub una: u64,
    pub drops: Drops,
    /// From now on `m_upd_ready` in so many of 16 cycles.
    pub ready: u64,
    /// For so many cycles nothing is taken.
    pub stop: u64,
    /// Cycles of a reset, in place of all that.
    pub reset: u32,
}

pub struct Latest {
    inputs: Inputs,
    outputs: Outputs,
    qps: u32,
}

impl Latest {
    pub fn new(design: &Design, qps: u32) -> Result<Latest, Error> {
        let name = "latest";
        let (inputs, outputs) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        Ok(Latest { inputs, outputs, qps })
    }
}

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
    last: u32,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.step(&In::default());
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let update = (row[i.s_upd_valid] == 1).then(|| Update {
            kind: U::wrap(row[i.s_upd_kind]),
            qpn: row[i.s_upd_qpn] as u32,
            alg: Alg::wrap(row[i.s_upd_alg]),
            window: row[i.s_upd_window],
            pace: row[i.s_upd_pace],
            flags: row[i.s_upd_flags] as u16,
            feedback: row[i.s_upd_feedback] == 1,
            una_psn: U::wrap(row[i.s_upd_una_psn]),
        });
        self.last = update.map_or(self.last, |update| update.qpn);
        let out = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            init: (row[i.init_we] == 1).then_some(row[i.init_addr] as u32),
            drop: (row[i.drop_valid] == 1).then_some(row[i.drop_qpn] as u32),
            update,
            rate: 0,
            ready: row[i.m_upd_ready] == 1,
        });
        output[o.waiting] = out.waiting.into();
        output[o.joined] = out.joined.into();
        if let Some(word) = out.word {
            let limits = word.record.limits.unwrap_or_default();
            output[o.m_upd_valid] = 1;
            output[o.m_upd_qpn] = word.qpn.into();
            output[o.m_upd_limits] = word.record.limits.is_some().into();
            output[o.m_upd_acks] = word.record.una_psn.is_some().into();
            output[o.m_upd_alg] = limits.alg.raw();
            output[o.m_upd_window] = limits.window;
            output[o.m_upd_pace] = limits.pace;
            output[o.m_upd_flags] = limits.flags.into();
            output[o.m_upd_feedback] = word.record.feedback.into();
            output[o.m_upd_una_psn] = word.record.una_psn.map_or(0, |una| una.raw());
        }
    }

    fn context(&self) -> Vec<Note> {
        vec![Note::new(format!("record of QP {}", self.last), format!("{:?}", self.model.record(self.last)))]
    }
}

/// The engine, the host and whoever takes updates.
struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    qps: u64,
    sweep: Sweep,
    pending: Option<LatestAction>,
    wait: u32,
    cycle: u64,
    ready: u64,
    /// Nothing is taken before this cycle.
    stopped: u64,
    /// No drop before this one.
    drop_at: u64,
    walk: u64,
    /// QPs of updates, the newest first.
    recent: VecDeque<u64>,
    port: u64,
    reset_left: u32,
}

impl Pins {
    /// The action of this cycle, if one may go.
    fn next(&mut self, feed: &mut Feed<'_, LatestAction>) -> Option<LatestAction> {
        if self.pending.is_none() {
            self.pending = feed.take();
            self.wait = self.pending.map_or(0, |a| a.gap);
            if self.pending.is_none() {
                (self.ready, self.stopped) = (16, 0);
            }
        }
        let action = self.pending?;
        if self.wait > 0 {
            self.wait -= 1;
            return None;
        }
        if action.drops != Drops::Nothing && self.cycle < self.drop_at {
            return None;
        }
        self.pending.take()
    }

    fn offer(&mut self, a: &LatestAction, row: &mut [u64]) {
        let i = self.inputs;
        self.ready = a.ready;
        self.stopped = self.stopped.max(self.cycle + a.stop);
        let qpn = if a.walks {
            self.walk = (self.walk + 1) % self.qps;
            self.walk
        } else {
            a.qpn
        };
        if a.update {
            self.recent.push_front(qpn);
            self.recent.truncate(32);
            row[i.s_upd_valid] = 1;
        }
        row[i.s_upd_kind] = a.kind;
        row[i.s_upd_qpn] = qpn;
        row[i.s_upd_alg] = a.alg;
        row[i.s_upd_window] = a.window;
        row[i.s_upd_pace] = a.pace;
        row[i.s_upd_flags] = a.flags;
        row[i.s_upd_feedback] = a.feedback.into();
        row[i.s_upd_una_psn] = a.una;
        let dropped = match a.drops {
            Drops::Nothing => return,
            Drops::Qpn(qpn) => qpn,
            Drops::Port => self.port,
            Drops::Recent(back) => self.recent.get(back).copied().unwrap_or(qpn),
        };
        row[i.drop_valid] = 1;
        row[i.drop_qpn] = dropped;
        self.drop_at = self.cycle + u64::from(LATEST_DROPS_APART);
    }
}

impl Driver<LatestAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, LatestAction>, row: &mut [u64]) {
        let i = self.inputs;
        self.cycle += 1;
        // a bubble that looks like an update, and like a drop
        row[i.s_upd_qpn] = self.port;
        row[i.drop_qpn] = self.port;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[i.rst_n] = 0;
        } else if !self.sweep.drive(row, i.init_we, i.init_addr)
            && let Some(action) = self.next(feed)
        {
            if action.reset > 0 {
                self.reset_left = action.reset - 1;
                self.sweep.restart();
                self.recent.clear();
                row[i.rst_n] = 0;
            } else {
                self.offer(&action, row);
            }
        }
        row[i.m_upd_ready] = u64::from(self.cycle >= self.stopped && self.cycle * 7 % 16 < self.ready);
    }

    fn observe(&mut self, _: &[u64], output: &[u64]) {
        if output[self.outputs.m_upd_valid] == 1 {
            self.port = output[self.outputs.m_upd_qpn];
        }
    }

    fn is_idle(&self) -> bool {
        self.pending.is_none() && self.reset_left == 0 && self.sweep.is_done()
    }
}

/// What an update says.
fn payload(rng: &mut Rng, a: &mut LatestAction) {
    a.kind = *rng.pick(&[0, 0, 1, 2, 3, 6, 7, 7]).unwrap_or(&0);
    a.alg = *rng.pick(&[0, 2, 3, 4, 4, 5, 5, 6]).unwrap_or(&0);
    if rng.chance(1, 8) {
        (a.kind, a.alg) = (rng.below(8), rng.below(16));
    }
    (a.window, a.pace) = (rng.edge_u64(42), rng.edge_u64(40));
    a.una = rng.edge_u64(24);
    // few flags, so that it shows whose they are
    let sticky = (1 << rng.range(4, 15)) * rng.below(2);
    a.flags = rng.below(16) | sticky;
    a.feedback = rng.chance(1, 8);
}

impl Block for Latest {
    type Action = LatestAction;

    fn name(&self) -> &str {
        "latest"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<LatestAction>) {
        let end = out.len() + n;
        let all = u64::from(self.qps);
        let many = (*rng.pick(&[1u64, 2, 2, 3, 5, 8, 16, all]).unwrap_or(&4)).min(all);
        let base = rng.below(all);
        let walks = rng.chance(1, 4);
        let idle = rng.below(4);
        let dropping = *rng.pick(&[0u64, 0, 1, 8, 25]).unwrap_or(&0);
        let mut ready = 16;
        let mut stop = if rng.chance(1, 8) { rng.range(1, 3 * all.min(1 << 13)) } else { 0 };
        while out.len() < end {
            if rng.chance(1, 24) {
                ready = *rng.pick(&[16u64, 16, 15, 12, 8, 4, 1, 0]).unwrap_or(&16);
            }
            let gap = match idle {
                2 if rng.chance(1, 4) => rng.below(20) as u32,
                3 => rng.below(30) as u32,
                _ => 0,
            };
            let qpn = (base + rng.below(many)) % all;
            let walks = walks && !rng.chance(1, 16);
            let mut a = LatestAction { gap, update: true, walks, qpn, ready, stop, ..LatestAction::default() };
            stop = 0;
            payload(rng, &mut a);
            if rng.below(100) < dropping {
                a.update = rng.chance(1, 2);
                a.drops = match rng.below(4) {
                    0 => Drops::Port,
                    1 => Drops::Qpn((base + rng.below(many)) % all),
                    _ => Drops::Recent(rng.below(24) as usize),
                };
            }
            if rng.chance(1, 5000) {
                // a single cycle leaves what it does not reset as it is
                a.reset = if rng.chance(1, 2) { 1 } else { rng.range(1, 40) } as u32;
            }
            out.push(a);
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let (inputs, outputs) = (self.inputs, self.outputs);
        Box::new(Reference { model: Model::new(self.qps), inputs, outputs, last: 0 })
    }

    fn driver(&self) -> Box<dyn Driver<LatestAction>> {
        let qps = u64::from(self.qps);
        Box::new(Pins {
            inputs: self.inputs,
            outputs: self.outputs,
            qps,
            sweep: Sweep::new(qps),
            pending: None,
            wait: 0,
            cycle: 0,
            ready: 16,
            stopped: 0,
            drop_at: 0,
            walk: 0,
            recent: VecDeque::new(),
            port: 0,
            reset_left: 0,
        })
    }

    fn streams(&self) -> Vec<Stream> {
        let payload = ["qpn", "limits", "acks", "alg", "window", "pace", "flags", "feedback", "una_psn"];
        let payload = payload.map(|field| format!("m_upd_{field}"));
        vec![Stream::new("m_upd_valid", Some("m_upd_ready"), &payload.each_ref().map(String::as_str))]
    }

    fn simpler(&self, action: &LatestAction) -> Vec<LatestAction> {
        let a = *action;
        let tries = [
            LatestAction { drops: Drops::Nothing, ..a },
            LatestAction { gap: 0, ..a },
            LatestAction { stop: 0, ..a },
            LatestAction { ready: 16, ..a },
            LatestAction { reset: 0, ..a },
            LatestAction { walks: false, ..a },
            LatestAction { qpn: 0, ..a },
            LatestAction { kind: 0, alg: 0, ..a },
            LatestAction { window: 1, pace: 1, una: 1, ..a },
            LatestAction { flags: 0, feedback: false, ..a },
        ];
        super::others(a, tries)
    }

    fn drain(&self) -> u64 {
        256
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + 40_000
    }
}
