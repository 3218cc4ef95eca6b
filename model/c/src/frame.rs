//! One frame through the parser: what the block `parser` says of it.

use crate::hpcc::{ackw_hop, ackw_telemetry};
use crate::pointer::{read, write};
use crate::status::{ACKW_POINTER, Failure, ackw_status, guard};
use layout::drop_reason::DropReason;
use layout::hpcc::MAX_HOPS;
use layout::telemetry::{AREA_BITS, OFFSET_BITS, PROFILES, Place};
use layout::wire::EcePlace;
use model::packet::classify::{MAX_COUNTED_BYTES, OwnAddresses, ParserConfig, TelemetryConfig, frame};
use std::ffi::{CString, c_char};
use std::sync::LazyLock;

/// The parser's configuration: the ports cfg_*, and the QP bits that the generator fixes.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_parser_config {
    /// log2 of the number of QPs, 4 to 16.
    pub qp_bits: u32,
    /// First QPN, 24 bits, of which the low qp_bits are ignored.
    pub qpn_base: u32,
    /// ECN-Echo: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 the reserved bit of the AETH.
    pub ece_place: u32,
    /// Longer frames are dropped; 14 bits.
    pub max_frame_bytes: u32,
    /// Telemetry: 0 none, 1 between UDP and BTH, 2 behind the AETH.
    pub telemetry_place: u32,
    /// Words before the header, 4 bits.
    pub telemetry_offset: u32,
    /// Words of the area behind UDP, 6 bits.
    pub telemetry_area: u32,
    /// 0 the draft's layout, 1 ns-3's.
    pub telemetry_profile: u32,
}

/// The verdict on a frame: an event, or the reason why it was dropped.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_verdict {
    /// 1: dropped, and only `reason` means something.
    pub dropped: u32,
    /// See ackw_drop_reason().
    pub reason: u32,
    /// 0 ack, 1 loss, 3 cnp, 6 data.
    pub kind: u32,
    /// Index of the QP.
    pub qpn: u32,
    pub psn: u32,
    /// ECN-Echo of an ack.
    pub ece: u32,
    /// 1: `telemetry` means something.
    pub has_telemetry: u32,
    pub telemetry: ackw_telemetry,
}

/// The configuration of the reference design after reset.
///
/// # Safety
/// `config` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_parser_config_reset(config: *mut ackw_parser_config) -> ackw_status {
    guard(|| {
        let c = ParserConfig::default();
        let reset = ackw_parser_config {
            qp_bits: c.qp_bits,
            qpn_base: c.qpn_base,
            ece_place: c.ece_place as u32,
            max_frame_bytes: c.max_frame_bytes.into(),
            telemetry_place: c.telemetry.place as u32,
            telemetry_offset: c.telemetry.offset.into(),
            telemetry_area: c.telemetry.area.into(),
            telemetry_profile: c.telemetry.profile.into(),
        };
        unsafe { write(config, "config", reset) }
    })
}

impl ackw_parser_config {
    fn checked(&self) -> Result<ParserConfig, Failure> {
        let within = |name: &str, value: u32, min: u32, max: u32| match value {
            v if (min..=max).contains(&v) => Ok(v),
            v => Err(Failure::range(format!("{name} = {v}: expected {min} to {max}"))),
        };
        let to = |max: usize| (max - 1) as u32;
        let place = within("telemetry_place", self.telemetry_place, 0, to(Place::ALL.len()))?;
        let ece = within("ece_place", self.ece_place, 0, to(EcePlace::ALL.len()))?;
        Ok(ParserConfig {
            qp_bits: within("qp_bits", self.qp_bits, 4, 16)?,
            qpn_base: within("qpn_base", self.qpn_base, 0, 0xff_ffff)?,
            ece_place: EcePlace::ALL[ece as usize],
            max_frame_bytes: within("max_frame_bytes", self.max_frame_bytes, 0, MAX_COUNTED_BYTES as u32)? as u16,
            own: OwnAddresses::default(),
            fcr: false,
            responses: None,
            requests: None,
            lsn: None,
            telemetry: TelemetryConfig {
                place: Place::ALL[place as usize],
                offset: within("telemetry_offset", self.telemetry_offset, 0, (1 << OFFSET_BITS) - 1)? as u8,
                area: within("telemetry_area", self.telemetry_area, 0, (1 << AREA_BITS) - 1)? as u8,
                profile: within("telemetry_profile", self.telemetry_profile, 0, to(PROFILES.len()))? as u8,
            },
        })
    }
}

/// The verdict on one frame, without its FCS. A dropped frame is no failure.
///
/// # Safety
/// `bytes` points at `length` bytes, `config` at its struct; `verdict` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_parse_frame(
    config: *const ackw_parser_config,
    bytes: *const u8,
    length: usize,
    verdict: *mut ackw_verdict,
) -> ackw_status {
    guard(|| {
        let config = unsafe { read(config, "config") }?.checked()?;
        if bytes.is_null() {
            return Err(Failure(ACKW_POINTER, "bytes is null: expected a pointer".into()));
        }
        // what is longer than can be counted is dropped whatever it holds
        let bytes = unsafe { std::slice::from_raw_parts(bytes, length.min(MAX_COUNTED_BYTES + 1)) };
        let none = ackw_hop { speed: 0, ts: 0, tx_bytes: 0, q_len: 0 };
        let telemetry = ackw_telemetry { path: 0, n_hop: 0, hops: [none; MAX_HOPS] };
        let mut found =
            ackw_verdict { dropped: 0, reason: 0, kind: 0, qpn: 0, psn: 0, ece: 0, has_telemetry: 0, telemetry };
        match frame(bytes, &config) {
            Err(reason) => (found.dropped, found.reason) = (1, reason as u32),
            Ok(event) => {
                (found.kind, found.qpn) = (event.kind as u32, event.qpn);
                (found.psn, found.ece) = (event.psn, event.ece.into());
                if let Some(telemetry) = &event.telemetry {
                    (found.has_telemetry, found.telemetry) = (1, telemetry.into());
                }
            }
        }
        unsafe { write(verdict, "verdict", found) }
    })
}

static REASONS: LazyLock<Vec<CString>> =
    LazyLock::new(|| DropReason::ALL.iter().map(|r| CString::new(r.name()).unwrap_or_default()).collect());

/// The name of a drop reason, as documents and counters have it; null where there is none. It lives as long as the
/// library.
#[unsafe(no_mangle)]
pub extern "C" fn ackw_drop_reason(reason: u32) -> *const c_char {
    REASONS.get(reason as usize).map_or(std::ptr::null(), |name| name.as_ptr())
}
