//! Patterns with the primitives, and with child blocks in several variants.

use super::pattern;
use crate::parser::icrc_share::IcrcShare;
use crate::parser::lane_pick::LanePick;
use crate::parser::lanes::Lanes;
use crate::prelude::*;
use crate::stepped_mul::SteppedMul;
use crate::wide_mul::WideMul;

logic_struct! {
    pub struct Word { pub flag: Bit, pub a: U<16>, pub d: U<8> }
}

/// Reads are looked at only after every word has been written: in the first 64 cycles the addresses are swept.
#[derive(LogicBlock, Default)]
pub struct RamPattern {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<16>>,
    pub b: Signal<In, U<16>>,
    pub c: Signal<In, U<16>>,
    pub d: Signal<In, U<8>>,
    pub s: Signal<In, U<4>>,
    pub w: Signal<In, Bus<512>>,
    pub y: Signal<Out, U<25>>,
    sweep: Reg<U<7>>,
    done: [Reg<Bit>; 2],
    ram: Ram<Word, 6>,
    ready: Signal<Local, Bit>,
}

impl Logic for RamPattern {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_ram");
        clock!(self, clock, sweep, ram, done[0], done[1]);
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = true;
        }
        self.ready.next = self.sweep.q.val().get_bit(6);
        self.sweep.d.next = self.sweep.q.val();
        self.ram.we.next = true;
        self.ram.waddr.next = self.sweep.q.val().get_bits::<6>(0);
        self.ram.wdata.next.flag = self.a.val().get_bit(0);
        self.ram.wdata.next.a = self.a.val();
        self.ram.wdata.next.d = self.d.val();
        if self.ready.val() {
            self.ram.we.next = self.b.val().get_bit(0);
            self.ram.waddr.next = self.b.val().get_bits::<6>(1);
        } else {
            self.sweep.d.next = self.sweep.q.val() + 1;
        }
        self.ram.raddr.next = self.c.val().get_bits::<6>(0);
        if self.c.val().get_bit(6) {
            comment!("read and write of one address");
            self.ram.raddr.next = self.b.val().get_bits::<6>(1);
        }
        self.done[0].d.next = self.ready.val();
        self.done[1].d.next = self.done[0].q.val();
        self.y.next = 0.into();
        if self.done[1].q.val() {
            self.y.next = (bits::<25>(self.ram.rdata.val().flag) << 24)
                | (bits::<25>(self.ram.rdata.val().a) << 8)
                | bits::<25>(self.ram.rdata.val().d);
        }
    }
}

#[derive(LogicBlock)]
pub struct RomPattern {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<16>>,
    pub b: Signal<In, U<16>>,
    pub c: Signal<In, U<16>>,
    pub d: Signal<In, U<8>>,
    pub s: Signal<In, U<4>>,
    pub w: Signal<In, Bus<512>>,
    pub y: Signal<Out, U<20>>,
    rom: Rom<U<20>, 5>,
}

impl Default for RomPattern {
    fn default() -> Self {
        let table = (0..32u64).map(|i| ((i * i * 977 + 13) % (1 << 20)).into()).collect();
        Self {
            clock: Default::default(),
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            d: Default::default(),
            s: Default::default(),
            w: Default::default(),
            y: Default::default(),
            rom: Rom::new("p_table", "Random.", table),
        }
    }
}

impl Logic for RomPattern {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_rom");
        clock!(self, clock, rom);
        self.rom.addr.next = self.a.val().get_bits::<5>(3);
        self.y.next = self.rom.data.val();
    }
}

/// As above, with one cycle of latency.
#[derive(LogicBlock, Default)]
pub struct TablePattern {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<16>>,
    pub b: Signal<In, U<16>>,
    pub c: Signal<In, U<16>>,
    pub d: Signal<In, U<8>>,
    pub s: Signal<In, U<4>>,
    pub w: Signal<In, Bus<512>>,
    pub y: Signal<Out, U<25>>,
    sweep: Reg<U<5>>,
    done: Reg<Bit>,
    table: Table<Word, 4>,
    ready: Signal<Local, Bit>,
}

