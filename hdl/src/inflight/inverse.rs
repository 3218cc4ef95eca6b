//! 1/dts to 36 bits, or 1/T: the factor of the link's share. recip's line and one correction step.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::recip::{table, Segment, RECIP_ENTRY};

/// Cycles of [`InflightInverse`].
pub(super) const INVERSE: usize = 12;
/// Of them, those to the stage that needs `short` and `gain_m`.
pub(super) const INVERSE_GAIN: usize = 10;

/// `m` of the factor m·2^-e.
#[derive(LogicBlock)]
pub struct InflightInverse {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub dts: Signal<In, U<24>>,
    pub short: Signal<In, Bit>,
    pub gain_m: Signal<In, U<32>>,
    pub power: Signal<Out, Bit>,
    pub m: Signal<Out, U<36>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    /// Of the stages r1 to r11.
    valid: Reg<U<11>>,
    rom: Rom<Segment, 9>,
    r1_f: DReg<U<14>>,
    r2_f: DReg<U<14>>,
    falls: RegisteredMul<14, 17, 31>,
    whole: Signal<Local, Bit>,
    r3_c0: DReg<U<19>>,
    r3_power: DReg<Bit>,
    start: Signal<Local, U<19>>,
    r4_start: DReg<U<19>>,
    r4_power: DReg<Bit>,
    line: Signal<Local, U<36>>,
    r5_r: DReg<U<24>>,
    r5_power: DReg<Bit>,
    r5_dts: Delay<U<24>>,

    // the low 30 bits of D * r
    low: RegisteredMul<18, 18, 36>,
    cross_0: RegisteredMul<12, 6, 18>,
    cross_1: RegisteredMul<6, 12, 18>,
    r8_low: DReg<U<18>>,
    r8_cross: DReg<U<12>>,
    r9_error: DReg<U<18>>,
    r9_r: Delay<U<24>>,

    corrects: RegisteredMul<18, 18, 36>,
    less: Signal<Local, U<36>>,
    r10_base: DReg<U<36>>,
    r11_base: DReg<U<36>>,
    r11_short: DReg<Bit>,
    corr: Signal<Local, U<19>>,
    r12_m: DReg<U<36>>,

    fault: Signal<Local, RomFault>,
    free: Constant<Bit>,
    _checked: usize,
}

impl InflightInverse {
    /// With parity of the table, if so.
    pub fn checked(parity: bool) -> Self {
        Self {
            clock: Default::default(),
            in_valid: Default::default(),
            dts: Default::default(),
            short: Default::default(),
            gain_m: Default::default(),
            power: Default::default(),
            m: Default::default(),
            rom_opt: option(parity),
            valid: Default::default(),
            rom: Rom::checked("recip_rom", RECIP_ENTRY, table(), parity).enabled(),
            r1_f: Default::default(),
            r2_f: Default::default(),
            falls: RegisteredMul::enabled(),
            whole: Default::default(),
            r3_c0: Default::default(),
            r3_power: Default::default(),
            start: Default::default(),
            r4_start: Default::default(),
            r4_power: Default::default(),
            line: Default::default(),
            r5_r: Default::default(),
            r5_power: Default::default(),
            r5_dts: Delay::enabled(5),
            low: RegisteredMul::enabled(),
            cross_0: RegisteredMul::enabled(),
            cross_1: RegisteredMul::enabled(),
            r8_low: Default::default(),
            r8_cross: Default::default(),
            r9_error: Default::default(),
            r9_r: Delay::enabled(9 - 5),
            corrects: RegisteredMul::enabled(),
            less: Default::default(),
            r10_base: Default::default(),
            r11_base: Default::default(),
            r11_short: Default::default(),
            corr: Default::default(),
            r12_m: Default::default(),
            fault: Default::default(),
            free: free(),
            _checked: parity.into(),
        }
    }
}

impl Logic for InflightInverse {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inflight_inverse");
        comment!("@doc The factor of the link's share: m of 1 / dts = m / 2^e, 36 bits for every dts, or of 1 / T. 12 cycles.");
        comment!("@port in_valid dts counts");
        comment!("@port dts its leading one at bit 23");
        comment!("@port short r10: the factor is 1 / T");
        comment!("@port gain_m r10: its mantissa, of 32 bits");
        comment!("@port power r5: dts is a power of two, m is half of what it would be");
        comment!("@port m r12: the factor");
        for _k in 0..self._checked {
            comment!("@port rom_parity a word of the table had a wrong bit, three cycles ago");
        }
        clock!(self, clock, valid, rom, falls, r5_dts, low, cross_0, cross_1, r9_r, corrects);
        dff_setup!(self, clock, r1_f, r2_f, r3_c0, r3_power, r4_start, r4_power, r5_r, r5_power);
        dff_setup!(self, clock, r8_low, r8_cross, r9_error, r10_base, r11_base, r11_short, r12_m);
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<11>(self.in_valid.val());

