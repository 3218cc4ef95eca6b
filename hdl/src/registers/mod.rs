#![doc = include_str!("../registers.md")]
//!
//! # Why this folder
//!
//! One file a group of registers. Places, widths, ranges and reset values come from `layout::registers`; here is what
//! they drive and what they show.

mod axi_lite;
mod general;
mod host;
pub mod page;
mod protection;

use crate::parser::{OwnCfg, TelemetryCfg};
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::*;
use axi_lite::AxiLite;
use general::General;
use host::Host;
use layout::config::Config;
use layout::registers::{places, COUNTERS, COUNTER_PLACES, OWN_COUNTERS};
use protection::Protection;

logic_struct! {
    /// The write before the one on the bus: which word, and what.
    pub struct Last {
        pub index: U<10>,
        pub data: U<32>,
    }
}

/// So many counters of the host's side there are at most, from `refused_count` to `parity_count`: 64 bits each, at the
/// end of the counters' window.
const COUNTS: usize = (COUNTER_PLACES - OWN_COUNTERS) as usize;

/// The host's side of `top`, behind AXI4-Lite.
#[derive(LogicBlock)]
pub struct Registers {
    pub clock: Signal<In, ClkRst>,
    pub s_axil_awaddr: Signal<In, U<12>>,
    pub s_axil_awprot: Signal<In, U<3>>,
    pub s_axil_awvalid: Signal<In, Bit>,
    pub s_axil_awready: Signal<Out, Bit>,
    pub s_axil_wdata: Signal<In, U<32>>,
    pub s_axil_wstrb: Signal<In, U<4>>,
    pub s_axil_wvalid: Signal<In, Bit>,
    pub s_axil_wready: Signal<Out, Bit>,
    pub s_axil_bresp: Signal<Out, U<2>>,
    pub s_axil_bvalid: Signal<Out, Bit>,
    pub s_axil_bready: Signal<In, Bit>,
    pub s_axil_araddr: Signal<In, U<12>>,
    pub s_axil_arprot: Signal<In, U<3>>,
    pub s_axil_arvalid: Signal<In, Bit>,
    pub s_axil_arready: Signal<Out, Bit>,
    pub s_axil_rdata: Signal<Out, U<32>>,
    pub s_axil_rresp: Signal<Out, U<2>>,
    pub s_axil_rvalid: Signal<Out, Bit>,
    pub s_axil_rready: Signal<In, Bit>,
    pub irq: Signal<Out, Bit>,
    pub frame_dropped: Signal<In, Bit>,
    pub alert_telemetry: Signal<In, Bit>,
    pub alert_psn: Signal<In, Bit>,
    pub alert_advice: Signal<In, Bit>,
    pub packet_stall: Signal<In, Bit>,
    pub event_stall: Signal<In, Bit>,
    pub update_stall: Signal<In, Bit>,
    pub update_taken: Signal<In, Bit>,
    pub idle: Signal<In, Bit>,
    pub queue_overflow: Signal<In, Bit>,
    pub cfg_qpn_base: Signal<Out, U<24>>,
    pub cfg_ece_place: Signal<Out, U<2>>,
    pub cfg_max_frame_bytes: Signal<Out, U<14>>,
    pub cfg_telemetry: Signal<Out, TelemetryCfg>,
    pub cfg_own: Signal<Out, OwnCfg>,
    pub unit_bus: Signal<Out, UnitBus>,
    pub unit_answer: Signal<In, UnitAnswer>,
    pub host_valid: Signal<Out, Bit>,
    pub host_ready: Signal<In, Bit>,
    pub host_write: Signal<Out, Bit>,
    pub host_parts: Signal<Out, U<10>>,
    pub host_qpn: Signal<Out, Qpn>,
    pub host: Signal<Out, Shared>,
    pub host_done: Signal<In, Bit>,
    pub found: Signal<In, Shared>,
    pub init_done: Signal<In, Bit>,
    pub cnt_sel: Signal<Out, U<6>>,
    pub high_water_clear: Signal<Out, U<5>>,
    pub cnt_value: Signal<In, U<64>>,
    pub ecc_opt: Vec<Signal<Out, EccControl>>,
    pub fault_opt: Vec<Signal<In, Fault>>,
    pub rom_opt: Vec<Signal<In, RomFault>>,

