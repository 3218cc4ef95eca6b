//! HPCC++'s measurement: an event's telemetry becomes theta and an addend (lines 2 to 9 but for U's own share).
//!
//! # Why this file
//!
//! The L slice and the choice of the hop need neither U nor W, so they stand before the window, in one line without
//! stalls; and what else the event carries waits beside them, once. Both see the events that issue: so theta and addend
//! are of the time since the QP's last update with telemetry, however many events that stands for.

use crate::hops::{Delta, Hop, Hops};
use crate::inflight::Inflight;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::{Lanes, MeasureParams, Payload, Speed, Trace, Units};
use layout::record::Kind;
use layout::timing;

logic_struct! {
    /// An event or an operation of the host that has issued.
    pub struct Issued {
        pub kind: KindCode => "0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data",
        pub qpn: Qpn => "index of the QP",
        pub alg: AlgCode => "@algorithms",
        pub set: SetIndex => "index of the parameter set",
    }
    /// It beside its telemetry.
    pub struct Beside {
        pub issued: Issued,
        pub ignored: Bit,
        pub seq: PsnWord,
        pub mark: U<32>,
    }
    /// What stands before the choice of the hop, beside the hops.
    pub struct Waiting {
        pub beside: Beside,
        pub measure: Bit,
        pub flags: U<3>,
    }
}

/// For so many cycles behind an event of a QP the window takes no other one of it. Events issue that far apart, but may
/// come closer while they wait for the lanes.
const NEAR: usize = timing::HAZARD as usize - 1;

/// The measurement of all queue pairs.
#[derive(LogicBlock)]
pub struct Measure {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub cfg: Signal<In, Units>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, SetIndex>,
    pub set: Signal<In, MeasureParams>,
    pub spd: Signal<In, Speed>,
    pub in_valid: Signal<In, Bit>,
    pub in_issued: Signal<In, Issued>,
    pub in_trace: Signal<In, Trace>,
    pub in_hop: Vec<Signal<In, Hop>>,
    pub lanes: Signal<Out, Lanes>,
    pub out_valid: Signal<Out, Bit>,
    pub out_issued: Signal<Out, Issued>,
    pub out_payload: Signal<Out, Payload>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    hops: Hops,
    inflight: Inflight,
    beside_hops: Delay<Beside>,
    beside_inflight: Delay<Beside>,
    // With fewer lanes than hops: events wait until the lanes are free, their hops beside them.
    queue_opt: Vec<Fifo<Waiting, 6>>,
    hop_queue: Vec<Fifo<Delta, 6>>,
    /// The QPNs that entered the lanes in the last cycles, the newest first.
    entered: Vec<Reg<Bit>>,
    entered_qpn: Vec<DReg<Qpn>>,

    near: Signal<Local, Bit>,
    enters: Signal<Local, Bit>,
    next_valid: Signal<Local, Bit>,
    next: Signal<Local, Waiting>,
    head: Signal<Local, Waiting>,

    is_write: Signal<Local, Bit>,
    is_read: Signal<Local, Bit>,
    counts: Signal<Local, Bit>,

    kind_host_write: Constant<KindCode>,
    kind_host_read: Constant<KindCode>,
    room: Constant<U<6>>,
    _hops: usize,
    _stepped: usize,
    _near: usize,
    _behind_near: usize,
    _direct_hops: usize,
    _queued_hops: usize,
    _ecc: usize,
}

