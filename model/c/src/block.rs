//! A block of a configuration, cycle by cycle: a handle that takes a row of inputs and gives a row of outputs.
//!
//! Rows are of 32-bit words, as DPI-C has packed vectors and Verilator its wide ports: each port takes as many as it
//! needs, the lowest first. The model's own rows are of 64-bit words.

use crate::pointer::{edit, read, row, text, write};
use crate::status::{ACKW_CONFIG, ACKW_NAME, ACKW_RULE, Failure, ackw_status, guard};
use crate::version::config;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use tb::{Alone, Side};

/// A block; one thread at a time may use it.
pub struct ackw_block {
    alone: Alone,
    sides: [Ports; 2],
    /// Input, output and what counts, in the model's rows.
    rows: [Vec<u64>; 3],
    /// A rule was broken: what the model holds means nothing.
    broken: bool,
}

/// A direction: the block's inputs.
pub const ACKW_IN: u32 = 0;
/// A direction: the block's outputs.
pub const ACKW_OUT: u32 = 1;

/// Where a port lies in the rows of its direction.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ackw_port {
    /// As in the Verilog; lives as long as the block.
    pub name: *const c_char,
    /// ACKW_IN or ACKW_OUT.
    pub direction: u32,
    pub bits: u32,
    /// Its first word in a row, and how many words it takes.
    pub word: u32,
    pub words: u32,
}

/// The ports of a direction.
struct Ports {
    names: Vec<CString>,
    places: Vec<Place>,
    words: usize,
}

struct Place {
    bits: u32,
    /// In a row of 32-bit words.
    word: usize,
    words: usize,
    /// The first in a row of the model.
    wide: usize,
}

impl Ports {
    fn new(side: &Side) -> Ports {
        let mut ports = Ports { names: vec![], places: vec![], words: 0 };
        for column in side.columns() {
            let words = column.width.div_ceil(32) as usize;
            // a port's name is a Verilog identifier
            ports.names.push(CString::new(column.name.as_str()).unwrap_or_default());
            ports.places.push(Place { bits: column.width, word: ports.words, words, wide: column.word });
            ports.words += words;
        }
        ports
    }

    fn port(&self, direction: u32, index: usize) -> Option<ackw_port> {
        let (name, place) = (self.names.get(index)?, self.places.get(index)?);
        let (word, words) = (place.word as u32, place.words as u32);
        Some(ackw_port { name: name.as_ptr(), direction, bits: place.bits, word, words })
    }

    /// # Safety
    /// `from` points at a row of these ports.
    unsafe fn widen(&self, from: *const u32, to: &mut [u64]) {
        to.fill(0);
        for place in &self.places {
            for k in 0..place.words {
                let word = unsafe { from.add(place.word + k).read() };
                to[place.wide + k / 2] |= u64::from(word) << (32 * (k % 2));
            }
        }
    }

    /// # Safety
    /// `to` points at a row of these ports that may be written.
    unsafe fn narrow(&self, from: &[u64], to: *mut u32) {
        for place in &self.places {
            for k in 0..place.words {
                let word = (from[place.wide + k / 2] >> (32 * (k % 2))) as u32;
                unsafe { to.add(place.word + k).write(word) };
            }
        }
    }
}

impl ackw_block {
    fn new(toml: &str, block: &str) -> Result<ackw_block, Failure> {
        let config = config(toml)?;
        let known = tb::blocks::blocks_of(&config);
        if !known.contains(&block) {
            return Err(Failure(ACKW_NAME, format!("block {block}: expected one of {}", known.join(", "))));
        }
        let alone = tb::blocks::alone(&config, block).map_err(|e| Failure(ACKW_CONFIG, e.to_string()))?;
        let sides = [Ports::new(alone.inputs()), Ports::new(alone.outputs())];
        let (input, output) = (vec![0; alone.inputs().words()], vec![0; alone.outputs().words()]);
        let rows = [input, output.clone(), output];
        Ok(ackw_block { alone, sides, rows, broken: false })
    }

    fn side(&self, direction: u32) -> Result<&Ports, Failure> {
        let bad = || Failure::range(format!("direction = {direction}: expected ACKW_IN (0) or ACKW_OUT (1)"));
        self.sides.get(direction as usize).ok_or_else(bad)
    }
}

