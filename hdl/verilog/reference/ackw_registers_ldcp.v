// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// LDCP's registers: a parameter set to be written, and its part of a context.
module ackw_registers_ldcp (
  input  wire        clk,             // clock, rising edge
  input  wire        rst_n,           // reset, active low, synchronous
  input  wire        bus_write,       // a host's access, see ackw_axi_lite
  input  wire [9:0]  bus_windex,
  input  wire [31:0] bus_wdata,
  input  wire [9:0]  bus_rindex,
  input  wire [9:0]  last_index,      // which word the write before this one wrote, and what
  input  wire [31:0] last_data,
  output wire        taken,           // the write is
  output wire [31:0] rdata,           // the word at bus_rindex, one cycle later; 0 if that is not here
  input  wire        init_done,
  input  wire        host_busy,       // an operation is under way: writes of host_* are refused
  input  wire        found_now,       // found_* of the engine hold a context that was read
  input  wire        set_writes,      // the parameter set is being written
  input  wire        set_busy,        // one is, of either algorithm: writes of set_* are refused
  output wire        set_start,       // it is to be written
  output wire        set_ldcp_we,     // writes parameter set set_index, while no event of that set is under way
  output wire [16:0] set_ldcp_alpha,  // additive increase per round trip (2.2); packets, U1.16
  output wire [16:0] set_ldcp_beta,   // decrease per marked packet (2.2); packets, U1.16
  output wire [16:0] set_ldcp_gamma,  // increase step below one packet and smallest window (2.2); packets, U1.16
  output wire [15:0] set_ldcp_eta,    // decrease factor below one packet (2.2); U0.16
  output wire [41:0] set_ldcp_cw_max, // upper clamp of the window; packets, U14.28
  output wire [3:0]  set_index,       // the set that set_ldcp_we writes
  output wire [41:0] host_ldcp_cw,    // congestion window; packets, U14.28
  output wire [23:0] host_ldcp_rtt,   // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
  input  wire [41:0] found_ldcp_cw,   // congestion window; packets, U14.28
  input  wire [23:0] found_ldcp_rtt   // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
);

  reg  [41:0] kept_cw;
  reg  [23:0] kept_rtt;
  reg  [31:0] word;

  wire        held_write;
  wire [9:0]  held_windex;
  wire [31:0] held_wdata;
  wire [9:0]  held_rindex;
  wire        starts_write;
  wire [9:0]  starts_windex;
  wire [31:0] starts_wdata;
  wire [9:0]  starts_rindex;
  wire        steady_write;
  wire [9:0]  steady_windex;
  wire [31:0] steady_wdata;
  wire [9:0]  steady_rindex;
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
  wire        cw_max_taken;
  wire [31:0] cw_max_rdata;
  wire        write_set_taken;
  wire [31:0] write_set_rdata;
  wire        cw_taken;
  wire [31:0] cw_rdata;
  wire        rtt_taken;
  wire        rtt_written;
  wire [31:0] rtt_rdata;
  wire [31:0] found_cw_rdata;
  wire [31:0] found_rtt_rdata;

  // Writes that count: of a context or a start while no host operation is under way, of values while no set is written
  assign held_windex = bus_windex;
  assign held_wdata = bus_wdata;
  assign held_rindex = bus_rindex;
  assign held_write = bus_write & !host_busy;
  assign starts_windex = bus_windex;
  assign starts_wdata = bus_wdata;
  assign starts_rindex = bus_rindex;
  assign starts_write = bus_write & init_done & !host_busy;
  assign steady_windex = bus_windex;
  assign steady_wdata = bus_wdata;
  assign steady_rindex = bus_rindex;
  assign steady_write = bus_write & !set_busy;

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
    .value     (set_ldcp_alpha),
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
    .value     (set_ldcp_beta),
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
    .value     (set_ldcp_gamma),
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
    .value     (set_ldcp_eta),
    .taken     (eta_taken),
    .written   (eta_written),
    .rdata     (eta_rdata)
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
    .last_index(last_index),
    .last_data (last_data),
    .value     (set_ldcp_cw_max),
    .taken     (cw_max_taken),
    .rdata     (cw_max_rdata)
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
    .bus_windex(starts_windex),
    .bus_wdata (starts_wdata),
    .bus_rindex(starts_rindex),
    .value     (set_index),
    .taken     (write_set_taken),
    .written   (set_start),
    .rdata     (write_set_rdata)
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
    .last_index(last_index),
    .last_data (last_data),
    .value     (host_ldcp_cw),
    .taken     (cw_taken),
    .rdata     (cw_rdata)
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
    .value     (host_ldcp_rtt),
    .taken     (rtt_taken),
    .written   (rtt_written),
    .rdata     (rtt_rdata)
  );

  // To the engine
  assign set_ldcp_we = set_writes;

  // What a read has found
  ackw_status_wide #(
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
  assign taken = alpha_taken | beta_taken | gamma_taken | eta_taken | cw_max_taken | write_set_taken | cw_taken |
    rtt_taken;
  assign rdata = word;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      kept_cw <= 42'd0;
      kept_rtt <= 24'd0;
    end else begin
      // What a read has found
      if (found_now) begin
        kept_cw <= found_ldcp_cw;
        kept_rtt <= found_ldcp_rtt;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // The answers
    word <= alpha_rdata | beta_rdata | gamma_rdata | eta_rdata | cw_max_rdata | write_set_rdata | cw_rdata |
      rtt_rdata | found_cw_rdata | found_rtt_rdata;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, alpha_written, beta_written, gamma_written, eta_written, rtt_written};

endmodule

`default_nettype wire
