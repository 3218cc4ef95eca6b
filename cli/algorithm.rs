//! The algorithms by the names that the command line knows.

use crate::failure::{Failure, Result};
use layout::algorithms::{self, Row};

/// The algorithm of that name, or a line that names the known ones.
pub fn named(name: &str) -> Result<&'static Row> {
    let told = || Failure::input(format_args!("--algorithm {name}: expected one of {}", algorithms::names()));
    Row::named(name).ok_or_else(told)
}
