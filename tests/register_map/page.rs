//! The page: its tables have every register and counter, its links lead somewhere, and its worked example is what its
//! own C writes and the model asks for.

use super::c::{first_steps, on_the_device};
use super::configurations;
use hdl::register_map::page;
use layout::config::{Config, Unit};
use layout::registers;

/// The cells of each row of a table.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = text.lines().filter(|line| line.starts_with("| "));
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

#[test]
fn the_page_has_every_register_once_with_its_numbers() {
    for (name, config) in configurations() {
        let page = page::text(&config);
        let (tables, _) = page.split_once("## Counters\n").expect("the counters follow the registers");
        for register in registers::map(&config) {
            let quoted = format!("`{}`", register.name());
            let found: Vec<_> = rows(tables).filter(|cells| cells.len() == 7 && cells[1] == quoted).collect();
            assert_eq!(found.len(), 1, "{name}: {quoted}");
            let offsets: Vec<_> =
                (0..register.words()).map(|w| format!("`{:#05x}`", register.offset + 4 * w)).collect();
            assert_eq!(found[0][0], offsets.join(" "), "{name}: {quoted}");
            assert_eq!(found[0][2], format!("{:?}", register.access).to_lowercase(), "{name}: {quoted}");
            // the reset value as it is written, in decimal or in hexadecimal
            let digits = found[0][5].split(' ').next().unwrap_or_default().trim_matches('`');
            let reset = match digits.strip_prefix("0x") {
                Some(hex) => u64::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            assert_eq!(reset, Ok(register.field.reset), "{name}: {quoted}");
        }
        let counters = rows(&page).filter(|cells| cells.len() == 4 && cells[1].parse::<u32>().is_ok()).count();
        let of_advices = if config.parser.fcr { 3 } else { 0 };
        let marks = registers::queues(&config).iter().filter(|there| **there).count();
        let others = if config.has(Unit::Hpcc) { 38 } else { 33 };
        assert_eq!(counters, others + of_advices + 1 + marks, "{name}: and what joined");
    }
}

#[test]
fn the_pages_links_lead_to_its_headings() {
    for (name, config) in configurations() {
        let page = page::text(&config);
        let plain = |c: char| c.is_alphanumeric() || c == '-';
        let headings: Vec<String> = page
            .lines()
            .filter_map(|line| line.strip_prefix("## "))
            .map(|title| title.to_lowercase().replace(' ', "-").chars().filter(|c| plain(*c)).collect())
            .collect();
        let links: Vec<&str> = page.split("](#").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert!(links.len() > 8, "{name}");
        for link in links {
            assert!(headings.iter().any(|h| h == link), "{name}: #{link}");
        }
    }
}

#[test]
fn the_pages_sequences_name_functions_that_the_header_has() {
    for (name, config) in configurations() {
        let (page, header) = (page::text(&config), hdl::register_map::c_header::text(&config));
        let functions: Vec<&str> = page.split('`').filter(|w| w.starts_with("ackw_") && !w.contains('.')).collect();
        assert!(functions.len() >= 10, "{name}");
        for function in functions {
            assert!(header.contains(&format!("{function}(")), "{name}: {function}");
        }
    }
}

/// Each configuration's parts of a context by themselves, all of them together, and what starts at the first PSN.
#[test]
fn the_page_opens_a_qp_with_the_parts_that_are_built() {
    let (update, window) = ("`host_hpcc_last_update` (`0x59c`)", "`host_dctcp_window_end` (`0x790`)");
    for (units, parts, all, first) in [
        ("\"ldcp\"", "4 (LDCP)", 7, &[][..]),
        ("\"hpcc\"", "8 (HPCC++)", 11, &[update]),
        ("\"ldcp\", \"hpcc\"", "4 (LDCP), 8 (HPCC++)", 15, &[update]),
        ("\"dctcp\"", "32 (DCTCP)", 35, &[window]),
        ("\"ldcp\", \"dctcp\"", "4 (LDCP), 32 (DCTCP)", 39, &[window]),
        ("\"ldcp\", \"hpcc\", \"dctcp\"", "4 (LDCP), 8 (HPCC++), 32 (DCTCP)", 47, &[update, window]),
    ] {
        let page = page::text(&Config::parse(&format!("engine.units = [{units}]")).expect("legal"));
        let told = [format!("closed), {parts}.\n"), format!("`host_parts` (`0x1c4`) = {all}, which are all parts")];
        assert!(told.iter().all(|told| page.contains(told)), "{units}");
        for name in [update, window] {
            let at_open = page.contains(&format!(", {name} is the first PSN"));
            let in_flight = page.contains(&format!("{name} = the last PSN"));
            assert_eq!((at_open, in_flight), (first.contains(&name), first.contains(&name)), "{units}: {name}");
        }
        assert!(page.contains("\n3. To close it: ") && !page.contains("\n\n\n"), "{units}");
    }
}

/// The accesses that a part of the page lists, as the device prints them.
fn listed(page: &str, heading: &str) -> Vec<String> {
    let (_, part) = page.split_once(heading).unwrap_or_else(|| panic!("the page has {heading}"));
    let part = part.split("\n### ").next().unwrap_or(part);
    let hex = |cell: &str| cell.trim_matches('`').trim_start_matches("0x").to_owned();
    rows(part).filter(|cells| cells[0].starts_with('`')).map(|c| format!("w {} {}", hex(c[0]), hex(c[5]))).collect()
}

#[test]
fn the_worked_example_is_what_the_pages_own_c_writes() {
    let main = "\nint main(void)\n{\n    return first_steps(0) == ACKW_OK ? 0 : 1;\n}\n";
    for (name, config) in configurations() {
        let said = on_the_device(&config, &(first_steps(&config) + main));
        if said.is_empty() {
            return; // no compiler, and that has been said
        }
        let page = page::text(&config);
        let heading = if config.has(Unit::Ldcp) { "\n### LDCP: " } else { "\n### HPCC++: " };
        let mut listed = listed(&page, heading);
        if !config.has(Unit::Ldcp) {
            // behind the set, the page has a speed
            assert_eq!(listed.split_off(listed.len() - 4).last().map(String::as_str), Some("w 56c 00000007"));
        }
        assert_eq!(said, listed, "{name}");
        assert!(said.len() > 10, "{name}");
    }
}

/// HPCC++'s derived values in the example are the model's.
#[test]
fn the_worked_example_of_hpcc_is_what_the_model_asks_for() {
    use model::hpcc::{Header, Params};
    let listed = listed(&page::text(&Config::default()), "\n### HPCC++: ");
    let word = |offset: u32| {
        let start = format!("w {offset:03x} ");
        let found = listed.iter().find_map(|line| line.strip_prefix(&start)).expect("the example writes it");
        u64::from_str_radix(found, 16).expect("a word")
    };
    let mut speeds = layout::hpcc::SPEED_TABLE;
    speeds[7] = 800;
    let header = Header::from_raw([1, 128, 80], speeds).expect("in range");
    let reset = layout::hpcc::PARAMS.map(|f| f.reset);
    // T, eta, maxStage, W_ai, W_init, W_min, W_max, U_init, sync_first
    let raw = [20_000, 62_259, 5, 200 << 12, reset[4], 1000 << 12, 2_000_000 << 12, reset[7], 1];
    let params = Params::from_raw(raw, &header).expect("they go together");
    let windows = [0x510, 0x518].map(|lower| word(lower) | word(lower + 4) << 32);
    assert_eq!([word(0x500), word(0x504), word(0x508), word(0x50c)], [raw[0], raw[1], raw[2], raw[3]]);
    assert_eq!((windows, word(0x520)), ([raw[5], raw[6]], raw[8]));
    let derived = [0x52c, 0x530, 0x534, 0x524, 0x528, 0x538, 0x53c].map(word);
    assert_eq!(derived, params.derived());
    assert_eq!([word(0x564), word(0x568)], header.inv_b().map(|of| of[7]));
}

/// Of any first unit, with what else a context may have: nothing is used that has no value, and nothing is refused.
#[test]
fn the_pages_own_c_writes_whole_sets_and_contexts() {
    let main = "\nint main(void)\n{\n    return first_steps(0) == ACKW_OK ? 0 : 1;\n}\n";
    let configurations = [
        ("[engine]\nunits = [\"ldcp\"]\n[ldcp]\nfast_start = true\n", "### LDCP: "),
        ("[engine]\nunits = [\"dcqcn\"]\n", ""),
        ("[engine]\nunits = [\"dcqcn\", \"dctcp\"]\n[dcqcn]\npublished = true\n", ""),
        ("[engine]\nunits = [\"dctcp\"]\n", ""),
    ];
    for (text, heading) in configurations {
        let config = Config::parse(text).expect("legal");
        let said = on_the_device(&config, &(first_steps(&config) + main));
        if said.is_empty() {
            return; // no compiler, and that has been said
        }
        if !heading.is_empty() {
            assert_eq!(said, listed(&page::text(&config), heading), "{text}");
        }
        assert!(said.len() > 3, "{text}: {said:?}");
    }
}