impl Measure {
    /// For paths of up to `hops` hops, of which `lanes` are compared at once; with check bits, if so.
    pub fn new(hops: usize, lanes: usize, ecc: bool) -> Self {
        let kind = |k: Kind| Constant::new((k as u64).into());
        let stepped = usize::from(lanes < hops);
        let depth = timing::MEASURE_QUEUE.ilog2() as usize;
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            cfg: Default::default(),
            set_we: Default::default(),
            set_index: Default::default(),
            set: Default::default(),
            spd: Default::default(),
            in_valid: Default::default(),
            in_issued: Default::default(),
            in_trace: Default::default(),
            in_hop: (0..hops).map(|_| Default::default()).collect(),
            lanes: Default::default(),
            out_valid: Default::default(),
            out_issued: Default::default(),
            out_payload: Default::default(),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            rom_opt: option(ecc),
            hops: Hops::with_ecc(hops, ecc),
            inflight: Inflight::checked(hops, lanes, ecc),
            beside_hops: Delay::new(timing::HOPS_LATENCY as usize),
            beside_inflight: Delay::new(timing::inflight_latency(hops as u32, lanes as u32) as usize),
            queue_opt: (0..stepped).map(|_| Fifo::new(depth)).collect(),
            hop_queue: (0..stepped * hops).map(|_| Fifo::new(depth)).collect(),
            entered: (0..stepped * NEAR).map(|_| Default::default()).collect(),
            entered_qpn: (0..stepped * NEAR).map(|_| Default::default()).collect(),
            near: Default::default(),
            enters: Default::default(),
            next_valid: Default::default(),
            next: Default::default(),
            head: Default::default(),
            is_write: Default::default(),
            is_read: Default::default(),
            counts: Default::default(),
            kind_host_write: kind(Kind::HostWrite),
            kind_host_read: kind(Kind::HostRead),
            room: Constant::new(u64::from(timing::MEASURE_ROOM).into()),
            _hops: hops,
            _stepped: stepped,
            _near: stepped * NEAR,
            _behind_near: stepped * (NEAR - 1),
            _direct_hops: hops * (1 - stepped),
            _queued_hops: hops * stepped,
            _ecc: ecc.into(),
        }
    }
}

impl Logic for Measure {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module measure");
        comment!("@doc HPCC++'s measurement: the telemetry of an event that issues becomes theta and an addend. One event a cycle.");
        comment!("@port init_we the contexts are being initialised, and speeds by the low bits of the address");
        comment!("@port init_addr index of the QP whose records become not valid");
        comment!("@port set_we writes parameter set set_index, while no event of HPCC++ is under way");
        comment!(
            "@port in_valid an event or an operation of the host enters; a host_write makes the QP's records not valid"
        );
        comment!("@port in_hop telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of cfg_tx_unit, q in counts of cfg_q_unit");
        comment!("@port out_valid the same, with what was found");
        comment!("@constant room events that wait, from which nothing issues");
        clock!(self, clock, hops, inflight, beside_hops, beside_inflight);

        comment!("an operation of the host has no telemetry, whatever stands beside it");
        self.is_write.next = self.in_issued.val().kind == self.kind_host_write.val();
        self.is_read.next = self.in_issued.val().kind == self.kind_host_read.val();
        self.counts.next = self.in_trace.val().counts & !self.is_write.val() & !self.is_read.val();

        comment!("the L slice");
        self.hops.init_we.next = self.init_we.val();
        self.hops.init_addr.next = self.init_addr.val();
        self.hops.in_valid.next = self.in_valid.val();
        self.hops.in_telemetry.next = self.counts.val();
        self.hops.in_clear.next = self.is_write.val();
        self.hops.in_qpn.next = self.in_issued.val().qpn;
        self.hops.in_path.next = self.in_trace.val().path;
        self.hops.in_n_hop.next = self.in_trace.val().n_hop;
        for i in 0..self._hops {
            self.hops.in_hop[i].next = self.in_hop[i].val();
        }
        self.beside_hops.d.next.issued = self.in_issued.val();
        self.beside_hops.d.next.ignored = !self.counts.val();
        self.beside_hops.d.next.seq = self.in_trace.val().seq;
        self.beside_hops.d.next.mark = self.in_trace.val().mark;

