//! `dctcp`: DCTCP on rates (FABRIC 6). Steps have the rules' numbers.

use super::{Ack, Event, LEAST_BPS, Line, Nic, Update, window};

/// What a window without a mark adds, bit/s.
const INCREASE_BPS: u64 = 615_000_000;

#[derive(Clone, Debug)]
struct State {
    rate: u64,
    alpha: f64,
    marked: u64,
    batch: u64,
    last: u64,
    high: u64,
    cwr: bool,
}

/// DCTCP on rates.
#[derive(Clone, Debug)]
pub struct Dctcp {
    line: Line,
    states: Vec<State>,
    out: Option<Update>,
}

impl Dctcp {
    /// A NIC at this line, without a QP.
    pub fn new(line: Line) -> Self {
        Self { line, states: Vec::new(), out: None }
    }

    /// One ACK; the rate after it.
    fn step(&mut self, qp: usize, ack: &Ack<'_>) -> u64 {
        let s = &mut self.states[qp];
        // 1
        if ack.mark {
            s.marked += 1;
        }
        // 2
        let new = ack.seq > s.last;
        if new {
            if s.last == 0 {
                s.batch = ack.nxt / 1000 + 1;
            } else {
                let share = (s.marked as f64 / s.batch as f64).min(1.0);
                s.alpha = (1.0 - 0.0625) * s.alpha + 0.0625 * share;
                s.marked = 0;
                // a timeout may have taken nxt back
                s.batch = ack.nxt.saturating_sub(ack.seq) / 1000 + 1;
            }
            s.last = ack.nxt;
        }
        // 3
        if ack.seq > s.high {
            s.cwr = false;
        }
        // 4
        if ack.mark && !s.cwr {
            s.rate = ((s.rate as f64 * (1.0 - s.alpha / 2.0)) as u64).max(LEAST_BPS);
            (s.cwr, s.high) = (true, ack.nxt);
        }
        // 5
        if !s.cwr && new {
            s.rate = (s.rate + INCREASE_BPS).min(self.line.line_bps);
        }
        s.rate
    }
}

impl Nic for Dctcp {
    fn ack(&mut self, _time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        match event {
            Event::Open { .. } => {
                let rate = self.line.line_bps;
                let (alpha, marked, batch, last, high, cwr) = (1.0, 0, 0, 0, 0, false);
                self.states.push(State { rate, alpha, marked, batch, last, high, cwr });
            }
            Event::Ack(ack) => {
                let rate_bps = self.step(qp as usize, &ack);
                let window_bytes = window(&self.line, rate_bps);
                self.out = Some(Update { qp, window_bytes, rate_bps, repace: false });
                return true;
            }
            Event::Cnp | Event::Advice(_) | Event::Sent { .. } => {}
        }
        false
    }

    #[inline]
    fn next(&mut self, _time_ns: u64) -> Option<Update> {
        self.out.take()
    }

    fn due(&self) -> Option<u64> {
        None
    }
}
