#![doc = include_str!("recip.md")]
//!
//! # Why this file
//!
//! It is the one place where the datapath divides. The tables are computed here, at elaboration, from the page's
//! formulas in exact integer arithmetic; nothing else in the crate knows how a reciprocal is made.

use crate::prelude::*;
use crate::prim::ecc::option;

/// Bits of a table index: the intervals of the piecewise line.
const INDEX: usize = 9;

logic_struct! {
    /// One interval of the line.
    pub struct Segment {
        /// The line's value at the interval's start, minus one half, in 2^-19 (v is in (1/2, 1]): 18 bits, and 2^18
        /// where v = 1.
        pub c0: U<19>,
        /// The line's fall over the interval, U0.17 scaled by 2^9.
        pub c1: U<17>,
    }
}

/// What stands over the table in Verilog.
pub const RECIP_ENTRY: &str =
    "Entry i, A = 512 + i: {c1, c0}, c1 = round(2^26 * 512/(A*(A + 1))), c0 = round((512*A^2 - 64) * 2^19/A^3) - 2^18.";

/// The table, from the formulas of the page.
pub fn table() -> Vec<Segment> {
    (0..1u64 << INDEX)
        .map(|i| {
            let a = (1 << INDEX) + u128::from(i);
            // to nearest, halves up
            let round = |num: u128, den: u128| (2 * num + den) / (2 * den);
            // 2^19 · (512/A − 64/A³) = 2^19 · (512·A² − 64) / A³
            let c0 = round((512 * a * a - 64) << 19, a * a * a) - (1 << 18);
            let c1 = round(512 << 26, a * (a + 1));
            Segment { c0: U::wrap(c0), c1: U::wrap(c1) }
        })
        .collect()
}

/// `q` = `x` · 2^23 / (2^23 + `d`) · 2^19, four cycles later; exact where `d` is 0.
#[derive(LogicBlock)]
pub struct Recip {
    pub clock: Signal<In, ClkRst>,
    pub x: Signal<In, U<18>>,
    pub d: Signal<In, U<23>>,
    pub q: Signal<Out, U<37>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    rom: Rom<Segment, INDEX>,
    r1_x: DReg<U<18>>,
    r1_f: DReg<U<14>>,
    x_f: Mul<18, 14, 32>,
    r2_x: DReg<U<18>>,
    step_x_opt: Vec<DReg<U<18>>>,
    step_c0_opt: Vec<DReg<U<19>>>,
    step_t_opt: Vec<DReg<U<18>>>,
    step_c1_opt: Vec<DReg<U<17>>>,
    x_c0: Mul<18, 18, 36>,
    t_c1: Mul<18, 17, 35>,
    r3_x: DReg<U<18>>,
    r3_one: DReg<Bit>,
    r4_q: DReg<U<37>>,

    x_c0_high: Signal<Local, U<19>>,
    x_high: Signal<Local, U<19>>,
    not_p1_high: Signal<Local, U<19>>,
    partial: Signal<Local, U<19>>,
    carries: Signal<Local, U<19>>,
    plus: Signal<Local, U<37>>,
    minus: Signal<Local, U<37>>,
    fault: Signal<Local, RomFault>,
    _checked: usize,
    _plain: usize,
    _step: usize,
}

impl Recip {
    pub fn new() -> Self {
        Self::checked(false)
    }

    /// With parity of the table, if so.
    pub fn checked(parity: bool) -> Self {
        Self::made(parity, false)
    }

    /// With registers between the table and the multipliers: five cycles.
    pub fn stepped(parity: bool) -> Self {
        Self::made(parity, true)
    }

    fn made(parity: bool, step: bool) -> Self {
        Self {
            clock: Default::default(),
            x: Default::default(),
            d: Default::default(),
            q: Default::default(),
            rom_opt: option(parity),
            rom: Rom::checked("recip_rom", RECIP_ENTRY, table(), parity),
            r1_x: Default::default(),
            r1_f: Default::default(),
            x_f: Default::default(),
            r2_x: Default::default(),
            step_x_opt: option(step),
            step_c0_opt: option(step),
            step_t_opt: option(step),
            step_c1_opt: option(step),
            x_c0: Default::default(),
            t_c1: Default::default(),
            r3_x: Default::default(),
            r3_one: Default::default(),
            r4_q: Default::default(),
            x_c0_high: Default::default(),
            x_high: Default::default(),
            not_p1_high: Default::default(),
            partial: Default::default(),
            carries: Default::default(),
            plus: Default::default(),
            minus: Default::default(),
            fault: Default::default(),
            _checked: parity.into(),
            _plain: (!step).into(),
            _step: step.into(),
        }
    }
}

