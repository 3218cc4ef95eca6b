// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// A word that comes out WORDS + 1 cycles later: a ring of WORDS words in distributed RAM, at least 3, and an output register.
//
// At each edge the oldest word leaves and the new one takes its place. The words have no reset: what comes out in the first
// cycles after one means nothing. ADDR_BITS = ceil(log2 WORDS). Storage: WIDTH * WORDS bits, and WIDTH for the
// output. Each 32 bits have an address counter of their own, so that it can be placed next to them.
module ackw_ring #(
  parameter WIDTH     = 32,
  parameter WORDS     = 4,
  parameter ADDR_BITS = 2
) (
  input  wire             clk,
  input  wire             rst_n,
  input  wire [WIDTH-1:0] d,
  output wire [WIDTH-1:0] q
);

  localparam [31:0] LAST = WORDS - 1;

  genvar k;
  generate
    for (k = 0; 32*k < WIDTH; k = k + 1) begin : part
      localparam BITS = WIDTH - 32*k < 32 ? WIDTH - 32*k : 32;

      (* ram_style = "distributed" *)
      reg [BITS-1:0] words [0:WORDS-1];
      reg [BITS-1:0] oldest;
      reg [ADDR_BITS-1:0] place;

      always @(posedge clk) begin
        words[place] <= d[32*k +: BITS];
        oldest <= words[place];
      end

      always @(posedge clk or negedge rst_n) begin
        if (!rst_n) place <= {ADDR_BITS{1'b0}};
        else if (place == LAST[ADDR_BITS-1:0]) place <= {ADDR_BITS{1'b0}};
        else place <= place + {{(ADDR_BITS-1){1'b0}}, 1'b1};
      end

      assign q[32*k +: BITS] = oldest;
    end
  endgenerate

endmodule

`default_nettype wire
