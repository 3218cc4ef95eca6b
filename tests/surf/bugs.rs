//! Lines of `fpga/surf`, each broken in one place.

use super::design::Bug;

pub(super) const FRAMES: &str = "ackw_surf_frames.v";
pub(super) const EVENTS: &str = "ackw_surf_events.v";
pub(super) const TOP: &str = "ackw_surf.v";
pub(super) const VHDL: &str = "AckwSurf.vhd";

/// Lines of ours, each broken in one place.
#[rustfmt::skip]
pub(super) const BUGS: [Bug; 25] = [
    Bug { what: "an ACK that the engine sends waits with a QP's frames", file: FRAMES,
        from: "(opcode[4:0] >= 5'h0d && opcode[4:0] <= 5'h12)", to: "(opcode[4:0] >= 5'h0d && opcode[4:0] <= 5'h10)" },
    Bug { what: "a runt is taken for a QP's frame", file: FRAMES, from: "!(&s_tkeep[11:0]) || ", to: "" },
    Bug { what: "UC and UD are taken for RC", file: FRAMES, from: "opcode[7:5] != 3'd0 ||", to: "" },
    Bug { what: "a frame's bytes do not count against MTU", file: FRAMES, from: " || bytes > MOST[15:0]", to: "" },
    Bug { what: "what comes behind a frame that is too long stays", file: FRAMES,
        from: "(!a_first && drops) || beats", to: "beats" },
    Bug { what: "what was written of a frame that is left out stays", file: FRAMES,
        from: "written <= whole;", to: "written <= written;" },
    Bug { what: "a queue takes a frame that it has no place for", file: FRAMES,
        from: "assign a_goes = !a_first || fits[a_queue];", to: "assign a_goes = 1'b1;" },
    Bug { what: "two beats more are read than have a place at the port", file: FRAMES,
        from: "waits + {2'd0, coming} < 3'd3", to: "waits + {2'd0, coming} < 3'd6" },
    Bug { what: "a beat is read behind the frame's end", file: FRAMES,
        from: "reads && left == {{BEAT_BITS{1'b0}}, 1'b1}", to: "reads && left == {BEAT_BITS+1{1'b0}}" },
    Bug { what: "the arbiter forgets the gate", file: FRAMES,
        from: "valid & {1'b1, hdr_open}", to: "valid | {1'b0, hdr_open & valid[QUEUES-1:0]}" },
    Bug { what: "a header's length is without UDP's header and ICRC", file: FRAMES,
        from: "a_first ? EXTRA[15:0] : had_bytes", to: "a_first ? 16'd0 : had_bytes" },
    Bug { what: "a reset leaves the stream amid a frame", file: FRAMES,
        from: "      a_valid <= 1'b0;\n      first   <= 1'b1;", to: "      a_valid <= 1'b0;" },
    Bug { what: "room is there until the queue is full", file: FRAMES,
        from: "used <= LIMIT2[BEAT_BITS:0] && frames <= INFOS2[INFO_BITS:0]", to: "1'b1" },
    Bug { what: "a NAK of a fault is a loss", file: EVENTS,
        from: "rx_tdata[102:96] == 7'h60", to: "rx_tdata[102:101] == 2'b11" },
    Bug { what: "the second beat is looked at", file: EVENTS, from: "first <= rx_tlast", to: "first <= 1'b1" },
    Bug { what: "a cut answer counts", file: EVENTS, from: "&rx_tkeep && ", to: "" },
    Bug { what: "ECN-Echo is read from FECN's bit", file: EVENTS, from: "ack && rx_tdata[38]", to: "ack && rx_tdata[39]" },
    Bug { what: "a CNP is an ACK", file: EVENTS, from: "{cnp ? CNP : nak", to: "{nak" },
    Bug { what: "an event is taken twice", file: EVENTS,
        from: "if (event_valid && event_ready) out <= out + 5'd1;", to: "if (event_valid && event_ready && !comes) out <= out + 5'd1;" },
    Bug { what: "the peer's QPN is ours", file: TOP, from: "locals[24*n +: 24]  <= qp_local;", to: "locals[24*n +: 24]  <= qp_remote;" },
    Bug { what: "an answer of a QP that ended counts", file: TOP, from: ".known(runs), .local_qpn", to: ".known({QUEUES{1'b1}}), .local_qpn" },
    Bug { what: "a host's access cuts into the opening", file: TOP,
        from: "own <= busy && (own || still);", to: "own <= busy;" },
    Bug { what: "time goes half as fast", file: TOP, from: "PERIOD_PS / 1000;", to: "PERIOD_PS / 2000;" },
    Bug { what: "the last bytes of a frame are said to be whole", file: VHDL,
        from: "v.tKeep(15 downto 0) := tKeep;", to: "v.tKeep(15 downto 0) := (others => '1');" },
    Bug { what: "enable is left open", file: VHDL, from: "enable         => enable,", to: "enable         => '1'," },
];
