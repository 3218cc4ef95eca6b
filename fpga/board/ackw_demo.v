// A demonstration that checks itself: events and frames go into ackw_top, every update and counter goes into a
// signature, and the signature is compared with what the golden model computed for the same cycles.
//
// cli/demo/run.rs has the same rules beside the model. In a cycle in which it is valid and ready an event is taken, and
// the generator goes on; frames come from ackw_demo_frames, over and over, with gaps; the updates are always taken.
// When all events are taken and nothing has come for QUIET cycles, the 64 counters follow.
`default_nettype none

module ackw_demo #(
  parameter         QP_BITS   = 10,
  parameter         DATA_BITS = 64,
  parameter         EVENTS    = 1048576, // events that are offered
  parameter [31:0]  UPDATES   = 32'd0, // updates that the model computed
  parameter [127:0] SIGNATURE = 128'd0 // and their signature
) (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        fault, // inverts ECN-Echo of each event: the signature must be another
  output wire        running,
  output reg         done,
  output reg         pass, // with done
  output reg  [31:0] updates,
  output reg [127:0] signature // of 128 bits for each update and counter, in a feedback register of as many
);

  localparam INIT = 3'd0, OPEN = 3'd6, RUN = 3'd1, QUIET = 3'd2, COUNT = 3'd3, JUDGE = 3'd4, DONE = 3'd5;
  localparam [9:0] QUIET_CYCLES = 10'd1023;
  localparam [23:0] QPN_BASE = 24'h010000;

  reg [2:0]  state;
  reg [63:0] x; // xorshift64, a step an event
  reg [31:0] events; // taken
  reg [10:0] cycle; // of the run
  reg [9:0]  still; // cycles without an update
  reg [6:0]  select; // of a counter
  reg [QP_BITS-1:0] opened; // the QP that is being opened
  reg        asks; // for that

  wire                   event_ready, tready, init_done;
  wire                   upd_valid, upd_feedback;
  wire [3:0]             upd_alg;
  wire [2:0]             upd_kind;
  wire [QP_BITS-1:0]     upd_qpn;
  wire [41:0]            upd_window;
  wire [39:0]            upd_pace;
  wire [15:0]            upd_flags;
  wire [23:0]            upd_una_psn;
  wire [63:0]            cnt_value;

  // of no use here: the host's side, and what the counters count
  wire        host_ready, host_done, found_open, frame_dropped, alert_psn, idle, queue_overflow;
  wire [3:0]  found_alg;
  wire [3:0]  found_set;
  wire [23:0] found_psn;
  wire        answer_taken;
  wire [31:0] answer_rdata;
  wire [4:0]  answer_starts;
  wire        unused = &{1'b0, alert_psn, upd_una_psn, found_alg, found_set, found_psn, found_open, answer_taken,
    answer_rdata, answer_starts, frame_dropped, idle, queue_overflow};

  // an event: mostly ACKs; half with their n, the others with a PSN that grows, mostly; half to four QPs, so that
  // events of one QP come at every distance
  wire        offers = state == RUN && events != EVENTS;
  wire [23:0] psn    = {events[20:0], 3'd0} + {18'd0, x[46:41]};
  wire        use_psn = x[7];
  wire [13:0] n      = x[8] ? {10'd0, x[12:9]} : x[22:9];
  wire [QP_BITS-1:0] qpn = x[24] ? {{(QP_BITS - 2){1'b0}}, x[26:25]} : x[25 +: QP_BITS];
  reg  [2:0]  kind;
  always @* begin
    case (x[3:0])
      4'd10:   kind = 3'd1; // loss
      4'd11:   kind = 3'd2; // rtt
      4'd12:   kind = 3'd3; // cnp
      4'd13:   kind = 3'd6; // data
      4'd14:   kind = 3'd5; // no kind: taken as a loss
      default: kind = 3'd0; // ack
    endcase
  end

  wire [63:0] x1 = x ^ {x[50:0], 13'd0};
  wire [63:0] x2 = x1 ^ {7'd0, x1[63:7]};
  wire [63:0] x3 = x2 ^ {x2[46:0], 17'd0};

  // a frame is under way, or one of its beats waits
  reg        frame;
  reg  [4:0] gap; // cycles until the next
  reg  [9:0] place; // of a beat in the list
  wire                   last_of_all, tlast, tuser;
  wire [DATA_BITS-1:0]   tdata;
  wire [DATA_BITS/8-1:0] tkeep;

  ackw_demo_frames u_frames (
    .place(place), .last_of_all(last_of_all), .tdata(tdata), .tkeep(tkeep), .tlast(tlast), .tuser(tuser)
  );

  // what is signed: no bit of it shares a place with another, so that no two faults of one word hide each other
  wire        counts    = state == COUNT && select != 7'd0;
  wire        signs     = counts || (upd_valid && state != JUDGE && state != DONE);
  reg  [15:0]  index;
  reg  [127:0] word;
  always @* begin
    index = 16'd0;
    index[QP_BITS-1:0] = upd_qpn;
    word = {cycle[5:0], index, upd_kind, upd_alg, upd_feedback, upd_flags, upd_pace, upd_window};
    // a counter's value comes a cycle after its number; nothing has come for long then
    if (counts) word = {57'd0, select, cnt_value};
  end

  assign running   = state != INIT && state != DONE;

  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) begin
      state   <= INIT;
      x       <= 64'h9e3779b97f4a7c15;
      events  <= 32'd0;
      cycle   <= 11'd0;
      still   <= 10'd0;
      select  <= 7'd0;
      opened  <= {QP_BITS{1'b0}};
      asks    <= 1'b1;
      updates   <= 32'd0;
      signature <= {128{1'b1}};
      frame   <= 1'b0;
      gap     <= 5'd0;
      place   <= 10'd0;
      done    <= 1'b0;
      pass    <= 1'b0;
    end else begin
      if (offers && event_ready) begin
        x      <= x3;
        events <= events + 32'd1;
      end
      if (frame) begin
        if (tready) begin
          place <= last_of_all ? 10'd0 : place + 10'd1;
          if (tlast) begin
            frame <= 1'b0;
            gap   <= x[62:58];
          end
        end
      end else if (gap != 5'd0) gap <= gap - 5'd1;
      else frame <= offers;
      // times x modulo x^128 + x^7 + x^2 + x + 1
      if (signs) signature <= {signature[126:0], 1'b0} ^ (signature[127] ? 128'h87 : 128'd0) ^ word;
      if (signs && !counts) updates <= updates + 32'd1;
      if (state != INIT) cycle <= cycle + 11'd1;
      still <= upd_valid ? 10'd0 : still + 10'd1;
      case (state)
        INIT:    if (init_done) state <= OPEN;
        // every QP, with the PSN 0 as its first
        OPEN:    begin
                   if (host_ready) asks <= 1'b0;
                   if (host_done) begin
                     asks   <= 1'b1;
                     opened <= opened + {{(QP_BITS - 1){1'b0}}, 1'b1};
                     if (&opened) state <= RUN;
                   end
                 end
        RUN:     if (events == EVENTS && !frame) begin
                   state <= QUIET;
                   still <= 10'd0;
                 end
        QUIET:   if (still == QUIET_CYCLES && !upd_valid) state <= COUNT;
        COUNT:   begin
                   select <= select + 7'd1;
                   if (select == 7'd64) state <= JUDGE;
                 end
        JUDGE:   begin
                   state <= DONE;
                   done  <= 1'b1;
                   // a run without updates has shown nothing, whatever was expected
                   pass  <= signature == SIGNATURE && updates == UPDATES && updates != 32'd0;
                 end
        default: state <= DONE;
      endcase
    end
  end

  ackw_top u_top (
    .clk(clk), .rst_n(rst_n),
    .cfg_qpn_base(QPN_BASE), .cfg_ece_place(2'd0), .cfg_max_frame_bytes(14'd9216),
    .cfg_telemetry_place(2'd0), .cfg_telemetry_offset(4'd0), .cfg_telemetry_area(6'd0), .cfg_telemetry_profile(1'b0),
    .cfg_own_check(3'd0), .cfg_own_mac(48'd0), .cfg_own_ipv4(32'd0), .cfg_own_ipv6_high(64'd0), .cfg_own_ipv6_low(64'd0),
    .s_axis_tdata(tdata), .s_axis_tkeep(tkeep), .s_axis_tvalid(frame), .s_axis_tready(tready),
    .s_axis_tlast(tlast), .s_axis_tuser(tuser),
    // the units' parameters stay as they are after reset
    .unit_bus_write(1'b0), .unit_bus_windex(10'd0), .unit_bus_wdata(32'd0), .unit_bus_rindex(10'd0),
    .unit_bus_last_index(10'd0), .unit_bus_last_data(32'd0), .unit_bus_host_busy(1'b0), .unit_bus_found_now(1'b0),
    .unit_bus_sets(5'd0), .unit_answer_taken(answer_taken), .unit_answer_rdata(answer_rdata), .unit_answer_starts(answer_starts),
    // an ACK with a PSN is of a packet that goes out just now
    .tx_valid(offers && use_psn), .tx_qpn(qpn), .tx_psn(psn + 24'd1),
    .s_event_valid(offers), .s_event_ready(event_ready), .s_event_kind(kind), .s_event_ece((x[5:4] == 2'd0) ^ fault),
    .s_event_use_psn(use_psn), .s_event_n(n), .s_event_psn(psn), .s_event_qpn(qpn),
    .host_valid(state == OPEN && asks), .host_ready(host_ready), .host_write(1'b1), .host_parts(10'd2), .host_qpn(opened), .host_alg(4'd0),
    .host_set(4'd0), .host_psn(24'hffffff), .host_open(1'b1), .host_done(host_done),
    .found_alg(found_alg), .found_set(found_set), .found_psn(found_psn), .found_open(found_open),
    .upd_valid(upd_valid), .upd_ready(1'b1), .upd_kind(upd_kind), .upd_qpn(upd_qpn), .upd_alg(upd_alg),
    .upd_window(upd_window), .upd_pace(upd_pace), .upd_flags(upd_flags), .upd_feedback(upd_feedback), .upd_una_psn(upd_una_psn), .alert_psn(alert_psn),
    .init_done(init_done), .idle(idle), .queue_overflow(queue_overflow), .frame_dropped(frame_dropped), .cnt_sel(select[5:0]), .high_water_clear(5'd0), .cnt_value(cnt_value)
  );

endmodule

`default_nettype wire
