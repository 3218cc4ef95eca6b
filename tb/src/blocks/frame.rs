//! Frames that drive the parser: good ones of every shape, and every way that we know of to spoil one.

use super::paths::Paths;
use super::sequence::Psns;
use super::telemetry::{self, Setting};
use crate::Rng;
use layout::prober::OPCODES;
use layout::telemetry::Place;
use layout::wire::{EcePlace, bth, ethernet as eth, ipv4 as ipv4_at};
use model::packet::classify::{Opcodes, OwnAddresses, ParserConfig};
use model::packet::{aeth, bth::Repr as Bth, cnp, ethernet, frame, ip, ipv4, ipv6, lsn, udp};
use serde::{Deserialize, Serialize};

/// One frame on the stream.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameAction {
    /// Idle cycles before it.
    pub gap: u32,
    /// Bit i: an idle cycle before beat i, over and over.
    pub holes: u64,
    /// Cycles in which the queue has no room, from its first beat on.
    pub full: u32,
    /// `tuser` on the last beat.
    pub error: bool,
    /// This beat's `tkeep` in place of the right one.
    pub keep: Option<(u32, u64)>,
    /// This many cycles of reset after this many beats.
    pub reset: Option<(u32, u32)>,
    /// Where telemetry stands from this frame on, when all before it have gone; none: as the run's configuration says.
    #[serde(default)]
    pub telemetry: Option<Setting>,
    /// The same of the parser's other registers.
    #[serde(default)]
    pub registers: Option<Registers>,
    /// As it starts, the NIC has sent: QP and next PSN.
    #[serde(default)]
    pub tx: Option<(u64, u64)>,
    #[serde(with = "hex")]
    pub bytes: Vec<u8>,
}

impl FrameAction {
    /// What the parser is told while this frame passes, in a run with this configuration.
    pub fn config(&self, run: &ParserConfig) -> ParserConfig {
        let telemetry = self.telemetry.map_or(run.telemetry, |t| t.config());
        ParserConfig { telemetry, ..self.registers.map_or(*run, |r| r.config(run)) }
    }
}

/// The parser's registers but for the place of telemetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registers {
    pub qpn_base: u32,
    /// By number.
    pub ece_place: u8,
    pub max_frame_bytes: u16,
    #[serde(default)]
    pub own: Own,
}

/// The ports `cfg_own_*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Own {
    pub check: u8,
    pub mac: u64,
    pub ipv4: u32,
    /// High and low.
    pub ipv6: [u64; 2],
}

impl From<OwnAddresses> for Own {
    fn from(own: OwnAddresses) -> Own {
        let check = u8::from(own.mac.is_some()) | u8::from(own.ipv4.is_some()) << 1 | u8::from(own.ipv6.is_some()) << 2;
        let mac = own.mac.map_or(0, |[a, b, c, d, e, f]| u64::from_be_bytes([0, 0, a, b, c, d, e, f]));
        let ipv6 = own.ipv6.map_or(0, u128::from);
        Own { check, mac, ipv4: own.ipv4.map_or(0, u32::from), ipv6: [(ipv6 >> 64) as u64, ipv6 as u64] }
    }
}

impl Own {
    /// In half of them nothing is compared.
    fn draw(rng: &mut Rng) -> Own {
        let check = if rng.chance(1, 2) { 0 } else { rng.bits(3) as u8 };
        Own { check, mac: rng.bits(48) as u64, ipv4: rng.bits(32) as u32, ipv6: [rng.next_u64(), rng.next_u64()] }
    }

    pub fn config(&self) -> OwnAddresses {
        let [_, _, mac @ ..] = self.mac.to_be_bytes();
        let [high, low] = self.ipv6.map(u128::from);
        OwnAddresses {
            mac: (self.check & 1 != 0).then_some(mac),
            ipv4: (self.check & 2 != 0).then(|| self.ipv4.into()),
            ipv6: (self.check & 4 != 0).then(|| (high << 64 | low).into()),
        }
    }
}

impl Registers {
    pub fn draw(rng: &mut Rng) -> Registers {
        let ece_place = rng.below(EcePlace::ALL.len() as u64) as u8;
        let max_frame_bytes = if rng.chance(1, 2) { 9216 } else { rng.range(60, 2000) as u16 };
        let qpn_base = if rng.chance(1, 2) { 0 } else { rng.bits(24) as u32 };
        Registers { qpn_base, ece_place, max_frame_bytes, own: Own::draw(rng) }
    }

