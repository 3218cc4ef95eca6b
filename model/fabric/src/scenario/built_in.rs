//! Scenarios that are built in: the files of `scenarios`.

/// Name and text of each.
pub const BUILT_IN: [(&str, &str); 15] = [
    ("incast", include_str!("../../scenarios/incast.toml")),
    ("join", include_str!("../../scenarios/join.toml")),
    ("permutation", include_str!("../../scenarios/permutation.toml")),
    ("all-to-all", include_str!("../../scenarios/all-to-all.toml")),
    ("ring", include_str!("../../scenarios/ring.toml")),
    ("load", include_str!("../../scenarios/load.toml")),
    ("tiny-windows", include_str!("../../scenarios/tiny-windows.toml")),
    ("slow-link", include_str!("../../scenarios/slow-link.toml")),
    ("failed-link", include_str!("../../scenarios/failed-link.toml")),
    ("mixed", include_str!("../../scenarios/mixed.toml")),
    ("websearch", include_str!("../../scenarios/websearch.toml")),
    ("fb-hadoop", include_str!("../../scenarios/fb-hadoop.toml")),
    ("no-window", include_str!("../../scenarios/no-window.toml")),
    ("many-to-one", include_str!("../../scenarios/many-to-one.toml")),
    ("fcr", include_str!("../../scenarios/fcr.toml")),
];

/// Distributions of flow sizes that are built in, which a key `cdf` may name.
///
/// WebSearch is the traffic of M. Alizadeh et al., "Data Center TCP (DCTCP)", SIGCOMM 2010, FB-Hadoop that of A. Roy et
/// al., "Inside the Social Network's (Datacenter) Network", SIGCOMM 2015, both by the points that Y. Li et al., "HPCC:
/// High Precision Congestion Control", SIGCOMM 2019, publish with their paper.
pub const CDFS: [(&str, &str); 2] = [
    ("websearch", include_str!("../../scenarios/websearch.cdf")),
    ("fb-hadoop", include_str!("../../scenarios/fb-hadoop.cdf")),
];
