// The gate of one queue of headers: a header goes on while there is a grant for it, and the grant is answered behind
// it.
//
// What was shown to the arbiter stays shown until it is taken: the gate never closes while a header waits in front of
// it open. A grant for which no header comes is answered as empty after IDLE cycles.
`default_nettype none

module ackw_rocev2lite_queue #(
  parameter IDLE = 63 // cycles without a header; at most 63
) (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        free,      // every header goes on: the queue has no QP, or nothing is to be limited
  input  wire        runs,      // the QP is open at the sender
  input  wire        begins,    // from now on it is; first_psn is its first PSN
  input  wire [23:0] first_psn,
  input  wire [13:0] mtu,       // bytes of the largest UDP datagram
  // the header in front, as the arbiter sees it
  input  wire        hdr_valid,
  input  wire        hdr_ready,
  input  wire [23:0] hdr_psn,
  input  wire [15:0] hdr_length, // of the UDP header
  output wire        hdr_open,
  // the doorbell
  output wire        ring,
  input  wire        rung,
  // grants of this QP: up to four wait
  input  wire        grant_valid,
  output wire        grant_ready,
  input  wire [7:0]  grant_tag,
  input  wire [19:0] grant_max_bytes,
  input  wire [13:0] grant_max_packets,
  // the answer
  output reg         done,
  input  wire        told,
  output reg  [7:0]  tag,
  output reg  [23:0] psn_next,
  output reg  [27:0] bytes,
  output reg         empty
);

  reg         was_free;
  reg         work; // there is a grant
  reg         asked;
  reg  [19:0] left_bytes;
  reg  [13:0] left_packets;
  reg  [5:0]  idle;

  reg  [41:0] waiting [0:3];
  reg  [2:0]  write, read;
  wire [2:0]  waits = write - read;
  wire [41:0] next  = waiting[read[1:0]];
  wire        takes = runs && !work && waits != 3'd0;

  wire        sent   = hdr_valid && hdr_ready && hdr_open;
  wire [19:0] length = {4'd0, hdr_length};
  wire [19:0] rest   = left_bytes > length ? left_bytes - length : 20'd0;
  wire        last   = left_packets <= 14'd1 || rest < {6'd0, mtu};

  assign hdr_open    = free || was_free || (work && !done);
  assign ring        = runs && hdr_valid && !asked;
  assign grant_ready = !runs || !waits[2];

  always @(posedge clk) begin
    if (!rst_n) begin
      was_free <= 1'b0;
      work     <= 1'b0;
      done     <= 1'b0;
      asked    <= 1'b0;
      write    <= 3'd0;
      read     <= 3'd0;
    end else begin
      was_free <= free || (was_free && hdr_valid && !sent);
      if (!runs) begin
        work  <= 1'b0;
        done  <= 1'b0;
        asked <= 1'b0;
        write <= 3'd0;
        read  <= 3'd0;
      end else begin
        if (grant_valid && grant_ready) write <= write + 3'd1;
        if (takes) read <= read + 3'd1;
        if (takes) work <= 1'b1;
        else if (told) work <= 1'b0;
        if (told) done <= 1'b0;
        else if (work && (sent ? last : idle == IDLE[5:0] && !hdr_valid)) done <= 1'b1;
        // the level ends with an answer that says empty, but not if a doorbell crosses it
        if (rung) asked <= 1'b1;
        else if (told && empty) asked <= 1'b0;
      end
    end
  end

  always @(posedge clk) begin
    if (grant_valid && grant_ready) waiting[write[1:0]] <= {grant_tag, grant_max_bytes, grant_max_packets};
    if (takes) begin
      {tag, left_bytes, left_packets} <= next;
      bytes <= 28'd0;
      empty <= 1'b1;
    end else if (sent) begin
      left_bytes   <= rest;
      left_packets <= left_packets - 14'd1;
      bytes        <= bytes + {8'd0, length};
      empty        <= !last;
    end
    if (begins) psn_next <= first_psn;
    else if (sent) psn_next <= hdr_psn + 24'd1;
    idle <= hdr_valid || takes ? 6'd0 : idle == IDLE[5:0] ? idle : idle + 6'd1;
  end

endmodule

`default_nettype wire
