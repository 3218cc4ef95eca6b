// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// RoCEv2 frames to congestion events: exactly one result a frame, 9 cycles after its last beat.
module ackw_parser (
  input  wire         clk,                   // clock, rising edge
  input  wire         rst_n,                 // reset, active low, synchronous
  input  wire [127:0] s_axis_tdata,          // first byte of the frame in bits 7:0 of the first beat; no FCS
  input  wire [15:0]  s_axis_tkeep,          // all ones but on the last beat, where it is a run of ones from bit 0
  input  wire         s_axis_tvalid,
  output wire         s_axis_tready,         // is room
  input  wire         s_axis_tlast,
  input  wire         s_axis_tuser,          // on the last beat: the MAC found the frame bad
  input  wire         room,                  // the event queue takes what is in flight and one more frame
  input  wire [23:0]  cfg_qpn_base,          // the first of our QPNs; the bits of the index are ignored
  input  wire [1:0]   cfg_ece_place,         // ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit
                                             // 7
  input  wire [13:0]  cfg_max_frame_bytes,   // longer frames are dropped, bytes
  input  wire [1:0]   cfg_telemetry_place,   // 0 none, 1 behind the UDP header, 2 behind the AETH of an ACK, 3 none
  input  wire [3:0]   cfg_telemetry_offset,  // 32-bit words from the start of the area, or from the end of AETH, to the
                                             // telemetry header
  input  wire [5:0]   cfg_telemetry_area,    // words between UDP header and BTH, at place 1
  input  wire         cfg_telemetry_profile, // 0 hpcc (the draft's Figure 4), 1 ns3
  input  wire [2:0]   cfg_own_check,         // which destination addresses must be ours: bit 0 MAC, 1 IPv4, 2 IPv6
  input  wire [47:0]  cfg_own_mac,           // our MAC address, its first byte on top
  input  wire [31:0]  cfg_own_ipv4,          // our IPv4 address, its first byte on top
  input  wire [63:0]  cfg_own_ipv6_high,     // the first 8 bytes of our IPv6 address
  input  wire [63:0]  cfg_own_ipv6_low,      // the other 8 bytes of our IPv6 address
  output wire         res_valid,             // one pulse a frame
  output wire         res_drop,              // the frame was dropped, res_reason says why
  output wire [4:0]   res_reason,
  output wire [2:0]   res_kind,              // 0 ack, 1 loss, 3 cnp, 6 data; 0 if dropped, as all that follows
  output wire [9:0]   res_qpn,               // index of the QP
  output wire [23:0]  res_psn,               // of ACK, NAK and data
  output wire         res_ece,               // ECN-Echo of an ACK
  output wire         res_telemetry,         // the event carries telemetry; what follows is 0 otherwise
  output wire [11:0]  res_path,              // pathID
  output wire [3:0]   res_n_hop,             // hops of the path; res_hop_* are 0 from there on
  output wire [3:0]   res_hop_0_speed,       // index into the speed table
  output wire [23:0]  res_hop_0_ts,          // timestamp, modular; ts_unit
  output wire [19:0]  res_hop_0_tx,          // bytes transmitted, modular; tx_unit
  output wire [15:0]  res_hop_0_q,           // queue; q_unit
  output wire [3:0]   res_hop_1_speed,       // index into the speed table
  output wire [23:0]  res_hop_1_ts,          // timestamp, modular; ts_unit
  output wire [19:0]  res_hop_1_tx,          // bytes transmitted, modular; tx_unit
  output wire [15:0]  res_hop_1_q,           // queue; q_unit
  output wire [3:0]   res_hop_2_speed,       // index into the speed table
  output wire [23:0]  res_hop_2_ts,          // timestamp, modular; ts_unit
  output wire [19:0]  res_hop_2_tx,          // bytes transmitted, modular; tx_unit
  output wire [15:0]  res_hop_2_q,           // queue; q_unit
  output wire [3:0]   res_hop_3_speed,       // index into the speed table
  output wire [23:0]  res_hop_3_ts,          // timestamp, modular; ts_unit
  output wire [19:0]  res_hop_3_tx,          // bytes transmitted, modular; tx_unit
  output wire [15:0]  res_hop_3_q,           // queue; q_unit
  output wire [3:0]   res_hop_4_speed,       // index into the speed table
  output wire [23:0]  res_hop_4_ts,          // timestamp, modular; ts_unit
  output wire [19:0]  res_hop_4_tx,          // bytes transmitted, modular; tx_unit
  output wire [15:0]  res_hop_4_q            // queue; q_unit
);

  wire        setup_setup_at_udp;
  wire        setup_setup_at_ack;
  wire        setup_setup_profile;
  wire [5:0]  setup_setup_area;
  wire [6:0]  setup_setup_bth_skip;
  wire [4:0]  setup_setup_header_skip;
  wire [8:0]  setup_setup_least_bytes;
  wire [8:0]  setup_setup_ack_bytes;
  wire [8:0]  setup_setup_cnp_bytes;
  wire [4:0]  setup_setup_header_words;
  wire        front_s1_beat_valid;
  wire        front_s1_beat_last;
  wire [31:0] front_s1_word_0;
  wire [31:0] front_s1_word_1;
  wire [31:0] front_s1_word_2;
  wire [31:0] front_s1_word_3;
  wire        front_s2_beat_valid;
  wire        front_s2_beat_last;
  wire        front_s4_beat_valid;
  wire        front_s4_beat_last;
  wire        front_s5_fresh;
  wire        front_s6_fresh;
  wire        front_s6_beat_valid;
  wire        front_s8_done;
  wire        front_s2_ip_0_vlan;
  wire        front_s2_ip_0_not_ip;
  wire        front_s2_ip_0_v6;
  wire        front_s2_ip_0_bad_version;
  wire        front_s2_ip_0_bad_ihl;
  wire        front_s2_ip_0_fragment;
  wire        front_s2_ip_0_not_udp;
  wire        front_s2_ip_0_ce;
  wire [15:0] front_s2_ip_0_length;
  wire [3:0]  front_s2_ip_0_counted_words;
  wire [6:0]  front_s2_ip_0_length_from;
  wire [2:0]  front_s2_ip_0_ip_at;
  wire [4:0]  front_s2_ip_0_options_at;
  wire [4:0]  front_s2_ip_0_udp_at;
  wire [11:0] front_s2_ip_0_end_at;
  wire        front_s2_ip_1_vlan;
  wire        front_s2_ip_1_not_ip;
  wire        front_s2_ip_1_v6;
  wire        front_s2_ip_1_bad_version;
  wire        front_s2_ip_1_bad_ihl;
  wire        front_s2_ip_1_fragment;
  wire        front_s2_ip_1_not_udp;
  wire        front_s2_ip_1_ce;
  wire [15:0] front_s2_ip_1_length;
  wire [3:0]  front_s2_ip_1_counted_words;
  wire [6:0]  front_s2_ip_1_length_from;
  wire [2:0]  front_s2_ip_1_ip_at;
  wire [4:0]  front_s2_ip_1_options_at;
  wire [4:0]  front_s2_ip_1_udp_at;
  wire [11:0] front_s2_ip_1_end_at;
  wire        front_s2_ip_2_vlan;
  wire        front_s2_ip_2_not_ip;
  wire        front_s2_ip_2_v6;
  wire        front_s2_ip_2_bad_version;
  wire        front_s2_ip_2_bad_ihl;
  wire        front_s2_ip_2_fragment;
  wire        front_s2_ip_2_not_udp;
  wire        front_s2_ip_2_ce;
  wire [15:0] front_s2_ip_2_length;
  wire [3:0]  front_s2_ip_2_counted_words;
  wire [6:0]  front_s2_ip_2_length_from;
  wire [2:0]  front_s2_ip_2_ip_at;
  wire [4:0]  front_s2_ip_2_options_at;
  wire [4:0]  front_s2_ip_2_udp_at;
  wire [11:0] front_s2_ip_2_end_at;
  wire [12:0] front_s3_at;
  wire [6:0]  front_s4_at;
  wire        front_s4_near;
  wire        front_s4_here_0;
  wire        front_s4_here_1;
  wire        front_s4_here_2;
  wire        front_s4_here_3;
  wire        front_s4_here_4;
  wire        front_s4_here_5;
  wire        front_s4_late_0;
  wire        front_s4_late_1;
  wire        front_s4_late_2;
  wire        front_s4_late_3;
  wire [31:0] front_s4_word_0;
  wire [31:0] front_s4_word_1;
  wire [31:0] front_s4_word_2;
  wire [31:0] front_s4_word_3;
  wire [31:0] front_s5_word_0;
  wire [31:0] front_s5_word_1;
  wire [31:0] front_s5_word_2;
  wire [31:0] front_s5_word_3;
  wire        ip_s3_ip_vlan;
  wire        ip_s3_ip_not_ip;
  wire        ip_s3_ip_v6;
  wire        ip_s3_ip_bad_version;
  wire        ip_s3_ip_bad_ihl;
  wire        ip_s3_ip_fragment;
  wire        ip_s3_ip_not_udp;
  wire        ip_s3_ip_ce;
  wire [15:0] ip_s3_ip_length;
  wire [3:0]  ip_s3_ip_counted_words;
  wire [6:0]  ip_s3_ip_length_from;
  wire [2:0]  ip_s3_ip_ip_at;
  wire [4:0]  ip_s3_ip_options_at;
  wire [4:0]  ip_s3_ip_udp_at;
  wire [11:0] ip_s3_ip_end_at;
  wire [2:0]  ip_s3_tags;
  wire [6:0]  ip_s4_places_udp_at;
  wire [6:0]  ip_s4_places_area_at;
  wire [6:0]  ip_s4_places_bth_at;
  wire [6:0]  ip_s4_places_header_at;
  wire        ip_s4_places_ends_later;
  wire        ip_s4_places_ends_here;
  wire [3:0]  ip_s4_places_end_lane;
  wire        ip_s4_places_v6;
  wire [2:0]  ip_s4_places_tags;
  wire        own_s4_foreign_mac;
  wire        own_s4_foreign_ip;
  wire        locate_s4_udp_checksum_0;
  wire        locate_s4_udp_checksum_1;
  wire        locate_s4_udp_checksum_2;
  wire        locate_s4_udp_checksum_3;
  wire        locate_s4_bth_ecn_0;
  wire        locate_s4_bth_ecn_1;
  wire        locate_s4_bth_ecn_2;
  wire        locate_s4_bth_ecn_3;
  wire        locate_s4_area_0;
  wire        locate_s4_area_1;
  wire        locate_s4_area_2;
  wire        locate_s4_area_3;
  wire [5:0]  locate_s5_run_0;
  wire [5:0]  locate_s5_run_1;
  wire [5:0]  locate_s5_run_2;
  wire [5:0]  locate_s5_run_3;
  wire [15:0] transport_s6_udp_port;
  wire [15:0] transport_s6_udp_length;
  wire [7:0]  transport_s6_opcode;
  wire [1:0]  transport_s6_pad_count;
  wire [3:0]  transport_s6_version;
  wire [1:0]  transport_s6_bth_ecn;
  wire [23:0] transport_s6_dest_qp;
  wire [23:0] transport_s6_psn;
  wire [7:0]  transport_s6_syndrome;
  wire        icrc_s8_bad;
  wire [15:0] frame_check_s6_payload_bytes;
  wire        frame_check_s6_payload_short;
  wire        frame_check_s6_payload_is_ack;
  wire        frame_check_s6_payload_is_cnp;
  wire        frame_check_s6_payload_is_words;
  wire        frame_check_s6_payload_plain_ack;
  wire [13:0] frame_check_s6_payload_room_words;
  wire        frame_check_s6_payload_ce;
  wire        frame_check_s8_fault_found;
  wire [4:0]  frame_check_s8_fault_reason;
  wire        roce_check_s8_fault_found;
  wire [4:0]  roce_check_s8_fault_reason;
  wire        roce_check_s8_late_fault_found;
  wire [4:0]  roce_check_s8_late_fault_reason;
  wire [2:0]  roce_check_s8_event_kind;
  wire [9:0]  roce_check_s8_event_qpn;
  wire [23:0] roce_check_s8_event_psn;
  wire        roce_check_s8_event_ece;
  wire        roce_check_s8_event_telemetry;
  wire        telemetry_s8_fault_found;
  wire [4:0]  telemetry_s8_fault_reason;
  wire        verdict_s8_show;

  ackw_parser_setup u_setup (
    .clk                  (clk),
    .rst_n                (rst_n),
    .cfg_telemetry_place  (cfg_telemetry_place),
    .cfg_telemetry_offset (cfg_telemetry_offset),
    .cfg_telemetry_area   (cfg_telemetry_area),
    .cfg_telemetry_profile(cfg_telemetry_profile),
    .setup_at_udp         (setup_setup_at_udp),
    .setup_at_ack         (setup_setup_at_ack),
    .setup_profile        (setup_setup_profile),
    .setup_area           (setup_setup_area),
    .setup_bth_skip       (setup_setup_bth_skip),
    .setup_header_skip    (setup_setup_header_skip),
    .setup_least_bytes    (setup_setup_least_bytes),
    .setup_ack_bytes      (setup_setup_ack_bytes),
    .setup_cnp_bytes      (setup_setup_cnp_bytes),
    .setup_header_words   (setup_setup_header_words)
  );

  // s0 to s5: words, EtherType and IP header, places
  assign s_axis_tready = room;

  ackw_parser_front u_front (
    .clk                  (clk),
    .rst_n                (rst_n),
    .room                 (room),
    .tdata                (s_axis_tdata),
    .tvalid               (s_axis_tvalid),
    .tlast                (s_axis_tlast),
    .s1_beat_valid        (front_s1_beat_valid),
    .s1_beat_last         (front_s1_beat_last),
    .s1_word_0            (front_s1_word_0),
    .s1_word_1            (front_s1_word_1),
    .s1_word_2            (front_s1_word_2),
    .s1_word_3            (front_s1_word_3),
    .s2_beat_valid        (front_s2_beat_valid),
    .s2_beat_last         (front_s2_beat_last),
    .s4_beat_valid        (front_s4_beat_valid),
    .s4_beat_last         (front_s4_beat_last),
    .s5_fresh             (front_s5_fresh),
    .s6_fresh             (front_s6_fresh),
    .s6_beat_valid        (front_s6_beat_valid),
    .s8_done              (front_s8_done),
    .s2_ip_0_vlan         (front_s2_ip_0_vlan),
    .s2_ip_0_not_ip       (front_s2_ip_0_not_ip),
    .s2_ip_0_v6           (front_s2_ip_0_v6),
    .s2_ip_0_bad_version  (front_s2_ip_0_bad_version),
    .s2_ip_0_bad_ihl      (front_s2_ip_0_bad_ihl),
    .s2_ip_0_fragment     (front_s2_ip_0_fragment),
    .s2_ip_0_not_udp      (front_s2_ip_0_not_udp),
    .s2_ip_0_ce           (front_s2_ip_0_ce),
    .s2_ip_0_length       (front_s2_ip_0_length),
    .s2_ip_0_counted_words(front_s2_ip_0_counted_words),
    .s2_ip_0_length_from  (front_s2_ip_0_length_from),
    .s2_ip_0_ip_at        (front_s2_ip_0_ip_at),
    .s2_ip_0_options_at   (front_s2_ip_0_options_at),
    .s2_ip_0_udp_at       (front_s2_ip_0_udp_at),
    .s2_ip_0_end_at       (front_s2_ip_0_end_at),
    .s2_ip_1_vlan         (front_s2_ip_1_vlan),
    .s2_ip_1_not_ip       (front_s2_ip_1_not_ip),
    .s2_ip_1_v6           (front_s2_ip_1_v6),
    .s2_ip_1_bad_version  (front_s2_ip_1_bad_version),
    .s2_ip_1_bad_ihl      (front_s2_ip_1_bad_ihl),
    .s2_ip_1_fragment     (front_s2_ip_1_fragment),
    .s2_ip_1_not_udp      (front_s2_ip_1_not_udp),
    .s2_ip_1_ce           (front_s2_ip_1_ce),
    .s2_ip_1_length       (front_s2_ip_1_length),
    .s2_ip_1_counted_words(front_s2_ip_1_counted_words),
    .s2_ip_1_length_from  (front_s2_ip_1_length_from),
    .s2_ip_1_ip_at        (front_s2_ip_1_ip_at),
    .s2_ip_1_options_at   (front_s2_ip_1_options_at),
    .s2_ip_1_udp_at       (front_s2_ip_1_udp_at),
    .s2_ip_1_end_at       (front_s2_ip_1_end_at),
    .s2_ip_2_vlan         (front_s2_ip_2_vlan),
    .s2_ip_2_not_ip       (front_s2_ip_2_not_ip),
    .s2_ip_2_v6           (front_s2_ip_2_v6),
    .s2_ip_2_bad_version  (front_s2_ip_2_bad_version),
    .s2_ip_2_bad_ihl      (front_s2_ip_2_bad_ihl),
    .s2_ip_2_fragment     (front_s2_ip_2_fragment),
    .s2_ip_2_not_udp      (front_s2_ip_2_not_udp),
    .s2_ip_2_ce           (front_s2_ip_2_ce),
    .s2_ip_2_length       (front_s2_ip_2_length),
    .s2_ip_2_counted_words(front_s2_ip_2_counted_words),
    .s2_ip_2_length_from  (front_s2_ip_2_length_from),
    .s2_ip_2_ip_at        (front_s2_ip_2_ip_at),
    .s2_ip_2_options_at   (front_s2_ip_2_options_at),
    .s2_ip_2_udp_at       (front_s2_ip_2_udp_at),
    .s2_ip_2_end_at       (front_s2_ip_2_end_at),
    .s3_at                (front_s3_at),
    .s4_at                (front_s4_at),
    .s4_near              (front_s4_near),
    .s4_here_0            (front_s4_here_0),
    .s4_here_1            (front_s4_here_1),
    .s4_here_2            (front_s4_here_2),
    .s4_here_3            (front_s4_here_3),
    .s4_here_4            (front_s4_here_4),
    .s4_here_5            (front_s4_here_5),
    .s4_late_0            (front_s4_late_0),
    .s4_late_1            (front_s4_late_1),
    .s4_late_2            (front_s4_late_2),
    .s4_late_3            (front_s4_late_3),
    .s4_word_0            (front_s4_word_0),
    .s4_word_1            (front_s4_word_1),
    .s4_word_2            (front_s4_word_2),
    .s4_word_3            (front_s4_word_3),
    .s5_word_0            (front_s5_word_0),
    .s5_word_1            (front_s5_word_1),
    .s5_word_2            (front_s5_word_2),
    .s5_word_3            (front_s5_word_3)
  );

  ackw_ip_select u_ip (
    .clk                  (clk),
    .rst_n                (rst_n),
    .setup_at_udp         (setup_setup_at_udp),
    .setup_at_ack         (setup_setup_at_ack),
    .setup_profile        (setup_setup_profile),
    .setup_area           (setup_setup_area),
    .setup_bth_skip       (setup_setup_bth_skip),
    .setup_header_skip    (setup_setup_header_skip),
    .setup_least_bytes    (setup_setup_least_bytes),
    .setup_ack_bytes      (setup_setup_ack_bytes),
    .setup_cnp_bytes      (setup_setup_cnp_bytes),
    .setup_header_words   (setup_setup_header_words),
    .s2_ip_0_vlan         (front_s2_ip_0_vlan),
    .s2_ip_0_not_ip       (front_s2_ip_0_not_ip),
    .s2_ip_0_v6           (front_s2_ip_0_v6),
    .s2_ip_0_bad_version  (front_s2_ip_0_bad_version),
    .s2_ip_0_bad_ihl      (front_s2_ip_0_bad_ihl),
    .s2_ip_0_fragment     (front_s2_ip_0_fragment),
    .s2_ip_0_not_udp      (front_s2_ip_0_not_udp),
    .s2_ip_0_ce           (front_s2_ip_0_ce),
    .s2_ip_0_length       (front_s2_ip_0_length),
    .s2_ip_0_counted_words(front_s2_ip_0_counted_words),
    .s2_ip_0_length_from  (front_s2_ip_0_length_from),
    .s2_ip_0_ip_at        (front_s2_ip_0_ip_at),
    .s2_ip_0_options_at   (front_s2_ip_0_options_at),
    .s2_ip_0_udp_at       (front_s2_ip_0_udp_at),
    .s2_ip_0_end_at       (front_s2_ip_0_end_at),
    .s2_ip_1_vlan         (front_s2_ip_1_vlan),
    .s2_ip_1_not_ip       (front_s2_ip_1_not_ip),
    .s2_ip_1_v6           (front_s2_ip_1_v6),
    .s2_ip_1_bad_version  (front_s2_ip_1_bad_version),
    .s2_ip_1_bad_ihl      (front_s2_ip_1_bad_ihl),
    .s2_ip_1_fragment     (front_s2_ip_1_fragment),
    .s2_ip_1_not_udp      (front_s2_ip_1_not_udp),
    .s2_ip_1_ce           (front_s2_ip_1_ce),
    .s2_ip_1_length       (front_s2_ip_1_length),
    .s2_ip_1_counted_words(front_s2_ip_1_counted_words),
    .s2_ip_1_length_from  (front_s2_ip_1_length_from),
    .s2_ip_1_ip_at        (front_s2_ip_1_ip_at),
    .s2_ip_1_options_at   (front_s2_ip_1_options_at),
    .s2_ip_1_udp_at       (front_s2_ip_1_udp_at),
    .s2_ip_1_end_at       (front_s2_ip_1_end_at),
    .s2_ip_2_vlan         (front_s2_ip_2_vlan),
    .s2_ip_2_not_ip       (front_s2_ip_2_not_ip),
    .s2_ip_2_v6           (front_s2_ip_2_v6),
    .s2_ip_2_bad_version  (front_s2_ip_2_bad_version),
    .s2_ip_2_bad_ihl      (front_s2_ip_2_bad_ihl),
    .s2_ip_2_fragment     (front_s2_ip_2_fragment),
    .s2_ip_2_not_udp      (front_s2_ip_2_not_udp),
    .s2_ip_2_ce           (front_s2_ip_2_ce),
    .s2_ip_2_length       (front_s2_ip_2_length),
    .s2_ip_2_counted_words(front_s2_ip_2_counted_words),
    .s2_ip_2_length_from  (front_s2_ip_2_length_from),
    .s2_ip_2_ip_at        (front_s2_ip_2_ip_at),
    .s2_ip_2_options_at   (front_s2_ip_2_options_at),
    .s2_ip_2_udp_at       (front_s2_ip_2_udp_at),
    .s2_ip_2_end_at       (front_s2_ip_2_end_at),
    .s3_at                (front_s3_at),
    .s3_ip_vlan           (ip_s3_ip_vlan),
    .s3_ip_not_ip         (ip_s3_ip_not_ip),
    .s3_ip_v6             (ip_s3_ip_v6),
    .s3_ip_bad_version    (ip_s3_ip_bad_version),
    .s3_ip_bad_ihl        (ip_s3_ip_bad_ihl),
    .s3_ip_fragment       (ip_s3_ip_fragment),
    .s3_ip_not_udp        (ip_s3_ip_not_udp),
    .s3_ip_ce             (ip_s3_ip_ce),
    .s3_ip_length         (ip_s3_ip_length),
    .s3_ip_counted_words  (ip_s3_ip_counted_words),
    .s3_ip_length_from    (ip_s3_ip_length_from),
    .s3_ip_ip_at          (ip_s3_ip_ip_at),
    .s3_ip_options_at     (ip_s3_ip_options_at),
    .s3_ip_udp_at         (ip_s3_ip_udp_at),
    .s3_ip_end_at         (ip_s3_ip_end_at),
    .s3_tags              (ip_s3_tags),
    .s4_places_udp_at     (ip_s4_places_udp_at),
    .s4_places_area_at    (ip_s4_places_area_at),
    .s4_places_bth_at     (ip_s4_places_bth_at),
    .s4_places_header_at  (ip_s4_places_header_at),
    .s4_places_ends_later (ip_s4_places_ends_later),
    .s4_places_ends_here  (ip_s4_places_ends_here),
    .s4_places_end_lane   (ip_s4_places_end_lane),
    .s4_places_v6         (ip_s4_places_v6),
    .s4_places_tags       (ip_s4_places_tags)
  );

  // s1 to s4: the destination addresses
  ackw_parser_own u_own (
    .clk              (clk),
    .rst_n            (rst_n),
    .cfg_own_check    (cfg_own_check),
    .cfg_own_mac      (cfg_own_mac),
    .cfg_own_ipv4     (cfg_own_ipv4),
    .cfg_own_ipv6_high(cfg_own_ipv6_high),
    .cfg_own_ipv6_low (cfg_own_ipv6_low),
    .s1_beat_valid    (front_s1_beat_valid),
    .s1_beat_last     (front_s1_beat_last),
    .s1_word_0        (front_s1_word_0),
    .s1_word_1        (front_s1_word_1),
    .s1_word_2        (front_s1_word_2),
    .s1_word_3        (front_s1_word_3),
    .s3_v6            (ip_s3_ip_v6),
    .s3_tags          (ip_s3_tags),
    .s4_foreign_mac   (own_s4_foreign_mac),
    .s4_foreign_ip    (own_s4_foreign_ip)
  );

  // s4 to s6: the transport headers
  ackw_parser_locate u_locate (
    .clk                 (clk),
    .rst_n               (rst_n),
    .s4_beat_valid       (front_s4_beat_valid),
    .s4_beat_last        (front_s4_beat_last),
    .s4_at               (front_s4_at),
    .s4_near             (front_s4_near),
    .s4_late_0           (front_s4_late_0),
    .s4_late_1           (front_s4_late_1),
    .s4_late_2           (front_s4_late_2),
    .s4_late_3           (front_s4_late_3),
    .s4_places_udp_at    (ip_s4_places_udp_at),
    .s4_places_area_at   (ip_s4_places_area_at),
    .s4_places_bth_at    (ip_s4_places_bth_at),
    .s4_places_header_at (ip_s4_places_header_at),
    .s4_places_ends_later(ip_s4_places_ends_later),
    .s4_places_ends_here (ip_s4_places_ends_here),
    .s4_places_end_lane  (ip_s4_places_end_lane),
    .s4_places_v6        (ip_s4_places_v6),
    .s4_places_tags      (ip_s4_places_tags),
    .s4_udp_checksum_0   (locate_s4_udp_checksum_0),
    .s4_udp_checksum_1   (locate_s4_udp_checksum_1),
    .s4_udp_checksum_2   (locate_s4_udp_checksum_2),
    .s4_udp_checksum_3   (locate_s4_udp_checksum_3),
    .s4_bth_ecn_0        (locate_s4_bth_ecn_0),
    .s4_bth_ecn_1        (locate_s4_bth_ecn_1),
    .s4_bth_ecn_2        (locate_s4_bth_ecn_2),
    .s4_bth_ecn_3        (locate_s4_bth_ecn_3),
    .s4_area_0           (locate_s4_area_0),
    .s4_area_1           (locate_s4_area_1),
    .s4_area_2           (locate_s4_area_2),
    .s4_area_3           (locate_s4_area_3),
    .s5_run_0            (locate_s5_run_0),
    .s5_run_1            (locate_s5_run_1),
    .s5_run_2            (locate_s5_run_2),
    .s5_run_3            (locate_s5_run_3)
  );

  ackw_transport u_transport (
    .clk          (clk),
    .rst_n        (rst_n),
    .s5_fresh     (front_s5_fresh),
    .s5_run_0     (locate_s5_run_0),
    .s5_run_1     (locate_s5_run_1),
    .s5_run_2     (locate_s5_run_2),
    .s5_run_3     (locate_s5_run_3),
    .s5_word_0    (front_s5_word_0),
    .s5_word_1    (front_s5_word_1),
    .s5_word_2    (front_s5_word_2),
    .s5_word_3    (front_s5_word_3),
    .s6_udp_port  (transport_s6_udp_port),
    .s6_udp_length(transport_s6_udp_length),
    .s6_opcode    (transport_s6_opcode),
    .s6_pad_count (transport_s6_pad_count),
    .s6_version   (transport_s6_version),
    .s6_bth_ecn   (transport_s6_bth_ecn),
    .s6_dest_qp   (transport_s6_dest_qp),
    .s6_psn       (transport_s6_psn),
    .s6_syndrome  (transport_s6_syndrome)
  );

  // s4 to s8: the ICRC
  ackw_icrc u_icrc (
    .clk                 (clk),
    .rst_n               (rst_n),
    .s4_here_0           (front_s4_here_0),
    .s4_here_1           (front_s4_here_1),
    .s4_here_2           (front_s4_here_2),
    .s4_here_3           (front_s4_here_3),
    .s4_here_4           (front_s4_here_4),
    .s4_here_5           (front_s4_here_5),
    .s4_late_0           (front_s4_late_0),
    .s4_late_1           (front_s4_late_1),
    .s4_late_2           (front_s4_late_2),
    .s4_late_3           (front_s4_late_3),
    .s4_places_udp_at    (ip_s4_places_udp_at),
    .s4_places_area_at   (ip_s4_places_area_at),
    .s4_places_bth_at    (ip_s4_places_bth_at),
    .s4_places_header_at (ip_s4_places_header_at),
    .s4_places_ends_later(ip_s4_places_ends_later),
    .s4_places_ends_here (ip_s4_places_ends_here),
    .s4_places_end_lane  (ip_s4_places_end_lane),
    .s4_places_v6        (ip_s4_places_v6),
    .s4_places_tags      (ip_s4_places_tags),
    .s4_udp_checksum_0   (locate_s4_udp_checksum_0),
    .s4_udp_checksum_1   (locate_s4_udp_checksum_1),
    .s4_udp_checksum_2   (locate_s4_udp_checksum_2),
    .s4_udp_checksum_3   (locate_s4_udp_checksum_3),
    .s4_bth_ecn_0        (locate_s4_bth_ecn_0),
    .s4_bth_ecn_1        (locate_s4_bth_ecn_1),
    .s4_bth_ecn_2        (locate_s4_bth_ecn_2),
    .s4_bth_ecn_3        (locate_s4_bth_ecn_3),
    .s4_area_0           (locate_s4_area_0),
    .s4_area_1           (locate_s4_area_1),
    .s4_area_2           (locate_s4_area_2),
    .s4_area_3           (locate_s4_area_3),
    .s5_word_0           (front_s5_word_0),
    .s5_word_1           (front_s5_word_1),
    .s5_word_2           (front_s5_word_2),
    .s5_word_3           (front_s5_word_3),
    .s6_beat_valid       (front_s6_beat_valid),
    .s6_fresh            (front_s6_fresh),
    .s8_bad              (icrc_s8_bad)
  );

  // s0 to s8: the checks, and the length
  ackw_frame_check u_frame_check (
    .clk                  (clk),
    .rst_n                (rst_n),
    .tkeep                (s_axis_tkeep),
    .tuser                (s_axis_tuser),
    .s1_beat_valid        (front_s1_beat_valid),
    .s1_beat_last         (front_s1_beat_last),
    .s2_beat_valid        (front_s2_beat_valid),
    .s2_beat_last         (front_s2_beat_last),
    .cfg_max_frame_bytes  (cfg_max_frame_bytes),
    .s3_ip_vlan           (ip_s3_ip_vlan),
    .s3_ip_not_ip         (ip_s3_ip_not_ip),
    .s3_ip_v6             (ip_s3_ip_v6),
    .s3_ip_bad_version    (ip_s3_ip_bad_version),
    .s3_ip_bad_ihl        (ip_s3_ip_bad_ihl),
    .s3_ip_fragment       (ip_s3_ip_fragment),
    .s3_ip_not_udp        (ip_s3_ip_not_udp),
    .s3_ip_ce             (ip_s3_ip_ce),
    .s3_ip_length         (ip_s3_ip_length),
    .s3_ip_counted_words  (ip_s3_ip_counted_words),
    .s3_ip_length_from    (ip_s3_ip_length_from),
    .s3_ip_ip_at          (ip_s3_ip_ip_at),
    .s3_ip_options_at     (ip_s3_ip_options_at),
    .s3_ip_udp_at         (ip_s3_ip_udp_at),
    .s3_ip_end_at         (ip_s3_ip_end_at),
    .s4_foreign_mac       (own_s4_foreign_mac),
    .s4_foreign_ip        (own_s4_foreign_ip),
    .setup_at_udp         (setup_setup_at_udp),
    .setup_at_ack         (setup_setup_at_ack),
    .setup_profile        (setup_setup_profile),
    .setup_area           (setup_setup_area),
    .setup_bth_skip       (setup_setup_bth_skip),
    .setup_header_skip    (setup_setup_header_skip),
    .setup_least_bytes    (setup_setup_least_bytes),
    .setup_ack_bytes      (setup_setup_ack_bytes),
    .setup_cnp_bytes      (setup_setup_cnp_bytes),
    .setup_header_words   (setup_setup_header_words),
    .s6_payload_bytes     (frame_check_s6_payload_bytes),
    .s6_payload_short     (frame_check_s6_payload_short),
    .s6_payload_is_ack    (frame_check_s6_payload_is_ack),
    .s6_payload_is_cnp    (frame_check_s6_payload_is_cnp),
    .s6_payload_is_words  (frame_check_s6_payload_is_words),
    .s6_payload_plain_ack (frame_check_s6_payload_plain_ack),
    .s6_payload_room_words(frame_check_s6_payload_room_words),
    .s6_payload_ce        (frame_check_s6_payload_ce),
    .s8_fault_found       (frame_check_s8_fault_found),
    .s8_fault_reason      (frame_check_s8_fault_reason)
  );

  ackw_roce_check u_roce_check (
    .clk                  (clk),
    .rst_n                (rst_n),
    .cfg_qpn_base         (cfg_qpn_base),
    .cfg_ece_place        (cfg_ece_place),
    .setup_at_udp         (setup_setup_at_udp),
    .setup_at_ack         (setup_setup_at_ack),
    .setup_profile        (setup_setup_profile),
    .setup_area           (setup_setup_area),
    .setup_bth_skip       (setup_setup_bth_skip),
    .setup_header_skip    (setup_setup_header_skip),
    .setup_least_bytes    (setup_setup_least_bytes),
    .setup_ack_bytes      (setup_setup_ack_bytes),
    .setup_cnp_bytes      (setup_setup_cnp_bytes),
    .setup_header_words   (setup_setup_header_words),
    .s6_udp_port          (transport_s6_udp_port),
    .s6_udp_length        (transport_s6_udp_length),
    .s6_opcode            (transport_s6_opcode),
    .s6_pad_count         (transport_s6_pad_count),
    .s6_version           (transport_s6_version),
    .s6_bth_ecn           (transport_s6_bth_ecn),
    .s6_dest_qp           (transport_s6_dest_qp),
    .s6_psn               (transport_s6_psn),
    .s6_syndrome          (transport_s6_syndrome),
    .s6_payload_bytes     (frame_check_s6_payload_bytes),
    .s6_payload_short     (frame_check_s6_payload_short),
    .s6_payload_is_ack    (frame_check_s6_payload_is_ack),
    .s6_payload_is_cnp    (frame_check_s6_payload_is_cnp),
    .s6_payload_is_words  (frame_check_s6_payload_is_words),
    .s6_payload_plain_ack (frame_check_s6_payload_plain_ack),
    .s6_payload_room_words(frame_check_s6_payload_room_words),
    .s6_payload_ce        (frame_check_s6_payload_ce),
    .s8_fault_found       (roce_check_s8_fault_found),
    .s8_fault_reason      (roce_check_s8_fault_reason),
    .s8_late_fault_found  (roce_check_s8_late_fault_found),
    .s8_late_fault_reason (roce_check_s8_late_fault_reason),
    .s8_event_kind        (roce_check_s8_event_kind),
    .s8_event_qpn         (roce_check_s8_event_qpn),
    .s8_event_psn         (roce_check_s8_event_psn),
    .s8_event_ece         (roce_check_s8_event_ece),
    .s8_event_telemetry   (roce_check_s8_event_telemetry)
  );

  // s4 to s9: the telemetry
  ackw_telemetry u_telemetry (
    .clk                  (clk),
    .rst_n                (rst_n),
    .setup_at_udp         (setup_setup_at_udp),
    .setup_at_ack         (setup_setup_at_ack),
    .setup_profile        (setup_setup_profile),
    .setup_area           (setup_setup_area),
    .setup_bth_skip       (setup_setup_bth_skip),
    .setup_header_skip    (setup_setup_header_skip),
    .setup_least_bytes    (setup_setup_least_bytes),
    .setup_ack_bytes      (setup_setup_ack_bytes),
    .setup_cnp_bytes      (setup_setup_cnp_bytes),
    .setup_header_words   (setup_setup_header_words),
    .s4_beat_valid        (front_s4_beat_valid),
    .s4_beat_last         (front_s4_beat_last),
    .s4_at                (front_s4_at),
    .s4_near              (front_s4_near),
    .s4_late              (front_s4_late_3),
    .s4_places_udp_at     (ip_s4_places_udp_at),
    .s4_places_area_at    (ip_s4_places_area_at),
    .s4_places_bth_at     (ip_s4_places_bth_at),
    .s4_places_header_at  (ip_s4_places_header_at),
    .s4_places_ends_later (ip_s4_places_ends_later),
    .s4_places_ends_here  (ip_s4_places_ends_here),
    .s4_places_end_lane   (ip_s4_places_end_lane),
    .s4_places_v6         (ip_s4_places_v6),
    .s4_places_tags       (ip_s4_places_tags),
    .s4_word_0            (front_s4_word_0),
    .s4_word_1            (front_s4_word_1),
    .s4_word_2            (front_s4_word_2),
    .s4_word_3            (front_s4_word_3),
    .s6_payload_bytes     (frame_check_s6_payload_bytes),
    .s6_payload_short     (frame_check_s6_payload_short),
    .s6_payload_is_ack    (frame_check_s6_payload_is_ack),
    .s6_payload_is_cnp    (frame_check_s6_payload_is_cnp),
    .s6_payload_is_words  (frame_check_s6_payload_is_words),
    .s6_payload_plain_ack (frame_check_s6_payload_plain_ack),
    .s6_payload_room_words(frame_check_s6_payload_room_words),
    .s6_payload_ce        (frame_check_s6_payload_ce),
    .s8_fault_found       (telemetry_s8_fault_found),
    .s8_fault_reason      (telemetry_s8_fault_reason),
    .s8_show              (verdict_s8_show),
    .res_path             (res_path),
    .res_n_hop            (res_n_hop),
    .res_hop_0_speed      (res_hop_0_speed),
    .res_hop_0_ts         (res_hop_0_ts),
    .res_hop_0_tx         (res_hop_0_tx),
    .res_hop_0_q          (res_hop_0_q),
    .res_hop_1_speed      (res_hop_1_speed),
    .res_hop_1_ts         (res_hop_1_ts),
    .res_hop_1_tx         (res_hop_1_tx),
    .res_hop_1_q          (res_hop_1_q),
    .res_hop_2_speed      (res_hop_2_speed),
    .res_hop_2_ts         (res_hop_2_ts),
    .res_hop_2_tx         (res_hop_2_tx),
    .res_hop_2_q          (res_hop_2_q),
    .res_hop_3_speed      (res_hop_3_speed),
    .res_hop_3_ts         (res_hop_3_ts),
    .res_hop_3_tx         (res_hop_3_tx),
    .res_hop_3_q          (res_hop_3_q),
    .res_hop_4_speed      (res_hop_4_speed),
    .res_hop_4_ts         (res_hop_4_ts),
    .res_hop_4_tx         (res_hop_4_tx),
    .res_hop_4_q          (res_hop_4_q)
  );

  // s9: the result
  ackw_parser_verdict u_verdict (
    .clk                (clk),
    .rst_n              (rst_n),
    .s8_done            (front_s8_done),
    .s8_frame_found     (frame_check_s8_fault_found),
    .s8_frame_reason    (frame_check_s8_fault_reason),
    .s8_roce_found      (roce_check_s8_fault_found),
    .s8_roce_reason     (roce_check_s8_fault_reason),
    .s8_bad_icrc        (icrc_s8_bad),
    .s8_late_found      (roce_check_s8_late_fault_found),
    .s8_late_reason     (roce_check_s8_late_fault_reason),
    .s8_telemetry_found (telemetry_s8_fault_found),
    .s8_telemetry_reason(telemetry_s8_fault_reason),
    .s8_event_kind      (roce_check_s8_event_kind),
    .s8_event_qpn       (roce_check_s8_event_qpn),
    .s8_event_psn       (roce_check_s8_event_psn),
    .s8_event_ece       (roce_check_s8_event_ece),
    .s8_event_telemetry (roce_check_s8_event_telemetry),
    .s8_show            (verdict_s8_show),
    .res_valid          (res_valid),
    .res_drop           (res_drop),
    .res_reason         (res_reason),
    .res_event_kind     (res_kind),
    .res_event_qpn      (res_qpn),
    .res_event_psn      (res_psn),
    .res_event_ece      (res_ece),
    .res_event_telemetry(res_telemetry)
  );

endmodule

`default_nettype wire
