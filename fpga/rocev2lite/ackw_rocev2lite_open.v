// A host without a processor: writes the registers of ackw_nic after reset, and opens and closes a QP in the engine and
// at the sender when the connection manager does.
`default_nettype none

module ackw_rocev2lite_open #(
  parameter QUEUES   = 8,
  parameter QPN_BITS = 4,
  parameter BASE_QPN = 256,      // QPN of queue 0
  parameter MTU      = 4140,     // bytes of the largest UDP datagram: path MTU and 44
  parameter QUANTUM  = 16560,    // bytes of a grant at most; 0x900 to 0x918 of the register map, as the next two
  parameter BURST    = 1000,     // ns
  parameter TIMEOUT  = 1000000,  // ns
  // up to four words that are written once, {offset, value}; offset 0: none
  parameter [175:0] SETUP   = 176'd0,
  // what a QP begins with: algorithm, parts of its context, and up to four words of it
  parameter [3:0]   ALG     = 4'd0,
  parameter [9:0]   PARTS   = 10'h017,
  parameter [175:0] CONTEXT = 176'd0,
  parameter [1:0]   UNIT    = 2'd0,
  parameter [41:0]  WINDOW  = 42'h0_1000_0000,
  parameter [39:0]  PACE    = 40'd0
) (
  input  wire              clk,
  input  wire              rst_n,
  input  wire              init_done,
  // what the connection manager says
  input  wire              cm_valid,
  input  wire              cm_open,
  input  wire              cm_close,
  input  wire [23:0]       cm_qpn,
  input  wire [23:0]       cm_psn, // first PSN that is sent
  // queues
  output wire [QUEUES-1:0] known, // the connection manager has opened it
  output wire [QUEUES-1:0] runs,  // the sender has
  output wire [QUEUES-1:0] begins,
  output reg  [23:0]       first_psn,
  // AXI4-Lite
  output wire              busy,
  input  wire              may, // nobody else has an access under way
  output reg  [11:0]       m_axil_awaddr,
  output reg               m_axil_awvalid,
  input  wire              m_axil_awready,
  output reg  [31:0]       m_axil_wdata,
  output reg               m_axil_wvalid,
  input  wire              m_axil_wready,
  input  wire              m_axil_bvalid,
  output wire [11:0]       m_axil_araddr,
  output reg               m_axil_arvalid,
  input  wire              m_axil_arready,
  input  wire              m_axil_rvalid,
  input  wire              m_axil_busy  // bit 1 of what was read
);

  localparam ALL = 1 << QPN_BITS;
  localparam [63:0] INVERSE = 64'h10_0000_0000 / MTU + 64'd1;
  localparam [5:0] FIRST = 6'd0, OPEN = 6'd16, CLOSE = 6'd40;
  localparam [1:0] WRITE = 2'd0, UNTIL = 2'd1, END = 2'd2; // UNTIL: bit 1 is 0
  // offsets in the register map
  localparam [11:0] STATUS = 12'h014, QPN_BASE = 12'h080, HOST_ALG = 12'h180, HOST_SET = 12'h184, HOST_PSN = 12'h188,
    HOST_OPEN = 12'h18c, HOST_QPN = 12'h1c0, HOST_PARTS = 12'h1c4, HOST_START = 12'h1c8, SND_MTU = 12'h900,
    SND_INV_MTU = 12'h904, SND_QUANTUM = 12'h908, SND_BURST = 12'h914, SND_TIMEOUT = 12'h918, SND_STATUS = 12'h920,
    SND_OPEN_QPN = 12'h940, SND_OPEN_FIRST_PSN = 12'h948, SND_OPEN_UNIT = 12'h954, SND_OPEN_WINDOW = 12'h958,
    SND_OPEN_PACE = 12'h960, SND_START = 12'h968;

  reg  [ALL-1:0]      to_open, to_close, is_known, is_running, begin_now;
  reg  [23:0]         psn [0:ALL-1];
  reg                 works, waits, opens, configured;
  reg  [5:0]          step;
  reg  [QPN_BITS-1:0] qpn;

  // the lowest queue that waits
  integer k;
  reg [QPN_BITS-1:0] lowest;
  always @* begin
    lowest = {QPN_BITS{1'b0}};
    for (k = ALL - 1; k >= 0; k = k - 1) if (to_open[k] || to_close[k]) lowest = k[QPN_BITS-1:0];
  end

  wire [31:0] index = {{(32-QPN_BITS){1'b0}}, qpn};
  wire [31:0] one   = 32'd1;
  reg  [1:0]  kind;
  reg  [11:0] offset;
  reg  [31:0] value;
  always @* begin
    {kind, offset, value} = {END, 12'd0, 32'd0};
    case (step)
      FIRST:          {kind, offset, value} = {WRITE, QPN_BASE, BASE_QPN[31:0]};
      FIRST + 6'd1:   {kind, offset, value} = {WRITE, SND_MTU, MTU[31:0]};
      FIRST + 6'd2:   {kind, offset, value} = {WRITE, SND_INV_MTU, INVERSE[31:0]};
      FIRST + 6'd3:   {kind, offset, value} = {WRITE, SND_QUANTUM, QUANTUM[31:0]};
      FIRST + 6'd4:   {kind, offset, value} = {WRITE, SND_BURST, BURST[31:0]};
      FIRST + 6'd5:   {kind, offset, value} = {WRITE, SND_TIMEOUT, TIMEOUT[31:0]};
      FIRST + 6'd6:   {kind, offset, value} = {WRITE, SETUP[175:132]};
      FIRST + 6'd7:   {kind, offset, value} = {WRITE, SETUP[131:88]};
      FIRST + 6'd8:   {kind, offset, value} = {WRITE, SETUP[87:44]};
      FIRST + 6'd9:   {kind, offset, value} = {WRITE, SETUP[43:0]};
      OPEN:           {kind, offset, value} = {UNTIL, STATUS, 32'd0};
      OPEN + 6'd1:    {kind, offset, value} = {WRITE, HOST_QPN, index};
      OPEN + 6'd2:    {kind, offset, value} = {WRITE, HOST_PARTS, 22'd0, PARTS};
      OPEN + 6'd3:    {kind, offset, value} = {WRITE, HOST_ALG, 28'd0, ALG};
      OPEN + 6'd4:    {kind, offset, value} = {WRITE, HOST_SET, 32'd0};
      OPEN + 6'd5:    {kind, offset, value} = {WRITE, HOST_PSN, 8'd0, first_psn - 24'd1};
      OPEN + 6'd6:    {kind, offset, value} = {WRITE, HOST_OPEN, one};
      OPEN + 6'd7:    {kind, offset, value} = {WRITE, CONTEXT[175:132]};
      OPEN + 6'd8:    {kind, offset, value} = {WRITE, CONTEXT[131:88]};
      OPEN + 6'd9:    {kind, offset, value} = {WRITE, CONTEXT[87:44]};
      OPEN + 6'd10:   {kind, offset, value} = {WRITE, CONTEXT[43:0]};
      OPEN + 6'd11:   {kind, offset, value} = {WRITE, HOST_START, one};
      OPEN + 6'd12:   {kind, offset, value} = {UNTIL, STATUS, 32'd0};
      OPEN + 6'd13:   {kind, offset, value} = {WRITE, SND_OPEN_QPN, index};
      OPEN + 6'd14:   {kind, offset, value} = {WRITE, SND_OPEN_FIRST_PSN, 8'd0, first_psn};
      OPEN + 6'd15:   {kind, offset, value} = {WRITE, SND_OPEN_UNIT, 30'd0, UNIT};
      OPEN + 6'd16:   {kind, offset, value} = {WRITE, SND_OPEN_WINDOW, WINDOW[31:0]};
      OPEN + 6'd17:   {kind, offset, value} = {WRITE, SND_OPEN_WINDOW + 12'd4, 22'd0, WINDOW[41:32]};
      OPEN + 6'd18:   {kind, offset, value} = {WRITE, SND_OPEN_PACE, PACE[31:0]};
      OPEN + 6'd19:   {kind, offset, value} = {WRITE, SND_OPEN_PACE + 12'd4, 24'd0, PACE[39:32]};
      OPEN + 6'd20:   {kind, offset, value} = {WRITE, SND_START, one};
      OPEN + 6'd21:   {kind, offset, value} = {UNTIL, SND_STATUS, 32'd0};
      CLOSE:          {kind, offset, value} = {WRITE, SND_OPEN_QPN, index};
      CLOSE + 6'd1:   {kind, offset, value} = {WRITE, SND_START, 32'd0};
      CLOSE + 6'd2:   {kind, offset, value} = {UNTIL, SND_STATUS, 32'd0};
      CLOSE + 6'd3:   {kind, offset, value} = {UNTIL, STATUS, 32'd0};
      CLOSE + 6'd4:   {kind, offset, value} = {WRITE, HOST_QPN, index};
      CLOSE + 6'd5:   {kind, offset, value} = {WRITE, HOST_PARTS, 32'd2};
      CLOSE + 6'd6:   {kind, offset, value} = {WRITE, HOST_OPEN, 32'd0};
      CLOSE + 6'd7:   {kind, offset, value} = {WRITE, HOST_START, one};
      CLOSE + 6'd8:   {kind, offset, value} = {UNTIL, STATUS, 32'd0};
      default:        {kind, offset, value} = {END, 12'd0, 32'd0};
    endcase
  end

  assign known         = is_known[QUEUES-1:0];
  assign runs          = is_running[QUEUES-1:0];
  assign begins        = begin_now[QUEUES-1:0];
  assign busy          = works;
  assign m_axil_araddr = offset;
  wire written = waits && kind == WRITE && m_axil_bvalid;
  wire looked  = waits && kind == UNTIL && m_axil_rvalid;
  wire skips   = kind == WRITE && offset == 12'd0;
  wire goes    = works && !waits && kind != END && !skips && may;
  wire ends    = works && kind == END;
  wire starts  = !works && init_done && configured && |(to_open | to_close);
  wire [23:0] queue = cm_qpn - BASE_QPN[23:0];
  wire        ours  = cm_valid && queue < QUEUES[23:0];
  wire [QPN_BITS-1:0] which = queue[QPN_BITS-1:0];

  always @(posedge clk) begin
    if (!rst_n) begin
      to_open        <= {ALL{1'b0}};
      to_close       <= {ALL{1'b0}};
      is_known          <= {ALL{1'b0}};
      is_running           <= {ALL{1'b0}};
      begin_now         <= {ALL{1'b0}};
      works          <= 1'b0;
      waits          <= 1'b0;
      configured     <= 1'b0;
      m_axil_awvalid <= 1'b0;
      m_axil_wvalid  <= 1'b0;
      m_axil_arvalid <= 1'b0;
    end else begin
      begin_now <= {ALL{1'b0}};
      if (starts || (!works && init_done && !configured)) works <= 1'b1;
      else if (ends) works <= 1'b0;
      if (ends) configured <= 1'b1;
      if (ends && opens && !to_open[qpn] && !to_close[qpn]) begin
        is_running[qpn]   <= 1'b1;
        begin_now[qpn] <= 1'b1;
      end
      if (starts) begin
        to_open[lowest]  <= 1'b0;
        to_close[lowest] <= 1'b0;
      end
      if (ours && (cm_open || cm_close)) begin
        to_open[which]  <= cm_open;
        to_close[which] <= !cm_open;
        is_known[which]    <= cm_open;
        is_running[which]     <= 1'b0;
        begin_now[which]   <= 1'b0;
      end
      if (goes) waits <= 1'b1;
      else if (written || looked) waits <= 1'b0;
      if (goes) begin
        m_axil_awvalid <= kind == WRITE;
        m_axil_wvalid  <= kind == WRITE;
        m_axil_arvalid <= kind == UNTIL;
      end else begin
        if (m_axil_awready) m_axil_awvalid <= 1'b0;
        if (m_axil_wready) m_axil_wvalid <= 1'b0;
        if (m_axil_arready) m_axil_arvalid <= 1'b0;
      end
    end
  end

  always @(posedge clk) begin
    if (ours && cm_open) psn[which] <= cm_psn;
    if (starts) begin
      qpn       <= lowest;
      opens     <= to_open[lowest];
      first_psn <= psn[lowest];
      step      <= to_open[lowest] ? OPEN : CLOSE;
    end else if (!works) begin
      opens <= 1'b0;
      step  <= FIRST;
    end else if (written || (looked && !m_axil_busy) || (works && skips)) step <= step + 6'd1;
    if (goes) begin
      m_axil_awaddr <= offset;
      m_axil_wdata  <= value;
    end
  end

  wire unused = &{1'b0, is_known, is_running, begin_now};

endmodule

`default_nettype wire
