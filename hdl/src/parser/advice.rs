//! A revised CNP (FCR): its 16 bytes behind BTH, caught as the lanes with their words pass; what is wrong with it, and
//! what it says; stages s5 to s9.
//!
//! It stands beside the other checks and changes none of them: a parser without it is as it always was.

use super::frame_check::{reason, Fault};
use super::front::Beat;
use super::lane_pick::LanePick;
use super::lanes::Lanes;
use crate::prelude::*;
use crate::records::ParsedAdvice;
use layout::drop_reason::DropReason;
use layout::wire::{bth, cnp};

logic_struct! {
    /// What stage s7 reads.
    pub struct Said {
        pub cnp: Bit,
        /// not all of the 16 bytes are 0
        pub revised: Bit,
        pub bad_version: Bit,
        pub bad_kind: Bit,
        pub withdraw: Bit,
        pub seq: U<16>,
        pub rate: U<32>,
        pub validity: Validity,
        pub switch: Switch,
    }
}

/// Catches the 16 bytes and reads them.
#[derive(LogicBlock)]
pub struct Advice<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub s4_beat: Signal<In, Beat>,
    pub s5_fresh: Signal<In, Bit>,
    pub s5_first: Lanes<Signal<In, Bit>, L>,
    pub s5_word: Lanes<Signal<In, U<32>>, L>,
    pub s6_opcode: Signal<In, U<8>>,
    pub s8_early_fault: Signal<In, Bit>,
    pub s8_before: Signal<In, Fault>,
    pub s8_late: Signal<Out, Fault>,
    pub res: Signal<Out, ParsedAdvice>,

    s5_beat: Reg<Beat>,
    /// Bit k: the lane has the word k + 1 of the four.
    run: Lanes<Signal<Local, U<3>>, L>,
    /// What the last lane of the beat before hands on.
    carry: Reg<U<3>>,
    head: LanePick<32, L>,
    rate: LanePick<32, L>,
    end: LanePick<32, L>,
    tail: LanePick<32, L>,
    flags: Signal<Local, U<8>>,
    any: Signal<Local, U<32>>,
    s7: DReg<Said>,
    fault: DReg<Fault>,
    s8: DReg<ParsedAdvice>,
    s9: DReg<ParsedAdvice>,

    opcode_cnp: Constant<U<8>>,
    version: Constant<U<4>>,
    kind: Constant<U<4>>,
    flag_withdraw: Constant<U<8>>,
    fcr_version: Constant<U<5>>,
    fcr_kind: Constant<U<5>>,
    shape: Shape,
}

impl<const L: usize> Advice<L> {
    pub fn new() -> Self {
        Self {
            clock: Default::default(),
            s4_beat: Default::default(),
            s5_fresh: Default::default(),
            s5_first: Default::default(),
            s5_word: Default::default(),
            s6_opcode: Default::default(),
            s8_early_fault: Default::default(),
            s8_before: Default::default(),
            s8_late: Default::default(),
            res: Default::default(),
            s5_beat: Default::default(),
            run: Default::default(),
            carry: Default::default(),
            head: Default::default(),
            rate: Default::default(),
            end: Default::default(),
            tail: Default::default(),
            flags: Default::default(),
            any: Default::default(),
            s7: Default::default(),
            fault: Default::default(),
            s8: Default::default(),
            s9: Default::default(),
            opcode_cnp: Constant::new(u64::from(bth::OPCODE_CNP).into()),
            version: Constant::new(u64::from(cnp::VERSION).into()),
            kind: Constant::new(u64::from(cnp::KIND_ADVICE).into()),
            flag_withdraw: Constant::new(u64::from(cnp::FLAG_WITHDRAW).into()),
            fcr_version: reason(DropReason::FcrVersion),
            fcr_kind: reason(DropReason::FcrKind),
            shape: Shape::of(&[("L", L)]),
        }
    }
}

