//! `latest` at the port of updates of `top`: what `top` has more with `engine.updates = "latest"` (top.md).
//!
//! # Why this file
//!
//! `top` connects, and leaves its other configurations as they are. `latest` wants each QP said once behind a reset:
//! that is done here.

use crate::latest::Latest;
use crate::prelude::*;
use crate::records::{Limited, Newest};

/// The block and its initialisation; with a rate beside the updates where `limit` stands before it.
#[derive(LogicBlock)]
pub struct TopLatest {
    pub clock: Signal<In, ClkRst>,
    pub s_upd_valid: Signal<In, Bit>,
    pub s_upd: Signal<In, Limited>,
    pub s_upd_rate_opt: Vec<Signal<In, U<35>>>,
    pub m_upd_valid: Signal<Out, Bit>,
    pub m_upd_ready: Signal<In, Bit>,
    pub m_upd: Signal<Out, Newest>,
    pub m_upd_rate_opt: Vec<Signal<Out, U<35>>>,

    latest: Latest,
    init_at: Reg<Qpn>,
    ready: Reg<Bit>,
    initialises: Signal<Local, Bit>,
    _rates: usize,
}

impl TopLatest {
    pub fn with_rate(rate: bool) -> Self {
        Self {
            clock: Default::default(),
            s_upd_valid: Default::default(),
            s_upd: Default::default(),
            s_upd_rate_opt: (0..rate.into()).map(|_| Default::default()).collect(),
            m_upd_valid: Default::default(),
            m_upd_ready: Default::default(),
            m_upd: Default::default(),
            m_upd_rate_opt: (0..rate.into()).map(|_| Default::default()).collect(),
            latest: Latest::with_rate(rate),
            init_at: Default::default(),
            ready: Default::default(),
            initialises: Default::default(),
            _rates: rate.into(),
        }
    }
}

impl Logic for TopLatest {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module top_latest");
        comment!("@doc ackw_latest at the port of updates of ackw_top, and its initialisation.");
        comment!("@port s_upd_valid an update, always taken; none comes before each QP had its cycle behind a reset");
        comment!("@port m_upd_valid what waited of a QP");
        comment!("@port m_upd_ready it is taken");
        for _k in 0..self._rates {
            comment!("@port s_upd_rate greatest rate that advices allow; it counts where the limits do");
            comment!("@port m_upd_rate likewise");
        }
        clock!(self, clock, latest, init_at, ready);

        comment!("after reset nothing waits of any QP, a cycle each, while the engine does likewise");
        self.initialises.next = !self.ready.q.val();
        self.init_at.d.next = self.init_at.q.val();
        self.ready.d.next = self.ready.q.val();
        if self.initialises.val() {
            self.init_at.d.next = self.init_at.q.val() + 1;
            self.ready.d.next = self.init_at.q.val().all();
        }
        self.latest.init_we.next = self.initialises.val();
        self.latest.init_addr.next = self.init_at.q.val();

        comment!("updates");
        self.latest.drop_valid.next = false;
        self.latest.drop_qpn.next = 0.into();
        self.latest.s_upd_valid.next = self.s_upd_valid.val();
        self.latest.s_upd_kind.next = self.s_upd.val().kind;
        self.latest.s_upd_qpn.next = self.s_upd.val().qpn;
        self.latest.s_upd_alg.next = self.s_upd.val().alg;
        self.latest.s_upd_window.next = self.s_upd.val().window;
        self.latest.s_upd_pace.next = self.s_upd.val().pace;
        self.latest.s_upd_flags.next = self.s_upd.val().flags;
        self.latest.s_upd_feedback.next = self.s_upd.val().feedback;
        self.latest.s_upd_una_psn.next = self.s_upd.val().una_psn;
        self.m_upd_valid.next = self.latest.m_upd_valid.val();
        self.latest.m_upd_ready.next = self.m_upd_ready.val();
        self.m_upd.next.qpn = self.latest.m_upd_qpn.val();
        self.m_upd.next.limits = self.latest.m_upd_limits.val();
        self.m_upd.next.acks = self.latest.m_upd_acks.val();
        self.m_upd.next.alg = self.latest.m_upd_alg.val();
        self.m_upd.next.window = self.latest.m_upd_window.val();
        self.m_upd.next.pace = self.latest.m_upd_pace.val();
        self.m_upd.next.flags = self.latest.m_upd_flags.val();
        self.m_upd.next.feedback = self.latest.m_upd_feedback.val();
        self.m_upd.next.una_psn = self.latest.m_upd_una_psn.val();
        for k in 0..self._rates {
            self.latest.s_upd_rate_opt[k].next = self.s_upd_rate_opt[k].val();
            self.m_upd_rate_opt[k].next = self.latest.m_upd_rate_opt[k].val();
        }
    }
}
