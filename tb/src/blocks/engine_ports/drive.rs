//! The model's input pins of a cycle as a row: for benches that make them without a list of actions.

use super::Ports;
use crate::blocks::event::Telemetry as Tel;
use layout::hpcc::MAX_HOPS;
use model::engine::{HostOp, In};
use model::hpcc::Telemetry;

impl Ports {
    /// Fills a row of zeros, but for packets. Left out are events of `s_event`, which no such bench has.
    pub fn drive(&self, input: &In, row: &mut [u64]) {
        debug_assert!(input.s_event.is_none());
        let i = &self.i;
        row[i.rst_n] = input.rst_n.into();
        row[i.upd_ready] = input.upd_ready.into();
        self.hold_mtu(row);
        self.now(row, input.now.raw());
        self.unit.put_access(&input.unit, row);
        if let Some((qpn, psn)) = input.tx {
            self.sent(row, qpn.into(), psn.raw());
        }
        if let Some(op) = &input.host {
            self.operation(op, row);
        }
    }

    fn operation(&self, op: &HostOp, row: &mut [u64]) {
        let i = &self.i;
        row[i.host_valid] = 1;
        match *op {
            HostOp::Read { qpn } | HostOp::Set { qpn } => row[i.host_qpn] = qpn.into(),
            HostOp::Write { qpn, parts, context: c } => {
                row[i.host_write] = 1;
                row[i.host_qpn] = qpn.into();
                row[i.host_parts] = parts.bits();
                (row[i.host_alg], row[i.host_set]) = (c.alg as u64, c.set as u64);
                (row[i.host_psn], row[i.host_open]) = (c.psn.raw(), c.open.into());
            }
        }
    }
}

/// Telemetry as rows take it.
pub fn telemetry(of: &Telemetry<MAX_HOPS>) -> Tel {
    let hops = of.hops.map(|hop| [hop.speed.raw(), hop.ts.raw(), hop.tx_bytes.raw(), hop.q_len.raw()]);
    let hops = hops.map(|hop| hop.map(|field| field as u32));
    Tel { path: of.path.raw() as u32, n_hop: of.n_hop.raw() as u32, hops }
}
