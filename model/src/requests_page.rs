//! What `nic` has more where the responder makes the requests of the own probes (hdl/src/nic.md): what they have, and
//! registers for it in the prober's page. Places and ranges are the table's (`layout::prober`).

use crate::page::{Access, Answer as Word, Bank, Effect, Meets};
use crate::prober::Probe;
use crate::responder::{Answer, Ask};
use layout::answers::{RTT_REQUEST, TELEMETRY_REQUEST};
use layout::config::Config;
use layout::fixed::U;
use layout::prober::{Kind, REQUESTED, request_page};
use layout::registers::{PAGE, PROBER};

#[derive(Clone)]
pub(crate) struct RequestsPage {
    bank: Bank,
    /// For so many there is room in a telemetry request; without HPCC++ nobody reads any.
    hops: Option<u32>,
    /// The word at the last cycle's `rindex`; a data register.
    rdata: u32,
    data_reset: bool,
}

impl RequestsPage {
    pub fn new(config: &Config) -> Self {
        Self {
            bank: Bank::new(request_page()),
            hops: config.reads_hops().then_some(config.hpcc.hops),
            rdata: 0,
            data_reset: config.rtl.datapath_reset,
        }
    }

    fn value(&self, name: &str) -> u8 {
        self.bank.of(self.bank.place(name)) as u8
    }

    /// What requests have.
    pub fn ask(&self) -> Ask {
        Ask {
            rtt: self.value("prb_rtt_request"),
            telemetry: self.value("prb_telemetry_request"),
            dscp: self.value("prb_dscp"),
        }
    }

    /// The request of a probe.
    pub fn of(&self, (qpn, probe): (u32, Probe)) -> Answer {
        let kind = if probe.kind == Kind::Rtt { RTT_REQUEST } else { TELEMETRY_REQUEST };
        let telemetry = self.hops.map(|hops| crate::hpcc::Telemetry {
            path: U::wrap(0),
            n_hop: U::wrap(hops.into()),
            hops: Default::default(),
        });
        let (psn, time) = (probe.psn.raw() as u32, probe.time.raw() as u32);
        Answer { qpn, kind, psn, ece: false, telemetry, time }
    }

    /// One cycle: what the responder counts.
    pub fn step(&mut self, rst_n: bool, access: &Access, counts: [u32; REQUESTED.len()]) -> Word {
        let mut word = Word { taken: false, rdata: self.rdata, starts: 0 };
        self.rdata = 0;
        if access.rindex / (PAGE / 4) == PROBER / PAGE {
            for ((name, ..), value) in REQUESTED.iter().zip(counts) {
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
            if self.data_reset {
                self.rdata = 0;
            }
        }
        word
    }
}
