//! HPCC++ in front of the event queue: telemetry waits for the PSN slice; whether it counts, and what stands beside it.

use crate::hops::Hop;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::*;
use layout::record::{Algorithm, Kind};
use layout::timing::{ARRIVAL_LATENCY, SENT_LATENCY};

/// From acceptance to the event queue.
#[derive(LogicBlock)]
pub struct HpccEntry {
    pub clock: Signal<In, ClkRst>,
    pub time: Signal<In, Time>,
    pub in_psn: Signal<In, PsnWord>,
    pub in_use_psn: Signal<In, Bit>,
    pub sent_snd_nxt: Signal<In, U<24>>,
    /// With units that sense PSNs.
    pub sent_snd_max_opt: Vec<Signal<In, U<24>>>,
    pub pkt_valid: Signal<In, Bit>,
    pub pkt: Signal<In, Path>,
    pub pkt_hop: Vec<Signal<In, Hop>>,
    pub s_event: Signal<In, Path>,
    pub s_event_hop: Vec<Signal<In, Hop>>,
    pub counted: Signal<In, Event>,
    pub trace: Signal<Out, Trace>,
    pub trace_hop: Vec<Signal<Out, Hop>>,

    snd_nxt: Delay<PsnWord>,
    snd_max_opt: Vec<Delay<U<24>>>,
    seq: Delay<PsnWord>,
    use_psn: Delay<Bit>,
    path: Delay<Path>,
    hop: Vec<Delay<Hop>>,
    snd_max: Signal<Local, PsnWord>,
    is_ack: Signal<Local, Bit>,
    is_loss: Signal<Local, Bit>,
    ahead: Signal<Local, U<24>>,
    is_old: Signal<Local, Bit>,
    read_path: Signal<Local, Path>,
    sender: Signal<Local, Bit>,
    receiver: Signal<Local, Bit>,

    kind_ack: Constant<KindCode>,
    kind_loss: Constant<KindCode>,
    kind_data: Constant<KindCode>,
    alg_hpcc: Constant<AlgCode>,
    alg_hpcc_rx: Constant<U<4>>,
    _hops: usize,
    _senses: usize,
}

impl HpccEntry {
    /// For paths of up to `hops` hops; with units that sense PSNs beside it, if so.
    pub fn new(hops: usize, senses: bool) -> Self {
        let entry = ARRIVAL_LATENCY as usize;
        let beside_psn = (ARRIVAL_LATENCY - SENT_LATENCY) as usize;
        let ports = || (0..hops).map(|_| Default::default()).collect();
        Self {
            clock: Default::default(),
            time: Default::default(),
            in_psn: Default::default(),
            in_use_psn: Default::default(),
            sent_snd_nxt: Default::default(),
            sent_snd_max_opt: option(senses),
            pkt_valid: Default::default(),
            pkt: Default::default(),
            pkt_hop: ports(),
            s_event: Default::default(),
            s_event_hop: ports(),
            counted: Default::default(),
            trace: Default::default(),
            trace_hop: (0..hops).map(|_| Default::default()).collect(),
            snd_nxt: Delay::new(beside_psn),
            snd_max_opt: (0..senses.into()).map(|_| Delay::new(beside_psn)).collect(),
            seq: Delay::new(entry),
            use_psn: Delay::new(entry),
            path: Delay::new(entry),
            hop: (0..hops).map(|_| Delay::new(entry)).collect(),
            snd_max: Default::default(),
            is_ack: Default::default(),
            is_loss: Default::default(),
            ahead: Default::default(),
            is_old: Default::default(),
            read_path: Default::default(),
            sender: Default::default(),
            receiver: Default::default(),
            kind_ack: Constant::new((Kind::Ack as u64).into()),
            kind_loss: Constant::new((Kind::Loss as u64).into()),
            kind_data: Constant::new((Kind::Data as u64).into()),
            alg_hpcc: Constant::new((Algorithm::Hpcc as u64).into()),
            alg_hpcc_rx: Constant::new((Algorithm::HpccRx as u64).into()),
            _hops: hops,
            _senses: senses.into(),
        }
    }
}

