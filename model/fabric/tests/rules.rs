//! Rules that the six runs do not reach, worked out by hand.

use fabric::nic::{Ack, Event, Line, Mode, Nic, Speeds, Tuning, Update};
use fabric::{Counters, Fabric, FlowSpec, Hop, Link, Options, Timeout, Topology};

fn star(hosts: u32, gbps: u64) -> Topology {
    let mut topology = Topology::new(hosts + 1);
    topology.set_switch(0);
    for host in 1..=hosts {
        topology.link(Link { ends: [0, host], rate_bps: gbps * 1_000_000_000, delay_ns: 1000, loss: 0 });
    }
    topology
}

fn flow(src: u32, dst: u32, bytes: u64) -> FlowSpec {
    FlowSpec { src, dst, port: 100, bytes, start_ns: 0 }
}

fn fcts<N: Nic>(fabric: &Fabric<N>) -> Vec<(usize, u64)> {
    fabric.completions().iter().map(|c| (c.flow, c.fct_ns)).collect()
}

#[test]
fn one_packet_takes_two_links_there_and_two_back() {
    for (mode, data, ack) in [(Mode::Dctcp, 335, 19), (Mode::Hp5, 348, 28)] {
        let mut fabric =
            Fabric::new(&star(2, 25), &[flow(1, 2, 1000)], Options::of(mode, 0), |l| mode.nic(l)).expect("a network");
        fabric.run();
        assert_eq!(fcts(&fabric), [(0, 4000 + 2 * (data + ack))], "{}", mode.name());
    }
}

/// Two flows of one host at one rate: by turns, and the ACKs of what comes to the host go first.
#[test]
fn flows_of_a_host_send_by_turns() {
    let flows = [flow(1, 2, 3000), flow(1, 2, 3000)];
    let options = Options::of(Mode::Dctcp, 0);
    let mut fabric = Fabric::new(&star(2, 25), &flows, options, |l| Mode::Dctcp.nic(l)).expect("a network");
    fabric.run();
    // six packets without a gap: the fifth is the last of flow 0
    let last = |n: u64| n * 335 + 1000 + 335 + 1000 + 2 * (19 + 1000);
    assert_eq!(fcts(&fabric), [(0, last(5)), (1, last(6))]);
    let text = fabric.fct_text();
    let ports: Vec<_> = text.lines().map(|line| line.split(' ').nth(2)).collect();
    assert_eq!(ports, [Some("10000"), Some("10001")], "{text}");
}

/// A NIC that gives all QPs one window and one rate, a time after the ACK.
struct Fixed {
    window_bytes: u64,
    rate_bps: u64,
    latency_ns: u64,
    out: std::collections::VecDeque<(u64, Update)>,
}

impl Nic for Fixed {
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        if let Event::Sent { .. } | Event::Cnp = event {
            return false;
        }
        let &mut Self { window_bytes, rate_bps, .. } = self;
        self.out.push_back((time_ns + self.latency_ns, Update { qp, window_bytes, rate_bps, repace: true }));
        true
    }

    fn next(&mut self, time_ns: u64) -> Option<Update> {
        if self.due()? <= time_ns { self.out.pop_front().map(|(_, update)| update) } else { None }
    }

    fn due(&self) -> Option<u64> {
        self.out.front().map(|&(due, _)| due)
    }
}

fn fixed(window_bytes: u64, rate_bps: u64, latency_ns: u64) -> impl Fn(Line) -> Fixed {
    move |_| Fixed { window_bytes, rate_bps, latency_ns, out: Default::default() }
}

fn run_fixed(flows: &[FlowSpec], nic: impl Fn(Line) -> Fixed) -> Vec<(usize, u64)> {
    let mut fabric = Fabric::new(&star(3, 25), flows, Options::of(Mode::Dctcp, 0), nic).expect("a network");
    fabric.run();
    fcts(&fabric)
}

/// Of one packet's time there and back.
const ROUND: u64 = 4000 + 2 * (335 + 19);

#[test]
fn one_byte_of_window_lets_a_whole_packet_go_each_round_trip() {
    assert_eq!(run_fixed(&[flow(1, 2, 5000)], fixed(1, 25_000_000_000, 0)), [(0, 5 * ROUND)]);
}

