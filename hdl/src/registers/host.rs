//! Host operations: what of a context belongs to no algorithm, and the handshake that reads or writes a context in its
//! turn among the QP's events.

use crate::prelude::*;
use crate::records::Shared;
use layout::config::Config;
use layout::registers::named;

/// The registers from `host_alg` to `found_open` but for the algorithms' own.
#[derive(LogicBlock)]
pub struct Host {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, RegisterBus>,
    pub taken: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub init_done: Signal<In, Bit>,
    pub busy: Signal<Out, Bit>,
    /// The write of these units' parameter sets is under way: bit `Unit::place()`.
    pub sets: Signal<Out, U<UNIT_PLACES>>,
    pub set_starts: Signal<In, U<UNIT_PLACES>>,
    pub found_now: Signal<Out, Bit>,
    pub host_valid: Signal<Out, Bit>,
    pub host_ready: Signal<In, Bit>,
    pub host_write: Signal<Out, Bit>,
    pub host_parts: Signal<Out, U<10>>,
    pub host_qpn: Signal<Out, Qpn>,
    pub host: Signal<Out, Shared>,
    pub host_done: Signal<In, Bit>,
    pub found: Signal<In, Shared>,

    alg: Register<4>,
    set: Register<4>,
    psn: Register<24>,
    open: Register<1>,
    qpn: Register<QPN>,
    parts: Register<10>,
    start: Register<1>,
    found_alg: Status<4>,
    found_set: Status<4>,
    found_psn: Status<24>,
    found_open: Status<1>,

    valid: Reg<Bit>,
    under_way: Reg<Bit>,
    sets_now: Reg<U<UNIT_PLACES>>,
    kept: Reg<Shared>,
    word: DReg<U<32>>,

    held: Signal<Local, RegisterBus>,
    starts: Signal<Local, RegisterBus>,
    read_done: Signal<Local, Bit>,
    set_begins: Signal<Local, Bit>,
    set_now: Signal<Local, Bit>,
    /// A bit for each code of an algorithm that is built, where there are gaps between them.
    codes_opt: Vec<Constant<U<16>>>,
    code: Signal<Local, U<4>>,
    built: Signal<Local, U<16>>,
    _gaps: usize,
}

impl Host {
    pub fn new(config: &Config) -> Self {
        let at = |name: &str| named(config, name);
        let codes = at("host_alg").only;
        Self {
            clock: Default::default(),
            bus: Default::default(),
            taken: Default::default(),
            rdata: Default::default(),
            init_done: Default::default(),
            busy: Default::default(),
            sets: Default::default(),
            set_starts: Default::default(),
            found_now: Default::default(),
            host_valid: Default::default(),
            host_ready: Default::default(),
            host_write: Default::default(),
            host_parts: Default::default(),
            host_qpn: Default::default(),
            host: Default::default(),
            host_done: Default::default(),
            found: Default::default(),
            alg: Register::new(at("host_alg")),
            set: Register::new(at("host_set")),
            psn: Register::new(at("host_psn")),
            open: Register::new(at("host_open")),
            qpn: Register::new(at("host_qpn")),
            parts: Register::new(at("host_parts")),
            start: Register::new(at("host_start")),
            found_alg: Status::new(at("found_alg")),
            found_set: Status::new(at("found_set")),
            found_psn: Status::new(at("found_psn")),
            found_open: Status::new(at("found_open")),
            valid: Default::default(),
            under_way: Default::default(),
            sets_now: Default::default(),
            kept: Default::default(),
            word: Default::default(),
            held: Default::default(),
            starts: Default::default(),
            read_done: Default::default(),
            set_begins: Default::default(),
            set_now: Default::default(),
            codes_opt: codes.map(|codes| Constant::new(u64::from(codes).into())).into_iter().collect(),
            code: Default::default(),
            built: Default::default(),
            _gaps: codes.map_or(0, |_| 1),
        }
    }
}

