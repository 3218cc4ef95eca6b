//! Fat trees: `Nodes`, `Tiers`, `Podsize`; then for each tier from the hosts up its links, `Tier 0` to `Tier 2`. Keys
//! are read whatever their case.

use super::next;
use crate::read::topology::MAX_LINKS;
use crate::read::{Lines, ReadError, Words, number, quoted, text};
use crate::topology::{Link, MAX_DELAY_NS, MAX_NODES, Topology};
use std::path::Path;

/// The most ports of a switch in one direction, and the most links between two.
const MAX_RADIX: u64 = 4096;
/// The fastest link, Gbit/s.
const MAX_GBPS: u64 = 8000;

/// A number, and the line that it stands in.
type Found = Option<(u64, usize)>;

/// What is said of a tier.
#[derive(Copy, Clone, Debug, Default)]
struct Tier {
    line: usize,
    gbps: Found,
    latency_ns: Found,
    radix_up: Found,
    radix_down: Found,
    oversubscribed: Found,
    bundle: Found,
    switch_ns: Found,
}

impl Topology {
    /// Reads a fat tree of htsim, of 2 to `most` hosts: they come first, then the switches of each tier.
    pub fn read_tree(file: &Path, most: u64) -> Result<Self, ReadError> {
        parse(file, &text(file)?, most).map(|(topology, _)| topology)
    }

    /// Reads its text; `file` is for messages.
    pub fn parse_tree(file: &Path, text: &str, most: u64) -> Result<Self, ReadError> {
        parse(file, text, most).map(|(topology, _)| topology)
    }

    /// The line of the tier of a link in its file; 1 where there is none.
    pub(crate) fn line_in_tree(file: &Path, link: usize) -> usize {
        let lines = text(file).and_then(|text| parse(file, &text, 1 << 20)).map(|(_, lines)| lines);
        lines.ok().and_then(|lines| lines.get(link).copied()).unwrap_or(1)
    }
}

/// The tree, and the line of each link's tier.
fn parse(file: &Path, text: &str, most: u64) -> Result<(Topology, Vec<usize>), ReadError> {
    let (mut lines, mut last) = (Lines::new(file, text), 0);
    let (mut nodes, mut tiers, mut podsize) = (None, None, None);
    let mut all: [Option<Tier>; 3] = [None; 3];
    let mut at = None;
    while let Some(mut words) = next(&mut lines) {
        last = words.line();
        let key = words.word("a key")?;
        let lower = key.to_ascii_lowercase();
        let of_head = match lower.as_str() {
            "nodes" => Some((&mut nodes, 2, most)),
            "tiers" => Some((&mut tiers, 2, 3)),
            "podsize" => Some((&mut podsize, 1, most)),
            _ => None,
        };
        if let Some((place, least, most)) = of_head {
            if at.is_some() {
                let expected = "Nodes, Tiers and Podsize before the first Tier";
                return Err(words.error(expected.to_owned(), Some(quoted(key))));
            }
            once(key, &words, place)?;
            *place = Some((within(key, &mut words, least, most)?, last));
        } else if lower == "tier" {
            let count = tiers.map_or(3, |(count, _)| count);
            let tier = within(key, &mut words, 0, count - 1)? as usize;
            if let Some(before) = all[tier] {
                let expected = format!("each tier once, as line {} has this one", before.line);
                return Err(words.error(expected, Some(format!("`{tier}`"))));
            }
            all[tier] = Some(Tier { line: last, ..Tier::default() });
            at = Some(tier);
        } else {
            value(key, &lower, &mut words, at, &mut all)?;
        }
        words.end(&format!("{key} and its value"))?;
    }
    let missing = |line: usize, key: &str| ReadError::Text {
        file: file.to_owned(),
        line,
        expected: format!("a line {key} with a number"),
        found: "none".to_owned(),
    };
    let head = |found: Found, key: &str| found.ok_or_else(|| missing(last + 1, key));
    let (nodes, (count, tiers_line)) = (head(nodes, "Nodes")?, head(tiers, "Tiers")?);
    let podsize = head(podsize, "Podsize")?;
    if let Some(number) = all[..count as usize].iter().position(Option::is_none) {
        return Err(missing(last + 1, &format!("Tier {number}")));
    }
    let mut tree = Tree { file, nodes, podsize, tiers: Vec::new() };
    for (number, tier) in all.into_iter().enumerate() {
        match tier {
            Some(tier) if number as u64 >= count => {
                let expected = format!("tiers below {count}, as line {tiers_line} says");
                return Err(tree.wrong(tier.line, expected, format!("`{number}`")));
            }
            None => {}
            Some(tier) => {
                let of =
                    |found: Found, key: &str| found.ok_or_else(|| missing(tier.line, &format!("{key} in this tier")));
                let top = number as u64 == count - 1;
                if let Some((_, line)) = tier.radix_up.filter(|_| top) {
                    let expected = format!("no Radix_Up in tier {number}, as it is the top one");
                    return Err(tree.wrong(line, expected, "one".to_owned()));
                }
                tree.tiers.push(Level {
                    line: tier.line,
                    gbps: of(tier.gbps, "Downlink_speed_Gbps")?,
                    delay_ns: of(tier.latency_ns, "Downlink_Latency_ns")?.0,
                    down: of(tier.radix_down, "Radix_Down")?,
                    up: if top { (0, 0) } else { of(tier.radix_up, "Radix_Up")? },
                    over: tier.oversubscribed.unwrap_or((1, tier.line)),
                    bundle: tier.bundle.unwrap_or((1, tier.line)),
                });
            }
        }
    }
    tree.build()
}

