`default_nettype none

// AXI4-Lite from one clock to another: a write and a read at a time, each a call with an answer (ackw_async_call). A
// read goes across when the write that was taken with it or before it has been answered there, so that it sees it;
// whether the master has taken that answer does not matter. A write does not wait for reads. While the slave's side is
// reset transactions wait; one that it cuts is answered SLVERR. When the master's side is reset, what it had under way
// is done, and its answer dropped. awprot and arprot do not cross: the slave does not look at them.
module ackw_axil_async #(
  parameter ADDR_WIDTH = 12
) (
  /* scan_mode: input  wire                  scan_mode, // of a tester: the ports' resets, not those in step */
  input  wire                  s_aclk,
  input  wire                  s_aresetn,
  input  wire [ADDR_WIDTH-1:0] s_awaddr,
  input  wire                  s_awvalid,
  output wire                  s_awready,
  input  wire [31:0]           s_wdata,
  input  wire [3:0]            s_wstrb,
  input  wire                  s_wvalid,
  output wire                  s_wready,
  output wire [1:0]            s_bresp,
  output wire                  s_bvalid,
  input  wire                  s_bready,
  input  wire [ADDR_WIDTH-1:0] s_araddr,
  input  wire                  s_arvalid,
  output wire                  s_arready,
  output wire [31:0]           s_rdata,
  output wire [1:0]            s_rresp,
  output wire                  s_rvalid,
  input  wire                  s_rready,
  input  wire                  m_aclk,
  input  wire                  m_aresetn,
  output wire [ADDR_WIDTH-1:0] m_awaddr,
  output wire                  m_awvalid,
  input  wire                  m_awready,
  output wire [31:0]           m_wdata,
  output wire [3:0]            m_wstrb,
  output wire                  m_wvalid,
  input  wire                  m_wready,
  input  wire [1:0]            m_bresp,
  input  wire                  m_bvalid,
  output wire                  m_bready,
  output wire [ADDR_WIDTH-1:0] m_araddr,
  output wire                  m_arvalid,
  input  wire                  m_arready,
  input  wire [31:0]           m_rdata,
  input  wire [1:0]            m_rresp,
  input  wire                  m_rvalid,
  output wire                  m_rready
);

  localparam [1:0] SLVERR = 2'b10;

  // Writes: address and data are taken together
  wire       write = s_awvalid & s_wvalid;
  wire       write_ready;
  wire       write_lost;
  wire [1:0] write_resp;
  wire       write_calling;
  wire       writing;
  reg        aw_done;
  reg        w_done;

  assign s_awready = write & write_ready;
  assign s_wready  = write & write_ready;
  assign s_bresp   = write_lost ? SLVERR : write_resp;

  ackw_async_call #(
    .CALL_WIDTH   (ADDR_WIDTH + 36),
    .ANSWER_WIDTH (2)
  ) u_write (
    /* scan_mode: .scan_mode    (scan_mode), */
    .a_clk        (s_aclk),
    .a_rst_n      (s_aresetn),
    .call_valid   (write),
    .call_ready   (write_ready),
    .calling      (write_calling),
    .call_data    ({s_wstrb, s_wdata, s_awaddr}),
    .answer_valid (s_bvalid),
    .answer_ready (s_bready),
    .answer_data  (write_resp),
    .answer_lost  (write_lost),
    .b_clk        (m_aclk),
    .b_rst_n      (m_aresetn),
    .serving      (writing),
    .serve_data   ({m_wstrb, m_wdata, m_awaddr}),
    .served       (m_bvalid),
    .served_data  (m_bresp)
  );

  assign m_awvalid = writing & !aw_done;
  assign m_wvalid  = writing & !w_done;
  assign m_bready  = writing;

  always @(posedge m_aclk or negedge m_aresetn) begin
    if (!m_aresetn) begin
      aw_done <= 1'b0;
      w_done  <= 1'b0;
    end else begin
      aw_done <= writing & !m_bvalid & (aw_done | m_awready);
      w_done  <= writing & !m_bvalid & (w_done | m_wready);
    end
  end

  // Reads: the address is taken at once, and waits for the write before it
  wire                  read_ready;
  wire                  read_calling;
  wire                  read_lost;
  wire [1:0]            read_resp;
  wire                  reading;
  reg                   asked;
  reg  [ADDR_WIDTH-1:0] asked_addr;
  reg                   ar_done;

  wire ask  = s_arvalid & s_arready;
  wire read = asked & !write_calling;

  assign s_arready = !asked & !read_calling & !s_rvalid;
  assign s_rresp   = read_lost ? SLVERR : read_resp;

  always @(posedge s_aclk or negedge s_aresetn) begin
    if (!s_aresetn) asked <= 1'b0;
    else            asked <= ask | (asked & !(read & read_ready));
  end

  always @(posedge s_aclk) begin
    if (ask) asked_addr <= s_araddr;
  end

  ackw_async_call #(
    .CALL_WIDTH   (ADDR_WIDTH),
    .ANSWER_WIDTH (34)
  ) u_read (
    /* scan_mode: .scan_mode    (scan_mode), */
    .a_clk        (s_aclk),
    .a_rst_n      (s_aresetn),
    .call_valid   (read),
    .call_ready   (read_ready),
    .calling      (read_calling),
    .call_data    (asked_addr),
    .answer_valid (s_rvalid),
    .answer_ready (s_rready),
    .answer_data  ({read_resp, s_rdata}),
    .answer_lost  (read_lost),
    .b_clk        (m_aclk),
    .b_rst_n      (m_aresetn),
    .serving      (reading),
    .serve_data   (m_araddr),
    .served       (m_rvalid),
    .served_data  ({m_rresp, m_rdata})
  );

  assign m_arvalid = reading & !ar_done;
  assign m_rready  = reading;

  always @(posedge m_aclk or negedge m_aresetn) begin
    if (!m_aresetn) ar_done <= 1'b0;
    else            ar_done <= reading & !m_rvalid & (ar_done | m_arready);
  end

endmodule

`default_nettype wire