#[test]
fn an_update_that_takes_time_delays_the_next_packet_by_it() {
    let asked = [flow(1, 2, 40_000)];
    let at_once = run_fixed(&asked, fixed(1, 25_000_000_000, 0));
    assert_eq!(at_once, [(0, 40 * ROUND)]);
    // the packets 0, 1 and 2 go before the first update, 777 ns after the start, closes the window; all three are
    // confirmed when the update of the first ACK looks at the port again
    let late = run_fixed(&asked, fixed(1, 25_000_000_000, 777));
    assert_eq!(late, [(0, ROUND + 37 * (777 + ROUND))]);
}

#[test]
fn a_rate_spaces_packets_by_their_wire_bytes() {
    // 1048 B at 1 Gbit/s: 8384 ns, of which the real quotient is cut
    let fct = run_fixed(&[flow(1, 2, 5000)], fixed(u64::MAX, 1_000_000_000, 0));
    assert_eq!(fct, [(0, 4 * fabric::time::ser(1048, 1e9) + ROUND)]);
}

/// One of a hundred packets is lost on each link: so all kinds of loss happen.
#[test]
fn a_lost_packet_is_sent_again_after_a_nack_or_a_timeout() {
    let mut topology = Topology::new(3);
    topology.set_switch(0);
    for host in 1..3 {
        let rate_bps = 25_000_000_000;
        topology.link(Link { ends: [0, host], rate_bps, delay_ns: 1000, loss: (1 << 63) / 100 });
    }
    let run = |timeout, bytes| {
        let options = Options { timeout, ..Options::of(Mode::Dctcp, 0) };
        let mut fabric =
            Fabric::new(&topology, &[flow(1, 2, bytes)], options, |l| Mode::Dctcp.nic(l)).expect("a network");
        fabric.run();
        let Counters { lost, timeouts, .. } = *fabric.counters();
        (fabric.completions().len(), lost.packets, timeouts)
    };
    let (complete, lost, timeouts) = run(Some(Timeout::RULE), 10_000_000);
    assert!(complete == 1 && lost > 100 && timeouts > 0, "{complete} {lost} {timeouts}");
    // without timers, a flow whose NACK or last packet is lost stands still, and the run ends
    let (complete, lost, timeouts) = run(None, 100_000_000);
    assert!(complete == 0 && lost > 0 && timeouts == 0, "{complete} {lost} {timeouts}");
}

/// Flows between the hosts of two leaves: each goes one of the ways, and all ways are gone.
#[test]
fn flows_spread_over_the_ways_of_equal_length() {
    let (hosts, spines) = (16, 4);
    let mut topology = Topology::new(hosts + 2 + spines);
    (hosts..hosts + 2 + spines).for_each(|s| topology.set_switch(s));
    let mut link = |a, b| topology.link(Link { ends: [a, b], rate_bps: 25_000_000_000, delay_ns: 1000, loss: 0 });
    (0..hosts).for_each(|host| link(host, hosts + host % 2));
    (0..2).for_each(|leaf| (0..spines).for_each(|spine| link(hosts + leaf, hosts + 2 + spine)));
    let flows: Vec<_> =
        (0..hosts).step_by(2).flat_map(|a| (1..hosts).step_by(2).map(move |b| flow(a, b, 20_000))).collect();
    let mut fabric =
        Fabric::new(&topology, &flows, Options::of(Mode::Hp, 100), |l| Mode::Hp.nic(l)).expect("a network");
    fabric.run();
    assert_eq!(fabric.completions().len(), flows.len());
    let sent = fabric.sent_bytes();
    let up: Vec<u64> = sent.iter().filter(|(node, port, _)| *node == hosts && *port > 8).map(|s| s.2).collect();
    // 64 flows of 20 packets; an even share is 16 of them
    assert_eq!(up.len(), 4);
    assert!(up.iter().all(|bytes| (8..26).contains(&(bytes / 21_800))), "{up:?}");
    assert_eq!(up.iter().sum::<u64>(), 64 * 20 * 1090);
}

/// A NIC that keeps the telemetry of all ACKs.
#[derive(Default)]
struct Listener {
    seen: Vec<Vec<Hop>>,
}

