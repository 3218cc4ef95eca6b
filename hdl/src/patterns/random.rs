//! Programs made at random, straight in rust-hdl's syntax tree, with an interpreter that says what they mean in Rust.
//! Where the written patterns cover what their author thought of, these cover combinations that nobody thought of.

use super::stimulus::Random;
use super::Stimulus;
use crate::num::{Bus, U};
use crate::prelude::*;
use rust_hdl::core::ast::{
    Verilog, VerilogBlock, VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression as E,
    VerilogLiteral, VerilogMatch, VerilogOp as O, VerilogOpUnary, VerilogStatement as S,
};
use std::collections::HashMap;

/// The inputs' names and widths, and the locals'.
const INPUTS: [(&str, usize); 6] = [("a", 16), ("b", 16), ("c", 16), ("d", 8), ("s", 4), ("w", 512)];
const LOCALS: [(&str, usize); 5] = [("x0", 16), ("x1", 16), ("x2", 33), ("x3", 7), ("x4", 1)];
const OUTPUT: (&str, usize) = ("y", 64);

/// One random program over the locals `x0` to `x4`.
#[derive(LogicBlock, Clone)]
pub struct RandomBlock {
    pub a: Signal<In, U<16>>,
    pub b: Signal<In, U<16>>,
    pub c: Signal<In, U<16>>,
    pub d: Signal<In, U<8>>,
    pub s: Signal<In, U<4>>,
    pub w: Signal<In, Bus<512>>,
    pub y: Signal<Out, U<64>>,
    x0: Signal<Local, U<16>>,
    x1: Signal<Local, U<16>>,
    x2: Signal<Local, U<33>>,
    x3: Signal<Local, U<7>>,
    x4: Signal<Local, Bit>,
    _program: VerilogBlock,
}

impl RandomBlock {
    fn new(seed: u64, name: usize) -> Self {
        let mut maker = Maker { random: Random(seed | 1) };
        let mut program = vec![S::Comment(format!("@module random_{name}"))];
        for local in LOCALS {
            program.push(assign(local.0, maker.expression(local.1, 2, false)));
        }
        for _ in 0..8 {
            program.push(maker.statement(2));
        }
        let parts = maker.expression(OUTPUT.1, 2, true);
        let locals = LOCALS.iter().fold(parts, |sum, (name, _)| {
            let mixed = binary(sum, O::Mul, E::Literal(0x9e37_79b1_u64.into()));
            binary(mixed, O::BitXor, E::Cast(Box::new(signal(name)), OUTPUT.1))
        });
        program.push(assign(OUTPUT.0, locals));
        Self {
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            d: Default::default(),
            s: Default::default(),
            w: Default::default(),
            y: Default::default(),
            x0: Default::default(),
            x1: Default::default(),
            x2: Default::default(),
            x3: Default::default(),
            x4: Default::default(),
            _program: program,
        }
    }

    /// What the program makes of the inputs.
    fn meaning(&self, inputs: &Stimulus) -> u64 {
        let mut values = HashMap::from([
            ("a", u128::from(inputs.a)),
            ("b", inputs.b.into()),
            ("c", inputs.c.into()),
            ("d", inputs.d.into()),
            ("s", inputs.s.into()),
        ]);
        let mut machine = Machine { values: &mut values, bus: Bus::from_words(&inputs.w) };
        machine.run(&self._program);
        values[OUTPUT.0] as u64
    }
}

impl Logic for RandomBlock {
    fn update(&mut self) {}

    fn connect(&mut self) {
        self.y.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Combinatorial(self._program.clone())
    }
}

/// Many of them, on the same inputs.
#[derive(LogicBlock)]
pub struct RandomPatterns {
    pub a: Signal<In, U<16>>,
    pub b: Signal<In, U<16>>,
    pub c: Signal<In, U<16>>,
    pub d: Signal<In, U<8>>,
    pub s: Signal<In, U<4>>,
    pub w: Signal<In, Bus<512>>,
    pub y: Vec<Signal<Out, U<64>>>,
    block: Vec<RandomBlock>,
    _count: usize,
}

impl RandomPatterns {
    pub fn new(seed: u64, count: usize) -> Self {
        let mut random = Random(seed | 1);
        Self {
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            d: Default::default(),
            s: Default::default(),
            w: Default::default(),
            y: vec![Default::default(); count],
            block: (0..count).map(|i| RandomBlock::new(random.next(), i)).collect(),
            _count: count,
        }
    }

    /// The outputs `y_0`, `y_1`, …, by the interpreter.
    pub fn meaning(&self, inputs: &Stimulus) -> Vec<u64> {
        self.block.iter().map(|block| block.meaning(inputs)).collect()
    }
}

impl Logic for RandomPatterns {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module random");
        for i in 0..self._count {
            self.block[i].a.next = self.a.val();
            self.block[i].b.next = self.b.val();
            self.block[i].c.next = self.c.val();
            self.block[i].d.next = self.d.val();
            self.block[i].s.next = self.s.val();
            self.block[i].w.next = self.w.val();
            self.y[i].next = self.block[i].y.val();
        }
    }
}

