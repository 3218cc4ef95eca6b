//! HPCC++'s registers: units and speeds of the telemetry, a parameter set to be written, and its part of a context.

use crate::prelude::*;
use crate::records::{HpccContext, Measuring, UnitBus, WindowParams};
use layout::config::Unit;
use layout::registers::unit_page;

/// The registers `cfg_*_unit`, `spd_*`, `set_hpcc_*`, `host_hpcc_*` and `found_hpcc_*`.
#[derive(LogicBlock)]
pub struct HpccPage {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, UnitBus>,
    pub init_done: Signal<In, Bit>,
    pub taken: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub set_start: Signal<Out, Bit>,
    pub set: Signal<Out, WindowParams>,
    pub set_index: Signal<Out, U<4>>,
    pub measure: Signal<Out, Measuring>,
    pub host: Signal<Out, HpccContext>,
    pub found: Signal<In, HpccContext>,

    tx_unit: Register<12>,
    q_unit: Register<12>,
    gbps: Register<12>,
    inv_b_m: Register<32>,
    inv_b_e: Register<6>,
    write_speed: Register<4>,
    t: Register<20>,
    eta: Register<17>,
    max_stage: Register<5>,
    w_ai: Register<32>,
    w_min: WideRegister<40>,
    w_max: WideRegister<40>,
    sync_first: Register<1>,
    rate_gain_m: Register<18>,
    rate_gain_e: Register<6>,
    t_ticks: Register<20>,
    tau_gain_m: Register<32>,
    tau_gain_e: Register<6>,
    q_weight: Register<12>,
    tx_weight: Register<32>,
    write_set: Register<4>,
    u: WideRegister<48>,
    w: WideRegister<40>,
    wc: WideRegister<40>,
    inc_stage: Register<5>,
    last_update: Register<32>,
    found_u: Status<48>,
    found_w: Status<40>,
    found_wc: Status<40>,
    found_inc_stage: Status<5>,
    found_last_update: Status<32>,

    kept: Reg<HpccContext>,
    word: DReg<U<32>>,

    access: Signal<Local, RegisterBus>,
    held: Signal<Local, RegisterBus>,
    starts: Signal<Local, RegisterBus>,
    set_starts: Signal<Local, RegisterBus>,
    steady: Signal<Local, RegisterBus>,
    /// w_min is at most w_max.
    ordered: Reg<Bit>,
}

impl Default for HpccPage {
    fn default() -> Self {
        let page = unit_page(Unit::Hpcc);
        let at = |name: &str| *page.iter().find(|r| r.name() == name).expect("a register of HPCC++'s page");
        Self {
            clock: Default::default(),
            bus: Default::default(),
            init_done: Default::default(),
            taken: Default::default(),
            rdata: Default::default(),
            set_start: Default::default(),
            set: Default::default(),
            set_index: Default::default(),
            measure: Default::default(),
            host: Default::default(),
            found: Default::default(),
            tx_unit: Register::new(at("cfg_tx_unit")),
            q_unit: Register::new(at("cfg_q_unit")),
            gbps: Register::new(at("spd_gbps")),
            inv_b_m: Register::new(at("spd_inv_b_m")),
            inv_b_e: Register::new(at("spd_inv_b_e")),
            write_speed: Register::new(at("spd_write")),
            t: Register::new(at("set_hpcc_t")),
            eta: Register::new(at("set_hpcc_eta")),
            max_stage: Register::new(at("set_hpcc_max_stage")),
            w_ai: Register::new(at("set_hpcc_w_ai")),
            w_min: WideRegister::new(at("set_hpcc_w_min")),
            w_max: WideRegister::new(at("set_hpcc_w_max")),
            sync_first: Register::new(at("set_hpcc_sync_first")),
            rate_gain_m: Register::new(at("set_hpcc_rate_gain_m")),
            rate_gain_e: Register::new(at("set_hpcc_rate_gain_e")),
            t_ticks: Register::new(at("set_hpcc_t_ticks")),
            tau_gain_m: Register::new(at("set_hpcc_tau_gain_m")),
            tau_gain_e: Register::new(at("set_hpcc_tau_gain_e")),
            q_weight: Register::new(at("set_hpcc_q_weight")),
            tx_weight: Register::new(at("set_hpcc_tx_weight")),
            write_set: Register::new(at("set_hpcc_write")),
            u: WideRegister::new(at("host_hpcc_u")),
            w: WideRegister::new(at("host_hpcc_w")),
            wc: WideRegister::new(at("host_hpcc_wc")),
            inc_stage: Register::new(at("host_hpcc_inc_stage")),
            last_update: Register::new(at("host_hpcc_last_update")),
            found_u: Status::new(at("found_hpcc_u")),
            found_w: Status::new(at("found_hpcc_w")),
            found_wc: Status::new(at("found_hpcc_wc")),
            found_inc_stage: Status::new(at("found_hpcc_inc_stage")),
            found_last_update: Status::new(at("found_hpcc_last_update")),
            kept: Default::default(),
            word: Default::default(),
            access: Default::default(),
            held: Default::default(),
            starts: Default::default(),
            set_starts: Default::default(),
            steady: Default::default(),
            ordered: Reg::new(true),
        }
    }
}

