//! What the bench of `nic` has more with `nic.prober`: the model of the prober with its page, a host that opens QPs for
//! it by registers, a transport that takes probes, and a peer that answers them: rightly, late, twice, or forged.

use super::frame::{self, FrameAction};
use super::nic::{built, part};
use super::paths::Paths;
use super::prober::{Comes, Prober, Spoilt, Writes};
use super::script::Access32;
use super::top::TopAction;
use super::unit_bus;
use super::words::{word, words};
use crate::{Block, Column, Design, Error, Rng, Side, Stream};
use layout::config::Config;
use layout::ldcp::Psn;
use layout::prober::Now;
use layout::record::Kind;
use layout::registers::{self, Register};
use model::packet::classify::{Opcodes, ParserConfig};
use model::page;
use model::prober::Probe;
use model::prober_page::{Event, In, ProberPage, Update};
use model::top::Responded;
use std::collections::VecDeque;

words!(NicIn { rst_n, time_now, tx_valid, tx_qpn, tx_psn, s_event_valid });
words!(ProbeOut { m_probe_valid, m_probe_qpn, m_probe_kind, m_probe_psn, m_probe_time });
words!(NicOut { rtt_valid, rtt_qpn, rtt_kind, rtt_measured, rtt_smoothed, upd_valid, s_event_ready });
words!(TopIn {
    cfg_response_rtt,
    cfg_response_telemetry,
    s_event_valid,
    s_event_kind,
    s_event_ece,
    s_event_use_psn,
    s_event_n,
    s_event_psn,
    s_event_qpn,
    upd_ready,
});
words!(FramesIn { rst_n, m_axis_tready });
words!(FramesOut { m_axis_tvalid, m_axis_tkeep, m_axis_tlast });
words!(TopOut { upd_valid, upd_qpn, upd_una_psn, s_event_ready });

/// Most cycles of an action here: the rest of the NIC does not wait for them.
const MOST: u32 = 300;
/// Probes that are remembered, and responses and writes that may wait.
const MANY: usize = 32;

/// The ports of the prober in a NIC.
#[derive(Clone)]
pub(super) struct Parts {
    config: Config,
    parser: ParserConfig,
    seed: u64,
}

/// Opcodes of the requests of a run, RTT's first, and a DSCP.
fn asks(seed: u64) -> [u64; 3] {
    let vendor = |bits: u64| 0xc0 | bits & 0x3f;
    [vendor(seed >> 27), vendor(seed >> 33), seed >> 39 & 0x3f]
}

fn block(config: &Config) -> Result<(Prober, Design), Error> {
    let design = part(config, "prober")?;
    Ok((Prober::new(&design, config.engine.qps)?, design))
}

impl Parts {
    /// None without the prober.
    pub fn of(config: &Config, parser: ParserConfig, seed: u64) -> Result<Option<Parts>, Error> {
        if !config.nic.prober {
            return Ok(None);
        }
        block(config)?;
        Ok(Some(Parts { config: config.clone(), parser, seed }))
    }

    fn block(&self) -> Prober {
        built(block(&self.config)).0
    }

    /// The opcodes of the run.
    pub fn setup(&self) -> Vec<(&'static str, u64)> {
        let opcodes = self.parser.responses.unwrap_or(Opcodes { rtt: 0xd3, telemetry: 0xd5 });
        let mut all = vec![("prb_rtt_opcode", opcodes.rtt.into()), ("prb_telemetry_opcode", opcodes.telemetry.into())];
        if self.config.makes_requests() {
            all.extend(["prb_rtt_request", "prb_telemetry_request", "prb_dscp"].into_iter().zip(asks(self.seed)));
        }
        all
    }

    /// As many actions as a traffic has, on its QPs, of which none resets and none is long.
    pub fn generate(&self, rng: &mut Rng, traffic: &[TopAction], out: &mut Vec<Comes>) {
        let known: Vec<(u64, u64)> = traffic
            .iter()
            .filter_map(|action| match action {
                TopAction::Event(event) => Some((event.qpn, event.psn)),
                TopAction::Frame(frame) => frame.tx,
            })
            .collect();
        self.block().generate(rng, traffic.len(), out);
        let stranger = rng.chance(1, 8);
        for a in out {
            (a.reset, a.times, a.gap) = (0, 0, a.gap.min(MOST));
            if let (false, Some((qpn, psn))) = (stranger, known.get(a.qpn as usize * 7 % known.len().max(1)).copied()) {
                a.writes = a.writes.map(|w| Writes { qpn, psn, ..w });
            }
        }
    }

