`default_nettype none

// One side of a crossing, as it opens and closes: a crossing has one of these on each side. A reset of either side
// closes both, and no side opens before both have stood closed and have cleared their pointers. How long the reset was,
// and which clock is the faster one, does not matter.
//
//   reset        was_closed, was_cleared and the way to `open` fall at once on both sides, however short it was
//   open falls   at once on the side that is reset; on the other two of its cycles later, in step with its clock
//   was_closed   this side gives and takes nothing any more
//   clear        once: both sides are closed, the pointers may jump to 0 unseen
//   was_cleared  the pointers are 0
//   open rises   four cycles behind the other side's was_cleared: by then the other's pointer, 0, has come over as well
module ackw_async_link (
  input  wire clk,
  input  wire rst_n,            // of this side, asynchronous
  /* scan_mode: input  wire scan_mode,        // of a tester: `up` is rst_n, so that it drives every reset */
  output wire up,               // rst_n, with its release two cycles later in step with the clock:
                                // long enough for what it clears to be seen
  input  wire any_rst_n,        // `up` of both sides: low while one is
  input  wire peer_was_closed,  // of the other side's clock
  input  wire peer_was_cleared, // of the other side's clock
  (* ASYNC_REG = "TRUE" *) output reg was_closed,
  (* ASYNC_REG = "TRUE" *) output reg was_cleared,
  output wire clear,
  output wire open
);

  /* scan_mode: wire up_in_step; */
  wire peer_closed;
  wire peer_cleared;

  // closed for two cycles in a row: a reset while `open` was on its way lets it rise for one more. A reset of the other
  // side clears all three of these at any time.
  (* ASYNC_REG = "TRUE" *) reg was_shut;

  ackw_sync u_up (
    .clk   (clk),
    .rst_n (rst_n),
    .d     (1'b1),
    .q     (up)
    /* scan_mode, instead: .q     (up_in_step) */
  );

  /* scan_mode: assign up = scan_mode ? rst_n : up_in_step; */

  ackw_sync u_closed (
    .clk   (clk),
    .rst_n (any_rst_n),
    .d     (peer_was_closed),
    .q     (peer_closed)
  );

  ackw_sync u_cleared (
    .clk   (clk),
    .rst_n (any_rst_n),
    .d     (peer_was_cleared),
    .q     (peer_cleared)
  );

  // both fall when the other side is reset, at any time: two more flip-flops bring that to this clock
  ackw_sync u_open (
    .clk   (clk),
    .rst_n (up),
    .d     (peer_cleared & was_cleared),
    .q     (open)
  );

  assign clear = was_closed & peer_closed & !was_cleared;

  always @(posedge clk or negedge any_rst_n) begin
    if (!any_rst_n) begin
      was_shut    <= 1'b0;
      was_closed  <= 1'b0;
      was_cleared <= 1'b0;
    end else begin
      was_shut    <= !open;
      was_closed  <= was_closed | (was_shut & !open);
      was_cleared <= was_cleared | clear;
    end
  end

endmodule

`default_nettype wire
