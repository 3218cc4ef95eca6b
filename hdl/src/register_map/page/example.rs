//! The page's worked example: real values, the raw numbers that they are, and each access that brings them in.

use super::number;
use crate::register_map::words;
use layout::config::{Config, Unit};
use layout::fixed::Format;
use layout::registers::{self, Register};
use layout::units::Example;
use std::fmt::Write;

/// The parameter set that the examples write, and the QP.
const SET: u64 = 3;
const QPN: u64 = 9;

pub fn text(config: &Config) -> String {
    let mut out = String::from("## Worked example\n\n");
    for unit in &config.engine.units {
        match (unit, &unit.row().example) {
            (_, Some(example)) => set_of(&mut out, config, *unit, example),
            (Unit::Ldcp, None) => ldcp(&mut out, config),
            (Unit::Hpcc, None) => hpcc(&mut out, config),
            (unit, None) => panic!("{} has no example", unit.title()),
        }
    }
    out + &c(config)
}

/// A value of a register: how a person says it, and the raw number.
struct Value {
    register: Register,
    said: String,
    raw: u64,
}

/// num/den in the register's unit, to nearest.
fn value(config: &Config, name: &str, num: u64, den: u64, said: &str) -> Value {
    let register = registers::named(config, name);
    let shifted = u128::from(num) << register.field.format.frac;
    let raw = ((shifted + u128::from(den) / 2) / u128::from(den)) as u64;
    let raw = register.field.check(raw).unwrap_or_else(|e| panic!("the page's example: {e}"));
    Value { register, said: said.into(), raw }
}

/// The accesses that write values, the lower word first.
fn writes(out: &mut String, values: &[Value]) {
    *out += "| write to | | value | format | raw | word |\n|---|---|---|---|---|---|\n";
    for Value { register, said, raw } in values {
        for word in words(register) {
            let format = register.field.format;
            let (format, raw_text) =
                if word.lowest == 0 { (number(format), raw.to_string()) } else { ("".into(), "".into()) };
            let said = if word.lowest == 0 { said.as_str() } else { "" };
            let bits = (raw >> word.lowest) as u32;
            let _ = writeln!(
                out,
                "| `{:#05x}` | `{}` | {said} | {format} | {raw_text} | `{bits:#010x}` |",
                word.offset, word.name
            );
        }
    }
    out.push('\n');
}

fn ldcp(out: &mut String, config: &Config) {
    let of = |name, num, den, said| value(config, name, num, den, said);
    let _ = writeln!(
        out,
        "### LDCP: parameter set {SET}, and QP {QPN} on it\n\nA cautious set: half a packet more each round trip, a quarter less for each \
         marked one, never below 1/16 packet, never above 100.5.\nIn U1.16 one half is 0.5 · 2^16 = {}; in U14.28, 100.5 · 2^28 = {most} = \
         `{most:#x}` takes two words.\n",
        of("set_ldcp_alpha", 1, 2, "").raw,
        most = of("set_ldcp_cw_max", 201, 2, "").raw,
    );
    writes(
        out,
        &[
            of("set_ldcp_alpha", 1, 2, "1/2 packet"),
            of("set_ldcp_beta", 1, 4, "1/4 packet"),
            of("set_ldcp_gamma", 1, 16, "1/16 packet"),
            of("set_ldcp_eta", 1, 2, "1/2"),
            of("set_ldcp_cw_max", 201, 2, "100.5 packets"),
            of("set_ldcp_write", SET, 1, "set 3"),
        ],
    );
    let _ = writeln!(
        out,
        "Then QP {QPN} is opened: its first PSN is 0x900000, it takes the set and starts with a window of 2.5 packets and a round trip of 12 µs: parts \
         1 + 2 + 4, for it runs LDCP alone.\n"
    );
    let mut opens = vec![
        of("host_qpn", QPN, 1, "QP 9"),
        of("host_parts", 7, 1, "choice, psn, ldcp"),
        of("host_alg", 0, 1, "ldcp"),
        of("host_set", SET, 1, "set 3"),
        of("host_psn", 0x8f_ffff, 1, "the one before the first"),
        of("host_open", 1, 1, "open"),
        of("host_ldcp_cw", 5, 2, "2.5 packets"),
        of("host_ldcp_rtt", 12_000, 1, "12 µs"),
    ];
    if config.ldcp.fast_start {
        opens.push(of("host_ldcp_iw", 0, 1, "no fast start"));
    }
    opens.push(of("host_start", 1, 1, "write"));
    writes(out, &opens);
    let (cw, words) = (registers::named(config, "found_ldcp_cw"), [0x2aaa_aaab_u32, 0]);
    let _ = writeln!(
        out,
        "Read back some ACKs later, `found_ldcp_cw` (`{:#05x}`, `{:#05x}`) may give `{:#010x}` and `{:#010x}`: {} / 2^28 ≈ {} packets.\n",
        cw.offset,
        cw.offset + 4,
        words[0],
        words[1],
        words[0],
        rounded(cw.field.format, words[0].into())
    );
}

