//! The page of registers of `sender` in `nic` (hdl/src/nic.md): what the host sets, the opening or closing of a QP, and
//! what is counted. Places and ranges are the table's (`layout::sender`).

use crate::page::{Access, Answer, Bank, Effect, Meets};
use crate::shaper::{Host, Interval};
use layout::config::Config;
use layout::fixed::U;
use layout::registers::{PAGE, SENDER};
use layout::sender;

/// What the page sees beside the bus.
#[derive(Copy, Clone, Debug)]
pub struct In {
    pub rst_n: bool,
    pub init_done: bool,
    /// The sender takes an opening or a closing.
    pub open_ready: bool,
    pub waiting: u64,
    /// In the order of [`sender::COUNTED`].
    pub counted: [u64; sender::COUNTED.len()],
}

#[derive(Clone)]
pub struct SenderPage {
    bank: Bank,
    /// With `shaper.weights`.
    shares: bool,
    /// `snd_start` was written in the cycle before.
    started: bool,
    offered: bool,
    under_way: bool,
    /// The word at the last cycle's `rindex`; a data register.
    rdata: u32,
    data_reset: bool,
}

impl SenderPage {
    pub fn new(config: &Config) -> Self {
        let (bank, data_reset) = (Bank::new(sender::page(config)), config.rtl.datapath_reset);
        let shares = config.shaper.weights;
        Self { bank, shares, started: false, offered: false, under_way: false, rdata: 0, data_reset }
    }

    /// What a register holds.
    ///
    /// # Panics
    /// When the page has none of that name.
    pub fn value(&self, name: &str) -> u64 {
        let place = self.bank.place(name);
        assert!(place < self.bank.map().len(), "the sender's page has no {name}");
        self.bank.of(place)
    }

    /// An opening (1) or a closing (0) is offered to the sender.
    pub fn offers(&self) -> Option<u64> {
        self.offered.then(|| self.value("snd_start"))
    }

    /// What the sender limits grants by, if `snd_inv_mtu` is what it should be.
    pub fn host(&self) -> Host {
        let cap = Interval { m: U::wrap(self.value("snd_cap_m")), e: U::wrap(self.value("snd_cap_e")) };
        let of = |name| self.value(name);
        let host = Host::of_registers(of("snd_mtu"), of("snd_quantum"), cap, of("snd_burst"), of("snd_timeout"));
        host.sharing((self.shares && of("snd_strict") == 0).then(|| sender::WEIGHTS.map(of)))
    }

    /// One cycle: the answer, of which only `taken` depends on the access, then the clock edge.
    pub fn step(&mut self, access: &Access, i: &In) -> Answer {
        let mut answer = Answer { taken: false, rdata: self.rdata, starts: 0 };
        self.look_up(access.rindex, i);
        let (started, busy, offered) = (std::mem::take(&mut self.started), self.under_way, self.offered);
        if access.write {
            let room = self.value("snd_quantum") >= self.value("snd_mtu");
            let meets = Meets { init_done: i.init_done && !busy && room, host_busy: busy, set_busy: false };
            let effect = self.bank.write(access.windex, access.wdata, access.last, meets, |_, _| true);
            answer.taken = effect != Effect::Refused;
            self.started = matches!(effect, Effect::New(place) if place == self.bank.place("snd_start"));
        }
        self.offered = offered && !i.open_ready || started;
        self.under_way = busy && (offered || !i.open_ready) || started;
        if !i.rst_n {
            self.bank.reset();
            (self.started, self.offered, self.under_way) = (false, false, false);
            if self.data_reset {
                self.rdata = 0;
            }
        }
        answer
    }

    fn look_up(&mut self, word: u32, i: &In) {
        self.rdata = 0;
        if word / (PAGE / 4) == SENDER / PAGE {
            let status = u64::from(i.init_done) | u64::from(self.under_way) << 1;
            self.bank.set(self.bank.place("snd_status"), status);
            self.bank.set(self.bank.place("snd_waiting"), i.waiting);
            for ((name, ..), value) in sender::COUNTED.iter().zip(i.counted) {
                self.bank.set(self.bank.place(name), value);
            }
            self.rdata = self.bank.word(word);
        }
    }
}
