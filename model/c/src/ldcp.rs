//! One event of LDCP: what the blocks `pawa` and `interval` do with it.

use crate::pointer::{edit, read, write};
use crate::status::{Failure, ackw_status, guard};
use layout::fixed::U;
use layout::ldcp::{CW, PARAMS, RTT};
use layout::record::{Algorithm, EV_N, Kind};
use model::event::{Event, NewWindow};
use model::ldcp::Params;
use model::ldcp::{Context, step};

/// LDCP's parameters.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_ldcp_params {
    /// Largest window, packets, U14.28.
    pub cw_max: u64,
    /// Additive increase, packets, U1.16.
    pub alpha: u32,
    /// Decrease per marked packet, packets, U1.16.
    pub beta: u32,
    /// Step below one packet, and the smallest window, packets, U1.16.
    pub gamma: u32,
    /// Decrease factor below one packet, U0.16.
    pub eta: u32,
}

/// What LDCP keeps of a QP.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_ldcp_context {
    /// Window, packets, U14.28.
    pub cw: u64,
    /// Round-trip time, ns, 24 bits.
    pub rtt: u32,
}

/// An event of one QP.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_ldcp_event {
    /// 0 ldcp, 1 ldcp-pcc.
    pub algorithm: u32,
    /// 0 ack, 1 loss, 2 rtt, 3 cnp.
    pub kind: u32,
    /// ECN-Echo of an ack: 0 or 1.
    pub ece: u32,
    /// Packets that an ack confirms, 14 bits.
    pub n: u32,
}

/// What the engine tells the NIC: the values of the ports upd_*.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_update {
    /// LDCP: packets, U14.28. DCTCP: packets, U13.27, which upd_window has as U14.28, a bit to the left. HPCC++:
    /// bytes, U28.12. DCQCN: 0.
    pub window: u64,
    /// LDCP: time between packets while the window is below one, ns, else 0. HPCC++: rate, bytes a ns, U12.28. DCQCN:
    /// rate, bytes a ns, U7.28. DCTCP: 0.
    pub pace: u64,
    /// LDCP: bit 0 paced, 1 floor, 2 sat, 3 ignored. Others: bits of upd_flags, 15 of them.
    pub flags: u32,
    /// 1: the receiver sends the window to the sender now.
    pub feedback: u32,
}

/// The parameters after reset.
///
/// # Safety
/// `params` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_ldcp_params_reset(params: *mut ackw_ldcp_params) -> ackw_status {
    guard(|| {
        let [alpha, beta, gamma, eta, cw_max] = PARAMS.map(|field| field.reset);
        let small = |raw: u64| raw as u32; // 17 bits at most
        let reset =
            ackw_ldcp_params { cw_max, alpha: small(alpha), beta: small(beta), gamma: small(gamma), eta: small(eta) };
        unsafe { write(params, "params", reset) }
    })
}

/// The context after reset.
///
/// # Safety
/// `context` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_ldcp_context_reset(context: *mut ackw_ldcp_context) -> ackw_status {
    guard(|| {
        let Context { cw, rtt } = Context::RESET;
        unsafe { write(context, "context", ackw_ldcp_context { cw: cw.raw(), rtt: rtt.raw() as u32 }) }
    })
}

/// One event: replaces the context, and gives the update. On a failure neither is touched.
///
/// # Safety
/// Each pointer points at its struct; `context` and `update` may be written, and are not the same place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_ldcp_step(
    params: *const ackw_ldcp_params,
    event: *const ackw_ldcp_event,
    context: *mut ackw_ldcp_context,
    update: *mut ackw_update,
) -> ackw_status {
    guard(|| {
        let p = *unsafe { read(params, "params") }?;
        let e = *unsafe { read(event, "event") }?;
        let context = unsafe { edit(context, "context") }?;
        let raw = [p.alpha.into(), p.beta.into(), p.gamma.into(), p.eta.into(), p.cw_max];
        let params = Params::from_raw(raw).map_err(Failure::range)?;
        let pcc = match Algorithm::from_bits(e.algorithm.try_into().unwrap_or(u8::MAX)) {
            Some(Algorithm::Ldcp) => false,
            Some(Algorithm::LdcpPcc) => true,
            _ => return Err(Failure::range(format!("algorithm = {}: expected 0 (ldcp) or 1 (ldcp-pcc)", e.algorithm))),
        };
        let kind = Kind::from_bits(e.kind.try_into().unwrap_or(u8::MAX)).filter(|k| Kind::EVENTS.contains(k));
        let kind = kind.ok_or_else(|| Failure::range(format!("kind = {}: expected 0 to 3", e.kind)))?;
        if e.ece > 1 {
            return Err(Failure::range(format!("ece = {}: expected 0 or 1", e.ece)));
        }
        let old = Context {
            cw: U::wrap(CW.check(context.cw).map_err(Failure::range)?),
            rtt: U::wrap(RTT.check(context.rtt.into()).map_err(Failure::range)?),
        };
        let n = U::wrap(EV_N.check(e.n.into()).map_err(Failure::range)?);
        let event = Event { kind, ece: e.ece == 1, n, qpn: 0 };
        let (new, flags) = step(pcc, old, event.of_qp(old), &params);
        let window = NewWindow { kind, qpn: 0, cw: new.cw, rtt: new.rtt, flags };
        let pace = model::ldcp::unit::interval::step(&window).raw();
        let result = ackw_update { window: new.cw.raw(), pace, flags: flags.into(), feedback: 0 };
        unsafe { write(update, "update", result) }?;
        *context = ackw_ldcp_context { cw: new.cw.raw(), rtt: new.rtt.raw() as u32 };
        Ok(())
    })
}
