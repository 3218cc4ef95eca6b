//! LDCP in the engine: PAWA and interval, its page of registers, and the host's part of it.

use super::{LdcpPage, LdcpStartPage};
use crate::interval::Interval;
use crate::pawa::Pawa;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::{Before, LdcpContext, LdcpParams, LowerWindow, Lowers, Update};
use crate::units::{socket_of, waits_of, Socket, Unit, Waits};
use layout::config::{Config, Unit as Name};
use layout::ldcp::{ALPHA, BETA, CW_MAX, ETA, GAMMA};
use layout::record::Kind;
use layout::registers::unit_page;
use layout::timing::{unit_latency, Latency, PAWA_LATENCY};

/// From issue to update, for all queue pairs.
#[derive(LogicBlock)]
pub struct LdcpUnit {
    socket: Socket,

    page: LdcpPage,
    /// With the fast start: a page of its own in the same place, and what a host operation found.
    start_page_opt: Vec<LdcpStartPage>,
    kept_iw_opt: Vec<DReg<U<14>>>,
    pawa: Pawa,
    interval: Interval,
    /// Beside a slower unit.
    waits_opt: Vec<Waits>,
    kept: DReg<LdcpContext>,
    /// With a trace: what the event found, until its update.
    found_cw_opt: Vec<Delay<U<42>>>,
    found_rtt_opt: Vec<Delay<U<24>>>,

    reads: Signal<Local, Bit>,
    lowers: Signal<Local, Lowers>,
    given: Signal<Local, LowerWindow>,
    ends: Signal<Local, Bit>,
    made: Signal<Local, Update>,
    rtt: Signal<Local, RttNs>,
    was: Signal<Local, Before>,

    kind_host_write: Constant<KindCode>,
    kind_host_read: Constant<KindCode>,
    reset_set: Constant<LdcpParams>,
    rom_of_window: Signal<Local, RomFault>,
    rom_of_interval: Signal<Local, RomFault>,
    all_rom: Signal<Local, RomFault>,
    _waits: usize,
    _trace: usize,
    _ecc: usize,
    _fcr: usize,
    _start: usize,
}

socket_of!(LdcpUnit);

impl Unit for LdcpUnit {
    fn unit(&self) -> Name {
        Name::Ldcp
    }
}

impl LdcpUnit {
    /// In the engine of a configuration.
    pub fn new(config: &Config) -> Self {
        let fast_start = config.ldcp.fast_start;
        let (ecc, waits_opt) = (config.rtl.ecc, waits_of(config, Name::Ldcp));
        let reset_set = LdcpParams {
            alpha: ALPHA.reset.into(),
            beta: BETA.reset.into(),
            gamma: GAMMA.reset.into(),
            eta: ETA.reset.into(),
            cw_max: CW_MAX.reset.into(),
        };
        let mut pawa = Pawa::checked(ecc, config.engine.fcr, fast_start);
        pawa.s5_cw_opt = option(config.rtl.trace);
        // s5 is six cycles behind the issue, the result of `pawa` in s13
        let behind_s13 = (unit_latency(config, Name::Ldcp).update - PAWA_LATENCY) as usize
            + (Latency::of(config).update(Name::Ldcp) - unit_latency(config, Name::Ldcp).update) as usize;
        Self {
            socket: Socket::new(config),
            page: LdcpPage::new(&unit_page(config, Name::Ldcp)),
            start_page_opt: fast_start
                .then(|| LdcpStartPage::new(&unit_page(config, Name::Ldcp)))
                .into_iter()
                .collect(),
            kept_iw_opt: option(fast_start),
            pawa,
            found_cw_opt: (0..usize::from(config.rtl.trace)).map(|_| Delay::new(8 + behind_s13)).collect(),
            found_rtt_opt: (0..usize::from(config.rtl.trace)).map(|_| Delay::new(behind_s13)).collect(),
            interval: Interval::checked(ecc),
            _waits: waits_opt.len(),
            waits_opt,
            kept: Default::default(),
            reads: Default::default(),
            lowers: Default::default(),
            given: Default::default(),
            ends: Default::default(),
            made: Default::default(),
            rtt: Default::default(),
            was: Default::default(),
            kind_host_write: Constant::new((Kind::HostWrite as u64).into()),
            kind_host_read: Constant::new((Kind::HostRead as u64).into()),
            reset_set: Constant::new(reset_set),
            rom_of_window: Default::default(),
            rom_of_interval: Default::default(),
            all_rom: Default::default(),
            _trace: config.rtl.trace.into(),
            _ecc: ecc.into(),
            _fcr: config.engine.fcr.into(),
            _start: fast_start.into(),
        }
    }
}

