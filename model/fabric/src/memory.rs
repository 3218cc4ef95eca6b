//! A switch's shared memory and its PFC (FABRIC 5, "Memory and PFC").

/// Bytes that each port keeps for itself.
pub const RESERVE_BYTES: u64 = 4096;
/// A RESUME waits until the port is so many bytes below its threshold.
pub const RESUME_BYTES: u64 = 3072;
const MIB: u64 = 1 << 20;

/// What a switch with this first link has: ⌊16·G/50⌋ MiB.
pub fn rule_bytes(first_link_bps: u64) -> u64 {
    16 * (first_link_bps / 1_000_000_000) / 50 * MIB
}

/// H, bytes of headroom of a port: 3·⌊R·delay/(8·10^9)⌋.
pub fn headroom_bytes(rate_bps: u64, delay_ns: u64) -> u64 {
    3 * (rate_bps as u128 * delay_ns as u128 / 8_000_000_000) as u64
}

/// a: 3, less one for each halving that brings the port's rate down to a host's.
pub fn shift(rate_bps: u64, host_bps: u64) -> u32 {
    let halvings = (0..3).take_while(|&n| rate_bps >> n > host_bps).count();
    3 - halvings as u32
}

/// One ingress port.
#[derive(Clone, Debug)]
struct Ingress {
    /// Bytes in the port's reserve and the shared pool.
    inside: u64,
    /// Bytes in its headroom.
    head: u64,
    headroom: u64,
    shift: u32,
    pausing: bool,
}

impl Ingress {
    fn over(&self) -> u64 {
        self.inside.saturating_sub(RESERVE_BYTES)
    }
}

/// The memory of a switch.
#[derive(Clone, Debug)]
pub struct Memory {
    /// It has room for all, and pauses nobody.
    endless: bool,
    pool: u64,
    shared: u64,
    ports: Vec<Ingress>,
}

/// What becomes of a packet that comes in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// There is no room.
    Dropped,
    /// It is in the memory.
    Kept,
    /// Kept, and the port's peer is to be told to pause.
    Pause,
}

impl Memory {
    /// A memory of `bytes`, with ports of (H, a) each. `None`: the ports' reserves and headrooms are more than that.
    pub fn new(bytes: u64, ports: impl IntoIterator<Item = (u64, u32)>) -> Option<Self> {
        let ports: Vec<_> = ports
            .into_iter()
            .map(|(headroom, shift)| Ingress { inside: 0, head: 0, headroom, shift, pausing: false })
            .collect();
        let kept = ports.iter().try_fold(0u64, |sum, p| sum.checked_add(RESERVE_BYTES)?.checked_add(p.headroom))?;
        Some(Self { endless: false, pool: bytes.checked_sub(kept)?, shared: 0, ports })
    }

    /// A memory with room for all that comes by so many ports, which pauses nobody.
    pub fn endless(ports: usize) -> Self {
        let port = Ingress { inside: 0, head: 0, headroom: 0, shift: 0, pausing: false };
        Self { endless: true, pool: 0, shared: 0, ports: vec![port; ports] }
    }

    /// θ.
    #[inline]
    fn threshold(&self, port: usize) -> u64 {
        self.pool.saturating_sub(self.shared) >> self.ports[port].shift
    }

    /// A packet of `bytes` comes in by `port`.
    #[inline]
    pub fn enter(&mut self, port: usize, bytes: u64) -> Entry {
        if self.endless {
            self.ports[port].inside += bytes;
            return Entry::Kept;
        }
        let threshold = self.threshold(port);
        let p = &mut self.ports[port];
        if p.head + bytes > p.headroom && p.over() + bytes > threshold {
            return Entry::Dropped;
        }
        let n = p.inside + bytes;
        if n <= RESERVE_BYTES {
            p.inside = n;
        } else if n - RESERVE_BYTES > threshold {
            p.head += bytes;
        } else {
            p.inside = n;
            self.shared += bytes.min(n - RESERVE_BYTES);
        }
        let threshold = self.threshold(port);
        let p = &mut self.ports[port];
        if !p.pausing && (p.head > 0 || p.over() >= threshold) {
            p.pausing = true;
            return Entry::Pause;
        }
        Entry::Kept
    }

