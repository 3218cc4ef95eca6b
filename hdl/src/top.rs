#![doc = include_str!("top.md")]

use crate::advices::Advices;
use crate::counters::Counters;
use crate::engine::Engine;
use crate::hops::Hop;
use crate::latest::Latest;
use crate::lsn::LsnPage;
use crate::parser::{OwnCfg, Parser, TelemetryCfg};
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::*;
use crate::top_limit::TopLimit;
use layout::config::Config;
use layout::registers::{map, queues};

/// Packets in, windows out: W bits a beat (K bytes, L words of 32 bits). What ends in `_opt` is there where a unit
/// senses it, or with check bits.
#[derive(LogicBlock)]
pub struct Top<const W: usize, const K: usize, const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub cfg_qpn_base: Signal<In, U<24>>,
    pub cfg_ece_place: Signal<In, U<2>>,
    pub cfg_max_frame_bytes: Signal<In, U<14>>,
    pub cfg_telemetry: Signal<In, TelemetryCfg>,
    pub cfg_own: Signal<In, OwnCfg>,
    pub s_axis_tdata: Signal<In, Bus<W>>,
    pub s_axis_tkeep: Signal<In, U<K>>,
    pub s_axis_tvalid: Signal<In, Bit>,
    pub s_axis_tready: Signal<Out, Bit>,
    pub s_axis_tlast: Signal<In, Bit>,
    pub s_axis_tuser: Signal<In, Bit>,
    pub time_opt: Vec<Signal<In, Time>>,
    pub tx_valid: Signal<In, Bit>,
    pub tx_qpn: Signal<In, Qpn>,
    pub tx_psn: Signal<In, PsnWord>,
    pub s_event_valid: Signal<In, Bit>,
    pub s_event_ready: Signal<Out, Bit>,
    pub s_event_kind: Signal<In, KindCode>,
    pub s_event_ece: Signal<In, Bit>,
    pub s_event_use_psn: Signal<In, Bit>,
    pub s_event_n: Signal<In, PacketCount>,
    pub s_event_psn: Signal<In, PsnWord>,
    pub s_event_qpn: Signal<In, Qpn>,
    pub s_event_opt: Vec<Signal<In, Path>>,
    pub s_event_hop: Vec<Signal<In, Hop>>,
    pub s_event_lsn_opt: Vec<Signal<In, LsnAck>>,
    pub unit_bus: Signal<In, UnitBus>,
    pub unit_answer: Signal<Out, UnitAnswer>,
    pub host_valid: Signal<In, Bit>,
    pub host_ready: Signal<Out, Bit>,
    pub host_write: Signal<In, Bit>,
    pub host_parts: Signal<In, U<10>>,
    pub host_qpn: Signal<In, Qpn>,
    pub host_alg: Signal<In, AlgCode>,
    pub host_set: Signal<In, SetIndex>,
    pub host_psn: Signal<In, PsnWord>,
    pub host_open: Signal<In, Bit>,
    pub host_done: Signal<Out, Bit>,
    pub found_alg: Signal<Out, AlgCode>,
    pub found_set: Signal<Out, SetIndex>,
    pub found_psn: Signal<Out, PsnWord>,
    pub found_open: Signal<Out, Bit>,
    pub upd_valid: Signal<Out, Bit>,
    pub upd_ready: Signal<In, Bit>,
    pub upd_kind_opt: Vec<Signal<Out, U<3>>>,
    pub upd_qpn: Signal<Out, Qpn>,
    pub upd_limits_opt: Vec<Signal<Out, Bit>>,
    pub upd_acks_opt: Vec<Signal<Out, Bit>>,
    pub upd_alg: Signal<Out, AlgCode>,
    pub upd_window: Signal<Out, WindowWord>,
    pub upd_pace: Signal<Out, PaceWord>,
    pub upd_flags: Signal<Out, UpdateFlags>,
    pub upd_feedback: Signal<Out, Bit>,
    pub upd_una_psn: Signal<Out, PsnWord>,
    pub upd_una_lsn_opt: Vec<Signal<Out, U<32>>>,
    pub init_done: Signal<Out, Bit>,
    pub idle: Signal<Out, Bit>,
    pub queue_overflow: Signal<Out, Bit>,
    pub frame_dropped: Signal<Out, Bit>,
    pub alert_opt: Vec<Signal<Out, Alert>>,
    pub alert_psn: Signal<Out, Bit>,
    pub cnt_sel: Signal<In, U<6>>,
    pub high_water_clear: Signal<In, U<5>>,
    pub cnt_value: Signal<Out, U<64>>,
    pub ecc_opt: Vec<Signal<In, EccControl>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,
    pub advice_opt: Vec<Signal<Out, Advice>>,
    pub upd_opt: Vec<Signal<Out, AllowedRate>>,
    pub advice_rejected_opt: Vec<Signal<Out, Rejected>>,
    pub cfg_response_opt: Vec<Signal<In, ProbeCfg>>,
    pub resp_opt: Vec<Signal<Out, Responded>>,
    pub resp_hop: Vec<Signal<Out, Hop>>,
    pub cfg_request_opt: Vec<Signal<In, ProbeCfg>>,
    pub probed_opt: Vec<Signal<Out, Requested>>,
    pub probed_hop: Vec<Signal<Out, Hop>>,
    pub trace_opt: Vec<Signal<Out, Traced>>,

    parser: Parser<W, K, L>,
    engine: Engine,
    counters: Counters,
    lsn_opt: Vec<LsnPage>,
    of_lsn: Signal<Local, UnitAnswer>,
    advices: Vec<Advices>,
    limit_opt: Vec<TopLimit>,
    latest_opt: Vec<Latest>,
    latest_at_opt: Vec<Reg<Qpn>>,
    latest_ready_opt: Vec<Reg<Bit>>,
    empties: Signal<Local, Bit>,
    parsed: Signal<Local, ParsedProbe>,
    response: Signal<Local, Responded>,
    asked: Signal<Local, ParsedProbe>,
    request: Signal<Local, Requested>,
    path: Signal<Local, Path>,
    seen: Signal<Local, Seen>,
    raised: Signal<Local, Alert>,
    said: Signal<Local, Limited>,
    limited: Signal<Local, Limited>,
    allowed: Signal<Local, AllowedRate>,
    of_engine: Signal<Local, Fault>,
    of_limit: Signal<Local, Fault>,
    all_fault: Signal<Local, Fault>,
    rom_of_engine: Signal<Local, RomFault>,
    rom_of_limit: Signal<Local, RomFault>,
    all_rom: Signal<Local, RomFault>,
    _hpcc: usize,
    _hops: usize,
    /// Fewer lanes than hops; two streams of updates.
    _stepped: usize,
    _two: usize,
    _ecc: usize,
    _lsn: usize,
    /// The parser reads advices; they go out, or are laid over the updates here.
    _fcr: usize,
    _advises: usize,
    _limits: usize,
    /// Where none are laid over the updates.
    _bare: usize,
    /// The parser reads responses of probes, which go out; and those with hops. It reads no revised CNPs.
    _responses: usize,
    _answered_hops: usize,
    /// It reads requests of a peer's probes, which go out; and those with hops; with responses too, or without.
    _requests: usize,
    _probed_hops: usize,
    _requests_alone: usize,
    _requests_too: usize,
    _unadvised: usize,
    /// The newest update of each QP goes out, or each does.
    _newest: usize,
    _each: usize,
}

