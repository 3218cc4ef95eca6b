// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// A word that comes out N cycles later: in registers, or from 4 cycles and 8 bits on in a ring in distributed RAM.
//
// What comes out in the first N cycles after a reset means nothing: the words of the ring have none. At each edge its
// oldest word leaves and the new one takes its place; the last of the N words is a register. Storage: WIDTH * N bits.
// Each 32 bits of a ring have an address counter of their own, so that it can be placed next to them. A register of at
// least 8 bits takes only words that count; a ring takes all, and so do fewer bits, for which enables cost more.
module ackw_delay #(
  parameter N     = 4, // 1 to 257
  parameter WIDTH = 32,
  parameter HELD  = 0   // 1: there is an enable
) (
  input  wire             clk,
  input  wire             rst_n,
  input  wire             en,    // d counts
  input  wire [WIDTH-1:0] d,
  output wire [WIDTH-1:0] q      // the d of N cycles ago
);

  genvar k;
  generate
    if (N >= 4 && WIDTH >= 8) begin : g_ring
      localparam WORDS = N - 1;
      localparam ADDR_BITS = WORDS <= 4 ? 2 : WORDS <= 8 ? 3 : WORDS <= 16 ? 4 : WORDS <= 32 ? 5 : WORDS <= 64 ? 6 :
        WORDS <= 128 ? 7 : 8;
      localparam [31:0] LAST = WORDS - 1;

      for (k = 0; 32*k < WIDTH; k = k + 1) begin : g_part
        localparam BITS = WIDTH - 32*k < 32 ? WIDTH - 32*k : 32;

        (* ram_style = "distributed" *)
        reg [BITS-1:0] words [0:WORDS-1];
        reg [BITS-1:0] oldest;
        reg [ADDR_BITS-1:0] place;

        always @(posedge clk) begin
          words[place] <= d[32*k +: BITS];
          oldest <= words[place];
        end

        always @(posedge clk) begin
          if (!rst_n) place <= {ADDR_BITS{1'b0}};
          else if (place == LAST[ADDR_BITS-1:0]) place <= {ADDR_BITS{1'b0}};
          else place <= place + {{(ADDR_BITS-1){1'b0}}, 1'b1};
        end

        assign q[32*k +: BITS] = oldest;
      end

      wire unused = &{1'b0, en};
    end else begin : g_registers
      reg  [WIDTH*N-1:0]     words; // the newest lowest
      wire [WIDTH*(N+1)-1:0] moved = {words, d};
      wire [N-1:0]           on;    // the word's place takes one that counts

      if (HELD == 1 && N > 1 && WIDTH >= 8) begin : g_counts
        reg [N-2:0] counts;

        always @(posedge clk) begin
          counts <= on[N-2:0];
        end

        assign on = {counts, en};
      end else if (HELD == 1 && WIDTH >= 8) begin : g_one
        assign on = en;
      end else begin : g_free
        assign on = {N{1'b1}};
      end

      for (k = 0; k < N; k = k + 1) begin : g_word
        always @(posedge clk) begin
          if (on[k]) words[WIDTH*k +: WIDTH] <= moved[WIDTH*k +: WIDTH];
        end
      end

      assign q = moved[WIDTH*N +: WIDTH];

      wire unused = &{1'b0, rst_n, en};
    end
  endgenerate

endmodule

`default_nettype wire
