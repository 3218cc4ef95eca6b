//! `lsn`: what an ACK with an LSN confirms (hdl/src/lsn/README.md; draft 3.1; SEMANTICS L22, L24, L26), and its page of
//! registers.

use crate::page::{Access, Answer, Bank, Effect, Meets};
use layout::config::Config;
use layout::ldcp::N;
use layout::lsn::{Lsn, mtu_log2, page};
use layout::registers::{LSN, PAGE};

/// What an ACK says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// It acknowledges READ responses, which have bytes of their own.
    pub read: bool,
    /// All bytes before this one have come.
    pub value: Lsn,
}

/// What is kept of a QP: the bytes acknowledged of requests, and of READ responses.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    pub requests: Lsn,
    pub responses: Lsn,
}

impl Context {
    /// What a scheduler is told (S9).
    pub fn una(&self) -> Lsn {
        Lsn::wrap(self.requests.raw() + self.responses.raw())
    }
}

/// So far behind the last one an LSN is a duplicate's, or late.
pub const BEHIND: u64 = 1 << 30;

/// What came of it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// So many packets are confirmed: by bytes, each begun one counts.
    Confirms(N),
    /// Nothing is confirmed that was not before.
    Behind,
    /// It is further on than any QP has bytes in flight, or nowhere near.
    Nowhere,
}

/// Where an LSN is, of packets of that MTU.
#[inline]
pub fn found(last: Lsn, value: Lsn, mtu: u8) -> Found {
    let delta = value.raw().wrapping_sub(last.raw()) & Lsn::MAX_RAW;
    let packets = delta.div_ceil(1 << mtu_log2(mtu));
    match delta {
        0 => Found::Behind,
        1.. if packets <= N::MAX_RAW => Found::Confirms(N::wrap(packets)),
        _ if (1 << Lsn::BITS) - delta <= BEHIND => Found::Behind,
        _ => Found::Nowhere,
    }
}

/// One ACK that counts.
#[inline]
pub fn step(context: Context, said: Said, mtu: u8) -> (Context, Found) {
    let last = if said.read { context.responses } else { context.requests };
    let found = found(last, said.value, mtu);
    let after = match found {
        Found::Confirms(_) if said.read => Context { responses: said.value, ..context },
        Found::Confirms(_) => Context { requests: said.value, ..context },
        Found::Behind | Found::Nowhere => context,
    };
    (after, found)
}

/// The page of registers.
#[derive(Clone)]
pub struct Page {
    bank: Bank,
    /// The word at the last cycle's `rindex`; a data register.
    rdata: u32,
    data_reset: bool,
}

impl Page {
    pub fn new(config: &Config) -> Self {
        Self { bank: Bank::new(page()), rdata: 0, data_reset: config.rtl.datapath_reset }
    }

    fn value(&self, name: &str) -> u8 {
        self.bank.of(self.bank.place(name)) as u8
    }

    /// BTH.OpCode of these ACKs.
    pub fn opcode(&self) -> u8 {
        self.value("lsn_opcode")
    }

    /// The code of the MTU.
    pub fn mtu(&self) -> u8 {
        self.value("lsn_mtu")
    }

    /// One cycle.
    pub fn step(&mut self, rst_n: bool, access: &Access) -> Answer {
        let mut answer = Answer { taken: false, rdata: self.rdata, starts: 0 };
        self.rdata = 0;
        if access.rindex / (PAGE / 4) == LSN / PAGE {
            self.rdata = self.bank.word(access.rindex);
        }
        if access.write {
            let meets = Meets { init_done: true, host_busy: false, set_busy: false };
            let effect = self.bank.write(access.windex, access.wdata, access.last, meets, |_, _| true);
            answer.taken = effect != Effect::Refused;
        }
        if !rst_n {
            self.bank.reset();
            if self.data_reset {
                self.rdata = 0;
            }
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(last: u64, value: u64, mtu: u8) -> Found {
        found(Lsn::wrap(last), Lsn::wrap(value), mtu)
    }

    #[test]
    fn bytes_become_packets_each_begun_one_counts() {
        let packets = |n| Found::Confirms(N::wrap(n));
        assert_eq!(at(0, 1, 3), packets(1));
        assert_eq!(at(0, 1024, 3), packets(1));
        assert_eq!(at(0, 1025, 3), packets(2));
        assert_eq!(at(0xffff_ff00, 0x0000_0300, 3), packets(1));
        assert_eq!(at(0, 4096, 1), packets(16));
        assert_eq!(at(0, 4097, 5), packets(2));
    }

    #[test]
    fn the_furthest_is_of_all_packets_that_n_holds() {
        for mtu in 1..=5 {
            let most = 16_383 << mtu_log2(mtu);
            assert_eq!(at(7, 7 + most, mtu), Found::Confirms(N::MAX));
            assert_eq!(at(7, 8 + most, mtu), Found::Nowhere);
            assert_eq!(at(7, 7 + (1 << 31), mtu), Found::Nowhere);
            assert_eq!(at(7, 6 + (3 << 30), mtu), Found::Nowhere);
            assert_eq!(at(7, 7 + (3 << 30), mtu), Found::Behind);
            assert_eq!(at(7, 6, mtu), Found::Behind);
            assert_eq!(at(7, 7, mtu), Found::Behind);
        }
    }

    #[test]
    fn requests_and_read_responses_are_counted_apart_and_told_in_one() {
        let said = |read, value| Said { read, value: Lsn::wrap(value) };
        let (context, found) = step(Context::default(), said(false, 3000), 3);
        assert_eq!(found, Found::Confirms(N::wrap(3)));
        let (context, found) = step(context, said(true, 500), 3);
        assert_eq!((found, context.una().raw()), (Found::Confirms(N::wrap(1)), 3500));
        assert_eq!(step(context, said(true, 3000), 3).1, Found::Confirms(N::wrap(3)));
        assert_eq!(step(context, said(false, 3000), 3), (context, Found::Behind));
    }
}
