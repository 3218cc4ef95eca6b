//! HPCC++'s window unit in the engine: the table of what waits beside `issue`, the window, its parameter sets, and the
//! host's part of it.

use super::defaults;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::*;
use crate::window::Window;
use layout::record::{Algorithm, Kind};

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
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub set_index: Signal<In, U<4>>,
    pub set: Signal<In, HpccSet>,
    pub host_taken: Signal<In, Bit>,
    pub host: Signal<In, HpccContext>,
    pub writes: Signal<In, Bit>,
    pub enter_we: Signal<In, Bit>,
    pub enter_slot: Signal<In, U<4>>,
    pub enter: Signal<In, Payload>,
    pub issued_valid: Signal<In, Bit>,
    pub issued_host: Signal<In, Bit>,
    pub issued_slot: Signal<In, U<4>>,
    pub issued: Signal<In, IssuedEvent>,
    pub host_ends: Signal<Out, Bit>,
    pub found: Signal<Out, HpccContext>,
    pub out_valid: Signal<Out, Bit>,
    pub out: Signal<Out, Update>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    payload: Table<Payload, 4>,
    window: Window,
    s0_valid: Reg<Bit>,
    s0: DReg<Issued>,
    held: DReg<HpccContext>,
    kept: DReg<HpccContext>,

    ends: Signal<Local, Bit>,
    updates: Signal<Local, Bit>,

    /// Bits 3 to 1 of the codes of hpcc and hpcc-rx.
    algs: Constant<U<3>>,
    kind_host_write: Constant<U<3>>,
    kind_host_read: Constant<U<3>>,
    reset_set: Constant<HpccSet>,
    _ecc: usize,
}

impl HpccUnit {
    /// With check bits, if so.
    pub fn new(ecc: bool) -> Self {
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            set_index: Default::default(),
            set: Default::default(),
            host_taken: Default::default(),
            host: Default::default(),
            writes: Default::default(),
            enter_we: Default::default(),
            enter_slot: Default::default(),
            enter: Default::default(),
            issued_valid: Default::default(),
            issued_host: Default::default(),
            issued_slot: Default::default(),
            issued: Default::default(),
            host_ends: Default::default(),
            found: Default::default(),
            out_valid: Default::default(),
            out: Default::default(),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            rom_opt: option(ecc),
            payload: Default::default(),
            window: Window::with_ecc(ecc),
            s0_valid: Default::default(),
            s0: Default::default(),
            held: Default::default(),
            kept: Default::default(),
            ends: Default::default(),
            updates: Default::default(),
            algs: Constant::new((Algorithm::Hpcc as u64 >> 1).into()),
            kind_host_write: Constant::new((Kind::HostWrite as u64).into()),
            kind_host_read: Constant::new((Kind::HostRead as u64).into()),
            reset_set: Constant::new(defaults::hpcc_set()),
            _ecc: ecc.into(),
        }
    }
}

