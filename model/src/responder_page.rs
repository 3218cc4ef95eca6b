//! What `nic` has more with `nic.responder` (hdl/src/nic.md): `responder` behind `receiver`, the transport's NAKs, the
//! telemetry that ACKs echo, its initialisation and its page of registers. Places and ranges are the table's
//! (`layout::responder`).

use crate::answers_page::AnswersPage;
use crate::delay::Delay;
use crate::fifo::Fifo;
use crate::hpcc::Telemetry;
use crate::packet::classify::{Opcodes, TelemetryConfig};
use crate::page::{Access, Answer as Word, Bank, Effect, Meets};
use crate::parser::Beat;
use crate::prober::Probe;
use crate::receiver;
use crate::requests_page::RequestsPage;
use crate::responder::{self, Answer, Header, Responder};
use crate::top::Requested;
use crate::turns::{Turns, Who};
use layout::config::Config;
use layout::hpcc::MAX_HOPS;
use layout::record::Kind;
use layout::registers::{PAGE, RESPONDER};
use layout::responder::{COUNTED, page};
use layout::wire::EcePlace;

/// Answers with their telemetry that wait, and from how many on none is looked up.
const WAITING: usize = 8;
const ASKED_BELOW: usize = 4;
/// Cycles in which telemetry is looked up.
const READS: usize = 3;

/// What a packet brings.
pub type Echo = Option<Telemetry<MAX_HOPS>>;

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In<'a> {
    pub rst_n: bool,
    /// A packet of the QP has come, with this telemetry.
    pub packet: Option<(u32, Echo)>,
    /// What the receiver answers, whether it is taken or not.
    pub answer: Option<receiver::Answer>,
    /// A NAK of this PSN.
    pub nak: Option<(u32, u32)>,
    pub msn: Option<(u32, u32)>,
    /// A request of a peer's probe has come.
    pub request: Option<Requested>,
    /// A probe of this NIC's waits for its frame.
    pub probe: Option<(u32, Probe)>,
    pub ready: bool,
    pub ece_place: EcePlace,
    pub telemetry: TelemetryConfig,
    pub access: &'a Access,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct Out {
    pub nak_ready: bool,
    /// The probe is taken.
    pub probe_taken: bool,
    pub beat: Option<Beat>,
    pub init_done: bool,
    pub word: Word,
}

/// What ACKs echo: of each QP what its newest packet brought.
#[derive(Clone)]
struct Lookup {
    newest: Vec<Echo>,
    reads: Delay<Answer, READS>,
    found: Fifo<Answer, WAITING>,
}

#[derive(Clone)]
pub struct ResponderPage {
    responder: Responder,
    lookup: Option<Lookup>,
    answers: Option<AnswersPage>,
    requests: Option<RequestsPage>,
    turns: Turns,
    bank: Bank,
    qps: u32,
    /// The next QP that is initialised; `qps`: all are.
    next: u32,
    /// `rsp_write` was written in the cycle before.
    writes: bool,
    /// What was taken last was a NAK.
    nak_last: bool,
    /// The word at the last cycle's `rindex`; a data register.
    rdata: u32,
    data_reset: bool,
}

impl ResponderPage {
    pub fn new(config: &Config) -> Self {
        let qps = config.engine.qps;
        let hpcc = config.reads_hops();
        let lookup = || Lookup { newest: vec![None; qps as usize], reads: Delay::default(), found: Fifo::default() };
        Self {
            responder: Responder::new(qps, if hpcc { config.hpcc.hops as usize } else { 0 }, config.parser.data_bits),
            lookup: hpcc.then(lookup),
            answers: config.nic.answers.then(|| AnswersPage::new(config)),
            requests: config.makes_requests().then(|| RequestsPage::new(config)),
            turns: Turns::default(),
            bank: Bank::new(page(config)),
            qps,
            next: 0,
            writes: false,
            nak_last: false,
            rdata: 0,
            data_reset: config.rtl.datapath_reset,
        }
    }

