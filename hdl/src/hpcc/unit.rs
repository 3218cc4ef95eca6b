//! HPCC++ in the engine: its measurement, its window, its page of registers, and the host's part of it.

use super::{defaults, HpccPage};
use crate::measure::{Issued, Measure};
use crate::prelude::*;
use crate::records::{
    HpccContext, LowerWindow, Lowers, MeasureParams, Measuring, Payload, Speed, Update, WindowParams,
};
use crate::units::{socket_of, waits_of, Socket, Unit, Waits};
use crate::window::Window;
use layout::config::{Config, Unit as Name};
use layout::record::{Algorithm, Kind};
use layout::registers::unit_page;
use layout::timing::{unit_latency, Latency};

/// From issue to update, for all queue pairs.
#[derive(LogicBlock)]
pub struct HpccUnit {
    socket: Socket,

    page: HpccPage,
    measure: Measure,
    window: Window,
    /// Beside a slower unit of its stream.
    waits_opt: Vec<Waits>,
    /// With fewer lanes than hops its operations take as long as they wait: they end behind those of all other units.
    ended: Vec<Reg<Bit>>,
    s0_valid: Reg<Bit>,
    s0: DReg<Issued>,
    kept: DReg<HpccContext>,

    reads: Signal<Local, Bit>,
    lowers: Signal<Local, Lowers>,
    given: Signal<Local, LowerWindow>,
    ends: Signal<Local, Bit>,
    measuring: Signal<Local, Measuring>,
    measured: Signal<Local, Issued>,
    found: Signal<Local, Payload>,
    made_valid: Signal<Local, Bit>,
    made: Signal<Local, Update>,
    of_measure: Signal<Local, Fault>,
    of_window: Signal<Local, Fault>,
    all_fault: Signal<Local, Fault>,
    rom_of_measure: Signal<Local, RomFault>,
    rom_of_window: Signal<Local, RomFault>,
    all_rom: Signal<Local, RomFault>,

    /// Bits 3 to 1 of the codes of hpcc and hpcc-rx.
    algs: Constant<U<3>>,
    kind_host_write: Constant<KindCode>,
    kind_host_read: Constant<KindCode>,
    reset_set: Constant<WindowParams>,
    reset_measure: Constant<MeasureParams>,
    reset_speed: Vec<Constant<Speed>>,
    _hops: usize,
    _waits: usize,
    _ends: usize,
    _behind_ends: usize,
    _ecc: usize,
    _fcr: usize,
}

socket_of!(HpccUnit);

impl Unit for HpccUnit {
    fn unit(&self) -> Name {
        Name::Hpcc
    }
}

impl HpccUnit {
    /// In the engine of a configuration.
    pub fn new(config: &Config) -> Self {
        let (ecc, waits_opt) = (config.rtl.ecc, waits_of(config, Name::Hpcc));
        let (hops, lanes) = (config.hpcc.hops as usize, config.lanes() as usize);
        let sooner = Latency::of(config).host - unit_latency(config, Name::Hpcc).host;
        assert!(!config.rtl.trace || waits_opt.is_empty(), "no unit beside it in its stream is slower");
        let ends = if config.steps() > 1 { sooner as usize } else { 0 };
        Self {
            socket: Socket::with_hops(config),
            page: HpccPage::new(&unit_page(config, Name::Hpcc)),
            measure: Measure::new(hops, lanes, ecc),
            window: if config.rtl.trace {
                Window::traced(ecc, config.engine.fcr)
            } else {
                Window::checked(ecc, config.engine.fcr)
            },
            _waits: waits_opt.len(),
            waits_opt,
            ended: (0..ends).map(|_| Default::default()).collect(),
            s0_valid: Default::default(),
            s0: Default::default(),
            kept: Default::default(),
            reads: Default::default(),
            lowers: Default::default(),
            given: Default::default(),
            ends: Default::default(),
            measuring: Default::default(),
            measured: Default::default(),
            found: Default::default(),
            made_valid: Default::default(),
            made: Default::default(),
            of_measure: Default::default(),
            of_window: Default::default(),
            all_fault: Default::default(),
            rom_of_measure: Default::default(),
            rom_of_window: Default::default(),
            all_rom: Default::default(),
            algs: Constant::new((Algorithm::Hpcc as u64 >> 1).into()),
            kind_host_write: Constant::new((Kind::HostWrite as u64).into()),
            kind_host_read: Constant::new((Kind::HostRead as u64).into()),
            reset_set: Constant::new(defaults::window_params()),
            reset_measure: Constant::new(defaults::measure_params()),
            reset_speed: (0..16).map(|code| Constant::new(defaults::speed(code))).collect(),
            _hops: hops,
            _ends: ends,
            _behind_ends: ends.saturating_sub(1),
            _ecc: ecc.into(),
            _fcr: config.engine.fcr.into(),
        }
    }
}

