//! Builds expressions, simplest form first: a slice of a concatenation is its parts, a widening is a concatenation with
//! zeros, `a << 8 | b` with nothing in common is `{a, b}`. The result is what a careful author would have written.

use super::ir::{Binary, Compare, Expr, Kind, Net, NetId, Reduce, Shift};
use num_bigint::BigUint;

impl Expr {
    pub(super) fn value(width: usize, value: BigUint) -> Expr {
        Expr { width, kind: Kind::Value(value) }
    }

    pub(super) fn zero(width: usize) -> Expr {
        Expr::value(width, BigUint::ZERO)
    }

    /// All of a net.
    pub(super) fn net(nets: &[Net], net: NetId) -> Expr {
        Expr { width: nets[net.0].width, kind: Kind::Net { net, lo: 0 } }
    }

    /// The value of a constant.
    pub(super) fn known(&self) -> Option<&BigUint> {
        match &self.kind {
            Kind::Value(value) | Kind::Named { value, .. } => Some(value),
            _ => None,
        }
    }

    /// How many bits at the top are zero by construction.
    fn leading_zeros(&self) -> usize {
        match &self.kind {
            Kind::Concat(parts) if parts[0].is_zero() => parts[0].width,
            _ => 0,
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.known().is_some_and(|value| *value == BigUint::ZERO)
    }

    /// From parts, the most significant first.
    pub(super) fn concat(parts: Vec<Expr>) -> Expr {
        let mut flat: Vec<Expr> = vec![];
        for part in parts {
            match part.kind {
                Kind::Concat(inner) => inner.into_iter().for_each(|part| push_part(&mut flat, part)),
                _ if part.width > 0 => push_part(&mut flat, part),
                _ => {}
            }
        }
        match <[Expr; 1]>::try_from(flat) {
            Ok([single]) => single,
            Err(flat) => Expr { width: flat.iter().map(|part| part.width).sum(), kind: Kind::Concat(flat) },
        }
    }

    /// With zeros in front.
    pub(super) fn extend(self, width: usize) -> Expr {
        match self.kind {
            Kind::Value(value) => Expr::value(width, value),
            _ => Expr::concat(vec![Expr::zero(width - self.width), self]),
        }
    }

    /// Bits `lo` and up; zeros past the width. `None` where Verilog cannot slice it: it needs a name first.
    pub(super) fn slice(&self, lo: usize, width: usize) -> Option<Expr> {
        if lo >= self.width {
            return Some(Expr::zero(width));
        }
        if lo + width > self.width {
            let (rest, inside) = (lo + width - self.width, self.width - lo);
            return Some(Expr::concat(vec![Expr::zero(rest), self.slice(lo, inside)?]));
        }
        if lo == 0 && width == self.width {
            return Some(self.clone());
        }
        let bits = |kind| Some(Expr { width, kind });
        match &self.kind {
            Kind::Value(value) | Kind::Named { value, .. } => bits(Kind::Value((value >> lo) & ones(width))),
            Kind::Net { net, lo: base } => bits(Kind::Net { net: *net, lo: base + lo }),
            Kind::Concat(parts) => {
                let chosen = covered(parts, lo, width).map(|(part, lo, width)| part.slice(lo, width));
                Some(Expr::concat(chosen.collect::<Option<_>>()?))
            }
            Kind::Not(e) => bits(Kind::Not(Box::new(e.slice(lo, width)?))),
            Kind::Binary(op @ (Binary::And | Binary::Or | Binary::Xor), a, b) => {
                Some(Expr::binary(*op, a.slice(lo, width)?, b.slice(lo, width)?))
            }
            // carries go upwards only
            Kind::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul), a, b) if lo == 0 => {
                Some(Expr::binary(*op, a.slice(0, width)?, b.slice(0, width)?))
            }
            Kind::ShiftBy(Shift::Left, e, by) => {
                let kept = e.slice(0, self.width - by)?;
                Expr::concat(vec![kept, Expr::zero(*by)]).slice(lo, width)
            }
            Kind::ShiftBy(Shift::Right, e, by) => e.slice(lo + by, width),
            _ => None,
        }
    }

    pub(super) fn not(self) -> Expr {
        match self.kind {
            Kind::Not(inner) => *inner,
            Kind::Value(value) => Expr::value(self.width, ones(self.width) ^ value),
            _ => Expr { width: self.width, kind: Kind::Not(Box::new(self)) },
        }
    }

    pub(super) fn reduce(op: Reduce, e: Expr) -> Expr {
        match e.width {
            1 => e,
            _ => Expr { width: 1, kind: Kind::Reduce(op, Box::new(e)) },
        }
    }

    /// The widths are equal: the caller has seen to it.
    pub(super) fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
        if op == Binary::Or {
            if let Some(decided) = decided(&a, &b).or_else(|| decided(&b, &a)).or_else(|| merge(&a, &b)) {
                return decided;
            }
        }
        Expr { width: a.width, kind: Kind::Binary(op, Box::new(a), Box::new(b)) }
    }

    /// A comparison that no value can change, such as `x >= 0`, is its result: tools warn of it.
    pub(super) fn compare(op: Compare, a: Expr, b: Expr) -> Expr {
        let (least, most) = (BigUint::ZERO, ones(a.width));
        let is = |e: &Expr, value: &BigUint| e.known() == Some(value);
        let (below, above) = match op {
            Compare::Lt | Compare::Ge => (is(&b, &least), is(&a, &most)),
            Compare::Gt | Compare::Le => (is(&a, &least), is(&b, &most)),
            Compare::Eq | Compare::Ne => (false, false),
        };
        if below || above {
            return Expr::value(1, u8::from(matches!(op, Compare::Le | Compare::Ge)).into());
        }
        Expr { width: 1, kind: Kind::Compare(op, Box::new(a), Box::new(b)) }
    }

    pub(super) fn shift_by(op: Shift, e: Expr, by: usize) -> Expr {
        match by {
            0 => e,
            _ if by >= e.width => Expr::zero(e.width),
            // into zeros that were put in front for it
            _ if op == Shift::Left && e.leading_zeros() >= by => {
                let kept = e.slice(0, e.width - by);
                let shifted = kept.map(|kept| Expr::concat(vec![kept, Expr::zero(by)]));
                shifted.unwrap_or_else(|| Expr { width: e.width, kind: Kind::ShiftBy(op, Box::new(e), by) })
            }
            _ => Expr { width: e.width, kind: Kind::ShiftBy(op, Box::new(e), by) },
        }
    }

    pub(super) fn shift(op: Shift, e: Expr, by: Expr) -> Expr {
        match by.known().map(usize::try_from) {
            Some(by) => Expr::shift_by(op, e, by.unwrap_or(usize::MAX)),
            None => Expr { width: e.width, kind: Kind::Shift(op, Box::new(e), Box::new(by)) },
        }
    }
}

