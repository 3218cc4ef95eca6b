//! Blocks as instances whose type is forgotten: ports by their emitted names, a value as 64-bit words, lowest first.
//!
//! # Why this file
//!
//! A bench that drives emitted Verilog knows ports by name and width. Through this it drives rust-hdl's own simulation
//! of the same block in the same way. rust-hdl's probe reads ports, but writes none; so they are listed here, once for
//! each block, and the fields of the structs on them once for each struct.

use crate::dcqcn::stages::{DcqcnRead, DcqcnSet, DcqcnStored};
use crate::hops::{Delta, Hop};
use crate::parser::{OwnCfg, TelemetryCfg};
use crate::prelude::*;
use crate::prim::ResetStyle;
use crate::records::{
    Advice, Alert, AllowedRate, Answer, Answered, AskCfg, EccControl, GrantReady, Granted, HostPassed, HpccContext,
    Ignore, LdcpContext, LdcpParams, Lower, LowerRate, LsnAck, MeasureParams, Measured, Messages, Nak, ParsedAdvice,
    ParsedProbe, Path, Paused, ProbeCfg, Probing, Received, Rejected, ReplyCfg, Request, Requested, Responded, Seen,
    SenderReady, Shared, Speed, Time, Traced, UnitAnswer, UnitBus, Units, WindowParams,
};
use crate::rewrite::RewriteEcc;
use crate::sim::{settle, Unsettled};
use crate::{
    choice::Choice, dcqcn::Dcqcn, engine::Engine, fcr::Fcr, hops::Hops, inflight::Inflight, interval::Interval,
    issue::Issue, latest::Latest, limit::Limit, nic::Nic, parser::Parser, pawa::Pawa, psn::Psn, recip::Recip,
    registers::Registers, sender::Sender, sent::Sent, top::Top, window::Window,
};
use std::fmt;

/// A port's value, or a field of it.
pub trait Pin {
    fn bits(&self) -> usize;
    /// Bits past the width are dropped.
    fn set(&mut self, words: &[u64]);
    /// `words` has as many as the width needs.
    fn get(&self, words: &mut [u64]);
}

impl Pin for Bit {
    fn bits(&self) -> usize {
        1
    }

    fn set(&mut self, words: &[u64]) {
        *self = words[0] & 1 == 1;
    }

    fn get(&self, words: &mut [u64]) {
        words[0] = (*self).into();
    }
}

impl<const N: usize> Pin for U<N> {
    fn bits(&self) -> usize {
        width_of(N)
    }

    fn set(&mut self, words: &[u64]) {
        let high = words.get(1).copied().unwrap_or(0);
        *self = U::wrap(u128::from(words[0]) | u128::from(high) << 64);
    }

    fn get(&self, words: &mut [u64]) {
        for (i, word) in words.iter_mut().enumerate().take(2) {
            *word = (self.raw() >> (64 * i)) as u64;
        }
    }
}

impl<const N: usize> Pin for Bus<N> {
    fn bits(&self) -> usize {
        N
    }

    fn set(&mut self, words: &[u64]) {
        *self = Bus::from_words(words);
    }

    fn get(&self, words: &mut [u64]) {
        words.copy_from_slice(self.words());
    }
}

/// A pin's name, as emitted: `in_qpn`, `in_hop_2_ts`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Name {
    port: &'static str,
    /// Of an array its index, and of a struct the field.
    field: Option<(Option<usize>, &'static str)>,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field {
            // of a Vec of none or one, see emit/names.rs
            Some((_, field)) if self.port.ends_with("_opt") => {
                write!(f, "{}_{field}", self.port.trim_end_matches("_opt"))
            }
            Some((Some(index), field)) => write!(f, "{}_{index}_{field}", self.port),
            Some((None, field)) => write!(f, "{}_{field}", self.port),
            None => f.write_str(self.port.trim_end_matches("_opt")),
        }
    }
}

/// A block that has its ports listed.
pub(crate) trait Listed: Block {
    fn clock(&mut self) -> &mut Signal<In, ClkRst>;
    fn inputs(&mut self, visit: &mut dyn FnMut(Name, &mut dyn Pin));
    fn outputs(&self, visit: &mut dyn FnMut(Name, &dyn Pin));
}

