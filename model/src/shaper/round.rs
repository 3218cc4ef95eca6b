//! Who is next: a round of the QPs that may send in each class, and strict priority or weights between the classes
//! (page.md, "Turns").

use layout::shaper::{CLASSES, Weight};
use std::collections::BTreeMap;

/// The QPs of a class that may send, by the order in which their turns come.
#[derive(Clone, Debug, Default)]
struct Round {
    order: BTreeMap<u64, u32>,
    /// By weights: bytes that the class may still send in its turn; below 0 if the last grant was more.
    credit: i64,
}

/// All classes.
#[derive(Clone, Debug)]
pub struct Rounds {
    rounds: [Round; CLASSES],
    paused: u8,
    /// Bytes of a class's turn; `None`: strict.
    turns: Option<[i64; CLASSES]>,
    turn: usize,
    /// The place behind all others.
    last: u64,
}

impl Rounds {
    pub fn new(weights: Option<[Weight; CLASSES]>, quantum: u64) -> Self {
        let turns = weights.map(|weights| weights.map(|weight| (weight.raw() * quantum) as i64));
        Self { rounds: Default::default(), paused: 0, turns, turn: 0, last: 0 }
    }

    /// Bit n pauses class n.
    pub fn pause(&mut self, mask: u8) {
        self.paused = mask;
    }

    pub fn is_paused(&self, class: usize) -> bool {
        self.paused >> class & 1 == 1
    }

    /// Puts a QP behind all others of its class. Its place.
    pub fn join(&mut self, class: usize, qpn: u32) -> u64 {
        self.last += 1;
        self.rounds[class].order.insert(self.last, qpn);
        self.last
    }

    pub fn leave(&mut self, class: usize, place: u64) {
        let left = self.rounds[class].order.remove(&place);
        assert!(left.is_some(), "a QP of the round has its place in it");
    }

    /// A QP may send in a class that is not paused.
    pub fn any(&self) -> bool {
        (0..CLASSES).any(|class| self.ready(class))
    }

    /// Class and QP whose turn it is.
    pub fn pick(&mut self) -> Option<(usize, u32)> {
        if !self.any() {
            return None;
        }
        let class = match self.turns {
            None => (0..CLASSES).rev().find(|&class| self.ready(class))?,
            Some(turns) => self.by_weight(&turns),
        };
        let (_, &qpn) = self.rounds[class].order.first_key_value()?;
        Some((class, qpn))
    }

    /// A grant of so many bytes in this class.
    pub fn charge(&mut self, class: usize, bytes: u64) {
        self.rounds[class].credit -= bytes as i64;
    }

    /// So many bytes of a grant were not sent: the class has them back while its turn lasts.
    pub fn give_back(&mut self, class: usize, bytes: u64) {
        if let Some(turns) = self.turns {
            let credit = &mut self.rounds[class].credit;
            *credit = (*credit + bytes as i64).min(turns[class]);
        }
    }

    fn ready(&self, class: usize) -> bool {
        !self.is_paused(class) && !self.rounds[class].order.is_empty()
    }

    /// The class whose turn it is: it keeps it while it has credit, and one that has nothing to send keeps no credit.
    fn by_weight(&mut self, turns: &[i64; CLASSES]) -> usize {
        loop {
            let class = self.turn;
            let ready = self.ready(class);
            if ready && self.rounds[class].credit > 0 {
                return class;
            }
            if !ready {
                self.rounds[class].credit = 0;
            }
            // credit is above minus a grant, and a turn is a grant's bytes at least: each class that is ready comes on
            self.turn = (class + 1) % CLASSES;
            if self.ready(self.turn) {
                self.rounds[self.turn].credit += turns[self.turn];
            }
        }
    }
}
