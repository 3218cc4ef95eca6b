//! What `top` has more with `engine.fcr` (hdl/src/top.md): `limit` behind the engine, its page of registers, its clock,
//! and what it hears of the host. Places and ranges of the page are the table's (`layout::limit`).

use crate::choice;
use crate::ecc::{Fault, Watch};
use crate::engine::{self, HostOp, Lower};
use crate::fcr::{Advice, Params};
use crate::latest::Update;
use crate::limit::{self, Ahead, Choice, Limit};
use crate::microseconds::Microseconds;
use crate::packet::cnp::Revised;
use crate::page::{Access, Answer, Bank, Effect, Meets};
use layout::config::Config;
use layout::fixed::U;
use layout::limit::{COUNTED, mtu, page};
use layout::registers::{LIMIT, PAGE};

/// The inputs of a cycle, beside what the engine says.
#[derive(Copy, Clone, Debug)]
pub struct In<'a> {
    pub rst_n: bool,
    /// ns, modulo 2^32.
    pub now: u32,
    pub advice: Option<(u32, Revised)>,
    /// The host's operation, if the engine takes it in this cycle.
    pub host: Option<HostOp>,
    /// The update on the engine's port.
    pub update: Option<Update>,
    pub ready: bool,
    pub access: &'a Access,
    /// With check bits: what is injected, and how often is scrubbed.
    pub inject: u8,
    pub scrub_interval: u32,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Out {
    pub told: Option<limit::Said>,
    /// A QP of which an advice was rejected.
    pub rejected: Option<u32>,
    pub init_done: bool,
    pub idle: bool,
    pub answer: Answer,
    pub fault: Fault,
}

/// What the engine says to it in a cycle.
#[derive(Copy, Clone, Debug, Default)]
pub struct Heard {
    pub lower_ready: bool,
    pub lower_done: bool,
    pub ignored: bool,
    pub host_passed: Option<choice::Choice>,
}

impl From<&engine::Out> for Heard {
    fn from(out: &engine::Out) -> Self {
        let engine::Out { lower_ready, lower_done, ignored, host_passed, .. } = *out;
        Self { lower_ready, lower_done, ignored, host_passed }
    }
}

/// The block, for as many switches as the configuration says.
#[derive(Clone)]
enum Sources {
    One(Limit<1>),
    Two(Limit<2>),
    Three(Limit<3>),
    Four(Limit<4>),
}

macro_rules! each {
    ($of:expr, $limit:ident => $what:expr) => {
        match $of {
            Sources::One($limit) => $what,
            Sources::Two($limit) => $what,
            Sources::Three($limit) => $what,
            Sources::Four($limit) => $what,
        }
    };
}

/// The page of registers.
#[derive(Clone)]
struct Page {
    bank: Bank,
    /// Of the 16 sets so many have been written since the reset.
    first: u64,
    under_way: bool,
    started: bool,
    /// The word at the last cycle's `rindex`; a data register.
    rdata: u32,
    data_reset: bool,
}

impl Page {
    fn new(config: &Config) -> Self {
        let data_reset = config.rtl.datapath_reset;
        Self { bank: Bank::new(page()), first: 0, under_way: false, started: false, rdata: 0, data_reset }
    }

    fn value(&self, name: &str) -> u64 {
        self.bank.of(self.bank.place(name))
    }

    fn busy(&self) -> bool {
        self.first < 16 || self.under_way
    }

    /// The parameter set that is to be written.
    fn set(&self) -> Option<(usize, Params, layout::ldcp::Rtt)> {
        if !self.busy() {
            return None;
        }
        let index = if self.first < 16 { self.first } else { self.value("fcr_set_write") };
        let of = |name| self.value(name);
        let raw = [of("fcr_line"), of("fcr_advice_min"), of("fcr_advice_max"), of("fcr_validity_max")];
        let [line, least, most, validity] = raw;
        let params = Params::from_raw([line, least, most, validity, mtu(of("fcr_path_mtu")), 0]);
        let params = params.unwrap_or_else(|why| panic!("registers of an illegal set: {why}"));
        Some((index as usize, params, U::wrap(of("fcr_rtt"))))
    }

    fn step(&mut self, access: &Access, rst_n: bool, out: &limit::Out, ignored: u32) -> Answer {
        let mut answer = Answer { taken: false, rdata: self.rdata, starts: 0 };
        self.look_up(access.rindex, out, ignored);
        let (started, busy) = (std::mem::take(&mut self.started), self.busy());
        if access.write {
            let ordered = self.value("fcr_advice_min") <= self.value("fcr_advice_max");
            let meets = Meets { init_done: out.init_done && !busy && ordered, host_busy: busy, set_busy: false };
            let effect = self.bank.write(access.windex, access.wdata, access.last, meets, |_, _| true);
            answer.taken = effect != Effect::Refused;
            self.started = matches!(effect, Effect::New(place) if place == self.bank.place("fcr_set_write"));
        }
        self.first += u64::from(self.first < 16 && out.set_ready);
        self.under_way = self.under_way && !out.set_ready || started;
        if !rst_n {
            self.bank.reset();
            (self.first, self.under_way, self.started) = (0, false, false);
            if self.data_reset {
                self.rdata = 0;
            }
        }
        answer
    }

