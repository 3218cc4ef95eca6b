// Ackwright, configuration ab8e3e3ef275582b
`default_nettype none

// Checks tkeep and finds the index of the last byte of the frame.
module ackw_frame_length (
  input  wire        clk,           // clock, rising edge
  input  wire        rst_n,         // reset, active low, synchronous
  input  wire [15:0] tkeep,
  input  wire        tuser,
  input  wire        s1_beat_valid,
  input  wire        s1_beat_last,
  input  wire        s2_beat_valid,
  input  wire        s2_beat_last,
  output wire [13:0] s3_last_byte,  // of the beat in stage 3; length of the frame less one, at most 16382
  output wire        s3_bad_keep,   // tkeep was wrong in this beat or before in the frame
  output wire        s3_bad_frame   // tuser of the beat in stage 3
);

  localparam [15:0] STEPS_0 = 16'hfffe;
  localparam [15:0] STEPS_1 = 16'h5554;
  localparam [15:0] STEPS_2 = 16'h1110;
  localparam [15:0] STEPS_3 = 16'd256;
  localparam [15:0] STEPS_4 = 16'd0;
  localparam [15:0] STEPS_5 = 16'd0;
  localparam [13:0] LONGEST = 14'h3ffe;

  reg  [15:0] s1_keep;
  reg         s1_user;
  reg  [14:0] s1_offset;
  reg         gap_0;
  reg         gap_1;
  reg         gap_2;
  reg         gap_3;
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
  reg         bad_beat;
  wire [13:0] sum;

  // s1: a 1 above a 0, by groups of four; the first byte missing; a byte missing before the last beat
  assign group_0 = s1_keep[4:0];
  assign group_1 = s1_keep[8:4];
  assign group_2 = s1_keep[12:8];
  assign group_3 = {1'b0, s1_keep[15:12]};

  // s2: once bad, the frame stays bad
  always @* begin
    bad_beat = bad_before | bad_edge;
    bad_beat = bad_beat | gap_0;
    bad_beat = bad_beat | gap_1;
    bad_beat = bad_beat | gap_2;
    bad_beat = bad_beat | gap_3;
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
          s1_offset <= s1_offset + 15'd16;
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
    bad_edge <= !s1_keep[0] | (!s1_keep[15] & !s1_beat_last);
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
