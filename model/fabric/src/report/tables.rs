//! Traces as CSV.

use crate::simulate::{Outcome, most_bytes};
use std::fmt::Write;

/// Ports that queue.csv has: those with the longest queues.
const PORTS: usize = 16;
/// Flows that qp.csv has: those with the most bytes.
const FLOWS: usize = 16;

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("to a string");
    text.push('\n');
}

/// Bytes queued, the greatest of each interval: a column a port.
pub fn queue_csv(outcome: &Outcome) -> String {
    let trace = &outcome.queue_trace;
    let mut columns: Vec<(u64, usize)> = (0..outcome.ports.len())
        .map(|column| (trace.column(column).max().unwrap_or(0), column))
        .filter(|&(most, _)| most != 0)
        .collect();
    columns.sort_by_key(|&(most, column)| (std::cmp::Reverse(most), column));
    columns.truncate(PORTS);
    columns.sort_by_key(|&(_, column)| column);
    let name = |&(_, column): &(u64, usize)| {
        let (node, port) = outcome.ports[column];
        format!(",sw{node}port{port}_bytes")
    };
    let mut text = format!("time_ns{}\n", columns.iter().map(name).collect::<String>());
    for row in 0..trace.rows() {
        let values = trace.row(row);
        let values: String = columns.iter().map(|&(_, column)| format!(",{}", values[column])).collect();
        line(&mut text, format_args!("{}{values}", outcome.from_ns + row as u64 * trace.interval_ns()));
    }
    text
}

/// PAUSE and RESUME frames that came to ports.
pub fn pfc_csv(outcome: &Outcome) -> String {
    let mut text = "time_ns,node,port,frame\n".to_owned();
    for change in &outcome.pauses {
        let frame = if change.paused { "PAUSE" } else { "RESUME" };
        line(&mut text, format_args!("{},{},{},{frame}", change.time_ns, change.node, change.port));
    }
    text
}

/// Windows (empty: none) and rates at the end of each interval, and bytes that came to the receiver in it. A flow has
/// rows from its start to its end.
pub fn qp_csv(outcome: &Outcome) -> String {
    let mut text = "time_ns,flow,window_bytes,rate_bps,delivered_bytes\n".to_owned();
    let every_ns = outcome.rates.interval_ns();
    let bytes: Vec<u64> = outcome.traced.iter().map(|&flow| outcome.flows[flow].spec.bytes).collect();
    let columns = most_bytes(&bytes, FLOWS);
    for row in 0..outcome.rates.rows() {
        let values = [&outcome.windows, &outcome.rates, &outcome.delivered].map(|trace| trace.row(row));
        let time_ns = outcome.from_ns + row as u64 * every_ns;
        for &column in &columns {
            let (flow, [window, rate, delivered]) = (outcome.traced[column], values.map(|values| values[column]));
            let of = &outcome.flows[flow];
            // its last bytes came within the row before at the latest
            let over = of.fct_ns.is_some_and(|fct_ns| of.spec.start_ns + fct_ns + every_ns <= time_ns);
            if rate == 0 || over {
                continue;
            }
            let window = if window == u64::MAX { String::new() } else { window.to_string() };
            line(&mut text, format_args!("{time_ns},{flow},{window},{rate},{delivered}"));
        }
    }
    text
}
