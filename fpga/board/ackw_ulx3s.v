@HEAD@//
// The demonstration on a ULX3S: pins, reset, buttons, lights. The numbers are the model's for this configuration.
`default_nettype none

module ackw_ulx3s #(
  parameter        EVENTS     = @EVENTS@,
  parameter [31:0] UPDATES    = 32'd@UPDATES@,
  parameter [127:0] SIGNATURE = 128'h@SIGNATURE@,
  parameter [15:0] BIT_CYCLES = 16'd217, // of the serial port: 115,200 baud
  parameter        BEAT_BITS  = 24 // the heartbeat's period is 2^BEAT_BITS cycles
) (
  input  wire       clk_25mhz,
  input  wire [2:1] btn, // 1 (FIRE1): start again; 2 (FIRE2): make a fault
  output wire [7:0] led, // 0 runs, 1 PASS, 2 FAIL, 3 heartbeat
  output wire       ftdi_rxd // the FPGA sends
);

  // the device starts with these at 0, so that a reset of 4 cycles precedes all
  reg [3:0]           started = 4'd0;
  reg [BEAT_BITS-1:0] beat = {BEAT_BITS{1'b0}};
  reg [2:1]           btn_meta, btn_sync;
  reg                 rst_n = 1'b0;
  reg                 done_before;

  wire        running, done, pass;
  wire [31:0] updates;
  wire [127:0] signature;

  always @(posedge clk_25mhz) begin
    started     <= {started[2:0], 1'b1};
    beat        <= beat + {{(BEAT_BITS - 1){1'b0}}, 1'b1};
    btn_meta    <= btn;
    btn_sync    <= btn_meta;
    rst_n       <= started[3] && !btn_sync[1];
    done_before <= done;
  end

  ackw_demo #(
    .QP_BITS(@QP_BITS@), .DATA_BITS(@DATA_BITS@), .EVENTS(EVENTS), .UPDATES(UPDATES), .SIGNATURE(SIGNATURE)
  ) u_demo (
    .clk(clk_25mhz), .rst_n(rst_n), .fault(btn_sync[2]),
    .running(running), .done(done), .pass(pass), .updates(updates), .signature(signature)
  );

  // a line when the run has ended, and again with each heartbeat
  ackw_demo_uart #(.BIT_CYCLES(BIT_CYCLES)) u_uart (
    .clk(clk_25mhz), .rst_n(rst_n), .send(done && (!done_before || beat == {BEAT_BITS{1'b0}})),
    .pass(pass), .updates(updates), .signature(signature), .txd(ftdi_rxd)
  );

  assign led = {4'd0, beat[BEAT_BITS-1], done && !pass, done && pass, running};

endmodule

`default_nettype wire
