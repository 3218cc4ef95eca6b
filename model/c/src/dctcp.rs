//! One event of DCTCP, folded ones left aside.

use crate::ldcp::ackw_update;
use crate::pointer::{edit, read, write};
use crate::status::{Failure, ackw_status, guard};
use crate::within::{checked, small};
use layout::dctcp::{PARAMS, STATE};
use layout::fixed::U;
use layout::ldcp::{N, Psn};
use layout::record::EV_N;
use model::dctcp::{Context, Event, Params, step};

/// DCTCP's parameters.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_dctcp_params {
    /// Smallest and largest window, packets, U13.27.
    pub cwnd_min: u64,
    pub cwnd_max: u64,
    /// Weight of the newest window in CP, U1.16.
    pub g: u32,
    /// CP of a new QP, U1.21.
    pub cp0: u32,
}

/// What DCTCP keeps of a QP.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_dctcp_context {
    /// Window, packets, U13.27.
    pub cwnd: u64,
    /// Slow start below it, packets, 13 bits.
    pub ssthresh: u32,
    /// Congestion probability, U1.21.
    pub cp: u32,
    /// PSN behind which the window ends, 24 bits.
    pub window_end: u32,
    /// Packets acknowledged in this window, 14 bits, and those of them with ECN-Echo.
    pub acked: u32,
    pub marked: u32,
    /// 1: this window has been cut.
    pub cut: u32,
}

/// An event of one QP.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_dctcp_event {
    /// 0 ack, 1 loss.
    pub kind: u32,
    /// ECN-Echo of an ack: 0 or 1.
    pub ece: u32,
    /// Packets that an ack confirms, 14 bits.
    pub n: u32,
    /// PSN of an ack, 24 bits.
    pub seq: u32,
    /// PSN that is sent next, 24 bits.
    pub snd_nxt: u32,
}

impl ackw_dctcp_params {
    fn checked(&self) -> Result<Params, Failure> {
        Params::from_raw([self.g.into(), self.cp0.into(), self.cwnd_min, self.cwnd_max]).map_err(Failure::range)
    }
}

impl ackw_dctcp_context {
    fn checked(&self) -> Result<Context, Failure> {
        let Self { cwnd, ssthresh, cp, window_end, acked, marked, cut } = *self;
        let [ssthresh, cp, window_end, acked, marked, cut] =
            [ssthresh, cp, window_end, acked, marked, cut].map(u64::from);
        Ok(Context::from_raw(checked(STATE, [cwnd, ssthresh, cp, window_end, acked, marked, cut])?))
    }
}

impl From<&Context> for ackw_dctcp_context {
    fn from(context: &Context) -> Self {
        let [cwnd, rest @ ..] = context.raw();
        let [ssthresh, cp, window_end, acked, marked, cut] = rest.map(small);
        Self { cwnd, ssthresh, cp, window_end, acked, marked, cut }
    }
}

/// The parameters after reset.
///
/// # Safety
/// `params` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_dctcp_params_reset(params: *mut ackw_dctcp_params) -> ackw_status {
    guard(|| {
        let [g, cp0, cwnd_min, cwnd_max] = PARAMS.map(|field| field.reset);
        let reset = ackw_dctcp_params { cwnd_min, cwnd_max, g: small(g), cp0: small(cp0) };
        unsafe { write(params, "params", reset) }
    })
}

/// The context of a new QP.
///
/// # Safety
/// Each pointer points at its struct; `context` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_dctcp_context_new(
    params: *const ackw_dctcp_params,
    context: *mut ackw_dctcp_context,
) -> ackw_status {
    guard(|| {
        let params = unsafe { read(params, "params") }?.checked()?;
        unsafe { write(context, "context", (&Context::new(&params)).into()) }
    })
}

/// One event: replaces the context, and gives the update, whose pace is 0. On a failure neither is touched.
///
/// # Safety
/// Each pointer points at its struct; `context` and `update` may be written, and are not the same place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_dctcp_step(
    params: *const ackw_dctcp_params,
    event: *const ackw_dctcp_event,
    context: *mut ackw_dctcp_context,
    update: *mut ackw_update,
) -> ackw_status {
    guard(|| {
        let params = unsafe { read(params, "params") }?.checked()?;
        let e = *unsafe { read(event, "event") }?;
        let context = unsafe { edit(context, "context") }?;
        if e.ece > 1 {
            return Err(Failure::range(format!("ece = {}: expected 0 or 1", e.ece)));
        }
        let psn = |name: &str, raw: u32| {
            Psn::new(raw.into()).ok_or_else(|| Failure::range(format!("{name} = {raw}: expected 24 bits")))
        };
        let n: N = U::wrap(EV_N.check(e.n.into()).map_err(Failure::range)?);
        let (seq, snd_nxt) = (psn("seq", e.seq)?, psn("snd_nxt", e.snd_nxt)?);
        let event = match e.kind {
            0 => Event::Ack { n, ece: e.ece == 1, seq, snd_nxt },
            1 => Event::Loss,
            other => return Err(Failure::range(format!("kind = {other}: expected 0 (ack) or 1 (loss)"))),
        };
        let (new, found) = step(&context.checked()?, event, &params);
        let result = ackw_update { window: found.cwnd.raw(), pace: 0, flags: found.flags.into(), feedback: 0 };
        unsafe { write(update, "update", result) }?;
        *context = (&new).into();
        Ok(())
    })
}
