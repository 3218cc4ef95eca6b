//! HPCC++'s registers: units and speeds of the telemetry, a parameter set to be written, and its part of a context.

use crate::prelude::*;
use crate::records::{HpccContext, Measuring, UnitBus, WindowParams};
use crate::register_page;

register_page! {
    /// The registers `cfg_*_unit`, `spd_*`, `set_hpcc_*`, `host_hpcc_*` and `found_hpcc_*`.
    pub struct HpccPage {
        pub set_start: Signal<Out, Bit>,
        pub set: Signal<Out, WindowParams>,
        pub set_index: Signal<Out, SetIndex>,
        pub measure: Signal<Out, Measuring>,
        pub host: Signal<Out, HpccContext>,
        pub found: Signal<In, HpccContext>,
        kept: Reg<HpccContext>,
        held: Signal<Local, RegisterBus>,
        starts: Signal<Local, RegisterBus>,
        set_starts: Signal<Local, RegisterBus>,
        steady: Signal<Local, RegisterBus>,
        /// w_min is at most w_max.
        ordered: Reg<Bit> = Reg::new(true),
    }
    registers {
        tx_unit: 12 = "cfg_tx_unit", access => measure.cfg.tx_unit;
        q_unit: 12 = "cfg_q_unit", access => measure.cfg.q_unit;
        gbps: 12 = "spd_gbps", access => measure.spd.gbps;
        inv_b_m: 32 = "spd_inv_b_m", access => measure.spd.inv_b_m;
        inv_b_e: 6 = "spd_inv_b_e", access => measure.spd.inv_b_e;
        write_speed: 4 = "spd_write", starts => measure.spd.code;
        t: 20 = "set_hpcc_t", steady => set.t;
        eta: 17 = "set_hpcc_eta", steady => set.eta;
        max_stage: 5 = "set_hpcc_max_stage", steady => set.max_stage;
        w_ai: 32 = "set_hpcc_w_ai", steady => set.w_ai;
        sync_first: 1 = "set_hpcc_sync_first", steady;
        rate_gain_m: 18 = "set_hpcc_rate_gain_m", steady => set.rate_gain_m;
        rate_gain_e: 6 = "set_hpcc_rate_gain_e", steady => set.rate_gain_e;
        t_ticks: 20 = "set_hpcc_t_ticks", steady => measure.set.t_ticks;
        tau_gain_m: 32 = "set_hpcc_tau_gain_m", steady => measure.set.tau_gain_m;
        tau_gain_e: 6 = "set_hpcc_tau_gain_e", steady => measure.set.tau_gain_e;
        q_weight: 12 = "set_hpcc_q_weight", steady => measure.set.q_weight;
        tx_weight: 32 = "set_hpcc_tx_weight", steady => measure.set.tx_weight;
        write_set: 4 = "set_hpcc_write", set_starts;
        inc_stage: 5 = "host_hpcc_inc_stage", held => host.inc_stage;
        last_update: 32 = "host_hpcc_last_update", held => host.last_update;
    }
    wide {
        w_min: 40 = "set_hpcc_w_min", steady => set.w_min;
        w_max: 40 = "set_hpcc_w_max", steady => set.w_max;
        u: 48 = "host_hpcc_u", held => host.u;
        w: 40 = "host_hpcc_w", held => host.w;
        wc: 40 = "host_hpcc_wc", held => host.wc;
    }
    status {
        found_u: 48 = "found_hpcc_u", (self.kept.q.val().u);
        found_w: 40 = "found_hpcc_w", (self.kept.q.val().w);
        found_wc: 40 = "found_hpcc_wc", (self.kept.q.val().wc);
        found_inc_stage: 5 = "found_hpcc_inc_stage", (self.kept.q.val().inc_stage);
        found_last_update: 32 = "found_hpcc_last_update", (self.kept.q.val().last_update);
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module hpcc_page");
        comment!("@doc HPCC++'s registers: units and speeds of the telemetry, a parameter set to be written, and its part of a context.");
        comment!("@port init_done contexts, parameter sets and speeds have their reset values");
        comment!("@port set_start the parameter set is to be written");
        comment!("@port set_index which one");
        comment!("@port found_u from here to found_last_update: what the last host operation found; as the context");
        clock!(self, clock, kept, ordered);

        comment!("Writes that count: of a context or a set while no host operation is under way, of its values while none is written");
        self.held.next = self.access.val();
        self.held.next.write = self.bus.val().write & !self.bus.val().host_busy;
        self.starts.next = self.access.val();
        self.starts.next.write = self.bus.val().write & self.init_done.val();
        self.set_starts.next = self.starts.val();
        self.set_starts.next.write = self.starts.val().write & self.ordered.q.val() & !self.bus.val().host_busy;
        self.steady.next = self.access.val();
        self.steady.next.write = self.bus.val().write & !self.bus.val().sets.any();
        self.ordered.d.next = self.w_min.value.val() <= self.w_max.value.val();
    }
    then {
        comment!("To the unit and to the measurement");
        self.set_start.next = self.write_set.written.val();
        self.set_index.next = self.write_set.value.val();
        self.set.next.sync_first = self.sync_first.value.val().get_bit(0);
        self.measure.next.spd.we = self.write_speed.written.val();

        comment!("What a read has found");
        self.kept.d.next = self.kept.q.val();
        if self.bus.val().found_now {
            self.kept.d.next = self.found.val();
        }
    }
}
