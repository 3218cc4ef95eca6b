// Ackwright, configuration 23de8437ce86e247
`default_nettype none

// RoCEv2 frames to congestion events: exactly one result a frame, 8 cycles after its last beat.
module ackw_parser (
  input  wire         clk,                 // clock, rising edge
  input  wire         rst_n,               // reset, active low, synchronous
  input  wire [511:0] s_axis_tdata,        // first byte of the frame in bits 7:0 of the first beat; no FCS
  input  wire [63:0]  s_axis_tkeep,        // all ones but on the last beat, where it is a run of ones from bit 0
  input  wire         s_axis_tvalid,
  output wire         s_axis_tready,       // is room
  input  wire         s_axis_tlast,
  input  wire         s_axis_tuser,        // on the last beat: the MAC found the frame bad
  input  wire         room,                // the event queue takes what is in flight and one more frame
  input  wire [23:0]  cfg_qpn_base,        // the first of our QPNs; the bits of the index are ignored
  input  wire [1:0]   cfg_ece_place,       // ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7
  input  wire [13:0]  cfg_max_frame_bytes, // longer frames are dropped, bytes
  output wire         res_valid,           // one pulse a frame
  output wire         res_drop,            // the frame was dropped, res_reason says why
  output wire [4:0]   res_reason,
  output wire [2:0]   res_kind,            // 0 ack, 1 loss, 3 cnp; 0 if dropped, as all that follows
  output wire [13:0]  res_qpn,             // index of the QP
  output wire [23:0]  res_psn,             // of ACK and NAK
  output wire         res_ece              // ECN-Echo of an ACK
);

  wire        front_s1_beat_valid;
  wire        front_s1_beat_last;
  wire        front_s2_beat_valid;
  wire        front_s2_beat_last;
  wire        front_s3_beat_valid;
  wire        front_s3_beat_last;
  wire        front_s4_fresh;
  wire        front_s5_fresh;
  wire        front_s5_beat_valid;
  wire        front_s7_done;
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
  wire [4:0]  front_s2_ip_0_end_at;
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
  wire [4:0]  front_s2_ip_1_end_at;
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
  wire [4:0]  front_s2_ip_2_end_at;
  wire [5:0]  front_s3_at;
  wire        front_s3_here_0;
  wire        front_s3_here_1;
  wire        front_s3_here_2;
  wire        front_s3_here_3;
  wire        front_s3_here_4;
  wire        front_s3_here_5;
  wire        front_s3_late_0;
  wire        front_s3_late_1;
  wire        front_s3_late_2;
  wire        front_s3_late_3;
  wire        front_s3_late_4;
  wire        front_s3_late_5;
  wire        front_s3_late_6;
  wire        front_s3_late_7;
  wire        front_s3_late_8;
  wire        front_s3_late_9;
  wire        front_s3_late_10;
  wire        front_s3_late_11;
  wire        front_s3_late_12;
  wire        front_s3_late_13;
  wire        front_s3_late_14;
  wire        front_s3_late_15;
  wire [31:0] front_s4_word_0;
  wire [31:0] front_s4_word_1;
  wire [31:0] front_s4_word_2;
  wire [31:0] front_s4_word_3;
  wire [31:0] front_s4_word_4;
  wire [31:0] front_s4_word_5;
  wire [31:0] front_s4_word_6;
  wire [31:0] front_s4_word_7;
  wire [31:0] front_s4_word_8;
  wire [31:0] front_s4_word_9;
  wire [31:0] front_s4_word_10;
  wire [31:0] front_s4_word_11;
  wire [31:0] front_s4_word_12;
  wire [31:0] front_s4_word_13;
  wire [31:0] front_s4_word_14;
  wire [31:0] front_s4_word_15;
  wire [13:0] length_s3_last_byte;
  wire        length_s3_bad_keep;
  wire        length_s3_bad_frame;
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
  wire [4:0]  ip_s3_ip_end_at;
  wire [2:0]  ip_s3_tags;
  wire        locate_s3_udp_checksum_0;
  wire        locate_s3_udp_checksum_1;
  wire        locate_s3_udp_checksum_2;
  wire        locate_s3_udp_checksum_3;
  wire        locate_s3_udp_checksum_4;
  wire        locate_s3_udp_checksum_5;
  wire        locate_s3_udp_checksum_6;
  wire        locate_s3_udp_checksum_7;
  wire        locate_s3_udp_checksum_8;
  wire        locate_s3_udp_checksum_9;
  wire        locate_s3_udp_checksum_10;
  wire        locate_s3_udp_checksum_11;
  wire        locate_s3_udp_checksum_12;
  wire        locate_s3_udp_checksum_13;
  wire        locate_s3_udp_checksum_14;
  wire        locate_s3_udp_checksum_15;
  wire        locate_s3_bth_ecn_0;
  wire        locate_s3_bth_ecn_1;
  wire        locate_s3_bth_ecn_2;
  wire        locate_s3_bth_ecn_3;
  wire        locate_s3_bth_ecn_4;
  wire        locate_s3_bth_ecn_5;
  wire        locate_s3_bth_ecn_6;
  wire        locate_s3_bth_ecn_7;
  wire        locate_s3_bth_ecn_8;
  wire        locate_s3_bth_ecn_9;
  wire        locate_s3_bth_ecn_10;
  wire        locate_s3_bth_ecn_11;
  wire        locate_s3_bth_ecn_12;
  wire        locate_s3_bth_ecn_13;
  wire        locate_s3_bth_ecn_14;
  wire        locate_s3_bth_ecn_15;
  wire [5:0]  locate_s4_run_0;
  wire [5:0]  locate_s4_run_1;
  wire [5:0]  locate_s4_run_2;
  wire [5:0]  locate_s4_run_3;
  wire [5:0]  locate_s4_run_4;
  wire [5:0]  locate_s4_run_5;
  wire [5:0]  locate_s4_run_6;
  wire [5:0]  locate_s4_run_7;
  wire [5:0]  locate_s4_run_8;
  wire [5:0]  locate_s4_run_9;
  wire [5:0]  locate_s4_run_10;
  wire [5:0]  locate_s4_run_11;
  wire [5:0]  locate_s4_run_12;
  wire [5:0]  locate_s4_run_13;
  wire [5:0]  locate_s4_run_14;
  wire [5:0]  locate_s4_run_15;
  wire [15:0] transport_s5_udp_port;
  wire [15:0] transport_s5_udp_length;
  wire [7:0]  transport_s5_opcode;
  wire [1:0]  transport_s5_pad_count;
  wire [3:0]  transport_s5_version;
  wire [1:0]  transport_s5_bth_ecn;
  wire [23:0] transport_s5_dest_qp;
  wire [23:0] transport_s5_psn;
  wire [7:0]  transport_s5_syndrome;
  wire        icrc_s7_bad;
  wire [15:0] frame_check_s5_payload_bytes;
  wire        frame_check_s5_payload_short;
  wire        frame_check_s5_payload_is_ack;
  wire        frame_check_s5_payload_is_cnp;
  wire        frame_check_s5_payload_ce;
  wire        frame_check_s7_fault_found;
  wire [4:0]  frame_check_s7_fault_reason;
  wire        roce_check_s7_fault_found;
  wire [4:0]  roce_check_s7_fault_reason;
  wire        roce_check_s7_late_fault_found;
  wire [4:0]  roce_check_s7_late_fault_reason;
  wire [2:0]  roce_check_s7_event_kind;
  wire [13:0] roce_check_s7_event_qpn;
  wire [23:0] roce_check_s7_event_psn;
  wire        roce_check_s7_event_ece;

  // s0 to s4: words, EtherType and IP header, length
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
    .s2_beat_valid        (front_s2_beat_valid),
    .s2_beat_last         (front_s2_beat_last),
    .s3_beat_valid        (front_s3_beat_valid),
    .s3_beat_last         (front_s3_beat_last),
    .s4_fresh             (front_s4_fresh),
    .s5_fresh             (front_s5_fresh),
    .s5_beat_valid        (front_s5_beat_valid),
    .s7_done              (front_s7_done),
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
    .s3_here_0            (front_s3_here_0),
    .s3_here_1            (front_s3_here_1),
    .s3_here_2            (front_s3_here_2),
    .s3_here_3            (front_s3_here_3),
    .s3_here_4            (front_s3_here_4),
    .s3_here_5            (front_s3_here_5),
    .s3_late_0            (front_s3_late_0),
    .s3_late_1            (front_s3_late_1),
    .s3_late_2            (front_s3_late_2),
    .s3_late_3            (front_s3_late_3),
    .s3_late_4            (front_s3_late_4),
    .s3_late_5            (front_s3_late_5),
    .s3_late_6            (front_s3_late_6),
    .s3_late_7            (front_s3_late_7),
    .s3_late_8            (front_s3_late_8),
    .s3_late_9            (front_s3_late_9),
    .s3_late_10           (front_s3_late_10),
    .s3_late_11           (front_s3_late_11),
    .s3_late_12           (front_s3_late_12),
    .s3_late_13           (front_s3_late_13),
    .s3_late_14           (front_s3_late_14),
    .s3_late_15           (front_s3_late_15),
    .s4_word_0            (front_s4_word_0),
    .s4_word_1            (front_s4_word_1),
    .s4_word_2            (front_s4_word_2),
    .s4_word_3            (front_s4_word_3),
    .s4_word_4            (front_s4_word_4),
    .s4_word_5            (front_s4_word_5),
    .s4_word_6            (front_s4_word_6),
    .s4_word_7            (front_s4_word_7),
    .s4_word_8            (front_s4_word_8),
    .s4_word_9            (front_s4_word_9),
    .s4_word_10           (front_s4_word_10),
    .s4_word_11           (front_s4_word_11),
    .s4_word_12           (front_s4_word_12),
    .s4_word_13           (front_s4_word_13),
    .s4_word_14           (front_s4_word_14),
    .s4_word_15           (front_s4_word_15)
  );

  ackw_frame_length u_length (
    .clk          (clk),
    .rst_n        (rst_n),
    .tkeep        (s_axis_tkeep),
    .tuser        (s_axis_tuser),
    .s1_beat_valid(front_s1_beat_valid),
    .s1_beat_last (front_s1_beat_last),
    .s2_beat_valid(front_s2_beat_valid),
    .s2_beat_last (front_s2_beat_last),
    .s3_last_byte (length_s3_last_byte),
    .s3_bad_keep  (length_s3_bad_keep),
    .s3_bad_frame (length_s3_bad_frame)
  );

  ackw_ip_select u_ip (
    .clk                  (clk),
    .rst_n                (rst_n),
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
    .s3_tags              (ip_s3_tags)
  );

  // s3 to s5: the transport headers
  ackw_parser_locate u_locate (
    .clk               (clk),
    .rst_n             (rst_n),
    .s3_beat_valid     (front_s3_beat_valid),
    .s3_beat_last      (front_s3_beat_last),
    .s3_at             (front_s3_at),
    .s3_late_0         (front_s3_late_0),
    .s3_late_1         (front_s3_late_1),
    .s3_late_2         (front_s3_late_2),
    .s3_late_3         (front_s3_late_3),
    .s3_late_4         (front_s3_late_4),
    .s3_late_5         (front_s3_late_5),
    .s3_late_6         (front_s3_late_6),
    .s3_late_7         (front_s3_late_7),
    .s3_late_8         (front_s3_late_8),
    .s3_late_9         (front_s3_late_9),
    .s3_late_10        (front_s3_late_10),
    .s3_late_11        (front_s3_late_11),
    .s3_late_12        (front_s3_late_12),
    .s3_late_13        (front_s3_late_13),
    .s3_late_14        (front_s3_late_14),
    .s3_late_15        (front_s3_late_15),
    .s3_udp_at         (ip_s3_ip_udp_at),
    .s3_udp_checksum_0 (locate_s3_udp_checksum_0),
    .s3_udp_checksum_1 (locate_s3_udp_checksum_1),
    .s3_udp_checksum_2 (locate_s3_udp_checksum_2),
    .s3_udp_checksum_3 (locate_s3_udp_checksum_3),
    .s3_udp_checksum_4 (locate_s3_udp_checksum_4),
    .s3_udp_checksum_5 (locate_s3_udp_checksum_5),
    .s3_udp_checksum_6 (locate_s3_udp_checksum_6),
    .s3_udp_checksum_7 (locate_s3_udp_checksum_7),
    .s3_udp_checksum_8 (locate_s3_udp_checksum_8),
    .s3_udp_checksum_9 (locate_s3_udp_checksum_9),
    .s3_udp_checksum_10(locate_s3_udp_checksum_10),
    .s3_udp_checksum_11(locate_s3_udp_checksum_11),
    .s3_udp_checksum_12(locate_s3_udp_checksum_12),
    .s3_udp_checksum_13(locate_s3_udp_checksum_13),
    .s3_udp_checksum_14(locate_s3_udp_checksum_14),
    .s3_udp_checksum_15(locate_s3_udp_checksum_15),
    .s3_bth_ecn_0      (locate_s3_bth_ecn_0),
    .s3_bth_ecn_1      (locate_s3_bth_ecn_1),
    .s3_bth_ecn_2      (locate_s3_bth_ecn_2),
    .s3_bth_ecn_3      (locate_s3_bth_ecn_3),
    .s3_bth_ecn_4      (locate_s3_bth_ecn_4),
    .s3_bth_ecn_5      (locate_s3_bth_ecn_5),
    .s3_bth_ecn_6      (locate_s3_bth_ecn_6),
    .s3_bth_ecn_7      (locate_s3_bth_ecn_7),
    .s3_bth_ecn_8      (locate_s3_bth_ecn_8),
    .s3_bth_ecn_9      (locate_s3_bth_ecn_9),
    .s3_bth_ecn_10     (locate_s3_bth_ecn_10),
    .s3_bth_ecn_11     (locate_s3_bth_ecn_11),
    .s3_bth_ecn_12     (locate_s3_bth_ecn_12),
    .s3_bth_ecn_13     (locate_s3_bth_ecn_13),
    .s3_bth_ecn_14     (locate_s3_bth_ecn_14),
    .s3_bth_ecn_15     (locate_s3_bth_ecn_15),
    .s4_run_0          (locate_s4_run_0),
    .s4_run_1          (locate_s4_run_1),
    .s4_run_2          (locate_s4_run_2),
    .s4_run_3          (locate_s4_run_3),
    .s4_run_4          (locate_s4_run_4),
    .s4_run_5          (locate_s4_run_5),
    .s4_run_6          (locate_s4_run_6),
    .s4_run_7          (locate_s4_run_7),
    .s4_run_8          (locate_s4_run_8),
    .s4_run_9          (locate_s4_run_9),
    .s4_run_10         (locate_s4_run_10),
    .s4_run_11         (locate_s4_run_11),
    .s4_run_12         (locate_s4_run_12),
    .s4_run_13         (locate_s4_run_13),
    .s4_run_14         (locate_s4_run_14),
    .s4_run_15         (locate_s4_run_15)
  );

  ackw_transport u_transport (
    .clk          (clk),
    .rst_n        (rst_n),
    .s4_fresh     (front_s4_fresh),
    .s4_run_0     (locate_s4_run_0),
    .s4_run_1     (locate_s4_run_1),
    .s4_run_2     (locate_s4_run_2),
    .s4_run_3     (locate_s4_run_3),
    .s4_run_4     (locate_s4_run_4),
    .s4_run_5     (locate_s4_run_5),
    .s4_run_6     (locate_s4_run_6),
    .s4_run_7     (locate_s4_run_7),
    .s4_run_8     (locate_s4_run_8),
    .s4_run_9     (locate_s4_run_9),
    .s4_run_10    (locate_s4_run_10),
    .s4_run_11    (locate_s4_run_11),
    .s4_run_12    (locate_s4_run_12),
    .s4_run_13    (locate_s4_run_13),
    .s4_run_14    (locate_s4_run_14),
    .s4_run_15    (locate_s4_run_15),
    .s4_word_0    (front_s4_word_0),
    .s4_word_1    (front_s4_word_1),
    .s4_word_2    (front_s4_word_2),
    .s4_word_3    (front_s4_word_3),
    .s4_word_4    (front_s4_word_4),
    .s4_word_5    (front_s4_word_5),
    .s4_word_6    (front_s4_word_6),
    .s4_word_7    (front_s4_word_7),
    .s4_word_8    (front_s4_word_8),
    .s4_word_9    (front_s4_word_9),
    .s4_word_10   (front_s4_word_10),
    .s4_word_11   (front_s4_word_11),
    .s4_word_12   (front_s4_word_12),
    .s4_word_13   (front_s4_word_13),
    .s4_word_14   (front_s4_word_14),
    .s4_word_15   (front_s4_word_15),
    .s5_udp_port  (transport_s5_udp_port),
    .s5_udp_length(transport_s5_udp_length),
    .s5_opcode    (transport_s5_opcode),
    .s5_pad_count (transport_s5_pad_count),
    .s5_version   (transport_s5_version),
    .s5_bth_ecn   (transport_s5_bth_ecn),
    .s5_dest_qp   (transport_s5_dest_qp),
    .s5_psn       (transport_s5_psn),
    .s5_syndrome  (transport_s5_syndrome)
  );

  // s3 to s7: the ICRC
  ackw_icrc u_icrc (
    .clk               (clk),
    .rst_n             (rst_n),
    .s3_at             (front_s3_at),
    .s3_here_0         (front_s3_here_0),
    .s3_here_1         (front_s3_here_1),
    .s3_here_2         (front_s3_here_2),
    .s3_here_3         (front_s3_here_3),
    .s3_here_4         (front_s3_here_4),
    .s3_here_5         (front_s3_here_5),
    .s3_late_0         (front_s3_late_0),
    .s3_late_1         (front_s3_late_1),
    .s3_late_2         (front_s3_late_2),
    .s3_late_3         (front_s3_late_3),
    .s3_late_4         (front_s3_late_4),
    .s3_late_5         (front_s3_late_5),
    .s3_late_6         (front_s3_late_6),
    .s3_late_7         (front_s3_late_7),
    .s3_late_8         (front_s3_late_8),
    .s3_late_9         (front_s3_late_9),
    .s3_late_10        (front_s3_late_10),
    .s3_late_11        (front_s3_late_11),
    .s3_late_12        (front_s3_late_12),
    .s3_late_13        (front_s3_late_13),
    .s3_late_14        (front_s3_late_14),
    .s3_late_15        (front_s3_late_15),
    .s3_tags           (ip_s3_tags),
    .s3_v6             (ip_s3_ip_v6),
    .s3_end_at         (ip_s3_ip_end_at),
    .s3_udp_checksum_0 (locate_s3_udp_checksum_0),
    .s3_udp_checksum_1 (locate_s3_udp_checksum_1),
    .s3_udp_checksum_2 (locate_s3_udp_checksum_2),
    .s3_udp_checksum_3 (locate_s3_udp_checksum_3),
    .s3_udp_checksum_4 (locate_s3_udp_checksum_4),
    .s3_udp_checksum_5 (locate_s3_udp_checksum_5),
    .s3_udp_checksum_6 (locate_s3_udp_checksum_6),
    .s3_udp_checksum_7 (locate_s3_udp_checksum_7),
    .s3_udp_checksum_8 (locate_s3_udp_checksum_8),
    .s3_udp_checksum_9 (locate_s3_udp_checksum_9),
    .s3_udp_checksum_10(locate_s3_udp_checksum_10),
    .s3_udp_checksum_11(locate_s3_udp_checksum_11),
    .s3_udp_checksum_12(locate_s3_udp_checksum_12),
    .s3_udp_checksum_13(locate_s3_udp_checksum_13),
    .s3_udp_checksum_14(locate_s3_udp_checksum_14),
    .s3_udp_checksum_15(locate_s3_udp_checksum_15),
    .s3_bth_ecn_0      (locate_s3_bth_ecn_0),
    .s3_bth_ecn_1      (locate_s3_bth_ecn_1),
    .s3_bth_ecn_2      (locate_s3_bth_ecn_2),
    .s3_bth_ecn_3      (locate_s3_bth_ecn_3),
    .s3_bth_ecn_4      (locate_s3_bth_ecn_4),
    .s3_bth_ecn_5      (locate_s3_bth_ecn_5),
    .s3_bth_ecn_6      (locate_s3_bth_ecn_6),
    .s3_bth_ecn_7      (locate_s3_bth_ecn_7),
    .s3_bth_ecn_8      (locate_s3_bth_ecn_8),
    .s3_bth_ecn_9      (locate_s3_bth_ecn_9),
    .s3_bth_ecn_10     (locate_s3_bth_ecn_10),
    .s3_bth_ecn_11     (locate_s3_bth_ecn_11),
    .s3_bth_ecn_12     (locate_s3_bth_ecn_12),
    .s3_bth_ecn_13     (locate_s3_bth_ecn_13),
    .s3_bth_ecn_14     (locate_s3_bth_ecn_14),
    .s3_bth_ecn_15     (locate_s3_bth_ecn_15),
    .s4_word_0         (front_s4_word_0),
    .s4_word_1         (front_s4_word_1),
    .s4_word_2         (front_s4_word_2),
    .s4_word_3         (front_s4_word_3),
    .s4_word_4         (front_s4_word_4),
    .s4_word_5         (front_s4_word_5),
    .s4_word_6         (front_s4_word_6),
    .s4_word_7         (front_s4_word_7),
    .s4_word_8         (front_s4_word_8),
    .s4_word_9         (front_s4_word_9),
    .s4_word_10        (front_s4_word_10),
    .s4_word_11        (front_s4_word_11),
    .s4_word_12        (front_s4_word_12),
    .s4_word_13        (front_s4_word_13),
    .s4_word_14        (front_s4_word_14),
    .s4_word_15        (front_s4_word_15),
    .s5_beat_valid     (front_s5_beat_valid),
    .s5_fresh          (front_s5_fresh),
    .s7_bad            (icrc_s7_bad)
  );

  // s3 to s7: the checks
  ackw_frame_check u_frame_check (
    .clk                (clk),
    .rst_n              (rst_n),
    .cfg_max_frame_bytes(cfg_max_frame_bytes),
    .s3_last_byte       (length_s3_last_byte),
    .s3_bad_keep        (length_s3_bad_keep),
    .s3_bad_frame       (length_s3_bad_frame),
    .s3_ip_vlan         (ip_s3_ip_vlan),
    .s3_ip_not_ip       (ip_s3_ip_not_ip),
    .s3_ip_v6           (ip_s3_ip_v6),
    .s3_ip_bad_version  (ip_s3_ip_bad_version),
    .s3_ip_bad_ihl      (ip_s3_ip_bad_ihl),
    .s3_ip_fragment     (ip_s3_ip_fragment),
    .s3_ip_not_udp      (ip_s3_ip_not_udp),
    .s3_ip_ce           (ip_s3_ip_ce),
    .s3_ip_length       (ip_s3_ip_length),
    .s3_ip_counted_words(ip_s3_ip_counted_words),
    .s3_ip_length_from  (ip_s3_ip_length_from),
    .s3_ip_ip_at        (ip_s3_ip_ip_at),
    .s3_ip_options_at   (ip_s3_ip_options_at),
    .s3_ip_udp_at       (ip_s3_ip_udp_at),
    .s3_ip_end_at       (ip_s3_ip_end_at),
    .s5_payload_bytes   (frame_check_s5_payload_bytes),
    .s5_payload_short   (frame_check_s5_payload_short),
    .s5_payload_is_ack  (frame_check_s5_payload_is_ack),
    .s5_payload_is_cnp  (frame_check_s5_payload_is_cnp),
    .s5_payload_ce      (frame_check_s5_payload_ce),
    .s7_fault_found     (frame_check_s7_fault_found),
    .s7_fault_reason    (frame_check_s7_fault_reason)
  );

  ackw_roce_check u_roce_check (
    .clk                 (clk),
    .rst_n               (rst_n),
    .cfg_qpn_base        (cfg_qpn_base),
    .cfg_ece_place       (cfg_ece_place),
    .s5_udp_port         (transport_s5_udp_port),
    .s5_udp_length       (transport_s5_udp_length),
    .s5_opcode           (transport_s5_opcode),
    .s5_pad_count        (transport_s5_pad_count),
    .s5_version          (transport_s5_version),
    .s5_bth_ecn          (transport_s5_bth_ecn),
    .s5_dest_qp          (transport_s5_dest_qp),
    .s5_psn              (transport_s5_psn),
    .s5_syndrome         (transport_s5_syndrome),
    .s5_payload_bytes    (frame_check_s5_payload_bytes),
    .s5_payload_short    (frame_check_s5_payload_short),
    .s5_payload_is_ack   (frame_check_s5_payload_is_ack),
    .s5_payload_is_cnp   (frame_check_s5_payload_is_cnp),
    .s5_payload_ce       (frame_check_s5_payload_ce),
    .s7_fault_found      (roce_check_s7_fault_found),
    .s7_fault_reason     (roce_check_s7_fault_reason),
    .s7_late_fault_found (roce_check_s7_late_fault_found),
    .s7_late_fault_reason(roce_check_s7_late_fault_reason),
    .s7_event_kind       (roce_check_s7_event_kind),
    .s7_event_qpn        (roce_check_s7_event_qpn),
    .s7_event_psn        (roce_check_s7_event_psn),
    .s7_event_ece        (roce_check_s7_event_ece)
  );

  // s8: the result
  ackw_parser_verdict u_verdict (
    .clk            (clk),
    .rst_n          (rst_n),
    .s7_done        (front_s7_done),
    .s7_frame_found (frame_check_s7_fault_found),
    .s7_frame_reason(frame_check_s7_fault_reason),
    .s7_roce_found  (roce_check_s7_fault_found),
    .s7_roce_reason (roce_check_s7_fault_reason),
    .s7_bad_icrc    (icrc_s7_bad),
    .s7_late_found  (roce_check_s7_late_fault_found),
    .s7_late_reason (roce_check_s7_late_fault_reason),
    .s7_event_kind  (roce_check_s7_event_kind),
    .s7_event_qpn   (roce_check_s7_event_qpn),
    .s7_event_psn   (roce_check_s7_event_psn),
    .s7_event_ece   (roce_check_s7_event_ece),
    .res_valid      (res_valid),
    .res_drop       (res_drop),
    .res_reason     (res_reason),
    .res_event_kind (res_kind),
    .res_event_qpn  (res_qpn),
    .res_event_psn  (res_psn),
    .res_event_ece  (res_ece)
  );

endmodule

`default_nettype wire
