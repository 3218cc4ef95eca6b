// Ackwright, configuration 5102db8a2199b99a
`default_nettype none

// Finds the words of the transport headers: UDP 0 and 1, BTH 2 to 4, AETH 5.
module ackw_parser_locate (
  input  wire       clk,               // clock, rising edge
  input  wire       rst_n,             // reset, active low, asynchronous
  input  wire       s3_beat_valid,
  input  wire       s3_beat_last,
  input  wire [5:0] s3_at,             // index of lane 0's word
  input  wire       s3_late_0,         // the lane's word comes behind word 8
  input  wire       s3_late_1,
  input  wire [4:0] s3_udp_at,         // the word where UDP starts; right from word 8 on
  output wire       s3_udp_checksum_0, // the lane's low half is the UDP checksum
  output wire       s3_udp_checksum_1,
  output wire       s3_bth_ecn_0,      // the lane's first byte is BTH byte 4, with FECN and BECN
  output wire       s3_bth_ecn_1,
  output wire [5:0] s4_run_0,          // bit k: the lane holds word k of the transport headers
  output wire [5:0] s4_run_1
);

  localparam [5:0] LANE_MASK = 6'd1;

  reg  [5:0] carry;
  reg  [5:0] run_r_0;
  reg  [5:0] run_r_1;

  wire [5:0] udp_beat;
  wire [5:0] udp_lane;
  wire       starts;
  wire       start_0;
  wire       start_1;
  wire [5:0] run_0;
  reg  [5:0] run_1;

  // s3: where UDP starts; up to word 8 the place may still be that of an earlier frame
  assign udp_beat = {1'b0, s3_udp_at} & ~LANE_MASK;
  assign udp_lane = {1'b0, s3_udp_at} & LANE_MASK;
  assign starts = s3_beat_valid & (s3_at == udp_beat);
  assign start_0 = starts & s3_late_0 & (udp_lane == 6'd0);
  assign start_1 = starts & s3_late_1 & (udp_lane == 6'd1);

  // s3: the token runs through the lanes and into the next beat of the frame
  assign run_0 = {carry[4:0], start_0};

  always @* begin
    run_1 = run_0 << 1;
    if (start_1) begin
      run_1 = {run_0[4:0], 1'b1};
    end
  end

  // s4: between beats no lane holds anything
  assign s3_udp_checksum_0 = run_0[1];
  assign s3_bth_ecn_0 = run_0[3];
  assign s4_run_0 = run_r_0;
  assign s3_udp_checksum_1 = run_1[1];
  assign s3_bth_ecn_1 = run_1[3];
  assign s4_run_1 = run_r_1;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      carry <= 6'd0;
    end else begin
      // s3
      if (s3_beat_valid) begin
        carry <= run_1;
        if (s3_beat_last) begin
          carry <= 6'd0;
        end
      end
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      run_r_0 <= 6'd0;
      run_r_1 <= 6'd0;
    end else begin
      // s4
      run_r_0 <= 6'd0;
      if (s3_beat_valid) begin
        run_r_0 <= run_0;
      end
      run_r_1 <= 6'd0;
      if (s3_beat_valid) begin
        run_r_1 <= run_1;
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, carry[5]};

endmodule

`default_nettype wire
