// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
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
  input  wire        alert_advice,          // advice_rejected_valid of ackw_top; 0 without FCR
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
  output wire [2:0]  cfg_own_check,         // which of its own addresses the parser compares; and these
  output wire [47:0] cfg_own_mac,           // our MAC address, its first byte on top
  output wire [31:0] cfg_own_ipv4,          // our IPv4 address, its first byte on top
  output wire [63:0] cfg_own_ipv6_high,     // the first 8 bytes of our IPv6 address
  output wire [63:0] cfg_own_ipv6_low,      // the other 8 bytes of our IPv6 address
  output wire        unit_bus_write,        // the write counts; index and data were the same in the cycle before
  output wire [9:0]  unit_bus_windex,       // which word is written
  output wire [31:0] unit_bus_wdata,        // what
  output wire [9:0]  unit_bus_rindex,       // which word is read
  output wire [9:0]  unit_bus_last_index,   // which word the write before this one wrote, 0 if it was refused
  output wire [31:0] unit_bus_last_data,    // what
  output wire        unit_bus_host_busy,    // a host operation is offered or under way: writes of host_* and starts are
                                            // refused
  output wire        unit_bus_found_now,    // what the last host read found goes into found_*
  output wire [4:0]  unit_bus_sets,         // a host operation writes parameter sets, and writes of set_* are refused:
                                            // bit 0 ldcp's, 1 hpcc's
  input  wire        unit_answer_taken,     // the write has an effect
  input  wire [31:0] unit_answer_rdata,     // the word at unit_bus_rindex, one cycle later; 0 if that is in no unit
  input  wire [4:0]  unit_answer_starts,    // a parameter set is to be written, as a host operation: bit 0 ldcp's, 1
                                            // hpcc's
  output wire        host_valid,            // an operation on a QP's context, for ackw_engine, as host_* and found_*
                                            // are
  input  wire        host_ready,
  output wire        host_write,
  output wire [9:0]  host_parts,
  output wire [11:0] host_qpn,
  output wire [3:0]  host_alg,              // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  output wire [3:0]  host_set,              // index of the parameter set
  output wire [23:0] host_psn,              // last PSN acknowledged
  output wire        host_open,             // 1 while the QP is open: events of a closed QP are dropped
  input  wire        host_done,
  input  wire [3:0]  found_alg,             // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  input  wire [3:0]  found_set,             // index of the parameter set
  input  wire [23:0] found_psn,             // last PSN acknowledged
  input  wire        found_open,            // 1 while the QP is open: events of a closed QP are dropped
  input  wire        init_done,
  output wire [5:0]  cnt_sel,
  output wire [4:0]  high_water_clear,      // to ackw_top: in the cycle behind a write its ones, else 0
  input  wire [63:0] cnt_value
);

  localparam [2:0] WINDOW = 3'd1; // of a word's address the upper bits that the counters have
  localparam [2:0] OWN_WINDOW = 3'd7; // of a counter's place the upper bits that those of the host's side have

  reg  [31:0] kept;
  reg  [5:0]  kept_of;
  reg         kept_valid;
  reg  [63:0] count_0;
  reg  [63:0] count_1;
  reg  [63:0] count_2;
  reg  [63:0] count_3;
  reg  [63:0] count_4;
  reg  [63:0] own_count;

  wire        write_error;
  wire        read_error;
  wire        noted_fault_corrected;
  wire        noted_fault_uncorrectable;
  wire        noted_rom_parity;
  wire [7:0]  happens;
  wire [7:0]  wanted;
  reg  [63:0] selected;
  wire [5:0]  counter;
  wire        counting;
  wire        upper;
  reg  [63:0] counted;
  wire        taken;
  wire [31:0] banks;
  wire        answer_taken;
  wire [31:0] answer_rdata;
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
  wire        hosts_taken;
  wire [31:0] hosts_rdata;
  wire        hosts_busy;

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
    .clk                    (clk),
    .rst_n                  (rst_n),
    .bus_write              (axi_lite_bus_write),
    .bus_windex             (axi_lite_bus_windex),
    .bus_wdata              (axi_lite_bus_wdata),
    .bus_rindex             (axi_lite_bus_rindex),
    .last_index             (axi_lite_last_index),
    .last_data              (axi_lite_last_data),
    .taken                  (general_taken),
    .rdata                  (general_rdata),
    .happens_refused        (general_happens_refused),
    .happens_frame_dropped  (frame_dropped),
    .happens_telemetry      (alert_telemetry),
    .happens_packet_stall   (packet_stall),
    .happens_event_stall    (event_stall),
    .happens_update_stall   (update_stall),
    .happens_host_done      (host_done),
    .happens_psn_rejected   (alert_psn),
    .happens_queue_overflow (queue_overflow),
    .happens_advice_rejected(alert_advice),
    .init_done              (init_done),
    .host_busy              (hosts_busy),
    .idle                   (idle),
    .irq                    (irq),
    .high_water_clear       (high_water_clear),
    .cfg_qpn_base           (cfg_qpn_base),
    .cfg_ece_place          (cfg_ece_place),
    .cfg_max_frame_bytes    (cfg_max_frame_bytes),
    .cfg_telemetry_place    (cfg_telemetry_place),
    .cfg_telemetry_offset   (cfg_telemetry_offset),
    .cfg_telemetry_area     (cfg_telemetry_area),
    .cfg_telemetry_profile  (cfg_telemetry_profile),
    .cfg_own_check          (cfg_own_check),
    .cfg_own_mac            (cfg_own_mac),
    .cfg_own_ipv4           (cfg_own_ipv4),
    .cfg_own_ipv6_high      (cfg_own_ipv6_high),
    .cfg_own_ipv6_low       (cfg_own_ipv6_low)
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
    .sets      (unit_bus_sets),
    .set_starts(unit_answer_starts),
    .found_now (unit_bus_found_now),
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

  // The units' pages: parameters, and their parts of a context
  assign unit_bus_write = axi_lite_bus_write;
  assign unit_bus_windex = axi_lite_bus_windex;
  assign unit_bus_wdata = axi_lite_bus_wdata;
  assign unit_bus_rindex = axi_lite_bus_rindex;
  assign unit_bus_last_index = axi_lite_last_index;
  assign unit_bus_last_data = axi_lite_last_data;
  assign unit_bus_host_busy = hosts_busy;
  assign answer_taken = unit_answer_taken;
  assign answer_rdata = unit_answer_rdata;
  assign taken = general_taken | hosts_taken | (axi_lite_bus_write & answer_taken);
  assign banks = general_rdata | hosts_rdata | answer_rdata;
  assign noted_fault_corrected = 1'b0;
  assign noted_fault_uncorrectable = 1'b0;
  assign noted_rom_parity = 1'b0;

  // What is counted here: refused writes, updates handed over, cycles in which an update, a beat and an event waited,
  // and with check bits what they found. Each count wraps
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

  always @* begin
    selected = 64'd0;
    if (wanted[0]) begin
      selected = selected | count_0;
    end
    if (wanted[1]) begin
      selected = selected | count_1;
    end
    if (wanted[2]) begin
      selected = selected | count_2;
    end
    if (wanted[3]) begin
      selected = selected | count_3;
    end
    if (wanted[4]) begin
      selected = selected | count_4;
    end
  end

  assign wanted = 8'd1 << counter[2:0];

  always @* begin
    counted = cnt_value;
    if (counter[5:3] == OWN_WINDOW) begin
      counted = own_count;
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
      count_0 <= 64'd0;
      count_1 <= 64'd0;
      count_2 <= 64'd0;
      count_3 <= 64'd0;
      count_4 <= 64'd0;
    end else begin
      if (happens[0]) begin
        count_0 <= count_0 + 64'd1;
      end
      if (happens[1]) begin
        count_1 <= count_1 + 64'd1;
      end
      if (happens[2]) begin
        count_2 <= count_2 + 64'd1;
      end
      if (happens[3]) begin
        count_3 <= count_3 + 64'd1;
      end
      if (happens[4]) begin
        count_4 <= count_4 + 64'd1;
      end

      if (counting) begin
        if (axi_lite_take & !upper) begin
          kept <= counted[63:32];
          kept_of <= counter;
          kept_valid <= 1'b1;
        end
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    own_count <= selected;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, s_axil_awprot, s_axil_arprot, happens[7:5], wanted[7:5]};

endmodule

`default_nettype wire
