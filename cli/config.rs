//! The configuration that a command was given.

use crate::bounded;
use crate::failure::{Failure, Result};
use layout::config::Config;
use std::path::Path;

/// What is wrong with a configuration that could be read: the line names its file.
pub fn refused(path: Option<&Path>, why: impl std::fmt::Display) -> Failure {
    path.map_or_else(|| Failure::input(&why), |path| Failure::in_file(path, &why))
}

/// The configuration in a file, or the reference configuration.
pub fn read(path: Option<&Path>) -> Result<Config> {
    let Some(path) = path else { return Ok(Config::default()) };
    let text = bounded::text(path)?;
    Config::parse(&text).map_err(|e| Failure::in_file(path, e))
}
