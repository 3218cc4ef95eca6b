//! The block in rust-hdl's simulation.

use super::Receiver;
use crate::prelude::*;
use crate::sim::Sim;

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Receiver::new(), |block| &mut block.clock);
    sim.reset(2).unwrap();
    sim.uut.init_we.next = true;
    for address in 0..16 {
        sim.uut.init_addr.next = address.into();
        sim.step().unwrap();
    }
    sim.uut.init_we.next = false;
    sim.uut.cfg_ack_timeout.next = 20.into();
    sim.uut.cfg_cnp_interval.next = 4.into();
    sim.uut.m_answer_ready.next = true;
    sim.uut.host_we.next = true;
    sim.uut.host_qpn.next = 5.into();
    sim.uut.host.next.mode = 2.into();
    sim.uut.host.next.m = 4.into();
    sim.uut.host.next.cnp = true;
    sim.step().unwrap();
    sim.uut.host_we.next = false;
    sim.uut.in_qpn.next = 5.into();
    let mut answers = vec![];
    for cycle in 0..40u64 {
        sim.uut.in_valid.next = cycle < 3;
        sim.uut.in_psn.next = (10 + cycle).into();
        sim.uut.in_ce.next = cycle == 2;
        sim.settle().unwrap();
        let u = &sim.uut;
        if u.m_answer_valid.val() {
            let [qpn, kind] = [u.m_answer_qpn.val().raw(), u.m_answer_kind.val().raw()];
            let [psn, count] = [u.m_answer_psn.val().raw(), u.m_answer_count.val().raw()];
            answers.push((cycle, qpn, kind, psn, count, u.m_answer_ece.val()));
        }
        sim.step().unwrap();
    }
    assert_eq!(answers, [(17, 5, 3, 0, 0, false), (18, 5, 0, 11, 2, false), (19, 5, 0, 12, 1, true)]);
}