impl Nic for Listener {
    fn ack(&mut self, _time_ns: u64, _qp: u32, event: Event<'_>) -> bool {
        if let Event::Ack(ack) = event {
            self.seen.push(ack.telemetry.to_vec());
        }
        false
    }

    fn next(&mut self, _time_ns: u64) -> Option<Update> {
        None
    }

    fn due(&self) -> Option<u64> {
        None
    }
}

#[test]
fn telemetry_is_of_the_moment_at_which_the_packet_leaves_its_queue() {
    let flows = [flow(1, 3, 2000), flow(2, 3, 1000)];
    let options = Options::of(Mode::Hp, 0);
    let mut fabric = Fabric::new(&star(3, 25), &flows, options, |_| Listener::default()).expect("a network");
    fabric.run();
    let hop = |time_ns, tx_bytes, waiting_bytes| {
        let rate_bps = 25_000_000_000;
        vec![Hop { time_ns, tx_bytes, waiting_bytes, rate_bps }]
    };
    // Both first packets come at 1348; that of host 1 was scheduled first and goes at once, before the other waits. The
    // other goes at 1696, when the port ends the first. The third comes in the same ns; it was scheduled at 348, the
    // end at 1348, so it waits already.
    let seen: Vec<_> = fabric.nics().iter().map(|nic| nic.seen.clone()).collect();
    assert_eq!(seen, [vec![hop(1348, 0, 0), hop(2044, 2180, 0)], vec![hop(1696, 1090, 1090)], vec![]]);
}

#[test]
fn telemetry_counts_what_waits_behind_the_packet() {
    let flows: Vec<_> = (1..5).map(|src| flow(src, 5, 1000)).collect();
    let options = Options::of(Mode::Hp, 0);
    let mut fabric = Fabric::new(&star(5, 25), &flows, options, |_| Listener::default()).expect("a network");
    fabric.run();
    let waiting: Vec<_> = fabric.nics().iter().filter_map(|nic| Some(nic.seen.first()?[0].waiting_bytes)).collect();
    assert_eq!(waiting, [0, 2180, 1090, 0]);
    assert_eq!(fabric.longest_queue(), Some((3270, 0, 5)));
}

/// What a NIC makes of ACKs, each of all that was sent, so that each is a full update. The bytes that the port sent
/// between them are given.
fn rates(mode: Mode, line_bps: u64, sent: &[u64]) -> Vec<u64> {
    let line = Line { line_bps, rtt_ns: 4640, bdp_bytes: 14_500, speeds: Speeds::TABLE, tuning: Tuning::RULE };
    let mut nic = mode.nic(line);
    nic.ack(0, 0, Event::Open { flow: 0 });
    let (mut hop, mut seq) = (Hop { rate_bps: line.line_bps, ..Hop::default() }, 0);
    let ack = |&sent: &u64| {
        (hop.time_ns, hop.tx_bytes, seq) = (hop.time_ns + 4640, hop.tx_bytes + sent, seq + 1000);
        let ack = Ack { seq, nxt: seq, confirmed: 1000, mark: false, nack: false, path: 0, telemetry: &[hop] };
        nic.ack(hop.time_ns, 0, Event::Ack(ack));
        nic.next(hop.time_ns).expect("an update comes out at once").rate_bps
    };
    sent.iter().map(ack).collect()
}

#[test]
fn hp5_adds_five_times_before_it_multiplies_and_hp_never_adds_only() {
    let line = 25_000_000_000;
    // 110·128 B in 4640 ns of 25 Gbit/s: x = 0.97104; c = 1.02214 makes the rate 24.458 Gbit/s and A
    let (full, half) = (110 * 128, 55 * 128);
    let after = |c: f64, rc: u64| (rc as f64 / c) as u64 + 10_000_000;
    let x = (full * 8) as f64 / (4640.0 * 1e-9) / 25e9;
    let first = after((1.0 * 0.0 + x * 4640.0) / 4640.0 / 0.95, line);
    assert!((24_460_000_000..24_480_000_000).contains(&first), "{first}");
    let sent = [full, full, half, half, half, half, half, half];
    let five: Vec<u64> = (1..=5).map(|n| first + n * 10_000_000).collect();
    assert_eq!(rates(Mode::Hp5, line, &sent), [&[line, first][..], &five, &[line]].concat());
    assert_eq!(rates(Mode::Hp, line, &sent[..3]), [line, first, line]);
}

