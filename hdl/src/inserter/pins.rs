//! The pins of the block, for rust-hdl's own simulation.

use super::Inserter;
use crate::pins::{listed, Inputs, Listed, Name, Outputs, Pin};
use crate::prelude::*;

listed! {
    [W K L] Inserter<W, K, L> {
        in init_we init_addr cfg_telemetry_area cfg_max_frame_bytes host_we host_qpn host_every s_axis_tdata
           s_axis_tkeep s_axis_tvalid s_axis_tlast s_axis_tuser m_axis_tready;
        out s_axis_tready m_axis_tdata m_axis_tkeep m_axis_tvalid m_axis_tlast m_axis_tuser inserted passed too_long
            not_data broken;
    }
}
