// Ackwright, configuration 43f4ead55955da3d
`default_nettype none

// A unit's updates wait for those of a slower one, so that all come in the order of issue.
module ackw_waits (
  input  wire        clk,                 // clock, rising edge
  input  wire        rst_n,               // reset, active low, asynchronous
  input  wire        in_valid,            // an update of the unit
  input  wire [2:0]  in_update_kind,      // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  input  wire [3:0]  in_update_qpn,       // index of the QP
  input  wire [41:0] in_update_window,    // new window: packets, U14.28; of HPCC++ bytes, U28.12
  input  wire [39:0] in_update_pace,      // LDCP: time between packets while the window is below one, ns, else 0;
                                          // HPCC++: rate, bytes a ns, U12.28
  input  wire [15:0] in_update_flags,     // bit 0 paced, 1 at the least window, 2 at the greatest, 3 ignored; HPCC++: 4
                                          // first telemetry, 5 path changed, 6 too many hops, 7 unknown speed, 8 dts =
                                          // 0, 9 no hop counts, 10 U saturated, 11 multiplicative, 12 full update, 13 U
                                          // = 0, 14 rate saturated
  input  wire        in_update_feedback,  // the receiver sends the window to the sender now
  output wire        out_valid,           // the same, CYCLES later
  output wire [2:0]  out_update_kind,     // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  output wire [3:0]  out_update_qpn,      // index of the QP
  output wire [41:0] out_update_window,   // new window: packets, U14.28; of HPCC++ bytes, U28.12
  output wire [39:0] out_update_pace,     // LDCP: time between packets while the window is below one, ns, else 0;
                                          // HPCC++: rate, bytes a ns, U12.28
  output wire [15:0] out_update_flags,    // bit 0 paced, 1 at the least window, 2 at the greatest, 3 ignored; HPCC++: 4
                                          // first telemetry, 5 path changed, 6 too many hops, 7 unknown speed, 8 dts =
                                          // 0, 9 no hop counts, 10 U saturated, 11 multiplicative, 12 full update, 13 U
                                          // = 0, 14 rate saturated
  output wire        out_update_feedback  // the receiver sends the window to the sender now
);

  reg  valid_0;
  reg  valid_1;
  reg  valid_2;
  reg  valid_3;
  reg  valid_4;
  reg  valid_5;

  assign out_valid = valid_5;

  ackw_delay #(
    .N    (6),
    .WIDTH(106)
  ) u_update (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({in_update_feedback, in_update_flags, in_update_pace, in_update_window, in_update_qpn, in_update_kind}),
    .q    ({out_update_feedback, out_update_flags, out_update_pace, out_update_window, out_update_qpn, out_update_kind})
  );

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      valid_0 <= 1'b0;
      valid_1 <= 1'b0;
      valid_2 <= 1'b0;
      valid_3 <= 1'b0;
      valid_4 <= 1'b0;
      valid_5 <= 1'b0;
    end else begin
      valid_0 <= in_valid;
      valid_1 <= valid_0;
      valid_2 <= valid_1;
      valid_3 <= valid_2;
      valid_4 <= valid_3;
      valid_5 <= valid_4;
    end
  end

endmodule

`default_nettype wire
