//! What becomes of updates that nobody takes (`engine.updates`): the newest of each QP waits and comes once, and what
//! comes in is never held back.

use super::{Algorithm, Config, In, Psn, Top, Unit, ack, config, engine, idle};
use layout::config::Updates;
use model::engine::{HostContext, HostOp, Parts};
use model::latest::{Record, Update};
use model::parser::Beat;
use model::top::Told;
use std::collections::BTreeMap;

/// More than all queues inside hold, many times over.
const FRAMES: u32 = 6000;
/// Packets that an ACK confirms.
const STEP: u32 = 3;

fn with(updates: Updates, units: &[Unit], fcr: bool) -> Config {
    let mut config = config(units, 512);
    config.engine.updates = Some(updates);
    (config.engine.fcr, config.parser.fcr) = (fcr, fcr);
    config.check().expect("legal");
    config
}

struct Ran {
    /// The last PSN acknowledged of each QP.
    last: [u32; 16],
    /// A frame was not taken at once.
    held: bool,
}

/// A design whose QPs are open, each with an algorithm in turn, and an ACK frame in every cycle, of the QPs by turns,
/// but every seventh is QP 0's. `ready`: whether updates are taken in this cycle; what stands on the port is `seen`.
fn run(config: &Config, ready: impl Fn(u32) -> bool, mut seen: impl FnMut(u32, Option<Told>)) -> Ran {
    let mut top = Top::new(config);
    for _ in 0..=16 {
        top.step(&idle());
    }
    let algorithms: Vec<_> = Algorithm::ALL.into_iter().filter(|alg| config.has(alg.unit())).collect();
    for qpn in 0..16 {
        let alg = algorithms[qpn as usize % algorithms.len()];
        let context = HostContext { alg, psn: Psn::wrap(99), open: true, ..HostContext::RESET };
        let host = Some(HostOp::Write { qpn, parts: Parts { choice: true, psn: true, ..Parts::NONE }, context });
        // with limit an operation waits until the one before has passed
        let takes = (0..200)
            .any(|_| top.step(&In { engine: engine::In { host, ..idle().engine }, ..idle() }).engine.host_ready);
        assert!(takes && (0..200).any(|_| top.step(&idle()).engine.host_done.is_some()));
        let tx = Some((qpn, Psn::wrap(1 << 20)));
        top.step(&In { engine: engine::In { tx, ..idle().engine }, ..idle() });
    }
    for _ in 0..200 {
        top.step(&idle());
    }
    let mut ran = Ran { last: [99; 16], held: false };
    for cycle in 0..FRAMES + 1000 {
        let mut input = idle();
        input.engine.upd_ready = ready(cycle);
        if cycle < FRAMES {
            let qpn = if cycle % 7 == 0 { 0 } else { cycle % 16 };
            ran.last[qpn as usize] += STEP;
            let frame = ack(cycle % 5 == 0, qpn, ran.last[qpn as usize]);
            input.beat = Some(Beat::split(&frame, 512).next().expect("an ACK is a beat"));
        }
        let out = top.step(&input);
        seen(cycle, out.update());
        ran.held |= cycle < FRAMES && !out.tready;
        assert!(!out.engine.queue_overflow);
    }
    top.step(&In { cnt_sel: 26, ..idle() });
    let acks = top.step(&idle()).cnt_value;
    assert!(ran.held || acks == u64::from(FRAMES), "{acks} ACKs are counted");
    ran
}

/// What the updates of a design that gives each, and has each taken, come to by QP.
fn joined(units: &[Unit], fcr: bool) -> BTreeMap<u32, (Record, Update)> {
    let mut records = BTreeMap::<u32, (Record, Update)>::new();
    run(
        &with(Updates::Every, units, fcr),
        |_| true,
        |_, told| {
            if let Some(Told::Each(update, rate)) = told {
                let rate = rate.map_or(0, |rate| rate.raw());
                let (record, newest) = records.entry(update.qpn).or_insert((Record::EMPTY, update));
                record.join(&update, rate);
                *newest = update;
            }
        },
    );
    records
}

/// Nobody takes updates while events come, in every cycle; then each QP comes once, with all that was said of it.
#[test]
fn with_upd_ready_low_for_ever_all_is_taken_and_each_qp_comes_once() {
    for (units, fcr) in [(&Unit::ALL[..], false), (&[Unit::Ldcp], false), (&[Unit::Ldcp, Unit::Dctcp], true)] {
        let units: Vec<_> = units.iter().copied().filter(|unit| *unit != Unit::Dcqcn).collect();
        let expected = joined(&units, fcr);
        let mut words = vec![];
        let newest = with(Updates::Latest, &units, fcr);
        let opens = FRAMES + 500;
        let ran = run(
            &newest,
            |cycle| cycle >= opens,
            |cycle, told| match told {
                Some(Told::Newest(word)) if cycle >= opens => words.push(word),
                Some(Told::Each(update, _)) => panic!("{update:?}: the newest alone goes out"),
                _ => {}
            },
        );
        assert!(!ran.held, "each ACK is taken in its cycle");
        // the word on the port is as old as the first update; its QP comes anew with what came since
        let first = words.remove(0);
        assert_eq!(words.len(), 16, "{units:?}: each of the others and that one: {words:?}");
        let qps: std::collections::BTreeSet<_> = words.iter().map(|word| word.qpn).collect();
        assert_eq!(qps.len(), 16, "each once");
        for word in &words {
            let (mut record, newest) = expected[&word.qpn];
            if word.qpn == first.qpn {
                // flags and feedback of what stood on the port are not said twice, unless they came again
                record.feedback = word.record.feedback;
                let (said, all) = (word.record.limits.expect("limits"), record.limits.as_mut().expect("limits"));
                assert_eq!(all.flags | said.flags, all.flags);
                all.flags = said.flags;
            }
            assert_eq!(word.record, record, "QP {}", word.qpn);
            // what the newest says stands, and what the ACKs confirmed is all of it
            assert_eq!(word.record.una_psn, Some(newest.una_psn));
            assert_eq!(newest.una_psn.raw(), u64::from(ran.last[word.qpn as usize]));
        }
    }
}

/// Where each update is to come, the events are held back.
#[test]
fn with_every_update_the_intake_waits() {
    let each = with(Updates::Every, &[Unit::Ldcp], false);
    assert!(!run(&each, |_| true, |_, _| {}).held);
    assert!(run(&each, |_| false, |_, _| {}).held);
}

/// An ACK on the wire, and 11 cycles more than with each update.
#[test]
fn the_newest_update_comes_11_cycles_later_when_nothing_waits() {
    for (updates, cycles) in [(Updates::Every, 48), (Updates::Latest, 59)] {
        let mut first = None;
        let mut top = Top::new(&with(updates, &[Unit::Ldcp], false));
        for _ in 0..18 {
            top.step(&idle());
        }
        super::open(&mut top, 3, 0, Algorithm::Ldcp);
        super::sent(&mut top, 3, 200);
        super::send(&mut top, &ack(true, 3, 77), 512);
        for cycle in 1..100 {
            if top.step(&idle()).update().is_some() {
                first.get_or_insert(cycle);
            }
        }
        assert_eq!(first, Some(cycles));
    }
}
