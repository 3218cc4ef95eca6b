//! The parser has Verilog at every width and at the ends of the range of QPs, with the ports of the page.

use hdl::emit::{emit, Design, Options};
use hdl::num::QpBits;
use hdl::parser::Parser;
use hdl::prelude::Block;
use hdl::with_data_bits;

/// Whether it reads revised CNPs, responses of probes, requests, and ACKs with an LSN.
type Reads = [bool; 4];

fn design(data_bits: usize, qp_bits: usize, hops: usize, reads: Reads) -> Design {
    fn instance<const W: usize, const K: usize, const L: usize>(
        hops: usize,
        [fcr, responses, requests, lsn]: Reads,
    ) -> Design {
        let mut parser = Box::new(Parser::<W, K, L>::counting(hops, [fcr, responses, requests], lsn));
        parser.connect_all();
        emit(&*parser, &Options::default()).unwrap()
    }
    let _width = QpBits::set(qp_bits);
    with_data_bits!(data_bits, |W, K, L| instance::<W, K, L>(hops, reads)).unwrap()
}

/// Name and width (a number, or what it is called) of each row in the page's tables of ports, of which the second is
/// of a parser that reads revised CNPs, the third of one that reads responses, the fourth of one that reads requests,
/// the fifth of one that reads ACKs with an LSN.
fn ports_of_the_page(data_bits: usize, qp_bits: usize, hops: usize, reads: Reads) -> Vec<(String, usize)> {
    let [fcr, responses, requests, lsn] = reads;
    let page = include_str!("../../src/parser.md");
    let (_, table) = page.split_once("## Ports").unwrap();
    let (table, _) = table.split_once("**Latency.**").unwrap();
    let (always, more) = table.split_once("With `parser.fcr`").unwrap();
    let (advices, more) = more.split_once("With `nic.prober`").unwrap();
    let (answered, more) = more.split_once("With `nic.answers`").unwrap();
    let (asked, counted) = more.split_once("With `engine.lsn`").unwrap();
    let some = |there: bool, part| if there { part } else { "" };
    let table = [always, some(fcr, advices), some(responses, answered), some(requests, asked), some(lsn, counted)];
    let table = table.concat();
    let mut ports = vec![];
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let width = match cells[3] {
            "log2(QPS)" => qp_bits,
            "W/8" => data_bits / 8,
            w if w.starts_with("W =") => data_bits,
            w => w.parse().unwrap(),
        };
        for name in cells[1].split(", ").map(|name| name.trim_matches('`')) {
            match name.split_once("_i_") {
                Some((hop, field)) => ports.extend((0..hops).map(|i| (format!("{hop}_{i}_{field}"), width))),
                None => ports.push((name.to_string(), width)),
            }
        }
    }
    ports
}

#[test]
fn the_top_module_has_the_ports_of_the_page() {
    for (data_bits, qp_bits, hops) in [(64, 4, 1), (64, 16, 5), (128, 14, 15), (256, 14, 6), (512, 4, 4), (512, 16, 15)]
    {
        for reads in (0..16).map(|bits| [bits & 1, bits & 2, bits & 4, bits & 8].map(|bit| bit != 0)) {
            let design = design(data_bits, qp_bits, hops, reads);
            assert_eq!(design.top, "ackw_parser");
            let ports = &design.top_module().unwrap().ports;
            let mut found: Vec<_> = ports.iter().map(|port| (port.name.clone(), port.width)).collect();
            let mut expected = ports_of_the_page(data_bits, qp_bits, hops, reads);
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{data_bits} bits, {qp_bits} bits of index, {hops} hops, {reads:?}");
        }
    }
}

#[test]
fn every_lane_has_a_matrix() {
    for lanes in [2, 4, 8, 16] {
        let design = design(32 * lanes, 14, 5, [false; 4]);
        let text = design.text();
        let shares = (0..lanes).filter(|lane| {
            text.contains(&format!("ackw_icrc_share #(\n    .LANES({lanes}),\n    .LANE ({lane})\n  ) u_lane_{lane} ("))
        });
        assert_eq!((shares.count(), text.matches("  ackw_icrc_share #(").count()), (lanes, lanes));
    }
}