    fn config(self, run: &ParserConfig) -> ParserConfig {
        let ece_place = EcePlace::ALL.get(usize::from(self.ece_place)).copied().unwrap_or(run.ece_place);
        let (qpn_base, max_frame_bytes, own) = (self.qpn_base, self.max_frame_bytes, self.own.config());
        ParserConfig { qpn_base, ece_place, max_frame_bytes, own, ..*run }
    }
}

/// Bytes as a hex string: a trace is read by people.
pub(super) mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&bytes.iter().map(|b| format!("{b:02x}")).collect::<String>())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(d)?;
        let digit = |i: usize| text.get(i..i + 2).and_then(|s| u8::from_str_radix(s, 16).ok());
        (0..text.len()).step_by(2).map(|i| digit(i).ok_or_else(|| D::Error::custom("expected hex digits"))).collect()
    }
}

/// The parser's configuration of a run, drawn from its seed.
pub fn draw_config(seed: u64, qp_bits: u32, [fcr, responses, requests, lsn]: [bool; 4]) -> ParserConfig {
    let mut rng = Rng::stream(seed, 0x70_61_72_73_65, 0);
    let registers = Registers::draw(&mut rng);
    let telemetry = Setting::draw(&mut rng).config();
    let responses = responses.then(|| opcodes(&mut rng, [0xd3, 0xd5]));
    let requests = requests.then(|| {
        let usual = opcodes(&mut rng, [0xd2, 0xd4]);
        // both the same, more often
        let drawn = if rng.chance(1, 4) { Opcodes { telemetry: usual.rtt, ..usual } } else { usual };
        match responses.filter(|_| rng.chance(1, 2)) {
            // what is a response's too
            Some(Opcodes { rtt, .. }) if rng.chance(1, 2) => Opcodes { rtt, ..drawn },
            Some(Opcodes { telemetry, .. }) => Opcodes { telemetry, ..drawn },
            None => drawn,
        }
    });
    let lsn = lsn.then(|| match (rng.below(8), requests) {
        // a request's, which goes first
        (0, Some(Opcodes { rtt, .. })) => rtt,
        (1, Some(Opcodes { telemetry, .. })) => telemetry,
        (2 | 3, _) => rng.range(OPCODES.0.into(), OPCODES.1.into()) as u8,
        _ => 0xd1,
    });
    registers.config(&ParserConfig { qp_bits, telemetry, fcr, responses, requests, lsn, ..ParserConfig::default() })
}

/// Mostly the default ones; else any of vendors', seldom both the same.
fn opcodes(rng: &mut Rng, [usual_rtt, usual_telemetry]: [u8; 2]) -> Opcodes {
    let any = |rng: &mut Rng| rng.range(OPCODES.0.into(), OPCODES.1.into()) as u8;
    let (rtt, telemetry) = (any(rng), any(rng));
    match rng.below(8) {
        0 => Opcodes { rtt, telemetry: rtt },
        1..=3 => Opcodes { rtt, telemetry },
        _ => Opcodes { rtt: usual_rtt, telemetry: usual_telemetry },
    }
}

/// Frames of a few QPs, of which some are open; and, so that windows move, rather than stand at a limit, telemetry that
/// goes on from frame to frame.
pub struct Flow {
    pub paths: Option<Paths>,
    pub qps: Vec<u64>,
    pub psns: Psns,
    /// Of packets whose bytes ACKs count.
    pub mtu: u8,
}

/// Appends `n` frames.
pub fn generate(rng: &mut Rng, cfg: &ParserConfig, n: usize, out: &mut Vec<FrameAction>) {
    let mut maker = Maker::new(rng, *cfg, false, None);
    out.extend((0..n).map(|_| maker.next(rng)));
}

/// A batch of frames in the making. It has one temper: how full the line is, how much of it is feedback, what the
/// registers say. Where telemetry stands changes a few times in it. Steady: all is as the run's configuration says.
pub struct Maker {
    cfg: ParserConfig,
    steady: bool,
    pub flow: Option<Flow>,
    idle: u64,
    spoilt: u64,
    psn: u32,
    registers: Option<Registers>,
    setting: Option<Setting>,
}

