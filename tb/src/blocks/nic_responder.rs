//! What the bench of `nic` has more with `nic.responder`: the model of the responder with its page, NAKs and MSNs
//! beside the packets that come, telemetry that these bring, headers that registers write, and frames that are taken.

use super::nic::{built, part};
use super::receiver::Packets;
use super::responder::{Answers, Responder, drawn};
use super::script::Access32;
use super::top::TopAction;
use super::unit_bus;
use super::words::{word, words};
use crate::rng::splitmix64;
use crate::{Block, Column, Design, Driver, Error, Feed, Rng, Side, Stream};
use layout::config::Config;
use layout::fixed::U;
use layout::hpcc::MAX_HOPS;
use layout::record::Kind;
use layout::registers::{self, Register};
use layout::wire::EcePlace;
use model::hpcc::{Hop, Telemetry};
use model::packet::classify::{Opcodes, ParserConfig};
use model::page;
use model::prober::Probe;
use model::receiver::Answer;
use model::responder_page::{Echo, In, ResponderPage};
use model::top::Requested;
use std::collections::VecDeque;

words!(NicIn { rst_n, rx_valid, rx_qpn, s_nak_valid, s_nak_qpn, s_nak_psn, msn_we, msn_qpn, msn_value, m_axis_tready });
words!(NicOut { s_nak_ready, m_axis_tvalid, m_axis_tlast, m_axis_tkeep });
words!(Cfg { cfg_ece_place, cfg_telemetry_place, cfg_telemetry_offset, cfg_telemetry_area, cfg_telemetry_profile });
words!(TopIn { cfg_request_rtt, cfg_request_telemetry });
words!(Inside {
    rst_n,
    host_we,
    host_qpn,
    msn_we,
    msn_qpn,
    msn,
    s_answer_valid,
    s_answer_qpn,
    s_answer_kind,
    s_answer_psn,
    m_axis_tready,
});

/// Most answers, and cycles without one, of an action here: the rest of the NIC does not wait for them.
const MOST: u32 = 300;
/// Headers that wait to be written.
const HEADERS: usize = 8;

/// Where the telemetry of packets is: telemetry, path and nHop, and of each hop speed, ts, txBytes and qLen.
#[derive(Clone)]
struct EchoIn {
    head: [usize; 3],
    hops: Vec<[usize; 4]>,
}

impl EchoIn {
    /// None without HPCC++.
    fn of(nic: &Side) -> Result<Option<EchoIn>, Error> {
        if nic.column("rx_echo_telemetry").is_none() {
            return Ok(None);
        }
        let port = |name: &str| word("nic", nic, name);
        let head = [port("rx_echo_telemetry")?, port("rx_echo_path")?, port("rx_echo_n_hop")?];
        let mut hops = vec![];
        while nic.column(&format!("rx_echo_hop_{}_speed", hops.len())).is_some() {
            let field = |field: &str| port(&format!("rx_echo_hop_{}_{field}", hops.len()));
            hops.push([field("speed")?, field("ts")?, field("tx")?, field("q")?]);
        }
        Ok(Some(EchoIn { head, hops }))
    }

    fn read(&self, row: &[u64]) -> Echo {
        let [telemetry, path, n_hop] = self.head.map(|port| row[port]);
        let mut hops = [Hop::default(); MAX_HOPS];
        for (hop, ports) in hops.iter_mut().zip(&self.hops).take(n_hop as usize) {
            let [speed, ts, tx, q] = ports.map(|port| row[port]);
            *hop = Hop { speed: U::wrap(speed), ts: U::wrap(ts), tx_bytes: U::wrap(tx), q_len: U::wrap(q) };
        }
        (telemetry == 1).then_some(Telemetry { path: U::wrap(path), n_hop: U::wrap(n_hop), hops })
    }

    /// Another one in each cycle, mostly there, mostly of as many hops as there is room for.
    fn draw(&self, seed: u64, row: &mut [u64]) {
        let mut word = drawn(seed);
        let n_hop = match word(3) {
            0 => word(4),
            1 => self.hops.len() as u64,
            _ => word(4) % (self.hops.len() as u64 + 1),
        };
        let values = [u64::from(word(2) != 0), word(12), n_hop];
        self.head.into_iter().zip(values).for_each(|(port, value)| row[port] = value);
        for hop in &self.hops {
            hop.iter().zip([4, 24, 20, 16]).for_each(|(port, bits)| row[*port] = word(bits));
        }
    }
}

/// The ports of the responder in a NIC.
#[derive(Clone)]
pub(super) struct Parts {
    config: Config,
    /// Of the block alone.
    sides: [Side; 2],
}

