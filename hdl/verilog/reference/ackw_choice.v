// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The algorithm and the parameter set of each QP, as each event of it finds them.
// One event a cycle, any mix of QPs; 4 cycles.
module ackw_choice (
  input  wire        clk,       // clock, rising edge
  input  wire        rst_n,     // reset, active low, synchronous
  input  wire        init_we,   // writes algorithm 0 and set 0 at init_addr
  input  wire [11:0] init_addr, // index of the QP whose choice is reset
  input  wire [3:0]  host_alg,  // what an event with in_store stores, read 1 and 3 cycles after it entered: 0 ldcp, 1
                                // ldcp-pcc, 2 hpcc, 3 hpcc-rx
  input  wire [3:0]  host_set,  // likewise: index of a parameter set
  input  wire        in_valid,  // an event enters
  input  wire        in_store,  // it replaces the QP's choice
  input  wire [11:0] in_qpn,    // index of the QP
  output wire        out_valid, // the event, 4 cycles later
  output wire [3:0]  out_alg,   // its QP's algorithm, with in_store the new one
  output wire [3:0]  out_set    // its QP's parameter set, with in_store the new one
);

  reg         p0_valid;
  reg         p1_valid;
  reg         p2_valid;
  reg         p3_valid;
  reg         p0_store;
  reg  [11:0] p0_qpn;
  reg         p1_store;
  reg         p2_store;
  reg  [3:0]  p3_alg;
  reg  [3:0]  p3_set;

  wire [3:0]  ram_rdata_alg;
  wire [3:0]  ram_rdata_set;
  wire        ram_we;
  reg  [11:0] ram_waddr;
  reg  [3:0]  ram_wdata_alg;
  reg  [3:0]  ram_wdata_set;

  // p0 to p1: read and write at once. The next event reads a cycle later, so it finds what this one has written; what
  // this one reads of the word that it writes is not looked at
  ackw_ram #(
    .WIDTH    (8),
    .ADDR_BITS(12)
  ) u_ram (
    .clk  (clk),
    .raddr(p0_qpn),
    .rdata({ram_rdata_set, ram_rdata_alg}),
    .we   (ram_we),
    .waddr(ram_waddr),
    .wdata({ram_wdata_set, ram_wdata_alg})
  );

  assign ram_we = init_we | (p0_valid & p0_store);

  always @* begin
    ram_waddr = p0_qpn;
    ram_wdata_alg = host_alg;
    ram_wdata_set = host_set;
    if (init_we) begin
      ram_waddr = init_addr;
      ram_wdata_alg = 4'd0;
      ram_wdata_set = 4'd0;
    end
  end

  // p2 to p3: the word of the RAM, or the new choice
  assign out_valid = p3_valid;
  assign out_alg = p3_alg;
  assign out_set = p3_set;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      p0_valid <= 1'b0;
      p1_valid <= 1'b0;
      p2_valid <= 1'b0;
      p3_valid <= 1'b0;
    end else begin
      p0_valid <= in_valid;

      p1_valid <= p0_valid;

      p2_valid <= p1_valid;

      p3_valid <= p2_valid;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // p0: the event
    p0_store <= in_store;
    p0_qpn <= in_qpn;

    p1_store <= p0_store;
    // p1 to p2: the RAM's array register
    p2_store <= p1_store;

    p3_alg <= ram_rdata_alg;
    p3_set <= ram_rdata_set;
    if (p2_store) begin
      p3_alg <= host_alg;
      p3_set <= host_set;
    end
  end

endmodule

`default_nettype wire
