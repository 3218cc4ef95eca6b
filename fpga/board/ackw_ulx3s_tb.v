@HEAD@//
// The board's top in a simulator, with fewer events: the last line is PASS or FAIL, with what the lights and the serial
// port say. +fault holds the button that makes a fault.
`timescale 1ns/1ps
`default_nettype none

module ackw_ulx3s_tb;

  localparam BIT_CYCLES = 4;
  localparam PATIENCE   = 100 * @EVENTS@ + 100000; // cycles
  localparam CHARACTERS = 48;

  reg        clk = 1'b0;
  reg  [2:1] btn = 2'b00;
  wire [7:0] led;
  wire       txd;

  ackw_ulx3s #(
    .EVENTS(@EVENTS@), .UPDATES(32'd@UPDATES@), .SIGNATURE(128'h@SIGNATURE@), .BIT_CYCLES(16'd4), .BEAT_BITS(16)
  ) dut (
    .clk_25mhz(clk), .btn(btn), .led(led), .ftdi_rxd(txd)
  );

  always #20 clk = ~clk;

  integer cycles = 0;
  integer i;
  reg [8*CHARACTERS-1:0] line = 0;
  reg [7:0] character;

  task receive;
    begin
      while (txd !== 1'b0 && cycles < PATIENCE) begin
        @(negedge clk) cycles = cycles + 1;
      end
      repeat (BIT_CYCLES + BIT_CYCLES / 2) @(negedge clk);
      for (i = 0; i < 8; i = i + 1) begin
        character[i] = txd;
        repeat (BIT_CYCLES) @(negedge clk);
      end
      line = {line[8*(CHARACTERS-1)-1:0], character};
    end
  endtask

  initial begin
    if ($test$plusargs("fault")) btn[2] = 1'b1;
    while (led[2:1] === 2'b00 && cycles < PATIENCE) begin
      @(negedge clk) cycles = cycles + 1;
    end
    repeat (CHARACTERS) receive;
    if (led[2:0] === 3'b010 && line[8*CHARACTERS-1 -: 32] === "PASS" && line[15:0] === 16'h0d0a) begin
      $display("PASS: %0s", line[8*CHARACTERS-1:16]);
      $finish;
    end else begin
      $display("FAIL: lights %b, %0s", led[2:0], line[8*CHARACTERS-1:16]);
      $fatal(1, "the demonstration has failed");
    end
  end

endmodule

`default_nettype wire
