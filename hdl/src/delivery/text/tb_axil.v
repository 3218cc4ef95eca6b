  // words of the register map, named as in sw/ackw_registers.h
@WORDS@
  reg [31:0] found;
  reg        aw_taken, w_taken;

  // address and data at once; each is withdrawn when it is taken
  task axil_write(input [11:0] address, input [31:0] data);
    begin
      @(negedge clk);
      s_axil_awaddr  = address;
      s_axil_wdata   = data;
      s_axil_wstrb   = 4'hf;
      s_axil_awvalid = 1'b1;
      s_axil_wvalid  = 1'b1;
      waited         = 0;
      while ((s_axil_awvalid || s_axil_wvalid) && waited < PATIENCE) begin
        waited   = waited + 1;
        @(posedge clk);
        aw_taken = s_axil_awready;
        w_taken  = s_axil_wready;
        @(negedge clk);
        if (aw_taken) s_axil_awvalid = 1'b0;
        if (w_taken) s_axil_wvalid = 1'b0;
      end
      s_axil_bready = 1'b1;
      @(posedge clk);
      while (s_axil_bvalid !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      if (s_axil_bvalid !== 1'b1) fault("s_axil_bvalid");
      if (s_axil_bresp !== 2'b00) fault("s_axil_bresp");
      @(negedge clk) s_axil_bready = 1'b0;
    end
  endtask

  task axil_read(input [11:0] address);
    begin
      @(negedge clk);
      s_axil_araddr  = address;
      s_axil_arvalid = 1'b1;
      s_axil_rready  = 1'b1;
      waited         = 0;
      @(posedge clk);
      while (s_axil_arready !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      @(negedge clk) s_axil_arvalid = 1'b0;
      @(posedge clk);
      while (s_axil_rvalid !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      if (s_axil_rvalid !== 1'b1) fault("s_axil_rvalid");
      found = s_axil_rdata;
      @(negedge clk) s_axil_rready = 1'b0;
    end
  endtask

  // a word must have a value
  task axil_expect(input [11:0] address, input [31:0] value);
    begin
      axil_read(address);
      if (found !== value) begin
        $display("step %0d: the register at %h is %h, the model says %h", step, address, found, value);
        errors = errors + 1;
      end
    end
  endtask

  integer asked;
  task axil_poll(input [11:0] address, input [31:0] mask, input [31:0] value);
    begin
      asked = 0;
      axil_read(address);
      while ((found & mask) !== value && asked < PATIENCE) begin
        asked = asked + 1;
        axil_read(address);
      end
      if ((found & mask) !== value) fault("a polled register");
    end
  endtask

