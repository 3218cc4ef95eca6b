// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Whose update is on the port: while both sources have one, they have it in turn.
module ackw_update_port (
  input  wire clk,         // clock, rising edge
  input  wire rst_n,       // reset, active low, asynchronous
  input  wire first,       // the first source has one
  input  wire other,       // the other one has one
  input  wire ready,       // what is on the port is taken
  output wire shows_other, // the other's is on the port
  output wire first_taken, // the first's is taken
  output wire other_taken  // the other's is taken
);

  reg  other_next;

  wire shows;

  assign shows = other & (!first | other_next);

  // what is on the port stays there until it is taken; then it is the other's turn
  assign shows_other = shows;
  assign first_taken = first & !shows & ready;
  assign other_taken = shows & ready;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      other_next <= 1'b0;
    end else begin
      other_next <= (shows & !ready) | (first & !shows & ready);
    end
  end

endmodule

`default_nettype wire
