//! `limit` behind an engine, both as models: what neither can show alone, that nothing jumps when an advice ends.

use super::{Advice, Alg, Choice, FORTY, IDLE, In, Said, advice, ready};
use layout::config::Config;
use layout::fcr::Rate;
use layout::ldcp::Psn;
use layout::record::{Algorithm, Kind};
use model::engine::{self, Engine, HostContext, HostOp, Packet, Parts};
use model::latest;
use std::collections::VecDeque;

const QPN: u32 = 3;
/// Cycles of a microsecond, and between two ACKs.
const US: u64 = 200;
const ACK: u64 = 50;

/// Both, a register behind each other.
struct Pair {
    engine: Engine,
    limit: super::Block,
    cycle: u64,
    updates: VecDeque<latest::Update>,
    /// What goes to the engine in the next cycle, and to `limit`.
    ignore: Option<(u32, bool)>,
    offered: Option<engine::Lower>,
    taken: bool,
    done: bool,
    acked: u64,
    ignored: u64,
    lowered: u64,
    /// Cycles between two ACKs; for how many behind a lowering's begin the engine's updates are not taken.
    ack: u64,
    hold: u64,
    held_until: u64,
    room: bool,
}

impl Pair {
    fn new(alg: Algorithm, registers: &[(&str, u64)]) -> Pair {
        let mut config = Config::default();
        (config.engine.qps, config.engine.fcr, config.engine.units) = (16, true, vec![alg.unit()]);
        let mut engine = Engine::new(&config);
        while !engine.step(&engine::In::idle()).init_done {}
        registers.iter().for_each(|(name, value)| engine.preset(name, *value));
        let mut pair = Pair {
            engine,
            limit: ready(16),
            cycle: 0,
            updates: VecDeque::new(),
            ignore: None,
            offered: None,
            taken: false,
            done: false,
            acked: 9,
            ignored: 0,
            lowered: 0,
            ack: ACK,
            hold: 0,
            held_until: 0,
            room: true,
        };
        let context = HostContext { alg, set: 0, psn: Psn::wrap(9), open: true };
        pair.operate(HostOp::Write { qpn: QPN, parts: Parts::ALL, context });
        let choice = Choice { qpn: QPN, alg: Alg::wrap(alg as u64), set: 0, opens: true };
        pair.limit.step(&In { choice: Some(choice), ..IDLE });
        pair
    }

    fn operate(&mut self, op: HostOp) {
        while !self.engine.step(&engine::In { host: Some(op), ..engine::In::idle() }).host_ready {}
        while self.engine.step(&engine::In::idle()).host_done.is_none() {}
    }

    /// The QP's own value in the engine.
    fn own(&mut self, alg: Algorithm) -> u64 {
        self.operate(HostOp::Read { qpn: QPN });
        self.engine.found(alg.unit())[0]
    }

    /// A cycle, with an ACK now and then, of which every second one is marked.
    fn step(&mut self, advised: Option<Advice>) -> Option<Said> {
        self.cycle += 1;
        let mut input = engine::In { ignore: self.ignore.take(), lower: self.offered, ..engine::In::idle() };
        input.upd_ready = self.updates.len() < 2 && self.cycle >= self.held_until;
        if self.room && self.cycle.is_multiple_of(self.ack) {
            self.acked += 1;
            let ece = self.acked.is_multiple_of(2);
            input.pkt = Some(Packet { kind: Kind::Ack, ece, psn: Psn::wrap(self.acked), qpn: QPN });
        }
        input.tx = Some((QPN, Psn::wrap(self.acked + 100)));
        let room = input.upd_ready;
        // updates wait between the two: none that is older may be left
        let lower_done = self.done && self.updates.is_empty();
        let lower_ready = std::mem::take(&mut self.taken);
        let from = self.engine.step(&input);
        self.room = from.room;
        if self.offered.is_some() && from.lower_ready {
            (self.offered, self.taken) = (None, true);
            self.lowered += 1;
            self.held_until = self.cycle + self.hold;
        }
        self.done = (self.done && !lower_done) || from.lower_done;
        self.ignored += u64::from(from.ignored);
        let advice = advised.map(|advice| (QPN, advice));
        let update_in = self.updates.front().copied();
        let tick = self.cycle.is_multiple_of(US);
        let out = self.limit.step(&In { tick, advice, update: update_in, lower_ready, lower_done, ..IDLE });
        if update_in.is_some() && out.update_ready {
            self.updates.pop_front();
        }
        if room && let Some(told) = from.upd {
            self.updates.push_back(told.on_port());
        }
        self.ignore = out.ignore;
        if !self.taken && !lower_ready && self.offered.is_none() {
            self.offered = out.lower.map(|lower| {
                let (window, rate) = (lower.most.window, lower.most.rate.raw());
                engine::Lower { qpn: lower.qpn, alg: lower.alg.raw() as u8, window, rate }
            });
        }
        out.update
    }
}

