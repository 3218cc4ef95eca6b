// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// The host's operation enters in the 44th cycle in which it is asked for at the latest, and `s_event` in the 45th or as
// soon as there is room in the queue for two cycles, whatever packets do, and neither keeps the other out.
//
// Assumed of the parser, and proved of it (ackw_parser): the result of a frame comes nine cycles behind the last beat,
// and a beat is taken only where there is room. The host's operations may end and follow one another in any way.
//
// A report of the NIC holds an operation that writes part 1 (nic_holds): such a cycle does not count. Reports come at
// any time. While packets have no room for it, the operation is held for 32 cycles at the most: then it waits anew
// (gives_up). So packets never lose more than 43 cycles in a row to the host.
module ackw_entry_properties (
  input wire clk,
  input wire rst_n,
  input wire pkt_valid,
  input wire s_event_valid,
  input wire s_event_ready,
  input wire tx_valid,
  input wire host_valid,
  input wire host_write,
  input wire [9:0] host_parts,
  input wire host_ready,
  input wire host_taken,
  input wire room,
  input wire init_we,
  input wire under_way,
  input wire out_valid,
  input wire open,
  input wire host_asks,
  input wire host_held,
  input wire host_reported,
  input wire s_event_held,
  input wire [5:0] host_waited,
  input wire [4:0] held_for,
  input wire [5:0] s_event_waited
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  localparam PARSER   = 9;
  localparam PATIENCE = 32;
  localparam HELD     = 32;
  localparam LAST     = PATIENCE + 2 + PARSER; // cycles waited in vain, at the most

  reg              started = 1'b0;
  reg [PARSER-1:0] had_room; // the last cycles, the latest at bit 0
  reg [6:0]        host_for; // cycles for which each has been asked in vain, without a break but for what does not count
  reg [6:0]        s_event_for;
  reg [6:0]        asks_for; // as host_for until the cycle before, of the host or, with check bits, the scrubber
  reg [6:0]        s_event_was; // s_event_for, until the cycle before
  reg [6:0]        shut_for; // cycles for which packets have had no room because of the host
  reg              was_held; // by the NIC in the last cycle
  reg              missed; // in the last cycle there was room, and s_event had waited long enough

  wire nic_holds     = tx_valid && host_valid && host_write && host_parts[1];
  wire host_waits    = host_valid && !under_way && !init_we && !host_ready && !nic_holds;
  // of the cycle before
  wire gives_up      = host_reported && host_waited == PATIENCE && held_for == HELD - 1;
  wire s_event_waits = s_event_valid && !init_we && !s_event_ready;

  always @(posedge clk) begin
    started     <= 1'b1;
    had_room    <= rst_n ? {had_room[PARSER-2:0], room} : {PARSER{1'b0}};
    host_for    <= !rst_n || !host_valid || under_way || init_we || host_ready || gives_up ? 7'd0 : nic_holds ? host_for : host_for + 7'd1;
    asks_for    <= !rst_n ? 7'd0 : host_held ? asks_for + 7'd1 : host_reported && !gives_up ? asks_for : 7'd0;
    s_event_was <= !rst_n || !s_event_held ? 7'd0 : &s_event_was ? s_event_was : s_event_was + 7'd1;
    shut_for    <= !rst_n || host_waited != PATIENCE ? 7'd0 : shut_for + 7'd1;
    s_event_for <= !rst_n || !s_event_waits ? 7'd0 : &s_event_for ? s_event_for : s_event_for + 7'd1;
    was_held    <= rst_n && nic_holds && !under_way;
    missed      <= rst_n && s_event_waits && s_event_for >= LAST && open;
  end

  always `ACKWRIGHT_LOOKS if (!started) assume (!rst_n);
  always `ACKWRIGHT_LOOKS if (started && rst_n && had_room == 0) assume (!pkt_valid);

  integer j;
  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    // the claim
    assert (host_for <= LAST);
    if (host_for == LAST) assert (!host_waits);
    if (missed) assert (!(s_event_waits && open));
    assert (!(host_taken && nic_holds));
    assert (shut_for <= HELD + LAST - PATIENCE);

    // what leads there
    assert (host_for <= asks_for + host_held && asks_for + host_held <= LAST);
    assert (host_waited == (asks_for < PATIENCE ? asks_for : PATIENCE));
    if (host_waited == PATIENCE) assert (shut_for == held_for + (asks_for - PATIENCE));
    if (host_waited != PATIENCE) assert (held_for == 0);
    assert (!(host_taken && s_event_valid && s_event_ready));
    assert (s_event_waited == (s_event_was < PATIENCE ? s_event_was : PATIENCE));
    assert (s_event_for == (s_event_held ? (&s_event_was ? s_event_was : s_event_was + 7'd1) : 7'd0));
    if (asks_for > PATIENCE || s_event_was > PATIENCE) assert (!room);
    for (j = 0; j < PARSER; j = j + 1) begin
      if (asks_for > PATIENCE + 1 + j || s_event_was > PATIENCE + 1 + j) assert (!had_room[j]);
    end
    if (missed) assert (s_event_for > LAST && under_way);
  end

  always @(posedge clk) if (started && rst_n) begin
    cover (host_for == LAST && host_taken);
    cover (was_held && host_taken);
    cover (shut_for >= HELD && host_waited == 0 && was_held);
    cover (s_event_for == LAST && s_event_valid && s_event_ready);
    cover (missed && s_event_valid && s_event_ready);
    cover (s_event_for > LAST + 1 && s_event_valid && s_event_ready);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_entry ackw_entry_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
