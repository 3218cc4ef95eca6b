//! What points of streams and of QPs remember: words of a handshake, and what was last said of a key.

use super::sheet::{Pin, Row, Sheet};
use crate::Error;
use std::{collections::HashMap, ops::RangeInclusive};

/// A stream's pins: valid, ready, and the QP.
#[derive(Clone, Copy)]
pub struct Port {
    pub valid: Pin,
    pub ready: Option<Pin>,
    pub qpn: Pin,
}

impl Port {
    /// `s_upd_valid`, `s_upd_ready` if there is one, `s_upd_qpn`.
    pub fn of(sheet: &Sheet, name: &str) -> Result<Port, Error> {
        let port = |field: &str| format!("{name}_{field}");
        Ok(Port { valid: sheet.pin(&port("valid"))?, ready: sheet.find(&port("ready")), qpn: sheet.pin(&port("qpn"))? })
    }

    pub fn is_taken(self, r: &Row) -> bool {
        r.is(self.valid) && self.ready.is_none_or(|ready| r.is(ready))
    }

    /// The QP of a word that is taken in this cycle.
    pub fn taken(self, r: &Row) -> Option<u64> {
        self.is_taken(r).then(|| r.get(self.qpn))
    }

    /// The QP of a word that stands in this cycle.
    pub fn stands(self, r: &Row) -> Option<u64> {
        r.is(self.valid).then(|| r.get(self.qpn))
    }

    /// Asks for the QP of a word in its first cycle on the port.
    pub fn first(self) -> impl FnMut(&Row) -> Option<u64> + Clone {
        let mut stood = false;
        move |r| {
            let first = r.is(self.valid) && !stood;
            stood = r.is(self.valid) && !self.is_taken(r);
            first.then(|| r.get(self.qpn))
        }
    }
}

/// What is remembered of a run, and forgotten in its resets and in the next one.
#[derive(Clone)]
pub struct Memory<T> {
    rst_n: Pin,
    next: u64,
    value: T,
}

impl<T: Default> Memory<T> {
    pub fn new(sheet: &Sheet) -> Result<Memory<T>, Error> {
        Ok(Memory { rst_n: sheet.pin("rst_n")?, next: 0, value: T::default() })
    }

    /// To be asked in every cycle, once.
    pub fn of(&mut self, r: &Row) -> &mut T {
        if r.number != self.next || !r.is(self.rst_n) {
            self.value = T::default();
        }
        self.next = r.number + 1;
        &mut self.value
    }
}

/// An event comes each of these many cycles behind the last other one of its key; 0: in its cycle.
pub fn behind<'a>(
    sheet: &mut Sheet<'a>,
    what: &str,
    event: impl FnMut(&Row) -> Option<u64> + Clone + 'a,
    other: impl FnMut(&Row) -> Option<u64> + Clone + 'a,
    distances: RangeInclusive<u64>,
) {
    for distance in distances {
        let (mut event, mut other, mut last) = (event.clone(), other.clone(), HashMap::new());
        sheet.point(format!("{what}, {distance} behind"), move |r| {
            if let Some(key) = other(r) {
                last.insert(key, r.number);
            }
            event(r).is_some_and(|key| last.get(&key).is_some_and(|then| r.number - then == distance))
        });
    }
}

/// An event comes each of these many cycles behind the last of its key.
pub fn apart<'a>(
    sheet: &mut Sheet<'a>,
    what: &str,
    event: impl FnMut(&Row) -> Option<u64> + Clone + 'a,
    distances: RangeInclusive<u64>,
) {
    for distance in distances {
        let (mut event, mut last) = (event.clone(), HashMap::new());
        sheet.point(format!("{what} {distance} apart"), move |r| {
            event(r).is_some_and(|key| last.insert(key, r.number).is_some_and(|then| r.number - then == distance))
        });
    }
}

/// Each of these counters goes on.
pub fn count(sheet: &mut Sheet, counters: &[&str]) -> Result<(), Error> {
    for name in counters {
        let (pin, mut was) = (sheet.pin(name)?, 0);
        sheet.point(format!("{name} goes on"), move |r| r.get(pin) > std::mem::replace(&mut was, r.get(pin)));
    }
    Ok(())
}

/// So many cycles in a row.
pub fn in_a_row<'a>(sheet: &mut Sheet<'a>, what: &str, n: u32, mut is: impl FnMut(&Row) -> bool + 'a) {
    let mut run = 0;
    sheet.point(what, move |r| {
        run = if is(r) { run + 1 } else { 0 };
        run == n
    });
}
