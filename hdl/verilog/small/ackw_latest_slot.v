// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The record of a QP next to the port: the newest update joins it.
module ackw_latest_slot (
  input  wire        clk,                  // clock, rising edge
  input  wire        rst_n,                // reset, active low, asynchronous
  input  wire        load,                 // load_record comes in place of what was there
  input  wire [3:0]  load_record_qpn,
  input  wire        load_record_limits,
  input  wire        load_record_acks,
  input  wire [3:0]  load_record_alg,
  input  wire [41:0] load_record_window,
  input  wire [39:0] load_record_pace,
  input  wire [3:0]  load_record_own,
  input  wire [11:0] load_record_sticky,
  input  wire        load_record_feedback,
  input  wire [23:0] load_record_una,
  input  wire        clear,                // what waits is forgotten; not with load
  input  wire        joins,                // put joins what is there, or what comes
  input  wire [3:0]  put_qpn,
  input  wire        put_limits,
  input  wire        put_acks,
  input  wire [3:0]  put_alg,
  input  wire [41:0] put_window,
  input  wire [39:0] put_pace,
  input  wire [3:0]  put_own,
  input  wire [11:0] put_sticky,
  input  wire        put_feedback,
  input  wire [23:0] put_una,
  output wire        filled,               // something waits
  output wire [3:0]  qpn,                  // index of the QP
  output wire [3:0]  record_qpn,
  output wire        record_limits,
  output wire        record_acks,
  output wire [3:0]  record_alg,
  output wire [41:0] record_window,
  output wire [39:0] record_pace,
  output wire [3:0]  record_own,
  output wire [11:0] record_sticky,
  output wire        record_feedback,
  output wire [23:0] record_una
);

  reg  [3:0]  kept_qpn;
  reg         kept_limits;
  reg         kept_acks;
  reg  [3:0]  kept_alg;
  reg  [41:0] kept_window;
  reg  [39:0] kept_pace;
  reg  [3:0]  kept_own;
  reg  [11:0] kept_sticky;
  reg         kept_feedback;
  reg  [23:0] kept_una;

  reg  [3:0]  found_qpn;
  reg         found_limits;
  reg         found_acks;
  reg  [3:0]  found_alg;
  reg  [41:0] found_window;
  reg  [39:0] found_pace;
  reg  [3:0]  found_own;
  reg  [11:0] found_sticky;
  reg         found_feedback;
  reg  [23:0] found_una;
  reg         result_limits;
  reg         result_acks;
  reg  [3:0]  result_alg;
  reg  [41:0] result_window;
  reg  [39:0] result_pace;
  reg  [3:0]  result_own;
  reg  [11:0] result_sticky;
  reg         result_feedback;
  reg  [23:0] result_una;

  always @* begin
    found_qpn = kept_qpn;
    found_limits = kept_limits;
    found_acks = kept_acks;
    found_alg = kept_alg;
    found_window = kept_window;
    found_pace = kept_pace;
    found_own = kept_own;
    found_sticky = kept_sticky;
    found_feedback = kept_feedback;
    found_una = kept_una;
    if (clear) begin
      found_limits = 1'b0;
      found_acks = 1'b0;
      found_sticky = 12'd0;
      found_feedback = 1'b0;
    end
    if (load) begin
      found_qpn = load_record_qpn;
      found_limits = load_record_limits;
      found_acks = load_record_acks;
      found_alg = load_record_alg;
      found_window = load_record_window;
      found_pace = load_record_pace;
      found_own = load_record_own;
      found_sticky = load_record_sticky;
      found_feedback = load_record_feedback;
      found_una = load_record_una;
    end
  end

  always @* begin
    result_limits = found_limits;
    result_acks = found_acks;
    result_alg = found_alg;
    result_window = found_window;
    result_pace = found_pace;
    result_own = found_own;
    result_sticky = found_sticky;
    result_feedback = found_feedback;
    result_una = found_una;
    if (joins) begin
      result_limits = found_limits | put_limits;
      result_acks = found_acks | put_acks;
      result_feedback = found_feedback | put_feedback;
      if (put_limits) begin
        result_alg = put_alg;
        result_window = put_window;
        result_pace = put_pace;
        result_own = put_own;
        result_sticky = found_sticky | put_sticky;
      end
      if (put_acks) begin
        result_una = put_una;
      end
    end
  end

  assign filled = kept_limits | kept_acks;
  assign qpn = kept_qpn;
  assign record_qpn = kept_qpn;
  assign record_limits = kept_limits;
  assign record_acks = kept_acks;
  assign record_alg = kept_alg;
  assign record_window = kept_window;
  assign record_pace = kept_pace;
  assign record_own = kept_own;
  assign record_sticky = kept_sticky;
  assign record_feedback = kept_feedback;
  assign record_una = kept_una;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      kept_qpn <= 4'd0;
      kept_limits <= 1'b0;
      kept_acks <= 1'b0;
      kept_alg <= 4'd0;
      kept_window <= 42'd0;
      kept_pace <= 40'd0;
      kept_own <= 4'd0;
      kept_sticky <= 12'd0;
      kept_feedback <= 1'b0;
      kept_una <= 24'd0;
    end else begin
      kept_qpn <= found_qpn;
      kept_limits <= result_limits;
      kept_acks <= result_acks;
      kept_alg <= result_alg;
      kept_window <= result_window;
      kept_pace <= result_pace;
      kept_own <= result_own;
      kept_sticky <= result_sticky;
      kept_feedback <= result_feedback;
      kept_una <= result_una;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, put_qpn};

endmodule

`default_nettype wire
