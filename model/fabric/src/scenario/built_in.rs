//! Scenarios that are built in: the files of `scenarios`.

/// Name and text of each.
pub const BUILT_IN: [(&str, &str); 11] = [
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
    ("no-window", include_str!("../../scenarios/no-window.toml")),
];
