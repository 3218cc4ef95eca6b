//! `top` against its model: frames, events, host operations and counters at once.

use super::engine_ports::{self, Ports, Store, host_data_counts};
use super::event::{self, EventAction, HostValues, Mix};
use super::frame::{self, FrameAction};
use super::lanes::Lanes;
use super::params::Hpcc;
use super::paths::Paths;
use super::sequence::Psns;
use super::stream::{self, Sender};
use super::unit_bus::Sockets;
use super::words::{word, words};
use crate::{Accept, Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::config::Config;
use layout::hpcc::MAX_HOPS;
use layout::ldcp::Psn;
use layout::record::Kind;
use layout::registers::{QUEUES, top_counts};
use model::choice::SETS;
use model::hpcc::{Hop, Telemetry};
use model::ldcp::Params;
use model::packet::classify::ParserConfig;
use model::top::{In, Requested, Responded, Top as Model};
use serde::{Deserialize, Serialize};

words!(Inputs { cnt_sel, high_water_clear });
words!(Outputs { s_axis_tready, frame_dropped, alert_psn, cnt_value });

words!(ResponseOut { resp_valid, resp_kind, resp_qpn, resp_psn, resp_time, resp_telemetry, resp_path, resp_n_hop });

words!(RequestOut {
    probed_valid,
    probed_kind,
    probed_qpn,
    probed_psn,
    probed_time,
    probed_telemetry,
    probed_path,
    probed_n_hop,
});

words!(LimitOut { advice_rejected_valid, advice_rejected_qpn });

words!(AdviceOut {
    advice_valid,
    advice_qpn,
    advice_withdraw,
    advice_seq,
    advice_rate,
    advice_validity,
    advice_switch,
});

pub struct Top {
    inputs: Inputs,
    outputs: Outputs,
    /// Where the parser reads revised CNPs: they go out, or are laid over the updates.
    advice: Option<AdviceOut>,
    limit: Option<LimitOut>,
    /// Where responses of probes go out; and speed, ts, txBytes and qLen of each hop.
    response: Option<ResponseOut>,
    response_hops: Vec<[usize; 4]>,
    /// The same of requests.
    request: Option<RequestOut>,
    request_hops: Vec<[usize; 4]>,
    ports: Ports,
    stream: stream::Ports,
    /// `alert_telemetry`, with HPCC++.
    alert: Option<usize>,
    config: Config,
    host_data: Vec<usize>,
    /// What each counter has counted before the first event.
    counted: u64,
}

impl Top {
    pub fn new(
        design: &Design,
        config: &Config,
        params: [Params; SETS],
        hpcc: Hpcc,
        parser: ParserConfig,
    ) -> Result<Top, Error> {
        let name = "top";
        let (i, o) = (design.inputs(), design.outputs());
        let hops = |of: bool| if of && config.reads_hops() { config.hpcc.hops } else { 0 };
        let hop = |of: &'static str| {
            move |k: u32| {
                let [speed, ts, tx, q] =
                    ["speed", "ts", "tx", "q"].map(|field| word(name, o, &format!("{of}_hop_{k}_{field}")));
                Ok([speed?, ts?, tx?, q?])
            }
        };
        Ok(Top {
            inputs: Inputs::of(name, i)?,
            outputs: Outputs::of(name, o)?,
            advice: (config.parser.fcr && !config.engine.fcr).then(|| AdviceOut::of(name, o)).transpose()?,
            limit: config.engine.fcr.then(|| LimitOut::of(name, o)).transpose()?,
            response: config.nic.prober.then(|| ResponseOut::of(name, o)).transpose()?,
            response_hops: (0..hops(config.nic.prober)).map(hop("resp")).collect::<Result<_, Error>>()?,
            request: config.nic.answers.then(|| RequestOut::of(name, o)).transpose()?,
            request_hops: (0..hops(config.nic.answers)).map(hop("probed")).collect::<Result<_, Error>>()?,
            ports: Ports::of(name, design, config, params, hpcc)?,
            stream: stream::Ports::of(name, i, parser)?,
            alert: o.column("alert_telemetry").map(|c| c.word),
            config: config.clone(),
            host_data: engine_ports::found(o).iter().filter_map(|p| o.index(p)).collect(),
            counted: 0,
        })
    }

    /// With an MTU that the seed says, and the opcode of the frames, where LSNs are counted: the host writes both.
    pub fn counting(mut self, seed: u64) -> Top {
        self.ports.mtu = super::engine::mtu(seed);
        self.ports.opcode = self.stream.config.lsn.map_or(self.ports.opcode, u64::from);
        self
    }

    pub fn counted(self, counted: u64) -> Top {
        Top { counted, ..self }
    }

    /// Appends `n` actions. Steady: all registers stay as they are, as a host needs them to.
    pub(super) fn fill(&self, rng: &mut Rng, steady: bool, n: usize, out: &mut Vec<TopAction>) {
        let mix = Mix {
            qps: self.config.engine.qps.into(),
            host_in: 24,
            reset_in: 20_000,
            packets: false,
            params: self.ports.params,
            hops: if self.config.reads_hops() { self.config.hpcc.hops as usize } else { 0 },
            sockets: Sockets::of(&self.config),
            lsn: self.config.engine.lsn.then_some(self.ports.mtu),
        };
        let mut events = event::Maker::new(mix, rng);
        // frames of the same QPs as the events, in most of the batches; in half of them telemetry goes on from one to
        // the next
        let flow = rng.chance(7, 8).then(|| frame::Flow {
            paths: (mix.hops > 0 && rng.chance(1, 2)).then(|| Paths::new(rng, mix.hops)),
            qps: events.hot.clone(),
            psns: Psns::default(),
            mtu: self.ports.mtu,
        });
        let mut frames = frame::Maker::new(rng, self.stream.config, steady, flow);
        let mut alone = Psns::default();
        let share = rng.below(5); // frames only to events only
        // who takes updates may be away: longer than the queues hold out
        let away = rng.chance(1, 4);
        for _ in 0..n {
            // the QPs are opened before anything is left out
            let opens = events.opens();
            if opens || rng.chance(share, 4) {
                let psns = frames.flow.as_mut().map_or(&mut alone, |flow| &mut flow.psns);
                let mut e = events.next(rng, psns);
                event::reserve(rng, &mut e);
                if !steady && !opens {
                    event::write_sets(rng, &mut e, mix.sockets);
                }
                (e.draw, e.bus) = (e.draw.filter(|_| !steady), e.bus.filter(|_| !steady));
                if away && rng.chance(1, 60) {
                    e.stall = rng.range(300, 3000) as u32;
                }
                out.push(TopAction::Event(e));
            } else {
                let mut f = frames.next(rng);
                // a reset costs a sweep over all contexts: seldom
                f.reset = f.reset.filter(|_| rng.chance(1, 50));
                out.push(TopAction::Frame(f));
            }
        }
    }

    pub(super) fn reference(&self) -> Reference {
        Reference {
            model: Model::new(&self.config),
            inputs: self.inputs,
            outputs: self.outputs,
            advice: self.advice,
            limit: self.limit,
            response: self.response,
            response_hops: self.response_hops.clone(),
            request: self.request,
            request_hops: self.request_hops.clone(),
            ports: self.ports.clone(),
            stream: self.stream.clone(),
            alert: self.alert,
            store: Store::default(),
            config: self.config.clone(),
            counted: self.counted,
            before: 0,
        }
    }

    /// The frames of a capture as actions. A capture does not say what was sent: before the first event of a QP the
    /// host opens it, so that a first ACK confirms one packet, and before an ACK or NAK of what is new the NIC has sent
    /// so far, beside a read of the host.
    pub fn captured(packets: &ParserConfig, frames: impl IntoIterator<Item = Vec<u8>>) -> Vec<TopAction> {
        let mut actions = vec![];
        let mut sent = std::collections::BTreeMap::new();
        for bytes in frames {
            if let Ok(event) = model::packet::classify::frame(&bytes, packets) {
                let (qpn, psn) = (u64::from(event.qpn), u64::from(event.psn));
                let next = sent.entry(qpn).or_insert_with(|| {
                    let host = HostValues {
                        parts: 2,
                        psn: psn.wrapping_sub(1) & Psn::MAX_RAW,
                        open: 1,
                        ..HostValues::default()
                    };
                    let open = EventAction { kind: event::HOST_WRITE, qpn, host, ..EventAction::default() };
                    actions.push(TopAction::Event(open));
                    psn
                });
                let confirms = matches!(event.kind, Kind::Ack | Kind::Loss);
                if confirms && psn.wrapping_sub(*next) & Psn::MAX_RAW < 1 << 23 {
                    *next = (psn + 1) & Psn::MAX_RAW;
                    let (kind, tx) = (event::HOST_READ, Some((qpn, *next)));
                    actions.push(TopAction::Event(EventAction { kind, qpn, tx, ..EventAction::default() }));
                }
            }
            actions.push(TopAction::Frame(FrameAction { bytes, ..FrameAction::default() }));
        }
        actions
    }
}