/// An advice of 40 Gbit/s for 20 us, for a QP whose own value is far above: while it is live every update is capped,
/// and marks are ignored; behind it the engine's own value is what the advice allowed and what few updates have added.
#[test]
fn behind_an_advice_the_own_algorithm_goes_on_from_what_it_allowed() {
    let window = |said: &Said| said.update.window;
    type Case<'a> = (Algorithm, &'a [(&'a str, u64)], u64, u64);
    // of each what the advice allows as it is told, how many bits more that has than the engine's value
    let cases: [Case<'_>; 2] = [
        (Algorithm::Ldcp, &[("host_ldcp_cw", 200 << 28), ("host_ldcp_rtt", 8000)], super::BYTES << 6, 0),
        (Algorithm::Dctcp, &[("host_dctcp_cwnd", 200 << 27), ("host_dctcp_ssthresh", 1)], super::BYTES << 6, 1),
    ];
    for (alg, registers, allowed, below) in cases {
        let mut pair = Pair::new(alg, registers);
        // something is told, above what the advice will allow
        let first: Vec<_> = (0..20_000).filter_map(|_| pair.step(None)).collect();
        assert!(first.iter().any(|said| window(said) > allowed), "{alg:?}: {first:?}");
        pair.step(Some(advice(1, FORTY, 20)));
        let (mut capped, mut behind) = (0, 0);
        let mut lowered_at = None;
        let mut last = u64::MAX;
        for _ in 0..40 * US {
            let said = pair.step(None);
            if pair.lowered == 1 && pair.done {
                lowered_at.get_or_insert(pair.cycle);
            }
            let Some(said) = said else { continue };
            if said.rate != Rate::MAX {
                assert!(window(&said) <= allowed, "{alg:?}: {said:?}");
                (capped, last) = (capped + 1, window(&said));
            } else if capped > 0 {
                assert!(window(&said) <= last.max(allowed) + (allowed >> 3), "{alg:?} jumps to {said:?}");
                behind += 1;
            }
        }
        assert!(capped > 2 && behind > 2, "{alg:?}: {capped} updates were capped, {behind} came behind");
        assert!(lowered_at.is_some() && pair.lowered == 1, "{alg:?}: lowered {} times", pair.lowered);
        assert!(pair.ignored > 0, "{alg:?}: {} marks were ignored", pair.ignored);
        let own = pair.own(alg) << below;
        assert!(own <= allowed + (allowed >> 2), "{alg:?}: {own} where {allowed} was allowed");
    }
}

/// ACKs at all distances, and a NIC that takes no update while the engine lowers: what left the unit before the
/// lowering comes under the cap, however late.
#[test]
fn updates_that_are_older_than_a_lowering_come_under_the_cap_whenever_they_are_taken() {
    let window = |said: &Said| said.update.window;
    let allowed = super::BYTES << 6;
    for ack in (1..=12).chain(20..=60) {
        for hold in [0, 60, 200] {
            let mut pair = Pair::new(Algorithm::Ldcp, &[("host_ldcp_cw", 200 << 28), ("host_ldcp_rtt", 8000)]);
            (pair.ack, pair.hold) = (ack, hold);
            let first: Vec<_> = (0..2_000).filter_map(|_| pair.step(None)).collect();
            assert!(first.iter().any(|said| window(said) > allowed), "{ack}: {first:?}");
            pair.step(Some(advice(1, FORTY, 5)));
            let (mut capped, mut behind, mut last) = (0, 0, u64::MAX);
            for _ in 0..10 * US {
                let Some(said) = pair.step(None) else { continue };
                if said.rate != Rate::MAX {
                    assert!(window(&said) <= allowed, "{ack} {hold}: {said:?}");
                    (capped, last) = (capped + 1, window(&said));
                } else if capped > 0 {
                    assert!(window(&said) <= last.max(allowed) + (allowed >> 3), "{ack} {hold}: jumps to {said:?}");
                    (behind, last) = (behind + 1, window(&said));
                }
            }
            assert!(
                capped > 2 && behind > 2 && pair.lowered == 1,
                "{ack} {hold}: {capped}, {behind}, lowered {}",
                pair.lowered
            );
        }
    }
}
