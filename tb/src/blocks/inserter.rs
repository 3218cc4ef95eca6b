//! `inserter` against its model: data packets of every shape, others, spoilt ones and noise, in beats that come at once
//! or with holes; policies that are written among them; beats that are taken at once, rarely or never; and resets in
//! mid-frame with another configuration behind.

use super::frame::hex;
use super::sweep::Sweep;
use super::words::words;
use crate::rng::splitmix64;
use crate::{Accept, Block, Column, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::wire::{bth, ethernet as eth, ipv4 as ipv4_at, udp as udp_at};
use model::inserter::{Config, In, Inserter as Model};
use model::packet::{bth::Repr as Bth, ethernet, frame, ip, ipv4, ipv6, udp};
use model::parser::{Beat, MAX_BEAT_BYTES};
use serde::{Deserialize, Serialize};

words!(Inputs {
    rst_n,
    init_we,
    init_addr,
    cfg_telemetry_area,
    cfg_max_frame_bytes,
    host_we,
    host_qpn,
    host_every,
    s_axis_tkeep,
    s_axis_tvalid,
    s_axis_tlast,
    s_axis_tuser,
    m_axis_tready,
});
words!(Outputs {
    s_axis_tready,
    m_axis_tkeep,
    m_axis_tvalid,
    m_axis_tlast,
    m_axis_tuser,
    inserted,
    passed,
    too_long,
    not_data,
    broken,
});

/// What does not change while frames are under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registers {
    pub area: u8,
    pub max_frame_bytes: u16,
}

impl Registers {
    fn draw(rng: &mut Rng) -> Registers {
        let area = match rng.below(8) {
            0 => 0,
            1 => 63,
            2 => 16 * rng.range(1, 3) as u8,
            3 => rng.range(1, 2) as u8,
            _ => rng.below(64) as u8,
        };
        let max_frame_bytes = match rng.below(4) {
            0 => rng.range(64, 500) as u16,
            1 => 16_383,
            _ => 9216,
        };
        Registers { area, max_frame_bytes }
    }
}

/// A frame on the stream.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaves {
    /// Cycles without a beat before it.
    pub gap: u32,
    /// Bit i: a cycle without a beat before beat i, over and over.
    pub holes: u64,
    pub qpn: u64,
    /// This beat's `tkeep` in place of the right one.
    pub keep: Option<(u32, u64)>,
    /// A QP, and the host's number; from beat `writes_at` on, at the latest beside the last.
    pub writes: Option<(u64, u64)>,
    pub writes_at: u32,
    /// `m_axis_tready` in so many of 16 cycles.
    pub ready: u64,
    /// This many cycles of reset after this many beats.
    pub reset: Option<(u32, u32)>,
    /// And from then on these registers.
    pub registers: Option<Registers>,
    #[serde(with = "hex")]
    pub bytes: Vec<u8>,
}

pub struct Inserter {
    inputs: Inputs,
    outputs: Outputs,
    tdata: [Column; 2],
    qps: u32,
    registers: Registers,
}

impl Inserter {
    pub fn new(design: &Design, qps: u32, seed: u64) -> Result<Inserter, Error> {
        let name = "inserter";
        let fail = || Error::Block { block: name.into(), what: "the design has no ports *_axis_tdata".into() };
        Ok(Inserter {
            inputs: Inputs::of(name, design.inputs())?,
            outputs: Outputs::of(name, design.outputs())?,
            tdata: [
                design.inputs().column("s_axis_tdata").ok_or_else(fail)?.clone(),
                design.outputs().column("m_axis_tdata").ok_or_else(fail)?.clone(),
            ],
            qps,
            registers: Registers::draw(&mut Rng::new(splitmix64(seed ^ 0x696e_7365))),
        })
    }