/// What one of the ports is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "a batch has as many events as frames, and a frame's bytes weigh more")]
pub enum TopAction {
    Frame(FrameAction),
    Event(EventAction),
}

/// Speed, ts, txBytes and qLen of each hop.
fn put_hops(ports: &[[usize; 4]], telemetry: Option<Telemetry<MAX_HOPS>>, output: &mut [u64]) {
    for (k, [speed, ts, tx, q]) in ports.iter().enumerate() {
        let hop = telemetry.map_or(Hop::default(), |t| t.hops[k]);
        (output[*speed], output[*ts]) = (hop.speed.raw(), hop.ts.raw());
        (output[*tx], output[*q]) = (hop.tx_bytes.raw(), hop.q_len.raw());
    }
}

pub(super) struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
    advice: Option<AdviceOut>,
    limit: Option<LimitOut>,
    response: Option<ResponseOut>,
    response_hops: Vec<[usize; 4]>,
    request: Option<RequestOut>,
    request_hops: Vec<[usize; 4]>,
    ports: Ports,
    stream: stream::Ports,
    alert: Option<usize>,
    store: Store,
    config: Config,
    counted: u64,
    /// What it adds to the counter that is read.
    before: u64,
}

impl Reference {
    /// The response that the parser has read in this cycle.
    fn put_response(&self, response: Option<Responded>, output: &mut [u64]) {
        let Some(o) = &self.response else { return };
        output[o.resp_valid] = response.is_some().into();
        let Some(r) = response else { return };
        (output[o.resp_kind], output[o.resp_qpn]) = (r.said.kind as u64, r.qpn.into());
        (output[o.resp_psn], output[o.resp_time]) = (r.psn.raw(), r.said.time.into());
        output[o.resp_telemetry] = r.telemetry.is_some().into();
        output[o.resp_path] = r.telemetry.map_or(0, |t| t.path.raw());
        output[o.resp_n_hop] = r.telemetry.map_or(0, |t| t.n_hop.raw());
        put_hops(&self.response_hops, r.telemetry, output);
    }