/// A key of a tier.
fn value(
    key: &str,
    lower: &str,
    words: &mut Words<'_>,
    at: Option<usize>,
    all: &mut [Option<Tier>; 3],
) -> Result<(), ReadError> {
    let line = words.line();
    let Some(of) = at.and_then(|tier| all[tier].as_mut()) else {
        return Err(words.error("Nodes, Tiers, Podsize or Tier".to_owned(), Some(quoted(key))));
    };
    let (place, least, most) = match lower {
        "downlink_speed_gbps" => (&mut of.gbps, 1, MAX_GBPS),
        "downlink_latency_ns" => (&mut of.latency_ns, 1, MAX_DELAY_NS),
        "radix_up" => (&mut of.radix_up, 1, MAX_RADIX),
        "radix_down" => (&mut of.radix_down, 1, MAX_RADIX),
        "oversubscribed" => (&mut of.oversubscribed, 1, MAX_RADIX),
        "bundle" => (&mut of.bundle, 1, MAX_RADIX),
        "switch_latency_ns" => (&mut of.switch_ns, 0, 0),
        "queue_up" | "queue_down" => {
            let expected =
                format!("no {key}, as the ports of a switch share its memory here (memory_kib of a TOML scenario)");
            return Err(words.error(expected, Some(quoted(key))));
        }
        _ => {
            let expected = "Downlink_speed_Gbps, Downlink_Latency_ns, Radix_Up, Radix_Down, Oversubscribed, Bundle or \
                            Switch_Latency_ns";
            return Err(words.error(expected.to_owned(), Some(quoted(key))));
        }
    };
    once(key, words, place)?;
    let found = match lower {
        "switch_latency_ns" => {
            let expected = "Switch_Latency_ns 0, as switches take no time here: it may stand in Downlink_Latency_ns";
            words.value(expected, |word| number::whole(word).filter(|&ns| ns == 0))?
        }
        _ => within(key, words, least, most)?,
    };
    *place = Some((found, line));
    Ok(())
}

fn once(key: &str, words: &Words<'_>, place: &Found) -> Result<(), ReadError> {
    match place {
        None => Ok(()),
        Some((_, line)) => Err(words.error(format!("{key} once, as line {line} has it"), Some("a second".to_owned()))),
    }
}

fn within(key: &str, words: &mut Words<'_>, least: u64, most: u64) -> Result<u64, ReadError> {
    words.value(&format!("{least} to {most} for {key}, without a unit"), |word| {
        number::whole(word).filter(|n| (least..=most).contains(n))
    })
}

/// A tier with all of its values; behind each the line.
struct Level {
    line: usize,
    gbps: (u64, usize),
    delay_ns: u64,
    down: (u64, usize),
    up: (u64, usize),
    over: (u64, usize),
    bundle: (u64, usize),
}

struct Tree<'a> {
    file: &'a Path,
    nodes: (u64, usize),
    podsize: (u64, usize),
    tiers: Vec<Level>,
}

