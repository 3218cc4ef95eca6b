//! A bit that flips in one word of the queue in which `limit`'s QPs wait to be lowered: each bit of it, and each two.
//!
//! `ecc_inject` spoils every word that is read in its cycle. Here one word of the queue is wrong, from its write on.

use super::{Engine, protected, text, top};
use crate::bench::Files;
use crate::bench::bugs::{Bug, Bugs};
use layout::record::{Algorithm, Kind};
use std::collections::{BTreeMap, BTreeSet};
use tb::Side;

/// Of a word: the index of a QP and its check bits.
const BITS: u32 = 10;
const QPN_BITS: u32 = 5;
/// QPs that are open; the others of the 32 have never been.
const OPEN: u64 = 28;

/// The queue with a memory of its own, whose third word flips as it is written.
fn with_queue(mut files: Files) -> Files {
    let own = |files: &Files, name: &str| {
        text(files, name).replace("ackw_ram_ecc", "ackw_queue_ram_ecc").replace("ackw_array", "ackw_queue_array")
    };
    for (name, new) in [("ackw_ram_ecc.v", "ackw_queue_ram_ecc.v"), ("ackw_array.v", "ackw_queue_array.v")] {
        let text = own(&files, name);
        files.push((new.into(), text));
    }
    let (_, order) = files.iter_mut().find(|(name, _)| name == "ackw_qp_order.v").expect("limit has it");
    assert_eq!(order.matches("ackw_ram_ecc #(").count(), 1);
    *order = order.replace("ackw_ram_ecc #(", "ackw_queue_ram_ecc #(");
    files
}

/// Which bits are wrong: one, or two.
fn flips() -> Vec<u32> {
    let pairs = (0..BITS).flat_map(|a| (0..a).map(move |b| 1 << a | 1 << b));
    (0..BITS).map(|bit| 1 << bit).chain(pairs).collect()
}

fn bug(flip: &u32) -> Bug {
    let to = format!("if (we) words[waddr] <= wdata ^ ((waddr == 5'd2) ? 10'd{flip} : 10'd0);");
    Bug {
        block: "limit",
        file: "ackw_queue_array.v",
        bug: "the third word of the queue is wrong",
        from: "if (we) words[waddr] <= wdata;",
        to: to.leak(),
    }
}

/// All that the block says, cycle by cycle.
struct Said<'a> {
    outputs: &'a Side,
    rows: Vec<u64>,
}

impl Said<'_> {
    fn word(&self, name: &str) -> usize {
        self.outputs.column(name).expect("an output").word
    }

    fn cycles(&self) -> impl Iterator<Item = &[u64]> {
        self.rows.chunks(self.outputs.words())
    }

    /// All but the two that say what was wrong.
    fn but_faults(&self) -> Vec<u64> {
        let faults = ["fault_corrected", "fault_uncorrectable"].map(|name| self.word(name));
        let of = |row: &[u64]| {
            row.iter().enumerate().filter(|(at, _)| !faults.contains(at)).map(|(_, word)| *word).collect()
        };
        self.cycles().flat_map(|row| -> Vec<u64> { of(row) }).collect()
    }

    /// In how many cycles this is 1.
    fn count(&self, name: &str) -> usize {
        let word = self.word(name);
        self.cycles().filter(|row| row[word] == 1).count()
    }

    /// Of each QP the last of these words, where the first of them is 1.
    fn last(&self, valid: &str, qpn: &str, words: &[&str]) -> BTreeMap<u64, Vec<u64>> {
        let [valid, qpn] = [valid, qpn].map(|name| self.word(name));
        let words: Vec<_> = words.iter().map(|name| self.word(name)).collect();
        let of = |row: &[u64]| (row[qpn], words.iter().map(|word| row[*word]).collect());
        self.cycles().filter(|row| row[valid] == 1).map(of).collect()
    }

    /// The operations that the engine has taken.
    fn lowered(&self) -> BTreeMap<u64, Vec<u64>> {
        self.last("lower_valid", "lower_qpn", &["lower_alg", "lower_window", "lower_rate"])
    }

    /// What was sent last of each QP.
    fn sent(&self) -> BTreeMap<u64, Vec<u64>> {
        self.last("m_upd_valid", "m_upd_qpn", &["m_upd_alg", "m_upd_window", "m_upd_pace", "m_upd_rate"])
    }
}

/// QPs of four algorithms are opened and advised, their advices end in the same microsecond, and their own values are
/// lowered.
struct Storm<'a> {
    ends: Said<'a>,
    /// What an update of each QP becomes behind it.
    after: Said<'a>,
}

const ALGORITHMS: [Algorithm; 4] = [Algorithm::Ldcp, Algorithm::Hpcc, Algorithm::Dctcp, Algorithm::DcqcnP];
const PACE: u64 = 12 << 28;

