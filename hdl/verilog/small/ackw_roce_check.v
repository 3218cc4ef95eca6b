// Ackwright, configuration 5102db8a2199b99a
`default_nettype none

// The first fault behind the IP header, and the event of a packet without one.
module ackw_roce_check (
  input  wire        clk,                  // clock, rising edge
  input  wire        rst_n,                // reset, active low, asynchronous
  input  wire [23:0] cfg_qpn_base,         // the first of our QPNs; the bits of the index are ignored
  input  wire [1:0]  cfg_ece_place,        // ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7
  input  wire [15:0] s5_udp_port,
  input  wire [15:0] s5_udp_length,
  input  wire [7:0]  s5_opcode,
  input  wire [1:0]  s5_pad_count,
  input  wire [3:0]  s5_version,
  input  wire [1:0]  s5_bth_ecn,
  input  wire [23:0] s5_dest_qp,
  input  wire [23:0] s5_psn,
  input  wire [7:0]  s5_syndrome,
  input  wire [15:0] s5_payload_bytes,
  input  wire        s5_payload_short,
  input  wire        s5_payload_is_ack,
  input  wire        s5_payload_is_cnp,
  input  wire        s5_payload_ce,
  output wire        s7_fault_found,       // up to the ICRC's check
  output wire [4:0]  s7_fault_reason,
  output wire        s7_late_fault_found,  // behind the ICRC's check
  output wire [4:0]  s7_late_fault_reason,
  output wire [2:0]  s7_event_kind,
  output wire [3:0]  s7_event_qpn,
  output wire [23:0] s7_event_psn,
  output wire        s7_event_ece
);

  localparam [15:0] PORT_ROCEV2 = 16'h12b7;
  localparam [255:0] KNOWN_OPCODES = 256'h2000000300000000000000fff00dfffff;
  localparam [7:0] OPCODE_ACK = 8'd17;
  localparam [7:0] OPCODE_CNP = 8'd129;
  localparam [1:0] CODE_ACK = 2'd0;
  localparam [1:0] CODE_RNR = 2'd1;
  localparam [1:0] CODE_NAK = 2'd3;
  localparam [4:0] NAK_PSN_SEQUENCE = 5'd0;
  localparam [23:0] QPN_FIXED = 24'hfffff0;
  localparam [1:0] PLACE_BECN = 2'd0;
  localparam [1:0] PLACE_FECN = 2'd1;
  localparam [1:0] PLACE_IP_CE = 2'd2;
  localparam [2:0] KIND_ACK = 3'd0;
  localparam [2:0] KIND_LOSS = 3'd1;
  localparam [2:0] KIND_CNP = 3'd3;
  localparam [4:0] NOT_ROCEV2 = 5'd11;
  localparam [4:0] UDP_LENGTH = 5'd12;
  localparam [4:0] ROCE_LENGTH = 5'd13;
  localparam [4:0] BTH_VERSION = 5'd14;
  localparam [4:0] OPCODE_UNKNOWN = 5'd15;
  localparam [4:0] OPCODE_IGNORED = 5'd16;
  localparam [4:0] BTH_PAD = 5'd17;
  localparam [4:0] QPN_UNKNOWN = 5'd19;
  localparam [4:0] RNR_NAK = 5'd20;
  localparam [4:0] NAK_OTHER = 5'd21;

  reg         s6_bad_port;
  reg         s6_bad_udp_length;
  reg         s6_short;
  reg         s6_bad_version;
  reg         s6_unknown;
  reg         s6_ignored;
  reg         s6_bad_size;
  reg         s6_bad_pad;
  reg         s6_bad_qp;
  reg         s6_cnp;
  reg         s6_ack;
  reg         s6_loss;
  reg         s6_rnr;
  reg         s6_ece;
  reg  [3:0]  s6_qpn;
  reg  [23:0] s6_psn;
  reg         fault_found;
  reg  [4:0]  fault_reason;
  reg         late_fault_found;
  reg  [4:0]  late_fault_reason;
  reg  [2:0]  event_kind;
  reg  [3:0]  event_qpn;
  reg  [23:0] event_psn;
  reg         event_ece;

  wire         is_ack;
  wire         is_cnp;
  wire         is_known;
  wire [1:0]   code;
  reg          ece;
  wire [255:0] is_known_whole;

  // s5: compare
  assign is_ack = s5_opcode == OPCODE_ACK;
  assign is_cnp = s5_opcode == OPCODE_CNP;
  assign is_known_whole = KNOWN_OPCODES;
  assign is_known = is_known_whole[s5_opcode];
  assign code = s5_syndrome[6:5];

  always @* begin
    ece = s5_syndrome[7];
    if (cfg_ece_place == PLACE_BECN) begin
      ece = s5_bth_ecn[0];
    end else if (cfg_ece_place == PLACE_FECN) begin
      ece = s5_bth_ecn[1];
    end else if (cfg_ece_place == PLACE_IP_CE) begin
      ece = s5_payload_ce;
    end
  end

  // s6: the first fault before the ICRC's check
  assign s7_fault_found = fault_found;
  assign s7_fault_reason = fault_reason;

  // s6: the first fault behind it, and the event
  assign s7_late_fault_found = late_fault_found;
  assign s7_late_fault_reason = late_fault_reason;
  assign s7_event_kind = event_kind;
  assign s7_event_qpn = event_qpn;
  assign s7_event_psn = event_psn;
  assign s7_event_ece = event_ece;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s6_bad_port <= 1'b0;
      s6_bad_udp_length <= 1'b0;
      s6_short <= 1'b0;
      s6_bad_version <= 1'b0;
      s6_unknown <= 1'b0;
      s6_ignored <= 1'b0;
      s6_bad_size <= 1'b0;
      s6_bad_pad <= 1'b0;
      s6_bad_qp <= 1'b0;
      s6_cnp <= 1'b0;
      s6_ack <= 1'b0;
      s6_loss <= 1'b0;
      s6_rnr <= 1'b0;
      s6_ece <= 1'b0;
      s6_qpn <= 4'd0;
      s6_psn <= 24'd0;
      fault_found <= 1'b0;
      fault_reason <= 5'd0;
      late_fault_found <= 1'b0;
      late_fault_reason <= 5'd0;
      event_kind <= 3'd0;
      event_qpn <= 4'd0;
      event_psn <= 24'd0;
      event_ece <= 1'b0;
    end else begin
      // s5
      s6_bad_port <= s5_udp_port != PORT_ROCEV2;
      s6_bad_udp_length <= s5_udp_length != s5_payload_bytes;
      s6_short <= s5_payload_short;
      s6_bad_version <= |s5_version;
      s6_unknown <= !is_known;
      s6_ignored <= !(is_ack | is_cnp);
      s6_bad_size <= !((is_ack & s5_payload_is_ack) | (is_cnp & s5_payload_is_cnp));
      s6_bad_pad <= |s5_pad_count;
      s6_bad_qp <= |((s5_dest_qp ^ cfg_qpn_base) & QPN_FIXED);
      s6_cnp <= is_cnp;
      s6_ack <= code == CODE_ACK;
      s6_rnr <= code == CODE_RNR;
      s6_loss <= (code == CODE_NAK) & (s5_syndrome[4:0] == NAK_PSN_SEQUENCE);
      s6_ece <= ece;
      s6_qpn <= s5_dest_qp[3:0];
      s6_psn <= s5_psn;
      // s6
      fault_found <= 1'b1;
      fault_reason <= 5'd0;
      if (s6_bad_port) begin
        fault_reason <= NOT_ROCEV2;
      end else if (s6_bad_udp_length) begin
        fault_reason <= UDP_LENGTH;
      end else if (s6_short) begin
        fault_reason <= ROCE_LENGTH;
      end else if (s6_bad_version) begin
        fault_reason <= BTH_VERSION;
      end else if (s6_unknown) begin
        fault_reason <= OPCODE_UNKNOWN;
      end else if (s6_ignored) begin
        fault_reason <= OPCODE_IGNORED;
      end else if (s6_bad_size) begin
        fault_reason <= ROCE_LENGTH;
      end else if (s6_bad_pad) begin
        fault_reason <= BTH_PAD;
      end else begin
        fault_found <= 1'b0;
      end
      // s6
      late_fault_found <= 1'b0;
      late_fault_reason <= 5'd0;
      event_kind <= KIND_CNP;
      event_qpn <= s6_qpn;
      event_psn <= 24'd0;
      event_ece <= 1'b0;
      if (!s6_cnp) begin
        event_psn <= s6_psn;
        if (s6_ack) begin
          event_kind <= KIND_ACK;
          event_ece <= s6_ece;
        end else if (s6_loss) begin
          event_kind <= KIND_LOSS;
        end else begin
          late_fault_found <= 1'b1;
          late_fault_reason <= NAK_OTHER;
          if (s6_rnr) begin
            late_fault_reason <= RNR_NAK;
          end
        end
      end
      if (s6_bad_qp) begin
        late_fault_found <= 1'b1;
        late_fault_reason <= QPN_UNKNOWN;
      end
    end
  end

endmodule

`default_nettype wire
