//! The table and the readings, without the command line.

use layout::algorithms::Row;
use model::algorithms::Entry;
use model::hns::{ALGORITHMS, HnsError, Ours, Set, entries};
use model::ldcp::params::Params;

fn set(text: &str) -> Result<Set, HnsError> {
    entries(text).and_then(|entries| Set::of(&entries))
}

fn error(text: &str) -> String {
    set(text).expect_err("wrong").to_string()
}

/// `hns_roce_hw_v2.h`: HNS_ROCE_LDCP_…_MAX and HNS_ROCE_DCQCN_…_MAX, the least is 0.
#[test]
fn names_and_limits_are_the_drivers() {
    let of = |folder: &str| {
        let algorithm = ALGORITHMS.iter().find(|a| a.folder == folder).expect("in the table");
        algorithm.params.iter().map(|p| (p.name, p.max)).collect::<Vec<_>>()
    };
    let ldcp = [("cwd0", 4_294_967_295), ("alpha", 255), ("gamma", 7), ("beta", 7), ("eta", 7), ("lifespan", 1000)];
    assert_eq!(of("ldcp_cc_param"), ldcp);
    let dcqcn = [
        ("ai", 65_535),
        ("f", 255),
        ("tkp", 10),
        ("tmp", 15),
        ("alp", 65_535),
        ("max_speed", 4_294_967_295),
        ("g", 15),
        ("al", 255),
        ("cnp_time", 255),
        ("ashift", 15),
        ("lifespan", 1000),
    ];
    assert_eq!(of("dcqcn_cc_param"), dcqcn);
    assert_eq!(ALGORITHMS.each_ref().map(|a| a.ours), ["ldcp", "dcqcn-p"]);
}