/// The greatest value of a width.
fn ones(width: usize) -> BigUint {
    (BigUint::from(1u8) << width) - 1u8
}

/// The parts of a concatenation that bits `lo` and up cover, each with its own `lo` and width, the most significant
/// first.
pub(super) fn covered(parts: &[Expr], lo: usize, width: usize) -> impl Iterator<Item = (&Expr, usize, usize)> {
    let mut above: usize = parts.iter().map(|part| part.width).sum();
    parts.iter().filter_map(move |part| {
        let (from, to) = (above - part.width, above);
        above = from;
        let (first, last) = (lo.max(from), (lo + width).min(to));
        (first < last).then(|| (part, first - from, last - first))
    })
}

/// Appends a part, joining neighbours: constants, and adjacent slices of one net.
fn push_part(parts: &mut Vec<Expr>, part: Expr) {
    if let Some(last) = parts.last_mut() {
        match (&mut last.kind, &part.kind) {
            (Kind::Value(high), Kind::Value(low)) => {
                *high = (high.clone() << part.width) | low;
                last.width += part.width;
                return;
            }
            (Kind::Net { net, lo }, Kind::Net { net: next, lo: next_lo })
                if net == next && *lo == next_lo + part.width =>
            {
                *lo = *next_lo;
                last.width += part.width;
                return;
            }
            _ => {}
        }
    }
    parts.push(part);
}

/// `a | b` of single bits, where `b` is a named constant: an option.
fn decided(a: &Expr, b: &Expr) -> Option<Expr> {
    match &b.kind {
        Kind::Named { value, .. } if b.width == 1 => {
            Some(if *value == BigUint::ZERO { a.clone() } else { Expr::value(1, 1u8.into()) })
        }
        _ => None,
    }
}

