//! `responder` against its model: answers in every cycle or hardly any, of one QP or of many, headers and MSNs that are
//! written among them, beats that are taken at once, rarely or never, and resets with another configuration behind.

use super::sweep::Sweep;
use super::telemetry::Setting;
use super::words::{word, words};
use crate::rng::splitmix64;
use crate::{Accept, Block, Column, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::answers::{RTT_REQUEST, RTT_RESPONSE, TELEMETRY_REQUEST, TELEMETRY_RESPONSE};
use layout::fixed::U;
use layout::hpcc::MAX_HOPS;
use layout::record::Kind;
use layout::telemetry::Place;
use layout::wire::EcePlace;
use model::hpcc::{Hop, Telemetry};
use model::responder::{Answer, Ask, Config, Header, In, Reply, Responder as Model};
use serde::{Deserialize, Serialize};

words!(Inputs {
    rst_n,
    init_we,
    init_addr,
    cfg_ece_place,
    cfg_cnp_dscp,
    cfg_telemetry_place,
    cfg_telemetry_offset,
    cfg_telemetry_area,
    cfg_telemetry_profile,
    host_we,
    host_qpn,
    host_valid,
    host_v6,
    host_tagged,
    host_tci,
    host_dst_mac,
    host_src_mac,
    host_dst_ip_high,
    host_dst_ip_low,
    host_src_ip_high,
    host_src_ip_low,
    host_tos,
    host_ttl,
    host_flow,
    host_src_port,
    host_dest_qp,
    host_pkey,
    msn_we,
    msn_qpn,
    msn,
    s_answer_valid,
    s_answer_qpn,
    s_answer_kind,
    s_answer_psn,
    s_answer_ece,
    s_answer_telemetry,
    s_answer_path,
    s_answer_n_hop,
    m_axis_tready,
});
words!(ReplyIn { cfg_reply_rtt, cfg_reply_telemetry, cfg_reply_dscp });
words!(ReplyOut { responses, closed });
words!(AskIn { cfg_ask_rtt, cfg_ask_telemetry, cfg_ask_dscp });
words!(AskOut { requests, unsent });
words!(Outputs { s_answer_ready, m_axis_tvalid, m_axis_tlast, m_axis_tkeep, acks, naks, cnps, unwritten, unknown });

/// The words of a hop's ports.
#[derive(Clone, Copy)]
struct HopIn {
    speed: usize,
    ts: usize,
    tx: usize,
    q: usize,
}

/// What the host writes of a QP: all but what is named is drawn from the seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Writes {
    pub qpn: u64,
    pub valid: bool,
    pub v6: bool,
    pub tagged: bool,
    pub seed: u64,
}

/// What does not change while frames are under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registers {
    /// By number.
    pub ece_place: u8,
    pub cnp_dscp: u8,
    pub telemetry: Setting,
    /// Where responses are made: their opcodes, RTT's first, and a DSCP.
    #[serde(default)]
    pub reply: [u8; 3],
    /// Likewise of requests.
    #[serde(default)]
    pub ask: [u8; 3],
}

/// What of a responder is there or not.
#[derive(Clone, Copy)]
struct Makes {
    /// Where responses are made.
    reply: Option<(ReplyIn, ReplyOut)>,
    /// Where requests are.
    ask: Option<(AskIn, AskOut)>,
    /// Where either is.
    time: Option<usize>,
}

impl Makes {
    fn of(design: &Design) -> Result<Makes, Error> {
        let (name, [inputs, outputs]) = ("responder", [design.inputs(), design.outputs()]);
        let has = |port: &str| inputs.column(port).map(|column| column.word);
        let reply = |_| Ok::<_, Error>((ReplyIn::of(name, inputs)?, ReplyOut::of(name, outputs)?));
        let ask = |_| Ok::<_, Error>((AskIn::of(name, inputs)?, AskOut::of(name, outputs)?));
        Ok(Makes {
            reply: has("cfg_reply_rtt").map(reply).transpose()?,
            ask: has("cfg_ask_rtt").map(ask).transpose()?,
            time: has("s_answer_time"),
        })
    }

    /// Kinds of what it makes.
    fn kinds(&self) -> Vec<u8> {
        let replies = self.reply.map(|_| [RTT_RESPONSE, TELEMETRY_RESPONSE]);
        let asks = self.ask.map(|_| [RTT_REQUEST, TELEMETRY_REQUEST]);
        replies.into_iter().chain(asks).flatten().collect()
    }
}

