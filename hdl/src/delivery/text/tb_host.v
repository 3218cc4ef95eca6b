  // an operation of the host is complete
  task until_done;
    begin
      waited = 0;
      @(posedge clk);
      while (host_done !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      if (host_done !== 1'b1) fault("host_done");
    end
  endtask

  // the value of a counter
  task counter(input @SELECT@ select, input [31:0] value);
    begin
      @(negedge clk) cnt_sel = select;
      @(negedge clk);
      @(posedge clk);
      if (cnt_value !== value) begin
        $display("step %0d: counter %0d is %0d, the model says %0d", step, select, cnt_value, value);
        errors = errors + 1;
      end
    end
  endtask

