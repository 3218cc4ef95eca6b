// The verdict as a line of text on a serial port, 8 bits, no parity, one stop bit: "PASS <updates> <signature>", both
// in hexadecimal, or FAIL.
`default_nettype none

module ackw_demo_uart #(
  parameter [15:0] BIT_CYCLES = 16'd217 // 115,200 baud at 25 MHz
) (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        send, // taken unless a line is under way
  input  wire        pass,
  input  wire [31:0] updates,
  input  wire [127:0] signature,
  output wire        txd
);

  localparam [5:0] CHARACTERS = 6'd48;

  reg [5:0]  character; // that is sent; CHARACTERS: none
  reg [3:0]  bit_index; // 0 start, 1 to 8 data, 9 stop
  reg [15:0] wait_cycles;

  function [7:0] hex(input [127:0] value, input [4:0] digit);
    reg [3:0] nibble;
    begin
      nibble = value[127 - 4 * digit -: 4];
      hex    = nibble < 4'd10 ? 8'h30 + {4'd0, nibble} : 8'h57 + {4'd0, nibble};
    end
  endfunction

  reg [7:0] text;
  always @* begin
    case (character)
      6'd0:    text = pass ? "P" : "F";
      6'd1:    text = "A";
      6'd2:    text = pass ? "S" : "I";
      6'd3:    text = pass ? "S" : "L";
      6'd4,
      6'd13:   text = " ";
      6'd46:   text = 8'h0d;
      6'd47:   text = 8'h0a;
      default: text = character < 6'd13 ? hex({updates, 96'd0}, character[4:0] - 5'd5) : hex(signature, character[4:0] - 5'd14);
    endcase
  end

  wire [9:0] symbol = {1'b1, text, 1'b0};
  assign txd = character == CHARACTERS || symbol[bit_index];

  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) begin
      character   <= CHARACTERS;
      bit_index   <= 4'd0;
      wait_cycles <= 16'd0;
    end else if (character == CHARACTERS) begin
      if (send) character <= 6'd0;
    end else if (wait_cycles != BIT_CYCLES - 16'd1) wait_cycles <= wait_cycles + 16'd1;
    else begin
      wait_cycles <= 16'd0;
      if (bit_index != 4'd9) bit_index <= bit_index + 4'd1;
      else begin
        bit_index <= 4'd0;
        character <= character + 6'd1;
      end
    end
  end

endmodule

`default_nettype wire
