// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// A value of one clock as another sees it: whole, as it was a moment ago, always newer than before. It is sampled again
// and again and brought over by a call that is answered at once (ackw_async_call), so that values which lie between two
// samples are not seen.
//
// A sample is shown from at most 5 cycles of b_clk behind it on, and until the next one is: that is when it is at most
// 10 cycles of b_clk and 6 of a_clk old. It is 0 from a reset of the b side to the first sample behind
// it; while the a side is in reset it stands as it was.
module ackw_async_value #(
  parameter WIDTH = 32
) (
  input  wire             a_clk,
  input  wire             a_rst_n, // asynchronous; its release is synchronised inside
  input  wire [WIDTH-1:0] a_value,
  input  wire             b_clk,
  input  wire             b_rst_n, // asynchronous; its release is synchronised inside
  output reg  [WIDTH-1:0] b_value
);

  wire             call_ready;
  wire             calling;
  wire             answer_valid;
  wire             answer_data;
  wire             answer_lost;
  wire             serving;
  wire [WIDTH-1:0] sample;

  ackw_async_call #(
    .CALL_WIDTH   (WIDTH),
    .ANSWER_WIDTH (1)
  ) u_call (
    .a_clk        (a_clk),
    .a_rst_n      (a_rst_n),
    .call_valid   (1'b1),
    .call_ready   (call_ready),
    .calling      (calling),
    .call_data    (a_value),
    .answer_valid (answer_valid),
    .answer_ready (1'b1),
    .answer_data  (answer_data),
    .answer_lost  (answer_lost),
    .b_clk        (b_clk),
    .b_rst_n      (b_rst_n),
    .serving      (serving),
    .serve_data   (sample),
    .served       (serving),
    .served_data  (1'b0)
  );

  always @(posedge b_clk or negedge b_rst_n) begin
    if (!b_rst_n)     b_value <= {WIDTH{1'b0}};
    else if (serving) b_value <= sample;
  end

  // the call is its own answer
  wire unused = &{1'b0, call_ready, calling, answer_valid, answer_data, answer_lost};

endmodule

`default_nettype wire
