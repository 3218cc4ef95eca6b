//! `limit`: its rules by hand, and what it is for: nothing that is sent exceeds a live advice, and nothing jumps when
//! it ends, with an engine beside it that does what it is asked.

mod engine;

use crate::support;

use layout::fcr::Rate;
use layout::fixed::U;
use layout::limit::{ADVICES, LIMIT_LATENCY, WAITING};
use layout::record::{Alg, Algorithm, Kind, flag};
use model::fcr::{Advice, Params};
use model::latest::Update;
use model::limit::{Choice, In, Limit, Lower, Said};
use std::collections::VecDeque;
use tb::Rng;

const IDLE: In = In {
    rst_n: true,
    set: None,
    tick: false,
    choice: None,
    advice: None,
    update: None,
    ready: true,
    lower_ready: false,
    lower_done: false,
    scrub_interval: 0,
};

/// 40 Gbit/s; 8 us: windows of 40,000 bytes, of 39 packets and a 16th of 1,024 bytes.
const FORTY: u64 = 40_000;
const RTT: u64 = 8_000;
const BYTES: u64 = 40_000 << 12;

type Block = Limit<4>;

fn ready(qps: u32) -> Block {
    let mut block = Block::new(qps);
    let set = Some((0, Params::default(), U::wrap(RTT)));
    block.step(&In { set, ..IDLE });
    for _ in 1..qps {
        assert!(!block.step(&IDLE).init_done);
    }
    assert!(block.step(&IDLE).init_done);
    block
}

fn update(qpn: u32, alg: Algorithm, kind: Kind, window: u64, pace: u64) -> Update {
    let (alg, kind) = (Alg::wrap(alg as u64), U::wrap(kind as u64));
    Update { qpn, alg, kind, window, pace, una_psn: U::wrap(77), ..Update::default() }
}

fn advice(seq: u64, rate: u64, validity: u64) -> Advice {
    let (seq, rate, validity) = (U::wrap(seq), U::wrap(rate), U::wrap(validity));
    Advice { switch: U::wrap(9), seq, rate, validity, withdraw: false }
}

/// Steps until an update is sent, 60 cycles at most.
fn sent(block: &mut Block, first: In) -> Option<Said> {
    let mut said = block.step(&first).update;
    for _ in 0..60 {
        if said.is_some() {
            break;
        }
        said = block.step(&IDLE).update;
    }
    said
}

/// The QP is opened, with this algorithm.
fn open(block: &mut Block, qpn: u32, alg: Algorithm) {
    let choice = Choice { qpn, alg: Alg::wrap(alg as u64), set: 0, opens: true };
    assert_eq!(sent(block, In { choice: Some(choice), ..IDLE }), None);
}

fn tell(block: &mut Block, update: Update) -> Said {
    sent(block, In { update: Some(update), ..IDLE }).expect("an update is sent")
}

fn advise(block: &mut Block, qpn: u32, advice: Advice) -> Option<Said> {
    sent(block, In { advice: Some((qpn, advice)), ..IDLE })
}

#[test]
fn an_update_is_sent_30_cycles_later_as_it_is_where_there_is_no_advice() {
    let mut block = ready(16);
    open(&mut block, 3, Algorithm::Ldcp);
    let given = Update { flags: 0xabc1, feedback: true, ..update(3, Algorithm::Ldcp, Kind::Ack, 5 << 28, 0) };
    assert!(block.step(&In { update: Some(given), ..IDLE }).update_ready);
    for _ in 1..LIMIT_LATENCY {
        assert_eq!(block.step(&IDLE).update, None);
    }
    let rate = Rate::MAX;
    assert_eq!(block.step(&IDLE).update, Some(Said { update: given, rate }));
}

