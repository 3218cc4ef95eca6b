// Single error correction, double error detection: the check bits of a word, and a word that was read with its check
// bits.
//
// Combinational. A data bit belongs to the check bits that its column says: the lower bits of the column count up past
// 0 and the powers of two, the top one makes the number of ones odd. So no two columns are equal, and none is that of a
// check bit, which has a single one. One wrong bit of either kind gives its column as syndrome, with an odd number of
// ones; two give an even number of them, and at least two. What three wrong bits give is not defined.
module ackw_ecc #(
  parameter WIDTH      = 32, // at most 247
  parameter CHECK_BITS = 7   // with 2^(CHECK_BITS-1) - CHECK_BITS at least WIDTH
) (
  input  wire [WIDTH-1:0]      plain,
  output wire [CHECK_BITS-1:0] check,        // of plain
  input  wire [WIDTH-1:0]      read,
  input  wire [CHECK_BITS-1:0] read_check,
  output wire [WIDTH-1:0]      data,         // read, one wrong bit corrected
  output wire                  corrected,    // one bit of read or read_check was wrong
  output wire                  uncorrectable // two were
);

  localparam LOW = CHECK_BITS - 1;

  wire [WIDTH*CHECK_BITS-1:0] columns; // of all data bits, the first one lowest
  wire [CHECK_BITS-1:0]       syndrome;

  genvar i;
  genvar k;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : g_data
      localparam [31:0] COUNT = i + (i < 1 ? 3 : i < 4 ? 4 : i < 11 ? 5 : i < 26 ? 6 : i < 57 ? 7 : i < 120 ? 8 : 9);
      localparam [LOW:0] COLUMN = {~^COUNT[LOW-1:0], COUNT[LOW-1:0]};
      assign columns[i*CHECK_BITS +: CHECK_BITS] = COLUMN;
      assign data[i] = read[i] ^ (syndrome == COLUMN);
    end
    for (k = 0; k < CHECK_BITS; k = k + 1) begin : g_check
      wire [WIDTH-1:0] row; // the data bits that belong to this check bit
      for (i = 0; i < WIDTH; i = i + 1) begin : g_row
        assign row[i] = columns[i*CHECK_BITS + k];
      end
      assign check[k]    = ^(plain & row);
      assign syndrome[k] = ^(read & row) ^ read_check[k];
    end
  endgenerate

  assign corrected     = ^syndrome;
  assign uncorrectable = |syndrome & !(^syndrome);

endmodule
