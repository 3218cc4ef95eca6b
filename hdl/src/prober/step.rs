//! What a visit, a response and the host's write do to what is kept of a QP.

use super::stages::*;
use crate::prelude::*;

/// Between two registers.
#[derive(LogicBlock, Default)]
pub struct Step {
    pub op: Signal<In, Op>,
    pub kept: Signal<In, Kept>,
    pub sent: Signal<In, Sent>,
    pub una: Signal<In, PsnWord>,
    pub news: Signal<In, Bit>,
    pub now: Signal<In, U<32>>,
    pub timeout: Signal<In, U<24>>,
    pub smooth: Signal<In, Bit>,
    pub timed: Signal<In, Bit>,
    pub behind: Signal<Out, Kept>,
    pub probes: Signal<Out, Bit>,
    pub probe: Signal<Out, Probe>,
    pub stays: Signal<Out, Bit>,
    pub awaited: Signal<Out, Bit>,
    pub rtt: Signal<Out, Rtt>,
    pub unexpected: Signal<Out, Bit>,
    pub gives_up: Signal<Out, Bit>,

    asked: Signal<Local, Op>,
    was: Signal<Local, Kept>,
    visits: Signal<Local, Bit>,
    live: Signal<Local, Bit>,
    flies: Signal<Local, Bit>,
    elapsed: Signal<Local, U<32>>,
    far: Signal<Local, Bit>,
    age: Signal<Local, U<24>>,
    too_late: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    rested: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    remains: Signal<Local, Bit>,
    is_time: Signal<Local, Bit>,
    is_key: Signal<Local, Bit>,
    answers: Signal<Local, Bit>,
    share: Signal<Local, U<24>>,
    eased: Signal<Local, U<27>>,
    made: Signal<Local, Kept>,
}

impl Logic for Step {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module prober_step");
        comment!("@doc What a visit, a response and the host's write do to what is kept of a QP; combinational.");
        comment!("@port op_qpn index of the QP");
        comment!("@port op_host the host's write; else op_response: a response; else a visit");
        comment!("@port op_opens of the host: the QP is opened; else its period alone is written");
        comment!("@port op_kind of the host or the response: 1 telemetry, 2 RTT; 0 closes");
        comment!("@port op_period of the host, ns");
        comment!("@port op_psn of a telemetry response: what it echoes");
        comment!("@port op_time of an RTT response: what it echoes, ns");
        comment!("@port kept what is kept, up to the last cycle");
        comment!("@port sent what was sent, up to the last cycle");
        comment!("@port una last PSN that is acknowledged, up to the last cycle");
        comment!("@port news in this cycle there is news of a packet of this QP");
        comment!("@port now the clock, ns, modular");
        comment!("@port timeout how long a response is waited for, ns");
        comment!("@port smooth an RTT counts for an eighth");
        comment!("@port timed a telemetry response echoes the time, too");
        comment!("@port behind what is kept, with this");
        comment!("@port probes a visit sends a probe");
        comment!("@port probe the probe");
        comment!("@port stays the QP stays in the list");
        comment!("@port awaited a response that is waited for");
        comment!("@port rtt what it says");
        comment!("@port unexpected a response that nobody waits for");
        comment!("@port gives_up the response was waited for too long");

        self.asked.next = self.op.val();
        self.was.next = self.kept.val();
        self.visits.next = !self.asked.val().host & !self.asked.val().response;
        self.live.next = self.was.val().kind.any();
        comment!("in flight: something was sent since the QP was opened, and not all of it is acknowledged");
        self.flies.next =
            !(self.sent.val().opened ^ self.was.val().opened) & (self.sent.val().snd_nxt != (self.una.val() + 1));

        comment!("since the last probe; the list comes by long before the clock has gone round");
        self.elapsed.next = self.now.val() - self.was.val().time;
        self.far.next = self.elapsed.val().get_bits::<8>(24).any();
        self.age.next = self.elapsed.val().get_bits::<24>(0);
        self.too_late.next = self.far.val() | (self.age.val() >= self.timeout.val());
        self.waits.next = self.was.val().waiting & !self.too_late.val();
        self.rested.next = self.was.val().rested | self.far.val() | (self.age.val() >= self.was.val().period);

        comment!("a visit: a probe goes, if nothing is waited for; who has nothing to wait for leaves the list, but not ahead of news");
        self.goes.next = self.visits.val() & self.live.val() & self.flies.val() & !self.waits.val() & self.rested.val();
        self.remains.next = self.visits.val()
            & self.live.val()
            & (self.flies.val() | self.waits.val() | !self.rested.val() | self.news.val());
        self.probes.next = self.goes.val();
        self.stays.next = self.remains.val();
        self.gives_up.next = self.visits.val() & self.was.val().waiting & self.too_late.val();
        self.probe.next.qpn = self.asked.val().qpn;
        self.probe.next.kind = self.was.val().kind;
        self.probe.next.psn = self.sent.val().snd_nxt;
        self.probe.next.time = self.now.val();

        comment!("a response: it echoes what the probe had");
        self.is_time.next = self.asked.val().time == self.was.val().time;
        self.is_key.next = (self.asked.val().psn == self.was.val().psn) & (self.is_time.val() | !self.timed.val());
        if self.asked.val().kind == 2 {
            self.is_key.next = self.is_time.val();
        }
        self.answers.next = self.asked.val().response
            & self.waits.val()
            & (self.asked.val().kind == self.was.val().kind)
            & self.is_key.val();
        self.awaited.next = self.answers.val();
        self.unexpected.next = self.asked.val().response & !self.answers.val();

        comment!("smoothed in 1/8 ns: s - trunc(s / 8) + r, with s / 8 in ns, has no carry beyond 27 bits");
        self.share.next = self.was.val().smoothed.get_bits::<24>(3);
        self.eased.next = (self.was.val().smoothed - bits::<27>(self.share.val())) + bits::<27>(self.age.val());
        if !self.smooth.val() | !self.was.val().measured {
            self.eased.next = bits::<27>(self.age.val()) << 3;
        }
        self.rtt.next.qpn = self.asked.val().qpn;
        self.rtt.next.kind = self.was.val().kind;
        self.rtt.next.psn = self.was.val().psn;
        self.rtt.next.measured = self.age.val();
        self.rtt.next.smoothed = self.eased.val().get_bits::<24>(3);

        self.made.next = self.was.val();
        if self.visits.val() {
            self.made.next.rested = self.rested.val() & !self.goes.val();
            self.made.next.waiting = self.waits.val() | self.goes.val();
            self.made.next.listed = self.was.val().listed ^ !self.remains.val();
        }
        if self.goes.val() {
            self.made.next.time = self.now.val();
            self.made.next.psn = self.sent.val().snd_nxt;
        }
        if self.answers.val() {
            self.made.next.rested = self.rested.val();
            self.made.next.waiting = false;
            self.made.next.measured = true;
            self.made.next.smoothed = self.eased.val();
        }
        comment!("the host: news of this cycle belongs to the past, too");
        if self.asked.val().host {
            self.made.next.period = self.asked.val().period;
            if self.asked.val().opens {
                self.made.next.kind = self.asked.val().kind;
                self.made.next.waiting = false;
                self.made.next.rested = true;
                self.made.next.measured = false;
                self.made.next.opened = !self.sent.val().opened;
                if self.news.val() {
                    self.made.next.opened = !self.was.val().opened;
                }
            }
        }
        self.behind.next = self.made.val();
    }
}
