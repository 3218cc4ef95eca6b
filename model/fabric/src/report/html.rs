//! Pages: a table of figures, and pictures in the text.

use super::compare::settings;
use super::figures::{FcrFigures, Figures, Latency};
use crate::picture::Picture;

const STYLE: &str = "body{font:15px sans-serif;max-width:62em;margin:2em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #bbb;padding:.25em .6em;text-align:right}\
th{background:#f2f2f2}td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto;margin:.6em 0}";

/// Text as a page has it.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Rows of a table: what it is with its unit, and a value for each run.
pub fn rows(all: &[&Figures]) -> Vec<(String, Vec<String>)> {
    let of = |value: &dyn Fn(&Figures) -> String| all.iter().map(|figures| value(figures)).collect();
    let slow = |value: &dyn Fn(&super::Slowdown) -> f64| {
        of(&|f| f.slowdown.as_ref().map_or("-".to_owned(), |slow| format!("{:.3}", value(slow))))
    };
    let mut rows = vec![
        ("scenario", of(&|f| f.scenario.clone())),
        ("algorithm", of(&|f| f.cc.clone())),
        ("seed", of(&|f| f.seed.to_string())),
        ("complete", of(&|f| if f.complete { "yes".to_owned() } else { "no".to_owned() })),
        ("flows complete", of(&|f| format!("{} of {}", f.completed, f.flows))),
        ("makespan (us)", of(&|f| format!("{:.3}", f.makespan_ns as f64 / 1000.0))),
        ("makespan / bound", of(&|f| f.makespan_over_bound().map_or("-".to_owned(), |ratio| format!("{ratio:.3}")))),
        ("slowdown p50", slow(&|s| s.p50)),
        ("slowdown p95", slow(&|s| s.p95)),
        ("slowdown p99", slow(&|s| s.p99)),
        ("Jain's index of bytes / FCT", of(&|f| format!("{:.3}", f.jain))),
        ("longest queue (kB)", of(&|f| format!("{:.1}", f.queue.longest_bytes as f64 / 1000.0))),
        (
            "its port",
            of(&|f| match f.queue.port {
                0 => "-".to_owned(),
                port => format!("sw{}port{port}", f.queue.node),
            }),
        ),
        (
            "its mean / p99 (kB)",
            of(&|f| {
                let port = f.queue.ports.iter().find(|p| (p.node, p.port) == (f.queue.node, f.queue.port));
                port.map_or("-".to_owned(), |p| format!("{:.1} / {}", p.mean_kb, p.p99_kb))
            }),
        ),
        ("PAUSE frames", of(&|f| f.pfc.pauses.to_string())),
        ("ports paused, sum (us)", of(&|f| format!("{:.3}", f.pfc.paused_ns as f64 / 1000.0))),
        ("dropped", of(&|f| (f.dropped_packets + f.dropped_incapable_packets).to_string())),
        ("lost on links", of(&|f| f.lost_packets.to_string())),
        ("timeouts", of(&|f| f.timeouts.to_string())),
        ("data packets", of(&|f| f.data_packets.to_string())),
        ("events", of(&|f| f.events.to_string())),
    ];
    let tail = |latency: &Option<Latency>| {
        latency.as_ref().map_or("-".to_owned(), |l| {
            let us = |ns: u64| ns as f64 / 1000.0;
            format!("{:.3} / {:.3} / {:.3}", us(l.mean_ns), us(l.p99_ns), us(l.p99_9_ns))
        })
    };
    if all.iter().any(|f| f.pings.is_some()) {
        rows.push(("8 bytes, mean / 99 % / 99.9 % (us)", of(&|f| tail(&f.pings))));
        rows.push(("messages, the same (us)", of(&|f| tail(&f.messages))));
    }
    if all.iter().any(|f| f.fcr.is_some()) {
        let fcr = |value: &dyn Fn(&FcrFigures) -> u64| {
            of(&|f| f.fcr.as_ref().map_or("-".to_owned(), |fcr| value(fcr).to_string()))
        };
        rows.push(("advices of switches", fcr(&|f| f.advices)));
        rows.push(("of them rejected", fcr(&|f| f.rejected)));
        rows.push(("marks ignored for them", fcr(&|f| f.marks)));
        rows.push(("own values lowered at their end", fcr(&|f| f.lowered)));
    }
    rows.into_iter().map(|(name, values): (&str, _)| (name.to_owned(), values)).collect()
}

fn table(rows: &[(String, Vec<String>)]) -> String {
    let row = |(name, values): &(String, Vec<String>)| {
        let cells: String = values.iter().map(|value| format!("<td>{}</td>", escaped(value))).collect();
        format!("<tr><th>{}</th>{cells}</tr>\n", escaped(name))
    };
    format!("<table>\n{}</table>\n", rows.iter().map(row).collect::<String>())
}

/// A page; `note` stands before its tables, if there is one.
pub fn page(title: &str, all: &[&Figures], pictures: &[Picture], note: &str) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    for figures in all.iter().filter(|figures| !figures.complete) {
        let name = escaped(&figures.title());
        let (done, flows) = (figures.completed, figures.flows);
        page += &format!("<p><strong>{name}: not complete, {done} of {flows} flows ended.</strong></p>\n");
    }
    if !note.is_empty() {
        page += &format!("<p><strong>{}.</strong></p>\n", escaped(note));
    }
    page += &table(&rows(all));
    for svg in pictures.iter().map(Picture::svg).filter(|svg| !svg.is_empty()) {
        page += &svg;
        page.push('\n');
    }
    page += &format!("<h2>Settings</h2>\n{}", table(&settings(all)));
    let program = all.first().map_or("", |figures| &figures.program);
    page += &format!("<p>Written by {}.</p>\n</body></html>\n", escaped(program));
    page
}
