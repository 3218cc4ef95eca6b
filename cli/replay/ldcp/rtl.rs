//! `--engine rtl`: the same lines through the Verilated engine of the configuration. States are written and read over
//! its host port, events go in at `s_event`, updates come out; the model has no part in it.

use super::model::{answer, replace};
use super::{Answer, Event, Ldcp, LdcpLine, QpContext, reset_context};
use crate::failure::{Failure, Result};
use crate::progress;
use crate::replay::{NOT_GIVEN, Steps, Wrong, with_unit};
use layout::config::{Config, Unit};
use layout::ldcp::{Cw, Psn, Rtt};
use layout::record::{Algorithm, Kind};
use std::collections::HashMap;
use tb::Builder;
use tb::blocks::session::{Context, Session};

pub fn engine<'a>(ldcp: &'a Ldcp, config: &Config) -> Result<Steps<'a, LdcpLine>> {
    let config = &with_unit(config, Unit::Ldcp);
    let stage = progress::stage("building ackw_engine");
    let emitted = hdl::design::build(config, "engine").map_err(Failure::input)?;
    let design = tb::blocks::design(&emitted, config, "engine", emitted.files.clone())?;
    let builder = Builder::from_env()?;
    let mut session = Session::new(&builder, config, &design, ldcp.params)?;
    let mut known = HashMap::new();
    drop(stage);
    Ok(Box::new(move |line, out| {
        let Event::One { kind, n, ece } = line.event else {
            return Err(Wrong::Line(NOT_GIVEN.into()));
        };
        let answer = one(&mut session, ldcp.algorithm, &mut known, line, (kind, n, ece));
        answer.map_err(|e| Wrong::Run(e.into()))?.write(out, line);
        Ok(())
    }))
}

/// `known`: what a line has said of psn_valid; to the engine a QP is open, whatever that is.
fn one(
    session: &mut Session,
    algorithm: Algorithm,
    known: &mut HashMap<u32, bool>,
    line: &LdcpLine,
    (kind, n, ece): (Kind, u64, bool),
) -> Result<Answer<u64>, tb::Error> {
    let said = known.get(&line.qpn).copied();
    let new = said.is_none();
    let mut psn_valid = said.unwrap_or(false);
    if new || line.state.is_some() {
        let mut context =
            if new { reset_context(algorithm) } else { from_raw(session.host_read(line.qpn)?, algorithm) };
        context.open = psn_valid;
        replace(&mut context, line);
        psn_valid = context.open;
        session.host_write(line.qpn, to_raw(&context))?;
    }
    let update = session.event(line.qpn, kind, n, ece)?;
    known.insert(line.qpn, psn_valid);
    let context = QpContext { open: psn_valid, ..from_raw(session.host_read(line.qpn)?, algorithm) };
    Ok(answer(&context, [update.window, update.pace], update.flags as u8))
}

fn to_raw(c: &QpContext) -> Context {
    Context { cw: c.cw.raw(), rtt: c.rtt.raw(), alg: c.alg as u64, psn: c.psn.raw(), open: 1, ..Context::default() }
}

fn from_raw(c: Context, algorithm: Algorithm) -> QpContext {
    let (cw, rtt, psn) = (Cw::wrap(c.cw), Rtt::wrap(c.rtt), Psn::wrap(c.psn));
    QpContext { alg: algorithm, cw, rtt, psn, open: c.open == 1 }
}
