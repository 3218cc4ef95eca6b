// Simulation only: Lattice ECP5's look-up table. Synthesis has its own. The port list is that of Yosys'
// ecp5/cells_sim.v; the behaviour is written for this use and has not been held against the vendor's model.
module LUT4 #(
  parameter [15:0] INIT = 16'h0000
) (
  input  wire A, B, C, D,
  output wire Z
);

  assign Z = INIT[{D, C, B, A}];

endmodule
