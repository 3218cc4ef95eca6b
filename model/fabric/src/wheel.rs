//! The queue of events: by time, and within one ns in the order in which they were scheduled (FABRIC 1).
//!
//! A wheel has a list a ns for the next [`SLOTS`] ns; what is later waits in a heap. When time moves on, what has come
//! within reach goes from the heap into the lists, before anything is scheduled there: so each list is in order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// ns that the wheel reaches.
const SLOTS: usize = 8192;
const WORDS: usize = SLOTS / 64;
const NONE: u32 = u32::MAX;

#[derive(Copy, Clone)]
struct Slot {
    head: u32,
    tail: u32,
}

struct Node<E> {
    event: E,
    next: u32,
}

/// The events that are to come, and the time of the last one taken.
pub struct Wheel<E> {
    now: u64,
    slots: Box<[Slot]>,
    /// A bit a slot: it has events.
    words: [u64; WORDS],
    /// A bit a word: it is not 0.
    summary: [u64; WORDS.div_ceil(64)],
    nodes: Vec<Node<E>>,
    free: u32,
    far: BinaryHeap<Reverse<(u64, u64, E)>>,
    /// How many went into the heap: the order there.
    scheduled: u64,
}

impl<E: Copy + Ord> Default for Wheel<E> {
    fn default() -> Self {
        Self {
            now: 0,
            slots: vec![Slot { head: NONE, tail: NONE }; SLOTS].into_boxed_slice(),
            words: [0; WORDS],
            summary: [0; WORDS.div_ceil(64)],
            nodes: Vec::new(),
            free: NONE,
            far: BinaryHeap::new(),
            scheduled: 0,
        }
    }
}

impl<E: Copy + Ord> Wheel<E> {
    /// ns of the last event taken; 0 before the first.
    #[inline]
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Schedules an event at `time` ns. What lies in the past comes now, as the last of this ns.
    #[inline]
    pub fn schedule(&mut self, time: u64, event: E) {
        let time = time.max(self.now);
        if time - self.now < SLOTS as u64 {
            self.append(time, event);
        } else {
            self.far.push(Reverse((time, self.scheduled, event)));
            self.scheduled += 1;
        }
    }

    #[inline]
    fn append(&mut self, time: u64, event: E) {
        let node = if self.free == NONE {
            self.nodes.push(Node { event, next: NONE });
            (self.nodes.len() - 1) as u32
        } else {
            let node = self.free;
            let at = &mut self.nodes[node as usize];
            self.free = at.next;
            *at = Node { event, next: NONE };
            node
        };
        let index = time as usize % SLOTS;
        let slot = &mut self.slots[index];
        if slot.head == NONE {
            *slot = Slot { head: node, tail: node };
            self.words[index / 64] |= 1 << (index % 64);
            self.summary[index / 4096] |= 1 << (index / 64 % 64);
        } else {
            let tail = slot.tail;
            slot.tail = node;
            self.nodes[tail as usize].next = node;
        }
    }

    /// ns of the next event.
    #[inline]
    pub fn next_time(&self) -> Option<u64> {
        match self.next_slot() {
            Some(ahead) => Some(self.now + ahead),
            None => self.far.peek().map(|&Reverse((time, ..))| time),
        }
    }

    /// Takes the next event if it is due at `until` ns or before; `now` is its time then.
    #[inline]
    pub fn pop(&mut self, until: u64) -> Option<E> {
        let time = self.next_time().filter(|&time| time <= until)?;
        if time != self.now {
            self.now = time;
            while let Some(&Reverse((time, _, event))) = self.far.peek()
                && time - self.now < SLOTS as u64
            {
                self.far.pop();
                self.append(time, event);
            }
        }
        let index = time as usize % SLOTS;
        let slot = &mut self.slots[index];
        let node = slot.head;
        let at = &mut self.nodes[node as usize];
        let event = at.event;
        slot.head = at.next;
        at.next = self.free;
        self.free = node;
        if slot.head == NONE {
            self.words[index / 64] &= !(1 << (index % 64));
            if self.words[index / 64] == 0 {
                self.summary[index / 4096] &= !(1 << (index / 64 % 64));
            }
        }
        Some(event)
    }

    /// How many ns ahead the next list with events is.
    #[inline]
    fn next_slot(&self) -> Option<u64> {
        let start = self.now as usize % SLOTS;
        let (word, bit) = (start / 64, start % 64);
        let here = self.words[word] >> bit;
        if here != 0 {
            return Some(here.trailing_zeros() as u64);
        }
        // words behind this one, round to this one again
        let word = self.next_word(word + 1).or_else(|| self.next_word(0))?;
        let index = word * 64 + self.words[word].trailing_zeros() as usize;
        Some(((index + SLOTS - start) % SLOTS) as u64)
    }

    /// The first word from `from` on that is not 0.
    #[inline]
    fn next_word(&self, from: usize) -> Option<usize> {
        if from == WORDS {
            return None;
        }
        let here = self.summary[from / 64] >> (from % 64);
        if here != 0 {
            return Some(from + here.trailing_zeros() as usize);
        }
        let behind = (from / 64 + 1..self.summary.len()).find(|&i| self.summary[i] != 0)?;
        Some(behind * 64 + self.summary[behind].trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Steps: schedule so many ns ahead, or take one.
        #[test]
        fn events_come_by_time_and_then_in_the_order_of_scheduling(
            steps in prop::collection::vec(prop_oneof![
                (0u64..4).prop_map(Some),
                (0u64..3 * SLOTS as u64).prop_map(Some),
                (SLOTS as u64 - 2..SLOTS as u64 + 3).prop_map(Some),
                Just(None),
                Just(None),
            ], 1..600),
        ) {
            let (mut wheel, mut expected, mut now) = (Wheel::default(), BTreeMap::new(), 0);
            for (order, step) in steps.iter().enumerate() {
                match step {
                    Some(ahead) => {
                        wheel.schedule(now + ahead, order);
                        expected.insert((now + ahead, order), ());
                    }
                    None => {
                        let next = expected.pop_first().map(|((time, order), ())| { now = time; order });
                        prop_assert_eq!(wheel.pop(u64::MAX), next);
                        prop_assert_eq!(wheel.now(), now);
                    }
                }
            }
            while let Some(((time, order), ())) = expected.pop_first() {
                prop_assert_eq!(wheel.next_time(), Some(time));
                prop_assert_eq!(wheel.pop(u64::MAX), Some(order));
            }
            prop_assert_eq!(wheel.pop(u64::MAX), None);
        }
    }
}