impl Logic for TablePattern {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_parameter_table");
        clock!(self, clock, sweep, table, done);
        self.ready.next = self.sweep.q.val().get_bit(4);
        self.sweep.d.next = self.sweep.q.val();
        self.table.we.next = true;
        self.table.waddr.next = self.sweep.q.val().get_bits::<4>(0);
        self.table.wdata.next.flag = self.a.val().get_bit(0);
        self.table.wdata.next.a = self.a.val();
        self.table.wdata.next.d = self.d.val();
        if self.ready.val() {
            self.table.we.next = self.b.val().get_bit(0);
            self.table.waddr.next = self.b.val().get_bits::<4>(1);
        } else {
            self.sweep.d.next = self.sweep.q.val() + 1;
        }
        self.table.raddr.next = self.c.val().get_bits::<4>(0);
        self.done.d.next = self.ready.val();
        self.y.next = 0.into();
        if self.done.q.val() {
            self.y.next = (bits::<25>(self.table.rdata.val().flag) << 24)
                | (bits::<25>(self.table.rdata.val().a) << 8)
                | bits::<25>(self.table.rdata.val().d);
        }
    }
}

pattern! {
    MulPattern -> U<24> { mul: Mul<16, 8, 24>, registered: RegisteredMul<8, 16, 24> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_mul");
        clock!(self, clock, mul, registered);
        self.mul.a.next = self.a.val();
        self.mul.b.next = self.d.val();
        self.registered.a.next = self.d.val();
        self.registered.b.next = self.b.val();
        self.y.next = self.mul.p.val() ^ self.registered.p.val();
    }
}
pattern! {
    /// Every number of slices, factors of full width, and slices of a few bits, which take no multiplier.
    WideMulPattern -> U<90> {
        a1: WideMul<12, 20, 32>, a2: WideMul<16, 24, 40>, a3: WideMul<18, 36, 54>,
        b0: WideMul<40, 4, 44>, b1: WideMul<40, 12, 52>, b2: WideMul<40, 18, 58>, b3: WideMul<54, 18, 72>,
        c1: WideMul<32, 20, 52>, c2: WideMul<24, 32, 56>, c3: WideMul<36, 36, 72>,
        d1: WideMul<44, 22, 66>, d2: WideMul<53, 36, 89>, d3: WideMul<54, 36, 90>,
        two: Signal<Local, U<90>>, three: Signal<Local, U<90>>, four: Signal<Local, U<90>>,
    }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_wide_mul");
        clock!(self, clock, a1, a2, a3, b0, b1, b2, b3, c1, c2, c3, d1, d2, d3);
        self.a1.a.next = self.a.val().get_bits::<12>(0);
        self.a1.b.next = self.w.val().get_bits::<20>(40);
        self.a2.a.next = self.a.val();
        self.a2.b.next = self.w.val().get_bits::<24>(40);
        self.a3.a.next = self.w.val().get_bits::<18>(64);
        self.a3.b.next = self.w.val().get_bits::<36>(128);
        self.b0.a.next = self.w.val().get_bits::<40>(192);
        self.b0.b.next = self.w.val().get_bits::<4>(256);
        self.b1.a.next = self.w.val().get_bits::<40>(192);
        self.b1.b.next = self.w.val().get_bits::<12>(256);
        self.b2.a.next = self.w.val().get_bits::<40>(192);
        self.b2.b.next = self.w.val().get_bits::<18>(256);
        self.b3.a.next = self.w.val().get_bits::<54>(192);
        self.b3.b.next = self.w.val().get_bits::<18>(256);
        self.c1.a.next = self.w.val().get_bits::<32>(320);
        self.c1.b.next = self.w.val().get_bits::<20>(384);
        self.c2.a.next = self.w.val().get_bits::<24>(320);
        self.c2.b.next = self.w.val().get_bits::<32>(384);
        self.c3.a.next = self.w.val().get_bits::<36>(320);
        self.c3.b.next = self.w.val().get_bits::<36>(384);
        self.d1.a.next = self.w.val().get_bits::<44>(64);
        self.d1.b.next = self.w.val().get_bits::<22>(448);
        self.d2.a.next = self.w.val().get_bits::<53>(64);
        self.d2.b.next = self.w.val().get_bits::<36>(448);
        self.d3.a.next = self.w.val().get_bits::<54>(64);
        self.d3.b.next = self.w.val().get_bits::<36>(448);
        self.two.next = bits::<90>(self.a1.p.val()) ^ (bits::<90>(self.a2.p.val()) << 1)
            ^ (bits::<90>(self.a3.p.val()) << 2) ^ (bits::<90>(self.b0.p.val()) << 6)
            ^ (bits::<90>(self.b1.p.val()) << 3)
            ^ (bits::<90>(self.b2.p.val()) << 4) ^ (bits::<90>(self.b3.p.val()) << 5);
        self.three.next = bits::<90>(self.c1.p.val()) ^ (bits::<90>(self.c2.p.val()) << 1)
            ^ (bits::<90>(self.c3.p.val()) << 2);
        self.four.next = bits::<90>(self.d1.p.val()) ^ (bits::<90>(self.d2.p.val()) << 1) ^ self.d3.p.val();
        self.y.next = self.two.val() ^ (self.three.val() << 3) ^ self.four.val();
    }
}
pattern! {
    /// The same of multipliers that register their factors.
    SteppedMulPattern -> U<90> {
        a1: SteppedMul<12, 20, 32>, a2: SteppedMul<16, 24, 40>, a3: SteppedMul<4, 36, 40>,
        b1: SteppedMul<32, 20, 52>, b2: SteppedMul<22, 22, 44>, b3: SteppedMul<36, 36, 72>,
        c1: SteppedMul<40, 22, 62>, c2: SteppedMul<53, 36, 89>, c3: SteppedMul<54, 36, 90>,
        three: Signal<Local, U<90>>, four: Signal<Local, U<90>>,
    }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_stepped_mul");
        clock!(self, clock, a1, a2, a3, b1, b2, b3, c1, c2, c3);
        self.a1.a.next = self.a.val().get_bits::<12>(0);
        self.a1.b.next = self.w.val().get_bits::<20>(40);
        self.a2.a.next = self.a.val();
        self.a2.b.next = self.w.val().get_bits::<24>(40);
        self.a3.a.next = self.w.val().get_bits::<4>(64);
        self.a3.b.next = self.w.val().get_bits::<36>(128);
        self.b1.a.next = self.w.val().get_bits::<32>(320);
        self.b1.b.next = self.w.val().get_bits::<20>(384);
        self.b2.a.next = self.w.val().get_bits::<22>(320);
        self.b2.b.next = self.w.val().get_bits::<22>(384);
        self.b3.a.next = self.w.val().get_bits::<36>(320);
        self.b3.b.next = self.w.val().get_bits::<36>(384);
        self.c1.a.next = self.w.val().get_bits::<40>(64);
        self.c1.b.next = self.w.val().get_bits::<22>(448);
        self.c2.a.next = self.w.val().get_bits::<53>(64);
        self.c2.b.next = self.w.val().get_bits::<36>(448);
        self.c3.a.next = self.w.val().get_bits::<54>(64);
        self.c3.b.next = self.w.val().get_bits::<36>(448);
        self.three.next = bits::<90>(self.a1.p.val()) ^ (bits::<90>(self.a2.p.val()) << 1)
            ^ (bits::<90>(self.a3.p.val()) << 2);
        self.four.next = bits::<90>(self.b1.p.val()) ^ (bits::<90>(self.b2.p.val()) << 1)
            ^ (bits::<90>(self.b3.p.val()) << 2) ^ (bits::<90>(self.c1.p.val()) << 3)
            ^ (bits::<90>(self.c2.p.val()) << 1) ^ self.c3.p.val();
        self.y.next = (self.three.val() << 3) ^ self.four.val();
    }
}
pattern! {
    HighestOnePattern -> U<13> { odd: HighestOne<13, 4>, full: HighestOne<16, 4>, wide: HighestOne<100, 7> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_lzc");
        self.odd.a.next = self.a.val().get_bits::<13>(0) >> self.s.val();
        self.full.a.next = self.b.val() >> self.s.val();
        self.wide.a.next = self.w.val().get_bits::<100>(0) >> self.d.val().get_bits::<7>(0);
        self.y.next = (bits::<13>(self.odd.pos.val()) << 9) | (bits::<13>(self.full.pos.val()) << 5)
            ^ (bits::<13>(self.odd.any.val()) << 4) ^ bits::<13>(self.wide.pos.val())
            ^ (bits::<13>(self.wide.any.val() & self.full.any.val()) << 2);
    }
}
pattern! {
    Mux4Pattern -> U<16> { by_4: Mux4<16>, by_1: Mux4<16> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_mux4");
        self.by_4.d0.next = self.a.val();
        self.by_4.d1.next = self.a.val() >> 4;
        self.by_4.d2.next = self.a.val() >> 8;
        self.by_4.d3.next = self.a.val() >> 12;
        self.by_4.sel.next = self.s.val().get_bits::<2>(2);
        self.by_4.also.next = 0.into();
        self.by_1.d0.next = self.by_4.q.val();
        self.by_1.d1.next = self.by_4.q.val() >> 1;
        self.by_1.d2.next = self.by_4.q.val() >> 2;
        self.by_1.d3.next = self.by_4.q.val() >> 3;
        self.by_1.sel.next = self.s.val().get_bits::<2>(0);
        self.by_1.also.next = self.b.val() & bits::<16>(self.d.val());
        self.y.next = self.by_1.q.val();
    }
}
pattern! {
    SkidPattern -> U<19> { skid: Skid<U<16>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_skid");
        clock!(self, clock, skid);
        self.skid.in_valid.next = self.d.val().get_bit(0);
        self.skid.in_data.next = self.a.val();
        self.skid.out_ready.next = self.d.val().get_bit(1);
        self.y.next = (bits::<19>(self.skid.in_ready.val()) << 18) | (bits::<19>(self.skid.out_valid.val()) << 17);
        if self.skid.out_valid.val() {
            self.y.next = (bits::<19>(self.skid.in_ready.val()) << 18) | (bits::<19>(self.skid.out_valid.val()) << 17)
                | bits::<19>(self.skid.out_data.val());
        }
    }
}
pattern! {
    FifoPattern -> U<22> { fifo: Fifo<Word, 3> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_fifo");
        clock!(self, clock, fifo);
        self.fifo.in_valid.next = self.d.val().get_bits::<2>(0).any();
        self.fifo.in_data.next.flag = self.d.val().get_bit(5);
        self.fifo.in_data.next.a = self.a.val();
        self.fifo.in_data.next.d = self.d.val();
        self.fifo.out_ready.next = self.d.val().get_bit(2);
        self.y.next = (bits::<22>(self.fifo.count.val()) << 19) | (bits::<22>(self.fifo.in_ready.val()) << 18);
        if self.fifo.out_valid.val() {
            self.y.next = (bits::<22>(self.fifo.count.val()) << 19) | (bits::<22>(self.fifo.in_ready.val()) << 18)
                | (bits::<22>(self.fifo.out_data.val().flag) << 17)
                | bits::<22>(self.fifo.out_data.val().a ^ bits::<16>(self.fifo.out_data.val().d));
        }
    }
}

