//! What is going on, on a terminal: within a moment of its start, everything that takes long says what it is. Where
//! stderr is no terminal nothing is drawn.

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// How often what is drawn moves.
const TICK: Duration = Duration::from_millis(200);

/// Work without a measure of how much of it is done: its line goes when this does.
pub struct Stage(ProgressBar);

/// Says what is being done.
pub fn stage(what: impl Into<String>) -> Stage {
    Stage(moving(ProgressBar::new_spinner().with_message(what.into()), "{spinner} {msg} {elapsed}"))
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A bar of so many events; `finish_and_clear` ends it.
pub fn bar(events: u64, what: &str) -> ProgressBar {
    let template = "{spinner} {msg:10} {wide_bar} {human_pos}/{human_len} {elapsed}, {eta} left";
    moving(ProgressBar::new(events).with_message(what.to_owned()), template)
}

/// A bar of the packets of a run in a network, with a message that says how far the run is. Goes when it is dropped.
pub fn simulated(packets: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(packets).with_message(what.to_owned()).with_finish(ProgressFinish::AndClear);
    moving(bar, "{spinner} {wide_bar} {msg} {elapsed}")
}

/// Counts what nobody knows the end of, unless it is itself to be seen on a terminal. Goes when it is dropped.
pub fn count(what: &str) -> ProgressBar {
    if std::io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let counter = ProgressBar::no_length().with_message(what.to_owned()).with_finish(ProgressFinish::AndClear);
    moving(counter, "{spinner} {human_pos} {msg} {elapsed}")
}

/// Counts beside what is printed: who prints does it within `suspend`, so that the two do not mix on a terminal.
pub fn beside_output(what: &str) -> ProgressBar {
    let counter = ProgressBar::no_length().with_message(what.to_owned()).with_finish(ProgressFinish::AndClear);
    moving(counter, "{spinner} {human_pos} {msg} {elapsed}")
}

fn moving(bar: ProgressBar, template: &str) -> ProgressBar {
    // a template that is wrong would draw another line, not none
    let bar = match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    if !bar.is_hidden() {
        bar.tick();
        bar.enable_steady_tick(TICK);
    }
    bar
}
