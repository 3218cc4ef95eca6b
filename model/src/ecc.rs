//! What an engine with check bits tells of the words that it reads (hdl/src/prim/README.md, option `rtl.ecc`): which
//! words count, and when what is injected into them comes out.
//!
//! Nothing here looks at a word: without an injected fault every word is right. A word counts if a valid event reads it
//! and nothing writes it in the same cycle. A read takes three cycles: the address, the correction, where the fault is
//! injected, and the answer.

/// What is told in a cycle.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    pub corrected: bool,
    pub uncorrectable: bool,
}

/// Words that a block reads and that count, by the cycles until they are corrected: bit k, in k cycles.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads(u128);

impl Reads {
    /// A word that counts is corrected so many cycles from this one.
    pub fn read(&mut self, after: u32) {
        self.0 |= 1 << after;
    }

    /// And those of a part of the block.
    pub fn join(&mut self, other: Reads) {
        self.0 |= other.0;
    }
}

/// Reads on their way to what is told of them.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Bit k: a word that counts is corrected k cycles from now.
    reads: u128,
    /// One that was corrected in the cycle before counts; and what was injected then.
    before: bool,
    injected: u8,
    /// What will be told, the next one first.
    found: Vec<Fault>,
}

impl Watch {
    /// `cycles` from the correction to the port: 1 at a memory, and one for each register behind it.
    pub fn new(cycles: usize) -> Self {
        Self { reads: 0, before: false, injected: 0, found: vec![Fault::default(); cycles] }
    }

    /// A word that counts is corrected so many cycles from this one.
    pub fn read(&mut self, after: u32) {
        self.reads |= 1 << after;
    }

    /// As [`Watch::read`], of all that a block reads in this cycle.
    pub fn join(&mut self, reads: Reads) {
        self.reads |= reads.0;
    }

    /// A word that was corrected in the cycle before counts: it was not known then that it would be used.
    pub fn read_before(&mut self) {
        self.before = true;
    }

    /// One clock cycle, once its reads are known. `inject`: bit 0 one wrong bit, bit 1, before it, two.
    pub fn step(&mut self, rst_n: bool, inject: u8) -> Fault {
        let of =
            |counts: bool, inject: u8| Fault { corrected: counts && inject == 1, uncorrectable: counts && inject >= 2 };
        let mut told = self.found.remove(0);
        // it is one cycle nearer to the port
        let nearer = self.found.last_mut().unwrap_or(&mut told);
        let before = of(std::mem::take(&mut self.before), self.injected);
        nearer.corrected |= before.corrected;
        nearer.uncorrectable |= before.uncorrectable;
        self.found.push(of(self.reads & 1 == 1, inject));
        self.reads >>= 1;
        self.injected = inject;
        if !rst_n {
            self.reads = 0;
            self.found.fill(Fault::default());
        }
        told
    }
}

/// The events of the last N cycles.
#[derive(Clone, Debug)]
pub struct Recent<T, const N: usize>([Option<T>; N]);

impl<T: Copy, const N: usize> Default for Recent<T, N> {
    fn default() -> Self {
        Self([None; N])
    }
}

impl<T: Copy + PartialEq, const N: usize> Recent<T, N> {
    /// One of them was this.
    pub fn contains(&self, event: T) -> bool {
        self.0.contains(&Some(event))
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// The event of N cycles ago; this cycle's takes its turn.
    pub fn step(&mut self, rst_n: bool, event: Option<T>) -> Option<T> {
        let oldest = self.0[N - 1];
        self.0.rotate_right(1);
        self.0[0] = event;
        if !rst_n {
            *self = Self::default();
        }
        oldest
    }
}

/// Cycles from an event that reads a slice in its second cycle to the one whose slice it writes then, for `psn`, `hops`
/// and `choice`.
const LOOP: usize = 3;

/// `psn` and `hops`: an event reads in the cycle behind its own and writes three later.
#[derive(Clone, Debug, Default)]
pub struct InOrder(Recent<u32, LOOP>);

impl InOrder {
    /// One clock cycle; true if the word of the event, by its QP, counts: it is corrected two cycles later.
    pub fn step(&mut self, rst_n: bool, event: Option<u32>) -> bool {
        let writes = self.0.step(rst_n, event);
        event.is_some() && event != writes
    }
}

/// An event of `choice`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Chooses {
    pub qpn: u32,
    /// It stores, in the cycle in which it reads.
    pub store: bool,
    /// It writes back what it has read, three cycles later.
    pub rewrite: bool,
}

