//! A telemetry header in the layout of a profile (`layout::telemetry`): step 11 of `hdl/src/parser.md`.

use super::{get, set};
use crate::hpcc::{Hop as HopValue, Telemetry};
use bitvec::prelude::*;
use layout::drop_reason::DropReason;
use layout::fixed::U;
use layout::hpcc::{MAX_HOPS, NHop, PathId, QLen, SpeedCode, Ts, TxBytes};
use layout::telemetry::{BitOrder, Profile, WireField};

/// The most that a header of any profile takes: the draft's with 15 hops.
pub const MAX_BYTES: usize = 4 + 8 * 15;

/// A header of `n_hop` hops takes this many bytes.
pub fn header_bytes(profile: &Profile, n_hop: u16) -> usize {
    let records = profile.slots.unwrap_or(n_hop.into());
    (profile.fixed_bytes + records * profile.hop_bits / 8) as usize
}

/// A field that starts `base` bits further on; 0 where the profile has no such field.
fn read(bytes: &[u8], profile: &Profile, fields: &[WireField], name: &str, base: u32) -> u32 {
    let Some(field) = fields.iter().find(|f| f.name == name) else { return 0 };
    let start = (base + field.offset_bits) as usize;
    let bits = start..start + field.width as usize;
    match profile.order {
        BitOrder::Network => get(bytes, bits),
        BitOrder::LittleEndian => bytes.view_bits::<Lsb0>()[bits].load_le(),
    }
}

fn write(bytes: &mut [u8], profile: &Profile, fields: &[WireField], name: &str, base: u32, value: u32) {
    let Some(field) = fields.iter().find(|f| f.name == name) else { return };
    let start = (base + field.offset_bits) as usize;
    let bits = start..start + field.width as usize;
    match profile.order {
        BitOrder::Network => set(bytes, bits, value),
        BitOrder::LittleEndian => bytes.view_bits_mut::<Lsb0>()[bits].store_le(value),
    }
}

/// A header that is whole: what stands behind it in the packet is not its concern.
#[derive(Copy, Clone, Debug)]
pub struct Packet<'a> {
    bytes: &'a [u8],
    profile: &'static Profile,
}

impl<'a> Packet<'a> {
    /// A view on the bytes from the header's first to the last one that it may take.
    pub fn new_checked(bytes: &'a [u8], profile: &'static Profile) -> Result<Self, DropReason> {
        // the fields of the path are in what a header without hops takes
        if bytes.len() < header_bytes(profile, 0) {
            return Err(DropReason::TelemetryLength);
        }
        let packet = Self { bytes, profile };
        if bytes.len() < header_bytes(profile, packet.n_hop()) {
            return Err(DropReason::TelemetryLength);
        }
        if profile.slots.is_some_and(|slots| u32::from(packet.n_hop()) > slots) {
            return Err(DropReason::TelemetryHops);
        }
        Ok(packet)
    }

    pub fn n_hop(&self) -> u16 {
        read(self.bytes, self.profile, self.profile.path, "nHop", 0) as u16
    }

    /// 0 where the layout has none.
    pub fn path(&self) -> u16 {
        read(self.bytes, self.profile, self.profile.path, "pathID", 0) as u16
    }

    /// The record of a hop below nHop.
    pub fn hop(&self, index: u16) -> Hop {
        let base = self.profile.first_hop_bits + u32::from(index) * self.profile.hop_bits;
        let field = |name| read(self.bytes, self.profile, self.profile.hop, name, base);
        Hop { speed: field("speed") as u8, ts: field("ts"), tx_bytes: field("txBytes"), q_len: field("qLen") }
    }

    /// As the engine takes it: qLen saturates to its 16 bits (SEMANTICS H8), hops from nHop on are zero.
    pub fn value(&self) -> Telemetry<MAX_HOPS> {
        let mut hops = [HopValue::default(); MAX_HOPS];
        for (i, hop) in hops.iter_mut().enumerate().take(self.n_hop().into()) {
            *hop = self.hop(i as u16).value();
        }
        Telemetry { path: PathId::wrap(self.path().into()), n_hop: NHop::wrap(self.n_hop().into()), hops }
    }
}

/// One hop's record, with the bits that its layout has.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Hop {
    pub speed: u8,
    pub ts: u32,
    pub tx_bytes: u32,
    pub q_len: u32,
}

impl Hop {
    fn value(&self) -> HopValue {
        HopValue {
            speed: SpeedCode::wrap(self.speed.into()),
            ts: Ts::wrap(self.ts.into()),
            tx_bytes: TxBytes::wrap(self.tx_bytes.into()),
            q_len: U::wrap(u64::from(self.q_len).min(QLen::MAX_RAW)),
        }
    }
}

/// A header. It may say another nHop than it has hops: tests need that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repr {
    pub profile: &'static Profile,
    pub n_hop: u16,
    /// 12 bits; not written where the layout has none.
    pub path: u16,
    pub hops: Vec<Hop>,
}