    pub fn simpler(&self, action: &Comes) -> Vec<Comes> {
        self.block().simpler(action)
    }

    pub fn streams(&self) -> Vec<Stream> {
        let mut all = self.block().streams();
        all.retain(|stream| stream.valid == "m_probe_valid" && !self.config.makes_requests());
        all.push(Stream::new("rtt_valid", None, &["rtt_qpn", "rtt_kind", "rtt_measured", "rtt_smoothed"]));
        all
    }

    pub fn whole(
        &self,
        nic: &[Side; 2],
        top: &[Side; 2],
        registers_out: &Side,
        answers: &Side,
    ) -> Result<Whole, Error> {
        let [top_in, top_out] = top;
        let hops = if self.config.reads_hops() { self.config.hpcc.hops } else { 0 };
        let hop = |k: u32| {
            let [speed, ts, tx, q] =
                ["speed", "ts", "tx", "q"].map(|field| word("top", top_in, &format!("s_event_hop_{k}_{field}")));
            Ok([speed?, ts?, tx?, q?])
        };
        let head = |field: &str| word("top", top_in, &format!("s_event_{field}"));
        let heads = |_| Ok::<_, Error>([head("telemetry")?, head("path")?, head("n_hop")?]);
        Ok(Whole {
            model: ProberPage::new(&self.config),
            i: NicIn::of("nic", &nic[0])?,
            o: NicOut::of("nic", &nic[1])?,
            probes: probes(nic)?,
            top_in: TopIn::of("top", top_in)?,
            top_out: TopOut::of("top", top_out)?,
            upd_ready: nic[0].column("upd_ready").map(|c| c.word),
            acks: top_out.column("upd_acks").map(|c| c.word),
            kind: top_out.column("upd_kind").map(|c| c.word),
            heads: self.config.reads_hops().then_some(()).map(heads).transpose()?,
            hops: (0..hops).map(hop).collect::<Result<_, Error>>()?,
            unit: unit_bus::Ports::of("nic", &self.config, registers_out, answers)?,
            event: None,
        })
    }

    /// `clocks`: nobody else drives the clock.
    pub fn pins(&self, nic: &[Side; 2], clocks: bool) -> Result<Pins, Error> {
        let mut rng = Rng::stream(self.seed, 0x70_72_6f_62, 0);
        Ok(Pins {
            i: NicIn::of("nic", &nic[0])?,
            probes: probes(nic)?,
            frames_out: self.config.makes_requests().then(|| self.frames(nic)).transpose()?,
            map: registers::map(&self.config).into_iter().filter(|r| r.name().starts_with("prb_")).collect(),
            parser: self.parser,
            paths: self.config.reads_hops().then(|| Paths::new(&mut rng, self.config.hpcc.hops as usize)),
            rng,
            now: Comes { tick: 1, ready: 16, ..Comes::default() },
            gap_left: 0,
            cycle: 0,
            left: VecDeque::new(),
            echoes: VecDeque::new(),
            frames: VecDeque::new(),
            writes: VecDeque::new(),
            next: None,
            clock: clocks.then_some(0),
        })
    }
}

/// `m_probe_ready`, and what goes with it: where nobody makes frames of it.
fn probes(nic: &[Side; 2]) -> Result<Option<(usize, ProbeOut)>, Error> {
    let ready = nic[0].column("m_probe_ready").map(|column| column.word);
    ready.map(|ready| Ok((ready, ProbeOut::of("nic", &nic[1])?))).transpose()
}

impl Parts {
    fn frames(&self, nic: &[Side; 2]) -> Result<Frames, Error> {
        let fail = || Error::Block { block: "nic".into(), what: "the design has no port m_axis_tdata".into() };
        let [rtt, telemetry, _] = asks(self.seed);
        Ok(Frames {
            i: FramesIn::of("nic", &nic[0])?,
            o: FramesOut::of("nic", &nic[1])?,
            tdata: nic[1].column("m_axis_tdata").ok_or_else(fail)?.clone(),
            area: self.parser.telemetry.area_bytes(),
            rtt,
            telemetry,
            qps: self.config.engine.qps.into(),
            open: vec![],
        })
    }
}

