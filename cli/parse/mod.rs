//! `ackwright parse`: the packets of a capture through the parser, a JSON line each.

mod headers;

use crate::capture::{self, Frame, Link, Packets, Step, Wrong};
use crate::config;
use crate::failure::{Failure, Result};
use crate::packets::{Busiest, Verdict, busiest_block, by_model, is_cut_short};
use crate::progress;
use crate::replay::Answers;
use clap::ValueEnum;
use indicatif::ProgressBar;
use layout::config::Config;
use layout::ldcp::{N, Psn};
use layout::record::Kind;
use layout::telemetry::{AREA_BITS, OFFSET_BITS, PROFILES, Place};
use layout::wire::EcePlace;
use model::packet::classify::{PacketEvent, ParserConfig, TelemetryConfig};
use model::psn::ahead;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::io::StdoutLock;
use std::path::PathBuf;
use tb::Builder;

/// Run the packets of a capture through the parser; prints a JSON line a packet
///
/// A line has the packet's headers as far as they are there, and ends with "event" or with "drop", the reason's name. A
/// packet that is cut by the capture's snap length where the parser would need the rest has the reason "snap_length",
/// which is none of the parser's.
///
/// "fcr" is what a revised CNP says (FCR), or the name of why it gives no advice, fcr_version or fcr_kind. To a parser
/// with parser.fcr it is the event "advice", or that reason is its drop reason; to another it is a CNP like any other.
/// "fcr_capable" stands where a packet's sender says that it understands them.
///
/// The parser takes Ethernet: packets of other link types get an Ethernet header, with addresses of zero and the
/// EtherType that their own header says; "link" names what they were captured as, and "bytes" counts what was captured.
///
/// Packets are printed as they come, and none is kept; but without --qpn, the first 10000 packets are waited for, and
/// with --engine rtl, each 4096. Of a dump, a packet has ended when the next begins.
///
/// On stderr, at the end: the QPNs that were taken for ours, and a summary.
#[derive(clap::Args)]
pub struct Args {
    /// pcap, pcapng, or packets in hex digits (lines of them, or dumps as of xxd or tcpdump -x), each also in gzip;
    /// standard input for -. Link types: Ethernet, raw IP, Linux cooked (SLL and SLL2)
    #[arg(value_name = "CAPTURE")]
    capture: PathBuf,
    /// Layout of the telemetry: hpcc (the draft's Figure 4), ns3; rocev2: there is none
    #[arg(long, default_value = "rocev2", value_parser = profiles())]
    profile: String,
    /// Where packets carry telemetry: udp, the default (in an area between UDP header and BTH, in every packet), or ack
    /// (behind an ACK's AETH)
    #[arg(long, value_name = "PLACE", value_parser = [Place::Udp.name(), Place::Ack.name()])]
    telemetry_place: Option<String>,
    /// Words of 32 bits from the start of the area, or from the end of AETH, to the telemetry header; 0 without it
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true, value_parser = args::whole::<u8>(0..=(1 << OFFSET_BITS) - 1))]
    telemetry_offset: Option<u8>,
    /// Words of 32 bits of the area, with --telemetry-place udp; 0 without it
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true, value_parser = args::whole::<u8>(0..=(1 << AREA_BITS) - 1))]
    telemetry_area: Option<u8>,
    #[arg(long, default_value = "model")]
    engine: Engine,
    /// Configuration; the reference configuration without it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// QPNs that are ours: one of a block of engine.qps, or any (with --engine model); without it, the block with
    /// the most feedback in the capture, or in its first 10000 packets (64 MiB at most)
    #[arg(long, value_name = "FIRST|any", visible_alias = "qpn-base", value_parser = qpns)]
    qpn: Option<Qpns>,
    /// Where an ACK carries its ECN-Echo
    #[arg(long, default_value = EcePlace::Becn.name(), value_parser = EcePlace::ALL.map(EcePlace::name))]
    ece_place: String,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    Model,
    Rtl,
}

/// Which QPNs are ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Qpns {
    /// Those of the block that this one is in.
    Block(u32),
    Any,
}

fn qpns(text: &str) -> std::result::Result<Qpns, String> {
    let block = || text.parse().ok().filter(|base| *base < 1 << 24).map(Qpns::Block);
    let found = if text == "any" { Some(Qpns::Any) } else { block() };
    found.ok_or_else(|| format!("expected 0 to {} or any", (1 << 24) - 1))
}

/// `rocev2` and the profiles by name.
fn profiles() -> Vec<&'static str> {
    std::iter::once("rocev2").chain(PROFILES.iter().map(|p| p.name)).collect()
}