fn signal(name: &str) -> E {
    E::Signal(name.into())
}

fn binary(a: E, op: O, b: E) -> E {
    E::Binary(Box::new(E::Paren(Box::new(a))), op, Box::new(E::Paren(Box::new(b))))
}

fn assign(name: &str, value: E) -> S {
    S::Assignment(signal(&format!("{name}$next")), value)
}

/// Makes programs; every choice is one that Rust's types would allow.
struct Maker {
    random: Random,
}

impl Maker {
    fn below(&mut self, bound: usize) -> usize {
        (self.random.next() >> 20) as usize % bound
    }

    fn width(&mut self) -> usize {
        [1, 3, 4, 7, 8, 12, 16, 17, 31, 33, 48, 64][self.below(12)]
    }

    fn literal(&mut self, bits: usize) -> E {
        let value = self.random.next() >> (64 - bits.clamp(1, 63));
        E::Literal(VerilogLiteral::from(value))
    }

    fn statement(&mut self, depth: usize) -> S {
        let kind = if depth == 0 { 0 } else { self.below(4) };
        match kind {
            0 | 1 => {
                let (name, width) = LOCALS[self.below(LOCALS.len())];
                assign(name, self.expression(width, 2, true))
            }
            2 => S::If(VerilogConditional {
                test: self.expression(1, 2, true),
                then: self.block(depth - 1),
                otherwise: match self.below(3) {
                    0 => VerilogBlockOrConditional::None,
                    _ => VerilogBlockOrConditional::Block(self.block(depth - 1)),
                },
            }),
            _ => {
                let width = 1 + self.below(4);
                let labels = [0, 1].map(|label: u64| label.to_string());
                let default = ["default".to_string()];
                let cases = labels.into_iter().chain(default);
                S::Match(VerilogMatch {
                    test: self.expression(width, 1, true),
                    cases: cases.map(|condition| VerilogCase { condition, block: self.block(depth - 1) }).collect(),
                })
            }
        }
    }

    fn block(&mut self, depth: usize) -> VerilogBlock {
        (0..1 + self.below(3)).map(|_| self.statement(depth)).collect()
    }

    /// A leaf: an input, or a local where they have been assigned.
    fn leaf(&mut self, width: usize, locals: bool) -> E {
        let pool: Vec<(&str, usize)> =
            INPUTS[..5].iter().chain(if locals { &LOCALS[..] } else { &[] }).copied().collect();
        let (name, found) = pool[self.below(pool.len())];
        match self.below(6) {
            0 => E::Cast(Box::new(self.literal(width)), width),
            1 => E::Slice(Box::new(signal("w")), width, Box::new(self.literal(9))),
            _ if found == width => signal(name),
            _ => E::Cast(Box::new(signal(name)), width),
        }
    }

    fn expression(&mut self, width: usize, depth: usize, locals: bool) -> E {
        if depth == 0 {
            return self.leaf(width, locals);
        }
        let sub = |maker: &mut Self, width: usize| E::Paren(Box::new(maker.expression(width, depth - 1, locals)));
        let other = self.width();
        let arithmetic = [O::Add, O::Sub, O::Mul, O::BitAnd, O::BitOr, O::BitXor];
        match self.below(if width == 1 { 16 } else { 12 }) {
            0..=2 => {
                let op = arithmetic[self.below(6)].clone();
                binary(sub(self, width), op, sub(self, width))
            }
            3 => {
                let op = arithmetic[self.below(6)].clone();
                binary(sub(self, width), op, self.literal(width.min(5)))
            }
            4 => E::Unary(VerilogOpUnary::Not, Box::new(sub(self, width))),
            5 => {
                let op = [O::Shl, O::Shr][self.below(2)].clone();
                binary(sub(self, width), op, self.literal(5))
            }
            6 => {
                let op = [O::Shl, O::Shr][self.below(2)].clone();
                let by = 1 + self.below(8);
                binary(sub(self, width), op, sub(self, by))
            }
            7 | 8 => E::Cast(Box::new(sub(self, other)), width),
            9 => E::Slice(Box::new(sub(self, other)), width, Box::new(self.literal(5))),
            10 => {
                let index = 1 + self.below(6);
                E::Slice(Box::new(sub(self, other)), width, Box::new(sub(self, index)))
            }
            11 => {
                let index = 1 + self.below(6);
                let at = if self.below(2) == 0 { self.literal(5) } else { sub(self, index) };
                E::IndexReplace(Box::new(sub(self, width)), Box::new(at), Box::new(sub(self, 1)))
            }
            12 => {
                let op = [O::Eq, O::Ne, O::Lt, O::Le, O::Gt, O::Ge][self.below(6)].clone();
                binary(sub(self, other), op, sub(self, other))
            }
            13 => {
                let op = [VerilogOpUnary::Any, VerilogOpUnary::All, VerilogOpUnary::Xor][self.below(3)].clone();
                E::Unary(op, Box::new(sub(self, other)))
            }
            14 => {
                let op = [O::LogicalAnd, O::LogicalOr][self.below(2)].clone();
                binary(sub(self, 1), op, sub(self, 1))
            }
            _ => {
                let index = 1 + self.below(6);
                E::Index(Box::new(sub(self, other)), Box::new(sub(self, index)))
            }
        }
    }
}

