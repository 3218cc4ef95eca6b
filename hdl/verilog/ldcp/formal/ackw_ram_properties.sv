// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// A word that is read is the one that was written last, for any address: what the blocks' properties take the memory
// for.
//
// `at` is any address. A block's properties follow one word, and assume of the memory no more than this.
module ackw_ram_properties #(
  parameter WIDTH = 1,
  parameter ADDR_BITS = 1
) (
  input wire clk,
  input wire [ADDR_BITS-1:0] raddr,
  input wire [WIDTH-1:0] rdata,
  input wire we,
  input wire [ADDR_BITS-1:0] waddr,
  input wire [WIDTH-1:0] wdata
);

  // what this configuration has not
  wire re = 1'b1;

`ifdef ACKWRIGHT_ASSERT
  reg [ADDR_BITS-1:0] at;
  initial at = $bits(at)'($urandom & 32'd15);
`else
  (* anyconst *) reg [ADDR_BITS-1:0] at;
`endif

  wire             known;
  wire [WIDTH-1:0] value;
  wire [WIDTH-1:0] word;
  reg  [1:0]       written = 2'd0; // at is; it was when what is shown now was read
  reg  [1:0]       asked   = 2'd0; // the word at raddr was asked for at the last edge, and the one before
  reg              was_written = 1'b0;

  ackw_followed_word #(.WIDTH(WIDTH), .ADDR_BITS(ADDR_BITS), .LOOKED(1)) u_word (
    .clk(clk), .at(at), .raddr(raddr), .we(we), .waddr(waddr), .wdata(wdata), .known(known), .value(value), .word(word)
  );

  always @(posedge clk) begin
    if (we && waddr == at) written[0] <= 1'b1;
    written[1]  <= written[0];
    asked       <= {asked[0], re};
    was_written <= written[1];
  end

  always `ACKWRIGHT_LOOKS if (known && was_written && asked[1]) assert (rdata == value);

  always @(posedge clk) cover (known && was_written && asked[1] && rdata == {WIDTH{1'b1}} && at != 0);

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_ram ackw_ram_properties #(.WIDTH(WIDTH), .ADDR_BITS(ADDR_BITS)) u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