#[test]
fn a_name_of_ours_is_a_parameter_of_that_algorithm() {
    let mut compared = 0;
    for algorithm in &ALGORITHMS {
        let row = Row::named(algorithm.ours).expect("in the list");
        let fields = (row.params)();
        for param in algorithm.params {
            if let Ours::As(name, _) = param.ours {
                assert!(fields.iter().any(|f| f.name == name), "{}: {name}", algorithm.ours);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 8);
}

#[test]
fn values_are_read_as_the_page_says() {
    let toml = set("cwd0 100000\nalpha 64\ngamma 4\nbeta 2\neta 1\nlifespan 100\n").expect("legal").toml();
    assert_eq!(
        toml,
        concat!(
            "# ldcp, of the hns driver's ldcp_cc_param\n",
            "alpha = \"64/256\" # alpha 64, in 1/256\n",
            "gamma = \"1/16\" # gamma 4, as a shift\n",
            "beta = \"1/4\" # beta 2, as a shift\n",
            "eta = \"1/2\" # eta 1, as a shift\n",
        )
    );
    // alpha 1/4, beta 1/4, gamma 1/16, eta 1/2; raw
    let (params, rounded) = Params::from_toml(&toml).expect("ours");
    assert_eq!((params.raw()[..4].to_vec(), rounded), (vec![16_384, 16_384, 4096, 32_768], vec![]));
}

/// A value of the driver's range is taken or is none of ours, and what is taken is exact.
#[test]
fn every_value_of_ldcp_is_exact_or_refused_by_name() {
    let (mut taken, mut refused) = (0, vec![]);
    for (name, max) in [("alpha", 255u64), ("gamma", 7), ("beta", 7), ("eta", 7)] {
        for n in 0..=max {
            match set(&format!("{name} {n}")) {
                Ok(set) => {
                    let (_, rounded) = Params::from_toml(&set.toml()).expect("ours");
                    assert!(rounded.is_empty(), "{name} {n}: {rounded:?}");
                    taken += 1;
                }
                Err(_) => refused.push((name, n)),
            }
        }
    }
    // alpha 0 would never increase, eta 2^0 never decrease
    assert_eq!((taken, refused), (256 + 3 * 8 - 2, vec![("alpha", 0), ("eta", 0)]));
    assert_eq!(
        error("beta 1\nalpha 0"),
        "line 2: alpha = 0 is no value of ours: alpha = 0: expected 64 to 65536 (U1.16, raw)"
    );
}

#[test]
fn dcqcn_is_read_as_the_page_says() {
    let text = "ai 40\nf 5\ntkp 4\ntmp 3\nalp 1\nmax_speed 100000\ng 8\nal 2\ncnp_time 4\nashift 5\nlifespan 0\n";
    let set = set(text).expect("legal");
    assert_eq!(
        set.toml(),
        concat!(
            "# dcqcn-p, of the hns driver's dcqcn_cc_param\n",
            "rai = \"40/8000\" # ai 40, in Mbit/s\n",
            "recovery = 5 # f 5, as it is\n",
            "line = \"100000/8000\" # max_speed 100000, in Mbit/s\n",
            "g = \"1/256\" # g 8, as a shift\n",
        )
    );
    assert_eq!(set.left_out().len(), 7);
    let entry = Row::named("dcqcn-p").and_then(Entry::of).expect("a rule");
    let (_, rounded) = (entry.make)(&set.toml()).expect("what is printed is taken");
    // 40 Mbit/s are no multiple of 2^-28 bytes a ns; 100 Gbit/s are
    assert_eq!(rounded.iter().map(|r| r.field.name).collect::<Vec<_>>(), ["rai"]);
    for (text, name) in [("f 255", "recovery"), ("ai 0", "rai"), ("max_speed 4294967295", "line"), ("g 15", "g")] {
        assert!(error(text).contains(&format!("is no value of ours: {name} = ")), "{text}: {}", error(text));
    }
}

#[test]
fn a_file_may_have_any_of_these_forms() {
    let want = set("alpha 16\nbeta 1\n").expect("legal").toml();
    for text in [
        "alpha = 16\nbeta = 1",
        "alpha=16\nbeta=1\n",
        "alpha: 16\r\nbeta: 1\r\n",
        "# a comment\n\n  alpha\t0x10   # another\nbeta 0X1",
        "ldcp_cc_param/alpha:16\nldcp_cc_param/beta:1",
        "/sys/kernel/debug/hns_roce/0000:35:00.0/ldcp_cc_param/alpha:16\n\
         /sys/kernel/debug/hns_roce/0000:35:00.0/ldcp_cc_param/beta:1",
        "/sys/class/infiniband/hns_0/ports/1/ldcp_cc_param/alpha 16\nbeta 1",
    ] {
        assert_eq!(set(text).map(|set| set.toml()).as_ref(), Ok(&want), "{text}");
    }
}

#[test]
fn a_wrong_line_is_told_with_what_was_expected() {
    let ldcp = "cwd0, alpha, gamma, beta, eta, lifespan";
    let dcqcn = "ai, f, tkp, tmp, alp, max_speed, g, al, cnp_time, ashift, lifespan";
    let cases = [
        ("alpha", "line 1: `alpha`: expected a name and a value".to_owned()),
        ("\nalpha 1 2", "line 2: `alpha 1 2`: expected a name and a value".into()),
        ("alpha =", "line 1: `alpha =`: expected a name and a value".into()),
        ("alpha == 1", "line 1: `alpha == 1`: expected a name and a value".into()),
        ("= 1", "line 1: `= 1`: expected a name and a value".into()),
        ("a = b = 1", "line 1: `a = b = 1`: expected a name and a value".into()),
        ("alpha 256", "line 1: alpha = 256: expected 0 to 255, as the driver does".into()),
        ("beta 8", "line 1: beta = 8: expected 0 to 7, as the driver does".into()),
        ("lifespan 1001", "line 1: lifespan = 1001: expected 0 to 1000, as the driver does".into()),
        ("tkp 11", "line 1: tkp = 11: expected 0 to 10, as the driver does".into()),
        ("alpha -1", "line 1: alpha = -1: expected 0 to 255, as the driver does".into()),
        ("alpha 1.5", "line 1: alpha = 1.5: expected 0 to 255, as the driver does".into()),
        ("alpha 0x", "line 1: alpha = 0x: expected 0 to 255, as the driver does".into()),
        ("alpha 0x+1", "line 1: alpha = 0x+1: expected 0 to 255, as the driver does".into()),
        ("cwd0 99999999999999999999", "line 1: cwd0 = 99999999999999999999: expected 0 to 4294967295, as the driver does".into()),
        ("alpha 1\nbeta 1\nalpha 1", "line 3: `alpha` stands twice: expected it once".into()),
        ("gama 1", format!("line 1: unknown parameter `gama`: expected {ldcp}; or {dcqcn}")),
        ("alpha 1\ngama 1", format!("line 2: unknown parameter `gama`: expected {ldcp}")),
        ("dcqcn_cc_param/alpha 1", format!("line 1: unknown parameter `alpha`: expected {dcqcn}")),
        ("alpha 1\nai 1", "line 2: `ai` is of dcqcn-p, and what stands before it of ldcp: expected one algorithm".into()),
        (
            "hc3_cc_param/bandwidth:1000",
            "line 1: `hc3_cc_param`: expected ldcp_cc_param or dcqcn_cc_param (dip_cc_param and hc3_cc_param have no counterpart)".into(),
        ),
        ("", "no parameter of one algorithm: expected lines such as `alpha 128`, or a folder ldcp_cc_param or dcqcn_cc_param".into()),
        ("lifespan 1", "no parameter of one algorithm: expected lines such as `alpha 128`, or a folder ldcp_cc_param or dcqcn_cc_param".into()),
    ];
    for (text, told) in cases {
        assert_eq!(error(text), told, "{text:?}");
    }
}

#[test]
fn what_has_no_counterpart_is_said_with_its_reason() {
    let set = set("cwd0 1\nalpha 1\nlifespan 2").expect("legal");
    assert_eq!(set.left_out(), ["cwd0 (a QP is opened with its window)", "lifespan (of the driver alone)"]);
    let names = |folder: &str| {
        let algorithm = ALGORITHMS.iter().find(|a| a.folder == folder).expect("in the table");
        let none = algorithm.params.iter().filter(|p| matches!(p.ours, Ours::Nothing(_)));
        none.map(|p| p.name).collect::<Vec<_>>()
    };
    assert_eq!(names("ldcp_cc_param"), ["cwd0", "lifespan"]);
    assert_eq!(names("dcqcn_cc_param"), ["tkp", "tmp", "alp", "al", "cnp_time", "ashift", "lifespan"]);
}