impl Logic for HpccPage {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module hpcc_page");
        comment!("@doc HPCC++'s registers: units and speeds of the telemetry, a parameter set to be written, and its part of a context.");
        comment!("@port init_done contexts, parameter sets and speeds have their reset values");
        comment!("@port taken the write has an effect");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port set_start the parameter set is to be written");
        comment!("@port set_index which one");
        comment!("@port found_u from here to found_last_update: what the last host operation found; as the context");
        clock!(self, clock, tx_unit, q_unit, gbps, inv_b_m, inv_b_e, write_speed, t, eta);
        clock!(self, clock, max_stage, w_ai, w_min, w_max, sync_first, rate_gain_m, rate_gain_e, t_ticks);
        clock!(self, clock, tau_gain_m, tau_gain_e, q_weight, tx_weight, write_set, u, w, wc);
        clock!(self, clock, inc_stage, last_update, kept, word, ordered);

        comment!("Writes that count: of a context or a set while no host operation is under way, of its values while none is written");
        self.access.next.write = self.bus.val().write;
        self.access.next.windex = self.bus.val().windex;
        self.access.next.wdata = self.bus.val().wdata;
        self.access.next.rindex = self.bus.val().rindex;
        self.held.next = self.access.val();
        self.held.next.write = self.bus.val().write & !self.bus.val().host_busy;
        self.starts.next = self.access.val();
        self.starts.next.write = self.bus.val().write & self.init_done.val();
        self.set_starts.next = self.starts.val();
        self.set_starts.next.write = self.starts.val().write & self.ordered.q.val() & !self.bus.val().host_busy;
        self.steady.next = self.access.val();
        self.steady.next.write = self.bus.val().write & !self.bus.val().sets.any();
        self.ordered.d.next = self.w_min.value.val() <= self.w_max.value.val();
        self.tx_unit.bus.next = self.access.val();
        self.q_unit.bus.next = self.access.val();
        self.gbps.bus.next = self.access.val();
        self.inv_b_m.bus.next = self.access.val();
        self.inv_b_e.bus.next = self.access.val();
        self.write_speed.bus.next = self.starts.val();
        self.t.bus.next = self.steady.val();
        self.eta.bus.next = self.steady.val();
        self.max_stage.bus.next = self.steady.val();
        self.w_ai.bus.next = self.steady.val();
        self.w_min.bus.next = self.steady.val();
        self.w_min.last_index.next = self.bus.val().last_index;
        self.w_min.last_data.next = self.bus.val().last_data;
        self.w_max.bus.next = self.steady.val();
        self.w_max.last_index.next = self.bus.val().last_index;
        self.w_max.last_data.next = self.bus.val().last_data;
        self.sync_first.bus.next = self.steady.val();
        self.rate_gain_m.bus.next = self.steady.val();
        self.rate_gain_e.bus.next = self.steady.val();
        self.t_ticks.bus.next = self.steady.val();
        self.tau_gain_m.bus.next = self.steady.val();
        self.tau_gain_e.bus.next = self.steady.val();
        self.q_weight.bus.next = self.steady.val();
        self.tx_weight.bus.next = self.steady.val();
        self.write_set.bus.next = self.set_starts.val();
        self.u.bus.next = self.held.val();
        self.u.last_index.next = self.bus.val().last_index;
        self.u.last_data.next = self.bus.val().last_data;
        self.w.bus.next = self.held.val();
        self.w.last_index.next = self.bus.val().last_index;
        self.w.last_data.next = self.bus.val().last_data;
        self.wc.bus.next = self.held.val();
        self.wc.last_index.next = self.bus.val().last_index;
        self.wc.last_data.next = self.bus.val().last_data;
        self.inc_stage.bus.next = self.held.val();
        self.last_update.bus.next = self.held.val();

