//! How fast the model is: the model's part of `just bench`, and all of `examples/rates.rs`. Deterministic work,
//! processor time of the thread that does it: what else the machine does does not count.

use crate::engine::{Engine, HostContext, HostOp, In, Outcome, Parts};
use crate::event::Arrival;
use crate::hpcc;
use cpu_time::ThreadTime;
use layout::config::{Config, Unit};
use layout::each_unit;
use layout::fixed::U;
use layout::hpcc::{HOPS, MAX_HOPS, flag};
use layout::ldcp::{N, Psn};
use layout::record::{Algorithm, Kind};

/// Work done and the time that it took.
#[derive(Copy, Clone, Debug)]
pub struct Rate {
    pub what: &'static str,
    pub unit: &'static str,
    pub count: u64,
    /// Of the processor.
    pub seconds: f64,
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Rate { what, unit, count, seconds } = self;
        write!(f, "{what}: {:.1} M {unit}/s ({count} {unit} in {seconds:.2} s)", *count as f64 / seconds / 1e6)
    }
}

macro_rules! rates {
    ($($unit:ident in $module:ident: $($algorithm:ident = $code:literal of $row:ident),+;)+) => {
        /// Of each unit.
        fn of_units(million: u64) -> Vec<Rate> {
            [$(crate::$module::rate::rates(million)),+].concat()
        }
    };
}
each_unit!(rates);

/// Every figure, with about `scale` million pieces of work each.
pub fn all(scale: u64) -> Vec<Rate> {
    let million = scale * 1_000_000;
    let mut all = of_units(million);
    all.extend([
        engine_cycles(EVERY_CYCLE, million, at_random),
        engine_cycles("engine, an event a cycle, 16 QPs in turn", million, {
            let mut qpn = 0;
            move |_| {
                qpn = (qpn + 1) & 15;
                qpn
            }
        }),
        engine_cycles("engine, all events of one QP", million, |_| 0),
        engine_hpcc_cycles(million),
        engine_idle(100 * million),
    ]);
    all
}

/// The load that the Verilated engine is measured under as well.
pub const EVERY_CYCLE: &str = "engine of LDCP, an event a cycle, 4096 QPs at random";
pub const HPCC_EVERY_CYCLE: &str = "engine of both, an ACK of HPCC++ a cycle, 5 hops, 4096 QPs at random";

/// One of 4,096 QPs.
pub fn at_random(r: u64) -> u32 {
    r as u32 & 0xfff
}

/// PSNs that the QPs of the benches have sent.
pub const SENT: u64 = 0x1000;

/// ACKs and a few losses, half of them by PSN, of the QPs that `qpn` chooses from a random number.
pub fn arrivals(count: usize, mut qpn: impl FnMut(u64) -> u32) -> Vec<Arrival> {
    let mut random = Random(2);
    let arrival = |_| {
        let r = random.next();
        let kind = if r & 0xf000 == 0 { Kind::Loss } else { Kind::Ack };
        let (ece, use_psn) = (r >> 16 & 15 == 0, r >> 24 & 1 == 1);
        Arrival { kind, ece, use_psn, n: N::wrap(r >> 8 & 3), psn: Psn::wrap((r >> 28) % SENT), qpn: qpn(r >> 40) }
    };
    (0..count).map(arrival).collect()
}

/// The whole engine with an event offered in every cycle.
pub fn engine_cycles(what: &'static str, cycles: u64, qpn: impl FnMut(u64) -> u32) -> Rate {
    let arrivals = arrivals(65536, qpn);
    let (mut engine, mut input) = initialised();
    let (mut offered, mut updates) = (0, 0u64);
    let start = ThreadTime::now();
    for _ in 0..cycles {
        input.s_event = Some(arrivals[offered & 0xffff]);
        let out = engine.step(&input);
        offered += out.s_event_ready as usize;
        updates += out.upd.is_some() as u64;
    }
    let seconds = start.elapsed().as_secs_f64();
    assert!(updates > 0, "a rate without updates measures nothing");
    Rate { what, unit: "cycles", count: cycles, seconds }
}

