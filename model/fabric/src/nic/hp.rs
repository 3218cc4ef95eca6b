//! `hp` and `hp5`: HPCC on rates (FABRIC 6). Steps have the rules' numbers.

use super::{Ack, Event, LEAST_BPS, Line, Nic, Update, window};
use crate::packet::{Hop, MAX_HOPS};

/// Widths of telemetry (FABRIC 5): time in ns, tx in 128·μ bytes, queue in 80·μ bytes.
const TIME: u64 = (1 << 24) - 1;
const TX: u64 = (1 << 20) - 1;
const QUEUE: u64 = (1 << 17) - 1;

/// A hop in the sender's units.
#[derive(Copy, Clone, Debug, Default)]
struct Record {
    time: u64,
    tx: u64,
    queue: u64,
}

#[derive(Clone, Debug)]
struct State {
    rate: u64,
    rc: u64,
    u: f64,
    stage: u32,
    last: u64,
    l: [Record; MAX_HOPS],
}

/// HPCC on rates.
#[derive(Clone, Debug)]
pub struct Hp {
    line: Line,
    max_stage: u32,
    /// μ, by which the units grow.
    mu: u64,
    /// A, bit/s.
    increase: u64,
    states: Vec<State>,
    out: Option<Update>,
}

impl Hp {
    /// A NIC at this line, without a QP.
    pub fn new(line: Line, max_stage: u32) -> Self {
        let mu = line.tuning.hpcc_multiple.unwrap_or(line.line_bps / 25_000_000_000).max(1);
        let increase = line.tuning.increase_bps(line.line_bps);
        Self { line, max_stage, mu, increase, states: Vec::new(), out: None }
    }

    #[inline]
    fn record(&self, hop: &Hop) -> Record {
        Record {
            time: hop.time_ns & TIME,
            tx: (hop.tx_bytes / (128 * self.mu)) & TX,
            queue: (hop.waiting_bytes / (80 * self.mu)) & QUEUE,
        }
    }

    /// One ACK; the rate after it.
    fn step(&mut self, qp: usize, ack: &Ack<'_>) -> u64 {
        let Line { line_bps, rtt_ns, bdp_bytes, .. } = self.line;
        let mut now = [Record::default(); MAX_HOPS];
        for (record, hop) in now.iter_mut().zip(ack.telemetry) {
            *record = self.record(hop);
        }
        let (mu, increase, max_stage) = (self.mu, self.increase, self.max_stage);
        let s = &mut self.states[qp];
        // 1
        if s.last == 0 {
            (s.last, s.l) = (ack.nxt, now);
            return s.rate;
        }
        // 2
        let full = ack.seq > s.last;
        let (mut best, mut dt) = (0.0, 0);
        for ((old, new), hop) in s.l.iter().zip(&now).zip(ack.telemetry) {
            let tau = new.time.wrapping_sub(old.time) & TIME;
            let b = 128 * mu * (new.tx.wrapping_sub(old.tx) & TX);
            let q = 80 * mu * new.queue.min(old.queue);
            let p = hop.rate_bps as f64;
            let sent = (8 * b) as f64 / (tau as f64 * 1e-9) / p;
            let queued = q as f64 * line_bps as f64 / p / bdp_bytes as f64;
            let x = sent + queued;
            if x > best {
                (best, dt) = (x, tau);
            }
        }
        s.l = now;
        // 3
        let dt = dt.min(rtt_ns);
        s.u = (s.u * (rtt_ns - dt) as f64 + best * dt as f64) / rtt_ns as f64;
        let c = s.u / 0.95;
        // 4
        let (rate, next) = if c >= 1.0 || s.stage >= max_stage {
            // a c near 0 gives more than 64 bits hold: the line below
            (((s.rc as f64 / c) as u64).saturating_add(increase), 0)
        } else {
            (s.rc + increase, s.stage + 1)
        };
        // a line below 1 Gbit/s is not exceeded
        s.rate = rate.max(LEAST_BPS).min(line_bps);
        // 5
        if full {
            (s.rc, s.stage, s.last) = (s.rate, next, s.last.max(ack.nxt));
        }
        s.rate
    }
}

impl Nic for Hp {
    fn ack(&mut self, _time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        match event {
            Event::Open { .. } => {
                let (rate, l) = (self.line.line_bps, [Record::default(); MAX_HOPS]);
                self.states.push(State { rate, rc: rate, u: 1.0, stage: 0, last: 0, l });
            }
            Event::Ack(ack) => {
                let rate_bps = self.step(qp as usize, &ack);
                let window_bytes = window(&self.line, rate_bps);
                self.out = Some(Update { qp, window_bytes, rate_bps, repace: true });
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
