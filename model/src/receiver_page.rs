//! What `nic` has more with `nic.receiver` (hdl/src/nic.md): `receiver`, its clock in microseconds, its initialisation
//! and its page of registers. Places and ranges are the table's (`layout::receiver`).

use crate::microseconds::Microseconds;
use crate::page::{Access, Answer as Word, Bank, Effect, Meets};
use crate::receiver::{self, Packet, Policy, Receiver};
use layout::config::Config;
use layout::receiver::{COUNTED, Mode, page};
use layout::registers::{PAGE, RECEIVER};

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In<'a> {
    pub rst_n: bool,
    /// ns, modulo 2^32.
    pub now: u32,
    pub packet: Option<(u32, Packet)>,
    pub answer_ready: bool,
    pub access: &'a Access,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct Out {
    pub answer: Option<receiver::Answer>,
    pub init_done: bool,
    pub word: Word,
}

#[derive(Clone)]
pub struct ReceiverPage {
    receiver: Receiver,
    clock: Microseconds,
    bank: Bank,
    qps: u32,
    /// The next QP that is initialised; `qps`: all are.
    next: u32,
    /// `rcv_open` was written in the cycle before.
    opens: bool,
    /// The word at the last cycle's `rindex`; a data register.
    rdata: u32,
    data_reset: bool,
}

impl ReceiverPage {
    pub fn new(config: &Config) -> Self {
        let qps = config.engine.qps;
        Self {
            receiver: Receiver::new(qps),
            clock: Microseconds::default(),
            bank: Bank::new(page(config)),
            qps,
            next: 0,
            opens: false,
            rdata: 0,
            data_reset: config.rtl.datapath_reset,
        }
    }

    /// As at power-up, where that counts.
    pub fn reset(&mut self) {
        self.receiver.reset();
        (self.next, self.opens) = (0, false);
    }

    fn value(&self, name: &str) -> u64 {
        self.bank.of(self.bank.place(name))
    }

    /// One cycle: the outputs, of which only the answer's `taken` depends on the access, then the clock edge.
    pub fn step(&mut self, i: &In) -> Out {
        let init_done = self.next == self.qps;
        let policy = Policy {
            mode: Mode::from_bits(self.value("rcv_mode")),
            m: self.value("rcv_m") as u32,
            cnp: self.value("rcv_cnp") == 1,
        };
        let out = self.receiver.step(&receiver::In {
            rst_n: i.rst_n,
            init: (!init_done).then_some(self.next),
            tick: self.clock.step(i.now, i.rst_n),
            ack_timeout: self.value("rcv_ack_timeout"),
            cnp_interval: self.value("rcv_cnp_interval"),
            host: self.opens.then(|| (self.value("rcv_qpn") as u32, policy)),
            packet: i.packet,
            answer_ready: i.answer_ready,
        });
        let c = &out.counts;
        let counts = [c.acks, c.cnps, c.merged, c.cnps_merged, c.timeouts].map(u64::from);
        let mut word = Word { taken: false, rdata: self.rdata, starts: 0 };
        self.look_up(i.access.rindex, init_done, counts);
        self.opens = false;
        if i.access.write {
            let meets = Meets { init_done, host_busy: false, set_busy: false };
            let effect = self.bank.write(i.access.windex, i.access.wdata, i.access.last, meets, |_, _| true);
            word.taken = effect != Effect::Refused;
            self.opens = matches!(effect, Effect::New(place) if place == self.bank.place("rcv_open"));
        }
        self.next += u32::from(!init_done);
        if !i.rst_n {
            self.bank.reset();
            (self.next, self.opens) = (0, false);
            if self.data_reset {
                self.rdata = 0;
            }
        }
        Out { answer: out.answer, init_done, word }
    }

    fn look_up(&mut self, word: u32, init_done: bool, counts: [u64; COUNTED.len()]) {
        self.rdata = 0;
        if word / (PAGE / 4) == RECEIVER / PAGE {
            self.bank.set(self.bank.place("rcv_status"), init_done.into());
            for ((name, ..), value) in COUNTED.iter().zip(counts) {
                self.bank.set(self.bank.place(name), value);
            }
            self.rdata = self.bank.word(word);
        }
    }
}
