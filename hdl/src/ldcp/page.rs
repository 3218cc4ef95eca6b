//! LDCP's registers: a parameter set to be written, and its part of a context.

use crate::prelude::*;
use crate::records::{LdcpContext, LdcpParams, UnitBus};
use layout::config::Unit;
use layout::registers::unit_page;

/// The registers `set_ldcp_*`, `host_ldcp_*` and `found_ldcp_*`.
#[derive(LogicBlock)]
pub struct LdcpPage {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, UnitBus>,
    pub init_done: Signal<In, Bit>,
    pub taken: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub set_start: Signal<Out, Bit>,
    pub set: Signal<Out, LdcpParams>,
    pub set_index: Signal<Out, U<4>>,
    pub host: Signal<Out, LdcpContext>,
    pub found: Signal<In, LdcpContext>,

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

    access: Signal<Local, RegisterBus>,
    held: Signal<Local, RegisterBus>,
    starts: Signal<Local, RegisterBus>,
    steady: Signal<Local, RegisterBus>,
}

impl Default for LdcpPage {
    fn default() -> Self {
        let page = unit_page(Unit::Ldcp);
        let at = |name: &str| *page.iter().find(|r| r.name() == name).expect("a register of LDCP's page");
        Self {
            clock: Default::default(),
            bus: Default::default(),
            init_done: Default::default(),
            taken: Default::default(),
            rdata: Default::default(),
            set_start: Default::default(),
            set: Default::default(),
            set_index: Default::default(),
            host: Default::default(),
            found: Default::default(),
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
            access: Default::default(),
            held: Default::default(),
            starts: Default::default(),
            steady: Default::default(),
        }
    }
}

impl Logic for LdcpPage {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module ldcp_page");
        comment!("@doc LDCP's registers: a parameter set to be written, and its part of a context.");
        comment!("@port init_done contexts and parameter sets have their reset values");
        comment!("@port taken the write has an effect");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port set_start the parameter set is to be written");
        comment!("@port set_index which one");
        comment!("@port found_cw this and found_rtt: what the last host operation found; as the context");
        clock!(self, clock, alpha, beta, gamma, eta, cw_max, write_set, cw, rtt);
        clock!(self, clock, kept, word);

        comment!("Writes that count: of a context or a start while no host operation is under way, of values while no set is written");
        self.access.next.write = self.bus.val().write;
        self.access.next.windex = self.bus.val().windex;
        self.access.next.wdata = self.bus.val().wdata;
        self.access.next.rindex = self.bus.val().rindex;
        self.held.next = self.access.val();
        self.held.next.write = self.bus.val().write & !self.bus.val().host_busy;
        self.starts.next = self.access.val();
        self.starts.next.write = self.bus.val().write & self.init_done.val() & !self.bus.val().host_busy;
        self.steady.next = self.access.val();
        self.steady.next.write = self.bus.val().write & !self.bus.val().sets.any();
        self.alpha.bus.next = self.steady.val();
        self.beta.bus.next = self.steady.val();
        self.gamma.bus.next = self.steady.val();
        self.eta.bus.next = self.steady.val();
        self.cw_max.bus.next = self.steady.val();
        self.cw_max.last_index.next = self.bus.val().last_index;
        self.cw_max.last_data.next = self.bus.val().last_data;
        self.write_set.bus.next = self.starts.val();
        self.cw.bus.next = self.held.val();
        self.cw.last_index.next = self.bus.val().last_index;
        self.cw.last_data.next = self.bus.val().last_data;
        self.rtt.bus.next = self.held.val();

        comment!("To the unit");
        self.set_start.next = self.write_set.written.val();
        self.set.next.alpha = self.alpha.value.val();
        self.set.next.beta = self.beta.value.val();
        self.set.next.gamma = self.gamma.value.val();
        self.set.next.eta = self.eta.value.val();
        self.set.next.cw_max = self.cw_max.value.val();
        self.set_index.next = self.write_set.value.val();
        self.host.next.cw = self.cw.value.val();
        self.host.next.rtt = self.rtt.value.val();

        comment!("What a read has found");
        self.kept.d.next = self.kept.q.val();
        if self.bus.val().found_now {
            self.kept.d.next = self.found.val();
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
