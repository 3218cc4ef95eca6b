//! Registers of an engine with check bits: what is injected and how often is scrubbed; and the interrupt, which has
//! two bits more.

use crate::prelude::*;
use crate::records::EccControl;
use layout::config::Config;
use layout::registers::{named, ALERTS, ECC_ALERTS};

const HAPPENS: usize = ALERTS.len();
const ALERT_BITS: usize = HAPPENS + ECC_ALERTS.len();

/// The registers `irq_*` and `ecc_*`.
#[derive(LogicBlock)]
pub struct Protection {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, RegisterBus>,
    pub taken: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub new_alerts: Signal<In, U<HAPPENS>>,
    pub fault: Signal<In, Fault>,
    pub rom: Signal<In, RomFault>,
    pub raises: Signal<Out, Bit>,
    pub ecc: Signal<Out, EccControl>,

    irq_status: Status<ALERT_BITS>,
    irq_enable: Register<ALERT_BITS>,
    irq_clear: Register<ALERT_BITS>,
    inject: Register<2>,
    scrub_interval: Register<24>,

    pending: Reg<U<ALERT_BITS>>,
    word: DReg<U<32>>,
    all_new_alerts: Signal<Local, U<ALERT_BITS>>,
}

impl Protection {
    pub fn new(config: &Config) -> Self {
        let at = |name: &str| named(config, name);
        Self {
            clock: Default::default(),
            bus: Default::default(),
            taken: Default::default(),
            rdata: Default::default(),
            new_alerts: Default::default(),
            fault: Default::default(),
            rom: Default::default(),
            raises: Default::default(),
            ecc: Default::default(),
            irq_status: Status::new(at("irq_status")),
            irq_enable: Register::new(at("irq_enable")),
            irq_clear: Register::new(at("irq_clear")),
            inject: Register::new(at("ecc_inject")),
            scrub_interval: Register::new(at("ecc_scrub_interval")),
            pending: Default::default(),
            word: Default::default(),
            all_new_alerts: Default::default(),
        }
    }
}

impl Logic for Protection {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module registers_protection");
        comment!("@doc Registers of an engine with check bits, and the interrupt, which tells what they have found.");
        comment!("@port bus a host's access, see ackw_axi_lite");
        comment!("@port taken the write is accepted");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port new_alerts what else happens, the lower bits of irq_status");
        comment!("@port fault_corrected of the engine, as fault_uncorrectable and rom_parity; it raises nothing");
        comment!("@port raises one of irq_status that irq_enable allows");
        comment!("@port ecc_inject to the engine, as ecc_scrub_interval");
        clock!(self, clock, irq_enable, irq_clear, inject, scrub_interval);
        clock!(self, clock, pending, word);

        comment!("Interrupt: what happens in the cycle of a clear stays");
        self.irq_enable.bus.next = self.bus.val();
        self.irq_clear.bus.next = self.bus.val();
        self.all_new_alerts.next = bits::<ALERT_BITS>(self.new_alerts.val())
            | (bits::<ALERT_BITS>(self.fault.val().uncorrectable) << 10)
            | (bits::<ALERT_BITS>(self.rom.val().parity) << 11);
        self.pending.d.next = self.pending.q.val() | self.all_new_alerts.val();
        if self.irq_clear.written.val() {
            self.pending.d.next = (self.pending.q.val() & !self.irq_clear.value.val()) | self.all_new_alerts.val();
        }
        self.irq_status.value.next = self.pending.q.val();
        self.irq_status.rindex.next = self.bus.val().rindex;
        self.raises.next = (self.pending.q.val() & self.irq_enable.value.val()).any();

        comment!("To the engine");
        self.inject.bus.next = self.bus.val();
        self.scrub_interval.bus.next = self.bus.val();
        self.ecc.next.inject = self.inject.value.val();
        self.ecc.next.scrub_interval = self.scrub_interval.value.val();

        comment!("The answers");
        self.taken.next = self.irq_enable.taken.val()
            | self.irq_clear.taken.val()
            | self.inject.taken.val()
            | self.scrub_interval.taken.val();
        self.word.d.next = self.irq_status.rdata.val()
            | self.irq_enable.rdata.val()
            | self.irq_clear.rdata.val()
            | self.inject.rdata.val()
            | self.scrub_interval.rdata.val();
        self.rdata.next = self.word.q.val();
    }
}
