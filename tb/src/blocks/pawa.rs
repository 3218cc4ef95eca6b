//! `pawa` against its model: events of one QP as close as the hazard distance allows, others every cycle.

use super::ecc::EccPorts;
use super::event::{self, EventAction, HostValues, Mix};
use super::params::Sets;
use super::pipe::{PipeDriver, Ports};
use super::words::words;
use crate::{Block, Design, Driver, Error, Golden, Note, Rng, Stream};
use layout::ldcp::{Cw, N, Rtt};
use layout::record::Kind;
use layout::timing::{HAZARD, PAWA_LATENCY};
use model::choice::SETS;
use model::ecc::{PawaReads, Watch};
use model::event::Issued as Event;
use model::ldcp::Context;
use model::ldcp::Params;
use model::ldcp::unit::pawa::{In, Issued, Pawa as Model};

words!(Inputs {
    rst_n,
    init_we,
    init_addr,
    host_cw,
    host_rtt,
    in_valid,
    in_kind,
    in_n0,
    in_n1,
    in_qpn,
    in_pcc,
    in_set,
});
words!(StartInputs { in_loss, in_confirms, host_iw });
words!(StartOutputs { out_iw });
words!(Outputs { out_valid, out_kind, out_qpn, out_cw, out_rtt, out_flags });

pub struct Pawa {
    inputs: Inputs,
    outputs: Outputs,
    sets: Sets,
    ecc: EccPorts,
    start: Option<(StartInputs, StartOutputs)>,
    qps: u32,
}

impl Pawa {
    pub fn new(design: &Design, qps: u32, params: [Params; SETS]) -> Result<Pawa, Error> {
        let name = "pawa";
        let starts = design.inputs().column("host_iw").is_some();
        let start = match starts {
            true => Some((StartInputs::of(name, design.inputs())?, StartOutputs::of(name, design.outputs())?)),
            false => None,
        };
        Ok(Pawa {
            inputs: Inputs::of(name, design.inputs())?,
            outputs: Outputs::of(name, design.outputs())?,
            sets: Sets::of(name, design.inputs(), params)?,
            ecc: EccPorts::of(design),
            start,
            qps,
        })
    }
}

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
    sets: Sets,
    ecc: EccPorts,
    start: Option<(StartInputs, StartOutputs)>,
    reads: Option<(PawaReads, Watch)>,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.step(&In {
            rst_n: false,
            set: None,
            init: None,
            host: Context::RESET,
            host_iw: N::ZERO,
            confirms: N::ZERO,
            event: None,
        });
        self.reads = self.ecc.option(|| (PawaReads::new(self.start.is_some()), Watch::new(1)));
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let event = (row[i.in_valid] == 1).then(|| Issued {
            event: Event {
                kind: Kind::from_bits(row[i.in_kind] as u8).unwrap_or(Kind::Loss),
                n0: N::wrap(row[i.in_n0]),
                n1: N::wrap(row[i.in_n1]),
                loss: self.start.is_some_and(|(i, _)| row[i.in_loss] == 1),
                qpn: row[i.in_qpn] as u32,
            },
            pcc: row[i.in_pcc] == 1,
            set: row[i.in_set] as usize,
        });
        if let Some((reads, watch)) = &mut self.reads {
            let rst_n = row[i.rst_n] == 1;
            reads.step(rst_n, event.map(|e| e.event.qpn), watch);
            self.ecc.put(watch.step(rst_n, self.ecc.inject(row)), output);
        }
        let host = Context { cw: Cw::wrap(row[i.host_cw]), rtt: Rtt::wrap(row[i.host_rtt]) };
        let init = (row[i.init_we] == 1).then_some(row[i.init_addr] as u32);
        let of_start = |port: fn(&StartInputs) -> usize| self.start.map_or(N::ZERO, |(i, _)| N::wrap(row[port(&i)]));
        let result = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            set: self.sets.written(row),
            init,
            host,
            host_iw: of_start(|i| i.host_iw),
            confirms: of_start(|i| i.in_confirms),
            event,
        });
        if let Some(r) = result {
            output[o.out_valid] = 1;
            output[o.out_kind] = r.kind as u64;
            output[o.out_qpn] = r.qpn.into();
            output[o.out_cw] = r.context.cw.raw();
            output[o.out_rtt] = r.context.rtt.raw();
            output[o.out_flags] = r.flags.into();
            if let Some((_, o)) = self.start {
                output[o.out_iw] = r.iw.raw();
            }
        }
    }

    fn context(&self) -> Vec<Note> {
        let sets = self.sets.params.iter().enumerate();
        sets.map(|(k, params)| Note::new(format!("set {k}"), format!("{:x?}", params.raw()))).collect()
    }
}

