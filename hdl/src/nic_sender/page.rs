//! The page of registers of `sender`: what it takes as `cfg_*` and `s_open_*`, and what it counts (nic.md).

use crate::prelude::*;
use crate::records::{SenderCounts, UnitBus};
use crate::register_page;
use crate::sender::Opening;
use crate::shaper::Cfg;

register_page! {
    /// The registers `snd_*`.
    pub struct SenderPage {
        pub cfg: Signal<Out, Cfg>,
        pub open_valid: Signal<Out, Bit>,
        pub open_ready: Signal<In, Bit>,
        pub open: Signal<Out, Opening>,
        pub waiting: Signal<In, U<QPS>>,
        pub counts: Signal<In, SenderCounts>,
        valid: Reg<Bit>,
        under_way: Reg<Bit>,
        held: Signal<Local, RegisterBus>,
        starts: Signal<Local, RegisterBus>,
    }
    registers {
        mtu: 14 = "snd_mtu", access => cfg.mtu;
        inv_mtu: 29 = "snd_inv_mtu", access => cfg.inv_mtu;
        quantum: 20 = "snd_quantum", access => cfg.quantum;
        cap_m: 20 = "snd_cap_m", access => cfg.cap_m;
        cap_e: 6 = "snd_cap_e", access => cfg.cap_e;
        burst: 16 = "snd_burst", access => cfg.burst;
        timeout: 32 = "snd_timeout", access => cfg.timeout;
        qpn: QPN = "snd_open_qpn", held => open.qpn;
        class: 3 = "snd_open_class", held => open.class;
        first_psn: 24 = "snd_open_first_psn", held => open.first_psn;
        bypass: 1 = "snd_open_bypass", held;
        iw: 14 = "snd_open_iw", held => open.iw;
        unit: 2 = "snd_open_unit", held => open.unit;
        start: 1 = "snd_start", starts;
    }
    wide {
        window: 42 = "snd_open_window", held => open.window;
        pace: 40 = "snd_open_pace", held => open.pace;
    }
    status {
        status: 2 = "snd_status", (bits::<2>(self.init_done.val()) | (bits::<2>(self.under_way.q.val()) << 1));
        waits: 20 = "snd_waiting", (bits::<20>(self.waiting.val()));
        joined: 32 = "snd_joined", (self.counts.val().joined);
        closed: 32 = "snd_count_closed", (self.counts.val().closed);
        returned: 32 = "snd_count_returned", (self.counts.val().returned);
        not_open: 32 = "snd_count_not_open", (self.counts.val().not_open);
        too_much: 32 = "snd_count_too_much", (self.counts.val().too_much);
        rewind_outside: 32 = "snd_count_rewind_outside", (self.counts.val().rewind_outside);
        closed_in_flight: 32 = "snd_count_closed_in_flight", (self.counts.val().closed_in_flight);
        window_below: 32 = "snd_count_window_below", (self.counts.val().window_below);
        time_back: 32 = "snd_count_time_back", (self.counts.val().time_back);
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module sender_page");
        comment!("@doc The registers of ackw_sender: what the host sets, the opening or closing of a QP, and what is counted.");
        comment!("@port init_done the sender takes openings");
        comment!("@port open_valid a QP begins or ends");
        comment!("@port open_ready it is taken; 0 again until it has gone on to the shaper");
        clock!(self, clock, valid, under_way);

        comment!("Writes that count: of an opening and its start while none is under way, of a start from init_done on and while a turn has room for a packet");
        self.held.next = self.access.val();
        self.held.next.write = self.bus.val().write & !self.under_way.q.val();
        self.starts.next = self.access.val();
        self.starts.next.write = self.bus.val().write
            & !self.under_way.q.val()
            & self.init_done.val()
            & (self.quantum.value.val() >= bits::<20>(self.mtu.value.val()));
    }
    then {
        comment!("To the sender");
        self.open.next.close = !self.start.value.val().get_bit(0);
        self.open.next.bypass = self.bypass.value.val().get_bit(0);

        comment!("An opening is offered until it is taken, and under way until the sender takes the next one");
        self.valid.d.next = (self.valid.q.val() & !self.open_ready.val()) | self.start.written.val();
        self.under_way.d.next =
            (self.under_way.q.val() & (self.valid.q.val() | !self.open_ready.val())) | self.start.written.val();
        self.open_valid.next = self.valid.q.val();
    }
}
