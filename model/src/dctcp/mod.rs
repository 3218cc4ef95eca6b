#![doc = include_str!("page.md")]

pub mod ideal;
pub mod params;
pub(crate) mod rate;
mod reads;
pub(crate) mod socket;
pub mod step;
pub mod unit;

pub use params::Params;
pub use reads::Reads;
pub use step::{Context, Event, Folded, Update, step};

use crate::algorithms::{Entry, Made, Rule};
use crate::number::Q;
use crate::params::{ParamError, Rounded, read};
use layout::dctcp::{PARAMS, STATE};
use layout::fixed::U;
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

/// The rule for `replay`.
struct Dctcp {
    params: Params,
    exact: ideal::Params,
}

/// For `replay`.
pub(crate) const RULES: [Entry; 1] = [Entry { row: &layout::dctcp::DCTCP, make }];

/// The rule of the TOML of `--params`.
fn make(text: &str) -> Result<Made, ParamError> {
    let (raw, rounded) = read(text, &PARAMS)?;
    let params = Params::from_raw(raw)?;
    Ok((Box::new(Dctcp { params, exact: ideal::Params::from(&params) }), rounded))
}

const HAS_ALL: &str = "a slice in the order of the row's fields";

impl Rule for Dctcp {
    fn step(&self, state: &mut [u64], event: &[u64], update: &mut [u64]) -> u16 {
        let context = Context::from_raw((&*state).try_into().expect(HAS_ALL));
        let &[ev, n, ece, seq, snd_nxt, n0, n1, loss] = event else { unreachable!("{HAS_ALL}") };
        let (seq, snd_nxt) = (U::wrap(seq), U::wrap(snd_nxt));
        let event = match ev {
            0 => Event::Ack { n: U::wrap(n), ece: ece == 1, seq, snd_nxt },
            1 => Event::Loss,
            _ => Event::Folded(Folded { n0: U::wrap(n0), n1: U::wrap(n1), loss: loss == 1, seq, snd_nxt }),
        };
        let (after, Update { cwnd, flags }) = step(&context, event, &self.params);
        state.copy_from_slice(&after.raw());
        update[0] = cwnd.raw();
        flags
    }

    fn ideal(&self, state: &mut [Q], event: &[u64], update: &mut [Q]) -> u16 {
        let before: &[Q; STATE.len()] = (&*state).try_into().expect(HAS_ALL);
        let &[ev, n, ece, seq, snd_nxt, n0, n1, loss] = event else { unreachable!("{HAS_ALL}") };
        let (seq, snd_nxt) = (seq as u32, snd_nxt as u32);
        let event = match ev {
            0 => ideal::Event::Ack { n, ece: ece == 1, seq, snd_nxt },
            1 => ideal::Event::Loss,
            _ => ideal::Event::Folded { n0, n1, loss: loss == 1, seq, snd_nxt },
        };
        let [cwnd, ssthresh, cp, window_end, acked, marked, cut] = before.clone();
        // a PSN is a whole number of 24 bits: of a fraction what stands before the point counts
        let window_end = (window_end.to_integer() % BigInt::from(1 << 24)).to_u32().expect("not negative, 24 bits");
        let before = ideal::State { cwnd, ssthresh, cp, window_end, acked, marked, cut: !cut.is_zero() };
        let ideal::Outcome { state: after, flags } = ideal::step(&before, event, &self.exact);
        update[0].clone_from(&after.cwnd);
        let whole = |n: u32| Q::from(BigInt::from(n));
        let ideal::State { cwnd, ssthresh, cp, window_end, acked, marked, cut } = after;
        state.clone_from_slice(&[cwnd, ssthresh, cp, whole(window_end), acked, marked, whole(cut.into())]);
        flags
    }

    fn start(&self, state: &mut [u64]) {
        state.copy_from_slice(&Context::new(&self.params).raw());
    }

    fn start_ideal(&self, state: &mut [Q]) {
        let cp = STATE.iter().position(|field| *field == layout::dctcp::CP).expect("CP is in the state");
        state[cp].clone_from(&self.exact.cp0);
    }

    fn exactly(&mut self, rounded: &[Rounded]) {
        self.exact.exactly(rounded);
    }
}