    /// The same of a request.
    fn put_request(&self, request: Option<Requested>, output: &mut [u64]) {
        let Some(o) = &self.request else { return };
        output[o.probed_valid] = request.is_some().into();
        let Some(r) = request else { return };
        (output[o.probed_kind], output[o.probed_qpn]) = (r.said.kind as u64, r.qpn.into());
        (output[o.probed_psn], output[o.probed_time]) = (r.psn.raw(), r.said.time.into());
        output[o.probed_telemetry] = r.telemetry.is_some().into();
        output[o.probed_path] = r.telemetry.map_or(0, |t| t.path.raw());
        output[o.probed_n_hop] = r.telemetry.map_or(0, |t| t.n_hop.raw());
        put_hops(&self.request_hops, r.telemetry, output);
    }

    /// A host operation ends in this cycle, whatever the inputs are.
    pub fn host_done(&self) -> bool {
        self.model.host_done()
    }
}

impl Golden for Reference {
    fn reset(&mut self) {
        let (parser_cfg, engine) = (self.stream.config, model::engine::In::idle());
        self.model.step(&In { rst_n: false, parser_cfg, beat: None, engine, cnt_sel: 0, high_water_clear: 0 });
        self.before = 0;
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        self.respond(row, output);
    }

    fn context(&self) -> Vec<Note> {
        self.ports.notes()
    }
}

