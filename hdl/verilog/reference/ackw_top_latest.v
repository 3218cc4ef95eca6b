// Ackwright, configuration bf2dec66e72ad8e6
`default_nettype none

// ackw_latest at the port of updates of ackw_top, and its initialisation.
module ackw_top_latest (
  input  wire        clk,            // clock, rising edge
  input  wire        rst_n,          // reset, active low, synchronous
  input  wire        s_upd_valid,    // an update, always taken; none comes before each QP had its cycle behind a reset
  input  wire [2:0]  s_upd_kind,     // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data, 7 timer
  input  wire [11:0] s_upd_qpn,      // index of the QP
  input  wire [3:0]  s_upd_alg,      // the algorithm of the update
  input  wire [41:0] s_upd_window,   // new window, in the algorithm's format
  input  wire [39:0] s_upd_pace,     // new pace or rate, in the algorithm's format
  input  wire [15:0] s_upd_flags,    // bits 3 to 0 of this update alone, 15 to 4 sticky
  input  wire        s_upd_feedback, // it goes to the sender (hpcc-rx)
  input  wire [23:0] s_upd_una_psn,  // last PSN acknowledged; of kind timer it means nothing
  output wire        m_upd_valid,    // what waited of a QP
  input  wire        m_upd_ready,    // it is taken
  output wire [11:0] m_upd_qpn,      // index of the QP
  output wire        m_upd_limits,   // there are alg, window, pace and flags; else these are 0
  output wire        m_upd_acks,     // there is una_psn; else it is 0
  output wire [3:0]  m_upd_alg,      // of the newest update with limits
  output wire [41:0] m_upd_window,   // likewise
  output wire [39:0] m_upd_pace,
  output wire [15:0] m_upd_flags,    // bits 3 to 0 likewise; 15 to 4 of any update with limits since the last word of
                                     // this QP
  output wire        m_upd_feedback, // of any update since the last word of this QP
  output wire [23:0] m_upd_una_psn   // of the newest update that has one
);

  reg  [11:0] init_at;
  reg         ready;

  wire        initialises;
  wire [12:0] latest_waiting;
  wire [31:0] latest_joined;

  // after reset nothing waits of any QP, a cycle each, while the engine does likewise
  assign initialises = !ready;

  ackw_latest u_latest (
    .clk           (clk),
    .rst_n         (rst_n),
    .init_we       (initialises),
    .init_addr     (init_at),
    .drop_valid    (1'b0),
    .drop_qpn      (12'd0),
    .s_upd_valid   (s_upd_valid),
    .s_upd_kind    (s_upd_kind),
    .s_upd_qpn     (s_upd_qpn),
    .s_upd_alg     (s_upd_alg),
    .s_upd_window  (s_upd_window),
    .s_upd_pace    (s_upd_pace),
    .s_upd_flags   (s_upd_flags),
    .s_upd_feedback(s_upd_feedback),
    .s_upd_una_psn (s_upd_una_psn),
    .m_upd_valid   (m_upd_valid),
    .m_upd_ready   (m_upd_ready),
    .m_upd_qpn     (m_upd_qpn),
    .m_upd_limits  (m_upd_limits),
    .m_upd_acks    (m_upd_acks),
    .m_upd_alg     (m_upd_alg),
    .m_upd_window  (m_upd_window),
    .m_upd_pace    (m_upd_pace),
    .m_upd_flags   (m_upd_flags),
    .m_upd_feedback(m_upd_feedback),
    .m_upd_una_psn (m_upd_una_psn),
    .waiting       (latest_waiting),
    .joined        (latest_joined)
  );

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      init_at <= 12'd0;
      ready <= 1'b0;
    end else begin
      // after reset nothing waits of any QP, a cycle each, while the engine does likewise
      if (initialises) begin
        init_at <= init_at + 12'd1;
        ready <= &init_at;
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, latest_waiting, latest_joined};

endmodule

`default_nettype wire
