//! The sender half behind the engine: hosts send what is granted, in networks in which that means different things.

use fabric::nic::{Ack, Cycle, Engines, Event, Field, Golden, Grant, Line, Nic, Speeds, Tuning, Twin, Word};
use fabric::random::Random;
use fabric::scenario::Scenario;
use fabric::{Fabric, FlowSpec, Link, Options, Outcome, SimulateError, Timeout, Topology, simulate, simulate_watched};
use layout::config::Config;
use model::engine::{self, Engine};
use model::sender::{self, Sender};
use model::shaper::{self, Counters};
use std::ops::ControlFlow;
use std::path::Path;

const LINE: Line =
    Line { line_bps: 100_000_000_000, rtt_ns: 4160, bdp_bytes: 52_000, speeds: Speeds::TABLE, tuning: Tuning::RULE };
const HPCC: Golden = Golden::Hpcc { max_stage: 5 };

fn scenario(text: &str) -> Scenario {
    Scenario::parse(Path::new("s.toml"), text).expect("a scenario")
}

fn run(text: &str) -> Outcome {
    let outcome = simulate(&scenario(text)).expect("a run");
    assert!(outcome.complete, "{text}: all flows end");
    outcome
}

/// The makespan over that of the host's pacing.
fn against_host(cc: &str, text: &str) -> f64 {
    let of = |pacing: &str| run(&format!("cc = \"{cc}\"\npacing = \"{pacing}\"\n{text}")).makespan_ns as f64;
    let ratio = of("shaper") / of("host");
    println!("{cc}, {text:?}: {ratio:.4} of the host's makespan");
    ratio
}

const INCAST: &str = "kind = \"incast\"\nsenders = 16\nbytes = 500_000\n";
/// Two flows of a host, whose first packets are lost where the queue is long, and a link that fails.
const LOSSES: &str = "kind = \"tiny-windows\"\nsenders = 4\nflows_per_sender = 2\nbytes = 300_000\nrate_gbps = 100\n\
                      fast_start = true\nmarks_percent = 20\ntimeout_rtts = 16\n\
                      [[link]]\nends = [0, 5]\nat_us = 40\nuntil_us = 43\n";
const TINY: &str = "kind = \"tiny-windows\"\nsenders = 16\nbytes = 100_000\n";
/// A memory so small that hosts are paused.
const PAUSED: &str = "kind = \"incast\"\nsenders = 16\nbytes = 300_000\nmemory_kib = 1000\n";

/// What should not come, over all hosts of a run with one algorithm.
fn counters(golden: Golden, text: &str) -> Counters {
    let cc = if golden == HPCC { "hpcc" } else { "ldcp" };
    let built = scenario(&format!("cc = \"{cc}\"\n{text}")).build().expect("a network");
    let qps = built.qps();
    let nic = |line| Cycle::new(golden, line, qps).and_then(|cycle| cycle.shaped(None)).expect("it holds");
    let mut fabric = Fabric::new(&built.topology, &built.flows, built.options.clone(), nic).expect("a network");
    built.traits.iter().enumerate().for_each(|(flow, &traits)| fabric.set_traits(flow, traits));
    for &(time_ns, link, state) in &built.changes {
        assert!(fabric.change_link(time_ns, link, state));
    }
    fabric.run();
    assert_eq!(fabric.completions().len(), built.flows.len(), "{text}: all end");
    let mut sum = Counters::default();
    for of in fabric.nics().iter().map(|nic| nic.shaper_counters().expect("it is shaped")) {
        sum.closed += of.closed;
        sum.returned += of.returned;
        sum.not_open += of.not_open;
        sum.too_much += of.too_much;
        sum.rewind_outside += of.rewind_outside;
        sum.closed_in_flight += of.closed_in_flight;
        sum.time_back += of.time_back;
    }
    sum
}

/// All QPs are closed in the end with nothing in flight, every grant was answered, and every rewind was to where the
/// block stands.
#[test]
fn nothing_comes_that_should_not() {
    for golden in [Golden::Ldcp, HPCC] {
        for text in [INCAST, TINY, PAUSED] {
            assert_eq!(counters(golden, text), Counters::default(), "{golden:?}, {text}");
        }
    }
    // what is sent again may have been confirmed meanwhile
    let lossy = Counters { rewind_outside: 0, closed: 0, ..counters(Golden::Ldcp, LOSSES) };
    assert_eq!(lossy, Counters::default());
}

