//! The block in rust-hdl's simulation.

use super::Responder;
use crate::prelude::*;
use crate::sim::Sim;

/// The number on the block's page, as 62 bytes.
#[rustfmt::skip]
const FRAME: [u8; 62] = [
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00,
    0x45, 0x02, 0x00, 0x30, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0xb7, 0x4c, 0xc0, 0xa8, 0x01, 0x0a,
    0xc0, 0xa8, 0x01, 0x14,
    0xc0, 0x01, 0x12, 0xb7, 0x00, 0x1c, 0x00, 0x00,
    0x11, 0x40, 0xff, 0xff, 0x40, 0x00, 0x00, 0x2a, 0x00, 0x12, 0x34, 0x56,
    0x1f, 0x00, 0x00, 0x07,
    0x33, 0xe1, 0xa9, 0x6c,
];

#[test]
fn the_worked_number_of_the_page() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Responder::<512, 64, 16>::new(2), |block| &mut block.clock);
    sim.reset(2).unwrap();
    sim.uut.init_we.next = true;
    for address in 0..16 {
        sim.uut.init_addr.next = address.into();
        sim.step().unwrap();
    }
    sim.uut.init_we.next = false;
    sim.uut.m_axis_tready.next = true;
    sim.uut.host_we.next = true;
    sim.uut.host_qpn.next = 5.into();
    sim.uut.host.next.valid = true;
    sim.uut.host.next.dst_mac = 0x0200_0000_0001_u64.into();
    sim.uut.host.next.src_mac = 0x0200_0000_0002_u64.into();
    sim.uut.host.next.dst_ip_low = 0xc0a8_0114_u64.into();
    sim.uut.host.next.src_ip_low = 0xc0a8_010a_u64.into();
    sim.uut.host.next.tos = 2.into();
    sim.uut.host.next.ttl = 64.into();
    sim.uut.host.next.src_port = 0xc001.into();
    sim.uut.host.next.dest_qp = 0x2a.into();
    sim.uut.host.next.pkey = 0xffff.into();
    sim.uut.msn_we.next = true;
    sim.uut.msn_qpn.next = 5.into();
    sim.uut.msn.next = 7.into();
    sim.step().unwrap();
    sim.uut.host_we.next = false;
    sim.uut.msn_we.next = false;
    sim.uut.s_answer_qpn.next = 5.into();
    sim.uut.s_answer_psn.next = 0x12_3456.into();
    sim.uut.s_answer_ece.next = true;
    let mut beats = vec![];
    for cycle in 0..40u64 {
        sim.uut.s_answer_valid.next = cycle == 0;
        sim.settle().unwrap();
        let u = &sim.uut;
        if u.m_axis_tvalid.val() {
            beats.push((cycle, u.m_axis_tdata.val(), u.m_axis_tkeep.val().raw(), u.m_axis_tlast.val()));
        }
        sim.step().unwrap();
    }
    assert_eq!(beats, [(16, Bus::from_le_bytes(&FRAME), (1 << 62) - 1, true)]);
}
