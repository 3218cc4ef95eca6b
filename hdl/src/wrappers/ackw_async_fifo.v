`default_nettype none

// A FIFO between two clocks of any ratio and phase: Gray-coded pointers through two flip-flops, a register at the
// output, the first word falls through, a word a cycle of the slower clock. It holds 2^ADDR_BITS words and the one that
// is shown.
//
// Resets are active low and may be asserted at any time; their release is synchronised inside. A reset of one side,
// however short, is enough: it closes both sides, and what is inside is dropped. What is promised then:
//   - the side that is reset gives and takes nothing from that moment on, until both sides are open again
//   - the other side may go on for two of its cycles; a word that it shows stays, as it is, until it is taken
//   - no word is given twice, out of order, in part, or behind a word that was written after the reset
// `wr_valid` is low while the write side is reset, as AXI4-Stream asks. Both clocks must run for the sides to open.
module ackw_async_fifo #(
  parameter WIDTH     = 8,
  parameter ADDR_BITS = 4  // 1 or more; 4 are enough for a word a cycle
) (
  /* scan_mode: input  wire             scan_mode, // of a tester: the ports' resets, not those in step */
  input  wire             wr_clk,
  input  wire             wr_rst_n,
  input  wire             wr_valid,
  output wire             wr_ready,
  input  wire [WIDTH-1:0] wr_data,
  input  wire             rd_clk,
  input  wire             rd_rst_n,
  output wire             rd_valid,
  input  wire             rd_ready,
  output wire [WIDTH-1:0] rd_data
);

  // the pointers have a bit more than an address: two that are a whole memory apart differ in their two upper Gray bits
  localparam [ADDR_BITS:0] ONE        = 1;
  localparam [ADDR_BITS:0] ALL_BEHIND = (ONE << ADDR_BITS) | (ONE << (ADDR_BITS - 1));

  // small memories of the fabric: the register behind them is one that the constraints can name
  (* ram_style = "distributed" *) reg [WIDTH-1:0] mem [0:(1 << ADDR_BITS) - 1];

  reg  [ADDR_BITS:0] wr_ptr;
  reg  [ADDR_BITS:0] wr_gray;
  wire [ADDR_BITS:0] wr_next = wr_ptr + ONE;
  wire [ADDR_BITS:0] rd_gray_seen;
  wire               wr_open;
  wire               wr_clear;
  wire               wr_was_closed;
  wire               wr_was_cleared;

  reg  [ADDR_BITS:0] rd_ptr;
  reg  [ADDR_BITS:0] rd_gray;
  wire [ADDR_BITS:0] rd_next = rd_ptr + ONE;
  wire [ADDR_BITS:0] wr_gray_seen;
  wire               rd_open;
  wire               rd_clear;
  wire               rd_was_closed;
  wire               rd_was_cleared;

  reg                out_valid;
  reg  [WIDTH-1:0]   out_data;

  wire wr_up;
  wire rd_up;
  wire any_rst_n = wr_up & rd_up;

  // The write side
  wire full = wr_gray == (rd_gray_seen ^ ALL_BEHIND);
  wire push = wr_valid & wr_ready;

  assign wr_ready = wr_open & !full;

  always @(posedge wr_clk) begin
    if (wr_clear) begin
      wr_ptr  <= {(ADDR_BITS + 1){1'b0}};
      wr_gray <= {(ADDR_BITS + 1){1'b0}};
    end else if (push) begin
      wr_ptr  <= wr_next;
      wr_gray <= wr_next ^ (wr_next >> 1);
    end
  end

  always @(posedge wr_clk) begin
    if (push) mem[wr_ptr[ADDR_BITS-1:0]] <= wr_data;
  end

  // The read side
  wire empty = rd_gray == wr_gray_seen;
  wire take  = rd_open & !empty & (!out_valid | rd_ready);

  assign rd_valid = out_valid;
  assign rd_data  = out_data;

  always @(posedge rd_clk) begin
    if (rd_clear) begin
      rd_ptr  <= {(ADDR_BITS + 1){1'b0}};
      rd_gray <= {(ADDR_BITS + 1){1'b0}};
    end else if (take) begin
      rd_ptr  <= rd_next;
      rd_gray <= rd_next ^ (rd_next >> 1);
    end
  end

  always @(posedge rd_clk or negedge rd_rst_n) begin
    if (!rd_rst_n) out_valid <= 1'b0;
    else           out_valid <= take | (out_valid & !rd_ready);
  end

  always @(posedge rd_clk) begin
    if (take) out_data <= mem[rd_ptr[ADDR_BITS-1:0]];
  end

  // What crosses
  ackw_sync #(.WIDTH(ADDR_BITS + 1)) u_rd_gray (
    .clk   (wr_clk),
    .rst_n (1'b1),
    .d     (rd_gray),
    .q     (rd_gray_seen)
  );

  ackw_sync #(.WIDTH(ADDR_BITS + 1)) u_wr_gray (
    .clk   (rd_clk),
    .rst_n (1'b1),
    .d     (wr_gray),
    .q     (wr_gray_seen)
  );

  ackw_async_link u_wr_link (
    /* scan_mode: .scan_mode        (scan_mode), */
    .clk              (wr_clk),
    .rst_n            (wr_rst_n),
    .up               (wr_up),
    .any_rst_n        (any_rst_n),
    .peer_was_closed  (rd_was_closed),
    .peer_was_cleared (rd_was_cleared),
    .was_closed       (wr_was_closed),
    .was_cleared      (wr_was_cleared),
    .clear            (wr_clear),
    .open             (wr_open)
  );

  ackw_async_link u_rd_link (
    /* scan_mode: .scan_mode        (scan_mode), */
    .clk              (rd_clk),
    .rst_n            (rd_rst_n),
    .up               (rd_up),
    .any_rst_n        (any_rst_n),
    .peer_was_closed  (wr_was_closed),
    .peer_was_cleared (wr_was_cleared),
    .was_closed       (rd_was_closed),
    .was_cleared      (rd_was_cleared),
    .clear            (rd_clear),
    .open             (rd_open)
  );

endmodule

`default_nettype wire
