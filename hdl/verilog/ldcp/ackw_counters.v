// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// One counter for each drop reason (0 to 25), for the events ack (26), loss (27), cnp (28) and data (29), and for
// HPCC++'s updates after a change of path (30), of too many hops (31), of unknown speed (32), of no time (33), with U =
// 0 (34); then ACKs and NAKs of what was not sent (35), events of closed QPs (36), sums that saturated (37), and events
// that joined (41). These wrap. The most events that waited (42), and updates (43). The most QPs of which an update
// waited (46).
module ackw_counters (
  input  wire        clk,              // clock, rising edge
  input  wire        rst_n,            // reset, active low, synchronous
  input  wire        res_valid,        // the parser's result
  input  wire        res_drop,         // the frame was dropped
  input  wire [4:0]  res_reason,       // valid with res_drop
  input  wire [2:0]  res_kind,         // 0 ack, 1 loss, 3 cnp, 6 data; valid without res_drop
  input  wire        seen_rejected,    // an ack or nak is dropped, for its PSN confirms what was not sent
  input  wire        seen_closed,      // an event of a closed QP is dropped
  input  wire        seen_saturated,   // an event joins one that waits, and a sum saturates
  input  wire        seen_folded,      // an event joins one that waits
  input  wire [5:0]  waiting_events,   // events in the event queue
  input  wire [7:0]  waiting_updates,  // updates in the update queue
  input  wire [10:0] waiting_qps,      // QPs with an update that waits
  input  wire [4:0]  high_water_clear, // the marks of these queues, from bit 0 on, become what waits now
  input  wire [5:0]  cnt_sel,          // which counter; 38 to 40 and those behind the last read 0
  output wire [63:0] cnt_value         // that counter, one cycle later
);

  localparam [4:0] ACK = 5'd26; // places of the events' counters
  localparam [4:0] LOSS = 5'd27;
  localparam [4:0] CNP = 5'd28;
  localparam [4:0] DATA = 5'd29;
  localparam [2:0] KIND_LOSS = 3'd1; // kind of an event
  localparam [2:0] KIND_CNP = 3'd3;
  localparam [2:0] KIND_DATA = 3'd6;

  reg  [63:0] count_0;
  reg  [63:0] count_1;
  reg  [63:0] count_2;
  reg  [63:0] count_3;
  reg  [63:0] count_4;
  reg  [63:0] count_5;
  reg  [63:0] count_6;
  reg  [63:0] count_7;
  reg  [63:0] count_8;
  reg  [63:0] count_9;
  reg  [63:0] count_10;
  reg  [63:0] count_11;
  reg  [63:0] count_12;
  reg  [63:0] count_13;
  reg  [63:0] count_14;
  reg  [63:0] count_15;
  reg  [63:0] count_16;
  reg  [63:0] count_17;
  reg  [63:0] count_18;
  reg  [63:0] count_19;
  reg  [63:0] count_20;
  reg  [63:0] count_21;
  reg  [63:0] count_22;
  reg  [63:0] count_23;
  reg  [63:0] count_24;
  reg  [63:0] count_25;
  reg  [63:0] count_26;
  reg  [63:0] count_27;
  reg  [63:0] count_28;
  reg  [63:0] count_29;
  reg  [63:0] count_30;
  reg  [63:0] count_31;
  reg  [63:0] count_32;
  reg  [63:0] count_33;
  reg  [63:0] count_34;
  reg  [63:0] count_35;
  reg  [63:0] count_36;
  reg  [63:0] count_37;
  reg  [63:0] count_38;
  reg  [63:0] value;
  reg         counted_valid;
  reg         counted_drop;
  reg  [4:0]  counted_reason;
  reg  [2:0]  counted_kind;
  reg         counted_rejected;
  reg         counted_closed;
  reg         counted_saturated;
  reg         counted_folded;
  reg  [5:0]  now_events;
  reg  [5:0]  most_events;
  reg  [7:0]  now_updates;
  reg  [7:0]  most_updates;
  reg  [10:0] now_qps;
  reg  [10:0] most_qps;

  reg  [4:0]  index;
  wire [38:0] hit;
  wire [63:0] wanted;
  reg  [63:0] selected;
  reg  [63:0] mark;
  wire [10:0] qps;

  // which counter a result increments
  always @* begin
    index = ACK;
    if (counted_kind == KIND_LOSS) begin
      index = LOSS;
    end
    if (counted_kind == KIND_CNP) begin
      index = CNP;
    end
    if (counted_kind == KIND_DATA) begin
      index = DATA;
    end
    if (counted_drop) begin
      index = counted_reason;
    end
  end

  assign hit = ({38'd0, counted_valid} << index) | {3'd0, counted_rejected, 35'd0} | {2'd0, counted_closed, 36'd0} |
    {1'b0, counted_saturated, 37'd0} | {counted_folded, 38'd0};

  // read
  always @* begin
    selected = 64'd0;
    if (wanted[0]) begin
      selected = selected | count_0;
    end
    if (wanted[1]) begin
      selected = selected | count_1;
    end
    if (wanted[2]) begin
      selected = selected | count_2;
    end
    if (wanted[3]) begin
      selected = selected | count_3;
    end
    if (wanted[4]) begin
      selected = selected | count_4;
    end
    if (wanted[5]) begin
      selected = selected | count_5;
    end
    if (wanted[6]) begin
      selected = selected | count_6;
    end
    if (wanted[7]) begin
      selected = selected | count_7;
    end
    if (wanted[8]) begin
      selected = selected | count_8;
    end
    if (wanted[9]) begin
      selected = selected | count_9;
    end
    if (wanted[10]) begin
      selected = selected | count_10;
    end
    if (wanted[11]) begin
      selected = selected | count_11;
    end
    if (wanted[12]) begin
      selected = selected | count_12;
    end
    if (wanted[13]) begin
      selected = selected | count_13;
    end
    if (wanted[14]) begin
      selected = selected | count_14;
    end
    if (wanted[15]) begin
      selected = selected | count_15;
    end
    if (wanted[16]) begin
      selected = selected | count_16;
    end
    if (wanted[17]) begin
      selected = selected | count_17;
    end
    if (wanted[18]) begin
      selected = selected | count_18;
    end
    if (wanted[19]) begin
      selected = selected | count_19;
    end
    if (wanted[20]) begin
      selected = selected | count_20;
    end
    if (wanted[21]) begin
      selected = selected | count_21;
    end
    if (wanted[22]) begin
      selected = selected | count_22;
    end
    if (wanted[23]) begin
      selected = selected | count_23;
    end
    if (wanted[24]) begin
      selected = selected | count_24;
    end
    if (wanted[25]) begin
      selected = selected | count_25;
    end
    if (wanted[26]) begin
      selected = selected | count_26;
    end
    if (wanted[27]) begin
      selected = selected | count_27;
    end
    if (wanted[28]) begin
      selected = selected | count_28;
    end
    if (wanted[29]) begin
      selected = selected | count_29;
    end
    if (wanted[30]) begin
      selected = selected | count_30;
    end
    if (wanted[31]) begin
      selected = selected | count_31;
    end
    if (wanted[32]) begin
      selected = selected | count_32;
    end
    if (wanted[33]) begin
      selected = selected | count_33;
    end
    if (wanted[34]) begin
      selected = selected | count_34;
    end
    if (wanted[35]) begin
      selected = selected | count_35;
    end
    if (wanted[36]) begin
      selected = selected | count_36;
    end
    if (wanted[37]) begin
      selected = selected | count_37;
    end
    if (wanted[41]) begin
      selected = selected | count_38;
    end
    mark = {58'd0, most_events};
    if (wanted[42]) begin
      selected = selected | mark;
    end
    mark = {56'd0, most_updates};
    if (wanted[43]) begin
      selected = selected | mark;
    end
    mark = {53'd0, qps};
    if (wanted[46]) begin
      selected = selected | mark;
    end
  end

  assign wanted = 64'd1 << cnt_sel;
  assign qps = most_qps;
  assign cnt_value = value;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      count_0 <= 64'd0;
      count_1 <= 64'd0;
      count_2 <= 64'd0;
      count_3 <= 64'd0;
      count_4 <= 64'd0;
      count_5 <= 64'd0;
      count_6 <= 64'd0;
      count_7 <= 64'd0;
      count_8 <= 64'd0;
      count_9 <= 64'd0;
      count_10 <= 64'd0;
      count_11 <= 64'd0;
      count_12 <= 64'd0;
      count_13 <= 64'd0;
      count_14 <= 64'd0;
      count_15 <= 64'd0;
      count_16 <= 64'd0;
      count_17 <= 64'd0;
      count_18 <= 64'd0;
      count_19 <= 64'd0;
      count_20 <= 64'd0;
      count_21 <= 64'd0;
      count_22 <= 64'd0;
      count_23 <= 64'd0;
      count_24 <= 64'd0;
      count_25 <= 64'd0;
      count_26 <= 64'd0;
      count_27 <= 64'd0;
      count_28 <= 64'd0;
      count_29 <= 64'd0;
      count_30 <= 64'd0;
      count_31 <= 64'd0;
      count_32 <= 64'd0;
      count_33 <= 64'd0;
      count_34 <= 64'd0;
      count_35 <= 64'd0;
      count_36 <= 64'd0;
      count_37 <= 64'd0;
      count_38 <= 64'd0;
      value <= 64'd0;
      counted_valid <= 1'b0;
      counted_drop <= 1'b0;
      counted_reason <= 5'd0;
      counted_kind <= 3'd0;
      counted_rejected <= 1'b0;
      counted_closed <= 1'b0;
      counted_saturated <= 1'b0;
      counted_folded <= 1'b0;
      now_events <= 6'd0;
      most_events <= 6'd0;
      now_updates <= 8'd0;
      most_updates <= 8'd0;
      now_qps <= 11'd0;
      most_qps <= 11'd0;
    end else begin
      // what happens is counted a cycle later: no path of the parser or the engine ends here
      counted_valid <= res_valid;
      counted_drop <= res_drop;
      counted_reason <= res_reason;
      counted_kind <= res_kind;
      counted_rejected <= seen_rejected;
      counted_closed <= seen_closed;
      counted_saturated <= seen_saturated;
      counted_folded <= seen_folded;

      if (hit[0]) begin
        count_0 <= count_0 + 64'd1;
      end
      if (hit[1]) begin
        count_1 <= count_1 + 64'd1;
      end
      if (hit[2]) begin
        count_2 <= count_2 + 64'd1;
      end
      if (hit[3]) begin
        count_3 <= count_3 + 64'd1;
      end
      if (hit[4]) begin
        count_4 <= count_4 + 64'd1;
      end
      if (hit[5]) begin
        count_5 <= count_5 + 64'd1;
      end
      if (hit[6]) begin
        count_6 <= count_6 + 64'd1;
      end
      if (hit[7]) begin
        count_7 <= count_7 + 64'd1;
      end
      if (hit[8]) begin
        count_8 <= count_8 + 64'd1;
      end
      if (hit[9]) begin
        count_9 <= count_9 + 64'd1;
      end
      if (hit[10]) begin
        count_10 <= count_10 + 64'd1;
      end
      if (hit[11]) begin
        count_11 <= count_11 + 64'd1;
      end
      if (hit[12]) begin
        count_12 <= count_12 + 64'd1;
      end
      if (hit[13]) begin
        count_13 <= count_13 + 64'd1;
      end
      if (hit[14]) begin
        count_14 <= count_14 + 64'd1;
      end
      if (hit[15]) begin
        count_15 <= count_15 + 64'd1;
      end
      if (hit[16]) begin
        count_16 <= count_16 + 64'd1;
      end
      if (hit[17]) begin
        count_17 <= count_17 + 64'd1;
      end
      if (hit[18]) begin
        count_18 <= count_18 + 64'd1;
      end
      if (hit[19]) begin
        count_19 <= count_19 + 64'd1;
      end
      if (hit[20]) begin
        count_20 <= count_20 + 64'd1;
      end
      if (hit[21]) begin
        count_21 <= count_21 + 64'd1;
      end
      if (hit[22]) begin
        count_22 <= count_22 + 64'd1;
      end
      if (hit[23]) begin
        count_23 <= count_23 + 64'd1;
      end
      if (hit[24]) begin
        count_24 <= count_24 + 64'd1;
      end
      if (hit[25]) begin
        count_25 <= count_25 + 64'd1;
      end
      if (hit[26]) begin
        count_26 <= count_26 + 64'd1;
      end
      if (hit[27]) begin
        count_27 <= count_27 + 64'd1;
      end
      if (hit[28]) begin
        count_28 <= count_28 + 64'd1;
      end
      if (hit[29]) begin
        count_29 <= count_29 + 64'd1;
      end
      if (hit[30]) begin
        count_30 <= count_30 + 64'd1;
      end
      if (hit[31]) begin
        count_31 <= count_31 + 64'd1;
      end
      if (hit[32]) begin
        count_32 <= count_32 + 64'd1;
      end
      if (hit[33]) begin
        count_33 <= count_33 + 64'd1;
      end
      if (hit[34]) begin
        count_34 <= count_34 + 64'd1;
      end
      if (hit[35]) begin
        count_35 <= count_35 + 64'd1;
      end
      if (hit[36]) begin
        count_36 <= count_36 + 64'd1;
      end
      if (hit[37]) begin
        count_37 <= count_37 + 64'd1;
      end
      if (hit[38]) begin
        count_38 <= count_38 + 64'd1;
      end
      // how full each queue was at most, as it stood a cycle before: no path of a queue ends here
      now_events <= waiting_events;
      if ((most_events < now_events) | high_water_clear[0]) begin
        most_events <= now_events;
      end
      now_updates <= waiting_updates;
      if ((most_updates < now_updates) | high_water_clear[1]) begin
        most_updates <= now_updates;
      end
      now_qps <= waiting_qps;
      if ((most_qps < now_qps) | high_water_clear[4]) begin
        most_qps <= now_qps;
      end

      value <= selected;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, high_water_clear[3:2], wanted[40:38], wanted[45:44], wanted[63:47]};

endmodule

`default_nettype wire
