// Words as a beat of the stream, their first byte in the lowest bits: lead, and all words but the last half of the last
// one, which goes into the next beat. Combinational.
module ackw_responder_beat #(
  parameter LANES = 16
) (
  input  wire [15:0]         lead, // the two bytes ahead of word 0, the first on top
  input  wire [32*LANES-1:0] word, // the first byte of each on top, word 0 lowest
  input  wire                last,
  input  wire [3:0]          more, // words that are whole in the last beat
  output wire [32*LANES-1:0] data,
  output wire [4*LANES-1:0]  keep
);

  genvar j, i;
  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_lane
      // each lane begins with the last two bytes of what is ahead of its word
      wire [31:0] bytes;
      if (j == 0) begin : g_lead
        assign bytes = {lead, word[31:16]};
      end else begin : g_words
        assign bytes = {word[32*(j - 1) +: 16], word[32*j + 16 +: 16]};
      end
      for (i = 0; i < 4; i = i + 1) begin : g_byte
        assign data[32*j + 8*i +: 8] = bytes[8*(3 - i) +: 8];
      end
    end
  endgenerate

  assign keep = last ? ~({(4*LANES){1'b1}} << {more, 2'b10}) : {(4*LANES){1'b1}};

  // it goes into the next beat
  wire unused = &{1'b0, word[32*(LANES - 1) +: 16]};

endmodule
