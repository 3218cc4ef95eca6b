// What a step may do: one probe open a QP, no response counts twice, late, or for another, and no RTT vanishes.
//
// The module has no register: these hold of any inputs; an operation is one of three.
//: op_host op_opens op_response op_kind op_period op_psn op_time op_qpn kept_kind kept_period kept_opened kept_listed
//: kept_waiting kept_rested kept_measured kept_time kept_psn kept_smoothed sent_snd_nxt sent_opened una news now timeout
//: smooth timed behind_kind behind_period behind_opened behind_listed behind_waiting behind_rested behind_measured
//: behind_time behind_psn behind_smoothed probes probe_qpn probe_kind probe_psn probe_time stays awaited rtt_qpn
//: rtt_kind rtt_psn rtt_measured rtt_smoothed unexpected gives_up

  wire        visits   = !op_host && !op_response;
  wire [31:0] elapsed  = now - kept_time;
  wire        in_time  = elapsed < {8'd0, timeout};
  wire        is_over  = kept_rested || elapsed >= {8'd0, kept_period};
  wire        in_flight = sent_opened == kept_opened && sent_snd_nxt != una + 24'd1;
  wire [23:0] whole    = kept_smoothed[26:3];
  wire        eases    = smooth && kept_measured;

  always @* assume (!(op_host && op_response));

  always @* begin
    // a probe is due if all of the page's three conditions hold, and only then; its response is waited for then
    assert (probes == (visits && kept_kind != 2'd0 && in_flight && !(kept_waiting && in_time) && is_over));
    if (probes) begin
      assert (behind_waiting && !behind_rested && behind_time == now && behind_psn == sent_snd_nxt);
      assert (probe_qpn == op_qpn && probe_kind == kept_kind && probe_psn == sent_snd_nxt && probe_time == now);
    end else begin
      assert (behind_time == kept_time && behind_psn == kept_psn);
    end
    // a response that is waited for has the probe's key and kind, is in time, and is the last of that probe
    if (awaited) begin
      assert (op_response && kept_waiting && in_time && op_kind == kept_kind);
      assert (op_kind == 2'd2 ? op_time == kept_time : op_psn == kept_psn && (!timed || op_time == kept_time));
      assert (!behind_waiting && rtt_kind == kept_kind && rtt_psn == kept_psn && rtt_qpn == op_qpn);
      assert (rtt_measured < timeout && {8'd0, rtt_measured} == elapsed);
      assert (rtt_smoothed == behind_smoothed[26:3] && behind_measured);
      // no increment vanishes, and the first counts as it is
      if (!eases) assert (rtt_smoothed == rtt_measured && behind_smoothed[2:0] == 3'd0);
      if (eases && rtt_measured > whole) assert (behind_smoothed > kept_smoothed);
      if (eases && rtt_measured < whole) assert (behind_smoothed < kept_smoothed);
      if (eases && rtt_measured == whole) assert (behind_smoothed == kept_smoothed);
    end else begin
      assert (op_host || {behind_smoothed, behind_measured} == {kept_smoothed, kept_measured});
    end
    // any other response changes nothing but what the time does
    assert (unexpected == (op_response && !awaited));
    if (unexpected) assert ({behind_kind, behind_period, behind_opened, behind_listed, behind_waiting, behind_rested} ==
      {kept_kind, kept_period, kept_opened, kept_listed, kept_waiting, kept_rested});
    // who has something to wait for stays in the list, and so does who has news; none but a visit takes a QP out
    if (visits && kept_kind != 2'd0 && (in_flight || kept_waiting && in_time || !is_over || news)) assert (stays);
    if (!visits) assert (!stays && behind_listed == kept_listed);
    if (visits) assert (behind_listed == (stays ? kept_listed : !kept_listed));
    // nobody but the host changes what is asked and how often, and no write of the period alone anything else
    if (!op_host) assert ({behind_kind, behind_period, behind_opened} == {kept_kind, kept_period, kept_opened});
    if (op_host) assert (behind_period == op_period);
    if (op_host && !op_opens) assert ({behind_kind, behind_opened, behind_waiting, behind_rested} ==
      {kept_kind, kept_opened, kept_waiting, kept_rested});
    // a timeout is seen by a visit, once
    assert (gives_up == (visits && kept_waiting && !in_time));
    if (gives_up && !probes) assert (!behind_waiting);
    // behind an opening nothing of the past counts: no response is waited for, no packet is in flight
    if (op_host && op_opens) begin
      assert (!behind_waiting && behind_rested && !behind_measured && behind_kind == op_kind);
      if (!news) assert (behind_opened != sent_opened);
    end
  end

  always @* begin
    cover (probes && kept_waiting);
    cover (awaited && smooth && kept_measured && rtt_measured > whole);
    cover (unexpected && kept_waiting && op_time == kept_time && op_kind == 2'd2);
    cover (visits && !stays && kept_kind != 2'd0);
  end
