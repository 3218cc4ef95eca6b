//! The block with its cycles in the model, which `verify --block fcr` holds against the RTL: where its results stand,
//! the walk, and what a careless or hostile surrounding makes of the clock.

use super::case::{Clock, advice, own, params};
use layout::fcr::flag;
use layout::fixed::U;
use layout::timing::FCR_LATENCY;
use model::fcr::unit::{Asks, Fcr, In, Issued, Out};
use model::fcr::{Event, Source};

const IDLE: In = In { rst_n: true, set: None, init: None, tick: false, event: None, due_ready: true };

/// A block that has been initialised: nobody has an advice.
fn ready(qps: u32) -> Fcr<4> {
    let mut unit = Fcr::new(qps);
    unit.step(&In { set: Some((0, params(&[]))), ..IDLE });
    for address in 0..qps {
        unit.step(&In { init: Some(address), ..IDLE });
    }
    unit
}

/// An event of a QP of 8 us with own values above every advice of the tests.
fn issued(qpn: u32, event: Event) -> Issued {
    let kind = match event {
        Event::Advice(_) => 0,
        Event::Time => 1,
        Event::Mark => 2,
        Event::Open { .. } => 3,
    };
    Issued { asks: Asks::Step(event), kind, qpn, set: 0, rtt: U::wrap(8000), own: own(90_000, 200, 200_000, 200_000) }
}

fn read(qpn: u32, place: usize) -> Issued {
    Issued { asks: Asks::HostRead { place }, kind: 5, ..issued(qpn, Event::Time) }
}

/// The result of an event, which comes alone.
fn ask(unit: &mut Fcr<4>, event: Issued) -> model::fcr::unit::Answer {
    unit.step(&In { event: Some(event), ..IDLE });
    for _ in 1..FCR_LATENCY {
        assert_eq!(unit.step(&IDLE).result, None);
    }
    unit.step(&IDLE).result.expect("a result")
}

/// The worked number of hdl/src/fcr.md.
#[test]
fn the_worked_number_stands_at_the_ports_21_cycles_later() {
    let mut unit = ready(16);
    let answer = ask(&mut unit, issued(3, advice(7, 1, 40_000, 100)));
    let u = answer.update;
    assert_eq!((answer.kind, answer.qpn, u.cap.raw(), u.pace.raw()), (0, 3, 40_000, 53_687_330));
    assert_eq!((u.send.rc.raw(), u.send.cw.raw(), u.send.w.raw()), (1_342_177_280, 10_485_760_000, 163_840_000));
    assert_eq!(u.flags, flag::PACED | flag::LIMITED);
    let found = ask(&mut unit, read(3, 0)).read;
    assert_eq!((found.valid, found.switch.raw(), found.rate.raw(), found.expiry.raw()), (true, 7, 40_000, 100));
    assert_eq!(ask(&mut unit, read(3, 1)).read, Source::default());
}

/// An end is on due_* within a walk and 5 cycles, of all QPs at once too; the event that answers lowers the own values.
#[test]
fn an_end_is_found_within_a_walk_and_5_cycles() {
    for qps in [16, 256, 4096] {
        let mut unit = ready(qps);
        for qpn in 0..qps {
            // half of them end in one microsecond
            let validity = if qpn % 2 == 0 { 40 } else { 1 + u64::from(qpn * 7 % 60) };
            unit.step(&In { event: Some(issued(qpn, advice(7, 1, 40_000, validity))), ..IDLE });
        }
        for _ in 0..qps + 20 {
            assert_eq!(unit.step(&IDLE).due, None);
        }
        let mut ended = vec![None; qps as usize];
        let (mut answered, mut worst) = (0, 0);
        let mut due = None;
        for cycle in 0..60 * 5 + 2 * qps + 60 {
            // an answer comes a cycle behind
            let event = due.map(|qpn| issued(qpn, Event::Time));
            let out: Out = unit.step(&In { event, tick: cycle % 5 == 4, ..IDLE });
            for qpn in 0..qps {
                let [source, ..] = unit.context(qpn).sources;
                if source.valid && source.expiry == out.now {
                    ended[qpn as usize].get_or_insert(cycle);
                }
            }
            due = out.due.filter(|qpn| unit.context(*qpn).sources[0].valid);
            if let Some(qpn) = due {
                worst = worst.max(cycle - ended[qpn as usize].expect("it has ended"));
            }
            if let Some(r) = out.result {
                assert_eq!(r.update.flags, flag::EXPIRED | flag::CLAMPED, "QP {}", r.qpn);
                assert_eq!(r.update.own.rc.raw(), 1_342_177_280);
                answered += 1;
            }
        }
        assert_eq!(answered, qps);
        assert!(worst <= qps + 5, "{worst} cycles for {qps} QPs");
    }
}