impl Logic for Host {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module registers_host");
        comment!("@doc Host operations, and what of a context belongs to no algorithm. One operation at a time: until it is complete its registers stay.");
        comment!("@port bus a host's access, see ackw_axi_lite");
        comment!("@port taken the write is accepted");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port busy an operation is under way: writes of host_* are refused");
        comment!("@port sets the write of units' parameter sets is under way, and their set_* stay: bit @pages");
        comment!("@port set_starts one is to be written");
        comment!("@port found_now found_* of the engine hold a context that was read");
        comment!("@port host_valid to ackw_engine, as host_* and found_* are");
        for _k in 0..self.codes_opt.len() {
            comment!("@constant codes bit k: the algorithm of code k is built");
        }
        clock!(self, clock, alg, set, psn, open, qpn, parts, start, valid, under_way, sets_now, kept, word);

        comment!("Writes that count: of a context while no operation is under way, of a start from init_done on");
        self.held.next = self.bus.val();
        self.held.next.write = self.bus.val().write & !self.under_way.q.val();
        self.starts.next = self.held.val();
        self.starts.next.write = self.held.val().write & self.init_done.val();
        self.alg.bus.next = self.held.val();
        for k in 0..self._gaps {
            comment!("an algorithm that is not built is out of range, also between the codes of others");
            self.code.next = self.bus.val().wdata.get_bits::<4>(0);
            self.built.next = self.codes_opt[k].val() >> self.code.val();
            self.alg.bus.next.write = self.held.val().write & self.built.val().get_bit(0);
        }
        self.set.bus.next = self.held.val();
        self.psn.bus.next = self.held.val();
        self.open.bus.next = self.held.val();
        self.qpn.bus.next = self.held.val();
        self.parts.bus.next = self.held.val();
        self.start.bus.next = self.starts.val();

        comment!(
            "The operation, of a context or of a parameter set: offered until it is taken, under way until it is done"
        );
        self.set_begins.next = self.set_starts.val().any();
        self.set_now.next = self.sets_now.q.val().any();
        self.valid.d.next =
            (self.valid.q.val() & !self.host_ready.val()) | self.start.written.val() | self.set_begins.val();
        self.under_way.d.next =
            (self.under_way.q.val() & !self.host_done.val()) | self.start.written.val() | self.set_begins.val();
        self.sets_now.d.next = self.sets_now.q.val();
        if self.host_done.val() {
            self.sets_now.d.next = 0.into();
        }
        if self.set_starts.val().any() {
            self.sets_now.d.next = self.set_starts.val();
        }
        self.sets.next = self.sets_now.q.val();
        self.host_valid.next = self.valid.q.val();
        self.busy.next = self.under_way.q.val();
        self.host_write.next = self.start.value.val().get_bit(0);
        self.host_parts.next = self.parts.value.val();
        self.host_qpn.next = self.qpn.value.val();
        self.host.next.alg = self.alg.value.val();
        self.host.next.set = self.set.value.val();
        self.host.next.psn = self.psn.value.val();
        self.host.next.open = self.open.value.val().get_bit(0);

        comment!("What a read has found");
        self.read_done.next = self.host_done.val() & !self.start.value.val().get_bit(0) & !self.set_now.val();
        self.found_now.next = self.read_done.val();
        self.kept.d.next = self.kept.q.val();
        if self.read_done.val() {
            self.kept.d.next = self.found.val();
        }
        self.found_alg.value.next = self.kept.q.val().alg;
        self.found_alg.rindex.next = self.bus.val().rindex;
        self.found_set.value.next = self.kept.q.val().set;
        self.found_set.rindex.next = self.bus.val().rindex;
        self.found_psn.value.next = self.kept.q.val().psn;
        self.found_psn.rindex.next = self.bus.val().rindex;
        self.found_open.value.next = bits::<1>(self.kept.q.val().open);
        self.found_open.rindex.next = self.bus.val().rindex;

        comment!("The answers");
        self.taken.next = self.alg.taken.val()
            | self.set.taken.val()
            | self.psn.taken.val()
            | self.open.taken.val()
            | self.qpn.taken.val()
            | self.parts.taken.val()
            | self.start.taken.val();
        self.word.d.next = self.alg.rdata.val()
            | self.set.rdata.val()
            | self.psn.rdata.val()
            | self.open.rdata.val()
            | self.qpn.rdata.val()
            | self.parts.rdata.val()
            | self.start.rdata.val()
            | self.found_alg.rdata.val()
            | self.found_set.rdata.val()
            | self.found_psn.rdata.val()
            | self.found_open.rdata.val();
        self.rdata.next = self.word.q.val();
    }
}