/// Answers of a QP, and how the cycles are from here on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    /// Cycles without an answer before them.
    pub gap: u32,
    /// So many of them, one behind the other.
    pub times: u32,
    pub qpn: u64,
    pub kind: u64,
    /// Of the first.
    pub psn: u64,
    pub ece: bool,
    /// Hops, and what the rest of the telemetry is drawn from.
    pub telemetry: Option<(u64, u64)>,
    /// In the cycle in which the first is offered.
    pub writes: Option<Writes>,
    /// Likewise: QP and MSN.
    pub msn: Option<(u64, u64)>,
    /// `m_axis_tready` in so many of 16 cycles.
    pub ready: u64,
    /// In its place: this many cycles of reset.
    pub reset: u32,
    /// And from then on these registers.
    pub registers: Option<Registers>,
}

pub struct Responder {
    inputs: Inputs,
    hops: Vec<HopIn>,
    outputs: Outputs,
    makes: Makes,
    tdata: Column,
    qps: u32,
    registers: Registers,
}

impl Responder {
    pub fn new(design: &Design, qps: u32, hops: u32, seed: u64) -> Result<Responder, Error> {
        let name = "responder";
        let hop = |i| {
            let port = |field: &str| word(name, design.inputs(), &format!("s_answer_hop_{i}_{field}"));
            Ok(HopIn { speed: port("speed")?, ts: port("ts")?, tx: port("tx")?, q: port("q")? })
        };
        let fail = || Error::Block { block: name.into(), what: "the design has no port m_axis_tdata".into() };
        let makes = Makes::of(design)?;
        let mut rng = Rng::new(splitmix64(seed ^ 0x7265_7370));
        Ok(Responder {
            inputs: Inputs::of(name, design.inputs())?,
            hops: (0..hops).map(hop).collect::<Result<_, Error>>()?,
            outputs: Outputs::of(name, design.outputs())?,
            tdata: design.outputs().column("m_axis_tdata").ok_or_else(fail)?.clone(),
            qps,
            registers: Registers::draw(&mut rng, &makes),
            makes,
        })
    }
}

impl Registers {
    fn draw(rng: &mut Rng, makes: &Makes) -> Registers {
        let mut telemetry = Setting::draw(rng);
        if rng.chance(1, 16) {
            // the longest frames
            (telemetry.place, telemetry.area) = (Place::Udp as u8, 63);
        }
        let (ece_place, cnp_dscp) = (rng.below(4) as u8, rng.bits(6) as u8);
        let mut three = |there: bool| {
            if there { [rng.bits(8) as u8, rng.bits(8) as u8, rng.bits(6) as u8] } else { [0; 3] }
        };
        let (reply, ask) = (three(makes.reply.is_some()), three(makes.ask.is_some()));
        Registers { ece_place, cnp_dscp, telemetry, reply, ask }
    }

    fn config(&self, makes: &Makes) -> Config {
        let [rtt, telemetry, dscp] = self.reply;
        let reply = makes.reply.map(|_| Reply { rtt, telemetry, dscp });
        let [rtt, telemetry, dscp] = self.ask;
        Config {
            reply,
            ask: makes.ask.map(|_| Ask { rtt, telemetry, dscp }),
            ece_place: EcePlace::ALL[usize::from(self.ece_place)],
            cnp_dscp: self.cnp_dscp,
            telemetry: self.telemetry.config(),
        }
    }
}

/// Words drawn from a seed, one after the other.
pub(super) fn drawn(seed: u64) -> impl FnMut(u32) -> u64 {
    let mut state = seed;
    move |bits| {
        state = splitmix64(state ^ 0x9e37_79b9_7f4a_7c15);
        state >> (64 - bits)
    }
}

struct Reference {
    model: Model,
    inputs: Inputs,
    hops: Vec<HopIn>,
    outputs: Outputs,
    makes: Makes,
    tdata: Column,
}

fn mac(bits: u64) -> [u8; 6] {
    std::array::from_fn(|k| (bits >> (40 - 8 * k)) as u8)
}

