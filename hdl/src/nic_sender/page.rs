//! The page of registers of `sender`: what it takes as `cfg_*` and `s_open_*`, and what it counts (nic.md).

use crate::prelude::*;
use crate::records::{SenderCounts, UnitBus};
use crate::sender::Opening;
use crate::shaper::Cfg;
use layout::config::Config;
use layout::registers::named;

/// The registers `snd_*`.
#[derive(LogicBlock)]
pub struct SenderPage {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, UnitBus>,
    pub init_done: Signal<In, Bit>,
    pub taken: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub cfg: Signal<Out, Cfg>,
    pub open_valid: Signal<Out, Bit>,
    pub open_ready: Signal<In, Bit>,
    pub open: Signal<Out, Opening>,
    pub waiting: Signal<In, U<QPS>>,
    pub counts: Signal<In, SenderCounts>,

    mtu: Register<14>,
    inv_mtu: Register<29>,
    quantum: Register<20>,
    cap_m: Register<20>,
    cap_e: Register<6>,
    burst: Register<16>,
    timeout: Register<32>,
    status: Status<2>,
    qpn: Register<QPN>,
    class: Register<3>,
    first_psn: Register<24>,
    bypass: Register<1>,
    iw: Register<14>,
    unit: Register<2>,
    window: WideRegister<42>,
    pace: WideRegister<40>,
    start: Register<1>,
    waits: Status<20>,
    joined: Status<32>,
    closed: Status<32>,
    returned: Status<32>,
    not_open: Status<32>,
    too_much: Status<32>,
    rewind_outside: Status<32>,
    closed_in_flight: Status<32>,
    window_below: Status<32>,
    time_back: Status<32>,

    valid: Reg<Bit>,
    under_way: Reg<Bit>,
    word: DReg<U<32>>,

    access: Signal<Local, RegisterBus>,
    held: Signal<Local, RegisterBus>,
    starts: Signal<Local, RegisterBus>,
}

impl SenderPage {
    pub fn new(config: &Config) -> Self {
        let at = |name: &str| named(config, name);
        Self {
            clock: Default::default(),
            bus: Default::default(),
            init_done: Default::default(),
            taken: Default::default(),
            rdata: Default::default(),
            cfg: Default::default(),
            open_valid: Default::default(),
            open_ready: Default::default(),
            open: Default::default(),
            waiting: Default::default(),
            counts: Default::default(),
            mtu: Register::new(at("snd_mtu")),
            inv_mtu: Register::new(at("snd_inv_mtu")),
            quantum: Register::new(at("snd_quantum")),
            cap_m: Register::new(at("snd_cap_m")),
            cap_e: Register::new(at("snd_cap_e")),
            burst: Register::new(at("snd_burst")),
            timeout: Register::new(at("snd_timeout")),
            status: Status::new(at("snd_status")),
            qpn: Register::new(at("snd_open_qpn")),
            class: Register::new(at("snd_open_class")),
            first_psn: Register::new(at("snd_open_first_psn")),
            bypass: Register::new(at("snd_open_bypass")),
            iw: Register::new(at("snd_open_iw")),
            unit: Register::new(at("snd_open_unit")),
            window: WideRegister::new(at("snd_open_window")),
            pace: WideRegister::new(at("snd_open_pace")),
            start: Register::new(at("snd_start")),
            waits: Status::new(at("snd_waiting")),
            joined: Status::new(at("snd_joined")),
            closed: Status::new(at("snd_count_closed")),
            returned: Status::new(at("snd_count_returned")),
            not_open: Status::new(at("snd_count_not_open")),
            too_much: Status::new(at("snd_count_too_much")),
            rewind_outside: Status::new(at("snd_count_rewind_outside")),
            closed_in_flight: Status::new(at("snd_count_closed_in_flight")),
            window_below: Status::new(at("snd_count_window_below")),
            time_back: Status::new(at("snd_count_time_back")),
            valid: Default::default(),
            under_way: Default::default(),
            word: Default::default(),
            access: Default::default(),
            held: Default::default(),
            starts: Default::default(),
        }
    }
}

impl Logic for SenderPage {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module sender_page");
        comment!("@doc The registers of ackw_sender: what the host sets, the opening or closing of a QP, and what is counted.");
        comment!("@port init_done the sender takes openings");
        comment!("@port taken the write has an effect");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port open_valid a QP begins or ends");
        comment!("@port open_ready it is taken; 0 again until it has gone on to the shaper");
        clock!(self, clock, mtu, inv_mtu, quantum, cap_m, cap_e, burst, timeout);
        clock!(self, clock, qpn, class, first_psn, bypass, iw, unit, window, pace);
        clock!(self, clock, start, valid, under_way, word);