/// The frames that leave, of which the peer takes requests.
struct Frames {
    i: FramesIn,
    o: FramesOut,
    tdata: Column,
    /// Bytes before BTH.
    area: usize,
    rtt: u64,
    telemetry: u64,
    qps: u64,
    open: Vec<u8>,
}

impl Frames {
    /// A request that has left whole.
    fn read(&mut self, row: &[u64], output: &[u64]) -> Option<Echo> {
        let (i, o) = (&self.i, &self.o);
        if row[i.rst_n] == 0 {
            self.open.clear();
        }
        if row[i.rst_n] & row[i.m_axis_tready] & output[o.m_axis_tvalid] == 0 {
            return None;
        }
        let bytes = self.tdata.slice(output).iter().flat_map(|word| word.to_le_bytes());
        self.open.extend(bytes.take(output[o.m_axis_tkeep].count_ones() as usize));
        if output[o.m_axis_tlast] == 0 {
            return None;
        }
        let frame = std::mem::take(&mut self.open);
        let number = |at: usize, bytes: usize| {
            let bytes = frame.get(at..at + bytes)?;
            Some(bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
        };
        let ip = if number(12, 2)? == 0x8100 { 18 } else { 14 };
        let udp = ip + if number(ip - 2, 2)? == 0x0800 { 20 } else { 40 };
        let bth = udp + 8 + self.area;
        let opcode = number(bth, 1)?;
        let kind = if opcode == self.rtt { 2 } else { u64::from(opcode == self.telemetry) };
        // the bench's headers have it so
        let qpn = number(bth + 5, 3)? & (self.qps - 1);
        (kind > 0).then_some(Echo { qpn, kind, psn: number(bth + 9, 3)?, time: number(bth + 12, 4)? })
    }
}

/// The model of the prober with its page.
pub(super) struct Whole {
    model: ProberPage,
    i: NicIn,
    o: NicOut,
    probes: Option<(usize, ProbeOut)>,
    top_in: TopIn,
    top_out: TopOut,
    /// Without the sender.
    upd_ready: Option<usize>,
    /// Of `top`: whether a word says what is acknowledged, or of what kind an update is.
    acks: Option<usize>,
    kind: Option<usize>,
    /// Telemetry, path and nHop; and of each hop speed, ts, txBytes and qLen.
    heads: Option<[usize; 3]>,
    hops: Vec<[usize; 4]>,
    unit: unit_bus::Ports,
    /// What goes to `top` in this cycle in place of the NIC's own.
    event: Option<Event>,
}

impl Whole {
    pub fn reset(&mut self) {
        self.model.reset();
    }

    /// The probe that waits for its frame, where one is made.
    pub fn probe(&self) -> Option<(u32, Probe)> {
        self.model.probe().filter(|_| self.probes.is_none())
    }

    /// What `top` is given in a cycle, before it is known what it gives. Gives whether the updates would be taken.
    pub fn ahead(&mut self, row: &[u64], top: &mut [u64]) -> bool {
        let (i, t) = (&self.i, &self.top_in);
        let opcodes = self.model.opcodes();
        (top[t.cfg_response_rtt], top[t.cfg_response_telemetry]) = (opcodes.rtt.into(), opcodes.telemetry.into());
        let ready = self.upd_ready.is_none_or(|port| row[port] == 1);
        top[t.upd_ready] = u64::from(ready && !self.model.holds());
        self.event = self.model.event(row[i.s_event_valid] == 1);
        let Some(event) = self.event else { return ready };
        top[t.s_event_valid] = 1;
        (top[t.s_event_kind], top[t.s_event_ece]) = (event.kind as u64, 0);
        (top[t.s_event_use_psn], top[t.s_event_n]) = (0, 0);
        (top[t.s_event_psn], top[t.s_event_qpn]) = (event.psn.raw(), event.qpn.into());
        if let Some([telemetry, path, n_hop]) = self.heads {
            top[telemetry] = event.telemetry.is_some().into();
            let Some(says) = event.telemetry else { return ready };
            (top[path], top[n_hop]) = (says.path.raw(), says.n_hop.raw());
            for ([speed, ts, tx, q], hop) in self.hops.iter().zip(says.hops) {
                (top[*speed], top[*ts]) = (hop.speed.raw(), hop.ts.raw());
                (top[*tx], top[*q]) = (hop.tx_bytes.raw(), hop.q_len.raw());
            }
        }
        ready
    }