    fn width(&self) -> usize {
        self.tdata[0].width as usize / 8
    }
}

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
    tdata: [Column; 2],
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.reset();
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let mut tdata = [0; MAX_BEAT_BYTES];
        for (bytes, word) in tdata.chunks_exact_mut(8).zip(self.tdata[0].slice(row)) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let beat = Beat { tdata, tkeep: row[i.s_axis_tkeep], tlast: row[i.s_axis_tlast] == 1, tuser: false };
        let out = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            init: (row[i.init_we] == 1).then_some(row[i.init_addr] as u32),
            host: (row[i.host_we] == 1).then_some((row[i.host_qpn] as u32, row[i.host_every] as u8)),
            beat: (row[i.s_axis_tvalid] == 1).then_some(beat),
            qpn: row[i.s_axis_tuser] as u32,
            ready: row[i.m_axis_tready] == 1,
            cfg: Config { area: row[i.cfg_telemetry_area] as u8, max_frame_bytes: row[i.cfg_max_frame_bytes] as u16 },
        });
        output[o.s_axis_tready] = out.ready.into();
        output[o.inserted] = out.counts.inserted.into();
        output[o.passed] = out.counts.passed.into();
        output[o.too_long] = out.counts.too_long.into();
        output[o.not_data] = out.counts.not_data.into();
        output[o.broken] = out.counts.broken.into();
        output[o.m_axis_tvalid] = out.beat.is_some().into();
        if let Some(beat) = out.beat {
            output[o.m_axis_tlast] = beat.tlast.into();
            output[o.m_axis_tuser] = beat.tuser.into();
            output[o.m_axis_tkeep] = beat.tkeep;
            let words = &mut output[self.tdata[1].word..self.tdata[1].word + self.tdata[1].words];
            for (word, bytes) in words.iter_mut().zip(beat.tdata.chunks_exact(8)) {
                *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            }
        }
    }

    fn context(&self) -> Vec<Note> {
        vec![Note::new("QP 0", format!("{:?}", self.model.policy(0)))]
    }
}

struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    tdata: Column,
    sweep: Sweep,
    reset_left: u32,
    registers: Registers,
    frame: Option<Leaves>,
    ready: u64,
    /// The beat that is offered next, whether it has had its idle cycle, and whether the write is done.
    at: usize,
    gap_left: u32,
    rested: bool,
    written: bool,
    offers: bool,
    /// Cycles that the beat at the port has waited: in time, beats are taken.
    waited: u32,
    cycle: u64,
}

/// So many, whatever is asked.
const PATIENCE: u32 = 200;

impl Pins {
    /// The beat at `at`.
    fn beat(&self, frame: &Leaves, row: &mut [u64]) {
        let i = &self.inputs;
        let width = self.tdata.width as usize / 8;
        let bytes =
            &frame.bytes[(self.at * width).min(frame.bytes.len())..frame.bytes.len().min((self.at + 1) * width)];
        let ones = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        let keep = match frame.keep {
            Some((beat, keep)) if beat as usize == self.at => keep & ones,
            _ if bytes.len() == 64 => u64::MAX,
            _ => (1 << bytes.len()) - 1,
        };
        // behind the end there may be anything, and beside later beats another QP
        let mut all: Vec<u8> = bytes.to_vec();
        all.resize(width, splitmix64(self.cycle) as u8 | 1);
        row[i.s_axis_tvalid] = 1;
        row[i.s_axis_tlast] = ((self.at + 1) * width >= frame.bytes.len()).into();
        row[i.s_axis_tuser] = if self.at == 0 { frame.qpn } else { frame.qpn ^ 1 };
        row[i.s_axis_tkeep] = keep;
        for (k, eight) in all.chunks(8).enumerate() {
            row[self.tdata.word + k] = eight.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        }
    }
}