/// Links that lose 1 % of all packets, flows of all sizes, several of a host: go-back-N by NACKs and timeouts. All
/// arrives, and no grant or answer is lost.
#[test]
fn what_links_lose_is_granted_again_until_it_arrives() {
    let mut topology = Topology::new(5);
    topology.set_switch(4);
    let loss = (1 << 63) / 100;
    let link = |host| Link { ends: [host, 4], rate_bps: 25_000_000_000, delay_ns: 1000, loss };
    (0..4).for_each(|host| topology.link(link(host)));
    for (golden, seed) in [(Golden::Ldcp, 1), (Golden::Ldcp, 2), (HPCC, 3), (HPCC, 4), (Golden::Dctcp, 5)] {
        let mut random = Random::new(seed, 0);
        let flows: Vec<FlowSpec> = (0..24)
            .map(|n| {
                let (src, bytes) = (n % 4, 1 + random.below(150_000));
                let (dst, start_ns) = ((src + 1 + random.below(3) as u32) % 4, random.below(50_000));
                FlowSpec { src, dst, port: 100, bytes, start_ns }
            })
            .collect();
        let options = Options { seed, timeout: Some(Timeout::RULE), ..Options::of_golden(golden, 0) };
        let nic = |line| Cycle::new(golden, line, 6).and_then(|cycle| cycle.shaped(None)).expect("it holds");
        let mut fabric = Fabric::new(&topology, &flows, options, nic).expect("a network");
        fabric.run();
        assert_eq!(fabric.completions().len(), flows.len(), "{golden:?}, {seed}");
        assert!((0..flows.len()).all(|flow| fabric.delivered(flow) == flows[flow].bytes));
        assert!(fabric.counters().lost.packets > 20 && fabric.counters().timeouts > 0, "{:?}", fabric.counters());
        for of in fabric.nics().iter().map(|nic| nic.shaper_counters().expect("it is shaped")) {
            // what was sent again without need may be under way when the last ACK comes
            assert_eq!((of.returned, of.not_open, of.too_much, of.time_back), (0, 0, 0, 0));
        }
    }
}

/// What the block's operations cost. A QP by itself has one in 13 slots, 260 ns; and HPCC++'s W is at most the BDP of
/// a network without NICs.
#[test]
fn makespans_are_near_those_of_the_host_where_a_qp_is_not_by_itself_at_the_lines_rate() {
    for (cc, text, most) in [
        ("cycle-ldcp", INCAST, 1.02),
        ("cycle-hpcc", INCAST, 1.02),
        ("cycle-ldcp", TINY, 1.02),
        ("cycle-hpcc", TINY, 1.02),
        ("cycle-ldcp", PAUSED, 1.02),
        ("cycle-hpcc", PAUSED, 1.08),
        ("cycle-ldcp", "kind = \"incast\"\nsenders = 1\nbytes = 5_000_000\n", 1.1),
        ("cycle-hpcc", "kind = \"incast\"\nsenders = 1\nbytes = 5_000_000\n", 1.5),
        ("cycle-ldcp", "kind = \"tiny-windows\"\nsenders = 1\nbytes = 200_000\nrate_gbps = 100\n", 1.02),
    ] {
        let ratio = against_host(cc, text);
        assert!((0.9..most).contains(&ratio), "{cc}, {text}: {ratio}");
    }
}

#[test]
fn what_is_paused_drops_nothing_and_what_is_lost_is_sent_again() {
    for cc in ["cycle-ldcp", "cycle-hpcc"] {
        let paused = run(&format!("cc = \"{cc}\"\n{PAUSED}"));
        assert!(paused.counters.pauses > 10 && paused.counters.dropped.packets == 0, "{:?}", paused.counters);
    }
    let lossy = run(&format!("cc = \"cycle-ldcp\"\n{LOSSES}"));
    let of = lossy.counters;
    assert!(of.dropped_incapable.packets > 10 && of.lost.packets > 0, "{of:?}");
    assert!(of.data.packets > 8 * 300, "some are sent again");
}

/// A QP that ignores its window is opened with neither window nor pace, messages ring one after the other, and advices
/// come beside the updates.
#[test]
fn windows_that_are_ignored_messages_and_advices_go_through_it_too() {
    let ignores = "kind = \"incast\"\ncc = \"cycle-ldcp\"\nsenders = 3\nbytes = 300_000\n\
                   [[group]]\nflows = [2, 2]\nignores_window = true\n";
    let fcts: Vec<u64> = run(ignores).flows.iter().map(|flow| flow.fct_ns.expect("all end")).collect();
    assert!(fcts[2] < fcts[0] && fcts[2] < fcts[1], "{fcts:?}");
    let messages =
        "kind = \"many-to-one\"\ncc = \"cycle-ldcp\"\nrate_gbps = 25\nload_percent = 30\nduration_us = 3_000\n";
    let messages = run(messages);
    assert!(messages.messages_ns.len() > 1 && messages.pings_ns.len() > 50, "{}", messages.pings_ns.len());
    let advised = "kind = \"incast\"\ncc = \"cycle-ldcp\"\nsenders = 3\nbytes = 200_000\nrate_gbps = 25\n\
                   marks_percent = 10\n[fcr]\nqueue_bytes = 500\n";
    let advices = run(advised).advices;
    assert!(advices.taken > 3 && advices.marks > 10, "{advices:?}");
}

