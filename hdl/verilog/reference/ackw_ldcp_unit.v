// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// LDCP's window unit with its registers: from issue to update in 24 cycles; a host operation ends in the cycle of its
// result.
module ackw_ldcp_unit (
  input  wire        clk,            // clock, rising edge
  input  wire        rst_n,          // reset, active low, synchronous
  input  wire        init_we,        // the contexts are being initialised, and the parameter sets by the low bits of
                                     // the address
  input  wire [11:0] init_addr,      // index of the QP whose context is reset
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
  output wire        taken,          // the write on the bus has an effect
  output wire [31:0] rdata,          // the word at bus_rindex, one cycle later; 0 if that is not here
  output wire [4:0]  starts,         // bit 0: the parameter set is to be written; the others are 0
  input  wire        writes_set,     // writes it, while no event of that set is under way
  input  wire        host_writes,    // the host operation under way replaces LDCP's part of the context
  input  wire        issued_valid,   // an event is issued in this cycle
  input  wire        issued_host,    // it is a host operation, which goes to every unit
  input  wire [2:0]  issued_kind,    // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data
  input  wire [13:0] issued_n0,      // packets that ACKs without ECN-Echo confirm; of ldcp-pcc, RTT responses
  input  wire [13:0] issued_n1,      // packets that ACKs with ECN-Echo confirm; of ldcp-pcc, CNPs
  input  wire        issued_loss,    // a packet was lost
  input  wire [11:0] issued_qpn,     // index of the QP
  input  wire [3:0]  issued_alg,     // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  input  wire [3:0]  issued_set,     // index of the parameter set
  output wire        host_ends,      // the host operation is at its end; what it found is kept from the next cycle on
  output wire        out_valid,      // an update
  output wire [2:0]  out_kind,       // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  output wire [11:0] out_qpn,        // index of the QP
  output wire [41:0] out_window,     // packets, U14.28
  output wire [39:0] out_pace,       // ns between packets while the window is below one, else 0
  output wire [15:0] out_flags,      // bit 0 paced, 1 floor, 2 sat, 3 ignored
  output wire        out_feedback    // 0
);

  localparam [2:0] KIND_HOST_WRITE = 3'd4; // kind of an event
  localparam [2:0] KIND_HOST_READ = 3'd5;

  reg  [41:0] kept_cw;
  reg  [23:0] kept_rtt;

  wire        reads;
  wire        ends;
  wire [39:0] made_pace;
  wire [15:0] made_flags;
  wire        made_feedback;
  wire        page_set_start;
  wire [16:0] page_set_alpha;
  wire [16:0] page_set_beta;
  wire [16:0] page_set_gamma;
  wire [15:0] page_set_eta;
  wire [41:0] page_set_cw_max;
  wire [3:0]  page_set_index;
  wire [41:0] page_host_cw;
  wire [23:0] page_host_rtt;
  reg         pawa_set_we;
  reg  [3:0]  pawa_set_index;
  reg  [16:0] pawa_set_alpha;
  reg  [16:0] pawa_set_beta;
  reg  [16:0] pawa_set_gamma;
  reg  [15:0] pawa_set_eta;
  reg  [41:0] pawa_set_cw_max;
  wire        pawa_in_valid;
  reg  [2:0]  pawa_in_kind;
  wire        pawa_out_valid;
  wire [2:0]  pawa_out_kind;
  wire [11:0] pawa_out_qpn;
  wire [41:0] pawa_out_cw;
  wire [23:0] pawa_out_rtt;
  wire [3:0]  pawa_out_flags;
  wire        interval_in_valid;
  wire [31:0] interval_out_interval;
  wire [3:0]  interval_out_flags;

  // the registers
  ackw_ldcp_page u_page (
    .clk           (clk),
    .rst_n         (rst_n),
    .bus_write     (bus_write),
    .bus_windex    (bus_windex),
    .bus_wdata     (bus_wdata),
    .bus_rindex    (bus_rindex),
    .bus_last_index(bus_last_index),
    .bus_last_data (bus_last_data),
    .bus_host_busy (bus_host_busy),
    .bus_found_now (bus_found_now),
    .bus_sets      (bus_sets),
    .init_done     (!init_we),
    .taken         (taken),
    .rdata         (rdata),
    .set_start     (page_set_start),
    .set_alpha     (page_set_alpha),
    .set_beta      (page_set_beta),
    .set_gamma     (page_set_gamma),
    .set_eta       (page_set_eta),
    .set_cw_max    (page_set_cw_max),
    .set_index     (page_set_index),
    .host_cw       (page_host_cw),
    .host_rtt      (page_host_rtt),
    .found_cw      (kept_cw),
    .found_rtt     (kept_rtt)
  );

  assign starts = {4'd0, page_set_start};

  // its events, and all of the host's, of which those that do not write here read
  ackw_pawa u_pawa (
    .clk       (clk),
    .rst_n     (rst_n),
    .set_we    (pawa_set_we),
    .set_index (pawa_set_index),
    .set_alpha (pawa_set_alpha),
    .set_beta  (pawa_set_beta),
    .set_gamma (pawa_set_gamma),
    .set_eta   (pawa_set_eta),
    .set_cw_max(pawa_set_cw_max),
    .init_we   (init_we),
    .init_addr (init_addr),
    .host_cw   (page_host_cw),
    .host_rtt  (page_host_rtt),
    .in_valid  (pawa_in_valid),
    .in_kind   (pawa_in_kind),
    .in_n0     (issued_n0),
    .in_n1     (issued_n1),
    .in_qpn    (issued_qpn),
    .in_pcc    (issued_alg[0]),
    .in_set    (issued_set),
    .out_valid (pawa_out_valid),
    .out_kind  (pawa_out_kind),
    .out_qpn   (pawa_out_qpn),
    .out_cw    (pawa_out_cw),
    .out_rtt   (pawa_out_rtt),
    .out_flags (pawa_out_flags)
  );

  always @* begin
    pawa_set_we = writes_set;
    pawa_set_index = page_set_index;
    pawa_set_alpha = page_set_alpha;
    pawa_set_beta = page_set_beta;
    pawa_set_gamma = page_set_gamma;
    pawa_set_eta = page_set_eta;
    pawa_set_cw_max = page_set_cw_max;
    if (init_we) begin
      pawa_set_we = 1'b1;
      pawa_set_index = init_addr[3:0];
      pawa_set_alpha = 17'h10000;
      pawa_set_beta = 17'h08000;
      pawa_set_gamma = 17'h01000;
      pawa_set_eta = 16'h8000;
      pawa_set_cw_max = 42'h3ffffffffff;
    end
  end

  assign pawa_in_valid = issued_valid & (!(|issued_alg[3:1]) | issued_host);

  always @* begin
    pawa_in_kind = issued_kind;
    if (issued_host & !host_writes) begin
      pawa_in_kind = KIND_HOST_READ;
    end
  end

  // what a host operation found is kept
  assign reads = pawa_out_valid & (pawa_out_kind == KIND_HOST_READ);
  assign ends = reads | (pawa_out_valid & (pawa_out_kind == KIND_HOST_WRITE));
  assign host_ends = ends;

  // windows below one packet are paced
  assign interval_in_valid = pawa_out_valid & !ends;

  ackw_interval u_interval (
    .clk         (clk),
    .rst_n       (rst_n),
    .in_valid    (interval_in_valid),
    .in_kind     (pawa_out_kind),
    .in_qpn      (pawa_out_qpn),
    .in_cw       (pawa_out_cw),
    .in_rtt      (pawa_out_rtt),
    .in_flags    (pawa_out_flags),
    .out_valid   (out_valid),
    .out_kind    (out_kind),
    .out_qpn     (out_qpn),
    .out_cw      (out_window),
    .out_interval(interval_out_interval),
    .out_flags   (interval_out_flags)
  );

  // the update
  assign made_pace = {8'd0, interval_out_interval};
  assign made_flags = {12'd0, interval_out_flags};
  assign made_feedback = 1'b0;
  assign out_pace = made_pace;
  assign out_flags = made_flags;
  assign out_feedback = made_feedback;

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (reads) begin
      kept_cw <= pawa_out_cw;
      kept_rtt <= pawa_out_rtt;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, issued_loss};

endmodule

`default_nettype wire
