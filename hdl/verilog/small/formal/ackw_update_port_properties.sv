// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// Updates of two sources share the port: each that is taken is one of them, what is on the port stays there until it is taken,
// and while both have one neither is taken twice in a row.
//
// Assumed of the two: what one offers stays until it is taken.
module ackw_update_port_properties (
  input wire clk,
  input wire rst_n,
  input wire first,
  input wire other,
  input wire ready,
  input wire shows_other,
  input wire first_taken,
  input wire other_taken
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  reg started = 1'b0;
  reg had_first;    // in the last cycle each offered one, and it was not taken
  reg had_other;
  reg was_first;    // one of each was taken in the last cycle, while the other offered one
  reg was_other;
  reg was_shown;    // what was on the port in the last cycle was not taken
  reg was_others;   // and it was the other's

  always @(posedge clk) begin
    started    <= 1'b1;
    had_first  <= rst_n && first && !first_taken;
    had_other  <= rst_n && other && !other_taken;
    was_first  <= rst_n && first_taken && other;
    was_other  <= rst_n && other_taken && first;
    was_shown  <= rst_n && (first || other) && !ready;
    was_others <= shows_other;
  end

  always `ACKWRIGHT_LOOKS if (!started) assume (!rst_n);
  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    if (had_first) assume (first);
    if (had_other) assume (other);
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (!(first_taken && other_taken));
    assert (!first_taken || first && ready && !shows_other);
    assert (!other_taken || other && ready && shows_other);
    assert (!(ready && (first || other)) || first_taken || other_taken);
    if (was_shown) assert (shows_other == was_others);
    if (was_first) assert (!first_taken);
    if (was_other) assert (!other_taken || !first);
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    cover (was_first && other_taken);
    cover (was_other && first_taken);
    cover (was_shown && was_others && first);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_update_port ackw_update_port_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
