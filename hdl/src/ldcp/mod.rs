//! LDCP in the engine: its window unit, of the blocks `pawa` and `interval`, with its page of registers.

mod page;
mod start_page;
mod unit;

pub use page::LdcpPage;
pub use start_page::LdcpStartPage;
pub use unit::LdcpUnit;
