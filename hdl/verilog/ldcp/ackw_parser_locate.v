// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Finds the words of the transport headers: UDP 0 and 1, BTH 2 to 4, AETH 5; and the area before BTH.
module ackw_parser_locate (
  input  wire       clk,                  // clock, rising edge
  input  wire       rst_n,                // reset, active low, synchronous
  input  wire       s4_beat_valid,
  input  wire       s4_beat_last,
  input  wire [6:0] s4_at,                // index of lane 0's word, if s4_near
  input  wire       s4_near,
  input  wire       s4_late_0,            // the lane's word comes behind word 8
  input  wire       s4_late_1,
  input  wire       s4_late_2,
  input  wire       s4_late_3,
  input  wire [6:0] s4_places_udp_at,     // valid from word 8 on
  input  wire [6:0] s4_places_area_at,
  input  wire [6:0] s4_places_bth_at,
  input  wire [6:0] s4_places_header_at,
  input  wire       s4_places_ends_later,
  input  wire       s4_places_ends_here,
  input  wire [3:0] s4_places_end_lane,
  input  wire       s4_places_v6,
  input  wire [2:0] s4_places_tags,
  output wire       s4_udp_checksum_0,    // the lane's low half is the UDP checksum
  output wire       s4_udp_checksum_1,
  output wire       s4_udp_checksum_2,
  output wire       s4_udp_checksum_3,
  output wire       s4_bth_ecn_0,         // the lane's first byte is BTH byte 4, with FECN and BECN
  output wire       s4_bth_ecn_1,
  output wire       s4_bth_ecn_2,
  output wire       s4_bth_ecn_3,
  output wire       s4_area_0,            // the lane's word stands between UDP header and BTH
  output wire       s4_area_1,
  output wire       s4_area_2,
  output wire       s4_area_3,
  output wire [5:0] s5_run_0,             // bit k: the lane holds word k of the transport headers
  output wire [5:0] s5_run_1,
  output wire [5:0] s5_run_2,
  output wire [5:0] s5_run_3
);

  localparam [6:0] LANE_MASK = 7'd3; // of a word's place the bits that say its lane

  reg  [1:0] udp_carry;
  reg  [3:0] bth_carry;
  reg  [5:0] run_r_0;
  reg  [5:0] run_r_1;
  reg  [5:0] run_r_2;
  reg  [5:0] run_r_3;

  wire [6:0] udp_lane;
  wire [6:0] area_lane;
  wire [6:0] bth_lane;
  wire       udp_here;
  wire       area_here;
  wire       area_before;
  wire       bth_here;
  wire       bth_before;
  wire       udp_start_0;
  wire       udp_start_1;
  wire       udp_start_2;
  wire       udp_start_3;
  wire       bth_start_0;
  wire       bth_start_1;
  wire       bth_start_2;
  wire       bth_start_3;
  wire       behind_udp_0;
  wire       behind_udp_1;
  wire       behind_udp_2;
  wire       behind_udp_3;
  wire       from_bth_0;
  wire       from_bth_1;
  wire       from_bth_2;
  wire       from_bth_3;
  wire [1:0] udp_run_0;
  reg  [1:0] udp_run_1;
  reg  [1:0] udp_run_2;
  reg  [1:0] udp_run_3;
  wire [3:0] bth_run_0;
  reg  [3:0] bth_run_1;
  reg  [3:0] bth_run_2;
  reg  [3:0] bth_run_3;

  // s4: where UDP and BTH start; up to word 8 the places may still be those of an earlier frame
  assign udp_lane = s4_places_udp_at & LANE_MASK;
  assign area_lane = s4_places_area_at & LANE_MASK;
  assign bth_lane = s4_places_bth_at & LANE_MASK;
  assign udp_here = s4_near & (s4_at == (s4_places_udp_at & ~LANE_MASK));
  assign area_here = s4_near & (s4_at == (s4_places_area_at & ~LANE_MASK));
  assign area_before = !s4_near | (s4_at > (s4_places_area_at & ~LANE_MASK));
  assign bth_here = s4_near & (s4_at == (s4_places_bth_at & ~LANE_MASK));
  assign bth_before = !s4_near | (s4_at > (s4_places_bth_at & ~LANE_MASK));
  assign udp_start_0 = udp_here & s4_late_0 & (udp_lane == 7'd0);
  assign bth_start_0 = bth_here & s4_late_0 & (bth_lane == 7'd0);
  assign udp_start_1 = udp_here & s4_late_1 & (udp_lane == 7'd1);
  assign bth_start_1 = bth_here & s4_late_1 & (bth_lane == 7'd1);
  assign udp_start_2 = udp_here & s4_late_2 & (udp_lane == 7'd2);
  assign bth_start_2 = bth_here & s4_late_2 & (bth_lane == 7'd2);
  assign udp_start_3 = udp_here & s4_late_3 & (udp_lane == 7'd3);
  assign bth_start_3 = bth_here & s4_late_3 & (bth_lane == 7'd3);

  // s4: the tokens run through the lanes and into the next beat of the frame
  assign udp_run_0 = {udp_carry[0], udp_start_0};
  assign bth_run_0 = {bth_carry[2:0], bth_start_0};

  always @* begin
    udp_run_1 = udp_run_0 << 1;
    if (udp_start_1) begin
      udp_run_1 = {udp_run_0[0], 1'b1};
    end
  end

  always @* begin
    bth_run_1 = bth_run_0 << 1;
    if (bth_start_1) begin
      bth_run_1 = {bth_run_0[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_2 = udp_run_1 << 1;
    if (udp_start_2) begin
      udp_run_2 = {udp_run_1[0], 1'b1};
    end
  end

  always @* begin
    bth_run_2 = bth_run_1 << 1;
    if (bth_start_2) begin
      bth_run_2 = {bth_run_1[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_3 = udp_run_2 << 1;
    if (udp_start_3) begin
      udp_run_3 = {udp_run_2[0], 1'b1};
    end
  end

  always @* begin
    bth_run_3 = bth_run_2 << 1;
    if (bth_start_3) begin
      bth_run_3 = {bth_run_2[2:0], 1'b1};
    end
  end

  // s4: the area is what stands behind the UDP header and not from BTH on
  assign behind_udp_0 = area_before | (area_here & !(|area_lane));
  assign from_bth_0 = bth_before | (bth_here & !(|bth_lane));
  assign behind_udp_1 = area_before | (area_here & (area_lane <= 7'd1));
  assign from_bth_1 = bth_before | (bth_here & (bth_lane <= 7'd1));
  assign behind_udp_2 = area_before | (area_here & (area_lane <= 7'd2));
  assign from_bth_2 = bth_before | (bth_here & (bth_lane <= 7'd2));
  assign behind_udp_3 = area_before | (area_here & (area_lane <= 7'd3));
  assign from_bth_3 = bth_before | (bth_here & (bth_lane <= 7'd3));

  // s5: between beats no lane holds anything
  assign s4_area_0 = s4_late_0 & behind_udp_0 & !from_bth_0;
  assign s4_udp_checksum_0 = udp_run_0[1];
  assign s4_bth_ecn_0 = bth_run_0[1];
  assign s5_run_0 = run_r_0;
  assign s4_area_1 = s4_late_1 & behind_udp_1 & !from_bth_1;
  assign s4_udp_checksum_1 = udp_run_1[1];
  assign s4_bth_ecn_1 = bth_run_1[1];
  assign s5_run_1 = run_r_1;
  assign s4_area_2 = s4_late_2 & behind_udp_2 & !from_bth_2;
  assign s4_udp_checksum_2 = udp_run_2[1];
  assign s4_bth_ecn_2 = bth_run_2[1];
  assign s5_run_2 = run_r_2;
  assign s4_area_3 = s4_late_3 & behind_udp_3 & !from_bth_3;
  assign s4_udp_checksum_3 = udp_run_3[1];
  assign s4_bth_ecn_3 = bth_run_3[1];
  assign s5_run_3 = run_r_3;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      udp_carry <= 2'd0;
      bth_carry <= 4'd0;
    end else begin
      if (s4_beat_valid) begin
        udp_carry <= udp_run_3;
        bth_carry <= bth_run_3;
        if (s4_beat_last) begin
          udp_carry <= 2'd0;
          bth_carry <= 4'd0;
        end
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    run_r_0 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_0 <= {bth_run_0, udp_run_0};
    end
    run_r_1 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_1 <= {bth_run_1, udp_run_1};
    end
    run_r_2 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_2 <= {bth_run_2, udp_run_2};
    end
    run_r_3 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_3 <= {bth_run_3, udp_run_3};
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, s4_places_header_at, s4_places_ends_later, s4_places_ends_here, s4_places_end_lane,
    s4_places_v6, s4_places_tags, udp_carry[1], bth_carry[3]};

endmodule

`default_nettype wire
