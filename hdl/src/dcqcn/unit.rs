//! DCQCN in the engine: which events count, its page of registers, the host's part of it, and its updates.

use super::published::{DcqcnFormPage, Form, Timers};
use super::stages::{Chosen, DcqcnFound, DcqcnSet, Update as Period};
use super::{Dcqcn, DcqcnPage};
use crate::prelude::*;
use crate::records::{Before, LowerRate, Lowers, Tick, Timed};
use crate::rewrite::RewriteEcc;
use crate::units::{socket_of, Socket, Unit, Waits};
use layout::config::{Config, Unit as Name};
use layout::dcqcn::*;
use layout::record::{flag::IGNORED, Algorithm};
use layout::registers::unit_page;
use layout::timing::Latency;

/// The block `dcqcn` with all that an engine wants of it, for all queue pairs.
#[derive(LogicBlock)]
pub struct DcqcnUnit {
    socket: Socket,

    page: DcqcnPage,
    form_page_opt: Vec<DcqcnFormPage>,
    dcqcn: Dcqcn,

    // whose a QP is, as the last operation of the host left it: for packets sent, and for updates
    own_sent: Ram<Chosen, QPN>,
    own_ticks: Ram<Chosen, QPN>,
    chooses: Reg<Bit>,
    choice: Signal<Local, Chosen>,
    chosen: Signal<Local, Chosen>,
    chosen_we: Signal<Local, Bit>,
    chosen_at: Signal<Local, Qpn>,

    // events
    is_own: Signal<Local, Bit>,
    cnp: Reg<Bit>,
    cnps: DReg<U<14>>,
    cnp_qpn: DReg<Qpn>,
    sent_1: Reg<Bit>,
    sent_2: Reg<Bit>,
    sent_qpn: Delay<Qpn>,
    /// The QP is chosen anew in the cycle of the report.
    sent_meets_1: DReg<Bit>,
    sent_meets_2: DReg<Bit>,
    sent_own: Signal<Local, Chosen>,
    packets: Fifo<Qpn, 7>,
    full: Signal<Local, Bit>,
    lost: Reg<U<32>>,
    event_update: Waits,

    // the host
    enters: Signal<Local, Bit>,
    busy: Reg<Bit>,
    host_qpn: DReg<Qpn>,
    reads: Signal<Local, Bit>,
    lowers: Signal<Local, Lowers>,
    given: Signal<Local, LowerRate>,
    kept: DReg<DcqcnFound>,
    kept_timers_opt: Vec<DReg<Timers>>,
    /// Cycles for which no period has begun.
    held: Reg<U<6>>,

    // updates
    room: Signal<Local, Bit>,
    tick_1: Reg<Bit>,
    tick_2: Reg<Bit>,
    tick_meets_1: DReg<Bit>,
    tick_meets_2: DReg<Bit>,
    period: Delay<Period>,
    tick_own: Signal<Local, Chosen>,
    ticks: Fifo<Tick, 3>,

    told: Signal<Local, Timed>,
    offered: Signal<Local, Tick>,

    alg_p: Constant<AlgCode>,
    alg_d: Constant<AlgCode>,
    /// The code of a QP that nobody has chosen, where it counts as dcqcn-p.
    alg_first: Constant<U<4>>,
    first: Constant<U<1>>,
    ignored: Constant<U<16>>,
    held_enough: Constant<U<6>>,
    reset_set: Constant<DcqcnSet>,
    reset_form_opt: Vec<Constant<Form>>,
    block_ecc: Signal<Local, RewriteEcc>,
    was: Signal<Local, Before>,
    ecc_in: Signal<Local, Ecc>,
    of_block: Signal<Local, Fault>,
    of_sent: Signal<Local, Fault>,
    of_ticks: Signal<Local, Fault>,
    all_fault: Signal<Local, Fault>,
    _fcr: usize,
    _ecc: usize,
    _published: usize,
}

