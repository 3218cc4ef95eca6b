//! `--engine rtl`: the same lines through the Verilated engine of the configuration. States are written and read over
//! its host port, snd_nxt over `tx`, events go in at `s_event`, updates come out; the model has no part in it.
//!
//! L cannot be written: a QP whose L is given gets it by a telemetry that is its first, under a parameter set that then
//! only records it (`sync_first` 0). Nor can it be read: what is printed is the last telemetry that the engine had room
//! for.

use super::{Answer, Hpcc, HpccLine, Path, Settings, Side};
use crate::failure::{Failure, Result};
use crate::progress;
use crate::replay::line::Number;
use crate::replay::{Steps, Wrong, with_unit};
use layout::config::{Config, Unit};
use layout::fixed::U;
use layout::hpcc::{MAX_HOPS, PARAMS, SPEEDS, U_INIT, W_INIT};
use layout::record::{Algorithm, Kind};
use model::choice::SETS;
use model::hpcc::Arrival;
use std::collections::HashMap;
use tb::Builder;
use tb::blocks::session::{Context, HpccRegisters, Measured, Session, Telemetry, Update};

/// The parameters of the run, and those under which a first telemetry only records L.
const RUN: u64 = 0;
const RECORD: u64 = 1;

pub fn engine<'a>(hpcc: &'a Hpcc, config: &Config) -> Result<Steps<'a, HpccLine>> {
    let config = &with_unit(config, Unit::Hpcc);
    let stage = progress::stage("building ackw_engine");
    let emitted = hdl::design::build(config, "engine").map_err(Failure::input)?;
    let design = tb::blocks::design(&emitted, config, "engine", emitted.files.clone())?;
    let builder = Builder::from_env()?;
    let session = Session::with_hpcc(&builder, config, &design, registers(&hpcc.params))?;
    let mut bench = Bench { session, hpcc, known: HashMap::new(), hops: config.hpcc.hops as usize };
    drop(stage);
    Ok(Box::new(move |line, out| {
        bench.one(line).map_err(|e| Wrong::Run(e.into()))?.write(out, line);
        Ok(())
    }))
}

fn registers(settings: &Settings) -> HpccRegisters {
    let header = &settings.header;
    let gbps = |code: usize| header.speed(U::wrap(code as u64)).map_or(0, |speed| speed.gbps.raw());
    let mut sets = vec![settings.set.raw(); SETS];
    sets[RECORD as usize][8] = 0;
    HpccRegisters {
        units: [header.ts_unit().raw(), header.tx_unit().raw(), header.q_unit().raw()],
        gbps: std::array::from_fn::<_, SPEEDS, _>(gbps),
        sets,
    }
}

struct Bench<'a> {
    session: Session,
    hpcc: &'a Hpcc,
    /// L of each QP that has been seen.
    known: HashMap<u32, Option<Path<3>>>,
    hops: usize,
}

type Found<T> = std::result::Result<T, tb::Error>;

impl Bench<'_> {
    fn one(&mut self, line: &HpccLine) -> Found<Answer<u64>> {
        let new = !self.known.contains_key(&line.qpn);
        if new || line.state.is_some() {
            self.prepare(line, new)?;
        }
        let event = &line.event;
        let update = self.event(line.qpn, event.arrival, &event.telemetry)?;
        if event.telemetry.hops.len() <= self.hops {
            let hops = event.telemetry.hops.iter().map(|&[_, ts, tx, q]| [ts, tx, q]).collect();
            self.known.insert(line.qpn, Some(Path { path: event.telemetry.path, hops }));
        }
        let c = self.session.host_read(line.qpn)?.hpcc;
        Ok(Answer {
            side: self.hpcc.side,
            state: [c.u, c.w, c.wc, c.inc_stage, c.last_update],
            l: self.known.get(&line.qpn).cloned().flatten(),
            update: [update.window, update.pace],
            flags: update.flags as u16,
        })
    }

    /// Puts the fields of the line's state into the engine's context.
    fn prepare(&mut self, line: &HpccLine, new: bool) -> Found<()> {
        let raw = self.hpcc.params.set.raw();
        let mut context = self.session.host_read(line.qpn)?;
        if new {
            let (w_init, u_init) = (raw[W_INIT.place(&PARAMS)], raw[U_INIT.place(&PARAMS)]);
            (context.hpcc.u, context.hpcc.w, context.hpcc.wc) = (u_init, w_init, w_init);
            (context.hpcc.inc_stage, context.hpcc.last_update) = (0, 0);
        }
        let mut l = self.known.get(&line.qpn).cloned().flatten();
        if let Some(given) = &line.state {
            // reading has checked that each fits its format
            let numbers = given.numbers.each_ref().map(|n| n.as_ref().and_then(Number::raw));
            let c = &mut context.hpcc;
            let fields = [&mut c.u, &mut c.w, &mut c.wc, &mut c.inc_stage, &mut c.last_update];
            for (field, number) in fields.into_iter().zip(numbers) {
                *field = number.unwrap_or(*field);
            }
            l = given.l.clone().unwrap_or(l);
        }
        let (alg, arrival) = match self.hpcc.side {
            Side::Sender => (Algorithm::Hpcc, Arrival::Ack { seq: U::ZERO, snd_nxt: U::ZERO }),
            Side::Receiver => (Algorithm::HpccRx, Arrival::Int { now: U::ZERO }),
        };
        let context = Context { alg: alg as u64, set: RECORD, ..context };
        self.session.host_write(line.qpn, context)?;
        if let Some(l) = &l {
            let hops = l.hops.iter().map(|&[ts, tx, q]| [0, ts, tx, q]).collect();
            self.event(line.qpn, arrival, &Path { path: l.path, hops })?;
        }
        self.session.choose(line.qpn, Context { set: RUN, ..context })?;
        self.known.insert(line.qpn, l);
        Ok(())
    }

    fn event(&mut self, qpn: u32, arrival: Arrival, path: &Path<4>) -> Found<Update> {
        let mut hops = [[0; 4]; MAX_HOPS];
        for (hop, fields) in hops.iter_mut().zip(&path.hops) {
            *hop = fields.map(|field| field as u32);
        }
        let telemetry = Telemetry { path: path.path as u32, n_hop: path.hops.len() as u32, hops };
        let event = match arrival {
            Arrival::Ack { seq, snd_nxt } => {
                let (psn, snd_nxt) = (seq.raw(), snd_nxt.raw());
                Measured { kind: Kind::Ack, psn, snd_nxt, now: 0, telemetry }
            }
            Arrival::Int { now } => Measured { kind: Kind::Data, psn: 0, snd_nxt: 0, now: now.raw(), telemetry },
        };
        self.session.measured(qpn, &event)
    }
}