/// A NIC by itself, which is asked when it says so.
struct Alone {
    nic: Cycle,
    now: u64,
    open: Vec<Grant>,
}

impl Alone {
    fn new(golden: Golden, fast_start: bool) -> Alone {
        let mut nic = Cycle::new(golden, LINE, 1).and_then(|cycle| cycle.shaped(Some(8))).expect("it holds");
        nic.ack(0, 0, Event::Open { flow: 0 });
        nic.told(0, 0, Word::Begin { bypass: false, fast_start });
        assert!(nic.paces(0));
        Alone { nic, now: 0, open: vec![] }
    }

    fn rings(&mut self, bytes: u64) {
        self.nic.told(self.now, 0, Word::Ring { bytes, to_end: bytes });
    }

    /// What is granted within so many ns.
    fn within(&mut self, ns: u64) -> Vec<Grant> {
        let (end, mut came) = (self.now + ns, vec![]);
        while let Some(due) = self.nic.due().filter(|&due| due <= end) {
            self.now = self.now.max(due);
            while self.nic.next(self.now).is_some() {}
            while let Some(grant) = self.nic.grant(self.now) {
                came.push(grant);
            }
        }
        self.now = end;
        self.open.extend(&came);
        came
    }

    /// All that is open is used, and answered.
    fn answers(&mut self, nxt: &mut u64) {
        for grant in std::mem::take(&mut self.open) {
            *nxt += grant.bytes;
            self.nic.ack(self.now, 0, Event::Sent { nxt: *nxt });
            self.nic.told(self.now, 0, Word::Answer { tag: grant.tag, nxt: *nxt, bytes: grant.bytes, empty: false });
        }
    }
}

/// By hand: 52 packets of a fast start, a quantum of 8, a message of 10. Nine are not ECN-capable; the message's last
/// one is, and goes alone. An ACK ends that.
#[test]
fn the_last_packet_of_a_message_is_ecn_capable_in_a_fast_start() {
    let mut alone = Alone::new(Golden::Ldcp, true);
    alone.rings(10_000);
    let (mut nxt, mut all) = (0, vec![]);
    for _ in 0..4 {
        all.extend(alone.within(2_000));
        alone.answers(&mut nxt);
    }
    let of = |grant: &Grant| (grant.bytes, grant.packets, grant.ecn_capable);
    assert_eq!(all.iter().map(of).collect::<Vec<_>>(), [(8_000, 8, false), (1_000, 1, false), (1_000, 1, true)]);
    let ack = Ack { seq: nxt, nxt, confirmed: nxt, mark: false, nack: false, path: 0, telemetry: &[] };
    alone.nic.ack(alone.now, 0, Event::Ack(ack));
    assert_eq!(alone.within(1_000), []);
    alone.rings(3_500);
    assert_eq!(alone.within(2_000).iter().map(of).collect::<Vec<_>>(), [(3_500, 4, true)]);
}

/// 52 packets fill the window; behind a rewind of three, which says that the others have come through, 52 go again; an
/// ACK of ten of them lets ten go, but not while the class is paused, nor behind the end.
#[test]
fn windows_rewinds_pauses_and_ends_are_those_of_the_host() {
    let mut alone = Alone::new(Golden::Ldcp, false);
    alone.rings(1_000_000);
    let (mut nxt, mut granted) = (0, 0);
    for _ in 0..20 {
        granted += alone.within(2_000).iter().map(|grant| grant.bytes).sum::<u64>();
        alone.answers(&mut nxt);
    }
    assert_eq!((granted, nxt, alone.nic.due()), (52_000, 52_000, None), "at rest, and nothing is asked");
    nxt -= 3_000;
    alone.nic.told(alone.now, 0, Word::Rewind { nxt, bytes: 3_000 });
    let mut again = 0;
    for _ in 0..20 {
        again += alone.within(2_000).iter().map(|grant| grant.bytes).sum::<u64>();
        alone.answers(&mut nxt);
    }
    assert_eq!((again, nxt, alone.within(10_000)), (52_000, 101_000, vec![]));
    alone.nic.pause(alone.now, true);
    let ack = Ack { seq: 59_000, nxt, confirmed: 59_000, mark: false, nack: false, path: 0, telemetry: &[] };
    alone.nic.ack(alone.now, 0, Event::Ack(ack));
    assert_eq!(alone.within(100_000), []);
    alone.nic.pause(alone.now, false);
    // the window is larger by 59/52 of a packet, and another one may stick out of it
    let after: u64 = alone.within(2_000).iter().map(|grant| grant.bytes).sum();
    assert!((11_000..=12_000).contains(&after), "{after}");
    alone.answers(&mut nxt);
    alone.nic.told(alone.now, 0, Word::End);
    alone.within(10_000);
    alone.rings(5_000);
    assert_eq!(alone.within(10_000), []);
    let counters = alone.nic.shaper_counters().expect("it is shaped");
    assert_eq!((counters.closed, counters.closed_in_flight), (1, 1));
}

