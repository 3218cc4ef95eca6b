//! DCQCN's registers: a parameter set to be written, the time of its periods, and its part of a context.

use super::stages::{DcqcnFound, DcqcnHost, DcqcnSet};
use crate::prelude::*;
use crate::records::UnitBus;
use crate::register_page;

register_page! {
    /// The registers `set_dcqcn_*`, `cfg_dcqcn_*`, `host_dcqcn_*` and `found_dcqcn_*`.
    pub struct DcqcnPage {
        pub set_start: Signal<Out, Bit>,
        pub set: Signal<Out, DcqcnSet>,
        pub set_index: Signal<Out, SetIndex>,
        pub cfg_period: Signal<Out, U<19>>,
        pub cfg_jitter_mask: Signal<Out, U<12>>,
        pub cfg_seed: Signal<Out, U<16>>,
        pub host: Signal<Out, DcqcnHost>,
        pub found: Signal<In, DcqcnFound>,
        kept: Reg<DcqcnFound>,
        held: Signal<Local, RegisterBus>,
        starts: Signal<Local, RegisterBus>,
        steady: Signal<Local, RegisterBus>,
        snap_place: Signal<Local, U<25>>,
        snap_mask: Signal<Local, U<25>>,
    }
    registers {
        g: 16 = "set_dcqcn_g", steady;
        recovery: 4 = "set_dcqcn_recovery", steady => set.recovery;
        doublings: 4 = "set_dcqcn_doublings", steady => set.doublings;
        snap: 5 = "set_dcqcn_snap", steady;
        old_cp: 1 = "set_dcqcn_old_cp", steady;
        clamp_target: 1 = "set_dcqcn_clamp_target", steady;
        min_tx: 8 = "set_dcqcn_min_tx", steady => set.min_tx;
        incast_periods: 4 = "set_dcqcn_incast_periods", steady => set.incast_periods;
        write_set: 4 = "set_dcqcn_write", starts;
        period: 19 = "cfg_dcqcn_period", access;
        jitter_mask: 12 = "cfg_dcqcn_jitter_mask", access;
        seed: 16 = "cfg_dcqcn_seed", access;
        cp: 27 = "host_dcqcn_cp", held => host.cp;
        stage: 5 = "host_dcqcn_stage", held => host.stage;
    }
    wide {
        rai: 35 = "set_dcqcn_rai", steady => set.rai;
        line: 35 = "set_dcqcn_line", steady => set.line;
        rc_min: 35 = "set_dcqcn_rc_min", steady => set.rc_min;
        rc: 35 = "host_dcqcn_rc", held => host.rc;
        rt: 35 = "host_dcqcn_rt", held => host.rt;
    }
    status {
        found_rc: 35 = "found_dcqcn_rc", (self.kept.q.val().rc);
        found_rt: 35 = "found_dcqcn_rt", (self.kept.q.val().rt);
        found_cp: 27 = "found_dcqcn_cp", (self.kept.q.val().cp);
        found_stage: 5 = "found_dcqcn_stage", (self.kept.q.val().stage);
        found_sent: 8 = "found_dcqcn_sent", (self.kept.q.val().sent);
        found_quiet: 4 = "found_dcqcn_quiet", (self.kept.q.val().quiet);
        found_idle: 5 = "found_dcqcn_idle", (self.kept.q.val().idle);
        found_late_worst: 19 = "found_dcqcn_late_worst", (self.kept.q.val().late_worst);
        found_visits: 48 = "found_dcqcn_visits", (self.kept.q.val().visits);
        found_late_cycles: 48 = "found_dcqcn_late_cycles", (self.kept.q.val().late_cycles);
        found_lost: 32 = "found_dcqcn_lost", (self.kept.q.val().lost);
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module dcqcn_page");
        comment!("@doc DCQCN's registers: a parameter set to be written, the time of its periods, and its part of a context.");
        comment!("@port init_done contexts and parameter sets have their reset values");
        comment!("@port set_start the parameter set is to be written");
        comment!("@port set_index which one");
        comment!("@port cfg_period cycles of a control period beyond @stretch");
        comment!("@port cfg_jitter_mask by how many cycles a period may be longer");
        comment!("@port cfg_seed state of the LFSR while cfg_jitter_mask is 0");
        clock!(self, clock, kept);

        comment!("Writes that count: of a context or a start while no host operation is under way, of a set's values while no set is written");
        self.held.next = self.access.val();
        self.held.next.write = self.bus.val().write & !self.bus.val().host_busy;
        self.starts.next = self.access.val();
        self.starts.next.write = self.bus.val().write & self.init_done.val() & !self.bus.val().host_busy;
        self.steady.next = self.access.val();
        self.steady.next.write = self.bus.val().write & !self.bus.val().sets.any();
    }
    then {
        comment!("To the unit");
        self.set_start.next = self.write_set.written.val();
        self.set_index.next = self.write_set.value.val();
        self.snap_place.next = bits::<25>(1) << self.snap.value.val();
        self.snap_mask.next = self.snap_place.val() - 1;
        self.set.next.g = self.g.value.val().get_bits::<15>(0);
        self.set.next.snap_mask = self.snap_mask.val().get_bits::<24>(0);
        self.set.next.old_cp = self.old_cp.value.val().get_bit(0);
        self.set.next.clamp_target = self.clamp_target.value.val().get_bit(0);
        self.cfg_period.next = self.period.value.val();
        self.cfg_jitter_mask.next = self.jitter_mask.value.val();
        self.cfg_seed.next = self.seed.value.val();

        comment!("What a read has found");
        self.kept.d.next = self.kept.q.val();
        if self.bus.val().found_now {
            self.kept.d.next = self.found.val();
        }
    }
}
