//! `nic` against the models of its two parts: a host at the AXI4-Lite port that sets everything up, then reads and
//! writes beside the traffic, and the traffic of `top`.
//!
//! The parts are put together here by the names of their ports, so a wire that the RTL has crossed shows.

use super::engine_ports::is_host;
use super::nic_prober;
use super::nic_receiver;
use super::nic_responder;
use super::nic_sender;
use super::params::Hpcc;
use super::prober::Comes;
use super::receiver::Packets;
use super::registers::{self, Registers};
use super::responder::Answers;
use super::script::{self, Access32};
use super::shaper::ShaperAction;
use super::top::{self, Top, TopAction};
use super::unit_bus::UnitSets;
use super::words::{word, words};
use crate::{Accept, Block, Column, Design, Driver, Error, Feed, Golden, Note, Port, Rng, Side, Stream};
use layout::config::Config;
use model::choice::SETS;
use model::ldcp::Params;
use model::packet::classify::ParserConfig;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Copies the ports that two sides have in common.
#[derive(Clone)]
pub(super) struct Wires(Vec<(Column, Column)>);

impl Wires {
    pub(super) fn of(from: &Side, to: &Side) -> Wires {
        let pair = |a: &Column| Some((a.clone(), to.column(&a.name)?.clone()));
        Wires(from.columns().iter().filter_map(pair).collect())
    }

    /// Of those whose names are so.
    pub(super) fn some(from: &Side, to: &Side, is: impl Fn(&str) -> bool) -> Wires {
        let Wires(pairs) = Wires::of(from, to);
        Wires(pairs.into_iter().filter(|(column, _)| is(&column.name)).collect())
    }

    pub(super) fn copy(&self, from: &[u64], to: &mut [u64]) {
        for (a, b) in &self.0 {
            to[b.word..b.word + b.words].copy_from_slice(a.slice(from));
        }
    }
}

/// Nic, top and registers, each with its inputs and outputs.
#[derive(Clone)]
struct Parts {
    nic: [Side; 2],
    top: [Side; 2],
    registers: [Side; 2],
}

fn sides(design: &Design) -> [Side; 2] {
    [design.inputs().clone(), design.outputs().clone()]
}

words!(HostIn {
    s_axil_awaddr,
    s_axil_awvalid,
    s_axil_wdata,
    s_axil_wstrb,
    s_axil_wvalid,
    s_axil_bready,
    s_axil_araddr,
    s_axil_arvalid,
    s_axil_rready,
});
words!(HostOut { s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid, init_done });
words!(NicIn { rst_n, s_axis_tvalid, s_event_valid });
words!(NicOut { s_axis_tready, s_event_ready, upd_valid });
words!(Taps {
    alert_advice,
    packet_stall,
    event_stall,
    update_stall,
    update_taken,
    init_done,
    unit_answer_taken,
    unit_answer_rdata,
});

/// The words of the ports that the bench itself looks at.
#[derive(Clone, Copy)]
struct Words {
    host_in: HostIn,
    host_out: HostOut,
    nic_in: NicIn,
    nic_out: NicOut,
    taps: Taps,
    top_rst_n: usize,
    /// Without the sender, which takes every update: on the NIC; and on `top`.
    upd_ready: Option<usize>,
    top_upd_ready: usize,
    /// `advice_rejected_valid` of `top`, with FCR.
    rejected: Option<usize>,
}

impl Words {
    fn of(parts: &Parts) -> Result<Words, Error> {
        let name = "nic";
        Ok(Words {
            host_in: HostIn::of(name, &parts.nic[0])?,
            host_out: HostOut::of(name, &parts.nic[1])?,
            nic_in: NicIn::of(name, &parts.nic[0])?,
            nic_out: NicOut::of(name, &parts.nic[1])?,
            taps: Taps::of(name, &parts.registers[0])?,
            top_rst_n: word(name, &parts.top[0], "rst_n")?,
            upd_ready: parts.nic[0].column("upd_ready").map(|c| c.word),
            top_upd_ready: word(name, &parts.top[0], "upd_ready")?,
            rejected: parts.top[1].column("advice_rejected_valid").map(|c| c.word),
        })
    }
}

