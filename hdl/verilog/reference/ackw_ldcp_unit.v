// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// LDCP's window unit: from issue to update in 21 cycles; a host operation ends in the cycle of its result.
module ackw_ldcp_unit (
  input  wire        clk,          // clock, rising edge
  input  wire        rst_n,        // reset, active low, synchronous
  input  wire        init_we,      // the contexts are being initialised, and the parameter sets by the low bits of the
                                   // address
  input  wire [11:0] init_addr,    // index of the QP whose context is reset
  input  wire [3:0]  set_index,    // which parameter set set_we writes
  input  wire        set_we,       // writes parameter set set_index, while no event of that set is under way; ignored
                                   // with init_we
  input  wire [16:0] set_alpha,    // additive increase per round trip (2.2); packets, U1.16
  input  wire [16:0] set_beta,     // decrease per marked packet (2.2); packets, U1.16
  input  wire [16:0] set_gamma,    // increase step below one packet and smallest window (2.2); packets, U1.16
  input  wire [15:0] set_eta,      // decrease factor below one packet (2.2); U0.16
  input  wire [41:0] set_cw_max,   // upper clamp of the window; packets, U14.28
  input  wire        host_taken,   // the host's values are to be held from this cycle on
  input  wire [41:0] host_cw,      // congestion window; packets, U14.28
  input  wire [23:0] host_rtt,     // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
  input  wire        writes,       // the host operation under way replaces LDCP's part of the context
  input  wire        issued_valid, // an event is issued in this cycle
  input  wire        issued_host,  // it is a host operation, which goes to every unit
  input  wire [2:0]  issued_kind,  // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data
  input  wire        issued_ece,   // ECN-Echo of the ACK
  input  wire [13:0] issued_n,     // packets that the ACK confirms (draft 2.2, eq. 2); packets; 0 of what is no ack
  input  wire [11:0] issued_qpn,   // index of the QP
  input  wire [3:0]  issued_alg,   // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  input  wire [3:0]  issued_set,   // index of the parameter set
  output wire        host_ends,    // the host operation is at its end; what it found is kept from the next cycle on
  output wire [41:0] found_cw,     // congestion window; packets, U14.28
  output wire [23:0] found_rtt,    // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
  output wire        out_valid,    // an update
  output wire [2:0]  out_kind,     // as in_kind
  output wire [11:0] out_qpn,      // index of the QP
  output wire [41:0] out_window,   // packets, U14.28
  output wire [39:0] out_pace,     // ns between packets while the window is below one, else 0
  output wire [15:0] out_flags,    // bit 0 paced, 1 floor, 2 sat, 3 ignored
  output wire        out_feedback  // always 0
);

  localparam [2:0] KIND_HOST_WRITE = 3'd4;
  localparam [2:0] KIND_HOST_READ = 3'd5;

  reg  [41:0] held_cw;
  reg  [23:0] held_rtt;
  reg  [41:0] kept_cw;
  reg  [23:0] kept_rtt;

  wire        ends;
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
    .host_cw   (held_cw),
    .host_rtt  (held_rtt),
    .in_valid  (pawa_in_valid),
    .in_kind   (pawa_in_kind),
    .in_ece    (issued_ece),
    .in_n      (issued_n),
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
    pawa_set_we = set_we;
    pawa_set_index = set_index;
    pawa_set_alpha = set_alpha;
    pawa_set_beta = set_beta;
    pawa_set_gamma = set_gamma;
    pawa_set_eta = set_eta;
    pawa_set_cw_max = set_cw_max;
    if (init_we) begin
      pawa_set_we = 1'b1;
      pawa_set_index = init_addr[3:0];
      pawa_set_alpha = 17'h10000;
      pawa_set_beta = 17'h8000;
      pawa_set_gamma = 17'h1000;
      pawa_set_eta = 16'h8000;
      pawa_set_cw_max = 42'h3ffffffffff;
    end
  end

  assign pawa_in_valid = issued_valid & (!(|issued_alg[3:1]) | issued_host);

  always @* begin
    pawa_in_kind = issued_kind;
    if (issued_host & !writes) begin
      pawa_in_kind = KIND_HOST_READ;
    end
  end

  assign ends = pawa_out_valid & ((pawa_out_kind == KIND_HOST_WRITE) | (pawa_out_kind == KIND_HOST_READ));

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

  assign out_pace = {8'd0, interval_out_interval};
  assign out_flags = {12'd0, interval_out_flags};
  assign host_ends = ends;
  assign found_cw = kept_cw;
  assign found_rtt = kept_rtt;
  assign out_feedback = 1'b0;

  // Datapath registers, without reset
  always @(posedge clk) begin
    // the host's values, held while its operation is under way
    if (host_taken) begin
      held_cw <= host_cw;
      held_rtt <= host_rtt;
    end
    // what a host operation found is kept
    if (ends) begin
      kept_cw <= pawa_out_cw;
      kept_rtt <= pawa_out_rtt;
    end
  end

endmodule

`default_nettype wire