#[test]
fn each_algorithm_is_limited_in_its_own_format() {
    let five = 5 << 28;
    // of which window and pace; the update to the NIC
    let cases = [
        (Algorithm::Ldcp, Kind::Ack, 0, (100 << 28, 0), (BYTES << 6, 0)),
        (Algorithm::LdcpPcc, Kind::Ack, 0, (7, 0), (7, 0)),
        (Algorithm::Dctcp, Kind::Loss, 0, (100 << 28, 0), (BYTES << 6, 0)),
        (Algorithm::Hpcc, Kind::Ack, 0, (100_000 << 12, 12 << 28), (BYTES, five)),
        (Algorithm::Hpcc, Kind::Ack, 0, (9, 3 << 28), (9, 3 << 28)),
        (Algorithm::DcqcnP, Kind::Timer, 0, (0, 12 << 28), (0, five)),
        (Algorithm::DcqcnD, Kind::Timer, 0, (0, 2 << 28), (0, 2 << 28)),
        // a packet of 1,024 bytes takes 204.8 ns at 5 bytes/ns
        (Algorithm::Ldcp, Kind::Ack, flag::PACED, (1 << 27, 100), (1 << 27, 205)),
        (Algorithm::Ldcp, Kind::Ack, flag::PACED, (1 << 27, 16_000), (1 << 27, 16_000)),
    ];
    for (alg, kind, flags, (window, pace), expected) in cases {
        let mut block = ready(16);
        open(&mut block, 3, alg);
        assert_eq!(advise(&mut block, 3, advice(1, FORTY, 100)), None, "nothing is known of the QP");
        let given = Update { flags: flags.into(), ..update(3, alg, kind, window, pace) };
        let said = tell(&mut block, given);
        let window_of = |said: &Said| (said.update.window, said.update.pace);
        assert_eq!(window_of(&said), expected, "{alg:?} {kind:?}");
        assert_eq!(said.rate.raw(), five);
        assert_eq!(said.update, Update { window: expected.0, pace: expected.1, ..given });
    }
}

#[test]
fn what_says_no_limit_of_its_qp_passes() {
    for (alg, kind) in [(Algorithm::HpccRx, Kind::Data), (Algorithm::DcqcnP, Kind::Ack), (Algorithm::DcqcnD, Kind::Cnp)]
    {
        let mut block = ready(16);
        open(&mut block, 3, alg);
        advise(&mut block, 3, advice(1, FORTY, 100));
        let given = update(3, alg, kind, u64::from(u32::MAX), 12 << 28);
        assert_eq!(tell(&mut block, given), Said { update: given, rate: Rate::MAX });
        assert!(!block.record(3).said);
    }
}

#[test]
fn an_advice_reaches_the_nic_and_has_marks_ignored_until_it_ends() {
    let mut block = ready(16);
    open(&mut block, 3, Algorithm::Dctcp);
    tell(&mut block, Update { flags: 0xff4, ..update(3, Algorithm::Dctcp, Kind::Ack, 100 << 28, 0) });
    let mut ignored = vec![];
    let mut said = vec![];
    let first = In { advice: Some((3, advice(1, FORTY, 10))), ..IDLE };
    for cycle in 0..600 {
        let out = block.step(&In { tick: cycle % 20 == 19, ..if cycle == 0 { first } else { IDLE } });
        ignored.extend(out.ignore);
        said.extend(out.update);
    }
    assert_eq!((ignored[0], *ignored.last().unwrap()), ((3, true), (3, false)));
    // it is limited, and stays so when the advice ends: the engine has not lowered the QP's own value
    let expected = Update { flags: 4, una_psn: U::ZERO, ..update(3, Algorithm::Dctcp, Kind::Timer, BYTES << 6, 0) };
    // the walk over few QPs finds an end again before its answer is there
    assert!(said.len() >= 2, "{said:?}");
    assert!(said.iter().all(|said| *said == Said { update: expected, rate: U::wrap(5 << 28) }), "{said:?}");
    assert!(block.record(3).owed.is_some());
}

