//! DCTCP in the engine: its window, its page of registers, and the host's part of it.

use super::{Dctcp, DctcpContext, DctcpPage, DctcpParams};
use crate::prelude::*;
use crate::records::{Before, IssuedEvent, LowerWindow, Lowers, Sense, Update};
use crate::units::{socket_of, waits_of, Socket, Unit, Waits};
use layout::config::{Config, Unit as Name};
use layout::dctcp::{CWND_MAX, CWND_MIN, G};
use layout::record::{Algorithm, Kind};
use layout::registers::unit_page;

/// From issue to update, for all queue pairs.
#[derive(LogicBlock)]
pub struct DctcpUnit {
    socket: Socket,

    page: DctcpPage,
    dctcp: Dctcp,
    /// Beside a slower unit.
    waits_opt: Vec<Waits>,
    s0_valid: Reg<Bit>,
    s0: DReg<IssuedEvent>,
    kept: DReg<DctcpContext>,

    sensed: Signal<Local, Sense>,
    reads: Signal<Local, Bit>,
    lowers: Signal<Local, Lowers>,
    given: Signal<Local, LowerWindow>,
    ends: Signal<Local, Bit>,
    made_valid: Signal<Local, Bit>,
    made: Signal<Local, Update>,
    was: Signal<Local, Before>,

    alg: Constant<AlgCode>,
    kind_host_write: Constant<KindCode>,
    kind_host_read: Constant<KindCode>,
    reset_set: Constant<DctcpParams>,
    _waits: usize,
    _ecc: usize,
    _fcr: usize,
}

socket_of!(DctcpUnit);

impl Unit for DctcpUnit {
    fn unit(&self) -> Name {
        Name::Dctcp
    }
}

impl DctcpUnit {
    /// In the engine of a configuration.
    pub fn new(config: &Config) -> Self {
        let (ecc, waits_opt) = (config.rtl.ecc, waits_of(config, Name::Dctcp));
        let reset_set =
            DctcpParams { g: G.reset.into(), cwnd_min: CWND_MIN.reset.into(), cwnd_max: CWND_MAX.reset.into() };
        Self {
            socket: Socket::new(config),
            page: DctcpPage::new(&unit_page(config, Name::Dctcp)),
            dctcp: Dctcp::checked(ecc, config.engine.fcr),
            _waits: waits_opt.len(),
            waits_opt,
            s0_valid: Default::default(),
            s0: Default::default(),
            kept: Default::default(),
            sensed: Default::default(),
            reads: Default::default(),
            lowers: Default::default(),
            given: Default::default(),
            ends: Default::default(),
            made_valid: Default::default(),
            made: Default::default(),
            was: Default::default(),
            alg: Constant::new((Algorithm::Dctcp as u64).into()),
            kind_host_write: Constant::new((Kind::HostWrite as u64).into()),
            kind_host_read: Constant::new((Kind::HostRead as u64).into()),
            reset_set: Constant::new(reset_set),
            _ecc: ecc.into(),
            _fcr: config.engine.fcr.into(),
        }
    }
}

