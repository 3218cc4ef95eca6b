//! Fuzzing by structure: good frames with telemetry and without, harmed in up to four ways each at the places that a
//! parser looks at, and mostly sealed again, so that what is wrong is not hidden by the ICRC; on a line that stalls,
//! and with faults of its own.
//!
//! `frame::spoil` harms a frame in one way that has one answer. Here harms meet: a cut in a frame that was spliced, a
//! length that agrees with another length and with nothing else.

use super::frame::{self, FrameAction, Registers, random_bytes};
use super::telemetry::Setting;
use crate::Rng;
use layout::drop_reason::DropReason;
use layout::record::Kind;
use layout::wire::{aeth, bth, ethernet as eth, icrc, ipv4, ipv6, udp};
use model::packet::classify::ParserConfig;
use model::packet::{ethernet, frame::Repr, icrc as crc, ip};
use std::sync::atomic::{AtomicU64, Ordering};

/// Ways to harm a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Harm {
    /// A header field takes another value, often a corner.
    Field,
    /// IP and UDP length move, together or apart; often the bytes with them.
    Length,
    /// Cut at a header's end or a beat's, or a byte off.
    Cut,
    /// Bytes come in between headers, or go.
    Insert,
    Delete,
    /// The head of this frame and the tail of another.
    Splice,
    /// Another frame follows without an end between.
    Join,
    /// A header stands there twice.
    Repeat,
    /// Bits flip.
    Flip,
    /// A wrong ICRC.
    Crc,
}

const HARMS: [Harm; 10] = [
    Harm::Field,
    Harm::Length,
    Harm::Cut,
    Harm::Insert,
    Harm::Delete,
    Harm::Splice,
    Harm::Join,
    Harm::Repeat,
    Harm::Flip,
    Harm::Crc,
];

/// The kinds of event that a frame can be.
const KINDS: [Kind; 4] = [Kind::Ack, Kind::Loss, Kind::Cnp, Kind::Data];

/// What a run has come to. Counted by golden and generator, asked when the run is over.
#[derive(Default)]
pub struct Counts {
    /// The parser reads revised CNPs.
    fcr: bool,
    /// It reads responses of probes, and requests.
    reads_responses: bool,
    reads_requests: bool,
    /// It reads ACKs with an LSN.
    lsn: bool,
    advices: AtomicU64,
    responses: [AtomicU64; 2],
    requests: [AtomicU64; 2],
    drops: [AtomicU64; DropReason::ALL.len()],
    kinds: [AtomicU64; KINDS.len()],
    telemetry: AtomicU64,
    harms: [AtomicU64; HARMS.len()],
    unharmed: AtomicU64,
}

impl Counts {
    pub fn new([fcr, reads_responses, reads_requests, lsn]: [bool; 4]) -> Counts {
        Counts { fcr, reads_responses, reads_requests, lsn, ..Counts::default() }
    }

    /// Of kind 1, telemetry, or 2, RTT.
    pub fn response(&self, kind: u8) {
        self.responses[usize::from(kind - 1)].fetch_add(1, Ordering::Relaxed);
    }

    /// Likewise.
    pub fn request(&self, kind: u8) {
        self.requests[usize::from(kind - 1)].fetch_add(1, Ordering::Relaxed);
    }

    pub fn advice(&self) {
        self.advices.fetch_add(1, Ordering::Relaxed);
    }

