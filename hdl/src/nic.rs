#![doc = include_str!("nic.md")]
//!
//! # Why this file
//!
//! `top` has a bus to the pages of registers that its units have, for those who have a host interface of their own.
//! Here its host side is behind AXI4-Lite.

use crate::hops::Hop;
use crate::nic_prober::NicProber;
use crate::nic_receiver::NicReceiver;
use crate::nic_responder::NicResponder;
use crate::nic_sender::NicSender;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::*;
use crate::registers::Registers;
use crate::top::Top;
use layout::config::Config;

/// The whole design: `top` and its registers. Parameters as those of [`Top`].
#[derive(LogicBlock)]
pub struct Nic<const W: usize, const K: usize, const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub s_axil_awaddr: Signal<In, U<12>>,
    pub s_axil_awprot: Signal<In, U<3>>,
    pub s_axil_awvalid: Signal<In, Bit>,
    pub s_axil_awready: Signal<Out, Bit>,
    pub s_axil_wdata: Signal<In, U<32>>,
    pub s_axil_wstrb: Signal<In, U<4>>,
    pub s_axil_wvalid: Signal<In, Bit>,
    pub s_axil_wready: Signal<Out, Bit>,
    pub s_axil_bresp: Signal<Out, U<2>>,
    pub s_axil_bvalid: Signal<Out, Bit>,
    pub s_axil_bready: Signal<In, Bit>,
    pub s_axil_araddr: Signal<In, U<12>>,
    pub s_axil_arprot: Signal<In, U<3>>,
    pub s_axil_arvalid: Signal<In, Bit>,
    pub s_axil_arready: Signal<Out, Bit>,
    pub s_axil_rdata: Signal<Out, U<32>>,
    pub s_axil_rresp: Signal<Out, U<2>>,
    pub s_axil_rvalid: Signal<Out, Bit>,
    pub s_axil_rready: Signal<In, Bit>,
    pub irq: Signal<Out, Bit>,
    pub s_axis_tdata: Signal<In, Bus<W>>,
    pub s_axis_tkeep: Signal<In, U<K>>,
    pub s_axis_tvalid: Signal<In, Bit>,
    pub s_axis_tready: Signal<Out, Bit>,
    pub s_axis_tlast: Signal<In, Bit>,
    pub s_axis_tuser: Signal<In, Bit>,
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
    pub time_opt: Vec<Signal<In, Time>>,
    pub tx_valid: Signal<In, Bit>,
    pub tx_qpn: Signal<In, Qpn>,
    pub tx_psn: Signal<In, PsnWord>,
    pub upd_valid: Signal<Out, Bit>,
    pub upd_ready_opt: Vec<Signal<In, Bit>>,
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
    pub advice_opt: Vec<Signal<Out, Advice>>,
    pub upd_opt: Vec<Signal<Out, AllowedRate>>,
    pub advice_rejected_opt: Vec<Signal<Out, Rejected>>,
    pub trace_opt: Vec<Signal<Out, Traced>>,
    pub s_req_opt: Vec<Signal<In, Request>>,
    pub s_sent_opt: Vec<Signal<In, Answered>>,
    pub s_opt: Vec<Signal<Out, SenderReady>>,
    pub m_grant_opt: Vec<Signal<Out, Granted>>,
    pub m_opt: Vec<Signal<In, GrantReady>>,
    pub pfc_opt: Vec<Signal<In, Paused>>,
    pub rx_opt: Vec<Signal<In, Received>>,
    pub m_answer_opt: Vec<Signal<Out, Answer>>,
    pub m_answer_ready_opt: Vec<Signal<In, Bit>>,
    pub rx_echo_opt: Vec<Signal<In, Path>>,
    pub rx_echo_hop: Vec<Signal<In, Hop>>,
    pub s_nak_opt: Vec<Signal<In, Nak>>,
    pub s_nak_ready_opt: Vec<Signal<Out, Bit>>,
    pub msn_opt: Vec<Signal<In, Messages>>,
    pub m_axis_tdata_opt: Vec<Signal<Out, Bus<W>>>,
    pub m_axis_tkeep_opt: Vec<Signal<Out, U<K>>>,
    pub m_axis_tvalid_opt: Vec<Signal<Out, Bit>>,
    pub m_axis_tready_opt: Vec<Signal<In, Bit>>,
    pub m_axis_tlast_opt: Vec<Signal<Out, Bit>>,
    pub m_probe_opt: Vec<Signal<Out, Probing>>,
    pub m_probe_ready_opt: Vec<Signal<In, Bit>>,
    pub rtt_opt: Vec<Signal<Out, Measured>>,

    registers: Registers,
    top: Top<W, K, L>,
    sender_opt: Vec<NicSender>,
    receiver_opt: Vec<NicReceiver>,
    responder_opt: Vec<NicResponder<W, K, L>>,
    prober_opt: Vec<NicProber>,
    alert: Signal<Local, Alert>,
    rejected: Signal<Local, Rejected>,
    leaves: Signal<Local, Sending>,
    acked: Signal<Local, Acked>,
    own_event: Signal<Local, Arrival>,
    told: Signal<Local, Arrival>,
    _hpcc: usize,
    _hops: usize,
    _ecc: usize,
    _slverr: usize,
    _lsn: usize,
    _advises: usize,
    _limits: usize,
    /// `top` wants to know the time.
    _times: usize,
    _sender: usize,
    /// Without it.
    _bare: usize,
    _receiver: usize,
    /// Without the responder; with it, and with HPCC++ too.
    _receiver_last: usize,
    _responder: usize,
    _echoes: usize,
    _echoed_hops: usize,
    /// The sender without the receiver, the receiver without the sender, both, neither.
    _sender_last: usize,
    _receiver_alone: usize,
    _both: usize,
    _neither: usize,
    _prober: usize,
    /// The responder makes its requests, or nobody does.
    _requests: usize,
    _unmade: usize,
    /// Probes of a peer are answered; and have hops.
    _answers: usize,
    _probed_hops: usize,
    _answered: usize,
    _answered_hops: usize,
    /// The newest update of each QP goes out, or each does.
    _newest: usize,
    _each: usize,
}

