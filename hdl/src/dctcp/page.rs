//! DCTCP's registers: a parameter set to be written, and its part of a context.

use super::{DctcpContext, DctcpParams};
use crate::prelude::*;
use crate::records::UnitBus;
use layout::config::Unit;
use layout::registers::unit_page;

/// The registers `set_dctcp_*`, `host_dctcp_*` and `found_dctcp_*`.
#[derive(LogicBlock)]
pub struct DctcpPage {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, UnitBus>,
    pub init_done: Signal<In, Bit>,
    pub taken: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub set_start: Signal<Out, Bit>,
    pub set: Signal<Out, DctcpParams>,
    pub set_index: Signal<Out, U<4>>,
    pub host: Signal<Out, DctcpContext>,
    pub found: Signal<In, DctcpContext>,

    g: Register<17>,
    cwnd_min: WideRegister<40>,
    cwnd_max: WideRegister<40>,
    write_set: Register<4>,
    cwnd: WideRegister<40>,
    ssthresh: Register<13>,
    cp: Register<22>,
    window_end: Register<24>,
    acked: Register<14>,
    marked: Register<14>,
    cut: Register<1>,
    found_cwnd: Status<40>,
    found_ssthresh: Status<13>,
    found_cp: Status<22>,
    found_window_end: Status<24>,
    found_acked: Status<14>,
    found_marked: Status<14>,
    found_cut: Status<1>,

    kept: Reg<DctcpContext>,
    word: DReg<U<32>>,

    access: Signal<Local, RegisterBus>,
    held: Signal<Local, RegisterBus>,
    starts: Signal<Local, RegisterBus>,
    steady: Signal<Local, RegisterBus>,
}

impl Default for DctcpPage {
    fn default() -> Self {
        let page = unit_page(Unit::Dctcp);
        let at = |name: &str| *page.iter().find(|r| r.name() == name).expect("a register of DCTCP's page");
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
            g: Register::new(at("set_dctcp_g")),
            cwnd_min: WideRegister::new(at("set_dctcp_cwnd_min")),
            cwnd_max: WideRegister::new(at("set_dctcp_cwnd_max")),
            write_set: Register::new(at("set_dctcp_write")),
            cwnd: WideRegister::new(at("host_dctcp_cwnd")),
            ssthresh: Register::new(at("host_dctcp_ssthresh")),
            cp: Register::new(at("host_dctcp_cp")),
            window_end: Register::new(at("host_dctcp_window_end")),
            acked: Register::new(at("host_dctcp_acked")),
            marked: Register::new(at("host_dctcp_marked")),
            cut: Register::new(at("host_dctcp_cut")),
            found_cwnd: Status::new(at("found_dctcp_cwnd")),
            found_ssthresh: Status::new(at("found_dctcp_ssthresh")),
            found_cp: Status::new(at("found_dctcp_cp")),
            found_window_end: Status::new(at("found_dctcp_window_end")),
            found_acked: Status::new(at("found_dctcp_acked")),
            found_marked: Status::new(at("found_dctcp_marked")),
            found_cut: Status::new(at("found_dctcp_cut")),
            kept: Default::default(),
            word: Default::default(),
            access: Default::default(),
            held: Default::default(),
            starts: Default::default(),
            steady: Default::default(),
        }
    }
}

