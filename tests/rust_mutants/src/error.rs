//! Why no run could be held. Not that it fell short: that is a result.

use std::path::Path;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Bad input: what, where, what was expected.
    #[error("{0}")]
    Input(String),
    /// A tool is missing, or does not do what it must.
    #[error("{0}")]
    Tool(String),
}

impl Error {
    pub fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
        move |e| Error::Input(format!("{}: {e}", path.display()))
    }

    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Input(_) => 2,
            Error::Tool(_) => 3,
        }
    }
}