/// Packets that are waited for where the block with the most feedback has to be found, and their bytes.
const AHEAD: Batch = Batch { packets: 10_000, bytes: 64 << 20 };
/// Packets that are simulated at once.
const SIMULATED: Batch = Batch { packets: 4_096, bytes: 16 << 20 };

pub fn run(args: Args) -> Result {
    let config = config::read(args.config.as_deref())?;
    if (args.qpn, args.engine) == (Some(Qpns::Any), Engine::Rtl) {
        return Err(Failure::input("--qpn any: the emitted parser knows one block of QPs: expected --engine model"));
    }
    let telemetry = telemetry(&args)?;
    let packets = Packets::open(&args.capture).map_err(|e| Failure::input(Wrong::Io(e).of(&args.capture)))?;
    let mut stream = Stream {
        packets,
        wrong: None,
        ended: false,
        out: Answers::new(std::io::stdout().lock()),
        shown: progress::beside_output("packets parsed"),
    };
    let ece_place = EcePlace::ALL.into_iter().find(|p| p.name() == args.ece_place).unwrap_or_default();
    let mut first = vec![];
    let (qp_bits, qpn_base, ours) = match args.qpn {
        Some(Qpns::Any) => (24, 0, "any QPN".into()),
        Some(Qpns::Block(base)) => {
            let base = base & !(config.engine.qps - 1);
            (config.qp_bits(), base, format!("{}, as asked for", block(base, &config)))
        }
        None => {
            first = stream.batch(AHEAD)?;
            let Busiest { base, feedback, of } = busiest_block(first.iter().map(|f| &*f.bytes), &config, telemetry);
            let part = if stream.ended { String::new() } else { format!("the first {} packets of ", first.len()) };
            let why = if of == 0 {
                format!("as no packet of {part}the capture is feedback")
            } else {
                let part = if part.is_empty() { part } else { format!(" in {part}the capture") };
                format!("the block with the most feedback{part}, {feedback} of {of} packets (--qpn any takes all)")
            };
            (config.qp_bits(), base, format!("{}, {why}", block(base, &config)))
        }
    };
    let fcr = config.parser.fcr;
    let lsn = config.engine.lsn.then_some(layout::lsn::OPCODE.reset as u8);
    let parser = ParserConfig { qp_bits, qpn_base, ece_place, telemetry, fcr, lsn, ..ParserConfig::default() };
    let mut lines = Lines { config: &config, parser, last: BTreeMap::new(), summary: Summary::default(), packets: 0 };
    let mut simulated = None;
    let mut first = first.into_iter();
    loop {
        let batch = match args.engine {
            Engine::Model => Batch { packets: 1, bytes: 0 },
            Engine::Rtl => SIMULATED,
        };
        let mut frames: Vec<Frame> = first.by_ref().take(batch.packets).collect();
        if frames.is_empty() {
            frames = stream.batch(batch)?;
        }
        if frames.is_empty() || stream.out.is_unread() {
            break;
        }
        let verdicts = match args.engine {
            Engine::Model => frames.iter().map(|f| by_model(&f.bytes, &parser)).collect(),
            Engine::Rtl => {
                stream.shown.set_message("packets parsed; building ackw_parser and running packets");
                let simulated = match &simulated {
                    Some(simulated) => simulated,
                    None => simulated.insert(Simulated::new(&config)?),
                };
                let verdicts = simulated.verdicts(&config, parser, &frames)?;
                stream.shown.set_message("packets parsed");
                verdicts
            }
        };
        for (frame, verdict) in frames.iter().zip(verdicts) {
            let line = lines.of(frame, verdict);
            stream.line(&line, lines.packets)?;
        }
    }
    stream.hand_on()?;
    stream.shown.finish_and_clear();
    if let Some(wrong) = stream.wrong {
        // the one line of bad input; nothing beside it
        let error = wrong.of(&args.capture);
        return Err(match lines.packets {
            0 => Failure::input(error),
            n => Failure::input(format_args!("{error} (packets before it, printed: {n})")),
        });
    }
    let name = capture::name(&args.capture);
    eprintln!("ackwright: {name}: QPNs that are ours: {ours}");
    eprintln!("ackwright: {name}: {} packets: {}", lines.packets, lines.summary);
    Ok(())
}

/// A bound of what is held at once: so many packets, or those that have so many bytes.
#[derive(Clone, Copy)]
struct Batch {
    packets: usize,
    bytes: usize,
}

/// A capture on its way to standard output.
struct Stream {
    packets: Packets<'static>,
    /// Why there are no more packets; it is said when those before it are printed.
    wrong: Option<Wrong>,
    ended: bool,
    out: Answers<StdoutLock<'static>>,
    shown: ProgressBar,
}