impl Logic for HpccUnit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module hpcc_unit");
        comment!("@doc HPCC++'s window unit: from issue to update in 27 cycles; a host operation ends in the cycle of its result.");
        comment!(
            "@port init_we the contexts are being initialised, and the parameter sets by the low bits of the address"
        );
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port set_index which parameter set set_we writes");
        comment!(
            "@port set_we writes parameter set set_index, while no event of that set is under way; ignored with init_we"
        );
        comment!("@port set_t_ticks from here to set_tx_weight: the measurement's, not used here");
        comment!("@port host_taken the host's values are to be held from this cycle on");
        comment!("@port writes the host operation under way replaces HPCC++'s part of the context");
        comment!("@port enter_we an event enters a waiting slot: what it brings is kept in the table");
        comment!("@port enter_slot the slot that it enters");
        comment!("@port issued_valid an event is issued in this cycle");
        comment!("@port issued_host it is a host operation, which goes to every unit");
        comment!("@port issued_slot the slot that it leaves");
        comment!("@port issued_ece this and issued_n are not used here");
        comment!("@port host_ends the host operation is at its end; what it found is kept from the next cycle on");
        comment!("@port out_valid an update");
        comment!("@port out_window bytes, U28.12");
        comment!("@port out_pace rate, bytes a ns, U12.28");
        comment!("@port out_flags bit 1 W at w_min, 2 W at w_max, 3 ignored, 4 first telemetry, 5 path changed, 6 too many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts, 10 U saturated, 11 multiplicative, 12 full update, 13 U = 0, 14 rate saturated");
        clock!(self, clock, payload, window, s0_valid, s0, held, kept);

        comment!("the host's values, held while its operation is under way");
        self.held.d.next = self.held.q.val();
        if self.host_taken.val() {
            self.held.d.next = self.host.val();
        }

        comment!("what an event brings waits in a table, by its slot");
        self.payload.we.next = self.enter_we.val();
        self.payload.waddr.next = self.enter_slot.val();
        self.payload.wdata.next = self.enter.val();
        self.payload.raddr.next = self.issued_slot.val();

        comment!("s0: the event, while the table gives what it brought");
        self.s0_valid.d.next = self.issued_valid.val()
            & ((self.issued.val().alg.get_bits::<3>(1) == self.algs.val()) | self.issued_host.val());
        self.s0.d.next.kind = self.issued.val().kind;
        if self.issued_host.val() & !self.writes.val() {
            self.s0.d.next.kind = self.kind_host_read.val();
        }
        self.s0.d.next.qpn = self.issued.val().qpn;
        self.s0.d.next.alg = self.issued.val().alg;
        self.s0.d.next.set = self.issued.val().set;

        comment!("HPCC++'s unit, a cycle after issue");
        self.window.init_we.next = self.init_we.val();
        self.window.init_addr.next = self.init_addr.val();
        self.window.set_we.next = self.set.val().we;
        self.window.set_index.next = self.set_index.val();
        self.window.set.next.t = self.set.val().t;
        self.window.set.next.eta = self.set.val().eta;
        self.window.set.next.max_stage = self.set.val().max_stage;
        self.window.set.next.w_ai = self.set.val().w_ai;
        self.window.set.next.w_min = self.set.val().w_min;
        self.window.set.next.w_max = self.set.val().w_max;
        self.window.set.next.sync_first = self.set.val().sync_first;
        self.window.set.next.rate_gain_m = self.set.val().rate_gain_m;
        self.window.set.next.rate_gain_e = self.set.val().rate_gain_e;
        if self.init_we.val() {
            self.window.set_we.next = true;
            self.window.set_index.next = self.init_addr.val().get_bits::<4>(0);
            self.window.set.next.t = self.reset_set.val().t;
            self.window.set.next.eta = self.reset_set.val().eta;
            self.window.set.next.max_stage = self.reset_set.val().max_stage;
            self.window.set.next.w_ai = self.reset_set.val().w_ai;
            self.window.set.next.w_min = self.reset_set.val().w_min;
            self.window.set.next.w_max = self.reset_set.val().w_max;
            self.window.set.next.sync_first = self.reset_set.val().sync_first;
            self.window.set.next.rate_gain_m = self.reset_set.val().rate_gain_m;
            self.window.set.next.rate_gain_e = self.reset_set.val().rate_gain_e;
        }
        self.window.host.next = self.held.q.val();
        self.window.in_valid.next = self.s0_valid.q.val();
        self.window.in_kind.next = self.s0.q.val().kind;
        self.window.in_qpn.next = self.s0.q.val().qpn;
        self.window.in_set.next = self.s0.q.val().set;
        self.window.in_receiver.next = self.s0.q.val().alg.get_bit(0);
        self.window.in_flags.next = self.payload.rdata.val().flags;
        self.window.in_ignored.next = self.payload.rdata.val().ignored;
        self.window.in_theta.next = self.payload.rdata.val().theta;
        self.window.in_addend.next = self.payload.rdata.val().addend;
        self.window.in_seq.next = self.payload.rdata.val().seq;
        self.window.in_mark.next = self.payload.rdata.val().mark;
        self.ends.next = self.window.out_valid.val()
            & ((self.window.out_kind.val() == self.kind_host_write.val())
                | (self.window.out_kind.val() == self.kind_host_read.val()));

        comment!("what a host operation found is kept");
        self.kept.d.next = self.kept.q.val();
        if self.ends.val() {
            self.kept.d.next.u = self.window.out_u.val();
            self.kept.d.next.w = self.window.out_w.val();
            self.kept.d.next.wc = self.window.out_wc.val();
            self.kept.d.next.inc_stage = self.window.out_inc_stage.val();
            self.kept.d.next.last_update = self.window.out_last_update.val();
        }

        comment!("the update");
        self.updates.next = self.window.out_valid.val() & !self.ends.val();
        self.out.next.kind = self.window.out_kind.val();
        self.out.next.qpn = self.window.out_qpn.val();
        self.out.next.window = bits::<42>(self.window.out_w.val());
        self.out.next.pace = self.window.out_r.val();
        self.out.next.flags = bits::<16>(self.window.out_flags.val());
        self.out.next.feedback = self.window.out_feedback.val();
        self.out_valid.next = self.updates.val();
        self.host_ends.next = self.ends.val();
        self.found.next = self.kept.q.val();
        for k in 0..self._ecc {
            self.window.ecc_opt[k].next = self.ecc_opt[k].val();
            self.fault_opt[k].next = self.window.fault_opt[k].val();
            self.rom_opt[k].next = self.window.rom_opt[k].val();
        }
    }
}
