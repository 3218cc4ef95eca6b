//! Makes a failing list of actions small: first the tail of a long run, then delta debugging, then simpler actions.
//!
//! Delta debugging (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002) deletes ever
//! smaller pieces for as long as the rest still fails; here to a fixpoint, so no single action of the result can be
//! left out or made simpler. All of it is bounded by a number of runs and of cycles.

/// How much work shrinking may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub runs: u64,
    /// Summed over all runs: an action counts as one, a run as `Block::drain` more.
    pub cycles: u64,
}

impl Default for Budget {
    /// Seconds for a block of common size, a minute or two for the largest.
    fn default() -> Budget {
        Budget { runs: 20_000, cycles: 16_000_000 }
    }
}

/// What shrinking came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk<A> {
    pub actions: Vec<A>,
    pub runs: u64,
    /// False when the budget ran out before the fixpoint.
    pub minimal: bool,
}

/// Runs trials and counts them.
struct Trials<'a, A, E> {
    fails: &'a mut dyn FnMut(&[A]) -> Result<bool, E>,
    left: Budget,
    /// What a run costs beside its actions, in cycles.
    drain: u64,
    runs: u64,
    exhausted: bool,
}

impl<A, E> Trials<'_, A, E> {
    /// Whether these actions fail; false when there is no budget left to find out.
    fn fails(&mut self, actions: &[A]) -> Result<bool, E> {
        let cost = actions.len() as u64 + self.drain;
        if self.left.runs == 0 || self.left.cycles < cost {
            self.exhausted = true;
            return Ok(false);
        }
        self.left.runs -= 1;
        self.left.cycles -= cost;
        self.runs += 1;
        (self.fails)(actions)
    }
}

/// Shrinks the first `len` actions of a run, of which `get` gives any range. `fails` says whether a list of actions,
/// run after reset, fails in the same way; it is not asked about all `len` of them unless nothing shorter fails.
/// `drain` is what a run costs beside its actions. None: no tail fails within the budget.
pub fn shrink<A: Clone, E>(
    len: u64,
    get: impl Fn(std::ops::Range<u64>) -> Vec<A>,
    simpler: impl Fn(&A) -> Vec<A>,
    fails: &mut dyn FnMut(&[A]) -> Result<bool, E>,
    budget: Budget,
    drain: u64,
) -> Result<Option<Shrunk<A>>, E> {
    let mut trials = Trials { fails, left: budget, drain, runs: 0, exhausted: false };
    let Some(mut actions) = tail(len, get, &mut trials)? else { return Ok(None) };
    loop {
        let fewer = delete(&mut actions, &mut trials)?;
        let simple = simplify(&mut actions, &simpler, &mut trials)?;
        if !(fewer || simple) || trials.exhausted {
            return Ok(Some(Shrunk { actions, runs: trials.runs, minimal: !trials.exhausted }));
        }
    }
}

/// The shortest tail, of lengths growing fourfold, that fails.
fn tail<A, E>(
    len: u64,
    get: impl Fn(std::ops::Range<u64>) -> Vec<A>,
    trials: &mut Trials<A, E>,
) -> Result<Option<Vec<A>>, E> {
    let mut length = 8;
    loop {
        if length.min(len) > trials.left.cycles {
            return Ok(None); // do not even make that many
        }
        let actions = get(len.saturating_sub(length)..len);
        if trials.fails(&actions)? {
            return Ok(Some(actions));
        }
        if length >= len || trials.exhausted {
            return Ok(None);
        }
        length = length.saturating_mul(4);
    }
}

/// Deletes pieces, from halves down to single actions, to a fixpoint. True if anything went.
fn delete<A: Clone, E>(actions: &mut Vec<A>, trials: &mut Trials<A, E>) -> Result<bool, E> {
    let before = actions.len();
    let mut piece = actions.len().div_ceil(2).max(1);
    loop {
        let mut any = false;
        // from the end: what comes after the failure goes first
        let mut end = actions.len();
        while end > 0 && !trials.exhausted {
            let start = end.saturating_sub(piece);
            let rest = [&actions[..start], &actions[end..]].concat();
            if !rest.is_empty() && trials.fails(&rest)? {
                *actions = rest;
                any = true;
            }
            end = start;
        }
        match piece {
            1 if !any || trials.exhausted => return Ok(actions.len() < before),
            1 => {}
            _ => piece = piece.div_ceil(2),
        }
    }
}

/// Puts simpler actions in the place of each, to a fixpoint. True if any took.
fn simplify<A: Clone, E>(
    actions: &mut [A],
    simpler: &impl Fn(&A) -> Vec<A>,
    trials: &mut Trials<A, E>,
) -> Result<bool, E> {
    let mut ever = false;
    loop {
        let mut any = false;
        for i in 0..actions.len() {
            for candidate in simpler(&actions[i]) {
                let old = std::mem::replace(&mut actions[i], candidate);
                if trials.fails(actions)? {
                    any = true;
                    break;
                }
                actions[i] = old;
            }
        }
        if !any || trials.exhausted {
            return Ok(ever);
        }
        ever = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn halves(n: &u32) -> Vec<u32> {
        [0, n / 2, n - n / 16, n.saturating_sub(1)].into_iter().filter(|m| m < n).collect()
    }

    /// Shrinks 0, 1, …, 99999 and gives the result and the longest list that was tried.
    fn run(fails: impl Fn(&[u32]) -> bool, budget: Budget) -> (Option<Shrunk<u32>>, usize) {
        let mut longest = 0;
        let mut ask = |a: &[u32]| {
            longest = longest.max(a.len());
            Ok::<_, Infallible>(fails(a))
        };
        let got = shrink(100_000, |r| r.map(|n| n as u32).collect(), halves, &mut ask, budget, 0);
        (got.unwrap_or_else(|e| match e {}), longest)
    }

    #[test]
    fn a_pair_near_the_end_is_found_and_made_simple() {
        let pair =
            |a: &[u32]| a.iter().position(|n| *n >= 99_000).is_some_and(|i| a[i + 1..].iter().any(|n| *n >= 50_000));
        let (got, longest) = run(pair, Budget::default());
        let got = got.expect("shrunk");
        assert_eq!(got.actions, [99_000, 50_000]);
        assert!(got.minimal && longest < 4096, "{} runs, longest {longest}", got.runs);
    }

    #[test]
    fn the_budget_holds() {
        let budget = Budget { runs: 10, cycles: 1 << 20 };
        let (got, _) = run(|a| a.contains(&99_999), budget);
        let got = got.expect("the first tail fails already");
        assert!(got.runs <= 10 && !got.minimal && got.actions.contains(&99_999));
        assert_eq!(run(|a| a.contains(&3), Budget { runs: 100, cycles: 50_000 }).0, None);
    }

    #[test]
    fn all_of_a_run_is_tried_if_need_be() {
        let (got, longest) = run(|a| a.contains(&0), Budget::default());
        assert_eq!((got.expect("shrunk").actions, longest), (vec![0], 100_000));
    }
}