/// A part of a design that has been built whole.
pub(super) fn built<T>(part: Result<T, Error>) -> T {
    part.unwrap_or_else(|why| panic!("a part of a design that was built: {why}"))
}

/// A part as a design of which only the ports are looked at.
pub(super) fn part(config: &Config, block: &str) -> Result<Design, Error> {
    let mut pins = super::instance(config, block)?;
    let mut ports = vec![Port::input("clk", 1), Port::input("rst_n", 1)];
    pins.inputs(&mut |name, pin| ports.push(Port::input(&name.to_string(), pin.bits() as u32)));
    pins.outputs(&mut |name, pin| ports.push(Port::output(&name.to_string(), pin.bits() as u32)));
    let name = format!("ackw_{block}");
    Design::new(&name, Some("clk"), None, vec![(format!("{name}.v"), String::new())], &ports)
}

pub struct Nic {
    parts: Parts,
    words: Words,
    registers: Registers,
    /// With the parameters of the run: the model, and what is generated.
    top: Top,
    /// With all at reset, for its driver: here the host writes them.
    plain: Top,
    host: script::Host,
    sender: Option<nic_sender::Parts>,
    receiver: Option<nic_receiver::Parts>,
    responder: Option<nic_responder::Parts>,
    prober: Option<nic_prober::Parts>,
}

impl Nic {
    pub fn new(
        design: &Design,
        config: &Config,
        params: [Params; SETS],
        hpcc: Hpcc,
        units: Vec<UnitSets>,
        parser: ParserConfig,
    ) -> Result<Nic, Error> {
        let (top, registers) = (part(config, "top")?, part(config, "registers")?);
        let max_frame_bytes = parser.max_frame_bytes.max(64);
        let parser = ParserConfig { max_frame_bytes, ..parser };
        let parts = Parts { nic: sides(design), top: sides(&top), registers: sides(&registers) };
        Ok(Nic {
            words: Words::of(&parts)?,
            parts,
            registers: Registers::new(&registers, config)?,
            plain: Top::new(&top, config, [Params::default(); SETS], Hpcc::reset(), parser)?,
            top: Top::new(&top, config, params, hpcc.clone(), parser)?,
            host: script::Host { config: config.clone(), params, hpcc, units, parser, more: vec![] },
            sender: None,
            receiver: nic_receiver::Parts::of(config)?,
            responder: nic_responder::Parts::of(config)?,
            prober: None,
        })
    }

    /// With what a seed says of the sender and the prober, where there are such.
    pub fn seeded(mut self, seed: u64) -> Result<Nic, Error> {
        self.sender = nic_sender::Parts::of(&self.host.config, seed)?;
        self.host.more = self.sender.as_ref().map_or(vec![], nic_sender::Parts::setup);
        self.host.more.extend(self.responder.as_ref().map(|_| ("rsp_cnp_dscp", seed & 0x3f)));
        self.host.more.extend(self.responder.iter().flat_map(|responder| responder.setup(&self.host.parser, seed)));
        self.top = self.top.counting(seed);
        let opcode = self.host.parser.lsn.map(u64::from);
        let lsn = opcode.map(|opcode| [("lsn_opcode", opcode), ("lsn_mtu", super::engine::mtu(seed).into())]);
        self.host.more.extend(lsn.into_iter().flatten());
        self.prober = nic_prober::Parts::of(&self.host.config, self.host.parser, seed)?;
        self.host.more.extend(self.prober.iter().flat_map(nic_prober::Parts::setup));
        Ok(self)
    }

    pub fn counted(self, counted: u64) -> Nic {
        Nic { top: self.top.counted(counted), registers: self.registers.counted(counted), ..self }
    }
}

