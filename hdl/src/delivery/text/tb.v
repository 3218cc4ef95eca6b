@HEAD@//
// A smoke test of @MODULE@: reset, initialisation, and a few frames and events. Each update, the cycle in which it
// comes and each counter or register that is read must be what the golden model of the generator computed for this
// configuration. The last line is PASS or FAIL.
`timescale 1ns/1ps
`default_nettype none

module @BENCH@;

  localparam PATIENCE = @PATIENCE@; // cycles that anything may take
  localparam INIT     = @INIT@; // cycles that the initialisation may take

@DECLARATIONS@
  integer cycle    = 0;
  integer accepted = 0; // the cycle in which the last frame or event was taken
  integer waited   = 0;
  integer step     = 0;
  integer errors   = 0;
  integer updates  = 0; // that were seen

  @MODULE@ dut (
@PORTS@
  );

  // inputs change at the falling edge, outputs are looked at at the rising one, before they change
  always #(@PERIOD@ / 2.0) clk = ~clk;
  always @(negedge clk) cycle = cycle + 1;
  always @(posedge clk) begin
    if (init_done === 1'b1 && upd_valid === 1'b1) updates = updates + 1;
    if (init_done === 1'b1 && upd_valid === 1'bx) fault("upd_valid is x");
  end

  task fault(input [8*24-1:0] what);
    begin
      $display("step %0d, cycle %0d: fault: %0s", step, cycle, what);
      $display("FAIL");
      $fatal(1, "the smoke test has failed");
    end
  endtask

  // a beat of a frame
  task beat(input @DATA@ data, input @KEEP@ keep, input last);
    begin
      @(negedge clk);
      s_axis_tdata  = data;
      s_axis_tkeep  = keep;
      s_axis_tlast  = last;
      s_axis_tvalid = 1'b1;
      waited        = 0;
      @(posedge clk);
      while (s_axis_tready !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      accepted = cycle;
      if (s_axis_tready !== 1'b1) fault("s_axis_tready");
    end
  endtask

@HOST@  // the next update, so many cycles after the acceptance of what caused it
  task update;
    input integer cycles;
@WANT@    begin
      waited = 0;
      @(posedge clk);
      while (upd_valid !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      if (upd_valid !== 1'b1) fault("no update");
      else begin
        if (cycle - accepted != cycles) begin
          $display("step %0d: an update after %0d cycles, the model says %0d", step, cycle - accepted, cycles);
          errors = errors + 1;
        end
@COMPARE@      end
    end
  endtask

  // no update comes
  task silence;
    begin
      waited = updates;
      repeat (PATIENCE) @(negedge clk);
      if (updates != waited) begin
        $display("step %0d: an update where the model has none", step);
        errors = errors + 1;
      end
    end
  endtask

  initial begin
    repeat (4) @(negedge clk);
    rst_n = 1'b1;
    updates = 0; // what was seen before the reset was of no event
    while (init_done !== 1'b1 && waited < INIT) begin
      waited = waited + 1;
      @(negedge clk);
    end
    if (init_done !== 1'b1) fault("init_done");
@STEPS@
    silence;
    if (updates != @UPDATES@) begin
      $display("%0d updates, the model says @UPDATES@", updates);
      errors = errors + 1;
    end
    if (errors != 0) begin
      $display("FAIL: %0d differences", errors);
      $fatal(1, "the smoke test has failed");
    end else begin
      $display("PASS: @UPDATES@ updates and @ANSWERS@ answers to the host are what the model computed");
      $finish;
    end
  end

endmodule

`default_nettype wire
