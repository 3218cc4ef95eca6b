//! How fast it is, for `just bench`.

use super::{Context, Event, Mode, Params, step};
use crate::bench::{Random, Rate};
use cpu_time::ThreadTime;
use layout::dcqcn::flag;
use layout::fixed::U;
use std::hint::black_box;

pub(crate) fn rates(million: u64) -> Vec<Rate> {
    vec![periods("dcqcn-p", Mode::P, 10 * million), periods("dcqcn-d", Mode::D, 10 * million)]
}

/// DCQCN, one control period after another of one QP: a chain of dependent steps, with CNPs in a quarter of the
/// periods.
fn periods(what: &'static str, mode: Mode, count: u64) -> Rate {
    let params = Params::default();
    let mut random = Random(4);
    let events: Vec<Event> = (0..4096)
        .map(|_| {
            let r = random.next();
            let cnp = if r & 3 == 0 { 1 + (r >> 8) % 64 } else { 0 };
            Event { cnp: U::wrap(cnp), tx: U::wrap(200 + (r >> 20) % 800) }
        })
        .collect();
    let (mut context, mut flags) = (Context::new(&params), 0);
    let start = ThreadTime::now();
    for i in 0..count {
        let (after, update) = step(mode, &context, events[i as usize & 4095], &params);
        (context, flags) = (after, flags | update.flags);
    }
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(flags & flag::CUT, flag::CUT);
    black_box((context, flags));
    Rate { what, unit: "periods", count, seconds }
}
