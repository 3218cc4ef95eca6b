//! The frames of the demonstration, as a list of beats that is sent over and over.

use super::Listed;
use crate::smoke::BASE;
use layout::config::Config;
use layout::wire::bth::{OPCODE_ACK, OPCODE_CNP};
use model::packet::frame::{Body, Repr};
use model::packet::{aeth, bth, cnp, ethernet, ip, ipv4, ipv6, udp};
use model::parser::Beat;

/// ACKs, a NAK, a CNP, and frames that are dropped, each for a reason of its own.
pub fn beats(config: &Config) -> Vec<Listed> {
    let ack = |psn, ece: bool| bth::Repr { becn: ece, ..bth::Repr::new(OPCODE_ACK, BASE + 3, psn) };
    let aeth = |code| Body::Ack(aeth::Repr { reserved: false, code, value: 0, msn: 0 });
    let cnp = bth::Repr { becn: true, ..bth::Repr::new(OPCODE_CNP, BASE + 5, 0) };
    let other = |qpn, psn| bth::Repr::new(OPCODE_ACK, BASE + qpn, psn);
    let mut broken = frame(V4, ack(20, false), aeth(0));
    *broken.last_mut().expect("a frame has bytes") ^= 1;
    let mut short = frame(V4, ack(30, false), aeth(0));
    short.truncate(40);
    let frames = [
        frame(V4, ack(10, false), aeth(0)),
        frame(V4, ack(14, true), aeth(0)),
        frame(V6, other(5, 0xff_fff0), aeth(0)),
        frame(V4, other(5, 2), aeth(0)),
        frame(V4, other(1, 7), aeth(3)),
        frame(V6, cnp, Body::Cnp(cnp::Repr::default())),
        broken,
        short,
        frame(V4, ack(0x80_0010, true), aeth(0)),
        // of another NIC's QPs
        frame(V4, bth::Repr::new(OPCODE_ACK, 2 * BASE + 3, 9), aeth(0)),
    ];
    let mut beats: Vec<Listed> =
        frames.iter().flat_map(|bytes| Beat::split(bytes, config.parser.data_bits)).map(|beat| (beat, false)).collect();
    // the MAC finds this one bad
    beats.extend(
        Beat::split(&frames[0], config.parser.data_bits).map(|beat| (Beat { tuser: beat.tlast, ..beat }, false)),
    );
    beats.last_mut().expect("there are beats").1 = true;
    beats
}

const V4: fn() -> ip::Repr = || {
    let (src, dst) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
    ip::Repr::V4(ipv4::Repr { tos: 2, ident: 0, dont_fragment: true, ttl: 64, src, dst, options: vec![] })
};
const V6: fn() -> ip::Repr = || {
    let (src, dst) = ([0xfd00, 0, 0, 0, 0, 0, 0, 1].into(), [0xfd00, 0, 0, 0, 0, 0, 0, 2].into());
    ip::Repr::V6(ipv6::Repr { traffic_class: 2, flow_label: 0, hop_limit: 64, src, dst })
};

fn frame(ip: fn() -> ip::Repr, bth: bth::Repr, body: Body) -> Vec<u8> {
    let ip = ip();
    let ethertype = if matches!(ip, ip::Repr::V4(_)) { 0x0800 } else { 0x86dd };
    Repr {
        ethernet: ethernet::Repr { dst: [2; 6], src: [4; 6], tags: vec![], ethertype },
        ip,
        udp: udp::Repr { src_port: 0xc000, checksum: 0 },
        area: vec![],
        bth,
        body,
        padding: vec![],
    }
    .emit()
}

/// The list as a module without a clock.
pub fn module(head: &str, beats: &[Listed], config: &Config) -> String {
    let data = config.parser.data_bits as usize;
    let (keep, all) = (data / 8, data + data / 8 + 3);
    let row = |(place, (beat, last)): (usize, &Listed)| {
        let bytes: String = beat.tdata[..keep].iter().rev().map(|byte| format!("{byte:02x}")).collect();
        let (last, user, end) = (u8::from(*last), u8::from(beat.tuser), u8::from(beat.tlast));
        format!(
            "      10'd{place}: beat = {{1'b{last}, 1'b{user}, 1'b{end}, {keep}'h{:x}, {data}'h{bytes}}};\n",
            beat.tkeep
        )
    };
    let rows: String = beats.iter().enumerate().map(row).collect();
    format!(
        "{head}//\n// The frames that the demonstration sends, beat by beat.\n`default_nettype none\n\n\
         module ackw_demo_frames (\n  input  wire [9:0] place,\n  output wire last_of_all,\n  output wire [{}:0] tdata,\n  \
         output wire [{}:0] tkeep,\n  output wire tlast,\n  output wire tuser\n);\n\n  reg [{}:0] beat;\n  \
         always @* begin\n    case (place)\n{rows}      default: beat = {{1'b1, {{{}{{1'b0}}}}}};\n    endcase\n  end\n  \
         assign {{last_of_all, tuser, tlast, tkeep, tdata}} = beat;\n\nendmodule\n\n`default_nettype wire\n",
        data - 1,
        keep - 1,
        all - 1,
        all - 1,
    )
}
