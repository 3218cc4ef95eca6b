// Ackwright, configuration 59ee762d35fb255d
`default_nettype none

// A word that comes out WORDS + 1 cycles later: a ring of WORDS words in distributed RAM, at least 3, and an output register.
//
// At each edge the oldest word leaves and the new one takes its place. The words have no reset: what comes out in the first
// cycles after one means nothing. ADDR_BITS = ceil(log2 WORDS). Storage: WIDTH * WORDS bits.
module ackw_ring #(
  parameter WIDTH     = 32,
  parameter WORDS     = 4,
  parameter ADDR_BITS = 2
) (
  input  wire             clk,
  input  wire             rst_n,
  input  wire [WIDTH-1:0] d,
  output reg  [WIDTH-1:0] q
);

  localparam [31:0] LAST = WORDS - 1;

  (* ram_style = "distributed" *)
  reg [WIDTH-1:0] words [0:(1 << ADDR_BITS)-1];
  reg [ADDR_BITS-1:0] place;

  always @(posedge clk) begin
    words[place] <= d;
    q <= words[place];
  end

  always @(posedge clk) begin
    if (!rst_n) place <= {ADDR_BITS{1'b0}};
    else if (place == LAST[ADDR_BITS-1:0]) place <= {ADDR_BITS{1'b0}};
    else place <= place + {{(ADDR_BITS-1){1'b0}}, 1'b1};
  end

endmodule

`default_nettype wire
