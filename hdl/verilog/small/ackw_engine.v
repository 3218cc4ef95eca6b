// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// The congestion-control engine: events and host operations in, updates out, in the order of issue.
module ackw_engine (
  input  wire        clk,                    // clock, rising edge
  input  wire        rst_n,                  // reset, active low, asynchronous
  input  wire [3:0]  set_index,              // which parameter set set_*_we writes
  input  wire        set_ldcp_we,            // with host_valid: the host's operation is this write, in its turn, and
                                             // set_* stay until host_done; without: writes at once, while no event of
                                             // that set is under way; ignored while init_done is 0
  input  wire [16:0] set_ldcp_alpha,         // additive increase per round trip (2.2); packets, U1.16
  input  wire [16:0] set_ldcp_beta,          // decrease per marked packet (2.2); packets, U1.16
  input  wire [16:0] set_ldcp_gamma,         // increase step below one packet and smallest window (2.2); packets, U1.16
  input  wire [15:0] set_ldcp_eta,           // decrease factor below one packet (2.2); U0.16
  input  wire [41:0] set_ldcp_cw_max,        // upper clamp of the window; packets, U14.28
  input  wire        set_hpcc_we,            // with host_valid: the host's operation is this write, in its turn, and
                                             // set_* stay until host_done; without: writes at once, while no event of
                                             // that set is under way; ignored while init_done is 0
  input  wire [19:0] set_hpcc_t,             // baseline RTT (draft Figure 3); ns
  input  wire [16:0] set_hpcc_eta,           // target utilisation (draft Figure 3: 95%); U1.16
  input  wire [4:0]  set_hpcc_max_stage,     // additive increases before a multiplicative one (draft Figure 3)
  input  wire [31:0] set_hpcc_w_ai,          // additive increase; bytes, U20.12
  input  wire [39:0] set_hpcc_w_min,         // lower clamp of W; bytes, U28.12
  input  wire [39:0] set_hpcc_w_max,         // upper clamp of W, at least W_min; bytes, U28.12
  input  wire        set_hpcc_sync_first,    // 1: the first ACK sets lastUpdateSeq to snd_nxt
  input  wire [17:0] set_hpcc_rate_gain_m,   // mantissa of 1/T, to nearest; 1/ns; its top bit set
  input  wire [5:0]  set_hpcc_rate_gain_e,   // exponent of 1/T; 25 to 37
  input  wire [19:0] set_hpcc_t_ticks,       // ceil(T/ts_unit): delta ts below it is below T; ticks
  input  wire [31:0] set_hpcc_tau_gain_m,    // mantissa of ts_unit/T, to nearest; 1/ticks; its top bit set
  input  wire [5:0]  set_hpcc_tau_gain_e,    // exponent of ts_unit/T; 32 to 51
  input  wire [11:0] set_hpcc_q_weight,      // q_unit * ts_unit / gcd(q_unit * ts_unit, tx_unit * T); changes with the
                                             // units
  input  wire [31:0] set_hpcc_tx_weight,     // tx_unit * T / gcd(q_unit * ts_unit, tx_unit * T); ticks; changes with
                                             // the units
  input  wire        spd_we,                 // writes the speed of spd_code, while no event of HPCC++ is under way;
                                             // ignored while init_done is 0
  input  wire [3:0]  spd_code,               // the telemetry's speed code
  input  wire [11:0] spd_gbps,               // Gbit/s, 0: unknown
  input  wire [31:0] spd_inv_b_m,            // mantissa of 1/(B * ts_unit), to nearest; ticks/byte; its top bit set
  input  wire [5:0]  spd_inv_b_e,            // exponent of 1/(B * ts_unit); 28 to 48
  input  wire [11:0] cfg_tx_unit,            // unit of txBytes; bytes; constant while events of HPCC++ are under way
  input  wire [11:0] cfg_q_unit,             // unit of qLen; bytes; constant while events of HPCC++ are under way
  input  wire [31:0] time_now,               // the receiver's clock, modular (line 29); ns
  input  wire        tx_valid,               // the NIC has sent; always taken, but ignored while init_done is 0
  input  wire [3:0]  tx_qpn,                 // index of the QP
  input  wire [23:0] tx_psn,                 // the PSN that it sends next: told before the last beat of the packet
                                             // leaves
  input  wire        pkt_valid,              // an event of the parser; cannot be held back
  input  wire [2:0]  pkt_kind,               // 0 ack, 1 loss, 3 cnp, 6 data
  input  wire        pkt_ece,                // ECN-Echo of an ack
  input  wire [23:0] pkt_psn,                // PSN of the ack, nak or data
  input  wire [3:0]  pkt_qpn,                // index of the QP
  input  wire        pkt_telemetry,          // it carries telemetry
  input  wire [11:0] pkt_path,               // pathID of the telemetry header (draft Figure 4)
  input  wire [3:0]  pkt_n_hop,              // hops of the path
  input  wire [3:0]  pkt_hop_0_speed,        // telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of
                                             // cfg_tx_unit, q in counts of cfg_q_unit
  input  wire [23:0] pkt_hop_0_ts,
  input  wire [19:0] pkt_hop_0_tx,
  input  wire [15:0] pkt_hop_0_q,
  input  wire [3:0]  pkt_hop_1_speed,
  input  wire [23:0] pkt_hop_1_ts,
  input  wire [19:0] pkt_hop_1_tx,
  input  wire [15:0] pkt_hop_1_q,
  output wire        room,                   // the parser may take beats
  input  wire        s_event_valid,          // events of another parser
  output wire        s_event_ready,          // the event is taken, if valid; falls with host_valid in the same cycle
  input  wire [2:0]  s_event_kind,           // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data; 4, 5 and 7 are taken as loss
  input  wire        s_event_ece,            // ECN-Echo of an ack
  input  wire        s_event_use_psn,        // n of an ack comes from s_event_psn, not from s_event_n
  input  wire [13:0] s_event_n,              // packets that an ack confirms, where s_event_use_psn is 0; other kinds
                                             // have none
  input  wire [23:0] s_event_psn,            // PSN of the ack or nak; HPCC++ reads it with s_event_use_psn 0 too
  input  wire [3:0]  s_event_qpn,            // index of the QP
  input  wire        s_event_telemetry,      // it carries telemetry
  input  wire [11:0] s_event_path,           // pathID of the telemetry header (draft Figure 4)
  input  wire [3:0]  s_event_n_hop,          // packets that an ack confirms, where s_event_use_psn is 0; other kinds
                                             // have none
  input  wire [3:0]  s_event_hop_0_speed,    // telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of
                                             // cfg_tx_unit, q in counts of cfg_q_unit
  input  wire [23:0] s_event_hop_0_ts,
  input  wire [19:0] s_event_hop_0_tx,
  input  wire [15:0] s_event_hop_0_q,
  input  wire [3:0]  s_event_hop_1_speed,
  input  wire [23:0] s_event_hop_1_ts,
  input  wire [19:0] s_event_hop_1_tx,
  input  wire [15:0] s_event_hop_1_q,
  input  wire        host_valid,             // an operation on a QP's context; one at a time
  output wire        host_ready,             // it is taken, if valid; 0 while one is under way, and in cycles with an
                                             // event of the parser, or with tx_valid if it writes the PSN
  input  wire        host_write,             // 1 writes parts of the QP's context, 0 reads it
  input  wire [9:0]  host_parts,             // what a write replaces: bit 0 alg and set, 1 psn and open, with snd_nxt =
                                             // snd_max = psn + 1, 2 ldcp, 3 hpcc, whose hop records become not valid
  input  wire [3:0]  host_qpn,               // index of the QP
  input  wire [3:0]  host_alg,               // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx; one that is not built is taken as
                                             // the first that is
  input  wire [3:0]  host_set,               // index of the parameter set
  input  wire [23:0] host_psn,               // last PSN acknowledged
  input  wire        host_open,              // the QP is open: events of a closed one are dropped
  input  wire [41:0] host_ldcp_cw,           // congestion window; packets, U14.28
  input  wire [23:0] host_ldcp_rtt,          // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
  input  wire [47:0] host_hpcc_u,            // EWMA of the normalised inflight bytes (line 9); U12.36
  input  wire [39:0] host_hpcc_w,            // window (lines 13, 17); bytes, U28.12
  input  wire [39:0] host_hpcc_wc,           // reference window (lines 15, 19); bytes, U28.12
  input  wire [4:0]  host_hpcc_inc_stage,    // additive increases since the last multiplicative step (lines 15, 19)
  input  wire [31:0] host_hpcc_last_update,  // line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of
                                             // ns
  output wire        host_done,              // one pulse: the operation is complete
  output wire [3:0]  found_alg,              // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx; found_* hold with host_done of a
                                             // read, and mean nothing at other times
  output wire [3:0]  found_set,              // index of the parameter set
  output wire [23:0] found_psn,              // last PSN acknowledged
  output wire        found_open,             // the QP is open
  output wire [41:0] found_ldcp_cw,          // congestion window; packets, U14.28
  output wire [23:0] found_ldcp_rtt,         // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
  output wire [47:0] found_hpcc_u,           // EWMA of the normalised inflight bytes (line 9); U12.36
  output wire [39:0] found_hpcc_w,           // window (lines 13, 17); bytes, U28.12
  output wire [39:0] found_hpcc_wc,          // reference window (lines 15, 19); bytes, U28.12
  output wire [4:0]  found_hpcc_inc_stage,   // additive increases since the last multiplicative step (lines 15, 19)
  output wire [31:0] found_hpcc_last_update, // line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of
                                             // ns
  output wire        upd_valid,              // an update
  input  wire        upd_ready,              // the update is taken, if valid
  output wire [2:0]  upd_kind,               // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  output wire [3:0]  upd_qpn,                // index of the QP
  output wire [3:0]  upd_alg,                // the algorithm: 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  output wire [41:0] upd_window,             // new window: packets, U14.28; of hpcc and hpcc-rx bytes, U28.12
  output wire [39:0] upd_pace,               // LDCP: time between packets while the window is below one, ns, else 0;
                                             // HPCC++: rate, bytes a ns, U12.28
  output wire [15:0] upd_flags,              // bit 0 paced, 1 the window was clamped to its least, 2 to its greatest, 3
                                             // ignored. Of hpcc and hpcc-rx: 4 first telemetry, 5 path changed, 6 too
                                             // many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts, 10 U saturated,
                                             // 11 multiplicative, 12 full update, 13 U = 0, 14 rate saturated
  output wire        upd_feedback,           // the receiver sends the window to the sender now
  output wire [23:0] upd_una_psn,            // last PSN acknowledged
  output wire        seen_path,              // an update of HPCC++: its path had changed
  output wire        seen_hops,              // more hops than there is room for
  output wire        seen_speed,             // a hop of unknown speed
  output wire        seen_still,             // a hop with the timestamp of before
  output wire        seen_u_zero,            // U = 0 where it divides
  output wire        seen_rejected,          // an ack or nak is dropped, for its PSN confirms what was not sent
  output wire        seen_closed,            // an event of a closed QP is dropped
  output wire        init_done,              // contexts, parameter sets and speeds have their reset values; until then
                                             // nothing is taken and set_*, spd_* and tx_* are ignored
  output wire        idle,                   // nothing is under way in the engine; so many cycles behind the last as an
                                             // event may take
  output wire        queue_overflow          // a pulse: a queue inside was given more than it holds, which its sizes
                                             // rule out
);

  localparam [15:0] BUILT = 16'd15;
  localparam [15:0] LONE = 16'd12;
  localparam [3:0] FIRST_ALG = 4'd0;
  localparam [2:0] KIND_HOST_WRITE = 3'd4;
  localparam [2:0] KIND_HOST_READ = 3'd5;
  localparam [2:0] KIND_DATA = 3'd6;
  localparam [2:0] KIND_SET_WRITE = 3'd7;
  localparam [6:0] CALM_AT = 7'd71;

  reg         una_issued;
  reg  [3:0]  alg_issued;
  reg         held_write;
  reg  [9:0]  held_parts;
  reg  [3:0]  held_alg;
  reg  [3:0]  held_set;
  reg  [23:0] held_psn;
  reg         held_open;
  reg  [3:0]  held_qpn;
  reg  [1:0]  held_sets;
  reg  [6:0]  calm;
  reg         idle_now;
  reg         overflow;
  reg  [3:0]  kept_shared_alg;
  reg  [3:0]  kept_shared_set;
  reg  [23:0] kept_shared_psn;
  reg         kept_shared_open;
  reg         done;

  reg  [1:0]  asked_sets;
  wire        asks_set;
  wire        holds_set;
  wire        host_writes;
  wire        at_once;
  wire        asked_ldcp_we;
  wire [16:0] asked_ldcp_alpha;
  wire [16:0] asked_ldcp_beta;
  wire [16:0] asked_ldcp_gamma;
  wire [15:0] asked_ldcp_eta;
  wire [41:0] asked_ldcp_cw_max;
  wire        asked_hpcc_we;
  wire [19:0] asked_hpcc_t;
  wire [16:0] asked_hpcc_eta;
  wire [4:0]  asked_hpcc_max_stage;
  wire [31:0] asked_hpcc_w_ai;
  wire [39:0] asked_hpcc_w_min;
  wire [39:0] asked_hpcc_w_max;
  wire        asked_hpcc_sync_first;
  wire [17:0] asked_hpcc_rate_gain_m;
  wire [5:0]  asked_hpcc_rate_gain_e;
  wire [19:0] asked_hpcc_t_ticks;
  wire [31:0] asked_hpcc_tau_gain_m;
  wire [5:0]  asked_hpcc_tau_gain_e;
  wire [11:0] asked_hpcc_q_weight;
  wire [31:0] asked_hpcc_tx_weight;
  wire        written_ldcp_we;
  wire [16:0] written_ldcp_alpha;
  wire [16:0] written_ldcp_beta;
  wire [16:0] written_ldcp_gamma;
  wire [15:0] written_ldcp_eta;
  wire [41:0] written_ldcp_cw_max;
  wire        written_measured_we;
  wire [19:0] written_measured_t;
  wire [16:0] written_measured_eta;
  wire [4:0]  written_measured_max_stage;
  wire [31:0] written_measured_w_ai;
  wire [39:0] written_measured_w_min;
  wire [39:0] written_measured_w_max;
  wire        written_measured_sync_first;
  wire [17:0] written_measured_rate_gain_m;
  wire [5:0]  written_measured_rate_gain_e;
  wire [19:0] written_measured_t_ticks;
  wire [31:0] written_measured_tau_gain_m;
  wire [5:0]  written_measured_tau_gain_e;
  wire [11:0] written_measured_q_weight;
  wire [31:0] written_measured_tx_weight;
  wire        written_window_we;
  wire [19:0] written_window_t;
  wire [16:0] written_window_eta;
  wire [4:0]  written_window_max_stage;
  wire [31:0] written_window_w_ai;
  wire [39:0] written_window_w_min;
  wire [39:0] written_window_w_max;
  wire        written_window_sync_first;
  wire [17:0] written_window_rate_gain_m;
  wire [5:0]  written_window_rate_gain_e;
  wire [19:0] written_window_t_ticks;
  wire [31:0] written_window_tau_gain_m;
  wire [5:0]  written_window_tau_gain_e;
  wire [11:0] written_window_q_weight;
  wire [31:0] written_window_tx_weight;
  wire [15:0] built_of_choice;
  wire [15:0] built_of_host;
  wire [15:0] lone_of_head;
  wire        counted_is_host;
  reg  [2:0]  counted_kind;
  wire        counted_ece;
  wire [13:0] counted_n;
  wire [3:0]  counted_qpn;
  reg  [3:0]  counted_alg;
  reg  [3:0]  counted_set;
  wire [23:0] counted_una;
  wire        clears_path;
  wire        arrived;
  wire [2:0]  arrival_kind;
  wire        arrival_ece;
  wire [13:0] arrival_n;
  wire [3:0]  arrival_qpn;
  wire [3:0]  arrival_alg;
  wire [3:0]  arrival_set;
  wire [23:0] arrival_una;
  wire        arrival_is_host;
  wire        queues;
  reg         updates;
  wire        enters_slot;
  wire        issue_ready;
  wire        active;
  wire        overflows;
  wire [2:0]  head_kind;
  wire        head_ece;
  wire [13:0] head_n;
  wire [3:0]  head_qpn;
  wire [3:0]  head_alg;
  wire [3:0]  head_set;
  wire [23:0] head_una;
  wire        issued_is_host;
  wire [2:0]  issued_kind;
  wire        issued_ece;
  wire [13:0] issued_n;
  wire [3:0]  issued_qpn;
  wire [3:0]  issued_alg;
  wire [3:0]  issued_set;
  wire        host_ends;
  wire        ldcp_valid;
  wire [2:0]  ldcp_update_kind;
  wire [3:0]  ldcp_update_qpn;
  wire [41:0] ldcp_update_window;
  wire [39:0] ldcp_update_pace;
  wire [15:0] ldcp_update_flags;
  wire        ldcp_update_feedback;
  wire        hpcc_valid;
  wire [2:0]  hpcc_update_kind;
  wire [3:0]  hpcc_update_qpn;
  wire [41:0] hpcc_update_window;
  wire [39:0] hpcc_update_pace;
  wire [15:0] hpcc_update_flags;
  wire        hpcc_update_feedback;
  wire        counts_path;
  wire        counts_hops;
  wire        counts_speed;
  wire        counts_still;
  wire        counts_u_zero;
  wire        entry_host_ends;
  wire        entry_host_taken;
  wire        entry_init_we;
  wire [3:0]  entry_init_addr;
  wire        entry_out_valid;
  wire [2:0]  entry_out_kind;
  wire        entry_out_ece;
  wire        entry_out_use_psn;
  wire [13:0] entry_out_n;
  wire [23:0] entry_out_psn;
  wire [3:0]  entry_out_qpn;
  wire        entry_out_chooses;
  wire        entry_out_stores;
  wire        entry_under_way;
  wire        sent_out_valid;
  wire [23:0] sent_out_snd_nxt;
  wire [23:0] sent_out_snd_max;
  wire [2:0]  entered_q_arrival_kind;
  wire        entered_q_arrival_ece;
  wire        entered_q_arrival_use_psn;
  wire [13:0] entered_q_arrival_n;
  wire [23:0] entered_q_arrival_psn;
  wire [3:0]  entered_q_arrival_qpn;
  wire        entered_q_chooses;
  wire        psn_out_valid;
  wire [2:0]  psn_out_kind;
  wire [23:0] psn_out_psn;
  wire        psn_out_open;
  wire        choice_out_valid;
  wire [3:0]  choice_out_alg;
  wire [3:0]  choice_out_set;
  wire        event_queue_in_ready;
  wire        event_queue_out_valid;
  wire [7:0]  event_queue_count;
  wire        issue_in_ready;
  wire        issue_credit_return;
  reg  [2:0]  issue_host_kind;
  wire        issue_watch_waits;
  wire        issue_occupied;
  wire        issue_out_valid;
  wire [2:0]  issue_out_kind;
  wire [3:0]  issue_out_alg;
  wire [3:0]  issue_out_slot;
  wire        issue_enter_we;
  wire [3:0]  issue_enter_slot;
  wire [3:0]  issue_in_slot;
  wire        update_queue_in_ready;
  reg  [2:0]  update_queue_in_data_kind;
  reg  [3:0]  update_queue_in_data_qpn;
  reg  [41:0] update_queue_in_data_window;
  reg  [39:0] update_queue_in_data_pace;
  reg  [15:0] update_queue_in_data_flags;
  reg         update_queue_in_data_feedback;
  wire        update_queue_out_valid;
  wire [6:0]  update_queue_count;
  wire [23:0] una_slots_rdata;
  wire        una_slots_we;
  wire        una_queue_in_ready;
  wire        una_queue_out_valid;
  wire        una_queue_out_ready;
  wire [6:0]  una_queue_count;
  wire        ldcp_writes;
  wire        ldcp_host_ends;
  wire        ldcp_out_valid;
  wire [2:0]  ldcp_out_kind;
  wire [3:0]  ldcp_out_qpn;
  wire [41:0] ldcp_out_window;
  wire [39:0] ldcp_out_pace;
  wire [15:0] ldcp_out_flags;
  wire        ldcp_out_feedback;
  wire        hpcc_entry_counted_clears;
  wire        hpcc_entry_crowded;
  wire        hpcc_entry_waits;
  wire        hpcc_entry_overflows;
  wire [5:0]  hpcc_entry_out_payload_flags;
  wire        hpcc_entry_out_payload_ignored;
  wire [36:0] hpcc_entry_out_payload_theta;
  wire [48:0] hpcc_entry_out_payload_addend;
  wire [23:0] hpcc_entry_out_payload_seq;
  wire [31:0] hpcc_entry_out_payload_mark;
  wire        payload_queue_in_ready;
  wire        payload_queue_out_valid;
  wire [5:0]  payload_queue_out_data_flags;
  wire        payload_queue_out_data_ignored;
  wire [36:0] payload_queue_out_data_theta;
  wire [48:0] payload_queue_out_data_addend;
  wire [23:0] payload_queue_out_data_seq;
  wire [31:0] payload_queue_out_data_mark;
  wire [7:0]  payload_queue_count;
  wire        turn_arrives;
  wire        turn_pop;
  wire        turn_fence;
  wire        turn_issues;
  wire        turn_writes_set;

  // initialisation sweeps the contexts; the parameters by the low bits of the address
  assign init_done = !entry_init_we;

  ackw_sent u_sent (
    .clk        (clk),
    .rst_n      (rst_n),
    .init_we    (entry_init_we),
    .init_addr  (entry_init_addr),
    .tx_valid   (tx_valid),
    .tx_qpn     (tx_qpn),
    .tx_psn     (tx_psn),
    .in_valid   (entry_out_valid),
    .in_store   (entry_out_stores),
    .in_psn     (host_psn),
    .in_qpn     (entry_out_qpn),
    .out_valid  (sent_out_valid),
    .out_snd_nxt(sent_out_snd_nxt),
    .out_snd_max(sent_out_snd_max)
  );

  ackw_psn u_psn (
    .clk         (clk),
    .rst_n       (rst_n),
    .init_we     (entry_init_we),
    .init_addr   (entry_init_addr),
    .host_psn    (held_psn),
    .host_open   (held_open),
    .in_valid    (sent_out_valid),
    .in_kind     (entered_q_arrival_kind),
    .in_ece      (entered_q_arrival_ece),
    .in_use_psn  (entered_q_arrival_use_psn),
    .in_n        (entered_q_arrival_n),
    .in_psn      (entered_q_arrival_psn),
    .in_snd_max  (sent_out_snd_max),
    .in_qpn      (entered_q_arrival_qpn),
    .out_valid   (psn_out_valid),
    .out_kind    (psn_out_kind),
    .out_ece     (counted_ece),
    .out_n       (counted_n),
    .out_qpn     (counted_qpn),
    .out_psn     (psn_out_psn),
    .out_open    (psn_out_open),
    .out_una     (counted_una),
    .out_rejected(seen_rejected),
    .out_closed  (seen_closed)
  );

  ackw_choice u_choice (
    .clk      (clk),
    .rst_n    (rst_n),
    .init_we  (entry_init_we),
    .init_addr(entry_init_addr),
    .host_alg (held_alg),
    .host_set (held_set),
    .in_valid (sent_out_valid),
    .in_store (entered_q_chooses),
    .in_qpn   (entered_q_arrival_qpn),
    .out_valid(choice_out_valid),
    .out_alg  (choice_out_alg),
    .out_set  (choice_out_set)
  );

  // who enters
  ackw_entry u_entry (
    .clk            (clk),
    .rst_n          (rst_n),
    .waiting        (event_queue_count),
    .crowded        (hpcc_entry_crowded),
    .pkt_valid      (pkt_valid),
    .pkt_kind       (pkt_kind),
    .pkt_ece        (pkt_ece),
    .pkt_psn        (pkt_psn),
    .pkt_qpn        (pkt_qpn),
    .s_event_valid  (s_event_valid),
    .s_event_kind   (s_event_kind),
    .s_event_ece    (s_event_ece),
    .s_event_use_psn(s_event_use_psn),
    .s_event_n      (s_event_n),
    .s_event_psn    (s_event_psn),
    .s_event_qpn    (s_event_qpn),
    .tx_valid       (tx_valid),
    .host_valid     (host_valid),
    .host_write     (host_writes),
    .host_parts     (host_parts),
    .host_qpn       (host_qpn),
    .host_ends      (entry_host_ends),
    .room           (room),
    .s_event_ready  (s_event_ready),
    .host_ready     (host_ready),
    .host_taken     (entry_host_taken),
    .init_we        (entry_init_we),
    .init_addr      (entry_init_addr),
    .out_valid      (entry_out_valid),
    .out_kind       (entry_out_kind),
    .out_ece        (entry_out_ece),
    .out_use_psn    (entry_out_use_psn),
    .out_n          (entry_out_n),
    .out_psn        (entry_out_psn),
    .out_qpn        (entry_out_qpn),
    .out_chooses    (entry_out_chooses),
    .out_stores     (entry_out_stores),
    .under_way      (entry_under_way)
  );

  always @* begin
    asked_sets = 2'd0;
    asked_sets = {asked_sets[1], asked_ldcp_we};
    asked_sets = {asked_hpcc_we, asked_sets[0]};
  end

  assign asked_ldcp_we = set_ldcp_we;
  assign asked_ldcp_alpha = set_ldcp_alpha;
  assign asked_ldcp_beta = set_ldcp_beta;
  assign asked_ldcp_gamma = set_ldcp_gamma;
  assign asked_ldcp_eta = set_ldcp_eta;
  assign asked_ldcp_cw_max = set_ldcp_cw_max;
  assign asked_hpcc_we = set_hpcc_we;
  assign asked_hpcc_t = set_hpcc_t;
  assign asked_hpcc_eta = set_hpcc_eta;
  assign asked_hpcc_max_stage = set_hpcc_max_stage;
  assign asked_hpcc_w_ai = set_hpcc_w_ai;
  assign asked_hpcc_w_min = set_hpcc_w_min;
  assign asked_hpcc_w_max = set_hpcc_w_max;
  assign asked_hpcc_sync_first = set_hpcc_sync_first;
  assign asked_hpcc_rate_gain_m = set_hpcc_rate_gain_m;
  assign asked_hpcc_rate_gain_e = set_hpcc_rate_gain_e;
  assign asked_hpcc_t_ticks = set_hpcc_t_ticks;
  assign asked_hpcc_tau_gain_m = set_hpcc_tau_gain_m;
  assign asked_hpcc_tau_gain_e = set_hpcc_tau_gain_e;
  assign asked_hpcc_q_weight = set_hpcc_q_weight;
  assign asked_hpcc_tx_weight = set_hpcc_tx_weight;
  assign asks_set = |asked_sets;
  assign holds_set = |held_sets;
  assign at_once = !host_valid & !(entry_under_way & holds_set);
  assign host_writes = host_write & !asks_set;

  // the host's operation: one at a time, its data held until it is complete
  assign built_of_host = BUILT >> host_alg;
  assign clears_path = held_write & held_parts[3];

  // what was sent of the QP, up to this cycle; the event goes beside it
  ackw_delay #(
    .N    (5),
    .WIDTH(48)
  ) u_entered (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({entry_out_chooses, entry_out_qpn, entry_out_psn, entry_out_n, entry_out_use_psn, entry_out_ece,
      entry_out_kind}),
    .q    ({entered_q_chooses, entered_q_arrival_qpn, entered_q_arrival_psn, entered_q_arrival_n,
      entered_q_arrival_use_psn, entered_q_arrival_ece, entered_q_arrival_kind})
  );

  // side by side: the packets that an ack confirms, the QP's choice
  assign counted_is_host = (psn_out_kind == KIND_HOST_WRITE) | (psn_out_kind == KIND_HOST_READ);

  always @* begin
    counted_kind = psn_out_kind;
    if (counted_is_host) begin
      counted_kind = KIND_HOST_READ;
      if (held_write) begin
        counted_kind = KIND_HOST_WRITE;
      end
    end
    counted_set = choice_out_set;
    if (counted_is_host & held_sets[1]) begin
      // the write of a parameter set takes its index along, to where the measurement reads it
      counted_kind = KIND_SET_WRITE;
      counted_set = set_index;
    end
  end

  always @* begin
    counted_alg = choice_out_alg;
    if (!built_of_choice[0]) begin
      counted_alg = FIRST_ALG;
    end
  end

  // an algorithm that is not built counts as the first that is
  assign built_of_choice = BUILT >> choice_out_alg;

  // by way of HPCC++'s measurement; what it finds waits in a queue of its own, in step with the other
  ackw_hpcc_entry u_hpcc_entry (
    .clk                (clk),
    .rst_n              (rst_n),
    .init_we            (entry_init_we),
    .init_addr          (entry_init_addr),
    .set_index          (set_index),
    .set_we             (written_measured_we),
    .set_t              (written_measured_t),
    .set_eta            (written_measured_eta),
    .set_max_stage      (written_measured_max_stage),
    .set_w_ai           (written_measured_w_ai),
    .set_w_min          (written_measured_w_min),
    .set_w_max          (written_measured_w_max),
    .set_sync_first     (written_measured_sync_first),
    .set_rate_gain_m    (written_measured_rate_gain_m),
    .set_rate_gain_e    (written_measured_rate_gain_e),
    .set_t_ticks        (written_measured_t_ticks),
    .set_tau_gain_m     (written_measured_tau_gain_m),
    .set_tau_gain_e     (written_measured_tau_gain_e),
    .set_q_weight       (written_measured_q_weight),
    .set_tx_weight      (written_measured_tx_weight),
    .spd_we             (spd_we),
    .spd_code           (spd_code),
    .spd_gbps           (spd_gbps),
    .spd_inv_b_m        (spd_inv_b_m),
    .spd_inv_b_e        (spd_inv_b_e),
    .cfg_tx_unit        (cfg_tx_unit),
    .cfg_q_unit         (cfg_q_unit),
    .time_now           (time_now),
    .in_psn             (entry_out_psn),
    .in_use_psn         (entry_out_use_psn),
    .sent_snd_nxt       (sent_out_snd_nxt),
    .pkt_valid          (pkt_valid),
    .pkt_telemetry      (pkt_telemetry),
    .pkt_path           (pkt_path),
    .pkt_n_hop          (pkt_n_hop),
    .pkt_hop_0_speed    (pkt_hop_0_speed),
    .pkt_hop_0_ts       (pkt_hop_0_ts),
    .pkt_hop_0_tx       (pkt_hop_0_tx),
    .pkt_hop_0_q        (pkt_hop_0_q),
    .pkt_hop_1_speed    (pkt_hop_1_speed),
    .pkt_hop_1_ts       (pkt_hop_1_ts),
    .pkt_hop_1_tx       (pkt_hop_1_tx),
    .pkt_hop_1_q        (pkt_hop_1_q),
    .s_event_telemetry  (s_event_telemetry),
    .s_event_path       (s_event_path),
    .s_event_n_hop      (s_event_n_hop),
    .s_event_hop_0_speed(s_event_hop_0_speed),
    .s_event_hop_0_ts   (s_event_hop_0_ts),
    .s_event_hop_0_tx   (s_event_hop_0_tx),
    .s_event_hop_0_q    (s_event_hop_0_q),
    .s_event_hop_1_speed(s_event_hop_1_speed),
    .s_event_hop_1_ts   (s_event_hop_1_ts),
    .s_event_hop_1_tx   (s_event_hop_1_tx),
    .s_event_hop_1_q    (s_event_hop_1_q),
    .counted_valid      (psn_out_valid),
    .counted_kind       (counted_kind),
    .counted_ece        (counted_ece),
    .counted_n          (counted_n),
    .counted_qpn        (counted_qpn),
    .counted_alg        (counted_alg),
    .counted_set        (counted_set),
    .counted_una        (counted_una),
    .counted_clears     (hpcc_entry_counted_clears),
    .crowded            (hpcc_entry_crowded),
    .waits              (hpcc_entry_waits),
    .overflows          (hpcc_entry_overflows),
    .out_valid          (arrived),
    .out_event_kind     (arrival_kind),
    .out_event_ece      (arrival_ece),
    .out_event_n        (arrival_n),
    .out_event_qpn      (arrival_qpn),
    .out_event_alg      (arrival_alg),
    .out_event_set      (arrival_set),
    .out_event_una      (arrival_una),
    .out_payload_flags  (hpcc_entry_out_payload_flags),
    .out_payload_ignored(hpcc_entry_out_payload_ignored),
    .out_payload_theta  (hpcc_entry_out_payload_theta),
    .out_payload_addend (hpcc_entry_out_payload_addend),
    .out_payload_seq    (hpcc_entry_out_payload_seq),
    .out_payload_mark   (hpcc_entry_out_payload_mark)
  );

  assign written_measured_t = asked_hpcc_t;
  assign written_measured_eta = asked_hpcc_eta;
  assign written_measured_max_stage = asked_hpcc_max_stage;
  assign written_measured_w_ai = asked_hpcc_w_ai;
  assign written_measured_w_min = asked_hpcc_w_min;
  assign written_measured_w_max = asked_hpcc_w_max;
  assign written_measured_sync_first = asked_hpcc_sync_first;
  assign written_measured_rate_gain_m = asked_hpcc_rate_gain_m;
  assign written_measured_rate_gain_e = asked_hpcc_rate_gain_e;
  assign written_measured_t_ticks = asked_hpcc_t_ticks;
  assign written_measured_tau_gain_m = asked_hpcc_tau_gain_m;
  assign written_measured_tau_gain_e = asked_hpcc_tau_gain_e;
  assign written_measured_q_weight = asked_hpcc_q_weight;
  assign written_measured_tx_weight = asked_hpcc_tx_weight;
  assign written_measured_we = asked_hpcc_we & at_once;
  assign hpcc_entry_counted_clears = counted_is_host & clears_path;

  // the host's operation stays beside the queue
  assign arrival_is_host = arrival_kind[2] & (arrival_kind != KIND_DATA);
  assign queues = arrived & !arrival_is_host;

  ackw_fifo #(
    .WIDTH     (54),
    .ADDR_BITS (7),
    .COUNT_BITS(8)
  ) u_event_queue (
    .clk      (clk),
    .rst_n    (rst_n),
    .in_valid (queues),
    .in_ready (event_queue_in_ready),
    .in_data  ({arrival_una, arrival_set, arrival_alg, arrival_qpn, arrival_n, arrival_ece, arrival_kind}),
    .out_valid(event_queue_out_valid),
    .out_ready(issue_ready),
    .out_data ({head_una, head_set, head_alg, head_qpn, head_n, head_ece, head_kind}),
    .count    (event_queue_count)
  );

  assign issue_ready = issue_in_ready & !turn_fence;
  assign enters_slot = event_queue_out_valid & !turn_fence;

  ackw_fifo #(
    .WIDTH     (149),
    .ADDR_BITS (7),
    .COUNT_BITS(8)
  ) u_payload_queue (
    .clk      (clk),
    .rst_n    (rst_n),
    .in_valid (queues),
    .in_ready (payload_queue_in_ready),
    .in_data  ({hpcc_entry_out_payload_mark, hpcc_entry_out_payload_seq, hpcc_entry_out_payload_addend,
      hpcc_entry_out_payload_theta, hpcc_entry_out_payload_ignored, hpcc_entry_out_payload_flags}),
    .out_valid(payload_queue_out_valid),
    .out_ready(issue_ready),
    .out_data ({payload_queue_out_data_mark, payload_queue_out_data_seq, payload_queue_out_data_addend,
      payload_queue_out_data_theta, payload_queue_out_data_ignored, payload_queue_out_data_flags}),
    .count    (payload_queue_count)
  );

  ackw_turn u_turn (
    .clk       (clk),
    .rst_n     (rst_n),
    .busy      (entry_under_way),
    .qpn       (held_qpn),
    .all       (holds_set),
    .arrives   (turn_arrives),
    .push      (queues),
    .push_qpn  (arrival_qpn),
    .pop       (turn_pop),
    .count     (event_queue_count),
    .waits     (issue_watch_waits),
    .fence     (turn_fence),
    .issues    (turn_issues),
    .writes_set(turn_writes_set)
  );

  assign turn_arrives = arrived & arrival_is_host;
  assign turn_pop = event_queue_out_valid & issue_ready;

  ackw_issue u_issue (
    .clk          (clk),
    .rst_n        (rst_n),
    .in_valid     (enters_slot),
    .in_ready     (issue_in_ready),
    .in_kind      (head_kind),
    .in_ece       (head_ece),
    .in_n         (head_n),
    .in_qpn       (head_qpn),
    .in_alg       (head_alg),
    .in_set       (head_set),
    .in_lone      (lone_of_head[0]),
    .credit_return(issue_credit_return),
    .host_valid   (turn_issues),
    .host_kind    (issue_host_kind),
    .watch_qpn    (held_qpn),
    .watch_all    (holds_set),
    .watch_waits  (issue_watch_waits),
    .occupied     (issue_occupied),
    .out_valid    (issue_out_valid),
    .out_kind     (issue_out_kind),
    .out_ece      (issued_ece),
    .out_n        (issued_n),
    .out_qpn      (issued_qpn),
    .out_alg      (issue_out_alg),
    .out_set      (issued_set),
    .out_slot     (issue_out_slot),
    .enter_we     (issue_enter_we),
    .enter_slot   (issue_enter_slot),
    .in_slot      (issue_in_slot)
  );

  always @* begin
    issue_host_kind = KIND_HOST_READ;
    if (held_write) begin
      issue_host_kind = KIND_HOST_WRITE;
    end
  end

  // events wait for their turn; an event of HPCC++ counts by itself
  assign lone_of_head = LONE >> head_alg;
  assign issued_is_host = (issue_out_kind == KIND_HOST_WRITE) | (issue_out_kind == KIND_HOST_READ);

  // the last PSN acknowledged waits by slot; then, as updates leave in the order of issue, with the algorithm in a
  // queue beside them
  assign una_slots_we = event_queue_out_valid & issue_in_ready;

  ackw_table #(
    .WIDTH    (24),
    .ADDR_BITS(4)
  ) u_una_slots (
    .clk  (clk),
    .raddr(issue_out_slot),
    .rdata(una_slots_rdata),
    .we   (una_slots_we),
    .waddr(issue_in_slot),
    .wdata(head_una)
  );

  ackw_fifo #(
    .WIDTH     (28),
    .ADDR_BITS (6),
    .COUNT_BITS(7)
  ) u_una_queue (
    .clk      (clk),
    .rst_n    (rst_n),
    .in_valid (una_issued),
    .in_ready (una_queue_in_ready),
    .in_data  ({alg_issued, una_slots_rdata}),
    .out_valid(una_queue_out_valid),
    .out_ready(una_queue_out_ready),
    .out_data ({upd_alg, upd_una_psn}),
    .count    (una_queue_count)
  );

  assign una_queue_out_ready = update_queue_out_valid & upd_ready;
  assign issued_kind = issue_out_kind;
  assign issued_alg = issue_out_alg;

  // the units, side by side; operations of the host go to each, and end with the later one
  ackw_ldcp_unit u_ldcp (
    .clk         (clk),
    .rst_n       (rst_n),
    .init_we     (entry_init_we),
    .init_addr   (entry_init_addr),
    .set_index   (set_index),
    .set_we      (written_ldcp_we),
    .set_alpha   (written_ldcp_alpha),
    .set_beta    (written_ldcp_beta),
    .set_gamma   (written_ldcp_gamma),
    .set_eta     (written_ldcp_eta),
    .set_cw_max  (written_ldcp_cw_max),
    .host_taken  (entry_host_taken),
    .host_cw     (host_ldcp_cw),
    .host_rtt    (host_ldcp_rtt),
    .writes      (ldcp_writes),
    .issued_valid(issue_out_valid),
    .issued_host (issued_is_host),
    .issued_kind (issued_kind),
    .issued_ece  (issued_ece),
    .issued_n    (issued_n),
    .issued_qpn  (issued_qpn),
    .issued_alg  (issued_alg),
    .issued_set  (issued_set),
    .host_ends   (ldcp_host_ends),
    .found_cw    (found_ldcp_cw),
    .found_rtt   (found_ldcp_rtt),
    .out_valid   (ldcp_out_valid),
    .out_kind    (ldcp_out_kind),
    .out_qpn     (ldcp_out_qpn),
    .out_window  (ldcp_out_window),
    .out_pace    (ldcp_out_pace),
    .out_flags   (ldcp_out_flags),
    .out_feedback(ldcp_out_feedback)
  );

  assign written_ldcp_alpha = asked_ldcp_alpha;
  assign written_ldcp_beta = asked_ldcp_beta;
  assign written_ldcp_gamma = asked_ldcp_gamma;
  assign written_ldcp_eta = asked_ldcp_eta;
  assign written_ldcp_cw_max = asked_ldcp_cw_max;
  assign written_ldcp_we = (asked_ldcp_we & at_once) | (turn_writes_set & held_sets[0]);
  assign ldcp_writes = held_write & held_parts[2];

  ackw_hpcc_unit u_hpcc (
    .clk              (clk),
    .rst_n            (rst_n),
    .init_we          (entry_init_we),
    .init_addr        (entry_init_addr),
    .set_index        (set_index),
    .set_we           (written_window_we),
    .set_t            (written_window_t),
    .set_eta          (written_window_eta),
    .set_max_stage    (written_window_max_stage),
    .set_w_ai         (written_window_w_ai),
    .set_w_min        (written_window_w_min),
    .set_w_max        (written_window_w_max),
    .set_sync_first   (written_window_sync_first),
    .set_rate_gain_m  (written_window_rate_gain_m),
    .set_rate_gain_e  (written_window_rate_gain_e),
    .set_t_ticks      (written_window_t_ticks),
    .set_tau_gain_m   (written_window_tau_gain_m),
    .set_tau_gain_e   (written_window_tau_gain_e),
    .set_q_weight     (written_window_q_weight),
    .set_tx_weight    (written_window_tx_weight),
    .host_taken       (entry_host_taken),
    .host_u           (host_hpcc_u),
    .host_w           (host_hpcc_w),
    .host_wc          (host_hpcc_wc),
    .host_inc_stage   (host_hpcc_inc_stage),
    .host_last_update (host_hpcc_last_update),
    .writes           (clears_path),
    .enter_we         (issue_enter_we),
    .enter_slot       (issue_enter_slot),
    .enter_flags      (payload_queue_out_data_flags),
    .enter_ignored    (payload_queue_out_data_ignored),
    .enter_theta      (payload_queue_out_data_theta),
    .enter_addend     (payload_queue_out_data_addend),
    .enter_seq        (payload_queue_out_data_seq),
    .enter_mark       (payload_queue_out_data_mark),
    .issued_valid     (issue_out_valid),
    .issued_host      (issued_is_host),
    .issued_slot      (issue_out_slot),
    .issued_kind      (issued_kind),
    .issued_ece       (issued_ece),
    .issued_n         (issued_n),
    .issued_qpn       (issued_qpn),
    .issued_alg       (issued_alg),
    .issued_set       (issued_set),
    .host_ends        (host_ends),
    .found_u          (found_hpcc_u),
    .found_w          (found_hpcc_w),
    .found_wc         (found_hpcc_wc),
    .found_inc_stage  (found_hpcc_inc_stage),
    .found_last_update(found_hpcc_last_update),
    .out_valid        (hpcc_valid),
    .out_kind         (hpcc_update_kind),
    .out_qpn          (hpcc_update_qpn),
    .out_window       (hpcc_update_window),
    .out_pace         (hpcc_update_pace),
    .out_flags        (hpcc_update_flags),
    .out_feedback     (hpcc_update_feedback)
  );

  assign written_window_t = asked_hpcc_t;
  assign written_window_eta = asked_hpcc_eta;
  assign written_window_max_stage = asked_hpcc_max_stage;
  assign written_window_w_ai = asked_hpcc_w_ai;
  assign written_window_w_min = asked_hpcc_w_min;
  assign written_window_w_max = asked_hpcc_w_max;
  assign written_window_sync_first = asked_hpcc_sync_first;
  assign written_window_rate_gain_m = asked_hpcc_rate_gain_m;
  assign written_window_rate_gain_e = asked_hpcc_rate_gain_e;
  assign written_window_t_ticks = asked_hpcc_t_ticks;
  assign written_window_tau_gain_m = asked_hpcc_tau_gain_m;
  assign written_window_tau_gain_e = asked_hpcc_tau_gain_e;
  assign written_window_q_weight = asked_hpcc_q_weight;
  assign written_window_tx_weight = asked_hpcc_tx_weight;
  assign written_window_we = (asked_hpcc_we & at_once) | (turn_writes_set & held_sets[1]);

  // updates wait for those of a slower unit, so that all come in the order of issue
  ackw_waits u_ldcp_waits (
    .clk                (clk),
    .rst_n              (rst_n),
    .in_valid           (ldcp_out_valid),
    .in_update_kind     (ldcp_out_kind),
    .in_update_qpn      (ldcp_out_qpn),
    .in_update_window   (ldcp_out_window),
    .in_update_pace     (ldcp_out_pace),
    .in_update_flags    (ldcp_out_flags),
    .in_update_feedback (ldcp_out_feedback),
    .out_valid          (ldcp_valid),
    .out_update_kind    (ldcp_update_kind),
    .out_update_qpn     (ldcp_update_qpn),
    .out_update_window  (ldcp_update_window),
    .out_update_pace    (ldcp_update_pace),
    .out_update_flags   (ldcp_update_flags),
    .out_update_feedback(ldcp_update_feedback)
  );

  // what is counted of HPCC++'s
  assign counts_path = hpcc_valid & hpcc_update_flags[5];
  assign counts_hops = hpcc_valid & hpcc_update_flags[6];
  assign counts_speed = hpcc_valid & hpcc_update_flags[7];
  assign counts_still = hpcc_valid & hpcc_update_flags[8];
  assign counts_u_zero = hpcc_valid & hpcc_update_flags[13];
  assign seen_path = counts_path;
  assign seen_hops = counts_hops;
  assign seen_speed = counts_speed;
  assign seen_still = counts_still;
  assign seen_u_zero = counts_u_zero;

  // updates wait to be taken; each one taken lets an event issue
  always @* begin
    updates = ldcp_valid;
    updates = updates | hpcc_valid;
  end

  always @* begin
    update_queue_in_data_kind = ldcp_update_kind;
    update_queue_in_data_qpn = ldcp_update_qpn;
    update_queue_in_data_window = ldcp_update_window;
    update_queue_in_data_pace = ldcp_update_pace;
    update_queue_in_data_flags = ldcp_update_flags;
    update_queue_in_data_feedback = ldcp_update_feedback;
    if (hpcc_valid) begin
      update_queue_in_data_kind = hpcc_update_kind;
      update_queue_in_data_qpn = hpcc_update_qpn;
      update_queue_in_data_window = hpcc_update_window;
      update_queue_in_data_pace = hpcc_update_pace;
      update_queue_in_data_flags = hpcc_update_flags;
      update_queue_in_data_feedback = hpcc_update_feedback;
    end
  end

  ackw_fifo #(
    .WIDTH     (106),
    .ADDR_BITS (6),
    .COUNT_BITS(7)
  ) u_update_queue (
    .clk      (clk),
    .rst_n    (rst_n),
    .in_valid (updates),
    .in_ready (update_queue_in_ready),
    .in_data  ({update_queue_in_data_feedback, update_queue_in_data_flags, update_queue_in_data_pace,
      update_queue_in_data_window, update_queue_in_data_qpn, update_queue_in_data_kind}),
    .out_valid(update_queue_out_valid),
    .out_ready(upd_ready),
    .out_data ({upd_feedback, upd_flags, upd_pace, upd_window, upd_qpn, upd_kind}),
    .count    (update_queue_count)
  );

  assign issue_credit_return = update_queue_out_valid & upd_ready;
  assign upd_valid = update_queue_out_valid;

  // the host's operation is done in the cycle after, when all that it found is kept
  assign entry_host_ends = host_ends | turn_writes_set;
  assign host_done = done;
  assign found_alg = kept_shared_alg;
  assign found_set = kept_shared_set;
  assign found_psn = kept_shared_psn;
  assign found_open = kept_shared_open;

  // nothing is under way when so long nothing was seen at the entry, in a queue or in a slot
  assign active = entry_out_valid | entry_under_way | event_queue_out_valid | issue_occupied | update_queue_out_valid |
    hpcc_entry_waits;
  assign overflows = (queues & !event_queue_in_ready) | (updates & !update_queue_in_ready) | hpcc_entry_overflows;
  assign idle = idle_now;
  assign queue_overflow = overflow;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      una_issued <= 1'b0;
      calm <= 7'd0;
      idle_now <= 1'b0;
      overflow <= 1'b0;
      done <= 1'b0;
    end else begin
      // the last PSN acknowledged waits by slot; then, as updates leave in the order of issue, with the algorithm in a
      // queue beside them
      una_issued <= issue_out_valid & !issued_is_host;
      // the host's operation is done in the cycle after, when all that it found is kept
      done <= host_ends | turn_writes_set;
      // nothing is under way when so long nothing was seen at the entry, in a queue or in a slot
      if (calm != CALM_AT) begin
        calm <= calm + 7'd1;
      end
      if (active) begin
        calm <= 7'd0;
      end
      idle_now <= !entry_init_we & !active & (calm == CALM_AT);
      overflow <= overflows;
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      alg_issued <= 4'd0;
      held_write <= 1'b0;
      held_parts <= 10'd0;
      held_alg <= 4'd0;
      held_set <= 4'd0;
      held_psn <= 24'd0;
      held_open <= 1'b0;
      held_qpn <= 4'd0;
      held_sets <= 2'd0;
      kept_shared_alg <= 4'd0;
      kept_shared_set <= 4'd0;
      kept_shared_psn <= 24'd0;
      kept_shared_open <= 1'b0;
    end else begin
      // the host's operation
      if (entry_host_taken) begin
        held_qpn <= entry_out_qpn;
        held_sets <= asked_sets;
        held_write <= host_writes;
        held_parts <= host_parts;
        held_alg <= host_alg;
        if (!built_of_host[0]) begin
          held_alg <= FIRST_ALG;
        end
        held_set <= host_set;
        held_psn <= host_psn;
        held_open <= host_open;
      end
      // what a host operation finds of PSN and choice
      if (psn_out_valid & counted_is_host) begin
        kept_shared_psn <= psn_out_psn;
        kept_shared_open <= psn_out_open;
        kept_shared_alg <= choice_out_alg;
        kept_shared_set <= choice_out_set;
      end
      // the last PSN acknowledged waits by slot; then, as updates leave in the order of issue, with the algorithm in a
      // queue beside them
      alg_issued <= issue_out_alg;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, built_of_choice[15:1], built_of_host[15:1], lone_of_head[15:1], choice_out_valid,
    update_queue_count, una_queue_in_ready, una_queue_out_valid, una_queue_count, ldcp_host_ends, payload_queue_in_ready,
    payload_queue_out_valid, payload_queue_count, held_parts[1:0], held_parts[9:4]};

endmodule

`default_nettype wire