    fn look_up(&mut self, word: u32, out: &limit::Out, ignored: u32) {
        self.rdata = 0;
        if word / (PAGE / 4) == LIMIT / PAGE {
            let status = u64::from(out.init_done) | u64::from(self.busy()) << 1;
            self.bank.set(self.bank.place("fcr_status"), status);
            let limit::Counts { lost, rejected, lowerings, dues, held, late_worst } = out.counts;
            let counts = [lost, rejected, lowerings, dues, held, late_worst, ignored.into()];
            for ((name, bits, ..), count) in COUNTED.iter().zip(counts) {
                self.bank.set(self.bank.place(name), count & ((1 << bits) - 1));
            }
            self.rdata = self.bank.word(word);
        }
    }
}

/// `limit` in `top`.
#[derive(Clone)]
pub struct TopLimit {
    limit: Sources,
    page: Page,
    clock: Microseconds,
    /// The QP of an operation that writes its PSN or its choice; it opens or closes it.
    under_way: Option<(u32, bool)>,
    ignored: u32,
    watch: Watch,
}

impl TopLimit {
    pub fn new(config: &Config) -> Self {
        let qps = config.engine.qps;
        let limit = match config.fcr.sources {
            1 => Sources::One(Limit::new(qps)),
            2 => Sources::Two(Limit::new(qps)),
            3 => Sources::Three(Limit::new(qps)),
            _ => Sources::Four(Limit::new(qps)),
        };
        let (page, clock) = (Page::new(config), Microseconds::default());
        Self { limit, page, clock, under_way: None, ignored: 0, watch: Watch::new(1) }
    }

    /// What this cycle's inputs do not change: whether an update is taken, and what the engine is asked.
    pub fn ahead(&self) -> Ahead {
        each!(&self.limit, limit => limit.ahead(self.page.busy()))
    }

    /// A host's operation waits: an older one that opened or moved a QP has not passed.
    pub fn host_waits(&self) -> bool {
        self.under_way.is_some()
    }

    /// A register holds this from now on, as if a host had written it, and all sets are as the registers stand.
    ///
    /// # Panics
    /// When the page has none of that name.
    pub fn preset(&mut self, name: &str, value: u64) {
        let place = self.page.bank.place(name);
        assert!(place < self.page.bank.map().len(), "limit's page has no {name}");
        self.page.bank.set(place, value);
        self.page.first = 0;
    }

    /// One clock cycle; `from` is what the engine says in it.
    pub fn step(&mut self, input: &In, from: &engine::Out) -> Out {
        self.step_seen(input, from.into(), |_, _| ())
    }

    /// The same; `see` is given what stands on `limit`'s ports.
    pub fn step_seen(&mut self, input: &In, from: Heard, see: impl FnOnce(&limit::In, &limit::Out)) -> Out {
        let rst_n = input.rst_n;
        let choice = self.under_way.zip(from.host_passed);
        let choice = choice.map(|((qpn, opens), choice::Choice { alg, set })| Choice {
            qpn,
            alg,
            set: set.raw() as usize,
            opens,
        });
        let advice = input.advice.map(|(qpn, Revised { withdraw, seq, rate, validity, switch })| {
            let (seq, rate, validity) = (U::wrap(seq.into()), U::wrap(rate.into()), U::wrap(validity.into()));
            (qpn, Advice { switch: U::wrap(switch.into()), seq, rate, validity, withdraw })
        });
        let cycle = limit::In {
            rst_n,
            set: self.page.set(),
            tick: self.clock.step(input.now, rst_n),
            choice,
            advice,
            update: input.update,
            ready: input.ready,
            lower_ready: from.lower_ready,
            lower_done: from.lower_done,
            scrub_interval: input.scrub_interval,
        };
        let out = each!(&mut self.limit, limit => limit.step(&cycle));
        see(&cycle, &out);
        self.watch.join(out.reads);
        let fault = self.watch.step(rst_n, input.inject);
        let answer = self.page.step(input.access, rst_n, &out, self.ignored);
        if from.host_passed.is_some() {
            self.under_way = None;
        }
        if let Some(HostOp::Write { qpn, parts, .. }) = input.host.filter(|_| input.access.sets == 0)
            && (parts.choice || parts.psn)
        {
            self.under_way = Some((qpn, parts.psn));
        }
        self.ignored = self.ignored.wrapping_add(from.ignored.into());
        if !rst_n {
            (self.under_way, self.ignored) = (None, 0);
        }
        Out { told: out.update, rejected: out.alert, init_done: out.init_done, idle: out.idle, answer, fault }
    }
}

/// The engine's operation.
pub(crate) fn lower(of: limit::Lower) -> Lower {
    let (window, rate) = (of.most.window, of.most.rate.raw());
    Lower { qpn: of.qpn, alg: of.alg.raw() as u8, window, rate }
}