    axi_lite: AxiLite,
    general: General,
    hosts: Host,
    protection_opt: Vec<Protection>,
    places_opt: Vec<Rom<U<1>, 10>>,

    kept: Reg<U<32>>,
    kept_of: Reg<U<6>>,
    kept_valid: Reg<Bit>,
    bad_write_opt: Vec<Reg<Bit>>,
    bad_read_opt: Vec<Reg<Bit>>,
    write_error: Signal<Local, Bit>,
    read_error: Signal<Local, Bit>,
    noted_fault: Signal<Local, Fault>,
    noted_rom: Signal<Local, RomFault>,
    happens: Signal<Local, U<COUNTS>>,
    /// The last three with check bits.
    count: Vec<Reg<U<64>>>,
    wanted: Signal<Local, U<COUNTS>>,
    selected: Signal<Local, U<64>>,
    /// The counter of the host's side that was selected in the cycle before, as `cnt_value` is.
    own_count: DReg<U<64>>,
    counter: Signal<Local, U<6>>,
    counting: Signal<Local, Bit>,
    upper: Signal<Local, Bit>,
    counted: Signal<Local, U<64>>,
    taken: Signal<Local, Bit>,
    banks: Signal<Local, U<32>>,
    access: Signal<Local, UnitBus>,
    answer: Signal<Local, UnitAnswer>,
    window: Constant<U<3>>,
    own_window: Constant<U<3>>,
    _slverr: usize,
    _ecc: usize,
}

impl Registers {
    /// As the configuration asks.
    pub fn new(config: &Config) -> Self {
        /// None or one.
        fn each<T>(n: usize, one: impl Fn() -> T) -> Vec<T> {
            (0..n).map(|_| one()).collect()
        }
        Self {
            clock: Default::default(),
            s_axil_awaddr: Default::default(),
            s_axil_awprot: Default::default(),
            s_axil_awvalid: Default::default(),
            s_axil_awready: Default::default(),
            s_axil_wdata: Default::default(),
            s_axil_wstrb: Default::default(),
            s_axil_wvalid: Default::default(),
            s_axil_wready: Default::default(),
            s_axil_bresp: Default::default(),
            s_axil_bvalid: Default::default(),
            s_axil_bready: Default::default(),
            s_axil_araddr: Default::default(),
            s_axil_arprot: Default::default(),
            s_axil_arvalid: Default::default(),
            s_axil_arready: Default::default(),
            s_axil_rdata: Default::default(),
            s_axil_rresp: Default::default(),
            s_axil_rvalid: Default::default(),
            s_axil_rready: Default::default(),
            irq: Default::default(),
            frame_dropped: Default::default(),
            alert_telemetry: Default::default(),
            alert_psn: Default::default(),
            alert_advice: Default::default(),
            packet_stall: Default::default(),
            event_stall: Default::default(),
            update_stall: Default::default(),
            update_taken: Default::default(),
            idle: Default::default(),
            queue_overflow: Default::default(),
            cfg_qpn_base: Default::default(),
            cfg_ece_place: Default::default(),
            cfg_max_frame_bytes: Default::default(),
            cfg_telemetry: Default::default(),
            cfg_own: Default::default(),
            unit_bus: Default::default(),
            unit_answer: Default::default(),
            host_valid: Default::default(),
            host_ready: Default::default(),
            host_write: Default::default(),
            host_parts: Default::default(),
            host_qpn: Default::default(),
            host: Default::default(),
            host_done: Default::default(),
            found: Default::default(),
            init_done: Default::default(),
            cnt_sel: Default::default(),
            high_water_clear: Default::default(),
            cnt_value: Default::default(),
            ecc_opt: option(config.rtl.ecc),
            fault_opt: option(config.rtl.ecc),
            rom_opt: option(config.rtl.ecc),
            axi_lite: Default::default(),
            general: General::new(config),
            hosts: Host::new(config),
            protection_opt: each(config.rtl.ecc.into(), || Protection::new(config)),
            places_opt: each(config.nic.slverr.into(), || {
                let table = places(config).into_iter().map(|there| U::from(u64::from(there))).collect();
                Rom::new("registers_places", "Entry i: there is a register at word i.", table)
            }),
            kept: Default::default(),
            kept_of: Default::default(),
            kept_valid: Default::default(),
            bad_write_opt: each(config.nic.slverr.into(), Default::default),
            bad_read_opt: each(config.nic.slverr.into(), Default::default),
            write_error: Default::default(),
            read_error: Default::default(),
            noted_fault: Default::default(),
            noted_rom: Default::default(),
            happens: Default::default(),
            count: each(if config.rtl.ecc { COUNTS } else { COUNTS - 3 }, Default::default),
            wanted: Default::default(),
            selected: Default::default(),
            own_count: Default::default(),
            counter: Default::default(),
            counting: Default::default(),
            upper: Default::default(),
            counted: Default::default(),
            taken: Default::default(),
            banks: Default::default(),
            access: Default::default(),
            answer: Default::default(),
            window: Constant::new(u64::from(COUNTERS >> 9).into()),
            own_window: Constant::new(u64::from(OWN_COUNTERS >> 3).into()),
            _slverr: config.nic.slverr.into(),
            _ecc: config.rtl.ecc.into(),
        }
    }
}