/// What one of the ports is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "most actions are traffic")]
pub enum NicAction {
    Traffic(TopAction),
    Host(Vec<Access32>),
    /// What the NIC asks the sender, and answers it.
    Send(ShaperAction),
    /// Packets that come, of which the receiver is told.
    Receive(Packets),
    /// NAKs and MSNs that the transport says, headers that the host writes, and frames that are taken.
    Respond(Answers),
    /// QPs whose probes the host writes, and how these are answered.
    Probe(Comes),
}

struct Whole {
    words: Words,
    registers: registers::Reference,
    top: top::Reference,
    wires: [Wires; 6],
    rows: [Vec<u64>; 4],
    sender: Option<nic_sender::Whole>,
    receiver: Option<nic_receiver::Whole>,
    /// `m_answer_ready`, where there is one.
    answer_ready: Option<usize>,
    responder: Option<nic_responder::Whole>,
    prober: Option<nic_prober::Whole>,
}

impl Whole {
    fn new(nic: &Nic) -> Whole {
        let Parts { nic: [nic_in, nic_out], top: [top_in, top_out], registers: [reg_in, reg_out] } = &nic.parts;
        Whole {
            registers: nic.registers.reference(),
            top: nic.top.reference(),
            wires: [
                Wires::of(nic_in, top_in),
                Wires::of(reg_out, top_in),
                Wires::of(nic_in, reg_in),
                Wires::of(top_out, reg_in),
                Wires::of(top_out, nic_out),
                Wires::of(reg_out, nic_out),
            ],
            rows: [top_in, top_out, reg_in, reg_out].map(|side| vec![0; side.words()]),
            words: nic.words,
            sender: nic.sender.as_ref().map(|parts| parts.whole(&nic.parts.nic, top_out, reg_out)),
            receiver: nic.receiver.as_ref().map(|parts| built(parts.whole(&nic.parts.nic, reg_out, reg_in))),
            answer_ready: nic_in.column("m_answer_ready").map(|c| c.word),
            responder: nic.responder.as_ref().map(|parts| built(parts.whole(&nic.parts.nic, top_in, reg_out, reg_in))),
            prober: nic.prober.as_ref().map(|p| built(p.whole(&nic.parts.nic, &nic.parts.top, reg_out, reg_in))),
        }
    }
}

impl Golden for Whole {
    fn reset(&mut self) {
        self.registers.reset();
        self.top.reset();
        self.sender.iter_mut().for_each(nic_sender::Whole::reset);
        self.receiver.iter_mut().for_each(nic_receiver::Whole::reset);
        self.responder.iter_mut().for_each(nic_responder::Whole::reset);
        self.prober.iter_mut().for_each(nic_prober::Whole::reset);
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let [top_in, top_out, reg_in, reg_out] = &mut self.rows;
        [&mut *top_in, top_out, reg_in, reg_out].into_iter().for_each(|row| row.fill(0));
        let [nic_top, reg_top, nic_reg, top_reg, top_nic, reg_nic] = &self.wires;
        self.registers.show(self.top.host_done(), reg_out);
        nic_top.copy(row, top_in);
        reg_top.copy(reg_out, top_in);
        let ready = self.words.upd_ready.map_or(1, |port| row[port]);
        top_in[self.words.top_upd_ready] = ready;
        let probing = self.prober.as_mut().map(|prober| prober.ahead(row, top_in));
        self.responder.iter().for_each(|responder| responder.ahead(top_in));
        let (response, request) = self.top.respond(top_in, top_out);
        nic_reg.copy(row, reg_in);
        top_reg.copy(top_out, reg_in);
        top_nic.copy(top_out, output);
        reg_nic.copy(reg_out, output);
        let probe = self.prober.as_ref().and_then(nic_prober::Whole::probe);
        let taken = match &self.responder {
            Some(responder) => responder.answer_ready(row, probe.is_some()),
            None => self.answer_ready.is_some_and(|port| row[port] == 1),
        };
        let received = self.receiver.as_mut().map(|receiver| receiver.step(row, taken, reg_out, output));
        let due = received.and_then(|(.., answer)| answer);
        let responder = self.responder.as_mut();
        let responded = responder.map(|responder| responder.step(row, due, request, probe, reg_out, output));
        let made = responded.is_some_and(|(_, made)| made);
        let probed = self.prober.as_mut().zip(probing);
        let probed = probed.map(|(prober, ready)| prober.step(row, [ready, made], top_out, response, reg_out, output));
        let Words { nic_in: i, nic_out: o, taps, .. } = self.words;
        let stalled = |valid: u64, ready: u64| valid & !ready & 1;
        reg_in[taps.packet_stall] = stalled(row[i.s_axis_tvalid], output[o.s_axis_tready]);
        reg_in[taps.event_stall] = stalled(row[i.s_event_valid], output[o.s_event_ready]);
        reg_in[taps.update_stall] = stalled(output[o.upd_valid], ready);
        reg_in[taps.update_taken] = output[o.upd_valid] & ready;
        reg_in[taps.alert_advice] = self.words.rejected.map_or(0, |port| top_out[port]);
        let sent = self.sender.as_mut().map(|sender| sender.step(row, top_out, reg_out, output));
        let received = received.map(|(answer, ready, _)| (answer, ready));
        let responded = responded.map(|(answer, _)| answer);
        for (answer, ready) in sent.into_iter().chain(received).chain(responded).chain(probed) {
            reg_in[taps.init_done] &= u64::from(ready);
            output[self.words.host_out.init_done] = reg_in[taps.init_done];
            reg_in[taps.unit_answer_taken] |= u64::from(answer.taken);
            reg_in[taps.unit_answer_rdata] |= u64::from(answer.rdata);
        }
        self.registers.step(reg_in, reg_out);
    }

