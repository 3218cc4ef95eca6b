//! What `top` does with revised CNPs (FCR): an advice goes out of it, and is no event of the engine.
//!
//! # Why this file
//!
//! `top` only connects. The counters of these packets are here too: the places of the other counters do not depend on
//! whether a parser reads revised CNPs, and neither does their text.

use crate::prelude::*;
use crate::records::{Advice, ParsedAdvice};
use layout::drop_reason::DropReason;
use layout::registers::ADVICE_COUNTERS;

/// Two drop reasons, and advices.
const COUNTERS: usize = 3;

/// Divides the parser's results into those of the engine, and advices.
#[derive(LogicBlock)]
pub struct Advices {
    pub clock: Signal<In, ClkRst>,
    pub res_valid: Signal<In, Bit>,
    pub res_drop: Signal<In, Bit>,
    pub res_reason: Signal<In, U<5>>,
    pub res_qpn: Signal<In, Qpn>,
    pub res: Signal<In, ParsedAdvice>,
    pub cnt_sel: Signal<In, U<6>>,
    pub other_value: Signal<In, U<64>>,
    pub event_valid: Signal<Out, Bit>,
    pub other_valid: Signal<Out, Bit>,
    pub cnt_value: Signal<Out, U<64>>,
    pub advice: Signal<Out, Advice>,

    count: [Reg<U<64>>; COUNTERS],
    value: Reg<U<64>>,
    hit: Signal<Local, U<3>>,
    counted: Reg<U<3>>,
    selected: Signal<Local, U<64>>,

    fcr_version: Constant<U<5>>,
    fcr_kind: Constant<U<5>>,
    first: Constant<U<6>>,
    second: Constant<U<6>>,
    third: Constant<U<6>>,
}

impl Default for Advices {
    fn default() -> Self {
        let place = |k: u32| Constant::new(u64::from(ADVICE_COUNTERS + k).into());
        Self {
            clock: Default::default(),
            res_valid: Default::default(),
            res_drop: Default::default(),
            res_reason: Default::default(),
            res_qpn: Default::default(),
            res: Default::default(),
            cnt_sel: Default::default(),
            other_value: Default::default(),
            event_valid: Default::default(),
            other_valid: Default::default(),
            cnt_value: Default::default(),
            advice: Default::default(),
            count: std::array::from_fn(|_| Reg::default()),
            value: Default::default(),
            hit: Default::default(),
            counted: Default::default(),
            selected: Default::default(),
            fcr_version: Constant::new((DropReason::FcrVersion as u64).into()),
            fcr_kind: Constant::new((DropReason::FcrKind as u64).into()),
            first: place(0),
            second: place(1),
            third: place(2),
        }
    }
}

impl Logic for Advices {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module advices");
        comment!("@doc Takes the advices out of the parser's results, and counts what comes of revised CNPs: counters");
        comment!("@doc of the drop reasons fcr_version (38) and fcr_kind (39), and of advices (40). They wrap.");
        comment!("@port res_valid the parser's result");
        comment!("@port res_drop the frame was dropped");
        comment!("@port res_reason valid with res_drop");
        comment!("@port cnt_sel which counter");
        comment!("@port other_value that counter, if it is one of the others; else 0");
        comment!("@port event_valid the result is an event of the engine");
        comment!("@port other_valid the other counters count the result");
        comment!("@port cnt_value the counter, of these or of the others, one cycle later");
        comment!("@constant first places of the counters of revised CNPs and advices");
        clock!(self, clock, value, counted, count[0], count[1], count[2]);

        comment!("an advice, and only an advice, is not the engine's");
        self.event_valid.next = self.res_valid.val() & !self.res_drop.val() & !self.res.val().advice;
        self.advice.next.valid = self.res_valid.val() & self.res.val().advice;
        self.advice.next.qpn = self.res_qpn.val();
        self.advice.next.withdraw = self.res.val().advice_withdraw;
        self.advice.next.seq = self.res.val().advice_seq;
        self.advice.next.rate = self.res.val().advice_rate;
        self.advice.next.validity = self.res.val().advice_validity;
        self.advice.next.switch = self.res.val().advice_switch;

        comment!("count");
        self.hit.next = 0.into();
        if self.res_valid.val() {
            if self.res.val().advice {
                self.hit.next = 4.into();
            }
            if self.res_drop.val() & (self.res_reason.val() == self.fcr_version.val()) {
                self.hit.next = 1.into();
            }
            if self.res_drop.val() & (self.res_reason.val() == self.fcr_kind.val()) {
                self.hit.next = 2.into();
            }
        }
        self.other_valid.next = self.res_valid.val() & !self.hit.val().any();
        comment!("a cycle later, as the other counters do");
        self.counted.d.next = self.hit.val();
        for i in 0..COUNTERS {
            self.count[i].d.next = self.count[i].q.val();
            if self.counted.q.val().get_bit(i) {
                self.count[i].d.next = self.count[i].q.val() + 1;
            }
        }

        comment!("read");
        self.selected.next = 0.into();
        if self.cnt_sel.val() == self.first.val() {
            self.selected.next = self.count[0].q.val();
        }
        if self.cnt_sel.val() == self.second.val() {
            self.selected.next = self.count[1].q.val();
        }
        if self.cnt_sel.val() == self.third.val() {
            self.selected.next = self.count[2].q.val();
        }
        self.value.d.next = self.selected.val();
        self.cnt_value.next = self.value.q.val() | self.other_value.val();
    }
}
