//! Telemetry as words of a header: the table of profiles of `layout::telemetry` the other way round than the parser
//! reads it, so that a profile is a row there and nothing here.

use crate::hops::Hop;
use crate::parser::telemetry_table::{find, listed, words, Place, HOP};
use crate::prelude::*;
use emit::leaf::Leaf;
use layout::telemetry::{Profile, PROFILES};
use rust_hdl::prelude::Verilog;
use std::fmt::Write as _;

/// The header's words in the layout that `profile` names, the first byte on top; combinational. Hops from nHop on are
/// zero, and so is what a layout has no field for.
#[derive(Clone, Debug, LogicBlock)]
pub struct EchoTable {
    pub profile: Signal<In, Bit>,
    pub n_hop: Signal<In, U<4>>,
    pub path: Signal<In, U<12>>,
    pub hop: Vec<Signal<In, Hop>>,
    pub word: Vec<Signal<Out, U<32>>>,
    _hops: usize,
    _sources: [Vec<[Option<Source>; 32]>; 2],
    _seen: Option<(Bit, Vec<u64>)>,
}

/// A bit of what is echoed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Source {
    NHop(usize),
    Path(usize),
    Hop(usize, usize),
}

/// What stands in each bit of the words of a profile's header.
fn sources(profile: &Profile, hops: usize) -> Vec<[Option<Source>; 32]> {
    let mut all = vec![[None; 32]; words(hops)];
    let mut put = |places: Vec<Place>, width: usize, source: &dyn Fn(usize) -> Source| {
        for (bit, (word, place)) in places.into_iter().enumerate().take(width) {
            all[word][place as usize] = Some(source(bit));
        }
    };
    put(find(profile, None, "nHop"), 4, &Source::NHop);
    put(find(profile, None, "pathID"), 12, &Source::Path);
    for hop in 0..hops {
        let mut low = 0;
        for (name, width) in HOP {
            put(find(profile, Some(hop), name), width, &|bit| Source::Hop(hop, low + bit));
            low += width;
        }
    }
    all
}

impl EchoTable {
    pub fn new(hops: usize) -> Self {
        Self {
            profile: Default::default(),
            n_hop: Default::default(),
            path: Default::default(),
            hop: (0..hops).map(|_| Default::default()).collect(),
            word: (0..words(hops)).map(|_| Default::default()).collect(),
            _hops: hops,
            _sources: PROFILES.map(|p| sources(&p, hops)),
            _seen: None,
        }
    }
}

/// Bits of a word, the highest first, as Verilog.
fn concatenation(bits: &[Option<Source>; 32]) -> String {
    // name and, of a run of bits, the highest and the lowest
    let mut runs: Vec<(String, usize, usize)> = vec![];
    for source in bits.iter().rev() {
        let (name, bit) = match source {
            None => ("0".to_string(), 0),
            Some(Source::NHop(bit)) => ("n_hop".into(), *bit),
            Some(Source::Path(bit)) => ("path".into(), *bit),
            Some(Source::Hop(hop, bit)) => (format!("there_{hop}"), *bit),
        };
        match runs.last_mut() {
            Some((last, high, _)) if *last == name && name == "0" => *high += 1,
            Some((last, _, low)) if *last == name && *low == bit + 1 => *low = bit,
            _ => runs.push((name, bit, bit)),
        }
    }
    let text = |(name, high, low): &(String, usize, usize)| match (name.as_str(), high - low) {
        ("0", _) => format!("{}'d0", high + 1),
        (_, 0) => format!("{name}[{high}]"),
        _ => format!("{name}[{high}:{low}]"),
    };
    let parts: Vec<_> = runs.iter().map(text).collect();
    match &parts[..] {
        [one] => one.clone(),
        many => format!("{{{}}}", many.join(", ")),
    }
}

