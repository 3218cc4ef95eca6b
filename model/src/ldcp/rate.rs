//! How fast it is, for `just bench`.

use super::{Context, Event, Params, ideal, step};
use crate::bench::{Random, Rate};
use crate::number::exact;
use cpu_time::ThreadTime;
use layout::ldcp::{Cw, N};
use std::hint::black_box;

pub(crate) fn rates(million: u64) -> Vec<Rate> {
    vec![ideal_events(million / 10), pawa_events(10 * million)]
}

/// The exact rational, one event from a window of the datapath each: a chain would double its digits with every event.
fn ideal_events(count: u64) -> Rate {
    let params = ideal::Params::from(&Params::default());
    let mut random = Random(3);
    let events: Vec<_> = (0..4096)
        .map(|_| {
            let r = random.next();
            (exact(r >> 22, Cw::FORMAT), ideal::Event::Ack { n: r >> 8 & 3, ece: r >> 20 & 63 == 0 })
        })
        .collect();
    let mut flags = 0;
    let start = ThreadTime::now();
    for i in 0..count {
        let (cw, event) = &events[i as usize & 4095];
        flags |= black_box(ideal::ldcp(cw, *event, &params)).flags;
    }
    black_box(flags);
    Rate { what: "ideal", unit: "events", count, seconds: start.elapsed().as_secs_f64() }
}

/// The pure function, one event after another of one QP: a chain of dependent steps.
fn pawa_events(count: u64) -> Rate {
    let params = Params::default();
    let mut random = Random(1);
    let events: Vec<Event> = (0..4096)
        .map(|_| {
            let r = random.next();
            Event::Ack { n: N::wrap(r >> 8 & 3), ece: r >> 20 & 63 == 0 }
        })
        .collect();
    let (mut context, mut flags) = (Context::RESET, 0);
    let start = ThreadTime::now();
    for i in 0..count {
        let (after, f) = step(false, context, events[i as usize & 4095], &params);
        (context, flags) = (after, flags | f);
    }
    black_box((context, flags));
    Rate { what: "pawa", unit: "events", count, seconds: start.elapsed().as_secs_f64() }
}
