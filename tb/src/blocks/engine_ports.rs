//! The ports that `engine` and `top` have in common: events, host and updates, from rows to the model's pins and back.

use super::event::{EventAction, HOST_READ, HOST_WRITE, HostValues};
use super::params::Cfg;
use super::pawa::algorithm;
use super::session::Update;
use super::words::words;
use crate::{Error, Side};
use layout::ldcp::{Cw, N, Psn, Rtt};
use model::engine::{HostDone, HostOp, Out};
use model::event::{Arrival, HostContext};
use model::params::Params;

words!(Inputs {
    rst_n,
    s_event_valid,
    s_event_kind,
    s_event_ece,
    s_event_use_psn,
    s_event_n,
    s_event_psn,
    s_event_qpn,
    host_valid,
    host_write,
    host_qpn,
    host_cw,
    host_rtt,
    host_alg,
    host_psn,
    host_psn_valid,
    upd_ready,
});
words!(Outputs {
    s_event_ready,
    host_ready,
    host_done,
    host_rcw,
    host_rrtt,
    host_ralg,
    host_rpsn,
    host_rpsn_valid,
    upd_valid,
    upd_kind,
    upd_qpn,
    upd_cw,
    upd_interval,
    upd_flags,
    init_done,
});

/// The ports with their words.
#[derive(Clone, Copy)]
pub(super) struct Ports {
    i: Inputs,
    o: Outputs,
    pub cfg: Cfg,
}

/// The outputs that mean something only with `upd_valid`.
pub(super) const UPDATE: [&str; 5] = ["upd_kind", "upd_qpn", "upd_cw", "upd_interval", "upd_flags"];
/// The outputs that mean something only with `host_done`.
pub(super) const HOST: [&str; 5] = ["host_rcw", "host_rrtt", "host_ralg", "host_rpsn", "host_rpsn_valid"];

impl Ports {
    pub fn of(block: &str, inputs: &Side, outputs: &Side, params: Params) -> Result<Ports, Error> {
        Ok(Ports {
            i: Inputs::of(block, inputs)?,
            o: Outputs::of(block, outputs)?,
            cfg: Cfg::of(block, inputs, params)?,
        })
    }

    pub fn rst_n(&self, row: &[u64]) -> bool {
        row[self.i.rst_n] == 1
    }

    pub fn set_reset(&self, row: &mut [u64]) {
        row[self.i.rst_n] = 0;
    }

    pub fn upd_ready(&self, row: &[u64]) -> bool {
        row[self.i.upd_ready] == 1
    }

    /// The event that a row offers.
    pub fn s_event(&self, row: &[u64]) -> Option<Arrival> {
        let i = &self.i;
        (row[i.s_event_valid] == 1).then(|| Arrival {
            // codes 4 to 7 are taken as a loss (engine.md)
            kind: model::event::external_kind(row[i.s_event_kind] as u8),
            ece: row[i.s_event_ece] == 1,
            use_psn: row[i.s_event_use_psn] == 1,
            n: N::wrap(row[i.s_event_n]),
            psn: Psn::wrap(row[i.s_event_psn]),
            qpn: row[i.s_event_qpn] as u32,
        })
    }

    /// The host operation that a row offers.
    pub fn host(&self, row: &[u64]) -> Option<HostOp> {
        let i = &self.i;
        let qpn = row[i.host_qpn] as u32;
        (row[i.host_valid] == 1).then(|| match row[i.host_write] {
            0 => HostOp::Read { qpn },
            _ => {
                let context = HostContext {
                    cw: Cw::wrap(row[i.host_cw]),
                    rtt: Rtt::wrap(row[i.host_rtt]),
                    alg: algorithm(row[i.host_alg]),
                    psn: Psn::wrap(row[i.host_psn]),
                    psn_valid: row[i.host_psn_valid] == 1,
                };
                HostOp::Write { qpn, context }
            }
        })
    }

    /// The inputs of a cycle in which nothing is offered: no reset, updates taken.
    pub fn rest(&self, row: &mut [u64]) {
        self.cfg.fill(row);
        row[self.i.rst_n] = 1;
        row[self.i.upd_ready] = 1;
    }

    /// Offers an event, or an operation on the host port.
    pub fn offer(&self, row: &mut [u64], e: &EventAction) {
        let i = &self.i;
        if is_host(e) {
            row[i.host_valid] = 1;
            row[i.host_write] = u64::from(e.kind == HOST_WRITE);
            row[i.host_qpn] = e.qpn;
            row[i.host_cw] = e.host.cw;
            row[i.host_rtt] = e.host.rtt;
            row[i.host_alg] = e.host.alg;
            row[i.host_psn] = e.host.psn;
            row[i.host_psn_valid] = e.host.psn_valid;
        } else {
            row[i.s_event_valid] = 1;
            row[i.s_event_kind] = e.kind;
            row[i.s_event_ece] = e.ece;
            row[i.s_event_use_psn] = e.use_psn;
            row[i.s_event_n] = e.n;
            row[i.s_event_psn] = e.psn;
            row[i.s_event_qpn] = e.qpn;
        }
    }