    fn context(&self) -> Vec<Note> {
        self.top.context().into_iter().chain(self.registers.context()).collect()
    }
}

/// The host: one access after the other.
struct Host {
    i: HostIn,
    o: HostOut,
    accesses: VecDeque<Access32>,
    /// Address and data of a write, or the address of a read, have been taken.
    taken: [bool; 2],
    age: u32,
}

impl Host {
    fn clear(&mut self) {
        self.accesses.clear();
        (self.taken, self.age) = ([false; 2], 0);
    }

    fn drive(&mut self, row: &mut [u64]) {
        let Some(access) = self.accesses.front() else { return };
        let i = self.i;
        let answer = u64::from(self.age >= 3 * access.lag);
        match access.data {
            Some(data) => {
                (row[i.s_axil_awvalid], row[i.s_axil_awaddr]) = (u64::from(!self.taken[0]), access.offset);
                row[i.s_axil_wvalid] = u64::from(self.age >= access.lag && !self.taken[1]);
                (row[i.s_axil_wdata], row[i.s_axil_wstrb]) = (data, 15);
                row[i.s_axil_bready] = answer;
            }
            None => {
                (row[i.s_axil_arvalid], row[i.s_axil_araddr]) = (u64::from(!self.taken[0]), access.offset);
                row[i.s_axil_rready] = answer;
            }
        }
        self.age += 1;
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        let (i, o) = (self.i, self.o);
        let passes = |valid: u64, ready: u64| valid & ready == 1;
        self.taken[0] |= passes(row[i.s_axil_awvalid], output[o.s_axil_awready])
            || passes(row[i.s_axil_arvalid], output[o.s_axil_arready]);
        self.taken[1] |= passes(row[i.s_axil_wvalid], output[o.s_axil_wready]);
        if passes(output[o.s_axil_bvalid], row[i.s_axil_bready])
            || passes(output[o.s_axil_rvalid], row[i.s_axil_rready])
        {
            self.accesses.pop_front();
            (self.taken, self.age) = ([false; 2], 0);
        }
    }
}