/// The interpreter: a second statement of what the language means, independent of `U<N>` and of the emitter.
struct Machine<'a> {
    values: &'a mut HashMap<&'static str, u128>,
    bus: Bus<512>,
}

/// A value and its width; a literal has none.
type Sized = (u128, Option<usize>);

fn cut(value: u128, width: usize) -> u128 {
    value & (u128::MAX >> (128 - width))
}

impl Machine<'_> {
    fn run(&mut self, block: &VerilogBlock) {
        for statement in block {
            match statement {
                S::Assignment(E::Signal(name), value) => {
                    let name = name.trim_end_matches("$next");
                    let targets = LOCALS.iter().chain([&OUTPUT]);
                    if let Some((name, width)) = targets.into_iter().find(|(local, _)| *local == name) {
                        let value = cut(self.value(value).0, *width);
                        self.values.insert(name, value);
                    }
                }
                S::If(c) if self.value(&c.test).0 != 0 => self.run(&c.then),
                S::If(c) => {
                    if let VerilogBlockOrConditional::Block(block) = &c.otherwise {
                        self.run(block);
                    }
                }
                S::Match(m) => {
                    let value = self.value(&m.test).0;
                    let taken = m.cases.iter().find(|c| c.condition.parse().map_or(true, |label: u128| label == value));
                    if let Some(case) = taken {
                        self.run(&case.block);
                    }
                }
                _ => {}
            }
        }
    }

    fn value(&self, e: &E) -> Sized {
        match e {
            E::Signal(name) => {
                let (name, width) = *INPUTS.iter().chain(&LOCALS).find(|(known, _)| known == name).unwrap_or(&OUTPUT);
                (self.values.get(name).copied().unwrap_or(0), Some(width))
            }
            E::Literal(literal) => (u128::try_from(emit::leaf::literal_value(literal)).unwrap_or(0), None),
            E::Paren(inner) => self.value(inner),
            E::Cast(inner, width) => (cut(self.value(inner).0, *width), Some(*width)),
            E::Slice(base, width, at) => {
                let at = self.value(at).0;
                if matches!(base.as_ref(), E::Signal(name) if name == "w") {
                    return (cut(self.bus.get_bits::<64>(at as usize).raw(), *width), Some(*width));
                }
                (cut(right(self.value(base).0, at), *width), Some(*width))
            }
            E::Index(base, at) => (right(self.value(base).0, self.value(at).0) & 1, Some(1)),
            E::IndexReplace(base, at, bit) => {
                let (base, width) = self.value(base);
                let (at, bit) = (self.value(at).0, self.value(bit).0);
                let inside = width.is_some_and(|width| at < width as u128);
                (if inside { base & !(1 << at) | bit << at } else { base }, width)
            }
            E::Unary(op, inner) => {
                let (value, width) = self.value(inner);
                let all = cut(u128::MAX, width.unwrap_or(128));
                match op {
                    VerilogOpUnary::Not => (!value & all, width),
                    VerilogOpUnary::Any => ((value != 0).into(), Some(1)),
                    VerilogOpUnary::All => ((value == all).into(), Some(1)),
                    _ => ((value.count_ones() % 2).into(), Some(1)),
                }
            }
            E::Binary(a, op, b) => self.operation(self.value(a), op, self.value(b)),
            E::Signed(_) | E::Unsigned(_) => (0, None),
        }
    }

    fn operation(&self, (a, width): Sized, op: &O, (b, other): Sized) -> Sized {
        let width = width.or(other).unwrap_or(128);
        let same = |value: u128| (cut(value, width), Some(width));
        let truth = |value: bool| (value.into(), Some(1));
        match op {
            O::Add => same(a.wrapping_add(b)),
            O::Sub => same(a.wrapping_sub(b)),
            O::Mul => same(a.wrapping_mul(b)),
            O::BitAnd => same(a & b),
            O::BitOr => same(a | b),
            O::BitXor => same(a ^ b),
            O::Shl => same(if b < 128 { a << b } else { 0 }),
            O::Shr => same(right(a, b)),
            O::LogicalAnd => truth(a != 0 && b != 0),
            O::LogicalOr => truth(a != 0 || b != 0),
            O::Eq => truth(a == b),
            O::Ne => truth(a != b),
            O::Lt => truth(a < b),
            O::Le => truth(a <= b),
            O::Gt => truth(a > b),
            O::Ge => truth(a >= b),
        }
    }
}

fn right(value: u128, by: u128) -> u128 {
    if by < 128 {
        value >> by
    } else {
        0
    }
}