        comment!("the hop that counts");
        self.inflight.cfg.next = self.cfg.val();
        self.inflight.set_we.next = self.set_we.val();
        self.inflight.set_index.next = self.set_index.val();
        self.inflight.set.next = self.set.val();
        self.inflight.spd.next = self.spd.val();
        self.next_valid.next = self.hops.out_valid.val();
        self.next.next.beside = self.beside_hops.q.val();
        self.next.next.measure = self.hops.out_measure.val();
        self.next.next.flags = self.hops.out_flags.val();
        self.head.next = self.next.val();
        self.lanes.next.crowded = false;
        self.lanes.next.waits = false;
        self.lanes.next.overflows = false;
        self.lanes.next.waiting = 0.into();
        for h in 0..self._direct_hops {
            self.inflight.in_hop[h].next = self.hops.out_hop[h].val();
        }
        self.near.next = false;
        for k in 0..self._stepped {
            clock!(self, clock, queue_opt[k]);
            comment!(
                "there are fewer lanes than hops: an event with telemetry takes more than one cycle, and others wait"
            );
            self.queue_opt[k].in_valid.next = self.hops.out_valid.val();
            self.queue_opt[k].in_data.next = self.next.val();
            self.head.next = self.queue_opt[k].out_data.val();
            comment!("so do those of a QP of which one entered a moment ago: the window takes one every 8 cycles");
            for i in 0..self._near {
                self.near.next = self.near.val()
                    | (self.entered[i].q.val() & (self.entered_qpn[i].q.val() == self.head.val().beside.issued.qpn));
            }
            self.next_valid.next = self.queue_opt[k].out_valid.val() & !self.near.val();
            self.enters.next = self.inflight.in_ready.val() & !self.near.val();
            self.queue_opt[k].out_ready.next = self.enters.val();
            self.lanes.next.crowded = self.queue_opt[k].count.val() >= self.room.val();
            self.lanes.next.waits = self.queue_opt[k].out_valid.val();
            self.lanes.next.overflows = self.hops.out_valid.val() & !self.queue_opt[k].in_ready.val();
            self.lanes.next.waiting = self.queue_opt[k].count.val();
        }
        for i in 0..self._near {
            clock!(self, clock, entered[i], entered_qpn[i]);
            self.entered[i].d.next = self.next_valid.val() & self.inflight.in_ready.val();
            self.entered_qpn[i].d.next = self.head.val().beside.issued.qpn;
        }
        for i in 0..self._behind_near {
            self.entered[i + 1].d.next = self.entered[i].q.val();
            self.entered_qpn[i + 1].d.next = self.entered_qpn[i].q.val();
        }
        for h in 0..self._queued_hops {
            clock!(self, clock, hop_queue[h]);
            self.hop_queue[h].in_valid.next = self.hops.out_valid.val();
            self.hop_queue[h].in_data.next = self.hops.out_hop[h].val();
            self.hop_queue[h].out_ready.next = self.enters.val();
            self.inflight.in_hop[h].next = self.hop_queue[h].out_data.val();
        }
        self.inflight.in_valid.next = self.next_valid.val();
        self.inflight.in_qpn.next = self.head.val().beside.issued.qpn;
        self.inflight.in_set.next = self.head.val().beside.issued.set;
        self.inflight.in_measure.next = self.head.val().measure;
        self.inflight.in_flags.next = self.head.val().flags;
        self.beside_inflight.d.next = self.head.val().beside;

        comment!("the event, with what was found");
        self.out_valid.next = self.inflight.out_valid.val();
        self.out_issued.next = self.beside_inflight.q.val().issued;
        self.out_payload.next.flags = self.inflight.out_flags.val();
        self.out_payload.next.ignored = self.beside_inflight.q.val().ignored;
        self.out_payload.next.theta = self.inflight.out_theta.val();
        self.out_payload.next.addend = self.inflight.out_addend.val();
        self.out_payload.next.seq = self.beside_inflight.q.val().seq;
        self.out_payload.next.mark = self.beside_inflight.q.val().mark;
        for k in 0..self._ecc {
            self.hops.ecc_opt[k].next = self.ecc_opt[k].val();
            self.fault_opt[k].next = self.hops.fault_opt[k].val();
            self.rom_opt[k].next = self.inflight.rom_opt[k].val();
        }
    }
}