impl Logic for Registers {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module registers");
        comment!("@doc The host's side of ackw_top behind AXI4-Lite: parameters, contexts, counters, interrupt. The map: registers.md.");
        comment!("@doc A write that is out of place or range has no effect, and is counted in refused_count.");
        comment!("@port s_axil_awaddr byte address; bits 1:0 are ignored");
        comment!("@port s_axil_awprot not looked at");
        comment!("@port s_axil_wstrb a write with less than all ones is refused");
        comment!("@port s_axil_bresp always OKAY");
        comment!("@port s_axil_araddr byte address; bits 1:0 are ignored; where nothing is, 0 is read");
        comment!("@port s_axil_arprot not looked at");
        comment!("@port s_axil_rresp always OKAY");
        for _k in 0..self._slverr {
            comment!("@port s_axil_bresp OKAY, or SLVERR of a write that was refused");
            comment!("@port s_axil_rresp OKAY, or SLVERR where nothing is");
        }
        comment!("@port idle nothing is under way in the engine");
        comment!("@port queue_overflow a pulse: a queue was given more than it holds");
        comment!("@port irq a level: one of irq_status that irq_enable allows");
        comment!("@port host_valid an operation on a QP's context, for ackw_engine, as host_* and found_* are");
        comment!("@port frame_dropped of ackw_top");
        comment!("@port alert_telemetry of ackw_top; 0 without HPCC++");
        comment!("@port alert_psn of ackw_top");
        comment!("@port alert_advice advice_rejected_valid of ackw_top; 0 without FCR");
        comment!("@port packet_stall a beat waits: s_axis_tvalid without s_axis_tready");
        comment!("@port event_stall an event waits: s_event_valid without s_event_ready");
        comment!("@port update_stall an update waits: upd_valid without upd_ready");
        comment!("@port update_taken an update leaves: upd_valid with upd_ready");
        comment!("@port high_water_clear to ackw_top: in the cycle behind a write its ones, else 0");
        comment!("@port cfg_qpn_base this and what follows: to and from the ports of ackw_top of the same names");
        for _k in 0..self._ecc {
            comment!("@port ecc_inject to ackw_top, as ecc_scrub_interval");
            comment!("@port fault_corrected of ackw_top, as fault_uncorrectable and rom_parity");
        }
        comment!("@constant window of a word's address the upper bits that the counters have");
        comment!("@constant own_window of a counter's place the upper bits that those of the host's side have");
        clock!(self, clock, axi_lite, general, hosts, own_count, kept, kept_of, kept_valid);

        comment!("The bus");
        self.axi_lite.awaddr.next = self.s_axil_awaddr.val();
        self.axi_lite.awvalid.next = self.s_axil_awvalid.val();
        self.s_axil_awready.next = self.axi_lite.awready.val();
        self.axi_lite.wdata.next = self.s_axil_wdata.val();
        self.axi_lite.wstrb.next = self.s_axil_wstrb.val();
        self.axi_lite.wvalid.next = self.s_axil_wvalid.val();
        self.s_axil_wready.next = self.axi_lite.wready.val();
        self.write_error.next = false;
        for k in 0..self._slverr {
            self.write_error.next = self.bad_write_opt[k].q.val();
        }
        self.s_axil_bresp.next = bits::<2>(self.write_error.val()) << 1;
        self.s_axil_bvalid.next = self.axi_lite.bvalid.val();
        self.axi_lite.bready.next = self.s_axil_bready.val();
        self.axi_lite.araddr.next = self.s_axil_araddr.val();
        self.axi_lite.arvalid.next = self.s_axil_arvalid.val();
        self.s_axil_arready.next = self.axi_lite.arready.val();
        self.s_axil_rdata.next = self.axi_lite.rdata.val();
        self.read_error.next = false;
        for k in 0..self._slverr {
            self.read_error.next = self.bad_read_opt[k].q.val();
        }
        self.s_axil_rresp.next = bits::<2>(self.read_error.val()) << 1;
        self.s_axil_rvalid.next = self.axi_lite.rvalid.val();
        self.axi_lite.rready.next = self.s_axil_rready.val();

