// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Leading-one detector: the position of the most significant one of a. Combinational, POS_BITS levels of a tree.
//
// Example: WIDTH = 8, a = 8'b0010_1100 gives pos = 5, any = 1; a = 0 gives pos = 0, any = 0.
// POS_BITS is the number of bits of WIDTH-1, at least 1.
module ackw_highest_one #(
  parameter WIDTH    = 32,
  parameter POS_BITS = 5
) (
  input  wire [WIDTH-1:0]    a,
  output wire [POS_BITS-1:0] pos, // 0 when a is 0
  output wire                any  // a is not 0
);

  // A binary tree in heap order: node 0 is the root, the children of node n are 2n+1 (lower half) and 2n+2 (upper
  // half), and the last LEAVES nodes are the bits of a. A node says whether there is a one below it, and where the
  // highest one is.
  localparam LEAVES = 1 << POS_BITS;
  localparam NODES  = 2*LEAVES - 1;

  reg [NODES-1:0]          node_any;
  reg [NODES*POS_BITS-1:0] node_pos;
  integer level;
  integer n;

  always @* begin
    node_any = {NODES{1'b0}};
    node_pos = {NODES*POS_BITS{1'b0}};
    node_any[LEAVES-1 +: WIDTH] = a;
    for (level = 0; level < POS_BITS; level = level + 1) begin
      // these nodes cover 2^(level+1) bits each
      for (n = (LEAVES >> (level + 1)) - 1; n < (LEAVES >> level) - 1; n = n + 1) begin
        node_any[n] = node_any[2*n + 2] | node_any[2*n + 1];
        if (node_any[2*n + 2]) begin
          node_pos[n*POS_BITS +: POS_BITS] = node_pos[(2*n + 2)*POS_BITS +: POS_BITS];
          node_pos[n*POS_BITS + level] = 1'b1;
        end else begin
          node_pos[n*POS_BITS +: POS_BITS] = node_pos[(2*n + 1)*POS_BITS +: POS_BITS];
        end
      end
    end
  end

  assign any = node_any[0];
  assign pos = node_pos[0 +: POS_BITS];

endmodule

`default_nettype wire
