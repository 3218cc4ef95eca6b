//! Telemetry in the parser's stimulus: where it stands, what it says, and how it fails to fit.

use super::paths::Paths;
use crate::Rng;
use layout::telemetry::{PROFILES, Place};
use layout::wire::bth;
use model::packet::classify::TelemetryConfig;
use model::packet::telemetry::{Hop, Repr, header_bytes};
use model::packet::{aeth, frame::Body};
use serde::{Deserialize, Serialize};

/// The ports `cfg_telemetry_*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// 3 is as 0.
    pub place: u8,
    pub offset: u8,
    pub area: u8,
    pub profile: u8,
}

impl From<TelemetryConfig> for Setting {
    fn from(c: TelemetryConfig) -> Setting {
        Setting { place: c.place as u8, offset: c.offset, area: c.area, profile: c.profile }
    }
}

impl Setting {
    pub fn config(&self) -> TelemetryConfig {
        let place = Place::ALL.get(usize::from(self.place)).copied().unwrap_or_default();
        TelemetryConfig { place, offset: self.offset, area: self.area, profile: self.profile }
    }

    /// Each place and profile often; areas that a header just fills, and their neighbours.
    pub fn draw(rng: &mut Rng) -> Setting {
        let place = *rng.pick(&[0, 1, 1, 1, 1, 2, 2, 2, 2, 3]).unwrap_or(&0);
        let profile = rng.below(2) as u8;
        let offset = match rng.below(4) {
            0 => rng.edge(4) as u8,
            1 => rng.below(4) as u8,
            _ => rng.below(16) as u8,
        };
        let hops = rng.below(16) as u16;
        let area = match rng.below(6) {
            0 => rng.edge(6) as u8,
            1 => rng.below(64) as u8,
            _ => (words(profile, hops) + u64::from(offset) + rng.below(3)).saturating_sub(1).min(63) as u8,
        };
        Setting { place, offset, area, profile }
    }
}

/// Words of a header.
fn words(profile: u8, hops: u16) -> u64 {
    header_bytes(&PROFILES[usize::from(profile)], hops).div_ceil(4) as u64
}

/// A header in an area of `room` words behind the offset; most fit, some just not. With paths it goes on from the last
/// one.
fn header(rng: &mut Rng, profile: u8, room: Option<u64>, paths: Option<&mut Paths>) -> Repr {
    let layout = &PROFILES[usize::from(profile)];
    let fits = room.map_or(15, |words| words.saturating_sub(1) / 2).min(15);
    let n_hop = match (layout.slots, rng.below(10)) {
        (Some(_), 0) => rng.edge(16) as u16,
        (Some(_), 1) => 1 << rng.below(16),
        (Some(slots), _) => rng.below(u64::from(slots) + 2) as u16,
        (None, 0) => 0,
        (None, 1) => (fits as u16 + 1).min(15),
        (None, 2) => rng.below(16) as u16,
        (None, 3 | 4) => fits as u16,
        (None, _) => rng.below(fits + 1) as u16,
    };
    let n_hop = paths.as_ref().map_or(n_hop, |p| p.n_hop.min(fits) as u16);
    let records = n_hop.min(layout.slots.unwrap_or(15) as u16);
    let hop = |rng: &mut Rng| Hop {
        speed: rng.bits(4) as u8,
        ts: rng.edge(24) as u32,
        tx_bytes: rng.edge(20) as u32,
        q_len: if rng.chance(1, 2) { rng.edge(17) } else { rng.bits(17) } as u32,
    };
    let mut hops: Vec<Hop> = (0..records).map(|_| hop(rng)).collect();
    let mut path = rng.bits(12) as u16;
    if let Some(paths) = paths {
        paths.step(rng);
        path = paths.path as u16;
        for (hop, &[speed, ts, tx, q]) in hops.iter_mut().zip(&paths.last) {
            *hop = Hop { speed: speed as u8, ts: ts as u32, tx_bytes: tx as u32, q_len: q as u32 };
        }
    }
    Repr { profile: layout, n_hop, path, hops }
}

/// Random bytes with a header in them from word `offset` on, as far as there is room.
fn fill(rng: &mut Rng, setting: &Setting, bytes: &mut [u8], header: &Repr) {
    bytes.iter_mut().for_each(|b| *b = rng.bits(8) as u8);
    if let Some(room) = bytes.get_mut(4 * usize::from(setting.offset)..) {
        // all slots of ns3 are written over the noise only where they are used
        let mut whole = room.to_vec();
        whole.resize(room.len().max(header.wire_len()), 0);
        header.emit(&mut whole);
        room.copy_from_slice(&whole[..room.len()]);
    }
}

