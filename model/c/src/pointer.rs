//! Pointers from outside: checked for null and alignment, the only checks that there are. What they point at is the
//! caller's word.

#[cfg(feature = "blocks")]
use crate::status::ACKW_SIZE;
use crate::status::{ACKW_POINTER, Failure};
use std::ffi::{CStr, c_char};

fn checked<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    let what = match (pointer.is_null(), pointer.is_aligned()) {
        (true, _) => "null",
        (_, false) => "misaligned",
        _ => return Ok(()),
    };
    Err(Failure(ACKW_POINTER, format!("{name} is {what}: expected a pointer")))
}

/// # Safety
/// If not null and aligned, it points at a T that nobody writes meanwhile.
pub(crate) unsafe fn read<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    checked(pointer, name)?;
    Ok(unsafe { &*pointer })
}

/// # Safety
/// If not null and aligned, it points at a T that nobody else looks at meanwhile.
pub(crate) unsafe fn edit<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Failure> {
    checked(pointer, name)?;
    Ok(unsafe { &mut *pointer })
}

/// Writes a result; what stood there may be uninitialised.
///
/// # Safety
/// If not null and aligned, a T may be written there.
pub(crate) unsafe fn write<T>(pointer: *mut T, name: &str, value: T) -> Result<(), Failure> {
    checked(pointer, name)?;
    unsafe { pointer.write(value) };
    Ok(())
}

/// # Safety
/// If not null, it points at bytes that end with a 0.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Failure> {
    checked(pointer, name)?;
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|e| Failure(crate::ACKW_CONFIG, format!("{name} is not UTF-8: {e}")))
}

/// A row of so many words, checked; nothing is read or written yet.
#[cfg(feature = "blocks")]
pub(crate) fn row(pointer: *const u32, words: u32, expected: usize, name: &str) -> Result<(), Failure> {
    checked(pointer, name)?;
    if words as usize != expected {
        return Err(Failure(ACKW_SIZE, format!("{name} has {words} words: expected {expected}")));
    }
    Ok(())
}
