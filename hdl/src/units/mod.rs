//! The units that the engine holds in sockets, and the list of them.

mod sense_queue;
mod socket;
mod update_port;
mod waits;

pub use sense_queue::SenseQueue;
pub(crate) use socket::socket_of;
pub use socket::{Slot, Socket, Unit};
pub use update_port::UpdatePort;
pub use waits::Waits;

use layout::config::{Config, Unit as Name};

/// Those of a configuration, in the order of their places. LDCP and HPCC++ are held by name.
pub fn of(config: &Config) -> Vec<Slot> {
    let slot = |unit| match unit {
        Name::Dcqcn => Some(Slot::new(crate::dcqcn::DcqcnUnit::new(config))),
        Name::Dctcp => Some(Slot::new(crate::dctcp::DctcpUnit::with_ecc(config.rtl.ecc))),
        Name::Ldcp | Name::Hpcc => None,
    };
    config.in_sockets().filter_map(slot).collect()
}
