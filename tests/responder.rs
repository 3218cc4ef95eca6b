//! The responder: its layout typed by hand, its frames against bytes typed by hand and against the parser, and its
//! cycles.

mod cycles;
mod formats;
mod frames;
mod loops;

use layout::fixed::U;
use layout::hpcc::MAX_HOPS;
use layout::record::Kind;
use layout::telemetry::Place;
use layout::wire::EcePlace;
use model::hpcc::{Hop, Telemetry};
use model::packet::classify::TelemetryConfig;
use model::parser::Beat;
use model::responder::{Answer, Config, Header, In, Responder};

const WIDTHS: [u32; 4] = [64, 128, 256, 512];

const CFG: Config = Config {
    ece_place: EcePlace::Becn,
    cnp_dscp: 48,
    telemetry: TelemetryConfig { place: Place::None, offset: 0, area: 0, profile: 0 },
    reply: None,
    ask: None,
};

const IDLE: In = In { rst_n: true, init: None, host: None, msn: None, answer: None, ready: true, cfg: CFG };

/// The header of the page.
const HEADER: Header = Header {
    valid: true,
    v6: false,
    tci: None,
    dst_mac: [2, 0, 0, 0, 0, 1],
    src_mac: [2, 0, 0, 0, 0, 2],
    dst_ip: 0xc0a8_0114,
    src_ip: 0xc0a8_010a,
    tos: 2,
    ttl: 64,
    flow: 0,
    src_port: 0xc001,
    dest_qp: 0x2a,
    pkey: 0xffff,
};

const LONGEST: Header = Header { v6: true, tci: Some(0x6064), ..HEADER };

fn ack(qpn: u32, psn: u32) -> Answer {
    Answer { qpn, kind: Kind::Ack as u8, psn, ece: false, telemetry: None, time: 0 }
}

fn cnp(qpn: u32) -> Answer {
    Answer { kind: Kind::Cnp as u8, ..ack(qpn, 0) }
}

fn telemetry(path: u64, n_hop: u64) -> Telemetry<MAX_HOPS> {
    let hop = |i: u64| Hop {
        speed: U::wrap(i % 8),
        ts: U::wrap(0x12_3450 + i),
        tx_bytes: U::wrap(0x6_7890 + i),
        q_len: U::wrap(0xabc0 + i),
    };
    let hops = std::array::from_fn(|i| if (i as u64) < n_hop { hop(i as u64) } else { Hop::default() });
    Telemetry { path: U::wrap(path), n_hop: U::wrap(n_hop), hops }
}

/// A block of 16 QPs that all have this header.
fn ready(data_bits: u32, hops: usize, header: Header) -> Responder {
    let mut block = Responder::new(16, hops, data_bits);
    for qpn in 0..16 {
        block.step(&In { init: Some(qpn), ..IDLE });
    }
    for qpn in 0..16 {
        block.step(&In { host: Some((qpn, header)), ..IDLE });
    }
    block.step(&IDLE);
    block
}

/// The bytes of a beat that count.
fn bytes_of(beat: &Beat) -> &[u8] {
    &beat.tdata[..beat.tkeep.count_ones() as usize]
}

/// Joins beats to frames.
#[derive(Default)]
struct Frames {
    open: Vec<u8>,
    done: Vec<Vec<u8>>,
}

impl Frames {
    fn take(&mut self, beat: &Beat) {
        self.open.extend(bytes_of(beat));
        if beat.tlast {
            self.done.push(std::mem::take(&mut self.open));
        }
    }
}
