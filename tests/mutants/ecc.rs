//! Bugs in check bits and in what is written back beside the traffic.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.engine.units) = (16, vec![Unit::Ldcp, Unit::Hpcc, Unit::Dctcp]);
    (config.hpcc.hops, config.hpcc.lanes, config.rtl.ecc) = (2, 1, true);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"choice" "ackw_ecc.v" {
    "a wrong bit stays": "read[i] ^ (syndrome == COLUMN)" => "read[i]";
    "its neighbour is flipped": "localparam [LOW:0] COLUMN = {~^COUNT[LOW-1:0]," => "localparam [LOW:0] COLUMN = {^COUNT[LOW-1:0],";
}
"choice" "ackw_choice.v" {
    "what is written back is another QP's": "ram_waddr = rewrite_p3_qpn;" => "ram_waddr = p0_qpn;";
}
"psn" "ackw_ram_ecc.v" {
    "a word that is read while it is written counts": "re & !(we & (waddr == raddr))" => "re";
    "a bubble counts": "re & !(we & (waddr == raddr))" => "!(we & (waddr == raddr))";
}
"dctcp" "ackw_dctcp.v" {
    "a bubble's CP counts": "cp_ecc_re = valid[13];" => "cp_ecc_re = 1'b1;";
    "the counts of the event before count": "head_ecc_re = valid[0];" => "head_ecc_re = valid[1];";
    "what was wrong in a window is not told": "of_probability_corrected | of_window_corrected;" => "of_probability_corrected;";
}
"sent" "ackw_sent.v" {
    "what is written back is not what was read": "written_snd_nxt = p3_snd_nxt;" => "written_snd_nxt = w3_write_psn;";
}
};
