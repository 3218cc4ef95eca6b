// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// LDCP's registers: a parameter set to be written, and its part of a context.
module ackw_ldcp_page (
  input  wire        clk,            // clock, rising edge
  input  wire        rst_n,          // reset, active low, synchronous
  input  wire        bus_write,      // the write counts; index and data were the same in the cycle before
  input  wire [9:0]  bus_windex,     // which word is written
  input  wire [31:0] bus_wdata,      // what
  input  wire [9:0]  bus_rindex,     // which word is read
  input  wire [9:0]  bus_last_index, // which word the write before this one wrote, 0 if it was refused
  input  wire [31:0] bus_last_data,  // what
  input  wire        bus_host_busy,  // a host operation is offered or under way: writes of host_* and starts are
                                     // refused
  input  wire        bus_found_now,  // what the last host read found goes into found_*
  input  wire [4:0]  bus_sets,       // a host operation writes parameter sets, and writes of set_* are refused: bit 0
                                     // ldcp's, 1 hpcc's
  input  wire        init_done,      // contexts and parameter sets have their reset values
  output wire        taken,          // the write has an effect
  output wire [31:0] rdata,          // the word at bus_rindex, one cycle later; 0 if that is not here
  output wire        set_start,      // the parameter set is to be written
  output wire [16:0] set_alpha,      // additive increase per round trip (2.2); packets, U1.16
  output wire [16:0] set_beta,       // decrease per marked packet (2.2); packets, U1.16
  output wire [16:0] set_gamma,      // increase step below one packet and smallest window (2.2); packets, U1.16
  output wire [15:0] set_eta,        // decrease factor below one packet (2.2); U0.16
  output wire [41:0] set_cw_max,     // upper clamp of the window; packets, U14.28
  output wire [3:0]  set_index,      // which one
  output wire [41:0] host_cw,        // congestion window; packets, U14.28
  output wire [23:0] host_rtt,       // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
  input  wire [41:0] found_cw,       // this and found_rtt: what the last host operation found; as the context
  input  wire [23:0] found_rtt       // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
);

  reg  [41:0] kept_cw;
  reg  [23:0] kept_rtt;
  reg  [31:0] word;

  wire        held_write;
  wire [9:0]  held_windex;
  wire [31:0] held_wdata;
  wire [9:0]  held_rindex;
  wire        starts_write;
  wire        steady_write;
  wire [9:0]  steady_windex;
  wire [31:0] steady_wdata;
  wire [9:0]  steady_rindex;
  wire [9:0]  access_windex;
  wire [31:0] access_wdata;
  wire [9:0]  access_rindex;
  wire        alpha_taken;
  wire        alpha_written;
  wire [31:0] alpha_rdata;
  wire        beta_taken;
  wire        beta_written;
  wire [31:0] beta_rdata;
  wire        gamma_taken;
  wire        gamma_written;
  wire [31:0] gamma_rdata;
  wire        eta_taken;
  wire        eta_written;
  wire [31:0] eta_rdata;
  wire        write_set_taken;
  wire [31:0] write_set_rdata;
  wire        rtt_taken;
  wire        rtt_written;
  wire [31:0] rtt_rdata;
  wire        cw_max_taken;
  wire [31:0] cw_max_rdata;
  wire        cw_taken;
  wire [31:0] cw_rdata;
  wire [31:0] found_cw_rdata;
  wire [31:0] found_rtt_rdata;

  assign access_windex = bus_windex;
  assign access_wdata = bus_wdata;
  assign access_rindex = bus_rindex;

  // Writes that count: of a context or a start while no host operation is under way, of values while no set is written
  assign held_windex = access_windex;
  assign held_wdata = access_wdata;
  assign held_rindex = access_rindex;
  assign held_write = bus_write & !bus_host_busy;
  assign starts_write = bus_write & init_done & !bus_host_busy;
  assign steady_windex = access_windex;
  assign steady_wdata = access_wdata;
  assign steady_rindex = access_rindex;
  assign steady_write = bus_write & !(|bus_sets);

  ackw_register #(
    .WIDTH(17),
    .INDEX(256),
    .MIN  (64),
    .MAX  (65536),
    .RESET(65536)
  ) u_alpha (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (set_alpha),
    .taken     (alpha_taken),
    .written   (alpha_written),
    .rdata     (alpha_rdata)
  );

  ackw_register #(
    .WIDTH(17),
    .INDEX(257),
    .MIN  (1),
    .MAX  (65536),
    .RESET(32768)
  ) u_beta (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (set_beta),
    .taken     (beta_taken),
    .written   (beta_written),
    .rdata     (beta_rdata)
  );

  ackw_register #(
    .WIDTH(17),
    .INDEX(258),
    .MIN  (256),
    .MAX  (65536),
    .RESET(4096)
  ) u_gamma (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (set_gamma),
    .taken     (gamma_taken),
    .written   (gamma_written),
    .rdata     (gamma_rdata)
  );

  ackw_register #(
    .WIDTH(16),
    .INDEX(259),
    .MIN  (1),
    .MAX  (65535),
    .RESET(32768)
  ) u_eta (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (set_eta),
    .taken     (eta_taken),
    .written   (eta_written),
    .rdata     (eta_rdata)
  );

  ackw_register #(
    .WIDTH(4),
    .INDEX(262),
    .MIN  (0),
    .MAX  (15),
    .RESET(0)
  ) u_write_set (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (starts_write),
    .bus_windex(access_windex),
    .bus_wdata (access_wdata),
    .bus_rindex(access_rindex),
    .value     (set_index),
    .taken     (write_set_taken),
    .written   (set_start),
    .rdata     (write_set_rdata)
  );

  ackw_register #(
    .WIDTH(24),
    .INDEX(290),
    .MIN  (1),
    .MAX  (16777215),
    .RESET(10000)
  ) u_rtt (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .value     (host_rtt),
    .taken     (rtt_taken),
    .written   (rtt_written),
    .rdata     (rtt_rdata)
  );

  ackw_register_wide #(
    .WIDTH(42),
    .INDEX(260),
    .MIN  (268435456),
    .MAX  (64'd4398046511103),
    .RESET(64'd4398046511103)
  ) u_cw_max (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .last_index(bus_last_index),
    .last_data (bus_last_data),
    .value     (set_cw_max),
    .taken     (cw_max_taken),
    .rdata     (cw_max_rdata)
  );

  ackw_register_wide #(
    .WIDTH(42),
    .INDEX(288),
    .MIN  (0),
    .MAX  (64'd4398046511103),
    .RESET(268435456)
  ) u_cw (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .last_index(bus_last_index),
    .last_data (bus_last_data),
    .value     (host_cw),
    .taken     (cw_taken),
    .rdata     (cw_rdata)
  );

  // What is read only
  ackw_status #(
    .WIDTH(42),
    .INDEX(304)
  ) u_found_cw (
    .value (kept_cw),
    .rindex(bus_rindex),
    .rdata (found_cw_rdata)
  );

  ackw_status #(
    .WIDTH(24),
    .INDEX(306)
  ) u_found_rtt (
    .value (kept_rtt),
    .rindex(bus_rindex),
    .rdata (found_rtt_rdata)
  );

  // The answers
  assign taken = alpha_taken | beta_taken | gamma_taken | eta_taken | write_set_taken | rtt_taken | cw_max_taken |
    cw_taken;
  assign rdata = word;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      kept_cw <= 42'd0;
      kept_rtt <= 24'd0;
    end else begin
      // What a read has found
      if (bus_found_now) begin
        kept_cw <= found_cw;
        kept_rtt <= found_rtt;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    word <= alpha_rdata | beta_rdata | gamma_rdata | eta_rdata | write_set_rdata | rtt_rdata | cw_max_rdata |
      cw_rdata | found_cw_rdata | found_rtt_rdata;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, alpha_written, beta_written, gamma_written, eta_written, rtt_written};

endmodule

`default_nettype wire
