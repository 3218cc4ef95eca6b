// Ackwright, configuration bf2dec66e72ad8e6
`default_nettype none

// Checks tkeep and finds the index of the last byte of the frame.
module ackw_frame_length (
  input  wire        clk,           // clock, rising edge
  input  wire        rst_n,         // reset, active low, synchronous
  input  wire [63:0] tkeep,
  input  wire        tuser,
  input  wire        s1_beat_valid,
  input  wire        s1_beat_last,
  input  wire        s2_beat_valid,
  input  wire        s2_beat_last,
  output wire [13:0] s3_last_byte,  // of the beat in stage 3; length of the frame less one, at most 16382
  output wire        s3_bad_keep,   // tkeep was wrong in this beat or before in the frame
  output wire        s3_bad_frame   // tuser of the beat in stage 3
);

  localparam [63:0] STEPS_0 = 64'hfffffffffffffffe;
  localparam [63:0] STEPS_1 = 64'h5555555555555554;
  localparam [63:0] STEPS_2 = 64'h1111111111111110;
  localparam [63:0] STEPS_3 = 64'h101010101010100;
  localparam [63:0] STEPS_4 = 64'h1000100010000;
  localparam [63:0] STEPS_5 = 64'h100000000;
  localparam [13:0] LONGEST = 14'h3ffe;

  reg  [63:0] s1_keep;
  reg         s1_user;
  reg  [14:0] s1_offset;
  reg         gap_0;
  reg         gap_1;
  reg         gap_2;
  reg         gap_3;
  reg         gap_4;
  reg         gap_5;
  reg         gap_6;
  reg         gap_7;
  reg         gap_8;
  reg         gap_9;
  reg         gap_10;
  reg         gap_11;
  reg         gap_12;
  reg         gap_13;
  reg         gap_14;
  reg         gap_15;
  reg         bad_edge;
  reg  [5:0]  s2_in_beat;
  reg  [14:0] s2_offset;
  reg         s2_user;
  reg         bad_before;
  reg         bad_keep;
  reg         bad_frame;
  reg  [13:0] last_byte;

  wire [4:0]  group_0;
  wire [4:0]  group_1;
  wire [4:0]  group_2;
  wire [4:0]  group_3;
  wire [4:0]  group_4;
  wire [4:0]  group_5;
  wire [4:0]  group_6;
  wire [4:0]  group_7;
  wire [4:0]  group_8;
  wire [4:0]  group_9;
  wire [4:0]  group_10;
  wire [4:0]  group_11;
  wire [4:0]  group_12;
  wire [4:0]  group_13;
  wire [4:0]  group_14;
  wire [4:0]  group_15;
  reg         bad_beat;
  wire [13:0] sum;

  // s1: a 1 above a 0, by groups of four; the first byte missing; a byte missing before the last beat
  assign group_0 = s1_keep[4:0];
  assign group_1 = s1_keep[8:4];
  assign group_2 = s1_keep[12:8];
  assign group_3 = s1_keep[16:12];
  assign group_4 = s1_keep[20:16];
  assign group_5 = s1_keep[24:20];
  assign group_6 = s1_keep[28:24];
  assign group_7 = s1_keep[32:28];
  assign group_8 = s1_keep[36:32];
  assign group_9 = s1_keep[40:36];
  assign group_10 = s1_keep[44:40];
  assign group_11 = s1_keep[48:44];
  assign group_12 = s1_keep[52:48];
  assign group_13 = s1_keep[56:52];
  assign group_14 = s1_keep[60:56];
  assign group_15 = {1'b0, s1_keep[63:60]};

  // s2: once bad, the frame stays bad
  always @* begin
    bad_beat = bad_before | bad_edge;
    bad_beat = bad_beat | gap_0;
    bad_beat = bad_beat | gap_1;
    bad_beat = bad_beat | gap_2;
    bad_beat = bad_beat | gap_3;
    bad_beat = bad_beat | gap_4;
    bad_beat = bad_beat | gap_5;
    bad_beat = bad_beat | gap_6;
    bad_beat = bad_beat | gap_7;
    bad_beat = bad_beat | gap_8;
    bad_beat = bad_beat | gap_9;
    bad_beat = bad_beat | gap_10;
    bad_beat = bad_beat | gap_11;
    bad_beat = bad_beat | gap_12;
    bad_beat = bad_beat | gap_13;
    bad_beat = bad_beat | gap_14;
    bad_beat = bad_beat | gap_15;
  end

  // s2: put the index together; the length saturates at 16383
  assign sum = s2_offset[13:0] | {8'd0, s2_in_beat};

  // s3
  assign s3_last_byte = last_byte;
  assign s3_bad_keep = bad_keep;
  assign s3_bad_frame = bad_frame;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      s1_offset <= 15'd0;
      bad_before <= 1'b0;
    end else begin
      // s1
      if (s1_beat_valid) begin
        if (s1_beat_last) begin
          s1_offset <= 15'd0;
        end else if (!s1_offset[14]) begin
          s1_offset <= s1_offset + 15'd64;
        end
      end
      // s2
      if (s2_beat_valid) begin
        bad_before <= bad_beat & !s2_beat_last;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s0
    s1_keep <= tkeep;
    s1_user <= tuser;
    // s1: offset of the beat in the frame, bytes; it stops at 16384
    s2_offset <= s1_offset;
    s2_user <= s1_user;
    // s1
    gap_0 <= |((group_0 >> 1) & ~group_0);
    gap_1 <= |((group_1 >> 1) & ~group_1);
    gap_2 <= |((group_2 >> 1) & ~group_2);
    gap_3 <= |((group_3 >> 1) & ~group_3);
    gap_4 <= |((group_4 >> 1) & ~group_4);
    gap_5 <= |((group_5 >> 1) & ~group_5);
    gap_6 <= |((group_6 >> 1) & ~group_6);
    gap_7 <= |((group_7 >> 1) & ~group_7);
    gap_8 <= |((group_8 >> 1) & ~group_8);
    gap_9 <= |((group_9 >> 1) & ~group_9);
    gap_10 <= |((group_10 >> 1) & ~group_10);
    gap_11 <= |((group_11 >> 1) & ~group_11);
    gap_12 <= |((group_12 >> 1) & ~group_12);
    gap_13 <= |((group_13 >> 1) & ~group_13);
    gap_14 <= |((group_14 >> 1) & ~group_14);
    gap_15 <= |((group_15 >> 1) & ~group_15);
    bad_edge <= !s1_keep[0] | (!s1_keep[63] & !s1_beat_last);
    // s1: index of the last byte in the beat; each bit is a parity, as tkeep is a run of ones from bit 0
    s2_in_beat <= {^(s1_keep & STEPS_5), ^(s1_keep & STEPS_4), ^(s1_keep & STEPS_3), ^(s1_keep & STEPS_2), ^(s1_keep &
      STEPS_1), ^(s1_keep & STEPS_0)};
    // s2
    bad_keep <= bad_beat;
    bad_frame <= s2_user;
    // s2
    last_byte <= sum;
    if (s2_offset[14] | (&sum)) begin
      last_byte <= LONGEST;
    end
  end

endmodule

`default_nettype wire
