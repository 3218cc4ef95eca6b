// A copy of a stream of frames for the engine, which never holds the stream up: a beat counts when the stream hands it
// over, and a frame for which there is no room is left out as a whole and counted.
//
// A frame goes on when its last beat has come. Storage: (9 * DATA_BITS / 8 + 2) * 2^ADDR_BITS bits; a frame that is
// longer is left out.
`default_nettype none

module ackw_corundum_copy #(
  parameter DATA_BITS = 512,
  parameter ADDR_BITS = 9
) (
  input  wire                   clk,
  input  wire                   rst_n,
  // what the stream hands over
  input  wire                   tap_beat, // valid and ready
  input  wire [DATA_BITS-1:0]   tap_tdata,
  input  wire [DATA_BITS/8-1:0] tap_tkeep,
  input  wire                   tap_tlast,
  input  wire                   tap_tuser, // the MAC found the frame bad
  // to the engine
  output reg                    m_axis_tvalid,
  input  wire                   m_axis_tready,
  output wire [DATA_BITS-1:0]   m_axis_tdata,
  output wire [DATA_BITS/8-1:0] m_axis_tkeep,
  output wire                   m_axis_tlast,
  output wire                   m_axis_tuser,
  output reg  [31:0]            copied, // frames; wraps
  output reg  [31:0]            left_out
);

  localparam WORD = DATA_BITS + DATA_BITS / 8 + 2;

  reg [WORD-1:0]    words [0:(1 << ADDR_BITS)-1];
  reg [WORD-1:0]    head;
  reg [ADDR_BITS:0] start; // of the frame that comes in: what lies before it may be read
  reg [ADDR_BITS:0] write;
  reg [ADDR_BITS:0] read;
  reg               skip; // the rest of a frame for which there was no room

  localparam [ADDR_BITS:0] ONE = 1;

  wire full  = write[ADDR_BITS] != read[ADDR_BITS] && write[ADDR_BITS-1:0] == read[ADDR_BITS-1:0];
  wire keeps = tap_beat && !skip && !full;
  wire loses = tap_beat && !skip && full;
  wire moves = (m_axis_tready || !m_axis_tvalid) && read != start;

  assign {m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata} = head;

  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) begin
      start         <= {(ADDR_BITS + 1){1'b0}};
      write         <= {(ADDR_BITS + 1){1'b0}};
      read          <= {(ADDR_BITS + 1){1'b0}};
      skip          <= 1'b0;
      m_axis_tvalid <= 1'b0;
      copied        <= 32'd0;
      left_out      <= 32'd0;
    end else begin
      if (keeps) write <= write + ONE;
      if (keeps && tap_tlast) begin
        start  <= write + ONE;
        copied <= copied + 32'd1;
      end
      if (loses) begin
        write    <= start;
        left_out <= left_out + 32'd1;
      end
      if (tap_beat) skip <= (skip || loses) && !tap_tlast;
      if (moves) read <= read + ONE;
      m_axis_tvalid <= moves || (m_axis_tvalid && !m_axis_tready);
    end
  end

  always @(posedge clk) begin
    if (keeps) words[write[ADDR_BITS-1:0]] <= {tap_tuser, tap_tlast, tap_tkeep, tap_tdata};
    if (moves) head <= words[read[ADDR_BITS-1:0]];
  end

endmodule

`default_nettype wire
