//! `parser` against its model: good frames, spoilt frames and noise, or frames mutated by their structure; with holes,
//! stalls and resets in mid-frame.

use super::event;
use super::frame::{self, FrameAction};
use super::mutate::{self, Counts};
use super::stream::{Ports, Sender};
use super::words::{word, words};
use crate::{Accept, Block, Builder, Design, Driver, Dut, Error, Feed, Golden, Rng, Stream, Variant};
use layout::drop_reason::DropReason;
use layout::fixed::U;
use layout::hpcc::MAX_HOPS;
use layout::lsn::Lsn;
use layout::prober::Kind as Probe;
use layout::record::Kind;
use layout::timing::PARSER_LATENCY;
use model::hpcc::{Hop, Telemetry};
use model::lsn::Said;
use model::packet::classify::{PacketEvent, ParserConfig, Request, Response};
use model::packet::cnp::Revised;
use model::parser::{In, Out, Parser as Model};
use std::sync::Arc;

words!(Inputs { rst_n, room });
words!(Outputs {
    s_axis_tready,
    res_valid,
    res_drop,
    res_reason,
    res_kind,
    res_qpn,
    res_psn,
    res_ece,
    res_telemetry,
    res_path,
    res_n_hop,
});

words!(AdviceOut {
    res_advice,
    res_advice_withdraw,
    res_advice_seq,
    res_advice_rate,
    res_advice_validity,
    res_advice_switch,
});

words!(ResponseOut { res_resp_kind, res_resp_time });
words!(RequestOut { res_req_kind, res_req_time });
words!(LsnOut { res_lsn_given, res_lsn_read, res_lsn_value });

/// The words of a hop's ports.
#[derive(Clone, Copy)]
struct HopOut {
    speed: usize,
    ts: usize,
    tx: usize,
    q: usize,
}

pub struct Parser {
    inputs: Inputs,
    outputs: Outputs,
    hops: Vec<HopOut>,
    /// Where it reads revised CNPs.
    advice: Option<AdviceOut>,
    /// Where it reads responses of probes.
    response: Option<ResponseOut>,
    /// Where it reads requests.
    request: Option<RequestOut>,
    /// Where it reads ACKs with an LSN.
    lsn: Option<LsnOut>,
    stream: Ports,
    /// With mutated frames.
    counts: Option<Arc<Counts>>,
}

impl Parser {
    pub fn new(design: &Design, config: ParserConfig, hops: u32, fuzz: bool) -> Result<Parser, Error> {
        let name = "parser";
        let hop = |i| {
            let port = |field: &str| word(name, design.outputs(), &format!("res_hop_{i}_{field}"));
            Ok(HopOut { speed: port("speed")?, ts: port("ts")?, tx: port("tx")?, q: port("q")? })
        };
        Ok(Parser {
            inputs: Inputs::of(name, design.inputs())?,
            outputs: Outputs::of(name, design.outputs())?,
            hops: (0..hops).map(hop).collect::<Result<_, Error>>()?,
            advice: config.fcr.then(|| AdviceOut::of(name, design.outputs())).transpose()?,
            response: config.responses.map(|_| ResponseOut::of(name, design.outputs())).transpose()?,
            request: config.requests.map(|_| RequestOut::of(name, design.outputs())).transpose()?,
            lsn: config.lsn.map(|_| LsnOut::of(name, design.outputs())).transpose()?,
            stream: Ports::of(name, design.inputs(), config)?,
            counts: fuzz.then(|| {
                let (responses, requests) = (config.responses.is_some(), config.requests.is_some());
                Arc::new(Counts::new([config.fcr, responses, requests, config.lsn.is_some()]))
            }),
        })
    }
}

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
    hops: Vec<HopOut>,
    advice: Option<AdviceOut>,
    response: Option<ResponseOut>,
    request: Option<RequestOut>,
    lsn: Option<LsnOut>,
    stream: Ports,
    counts: Option<Arc<Counts>>,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.step(&In { rst_n: false, ..In::idle(self.stream.config) });
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let mut input = In { rst_n: row[self.inputs.rst_n] == 1, ..In::idle(self.stream.config(row)) };
        input.room = row[self.inputs.room] == 1;
        if let Some(beat) = self.stream.beat(row) {
            (input.tvalid, input.beat) = (true, beat);
        }
        let out: Out = self.model.step(&input);
        match &self.counts {
            Some(counts) if out.res_valid && out.res_drop => counts.dropped(out.res_reason),
            Some(counts) if out.res_valid && out.res_advice => counts.advice(),
            Some(counts) if out.res_valid && out.res_resp_kind != 0 => counts.response(out.res_resp_kind),
            Some(counts) if out.res_valid && out.res_req_kind != 0 => counts.request(out.res_req_kind),
            Some(counts) if out.res_valid => counts.event(out.res_kind, out.res_telemetry),
            _ => {}
        }
        let o = &self.outputs;
        output[o.s_axis_tready] = out.tready.into();
        output[o.res_valid] = out.res_valid.into();
        output[o.res_drop] = out.res_drop.into();
        output[o.res_reason] = out.res_reason.into();
        output[o.res_kind] = out.res_kind.into();
        output[o.res_qpn] = out.res_qpn.into();
        output[o.res_psn] = out.res_psn.into();
        output[o.res_ece] = out.res_ece.into();
        output[o.res_telemetry] = out.res_telemetry.into();
        output[o.res_path] = out.res_path.into();
        output[o.res_n_hop] = out.res_n_hop.into();
        for (port, hop) in self.hops.iter().zip(out.res_hop) {
            output[port.speed] = hop.speed.raw();
            output[port.ts] = hop.ts.raw();
            output[port.tx] = hop.tx_bytes.raw();
            output[port.q] = hop.q_len.raw();
        }
        if let Some(a) = &self.advice {
            output[a.res_advice] = out.res_advice.into();
            output[a.res_advice_withdraw] = out.res_advice_withdraw.into();
            output[a.res_advice_seq] = out.res_advice_seq.into();
            output[a.res_advice_rate] = out.res_advice_rate.into();
            output[a.res_advice_validity] = out.res_advice_validity.into();
            output[a.res_advice_switch] = out.res_advice_switch.into();
        }
        if let Some(r) = &self.response {
            output[r.res_resp_kind] = out.res_resp_kind.into();
            output[r.res_resp_time] = out.res_resp_time.into();
        }
        if let Some(r) = &self.request {
            output[r.res_req_kind] = out.res_req_kind.into();
            output[r.res_req_time] = out.res_req_time.into();
        }
        if let Some(l) = &self.lsn {
            output[l.res_lsn_given] = out.res_lsn_given.into();
            output[l.res_lsn_read] = out.res_lsn_read.into();
            output[l.res_lsn_value] = out.res_lsn_value.into();
        }
    }
}

struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    sender: Sender,
    full: u32,
    reset_left: u32,
}

impl Driver<FrameAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, FrameAction>, row: &mut [u64]) {
        if self.sender.is_idle()
            && self.reset_left == 0
            && let Some(frame) = feed.take()
        {
            self.full = self.full.max(frame.full);
            self.sender.start(frame);
        }
        if let Some(cycles) = self.sender.reset_due() {
            self.reset_left = cycles;
            self.sender.abandon();
        }
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[self.inputs.rst_n] = 0;
        }
        row[self.inputs.room] = u64::from(self.full == 0);
        self.full = self.full.saturating_sub(1);
        self.sender.drive(row);
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        let ready = output[self.outputs.s_axis_tready] == 1 && row[self.inputs.rst_n] == 1;
        self.sender.observe(row, ready);
    }

    fn is_idle(&self) -> bool {
        self.sender.is_idle() && self.reset_left == 0
    }
}

impl Block for Parser {
    type Action = FrameAction;

    fn name(&self) -> &str {
        "parser"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<FrameAction>) {
        match &self.counts {
            Some(counts) => mutate::generate(rng, &self.stream.config, n, out, counts),
            None => frame::generate(rng, &self.stream.config, n, out),
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let model = Model::new(8 * self.stream.width() as u32);
        let (hops, stream) = (self.hops.clone(), self.stream.clone());
        let (inputs, outputs, advice, counts) = (self.inputs, self.outputs, self.advice, self.counts.clone());
        let (response, request, lsn) = (self.response, self.request, self.lsn);
        Box::new(Reference { model, inputs, outputs, hops, advice, response, request, lsn, stream, counts })
    }

    fn driver(&self) -> Box<dyn Driver<FrameAction>> {
        let sender = Sender::new(self.stream.clone());
        Box::new(Pins { inputs: self.inputs, outputs: self.outputs, sender, full: 0, reset_left: 0 })
    }

    fn streams(&self) -> Vec<Stream> {
        let event = ["res_drop", "res_reason", "res_kind", "res_qpn", "res_psn", "res_ece"];
        let mut payload: Vec<String> = event.map(String::from).into();
        payload.extend(["res_telemetry", "res_path", "res_n_hop"].map(String::from));
        let fields = |i| ["speed", "ts", "tx", "q"].map(|field| format!("res_hop_{i}_{field}"));
        payload.extend((0..self.hops.len()).flat_map(fields));
        if self.advice.is_some() {
            payload.push("res_advice".into());
            let fields = ["withdraw", "seq", "rate", "validity", "switch"];
            payload.extend(fields.map(|field| format!("res_advice_{field}")));
        }
        if self.response.is_some() {
            payload.extend(["res_resp_kind", "res_resp_time"].map(String::from));
        }
        if self.request.is_some() {
            payload.extend(["res_req_kind", "res_req_time"].map(String::from));
        }
        if self.lsn.is_some() {
            payload.extend(["given", "read", "value"].map(|field| format!("res_lsn_{field}")));
        }
        vec![Stream { valid: "res_valid".into(), ready: None, payload }]
    }

    fn accepts(&self) -> Vec<Accept> {
        vec![Accept::new("s_axis_tvalid", "s_axis_tready")]
    }

    /// In a cycle of reset the outputs mean nothing: with a synchronous reset they are still those of the old state.
    fn cares(&self, input: &[u64], _: &[u64], _: usize) -> bool {
        input[self.inputs.rst_n] == 1
    }

    fn simpler(&self, action: &FrameAction) -> Vec<FrameAction> {
        frame::simpler(action)
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        event::show(port, words)
    }

    fn counts(&self) -> Vec<(String, u64)> {
        self.counts.as_ref().map_or(vec![], |c| c.list())
    }

    fn watchdog(&self) -> u64 {
        6000 // the longest frame on the narrowest stream, with a hole before every other beat
    }
}

/// What the parser says of a frame; hops that it has no ports for are zero.
pub type Verdict = Result<PacketEvent, DropReason>;

/// The Verilated parser's verdict on each frame, sent back to back.
pub(super) fn verdicts<'a>(
    builder: &Builder,
    design: &Design,
    config: ParserConfig,
    hops: u32,
    frames: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Vec<Verdict>, Error> {
    let block = Parser::new(design, config, hops, false)?;
    let lib = builder.load(design, Variant::Fast)?;
    let mut dut = Dut::new(&lib, 1)?;
    let mut sender = Sender::new(block.stream.clone());
    let (mut row, mut out, mut verdicts) = (vec![0; design.inputs().words()], vec![], vec![]);
    let mut cycle = |sender: &mut Sender, rst_n: u64| {
        row.fill(0);
        row[block.inputs.rst_n] = rst_n;
        row[block.inputs.room] = 1;
        sender.drive(&mut row);
        dut.run(&row, &mut out)?;
        sender.observe(&row, out[block.outputs.s_axis_tready] == 1);
        if rst_n == 1 && out[block.outputs.res_valid] == 1 {
            verdicts.push(block.verdict(&out)?);
        }
        Ok::<(), Error>(())
    };
    for _ in 0..8 {
        cycle(&mut sender, 0)?;
    }
    let mut sent = 0;
    for bytes in frames {
        sent += 1;
        sender.start(FrameAction { bytes: bytes.to_vec(), ..FrameAction::default() });
        while !sender.is_idle() {
            cycle(&mut sender, 1)?;
        }
    }
    for _ in 0..2 * PARSER_LATENCY {
        cycle(&mut sender, 1)?;
    }
    if verdicts.len() != sent {
        let what = format!("the parser gave {} results for {sent} frames", verdicts.len());
        return Err(Error::Simulation { what });
    }
    Ok(verdicts)
}

impl Parser {
    /// The result in a row of outputs.
    fn verdict(&self, out: &[u64]) -> Result<Verdict, Error> {
        let o = &self.outputs;
        let bad = |what: &str, code: u64| Error::Simulation { what: format!("the parser gave {what} {code}") };
        if out[o.res_drop] == 1 {
            let code = out[o.res_reason];
            return DropReason::from_bits(code as u8).map(Err).ok_or_else(|| bad("the drop reason", code));
        }
        let kind = Kind::from_bits(out[o.res_kind] as u8).ok_or_else(|| bad("the kind", out[o.res_kind]))?;
        let (qpn, psn) = (out[o.res_qpn] as u32, out[o.res_psn] as u32);
        let telemetry = (out[o.res_telemetry] == 1).then(|| {
            let mut hops = [Hop::default(); MAX_HOPS];
            for (hop, port) in hops.iter_mut().zip(&self.hops) {
                *hop = Hop {
                    speed: U::wrap(out[port.speed]),
                    ts: U::wrap(out[port.ts]),
                    tx_bytes: U::wrap(out[port.tx]),
                    q_len: U::wrap(out[port.q]),
                };
            }
            Telemetry { path: U::wrap(out[o.res_path]), n_hop: U::wrap(out[o.res_n_hop]), hops }
        });
        let advice = self.advice.filter(|a| out[a.res_advice] == 1).map(|a| Revised {
            withdraw: out[a.res_advice_withdraw] == 1,
            seq: out[a.res_advice_seq] as u16,
            rate: out[a.res_advice_rate] as u32,
            validity: out[a.res_advice_validity] as u16,
            switch: out[a.res_advice_switch] as u16,
        });
        let answered = self.response.and_then(|r| {
            let kind = Probe::from_bits(out[r.res_resp_kind]).filter(|kind| *kind != Probe::None)?;
            Some(Response { kind, time: out[r.res_resp_time] as u32 })
        });
        let request = self.request.and_then(|r| {
            let kind = Probe::from_bits(out[r.res_req_kind]).filter(|kind| *kind != Probe::None)?;
            Some(Request { kind, time: out[r.res_req_time] as u32 })
        });
        let (ece, response) = (out[o.res_ece] == 1, answered);
        let lsn = self.lsn.filter(|l| out[l.res_lsn_given] == 1);
        let lsn = lsn.map(|l| Said { read: out[l.res_lsn_read] == 1, value: Lsn::wrap(out[l.res_lsn_value]) });
        Ok(Ok(PacketEvent { kind, qpn, psn, ece, telemetry, advice, response, request, lsn }))
    }
}