/// Three decimals, halves up.
fn rounded(format: Format, raw: u64) -> String {
    let thousandths = (u128::from(raw) * 1000 + (1 << (format.frac - 1))) >> format.frac;
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

/// Round trip of the example in ns, and the header's units: ns a tick, bytes a count of txBytes and of qLen.
const T: u64 = 20_000;
const UNITS: [u64; 3] = [1, 128, 80];

fn hpcc(out: &mut String, config: &Config) {
    let of = |name, num, den, said| value(config, name, num, den, said);
    let [ts, tx, q] = UNITS;
    let (tau, rate) = (reciprocal(ts, T, 32), reciprocal(1, T, 18));
    let common = gcd(q * ts, tx * T);
    let (q_weight, tx_weight) = (q * ts / common, tx * T / common);
    let _ = writeln!(
        out,
        "### HPCC++: parameter set {SET} for 800 Gbit/s and 20 µs\n\nThe bandwidth-delay product, 100 bytes a ns for {T} ns, is 2,000,000 bytes: \
         the window's upper clamp. The last seven values follow from\nT = {T} ns and the header's units: {ts} ns a tick, {tx} bytes a count of \
         txBytes, {q} of qLen.\n\n\
         - `t_ticks` = ceil(T / ts_unit).\n\
         - `tau_gain` = ts_unit / T = m / 2^e with the top bit of the 32-bit mantissa set: {ts}/{T} · 2^{} = {} to nearest.\n\
         - `rate_gain` = 1 / T likewise with 18 bits: 2^{} / {T} = {} to nearest.\n\
         - `q_weight` : `tx_weight` = q_unit · ts_unit : tx_unit · T in lowest terms: {} : {} = {q_weight} : {tx_weight}.\n",
        tau.1,
        tau.0,
        rate.1,
        rate.0,
        q * ts,
        tx * T,
    );
    writes(
        out,
        &[
            of("set_hpcc_t", T, 1, "20 µs"),
            of("set_hpcc_eta", 95, 100, "0.95"),
            of("set_hpcc_max_stage", 5, 1, "5"),
            of("set_hpcc_w_ai", 200, 1, "200 bytes"),
            of("set_hpcc_w_min", 1000, 1, "1,000 bytes"),
            of("set_hpcc_w_max", 2_000_000, 1, "2,000,000 bytes"),
            of("set_hpcc_sync_first", 1, 1, "yes"),
            of("set_hpcc_rate_gain_m", rate.0, 1, "mantissa of 1/T"),
            of("set_hpcc_rate_gain_e", rate.1, 1, "its exponent"),
            of("set_hpcc_t_ticks", T.div_ceil(ts), 1, "20,000 ticks"),
            of("set_hpcc_tau_gain_m", tau.0, 1, "mantissa of ts_unit/T"),
            of("set_hpcc_tau_gain_e", tau.1, 1, "its exponent"),
            of("set_hpcc_q_weight", q_weight, 1, "weight of a queue count"),
            of("set_hpcc_tx_weight", tx_weight, 1, "weight of a transmit count"),
            of("set_hpcc_write", SET, 1, "set 3"),
        ],
    );
    let inv = reciprocal(8, 800 * ts, 32);
    let _ = writeln!(
        out,
        "Speed code 7 as 800 Gbit/s: B is 100 bytes a ns, and 1/(B · ts_unit) = 8/{} = m / 2^e with m = {}, e = {}.\n",
        800 * ts,
        inv.0,
        inv.1
    );
    writes(
        out,
        &[
            of("spd_gbps", 800, 1, "800 Gbit/s"),
            of("spd_inv_b_m", inv.0, 1, "mantissa"),
            of("spd_inv_b_e", inv.1, 1, "exponent"),
            of("spd_write", 7, 1, "code 7"),
        ],
    );
}

/// The parameter set of a unit whose row has an example.
fn set_of(out: &mut String, config: &Config, unit: Unit, example: &Example) {
    let of = |&(name, num, den, said): &(&str, u64, u64, &str)| value(config, name, num, den, said);
    let mut values: Vec<Value> = example.values.iter().map(of).collect();
    let mut about = example.about.to_owned();
    for Value { register, raw, .. } in &values {
        about = about.replace(&format!("{{{}}}", register.name()), &format!("{raw} = `{raw:#x}`"));
    }
    values.push(of(&(&format!("set_{}_write", unit.name()), SET, 1, "set 3")));
    let _ = writeln!(out, "### {}: parameter set {SET}\n\n{about}\n", unit.title());
    writes(out, &values);
}

/// num/den = m·2^-e, the mantissa to nearest and of so many bits.
fn reciprocal(num: u64, den: u64, bits: u32) -> (u64, u64) {
    let to_nearest = |e: u32| ((u128::from(num) << e) + u128::from(den) / 2) / u128::from(den);
    let e = (0..100).find(|e| to_nearest(*e) >= 1 << (bits - 1)).expect("the examples are of usual sizes");
    (to_nearest(e) as u64, e.into())
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}

/// The write of a unit's parameter set.
fn c_of_set(config: &Config, unit: Unit, example: &Example) -> String {
    let prefix = format!("set_{}_", unit.name());
    let value = |&(name, num, den, _): &(&str, u64, u64, &str)| {
        let register = registers::named(config, name);
        let member = name.strip_prefix(&prefix).expect("a register of the set");
        match register.field.format.frac {
            0 => format!("    set.{member} = {num}u;\n"),
            _ => format!("    set.{member} = ACKW_FIXED({num}, {den}, ACKW_{}_FRAC);\n", name.to_uppercase()),
        }
    };
    let values: String = example.values.iter().map(value).collect();
    include_str!("set.c").replace("@name", unit.name()).replace("@set", &SET.to_string()).replace("@values\n", &values)
}

/// The same in C, as a driver's first function.
fn c(config: &Config) -> String {
    let first = config.engine.units[0];
    let text = match (first, &first.row().example) {
        (unit, Some(example)) => c_of_set(config, unit, example),
        (Unit::Hpcc, None) => include_str!("hpcc.c").into(),
        (_, None) => include_str!("ldcp.c").into(),
    };
    format!("### From C\n\n```c\n{text}```\n")
}
