// A QP is once at most among what wakes, the list and the sweep, and is there while anything is counted; each CNP and
// each packet counts in one period, the one of the next visit that finds it in e3 or behind; there is room for the
// update of each period; and none is visited before it is due.
//
// `qp` is any QP, and the memories stand for its words alone. Of the lists it is assumed what is proved of them: they
// give a QP that they hold, show it until it is taken, and then the one that they told to be next. Of the arithmetic: a
// period that ends is the one that was in s4 34 cycles ago, and so is whether it was the host's; with the published
// form, which has ten stages more in front of the last one, 44. Of the engine: every QP is initialised once behind each
// reset, before any event and operation, and an operation stays as it is until it has ended. The times at which QPs are
// due may be any.
//: clk rst_n init_we init_addr issued_valid issued_cnp issued_cnps issued_qpn host_valid host_write host_qpn host_ends
//: lower_on? ecc_rewrite?
//: e0_valid e0_qpn e0_cnp e0_tx e0_cnps e3_valid e3_qpn e3_wakes e3_epoch e3_listed
//: e4_valid e4_qpn e4_count_epoch e4_count_listed e4_count_cnp e4_count_tx
//: s0_valid s1_valid s2_valid s3_valid s4_valid s5_valid s2_init s5_pushes s4_marks
//: va_host va_write va_qpn vb_host vb_write vb_init vb_qpn vc_host vc_write vc_init vc_qpn
//: s4_read_drops rests_rdata_none s4_read_events s4_cnp s4_tx s4_mark_epoch s4_mark_listed s5_cnp s5_tx
//: counts_rdata_epoch counts_rdata_listed counts_rdata_cnp counts_rdata_tx marks_rdata_epoch marks_rdata_listed
//: swept_counts_rdata_epoch swept_counts_rdata_listed swept_counts_rdata_cnp swept_counts_rdata_tx
//: swept_marks_rdata_epoch swept_marks_rdata_listed
//: woken_out_valid woken_out_data active_in_valid active_in_data_qpn active_out_valid active_out_data_qpn
//: active_out_data_due active_out_second_qpn active_out_second_due active_out_moves now
//: ripe visits_one host_count host_enters valid later? visit_host visits_4_q_s21_host visit_a_q_host?
//: step_s38_steps step_s38_none s39_updates updates_count has_room

  localparam QPN  = $bits(e0_qpn);
  localparam MORE = @DCQCN_MORE@; // stages that the published form has

  (* anyconst *) reg [QPN-1:0] qp;

  // the words of `qp`, as the events see them and as the sweep does
  wire        knows_count, knows_mark, knows_swept_count, knows_swept_mark;
  wire [35:0] seen_count, seen_swept_count, count, swept_count;
  wire [1:0]  seen_mark, seen_swept_mark, mark, swept_mark;
  wire [35:0] leaves = {e4_count_tx, e4_count_cnp, e4_count_listed, e4_count_epoch};
  wire [1:0]  marks  = {s4_mark_listed, s4_mark_epoch};
  wire [35:0] read_count       = {counts_rdata_tx, counts_rdata_cnp, counts_rdata_listed, counts_rdata_epoch};
  wire [35:0] read_swept_count = {swept_counts_rdata_tx, swept_counts_rdata_cnp, swept_counts_rdata_listed,
                                  swept_counts_rdata_epoch};

  ackw_followed_word #(.WIDTH(36), .ADDR_BITS(QPN)) u_count (
    .clk(clk), .at(qp), .raddr(e0_qpn), .we(e4_valid), .waddr(e4_qpn), .wdata(leaves),
    .known(knows_count), .value(seen_count), .word(count)
  );
  ackw_followed_word #(.WIDTH(2), .ADDR_BITS(QPN)) u_mark (
    .clk(clk), .at(qp), .raddr(e0_qpn), .we(s4_marks), .waddr(vc_qpn), .wdata(marks),
    .known(knows_mark), .value(seen_mark), .word(mark)
  );
  ackw_followed_word #(.WIDTH(36), .ADDR_BITS(QPN)) u_swept_count (
    .clk(clk), .at(qp), .raddr(va_qpn), .we(e4_valid), .waddr(e4_qpn), .wdata(leaves),
    .known(knows_swept_count), .value(seen_swept_count), .word(swept_count)
  );
  ackw_followed_word #(.WIDTH(2), .ADDR_BITS(QPN)) u_swept_mark (
    .clk(clk), .at(qp), .raddr(va_qpn), .we(s4_marks), .waddr(vc_qpn), .wdata(marks),
    .known(knows_swept_mark), .value(seen_swept_mark), .word(swept_mark)
  );

  reg started     = 1'b0;
  reg phase       = 1'b0; // of initialisation
  reg swept       = 1'b0; // `qp` has been in it
  reg initialised = 1'b0; // and its words are written
  (* anyseq *) wire ends_phase;

  // events of `qp` that count, from e0 to e4, and its initialisation
  reg        was_event = 1'b0, was_init = 1'b0;
  wire       c0 = e0_valid && e0_qpn == qp && (e0_cnp || e0_tx);
  reg  [4:1] c = 4'd0;
  reg  [4:1] i = 4'd0;
  reg [13:0] n1, n2, n3;
  reg        t1, t2, t3;

  // what has been counted of it in the running period, and whether anything has
  reg         any = 1'b0, ended_any = 1'b0;
  reg  [15:0] cnps, packets, ended_cnps, ended_packets, due_cnps, due_packets;
  wire [16:0] more_cnps    = {1'b0, cnps} + (c[3] ? {3'd0, n3} : 17'd0);
  wire [16:0] more_packets = {1'b0, packets} + {16'd0, c[3] && t3};
  wire        with_any     = any || c[3];
  wire [15:0] with_cnps    = more_cnps[16] ? 16'hffff : more_cnps[15:0];
  wire [15:0] with_packets = more_packets[16] ? 16'hffff : more_packets[15:0];

  // visits of `qp`, and operations of the host on it that end its period
  wire of_a = va_qpn == qp;
  wire of_b = vb_qpn == qp;
  wire of_c = vc_qpn == qp;
  wire v1 = s1_valid && of_a && (!va_host || va_write);
  wire v2 = s2_valid && of_b && (!vb_host || vb_write);
  wire v3 = s3_valid && of_b && (!vb_host || vb_write);
  wire v4 = s4_valid && of_c && (!vc_host || vc_write) && !vc_init;
  reg  v5 = 1'b0;
  reg  rested; // what is in s4: its last period was none

  // where it is
  reg        in_woken = 1'b0, in_list = 1'b0;
  wire       wakes_3  = e3_wakes && e3_qpn == qp;
  wire [4:0] hand     = {s4_valid && of_c && !vc_host && !vc_init, s3_valid && of_b && !vb_host,
                         s2_valid && of_b && !vb_host, s1_valid && of_a && !va_host, s0_valid && of_a && !va_host};
  wire       pushed   = s5_pushes && of_c;
  wire [8:0] places   = {wakes_3, in_woken, in_list, hand, pushed};
  wire       gives    = woken_out_valid && !s5_pushes;
  wire       enters   = active_in_valid && active_in_data_qpn == qp;

  // its newest count, and its mark, which a visit in s2 to s4 has yet to write
  wire       count_epoch  = c[3] || i[3] ? e3_epoch : c[4] || i[4] ? e4_count_epoch : count[0];
  wire       count_listed = c[3] || i[3] ? e3_listed : c[4] || i[4] ? e4_count_listed : count[1];
  reg        next_epoch;
  wire       mark_epoch   = v2 || v3 || v4 ? next_epoch : mark[0];

  // the host's operation, from s0 to s39
  reg  [34+MORE:0] operation = 0;
  reg  [34+MORE:0] hosts;
  reg  [33+MORE:0] periods   = 0; // those of visits, from s5 to s38
  wire [34+MORE:0] stages    = MORE == 0 ? (35+MORE)'(valid) : (35+MORE)'({later, valid[33:0]});
  wire [39+MORE:0] under_way = {operation, s4_valid && vc_host && !vc_init, s3_valid && vb_host, s2_valid && vb_host,
                           s1_valid && va_host, s0_valid && va_host};
  reg         was_host  = 1'b0, was_write, was_lower;
  reg  [QPN-1:0] was_qpn;

  // the lists show what they show until it is taken
  reg         woken_stays = 1'b0, list_stays = 1'b0;
  reg         list_moves  = 1'b0; // what was behind the oldest is it
  reg  [QPN-1:0] woken_was, list_was, second_was;
  reg  [19:0] due_was, second_due_was, then_1, then_2;
  wire [19:0] late_then   = then_2 - active_out_data_due;
  reg  [5:0]  updates_were;
  reg         update_came = 1'b0;
  reg         due_update  = 1'b0;

  // periods under way
  wire [40+MORE:0] flight = {s39_updates, periods, s4_valid && !vc_host && !vc_init && !s4_read_drops,
                        s3_valid && !vb_host, s2_valid && !vb_host, s1_valid && !va_host, s0_valid && !va_host, ripe};
  reg  [5:0]  flying;
  integer     k;
  always @* begin
    flying = 6'd0;
    for (k = 0; k < 41 + MORE; k = k + 1) flying = flying + {5'd0, flight[k]};
  end

  always @(posedge clk) begin
    started     <= 1'b1;
    phase       <= !rst_n || phase && !ends_phase;
    swept       <= rst_n && (swept || init_we && init_addr == qp);
    initialised <= rst_n && (initialised || i[3]);
    was_event   <= rst_n && issued_valid && !init_we && issued_qpn == qp && !ecc_rewrite;
    was_init    <= rst_n && init_we && init_addr == qp;
    c           <= rst_n ? {c[3:1], c0} : 4'd0;
    i           <= rst_n ? {i[3:1], was_init} : 4'd0;
    {n1, n2, n3} <= {e0_cnp ? e0_cnps : 14'd0, n1, n2};
    {t1, t2, t3} <= {e0_tx, t1, t2};
    due_cnps    <= with_cnps;
    due_packets <= with_packets;
    if (!rst_n || i[3] || v1) {any, cnps, packets} <= 33'd0;
    else {any, cnps, packets} <= {with_any, with_cnps, with_packets};
    if (v1) begin
      ended_any <= with_any;
      {ended_cnps, ended_packets} <= with_any ? {with_cnps, with_packets} : 32'd0;
      next_epoch <= !count_epoch;
    end
    in_woken    <= rst_n && (in_woken && !(gives && woken_out_data == qp) || wakes_3);
    in_list     <= rst_n && (in_list && !(visits_one && active_out_data_qpn == qp) || enters);
    woken_stays <= rst_n && woken_out_valid && !gives;
    list_stays  <= rst_n && active_out_valid && !visits_one;
    list_moves  <= rst_n && active_out_moves;
    {woken_was, list_was, due_was} <= {woken_out_data, active_out_data_qpn, active_out_data_due};
    {second_was, second_due_was, then_1, then_2} <= {active_out_second_qpn, active_out_second_due, now, then_1};
    v5          <= rst_n && v4;
    rested      <= rests_rdata_none;
    operation   <= rst_n ? {operation[33+MORE:0], under_way[4]} : 0;
    hosts       <= {hosts[33+MORE:0], vc_host};
    periods     <= rst_n ? {periods[32+MORE:0], flight[5]} : 0;
    was_host    <= rst_n && host_valid && !host_ends;
    {was_write, was_lower, was_qpn} <= {host_write, lower_on, host_qpn};
    updates_were <= rst_n ? updates_count : 6'd0;
    update_came <= rst_n && s39_updates;
    due_update  <= rst_n && periods[33+MORE] && !step_s38_none;
  end

  always @* begin
    if (!started) assume (!rst_n);
    if (knows_count) assume (read_count == seen_count);
    if (knows_mark) assume ({marks_rdata_listed, marks_rdata_epoch} == seen_mark);
    if (knows_swept_count) assume (read_swept_count == seen_swept_count);
    if (knows_swept_mark) assume ({swept_marks_rdata_listed, swept_marks_rdata_epoch} == seen_swept_mark);
    assume (visits_4_q_s21_host == hosts[33]);
    if (MORE != 0) assume (visit_a_q_host == hosts[33+MORE]);
    if (started && rst_n) begin
      // the engine
      if (init_we) assume (phase);
      if (issued_valid || host_valid) assume (!phase);
      if (phase && !swept) assume (!ends_phase);
      if (swept) assume (!(init_we && init_addr == qp));
      if (issued_valid && issued_cnp) assume (issued_cnps != 14'd0);
      if (was_host) assume (host_valid && {host_write, lower_on, host_qpn} == {was_write, was_lower, was_qpn});
      // the lists
      if (woken_out_valid && woken_out_data == qp) assume (in_woken);
      if (active_out_valid && active_out_data_qpn == qp) assume (in_list);
      if (woken_stays) assume (woken_out_valid && woken_out_data == woken_was);
      assume (active_out_valid == (list_stays || list_moves));
      if (list_stays) assume ({active_out_data_qpn, active_out_data_due} == {list_was, due_was});
      if (list_moves) assume ({active_out_data_qpn, active_out_data_due} == {second_was, second_due_was});
      if (phase) assume (!woken_out_valid && !active_out_valid);
      assume (updates_count <= updates_were + {5'd0, update_came});
      // the arithmetic
      assume ((stages[33+MORE] && step_s38_steps) == periods[33+MORE]);
    end
  end

  // the block
  always @* if (started && rst_n) begin
    assert (!visits_one || active_out_valid);
    assert (!visits_one || !late_then[19]);
    assert (!visits_one || !host_enters);
    assert (!(s0_valid && s1_valid) && !(s1_valid && s2_valid) && !(s2_valid && s3_valid));
    assert (phase || !(s3_valid && s4_valid) && !(s0_valid && ripe));
    assert (c0 == was_event);
    assert (s5_valid || !s5_pushes);
    assert (phase || swept);
    assert ((s2_init && vb_init && of_b) == was_init && (s4_valid && vc_init && of_c) == i[1]);
    assert (swept == (initialised || was_init || i[3:1] != 3'd0) && !(initialised && (was_init || i[3:1] != 3'd0)));
    if (phase) assert (!ripe && !s0_valid && !s1_valid && !s2_valid && !s3_valid && !s5_pushes && {c0, c, places} == 0);
    if (!initialised) assert (places == 9'd0 && !c[3] && host_count < 6'd8);
  end

  // the host's operation is where its count says, and its QP is in no hands meanwhile
  always @* if (started && rst_n) begin
    assert ((under_way & (under_way - 1)) == 0);
    assert ((|under_way) == (host_valid && host_count > 50 + MORE));
    for (k = 0; k < 12 - MORE; k = k + 1) assert (under_way[k] == (host_valid && host_count == 51 + MORE + k));
    assert (operation == (stages & hosts) && visit_host == hosts[34+MORE]);
    if (under_way[0] || under_way[1]) assert (va_qpn == host_qpn && va_write == host_write);
    if (under_way[2] || under_way[3]) assert (vb_qpn == host_qpn && vb_write == host_write);
    if (under_way[4] || under_way[5] && s5_pushes) assert (vc_qpn == host_qpn && vc_write == host_write);
    if (host_valid && host_qpn == qp) begin
      for (k = 0; k < 5; k = k + 1) assert (host_count < 6'd10 + k || !hand[k]);
      assert (host_count < 6'd9 || !ripe || active_out_data_qpn != qp);
    end
    if (phase) assert (!host_valid && !host_count && !under_way);
  end

  // it is in one place at most, in one while anything is counted, and leaves for nothing else
  always @* if (started && rst_n && initialised) begin
    assert ((places & (places - 9'd1)) == 9'd0);
    assert ((|places) == (count_listed != mark[1]));
    assert ((|places) || !with_any);
    if (hand[4] && s4_read_drops) assert (rested && !vc_host && !ended_any && !with_any);
    assert ((i[4] || count == swept_count) && mark == swept_mark);
  end

  // what is counted is what came, once
  always @* if (started && rst_n && initialised) begin
    if (c[4]) assert ({e4_count_tx, e4_count_cnp[15:0]} == {&due_packets, due_packets, due_cnps});
    if (c[4]) assert (!e4_count_cnp[16] || &due_cnps);
    if (!c[3] && !c[4] && !i[4]) assert (any == (count[0] == mark_epoch));
    if (!c[3]) assert (with_any == (count_epoch == mark_epoch));
    if (any && !c[4]) assert ({count[35:19], count[17:2]} == {&packets, packets, cnps} && (!count[18] || &cnps));
    if (!any) assert (cnps == 16'd0 && packets == 16'd0);
    if (v4) assert (s4_read_events == ended_any && (!ended_any || s4_cnp == ended_cnps && s4_tx == ended_packets));
    if (v5) assert (s5_cnp == ended_cnps && s5_tx == ended_packets);
  end

  // an update for each period, and room for it
  always @* if (started && rst_n) begin
    assert (s39_updates == due_update);
    assert ((periods & ~stages[33+MORE:0]) == 0 && (flight & (flight >> 1)) == 0);
    assert (flying <= 21 + MORE / 2 && {1'b0, updates_count} + {1'b0, flying} <= 53 + MORE / 2);
    assert (has_room <= !updates_were[5]);
    if (s39_updates) assert (updates_count != 6'h3f);
  end

  always @(posedge clk) if (started && rst_n && initialised) begin
    cover (v4 && ended_cnps == 16'hffff && any && c[3]);
    cover (hand[4] && s4_read_drops && c[1]);
    cover (pushed && in_woken == 0 && wakes_3 == 0 && c[4] && any);
    cover (v4 && vc_host && in_list && ended_packets != 0);
    cover (hand[3] && c == 4'b1111);
  end
