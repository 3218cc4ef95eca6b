// The list gives what it took, in order, once each; what it shows stays until it is taken, what waits is shown within
// four cycles, and the word that is told to be next is.
//
// `mark` takes any word that enters at the place `at`, which may be any; the memory stands for that place alone, and
// the words ahead of the marked one are counted until it leaves. Assumed of the block: nothing enters while all places
// but one are full.
//: clk rst_n in_valid out_valid out_ready out_moves count filled waits write seen read place place_1 moves
//: in_data out_data out_second ram_rdata

  localparam A = $bits(count);

  (* anyconst *) reg [A-1:0] at;
  (* anyseq *)   wire        mark;

  wire         followed;
  wire [W-1:0] value;
  wire [W-1:0] word;

  ackw_followed_word #(.WIDTH(W), .ADDR_BITS(A)) u_word (
    .clk(clk), .at(at), .raddr(place), .we(in_valid), .waddr(write), .wdata(in_data),
    .known(followed), .value(value), .word(word)
  );

  reg          started = 1'b0;
  reg          marked  = 1'b0; // the marked word is in the list
  reg  [A:0]   ahead;          // so many words are ahead of it
  reg  [W-1:0] data;
  reg          held    = 1'b0;
  reg  [W-1:0] held_data;
  reg          comes   = 1'b0; // the second has become the oldest
  reg  [W-1:0] last;           // what the second was
  reg  [2:0]   idle    = 3'd0; // cycles in which a word was behind the first register and none in it
  wire         taken   = out_valid && out_ready;
  wire [A:0]   outside = {{A{1'b0}}, filled} + {{A{1'b0}}, waits};
  wire [A:0]   all     = {1'b0, count} + outside;

  always @(posedge clk) begin
    started   <= 1'b1;
    held      <= rst_n && out_valid && !out_ready;
    held_data <= out_data;
    comes     <= rst_n && out_moves;
    last      <= out_second;
    idle      <= rst_n && (count != 0 || waits) && !filled ? idle + 3'd1 : 3'd0;
    if (!rst_n) marked <= 1'b0;
    else if (!marked && mark && in_valid && write == at) begin
      marked <= 1'b1;
      ahead  <= all - {{A{1'b0}}, taken};
      data   <= in_data;
    end else if (marked && taken) begin
      marked <= ahead != 0;
      ahead  <= ahead - 1'b1;
    end
  end

  always @* begin
    if (!started) assume (!rst_n);
    if (rst_n) assume (!in_valid || count != {A{1'b1}});
    if (followed) assume (ram_rdata == value);
  end

  wire [A-1:0] reach = seen - place;

  always @* if (started && rst_n) begin
    if (held) assert (out_valid && out_data == held_data);
    if (comes) assert (out_data == last);
    assert (out_valid == (held || comes) && !(held && comes));
    if (marked) assert (ahead < all);
    if (marked && ahead == 0 && out_valid) assert (out_data == data);
    assert (idle < 3'd5);
    // what these rest on
    if (marked && waits && ahead == {{A{1'b0}}, filled}) assert (out_second == data);
    if (marked && ahead >= outside) assert (word == data && at - read == ahead[A-1:0] - outside[A-1:0]);
    assert (count == write - read && place == read + moves && place_1 == place + !moves && reach <= count - moves);
    assert (!moves || count != 0 && !waits);
    assert (out_valid == filled);
  end

  always @(posedge clk) if (started && rst_n) begin
    cover (&count[3:0] && filled && waits && read != 0);
    cover (marked && ahead == 0 && taken && held && in_valid);
  end
