// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The congestion-control engine: events and host operations in, updates out; those of a QP in the order of its events.
module ackw_engine (
  input  wire        clk,                 // clock, rising edge
  input  wire        rst_n,               // reset, active low, synchronous
  input  wire        tx_valid,            // the NIC has sent; always taken, but ignored while init_done is 0
  input  wire [9:0]  tx_qpn,              // index of the QP
  input  wire [23:0] tx_psn,              // the PSN that it sends next: given before the last beat of the packet leaves
  input  wire        pkt_valid,           // an event of the parser; cannot be held back
  input  wire [2:0]  pkt_kind,            // 0 ack, 1 loss, 3 cnp, 6 data
  input  wire        pkt_ece,             // ECN-Echo of an ack
  input  wire [23:0] pkt_psn,             // PSN of the ack, nak or data
  input  wire [9:0]  pkt_qpn,             // index of the QP
  output wire        room,                // the parser may take beats
  input  wire        s_event_valid,       // events of another parser
  output wire        s_event_ready,       // the event is taken, if valid; falls with host_valid in the same cycle
  input  wire [2:0]  s_event_kind,        // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data; 4, 5 and 7 are taken as loss
  input  wire        s_event_ece,         // ECN-Echo of an ack
  input  wire        s_event_use_psn,     // n of an ack comes from s_event_psn, not from s_event_n
  input  wire [13:0] s_event_n,           // packets that an ack confirms, where s_event_use_psn is 0; other kinds have
                                          // none
  input  wire [23:0] s_event_psn,         // PSN of the ack or nak
  input  wire [9:0]  s_event_qpn,         // index of the QP
  input  wire        unit_bus_write,      // the write counts; index and data were the same in the cycle before
  input  wire [9:0]  unit_bus_windex,     // which word is written
  input  wire [31:0] unit_bus_wdata,      // what
  input  wire [9:0]  unit_bus_rindex,     // which word is read
  input  wire [9:0]  unit_bus_last_index, // which word the write before this one wrote, 0 if it was refused
  input  wire [31:0] unit_bus_last_data,  // what
  input  wire        unit_bus_host_busy,  // a host operation is offered or under way: writes of host_* and starts are
                                          // refused
  input  wire        unit_bus_found_now,  // what the last host read found goes into found_*
  input  wire [4:0]  unit_bus_sets,       // a host operation writes parameter sets, and writes of set_* are refused:
                                          // bit 0 ldcp's
  output wire        unit_answer_taken,   // the write has an effect
  output wire [31:0] unit_answer_rdata,   // the word at unit_bus_rindex, one cycle later; 0 if that is in no unit
  output wire [4:0]  unit_answer_starts,  // a parameter set is to be written, as a host operation: bit 0 ldcp's
  input  wire        host_valid,          // an operation on a QP's context; one at a time
  output wire        host_ready,          // it is taken, if valid; 0 while one is under way, and in cycles with an
                                          // event of the parser, or with tx_valid if it writes the PSN
  input  wire        host_write,          // 1 writes parts of the QP's context, 0 reads it
  input  wire [9:0]  host_parts,          // what a write replaces: bit 0 alg and set, 1 psn and open, with snd_nxt =
                                          // snd_max = psn + 1, 2 ldcp
  input  wire [9:0]  host_qpn,            // index of the QP
  input  wire [3:0]  host_alg,            // 0 ldcp, 1 ldcp-pcc; one that is not built is taken as the first that is
  input  wire [3:0]  host_set,            // index of the parameter set
  input  wire [23:0] host_psn,            // last PSN acknowledged
  input  wire        host_open,           // the QP is open: events of a closed one are dropped
  output wire        host_done,           // one pulse: the operation is complete
  output wire [3:0]  found_alg,           // 0 ldcp, 1 ldcp-pcc; found_* hold with host_done of a read, and mean nothing
                                          // at other times
  output wire [3:0]  found_set,           // index of the parameter set
  output wire [23:0] found_psn,           // last PSN acknowledged
  output wire        found_open,          // the QP is open
  output wire        upd_valid,           // an update
  input  wire        upd_ready,           // the update is taken, if valid
  output wire [2:0]  upd_kind,            // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  output wire [9:0]  upd_qpn,             // index of the QP
  output wire [3:0]  upd_alg,             // the algorithm: 0 ldcp, 1 ldcp-pcc
  output wire [41:0] upd_window,          // new window: packets, U14.28; of hpcc and hpcc-rx bytes, U28.12
  output wire [39:0] upd_pace,            // LDCP: time between packets while the window is below one, ns, else 0;
                                          // HPCC++: rate, bytes a ns, U12.28
  output wire [15:0] upd_flags,           // bit 0 paced, 1 the window was clamped to its least, 2 to its greatest, 3
                                          // ignored; 15 to 4 are 0
  output wire        upd_feedback,        // the receiver sends the window to the sender now
  output wire [23:0] upd_una_psn,         // last PSN acknowledged
  output wire        seen_rejected,       // an ack or nak is dropped, for its PSN confirms what was not sent
  output wire        seen_closed,         // an event of a closed QP is dropped
  output wire        seen_saturated,      // an event joins one that waits, and the sum of what counts stays at 2^14 - 1
  output wire        seen_folded,         // an event joins one that waits
  output wire [5:0]  waiting_events,      // events in the event queue
  output wire [7:0]  waiting_updates,     // updates in the update queue
  output wire        init_done,           // contexts and parameter sets have their reset values; until then nothing is
                                          // taken and tx_* is ignored
  output wire        idle,                // nothing is under way in the engine; so many cycles behind the last as an
                                          // event may take
  output wire        queue_overflow       // a pulse: a queue inside was given more than it holds, which its sizes rule
                                          // out
);

  localparam [15:0] BUILT = 16'd3; // bit k: the algorithm of code k is built
  // bit k: ACKs without telemetry act on the algorithm of code k; set where it is not built
  localparam [15:0] ACKS_COUNT = 16'hfffd;
  localparam [15:0] RTTS_COUNT = 16'd2; // bit k: RTT responses act on it
  localparam [15:0] CNPS_COUNT = 16'd2; // bit k: CNPs act on it
  localparam [3:0] FIRST_ALG = 4'd0; // the algorithm of a QP whose own is not built
  localparam [2:0] KIND_HOST_WRITE = 3'd4; // kind of an event
  localparam [2:0] KIND_HOST_READ = 3'd5;
  localparam [2:0] KIND_ACK = 3'd0;
  localparam [2:0] KIND_LOSS = 3'd1;
  localparam [2:0] KIND_RTT = 3'd2;
  localparam [2:0] KIND_CNP = 3'd3;
  localparam [4:0] UNIT_SET_0 = 5'd1; // bit of the unit's parameter set
  localparam [9:0] UNIT_PART_0 = 10'd4; // bit of the unit's part of a context
  localparam [6:0] CALM_AT = 7'd28; // cycles without anything in a queue, a slot or at the entry: nothing is under way

  reg  [2:0]  entry_left_arrival_kind;
  reg         entry_left_arrival_ece;
  reg         entry_left_arrival_use_psn;
  reg  [13:0] entry_left_arrival_n;
  reg  [23:0] entry_left_arrival_psn;
  reg  [9:0]  entry_left_arrival_qpn;
  reg         entry_left_chooses;
  reg         arrived;
  reg         arrived_host;
  reg  [2:0]  arrival_kind;
  reg         arrival_ece;
  reg  [13:0] arrival_n;
  reg  [9:0]  arrival_qpn;
  reg  [3:0]  arrival_alg;
  reg  [3:0]  arrival_set;
  reg  [23:0] arrival_una;
  reg  [23:0] came_una;
  reg         una_moves;
  reg  [3:0]  una_slot;
  reg  [23:0] una_moved;
  reg         una_leaves;
  reg  [3:0]  una_read;
  reg  [3:0]  alg_leaves;
  reg         una_issued;
  reg  [3:0]  alg_issued;
  reg         held_write;
  reg  [9:0]  held_parts;
  reg  [3:0]  held_alg;
  reg  [3:0]  held_set;
  reg  [23:0] held_psn;
  reg         held_open;
  reg  [9:0]  held_qpn;
  reg  [4:0]  held_sets;
  reg         holds_set;
  reg         was_active;
  reg  [6:0]  calm;
  reg         idle_now;
  reg         overflow;
  reg  [3:0]  kept_shared_alg;
  reg  [3:0]  kept_shared_set;
  reg  [23:0] kept_shared_psn;
  reg         kept_shared_open;
  reg         done;
  reg         issued_is_host;

  wire [4:0]  access_sets;
  reg         answer_taken;
  reg  [31:0] answer_rdata;
  reg  [4:0]  answer_starts;
  wire        asks_set;
  wire        host_writes;
  wire [15:0] built_of_choice;
  wire [15:0] built_of_host;
  wire        joins;
  wire [15:0] counts_acks;
  wire [15:0] counts_rtts;
  wire [15:0] counts_cnps;
  wire        counted_is_host;
  reg  [2:0]  counted_kind;
  reg         counted_ece;
  reg  [13:0] counted_n;
  reg  [3:0]  counted_alg;
  wire        enters_slot;
  wire        issue_ready;
  wire        issues_event;
  wire        event_valid;
  wire        event_taken;
  wire        events_ready;
  wire        active;
  wire        overflows;
  wire        una_enters;
  wire [2:0]  head_kind;
  wire        host_ends;
  wire        entry_host_ends;
  wire        entry_host_taken;
  wire        entry_init_we;
  wire [9:0]  entry_init_addr;
  wire        entry_out_valid;
  wire [2:0]  entry_out_kind;
  wire        entry_out_ece;
  wire        entry_out_use_psn;
  wire [13:0] entry_out_n;
  wire [23:0] entry_out_psn;
  wire [9:0]  entry_out_qpn;
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
  wire [9:0]  entered_q_arrival_qpn;
  wire        entered_q_chooses;
  wire        psn_out_valid;
  wire [2:0]  psn_out_kind;
  wire        psn_out_ece;
  wire [13:0] psn_out_n;
  wire [9:0]  psn_out_qpn;
  wire [23:0] psn_out_psn;
  wire        psn_out_open;
  wire [23:0] psn_out_una;
  wire        choice_out_valid;
  wire [3:0]  choice_out_alg;
  wire [3:0]  choice_out_set;
  wire        event_queue_in_ready;
  wire        event_queue_out_valid;
  wire        event_queue_out_data_ece;
  wire [13:0] event_queue_out_data_n;
  wire [9:0]  event_queue_out_data_qpn;
  wire [3:0]  event_queue_out_data_alg;
  wire [3:0]  event_queue_out_data_set;
  wire [23:0] event_queue_out_data_una;
  wire [5:0]  event_queue_count;
  wire        issue_in_ready;
  wire        issue_in_loss;
  reg  [2:0]  issue_host_kind;
  wire        issue_watch_waits;
  wire        issue_occupied;
  wire        issue_out_valid;
  wire [2:0]  issue_out_kind;
  wire [13:0] issue_out_n0;
  wire [13:0] issue_out_n1;
  wire        issue_out_loss;
  wire [9:0]  issue_out_qpn;
  wire [3:0]  issue_out_alg;
  wire [3:0]  issue_out_set;
  wire [3:0]  issue_out_slot;
  wire        issue_enter_we;
  wire [3:0]  issue_enter_slot;
  wire [3:0]  issue_in_slot;
  wire        issue_in_moves;
  wire        update_queue_in_ready;
  wire [23:0] una_slots_rdata;
  wire        una_queue_in_ready;
  wire        una_queue_out_valid;
  wire [7:0]  una_queue_count;
  wire        ldcp_taken;
  wire [31:0] ldcp_rdata;
  wire [4:0]  ldcp_starts;
  wire        ldcp_writes_set;
  wire        ldcp_host_writes;
  wire        ldcp_out_valid;
  wire [2:0]  ldcp_out_kind;
  wire [9:0]  ldcp_out_qpn;
  wire [41:0] ldcp_out_window;
  wire [39:0] ldcp_out_pace;
  wire [15:0] ldcp_out_flags;
  wire        ldcp_out_feedback;
  wire        turn_pop;
  wire        turn_fence;
  wire        turn_issues_next;
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
    .out_ece     (psn_out_ece),
    .out_n       (psn_out_n),
    .out_qpn     (psn_out_qpn),
    .out_psn     (psn_out_psn),
    .out_open    (psn_out_open),
    .out_una     (psn_out_una),
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
    .waiting        ({2'd0, event_queue_count}),
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

  assign access_sets = unit_bus_sets;
  assign asks_set = |access_sets;
  assign host_writes = host_write & !asks_set;

  // the host's operation: one at a time, its data held until it is complete
  assign built_of_host = BUILT >> host_alg;

  // what was sent of the QP, up to this cycle; the event goes beside it
  ackw_delay #(
    .N    (4),
    .WIDTH(54)
  ) u_entered (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({entry_left_chooses, entry_left_arrival_qpn, entry_left_arrival_psn, entry_left_arrival_n,
      entry_left_arrival_use_psn, entry_left_arrival_ece, entry_left_arrival_kind}),
    .q    ({entered_q_chooses, entered_q_arrival_qpn, entered_q_arrival_psn, entered_q_arrival_n,
      entered_q_arrival_use_psn, entered_q_arrival_ece, entered_q_arrival_kind}),
    .en   (1'b1)
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
  end

  // what counts of it for its algorithm: the packets of an ACK, one RTT response, one CNP, which counts as marked
  assign counts_acks = ACKS_COUNT >> choice_out_alg;
  assign counts_rtts = RTTS_COUNT >> choice_out_alg;
  assign counts_cnps = CNPS_COUNT >> choice_out_alg;

  always @* begin
    counted_ece = psn_out_ece & counts_acks[0];
    counted_n = 14'd0;
    if ((psn_out_kind == KIND_ACK) & counts_acks[0]) begin
      counted_n = psn_out_n;
    end
    if ((psn_out_kind == KIND_RTT) & counts_rtts[0]) begin
      counted_n = 14'd1;
    end
    if ((psn_out_kind == KIND_CNP) & counts_cnps[0]) begin
      counted_ece = 1'b1;
      counted_n = 14'd1;
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

  // a cycle later to the event queue; the host's operation stays beside it
  ackw_fifo #(
    .WIDTH     (60),
    .ADDR_BITS (5),
    .COUNT_BITS(6)
  ) u_event_queue (
    .clk      (clk),
    .rst_n    (rst_n),
    .in_valid (arrived),
    .in_ready (event_queue_in_ready),
    .in_data  ({arrival_una, arrival_set, arrival_alg, arrival_qpn, arrival_n, arrival_ece, arrival_kind}),
    .out_valid(event_queue_out_valid),
    .out_ready(issue_ready),
    .out_data ({event_queue_out_data_una, event_queue_out_data_set, event_queue_out_data_alg, event_queue_out_data_qpn,
      event_queue_out_data_n, event_queue_out_data_ece, head_kind}),
    .count    (event_queue_count)
  );

  assign issue_ready = issue_in_ready & !turn_fence;
  assign enters_slot = event_queue_out_valid & !turn_fence;

  ackw_turn u_turn (
    .clk        (clk),
    .rst_n      (rst_n),
    .busy       (entry_under_way),
    .qpn        (held_qpn),
    .all        (holds_set),
    .arrives    (arrived_host),
    .push       (arrived),
    .push_qpn   (arrival_qpn),
    .pop        (turn_pop),
    .count      ({2'd0, event_queue_count}),
    .waits      (issue_watch_waits),
    .fence      (turn_fence),
    .issues_next(turn_issues_next),
    .issues     (turn_issues),
    .writes_set (turn_writes_set)
  );

  assign turn_pop = event_queue_out_valid & issue_ready;

  ackw_issue u_issue (
    .clk          (clk),
    .rst_n        (rst_n),
    .in_valid     (enters_slot),
    .in_ready     (issue_in_ready),
    .in_kind      (head_kind),
    .in_ece       (event_queue_out_data_ece),
    .in_n         (event_queue_out_data_n),
    .in_qpn       (event_queue_out_data_qpn),
    .in_alg       (event_queue_out_data_alg),
    .in_set       (event_queue_out_data_set),
    .in_loss      (issue_in_loss),
    .credit_return(event_taken),
    .next_is_host (turn_issues_next),
    .host_valid   (turn_issues),
    .host_kind    (issue_host_kind),
    .watch_qpn    (held_qpn),
    .watch_all    (holds_set),
    .watch_waits  (issue_watch_waits),
    .hold         (1'b0),
    .fence        (1'b0),
    .occupied     (issue_occupied),
    .out_valid    (issue_out_valid),
    .out_kind     (issue_out_kind),
    .out_n0       (issue_out_n0),
    .out_n1       (issue_out_n1),
    .out_loss     (issue_out_loss),
    .out_qpn      (issue_out_qpn),
    .out_alg      (issue_out_alg),
    .out_set      (issue_out_set),
    .out_slot     (issue_out_slot),
    .enter_we     (issue_enter_we),
    .enter_slot   (issue_enter_slot),
    .in_slot      (issue_in_slot),
    .in_moves     (issue_in_moves),
    .saturates    (seen_saturated)
  );

  always @* begin
    issue_host_kind = KIND_HOST_READ;
    if (held_write) begin
      issue_host_kind = KIND_HOST_WRITE;
    end
  end

  // events wait for their turn; what comes for a QP of which one waits joins that
  assign issue_in_loss = head_kind == KIND_LOSS;
  assign joins = issue_in_moves & !issue_enter_we;

  // what the event brings beside that is taken a cycle later, as it joins or enters
  assign seen_folded = joins;
  assign waiting_events = event_queue_count;

  // the last PSN acknowledged waits by slot, written and read a cycle later than the event moves; then, as updates of a
  // stream leave in the order of issue, with the algorithm in a queue beside them
  ackw_table #(
    .WIDTH    (24),
    .ADDR_BITS(4)
  ) u_una_slots (
    .clk  (clk),
    .raddr(una_read),
    .rdata(una_slots_rdata),
    .we   (una_moves),
    .waddr(una_slot),
    .wdata(una_moved)
  );

  assign issues_event = issue_out_valid & !issued_is_host;
  assign una_enters = una_issued;

  ackw_fifo #(
    .WIDTH     (28),
    .ADDR_BITS (5),
    .COUNT_BITS(8)
  ) u_una_queue (
    .clk      (clk),
    .rst_n    (rst_n),
    .in_valid (una_enters),
    .in_ready (una_queue_in_ready),
    .in_data  ({alg_issued, una_slots_rdata}),
    .out_valid(una_queue_out_valid),
    .out_ready(event_taken),
    .out_data ({upd_alg, upd_una_psn}),
    .count    (una_queue_count)
  );

  // the units, side by side; operations of the host go to each, and end with the slowest
  always @* begin
    answer_taken = 1'b0;
    answer_taken = answer_taken | ldcp_taken;
  end

  always @* begin
    answer_rdata = 32'd0;
    answer_rdata = answer_rdata | ldcp_rdata;
  end

  always @* begin
    answer_starts = 5'd0;
    answer_starts = answer_starts | ldcp_starts;
  end

  ackw_ldcp_unit u_ldcp (
    .clk           (clk),
    .rst_n         (rst_n),
    .init_we       (entry_init_we),
    .init_addr     (entry_init_addr),
    .bus_write     (unit_bus_write),
    .bus_windex    (unit_bus_windex),
    .bus_wdata     (unit_bus_wdata),
    .bus_rindex    (unit_bus_rindex),
    .bus_last_index(unit_bus_last_index),
    .bus_last_data (unit_bus_last_data),
    .bus_host_busy (unit_bus_host_busy),
    .bus_found_now (unit_bus_found_now),
    .bus_sets      (access_sets),
    .taken         (ldcp_taken),
    .rdata         (ldcp_rdata),
    .starts        (ldcp_starts),
    .writes_set    (ldcp_writes_set),
    .host_writes   (ldcp_host_writes),
    .issued_valid  (issue_out_valid),
    .issued_host   (issued_is_host),
    .issued_kind   (issue_out_kind),
    .issued_n0     (issue_out_n0),
    .issued_n1     (issue_out_n1),
    .issued_loss   (issue_out_loss),
    .issued_qpn    (issue_out_qpn),
    .issued_alg    (issue_out_alg),
    .issued_set    (issue_out_set),
    .host_ends     (host_ends),
    .out_valid     (ldcp_out_valid),
    .out_kind      (ldcp_out_kind),
    .out_qpn       (ldcp_out_qpn),
    .out_window    (ldcp_out_window),
    .out_pace      (ldcp_out_pace),
    .out_flags     (ldcp_out_flags),
    .out_feedback  (ldcp_out_feedback)
  );

  assign ldcp_host_writes = held_write & (|(held_parts & UNIT_PART_0));
  assign ldcp_writes_set = turn_writes_set & (|(held_sets & UNIT_SET_0));
  assign unit_answer_taken = answer_taken;
  assign unit_answer_rdata = answer_rdata;
  assign unit_answer_starts = answer_starts;

  // updates wait to be taken; each one taken lets an event issue
  ackw_fifo #(
    .WIDTH     (112),
    .ADDR_BITS (5),
    .COUNT_BITS(8)
  ) u_update_queue (
    .clk      (clk),
    .rst_n    (rst_n),
    .in_valid (ldcp_out_valid),
    .in_ready (update_queue_in_ready),
    .in_data  ({ldcp_out_feedback, ldcp_out_flags, ldcp_out_pace, ldcp_out_window, ldcp_out_qpn, ldcp_out_kind}),
    .out_valid(event_valid),
    .out_ready(event_taken),
    .out_data ({upd_feedback, upd_flags, upd_pace, upd_window, upd_qpn, upd_kind}),
    .count    (waiting_updates)
  );

  assign events_ready = upd_ready;
  assign event_taken = event_valid & events_ready;
  assign upd_valid = event_valid;

  // the host's operation is done in the cycle after, when all that it found is kept
  assign entry_host_ends = host_ends | turn_writes_set;
  assign host_done = done;
  assign found_alg = kept_shared_alg;
  assign found_set = kept_shared_set;
  assign found_psn = kept_shared_psn;
  assign found_open = kept_shared_open;

  // nothing is under way when so long nothing was seen at the entry, in a queue or in a slot
  assign active = entry_out_valid | entry_under_way | event_queue_out_valid | issue_occupied | event_valid;

  // the queues of una_psn are written at issue and read with their update: they are the first to be full
  assign overflows = (arrived & !event_queue_in_ready) | (una_enters & !una_queue_in_ready);
  assign idle = idle_now;
  assign queue_overflow = overflow;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      arrived <= 1'b0;
      arrived_host <= 1'b0;
      una_moves <= 1'b0;
      una_leaves <= 1'b0;
      una_issued <= 1'b0;
      was_active <= 1'b0;
      calm <= 7'd0;
      idle_now <= 1'b0;
      overflow <= 1'b0;
      done <= 1'b0;
      issued_is_host <= 1'b0;
    end else begin
      arrived <= psn_out_valid & !counted_is_host;
      arrived_host <= psn_out_valid & counted_is_host;

      issued_is_host <= turn_issues;

      una_moves <= issue_in_moves;
      una_leaves <= issues_event;
      una_issued <= una_leaves;

      done <= host_ends | turn_writes_set;

      if (calm != CALM_AT) begin
        calm <= calm + 7'd1;
      end
      was_active <= active;
      if (was_active) begin
        calm <= 7'd0;
      end
      idle_now <= !entry_init_we & !active & !was_active & (calm == CALM_AT);
      overflow <= overflows;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (entry_host_taken) begin
      held_qpn <= entry_out_qpn;
      held_sets <= access_sets;
      holds_set <= asks_set;
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

    entry_left_arrival_kind <= entry_out_kind;
    entry_left_arrival_ece <= entry_out_ece;
    entry_left_arrival_use_psn <= entry_out_use_psn;
    entry_left_arrival_n <= entry_out_n;
    entry_left_arrival_psn <= entry_out_psn;
    entry_left_arrival_qpn <= entry_out_qpn;
    entry_left_chooses <= entry_out_chooses;
    // what a host operation finds of PSN and choice
    if (psn_out_valid & counted_is_host) begin
      kept_shared_psn <= psn_out_psn;
      kept_shared_open <= psn_out_open;
      kept_shared_alg <= choice_out_alg;
      kept_shared_set <= choice_out_set;
    end

    arrival_kind <= counted_kind;
    arrival_ece <= counted_ece;
    arrival_n <= counted_n;
    arrival_qpn <= psn_out_qpn;
    arrival_alg <= counted_alg;
    arrival_set <= choice_out_set;
    arrival_una <= psn_out_una;

    if (issue_in_ready) begin
      came_una <= event_queue_out_data_una;
    end

    una_slot <= issue_in_slot;
    una_moved <= came_una;
    una_read <= issue_out_slot;
    alg_leaves <= issue_out_alg;
    alg_issued <= alg_leaves;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, built_of_choice[15:1], built_of_host[15:1], counts_acks[15:1], counts_rtts[15:1],
    counts_cnps[15:1], sent_out_snd_nxt, choice_out_valid, issue_enter_slot, update_queue_in_ready, una_queue_out_valid,
    una_queue_count};

endmodule

`default_nettype wire
