//! A hop's u' as an exact fraction n/d, and the comparison of two of them.

use crate::hops::Delta;
use crate::prelude::*;
use crate::stepped_mul::SteppedMul;

/// Cycles of [`InflightLane`] behind its input register.
pub(super) const LANE: usize = 6;
/// Cycles of [`InflightPick`].
pub(super) const PICK: usize = 6;

logic_struct! {
    /// A hop that may be chosen.
    pub struct Choice {
        pub speed: U<4> => "speed code",
        pub dts: U<24> => "time since the last telemetry, in ticks of ts_unit; its leading one at bit 23",
        pub left_dts: U<5> => "for which it was shifted so far",
        pub tx: U<20> => "bytes transmitted since then; tx_unit",
        pub q: U<16> => "queue; q_unit; its leading one at bit 15",
        pub left_q: U<4> => "for which it was shifted so far",
    }
    /// With its u' = n/d, times a factor that all hops share.
    pub struct Candidate {
        pub n: U<53>,
        pub d: U<36>,
        pub hop: Choice,
    }
}

logic_struct! {
    /// Numbers of a hop with their leading ones where a multiplier wants them.
    pub struct Shifted {
        pub dts: U<24>,
        pub q: U<16>,
    }
    /// For how many places they were shifted.
    pub struct Lefts {
        pub dts: U<5>,
        pub q: U<4>,
    }
    /// What else is carried.
    pub struct Link {
        pub speed: U<4>,
        pub tx: U<20>,
    }
}

/// From a hop's differences to its fraction.
#[derive(LogicBlock)]
pub struct InflightLane {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub in_hop: Signal<In, Delta>,
    pub q_weight: Signal<In, U<12>>,
    pub tx_weight: Signal<In, U<32>>,
    pub spd_we: Signal<In, Bit>,
    pub spd_code: Signal<In, U<4>>,
    pub spd_gbps: Signal<In, U<12>>,
    pub out_unknown: Signal<Out, Bit>,
    pub out_still: Signal<Out, Bit>,
    pub out: Signal<Out, Candidate>,

    /// Of the stages h0 to h5.
    valid: Reg<U<6>>,
    gbps: Table<U<12>, 4>,
    q_dts: SteppedMul<16, 24, 40>,
    weighted_tx: SteppedMul<32, 20, 52>,
    gbps_dts: SteppedMul<12, 24, 36>,
    h0: DReg<Delta>,
    h1: DReg<Delta>,
    h2_unknown: DReg<Bit>,
    h2_still: DReg<Bit>,
    h2_skip: DReg<Bit>,
    h5_skip: Delay<Bit>,
    h5_d: DReg<U<36>>,
    h6_n: DReg<U<53>>,
    h6_d: DReg<U<36>>,

    // q * dts times q_weight: slices of 18 bits, and a row for each of the 4 bits above
    low: RegisteredMul<18, 12, 30>,
    middle: RegisteredMul<18, 12, 30>,
    top: Signal<Local, U<4>>,
    row_0: Signal<Local, U<14>>,
    row_1: Signal<Local, U<14>>,
    row_2: Signal<Local, U<14>>,
    row_3: Signal<Local, U<14>>,
    h4_rows_0: DReg<U<14>>,
    h4_rows_2: DReg<U<14>>,
    h5_rows: DReg<U<16>>,
    outer: Signal<Local, U<52>>,
    inner: Signal<Local, U<52>>,
    partial: Signal<Local, U<53>>,
    carries: Signal<Local, U<53>>,

    // what is known of the hop before it is chosen
    dts_lead: HighestOne<32, 5>,
    q_lead: HighestOne<16, 4>,
    h2_dts: DReg<U<24>>,
    h2_q: DReg<U<16>>,
    h2_left: DReg<Lefts>,
    h3_dts: DReg<U<24>>,
    h3_q: DReg<U<16>>,
    h3_left: DReg<Lefts>,
    h4: DReg<Shifted>,
    h6_shifted: Delay<Shifted>,
    h6_left: Delay<Lefts>,
    h6_link: Delay<Link>,

    unknown: Signal<Local, Bit>,
    still: Signal<Local, Bit>,
    free: Constant<Bit>,
}