impl Stream {
    /// The next packets; none are left where there are none. What has been printed is handed on before a read may wait.
    fn batch(&mut self, most: Batch) -> Result<Vec<Frame>> {
        let (mut frames, mut bytes) = (vec![], 0);
        while !self.ended && frames.len() < most.packets {
            match self.packets.step() {
                Ok(Step::Packet(frame)) => {
                    bytes += frame.bytes.len();
                    frames.push(frame);
                    if bytes > most.bytes {
                        break;
                    }
                }
                Ok(Step::More) => {
                    self.hand_on()?;
                    if self.out.is_unread() {
                        break;
                    }
                    self.packets.fill();
                }
                Ok(Step::End) => self.ended = true,
                Err(wrong) => (self.ended, self.wrong) = (true, Some(wrong)),
            }
        }
        Ok(frames)
    }

    fn line(&mut self, line: &Value, packets: usize) -> Result {
        self.out.bytes.extend_from_slice(line.to_string().as_bytes());
        self.out.bytes.push(b'\n');
        if packets.is_multiple_of(64) {
            self.shown.set_position(packets as u64);
        }
        if self.out.is_full() { self.hand_on() } else { Ok(()) }
    }

    fn hand_on(&mut self) -> Result {
        if self.out.bytes.is_empty() {
            return Ok(());
        }
        let Stream { out, shown, .. } = self;
        shown.suspend(|| out.hand_on())
    }
}

/// What is printed of packets, in their order.
struct Lines<'a> {
    config: &'a Config,
    parser: ParserConfig,
    /// The PSN that the last ACK of each QP confirmed.
    last: BTreeMap<u32, u64>,
    summary: Summary,
    packets: usize,
}

impl Lines<'_> {
    fn of(&mut self, frame: &Frame, verdict: Verdict) -> Value {
        self.packets += 1;
        let summary = &mut self.summary;
        let n = verdict.ok().and_then(|event| confirmed(&mut self.last, &event));
        let mut line = line(self.packets, frame, self.parser.telemetry.area_bytes());
        match verdict {
            Ok(event) => {
                *summary.events.entry(name(&event)).or_default() += 1;
                if let Some(advice) = line.get("fcr").filter(|_| event.kind == Kind::Cnp) {
                    let what = advice["drop"].as_str().unwrap_or("advice");
                    *summary.revised.entry(what.into()).or_default() += 1;
                }
                line.insert("event".into(), told(&event, self.parser.qpn_base, n, self.config.hpcc.hops));
            }
            Err(reason) => {
                let reason = if is_cut_short(frame, verdict) { SNAP_LENGTH } else { reason.name() };
                *summary.drops.entry(reason).or_default() += 1;
                line.insert("drop".into(), reason.into());
            }
        }
        Value::Object(line)
    }
}

/// The QPNs of a block.
fn block(base: u32, config: &Config) -> String {
    format!("{base} to {}", base + (config.engine.qps - 1))
}

/// How many of what, for the end.
#[derive(Default)]
struct Summary {
    events: BTreeMap<&'static str, usize>,
    drops: BTreeMap<&'static str, usize>,
    /// Events that are revised CNPs: advices, and the reasons of those that give none.
    revised: BTreeMap<String, usize>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fn list<K: fmt::Display>(f: &mut fmt::Formatter, what: &str, counts: &BTreeMap<K, usize>) -> fmt::Result {
            write!(f, "{} {what}", counts.values().sum::<usize>())?;
            for (i, (name, count)) in counts.iter().enumerate() {
                write!(f, "{}{name} {count}", if i == 0 { " (" } else { ", " })?;
            }
            f.write_str(if counts.is_empty() { "" } else { ")" })
        }
        list(f, "events", &self.events)?;
        f.write_str(", ")?;
        list(f, "drops", &self.drops)?;
        if self.revised.is_empty() {
            return Ok(());
        }
        f.write_str("; of the events ")?;
        list(f, "revised CNPs", &self.revised)
    }
}

/// Why a packet that the capture cut is dropped, where the parser would have said `truncated`.
const SNAP_LENGTH: &str = "snap_length";

