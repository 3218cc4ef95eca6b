// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The host's turn: beside the event queue its operation waits for the older events of its QP, not for those of others.
// The write of a parameter set waits for all that are older, until they have read their sets. Younger events wait
// behind it.
module ackw_turn (
  input  wire       clk,         // clock, rising edge
  input  wire       rst_n,       // reset, active low, synchronous
  input  wire       busy,        // an operation is under way
  input  wire [9:0] qpn,         // index of its QP
  input  wire       all,         // it is the write of a parameter set
  input  wire       arrives,     // it is at the event queue
  input  wire       push,        // an event goes into the event queue
  input  wire [9:0] push_qpn,    // index of its QP
  input  wire       pop,         // an event leaves it for a slot
  input  wire [7:0] count,       // events in it
  input  wire       waits,       // an event that the operation waits for was in a slot in the last cycle, or had come
                                 // to one
  output wire       fence,       // the head of the queue is younger than the operation: it has to wait
  output wire       issues_next, // the operation issues in the next cycle
  output wire       issues,      // the operation issues in this cycle
  output wire       writes_set   // the parameter set is written in this cycle
);

  localparam [6:0] QUIET_ENOUGH = 7'd4; // cycles without the operation's QP in a slot, after which it may go
  localparam [6:0] DRAINED = 7'd24; // cycles without an event in a slot: all that left one have read their set

  reg        pending;
  reg        goes;
  reg        issuing;
  reg        writing;
  reg        fenced;
  reg        passed;
  reg        fresh;
  reg        fresher;
  reg  [6:0] quiet;
  reg        settled;
  reg  [7:0] left;
  reg  [7:0] at;
  reg        same;
  reg        decides;
  reg        found;
  reg  [4:0] place;
  reg        looks;
  reg  [4:0] write;

  wire       stays;
  wire       left_over;
  wire       count_over;
  reg  [7:0] remaining;
  wire       gone;
  reg  [6:0] enough;
  wire       may_go;
  wire [9:0] waiting_rdata;

  // the older events in the queue, counted from the youngest.
  // The fence stands behind the last of them, and for a cycle behind the operation, until the slots know of it
  assign stays = pending & !goes;

  always @* begin
    remaining = left;
    if (pop & (|left)) begin
      remaining = left - 8'd1;
    end
    if (arrives) begin
      remaining = count;
      if (pop & (|count)) begin
        remaining = count - 8'd1;
      end
    end
  end

  assign left_over = !(|left[7:1]) & (!left[0] | pop);
  assign count_over = !(|count[7:1]) & (!count[0] | pop);

  // the QPNs in the queue, one every second cycle, from the youngest on: until one is the operation's, or all have been
  // seen. A QPN is compared in the cycle behind its read, and what follows from that is a cycle later still: so the
  // youngest is read before there is an operation
  ackw_table #(
    .WIDTH    (10),
    .ADDR_BITS(5)
  ) u_waiting (
    .clk  (clk),
    .raddr(place),
    .rdata(waiting_rdata),
    .we   (push),
    .waddr(write),
    .wdata(push_qpn)
  );

  assign gone = pending & (at > left);

  // it goes when the last that it waits for has left the queue, and the slots for long enough
  always @* begin
    enough = QUIET_ENOUGH;
    if (all) begin
      enough = DRAINED;
    end
  end

  assign may_go = stays & passed & !waits & settled;
  assign fence = fenced;
  assign issues_next = may_go & !all;
  assign issues = issuing;
  assign writes_set = writing;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      pending <= 1'b0;
      goes <= 1'b0;
      issuing <= 1'b0;
      writing <= 1'b0;
      fenced <= 1'b0;
      passed <= 1'b0;
      fresh <= 1'b0;
      fresher <= 1'b0;
      quiet <= 7'd0;
      settled <= 1'b0;
      write <= 5'd0;
    end else begin
      pending <= stays | arrives;
      fenced <= (stays & left_over) | goes;
      if (arrives) begin
        fenced <= count_over | goes;
      end

      if (push) begin
        write <= write + 5'd1;
      end

      passed <= gone & !goes;
      fresher <= !busy;
      fresh <= !busy | fresher;
      if (!(&quiet)) begin
        quiet <= quiet + 7'd1;
      end
      settled <= quiet >= enough;
      if (!busy | fresh | waits) begin
        quiet <= 7'd0;
        settled <= 1'b0;
      end
      goes <= may_go;
      issuing <= may_go & !all;
      writing <= may_go & all;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    left <= remaining;

    looks <= !looks;
    if (looks) begin
      place <= place - 5'd1;
    end
    if (!pending) begin
      place <= write - 5'd1;
      if (push) begin
        place <= write;
      end
    end
    same <= waiting_rdata == qpn;
    decides <= looks;
    if (decides & !found & !passed) begin
      if (same) begin
        found <= 1'b1;
      end else begin
        at <= at + 8'd1;
      end
    end
    if (arrives) begin
      at <= 8'd1;
      looks <= 1'b1;
      decides <= 1'b0;
      found <= all;
    end
  end

endmodule

`default_nettype wire