struct Pins {
    words: Words,
    traffic: Box<dyn Driver<TopAction>>,
    host: Host,
    /// What sets everything up, and what of it is not yet begun.
    all: Vec<Access32>,
    setup: Vec<Access32>,
    /// Everything is set up; before that no traffic comes.
    ready: bool,
    init_done: bool,
    next: Option<TopAction>,
    rows: [Vec<u64>; 2],
    wires: [Wires; 2],
    sender: Option<nic_sender::Pins>,
    receiver: Option<nic_receiver::Pins>,
    responder: Option<nic_responder::Pins>,
    prober: Option<nic_prober::Pins>,
}

impl Driver<NicAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, NicAction>, row: &mut [u64]) {
        if self.init_done && !self.ready && self.host.accesses.is_empty() {
            if self.setup.is_empty() {
                self.ready = true;
            } else {
                self.host.accesses.extend(std::mem::take(&mut self.setup));
            }
        }
        // one action of each port at most is on its way
        while self.ready && self.next.is_none() {
            match feed.peek() {
                Some(NicAction::Host(_)) if !self.host.accesses.is_empty() => break,
                Some(NicAction::Send(_)) if self.sender.as_ref().is_some_and(|sender| sender.next.is_some()) => break,
                Some(NicAction::Receive(_)) if self.receiver.as_ref().is_some_and(|r| r.next.is_some()) => break,
                Some(NicAction::Respond(_)) if self.responder.as_ref().is_some_and(|r| r.next.is_some()) => break,
                Some(NicAction::Probe(_)) if self.prober.as_ref().is_some_and(|p| p.next.is_some()) => break,
                None => break,
                _ => {}
            }
            match feed.take() {
                Some(NicAction::Host(accesses)) => self.host.accesses.extend(accesses),
                Some(NicAction::Traffic(action)) => self.next = Some(action),
                Some(NicAction::Send(action)) => {
                    if let Some(sender) = &mut self.sender {
                        sender.next = Some(action);
                    }
                }
                Some(NicAction::Receive(action)) => {
                    if let Some(receiver) = &mut self.receiver {
                        receiver.next = Some(action);
                    }
                }
                Some(NicAction::Respond(action)) => {
                    if let Some(responder) = &mut self.responder {
                        responder.next = Some(action);
                    }
                }
                Some(NicAction::Probe(action)) => {
                    if let Some(prober) = &mut self.prober {
                        prober.next = Some(action);
                    }
                }
                None => break,
            }
        }
        // a response that is due comes among the traffic
        if self.ready && self.next.is_none() {
            self.next = self.prober.as_mut().and_then(nic_prober::Pins::frame).map(TopAction::Frame);
        }
        let [top_row, _] = &mut self.rows;
        top_row.fill(0);
        top_row[self.words.top_rst_n] = 1;
        // behind a reset in mid-traffic what comes next waits until the host has set up all
        let mut offered = self.next.clone().filter(|_| self.ready);
        let mut queue = Feed::new(|out: &mut Vec<TopAction>| out.extend(offered.take()));
        self.traffic.drive(&mut queue, top_row);
        if queue.taken() > 0 {
            self.next = None;
        }
        self.wires[0].copy(top_row, row);
        if let Some(sender) = &mut self.sender {
            let free = self.ready && self.host.accesses.is_empty();
            let over = self.ready && feed.peek().is_none();
            self.host.accesses.extend(sender.drive(over, free, row));
        }
        if let Some(receiver) = &mut self.receiver {
            let free = self.ready && self.host.accesses.is_empty();
            let over = self.ready && feed.peek().is_none();
            self.host.accesses.extend(receiver.drive(over, free, row));
        }
        if let Some(responder) = &mut self.responder {
            let free = self.ready && self.host.accesses.is_empty();
            let over = self.ready && feed.peek().is_none();
            self.host.accesses.extend(responder.drive(over, free, row));
        }
        if let Some(prober) = &mut self.prober {
            let free = self.ready && self.host.accesses.is_empty();
            let over = self.ready && feed.peek().is_none();
            self.host.accesses.extend(prober.drive(over, free, row));
        }
        if top_row[self.words.top_rst_n] == 0 {
            // all is forgotten, so the host begins anew
            self.host.clear();
            (self.ready, self.setup) = (false, self.all.clone());
            self.responder.iter_mut().for_each(nic_responder::Pins::forget);
            self.prober.iter_mut().for_each(nic_prober::Pins::forget);
        }
        self.host.drive(row);
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        let [top_row, top_out] = &mut self.rows;
        top_out.fill(0);
        self.wires[1].copy(output, top_out);
        self.traffic.observe(top_row, top_out);
        self.host.observe(row, output);
        self.sender.iter_mut().for_each(|sender| sender.observe(output));
        self.responder.iter_mut().for_each(|responder| responder.observe(row, output));
        self.prober.iter_mut().for_each(|prober| prober.observe(row, output));
        self.init_done = top_row[self.words.top_rst_n] == 1 && output[self.words.host_out.init_done] == 1;
    }

    fn is_idle(&self) -> bool {
        let sends = self.sender.as_ref().is_some_and(|sender| !sender.is_idle());
        let receives = self.receiver.as_ref().is_some_and(|receiver| !receiver.is_idle());
        let responds = self.responder.as_ref().is_some_and(|responder| !responder.is_idle());
        let probes = self.prober.as_ref().is_some_and(|prober| !prober.is_idle());
        let others = sends || receives || responds || probes;
        self.ready && self.next.is_none() && self.traffic.is_idle() && self.host.accesses.is_empty() && !others
    }
}