/// What a port's value is made of: a pin, or the fields of a struct.
pub(crate) trait Fields: Synth {
    fn set(&mut self, visit: &mut dyn FnMut(Option<&'static str>, &mut dyn Pin));
    fn get(&self, visit: &mut dyn FnMut(Option<&'static str>, &dyn Pin));
}

impl<T: Pin + Synth> Fields for T {
    fn set(&mut self, visit: &mut dyn FnMut(Option<&'static str>, &mut dyn Pin)) {
        visit(None, self);
    }

    fn get(&self, visit: &mut dyn FnMut(Option<&'static str>, &dyn Pin)) {
        visit(None, self);
    }
}

/// The structs on ports. A field that is forgotten does not compile.
macro_rules! fields {
    ($($name:ident { $($field:ident)* })+) => {$(
        impl Fields for $name {
            fn set(&mut self, visit: &mut dyn FnMut(Option<&'static str>, &mut dyn Pin)) {
                let $name { $($field),* } = self;
                $(visit(Some(stringify!($field)), $field);)*
            }

            fn get(&self, visit: &mut dyn FnMut(Option<&'static str>, &dyn Pin)) {
                let $name { $($field),* } = self;
                $(visit(Some(stringify!($field)), $field);)*
            }
        }
    )+};
}

pub(crate) use fields;

fields! {
    Ecc { inject }
    RewriteEcc { inject rewrite }
    EccControl { inject scrub_interval }
    Fault { corrected uncorrectable }
    RomFault { parity }
    LdcpParams { alpha beta gamma eta cw_max }
    LdcpContext { cw rtt }
    WindowParams { t eta max_stage w_ai w_min w_max sync_first rate_gain_m rate_gain_e }
    MeasureParams { t_ticks tau_gain_m tau_gain_e q_weight tx_weight }
    HpccContext { u w wc inc_stage last_update }
    Speed { we code gbps inv_b_m inv_b_e }
    Units { tx_unit q_unit }
    Time { now }
    Path { telemetry path n_hop }
    Hop { speed ts tx q }
    Delta { used speed dts tx q }
    Seen { path hops speed still u_zero }
    Alert { telemetry }
    ParsedAdvice { advice advice_withdraw advice_seq advice_rate advice_validity advice_switch }
    Advice { valid qpn withdraw seq rate validity switch }
    Traced {
        valid kind qpn alg set n0 n1 loss known from_u from_window from_wc from_last from_stage window pace flags feedback
            una_psn
    }
    Lower { valid qpn alg window rate }
    LsnAck { given read value }
    LowerRate { on rate }
    AllowedRate { rate }
    HostPassed { valid alg set }
    Rejected { valid qpn }
    Ignore { we qpn on }
    UnitBus { write windex wdata rindex last_index last_data host_busy found_now sets }
    UnitAnswer { taken rdata starts }
    Request { valid qpn class backlog bytes_to_end }
    Answered { valid qpn tag psn_next bytes empty rewind }
    SenderReady { req_ready sent_ready }
    Granted { valid qpn tag max_bytes max_packets ecn_capable }
    GrantReady { grant_ready }
    Paused { pause }
    Received { valid qpn psn ce queue ack_req last }
    Answer { valid qpn kind psn ece count }
    Nak { valid qpn psn }
    Messages { we qpn value }
    ProbeCfg { rtt telemetry }
    ParsedProbe { kind time }
    Requested { valid kind qpn psn time telemetry path n_hop }
    ReplyCfg { rtt telemetry dscp }
    AskCfg { rtt telemetry dscp }
    Responded { valid kind qpn psn time telemetry path n_hop }
    Probing { valid qpn kind psn time }
    Measured { valid qpn kind measured smoothed }
    Shared { alg set psn open }
    DcqcnSet {
        g rai line rc_min recovery doublings snap_mask old_cp clamp_target min_tx incast_periods
    }
    DcqcnStored { rc rt cp stage deterministic set }
    DcqcnRead { rc rt cp stage sent quiet idle deterministic set }
    TelemetryCfg { place offset area profile }
    OwnCfg { check mac ipv4 ipv6_high ipv6_low }
}

/// A port, or an array of them.
pub(crate) trait Inputs {
    fn set(&mut self, port: &'static str, visit: &mut dyn FnMut(Name, &mut dyn Pin));
}

impl<T: Fields> Inputs for Signal<In, T> {
    fn set(&mut self, port: &'static str, visit: &mut dyn FnMut(Name, &mut dyn Pin)) {
        self.next.set(&mut |field, pin| visit(Name { port, field: field.map(|field| (None, field)) }, pin));
    }
}

impl<T: Fields> Inputs for Vec<Signal<In, T>> {
    fn set(&mut self, port: &'static str, visit: &mut dyn FnMut(Name, &mut dyn Pin)) {
        for (i, signal) in self.iter_mut().enumerate() {
            signal.next.set(&mut |field, pin| visit(Name { port, field: field.map(|field| (Some(i), field)) }, pin));
        }
    }
}

pub(crate) trait Outputs {
    fn get(&self, port: &'static str, visit: &mut dyn FnMut(Name, &dyn Pin));
}

impl<T: Fields> Outputs for Signal<Out, T> {
    fn get(&self, port: &'static str, visit: &mut dyn FnMut(Name, &dyn Pin)) {
        self.val().get(&mut |field, pin| visit(Name { port, field: field.map(|field| (None, field)) }, pin));
    }
}

impl<T: Fields> Outputs for Vec<Signal<Out, T>> {
    fn get(&self, port: &'static str, visit: &mut dyn FnMut(Name, &dyn Pin)) {
        for (i, signal) in self.iter().enumerate() {
            signal.val().get(&mut |field, pin| visit(Name { port, field: field.map(|field| (Some(i), field)) }, pin));
        }
    }
}

macro_rules! listed {
    ($([$($generic:ident)*] $block:ty { in $($in:ident)*; out $($out:ident)*; })+) => {$(
        impl<$(const $generic: usize),*> Listed for $block {
            fn clock(&mut self) -> &mut Signal<In, ClkRst> {
                &mut self.clock
            }

            fn inputs(&mut self, visit: &mut dyn FnMut(Name, &mut dyn Pin)) {
                $(Inputs::set(&mut self.$in, stringify!($in), visit);)*
            }

            fn outputs(&self, visit: &mut dyn FnMut(Name, &dyn Pin)) {
                $(Outputs::get(&self.$out, stringify!($out), visit);)*
            }
        }
    )+};
}

pub(crate) use listed;

listed! {
    [] Recip {
        in x d;
        out q rom_opt;
    }
    [] Psn {
        in init_we init_addr host_psn host_open in_valid in_kind in_ece in_use_psn in_n in_psn in_snd_max in_qpn
           ecc_opt;
        out out_valid out_kind out_ece out_n out_qpn out_psn out_open out_una out_rejected out_closed out_stores_opt fault_opt;
    }
    [W] Issue<W> {
        in in_valid in_kind in_ece in_n in_qpn in_alg in_set in_loss credit_return next_is_host host_valid host_kind watch_qpn
           watch_all hold fence;
        out in_ready watch_waits occupied out_valid out_kind out_n0 out_n1 out_loss out_qpn out_alg out_set out_slot
            enter_we enter_slot in_slot in_moves saturates;
    }
    [] Pawa {
        in set_we set_index set init_we init_addr host
           in_valid in_kind in_n0 in_n1 in_qpn in_pcc in_set ecc_opt;
        out out_valid out_kind out_qpn out_cw out_rtt out_flags fault_opt rom_opt;
    }
    [] Interval {
        in in_valid in_kind in_qpn in_cw in_rtt in_flags;
        out out_valid out_kind out_qpn out_cw out_interval out_flags rom_opt;
    }
    [W K L] Parser<W, K, L> {
        in s_axis_tdata s_axis_tkeep s_axis_tvalid s_axis_tlast s_axis_tuser room cfg_qpn_base cfg_ece_place
           cfg_max_frame_bytes cfg_telemetry cfg_own cfg_response_opt cfg_request_opt cfg_lsn_opcode_opt;
        out s_axis_tready res_valid res_drop res_reason res_kind res_qpn res_psn res_ece res_telemetry res_path
            res_n_hop res_hop res_opt res_resp_opt res_req_opt res_lsn_opt;
    }
    [] Engine {
        in tx_valid tx_qpn tx_psn pkt_valid pkt_kind pkt_ece pkt_psn pkt_qpn s_event_valid s_event_kind
           s_event_ece s_event_use_psn s_event_n s_event_psn s_event_qpn host_valid host_write host_parts host_qpn
           host_alg host_set host_psn host_open upd_ready time_opt pkt_opt
           pkt_hop s_event_opt s_event_hop unit_bus ecc_opt lower_opt ignore_opt pkt_lsn_opt s_event_lsn_opt
           cfg_lsn_mtu_opt;
        out room s_event_ready host_ready host_done found_alg found_set found_psn found_open upd_valid upd_kind
            upd_qpn upd_alg upd_window upd_pace upd_flags upd_feedback upd_una_psn upd_una_lsn_opt seen_rejected seen_closed seen_saturated
            seen_folded waiting_events waiting_updates waiting_lanes_opt waiting_measured_opt
            init_done idle queue_overflow unit_answer seen_opt fault_opt rom_opt lower_ready_opt lower_done_opt host_passed_opt
            seen_ignored_opt trace_opt;
    }
    [] Choice {
        in init_we init_addr host_alg host_set in_valid in_store in_qpn ecc_opt;
        out out_valid out_alg out_set fault_opt;
    }
    [] Sent {
        in init_we init_addr tx_valid tx_qpn tx_psn in_valid in_store in_psn in_qpn ecc_opt;
        out out_valid out_snd_nxt out_snd_max fault_opt;
    }
    [] Hops {
        in init_we init_addr in_valid in_telemetry in_clear in_qpn in_path in_n_hop in_hop ecc_opt;
        out out_valid out_qpn out_measure out_flags out_hop fault_opt;
    }
    [] Inflight {
        in cfg set_we set_index set spd in_valid in_qpn in_measure
           in_flags in_set in_hop;
        out in_ready out_valid out_qpn out_measure out_flags out_theta out_addend rom_opt;
    }
    [] Fcr {
        in set_we set_index set_line set_advice_min set_advice_max set_validity_max set_mtu set_start_at_line init_we
           init_addr tick in_valid in_kind in_qpn in_set in_place in_switch in_seq in_rate in_validity in_withdraw
           in_alone in_rtt in_rc in_cw in_w in_wc due_ready ecc_opt;
        out out_valid out_kind out_qpn out_flags out_cap out_pace out_rc out_cw out_w out_wc out_send_rate out_send_cw
            out_send_w out_used out_switch out_seq out_rate out_expiry due_valid due_qpn now dues late_worst held
            rejected marks fault_opt rom_opt;
    }
    [] Latest {
        in init_we init_addr drop_valid drop_qpn s_upd_valid s_upd_kind s_upd_qpn s_upd_alg s_upd_window s_upd_pace
           s_upd_flags s_upd_feedback s_upd_una_psn m_upd_ready;
        out m_upd_valid m_upd_qpn m_upd_limits m_upd_acks m_upd_alg m_upd_window m_upd_pace m_upd_flags
            m_upd_feedback m_upd_una_psn waiting joined;
    }
    [] Limit {
        in set_valid set_index set_line set_advice_min set_advice_max set_validity_max set_mtu set_rtt tick s_choice_valid
           s_choice_qpn s_choice_alg s_choice_set s_choice_opens s_advice s_upd_valid s_upd_kind s_upd_qpn s_upd_alg
           s_upd_window s_upd_pace s_upd_flags s_upd_feedback s_upd_una_psn m_upd_ready lower_ready lower_done
           ecc_opt;
        out set_ready s_upd_ready m_upd_valid m_upd_kind m_upd_qpn m_upd_alg m_upd_window m_upd_pace m_upd_rate m_upd_flags
            m_upd_feedback m_upd_una_psn lower_valid lower_qpn lower_alg lower_window lower_rate ignore_we ignore_qpn
            ignore_on alert_valid alert_qpn idle init_done lost rejected lowerings dues held late_worst fault_opt rom_opt;
    }
    [] Window {
        in set_we set_index set init_we init_addr host in_valid in_kind
           in_qpn in_set in_flags in_ignored in_theta in_addend in_receiver in_seq in_mark ecc_opt;
        out out_valid out_kind out_qpn out_w out_r out_flags out_feedback out_u out_wc out_inc_stage out_last_update
            fault_opt rom_opt;
    }
    [] Sender {
        in now pfc_pause cfg s_req_valid s_req_qpn s_req_class s_req_backlog s_req_bytes_to_end s_sent_valid
           s_sent_qpn s_sent_tag s_sent_psn_next s_sent_bytes s_sent_empty s_sent_rewind s_upd_valid s_upd_kind
           s_upd_qpn s_upd_alg s_upd_window s_upd_pace s_upd_flags s_upd_una_psn s_upd_opt cfg_strict_opt cfg_weights_opt s_open_valid s_open_close
           s_open_qpn s_open_class s_open_first_psn s_open_bypass s_open_iw s_open_unit s_open_window
           s_open_pace m_grant_ready;
        out s_req_ready s_sent_ready s_open_ready m_grant_valid m_grant_qpn m_grant_tag m_grant_max_bytes
            m_grant_max_packets m_grant_ecn_capable init_done waiting joined count_closed count_returned
            count_not_open count_too_much count_rewind_outside count_closed_in_flight count_window_below
            count_time_back;
    }
    [] Dcqcn {
        in init_we init_addr set_we set_index set cfg_period cfg_jitter_mask cfg_seed hold issued_valid issued_cnp issued_cnps issued_qpn
           host_valid host_write host_qpn host out_ready lower_opt ecc_opt;
        out host_ends read out_valid out_qpn out_rate out_flags visits late_cycles late_worst fault_opt rom_opt;
    }
    [] Registers {
        in s_axil_awaddr s_axil_awprot s_axil_awvalid s_axil_wdata s_axil_wstrb s_axil_wvalid s_axil_bready
           s_axil_araddr s_axil_arprot s_axil_arvalid s_axil_rready frame_dropped alert_telemetry alert_psn alert_advice
           packet_stall event_stall update_stall update_taken idle queue_overflow host_ready host_done init_done
           cnt_value unit_answer fault_opt rom_opt found;
        out s_axil_awready s_axil_wready s_axil_bresp s_axil_bvalid s_axil_arready s_axil_rdata s_axil_rresp
            s_axil_rvalid irq cfg_qpn_base cfg_ece_place cfg_max_frame_bytes host_valid host_write
            host_parts host_qpn cnt_sel high_water_clear unit_bus
            ecc_opt cfg_telemetry cfg_own host;
    }
    [W K L] Top<W, K, L> {
        in cfg_qpn_base cfg_ece_place cfg_max_frame_bytes s_axis_tdata s_axis_tkeep s_axis_tvalid s_axis_tlast
           s_axis_tuser cnt_sel high_water_clear tx_valid tx_qpn tx_psn s_event_valid s_event_kind s_event_ece
           s_event_use_psn s_event_n s_event_psn s_event_qpn host_valid host_write host_parts host_qpn host_alg
           host_set host_psn host_open upd_ready time_opt s_event_opt
           s_event_hop s_event_lsn_opt unit_bus ecc_opt cfg_telemetry cfg_own cfg_response_opt cfg_request_opt;
        out s_axis_tready cnt_value s_event_ready host_ready host_done found_alg found_set found_psn found_open
            upd_valid upd_kind_opt upd_qpn upd_limits_opt upd_acks_opt upd_alg upd_window upd_pace upd_flags upd_feedback
            upd_una_psn upd_una_lsn_opt init_done idle queue_overflow frame_dropped alert_psn unit_answer alert_opt fault_opt
            rom_opt advice_opt upd_opt advice_rejected_opt trace_opt resp_opt resp_hop probed_opt probed_hop;
    }
    [W K L] Nic<W, K, L> {
        in s_axil_awaddr s_axil_awprot s_axil_awvalid s_axil_wdata s_axil_wstrb s_axil_wvalid s_axil_bready
           s_axil_araddr s_axil_arprot s_axil_arvalid s_axil_rready s_axis_tdata s_axis_tkeep s_axis_tvalid
           s_axis_tlast s_axis_tuser tx_valid tx_qpn tx_psn s_event_valid s_event_kind s_event_ece s_event_use_psn
           s_event_n s_event_psn s_event_qpn s_event_lsn_opt upd_ready_opt time_opt s_event_opt s_event_hop s_req_opt s_sent_opt m_opt pfc_opt
           rx_opt m_answer_ready_opt rx_echo_opt rx_echo_hop s_nak_opt msn_opt m_axis_tready_opt m_probe_ready_opt;
        out s_axil_awready s_axil_wready s_axil_bresp s_axil_bvalid s_axil_arready s_axil_rdata s_axil_rresp
            s_axil_rvalid irq s_axis_tready s_event_ready upd_valid upd_kind_opt upd_qpn upd_limits_opt upd_acks_opt upd_alg
            upd_window upd_pace upd_flags upd_feedback upd_una_psn upd_una_lsn_opt init_done advice_opt upd_opt advice_rejected_opt s_opt
            m_grant_opt m_answer_opt s_nak_ready_opt m_axis_tdata_opt m_axis_tkeep_opt m_axis_tvalid_opt m_axis_tlast_opt trace_opt
            m_probe_opt rtt_opt;
    }
}

/// An instance of a block under rust-hdl's simulation. [`crate::design::instance`] makes one.
pub struct Pins {
    block: Box<dyn Listed>,
    style: ResetStyle,
    qp_bits: usize,
}

impl Pins {
    /// With the width of a QP's index as it is set here.
    pub(crate) fn new(mut block: Box<dyn Listed>, style: ResetStyle) -> Pins {
        block.connect_all();
        Pins { block, style, qp_bits: QpBits::now() }
    }

    /// Shows the inputs but clock and reset, always in the same order. What is set takes effect when the instance
    /// settles.
    pub fn inputs(&mut self, visit: &mut dyn FnMut(Name, &mut dyn Pin)) {
        let _width = QpBits::set(self.qp_bits);
        self.block.inputs(visit);
    }

    /// Shows the outputs, always in the same order.
    pub fn outputs(&self, visit: &mut dyn FnMut(Name, &dyn Pin)) {
        let _width = QpBits::set(self.qp_bits);
        self.block.outputs(visit);
    }

    /// Lets the inputs of this cycle take effect, clock low: afterwards the outputs are those before the rising edge.
    pub fn low(&mut self, rst_n: bool) -> Result<(), Unsettled> {
        self.drive(false, rst_n)
    }

    /// The rising edge.
    pub fn high(&mut self, rst_n: bool) -> Result<(), Unsettled> {
        self.drive(true, rst_n)
    }

    fn drive(&mut self, clk: bool, rst_n: bool) -> Result<(), Unsettled> {
        let _width = QpBits::set(self.qp_bits);
        self.block.clock().next = ClkRst { clk, rst_n, style: self.style };
        settle(&mut *self.block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Out of `words` and back.
    fn through<T: Pin + Default>(words: &[u64]) -> Vec<u64> {
        let (mut pin, mut back) = (T::default(), vec![0; words.len()]);
        pin.set(words);
        pin.get(&mut back);
        back
    }

    #[test]
    fn values_keep_their_words_and_lose_what_is_past_the_width() {
        assert_eq!(through::<Bit>(&[3]), [1]);
        assert_eq!(through::<U<42>>(&[u64::MAX]), [(1 << 42) - 1]);
        assert_eq!(through::<U<100>>(&[5, u64::MAX]), [5, (1 << 36) - 1]);
        assert_eq!(through::<Bus<130>>(&[5, 6, u64::MAX]), [5, 6, 3]);
    }
}