/// `a | b` as a concatenation, when each is zero wherever the other is not.
fn merge(a: &Expr, b: &Expr) -> Option<Expr> {
    let mut segments = segments(a)?;
    segments.extend(self::segments(b)?);
    segments.sort_by_key(|(lo, _)| *lo);
    let (mut next, mut parts) = (0, vec![]);
    for (lo, segment) in segments {
        if lo < next {
            return None;
        }
        parts.push(Expr::zero(lo - next));
        next = lo + segment.width;
        parts.push(segment);
    }
    parts.push(Expr::zero(a.width - next));
    parts.reverse();
    Some(Expr::concat(parts))
}

/// The parts that are not known to be zero, with their places; `None` when that is all of it.
fn segments(e: &Expr) -> Option<Vec<(usize, Expr)>> {
    let place = |parts: &[Expr]| {
        let mut lo = 0;
        let mut placed = vec![];
        for part in parts.iter().rev() {
            if !part.is_zero() {
                placed.push((lo, part.clone()));
            }
            lo += part.width;
        }
        placed
    };
    match &e.kind {
        Kind::Value(value) if value.bits() > 0 => {
            let lo = usize::try_from(value.trailing_zeros()?).ok()?;
            let width = usize::try_from(value.bits()).ok()? - lo;
            (width < e.width).then(|| vec![(lo, Expr::value(width, value >> lo))])
        }
        Kind::Concat(parts) if parts.iter().any(Expr::is_zero) => Some(place(parts)),
        Kind::ShiftBy(Shift::Left, inner, by) => {
            let kept = inner.slice(0, e.width - by)?;
            match Expr::concat(vec![kept, Expr::zero(*by)]).kind {
                Kind::Concat(parts) => Some(place(&parts)),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::ir::NetKind;
    use super::*;

    fn nets() -> Vec<Net> {
        let net = |name: &str, width| Net { name: name.into(), width, kind: NetKind::Local };
        vec![net("a", 8), net("b", 8)]
    }

    fn net(i: usize) -> Expr {
        Expr::net(&nets(), NetId(i))
    }

    #[test]
    fn slices_go_through_concatenations_and_sums() {
        let pair = Expr::concat(vec![net(0), net(1)]);
        assert_eq!(pair.slice(8, 8), Some(net(0)));
        let middle = pair.slice(4, 8).unwrap();
        let halves = vec![net(0).slice(0, 4).unwrap(), net(1).slice(4, 4).unwrap()];
        assert_eq!(middle, Expr::concat(halves));
        let sum = Expr::binary(Binary::Add, net(0), net(1));
        assert!(sum.slice(0, 4).is_some());
        assert!(sum.slice(1, 4).is_none());
    }

    #[test]
    fn an_or_of_disjoint_parts_is_a_concatenation() {
        let high = Expr::shift_by(Shift::Left, net(0).extend(16), 8);
        assert_eq!(Expr::binary(Binary::Or, high.clone(), net(1).extend(16)), Expr::concat(vec![net(0), net(1)]));
        let overlapping = Expr::binary(Binary::Or, high, net(1).extend(12).extend(16));
        assert_eq!(overlapping, Expr::concat(vec![net(0), net(1)]));
        let real = Expr::binary(Binary::Or, net(0), net(1));
        assert!(matches!(real.kind, Kind::Binary(Binary::Or, ..)));
    }

    #[test]
    fn comparisons_that_nothing_can_change_are_decided() {
        let decided = |e: Expr| e.known().cloned();
        assert_eq!(decided(Expr::compare(Compare::Lt, net(0), Expr::zero(8))), Some(0u8.into()));
        assert_eq!(decided(Expr::compare(Compare::Le, Expr::zero(8), net(0))), Some(1u8.into()));
        assert_eq!(decided(Expr::compare(Compare::Gt, net(0), Expr::value(8, 255u8.into()))), Some(0u8.into()));
        assert_eq!(decided(Expr::compare(Compare::Gt, net(0), Expr::value(8, 254u8.into()))), None);
    }

    #[test]
    fn neighbouring_slices_join() {
        let low = net(0).slice(0, 3).unwrap();
        let high = net(0).slice(3, 5).unwrap();
        assert_eq!(Expr::concat(vec![high, low]), net(0));
    }
}