impl Reference {
    fn header(&self, row: &[u64]) -> Header {
        let i = &self.inputs;
        let wide = |high: usize, low: usize| u128::from(row[high]) << 64 | u128::from(row[low]);
        Header {
            valid: row[i.host_valid] == 1,
            v6: row[i.host_v6] == 1,
            tci: (row[i.host_tagged] == 1).then_some(row[i.host_tci] as u16),
            dst_mac: mac(row[i.host_dst_mac]),
            src_mac: mac(row[i.host_src_mac]),
            dst_ip: wide(i.host_dst_ip_high, i.host_dst_ip_low),
            src_ip: wide(i.host_src_ip_high, i.host_src_ip_low),
            tos: row[i.host_tos] as u8,
            ttl: row[i.host_ttl] as u8,
            flow: row[i.host_flow] as u32,
            src_port: row[i.host_src_port] as u16,
            dest_qp: row[i.host_dest_qp] as u32,
            pkey: row[i.host_pkey] as u16,
        }
    }

    fn telemetry(&self, row: &[u64]) -> Telemetry<MAX_HOPS> {
        let i = &self.inputs;
        let n_hop = row[i.s_answer_n_hop];
        let mut hops = [Hop::default(); MAX_HOPS];
        // from n_hop on they do not count
        for (hop, port) in hops.iter_mut().zip(&self.hops).take(n_hop as usize) {
            *hop = Hop {
                speed: U::wrap(row[port.speed]),
                ts: U::wrap(row[port.ts]),
                tx_bytes: U::wrap(row[port.tx]),
                q_len: U::wrap(row[port.q]),
            };
        }
        Telemetry { path: U::wrap(row[i.s_answer_path]), n_hop: U::wrap(n_hop), hops }
    }
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.reset();
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let registers = Registers {
            ece_place: row[i.cfg_ece_place] as u8,
            cnp_dscp: row[i.cfg_cnp_dscp] as u8,
            telemetry: Setting {
                place: row[i.cfg_telemetry_place] as u8,
                offset: row[i.cfg_telemetry_offset] as u8,
                area: row[i.cfg_telemetry_area] as u8,
                profile: row[i.cfg_telemetry_profile] as u8,
            },
            reply: self.makes.reply.map_or([0; 3], |(i, _)| {
                [i.cfg_reply_rtt, i.cfg_reply_telemetry, i.cfg_reply_dscp].map(|port| row[port] as u8)
            }),
            ask: self.makes.ask.map_or([0; 3], |(i, _)| {
                [i.cfg_ask_rtt, i.cfg_ask_telemetry, i.cfg_ask_dscp].map(|port| row[port] as u8)
            }),
        };
        let answer = Answer {
            qpn: row[i.s_answer_qpn] as u32,
            kind: row[i.s_answer_kind] as u8,
            psn: row[i.s_answer_psn] as u32,
            ece: row[i.s_answer_ece] == 1,
            telemetry: (row[i.s_answer_telemetry] == 1).then(|| self.telemetry(row)),
            time: self.makes.time.map_or(0, |port| row[port] as u32),
        };
        let out = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            init: (row[i.init_we] == 1).then_some(row[i.init_addr] as u32),
            host: (row[i.host_we] == 1).then(|| (row[i.host_qpn] as u32, self.header(row))),
            msn: (row[i.msn_we] == 1).then_some((row[i.msn_qpn] as u32, row[i.msn] as u32)),
            answer: (row[i.s_answer_valid] == 1).then_some(answer),
            ready: row[i.m_axis_tready] == 1,
            cfg: registers.config(&self.makes),
        });
        output[o.s_answer_ready] = out.answer_ready.into();
        output[o.acks] = out.counts.acks.into();
        output[o.naks] = out.counts.naks.into();
        output[o.cnps] = out.counts.cnps.into();
        output[o.unwritten] = out.counts.unwritten.into();
        output[o.unknown] = out.counts.unknown.into();
        if let Some((_, o)) = &self.makes.reply {
            output[o.responses] = out.counts.responses.into();
            output[o.closed] = out.counts.closed.into();
        }
        if let Some((_, o)) = &self.makes.ask {
            output[o.requests] = out.counts.requests.into();
            output[o.unsent] = out.counts.unsent.into();
        }
        output[o.m_axis_tvalid] = out.beat.is_some().into();
        if let Some(beat) = out.beat {
            output[o.m_axis_tlast] = beat.tlast.into();
            output[o.m_axis_tkeep] = beat.tkeep;
            let words = &mut output[self.tdata.word..self.tdata.word + self.tdata.words];
            for (word, bytes) in words.iter_mut().zip(beat.tdata.chunks_exact(8)) {
                *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            }
        }
    }

    fn context(&self) -> Vec<Note> {
        vec![Note::new("QP 0", format!("{:?}", self.model.header(0)))]
    }
}

