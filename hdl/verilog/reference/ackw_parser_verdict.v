// Ackwright, configuration 23de8437ce86e247
`default_nettype none

// One result a frame: the first fault in the order of the checks, or else the event.
module ackw_parser_verdict (
  input  wire        clk,             // clock, rising edge
  input  wire        rst_n,           // reset, active low, synchronous
  input  wire        s7_done,
  input  wire        s7_frame_found,
  input  wire [4:0]  s7_frame_reason,
  input  wire        s7_roce_found,
  input  wire [4:0]  s7_roce_reason,
  input  wire        s7_bad_icrc,
  input  wire        s7_late_found,
  input  wire [4:0]  s7_late_reason,
  input  wire [2:0]  s7_event_kind,
  input  wire [13:0] s7_event_qpn,
  input  wire [23:0] s7_event_psn,
  input  wire        s7_event_ece,
  output wire        res_valid,
  output wire        res_drop,
  output wire [4:0]  res_reason,
  output wire [2:0]  res_event_kind,  // 0 ack, 1 loss, 3 cnp; all event fields are 0 if the frame is dropped
  output wire [13:0] res_event_qpn,
  output wire [23:0] res_event_psn,
  output wire        res_event_ece
);

  localparam [4:0] ICRC = 5'd18;

  reg         valid;
  reg         fault_found;
  reg  [4:0]  fault_reason;
  reg  [2:0]  event_kind;
  reg  [13:0] event_qpn;
  reg  [23:0] event_psn;
  reg         event_ece;

  wire found;

  // s7: frame, RoCE, ICRC, QP and AETH
  assign found = s7_frame_found | s7_roce_found | s7_bad_icrc | s7_late_found;

  // s8
  assign res_valid = valid;
  assign res_drop = fault_found;
  assign res_reason = fault_reason;
  assign res_event_kind = event_kind;
  assign res_event_qpn = event_qpn;
  assign res_event_psn = event_psn;
  assign res_event_ece = event_ece;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      valid <= 1'b0;
    end else begin
      // s7
      valid <= s7_done;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s7
    fault_found <= found;
    fault_reason <= s7_late_reason;
    if (s7_frame_found) begin
      fault_reason <= s7_frame_reason;
    end else if (s7_roce_found) begin
      fault_reason <= s7_roce_reason;
    end else if (s7_bad_icrc) begin
      fault_reason <= ICRC;
    end
    event_kind <= s7_event_kind;
    event_qpn <= s7_event_qpn;
    event_psn <= s7_event_psn;
    event_ece <= s7_event_ece;
    if (found) begin
      event_kind <= 3'd0;
      event_qpn <= 14'd0;
      event_psn <= 24'd0;
      event_ece <= 1'b0;
    end
  end

endmodule

`default_nettype wire