        comment!("To the unit and to the measurement");
        self.set_start.next = self.write_set.written.val();
        self.set_index.next = self.write_set.value.val();
        self.set.next.t = self.t.value.val();
        self.set.next.eta = self.eta.value.val();
        self.set.next.max_stage = self.max_stage.value.val();
        self.set.next.w_ai = self.w_ai.value.val();
        self.set.next.w_min = self.w_min.value.val();
        self.set.next.w_max = self.w_max.value.val();
        self.set.next.sync_first = self.sync_first.value.val().get_bit(0);
        self.set.next.rate_gain_m = self.rate_gain_m.value.val();
        self.set.next.rate_gain_e = self.rate_gain_e.value.val();
        self.measure.next.index = self.write_set.value.val();
        self.measure.next.set.t_ticks = self.t_ticks.value.val();
        self.measure.next.set.tau_gain_m = self.tau_gain_m.value.val();
        self.measure.next.set.tau_gain_e = self.tau_gain_e.value.val();
        self.measure.next.set.q_weight = self.q_weight.value.val();
        self.measure.next.set.tx_weight = self.tx_weight.value.val();
        self.measure.next.spd.we = self.write_speed.written.val();
        self.measure.next.spd.code = self.write_speed.value.val();
        self.measure.next.spd.gbps = self.gbps.value.val();
        self.measure.next.spd.inv_b_m = self.inv_b_m.value.val();
        self.measure.next.spd.inv_b_e = self.inv_b_e.value.val();
        self.measure.next.cfg.tx_unit = self.tx_unit.value.val();
        self.measure.next.cfg.q_unit = self.q_unit.value.val();
        self.host.next.u = self.u.value.val();
        self.host.next.w = self.w.value.val();
        self.host.next.wc = self.wc.value.val();
        self.host.next.inc_stage = self.inc_stage.value.val();
        self.host.next.last_update = self.last_update.value.val();

        comment!("What a read has found");
        self.kept.d.next = self.kept.q.val();
        if self.bus.val().found_now {
            self.kept.d.next = self.found.val();
        }
        self.found_u.value.next = self.kept.q.val().u;
        self.found_u.rindex.next = self.bus.val().rindex;
        self.found_w.value.next = self.kept.q.val().w;
        self.found_w.rindex.next = self.bus.val().rindex;
        self.found_wc.value.next = self.kept.q.val().wc;
        self.found_wc.rindex.next = self.bus.val().rindex;
        self.found_inc_stage.value.next = self.kept.q.val().inc_stage;
        self.found_inc_stage.rindex.next = self.bus.val().rindex;
        self.found_last_update.value.next = self.kept.q.val().last_update;
        self.found_last_update.rindex.next = self.bus.val().rindex;

        comment!("The answers");
        self.taken.next = self.tx_unit.taken.val()
            | self.q_unit.taken.val()
            | self.gbps.taken.val()
            | self.inv_b_m.taken.val()
            | self.inv_b_e.taken.val()
            | self.write_speed.taken.val()
            | self.t.taken.val()
            | self.eta.taken.val()
            | self.max_stage.taken.val()
            | self.w_ai.taken.val()
            | self.w_min.taken.val()
            | self.w_max.taken.val()
            | self.sync_first.taken.val()
            | self.rate_gain_m.taken.val()
            | self.rate_gain_e.taken.val()
            | self.t_ticks.taken.val()
            | self.tau_gain_m.taken.val()
            | self.tau_gain_e.taken.val()
            | self.q_weight.taken.val()
            | self.tx_weight.taken.val()
            | self.write_set.taken.val()
            | self.u.taken.val()
            | self.w.taken.val()
            | self.wc.taken.val()
            | self.inc_stage.taken.val()
            | self.last_update.taken.val();
        self.word.d.next = self.tx_unit.rdata.val()
            | self.q_unit.rdata.val()
            | self.gbps.rdata.val()
            | self.inv_b_m.rdata.val()
            | self.inv_b_e.rdata.val()
            | self.write_speed.rdata.val()
            | self.t.rdata.val()
            | self.eta.rdata.val()
            | self.max_stage.rdata.val()
            | self.w_ai.rdata.val()
            | self.w_min.rdata.val()
            | self.w_max.rdata.val()
            | self.sync_first.rdata.val()
            | self.rate_gain_m.rdata.val()
            | self.rate_gain_e.rdata.val()
            | self.t_ticks.rdata.val()
            | self.tau_gain_m.rdata.val()
            | self.tau_gain_e.rdata.val()
            | self.q_weight.rdata.val()
            | self.tx_weight.rdata.val()
            | self.write_set.rdata.val()
            | self.u.rdata.val()
            | self.w.rdata.val()
            | self.wc.rdata.val()
            | self.inc_stage.rdata.val()
            | self.last_update.rdata.val()
            | self.found_u.rdata.val()
            | self.found_w.rdata.val()
            | self.found_wc.rdata.val()
            | self.found_inc_stage.rdata.val()
            | self.found_last_update.rdata.val();
        self.rdata.next = self.word.q.val();
    }
}