socket_of!(DcqcnUnit);

impl Unit for DcqcnUnit {
    fn unit(&self) -> Name {
        Name::Dcqcn
    }
}

impl DcqcnUnit {
    /// In the engine of a configuration.
    pub fn new(config: &Config) -> Self {
        let ecc = config.rtl.ecc;
        let reset_set = DcqcnSet {
            g: G.reset.into(),
            rai: RAI.reset.into(),
            line: LINE.reset.into(),
            rc_min: RC_MIN.reset.into(),
            recovery: RECOVERY.reset.into(),
            doublings: DOUBLINGS.reset.into(),
            snap_mask: ((1 << SNAP.reset) - 1).into(),
            old_cp: OLD_CP.reset == 1,
            clamp_target: CLAMP_TARGET.reset == 1,
            min_tx: MIN_TX.reset.into(),
            incast_periods: INCAST_PERIODS.reset.into(),
        };
        let form = Form {
            published: PUBLISHED.reset == 1,
            alpha_periods: ALPHA_PERIODS.reset.into(),
            rate_periods: RATE_PERIODS.reset.into(),
            byte_packets: BYTE_PACKETS.reset.into(),
            hai: HAI.reset.into(),
        };
        let published = config.dcqcn.published;
        /// None or one.
        fn of<T>(there: bool, one: impl FnOnce() -> T) -> Vec<T> {
            there.then(one).into_iter().collect()
        }
        let code = |algorithm: Algorithm| algorithm as u64;
        // the first that is built stands for those that are not
        let is_first = config.codes().trailing_zeros() as u64 == code(Algorithm::DcqcnP);
        let alg_first = if is_first { 0 } else { code(Algorithm::DcqcnP) };
        Self {
            socket: Socket::with_timer(config),
            page: DcqcnPage::new(&unit_page(config, Name::Dcqcn)),
            form_page_opt: of(published, || DcqcnFormPage::new(&unit_page(config, Name::Dcqcn))),
            dcqcn: Dcqcn::checked(ecc, config.engine.fcr, config.dcqcn.published),
            own_sent: Ram::with_ecc(ecc),
            own_ticks: Ram::with_ecc(ecc),
            chooses: Default::default(),
            choice: Default::default(),
            chosen: Default::default(),
            chosen_we: Default::default(),
            chosen_at: Default::default(),
            is_own: Default::default(),
            cnp: Default::default(),
            cnps: Default::default(),
            cnp_qpn: Default::default(),
            sent_1: Default::default(),
            sent_2: Default::default(),
            sent_qpn: Delay::new(2),
            sent_meets_1: Default::default(),
            sent_meets_2: Default::default(),
            sent_own: Default::default(),
            packets: Fifo::new(TX_QUEUE.ilog2() as usize),
            full: Default::default(),
            lost: Default::default(),
            event_update: Waits::new(Latency::of(config).update(Name::Dcqcn) as usize),
            enters: Default::default(),
            busy: Default::default(),
            host_qpn: Default::default(),
            reads: Default::default(),
            lowers: Default::default(),
            given: Default::default(),
            kept: Default::default(),
            kept_timers_opt: of(published, Default::default),
            held: Default::default(),
            room: Default::default(),
            tick_1: Default::default(),
            tick_2: Default::default(),
            tick_meets_1: Default::default(),
            tick_meets_2: Default::default(),
            period: Delay::new(2),
            tick_own: Default::default(),
            ticks: Fifo::new(2),
            told: Default::default(),
            offered: Default::default(),
            alg_p: Constant::new(code(Algorithm::DcqcnP).into()),
            alg_d: Constant::new(code(Algorithm::DcqcnD).into()),
            alg_first: Constant::new(alg_first.into()),
            first: Constant::new(u64::from(is_first).into()),
            ignored: Constant::new(u64::from(IGNORED).into()),
            held_enough: Constant::new(u64::from(SET_WAITS + more_cycles(config)).into()),
            reset_set: Constant::new(reset_set),
            reset_form_opt: of(published, || Constant::new(form)),
            block_ecc: Default::default(),
            was: Default::default(),
            ecc_in: Default::default(),
            of_block: Default::default(),
            of_sent: Default::default(),
            of_ticks: Default::default(),
            all_fault: Default::default(),
            _fcr: config.engine.fcr.into(),
            _ecc: ecc.into(),
            _published: published.into(),
        }
    }
}

