//! What the engine does after reset, for blocks that are driven alone: writes the reset context at every address.

/// The addresses still to be written.
#[derive(Clone, Copy)]
pub(super) struct Sweep {
    next: u64,
    qps: u64,
}

impl Sweep {
    pub fn new(qps: u64) -> Sweep {
        Sweep { next: 0, qps }
    }

    pub fn restart(&mut self) {
        self.next = 0;
    }

    pub fn is_done(&self) -> bool {
        self.next == self.qps
    }

    /// Drives `init_we` and `init_addr` while there is an address left; false when done.
    pub fn drive(&mut self, row: &mut [u64], we: usize, addr: usize) -> bool {
        if self.is_done() {
            return false;
        }
        row[we] = 1;
        row[addr] = self.next;
        self.next += 1;
        true
    }
}
