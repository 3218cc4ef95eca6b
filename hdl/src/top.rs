#![doc = include_str!("top.md")]

use crate::counters::Counters;
use crate::engine::Engine;
use crate::parser::Parser;
use crate::prelude::*;

/// Packets in, windows out: W bits a beat (K bytes, L words of 32 bits), 2^Q queue pairs, S waiting slots.
#[derive(LogicBlock)]
pub struct Top<const W: usize, const K: usize, const L: usize, const Q: usize, const S: usize> {
    pub clock: Signal<In, ClkRst>,
    pub cfg_qpn_base: Signal<In, U<24>>,
    pub cfg_ece_place: Signal<In, U<2>>,
    pub cfg_max_frame_bytes: Signal<In, U<14>>,
    pub cfg_alpha: Signal<In, U<17>>,
    pub cfg_beta: Signal<In, U<17>>,
    pub cfg_gamma: Signal<In, U<17>>,
    pub cfg_eta: Signal<In, U<16>>,
    pub cfg_cw_max: Signal<In, U<42>>,
    pub s_axis_tdata: Signal<In, Bus<W>>,
    pub s_axis_tkeep: Signal<In, U<K>>,
    pub s_axis_tvalid: Signal<In, Bit>,
    pub s_axis_tready: Signal<Out, Bit>,
    pub s_axis_tlast: Signal<In, Bit>,
    pub s_axis_tuser: Signal<In, Bit>,
    pub s_event_valid: Signal<In, Bit>,
    pub s_event_ready: Signal<Out, Bit>,
    pub s_event_kind: Signal<In, U<3>>,
    pub s_event_ece: Signal<In, Bit>,
    pub s_event_use_psn: Signal<In, Bit>,
    pub s_event_n: Signal<In, U<14>>,
    pub s_event_psn: Signal<In, U<24>>,
    pub s_event_qpn: Signal<In, U<Q>>,
    pub host_valid: Signal<In, Bit>,
    pub host_ready: Signal<Out, Bit>,
    pub host_write: Signal<In, Bit>,
    pub host_qpn: Signal<In, U<Q>>,
    pub host_cw: Signal<In, U<42>>,
    pub host_rtt: Signal<In, U<24>>,
    pub host_alg: Signal<In, Bit>,
    pub host_psn: Signal<In, U<24>>,
    pub host_psn_valid: Signal<In, Bit>,
    pub host_done: Signal<Out, Bit>,
    pub host_rcw: Signal<Out, U<42>>,
    pub host_rrtt: Signal<Out, U<24>>,
    pub host_ralg: Signal<Out, Bit>,
    pub host_rpsn: Signal<Out, U<24>>,
    pub host_rpsn_valid: Signal<Out, Bit>,
    pub upd_valid: Signal<Out, Bit>,
    pub upd_ready: Signal<In, Bit>,
    pub upd_kind: Signal<Out, U<3>>,
    pub upd_qpn: Signal<Out, U<Q>>,
    pub upd_cw: Signal<Out, U<42>>,
    pub upd_interval: Signal<Out, U<32>>,
    pub upd_flags: Signal<Out, U<4>>,
    pub init_done: Signal<Out, Bit>,
    pub cnt_sel: Signal<In, U<5>>,
    pub cnt_value: Signal<Out, U<32>>,

    parser: Parser<W, K, L, Q>,
    engine: Engine<Q, S>,
    counters: Counters,
}

