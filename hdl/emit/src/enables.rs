//! Whether memories have a read enable, which is known when a design is elaborated: macros have one, and so have words
//! with check bits; an array that synthesis finds by itself has none. And whether registers of data have an enable.
//!
//! Both hold for this thread, as the width of a QP's index does ([`crate::width`]).

use std::cell::Cell;

thread_local! {
    static THERE: Cell<bool> = const { Cell::new(false) };
    static HOLD: Cell<bool> = const { Cell::new(true) };
}

/// Every memory has a read enable, if so, on this thread, as long as this lives.
#[must_use = "it holds as long as this lives"]
#[derive(Debug)]
pub struct ReadEnables {
    before: bool,
}

impl ReadEnables {
    pub fn set(there: bool) -> Self {
        Self { before: THERE.replace(there) }
    }

    /// What it is now; false where nobody has set it.
    pub fn now() -> bool {
        THERE.get()
    }
}

impl Drop for ReadEnables {
    fn drop(&mut self) {
        THERE.set(self.before);
    }
}

/// Registers of data load only what counts, if so, on this thread, as long as this lives; else they load in every
/// cycle.
#[must_use = "it holds as long as this lives"]
#[derive(Debug)]
pub struct DataEnables {
    before: bool,
}

impl DataEnables {
    pub fn set(there: bool) -> Self {
        Self { before: HOLD.replace(there) }
    }

    /// What it is now; true where nobody has set it.
    pub fn now() -> bool {
        HOLD.get()
    }
}

impl Drop for DataEnables {
    fn drop(&mut self) {
        HOLD.set(self.before);
    }
}