struct Pins {
    inputs: Inputs,
    hops: Vec<HopIn>,
    outputs: Outputs,
    makes: Makes,
    sweep: Sweep,
    reset_left: u32,
    registers: Registers,
    /// What is under way, and how the cycles are.
    now: Answers,
    gap_left: u32,
    sent: u32,
    /// The first was offered, and the writes of its cycle are done.
    written: bool,
    offers: bool,
    /// Cycles that the answer at the port has waited: in time, beats are taken.
    waited: u32,
    cycle: u64,
}

/// So many, whatever is asked.
const PATIENCE: u32 = 300;

impl Pins {
    fn write(&self, row: &mut [u64], writes: &Writes) {
        let i = &self.inputs;
        let mut word = drawn(writes.seed);
        row[i.host_qpn] = writes.qpn;
        (row[i.host_valid], row[i.host_v6]) = (writes.valid.into(), writes.v6.into());
        (row[i.host_tagged], row[i.host_tci]) = (writes.tagged.into(), word(16));
        (row[i.host_dst_mac], row[i.host_src_mac]) = (word(48), word(48));
        (row[i.host_dst_ip_high], row[i.host_dst_ip_low]) = (word(64), word(64));
        (row[i.host_src_ip_high], row[i.host_src_ip_low]) = (word(64), word(64));
        (row[i.host_tos], row[i.host_ttl], row[i.host_flow]) = (word(8), word(8), word(20));
        (row[i.host_src_port], row[i.host_dest_qp], row[i.host_pkey]) = (word(16), word(24), word(16));
        if writes.seed % 4 == 1 {
            // the checksum of a plain ACK is carried a second time: the sum of its header is 0xffff, and more above
            let fixed = (row[i.host_ttl] << 8) + row[i.host_tos] + 0x8525 + 4 * 7 + 3 * 0xffff;
            row[i.host_src_ip_low] = u64::MAX;
            row[i.host_dst_ip_low] = !0xffff | 0xffff & !fixed;
        }
    }

    fn answer(&self, row: &mut [u64], now: &Answers) {
        let i = &self.inputs;
        (row[i.s_answer_qpn], row[i.s_answer_kind]) = (now.qpn, now.kind);
        row[i.s_answer_psn] = (now.psn + u64::from(self.sent)) & 0xff_ffff;
        row[i.s_answer_ece] = now.ece.into();
        row[i.s_answer_telemetry] = now.telemetry.is_some().into();
        // without telemetry too there is something, which does not count
        let (n_hop, seed) = now.telemetry.unwrap_or((now.psn % 16, now.psn));
        let mut word = drawn(seed);
        (row[i.s_answer_n_hop], row[i.s_answer_path]) = (n_hop, word(12));
        if let Some(port) = self.makes.time {
            row[port] = drawn(now.psn << 20 ^ u64::from(self.sent))(32);
        }
        for hop in &self.hops {
            (row[hop.speed], row[hop.ts], row[hop.tx], row[hop.q]) = (word(4), word(24), word(20), word(16));
        }
    }

    /// Writes where none counts, in reset and while the memories are initialised, and answers of QPs without a header.
    fn ignored(&mut self, row: &mut [u64]) {
        let i = self.inputs;
        self.write(row, &Writes { qpn: row[i.init_addr], valid: true, seed: self.cycle, ..Writes::default() });
        (row[i.host_we], row[i.msn_we], row[i.s_answer_valid]) = (self.cycle / 3 % 2, self.cycle / 2 % 2, 1);
        (row[i.msn_qpn], row[i.msn]) = (row[i.init_addr], 0xff_00ff);
        self.answer(row, &Answers { qpn: row[i.init_addr], ..Answers::default() });
        row[i.m_axis_tready] = 1;
    }
}