/// The models out of reset; the sender's grant of this number is of a byte more.
struct Second {
    engine: Engine,
    sender: Option<Sender>,
    qps: u32,
    slip: Option<u64>,
    grants: u64,
}

impl Twin for Second {
    fn step(&mut self, input: &engine::In<'_>, out: &engine::Out) -> Result<Vec<Field>, String> {
        assert_eq!(&self.engine.step(input), out);
        Ok(vec![])
    }

    fn update(&self) -> Option<model::latest::Update> {
        None
    }

    fn sender(&mut self, host: &shaper::Host, input: &sender::In, out: &sender::Out) -> Result<Vec<Field>, String> {
        let mine = self.sender.get_or_insert_with(|| Sender::new(self.qps, *host)).step(input);
        self.grants += u64::from(mine.grant.is_some());
        let text = |out: &sender::Out| format!("{:?}", out.grant.map(|grant| grant.max_bytes));
        let field = || Field { name: "sender.m_grant_max_bytes".to_owned(), model: text(out), twin: text(&mine) };
        let slips = self.slip.is_some_and(|slip| self.grants >= slip) && mine.grant.is_some();
        Ok(if mine == *out && !slips { vec![] } else { vec![field()] })
    }

    fn limit(&mut self, _: &model::limit::In, _: &model::limit::Out) -> Result<Vec<Field>, String> {
        Err("no scenario here has FCR".to_owned())
    }
}

fn beside(text: &str, slip: Option<u64>, every_cycle: bool) -> Result<Outcome, SimulateError> {
    let make = |config: &Config| {
        let (engine, qps) = (Engine::new(config), config.engine.qps);
        Ok(Box::new(Second { engine, sender: None, qps, slip, grants: 0 }) as Box<dyn Twin>)
    };
    let engines = Engines { twin: Some(&make), every_cycle, ..Engines::default() };
    simulate_watched(&scenario(text), engines, &mut |_| ControlFlow::Continue(()))
}

/// Where rests are left out and where they are not: the same bytes, with every grant compared.
#[test]
fn rests_that_are_left_out_change_nothing() {
    let tiny = "kind = \"tiny-windows\"\nsenders = 4\nflows_per_sender = 8\nbytes = 20_000\nrate_gbps = 10\n";
    for (cc, text) in [("ldcp", LOSSES), ("hpcc", "kind = \"join\"\ngap_us = 20\n"), ("ldcp", tiny)] {
        let cycle = run(&format!("cc = \"cycle-{cc}\"\n{text}"));
        let of = |every| beside(&format!("cc = \"rtl-{cc}\"\n{text}"), None, every).expect("equal");
        let [skipping, every] = [false, true].map(of);
        assert!(cycle.fct_text == skipping.fct_text && cycle.fct_text == every.fct_text, "{text}");
        let (some, all) = (skipping.compared, every.compared);
        assert!(some.grants > 100 && some.grants == all.grants && some.sender < all.sender, "{some:?} {all:?}");
    }
}

#[test]
fn a_difference_in_the_sender_half_is_told_with_its_flow() {
    let text = format!("cc = \"rtl-ldcp\"\n{INCAST}");
    let Err(SimulateError::Differs(found)) = beside(&text, Some(20), false) else { panic!("equal") };
    assert_eq!((found.qp, found.flow, found.fields.len()), (Some(0), Some(found.node), 1));
    let told = found.to_string();
    assert!(found.time_ns.is_some() && told.contains("\n  sender.m_grant_max_bytes  model Some("), "{told}");
}

#[test]
fn a_quantum_has_its_range_and_pacing_its_names() {
    let told = |text: &str| match Scenario::parse(Path::new("s.toml"), text).and_then(|of| of.build()) {
        Ok(_) => panic!("{text}: taken"),
        Err(e) => e.to_string(),
    };
    let found = told("kind = \"incast\"\nquantum_packets = 0\n");
    assert_eq!(found, "s.toml:2: quantum_packets: expected 1 to 262, found 0");
    assert!(told("kind = \"incast\"\nquantum_packets = 263\n").ends_with("found 263"));
    assert!(told("kind = \"incast\"\npacing = \"nic\"\n").starts_with("s.toml:2: "));
}
