// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The fields of a telemetry header: profile 0 hpcc (the draft's Figure 4), 1 ns3. A field that is wider than its
// port saturates. Combinational.
module ackw_telemetry_table (
  input  wire        profile,  // which of them
  input  wire [31:0] word_0,   // the header, its first word first, the first byte on top
  input  wire [31:0] word_1,
  input  wire [31:0] word_2,
  input  wire [31:0] word_3,
  input  wire [31:0] word_4,
  input  wire [31:0] word_5,
  input  wire [31:0] word_6,
  input  wire [31:0] word_7,
  input  wire [31:0] word_8,
  input  wire [31:0] word_9,
  input  wire [31:0] word_10,
  output wire [3:0]  n_hop,    // hops of the path
  output wire        too_many, // more hops than the profile has places for
  output wire [11:0] path,     // pathID, 0 where the profile has none
  output wire [63:0] hop_0,    // of each hop qLen, txBytes, ts and speed, the last lowest
  output wire [63:0] hop_1
);

  assign n_hop = profile
    ? word_10[27:24]
    : word_0[31:28];
  assign too_many = profile
    ? {word_10[23:16], word_10[31:24]} > 16'd5
    : 1'b0;
  assign path = profile
    ? 12'd0
    : word_0[27:16];

  assign hop_0 = profile ? {
    {word_1[6:0], word_1[15:8], word_1[23]} | {16{word_1[7]}}, // qLen
    word_1[22:16], word_1[31:24], word_0[7:3],                 // txBytes
    word_0[2:0], word_0[15:8], word_0[23:16], word_0[31:27],   // ts
    1'd0, word_0[26:24]                                        // speed
  } : {
    word_2[15:0],               // qLen
    word_1[3:0], word_2[31:16], // txBytes
    word_1[27:4],               // ts
    word_1[31:28]               // speed
  };

  assign hop_1 = profile ? {
    {word_3[6:0], word_3[15:8], word_3[23]} | {16{word_3[7]}}, // qLen
    word_3[22:16], word_3[31:24], word_2[7:3],                 // txBytes
    word_2[2:0], word_2[15:8], word_2[23:16], word_2[31:27],   // ts
    1'd0, word_2[26:24]                                        // speed
  } : {
    word_4[15:0],               // qLen
    word_3[3:0], word_4[31:16], // txBytes
    word_3[27:4],               // ts
    word_3[31:28]               // speed
  };

  // padding
  wire unused = &{1'b0, word_10[15:0], word_9, word_8, word_7, word_6, word_5};

endmodule

`default_nettype wire