        comment!("Registers of no algorithm");
        self.general.bus.next = self.axi_lite.bus.val();
        self.general.init_done.next = self.init_done.val();
        self.general.host_busy.next = self.hosts.busy.val();
        self.general.happens.next.frame_dropped = self.frame_dropped.val();
        self.general.happens.next.telemetry = self.alert_telemetry.val();
        self.general.happens.next.psn_rejected = self.alert_psn.val();
        self.general.happens.next.advice_rejected = self.alert_advice.val();
        self.general.happens.next.packet_stall = self.packet_stall.val();
        self.general.happens.next.event_stall = self.event_stall.val();
        self.general.happens.next.update_stall = self.update_stall.val();
        self.general.happens.next.host_done = self.host_done.val();
        self.general.happens.next.queue_overflow = self.queue_overflow.val();
        self.general.idle.next = self.idle.val();
        self.irq.next = self.general.irq.val();
        self.high_water_clear.next = self.general.high_water_clear.val();
        self.cfg_qpn_base.next = self.general.cfg_qpn_base.val();
        self.cfg_ece_place.next = self.general.cfg_ece_place.val();
        self.cfg_max_frame_bytes.next = self.general.cfg_max_frame_bytes.val();
        self.cfg_telemetry.next = self.general.cfg_telemetry.val();
        self.general.last.next = self.axi_lite.last.val();
        self.cfg_own.next = self.general.cfg_own.val();

        comment!("Host operations");
        self.hosts.bus.next = self.axi_lite.bus.val();
        self.hosts.init_done.next = self.init_done.val();
        self.host_valid.next = self.hosts.host_valid.val();
        self.hosts.host_ready.next = self.host_ready.val();
        self.host_write.next = self.hosts.host_write.val();
        self.host_parts.next = self.hosts.host_parts.val();
        self.host_qpn.next = self.hosts.host_qpn.val();
        self.host.next = self.hosts.host.val();
        self.hosts.host_done.next = self.host_done.val();
        self.hosts.found.next = self.found.val();

        comment!("The units' pages: parameters, and their parts of a context");
        self.access.next.write = self.axi_lite.bus.val().write;
        self.access.next.windex = self.axi_lite.bus.val().windex;
        self.access.next.wdata = self.axi_lite.bus.val().wdata;
        self.access.next.rindex = self.axi_lite.bus.val().rindex;
        self.access.next.last_index = self.axi_lite.last.val().index;
        self.access.next.last_data = self.axi_lite.last.val().data;
        self.access.next.host_busy = self.hosts.busy.val();
        self.access.next.found_now = self.hosts.found_now.val();
        self.access.next.sets = self.hosts.sets.val();
        self.unit_bus.next = self.access.val();
        self.answer.next = self.unit_answer.val();
        self.hosts.set_starts.next = self.answer.val().starts;
        self.taken.next = self.general.taken.val()
            | self.hosts.taken.val()
            | (self.axi_lite.bus.val().write & self.answer.val().taken);
        self.banks.next = self.general.rdata.val() | self.hosts.rdata.val() | self.answer.val().rdata;

        self.noted_fault.next.corrected = false;
        self.noted_fault.next.uncorrectable = false;
        self.noted_rom.next.parity = false;

