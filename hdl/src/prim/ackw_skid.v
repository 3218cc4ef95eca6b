// Skid buffer: a valid/ready stage whose outputs, in_ready included, come from registers. One word a cycle, two words
// deep.
module ackw_skid #(
  parameter WIDTH = 32
) (
  input  wire             clk,
  input  wire             rst_n,
  input  wire             in_valid,
  output wire             in_ready,
  input  wire [WIDTH-1:0] in_data,
  output reg              out_valid,
  input  wire             out_ready,
  output reg  [WIDTH-1:0] out_data
);

  // The word that was accepted while the output was held back; while it waits, nothing is accepted.
  reg             skid_valid;
  reg [WIDTH-1:0] skid_data;

  wire advance = out_ready | ~out_valid;

  assign in_ready = ~skid_valid;

  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) begin
      out_valid  <= 1'b0;
      skid_valid <= 1'b0;
    end else if (advance) begin
      out_valid  <= skid_valid | in_valid;
      skid_valid <= 1'b0;
    end else if (in_valid) begin
      skid_valid <= 1'b1;
    end
  end

  always @(posedge clk) begin
    if (advance) out_data <= skid_valid ? skid_data : in_data;
    if (!skid_valid) skid_data <= in_data;
  end

endmodule
