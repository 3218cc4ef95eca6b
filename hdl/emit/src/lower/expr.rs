//! Expressions: every width made explicit, by Rust's rules. A literal takes the width of what it meets.

use super::resolve::Value;
use super::Lower;
use crate::build::covered;
use crate::error::EmitError;
use crate::ir::{Binary, Compare, Expr, Kind, NetKind, Reduce, Shift};
use crate::leaf::literal_value;
use crate::width::width_of;
use num_bigint::BigInt;
use rust_hdl::core::ast::{VerilogExpression, VerilogLiteral, VerilogOp, VerilogOpUnary};
use rust_hdl::prelude::clog2;

impl Lower {
    /// An expression whose context fixes the width.
    pub(super) fn sized(&mut self, e: &VerilogExpression, width: usize, what: &str) -> Result<Expr, EmitError> {
        let value = self.value(e)?;
        self.fit(value, width, what)
    }

    fn fit(&self, value: Value, width: usize, what: &str) -> Result<Expr, EmitError> {
        match value {
            Value::Typed(e) if e.width == width => Ok(e),
            Value::Typed(e) => {
                Err(EmitError::Width { path: self.path(), what: what.into(), found: e.width, expected: width })
            }
            Value::Int(value) => match value.to_biguint().filter(|value| value.bits() <= width as u64) {
                Some(value) => Ok(Expr::value(width, value)),
                None => Err(EmitError::Literal { path: self.path(), value: value.to_string(), width }),
            },
        }
    }

    /// An expression that has a width by itself.
    pub(super) fn typed(&mut self, e: &VerilogExpression) -> Result<Expr, EmitError> {
        match self.value(e)? {
            Value::Typed(e) => Ok(e),
            Value::Int(value) => Err(EmitError::NoWidth { path: self.path(), value: value.to_string() }),
        }
    }

    fn value(&mut self, e: &VerilogExpression) -> Result<Value, EmitError> {
        use VerilogExpression as E;
        Ok(match e {
            E::Signal(name) => self.read(name)?,
            E::Literal(literal) => literal_of(literal),
            E::Paren(inner) => self.value(inner)?,
            E::Cast(inner, width) => Value::Typed(match self.value(inner)? {
                Value::Typed(e) => self.slice(&e, 0, width_of(*width))?,
                int => self.fit(int, width_of(*width), "a literal")?,
            }),
            E::Slice(base, width, at) => {
                let (base, width) = (self.typed(base)?, width_of(*width));
                Value::Typed(match self.value(at)? {
                    Value::Int(lo) => self.slice(&base, self.position(lo)?, width)?,
                    Value::Typed(index) => self.part(base, index, width)?,
                })
            }
            E::Index(base, at) => {
                let base = self.typed(base)?;
                Value::Typed(match self.value(at)? {
                    Value::Int(lo) => self.slice(&base, self.position(lo)?, 1)?,
                    Value::Typed(index) => self.part(base, index, 1)?,
                })
            }
            E::IndexReplace(base, at, bit) => {
                let base = self.typed(base)?;
                let bit = self.sized(bit, 1, "the bit of `replace_bit`")?;
                Value::Typed(match self.value(at)? {
                    Value::Int(at) => self.replace_bit(base, at, bit)?,
                    Value::Typed(index) => {
                        let width = base.width;
                        let one = Expr::shift(Shift::Left, Expr::value(width, 1u8.into()), index.clone());
                        let placed = Expr::shift(Shift::Left, bit.extend(width), index);
                        let cleared = Expr::binary(Binary::And, base, one.not());
                        Expr::binary(Binary::Or, cleared, placed)
                    }
                })
            }
            E::Unary(op, inner) => {
                let inner = self.typed(inner)?;
                Value::Typed(match op {
                    VerilogOpUnary::Not => inner.not(),
                    VerilogOpUnary::All => Expr::reduce(Reduce::All, inner),
                    VerilogOpUnary::Any => Expr::reduce(Reduce::Any, inner),
                    VerilogOpUnary::Xor => Expr::reduce(Reduce::Xor, inner),
                    VerilogOpUnary::Neg => return Err(self.unsupported("a unary minus")),
                })
            }
            E::Binary(a, op, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.operation(a, op, b)?
            }
            E::Signed(_) | E::Unsigned(_) => return Err(self.unsupported("a signed cast")),
        })
    }

