//! A QP in the model and in the ideal, one event at a time: the ideal starts from the model's context, so that a
//! difference is the step's own.

use layout::fcr::{self, Mbps, Rate, Seq, Switch, Validity, flag};
use layout::fixed::{Format, U};
use layout::hpcc::Window;
use layout::ldcp::{Cw, Rtt};
use model::fcr::{Advice, Context, Event, Own, Params, Update, ideal, step};
use model::number::{Q, exact};

pub use layout::fcr::Clock;

/// A Mbit/s of RC is 2^28/8000; what comes of it is cut.
pub const fn mbps(rate: u64) -> u64 {
    (rate << Rate::FRAC) / 8000
}

/// A packet of cw, a byte of W.
pub const PACKET: u64 = 1 << Cw::FRAC;
pub const BYTE: u64 = 1 << Window::FRAC;

pub fn params(set: &[(&str, u64)]) -> Params {
    let mut raw = fcr::PARAMS.map(|f| f.reset);
    for (name, value) in set {
        raw[fcr::PARAMS.iter().position(|f| f.name == *name).expect("a parameter")] = *value;
    }
    Params::from_raw(raw).expect("legal")
}

pub fn advice(switch: u64, seq: u64, rate: u64, validity: u64) -> Event {
    Event::Advice(Advice {
        switch: Switch::wrap(switch),
        seq: Seq::wrap(seq),
        rate: U::wrap(rate),
        validity: Validity::wrap(validity),
        withdraw: false,
    })
}

pub fn withdraw(switch: u64, seq: u64) -> Event {
    let Event::Advice(message) = advice(switch, seq, 0, 0) else { unreachable!("made in the line above") };
    Event::Advice(Advice { withdraw: true, ..message })
}

/// What the QP's own algorithm holds: Mbit/s, packets, bytes.
pub fn own(rc: u64, cw: u64, w: u64, wc: u64) -> Own {
    Own { rc: U::wrap(mbps(rc)), cw: U::wrap(cw * PACKET), w: U::wrap(w * BYTE), wc: U::wrap(wc * BYTE) }
}

/// A QP of one path.
#[derive(Clone)]
pub struct Qp<const SOURCES: usize> {
    pub p: Params,
    pub rtt: Rtt,
    pub context: Context<SOURCES>,
    pub own: Own,
}

impl<const SOURCES: usize> Qp<SOURCES> {
    /// With an RTT of 8 us, at which a Mbit/s is a byte of window, and own values far above every advice of the rules.
    pub fn new(p: Params) -> Self {
        Self { p, rtt: Rtt::wrap(8000), context: Context::default(), own: own(100_000, 100, 100_000, 90_000) }
    }

    /// One event in both; the own values become what the update says.
    pub fn at(&mut self, now: u64, event: Event) -> Update {
        let now = Clock::wrap(now);
        let (next, update) = step(&self.context, now, self.rtt, event, &self.own, &self.p);
        self.compare(now, event, &next, &update);
        (self.context, self.own) = (next, update.own);
        update
    }

    /// The advices that are live: switch, Mbit/s.
    pub fn live(&self) -> Vec<(u64, u64)> {
        let live = self.context.sources.iter().filter(|s| s.valid && s.rate != Mbps::ZERO);
        live.map(|s| (s.switch.raw(), s.rate.raw())).collect()
    }

    fn compare(&self, now: Clock, event: Event, next: &Context<SOURCES>, update: &Update) {
        let rtt = exact(self.rtt.raw(), Rtt::FORMAT);
        let p = ideal::Params::from(&self.p);
        let out = ideal::step(&state(&self.context), now.raw(), &rtt, event.into(), &values(&self.own), &p);
        let told = format!("{event:?} at {now:?} on {:?}, {:?}: {update:?}, ideal {out:?}", self.context, self.own);
        assert_eq!(state(next), out.state, "{told}");
        let cap = (update.cap != Mbps::ZERO).then(|| exact(update.cap.raw(), Mbps::FORMAT));
        assert_eq!(cap, out.cap, "{told}");
        // cw in packets is W's LSB over the MTU: between the two caps an own cw of more than 28 - 12 fraction bits is
        // limited by one only
        let finer = !self.own.cw.raw().is_multiple_of(1 << 16);
        let compared = !(flag::SAT | if finer { flag::LIMITED } else { 0 });
        assert_eq!(update.flags & compared, out.flags & compared, "{told}");
        for (model, ideal) in [(&update.own, &out.own), (&update.send, &out.send)] {
            let (model, p) = (values(model), &p);
            below(&model.rc, &ideal.rc, &exact(1, Rate::FORMAT), Rate::FORMAT, &told);
            let lsb = exact(1, Window::FORMAT);
            below(&model.w, &ideal.w, &lsb, Window::FORMAT, &told);
            below(&model.wc, &ideal.wc, &lsb, Window::FORMAT, &told);
            below(&model.cw, &ideal.cw, &(&lsb / &p.mtu), Cw::FORMAT, &told);
        }
    }
}

/// At most what the ideal says, or the format holds, and less than `lsb` below that.
fn below(model: &Q, ideal: &Q, lsb: &Q, format: Format, told: &str) {
    let ideal = ideal.clone().min(exact(format.max_raw(), format));
    assert!(*model <= ideal && &ideal - model < *lsb, "{model} of {ideal}: {told}");
}

fn values(own: &Own) -> ideal::Own {
    (*own).into()
}

fn state<const SOURCES: usize>(context: &Context<SOURCES>) -> ideal::State {
    let heard = context.sources.iter().map(|s| {
        let rate = (s.rate != Mbps::ZERO).then(|| exact(s.rate.raw(), Mbps::FORMAT));
        let (switch, seq, expiry) = (s.switch.raw(), s.seq.raw(), s.expiry.raw());
        s.valid.then_some(ideal::Heard { switch, seq, rate, expiry })
    });
    heard.collect()
}
