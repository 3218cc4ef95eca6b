//! Random traffic from all three sources against the pure functions, applied to each QP in order of arrival.

use super::*;
use layout::record::flag;
use model::engine::HostDone;
use model::event::is_host;
use model::{interval, pawa, psn};
use proptest::prelude::*;

const QPS: u32 = 16;

/// What each source offers in a cycle.
#[derive(Clone, Copy, Debug)]
struct Step {
    pkt: Option<Packet>,
    s_event: Option<Arrival>,
    host: Option<HostOp>,
    upd_ready: bool,
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![8 => Just(Kind::Ack), 1 => Just(Kind::Loss), 1 => Just(Kind::Rtt), 1 => Just(Kind::Cnp)]
}

fn qpn() -> impl Strategy<Value = u32> {
    prop_oneof![2 => 0u32..2, 1 => 0u32..QPS]
}

fn serial() -> impl Strategy<Value = Psn> {
    prop_oneof![4 => 0u64..40, 2 => 0xff_fff0u64..0x100_0000, 1 => any::<u64>()].prop_map(Psn::wrap)
}

fn s_event() -> impl Strategy<Value = Arrival> {
    (kind(), any::<bool>(), any::<bool>(), 0u64..5, serial(), qpn())
        .prop_map(|(kind, ece, use_psn, n, psn, qpn)| Arrival { kind, ece, use_psn, n: N::wrap(n), psn, qpn })
}

fn pkt() -> impl Strategy<Value = Packet> {
    let kind = prop_oneof![6 => Just(Kind::Ack), 1 => Just(Kind::Loss), 1 => Just(Kind::Cnp)];
    (kind, any::<bool>(), serial(), qpn()).prop_map(|(kind, ece, psn, qpn)| Packet { kind, ece, psn, qpn })
}

fn host() -> impl Strategy<Value = HostOp> {
    let write = (qpn(), any::<u64>(), 0u32..42, any::<u64>(), any::<bool>(), serial(), any::<bool>()).prop_map(
        |(qpn, cw, shift, rtt, pcc, psn, psn_valid)| {
            let alg = if pcc { Algorithm::LdcpPcc } else { Algorithm::Ldcp };
            let (cw, rtt) = (Cw::wrap(Cw::wrap(cw).raw() >> shift), Rtt::wrap(rtt));
            HostOp::Write { qpn, context: HostContext { cw, rtt, alg, psn, psn_valid } }
        },
    );
    prop_oneof![qpn().prop_map(|qpn| HostOp::Read { qpn }), write]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    // in eighths: how often each source offers something and the sink takes something
    (0u32..=8, 0u32..=8, 0u32..=2, 1u32..=8).prop_flat_map(|(pkts, events, hosts, eager)| {
        let sometimes = |rate: u32| (0u32..8).prop_map(move |i| i < rate);
        let step = (sometimes(pkts), pkt(), sometimes(events), s_event(), sometimes(hosts), host(), sometimes(eager));
        let step = step.prop_map(|(p, pkt, e, s_event, h, host, upd_ready)| Step {
            pkt: p.then_some(pkt),
            s_event: e.then_some(s_event),
            host: h.then_some(host),
            upd_ready,
        });
        prop::collection::vec(step, 1..250)
    })
}

/// The pure functions on every QP, in order of arrival.
struct Reference {
    pawa: [pawa::Context; QPS as usize],
    psn: [psn::Context; QPS as usize],
    updates: [Vec<Update>; QPS as usize],
    host: Vec<HostDone>,
}

impl Reference {
    fn new() -> Self {
        Self {
            pawa: [pawa::Context::RESET; QPS as usize],
            psn: [psn::Context::RESET; QPS as usize],
            updates: std::array::from_fn(|_| Vec::new()),
            host: Vec::new(),
        }
    }

    fn arrive(&mut self, arrival: &Arrival, cfg: &Params) {
        let qp = arrival.qpn as usize;
        let (slice, n) = psn::step(self.psn[qp], arrival, psn::Context::RESET);
        self.psn[qp] = slice;
        let event = match arrival.kind {
            Kind::Ack => pawa::Event::Ack { n, ece: arrival.ece },
            Kind::Loss => pawa::Event::Loss,
            Kind::Rtt => pawa::Event::Rtt,
            Kind::Cnp => pawa::Event::Cnp,
            Kind::HostWrite | Kind::HostRead | Kind::Data => unreachable!("no source offers them"),
        };
        let (context, flags) = pawa::step(self.pawa[qp], event, cfg);
        self.pawa[qp] = context;
        let paced = flags & flag::PACED != 0;
        let interval = if paced { interval::interval(context.rtt, context.cw) } else { Default::default() };
        self.updates[qp].push(Update { kind: arrival.kind, qpn: arrival.qpn, cw: context.cw, interval, flags });
    }

