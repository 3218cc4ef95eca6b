//! The telemetry of events from their acceptance to their issue (hdl/src/engine.md, "Event queue"). An event carries
//! the place of its own, for it is long.

use super::socket::Trace;
use crate::hpcc::Telemetry;
use layout::hpcc::MAX_HOPS;

/// What of an event HPCC++ looks at beside what the event says.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Traced {
    /// Where its telemetry is, if that counts.
    place: Option<usize>,
    seq: u64,
    /// snd_nxt, or the receiver's clock.
    pub mark: u64,
}

impl Traced {
    /// Its telemetry counts.
    #[inline]
    pub fn counts(&self) -> bool {
        self.place.is_some()
    }
}

/// Telemetry by its places.
#[derive(Clone, Default)]
pub(super) struct Carried {
    places: Vec<Telemetry<MAX_HOPS>>,
    vacant: Vec<usize>,
}

impl Carried {
    /// An event with telemetry that counts, or without.
    #[inline]
    pub fn takes(&mut self, telemetry: Option<&Telemetry<MAX_HOPS>>, seq: u64, mark: u64) -> Traced {
        let place = telemetry.map(|telemetry| match self.vacant.pop() {
            Some(place) => {
                self.places[place] = *telemetry;
                place
            }
            None => {
                self.places.push(*telemetry);
                self.places.len() - 1
            }
        });
        Traced { place, seq, mark }
    }

    #[inline]
    pub fn trace(&self, traced: &Traced) -> Trace<'_> {
        Trace { telemetry: traced.place.map(|place| &self.places[place]), seq: traced.seq, mark: traced.mark }
    }

    /// Nobody looks at this one any more.
    #[inline]
    pub fn drops(&mut self, traced: Traced) {
        self.vacant.extend(traced.place);
    }

    pub fn reset(&mut self) {
        self.places.clear();
        self.vacant.clear();
    }
}
