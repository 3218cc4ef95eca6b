// What a peer answers, read from the stream behind the UDP engine: ACKs, NAKs and CNPs of QPs that are known. A frame
// whose first beat is not whole is none of them: BTH and AETH, or the first of a CNP's reserved bytes, are 16 bytes.
`default_nettype none

module ackw_surf_events #(
  parameter integer QUEUES = 4
) (
  input  wire                 clk,
  input  wire                 rst_n,
  input  wire [QUEUES-1:0]    known,
  input  wire [QUEUES*24-1:0] local_qpn, // destination QPN of what answers a QP
  input  wire                 rx_beat,
  input  wire [127:0]         rx_tdata,
  input  wire [15:0]          rx_tkeep,
  input  wire                 rx_tlast,
  output wire                 event_valid,
  input  wire                 event_ready,
  output wire [2:0]           event_kind,
  output wire                 event_ece,
  output wire [23:0]          event_psn,
  output wire [3:0]           event_qpn,
  output reg  [31:0]          lost // events that found no place
);

  localparam [2:0] ACK = 3'd0, LOSS = 3'd1, CNP = 3'd3; // of s_event_kind

  wire [7:0]  opcode = rx_tdata[7:0];
  wire [23:0] qpn    = {rx_tdata[47:40], rx_tdata[55:48], rx_tdata[63:56]};
  wire [23:0] psn    = {rx_tdata[79:72], rx_tdata[87:80], rx_tdata[95:88]};
  wire        plain  = &rx_tkeep && rx_tdata[13:8] == 6'd0; // no pad, version 0
  wire        ack    = opcode == 8'h11 && rx_tdata[102:101] == 2'b00; // AETH's syndrome
  wire        nak    = opcode == 8'h11 && rx_tdata[102:96] == 7'h60;  // of a PSN sequence error, no other
  wire        cnp    = opcode == 8'h81;
  reg         first, found;
  reg  [3:0]  mine;
  integer     n;
  always @* begin
    mine  = 4'd0;
    found = 1'b0;
    for (n = 0; n < QUEUES; n = n + 1)
      if (known[n] && qpn == local_qpn[24*n +: 24]) begin
        mine  = n[3:0];
        found = 1'b1;
      end
  end

  reg  [31:0] waiting [0:15];
  reg  [4:0]  in, out;
  wire [4:0]  waits = in - out;
  wire        comes = rx_beat && first && plain && found && (ack || nak || cnp);
  assign event_valid = waits != 5'd0;
  assign {event_kind, event_ece, event_psn, event_qpn} = waiting[out[3:0]];
  always @(posedge clk) begin
    if (!rst_n) begin
      first <= 1'b1;
      in    <= 5'd0;
      out   <= 5'd0;
      lost  <= 32'd0;
    end else begin
      if (rx_beat) first <= rx_tlast;
      if (comes && !waits[4]) in <= in + 5'd1;
      if (comes && waits[4]) lost <= lost + 32'd1;
      if (event_valid && event_ready) out <= out + 5'd1;
    end
    // bit 6 of the BTH's fifth byte: BECN, the ECN-Echo of an ACK
    if (comes) if (!waits[4]) waiting[in[3:0]] <= {cnp ? CNP : nak ? LOSS : ACK, ack && rx_tdata[38], psn, mine};
  end

  wire unused = &{1'b0, rx_tdata[127:103], rx_tdata[71:64], rx_tdata[39], rx_tdata[37:14]};

endmodule

`default_nettype wire