    /// One cycle: the NIC's row, whether updates would be taken, whether a frame is made of the probe, the outputs of
    /// `top`, what response its parser has read, and the outputs of the registers; the page's answer, and whether it is
    /// initialised.
    pub fn step(
        &mut self,
        row: &[u64],
        [ready, made]: [bool; 2],
        top: &mut [u64],
        response: Option<Responded>,
        registers: &[u64],
        output: &mut [u64],
    ) -> (page::Answer, bool) {
        let (i, o, t) = (&self.i, &self.o, &self.top_out);
        let says = self.acks.map(|port| top[port] == 1).or(self.kind.map(|port| top[port] != Kind::Timer as u64));
        let una = (top[t.upd_qpn] as u32, Psn::wrap(top[t.upd_una_psn]));
        let una = says.is_some_and(|says| says).then_some(una);
        // what is held back is shown to nobody
        let update = (top[t.upd_valid] == 1).then_some(Update { ready, una });
        if self.model.holds() {
            top[t.upd_valid] = 0;
            output[o.upd_valid] = 0;
        }
        let event_ready = top[t.s_event_ready] == 1;
        output[o.s_event_ready] = self.model.own_event_ready(event_ready).into();
        let out = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            now: Now::wrap(row[i.time_now]),
            tx: (row[i.tx_valid] == 1).then(|| (row[i.tx_qpn] as u32, Psn::wrap(row[i.tx_psn]))),
            update,
            own_event: row[i.s_event_valid] == 1,
            event_ready,
            response,
            probe_ready: self.probes.map_or(made, |(ready, _)| row[ready] == 1),
            access: &self.unit.access(registers),
        });
        if let (Some((_, o)), Some((qpn, probe))) = (&self.probes, out.probe) {
            output[o.m_probe_valid] = 1;
            (output[o.m_probe_qpn], output[o.m_probe_kind]) = (qpn.into(), probe.kind as u64);
            (output[o.m_probe_psn], output[o.m_probe_time]) = (probe.psn.raw(), probe.time.raw());
        }
        output[o.rtt_valid] = out.rtt.is_some().into();
        if let Some((qpn, rtt)) = out.rtt {
            (output[o.rtt_qpn], output[o.rtt_kind]) = (qpn.into(), rtt.kind as u64);
            (output[o.rtt_measured], output[o.rtt_smoothed]) = (rtt.measured.raw(), rtt.smoothed.raw());
        }
        (out.word, out.init_done)
    }
}

/// A response, as its frame says it.
#[derive(Clone, Copy, Default)]
struct Echo {
    qpn: u64,
    kind: u64,
    psn: u64,
    time: u64,
}

/// The NIC that sends probes, and the peer.
pub(super) struct Pins {
    i: NicIn,
    probes: Option<(usize, ProbeOut)>,
    /// Where its requests are made.
    frames_out: Option<Frames>,
    map: Vec<Register>,
    parser: ParserConfig,
    paths: Option<Paths>,
    rng: Rng,
    now: Comes,
    gap_left: u32,
    cycle: u64,
    left: VecDeque<Echo>,
    echoes: VecDeque<(u64, Echo)>,
    frames: VecDeque<Echo>,
    writes: VecDeque<(Comes, Writes)>,
    pub next: Option<Comes>,
    /// The time, ns, where it is driven here.
    clock: Option<u64>,
}

impl Pins {
    /// `over`: no action comes any more. Where the host may begin, what it writes for an opening.
    pub fn drive(&mut self, over: bool, host_free: bool, row: &mut [u64]) -> Vec<Access32> {
        self.cycle += 1;
        if let Some(clock) = &mut self.clock {
            *clock = (*clock + self.now.tick) & Now::MAX_RAW;
            row[self.i.time_now] = *clock;
        }
        if self.gap_left > 0 {
            self.gap_left -= 1;
        } else if let Some(next) = self.next.take() {
            (self.now, self.gap_left) = (next, next.gap);
            if let (Some(clock), Some(jump)) = (&mut self.clock, next.jump) {
                *clock = jump & Now::MAX_RAW;
            }
            if let Some(writes) = next.writes
                && self.writes.len() < MANY
            {
                self.writes.push_back((next, writes));
            }
            if let Some(answers) = next.answers {
                self.respond(answers);
            }
        }
        if over {
            // no probe comes of a clock that stands
            (self.now.tick, self.now.echo, self.now.ready) = (0, 0, 16);
        }
        if let Some((ready, _)) = self.probes {
            row[ready] = u64::from(self.cycle * 7 % 16 < self.now.ready);
        }
        while self.echoes.front().is_some_and(|(at, _)| *at <= self.cycle) && self.frames.len() < MANY {
            self.frames.extend(self.echoes.pop_front().map(|(_, echo)| echo));
        }
        if !host_free {
            return vec![];
        }
        self.writes.pop_front().map_or(vec![], |(mode, writes)| self.accesses(mode, writes))
    }

