// One queue of a scheduler that is told which queues may send: a grant turns it on, the requests that the grant allows
// turn it off, and what these have sent is the answer. Requests that pass before the scheduler obeys are taken from the
// next grant, with their bytes. A grant for which no request comes in 63 ticks is answered as empty.
//
// While the QP is not open at the sender nothing is asked or granted, and a doorbell waits for the opening.
`default_nettype none

module ackw_corundum_sched_queue #(
  parameter REQ_TAG_WIDTH = 8,
  parameter LEN_WIDTH     = 16
) (
  input  wire                 clk,
  input  wire                 rst_n,
  input  wire                 tick, // by the second one after it was turned off the scheduler asks no more
  input  wire                 runs, // the QP is open at the sender
  // the doorbell of the host, and that of the sender
  input  wire                 doorbell,
  output wire                 ring,
  input  wire                 rung,
  // grants: up to four wait
  input  wire                 grant_valid,
  output wire                 grant_ready,
  input  wire [7:0]           grant_tag,
  input  wire [19:0]          grant_max_bytes,
  input  wire [13:0]          grant_max_packets,
  // the scheduler
  output wire                 wants, // to be on
  input  wire                 obeys, // has been turned on or off
  input  wire                 on_now,
  input  wire                 asks,  // a request of this queue is taken
  input  wire                 ends,  // one is done
  input  wire [LEN_WIDTH-1:0] len,   // and sent so much; 0: the queue was empty
  // the answer
  output wire                 done,
  input  wire                 told,
  output reg  [7:0]           tag,
  output wire [27:0]          bytes,
  output reg                  empty
);

  reg         work, has, asked, on;
  reg  [13:0] left;
  reg  [REQ_TAG_WIDTH:0] flying;
  reg  [1:0]  quiet;
  reg  [5:0]  idle;

  reg  [27:0] sent, most;
  reg  [13:0] over; // requests beyond the grants

  reg  [41:0] waiting [0:3];
  reg  [2:0]  write, read;
  wire [2:0]  waits = write - read;
  wire        takes = runs && !work && waits != 3'd0;
  wire [7:0]  next_tag;
  wire [19:0] next_bytes;
  wire [13:0] next_packets;
  assign {next_tag, next_bytes, next_packets} = waiting[read[1:0]];

  assign grant_ready = !runs || !waits[2];
  assign wants       = work && left != 14'd0 && !empty;
  assign ring        = runs && has && !asked;
  assign bytes       = sent > most ? most : sent;
  assign done        = work && !wants && !on && quiet == 2'd0 && flying == {(REQ_TAG_WIDTH+1){1'b0}};

  always @(posedge clk) begin
    if (!rst_n) begin
      work   <= 1'b0;
      has    <= 1'b0;
      asked  <= 1'b0;
      on     <= 1'b0;
      flying <= {(REQ_TAG_WIDTH+1){1'b0}};
      quiet  <= 2'd0;
      write  <= 3'd0;
      read   <= 3'd0;
    end else begin
      if (!runs) begin
        work  <= 1'b0;
        asked <= 1'b0;
        write <= 3'd0;
        read  <= 3'd0;
      end else begin
        if (grant_valid && grant_ready) write <= write + 3'd1;
        if (takes) read <= read + 3'd1;
        if (takes) work <= 1'b1;
        else if (told) work <= 1'b0;
        if (rung) asked <= 1'b1;
        else if (told && empty) asked <= 1'b0;
      end
      // a doorbell that comes while the queue runs dry counts for the next time; what the QP had asked for when it was
      // closed may still be there when it is opened again
      if (doorbell || (!runs && asked)) has <= 1'b1;
      else if (rung) has <= 1'b0;
      if (obeys) on <= on_now;
      if (obeys && !on_now) quiet <= 2'd2;
      else if (tick && quiet != 2'd0) quiet <= quiet - 2'd1;
      flying <= flying + {{REQ_TAG_WIDTH{1'b0}}, asks} - {{REQ_TAG_WIDTH{1'b0}}, ends};
    end
  end

  always @(posedge clk) begin
    if (grant_valid && grant_ready) waiting[write[1:0]] <= {grant_tag, grant_max_bytes, grant_max_packets};
    if (takes) begin
      tag   <= next_tag;
      most  <= {8'd0, next_bytes};
      left  <= next_packets > over ? next_packets - over : 14'd0;
      over  <= over > next_packets ? over - next_packets : 14'd0;
      empty <= 1'b0;
    end else begin
      if (asks && left != 14'd0) left <= left - 14'd1;
      if (asks && left == 14'd0) over <= over + 14'd1;
      if (told) sent <= sent - bytes;
      if (ends) sent <= sent + {{(28-LEN_WIDTH){1'b0}}, len};
      if ((ends && len == {LEN_WIDTH{1'b0}}) || (&idle)) empty <= 1'b1;
    end
    if (!rst_n || !runs) begin
      sent <= 28'd0;
      over <= 14'd0;
      left <= 14'd0;
    end
    idle <= takes || asks || !on || flying != {(REQ_TAG_WIDTH+1){1'b0}} ? 6'd0 : tick ? idle + 6'd1 : idle;
  end

endmodule

`default_nettype wire