/// A queue that is long and wide enough to be a memory where the target has one. It runs full and empty in turns.
#[derive(LogicBlock)]
pub struct QueuePattern {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<16>>,
    pub b: Signal<In, U<16>>,
    pub c: Signal<In, U<16>>,
    pub d: Signal<In, U<8>>,
    pub s: Signal<In, U<4>>,
    pub w: Signal<In, Bus<512>>,
    pub y: Signal<Out, U<72>>,
    phase: Reg<U<9>>,
    queue: Fifo<U<64>, 6>,
}

impl Default for QueuePattern {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            d: Default::default(),
            s: Default::default(),
            w: Default::default(),
            y: Default::default(),
            phase: Default::default(),
            queue: Fifo::new(5),
        }
    }
}

impl Logic for QueuePattern {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_queue");
        clock!(self, clock, phase, queue);
        self.phase.d.next = self.phase.q.val() + 1;
        self.queue.in_valid.next = self.d.val().get_bits::<2>(0).any();
        self.queue.out_ready.next = self.d.val().get_bit(2);
        if self.phase.q.val().get_bit(8) {
            self.queue.in_valid.next = self.d.val().get_bits::<2>(0).all();
        }
        self.queue.in_data.next = self.w.val().get_bits::<64>(100);
        self.y.next = (bits::<72>(self.queue.count.val()) << 65) | (bits::<72>(self.queue.in_ready.val()) << 64);
        if self.queue.out_valid.val() {
            self.y.next = (bits::<72>(self.queue.count.val()) << 65)
                | (bits::<72>(self.queue.in_ready.val()) << 64)
                | bits::<72>(self.queue.out_data.val());
        }
    }
}

