//! A loaded design and its instances: rows in, rows out.

use std::{
    ffi::{CStr, CString, c_char, c_int, c_void},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use cpu_time::ThreadTime;
use libloading::Library;

use crate::{Design, Error};

type Instance = *mut c_void;

/// A design compiled and loaded; make instances of it with [`Dut::new`].
pub struct Lib {
    path: PathBuf,
    simulator: String,
    in_words: usize,
    out_words: usize,
    new: unsafe extern "C" fn(c_int) -> Instance,
    free: unsafe extern "C" fn(Instance),
    error: unsafe extern "C" fn() -> *const c_char,
    run: unsafe extern "C" fn(Instance, *const u64, *mut u64, usize) -> c_int,
    bare: unsafe extern "C" fn(Instance, *const u64, usize, usize) -> c_int,
    trace_open: unsafe extern "C" fn(Instance, *const c_char, u64) -> c_int,
    trace_close: unsafe extern "C" fn(Instance),
    save: unsafe extern "C" fn(Instance, *mut u8, usize) -> usize,
    restore: unsafe extern "C" fn(Instance, *const u8, usize) -> c_int,
    coverage: unsafe extern "C" fn(Instance, *const c_char) -> c_int,
    // the function pointers above point into it: it goes last
    _library: Library,
}

impl Lib {
    /// Loads what [`Builder::build`](crate::Builder::build) made of `design`.
    pub fn open(path: &Path, design: &Design, simulator: String) -> Result<Arc<Lib>, Error> {
        let fail = |e: libloading::Error| Error::Load { path: path.into(), what: e.to_string() };
        // SAFETY: the file is our own build of shim.cpp: its constructors are Verilator's, its symbols have these
        // types.
        let lib = unsafe {
            let library = Library::new(path).map_err(fail)?;
            macro_rules! symbol {
                ($name:literal) => {
                    *library.get($name).map_err(fail)?
                };
            }
            let in_words: unsafe extern "C" fn() -> u32 = symbol!(b"tb_in_words\0");
            let out_words: unsafe extern "C" fn() -> u32 = symbol!(b"tb_out_words\0");
            Lib {
                path: path.into(),
                simulator,
                in_words: in_words() as usize,
                out_words: out_words() as usize,
                new: symbol!(b"tb_new\0"),
                free: symbol!(b"tb_free\0"),
                error: symbol!(b"tb_error\0"),
                run: symbol!(b"tb_run\0"),
                bare: symbol!(b"tb_bare\0"),
                trace_open: symbol!(b"tb_trace_open\0"),
                trace_close: symbol!(b"tb_trace_close\0"),
                save: symbol!(b"tb_save\0"),
                restore: symbol!(b"tb_restore\0"),
                coverage: symbol!(b"tb_coverage\0"),
                _library: library,
            }
        };
        // everything after relies on this for the lengths of slices
        if (lib.in_words, lib.out_words) != (design.inputs().words(), design.outputs().words()) {
            return Err(Error::Load { path: path.into(), what: "it was built for other ports".into() });
        }
        Ok(Arc::new(lib))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
    /// The version line of the Verilator that built it.
    pub fn simulator(&self) -> &str {
        &self.simulator
    }

    /// Why the last call on this thread failed.
    fn failure(&self) -> Error {
        // SAFETY: a C string that lives until the next failure on this thread; copied at once.
        let what = unsafe { CStr::from_ptr((self.error)()) }.to_string_lossy().into_owned();
        Error::Simulation { what }
    }
}

/// The state of an instance at one moment; restores only into instances of the same library.
#[derive(Clone)]
pub struct Snapshot {
    library: PathBuf,
    bytes: Vec<u8>,
}

/// One instance of a design.
pub struct Dut {
    lib: Arc<Lib>,
    instance: Instance,
    cycle: u64,
}

// SAFETY: an instance has its own VerilatedContext, and every entry of the shim makes it the context of its thread.
unsafe impl Send for Dut {}

impl Dut {
    /// An instance whose registers start at random values made from `seed`.
    pub fn new(lib: &Arc<Lib>, seed: u64) -> Result<Dut, Error> {
        // Verilator takes 31 bits, and 0 as "use the clock"
        let seed = (crate::rng::splitmix64(seed) >> 33) as c_int;
        // SAFETY: `new` gives a fresh instance, which `drop` frees.
        let instance = unsafe { (lib.new)(seed.max(1)) };
        if instance.is_null() {
            return Err(lib.failure());
        }
        Ok(Dut { lib: lib.clone(), instance, cycle: 0 })
    }

    /// How many cycles it has run.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Runs one cycle for each row of `rows` and leaves the rows of outputs in `out`. A part of a row at the end of
    /// `rows` is ignored. After an error, such as a combinational loop that does not settle, the instance is of no use.
    pub fn run(&mut self, rows: &[u64], out: &mut Vec<u64>) -> Result<(), Error> {
        let cycles = rows.len() / self.lib.in_words;
        out.resize(cycles * self.lib.out_words, 0);
        // SAFETY: both slices hold `cycles` rows of the widths the library was built for (checked in `open`).
        let code = unsafe { (self.lib.run)(self.instance, rows.as_ptr(), out.as_mut_ptr(), cycles) };
        self.cycle += cycles as u64;
        if code == 0 { Ok(()) } else { Err(self.lib.failure()) }
    }

    /// How many cycles a second Verilator does by itself: `cycles` cycles in a loop in C, fed with `rows` over and
    /// over, no output read. In the processor time of this thread.
    pub fn bare_rate(&mut self, rows: &[u64], cycles: usize) -> Result<f64, Error> {
        let n = rows.len() / self.lib.in_words;
        if n == 0 {
            return Ok(0.0);
        }
        let start = ThreadTime::now();
        // SAFETY: `rows` holds `n` rows.
        let code = unsafe { (self.lib.bare)(self.instance, rows.as_ptr(), n, cycles) };
        let seconds = start.elapsed().as_secs_f64();
        self.cycle += cycles as u64;
        if code == 0 { Ok(cycles as f64 / seconds) } else { Err(self.lib.failure()) }
    }

    /// The state of all registers and memories. Only the fast build can.
    pub fn save(&self) -> Result<Snapshot, Error> {
        let mut bytes = vec![];
        loop {
            // SAFETY: `bytes` has room for what it says.
            let size = unsafe { (self.lib.save)(self.instance, bytes.as_mut_ptr(), bytes.len()) };
            match size {
                0 => return Err(Error::Unsupported("save")),
                n if n <= bytes.len() => return Ok(Snapshot { library: self.lib.path.clone(), bytes }),
                n => bytes.resize(n, 0),
            }
        }
    }

    /// Back to a state that was saved. The count of cycles goes on.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        if snapshot.library != self.lib.path {
            return Err(Error::Unsupported("restore from another design"));
        }
        // SAFETY: the bytes were saved by this very library.
        let code = unsafe { (self.lib.restore)(self.instance, snapshot.bytes.as_ptr(), snapshot.bytes.len()) };
        if code == 0 { Ok(()) } else { Err(Error::Unsupported("restore")) }
    }

    /// Writes a VCD from here on. The next cycle is called `first_cycle`; cycle c is at times 2c and 2c + 1.
    pub fn trace_open(&mut self, path: &Path, first_cycle: u64) -> Result<(), Error> {
        let text = c_path(path)?;
        // SAFETY: `text` is a C string.
        match unsafe { (self.lib.trace_open)(self.instance, text.as_ptr(), first_cycle) } {
            0 => Ok(()),
            2 => Err(Error::Unsupported("tracing")),
            _ => Err(Error::Io { path: path.into(), source: std::io::Error::other("cannot open a VCD there") }),
        }
    }

    pub fn trace_close(&mut self) {
        // SAFETY: does nothing when no trace is open.
        unsafe { (self.lib.trace_close)(self.instance) }
    }

    /// Writes what the coverage build has counted so far.
    pub fn write_coverage(&self, path: &Path) -> Result<(), Error> {
        std::fs::File::create(path).map_err(Error::io(path))?; // where it cannot write, Verilator does not say so
        let text = c_path(path)?;
        // SAFETY: `text` is a C string.
        match unsafe { (self.lib.coverage)(self.instance, text.as_ptr()) } {
            0 => Ok(()),
            _ => Err(Error::Unsupported("coverage")),
        }
    }
}

impl Drop for Dut {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed only here.
        unsafe { (self.lib.free)(self.instance) }
    }
}

fn c_path(path: &Path) -> Result<CString, Error> {
    let nul = |_| std::io::Error::new(std::io::ErrorKind::InvalidInput, "the path has a NUL in it");
    CString::new(path.as_os_str().as_bytes()).map_err(nul).map_err(Error::io(path))
}
