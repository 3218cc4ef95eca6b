//! HPCC++ in front of the event queue: an event's telemetry becomes theta and an addend (lines 2 to 9 but for U's own
//! share).
//!
//! # Why this file
//!
//! The L slice and the choice of the hop need neither U nor W, so they stand before the queue, where nothing stalls;
//! and what else the event carries waits beside them, once.

use crate::hops::{Delta, Hop, Hops};
use crate::inflight::Inflight;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::{Event, MeasureParams, Path, Payload, Speed, Units, KIND_SET_WRITE};
use layout::record::{Algorithm, Kind};
use layout::timing;

logic_struct! {
    /// An event beside its telemetry.
    pub struct Beside {
        pub event: Event,
        pub ignored: Bit,
        pub seq: U<24>,
        pub mark: U<32>,
    }
    /// What stands before the choice of the hop, beside the hops.
    pub struct Waiting {
        pub beside: Beside,
        pub measure: Bit,
        pub flags: U<3>,
    }
}

/// The measurement of all queue pairs.
#[derive(LogicBlock)]
pub struct Measure {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub cfg: Signal<In, Units>,
    pub set: Signal<In, MeasureParams>,
    pub spd: Signal<In, Speed>,
    pub in_valid: Signal<In, Bit>,
    pub in_event: Signal<In, Event>,
    pub in_clear: Signal<In, Bit>,
    pub in_seq: Signal<In, U<24>>,
    pub in_mark: Signal<In, U<32>>,
    pub in_path: Signal<In, Path>,
    pub in_hop: Vec<Signal<In, Hop>>,
    pub crowded: Signal<Out, Bit>,
    pub waits: Signal<Out, Bit>,
    pub overflows: Signal<Out, Bit>,
    pub out_valid: Signal<Out, Bit>,
    pub out_event: Signal<Out, Event>,
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

    next_valid: Signal<Local, Bit>,
    next: Signal<Local, Waiting>,
    head: Signal<Local, Waiting>,

    sender: Signal<Local, Bit>,
    receiver: Signal<Local, Bit>,
    counts: Signal<Local, Bit>,

    kind_ack: Constant<U<3>>,
    kind_loss: Constant<U<3>>,
    kind_data: Constant<U<3>>,
    kind_set_write: Constant<U<3>>,
    alg_hpcc: Constant<U<4>>,
    alg_hpcc_rx: Constant<U<4>>,
    room: Constant<U<6>>,
    _hops: usize,
    _stepped: usize,
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
        let alg = |a: Algorithm| Constant::new((a as u64).into());
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            cfg: Default::default(),
            set: Default::default(),
            spd: Default::default(),
            in_valid: Default::default(),
            in_event: Default::default(),
            in_clear: Default::default(),
            in_seq: Default::default(),
            in_mark: Default::default(),
            in_path: Default::default(),
            in_hop: (0..hops).map(|_| Default::default()).collect(),
            crowded: Default::default(),
            waits: Default::default(),
            overflows: Default::default(),
            out_valid: Default::default(),
            out_event: Default::default(),
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
            next_valid: Default::default(),
            next: Default::default(),
            head: Default::default(),
            sender: Default::default(),
            receiver: Default::default(),
            counts: Default::default(),
            kind_ack: kind(Kind::Ack),
            kind_loss: kind(Kind::Loss),
            kind_data: kind(Kind::Data),
            kind_set_write: Constant::new(KIND_SET_WRITE.into()),
            alg_hpcc: alg(Algorithm::Hpcc),
            alg_hpcc_rx: alg(Algorithm::HpccRx),
            room: Constant::new(u64::from(timing::MEASURE_ROOM).into()),
            _hops: hops,
            _stepped: stepped,
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
        comment!("@doc HPCC++ before the event queue: the telemetry of an event becomes theta and an addend. One event a cycle.");
        comment!(
            "@port init_we the contexts are being initialised, and sets and speeds by the low bits of the address"
        );
        comment!("@port init_addr index of the QP whose records become not valid");
        comment!("@port in_valid an event enters");
        comment!("@port in_event_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data, 7 write of parameter set in_event_set, whose set_* stay");
        comment!("@port in_clear the QP's records become not valid");
        comment!("@port in_seq PSN of the ack or nak");
        comment!("@port in_mark snd_nxt, or of hpcc-rx the clock, ns");
        comment!("@port in_hop telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of cfg_tx_unit, q in counts of cfg_q_unit");
        comment!("@port crowded enough events wait for the lanes");
        comment!("@port waits an event waits for the lanes");
        comment!("@port overflows more wait than there is room for");
        comment!("@port out_valid the event, with what was found");
        comment!("@port out_event_kind as in_event_kind");
        clock!(self, clock, hops, inflight, beside_hops, beside_inflight);