    pub fn dropped(&self, reason: u8) {
        if let Some(n) = self.drops.get(usize::from(reason)) {
            n.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub fn event(&self, kind: u8, telemetry: bool) {
        if let Some(at) = KINDS.iter().position(|k| *k as u8 == kind) {
            self.kinds[at].fetch_add(1, Ordering::Relaxed);
        }
        self.telemetry.fetch_add(telemetry.into(), Ordering::Relaxed);
    }

    fn harmed(&self, harm: Harm) {
        self.harms[harm as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub fn list(&self) -> Vec<(String, u64)> {
        let get = |n: &AtomicU64| n.load(Ordering::Relaxed);
        let drops = DropReason::of(self.fcr, self.lsn).into_iter();
        let drops = drops.map(|r| (format!("drop {}", r.name()), get(&self.drops[r as usize])));
        let kinds = KINDS.iter().zip(&self.kinds).map(|(k, n)| (format!("event {}", k.name()), get(n)));
        let harms = HARMS.iter().zip(&self.harms).map(|(h, n)| (format!("harm {h:?}").to_lowercase(), get(n)));
        let rest = [("with telemetry".into(), get(&self.telemetry)), ("harm none".into(), get(&self.unharmed))];
        let advices = self.fcr.then(|| ("advices".into(), get(&self.advices)));
        let names = ["telemetry responses", "RTT responses"];
        let responses = names.iter().zip(&self.responses).map(|(name, n)| ((*name).into(), get(n)));
        let responses = responses.filter(|_| self.reads_responses);
        let names = ["telemetry requests", "RTT requests"];
        let requests = names.iter().zip(&self.requests).map(|(name, n)| ((*name).into(), get(n)));
        let probes = responses.chain(requests.filter(|_| self.reads_requests));
        drops.chain(kinds).chain(harms).chain(rest).chain(advices).chain(probes).collect()
    }
}

/// Appends `n` frames.
pub fn generate(rng: &mut Rng, cfg: &ParserConfig, n: usize, out: &mut Vec<FrameAction>, counts: &Counts) {
    let stalls = rng.below(4);
    let registers = rng.chance(1, 2).then(|| Registers::draw(rng));
    let cfg = &FrameAction { registers, ..FrameAction::default() }.config(cfg);
    let mut setting = Setting::draw(rng);
    let mut psn = rng.edge(24) as u32;
    let mut other = vec![];
    for _ in 0..n {
        if rng.chance(1, 24) {
            setting = Setting::draw(rng);
        }
        // now and then the frame is made for a place of telemetry that the parser does not look at
        let made = if rng.chance(1, 16) { Setting::draw(rng) } else { setting };
        psn = psn.wrapping_add(rng.below(4) as u32) & 0xff_ffff;
        let repr = frame::random(rng, &ParserConfig { telemetry: made.config(), ..*cfg }, psn);
        let mut bytes = repr.emit();
        let good = bytes.clone();
        let harms = *rng.pick(&[0, 1, 1, 1, 2, 2, 3, 4]).unwrap_or(&1);
        for _ in 0..harms {
            let harm = *rng.pick(&HARMS).unwrap_or(&Harm::Field);
            counts.harmed(harm);
            apply(harm, rng, &repr, cfg, &other, &mut bytes);
            if harm != Harm::Crc && rng.chance(3, 4) {
                seal(&mut bytes, setting.config().area_bytes());
            }
        }
        if harms == 0 {
            counts.unharmed.fetch_add(1, Ordering::Relaxed);
        }
        // a beat has at least one byte; the longest frame that a MAC passes on is far below this
        bytes.truncate(20_000);
        if bytes.is_empty() {
            bytes.push(rng.bits(8) as u8);
        }
        other = good;
        out.push(FrameAction {
            tx: None,
            gap: if stalls & 1 == 1 { rng.below(4) as u32 } else { 0 },
            holes: if stalls & 2 == 2 { rng.next_u64() & rng.next_u64() } else { 0 },
            full: if rng.chance(stalls, 24) { rng.below(24) as u32 } else { 0 },
            error: rng.chance(1, 64),
            keep: rng.chance(1, 64).then(|| (rng.below(4) as u32, rng.edge(64) as u64)),
            reset: rng.chance(1, 2000).then(|| (rng.below(10) as u32, rng.range(1, 4) as u32)),
            telemetry: Some(setting),
            registers,
            bytes,
        });
    }
}

/// Where headers begin in the frame as it was made, and where it ends: destination, EtherType, IP, UDP, area, BTH,
/// body, ICRC, padding, end.
fn places(repr: &Repr, len: usize) -> [usize; 10] {
    let at_ip = repr.ethernet.header_len();
    let at_udp = at_ip + repr.ip.header_len();
    let area = at_udp + udp::HEADER_BYTES;
    let at_bth = area + repr.area.len();
    let end = len.saturating_sub(repr.padding.len());
    [0, at_ip - 2, at_ip, at_udp, area, at_bth, at_bth + bth::BYTES, end.saturating_sub(icrc::BYTES), end, len]
}

/// A place at a header's end or a beat's, or a byte or two off; within the frame.
fn boundary(rng: &mut Rng, places: &[usize], len: usize) -> usize {
    let at = match rng.below(8) {
        0 => 8 * rng.below(len as u64 / 8 + 1) as usize,
        1 => 64 * rng.below(len as u64 / 64 + 1) as usize,
        2 => rng.below(len as u64 + 1) as usize,
        _ => *rng.pick(places).unwrap_or(&0),
    };
    (at + rng.below(5) as usize).saturating_sub(if rng.chance(1, 2) { 2 } else { 0 }).min(len)
}

fn apply(harm: Harm, rng: &mut Rng, repr: &Repr, cfg: &ParserConfig, other: &[u8], bytes: &mut Vec<u8>) {
    let marks = places(repr, bytes.len());
    match harm {
        Harm::Field => field(rng, repr, cfg, &marks, bytes),
        Harm::Length => length(rng, repr, &marks, bytes),
        Harm::Cut => {
            let at = boundary(rng, &marks, bytes.len());
            bytes.truncate(at);
        }
        Harm::Insert => {
            let at = boundary(rng, &marks, bytes.len());
            let n = if rng.chance(1, 2) { 4 * rng.range(1, 8) } else { rng.range(1, 70) } as usize;
            bytes.splice(at..at, random_bytes(rng, n));
        }
        Harm::Delete => {
            let at = boundary(rng, &marks, bytes.len());
            let n = if rng.chance(1, 2) { 4 * rng.range(1, 8) } else { rng.range(1, 70) } as usize;
            bytes.drain(at..(at + n).min(bytes.len()));
        }
        Harm::Splice => {
            let (at, from) = (boundary(rng, &marks, bytes.len()), boundary(rng, &marks, other.len()));
            bytes.truncate(at);
            bytes.extend_from_slice(&other[from..]);
        }
        Harm::Join => bytes.extend_from_slice(other),
        Harm::Repeat => {
            let which = rng.below(marks.len() as u64 - 1) as usize;
            // a tag is repeated as often as its depth has cases
            let (from, to) = if rng.chance(1, 4) { (12, 16) } else { (marks[which], marks[which + 1]) };
            let part = bytes.get(from..to.min(from + 256)).unwrap_or_default().to_vec();
            for _ in 0..rng.range(1, 3) {
                let at = from.min(bytes.len());
                bytes.splice(at..at, part.iter().copied());
            }
        }
        Harm::Flip => {
            for _ in 0..rng.range(1, 4) {
                let at = rng.below(bytes.len() as u64) as usize;
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << rng.below(8);
                }
            }
        }
        Harm::Crc => {
            let at = marks[7] + rng.below(4) as usize;
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << rng.below(8);
            }
        }
    }
}

/// A field of the frame as it was made, of one byte to four, takes a corner, a neighbour, a value with a meaning, or
/// any.
fn field(rng: &mut Rng, repr: &Repr, cfg: &ParserConfig, marks: &[usize; 10], bytes: &mut [u8]) {
    let [_, at_type, at_ip, at_udp, area, at_bth, body, ..] = *marks;
    let in_ip: &[(usize, usize)] = match repr.ip {
        ip::Repr::V4(_) => &[
            (ipv4::VERSION_IHL, 1),
            (ipv4::TOS, 1),
            (ipv4::TOTAL_LENGTH, 2),
            (ipv4::FLAGS_FRAGMENT, 2),
            (ipv4::PROTOCOL, 1),
            (ipv4::CHECKSUM, 2),
        ],
        ip::Repr::V6(_) => {
            &[(ipv6::VERSION_CLASS_FLOW, 1), (ipv6::PAYLOAD_LENGTH, 2), (ipv6::NEXT_HEADER, 1), (ipv6::HOP_LIMIT, 1)]
        }
    };
    let (at, width) = match rng.below(16) {
        0 => (at_type, 2),
        1 => (12, 2), // the outer tag, where there is one
        2..=4 => rng.pick(in_ip).map_or((at_ip, 1), |(at, width)| (at_ip + at, *width)),
        5 => (at_udp + udp::DEST_PORT, 2),
        6 => (at_udp + udp::LENGTH, 2),
        7 => (at_bth + bth::OPCODE, 1),
        8 => (at_bth + bth::FLAGS, 1),
        9 => (at_bth + bth::ECN, 1),
        10 => (at_bth + bth::DEST_QP, 3),
        11 => (at_bth + bth::PSN, 3),
        12 | 13 => (body + aeth::SYNDROME, 1),
        // a word of the area, or of what stands behind the AETH
        14 if area < at_bth => (area + 4 * rng.below((at_bth - area) as u64 / 4) as usize, 4),
        _ => (body + aeth::BYTES + 4 * rng.below(12) as usize, rng.range(1, 4) as usize),
    };
    let Some(field) = bytes.get_mut(at..at + width) else { return };
    let old = field.iter().fold(0u64, |v, b| v << 8 | u64::from(*b));
    let new = match rng.below(6) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => old ^ 1 << rng.below(8 * width as u64),
        3 => rng.edge_u64(8 * width as u32),
        4 => meaning(rng, cfg, width),
        _ => rng.next_u64(),
    };
    let wire = new.to_be_bytes();
    field.copy_from_slice(&wire[8 - width..]);
}

/// A value that means something in a field of this width.
fn meaning(rng: &mut Rng, cfg: &ParserConfig, width: usize) -> u64 {
    let some = |rng: &mut Rng, of: &[u64]| *rng.pick(of).unwrap_or(&0);
    match width {
        1 if cfg.requests.is_some() && rng.chance(1, 4) => some(rng, &[0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xc0, 0xff]),
        1 => some(rng, &[0x11, 0x81, 0x45, 0x4f, 0x44, 0x60, 0x20, 0x60, 0x63, udp::PROTOCOL.into(), 0x0a, 0x2c, 0x10]),
        2 => {
            let types =
                [eth::TYPE_IPV4, eth::TYPE_IPV6, eth::TYPE_VLAN, eth::TYPE_QINQ, udp::PORT_ROCEV2, 0x2000, 0x4000];
            let lengths = [20, 28, 44, 52, cfg.max_frame_bytes];
            let all: Vec<u64> = types.into_iter().chain(lengths).map(u64::from).collect();
            some(rng, &all)
        }
        3 => {
            u64::from(cfg.qpn_base).wrapping_add(some(rng, &[0, 1, u64::MAX, 1 << cfg.qp_bits, (1 << cfg.qp_bits) - 1]))
        }
        _ => rng.next_u64() & 0xf00f_00ff,
    }
}

/// Moves IP and UDP length by some bytes, either of them or both; often the frame follows.
fn length(rng: &mut Rng, repr: &Repr, marks: &[usize; 10], bytes: &mut Vec<u8>) {
    let [_, _, at_ip, at_udp, _, _, body, at_icrc, ..] = *marks;
    let by = match rng.below(4) {
        0 => 1,
        1 => 4 * rng.range(1, 40) as i64,
        2 => rng.range(1, 80) as i64,
        _ => rng.edge(16) as i64,
    } * if rng.chance(1, 2) { 1 } else { -1 };
    let at_length = match repr.ip {
        ip::Repr::V4(_) => at_ip + ipv4::TOTAL_LENGTH,
        ip::Repr::V6(_) => at_ip + ipv6::PAYLOAD_LENGTH,
    };
    let which = rng.below(4);
    for (at, moved) in [(at_length, which != 1), (at_udp + udp::LENGTH, which != 2)] {
        if let (true, Some(field)) = (moved, bytes.get_mut(at..at + 2)) {
            let old = i64::from(u16::from_be_bytes([field[0], field[1]]));
            field.copy_from_slice(&((old + by) as u16).to_be_bytes());
        }
    }
    if rng.chance(3, 4) {
        // the body gives way, or the end does
        let at = if rng.chance(1, 2) { at_icrc } else { body }.min(bytes.len());
        match by {
            1.. => drop(bytes.splice(at..at, random_bytes(rng, by.min(3_000) as usize))),
            _ => drop(bytes.drain(at..(at + by.unsigned_abs() as usize).min(bytes.len()))),
        }
    }
}

/// Writes the ICRC of the IP packet in a frame, if there is one.
fn seal(bytes: &mut [u8], area: usize) {
    let Ok(frame) = ethernet::Packet::new_checked(bytes) else { return };
    let Ok(packet) = ip::Packet::new_checked(frame.ethertype(), frame.payload()) else { return };
    let end = frame.header_len() + packet.bytes().len();
    if let (Some(crc), Some(at)) = (crc::compute(&packet, area), end.checked_sub(icrc::BYTES)) {
        bytes[at..end].copy_from_slice(&crc);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::packet::classify::PacketEvent;

    /// Few enough for the shortest run in CI: every reason but the stream's own (a tkeep, a tuser), every event, every
    /// harm.
    #[test]
    fn forty_thousand_frames_reach_every_drop_reason_event_and_harm() {
        let one = |of: usize| std::array::from_fn(|k| k == of);
        [[false; 4], one(0), one(1), one(2), one(3), [true; 4]].into_iter().for_each(reach_all);
    }

    fn reach_all(reads: [bool; 4]) {
        let counts = Counts::new(reads);
        for seed in 1..=4 {
            let cfg = frame::draw_config(seed, 10, reads);
            for batch in 0..40 {
                let mut frames = vec![];
                generate(&mut Rng::stream(seed, 0, batch), &cfg, 250, &mut frames, &counts);
                for f in frames {
                    match model::packet::classify::frame(&f.bytes, &f.config(&cfg)) {
                        Ok(event) if event.advice.is_some() => counts.advice(),
                        Ok(PacketEvent { response: Some(response), .. }) => counts.response(response.kind as u8),
                        Ok(PacketEvent { request: Some(request), .. }) => counts.request(request.kind as u8),
                        Ok(event) => counts.event(event.kind as u8, event.telemetry.is_some()),
                        Err(reason) => counts.dropped(reason as u8),
                    }
                }
            }
        }
        let list = counts.list();
        let never: Vec<_> = list.iter().filter(|(_, n)| *n == 0).map(|(name, _)| name.as_str()).collect();
        assert_eq!(never, ["drop axis_keep", "drop frame_error"], "{list:?}");
    }
}
