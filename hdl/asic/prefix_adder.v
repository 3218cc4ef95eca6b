// Yosys techmap: the carries of additions, subtractions and comparisons as a parallel-prefix network of Sklansky's form, which has
// the least levels, log2 of the width, and few gates; its fan-out, up to half the width, is for the sizing to buffer.
// Yosys' own is Brent and Kung's, with nearly twice the levels. `$lcu` is its cell for the carries: P propagates, G generates.
(* techmap_celltype = "$lcu" *)
module _80_ackw_prefix_adder (P, G, CI, CO); // techmap takes maps in the order of their names: before Yosys' _90_
  parameter WIDTH = 2;

  (* force_downto *)
  input [WIDTH-1:0] P;
  (* force_downto *)
  input [WIDTH-1:0] G;
  input CI;
  (* force_downto *)
  output [WIDTH-1:0] CO; // CO[k] is the carry out of bit k

  localparam LEVELS = $clog2(WIDTH);

  genvar level;
  genvar k;
  generate
    for (level = 0; level <= LEVELS; level = level + 1) begin : row
      wire [WIDTH-1:0] g; // of the bits k down to the first of k's group of 2^level
      wire [WIDTH-1:0] p;
      for (k = 0; k < WIDTH; k = k + 1) begin : column
        if (level == 0) begin
          assign g[k] = k == 0 ? G[0] | (P[0] & CI) : G[k];
          assign p[k] = P[k];
        end else if ((k >> (level - 1)) % 2 == 1) begin
          // the upper half of a group takes the carry of the lower half's last bit
          localparam LAST = ((k >> (level - 1)) << (level - 1)) - 1;
          assign g[k] = row[level-1].g[k] | (row[level-1].p[k] & row[level-1].g[LAST]);
          assign p[k] = row[level-1].p[k] & row[level-1].p[LAST];
        end else begin
          assign g[k] = row[level-1].g[k];
          assign p[k] = row[level-1].p[k];
        end
      end
    end
  endgenerate

  assign CO = row[LEVELS].g;
endmodule