/// `choice`.
#[derive(Clone, Debug, Default)]
pub struct ChoiceReads(Recent<u32, LOOP>);

impl ChoiceReads {
    /// As [`InOrder::step`].
    pub fn step(&mut self, rst_n: bool, event: Option<Chooses>) -> bool {
        let writes = self.0.step(rst_n, event.filter(|e| e.rewrite && !e.store).map(|e| e.qpn));
        event.is_some_and(|e| !e.store && writes != Some(e.qpn))
    }
}

/// What `sent` writes: a report of the NIC, or a host operation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sends {
    pub qpn: u32,
    /// It depends on what was there.
    pub reads: bool,
}

/// `sent`: events and writes read in the cycle behind their own, each its own memory; a write writes both four later.
#[derive(Clone, Debug, Default)]
pub struct SentReads(Recent<u32, 4>);

impl SentReads {
    /// One clock cycle, with the QP of an event, and a write. Whether the word of either counts: it is corrected two
    /// cycles later.
    pub fn step(&mut self, rst_n: bool, event: Option<u32>, write: Option<Sends>) -> [bool; 2] {
        let writes = self.0.step(rst_n, write.map(|w| w.qpn));
        let reads = [event, write.filter(|w| w.reads).map(|w| w.qpn)];
        reads.map(|qpn| qpn.is_some() && qpn != writes)
    }
}

/// `pawa`: a window is read a cycle behind the event and written 14, the round-trip time read 11 behind.
/// With the fast start what is left of the initial window is read beside, and written six behind.
#[derive(Clone, Debug, Default)]
pub struct PawaReads {
    recent: Recent<u32, 13>,
    fast_start: bool,
}

impl PawaReads {
    pub fn new(fast_start: bool) -> Self {
        Self { fast_start, ..Self::default() }
    }

    /// One clock cycle, with the QP of an event.
    pub fn step(&mut self, rst_n: bool, event: Option<u32>, watch: &mut Watch) {
        let writes = self.recent.step(rst_n, event);
        if event.is_some() {
            watch.read(12);
        }
        if event.is_some() && (self.fast_start || event != writes) {
            watch.read(2);
        }
    }
}

/// An event that comes to HPCC++'s window.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Windowed {
    pub qpn: u32,
    /// It writes Wc and incStage: the host's operation, or a full update.
    pub stores: bool,
}

/// `window`: U is read with the event and written 8 behind it, lastUpdate read one behind, W and Wc read 12 and written
/// 20 behind what reads U.
#[derive(Clone, Debug, Default)]
pub struct WindowReads(Recent<Windowed, 8>);

impl WindowReads {
    /// One clock cycle, with an event that comes to the window `delay` cycles later.
    pub fn step(&mut self, rst_n: bool, event: Option<Windowed>, delay: u32, watch: &mut Watch) {
        let writes = self.0.step(rst_n, event);
        let Some(event) = event else { return };
        let ahead = writes.filter(|ahead| ahead.qpn == event.qpn);
        watch.read(delay + 2);
        if ahead.is_none() {
            watch.read(delay + 1);
        }
        // W is always written
        if ahead.is_none_or(|ahead| !ahead.stores) {
            watch.read(delay + 14);
        }
    }
}

/// The scrubber: which context it asks for, one each `interval` cycles; with 0 none.
#[derive(Copy, Clone, Debug, Default)]
pub struct Scrub {
    count: u32,
    due: bool,
    qpn: u32,
}

impl Scrub {
    /// The QP whose context is to be read, and written back.
    pub fn asks(&self) -> Option<u32> {
        self.due.then_some(self.qpn)
    }

    /// The QP that it asks for, or will.
    pub fn qpn(&self) -> u32 {
        self.qpn
    }

