//! Bugs where `latest` stands in `top`: its wires, its initialisation, and the rate beside the updates. What is the
//! block's own is in its list.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit, Updates};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits) = (64, 128);
    config.engine.units = vec![Unit::Ldcp, Unit::Dcqcn];
    (config.engine.fcr, config.parser.fcr) = (true, true);
    config.engine.updates = Some(Updates::Latest);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"top" "ackw_top.v" {
    "updates have no kind": ".s_upd_kind    (limit_m_upd_kind)" => ".s_upd_kind    (3'd0)";
    "one QP is never emptied": "latest_ready <= &latest_at;" => "latest_ready <= &latest_at[5:1];";
    "updates come too early": "assign empties = !latest_ready;" => "assign empties = 1'b0;";
    "the rate is lost": ".s_upd_rate    (limit_m_upd_rate)" => ".s_upd_rate    (35'd0)";
}
};
