//! Events of LDCP at the exported reference design; each update is held against the golden model's pure functions.

mod nic;

use layout::ldcp::{N, PARAMS};
use layout::record::Kind;
use model::event::{Event, NewWindow};
use model::ldcp::Params;
use model::ldcp::{step, Context};
use nic::{Inputs, Nic};
use std::collections::VecDeque;
use std::process::ExitCode;

const EVENTS: u64 = 10_000;
const QPS: u64 = 4096;
/// QPs that are open: the first ones.
const OPEN: u64 = 16;
/// Cycles after which a design that gives nothing hangs: more than its sweep over all contexts.
const PATIENCE: u64 = 10_000;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }
}

/// What an update must be: window, pace and flags.
type Expected = [u64; 3];

/// The contexts of all QPs, and the updates that are still to come, of each QP in its order.
struct Golden {
    params: Params,
    contexts: Vec<Context>,
    due: Vec<VecDeque<Expected>>,
}

impl Golden {
    fn take(&mut self, event: Event) {
        let context = &mut self.contexts[event.qpn as usize];
        let (next, flags) = step(false, *context, event.of_qp(*context), &self.params);
        *context = next;
        let window = NewWindow { kind: event.kind, qpn: event.qpn, cw: next.cw, rtt: next.rtt, flags };
        let pace = model::ldcp::unit::interval::step(&window).raw();
        self.due[event.qpn as usize].push_back([next.cw.raw(), pace, flags.into()]);
    }
}

fn run(seed: u64) -> Result<u64, String> {
    let mut random = Random(seed);
    let params = Params::from_raw(PARAMS.map(|field| field.reset)).map_err(|e| e.to_string())?;
    let mut golden =
        Golden { params, contexts: vec![Context::RESET; QPS as usize], due: vec![VecDeque::new(); QPS as usize] };
    let mut nic = Nic::new();
    let (mut taken, mut compared, mut quiet) = (0, 0, 0);
    let mut inputs = Inputs::default();
    for cycle in 0u64.. {
        inputs.rst_n = (cycle >= 8).into();
        inputs.update_ready = (random.below(8) != 0).into();
        let out = nic.cycle(&inputs);
        quiet += 1;
        if inputs.rst_n == 1 && inputs.event_valid == 1 && out.event_ready == 1 {
            let kind = Kind::from_bits(inputs.event_kind as u8).ok_or("the bench made an event of no kind")?;
            let (ece, n) = (inputs.event_ece == 1, N::wrap(inputs.event_n.into()));
            golden.take(Event { kind, ece, n, qpn: inputs.event_qpn });
            (taken, quiet, inputs.event_valid) = (taken + 1, 0, 0);
        }
        if inputs.rst_n == 1 && out.update_valid == 1 && inputs.update_ready == 1 {
            let found = [out.update_window, out.update_pace, out.update_flags.into()];
            let expected = golden.due[out.update_qpn as usize].pop_front();
            if expected != Some(found) {
                return Err(format!("cycle {cycle}, QP {}: {found:x?}, expected {expected:x?}", out.update_qpn));
            }
            (compared, quiet) = (compared + 1, 0);
        }
        if out.init_done == 1 && inputs.rst_n == 1 && inputs.event_valid == 0 && taken < EVENTS {
            inputs.event_valid = (random.below(4) != 0).into();
            inputs.event_kind = random.below(2) as u32; // an ack or a loss
            inputs.event_ece = (random.below(3) == 0).into();
            inputs.event_n = random.below(10) as u32;
            // a few QPs have half of the events
            inputs.event_qpn = if random.below(2) == 0 { random.below(4) } else { random.below(OPEN) } as u32;
            // what comes for a QP while one of its events waits joins that one, and has no update of its own
            inputs.event_valid &= u32::from(golden.due[inputs.event_qpn as usize].is_empty());
        }
        if compared == EVENTS {
            break;
        }
        if quiet > PATIENCE {
            return Err(format!("cycle {cycle}: nothing moves, {taken} events taken, {compared} updates"));
        }
    }
    Ok(compared)
}

fn main() -> ExitCode {
    let seed = match std::env::args().nth(1).map_or(Ok(1), |text| text.parse()) {
        Ok(seed) => seed,
        Err(_) => {
            eprintln!("ackwright-static: expected a seed, a number");
            return ExitCode::from(2);
        }
    };
    verilated::set_rand_reset(verilated::RandomMode::Randomize);
    println!("{}, seed {seed}", verilated::product_version().to_string_lossy());
    match run(seed) {
        Ok(compared) => {
            println!("PASS: {compared} updates are the golden model's");
            ExitCode::SUCCESS
        }
        Err(why) => {
            println!("MISMATCH: {why}");
            ExitCode::FAILURE
        }
    }
}
