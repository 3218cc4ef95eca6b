//! Which library this is, and which configuration a text stands for.

use crate::pointer::{text, write};
use crate::status::{ACKW_CONFIG, Failure, ackw_status, guard};
use layout::config::Config;
use std::ffi::c_char;

/// Grows with every change after which a program that was compiled before could go wrong.
pub const ACKW_ABI: u32 = 1;

/// ACKW_ABI of the library, to be compared with that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn ackw_abi() -> u32 {
    ACKW_ABI
}

/// The version of Ackwright that the library is of, such as "0.2.0".
#[unsafe(no_mangle)]
pub extern "C" fn ackw_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

pub(crate) fn config(toml: &str) -> Result<Config, Failure> {
    Config::parse(toml).map_err(|e| Failure(ACKW_CONFIG, e.to_string()))
}

/// The hash of a configuration, given as the text of an ackwright.toml (empty: the reference): that of the first line
/// of every exported file, and of the register config_hash.
///
/// # Safety
/// `toml` ends with a 0; `hash` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_config_hash(toml: *const c_char, hash: *mut u64) -> ackw_status {
    guard(|| {
        let config = config(unsafe { text(toml, "toml") }?)?;
        let number = u64::from_str_radix(&config.hash(), 16).map_err(Failure::range)?;
        unsafe { write(hash, "hash", number) }
    })
}