/// The engine with an event every thousand cycles, the rest skipped.
pub fn engine_idle(cycles: u64) -> Rate {
    let (mut engine, mut input) = initialised();
    let arrival = Arrival { kind: Kind::Ack, ece: false, use_psn: false, n: N::wrap(1), psn: Psn::ZERO, qpn: 3 };
    let mut updates = 0u64;
    let start = ThreadTime::now();
    for _ in 0..cycles / 1000 {
        input.s_event = Some(arrival);
        engine.step(&input);
        input.s_event = None;
        engine.advance_idle(999, &input, |_, _| updates += 1);
    }
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(updates, cycles / 1000, "each event makes one update");
    Rate { what: "engine, an event in 1000 cycles, idle stretches skipped", unit: "cycles", count: cycles, seconds }
}

/// What becomes of an event a cycle of which a share is one QP's: the events that are taken, of the others and in all,
/// and the updates, in parts of a cycle.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Hot {
    /// Percent.
    pub share: u64,
    pub others: f64,
    pub all: f64,
    pub updates: f64,
}

/// The shares of the table.
pub const SHARES: [u64; 5] = [0, 10, 20, 50, 100];

/// An ACK offered in every cycle to the engine of this configuration, for `cycles`, of all QPs at random but for the
/// hot one's. Updates are taken as they come. Cycles are those of the Verilog.
pub fn hot(config: &Config, alg: Algorithm, share: u64, cycles: u64) -> Hot {
    let mut engine = Engine::new(config);
    let mut input = In::idle();
    engine.advance_idle(u64::from(config.engine.qps) + 1000, &input, |_, _| ());
    open(&mut engine, config.engine.qps, alg);
    let (mut random, telemetry, mut taken, mut updates) = (Random(1), telemetry(), [0u64; 2], 0u64);
    let (mut held, mut psn) = (None, SENT);
    for cycle in 0..cycles {
        // what was not taken stays
        let (is_hot, qpn) = *held.get_or_insert_with(|| {
            let r = random.next();
            let is_hot = r % 100 < share;
            (is_hot, if is_hot { 0 } else { 1 + (r >> 32) as u32 % (config.engine.qps - 1) })
        });
        let kind = if alg == Algorithm::HpccRx { Kind::Data } else { Kind::Ack };
        let arrival = Arrival { kind, ece: cycle % 64 == 0, use_psn: false, n: N::wrap(1), psn: Psn::wrap(psn), qpn };
        (input.s_event, input.s_event_telemetry) = (Some(arrival), Some(&telemetry[cycle as usize & 511]));
        let out = engine.step(&input);
        if out.s_event_ready {
            taken[usize::from(is_hot)] += 1;
            (held, psn) = (None, psn + 1);
        }
        updates += u64::from(out.upd.is_some());
    }
    let [others, of_hot] = taken;
    let [others, all, updates] = [others, others + of_hot, updates].map(|n| n as f64 / cycles as f64);
    Hot { share, others, all, updates }
}

/// What an engine takes beside operations of the host that follow one another without a pause.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Beside {
    /// Events a cycle that are taken, where one is offered in each.
    pub all: f64,
    /// Most cycles that an event waits to be taken.
    pub waits: u64,
    /// Operations that ended.
    pub ended: u64,
}

/// An ACK of any QP offered in every cycle to the engine of this configuration, for `cycles`, and this operation
/// whenever it is taken. A set is that of the algorithm's unit. Cycles are those of the Verilog.
pub fn beside(config: &Config, alg: Algorithm, op: HostOp, cycles: u64) -> Beside {
    let mut engine = Engine::new(config);
    let mut input = In::idle();
    engine.advance_idle(u64::from(config.engine.qps) + 1000, &input, |_, _| ());
    open(&mut engine, config.engine.qps, alg);
    let (mut random, telemetry) = (Random(1), telemetry());
    let (mut taken, mut waited, mut waits, mut ended, mut psn) = (0u64, 0, 0, 0, SENT);
    let mut next = || random.next() as u32 % config.engine.qps;
    let mut qpn = next();
    input.host = Some(op);
    if let HostOp::Set { .. } = op {
        input.unit.sets = 1 << alg.unit().place();
    }
    for cycle in 0..cycles {
        let arrival =
            Arrival { kind: Kind::Ack, ece: cycle % 64 == 0, use_psn: false, n: N::wrap(1), psn: Psn::wrap(psn), qpn };
        (input.s_event, input.s_event_telemetry) = (Some(arrival), Some(&telemetry[cycle as usize & 511]));
        let out = engine.step(&input);
        ended += u64::from(out.host_done.is_some());
        if out.s_event_ready {
            (taken, waited, qpn, psn) = (taken + 1, 0, next(), psn + 1);
        } else {
            waited += 1;
            waits = waits.max(waited);
        }
    }
    Beside { all: taken as f64 / cycles as f64, waits, ended }
}

