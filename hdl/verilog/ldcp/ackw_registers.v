// Ackwright, configuration a7bc15b4d1b601c3
`default_nettype none

// The host's side of ackw_top behind AXI4-Lite: parameters, contexts, counters, interrupt. The map: registers.md.
// A write that is out of place or range has no effect, and is counted in refused_count.
module ackw_registers (
  input  wire        clk,                   // clock, rising edge
  input  wire        rst_n,                 // reset, active low, synchronous
  input  wire [11:0] s_axil_awaddr,         // byte address; bits 1:0 are ignored
  input  wire [2:0]  s_axil_awprot,         // not looked at
  input  wire        s_axil_awvalid,
  output wire        s_axil_awready,
  input  wire [31:0] s_axil_wdata,
  input  wire [3:0]  s_axil_wstrb,          // a write with less than all ones is refused
  input  wire        s_axil_wvalid,
  output wire        s_axil_wready,
  output wire [1:0]  s_axil_bresp,          // always OKAY
  output wire        s_axil_bvalid,
  input  wire        s_axil_bready,
  input  wire [11:0] s_axil_araddr,         // byte address; bits 1:0 are ignored; where nothing is, 0 is read
  input  wire [2:0]  s_axil_arprot,         // not looked at
  input  wire        s_axil_arvalid,
  output wire        s_axil_arready,
  output wire [31:0] s_axil_rdata,
  output wire [1:0]  s_axil_rresp,          // always OKAY
  output wire        s_axil_rvalid,
  input  wire        s_axil_rready,
  output wire        irq,                   // a level: one of irq_status that irq_enable allows
  input  wire        frame_dropped,         // of ackw_top
  input  wire        alert_telemetry,       // of ackw_top; 0 without HPCC++
  input  wire        alert_psn,             // of ackw_top
  input  wire        packet_stall,          // a beat waits: s_axis_tvalid without s_axis_tready
  input  wire        event_stall,           // an event waits: s_event_valid without s_event_ready
  input  wire        update_stall,          // an update waits: upd_valid without upd_ready
  input  wire        update_taken,          // an update leaves: upd_valid with upd_ready
  input  wire        idle,                  // nothing is under way in the engine
  input  wire        queue_overflow,        // a pulse: a queue was given more than it holds
  output wire [23:0] cfg_qpn_base,          // this and what follows: to and from the ports of ackw_top of the same
                                            // names
  output wire [1:0]  cfg_ece_place,
  output wire [13:0] cfg_max_frame_bytes,
  output wire [1:0]  cfg_telemetry_place,   // 0 none, 1 behind the UDP header, 2 behind the AETH of an ACK, 3 none
  output wire [3:0]  cfg_telemetry_offset,  // 32-bit words from the start of the area, or from the end of AETH, to the
                                            // telemetry header
  output wire [5:0]  cfg_telemetry_area,    // words between UDP header and BTH, at place 1
  output wire        cfg_telemetry_profile, // 0 hpcc (the draft's Figure 4), 1 ns3
  output wire [2:0]  cfg_own_check,         // to the parser, as what follows
  output wire [47:0] cfg_own_mac,           // our MAC address, its first byte on top
  output wire [31:0] cfg_own_ipv4,          // our IPv4 address, its first byte on top
  output wire [63:0] cfg_own_ipv6_high,     // the first 8 bytes of our IPv6 address
  output wire [63:0] cfg_own_ipv6_low,      // the other 8 bytes of our IPv6 address
  output wire [3:0]  set_index,             // which parameter set set_*_we writes, where there is one
  output wire        set_ldcp_we,           // writes parameter set set_index, while no event of that set is under way
  output wire [16:0] set_ldcp_alpha,        // additive increase per round trip (2.2); packets, U1.16
  output wire [16:0] set_ldcp_beta,         // decrease per marked packet (2.2); packets, U1.16
  output wire [16:0] set_ldcp_gamma,        // increase step below one packet and smallest window (2.2); packets, U1.16
  output wire [15:0] set_ldcp_eta,          // decrease factor below one packet (2.2); U0.16
  output wire [41:0] set_ldcp_cw_max,       // upper clamp of the window; packets, U14.28
  output wire        host_valid,            // an operation on a QP's context, for ackw_engine, as host_* and found_*
                                            // are
  input  wire        host_ready,
  output wire        host_write,
  output wire [9:0]  host_parts,
  output wire [9:0]  host_qpn,
  output wire [3:0]  host_alg,              // 0 ldcp, 1 ldcp-pcc
  output wire [3:0]  host_set,              // index of the parameter set
  output wire [23:0] host_psn,              // last PSN acknowledged
  output wire        host_open,             // 1 while the QP is open: events of a closed QP are dropped
  output wire [41:0] host_ldcp_cw,          // congestion window; packets, U14.28
  output wire [23:0] host_ldcp_rtt,         // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
  input  wire        host_done,
  input  wire [3:0]  found_alg,             // 0 ldcp, 1 ldcp-pcc
  input  wire [3:0]  found_set,             // index of the parameter set
  input  wire [23:0] found_psn,             // last PSN acknowledged
  input  wire        found_open,            // 1 while the QP is open: events of a closed QP are dropped
  input  wire [41:0] found_ldcp_cw,         // congestion window; packets, U14.28
  input  wire [23:0] found_ldcp_rtt,        // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
  input  wire        init_done,
  output wire [5:0]  cnt_sel,
  input  wire [63:0] cnt_value
);

  localparam [2:0] WINDOW = 3'd1;
  localparam [2:0] OWN_WINDOW = 3'd7;

  reg  [31:0] kept;
  reg  [5:0]  kept_of;
  reg         kept_valid;

  wire        write_error;
  wire        read_error;
  wire        noted_fault_corrected;
  wire        noted_fault_uncorrectable;
  wire        noted_rom_parity;
  wire [7:0]  happens;
  wire [5:0]  counter;
  wire        counting;
  wire        upper;
  reg  [63:0] counted;
  reg         taken;
  reg  [1:0]  set_starts;
  reg  [31:0] banks;
  wire        axi_lite_bus_write;
  wire [9:0]  axi_lite_bus_windex;
  wire [31:0] axi_lite_bus_wdata;
  wire [9:0]  axi_lite_bus_rindex;
  wire [9:0]  axi_lite_last_index;
  wire [31:0] axi_lite_last_data;
  wire        axi_lite_attempt;
  wire        axi_lite_take;
  reg  [31:0] axi_lite_word;
  wire        general_taken;
  wire [31:0] general_rdata;
  wire        general_happens_refused;
  wire        own_taken;
  wire [31:0] own_rdata;
  wire        hosts_taken;
  wire [31:0] hosts_rdata;
  wire        hosts_busy;
  wire [1:0]  hosts_sets;
  wire        hosts_set_busy;
  wire        hosts_found_now;
  wire        ldcp_taken;
  wire [31:0] ldcp_rdata;
  wire        ldcp_set_start;
  wire [63:0] counts_value;

  // The bus
  ackw_axi_lite u_axi_lite (
    .clk       (clk),
    .rst_n     (rst_n),
    .awaddr    (s_axil_awaddr),
    .awvalid   (s_axil_awvalid),
    .awready   (s_axil_awready),
    .wdata     (s_axil_wdata),
    .wstrb     (s_axil_wstrb),
    .wvalid    (s_axil_wvalid),
    .wready    (s_axil_wready),
    .bvalid    (s_axil_bvalid),
    .bready    (s_axil_bready),
    .araddr    (s_axil_araddr),
    .arvalid   (s_axil_arvalid),
    .arready   (s_axil_arready),
    .rdata     (s_axil_rdata),
    .rvalid    (s_axil_rvalid),
    .rready    (s_axil_rready),
    .bus_write (axi_lite_bus_write),
    .bus_windex(axi_lite_bus_windex),
    .bus_wdata (axi_lite_bus_wdata),
    .bus_rindex(axi_lite_bus_rindex),
    .last_index(axi_lite_last_index),
    .last_data (axi_lite_last_data),
    .taken     (taken),
    .attempt   (axi_lite_attempt),
    .take      (axi_lite_take),
    .word      (axi_lite_word)
  );

  assign write_error = 1'b0;
  assign s_axil_bresp = {write_error, 1'b0};
  assign read_error = 1'b0;
  assign s_axil_rresp = {read_error, 1'b0};

  // Registers of no algorithm
  ackw_registers_general u_general (
    .clk                   (clk),
    .rst_n                 (rst_n),
    .bus_write             (axi_lite_bus_write),
    .bus_windex            (axi_lite_bus_windex),
    .bus_wdata             (axi_lite_bus_wdata),
    .bus_rindex            (axi_lite_bus_rindex),
    .taken                 (general_taken),
    .rdata                 (general_rdata),
    .happens_refused       (general_happens_refused),
    .happens_frame_dropped (frame_dropped),
    .happens_telemetry     (alert_telemetry),
    .happens_packet_stall  (packet_stall),
    .happens_event_stall   (event_stall),
    .happens_update_stall  (update_stall),
    .happens_host_done     (host_done),
    .happens_psn_rejected  (alert_psn),
    .happens_queue_overflow(queue_overflow),
    .init_done             (init_done),
    .host_busy             (hosts_busy),
    .idle                  (idle),
    .irq                   (irq),
    .cfg_qpn_base          (cfg_qpn_base),
    .cfg_ece_place         (cfg_ece_place),
    .cfg_max_frame_bytes   (cfg_max_frame_bytes),
    .cfg_telemetry_place   (cfg_telemetry_place),
    .cfg_telemetry_offset  (cfg_telemetry_offset),
    .cfg_telemetry_area    (cfg_telemetry_area),
    .cfg_telemetry_profile (cfg_telemetry_profile)
  );

  ackw_registers_own u_own (
    .clk              (clk),
    .rst_n            (rst_n),
    .bus_write        (axi_lite_bus_write),
    .bus_windex       (axi_lite_bus_windex),
    .bus_wdata        (axi_lite_bus_wdata),
    .bus_rindex       (axi_lite_bus_rindex),
    .last_index       (axi_lite_last_index),
    .last_data        (axi_lite_last_data),
    .taken            (own_taken),
    .rdata            (own_rdata),
    .cfg_own_check    (cfg_own_check),
    .cfg_own_mac      (cfg_own_mac),
    .cfg_own_ipv4     (cfg_own_ipv4),
    .cfg_own_ipv6_high(cfg_own_ipv6_high),
    .cfg_own_ipv6_low (cfg_own_ipv6_low)
  );

  // Host operations
  ackw_registers_host u_hosts (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (axi_lite_bus_write),
    .bus_windex(axi_lite_bus_windex),
    .bus_wdata (axi_lite_bus_wdata),
    .bus_rindex(axi_lite_bus_rindex),
    .taken     (hosts_taken),
    .rdata     (hosts_rdata),
    .init_done (init_done),
    .busy      (hosts_busy),
    .sets      (hosts_sets),
    .set_starts(set_starts),
    .set_busy  (hosts_set_busy),
    .found_now (hosts_found_now),
    .host_valid(host_valid),
    .host_ready(host_ready),
    .host_write(host_write),
    .host_parts(host_parts),
    .host_qpn  (host_qpn),
    .host_alg  (host_alg),
    .host_set  (host_set),
    .host_psn  (host_psn),
    .host_open (host_open),
    .host_done (host_done),
    .found_alg (found_alg),
    .found_set (found_set),
    .found_psn (found_psn),
    .found_open(found_open)
  );

  // Parameters and contexts of the algorithms
  always @* begin
    taken = general_taken | own_taken | hosts_taken;
    taken = taken | ldcp_taken;
  end

  always @* begin
    banks = general_rdata | own_rdata | hosts_rdata;
    banks = banks | ldcp_rdata;
  end

  always @* begin
    set_starts = 2'd0;
    set_starts = {set_starts[1], ldcp_set_start};
  end

  ackw_registers_ldcp u_ldcp (
    .clk            (clk),
    .rst_n          (rst_n),
    .bus_write      (axi_lite_bus_write),
    .bus_windex     (axi_lite_bus_windex),
    .bus_wdata      (axi_lite_bus_wdata),
    .bus_rindex     (axi_lite_bus_rindex),
    .last_index     (axi_lite_last_index),
    .last_data      (axi_lite_last_data),
    .taken          (ldcp_taken),
    .rdata          (ldcp_rdata),
    .init_done      (init_done),
    .host_busy      (hosts_busy),
    .found_now      (hosts_found_now),
    .set_writes     (hosts_sets[0]),
    .set_busy       (hosts_set_busy),
    .set_start      (ldcp_set_start),
    .set_ldcp_we    (set_ldcp_we),
    .set_ldcp_alpha (set_ldcp_alpha),
    .set_ldcp_beta  (set_ldcp_beta),
    .set_ldcp_gamma (set_ldcp_gamma),
    .set_ldcp_eta   (set_ldcp_eta),
    .set_ldcp_cw_max(set_ldcp_cw_max),
    .set_index      (set_index),
    .host_ldcp_cw   (host_ldcp_cw),
    .host_ldcp_rtt  (host_ldcp_rtt),
    .found_ldcp_cw  (found_ldcp_cw),
    .found_ldcp_rtt (found_ldcp_rtt)
  );

  assign noted_fault_corrected = 1'b0;
  assign noted_fault_uncorrectable = 1'b0;
  assign noted_rom_parity = 1'b0;

  // What is counted here
  assign happens = {noted_rom_parity, noted_fault_uncorrectable, noted_fault_corrected, event_stall, packet_stall,
    update_stall, update_taken, axi_lite_attempt & !taken};

  // A write that nobody took
  assign general_happens_refused = axi_lite_attempt & !taken;

  // The word that is read: of a counter, or a register. A lower word keeps the upper one of its counter for a read of
  // that
  assign counter = axi_lite_bus_rindex[6:1];
  assign counting = axi_lite_bus_rindex[9:7] == WINDOW;
  assign upper = axi_lite_bus_rindex[0];
  assign cnt_sel = counter;

  ackw_registers_counts u_counts (
    .clk    (clk),
    .rst_n  (rst_n),
    .happens(happens),
    .sel    (counter[2:0]),
    .value  (counts_value)
  );

  always @* begin
    counted = cnt_value;
    if (counter[5:3] == OWN_WINDOW) begin
      counted = counts_value;
    end
  end

  always @* begin
    axi_lite_word = banks;
    if (counting) begin
      axi_lite_word = counted[31:0];
      if (upper) begin
        axi_lite_word = counted[63:32];
        if (kept_valid & (kept_of == counter)) begin
          axi_lite_word = kept;
        end
      end
    end
  end

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      kept <= 32'd0;
      kept_of <= 6'd0;
      kept_valid <= 1'b0;
    end else begin
      // The word that is read
      if (counting) begin
        if (axi_lite_take & !upper) begin
          kept <= counted[63:32];
          kept_of <= counter;
          kept_valid <= 1'b1;
        end
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, s_axil_awprot, s_axil_arprot, hosts_sets[1]};

endmodule

`default_nettype wire
