// ackw_async_fifo alone, between two clocks that the command line gives: order, loss, duplicates, torn words, full,
// empty, a word a cycle, and resets of either side at any time and of any length. The last line is PASS and what was
// reached, or FAIL and why.
//
//   +wr_ps= +rd_ps=   periods, multiples of 20     +phase_ps= of the read clock
//   +words=           random traffic               +resets=   how many fall into it
//   +seed=
`timescale 1ps/1ps
module tb;
  parameter ADDR_BITS = 4;
  localparam DEPTH = 1 << ADDR_BITS;

  integer wr_ps, rd_ps, phase_ps, words, resets, seed, jitter, skew_ps, slow_ps;
  reg     wr_clk = 0, rd_clk = 0, wr_rst_n = 1, rd_rst_n = 1;

  // Words are numbered; the upper half is a function of the number, so that a torn word shows
  function [31:0] other(input [31:0] n);
    other = (n * 32'h9e3779b1) ^ 32'h5a5a1234;
  endfunction

  reg  [31:0] next = 0;        // number of the word that is offered, or will be
  reg         wr_valid = 0;
  wire        wr_ready;
  wire        rd_valid;
  reg         rd_ready = 0;
  wire [63:0] rd_data;
  ackw_async_fifo #(.WIDTH(64), .ADDR_BITS(ADDR_BITS)) dut (
    .wr_clk(wr_clk), .wr_rst_n(wr_rst_n), .wr_valid(wr_valid), .wr_ready(wr_ready), .wr_data({other(next), next}),
    .rd_clk(rd_clk), .rd_rst_n(rd_rst_n), .rd_valid(rd_valid), .rd_ready(rd_ready), .rd_data(rd_data)
  );

  task fail(input [8*40-1:0] why);
    begin
      $display("FAIL at %0t: %0s", $time, why);
      $finish;
      #1000000000;
    end
  endtask

  // chance, in 256ths, of a word and of a ready in a cycle
  integer     wr_chance = 0, rd_chance = 0;
  reg         fresh = 1;       // it has been closed since the last word
  reg         start [0:1 << 16];  // this word is the first behind a reset: those before it may be missing
  reg  [31:0] last_start = 0;
  reg  [31:0] expected = 0;
  integer     filled = 0, emptied = 0, given = 0, done = 0, blocked = 0, idle = 0;

  always @(negedge dut.wr_open) fresh = 1;
  always @(posedge wr_clk) begin
    if (wr_valid && wr_ready && wr_rst_n) begin
      if (fresh) begin
        start[next] = 1;
        last_start  = next;
      end
      fresh = 0;
      next <= next + 1;
      if (next > 65000) fail("too many words for the bench");
    end
    blocked = wr_valid && !wr_ready ? blocked + 1 : 0;
    if (wr_ready === 1'bx) fail("wr_ready is x");
  end

  always @(posedge wr_clk or negedge wr_rst_n)
    if (!wr_rst_n) wr_valid <= 0;
    else if (!wr_valid || wr_ready) wr_valid <= ($unsigned($random(seed)) % 256) < wr_chance;

  reg        held = 0;
  reg [63:0] shown;
  always @(posedge rd_clk) begin
    if (rd_valid === 1'bx) fail("rd_valid is x");
    if (held && rd_rst_n && !(rd_valid && rd_data === shown)) fail("a word was not held");
    held <= rd_valid && !rd_ready && rd_rst_n;
    shown <= rd_data;
    if (rd_valid && rd_ready && rd_rst_n) begin
      if (rd_data[63:32] !== other(rd_data[31:0])) fail("a torn word");
      if (rd_data[31:0] >= next) fail("a word that was not written");
      if (rd_data[31:0] !== expected && !(rd_data[31:0] > expected && start[rd_data[31:0]] === 1'b1)) begin
        if (rd_data[31:0] < expected) fail("a word came twice, or out of order");
        $display("word %0d, expected %0d, the last behind a reset was %0d", rd_data[31:0], expected, last_start);
        fail("a word is missing");
      end
      expected = rd_data[31:0] + 1;
      given    = given + 1;
    end
    idle = rd_valid ? 0 : idle + 1;
    rd_ready <= ($unsigned($random(seed)) % 256) < rd_chance;
  end
  always @(negedge rd_rst_n) held = 0;

  // Fills it until it takes no more, then empties it: it must have held exactly what it promises
  task fill_and_drain;
    begin
      rd_chance = 0;
      wr_chance = 256;
      wait (blocked > 4 * (1 + slow_ps / wr_ps));
      if (next - expected != DEPTH + 1) begin
        $display("%0d words fit", next - expected);
        fail("full at the wrong number of words");
      end
      filled = filled + 1;
      wr_chance = 0;
      rd_chance = 256;
      // the word that is offered goes in as well
      wait (!wr_valid);
      wait (idle > 8 * (1 + slow_ps / rd_ps));
      if (next != expected) fail("a word is left inside");
      emptied = emptied + 1;
    end
  endtask

  // From the edge that takes a word to the edge that shows it, in cycles of the read clock and in edges of it
  integer least = 1000000, most = 0, edges, i, began, took;
  task latency;
    for (i = 0; i < 50; i = i + 1) begin
      rd_chance = 256;
      #($unsigned($random(seed)) % 1000 * 20 + 10 * slow_ps);
      @(negedge wr_clk) wr_chance = 256;
      @(posedge wr_clk) #1 wr_chance = 0; // valid rises
      @(posedge wr_clk); // taken
      edges = 0;
      #1;
      while (!rd_valid) begin
        @(posedge rd_clk);
        edges = edges + 1;
        #1;
      end
      if (edges < least) least = edges;
      if (edges > most)  most  = edges;
    end
  endtask

  task throughput;
    begin
      rd_chance = 256;
      wr_chance = 256;
      #(40 * slow_ps);
      began = given;
      #(400 * slow_ps);
      took = given - began;
      if (took < 399) begin
        $display("%0d words in 400 cycles of the slower clock", took);
        fail("not a word a cycle");
      end
      wr_chance = 0;
      wait (!wr_valid && idle > 8 * (1 + slow_ps / rd_ps));
    end
  endtask

  task reset_one;
    begin
      // never at an edge of a clock, those are at multiples of 10
      #(5 + 10 * ($unsigned($random(seed)) % (40 * slow_ps / 10)));
      #((10 - ($time - 5) % 10) % 10);
      case ($unsigned($random(seed)) % 3)
        0: wr_rst_n = 0;
        1: rd_rst_n = 0;
        2: begin wr_rst_n = 0; rd_rst_n = 0; end
      endcase
      case ($unsigned($random(seed)) % 3)
        0: #20;
        1: #(10 * ($unsigned($random(seed)) % (slow_ps / 10)) + 10);
        2: #(10 * ($unsigned($random(seed)) % slow_ps) + 10);
      endcase
      if ($random(seed) & 1) begin
        wr_rst_n = 1;
        if ($random(seed) & 1) #(10 * ($unsigned($random(seed)) % slow_ps));
      end
      rd_rst_n = 1;
      wr_rst_n = 1;
      done = done + 1;
      // sometimes another one before they are open again
      if ($random(seed) & 1) begin
        #(20 * slow_ps);
        while (!(dut.wr_open && dut.rd_open)) #(slow_ps);
      end
    end
  endtask

  initial begin
    if (!$value$plusargs("wr_ps=%d", wr_ps)) wr_ps = 4000;
    if (!$value$plusargs("rd_ps=%d", rd_ps)) rd_ps = 4000;
    if (!$value$plusargs("phase_ps=%d", phase_ps)) phase_ps = 0;
    if (!$value$plusargs("words=%d", words)) words = 2000;
    if (!$value$plusargs("resets=%d", resets)) resets = 0;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    jitter  = seed;
    skew_ps = (wr_ps < rd_ps ? wr_ps : rd_ps) * 9 / 10;
    slow_ps = wr_ps > rd_ps ? wr_ps : rd_ps;
    fork
      forever #(wr_ps / 2) wr_clk = !wr_clk;
      #(phase_ps + 10) forever #(rd_ps / 2) rd_clk = !rd_clk;
    join
  end

  integer random_end;
  initial begin
    for (i = 0; i <= 1 << 16; i = i + 1) start[i] = 0;
    #1;
    start[0] = 1;
    wr_rst_n = 0;
    rd_rst_n = 0;
    #(5 * slow_ps + 4);
    wr_rst_n = 1;
    #(3 * slow_ps);
    rd_rst_n = 1;
    #(20 * slow_ps);
    latency;
    fill_and_drain;
    throughput;
    random_end = next + words;
    fork
      while (next < random_end) begin
        wr_chance = 16 + $unsigned($random(seed)) % 241;
        rd_chance = 16 + $unsigned($random(seed)) % 241;
        #(100 * slow_ps);
      end
      while (done < resets) reset_one;
    join
    #(40 * slow_ps);
    wr_chance = 0;
    rd_chance = 256;
    wait (!wr_valid && idle > 8 * (1 + slow_ps / rd_ps));
    if (next != expected && next != last_start) fail("words are left inside, or lost");
    if (resets == 0 && given != next) fail("words were lost without a reset");
    expected = next;
    fill_and_drain;
    throughput;
    $display("PASS words=%0d given=%0d fills=%0d empties=%0d resets=%0d latency=%0d..%0d", next, given, filled, emptied, done, least, most);
    $finish;
  end

  initial begin
    #1 #(64'd20000 * slow_ps + 64'd200 * words * slow_ps + 64'd3000 * resets * slow_ps);
    fail("it hangs");
  end
endmodule
