//! DCQCN's registers: a parameter set to be written, the time of its periods, and its part of a context.

use super::stages::{DcqcnFound, DcqcnHost, DcqcnSet};
use crate::prelude::*;
use crate::records::UnitBus;
use layout::config::Unit;
use layout::registers::unit_page;

/// The registers `set_dcqcn_*`, `cfg_dcqcn_*`, `host_dcqcn_*` and `found_dcqcn_*`.
#[derive(LogicBlock)]
pub struct DcqcnPage {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, UnitBus>,
    pub init_done: Signal<In, Bit>,
    pub taken: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub set_start: Signal<Out, Bit>,
    pub set: Signal<Out, DcqcnSet>,
    pub set_index: Signal<Out, U<4>>,
    pub cfg_period: Signal<Out, U<19>>,
    pub cfg_jitter_mask: Signal<Out, U<12>>,
    pub cfg_seed: Signal<Out, U<16>>,
    pub host: Signal<Out, DcqcnHost>,
    pub found: Signal<In, DcqcnFound>,

    g: Register<16>,
    rai: WideRegister<35>,
    line: WideRegister<35>,
    rc_min: WideRegister<35>,
    recovery: Register<4>,
    doublings: Register<4>,
    snap: Register<5>,
    old_cp: Register<1>,
    clamp_target: Register<1>,
    min_tx: Register<8>,
    incast_periods: Register<4>,
    write_set: Register<4>,
    period: Register<19>,
    jitter_mask: Register<12>,
    seed: Register<16>,
    rc: WideRegister<35>,
    rt: WideRegister<35>,
    cp: Register<27>,
    stage: Register<5>,
    found_rc: Status<35>,
    found_rt: Status<35>,
    found_cp: Status<27>,
    found_stage: Status<5>,
    found_sent: Status<8>,
    found_quiet: Status<4>,
    found_idle: Status<5>,
    found_late_worst: Status<19>,
    found_visits: Status<48>,
    found_late_cycles: Status<48>,
    found_lost: Status<32>,

    kept: Reg<DcqcnFound>,
    word: DReg<U<32>>,

    access: Signal<Local, RegisterBus>,
    held: Signal<Local, RegisterBus>,
    starts: Signal<Local, RegisterBus>,
    steady: Signal<Local, RegisterBus>,
    snap_place: Signal<Local, U<25>>,
    snap_mask: Signal<Local, U<25>>,
}

impl Default for DcqcnPage {
    fn default() -> Self {
        let page = unit_page(Unit::Dcqcn);
        let at = |name: &str| *page.iter().find(|r| r.name() == name).expect("a register of DCQCN's page");
        Self {
            clock: Default::default(),
            bus: Default::default(),
            init_done: Default::default(),
            taken: Default::default(),
            rdata: Default::default(),
            set_start: Default::default(),
            set: Default::default(),
            set_index: Default::default(),
            cfg_period: Default::default(),
            cfg_jitter_mask: Default::default(),
            cfg_seed: Default::default(),
            host: Default::default(),
            found: Default::default(),
            g: Register::new(at("set_dcqcn_g")),
            rai: WideRegister::new(at("set_dcqcn_rai")),
            line: WideRegister::new(at("set_dcqcn_line")),
            rc_min: WideRegister::new(at("set_dcqcn_rc_min")),
            recovery: Register::new(at("set_dcqcn_recovery")),
            doublings: Register::new(at("set_dcqcn_doublings")),
            snap: Register::new(at("set_dcqcn_snap")),
            old_cp: Register::new(at("set_dcqcn_old_cp")),
            clamp_target: Register::new(at("set_dcqcn_clamp_target")),
            min_tx: Register::new(at("set_dcqcn_min_tx")),
            incast_periods: Register::new(at("set_dcqcn_incast_periods")),
            write_set: Register::new(at("set_dcqcn_write")),
            period: Register::new(at("cfg_dcqcn_period")),
            jitter_mask: Register::new(at("cfg_dcqcn_jitter_mask")),
            seed: Register::new(at("cfg_dcqcn_seed")),
            rc: WideRegister::new(at("host_dcqcn_rc")),
            rt: WideRegister::new(at("host_dcqcn_rt")),
            cp: Register::new(at("host_dcqcn_cp")),
            stage: Register::new(at("host_dcqcn_stage")),
            found_rc: Status::new(at("found_dcqcn_rc")),
            found_rt: Status::new(at("found_dcqcn_rt")),
            found_cp: Status::new(at("found_dcqcn_cp")),
            found_stage: Status::new(at("found_dcqcn_stage")),
            found_sent: Status::new(at("found_dcqcn_sent")),
            found_quiet: Status::new(at("found_dcqcn_quiet")),
            found_idle: Status::new(at("found_dcqcn_idle")),
            found_late_worst: Status::new(at("found_dcqcn_late_worst")),
            found_visits: Status::new(at("found_dcqcn_visits")),
            found_late_cycles: Status::new(at("found_dcqcn_late_cycles")),
            found_lost: Status::new(at("found_dcqcn_lost")),
            kept: Default::default(),
            word: Default::default(),
            access: Default::default(),
            held: Default::default(),
            starts: Default::default(),
            steady: Default::default(),
            snap_place: Default::default(),
            snap_mask: Default::default(),
        }
    }
}

