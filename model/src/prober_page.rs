//! What `nic` has more with `nic.prober` (hdl/src/nic.md): `prober`, its initialisation, its page of registers,
//! responses that wait for it, and the turns of what they tell the engine. Places and ranges are the table's
//! (`layout::prober`).

use crate::fifo::Fifo;
use crate::hpcc::Telemetry;
use crate::packet::classify::Opcodes;
use crate::page::{Access, Answer as Word, Bank, Effect, Meets};
use crate::prober::{self, Host, How, News, Probe, Prober, Rtt};
use crate::top::Responded;
use layout::config::Config;
use layout::hpcc::MAX_HOPS;
use layout::ldcp::Psn;
use layout::prober::{COUNTED, Kind, Now, Ns, own_page};
use layout::record;
use layout::registers::{PAGE, PROBER};
use layout::timing::PROBER_RTT_LATENCY;

/// Responses that wait.
const WAITING: usize = 8;

/// An update that stands on the port of `top`.
#[derive(Copy, Clone, Debug)]
pub struct Update {
    /// It would be taken.
    pub ready: bool,
    /// What it says of acknowledged packets.
    pub una: Option<News>,
}

/// An event of a response.
#[derive(Copy, Clone, Debug)]
pub struct Event {
    pub kind: record::Kind,
    pub qpn: u32,
    pub psn: Psn,
    pub telemetry: Option<Telemetry<MAX_HOPS>>,
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In<'a> {
    pub rst_n: bool,
    pub now: Now,
    pub tx: Option<News>,
    pub update: Option<Update>,
    /// The NIC offers an event of its own.
    pub own_event: bool,
    /// `top` takes an event.
    pub event_ready: bool,
    pub response: Option<Responded>,
    pub probe_ready: bool,
    pub access: &'a Access,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct Out {
    pub probe: Option<(u32, Probe)>,
    /// An RTT whose event is taken.
    pub rtt: Option<(u32, Rtt)>,
    pub init_done: bool,
    pub word: Word,
}

#[derive(Clone)]
pub struct ProberPage {
    prober: Prober,
    bank: Bank,
    qps: u32,
    /// The next QP that is initialised; `qps`: all are.
    next: u32,
    /// `prb_start` was written in the cycle before, or earlier and waits.
    writes: bool,
    /// An update was taken in the cycle before.
    fresh: bool,
    waiting: Fifo<Responded, WAITING>,
    /// For so many cycles the prober has known the first of them.
    asked: Option<u32>,
    probe_last: bool,
    lost: u32,
    /// The word at the last cycle's `rindex`; a data register.
    rdata: u32,
    data_reset: bool,
}

impl ProberPage {
    pub fn new(config: &Config) -> Self {
        let qps = config.engine.qps;
        Self {
            prober: Prober::new(qps),
            bank: Bank::new(own_page(config)),
            qps,
            next: 0,
            writes: false,
            fresh: false,
            waiting: Fifo::default(),
            asked: None,
            probe_last: false,
            lost: 0,
            rdata: 0,
            data_reset: config.rtl.datapath_reset,
        }
    }

    /// As at power-up, where that counts.
    pub fn reset(&mut self) {
        self.prober.reset();
        self.waiting.reset();
        (self.next, self.writes, self.fresh) = (0, false, false);
        (self.asked, self.probe_last, self.lost) = (None, false, 0);
    }

    fn value(&self, name: &str) -> u64 {
        self.bank.of(self.bank.place(name))
    }

    /// What the parser takes as responses.
    pub fn opcodes(&self) -> Opcodes {
        Opcodes { rtt: self.value("prb_rtt_opcode") as u8, telemetry: self.value("prb_telemetry_opcode") as u8 }
    }

    /// The probe that waits to be taken.
    pub fn probe(&self) -> Option<(u32, Probe)> {
        self.prober.probe()
    }

    /// An update that stands on the port of `top` in this cycle has just come there, and is held back.
    pub fn holds(&self) -> bool {
        self.writes && self.fresh
    }

