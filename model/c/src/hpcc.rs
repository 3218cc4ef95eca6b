//! One event of HPCC++: what the blocks `hops`, `inflight` and `window` do with it.

use crate::ldcp::ackw_update;
use crate::pointer::{edit, read, write};
use crate::status::{Failure, ackw_status, guard};
use crate::within::small;
use layout::field::OutOfRange;
use layout::fixed::{Format, U};
use layout::hpcc::{MAX_HOPS, PARAMS, SPEED_TABLE, SPEEDS, UNITS, flag};
use model::hpcc::{Arrival, Context, Header, Hop, Params, Record, Records, Telemetry, step};

/// What the telemetry's integers stand for.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_hpcc_header {
    /// ns a tick of a hop's clock, 1 to 255.
    pub ts_unit: u32,
    /// Bytes a unit of tx_bytes, 1 to 255.
    pub tx_unit: u32,
    /// Bytes a unit of q_len, 1 to 255.
    pub q_unit: u32,
    /// Gbit/s by speed code; 0: unknown.
    pub gbps: [u32; 16],
}

/// HPCC++'s parameters.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_hpcc_params {
    /// Windows, bytes, U28.12.
    pub w_init: u64,
    pub w_min: u64,
    pub w_max: u64,
    /// U of a new QP, U12.36.
    pub u_init: u64,
    /// Base round-trip time, ns.
    pub t: u32,
    /// Target utilisation, U1.16.
    pub eta: u32,
    pub max_stage: u32,
    /// Additive increase, bytes, U20.12.
    pub w_ai: u32,
    /// 1: the first telemetry sets lastUpdateSeq.
    pub sync_first: u32,
}

/// What the host writes into registers beside the parameters, because it follows from them.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_hpcc_registers {
    pub t_ticks: u32,
    pub tau_gain_m: u32,
    pub tau_gain_e: u32,
    pub rate_gain_m: u32,
    pub rate_gain_e: u32,
    pub q_weight: u32,
    pub tx_weight: u32,
    /// By speed code; 0 where the code is unknown.
    pub inv_b_m: [u32; 16],
    pub inv_b_e: [u32; 16],
}

/// The telemetry of one hop, as the header has it.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_hop {
    /// Code, 4 bits.
    pub speed: u32,
    /// 24 bits.
    pub ts: u32,
    /// 20 bits.
    pub tx_bytes: u32,
    /// 16 bits.
    pub q_len: u32,
}

/// What a telemetry header says; hops from n_hop on mean nothing.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_telemetry {
    /// 12 bits.
    pub path: u32,
    /// 0 to 15.
    pub n_hop: u32,
    pub hops: [ackw_hop; 15],
}

/// What HPCC++ keeps of a QP.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_hpcc_context {
    /// Smoothed utilisation, U12.36.
    pub u: u64,
    /// Window and reference window, bytes, U28.12.
    pub w: u64,
    pub wc: u64,
    pub inc_stage: u32,
    /// lastUpdateSeq in the low 24 bits, or lastUpdateTime.
    pub last_update: u32,
    /// 1: `last` is the telemetry of the last event, its speeds without meaning.
    pub valid: u32,
    pub last: ackw_telemetry,
}

/// What brings telemetry.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_hpcc_arrival {
    /// 0: an ACK at the sender, with seq and snd_nxt; 1: a packet at the receiver, with now.
    pub receiver: u32,
    /// PSN of the ACK, 24 bits.
    pub seq: u32,
    /// PSN that is sent next, 24 bits.
    pub snd_nxt: u32,
    /// The receiver's clock, ns.
    pub now: u32,
}

fn fit<const I: u32, const F: u32>(name: &str, raw: u64) -> Result<U<I, F>, Failure> {
    let Format { int, frac } = U::<I, F>::FORMAT;
    U::new(raw).ok_or_else(|| Failure::range(format!("{name} = {raw}: expected {} bits", int + frac)))
}