impl<const W: usize, const K: usize, const L: usize> Top<W, K, L> {
    /// As the configuration asks.
    pub fn new(config: &Config) -> Self {
        let hpcc = usize::from(config.reads_hops());
        let hops = hpcc * config.hpcc.hops as usize;
        let [_, _, lanes, measured, _] = queues(config);
        let fcr = usize::from(config.parser.fcr);
        let limits = usize::from(config.engine.fcr);
        let advises = fcr - limits;
        let newest = usize::from(config.keeps_newest());
        let responses = usize::from(config.nic.prober);
        let requests = usize::from(config.nic.answers);
        let lsn = usize::from(config.engine.lsn);
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
            cfg_own: Default::default(),
            s_axis_tdata: Default::default(),
            s_axis_tkeep: Default::default(),
            s_axis_tvalid: Default::default(),
            s_axis_tready: Default::default(),
            s_axis_tlast: Default::default(),
            s_axis_tuser: Default::default(),
            time_opt: each(hpcc.max(limits), Default::default),
            tx_valid: Default::default(),
            tx_qpn: Default::default(),
            tx_psn: Default::default(),
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
            s_event_lsn_opt: each(lsn, Default::default),
            unit_bus: Default::default(),
            unit_answer: Default::default(),
            host_valid: Default::default(),
            host_ready: Default::default(),
            host_write: Default::default(),
            host_parts: Default::default(),
            host_qpn: Default::default(),
            host_alg: Default::default(),
            host_set: Default::default(),
            host_psn: Default::default(),
            host_open: Default::default(),
            host_done: Default::default(),
            found_alg: Default::default(),
            found_set: Default::default(),
            found_psn: Default::default(),
            found_open: Default::default(),
            upd_valid: Default::default(),
            upd_ready: Default::default(),
            upd_kind_opt: each(1 - newest, Default::default),
            upd_qpn: Default::default(),
            upd_limits_opt: each(newest, Default::default),
            upd_acks_opt: each(newest, Default::default),
            upd_alg: Default::default(),
            upd_window: Default::default(),
            upd_pace: Default::default(),
            upd_flags: Default::default(),
            upd_feedback: Default::default(),
            upd_una_psn: Default::default(),
            upd_una_lsn_opt: each(lsn, Default::default),
            init_done: Default::default(),
            idle: Default::default(),
            queue_overflow: Default::default(),
            frame_dropped: Default::default(),
            alert_opt: each(hpcc, Default::default),
            alert_psn: Default::default(),
            cnt_sel: Default::default(),
            high_water_clear: Default::default(),
            cnt_value: Default::default(),
            ecc_opt: option(config.rtl.ecc),
            fault_opt: option(config.rtl.ecc),
            rom_opt: option(config.rtl.ecc),
            advice_opt: each(advises, Default::default),
            upd_opt: each(limits, Default::default),
            advice_rejected_opt: each(limits, Default::default),
            cfg_response_opt: each(responses, Default::default),
            resp_opt: each(responses, Default::default),
            resp_hop: each(responses * hops, Default::default),
            cfg_request_opt: each(requests, Default::default),
            probed_opt: each(requests, Default::default),
            probed_hop: each(requests * hops, Default::default),
            trace_opt: option(config.rtl.trace),
            parser: Parser::counting(
                config.hpcc.hops as usize,
                [config.parser.fcr, config.nic.prober, config.nic.answers],
                config.engine.lsn,
            ),
            engine: Engine::new(config),
            counters: Counters::new(config),
            lsn_opt: each(lsn, || LsnPage::new(&map(config))),
            of_lsn: Default::default(),
            advices: each(fcr, Default::default),
            limit_opt: each(limits, || TopLimit::new(config)),
            latest_opt: each(newest, || Latest::with_rate(config.engine.fcr)),
            latest_at_opt: each(newest, Default::default),
            latest_ready_opt: each(newest, Default::default),
            empties: Default::default(),
            parsed: Default::default(),
            response: Default::default(),
            asked: Default::default(),
            request: Default::default(),
            path: Default::default(),
            seen: Default::default(),
            raised: Default::default(),
            said: Default::default(),
            limited: Default::default(),
            allowed: Default::default(),
            of_engine: Default::default(),
            of_limit: Default::default(),
            all_fault: Default::default(),
            rom_of_engine: Default::default(),
            rom_of_limit: Default::default(),
            all_rom: Default::default(),
            _hpcc: hpcc,
            _hops: hops,
            _stepped: lanes.into(),
            _two: measured.into(),
            _ecc: config.rtl.ecc.into(),
            _lsn: lsn,
            _fcr: fcr,
            _advises: advises,
            _limits: limits,
            _bare: 1 - limits,
            _responses: responses,
            _answered_hops: responses * hops,
            _requests: requests,
            _probed_hops: requests * hops,
            _requests_alone: requests * (1 - responses),
            _requests_too: requests * responses,
            _unadvised: 1 - fcr,
            _newest: newest,
            _each: 1 - newest,
        }
    }
}

