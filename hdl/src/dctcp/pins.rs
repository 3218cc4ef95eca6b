//! The pins of the block, for rust-hdl's own simulation.

use super::{Dctcp, DctcpContext, DctcpParams};
use crate::pins::{fields, listed, Fields, Inputs, Listed, Name, Outputs, Pin};
use crate::prelude::*;

fields! {
    DctcpParams { g cwnd_min cwnd_max }
    DctcpContext { cwnd ssthresh cp window_end acked marked cut }
}

listed! {
    [] Dctcp {
        in set_we set_index set init_we init_addr host in_valid in_kind in_n0 in_n1 in_loss in_seq in_snd_nxt
           in_qpn in_set ecc_opt;
        out out_valid out_kind out_qpn out_cwnd out_flags out_ssthresh out_cp out_window_end out_acked out_marked
            out_cut fault_opt rom_opt;
    }
}
