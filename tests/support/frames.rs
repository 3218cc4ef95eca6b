//! Frames as a link without tunnels or tags carries them.

use model::packet::frame::{Body, Repr};
use model::packet::{bth, ethernet, ip, ipv4, udp};

/// A RoCEv2 frame over IPv4, ECT(0), from 10.0.0.1 to 10.0.0.2.
pub fn over_ipv4(bth: bth::Repr, body: Body) -> Vec<u8> {
    let ip = ipv4::Repr {
        tos: 2,
        ident: 0,
        dont_fragment: true,
        ttl: 64,
        src: [10, 0, 0, 1].into(),
        dst: [10, 0, 0, 2].into(),
        options: vec![],
    };
    Repr {
        ethernet: ethernet::Repr { dst: [2; 6], src: [4; 6], tags: vec![], ethertype: 0x0800 },
        ip: ip::Repr::V4(ip),
        udp: udp::Repr { src_port: 0xc000, checksum: 0 },
        area: vec![],
        bth,
        body,
        padding: vec![],
    }
    .emit()
}