impl Reference {
    /// One cycle, and the response and the request that the parser has read in it.
    pub fn respond(&mut self, row: &[u64], output: &mut [u64]) -> (Option<Responded>, Option<Requested>) {
        let engine = self.ports.input(row, &mut self.store);
        let (rst_n, cnt_sel) = (self.ports.rst_n(row), row[self.inputs.cnt_sel] as u8);
        let out = self.model.step(&In {
            rst_n,
            parser_cfg: self.stream.config(row),
            beat: self.stream.beat(row),
            engine,
            cnt_sel,
            high_water_clear: row[self.inputs.high_water_clear] as u8,
        });
        let value = out.cnt_value.wrapping_add(self.before);
        self.before = if rst_n && top_counts(&self.config, cnt_sel.into()) { self.counted } else { 0 };
        output[self.outputs.s_axis_tready] = out.tready.into();
        output[self.outputs.frame_dropped] = out.frame_dropped.into();
        output[self.outputs.alert_psn] = out.alert_psn.into();
        output[self.outputs.cnt_value] = value;
        if let Some(alert) = self.alert {
            output[alert] = out.alert_telemetry.into();
        }
        if let (Some(o), Some((qpn, advice))) = (&self.advice, out.advice) {
            output[o.advice_valid] = 1;
            output[o.advice_qpn] = qpn.into();
            output[o.advice_withdraw] = advice.withdraw.into();
            output[o.advice_seq] = advice.seq.into();
            output[o.advice_rate] = advice.rate.into();
            output[o.advice_validity] = advice.validity.into();
            output[o.advice_switch] = advice.switch.into();
        } else if let Some(o) = &self.advice {
            output[o.advice_valid] = 0;
        }
        self.put_response(out.response, output);
        self.put_request(out.request, output);
        self.ports.put(&out.engine, output);
        self.ports.put_update(out.update(), output);
        if let (Some(o), Some(limit)) = (&self.limit, out.limit) {
            output[o.advice_rejected_valid] = limit.rejected.is_some().into();
            output[o.advice_rejected_qpn] = limit.rejected.map_or(0, u64::from);
        }
        (out.response, out.request)
    }
}

struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    lanes: Lanes,
    sender: Sender,
    cycle: u64,
    reset_left: u32,
}

impl Pins {
    fn take(&mut self, feed: &mut Feed<'_, TopAction>) {
        if self.lanes.prepares() {
            return;
        }
        while let Some(next) = feed.peek() {
            let free = match next {
                TopAction::Frame(_) => self.sender.is_idle(),
                TopAction::Event(e) => self.lanes.takes(e),
            };
            if !free {
                return;
            }
            match feed.take() {
                Some(TopAction::Frame(f)) => {
                    self.lanes.sends(f.tx);
                    self.sender.start(f);
                }
                Some(TopAction::Event(e)) if e.reset > 0 => return self.reset(e.reset, e.draw, e.bus),
                Some(TopAction::Event(e)) => self.lanes.start(e),
                None => return,
            }
        }
    }

    fn reset(&mut self, cycles: u32, draw: Option<u64>, bus: Option<u64>) {
        self.reset_left = cycles;
        self.lanes.clear(draw, bus);
        self.sender.abandon();
    }
}