impl Repr {
    pub fn parse(packet: &Packet) -> Self {
        let hops = (0..packet.n_hop()).map(|i| packet.hop(i)).collect();
        Self { profile: packet.profile, n_hop: packet.n_hop(), path: packet.path(), hops }
    }

    /// Bytes on the wire: room for the hops that it has.
    pub fn wire_len(&self) -> usize {
        header_bytes(self.profile, self.hops.len() as u16)
    }

    /// Writes the first bytes of `bytes`, which must be there; slots without a hop stay as they are.
    pub fn emit(&self, bytes: &mut [u8]) {
        let p = self.profile;
        write(bytes, p, p.path, "nHop", 0, self.n_hop.into());
        write(bytes, p, p.path, "pathID", 0, self.path.into());
        for (i, hop) in self.hops.iter().enumerate() {
            let base = p.first_hop_bits + i as u32 * p.hop_bits;
            write(bytes, p, p.hop, "speed", base, hop.speed.into());
            write(bytes, p, p.hop, "ts", base, hop.ts);
            write(bytes, p, p.hop, "txBytes", base, hop.tx_bytes);
            write(bytes, p, p.hop, "qLen", base, hop.q_len);
        }
    }

    /// The bytes of the header alone.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.wire_len()];
        self.emit(&mut bytes);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use layout::telemetry::PROFILES;

    /// Two hops as Figure 4 draws them: nHop 2, pathID 0xabc, padding; speed, timestamp, txBytes, qLen.
    const DRAFT: [u8; 20] = [
        0x2a, 0xbc, 0x00, 0x00, 0x31, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0xf0, 0x00, 0x00, 0x10, 0x00, 0x01,
        0xff, 0xff,
    ];
    /// One hop of five slots: lineRate 3, time 0x123456, bytes 0x789ab, qlen 0x1cdef, from bit 0 of byte 0; nhop behind
    /// all.
    const NS3_HOP: u64 = 3 | 0x12_3456 << 3 | 0x7_89ab << 27 | 0x1_cdef << 47;

    fn ns3(n_hop: u16) -> [u8; 42] {
        let mut bytes = [0; 42];
        bytes[..8].copy_from_slice(&NS3_HOP.to_le_bytes());
        bytes[40..].copy_from_slice(&n_hop.to_le_bytes());
        bytes
    }

    #[test]
    fn the_drafts_header_reads_and_writes_as_figure_4_draws_it() {
        let repr = Repr {
            profile: &PROFILES[0],
            n_hop: 2,
            path: 0xabc,
            hops: vec![
                Hop { speed: 3, ts: 0x12_3456, tx_bytes: 0x7_89ab, q_len: 0xcdef },
                Hop { speed: 15, ts: 1, tx_bytes: 1, q_len: 0xffff },
            ],
        };
        assert_eq!(Repr::parse(&Packet::new_checked(&DRAFT, &PROFILES[0]).unwrap()), repr);
        assert_eq!(repr.bytes(), DRAFT);
        for len in 0..20 {
            let fault = Packet::new_checked(&DRAFT[..len], &PROFILES[0]).unwrap_err();
            assert_eq!(fault, DropReason::TelemetryLength, "{len} bytes");
        }
    }

    #[test]
    fn the_ns3_header_reads_and_writes_as_its_structs_lie_in_memory_and_its_queue_saturates() {
        let bytes = ns3(1);
        let packet = Packet::new_checked(&bytes, &PROFILES[1]).unwrap();
        let hop = Hop { speed: 3, ts: 0x12_3456, tx_bytes: 0x7_89ab, q_len: 0x1_cdef };
        let repr = Repr { profile: &PROFILES[1], n_hop: 1, path: 0, hops: vec![hop] };
        assert_eq!(Repr::parse(&packet), repr);
        assert_eq!(repr.bytes(), bytes);
        let value = packet.value();
        assert_eq!((value.path.raw(), value.n_hop.raw(), value.hops[0].q_len.raw()), (0, 1, 0xffff));
        assert_eq!(value.hops[1..], [HopValue::default(); MAX_HOPS - 1]);
    }

    #[test]
    fn five_slots_hold_five_hops_and_take_their_room_without_any() {
        for n_hop in [0, 5, 6, 16, 0x100, 0xffff] {
            let expected = (n_hop > 5).then_some(DropReason::TelemetryHops);
            assert_eq!(Packet::new_checked(&ns3(n_hop), &PROFILES[1]).err(), expected, "nhop {n_hop}");
            let cut = Packet::new_checked(&ns3(n_hop)[..41], &PROFILES[1]).unwrap_err();
            assert_eq!(cut, DropReason::TelemetryLength);
        }
    }

    #[test]
    fn a_path_without_hops_is_telemetry() {
        let value = Packet::new_checked(&[0x01, 0x23, 0, 0], &PROFILES[0]).unwrap().value();
        assert_eq!((value.path.raw(), value.n_hop.raw()), (0x123, 0));
    }
}
