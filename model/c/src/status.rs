//! What a function gives back, and the line that says why. A panic of the model ends here.

use std::cell::{Cell, RefCell};
use std::ffi::{CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// What came of a call: ACKW_OK or the kind of failure; ackw_last_error() has the line.
pub type ackw_status = i32;

/// Done.
pub const ACKW_OK: ackw_status = 0;
/// A pointer is null or misaligned.
pub const ACKW_POINTER: ackw_status = 1;
/// A row or buffer has another length than the block.
pub const ACKW_SIZE: ackw_status = 2;
/// The configuration cannot be built.
pub const ACKW_CONFIG: ackw_status = 3;
/// There is no block, port or index of that name.
pub const ACKW_NAME: ackw_status = 4;
/// A value lies outside its range.
pub const ACKW_RANGE: ackw_status = 5;
/// The inputs broke a rule that the model relies on; the block answers again after ackw_block_reset().
pub const ACKW_RULE: ackw_status = 6;

/// A status other than ACKW_OK, and why.
pub(crate) struct Failure(pub ackw_status, pub String);

impl Failure {
    pub fn range(why: impl Display) -> Failure {
        Failure(ACKW_RANGE, why.to_string())
    }
}

thread_local! {
    static ERROR: RefCell<CString> = RefCell::default();
    /// A call of ours is under way in this thread: what a panic says goes into it, not to stderr.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<String> = RefCell::default();
}

/// Runs the body of a function; keeps what went wrong.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> ackw_status {
    catch_panics();
    let outside = INSIDE.replace(true);
    let result = catch_unwind(AssertUnwindSafe(body));
    INSIDE.set(outside);
    let Failure(status, why) = match result {
        Ok(Ok(())) => return ACKW_OK,
        Ok(Err(failure)) => failure,
        Err(_) => Failure(ACKW_RULE, PANIC.take()),
    };
    let why: Vec<u8> = why.bytes().filter(|b| *b != 0).collect();
    ERROR.set(CString::new(why).unwrap_or_default());
    status
}

fn catch_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !INSIDE.get() {
                return before(info);
            }
            let place = info.location().map_or(String::new(), |l| format!(" ({}:{})", l.file(), l.line()));
            let said = info.payload_as_str().unwrap_or("the model stopped").replace('\n', " ");
            PANIC.set(said + &place);
        }));
    });
}

/// Why the last call of this thread failed: one line, never null, valid until the next failure in this thread.
#[unsafe(no_mangle)]
pub extern "C" fn ackw_last_error() -> *const c_char {
    ERROR.with_borrow(|error| error.as_ptr())
}