impl Driver<Leaves> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, Leaves>, row: &mut [u64]) {
        let i = self.inputs;
        self.cycle += 1;
        self.offers = false;
        if self.reset_left == 0 && self.sweep.is_done() && self.frame.is_none() {
            self.frame = feed.take();
            (self.at, self.rested, self.written) = (0, false, false);
            self.gap_left = self.frame.as_ref().map_or(0, |frame| frame.gap);
            // without more all is taken
            self.ready = self.frame.as_ref().map_or(16, |frame| frame.ready);
        }
        if let Some(frame) = &self.frame
            && let Some((beats, cycles)) = frame.reset
            && self.reset_left == 0
            && self.gap_left == 0
            && self.at >= beats as usize
        {
            self.reset_left = cycles;
            self.registers = frame.registers.unwrap_or(self.registers);
            self.sweep.restart();
            self.frame = None;
        }
        row[i.cfg_telemetry_area] = self.registers.area.into();
        row[i.cfg_max_frame_bytes] = self.registers.max_frame_bytes.into();
        row[i.m_axis_tready] = u64::from(self.cycle * 7 % 16 < self.ready || self.waited > PATIENCE);
        if self.reset_left > 0 || !self.sweep.is_done() {
            // writes and beats where none counts
            let noise = Leaves { qpn: self.cycle & 1, bytes: vec![self.cycle as u8; 100], ..Leaves::default() };
            let at = std::mem::replace(&mut self.at, (self.cycle % 3) as usize);
            if self.cycle % 5 < 2 {
                self.beat(&noise, row);
            }
            self.at = at;
            (row[i.host_we], row[i.host_every]) = (self.cycle / 3 % 2, 1);
            if self.reset_left > 0 {
                self.reset_left -= 1;
                row[i.rst_n] = 0;
                return;
            }
            self.sweep.drive(row, i.init_we, i.init_addr);
            row[i.host_qpn] = row[i.init_addr];
            return;
        }
        let Some(frame) = &self.frame else { return };
        if let Some((qpn, every)) = frame.writes {
            let beats = frame.bytes.len().div_ceil(self.tdata.width as usize / 8);
            let writes = !self.written && self.at >= beats.saturating_sub(1).min(frame.writes_at as usize);
            row[i.host_we] = writes.into();
            (row[i.host_qpn], row[i.host_every]) = (qpn, every);
            self.written |= writes;
        }
        if self.gap_left > 0 {
            self.gap_left -= 1;
        } else if frame.holes >> (self.at % 64) & 1 == 1 && !self.rested {
            self.rested = true;
        } else {
            self.offers = true;
            self.beat(frame, row);
        }
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        let taken = self.offers && row[self.inputs.rst_n] == 1 && output[self.outputs.s_axis_tready] == 1;
        if taken {
            (self.at, self.rested) = (self.at + 1, false);
            if row[self.inputs.s_axis_tlast] == 1 {
                self.frame = None;
            }
        }
        self.waited = if self.offers && !taken { self.waited + 1 } else { 0 };
    }

    fn is_idle(&self) -> bool {
        self.reset_left == 0 && self.sweep.is_done() && self.frame.is_none()
    }
}

/// A good frame; most are data packets.
fn packet(rng: &mut Rng) -> Vec<u8> {
    let tags = rng.below(4).min(rng.below(4)).min(2);
    let tag = |rng: &mut Rng| ethernet::VlanTag {
        tpid: if rng.chance(1, 2) { eth::TYPE_VLAN } else { eth::TYPE_QINQ },
        tci: rng.bits(16) as u16,
    };
    let tags = (0..tags).map(|_| tag(rng)).collect();
    let options = if rng.chance(1, 20) { 4 * rng.range(1, 10) as usize } else { 0 };
    let ip = if rng.chance(1, 2) {
        ip::Repr::V6(ipv6::Repr {
            traffic_class: rng.bits(8) as u8,
            flow_label: rng.bits(20) as u32,
            hop_limit: rng.bits(8) as u8,
            src: rng.bits(128).into(),
            dst: rng.bits(128).into(),
        })
    } else {
        ip::Repr::V4(ipv4::Repr {
            tos: rng.bits(8) as u8,
            ident: rng.bits(16) as u16,
            dont_fragment: rng.chance(1, 2),
            ttl: rng.bits(8) as u8,
            src: (rng.bits(32) as u32).into(),
            dst: (rng.bits(32) as u32).into(),
            options: random_bytes(rng, options),
        })
    };
    let most = *rng.pick(&[4, 20, 60]).unwrap_or(&20);
    let words = match rng.below(200) {
        0 => rng.range(900, 2300),
        1..=8 => rng.below(300),
        _ => rng.below(most),
    };
    let opcode = match rng.below(16) {
        0 => rng.bits(8) as u8,
        1 => *rng.pick(&[bth::OPCODE_ACK, bth::OPCODE_CNP, 0x0c, 0x64]).unwrap_or(&0x0c),
        2 => *rng.pick(&[0x0b, 0x16, 0x17, 0x20, 0x2b, 0x00]).unwrap_or(&0),
        3 => *rng.pick(&[0x15, 0x18, 0x1f, 0x2c]).unwrap_or(&0x15),
        _ => rng.below(0x0c) as u8,
    };
    let padding = if rng.chance(1, 4) { rng.below(80) as usize } else { 0 };
    let mac = |rng: &mut Rng| rng.bits(48).to_be_bytes()[10..].try_into().unwrap_or_default();
    let (dst, src) = (mac(rng), mac(rng));
    let repr = frame::Repr {
        ethernet: ethernet::Repr { dst, src, tags, ethertype: ip.ethertype() },
        ip,
        udp: udp::Repr {
            src_port: rng.bits(16) as u16,
            checksum: if rng.chance(1, 2) { 0 } else { rng.bits(16) as u16 },
        },
        area: vec![],
        bth: Bth {
            fecn: rng.chance(1, 2),
            becn: rng.chance(1, 2),
            pad_count: rng.bits(2) as u8,
            pkey: rng.bits(16) as u16,
            ..Bth::new(opcode, rng.bits(24) as u32, rng.bits(24) as u32)
        },
        body: frame::Body::Other(random_bytes(rng, 4 * words as usize)),
        padding: random_bytes(rng, padding),
    };
    repr.emit()
}

