//! Ethernet II with up to two VLAN tags (IEEE 802.3 clause 3, 802.1Q clause 9): step 4 of `hdl/src/parser.md`.

use super::{array, field, get, set};
use layout::drop_reason::DropReason;
use layout::wire::ethernet as wire;

/// A frame without FCS whose EtherType behind the tags is IPv4 or IPv6.
#[derive(Copy, Clone, Debug)]
pub struct Packet<'a> {
    bytes: &'a [u8],
    tags: usize,
}

/// A tag is known by its EtherType: a C-tag (0x8100) or an S-tag (0x88A8).
const fn is_tag(ethertype: u16) -> bool {
    matches!(ethertype, wire::TYPE_VLAN | wire::TYPE_QINQ)
}

fn ethertype(bytes: &[u8], tags: usize) -> u16 {
    get(bytes, field(wire::ETHERTYPE + tags * wire::VLAN_TAG_BYTES, 0, 16)) as u16
}

impl<'a> Packet<'a> {
    /// Checks step 4: `truncated`, `vlan_depth`, `not_ip`.
    pub fn new_checked(bytes: &'a [u8]) -> Result<Self, DropReason> {
        let mut tags = 0;
        loop {
            if bytes.len() < wire::HEADER_BYTES + tags * wire::VLAN_TAG_BYTES {
                return Err(DropReason::Truncated);
            }
            match ethertype(bytes, tags) {
                t if is_tag(t) && tags == wire::MAX_VLAN_TAGS => return Err(DropReason::VlanDepth),
                t if is_tag(t) => tags += 1,
                wire::TYPE_IPV4 | wire::TYPE_IPV6 => return Ok(Self { bytes, tags }),
                _ => return Err(DropReason::NotIp),
            }
        }
    }

    pub fn dst(&self) -> [u8; 6] {
        array(self.bytes, 0)
    }

    pub fn src(&self) -> [u8; 6] {
        array(self.bytes, 6)
    }

    /// The tags, outermost first.
    pub fn tags(&self) -> impl Iterator<Item = VlanTag> + '_ {
        (0..self.tags).map(|i| VlanTag {
            tpid: ethertype(self.bytes, i),
            tci: get(self.bytes, field(wire::HEADER_BYTES + i * wire::VLAN_TAG_BYTES, 0, 16)) as u16,
        })
    }

    /// The EtherType behind the tags.
    pub fn ethertype(&self) -> u16 {
        ethertype(self.bytes, self.tags)
    }

    /// 14 to 22 bytes: `ip` of `parser.md`.
    pub fn header_len(&self) -> usize {
        wire::HEADER_BYTES + self.tags * wire::VLAN_TAG_BYTES
    }

    /// What follows the header: the IP packet and any padding to the shortest frame.
    pub fn payload(&self) -> &'a [u8] {
        &self.bytes[self.header_len()..]
    }
}

/// An 802.1Q tag: TPID (0x8100 or 0x88A8), and TCI = PCP3 DEI1 VID12.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct VlanTag {
    pub tpid: u16,
    pub tci: u16,
}

/// An Ethernet header. [`Repr::emit`] writes any number of tags, [`Packet::new_checked`] takes up to two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repr {
    pub dst: [u8; 6],
    pub src: [u8; 6],
    pub tags: Vec<VlanTag>,
    pub ethertype: u16,
}

impl Repr {
    pub fn parse(packet: &Packet) -> Self {
        Self { dst: packet.dst(), src: packet.src(), tags: packet.tags().collect(), ethertype: packet.ethertype() }
    }

    pub fn header_len(&self) -> usize {
        wire::HEADER_BYTES + self.tags.len() * wire::VLAN_TAG_BYTES
    }

    /// Writes the first [`Repr::header_len`] bytes of `frame`, which must be there.
    pub fn emit(&self, frame: &mut [u8]) {
        frame[..6].copy_from_slice(&self.dst);
        frame[6..12].copy_from_slice(&self.src);
        let types = self.tags.iter().flat_map(|t| [t.tpid, t.tci]).chain([self.ethertype]);
        for (i, value) in types.enumerate() {
            set(frame, field(wire::ETHERTYPE + 2 * i, 0, 16), value.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 802.1ad frame: S-tag with PCP 5 and VID 0x064, C-tag with VID 0x00a, IPv6.
    const QINQ: [u8; 22] =
        [0x02, 0, 0, 0, 0, 1, 0x02, 0, 0, 0, 0, 2, 0x88, 0xa8, 0xa0, 0x64, 0x81, 0x00, 0x00, 0x0a, 0x86, 0xdd];

    fn qinq() -> Repr {
        Repr {
            dst: [2, 0, 0, 0, 0, 1],
            src: [2, 0, 0, 0, 0, 2],
            tags: vec![VlanTag { tpid: 0x88a8, tci: 0xa064 }, VlanTag { tpid: 0x8100, tci: 0x000a }],
            ethertype: 0x86dd,
        }
    }

    #[test]
    fn a_doubly_tagged_header_reads_and_writes_as_the_standard_draws_it() {
        let packet = Packet::new_checked(&QINQ).unwrap();
        assert_eq!(Repr::parse(&packet), qinq());
        assert_eq!((packet.header_len(), packet.payload().len()), (22, 0));
        let mut bytes = [0; 22];
        qinq().emit(&mut bytes);
        assert_eq!(bytes, QINQ);
    }

    #[test]
    fn every_length_that_ends_inside_the_header_is_truncated() {
        for len in 0..22 {
            assert_eq!(Packet::new_checked(&QINQ[..len]).unwrap_err(), DropReason::Truncated, "{len} bytes");
        }
    }

    #[test]
    fn a_third_tag_is_too_deep_even_when_nothing_follows() {
        for tpid in [0x8100, 0x88a8] {
            let repr = Repr { ethertype: tpid, ..qinq() };
            let mut bytes = [0; 22];
            repr.emit(&mut bytes);
            assert_eq!(Packet::new_checked(&bytes).unwrap_err(), DropReason::VlanDepth);
        }
    }

    #[test]
    fn arp_and_an_802_3_length_are_not_ip() {
        for ethertype in [0x0806, 0x05dc, 0x8915] {
            let mut bytes = [0; 14];
            Repr { tags: vec![], ethertype, ..qinq() }.emit(&mut bytes);
            assert_eq!(Packet::new_checked(&bytes).unwrap_err(), DropReason::NotIp);
        }
    }
}
