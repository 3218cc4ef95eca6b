//! Writes expressions and statements as Verilog-2005.

use super::ir::{Binary, Compare, Expr, Kind, Module, Net, NetId, Reduce, Shift, Statement};
use num_bigint::BigUint;

/// The longest line, but for what cannot be broken.
pub(super) const WIDTH: usize = 120;

/// How an assignment is written.
#[derive(Copy, Clone, PartialEq)]
pub(super) enum Style {
    Blocking,
    Nonblocking,
}

/// `1'b1`, `32'd7`, `33'h000010000`.
pub(super) fn number(width: usize, value: &BigUint) -> String {
    if width == 1 {
        format!("1'b{value}")
    } else if value.bits() <= 10 {
        format!("{width}'d{value}")
    } else {
        pattern(width, value)
    }
}

/// All digits of a word: `8'h0f`. What is wider than 64 bits is a table, of which the upper zeros say nothing.
fn pattern(width: usize, value: &BigUint) -> String {
    let digits = if width > 64 { 1 } else { width.div_ceil(4) };
    format!("{width}'h{value:0digits$x}")
}

/// `[7:0] `, or nothing for a single bit.
pub(super) fn range(width: usize) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0]", width - 1),
    }
}

/// `net`, `net[3]` or `net[7:4]`.
pub(super) fn bits(net: &Net, lo: usize, width: usize) -> String {
    if width == net.width {
        net.name.clone()
    } else if width == 1 {
        format!("{}[{lo}]", net.name)
    } else {
        format!("{}[{}:{lo}]", net.name, lo + width - 1)
    }
}

pub(super) fn expression(nets: &[Net], e: &Expr) -> String {
    match &e.kind {
        Kind::Value(value) => number(e.width, value),
        Kind::Named { name, .. } => name.to_string(),
        Kind::Net { net, lo } => bits(&nets[net.0], *lo, e.width),
        Kind::Part { net, index } => {
            let (net, index) = (&nets[net.0].name, expression(nets, index));
            match e.width {
                1 => format!("{net}[{index}]"),
                width => format!("{net}[{index} +: {width}]"),
            }
        }
        Kind::Concat(parts) => {
            let parts: Vec<_> = parts.iter().map(|part| expression(nets, part)).collect();
            format!("{{{}}}", parts.join(", "))
        }
        Kind::Not(inner) => {
            let op = if e.width == 1 { "!" } else { "~" };
            format!("{op}{}", operand(nets, inner))
        }
        Kind::Reduce(op, inner) => {
            let op = match op {
                Reduce::All => "&",
                Reduce::Any => "|",
                Reduce::Xor => "^",
            };
            // `^~` is an operator of its own
            match inner.kind {
                Kind::Not(_) => format!("{op}({})", expression(nets, inner)),
                _ => format!("{op}{}", operand(nets, inner)),
            }
        }
        Kind::Binary(op, a, b) => {
            // chains of one associative operator need no parentheses on the left
            let chained = matches!(&a.kind, Kind::Binary(inner, ..) if inner == op && *op != Binary::Sub)
                || matches!((&a.kind, op), (Kind::Binary(Binary::Add | Binary::Sub, ..), Binary::Add | Binary::Sub));
            let side = |e: &Expr| match (&e.kind, op) {
                // the bits of a mask are what is meant
                (Kind::Value(value), Binary::And | Binary::Or | Binary::Xor)
                    if e.width > 3 && *value != BigUint::ZERO =>
                {
                    pattern(e.width, value)
                }
                _ => operand(nets, e),
            };
            let a = if chained { expression(nets, a) } else { side(a) };
            format!("{a} {} {}", binary(*op), side(b))
        }
        Kind::Compare(op, a, b) => format!("{} {} {}", operand(nets, a), compare(*op), operand(nets, b)),
        Kind::ShiftBy(op, a, by) => format!("{} {} {by}", operand(nets, a), shift(*op)),
        Kind::Shift(op, a, by) => format!("{} {} {}", operand(nets, a), shift(*op), operand(nets, by)),
    }
}

/// An expression inside another: in parentheses, unless it is one thing.
fn operand(nets: &[Net], e: &Expr) -> String {
    let text = expression(nets, e);
    match e.kind {
        Kind::Binary(..) | Kind::Compare(..) | Kind::ShiftBy(..) | Kind::Shift(..) | Kind::Reduce(..) => {
            format!("({text})")
        }
        _ => text,
    }
}

fn binary(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::BothOf => "&&",
        Binary::EitherOf => "||",
    }
}

fn compare(op: Compare) -> &'static str {
    match op {
        Compare::Eq => "==",
        Compare::Ne => "!=",
        Compare::Lt => "<",
        Compare::Le => "<=",
        Compare::Gt => ">",
        Compare::Ge => ">=",
    }
}

fn shift(op: Shift) -> &'static str {
    match op {
        Shift::Left => "<<",
        Shift::Right => ">>",
    }
}

