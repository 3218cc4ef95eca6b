//! Open grants: each has a tag until it is answered, or until it is returned because nobody answers.

use layout::shaper::{TAGS, Tag};
use std::collections::VecDeque;

/// Bits of a tag that say where a grant is kept.
const SLOT_BITS: u32 = TAGS.ilog2();
const SLOT: u64 = TAGS as u64 - 1;

/// An open grant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Open {
    pub qpn: u32,
    /// Of the QP: how often it had been opened. Another one's answer says nothing of it.
    pub opening: u64,
    /// Of the QP's grants: modulo 128.
    pub number: u64,
    pub bytes: u64,
    pub packets: u64,
    /// Its packets count among the first IW.
    pub first: bool,
    /// When it is returned, in LSBs of `Due`. No later grant's is earlier.
    pub deadline: u64,
}

/// All of them.
#[derive(Clone, Debug)]
pub struct Tags {
    slots: [(u64, Option<Open>); TAGS],
    /// In the order in which they became free.
    free: VecDeque<u64>,
    /// Deadlines, oldest first; those of grants that were answered too.
    deadlines: VecDeque<(u64, Tag)>,
}

impl Default for Tags {
    fn default() -> Self {
        Self { slots: [(0, None); TAGS], free: (0..TAGS as u64).collect(), deadlines: VecDeque::new() }
    }
}

impl Tags {
    pub fn any_free(&self) -> bool {
        !self.free.is_empty()
    }

    /// The tag of a new grant. One is free.
    pub fn open(&mut self, open: Open) -> Tag {
        let slot = self.free.pop_front().expect("the caller has asked whether a tag is free");
        while let Some(&(deadline, tag)) = self.deadlines.front()
            && !self.is_of(tag, deadline)
        {
            self.deadlines.pop_front();
        }
        let (generation, kept) = &mut self.slots[slot as usize];
        *kept = Some(open);
        let tag = Tag::wrap(*generation << SLOT_BITS | slot);
        self.deadlines.push_back((open.deadline, tag));
        tag
    }

    /// Ends the grant with this tag, if it is open and the QP's.
    pub fn take(&mut self, tag: Tag, qpn: u32) -> Option<Open> {
        if self.get(tag)?.qpn == qpn { self.end(tag) } else { None }
    }

    /// Ends the oldest grant whose deadline has come.
    pub fn expired(&mut self, now: u64) -> Option<(Tag, Open)> {
        while let Some(&(deadline, tag)) = self.deadlines.front()
            && deadline <= now
        {
            self.deadlines.pop_front();
            if self.is_of(tag, deadline)
                && let Some(open) = self.end(tag)
            {
                return Some((tag, open));
            }
        }
        None
    }

    /// The oldest deadline of a grant that is open.
    pub fn deadline(&self) -> Option<u64> {
        self.deadlines.iter().find(|(deadline, tag)| self.is_of(*tag, *deadline)).map(|(deadline, _)| *deadline)
    }

    /// The open grants.
    pub fn iter(&self) -> impl Iterator<Item = &Open> {
        self.slots.iter().filter_map(|(_, open)| open.as_ref())
    }

    /// The tag is open, and not by a younger grant.
    fn is_of(&self, tag: Tag, deadline: u64) -> bool {
        self.get(tag).is_some_and(|open| open.deadline == deadline)
    }

    fn get(&self, tag: Tag) -> Option<&Open> {
        let (generation, open) = &self.slots[(tag.raw() & SLOT) as usize];
        open.as_ref().filter(|_| *generation == tag.raw() >> SLOT_BITS)
    }

    fn end(&mut self, tag: Tag) -> Option<Open> {
        let open = *self.get(tag)?;
        let slot = tag.raw() & SLOT;
        let generation = (tag.raw() >> SLOT_BITS) + 1;
        self.slots[slot as usize] = (Tag::wrap(generation << SLOT_BITS).raw() >> SLOT_BITS, None);
        self.free.push_back(slot);
        Some(open)
    }
}
