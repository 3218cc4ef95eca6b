// A word that comes out N cycles later: a chain of registers, or where that is long and wide a memory and a register.
//
// Same behaviour as with a ring in distributed RAM, which an ASIC has not: as registers it would need an enable and a
// multiplexer for each word. From 33 cycles and 2048 bits of memory on, N - 1 words lie in an ackw_sram_1r1w, in which
// no address is read while it is written; it is read in every cycle, and written where the word counts. A register of at
// least 8 bits takes only words that count; with fewer bits the enables would cost more. What comes out in the first N
// cycles after a reset means nothing.
module ackw_delay #(
  parameter N     = 4, // 1 to 257
  parameter WIDTH = 32,
  parameter HELD  = 0   // 1: there is an enable
) (
  input  wire             clk,
  input  wire             rst_n,
  input  wire             en,    // d counts
  /* sram_test: input  wire [@SRAM_TEST-1:0] sram_test_in, */
  /* sram_test: output wire [@SRAM_TEST-1:0] sram_test_out, */
  input  wire [WIDTH-1:0] d,
  output wire [WIDTH-1:0] q      // the d of N cycles ago
);

  genvar k;
  generate
    if (N >= 33 && WIDTH * (N - 1) >= 2048) begin : g_memory
      localparam WORDS = N - 1;
      localparam ADDR_BITS = WORDS <= 32 ? 5 : WORDS <= 64 ? 6 : WORDS <= 128 ? 7 : 8;
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
        /* sram_test: .sram_test_in(sram_test_in), */
        /* sram_test: .sram_test_out(sram_test_out), */
        .re   (1'b1),
        .raddr(from),
        .rdata(read),
        .we   (en),
        .waddr(to),
        .wdata(d)
      );

      always @(posedge clk) begin
        oldest <= read;
      end

      assign q = oldest;
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
        always @(posedge clk /* datapath: or negedge rst_n */) begin
          /* datapath: if (!rst_n) begin */
          /* datapath:   words[WIDTH*k +: WIDTH] <= {WIDTH{1'b0}}; */
          /* datapath: end else begin */
          if (on[k]) words[WIDTH*k +: WIDTH] <= moved[WIDTH*k +: WIDTH];
          /* datapath: end */
        end
      end

      assign q = moved[WIDTH*N +: WIDTH];

      wire unused = &{1'b0, rst_n, en};

      /* sram_test: assign sram_test_out = sram_test_in; */
    end
  endgenerate

endmodule
