//! Runs the example algorithm of hdl/guide/new_algorithm.md through its model and its ideal side by side:
//! `cargo run --release -p ackwright-model --example aimd`.

mod aimd;

use layout::fixed::Format;
use model::number::{Q, exact, fraction};

fn main() {
    let (mut rule, rounded) = aimd::make("add = 0.3\nmult = \"2/3\"").expect("both are in range");
    rule.exactly(&rounded);
    let format: Format = aimd::AIMD.state[0].format;
    let (mut raw, mut ideal) = ([aimd::AIMD.state[0].reset], [exact(aimd::AIMD.state[0].reset, format)]);
    println!("{:<6}{:>24}{:>24}", "event", "cwnd, model", "cwnd, ideal");
    for event in [0, 0, 1, 0, 1, 1] {
        let (mut update, mut update_ideal) = ([0], [Q::from_integer(0.into())]);
        rule.step(&mut raw, &[event], &mut update);
        rule.ideal(&mut ideal, &[event], &mut update_ideal);
        let name = aimd::AIMD.kinds[event as usize].name;
        println!("{name:<6}{:>24}{:>24}", format.decimal(update[0]), fraction(&update_ideal[0]));
    }
}
