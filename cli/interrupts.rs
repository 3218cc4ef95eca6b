//! Ctrl-C and its like, where something has to be put in order first: they are heard, and obeyed a little later.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Signals that ask for an end, from [`Interrupts::hear`] to [`Interrupts::obey`].
pub struct Interrupts {
    came: Arc<AtomicUsize>,
    end_at_once: Arc<AtomicBool>,
}

impl Interrupts {
    pub fn hear() -> io::Result<Interrupts> {
        let heard = Interrupts { came: Arc::new(AtomicUsize::new(0)), end_at_once: Arc::new(AtomicBool::new(false)) };
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            flag::register_conditional_default(signal, heard.end_at_once.clone())?;
            flag::register_usize(signal, heard.came.clone(), signal as usize)?;
        }
        Ok(heard)
    }

    /// One has come.
    pub fn came(&self) -> bool {
        self.came.load(Ordering::Relaxed) != 0
    }

    /// From here on a signal does what it does; one that came, now.
    pub fn obey(&self) {
        self.end_at_once.store(true, Ordering::Relaxed);
        if let came @ 1.. = self.came.load(Ordering::Relaxed) {
            let _ = low_level::emulate_default_handler(came as i32);
        }
    }
}
