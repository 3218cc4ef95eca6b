//! The block in rust-hdl's simulation.

use super::Prober;
use crate::prelude::*;
use crate::sim::Sim;

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Prober::new(), |block| &mut block.clock);
    sim.reset(2).unwrap();
    sim.uut.init_we.next = true;
    for address in 0..16 {
        sim.uut.init_addr.next = address.into();
        sim.step().unwrap();
    }
    sim.uut.init_we.next = false;
    sim.uut.cfg_timeout.next = 50_000.into();
    sim.uut.m_probe_ready.next = true;
    sim.uut.m_rtt_ready.next = true;
    sim.uut.host_we.next = true;
    sim.uut.host_opens.next = true;
    sim.uut.host_qpn.next = 5.into();
    sim.uut.host_kind.next = 2.into();
    sim.uut.host_period.next = 10_000.into();
    sim.uut.host_psn.next = 100.into();
    sim.step().unwrap();
    sim.uut.host_we.next = false;
    let mut said = vec![];
    for cycle in 0..60u64 {
        sim.uut.time_now.next = (5 * cycle).into();
        sim.uut.tx_valid.next = cycle == 0;
        sim.uut.tx_qpn.next = 5.into();
        sim.uut.tx_psn.next = 101.into();
        sim.uut.s_resp_valid.next = cycle == 40;
        sim.uut.s_resp_qpn.next = 5.into();
        sim.uut.s_resp_kind.next = 2.into();
        sim.uut.s_resp_time.next = 60.into();
        sim.settle().unwrap();
        let u = &sim.uut;
        assert!(cycle != 40 || u.s_resp_ready.val());
        if u.m_probe_valid.val() {
            let [qpn, psn] = [u.m_probe_qpn.val().raw(), u.m_probe_psn.val().raw()];
            said.push((cycle, qpn, psn, u.m_probe_time.val().raw()));
        }
        if u.m_rtt_valid.val() {
            let [qpn, psn] = [u.m_rtt_qpn.val().raw(), u.m_rtt_psn.val().raw()];
            said.push((cycle, qpn, psn, u.m_rtt_measured.val().raw()));
        }
        sim.step().unwrap();
    }
    assert_eq!(said, [(15, 5, 101, 60), (46, 5, 101, 155)]);
}
