// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// HPCC++'s registers: units and speeds of the telemetry, a parameter set to be written, and its part of a context.
module ackw_hpcc_page (
  input  wire        clk,                    // clock, rising edge
  input  wire        rst_n,                  // reset, active low, synchronous
  input  wire        bus_write,              // the write counts; index and data were the same in the cycle before
  input  wire [9:0]  bus_windex,             // which word is written
  input  wire [31:0] bus_wdata,              // what
  input  wire [9:0]  bus_rindex,             // which word is read
  input  wire [9:0]  bus_last_index,         // which word the write before this one wrote, 0 if it was refused
  input  wire [31:0] bus_last_data,          // what
  input  wire        bus_host_busy,          // a host operation is offered or under way: writes of host_* and starts
                                             // are refused
  input  wire        bus_found_now,          // what the last host read found goes into found_*
  input  wire [4:0]  bus_sets,               // a host operation writes parameter sets, and writes of set_* are refused:
                                             // bit 0 ldcp's, 1 hpcc's
  input  wire        init_done,              // contexts, parameter sets and speeds have their reset values
  output wire        taken,                  // the write has an effect
  output wire [31:0] rdata,                  // the word at bus_rindex, one cycle later; 0 if that is not here
  output wire        set_start,              // the parameter set is to be written
  output wire [19:0] set_t,                  // baseline RTT (draft Figure 3); ns
  output wire [16:0] set_eta,                // target utilisation (draft Figure 3: 95%); U1.16
  output wire [4:0]  set_max_stage,          // additive increases before a multiplicative one (draft Figure 3)
  output wire [31:0] set_w_ai,               // additive increase; bytes, U20.12
  output wire [39:0] set_w_min,              // lower clamp of W; bytes, U28.12
  output wire [39:0] set_w_max,              // upper clamp of W, at least W_min; bytes, U28.12
  output wire        set_sync_first,         // 1: the first ACK sets lastUpdateSeq to snd_nxt
  output wire [17:0] set_rate_gain_m,        // mantissa of 1/T, to nearest; 1/ns; its top bit set
  output wire [5:0]  set_rate_gain_e,        // exponent of 1/T; 25 to 37
  output wire [3:0]  set_index,              // which one
  output wire [19:0] measure_set_t_ticks,    // ceil(T/ts_unit): delta ts below it is below T; ticks
  output wire [31:0] measure_set_tau_gain_m, // mantissa of ts_unit/T, to nearest; 1/ticks; its top bit set
  output wire [5:0]  measure_set_tau_gain_e, // exponent of ts_unit/T; 32 to 51
  output wire [11:0] measure_set_q_weight,   // q_unit * ts_unit / gcd(q_unit * ts_unit, tx_unit * T); changes with the
                                             // units
  output wire [31:0] measure_set_tx_weight,  // tx_unit * T / gcd(q_unit * ts_unit, tx_unit * T); ticks; changes with
                                             // the units
  output wire        measure_spd_we,         // writes the speed of this code, while no event of HPCC++ is under way
  output wire [3:0]  measure_spd_code,       // the telemetry's speed code
  output wire [11:0] measure_spd_gbps,       // an entry of the speed table; Gbit/s; 0: unknown
  output wire [31:0] measure_spd_inv_b_m,    // mantissa of 1/(B * ts_unit), to nearest; ticks/byte; its top bit set
  output wire [5:0]  measure_spd_inv_b_e,    // exponent of 1/(B * ts_unit); 28 to 48
  output wire [11:0] measure_cfg_tx_unit,    // unit of txBytes; bytes; constant while events of HPCC++ are under way
  output wire [11:0] measure_cfg_q_unit,     // unit of qLen; bytes; constant while events of HPCC++ are under way
  output wire [47:0] host_u,                 // EWMA of the normalised inflight bytes (the draft's algorithm, line 9);
                                             // U12.36
  output wire [39:0] host_w,                 // window (the draft's algorithm, lines 13, 17); bytes, U28.12
  output wire [39:0] host_wc,                // reference window (lines 15, 19); bytes, U28.12
  output wire [4:0]  host_inc_stage,         // additive increases since the last multiplicative step (lines 15, 19)
  output wire [31:0] host_last_update,       // line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of
                                             // ns
  input  wire [47:0] found_u,                // from here to found_last_update: what the last host operation found; as
                                             // the context
  input  wire [39:0] found_w,                // window (the draft's algorithm, lines 13, 17); bytes, U28.12
  input  wire [39:0] found_wc,               // reference window (lines 15, 19); bytes, U28.12
  input  wire [4:0]  found_inc_stage,        // additive increases since the last multiplicative step (lines 15, 19)
  input  wire [31:0] found_last_update       // line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of
                                             // ns
);

  reg  [47:0] kept_u;
  reg  [39:0] kept_w;
  reg  [39:0] kept_wc;
  reg  [4:0]  kept_inc_stage;
  reg  [31:0] kept_last_update;
  reg         ordered;
  reg  [31:0] word;

  wire        held_write;
  wire [9:0]  held_windex;
  wire [31:0] held_wdata;
  wire [9:0]  held_rindex;
  wire        starts_write;
  wire [9:0]  starts_windex;
  wire [31:0] starts_wdata;
  wire [9:0]  starts_rindex;
  wire        set_starts_write;
  wire        steady_write;
  wire [9:0]  steady_windex;
  wire [31:0] steady_wdata;
  wire [9:0]  steady_rindex;
  wire        access_write;
  wire [9:0]  access_windex;
  wire [31:0] access_wdata;
  wire [9:0]  access_rindex;
  wire        tx_unit_taken;
  wire        tx_unit_written;
  wire [31:0] tx_unit_rdata;
  wire        q_unit_taken;
  wire        q_unit_written;
  wire [31:0] q_unit_rdata;
  wire        gbps_taken;
  wire        gbps_written;
  wire [31:0] gbps_rdata;
  wire        inv_b_m_taken;
  wire        inv_b_m_written;
  wire [31:0] inv_b_m_rdata;
  wire        inv_b_e_taken;
  wire        inv_b_e_written;
  wire [31:0] inv_b_e_rdata;
  wire        write_speed_taken;
  wire [31:0] write_speed_rdata;
  wire        t_taken;
  wire        t_written;
  wire [31:0] t_rdata;
  wire        eta_taken;
  wire        eta_written;
  wire [31:0] eta_rdata;
  wire        max_stage_taken;
  wire        max_stage_written;
  wire [31:0] max_stage_rdata;
  wire        w_ai_taken;
  wire        w_ai_written;
  wire [31:0] w_ai_rdata;
  wire        sync_first_taken;
  wire        sync_first_written;
  wire [31:0] sync_first_rdata;
  wire        rate_gain_m_taken;
  wire        rate_gain_m_written;
  wire [31:0] rate_gain_m_rdata;
  wire        rate_gain_e_taken;
  wire        rate_gain_e_written;
  wire [31:0] rate_gain_e_rdata;
  wire        t_ticks_taken;
  wire        t_ticks_written;
  wire [31:0] t_ticks_rdata;
  wire        tau_gain_m_taken;
  wire        tau_gain_m_written;
  wire [31:0] tau_gain_m_rdata;
  wire        tau_gain_e_taken;
  wire        tau_gain_e_written;
  wire [31:0] tau_gain_e_rdata;
  wire        q_weight_taken;
  wire        q_weight_written;
  wire [31:0] q_weight_rdata;
  wire        tx_weight_taken;
  wire        tx_weight_written;
  wire [31:0] tx_weight_rdata;
  wire        write_set_taken;
  wire [31:0] write_set_rdata;
  wire        inc_stage_taken;
  wire        inc_stage_written;
  wire [31:0] inc_stage_rdata;
  wire        last_update_taken;
  wire        last_update_written;
  wire [31:0] last_update_rdata;
  wire [39:0] w_min_value;
  wire        w_min_taken;
  wire [31:0] w_min_rdata;
  wire [39:0] w_max_value;
  wire        w_max_taken;
  wire [31:0] w_max_rdata;
  wire        u_taken;
  wire [31:0] u_rdata;
  wire        w_taken;
  wire [31:0] w_rdata;
  wire        wc_taken;
  wire [31:0] wc_rdata;
  wire [31:0] found_u_rdata;
  wire [31:0] found_w_rdata;
  wire [31:0] found_wc_rdata;
  wire [31:0] found_inc_stage_rdata;
  wire [31:0] found_last_update_rdata;

  assign access_write = bus_write;
  assign access_windex = bus_windex;
  assign access_wdata = bus_wdata;
  assign access_rindex = bus_rindex;

  // Writes that count: of a context or a set while no host operation is under way, of its values while none is written
  assign held_windex = access_windex;
  assign held_wdata = access_wdata;
  assign held_rindex = access_rindex;
  assign held_write = bus_write & !bus_host_busy;
  assign starts_windex = access_windex;
  assign starts_wdata = access_wdata;
  assign starts_rindex = access_rindex;
  assign starts_write = bus_write & init_done;
  assign set_starts_write = starts_write & ordered & !bus_host_busy;
  assign steady_windex = access_windex;
  assign steady_wdata = access_wdata;
  assign steady_rindex = access_rindex;
  assign steady_write = bus_write & !(|bus_sets);

  ackw_register #(
    .WIDTH(12),
    .INDEX(340),
    .MIN  (1),
    .MAX  (4095),
    .RESET(128)
  ) u_tx_unit (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (access_write),
    .bus_windex(access_windex),
    .bus_wdata (access_wdata),
    .bus_rindex(access_rindex),
    .value     (measure_cfg_tx_unit),
    .taken     (tx_unit_taken),
    .written   (tx_unit_written),
    .rdata     (tx_unit_rdata)
  );

  ackw_register #(
    .WIDTH(12),
    .INDEX(341),
    .MIN  (1),
    .MAX  (4095),
    .RESET(80)
  ) u_q_unit (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (access_write),
    .bus_windex(access_windex),
    .bus_wdata (access_wdata),
    .bus_rindex(access_rindex),
    .value     (measure_cfg_q_unit),
    .taken     (q_unit_taken),
    .written   (q_unit_written),
    .rdata     (q_unit_rdata)
  );

  ackw_register #(
    .WIDTH(12),
    .INDEX(344),
    .MIN  (0),
    .MAX  (4095),
    .RESET(0)
  ) u_gbps (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (access_write),
    .bus_windex(access_windex),
    .bus_wdata (access_wdata),
    .bus_rindex(access_rindex),
    .value     (measure_spd_gbps),
    .taken     (gbps_taken),
    .written   (gbps_written),
    .rdata     (gbps_rdata)
  );

  ackw_register #(
    .WIDTH(32),
    .INDEX(345),
    .MIN  (32'd2147483648),
    .MAX  (32'd4294967295),
    .RESET(32'd2147483648)
  ) u_inv_b_m (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (access_write),
    .bus_windex(access_windex),
    .bus_wdata (access_wdata),
    .bus_rindex(access_rindex),
    .value     (measure_spd_inv_b_m),
    .taken     (inv_b_m_taken),
    .written   (inv_b_m_written),
    .rdata     (inv_b_m_rdata)
  );

  ackw_register #(
    .WIDTH(6),
    .INDEX(346),
    .MIN  (28),
    .MAX  (48),
    .RESET(28)
  ) u_inv_b_e (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (access_write),
    .bus_windex(access_windex),
    .bus_wdata (access_wdata),
    .bus_rindex(access_rindex),
    .value     (measure_spd_inv_b_e),
    .taken     (inv_b_e_taken),
    .written   (inv_b_e_written),
    .rdata     (inv_b_e_rdata)
  );

  ackw_register #(
    .WIDTH(4),
    .INDEX(347),
    .MIN  (0),
    .MAX  (15),
    .RESET(0)
  ) u_write_speed (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (starts_write),
    .bus_windex(starts_windex),
    .bus_wdata (starts_wdata),
    .bus_rindex(starts_rindex),
    .value     (measure_spd_code),
    .taken     (write_speed_taken),
    .written   (measure_spd_we),
    .rdata     (write_speed_rdata)
  );

  ackw_register #(
    .WIDTH(20),
    .INDEX(320),
    .MIN  (256),
    .MAX  (1048575),
    .RESET(5000)
  ) u_t (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (set_t),
    .taken     (t_taken),
    .written   (t_written),
    .rdata     (t_rdata)
  );

  ackw_register #(
    .WIDTH(17),
    .INDEX(321),
    .MIN  (1),
    .MAX  (65536),
    .RESET(62259)
  ) u_eta (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (set_eta),
    .taken     (eta_taken),
    .written   (eta_written),
    .rdata     (eta_rdata)
  );

  ackw_register #(
    .WIDTH(5),
    .INDEX(322),
    .MIN  (0),
    .MAX  (31),
    .RESET(5)
  ) u_max_stage (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (set_max_stage),
    .taken     (max_stage_taken),
    .written   (max_stage_written),
    .rdata     (max_stage_rdata)
  );

  ackw_register #(
    .WIDTH(32),
    .INDEX(323),
    .MIN  (0),
    .MAX  (32'd4294967295),
    .RESET(327680)
  ) u_w_ai (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (set_w_ai),
    .taken     (w_ai_taken),
    .written   (w_ai_written),
    .rdata     (w_ai_rdata)
  );

  ackw_register #(
    .WIDTH(1),
    .INDEX(328),
    .MIN  (0),
    .MAX  (1),
    .RESET(1)
  ) u_sync_first (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (set_sync_first),
    .taken     (sync_first_taken),
    .written   (sync_first_written),
    .rdata     (sync_first_rdata)
  );

  ackw_register #(
    .WIDTH(18),
    .INDEX(329),
    .MIN  (131072),
    .MAX  (262143),
    .RESET(214748)
  ) u_rate_gain_m (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (set_rate_gain_m),
    .taken     (rate_gain_m_taken),
    .written   (rate_gain_m_written),
    .rdata     (rate_gain_m_rdata)
  );

  ackw_register #(
    .WIDTH(6),
    .INDEX(330),
    .MIN  (25),
    .MAX  (37),
    .RESET(30)
  ) u_rate_gain_e (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (set_rate_gain_e),
    .taken     (rate_gain_e_taken),
    .written   (rate_gain_e_written),
    .rdata     (rate_gain_e_rdata)
  );

  ackw_register #(
    .WIDTH(20),
    .INDEX(331),
    .MIN  (2),
    .MAX  (1048575),
    .RESET(5000)
  ) u_t_ticks (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (measure_set_t_ticks),
    .taken     (t_ticks_taken),
    .written   (t_ticks_written),
    .rdata     (t_ticks_rdata)
  );

  ackw_register #(
    .WIDTH(32),
    .INDEX(332),
    .MIN  (32'd2147483648),
    .MAX  (32'd4294967295),
    .RESET(32'd3518437209)
  ) u_tau_gain_m (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (measure_set_tau_gain_m),
    .taken     (tau_gain_m_taken),
    .written   (tau_gain_m_written),
    .rdata     (tau_gain_m_rdata)
  );

  ackw_register #(
    .WIDTH(6),
    .INDEX(333),
    .MIN  (32),
    .MAX  (51),
    .RESET(44)
  ) u_tau_gain_e (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (measure_set_tau_gain_e),
    .taken     (tau_gain_e_taken),
    .written   (tau_gain_e_written),
    .rdata     (tau_gain_e_rdata)
  );

  ackw_register #(
    .WIDTH(12),
    .INDEX(334),
    .MIN  (1),
    .MAX  (4095),
    .RESET(1)
  ) u_q_weight (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (measure_set_q_weight),
    .taken     (q_weight_taken),
    .written   (q_weight_written),
    .rdata     (q_weight_rdata)
  );

  ackw_register #(
    .WIDTH(32),
    .INDEX(335),
    .MIN  (1),
    .MAX  (32'd4294967295),
    .RESET(8000)
  ) u_tx_weight (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .value     (measure_set_tx_weight),
    .taken     (tx_weight_taken),
    .written   (tx_weight_written),
    .rdata     (tx_weight_rdata)
  );

  ackw_register #(
    .WIDTH(4),
    .INDEX(336),
    .MIN  (0),
    .MAX  (15),
    .RESET(0)
  ) u_write_set (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (set_starts_write),
    .bus_windex(starts_windex),
    .bus_wdata (starts_wdata),
    .bus_rindex(starts_rindex),
    .value     (set_index),
    .taken     (write_set_taken),
    .written   (set_start),
    .rdata     (write_set_rdata)
  );

  ackw_register #(
    .WIDTH(5),
    .INDEX(358),
    .MIN  (0),
    .MAX  (31),
    .RESET(0)
  ) u_inc_stage (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .value     (host_inc_stage),
    .taken     (inc_stage_taken),
    .written   (inc_stage_written),
    .rdata     (inc_stage_rdata)
  );

  ackw_register #(
    .WIDTH(32),
    .INDEX(359),
    .MIN  (0),
    .MAX  (32'd4294967295),
    .RESET(0)
  ) u_last_update (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .value     (host_last_update),
    .taken     (last_update_taken),
    .written   (last_update_written),
    .rdata     (last_update_rdata)
  );

  ackw_register_wide #(
    .WIDTH(40),
    .INDEX(324),
    .MIN  (1),
    .MAX  (64'd1099511627775),
    .RESET(4096000)
  ) u_w_min (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .last_index(bus_last_index),
    .last_data (bus_last_data),
    .value     (w_min_value),
    .taken     (w_min_taken),
    .rdata     (w_min_rdata)
  );

  ackw_register_wide #(
    .WIDTH(40),
    .INDEX(326),
    .MIN  (1),
    .MAX  (64'd1099511627775),
    .RESET(256000000)
  ) u_w_max (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (steady_write),
    .bus_windex(steady_windex),
    .bus_wdata (steady_wdata),
    .bus_rindex(steady_rindex),
    .last_index(bus_last_index),
    .last_data (bus_last_data),
    .value     (w_max_value),
    .taken     (w_max_taken),
    .rdata     (w_max_rdata)
  );

  ackw_register_wide #(
    .WIDTH(48),
    .INDEX(352),
    .MIN  (0),
    .MAX  (64'd281474976710655),
    .RESET(64'd68719476736)
  ) u_u (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .last_index(bus_last_index),
    .last_data (bus_last_data),
    .value     (host_u),
    .taken     (u_taken),
    .rdata     (u_rdata)
  );

  ackw_register_wide #(
    .WIDTH(40),
    .INDEX(354),
    .MIN  (0),
    .MAX  (64'd1099511627775),
    .RESET(256000000)
  ) u_w (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .last_index(bus_last_index),
    .last_data (bus_last_data),
    .value     (host_w),
    .taken     (w_taken),
    .rdata     (w_rdata)
  );

  ackw_register_wide #(
    .WIDTH(40),
    .INDEX(356),
    .MIN  (0),
    .MAX  (64'd1099511627775),
    .RESET(256000000)
  ) u_wc (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .last_index(bus_last_index),
    .last_data (bus_last_data),
    .value     (host_wc),
    .taken     (wc_taken),
    .rdata     (wc_rdata)
  );

  // The values
  assign set_w_min = w_min_value;
  assign set_w_max = w_max_value;

  // What is read only
  ackw_status #(
    .WIDTH(48),
    .INDEX(368)
  ) u_found_u (
    .value (kept_u),
    .rindex(bus_rindex),
    .rdata (found_u_rdata)
  );

  ackw_status #(
    .WIDTH(40),
    .INDEX(370)
  ) u_found_w (
    .value (kept_w),
    .rindex(bus_rindex),
    .rdata (found_w_rdata)
  );

  ackw_status #(
    .WIDTH(40),
    .INDEX(372)
  ) u_found_wc (
    .value (kept_wc),
    .rindex(bus_rindex),
    .rdata (found_wc_rdata)
  );

  ackw_status #(
    .WIDTH(5),
    .INDEX(374)
  ) u_found_inc_stage (
    .value (kept_inc_stage),
    .rindex(bus_rindex),
    .rdata (found_inc_stage_rdata)
  );

  ackw_status #(
    .WIDTH(32),
    .INDEX(375)
  ) u_found_last_update (
    .value (kept_last_update),
    .rindex(bus_rindex),
    .rdata (found_last_update_rdata)
  );

  // The answers
  assign taken = tx_unit_taken | q_unit_taken | gbps_taken | inv_b_m_taken | inv_b_e_taken | write_speed_taken |
    t_taken | eta_taken | max_stage_taken | w_ai_taken | sync_first_taken | rate_gain_m_taken | rate_gain_e_taken |
    t_ticks_taken | tau_gain_m_taken | tau_gain_e_taken | q_weight_taken | tx_weight_taken | write_set_taken |
    inc_stage_taken | last_update_taken | w_min_taken | w_max_taken | u_taken | w_taken | wc_taken;
  assign rdata = word;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      kept_u <= 48'd0;
      kept_w <= 40'd0;
      kept_wc <= 40'd0;
      kept_inc_stage <= 5'd0;
      kept_last_update <= 32'd0;
      ordered <= 1'b1;
    end else begin
      ordered <= (w_min_value <= w_max_value);
      // What a read has found
      if (bus_found_now) begin
        kept_u <= found_u;
        kept_w <= found_w;
        kept_wc <= found_wc;
        kept_inc_stage <= found_inc_stage;
        kept_last_update <= found_last_update;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    word <= tx_unit_rdata | q_unit_rdata | gbps_rdata | inv_b_m_rdata | inv_b_e_rdata | write_speed_rdata | t_rdata |
      eta_rdata | max_stage_rdata | w_ai_rdata | sync_first_rdata | rate_gain_m_rdata | rate_gain_e_rdata |
      t_ticks_rdata | tau_gain_m_rdata | tau_gain_e_rdata | q_weight_rdata | tx_weight_rdata | write_set_rdata |
      inc_stage_rdata | last_update_rdata | w_min_rdata | w_max_rdata | u_rdata | w_rdata | wc_rdata | found_u_rdata |
      found_w_rdata | found_wc_rdata | found_inc_stage_rdata | found_last_update_rdata;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, tx_unit_written, q_unit_written, gbps_written, inv_b_m_written, inv_b_e_written, t_written,
    eta_written, max_stage_written, w_ai_written, sync_first_written, rate_gain_m_written, rate_gain_e_written,
    t_ticks_written, tau_gain_m_written, tau_gain_e_written, q_weight_written, tx_weight_written, inc_stage_written,
    last_update_written};

endmodule

`default_nettype wire
