//! Traces whose length is bounded: when there are too many rows, two and two become one.

/// How two values of neighbouring rows become one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Merge {
    /// The greater one: a queue.
    Max,
    /// Their sum: bytes delivered.
    Sum,
    /// The later one: a window, a rate.
    Last,
}

impl Merge {
    fn of(self, a: u64, b: u64) -> u64 {
        match self {
            Merge::Max => a.max(b),
            Merge::Sum => a + b,
            Merge::Last => b,
        }
    }
}

/// Rows of values, one row an interval.
#[derive(Clone, Debug)]
pub struct Trace {
    merge: Merge,
    columns: usize,
    limit: usize,
    sample_ns: u64,
    /// Samples of a row.
    factor: u64,
    /// Samples of the last row.
    filled: u64,
    values: Vec<u64>,
}

impl Trace {
    /// A trace of so many columns, with at most `limit` rows (an even number), of samples `sample_ns` apart.
    pub fn new(columns: usize, merge: Merge, limit: usize, sample_ns: u64) -> Self {
        Self { merge, columns, limit, sample_ns, factor: 1, filled: 1, values: Vec::new() }
    }

    /// Adds the same sample so many times.
    pub fn push_all(&mut self, sample: &[u64], mut times: u64) {
        while times != 0 && self.columns != 0 {
            self.push(sample);
            times -= 1;
            // the rest of the row in one step, where it adds nothing
            if self.merge != Merge::Sum || sample.iter().all(|&value| value == 0) {
                let step = times.min(self.factor - self.filled);
                self.filled += step;
                times -= step;
            }
        }
    }

    /// Adds a sample, with a value for each column.
    pub fn push(&mut self, sample: &[u64]) {
        if self.columns == 0 {
            return;
        }
        if self.filled == self.factor {
            if self.values.len() == self.limit * self.columns {
                self.halve();
            }
            self.values.extend_from_slice(sample);
            self.filled = 1;
            return;
        }
        let last = self.values.len() - self.columns;
        for (old, &new) in self.values[last..].iter_mut().zip(sample) {
            *old = self.merge.of(*old, new);
        }
        self.filled += 1;
    }

    fn halve(&mut self) {
        let n = self.columns;
        for row in 0..self.limit / 2 {
            for column in 0..n {
                let (a, b) = (self.values[2 * row * n + column], self.values[(2 * row + 1) * n + column]);
                self.values[row * n + column] = self.merge.of(a, b);
            }
        }
        self.values.truncate(self.limit / 2 * n);
        self.factor *= 2;
    }

    /// ns of a row. The last one may be shorter.
    pub fn interval_ns(&self) -> u64 {
        self.factor * self.sample_ns
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.values.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The values of a column.
    pub fn column(&self, column: usize) -> impl Iterator<Item = u64> + '_ {
        self.values.iter().skip(column).step_by(self.columns.max(1)).copied()
    }

    /// The columns' values of a row.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_that_comes_often_is_as_if_it_came_one_by_one() {
        for (merge, values) in [(Merge::Max, [7, 3]), (Merge::Last, [7, 3]), (Merge::Sum, [7, 0]), (Merge::Sum, [7, 3])]
        {
            for times in [0, 1, 2, 5, 64, 1000] {
                let [mut one, mut all] = [(); 2].map(|()| Trace::new(1, merge, 4, 100));
                for value in values {
                    (0..times).for_each(|_| one.push(&[value]));
                    all.push_all(&[value], times);
                    one.push(&[1]);
                    all.push(&[1]);
                }
                let of = |trace: &Trace| (trace.interval_ns(), trace.column(0).collect::<Vec<_>>(), trace.filled);
                assert_eq!(of(&one), of(&all), "{merge:?} {times}");
            }
        }
    }

    #[test]
    fn rows_are_merged_two_and_two_when_there_are_too_many() {
        for (merge, expected) in [(Merge::Max, [3, 7, 9]), (Merge::Sum, [6, 22, 17]), (Merge::Last, [3, 7, 9])] {
            let mut trace = Trace::new(1, merge, 4, 100);
            (0..10).for_each(|n| trace.push(&[n]));
            // rows of four samples: 0 to 3, 4 to 7, 8 and 9
            assert_eq!(
                (trace.interval_ns(), trace.column(0).collect::<Vec<_>>()),
                (400, expected.to_vec()),
                "{merge:?}"
            );
            assert_eq!(trace.rows(), 3);
        }
    }
}
