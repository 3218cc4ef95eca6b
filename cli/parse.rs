//! `ackwright parse`: the packets of a capture through the parser, a JSON line each.

use crate::capture::{self, Frame};
use crate::export;
use crate::failure::{Failure, Result};
use crate::output;
use crate::progress;
use crate::verify::from_tb;
use clap::ValueEnum;
use layout::config::Config;
use layout::drop_reason::DropReason;
use layout::ldcp::Psn;
use layout::record::Kind;
use layout::telemetry::{AREA_BITS, OFFSET_BITS, PROFILES, Place};
use layout::wire::EcePlace;
use model::packet::classify::{self, PacketEvent, ParserConfig, TelemetryConfig};
use model::psn::{self, Context};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tb::Builder;

/// Run the packets of a pcap or pcapng through the parser; prints a JSON line a packet
#[derive(clap::Args)]
pub struct Args {
    #[arg(value_name = "CAPTURE")]
    capture: PathBuf,
    /// Layout of the telemetry: hpcc (the draft's Figure 4), ns3; rocev2: there is none
    #[arg(long, default_value = "rocev2", value_parser = profiles())]
    profile: String,
    /// Where packets carry telemetry: udp, the default (in an area between UDP header and BTH, in every packet), or ack (behind an ACK's AETH)
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
    /// First QPN of the block of QPs that are ours; without it, the block with the most feedback in the capture
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..1 << 24))]
    qpn_base: Option<u32>,
    /// Where an ACK carries its ECN-Echo
    #[arg(long, default_value = EcePlace::Becn.name(), value_parser = EcePlace::ALL.map(EcePlace::name))]
    ece_place: String,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    Model,
    Rtl,
}

/// `rocev2` and the profiles by name.
fn profiles() -> Vec<&'static str> {
    std::iter::once("rocev2").chain(PROFILES.iter().map(|p| p.name)).collect()
}

type Verdict = std::result::Result<PacketEvent, DropReason>;

pub fn run(args: Args) -> Result {
    let config = export::config(args.config.as_deref())?;
    let telemetry = telemetry(&args)?;
    let frames = capture::read(&args.capture).map_err(Failure::input)?;
    let ece_place = EcePlace::ALL.into_iter().find(|p| p.name() == args.ece_place).unwrap_or_default();
    let bytes = || frames.iter().map(|f| &*f.bytes);
    let qpn_base = args.qpn_base.unwrap_or_else(|| busiest_block(bytes(), &config, telemetry));
    let parser = ParserConfig { qp_bits: config.qp_bits(), qpn_base, ece_place, telemetry, ..ParserConfig::default() };
    let verdicts = match args.engine {
        Engine::Model => frames.iter().map(|f| by_model(&f.bytes, &parser)).collect(),
        Engine::Rtl => by_rtl(&config, parser, &frames)?,
    };
    let base = qpn_base & !(config.engine.qps - 1);
    let mut contexts = BTreeMap::new();
    let mut out = String::new();
    for (i, (frame, verdict)) in frames.iter().zip(verdicts).enumerate() {
        let n = verdict.ok().and_then(|event| confirmed(&mut contexts, &event));
        out.push_str(&line(i + 1, frame, base, verdict, n, config.hpcc.hops).to_string());
        out.push('\n');
    }
    output::stdout(out.as_bytes())
}

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
    Ok(TelemetryConfig { place, offset, area, profile: profile as u8 })
}

/// The first QPN of the block of QPs with the most congestion feedback; 0 where there is none.
pub fn busiest_block<'a>(frames: impl Iterator<Item = &'a [u8]>, config: &Config, telemetry: TelemetryConfig) -> u32 {
    // with all 24 bits an index, every QPN is known
    let all = ParserConfig { qp_bits: 24, telemetry, ..ParserConfig::default() };
    let mut blocks = BTreeMap::new();
    for event in frames.filter_map(|bytes| classify::frame(bytes, &all).ok()) {
        *blocks.entry(event.qpn & !(config.engine.qps - 1)).or_insert(0u64) += 1;
    }
    // of equal ones the lowest
    blocks.into_iter().rev().max_by_key(|(_, count)| *count).map_or(0, |(base, _)| base)
}

/// A frame on a stream without faults: an empty one is a beat without bytes, which the stream part drops.
fn by_model(bytes: &[u8], parser: &ParserConfig) -> Verdict {
    if bytes.is_empty() { Err(DropReason::AxisKeep) } else { classify::frame(bytes, parser) }
}

fn by_rtl(config: &Config, parser: ParserConfig, frames: &[Frame]) -> Result<Vec<Verdict>> {
    let _stage = progress::stage("building ackw_parser and running the packets");
    let emitted = hdl::design::build(config, "top").map_err(Failure::input)?;
    let design = tb::blocks::design(&emitted, config, "parser", emitted.files.clone()).map_err(from_tb)?;
    let builder = Builder::from_env().map_err(from_tb)?;
    let bytes = frames.iter().map(|f| f.bytes.as_slice());
    tb::blocks::parse(&builder, config, &design, parser, bytes).map_err(from_tb)
}

/// How many packets an ACK confirms, from the PSNs before it in the capture. Behind the parser: the model's for both engines.
fn confirmed(contexts: &mut BTreeMap<u32, Context>, event: &PacketEvent) -> Option<u64> {
    if event.kind != Kind::Ack {
        return None;
    }
    let context = contexts.entry(event.qpn).or_insert(Context::RESET);
    let (after, n) = psn::acknowledge(*context, Psn::wrap(event.psn.into()));
    *context = after;
    Some(n.raw())
}

/// Of telemetry, the hops that the configuration has room for: `[speed, ts, txBytes, qLen]` each.
fn line(number: usize, frame: &Frame, base: u32, verdict: Verdict, n: Option<u64>, hops: u32) -> Value {
    let mut line = json!({ "packet": number, "time_ns": frame.timestamp_ns, "bytes": frame.bytes.len() });
    if frame.is_cut() {
        line["captured_of"] = frame.orig_len.into();
    }
    match verdict {
        Ok(e) => {
            line["event"] = json!({ "ev": e.kind.name(), "qpn": base + e.qpn, "psn": e.psn, "ece": u8::from(e.ece) });
            if let Some(n) = n {
                line["event"]["n"] = n.into();
            }
            if let Some(t) = e.telemetry {
                let known = t.hops.iter().take((t.n_hop.raw() as usize).min(hops as usize));
                let known: Vec<Value> =
                    known.map(|h| json!([h.speed.raw(), h.ts.raw(), h.tx_bytes.raw(), h.q_len.raw()])).collect();
                line["event"]["telemetry"] = json!({ "path": t.path.raw(), "n_hop": t.n_hop.raw(), "hops": known });
            }
        }
        Err(reason) => line["drop"] = reason.name().into(),
    }
    line
}
