//! From the sender's packet over switches to what the receiver's parser reads, all in the model.

use super::{CFG, WIDTHS, data, ready, run};
use crate::support;
use layout::record::Kind;
use layout::telemetry::{PROFILES, Place};
use model::inserter::{Config, In};
use model::packet::classify::{self, ParserConfig, TelemetryConfig};
use model::packet::telemetry::{Hop, Packet, Repr};
use model::parser::Beat;

/// A switch: a hop more behind those that are there, and its ID into pathID. It writes the area and nothing else.
fn switch(frame: &mut [u8], header_at: usize, room: usize, profile: usize, id: u16, hop: Hop) {
    let bytes = &mut frame[header_at..header_at + room];
    let mut header = Repr::parse(&Packet::new_checked(bytes, &PROFILES[profile]).expect("a header"));
    header.n_hop += 1;
    header.path ^= id;
    header.hops.push(hop);
    header.emit(bytes);
}

/// Both layouts, every number of hops up to five, at each width; not one hop too.
#[test]
fn what_switches_write_into_the_area_is_what_the_parser_reads() {
    let mut random = support::seed("inserter loops");
    let mut read = [0; 6];
    for round in 0..1200usize {
        let (width, profile, n_hop) = (WIDTHS[round % 4], round / 4 % 2, round / 8 % 6);
        let offset = random.below(16) as u8;
        // what the header takes with five hops, or more
        let area = offset + 11 + random.below(9) as u8;
        let cfg = Config { area, ..CFG };
        let repr = data(&mut random);
        let came = repr.emit();
        let mut block = ready(width, 1);
        let beats: Vec<(u32, Beat)> = Beat::split(&came, width).map(|beat| (3, beat)).collect();
        let (frames, _) = run(&mut block, &beats, |_| In { cfg, ..super::IDLE });
        let [(mut frame, false)] = <[_; 1]>::try_from(frames.done).expect("a frame") else { panic!("broken") };

        let parser = ParserConfig {
            qp_bits: 12,
            qpn_base: repr.bth.dest_qp,
            telemetry: TelemetryConfig { place: Place::Udp, offset, area, profile: profile as u8 },
            ..Default::default()
        };
        let ip = 14 + 4 * repr.ethernet.tags.len();
        let l4 = ip + if matches!(repr.ip, model::packet::ip::Repr::V6(_)) { 40 } else { 20 };
        let header_at = l4 + 8 + 4 * usize::from(offset);
        let mut expected = vec![];
        let mut path = 0;
        for _ in 0..n_hop {
            let hop = Hop {
                speed: random.below(8) as u8,
                ts: random.below(1 << 24) as u32,
                tx_bytes: random.below(1 << 20) as u32,
                q_len: random.below(1 << 16) as u32,
            };
            let id = random.below(1 << 12) as u16;
            path ^= id;
            switch(&mut frame, header_at, 4 * usize::from(area - offset), profile, id, hop);
            expected.push(hop);
        }
        let event = classify::frame(&frame, &parser).unwrap_or_else(|e| panic!("round {round}: {e:?}"));
        assert_eq!((event.kind, event.psn), (Kind::Data, repr.bth.psn), "round {round}");
        let telemetry = event.telemetry.expect("telemetry");
        assert_eq!(telemetry.n_hop.raw(), n_hop as u64);
        assert_eq!(telemetry.path.raw(), if profile == 0 { path.into() } else { 0 });
        for (hop, was) in telemetry.hops.iter().zip(&expected) {
            let read = (hop.speed.raw(), hop.ts.raw(), hop.tx_bytes.raw(), hop.q_len.raw());
            assert_eq!(read, (was.speed.into(), was.ts.into(), was.tx_bytes.into(), was.q_len.into()));
        }
        read[n_hop] += 1;
    }
    assert_eq!(read, [200; 6]);
}