        comment!("telemetry counts at a sender with an ack or a nak, at a receiver with data");
        self.sender.next = (self.in_event.val().alg == self.alg_hpcc.val())
            & ((self.in_event.val().kind == self.kind_ack.val()) | (self.in_event.val().kind == self.kind_loss.val()));
        self.receiver.next =
            (self.in_event.val().alg == self.alg_hpcc_rx.val()) & (self.in_event.val().kind == self.kind_data.val());
        self.counts.next = self.in_path.val().telemetry & (self.sender.val() | self.receiver.val());

        comment!("the L slice");
        self.hops.init_we.next = self.init_we.val();
        self.hops.init_addr.next = self.init_addr.val();
        self.hops.in_valid.next = self.in_valid.val();
        self.hops.in_telemetry.next = self.counts.val();
        self.hops.in_clear.next = self.in_clear.val();
        self.hops.in_qpn.next = self.in_event.val().qpn;
        self.hops.in_path.next = self.in_path.val().path;
        self.hops.in_n_hop.next = self.in_path.val().n_hop;
        for i in 0..self._hops {
            self.hops.in_hop[i].next = self.in_hop[i].val();
        }
        self.beside_hops.d.next.event = self.in_event.val();
        self.beside_hops.d.next.ignored = !self.counts.val();
        self.beside_hops.d.next.seq = self.in_seq.val();
        self.beside_hops.d.next.mark = self.in_mark.val();

        comment!("the hop that counts");
        self.inflight.cfg.next = self.cfg.val();
        self.inflight.set_we.next = self.init_we.val();
        self.inflight.set_index.next = self.init_addr.val().get_bits::<4>(0);
        self.inflight.set.next = self.set.val();
        self.inflight.spd.next = self.spd.val();
        self.next_valid.next = self.hops.out_valid.val();
        self.next.next.beside = self.beside_hops.q.val();
        self.next.next.measure = self.hops.out_measure.val();
        self.next.next.flags = self.hops.out_flags.val();
        self.head.next = self.next.val();
        self.crowded.next = false;
        self.waits.next = false;
        self.overflows.next = false;
        for h in 0..self._direct_hops {
            self.inflight.in_hop[h].next = self.hops.out_hop[h].val();
        }
        for k in 0..self._stepped {
            clock!(self, clock, queue_opt[k]);
            comment!(
                "there are fewer lanes than hops: an event with telemetry takes more than one cycle, and others wait"
            );
            self.queue_opt[k].in_valid.next = self.hops.out_valid.val();
            self.queue_opt[k].in_data.next = self.next.val();
            self.queue_opt[k].out_ready.next = self.inflight.in_ready.val();
            self.next_valid.next = self.queue_opt[k].out_valid.val();
            self.head.next = self.queue_opt[k].out_data.val();
            self.crowded.next = self.queue_opt[k].count.val() >= self.room.val();
            self.waits.next = self.queue_opt[k].out_valid.val();
            self.overflows.next = self.hops.out_valid.val() & !self.queue_opt[k].in_ready.val();
        }
        for h in 0..self._queued_hops {
            clock!(self, clock, hop_queue[h]);
            self.hop_queue[h].in_valid.next = self.hops.out_valid.val();
            self.hop_queue[h].in_data.next = self.hops.out_hop[h].val();
            self.hop_queue[h].out_ready.next = self.inflight.in_ready.val();
            self.inflight.in_hop[h].next = self.hop_queue[h].out_data.val();
        }
        self.inflight.in_valid.next = self.next_valid.val();
        self.inflight.in_qpn.next = self.head.val().beside.event.qpn;
        self.inflight.in_set.next = self.head.val().beside.event.set;
        self.inflight.in_writes.next = self.head.val().beside.event.kind == self.kind_set_write.val();
        self.inflight.in_measure.next = self.head.val().measure;
        self.inflight.in_flags.next = self.head.val().flags;
        self.beside_inflight.d.next = self.head.val().beside;

        comment!("the event, with what was found");
        self.out_valid.next = self.inflight.out_valid.val();
        self.out_event.next = self.beside_inflight.q.val().event;
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
