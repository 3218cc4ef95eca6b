// Ackwright, configuration 4b47fc92fff6f23b
`default_nettype none

// The host's side of ackw_top behind AXI4-Lite: parameters, contexts, counters, interrupt. The map: registers.md.
// A write that is out of place or range is answered OKAY, has no effect, and is counted in refused_count.
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
  input  wire        packet_stall,          // a beat waits: s_axis_tvalid without s_axis_tready
  input  wire        event_stall,           // an event waits: s_event_valid without s_event_ready
  input  wire        update_stall,          // an update waits: upd_valid without upd_ready
  input  wire        update_taken,          // an update leaves: upd_valid with upd_ready
  output wire [23:0] cfg_qpn_base,          // this and what follows: to and from the ports of ackw_top of the same names
  output wire [1:0]  cfg_ece_place,
  output wire [13:0] cfg_max_frame_bytes,
  output wire [1:0]  cfg_telemetry_place,
  output wire [3:0]  cfg_telemetry_offset,
  output wire [5:0]  cfg_telemetry_area,
  output wire        cfg_telemetry_profile,
  output wire [3:0]  set_index,             // which parameter set set_*_we writes, where there is one
  output wire        set_ldcp_we,
  output wire [16:0] set_ldcp_alpha,
  output wire [16:0] set_ldcp_beta,
  output wire [16:0] set_ldcp_gamma,
  output wire [15:0] set_ldcp_eta,
  output wire [41:0] set_ldcp_cw_max,
  output wire        host_valid,            // an operation on a QP's context, for ackw_engine, as host_* and found_* are
  input  wire        host_ready,
  output wire        host_write,
  output wire [3:0]  host_parts,
  output wire [9:0]  host_qpn,
  output wire [1:0]  host_alg,
  output wire [3:0]  host_set,
  output wire [23:0] host_psn,
  output wire        host_psn_valid,
  output wire [41:0] host_ldcp_cw,
  output wire [23:0] host_ldcp_rtt,
  input  wire        host_done,
  input  wire [1:0]  found_alg,
  input  wire [3:0]  found_set,
  input  wire [23:0] found_psn,
  input  wire        found_psn_valid,
  input  wire [41:0] found_ldcp_cw,
  input  wire [23:0] found_ldcp_rtt,
  input  wire        init_done,
  output wire [5:0]  cnt_sel,
  input  wire [31:0] cnt_value
);

  localparam [3:0] WINDOW = 4'd3;

  reg  counting;

  reg         taken;
  reg  [31:0] banks;
  wire        axi_lite_bus_write;
  wire [9:0]  axi_lite_bus_windex;
  wire [31:0] axi_lite_bus_wdata;
  wire [9:0]  axi_lite_bus_rindex;
  wire [9:0]  axi_lite_last_index;
  wire [31:0] axi_lite_last_data;
  wire        axi_lite_attempt;
  reg  [31:0] axi_lite_word;
  wire        general_taken;
  wire [31:0] general_rdata;
  wire        general_happens_refused;
  wire        hosts_taken;
  wire [31:0] hosts_rdata;
  wire        hosts_busy;
  wire        hosts_found_now;
  wire        ldcp_taken;
  wire [31:0] ldcp_rdata;

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
    .attempt   (axi_lite_attempt),
    .word      (axi_lite_word)
  );

  assign s_axil_bresp = 2'd0;
  assign s_axil_rresp = 2'd0;

  // Registers of no algorithm
  ackw_registers_general u_general (
    .clk                  (clk),
    .rst_n                (rst_n),
    .bus_write            (axi_lite_bus_write),
    .bus_windex           (axi_lite_bus_windex),
    .bus_wdata            (axi_lite_bus_wdata),
    .bus_rindex           (axi_lite_bus_rindex),
    .taken                (general_taken),
    .rdata                (general_rdata),
    .happens_refused      (general_happens_refused),
    .happens_frame_dropped(frame_dropped),
    .happens_telemetry    (alert_telemetry),
    .happens_packet_stall (packet_stall),
    .happens_event_stall  (event_stall),
    .happens_update_stall (update_stall),
    .happens_update       (update_taken),
    .happens_host_done    (host_done),
    .init_done            (init_done),
    .host_busy            (hosts_busy),
    .irq                  (irq),
    .cfg_qpn_base         (cfg_qpn_base),
    .cfg_ece_place        (cfg_ece_place),
    .cfg_max_frame_bytes  (cfg_max_frame_bytes),
    .cfg_telemetry_place  (cfg_telemetry_place),
    .cfg_telemetry_offset (cfg_telemetry_offset),
    .cfg_telemetry_area   (cfg_telemetry_area),
    .cfg_telemetry_profile(cfg_telemetry_profile)
  );

  // Host operations
  ackw_registers_host u_hosts (
    .clk            (clk),
    .rst_n          (rst_n),
    .bus_write      (axi_lite_bus_write),
    .bus_windex     (axi_lite_bus_windex),
    .bus_wdata      (axi_lite_bus_wdata),
    .bus_rindex     (axi_lite_bus_rindex),
    .taken          (hosts_taken),
    .rdata          (hosts_rdata),
    .init_done      (init_done),
    .busy           (hosts_busy),
    .found_now      (hosts_found_now),
    .host_valid     (host_valid),
    .host_ready     (host_ready),
    .host_write     (host_write),
    .host_parts     (host_parts),
    .host_qpn       (host_qpn),
    .host_alg       (host_alg),
    .host_set       (host_set),
    .host_psn       (host_psn),
    .host_psn_valid (host_psn_valid),
    .host_done      (host_done),
    .found_alg      (found_alg),
    .found_set      (found_set),
    .found_psn      (found_psn),
    .found_psn_valid(found_psn_valid)
  );

  // Parameters and contexts of the algorithms
  always @* begin
    taken = general_taken | hosts_taken;
    taken = taken | ldcp_taken;
  end

  always @* begin
    banks = general_rdata | hosts_rdata;
    banks = banks | ldcp_rdata;
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

  // A write that nobody took
  assign general_happens_refused = axi_lite_attempt & !taken;

  // The word that is read: a counter in the last 64 of 1 KiB, or a register
  assign cnt_sel = axi_lite_bus_rindex[5:0];

  always @* begin
    axi_lite_word = banks;
    if (counting) begin
      axi_lite_word = cnt_value;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // The word that is read
    counting <= axi_lite_bus_rindex[9:6] == WINDOW;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, s_axil_awprot, s_axil_arprot};

endmodule

`default_nettype wire