    /// The event that goes to `top` in place of the NIC's own, if it does.
    pub fn event(&self, own_event: bool) -> Option<Event> {
        let (qpn, rtt) = self.prober.rtt().filter(|_| !self.probe_last || !own_event)?;
        let kind = if rtt.kind == Kind::Rtt { record::Kind::Rtt } else { record::Kind::Ack };
        let telemetry = self.waiting.head().and_then(|response| response.telemetry);
        Some(Event { kind, qpn, psn: rtt.psn, telemetry })
    }

    /// The NIC's own event is taken if it is there, and `top` takes one.
    pub fn own_event_ready(&self, event_ready: bool) -> bool {
        event_ready && (self.probe_last || self.prober.rtt().is_none())
    }

    /// The host's write.
    fn host(&self) -> Host {
        let first = Psn::wrap(self.value("prb_psn"));
        Host {
            qpn: self.value("prb_qpn") as u32,
            opens: (self.value("prb_start") == 1).then_some((self.value("prb_kind"), first)),
            period: Ns::wrap(self.value("prb_period")),
        }
    }

    /// One cycle: the outputs, of which only the answer's `taken` depends on the access, then the clock edge.
    pub fn step(&mut self, i: &In) -> Out {
        let init_done = self.next == self.qps;
        let takes = i.update.is_some_and(|update| update.ready) && !self.holds();
        let writes = self.writes && !takes;

        let rtt = self.prober.rtt();
        let is_probe = self.event(i.own_event).is_some();
        let goes = is_probe && i.event_ready;
        let ends = self.asked == Some(PROBER_RTT_LATENCY) && (rtt.is_none() || goes);
        let offered = self.waiting.head().filter(|_| self.asked.is_none());
        let out = self.prober.step(&prober::In {
            rst_n: i.rst_n,
            init: (!init_done).then_some(self.next),
            now: i.now,
            how: How {
                timeout: Ns::wrap(self.value("prb_timeout")),
                smooth: self.value("prb_smooth") == 1,
                timed: self.value("prb_timed") == 1,
            },
            host: writes.then(|| self.host()),
            tx: i.tx,
            una: i.update.filter(|_| takes).and_then(|update| update.una),
            response: offered.map(|r| {
                let (kind, time) = (r.said.kind as u64, Now::wrap(r.said.time.into()));
                (r.qpn, prober::Response { kind, psn: r.psn, time })
            }),
            probe_ready: i.probe_ready,
            rtt_ready: goes,
        });
        self.asked = match self.asked {
            None => (offered.is_some() && out.response_ready).then_some(1),
            Some(_) if ends => None,
            Some(cycles) => Some((cycles + 1).min(PROBER_RTT_LATENCY)),
        };
        let c = &out.counts;
        let counts = [c.probes, c.responses, c.unexpected, c.timeouts, self.lost].map(u64::from);
        let room = self.waiting.len() < WAITING;
        self.lost = self.lost.wrapping_add((i.response.is_some() && !room).into());
        self.waiting.step(i.response.filter(|_| room), ends);
        if i.event_ready && (rtt.is_some() || i.own_event) {
            self.probe_last = is_probe;
        }
        self.fresh = takes;
        self.writes &= !writes;

        let mut word = Word { taken: false, rdata: self.rdata, starts: 0 };
        self.look_up(i.access.rindex, init_done, counts);
        if i.access.write {
            let meets = Meets { init_done, host_busy: false, set_busy: false };
            let effect = self.bank.write(i.access.windex, i.access.wdata, i.access.last, meets, |_, _| true);
            word.taken = effect != Effect::Refused;
            self.writes |= matches!(effect, Effect::New(place) if place == self.bank.place("prb_start"));
        }
        self.next += u32::from(!init_done);
        if !i.rst_n {
            self.bank.reset();
            self.reset();
            if self.data_reset {
                self.rdata = 0;
            }
        }
        Out { probe: out.probe, rtt: rtt.filter(|_| goes), init_done, word }
    }

    fn look_up(&mut self, word: u32, init_done: bool, counts: [u64; COUNTED.len()]) {
        self.rdata = 0;
        if word / (PAGE / 4) == PROBER / PAGE {
            self.bank.set(self.bank.place("prb_status"), init_done.into());
            for ((name, ..), value) in COUNTED.iter().zip(counts) {
                self.bank.set(self.bank.place(name), value);
            }
            self.rdata = self.bank.word(word);
        }
    }
}
