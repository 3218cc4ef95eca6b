#![doc = include_str!("top.md")]

use crate::counters::Counters;
use crate::engine::records::*;
use crate::engine::Engine;
use crate::hops::Hop;
use crate::parser::{Parser, TelemetryCfg};
use crate::prelude::*;
use crate::prim::ecc::option;
use layout::config::{Config, Unit};

/// Packets in, windows out: W bits a beat (K bytes, L words of 32 bits), 2^Q queue pairs, S waiting slots. What ends in `_opt`
/// belongs to a unit that a configuration may leave out.
#[derive(LogicBlock)]
pub struct Top<const W: usize, const K: usize, const L: usize, const Q: usize, const S: usize> {
    pub clock: Signal<In, ClkRst>,
    pub cfg_qpn_base: Signal<In, U<24>>,
    pub cfg_ece_place: Signal<In, U<2>>,
    pub cfg_max_frame_bytes: Signal<In, U<14>>,
    pub cfg_telemetry: Signal<In, TelemetryCfg>,
    pub s_axis_tdata: Signal<In, Bus<W>>,
    pub s_axis_tkeep: Signal<In, U<K>>,
    pub s_axis_tvalid: Signal<In, Bit>,
    pub s_axis_tready: Signal<Out, Bit>,
    pub s_axis_tlast: Signal<In, Bit>,
    pub s_axis_tuser: Signal<In, Bit>,
    pub set_index: Signal<In, U<4>>,
    pub set_ldcp_opt: Vec<Signal<In, LdcpSet>>,
    pub set_hpcc_opt: Vec<Signal<In, HpccSet>>,
    pub spd_opt: Vec<Signal<In, Speed>>,
    pub cfg_opt: Vec<Signal<In, Units>>,
    pub time_opt: Vec<Signal<In, Time>>,
    pub tx_opt: Vec<Signal<In, Tx<Q>>>,
    pub s_event_valid: Signal<In, Bit>,
    pub s_event_ready: Signal<Out, Bit>,
    pub s_event_kind: Signal<In, U<3>>,
    pub s_event_ece: Signal<In, Bit>,
    pub s_event_use_psn: Signal<In, Bit>,
    pub s_event_n: Signal<In, U<14>>,
    pub s_event_psn: Signal<In, U<24>>,
    pub s_event_qpn: Signal<In, U<Q>>,
    pub s_event_opt: Vec<Signal<In, Path>>,
    pub s_event_hop: Vec<Signal<In, Hop>>,
    pub host_valid: Signal<In, Bit>,
    pub host_ready: Signal<Out, Bit>,
    pub host_write: Signal<In, Bit>,
    pub host_parts: Signal<In, U<4>>,
    pub host_qpn: Signal<In, U<Q>>,
    pub host_alg: Signal<In, U<2>>,
    pub host_set: Signal<In, U<4>>,
    pub host_psn: Signal<In, U<24>>,
    pub host_psn_valid: Signal<In, Bit>,
    pub host_ldcp_opt: Vec<Signal<In, LdcpContext>>,
    pub host_hpcc_opt: Vec<Signal<In, HpccContext>>,
    pub host_done: Signal<Out, Bit>,
    pub found_alg: Signal<Out, U<2>>,
    pub found_set: Signal<Out, U<4>>,
    pub found_psn: Signal<Out, U<24>>,
    pub found_psn_valid: Signal<Out, Bit>,
    pub found_ldcp_opt: Vec<Signal<Out, LdcpContext>>,
    pub found_hpcc_opt: Vec<Signal<Out, HpccContext>>,
    pub upd_valid: Signal<Out, Bit>,
    pub upd_ready: Signal<In, Bit>,
    pub upd_kind: Signal<Out, U<3>>,
    pub upd_qpn: Signal<Out, U<Q>>,
    pub upd_hpcc: Signal<Out, Bit>,
    pub upd_window: Signal<Out, U<42>>,
    pub upd_pace: Signal<Out, U<40>>,
    pub upd_flags: Signal<Out, U<14>>,
    pub upd_feedback: Signal<Out, Bit>,
    pub init_done: Signal<Out, Bit>,
    pub frame_dropped: Signal<Out, Bit>,
    pub alert_opt: Vec<Signal<Out, Alert>>,
    pub cnt_sel: Signal<In, U<6>>,
    pub cnt_value: Signal<Out, U<32>>,
    pub ecc_opt: Vec<Signal<In, Care>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    parser: Parser<W, K, L, Q>,
    engine: Engine<Q, S>,
    counters: Counters,
    path: Signal<Local, Path>,
    seen: Signal<Local, Seen>,
    raised: Signal<Local, Alert>,
    _ldcp: usize,
    _hpcc: usize,
    _hops: usize,
    _ecc: usize,
}

