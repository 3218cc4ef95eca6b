// Updates of events and of a timer share the port: each that is taken is one of them, what is on the port stays there until it is taken,
// and while both have one neither is taken twice in a row.
//
// Assumed of the two queues: what one offers stays until it is taken.
//: clk rst_n events timer ready shows_timer event_taken timer_taken

  reg started = 1'b0;
  reg had_event;    // in the last cycle each offered one, and it was not taken
  reg had_timer;
  reg was_event;    // one of each was taken in the last cycle, while the other offered one
  reg was_timer;
  reg was_shown;    // what was on the port in the last cycle was not taken
  reg was_timers;   // and it was the timer's

  always @(posedge clk) begin
    started    <= 1'b1;
    had_event  <= rst_n && events && !event_taken;
    had_timer  <= rst_n && timer && !timer_taken;
    was_event  <= rst_n && event_taken && timer;
    was_timer  <= rst_n && timer_taken && events;
    was_shown  <= rst_n && (events || timer) && !ready;
    was_timers <= shows_timer;
  end

  always @* if (!started) assume (!rst_n);
  always @* if (started && rst_n) begin
    if (had_event) assume (events);
    if (had_timer) assume (timer);
  end

  always @* if (started && rst_n) begin
    assert (!(event_taken && timer_taken));
    assert (!event_taken || events && ready && !shows_timer);
    assert (!timer_taken || timer && ready && shows_timer);
    assert (!(ready && (events || timer)) || event_taken || timer_taken);
    if (was_shown) assert (shows_timer == was_timers);
    if (was_event) assert (!event_taken);
    if (was_timer) assert (!timer_taken || !events);
  end

  always @* if (started && rst_n) begin
    cover (was_event && timer_taken);
    cover (was_timer && event_taken);
    cover (was_shown && was_timers && events);
  end
