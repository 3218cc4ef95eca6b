//! The profiles as logic: which bits of the caught words are which field. Generated from `layout::telemetry::PROFILES`,
//! with the same table as its behaviour, so that a profile is a row there and nothing here.

use crate::hops::Hop;
use crate::prelude::*;
use emit::leaf::Leaf;
use layout::telemetry::{BitOrder, Profile, WireField, PROFILES};
use rust_hdl::prelude::Verilog;
use std::fmt::Write as _;

/// The fields of the header in the words that were caught, in the layout that `profile` names; combinational. A field
/// that is wider than its port saturates, one that a layout lacks is zero.
#[derive(Clone, Debug, LogicBlock)]
pub struct TelemetryTable {
    pub profile: Signal<In, Bit>,
    pub word: Vec<Signal<In, U<32>>>,
    pub n_hop: Signal<Out, U<4>>,
    pub too_many: Signal<Out, Bit>,
    pub path: Signal<Out, U<12>>,
    pub hop: Vec<Signal<Out, Hop>>,
    _hops: usize,
    /// The inputs that the outputs are of: a simulation asks many times a cycle.
    _seen: Option<(Bit, Vec<u64>)>,
}

/// A bit of a word of the header, words with their first byte on top.
pub(crate) type Place = (usize, u32);

/// The places of a field's bits, the lowest first, where it starts `base` bits further on.
fn places(order: BitOrder, field: &WireField, base: u32) -> Vec<Place> {
    let place = |byte: u32, bit: u32| ((byte / 4) as usize, 8 * (3 - byte % 4) + bit);
    let from = base + field.offset_bits;
    match order {
        BitOrder::Network => (from..from + field.width).rev().map(|k| place(k / 8, 7 - k % 8)).collect(),
        BitOrder::LittleEndian => (from..from + field.width).map(|k| place(k / 8, k % 8)).collect(),
    }
}

/// The same of a named field of the path or, with a number, of that hop; none where the layout has no such field or
/// slot.
pub(crate) fn find(profile: &Profile, hop: Option<usize>, name: &str) -> Vec<Place> {
    let (fields, base) = match hop {
        None => (profile.path, 0),
        Some(hop) if profile.slots.is_some_and(|slots| hop >= slots as usize) => return vec![],
        Some(hop) => (profile.hop, profile.first_hop_bits + hop as u32 * profile.hop_bits),
    };
    fields.iter().find(|f| f.name == name).map_or(vec![], |field| places(profile.order, field, base))
}

/// The words that any profile's header has its fields in, for so many hops.
pub(crate) fn words(hops: usize) -> usize {
    let of_hop = |p, hop| HOP.into_iter().flat_map(move |(name, _)| find(p, Some(hop), name));
    let of_profile = |p| {
        let path = ["nHop", "pathID"].into_iter().flat_map(move |name| find(p, None, name));
        path.chain((0..hops).flat_map(move |hop| of_hop(p, hop)))
    };
    1 + PROFILES.iter().flat_map(of_profile).map(|(word, _)| word).max().unwrap_or(0)
}

/// The fields of a hop and of `Hop`, the lowest first, with their widths there.
pub(crate) const HOP: [(&str, usize); 4] = [("speed", 4), ("ts", 24), ("txBytes", 20), ("qLen", 16)];

impl TelemetryTable {
    pub fn new(hops: usize) -> Self {
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        Self {
            profile: Default::default(),
            word: each(words(hops)),
            n_hop: Default::default(),
            too_many: Default::default(),
            path: Default::default(),
            hop: each(hops),
            _hops: hops,
            _seen: None,
        }
    }

    /// The value of a field as the ports' simulation has it.
    fn value(&self, hop: Option<usize>, name: &str, width: usize) -> u64 {
        let places = find(&PROFILES[usize::from(self.profile.val())], hop, name);
        let bit = |(word, bit): &Place| u64::from(self.word[*word].val().get_bit(*bit as usize));
        let value = places.iter().rev().fold(0, |value, place| value << 1 | bit(place));
        value.min((1 << width) - 1)
    }
}

