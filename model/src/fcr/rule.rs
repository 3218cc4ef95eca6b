//! FCR as `replay` runs it: numbers in the order of `layout::fcr`.

use super::{Advice, Context, Event, Own, Params, Source, ideal, step};
use crate::algorithms::{Entry, Made, Rule};
use crate::number::Q;
use crate::params::{ParamError, Rounded};
use layout::fcr::{Kind, MAX_SOURCES, SOURCE_FIELDS};
use layout::fixed::U;
use layout::ldcp::{Cw, Rtt};
use layout::{fcr, hpcc};
use num_traits::{One, ToPrimitive, Zero};

struct Fcr {
    params: Params,
    exact: ideal::Params,
}

pub const RULE: Entry = Entry { row: &fcr::FCR, make };

/// The rule of the TOML of `--params`.
fn make(text: &str) -> Result<Made, ParamError> {
    let (params, rounded) = Params::from_toml(text)?;
    Ok((Box::new(Fcr { params, exact: (&params).into() }), rounded))
}

impl Rule for Fcr {
    fn step(&self, state: &mut [u64], event: &[u64], update: &mut [u64]) -> u16 {
        let mut context = Context::<MAX_SOURCES>::default();
        for (source, raw) in context.sources.iter_mut().zip(state.chunks(SOURCE_FIELDS)) {
            // what a source that is not in use is said to hold means nothing
            if let [1, switch, seq, rate, expiry] = *raw {
                let (switch, seq, rate, expiry) = (U::wrap(switch), U::wrap(seq), U::wrap(rate), U::wrap(expiry));
                *source = Source { valid: true, switch, seq, rate, expiry };
            }
        }
        let Said { event, now, rtt, own } = Said::of(event);
        let (next, said) = step(&context, now, rtt, event, &own, &self.params);
        for (source, raw) in next.sources.iter().zip(state.chunks_mut(SOURCE_FIELDS)) {
            let Source { valid, switch, seq, rate, expiry } = *source;
            raw.copy_from_slice(&[valid.into(), switch.raw(), seq.raw(), rate.raw(), expiry.raw()]);
        }
        let (own, send) = (&said.own, &said.send);
        update.copy_from_slice(&[
            said.cap.raw(),
            said.pace.raw(),
            own.rc.raw(),
            own.cw.raw(),
            own.w.raw(),
            own.wc.raw(),
            send.rc.raw(),
            send.cw.raw(),
            send.w.raw(),
        ]);
        said.flags
    }

    fn ideal(&self, state: &mut [Q], event: &[u64], update: &mut [Q]) -> u16 {
        let whole = |q: &Q| q.to_integer().to_u64().unwrap_or(0);
        let heard = state.chunks(SOURCE_FIELDS).map(|fields| match fields {
            [valid, switch, seq, rate, expiry] if !valid.is_zero() => {
                let rate = (!rate.is_zero()).then(|| rate.clone());
                Some(ideal::Heard { switch: whole(switch), seq: whole(seq), rate, expiry: whole(expiry) })
            }
            _ => None,
        });
        let heard: ideal::State = heard.collect();
        let Said { event, now, rtt, own } = Said::of(event);
        let rtt = number(rtt.raw());
        let out = ideal::step(&heard, now.raw(), &rtt, event.into(), &own.into(), &self.exact);
        for (heard, fields) in out.state.into_iter().zip(state.chunks_mut(SOURCE_FIELDS)) {
            fields.fill(Q::zero());
            if let (Some(heard), [valid, switch, seq, rate, expiry]) = (heard, fields) {
                (*valid, *switch, *seq) = (Q::one(), number(heard.switch), number(heard.seq));
                (*rate, *expiry) = (heard.rate.unwrap_or_default(), number(heard.expiry));
            }
        }
        let pace = out.cap.as_ref().map(ideal::pace);
        let (own, send) = (out.own, out.send);
        let all = [
            out.cap.unwrap_or_default(),
            pace.unwrap_or_default(),
            own.rc,
            own.cw,
            own.w,
            own.wc,
            send.rc,
            send.cw,
            send.w,
        ];
        update.clone_from_slice(&all);
        out.flags
    }

    fn exactly(&mut self, rounded: &[Rounded]) {
        self.exact.exactly(rounded);
    }
}

/// The fields of `layout::fcr::EVENT`.
struct Said {
    event: Event,
    now: fcr::Clock,
    rtt: Rtt,
    own: Own,
}

impl Said {
    fn of(event: &[u64]) -> Said {
        let &[ev, now, switch, seq, rate, validity, withdraw, alone, rtt, rc, cw, w, wc] = event else {
            unreachable!("an event has the fields of its row, not {}", event.len());
        };
        let event = match Kind::from_bits(ev) {
            Some(Kind::Advice) => Event::Advice(Advice {
                switch: U::wrap(switch),
                seq: U::wrap(seq),
                rate: U::wrap(rate),
                validity: U::wrap(validity),
                withdraw: withdraw == 1,
            }),
            Some(Kind::Mark) => Event::Mark,
            Some(Kind::Open) => Event::Open { alone: alone == 1 },
            Some(Kind::Time) | None => Event::Time,
        };
        let window = hpcc::Window::wrap;
        let own = Own { rc: U::wrap(rc), cw: Cw::wrap(cw), w: window(w), wc: window(wc) };
        Said { event, now: U::wrap(now), rtt: U::wrap(rtt), own }
    }
}

fn number(n: u64) -> Q {
    Q::from_integer(n.into())
}
