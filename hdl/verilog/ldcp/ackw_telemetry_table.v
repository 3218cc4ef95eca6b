// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
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
  output wire [63:0] hop_1,
  output wire [63:0] hop_2,
  output wire [63:0] hop_3,
  output wire [63:0] hop_4
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

  assign hop_2 = profile ? {
    {word_5[6:0], word_5[15:8], word_5[23]} | {16{word_5[7]}}, // qLen
    word_5[22:16], word_5[31:24], word_4[7:3],                 // txBytes
    word_4[2:0], word_4[15:8], word_4[23:16], word_4[31:27],   // ts
    1'd0, word_4[26:24]                                        // speed
  } : {
    word_6[15:0],               // qLen
    word_5[3:0], word_6[31:16], // txBytes
    word_5[27:4],               // ts
    word_5[31:28]               // speed
  };

  assign hop_3 = profile ? {
    {word_7[6:0], word_7[15:8], word_7[23]} | {16{word_7[7]}}, // qLen
    word_7[22:16], word_7[31:24], word_6[7:3],                 // txBytes
    word_6[2:0], word_6[15:8], word_6[23:16], word_6[31:27],   // ts
    1'd0, word_6[26:24]                                        // speed
  } : {
    word_8[15:0],               // qLen
    word_7[3:0], word_8[31:16], // txBytes
    word_7[27:4],               // ts
    word_7[31:28]               // speed
  };

  assign hop_4 = profile ? {
    {word_9[6:0], word_9[15:8], word_9[23]} | {16{word_9[7]}}, // qLen
    word_9[22:16], word_9[31:24], word_8[7:3],                 // txBytes
    word_8[2:0], word_8[15:8], word_8[23:16], word_8[31:27],   // ts
    1'd0, word_8[26:24]                                        // speed
  } : {
    word_10[15:0],               // qLen
    word_9[3:0], word_10[31:16], // txBytes
    word_9[27:4],                // ts
    word_9[31:28]                // speed
  };

endmodule

`default_nettype wire