        for k in 0..self._ecc {
            clock!(self, clock, protection_opt[k]);
            self.protection_opt[k].bus.next = self.axi_lite.bus.val();
            self.protection_opt[k].new_alerts.next = self.general.tells_opt[k].val();
            self.general.raises_opt[k].next = self.protection_opt[k].raises.val();
            self.protection_opt[k].fault.next = self.fault_opt[k].val();
            self.protection_opt[k].rom.next = self.rom_opt[k].val();
            self.ecc_opt[k].next = self.protection_opt[k].ecc.val();
            self.taken.next = self.taken.val() | self.protection_opt[k].taken.val();
            self.banks.next = self.banks.val() | self.protection_opt[k].rdata.val();
            self.noted_fault.next = self.fault_opt[k].val();
            self.noted_rom.next = self.rom_opt[k].val();
        }

        comment!("What is counted here: refused writes, updates handed over, cycles in which an update, a beat and an event waited, and with check bits what they found. Each count wraps");
        self.happens.next = bits::<COUNTS>(self.axi_lite.attempt.val() & !self.taken.val())
            | (bits::<COUNTS>(self.update_taken.val()) << 1)
            | (bits::<COUNTS>(self.update_stall.val()) << 2)
            | (bits::<COUNTS>(self.packet_stall.val()) << 3)
            | (bits::<COUNTS>(self.event_stall.val()) << 4)
            | (bits::<COUNTS>(self.noted_fault.val().corrected) << 5)
            | (bits::<COUNTS>(self.noted_fault.val().uncorrectable) << 6)
            | (bits::<COUNTS>(self.noted_rom.val().parity) << 7);
        for i in 0..self.count.len() {
            clock!(self, clock, count[i]);
            self.count[i].d.next = self.count[i].q.val();
            if self.happens.val().get_bit(i) {
                self.count[i].d.next = self.count[i].q.val() + 1;
            }
        }

        comment!("A write that nobody took");
        self.axi_lite.taken.next = self.taken.val();
        self.general.happens.next.refused = self.axi_lite.attempt.val() & !self.taken.val();

        comment!("The word that is read: of a counter, or a register. A lower word keeps the upper one of its counter for a read of that");
        self.counter.next = self.axi_lite.bus.val().rindex.get_bits::<6>(1);
        self.counting.next = self.axi_lite.bus.val().rindex.get_bits::<3>(7) == self.window.val();
        self.upper.next = self.axi_lite.bus.val().rindex.get_bit(0);
        self.cnt_sel.next = self.counter.val();
        self.selected.next = 0.into();
        self.wanted.next = bits::<COUNTS>(1) << self.counter.val().get_bits::<3>(0);
        for i in 0..self.count.len() {
            if self.wanted.val().get_bit(i) {
                self.selected.next = self.selected.val() | self.count[i].q.val();
            }
        }
        self.own_count.d.next = self.selected.val();
        self.counted.next = self.cnt_value.val();
        if self.counter.val().get_bits::<3>(3) == self.own_window.val() {
            self.counted.next = self.own_count.q.val();
        }
        self.axi_lite.word.next = self.banks.val();
        self.kept.d.next = self.kept.q.val();
        self.kept_of.d.next = self.kept_of.q.val();
        self.kept_valid.d.next = self.kept_valid.q.val();
        if self.counting.val() {
            self.axi_lite.word.next = self.counted.val().get_bits::<32>(0);
            if self.upper.val() {
                self.axi_lite.word.next = self.counted.val().get_bits::<32>(32);
                if self.kept_valid.q.val() & (self.kept_of.q.val() == self.counter.val()) {
                    self.axi_lite.word.next = self.kept.q.val();
                }
            }
            if self.axi_lite.take.val() & !self.upper.val() {
                self.kept.d.next = self.counted.val().get_bits::<32>(32);
                self.kept_of.d.next = self.counter.val();
                self.kept_valid.d.next = true;
            }
        }

        comment!("Accesses that come to nothing");
        for k in 0..self._slverr {
            clock!(self, clock, places_opt[k], bad_write_opt[k], bad_read_opt[k]);
            self.places_opt[k].addr.next = self.axi_lite.bus.val().rindex;
            self.bad_write_opt[k].d.next = self.bad_write_opt[k].q.val();
            if self.axi_lite.attempt.val() {
                self.bad_write_opt[k].d.next = !self.taken.val();
            }
            self.bad_read_opt[k].d.next = self.bad_read_opt[k].q.val();
            if self.axi_lite.take.val() {
                self.bad_read_opt[k].d.next = !self.places_opt[k].data.val().get_bit(0);
            }
        }
    }
}