fn block(config: &Config) -> Result<(Responder, Design), Error> {
    let design = part(config, "responder")?;
    Ok((Responder::new(&design, config.engine.qps, config.hpcc.hops, 0)?, design))
}

impl Parts {
    /// None without the responder.
    pub fn of(config: &Config) -> Result<Option<Parts>, Error> {
        if !config.nic.responder {
            return Ok(None);
        }
        let (_, design) = block(config)?;
        let sides = [design.inputs().clone(), design.outputs().clone()];
        Ok(Some(Parts { config: config.clone(), sides }))
    }

    fn block(&self) -> Responder {
        built(block(&self.config)).0
    }

    /// Where probes are answered, the registers of the run.
    pub fn setup(&self, parser: &ParserConfig, seed: u64) -> Vec<(&'static str, u64)> {
        let Some(Opcodes { rtt, telemetry }) = parser.requests else { return vec![] };
        let vendor = |bits: u64| 0xc0 | bits & 0x3f;
        // in every fourth run one that is a request's too, which is then none
        let [of_rtt, of_telemetry] = match seed >> 24 & 7 {
            0 => [rtt.into(), vendor(seed >> 12)],
            1 => [vendor(seed >> 6), telemetry.into()],
            _ => [vendor(seed >> 6), vendor(seed >> 12)],
        };
        vec![
            ("ans_rtt_request", rtt.into()),
            ("ans_telemetry_request", telemetry.into()),
            ("ans_rtt_response", of_rtt),
            ("ans_telemetry_response", of_telemetry),
            ("ans_dscp", seed >> 18 & 0x3f),
        ]
    }

    /// As many actions as packets, of the same QPs, of which none resets and none is long. Where probes are answered
    /// or made, of the traffic's QPs too.
    pub fn generate(&self, rng: &mut Rng, packets: &[Packets], traffic: &[TopAction], out: &mut Vec<Answers>) {
        self.block().generate(rng, packets.len(), out);
        let asking: Vec<u64> = traffic
            .iter()
            .filter(|_| self.config.nic.answers || self.config.nic.prober)
            .filter_map(|action| match action {
                TopAction::Event(event) => Some(event.qpn),
                TopAction::Frame(frame) => frame.tx.map(|(qpn, _)| qpn),
            })
            .collect();
        let known = |qpn: u64| match asking.get(qpn as usize * 11 % asking.len().max(1)) {
            Some(asking) if qpn.is_multiple_of(2) => *asking,
            _ => packets.get(qpn as usize * 7 % packets.len().max(1)).map_or(qpn, |p| p.qpn),
        };
        for a in out {
            (a.reset, a.registers, a.times, a.gap) = (0, None, a.times.min(MOST), a.gap.min(MOST));
            a.qpn = known(a.qpn);
            a.writes = a.writes.map(|w| super::responder::Writes { qpn: known(w.qpn), ..w });
            a.msn = a.msn.map(|(qpn, msn)| (known(qpn), msn));
        }
    }

    pub fn simpler(&self, action: &Answers) -> Vec<Answers> {
        self.block().simpler(action)
    }

    pub fn streams(&self) -> Vec<Stream> {
        self.block().streams()
    }

    pub fn whole(&self, nic: &[Side; 2], top_in: &Side, registers_out: &Side, answers: &Side) -> Result<Whole, Error> {
        let fail = || Error::Block { block: "nic".into(), what: "the design has no port m_axis_tdata".into() };
        Ok(Whole {
            model: ResponderPage::new(&self.config),
            i: NicIn::of("nic", &nic[0])?,
            echo: EchoIn::of(&nic[0])?,
            o: NicOut::of("nic", &nic[1])?,
            tdata: nic[1].column("m_axis_tdata").ok_or_else(fail)?.clone(),
            cfg: Cfg::of("nic", registers_out)?,
            top_in: self.config.nic.answers.then(|| TopIn::of("top", top_in)).transpose()?,
            unit: unit_bus::Ports::of("nic", &self.config, registers_out, answers)?,
        })
    }

    pub fn pins(&self, nic: &[Side; 2]) -> Result<Pins, Error> {
        let [inputs, outputs] = &self.sides;
        let headers = registers::map(&self.config).into_iter().filter_map(|r| {
            let port = inputs.column(&format!("host_{}", r.name().strip_prefix("rsp_")?))?;
            Some((port.word, r))
        });
        Ok(Pins {
            nic: self.block().driver(),
            i: NicIn::of("nic", &nic[0])?,
            echo: EchoIn::of(&nic[0])?,
            nak_ready: word("nic", &nic[1], "s_nak_ready")?,
            inside: Inside::of("responder", inputs)?,
            answer_ready: word("responder", outputs, "s_answer_ready")?,
            headers: headers.collect(),
            map: registers::map(&self.config).into_iter().filter(|r| r.name().starts_with("rsp_")).collect(),
            counters: registers::map(&self.config).into_iter().filter(|r| r.name().starts_with("ans_")).collect(),
            marks: self.config.makes_requests(),
            rows: [vec![0; inputs.words()], vec![0; outputs.words()]],
            last: Answers { ready: 16, ..Answers::default() },
            next: None,
            pending: VecDeque::new(),
            cycle: 0,
        })
    }
}