impl Logic for DcqcnPage {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn_page");
        comment!("@doc DCQCN's registers: a parameter set to be written, the time of its periods, and its part of a context.");
        comment!("@port init_done contexts and parameter sets have their reset values");
        comment!("@port taken the write has an effect");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port set_start the parameter set is to be written");
        comment!("@port set_index which one");
        comment!("@port cfg_period cycles of a control period beyond 40");
        comment!("@port cfg_jitter_mask by how many cycles a period may be longer");
        comment!("@port cfg_seed state of the LFSR while cfg_jitter_mask is 0");
        clock!(
            self,
            clock,
            g,
            rai,
            line,
            rc_min,
            recovery,
            doublings,
            snap,
            old_cp,
            clamp_target,
            min_tx,
            incast_periods
        );
        clock!(self, clock, write_set, period, jitter_mask, seed, rc, rt, cp, stage, kept, word);

        comment!("Writes that count: of a context or a start while no host operation is under way, of a set's values while no set is written");
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
        self.rai.bus.next = self.steady.val();
        self.rai.last_index.next = self.bus.val().last_index;
        self.rai.last_data.next = self.bus.val().last_data;
        self.line.bus.next = self.steady.val();
        self.line.last_index.next = self.bus.val().last_index;
        self.line.last_data.next = self.bus.val().last_data;
        self.rc_min.bus.next = self.steady.val();
        self.rc_min.last_index.next = self.bus.val().last_index;
        self.rc_min.last_data.next = self.bus.val().last_data;
        self.recovery.bus.next = self.steady.val();
        self.doublings.bus.next = self.steady.val();
        self.snap.bus.next = self.steady.val();
        self.old_cp.bus.next = self.steady.val();
        self.clamp_target.bus.next = self.steady.val();
        self.min_tx.bus.next = self.steady.val();
        self.incast_periods.bus.next = self.steady.val();
        self.write_set.bus.next = self.starts.val();
        self.period.bus.next = self.access.val();
        self.jitter_mask.bus.next = self.access.val();
        self.seed.bus.next = self.access.val();
        self.rc.bus.next = self.held.val();
        self.rc.last_index.next = self.bus.val().last_index;
        self.rc.last_data.next = self.bus.val().last_data;
        self.rt.bus.next = self.held.val();
        self.rt.last_index.next = self.bus.val().last_index;
        self.rt.last_data.next = self.bus.val().last_data;
        self.cp.bus.next = self.held.val();
        self.stage.bus.next = self.held.val();

        comment!("To the unit");
        self.set_start.next = self.write_set.written.val();
        self.set_index.next = self.write_set.value.val();
        self.snap_place.next = bits::<25>(1) << self.snap.value.val();
        self.snap_mask.next = self.snap_place.val() - 1;
        self.set.next.g = self.g.value.val().get_bits::<15>(0);
        self.set.next.rai = self.rai.value.val();
        self.set.next.line = self.line.value.val();
        self.set.next.rc_min = self.rc_min.value.val();
        self.set.next.recovery = self.recovery.value.val();
        self.set.next.doublings = self.doublings.value.val();
        self.set.next.snap_mask = self.snap_mask.val().get_bits::<24>(0);
        self.set.next.old_cp = self.old_cp.value.val().get_bit(0);
        self.set.next.clamp_target = self.clamp_target.value.val().get_bit(0);
        self.set.next.min_tx = self.min_tx.value.val();
        self.set.next.incast_periods = self.incast_periods.value.val();
        self.cfg_period.next = self.period.value.val();
        self.cfg_jitter_mask.next = self.jitter_mask.value.val();
        self.cfg_seed.next = self.seed.value.val();
        self.host.next.rc = self.rc.value.val();
        self.host.next.rt = self.rt.value.val();
        self.host.next.cp = self.cp.value.val();
        self.host.next.stage = self.stage.value.val();