fn random_bytes(rng: &mut Rng, bytes: usize) -> Vec<u8> {
    (0..bytes).map(|_| rng.bits(8) as u8).collect()
}

/// Where the headers begin that a frame seems to have: IP, and UDP.
fn places(bytes: &[u8]) -> (usize, usize) {
    let half = |at: usize| bytes.get(at..at + 2).map_or(0, |half| u16::from_be_bytes([half[0], half[1]]));
    let mut at = eth::ETHERTYPE;
    while [eth::TYPE_VLAN, eth::TYPE_QINQ].contains(&half(at)) {
        at += 4;
    }
    (at + 2, at + 2 + if half(at) == eth::TYPE_IPV6 { 40 } else { 20 })
}

fn spoil(rng: &mut Rng, bytes: &mut Vec<u8>) {
    let (ip, udp) = places(bytes);
    let (is_v4, anywhere) = (udp - ip == 20, rng.below(bytes.len() as u64) as usize);
    let mut set = |at: usize, value: u8| {
        if let Some(byte) = bytes.get_mut(at) {
            *byte = value;
        }
    };
    match rng.below(12) {
        // a bit of what is looked at
        0..=2 => {
            let at = rng.below(udp as u64 + 12) as usize;
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << rng.below(8);
            }
        }
        // cut: anywhere, or near what is looked at, or by a few bytes
        3 => bytes.truncate(rng.range(1, bytes.len() as u64) as usize),
        4 => bytes.truncate((udp + rng.below(20) as usize).min(bytes.len())),
        5 => bytes.truncate(bytes.len().saturating_sub(rng.range(1, 5) as usize).max(1)),
        // another tag, so that there may be three
        6 => {
            let tag = eth::TYPE_VLAN.to_be_bytes();
            let many = rng.range(1, 3);
            for _ in 0..many {
                bytes.splice(12..12, [tag[0], tag[1], 0, 7]);
            }
        }
        7 if is_v4 => {
            set(ip + ipv4_at::FLAGS_FRAGMENT, 0x20 >> rng.below(2));
        }
        // lengths that fit together, and say anything
        8 | 9 => {
            let payload = if rng.chance(1, 2) { 4 * rng.below(16) } else { rng.bits(16) as u64 } as u16;
            let total = if is_v4 { payload.wrapping_add(20) } else { payload };
            let at = if is_v4 { ip + ipv4_at::TOTAL_LENGTH } else { ip + 4 };
            for (k, byte) in total.to_be_bytes().into_iter().enumerate() {
                set(at + k, byte);
            }
            for (k, byte) in payload.to_be_bytes().into_iter().enumerate() {
                set(udp + udp_at::LENGTH + k, byte);
            }
        }
        10 => {
            *bytes = {
                let many = rng.range(1, 200) as usize;
                random_bytes(rng, many)
            }
        }
        _ => set(anywhere, rng.bits(8) as u8),
    }
}

impl Block for Inserter {
    type Action = Leaves;

