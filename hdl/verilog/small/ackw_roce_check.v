// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The first fault behind the IP header, and the event of a packet without one.
module ackw_roce_check (
  input  wire        clk,                   // clock, rising edge
  input  wire        rst_n,                 // reset, active low, asynchronous
  input  wire [23:0] cfg_qpn_base,          // the first of our QPNs; the bits of the index are ignored
  input  wire [1:0]  cfg_ece_place,         // ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit
                                            // 7
  input  wire        setup_at_udp,          // telemetry stands behind the UDP header; setup_at_ack: in an ACK
  input  wire        setup_at_ack,
  input  wire        setup_profile,
  input  wire [5:0]  setup_area,
  input  wire [6:0]  setup_bth_skip,
  input  wire [4:0]  setup_header_skip,
  input  wire [8:0]  setup_least_bytes,
  input  wire [8:0]  setup_ack_bytes,
  input  wire [8:0]  setup_cnp_bytes,
  input  wire [4:0]  setup_header_words,
  input  wire [15:0] s6_udp_port,
  input  wire [15:0] s6_udp_length,
  input  wire [7:0]  s6_opcode,
  input  wire [1:0]  s6_pad_count,
  input  wire [3:0]  s6_version,
  input  wire [1:0]  s6_bth_ecn,
  input  wire [23:0] s6_dest_qp,
  input  wire [23:0] s6_psn,
  input  wire [7:0]  s6_syndrome,
  input  wire [15:0] s6_payload_bytes,
  input  wire        s6_payload_short,
  input  wire        s6_payload_is_ack,
  input  wire        s6_payload_is_cnp,
  input  wire        s6_payload_is_words,
  input  wire        s6_payload_plain_ack,
  input  wire [13:0] s6_payload_room_words,
  input  wire        s6_payload_ce,
  output wire        s8_fault_found,        // up to the ICRC's check
  output wire [4:0]  s8_fault_reason,
  output wire        s8_late_fault_found,   // behind the ICRC's check
  output wire [4:0]  s8_late_fault_reason,
  output wire [2:0]  s8_event_kind,
  output wire [3:0]  s8_event_qpn,
  output wire [23:0] s8_event_psn,
  output wire        s8_event_ece,
  output wire        s8_event_telemetry
);

  localparam [15:0] PORT_ROCEV2 = 16'h12b7; // 4791
  // bit k: opcode k of RC, UC or UD, or the CNP's
  localparam [255:0] KNOWN_OPCODES = 256'h2000000300000000000000fff00dfffff;
  localparam [255:0] DATA_OPCODES = 256'hfff00c00fff; // bit k: opcode k is a SEND or RDMA WRITE of RC or UC
  localparam [7:0] OPCODE_ACK = 8'd17; // of BTH
  localparam [7:0] OPCODE_CNP = 8'd129;
  localparam [1:0] CODE_ACK = 2'd0; // bits 6:5 of AETH's syndrome
  localparam [1:0] CODE_RNR = 2'd1;
  localparam [1:0] CODE_NAK = 2'd3;
  localparam [4:0] NAK_PSN_SEQUENCE = 5'd0; // its code among the NAKs: PSN sequence error
  localparam [23:0] QPN_FIXED = 24'hfffff0; // bits of the QPN that tell the engine's QPs from others
  localparam [1:0] PLACE_BECN = 2'd0; // of the ECN-Echo: BTH's BECN
  localparam [1:0] PLACE_FECN = 2'd1; // BTH's FECN
  localparam [1:0] PLACE_IP_CE = 2'd2; // the IP header's CE
  localparam [2:0] KIND_ACK = 3'd0; // kind of an event
  localparam [2:0] KIND_LOSS = 3'd1;
  localparam [2:0] KIND_CNP = 3'd3;
  localparam [2:0] KIND_DATA = 3'd6;
  localparam [4:0] NOT_ROCEV2 = 5'd11; // reasons of a drop
  localparam [4:0] UDP_LENGTH = 5'd12; // reason of a drop
  localparam [4:0] ROCE_LENGTH = 5'd13;
  localparam [4:0] BTH_VERSION = 5'd14;
  localparam [4:0] OPCODE_UNKNOWN = 5'd15;
  localparam [4:0] OPCODE_IGNORED = 5'd16;
  localparam [4:0] BTH_PAD = 5'd17;
  localparam [4:0] QPN_UNKNOWN = 5'd19;
  localparam [4:0] RNR_NAK = 5'd20;
  localparam [4:0] NAK_OTHER = 5'd21;

  reg         s7_bad_port;
  reg         s7_bad_udp_length;
  reg         s7_short;
  reg         s7_bad_version;
  reg         s7_unknown;
  reg         s7_ignored;
  reg         s7_bad_size;
  reg         s7_bad_pad;
  reg         s7_bad_qp;
  reg         s7_cnp;
  reg         s7_data;
  reg         s7_telemetry;
  reg         s7_ack;
  reg         s7_loss;
  reg         s7_rnr;
  reg         s7_ece;
  reg  [3:0]  s7_qpn;
  reg  [23:0] s7_psn;
  reg         fault_found;
  reg  [4:0]  fault_reason;
  reg         late_fault_found;
  reg  [4:0]  late_fault_reason;
  reg  [2:0]  event_kind;
  reg  [3:0]  event_qpn;
  reg  [23:0] event_psn;
  reg         event_ece;
  reg         event_telemetry;

  wire         is_ack;
  wire         is_cnp;
  wire         is_data;
  wire         is_known;
  wire [1:0]   code;
  reg          ece;
  wire [255:0] is_data_whole;
  wire [255:0] is_known_whole;

  // s6: compare
  assign is_ack = s6_opcode == OPCODE_ACK;
  assign is_cnp = s6_opcode == OPCODE_CNP;
  assign is_data_whole = DATA_OPCODES;
  assign is_data = setup_at_udp & is_data_whole[s6_opcode];
  assign is_known_whole = KNOWN_OPCODES;
  assign is_known = is_known_whole[s6_opcode];
  assign code = s6_syndrome[6:5];

  always @* begin
    ece = s6_syndrome[7];
    if (cfg_ece_place == PLACE_BECN) begin
      ece = s6_bth_ecn[0];
    end else if (cfg_ece_place == PLACE_FECN) begin
      ece = s6_bth_ecn[1];
    end else if (cfg_ece_place == PLACE_IP_CE) begin
      ece = s6_payload_ce;
    end
  end

  // s7: the first fault before the ICRC's check
  assign s8_fault_found = fault_found;
  assign s8_fault_reason = fault_reason;

  // s7: the first fault behind it, and the event
  assign s8_late_fault_found = late_fault_found;
  assign s8_late_fault_reason = late_fault_reason;
  assign s8_event_kind = event_kind;
  assign s8_event_qpn = event_qpn;
  assign s8_event_psn = event_psn;
  assign s8_event_ece = event_ece;
  assign s8_event_telemetry = event_telemetry;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s7_bad_port <= 1'b0;
      s7_bad_udp_length <= 1'b0;
      s7_short <= 1'b0;
      s7_bad_version <= 1'b0;
      s7_unknown <= 1'b0;
      s7_ignored <= 1'b0;
      s7_bad_size <= 1'b0;
      s7_bad_pad <= 1'b0;
      s7_bad_qp <= 1'b0;
      s7_cnp <= 1'b0;
      s7_data <= 1'b0;
      s7_telemetry <= 1'b0;
      s7_ack <= 1'b0;
      s7_loss <= 1'b0;
      s7_rnr <= 1'b0;
      s7_ece <= 1'b0;
      s7_qpn <= 4'd0;
      s7_psn <= 24'd0;
      fault_found <= 1'b0;
      fault_reason <= 5'd0;
      late_fault_found <= 1'b0;
      late_fault_reason <= 5'd0;
      event_kind <= 3'd0;
      event_qpn <= 4'd0;
      event_psn <= 24'd0;
      event_ece <= 1'b0;
      event_telemetry <= 1'b0;
    end else begin
      s7_bad_port <= s6_udp_port != PORT_ROCEV2;
      s7_bad_udp_length <= s6_udp_length != s6_payload_bytes;
      s7_short <= s6_payload_short;
      s7_bad_version <= |s6_version;
      s7_unknown <= !is_known;
      s7_ignored <= !(is_ack | is_cnp | is_data);
      s7_bad_size <= !((is_ack & s6_payload_is_ack) | (is_cnp & s6_payload_is_cnp) | (is_data & s6_payload_is_words));
      s7_bad_pad <= (|s6_pad_count) & !is_data;
      s7_bad_qp <= |((s6_dest_qp ^ cfg_qpn_base) & QPN_FIXED);
      s7_cnp <= is_cnp;
      s7_data <= is_data;
      s7_telemetry <= !is_cnp & (setup_at_udp | (setup_at_ack & !s6_payload_plain_ack));
      s7_ack <= code == CODE_ACK;
      s7_rnr <= code == CODE_RNR;
      s7_loss <= (code == CODE_NAK) & (s6_syndrome[4:0] == NAK_PSN_SEQUENCE);
      s7_ece <= ece;
      s7_qpn <= s6_dest_qp[3:0];
      s7_psn <= s6_psn;

      fault_found <= 1'b1;
      fault_reason <= 5'd0;
      if (s7_bad_port) begin
        fault_reason <= NOT_ROCEV2;
      end else if (s7_bad_udp_length) begin
        fault_reason <= UDP_LENGTH;
      end else if (s7_short) begin
        fault_reason <= ROCE_LENGTH;
      end else if (s7_bad_version) begin
        fault_reason <= BTH_VERSION;
      end else if (s7_unknown) begin
        fault_reason <= OPCODE_UNKNOWN;
      end else if (s7_ignored) begin
        fault_reason <= OPCODE_IGNORED;
      end else if (s7_bad_size) begin
        fault_reason <= ROCE_LENGTH;
      end else if (s7_bad_pad) begin
        fault_reason <= BTH_PAD;
      end else begin
        fault_found <= 1'b0;
      end

      late_fault_found <= 1'b0;
      late_fault_reason <= 5'd0;
      event_kind <= KIND_CNP;
      event_qpn <= s7_qpn;
      event_psn <= 24'd0;
      event_ece <= 1'b0;
      event_telemetry <= s7_telemetry;
      if (!s7_cnp) begin
        event_psn <= s7_psn;
        if (s7_data) begin
          event_kind <= KIND_DATA;
        end else if (s7_ack) begin
          event_kind <= KIND_ACK;
          event_ece <= s7_ece;
        end else if (s7_loss) begin
          event_kind <= KIND_LOSS;
        end else begin
          late_fault_found <= 1'b1;
          late_fault_reason <= NAK_OTHER;
          if (s7_rnr) begin
            late_fault_reason <= RNR_NAK;
          end
        end
      end
      if (s7_bad_qp) begin
        late_fault_found <= 1'b1;
        late_fault_reason <= QPN_UNKNOWN;
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, setup_profile, setup_area, setup_bth_skip, setup_header_skip, setup_least_bytes,
    setup_ack_bytes, setup_cnp_bytes, setup_header_words, s6_payload_room_words};

endmodule

`default_nettype wire
