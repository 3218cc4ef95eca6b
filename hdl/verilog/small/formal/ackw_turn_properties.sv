// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The host's operation goes once, at its place in the order of its QP, waits for nothing else, and within cycles that
// are counted.
//
// Order: an operation of a context issues when every older event of its QP has left the queue, and issued 8 cycles ago
// at the least; the write of a parameter set comes when every older event has, of any QP, and the cycles from issue to
// the update queue have gone by. Younger events leave the queue from the second cycle behind the operation on. Once: it
// goes if it came, and one time. Nothing else: what it finds in the queue is an older event of its QP, older ones are
// let out, and while none is in the way the cycles are counted.
//
// `a` is any place of the table of QPNs, which stands for that word alone; `mark` takes any event that leaves this
// place. What slots do is free, but that they tell of an event a cycle later, of a QP that was asked for in the cycle before.
module ackw_turn_properties (
  input wire clk,
  input wire rst_n,
  input wire busy,
  input wire [3:0] qpn,
  input wire all,
  input wire arrives,
  input wire push,
  input wire [3:0] push_qpn,
  input wire pop,
  input wire [7:0] count,
  input wire waits,
  input wire fence,
  input wire issues,
  input wire writes_set,
  input wire pending,
  input wire goes,
  input wire fenced,
  input wire passed,
  input wire fresh,
  input wire fresher,
  input wire [6:0] quiet,
  input wire settled,
  input wire [7:0] left,
  input wire [7:0] at,
  input wire [4:0] place,
  input wire looks,
  input wire same,
  input wire decides,
  input wire found,
  input wire [4:0] write,
  input wire gone,
  input wire [3:0] waiting_rdata
);

  localparam EVENTS = 32; // places in the queue
  localparam UPDATE = 65; // cycles from where an event leaves its slot to the update queue
  localparam BEHIND = 8;        // of a QP's last event
  localparam QPN    = $bits(qpn);
  localparam ADDR   = $clog2(EVENTS);

  (* anyconst *) reg [ADDR-1:0] a;
  (* anyseq *)   reg            mark;   // the event that leaves is followed in its slot
  (* anyseq *)   reg            leaves; // it issues

  reg            started  = 1'b0;
  reg            waiting  = 1'b0; // the operation came, and has not gone
  reg            had      = 1'b0; // it came while `busy` was as high as now
  reg            went     = 1'b0; // it went in the last cycle
  reg            was_busy = 1'b0;
  reg            long_busy = 1'b0; // in the last cycle and in the one before
  reg            was_reset = 1'b1; // nothing is under way yet
  reg            was_all;
  reg [QPN-1:0]  was_qpn;
  reg [7:0]      n;       // events in the queue
  reg [7:0]      old;     // those of them that are older than the operation
  reg [7:0]      at_first; // as many as these when it came
  reg [7:0]      young;
  reg [ADDR-1:0] next;    // place of the next event; and of the first that is younger
  reg [ADDR-1:0] next_first;
  reg [QPN-1:0]  word;    // at `a`
  reg            slotted  = 1'b0;
  reg            entered; // in the last cycle
  reg            told;    // a slot had it in the last cycle, and the operation waits for it
  reg [QPN-1:0]  slot_qpn;
  reg [7:0]      since;   // cycles since it issued
  reg [9:0]      age;     // cycles since the operation came
  reg [9:0]      free;    // those in a row in which nothing of its QP was in the way
  reg [6:0]      clear;   // and nothing of it was left to be looked at

  // the event at `a`, counted from the youngest on and from the youngest older one on; the queue has it
  wire [ADDR-1:0] back_any = next - a;
  wire [ADDR-1:0] back_old = next_first - a;
  wire [7:0]      behind   = back_any == 0 ? EVENTS : back_any;
  wire [7:0]      of_older = back_old == 0 ? EVENTS : back_old;
  wire            there    = behind <= n;
  wire            older    = waiting && of_older <= old;
  wire            mine     = all || word == qpn;
  wire            slot_is_mine = all || slot_qpn == qpn;

  wire [ADDR-1:0] looked = next_first - at[ADDR-1:0]; // place of the event that is looked at

  wire done       = issues || writes_set;
  wire goes_out   = pop && behind == n;
  wire in_the_way = all ? old != 0 : found && !gone;

  always @(posedge clk) begin
    started  <= 1'b1;
    waiting  <= rst_n && ((waiting && !done) || arrives);
    had      <= rst_n && busy && (had || arrives);
    went     <= rst_n && done;
    was_busy <= rst_n && busy;
    long_busy <= rst_n && busy && was_busy;
    was_reset <= !rst_n;
    was_all  <= all;
    was_qpn  <= qpn;
    n        <= rst_n ? n + push - pop : 8'd0;
    next     <= rst_n ? next + push : {ADDR{1'b0}};
    if (push && next == a) word <= push_qpn;
    if (arrives) begin
      old        <= n - pop;
      at_first   <= n;
      young      <= 8'd0;
      next_first <= next;
    end else begin
      old   <= old - (pop && old != 0);
      young <= young + push - (pop && old == 0);
    end
    slotted  <= rst_n && ((goes_out && mark) || (slotted && !leaves));
    entered  <= rst_n && goes_out && mark;
    told     <= rst_n && slotted && slot_is_mine && was_busy;
    if (goes_out && mark) slot_qpn <= word;
    since    <= !rst_n ? 8'd255 : slotted && leaves ? 8'd1 : &since ? since : since + 8'd1;
    age      <= arrives ? 10'd1 : &age ? age : age + 10'd1;
    free     <= arrives || !waiting || in_the_way || waits ? 10'd0 : free + 10'd1;
    clear    <= !waiting || !gone || waits ? 7'd0 : clear + 7'd1;
  end

  always @* if (!started) assume (!rst_n);

  // the engine: one operation at a time, which comes once, and stays until it is done; the queue holds what it is given
  always @* if (started && rst_n) begin
    assume (count == n);
    if (was_reset) assume (!busy);
    if (arrives) assume (busy && long_busy && !had && !push);
    if (waiting) assume (busy);
    if ((busy && was_busy) || went) assume (all == was_all && qpn == was_qpn);
    if (push) assume (n < EVENTS);
    if (pop) assume (n != 0 && !fence);
    if (goes_out && mark) assume (!slotted || leaves);
    if (leaves) assume (slotted);
    if (told) assume (waits);
    if (waiting && looks && place[ADDR-1:0] == a) assume (waiting_rdata == word);
  end

  // the claim
  always @* if (started && rst_n) begin
    // once, and as what it is
    if (done) assert (waiting);
    assert (!(issues && writes_set));
    if (issues) assert (!all);
    if (writes_set) assert (all);
    // behind the older events of its QP
    if (done && mine) assert (!older);
    if (done && slot_is_mine) assert (!slotted && since >= (all ? UPDATE : BEHIND));
    // before the younger ones, and only they wait
    assert (fence == ((waiting && old == 0) || went));
    // for nothing else
    if (waiting && found && !gone && looked == a) assert (there && older && mine || all);
    if (waiting) assert (clear <= (all ? UPDATE + 1 : BEHIND - 2));
    if (waiting && !all) assert (free <= 2*at_first + 2 || free <= BEHIND - 2);
  end

  // what leads there
  always @* if (started && rst_n) begin
    assert (n <= EVENTS);
    assert (write[ADDR-1:0] == next);
    assert (pending == waiting && done == goes);
    if (goes) assert (passed && gone);
    if (waiting) begin
      assert (had && was_busy && left == old && old <= at_first && at_first <= EVENTS && young <= n && old == n - young);
      assert (next == next_first + young[ADDR-1:0]);
      assert (at >= 1 && at <= at_first + 1);
      if (decides && !passed && !found) assert (at <= at_first || at_first == 0);
      if (all) assert (found && at == 1);
      if (older && word == qpn && !all) assert (at <= of_older);
      if (!found && !gone) begin
        assert (age == 2*at - 1 + decides && free < age);
        assert (looks == age[0] && decides == !age[0]);
        assert (place[ADDR-1:0] == looked - decides);
        if (decides && looked == a && older) assert (same == (word == qpn));
      end
      if (gone) assert (free <= 2*at_first + clear && (passed || clear == 0));
      if (clear > 1 && !goes && !all) assert (free < BEHIND - 2);
      assert (free >= clear && (&quiet || quiet >= free));
      if (found && !gone && !all && looked == a) assert (word == qpn && older && of_older == at);
    end
    // of the event that left the queue: its slot tells of it, or it has just come there; then `quiet` counts
    if (busy && long_busy && slot_is_mine) begin
      if (slotted) assert (entered || told);
      if (entered && waiting) assert (!passed);
      if (!slotted && since == 1) assert (told);
      if (!slotted && since > 1) assert (quiet + 2 <= since);
    end
    if (!was_reset) assert (fresher == !was_busy && fresh == !long_busy);
    if (busy && !long_busy) assert (quiet == 0);
    if (busy) assert (settled == (quiet >= (all ? UPDATE : BEHIND - 3)));
  end

  always @(posedge clk) if (started && rst_n) begin
    cover (issues && at_first == 4 && at == 5);
    cover (issues && old != 0);
    cover (issues && found && young != 0);
    cover (writes_set && at_first == 2);
    cover (issues && since == BEHIND && slot_qpn == qpn);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
`ifndef ACKWRIGHT_ASSERT
bind ackw_turn ackw_turn_properties u_properties (.*);
`endif
`endif

`default_nettype wire