impl<const W: usize, const K: usize, const L: usize, const Q: usize, const S: usize> Top<W, K, L, Q, S> {
    /// As the configuration asks.
    pub fn new(config: &Config) -> Self {
        let (ldcp, hpcc) = (usize::from(config.has(Unit::Ldcp)), usize::from(config.has(Unit::Hpcc)));
        let hops = hpcc * config.hpcc.hops as usize;
        /// None or one, or one a hop.
        fn each<T>(n: usize, one: impl Fn() -> T) -> Vec<T> {
            (0..n).map(|_| one()).collect()
        }
        Self {
            clock: Default::default(),
            cfg_qpn_base: Default::default(),
            cfg_ece_place: Default::default(),
            cfg_max_frame_bytes: Default::default(),
            cfg_telemetry: Default::default(),
            s_axis_tdata: Default::default(),
            s_axis_tkeep: Default::default(),
            s_axis_tvalid: Default::default(),
            s_axis_tready: Default::default(),
            s_axis_tlast: Default::default(),
            s_axis_tuser: Default::default(),
            set_index: Default::default(),
            set_ldcp_opt: each(ldcp, Default::default),
            set_hpcc_opt: each(hpcc, Default::default),
            spd_opt: each(hpcc, Default::default),
            cfg_opt: each(hpcc, Default::default),
            time_opt: each(hpcc, Default::default),
            tx_opt: each(hpcc, Default::default),
            s_event_valid: Default::default(),
            s_event_ready: Default::default(),
            s_event_kind: Default::default(),
            s_event_ece: Default::default(),
            s_event_use_psn: Default::default(),
            s_event_n: Default::default(),
            s_event_psn: Default::default(),
            s_event_qpn: Default::default(),
            s_event_opt: each(hpcc, Default::default),
            s_event_hop: each(hops, Default::default),
            host_valid: Default::default(),
            host_ready: Default::default(),
            host_write: Default::default(),
            host_parts: Default::default(),
            host_qpn: Default::default(),
            host_alg: Default::default(),
            host_set: Default::default(),
            host_psn: Default::default(),
            host_psn_valid: Default::default(),
            host_ldcp_opt: each(ldcp, Default::default),
            host_hpcc_opt: each(hpcc, Default::default),
            host_done: Default::default(),
            found_alg: Default::default(),
            found_set: Default::default(),
            found_psn: Default::default(),
            found_psn_valid: Default::default(),
            found_ldcp_opt: each(ldcp, Default::default),
            found_hpcc_opt: each(hpcc, Default::default),
            upd_valid: Default::default(),
            upd_ready: Default::default(),
            upd_kind: Default::default(),
            upd_qpn: Default::default(),
            upd_hpcc: Default::default(),
            upd_window: Default::default(),
            upd_pace: Default::default(),
            upd_flags: Default::default(),
            upd_feedback: Default::default(),
            init_done: Default::default(),
            frame_dropped: Default::default(),
            alert_opt: each(hpcc, Default::default),
            cnt_sel: Default::default(),
            cnt_value: Default::default(),
            ecc_opt: option(config.rtl.ecc),
            fault_opt: option(config.rtl.ecc),
            rom_opt: option(config.rtl.ecc),
            parser: Parser::new(config.hpcc.hops as usize),
            engine: Engine::new(config),
            counters: Counters::new(hpcc),
            path: Default::default(),
            seen: Default::default(),
            raised: Default::default(),
            _ldcp: ldcp,
            _hpcc: hpcc,
            _hops: hops,
            _ecc: config.rtl.ecc.into(),
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
        comment!("@port cfg_telemetry_place 0 none, 1 behind the UDP header, 2 behind the AETH of an ACK, 3 none");
        comment!("@port cfg_telemetry_offset 32-bit words from the start of the area, or from the end of AETH, to the telemetry header");
        comment!("@port cfg_telemetry_area words between UDP header and BTH, at place 1");
        comment!("@port cfg_telemetry_profile 0 hpcc (the draft's Figure 4), 1 ns3");
        comment!("@port s_axis_tdata packets: first byte of the frame in bits 7:0 of the first beat; no FCS");
        comment!("@port s_axis_tkeep all ones but on the last beat, where it is a run of ones from bit 0");
        comment!("@port s_axis_tvalid a beat");
        comment!("@port s_axis_tready the beat is taken, if valid");
        comment!("@port s_axis_tlast the last beat of a frame");
        comment!("@port s_axis_tuser on the last beat: the MAC found the frame bad");
        comment!("@port set_index which parameter set set_*_we writes, while no event of that set is under way");
        for _k in 0..self._ldcp {
            comment!("@port set_ldcp_we writes LDCP's parameters; ignored while init_done is 0");
            comment!("@port set_ldcp_alpha additive increase, packets, U1.16");
            comment!("@port set_ldcp_beta decrease per marked packet, packets, U1.16");
            comment!("@port set_ldcp_gamma step below one packet, and the smallest window, packets, U1.16");
            comment!("@port set_ldcp_eta decrease factor below one packet, U0.16");
            comment!("@port set_ldcp_cw_max largest window, packets, U14.28");
        }
        for _k in 0..self._hpcc {
            comment!("@port set_hpcc_we writes HPCC++'s parameters; ignored while init_done is 0");
            comment!("@port set_hpcc_t base RTT T, ns");
            comment!("@port set_hpcc_eta target utilisation, U1.16");
            comment!("@port set_hpcc_max_stage additive increases before a multiplicative one");
            comment!("@port set_hpcc_w_ai additive increase, bytes, U20.12");
            comment!("@port set_hpcc_w_min smallest window, bytes, U28.12");
            comment!("@port set_hpcc_w_max largest window, bytes, U28.12");
            comment!("@port set_hpcc_sync_first the first telemetry sets lastUpdateSeq");
            comment!("@port set_hpcc_rate_gain_m 1 / T in 1/ns = m * 2^-e, top bit of m set");
            comment!("@port set_hpcc_rate_gain_e e of it, 25 to 37");
            comment!("@port set_hpcc_t_ticks ceil(T / ts_unit)");
            comment!("@port set_hpcc_tau_gain_m ts_unit / T = m * 2^-e, top bit of m set");
            comment!("@port set_hpcc_tau_gain_e e of it, 32 to 51");
            comment!("@port set_hpcc_q_weight cfg_q_unit * ts_unit / g, g the gcd with cfg_tx_unit * T");
            comment!("@port set_hpcc_tx_weight cfg_tx_unit * T / g; both change with the units");
            comment!("@port spd_we writes the speed of spd_code, while no event of HPCC++ is under way; ignored while init_done is 0");
            comment!("@port spd_code the telemetry's speed code");
            comment!("@port spd_gbps Gbit/s, 0: unknown");
            comment!("@port spd_inv_b_m 1 / (B * ts_unit) in ticks a byte = m * 2^-e, B bytes a ns, top bit of m set");
            comment!("@port spd_inv_b_e e of it, 28 to 48");
            comment!("@port cfg_tx_unit bytes a count of txBytes; constant while events of HPCC++ are under way");
            comment!("@port cfg_q_unit bytes a count of qLen; constant while events of HPCC++ are under way");
            comment!("@port time_now the receiver's clock, ns");
            comment!("@port tx_valid the NIC has sent; always taken, but ignored while init_done is 0");
            comment!("@port tx_qpn index of the QP");
            comment!("@port tx_psn the PSN that it sends next");
        }
        comment!("@port s_event_valid events of another parser");
        comment!("@port s_event_ready the event is taken, if valid; falls with host_valid in the same cycle");
        comment!("@port s_event_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data; 4, 5 and 7 are taken as loss");
        comment!("@port s_event_ece ECN-Echo of an ack");
        comment!("@port s_event_use_psn n of an ack comes from s_event_psn, not from s_event_n");
        comment!("@port s_event_n packets that an ack confirms, where s_event_use_psn is 0; other kinds have none");
        comment!("@port s_event_psn PSN of the ack or nak");
        comment!("@port s_event_qpn index of the QP");
        for _k in 0..self._hpcc {
            comment!("@port s_event_psn PSN of the ack or nak; HPCC++ reads it with s_event_use_psn 0 too");
            comment!("@port s_event_telemetry it carries telemetry");
            comment!("@port s_event_path pathID");
            comment!("@port s_event_n_hop nHop");
        }
        for _k in 0..self._hops {
            comment!("@port s_event_hop telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of cfg_tx_unit, q in counts of cfg_q_unit");
        }
        comment!("@port host_valid an operation on a QP's context; one at a time");
        comment!("@port host_ready it is taken, if valid; 0 while one is under way, and in cycles with an event of the parser");
        comment!("@port host_write 1 writes parts of the QP's context, 0 reads it");
        comment!("@port host_parts what a write replaces: bit 0 alg and set, 1 psn, 2 ldcp, 3 hpcc");
        for _k in 0..self._hpcc {
            comment!("@port host_parts what a write replaces: bit 0 alg and set, 1 psn, 2 ldcp, 3 hpcc, whose hop records become not valid");
        }
        comment!("@port host_qpn index of the QP");
        comment!("@port host_alg 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx");
        comment!("@port host_set index of the parameter set");
        comment!("@port host_psn last PSN acknowledged");
        comment!("@port host_psn_valid a PSN has been acknowledged");
        for _k in 0..self._ldcp {
            comment!("@port host_ldcp_cw window, packets, U14.28");
            comment!("@port host_ldcp_rtt round-trip time, ns");
        }
        for _k in 0..self._hpcc {
            comment!("@port host_hpcc_u U, U12.36");
            comment!("@port host_hpcc_w window W, bytes, U28.12");
            comment!("@port host_hpcc_wc reference window Wc, bytes, U28.12");
            comment!("@port host_hpcc_inc_stage incStage");
            comment!("@port host_hpcc_last_update lastUpdateSeq, or lastUpdateTime in ns");
        }
        comment!("@port host_done one pulse: the operation is complete");
        comment!("@port found_alg 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx; found_* hold with host_done of a read, and mean nothing at other times");
        comment!("@port found_set index of the parameter set");
        comment!("@port found_psn last PSN acknowledged");
        comment!("@port found_psn_valid a PSN has been acknowledged");
        for _k in 0..self._ldcp {
            comment!("@port found_ldcp_cw window, packets, U14.28");
            comment!("@port found_ldcp_rtt round-trip time, ns");
        }
        for _k in 0..self._hpcc {
            comment!("@port found_hpcc_u U, U12.36");
            comment!("@port found_hpcc_w window W, bytes, U28.12");
            comment!("@port found_hpcc_wc reference window Wc, bytes, U28.12");
            comment!("@port found_hpcc_inc_stage incStage");
            comment!("@port found_hpcc_last_update lastUpdateSeq, or lastUpdateTime in ns");
        }
        comment!("@port upd_valid an update");
        comment!("@port upd_ready the update is taken, if valid");
        comment!("@port upd_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data");
        comment!("@port upd_qpn index of the QP");
        comment!("@port upd_hpcc the update is HPCC++'s, not LDCP's");
        comment!("@port upd_window new window: packets, U14.28; of HPCC++ bytes, U28.12");
        comment!("@port upd_pace LDCP: time between packets while the window is below one, ns, else 0; HPCC++: rate, bytes a ns, U12.28");
        comment!("@port upd_flags bit 0 paced, 1 floor, 2 sat, 3 ignored");
        for _k in 0..self._hpcc {
            comment!("@port upd_flags bit 0 first telemetry, 1 path changed, 2 too many hops, 3 unknown speed, 4 dts = 0, 5 no hop counts, 6 U saturated, 7 multiplicative, 8 full update, 9 U = 0, 10 W at w_min, 11 W at w_max, 12 rate saturated, 13 ignored");
        }
        for _k in 0..self._ldcp {
            for _j in 0..self._hpcc {
                comment!("@port upd_flags LDCP: bit 0 paced, 1 floor, 2 sat, 3 ignored. HPCC++: 0 first telemetry, 1 path changed, 2 too many hops, 3 unknown speed, 4 dts = 0, 5 no hop counts, 6 U saturated, 7 multiplicative, 8 full update, 9 U = 0, 10 W at w_min, 11 W at w_max, 12 rate saturated, 13 ignored");
            }
        }
        comment!("@port upd_feedback the receiver sends the window to the sender now");
        comment!("@port init_done contexts and parameter sets have their reset values; until then nothing is taken and set_* is ignored");
        for _k in 0..self._hpcc {
            comment!("@port init_done contexts, parameter sets and speeds have their reset values; until then nothing is taken and set_*, spd_* and tx_* are ignored");
        }
        comment!("@port frame_dropped one pulse: the parser has dropped a frame");
        for _k in 0..self._hpcc {
            comment!(
                "@port alert_telemetry one pulse: an update of HPCC++ that one of its counters counts, on its way out"
            );
        }
        comment!("@port cnt_sel which counter: 0 to 23 drop reasons, 24 ack, 25 loss, 26 cnp, 27 data; others read 0");
        for _k in 0..self._hpcc {
            comment!("@port cnt_sel which counter: 0 to 23 drop reasons, 24 ack, 25 loss, 26 cnp, 27 data; HPCC++: 28 path changed, 29 too many hops, 30 unknown speed, 31 dts = 0, 32 U = 0; others read 0");
        }
        comment!("@port cnt_value that counter, one cycle later");
        for _k in 0..self._ecc {
            comment!("@port ecc_inject spoils every word that is read of a context: bit 0 in one bit; bit 1, which goes before it, in two check bits");
            comment!("@port ecc_scrub_interval cycles from one scrubbed context to the next; 0: none is");
            comment!("@port fault_corrected a pulse: a word of a context had one wrong bit, or more words had, which was corrected");
            comment!("@port fault_uncorrectable a pulse: a word of a context had two wrong bits");
            comment!("@port rom_parity a pulse: a word of a reciprocal's table had a wrong bit");
        }
        clock!(self, clock, parser, engine, counters);

        comment!("packets to the parser");
        self.parser.cfg_qpn_base.next = self.cfg_qpn_base.val();
        self.parser.cfg_ece_place.next = self.cfg_ece_place.val();
        self.parser.cfg_max_frame_bytes.next = self.cfg_max_frame_bytes.val();
        self.parser.cfg_telemetry.next = self.cfg_telemetry.val();
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
        self.path.next.telemetry = self.parser.res_telemetry.val();
        self.path.next.path = self.parser.res_path.val();
        self.path.next.n_hop = self.parser.res_n_hop.val();
        for k in 0..self._hpcc {
            self.engine.pkt_opt[k].next = self.path.val();
        }
        for k in 0..self._hops {
            self.engine.pkt_hop[k].next = self.parser.res_hop[k].val();
        }

        comment!("the engine's other ports");
        self.engine.set_index.next = self.set_index.val();
        self.engine.s_event_valid.next = self.s_event_valid.val();
        self.s_event_ready.next = self.engine.s_event_ready.val();
        self.engine.s_event_kind.next = self.s_event_kind.val();
        self.engine.s_event_ece.next = self.s_event_ece.val();
        self.engine.s_event_use_psn.next = self.s_event_use_psn.val();
        self.engine.s_event_n.next = self.s_event_n.val();
        self.engine.s_event_psn.next = self.s_event_psn.val();
        self.engine.s_event_qpn.next = self.s_event_qpn.val();
        self.engine.host_valid.next = self.host_valid.val();
        self.host_ready.next = self.engine.host_ready.val();
        self.engine.host_write.next = self.host_write.val();
        self.engine.host_parts.next = self.host_parts.val();
        self.engine.host_qpn.next = self.host_qpn.val();
        self.engine.host_alg.next = self.host_alg.val();
        self.engine.host_set.next = self.host_set.val();
        self.engine.host_psn.next = self.host_psn.val();
        self.engine.host_psn_valid.next = self.host_psn_valid.val();
        self.host_done.next = self.engine.host_done.val();
        self.found_alg.next = self.engine.found_alg.val();
        self.found_set.next = self.engine.found_set.val();
        self.found_psn.next = self.engine.found_psn.val();
        self.found_psn_valid.next = self.engine.found_psn_valid.val();
        self.upd_valid.next = self.engine.upd_valid.val();
        self.engine.upd_ready.next = self.upd_ready.val();
        self.upd_kind.next = self.engine.upd_kind.val();
        self.upd_qpn.next = self.engine.upd_qpn.val();
        self.upd_hpcc.next = self.engine.upd_hpcc.val();
        self.upd_window.next = self.engine.upd_window.val();
        self.upd_pace.next = self.engine.upd_pace.val();
        self.upd_flags.next = self.engine.upd_flags.val();
        self.upd_feedback.next = self.engine.upd_feedback.val();
        self.init_done.next = self.engine.init_done.val();
        for k in 0..self._ldcp {
            self.engine.set_ldcp_opt[k].next = self.set_ldcp_opt[k].val();
            self.engine.host_ldcp_opt[k].next = self.host_ldcp_opt[k].val();
            self.found_ldcp_opt[k].next = self.engine.found_ldcp_opt[k].val();
        }
        for k in 0..self._hpcc {
            self.engine.set_hpcc_opt[k].next = self.set_hpcc_opt[k].val();
            self.engine.spd_opt[k].next = self.spd_opt[k].val();
            self.engine.cfg_opt[k].next = self.cfg_opt[k].val();
            self.engine.time_opt[k].next = self.time_opt[k].val();
            self.engine.tx_opt[k].next = self.tx_opt[k].val();
            self.engine.s_event_opt[k].next = self.s_event_opt[k].val();
            self.engine.host_hpcc_opt[k].next = self.host_hpcc_opt[k].val();
            self.found_hpcc_opt[k].next = self.engine.found_hpcc_opt[k].val();
        }
        for k in 0..self._hops {
            self.engine.s_event_hop[k].next = self.s_event_hop[k].val();
        }

        comment!("every result of the parser is counted, and what HPCC++ had to put up with");
        self.counters.res_valid.next = self.parser.res_valid.val();
        self.counters.res_drop.next = self.parser.res_drop.val();
        self.counters.res_reason.next = self.parser.res_reason.val();
        self.counters.res_kind.next = self.parser.res_kind.val();
        self.frame_dropped.next = self.parser.res_valid.val() & self.parser.res_drop.val();
        for k in 0..self._hpcc {
            self.seen.next = self.engine.seen_opt[k].val();
            self.counters.seen_opt[k].next = self.seen.val();
            self.raised.next.telemetry = self.seen.val().path
                | self.seen.val().hops
                | self.seen.val().speed
                | self.seen.val().still
                | self.seen.val().u_zero;
            self.alert_opt[k].next = self.raised.val();
        }
        self.counters.cnt_sel.next = self.cnt_sel.val();
        self.cnt_value.next = self.counters.cnt_value.val();
        for k in 0..self._ecc {
            self.engine.ecc_opt[k].next = self.ecc_opt[k].val();
            self.fault_opt[k].next = self.engine.fault_opt[k].val();
            self.rom_opt[k].next = self.engine.rom_opt[k].val();
        }
    }
}
