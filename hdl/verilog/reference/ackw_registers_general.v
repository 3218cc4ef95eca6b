// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Registers that belong to no algorithm: identity, status, interrupt, the last refused write, and the parser's
// configuration.
module ackw_registers_general (
  input  wire        clk,                     // clock, rising edge
  input  wire        rst_n,                   // reset, active low, synchronous
  input  wire        bus_write,               // a host's access, see ackw_axi_lite
  input  wire [9:0]  bus_windex,
  input  wire [31:0] bus_wdata,
  input  wire [9:0]  bus_rindex,
  input  wire [9:0]  last_index,              // which word the write before this one wrote, and what
  input  wire [31:0] last_data,
  output wire        taken,                   // the write is accepted
  output wire [31:0] rdata,                   // the word at bus_rindex, one cycle later; 0 if that is not here
  input  wire        happens_refused,         // a write was not taken
  input  wire        happens_frame_dropped,
  input  wire        happens_telemetry,
  input  wire        happens_packet_stall,
  input  wire        happens_event_stall,
  input  wire        happens_update_stall,
  input  wire        happens_host_done,
  input  wire        happens_psn_rejected,
  input  wire        happens_queue_overflow,
  input  wire        happens_advice_rejected,
  input  wire        init_done,
  input  wire        host_busy,
  input  wire        idle,                    // nothing is under way in the engine
  output wire        irq,                     // one of irq_status that irq_enable allows
  output reg  [4:0]  high_water_clear,        // in the cycle behind a write of the register its value, else 0
  output wire [23:0] cfg_qpn_base,
  output wire [1:0]  cfg_ece_place,
  output wire [13:0] cfg_max_frame_bytes,
  output wire [1:0]  cfg_telemetry_place,     // 0 none, 1 behind the UDP header, 2 behind the AETH of an ACK, 3 none
  output wire [3:0]  cfg_telemetry_offset,    // 32-bit words from the start of the area, or from the end of AETH, to
                                              // the telemetry header
  output wire [5:0]  cfg_telemetry_area,      // words between UDP header and BTH, at place 1
  output wire        cfg_telemetry_profile,   // 0 hpcc (the draft's Figure 4), 1 ns3
  output wire [2:0]  cfg_own_check,           // which of its own addresses the parser compares; and these
  output wire [47:0] cfg_own_mac,             // our MAC address, its first byte on top
  output wire [31:0] cfg_own_ipv4,            // our IPv4 address, its first byte on top
  output wire [63:0] cfg_own_ipv6_high,       // the first 8 bytes of our IPv6 address
  output wire [63:0] cfg_own_ipv6_low         // the other 8 bytes of our IPv6 address
);

  localparam [31:0] ID_VALUE = 32'h41434b57; // what these registers read
  localparam [31:0] VERSION_VALUE = 32'd512;
  localparam [63:0] CONFIG_HASH_VALUE = 64'h5af1effd70ced52c;
  localparam [31:0] FEATURES_VALUE = 32'h4b40350c;

  reg  [9:0]  pending;
  reg         raised;
  reg         overflowed;
  reg  [9:0]  refused_index;
  reg  [31:0] word;

  wire [9:0]  new_alerts;
  wire [31:0] id_rdata;
  wire [31:0] version_rdata;
  wire [31:0] config_hash_rdata;
  wire [31:0] features_rdata;
  wire [4:0]  status_value;
  wire [31:0] status_rdata;
  wire [31:0] scratch_value;
  wire        scratch_taken;
  wire        scratch_written;
  wire [31:0] scratch_rdata;
  wire [31:0] irq_status_rdata;
  wire [9:0]  irq_enable_value;
  wire        irq_enable_taken;
  wire        irq_enable_written;
  wire [31:0] irq_enable_rdata;
  wire [9:0]  irq_clear_value;
  wire        irq_clear_taken;
  wire        irq_clear_written;
  wire [31:0] irq_clear_rdata;
  wire [31:0] refused_at_rdata;
  wire [4:0]  marks_value;
  wire        marks_taken;
  wire        marks_written;
  wire [31:0] marks_rdata;
  wire        qpn_base_taken;
  wire        qpn_base_written;
  wire [31:0] qpn_base_rdata;
  wire        ece_place_taken;
  wire        ece_place_written;
  wire [31:0] ece_place_rdata;
  wire        max_frame_bytes_taken;
  wire        max_frame_bytes_written;
  wire [31:0] max_frame_bytes_rdata;
  wire        telemetry_place_taken;
  wire        telemetry_place_written;
  wire [31:0] telemetry_place_rdata;
  wire        telemetry_offset_taken;
  wire        telemetry_offset_written;
  wire [31:0] telemetry_offset_rdata;
  wire        telemetry_area_taken;
  wire        telemetry_area_written;
  wire [31:0] telemetry_area_rdata;
  wire        telemetry_profile_taken;
  wire        telemetry_profile_written;
  wire [31:0] telemetry_profile_rdata;
  wire        own_mac_taken;
  wire [31:0] own_mac_rdata;
  wire        own_ipv4_taken;
  wire        own_ipv4_written;
  wire [31:0] own_ipv4_rdata;
  wire        own_check_taken;
  wire        own_check_written;
  wire [31:0] own_check_rdata;
  wire        own_ipv6_high_taken;
  wire [31:0] own_ipv6_high_rdata;
  wire        own_ipv6_low_taken;
  wire [31:0] own_ipv6_low_rdata;

  // Identity
  ackw_status #(
    .WIDTH(32),
    .INDEX(0)
  ) u_id (
    .value (ID_VALUE),
    .rindex(bus_rindex),
    .rdata (id_rdata)
  );

  ackw_status #(
    .WIDTH(32),
    .INDEX(1)
  ) u_version (
    .value (VERSION_VALUE),
    .rindex(bus_rindex),
    .rdata (version_rdata)
  );

  ackw_status #(
    .WIDTH(64),
    .INDEX(2)
  ) u_config_hash (
    .value (CONFIG_HASH_VALUE),
    .rindex(bus_rindex),
    .rdata (config_hash_rdata)
  );

  ackw_status #(
    .WIDTH(32),
    .INDEX(4)
  ) u_features (
    .value (FEATURES_VALUE),
    .rindex(bus_rindex),
    .rdata (features_rdata)
  );

  ackw_register #(
    .WIDTH(32),
    .INDEX(6),
    .MIN  (0),
    .MAX  (32'd4294967295),
    .RESET(0)
  ) u_scratch (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (scratch_value),
    .taken     (scratch_taken),
    .written   (scratch_written),
    .rdata     (scratch_rdata)
  );

  // Interrupt: what happens in the cycle of a clear stays
  ackw_register #(
    .WIDTH(10),
    .INDEX(9),
    .MIN  (0),
    .MAX  (1023),
    .RESET(0)
  ) u_irq_enable (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (irq_enable_value),
    .taken     (irq_enable_taken),
    .written   (irq_enable_written),
    .rdata     (irq_enable_rdata)
  );

  ackw_register #(
    .WIDTH(10),
    .INDEX(10),
    .MIN  (0),
    .MAX  (1023),
    .RESET(0)
  ) u_irq_clear (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (irq_clear_value),
    .taken     (irq_clear_taken),
    .written   (irq_clear_written),
    .rdata     (irq_clear_rdata)
  );

  assign new_alerts = {happens_advice_rejected, happens_queue_overflow, happens_psn_rejected, happens_host_done,
    happens_update_stall, happens_event_stall, happens_packet_stall, happens_telemetry, happens_frame_dropped,
    happens_refused};

  ackw_status #(
    .WIDTH(10),
    .INDEX(8)
  ) u_irq_status (
    .value (pending),
    .rindex(bus_rindex),
    .rdata (irq_status_rdata)
  );

  assign irq = raised;
  assign status_value = {overflowed, idle & !host_busy, raised, host_busy, init_done};

  ackw_status #(
    .WIDTH(5),
    .INDEX(5)
  ) u_status (
    .value (status_value),
    .rindex(bus_rindex),
    .rdata (status_rdata)
  );

  // High-water marks that begin anew: the ones of a write, for a cycle
  ackw_register #(
    .WIDTH(5),
    .INDEX(16),
    .MIN  (0),
    .MAX  (31),
    .RESET(0)
  ) u_marks (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (marks_value),
    .taken     (marks_taken),
    .written   (marks_written),
    .rdata     (marks_rdata)
  );

  always @* begin
    high_water_clear = 5'd0;
    if (marks_written) begin
      high_water_clear = marks_value;
    end
  end

  // The last write that was refused
  ackw_status #(
    .WIDTH(12),
    .INDEX(12)
  ) u_refused_at (
    .value ({refused_index, 2'd0}),
    .rindex(bus_rindex),
    .rdata (refused_at_rdata)
  );

  // The parser's configuration
  ackw_register #(
    .WIDTH(24),
    .INDEX(32),
    .MIN  (0),
    .MAX  (16777215),
    .RESET(0)
  ) u_qpn_base (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (cfg_qpn_base),
    .taken     (qpn_base_taken),
    .written   (qpn_base_written),
    .rdata     (qpn_base_rdata)
  );

  ackw_register #(
    .WIDTH(2),
    .INDEX(33),
    .MIN  (0),
    .MAX  (3),
    .RESET(0)
  ) u_ece_place (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (cfg_ece_place),
    .taken     (ece_place_taken),
    .written   (ece_place_written),
    .rdata     (ece_place_rdata)
  );

  ackw_register #(
    .WIDTH(14),
    .INDEX(34),
    .MIN  (64),
    .MAX  (16383),
    .RESET(9216)
  ) u_max_frame_bytes (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (cfg_max_frame_bytes),
    .taken     (max_frame_bytes_taken),
    .written   (max_frame_bytes_written),
    .rdata     (max_frame_bytes_rdata)
  );

  ackw_register #(
    .WIDTH(2),
    .INDEX(35),
    .MIN  (0),
    .MAX  (2),
    .RESET(0)
  ) u_telemetry_place (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (cfg_telemetry_place),
    .taken     (telemetry_place_taken),
    .written   (telemetry_place_written),
    .rdata     (telemetry_place_rdata)
  );

  ackw_register #(
    .WIDTH(4),
    .INDEX(36),
    .MIN  (0),
    .MAX  (15),
    .RESET(0)
  ) u_telemetry_offset (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (cfg_telemetry_offset),
    .taken     (telemetry_offset_taken),
    .written   (telemetry_offset_written),
    .rdata     (telemetry_offset_rdata)
  );

  ackw_register #(
    .WIDTH(6),
    .INDEX(37),
    .MIN  (0),
    .MAX  (63),
    .RESET(0)
  ) u_telemetry_area (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (cfg_telemetry_area),
    .taken     (telemetry_area_taken),
    .written   (telemetry_area_written),
    .rdata     (telemetry_area_rdata)
  );

  ackw_register #(
    .WIDTH(1),
    .INDEX(38),
    .MIN  (0),
    .MAX  (1),
    .RESET(0)
  ) u_telemetry_profile (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (cfg_telemetry_profile),
    .taken     (telemetry_profile_taken),
    .written   (telemetry_profile_written),
    .rdata     (telemetry_profile_rdata)
  );

  // The NIC's own addresses
  ackw_register_wide #(
    .WIDTH(48),
    .INDEX(56),
    .MIN  (0),
    .MAX  (64'd281474976710655),
    .RESET(0)
  ) u_own_mac (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .last_index(last_index),
    .last_data (last_data),
    .value     (cfg_own_mac),
    .taken     (own_mac_taken),
    .rdata     (own_mac_rdata)
  );

  ackw_register #(
    .WIDTH(32),
    .INDEX(58),
    .MIN  (0),
    .MAX  (32'd4294967295),
    .RESET(0)
  ) u_own_ipv4 (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (cfg_own_ipv4),
    .taken     (own_ipv4_taken),
    .written   (own_ipv4_written),
    .rdata     (own_ipv4_rdata)
  );

  ackw_register #(
    .WIDTH(3),
    .INDEX(59),
    .MIN  (0),
    .MAX  (7),
    .RESET(0)
  ) u_own_check (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .value     (cfg_own_check),
    .taken     (own_check_taken),
    .written   (own_check_written),
    .rdata     (own_check_rdata)
  );

  ackw_register_wide #(
    .WIDTH(64),
    .INDEX(62),
    .MIN  (0),
    .MAX  (64'd18446744073709551615),
    .RESET(0)
  ) u_own_ipv6_high (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .last_index(last_index),
    .last_data (last_data),
    .value     (cfg_own_ipv6_high),
    .taken     (own_ipv6_high_taken),
    .rdata     (own_ipv6_high_rdata)
  );

  ackw_register_wide #(
    .WIDTH(64),
    .INDEX(60),
    .MIN  (0),
    .MAX  (64'd18446744073709551615),
    .RESET(0)
  ) u_own_ipv6_low (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (bus_write),
    .bus_windex(bus_windex),
    .bus_wdata (bus_wdata),
    .bus_rindex(bus_rindex),
    .last_index(last_index),
    .last_data (last_data),
    .value     (cfg_own_ipv6_low),
    .taken     (own_ipv6_low_taken),
    .rdata     (own_ipv6_low_rdata)
  );

  // The answers
  assign taken = scratch_taken | marks_taken | irq_enable_taken | irq_clear_taken | qpn_base_taken | ece_place_taken |
    max_frame_bytes_taken | telemetry_place_taken | telemetry_offset_taken | telemetry_area_taken |
    telemetry_profile_taken | own_mac_taken | own_ipv4_taken | own_check_taken | own_ipv6_high_taken | own_ipv6_low_taken;
  assign rdata = word;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      pending <= 10'd0;
      raised <= 1'b0;
      overflowed <= 1'b0;
      refused_index <= 10'd0;
    end else begin
      pending <= pending | new_alerts;
      if (irq_clear_written) begin
        pending <= (pending & ~irq_clear_value) | new_alerts;
      end
      raised <= |(pending & irq_enable_value);
      overflowed <= overflowed | happens_queue_overflow;

      if (happens_refused) begin
        refused_index <= bus_windex;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    word <= id_rdata | version_rdata | config_hash_rdata | features_rdata | status_rdata | scratch_rdata |
      marks_rdata | irq_status_rdata | irq_enable_rdata | irq_clear_rdata | refused_at_rdata | qpn_base_rdata |
      ece_place_rdata | max_frame_bytes_rdata | telemetry_place_rdata | telemetry_offset_rdata | telemetry_area_rdata |
      telemetry_profile_rdata | own_mac_rdata | own_ipv4_rdata | own_check_rdata | own_ipv6_high_rdata |
      own_ipv6_low_rdata;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, scratch_value, scratch_written, irq_enable_written, qpn_base_written, ece_place_written,
    max_frame_bytes_written, telemetry_place_written, telemetry_offset_written, telemetry_area_written,
    telemetry_profile_written, own_ipv4_written, own_check_written};

endmodule

`default_nettype wire
