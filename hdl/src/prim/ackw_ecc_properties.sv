// One wrong bit of a word with its check bits is corrected, wherever it is; any two are found; a word that is right is
// left alone.
//
// `flips` is any set of at most two wrong bits.
//: plain check read read_check data corrected uncorrectable

  localparam BITS = WIDTH + CHECK_BITS;

  (* anyconst *) reg [BITS-1:0] flips; // in simulation: none

  wire [BITS-1:0] but_one = flips & (flips - 1'b1);

  always @* begin
    assume ((but_one & (but_one - 1'b1)) == 0);
    assume ({read_check, read} == ({check, plain} ^ flips));
    assert (corrected == (flips != 0 && but_one == 0));
    assert (uncorrectable == (but_one != 0));
    if (but_one == 0) assert (data == plain);
    cover (corrected && flips[0] && plain != 0);
    cover (corrected && flips[BITS-1]);
    cover (uncorrectable);
  end