/// The model of the responder with its page.
pub(super) struct Whole {
    model: ResponderPage,
    i: NicIn,
    echo: Option<EchoIn>,
    o: NicOut,
    tdata: Column,
    cfg: Cfg,
    /// Where probes are answered.
    top_in: Option<TopIn>,
    unit: unit_bus::Ports,
}

impl Whole {
    pub fn reset(&mut self) {
        self.model.reset();
    }

    /// What `top` is told in a cycle, before it is known what it gives.
    pub fn ahead(&self, top: &mut [u64]) {
        if let (Some(t), Some(opcodes)) = (&self.top_in, self.model.opcodes()) {
            (top[t.cfg_request_rtt], top[t.cfg_request_telemetry]) = (opcodes.rtt.into(), opcodes.telemetry.into());
        }
    }

    /// What the receiver answers in this cycle is taken.
    pub fn answer_ready(&self, row: &[u64], probe: bool) -> bool {
        self.model.answer_ready(row[self.i.s_nak_valid] == 1, probe)
    }

    /// One cycle: the NIC's row, what the receiver answers, what request the parser has read, a probe that waits for
    /// its frame, and the outputs of the registers; the page's answer, whether it is initialised, and whether the probe
    /// is taken.
    pub fn step(
        &mut self,
        row: &[u64],
        answer: Option<Answer>,
        request: Option<Requested>,
        probe: Option<(u32, Probe)>,
        registers: &[u64],
        output: &mut [u64],
    ) -> ((page::Answer, bool), bool) {
        let (i, o, cfg) = (&self.i, &self.o, &self.cfg);
        let qpn_of = |valid: usize, qpn: usize| (row[valid] == 1).then_some(row[qpn] as u32);
        let setting = super::telemetry::Setting {
            place: registers[cfg.cfg_telemetry_place] as u8,
            offset: registers[cfg.cfg_telemetry_offset] as u8,
            area: registers[cfg.cfg_telemetry_area] as u8,
            profile: registers[cfg.cfg_telemetry_profile] as u8,
        };
        let out = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            packet: qpn_of(i.rx_valid, i.rx_qpn).map(|qpn| (qpn, self.echo.as_ref().and_then(|echo| echo.read(row)))),
            answer,
            nak: qpn_of(i.s_nak_valid, i.s_nak_qpn).map(|qpn| (qpn, row[i.s_nak_psn] as u32)),
            msn: qpn_of(i.msn_we, i.msn_qpn).map(|qpn| (qpn, row[i.msn_value] as u32)),
            request,
            probe,
            ready: row[i.m_axis_tready] == 1,
            ece_place: EcePlace::ALL[registers[cfg.cfg_ece_place] as usize],
            telemetry: setting.config(),
            access: &self.unit.access(registers),
        });
        output[o.s_nak_ready] = out.nak_ready.into();
        output[o.m_axis_tvalid] = out.beat.is_some().into();
        if let Some(beat) = out.beat {
            output[o.m_axis_tlast] = beat.tlast.into();
            output[o.m_axis_tkeep] = beat.tkeep;
            let words = &mut output[self.tdata.word..self.tdata.word + self.tdata.words];
            for (word, bytes) in words.iter_mut().zip(beat.tdata.chunks_exact(8)) {
                *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            }
        }
        ((out.word, out.init_done), out.probe_taken)
    }
}

/// The transport that says NAKs and MSNs, and takes frames.
pub(super) struct Pins {
    nic: Box<dyn Driver<Answers>>,
    i: NicIn,
    echo: Option<EchoIn>,
    nak_ready: usize,
    inside: Inside,
    answer_ready: usize,
    /// Ports of a header, each with its register.
    headers: Vec<(usize, Register)>,
    map: Vec<Register>,
    /// What else is read.
    counters: Vec<Register>,
    /// The peer of a QP has its number, below.
    marks: bool,
    rows: [Vec<u64>; 2],
    last: Answers,
    pub next: Option<Answers>,
    /// Headers that are to be written: QP, and what stands at the ports.
    pending: VecDeque<(u64, Vec<u64>)>,
    cycle: u64,
}

