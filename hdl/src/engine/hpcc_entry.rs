//! HPCC++ in front of the event queue: snd_nxt and telemetry wait for the PSN slice, then the measurement.

use super::defaults;
use super::records::*;
use crate::hops::Hop;
use crate::measure::Measure;
use crate::prelude::*;
use crate::sent::Sent;
use layout::record::Algorithm;
use layout::timing::PSN_LATENCY;

/// From acceptance to the event queue, for 2^Q queue pairs.
#[derive(LogicBlock)]
pub struct HpccEntry<const Q: usize> {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, U<Q>>,
    pub set_index: Signal<In, U<4>>,
    pub set: Signal<In, HpccSet>,
    pub spd: Signal<In, Speed>,
    pub cfg: Signal<In, Units>,
    pub time: Signal<In, Time>,
    pub tx: Signal<In, Tx<Q>>,
    pub in_valid: Signal<In, Bit>,
    pub in_qpn: Signal<In, U<Q>>,
    pub in_psn: Signal<In, U<24>>,
    pub pkt_valid: Signal<In, Bit>,
    pub pkt: Signal<In, Path>,
    pub pkt_hop: Vec<Signal<In, Hop>>,
    pub s_event: Signal<In, Path>,
    pub s_event_hop: Vec<Signal<In, Hop>>,
    pub counted_valid: Signal<In, Bit>,
    pub counted: Signal<In, Event<Q>>,
    pub counted_clears: Signal<In, Bit>,
    pub crowded: Signal<Out, Bit>,
    pub out_valid: Signal<Out, Bit>,
    pub out_event: Signal<Out, Event<Q>>,
    pub out_payload: Signal<Out, Payload>,

    sent: Sent<Q>,
    seq: Delay<U<24>>,
    path: Delay<Path>,
    hop: Vec<Delay<Hop>>,
    measure: Measure<Q>,

    reset_set: Constant<HpccSet>,
    reset_speed: Vec<Constant<Speed>>,
    alg_hpcc_rx: Constant<U<2>>,
    _hops: usize,
}

impl<const Q: usize> HpccEntry<Q> {
    /// For paths of up to `hops` hops, of which `lanes` are compared at once.
    pub fn new(hops: usize, lanes: usize) -> Self {
        let psn = PSN_LATENCY as usize;
        let ports = || (0..hops).map(|_| Default::default()).collect();
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            set_index: Default::default(),
            set: Default::default(),
            spd: Default::default(),
            cfg: Default::default(),
            time: Default::default(),
            tx: Default::default(),
            in_valid: Default::default(),
            in_qpn: Default::default(),
            in_psn: Default::default(),
            pkt_valid: Default::default(),
            pkt: Default::default(),
            pkt_hop: ports(),
            s_event: Default::default(),
            s_event_hop: ports(),
            counted_valid: Default::default(),
            counted: Default::default(),
            counted_clears: Default::default(),
            crowded: Default::default(),
            out_valid: Default::default(),
            out_event: Default::default(),
            out_payload: Default::default(),
            sent: Sent::new(),
            seq: Delay::new(psn),
            path: Delay::new(psn),
            hop: (0..hops).map(|_| Delay::new(psn)).collect(),
            measure: Measure::new(hops, lanes),
            reset_set: Constant::new(defaults::hpcc_set()),
            reset_speed: (0..16).map(|code| Constant::new(defaults::speed(code))).collect(),
            alg_hpcc_rx: Constant::new((Algorithm::HpccRx as u64).into()),
            _hops: hops,
        }
    }
}

impl<const Q: usize> Logic for HpccEntry<Q> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module hpcc_entry");
        comment!(
            "@doc HPCC++ before the event queue: snd_nxt and telemetry beside the PSN slice, then the measurement."
        );
        comment!(
            "@port init_we the contexts are being initialised, and sets and speeds by the low bits of the address"
        );
        comment!("@port time_now the receiver's clock, ns");
        comment!("@port tx_valid the NIC has sent: tx_psn is the next on tx_qpn");
        comment!("@port in_valid something enters the PSN slice");
        comment!("@port pkt_valid it is the parser's");
        comment!("@port counted_valid the PSN slice's result");
        comment!("@port crowded enough events wait for the measurement");
        comment!("@port counted_clears it is a host write of HPCC++'s part: the QP's records become not valid");
        clock!(self, clock, sent, seq, path, measure);

        comment!("beside the PSN slice: snd_nxt, the PSN and the telemetry");
        self.sent.init_we.next = self.init_we.val();
        self.sent.init_addr.next = self.init_addr.val();
        self.sent.tx_valid.next = self.tx.val().valid;
        self.sent.tx_qpn.next = self.tx.val().qpn;
        self.sent.tx_psn.next = self.tx.val().psn;
        self.sent.in_valid.next = self.in_valid.val();
        self.sent.in_qpn.next = self.in_qpn.val();
        self.seq.d.next = self.in_psn.val();
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
            self.measure.in_hop[h].next = self.hop[h].q.val();
        }

        comment!("the measurement; an event without telemetry takes as long");
        self.measure.init_we.next = self.init_we.val();
        self.measure.init_addr.next = self.init_addr.val();
        self.measure.cfg.next = self.cfg.val();
        self.measure.set_index.next = self.set_index.val();
        self.measure.set.next = self.set.val();
        self.measure.spd.next = self.spd.val();
        if self.init_we.val() {
            self.measure.set_index.next = self.init_addr.val().get_bits::<4>(0);
            self.measure.set.next = self.reset_set.val();
            for code in 0..16 {
                if self.init_addr.val().get_bits::<4>(0) == code.to_bits::<U<4>>() {
                    self.measure.spd.next = self.reset_speed[code].val();
                }
            }
        }
        self.measure.in_valid.next = self.counted_valid.val();
        self.measure.in_event.next = self.counted.val();
        self.measure.in_clear.next = self.counted_clears.val();
        self.measure.in_seq.next = self.seq.q.val();
        self.measure.in_mark.next = bits::<32>(self.sent.out_snd_nxt.val());
        if self.counted.val().alg == self.alg_hpcc_rx.val() {
            self.measure.in_mark.next = self.time.val().now;
        }
        self.measure.in_path.next = self.path.q.val();
        self.crowded.next = self.measure.crowded.val();
        self.out_valid.next = self.measure.out_valid.val();
        self.out_event.next = self.measure.out_event.val();
        self.out_payload.next = self.measure.out_payload.val();
    }
}