impl<const W: usize, const K: usize, const L: usize, const Q: usize, const S: usize> Top<W, K, L, Q, S> {
    /// With `merge`, waiting ACKs of one QP with the same ECE become one.
    pub fn new(merge: bool) -> Self {
        Self {
            clock: Default::default(),
            cfg_qpn_base: Default::default(),
            cfg_ece_place: Default::default(),
            cfg_max_frame_bytes: Default::default(),
            cfg_alpha: Default::default(),
            cfg_beta: Default::default(),
            cfg_gamma: Default::default(),
            cfg_eta: Default::default(),
            cfg_cw_max: Default::default(),
            s_axis_tdata: Default::default(),
            s_axis_tkeep: Default::default(),
            s_axis_tvalid: Default::default(),
            s_axis_tready: Default::default(),
            s_axis_tlast: Default::default(),
            s_axis_tuser: Default::default(),
            s_event_valid: Default::default(),
            s_event_ready: Default::default(),
            s_event_kind: Default::default(),
            s_event_ece: Default::default(),
            s_event_use_psn: Default::default(),
            s_event_n: Default::default(),
            s_event_psn: Default::default(),
            s_event_qpn: Default::default(),
            host_valid: Default::default(),
            host_ready: Default::default(),
            host_write: Default::default(),
            host_qpn: Default::default(),
            host_cw: Default::default(),
            host_rtt: Default::default(),
            host_alg: Default::default(),
            host_psn: Default::default(),
            host_psn_valid: Default::default(),
            host_done: Default::default(),
            host_rcw: Default::default(),
            host_rrtt: Default::default(),
            host_ralg: Default::default(),
            host_rpsn: Default::default(),
            host_rpsn_valid: Default::default(),
            upd_valid: Default::default(),
            upd_ready: Default::default(),
            upd_kind: Default::default(),
            upd_qpn: Default::default(),
            upd_cw: Default::default(),
            upd_interval: Default::default(),
            upd_flags: Default::default(),
            init_done: Default::default(),
            cnt_sel: Default::default(),
            cnt_value: Default::default(),
            parser: Parser::new(),
            engine: Engine::new(merge),
            counters: Counters::new(),
        }
    }
}

