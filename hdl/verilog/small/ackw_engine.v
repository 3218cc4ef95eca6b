// Ackwright, configuration 5102db8a2199b99a
`default_nettype none

// The congestion-control engine: events and host operations in, window updates out, in the order of issue.
module ackw_engine (
  input  wire        clk,             // clock, rising edge
  input  wire        rst_n,           // reset, active low, asynchronous
  input  wire [16:0] cfg_alpha,       // additive increase, packets, U1.16
  input  wire [16:0] cfg_beta,        // decrease per marked packet, packets, U1.16
  input  wire [16:0] cfg_gamma,       // step below one packet, and the smallest window, packets, U1.16
  input  wire [15:0] cfg_eta,         // decrease factor below one packet, U0.16
  input  wire [41:0] cfg_cw_max,      // largest window, packets, U14.28
  input  wire        pkt_valid,       // an event of the parser; cannot be held back
  input  wire [2:0]  pkt_kind,        // 0 ack, 1 loss, 3 cnp
  input  wire        pkt_ece,         // ECN-Echo of an ack
  input  wire [23:0] pkt_psn,         // PSN of the ack
  input  wire [3:0]  pkt_qpn,         // index of the QP
  output wire        room,            // the parser may take beats
  input  wire        s_event_valid,   // events of another parser
  output wire        s_event_ready,   // the event is taken, if valid
  input  wire [2:0]  s_event_kind,    // 0 ack, 1 loss, 2 rtt, 3 cnp; 4 to 7 are taken as loss
  input  wire        s_event_ece,     // ECN-Echo of an ack
  input  wire        s_event_use_psn, // n comes from s_event_psn, not from s_event_n
  input  wire [13:0] s_event_n,       // packets
  input  wire [23:0] s_event_psn,     // PSN of the ack
  input  wire [3:0]  s_event_qpn,     // index of the QP
  input  wire        host_valid,      // context access
  output wire        host_ready,      // the operation is taken, if valid
  input  wire        host_write,      // 1 writes the QP's context, 0 reads it
  input  wire [3:0]  host_qpn,        // index of the QP
  input  wire [41:0] host_cw,         // window, packets, U14.28
  input  wire [23:0] host_rtt,        // round-trip time, ns
  input  wire        host_alg,        // 0 ldcp, 1 ldcp-pcc
  input  wire [23:0] host_psn,        // last PSN acknowledged
  input  wire        host_psn_valid,  // a PSN has been acknowledged
  output wire        host_done,       // one pulse: the operation is complete
  output wire [41:0] host_rcw,        // with host_done of a read: the context
  output wire [23:0] host_rrtt,       // round-trip time, ns
  output wire        host_ralg,       // 0 ldcp, 1 ldcp-pcc
  output wire [23:0] host_rpsn,       // last PSN acknowledged
  output wire        host_rpsn_valid, // a PSN has been acknowledged
  output wire        upd_valid,       // an update
  input  wire        upd_ready,       // the update is taken, if valid
  output wire [2:0]  upd_kind,        // 0 ack, 1 loss, 2 rtt, 3 cnp
  output wire [3:0]  upd_qpn,         // index of the QP
  output wire [41:0] upd_cw,          // new window, packets, U14.28
  output wire [31:0] upd_interval,    // time between packets while the window is below one, ns; else 0
  output wire [3:0]  upd_flags,       // bit 0 paced, 1 floor, 2 sat, 3 ignored
  output wire        init_done        // the contexts are initialised
);

  localparam [2:0] KIND_LOSS = 3'd1;
  localparam [2:0] KIND_HOST_WRITE = 3'd4;
  localparam [2:0] KIND_HOST_READ = 3'd5;
  localparam [5:0] ROOM_EVENTS = 6'd16;

  reg  [3:0]  init_addr;
  reg         initialised;
  reg         room_now;
  reg         busy;
  reg  [41:0] held_cw;
  reg  [23:0] held_rtt;
  reg         held_alg;
  reg  [23:0] held_psn;
  reg         held_psn_valid;
  reg  [23:0] found_psn_psn;
  reg         found_psn_valid;

  wire        room_next;
  wire        host_may;
  wire        s_event_may;
  wire        host_taken;
  wire        s_event_taken;
  wire        psn_out_is_host;
  wire        pawa_out_is_host;
  wire        psn_in_valid;
  reg  [2:0]  psn_in_kind;
  reg         psn_in_ece;
  reg         psn_in_use_psn;
  reg  [13:0] psn_in_n;
  reg  [23:0] psn_in_psn;
  reg  [3:0]  psn_in_qpn;
  wire        psn_out_valid;
  wire [2:0]  psn_out_kind;
  wire        psn_out_ece;
  wire [13:0] psn_out_n;
  wire [3:0]  psn_out_qpn;
  wire [23:0] psn_out_psn;
  wire        psn_out_psn_valid;
  wire        event_queue_in_ready;
  wire        event_queue_out_valid;
  wire [2:0]  event_queue_out_data_kind;
  wire        event_queue_out_data_ece;
  wire [13:0] event_queue_out_data_n;
  wire [3:0]  event_queue_out_data_qpn;
  wire [5:0]  event_queue_count;
  wire        issue_in_ready;
  wire        issue_credit_return;
  wire        issue_out_valid;
  wire [2:0]  issue_out_kind;
  wire        issue_out_ece;
  wire [13:0] issue_out_n;
  wire [3:0]  issue_out_qpn;
  wire        pawa_out_valid;
  wire [2:0]  pawa_out_kind;
  wire [3:0]  pawa_out_qpn;
  wire [41:0] pawa_out_cw;
  wire [23:0] pawa_out_rtt;
  wire [3:0]  pawa_out_flags;
  wire        interval_in_valid;
  wire        interval_out_valid;
  wire [2:0]  interval_out_kind;
  wire [3:0]  interval_out_qpn;
  wire [41:0] interval_out_cw;
  wire [31:0] interval_out_interval;
  wire [3:0]  interval_out_flags;
  wire        update_queue_in_ready;
  wire        update_queue_out_valid;
  wire [5:0]  update_queue_count;

  // initialisation: one context a cycle
  assign init_done = initialised;

  ackw_psn u_psn (
    .clk           (clk),
    .rst_n         (rst_n),
    .init_we       (!initialised),
    .init_addr     (init_addr),
    .host_psn      (held_psn),
    .host_psn_valid(held_psn_valid),
    .in_valid      (psn_in_valid),
    .in_kind       (psn_in_kind),
    .in_ece        (psn_in_ece),
    .in_use_psn    (psn_in_use_psn),
    .in_n          (psn_in_n),
    .in_psn        (psn_in_psn),
    .in_qpn        (psn_in_qpn),
    .out_valid     (psn_out_valid),
    .out_kind      (psn_out_kind),
    .out_ece       (psn_out_ece),
    .out_n         (psn_out_n),
    .out_qpn       (psn_out_qpn),
    .out_psn       (psn_out_psn),
    .out_psn_valid (psn_out_psn_valid)
  );

  ackw_pawa u_pawa (
    .clk       (clk),
    .rst_n     (rst_n),
    .cfg_alpha (cfg_alpha),
    .cfg_beta  (cfg_beta),
    .cfg_gamma (cfg_gamma),
    .cfg_eta   (cfg_eta),
    .cfg_cw_max(cfg_cw_max),
    .init_we   (!initialised),
    .init_addr (init_addr),
    .host_cw   (held_cw),
    .host_rtt  (held_rtt),
    .host_alg  (held_alg),
    .in_valid  (issue_out_valid),
    .in_kind   (issue_out_kind),
    .in_ece    (issue_out_ece),
    .in_n      (issue_out_n),
    .in_qpn    (issue_out_qpn),
    .out_valid (pawa_out_valid),
    .out_kind  (pawa_out_kind),
    .out_qpn   (pawa_out_qpn),
    .out_cw    (pawa_out_cw),
    .out_rtt   (pawa_out_rtt),
    .out_alg   (host_ralg),
    .out_flags (pawa_out_flags)
  );

  // room: what is left of the event queue takes what the parser and the PSN slice still hold
  assign room_next = initialised & (event_queue_count < ROOM_EVENTS);
  assign room = room_now;

  // select: the parser's event, else the host's operation, else s_event
  assign host_may = room_now & !pkt_valid & !busy;
  assign s_event_may = room_now & !pkt_valid & !(host_valid & !busy);
  assign host_taken = host_may & host_valid;
  assign s_event_taken = s_event_may & s_event_valid;
  assign host_ready = host_may;
  assign s_event_ready = s_event_may;
  assign psn_in_valid = pkt_valid | host_taken | s_event_taken;

  always @* begin
    psn_in_kind = s_event_kind;
    psn_in_ece = s_event_ece;
    psn_in_use_psn = s_event_use_psn;
    psn_in_n = s_event_n;
    psn_in_psn = s_event_psn;
    psn_in_qpn = s_event_qpn;
    if (s_event_kind[2]) begin
      psn_in_kind = KIND_LOSS;
    end
    if (host_taken) begin
      psn_in_kind = KIND_HOST_READ;
      if (host_write) begin
        psn_in_kind = KIND_HOST_WRITE;
      end
      psn_in_ece = 1'b0;
      psn_in_use_psn = 1'b0;
      psn_in_n = 14'd0;
      psn_in_psn = 24'd0;
      psn_in_qpn = host_qpn;
    end
    if (pkt_valid) begin
      psn_in_kind = pkt_kind;
      psn_in_ece = pkt_ece;
      psn_in_use_psn = 1'b1;
      psn_in_n = 14'd0;
      psn_in_psn = pkt_psn;
      psn_in_qpn = pkt_qpn;
    end
  end

  // events with their n wait for their turn
  ackw_fifo #(
    .WIDTH    (22),
    .ADDR_BITS(5)
  ) u_event_queue (
    .clk      (clk),
    .rst_n    (rst_n),
    .in_valid (psn_out_valid),
    .in_ready (event_queue_in_ready),
    .in_data  ({psn_out_qpn, psn_out_n, psn_out_ece, psn_out_kind}),
    .out_valid(event_queue_out_valid),
    .out_ready(issue_in_ready),
    .out_data ({event_queue_out_data_qpn, event_queue_out_data_n, event_queue_out_data_ece, event_queue_out_data_kind}),
    .count    (event_queue_count)
  );

  ackw_issue u_issue (
    .clk          (clk),
    .rst_n        (rst_n),
    .in_valid     (event_queue_out_valid),
    .in_ready     (issue_in_ready),
    .in_kind      (event_queue_out_data_kind),
    .in_ece       (event_queue_out_data_ece),
    .in_n         (event_queue_out_data_n),
    .in_qpn       (event_queue_out_data_qpn),
    .credit_return(issue_credit_return),
    .out_valid    (issue_out_valid),
    .out_kind     (issue_out_kind),
    .out_ece      (issue_out_ece),
    .out_n        (issue_out_n),
    .out_qpn      (issue_out_qpn)
  );

  // what the host finds: the PSN on the way in, the rest when PAWA is done
  assign psn_out_is_host = (psn_out_kind == KIND_HOST_WRITE) | (psn_out_kind == KIND_HOST_READ);
  assign pawa_out_is_host = (pawa_out_kind == KIND_HOST_WRITE) | (pawa_out_kind == KIND_HOST_READ);
  assign host_done = pawa_out_valid & pawa_out_is_host;
  assign host_rcw = pawa_out_cw;
  assign host_rrtt = pawa_out_rtt;
  assign host_rpsn = found_psn_psn;
  assign host_rpsn_valid = found_psn_valid;

  // PAWA to interval, but for the host's
  assign interval_in_valid = pawa_out_valid & !pawa_out_is_host;

  ackw_interval u_interval (
    .clk         (clk),
    .rst_n       (rst_n),
    .in_valid    (interval_in_valid),
    .in_kind     (pawa_out_kind),
    .in_qpn      (pawa_out_qpn),
    .in_cw       (pawa_out_cw),
    .in_rtt      (pawa_out_rtt),
    .in_flags    (pawa_out_flags),
    .out_valid   (interval_out_valid),
    .out_kind    (interval_out_kind),
    .out_qpn     (interval_out_qpn),
    .out_cw      (interval_out_cw),
    .out_interval(interval_out_interval),
    .out_flags   (interval_out_flags)
  );

  // updates wait to be taken; each one taken lets an event issue
  ackw_fifo #(
    .WIDTH    (85),
    .ADDR_BITS(5)
  ) u_update_queue (
    .clk      (clk),
    .rst_n    (rst_n),
    .in_valid (interval_out_valid),
    .in_ready (update_queue_in_ready),
    .in_data  ({interval_out_flags, interval_out_interval, interval_out_cw, interval_out_qpn, interval_out_kind}),
    .out_valid(update_queue_out_valid),
    .out_ready(upd_ready),
    .out_data ({upd_flags, upd_interval, upd_cw, upd_qpn, upd_kind}),
    .count    (update_queue_count)
  );

  assign upd_valid = update_queue_out_valid;
  assign issue_credit_return = update_queue_out_valid & upd_ready;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      init_addr <= 4'd0;
      initialised <= 1'b0;
      room_now <= 1'b0;
      busy <= 1'b0;
    end else begin
      // initialisation
      if (!initialised) begin
        init_addr <= init_addr + 4'd1;
      end
      initialised <= initialised | (&init_addr);
      // room
      room_now <= room_next;
      // what the host finds
      busy <= host_taken | (busy & !(pawa_out_valid & pawa_out_is_host));
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      held_cw <= 42'd0;
      held_rtt <= 24'd0;
      held_alg <= 1'b0;
      held_psn <= 24'd0;
      held_psn_valid <= 1'b0;
      found_psn_psn <= 24'd0;
      found_psn_valid <= 1'b0;
    end else begin
      // the host's operation: one at a time, its data held until it is complete
      if (host_taken) begin
        held_cw <= host_cw;
        held_rtt <= host_rtt;
        held_alg <= host_alg;
        held_psn <= host_psn;
        held_psn_valid <= host_psn_valid;
      end
      // what the host finds
      if (psn_out_valid & psn_out_is_host) begin
        found_psn_psn <= psn_out_psn;
        found_psn_valid <= psn_out_psn_valid;
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, event_queue_in_ready, update_queue_in_ready, update_queue_count};

endmodule

`default_nettype wire