/// Words that wait, in registers, in a short ring and in one that is a memory where the target has one. They are looked
/// at once the words from before the last reset are gone.
#[derive(LogicBlock)]
pub struct WaitPattern {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<16>>,
    pub b: Signal<In, U<16>>,
    pub c: Signal<In, U<16>>,
    pub d: Signal<In, U<8>>,
    pub s: Signal<In, U<4>>,
    pub w: Signal<In, Bus<512>>,
    pub y: Signal<Out, U<70>>,
    since: Reg<U<6>>,
    one: crate::prim::Delay<U<16>>,
    narrow: crate::prim::Delay<Bit>,
    few: crate::prim::Delay<U<16>>,
    some: crate::prim::Delay<U<16>>,
    many: crate::prim::Delay<U<70>>,
}

impl Default for WaitPattern {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            d: Default::default(),
            s: Default::default(),
            w: Default::default(),
            y: Default::default(),
            since: Default::default(),
            one: crate::prim::Delay::new(1),
            narrow: crate::prim::Delay::new(9),
            few: crate::prim::Delay::new(3),
            some: crate::prim::Delay::new(7),
            many: crate::prim::Delay::new(41),
        }
    }
}

impl Logic for WaitPattern {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_wait");
        clock!(self, clock, since, one, narrow, few, some, many);
        self.one.d.next = self.c.val();
        self.narrow.d.next = self.a.val().get_bit(3);
        self.few.d.next = self.a.val();
        self.some.d.next = self.b.val();
        self.many.d.next = self.w.val().get_bits::<70>(40);
        self.since.d.next = self.since.q.val();
        self.y.next = 0.into();
        if self.since.q.val().all() {
            self.y.next = self.many.q.val()
                ^ bits::<70>(self.some.q.val())
                ^ (bits::<70>(self.one.q.val()) << 17)
                ^ (bits::<70>(self.narrow.q.val()) << 40)
                ^ (bits::<70>(self.few.q.val()) << 50);
        } else {
            self.since.d.next = self.since.q.val() + 1;
        }
    }
}

