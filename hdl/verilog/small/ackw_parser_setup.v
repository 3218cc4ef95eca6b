// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// What follows from the configuration of telemetry, registered: it does not change while frames pass.
module ackw_parser_setup (
  input  wire       clk,                   // clock, rising edge
  input  wire       rst_n,                 // reset, active low, asynchronous
  input  wire [1:0] cfg_telemetry_place,   // 0 none, 1 behind the UDP header, 2 behind the AETH of an ACK, 3 none
  input  wire [3:0] cfg_telemetry_offset,  // 32-bit words from the start of the area, or from the end of AETH, to the
                                           // telemetry header
  input  wire [5:0] cfg_telemetry_area,    // words between UDP header and BTH, at place 1
  input  wire       cfg_telemetry_profile, // 0 hpcc (the draft's Figure 4), 1 ns3
  output wire       setup_at_udp,
  output wire       setup_at_ack,
  output wire       setup_profile,
  output wire [5:0] setup_area,
  output wire [6:0] setup_bth_skip,        // words from the start of UDP to BTH; setup_header_skip: to the telemetry
                                           // header
  output wire [4:0] setup_header_skip,
  output wire [8:0] setup_least_bytes,     // of UDP and payload; so are setup_ack_bytes and setup_cnp_bytes
  output wire [8:0] setup_ack_bytes,
  output wire [8:0] setup_cnp_bytes,
  output wire [4:0] setup_header_words     // words from the start of the area, or the end of AETH, to the end of the
                                           // telemetry header: without hops in profile 0, with all its slots in profile
                                           // 1
);

  localparam [1:0] PLACE_UDP = 2'd1; // of the telemetry, as cfg_telemetry_place has it
  localparam [1:0] PLACE_ACK = 2'd2;
  localparam [4:0] UDP_WORDS = 5'd2; // words of UDP
  localparam [4:0] AETH_END_WORDS = 5'd6; // words of UDP, BTH and AETH
  localparam [8:0] LEAST_BYTES = 9'd24; // UDP, BTH and ICRC
  localparam [8:0] PLAIN_ACK_BYTES = 9'd28; // the same and AETH
  localparam [8:0] PLAIN_CNP_BYTES = 9'd40; // the same as LEAST_BYTES and the CNP's 16 bytes
  localparam [4:0] WORDS_0 = 5'd1; // words of the header of profile 0, then of profile 1 with its slots
  localparam [4:0] WORDS_1 = 5'd11;

  reg        r_at_udp;
  reg        r_at_ack;
  reg        r_profile;
  reg  [5:0] r_area;
  reg  [6:0] r_bth_skip;
  reg  [4:0] r_header_skip;
  reg  [8:0] r_least_bytes;
  reg  [8:0] r_ack_bytes;
  reg  [8:0] r_cnp_bytes;
  reg  [4:0] r_header_words;

  wire       at_udp;
  wire       at_ack;
  reg  [5:0] area;
  reg  [4:0] first;
  reg  [4:0] words;

  assign at_udp = cfg_telemetry_place == PLACE_UDP;
  assign at_ack = cfg_telemetry_place == PLACE_ACK;

  always @* begin
    area = 6'd0;
    if (at_udp) begin
      area = cfg_telemetry_area;
    end
  end

  always @* begin
    first = UDP_WORDS;
    if (at_ack) begin
      first = AETH_END_WORDS;
    end
  end

  always @* begin
    words = WORDS_0;
    if (cfg_telemetry_profile) begin
      words = WORDS_1;
    end
  end

  assign setup_at_udp = r_at_udp;
  assign setup_at_ack = r_at_ack;
  assign setup_profile = r_profile;
  assign setup_area = r_area;
  assign setup_bth_skip = r_bth_skip;
  assign setup_header_skip = r_header_skip;
  assign setup_least_bytes = r_least_bytes;
  assign setup_ack_bytes = r_ack_bytes;
  assign setup_cnp_bytes = r_cnp_bytes;
  assign setup_header_words = r_header_words;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      r_at_udp <= 1'b0;
      r_at_ack <= 1'b0;
      r_profile <= 1'b0;
      r_area <= 6'd0;
      r_bth_skip <= 7'd0;
      r_header_skip <= 5'd0;
      r_least_bytes <= 9'd0;
      r_ack_bytes <= 9'd0;
      r_cnp_bytes <= 9'd0;
      r_header_words <= 5'd0;
    end else begin
      r_at_udp <= at_udp;
      r_at_ack <= at_ack;
      r_profile <= cfg_telemetry_profile;
      r_area <= area;
      r_bth_skip <= {1'b0, area} + {2'd0, UDP_WORDS};
      r_header_skip <= {1'b0, cfg_telemetry_offset} + first;
      r_least_bytes <= {1'b0, area, 2'd0} + LEAST_BYTES;
      r_ack_bytes <= {1'b0, area, 2'd0} + PLAIN_ACK_BYTES;
      r_cnp_bytes <= {1'b0, area, 2'd0} + PLAIN_CNP_BYTES;
      r_header_words <= {1'b0, cfg_telemetry_offset} + words;
    end
  end

endmodule

`default_nettype wire