    /// As at power-up, where that counts.
    pub fn reset(&mut self) {
        self.responder.reset();
        if let Some(lookup) = &mut self.lookup {
            lookup.reads.reset();
            lookup.found.reset();
        }
        self.answers.iter_mut().for_each(AnswersPage::reset);
        (self.next, self.writes, self.nak_last, self.turns) = (0, false, false, Turns::default());
    }

    /// What the parser takes as requests, where these are answered.
    pub fn opcodes(&self) -> Option<Opcodes> {
        self.answers.as_ref().map(AnswersPage::opcodes)
    }

    /// The response that waits for its turn.
    fn response(&self) -> Option<Answer> {
        self.answers.as_ref().and_then(AnswersPage::head)
    }

    /// `probe`: one waits.
    fn room(&self, probe: bool) -> bool {
        match &self.lookup {
            Some(lookup) => lookup.found.len() < ASKED_BELOW,
            None => self.responder.answer_ready() && self.turns.lets_others(self.response().is_some(), probe),
        }
    }

    /// What the receiver answers in this cycle is taken. Whether a NAK and a probe wait.
    pub fn answer_ready(&self, nak: bool, probe: bool) -> bool {
        self.room(probe) && (self.nak_last || !nak)
    }

    fn value(&self, name: &str) -> u64 {
        self.bank.of(self.bank.place(name))
    }

    fn header(&self) -> Header {
        let flag = |name: &str| self.value(name) == 1;
        let mac = |name: &str| std::array::from_fn(|k| (self.value(name) >> (40 - 8 * k)) as u8);
        let ip = |high: &str, low: &str| u128::from(self.value(high)) << 64 | u128::from(self.value(low));
        Header {
            valid: flag("rsp_valid"),
            v6: flag("rsp_v6"),
            tci: flag("rsp_tagged").then_some(self.value("rsp_tci") as u16),
            dst_mac: mac("rsp_dst_mac"),
            src_mac: mac("rsp_src_mac"),
            dst_ip: ip("rsp_dst_ip_high", "rsp_dst_ip_low"),
            src_ip: ip("rsp_src_ip_high", "rsp_src_ip_low"),
            tos: self.value("rsp_tos") as u8,
            ttl: self.value("rsp_ttl") as u8,
            flow: self.value("rsp_flow") as u32,
            src_port: self.value("rsp_src_port") as u16,
            dest_qp: self.value("rsp_dest_qp") as u32,
            pkey: self.value("rsp_pkey") as u16,
        }
    }

    /// The answer that is taken in this cycle; NAKs and the receiver's take turns.
    fn take(&mut self, i: &In) -> Option<Answer> {
        let nak = i.nak.filter(|_| !self.nak_last || i.answer.is_none());
        if !self.room(i.probe.is_some()) || (i.nak.is_none() && i.answer.is_none()) {
            return None;
        }
        self.nak_last = nak.is_some();
        let plain = |qpn, kind: Kind, psn, ece| Answer { qpn, kind: kind as u8, psn, ece, telemetry: None, time: 0 };
        match (nak, i.answer) {
            (Some((qpn, psn)), _) => Some(plain(qpn, Kind::Loss, psn, false)),
            (None, Some(receiver::Answer::Ack(qpn, ack))) => Some(plain(qpn, Kind::Ack, ack.psn.raw() as u32, ack.ece)),
            (None, Some(receiver::Answer::Cnp(qpn))) => Some(plain(qpn, Kind::Cnp, 0, false)),
            (None, None) => None,
        }
    }