impl Logic for HpccUnit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module hpcc_unit");
        comment!("@doc HPCC++'s unit with its registers: the measurement, then the window; a host operation ends in the cycle of its result.");
        comment!(
            "@port init_we the contexts are being initialised, and parameter sets and speeds by the low bits of the address"
        );
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port taken the write on the bus has an effect");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port starts bit 1: the parameter set is to be written; the others are 0");
        comment!("@port writes_set writes it, while no event of that set is under way");
        comment!("@port host_writes the host operation under way replaces HPCC++'s part of the context");
        comment!("@port issued_valid an event is issued in this cycle");
        comment!("@port issued_host it is a host operation, which goes to every unit");
        comment!("@port issued_n0 packets that an ack confirms; this, issued_n1 and issued_loss are not used here");
        comment!("@port trace_counts from here to the last hop: what stands beside the event, a cycle after its issue");
        comment!("@port hop telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of cfg_tx_unit, q in counts of cfg_q_unit");
        comment!("@port host_ends the host operation is at its end; what it found is kept from the next cycle on");
        comment!("@port out_valid an update");
        comment!("@port out_window bytes, U28.12");
        comment!("@port out_pace rate, bytes a ns, U12.28");
        comment!("@port out_flags bit 1 W at w_min, 2 W at w_max, 3 ignored, 4 first telemetry, 5 path changed, 6 too many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts, 10 U saturated, 11 multiplicative, 12 full update, 13 U = 0, 14 rate saturated");
        comment!("@constant algs upper bits of the codes of hpcc and hpcc-rx");
        clock!(self, clock, page, measure, window, s0_valid, s0, kept);

        comment!("the registers");
        self.page.bus.next = self.bus.val();
        self.page.init_done.next = !self.init_we.val();
        self.page.found.next = self.kept.q.val();
        self.taken.next = self.page.taken.val();
        self.rdata.next = self.page.rdata.val();
        self.starts.next = bits::<UNIT_PLACES>(self.page.set_start.val()) << 1;

        comment!("s0: the event, while what stands beside it is read");
        self.s0_valid.d.next = self.issued_valid.val()
            & ((self.issued.val().alg.get_bits::<3>(1) == self.algs.val()) | self.issued_host.val());
        self.s0.d.next.kind = self.issued.val().kind;
        if self.issued_host.val() & !self.host_writes.val() {
            self.s0.d.next.kind = self.kind_host_read.val();
        }
        self.s0.d.next.qpn = self.issued.val().qpn;
        self.s0.d.next.alg = self.issued.val().alg;
        self.s0.d.next.set = self.issued.val().set;

        comment!("the measurement, a cycle after issue; an event without telemetry takes as long");
        self.measuring.next = self.page.measure.val();
        self.measure.init_we.next = self.init_we.val();
        self.measure.init_addr.next = self.init_addr.val();
        self.measure.cfg.next = self.measuring.val().cfg;
        self.measure.set_we.next = self.writes_set.val();
        self.measure.set_index.next = self.page.set_index.val();
        self.measure.set.next = self.measuring.val().set;
        self.measure.spd.next = self.measuring.val().spd;
        if self.init_we.val() {
            self.measure.set_we.next = true;
            self.measure.set_index.next = self.init_addr.val().get_bits::<4>(0);
            self.measure.set.next = self.reset_measure.val();
            for code in 0..16 {
                if self.init_addr.val().get_bits::<4>(0) == code.to_bits::<U<4>>() {
                    self.measure.spd.next = self.reset_speed[code].val();
                }
            }
        }
        self.measure.in_valid.next = self.s0_valid.q.val();
        self.measure.in_issued.next = self.s0.q.val();
        self.measure.in_trace.next = self.trace_opt[0].val();
        for h in 0..self._hops {
            self.measure.in_hop[h].next = self.hop[h].val();
        }
        self.lanes_opt[0].next = self.measure.lanes.val();

        comment!("the window");
        self.window.init_we.next = self.init_we.val();
        self.window.init_addr.next = self.init_addr.val();
        self.window.set_we.next = self.writes_set.val();
        self.window.set_index.next = self.page.set_index.val();
        self.window.set.next = self.page.set.val();
        if self.init_we.val() {
            self.window.set_we.next = true;
            self.window.set_index.next = self.init_addr.val().get_bits::<4>(0);
            self.window.set.next = self.reset_set.val();
        }
        self.window.host.next = self.page.host.val();
        self.measured.next = self.measure.out_issued.val();
        self.found.next = self.measure.out_payload.val();
        self.window.in_valid.next = self.measure.out_valid.val();
        self.window.in_kind.next = self.measured.val().kind;
        self.window.in_qpn.next = self.measured.val().qpn;
        self.window.in_set.next = self.measured.val().set;
        self.window.in_receiver.next = self.measured.val().alg.get_bit(0);
        self.window.in_flags.next = self.found.val().flags;
        self.window.in_ignored.next = self.found.val().ignored;
        self.window.in_theta.next = self.found.val().theta;
        self.window.in_addend.next = self.found.val().addend;
        self.window.in_seq.next = self.found.val().seq;
        self.window.in_mark.next = self.found.val().mark;

        comment!("what a host operation found is kept");
        self.reads.next = self.window.out_valid.val() & (self.window.out_kind.val() == self.kind_host_read.val());
        self.ends.next = self.reads.val()
            | (self.window.out_valid.val() & (self.window.out_kind.val() == self.kind_host_write.val()));
        self.kept.d.next = self.kept.q.val();
        if self.reads.val() {
            self.kept.d.next.u = self.window.out_u.val();
            self.kept.d.next.w = self.window.out_w.val();
            self.kept.d.next.wc = self.window.out_wc.val();
            self.kept.d.next.inc_stage = self.window.out_inc_stage.val();
            self.kept.d.next.last_update = self.window.out_last_update.val();
        }
        for k in 0..self._fcr {
            comment!("of FCR's operation nothing is kept; it lowers W and Wc, if it is HPCC++'s");
            self.lowers.next = self.lower_opt[k].val();
            self.given.next.on = self.lowers.val().on & (self.lowers.val().alg.get_bits::<3>(1) == self.algs.val());
            self.given.next.window = self.lowers.val().window;
            self.window.lower_opt[k].next = self.given.val();
            if self.lowers.val().reads {
                self.kept.d.next = self.kept.q.val();
            }
        }
        self.host_ends.next = self.ends.val();
        for k in 0..self._ends {
            clock!(self, clock, ended[k]);
            self.ended[k].d.next = self.ends.val();
            self.host_ends.next = self.ended[k].q.val();
        }
        for k in 0..self._behind_ends {
            self.ended[k + 1].d.next = self.ended[k].q.val();
        }

        comment!("the update");
        self.made_valid.next = self.window.out_valid.val() & !self.ends.val();
        self.made.next.kind = self.window.out_kind.val();
        self.made.next.qpn = self.window.out_qpn.val();
        self.made.next.window = bits::<42>(self.window.out_w.val());
        self.made.next.pace = self.window.out_r.val();
        self.made.next.flags = bits::<16>(self.window.out_flags.val());
        self.made.next.feedback = self.window.out_feedback.val();
        self.out_valid.next = self.made_valid.val();
        self.out.next = self.made.val();
        for k in 0..self._waits {
            comment!("it waits for those of a slower unit, so that all come in the order of issue");
            clock!(self, clock, waits_opt[k]);
            self.waits_opt[k].in_valid.next = self.made_valid.val();
            self.waits_opt[k].in_update.next = self.made.val();
            self.out_valid.next = self.waits_opt[k].out_valid.val();
            self.out.next = self.waits_opt[k].out_update.val();
        }
        for k in 0..self.before_opt.len() {
            self.before_opt[k].next = self.window.out_before_opt[k].val();
        }
        for k in 0..self._ecc {
            self.window.ecc_opt[k].next = self.ecc_opt[k].val();
            self.measure.ecc_opt[k].next = self.ecc_opt[k].val();
            self.of_measure.next = self.measure.fault_opt[k].val();
            self.of_window.next = self.window.fault_opt[k].val();
            self.all_fault.next.corrected = self.of_measure.val().corrected | self.of_window.val().corrected;
            self.all_fault.next.uncorrectable =
                self.of_measure.val().uncorrectable | self.of_window.val().uncorrectable;
            self.fault_opt[k].next = self.all_fault.val();
            self.rom_of_measure.next = self.measure.rom_opt[k].val();
            self.rom_of_window.next = self.window.rom_opt[k].val();
            self.all_rom.next.parity = self.rom_of_measure.val().parity | self.rom_of_window.val().parity;
            self.rom_opt[k].next = self.all_rom.val();
        }
    }
}
