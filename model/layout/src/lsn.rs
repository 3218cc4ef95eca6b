//! The numbers of `engine.lsn`: LDCP's byte sequence (draft 3.1). Of ACKs with it the bits are our own format, for the
//! draft has none (FORMATS.md).

use crate::field::Field;
use crate::fixed::Format;
use crate::prober::OPCODES;
use crate::registers::{Access, LSN, Register, register};
pub use crate::shaper::Lsn;

/// MTU of packets as the IBTA codes it: 1 to 5 are 256 to 4,096 bytes.
pub const MTU_CODES: (u8, u8) = (1, 5);

/// log2 of the bytes that a code stands for.
pub const fn mtu_log2(code: u8) -> u32 {
    7 + code as u32
}

pub const OPCODE: Field = Field {
    name: "lsn_opcode",
    format: Format::new(8, 0),
    unit: "1",
    min: OPCODES.0 as u64,
    max: OPCODES.1 as u64,
    reset: 0xd1,
    doc: "BTH.OpCode of ACKs with an LSN, of those of READ responses too; where a probe has the same, it is the probe's",
};
pub const MTU: Field = Field {
    name: "lsn_mtu",
    format: Format::new(3, 0),
    unit: "code",
    min: MTU_CODES.0 as u64,
    max: MTU_CODES.1 as u64,
    reset: 3,
    doc: "MTU, by which bytes become packets: 1 to 5 are 256, 512, 1024, 2048, 4096 bytes",
};

/// The page of registers in a NIC (hdl/src/nic.md). Change them only while nothing is under way.
pub fn page() -> Vec<Register> {
    vec![register(LSN, Access::Write, OPCODE), register(LSN + 0x04, Access::Write, MTU)]
}