impl<const L: usize> Logic for Advice<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module parser_advice");
        comment!(
            "@doc The advice of a revised CNP, and the faults that only such a packet has: the last of those behind the ICRC's check."
        );
        comment!("@port s5_fresh the beat in stage 5 begins a frame, or no frame is under way");
        comment!("@port s5_first_0 the lane has the first word behind BTH");
        comment!("@port s8_early_fault up to the ICRC's check");
        comment!("@port s8_before the other fault behind the ICRC's check");
        comment!("@port s8_late that one, or else the own");
        comment!("@constant version of a revised CNP");
        comment!("@constant kind of a revised CNP: an advice");
        comment!("@constant flag_withdraw of an advice: it is withdrawn");
        clock!(self, clock, s5_beat, carry, head, rate, end, tail, s7, fault, s8, s9);

        comment!("s5: a bit moves up one a lane, and into the next beat; between beats no lane holds anything");
        self.s5_beat.d.next = self.s4_beat.val();
        self.run[0].next = 0.into();
        if self.s5_beat.q.val().valid {
            self.run[0].next = self.carry.q.val();
        }
        for j in 1..L {
            self.run[j].next = self.run[j - 1].val() << 1;
            if self.s5_first[j - 1].val() {
                self.run[j].next = (self.run[j - 1].val() << 1) | 1;
            }
        }
        self.carry.d.next = self.carry.q.val();
        if self.s5_beat.q.val().valid {
            self.carry.d.next = (self.run[L - 1].val() << 1) | bits::<3>(self.s5_first[L - 1].val());
            if self.s5_beat.q.val().last {
                self.carry.d.next = 0.into();
            }
        }

        comment!("s5: pick");
        self.head.fresh.next = self.s5_fresh.val();
        self.rate.fresh.next = self.s5_fresh.val();
        self.end.fresh.next = self.s5_fresh.val();
        self.tail.fresh.next = self.s5_fresh.val();
        for j in 0..L {
            self.head.here[j].next = self.s5_first[j].val();
            self.head.lane[j].next = self.s5_word[j].val();
            self.rate.here[j].next = self.run[j].val().get_bit(0);
            self.rate.lane[j].next = self.s5_word[j].val();
            self.end.here[j].next = self.run[j].val().get_bit(1);
            self.end.lane[j].next = self.s5_word[j].val();
            self.tail.here[j].next = self.run[j].val().get_bit(2);
            self.tail.lane[j].next = self.s5_word[j].val();
        }

        comment!("s6: compare; the last word says nothing, but it makes a CNP a revised one");
        self.any.next = self.head.held.val() | self.rate.held.val() | self.end.held.val() | self.tail.held.val();
        self.flags.next = self.head.held.val().get_bits::<8>(16) & self.flag_withdraw.val();
        self.s7.d.next.cnp = self.s6_opcode.val() == self.opcode_cnp.val();
        self.s7.d.next.revised = self.any.val().any();
        self.s7.d.next.bad_version = self.head.held.val().get_bits::<4>(28) != self.version.val();
        self.s7.d.next.bad_kind = self.head.held.val().get_bits::<4>(24) != self.kind.val();
        self.s7.d.next.withdraw = self.flags.val().any();
        self.s7.d.next.seq = self.head.held.val().get_bits::<16>(0);
        self.s7.d.next.rate = self.rate.held.val();
        self.s7.d.next.validity = self.end.held.val().get_bits::<16>(16);
        self.s7.d.next.switch = self.end.held.val().get_bits::<16>(0);

        comment!("s7: the fault, or the advice");
        self.fault.d.next.found =
            self.s7.q.val().cnp & self.s7.q.val().revised & (self.s7.q.val().bad_version | self.s7.q.val().bad_kind);
        self.fault.d.next.reason = self.fcr_kind.val();
        if self.s7.q.val().bad_version {
            self.fault.d.next.reason = self.fcr_version.val();
        }
        self.s8.d.next.advice =
            self.s7.q.val().cnp & self.s7.q.val().revised & !self.s7.q.val().bad_version & !self.s7.q.val().bad_kind;
        self.s8.d.next.advice_withdraw = self.s7.q.val().withdraw;
        self.s8.d.next.advice_seq = self.s7.q.val().seq;
        self.s8.d.next.advice_rate = self.s7.q.val().rate;
        self.s8.d.next.advice_validity = self.s7.q.val().validity;
        self.s8.d.next.advice_switch = self.s7.q.val().switch;

        comment!("s8: the other fault goes first; an advice is shown if there is none");
        self.s8_late.next = self.s8_before.val();
        if self.fault.q.val().found & !self.s8_before.val().found {
            self.s8_late.next = self.fault.q.val();
        }
        self.s9.d.next.advice = false;
        self.s9.d.next.advice_withdraw = false;
        self.s9.d.next.advice_seq = 0.into();
        self.s9.d.next.advice_rate = 0.into();
        self.s9.d.next.advice_validity = 0.into();
        self.s9.d.next.advice_switch = 0.into();
        if self.s8.q.val().advice & !self.s8_early_fault.val() & !self.s8_before.val().found {
            self.s9.d.next = self.s8.q.val();
        }
        self.res.next = self.s9.q.val();
    }
}
