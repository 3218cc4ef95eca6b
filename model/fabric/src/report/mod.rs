//! What a run leaves: figures, traces, pictures, and a folder with them.

mod compare;
mod figures;
mod folder;
mod html;
mod pictures;
mod tables;

pub use compare::{CompareError, Compared, compare};
pub use figures::{FcrFigures, Figures, Latency, PausedPort, Pfc, Port, QueueFigures, Slowdown, figures};
pub(crate) use folder::sha256;
pub use folder::{FolderError, Others, check_folder, write_folder};

use crate::scenario::Scenario;
use crate::simulate::Outcome;

/// The files of a run: names and texts.
pub fn files(scenario: &Scenario, outcome: &Outcome) -> Vec<(String, String)> {
    let figures = figures(scenario, outcome);
    let pictures = pictures::of_run(&figures, outcome);
    let mut files = vec![
        ("fct.txt", outcome.fct_text.clone()),
        ("queue.csv", tables::queue_csv(outcome)),
        ("pfc.csv", tables::pfc_csv(outcome)),
        ("qp.csv", tables::qp_csv(outcome)),
        ("results.json", figures.json()),
        ("report.html", html::page(&figures.title(), &[&figures], &pictures, "")),
    ];
    files.extend(outcome.queue_text.clone().map(|text| ("queue.txt", text)));
    files.sort();
    files.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
}
