// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Host operations, and what of a context belongs to no algorithm. One operation at a time: until it is complete its
// registers stay.
module ackw_registers_host (
  input  wire        clk,        // clock, rising edge
  input  wire        rst_n,      // reset, active low, synchronous
  input  wire        bus_write,  // a host's access, see ackw_axi_lite
  input  wire [9:0]  bus_windex,
  input  wire [31:0] bus_wdata,
  input  wire [9:0]  bus_rindex,
  output wire        taken,      // the write is accepted
  output wire [31:0] rdata,      // the word at bus_rindex, one cycle later; 0 if that is not here
  input  wire        init_done,
  output wire        busy,       // an operation is under way: writes of host_* are refused
  output wire [4:0]  sets,       // the write of units' parameter sets is under way, and their set_* stay: bit 0 ldcp's
  input  wire [4:0]  set_starts, // one is to be written
  output wire        found_now,  // found_* of the engine hold a context that was read
  output wire        host_valid, // to ackw_engine, as host_* and found_* are
  input  wire        host_ready,
  output wire        host_write,
  output wire [9:0]  host_parts,
  output wire [9:0]  host_qpn,
  output wire [3:0]  host_alg,   // 0 ldcp, 1 ldcp-pcc
  output wire [3:0]  host_set,   // index of the parameter set
  output wire [23:0] host_psn,   // last PSN acknowledged
  output wire        host_open,  // 1 while the QP is open: events of a closed QP are dropped
  input  wire        host_done,
  input  wire [3:0]  found_alg,  // 0 ldcp, 1 ldcp-pcc
  input  wire [3:0]  found_set,  // index of the parameter set
  input  wire [23:0] found_psn,  // last PSN acknowledged
  input  wire        found_open  // 1 while the QP is open: events of a closed QP are dropped
);

  reg         valid;
  reg         under_way;
  reg  [4:0]  sets_now;
  reg  [3:0]  kept_alg;
  reg  [3:0]  kept_set;
  reg  [23:0] kept_psn;
  reg         kept_open;
  reg  [31:0] word;

  wire        held_write;
  wire [9:0]  held_windex;
  wire [31:0] held_wdata;
  wire [9:0]  held_rindex;
  wire        starts_write;
  wire        read_done;
  wire        set_begins;
  wire        set_now;
  wire        alg_taken;
  wire        alg_written;
  wire [31:0] alg_rdata;
  wire        set_taken;
  wire        set_written;
  wire [31:0] set_rdata;
  wire        psn_taken;
  wire        psn_written;
  wire [31:0] psn_rdata;
  wire        open_taken;
  wire        open_written;
  wire [31:0] open_rdata;
  wire        qpn_taken;
  wire        qpn_written;
  wire [31:0] qpn_rdata;
  wire        parts_taken;
  wire        parts_written;
  wire [31:0] parts_rdata;
  wire        start_value;
  wire        start_taken;
  wire        start_written;
  wire [31:0] start_rdata;
  wire [31:0] found_alg_rdata;
  wire [31:0] found_set_rdata;
  wire [31:0] found_psn_rdata;
  wire [31:0] found_open_rdata;

  // Writes that count: of a context while no operation is under way, of a start from init_done on
  assign held_windex = bus_windex;
  assign held_wdata = bus_wdata;
  assign held_rindex = bus_rindex;
  assign held_write = bus_write & !under_way;
  assign starts_write = held_write & init_done;

  ackw_register #(
    .WIDTH(4),
    .INDEX(96),
    .MIN  (0),
    .MAX  (1),
    .RESET(0)
  ) u_alg (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .value     (host_alg),
    .taken     (alg_taken),
    .written   (alg_written),
    .rdata     (alg_rdata)
  );

  ackw_register #(
    .WIDTH(4),
    .INDEX(97),
    .MIN  (0),
    .MAX  (15),
    .RESET(0)
  ) u_set (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .value     (host_set),
    .taken     (set_taken),
    .written   (set_written),
    .rdata     (set_rdata)
  );

  ackw_register #(
    .WIDTH(24),
    .INDEX(98),
    .MIN  (0),
    .MAX  (16777215),
    .RESET(0)
  ) u_psn (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .value     (host_psn),
    .taken     (psn_taken),
    .written   (psn_written),
    .rdata     (psn_rdata)
  );

  ackw_register #(
    .WIDTH(1),
    .INDEX(99),
    .MIN  (0),
    .MAX  (1),
    .RESET(0)
  ) u_open (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .value     (host_open),
    .taken     (open_taken),
    .written   (open_written),
    .rdata     (open_rdata)
  );

  ackw_register #(
    .WIDTH(10),
    .INDEX(112),
    .MIN  (0),
    .MAX  (1023),
    .RESET(0)
  ) u_qpn (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .value     (host_qpn),
    .taken     (qpn_taken),
    .written   (qpn_written),
    .rdata     (qpn_rdata)
  );

  ackw_register #(
    .WIDTH(10),
    .INDEX(113),
    .MIN  (0),
    .MAX  (15),
    .RESET(0)
  ) u_parts (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (held_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .value     (host_parts),
    .taken     (parts_taken),
    .written   (parts_written),
    .rdata     (parts_rdata)
  );

  ackw_register #(
    .WIDTH(1),
    .INDEX(114),
    .MIN  (0),
    .MAX  (1),
    .RESET(0)
  ) u_start (
    .clk       (clk),
    .rst_n     (rst_n),
    .bus_write (starts_write),
    .bus_windex(held_windex),
    .bus_wdata (held_wdata),
    .bus_rindex(held_rindex),
    .value     (start_value),
    .taken     (start_taken),
    .written   (start_written),
    .rdata     (start_rdata)
  );

  // The operation, of a context or of a parameter set: offered until it is taken, under way until it is done
  assign set_begins = |set_starts;
  assign set_now = |sets_now;
  assign sets = sets_now;
  assign host_valid = valid;
  assign busy = under_way;
  assign host_write = start_value;

  // What a read has found
  assign read_done = host_done & !start_value & !set_now;
  assign found_now = read_done;

  ackw_status #(
    .WIDTH(4),
    .INDEX(104)
  ) u_found_alg (
    .value (kept_alg),
    .rindex(bus_rindex),
    .rdata (found_alg_rdata)
  );

  ackw_status #(
    .WIDTH(4),
    .INDEX(105)
  ) u_found_set (
    .value (kept_set),
    .rindex(bus_rindex),
    .rdata (found_set_rdata)
  );

  ackw_status #(
    .WIDTH(24),
    .INDEX(106)
  ) u_found_psn (
    .value (kept_psn),
    .rindex(bus_rindex),
    .rdata (found_psn_rdata)
  );

  ackw_status #(
    .WIDTH(1),
    .INDEX(107)
  ) u_found_open (
    .value (kept_open),
    .rindex(bus_rindex),
    .rdata (found_open_rdata)
  );

  // The answers
  assign taken = alg_taken | set_taken | psn_taken | open_taken | qpn_taken | parts_taken | start_taken;
  assign rdata = word;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      valid <= 1'b0;
      under_way <= 1'b0;
      sets_now <= 5'd0;
      kept_alg <= 4'd0;
      kept_set <= 4'd0;
      kept_psn <= 24'd0;
      kept_open <= 1'b0;
    end else begin
      valid <= (valid & !host_ready) | start_written | set_begins;
      under_way <= (under_way & !host_done) | start_written | set_begins;
      if (host_done) begin
        sets_now <= 5'd0;
      end
      if (|set_starts) begin
        sets_now <= set_starts;
      end

      if (read_done) begin
        kept_alg <= found_alg;
        kept_set <= found_set;
        kept_psn <= found_psn;
        kept_open <= found_open;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    word <= alg_rdata | set_rdata | psn_rdata | open_rdata | qpn_rdata | parts_rdata | start_rdata | found_alg_rdata |
      found_set_rdata | found_psn_rdata | found_open_rdata;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, alg_written, set_written, psn_written, open_written, qpn_written, parts_written};

endmodule

`default_nettype wire
