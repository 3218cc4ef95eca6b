//! All that `ackwright export` writes but the manifest: the Verilog, and what an engineer who has no Rust needs around
//! it.
//!
//! # Why this module
//!
//! Constraints, scripts, core file, smoke test and page are made from the configuration and from the emitted design's
//! own port list, so that none of them can name what is not there. What another part of the generator has to add comes
//! in as [`Extras`].
//!
//! | in the folder | made by |
//! |---|---|
//! | `*.v`, `<top>.f`, `<top>_instance.vh`, `ackwright.toml` | [`files`], flat |
//! | `constraints/` | [`facts`], and `sdc`, `xdc`, `lpf` from it |
//! | `scripts/` | `scripts` |
//! | `sim/`, but for what follows | [`smoke`] |
//! | `sim/cocotb/` | `cocotb` |
//! | `doc/integration.md` | `guide` |
//! | `sim/` models of a target's own cells | [`crate::emit::Design::models`] |
//! | `<top>.core` | `core` |
//! | `README.md` | `readme`, and [`ports`] for its tables |
//! | `formal/` | [`crate::properties`] |
//! | `wrappers/`, and their constraints and scripts | [`crate::wrappers`] |
//! | `LICENSE-*` | here |

mod cocotb;
mod core;
pub mod facts;
mod fill;
mod guide;
mod lpf;
pub mod ports;
pub mod prefix;
mod readme;
mod scripts;
mod sdc;
pub mod smoke;
mod xdc;

use crate::design::NOT_ZERO;
use crate::emit::{Design, Sram};
use crate::properties::{self, NoSignal};
use facts::Facts;
pub use guide::for_folder;
use layout::config::{Config, Target};
use smoke::{Smoke, SmokeError};
use std::collections::BTreeSet;

/// What the generator itself cannot know.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// A test bench's stimulus and the answers of the model; `None`: the folder carries no test bench.
    pub smoke: Option<Smoke>,
    /// Files of other writers: register maps, say.
    pub files: Vec<Extra>,
}

/// A file of another writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// Below the folder, with `/` between its parts.
    pub path: String,
    pub text: String,
    /// A line for the folder's page: what the file is.
    pub about: String,
}

/// Why there is no folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryError {
    #[error(transparent)]
    Smoke(#[from] SmokeError),
    #[error(transparent)]
    Properties(#[from] NoSignal),
    #[error("{0}: expected a path below the folder, without `..`")]
    Path(String),
    #[error("{0}: two files of this name")]
    Twice(String),
    #[error("module {0} has no port clk")]
    Clock(String),
}

/// The licences, as they lie at the root of the project.
const LICENCES: [(&str, &str); 2] = [
    ("LICENSE-MIT", include_str!("../../../LICENSE-MIT")),
    ("LICENSE-APACHE", include_str!("../../../LICENSE-APACHE")),
];

/// How the design goes into a NIC.
const GUIDE: &str = "doc/integration.md";

/// What the files of this module say of their licence.
const SPDX: &str = "SPDX-License-Identifier: MIT OR Apache-2.0";

/// What the writers read.
struct Source<'a> {
    config: &'a Config,
    design: &'a Design,
    facts: Facts,
    extras: &'a Extras,
}

impl Source<'_> {
    fn top(&self) -> &str {
        &self.design.top
    }

    /// It is the design with its host, which the integration guide is about.
    fn whole(&self) -> bool {
        self.top() == "ackw_nic"
    }

    /// The names of the target's own cells' models, as paths of the folder.
    fn models(&self) -> impl Iterator<Item = String> + '_ {
        self.design.models.iter().map(|(name, _)| format!("sim/{name}"))
    }

    /// The design is plain Verilog for any tool, not made of one vendor's cells.
    fn any_vendor(&self) -> bool {
        self.config.rtl.target == Target::Generic
    }

    /// Whose file it is, and from what; each line begins with `mark`.
    fn head(&self, mark: &str) -> String {
        format!(
            "{mark} Ackwright, configuration {}. Written by `ackwright export`.\n{mark} {SPDX}\n",
            self.config.hash()
        )
    }
}

/// The files of the folder but the manifest, as (path below it, text), the Verilog first.
pub fn files(config: &Config, design: &Design, extras: &Extras) -> Result<Vec<(String, String)>, DeliveryError> {
    let source = &Source { config, design, facts: Facts::of(config, design)?, extras };
    let top = source.top();
    let mut files = design.files.clone();
    let mut add = |path: String, text: String| files.push((path, text));
    add(format!("{top}.f"), design.file_list());
    add(format!("{top}_instance.vh"), design.instance(&NOT_ZERO));
    add("ackwright.toml".into(), config.canonical());

    add("README.md".into(), readme::text(source));
    if !design.srams.is_empty() {
        add("memories.csv".into(), memories(design));
    }
    add(format!("{top}.core"), core::text(source));
    for (name, text) in LICENCES {
        add(name.into(), text.into());
    }
    add(format!("constraints/{top}.sdc"), sdc::clocks_file(source));
    add(format!("constraints/{top}_ooc.sdc"), sdc::ports_file(source));
    add(format!("constraints/{top}.lpf"), lpf::text(source));
    if source.any_vendor() {
        add(format!("constraints/{top}.xdc"), xdc::text(source));
        add("scripts/vivado.tcl".into(), scripts::vivado(source));
        add("scripts/quartus.tcl".into(), scripts::quartus(source));
    }
    add("scripts/open_flow.sh".into(), scripts::open_flow(source));
    for (name, text) in &design.models {
        add(format!("sim/{name}"), text.clone());
    }
    if let Some(smoke) = &extras.smoke {
        let bench = smoke::Bench::new(smoke, source)?;
        add(format!("sim/{}.f", bench.name), bench.file_list());
        add(format!("sim/{}.v", bench.name), bench.text());
        for (path, text) in cocotb::files(smoke, source) {
            add(path, text);
        }
    }
    if source.whole() {
        add(GUIDE.into(), guide::integration());
    }
    for file in crate::wrappers::files(config, design) {
        add(file.path, file.text);
    }
    for (path, text) in properties::files(config, design, &source.head("//"))? {
        add(path, text);
    }
    for extra in &extras.files {
        add(extra.path.clone(), extra.text.clone());
    }
    check(&files)?;
    Ok(files)
}

/// The macros, in the order of the chain for their test and repair.
fn memories(design: &Design) -> String {
    let row = |sram: &Sram| format!("{},{},{},{}\n", sram.path, sram.module, sram.words, sram.width);
    "instance,module,words,bits\n".to_owned() + &design.srams.iter().map(row).collect::<String>()
}

/// A path of a file that belongs to the folder: relative, below it, and the same on every system.
pub fn is_below(path: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':']);
    path.split('/').all(part)
}

fn check(files: &[(String, String)]) -> Result<(), DeliveryError> {
    let mut seen = BTreeSet::new();
    for (path, _) in files {
        if !is_below(path) {
            return Err(DeliveryError::Path(path.clone()));
        }
        if !seen.insert(path) {
            return Err(DeliveryError::Twice(path.clone()));
        }
    }
    Ok(())
}
