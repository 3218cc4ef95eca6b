// A word that is read is the one that was written last, for any address: what the blocks' properties take the memory
// for.
//
// `at` is any address. A block's properties follow one word, and assume of the memory no more than this.
//: clk raddr rdata we waddr wdata re?1

  (* anyconst *) reg [ADDR_BITS-1:0] at;

  wire             known;
  wire [WIDTH-1:0] value;
  wire [WIDTH-1:0] word;
  reg  [1:0]       written = 2'd0; // at is; it was when what is shown now was read
  reg  [1:0]       asked   = 2'd0; // the word at raddr was asked for at the last edge, and the one before
  reg              was_written = 1'b0;

  ackw_followed_word #(.WIDTH(WIDTH), .ADDR_BITS(ADDR_BITS), .LOOKED(1)) u_word (
    .clk(clk), .at(at), .raddr(raddr), .we(we), .waddr(waddr), .wdata(wdata), .known(known), .value(value), .word(word)
  );

  always @(posedge clk) begin
    if (we && waddr == at) written[0] <= 1'b1;
    written[1]  <= written[0];
    asked       <= {asked[0], re};
    was_written <= written[1];
  end

  always @* if (known && was_written && asked[1]) assert (rdata == value);

  always @(posedge clk) cover (known && was_written && asked[1] && rdata == {WIDTH{1'b1}} && at != 0);