    fn host(&mut self, op: &HostOp) {
        match *op {
            HostOp::Write { qpn, context: HostContext { cw, rtt, alg, psn, psn_valid } } => {
                self.pawa[qpn as usize] = pawa::Context { cw, rtt, alg };
                self.psn[qpn as usize] = psn::Context { psn, valid: psn_valid };
                self.host.push(HostDone::Write);
            }
            HostOp::Read { qpn } => {
                let pawa::Context { cw, rtt, alg } = self.pawa[qpn as usize];
                let psn::Context { psn, valid } = self.psn[qpn as usize];
                self.host.push(HostDone::Read(HostContext { cw, rtt, alg, psn, psn_valid: valid }));
            }
        }
    }
}

fn run(steps: &[Step], wait_slots: u32) -> Result<usize, TestCaseError> {
    let cfg = Params::default();
    let mut engine = ready(&config(QPS, wait_slots, false));
    let mut reference = Reference::new();
    let mut updates: [Vec<Update>; QPS as usize] = std::array::from_fn(|_| Vec::new());
    let mut host_done = Vec::new();
    let (mut s_event, mut host) = (None, None);
    let mut parser: [Option<Packet>; 8] = [None; 8];
    let quiet = Step { pkt: None, s_event: None, host: None, upd_ready: true };
    for (cycle, step) in steps.iter().copied().chain(std::iter::repeat_n(quiet, 3000)).enumerate() {
        // what has been offered stays until it is taken; a packet is accepted while there is room and comes 8 cycles later
        s_event = s_event.or(step.s_event);
        host = host.or(step.host);
        let pkt = std::mem::replace(&mut parser[cycle % 8], step.pkt.filter(|_| engine.room()));
        let input = In { rst_n: true, cfg, pkt, s_event, host, upd_ready: step.upd_ready };
        let out = engine.step(&input);
        if let Some(Packet { kind, ece, psn, qpn }) = pkt {
            reference.arrive(&Arrival { kind, ece, use_psn: true, n: N::ZERO, psn, qpn }, &cfg);
            prop_assert!(!out.host_ready && !out.s_event_ready);
        }
        prop_assert!(!(out.host_ready && host.is_some() && out.s_event_ready), "two sources at once");
        if let Some(op) = host.filter(|_| out.host_ready) {
            reference.host(&op);
            host = None;
        }
        if let Some(arrival) = s_event.filter(|_| out.s_event_ready) {
            reference.arrive(&arrival, &cfg);
            s_event = None;
        }
        host_done.extend(out.host_done);
        if let Some(update) = out.upd.filter(|_| input.upd_ready) {
            prop_assert!(!is_host(update.kind));
            updates[update.qpn as usize].push(update);
        }
    }
    prop_assert_eq!(engine.quiet_cycles(true), u64::MAX);
    prop_assert_eq!(&updates, &reference.updates, "neither lost nor doubled nor reordered, and every window right");
    prop_assert_eq!(host_done, reference.host);
    Ok(updates.iter().map(Vec::len).sum())
}

#[test]
fn every_qp_sees_its_events_in_order_of_arrival() {
    let mut proptest = proptest::test_runner::TestRunner::new(support::proptest("engine", 1000));
    let compared = std::cell::Cell::new(0);
    let cases = (steps(), prop::sample::select(&[4u32, 8, 16][..]));
    let result = proptest.run(&cases, |(steps, wait_slots)| {
        compared.set(compared.get() + run(&steps, wait_slots)?);
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
    println!("{} updates compared", compared.get());
    assert!(compared.get() > 10_000);
}

/// While nothing reaches gamma, n·beta adds up: whatever merges, the window in the end is the same.
#[test]
fn merging_conserves_the_packets() {
    let mut random = support::seed("merging_conserves_the_packets");
    let (mut accepted, mut updates) = (0, 0);
    for _ in 0..200 {
        let mut engine = ready(&config(QPS, 8, true));
        let start = HostContext { cw: Cw::wrap(16_000 * ONE), ..context(0) };
        for qpn in 0..QPS {
            let write = super::host(HostOp::Write { qpn, context: start });
            assert!((0..100).any(|_| engine.step(&write).host_ready));
        }
        let mut packets = [0; QPS as usize];
        for _ in 0..300 {
            let arrival = ack(random.below(3) as u32, random.below(8), true);
            let input = In { upd_ready: random.chance(2), ..event(arrival) };
            let out = engine.step(&input);
            if out.s_event_ready {
                packets[arrival.qpn as usize] += arrival.n.raw();
                accepted += 1;
            }
            updates += (out.upd.is_some() && input.upd_ready) as usize;
        }
        let mut rest = Vec::new();
        drain(&mut engine, &mut rest);
        updates += rest.len();
        for qpn in 0..QPS {
            engine.step(&super::host(HostOp::Read { qpn }));
            let mut read = None;
            engine.advance_idle(100, &idle(), |_, out| read = out.host_done);
            let cw = Cw::wrap(16_000 * ONE - packets[qpn as usize] * ONE / 2);
            assert_eq!(read, Some(HostDone::Read(HostContext { cw, ..start })), "QP {qpn}");
        }
    }
    println!("{accepted} ACKs in {updates} updates");
    assert!(accepted > 2 * updates && updates > 10_000);
}
