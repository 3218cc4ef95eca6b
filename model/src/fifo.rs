//! First-word fall-through FIFO: what is pushed in cycle t into an empty one is at the head from t + 1 on.

/// A FIFO of `N` entries (a power of two). Its outputs, [`head`](Self::head) and [`len`](Self::len), are registered:
/// they do not depend on this cycle's push and pop.
#[derive(Clone, Debug)]
pub struct Fifo<T, const N: usize> {
    entries: [Option<T>; N],
    first: usize,
    len: usize,
}

impl<T: Copy, const N: usize> Default for Fifo<T, N> {
    fn default() -> Self {
        const { assert!(N.is_power_of_two()) };
        Self { entries: [None; N], first: 0, len: 0 }
    }
}

impl<T: Copy, const N: usize> Fifo<T, N> {
    /// The oldest entry.
    #[inline]
    pub fn head(&self) -> Option<T> {
        if self.len > 0 { self.entries[self.first] } else { None }
    }

    /// The entry before which so many were pushed later.
    pub fn from_tail(&self, later: usize) -> Option<T> {
        if later < self.len { self.entries[(self.first + self.len - 1 - later) & (N - 1)] } else { None }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// One clock cycle. `pop` counts only while there is a head. A push into a full FIFO is a broken invariant: the
    /// engine's `room` and credits rule it out, and the RTL's behaviour is not defined for it.
    #[inline]
    pub fn step(&mut self, push: Option<T>, pop: bool) -> Option<T> {
        let head = self.head();
        if push.is_some() {
            assert!(self.len < N, "push into a full FIFO: the sender ignored its room or credits");
            self.entries[(self.first + self.len) & (N - 1)] = push;
            self.len += 1;
        }
        if pop && head.is_some() {
            self.first = (self.first + 1) & (N - 1);
            self.len -= 1;
        }
        head
    }

    pub fn reset(&mut self) {
        (self.first, self.len) = (0, 0);
    }
}