impl Maker {
    pub fn new(rng: &mut Rng, cfg: ParserConfig, steady: bool, flow: Option<Flow>) -> Maker {
        let (idle, spoilt, psn) = (rng.below(4), rng.below(4), rng.edge(24) as u32);
        let registers = (!steady && rng.chance(1, 2)).then(|| Registers::draw(rng));
        let mut maker = Maker { cfg, steady, flow, idle, spoilt, psn, registers, setting: None };
        maker.setting = maker.place(rng);
        maker
    }

    fn place(&self, rng: &mut Rng) -> Option<Setting> {
        (!self.steady && rng.chance(7, 8)).then(|| Setting::draw(rng))
    }

    pub fn next(&mut self, rng: &mut Rng) -> FrameAction {
        if rng.chance(1, if self.flow.is_some() { 128 } else { 32 }) {
            self.setting = self.place(rng);
        }
        let Maker { idle, spoilt, .. } = *self;
        let mut frame = FrameAction { telemetry: self.setting, registers: self.registers, ..FrameAction::default() };
        let cfg = &frame.config(&self.cfg);
        self.psn = self.psn.wrapping_add(rng.below(4) as u32) & 0xff_ffff;
        let mut psn = self.psn;
        let hot = self.flow.as_ref().and_then(|f| rng.pick(&f.qps).copied()).filter(|_| rng.chance(7, 8));
        if let (Some(flow), Some(qpn)) = (&mut self.flow, hot) {
            frame.tx = rng.chance(3, 4).then(|| (qpn, flow.psns.send(rng, qpn)));
            psn = flow.psns.confirm(rng, qpn, false) as u32;
        }
        let (paths, bytes) = match &mut self.flow {
            Some(Flow { paths, psns, mtu, .. }) => (paths.as_mut(), hot.map(|_| (psns, *mtu))),
            None => (None, None),
        };
        let repr = of_flow(rng, cfg, psn, hot, paths, bytes);
        let mut bytes = repr.emit();
        if spoilt > 0 && rng.chance(spoilt, 4) {
            spoil(rng, cfg, &repr, &mut bytes);
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
        FrameAction {
            gap: if idle >= 2 && rng.chance(1, 2) { rng.below(10) as u32 } else { 0 },
            holes: if idle == 3 { rng.next_u64() & rng.next_u64() } else { 0 },
            full: if rng.chance(1, 30) { rng.below(30) as u32 } else { 0 },
            error: rng.chance(1, 50),
            keep: rng.chance(1, 50).then(|| (rng.below(4) as u32, rng.edge(64) as u64)),
            reset: rng.chance(1, 2000).then(|| (rng.below(10) as u32, rng.range(1, 4) as u32)),
            bytes,
            ..frame
        }
    }
}

/// A good frame: mostly ACKs, some NAKs, CNPs and data packets, all header shapes.
pub fn random(rng: &mut Rng, cfg: &ParserConfig, psn: u32) -> frame::Repr {
    of_flow(rng, cfg, psn, None, None, None)
}

fn of_flow(
    rng: &mut Rng,
    cfg: &ParserConfig,
    psn: u32,
    hot: Option<u64>,
    mut paths: Option<&mut Paths>,
    bytes: Option<(&mut Psns, u8)>,
) -> frame::Repr {
    // all bits of the lengths, wherever the headers end
    let jumbo = rng.chance(1, 300);
    let tags = (0..rng.below(3).min(rng.below(3)))
        .map(|_| ethernet::VlanTag {
            tpid: if rng.chance(1, 2) { eth::TYPE_VLAN } else { eth::TYPE_QINQ },
            tci: rng.bits(16) as u16,
        })
        .collect();
    let ip = if rng.chance(1, 3) {
        ip::Repr::V6(ipv6::Repr {
            traffic_class: rng.bits(8) as u8,
            flow_label: rng.bits(20) as u32,
            hop_limit: rng.bits(8) as u8,
            src: (rng.bits(128)).into(),
            dst: destination(rng, cfg.own.ipv6.map(|own| own.octets())).into(),
        })
    } else {
        let options = if rng.chance(1, 3) { 40 } else { 4 * rng.range(1, 10) as usize };
        let options = if rng.chance(if jumbo { 3 } else { 1 }, 4) { options } else { 0 };
        ip::Repr::V4(ipv4::Repr {
            tos: rng.bits(8) as u8,
            ident: rng.bits(16) as u16,
            dont_fragment: rng.chance(1, 2),
            ttl: rng.bits(8) as u8,
            src: (rng.bits(32) as u32).into(),
            dst: destination(rng, cfg.own.ipv4.map(|own| own.octets())).into(),
            options: random_bytes(rng, options),
        })
    };
    let mask = (1u32 << cfg.qp_bits) - 1;
    let index = hot.map_or_else(|| rng.bits(16) as u32, |qpn| qpn as u32);
    let ours = (cfg.qpn_base & !mask & 0xff_ffff) | (index & mask);
    let qpn = match rng.below(80) {
        0 => rng.bits(24) as u32,
        1 => ours ^ 1 << rng.below(24), // just outside, mostly
        _ => ours,
    };
    let setting = Setting::from(cfg.telemetry);
    let mut pad_count = 0;
    let (opcode, body) = match rng.below(16) {
        // one in so many, so that without responses nothing is drawn
        kind if cfg.responses.is_some() && kind > 10 => {
            let time = rng.bits(32) as u32;
            match rng.below(12) {
                // requests, which are unknown, or a neighbour
                0 => (
                    *rng.pick(&[0xd2, 0xd4, 0xbf, 0xff]).unwrap_or(&0xd2),
                    answer(rng, &setting, 1 + kind % 2, time, None),
                ),
                of => {
                    let kind = 1 + of % 2;
                    let body = answer(rng, &setting, kind, time, paths.as_deref_mut());
                    pad_count = if rng.chance(1, 20) { rng.bits(2) as u8 } else { 0 };
                    (opcode_of(cfg, kind), body)
                }
            }
        }
        // the same of requests
        8..=10 if cfg.requests.is_some() => {
            let time = rng.bits(32) as u32;
            let of = 1 + rng.below(2);
            let body = answer(rng, &setting, of, time, paths.as_deref_mut());
            pad_count = if rng.chance(1, 20) { rng.bits(2) as u8 } else { 0 };
            // or a response's, which is none here, or comes first
            let opcode = if rng.chance(1, 16) { *rng.pick(&[0xd3, 0xd5]).unwrap_or(&0xd3) } else { asking(cfg, of) };
            (opcode, body)
        }
        // the same of ACKs with an LSN
        3..=5 if cfg.lsn.is_some() => {
            let read = rng.chance(1, 2);
            let value = match (bytes, hot) {
                (Some((psns, mtu)), Some(qpn)) => psns.bytes(rng, qpn, read, mtu) as u32,
                _ => rng.edge(32) as u32,
            };
            pad_count = if rng.chance(1, 20) { rng.bits(2) as u8 } else { 0 };
            // now and then a neighbour's opcode
            let step = if rng.chance(1, 32) { 1 } else { 0 };
            (cfg.lsn.unwrap_or(0) ^ step, counted(rng, read, value))
        }
        _ if jumbo => {
            let words = rng.range(2000, 2300) as usize; // SEND only, 8 to 9 KiB
            (4, frame::Body::Other(random_bytes(rng, 4 * words)))
        }
        kind @ 2..6 if cfg.telemetry.place == Place::Udp || kind == 2 && rng.chance(1, 4) => {
            let (opcode, pad, bytes) = telemetry::data(rng);
            pad_count = pad;
            (opcode, frame::Body::Other(bytes))
        }
        0 | 1 => {
            let reserved = if cfg.fcr { revised(rng) } else { rng.bits(128).to_be_bytes() };
            (bth::OPCODE_CNP, frame::Body::Cnp(cnp::Repr { reserved }))
        }
        2 => {
            let words = if rng.chance(1, 8) { rng.below(200) } else { rng.below(24) } as usize;
            // an ACK or a CNP of any length too: shorter than its own headers
            let opcode = *rng.pick(&[bth::OPCODE_ACK, bth::OPCODE_CNP]).unwrap_or(&bth::OPCODE_ACK);
            let opcode = if rng.chance(1, 4) { opcode } else { rng.bits(8) as u8 };
            (opcode, frame::Body::Other(random_bytes(rng, 4 * words)))
        }
        kind => {
            let (code, value) = match kind {
                6 => (3, 0),
                7 => (rng.bits(2) as u8, rng.bits(5) as u8),
                _ => (0, rng.bits(5) as u8),
            };
            let ack = aeth::Repr { reserved: rng.chance(1, 2), code, value, msn: rng.bits(24) as u32 };
            match cfg.telemetry.place {
                Place::Ack => {
                    let paths = paths.as_deref_mut();
                    (bth::OPCODE_ACK, telemetry::acknowledgement(rng, &setting, ack, paths))
                }
                Place::None | Place::Udp => (bth::OPCODE_ACK, frame::Body::Ack(ack)),
            }
        }
    };
    let bth = Bth {
        fecn: rng.chance(1, 2),
        becn: rng.chance(1, 2),
        reserved6: rng.bits(6) as u8,
        pkey: rng.bits(16) as u16,
        reserved7: rng.bits(7) as u8,
        ack_req: rng.chance(1, 2),
        solicited: rng.chance(1, 2),
        migreq: rng.chance(1, 2),
        pad_count,
        ..Bth::new(opcode, qpn, psn)
    };
    let padding = match rng.below(4) {
        0 => rng.below(40) as usize,
        _ => 0,
    };
    frame::Repr {
        ethernet: ethernet::Repr {
            dst: destination(rng, cfg.own.mac),
            src: random_bytes(rng, 6).try_into().unwrap_or_default(),
            tags,
            ethertype: ip.ethertype(),
        },
        ip,
        udp: udp::Repr { src_port: rng.bits(16) as u16, checksum: rng.bits(16) as u16 },
        area: telemetry::area(rng, &setting, paths),
        bth,
        body,
        padding: random_bytes(rng, padding),
    }
}

/// The opcode of a response of this kind.
fn opcode_of(cfg: &ParserConfig, kind: u64) -> u8 {
    cfg.responses.map_or(0, |opcodes| if kind == 1 { opcodes.telemetry } else { opcodes.rtt })
}

/// The opcode of a request of this kind.
fn asking(cfg: &ParserConfig, kind: u64) -> u8 {
    cfg.requests.map_or(0, |opcodes| if kind == 1 { opcodes.telemetry } else { opcodes.rtt })
}

/// What stands behind the BTH of a response that echoes a time: of an RTT response a word more, mostly; of a telemetry
/// response what an ACK has.
fn answer(rng: &mut Rng, setting: &Setting, kind: u64, time: u32, paths: Option<&mut Paths>) -> frame::Body {
    // the time in an AETH's fields
    let word = aeth::Repr {
        reserved: time >> 31 == 1,
        code: (time >> 29 & 3) as u8,
        value: (time >> 24 & 31) as u8,
        msn: time & 0xff_ffff,
    };
    match kind {
        1 if setting.config().place == Place::Ack => telemetry::acknowledgement(rng, setting, word, paths),
        1 if !rng.chance(1, 12) => frame::Body::Ack(word),
        _ => {
            let bytes = if rng.chance(1, 12) { 4 * rng.below(4) } else { 4 } as usize;
            frame::Body::AckWith(word, if rng.chance(1, 2) { vec![0; bytes] } else { random_bytes(rng, bytes) })
        }
    }
}

/// What stands behind the BTH of an ACK with an LSN, or almost.
fn counted(rng: &mut Rng, read: bool, value: u32) -> frame::Body {
    let (code, of) = match rng.below(8) {
        0 => (3, 0),
        1 => (rng.bits(2) as u8, rng.bits(5) as u8),
        _ => (0, rng.bits(5) as u8),
    };
    let ack = aeth::Repr { reserved: rng.chance(1, 2), code, value: of, msn: rng.bits(24) as u32 };
    let flags = u8::from(rng.chance(1, 2)) | u8::from(read) << 1;
    let header = lsn::Repr {
        version: if rng.chance(1, 16) { rng.bits(4) as u8 } else { 1 },
        flags: if rng.chance(1, 16) { rng.bits(4) as u8 } else { flags },
        reserved: if rng.chance(1, 16) { 1 << rng.below(24) } else { 0 },
        value,
    };
    let mut bytes = header.emit().to_vec();
    if rng.chance(1, 16) {
        let words = rng.below(6) as usize;
        bytes.resize(4 * words, 0x10);
    }
    frame::Body::AckWith(ack, bytes)
}

/// A frame that answers a probe, of a path whose telemetry goes on.
pub fn response(
    rng: &mut Rng,
    cfg: &ParserConfig,
    (qpn, kind, psn, time): (u64, u64, u64, u32),
    mut paths: Option<&mut Paths>,
) -> Vec<u8> {
    let mut repr = of_flow(rng, cfg, psn as u32, Some(qpn), paths.as_deref_mut(), None);
    let mask = (1u32 << cfg.qp_bits) - 1;
    let ours = (cfg.qpn_base & !mask & 0xff_ffff) | (qpn as u32 & mask);
    repr.bth = Bth { becn: rng.chance(1, 2), ..Bth::new(opcode_of(cfg, kind), ours, psn as u32) };
    repr.body = answer(rng, &Setting::from(cfg.telemetry), kind, time, paths);
    repr.emit()
}

/// What stands behind the BTH of a CNP: nothing, an advice, or what is almost one of these.
fn revised(rng: &mut Rng) -> [u8; 16] {
    let mut bytes = match rng.below(8) {
        0 => return [0; 16],
        // one bit is enough to be no ordinary CNP
        1 => return (1u128 << rng.below(128)).to_be_bytes(),
        2 => return rng.bits(128).to_be_bytes(),
        _ => {
            // half of them as a switch sends them that is honest: of a rate below the line's, and soon over
            let honest = rng.chance(1, 2);
            let advice = cnp::Revised {
                withdraw: rng.chance(1, 4),
                seq: rng.edge(16) as u16,
                rate: match rng.below(6) {
                    0 => 0,
                    _ if honest => rng.range(1, 100_000) as u32,
                    _ => rng.edge(32) as u32,
                },
                validity: if honest { rng.range(1, 40) as u16 } else { rng.edge(16) as u16 },
                switch: if honest { rng.below(6) as u16 } else { rng.edge(16) as u16 },
            };
            cnp::Repr::from(advice).reserved
        }
    };
    match rng.below(12) {
        0 => bytes[0] = 0x01 | (rng.bits(4) as u8) << 4, // another version, mostly
        1 => bytes[0] = 0x10 | rng.bits(4) as u8,        // another kind, mostly
        2 => bytes[0] = rng.bits(8) as u8,
        3 => bytes[0] ^= 1 << rng.below(8),
        // flags without a meaning, and the last bytes
        4 | 5 => bytes[1] ^= rng.bits(8) as u8,
        6 => bytes[12..].copy_from_slice(&random_bytes(rng, 4)),
        // an advice of which all numbers are 0
        7 => bytes[1..].fill(0),
        _ => {}
    }
    bytes
}

/// Where it is compared mostly ours; else of all, of anybody, or one bit from ours.
fn destination<const N: usize>(rng: &mut Rng, own: Option<[u8; N]>) -> [u8; N] {
    let mut address = [0; N];
    address.iter_mut().for_each(|byte| *byte = rng.bits(8) as u8);
    let Some(own) = own else { return address };
    match rng.below(48) {
        0 => [0xff; N],
        1 => address,
        2 | 3 => {
            address = own;
            address[rng.below(N as u64) as usize] ^= 1 << rng.below(8);
            address
        }
        _ => own,
    }
}

pub fn random_bytes(rng: &mut Rng, n: usize) -> Vec<u8> {
    (0..n).map(|_| rng.bits(8) as u8).collect()
}

/// Spoils a frame in one way.
fn spoil(rng: &mut Rng, cfg: &ParserConfig, repr: &frame::Repr, bytes: &mut Vec<u8>) {
    let ip = repr.ethernet.header_len();
    let l4 = ip + repr.ip.header_len();
    let len = bytes.len() as u64;
    let bth = l4 + 8 + repr.area.len();
    match rng.below(15) {
        // one bit, anywhere
        0 => {
            let at = rng.below(len) as usize;
            bytes[at] ^= 1 << rng.below(8);
        }
        // cut short
        1 => bytes.truncate(rng.range(1, len) as usize),
        // a header byte, with the ICRC made right again: only the check of that field can see it
        2..=4 => {
            let headers = (bth + 12 + 1 - 12) as u64;
            let at = 12 + rng.below(headers) as usize;
            if at < bytes.len() {
                bytes[at] = match rng.below(3) {
                    0 => bytes[at] ^ 1 << rng.below(8),
                    1 => bytes[at].wrapping_add(1),
                    _ => rng.bits(8) as u8,
                };
                repr.seal(bytes);
            }
        }
        // too long by far, or by little
        5 => {
            let extra = if rng.chance(1, 50) { rng.below(17_000) } else { rng.below(100) } as usize;
            bytes.extend(random_bytes(rng, extra));
        }
        // more tags than a frame may have
        6 => {
            for _ in 0..rng.range(1, 3) {
                let tpid = if rng.chance(1, 2) { eth::TYPE_VLAN } else { eth::TYPE_QINQ };
                let tag = [tpid.to_be_bytes(), (rng.bits(16) as u16).to_be_bytes()].concat();
                bytes.splice(12..12, tag);
            }
        }
        // about as long as a frame may be; seldom if that is long
        7 => {
            let max = usize::from(cfg.max_frame_bytes);
            if rng.chance(1, (max as u64 / 100).max(1)) {
                bytes.resize(max + rng.below(3) as usize - 1, 0);
            }
        }
        // any IP length, and about so long a frame
        8 => {
            let (at, counted) = match repr.ip {
                ip::Repr::V4(_) => (ip + 2, 0),
                ip::Repr::V6(_) => (ip + 4, repr.ip.header_len()),
            };
            let length = rng.range(20, 120) as usize;
            bytes[at..at + 2].copy_from_slice(&(length as u16).to_be_bytes());
            // in half of them UDP says the same
            let payload = (length + counted).saturating_sub(repr.ip.header_len());
            if rng.chance(1, 2) && l4 + 6 <= bytes.len() {
                bytes[l4 + 4..l4 + 6].copy_from_slice(&(payload as u16).to_be_bytes());
            }
            bytes.resize(ip + counted + length + rng.below(3) as usize - 1, 0);
        }
        // a byte of what may be telemetry, with the ICRC made right again
        9 => {
            let from = if repr.area.is_empty() { bth + 16 } else { l4 + 8 };
            let at = from + rng.below(48) as usize;
            if at + 4 < bytes.len() {
                bytes[at] = rng.bits(8) as u8;
                repr.seal(bytes);
            }
        }
        // any length of the IP header: what follows it is looked for where it is not, before the first word that it may
        // end at too
        10 => {
            bytes[ip] = (bytes[ip] & 0xf0) | rng.bits(4) as u8;
            repr.seal(bytes);
        }
        // a bit of the words that say what the packet is, in whatever lane they come: UDP's ports and length, the first
        // of BTH
        11 | 12 => {
            let at = if rng.chance(1, 2) { l4 + rng.below(8) as usize } else { bth + rng.below(4) as usize };
            if at < bytes.len() {
                bytes[at] ^= 1 << rng.below(8);
                repr.seal(bytes);
            }
        }
        // a fragment: more of them follow, or it is not the first
        13 => {
            if let ip::Repr::V4(_) = repr.ip {
                let bit = if rng.chance(1, 2) { 13 } else { rng.below(13) };
                let at = ip + ipv4_at::FLAGS_FRAGMENT + usize::from(bit < 8);
                bytes[at] ^= 1 << (bit % 8);
                repr.seal(bytes);
            }
        }
        // noise
        _ => {
            let n = rng.range(1, 120) as usize;
            *bytes = random_bytes(rng, n);
        }
    }
}

/// Simpler frames in place of this one: without gaps and faults, then with bytes cleared.
pub fn simpler(a: &FrameAction) -> Vec<FrameAction> {
    let mut out = vec![
        FrameAction { gap: 0, holes: 0, full: 0, reset: None, ..a.clone() },
        FrameAction { holes: 0, ..a.clone() },
        FrameAction { full: 0, ..a.clone() },
        FrameAction { gap: 0, ..a.clone() },
        FrameAction { keep: None, ..a.clone() },
        FrameAction { error: false, ..a.clone() },
        FrameAction { reset: None, ..a.clone() },
        FrameAction { telemetry: None, ..a.clone() },
        FrameAction { registers: None, ..a.clone() },
        FrameAction { bytes: a.bytes[..a.bytes.len().div_ceil(2)].to_vec(), ..a.clone() },
    ];
    for range in [0..12.min(a.bytes.len()), a.bytes.len() / 2..a.bytes.len()] {
        let mut bytes = a.bytes.clone();
        bytes[range].fill(0);
        out.push(FrameAction { bytes, ..a.clone() });
    }
    out.retain(|t| t != a);
    out.dedup();
    out
}