    /// The clock edge: whether what was asked for has been taken.
    pub fn edge(&mut self, qps: u32, interval: u32, taken: bool) {
        if taken {
            self.qpn = (self.qpn + 1) % qps;
        }
        let next = self.count + 1;
        (self.count, self.due) = match interval {
            0 => (0, false),
            _ if next >= interval => (0, true),
            _ => (next, self.due && !taken),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_of_a_word_that_counts_and_of_no_other() {
        for (inject, fault) in [
            (0, Fault::default()),
            (1, Fault { corrected: true, uncorrectable: false }),
            (2, Fault { corrected: false, uncorrectable: true }),
            (3, Fault { corrected: false, uncorrectable: true }),
        ] {
            // corrected in cycle 2, told in the next one at a memory, two later behind two registers
            for cycles in [1, 3] {
                let mut watch = Watch::new(cycles);
                watch.read(2);
                let told: Vec<Fault> = (0..8).map(|_| watch.step(true, inject)).collect();
                let expected = (0..8).map(|cycle| if cycle == 2 + cycles { fault } else { Fault::default() });
                assert!(expected.eq(told.iter().copied()), "{inject}, {cycles}: {told:?}");
            }
        }
    }

    #[test]
    fn what_was_corrected_a_cycle_before_is_told_by_what_was_injected_then() {
        for cycles in [1, 2] {
            let mut watch = Watch::new(cycles);
            let told: Vec<bool> = (0..6)
                .map(|cycle| {
                    if cycle == 2 {
                        watch.read_before();
                    }
                    watch.step(true, u8::from(cycle == 1)).corrected
                })
                .collect();
            assert_eq!(told.iter().position(|told| *told), Some(1 + cycles), "{told:?}");
        }
    }

    #[test]
    fn a_word_that_is_written_while_it_is_read_does_not_count() {
        let mut reads = InOrder::default();
        // QP 7 writes three cycles behind its first event, while its fourth reads
        let events = [Some(7), None, Some(8), Some(7), None, Some(7), Some(7)];
        assert_eq!(events.map(|e| reads.step(true, e)), [true, false, true, false, false, true, false]);
    }

    #[test]
    fn a_word_of_choice_counts_if_it_is_read_and_neither_stored_nor_written_back() {
        let mut reads = ChoiceReads::default();
        let event = |qpn, store, rewrite| Some(Chooses { qpn, store, rewrite });
        let events = [
            (event(7, false, true), true),
            (None, false),
            (event(7, true, true), false),
            (event(7, false, false), false), // the first writes it back now
            (event(8, false, false), true),
            (event(7, false, false), true), // what stored does not write back
            (event(7, false, false), true), // nor does what was not to
        ];
        for (i, (event, counts)) in events.into_iter().enumerate() {
            assert_eq!(reads.step(true, event), counts, "cycle {i}");
        }
    }

    #[test]
    fn a_word_of_window_counts_unless_the_event_8_ahead_writes_it() {
        let event = |qpn, stores| Some(Windowed { qpn, stores });
        for (ahead, behind, counts) in [
            (event(7, true), 8, [true, true, true]),
            (event(8, true), 7, [true, true, true]),
            (event(7, true), 7, [false, true, false]),
            (event(7, false), 7, [false, true, true]),
        ] {
            let (mut reads, mut watch) = (WindowReads::default(), Watch::new(1));
            reads.step(true, ahead, 0, &mut Watch::new(1));
            (0..7).for_each(|_| reads.step(true, None, 0, &mut watch));
            reads.step(true, event(behind, false), 3, &mut watch);
            let told: Vec<bool> = (0..20).map(|_| watch.step(true, 1).corrected).collect();
            // U, lastUpdate, Wc and W, a cycle behind their correction
            assert_eq!([3 + 1, 3 + 2, 3 + 14].map(|cycle| told[cycle + 1]), counts, "{ahead:?}, {behind}");
            assert_eq!(told.iter().filter(|told| **told).count(), counts.iter().filter(|counts| **counts).count());
        }
    }

    #[test]
    fn the_scrubber_asks_for_every_context_in_turn_one_each_interval_until_it_is_taken() {
        let mut scrub = Scrub::default();
        let mut asked = vec![];
        for cycle in 0..32 {
            let asks = scrub.asks();
            asked.extend(asks.map(|qpn| (cycle, qpn)));
            scrub.edge(3, 5, asks.is_some() && cycle != 10); // the second waits a cycle
        }
        assert_eq!(asked, [(5, 0), (10, 1), (11, 1), (15, 2), (20, 0), (25, 1), (30, 2)]);
        scrub.edge(3, 0, false);
        assert_eq!(scrub.asks(), None, "an interval of 0 stops it");
    }
}
