// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Chooses one of four words, and ORs another one to it. Combinational.
module ackw_mux4 #(
  parameter WIDTH = 32
) (
  input  wire [WIDTH-1:0] d0,
  input  wire [WIDTH-1:0] d1,
  input  wire [WIDTH-1:0] d2,
  input  wire [WIDTH-1:0] d3,
  input  wire [1:0]       sel,
  input  wire [WIDTH-1:0] also,
  output wire [WIDTH-1:0] q    // the word that sel names, ORed with also
);

  assign q = (sel[1] ? (sel[0] ? d3 : d2) : (sel[0] ? d1 : d0)) | also;

endmodule

`default_nettype wire