impl<const W: usize, const K: usize, const L: usize> Nic<W, K, L> {
    /// As the configuration asks.
    pub fn new(config: &Config) -> Self {
        let hpcc = usize::from(config.reads_hops());
        let sender = usize::from(config.nic.sender);
        let receiver = usize::from(config.nic.receiver);
        let responder = usize::from(config.nic.responder);
        let prober = usize::from(config.nic.prober);
        let lsn = usize::from(config.engine.lsn);
        let requests = usize::from(config.makes_requests());
        let limits = usize::from(config.engine.fcr);
        let newest = usize::from(config.keeps_newest());
        let advises = usize::from(config.parser.fcr) - limits;
        let hops = hpcc * config.hpcc.hops as usize;
        /// None or one, or one a hop.
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        Self {
            clock: Default::default(),
            s_axil_awaddr: Default::default(),
            s_axil_awprot: Default::default(),
            s_axil_awvalid: Default::default(),
            s_axil_awready: Default::default(),
            s_axil_wdata: Default::default(),
            s_axil_wstrb: Default::default(),
            s_axil_wvalid: Default::default(),
            s_axil_wready: Default::default(),
            s_axil_bresp: Default::default(),
            s_axil_bvalid: Default::default(),
            s_axil_bready: Default::default(),
            s_axil_araddr: Default::default(),
            s_axil_arprot: Default::default(),
            s_axil_arvalid: Default::default(),
            s_axil_arready: Default::default(),
            s_axil_rdata: Default::default(),
            s_axil_rresp: Default::default(),
            s_axil_rvalid: Default::default(),
            s_axil_rready: Default::default(),
            irq: Default::default(),
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
            s_event_opt: each(hpcc),
            s_event_hop: each(hops),
            s_event_lsn_opt: each(lsn),
            // the sender's clock too, the receiver's and the prober's
            time_opt: each(hpcc.max(sender).max(limits).max(receiver).max(prober)),
            tx_valid: Default::default(),
            tx_qpn: Default::default(),
            tx_psn: Default::default(),
            upd_valid: Default::default(),
            upd_ready_opt: each(1 - sender),
            upd_kind_opt: each(1 - newest),
            upd_qpn: Default::default(),
            upd_limits_opt: each(newest),
            upd_acks_opt: each(newest),
            upd_alg: Default::default(),
            upd_window: Default::default(),
            upd_pace: Default::default(),
            upd_flags: Default::default(),
            upd_feedback: Default::default(),
            upd_una_psn: Default::default(),
            upd_una_lsn_opt: each(lsn),
            init_done: Default::default(),
            advice_opt: each(advises),
            upd_opt: each(limits),
            advice_rejected_opt: each(limits),
            trace_opt: option(config.rtl.trace),
            s_req_opt: each(sender),
            s_sent_opt: each(sender),
            s_opt: each(sender),
            m_grant_opt: each(sender),
            m_opt: each(sender),
            pfc_opt: each(sender),
            rx_opt: each(receiver),
            m_answer_opt: each(receiver - responder),
            m_answer_ready_opt: each(receiver - responder),
            rx_echo_opt: each(hpcc * responder),
            rx_echo_hop: each(hops * responder),
            s_nak_opt: each(responder),
            s_nak_ready_opt: each(responder),
            msn_opt: each(responder),
            m_axis_tdata_opt: each(responder),
            m_axis_tkeep_opt: each(responder),
            m_axis_tvalid_opt: each(responder),
            m_axis_tready_opt: each(responder),
            m_axis_tlast_opt: each(responder),
            m_probe_opt: each(prober - requests),
            m_probe_ready_opt: each(prober - requests),
            rtt_opt: each(prober),
            registers: Registers::new(config),
            top: Top::new(config),
            sender_opt: (0..sender).map(|_| NicSender::new(config)).collect(),
            receiver_opt: (0..receiver).map(|_| NicReceiver::new(config)).collect(),
            responder_opt: (0..responder).map(|_| NicResponder::new(config)).collect(),
            prober_opt: (0..prober).map(|_| NicProber::new(config)).collect(),
            alert: Default::default(),
            rejected: Default::default(),
            leaves: Default::default(),
            acked: Default::default(),
            own_event: Default::default(),
            told: Default::default(),
            _hpcc: hpcc,
            _hops: hops,
            _ecc: config.rtl.ecc.into(),
            _slverr: config.nic.slverr.into(),
            _lsn: lsn,
            _advises: advises,
            _limits: limits,
            _times: hpcc.max(limits),
            _sender: sender,
            _bare: 1 - sender,
            _receiver: receiver,
            _receiver_last: receiver - responder,
            _responder: responder,
            _echoes: hpcc * responder,
            _echoed_hops: hops * responder,
            _sender_last: sender * (1 - receiver),
            _receiver_alone: receiver * (1 - sender),
            _both: receiver * sender,
            _neither: (1 - sender) * (1 - receiver),
            _prober: prober,
            _requests: requests,
            _unmade: prober - requests,
            _answers: usize::from(config.nic.answers),
            _probed_hops: hops * usize::from(config.nic.answers),
            _answered: hpcc * prober,
            _answered_hops: hops * prober,
            _newest: newest,
            _each: 1 - newest,
        }
    }
}