/// From what is offered to the update behind it.
#[test]
fn an_end_lowers_the_engine_s_value_and_an_older_update_does_not_raise_it() {
    let mut block = ready(16);
    open(&mut block, 3, Algorithm::Hpcc);
    tell(&mut block, update(3, Algorithm::Hpcc, Kind::Ack, 100_000 << 12, 12 << 28));
    advise(&mut block, 3, advice(1, FORTY, 10));
    let mut offered = None;
    for cycle in 0..600 {
        offered = offered.or(block.step(&In { tick: cycle % 20 == 0, ..IDLE }).lower);
    }
    let Some(Lower { qpn: 3, alg, most }) = offered else { panic!("nothing is lowered: {offered:?}") };
    assert_eq!((alg.raw(), most.window, most.rate.raw()), (Algorithm::Hpcc as u64, BYTES, 5 << 28));
    block.step(&In { lower_ready: true, ..IDLE });
    assert_eq!(block.step(&IDLE).lower, None);
    // an update that left the unit before the operation
    let older = update(3, Algorithm::Hpcc, Kind::Ack, 110_000 << 12, 13 << 28);
    let said = tell(&mut block, older);
    assert_eq!((said.update.window, said.update.pace), (BYTES, 5 << 28));
    block.step(&In { lower_done: true, ..IDLE });
    let said = sent(&mut block, IDLE).expect("it is settled");
    assert_eq!((said.update.window, said.update.pace, said.rate), (BYTES, 5 << 28, Rate::MAX));
    assert_eq!(block.record(3).owed, None);
    let said = tell(&mut block, update(3, Algorithm::Hpcc, Kind::Ack, 60_000 << 12, 7 << 28));
    assert_eq!(said.update.window, 60_000 << 12, "the own algorithm goes on from there");
}

#[test]
fn a_lowering_is_settled_in_its_turn_beside_an_update_in_every_cycle() {
    let mut block = ready(16);
    tell(&mut block, update(3, Algorithm::Ldcp, Kind::Ack, 100 << 28, 0));
    advise(&mut block, 3, advice(1, FORTY, 1));
    let mut settled = None;
    let mut done_at = None;
    for cycle in 0..3000_u32 {
        let other = update(cycle % 3, Algorithm::Ldcp, Kind::Ack, 100 << 28, 0);
        let done = done_at == Some(cycle);
        let input = In { tick: cycle == 5, update: Some(other), lower_ready: true, lower_done: done, ..IDLE };
        let out = block.step(&input);
        if out.lower.is_some() && done_at.is_none() {
            done_at = Some(cycle + 40);
        }
        if let Some(done_at) = done_at.filter(|_| block.record(3).owed.is_none()) {
            settled.get_or_insert(cycle - done_at);
        }
    }
    let settled = settled.expect("it is settled");
    // to the end of the pipeline, and no longer than another's turn takes
    assert!((LIMIT_LATENCY - 4..LIMIT_LATENCY + 4).contains(&settled), "{settled} cycles");
}

#[test]
fn a_qp_that_is_opened_or_moved_owes_nothing_and_has_no_limits() {
    for opens in [false, true] {
        let mut block = ready(16);
        tell(&mut block, update(3, Algorithm::Ldcp, Kind::Ack, 100 << 28, 0));
        advise(&mut block, 3, advice(1, FORTY, 10));
        let choice = Choice { qpn: 3, alg: Alg::wrap(Algorithm::Hpcc as u64), set: 0, opens };
        assert_eq!(sent(&mut block, In { choice: Some(choice), ..IDLE }), None);
        let record = block.record(3);
        assert_eq!((record.said, record.owed, record.own.alg), (false, None, choice.alg));
        let said = tell(&mut block, update(3, Algorithm::Hpcc, Kind::Ack, 100_000 << 12, 12 << 28));
        // FCR16: an opened QP has no advice; one that is moved has
        assert_eq!(said.update.window, if opens { 100_000 << 12 } else { BYTES });
    }
}