impl<const W: usize, const K: usize, const L: usize, const Q: usize, const S: usize> Logic for Top<W, K, L, Q, S> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module top");
        comment!("@doc Congestion control for an RDMA NIC: RoCEv2 packets in, congestion windows out.");
        comment!("@port cfg_qpn_base the first of our QPNs; the bits of the index are ignored");
        comment!("@port cfg_ece_place ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7");
        comment!("@port cfg_max_frame_bytes longer frames are dropped, bytes");
        comment!("@port cfg_alpha additive increase, packets, U1.16");
        comment!("@port cfg_beta decrease per marked packet, packets, U1.16");
        comment!("@port cfg_gamma step below one packet, and the smallest window, packets, U1.16");
        comment!("@port cfg_eta decrease factor below one packet, U0.16");
        comment!("@port cfg_cw_max largest window, packets, U14.28");
        comment!("@port s_axis_tdata packets: first byte of the frame in bits 7:0 of the first beat; no FCS");
        comment!("@port s_axis_tkeep all ones but on the last beat, where it is a run of ones from bit 0");
        comment!("@port s_axis_tvalid a beat");
        comment!("@port s_axis_tready the beat is taken, if valid");
        comment!("@port s_axis_tlast the last beat of a frame");
        comment!("@port s_axis_tuser on the last beat: the MAC found the frame bad");
        comment!("@port s_event_valid events of another parser");
        comment!("@port s_event_ready the event is taken, if valid");
        comment!("@port s_event_kind 0 ack, 1 loss, 2 rtt, 3 cnp; 4 to 7 are taken as loss");
        comment!("@port s_event_ece ECN-Echo of an ack");
        comment!("@port s_event_use_psn n comes from s_event_psn, not from s_event_n");
        comment!("@port s_event_n packets");
        comment!("@port s_event_psn PSN of the ack");
        comment!("@port s_event_qpn index of the QP");
        comment!("@port host_valid context access");
        comment!("@port host_ready the operation is taken, if valid");
        comment!("@port host_write 1 writes the QP's context, 0 reads it");
        comment!("@port host_qpn index of the QP");
        comment!("@port host_cw window, packets, U14.28");
        comment!("@port host_rtt round-trip time, ns");
        comment!("@port host_alg 0 ldcp, 1 ldcp-pcc");
        comment!("@port host_psn last PSN acknowledged");
        comment!("@port host_psn_valid a PSN has been acknowledged");
        comment!("@port host_done one pulse: the operation is complete");
        comment!("@port host_rcw with host_done of a read: the context");
        comment!("@port host_rrtt round-trip time, ns");
        comment!("@port host_ralg 0 ldcp, 1 ldcp-pcc");
        comment!("@port host_rpsn last PSN acknowledged");
        comment!("@port host_rpsn_valid a PSN has been acknowledged");
        comment!("@port upd_valid an update");
        comment!("@port upd_ready the update is taken, if valid");
        comment!("@port upd_kind 0 ack, 1 loss, 2 rtt, 3 cnp");
        comment!("@port upd_qpn index of the QP");
        comment!("@port upd_cw new window, packets, U14.28");
        comment!("@port upd_interval time between packets while the window is below one, ns; else 0");
        comment!("@port upd_flags bit 0 paced, 1 floor, 2 sat, 3 ignored");
        comment!("@port init_done the contexts are initialised");
        comment!("@port cnt_sel which counter: 0 to 21 drop reasons, 22 ack, 23 loss, 24 cnp");
        comment!("@port cnt_value that counter, one cycle later");
        clock!(self, clock, parser, engine, counters);

        comment!("packets to the parser");
        self.parser.cfg_qpn_base.next = self.cfg_qpn_base.val();
        self.parser.cfg_ece_place.next = self.cfg_ece_place.val();
        self.parser.cfg_max_frame_bytes.next = self.cfg_max_frame_bytes.val();
        self.parser.s_axis_tdata.next = self.s_axis_tdata.val();
        self.parser.s_axis_tkeep.next = self.s_axis_tkeep.val();
        self.parser.s_axis_tvalid.next = self.s_axis_tvalid.val();
        self.parser.s_axis_tlast.next = self.s_axis_tlast.val();
        self.parser.s_axis_tuser.next = self.s_axis_tuser.val();
        self.s_axis_tready.next = self.parser.s_axis_tready.val();

        comment!("the parser's events to the engine");
        self.parser.room.next = self.engine.room.val();
        self.engine.pkt_valid.next = self.parser.res_valid.val() & !self.parser.res_drop.val();
        self.engine.pkt_kind.next = self.parser.res_kind.val();
        self.engine.pkt_ece.next = self.parser.res_ece.val();
        self.engine.pkt_psn.next = self.parser.res_psn.val();
        self.engine.pkt_qpn.next = self.parser.res_qpn.val();

        comment!("the engine's other ports");
        self.engine.cfg_alpha.next = self.cfg_alpha.val();
        self.engine.cfg_beta.next = self.cfg_beta.val();
        self.engine.cfg_gamma.next = self.cfg_gamma.val();
        self.engine.cfg_eta.next = self.cfg_eta.val();
        self.engine.cfg_cw_max.next = self.cfg_cw_max.val();
        self.engine.s_event_valid.next = self.s_event_valid.val();
        self.engine.s_event_kind.next = self.s_event_kind.val();
        self.engine.s_event_ece.next = self.s_event_ece.val();
        self.engine.s_event_use_psn.next = self.s_event_use_psn.val();
        self.engine.s_event_n.next = self.s_event_n.val();
        self.engine.s_event_psn.next = self.s_event_psn.val();
        self.engine.s_event_qpn.next = self.s_event_qpn.val();
        self.s_event_ready.next = self.engine.s_event_ready.val();
        self.engine.host_valid.next = self.host_valid.val();
        self.engine.host_write.next = self.host_write.val();
        self.engine.host_qpn.next = self.host_qpn.val();
        self.engine.host_cw.next = self.host_cw.val();
        self.engine.host_rtt.next = self.host_rtt.val();
        self.engine.host_alg.next = self.host_alg.val();
        self.engine.host_psn.next = self.host_psn.val();
        self.engine.host_psn_valid.next = self.host_psn_valid.val();
        self.host_ready.next = self.engine.host_ready.val();
        self.host_done.next = self.engine.host_done.val();
        self.host_rcw.next = self.engine.host_rcw.val();
        self.host_rrtt.next = self.engine.host_rrtt.val();
        self.host_ralg.next = self.engine.host_ralg.val();
        self.host_rpsn.next = self.engine.host_rpsn.val();
        self.host_rpsn_valid.next = self.engine.host_rpsn_valid.val();
        self.engine.upd_ready.next = self.upd_ready.val();
        self.upd_valid.next = self.engine.upd_valid.val();
        self.upd_kind.next = self.engine.upd_kind.val();
        self.upd_qpn.next = self.engine.upd_qpn.val();
        self.upd_cw.next = self.engine.upd_cw.val();
        self.upd_interval.next = self.engine.upd_interval.val();
        self.upd_flags.next = self.engine.upd_flags.val();
        self.init_done.next = self.engine.init_done.val();

        comment!("every result of the parser is counted");
        self.counters.res_valid.next = self.parser.res_valid.val();
        self.counters.res_drop.next = self.parser.res_drop.val();
        self.counters.res_reason.next = self.parser.res_reason.val();
        self.counters.res_kind.next = self.parser.res_kind.val();
        self.counters.cnt_sel.next = self.cnt_sel.val();
        self.cnt_value.next = self.counters.cnt_value.val();
    }
}