    fn position(&self, lo: BigInt) -> Result<usize, EmitError> {
        usize::try_from(&lo).map_err(|_| EmitError::Index { path: self.path(), index: lo.to_string() })
    }

    fn operation(&mut self, a: Value, op: &VerilogOp, b: Value) -> Result<Value, EmitError> {
        use VerilogOp as O;
        if let (Value::Int(a), Value::Int(b)) = (&a, &b) {
            return self.fold(a, op, b);
        }
        let shift = match op {
            O::Shl => Some(Shift::Left),
            O::Shr => Some(Shift::Right),
            _ => None,
        };
        if let Some(shift) = shift {
            let Value::Typed(a) = a else {
                return Err(self.unsupported("a literal shifted by a signal; write `bits::<N>(…)`"));
            };
            return Ok(Value::Typed(match b {
                Value::Int(by) => Expr::shift_by(shift, a, usize::try_from(by).unwrap_or(usize::MAX)),
                Value::Typed(by) => Expr::shift(shift, a, by),
            }));
        }
        let (a, b) = self.same_width(a, op, b)?;
        let binary = |op| Ok(Value::Typed(Expr::binary(op, a.clone(), b.clone())));
        let compare = |op| Ok(Value::Typed(Expr::compare(op, a.clone(), b.clone())));
        match op {
            O::Add => binary(Binary::Add),
            O::Sub => binary(Binary::Sub),
            O::Mul => binary(Binary::Mul),
            O::BitAnd => binary(Binary::And),
            O::BitOr => binary(Binary::Or),
            O::BitXor => binary(Binary::Xor),
            O::LogicalAnd => binary(Binary::BothOf),
            O::LogicalOr => binary(Binary::EitherOf),
            O::Eq => compare(Compare::Eq),
            O::Ne => compare(Compare::Ne),
            O::Lt => compare(Compare::Lt),
            O::Le => compare(Compare::Le),
            O::Gt => compare(Compare::Gt),
            O::Ge => compare(Compare::Ge),
            O::Shl | O::Shr => Err(self.unsupported("this shift")),
        }
    }

    fn same_width(&self, a: Value, op: &VerilogOp, b: Value) -> Result<(Expr, Expr), EmitError> {
        match (a, b) {
            // a carry: `U<N>` plus or minus a bit
            (Value::Typed(a), Value::Typed(b)) if b.width == 1 && matches!(op, VerilogOp::Add | VerilogOp::Sub) => {
                let b = b.extend(a.width);
                Ok((a, b))
            }
            (Value::Typed(a), b) => {
                let b = self.fit(b, a.width, "the right operand")?;
                Ok((a, b))
            }
            (a, Value::Typed(b)) => Ok((self.fit(a, b.width, "the left operand")?, b)),
            (Value::Int(a), Value::Int(_)) => Err(EmitError::NoWidth { path: self.path(), value: a.to_string() }),
        }
    }

    /// Literals, loop variables and `Shape` names among themselves.
    fn fold(&self, a: &BigInt, op: &VerilogOp, b: &BigInt) -> Result<Value, EmitError> {
        use VerilogOp as O;
        let bit = |yes: bool| Ok(Value::Typed(Expr::value(1, u8::from(yes).into())));
        let by = || u32::try_from(b).ok().filter(|by| *by <= 128);
        Ok(Value::Int(match op {
            O::Add => a + b,
            O::Sub => a - b,
            O::Mul => a * b,
            O::BitAnd => a & b,
            O::BitOr => a | b,
            O::BitXor => a ^ b,
            O::Shl => a << by().ok_or_else(|| self.unsupported("this shift of a literal"))?,
            O::Shr => a >> by().ok_or_else(|| self.unsupported("this shift of a literal"))?,
            O::Eq => return bit(a == b),
            O::Ne => return bit(a != b),
            O::Lt => return bit(a < b),
            O::Le => return bit(a <= b),
            O::Gt => return bit(a > b),
            O::Ge => return bit(a >= b),
            O::LogicalAnd | O::LogicalOr => return Err(self.unsupported("`&&` or `||` on integers")),
        }))
    }

