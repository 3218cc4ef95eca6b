//! Patterns of statements: branches, structs, arrays, order of assignments.

use super::pattern;
use super::primitives::Delay;
use crate::prelude::*;

logic_struct! {
    pub struct Pair { pub low: U<5>, pub flag: Bit }
    pub struct Outer<const N: usize> { pub a: U<N>, pub pair: Pair, pub d: U<8> }
}

pattern! {
    NestedIf -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_nested_if");
        self.y.next = 0.into();
        if self.a.val() > self.b.val() {
            comment!("the larger one");
            self.y.next = self.a.val();
            if self.d.val().get_bit(0) {
                self.y.next = self.c.val();
            } else if self.d.val().get_bit(1) {
                self.y.next = self.b.val();
            } else {
                self.y.next = self.a.val() + 1;
            }
        } else if self.s.val() == 3 {
            self.y.next = !self.b.val();
        }
    }
}
pattern! {
    CaseOfInteger -> U<16> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_case_of_integer");
        match self.s.val().index() {
            0 => {
                self.y.next = self.a.val();
            }
            1 => {
                self.y.next = self.b.val();
            }
            0xf => self.y.next = self.c.val(),
            _ => {
                self.y.next = 0x1234.into();
                match self.d.val().get_bit(0) {
                    true => self.y.next = self.a.val() ^ self.b.val(),
                    false => {}
                }
            }
        }
    }
}
pattern! {
    StructFields -> U<30> {
        outer: Signal<Local, Outer<16>>,
        copy: Signal<Local, Outer<16>>,
        pair: Signal<Local, Pair>,
    }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_struct_fields");
        self.outer.next.a = self.a.val();
        self.outer.next.d = self.d.val();
        self.outer.next.pair.flag = self.b.val().get_bit(3);
        self.outer.next.pair.low = self.b.val().get_bits::<5>(4);
        self.copy.next = self.outer.val();
        if self.d.val().get_bit(7) {
            self.copy.next.d = 9.into();
            self.copy.next.pair.low = self.outer.val().pair.low + 1;
        }
        self.pair.next = self.copy.val().pair;
        self.y.next = (bits::<30>(self.copy.val().a) << 14)
            | (bits::<30>(self.copy.val().d) << 6)
            | (bits::<30>(self.pair.val().flag) << 5)
            | bits::<30>(self.pair.val().low);
    }
}
pattern! {
    ArrayOfLocals -> U<16> { sum: [Signal<Local, U<16>>; 5] }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_array_of_locals");
        self.sum[0].next = self.a.val();
        for i in 1..5 {
            self.sum[i].next = self.sum[i - 1].val() + self.b.val();
            if self.d.val().get_bit(i) {
                self.sum[i].next = self.sum[i - 1].val() ^ (2 * i + 1).to_bits::<U<16>>();
            }
        }
        self.y.next = self.sum[(4 * 2) / 2].val();
    }
}
pattern! {
    Accumulate -> U<12> { count: Signal<Local, U<12>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_accumulate");
        self.count.next = 0.into();
        for i in 0..16 {
            self.count.next = self.count.val() + self.a.val().get_bits::<12>(i).get_bit(0);
            if self.b.val().get_bit(i) {
                self.count.next = self.count.val() + 2;
            }
        }
        self.y.next = self.count.val();
    }
}
pattern! {
    /// `x` is read before its last assignment: both stay in one process.
    ReadBetweenWrites -> U<16> { x: Signal<Local, U<16>>, first: Signal<Local, U<16>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_read_between_writes");
        self.x.next = self.a.val();
        self.first.next = self.x.val() + 1;
        self.x.next = self.b.val();
        self.y.next = self.x.val() ^ self.first.val();
    }
}
pattern! {
    /// A temporary that depends on what the same branch has just assigned.
    TemporaryInBranch -> U<5> { x: Signal<Local, U<16>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_temporary_in_branch");
        self.x.next = self.a.val();
        self.y.next = 0.into();
        if self.d.val().get_bit(0) {
            self.x.next = self.x.val() + self.b.val();
            self.y.next = (self.x.val() >> self.s.val()).get_bits::<5>(3);
        } else {
            self.y.next = (self.c.val() >> self.s.val()).get_bits::<5>(1);
        }
    }
}
pattern! {
    /// One `if` assigns both ends of a chain that goes through other logic and a child: it must be taken apart.
    SharedIf -> U<16> {
        head: Signal<Local, U<16>>,
        middle: Signal<Local, U<16>>,
        tail: Signal<Local, U<16>>,
        delay: Delay<16>,
    }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_shared_if");
        clock!(self, clock, delay);
        self.head.next = self.a.val();
        self.tail.next = 1.into();
        self.delay.x.next = self.c.val();
        if self.d.val().get_bit(0) {
            self.head.next = self.b.val();
            self.tail.next = 2.into();
            self.delay.x.next = self.a.val();
        }
        self.middle.next = self.head.val() * 3;
        if self.d.val().get_bit(1) {
            self.tail.next = self.middle.val();
        }
        if self.d.val().get_bit(2) {
            self.tail.next = self.delay.through.val() ^ self.delay.late.val();
        }
        self.y.next = self.tail.val();
    }
}
pattern! {
    ConstantBranch -> U<8> {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_constant_branch");
        self.y.next = 0.into();
        for i in 0..4 {
            if i == 2 {
                self.y.next = self.d.val();
            } else if self.s.val().get_bit(i) {
                self.y.next = (16 * i + 1).to_bits();
            }
        }
    }
}

/// Constants by name: a `Constant`, and a const generic as a value and as an index.
#[derive(LogicBlock)]
pub struct Constants {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<16>>,
    pub b: Signal<In, U<16>>,
    pub c: Signal<In, U<16>>,
    pub d: Signal<In, U<8>>,
    pub s: Signal<In, U<4>>,
    pub w: Signal<In, Bus<512>>,
    pub y: Signal<Out, U<16>>,
    limit: Constant<U<16>>,
    lane: [Signal<Local, U<16>>; LANES],
    shape: Shape,
}

const LANES: usize = 3;

impl Default for Constants {
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
            limit: Constant::new(0x8000.into()),
            lane: Default::default(),
            shape: Shape::of(&[("LANES", LANES)]),
        }
    }
}

impl Logic for Constants {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_constants");
        self.lane[0].next = self.a.val();
        for i in 1..LANES {
            self.lane[i].next = self.lane[i - 1].val() + bits::<16>(LANES);
        }
        self.y.next = self.lane[LANES - 1].val();
        if self.lane[LANES - 1].val() > self.limit.val() {
            self.y.next = self.limit.val() + bits::<16>(self.limit.val().get_bits::<2>(14));
        }
    }
}
