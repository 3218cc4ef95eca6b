//! The sender half, which paces: `sender` beside its model, in networks in which grants come to mean different things.
//! The engine is its model alone.

use crate::bench::bugs::{Bug, Bugs};
use fabric::nic::{Difference, Engines, Field, Twin};
use fabric::scenario::Scenario;
use fabric::{Outcome, SimulateError, simulate_watched};
use layout::config::Config;
use model::engine::{In, Out};
use model::{limit, sender, shaper};
use std::ops::ControlFlow;
use std::path::Path;
use tb::blocks::lockstep::SenderLockstep;
use tb::{Builder, Variant};

/// Bugs that change what a sender may send.
const BUGS: &[Bug] = crate::bugs! {
"sender" "ackw_sender.v" {
    "LDCP's timer is not looked at": "if (of_ldcp & paced) begin" => "if (1'b0) begin";
    "HPCC++ has no rate": "if (of_hpcc) begin" => "if (1'b0) begin";
    "a request overtakes its QP's opening": "shaper_s_req_valid = s_req_valid & !opening" => "shaper_s_req_valid = s_req_valid";
}
"sender" "ackw_shaper.v" {
    "the cap is not asked": "uncapped <= !capped | (line_free & " => "uncapped <= 1'b1 | (line_free & ";
}
"sender" "ackw_shaper_lists.v" {
    "a paused class is granted": "may = holds & ~paused;" => "may = holds;";
}
"sender" "ackw_shaper_place.v" {
    "a QP whose time has not come is granted its place": "may = m10_asks & m10_due;" => "may = m10_asks;";
}
"sender" "ackw_shaper_event.v" {
    "what is acknowledged stays in flight": "if (e_acks) begin" => "if (1'b0) begin";
    "what is to be sent again is forgotten": "add <= back;" => "add <= 28'd0;";
    "a rewind leaves snd_nxt": "if (!e_ends_beyond) begin" => "if (1'b0) begin";
    "a doorbell adds nothing": "add <= m2_op_bytes;" => "add <= 28'd0;";
}
"sender" "ackw_shaper_offer.v" {
    "the window does not cut an offer": "if (m6_limited & (q_left < q_turn)) begin" => "if (1'b0) begin";
    "the first packets are ECN-capable": "if (starts & (plain_packets < {1'b0, of_whole})) begin" => "if (1'b0) begin";
}
"sender" "ackw_shaper_tree.v" {
    "a due time stays when it ends": "if (finish_due_valid) begin" => "if (1'b1) begin";
}
};

/// Windows cut by a fast start that loses packets, and hosts that a failing link leaves without ACKs; windows below a
/// packet; rates, with a memory so small that classes are paused.
const TEXTS: [(&str, &str); 3] = [
    (
        "incast",
        "kind = \"incast\"\ncc = \"rtl-ldcp\"\nsenders = 8\nbytes = 200_000\nfast_start = true\nmarks_percent = 20\n\
         timeout_rtts = 16\n[[link]]\nends = [0, 9]\nat_us = 40\nuntil_us = 43\n",
    ),
    (
        "tiny-windows",
        "kind = \"tiny-windows\"\ncc = \"rtl-ldcp\"\nsenders = 4\nflows_per_sender = 12\nrate_gbps = 10\nbytes = 20_000\n",
    ),
    ("paused", "kind = \"incast\"\ncc = \"rtl-hpcc\"\nsenders = 8\nbytes = 200_000\nmemory_kib = 500\n"),
];

struct Half(SenderLockstep);

impl Twin for Half {
    fn step(&mut self, _: &In<'_>, _: &Out) -> Result<Vec<Field>, String> {
        Ok(vec![])
    }

    fn update(&self) -> Option<model::latest::Update> {
        None
    }

    fn sender(&mut self, host: &shaper::Host, input: &sender::In, out: &sender::Out) -> Result<Vec<Field>, String> {
        let differing = self.0.step(host, input, out).map_err(|e| e.to_string())?;
        Ok(differing.into_iter().map(|d| Field { name: d.port, model: d.model, twin: d.rtl }).collect())
    }

    fn limit(&mut self, _: &limit::In, _: &limit::Out) -> Result<Vec<Field>, String> {
        Err("no scenario of these has FCR".to_owned())
    }
}

fn run(config: &Config, design: &tb::Design, text: &str, every_cycle: bool) -> Result<Outcome, Difference> {
    let builder = Builder::from_env().expect("a simulator is there or fetched");
    let scenario = Scenario::parse(Path::new("s.toml"), text).expect("a scenario");
    let lib = builder.load(design, Variant::Quick).expect("builds");
    let twin = |config: &Config| {
        let lockstep = SenderLockstep::new(&lib, design, config, 1).map_err(|e| e.to_string())?;
        Ok(Box::new(Half(lockstep)) as Box<dyn Twin>)
    };
    let engines = Engines { config: Some(config), twin: Some(&twin), every_cycle, unchecked: false };
    match simulate_watched(&scenario, engines, &mut |_| ControlFlow::Continue(())) {
        Ok(outcome) => {
            assert!(outcome.complete, "the scenario ends");
            Ok(outcome)
        }
        Err(SimulateError::Differs(difference)) => Err(*difference),
        Err(e) => panic!("{e}"),
    }
}

/// On every push one bug of each file.
#[test]
fn grants_are_alike_in_rtl_and_model_and_a_bug_in_each_file_of_the_sender_half_is_seen() {
    let first = |at: &usize| BUGS[..*at].iter().all(|bug| bug.file != BUGS[*at].file);
    all_are_seen(&(0..BUGS.len()).filter(first).map(|at| BUGS[at]).collect::<Vec<_>>());
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_in_the_sender_half_is_seen() {
    assert!(BUGS.len() >= 13);
    all_are_seen(BUGS);
}

fn all_are_seen(list: &[Bug]) {
    let config = super::config();
    let emitted = hdl::design::build(&config, "sender").expect("builds");
    let bugs = Bugs::new(&config, &emitted, &["sender"], list);
    let design = |number: u64| bugs.design("sender").clone().hold("bug", number).expect("it is an input");
    for (name, text) in TEXTS {
        let [skipping, every] =
            [false, true].map(|every| run(&config, &design(0), text, every).expect("equal without a bug"));
        let compared = skipping.compared;
        println!("{name}, no bug: {compared:?}, pauses {}, lost {:?}", skipping.pauses.len(), skipping.counters.lost);
        assert!(skipping.fct_text == every.fct_text && compared.grants == every.compared.grants, "{name}");
        assert!(compared.grants > 400 && compared.sender < every.compared.sender, "{name}: {compared:?}");
    }
    let mut missed = vec![];
    for (bug, number) in list.iter().zip(1..) {
        let seen = |(name, text)| run(&config, &design(number), text, false).err().map(|found| (name, found));
        match TEXTS.into_iter().find_map(seen) {
            Some((name, found)) => println!("{}: {}: {name}: {found}", bug.file, bug.bug),
            None => missed.push((bug.file, bug.bug)),
        }
    }
    assert!(missed.is_empty(), "{} of {}: {missed:#?}", missed.len(), list.len());
}
