// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// AXI4-Lite: an answer stays until it is taken, each write and each read gets one, none comes unasked, a write counts
// once, and a read is looked up when every write that was taken with its address or before it has counted for two
// cycles.
//
// A master may do as it likes. `word` is what the registers answer, a cycle after they are looked at.
module ackw_axi_lite_properties (
  input wire clk,
  input wire rst_n,
  input wire [11:0] awaddr,
  input wire awvalid,
  input wire awready,
  input wire [31:0] wdata,
  input wire [3:0] wstrb,
  input wire wvalid,
  input wire wready,
  input wire bvalid,
  input wire bready,
  input wire [11:0] araddr,
  input wire arvalid,
  input wire arready,
  input wire [31:0] rdata,
  input wire rvalid,
  input wire rready,
  input wire bus_write,
  input wire [9:0] bus_windex,
  input wire [31:0] bus_wdata,
  input wire [9:0] bus_rindex,
  input wire [9:0] last_index,
  input wire [31:0] last_data,
  input wire attempt,
  input wire [31:0] word,
  input wire [2:0] age,
  input wire whole,
  input wire [9:0] windex,
  input wire [31:0] write_data,
  input wire data_held
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  reg        started = 1'b0;
  reg        addressed = 1'b0; // a write's address waits; its data; an answer to a write is due; a read's
  reg        given     = 1'b0;
  reg        due       = 1'b0;
  reg        asked     = 1'b0;
  reg [9:0]  w_index, r_index;
  reg [31:0] w_data;
  reg        w_whole;
  reg        b_held = 1'b0, r_held = 1'b0;
  reg [31:0] r_data, word_was;
  reg [2:0]  r_age;             // cycles since the read's address was taken, less one
  reg        w_age = 1'b0;      // the same of a write that is whole
  reg        older = 1'b0;      // a write that was taken by the cycle of the read's address has not counted yet
  reg [2:0]  since = 3'd7;      // cycles since the last such one has; 7 is so many or none

  always @(posedge clk) begin
    started   <= 1'b1;
    addressed <= rst_n && ((awvalid && awready) || (addressed && !attempt));
    given     <= rst_n && ((wvalid && wready) || (given && !attempt));
    due       <= rst_n && (attempt || (due && !(bvalid && bready)));
    asked     <= rst_n && ((arvalid && arready) || (asked && !(rvalid && rready)));
    if (awvalid && awready) w_index <= awaddr[11:2];
    if (wvalid && wready) {w_whole, w_data} <= {&wstrb, wdata};
    if (arvalid && arready) {r_age, r_index} <= {3'd0, araddr[11:2]};
    else if (r_age != 3'd7) r_age <= r_age + 1'b1;
    w_age  <= addressed && given && !attempt;
    older  <= rst_n && asked && (r_age == 3'd0 ? addressed && given : older) && !attempt;
    if (arvalid && arready) since <= 3'd7;
    else if (attempt && (r_age == 3'd0 || older)) since <= 3'd1;
    else if (since != 3'd7) since <= since + 1'b1;
    b_held   <= rst_n && bvalid && !bready;
    r_held   <= rst_n && rvalid && !rready;
    r_data   <= rdata;
    word_was <= word;
  end

  always `ACKWRIGHT_LOOKS if (!started) assume (!rst_n);

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    if (b_held) assert (bvalid);
    if (r_held) assert (rvalid && rdata == r_data);
    // one answer a request: a write is put to the registers once, when it is whole, and answered behind that
    if (attempt) assert (addressed && given && !due);
    assert (bvalid == due);
    assert (awready == !addressed);
    assert (wready == (!given && !due));
    if (rvalid) assert (asked);
    assert (arready == !asked);
    // what counts is what was asked for
    assert (bus_write == (attempt && w_whole));
    if (attempt) assert (bus_windex == w_index && bus_wdata == w_data);
    if (asked) assert (bus_rindex == r_index);
    if (rvalid && !r_held) assert (rdata == word_was);
    // the word of the cycle before was looked up in the one before that: the write counted three cycles earlier at
    // least
    if (rvalid && !r_held) assert (!older && since >= 3'd5);
  end

  // what leads there
  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (data_held == given);
    if (addressed) assert (windex == w_index);
    if (given) assert ({whole, write_data} == {w_whole, w_data});
    if (asked) assert (age == (r_age <= 3'd5 ? r_age + 3'd1 : 3'd0));
    if (!asked) assert (age == 3'd0);
    if (asked) assert (rvalid == (r_age >= 3'd6));
    if (given) assert (!due);
    if (addressed && given) assert (attempt == w_age);
    if (asked && r_age != 3'd7 && since != 3'd7) assert (since + 3'd1 >= r_age);
    if (older) assert (asked && addressed && given && w_age && r_age == 3'd1);
  end

  always @(posedge clk) if (started && rst_n) begin
    cover (bvalid && bready && b_held);
    cover (bvalid && addressed);
    cover (rvalid && rready && r_held && rdata == 32'd5);
    cover (bus_write && asked);
    cover (attempt && !bus_write);
    cover (rvalid && !r_held && since == 3'd5);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_axi_lite ackw_axi_lite_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