impl Logic for DcqcnUnit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn_unit");
        comment!("@doc DCQCN's unit with its registers. An event's update says nothing of a rate; that comes from the timer, at the end of a period.");
        comment!(
            "@port init_we the contexts are being initialised, and the parameter sets by the low bits of the address"
        );
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port taken the write on the bus has an effect");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port starts bit 2: the parameter set is to be written; the others are 0");
        comment!("@port writes_set writes it, while no period is under way");
        comment!("@port host_writes the host operation under way replaces DCQCN's part of the context");
        comment!("@port issued_valid an event is issued in this cycle");
        comment!("@port issued_host it is a host operation, which goes to every unit");
        comment!("@port host_ends the host operation is at its end; what it found is kept from the next cycle on");
        comment!("@port out_valid the update of an event");
        comment!("@port out_window 0");
        comment!("@port out_pace 0");
        comment!("@port out_flags bit 3 ignored");
        comment!("@port out_feedback 0");
        comment!("@constant alg_first where DCQCN is the first unit the algorithm of code 0, which then stands for what is not built; else dcqcn-p again");
        comment!("@constant first 1: it is the first unit");
        comment!("@constant ignored flag of an update: the event changes nothing");
        comment!("@constant held_enough cycles without a new period, after which a parameter set may be written");
        clock!(self, clock, page, dcqcn, own_sent, own_ticks, chooses, cnp, cnps, cnp_qpn, sent_1, sent_2, sent_qpn);
        clock!(self, clock, sent_meets_1, sent_meets_2, packets, lost, event_update, busy, host_qpn, kept, held);
        clock!(self, clock, tick_1, tick_2, tick_meets_1, tick_meets_2, period, ticks);
        self.told.next = self.timed_opt[0].val();

        comment!("the registers");
        self.page.bus.next = self.bus.val();
        self.page.init_done.next = !self.init_we.val();
        self.page.found.next = self.kept.q.val();
        self.taken.next = self.page.taken.val();
        self.rdata.next = self.page.rdata.val();
        self.starts.next = bits::<UNIT_PLACES>(self.page.set_start.val()) << 2;
        for k in 0..self._published {
            comment!("of the published form a page of its own, in the same place");
            clock!(self, clock, form_page_opt[k], kept_timers_opt[k]);
            self.form_page_opt[k].bus.next = self.bus.val();
            self.form_page_opt[k].init_done.next = !self.init_we.val();
            self.form_page_opt[k].found.next = self.kept_timers_opt[k].q.val();
            self.taken.next = self.page.taken.val() | self.form_page_opt[k].taken.val();
            self.rdata.next = self.page.rdata.val() | self.form_page_opt[k].rdata.val();
            self.dcqcn.form_opt[k].next = self.form_page_opt[k].form.val();
            if self.init_we.val() {
                self.dcqcn.form_opt[k].next = self.reset_form_opt[k].val();
            }
        }
        self.dcqcn.cfg_period.next = self.page.cfg_period.val();
        self.dcqcn.cfg_jitter_mask.next = self.page.cfg_jitter_mask.val();
        self.dcqcn.cfg_seed.next = self.page.cfg_seed.val();

        comment!(
            "whose a QP is, a cycle behind the issue of an operation; which of them is read in that cycle sees it"
        );
        self.enters.next = self.issued_valid.val() & self.issued_host.val();
        self.chooses.d.next = self.enters.val();
        self.choice.next.own = (self.told.val().alg == self.alg_p.val())
            | (self.told.val().alg == self.alg_d.val())
            | (self.told.val().alg == self.alg_first.val());
        self.choice.next.deterministic = self.told.val().alg == self.alg_d.val();
        self.chosen.next = self.choice.val();
        self.chosen_at.next = self.host_qpn.q.val();
        if self.init_we.val() {
            self.chosen.next.own = self.first.val().get_bit(0);
            self.chosen.next.deterministic = false;
            self.chosen_at.next = self.init_addr.val();
        }
        self.chosen_we.next = self.chooses.q.val() | self.init_we.val();
        self.own_sent.we.next = self.chosen_we.val();
        self.own_sent.waddr.next = self.chosen_at.val();
        self.own_sent.wdata.next = self.chosen.val();
        self.own_ticks.we.next = self.chosen_we.val();
        self.own_ticks.waddr.next = self.chosen_at.val();
        self.own_ticks.wdata.next = self.chosen.val();

        comment!("CNPs count, a cycle behind their issue");
        self.is_own.next = self.issued_valid.val()
            & !self.issued_host.val()
            & ((self.issued.val().alg == self.alg_p.val()) | (self.issued.val().alg == self.alg_d.val()));
        self.cnp.d.next = self.is_own.val() & self.issued.val().n1.any();
        self.cnps.d.next = self.issued.val().n1;
        self.cnp_qpn.d.next = self.issued.val().qpn;

        comment!("so does a packet sent, of its own QPs; it waits for a cycle without a CNP. What finds no place is not counted");
        self.own_sent.raddr.next = self.told.val().tx_qpn;
        self.sent_1.d.next = self.told.val().tx_valid & !self.init_we.val();
        self.sent_2.d.next = self.sent_1.q.val();
        self.sent_qpn.d.next = self.told.val().tx_qpn;
        self.sent_meets_1.d.next = self.chosen_we.val() & (self.chosen_at.val() == self.told.val().tx_qpn);
        self.sent_meets_2.d.next = self.sent_meets_1.q.val();
        self.sent_own.next = self.own_sent.rdata.val();
        if self.sent_meets_2.q.val() {
            self.sent_own.next = self.choice.val();
        }
        self.packets.in_valid.next = self.sent_2.q.val() & self.sent_own.val().own;
        self.packets.in_data.next = self.sent_qpn.q.val();
        self.full.next = self.sent_2.q.val() & self.sent_own.val().own & !self.packets.in_ready.val();
        self.lost.d.next = self.lost.q.val();
        if self.full.val() & !self.lost.q.val().all() {
            self.lost.d.next = self.lost.q.val() + 1;
        }
        self.packets.out_ready.next = !self.cnp.q.val();
        self.dcqcn.issued_valid.next = self.cnp.q.val() | self.packets.out_valid.val();
        self.dcqcn.issued_cnp.next = self.cnp.q.val();
        self.dcqcn.issued_cnps.next = self.cnps.q.val();
        self.dcqcn.issued_qpn.next = self.packets.out_data.val();
        if self.cnp.q.val() {
            self.dcqcn.issued_qpn.next = self.cnp_qpn.q.val();
        }

        for k in 0..self._ecc {
            comment!("behind the issue of an operation, where no CNP is, the counts of its QP are written back; the choice is, by every operation");
            self.ecc_in.next = self.ecc_opt[k].val();
            self.block_ecc.next.inject = self.ecc_in.val().inject;
            self.block_ecc.next.rewrite = self.chooses.q.val();
            self.dcqcn.ecc_opt[k].next = self.block_ecc.val();
            if self.chooses.q.val() {
                self.packets.out_ready.next = false;
                self.dcqcn.issued_valid.next = true;
                self.dcqcn.issued_qpn.next = self.host_qpn.q.val();
            }
        }

        comment!("the block, with the host's operation from the cycle behind its issue on");
        self.dcqcn.init_we.next = self.init_we.val();
        self.dcqcn.init_addr.next = self.init_addr.val();
        self.dcqcn.set_we.next = self.writes_set.val();
        self.dcqcn.set_index.next = self.page.set_index.val();
        self.dcqcn.set.next = self.page.set.val();
        if self.init_we.val() {
            self.dcqcn.set_we.next = true;
            self.dcqcn.set_index.next = self.init_addr.val().get_bits::<4>(0);
            self.dcqcn.set.next = self.reset_set.val();
        }
        self.busy.d.next = self.enters.val() | (self.busy.q.val() & !self.dcqcn.host_ends.val());
        self.host_qpn.d.next = self.host_qpn.q.val();
        if self.enters.val() {
            self.host_qpn.d.next = self.issued.val().qpn;
        }
        self.dcqcn.host_valid.next = self.busy.q.val();
        self.dcqcn.host_write.next = self.host_writes.val();
        self.dcqcn.host_qpn.next = self.host_qpn.q.val();
        self.dcqcn.host.next.rc = self.page.host.val().rc;
        self.dcqcn.host.next.rt = self.page.host.val().rt;
        self.dcqcn.host.next.cp = self.page.host.val().cp;
        self.dcqcn.host.next.stage = self.page.host.val().stage;
        self.dcqcn.host.next.deterministic = self.choice.val().deterministic;
        self.dcqcn.host.next.set = self.told.val().set;

        comment!("what a host operation found is kept, with what the sweep has counted");
        self.reads.next = self.dcqcn.host_ends.val() & !self.host_writes.val();
        self.kept.d.next = self.kept.q.val();
        if self.reads.val() {
            self.kept.d.next.rc = self.dcqcn.read.val().rc;
            self.kept.d.next.rt = self.dcqcn.read.val().rt;
            self.kept.d.next.cp = self.dcqcn.read.val().cp;
            self.kept.d.next.stage = self.dcqcn.read.val().stage;
            self.kept.d.next.sent = self.dcqcn.read.val().sent;
            self.kept.d.next.quiet = self.dcqcn.read.val().quiet;
            self.kept.d.next.idle = self.dcqcn.read.val().idle;
            self.kept.d.next.late_worst = self.dcqcn.late_worst.val();
            self.kept.d.next.visits = self.dcqcn.visits.val();
            self.kept.d.next.late_cycles = self.dcqcn.late_cycles.val();
            self.kept.d.next.lost = self.lost.q.val();
        }
        for k in 0..self._published {
            self.kept_timers_opt[k].d.next = self.kept_timers_opt[k].q.val();
            if self.reads.val() {
                self.kept_timers_opt[k].d.next = self.dcqcn.read_timers_opt[k].val();
            }
        }
        for k in 0..self._fcr {
            comment!("of FCR's operation nothing is kept; it lowers RC, if it is DCQCN's");
            self.lowers.next = self.lower_opt[k].val();
            self.given.next.on = self.lowers.val().on
                & ((self.lowers.val().alg == self.alg_p.val()) | (self.lowers.val().alg == self.alg_d.val()));
            self.given.next.rate = self.lowers.val().rate;
            self.dcqcn.lower_opt[k].next = self.given.val();
            if self.lowers.val().reads {
                self.kept.d.next = self.kept.q.val();
            }
            for j in 0..self._published {
                if self.lowers.val().reads {
                    self.kept_timers_opt[j].d.next = self.kept_timers_opt[j].q.val();
                }
            }
        }
        self.host_ends.next = self.dcqcn.host_ends.val();

        comment!("the write of a parameter set waits until the periods under way have ended, and no other begins");
        self.dcqcn.hold.next = self.told.val().holds;
        self.held.d.next = self.held.q.val();
        if self.held.q.val() != self.held_enough.val() {
            self.held.d.next = self.held.q.val() + 1;
        }
        if !self.told.val().holds {
            self.held.d.next = 0.into();
        }

        comment!("an event's update, in its turn");
        self.event_update.in_valid.next = self.is_own.val();
        self.event_update.in_update.next.kind = self.issued.val().kind;
        self.event_update.in_update.next.qpn = self.issued.val().qpn;
        self.event_update.in_update.next.window = 0.into();
        self.event_update.in_update.next.pace = 0.into();
        self.event_update.in_update.next.flags = self.ignored.val();
        self.event_update.in_update.next.feedback = false;
        self.out_valid.next = self.event_update.out_valid.val();
        self.out.next = self.event_update.out_update.val();

        comment!("those of the timer: of a QP that is another algorithm's by now none");
        self.room.next = !self.ticks.count.val().get_bits::<2>(1).any();
        self.dcqcn.out_ready.next = self.room.val();
        self.own_ticks.raddr.next = self.dcqcn.out_qpn.val();
        self.tick_1.d.next = self.dcqcn.out_valid.val() & self.room.val();
        self.tick_2.d.next = self.tick_1.q.val();
        self.period.d.next.qpn = self.dcqcn.out_qpn.val();
        self.period.d.next.rate = self.dcqcn.out_rate.val();
        self.period.d.next.flags = self.dcqcn.out_flags.val();
        self.tick_meets_1.d.next = self.chosen_we.val() & (self.chosen_at.val() == self.dcqcn.out_qpn.val());
        self.tick_meets_2.d.next = self.tick_meets_1.q.val();
        self.tick_own.next = self.own_ticks.rdata.val();
        if self.tick_meets_2.q.val() {
            self.tick_own.next = self.choice.val();
        }
        self.ticks.in_valid.next = self.tick_2.q.val() & self.tick_own.val().own;
        self.ticks.in_data.next.valid = false;
        self.ticks.in_data.next.set_waits = false;
        self.ticks.in_data.next.under_way = false;
        self.ticks.in_data.next.qpn = self.period.q.val().qpn;
        self.ticks.in_data.next.alg = self.alg_p.val();
        if self.tick_own.val().deterministic {
            self.ticks.in_data.next.alg = self.alg_d.val();
        }
        self.ticks.in_data.next.pace = self.period.q.val().rate;
        self.ticks.in_data.next.flags = self.period.q.val().flags;
        self.ticks.out_ready.next = self.told.val().taken;
        self.offered.next = self.ticks.out_data.val();
        self.offered.next.valid = self.ticks.out_valid.val();
        self.offered.next.under_way = self.ticks.out_valid.val() | self.dcqcn.out_valid.val();
        self.offered.next.set_waits = self.told.val().holds & (self.held.q.val() != self.held_enough.val());
        self.tick_opt[0].next = self.offered.val();
        for k in 0..self.own_sent.re_opt.len() {
            self.own_sent.re_opt[k].next = self.told.val().tx_valid & !self.init_we.val();
        }
        for k in 0..self.own_ticks.re_opt.len() {
            self.own_ticks.re_opt[k].next = self.dcqcn.out_valid.val() & self.room.val();
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
            comment!("whose a QP is counts where it is looked up");
            self.own_sent.inject_opt[k].next = self.ecc_in.val().inject;
            self.own_ticks.inject_opt[k].next = self.ecc_in.val().inject;
            self.of_block.next = self.dcqcn.fault_opt[k].val();
            self.of_sent.next = self.own_sent.fault_opt[k].val();
            self.of_ticks.next = self.own_ticks.fault_opt[k].val();
            self.all_fault.next.corrected =
                self.of_block.val().corrected | self.of_sent.val().corrected | self.of_ticks.val().corrected;
            self.all_fault.next.uncorrectable = self.of_block.val().uncorrectable
                | self.of_sent.val().uncorrectable
                | self.of_ticks.val().uncorrectable;
            self.fault_opt[k].next = self.all_fault.val();
            self.rom_opt[k].next = self.dcqcn.rom_opt[k].val();
        }
    }
}
