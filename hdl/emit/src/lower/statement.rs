//! Statements: loops unrolled, structs split into their fields, comments and directives told apart.

use super::resolve::integer_literal;
use super::Lower;
use crate::docs::is_part;
use crate::error::EmitError;
use crate::ir::{Arm, Expr, Kind, NetId, NetKind, Statement, Step};
use crate::leaf::literal_value;
use crate::types::Field;
use num_bigint::{BigInt, BigUint};
use rust_hdl::core::ast::{
    VerilogBlockOrConditional, VerilogConditional, VerilogExpression, VerilogLoop, VerilogMatch, VerilogStatement,
};
use std::collections::HashSet;
use std::rc::Rc;

impl Lower {
    /// The parameters that the program's directives name, `@parameter W head ram_rdata ram.WIDTH`: the shape's W is the
    /// width of that register, of that port of a leaf, and the leaf's parameter. It is known before any signal is.
    pub(super) fn parameters(&mut self, statements: &[VerilogStatement]) -> Result<(), EmitError> {
        for statement in statements {
            let raw = match statement {
                VerilogStatement::Comment(raw) => raw,
                VerilogStatement::Macro(inner) => {
                    self.parameters(inner)?;
                    continue;
                }
                _ => continue,
            };
            let Some(text) = comment_text(raw) else { continue };
            let Some(rest) = text.strip_prefix("@parameter ") else { continue };
            let mut words = rest.split_whitespace();
            let known = words.next().and_then(|name| self.module.shape.iter().find(|(key, _)| key == name));
            let Some((name, value)) = known.and_then(|(key, value)| Some((key, usize::try_from(*value).ok()?))) else {
                return Err(EmitError::BadDirective { path: self.path(), directive: text });
            };
            let name: Rc<str> = name.as_str().into();
            self.reserve(name.to_string())?;
            self.of_parameters.extend(words.map(|word| (word.to_owned(), name.clone())));
            self.module.parameters.push((name, value));
        }
        Ok(())
    }

