//! The block in rust-hdl's simulation.

use super::Inserter;
use crate::prelude::*;
use crate::sim::Sim;

include!("worked.rs");

#[test]
fn the_worked_number_of_the_page() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Inserter::<512, 64, 16>::default(), |block| &mut block.clock);
    sim.reset(2).unwrap();
    sim.uut.cfg_telemetry_area.next = 3.into();
    sim.uut.cfg_max_frame_bytes.next = 9216.into();
    sim.uut.init_we.next = true;
    for address in 0..16 {
        sim.uut.init_addr.next = address.into();
        sim.step().unwrap();
    }
    sim.uut.init_we.next = false;
    sim.uut.m_axis_tready.next = true;
    sim.uut.host_we.next = true;
    sim.uut.host_qpn.next = 5.into();
    sim.uut.host_every.next = 1.into();
    sim.step().unwrap();
    sim.uut.host_we.next = false;
    sim.uut.s_axis_tdata.next = Bus::from_le_bytes(&CAME);
    sim.uut.s_axis_tkeep.next = ((1u64 << 62) - 1).into();
    sim.uut.s_axis_tlast.next = true;
    sim.uut.s_axis_tuser.next = 5.into();
    let mut beats = vec![];
    for cycle in 0..40u64 {
        sim.uut.s_axis_tvalid.next = cycle == 0;
        sim.settle().unwrap();
        let u = &sim.uut;
        if u.m_axis_tvalid.val() {
            let (keep, last) = (u.m_axis_tkeep.val().raw(), u.m_axis_tlast.val());
            beats.push((cycle, u.m_axis_tdata.val(), keep, last, u.m_axis_tuser.val()));
        }
        sim.step().unwrap();
    }
    let (first, second) = WENT.split_at(64);
    assert_eq!(
        beats,
        [
            (16, Bus::from_le_bytes(first), u128::from(u64::MAX), false, false),
            (17, Bus::from_le_bytes(second), (1 << 10) - 1, true, false)
        ]
    );
}
