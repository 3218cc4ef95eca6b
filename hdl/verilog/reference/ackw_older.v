// Ackwright, configuration 5af1effd70ced52c
`default_nettype none

// Which updates of a stream are older than a moment: they leave in the order in which they came.
module ackw_older (
  input  wire       clk,   // clock, rising edge
  input  wire       rst_n, // reset, active low, synchronous
  input  wire       now,   // this is the moment: what is there, and does not leave in this cycle, is older
  input  wire [7:0] there, // updates of the stream, this cycle's leaving one among them
  input  wire       taken, // one leaves
  output wire       none,  // no older one is left
  output wire       last   // none is left behind this cycle
);

  reg  [7:0] older;

  assign none = !(|older);
  assign last = !(|older) | ((older == 8'd1) & taken);

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      older <= 8'd0;
    end else begin
      if (taken & (|older)) begin
        older <= older - 8'd1;
      end
      if (now) begin
        older <= there - {7'd0, taken};
      end
    end
  end

endmodule

`default_nettype wire
