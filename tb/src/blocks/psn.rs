//! `psn` against its model: an event a cycle, the same QP every cycle included.

use super::ecc::EccPorts;
use super::event::{self, EventAction, HostValues, Maker, Mix};
use super::pipe::{PipeDriver, Ports};
use super::sequence::Psns;
use super::words::words;
use crate::{Block, Design, Driver, Error, Golden, Rng, Stream};
use layout::config::Engine;
use layout::ldcp::{N, Psn as PsnFormat};
use layout::record::Kind;
use layout::timing::PSN_LATENCY;
use model::ecc::{InOrder, Watch};
use model::event::Arrival;
use model::psn::{Context, Dropped, In, PsnSlice};

words!(Inputs {
    rst_n,
    init_we,
    init_addr,
    host_psn,
    host_open,
    in_valid,
    in_kind,
    in_ece,
    in_use_psn,
    in_n,
    in_psn,
    in_snd_max,
    in_qpn,
});
words!(Outputs { out_valid, out_kind, out_ece, out_n, out_qpn, out_psn, out_open, out_una, out_rejected, out_closed });

pub struct Psn {
    inputs: Inputs,
    outputs: Outputs,
    ecc: EccPorts,
    /// With LSNs: `out_stores`.
    stores: Option<usize>,
    qps: u32,
    n_max: N,
}

impl Psn {
    pub fn new(design: &Design, engine: &Engine) -> Result<Psn, Error> {
        let name = "psn";
        let (inputs, outputs) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        let (qps, n_max) = (engine.qps, N::wrap(engine.n_max.into()));
        let stores = design.outputs().column("out_stores").map(|c| c.word);
        Ok(Psn { inputs, outputs, ecc: EccPorts::of(design), stores, qps, n_max })
    }
}

struct Reference {
    model: PsnSlice,
    inputs: Inputs,
    outputs: Outputs,
    ecc: EccPorts,
    stores: Option<usize>,
    reads: Option<(InOrder, Watch)>,
}

impl Golden for Reference {
    fn reset(&mut self) {
        let context = Context::RESET;
        self.model.step(&In { rst_n: false, init: None, host: context, arrival: None, snd_max: PsnFormat::ZERO });
        self.reads = self.ecc.option(|| (InOrder::default(), Watch::new(1)));
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let arrival = (row[i.in_valid] == 1).then(|| Arrival {
            kind: Kind::from_bits(row[i.in_kind] as u8).unwrap_or(Kind::Loss),
            ece: row[i.in_ece] == 1,
            use_psn: row[i.in_use_psn] == 1,
            n: N::wrap(row[i.in_n]),
            psn: PsnFormat::wrap(row[i.in_psn]),
            qpn: row[i.in_qpn] as u32,
        });
        if let Some((reads, watch)) = &mut self.reads {
            let rst_n = row[i.rst_n] == 1;
            if reads.step(rst_n, arrival.map(|a| a.qpn)) {
                watch.read(2);
            }
            self.ecc.put(watch.step(rst_n, self.ecc.inject(row)), output);
        }
        let result = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            init: (row[i.init_we] == 1).then_some(row[i.init_addr] as u32),
            host: Context { psn: PsnFormat::wrap(row[i.host_psn]), open: row[i.host_open] == 1 },
            arrival,
            snd_max: PsnFormat::wrap(row[i.in_snd_max]),
        });
        match result.map(|r| (r, r.event)) {
            Some((r, Ok(event))) => {
                output[o.out_valid] = 1;
                output[o.out_kind] = event.kind as u64;
                output[o.out_ece] = event.ece.into();
                output[o.out_n] = event.n.raw();
                output[o.out_qpn] = event.qpn.into();
                output[o.out_psn] = r.before.psn.raw();
                output[o.out_open] = r.before.open.into();
                output[o.out_una] = r.una.raw();
                if let Some(stores) = self.stores {
                    output[stores] = r.stores.into();
                }
            }
            Some((_, Err(Dropped::Rejected))) => output[o.out_rejected] = 1,
            Some((_, Err(Dropped::Closed))) => output[o.out_closed] = 1,
            None => {}
        }
    }
}

impl Ports for Inputs {
    fn reset(&self) -> usize {
        self.rst_n
    }
    fn init(&self) -> (usize, usize) {
        (self.init_we, self.init_addr)
    }
    fn hold(&self, row: &mut [u64], host: &HostValues) {
        row[self.host_psn] = host.psn;
        row[self.host_open] = host.open;
    }
    fn offer(&self, row: &mut [u64], e: &EventAction, valid: bool) {
        row[self.in_valid] = u64::from(valid);
        row[self.in_kind] = e.kind;
        row[self.in_ece] = e.ece;
        row[self.in_use_psn] = e.use_psn;
        row[self.in_n] = e.n;
        row[self.in_psn] = e.psn;
        row[self.in_snd_max] = e.snd_max;
        row[self.in_qpn] = e.qpn;
    }
}

impl Block for Psn {
    type Action = EventAction;

    fn name(&self) -> &str {
        "psn"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<EventAction>) {
        let mix = Mix {
            qps: self.qps.into(),
            host_in: 64,
            reset_in: 100_000,
            packets: false,
            params: Default::default(),
            hops: 0,
            sockets: Default::default(),
            lsn: None,
        };
        let (mut maker, mut psns) = (Maker::new(mix, rng), Psns::default());
        for _ in 0..n {
            let mut e = maker.next(rng, &mut psns);
            e.use_psn |= u64::from(e.n & 7 != 0); // mostly PSNs: this is their block
            e.snd_max = psns.furthest(rng, e.qpn);
            out.push(e);
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let (inputs, outputs, ecc, stores) = (self.inputs, self.outputs, self.ecc, self.stores);
        Box::new(Reference { model: PsnSlice::new(self.qps, self.n_max), inputs, outputs, ecc, stores, reads: None })
    }

    fn driver(&self) -> Box<dyn Driver<EventAction>> {
        self.ecc.drive(Box::new(PipeDriver::new(self.inputs, self.qps.into(), 1, PSN_LATENCY + 1)), false)
    }

    fn streams(&self) -> Vec<Stream> {
        let payload = ["out_kind", "out_ece", "out_n", "out_qpn", "out_psn", "out_open", "out_una"];
        let stores = self.stores.map(|_| "out_stores");
        let payload: Vec<_> = payload.into_iter().chain(stores).collect();
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