    /// The top level. A comment there opens a section; comments of an unrolled loop appear once.
    pub(super) fn steps(&mut self, statements: &[VerilogStatement], comments: bool) -> Result<(), EmitError> {
        for statement in statements {
            match statement {
                VerilogStatement::Comment(raw) if comments => self.comment(raw)?,
                VerilogStatement::Comment(_) => {}
                VerilogStatement::Macro(inner) => self.steps(inner, comments)?,
                VerilogStatement::Loop(l) => {
                    let first = self.range(l)?.0;
                    self.unroll(l, |lower, value| lower.steps(&l.block, comments && value == first))?;
                }
                _ => {
                    self.assigned.clear();
                    let mut lowered = vec![];
                    self.statement(statement, &mut lowered)?;
                    for (net, value) in std::mem::take(&mut self.before_step) {
                        self.step(Statement::Assign { net, value })?;
                    }
                    for statement in lowered {
                        self.step(statement)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, statement: Statement) -> Result<(), EmitError> {
        if let Statement::Assign { net, value } = &statement {
            if self.clocks.contains_key(net) {
                return self.clock(*net, value);
            }
        }
        let section = self.module.sections.len() - 1;
        self.module.program.push(Step { section, statement });
        Ok(())
    }

    /// A register's clock or reset: it disappears into the `always`.
    fn clock(&mut self, net: NetId, value: &Expr) -> Result<(), EmitError> {
        let source = match value.kind {
            Kind::Net { net, lo: 0 } if self.module.net(net).kind == NetKind::Input => net,
            _ => return Err(EmitError::NoClock { path: format!("{}.{}", self.path(), self.module.net(net).name) }),
        };
        if let Some(register) = self.clocks.remove(&net) {
            let register = &mut self.module.registers[register];
            if register.clk == net {
                register.clk = source;
            } else {
                register.rst_n = source;
            }
        }
        Ok(())
    }

    fn comment(&mut self, raw: &str) -> Result<(), EmitError> {
        let Some(text) = comment_text(raw) else { return Ok(()) };
        if let Some(directive) = text.strip_prefix('@') {
            return self.directive(directive);
        }
        let last = self.module.sections.len() - 1;
        let used = last == 0 || self.module.program.iter().any(|step| step.section == last);
        if used {
            self.module.sections.push(vec![text]);
        } else {
            self.module.sections[last].push(text);
        }
        Ok(())
    }

    fn directive(&mut self, directive: &str) -> Result<(), EmitError> {
        let (word, rest) = directive.split_once(' ').unwrap_or((directive, ""));
        let rest = rest.trim();
        let bad = || EmitError::BadDirective { path: self.path(), directive: format!("@{directive}") };
        match (word, rest.split_once(' ')) {
            ("module", None) if !rest.is_empty() => {
                if let Some(reason) = crate::names::fault(rest) {
                    return Err(EmitError::BadName { path: self.path(), name: rest.into(), reason });
                }
                self.module.name = rest.into();
            }
            // they have been read before
            ("parameter", Some(_)) => {}
            ("doc", _) => self.module.docs.push(rest.into()),
            ("port", Some((port, text))) => self.module.port_docs.push((port.into(), text.trim().into())),
            ("constant", Some((constant, text)))
                if self.symbols.keys().any(|name| is_part(&name.replace('$', "_"), constant)) =>
            {
                self.module.constant_docs.push((constant.into(), text.trim().into()));
            }
            _ => return Err(bad()),
        }
        Ok(())
    }

    fn block(&mut self, statements: &[VerilogStatement], comments: bool) -> Result<Vec<Statement>, EmitError> {
        let mut out = vec![];
        for statement in statements {
            match statement {
                VerilogStatement::Comment(_) if !comments => {}
                VerilogStatement::Loop(l) => {
                    let first = self.range(l)?.0;
                    self.unroll(l, |lower, value| {
                        out.extend(lower.block(&l.block, comments && value == first)?);
                        Ok(())
                    })?;
                }
                _ => self.statement(statement, &mut out)?,
            }
        }
        Ok(out)
    }

    fn statement(&mut self, statement: &VerilogStatement, out: &mut Vec<Statement>) -> Result<(), EmitError> {
        match statement {
            VerilogStatement::Assignment(target, value) => self.assign(target, None, value, out),
            VerilogStatement::SliceAssignment { base, width, offset, replacement } => {
                let VerilogExpression::Literal(offset) = offset else {
                    return Err(self.unsupported("an assignment to a variable place"));
                };
                let offset = usize::try_from(literal_value(offset)).unwrap_or(usize::MAX);
                self.assign(base, Some((offset, *width)), replacement, out)
            }
            VerilogStatement::If(conditional) => {
                self.hint_from(std::slice::from_ref(statement));
                self.conditional(conditional, out)
            }
            VerilogStatement::Match(m) => {
                self.hint_from(std::slice::from_ref(statement));
                self.case(m, out)
            }
            VerilogStatement::Comment(raw) => {
                if let Some(text) = comment_text(raw) {
                    if text.starts_with('@') {
                        return Err(EmitError::BadDirective { path: self.path(), directive: text });
                    }
                    out.push(Statement::Comment(text));
                }
                Ok(())
            }
            VerilogStatement::Macro(inner) => {
                out.extend(self.block(inner, true)?);
                Ok(())
            }
            VerilogStatement::Loop(_) => Err(self.unsupported("a loop here")),
            VerilogStatement::Link(_) => Err(self.unsupported("`link` and `join`")),
        }
    }

    fn assign(
        &mut self,
        target: &VerilogExpression,
        part: Option<(usize, usize)>,
        value: &VerilogExpression,
        out: &mut Vec<Statement>,
    ) -> Result<(), EmitError> {
        let VerilogExpression::Signal(name) = target else {
            return Err(self.unsupported("an assignment to anything but a signal"));
        };
        let mut fields = self.target(name)?;
        if let Some((offset, width)) = part {
            fields.retain(|(field, _)| offset <= field.offset && field.offset + field.width <= offset + width);
            for (field, _) in &mut fields {
                field.offset -= offset;
            }
        }
        let width = fields.iter().map(|(field, _)| field.width).sum();
        let whole = part.map_or(width, |(_, width)| width);
        if width == 0 || width != whole {
            return Err(EmitError::Width {
                path: self.path(),
                what: format!("`{name}`"),
                found: width,
                expected: whole,
            });
        }
        self.hint = self.hint_of(&fields);
        let shown = name.replace("$next", "").replace('$', ".");
        let value = self.sized(value, width, &format!("the value of `{shown}`"))?;
        let mut parts = vec![];
        for (field, net) in &fields {
            parts.push((*net, self.slice(&value, field.offset, field.width)?));
        }
        out.extend(self.before_here.drain(..).map(|(net, value)| Statement::Assign { net, value }));
        for (net, value) in parts {
            self.assigned.insert(net);
            out.push(Statement::Assign { net, value });
        }
        Ok(())
    }

    fn conditional(&mut self, c: &VerilogConditional, out: &mut Vec<Statement>) -> Result<(), EmitError> {
        let test = self.sized(&c.test, 1, "a condition")?;
        out.extend(self.before_here.drain(..).map(|(net, value)| Statement::Assign { net, value }));
        let mut then = self.block(&c.then, true)?;
        let mut otherwise = vec![];
        match &c.otherwise {
            VerilogBlockOrConditional::None => {}
            VerilogBlockOrConditional::Block(block) => otherwise = self.block(block, true)?,
            VerilogBlockOrConditional::Conditional(inner) => self.statement(inner, &mut otherwise)?,
        }
        match test.known() {
            // decided by a loop variable or a constant: only one branch exists
            Some(value) => out.append(if *value == BigUint::ZERO { &mut otherwise } else { &mut then }),
            None => out.push(Statement::If { test, then, otherwise }),
        }
        Ok(())
    }

    fn case(&mut self, m: &VerilogMatch, out: &mut Vec<Statement>) -> Result<(), EmitError> {
        let subject = self.typed(&m.test)?;
        out.extend(self.before_here.drain(..).map(|(net, value)| Statement::Assign { net, value }));
        let mut arms: Vec<Arm> = vec![];
        for case in &m.cases {
            let label = self.label(&case.condition, subject.width)?;
            let body = self.block(&case.block, true)?;
            let last = label.is_none();
            arms.push(Arm { label, comment: None, body });
            if last {
                break;
            }
        }
        // an arm that no value reaches makes tools wonder
        let labels: HashSet<_> = arms.iter().filter_map(|arm| arm.label.as_ref()?.known().cloned()).collect();
        if u32::try_from(subject.width).is_ok_and(|bits| 1usize.checked_shl(bits) == Some(labels.len())) {
            arms.retain(|arm| arm.label.is_some());
        }
        // Rust has checked that the arms cover every state: the last one also takes the encodings that no state has
        if let Some(arm) = arms.last_mut() {
            if let Some(Expr { kind: Kind::Named { name, .. }, .. }) = &arm.label {
                arm.comment = Some(name.to_string());
            }
            arm.label = None;
        }
        out.push(Statement::Case { subject, arms });
        Ok(())
    }

    fn label(&mut self, pattern: &str, width: usize) -> Result<Option<Expr>, EmitError> {
        let value = match pattern {
            "default" => return Ok(None),
            "true" => Some(1u8.into()),
            "false" => Some(0u8.into()),
            _ => integer_literal(pattern),
        };
        match value {
            Some(value) if value.bits() > width as u64 => {
                Err(EmitError::Literal { path: self.path(), value: pattern.into(), width })
            }
            Some(value) => Ok(Some(Expr::value(width, value))),
            None => {
                let state = self.state(pattern)?;
                if state.width != width {
                    let (what, found) = (format!("the pattern `{pattern}`"), state.width);
                    return Err(EmitError::Width { path: self.path(), what, found, expected: width });
                }
                Ok(Some(state))
            }
        }
    }

    fn range(&self, l: &VerilogLoop) -> Result<(BigInt, BigInt), EmitError> {
        Ok((literal_value(&l.from).into(), literal_value(&l.to).into()))
    }

    fn unroll(
        &mut self,
        l: &VerilogLoop,
        mut body: impl FnMut(&mut Self, BigInt) -> Result<(), EmitError>,
    ) -> Result<(), EmitError> {
        let (mut value, to) = self.range(l)?;
        while value < to {
            self.loops.push((l.index.clone(), value.clone()));
            let done = body(self, value.clone());
            self.loops.pop();
            done?;
            value += 1;
        }
        Ok(())
    }

    fn hint_of(&self, fields: &[(Field, NetId)]) -> String {
        let name = fields.first().map_or("value", |(_, net)| self.module.net(*net).name.as_str());
        name.strip_suffix("_next").unwrap_or(name).to_string()
    }

    /// A temporary of a condition is named after what the condition is about to decide.
    fn hint_from(&mut self, statements: &[VerilogStatement]) {
        if let Some(fields) = first_target(statements).and_then(|name| self.target(name).ok()) {
            self.hint = self.hint_of(&fields);
        }
    }
}

fn first_target(statements: &[VerilogStatement]) -> Option<&str> {
    statements.iter().find_map(|statement| match statement {
        VerilogStatement::Assignment(VerilogExpression::Signal(name), _)
        | VerilogStatement::SliceAssignment { base: VerilogExpression::Signal(name), .. } => Some(name.as_str()),
        VerilogStatement::If(c) => first_target(&c.then).or_else(|| match &c.otherwise {
            VerilogBlockOrConditional::Block(block) => first_target(block),
            VerilogBlockOrConditional::Conditional(inner) => first_target(std::slice::from_ref(inner)),
            VerilogBlockOrConditional::None => None,
        }),
        VerilogStatement::Match(m) => m.cases.iter().find_map(|case| first_target(&case.block)),
        VerilogStatement::Loop(l) => first_target(&l.block),
        VerilogStatement::Macro(block) => first_target(block),
        _ => None,
    })
}

/// The text of a `comment!`, which rust-hdl hands over as tokens, more or less stripped; other macros are not comments.
fn comment_text(raw: &str) -> Option<String> {
    if ["assert", "println"]
        .iter()
        .any(|name| raw.starts_with(&format!("{name} !")) || raw.starts_with(&format!("{name}!")))
    {
        return None;
    }
    // a long comment arrives with a line break between its tokens
    let tokens = ["comment", "!", "(", "\""];
    let inner = tokens.iter().try_fold(raw, |rest, token| rest.trim_start().strip_prefix(token));
    let text = inner.unwrap_or(raw).trim_end_matches("\")");
    Some(text.replace("\\\"", "\"").replace("\\\\", "\\"))
}