        comment!("Writes that count: of an opening and its start while none is under way, of a start from init_done on and while a turn has room for a packet");
        self.access.next.write = self.bus.val().write;
        self.access.next.windex = self.bus.val().windex;
        self.access.next.wdata = self.bus.val().wdata;
        self.access.next.rindex = self.bus.val().rindex;
        self.held.next = self.access.val();
        self.held.next.write = self.bus.val().write & !self.under_way.q.val();
        self.starts.next = self.access.val();
        self.starts.next.write = self.bus.val().write
            & !self.under_way.q.val()
            & self.init_done.val()
            & (self.quantum.value.val() >= bits::<20>(self.mtu.value.val()));
        self.mtu.bus.next = self.access.val();
        self.inv_mtu.bus.next = self.access.val();
        self.quantum.bus.next = self.access.val();
        self.cap_m.bus.next = self.access.val();
        self.cap_e.bus.next = self.access.val();
        self.burst.bus.next = self.access.val();
        self.timeout.bus.next = self.access.val();
        self.qpn.bus.next = self.held.val();
        self.class.bus.next = self.held.val();
        self.first_psn.bus.next = self.held.val();
        self.bypass.bus.next = self.held.val();
        self.iw.bus.next = self.held.val();
        self.unit.bus.next = self.held.val();
        self.window.bus.next = self.held.val();
        self.window.last_index.next = self.bus.val().last_index;
        self.window.last_data.next = self.bus.val().last_data;
        self.pace.bus.next = self.held.val();
        self.pace.last_index.next = self.bus.val().last_index;
        self.pace.last_data.next = self.bus.val().last_data;
        self.start.bus.next = self.starts.val();

        comment!("To the sender");
        self.cfg.next.mtu = self.mtu.value.val();
        self.cfg.next.inv_mtu = self.inv_mtu.value.val();
        self.cfg.next.quantum = self.quantum.value.val();
        self.cfg.next.cap_m = self.cap_m.value.val();
        self.cfg.next.cap_e = self.cap_e.value.val();
        self.cfg.next.burst = self.burst.value.val();
        self.cfg.next.timeout = self.timeout.value.val();
        self.open.next.close = !self.start.value.val().get_bit(0);
        self.open.next.qpn = self.qpn.value.val();
        self.open.next.class = self.class.value.val();
        self.open.next.first_psn = self.first_psn.value.val();
        self.open.next.bypass = self.bypass.value.val().get_bit(0);
        self.open.next.iw = self.iw.value.val();
        self.open.next.unit = self.unit.value.val();
        self.open.next.window = self.window.value.val();
        self.open.next.pace = self.pace.value.val();

        comment!("An opening is offered until it is taken, and under way until the sender takes the next one");
        self.valid.d.next = (self.valid.q.val() & !self.open_ready.val()) | self.start.written.val();
        self.under_way.d.next =
            (self.under_way.q.val() & (self.valid.q.val() | !self.open_ready.val())) | self.start.written.val();
        self.open_valid.next = self.valid.q.val();

        comment!("What is read only");
        self.status.value.next = bits::<2>(self.init_done.val()) | (bits::<2>(self.under_way.q.val()) << 1);
        self.status.rindex.next = self.bus.val().rindex;
        self.waits.value.next = bits::<20>(self.waiting.val());
        self.waits.rindex.next = self.bus.val().rindex;
        self.joined.value.next = self.counts.val().joined;
        self.joined.rindex.next = self.bus.val().rindex;
        self.closed.value.next = self.counts.val().closed;
        self.closed.rindex.next = self.bus.val().rindex;
        self.returned.value.next = self.counts.val().returned;
        self.returned.rindex.next = self.bus.val().rindex;
        self.not_open.value.next = self.counts.val().not_open;
        self.not_open.rindex.next = self.bus.val().rindex;
        self.too_much.value.next = self.counts.val().too_much;
        self.too_much.rindex.next = self.bus.val().rindex;
        self.rewind_outside.value.next = self.counts.val().rewind_outside;
        self.rewind_outside.rindex.next = self.bus.val().rindex;
        self.closed_in_flight.value.next = self.counts.val().closed_in_flight;
        self.closed_in_flight.rindex.next = self.bus.val().rindex;
        self.window_below.value.next = self.counts.val().window_below;
        self.window_below.rindex.next = self.bus.val().rindex;
        self.time_back.value.next = self.counts.val().time_back;
        self.time_back.rindex.next = self.bus.val().rindex;

        comment!("The answers");
        self.taken.next = self.mtu.taken.val()
            | self.inv_mtu.taken.val()
            | self.quantum.taken.val()
            | self.cap_m.taken.val()
            | self.cap_e.taken.val()
            | self.burst.taken.val()
            | self.timeout.taken.val()
            | self.qpn.taken.val()
            | self.class.taken.val()
            | self.first_psn.taken.val()
            | self.bypass.taken.val()
            | self.iw.taken.val()
            | self.unit.taken.val()
            | self.window.taken.val()
            | self.pace.taken.val()
            | self.start.taken.val();
        self.word.d.next = self.mtu.rdata.val()
            | self.inv_mtu.rdata.val()
            | self.quantum.rdata.val()
            | self.cap_m.rdata.val()
            | self.cap_e.rdata.val()
            | self.burst.rdata.val()
            | self.timeout.rdata.val()
            | self.qpn.rdata.val()
            | self.class.rdata.val()
            | self.first_psn.rdata.val()
            | self.bypass.rdata.val()
            | self.iw.rdata.val()
            | self.unit.rdata.val()
            | self.window.rdata.val()
            | self.pace.rdata.val()
            | self.start.rdata.val()
            | self.status.rdata.val()
            | self.waits.rdata.val()
            | self.joined.rdata.val()
            | self.closed.rdata.val()
            | self.returned.rdata.val()
            | self.not_open.rdata.val()
            | self.too_much.rdata.val()
            | self.rewind_outside.rdata.val()
            | self.closed_in_flight.rdata.val()
            | self.window_below.rdata.val()
            | self.time_back.rdata.val();
        self.rdata.next = self.word.q.val();
    }
}