fn flag_of(name: &str, raw: u32) -> Result<bool, Failure> {
    if raw > 1 { Err(Failure::range(format!("{name} = {raw}: expected 0 or 1"))) } else { Ok(raw == 1) }
}

impl ackw_hpcc_header {
    fn checked(&self) -> Result<Header, Failure> {
        let units = [self.ts_unit, self.tx_unit, self.q_unit].map(u64::from);
        Header::from_raw(units, self.gbps.map(u64::from)).map_err(|e: OutOfRange| Failure::range(e))
    }
}

impl ackw_hpcc_params {
    fn checked(&self, header: &Header) -> Result<Params, Failure> {
        let [t, eta, stage, w_ai, sync] = [self.t, self.eta, self.max_stage, self.w_ai, self.sync_first].map(u64::from);
        let raw = [t, eta, stage, w_ai, self.w_init, self.w_min, self.w_max, self.u_init, sync];
        Params::from_raw(raw, header).map_err(Failure::range)
    }
}

impl From<&Telemetry<MAX_HOPS>> for ackw_telemetry {
    fn from(t: &Telemetry<MAX_HOPS>) -> Self {
        let hop = |h: Hop| ackw_hop {
            speed: small(h.speed.raw()),
            ts: small(h.ts.raw()),
            tx_bytes: small(h.tx_bytes.raw()),
            q_len: small(h.q_len.raw()),
        };
        ackw_telemetry { path: small(t.path.raw()), n_hop: small(t.n_hop.raw()), hops: t.hops.map(hop) }
    }
}

impl ackw_telemetry {
    fn checked(&self) -> Result<Telemetry<MAX_HOPS>, Failure> {
        let (path, n_hop) = (fit("path", self.path.into())?, fit("n_hop", self.n_hop.into())?);
        let mut telemetry = Telemetry { path, n_hop, hops: [Hop::default(); MAX_HOPS] };
        // what lies behind the last hop may be anything
        for (hop, from) in telemetry.hops.iter_mut().zip(&self.hops).take(self.n_hop as usize) {
            *hop = Hop {
                speed: fit("speed", from.speed.into())?,
                ts: fit("ts", from.ts.into())?,
                tx_bytes: fit("tx_bytes", from.tx_bytes.into())?,
                q_len: fit("q_len", from.q_len.into())?,
            };
        }
        Ok(telemetry)
    }
}

impl ackw_hpcc_context {
    fn checked(&self) -> Result<Context<MAX_HOPS>, Failure> {
        let last = self.last.checked()?;
        let record = |h: Hop| Record { ts: h.ts, tx_bytes: h.tx_bytes, q_len: h.q_len };
        let l = Records {
            valid: flag_of("valid", self.valid)?,
            path: last.path,
            n_hop: last.n_hop,
            hops: last.hops.map(record),
        };
        Ok(Context {
            l,
            u: fit("u", self.u)?,
            w: fit("w", self.w)?,
            wc: fit("wc", self.wc)?,
            inc_stage: fit("inc_stage", self.inc_stage.into())?,
            last_update: U::wrap(self.last_update.into()),
        })
    }
}

impl From<&Context<MAX_HOPS>> for ackw_hpcc_context {
    fn from(c: &Context<MAX_HOPS>) -> Self {
        let hop = |r: Record| Hop { speed: U::ZERO, ts: r.ts, tx_bytes: r.tx_bytes, q_len: r.q_len };
        let last = Telemetry { path: c.l.path, n_hop: c.l.n_hop, hops: c.l.hops.map(hop) };
        ackw_hpcc_context {
            u: c.u.raw(),
            w: c.w.raw(),
            wc: c.wc.raw(),
            inc_stage: small(c.inc_stage.raw()),
            last_update: small(c.last_update.raw()),
            valid: c.l.valid.into(),
            last: (&last).into(),
        }
    }
}

/// Units and speeds after reset.
///
/// # Safety
/// `header` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_hpcc_header_reset(header: *mut ackw_hpcc_header) -> ackw_status {
    guard(|| {
        let [ts_unit, tx_unit, q_unit] = UNITS.map(|field| small(field.reset));
        unsafe { write(header, "header", ackw_hpcc_header { ts_unit, tx_unit, q_unit, gbps: SPEED_TABLE.map(small) }) }
    })
}