#[test]
fn a_full_port_holds_all_that_enters_back_and_loses_nothing_of_it() {
    let mut block = ready(16);
    let mut taken = 0;
    for k in 0..500 {
        let update = update(k % 16, Algorithm::Ldcp, Kind::Ack, u64::from(k) << 20, 0);
        let update = Update { una_psn: U::wrap(taken), ..update };
        let advice = (k >= 400).then_some((3, advice(u64::from(k), FORTY, 100)));
        taken += u64::from(block.step(&In { update: Some(update), ready: false, advice, ..IDLE }).update_ready);
    }
    assert!(taken <= u64::from(WAITING) && taken >= 55, "{taken} taken");
    assert_eq!(block.step(&IDLE).counts.lost, 100 - u64::from(ADVICES));
    let mut next = 1;
    for _ in 0..200 {
        if let Some(said) = block.step(&IDLE).update
            && said.update.kind.raw() != Kind::Timer as u64
        {
            assert_eq!(said.update.una_psn.raw(), next);
            next += 1;
        }
    }
    assert_eq!(next, taken);
}

/// An engine of windows that only grow, each update by a packet, with a queue of updates; switches that advise and
/// forget. While an advice is live no window is sent above what it allows; behind its end it grows from there, by the
/// packets that updates have added since, those of the operation's drain included. Own values start far above that.
#[test]
fn nothing_that_is_sent_exceeds_an_advice_or_jumps_at_its_end() {
    let mut rng = Rng::new(support::seed("nothing_that_is_sent_exceeds_an_advice_or_jumps_at_its_end").0);
    let mut ends = 0;
    for _ in 0..20 {
        let mut block = ready(16);
        let mut own = [2000_u64 << 28; 16];
        let mut queue: VecDeque<Update> = VecDeque::new();
        let mut operation: Option<(Lower, u32, usize)> = None;
        let mut last = [u64::MAX; 16];
        let mut added = [0_u64; 16];
        let (mut seq, mut tick_at) = (0, 0);
        for cycle in 0..6000_u64 {
            // the engine: an update of some QP, and its operation
            if queue.len() < 60 && rng.chance(1, 3) {
                let qpn = rng.below(4) as u32;
                own[qpn as usize] += 1 << 28;
                queue.push_back(update(qpn, Algorithm::Ldcp, Kind::Ack, own[qpn as usize], 0));
            }
            let mut done = false;
            if let Some((lower, left, older)) = &mut operation {
                if *left == 20 {
                    *older = queue.len();
                    let own = &mut own[lower.qpn as usize];
                    *own = (*own).min(lower.most.window);
                }
                done = *left == 0 && *older == 0;
                *left = left.saturating_sub(1);
            }
            if done {
                operation = None;
            }
            let advice = rng.chance(1, 400).then(|| {
                seq += 1;
                (rng.below(4) as u32, advice(seq, *rng.pick(&[FORTY, FORTY / 2]).unwrap_or(&FORTY), rng.range(1, 20)))
            });
            tick_at = (tick_at + 1) % 20;
            let takes = operation.is_none() && !done;
            let input = In {
                tick: tick_at == 0,
                update: queue.front().copied(),
                advice,
                ready: rng.chance(7, 8),
                lower_ready: takes,
                lower_done: done,
                ..IDLE
            };
            let out = block.step(&input);
            if input.update.is_some() && out.update_ready {
                queue.pop_front();
                if let Some((.., older)) = &mut operation {
                    *older = older.saturating_sub(1);
                }
            }
            if let Some(lower) = out.lower.filter(|_| takes) {
                operation = Some((lower, 40, 0));
                ends += 1;
            }
            let Some(said) = out.update.filter(|_| input.ready) else { continue };
            let qpn = said.update.qpn as usize;
            added[qpn] += 1 << 28;
            let most = last[qpn].saturating_add(added[qpn]);
            assert!(said.update.window <= most, "cycle {cycle}, QP {qpn}: {} behind {}", said.update.window, last[qpn]);
            // while an advice is live, the rate says so
            if said.rate != Rate::MAX {
                assert!(said.update.window <= BYTES << 6, "an advice of 40 Gbit/s at most");
                // behind the operation, so many updates may have been added before it was settled
                (last[qpn], added[qpn]) = (said.update.window, u64::from(2 * WAITING + LIMIT_LATENCY) << 28);
            }
        }
    }
    assert!(ends > 50, "{ends} lowerings");
}
