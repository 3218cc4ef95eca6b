//! The C header as compilers see it, and its sequences on a device of our own (`device.h`).

use super::{configurations, root, written};
use crate::support::tools::{left_out, on_path};
use layout::config::{Config, Unit};
use layout::registers::{self, ALERTS, Access, FEATURES, STATUS};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// With -O2 the compilers look for what is used before it has a value.
const STRICT: [&str; 6] = ["-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Werror", "-O2"];

/// The compilers that the header must please: how to call each, without the files.
fn compilers() -> Vec<Vec<String>> {
    let language = |tool: &str, args: &[&str]| {
        let path = on_path(tool)?;
        let args = args.iter().map(|a| (*a).to_owned());
        Some(std::iter::once(path.to_string_lossy().into_owned()).chain(args).collect::<Vec<String>>())
    };
    let all = [
        ("gcc", &["-std=c99"][..]),
        ("gcc", &["-std=c11"]),
        ("g++", &["-std=c++11", "-x", "c++"]),
        ("g++", &["-std=c++17", "-x", "c++"]),
        ("clang", &["-std=c99"]),
    ];
    let found: Vec<_> = all.iter().filter_map(|(tool, args)| language(tool, args)).collect();
    for needed in ["gcc", "g++"] {
        if on_path(needed).is_none() {
            left_out(&format!("the C header under {needed}"), &format!("apt-get install {needed}"));
        }
    }
    found
}