        comment!("r0 to r5: r = recip(2^17, D - 2^23) >> 12, 24 bits, off by 4e-6 of it: (c0 + 2^18) * 2^17 - (f * c1 >> 4), for");
        comment!(
            "2^17 * f needs no multiplier, nor 2^17 * c0. Of a power of two it would be 2^24, and is half of that"
        );
        self.rom.addr.next = self.dts.val().get_bits::<9>(14);
        self.rom.en_opt[0].next = self.in_valid.val() | self.free.val();
        if self.in_valid.val() | self.free.val() {
            self.r1_f.d.next = self.dts.val().get_bits::<14>(0);
        }
        if self.valid.q.val().get_bit(0) | self.free.val() {
            self.r2_f.d.next = self.r1_f.q.val();
        }
        self.falls.a.next = self.r2_f.q.val();
        self.falls.b.next = self.rom.data.val().c1;
        self.falls.en_opt[0].next = self.valid.q.val().get_bit(1) | self.free.val();
        if self.valid.q.val().get_bit(1) | self.free.val() {
            self.r3_c0.d.next = self.rom.data.val().c0;
            self.r3_power.d.next = self.rom.data.val().c0.get_bit(18) & !self.r2_f.q.val().any();
        }
        self.whole.next = self.r3_c0.q.val().get_bit(18) & !self.r3_power.q.val();
        self.start.next = bits::<19>(self.r3_c0.q.val().get_bits::<18>(0)) | (bits::<19>(!self.whole.val()) << 18);
        if self.valid.q.val().get_bit(2) | self.free.val() {
            self.r4_start.d.next = self.start.val();
            self.r4_power.d.next = self.r3_power.q.val();
        }
        comment!("2^36 has no bit here, but the fall, which is not 0 then, leaves 36 bits");
        self.line.next = (bits::<36>(self.r4_start.q.val()) << 17) - bits::<36>(self.falls.p.val().get_bits::<27>(4));
        if self.valid.q.val().get_bit(3) | self.free.val() {
            self.r5_r.d.next = self.line.val().get_bits::<24>(12);
            self.r5_power.d.next = self.r4_power.q.val();
        }
        self.power.next = self.r5_power.q.val();
        self.r5_dts.d.next = self.dts.val();
        self.r5_dts.en_opt[0].next = self.in_valid.val() | self.free.val();

        comment!("r5 to r9: how far D * r is from 2^47: below 2^29, so 30 bits in two's complement hold it, of which the upper 18");
        comment!("count: the bits' complement, and one more where those below are 0");
        self.low.a.next = self.r5_dts.q.val().get_bits::<18>(0);
        self.low.b.next = self.r5_r.q.val().get_bits::<18>(0);
        self.cross_0.a.next = self.r5_dts.q.val().get_bits::<12>(0);
        self.cross_0.b.next = self.r5_r.q.val().get_bits::<6>(18);
        self.cross_1.a.next = self.r5_dts.q.val().get_bits::<6>(18);
        self.cross_1.b.next = self.r5_r.q.val().get_bits::<12>(0);
        self.low.en_opt[0].next = self.valid.q.val().get_bit(4) | self.free.val();
        self.cross_0.en_opt[0].next = self.valid.q.val().get_bit(4) | self.free.val();
        self.cross_1.en_opt[0].next = self.valid.q.val().get_bit(4) | self.free.val();
        if self.valid.q.val().get_bit(6) | self.free.val() {
            self.r8_low.d.next =
                !self.low.p.val().get_bits::<18>(12) + bits::<18>(!self.low.p.val().get_bits::<12>(0).any());
            self.r8_cross.d.next = self.cross_0.p.val().get_bits::<12>(0) + self.cross_1.p.val().get_bits::<12>(0);
        }
        if self.valid.q.val().get_bit(7) | self.free.val() {
            self.r9_error.d.next = self.r8_low.q.val() - (bits::<18>(self.r8_cross.q.val()) << 6);
        }
        self.r9_r.d.next = self.r5_r.q.val();
        self.r9_r.en_opt[0].next = self.valid.q.val().get_bit(4) | self.free.val();

        comment!(
            "r9 to r12: the correction, 18 by 18 bits, floor: the product unsigned, less r where the error is negative"
        );
        self.corrects.a.next = self.r9_r.q.val().get_bits::<18>(6);
        self.corrects.b.next = self.r9_error.q.val();
        self.corrects.en_opt[0].next = self.valid.q.val().get_bit(8) | self.free.val();
        self.less.next = 0.into();
        if self.r9_error.q.val().get_bit(17) {
            self.less.next = bits::<36>(self.r9_r.q.val().get_bits::<18>(6)) << 1;
        }
        if self.valid.q.val().get_bit(8) | self.free.val() {
            self.r10_base.d.next = (bits::<36>(self.r9_r.q.val()) << 12) - self.less.val();
        }
        if self.valid.q.val().get_bit(9) | self.free.val() {
            self.r11_base.d.next = self.r10_base.q.val();
            self.r11_short.d.next = self.short.val();
            if self.short.val() {
                self.r11_base.d.next = bits::<36>(self.gain_m.val()) << 4;
            }
        }
        self.corr.next = self.corrects.p.val().get_bits::<19>(17);
        if self.r11_short.q.val() {
            self.corr.next = 0.into();
        }
        if self.valid.q.val().get_bit(10) | self.free.val() {
            self.r12_m.d.next = self.r11_base.q.val() + bits::<36>(self.corr.val());
        }
        self.m.next = self.r12_m.q.val();
        for k in 0..self._checked {
            self.fault.next.parity = self.rom.wrong_opt[k].val();
            self.rom_opt[k].next = self.fault.val();
        }
    }
}
