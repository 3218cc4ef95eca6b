//! UDP, BTH and AETH: their fields, caught as the lanes with their words pass; stage s6.

use super::lane_pick::LanePick;
use super::lanes::Lanes;
use crate::prelude::*;

logic_struct! {
    /// The fields of the transport headers that decide.
    pub struct TransportFields {
        pub udp_port: U<16>,
        /// UDP length, bytes
        pub udp_length: U<16>,
        pub opcode: U<8>,
        pub pad_count: U<2>,
        pub version: U<4>,
        /// FECN above BECN
        pub bth_ecn: U<2>,
        pub dest_qp: U<24>,
        pub psn: PsnWord,
        pub syndrome: U<8>,
    }
}

/// Catches the fields.
#[derive(LogicBlock, Default)]
pub struct Transport<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub s5_fresh: Signal<In, Bit>,
    pub s5_run: Lanes<Signal<In, U<6>>, L>,
    pub s5_word: Lanes<Signal<In, U<32>>, L>,
    pub s6: Signal<Out, TransportFields>,

    udp_port: LanePick<16, L>,
    udp_length: LanePick<16, L>,
    opcode: LanePick<8, L>,
    pad_count: LanePick<2, L>,
    version: LanePick<4, L>,
    bth_ecn: LanePick<2, L>,
    dest_qp: LanePick<24, L>,
    psn: LanePick<24, L>,
    syndrome: LanePick<8, L>,
}

impl<const L: usize> Logic for Transport<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module transport");
        comment!(
            "@doc The fields of UDP, BTH and AETH that decide, each held from when it passes to the end of the frame."
        );
        comment!("@port s5_fresh the beat in stage 5 begins a frame, or no frame is under way");
        comment!(
            "@port s5_run_0 bit k: the lane holds word k of the transport headers (UDP 0 and 1, BTH 2 to 4, AETH 5)"
        );
        comment!("@port s6_udp_length bytes");
        comment!("@port s6_bth_ecn FECN, BECN");
        clock!(self, clock, udp_port, udp_length, opcode, pad_count, version, bth_ecn, dest_qp, psn, syndrome);

        comment!("s5: pick");
        self.udp_port.fresh.next = self.s5_fresh.val();
        self.udp_length.fresh.next = self.s5_fresh.val();
        self.opcode.fresh.next = self.s5_fresh.val();
        self.pad_count.fresh.next = self.s5_fresh.val();
        self.version.fresh.next = self.s5_fresh.val();
        self.bth_ecn.fresh.next = self.s5_fresh.val();
        self.dest_qp.fresh.next = self.s5_fresh.val();
        self.psn.fresh.next = self.s5_fresh.val();
        self.syndrome.fresh.next = self.s5_fresh.val();
        for j in 0..L {
            self.udp_port.here[j].next = self.s5_run[j].val().get_bit(0);
            self.udp_port.lane[j].next = self.s5_word[j].val().get_bits::<16>(0);
            self.udp_length.here[j].next = self.s5_run[j].val().get_bit(1);
            self.udp_length.lane[j].next = self.s5_word[j].val().get_bits::<16>(16);
            self.opcode.here[j].next = self.s5_run[j].val().get_bit(2);
            self.opcode.lane[j].next = self.s5_word[j].val().get_bits::<8>(24);
            self.pad_count.here[j].next = self.s5_run[j].val().get_bit(2);
            self.pad_count.lane[j].next = self.s5_word[j].val().get_bits::<2>(20);
            self.version.here[j].next = self.s5_run[j].val().get_bit(2);
            self.version.lane[j].next = self.s5_word[j].val().get_bits::<4>(16);
            self.bth_ecn.here[j].next = self.s5_run[j].val().get_bit(3);
            self.bth_ecn.lane[j].next = self.s5_word[j].val().get_bits::<2>(30);
            self.dest_qp.here[j].next = self.s5_run[j].val().get_bit(3);
            self.dest_qp.lane[j].next = self.s5_word[j].val().get_bits::<24>(0);
            self.psn.here[j].next = self.s5_run[j].val().get_bit(4);
            self.psn.lane[j].next = self.s5_word[j].val().get_bits::<24>(0);
            self.syndrome.here[j].next = self.s5_run[j].val().get_bit(5);
            self.syndrome.lane[j].next = self.s5_word[j].val().get_bits::<8>(24);
        }

        comment!("s6: hold");
        self.s6.next.udp_port = self.udp_port.held.val();
        self.s6.next.udp_length = self.udp_length.held.val();
        self.s6.next.opcode = self.opcode.held.val();
        self.s6.next.pad_count = self.pad_count.held.val();
        self.s6.next.version = self.version.held.val();
        self.s6.next.bth_ecn = self.bth_ecn.held.val();
        self.s6.next.dest_qp = self.dest_qp.held.val();
        self.s6.next.psn = self.psn.held.val();
        self.s6.next.syndrome = self.syndrome.held.val();
    }
}
