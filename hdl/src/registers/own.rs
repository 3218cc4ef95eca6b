//! The NIC's own addresses, with which the parser may compare those of packets.

use super::Last;
use crate::parser::OwnCfg;
use crate::prelude::*;
use layout::config::Config;
use layout::registers::named;

/// The registers `cfg_own_*`.
#[derive(LogicBlock)]
pub struct Own {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, RegisterBus>,
    pub last: Signal<In, Last>,
    pub taken: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub cfg_own: Signal<Out, OwnCfg>,

    mac: WideRegister<48>,
    ipv4: Register<32>,
    check: Register<3>,
    ipv6_high: WideRegister<64>,
    ipv6_low: WideRegister<64>,
    word: DReg<U<32>>,
}

impl Own {
    pub fn new(config: &Config) -> Self {
        let at = |name: &str| named(config, name);
        Self {
            clock: Default::default(),
            bus: Default::default(),
            last: Default::default(),
            taken: Default::default(),
            rdata: Default::default(),
            cfg_own: Default::default(),
            mac: WideRegister::new(at("cfg_own_mac")),
            ipv4: Register::new(at("cfg_own_ipv4")),
            check: Register::new(at("cfg_own_check")),
            ipv6_high: WideRegister::new(at("cfg_own_ipv6_high")),
            ipv6_low: WideRegister::new(at("cfg_own_ipv6_low")),
            word: Default::default(),
        }
    }
}

impl Logic for Own {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module registers_own");
        comment!("@doc The NIC's own addresses, and which of them the parser compares.");
        comment!("@port bus a host's access, see ackw_axi_lite");
        comment!("@port last_index which word the write before this one wrote, and what");
        comment!("@port taken the write is");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port cfg_own_check to the parser, as what follows");
        clock!(self, clock, mac, ipv4, check, ipv6_high, ipv6_low, word);

        self.mac.bus.next = self.bus.val();
        self.mac.last_index.next = self.last.val().index;
        self.mac.last_data.next = self.last.val().data;
        self.ipv4.bus.next = self.bus.val();
        self.check.bus.next = self.bus.val();
        self.ipv6_high.bus.next = self.bus.val();
        self.ipv6_high.last_index.next = self.last.val().index;
        self.ipv6_high.last_data.next = self.last.val().data;
        self.ipv6_low.bus.next = self.bus.val();
        self.ipv6_low.last_index.next = self.last.val().index;
        self.ipv6_low.last_data.next = self.last.val().data;
        self.cfg_own.next.check = self.check.value.val();
        self.cfg_own.next.mac = self.mac.value.val();
        self.cfg_own.next.ipv4 = self.ipv4.value.val();
        self.cfg_own.next.ipv6_high = self.ipv6_high.value.val();
        self.cfg_own.next.ipv6_low = self.ipv6_low.value.val();

        comment!("The answers");
        self.taken.next = self.mac.taken.val()
            | self.ipv4.taken.val()
            | self.check.taken.val()
            | self.ipv6_high.taken.val()
            | self.ipv6_low.taken.val();
        self.word.d.next = self.mac.rdata.val()
            | self.ipv4.rdata.val()
            | self.check.rdata.val()
            | self.ipv6_high.rdata.val()
            | self.ipv6_low.rdata.val();
        self.rdata.next = self.word.q.val();
    }
}