impl Driver<Answers> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, Answers>, row: &mut [u64]) {
        let i = self.inputs;
        self.cycle += 1;
        self.offers = false;
        if self.reset_left == 0 && self.sweep.is_done() && self.sent == self.now.times {
            // without more all is taken
            self.now = feed.take().unwrap_or(Answers { ready: 16, ..Answers::default() });
            (self.gap_left, self.sent, self.written) = (self.now.gap, 0, false);
            if self.now.reset > 0 {
                self.reset_left = self.now.reset;
                self.registers = self.now.registers.unwrap_or(self.registers);
                self.sweep.restart();
                self.now = Answers::default();
            }
        }
        row[i.cfg_ece_place] = self.registers.ece_place.into();
        row[i.cfg_cnp_dscp] = self.registers.cnp_dscp.into();
        row[i.cfg_telemetry_place] = self.registers.telemetry.place.into();
        row[i.cfg_telemetry_offset] = self.registers.telemetry.offset.into();
        row[i.cfg_telemetry_area] = self.registers.telemetry.area.into();
        row[i.cfg_telemetry_profile] = self.registers.telemetry.profile.into();
        if let Some((i, _)) = &self.makes.reply {
            let [rtt, telemetry, dscp] = self.registers.reply;
            (row[i.cfg_reply_rtt], row[i.cfg_reply_telemetry]) = (rtt.into(), telemetry.into());
            row[i.cfg_reply_dscp] = dscp.into();
        }
        if let Some((i, _)) = &self.makes.ask {
            let [rtt, telemetry, dscp] = self.registers.ask;
            (row[i.cfg_ask_rtt], row[i.cfg_ask_telemetry]) = (rtt.into(), telemetry.into());
            row[i.cfg_ask_dscp] = dscp.into();
        }
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[i.rst_n] = 0;
            return self.ignored(row);
        }
        if self.sweep.drive(row, i.init_we, i.init_addr) {
            return self.ignored(row);
        }
        let now = self.now;
        row[i.m_axis_tready] = u64::from(self.cycle * 7 % 16 < now.ready || self.waited > PATIENCE);
        self.write(row, &now.writes.unwrap_or_default());
        self.answer(row, &now);
        let (msn_qpn, msn) = now.msn.unwrap_or((now.qpn, 0));
        (row[i.msn_qpn], row[i.msn]) = (msn_qpn, msn);
        if self.gap_left > 0 {
            self.gap_left -= 1;
        } else if now.times > 0 {
            self.offers = true;
            row[i.s_answer_valid] = 1;
            row[i.host_we] = u64::from(now.writes.is_some() && !self.written);
            row[i.msn_we] = u64::from(now.msn.is_some() && !self.written);
            self.written = true;
        }
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        let taken = self.offers && row[self.inputs.rst_n] == 1 && output[self.outputs.s_answer_ready] == 1;
        self.sent += u32::from(taken);
        self.waited = if self.offers && !taken { self.waited + 1 } else { 0 };
    }

    fn is_idle(&self) -> bool {
        self.reset_left == 0 && self.sweep.is_done() && self.sent == self.now.times
    }
}

impl Responder {
    fn telemetry(&self, rng: &mut Rng) -> Option<(u64, u64)> {
        let hops = self.hops.len() as u64;
        let n_hop = match rng.below(8) {
            0 => rng.below(16),
            1 => hops,
            2 => 0,
            _ => rng.below(hops + 1),
        };
        rng.chance(3, 4).then(|| (n_hop, rng.bits(64) as u64))
    }

    fn kind(rng: &mut Rng) -> u64 {
        match rng.below(32) {
            0 => rng.below(8),
            1..=4 => Kind::Loss as u64,
            5..=11 => Kind::Cnp as u64,
            _ => Kind::Ack as u64,
        }
    }

    fn writes(rng: &mut Rng, qpn: u64, often_valid: u64) -> Writes {
        let valid = !rng.chance(1, often_valid);
        Writes { qpn, valid, v6: rng.chance(1, 2), tagged: rng.chance(1, 2), seed: rng.bits(64) as u64 }
    }
}

impl Block for Responder {
    type Action = Answers;

