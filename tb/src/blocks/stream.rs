//! Frames on an AXI4-Stream: turns [`FrameAction`]s into beats on the `s_axis_*` ports, and rows back into beats.

use super::frame::{FrameAction, Own};
use super::telemetry::Setting;
use super::words::words;
use crate::{Column, Error, Side};
use layout::timing::PARSER_LATENCY;
use layout::wire::EcePlace;
use model::packet::classify::{Opcodes, ParserConfig};
use model::parser::{Beat, MAX_BEAT_BYTES};

words!(Flags { s_axis_tvalid, s_axis_tlast, s_axis_tuser, s_axis_tkeep });
words!(Cfg {
    cfg_qpn_base,
    cfg_ece_place,
    cfg_max_frame_bytes,
    cfg_telemetry_place,
    cfg_telemetry_offset,
    cfg_telemetry_area,
    cfg_telemetry_profile,
    cfg_own_check,
    cfg_own_mac,
    cfg_own_ipv4,
    cfg_own_ipv6_high,
    cfg_own_ipv6_low,
});
words!(ResponseCfg { cfg_response_rtt, cfg_response_telemetry });
words!(RequestCfg { cfg_request_rtt, cfg_request_telemetry });

/// The ports.
#[derive(Clone)]
pub(super) struct Ports {
    flags: Flags,
    cfg: Cfg,
    /// Where responses of probes are read.
    responses: Option<ResponseCfg>,
    /// Where requests are.
    requests: Option<RequestCfg>,
    /// `cfg_lsn_opcode`, where it is a port.
    lsn: Option<usize>,
    tdata: Column,
    pub config: ParserConfig,
}

impl Ports {
    pub fn of(block: &str, inputs: &Side, config: ParserConfig) -> Result<Ports, Error> {
        let fail = || Error::Block { block: block.into(), what: "the design has no port s_axis_tdata".into() };
        let tdata = inputs.column("s_axis_tdata").ok_or_else(fail)?.clone();
        let responses = config.responses.map(|_| ResponseCfg::of(block, inputs)).transpose()?;
        let requests = config.requests.map(|_| RequestCfg::of(block, inputs)).transpose()?;
        let (flags, cfg) = (Flags::of(block, inputs)?, Cfg::of(block, inputs)?);
        let lsn = inputs.column("cfg_lsn_opcode").map(|c| c.word);
        Ok(Ports { flags, cfg, responses, requests, lsn, tdata, config })
    }

    /// Bytes a beat.
    pub fn width(&self) -> usize {
        self.tdata.width as usize / 8
    }

    /// The configuration, which is there in every cycle; it may change from frame to frame.
    pub fn hold(&self, row: &mut [u64], (config, telemetry): (ParserConfig, Setting)) {
        row[self.cfg.cfg_qpn_base] = config.qpn_base.into();
        row[self.cfg.cfg_ece_place] = config.ece_place as u64;
        row[self.cfg.cfg_max_frame_bytes] = config.max_frame_bytes.into();
        row[self.cfg.cfg_telemetry_place] = telemetry.place.into();
        row[self.cfg.cfg_telemetry_offset] = telemetry.offset.into();
        row[self.cfg.cfg_telemetry_area] = telemetry.area.into();
        row[self.cfg.cfg_telemetry_profile] = telemetry.profile.into();
        let own = Own::from(config.own);
        row[self.cfg.cfg_own_check] = own.check.into();
        row[self.cfg.cfg_own_mac] = own.mac;
        row[self.cfg.cfg_own_ipv4] = own.ipv4.into();
        [row[self.cfg.cfg_own_ipv6_high], row[self.cfg.cfg_own_ipv6_low]] = own.ipv6;
        if let (Some(ports), Some(opcodes)) = (&self.responses, config.responses) {
            row[ports.cfg_response_rtt] = opcodes.rtt.into();
            row[ports.cfg_response_telemetry] = opcodes.telemetry.into();
        }
        if let (Some(ports), Some(opcodes)) = (&self.requests, config.requests) {
            row[ports.cfg_request_rtt] = opcodes.rtt.into();
            row[ports.cfg_request_telemetry] = opcodes.telemetry.into();
        }
        if let (Some(port), Some(opcode)) = (self.lsn, config.lsn) {
            row[port] = opcode.into();
        }
    }

    /// The configuration that a row has.
    pub fn config(&self, row: &[u64]) -> ParserConfig {
        let telemetry = Setting {
            place: row[self.cfg.cfg_telemetry_place] as u8,
            offset: row[self.cfg.cfg_telemetry_offset] as u8,
            area: row[self.cfg.cfg_telemetry_area] as u8,
            profile: row[self.cfg.cfg_telemetry_profile] as u8,
        };
        let own = Own {
            check: row[self.cfg.cfg_own_check] as u8,
            mac: row[self.cfg.cfg_own_mac],
            ipv4: row[self.cfg.cfg_own_ipv4] as u32,
            ipv6: [row[self.cfg.cfg_own_ipv6_high], row[self.cfg.cfg_own_ipv6_low]],
        };
        ParserConfig {
            qp_bits: self.config.qp_bits,
            qpn_base: row[self.cfg.cfg_qpn_base] as u32,
            ece_place: EcePlace::ALL[row[self.cfg.cfg_ece_place] as usize],
            max_frame_bytes: row[self.cfg.cfg_max_frame_bytes] as u16,
            telemetry: telemetry.config(),
            own: own.config(),
            fcr: self.config.fcr,
            responses: self.responses.as_ref().map(|ports| Opcodes {
                rtt: row[ports.cfg_response_rtt] as u8,
                telemetry: row[ports.cfg_response_telemetry] as u8,
            }),
            requests: self.requests.as_ref().map(|ports| Opcodes {
                rtt: row[ports.cfg_request_rtt] as u8,
                telemetry: row[ports.cfg_request_telemetry] as u8,
            }),
            lsn: self.lsn.map_or(self.config.lsn, |port| Some(row[port] as u8)),
        }
    }