/// The parameters after reset.
///
/// # Safety
/// `params` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_hpcc_params_reset(params: *mut ackw_hpcc_params) -> ackw_status {
    guard(|| {
        let [t, eta, max_stage, w_ai, w_init, w_min, w_max, u_init, sync_first] = PARAMS.map(|field| field.reset);
        let reset = ackw_hpcc_params {
            w_init,
            w_min,
            w_max,
            u_init,
            t: small(t),
            eta: small(eta),
            max_stage: small(max_stage),
            w_ai: small(w_ai),
            sync_first: small(sync_first),
        };
        unsafe { write(params, "params", reset) }
    })
}

/// What the host writes into registers beside the parameters.
///
/// # Safety
/// Each pointer points at its struct; `registers` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_hpcc_derive(
    header: *const ackw_hpcc_header,
    params: *const ackw_hpcc_params,
    registers: *mut ackw_hpcc_registers,
) -> ackw_status {
    guard(|| {
        let header = unsafe { read(header, "header") }?.checked()?;
        let params = unsafe { read(params, "params") }?.checked(&header)?;
        let [t_ticks, tau_gain_m, tau_gain_e, rate_gain_m, rate_gain_e, q_weight, tx_weight] =
            params.derived().map(small);
        let [inv_b_m, inv_b_e]: [[u32; SPEEDS]; 2] = header.inv_b().map(|part| part.map(small));
        let found = ackw_hpcc_registers {
            t_ticks,
            tau_gain_m,
            tau_gain_e,
            rate_gain_m,
            rate_gain_e,
            q_weight,
            tx_weight,
            inv_b_m,
            inv_b_e,
        };
        unsafe { write(registers, "registers", found) }
    })
}

/// The context of a new QP.
///
/// # Safety
/// Each pointer points at its struct; `context` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_hpcc_context_new(
    header: *const ackw_hpcc_header,
    params: *const ackw_hpcc_params,
    context: *mut ackw_hpcc_context,
) -> ackw_status {
    guard(|| {
        let header = unsafe { read(header, "header") }?.checked()?;
        let params = unsafe { read(params, "params") }?.checked(&header)?;
        unsafe { write(context, "context", (&Context::<MAX_HOPS>::new(&params)).into()) }
    })
}

/// One event with telemetry of up to 15 hops: replaces the context, and gives the update. On a failure neither is
/// touched.
///
/// # Safety
/// Each pointer points at its struct; `context` and `update` may be written, and are not the same place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_hpcc_step(
    header: *const ackw_hpcc_header,
    params: *const ackw_hpcc_params,
    arrival: *const ackw_hpcc_arrival,
    telemetry: *const ackw_telemetry,
    context: *mut ackw_hpcc_context,
    update: *mut ackw_update,
) -> ackw_status {
    guard(|| {
        let header = unsafe { read(header, "header") }?.checked()?;
        let params = unsafe { read(params, "params") }?.checked(&header)?;
        let a = *unsafe { read(arrival, "arrival") }?;
        let telemetry = unsafe { read(telemetry, "telemetry") }?.checked()?;
        let context = unsafe { edit(context, "context") }?;
        let receiver = flag_of("receiver", a.receiver)?;
        let arrival = if receiver {
            Arrival::Int { now: U::wrap(a.now.into()) }
        } else {
            Arrival::Ack { seq: fit("seq", a.seq.into())?, snd_nxt: fit("snd_nxt", a.snd_nxt.into())? }
        };
        let (new, found) = step(&context.checked()?, arrival, &telemetry, &header, &params);
        let feedback = u32::from(receiver && found.flags & flag::FULL != 0);
        let result = ackw_update { window: found.w.raw(), pace: found.r.raw(), flags: found.flags.into(), feedback };
        unsafe { write(update, "update", result) }?;
        *context = (&new).into();
        Ok(())
    })
}
