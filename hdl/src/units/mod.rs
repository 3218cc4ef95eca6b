//! The units that the engine holds in sockets: those of [`each_unit!`].

mod loss_queue;
mod sense_queue;
mod socket;
mod update_port;
mod waits;

pub use loss_queue::{Loss, LossQueue};
pub use sense_queue::SenseQueue;
pub(crate) use socket::socket_of;
pub use socket::{Slot, Socket, Unit};
pub use update_port::UpdatePort;
pub use waits::Waits;

use layout::config::{Config, Unit as Name};
use layout::each_unit;
use layout::timing::{unit_latency, Latency};

macro_rules! slots {
    ($($unit:ident in $module:ident: $($algorithm:ident = $code:literal of $row:ident),+;)+) => {
        fn slot(config: &Config, unit: Name) -> Slot {
            match unit {
                $(Name::$unit => crate::$module::unit::slot(config),)+
            }
        }
    };
}
each_unit!(slots);

/// Those of a configuration, in the order of their places.
pub fn of(config: &Config) -> Vec<Slot> {
    config.engine.units.iter().map(|unit| slot(config, *unit)).collect()
}

/// Where a unit's updates wait for those of a slower unit of the same stream: none, if it is the slowest.
pub(crate) fn waits_of(config: &Config, unit: Name) -> Vec<Waits> {
    let cycles = Latency::of(config).update(unit) - unit_latency(config, unit).update;
    (cycles > 0).then(|| Waits::new(cycles as usize)).into_iter().collect()
}