/// What stands between UDP header and BTH.
pub fn area(rng: &mut Rng, setting: &Setting, paths: Option<&mut Paths>) -> Vec<u8> {
    let mut bytes = vec![0; setting.config().area_bytes()];
    let room = u64::from(setting.area).saturating_sub(setting.offset.into());
    let header = header(rng, setting.profile, Some(room), paths);
    fill(rng, setting, &mut bytes, &header);
    bytes
}

/// An ACK with something behind its AETH: telemetry that fits, or lacks a word, or has words or bytes behind it.
pub fn acknowledgement(rng: &mut Rng, setting: &Setting, ack: aeth::Repr, paths: Option<&mut Paths>) -> Body {
    let header = header(rng, setting.profile, None, paths);
    let exact = 4 * (words(setting.profile, header.hops.len() as u16) + u64::from(setting.offset));
    let bytes = match rng.below(16) {
        0 => return Body::Ack(ack),
        1 => exact.saturating_sub(4),
        2 => rng.below(exact + 1),
        3 => exact + 4,
        4 => exact + 4 * rng.below(40),
        5 => exact + 4 * rng.below(400),
        6 => exact + rng.below(8),
        7 => 4 * rng.below(16),
        _ => exact,
    };
    if bytes == 0 {
        return Body::Ack(ack);
    }
    let mut behind = vec![0; bytes as usize];
    fill(rng, setting, &mut behind, &header);
    Body::AckWith(ack, behind)
}

/// A data packet: opcode, pad count, payload with its extension headers. Whole words but seldom.
pub fn data(rng: &mut Rng) -> (u8, u8, Vec<u8>) {
    let opcode = loop {
        let opcode = rng.below(0x2c) as u8;
        if bth::is_data(opcode) {
            break opcode;
        }
    };
    let words = match rng.below(16) {
        0 => 0,
        1 => rng.below(400),
        2 if rng.chance(1, 8) => rng.below(3000),
        _ => rng.below(24),
    };
    let bytes = 4 * words + if rng.chance(1, 20) { rng.below(4) } else { 0 };
    (opcode, rng.bits(2) as u8, (0..bytes).map(|_| rng.bits(8) as u8).collect())
}

#[cfg(test)]
mod tests {
    use super::super::frame;
    use super::*;
    use layout::drop_reason::DropReason;
    use layout::record::Kind;
    use model::packet::classify;
    use std::collections::BTreeSet;

    /// All of it within 60,000 frames, as few as a test of the mutants runs.
    #[test]
    fn the_stimulus_reaches_every_place_profile_kind_count_offset_and_reason() {
        let cfg = frame::draw_config(1, 4, [false; 4]);
        let (mut seen, mut faults, mut offsets, mut areas) =
            <(BTreeSet<_>, BTreeSet<_>, BTreeSet<_>, BTreeSet<_>)>::default();
        for batch in 0..240 {
            let mut frames = vec![];
            frame::generate(&mut Rng::stream(1, 0, batch), &cfg, 250, &mut frames);
            for f in frames {
                let setting = f.telemetry.unwrap_or(cfg.telemetry.into());
                match classify::frame(&f.bytes, &f.config(&cfg)) {
                    Ok(event) => {
                        if let Some(t) = event.telemetry {
                            seen.insert((setting.place, setting.profile, event.kind.name(), t.n_hop.raw()));
                            offsets.insert((setting.place, setting.offset));
                            areas.insert(setting.area);
                        }
                    }
                    Err(reason) => drop(faults.insert((setting.place, setting.profile, reason))),
                }
            }
        }
        for (place, kinds) in [(1, &[Kind::Ack, Kind::Loss, Kind::Data][..]), (2, &[Kind::Ack, Kind::Loss])] {
            for kind in kinds {
                let missing = |profile, most| (0..=most).find(|n| !seen.contains(&(place, profile, kind.name(), *n)));
                assert_eq!((missing(0, 15), missing(1, 5)), (None, None), "place {place}, {}", kind.name());
            }
            assert!((0..16).all(|offset| offsets.contains(&(place, offset))), "place {place}: {offsets:?}");
            for profile in 0..2 {
                assert!(faults.contains(&(place, profile, DropReason::TelemetryLength)), "place {place}");
                assert!(faults.contains(&(place, profile, DropReason::Icrc)), "place {place}");
            }
            assert!(faults.contains(&(place, 1, DropReason::TelemetryHops)), "place {place}");
        }
        assert!(areas.len() > 40 && areas.contains(&63), "{areas:?}");
    }
}
