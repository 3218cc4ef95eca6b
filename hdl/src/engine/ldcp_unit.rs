//! LDCP's window unit in the engine: PAWA and interval, their parameter sets, and the host's part of it.

use super::defaults;
use crate::interval::Interval;
use crate::pawa::Pawa;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::*;
use layout::record::Kind;

/// From issue to update, for all queue pairs.
#[derive(LogicBlock)]
pub struct LdcpUnit {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub set_index: Signal<In, U<4>>,
    pub set: Signal<In, LdcpSet>,
    pub host_taken: Signal<In, Bit>,
    pub host: Signal<In, LdcpContext>,
    pub writes: Signal<In, Bit>,
    pub issued_valid: Signal<In, Bit>,
    pub issued_host: Signal<In, Bit>,
    pub issued: Signal<In, IssuedEvent>,
    pub host_ends: Signal<Out, Bit>,
    pub found: Signal<Out, LdcpContext>,
    pub out_valid: Signal<Out, Bit>,
    pub out: Signal<Out, Update>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    pawa: Pawa,
    interval: Interval,
    held: DReg<LdcpContext>,
    kept: DReg<LdcpContext>,

    ends: Signal<Local, Bit>,

    kind_host_write: Constant<U<3>>,
    kind_host_read: Constant<U<3>>,
    reset_set: Constant<LdcpSet>,
    rom_of_window: Signal<Local, RomFault>,
    rom_of_interval: Signal<Local, RomFault>,
    all_rom: Signal<Local, RomFault>,
    _ecc: usize,
}

impl LdcpUnit {
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
            issued_valid: Default::default(),
            issued_host: Default::default(),
            issued: Default::default(),
            host_ends: Default::default(),
            found: Default::default(),
            out_valid: Default::default(),
            out: Default::default(),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            rom_opt: option(ecc),
            pawa: Pawa::with_ecc(ecc),
            interval: Interval::checked(ecc),
            held: Default::default(),
            kept: Default::default(),
            ends: Default::default(),
            kind_host_write: Constant::new((Kind::HostWrite as u64).into()),
            kind_host_read: Constant::new((Kind::HostRead as u64).into()),
            reset_set: Constant::new(defaults::ldcp_set()),
            rom_of_window: Default::default(),
            rom_of_interval: Default::default(),
            all_rom: Default::default(),
            _ecc: ecc.into(),
        }
    }
}

impl Logic for LdcpUnit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module ldcp_unit");
        comment!("@doc LDCP's window unit: from issue to update in 21 cycles; a host operation ends in the cycle of its result.");
        comment!(
            "@port init_we the contexts are being initialised, and the parameter sets by the low bits of the address"
        );
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port set_index which parameter set set_we writes");
        comment!(
            "@port set_we writes parameter set set_index, while no event of that set is under way; ignored with init_we"
        );
        comment!("@port host_taken the host's values are to be held from this cycle on");
        comment!("@port writes the host operation under way replaces LDCP's part of the context");
        comment!("@port issued_valid an event is issued in this cycle");
        comment!("@port issued_host it is a host operation, which goes to every unit");
        comment!("@port host_ends the host operation is at its end; what it found is kept from the next cycle on");
        comment!("@port out_valid an update");
        comment!("@port out_window packets, U14.28");
        comment!("@port out_pace ns between packets while the window is below one, else 0");
        comment!("@port out_flags bit 0 paced, 1 floor, 2 sat, 3 ignored");
        comment!("@port out_feedback always 0");
        clock!(self, clock, pawa, interval, held, kept);

        comment!("the host's values, held while its operation is under way");
        self.held.d.next = self.held.q.val();
        if self.host_taken.val() {
            self.held.d.next = self.host.val();
        }

        comment!("its events, and all of the host's, of which those that do not write here read");
        self.pawa.init_we.next = self.init_we.val();
        self.pawa.init_addr.next = self.init_addr.val();
        self.pawa.set_we.next = self.set.val().we;
        self.pawa.set_index.next = self.set_index.val();
        self.pawa.set.next.alpha = self.set.val().alpha;
        self.pawa.set.next.beta = self.set.val().beta;
        self.pawa.set.next.gamma = self.set.val().gamma;
        self.pawa.set.next.eta = self.set.val().eta;
        self.pawa.set.next.cw_max = self.set.val().cw_max;
        if self.init_we.val() {
            self.pawa.set_we.next = true;
            self.pawa.set_index.next = self.init_addr.val().get_bits::<4>(0);
            self.pawa.set.next.alpha = self.reset_set.val().alpha;
            self.pawa.set.next.beta = self.reset_set.val().beta;
            self.pawa.set.next.gamma = self.reset_set.val().gamma;
            self.pawa.set.next.eta = self.reset_set.val().eta;
            self.pawa.set.next.cw_max = self.reset_set.val().cw_max;
        }
        self.pawa.host.next = self.held.q.val();
        self.pawa.in_valid.next =
            self.issued_valid.val() & (!self.issued.val().alg.get_bits::<3>(1).any() | self.issued_host.val());
        self.pawa.in_kind.next = self.issued.val().kind;
        if self.issued_host.val() & !self.writes.val() {
            self.pawa.in_kind.next = self.kind_host_read.val();
        }
        self.pawa.in_ece.next = self.issued.val().ece;
        self.pawa.in_n.next = self.issued.val().n;
        self.pawa.in_qpn.next = self.issued.val().qpn;
        self.pawa.in_pcc.next = self.issued.val().alg.get_bit(0);
        self.pawa.in_set.next = self.issued.val().set;
        self.ends.next = self.pawa.out_valid.val()
            & ((self.pawa.out_kind.val() == self.kind_host_write.val())
                | (self.pawa.out_kind.val() == self.kind_host_read.val()));

        comment!("what a host operation found is kept");
        self.kept.d.next = self.kept.q.val();
        if self.ends.val() {
            self.kept.d.next.cw = self.pawa.out_cw.val();
            self.kept.d.next.rtt = self.pawa.out_rtt.val();
        }

        comment!("windows below one packet are paced");
        self.interval.in_valid.next = self.pawa.out_valid.val() & !self.ends.val();
        self.interval.in_kind.next = self.pawa.out_kind.val();
        self.interval.in_qpn.next = self.pawa.out_qpn.val();
        self.interval.in_cw.next = self.pawa.out_cw.val();
        self.interval.in_rtt.next = self.pawa.out_rtt.val();
        self.interval.in_flags.next = self.pawa.out_flags.val();
        self.out_valid.next = self.interval.out_valid.val();
        self.out.next.kind = self.interval.out_kind.val();
        self.out.next.qpn = self.interval.out_qpn.val();
        self.out.next.window = self.interval.out_cw.val();
        self.out.next.pace = bits::<40>(self.interval.out_interval.val());
        self.out.next.flags = bits::<16>(self.interval.out_flags.val());
        self.host_ends.next = self.ends.val();
        self.found.next = self.kept.q.val();
        self.out.next.feedback = false;
        for k in 0..self._ecc {
            self.pawa.ecc_opt[k].next = self.ecc_opt[k].val();
            self.fault_opt[k].next = self.pawa.fault_opt[k].val();
            self.rom_of_window.next = self.pawa.rom_opt[k].val();
            self.rom_of_interval.next = self.interval.rom_opt[k].val();
            self.all_rom.next.parity = self.rom_of_window.val().parity | self.rom_of_interval.val().parity;
            self.rom_opt[k].next = self.all_rom.val();
        }
    }
}
