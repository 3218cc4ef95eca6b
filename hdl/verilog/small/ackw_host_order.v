// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// When the host's operation has passed: in the cycle in which the last update of an event that issued before it is
// taken, or behind its issue, if none is left.
module ackw_host_order (
  input  wire clk,            // clock, rising edge
  input  wire rst_n,          // reset, active low, asynchronous
  input  wire event_issues_0, // an event issues, which makes an update of this stream
  input  wire event_issues_1,
  input  wire event_taken_0,  // an event's update of this stream is taken
  input  wire event_taken_1,
  input  wire host_issues,    // the host's operation issues, in place of an event
  input  wire any_enters,     // an operation enters, and what is watched from then on is its QP
  output wire behind_fence,   // older updates are still to be taken: events of the operation's QP wait
  output wire behind_hold     // likewise, and another operation has entered: all events wait
);

  reg  [7:0] under_way_0;
  reg  [7:0] under_way_1;
  reg  [7:0] older_0;
  reg  [7:0] older_1;
  reg        drains;
  reg        unwatched;

  reg  all_last;
  wire passes;

  always @* begin
    all_last = 1'b1;
    all_last = all_last & (!(|older_0) | ((older_0 == 8'd1) & event_taken_0));
    all_last = all_last & (!(|older_1) | ((older_1 == 8'd1) & event_taken_1));
  end

  assign passes = drains & all_last;
  assign behind_fence = drains;
  assign behind_hold = unwatched;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      under_way_0 <= 8'd0;
      under_way_1 <= 8'd0;
      older_0 <= 8'd0;
      older_1 <= 8'd0;
      drains <= 1'b0;
      unwatched <= 1'b0;
    end else begin
      if (event_issues_0 & !event_taken_0) begin
        under_way_0 <= under_way_0 + 8'd1;
      end
      if (event_taken_0 & !event_issues_0) begin
        under_way_0 <= under_way_0 - 8'd1;
      end
      if (event_taken_0 & (|older_0)) begin
        older_0 <= older_0 - 8'd1;
      end
      if (host_issues) begin
        older_0 <= under_way_0;
        if (event_taken_0) begin
          older_0 <= under_way_0 - 8'd1;
        end
      end
      if (event_issues_1 & !event_taken_1) begin
        under_way_1 <= under_way_1 + 8'd1;
      end
      if (event_taken_1 & !event_issues_1) begin
        under_way_1 <= under_way_1 - 8'd1;
      end
      if (event_taken_1 & (|older_1)) begin
        older_1 <= older_1 - 8'd1;
      end
      if (host_issues) begin
        older_1 <= under_way_1;
        if (event_taken_1) begin
          older_1 <= under_way_1 - 8'd1;
        end
      end
      drains <= (drains & !passes) | host_issues;
      unwatched <= drains & !passes & (unwatched | any_enters);
    end
  end

endmodule

`default_nettype wire
