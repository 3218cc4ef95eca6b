//! Parameter files: what they set, what they round, what is wrong with them.

use super::{EXAMPLE, example, file, raw, refused, values};
use crate::hpcc::case::{BYTE, ONE};
use crate::support::cli::{ackwright, rejected, stdout};
use serde_json::{Value, json};

#[test]
fn parameters_round_to_nearest_and_say_so() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let ask = |text: &str| {
        let params = file(&dir, "p.toml", text);
        let line = example((ONE / 2).into(), (60_000 * BYTE).into(), 2.into());
        let out = ackwright(&["replay", "--algorithm", "hpcc", "--params", &params], &line);
        let told = String::from_utf8_lossy(&out.stderr).replace(&params, "p.toml");
        (values(stdout(&out)).remove(0), told)
    };
    // 0.95 is 62259.2·2^-16, a third of a byte 1365.3·2^-12
    let (answer, told) = ask("T = 8000\nW_ai = \"1/3\"\neta = 0.95\nspeeds.2 = 100.25\n");
    assert_eq!(
        told,
        "ackwright: p.toml: line 2: W_ai = 1/3 rounded to 0.333251953125 (1365, U20.12)\n\
         ackwright: p.toml: line 3: eta = 0.95 rounded to 0.9499969482421875 (62259, U1.16)\n\
         ackwright: p.toml: line 4: speeds.2 = 100.25 rounded to 100 (100, U12.0)\n"
    );
    assert_eq!(
        (&answer["update"]["W"], &answer["state"]["U"]),
        (&json!(60_000 * BYTE + 1365), &json!(50_440_095_923u64))
    );
    // the page's bound is below 64 LSB for a U below 1
    let near = |answer: &Value, by_hand: u64| {
        let u = raw(&answer["state"]["U"]);
        assert!(u.abs_diff(by_hand) < 64, "{u} against {by_hand}");
    };
    // a list of all speeds and a table of some are the same; what a table leaves out stays
    let list = "speeds = [25, 50, 200, 200, 400, 10, 40, 800,\n 0, 0, 0, 0, 0, 0, 0, 0]\n";
    let (with_list, with_table) = (ask(&format!("{EXAMPLE}{list}")), ask(&format!("{EXAMPLE}[speeds]\n2 = 200\n")));
    assert_eq!(with_list, with_table);
    // hop 1 at 200 Gbit/s: 0.1 + 0.384; the third wins with 0.91968, U = 0.25 + 0.45984 = 0.70984, ·2^36 =
    // 48779833366.3
    near(&with_list.0, 48_779_833_366);
    // 2 ns a tick: tau = T
    let (units, _) = ask(&format!("{EXAMPLE}ts_unit = 2\ntx_unit = 64\nq_unit = 160\n"));
    // hop 1: 250·160/100000 + 300·64/8000/12.5 = 0.4 + 0.192, and U = u; ·2^36 = 40681930227.7
    near(&units, 40_681_930_228);
}

#[test]
fn a_parameter_file_that_cannot_be_used_says_where_and_what_was_expected() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let refuse = |text: &str, told: &str| {
        let params = file(&dir, "p.toml", text);
        refused(&["replay", "--algorithm", "hpcc", "--params", &params], "", &format!("{params}: {told}"));
    };
    refuse("T = 255", "line 1: T = 255: expected 256 to 1048575 (U20.0, raw)");
    refuse("\neta = true", "line 2: eta: expected a decimal or a \"num/den\" string");
    refuse("eta = \"1/0\"", "line 1: eta: `1/0` has denominator 0");
    refuse("W_ai = -1", "line 1: W_ai: `-1` is negative");
    refuse("q_unit = 4096", "line 1: q_unit = 4096: expected 1 to 4095 (U12.0, raw)");
    refuse("ts_unit = 0", "line 1: ts_unit = 0: expected 1 to 255 (U8.0, raw)");
    refuse(
        "T = 5000\nWai = 1",
        "line 2: unknown parameter `Wai`: expected one of T, eta, maxStage, W_ai, W_init, W_min, W_max, U_init, sync_first, W_max_factor, \
         ts_unit, tx_unit, q_unit, T_ticks, tau_gain_m, tau_gain_e, rate_gain_m, rate_gain_e, q_weight, tx_weight, \
         speeds.0 to speeds.15, inv_B_m.0 to inv_B_m.15, inv_B_e.0 to inv_B_e.15",
    );
    // values that do not go together
    refuse(
        "W_max = 10\n\nW_min = 20",
        "line 3: W_min = 81920: expected at most W_max = 40960 (raw), which is W_init where it is not given",
    );
    refuse(
        "W_max = 10",
        "line 1: W_min = 4096000: expected at most W_max = 40960 (raw), which is W_init where it is not given",
    );
    refuse(
        "ts_unit = 251\ntx_unit = 127\nT = 5003\n",
        "line 3: q_unit·ts_unit reduced by tx_unit·T is 20080: expected at most 4095; take a T or units with a common factor",
    );
    // the speed table
    refuse("speeds = [1, 2, 3]", "line 1: speeds: 3 values: expected 16");
    refuse("speeds = 100", "line 1: speeds: expected a list of 16 or a table by code");
    refuse("[speeds]\n2 = 4096", "line 2: speeds.2 = 4096: expected 0 to 4095 (U12.0, raw)");
    refuse("[speeds]\n2 = []", "line 2: speeds.2: expected a decimal or a \"num/den\" string");
    let params = file(&dir, "p.toml", "speeds.16 = 1");
    rejected(&["replay", "--algorithm", "hpcc", "--params", &params], "", &["line 1: unknown parameter `speeds.16`"]);
    // registers that the others give: the one legal value, whatever the parameters
    let follows = "which follows from the parameters and units";
    refuse("T_ticks = 4999", &format!("line 1: T_ticks = 4999: expected 5000, {follows}"));
    refuse("T = 8000\nts_unit = 3\nT_ticks = 8000", &format!("line 3: T_ticks = 8000: expected 2667, {follows}"));
    refuse("tau_gain_m = 1", &format!("line 1: tau_gain_m = 1: expected 3518437209, {follows}"));
    refuse("speeds.2 = 200\ninv_B_e.2 = 35", &format!("line 2: inv_B_e.2 = 35: expected 36, {follows}"));
    refuse("inv_B_m.9 = 7", &format!("line 1: inv_B_m.9 = 7: expected 0, {follows}"));
    refused(
        &["replay", "--algorithm", "hpcc", "--params", "no/such.toml"],
        "",
        "no/such.toml: cannot read: No such file or directory (os error 2)",
    );
}
