// Synchronous queue of 2^ADDR_BITS words, first word falls through: out_data is the head while out_valid.
//
// Same behaviour as the queue of other targets. From 32 words and 2048 bits on, the words behind the head lie in an
// ackw_sram_1r1w, read one cycle ahead while there are any; a word that is pushed to where that cycle reads passes the memory by, so that
// what the memory gives then does not matter. Smaller queues are registers, each word with its enable. The storage has
// no reset.
module ackw_fifo #(
  parameter WIDTH      = 32,
  parameter ADDR_BITS  = 4,
  parameter COUNT_BITS = ADDR_BITS + 1 // at least that
) (
  input  wire                  clk,
  input  wire                  rst_n,
  /* sram_test: input  wire [@SRAM_TEST-1:0] sram_test_in, */
  /* sram_test: output wire [@SRAM_TEST-1:0] sram_test_out, */
  input  wire                  in_valid,
  output wire                  in_ready,
  input  wire [WIDTH-1:0]      in_data,
  output wire                  out_valid,
  input  wire                  out_ready,
  output wire [WIDTH-1:0]      out_data,
  output reg  [COUNT_BITS-1:0] count // words in the queue, 0 to 2^ADDR_BITS
);

  reg  [WIDTH-1:0]     head;   // the oldest word, out of the storage: out_data comes from a register
  wire [WIDTH-1:0]     behind; // the word behind it, while there is one
  reg  [ADDR_BITS-1:0] read;   // its address
  reg  [ADDR_BITS-1:0] write;
  reg                  filled;

  wire push     = in_valid & in_ready;
  wire pop      = filled & out_ready;
  wire two_left = |count[ADDR_BITS:1];

  assign in_ready  = ~count[ADDR_BITS];
  assign out_valid = filled;
  assign out_data  = head;

  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) begin
      read   <= {{(ADDR_BITS-1){1'b0}}, 1'b1};
      write  <= {ADDR_BITS{1'b0}};
      count  <= {COUNT_BITS{1'b0}};
      filled <= 1'b0;
    end else begin
      read   <= read + {{(ADDR_BITS-1){1'b0}}, pop};
      write  <= write + {{(ADDR_BITS-1){1'b0}}, push};
      count  <= count + {{(COUNT_BITS-1){1'b0}}, push} - {{(COUNT_BITS-1){1'b0}}, pop};
      filled <= push | two_left | (filled & ~pop);
    end
  end

  // a word pushed while no other is behind the head passes the storage by
  always @(posedge clk) begin
    if (pop | ~filled) head <= two_left ? behind : in_data;
  end

  generate
    if (ADDR_BITS >= 5 && (WIDTH << ADDR_BITS) >= 2048) begin : memory
      wire [ADDR_BITS-1:0] ahead = pop ? read + {{(ADDR_BITS-1){1'b0}}, 1'b1} : read; // the next value of `read`
      wire [WIDTH-1:0]     stored;
      reg                  fresh; // the word behind the head was pushed in the last cycle
      reg  [WIDTH-1:0]     last;  // the word pushed last

      ackw_sram_1r1w #(
        .WIDTH    (WIDTH),
        .ADDR_BITS(ADDR_BITS)
      ) u_sram (
        .clk  (clk),
        /* sram_test: .sram_test_in(sram_test_in), */
        /* sram_test: .sram_test_out(sram_test_out), */
        .re   (push | two_left),
        .raddr(ahead),
        .rdata(stored),
        .we   (push),
        .waddr(write),
        .wdata(in_data)
      );

      always @(posedge clk) begin
        fresh <= push & (write == ahead);
        if (push) last <= in_data;
      end

      assign behind = fresh ? last : stored;
    end else begin : registers
      reg [WIDTH-1:0] words [0:(1 << ADDR_BITS)-1];

      always @(posedge clk) begin
        if (push) words[write] <= in_data;
      end

      assign behind = words[read];

      /* sram_test: assign sram_test_out = sram_test_in; */
    end
  endgenerate

endmodule