/// Compiles a program against the header in `dir` and runs it: what it prints.
fn run(compiler: &[String], dir: &Path, program: &str) -> String {
    std::fs::write(dir.join("program.c"), program).expect("a file");
    let mut compile = Command::new(&compiler[0]);
    compile.current_dir(dir).args(&compiler[1..]).args(STRICT).arg("-Isw").arg("-I");
    compile.arg(root().join("tests/register_map")).args(["program.c", "-o", "program"]);
    let output = compile.output().expect("the compiler runs");
    assert!(output.status.success(), "{compiler:?}: {}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(dir.join("program")).output().expect("the program runs");
    assert!(output.status.success(), "{compiler:?}: the program failed");
    String::from_utf8(output.stdout).expect("ASCII")
}

/// What a macro must be worth.
fn numbers(config: &Config) -> Vec<(String, u64)> {
    let mut all = vec![("ACKW_SIZE".to_owned(), 4096), ("ACKW_QPS".to_owned(), config.engine.qps.into())];
    for register in registers::map(config) {
        let (field, name) = (register.field, register.name().to_uppercase());
        let offsets: &[(&str, u32)] =
            if register.words() == 1 { &[("OFFSET", 0)] } else { &[("LO_OFFSET", 0), ("HI_OFFSET", 4)] };
        all.extend(offsets.iter().map(|(what, more)| (format!("ACKW_{name}_{what}"), (register.offset + more).into())));
        all.push((format!("ACKW_{name}_BITS"), field.format.bits().into()));
        all.push((format!("ACKW_{name}_MASK"), field.format.max_raw()));
        all.push((format!("ACKW_{name}_MIN"), field.min));
        all.push((format!("ACKW_{name}_MAX"), field.max));
        all.push((format!("ACKW_{name}_RESET"), field.reset));
        if field.format.frac > 0 {
            all.push((format!("ACKW_{name}_FRAC"), field.format.frac.into()));
        }
    }
    for &(name, lsb, bits) in FEATURES.iter() {
        let (name, place) = (name.to_uppercase(), if bits == 1 { "BIT" } else { "LSB" });
        all.push((format!("ACKW_FEATURES_{name}_{place}"), lsb.into()));
        all.push((format!("ACKW_FEATURES_{name}"), ((1 << bits) - 1) << lsb));
    }
    for (bit, (name, _)) in STATUS.iter().enumerate() {
        all.push((format!("ACKW_STATUS_{}_BIT", name.to_uppercase()), bit as u64));
        all.push((format!("ACKW_STATUS_{}", name.to_uppercase()), 1 << bit));
    }
    for (bit, (name, _)) in ALERTS.iter().enumerate() {
        all.push((format!("ACKW_ALERT_{}", name.to_uppercase()), 1 << bit));
        all.push((format!("ACKW_IRQ_ENABLE_{}_BIT", name.to_uppercase()), bit as u64));
    }
    for (bit, name) in ["CHOICE", "PSN", "LDCP", "HPCC"].iter().enumerate() {
        all.push((format!("ACKW_PART_{name}"), 1 << bit));
    }
    let counters = [
        ("DROP_AXIS_KEEP", 0),
        ("DROP_ICRC", 18),
        ("DROP_TELEMETRY_HOPS", 23),
        ("DROP_NOT_OUR_IP", 25),
        ("EVENT_ACK", 26),
    ];
    all.extend(counters.map(|(name, index)| (format!("ACKW_COUNTER_{name}"), index)));
    all.push(("ACKW_COUNTERS_OFFSET".into(), 0x200));
    all.push((
        "ACKW_COUNTERS".into(),
        42 + registers::queues(config).iter().rposition(|there| *there).map_or(0, |last| last as u64 + 1),
    ));
    all.extend([("ACKW_COUNTER_FOLDED".into(), 41), ("ACKW_COUNTER_HIGH_WATER_EVENTS".into(), 42)]);
    if config.parser.fcr {
        let advices = [("DROP_FCR_VERSION", 38), ("DROP_FCR_KIND", 39), ("EVENT_ADVICE", 40)];
        all.extend(advices.map(|(name, index)| (format!("ACKW_COUNTER_{name}"), index)));
    }
    if config.has(Unit::Ldcp) {
        all.extend([("ACKW_ALG_LDCP".into(), 0), ("ACKW_ALG_LDCP_PCC".into(), 1)]);
    }
    if config.has(Unit::Hpcc) {
        all.extend([
            ("ACKW_ALG_HPCC".into(), 2),
            ("ACKW_ALG_HPCC_RX".into(), 3),
            ("ACKW_COUNTER_HPCC_U_ZERO".into(), 34),
        ]);
    }
    all
}

#[test]
fn the_header_has_the_tables_numbers_in_c_and_in_cpp() {
    for (name, config) in configurations() {
        let dir = written(&config);
        let numbers = numbers(&config);
        let mut program = String::from("#include \"ackw_registers.h\"\n#include <stdio.h>\nint main(void)\n{\n");
        for (macro_name, _) in &numbers {
            let _ = writeln!(program, "    printf(\"{macro_name} %llx\\n\", (unsigned long long){macro_name});");
        }
        program += "    return 0;\n}\n";
        let expected: String = numbers.iter().map(|(name, value)| format!("{name} {value:x}\n")).collect();
        for compiler in compilers() {
            assert_eq!(run(&compiler, dir.path(), &program), expected, "{name}");
        }
    }
}

/// `MAP`, from which the device of `device.h` is made.
fn device(config: &Config) -> String {
    let mut out = String::from("#define MAP \\\n");
    for r in registers::map(config) {
        let access = match r.access {
            Access::Constant | Access::Read => "READ",
            Access::Write | Access::Clear => "WRITE",
            Access::Context => "CONTEXT",
            Access::Start => "START",
        };
        let (field, words) = (r.field, r.words());
        let _ = writeln!(
            out,
            "    {{ {}u, {words}u, {access}, {:#x}ull, {:#x}ull, {:#x}ull }}, \\",
            r.offset, field.min, field.max, field.reset
        );
    }
    out + "\n"
}

/// The page's C, which includes the header itself.
pub fn first_steps(config: &Config) -> String {
    let page = hdl::register_map::page::text(config);
    let text = page.split("```c\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block of C");
    text.to_owned()
}

/// What a program prints on the device, under every compiler the same.
pub fn on_the_device(config: &Config, text: &str) -> Vec<String> {
    let dir = written(config);
    let program = format!("{}#include \"device.h\"\n{text}", device(config));
    let mut said: Vec<String> = compilers().iter().map(|compiler| run(compiler, dir.path(), &program)).collect();
    let first = said.pop().unwrap_or_default();
    assert!(said.iter().all(|other| *other == first));
    first.lines().map(String::from).collect()
}

#[test]
fn the_sequences_do_what_their_comments_say() {
    if compilers().is_empty() {
        return;
    }
    let said = on_the_device(&Config::default(), include_str!("sequences.c"));
    let expected = include_str!("sequences.txt");
    let expected: Vec<&str> = expected.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(said, expected);
}

/// Derived values from C and from the model, which computes them from exact rationals.
#[test]
fn what_the_header_derives_is_what_the_model_asks_for() {
    use model::hpcc::{Header, Params};
    if compilers().is_empty() {
        return;
    }
    let mut random = crate::support::seed("what_the_header_derives_is_what_the_model_asks_for");
    let mut cases: Vec<[u64; 5]> =
        vec![[5000, 1, 128, 80, 100], [256, 1, 255, 255, 1], [1_048_575, 255, 1, 1, 4095], [65_536, 128, 64, 32, 2048]];
    while cases.len() < 500 {
        let t = random.log_uniform(256, 1_048_575);
        let unit = |random: &mut crate::support::Random| random.log_uniform(1, 255);
        let units = [unit(&mut random), unit(&mut random), unit(&mut random)];
        // a tick of at most T/2, as the range of t_ticks asks
        if units[0] * 2 <= t {
            cases.push([t, units[0], units[1], units[2], random.log_uniform(1, 4095)]);
        }
    }
    let mut program = format!("{}int main(void)\n{{\n", include_str!("derive.c"));
    for [t, ts, tx, q, gbps] in &cases {
        let _ = writeln!(program, "    one({t}u, {ts}u, {tx}u, {q}u, {gbps}u);");
    }
    // what has no value, or is out of its range, is refused, and ends; a speed of 0 makes a code unknown
    for [t, ts, tx, q, gbps] in
        [[0, 1, 1, 1, 0], [5000, 0, 1, 1, 100], [5000, 65_536, 1, 1, 65_536], [5000, 1, 1, 256, 4096]]
    {
        let _ = writeln!(program, "    one({t}u, {ts}u, {tx}u, {q}u, {gbps}u);");
    }
    program += "    return 0;\n}\n";
    let config = Config::default();
    let dir = written(&config);
    let said = run(&compilers()[0], dir.path(), &program);
    let (mut compared, mut refused) = (0, 0);
    let unknown =
        [registers::named(&config, "spd_inv_b_m"), registers::named(&config, "spd_inv_b_e")].map(|r| r.field.min);
    let refused_ones = format!("\nweight {} {}\n{}", unknown[0], unknown[1], "weight 0 0\n".repeat(3));
    assert!(said.ends_with(&refused_ones), "{said}");
    for (line, case) in said.lines().zip(&cases) {
        let [t, ts, tx, q, gbps] = *case;
        let mut speeds = [0; 16];
        speeds[0] = gbps;
        let header = Header::from_raw([ts, tx, q], speeds).expect("in range");
        let mut raw = layout::hpcc::PARAMS.map(|f| f.reset);
        raw[0] = t;
        let [m, e] = header.inv_b().map(|of| of[0].to_string());
        let expected: Vec<String> = match Params::from_raw(raw, &header) {
            Ok(params) => params.derived().iter().map(u64::to_string).chain([m, e]).collect(),
            Err(_) => vec!["weight".into(), m, e],
        };
        refused += usize::from(expected[0] == "weight");
        assert_eq!(line, expected.join(" "), "{case:?}");
        compared += 1;
    }
    assert!(compared == cases.len() && refused > 0 && refused < compared, "{compared} compared, {refused} refused");
}

/// FCR15: a QP that is opened alone starts at what the line allows in a round trip, in each algorithm, and lower values
/// alone are raised. 100 Gbit/s for 10 us are 125,000 bytes, 125 packets of 1,000.
#[test]
fn a_qp_that_is_opened_alone_starts_at_the_lines_rate() {
    let mut config = Config::default();
    config.engine.units = Unit::ALL.to_vec();
    let dir = written(&config);
    let program = r#"
#include "ackw_registers.h"
#include <stdio.h>
static void one(struct ackw_context start, uint64_t rate, uint32_t rtt_ns, uint32_t mtu_bytes)
{
    ackw_start_at_rate(&start, rate, rtt_ns, mtu_bytes);
    printf("%llu %llu %llu %llu %llu\n", (unsigned long long)start.ldcp_cw, (unsigned long long)start.hpcc_w,
           (unsigned long long)start.hpcc_wc, (unsigned long long)start.dcqcn_rc, (unsigned long long)start.dctcp_cwnd);
}
int main(void)
{
    struct ackw_context start;
    ackw_reset_context(&start);
    start.hpcc_w = 1;
    start.hpcc_wc = 1;
    start.dcqcn_rc = 1u << 28;
    one(start, (uint64_t)25 << 27, 10000u, 1000u);
    start.ldcp_cw = (uint64_t)126 << 28;
    start.hpcc_w = (uint64_t)125001 << ACKW_HOST_HPCC_W_FRAC;
    start.dcqcn_rc = (uint64_t)26 << 27;
    start.dctcp_cwnd = (uint64_t)126 << 27;
    one(start, (uint64_t)25 << 27, 10000u, 1000u);
    /* 800 Gbit/s for 268 ms: each at its register's greatest */
    one(start, (uint64_t)100 << 28, 0xfffffffu, 256u);
    return 0;
}
"#;
    let w = registers::named(&config, "host_hpcc_w").field.format.frac;
    let max = |name: &str| registers::named(&config, name).field.max;
    let expected = [
        [125 << 28, 125_000 << w, 125_000 << w, 25 << 27, 125 << 27],
        [126 << 28, 125_001 << w, 125_000 << w, 26 << 27, 126 << 27],
        [max("host_ldcp_cw"), max("host_hpcc_w"), max("host_hpcc_wc"), 100 << 28, max("host_dctcp_cwnd")],
    ];
    let lines: Vec<String> = expected.iter().map(|line| line.map(|n| n.to_string()).join(" ")).collect();
    for compiler in compilers() {
        let said = run(&compiler, dir.path(), program);
        assert_eq!(said.lines().collect::<Vec<_>>(), lines, "{compiler:?}");
    }
    // of units that are not there nothing is said
    for unit in Unit::ALL {
        let mut config = Config::default();
        config.engine.units = vec![unit];
        let dir = written(&config);
        run(&compilers()[0], dir.path(), "#include \"ackw_registers.h\"\nint main(void)\n{\n    return 0;\n}\n");
    }
}
