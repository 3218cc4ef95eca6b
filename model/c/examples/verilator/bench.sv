// Random events, host operations and back-pressure at ackw_engine of hdl/verilog/ldcp; the checker that is bound to it
// holds each output against the golden model in each cycle. +seed=N takes another seed.
`timescale 1ns / 1ps

module bench;
  localparam int CYCLES = 20000;

  logic clk = 0;
  always #2 clk = ~clk;

  logic rst_n = 0, upd_ready = 0, s_event_valid = 0, s_event_ece = 0, s_event_use_psn = 0, host_valid = 0, host_write = 0;
  logic pkt_valid = 0, pkt_ece = 0, host_open = 0;
  logic [2:0] s_event_kind = 0, pkt_kind = 0;
  logic [13:0] s_event_n = 0;
  logic [23:0] s_event_psn = 0, pkt_psn = 0, host_psn = 0;
  logic [9:0] s_event_qpn = 0, pkt_qpn = 0, host_qpn = 0, tx_qpn = 0;
  logic tx_valid = 0;
  logic [23:0] tx_psn = 0;
  logic [9:0] host_parts = 0;
  logic [3:0] host_set = 0, host_alg = 0;
  // LDCP's page of registers, and the write of a parameter set: wanted, and offered or under way
  logic unit_bus_write = 0, busy = 0, wants_set = 0, writes_set = 0;
  logic [9:0] unit_bus_windex = 0, unit_bus_last_index = 0;
  logic [31:0] unit_bus_wdata = 0, unit_bus_last_data = 0;
  wire unit_answer_taken;
  wire s_event_ready, host_ready, host_done, upd_valid, init_done;

  ackw_engine dut (
    .clk, .rst_n, .s_event_valid, .s_event_ready, .s_event_kind, .s_event_ece, .s_event_use_psn, .s_event_n, .s_event_psn,
    .s_event_qpn, .upd_ready, .upd_valid, .init_done, .pkt_valid, .pkt_kind, .pkt_ece, .pkt_psn, .pkt_qpn,
    .host_valid, .host_ready, .host_write, .host_parts, .host_qpn, .host_alg, .host_set, .host_psn, .host_open,
    .host_done, .tx_valid, .tx_qpn, .tx_psn,
    .unit_bus_write, .unit_bus_windex, .unit_bus_wdata, .unit_bus_last_index, .unit_bus_last_data,
    .unit_bus_rindex(unit_bus_windex), .unit_bus_host_busy(host_valid || busy), .unit_bus_found_now(1'b0),
    .unit_bus_sets({4'd0, writes_set}), .unit_answer_taken, .unit_answer_rdata(), .unit_answer_starts(),
    .room(), .upd_kind(), .upd_qpn(), .upd_alg(), .upd_window(), .upd_pace(), .upd_flags(), .upd_feedback(), .upd_una_psn(),
    .seen_rejected(), .seen_closed(),
    .found_alg(), .found_set(), .found_psn(), .found_open()
  );

  bind ackw_engine ackw_engine_checker check (.*);

  int unsigned state;
  function automatic int unsigned random();
    state = state ^ (state << 13);
    state = state ^ (state >> 17);
    state = state ^ (state << 5);
    return state;
  endfunction

  initial begin
    if (!$value$plusargs("seed=%d", state)) state = 1;
    $display("seed %0d", state);
    state = state * 2 + 1; // 0 would stay 0
  end

  int unsigned cycle = 0, updates = 0, operations = 0, words = 0;
  always @(posedge clk) begin
    cycle <= cycle + 1;
    rst_n <= cycle >= 8;
    if (upd_valid && upd_ready) updates <= updates + 1;
    if (host_done) operations <= operations + 1;
    // now and then nobody takes updates for a while
    upd_ready <= (random() % 256 != 0) && (cycle % 512 > 40);
    // registers of LDCP's page: parameter set 1 differs from reset, and windows of QPs; a word stands for a cycle, then
    // it is written
    unit_bus_write <= 0;
    if (rst_n && init_done) begin
      if (cycle % 2 == 0) begin
        case (words)
          0: {unit_bus_windex, unit_bus_wdata} <= {10'h100, 32'h8000}; // set_ldcp_alpha
          1: {unit_bus_windex, unit_bus_wdata} <= {10'h101, 32'h4000}; // set_ldcp_beta
          2: {unit_bus_windex, unit_bus_wdata} <= {10'h106, 32'h1};    // set_ldcp_write
          3: {unit_bus_windex, unit_bus_wdata} <= {10'h120, 32'(random()) | 32'h100_0000}; // host_ldcp_cw
          default: {unit_bus_windex, unit_bus_wdata} <= {10'h121, 32'(random() % 1024)};
        endcase
        words <= words == 4 ? 3 : words + 1;
      end else begin
        unit_bus_write <= 1;
      end
      if (unit_bus_windex == 10'h106 && unit_bus_write) wants_set <= 1;
    end
    if (unit_bus_write) begin
      unit_bus_last_index <= unit_answer_taken ? unit_bus_windex : 0;
      unit_bus_last_data <= unit_bus_wdata;
    end
    if (host_valid && host_ready) busy <= 1;
    if (host_done) {busy, writes_set} <= 0;
    if (rst_n && init_done && (!s_event_valid || s_event_ready)) begin
      s_event_valid <= random() % 4 != 0;
      s_event_kind <= 3'(random() % 4);
      s_event_ece <= random() % 3 == 0;
      s_event_use_psn <= random() % 4 == 0;
      s_event_n <= 14'(random() % 20);
      s_event_psn <= 24'(tx_psn - 24'(random() % 40));
      s_event_qpn <= random() % 2 == 0 ? 10'(random() % 4) : 10'(random() % 8); // a few QPs have most
    end
    // the NIC sends on one of them every other cycle
    tx_valid <= random() % 2 == 0;
    tx_qpn <= 10'(random() % 8);
    tx_psn <= tx_psn + 24'(random() % 3);
    if (rst_n && init_done && (!host_valid || host_ready)) begin
      host_valid <= (random() % 32 == 0 || wants_set) && !host_valid && !busy;
      if (wants_set && !host_valid && !busy) {writes_set, wants_set} <= 2'b10;
      host_write <= random() % 2 == 0;
      host_parts <= 10'(random() % 8);
      host_qpn <= 10'(random() % 8);
      host_alg <= 4'(random() % 2);
      host_set <= 4'(random() % 2);
      host_psn <= 24'(tx_psn - 24'(random() % 20));
      host_open <= random() % 8 != 0;
    end
    if (cycle == CYCLES) begin
      $display("%0d updates, %0d host operations", updates, operations);
      if (updates < 1000 || operations < 100) $fatal(1, "bench: too few updates or host operations to say anything");
      $finish;
    end
  end
endmodule
