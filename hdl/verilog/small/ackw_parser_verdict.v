// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// One result a frame: the first fault in the order of the checks, or else the event.
module ackw_parser_verdict (
  input  wire        clk,                 // clock, rising edge
  input  wire        rst_n,               // reset, active low, asynchronous
  input  wire        s8_done,
  input  wire        s8_frame_found,
  input  wire [4:0]  s8_frame_reason,
  input  wire        s8_roce_found,
  input  wire [4:0]  s8_roce_reason,
  input  wire        s8_bad_icrc,
  input  wire        s8_late_found,
  input  wire [4:0]  s8_late_reason,
  input  wire        s8_telemetry_found,  // fault of the telemetry, if the packet has any
  input  wire [4:0]  s8_telemetry_reason,
  input  wire [2:0]  s8_event_kind,
  input  wire [3:0]  s8_event_qpn,
  input  wire [23:0] s8_event_psn,
  input  wire        s8_event_ece,
  input  wire        s8_event_telemetry,
  output wire        s8_show,             // there is an event, and it carries telemetry
  output wire        res_valid,
  output wire        res_drop,
  output wire [4:0]  res_reason,
  output wire [2:0]  res_event_kind,      // 0 ack, 1 loss, 3 cnp, 6 data; all event fields are 0 if the frame is
                                          // dropped
  output wire [3:0]  res_event_qpn,
  output wire [23:0] res_event_psn,
  output wire        res_event_ece,
  output wire        res_event_telemetry
);

  localparam [4:0] ICRC = 5'd18; // the reason of a drop

  reg         valid;
  reg         fault_found;
  reg  [4:0]  fault_reason;
  reg  [2:0]  event_kind;
  reg  [3:0]  event_qpn;
  reg  [23:0] event_psn;
  reg         event_ece;
  reg         event_telemetry;

  wire telemetry_fault;
  wire found;

  // s8: frame, RoCE, ICRC, QP and AETH, telemetry
  assign telemetry_fault = s8_event_telemetry & s8_telemetry_found;
  assign found = s8_frame_found | s8_roce_found | s8_bad_icrc | s8_late_found | telemetry_fault;
  assign s8_show = !found & s8_event_telemetry;

  // s9
  assign res_valid = valid;
  assign res_drop = fault_found;
  assign res_reason = fault_reason;
  assign res_event_kind = event_kind;
  assign res_event_qpn = event_qpn;
  assign res_event_psn = event_psn;
  assign res_event_ece = event_ece;
  assign res_event_telemetry = event_telemetry;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      valid <= 1'b0;
    end else begin
      valid <= s8_done;
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      fault_found <= 1'b0;
      fault_reason <= 5'd0;
      event_kind <= 3'd0;
      event_qpn <= 4'd0;
      event_psn <= 24'd0;
      event_ece <= 1'b0;
      event_telemetry <= 1'b0;
    end else begin
      fault_found <= found;
      fault_reason <= 5'd0;
      if (s8_frame_found) begin
        fault_reason <= s8_frame_reason;
      end else if (s8_roce_found) begin
        fault_reason <= s8_roce_reason;
      end else if (s8_bad_icrc) begin
        fault_reason <= ICRC;
      end else if (s8_late_found) begin
        fault_reason <= s8_late_reason;
      end else if (telemetry_fault) begin
        fault_reason <= s8_telemetry_reason;
      end
      event_kind <= s8_event_kind;
      event_qpn <= s8_event_qpn;
      event_psn <= s8_event_psn;
      event_ece <= s8_event_ece;
      event_telemetry <= s8_event_telemetry;
      if (found) begin
        event_kind <= 3'd0;
        event_qpn <= 4'd0;
        event_psn <= 24'd0;
        event_ece <= 1'b0;
        event_telemetry <= 1'b0;
      end
    end
  end

endmodule

`default_nettype wire
