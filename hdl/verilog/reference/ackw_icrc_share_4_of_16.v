// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// What a word adds to the register of the ICRC from its lane: a matrix over GF(2).
module ackw_icrc_share_4_of_16 (
  input  wire [31:0] word,
  output wire [31:0] share
);

  assign share[0] = (word[2] ^ word[6] ^ word[8] ^ word[9])
    ^ (word[11] ^ word[12] ^ word[18] ^ word[20])
    ^ (word[21] ^ word[25] ^ word[30]);
  assign share[1] = (word[0] ^ word[1] ^ word[2] ^ word[3])
    ^ (word[6] ^ word[7] ^ word[13] ^ word[15])
    ^ (word[16] ^ word[17] ^ word[25] ^ word[29]);
  assign share[2] = (word[0] ^ word[1] ^ word[2] ^ word[4])
    ^ (word[5] ^ word[6] ^ word[7] ^ word[10])
    ^ (word[11] ^ word[15] ^ word[17] ^ word[18])
    ^ (word[19] ^ word[20] ^ word[22] ^ word[23])
    ^ (word[25] ^ word[26] ^ word[27] ^ word[28]);
  assign share[3] = (word[2] ^ word[3] ^ word[11] ^ word[12])
    ^ (word[13] ^ word[14] ^ word[15] ^ word[16])
    ^ (word[18] ^ word[19] ^ word[21] ^ word[22])
    ^ (word[23] ^ word[27] ^ word[28] ^ word[30])
    ^ (word[31]);
  assign share[4] = (word[0] ^ word[1] ^ word[9] ^ word[11])
    ^ (word[12] ^ word[13] ^ word[14] ^ word[16])
    ^ (word[19] ^ word[22] ^ word[24] ^ word[26])
    ^ (word[31]);
  assign share[5] = (word[1] ^ word[4] ^ word[6] ^ word[9])
    ^ (word[11] ^ word[14] ^ word[15] ^ word[18])
    ^ (word[20] ^ word[23] ^ word[25] ^ word[26])
    ^ (word[29] ^ word[30] ^ word[31]);
  assign share[6] = (word[4] ^ word[5] ^ word[7] ^ word[10])
    ^ (word[12] ^ word[13] ^ word[14] ^ word[15])
    ^ (word[16] ^ word[18] ^ word[19] ^ word[20])
    ^ (word[28] ^ word[29]);
  assign share[7] = (word[3] ^ word[4] ^ word[5] ^ word[7])
    ^ (word[8] ^ word[9] ^ word[13] ^ word[16])
    ^ (word[19] ^ word[20] ^ word[21] ^ word[23])
    ^ (word[26] ^ word[29] ^ word[30] ^ word[31]);
  assign share[8] = (word[0] ^ word[1] ^ word[2] ^ word[3])
    ^ (word[6] ^ word[13] ^ word[15] ^ word[16])
    ^ (word[18] ^ word[19] ^ word[22] ^ word[24])
    ^ (word[25] ^ word[27] ^ word[28] ^ word[29])
    ^ (word[30] ^ word[31]);
  assign share[9] = (word[5] ^ word[8] ^ word[9] ^ word[17])
    ^ (word[18] ^ word[20] ^ word[21] ^ word[22])
    ^ (word[24] ^ word[25] ^ word[26] ^ word[28])
    ^ (word[29] ^ word[30] ^ word[31]);
  assign share[10] = (word[0] ^ word[3] ^ word[5] ^ word[6])
    ^ (word[7] ^ word[8] ^ word[9] ^ word[12])
    ^ (word[16] ^ word[18] ^ word[19] ^ word[20])
    ^ (word[21] ^ word[22] ^ word[23] ^ word[24])
    ^ (word[26] ^ word[28] ^ word[30]);
  assign share[11] = (word[1] ^ word[3] ^ word[5] ^ word[6])
    ^ (word[8] ^ word[10] ^ word[12] ^ word[13])
    ^ (word[14] ^ word[16] ^ word[18] ^ word[22])
    ^ (word[24] ^ word[25] ^ word[28] ^ word[29])
    ^ (word[30]);
  assign share[12] = (word[0] ^ word[1] ^ word[4] ^ word[6])
    ^ (word[10] ^ word[12] ^ word[14] ^ word[17])
    ^ (word[18] ^ word[19] ^ word[20] ^ word[21])
    ^ (word[22] ^ word[23] ^ word[24] ^ word[26])
    ^ (word[28] ^ word[29]);
  assign share[13] = (word[1] ^ word[2] ^ word[5] ^ word[6])
    ^ (word[7] ^ word[9] ^ word[11] ^ word[12])
    ^ (word[14] ^ word[15] ^ word[16] ^ word[17])
    ^ (word[18] ^ word[19] ^ word[20] ^ word[23])
    ^ (word[27] ^ word[28] ^ word[30] ^ word[31]);
  assign share[14] = (word[1] ^ word[4] ^ word[5] ^ word[7])
    ^ (word[8] ^ word[12] ^ word[13] ^ word[17])
    ^ (word[23] ^ word[24] ^ word[26] ^ word[28]);
  assign share[15] = (word[1] ^ word[4] ^ word[5] ^ word[6])
    ^ (word[7] ^ word[12] ^ word[13] ^ word[14])
    ^ (word[15] ^ word[19] ^ word[21] ^ word[22])
    ^ (word[23] ^ word[24] ^ word[26] ^ word[28]);
  assign share[16] = (word[0] ^ word[1] ^ word[2] ^ word[4])
    ^ (word[6] ^ word[9] ^ word[10] ^ word[11])
    ^ (word[13] ^ word[14] ^ word[16] ^ word[17])
    ^ (word[19] ^ word[21] ^ word[22]);
  assign share[17] = (word[0] ^ word[4] ^ word[5] ^ word[6])
    ^ (word[8] ^ word[9] ^ word[11] ^ word[12])
    ^ (word[14] ^ word[15] ^ word[16] ^ word[18])
    ^ (word[19] ^ word[21] ^ word[22] ^ word[29])
    ^ (word[30] ^ word[31]);
  assign share[18] = (word[2] ^ word[3] ^ word[4] ^ word[5])
    ^ (word[6] ^ word[7] ^ word[9] ^ word[10])
    ^ (word[11] ^ word[12] ^ word[19] ^ word[20])
    ^ (word[23] ^ word[25] ^ word[26] ^ word[29])
    ^ (word[31]);
  assign share[19] = (word[2] ^ word[3] ^ word[4] ^ word[5])
    ^ (word[6] ^ word[8] ^ word[10] ^ word[11])
    ^ (word[12] ^ word[13] ^ word[14] ^ word[15])
    ^ (word[16] ^ word[17] ^ word[18] ^ word[20])
    ^ (word[22] ^ word[28] ^ word[31]);
  assign share[20] = (word[0] ^ word[2] ^ word[3] ^ word[4])
    ^ (word[5] ^ word[7] ^ word[10] ^ word[11])
    ^ (word[13] ^ word[16] ^ word[17] ^ word[18])
    ^ (word[24] ^ word[26] ^ word[28] ^ word[30])
    ^ (word[31]);
  assign share[21] = (word[0] ^ word[1] ^ word[2] ^ word[4])
    ^ (word[7] ^ word[8] ^ word[10] ^ word[12])
    ^ (word[14] ^ word[15] ^ word[17] ^ word[18])
    ^ (word[20] ^ word[23] ^ word[24] ^ word[26])
    ^ (word[27] ^ word[30] ^ word[31]);
  assign share[22] = (word[1] ^ word[4] ^ word[6] ^ word[8])
    ^ (word[9] ^ word[10] ^ word[11] ^ word[12])
    ^ (word[18] ^ word[19] ^ word[21] ^ word[22])
    ^ (word[24] ^ word[25] ^ word[26] ^ word[27])
    ^ (word[28] ^ word[30]);
  assign share[23] = (word[0] ^ word[1] ^ word[2] ^ word[3])
    ^ (word[5] ^ word[9] ^ word[10] ^ word[11])
    ^ (word[12] ^ word[13] ^ word[15] ^ word[16])
    ^ (word[17] ^ word[18] ^ word[21] ^ word[25])
    ^ (word[26] ^ word[29] ^ word[31]);
  assign share[24] = (word[1] ^ word[4] ^ word[5] ^ word[7])
    ^ (word[10] ^ word[12] ^ word[15] ^ word[17])
    ^ (word[18] ^ word[19] ^ word[20] ^ word[21])
    ^ (word[24] ^ word[26] ^ word[27] ^ word[31]);
  assign share[25] = (word[0] ^ word[2] ^ word[3] ^ word[5])
    ^ (word[8] ^ word[9] ^ word[11] ^ word[12])
    ^ (word[13] ^ word[14] ^ word[17] ^ word[18])
    ^ (word[19] ^ word[22] ^ word[26] ^ word[27])
    ^ (word[28] ^ word[29] ^ word[30] ^ word[31]);
  assign share[26] = (word[0] ^ word[1] ^ word[8] ^ word[9])
    ^ (word[10] ^ word[11] ^ word[12] ^ word[14])
    ^ (word[16] ^ word[19] ^ word[23] ^ word[24])
    ^ (word[25] ^ word[26] ^ word[28] ^ word[30])
    ^ (word[31]);
  assign share[27] = (word[1] ^ word[4] ^ word[6] ^ word[9])
    ^ (word[10] ^ word[11] ^ word[12] ^ word[13])
    ^ (word[14] ^ word[15] ^ word[16] ^ word[17])
    ^ (word[19] ^ word[20] ^ word[22] ^ word[25])
    ^ (word[26] ^ word[28] ^ word[29] ^ word[30])
    ^ (word[31]);
  assign share[28] = (word[0] ^ word[3] ^ word[4] ^ word[5])
    ^ (word[7] ^ word[8] ^ word[9] ^ word[10])
    ^ (word[12] ^ word[13] ^ word[14] ^ word[15])
    ^ (word[16] ^ word[19] ^ word[22] ^ word[24])
    ^ (word[25] ^ word[26] ^ word[27] ^ word[28]);
  assign share[29] = (word[1] ^ word[2] ^ word[4] ^ word[5])
    ^ (word[7] ^ word[8] ^ word[10] ^ word[18])
    ^ (word[19] ^ word[21] ^ word[23] ^ word[24])
    ^ (word[25] ^ word[28] ^ word[29] ^ word[30])
    ^ (word[31]);
  assign share[30] = (word[0] ^ word[4] ^ word[5] ^ word[6])
    ^ (word[7] ^ word[8] ^ word[10] ^ word[11])
    ^ (word[19] ^ word[22] ^ word[23] ^ word[25])
    ^ (word[26] ^ word[27] ^ word[31]);
  assign share[31] = (word[1] ^ word[2] ^ word[6] ^ word[7])
    ^ (word[8] ^ word[9] ^ word[12] ^ word[14])
    ^ (word[15] ^ word[17] ^ word[19] ^ word[20])
    ^ (word[21] ^ word[23] ^ word[24] ^ word[26])
    ^ (word[28]);

endmodule

`default_nettype wire