    fn name(&self) -> &str {
        "responder"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Answers>) {
        let qps = u64::from(self.qps);
        let few = rng.range(1, 7);
        // neighbours in one bit, so that a comparison that lacks a bit shows
        let first = rng.bits(16) as u64 % qps;
        let bits = u64::from(qps.ilog2());
        let hot: Vec<u64> = (0..few).map(|k| if k == 0 { first } else { first ^ 1 << rng.below(bits) }).collect();
        let who = rng.below(4);
        let (kinds, dense) = (rng.below(4), rng.below(3));
        let hosts = *rng.pick(&[2u64, 12, 100, 100]).unwrap_or(&100);
        let mut ready = *rng.pick(&[16u64, 16, 16, 9, 2]).unwrap_or(&16);
        let stop = rng.chance(1, 40).then(|| rng.below(n as u64));
        for k in 0..n as u64 {
            if rng.chance(1, 40) {
                ready = *rng.pick(&[16u64, 16, 16, 9, 1]).unwrap_or(&16);
            }
            let qpn = match who {
                _ if k < few => hot[k as usize],
                0 => first,
                1 | 2 => *rng.pick(&hot).unwrap_or(&first),
                _ => rng.bits(16) as u64 % qps,
            };
            let kind = match kinds {
                0 => Kind::Ack as u64,
                _ => Self::kind(rng),
            };
            let made = self.makes.kinds();
            let kind = if !made.is_empty() && rng.chance(1, 3) {
                rng.pick(&made).map_or(kind, |made| (*made).into())
            } else {
                kind
            };
            let mut a = Answers { qpn, kind, psn: rng.bits(24) as u64, times: 1, ready, ..Answers::default() };
            a.ece = rng.chance(1, 2);
            a.telemetry = self.telemetry(rng);
            if rng.chance(1, 24) {
                a.times = rng.range(1, 40) as u32;
            }
            a.gap = match dense {
                1 if rng.chance(1, 4) => rng.below(24) as u32,
                2 if rng.chance(1, 2) => rng.below(40) as u32,
                _ => 0,
            };
            let named = if rng.chance(1, 3) { qpn } else { *rng.pick(&hot).unwrap_or(&first) };
            a.writes = if k < few {
                Some(Self::writes(rng, qpn, 20))
            } else {
                rng.chance(1, hosts).then(|| Self::writes(rng, named, 6))
            };
            a.msn = rng.chance(1, 3).then(|| (named, rng.bits(24) as u64));
            if stop == Some(k) {
                // nothing is taken until all that can wait does
                (a.ready, a.times) = (0, 1);
                a.gap = rng.range(20, 400) as u32;
            }
            if rng.chance(1, u64::max(1000, qps / 4)) {
                a.reset = rng.range(1, 5) as u32;
                a.registers = Some(Registers::draw(rng, &self.makes));
            }
            out.push(a);
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let model = Model::new(self.qps, self.hops.len(), self.tdata.width);
        let (inputs, hops, outputs, tdata) = (self.inputs, self.hops.clone(), self.outputs, self.tdata.clone());
        Box::new(Reference { model, inputs, hops, outputs, makes: self.makes, tdata })
    }

    fn driver(&self) -> Box<dyn Driver<Answers>> {
        let (now, sweep) = (Answers::default(), Sweep::new(self.qps.into()));
        Box::new(Pins {
            inputs: self.inputs,
            hops: self.hops.clone(),
            outputs: self.outputs,
            makes: self.makes,
            sweep,
            reset_left: 0,
            registers: self.registers,
            now,
            gap_left: 0,
            sent: 0,
            written: false,
            offers: false,
            waited: 0,
            cycle: 0,
        })
    }

    fn streams(&self) -> Vec<Stream> {
        let payload = ["m_axis_tdata", "m_axis_tkeep", "m_axis_tlast"];
        vec![Stream::new("m_axis_tvalid", Some("m_axis_tready"), &payload)]
    }

    fn accepts(&self) -> Vec<Accept> {
        vec![Accept::new("s_answer_valid", "s_answer_ready")]
    }

    fn simpler(&self, a: &Answers) -> Vec<Answers> {
        let writes = a.writes;
        let mut tries = vec![
            Answers { reset: 0, registers: None, ..*a },
            Answers { gap: 0, ..*a },
            Answers { gap: a.gap / 2, ..*a },
            Answers { times: 1, ..*a },
            Answers { times: a.times / 2 + a.times % 2, ..*a },
            Answers { writes: None, ..*a },
            Answers { writes: writes.map(|w| Writes { v6: false, ..w }), ..*a },
            Answers { writes: writes.map(|w| Writes { tagged: false, ..w }), ..*a },
            Answers { writes: writes.map(|w| Writes { seed: 0, ..w }), ..*a },
            Answers { msn: None, ..*a },
            Answers { ready: 16, ..*a },
            Answers { ece: false, ..*a },
            Answers { telemetry: None, ..*a },
            Answers { telemetry: a.telemetry.map(|(_, seed)| (0, seed)), ..*a },
            Answers { telemetry: a.telemetry.map(|(n_hop, _)| (n_hop, 0)), ..*a },
            Answers { kind: 0, ..*a },
            Answers { qpn: 0, ..*a },
            Answers { psn: 0, ..*a },
        ];
        tries.retain(|t| t != a);
        tries
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + 4000
    }
}
