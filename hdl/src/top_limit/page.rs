//! The page of registers of `limit`: parameter sets, and what it counts (top.md).

use crate::prelude::*;
use crate::records::{LimitCounts, LimitSet, UnitBus};
use layout::config::Config;
use layout::registers::named;

/// The registers `fcr_*`.
#[derive(LogicBlock)]
pub struct LimitPage {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, UnitBus>,
    pub init_done: Signal<In, Bit>,
    pub taken: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub set: Signal<Out, LimitSet>,
    pub set_ready: Signal<In, Bit>,
    pub counts: Signal<In, LimitCounts>,

    line: Register<22>,
    advice_min: Register<22>,
    advice_max: Register<22>,
    validity_max: Register<16>,
    path_mtu: Register<3>,
    rtt: Register<24>,
    start: Register<4>,
    status: Status<2>,
    lost: Status<32>,
    rejected: Status<32>,
    lowerings: Status<32>,
    dues: Status<32>,
    held: Status<32>,
    late_worst: Status<16>,
    ignored: Status<32>,

    /// Of the 16 sets so many have been written since the reset.
    first: Reg<U<5>>,
    under_way: Reg<Bit>,
    word: DReg<U<32>>,

    access: Signal<Local, RegisterBus>,
    starts: Signal<Local, RegisterBus>,
    at_first: Signal<Local, Bit>,
    busy: Signal<Local, Bit>,
    one: Constant<U<13>>,
}

impl LimitPage {
    pub fn new(config: &Config) -> Self {
        let at = |name: &str| named(config, name);
        Self {
            clock: Default::default(),
            bus: Default::default(),
            init_done: Default::default(),
            taken: Default::default(),
            rdata: Default::default(),
            set: Default::default(),
            set_ready: Default::default(),
            counts: Default::default(),
            line: Register::new(at("fcr_line")),
            advice_min: Register::new(at("fcr_advice_min")),
            advice_max: Register::new(at("fcr_advice_max")),
            validity_max: Register::new(at("fcr_validity_max")),
            path_mtu: Register::new(at("fcr_path_mtu")),
            rtt: Register::new(at("fcr_rtt")),
            start: Register::new(at("fcr_set_write")),
            status: Status::new(at("fcr_status")),
            lost: Status::new(at("fcr_lost")),
            rejected: Status::new(at("fcr_rejected")),
            lowerings: Status::new(at("fcr_lowerings")),
            dues: Status::new(at("fcr_dues")),
            held: Status::new(at("fcr_held")),
            late_worst: Status::new(at("fcr_late_worst")),
            ignored: Status::new(at("fcr_ignored")),
            first: Default::default(),
            under_way: Default::default(),
            word: Default::default(),
            access: Default::default(),
            starts: Default::default(),
            at_first: Default::default(),
            busy: Default::default(),
            one: Constant::new(1u64.into()),
        }
    }
}

impl Logic for LimitPage {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module limit_page");
        comment!("@doc The registers of ackw_limit: the parameters of a set and its write, and what is counted. Behind a reset all 16");
        comment!("@doc sets are written as the registers stand then.");
        comment!("@port init_done advices are taken");
        comment!("@port taken the write has an effect");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port set_ready the set is written, if valid");
        clock!(self, clock, line, advice_min, advice_max, validity_max, path_mtu, rtt, start, first, under_way, word);

        comment!("Writes that count: while no set is being written; of a start from init_done on, and of bounds in their order");
        self.at_first.next = !self.first.q.val().get_bit(4);
        self.busy.next = self.at_first.val() | self.under_way.q.val();
        self.access.next.write = self.bus.val().write & !self.busy.val();
        self.access.next.windex = self.bus.val().windex;
        self.access.next.wdata = self.bus.val().wdata;
        self.access.next.rindex = self.bus.val().rindex;
        self.starts.next = self.access.val();
        self.starts.next.write = self.bus.val().write
            & !self.busy.val()
            & self.init_done.val()
            & (self.advice_min.value.val() <= self.advice_max.value.val());
        self.line.bus.next = self.access.val();
        self.advice_min.bus.next = self.access.val();
        self.advice_max.bus.next = self.access.val();
        self.validity_max.bus.next = self.access.val();
        self.path_mtu.bus.next = self.access.val();
        self.rtt.bus.next = self.access.val();
        self.start.bus.next = self.starts.val();

        comment!("A set is offered until it is written");
        self.first.d.next = self.first.q.val() + bits::<5>(self.at_first.val() & self.set_ready.val());
        self.under_way.d.next = (self.under_way.q.val() & !self.set_ready.val()) | self.start.written.val();
        self.set.next.valid = self.busy.val();
        self.set.next.index = self.start.value.val();
        if self.at_first.val() {
            self.set.next.index = self.first.q.val().get_bits::<4>(0);
        }
        self.set.next.line = self.line.value.val();
        self.set.next.advice_min = self.advice_min.value.val();
        self.set.next.advice_max = self.advice_max.value.val();
        self.set.next.validity_max = self.validity_max.value.val();
        comment!("as InfiniBand codes it: 1 is 256 bytes, 5 is 4096");
        self.set.next.mtu = (self.one.val() << bits::<3>(self.path_mtu.value.val())) << 7;
        self.set.next.rtt = self.rtt.value.val();

        comment!("What is read only");
        self.status.value.next = bits::<2>(self.init_done.val()) | (bits::<2>(self.busy.val()) << 1);
        self.status.rindex.next = self.bus.val().rindex;
        self.lost.value.next = self.counts.val().lost;
        self.lost.rindex.next = self.bus.val().rindex;
        self.rejected.value.next = self.counts.val().rejected;
        self.rejected.rindex.next = self.bus.val().rindex;
        self.lowerings.value.next = self.counts.val().lowerings;
        self.lowerings.rindex.next = self.bus.val().rindex;
        self.dues.value.next = self.counts.val().dues;
        self.dues.rindex.next = self.bus.val().rindex;
        self.held.value.next = self.counts.val().held;
        self.held.rindex.next = self.bus.val().rindex;
        self.late_worst.value.next = self.counts.val().late_worst;
        self.late_worst.rindex.next = self.bus.val().rindex;
        self.ignored.value.next = self.counts.val().ignored;
        self.ignored.rindex.next = self.bus.val().rindex;

        comment!("The answers");
        self.taken.next = self.line.taken.val()
            | self.advice_min.taken.val()
            | self.advice_max.taken.val()
            | self.validity_max.taken.val()
            | self.path_mtu.taken.val()
            | self.rtt.taken.val()
            | self.start.taken.val();
        self.word.d.next = self.line.rdata.val()
            | self.advice_min.rdata.val()
            | self.advice_max.rdata.val()
            | self.validity_max.rdata.val()
            | self.path_mtu.rdata.val()
            | self.rtt.rdata.val()
            | self.start.rdata.val()
            | self.status.rdata.val()
            | self.lost.rdata.val()
            | self.rejected.rdata.val()
            | self.lowerings.rdata.val()
            | self.dues.rdata.val()
            | self.held.rdata.val()
            | self.late_worst.rdata.val()
            | self.ignored.rdata.val();
        self.rdata.next = self.word.q.val();
    }
}