struct Pins(Inputs, Sets, Option<StartInputs>);

/// What counts of an event: one in four has both, as if several had been folded.
fn counts(e: &EventAction) -> (u64, u64) {
    let other = if e.psn >> 2 & 3 == 0 { (e.psn >> 8) >> (e.psn >> 4 & 15) & N::MAX_RAW } else { 0 };
    match Kind::from_bits(e.kind as u8) {
        Some(Kind::Rtt) => (1, other),
        Some(Kind::Cnp) => (other, 1),
        _ if e.ece == 1 => (other, e.n),
        _ => (e.n, other),
    }
}

impl Ports for Pins {
    fn reset(&self) -> usize {
        self.0.rst_n
    }
    fn init(&self) -> (usize, usize) {
        (self.0.init_we, self.0.init_addr)
    }
    fn hold(&self, row: &mut [u64], host: &HostValues) {
        row[self.0.host_cw] = host.cw;
        row[self.0.host_rtt] = host.rtt;
        if let Some(start) = &self.2 {
            row[start.host_iw] = host.iw;
        }
    }
    fn offer(&self, row: &mut [u64], e: &EventAction, valid: bool) {
        row[self.0.in_valid] = u64::from(valid);
        row[self.0.in_kind] = e.kind;
        (row[self.0.in_n0], row[self.0.in_n1]) = counts(e);
        row[self.0.in_qpn] = e.qpn;
        // any QP may have any choice: here its low bits, and now and then the other algorithm
        row[self.0.in_set] = e.qpn & 15;
        row[self.0.in_pcc] = u64::from(e.psn & 3 == 0);
        if let Some(start) = &self.2 {
            row[start.in_loss] = u64::from(e.kind == Kind::Loss as u64 || e.psn >> 3 & 15 == 0);
            // of the event two cycles before: it is there with or without a loss
            row[start.in_confirms] = if e.psn >> 7 & 3 == 0 { e.psn >> 9 & (N::MAX_RAW >> (e.psn & 15)) } else { 0 };
        }
    }
    fn prepare(&self, row: &mut [u64], k: u64) {
        if k < 16 {
            self.1.fill(row, k as usize);
        }
    }
}

impl Block for Pawa {
    type Action = EventAction;

    fn name(&self) -> &str {
        "pawa"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<EventAction>) {
        Mix {
            qps: self.qps.into(),
            host_in: 12,
            reset_in: 100_000,
            packets: false,
            params: self.sets.params,
            hops: 0,
            sockets: Default::default(),
            lsn: None,
        }
        .generate(rng, n, out);
    }

    fn golden(&self) -> Box<dyn Golden> {
        let (inputs, outputs, ecc, start) = (self.inputs, self.outputs, self.ecc, self.start);
        Box::new(Reference { model: Model::new(self.qps), inputs, outputs, sets: self.sets, ecc, start, reads: None })
    }

    fn driver(&self) -> Box<dyn Driver<EventAction>> {
        let pins = Pins(self.inputs, self.sets, self.start.map(|(inputs, _)| inputs));
        self.ecc.drive(Box::new(PipeDriver::new(pins, self.qps.into(), HAZARD as usize, PAWA_LATENCY + 1)), false)
    }

    fn streams(&self) -> Vec<Stream> {
        let mut payload = vec!["out_kind", "out_qpn", "out_cw", "out_rtt", "out_flags"];
        payload.extend(self.start.map(|_| "out_iw"));
        vec![Stream::new("out_valid", None, &payload)]
    }

    fn simpler(&self, action: &EventAction) -> Vec<EventAction> {
        event::simpler(action)
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        event::show(port, words)
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + 2000
    }
}
