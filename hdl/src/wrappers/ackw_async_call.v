`default_nettype none

// A call from one clock to another and its answer, one at a time. What crosses is held in registers while one bit tells
// that it is there: `a_turn` differs from `b_turn` from the call to its answer.
//
// A reset of either side ends the call under way: where the caller lives on, it gets an answer with `answer_lost`;
// where the server lives on, it ends what it does, and the answer is dropped. While either side is reset, calls wait.
module ackw_async_call #(
  parameter CALL_WIDTH   = 8,
  parameter ANSWER_WIDTH = 8
) (
  /* scan_mode: input  wire                    scan_mode, // of a tester: the ports' resets, not those in step */
  // the caller
  input  wire                    a_clk,
  input  wire                    a_rst_n,      // asynchronous; its release is synchronised inside
  input  wire                    call_valid,
  output wire                    call_ready,
  output reg                     calling,      // from a call until its answer, or its loss, is known
  input  wire [CALL_WIDTH-1:0]   call_data,
  output reg                     answer_valid,
  input  wire                    answer_ready,
  output reg  [ANSWER_WIDTH-1:0] answer_data,
  output reg                     answer_lost,  // there is no answer, the server was reset
  // the server
  input  wire                    b_clk,
  input  wire                    b_rst_n,      // asynchronous; its release is synchronised inside
  output reg                     serving,      // a call, until `served`; low for a cycle between two
  output reg  [CALL_WIDTH-1:0]   serve_data,
  input  wire                    served,
  input  wire [ANSWER_WIDTH-1:0] served_data
);

  reg                     a_turn;
  reg  [CALL_WIDTH-1:0]   held_call;
  wire                    b_turn_seen;
  wire                    a_up;
  wire                    a_open;
  wire                    a_clear;
  wire                    a_was_closed;
  wire                    a_was_cleared;

  reg                     stale; // the link has closed while this call was served
  reg                     b_turn;
  reg  [ANSWER_WIDTH-1:0] held_answer;
  wire                    a_turn_seen;
  wire                    b_up;
  wire                    b_open;
  wire                    b_clear;
  wire                    b_was_closed;
  wire                    b_was_cleared;

  wire any_rst_n = a_up & b_up;

  // The caller
  wire call = call_valid & call_ready;
  wire lost = calling & !a_open;
  wire back = calling & a_open & (b_turn_seen == a_turn);

  assign call_ready = a_open & !calling & !answer_valid;

  always @(posedge a_clk or negedge a_rst_n) begin
    if (!a_rst_n) begin
      calling      <= 1'b0;
      answer_valid <= 1'b0;
    end else begin
      calling      <= call | (calling & !lost & !back);
      answer_valid <= lost | back | (answer_valid & !answer_ready);
    end
  end

  always @(posedge a_clk) begin
    if (a_clear)   a_turn <= 1'b0;
    else if (call) a_turn <= !a_turn;
  end

  always @(posedge a_clk) begin
    if (call) held_call <= call_data;
    if (lost | back) begin
      answer_lost <= lost;
      answer_data <= held_answer;
    end
  end

  // The server
  wire start = b_open & !serving & (a_turn_seen != b_turn);
  wire done  = serving & served;
  wire reply = done & b_open & !stale;

  always @(posedge b_clk or negedge b_rst_n) begin
    if (!b_rst_n) begin
      serving <= 1'b0;
      stale   <= 1'b0;
    end else begin
      serving <= start | (serving & !served);
      stale   <= serving & (stale | !b_open);
    end
  end

  always @(posedge b_clk) begin
    if (b_clear)    b_turn <= 1'b0;
    else if (reply) b_turn <= !b_turn;
  end

  always @(posedge b_clk) begin
    if (start) serve_data  <= held_call;
    if (reply) held_answer <= served_data;
  end

  // What crosses
  ackw_sync u_b_turn (
    .clk   (a_clk),
    .rst_n (1'b1),
    .d     (b_turn),
    .q     (b_turn_seen)
  );

  ackw_sync u_a_turn (
    .clk   (b_clk),
    .rst_n (1'b1),
    .d     (a_turn),
    .q     (a_turn_seen)
  );

  ackw_async_link u_a_link (
    /* scan_mode: .scan_mode        (scan_mode), */
    .clk              (a_clk),
    .rst_n            (a_rst_n),
    .up               (a_up),
    .any_rst_n        (any_rst_n),
    .peer_was_closed  (b_was_closed),
    .peer_was_cleared (b_was_cleared),
    .was_closed       (a_was_closed),
    .was_cleared      (a_was_cleared),
    .clear            (a_clear),
    .open             (a_open)
  );

  ackw_async_link u_b_link (
    /* scan_mode: .scan_mode        (scan_mode), */
    .clk              (b_clk),
    .rst_n            (b_rst_n),
    .up               (b_up),
    .any_rst_n        (any_rst_n),
    .peer_was_closed  (a_was_closed),
    .peer_was_cleared (a_was_cleared),
    .was_closed       (b_was_closed),
    .was_cleared      (b_was_cleared),
    .clear            (b_clear),
    .open             (b_open)
  );

endmodule

`default_nettype wire