impl Default for InflightLane {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            in_valid: Default::default(),
            in_hop: Default::default(),
            q_weight: Default::default(),
            tx_weight: Default::default(),
            spd_we: Default::default(),
            spd_code: Default::default(),
            spd_gbps: Default::default(),
            out_unknown: Default::default(),
            out_still: Default::default(),
            out: Default::default(),
            valid: Default::default(),
            gbps: Default::default(),
            q_dts: SteppedMul::enabled(),
            weighted_tx: SteppedMul::enabled(),
            gbps_dts: SteppedMul::enabled(),
            h0: Default::default(),
            h1: Default::default(),
            h2_unknown: Default::default(),
            h2_still: Default::default(),
            h2_skip: Default::default(),
            h5_skip: Delay::new(3),
            h5_d: Default::default(),
            h6_n: Default::default(),
            h6_d: Default::default(),
            low: RegisteredMul::enabled(),
            middle: RegisteredMul::enabled(),
            top: Default::default(),
            row_0: Default::default(),
            row_1: Default::default(),
            row_2: Default::default(),
            row_3: Default::default(),
            h4_rows_0: Default::default(),
            h4_rows_2: Default::default(),
            h5_rows: Default::default(),
            outer: Default::default(),
            inner: Default::default(),
            partial: Default::default(),
            carries: Default::default(),
            dts_lead: Default::default(),
            q_lead: Default::default(),
            h2_dts: Default::default(),
            h2_q: Default::default(),
            h2_left: Default::default(),
            h3_dts: Default::default(),
            h3_q: Default::default(),
            h3_left: Default::default(),
            h4: Default::default(),
            h6_shifted: Delay::enabled(6 - 4),
            h6_left: Delay::enabled(6 - 2),
            h6_link: Delay::enabled(6 - 1),
            unknown: Default::default(),
            still: Default::default(),
            free: free(),
        }
    }
}

impl Logic for InflightLane {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inflight_lane");
        comment!("@doc One hop's normalised inflight bytes as an exact fraction n / d. 7 cycles.");
        comment!("@port in_valid a step of an event enters");
        comment!("@port q_weight h3: weight of q * dts");
        comment!("@port tx_weight h1: weight of tx");
        comment!("@port spd_we writes the speed of a code");
        comment!("@port spd_gbps Gbit/s, 0: unknown");
        comment!("@port out_unknown h2: a hop that is used has a code without a speed");
        comment!("@port out_still h2: a hop that is used has dts = 0");
        comment!("@port out h6: n = 0, d = 1 for a hop that does not count");
        clock!(self, clock, valid, gbps, q_dts, weighted_tx, gbps_dts, low, middle);
        clock!(self, clock, h5_skip, h6_shifted, h6_left, h6_link);
        dff_setup!(self, clock, h0, h1, h2_unknown, h2_still, h2_skip, h5_d, h6_n, h6_d);
        dff_setup!(self, clock, h4_rows_0, h4_rows_2, h5_rows);
        dff_setup!(self, clock, h2_dts, h2_q, h2_left, h3_dts, h3_q, h3_left, h4);
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<6>(self.in_valid.val());

        comment!("h0 to h1: the speed");
        self.gbps.we.next = self.spd_we.val();
        self.gbps.waddr.next = self.spd_code.val();
        self.gbps.wdata.next = self.spd_gbps.val();
        if self.in_valid.val() | self.free.val() {
            self.h0.d.next = self.in_hop.val();
        }
        self.gbps.raddr.next = self.h0.q.val().speed;
        if self.valid.q.val().get_bit(0) | self.free.val() {
            self.h1.d.next = self.h0.q.val();
        }

        comment!("h1 to h2: does the hop count?");
        self.unknown.next = !self.gbps.rdata.val().any();
        self.still.next = !self.h1.q.val().dts.any();
        if self.valid.q.val().get_bit(1) | self.free.val() {
            self.h2_unknown.d.next = self.h1.q.val().used & self.unknown.val();
            self.h2_still.d.next = self.h1.q.val().used & self.still.val();
            self.h2_skip.d.next = !self.h1.q.val().used | self.unknown.val() | self.still.val();
        }
        self.out_unknown.next = self.h2_unknown.q.val();
        self.out_still.next = self.h2_still.q.val();
        self.h5_skip.d.next = self.h2_skip.q.val();

        comment!("h1 to h5: tx_weight * tx, 32 + 20 = 52 bits, and d = gbps * dts, 12 + 24 = 36 bits");
        self.weighted_tx.a.next = self.tx_weight.val();
        self.weighted_tx.b.next = self.h1.q.val().tx;
        self.weighted_tx.en_opt[0].next = self.valid.q.val().get_bit(1) | self.free.val();
        self.gbps_dts.a.next = self.gbps.rdata.val();
        self.gbps_dts.b.next = self.h1.q.val().dts;
        self.gbps_dts.en_opt[0].next = self.valid.q.val().get_bit(1) | self.free.val();
        if self.valid.q.val().get_bit(4) | self.free.val() {
            self.h5_d.d.next = self.gbps_dts.p.val();
        }