impl Logic for EchoTable {
    fn update(&mut self) {
        let mut inputs = vec![self.n_hop.val().raw() as u64, self.path.val().raw() as u64];
        for hop in &self.hop {
            let Hop { speed, ts, tx, q } = hop.val();
            let low = speed.raw() | ts.raw() << 4 | tx.raw() << 28 | q.raw() << 48;
            inputs.push(low as u64);
        }
        let seen = Some((self.profile.val(), inputs));
        if self._seen == seen {
            return;
        }
        self._seen = seen;
        let Some((profile, inputs)) = &self._seen else { return };
        let bit = |source: &Source| match source {
            Source::NHop(bit) => inputs[0] >> bit & 1,
            Source::Path(bit) => inputs[1] >> bit & 1,
            Source::Hop(hop, bit) if inputs[0] > *hop as u64 => inputs[2 + hop] >> bit & 1,
            Source::Hop(..) => 0,
        };
        for (word, bits) in self.word.iter_mut().zip(&self._sources[usize::from(*profile)]) {
            let value = bits.iter().rev().fold(0, |value, source| value << 1 | source.as_ref().map_or(0, bit));
            word.next = value.into();
        }
    }

    fn connect(&mut self) {
        self.word.iter_mut().for_each(|word| word.connect());
    }

    fn hdl(&self) -> Verilog {
        let mut ports: Vec<(&str, String, &str)> = vec![
            ("input  wire", "profile".into(), "which of them"),
            ("input  wire [3:0]", "n_hop".into(), "hops of the path"),
            ("input  wire [11:0]", "path".into(), "pathID"),
        ];
        let first = |i: usize, text| if i == 0 { text } else { "" };
        ports.extend((0..self._hops).map(|i| {
            let text = first(i, "of each hop qLen, txBytes, ts and speed, the last lowest");
            ("input  wire [63:0]", format!("hop_{i}"), text)
        }));
        ports.extend((0..self.word.len()).map(|i| {
            (
                "output wire [31:0]",
                format!("word_{i}"),
                first(i, "the header, its first word first, the first byte on top"),
            )
        }));
        // writing to a string does not fail
        let mut body = String::new();
        for i in 0..self._hops {
            let _ = writeln!(body, "  wire [63:0] there_{i} = n_hop > 4'd{i} ? hop_{i} : 64'd0;");
        }
        let [draft, ns3] = &self._sources;
        for (k, (draft, ns3)) in draft.iter().zip(ns3).enumerate() {
            let (draft, ns3) = (concatenation(draft), concatenation(ns3));
            let _ = match ns3 == draft {
                true => writeln!(body, "\n  assign word_{k} = {draft};"),
                false => writeln!(body, "\n  assign word_{k} = profile\n    ? {ns3}\n    : {draft};"),
            };
        }
        let module = "ackw_responder_echo";
        let source = format!(
            "// A telemetry header's words: profile 0 {} (the draft's Figure 4), 1 {}. Hops from n_hop on are 0.\n\
             // Combinational.\nmodule {module} (\n{});\n\n{body}\nendmodule\n",
            PROFILES[0].name,
            PROFILES[1].name,
            listed(&ports)
        );
        Leaf::Generated { module: module.into(), source, ecp5: None }.to_verilog()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_fields_where_the_layouts_have_them() {
        let draft = sources(&PROFILES[0], 5);
        assert_eq!(concatenation(&draft[0]), "{n_hop[3:0], path[11:0], 16'd0}");
        assert_eq!(concatenation(&draft[1]), "{there_0[3:0], there_0[27:4], there_0[47:44]}");
        assert_eq!(concatenation(&draft[2]), "{there_0[43:28], there_0[63:48]}");
        let ns3 = sources(&PROFILES[1], 5);
        let first = "{there_0[8:4], there_0[2:0], there_0[16:9], there_0[24:17], there_0[32:25]}";
        assert_eq!(concatenation(&ns3[0]), first);
        assert_eq!(concatenation(&ns3[10]), "{4'd0, n_hop[3:0], 24'd0}");
    }
}
