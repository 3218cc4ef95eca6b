//! HPCC++ in front of the event queue: telemetry waits for the PSN slice, then the measurement.

use super::defaults;
use crate::hops::Hop;
use crate::measure::Measure;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::*;
use layout::record::{Algorithm, Kind};
use layout::timing::{ENTRY_LATENCY, PSN_LATENCY};

/// From acceptance to the event queue, for all queue pairs.
#[derive(LogicBlock)]
pub struct HpccEntry {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub measuring: Signal<In, Measuring>,
    pub time: Signal<In, Time>,
    pub in_psn: Signal<In, U<24>>,
    pub in_use_psn: Signal<In, Bit>,
    pub sent_snd_nxt: Signal<In, U<24>>,
    /// With units that sense PSNs.
    pub sent_snd_max_opt: Vec<Signal<In, U<24>>>,
    pub pkt_valid: Signal<In, Bit>,
    pub pkt: Signal<In, Path>,
    pub pkt_hop: Vec<Signal<In, Hop>>,
    pub s_event: Signal<In, Path>,
    pub s_event_hop: Vec<Signal<In, Hop>>,
    pub counted_valid: Signal<In, Bit>,
    pub counted: Signal<In, Event>,
    pub counted_clears: Signal<In, Bit>,
    pub crowded: Signal<Out, Bit>,
    pub waits: Signal<Out, Bit>,
    pub overflows: Signal<Out, Bit>,
    pub out_valid: Signal<Out, Bit>,
    pub out_event: Signal<Out, Event>,
    pub out_payload: Signal<Out, Payload>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    snd_nxt: Delay<U<24>>,
    snd_max_opt: Vec<Delay<U<24>>>,
    seq: Delay<U<24>>,
    use_psn: Delay<Bit>,
    path: Delay<Path>,
    hop: Vec<Delay<Hop>>,
    measure: Measure,
    snd_max: Signal<Local, U<24>>,
    is_ack: Signal<Local, Bit>,
    is_loss: Signal<Local, Bit>,
    ahead: Signal<Local, U<24>>,
    is_old: Signal<Local, Bit>,

    reset_set: Constant<MeasureParams>,
    reset_speed: Vec<Constant<Speed>>,

    kind_ack: Constant<U<3>>,
    kind_loss: Constant<U<3>>,
    alg_hpcc: Constant<U<4>>,
    alg_hpcc_rx: Constant<U<4>>,
    _hops: usize,
    _senses: usize,
    _ecc: usize,
}

impl HpccEntry {
    /// For paths of up to `hops` hops, of which `lanes` are compared at once; with check bits, or units that
    /// sense PSNs beside it, if so.
    pub fn new(hops: usize, lanes: usize, ecc: bool, senses: bool) -> Self {
        let entry = ENTRY_LATENCY as usize;
        let ports = || (0..hops).map(|_| Default::default()).collect();
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            measuring: Default::default(),
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
            counted_valid: Default::default(),
            counted: Default::default(),
            counted_clears: Default::default(),
            crowded: Default::default(),
            waits: Default::default(),
            overflows: Default::default(),
            out_valid: Default::default(),
            out_event: Default::default(),
            out_payload: Default::default(),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            rom_opt: option(ecc),
            snd_nxt: Delay::new(PSN_LATENCY as usize),
            snd_max_opt: (0..senses.into()).map(|_| Delay::new(PSN_LATENCY as usize)).collect(),
            seq: Delay::new(entry),
            use_psn: Delay::new(entry),
            path: Delay::new(entry),
            hop: (0..hops).map(|_| Delay::new(entry)).collect(),
            measure: Measure::new(hops, lanes, ecc),
            snd_max: Default::default(),
            is_ack: Default::default(),
            is_loss: Default::default(),
            ahead: Default::default(),
            is_old: Default::default(),
            reset_set: Constant::new(defaults::measure_params()),
            reset_speed: (0..16).map(|code| Constant::new(defaults::speed(code))).collect(),
            kind_ack: Constant::new((Kind::Ack as u64).into()),
            kind_loss: Constant::new((Kind::Loss as u64).into()),
            alg_hpcc: Constant::new((Algorithm::Hpcc as u64).into()),
            alg_hpcc_rx: Constant::new((Algorithm::HpccRx as u64).into()),
            _hops: hops,
            _senses: senses.into(),
            _ecc: ecc.into(),
        }
    }
}

