//! What the text of a block does not say: the values of its const generics, and with them its name.

use super::Constant;
use crate::num::U;
use emit::leaf::SHAPE;
use rust_hdl::prelude::{Block, Logic, Probe};

/// Gives the emitter values that rust-hdl's syntax tree holds by name only.
///
/// A block needs a field of this type where `update()` uses a const generic or a constant as a value
/// (`self.lane[H - 1]`, `bits::<8>(LIMIT)`), or where it exists in several variants: a variant's module name gets the
/// values as a suffix, such as `ackw_select_h5`.
///
/// ```
/// use hdl::prelude::*;
/// const H: usize = 5;
/// let shape = Shape::of(&[("H", H)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Shape {
    values: Vec<(String, Constant<U<64>>)>,
}

impl Shape {
    /// The names as they stand in the source, with their values.
    pub fn of(values: &[(&str, usize)]) -> Self {
        let named = |(name, value): &(&str, usize)| (format!("{SHAPE}{name}"), Constant::new((*value as u64).into()));
        Self { values: values.iter().map(named).collect() }
    }
}

impl Logic for Shape {
    fn update(&mut self) {}
}

impl Block for Shape {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, _name: &str, probe: &mut dyn Probe) {
        for (name, value) in &self.values {
            value.accept(name, probe);
        }
    }
}
