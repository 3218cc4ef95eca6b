// A queue under random traffic, for the assertions that are bound into it.
module fifo_tb;

  reg        clk       = 1'b0;
  reg        rst_n     = 1'b0;
  reg        in_valid  = 1'b0;
  reg  [7:0] in_data   = 8'd0;
  reg        out_ready = 1'b0;
  wire       in_ready;
  wire       out_valid;
  wire [7:0] out_data;
  wire [3:0] count;

  always #1 clk = !clk;

  ackw_fifo #(.WIDTH(8), .ADDR_BITS(3), .COUNT_BITS(4)) u_fifo (
    .clk(clk), .rst_n(rst_n), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
    .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .count(count)
  );

  initial begin
    repeat (3) @(posedge clk);
    rst_n <= 1'b1;
    repeat (2000) begin
      @(posedge clk);
      in_valid  <= 1'($urandom);
      out_ready <= 1'($urandom);
      in_data   <= 8'($urandom);
    end
    $display("PASS");
    $finish;
  end

endmodule