impl Block for Nic {
    type Action = NicAction;

    fn name(&self) -> &str {
        "nic"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<NicAction>) {
        let mut traffic = vec![];
        // what the registers hold is the host's to say, and it says it once
        self.top.fill(rng, true, n, &mut traffic);
        let mut sends = vec![];
        self.sender.iter().for_each(|sender| sender.generate(rng, &traffic, &mut sends));
        let mut probes = vec![];
        self.prober.iter().for_each(|prober| prober.generate(rng, &traffic, &mut probes));
        let (mut sends, mut probes) = (sends.into_iter(), probes.into_iter());
        let mut receives = vec![];
        self.receiver.iter().for_each(|receiver| receiver.generate(rng, n, &mut receives));
        let mut responds = vec![];
        self.responder.iter().for_each(|responder| responder.generate(rng, &receives, &traffic, &mut responds));
        let (mut receives, mut responds) = (receives.into_iter(), responds.into_iter());
        for (k, action) in traffic.into_iter().enumerate() {
            if k.is_multiple_of(2) {
                out.extend(sends.next().map(NicAction::Send));
            }
            out.extend(receives.next().map(NicAction::Receive));
            out.extend(responds.next().map(NicAction::Respond));
            out.extend(probes.next().map(NicAction::Probe));
            out.push(match action {
                TopAction::Event(e) if is_host(&e) && rng.chance(1, 4) => NicAction::Host(self.host.rewrite(rng)),
                TopAction::Event(e) if is_host(&e) => NicAction::Host(self.host.operation(rng, &e)),
                TopAction::Event(_) if rng.chance(1, 12) => NicAction::Host(self.host.glance(rng)),
                TopAction::Event(e) => NicAction::Traffic(TopAction::Event(e)),
                frame @ TopAction::Frame(_) => NicAction::Traffic(frame),
            });
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        Box::new(Whole::new(self))
    }

    fn driver(&self) -> Box<dyn Driver<NicAction>> {
        let Parts { nic: [nic_in, nic_out], top: [top_in, top_out], .. } = &self.parts;
        Box::new(Pins {
            traffic: self.plain.driver(),
            host: Host {
                i: self.words.host_in,
                o: self.words.host_out,
                accesses: VecDeque::new(),
                taken: [false; 2],
                age: 0,
            },
            all: self.host.setup(),
            setup: self.host.setup(),
            ready: false,
            init_done: false,
            next: None,
            rows: [top_in, top_out].map(|side| vec![0; side.words()]),
            wires: [Wires::of(top_in, nic_in), Wires::of(nic_out, top_out)],
            sender: self.sender.as_ref().map(|parts| parts.pins(&self.parts.nic)),
            receiver: self.receiver.as_ref().map(|parts| {
                let clocks = self.sender.is_none() && top_in.column("time_now").is_none();
                built(parts.pins(&self.parts.nic[0], clocks))
            }),
            responder: self.responder.as_ref().map(|parts| built(parts.pins(&self.parts.nic))),
            prober: self.prober.as_ref().map(|parts| {
                let others = self.sender.is_some() || self.receiver.is_some();
                built(parts.pins(&self.parts.nic, !others && top_in.column("time_now").is_none()))
            }),
            words: self.words,
        })
    }

    fn streams(&self) -> Vec<Stream> {
        let of_top = ["upd_valid", "advice_valid", "advice_rejected_valid", "trace_valid"];
        let results = self.top.streams().into_iter().filter(|s| of_top.contains(&&*s.valid));
        let here = |s: Stream| Stream { ready: s.ready.filter(|ready| self.parts.nic[0].column(ready).is_some()), ..s };
        let grants = self.sender.iter().flat_map(nic_sender::Parts::streams);
        let answers = self.receiver.iter().flat_map(nic_receiver::Parts::streams);
        let frames = self.responder.iter().flat_map(nic_responder::Parts::streams);
        let probes = self.prober.iter().flat_map(nic_prober::Parts::streams);
        let halves = grants.chain(answers).chain(frames).chain(probes);
        results.map(here).chain(self.registers.streams()).chain(halves).collect()
    }

    fn accepts(&self) -> Vec<Accept> {
        let ports: &[&str] = if self.sender.is_some() { &["s_req", "s_sent"] } else { &[] };
        let naks: &[&str] = if self.responder.is_some() { &["s_nak"] } else { &[] };
        let more = ports.iter().chain(naks).map(|port| Accept::new(&format!("{port}_valid"), &format!("{port}_ready")));
        let all = [("s_axis_tvalid", "s_axis_tready"), ("s_event_valid", "s_event_ready")];
        all.map(|(valid, ready)| Accept::new(valid, ready)).into_iter().chain(more).collect()
    }

    /// In a cycle of reset the outputs mean nothing: with a synchronous reset they are still those of the old state.
    fn cares(&self, input: &[u64], _: &[u64], _: usize) -> bool {
        input[self.words.nic_in.rst_n] == 1
    }

    fn simpler(&self, action: &NicAction) -> Vec<NicAction> {
        match action {
            NicAction::Traffic(action) => self.top.simpler(action).into_iter().map(NicAction::Traffic).collect(),
            NicAction::Send(action) => {
                let simpler = self.sender.as_ref().map_or(vec![], |sender| sender.simpler(action));
                simpler.into_iter().map(NicAction::Send).collect()
            }
            NicAction::Receive(action) => {
                let simpler = self.receiver.as_ref().map_or(vec![], |receiver| receiver.simpler(action));
                simpler.into_iter().map(NicAction::Receive).collect()
            }
            NicAction::Respond(action) => {
                let simpler = self.responder.as_ref().map_or(vec![], |responder| responder.simpler(action));
                simpler.into_iter().map(NicAction::Respond).collect()
            }
            NicAction::Probe(action) => {
                let simpler = self.prober.as_ref().map_or(vec![], |prober| prober.simpler(action));
                simpler.into_iter().map(NicAction::Probe).collect()
            }
            NicAction::Host(accesses) => {
                let n = accesses.len();
                let without = |k: usize| accesses.iter().enumerate().filter(move |(i, _)| *i != k).map(|(_, a)| *a);
                (0..n).map(|k| NicAction::Host(without(k).collect())).collect()
            }
        }
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        self.top.show(port, words)
    }

    fn drain(&self) -> u64 {
        self.top.drain()
    }

    fn watchdog(&self) -> u64 {
        // the host's part of a reset comes on top of the sweep
        self.top.watchdog() + 10 * self.host.setup().len() as u64
    }
}
