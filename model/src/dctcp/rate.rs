//! How fast it is, for `just bench`.

use super::{Context, Event, Params, step};
use crate::bench::{Random, Rate};
use cpu_time::ThreadTime;
use layout::ldcp::{N, Psn};
use std::hint::black_box;

pub(crate) fn rates(million: u64) -> Vec<Rate> {
    vec![events(10 * million)]
}

/// DCTCP, one event after another of one QP: a chain of dependent steps. One ACK in 16 is marked, one in 64 ends a
/// window.
fn events(count: u64) -> Rate {
    let params = Params::default();
    let mut random = Random(4);
    let acks: Vec<(N, bool)> =
        (0..4096).map(|_| random.next()).map(|r| (N::wrap(r >> 8 & 3), r >> 20 & 15 == 0)).collect();
    let (mut context, mut flags) = (Context::new(&params), 0);
    let start = ThreadTime::now();
    for i in 0..count {
        let (n, ece) = acks[i as usize & 4095];
        let event = Event::Ack { n, ece, seq: Psn::wrap(i), snd_nxt: Psn::wrap(i + 63) };
        let (after, update) = step(&context, event, &params);
        (context, flags) = (after, flags | update.flags);
    }
    let seconds = start.elapsed().as_secs_f64();
    black_box((context, flags));
    Rate { what: "dctcp", unit: "events", count, seconds }
}
