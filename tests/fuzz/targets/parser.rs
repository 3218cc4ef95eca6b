//! Any bytes as a frame, under any configuration: the judgement of the whole frame is that of the cycle-accurate parser
//! at every width, what it lets through is in range, and a packet that can be read is written back as it was.
#![no_main]

use layout::drop_reason::DropReason;
use layout::record::Kind;
use layout::telemetry::{PROFILES, Place};
use layout::wire::EcePlace;
use libfuzzer_sys::fuzz_target;
use model::packet::classify::{self, OwnAddresses, PacketEvent, ParserConfig, TelemetryConfig};
use model::packet::frame::Repr;
use model::parser::{Beat, In, Parser};

/// Bytes of the configuration before those of the frame.
const CONFIG: usize = 8;
const WIDTHS: [u32; 4] = [64, 128, 256, 512];

fn config(bytes: &[u8; CONFIG]) -> ParserConfig {
    let [places, offset, area, qps, base, max, more, _] = *bytes;
    let telemetry = TelemetryConfig {
        place: Place::ALL[usize::from(places & 3) % Place::ALL.len()],
        offset: offset & 15,
        area: area & 63,
        profile: offset >> 4 & (PROFILES.len() as u8 - 1),
    };
    ParserConfig {
        qp_bits: 4 + u32::from(qps % 13),
        qpn_base: u32::from(base) << 16,
        ece_place: EcePlace::ALL[usize::from(places >> 2) % EcePlace::ALL.len()],
        max_frame_bytes: (u16::from_be_bytes([max, more]) & 0x3fff).max(60),
        telemetry,
        own: OwnAddresses::default(),
        fcr: places & 0x80 != 0,
        responses: None,
        requests: None,
        lsn: None,
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((head, frame)) = bytes.split_first_chunk::<CONFIG>() else { return };
    let cfg = config(head);
    let verdict = classify::frame(frame, &cfg);
    if let Ok(event) = &verdict {
        assert!(event.advice.is_none() || cfg.fcr && event.kind == Kind::Cnp, "{event:?}");
        assert!(event.qpn < 1 << cfg.qp_bits && event.psn < 1 << 24, "{event:?}");
        assert!(event.telemetry.is_none() || cfg.telemetry.place != Place::None, "{event:?}");
    }
    // an empty frame is no frame on a stream: its beat has no byte
    if !frame.is_empty() {
        for bits in WIDTHS {
            assert_eq!(streamed(frame, bits, cfg), verdict, "{bits} bits");
        }
    }
    let area = cfg.telemetry.area_bytes();
    if let Ok(repr) = Repr::parse_with_area(frame, area) {
        let again = repr.emit();
        assert_eq!(again.len(), frame.len());
        assert_eq!(Repr::parse_with_area(&again, area), Ok(repr));
    }
});

/// The parser's verdict on a frame that comes beat by beat.
fn streamed(frame: &[u8], bits: u32, cfg: ParserConfig) -> Result<PacketEvent, DropReason> {
    let mut parser = Parser::new(bits);
    parser.step(&In { rst_n: false, ..In::idle(cfg) });
    let mut beats = Beat::split(frame, bits).peekable();
    for _ in 0..frame.len() + 100 {
        let input = beats.peek().map_or(In::idle(cfg), |beat| In::offer(*beat, cfg));
        let out = parser.step(&input);
        if out.tready {
            beats.next();
        }
        if let Some(verdict) = out.result() {
            return verdict;
        }
    }
    panic!("no verdict");
}
