// A flag that comes out N cycles later; 0 from a reset on.
module ackw_valid_delay #(
  parameter N = 4 // at least 1
) (
  input  wire clk,
  input  wire rst_n,
  input  wire d,
  output wire q      // the d of N cycles ago
);

  reg  [N-1:0] flags; // the newest lowest
  wire [N:0]   moved = {flags, d};

  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) flags <= {N{1'b0}};
    else flags <= moved[N-1:0];
  end

  assign q = moved[N];

endmodule
