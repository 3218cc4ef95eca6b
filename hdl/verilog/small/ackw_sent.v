// Ackwright, configuration f3241d065c80fc01
`default_nettype none

// The PSN that the NIC sends next on each QP. An event sees what was written up to the cycle in which it enters.
// One event and one write a cycle, any mix of QPs; 4 cycles.
module ackw_sent (
  input  wire        clk,         // clock, rising edge
  input  wire        rst_n,       // reset, active low, asynchronous
  input  wire        init_we,     // writes 0 at init_addr; tx_* is ignored in this cycle
  input  wire [3:0]  init_addr,   // index of the QP that is reset
  input  wire        tx_valid,    // the NIC has sent; always taken, but ignored with init_we
  input  wire [3:0]  tx_qpn,      // index of the QP
  input  wire [23:0] tx_psn,      // the PSN that it sends next
  input  wire        in_valid,    // an event enters
  input  wire [3:0]  in_qpn,      // index of the QP
  output wire        out_valid,   // the event, 4 cycles later
  output wire [23:0] out_snd_nxt  // the PSN that the NIC sent next when the event entered
);

  reg         write_valid;
  reg  [3:0]  write_qpn;
  reg  [23:0] write_psn;
  reg         p0_valid;
  reg         p1_valid;
  reg         p2_valid;
  reg         p3_valid;
  reg  [3:0]  p0_qpn;
  reg         p1_hit;
  reg  [23:0] p1_psn;
  reg         p2_hit;
  reg  [23:0] p2_psn;
  reg  [23:0] p3_snd_nxt;

  wire [23:0] ram_rdata;

  // p0 to p1: read and write at one edge. What the RAM reads of the word that is written then is not looked at: hit
  ackw_ram #(
    .WIDTH    (24),
    .ADDR_BITS(4)
  ) u_ram (
    .clk  (clk),
    .raddr(p0_qpn),
    .rdata(ram_rdata),
    .we   (write_valid),
    .waddr(write_qpn),
    .wdata(write_psn)
  );

  // p2 to p3: the word of the RAM, or the write that came with the event
  assign out_valid = p3_valid;
  assign out_snd_nxt = p3_snd_nxt;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      write_valid <= 1'b0;
      p0_valid <= 1'b0;
      p1_valid <= 1'b0;
      p2_valid <= 1'b0;
      p3_valid <= 1'b0;
    end else begin
      // p0
      p0_valid <= in_valid;
      write_valid <= init_we | tx_valid;
      // p0 to p1
      p1_valid <= p0_valid;
      // p1 to p2
      p2_valid <= p1_valid;
      // p2 to p3
      p3_valid <= p2_valid;
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      write_qpn <= 4'd0;
      write_psn <= 24'd0;
      p0_qpn <= 4'd0;
      p1_hit <= 1'b0;
      p1_psn <= 24'd0;
      p2_hit <= 1'b0;
      p2_psn <= 24'd0;
      p3_snd_nxt <= 24'd0;
    end else begin
      // p0: the event, and beside it the write of the same cycle
      p0_qpn <= in_qpn;
      write_qpn <= tx_qpn;
      write_psn <= tx_psn;
      if (init_we) begin
        write_qpn <= init_addr;
        write_psn <= 24'd0;
      end
      // p0 to p1
      p1_hit <= write_valid & (write_qpn == p0_qpn);
      p1_psn <= write_psn;
      // p1 to p2: the RAM's array register
      p2_hit <= p1_hit;
      p2_psn <= p1_psn;
      // p2 to p3
      p3_snd_nxt <= ram_rdata;
      if (p2_hit) begin
        p3_snd_nxt <= p2_psn;
      end
    end
  end

endmodule

`default_nettype wire
