//! LDCP's registers: a parameter set to be written, and its part of a context.

use super::Last;
use crate::prelude::*;
use crate::records::{LdcpContext, LdcpSet};
use layout::config::Config;
use layout::registers::named;

/// The registers `set_ldcp_*`, `host_ldcp_*` and `found_ldcp_*`.
#[derive(LogicBlock)]
pub struct Ldcp {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, RegisterBus>,
    pub last: Signal<In, Last>,
    pub taken: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub init_done: Signal<In, Bit>,
    pub host_busy: Signal<In, Bit>,
    pub found_now: Signal<In, Bit>,
    /// The write of the parameter set is under way, or of any set.
    pub set_writes: Signal<In, Bit>,
    pub set_busy: Signal<In, Bit>,
    pub set_start: Signal<Out, Bit>,
    pub set_ldcp: Signal<Out, LdcpSet>,
    pub set_index: Signal<Out, U<4>>,
    pub host_ldcp: Signal<Out, LdcpContext>,
    pub found_ldcp: Signal<In, LdcpContext>,

    alpha: Register<17>,
    beta: Register<17>,
    gamma: Register<17>,
    eta: Register<16>,
    cw_max: WideRegister<42>,
    write_set: Register<4>,
    cw: WideRegister<42>,
    rtt: Register<24>,
    found_cw: Status<42>,
    found_rtt: Status<24>,

    kept: Reg<LdcpContext>,
    word: DReg<U<32>>,

    held: Signal<Local, RegisterBus>,
    starts: Signal<Local, RegisterBus>,
    steady: Signal<Local, RegisterBus>,
}

impl Ldcp {
    pub fn new(config: &Config) -> Self {
        let at = |name: &str| named(config, name);
        Self {
            clock: Default::default(),
            bus: Default::default(),
            last: Default::default(),
            taken: Default::default(),
            rdata: Default::default(),
            init_done: Default::default(),
            host_busy: Default::default(),
            found_now: Default::default(),
            set_writes: Default::default(),
            set_busy: Default::default(),
            set_start: Default::default(),
            set_ldcp: Default::default(),
            set_index: Default::default(),
            host_ldcp: Default::default(),
            found_ldcp: Default::default(),
            alpha: Register::new(at("set_ldcp_alpha")),
            beta: Register::new(at("set_ldcp_beta")),
            gamma: Register::new(at("set_ldcp_gamma")),
            eta: Register::new(at("set_ldcp_eta")),
            cw_max: WideRegister::new(at("set_ldcp_cw_max")),
            write_set: Register::new(at("set_ldcp_write")),
            cw: WideRegister::new(at("host_ldcp_cw")),
            rtt: Register::new(at("host_ldcp_rtt")),
            found_cw: Status::new(at("found_ldcp_cw")),
            found_rtt: Status::new(at("found_ldcp_rtt")),
            kept: Default::default(),
            word: Default::default(),
            held: Default::default(),
            starts: Default::default(),
            steady: Default::default(),
        }
    }
}

impl Logic for Ldcp {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module registers_ldcp");
        comment!("@doc LDCP's registers: a parameter set to be written, and its part of a context.");
        comment!("@port bus a host's access, see ackw_axi_lite");
        comment!("@port last_index which word the write before this one wrote, and what");
        comment!("@port taken the write is");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port host_busy an operation is under way: writes of host_* are refused");
        comment!("@port found_now found_* of the engine hold a context that was read");
        comment!("@port set_writes the parameter set is being written");
        comment!("@port set_busy one is, of either algorithm: writes of set_* are refused");
        comment!("@port set_start it is to be written");
        comment!("@port set_index the set that set_ldcp_we writes");
        clock!(self, clock, alpha, beta, gamma, eta, cw_max, write_set, cw, rtt);
        clock!(self, clock, kept, word);

        comment!("Writes that count: of a context or a start while no host operation is under way, of values while no set is written");
        self.held.next = self.bus.val();
        self.held.next.write = self.bus.val().write & !self.host_busy.val();
        self.starts.next = self.bus.val();
        self.starts.next.write = self.bus.val().write & self.init_done.val() & !self.host_busy.val();
        self.steady.next = self.bus.val();
        self.steady.next.write = self.bus.val().write & !self.set_busy.val();
        self.alpha.bus.next = self.steady.val();
        self.beta.bus.next = self.steady.val();
        self.gamma.bus.next = self.steady.val();
        self.eta.bus.next = self.steady.val();
        self.cw_max.bus.next = self.steady.val();
        self.cw_max.last_index.next = self.last.val().index;
        self.cw_max.last_data.next = self.last.val().data;
        self.write_set.bus.next = self.starts.val();
        self.cw.bus.next = self.held.val();
        self.cw.last_index.next = self.last.val().index;
        self.cw.last_data.next = self.last.val().data;
        self.rtt.bus.next = self.held.val();

        comment!("To the engine");
        self.set_start.next = self.write_set.written.val();
        self.set_ldcp.next.we = self.set_writes.val();
        self.set_ldcp.next.alpha = self.alpha.value.val();
        self.set_ldcp.next.beta = self.beta.value.val();
        self.set_ldcp.next.gamma = self.gamma.value.val();
        self.set_ldcp.next.eta = self.eta.value.val();
        self.set_ldcp.next.cw_max = self.cw_max.value.val();
        self.set_index.next = self.write_set.value.val();
        self.host_ldcp.next.cw = self.cw.value.val();
        self.host_ldcp.next.rtt = self.rtt.value.val();

        comment!("What a read has found");
        self.kept.d.next = self.kept.q.val();
        if self.found_now.val() {
            self.kept.d.next = self.found_ldcp.val();
        }
        self.found_cw.value.next = self.kept.q.val().cw;
        self.found_cw.rindex.next = self.bus.val().rindex;
        self.found_rtt.value.next = self.kept.q.val().rtt;
        self.found_rtt.rindex.next = self.bus.val().rindex;

        comment!("The answers");
        self.taken.next = self.alpha.taken.val()
            | self.beta.taken.val()
            | self.gamma.taken.val()
            | self.eta.taken.val()
            | self.cw_max.taken.val()
            | self.write_set.taken.val()
            | self.cw.taken.val()
            | self.rtt.taken.val();
        self.word.d.next = self.alpha.rdata.val()
            | self.beta.rdata.val()
            | self.gamma.rdata.val()
            | self.eta.rdata.val()
            | self.cw_max.rdata.val()
            | self.write_set.rdata.val()
            | self.cw.rdata.val()
            | self.rtt.rdata.val()
            | self.found_cw.rdata.val()
            | self.found_rtt.rdata.val();
        self.rdata.next = self.word.q.val();
    }
}