    /// The frame of a response that is due.
    pub fn frame(&mut self) -> Option<FrameAction> {
        let Echo { qpn, kind, psn, time } = self.frames.pop_front()?;
        let said = (qpn, kind, psn, time as u32);
        let bytes = frame::response(&mut self.rng, &self.parser, said, self.paths.as_mut());
        Some(FrameAction { bytes, ..FrameAction::default() })
    }

    fn respond(&mut self, (back, spoilt): (u64, Spoilt)) {
        let Some(mut echo) = self.left.iter().rev().nth(back as usize % MANY).copied() else { return };
        match spoilt {
            Spoilt::Not | Spoilt::Twice => {}
            Spoilt::Time(bit) => echo.time ^= 1 << (bit % 32),
            Spoilt::Psn(bit) => echo.psn ^= 1 << (bit % 24),
            Spoilt::Kind(kind) => echo.kind = 1 + kind % 2,
            Spoilt::Qpn(qpn) => echo.qpn = qpn,
        }
        // a flood, now and then
        let times = if spoilt == Spoilt::Twice { self.rng.range(2, 24) } else { 1 };
        for _ in 0..times {
            if self.frames.len() < MANY {
                self.frames.push_back(echo);
            }
        }
    }

    pub fn observe(&mut self, row: &[u64], output: &[u64]) {
        let taken = match (&self.probes, &mut self.frames_out) {
            (Some((ready, o)), _) if row[self.i.rst_n] & row[*ready] & output[o.m_probe_valid] == 1 => {
                let [qpn, kind] = [output[o.m_probe_qpn], output[o.m_probe_kind]];
                Some(Echo { qpn, kind, psn: output[o.m_probe_psn], time: output[o.m_probe_time] })
            }
            (_, Some(frames)) => frames.read(row, output),
            _ => None,
        };
        let Some(echo) = taken else { return };
        self.left.push_back(echo);
        if self.left.len() > MANY {
            self.left.pop_front();
        }
        if self.now.echo > 0 && self.echoes.len() < MANY {
            self.echoes.push_back((self.cycle + u64::from(self.now.echo), echo));
        }
    }

    /// A reset has come.
    pub fn forget(&mut self) {
        self.writes.clear();
        self.echoes.clear();
    }

    pub fn is_idle(&self) -> bool {
        self.next.is_none() && self.writes.is_empty() && self.echoes.is_empty() && self.frames.is_empty()
    }

    /// What opens a QP, or writes its period, with parameters that change; behind it, now and then, reads.
    fn accesses(&mut self, mode: Comes, writes: Writes) -> Vec<Access32> {
        let values = [
            ("prb_timeout", mode.timeout),
            ("prb_smooth", mode.smooth.into()),
            ("prb_timed", mode.timed.into()),
            ("prb_qpn", writes.qpn),
            ("prb_kind", writes.kind),
            ("prb_period", writes.period),
            ("prb_psn", writes.psn),
            ("prb_start", writes.opens.into()),
        ];
        let place = |name: &str| self.map.iter().find(|r| r.name() == name).map(|r| u64::from(r.offset));
        let write = |(name, value): (&str, u64)| {
            place(name).map(|offset| Access32 { offset, data: Some(value & 0xffff_ffff), lag: 0 })
        };
        let mut all: Vec<_> = values.into_iter().filter_map(write).collect();
        // one start behind the other
        if self.rng.chance(1, 4) {
            all.extend(all.last().copied());
        }
        for _ in 0..self.rng.below(4) {
            let register = self.map[self.rng.below(self.map.len() as u64) as usize];
            let lag = self.rng.below(4) as u32;
            all.push(Access32 { offset: register.offset.into(), data: None, lag });
        }
        all
    }
}