/// Rates are held in 10^9 to M: where M is less, it is M.
#[test]
fn a_line_below_1_gbit_s_is_not_exceeded() {
    let (most, line) = (290 * 128, 500_000_000);
    // the first ACK sets no rate; by the next ones the port had far more to send than it can, and then nothing
    for mode in [Mode::Hp, Mode::Hp5] {
        assert_eq!(rates(mode, line, &[most, most, most, 0, 0]), [line; 5]);
        assert_eq!(rates(mode, 1_000_000_000, &[most, most, most]), [1_000_000_000; 3]);
    }
}

/// A NIC that sends as fast as it can, and keeps when CNPs come and which QPs send.
#[derive(Default)]
struct Deaf {
    cnps: Vec<u64>,
    sent: Vec<u32>,
}

impl Nic for Deaf {
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        match event {
            Event::Cnp => self.cnps.push(time_ns),
            Event::Sent { .. } => self.sent.push(qp),
            _ => {}
        }
        false
    }

    fn next(&mut self, _time_ns: u64) -> Option<Update> {
        None
    }

    fn due(&self) -> Option<u64> {
        None
    }
}

#[test]
fn a_receiver_sends_a_cnp_for_the_first_marked_packet_and_then_at_most_one_an_interval() {
    let flows: Vec<_> = (1..9).map(|src| flow(src, 9, 100_000)).collect();
    let cnps = |cnp_interval_ns| {
        let options = Options { cnp_interval_ns, ..Options::of(Mode::Dctcp, 0) };
        let mut fabric = Fabric::new(&star(9, 25), &flows, options, |_| Deaf::default()).expect("a network");
        fabric.run();
        assert!(fabric.nics()[..8].iter().all(|nic| nic.sent.len() == 100), "each host hears of each packet it sends");
        let of: Vec<_> = fabric.nics().iter().map(|nic| nic.cnps.clone()).collect();
        assert_eq!(of.iter().flatten().count() as u64, fabric.counters().cnps);
        of
    };
    assert!(cnps(None).iter().all(Vec::is_empty));
    let (each, spaced) = (cnps(Some(0)), cnps(Some(20_000)));
    for (each, spaced) in each.iter().zip(&spaced).take(8) {
        assert!(each.len() > 2 * spaced.len() && spaced.len() > 2, "{} {}", each.len(), spaced.len());
        // CNPs may wait for an ACK on their way back
        assert!(spaced.windows(2).all(|pair| pair[1] - pair[0] > 20_000 - 20), "{spaced:?}");
    }
}

#[test]
fn the_turn_stays_when_a_flow_that_is_over_leaves_the_list() {
    let flows = [flow(1, 2, 1000), flow(1, 2, 20_000), flow(1, 2, 20_000), flow(1, 2, 20_000)];
    let options = Options { telemetry: false, ..Options::of(Mode::Dctcp, 0) };
    let mut fabric = Fabric::new(&star(2, 25), &flows, options, |_| Deaf::default()).expect("a network");
    fabric.run();
    let turns: Vec<u32> = [0].into_iter().chain((0..60).map(|n| n % 3 + 1)).collect();
    assert_eq!(fabric.nics()[0].sent, turns);
}

/// Without timers, what is lost comes again for a NACK alone.
#[test]
fn a_nack_brings_back_what_is_lost() {
    let mut topology = Topology::new(3);
    topology.set_switch(0);
    for host in 1..3 {
        topology.link(Link { ends: [0, host], rate_bps: 25_000_000_000, delay_ns: 1000, loss: (1 << 63) / 1000 });
    }
    let mut again = 0;
    for seed in 0..50 {
        let options = Options { seed, ..Options::of(Mode::Dctcp, 0) };
        let flows = [flow(1, 2, 300_000)];
        let mut fabric = Fabric::new(&topology, &flows, options, |l| Mode::Dctcp.nic(l)).expect("a network");
        fabric.run();
        again += u32::from(fabric.completions().len() == 1 && fabric.counters().data.packets > 300);
    }
    assert!(again > 5, "{again} runs");
}