impl Driver<TopAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, TopAction>, row: &mut [u64]) {
        if self.reset_left == 0 {
            self.take(feed);
        }
        if let Some(cycles) = self.sender.reset_due() {
            self.reset(cycles, None, None);
        }
        self.lanes.drive(row);
        self.sender.drive(row);
        // all counters in turn, and the numbers that have none; 67 is odd, so that each is seen in even and in odd
        // cycles
        row[self.inputs.cnt_sel] = (self.cycle % 67).min(63);
        // seldom one of the marks begins anew, or several do: so they are read at many heights
        let turn = self.cycle / 499;
        let marks =
            if turn.is_multiple_of(3) { 1 << (turn / 3 % QUEUES.len() as u64) } else { turn % (1 << QUEUES.len()) };
        row[self.inputs.high_water_clear] = if self.cycle.is_multiple_of(499) { marks } else { 0 };
        self.cycle += 1;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            self.lanes.ports.set_reset(row);
        }
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        self.lanes.observe(row, output);
        let ready = output[self.outputs.s_axis_tready] == 1 && self.lanes.ports.rst_n(row);
        self.sender.observe(row, ready);
    }

    fn is_idle(&self) -> bool {
        self.sender.is_idle() && self.lanes.is_idle() && self.reset_left == 0
    }
}

impl Block for Top {
    type Action = TopAction;

    fn name(&self) -> &str {
        "top"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<TopAction>) {
        self.fill(rng, false, n, out);
    }

    fn golden(&self) -> Box<dyn Golden> {
        Box::new(self.reference())
    }

    fn driver(&self) -> Box<dyn Driver<TopAction>> {
        let pins = Pins {
            inputs: self.inputs,
            outputs: self.outputs,
            lanes: Lanes::new(self.ports.clone()),
            sender: Sender::new(self.stream.clone()),
            cycle: 0,
            reset_left: 0,
        };
        self.ports.ecc.drive(Box::new(pins), false)
    }

    fn streams(&self) -> Vec<Stream> {
        let fields = ["qpn", "withdraw", "seq", "rate", "validity", "switch"].map(|field| format!("advice_{field}"));
        let advice = Stream { valid: "advice_valid".into(), ready: None, payload: fields.into() };
        let mut all = self.ports.streams();
        all.extend(self.advice.map(|_| advice));
        let probes = [
            ("resp", self.response.is_some(), self.response_hops.len()),
            ("probed", self.request.is_some(), self.request_hops.len()),
        ];
        for (of, _, hops) in probes.into_iter().filter(|(_, is_there, _)| *is_there) {
            let fields = ["kind", "qpn", "psn", "time", "telemetry", "path", "n_hop"];
            let hop = |k| ["speed", "ts", "tx", "q"].map(|field| format!("{of}_hop_{k}_{field}"));
            let payload = fields.map(|field| format!("{of}_{field}")).into_iter();
            let payload = payload.chain((0..hops).flat_map(hop)).collect();
            all.push(Stream { valid: format!("{of}_valid"), ready: None, payload });
        }
        if self.limit.is_some() {
            all.push(Stream::new("advice_rejected_valid", None, &["advice_rejected_qpn"]));
        }
        all
    }

    fn accepts(&self) -> Vec<Accept> {
        vec![
            Accept::new("s_axis_tvalid", "s_axis_tready"),
            Accept::new("s_event_valid", "s_event_ready"),
            Accept::new("host_valid", "host_ready"),
        ]
    }

    /// In a cycle of reset the outputs mean nothing: with a synchronous reset they are still those of the old state.
    fn cares(&self, input: &[u64], output: &[u64], index: usize) -> bool {
        self.ports.rst_n(input) && (!self.host_data.contains(&index) || host_data_counts(&self.ports, output))
    }

    fn simpler(&self, action: &TopAction) -> Vec<TopAction> {
        match action {
            TopAction::Frame(f) => frame::simpler(f).into_iter().map(TopAction::Frame).collect(),
            TopAction::Event(e) => event::simpler(e).into_iter().map(TopAction::Event).collect(),
        }
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        event::show(port, words)
    }

    fn drain(&self) -> u64 {
        u64::from(self.config.engine.qps) + 512
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.config.engine.qps) + 6000
    }
}
