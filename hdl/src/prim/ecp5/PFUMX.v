// Simulation only: Lattice ECP5's multiplexer behind the two look-up tables of a slice. Synthesis has its own. The port
// list is that of Yosys' ecp5/cells_sim.v; the behaviour is written for this use and has not been held against the
// vendor's model.
module PFUMX (
  input  wire ALUT, BLUT, C0,
  output wire Z
);

  assign Z = C0 ? ALUT : BLUT;

endmodule