/// Places as Verilog, the highest first: slices where bits lie side by side.
fn slices(places: &[Place]) -> Vec<String> {
    let mut runs: Vec<(usize, u32, u32)> = vec![]; // word, high, low
    for (word, bit) in places.iter().rev() {
        match runs.last_mut() {
            Some((w, _, low)) if w == word && *low == bit + 1 => *low = *bit,
            _ => runs.push((*word, *bit, *bit)),
        }
    }
    let slice = |(word, high, low): &(usize, u32, u32)| match (high - low, *low) {
        (31, _) => format!("word_{word}"),
        (0, bit) => format!("word_{word}[{bit}]"),
        _ => format!("word_{word}[{high}:{low}]"),
    };
    runs.iter().map(slice).collect()
}

/// The same as one value of at least `width` bits.
fn expression(places: &[Place], width: usize) -> String {
    let mut parts = slices(places);
    let missing = width.saturating_sub(places.len());
    if missing > 0 {
        parts.insert(0, format!("{missing}'d0"));
    }
    match parts.as_slice() {
        [one] => one.clone(),
        many => format!("{{{}}}", many.join(", ")),
    }
}

/// A field for a port: what does not fit saturates.
fn fitted(places: &[Place], width: usize) -> String {
    let kept = expression(&places[..places.len().min(width)], width);
    match places.get(width..) {
        Some([one]) => format!("{kept} | {{{width}{{{}}}}}", expression(&[*one], 0)),
        Some(above) if !above.is_empty() => format!("{kept} | {{{width}{{|{}}}}}", expression(above, 0)),
        _ => kept,
    }
}

impl Logic for TelemetryTable {
    fn update(&mut self) {
        let inputs = (self.profile.val(), self.word.iter().map(|word| word.val().raw() as u64).collect());
        if self._seen.as_ref() == Some(&inputs) {
            return;
        }
        self._seen = Some(inputs);
        let profile = &PROFILES[usize::from(self.profile.val())];
        let n_hop = self.value(None, "nHop", 16);
        self.n_hop.next = U::wrap(n_hop.into());
        self.too_many.next = profile.slots.is_some_and(|slots| n_hop > u64::from(slots));
        self.path.next = self.value(None, "pathID", 12).into();
        for i in 0..self._hops {
            self.hop[i].next = Hop {
                speed: self.value(Some(i), "speed", 4).into(),
                ts: self.value(Some(i), "ts", 24).into(),
                tx: self.value(Some(i), "txBytes", 20).into(),
                q: self.value(Some(i), "qLen", 16).into(),
            };
        }
    }

    fn connect(&mut self) {
        self.n_hop.connect();
        self.too_many.connect();
        self.path.connect();
        self.hop.iter_mut().for_each(|hop| hop.connect());
    }

    fn hdl(&self) -> Verilog {
        let mut ports: Vec<(&str, String, &str)> = vec![("input  wire", "profile".into(), "which of them")];
        let first = |i: usize, text| if i == 0 { text } else { "" };
        ports.extend((0..self.word.len()).map(|i| {
            (
                "input  wire [31:0]",
                format!("word_{i}"),
                first(i, "the header, its first word first, the first byte on top"),
            )
        }));
        ports.push(("output wire [3:0]", "n_hop".into(), "hops of the path"));
        ports.push(("output wire", "too_many".into(), "more hops than the profile has places for"));
        ports.push(("output wire [11:0]", "path".into(), "pathID, 0 where the profile has none"));
        ports.extend((0..self._hops).map(|i| {
            (
                "output wire [63:0]",
                format!("hop_{i}"),
                first(i, "of each hop qLen, txBytes, ts and speed, the last lowest"),
            )
        }));

        let both = |text: &dyn Fn(&Profile) -> String| {
            let [draft, ns3] = PROFILES.map(|p| text(&p));
            format!("profile\n    ? {ns3}\n    : {draft}")
        };
        let beyond = |p: &Profile| {
            let count = find(p, None, "nHop");
            let slots = p.slots.map(|slots| format!("{} > {}'d{slots}", expression(&count, 0), count.len()));
            slots.unwrap_or("1'b0".into())
        };
        // a field a line, each with its name behind it
        let record = |p: &Profile, hop| {
            let lines = HOP.iter().rev().map(|(name, width)| {
                let text = fitted(&find(p, Some(hop), name), *width);
                // a field in parts needs no braces of its own
                let flat = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).filter(|t| !t.contains('{'));
                (flat.unwrap_or(&text).to_string(), *name)
            });
            let mut lines: Vec<_> = lines.collect();
            let last = lines.len() - 1;
            lines[..last].iter_mut().for_each(|(text, _)| text.push(','));
            let longest = lines.iter().map(|(text, _)| text.len()).max().unwrap_or(0);
            let line = |(text, name): &(String, &str)| format!("    {text:longest$} // {name}\n");
            lines.iter().map(line).collect::<String>()
        };
        let mut body = format!(
            "  assign n_hop = {};\n  assign too_many = {};\n  assign path = {};\n",
            both(&|p| expression(&find(p, None, "nHop")[..4], 4)),
            both(&beyond),
            both(&|p| fitted(&find(p, None, "pathID"), 12)),
        );
        for i in 0..self._hops {
            // writing to a string does not fail
            let [draft, ns3] = PROFILES.map(|p| record(&p, i));
            let _ = writeln!(body, "\n  assign hop_{i} = profile ? {{\n{ns3}  }} : {{\n{draft}  }};");
        }
        let unused = unused(self.word.len(), self._hops);
        if !unused.is_empty() {
            let _ = writeln!(body, "\n  // padding\n  wire unused = &{{1'b0, {}}};", slices(&unused).join(", "));
        }
        let module = "ackw_telemetry_table";
        let source = format!(
            "// The fields of a telemetry header: profile 0 {} (the draft's Figure 4), 1 {}. A field that is wider than its\n\
             // port saturates. Combinational.\n\
             module {module} (\n{});\n\n{body}\nendmodule\n",
            PROFILES[0].name,
            PROFILES[1].name,
            listed(&ports)
        );
        Leaf::Generated { module: module.into(), source, ecp5: None }.to_verilog()
    }
}

