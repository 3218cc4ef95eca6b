//! The demonstration's rules beside the model: what `fpga/board/ackw_demo.v` does in each cycle, written a second time.

use super::Listed;
use crate::smoke::BASE;
use layout::config::Config;
use layout::ldcp::{N, Psn};
use layout::record::Kind;
use model::engine::{self, HostContext, HostOp, Outcome, Parts, Update};
use model::event::{Arrival, external_kind};
use model::packet::classify::ParserConfig;
use model::top::{In, Out, Top};

/// Cycles without an update after which none comes.
const QUIET: u32 = 1024;
const COUNTERS: u8 = 64;

/// What a run must end with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub updates: u32,
    pub signature: u128,
}

/// The verdict of so many events.
///
/// # Panics
/// If the model gives no update: then nothing would be shown.
pub fn verdict(config: &Config, beats: &[Listed], events: u32) -> Verdict {
    let mut run = Run::new(config);
    while !run.step(&[], None).engine.init_done {}
    (0..config.engine.qps).for_each(|qpn| run.open(qpn));
    let mut sender = Sender { frame: false, gap: 0, place: 0 };
    while run.taken < events || sender.frame {
        let event = (run.taken < events).then(|| run.event());
        let beat = sender.frame.then(|| &beats[sender.place]);
        let out = run.step(beat.as_slice(), event);
        sender.step(out.tready, event.is_some(), run.x >> 58, beats);
        if event.is_some() && out.engine.s_event_ready {
            run.x = xorshift(run.x);
            run.taken += 1;
        }
    }
    // the cycle in which the end is seen; then it becomes still
    run.step(&[], None);
    let mut still = 0;
    while still < QUIET {
        still = if run.step(&[], None).engine.upd.is_some() { 0 } else { still + 1 };
    }
    run.counters();
    assert!(run.updates > 0, "a demonstration has updates");
    Verdict { updates: run.updates, signature: run.signature }
}

struct Run {
    model: Top,
    cfg: ParserConfig,
    qp_bits: u32,
    x: u64,
    taken: u32,
    /// Of the run; none while the contexts are initialised.
    cycle: Option<u32>,
    cnt_sel: u8,
    updates: u32,
    signature: u128,
}

impl Run {
    fn new(config: &Config) -> Run {
        Run {
            model: Top::new(config),
            cfg: ParserConfig {
                qp_bits: config.qp_bits(),
                qpn_base: BASE,
                fcr: config.parser.fcr,
                ..ParserConfig::default()
            },
            qp_bits: config.qp_bits(),
            x: 0x9e37_79b9_7f4a_7c15,
            taken: 0,
            cycle: None,
            cnt_sel: 0,
            updates: 0,
            signature: !0,
        }
    }

    /// The event of a random word, and of those before it.
    fn event(&self) -> Arrival {
        let bits = |lo: u32, count: u32| (self.x >> lo & ((1 << count) - 1)) as u32;
        let kind = match bits(0, 4) {
            10 => Kind::Loss,
            11 => Kind::Rtt,
            12 => Kind::Cnp,
            13 => Kind::Data,
            14 => external_kind(5),
            _ => Kind::Ack,
        };
        Arrival {
            kind,
            ece: bits(4, 2) == 0,
            use_psn: bits(7, 1) == 1,
            n: N::wrap(if bits(8, 1) == 1 { bits(9, 4) } else { bits(9, 14) }.into()),
            psn: Psn::wrap((8 * self.taken + bits(41, 6)).into()),
            qpn: if bits(24, 1) == 1 { bits(25, 2) } else { bits(25, self.qp_bits) },
        }
    }

    /// The host opens a QP whose first PSN is 0.
    fn open(&mut self, qpn: u32) {
        let parts = Parts { psn: true, ..Parts::NONE };
        let context = HostContext { psn: Psn::wrap(Psn::MAX_RAW), open: true, ..HostContext::RESET };
        let op = HostOp::Write { qpn, parts, context };
        while !self.cycle(&[], None, Some(op)).engine.host_ready {}
        while self.step(&[], None).engine.host_done.is_none() {}
    }

    fn step(&mut self, beat: &[&Listed], s_event: Option<Arrival>) -> Out {
        self.cycle(beat, s_event, None)
    }

    /// A cycle, and what is signed of it. An ACK with a PSN is of a packet that goes out just now.
    fn cycle(&mut self, beat: &[&Listed], s_event: Option<Arrival>, host: Option<HostOp>) -> Out {
        let tx = s_event.filter(|event| event.use_psn).map(|event| (event.qpn, Psn::wrap(event.psn.raw() + 1)));
        let out = self.model.step(&In {
            rst_n: true,
            parser_cfg: self.cfg,
            beat: beat.first().map(|(beat, _)| *beat),
            engine: engine::In { s_event, host, tx, ..engine::In::idle() },
            cnt_sel: self.cnt_sel,
            high_water_clear: 0,
        });
        let cycle = self.cycle.unwrap_or(0);
        if let Some(update) = out.engine.upd {
            self.sign(word(&update, cycle));
            self.updates += 1;
        }
        self.cycle = if out.engine.init_done { Some(self.cycle.map_or(0, |cycle| cycle + 1)) } else { None };
        out
    }

    /// All counters: the value of one comes a cycle after its number.
    fn counters(&mut self) {
        for select in 0..=COUNTERS {
            self.cnt_sel = select % COUNTERS;
            let out = self.step(&[], None);
            if select > 0 {
                self.sign(u128::from(select) << 64 | u128::from(out.cnt_value));
            }
        }
    }

    /// A feedback register of 128 bits: times x modulo x^128 + x^7 + x^2 + x + 1, and the word added.
    fn sign(&mut self, word: u128) {
        let carry = self.signature >> 127;
        self.signature = (self.signature << 1) ^ (carry * 0x87) ^ word;
    }
}

/// The fields of an update as they are signed.
fn word(&Update { kind, qpn, alg, outcome, .. }: &Update, cycle: u32) -> u128 {
    let Outcome::Ldcp { cw, interval, flags } = outcome else { unreachable!("the configuration has LDCP alone") };
    let fields = [
        (u128::from(cw.raw()), 42),
        (u128::from(interval.raw()), 40),
        (flags.into(), 16),
        // feedback
        (0, 1),
        (alg as u128, 4),
        (kind as u128, 3),
        (qpn.into(), 16),
        (u128::from(cycle & 0x3f), 6),
    ];
    fields.iter().rev().fold(0, |word, (value, bits)| word << bits | value)
}

/// The stream of frames: a beat is offered until it is taken, and a gap follows each frame.
struct Sender {
    frame: bool,
    gap: u64,
    place: usize,
}

impl Sender {
    fn step(&mut self, ready: bool, starts: bool, random: u64, beats: &[Listed]) {
        if !self.frame {
            match self.gap {
                0 => self.frame = starts,
                _ => self.gap -= 1,
            }
        } else if ready {
            let (beat, last_of_all) = &beats[self.place];
            self.place = if *last_of_all { 0 } else { self.place + 1 };
            if beat.tlast {
                (self.frame, self.gap) = (false, random & 0x1f);
            }
        }
    }
}

fn xorshift(x: u64) -> u64 {
    let x = x ^ x << 13;
    let x = x ^ x >> 7;
    x ^ x << 17
}
