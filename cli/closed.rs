//! Whether there is a standard output at all. It is looked at before `main`: the standard library opens /dev/null in
//! the place of what is closed, and all that is written would be lost without a word.

use crate::failure::{Failure, Result};
use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

#[cfg(target_os = "linux")]
extern "C" fn look() {
    // SAFETY: the number is only asked about, and nothing is kept of it
    let stdout = unsafe { std::os::fd::BorrowedFd::borrow_raw(1) };
    CLOSED.store(rustix::io::fcntl_getfd(stdout).is_err(), Ordering::Relaxed);
}

/// Says no where there is nowhere to write to.
pub fn is_open() -> Result {
    match CLOSED.load(Ordering::Relaxed) {
        true => Err(Failure::input("standard output is closed: expected a terminal, a file or a pipe")),
        false => Ok(()),
    }
}