        comment!("What a read has found");
        self.kept.d.next = self.kept.q.val();
        if self.bus.val().found_now {
            self.kept.d.next = self.found.val();
        }
        self.found_rc.value.next = self.kept.q.val().rc;
        self.found_rc.rindex.next = self.bus.val().rindex;
        self.found_rt.value.next = self.kept.q.val().rt;
        self.found_rt.rindex.next = self.bus.val().rindex;
        self.found_cp.value.next = self.kept.q.val().cp;
        self.found_cp.rindex.next = self.bus.val().rindex;
        self.found_stage.value.next = self.kept.q.val().stage;
        self.found_stage.rindex.next = self.bus.val().rindex;
        self.found_sent.value.next = self.kept.q.val().sent;
        self.found_sent.rindex.next = self.bus.val().rindex;
        self.found_quiet.value.next = self.kept.q.val().quiet;
        self.found_quiet.rindex.next = self.bus.val().rindex;
        self.found_idle.value.next = self.kept.q.val().idle;
        self.found_idle.rindex.next = self.bus.val().rindex;
        self.found_late_worst.value.next = self.kept.q.val().late_worst;
        self.found_late_worst.rindex.next = self.bus.val().rindex;
        self.found_visits.value.next = self.kept.q.val().visits;
        self.found_visits.rindex.next = self.bus.val().rindex;
        self.found_late_cycles.value.next = self.kept.q.val().late_cycles;
        self.found_late_cycles.rindex.next = self.bus.val().rindex;
        self.found_lost.value.next = self.kept.q.val().lost;
        self.found_lost.rindex.next = self.bus.val().rindex;

        comment!("The answers");
        self.taken.next = self.g.taken.val()
            | self.rai.taken.val()
            | self.line.taken.val()
            | self.rc_min.taken.val()
            | self.recovery.taken.val()
            | self.doublings.taken.val()
            | self.snap.taken.val()
            | self.old_cp.taken.val()
            | self.clamp_target.taken.val()
            | self.min_tx.taken.val()
            | self.incast_periods.taken.val()
            | self.write_set.taken.val()
            | self.period.taken.val()
            | self.jitter_mask.taken.val()
            | self.seed.taken.val()
            | self.rc.taken.val()
            | self.rt.taken.val()
            | self.cp.taken.val()
            | self.stage.taken.val();
        self.word.d.next = self.g.rdata.val()
            | self.rai.rdata.val()
            | self.line.rdata.val()
            | self.rc_min.rdata.val()
            | self.recovery.rdata.val()
            | self.doublings.rdata.val()
            | self.snap.rdata.val()
            | self.old_cp.rdata.val()
            | self.clamp_target.rdata.val()
            | self.min_tx.rdata.val()
            | self.incast_periods.rdata.val()
            | self.write_set.rdata.val()
            | self.period.rdata.val()
            | self.jitter_mask.rdata.val()
            | self.seed.rdata.val()
            | self.rc.rdata.val()
            | self.rt.rdata.val()
            | self.cp.rdata.val()
            | self.stage.rdata.val()
            | self.found_rc.rdata.val()
            | self.found_rt.rdata.val()
            | self.found_cp.rdata.val()
            | self.found_stage.rdata.val()
            | self.found_sent.rdata.val()
            | self.found_quiet.rdata.val()
            | self.found_idle.rdata.val()
            | self.found_late_worst.rdata.val()
            | self.found_visits.rdata.val()
            | self.found_late_cycles.rdata.val()
            | self.found_lost.rdata.val();
        self.rdata.next = self.word.q.val();
    }
}