    fn name(&self) -> &str {
        "inserter"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Leaves>) {
        let qps = u64::from(self.qps);
        let few = rng.range(1, 5);
        // neighbours in one bit, so that a comparison that lacks a bit shows
        let first = rng.bits(16) as u64 % qps;
        let bits = u64::from(qps.ilog2());
        let hot: Vec<u64> = (0..few).map(|k| if k == 0 { first } else { first ^ 1 << rng.below(bits) }).collect();
        let (dense, spoilt, hosts) = (rng.below(4), rng.below(4), *rng.pick(&[2u64, 8, 40]).unwrap_or(&8));
        let most = *rng.pick(&[1u64, 2, 4, 255]).unwrap_or(&4);
        let mut ready = *rng.pick(&[16u64, 16, 16, 9, 2]).unwrap_or(&16);
        for k in 0..n as u64 {
            if rng.chance(1, 40) {
                ready = *rng.pick(&[16u64, 16, 16, 9, 1, 0]).unwrap_or(&16);
            }
            let named = |rng: &mut Rng| *rng.pick(&hot).unwrap_or(&first);
            let mut a = Leaves { qpn: named(rng), ready, bytes: packet(rng), ..Leaves::default() };
            if spoilt > 0 && rng.chance(spoilt, 8) {
                spoil(rng, &mut a.bytes);
            }
            if k < few {
                a.writes = Some((hot[k as usize], rng.range(1, most)));
            } else if rng.chance(1, hosts) {
                a.writes = Some((named(rng), rng.below(most + 1)));
            }
            a.writes_at = if k < few { 0 } else { rng.below(14) as u32 };
            a.gap = if dense >= 2 && rng.chance(1, 2) { rng.below(12) as u32 } else { 0 };
            a.holes = if dense == 3 { rng.next_u64() & rng.next_u64() } else { 0 };
            if spoilt > 1 && rng.chance(1, 20) {
                let beats = a.bytes.len().div_ceil(self.width()) as u64;
                let odd = if rng.chance(1, 4) { 0 } else { rng.edge(64) as u64 };
                let beat = if rng.chance(1, 2) { beats - 1 } else { rng.below(beats.min(12)) };
                a.keep = Some((beat as u32, odd));
            }
            if rng.chance(1, u64::max(300, qps / 4)) {
                a.reset = Some((rng.below(6) as u32, rng.range(1, 5) as u32));
                a.registers = Some(Registers::draw(rng));
            }
            out.push(a);
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let model = Model::new(self.qps, self.tdata[0].width);
        let (inputs, outputs, tdata) = (self.inputs, self.outputs, self.tdata.clone());
        Box::new(Reference { model, inputs, outputs, tdata })
    }

    fn driver(&self) -> Box<dyn Driver<Leaves>> {
        Box::new(Pins {
            inputs: self.inputs,
            outputs: self.outputs,
            tdata: self.tdata[0].clone(),
            sweep: Sweep::new(self.qps.into()),
            reset_left: 0,
            registers: self.registers,
            frame: None,
            ready: 16,
            at: 0,
            gap_left: 0,
            rested: false,
            written: false,
            offers: false,
            waited: 0,
            cycle: 0,
        })
    }

    fn streams(&self) -> Vec<Stream> {
        let payload = ["m_axis_tdata", "m_axis_tkeep", "m_axis_tlast", "m_axis_tuser"];
        vec![Stream::new("m_axis_tvalid", Some("m_axis_tready"), &payload)]
    }

    fn accepts(&self) -> Vec<Accept> {
        vec![Accept::new("s_axis_tvalid", "s_axis_tready")]
    }

    fn simpler(&self, a: &Leaves) -> Vec<Leaves> {
        let mut tries = vec![
            Leaves { reset: None, registers: None, ..a.clone() },
            Leaves { gap: 0, ..a.clone() },
            Leaves { holes: 0, ..a.clone() },
            Leaves { keep: None, ..a.clone() },
            Leaves { writes: None, ..a.clone() },
            Leaves { writes: a.writes.map(|(qpn, _)| (qpn, 1)), ..a.clone() },
            Leaves { writes_at: 0, ..a.clone() },
            Leaves { ready: 16, ..a.clone() },
            Leaves { qpn: 0, writes: a.writes.map(|(_, every)| (0, every)), ..a.clone() },
            Leaves { bytes: vec![0; 60], ..a.clone() },
        ];
        tries.retain(|t| t != a);
        tries
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + 12_000
    }
}
