//! One control period of DCQCN.

use crate::ldcp::ackw_update;
use crate::pointer::{edit, read, write};
use crate::status::{Failure, ackw_status, guard};
use crate::within::{checked, small};
use layout::dcqcn::{EVENT, PARAMS_P, STATE_P};
use layout::fixed::U;
use model::dcqcn::step::Timers;
use model::dcqcn::{Context, Event, Mode, Params, step};

/// DCQCN's parameters. Rates are in bytes a ns, U7.28.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_dcqcn_params {
    /// Line rate: of a new QP, and the upper clamp.
    pub line: u64,
    /// Lower clamp.
    pub rc_min: u64,
    /// First active increase of RT.
    pub rai: u64,
    /// Published form: hyper-active increase of RT.
    pub hai: u64,
    /// Weight of the newest period in CP, U0.16.
    pub g: u32,
    /// CP of a new QP, U1.26.
    pub cp0: u32,
    /// Steps of fast recovery before active increase.
    pub recovery: u32,
    /// How often the active increase doubles at most.
    pub doublings: u32,
    /// An increase that leaves less than 2^snap LSBs to line rate takes RC there.
    pub snap: u32,
    /// 1: RC falls by the CP of before this period's update.
    pub old_cp: u32,
    /// 1: RT becomes RC at every decrease.
    pub clamp_target: u32,
    /// Packets since the last increase step, without which none is due.
    pub min_tx: u32,
    /// So many periods after a CNP an increase step is due every second period only.
    pub incast_periods: u32,
    /// ns; of the caller's timer, not of a step.
    pub period: u32,
    /// log2 of the cycles by which the hardware's periods differ; likewise.
    pub jitter: u32,
    /// 1: the published form, with byte counter and rate timer, of mode 0; mode 1 looks at none of these four.
    pub published: u32,
    pub alpha_periods: u32,
    pub rate_periods: u32,
    pub byte_packets: u32,
}

/// What DCQCN keeps of a QP.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_dcqcn_context {
    /// Current and target rate, bytes a ns, U7.28.
    pub rc: u64,
    pub rt: u64,
    /// Estimated probability of congestion, U1.26.
    pub cp: u32,
    /// Increase steps since the last decrease, 5 bits.
    pub stage: u32,
    /// Packets since the last increase step, 8 bits.
    pub sent: u32,
    /// Periods since that of the last CNP, 4 bits.
    pub quiet: u32,
    /// Periods in a row without a packet, 0 to 16.
    pub idle: u32,
    /// The bits below those of RC (bit 3), RT (bit 2) and CP (1 and 0).
    pub guard: u32,
    /// Published form, else 0: ticks of the byte counter since the last CNP, packets since the last; periods since the
    /// last update of CP, and since the last tick of the rate timer.
    pub byte_stage: u32,
    pub packets: u32,
    pub since_alpha: u32,
    pub since_rate: u32,
}

/// What happened to one QP in a control period.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_dcqcn_event {
    /// 0 dcqcn-p: switches mark by probability; 1 dcqcn-d: every packet above a threshold.
    pub mode: u32,
    /// CNPs received, packets sent, 16 bits each.
    pub cnp: u32,
    pub tx: u32,
}

impl ackw_dcqcn_params {
    fn checked(&self) -> Result<Params, Failure> {
        let ackw_dcqcn_params { line, rc_min, rai, hai, .. } = *self;
        let p = [
            self.g,
            self.cp0,
            self.recovery,
            self.doublings,
            self.snap,
            self.old_cp,
            self.clamp_target,
            self.min_tx,
            self.incast_periods,
            self.period,
            self.jitter,
            self.published,
            self.alpha_periods,
            self.rate_periods,
            self.byte_packets,
        ];
        let [g, cp0, recovery, doublings, snap, old_cp, clamp, min_tx, incast, period, jitter, form @ ..] =
            p.map(u64::from);
        let [published, alpha, rate, byte] = form;
        let first = [g, rai, line, rc_min, cp0, recovery, doublings, snap, old_cp, clamp];
        let mut raw = [0; PARAMS_P.len()];
        raw[..10].copy_from_slice(&first);
        raw[10..].copy_from_slice(&[min_tx, incast, period, jitter, published, alpha, rate, byte, hai]);
        Params::from_raw_p(raw).map_err(Failure::range)
    }
}