impl<const W: usize, const K: usize, const L: usize> Logic for Nic<W, K, L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module nic");
        comment!("@doc Congestion control for an RDMA NIC: RoCEv2 packets in, congestion windows out, registers behind AXI4-Lite.");
        comment!("@doc ackw_top is the same with the bus of the registers in its ports.");
        comment!("@port s_axil_awaddr byte address; bits 1:0 are ignored");
        comment!("@port s_axil_awprot not looked at");
        comment!("@port s_axil_wstrb a write with less than all ones is refused");
        comment!("@port s_axil_bresp always OKAY");
        comment!("@port s_axil_araddr byte address; bits 1:0 are ignored; where nothing is, 0 is read");
        comment!("@port s_axil_arprot not looked at");
        comment!("@port s_axil_rresp always OKAY");
        for _k in 0..self._slverr {
            comment!("@port s_axil_bresp OKAY, or SLVERR of a write that was refused");
            comment!("@port s_axil_rresp OKAY, or SLVERR where nothing is");
        }
        for _k in 0..self._limits {
            comment!("@port time_now ns, modulo 2^32: the clock of advices, and of hpcc-rx");
        }
        for _k in 0..self._sender {
            comment!("@port time_now ns, modulo 2^32: the sender's clock, and of hpcc-rx");
            comment!("@port s_sent_ready it is taken");
            comment!("@port upd_valid an update, to be looked at: the sender takes each, and there is no ready");
        }
        for _k in 0..self._receiver {
            comment!(
                "@port time_now ns, modulo 2^32: the clock of the receiver, of the sender, of advices, and of hpcc-rx"
            );
        }
        for _k in 0..self._receiver_last {
            comment!("@port m_answer_ready it is taken");
        }
        for _k in 0..self._prober {
            comment!("@port time_now ns, modulo 2^32: the clock of probes, of the receiver, of the sender, of advices, and of hpcc-rx");
        }
        for _k in 0..self._unmade {
            comment!("@port m_probe_ready it is taken");
        }
        for _k in 0..self._responder {
            comment!("@port s_nak_ready it is taken");
            comment!("@port m_axis_tdata first byte of the frame in bits 7:0 of the first beat; no FCS");
            comment!("@port m_axis_tkeep all ones but on the last beat, where it is a run of ones from bit 0");
            comment!("@port m_axis_tvalid within a frame it stays, until the last beat is taken");
        }
        comment!("@port irq a level: one of irq_status that irq_enable allows");
        comment!("@port s_event_ready the event is taken, if valid");
        comment!("@port init_done contexts and parameters have their reset values; until then nothing is taken, but registers can be accessed");
        clock!(self, clock, registers, top);

        comment!("The host");
        self.registers.s_axil_awaddr.next = self.s_axil_awaddr.val();
        self.registers.s_axil_awprot.next = self.s_axil_awprot.val();
        self.registers.s_axil_awvalid.next = self.s_axil_awvalid.val();
        self.s_axil_awready.next = self.registers.s_axil_awready.val();
        self.registers.s_axil_wdata.next = self.s_axil_wdata.val();
        self.registers.s_axil_wstrb.next = self.s_axil_wstrb.val();
        self.registers.s_axil_wvalid.next = self.s_axil_wvalid.val();
        self.s_axil_wready.next = self.registers.s_axil_wready.val();
        self.s_axil_bresp.next = self.registers.s_axil_bresp.val();
        self.s_axil_bvalid.next = self.registers.s_axil_bvalid.val();
        self.registers.s_axil_bready.next = self.s_axil_bready.val();
        self.registers.s_axil_araddr.next = self.s_axil_araddr.val();
        self.registers.s_axil_arprot.next = self.s_axil_arprot.val();
        self.registers.s_axil_arvalid.next = self.s_axil_arvalid.val();
        self.s_axil_arready.next = self.registers.s_axil_arready.val();
        self.s_axil_rdata.next = self.registers.s_axil_rdata.val();
        self.s_axil_rresp.next = self.registers.s_axil_rresp.val();
        self.s_axil_rvalid.next = self.registers.s_axil_rvalid.val();
        self.registers.s_axil_rready.next = self.s_axil_rready.val();
        self.irq.next = self.registers.irq.val();

        comment!("What happens, for counters and interrupt");
        self.alert.next.telemetry = false;
        self.rejected.next.valid = false;
        self.rejected.next.qpn = 0.into();
        self.registers.frame_dropped.next = self.top.frame_dropped.val();
        self.registers.packet_stall.next = self.s_axis_tvalid.val() & !self.top.s_axis_tready.val();
        self.registers.event_stall.next = self.s_event_valid.val() & !self.top.s_event_ready.val();
        for k in 0..self._bare {
            self.registers.update_stall.next = self.top.upd_valid.val() & !self.upd_ready_opt[k].val();
        }
        for _k in 0..self._sender {
            self.registers.update_stall.next = false;
        }
        self.registers.idle.next = self.top.idle.val();
        self.registers.queue_overflow.next = self.top.queue_overflow.val();
        for k in 0..self._bare {
            self.registers.update_taken.next = self.top.upd_valid.val() & self.upd_ready_opt[k].val();
        }
        for _k in 0..self._sender {
            self.registers.update_taken.next = self.top.upd_valid.val();
        }

        comment!("Parameters, contexts, counters");
        self.top.cfg_qpn_base.next = self.registers.cfg_qpn_base.val();
        self.top.cfg_ece_place.next = self.registers.cfg_ece_place.val();
        self.top.cfg_max_frame_bytes.next = self.registers.cfg_max_frame_bytes.val();
        self.top.cfg_telemetry.next = self.registers.cfg_telemetry.val();
        self.top.cfg_own.next = self.registers.cfg_own.val();
        self.top.host_valid.next = self.registers.host_valid.val();
        self.registers.host_ready.next = self.top.host_ready.val();
        self.top.host_write.next = self.registers.host_write.val();
        self.top.host_parts.next = self.registers.host_parts.val();
        self.top.host_qpn.next = self.registers.host_qpn.val();
        self.top.host_alg.next = self.registers.host.val().alg;
        self.top.host_set.next = self.registers.host.val().set;
        self.top.host_psn.next = self.registers.host.val().psn;
        self.top.host_open.next = self.registers.host.val().open;
        self.registers.host_done.next = self.top.host_done.val();
        self.registers.found.next.alg = self.top.found_alg.val();
        self.registers.found.next.set = self.top.found_set.val();
        self.registers.found.next.psn = self.top.found_psn.val();
        self.registers.found.next.open = self.top.found_open.val();
        for _k in 0..self._neither {
            self.registers.init_done.next = self.top.init_done.val();
        }
        for k in 0..self._sender_last {
            self.registers.init_done.next = self.sender_opt[k].out_init_done.val();
        }
        for k in 0..self._receiver_last {
            self.registers.init_done.next = self.receiver_opt[k].out_init_done.val();
        }
        for k in 0..self._responder {
            self.registers.init_done.next = self.responder_opt[k].out_init_done.val();
        }
        self.top.cnt_sel.next = self.registers.cnt_sel.val();
        self.top.high_water_clear.next = self.registers.high_water_clear.val();
        self.registers.cnt_value.next = self.top.cnt_value.val();
        for k in 0..self._hpcc {
            self.alert.next = self.top.alert_opt[k].val();
        }
        self.top.unit_bus.next = self.registers.unit_bus.val();
        for _k in 0..self._neither {
            self.registers.unit_answer.next = self.top.unit_answer.val();
        }
        for k in 0..self._sender_last {
            self.registers.unit_answer.next = self.sender_opt[k].out_answer.val();
        }
        for k in 0..self._receiver_last {
            self.registers.unit_answer.next = self.receiver_opt[k].out_answer.val();
        }
        for k in 0..self._responder {
            self.registers.unit_answer.next = self.responder_opt[k].out_answer.val();
        }
        self.registers.alert_psn.next = self.top.alert_psn.val();
        self.registers.alert_telemetry.next = self.alert.val().telemetry;
        for k in 0..self._ecc {
            self.top.ecc_opt[k].next = self.registers.ecc_opt[k].val();
            self.registers.fault_opt[k].next = self.top.fault_opt[k].val();
            self.registers.rom_opt[k].next = self.top.rom_opt[k].val();
        }

        comment!("Packets, events and updates");
        self.top.s_axis_tdata.next = self.s_axis_tdata.val();
        self.top.s_axis_tkeep.next = self.s_axis_tkeep.val();
        self.top.s_axis_tvalid.next = self.s_axis_tvalid.val();
        self.s_axis_tready.next = self.top.s_axis_tready.val();
        self.top.s_axis_tlast.next = self.s_axis_tlast.val();
        self.top.s_axis_tuser.next = self.s_axis_tuser.val();
        self.top.tx_valid.next = self.tx_valid.val();
        self.top.tx_qpn.next = self.tx_qpn.val();
        self.top.tx_psn.next = self.tx_psn.val();
        self.top.s_event_valid.next = self.s_event_valid.val();
        self.s_event_ready.next = self.top.s_event_ready.val();
        self.top.s_event_kind.next = self.s_event_kind.val();
        self.top.s_event_ece.next = self.s_event_ece.val();
        self.top.s_event_use_psn.next = self.s_event_use_psn.val();
        self.top.s_event_n.next = self.s_event_n.val();
        self.top.s_event_psn.next = self.s_event_psn.val();
        self.top.s_event_qpn.next = self.s_event_qpn.val();
        for k in 0..self._hpcc {
            self.top.s_event_opt[k].next = self.s_event_opt[k].val();
        }
        for k in 0..self._times {
            self.top.time_opt[k].next = self.time_opt[k].val();
        }
        for k in 0..self._hops {
            self.top.s_event_hop[k].next = self.s_event_hop[k].val();
        }
        self.upd_valid.next = self.top.upd_valid.val();
        for k in 0..self._bare {
            self.top.upd_ready.next = self.upd_ready_opt[k].val();
        }
        for _k in 0..self._sender {
            self.top.upd_ready.next = true;
        }
        for k in 0..self._each {
            self.upd_kind_opt[k].next = self.top.upd_kind_opt[k].val();
        }
        for k in 0..self._newest {
            self.upd_limits_opt[k].next = self.top.upd_limits_opt[k].val();
            self.upd_acks_opt[k].next = self.top.upd_acks_opt[k].val();
        }
        self.upd_qpn.next = self.top.upd_qpn.val();
        self.upd_alg.next = self.top.upd_alg.val();
        self.upd_window.next = self.top.upd_window.val();
        self.upd_pace.next = self.top.upd_pace.val();
        self.upd_flags.next = self.top.upd_flags.val();
        self.upd_feedback.next = self.top.upd_feedback.val();
        self.upd_una_psn.next = self.top.upd_una_psn.val();
        for k in 0..self._lsn {
            self.top.s_event_lsn_opt[k].next = self.s_event_lsn_opt[k].val();
            self.upd_una_lsn_opt[k].next = self.top.upd_una_lsn_opt[k].val();
        }
        for _k in 0..self._neither {
            self.init_done.next = self.top.init_done.val();
        }
        for k in 0..self._sender_last {
            self.init_done.next = self.sender_opt[k].out_init_done.val();
        }
        for k in 0..self._receiver_last {
            self.init_done.next = self.receiver_opt[k].out_init_done.val();
        }
        for k in 0..self._responder {
            self.init_done.next = self.responder_opt[k].out_init_done.val();
        }
        for k in 0..self.trace_opt.len() {
            self.trace_opt[k].next = self.top.trace_opt[k].val();
        }
        for k in 0..self._advises {
            self.advice_opt[k].next = self.top.advice_opt[k].val();
        }
        for k in 0..self._limits {
            self.upd_opt[k].next = self.top.upd_opt[k].val();
            self.advice_rejected_opt[k].next = self.top.advice_rejected_opt[k].val();
            self.rejected.next = self.top.advice_rejected_opt[k].val();
        }
        self.registers.alert_advice.next = self.rejected.val().valid;

        for k in 0..self._sender {
            comment!("The sender takes every update; a page of registers is its host's side");
            clock!(self, clock, sender_opt[k]);
            self.sender_opt[k].in_init_done.next = self.top.init_done.val();
            self.sender_opt[k].unit_bus.next = self.registers.unit_bus.val();
            self.sender_opt[k].in_answer.next = self.top.unit_answer.val();
            self.sender_opt[k].time.next = self.time_opt[k].val();
            self.sender_opt[k].pfc.next = self.pfc_opt[k].val();
            self.sender_opt[k].s_req.next = self.s_req_opt[k].val();
            self.sender_opt[k].s_sent.next = self.s_sent_opt[k].val();
            self.s_opt[k].next = self.sender_opt[k].s.val();
            self.m_grant_opt[k].next = self.sender_opt[k].m_grant.val();
            self.sender_opt[k].m.next = self.m_opt[k].val();
            self.sender_opt[k].upd_valid.next = self.top.upd_valid.val();
            for j in 0..self._each {
                self.sender_opt[k].upd_kind.next = self.top.upd_kind_opt[j].val();
            }
            self.sender_opt[k].upd_qpn.next = self.top.upd_qpn.val();
            self.sender_opt[k].upd_alg.next = self.top.upd_alg.val();
            self.sender_opt[k].upd_window.next = self.top.upd_window.val();
            self.sender_opt[k].upd_pace.next = self.top.upd_pace.val();
            self.sender_opt[k].upd_flags.next = self.top.upd_flags.val();
            self.sender_opt[k].upd_una_psn.next = self.top.upd_una_psn.val();
            for l in 0..self._limits {
                self.sender_opt[k].upd_opt[l].next = self.top.upd_opt[l].val();
            }
        }

        for k in 0..self._receiver {
            comment!("The receiver says what is answered; a page of registers is its host's side");
            clock!(self, clock, receiver_opt[k]);
            self.receiver_opt[k].unit_bus.next = self.registers.unit_bus.val();
            self.receiver_opt[k].time.next = self.time_opt[k].val();
            self.receiver_opt[k].rx.next = self.rx_opt[k].val();
        }
        for k in 0..self._receiver_last {
            self.m_answer_opt[k].next = self.receiver_opt[k].m_answer.val();
            self.receiver_opt[k].m_answer_ready.next = self.m_answer_ready_opt[k].val();
        }
        for k in 0..self._receiver_alone {
            self.receiver_opt[k].in_init_done.next = self.top.init_done.val();
            self.receiver_opt[k].in_answer.next = self.top.unit_answer.val();
        }
        for k in 0..self._both {
            self.receiver_opt[k].in_init_done.next = self.sender_opt[k].out_init_done.val();
            self.receiver_opt[k].in_answer.next = self.sender_opt[k].out_answer.val();
        }

        for k in 0..self._responder {
            comment!("The responder makes frames of what is answered; a page of registers is its host's side");
            clock!(self, clock, responder_opt[k]);
            self.responder_opt[k].unit_bus.next = self.registers.unit_bus.val();
            self.responder_opt[k].in_init_done.next = self.receiver_opt[k].out_init_done.val();
            self.responder_opt[k].in_answer.next = self.receiver_opt[k].out_answer.val();
            self.responder_opt[k].cfg_ece_place.next = self.registers.cfg_ece_place.val();
            self.responder_opt[k].cfg_telemetry.next = self.registers.cfg_telemetry.val();
            self.responder_opt[k].s_answer.next = self.receiver_opt[k].m_answer.val();
            self.receiver_opt[k].m_answer_ready.next = self.responder_opt[k].s_answer_ready.val();
            self.responder_opt[k].s_nak.next = self.s_nak_opt[k].val();
            self.s_nak_ready_opt[k].next = self.responder_opt[k].s_nak_ready.val();
            self.responder_opt[k].msn.next = self.msn_opt[k].val();
            self.m_axis_tdata_opt[k].next = self.responder_opt[k].m_axis_tdata.val();
            self.m_axis_tkeep_opt[k].next = self.responder_opt[k].m_axis_tkeep.val();
            self.m_axis_tvalid_opt[k].next = self.responder_opt[k].m_axis_tvalid.val();
            self.responder_opt[k].m_axis_tready.next = self.m_axis_tready_opt[k].val();
            self.m_axis_tlast_opt[k].next = self.responder_opt[k].m_axis_tlast.val();
        }
        for k in 0..self._echoes {
            self.responder_opt[k].came_valid_opt[k].next = self.receiver_opt[k].came_valid_opt[k].val();
            self.responder_opt[k].came_qpn_opt[k].next = self.receiver_opt[k].came_qpn_opt[k].val();
            self.responder_opt[k].rx_echo_opt[k].next = self.rx_echo_opt[k].val();
            for i in 0..self._echoed_hops {
                self.responder_opt[k].rx_echo_hop[i].next = self.rx_echo_hop[i].val();
            }
        }

        for k in 0..self._answers {
            comment!("Requests of a peer's probes go from the parser to the responder");
            self.top.cfg_request_opt[k].next = self.responder_opt[k].cfg_request_opt[k].val();
            self.responder_opt[k].probed_opt[k].next = self.top.probed_opt[k].val();
            for i in 0..self._probed_hops {
                self.responder_opt[k].probed_hop[i].next = self.top.probed_hop[i].val();
            }
        }

        for k in 0..self._prober {
            comment!("The prober asks the path, and stands between the NIC's events and the engine; a page of registers is its host's side");
            clock!(self, clock, prober_opt[k]);
            self.prober_opt[k].unit_bus.next = self.registers.unit_bus.val();
            for _j in 0..self._neither {
                self.prober_opt[k].in_init_done.next = self.top.init_done.val();
                self.prober_opt[k].in_answer.next = self.top.unit_answer.val();
            }
            for j in 0..self._sender_last {
                self.prober_opt[k].in_init_done.next = self.sender_opt[j].out_init_done.val();
                self.prober_opt[k].in_answer.next = self.sender_opt[j].out_answer.val();
            }
            for j in 0..self._receiver_last {
                self.prober_opt[k].in_init_done.next = self.receiver_opt[j].out_init_done.val();
                self.prober_opt[k].in_answer.next = self.receiver_opt[j].out_answer.val();
            }
            for j in 0..self._responder {
                self.prober_opt[k].in_init_done.next = self.responder_opt[j].out_init_done.val();
                self.prober_opt[k].in_answer.next = self.responder_opt[j].out_answer.val();
            }
            self.registers.init_done.next = self.prober_opt[k].out_init_done.val();
            self.registers.unit_answer.next = self.prober_opt[k].out_answer.val();
            self.init_done.next = self.prober_opt[k].out_init_done.val();
            self.prober_opt[k].time.next = self.time_opt[k].val();
            self.leaves.next.valid = self.tx_valid.val();
            self.leaves.next.qpn = self.tx_qpn.val();
            self.leaves.next.psn = self.tx_psn.val();
            self.prober_opt[k].tx.next = self.leaves.val();

            comment!("an update may stand a cycle longer there, and then nobody sees it");
            self.acked.next.valid = self.top.upd_valid.val();
            self.acked.next.qpn = self.top.upd_qpn.val();
            self.acked.next.una_psn = self.top.upd_una_psn.val();
            for j in 0..self._each {
                self.acked.next.acks = !self.top.upd_kind_opt[j].val().all();
            }
            for j in 0..self._newest {
                self.acked.next.acks = self.top.upd_acks_opt[j].val();
            }
            self.upd_valid.next = self.top.upd_valid.val() & !self.prober_opt[k].hold.val();
            for j in 0..self._bare {
                self.acked.next.ready = self.upd_ready_opt[j].val();
                self.top.upd_ready.next = self.upd_ready_opt[j].val() & !self.prober_opt[k].hold.val();
                self.registers.update_stall.next =
                    self.top.upd_valid.val() & !self.prober_opt[k].hold.val() & !self.upd_ready_opt[j].val();
                self.registers.update_taken.next =
                    self.top.upd_valid.val() & !self.prober_opt[k].hold.val() & self.upd_ready_opt[j].val();
            }
            for j in 0..self._sender {
                self.acked.next.ready = true;
                self.top.upd_ready.next = !self.prober_opt[k].hold.val();
                self.sender_opt[j].upd_valid.next = self.top.upd_valid.val() & !self.prober_opt[k].hold.val();
                self.registers.update_taken.next = self.top.upd_valid.val() & !self.prober_opt[k].hold.val();
            }

            self.prober_opt[k].upd.next = self.acked.val();

            for j in 0..self._unmade {
                self.m_probe_opt[j].next = self.prober_opt[k].m_probe.val();
                self.prober_opt[k].m_probe_ready.next = self.m_probe_ready_opt[j].val();
            }
            for j in 0..self._requests {
                comment!("the responder makes frames of probes");
                self.responder_opt[j].probe_opt[j].next = self.prober_opt[k].m_probe.val();
                self.prober_opt[k].m_probe_ready.next = self.responder_opt[j].probe_ready_opt[j].val();
            }

            comment!("responses in, probes and RTTs out");
            self.top.cfg_response_opt[k].next = self.prober_opt[k].cfg_response.val();
            self.prober_opt[k].resp.next = self.top.resp_opt[k].val();
            self.rtt_opt[k].next = self.prober_opt[k].rtt.val();

            comment!("events");
            self.prober_opt[k].s_event_valid.next = self.s_event_valid.val();
            self.s_event_ready.next = self.prober_opt[k].s_event_ready.val();
            self.registers.event_stall.next = self.s_event_valid.val() & !self.prober_opt[k].s_event_ready.val();
            self.own_event.next.kind = self.s_event_kind.val();
            self.own_event.next.ece = self.s_event_ece.val();
            self.own_event.next.use_psn = self.s_event_use_psn.val();
            self.own_event.next.n = self.s_event_n.val();
            self.own_event.next.psn = self.s_event_psn.val();
            self.own_event.next.qpn = self.s_event_qpn.val();
            self.prober_opt[k].s_event.next = self.own_event.val();
            self.top.s_event_valid.next = self.prober_opt[k].m_event_valid.val();
            self.prober_opt[k].m_event_ready.next = self.top.s_event_ready.val();
            self.told.next = self.prober_opt[k].m_event.val();
            self.top.s_event_kind.next = self.told.val().kind;
            self.top.s_event_ece.next = self.told.val().ece;
            self.top.s_event_use_psn.next = self.told.val().use_psn;
            self.top.s_event_n.next = self.told.val().n;
            self.top.s_event_psn.next = self.told.val().psn;
            self.top.s_event_qpn.next = self.told.val().qpn;
        }
        for k in 0..self._answered {
            self.prober_opt[k].s_event_opt[k].next = self.s_event_opt[k].val();
            self.top.s_event_opt[k].next = self.prober_opt[k].m_event_opt[k].val();
            for i in 0..self._answered_hops {
                self.prober_opt[k].resp_hop[i].next = self.top.resp_hop[i].val();
                self.prober_opt[k].s_event_hop[i].next = self.s_event_hop[i].val();
                self.top.s_event_hop[i].next = self.prober_opt[k].m_event_hop[i].val();
            }
        }
    }
}