    /// A packet of `bytes` that came in by `port` leaves; true: the port's peer may go on.
    #[inline]
    pub fn leave(&mut self, port: usize, bytes: u64) -> bool {
        if self.endless {
            self.ports[port].inside -= bytes;
            return false;
        }
        let p = &mut self.ports[port];
        let from_head = p.head.min(bytes);
        let from_shared = (bytes - from_head).min(p.over());
        p.head -= from_head;
        p.inside -= bytes - from_head;
        self.shared -= from_shared;
        let threshold = self.threshold(port);
        let p = &mut self.ports[port];
        let over = p.over();
        let resume = p.pausing && p.head == 0 && (over == 0 || over + RESUME_BYTES <= threshold);
        if resume {
            p.pausing = false;
        }
        resume
    }

    /// Bytes in the memory.
    pub fn used(&self) -> u64 {
        self.ports.iter().map(|p| p.inside + p.head).sum()
    }

    /// Bytes of the shared pool that are used, and bytes of it.
    pub fn pool(&self) -> (u64, u64) {
        (self.shared, self.pool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_figures_follow_from_rate_and_delay() {
        assert_eq!(rule_bytes(25_000_000_000), 8 << 20);
        assert_eq!(rule_bytes(100_000_000_000), 32 << 20);
        assert_eq!(headroom_bytes(100_000_000_000, 1000), 37_500);
        let shifts = [25, 50, 100, 200, 400].map(|g| shift(g * 1_000_000_000, 25_000_000_000));
        assert_eq!(shifts, [3, 2, 1, 0, 0]);
    }

    #[test]
    fn a_port_pauses_at_its_threshold_and_resumes_below_it() {
        // the pool of one port: 20,000 B, and half of what is left is its threshold
        let mut memory = Memory::new(RESERVE_BYTES + 3000 + 20_000, [(3000, 1)]).expect("room");
        let mut entries = Vec::new();
        while entries.last() != Some(&Entry::Dropped) {
            entries.push(memory.enter(0, 1000));
        }
        // over = 6904 is above (20,000 - 6904)/2 with the 11th; 3 more fit into the headroom
        let mut expected = vec![Entry::Kept; 10];
        expected.extend([Entry::Pause, Entry::Kept, Entry::Kept, Entry::Kept, Entry::Dropped]);
        // the last that fits is the one behind which head is full
        let paused = entries.iter().position(|e| *e == Entry::Pause).expect("it pauses");
        assert_eq!(entries, expected, "paused at {paused}");
        let mut left = 0;
        while !memory.leave(0, 1000) {
            left += 1;
        }
        assert!(left > 3, "{left}");
        let over = memory.used() - RESERVE_BYTES;
        assert!(over + RESUME_BYTES <= (20_000 - over) / 2, "{over}");
    }

    #[test]
    fn an_endless_memory_keeps_all_and_pauses_nobody() {
        let mut memory = Memory::endless(2);
        for _ in 0..100_000 {
            assert_eq!(memory.enter(1, 1000), Entry::Kept);
        }
        assert_eq!((memory.used(), memory.leave(1, 1000), memory.used()), (100_000_000, false, 99_999_000));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn no_memory_holds_more_than_it_has(
            ports in prop::collection::vec((0u64..20_000, 0u32..4), 1..6),
            pool in 0u64..100_000,
            steps in prop::collection::vec((0usize..6, 60u64..1200, any::<bool>()), 1..400),
        ) {
            let kept: u64 = ports.iter().map(|p| p.0 + RESERVE_BYTES).sum();
            let mut memory = Memory::new(kept + pool, ports.iter().copied()).expect("room");
            let mut inside = vec![std::collections::VecDeque::new(); ports.len()];
            for (port, bytes, enters) in steps {
                let port = port % ports.len();
                if enters {
                    if memory.enter(port, bytes) != Entry::Dropped {
                        inside[port].push_back(bytes);
                    }
                } else if let Some(bytes) = inside[port].pop_front() {
                    memory.leave(port, bytes);
                }
                prop_assert_eq!(memory.used(), inside.iter().flatten().sum::<u64>());
                prop_assert!(memory.used() <= kept + pool);
                let over: u64 = memory.ports.iter().map(Ingress::over).sum();
                prop_assert_eq!(memory.shared, over);
                prop_assert!(memory.shared <= memory.pool);
                prop_assert!(memory.ports.iter().all(|p| p.head <= p.headroom));
            }
        }
    }
}