impl Logic for DctcpUnit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dctcp_unit");
        comment!("@doc DCTCP's window unit with its registers: from issue to update in 31 cycles, or as long as the slowest unit's; a host operation ends in the cycle of its result.");
        comment!(
            "@port init_we the contexts are being initialised, and the parameter sets by the low bits of the address"
        );
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port taken the write on the bus has an effect");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port starts bit 3: the parameter set is to be written; the others are 0");
        comment!("@port writes_set writes it, while no event of that set is under way");
        comment!("@port host_writes the host operation under way replaces DCTCP's part of the context");
        comment!("@port issued_valid an event is issued in this cycle");
        comment!("@port issued_host it is a host operation, which goes to every unit");
        comment!("@port host_ends the host operation is at its end; what it found is kept from the next cycle on");
        comment!("@port out_valid an update");
        comment!("@port out_window packets, U14.28");
        comment!("@port out_pace 0");
        comment!("@port out_flags bit 1 at cwnd_min, 2 at cwnd_max, 3 ignored, 4 the window ends, 5 cut, 6 slow start, 7 a count saturated");
        comment!("@port out_feedback 0");
        clock!(self, clock, page, dctcp, s0_valid, s0, kept);

        comment!("the registers");
        self.page.bus.next = self.bus.val();
        self.page.init_done.next = !self.init_we.val();
        self.page.found.next = self.kept.q.val();
        self.taken.next = self.page.taken.val();
        self.rdata.next = self.page.rdata.val();
        self.starts.next = bits::<UNIT_PLACES>(self.page.set_start.val()) << 3;

        comment!("s0: the event, while what waited beside it is read");
        self.s0_valid.d.next =
            self.issued_valid.val() & ((self.issued.val().alg == self.alg.val()) | self.issued_host.val());
        self.s0.d.next = self.issued.val();
        if self.issued_host.val() & !self.host_writes.val() {
            self.s0.d.next.kind = self.kind_host_read.val();
        }

        comment!("DCTCP's window, a cycle after issue");
        self.dctcp.init_we.next = self.init_we.val();
        self.dctcp.init_addr.next = self.init_addr.val();
        self.dctcp.set_we.next = self.writes_set.val();
        self.dctcp.set_index.next = self.page.set_index.val();
        self.dctcp.set.next = self.page.set.val();
        if self.init_we.val() {
            self.dctcp.set_we.next = true;
            self.dctcp.set_index.next = self.init_addr.val().get_bits::<4>(0);
            self.dctcp.set.next = self.reset_set.val();
        }
        self.dctcp.host.next = self.page.host.val();
        self.dctcp.in_valid.next = self.s0_valid.q.val();
        self.dctcp.in_kind.next = self.s0.q.val().kind;
        self.dctcp.in_n0.next = self.s0.q.val().n0;
        self.dctcp.in_n1.next = self.s0.q.val().n1;
        self.sensed.next = self.sense_opt[0].val();
        self.dctcp.in_seq.next = self.sensed.val().seq;
        self.dctcp.in_snd_nxt.next = self.sensed.val().snd_max;
        self.dctcp.in_loss.next = self.s0.q.val().loss;
        self.dctcp.in_qpn.next = self.s0.q.val().qpn;
        self.dctcp.in_set.next = self.s0.q.val().set;

        comment!("what a host operation found is kept");
        self.reads.next = self.dctcp.out_valid.val() & (self.dctcp.out_kind.val() == self.kind_host_read.val());
        self.ends.next =
            self.reads.val() | (self.dctcp.out_valid.val() & (self.dctcp.out_kind.val() == self.kind_host_write.val()));
        self.kept.d.next = self.kept.q.val();
        if self.reads.val() {
            self.kept.d.next.cwnd = self.dctcp.out_cwnd.val();
            self.kept.d.next.ssthresh = self.dctcp.out_ssthresh.val();
            self.kept.d.next.cp = self.dctcp.out_cp.val();
            self.kept.d.next.window_end = self.dctcp.out_window_end.val();
            self.kept.d.next.acked = self.dctcp.out_acked.val();
            self.kept.d.next.marked = self.dctcp.out_marked.val();
            self.kept.d.next.cut = self.dctcp.out_cut.val();
        }
        for k in 0..self._fcr {
            comment!("of FCR's operation nothing is kept; it lowers cwnd, if it is DCTCP's");
            self.lowers.next = self.lower_opt[k].val();
            self.given.next.on = self.lowers.val().on & (self.lowers.val().alg == self.alg.val());
            self.given.next.window = self.lowers.val().window;
            self.dctcp.lower_opt[k].next = self.given.val();
            if self.lowers.val().reads {
                self.kept.d.next = self.kept.q.val();
            }
        }
        self.host_ends.next = self.ends.val();

        comment!("the update");
        self.made_valid.next = self.dctcp.out_valid.val() & !self.ends.val();
        self.made.next.kind = self.dctcp.out_kind.val();
        self.made.next.qpn = self.dctcp.out_qpn.val();
        self.made.next.window = bits::<42>(self.dctcp.out_cwnd.val()) << 1;
        self.made.next.pace = 0.into();
        self.made.next.flags = bits::<16>(self.dctcp.out_flags.val());
        self.made.next.feedback = false;
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
            comment!("a trace has nothing of a context here");
            self.was.next.known = false;
            self.was.next.u = 0.into();
            self.was.next.window = 0.into();
            self.was.next.wc = 0.into();
            self.was.next.last = 0.into();
            self.was.next.stage = 0.into();
            self.before_opt[k].next = self.was.val();
        }
        for k in 0..self._ecc {
            self.dctcp.ecc_opt[k].next = self.ecc_opt[k].val();
            self.fault_opt[k].next = self.dctcp.fault_opt[k].val();
            self.rom_opt[k].next = self.dctcp.rom_opt[k].val();
        }
    }
}