/// LDCP alone.
pub fn ldcp_alone() -> Config {
    let mut config = Config::default();
    config.engine.units = vec![Unit::Ldcp];
    config
}

/// Telemetry of five hops at 700 to 1723 ns a step, links at 40 to 100%.
pub fn telemetry() -> Vec<hpcc::Telemetry<MAX_HOPS>> {
    let mut random = Random(3);
    let mut sums = [[0u64; 2]; HOPS];
    let mut hops = [hpcc::Hop::default(); MAX_HOPS];
    (0..512)
        .map(|_| {
            for (i, (hop, sum)) in hops.iter_mut().zip(&mut sums).enumerate() {
                let r = random.next();
                let dts = 700 + (r >> 20 & 1023);
                let full = dts * [25, 50, 100, 200, 400][i] / 1024;
                *sum = [sum[0] + dts, sum[1] + full * (40 + (r >> 32) % 61) / 100];
                let (ts, tx_bytes) = (U::wrap(sum[0]), U::wrap(sum[1]));
                *hop = hpcc::Hop { speed: U::wrap(i as u64), ts, tx_bytes, q_len: U::wrap(r >> 44 & 255) };
            }
            hpcc::Telemetry { path: U::wrap(1), n_hop: U::wrap(HOPS as u64), hops }
        })
        .collect()
}

/// The engine of both units, all QPs HPCC++'s, with an ACK offered in every cycle.
pub fn engine_hpcc_cycles(cycles: u64) -> Rate {
    let mut engine = Engine::new(&Config::default());
    let mut input = In::idle();
    engine.advance_idle(5000, &input, |_, _| ());
    open(&mut engine, Config::default().engine.qps, Algorithm::Hpcc);
    let (mut arrivals, telemetry) = (arrivals(65536, at_random), telemetry());
    arrivals.iter_mut().for_each(|arrival| arrival.kind = Kind::Ack);
    let (mut offered, mut measured) = (0, 0u64);
    let start = ThreadTime::now();
    for _ in 0..cycles {
        input.s_event = Some(arrivals[offered & 0xffff]);
        input.s_event_telemetry = Some(&telemetry[offered & 511]);
        let out = engine.step(&input);
        offered += out.s_event_ready as usize;
        if let Some(Outcome::Hpcc { flags, .. }) = out.upd.map(|update| update.outcome) {
            measured += (flags & (flag::FIRST | flag::IGNORED) == 0) as u64;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    assert!(measured > cycles / 2, "{measured} measured updates in {cycles} cycles");
    Rate { what: HPCC_EVERY_CYCLE, unit: "cycles", count: cycles, seconds }
}

fn initialised() -> (Engine, In<'static>) {
    let input = In::idle();
    let mut engine = Engine::new(&ldcp_alone());
    engine.advance_idle(20_000, &input, |_, _| ());
    open(&mut engine, ldcp_alone().engine.qps, Algorithm::Ldcp);
    (engine, input)
}

/// Opens every QP, and sends on it.
fn open(engine: &mut Engine, qps: u32, alg: Algorithm) {
    let (idle, context) = (In::idle(), HostContext { alg, open: true, ..HostContext::RESET });
    for qpn in 0..qps {
        engine.step(&In { host: Some(HostOp::Write { qpn, parts: Parts::ALL, context }), ..idle });
        engine.advance_idle(200, &idle, |_, _| ());
        engine.step(&In { tx: Some((qpn, Psn::wrap(SENT))), ..idle });
    }
}

/// xorshift64*, enough for traffic.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}