/// A block of a configuration after reset. `toml` is the text of an ackwright.toml, empty for the reference; `block` a
/// name as "pawa", "engine", "top" or "nic". The handle in `made` is freed with ackw_block_free(); null after a
/// failure.
///
/// # Safety
/// The texts end with a 0; `made` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_block_new(
    toml: *const c_char,
    block: *const c_char,
    made: *mut *mut ackw_block,
) -> ackw_status {
    guard(|| {
        unsafe { write(made, "made", std::ptr::null_mut()) }?;
        let new = ackw_block::new(unsafe { text(toml, "toml") }?, unsafe { text(block, "block") }?)?;
        unsafe { write(made, "made", Box::into_raw(Box::new(new))) }
    })
}

/// Frees a block; null is no block, and nothing happens.
///
/// # Safety
/// `block` is null or from ackw_block_new(), and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_block_free(block: *mut ackw_block) {
    guard(|| {
        if !block.is_null() {
            drop(unsafe { Box::from_raw(block) });
        }
        Ok(())
    });
}

/// The block as it was made: contexts, parameters and all.
///
/// # Safety
/// `block` is from ackw_block_new().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_block_reset(block: *mut ackw_block) -> ackw_status {
    guard(|| {
        let block = unsafe { edit(block, "block") }?;
        block.alone.restart();
        block.broken = false;
        Ok(())
    })
}

/// How many ports a direction has, and how many words its rows.
///
/// # Safety
/// `block` is from ackw_block_new(); `ports` and `words` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_block_size(
    block: *const ackw_block,
    direction: u32,
    ports: *mut u32,
    words: *mut u32,
) -> ackw_status {
    guard(|| {
        let side = unsafe { read(block, "block") }?.side(direction)?;
        unsafe { write(ports, "ports", side.names.len() as u32) }?;
        unsafe { write(words, "words", side.words as u32) }
    })
}

/// A port by its number.
///
/// # Safety
/// `block` is from ackw_block_new(); `port` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_block_port(
    block: *const ackw_block,
    direction: u32,
    index: u32,
    port: *mut ackw_port,
) -> ackw_status {
    guard(|| {
        let side = unsafe { read(block, "block") }?.side(direction)?;
        let found = side.port(direction, index as usize);
        let none = || Failure(ACKW_NAME, format!("port {index}: expected one below {}", side.names.len()));
        unsafe { write(port, "port", found.ok_or_else(none)?) }
    })
}

/// A port by its name.
///
/// # Safety
/// `block` is from ackw_block_new(), `name` ends with a 0; `port` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_block_find(
    block: *const ackw_block,
    name: *const c_char,
    port: *mut ackw_port,
) -> ackw_status {
    guard(|| {
        let block = unsafe { read(block, "block") }?;
        let name = unsafe { text(name, "name") }?;
        let at = |side: &Ports| side.names.iter().position(|n| n.to_bytes() == name.as_bytes());
        let found = (ACKW_IN..=ACKW_OUT).zip(&block.sides).find_map(|(d, side)| side.port(d, at(side)?));
        let none = || Failure(ACKW_NAME, format!("the block has no port {name}"));
        unsafe { write(port, "port", found.ok_or_else(none)?) }
    })
}

/// One clock cycle: the outputs that these inputs see before the rising edge, then the edge. A bit of `counts`, which
/// may be null, is 1 where the output means something in this cycle; in the first 8 cycles none does. Rows may be the
/// same memory.
///
/// # Safety
/// `block` is from ackw_block_new(); `input` points at `in_words` words, `output` and `counts` at `out_words` that may
/// be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ackw_block_step(
    block: *mut ackw_block,
    input: *const u32,
    in_words: u32,
    output: *mut u32,
    counts: *mut u32,
    out_words: u32,
) -> ackw_status {
    guard(|| {
        let ackw_block { alone, sides, rows, broken } = unsafe { edit(block, "block") }?;
        let [inputs, outputs] = sides;
        row(input, in_words, inputs.words, "input")?;
        row(output, out_words, outputs.words, "output")?;
        if !counts.is_null() {
            row(counts, out_words, outputs.words, "counts")?;
        }
        if *broken {
            return Err(Failure(ACKW_RULE, "a rule was broken before: expected ackw_block_reset()".into()));
        }
        let [wide_in, wide_out, wide_counts] = rows;
        unsafe { inputs.widen(input, wide_in) };
        let stepped = catch_unwind(AssertUnwindSafe(|| alone.step(wide_in, wide_out, wide_counts)));
        if let Err(panic) = stepped {
            *broken = true;
            resume_unwind(panic);
        }
        unsafe { outputs.narrow(wide_out, output) };
        if !counts.is_null() {
            unsafe { outputs.narrow(wide_counts, counts) };
        }
        Ok(())
    })
}