/// Collects lines at a depth.
pub(super) struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    pub(super) fn new(depth: usize) -> Self {
        Self { text: String::new(), depth }
    }

    pub(super) fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.depth);
        for (i, part) in wrap(line, WIDTH.saturating_sub(indent.len())).into_iter().enumerate() {
            self.text += if i == 0 { &indent } else { "" };
            self.text += &if i == 0 { part } else { format!("{indent}  {part}") };
            self.text.push('\n');
        }
    }

    pub(super) fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    pub(super) fn comment(&mut self, text: &str) {
        self.text += &comment(text, &"  ".repeat(self.depth));
    }

    /// Lines of comment. What follows one that is too long is set with it: no line of few words stands between.
    pub(super) fn comments<'a>(&mut self, texts: impl IntoIterator<Item = &'a String>) {
        let width = width(&"  ".repeat(self.depth));
        let mut paragraphs: Vec<String> = vec![];
        for text in texts {
            match paragraphs.last_mut().filter(|before| before.len() > width) {
                Some(before) => *before = format!("{before} {text}"),
                None => paragraphs.push(text.clone()),
            }
        }
        paragraphs.iter().for_each(|text| self.comment(text));
    }

    pub(super) fn nested(&mut self, body: impl FnOnce(&mut Self)) {
        self.depth += 1;
        body(self);
        self.depth -= 1;
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A comment, broken between words where it is too long.
pub(super) fn comment(text: &str, indent: &str) -> String {
    words(text, width(indent)).iter().map(|line| format!("{indent}// {line}\n")).collect()
}

/// What a line of comment holds.
fn width(indent: &str) -> usize {
    WIDTH.saturating_sub(indent.len() + "// ".len())
}

/// Lines of `width` at the most, but for longer words.
pub(super) fn words(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.len() + 1 + word.len() <= width) {
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(word.to_string()),
        }
    }
    lines
}

/// Breaks a line that is too long, after an operator or a comma.
fn wrap(line: &str, width: usize) -> Vec<String> {
    let (mut lines, mut rest) = (vec![], line);
    while rest.len() > width {
        let breakable = [", ", " && ", " || ", " | ", " & ", " + ", " ^ ", " = ", " <= "];
        let place = breakable.iter().filter_map(|mark| Some(rest[..width].rfind(mark)? + mark.len())).max();
        let Some(place) = place.filter(|place| *place > width / 3) else { break };
        let (line, tail) = rest.split_at(place);
        lines.push(line.trim_end().to_string());
        rest = tail;
    }
    lines.push(rest.to_string());
    lines
}

pub(super) fn statements(lines: &mut Lines, module: &Module, style: Style, body: &[Statement]) {
    let is_comment = |statement: &Statement| matches!(statement, Statement::Comment(_));
    for run in body.chunk_by(|a, b| is_comment(a) && is_comment(b)) {
        match run {
            [Statement::Comment(_), ..] => lines.comments(run.iter().filter_map(|statement| match statement {
                Statement::Comment(text) => Some(text),
                _ => None,
            })),
            _ => run.iter().for_each(|statement| self::statement(lines, module, style, statement, "")),
        }
    }
}

fn statement(lines: &mut Lines, module: &Module, style: Style, statement: &Statement, prefix: &str) {
    let nets = &module.nets;
    match statement {
        Statement::Comment(text) => lines.comment(text),
        Statement::Assign { net, value } => lines.line(&assignment(module, style, *net, value)),
        Statement::If { test, then, otherwise } => {
            lines.line(&format!("{prefix}if ({}) begin", expression(nets, test)));
            lines.nested(|lines| statements(lines, module, style, then));
            match otherwise.as_slice() {
                [] => lines.line("end"),
                [inner @ Statement::If { .. }] => self::statement(lines, module, style, inner, "end else "),
                _ => {
                    lines.line("end else begin");
                    lines.nested(|lines| statements(lines, module, style, otherwise));
                    lines.line("end");
                }
            }
        }
        Statement::Case { subject, arms } => {
            lines.line(&format!("case ({})", expression(nets, subject)));
            lines.nested(|lines| {
                for arm in arms {
                    let label = arm.label.as_ref().map_or("default".into(), |label| expression(nets, label));
                    let comment = arm.comment.as_ref().map_or(String::new(), |text| format!(" // {text}"));
                    match arm.body.as_slice() {
                        [] => lines.line(&format!("{label}: ;{comment}")),
                        [Statement::Assign { net, value }] => {
                            let assignment = assignment(module, style, *net, value);
                            lines.line(&format!("{label}: {assignment}{comment}"));
                        }
                        body => {
                            lines.line(&format!("{label}: begin{comment}"));
                            lines.nested(|lines| statements(lines, module, style, body));
                            lines.line("end");
                        }
                    }
                }
            });
            lines.line("endcase");
        }
    }
}

fn assignment(module: &Module, style: Style, net: NetId, value: &Expr) -> String {
    // a register's old bits may not be those that were assigned to it above: that stays as it is
    if let Some((lo, new)) = value.in_place(&module.nets, net).filter(|_| style == Style::Blocking) {
        return format!("{} = {};", bits(module.net(net), lo, new.width), expression(&module.nets, &new));
    }
    let op = if style == Style::Blocking { "=" } else { "<=" };
    // not `a <= b <= c`
    let value = match value.kind {
        Kind::Compare(Compare::Le, ..) if style == Style::Nonblocking => operand(&module.nets, value),
        _ => expression(&module.nets, value),
    };
    format!("{} {op} {value};", module.net(net).name)
}