    /// One cycle: the outputs, of which only the answer's `taken` depends on the access, then the clock edge.
    pub fn step(&mut self, i: &In) -> Out {
        let init_done = self.next == self.qps;
        let nak_ready = self.room(i.probe.is_some()) && !(self.nak_last && i.answer.is_some());
        let taken = self.take(i);
        let (other, others) = match &self.lookup {
            Some(lookup) => (lookup.found.head(), lookup.found.head().is_some()),
            None => (taken, i.nak.is_some() || i.answer.is_some()),
        };
        let response = self.response();
        let request = self.requests.as_ref().zip(i.probe).map(|(requests, probe)| requests.of(probe));
        let lets_others = self.turns.lets_others(response.is_some(), request.is_some());
        let who = self.turns.next(others, response.is_some(), request.is_some());
        let out = self.responder.step(&responder::In {
            rst_n: i.rst_n,
            init: (!init_done).then_some(self.next),
            host: (self.writes && init_done).then(|| (self.value("rsp_qpn") as u32, self.header())),
            msn: i.msn,
            answer: match who {
                Some(Who::Response) => response,
                Some(Who::Request) => request,
                // without turns they go as they come
                Some(Who::Others) | None => other,
            },
            ready: i.ready,
            cfg: responder::Config {
                ece_place: i.ece_place,
                cnp_dscp: self.value("rsp_cnp_dscp") as u8,
                telemetry: i.telemetry,
                reply: self.answers.as_ref().map(AnswersPage::reply),
                ask: self.requests.as_ref().map(RequestsPage::ask),
            },
        });
        if let Some(lookup) = &mut self.lookup {
            let found = lookup.reads.step(taken).map(|answer| {
                let echoes = answer.kind == Kind::Ack as u8;
                Answer { telemetry: lookup.newest[answer.qpn as usize].filter(|_| echoes), ..answer }
            });
            lookup.found.step(found, out.answer_ready && lets_others);
            if let Some((qpn, echo)) = i.packet {
                lookup.newest[qpn as usize] = echo;
            }
        }
        let c = &out.counts;
        let counts = [c.acks, c.naks, c.cnps, c.unwritten].map(u64::from);
        let mut word = Word { taken: false, rdata: self.rdata, starts: 0 };
        self.look_up(i.access.rindex, init_done, counts);
        if let Some(answers) = &mut self.answers {
            let taken = out.answer_ready && who == Some(Who::Response);
            let says = answers.step(i.rst_n, taken, i.request, i.access, [c.responses, c.closed]);
            (word.taken, word.rdata) = (says.taken, word.rdata | says.rdata);
        }
        if let Some(requests) = &mut self.requests {
            let says = requests.step(i.rst_n, i.access, [c.requests, c.unsent]);
            (word.taken, word.rdata) = (word.taken | says.taken, word.rdata | says.rdata);
        }
        let probe_taken = out.answer_ready && who == Some(Who::Request);
        if let (true, Some(who)) = (out.answer_ready, who) {
            self.turns.taken(who);
        }
        self.writes = false;
        if i.access.write {
            let meets = Meets { init_done, host_busy: false, set_busy: false };
            let effect = self.bank.write(i.access.windex, i.access.wdata, i.access.last, meets, |_, _| true);
            word.taken |= effect != Effect::Refused;
            self.writes = matches!(effect, Effect::New(place) if place == self.bank.place("rsp_write"));
        }
        self.next += u32::from(!init_done);
        if !i.rst_n {
            self.bank.reset();
            self.reset();
            if self.data_reset {
                self.rdata = 0;
            }
        }
        Out { nak_ready, probe_taken, beat: out.beat, init_done, word }
    }

    fn look_up(&mut self, word: u32, init_done: bool, counts: [u64; COUNTED.len()]) {
        self.rdata = 0;
        if word / (PAGE / 4) == RESPONDER / PAGE {
            self.bank.set(self.bank.place("rsp_status"), init_done.into());
            for ((name, ..), value) in COUNTED.iter().zip(counts) {
                self.bank.set(self.bank.place(name), value);
            }
            self.rdata = self.bank.word(word);
        }
    }
}