/// What the arguments say of telemetry. One that would change nothing is refused.
fn telemetry(args: &Args) -> Result<TelemetryConfig> {
    let place = Place::ALL.into_iter().find(|p| Some(p.name()) == args.telemetry_place.as_deref()).unwrap_or_default();
    let Some(profile) = PROFILES.iter().position(|p| p.name == args.profile) else {
        let given = [
            ("--telemetry-place", args.telemetry_place.is_some()),
            ("--telemetry-offset", args.telemetry_offset.is_some()),
            ("--telemetry-area", args.telemetry_area.is_some()),
        ];
        return match given.iter().find(|(_, given)| *given) {
            Some((flag, _)) => {
                let names = PROFILES.map(|p| p.name).join(" or ");
                Err(Failure::input(format_args!("{flag}: no telemetry is read: expected --profile {names} with it")))
            }
            None => Ok(TelemetryConfig::default()),
        };
    };
    if place == Place::Ack && args.telemetry_area.is_some() {
        let what = "--telemetry-area: an ACK has no area: expected --telemetry-place udp with it";
        return Err(Failure::input(what));
    }
    let (offset, area) = (args.telemetry_offset.unwrap_or(0), args.telemetry_area.unwrap_or(0));
    if place == Place::Udp && args.telemetry_area.is_some() && offset >= area {
        let what = format_args!("--telemetry-offset {offset}: expected less than the {area} words of --telemetry-area");
        return Err(Failure::input(what));
    }
    Ok(TelemetryConfig { place, offset, area, profile: profile as u8 })
}

/// The emitted parser, built.
struct Simulated {
    design: tb::Design,
    builder: Builder,
}

impl Simulated {
    fn new(config: &Config) -> Result<Simulated> {
        let emitted = hdl::design::build(config, "top").map_err(Failure::input)?;
        let design = tb::blocks::design(&emitted, config, "parser", emitted.files.clone())?;
        Ok(Simulated { design, builder: Builder::from_env()? })
    }

    /// From reset: what the parser says of a packet does not depend on those before.
    fn verdicts(&self, config: &Config, parser: ParserConfig, frames: &[Frame]) -> Result<Vec<Verdict>> {
        let bytes = frames.iter().map(|f| f.bytes.as_slice());
        Ok(tb::blocks::parse(&self.builder, config, &self.design, parser, bytes)?)
    }
}

/// How many packets an ACK confirms, from the PSNs before it in the capture. Behind the parser: the model's for both
/// engines.
fn confirmed(last: &mut BTreeMap<u32, u64>, event: &PacketEvent) -> Option<u64> {
    // of an ACK with an LSN the bytes say so
    if event.kind != Kind::Ack || event.lsn.is_some() {
        return None;
    }
    // a capture does not say what was sent: the first ACK confirms a packet, and each one counts that is ahead
    let psn = u64::from(event.psn);
    let Some(last) = last.get_mut(&event.qpn) else {
        last.insert(event.qpn, psn);
        return Some(1);
    };
    let Some(n) = ahead(psn, *last, Psn::BITS) else { return Some(0) };
    *last = psn;
    Some(n.min(N::MAX_RAW))
}

/// What the capture and the headers say of a packet.
fn line(number: usize, frame: &Frame, area: usize) -> Map<String, Value> {
    let mut line = Map::new();
    line.insert("packet".into(), number.into());
    line.insert("time_ns".into(), frame.timestamp_ns.into());
    line.insert("bytes".into(), frame.captured_len.into());
    if frame.is_cut() {
        line.insert("captured_of".into(), frame.orig_len.into());
    }
    if frame.link != Link::Ethernet {
        line.insert("link".into(), frame.link.name().into());
    }
    headers::tell(&mut line, frame, area);
    line
}

/// What an event is called.
fn name(event: &PacketEvent) -> &'static str {
    if event.advice.is_some() { "advice" } else { event.kind.name() }
}

/// An event; of telemetry, the hops that the configuration has room for: `[speed, ts, txBytes, qLen]` each.
fn told(e: &PacketEvent, base: u32, n: Option<u64>, hops: u32) -> Value {
    let mut told = json!({ "ev": name(e), "qpn": base + e.qpn, "psn": e.psn, "ece": u8::from(e.ece) });
    if let Some(n) = n {
        told["n"] = n.into();
    }
    if let Some(said) = &e.lsn {
        told["lsn"] = said.value.raw().into();
        told["of"] = if said.read { "read_responses" } else { "requests" }.into();
    }
    if let Some(t) = &e.telemetry {
        let known = t.hops.iter().take((t.n_hop.raw() as usize).min(hops as usize));
        let known: Vec<Value> =
            known.map(|h| json!([h.speed.raw(), h.ts.raw(), h.tx_bytes.raw(), h.q_len.raw()])).collect();
        told["telemetry"] = json!({ "path": t.path.raw(), "n_hop": t.n_hop.raw(), "hops": known });
    }
    told
}