impl Default for Recip {
    fn default() -> Self {
        Self::new()
    }
}

impl Logic for Recip {
    #[hdl_gen]
    fn update(&mut self) {
        for _k in 0..self._plain {
            comment!("@module recip");
            comment!("@doc Quotient of two normalised numbers without a divider: q = x * (2^23 / D) * 2^19, D = 2^23 + d, four cycles later.");
        }
        for _k in 0..self._step {
            comment!("@module recip_stepped");
            comment!("@doc Quotient of two normalised numbers without a divider: q = x * (2^23 / D) * 2^19, D = 2^23 + d, five cycles later.");
        }
        comment!("@doc One table look-up and one correction step; relative error below 4e-6, none where d is 0. One result a cycle, no reset, no valid.");
        comment!("@port x numerator mantissa, 2^17 to 2^18-1, or 0");
        comment!("@port d divisor mantissa without its leading one");
        comment!("@port q quotient");
        for _k in 0..self._checked {
            comment!("@port rom_parity a word of the table had a wrong bit, three cycles ago");
        }
        clock!(self, clock, rom, r1_x, r1_f, x_f, r2_x, x_c0, t_c1, r3_x, r3_one, r4_q);

        comment!("r0: the table takes the line's segment");
        self.rom.addr.next = self.d.val().get_bits::<9>(14);
        self.r1_x.d.next = self.x.val();
        self.r1_f.d.next = self.d.val().get_bits::<14>(0);

        comment!("r1: the table is read; t = x * f, of which the top 18 bits count (trunc)");
        self.x_f.a.next = self.r1_x.q.val();
        self.x_f.b.next = self.r1_f.q.val();
        self.r2_x.d.next = self.r1_x.q.val();

        for _k in 0..self._plain {
            comment!("r2: both products, of the table's output register and the first multiplier's");
            self.x_c0.a.next = self.r2_x.q.val();
            self.x_c0.b.next = self.rom.data.val().c0.get_bits::<18>(0);
            self.r3_one.d.next = self.rom.data.val().c0.get_bit(18);
            self.t_c1.a.next = self.x_f.p.val().get_bits::<18>(14);
            self.t_c1.b.next = self.rom.data.val().c1;
            self.r3_x.d.next = self.r2_x.q.val();
        }
        for k in 0..self._step {
            comment!("r2: a step between the table and the multipliers: registers, which may lie next to these; both products");
            clock!(self, clock, step_x_opt[k], step_c0_opt[k], step_t_opt[k], step_c1_opt[k]);
            self.step_x_opt[k].d.next = self.r2_x.q.val();
            self.step_c0_opt[k].d.next = self.rom.data.val().c0;
            self.step_t_opt[k].d.next = self.x_f.p.val().get_bits::<18>(14);
            self.step_c1_opt[k].d.next = self.rom.data.val().c1;
            self.x_c0.a.next = self.step_x_opt[k].q.val();
            self.x_c0.b.next = self.step_c0_opt[k].q.val().get_bits::<18>(0);
            self.r3_one.d.next = self.step_c0_opt[k].q.val().get_bit(18);
            self.t_c1.a.next = self.step_t_opt[k].q.val();
            self.t_c1.b.next = self.step_c1_opt[k].q.val();
            self.r3_x.d.next = self.step_x_opt[k].q.val();
        }

        comment!("r3: q = x * c0 + x * 2^18 - p1, below 2^37: 37 bits. p1 = t * c1 / 2^7 (trunc) has 28 bits and never exceeds the sum.");
        comment!(
            "One carry chain: only the high 19 bits have three operands, and a carry-save step makes two of them."
        );
        comment!("Where the upper bits of d are 0, c0 = 2^18 has no other bit: its product with x is x * 2^18");
        self.x_c0_high.next = bits::<19>(self.x_c0.p.val().get_bits::<18>(18));
        if self.r3_one.q.val() {
            self.x_c0_high.next = bits::<19>(self.r3_x.q.val());
        }
        self.x_high.next = bits::<19>(self.r3_x.q.val());
        self.not_p1_high.next = !bits::<19>(self.t_c1.p.val().get_bits::<10>(25));
        self.partial.next = self.x_c0_high.val() ^ self.x_high.val() ^ self.not_p1_high.val();
        self.carries.next = (self.x_c0_high.val() & self.x_high.val())
            | (self.x_c0_high.val() & self.not_p1_high.val())
            | (self.x_high.val() & self.not_p1_high.val());
        self.plus.next = (bits::<37>(self.partial.val()) << 18) | bits::<37>(self.x_c0.p.val().get_bits::<18>(0));
        self.minus.next =
            (bits::<37>(!(self.carries.val() << 1)) << 18) | bits::<37>(self.t_c1.p.val().get_bits::<18>(7));
        self.r4_q.d.next = self.plus.val() - self.minus.val();

        comment!("r4: the result");
        self.q.next = self.r4_q.q.val();
        for k in 0..self._checked {
            self.fault.next.parity = self.rom.wrong_opt[k].val();
            self.rom_opt[k].next = self.fault.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Sim;

    /// q of one pair of operands, four cycles after it was applied.
    fn divide(sim: &mut Sim<Recip>, x: u64, d: u64) -> u128 {
        sim.uut.x.next = x.into();
        sim.uut.d.next = d.into();
        for _ in 0..layout::timing::RECIP_LATENCY {
            sim.step().unwrap();
        }
        sim.uut.q.val().raw()
    }

    #[test]
    fn the_table_starts_and_ends_as_computed_by_hand() {
        let t = table();
        // i = 0, A = 512: c0 = round(2^18 − 1/4); c1 = 2^26·512/(512·513) = 130816.1…
        assert_eq!((t[0].c0.raw(), t[0].c1.raw()), (262_144, 130_816));
        // i = 511, A = 1023: 2^19·512/1023 = 262400.25…, less 2^19·64/1023³ = 0.03…; c1 = 2^26·512/(1023·1024) =
        // 32800.0…
        assert_eq!((t[511].c0.raw(), t[511].c1.raw()), (256, 32_800));
    }

    #[test]
    fn with_a_step_the_same_comes_a_cycle_later() {
        let mut plain = Sim::new(Recip::new(), |b| &mut b.clock);
        let mut stepped = Sim::new(Recip::stepped(false), |b| &mut b.clock);
        let mut last = None;
        for k in 0..200u64 {
            let (x, d) = ((1 << 17) + k * 0x9e37 % (1 << 17), k * 0x7_9b97 % (1 << 23));
            for sim in [&mut plain, &mut stepped] {
                (sim.uut.x.next, sim.uut.d.next) = (x.into(), d.into());
                sim.step().unwrap();
            }
            if k > 5 {
                assert_eq!(Some(stepped.uut.q.val()), last);
            }
            last = Some(plain.uut.q.val());
        }
    }

    #[test]
    fn a_result_follows_four_cycles_after_its_operands_and_one_each_cycle() {
        let mut sim = Sim::new(Recip::new(), |b| &mut b.clock);
        let alone: Vec<u128> = (0..8).map(|k| divide(&mut sim, (1 << 17) + k, k << 19)).collect();
        let mut piped = vec![];
        for k in 0..12u64 {
            sim.uut.x.next = ((1 << 17) + k % 8).into();
            sim.uut.d.next = ((k % 8) << 19).into();
            sim.step().unwrap();
            if k >= 3 {
                piped.push(sim.uut.q.val().raw());
            }
        }
        assert_eq!(piped[..8], alone);
    }

    #[test]
    fn quotients_worked_by_hand_come_out() {
        let mut sim = Sim::new(Recip::new(), |b| &mut b.clock);
        // 1/1 and the greatest X: X·(2^18 + 2^18), f = 0
        assert_eq!(divide(&mut sim, 1 << 17, 0), 1 << 36);
        assert_eq!(divide(&mut sim, (1 << 18) - 1, 0), (1 << 37) - (1 << 19));
        // the greatest X, and the least D behind 2^23: f = 1, t = floor((2^18 − 1)/2^14) = 15, p1 =
        // floor(15·130816/2^7)
        assert_eq!(divide(&mut sim, (1 << 18) - 1, 1), (1 << 37) - (1 << 19) - 15_330);
        // 1/1.5, D = 2^23·1.5, i = 256, A = 768: 2^19·512/768 = 349525.33, less 0.07 → 349525, c0 = 87381
        assert_eq!(divide(&mut sim, 1 << 17, 1 << 22), 349_525 << 17);
        // half an interval on: f = 2^13, t = 2^16, c1 = round(2^26·512/(768·769)) = 58178, p1 = 2^16·58178/2^7
        assert_eq!(divide(&mut sim, 1 << 17, (1 << 22) + (1 << 13)), (349_525 << 17) - (58_178 << 9));
        assert_eq!(divide(&mut sim, 0, 12_345), 0);
    }
}
