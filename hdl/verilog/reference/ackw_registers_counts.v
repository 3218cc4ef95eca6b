// Ackwright, configuration bf2dec66e72ad8e6
`default_nettype none

// Counters of what happens on the host's side: refused writes, updates handed over, cycles in which an update, a beat
// and an event waited, and what check bits found. They wrap.
module ackw_registers_counts (
  input  wire        clk,     // clock, rising edge
  input  wire        rst_n,   // reset, active low, synchronous
  input  wire [7:0]  happens, // one more of each, in this order from bit 0
  input  wire [2:0]  sel,     // which counter
  output wire [63:0] value    // that counter, one cycle later
);

  reg  [63:0] count_0;
  reg  [63:0] count_1;
  reg  [63:0] count_2;
  reg  [63:0] count_3;
  reg  [63:0] count_4;
  reg  [63:0] count_5;
  reg  [63:0] count_6;
  reg  [63:0] count_7;
  reg  [63:0] shown;

  wire [7:0]  wanted;
  reg  [63:0] selected;

  // read
  always @* begin
    selected = 64'd0;
    if (wanted[0]) begin
      selected = selected | count_0;
    end
    if (wanted[1]) begin
      selected = selected | count_1;
    end
    if (wanted[2]) begin
      selected = selected | count_2;
    end
    if (wanted[3]) begin
      selected = selected | count_3;
    end
    if (wanted[4]) begin
      selected = selected | count_4;
    end
    if (wanted[5]) begin
      selected = selected | count_5;
    end
    if (wanted[6]) begin
      selected = selected | count_6;
    end
    if (wanted[7]) begin
      selected = selected | count_7;
    end
  end

  assign wanted = 8'd1 << sel;
  assign value = shown;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      count_0 <= 64'd0;
      count_1 <= 64'd0;
      count_2 <= 64'd0;
      count_3 <= 64'd0;
      count_4 <= 64'd0;
      count_5 <= 64'd0;
      count_6 <= 64'd0;
      count_7 <= 64'd0;
    end else begin
      // count
      if (happens[0]) begin
        count_0 <= count_0 + 64'd1;
      end
      if (happens[1]) begin
        count_1 <= count_1 + 64'd1;
      end
      if (happens[2]) begin
        count_2 <= count_2 + 64'd1;
      end
      if (happens[3]) begin
        count_3 <= count_3 + 64'd1;
      end
      if (happens[4]) begin
        count_4 <= count_4 + 64'd1;
      end
      if (happens[5]) begin
        count_5 <= count_5 + 64'd1;
      end
      if (happens[6]) begin
        count_6 <= count_6 + 64'd1;
      end
      if (happens[7]) begin
        count_7 <= count_7 + 64'd1;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // read
    shown <= selected;
  end

endmodule

`default_nettype wire
