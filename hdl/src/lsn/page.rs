//! The page of registers of `engine.lsn`: the opcode of ACKs with an LSN, and the MTU (top.md).

use crate::prelude::*;
use crate::records::UnitBus;
use crate::register_page;

register_page! {
    /// The registers `lsn_*`.
    pub struct LsnPage {
        pub opcode: Signal<Out, U<8>>,
        pub mtu: Signal<Out, U<3>>,
    }
    registers {
        ack_opcode: 8 = "lsn_opcode", access;
        packet_mtu: 3 = "lsn_mtu", access;
    }
    status {
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module lsn_page");
        comment!("@doc The registers of ACKs with an LSN: their opcode, and the MTU by which bytes become packets.");
        comment!("@port init_done not looked at: all of them can be written at any time");
        comment!("@port opcode BTH.OpCode of ACKs with an LSN");
        comment!("@port mtu 1 to 5 are 256 to 4096 bytes");
    }
    then {
        self.opcode.next = self.ack_opcode.value.val();
        self.mtu.next = self.packet_mtu.value.val();
    }
}