/// The message that comes in the microsecond in which the last one ends is one of a switch without a place, whether
/// the walk was there before or not (FCR10).
#[test]
fn an_advice_that_is_replaced_in_the_microsecond_of_its_end_ends_first() {
    for walked in [false, true] {
        let mut unit = ready(16);
        ask(&mut unit, issued(3, advice(7, 100, 40_000, 10)));
        for _ in 0..10 {
            unit.step(&In { tick: true, ..IDLE });
        }
        if walked {
            let u = ask(&mut unit, issued(3, Event::Time)).update;
            assert_eq!((u.flags, u.own.rc.raw()), (flag::EXPIRED | flag::CLAMPED, 1_342_177_280));
        }
        // an older number, and a lower rate: the number was forgotten with the advice
        let u = ask(&mut unit, issued(3, advice(7, 99, 20_000, 10))).update;
        let of_time = if walked { 0 } else { flag::EXPIRED | flag::CLAMPED };
        assert_eq!((u.flags, u.cap.raw()), (of_time | flag::PACED | flag::LIMITED, 20_000));
        assert_eq!(u.send.rc.raw(), 671_088_640);
        // one microsecond sooner it is an older message, and the advice stands
        let mut unit = ready(16);
        ask(&mut unit, issued(3, advice(7, 100, 40_000, 10)));
        for _ in 0..9 {
            unit.step(&In { tick: true, ..IDLE });
        }
        let u = ask(&mut unit, issued(3, advice(7, 99, 20_000, 10))).update;
        assert_eq!((u.flags & (flag::OLD | flag::EXPIRED), u.cap.raw()), (flag::OLD, 40_000));
    }
}

/// A host that reads one QP in every cycle: what is due comes in the same cycles, and each read has its answer 21
/// cycles later.
#[test]
fn a_host_that_polls_one_qp_back_to_back_holds_nobody_up() {
    let run = |polls: bool| {
        let mut unit = ready(64);
        for qpn in 0..64 {
            unit.step(&In { event: Some(issued(qpn, advice(7, 1, 40_000, 3 + u64::from(qpn)))), ..IDLE });
        }
        let (mut seen, mut read_back) = (vec![], 0);
        for cycle in 0..2000 {
            let event = polls.then(|| read(5, cycle % 4));
            let out = unit.step(&In { event, tick: cycle % 10 == 0, ..IDLE });
            seen.extend(out.due.map(|qpn| (cycle, qpn)));
            read_back += u32::from(out.result.is_some_and(|r| r.kind == 5));
        }
        (seen, read_back)
    };
    let (alone, _) = run(false);
    let (polled, read_back) = run(true);
    assert!(alone.len() > 500 && alone == polled);
    assert_eq!(read_back, 2000 - FCR_LATENCY);
}

/// QP 3 has one advice and no event more. Whatever becomes of what is due: the clock stops before that advice could
/// hold again, so no end ever lies further back than 2^16 us.
#[test]
fn the_clock_stops_before_an_advice_that_has_ended_could_hold_again() {
    // taken and not answered; not taken; taken now and then, answered for other QPs
    for (ready_of_16, answers) in [(16, false), (0, false), (1, true), (16, true)] {
        let mut unit = ready(16);
        ask(&mut unit, issued(3, advice(7, 1, 40_000, 20)));
        let (mut last, mut due) = (unit.step(&IDLE), None);
        for cycle in 0..400_000u64 {
            let filler = (cycle % 7 == 0).then(|| issued(8 + (cycle % 8) as u32, advice(9, cycle & 0xffff, 50_000, 9)));
            let event = due.take().filter(|qpn| answers && *qpn != 3).map(|qpn| issued(qpn, Event::Time)).or(filler);
            last = unit.step(&In { event, tick: true, due_ready: cycle % 16 < ready_of_16, ..IDLE });
            due = last.due.filter(|_| cycle % 16 < ready_of_16);
            let [source, ..] = unit.context(3).sources;
            let late = Clock::wrap(last.now.raw().wrapping_sub(source.expiry.raw())).raw();
            assert!(source.valid && (cycle < 20 || late < 1 << 16), "cycle {cycle}: {late} us");
        }
        // it stands still, and says so
        assert!(last.counts.held > 300_000 && last.now.raw() < 50_000, "{ready_of_16} {answers}: {last:?}");
        for _ in 0..FCR_LATENCY {
            unit.step(&In { due_ready: false, ..IDLE });
        }
        // an event of QP 3 ends it, the own values become at most what it said, and the clock goes on
        let u = ask(&mut unit, issued(3, Event::Time)).update;
        assert_eq!((u.flags, u.cap.raw()), (flag::EXPIRED | flag::CLAMPED, 0));
        for cycle in 0..1000 {
            let event = due.take().map(|qpn| issued(qpn, Event::Time));
            due = unit.step(&In { event, tick: cycle >= 900, ..IDLE }).due;
        }
        assert_eq!(unit.step(&IDLE).now.raw(), last.now.raw() + 100);
    }
}

/// What is rejected is counted and alerts, what is ignored is counted; the host's operations say nothing.
#[test]
fn rejected_advices_and_ignored_marks_are_counted() {
    let mut unit = ready(16);
    for (k, (rate, validity)) in [(0, 10), (100_001, 10), (1000, 0), (1000, 10)].into_iter().enumerate() {
        let u = ask(&mut unit, issued(3, advice(k as u64, 1, rate, validity))).update;
        assert_eq!(u.flags & flag::ALERT != 0, k < 3, "{k}");
    }
    let before = ask(&mut unit, issued(2, Event::Mark)).update;
    let during = ask(&mut unit, issued(3, Event::Mark)).update;
    assert_eq!((before.flags & flag::IGNORED, during.flags & flag::IGNORED), (0, flag::IGNORED));
    let write = Asks::HostWrite { place: 0, source: Source::default(), validity: 0 };
    let written = ask(&mut unit, Issued { asks: write, kind: 4, ..issued(3, Event::Time) });
    assert_eq!(written.update.flags, 0);
    let after = ask(&mut unit, issued(3, Event::Mark)).update;
    assert_eq!(after.flags, 0);
    let counts = unit.step(&IDLE).counts;
    assert_eq!((counts.rejected, counts.marks), (3, 1));
}
