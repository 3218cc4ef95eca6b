//! What `nic` has more with `nic.answers` (hdl/src/nic.md): requests of a peer's probes that wait for the responder,
//! and their page of registers. Places and ranges are the table's (`layout::answers`).

use crate::fifo::Fifo;
use crate::packet::classify::Opcodes;
use crate::page::{Access, Answer as Word, Bank, Effect, Meets};
use crate::responder::{Answer, Reply};
use crate::top::Requested;
use layout::answers::{COUNTED, RTT_RESPONSE, TELEMETRY_RESPONSE, page};
use layout::config::Config;
use layout::prober::Kind;
use layout::registers::{ANSWERS, PAGE};

/// Requests that wait.
const WAITING: usize = 8;

#[derive(Clone)]
pub(crate) struct AnswersPage {
    bank: Bank,
    waiting: Fifo<Requested, WAITING>,
    lost: u32,
    /// Without HPCC++ no telemetry is asked.
    hpcc: bool,
    /// The word at the last cycle's `rindex`; a data register.
    rdata: u32,
    data_reset: bool,
}

impl AnswersPage {
    pub fn new(config: &Config) -> Self {
        Self {
            bank: Bank::new(page()),
            waiting: Fifo::default(),
            lost: 0,
            hpcc: config.reads_hops(),
            rdata: 0,
            data_reset: config.rtl.datapath_reset,
        }
    }

    /// As at power-up, where that counts.
    pub fn reset(&mut self) {
        self.waiting.reset();
        self.lost = 0;
    }

    fn value(&self, name: &str) -> u8 {
        self.bank.of(self.bank.place(name)) as u8
    }

    /// What the parser takes as requests: nothing that is a response of this NIC.
    pub fn opcodes(&self) -> Opcodes {
        let Reply { rtt, telemetry, .. } = self.reply();
        let asks = |name| Some(self.value(name)).filter(|opcode| ![rtt, telemetry].contains(opcode)).unwrap_or(0);
        let of_telemetry = if self.hpcc { asks("ans_telemetry_request") } else { 0 };
        Opcodes { rtt: asks("ans_rtt_request"), telemetry: of_telemetry }
    }

    /// What responses have.
    pub fn reply(&self) -> Reply {
        Reply {
            rtt: self.value("ans_rtt_response"),
            telemetry: self.value("ans_telemetry_response"),
            dscp: self.value("ans_dscp"),
        }
    }

    /// The response of the first that waits.
    pub fn head(&self) -> Option<Answer> {
        let request = self.waiting.head()?;
        let kind = if request.said.kind == Kind::Rtt { RTT_RESPONSE } else { TELEMETRY_RESPONSE };
        let (qpn, psn, time) = (request.qpn, request.psn.raw() as u32, request.said.time);
        Some(Answer { qpn, kind, psn, ece: false, telemetry: request.telemetry, time })
    }

    /// One cycle: whether the first response is taken, the request that has come, and what the responder counts.
    pub fn step(
        &mut self,
        rst_n: bool,
        taken: bool,
        request: Option<Requested>,
        access: &Access,
        [responses, closed]: [u32; 2],
    ) -> Word {
        let room = self.waiting.len() < WAITING;
        let counts = [responses, closed, self.lost];
        self.lost = self.lost.wrapping_add((request.is_some() && !room).into());
        self.waiting.step(request.filter(|_| room), taken);
        let mut word = Word { taken: false, rdata: self.rdata, starts: 0 };
        self.rdata = 0;
        if access.rindex / (PAGE / 4) == ANSWERS / PAGE {
            for ((name, ..), value) in COUNTED.iter().zip(counts) {
                self.bank.set(self.bank.place(name), value.into());
            }
            self.rdata = self.bank.word(access.rindex);
        }
        if access.write {
            let meets = Meets { init_done: true, host_busy: false, set_busy: false };
            let effect = self.bank.write(access.windex, access.wdata, access.last, meets, |_, _| true);
            word.taken = effect != Effect::Refused;
        }
        if !rst_n {
            self.bank.reset();
            self.reset();
            if self.data_reset {
                self.rdata = 0;
            }
        }
        word
    }
}
