// Ackwright, configuration 5af1effd70ced52c
`default_nettype none

// The NIC's own addresses, and which of them the parser compares.
module ackw_registers_own (
  input  wire        clk,               // clock, rising edge
  input  wire        rst_n,             // reset, active low, synchronous
  input  wire        bus_write,         // a host's access, see ackw_axi_lite
  input  wire [9:0]  bus_windex,
  input  wire [31:0] bus_wdata,
  input  wire [9:0]  bus_rindex,
  input  wire [9:0]  last_index,        // which word the write before this one wrote, and what
  input  wire [31:0] last_data,
  output wire        taken,             // the write is
  output wire [31:0] rdata,             // the word at bus_rindex, one cycle later; 0 if that is not here
  output wire [2:0]  cfg_own_check,     // to the parser, as what follows
  output wire [47:0] cfg_own_mac,       // our MAC address, its first byte on top
  output wire [31:0] cfg_own_ipv4,      // our IPv4 address, its first byte on top
  output wire [63:0] cfg_own_ipv6_high, // the first 8 bytes of our IPv6 address
  output wire [63:0] cfg_own_ipv6_low   // the other 8 bytes of our IPv6 address
);

  reg  [31:0] word;

  wire        mac_taken;
  wire [31:0] mac_rdata;
  wire        ipv4_taken;
  wire        ipv4_written;
  wire [31:0] ipv4_rdata;
  wire        check_taken;
  wire        check_written;
  wire [31:0] check_rdata;
  wire        ipv6_high_taken;
  wire [31:0] ipv6_high_rdata;
  wire        ipv6_low_taken;
  wire [31:0] ipv6_low_rdata;

  ackw_register_wide #(
    .WIDTH(48),
    .INDEX(56),
    .MIN  (0),
    .MAX  (64'd281474976710655),
    .RESET(0)
  ) u_mac (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .last_index(last_index),
    .last_data (last_data),
    .value     (cfg_own_mac),
    .taken     (mac_taken),
    .rdata     (mac_rdata)
  );

  ackw_register #(
    .WIDTH(32),
    .INDEX(58),
    .MIN  (0),
    .MAX  (32'd4294967295),
    .RESET(0)
  ) u_ipv4 (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (cfg_own_ipv4),
    .taken     (ipv4_taken),
    .written   (ipv4_written),
    .rdata     (ipv4_rdata)
  );

  ackw_register #(
    .WIDTH(3),
    .INDEX(59),
    .MIN  (0),
    .MAX  (7),
    .RESET(0)
  ) u_check (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (cfg_own_check),
    .taken     (check_taken),
    .written   (check_written),
    .rdata     (check_rdata)
  );

  ackw_register_wide #(
    .WIDTH(64),
    .INDEX(62),
    .MIN  (0),
    .MAX  (64'd18446744073709551615),
    .RESET(0)
  ) u_ipv6_high (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .last_index(last_index),
    .last_data (last_data),
    .value     (cfg_own_ipv6_high),
    .taken     (ipv6_high_taken),
    .rdata     (ipv6_high_rdata)
  );

  ackw_register_wide #(
    .WIDTH(64),
    .INDEX(60),
    .MIN  (0),
    .MAX  (64'd18446744073709551615),
    .RESET(0)
  ) u_ipv6_low (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .last_index(last_index),
    .last_data (last_data),
    .value     (cfg_own_ipv6_low),
    .taken     (ipv6_low_taken),
    .rdata     (ipv6_low_rdata)
  );

  // The answers
  assign taken = mac_taken | ipv4_taken | check_taken | ipv6_high_taken | ipv6_low_taken;
  assign rdata = word;

  // Datapath registers, without reset
  always @(posedge clk) begin
    // The answers
    word <= mac_rdata | ipv4_rdata | check_rdata | ipv6_high_rdata | ipv6_low_rdata;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, ipv4_written, check_written};

endmodule

`default_nettype wire
