//! Weights between the classes, as the block keeps them: by rounds (hdl/src/shaper.md, "Weights").

use super::host::Host;
use layout::shaper::CLASSES;

/// Grants of a round at the most.
const ROUND: u64 = 1 << 12;

/// What a class may still send in its round.
#[derive(Clone, Debug, Default)]
struct Share {
    /// Bytes; a grant that is picked is charged a quantum, until its bytes are known.
    credit: i64,
    /// Grants of its list that are under way.
    under_way: u32,
    /// As the slot's second cycle saw it: it has nothing left; nobody is in it.
    poor: bool,
    gone: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Shares {
    shares: [Share; CLASSES],
    /// The classes below the one that was picked last.
    later: u8,
    picks: u64,
    /// The next grant that is picked begins a round.
    begins: bool,
    back: Option<(usize, u64)>,
}

impl Shares {
    /// A grant of this class is picked, and with it a round begins, if so.
    pub fn pick(&mut self, class: usize, host: &Host) {
        let quantum = host.quantum.raw();
        self.picks = (self.picks + 1) % ROUND;
        if let (true, Some(weights)) = (self.begins, &host.weights) {
            self.picks = 0;
            for (share, weight) in self.shares.iter_mut().zip(weights).filter(|(share, _)| share.poor) {
                share.credit += (weight.raw() * quantum) as i64;
            }
        }
        let share = &mut self.shares[class];
        share.credit -= quantum as i64;
        share.under_way += 1;
        self.later = (1 << class) - 1;
    }

    /// So many bytes come back to a class at the end of this slot.
    pub fn comes_back(&mut self, back: Option<(usize, u64)>) {
        self.back = back;
    }

    /// Of those that may, those of which the highest is next.
    pub fn see(&mut self, may: u8, host: &Host) -> u8 {
        let has = |share: &Share| share.credit > 0;
        let rich = (0..CLASSES).filter(|&c| has(&self.shares[c])).fold(0u8, |bits, class| bits | 1 << class) & may;
        for (class, share) in self.shares.iter_mut().enumerate() {
            share.poor = share.credit <= 0;
            share.gone = may >> class & 1 == 0 && share.under_way == 0;
        }
        let strict = host.weights.is_none();
        self.begins = !strict && may > 0 && (rich == 0 || self.picks == ROUND - 1);
        let pool = if rich > 0 { rich } else { may };
        match pool & self.later {
            _ if strict => may,
            0 => pool,
            later => later,
        }
    }

    /// A class that nobody is in keeps nothing.
    pub fn forget(&mut self) {
        self.shares.iter_mut().filter(|share| share.gone).for_each(|share| share.credit = 0);
    }

    /// What comes back is there.
    pub fn settle(&mut self) {
        if let Some((class, bytes)) = self.back.take() {
            let share = &mut self.shares[class];
            share.credit += if share.gone { 0 } else { bytes as i64 };
        }
    }

    /// A grant of this class is no longer under way.
    pub fn ends(&mut self, class: usize) {
        self.shares[class].under_way -= 1;
    }
}