        comment!("h0 to h3: q * dts, 16 + 24 = 40 bits; h3 to h5: times q_weight, 40 + 12 = 52 bits: the slices below and above");
        comment!("the middle one stand side by side");
        self.q_dts.a.next = self.h0.q.val().q;
        self.q_dts.b.next = self.h0.q.val().dts;
        self.q_dts.en_opt[0].next = self.valid.q.val().get_bit(0) | self.free.val();
        self.low.a.next = self.q_dts.p.val().get_bits::<18>(0);
        self.low.b.next = self.q_weight.val();
        self.low.en_opt[0].next = self.valid.q.val().get_bit(3) | self.free.val();
        self.middle.a.next = self.q_dts.p.val().get_bits::<18>(18);
        self.middle.b.next = self.q_weight.val();
        self.middle.en_opt[0].next = self.valid.q.val().get_bit(3) | self.free.val();
        self.top.next = self.q_dts.p.val().get_bits::<4>(36);
        self.row_0.next = 0.into();
        if self.top.val().get_bit(0) {
            self.row_0.next = bits::<14>(self.q_weight.val());
        }
        self.row_1.next = 0.into();
        if self.top.val().get_bit(1) {
            self.row_1.next = bits::<14>(self.q_weight.val()) << 1;
        }
        self.row_2.next = 0.into();
        if self.top.val().get_bit(2) {
            self.row_2.next = bits::<14>(self.q_weight.val());
        }
        self.row_3.next = 0.into();
        if self.top.val().get_bit(3) {
            self.row_3.next = bits::<14>(self.q_weight.val()) << 1;
        }
        if self.valid.q.val().get_bit(3) | self.free.val() {
            self.h4_rows_0.d.next = self.row_0.val() + self.row_1.val();
            self.h4_rows_2.d.next = self.row_2.val() + self.row_3.val();
        }
        if self.valid.q.val().get_bit(4) | self.free.val() {
            self.h5_rows.d.next = bits::<16>(self.h4_rows_0.q.val()) + (bits::<16>(self.h4_rows_2.q.val()) << 2);
        }

        comment!("h5 to h6: n, 52 + 52 = 53 bits, of three numbers, the first step without carries; what does not count is 0 / 1");
        self.outer.next = bits::<52>(self.low.p.val()) | (bits::<52>(self.h5_rows.q.val()) << 36);
        self.inner.next = bits::<52>(self.middle.p.val()) << 18;
        self.partial.next = bits::<53>(self.outer.val() ^ self.inner.val() ^ self.weighted_tx.p.val());
        self.carries.next = bits::<53>(
            (self.outer.val() & self.inner.val())
                | (self.outer.val() & self.weighted_tx.p.val())
                | (self.inner.val() & self.weighted_tx.p.val()),
        );
        if self.valid.q.val().get_bit(5) | self.free.val() {
            self.h6_n.d.next = self.partial.val() + (self.carries.val() << 1);
            self.h6_d.d.next = self.h5_d.q.val();
            if self.h5_skip.q.val() {
                self.h6_n.d.next = 0.into();
                self.h6_d.d.next = 1.into();
            }
        }
        self.out.next.n = self.h6_n.q.val();
        self.out.next.d = self.h6_d.q.val();

        comment!("h1 to h4: the leading one of dts to bit 23, that of q to bit 15: by eights, by ones");
        self.dts_lead.a.next = bits::<32>(self.h1.q.val().dts) << 8;
        self.q_lead.a.next = self.h1.q.val().q;
        if self.valid.q.val().get_bit(1) | self.free.val() {
            self.h2_dts.d.next = self.h1.q.val().dts;
            self.h2_q.d.next = self.h1.q.val().q;
            self.h2_left.d.next.dts = !self.dts_lead.pos.val();
            self.h2_left.d.next.q = !self.q_lead.pos.val();
        }
        if self.valid.q.val().get_bit(2) | self.free.val() {
            self.h3_dts.d.next = self.h2_dts.q.val() << (self.h2_left.q.val().dts & 0x18);
            self.h3_q.d.next = self.h2_q.q.val() << (self.h2_left.q.val().q & 0x8);
            self.h3_left.d.next = self.h2_left.q.val();
        }
        if self.valid.q.val().get_bit(3) | self.free.val() {
            self.h4.d.next.dts = self.h3_dts.q.val() << self.h3_left.q.val().dts.get_bits::<3>(0);
            self.h4.d.next.q = self.h3_q.q.val() << self.h3_left.q.val().q.get_bits::<3>(0);
        }