impl Tree<'_> {
    fn wrong(&self, line: usize, expected: String, found: String) -> ReadError {
        ReadError::Text { file: self.file.to_owned(), line, expected, found }
    }

    /// A number is a whole multiple of another; else, what it should be.
    fn divides(&self, (of, line): (u64, usize), by: u64, what: &str) -> Result<u64, ReadError> {
        match of % by {
            0 => Ok(of / by),
            _ => Err(self.wrong(line, format!("a multiple of {by}, {what}"), format!("`{of}`"))),
        }
    }

    fn same(&self, (is, line): (u64, usize), should: u64, key: &str, why: &str) -> Result<(), ReadError> {
        if is == should {
            return Ok(());
        }
        Err(self.wrong(line, format!("{key} {should}, {why}"), format!("`{is}`")))
    }

    /// Counts of switches, each number against the others.
    fn build(&self) -> Result<(Topology, Vec<usize>), ReadError> {
        let (nodes, tiers) = (self.nodes.0, &self.tiers);
        let (hosts, top) = (&tiers[0], tiers.len() - 1);
        self.same(hosts.bundle, 1, "Bundle", "as a host has one link")?;
        for (tier, above) in tiers.iter().zip(&tiers[1..]) {
            self.divides(tier.up, above.bundle.0, "the Bundle of the tier above")?;
            self.divides(above.down, above.bundle.0, "its Bundle")?;
        }
        let pods = self.divides(self.nodes, self.podsize.0, "the Podsize")?;
        if top == 1 {
            self.same(self.podsize, nodes, "Podsize", "all Nodes, as there are two tiers")?;
        }
        let near = self.divides(self.podsize, hosts.down.0, "the Radix_Down of tier 0")?;
        if hosts.up.0 > hosts.down.0 {
            let expected = format!("Radix_Up of at most Radix_Down, which is {}", hosts.down.0);
            return Err(self.wrong(hosts.up.1, expected, format!("`{}`", hosts.up.0)));
        }
        self.same(hosts.over, hosts.down.0 / hosts.up.0, "Oversubscribed", "as Radix_Down is to Radix_Up")?;
        // links up from all switches of a tier, as the rates below and above and Oversubscribed say
        let up = |links: u64, tier: usize| {
            let (below, above) = (&tiers[tier], &tiers[tier + 1]);
            let (all, each) = (links * below.gbps.0, above.gbps.0 * below.over.0);
            if all % each != 0 {
                let what = format!("Downlink_speed_Gbps by which {all} Gbit/s go up, {} to 1", below.over.0);
                return Err(self.wrong(above.gbps.1, what, format!("`{}`", above.gbps.0)));
            }
            Ok(all / each)
        };
        let links = up(nodes, 0)?;
        let spines = self.divides((links, tiers[1].down.1), pods * tiers[1].down.0, "pods times Radix_Down")?;
        let why = format!("{spines} switches a pod above it times their Bundle");
        self.same(hosts.up, spines * tiers[1].bundle.0, "Radix_Up", &why)?;
        let why = format!("{near} switches a pod below it times its Bundle");
        self.same(tiers[1].down, near * tiers[1].bundle.0, "Radix_Down", &why)?;
        let (leaves, all_spines) = (near * pods, spines * pods);
        let mut cores = 0;
        if top == 2 {
            let (spine, core) = (&tiers[1], &tiers[2]);
            cores = self.divides((up(links, 1)?, core.down.1), core.down.0, "the Radix_Down of tier 2")?;
            let each = self.divides((cores, core.down.1), spines, "the switches a pod of tier 1")?;
            let why = format!("{each} switches above it times their Bundle");
            self.same(spine.up, each * core.bundle.0, "Radix_Up", &why)?;
            self.same(core.down, pods * core.bundle.0, "Radix_Down", &format!("{pods} pods times its Bundle"))?;
        }
        let all = nodes + leaves + all_spines + cores;
        if all > MAX_NODES.into() {
            return Err(self.wrong(self.nodes.1, format!("at most {MAX_NODES} hosts and switches"), all.to_string()));
        }
        let links = nodes + leaves * hosts.up.0 + all_spines * tiers[1].up.0;
        if links > MAX_LINKS {
            return Err(self.wrong(self.nodes.1, format!("at most {MAX_LINKS} links"), links.to_string()));
        }
        let mut topology = Topology::new(all as u32);
        (nodes..all).for_each(|node| topology.set_switch(node as u32));
        let mut lines = Vec::new();
        let mut link = |a: u64, b: u64, tier: &Level| {
            for _ in 0..tier.bundle.0 {
                let (ends, rate_bps) = ([a as u32, b as u32], tier.gbps.0 * 1_000_000_000);
                topology.link(Link { ends, rate_bps, delay_ns: tier.delay_ns, loss: 0 });
                lines.push(tier.line);
            }
        };
        (0..nodes).for_each(|host| link(host, nodes + host / hosts.down.0, hosts));
        for (leaf, spine) in (0..leaves).flat_map(|leaf| (0..spines).map(move |spine| (leaf, spine))) {
            link(nodes + leaf, nodes + leaves + leaf / near * spines + spine, &tiers[1]);
        }
        let up = cores / spines; // cores of a spine
        for (spine, core) in (0..all_spines).flat_map(|spine| (0..up).map(move |core| (spine, core))) {
            // the switches of a pod take turns, as htsim's do
            let core = spine % spines + spines * core;
            link(nodes + leaves + spine, nodes + leaves + all_spines + core, &tiers[2]);
        }
        Ok((topology, lines))
    }
}
