//! The model's input pins of a cycle as a row: for benches that make them without a list of actions.

use super::Ports;
use crate::blocks::event::Telemetry as Tel;
use layout::hpcc::MAX_HOPS;
use model::engine::{HostOp, In};
use model::hpcc::Telemetry;

impl Ports {
    /// Fills a row of zeros, but for packets. Left out is what no such bench has: events of `s_event`, what of LDCP's
    /// parameters or of speeds is written, and accesses of the pages.
    pub fn drive(&self, input: &In, row: &mut [u64]) {
        debug_assert!(input.s_event.is_none() && input.registers.ldcp.is_none() && input.registers.speed.is_none());
        let i = &self.i;
        row[i.rst_n] = input.rst_n.into();
        row[i.upd_ready] = input.upd_ready.into();
        if let Some(hpcc) = &self.hpcc {
            [row[hpcc.i.cfg_tx_unit], row[hpcc.i.cfg_q_unit]] = input.units.map(|unit| unit.raw());
            row[hpcc.i.time_now] = input.now.raw();
            if let Some((index, params)) = input.registers.hpcc {
                row[i.set_index] = index as u64;
                row[hpcc.i.set_hpcc_we] = 1;
                hpcc.set.put(row, params.raw());
                hpcc.derived.put(row, params.derived());
            }
        }
        if let Some((qpn, psn)) = input.tx {
            self.sent(row, qpn.into(), psn.raw());
        }
        if let Some(op) = &input.host {
            self.operation(op, row);
        }
    }

    fn operation(&self, op: &HostOp, row: &mut [u64]) {
        let i = &self.i;
        self.set_busy(row);
        row[i.host_valid] = 1;
        match *op {
            HostOp::Read { qpn } | HostOp::Set { qpn } => row[i.host_qpn] = qpn.into(),
            HostOp::Write { qpn, parts, context: c } => {
                row[i.host_write] = 1;
                row[i.host_qpn] = qpn.into();
                row[i.host_parts] = parts.bits();
                (row[i.host_alg], row[i.host_set]) = (c.alg as u64, c.set as u64);
                (row[i.host_psn], row[i.host_open]) = (c.psn.raw(), c.open.into());
                if let Some((l, _)) = &self.ldcp {
                    (row[l.host_ldcp_cw], row[l.host_ldcp_rtt]) = (c.cw.raw(), c.rtt.raw());
                }
                if let Some(hpcc) = &self.hpcc {
                    let h = &hpcc.i;
                    (row[h.host_hpcc_u], row[h.host_hpcc_w]) = (c.hpcc.u.raw(), c.hpcc.w.raw());
                    (row[h.host_hpcc_wc], row[h.host_hpcc_inc_stage]) = (c.hpcc.wc.raw(), c.hpcc.inc_stage.raw());
                    row[h.host_hpcc_last_update] = c.hpcc.last_update.raw();
                }
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