impl Logic for LdcpUnit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module ldcp_unit");
        comment!("@doc LDCP's window unit with its registers: from issue to update in @ldcp_latency cycles; a host operation ends in the cycle of its result.");
        comment!(
            "@port init_we the contexts are being initialised, and the parameter sets by the low bits of the address"
        );
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port taken the write on the bus has an effect");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port starts bit 0: the parameter set is to be written; the others are 0");
        comment!("@port writes_set writes it, while no event of that set is under way");
        comment!("@port host_writes the host operation under way replaces LDCP's part of the context");
        comment!("@port issued_valid an event is issued in this cycle");
        comment!("@port issued_host it is a host operation, which goes to every unit");
        comment!("@port host_ends the host operation is at its end; what it found is kept from the next cycle on");
        comment!("@port out_valid an update");
        comment!("@port out_window packets, U14.28");
        comment!("@port out_pace ns between packets while the window is below one, else 0");
        comment!("@port out_flags bit 0 paced, 1 floor, 2 sat, 3 ignored");
        comment!("@port out_feedback 0");
        clock!(self, clock, page, pawa, interval, kept);

        comment!("the registers");
        self.page.bus.next = self.bus.val();
        self.page.init_done.next = !self.init_we.val();
        self.page.found.next = self.kept.q.val();
        self.taken.next = self.page.taken.val();
        self.rdata.next = self.page.rdata.val();
        self.starts.next = bits::<UNIT_PLACES>(self.page.set_start.val());

        for k in 0..self._start {
            comment!("of the fast start a page of its own, in the same place");
            clock!(self, clock, start_page_opt[k], kept_iw_opt[k]);
            self.start_page_opt[k].bus.next = self.bus.val();
            self.start_page_opt[k].init_done.next = !self.init_we.val();
            self.start_page_opt[k].found.next = self.kept_iw_opt[k].q.val();
            self.taken.next = self.page.taken.val() | self.start_page_opt[k].taken.val();
            self.rdata.next = self.page.rdata.val() | self.start_page_opt[k].rdata.val();
            self.pawa.host_iw_opt[k].next = self.start_page_opt[k].host_iw.val();
            self.pawa.in_loss_opt[k].next = self.issued.val().loss;
            self.pawa.in_confirms_opt[k].next = self.confirms_opt[k].val();
        }

        comment!("its events, and all of the host's, of which those that do not write here read");
        self.pawa.init_we.next = self.init_we.val();
        self.pawa.init_addr.next = self.init_addr.val();
        self.pawa.set_we.next = self.writes_set.val();
        self.pawa.set_index.next = self.page.set_index.val();
        self.pawa.set.next = self.page.set.val();
        if self.init_we.val() {
            self.pawa.set_we.next = true;
            self.pawa.set_index.next = self.init_addr.val().get_bits::<4>(0);
            self.pawa.set.next = self.reset_set.val();
        }
        self.pawa.host.next = self.page.host.val();
        self.pawa.in_valid.next =
            self.issued_valid.val() & (!self.issued.val().alg.get_bits::<3>(1).any() | self.issued_host.val());
        self.pawa.in_kind.next = self.issued.val().kind;
        if self.issued_host.val() & !self.host_writes.val() {
            self.pawa.in_kind.next = self.kind_host_read.val();
        }
        self.pawa.in_n0.next = self.issued.val().n0;
        self.pawa.in_n1.next = self.issued.val().n1;
        self.pawa.in_qpn.next = self.issued.val().qpn;
        self.pawa.in_pcc.next = self.issued.val().alg.get_bit(0);
        self.pawa.in_set.next = self.issued.val().set;

        comment!("what a host operation found is kept");
        self.reads.next = self.pawa.out_valid.val() & (self.pawa.out_kind.val() == self.kind_host_read.val());
        self.ends.next =
            self.reads.val() | (self.pawa.out_valid.val() & (self.pawa.out_kind.val() == self.kind_host_write.val()));
        self.kept.d.next = self.kept.q.val();
        if self.reads.val() {
            self.kept.d.next.cw = self.pawa.out_cw.val();
            self.kept.d.next.rtt = self.pawa.out_rtt.val();
        }
        for k in 0..self._start {
            self.kept_iw_opt[k].d.next = self.kept_iw_opt[k].q.val();
            if self.reads.val() {
                self.kept_iw_opt[k].d.next = self.pawa.out_iw_opt[k].val();
            }
        }
        for k in 0..self._fcr {
            comment!("of FCR's operation nothing is kept; it lowers cw, if it is LDCP's");
            self.lowers.next = self.lower_opt[k].val();
            self.given.next.on = self.lowers.val().on & !self.lowers.val().alg.get_bits::<3>(1).any();
            self.given.next.window = self.lowers.val().window;
            self.pawa.lower_opt[k].next = self.given.val();
            if self.lowers.val().reads {
                self.kept.d.next = self.kept.q.val();
            }
            for j in 0..self._start {
                if self.lowers.val().reads {
                    self.kept_iw_opt[j].d.next = self.kept_iw_opt[j].q.val();
                }
            }
        }
        self.host_ends.next = self.ends.val();

        comment!("windows below one packet are paced");
        self.interval.in_valid.next = self.pawa.out_valid.val() & !self.ends.val();
        self.interval.in_kind.next = self.pawa.out_kind.val();
        self.interval.in_qpn.next = self.pawa.out_qpn.val();
        self.interval.in_cw.next = self.pawa.out_cw.val();
        self.interval.in_rtt.next = self.pawa.out_rtt.val();
        self.interval.in_flags.next = self.pawa.out_flags.val();

        comment!("the update");
        self.made.next.kind = self.interval.out_kind.val();
        self.made.next.qpn = self.interval.out_qpn.val();
        self.made.next.window = self.interval.out_cw.val();
        self.made.next.pace = bits::<40>(self.interval.out_interval.val());
        self.made.next.flags = bits::<16>(self.interval.out_flags.val());
        self.made.next.feedback = false;
        self.out_valid.next = self.interval.out_valid.val();
        self.out.next = self.made.val();
        for k in 0..self._waits {
            comment!("it waits for those of a slower unit, so that all come in the order of issue");
            clock!(self, clock, waits_opt[k]);
            self.waits_opt[k].in_valid.next = self.interval.out_valid.val();
            self.waits_opt[k].in_update.next = self.made.val();
            self.out_valid.next = self.waits_opt[k].out_valid.val();
            self.out.next = self.waits_opt[k].out_update.val();
        }
        for k in 0..self._trace {
            comment!("what its event found, as late as the update");
            clock!(self, clock, found_cw_opt[k], found_rtt_opt[k]);
            self.found_cw_opt[k].d.next = self.pawa.s5_cw_opt[k].val();
            self.found_rtt_opt[k].d.next = self.pawa.out_rtt.val();
            self.rtt.next = self.found_rtt_opt[k].q.val();
            self.was.next.known = true;
            self.was.next.u = 0.into();
            self.was.next.window = self.found_cw_opt[k].q.val();
            self.was.next.wc = 0.into();
            self.was.next.last = bits::<32>(self.rtt.val());
            self.was.next.stage = 0.into();
            self.before_opt[k].next = self.was.val();
        }
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
