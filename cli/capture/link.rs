//! Link types that a capture may have, of the registry of link-layer types. The parser takes Ethernet frames: a packet
//! without an Ethernet header gets one whose addresses are zero, but for the sender's of a cooked capture, and whose
//! EtherType is the protocol that the packet's own header says. What a header of the kind would be padded to is left
//! out.

use layout::wire::ethernet::{HEADER_BYTES, TYPE_IPV4, TYPE_IPV6};

/// What a packet was captured as.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Link {
    Ethernet,
    /// The packet begins with its IP header.
    RawIp,
    /// Linux cooked capture, as of the interface `any`.
    LinuxSll,
    /// Its second version.
    LinuxSll2,
}

/// Where a cooked header has the protocol, the length of the sender's address, and the address; and its length.
struct Cooked {
    protocol: usize,
    address_len: usize,
    address: usize,
    bytes: usize,
}

const SLL: Cooked = Cooked { protocol: 14, address_len: 5, address: 6, bytes: 16 };
const SLL2: Cooked = Cooked { protocol: 0, address_len: 11, address: 12, bytes: 20 };

impl Link {
    pub const KNOWN: &str = "1 (Ethernet), 101, 228 or 229 (raw IP), 113 or 276 (Linux cooked)";

    /// By LINKTYPE; some systems wrote their own number of raw IP, 12 or 14.
    pub fn from_type(link_type: u32) -> Option<Link> {
        Some(match link_type {
            1 => Link::Ethernet,
            12 | 14 | 101 | 228 | 229 => Link::RawIp,
            113 => Link::LinuxSll,
            276 => Link::LinuxSll2,
            _ => return None,
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            Link::Ethernet => "ethernet",
            Link::RawIp => "raw_ip",
            Link::LinuxSll => "linux_sll",
            Link::LinuxSll2 => "linux_sll2",
        }
    }

    /// A packet as an Ethernet frame. One that is cut in its cooked header gives one that is cut in its Ethernet
    /// header.
    pub fn ethernet(self, packet: &[u8]) -> Vec<u8> {
        let cooked = match self {
            Link::Ethernet => return packet.to_vec(),
            Link::RawIp => {
                // any other version is the parser's to refuse
                let ethertype = if packet.first().is_some_and(|b| b >> 4 == 6) { TYPE_IPV6 } else { TYPE_IPV4 };
                return framed([0; 6], ethertype.to_be_bytes(), packet);
            }
            Link::LinuxSll => SLL,
            Link::LinuxSll2 => SLL2,
        };
        let Some((header, payload)) = packet.split_at_checked(cooked.bytes) else { return vec![0; HEADER_BYTES - 1] };
        let array = |at: usize| header[at..at + 2].try_into().unwrap_or_default();
        let address = header[cooked.address..cooked.address + 6].try_into().unwrap_or_default();
        // the low byte says it all: there are eight bytes for it
        let address = if header[cooked.address_len] == 6 { address } else { [0; 6] };
        framed(address, array(cooked.protocol), payload)
    }
}

fn framed(source: [u8; 6], ethertype: [u8; 2], payload: &[u8]) -> Vec<u8> {
    [&[0; 6][..], &source, &ethertype, payload].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Headers as the page of each link type gives them.
    #[test]
    fn cooked_and_raw_packets_become_ethernet_frames_with_the_protocol_they_say() {
        let ip = [0x45, 0, 0, 20];
        let sll = [&[0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, 0x08, 0x00][..], &ip].concat();
        let framed = [&[0; 6][..], &[2, 0, 0, 0, 0, 1, 0x08, 0x00], &ip].concat();
        assert_eq!(Link::LinuxSll.ethernet(&sll), framed);
        let sll2 = [&[0x08, 0x00, 0, 0, 0, 0, 0, 2, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0][..], &ip].concat();
        assert_eq!(Link::LinuxSll2.ethernet(&sll2), framed);
        assert_eq!(Link::RawIp.ethernet(&ip), [&[0; 12][..], &[0x08, 0x00], &ip].concat());
        assert_eq!(Link::RawIp.ethernet(&[0x60])[12..], [0x86, 0xdd, 0x60]);
        // an address of another kind is no MAC address
        let other = [&sll[..5], &[8], &sll[6..]].concat();
        assert_eq!(Link::LinuxSll.ethernet(&other)[6..12], [0; 6]);
        for cut in 0..16 {
            assert_eq!(Link::LinuxSll.ethernet(&sll[..cut]).len(), 13);
        }
    }
}
