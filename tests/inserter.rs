//! The inserter: its frames against bytes typed by hand and against frames that were made with an area, the parser
//! behind switches that fill it, and its cycles.

mod cycles;
mod frames;
mod loops;

use crate::support;
use layout::wire::{bth, ethernet as ethertype};
use model::inserter::{Config, In, Inserter};
use model::packet::frame::{Body, Repr};
use model::packet::{bth::Repr as Bth, ethernet, ip, ipv4, ipv6, udp};
use model::parser::Beat;

const WIDTHS: [u32; 4] = [64, 128, 256, 512];

/// Three words: nHop and one hop.
const CFG: Config = Config { area: 3, max_frame_bytes: 9216 };

const IDLE: In = In { rst_n: true, init: None, host: None, beat: None, qpn: 0, ready: true, cfg: CFG };

include!("../hdl/src/inserter/worked.rs");

/// A block of 16 QPs, each of whose packets carries the area; where `every` says so, one in so many.
fn ready(data_bits: u32, every: u8) -> Inserter {
    let mut block = Inserter::new(16, data_bits);
    for qpn in 0..16 {
        block.step(&In { init: Some(qpn), ..IDLE });
    }
    for qpn in 0..16 {
        block.step(&In { host: Some((qpn, every)), ..IDLE });
    }
    block
}

/// Joins beats to frames; `broken` beside each.
#[derive(Default)]
struct Frames {
    open: Vec<u8>,
    done: Vec<(Vec<u8>, bool)>,
}

impl Frames {
    fn take(&mut self, beat: &Beat) {
        self.open.extend((0..64).filter(|i| beat.tkeep >> i & 1 == 1).map(|i| beat.tdata[i]));
        if beat.tlast {
            self.done.push((std::mem::take(&mut self.open), beat.tuser));
        }
    }
}

/// Offers the beats one after the other, each until it is taken; gives the frames, and each beat's cycle.
fn run(block: &mut Inserter, beats: &[(u32, Beat)], mut each: impl FnMut(u32) -> In) -> (Frames, Vec<u32>) {
    let (mut frames, mut at, mut offered, mut quiet) = (Frames::default(), vec![], 0, 0);
    for cycle in 0.. {
        let next = beats.get(offered);
        let input = In { beat: next.map(|(_, beat)| *beat), qpn: next.map_or(0, |(qpn, _)| *qpn), ..each(cycle) };
        let out = block.step(&input);
        offered += usize::from(out.ready && input.beat.is_some());
        quiet = if out.beat.is_some() || offered < beats.len() { 0 } else { quiet + 1 };
        if let Some(beat) = out.beat.filter(|_| input.ready) {
            frames.take(&beat);
            at.push(cycle);
        }
        if quiet > 40 {
            break;
        }
        assert!(cycle < 1_000_000, "it hangs: {offered} of {} beats were taken", beats.len());
    }
    (frames, at)
}

fn beats_of<'a>(frames: impl IntoIterator<Item = &'a [u8]>, width: u32) -> Vec<(u32, Beat)> {
    frames.into_iter().flat_map(|frame| Beat::split(frame, width).map(|beat| (5, beat))).collect()
}

/// A data packet of any shape, without an area.
fn data(random: &mut support::Random) -> Repr {
    let opcodes: Vec<u8> = (0..=255).filter(|opcode| bth::is_data(*opcode)).collect();
    let mut bits = |n: u32| random.next() >> (64 - n);
    let tags = (0..bits(2).min(2))
        .map(|k| ethernet::VlanTag { tpid: [ethertype::TYPE_QINQ, ethertype::TYPE_VLAN][k as usize], tci: 7 })
        .collect();
    let mut wide = || u128::from(bits(64)) << 64 | u128::from(bits(64));
    let (src, dst) = (wide(), wide());
    let ip = if bits(1) == 1 {
        ip::Repr::V6(ipv6::Repr {
            traffic_class: bits(8) as u8,
            flow_label: bits(20) as u32,
            hop_limit: bits(8) as u8,
            src: src.into(),
            dst: dst.into(),
        })
    } else {
        ip::Repr::V4(ipv4::Repr {
            tos: bits(8) as u8,
            ident: bits(16) as u16,
            dont_fragment: bits(1) == 1,
            ttl: bits(8) as u8,
            src: (src as u32).into(),
            dst: (dst as u32).into(),
            options: vec![],
        })
    };
    let body = (0..4 * bits(6)).map(|_| bits(8) as u8).collect();
    let padding = if bits(3) == 0 { vec![0; bits(5) as usize] } else { vec![] };
    let opcode = opcodes[bits(16) as usize % opcodes.len()];
    Repr {
        ethernet: ethernet::Repr { dst: [2; 6], src: [4; 6], tags, ethertype: ip.ethertype() },
        ip,
        udp: udp::Repr { src_port: bits(16) as u16, checksum: 0 },
        area: vec![],
        bth: Bth { pad_count: bits(2) as u8, ..Bth::new(opcode, bits(24) as u32, bits(24) as u32) },
        body: Body::Other(body),
        padding,
    }
}