impl ackw_dcqcn_context {
    fn checked(&self) -> Result<Context, Failure> {
        let Self { rc, rt, cp, stage, sent, quiet, idle, guard, byte_stage, packets, since_alpha, since_rate } = *self;
        let rest = [cp, stage, sent, quiet, idle, guard, byte_stage, packets, since_alpha, since_rate].map(u64::from);
        let mut raw = [rc, rt, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        raw[2..].copy_from_slice(&rest);
        let [rc, rt, cp, stage, sent, quiet, idle, guard, form @ ..] = checked(STATE_P, raw)?;
        let [byte_stage, packets, since_alpha, since_rate] = form;
        let published = Timers {
            byte_stage: U::wrap(byte_stage),
            packets: U::wrap(packets),
            since_alpha: U::wrap(since_alpha),
            since_rate: U::wrap(since_rate),
        };
        Ok(Context {
            rc: U::wrap(rc),
            rt: U::wrap(rt),
            cp: U::wrap(cp),
            stage: U::wrap(stage),
            sent: U::wrap(sent),
            quiet: U::wrap(quiet),
            idle: U::wrap(idle),
            guard: U::wrap(guard),
            published,
        })
    }
}

impl From<&Context> for ackw_dcqcn_context {
    fn from(c: &Context) -> Self {
        let timers = &c.published;
        Self {
            rc: c.rc.raw(),
            rt: c.rt.raw(),
            cp: small(c.cp.raw()),
            stage: small(c.stage.raw()),
            sent: small(c.sent.raw()),
            quiet: small(c.quiet.raw()),
            idle: small(c.idle.raw()),
            guard: small(c.guard.raw()),
            byte_stage: small(timers.byte_stage.raw()),
            packets: small(timers.packets.raw()),
            since_alpha: small(timers.since_alpha.raw()),
            since_rate: small(timers.since_rate.raw()),
        }
    }
}

/// The parameters after reset.
///
/// # Safety
/// `params` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_dcqcn_params_reset(params: *mut ackw_dcqcn_params) -> ackw_status {
    guard(|| {
        let raw = PARAMS_P.map(|field| field.reset);
        let [g, rai, line, rc_min, cp0, recovery, doublings, snap, old_cp, clamp_target, rest @ ..] = raw;
        let [min_tx, incast, period, jitter, published, alpha, rate, byte, hai] = rest;
        let reset = ackw_dcqcn_params {
            line,
            rc_min,
            rai,
            hai,
            g: small(g),
            cp0: small(cp0),
            recovery: small(recovery),
            doublings: small(doublings),
            snap: small(snap),
            old_cp: small(old_cp),
            clamp_target: small(clamp_target),
            min_tx: small(min_tx),
            incast_periods: small(incast),
            period: small(period),
            jitter: small(jitter),
            published: small(published),
            alpha_periods: small(alpha),
            rate_periods: small(rate),
            byte_packets: small(byte),
        };
        unsafe { write(params, "params", reset) }
    })
}

/// The context of a new QP.
///
/// # Safety
/// Each pointer points at its struct; `context` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_dcqcn_context_new(
    params: *const ackw_dcqcn_params,
    context: *mut ackw_dcqcn_context,
) -> ackw_status {
    guard(|| {
        let params = unsafe { read(params, "params") }?.checked()?;
        unsafe { write(context, "context", (&Context::new(&params)).into()) }
    })
}

/// A control period: replaces the context, and gives the update: pace is the rate, bytes a ns, U7.28, window is 0. With
/// bit 3 of the flags, ignored, the QP has no period until a CNP comes or it sends below line rate. On a failure
/// neither is touched.
///
/// # Safety
/// Each pointer points at its struct; `context` and `update` may be written, and are not the same place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_dcqcn_step(
    params: *const ackw_dcqcn_params,
    event: *const ackw_dcqcn_event,
    context: *mut ackw_dcqcn_context,
    update: *mut ackw_update,
) -> ackw_status {
    guard(|| {
        let params = unsafe { read(params, "params") }?.checked()?;
        let e = *unsafe { read(event, "event") }?;
        let context = unsafe { edit(context, "context") }?;
        let mode = match e.mode {
            0 => Mode::P,
            1 => Mode::D,
            other => return Err(Failure::range(format!("mode = {other}: expected 0 (dcqcn-p) or 1 (dcqcn-d)"))),
        };
        let [cnp, tx] = checked(EVENT, [e.cnp.into(), e.tx.into()])?;
        let event = Event { cnp: U::wrap(cnp), tx: U::wrap(tx) };
        let (new, found) = step(mode, &context.checked()?, event, &params);
        let result = ackw_update { window: 0, pace: found.rc.raw(), flags: found.flags.into(), feedback: 0 };
        unsafe { write(update, "update", result) }?;
        *context = (&new).into();
        Ok(())
    })
}