    /// Whether what was offered in this cycle was accepted.
    pub fn accepted(&self, row: &[u64], output: &[u64]) -> bool {
        let (i, o) = (&self.i, &self.o);
        (row[i.s_event_valid] == 1 && output[o.s_event_ready] == 1)
            || (row[i.host_valid] == 1 && output[o.host_ready] == 1)
    }

    pub fn init_done(&self, output: &[u64]) -> bool {
        output[self.o.init_done] == 1
    }

    pub fn host_done(&self, output: &[u64]) -> bool {
        output[self.o.host_done] == 1
    }

    /// The context on the host port.
    pub fn context(&self, output: &[u64]) -> HostValues {
        let o = &self.o;
        HostValues {
            cw: output[o.host_rcw],
            rtt: output[o.host_rrtt],
            alg: output[o.host_ralg],
            psn: output[o.host_rpsn],
            psn_valid: output[o.host_rpsn_valid],
            set: 0,
        }
    }

    /// The update that is handed over in this cycle.
    pub fn update(&self, output: &[u64]) -> Option<Update> {
        let o = &self.o;
        (output[o.upd_valid] == 1).then(|| Update {
            cw: output[o.upd_cw],
            interval: output[o.upd_interval],
            flags: output[o.upd_flags] as u8,
        })
    }

    /// Puts what the model answers into a row.
    pub fn put(&self, out: &Out, row: &mut [u64]) {
        let o = &self.o;
        row[o.s_event_ready] = out.s_event_ready.into();
        row[o.host_ready] = out.host_ready.into();
        row[o.init_done] = out.init_done.into();
        row[o.host_done] = out.host_done.is_some().into();
        if let Some(HostDone::Read(c)) = out.host_done {
            row[o.host_rcw] = c.cw.raw();
            row[o.host_rrtt] = c.rtt.raw();
            row[o.host_ralg] = c.alg as u64;
            row[o.host_rpsn] = c.psn.raw();
            row[o.host_rpsn_valid] = c.psn_valid.into();
        }
        if let Some(u) = &out.upd {
            row[o.upd_valid] = 1;
            row[o.upd_kind] = u.kind as u64;
            row[o.upd_qpn] = u.qpn.into();
            row[o.upd_cw] = u.cw.raw();
            row[o.upd_interval] = u.interval.raw();
            row[o.upd_flags] = u.flags.into();
        }
    }
}

/// Drives the event stream, the host port and the back-pressure, each on its own: an event is offered while a host
/// operation waits, as in a NIC.
pub(super) struct Lanes {
    pub ports: Ports,
    event: Option<(EventAction, u32)>,
    host: Option<(EventAction, u32)>,
    /// A host operation has been taken and is not done.
    busy: bool,
    stall: u32,
}

impl Lanes {
    pub fn new(ports: Ports) -> Lanes {
        Lanes { ports, event: None, host: None, busy: false, stall: 0 }
    }

    /// Whether the lane that this action goes to is free.
    pub fn takes(&self, action: &EventAction) -> bool {
        if is_host(action) { self.host.is_none() && !self.busy } else { self.event.is_none() }
    }

    pub fn start(&mut self, action: EventAction) {
        self.stall = self.stall.max(action.stall);
        let lane = if is_host(&action) { &mut self.host } else { &mut self.event };
        *lane = Some((action, action.gap));
    }

    /// Reset: everything on its way is forgotten.
    pub fn clear(&mut self) {
        (self.event, self.host, self.busy, self.stall) = (None, None, false, 0);
    }

    pub fn is_idle(&self) -> bool {
        self.event.is_none() && self.host.is_none() && !self.busy
    }

    pub fn drive(&mut self, row: &mut [u64]) {
        let i = &self.ports.i;
        self.ports.cfg.fill(row);
        row[i.upd_ready] = u64::from(self.stall == 0);
        self.stall = self.stall.saturating_sub(1);
        for (action, _) in [&self.event, &self.host].into_iter().flatten().filter(|(_, wait)| *wait == 0) {
            self.ports.offer(row, action);
        }
    }

    pub fn observe(&mut self, row: &[u64], output: &[u64]) {
        let (i, o) = (&self.ports.i, &self.ports.o);
        if row[i.s_event_valid] == 1 && output[o.s_event_ready] == 1 {
            self.event = None;
        }
        if output[o.host_done] == 1 {
            self.busy = false;
        }
        if row[i.host_valid] == 1 && output[o.host_ready] == 1 {
            (self.host, self.busy) = (None, true);
        }
        for (_, wait) in [&mut self.event, &mut self.host].into_iter().flatten() {
            *wait = wait.saturating_sub(1);
        }
    }
}

pub(super) fn is_host(action: &EventAction) -> bool {
    matches!(action.kind, HOST_WRITE | HOST_READ)
}

/// Whether an output of `host_r*` counts: a write's answer carries no context, which the model shows as all zeros of it.
pub(super) fn host_data_counts(ports: &Ports, output: &[u64]) -> bool {
    let o = &ports.o;
    // a context that was read never has rtt 0: the host cannot write it, and reset is 10 us
    output[o.host_done] == 1 && output[o.host_rrtt] != 0
}