impl Logic for DctcpPage {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dctcp_page");
        comment!("@doc DCTCP's registers: a parameter set to be written, and its part of a context.");
        comment!("@port init_done contexts and parameter sets have their reset values");
        comment!("@port taken the write has an effect");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port set_start the parameter set is to be written");
        comment!("@port set_index which one");
        comment!("@port found_cwnd from here to found_cut: what the last host operation found; as the context");
        clock!(self, clock, g, cwnd_min, cwnd_max, write_set, cwnd, ssthresh, cp, window_end, acked, marked, cut);
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
        self.g.bus.next = self.steady.val();
        self.cwnd_min.bus.next = self.steady.val();
        self.cwnd_min.last_index.next = self.bus.val().last_index;
        self.cwnd_min.last_data.next = self.bus.val().last_data;
        self.cwnd_max.bus.next = self.steady.val();
        self.cwnd_max.last_index.next = self.bus.val().last_index;
        self.cwnd_max.last_data.next = self.bus.val().last_data;
        self.write_set.bus.next = self.starts.val();
        self.cwnd.bus.next = self.held.val();
        self.cwnd.last_index.next = self.bus.val().last_index;
        self.cwnd.last_data.next = self.bus.val().last_data;
        self.ssthresh.bus.next = self.held.val();
        self.cp.bus.next = self.held.val();
        self.window_end.bus.next = self.held.val();
        self.acked.bus.next = self.held.val();
        self.marked.bus.next = self.held.val();
        self.cut.bus.next = self.held.val();

        comment!("To the unit");
        self.set_start.next = self.write_set.written.val();
        self.set_index.next = self.write_set.value.val();
        self.set.next.g = self.g.value.val();
        self.set.next.cwnd_min = self.cwnd_min.value.val();
        self.set.next.cwnd_max = self.cwnd_max.value.val();
        self.host.next.cwnd = self.cwnd.value.val();
        self.host.next.ssthresh = self.ssthresh.value.val();
        self.host.next.cp = self.cp.value.val();
        self.host.next.window_end = self.window_end.value.val();
        self.host.next.acked = self.acked.value.val();
        self.host.next.marked = self.marked.value.val();
        self.host.next.cut = self.cut.value.val().get_bit(0);

        comment!("What a read has found");
        self.kept.d.next = self.kept.q.val();
        if self.bus.val().found_now {
            self.kept.d.next = self.found.val();
        }
        self.found_cwnd.value.next = self.kept.q.val().cwnd;
        self.found_cwnd.rindex.next = self.bus.val().rindex;
        self.found_ssthresh.value.next = self.kept.q.val().ssthresh;
        self.found_ssthresh.rindex.next = self.bus.val().rindex;
        self.found_cp.value.next = self.kept.q.val().cp;
        self.found_cp.rindex.next = self.bus.val().rindex;
        self.found_window_end.value.next = self.kept.q.val().window_end;
        self.found_window_end.rindex.next = self.bus.val().rindex;
        self.found_acked.value.next = self.kept.q.val().acked;
        self.found_acked.rindex.next = self.bus.val().rindex;
        self.found_marked.value.next = self.kept.q.val().marked;
        self.found_marked.rindex.next = self.bus.val().rindex;
        self.found_cut.value.next = bits::<1>(self.kept.q.val().cut);
        self.found_cut.rindex.next = self.bus.val().rindex;

        comment!("The answers");
        self.taken.next = self.g.taken.val()
            | self.cwnd_min.taken.val()
            | self.cwnd_max.taken.val()
            | self.write_set.taken.val()
            | self.cwnd.taken.val()
            | self.ssthresh.taken.val()
            | self.cp.taken.val()
            | self.window_end.taken.val()
            | self.acked.taken.val()
            | self.marked.taken.val()
            | self.cut.taken.val();
        self.word.d.next = self.g.rdata.val()
            | self.cwnd_min.rdata.val()
            | self.cwnd_max.rdata.val()
            | self.write_set.rdata.val()
            | self.cwnd.rdata.val()
            | self.ssthresh.rdata.val()
            | self.cp.rdata.val()
            | self.window_end.rdata.val()
            | self.acked.rdata.val()
            | self.marked.rdata.val()
            | self.cut.rdata.val()
            | self.found_cwnd.rdata.val()
            | self.found_ssthresh.rdata.val()
            | self.found_cp.rdata.val()
            | self.found_window_end.rdata.val()
            | self.found_acked.rdata.val()
            | self.found_marked.rdata.val()
            | self.found_cut.rdata.val();
        self.rdata.next = self.word.q.val();
    }
}