impl Logic for HpccEntry {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module hpcc_entry");
        comment!("@doc HPCC++ before the event queue: telemetry beside what was sent and the PSN slice, and whether it counts.");
        for _k in 0..self._senses {
            comment!("@port sent_snd_max the PSN behind the furthest packet sent, as the event enters the PSN slice");
        }
        comment!("@port in_psn PSN of the ack or nak");
        comment!("@port in_use_psn an ack has one");
        comment!("@port pkt_valid it is the parser's");
        comment!("@port pkt_hop telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of cfg_tx_unit, q in counts of cfg_q_unit");
        comment!("@port s_event_hop telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of cfg_tx_unit, q in counts of cfg_q_unit");
        comment!(
            "@port counted_kind the PSN slice's result: 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data"
        );
        comment!("@port trace_hop telemetry of a hop, as it came");
        clock!(self, clock, snd_nxt, seq, use_psn, path);

        comment!("beside what was sent and the PSN slice: the PSN and the telemetry; beside the latter snd_nxt");
        self.snd_nxt.d.next = self.sent_snd_nxt.val();
        self.seq.d.next = self.in_psn.val();
        self.use_psn.d.next = self.in_use_psn.val();
        self.path.d.next = self.s_event.val();
        if self.pkt_valid.val() {
            self.path.d.next = self.pkt.val();
        }
        for h in 0..self._hops {
            clock!(self, clock, hop[h]);
            self.hop[h].d.next = self.s_event_hop[h].val();
            if self.pkt_valid.val() {
                self.hop[h].d.next = self.pkt_hop[h].val();
            }
            self.trace_hop[h].next = self.hop[h].q.val();
        }

        comment!("telemetry counts at a sender with an ack or a nak, at a receiver with data");
        self.is_ack.next = self.counted.val().kind == self.kind_ack.val();
        self.is_loss.next = self.counted.val().kind == self.kind_loss.val();
        self.sender.next = (self.counted.val().alg == self.alg_hpcc.val()) & (self.is_ack.val() | self.is_loss.val());
        self.receiver.next =
            (self.counted.val().alg == self.alg_hpcc_rx.val()) & (self.counted.val().kind == self.kind_data.val());
        comment!("that of an ack or nak behind the last PSN does not: it says nothing new, whoever sent it. A nak confirms the packet before");
        self.ahead.next = self.seq.q.val() - self.counted.val().una - bits::<24>(self.is_loss.val());
        self.is_old.next =
            self.use_psn.q.val() & (self.is_ack.val() | self.is_loss.val()) & self.ahead.val().get_bit(23);
        self.read_path.next = self.path.q.val();
        self.trace.next.counts =
            self.read_path.val().telemetry & !self.is_old.val() & (self.sender.val() | self.receiver.val());
        self.trace.next.path = self.read_path.val().path;
        self.trace.next.n_hop = self.read_path.val().n_hop;
        self.trace.next.seq = self.seq.q.val();
        self.trace.next.mark = bits::<32>(self.snd_nxt.q.val());
        if self.counted.val().alg == self.alg_hpcc_rx.val() {
            self.trace.next.mark = self.time.val().now;
        }
        for k in 0..self._senses {
            comment!("what units sense: the PSN that an ack confirms, where use_psn is 1 the last one acknowledged, which is the ack's own unless that is old; and for a mark what was sent, and whether a loss is old");
            clock!(self, clock, snd_max_opt[k]);
            self.snd_max_opt[k].d.next = self.sent_snd_max_opt[k].val();
            self.snd_max.next = self.snd_max_opt[k].q.val();
            if self.use_psn.q.val() & self.is_ack.val() {
                self.trace.next.seq = self.counted.val().una;
            }
            if (self.counted.val().alg != self.alg_hpcc.val()) & (self.counted.val().alg != self.alg_hpcc_rx.val()) {
                self.trace.next.mark =
                    bits::<32>(self.snd_max.val()) | (bits::<32>(self.is_loss.val() & self.is_old.val()) << 24);
            }
        }
    }
}
