// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Who may enter the engine: the parser's event, else the host's operation, else s_event. Sweeps the contexts after
// reset.
module ackw_entry (
  input  wire        clk,             // clock, rising edge
  input  wire        rst_n,           // reset, active low, asynchronous
  input  wire [7:0]  waiting,         // events in the event queue
  input  wire        pkt_valid,       // an event of the parser; cannot be held back
  input  wire [2:0]  pkt_kind,        // 0 ack, 1 loss, 3 cnp, 6 data
  input  wire        pkt_ece,         // ECN-Echo of an ack
  input  wire [23:0] pkt_psn,         // PSN of the ack, nak or data
  input  wire [3:0]  pkt_qpn,         // index of the QP
  input  wire        s_event_valid,   // events of another parser
  input  wire [2:0]  s_event_kind,    // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data; 4, 5 and 7 are taken as loss
  input  wire        s_event_ece,     // ECN-Echo of the ACK
  input  wire        s_event_use_psn, // n of an ack comes from s_event_psn, not from s_event_n
  input  wire [13:0] s_event_n,       // packets that an ack confirms, where s_event_use_psn is 0; other kinds have none
  input  wire [23:0] s_event_psn,     // PSN of the ack or nak
  input  wire [3:0]  s_event_qpn,     // index of the QP
  input  wire        tx_valid,        // the NIC has sent; what opens or closes a QP enters in another cycle
  input  wire        host_valid,      // an operation on a QP's context; one at a time
  input  wire        host_write,      // 1 writes parts of the QP's context, 0 reads it
  input  wire [9:0]  host_parts,      // what a write replaces: bit 0 alg and set, 1 psn and open, 2 ldcp, 3 hpcc, whose
                                      // hop records become not valid
  input  wire [3:0]  host_qpn,        // index of the QP
  input  wire        host_ends,       // the host operation under way is at its end
  output wire        room,            // the parser may take beats
  output wire        s_event_ready,   // the event is taken, if valid; falls with host_valid in the same cycle
  output wire        host_ready,      // it is taken, if valid; 0 while one is under way, and in cycles with an event of
                                      // the parser, or with tx_valid if it writes the PSN
  output wire        host_taken,      // a host operation enters in this cycle
  output wire        init_we,         // the contexts are being initialised: init_addr's in this cycle
  output wire [3:0]  init_addr,       // index of the QP whose context is reset
  output wire        out_valid,       // something enters
  output reg  [2:0]  out_kind,        // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write of the PSN, 5 any other host
                                      // operation, 6 data
  output reg         out_ece,         // ECN-Echo of the ACK
  output reg         out_use_psn,     // n of an ack comes from its psn, not from its n
  output reg  [13:0] out_n,           // packets that an ack confirms, where out_use_psn is 0
  output reg  [23:0] out_psn,         // PSN of the ack or nak
  output reg  [3:0]  out_qpn,         // index of the QP
  output reg         out_chooses,     // it is a host write of the QP's choice
  output reg         out_stores,      // it is a host write of the QP's PSN
  output wire        under_way        // a host operation is under way
);

  localparam [2:0] KIND_LOSS = 3'd1; // kind of an event
  localparam [2:0] KIND_DATA = 3'd6;
  localparam [2:0] KIND_HOST_WRITE = 3'd4;
  localparam [2:0] KIND_HOST_READ = 3'd5;
  localparam [7:0] ROOM_AT = 8'd11; // waiting events, from which the parser is held back

  reg  [3:0] addr;
  reg        initialised;
  reg        open;
  reg        room_now;
  reg        busy;
  reg        host_held;
  reg        host_reported;
  reg        s_event_held;
  reg  [5:0] host_waited;
  reg  [4:0] held_for;
  reg  [5:0] s_event_waited;

  wire reported;
  wire host_asks;
  wire host_may;
  wire s_event_may;
  wire host_comes;
  wire host_goes;

  // initialisation: one context a cycle
  assign init_we = !initialised;
  assign init_addr = addr;

  // none for packets while the host or s_event has waited long enough: what the parser holds comes, then they enter
  assign room = room_now;

  // select; one operation of the host at a time, which needs no room in the queue. What it writes of snd_nxt takes the
  // NIC's place there, so that it enters in a cycle without a report of the NIC
  assign reported = tx_valid & host_valid & host_write & host_parts[1];
  assign host_asks = initialised & host_valid & !busy & !reported;
  assign host_may = initialised & !pkt_valid & !busy & !reported;
  assign host_comes = initialised & host_valid & !busy & !reported;
  assign host_goes = host_comes & !pkt_valid;
  assign s_event_may = open & !pkt_valid & !host_asks;
  assign host_ready = host_may;
  assign host_taken = host_goes;
  assign s_event_ready = s_event_may;
  assign under_way = busy;

  // what enters
  assign out_valid = pkt_valid | host_asks | (open & s_event_valid);

  always @* begin
    out_kind = s_event_kind;
    out_ece = s_event_ece;
    out_use_psn = s_event_use_psn;
    out_n = s_event_n;
    out_psn = s_event_psn;
    out_qpn = s_event_qpn;
    if (s_event_kind[2] & (s_event_kind != KIND_DATA)) begin
      out_kind = KIND_LOSS;
    end
    if (host_comes) begin
      // to the PSN slice an operation that does not write it is a read; an event of the parser goes before it
      out_kind = KIND_HOST_READ;
      if (host_write & host_parts[1]) begin
        out_kind = KIND_HOST_WRITE;
      end
      out_ece = 1'b0;
      out_use_psn = 1'b0;
      out_n = 14'd0;
      out_psn = 24'd0;
      out_qpn = host_qpn;
    end
    if (pkt_valid) begin
      out_kind = pkt_kind;
      out_ece = pkt_ece;
      out_use_psn = 1'b1;
      out_n = 14'd0;
      out_psn = pkt_psn;
      out_qpn = pkt_qpn;
    end
  end

  always @* begin
    out_chooses = 1'b0;
    out_stores = 1'b0;
    if (host_goes) begin
      out_stores = host_write & host_parts[1];
      out_chooses = host_write & host_parts[0];
    end
  end

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      addr <= 4'd0;
      initialised <= 1'b0;
      open <= 1'b0;
      room_now <= 1'b0;
      busy <= 1'b0;
      host_held <= 1'b0;
      host_reported <= 1'b0;
      s_event_held <= 1'b0;
      host_waited <= 6'd0;
      held_for <= 5'd0;
      s_event_waited <= 6'd0;
    end else begin
      if (!initialised) begin
        addr <= addr + 4'd1;
      end
      initialised <= initialised | (&addr);
      // room: of the event queue's places those from ROOM_AT on are for what is under way: in the parser, sent and the
      // PSN slice
      open <= initialised & (waiting < ROOM_AT);

      room_now <= initialised & (waiting < ROOM_AT) & !host_waited[5] & !s_event_waited[5];
      // how long each has waited, until the cycle before
      host_held <= host_asks & !host_may;
      host_reported <= initialised & reported & !busy;
      s_event_held <= initialised & s_event_valid & !s_event_may;
      host_waited <= 6'd0;
      held_for <= 5'd0;
      if (host_reported) begin
        // a report holds it: such a cycle does not count. After 32 of them without room it waits anew, and packets come
        // meanwhile
        host_waited <= host_waited;
        if (host_waited[5]) begin
          held_for <= held_for + 5'd1;
          if (&held_for) begin
            host_waited <= 6'd0;
          end
        end
      end
      if (host_held) begin
        host_waited <= host_waited;
        held_for <= held_for;
        if (!host_waited[5]) begin
          host_waited <= host_waited + 6'd1;
        end
      end
      s_event_waited <= 6'd0;
      if (s_event_held) begin
        s_event_waited <= s_event_waited;
        if (!s_event_waited[5]) begin
          s_event_waited <= s_event_waited + 6'd1;
        end
      end

      busy <= host_goes | (busy & !host_ends);
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, host_parts[9:2]};

endmodule

`default_nettype wire
