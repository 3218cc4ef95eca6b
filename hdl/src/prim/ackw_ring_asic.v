// A word that comes out WORDS + 1 cycles later, WORDS at least 3: a chain of registers, or where that is long and wide a
// memory and an output register.
//
// Same behaviour as the ring in distributed RAM, which an ASIC has not: as registers it would need an enable and a multiplexer
// for each word. From 32 words and 2048 bits on the words lie in an ackw_sram_1r1w, in which no address is read while it is
// written; each word is written once in WORDS cycles, and nothing else toggles. What comes out in the first cycles after a
// reset means nothing. ADDR_BITS = ceil(log2 WORDS).
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

  generate
    if (WORDS >= 32 && WIDTH * WORDS >= 2048) begin : memory
      localparam [31:0] LAST = WORDS - 1;

      reg  [ADDR_BITS-1:0] from; // the oldest word but one: the place behind that which is written
      reg  [ADDR_BITS-1:0] to;
      wire [WIDTH-1:0]     read;
      reg  [WIDTH-1:0]     oldest;

      always @(posedge clk /* or negedge rst_n */) begin
        if (!rst_n) begin
          from <= {{(ADDR_BITS-1){1'b0}}, 1'b1};
          to   <= {ADDR_BITS{1'b0}};
        end else begin
          from <= from == LAST[ADDR_BITS-1:0] ? {ADDR_BITS{1'b0}} : from + {{(ADDR_BITS-1){1'b0}}, 1'b1};
          to   <= from;
        end
      end

      ackw_sram_1r1w #(
        .WIDTH    (WIDTH),
        .ADDR_BITS(ADDR_BITS),
        .WORDS    (WORDS)
      ) u_sram (
        .clk  (clk),
        .raddr(from),
        .rdata(read),
        .we   (1'b1),
        .waddr(to),
        .wdata(d)
      );

      always @(posedge clk) begin
        oldest <= read;
      end

      assign q = oldest;
    end else begin : chain
      reg [WIDTH*(WORDS+1)-1:0] words;

      always @(posedge clk) begin
        words <= {words[WIDTH*WORDS-1:0], d};
      end

      assign q = words[WIDTH*WORDS +: WIDTH];

      wire unused = &{1'b0, rst_n};
    end
  endgenerate

endmodule