    /// The beat that a row offers.
    pub fn beat(&self, row: &[u64]) -> Option<Beat> {
        if row[self.flags.s_axis_tvalid] == 0 {
            return None;
        }
        let mut tdata = [0; MAX_BEAT_BYTES];
        for (bytes, word) in tdata.chunks_exact_mut(8).zip(self.tdata.slice(row)) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Some(Beat {
            tdata,
            tkeep: row[self.flags.s_axis_tkeep],
            tlast: row[self.flags.s_axis_tlast] == 1,
            tuser: row[self.flags.s_axis_tuser] == 1,
        })
    }
}

/// The sender: one frame after the other, each beat until it is accepted.
pub(super) struct Sender {
    ports: Ports,
    frame: Option<FrameAction>,
    /// The beat that is offered next.
    at: usize,
    wait: u32,
    /// This beat has had its idle cycle.
    rested: bool,
    /// The configuration now, but for telemetry; and where that stands.
    held: (ParserConfig, Setting),
    /// Cycles until the next frame may come, as the configuration changes.
    settle: u32,
}

/// A frame's result is out, and so is what the parser registers of its configuration.
const SETTLE: u32 = PARSER_LATENCY + 2;

impl Sender {
    pub fn new(ports: Ports) -> Sender {
        let held = (ports.config, ports.config.telemetry.into());
        Sender { ports, frame: None, at: 0, wait: 0, rested: false, held, settle: 0 }
    }

    pub fn is_idle(&self) -> bool {
        self.frame.is_none()
    }

    pub fn start(&mut self, frame: FrameAction) {
        self.wait = frame.gap;
        (self.at, self.rested) = (0, false);
        if self.wanted(&frame) != self.held {
            self.settle = 2 * SETTLE;
        }
        self.frame = Some(frame);
    }

    /// What the parser is to be told while this frame passes. Of a setting that means another its own numbers stand on
    /// the ports.
    fn wanted(&self, frame: &FrameAction) -> (ParserConfig, Setting) {
        let config = frame.config(&self.ports.config);
        let telemetry = self.ports.config.telemetry;
        (ParserConfig { telemetry, ..config }, frame.telemetry.unwrap_or(telemetry.into()))
    }

    /// Reset has come: the rest of the frame is not sent.
    pub fn abandon(&mut self) {
        self.frame = None;
    }

    /// The number of cycles of reset, if it is due now.
    pub fn reset_due(&mut self) -> Option<u32> {
        let frame = self.frame.as_mut()?;
        let (after, cycles) = frame.reset?;
        if self.settle > 0 || self.wait > 0 || (self.at as u32) < after {
            return None;
        }
        frame.reset = None;
        Some(cycles)
    }

    pub fn drive(&mut self, row: &mut [u64]) {
        if self.settle > 0 {
            self.settle -= 1;
            if self.settle == SETTLE {
                let none = FrameAction::default();
                self.held = self.wanted(self.frame.as_ref().unwrap_or(&none));
            }
            return self.ports.hold(row, self.held);
        }
        self.ports.hold(row, self.held);
        let Some(frame) = &self.frame else { return };
        if self.wait > 0 {
            self.wait -= 1;
            return;
        }
        if frame.holes >> (self.at % 64) & 1 == 1 && !self.rested {
            self.rested = true;
            return;
        }
        let width = self.ports.width();
        let bytes = &frame.bytes[self.at * width..frame.bytes.len().min((self.at + 1) * width)];
        let last = (self.at + 1) * width >= frame.bytes.len();
        let ones = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        let keep = match frame.keep {
            Some((beat, keep)) if beat as usize == self.at => keep & ones,
            _ if bytes.len() == 64 => u64::MAX,
            _ => (1 << bytes.len()) - 1,
        };
        let p = &self.ports;
        row[p.flags.s_axis_tvalid] = 1;
        row[p.flags.s_axis_tlast] = last.into();
        // before the last beat tuser means nothing, so it may as well be set
        row[p.flags.s_axis_tuser] = u64::from(frame.error || (!last && frame.holes & 2 == 2));
        row[p.flags.s_axis_tkeep] = keep;
        for (i, eight) in bytes.chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..eight.len()].copy_from_slice(eight);
            row[p.tdata.word + i] = u64::from_le_bytes(word);
        }
    }

    /// What was offered has been accepted, or not.
    pub fn observe(&mut self, row: &[u64], ready: bool) {
        if row[self.ports.flags.s_axis_tvalid] == 1 && ready {
            self.at += 1;
            self.rested = false;
            if row[self.ports.flags.s_axis_tlast] == 1 {
                self.frame = None;
            }
        }
    }
}