pattern! {
    /// Lanes of which any number has a flag: what is held is the OR of them all.
    PickPattern -> U<34> { few: LanePick<2, 2>, some: LanePick<24, 4>, many: LanePick<8, 16> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_pick");
        clock!(self, clock, few, some, many);
        self.few.fresh.next = self.s.val().get_bit(0);
        self.some.fresh.next = self.s.val().get_bits::<2>(0).any();
        self.many.fresh.next = self.s.val().get_bits::<2>(1).all();
        for j in 0..2 {
            self.few.here[j].next = self.d.val().get_bit(j);
            self.few.lane[j].next = self.w.val().get_bits::<2>(7 * j);
        }
        for j in 0..4 {
            self.some.here[j].next = self.d.val().get_bit(j + 2);
            self.some.lane[j].next = self.w.val().get_bits::<24>(32 * j + 64);
        }
        for j in 0..16 {
            self.many.here[j].next = self.a.val().get_bit(j) & self.b.val().get_bit(j);
            self.many.lane[j].next = self.w.val().get_bits::<8>(32 * j + 24);
        }
        self.y.next = (bits::<34>(self.few.held.val()) << 32)
            | (bits::<34>(self.some.held.val()) << 8)
            | bits::<34>(self.many.held.val());
    }
}

/// The matrices of the ICRC, of all lanes at every width.
#[derive(LogicBlock)]
pub struct SharePattern {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<16>>,
    pub b: Signal<In, U<16>>,
    pub c: Signal<In, U<16>>,
    pub d: Signal<In, U<8>>,
    pub s: Signal<In, U<4>>,
    pub w: Signal<In, Bus<512>>,
    pub y: Signal<Out, U<128>>,
    of_2: Lanes<IcrcShare, 2>,
    of_4: Lanes<IcrcShare, 4>,
    of_8: Lanes<IcrcShare, 8>,
    of_16: Lanes<IcrcShare, 16>,
    sum_2: Signal<Local, U<32>>,
    sum_4: Signal<Local, U<32>>,
    sum_8: Signal<Local, U<32>>,
    sum_16: Signal<Local, U<32>>,
}

