//! `choice` against its model: an event a cycle, the same QP every cycle included, host writes among them.

use super::ecc::EccPorts;
use super::event::{self, EventAction, HOST_READ, HOST_WRITE, HostValues, Mix};
use super::pipe::{PipeDriver, Ports};
use super::words::words;
use crate::{Block, Design, Driver, Error, Golden, Rng, Stream};
use layout::record::{Alg, Set};
use layout::timing::CHOICE_LATENCY;
use model::choice::{self, Arrival, ChoiceSlice, In};
use model::ecc::{ChoiceReads, Chooses, Watch};

words!(Inputs { rst_n, init_we, init_addr, host_alg, host_set, in_valid, in_store, in_qpn });
words!(Outputs { out_valid, out_alg, out_set });

pub struct Choice {
    inputs: Inputs,
    outputs: Outputs,
    ecc: EccPorts,
    qps: u32,
}

impl Choice {
    pub fn new(design: &Design, qps: u32) -> Result<Choice, Error> {
        let name = "choice";
        let (inputs, outputs) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        Ok(Choice { inputs, outputs, ecc: EccPorts::of(design), qps })
    }
}

struct Reference {
    model: ChoiceSlice,
    inputs: Inputs,
    outputs: Outputs,
    ecc: EccPorts,
    reads: Option<(ChoiceReads, Watch)>,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.step(&In { rst_n: false, init: None, host: choice::Choice::RESET, arrival: None });
        self.reads = self.ecc.option(|| (ChoiceReads::default(), Watch::new(1)));
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        if let Some((reads, watch)) = &mut self.reads {
            let rst_n = row[i.rst_n] == 1;
            let (qpn, store, rewrite) = (row[i.in_qpn] as u32, row[i.in_store] == 1, self.ecc.rewrite(row));
            if reads.step(rst_n, (row[i.in_valid] == 1).then_some(Chooses { qpn, store, rewrite })) {
                watch.read(2);
            }
            self.ecc.put(watch.step(rst_n, self.ecc.inject(row)), output);
        }
        let result = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            init: (row[i.init_we] == 1).then_some(row[i.init_addr] as u32),
            host: choice::Choice { alg: Alg::wrap(row[i.host_alg]), set: Set::wrap(row[i.host_set]) },
            arrival: (row[i.in_valid] == 1).then(|| Arrival { qpn: row[i.in_qpn] as u32, store: row[i.in_store] == 1 }),
        });
        if let Some(choice) = result {
            output[o.out_valid] = 1;
            output[o.out_alg] = choice.alg.raw();
            output[o.out_set] = choice.set.raw();
        }
    }
}

struct Pins(Inputs, EccPorts);

impl Ports for Pins {
    fn reset(&self) -> usize {
        self.0.rst_n
    }
    fn init(&self) -> (usize, usize) {
        (self.0.init_we, self.0.init_addr)
    }
    fn hold(&self, row: &mut [u64], host: &HostValues) {
        row[self.0.host_alg] = host.alg;
        row[self.0.host_set] = host.set;
    }
    fn offer(&self, row: &mut [u64], e: &EventAction, valid: bool) {
        row[self.0.in_valid] = u64::from(valid);
        // a bubble looks like a host write of the next QP but one
        row[self.0.in_store] = u64::from(e.kind == HOST_WRITE || !valid);
        // so does one like the scrubber's
        self.1.set_rewrite(row, e.kind == HOST_READ || !valid);
        row[self.0.in_qpn] = e.qpn ^ u64::from(!valid) << 1;
    }
}

impl Block for Choice {
    type Action = EventAction;

    fn name(&self) -> &str {
        "choice"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<EventAction>) {
        let mix = Mix {
            qps: self.qps.into(),
            host_in: 12,
            reset_in: 100_000,
            packets: false,
            params: Default::default(),
            hops: 0,
            sockets: Default::default(),
            lsn: None,
        };
        let first = out.len();
        mix.generate(rng, n, out);
        for e in &mut out[first..] {
            (e.host.alg, e.host.set) = (rng.below(16), rng.below(16));
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let (inputs, outputs, ecc) = (self.inputs, self.outputs, self.ecc);
        Box::new(Reference { model: ChoiceSlice::new(self.qps), inputs, outputs, ecc, reads: None })
    }

    fn driver(&self) -> Box<dyn Driver<EventAction>> {
        let pins = Pins(self.inputs, self.ecc);
        self.ecc.drive(Box::new(PipeDriver::new(pins, self.qps.into(), 1, CHOICE_LATENCY)), false)
    }

    fn streams(&self) -> Vec<Stream> {
        vec![Stream::new("out_valid", None, &["out_alg", "out_set"])]
    }

    fn simpler(&self, action: &EventAction) -> Vec<EventAction> {
        event::simpler(action)
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + 2000
    }
}