/// Ports with their texts in a column.
pub(crate) fn listed(ports: &[(&str, String, &str)]) -> String {
    let width = |of: fn(&(&str, String, &str)) -> usize| ports.iter().map(of).max().unwrap_or(0);
    let (kinds, names) = (width(|(kind, ..)| kind.len()), width(|(_, name, _)| name.len() + 1));
    let line = |(i, (kind, name, text)): (usize, &(&str, String, &str))| {
        let comma = if i + 1 < ports.len() { "," } else { "" };
        let text = if text.is_empty() { String::new() } else { format!(" // {text}") };
        let line = format!("  {kind:kinds$} {:names$}{text}", format!("{name}{comma}"));
        format!("{}\n", line.trim_end())
    };
    ports.iter().enumerate().map(line).collect()
}

/// The bits that no profile has a field in.
fn unused(words: usize, hops: usize) -> Vec<Place> {
    let mut used = vec![0u32; words];
    for p in &PROFILES {
        let path = ["nHop", "pathID"].into_iter().flat_map(|name| find(p, None, name));
        let of_hops = (0..hops).flat_map(|i| HOP.into_iter().flat_map(move |(name, _)| find(p, Some(i), name)));
        path.chain(of_hops).for_each(|(word, bit)| used[word] |= 1 << bit);
    }
    let bits = used.iter().enumerate().flat_map(|(w, used)| (0..32).map(move |bit| (w, bit, used >> bit & 1)));
    bits.filter(|(_, _, used)| *used == 0).map(|(w, bit, _)| (w, bit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_header_grow_with_the_hops_from_those_that_ns3_needs() {
        assert_eq!([1, 4, 5, 6, 15].map(words), [11, 11, 11, 13, 31]);
    }

    #[test]
    fn a_field_that_crosses_bytes_of_either_order_is_found() {
        let draft = &PROFILES[0];
        assert_eq!(expression(&find(draft, Some(0), "ts"), 24), "word_1[27:4]");
        assert_eq!(expression(&find(draft, Some(0), "txBytes"), 20), "{word_1[3:0], word_2[31:16]}");
        let ns3 = &PROFILES[1];
        assert_eq!(expression(&find(ns3, Some(0), "speed"), 4), "{1'd0, word_0[26:24]}");
        assert_eq!(
            fitted(&find(ns3, Some(0), "qLen"), 16),
            "{word_1[6:0], word_1[15:8], word_1[23]} | {16{word_1[7]}}"
        );
        assert_eq!(expression(&find(ns3, None, "nHop"), 0), "{word_10[23:16], word_10[31:24]}");
        assert_eq!(fitted(&find(ns3, Some(5), "ts"), 24), "24'd0");
    }
}
