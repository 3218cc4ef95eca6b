//! How fast it is, for `just bench`.

use super::{Arrival, Context, Header, Hop, Params, Telemetry, step};
use crate::bench::{Random, Rate};
use cpu_time::ThreadTime;
use layout::fixed::U;
use layout::hpcc::HOPS;
use std::hint::black_box;

pub(crate) fn rates(million: u64) -> Vec<Rate> {
    vec![hpcc_events(million)]
}

/// HPCC++ at 5 hops, one ACK after another of one QP: a chain of dependent steps.
fn hpcc_events(count: u64) -> Rate {
    let (header, params) = (Header::default(), Params::default());
    let mut random = Random(3);
    // timestamps run at 700 to 1723 ns an ACK, links at 40 to 100%; the table wraps with a step like any other
    let mut sums = [[0u64; 2]; HOPS];
    let table: Vec<Telemetry<HOPS>> = (0..512)
        .map(|_| {
            let hops = std::array::from_fn(|i| {
                let (r, code) = (random.next(), i as u64 % 5);
                let dts = 700 + (r >> 20 & 1023);
                let full = dts * [25, 50, 100, 200, 400][i % 5] / 1024;
                sums[i] = [sums[i][0] + dts, sums[i][1] + full * (40 + (r >> 32) % 61) / 100];
                Hop {
                    speed: U::wrap(code),
                    ts: U::wrap(sums[i][0]),
                    tx_bytes: U::wrap(sums[i][1]),
                    q_len: U::wrap(r >> 44 & 255),
                }
            });
            Telemetry { path: U::wrap(1), n_hop: U::wrap(HOPS as u64), hops }
        })
        .collect();
    let (mut context, mut flags) = (Context::new(&params), 0);
    let start = ThreadTime::now();
    for i in 0..count {
        let arrival = Arrival::Ack { seq: U::wrap(i), snd_nxt: U::wrap(i + 6) };
        let (after, update) = step(&context, arrival, &table[i as usize & 511], &header, &params);
        (context, flags) = (after, flags | update.flags);
    }
    let seconds = start.elapsed().as_secs_f64();
    black_box((context, flags));
    Rate { what: "hpcc, 5 hops", unit: "events", count, seconds }
}
