// Frames of one stream, sorted into a queue for each QP, and out again: one frame at a time, of a queue that may.
//
// A frame shows its header when all of it is here, since its length stands nowhere in it. What belongs to no QP that is
// known, and what answers another sender (opcodes 0x0d to 0x12, and all that is not RC), goes through a queue of its
// own that nothing holds; so does a frame without a whole BTH. A frame of more than FRAME_BEATS, or of more than
// LONGEST bytes, is left out and counted.
`default_nettype none

module ackw_surf_frames #(
  parameter integer QUEUES      = 4,   // 1 to 16
  parameter integer BEAT_BITS   = 10,  // a queue has 2^BEAT_BITS beats, at least twice FRAME_BEATS
  parameter integer INFO_BITS   = 4,   // and 2^INFO_BITS frames
  parameter integer FRAME_BEATS = 258, // of the longest frame
  parameter integer LONGEST     = 4140, // UDP datagram, bytes
  parameter integer OVERHEAD    = 12    // bytes of it that the stream does not have
) (
  input  wire                 clk,
  input  wire                 rst_n,
  input  wire [QUEUES-1:0]    known,
  input  wire [QUEUES*24-1:0] remote, // destination QPN of a QP's frames
  input  wire                 s_tvalid,
  output wire                 s_tready,
  input  wire [127:0]         s_tdata,
  input  wire [15:0]          s_tkeep,
  input  wire                 s_tlast,
  input  wire [31:0]          s_tuser,
  output wire                 m_tvalid,
  input  wire                 m_tready,
  output wire [127:0]         m_tdata,
  output wire [15:0]          m_tkeep,
  output wire                 m_tlast,
  output wire [31:0]          m_tuser,
  // the header in front of each queue
  output wire [QUEUES-1:0]    hdr_valid,
  output wire [QUEUES-1:0]    hdr_ready,
  output wire [QUEUES*24-1:0] hdr_psn,
  output wire [QUEUES*16-1:0] hdr_length, // of the UDP datagram
  input  wire [QUEUES-1:0]    hdr_open,
  output reg  [QUEUES-1:0]    room, // the queue takes two more frames
  output reg  [31:0]          too_long
);

  localparam integer ALL  = QUEUES + 1; // the last one: nothing holds it
  localparam integer Q_BITS = $clog2(ALL);
  localparam integer INFO = 24 + 16 + BEAT_BITS + 1;
  localparam [31:0] FRAME  = FRAME_BEATS;
  localparam [31:0] EXTRA  = OVERHEAD;
  localparam [31:0] MOST   = LONGEST;
  localparam [31:0] LIMIT  = (1 << BEAT_BITS) - FRAME_BEATS;
  localparam [31:0] LIMIT2 = (1 << BEAT_BITS) - 2 * FRAME_BEATS;
  localparam [31:0] INFOS2 = (1 << INFO_BITS) - 2;
  localparam [Q_BITS-1:0] REST = QUEUES[Q_BITS-1:0];

  // in: a beat, and the queue that it belongs to
  function [4:0] ones(input [15:0] bits);
    integer k;
    begin
      ones = 5'd0;
      for (k = 0; k < 16; k = k + 1) ones = ones + {4'd0, bits[k]};
    end
  endfunction

  wire [23:0] qpn    = {s_tdata[47:40], s_tdata[55:48], s_tdata[63:56]};
  wire [23:0] psn    = {s_tdata[79:72], s_tdata[87:80], s_tdata[95:88]};
  wire [7:0]  opcode = s_tdata[7:0];
  wire        passes = !(&s_tkeep[11:0]) || opcode[7:5] != 3'd0 || (opcode[4:0] >= 5'h0d && opcode[4:0] <= 5'h12);
  reg  [Q_BITS-1:0] mine;
  integer     n;
  always @* begin
    mine = REST;
    for (n = 0; n < QUEUES; n = n + 1) if (known[n] && !passes && qpn == remote[24*n +: 24]) mine = n[Q_BITS-1:0];
  end

  reg              a_valid, a_first, a_last, first;
  reg  [Q_BITS-1:0] a_queue;
  reg  [23:0]      a_psn;
  reg  [176:0]     a_beat; // tuser, tlast, tkeep, tdata
  reg  [4:0]       a_bytes;
  wire             a_goes;
  assign s_tready = !a_valid || a_goes;
  wire takes = s_tvalid && s_tready;
  always @(posedge clk) begin
    if (!rst_n) begin
      a_valid <= 1'b0;
      first   <= 1'b1;
    end else begin
      a_valid <= takes || (a_valid && !a_goes);
      if (takes) first <= s_tlast;
    end
  end
  always @(posedge clk) begin
    if (takes) begin
      a_first <= first;
      a_last  <= s_tlast;
      a_beat  <= {s_tuser, s_tlast, s_tkeep, s_tdata};
      a_bytes <= ones(s_tkeep);
      if (first) a_queue <= mine;
      if (first) a_psn <= psn;
    end
  end

  // beats that a frame has, and bytes; what is longer is left out
  reg  [BEAT_BITS:0] had;
  reg  [15:0]        had_bytes;
  reg                drops;
  wire [ALL-1:0]     fits;
  wire [BEAT_BITS:0] beats = (a_first ? {BEAT_BITS+1{1'b0}} : had) + {{BEAT_BITS{1'b0}}, 1'b1};
  wire [15:0]        bytes = (a_first ? EXTRA[15:0] : had_bytes) + {11'd0, a_bytes};
  wire               long  = (!a_first && drops) || beats > FRAME[BEAT_BITS:0] || bytes > MOST[15:0];
  wire               stays = a_valid && a_goes && !long;
  assign a_goes = !a_first || fits[a_queue];
  always @(posedge clk) begin
    if (a_valid && a_goes) begin
      had       <= beats;
      had_bytes <= bytes;
      drops     <= long;
    end
    if (!rst_n) too_long <= 32'd0;
    else if (a_valid && a_goes && a_last && long) too_long <= too_long + 32'd1;
  end

  // queues
  wire [ALL-1:0]           valid, ready;
  wire [ALL*BEAT_BITS-1:0] write_at, read_at;
  wire [ALL*INFO-1:0]      info;
  wire                     reads;
  reg  [Q_BITS-1:0]        from;
  genvar i;
  generate
    for (i = 0; i < ALL; i = i + 1) begin : queues
      localparam [Q_BITS-1:0] ME = i;
      reg  [BEAT_BITS:0] written, whole, read; // whole: up to here frames are complete
      reg  [INFO_BITS:0] put, got;
      reg  [INFO-1:0]    infos [0:(1<<INFO_BITS)-1];
      wire [BEAT_BITS:0] used   = written - read;
      wire [INFO_BITS:0] frames = put - got;
      wire               here   = stays && a_queue == ME;
      wire [BEAT_BITS:0] next   = written + {{BEAT_BITS{1'b0}}, 1'b1};
      assign fits[i]  = used <= LIMIT[BEAT_BITS:0] && !frames[INFO_BITS];
      assign valid[i] = frames != {INFO_BITS+1{1'b0}};
      assign info[INFO*i +: INFO] = infos[got[INFO_BITS-1:0]];
      assign write_at[BEAT_BITS*i +: BEAT_BITS] = written[BEAT_BITS-1:0];
      assign read_at[BEAT_BITS*i +: BEAT_BITS]  = read[BEAT_BITS-1:0];
      always @(posedge clk) begin
        if (!rst_n) begin
          written <= {BEAT_BITS+1{1'b0}};
          whole   <= {BEAT_BITS+1{1'b0}};
          read    <= {BEAT_BITS+1{1'b0}};
          put     <= {INFO_BITS+1{1'b0}};
          got     <= {INFO_BITS+1{1'b0}};
        end else begin
          if (here) written <= next;
          else if (a_valid && a_goes && long && a_queue == ME) written <= whole;
          if (here && a_last) whole <= next;
          if (here && a_last) put <= put + {{INFO_BITS{1'b0}}, 1'b1};
          if (ready[i]) got <= got + {{INFO_BITS{1'b0}}, 1'b1};
          if (reads && from == ME) read <= read + {{BEAT_BITS{1'b0}}, 1'b1};
        end
        if (here && a_last) infos[put[INFO_BITS-1:0]] <= {a_psn, bytes, beats};
      end
      if (i < QUEUES) begin : qp
        assign hdr_psn[24*i +: 24]    = info[INFO*i + BEAT_BITS + 17 +: 24];
        assign hdr_length[16*i +: 16] = info[INFO*i + BEAT_BITS + 1 +: 16];
        always @(posedge clk)
          room[i] <= rst_n && used <= LIMIT2[BEAT_BITS:0] && frames <= INFOS2[INFO_BITS:0];
      end
    end
  endgenerate
  assign hdr_valid = valid[QUEUES-1:0];
  assign hdr_ready = ready[QUEUES-1:0];

  reg  [176:0] beats_of [0:(ALL<<BEAT_BITS)-1];
  reg  [176:0] got_beat;
  wire [BEAT_BITS+Q_BITS-1:0] write_in = {a_queue, write_at[BEAT_BITS*a_queue +: BEAT_BITS]};
  wire [BEAT_BITS+Q_BITS-1:0] read_in  = {from, read_at[BEAT_BITS*from +: BEAT_BITS]};
  always @(posedge clk) begin
    if (stays) beats_of[write_in] <= a_beat;
    if (reads) got_beat <= beats_of[read_in];
  end

  // out: a frame, then the next queue that may
  wire [ALL-1:0] may = valid & {1'b1, hdr_open};
  reg            goes, coming;
  reg  [BEAT_BITS:0] left;
  reg  [Q_BITS-1:0] pick;
  reg            any, above;
  integer        k;
  always @* begin
    pick  = {Q_BITS{1'b0}};
    any   = 1'b0;
    above = 1'b0;
    for (k = ALL - 1; k >= 0; k = k - 1)
      if (may[k] && (!above || k[Q_BITS-1:0] > from)) begin
        pick  = k[Q_BITS-1:0];
        any   = 1'b1;
        above = above || k[Q_BITS-1:0] > from;
      end
  end
  wire [ALL-1:0] one = {{ALL-1{1'b0}}, 1'b1};
  assign ready = any && !goes ? one << pick : {ALL{1'b0}};

  // four beats wait at the port
  reg  [176:0] waiting [0:3];
  reg  [2:0]   in, out;
  wire [2:0]   waits = in - out;
  assign reads = goes && waits + {2'd0, coming} < 3'd3;
  wire [176:0] front = waiting[out[1:0]];
  assign m_tvalid = waits != 3'd0;
  assign {m_tuser, m_tlast, m_tkeep, m_tdata} = front;
  always @(posedge clk) begin
    if (!rst_n) begin
      goes   <= 1'b0;
      coming <= 1'b0;
      in     <= 3'd0;
      out    <= 3'd0;
      from   <= {Q_BITS{1'b0}};
    end else begin
      coming <= reads;
      if (any && !goes) begin
        goes <= 1'b1;
        from <= pick;
      end else if (reads && left == {{BEAT_BITS{1'b0}}, 1'b1}) goes <= 1'b0;
      if (coming) in <= in + 3'd1;
      if (m_tvalid && m_tready) out <= out + 3'd1;
    end
    if (any && !goes) left <= info[INFO*pick +: BEAT_BITS+1];
    else if (reads) left <= left - {{BEAT_BITS{1'b0}}, 1'b1};
    if (coming) waiting[in[1:0]] <= got_beat;
  end

endmodule

`default_nettype wire