impl Pins {
    /// `over`: no action comes any more. Where the host may begin, what it writes for a header.
    pub fn drive(&mut self, over: bool, host_free: bool, row: &mut [u64]) -> Vec<Access32> {
        let [inside, _] = &mut self.rows;
        inside.fill(0);
        inside[self.inside.rst_n] = 1;
        self.cycle += 1;
        // what says nothing takes frames as before
        let idle = Answers { times: 0, gap: 0, writes: None, msn: None, ..self.last };
        let mut offered = self.next.or((!over).then_some(idle));
        let mut feed = Feed::new(|out: &mut Vec<Answers>| out.extend(offered.take()));
        self.nic.drive(&mut feed, inside);
        if feed.taken() > 0
            && let Some(action) = self.next.take()
        {
            self.last = action;
        }
        let (i, s) = (&self.i, &self.inside);
        // other answers are the receiver's to give
        let is_nak = inside[s.s_answer_kind] == Kind::Loss as u64;
        row[i.s_nak_valid] = inside[s.s_answer_valid] & u64::from(is_nak);
        let wires = [
            (s.s_answer_qpn, i.s_nak_qpn),
            (s.s_answer_psn, i.s_nak_psn),
            (s.msn_we, i.msn_we),
            (s.msn_qpn, i.msn_qpn),
            (s.msn, i.msn_value),
            (s.m_axis_tready, i.m_axis_tready),
        ];
        wires.into_iter().for_each(|(from, to)| row[to] = inside[from]);
        if let Some(echo) = &self.echo {
            echo.draw(splitmix64(self.cycle ^ inside[s.s_answer_psn] << 32), row);
        }
        if inside[s.host_we] == 1 && self.pending.len() < HEADERS {
            let values = self.headers.iter().map(|(port, _)| inside[*port]).collect();
            self.pending.push_back((inside[s.host_qpn], values));
        }
        if host_free { self.pending.pop_front().map_or(vec![], |header| self.accesses(header)) } else { vec![] }
    }

    pub fn observe(&mut self, row: &[u64], output: &[u64]) {
        let [inside, shown] = &mut self.rows;
        shown.fill(0);
        let taken = row[self.i.s_nak_valid] == 0 || output[self.nak_ready] == 1;
        shown[self.answer_ready] = taken.into();
        self.nic.observe(inside, shown);
    }

    /// A reset: what the host would have written is lost.
    pub fn forget(&mut self) {
        self.pending.clear();
    }

    pub fn is_idle(&self) -> bool {
        self.next.is_none() && self.pending.is_empty() && self.nic.is_idle()
    }

    /// What writes a header; among it, now and then, something else, and behind it reads.
    fn accesses(&self, (qpn, values): (u64, Vec<u64>)) -> Vec<Access32> {
        let seed = values.iter().fold(qpn, |seed, value| seed.rotate_left(9) ^ value);
        let mut rng = Rng::new(seed);
        let words = |register: &Register, value: u64| {
            let offset = u64::from(register.offset);
            (0..u64::from(register.words())).map(move |k| Access32 {
                offset: offset + 4 * k,
                data: Some(value >> (32 * k) & 0xffff_ffff),
                lag: 0,
            })
        };
        let named = |name: &str| self.map.iter().find(|r| r.name() == name);
        let mut all: Vec<_> = named("rsp_qpn").into_iter().flat_map(|r| words(r, qpn)).collect();
        for ((_, register), value) in self.headers.iter().zip(values) {
            // a request's frame says which QP has asked
            let value = if self.marks && register.name() == "rsp_dest_qp" { value & !0xffff | qpn } else { value };
            all.extend(words(register, value));
        }
        let any = |rng: &mut Rng| {
            let register = &self.map[rng.below(self.map.len() as u64) as usize];
            u64::from(register.offset) + 4 * rng.below(register.words().into())
        };
        if rng.chance(1, 4) {
            // out of range, half of a value, or what counts
            let (at, offset) = (rng.below(all.len() as u64 + 1) as usize, any(&mut rng));
            if named("rsp_cnp_dscp").is_none_or(|r| u64::from(r.offset) != offset) {
                all.insert(at, Access32 { offset, data: Some(rng.bits(32) as u64), lag: 0 });
            }
        }
        all.extend(named("rsp_write").into_iter().flat_map(|r| words(r, qpn & 1)));
        for _ in 0..rng.below(4) {
            let (offset, lag) = (any(&mut rng), rng.below(4) as u32);
            all.push(Access32 { offset, data: None, lag });
        }
        if !self.counters.is_empty() {
            let register = &self.counters[rng.below(self.counters.len() as u64) as usize];
            all.push(Access32 { offset: register.offset.into(), data: None, lag: 0 });
        }
        all
    }
}
