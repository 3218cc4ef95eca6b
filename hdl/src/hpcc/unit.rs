//! HPCC++ in the engine: its window, its page of registers, and the host's part of it.

use super::{defaults, HpccPage};
use crate::prelude::*;
use crate::records::{HpccContext, LowerWindow, Lowers, Payload, Update, WindowParams};
use crate::units::{socket_of, waits_of, Socket, Unit, Waits};
use crate::window::Window;
use layout::config::{Config, Unit as Name};
use layout::record::{Algorithm, Kind};
use layout::registers::unit_page;

logic_struct! {
    /// What of an issued event its payload is read beside.
    pub struct Issued {
        pub kind: U<3>,
        pub qpn: Qpn,
        pub alg: U<4>,
        pub set: U<4>,
    }
}

/// From issue to update, for all queue pairs.
#[derive(LogicBlock)]
pub struct HpccUnit {
    socket: Socket,

    page: HpccPage,
    window: Window,
    /// Beside a slower unit.
    waits_opt: Vec<Waits>,
    s0_valid: Reg<Bit>,
    s0: DReg<Issued>,
    kept: DReg<HpccContext>,

    reads: Signal<Local, Bit>,
    lowers: Signal<Local, Lowers>,
    given: Signal<Local, LowerWindow>,
    ends: Signal<Local, Bit>,
    found_of_hops: Signal<Local, Payload>,
    made_valid: Signal<Local, Bit>,
    made: Signal<Local, Update>,

    /// Bits 3 to 1 of the codes of hpcc and hpcc-rx.
    algs: Constant<U<3>>,
    kind_host_write: Constant<U<3>>,
    kind_host_read: Constant<U<3>>,
    reset_set: Constant<WindowParams>,
    _waits: usize,
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
        Self {
            socket: Socket::with_hops(config),
            page: HpccPage::new(&unit_page(config, Name::Hpcc)),
            window: Window::checked(ecc, config.engine.fcr),
            _waits: waits_opt.len(),
            waits_opt,
            s0_valid: Default::default(),
            s0: Default::default(),
            kept: Default::default(),
            reads: Default::default(),
            lowers: Default::default(),
            given: Default::default(),
            ends: Default::default(),
            found_of_hops: Default::default(),
            made_valid: Default::default(),
            made: Default::default(),
            algs: Constant::new((Algorithm::Hpcc as u64 >> 1).into()),
            kind_host_write: Constant::new((Kind::HostWrite as u64).into()),
            kind_host_read: Constant::new((Kind::HostRead as u64).into()),
            reset_set: Constant::new(defaults::window_params()),
            _ecc: ecc.into(),
            _fcr: config.engine.fcr.into(),
        }
    }
}

impl Logic for HpccUnit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module hpcc_unit");
        comment!("@doc HPCC++'s window unit with its registers: from issue to update in 27 cycles, or as long as the slowest unit's; a host operation ends in the cycle of its result.");
        comment!(
            "@port init_we the contexts are being initialised, and the parameter sets by the low bits of the address"
        );
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port taken the write on the bus has an effect");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port starts bit 1: the parameter set is to be written; the others are 0");
        comment!("@port writes_set writes the window's part of it, while no event of that set is under way");
        comment!("@port host_writes the host operation under way replaces HPCC++'s part of the context");
        comment!("@port issued_valid an event is issued in this cycle");
        comment!("@port issued_host it is a host operation, which goes to every unit");
        comment!("@port issued_n0 this, issued_n1 and issued_loss are not used here");
        comment!(
            "@port hops_flags from here to hops_mark: what the measurement found of the event, a cycle after its issue"
        );
        comment!("@port host_ends the host operation is at its end; what it found is kept from the next cycle on");
        comment!("@port out_valid an update");
        comment!("@port out_window bytes, U28.12");
        comment!("@port out_pace rate, bytes a ns, U12.28");
        comment!("@port out_flags bit 1 W at w_min, 2 W at w_max, 3 ignored, 4 first telemetry, 5 path changed, 6 too many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts, 10 U saturated, 11 multiplicative, 12 full update, 13 U = 0, 14 rate saturated");
        clock!(self, clock, page, window, s0_valid, s0, kept);

        comment!("the registers");
        self.page.bus.next = self.bus.val();
        self.page.init_done.next = !self.init_we.val();
        self.page.found.next = self.kept.q.val();
        self.taken.next = self.page.taken.val();
        self.rdata.next = self.page.rdata.val();
        self.starts.next = bits::<5>(self.page.set_start.val()) << 1;
        self.measure_opt[0].next = self.page.measure.val();

        comment!("s0: the event, while what the measurement found of it is read");
        self.s0_valid.d.next = self.issued_valid.val()
            & ((self.issued.val().alg.get_bits::<3>(1) == self.algs.val()) | self.issued_host.val());
        self.s0.d.next.kind = self.issued.val().kind;
        if self.issued_host.val() & !self.host_writes.val() {
            self.s0.d.next.kind = self.kind_host_read.val();
        }
        self.s0.d.next.qpn = self.issued.val().qpn;
        self.s0.d.next.alg = self.issued.val().alg;
        self.s0.d.next.set = self.issued.val().set;

        comment!("HPCC++'s window, a cycle after issue");
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
        self.window.in_valid.next = self.s0_valid.q.val();
        self.window.in_kind.next = self.s0.q.val().kind;
        self.window.in_qpn.next = self.s0.q.val().qpn;
        self.window.in_set.next = self.s0.q.val().set;
        self.window.in_receiver.next = self.s0.q.val().alg.get_bit(0);
        self.found_of_hops.next = self.hops_opt[0].val();
        self.window.in_flags.next = self.found_of_hops.val().flags;
        self.window.in_ignored.next = self.found_of_hops.val().ignored;
        self.window.in_theta.next = self.found_of_hops.val().theta;
        self.window.in_addend.next = self.found_of_hops.val().addend;
        self.window.in_seq.next = self.found_of_hops.val().seq;
        self.window.in_mark.next = self.found_of_hops.val().mark;

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
        for k in 0..self._ecc {
            self.window.ecc_opt[k].next = self.ecc_opt[k].val();
            self.fault_opt[k].next = self.window.fault_opt[k].val();
            self.rom_opt[k].next = self.window.rom_opt[k].val();
        }
    }
}