        comment!("and it waits for n and d");
        self.h6_shifted.d.next = self.h4.q.val();
        self.h6_shifted.en_opt[0].next = self.valid.q.val().get_bit(4) | self.free.val();
        self.h6_left.d.next = self.h2_left.q.val();
        self.h6_left.en_opt[0].next = self.valid.q.val().get_bit(2) | self.free.val();
        self.h6_link.d.next.speed = self.h1.q.val().speed;
        self.h6_link.d.next.tx = self.h1.q.val().tx;
        self.h6_link.en_opt[0].next = self.valid.q.val().get_bit(1) | self.free.val();
        self.out.next.hop.speed = self.h6_link.q.val().speed;
        self.out.next.hop.dts = self.h6_shifted.q.val().dts;
        self.out.next.hop.left_dts = self.h6_left.q.val().dts;
        self.out.next.hop.tx = self.h6_link.q.val().tx;
        self.out.next.hop.q = self.h6_shifted.q.val().q;
        self.out.next.hop.left_q = self.h6_left.q.val().q;
    }
}

/// The greater of two fractions, the first of equals.
#[derive(LogicBlock)]
pub struct InflightPick {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub a: Signal<In, Candidate>,
    pub b: Signal<In, Candidate>,
    pub out: Signal<Out, Candidate>,

    valid: Reg<U<5>>,
    left: SteppedMul<53, 36, 89>,
    right: SteppedMul<53, 36, 89>,
    s5_a: Delay<Candidate>,
    s5_b: Delay<Candidate>,
    s5_high_above: DReg<Bit>,
    s5_high_below: DReg<Bit>,
    s5_low_above: DReg<Bit>,
    s6: DReg<Candidate>,
    free: Constant<Bit>,
}

impl Default for InflightPick {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            in_valid: Default::default(),
            a: Default::default(),
            b: Default::default(),
            out: Default::default(),
            valid: Default::default(),
            left: SteppedMul::enabled(),
            right: SteppedMul::enabled(),
            s5_a: Delay::enabled(5),
            s5_b: Delay::enabled(5),
            s5_high_above: Default::default(),
            s5_high_below: Default::default(),
            s5_low_above: Default::default(),
            s6: Default::default(),
            free: free(),
        }
    }
}

impl Logic for InflightPick {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inflight_pick");
        comment!("@doc The greater of two fractions, and its hop; the first of equals. Exact, 6 cycles.");
        comment!("@port in_valid a step enters");
        comment!("@port a the one that stays unless b is strictly greater");
        comment!("@port b the other");
        comment!("@port out the one picked");
        clock!(self, clock, valid, left, right, s5_a, s5_b);
        dff_setup!(self, clock, s5_high_above, s5_high_below, s5_low_above, s6);
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<5>(self.in_valid.val());

        comment!("s0 to s4: n of each by d of the other, 53 + 36 = 89 bits");
        self.left.a.next = self.b.val().n;
        self.left.b.next = self.a.val().d;
        self.right.a.next = self.a.val().n;
        self.right.b.next = self.b.val().d;
        self.s5_a.d.next = self.a.val();
        self.s5_b.d.next = self.b.val();
        self.left.en_opt[0].next = self.in_valid.val() | self.free.val();
        self.right.en_opt[0].next = self.in_valid.val() | self.free.val();
        self.s5_a.en_opt[0].next = self.in_valid.val() | self.free.val();
        self.s5_b.en_opt[0].next = self.in_valid.val() | self.free.val();

        comment!("s4 to s5: compare, in halves; `<` is a carry, equality would be a tree behind it");
        if self.valid.q.val().get_bit(3) | self.free.val() {
            self.s5_high_above.d.next = self.right.p.val().get_bits::<45>(44) < self.left.p.val().get_bits::<45>(44);
            self.s5_high_below.d.next = self.left.p.val().get_bits::<45>(44) < self.right.p.val().get_bits::<45>(44);
            self.s5_low_above.d.next = self.right.p.val().get_bits::<44>(0) < self.left.p.val().get_bits::<44>(0);
        }

        comment!("s5 to s6: pick");
        if self.valid.q.val().get_bit(4) | self.free.val() {
            self.s6.d.next = self.s5_a.q.val();
            if self.s5_high_above.q.val() | (!self.s5_high_below.q.val() & self.s5_low_above.q.val()) {
                self.s6.d.next = self.s5_b.q.val();
            }
        }
        self.out.next = self.s6.q.val();
    }
}