impl<const W: usize, const K: usize, const L: usize> Logic for Top<W, K, L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module top");
        comment!("@doc Congestion control for an RDMA NIC: RoCEv2 packets in, congestion windows out.");
        comment!("@port cfg_qpn_base the first of our QPNs; the bits of the index are ignored");
        comment!("@port cfg_ece_place ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7");
        comment!("@port cfg_max_frame_bytes longer frames are dropped, bytes");
        comment!("@port s_axis_tdata packets: first byte of the frame in bits 7:0 of the first beat; no FCS");
        comment!("@port s_axis_tkeep all ones but on the last beat, where it is a run of ones from bit 0");
        comment!("@port s_axis_tvalid a beat");
        comment!("@port s_axis_tready the beat is taken, if valid");
        comment!("@port s_axis_tlast the last beat of a frame");
        comment!("@port s_axis_tuser on the last beat: the MAC found the frame bad");
        comment!("@port idle nothing is under way");
        comment!("@port queue_overflow a pulse: a queue was given more than it holds");
        comment!("@port frame_dropped one pulse: the parser has dropped a frame");
        for _k in 0..self._hpcc {
            comment!(
                "@port alert_telemetry one pulse: an update of HPCC++ that one of its counters counts, on its way out"
            );
        }
        comment!("@port alert_psn one pulse: an ack or nak is dropped, for its PSN confirms what was not sent");
        comment!("@port cnt_sel which counter: 0 to 25 drop reasons, 26 ack, 27 loss, 28 cnp, 29 data; 35 rejected PSN, 36 closed QP, 37 saturated sums@advice_counters; 41 events that joined, 42 events and 43 updates in their queues at most@high_waters; others read 0");
        for _k in 0..self._newest {
            comment!("@port upd_valid what waited of a QP; it stays until it is taken");
            comment!("@port upd_ready it is taken");
            comment!("@port upd_qpn index of the QP");
            comment!("@port upd_limits there are upd_alg, upd_window, upd_pace and upd_flags; else these are 0");
            comment!("@port upd_acks there is upd_una_psn; else it is 0");
            comment!("@port upd_alg the algorithm: @algorithms");
            comment!(
                "@port upd_window of the newest update with limits: packets, U14.28; of hpcc and hpcc-rx bytes, U28.12"
            );
            comment!("@port upd_pace likewise: LDCP: time between packets while the window is below one, ns, else 0; HPCC++: rate, bytes a ns, U12.28@word_pace");
            comment!("@port upd_flags bits 3 to 0 likewise, the others of any update with limits since the last word of this QP: 0 paced, 1 the window was clamped to its least, 2 to its greatest, 3 ignored@flags");
            comment!("@port upd_feedback of any update since then: the receiver sends the window to the sender now");
            comment!("@port upd_una_psn last PSN acknowledged, of the newest update that has one");
        }
        for _k in 0..self._limits {
            for _j in 0..self._each {
                comment!("@port upd_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data, 7 timer, or what a QP may send has changed by an advice");
                comment!("@port upd_una_psn last PSN acknowledged; of kind 7 it means nothing");
            }
            comment!("@port time_now ns, modulo 2^32: the clock of advices, and of hpcc-rx");
        }
        for _k in 0..self._hpcc {
            comment!("@port cnt_sel which counter: 0 to 25 drop reasons, 26 ack, 27 loss, 28 cnp, 29 data; HPCC++: 30 path changed, 31 too many hops, 32 unknown speed, 33 dts = 0, 34 U = 0; 35 rejected PSN, 36 closed QP, 37 saturated sums@advice_counters; 41 events that joined, 42 events and 43 updates in their queues at most@high_waters; others read 0");
        }
        for _k in 0..self._responses {
            for _j in 0..self._hpcc {
                comment!("@port resp_hop_0_speed of the hops of its telemetry, as res_hop_0_speed of ackw_parser");
            }
        }
        for _k in 0..self._requests {
            for _j in 0..self._hpcc {
                comment!("@port probed_hop_0_speed of the hops of its telemetry, as res_hop_0_speed of ackw_parser");
            }
        }
        comment!("@port high_water_clear the marks of these queues, bit 0 that of counter 42 and so on, become what waits now");
        comment!("@port cnt_value that counter, one cycle later");
        clock!(self, clock, parser, engine, counters);

        comment!("packets to the parser");
        self.parser.cfg_qpn_base.next = self.cfg_qpn_base.val();
        self.parser.cfg_ece_place.next = self.cfg_ece_place.val();
        self.parser.cfg_max_frame_bytes.next = self.cfg_max_frame_bytes.val();
        self.parser.cfg_telemetry.next = self.cfg_telemetry.val();
        self.parser.cfg_own.next = self.cfg_own.val();
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
        self.engine.tx_valid.next = self.tx_valid.val();
        self.engine.tx_qpn.next = self.tx_qpn.val();
        self.engine.tx_psn.next = self.tx_psn.val();
        self.engine.s_event_valid.next = self.s_event_valid.val();
        self.s_event_ready.next = self.engine.s_event_ready.val();
        self.engine.s_event_kind.next = self.s_event_kind.val();
        self.engine.s_event_ece.next = self.s_event_ece.val();
        self.engine.s_event_use_psn.next = self.s_event_use_psn.val();
        self.engine.s_event_n.next = self.s_event_n.val();
        self.engine.s_event_psn.next = self.s_event_psn.val();
        self.engine.s_event_qpn.next = self.s_event_qpn.val();
        self.engine.host_write.next = self.host_write.val();
        self.engine.host_parts.next = self.host_parts.val();
        self.engine.host_qpn.next = self.host_qpn.val();
        self.engine.host_alg.next = self.host_alg.val();
        self.engine.host_set.next = self.host_set.val();
        self.engine.host_psn.next = self.host_psn.val();
        self.engine.host_open.next = self.host_open.val();
        self.host_done.next = self.engine.host_done.val();
        self.found_alg.next = self.engine.found_alg.val();
        self.found_set.next = self.engine.found_set.val();
        self.found_psn.next = self.engine.found_psn.val();
        self.found_open.next = self.engine.found_open.val();
        self.queue_overflow.next = self.engine.queue_overflow.val();
        self.engine.unit_bus.next = self.unit_bus.val();
        for _k in 0..self._bare {
            self.engine.host_valid.next = self.host_valid.val();
            self.host_ready.next = self.engine.host_ready.val();
            for j in 0..self._each {
                self.upd_valid.next = self.engine.upd_valid.val();
                self.engine.upd_ready.next = self.upd_ready.val();
                self.upd_kind_opt[j].next = self.engine.upd_kind.val();
                self.upd_qpn.next = self.engine.upd_qpn.val();
                self.upd_alg.next = self.engine.upd_alg.val();
                self.upd_window.next = self.engine.upd_window.val();
                self.upd_pace.next = self.engine.upd_pace.val();
                self.upd_flags.next = self.engine.upd_flags.val();
                self.upd_feedback.next = self.engine.upd_feedback.val();
                self.upd_una_psn.next = self.engine.upd_una_psn.val();
            }
            self.init_done.next = self.engine.init_done.val();
            self.idle.next = self.engine.idle.val();
            self.unit_answer.next = self.engine.unit_answer.val();
        }
        for k in 0..self._lsn {
            comment!("ACKs with an LSN; a page of registers says which they are");
            clock!(self, clock, lsn_opt[k]);
            self.lsn_opt[k].bus.next = self.unit_bus.val();
            self.lsn_opt[k].init_done.next = self.engine.init_done.val();
            self.of_lsn.next = self.engine.unit_answer.val();
            self.unit_answer.next.taken = self.of_lsn.val().taken | self.lsn_opt[k].taken.val();
            self.unit_answer.next.rdata = self.of_lsn.val().rdata | self.lsn_opt[k].rdata.val();
            self.unit_answer.next.starts = self.of_lsn.val().starts;
            self.parser.cfg_lsn_opcode_opt[k].next = self.lsn_opt[k].opcode.val();
            self.engine.cfg_lsn_mtu_opt[k].next = self.lsn_opt[k].mtu.val();
            self.engine.pkt_lsn_opt[k].next = self.parser.res_lsn_opt[k].val();
            self.engine.s_event_lsn_opt[k].next = self.s_event_lsn_opt[k].val();
            self.upd_una_lsn_opt[k].next = self.engine.upd_una_lsn_opt[k].val();
        }
        for k in 0..self._hpcc {
            self.engine.time_opt[k].next = self.time_opt[k].val();
            self.engine.s_event_opt[k].next = self.s_event_opt[k].val();
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
        self.counters.seen_rejected.next = self.engine.seen_rejected.val();
        self.counters.seen_closed.next = self.engine.seen_closed.val();
        self.counters.seen_saturated.next = self.engine.seen_saturated.val();
        self.alert_psn.next = self.engine.seen_rejected.val();
        for k in 0..self.trace_opt.len() {
            self.trace_opt[k].next = self.engine.trace_opt[k].val();
        }
        self.counters.seen_folded.next = self.engine.seen_folded.val();
        self.counters.waiting_events.next = self.engine.waiting_events.val();
        self.counters.waiting_updates.next = self.engine.waiting_updates.val();
        for k in 0..self._stepped {
            self.counters.waiting_lanes_opt[k].next = self.engine.waiting_lanes_opt[k].val();
        }
        for k in 0..self._two {
            self.counters.waiting_measured_opt[k].next = self.engine.waiting_measured_opt[k].val();
        }
        for k in 0..self._newest {
            self.counters.waiting_qps_opt[k].next = self.latest_opt[k].waiting.val();
        }
        self.counters.high_water_clear.next = self.high_water_clear.val();
        self.counters.cnt_sel.next = self.cnt_sel.val();
        self.cnt_value.next = self.counters.cnt_value.val();
        for k in 0..self._ecc {
            self.engine.ecc_opt[k].next = self.ecc_opt[k].val();
            self.fault_opt[k].next = self.engine.fault_opt[k].val();
            self.rom_opt[k].next = self.engine.rom_opt[k].val();
        }
        for k in 0..self._fcr {
            comment!("advices of switches go out, and are no events");
            clock!(self, clock, advices[k]);
            self.advices[k].res_valid.next = self.parser.res_valid.val();
            self.advices[k].res_drop.next = self.parser.res_drop.val();
            self.advices[k].res_reason.next = self.parser.res_reason.val();
            self.advices[k].res_qpn.next = self.parser.res_qpn.val();
            self.advices[k].res.next = self.parser.res_opt[k].val();
            self.advices[k].cnt_sel.next = self.cnt_sel.val();
            self.advices[k].other_value.next = self.counters.cnt_value.val();
            self.engine.pkt_valid.next = self.advices[k].event_valid.val();
            self.counters.res_valid.next = self.advices[k].other_valid.val();
            self.cnt_value.next = self.advices[k].cnt_value.val();
        }
        for k in 0..self._advises {
            self.advice_opt[k].next = self.advices[k].advice.val();
        }
        for k in 0..self._responses {
            comment!("responses of probes go out; they are no events, and their counters are the prober's");
            self.parser.cfg_response_opt[k].next = self.cfg_response_opt[k].val();
            self.parsed.next = self.parser.res_resp_opt[k].val();
            self.response.next.valid = self.parser.res_valid.val() & self.parsed.val().kind.any();
            self.response.next.kind = self.parsed.val().kind;
            self.response.next.qpn = self.parser.res_qpn.val();
            self.response.next.psn = self.parser.res_psn.val();
            self.response.next.time = self.parsed.val().time;
            self.response.next.telemetry = self.parser.res_telemetry.val();
            self.response.next.path = self.parser.res_path.val();
            self.response.next.n_hop = self.parser.res_n_hop.val();
            self.resp_opt[k].next = self.response.val();
            for i in 0..self._answered_hops {
                self.resp_hop[i].next = self.parser.res_hop[i].val();
            }
            for _j in 0..self._unadvised {
                self.engine.pkt_valid.next =
                    self.parser.res_valid.val() & !self.parser.res_drop.val() & !self.parsed.val().kind.any();
                self.counters.res_valid.next = self.parser.res_valid.val() & !self.parsed.val().kind.any();
            }
            for j in 0..self._fcr {
                self.advices[j].res_valid.next = self.parser.res_valid.val() & !self.parsed.val().kind.any();
            }
        }
        for k in 0..self._requests {
            comment!("requests of a peer's probes go out likewise, and their counters are the responder's");
            self.parser.cfg_request_opt[k].next = self.cfg_request_opt[k].val();
            self.asked.next = self.parser.res_req_opt[k].val();
            self.request.next.valid = self.parser.res_valid.val() & self.asked.val().kind.any();
            self.request.next.kind = self.asked.val().kind;
            self.request.next.qpn = self.parser.res_qpn.val();
            self.request.next.psn = self.parser.res_psn.val();
            self.request.next.time = self.asked.val().time;
            self.request.next.telemetry = self.parser.res_telemetry.val();
            self.request.next.path = self.parser.res_path.val();
            self.request.next.n_hop = self.parser.res_n_hop.val();
            self.probed_opt[k].next = self.request.val();
            for i in 0..self._probed_hops {
                self.probed_hop[i].next = self.parser.res_hop[i].val();
            }
            for _j in 0..self._requests_alone {
                for _i in 0..self._unadvised {
                    self.engine.pkt_valid.next =
                        self.parser.res_valid.val() & !self.parser.res_drop.val() & !self.asked.val().kind.any();
                    self.counters.res_valid.next = self.parser.res_valid.val() & !self.asked.val().kind.any();
                }
                for i in 0..self._fcr {
                    self.advices[i].res_valid.next = self.parser.res_valid.val() & !self.asked.val().kind.any();
                }
            }
            for _j in 0..self._requests_too {
                for _i in 0..self._unadvised {
                    self.engine.pkt_valid.next = self.parser.res_valid.val()
                        & !self.parser.res_drop.val()
                        & !self.parsed.val().kind.any()
                        & !self.asked.val().kind.any();
                    self.counters.res_valid.next =
                        self.parser.res_valid.val() & !self.parsed.val().kind.any() & !self.asked.val().kind.any();
                }
                for i in 0..self._fcr {
                    self.advices[i].res_valid.next =
                        self.parser.res_valid.val() & !self.parsed.val().kind.any() & !self.asked.val().kind.any();
                }
            }
        }
        for k in 0..self._limits {
            comment!("advices of switches are laid over the engine's updates");
            clock!(self, clock, limit_opt[k]);
            self.limit_opt[k].time.next = self.time_opt[k].val();
            self.limit_opt[k].advice.next = self.advices[k].advice.val();
            self.limit_opt[k].host_valid.next = self.host_valid.val();
            self.limit_opt[k].host_ready.next = self.engine.host_ready.val();
            self.limit_opt[k].host_write.next = self.host_write.val();
            self.limit_opt[k].host_parts.next = self.host_parts.val();
            self.limit_opt[k].host_qpn.next = self.host_qpn.val();
            self.limit_opt[k].host_passed.next = self.engine.host_passed_opt[k].val();
            self.engine.host_valid.next = self.host_valid.val() & !self.limit_opt[k].host_waits.val();
            self.host_ready.next = self.engine.host_ready.val() & !self.limit_opt[k].host_waits.val();
            self.limit_opt[k].unit_bus.next = self.unit_bus.val();
            self.limit_opt[k].in_answer.next = self.engine.unit_answer.val();
            self.unit_answer.next = self.limit_opt[k].out_answer.val();
            self.limit_opt[k].in_init_done.next = self.engine.init_done.val();
            self.init_done.next = self.limit_opt[k].out_init_done.val();
            self.limit_opt[k].in_idle.next = self.engine.idle.val();
            self.idle.next = self.limit_opt[k].out_idle.val();
            self.limit_opt[k].s_upd_valid.next = self.engine.upd_valid.val();
            self.engine.upd_ready.next = self.limit_opt[k].s_upd_ready.val();
            self.said.next.kind = self.engine.upd_kind.val();
            self.said.next.qpn = self.engine.upd_qpn.val();
            self.said.next.alg = self.engine.upd_alg.val();
            self.said.next.window = self.engine.upd_window.val();
            self.said.next.pace = self.engine.upd_pace.val();
            self.said.next.flags = self.engine.upd_flags.val();
            self.said.next.feedback = self.engine.upd_feedback.val();
            self.said.next.una_psn = self.engine.upd_una_psn.val();
            self.limit_opt[k].s_upd.next = self.said.val();
            self.limited.next = self.limit_opt[k].m_upd.val();
            for j in 0..self._each {
                self.upd_valid.next = self.limit_opt[k].m_upd_valid.val();
                self.limit_opt[k].m_upd_ready.next = self.upd_ready.val();
                self.upd_kind_opt[j].next = self.limited.val().kind;
                self.upd_qpn.next = self.limited.val().qpn;
                self.upd_alg.next = self.limited.val().alg;
                self.upd_window.next = self.limited.val().window;
                self.upd_pace.next = self.limited.val().pace;
                self.upd_flags.next = self.limited.val().flags;
                self.upd_feedback.next = self.limited.val().feedback;
                self.upd_una_psn.next = self.limited.val().una_psn;
                self.allowed.next.rate = self.limit_opt[k].m_upd_rate.val();
            }
            for j in 0..self._newest {
                self.latest_opt[j].s_upd_rate_opt[k].next = self.limit_opt[k].m_upd_rate.val();
                self.allowed.next.rate = self.latest_opt[j].m_upd_rate_opt[k].val();
            }
            self.upd_opt[k].next = self.allowed.val();
            self.engine.lower_opt[k].next = self.limit_opt[k].lower.val();
            self.limit_opt[k].lower_ready.next = self.engine.lower_ready_opt[k].val();
            self.limit_opt[k].lower_done.next = self.engine.lower_done_opt[k].val();
            self.engine.ignore_opt[k].next = self.limit_opt[k].ignore.val();
            self.limit_opt[k].seen_ignored.next = self.engine.seen_ignored_opt[k].val();
            self.advice_rejected_opt[k].next = self.limit_opt[k].rejected.val();
            for j in 0..self._ecc {
                comment!("what was wrong in the engine, or there");
                self.limit_opt[k].ecc_opt[j].next = self.ecc_opt[j].val();
                self.of_engine.next = self.engine.fault_opt[j].val();
                self.of_limit.next = self.limit_opt[k].fault_opt[j].val();
                self.all_fault.next.corrected = self.of_engine.val().corrected | self.of_limit.val().corrected;
                self.all_fault.next.uncorrectable =
                    self.of_engine.val().uncorrectable | self.of_limit.val().uncorrectable;
                self.fault_opt[j].next = self.all_fault.val();
                self.rom_of_engine.next = self.engine.rom_opt[j].val();
                self.rom_of_limit.next = self.limit_opt[k].rom_opt[j].val();
                self.all_rom.next.parity = self.rom_of_engine.val().parity | self.rom_of_limit.val().parity;
                self.rom_opt[j].next = self.all_rom.val();
            }
        }
        for k in 0..self._newest {
            comment!("of what is not taken at once the newest of each QP waits: nothing is held back");
            clock!(self, clock, latest_opt[k], latest_at_opt[k], latest_ready_opt[k]);
            for _j in 0..self._bare {
                self.latest_opt[k].s_upd_valid.next = self.engine.upd_valid.val();
                self.engine.upd_ready.next = true;
                self.latest_opt[k].s_upd_kind.next = self.engine.upd_kind.val();
                self.latest_opt[k].s_upd_qpn.next = self.engine.upd_qpn.val();
                self.latest_opt[k].s_upd_alg.next = self.engine.upd_alg.val();
                self.latest_opt[k].s_upd_window.next = self.engine.upd_window.val();
                self.latest_opt[k].s_upd_pace.next = self.engine.upd_pace.val();
                self.latest_opt[k].s_upd_flags.next = self.engine.upd_flags.val();
                self.latest_opt[k].s_upd_feedback.next = self.engine.upd_feedback.val();
                self.latest_opt[k].s_upd_una_psn.next = self.engine.upd_una_psn.val();
            }
            for j in 0..self._limits {
                self.latest_opt[k].s_upd_valid.next = self.limit_opt[j].m_upd_valid.val();
                self.limit_opt[j].m_upd_ready.next = true;
                self.latest_opt[k].s_upd_kind.next = self.limited.val().kind;
                self.latest_opt[k].s_upd_qpn.next = self.limited.val().qpn;
                self.latest_opt[k].s_upd_alg.next = self.limited.val().alg;
                self.latest_opt[k].s_upd_window.next = self.limited.val().window;
                self.latest_opt[k].s_upd_pace.next = self.limited.val().pace;
                self.latest_opt[k].s_upd_flags.next = self.limited.val().flags;
                self.latest_opt[k].s_upd_feedback.next = self.limited.val().feedback;
                self.latest_opt[k].s_upd_una_psn.next = self.limited.val().una_psn;
            }
            self.latest_opt[k].drop_valid.next = false;
            self.latest_opt[k].drop_qpn.next = 0.into();
            self.upd_valid.next = self.latest_opt[k].m_upd_valid.val();
            self.latest_opt[k].m_upd_ready.next = self.upd_ready.val();
            self.upd_qpn.next = self.latest_opt[k].m_upd_qpn.val();
            self.upd_limits_opt[k].next = self.latest_opt[k].m_upd_limits.val();
            self.upd_acks_opt[k].next = self.latest_opt[k].m_upd_acks.val();
            self.upd_alg.next = self.latest_opt[k].m_upd_alg.val();
            self.upd_window.next = self.latest_opt[k].m_upd_window.val();
            self.upd_pace.next = self.latest_opt[k].m_upd_pace.val();
            self.upd_flags.next = self.latest_opt[k].m_upd_flags.val();
            self.upd_feedback.next = self.latest_opt[k].m_upd_feedback.val();
            self.upd_una_psn.next = self.latest_opt[k].m_upd_una_psn.val();

            comment!("after reset nothing waits of any QP, a cycle each, while the engine does likewise");
            self.empties.next = !self.latest_ready_opt[k].q.val();
            self.latest_at_opt[k].d.next = self.latest_at_opt[k].q.val();
            self.latest_ready_opt[k].d.next = self.latest_ready_opt[k].q.val();
            if self.empties.val() {
                self.latest_at_opt[k].d.next = self.latest_at_opt[k].q.val() + 1;
                self.latest_ready_opt[k].d.next = self.latest_at_opt[k].q.val().all();
            }
            self.latest_opt[k].init_we.next = self.empties.val();
            self.latest_opt[k].init_addr.next = self.latest_at_opt[k].q.val();
        }
    }
}