fn storm<'a>(limit: &mut Engine, outputs: &'a Side) -> Storm<'a> {
    let alg = |qpn: u64| ALGORITHMS[qpn as usize % 4] as u64;
    let [line, advice_min, advice_max, validity_max, mtu, _] = model::fcr::Params::default().raw();
    let limits = [("set_line", line), ("set_advice_min", advice_min), ("set_advice_max", advice_max)];
    let rest = [("set_valid", 1), ("set_validity_max", validity_max), ("set_mtu", mtu), ("set_rtt", 8000)];
    let mut rows = limit.rows(1, &[&limits[..], &rest].concat());
    // the inputs for one cycle, and three without any
    let say = |limit: &mut Engine, inputs: &[(&'static str, u64)]| [limit.rows(1, inputs), limit.rows(3, &[])].concat();
    let tell = |limit: &mut Engine, qpn: u64| {
        let of = [("s_upd_qpn", qpn), ("s_upd_alg", alg(qpn)), ("s_upd_kind", Kind::Timer as u64)];
        let own = [("s_upd_valid", 1), ("s_upd_window", 1 << 36), ("s_upd_pace", PACE)];
        say(limit, &[&of[..], &own].concat())
    };
    for qpn in 0..OPEN {
        let choice = [("s_choice_valid", 1), ("s_choice_qpn", qpn), ("s_choice_alg", alg(qpn)), ("s_choice_opens", 1)];
        rows.extend(say(limit, &choice));
        rows.extend(tell(limit, qpn));
        // each its own rate, so that no two values are alike
        let advice = [("s_advice_valid", 1), ("s_advice_qpn", qpn), ("s_advice_seq", 1), ("s_advice_switch", 9)];
        let says = [("s_advice_rate", 20_000 + 100 * qpn), ("s_advice_validity", 50)];
        rows.extend(say(limit, &[&advice[..], &says].concat()));
    }
    rows.extend(limit.rows(100, &[]));
    // the clock has stood still: all end now, and the engine takes nothing until all wait
    rows.extend(limit.rows(60, &[("tick", 1)]));
    rows.extend(limit.rows(400, &[]));
    rows.extend(limit.rows(2500, &[("lower_ready", 1), ("lower_done", 1)]));
    let mut after = vec![];
    (0..OPEN).for_each(|qpn| after.extend(tell(limit, qpn)));
    after.extend(limit.rows(100, &[]));
    Storm { ends: Said { outputs, rows }, after: Said { outputs, rows: after } }
}

/// What an update of a QP becomes that was not lowered to this: no more than that.
fn held(lowered: &[u64]) -> Vec<u64> {
    let [alg, window, rate] = [0, 1, 2].map(|at| lowered[at]);
    let paced = alg == Algorithm::Hpcc as u64 || alg == Algorithm::DcqcnP as u64;
    vec![alg, window, if paced { rate } else { PACE }, rate]
}

fn missing(right: &Said, wrong: &Said) -> BTreeSet<u64> {
    let found = wrong.lowered();
    right.lowered().into_keys().filter(|qpn| !found.contains_key(qpn)).collect()
}

#[test]
fn a_wrong_bit_in_one_word_of_limits_queue_is_corrected_and_two_are_told_and_move_no_other_qp() {
    let (config, mut emitted) = (protected(), top());
    emitted.files = with_queue(emitted.files);
    let flips = flips();
    assert_eq!(flips.len(), 10 + 45);
    let list: Vec<Bug> = flips.iter().map(bug).collect();
    let bugs = Bugs::new(&config, &emitted, &["limit"], &list);
    let design = bugs.design("limit");
    // twice: in the second one all QPs are opened anew
    let storms = |number: usize| {
        let mut limit = Engine::of(design.clone(), Some(number as u64), "m_upd_ready");
        [(); 2].map(|()| storm(&mut limit, design.outputs()))
    };
    let faults = |of: &Said| (of.count("fault_corrected"), of.count("fault_uncorrectable"));

    let right = storms(0);
    for Storm { ends, after } in &right {
        assert_eq!((faults(ends), faults(after)), ((0, 0), (0, 0)));
        let lowered = ends.lowered();
        assert!(lowered.keys().copied().eq(0..OPEN), "{lowered:?}");
        let values: BTreeSet<_> = lowered.values().map(|value| &value[1..]).collect();
        assert_eq!(values.len() as u64, OPEN, "no two are lowered to the same");
    }

    let mut victims = BTreeSet::new();
    for (number, flip) in flips.iter().enumerate().map(|(index, flip)| (index + 1, *flip)) {
        let (what, wrong) = (format!("bits {flip:010b}"), storms(number));
        let single = flip.count_ones() == 1;
        for (right, wrong) in right.iter().zip(&wrong) {
            assert_eq!(faults(&wrong.ends), if single { (1, 0) } else { (0, 1) }, "{what}");
            assert_eq!(faults(&wrong.after), (0, 0), "{what}");
            if single {
                assert!(wrong.ends.but_faults() == right.ends.but_faults(), "{what}");
                assert!(wrong.after.but_faults() == right.after.but_faults(), "{what}");
            }
            // whoever is lowered, is lowered to its own value; who is not, stays at what its advice allowed
            let (lowered, missing) = (right.ends.lowered(), missing(&right.ends, &wrong.ends));
            wrong
                .ends
                .lowered()
                .iter()
                .for_each(|(qpn, to)| assert_eq!(Some(to), lowered.get(qpn), "{what}: QP {qpn}"));
            let mut expected = right.after.sent();
            missing.iter().for_each(|qpn| drop(expected.insert(*qpn, held(&lowered[qpn]))));
            assert_eq!(wrong.after.sent(), expected, "{what}");
        }
        let [first, second] = [0, 1].map(|k| missing(&right[k].ends, &wrong[k].ends));
        // wrong check bits leave the QP as it is
        let other = !single && flip % (1 << QPN_BITS) != 0;
        assert_eq!(first.len(), usize::from(other), "{what}: {first:?}");
        assert!(first.is_subset(&second), "{what}: {first:?} waits no more, {second:?}");
        victims.extend(first);
    }
    assert_eq!(victims.len(), 1, "the word is one QP's: {victims:?}");
}