impl Logic for HpccEntry {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module hpcc_entry");
        comment!(
            "@doc HPCC++ before the event queue: telemetry beside what was sent and the PSN slice, then the measurement."
        );
        comment!(
            "@port init_we the contexts are being initialised, and sets and speeds by the low bits of the address"
        );
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port measuring_index not used here: the write of a set has it with it, in counted_set");
        for _k in 0..self._senses {
            comment!("@port sent_snd_max the PSN behind the furthest packet sent, as the event enters the PSN slice");
        }
        comment!("@port in_psn PSN of the ack or nak");
        comment!("@port in_use_psn an ack has one");
        comment!("@port pkt_valid it is the parser's");
        comment!("@port pkt_hop telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of cfg_tx_unit, q in counts of cfg_q_unit");
        comment!("@port s_event_hop telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of cfg_tx_unit, q in counts of cfg_q_unit");
        comment!("@port counted_valid the PSN slice's result");
        comment!("@port counted_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data, 7 write of parameter set counted_set");
        comment!("@port counted_clears it is a host write of HPCC++'s part: the QP's records become not valid");
        comment!("@port crowded enough events wait for the measurement");
        comment!("@port waits an event waits for the measurement");
        comment!("@port overflows more wait than there is room for");
        comment!("@port out_valid the event, to the event queue");
        comment!("@port out_event_kind as counted_kind");
        clock!(self, clock, snd_nxt, seq, use_psn, path, measure);

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
            self.measure.in_hop[h].next = self.hop[h].q.val();
        }

        comment!("the measurement; an event without telemetry takes as long");
        self.measure.init_we.next = self.init_we.val();
        self.measure.init_addr.next = self.init_addr.val();
        self.measure.cfg.next = self.measuring.val().cfg;
        self.measure.set.next = self.measuring.val().set;
        self.measure.spd.next = self.measuring.val().spd;
        if self.init_we.val() {
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
        self.measure.in_mark.next = bits::<32>(self.snd_nxt.q.val());
        if self.counted.val().alg == self.alg_hpcc_rx.val() {
            self.measure.in_mark.next = self.time.val().now;
        }
        comment!("an ack or nak behind the last PSN says nothing new, whoever sent it: its telemetry does not count. A nak confirms the packet before");
        self.is_ack.next = self.counted.val().kind == self.kind_ack.val();
        self.is_loss.next = self.counted.val().kind == self.kind_loss.val();
        self.ahead.next = self.seq.q.val() - self.counted.val().una - bits::<24>(self.is_loss.val());
        self.is_old.next =
            self.use_psn.q.val() & (self.is_ack.val() | self.is_loss.val()) & self.ahead.val().get_bit(23);
        for k in 0..self._senses {
            comment!("what units sense: the PSN that an ack confirms, where use_psn is 1 the last one acknowledged, which is the ack's own unless that is old; and for a mark what was sent, and whether a loss is old");
            clock!(self, clock, snd_max_opt[k]);
            self.snd_max_opt[k].d.next = self.sent_snd_max_opt[k].val();
            self.snd_max.next = self.snd_max_opt[k].q.val();
            if self.use_psn.q.val() & self.is_ack.val() {
                self.measure.in_seq.next = self.counted.val().una;
            }
            if (self.counted.val().alg != self.alg_hpcc.val()) & (self.counted.val().alg != self.alg_hpcc_rx.val()) {
                self.measure.in_mark.next =
                    bits::<32>(self.snd_max.val()) | (bits::<32>(self.is_loss.val() & self.is_old.val()) << 24);
            }
        }
        self.measure.in_path.next = self.path.q.val();
        if self.is_old.val() {
            self.measure.in_path.next.telemetry = false;
        }
        self.crowded.next = self.measure.crowded.val();
        self.waits.next = self.measure.waits.val();
        self.overflows.next = self.measure.overflows.val();
        self.out_valid.next = self.measure.out_valid.val();
        self.out_event.next = self.measure.out_event.val();
        self.out_payload.next = self.measure.out_payload.val();
        for k in 0..self._ecc {
            self.measure.ecc_opt[k].next = self.ecc_opt[k].val();
            self.fault_opt[k].next = self.measure.fault_opt[k].val();
            self.rom_opt[k].next = self.measure.rom_opt[k].val();
        }
    }
}