    /// A slice at a constant place, with a name for what Verilog cannot slice.
    pub(super) fn slice(&mut self, e: &Expr, lo: usize, width: usize) -> Result<Expr, EmitError> {
        if let Some(slice) = e.slice(lo, width) {
            return Ok(slice);
        }
        if lo + width > e.width {
            let inside = self.slice(e, lo, e.width - lo)?;
            return Ok(inside.extend(width));
        }
        if let Kind::Concat(parts) = &e.kind {
            let chosen = covered(parts, lo, width).map(|(part, lo, width)| self.slice(part, lo, width));
            return Ok(Expr::concat(chosen.collect::<Result<_, _>>()?));
        }
        let named = self.name(e.clone())?;
        Ok(named.slice(lo, width).unwrap_or(named))
    }

    /// A slice at a variable place: an indexed part-select where it cannot leave the vector, a shift otherwise.
    fn part(&mut self, base: Expr, index: Expr, width: usize) -> Result<Expr, EmitError> {
        if let Some(lo) = index.known() {
            let lo = usize::try_from(lo).unwrap_or(usize::MAX);
            return self.slice(&base, lo, width);
        }
        let reach = u32::try_from(index.width).ok().and_then(|bits| 1usize.checked_shl(bits));
        let inside = reach.is_some_and(|reach| reach - 1 + width <= base.width);
        if !inside {
            let shifted = Expr::shift(Shift::Right, base, index);
            return self.slice(&shifted, 0, width);
        }
        let base = match base.kind {
            Kind::Net { net, lo: 0 } if self.module.net(net).width == base.width => base,
            _ => self.name(base)?,
        };
        let Kind::Net { net, .. } = base.kind else { return Err(self.unsupported("an indexed part of this")) };
        // tools want an index of exactly the width that the vector calls for
        let index = index.extend(clog2(base.width));
        Ok(Expr { width, kind: Kind::Part { net, index: Box::new(index) } })
    }

    fn replace_bit(&mut self, base: Expr, at: BigInt, bit: Expr) -> Result<Expr, EmitError> {
        let at = self.position(at)?;
        if at >= base.width {
            return Ok(base);
        }
        let above = if at + 1 < base.width { vec![self.slice(&base, at + 1, base.width - at - 1)?] } else { vec![] };
        let below = if at > 0 { vec![self.slice(&base, 0, at)?] } else { vec![] };
        Ok(Expr::concat([above, vec![bit], below].concat()))
    }

    /// Gives a value a name, because it will be sliced.
    fn name(&mut self, e: Expr) -> Result<Expr, EmitError> {
        let kind = match &e.kind {
            Kind::Binary(Binary::Add, ..) => "sum",
            Kind::Binary(Binary::Sub, ..) => "diff",
            Kind::Binary(Binary::Mul, ..) => "product",
            Kind::Binary(..) | Kind::Not(_) => "mask",
            Kind::Shift(..) | Kind::ShiftBy(..) => "shifted",
            Kind::Part { .. } => "part",
            _ => "whole",
        };
        let base = format!("{}_{kind}", self.hint);
        let mut name = base.clone();
        for i in 2.. {
            if !self.names.contains(&name) {
                break;
            }
            name = format!("{base}_{i}");
        }
        let net = self.net(name, e.width, NetKind::Temporary)?;
        let whole = Expr::net(&self.module.nets, net);
        let mut depends = false;
        e.reads(&self.module.nets, &mut |read, _, _| depends |= self.assigned.contains(&read));
        if depends {
            // it must be computed in place: then it has a value on the other paths as well
            self.before_step.push((net, Expr::zero(e.width)));
            self.before_here.push((net, e));
            self.assigned.insert(net);
        } else {
            self.before_step.push((net, e));
        }
        Ok(whole)
    }
}

fn literal_of(literal: &VerilogLiteral) -> Value {
    let value = literal_value(literal);
    // `true` and `false` are the only literals that have a width
    if literal.to_string().starts_with("1'") {
        Value::Typed(Expr::value(1, value))
    } else {
        Value::Int(value.into())
    }
}
