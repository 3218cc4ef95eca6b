//! Which words of contexts count where they have check bits (`rtl.ecc`), and when they are corrected.

use crate::ecc::{Recent, Watch};

/// The counts are read a cycle behind the event, CP 14 and the window 19; the window is written 30 behind.
#[derive(Clone, Debug, Default)]
pub struct Reads(Recent<u32, 11>);

impl Reads {
    /// One clock cycle, with the QP of an event that the block has `delay` cycles later.
    pub fn step(&mut self, rst_n: bool, event: Option<u32>, delay: u32, watch: &mut Watch) {
        let writes = self.0.step(rst_n, event);
        if event.is_some() {
            watch.read(delay + 2);
            watch.read(delay + 15);
        }
        if event.is_some() && event != writes {
            watch.read(delay + 20);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_is_written_while_it_is_read_does_not_count() {
        // of the second event; each word is told of the cycle behind its correction
        let corrected = |distance: usize| {
            let (mut reads, mut watch) = (Reads::default(), Watch::new(1));
            let told = (0..48).filter(|cycle| {
                let event = [0, distance].contains(cycle).then_some(7);
                reads.step(true, event, 0, &mut watch);
                watch.step(true, 1).corrected
            });
            told.collect::<Vec<_>>()
        };
        assert_eq!(corrected(10), [3, 13, 16, 21, 26, 31]);
        assert_eq!(corrected(11), [3, 14, 16, 21, 27]);
        assert_eq!(corrected(12), [3, 15, 16, 21, 28, 33]);
    }
}