impl Default for SharePattern {
    fn default() -> Self {
        fn all<const L: usize>() -> Lanes<IcrcShare, L> {
            std::array::from_fn(|lane| IcrcShare::new(lane, L)).into()
        }
        Self {
            clock: Default::default(),
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            d: Default::default(),
            s: Default::default(),
            w: Default::default(),
            y: Default::default(),
            of_2: all(),
            of_4: all(),
            of_8: all(),
            of_16: all(),
            sum_2: Default::default(),
            sum_4: Default::default(),
            sum_8: Default::default(),
            sum_16: Default::default(),
        }
    }
}

impl Logic for SharePattern {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_share");
        self.sum_2.next = 0.into();
        for j in 0..2 {
            self.of_2[j].word.next = self.w.val().get_bits::<32>(32 * j);
            self.sum_2.next = self.sum_2.val() ^ self.of_2[j].share.val();
        }
        self.sum_4.next = 0.into();
        for j in 0..4 {
            self.of_4[j].word.next = self.w.val().get_bits::<32>(32 * j + 64);
            self.sum_4.next = self.sum_4.val() ^ self.of_4[j].share.val();
        }
        self.sum_8.next = 0.into();
        for j in 0..8 {
            self.of_8[j].word.next = self.w.val().get_bits::<32>(32 * j + 192);
            self.sum_8.next = self.sum_8.val() ^ self.of_8[j].share.val();
        }
        self.sum_16.next = 0.into();
        for j in 0..16 {
            self.of_16[j].word.next = self.w.val().get_bits::<32>(32 * j);
            self.sum_16.next = self.sum_16.val() ^ self.of_16[j].share.val();
        }
        self.y.next = (bits::<128>(self.sum_2.val()) << 96)
            | (bits::<128>(self.sum_4.val()) << 64)
            | (bits::<128>(self.sum_8.val()) << 32)
            | bits::<128>(self.sum_16.val());
    }
}

/// A child that exists in several widths: one module for each.
#[derive(LogicBlock, Default)]
pub struct Delay<const N: usize> {
    pub clock: Signal<In, ClkRst>,
    pub x: Signal<In, U<N>>,
    pub through: Signal<Out, U<N>>,
    pub late: Signal<Out, U<N>>,
    held: DReg<U<N>>,
}

impl<const N: usize> Logic for Delay<N> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_delay");
        comment!("@port x what is delayed");
        clock!(self, clock, held);
        self.held.d.next = self.x.val();
        self.through.next = self.x.val() + 1;
        self.late.next = self.held.q.val();
    }
}

pattern! {
    /// Children of one type in two widths, twice each; one child's output is another's input in the same cycle.
    Variants -> U<20> { wide: [Delay<16>; 2], narrow: [Delay<4>; 2] }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_variants");
        clock!(self, clock, wide[0], wide[1], narrow[0], narrow[1]);
        self.wide[0].x.next = self.a.val();
        self.wide[1].x.next = self.wide[0].through.val();
        self.narrow[0].x.next = self.s.val();
        self.narrow[1].x.next = self.narrow[0].late.val();
        self.y.next = (bits::<20>(self.wide[1].late.val() ^ self.wide[0].late.val()) << 4)
            | bits::<20>(self.narrow[1].through.val() ^ self.narrow[1].late.val());
    }
}
