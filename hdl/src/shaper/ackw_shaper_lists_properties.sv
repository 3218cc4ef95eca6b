// Each class is a queue with two ends: what is popped is its first QP, each QP once, and none is lost.
//
// `mine` is any class. What must stand in it is told by a number of each QP: `first` of the one that is popped next,
// one more of the one behind it, and so on up to `beyond` - 1. The memory of links is modelled here, word for word;
// what it gives of a word that is read as it is written may be anything. Four QPs come, of all that there may be: any
// number of lists, each empty, with one QP, with two and with more.
//: clk rst_n second third last paused push_head push_tail next_class_pushed push_class push_qpn pop next_valid
//: next_class next_qpn holds head_0 head_1 head_2 head_3 head_4 head_5 head_6 head_7 tail_0 tail_1 tail_2 tail_3 tail_4
//: tail_5 tail_6 tail_7 got got_tail got_final held same empty one old_head old_tail head_half_0 head_half_1
//: tail_half_0 tail_half_1 popped popped_same link_we link_at link links_rdata

  localparam Q    = $bits(push_qpn);
  localparam QPS  = 4; // QPs that come; in simulation: none
  localparam NONE = 4'd8;

  (* anyconst *) reg [2:0] mine;

  integer i, k;
  reg              started = 1'b0;
  reg [1:0]        phase   = 2'd0; // cycle of the slot
  reg [3:0]        since   = 4'd0; // cycles behind a reset
  (* mem2reg *) reg [Q:0] number [0:QPS-1];
  reg [Q:0]        first = 0, beyond = 0;
  (* mem2reg *) reg [3:0] at [0:QPS-1]; // the class of each QP, or NONE
  (* mem2reg *) reg [Q-1:0] words [0:QPS-1];
  reg [Q-1:0]      read, shown;
  reg              read_known = 1'b0, known = 1'b0;
  reg [2:0]        class_1, pushed_1;
  reg              valid_1 = 1'b0, popped_now = 1'b0;
  reg [Q-1:0]      popped_qpn;
  reg [7:0]        paused_1;
  reg              any_1 = 1'b0;

  wire [Q:0] length = beyond - first;
  wire pushes    = push_head || push_tail;
  wire pops_mine = pop && next_class == mine;

  always @(posedge clk) begin
    started <= 1'b1;
    phase   <= !rst_n ? 2'd0 : phase + 2'd1;
    since   <= !rst_n ? 4'd0 : since + {3'd0, !since[3]};
    {class_1, pushed_1, paused_1} <= {next_class_pushed, push_class, paused};
    if (phase == 2'd2) valid_1 <= next_valid;
    any_1      <= length != 0;
    popped_now <= pop;
    popped_qpn <= next_qpn;

    // the memory
    if (link_we) words[link_at[1:0]] <= link;
    read       <= words[got[1:0]];
    read_known <= got < QPS && !(link_we && link_at == got);
    shown      <= read;
    known      <= read_known;

    // the queue
    if (!rst_n) begin
      {first, beyond} <= 0;
      for (i = 0; i < QPS; i = i + 1) at[i] <= NONE;
    end else begin
      if (pop && next_qpn < QPS && at[next_qpn[1:0]] == {1'b0, next_class}) at[next_qpn[1:0]] <= NONE;
      if (pops_mine) first <= first + 1'b1;
      if (pushes) begin
        at[push_qpn[1:0]]     <= {1'b0, push_class};
        number[push_qpn[1:0]] <= push_head ? first - 1'b1 : beyond;
        if (push_class == mine && push_head) first <= first - 1'b1;
        if (push_class == mine && push_tail) beyond <= beyond + 1'b1;
      end
    end
  end

  // who uses it: shaper
  always @* begin
    if (!started) assume (!rst_n);
    assume (second == (phase == 2'd1) && third == (phase == 2'd2) && last == (phase == 2'd3));
    if (since < 4'd4) assume (!pop && !pushes);
    if (pop) assume (phase == 2'd0 && valid_1);
    if (pushes) assume (phase == 2'd1 && !(push_head && push_tail));
    if (pushes) assume (push_qpn < QPS);
    // a QP that comes is in no list, and is not the one that has just left
    if (pushes) assume (at[push_qpn[1:0]] == NONE && !(popped_now && popped_qpn == push_qpn));
    if (started && phase == 2'd0 && since != 4'd0) assume (push_class == class_1);
    if (started && phase != 2'd0) assume (push_class == pushed_1);
    if (known) assume (links_rdata == shown);
  end

  wire [Q-1:0] heads [0:7];
  wire [Q-1:0] tails [0:7];
  assign heads[0] = head_0, heads[1] = head_1, heads[2] = head_2, heads[3] = head_3;
  assign heads[4] = head_4, heads[5] = head_5, heads[6] = head_6, heads[7] = head_7;
  assign tails[0] = tail_0, tails[1] = tail_1, tails[2] = tail_2, tails[3] = tail_3;
  assign tails[4] = tail_4, tails[5] = tail_5, tails[6] = tail_6, tails[7] = tail_7;

  // the links, with the one that is on its way; the first QP, which is on its way behind a pop
  reg  [Q-1:0] behind [0:QPS-1];
  wire [Q-1:0] head = popped[mine] ? links_rdata : heads[mine];
  always @* for (i = 0; i < QPS; i = i + 1) behind[i] = link_we && link_at == i ? link : words[i];

  always @* if (started && rst_n) begin
    // the first QP leaves, of a class that has one
    if (pops_mine) assert (length != 0 && at[next_qpn[1:0]] == {1'b0, mine} && number[next_qpn[1:0]] == first);
    if (phase == 2'd2 && since >= 4'd2) begin
      // who had a QP in the second cycle is seen, and no lower class is preferred
      if (any_1 && !paused_1[mine]) assert (next_valid && next_class >= mine);
      if (next_valid && next_class == mine) assert (any_1 && !paused_1[mine]);
    end

    // what the registers and the memory hold of it
    assert (length <= QPS && holds[mine] == (length != 0));
    if (length != 0) begin
      assert (head < QPS && tails[mine] < QPS);
      assert (at[head[1:0]] == {1'b0, mine} && number[head[1:0]] == first);
      assert (at[tails[mine][1:0]] == {1'b0, mine} && number[tails[mine][1:0]] == beyond - 1'b1);
    end
    for (i = 0; i < QPS; i = i + 1) begin
      assert (at[i] <= NONE);
      if (at[i] == {1'b0, mine}) begin
        assert (number[i] - first < length);
        if (number[i] != beyond - 1'b1) assert (behind[i] < QPS && at[behind[i][1:0]] == {1'b0, mine} && number[behind[i][1:0]] == number[i] + 1'b1);
        for (k = 0; k < i; k = k + 1) assert (at[k] != {1'b0, mine} || number[i] != number[k]);
      end
    end
    for (i = 0; i < 8; i = i + 1) if (holds[i]) assert (tails[i] < QPS && at[tails[i][1:0]] == i);
    assert (since <= 4'd8 && (since[3] || phase == since[1:0]));
    assert (phase == 2'd2 || !link_we);
    assert (phase == 2'd1 || popped == 8'd0);
    if (phase == 2'd2 && since >= 4'd2 && next_valid) assert (holds[next_class]);
    if (since >= 4'd3) begin
      if (phase == 2'd3 || phase == 2'd0) begin
        assert (got == heads[next_class] && got_tail == tails[next_class]);
        assert (!valid_1 || holds[next_class]);
      end
      if (phase == 2'd0) begin
        assert (got_final == (got == got_tail) && held == holds[push_class] && same == (next_class == push_class));
        assert ((push_class[2] ? head_half_1 : head_half_0) == heads[push_class]);
        assert ((push_class[2] ? tail_half_1 : tail_half_0) == tails[push_class]);
        if (valid_1 && next_class == mine) assert (got < QPS && read_known && read == words[got[1:0]]);
      end
      if (phase == 2'd1) begin
        assert (got_final == (got == got_tail) && one == 8'd1 << push_class && empty == !holds[push_class]);
        assert (old_head == heads[push_class] && old_tail == tails[push_class]);
        assert (popped == (popped_now && !got_final ? 8'd1 << next_class : 8'd0) && popped_same == popped[push_class]);
        if (popped_now && next_class == mine) assert (got < QPS && known && shown == words[got[1:0]] && popped_qpn == got);
      end
    end
  end

  always @(posedge clk) if (started && rst_n) begin
    cover (pops_mine && length == 3);
    cover (push_head && push_class == mine && popped[mine] && length == 1);
    cover (push_tail && push_class == mine && popped_now && length == 0);
  end
