//! The revision that a program was built from: found when it is built (`build.rs`), so that it is the program's own,
//! whatever the source tree becomes. Only programs depend on this crate: it changes with every commit, and what depends
//! on it is built again.

/// Twelve hex digits; `unknown` where there was no git, or no repository of this tree's own.
pub const COMMIT: &str = env!("ACKWRIGHT_COMMIT");

/// What programs are made of had changes that no revision has.
pub const DIRTY: bool = matches!(env!("ACKWRIGHT_DIRTY").as_bytes(), b"true");

/// Both, as a message shows them.
pub fn text() -> String {
    format!("{COMMIT}{}", if DIRTY { " (dirty)" } else { "" })
}
