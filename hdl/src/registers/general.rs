//! What does not belong to an algorithm: identity, status, interrupt, the last refused write, and the parser's
//! configuration with the NIC's own addresses, with which it may compare those of packets.

use super::Last;
use crate::parser::{OwnCfg, TelemetryCfg};
use crate::prelude::*;
use crate::prim::ecc::option;
use layout::config::Config;
use layout::registers::{named, ADDRESS_BITS, ALERTS, QUEUES, STATUS};

const ALERT_BITS: usize = ALERTS.len();
const STATUS_BITS: usize = STATUS.len();
const MARK_BITS: usize = QUEUES.len();
const OFFSET_BITS: usize = ADDRESS_BITS as usize;

logic_struct! {
    /// What happens in a cycle, for counters and interrupt.
    pub struct Happens {
        pub refused: Bit,
        pub frame_dropped: Bit,
        pub telemetry: Bit,
        pub packet_stall: Bit,
        pub event_stall: Bit,
        pub update_stall: Bit,
        pub host_done: Bit,
        pub psn_rejected: Bit,
        pub queue_overflow: Bit,
        pub advice_rejected: Bit,
    }
}

/// The registers from `id` to `cfg_telemetry_profile`, and `cfg_own_*`.
#[derive(LogicBlock)]
pub struct General {
    pub clock: Signal<In, ClkRst>,
    pub bus: Signal<In, RegisterBus>,
    pub last: Signal<In, Last>,
    pub taken: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub happens: Signal<In, Happens>,
    pub init_done: Signal<In, Bit>,
    pub host_busy: Signal<In, Bit>,
    pub idle: Signal<In, Bit>,
    pub irq: Signal<Out, Bit>,
    pub high_water_clear: Signal<Out, U<MARK_BITS>>,
    pub cfg_qpn_base: Signal<Out, U<24>>,
    pub cfg_ece_place: Signal<Out, U<2>>,
    pub cfg_max_frame_bytes: Signal<Out, U<14>>,
    pub cfg_telemetry: Signal<Out, TelemetryCfg>,
    pub cfg_own: Signal<Out, OwnCfg>,
    /// Where the interrupt is another's: what happens for it, and whether it is to be raised.
    pub tells_opt: Vec<Signal<Out, U<ALERT_BITS>>>,
    pub raises_opt: Vec<Signal<In, Bit>>,

    id: Status<32>,
    version: Status<32>,
    config_hash: Status<64>,
    features: Status<32>,
    status: Status<STATUS_BITS>,
    scratch: Register<32>,
    irq_status_opt: Vec<Status<ALERT_BITS>>,
    irq_enable_opt: Vec<Register<ALERT_BITS>>,
    irq_clear_opt: Vec<Register<ALERT_BITS>>,
    refused_at: Status<OFFSET_BITS>,
    marks: Register<MARK_BITS>,
    qpn_base: Register<24>,
    ece_place: Register<2>,
    max_frame_bytes: Register<14>,
    telemetry_place: Register<2>,
    telemetry_offset: Register<4>,
    telemetry_area: Register<6>,
    telemetry_profile: Register<1>,
    own_mac: WideRegister<48>,
    own_ipv4: Register<32>,
    own_check: Register<3>,
    own_ipv6_high: WideRegister<64>,
    own_ipv6_low: WideRegister<64>,

    pending_opt: Vec<Reg<U<ALERT_BITS>>>,
    raised: Reg<Bit>,
    overflowed: Reg<Bit>,
    refused_index: Reg<U<10>>,
    word: DReg<U<32>>,

    new_alerts: Signal<Local, U<ALERT_BITS>>,
    id_value: Constant<U<32>>,
    version_value: Constant<U<32>>,
    config_hash_value: Constant<U<64>>,
    features_value: Constant<U<32>>,
    _own: usize,
    _ecc: usize,
}

impl General {
    pub fn new(config: &Config) -> Self {
        let at = |name: &str| named(config, name);
        let value = |name: &str| at(name).field.reset;
        let ecc = config.rtl.ecc;
        let own = |name: &str| (!ecc).then(|| at(name)).into_iter();
        Self {
            clock: Default::default(),
            bus: Default::default(),
            last: Default::default(),
            taken: Default::default(),
            rdata: Default::default(),
            happens: Default::default(),
            init_done: Default::default(),
            host_busy: Default::default(),
            idle: Default::default(),
            irq: Default::default(),
            high_water_clear: Default::default(),
            cfg_qpn_base: Default::default(),
            cfg_ece_place: Default::default(),
            cfg_max_frame_bytes: Default::default(),
            cfg_telemetry: Default::default(),
            cfg_own: Default::default(),
            tells_opt: option(ecc),
            raises_opt: option(ecc),
            id: Status::new(at("id")),
            version: Status::new(at("version")),
            config_hash: Status::new(at("config_hash")),
            features: Status::new(at("features")),
            status: Status::new(at("status")),
            scratch: Register::new(at("scratch")),
            irq_status_opt: own("irq_status").map(Status::new).collect(),
            irq_enable_opt: own("irq_enable").map(Register::new).collect(),
            irq_clear_opt: own("irq_clear").map(Register::new).collect(),
            refused_at: Status::new(at("refused_at")),
            marks: Register::new(at("high_water_clear")),
            qpn_base: Register::new(at("cfg_qpn_base")),
            ece_place: Register::new(at("cfg_ece_place")),
            max_frame_bytes: Register::new(at("cfg_max_frame_bytes")),
            telemetry_place: Register::new(at("cfg_telemetry_place")),
            telemetry_offset: Register::new(at("cfg_telemetry_offset")),
            telemetry_area: Register::new(at("cfg_telemetry_area")),
            telemetry_profile: Register::new(at("cfg_telemetry_profile")),
            own_mac: WideRegister::new(at("cfg_own_mac")),
            own_ipv4: Register::new(at("cfg_own_ipv4")),
            own_check: Register::new(at("cfg_own_check")),
            own_ipv6_high: WideRegister::new(at("cfg_own_ipv6_high")),
            own_ipv6_low: WideRegister::new(at("cfg_own_ipv6_low")),
            pending_opt: option(!ecc),
            raised: Default::default(),
            overflowed: Default::default(),
            refused_index: Default::default(),
            word: Default::default(),
            new_alerts: Default::default(),
            id_value: Constant::new(value("id").into()),
            version_value: Constant::new(value("version").into()),
            config_hash_value: Constant::new(value("config_hash").into()),
            features_value: Constant::new(value("features").into()),
            _own: (!ecc).into(),
            _ecc: ecc.into(),
        }
    }
}

impl Logic for General {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module registers_general");
        comment!("@doc Registers that belong to no algorithm: identity, status, interrupt, the last refused write, and the parser's configuration.");
        comment!("@port bus a host's access, see ackw_axi_lite");
        comment!("@port last_index which word the write before this one wrote, and what");
        comment!("@port taken the write is accepted");
        comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
        comment!("@port happens_refused a write was not taken");
        comment!("@port idle nothing is under way in the engine");
        comment!("@port cfg_own_check which of its own addresses the parser compares; and these");
        comment!("@port irq one of irq_status that irq_enable allows");
        comment!("@port high_water_clear in the cycle behind a write of the register its value, else 0");
        comment!("@constant id what these registers read");
        clock!(self, clock, scratch, marks, qpn_base, ece_place, max_frame_bytes);
        clock!(self, clock, telemetry_place, telemetry_offset, telemetry_area, telemetry_profile);
        clock!(self, clock, own_mac, own_ipv4, own_check, own_ipv6_high, own_ipv6_low);
        clock!(self, clock, raised, overflowed, refused_index, word);

        comment!("Identity");
        self.id.value.next = self.id_value.val();
        self.id.rindex.next = self.bus.val().rindex;
        self.version.value.next = self.version_value.val();
        self.version.rindex.next = self.bus.val().rindex;
        self.config_hash.value.next = self.config_hash_value.val();
        self.config_hash.rindex.next = self.bus.val().rindex;
        self.features.value.next = self.features_value.val();
        self.features.rindex.next = self.bus.val().rindex;
        self.scratch.bus.next = self.bus.val();

        comment!("Interrupt: what happens in the cycle of a clear stays");
        for k in 0..self._own {
            clock!(self, clock, irq_enable_opt[k], irq_clear_opt[k], pending_opt[k]);
            self.irq_enable_opt[k].bus.next = self.bus.val();
            self.irq_clear_opt[k].bus.next = self.bus.val();
        }
        self.new_alerts.next = bits::<ALERT_BITS>(self.happens.val().refused)
            | (bits::<ALERT_BITS>(self.happens.val().frame_dropped) << 1)
            | (bits::<ALERT_BITS>(self.happens.val().telemetry) << 2)
            | (bits::<ALERT_BITS>(self.happens.val().packet_stall) << 3)
            | (bits::<ALERT_BITS>(self.happens.val().event_stall) << 4)
            | (bits::<ALERT_BITS>(self.happens.val().update_stall) << 5)
            | (bits::<ALERT_BITS>(self.happens.val().host_done) << 6)
            | (bits::<ALERT_BITS>(self.happens.val().psn_rejected) << 7)
            | (bits::<ALERT_BITS>(self.happens.val().queue_overflow) << 8)
            | (bits::<ALERT_BITS>(self.happens.val().advice_rejected) << 9);
        for k in 0..self._own {
            self.pending_opt[k].d.next = self.pending_opt[k].q.val() | self.new_alerts.val();
            if self.irq_clear_opt[k].written.val() {
                self.pending_opt[k].d.next =
                    (self.pending_opt[k].q.val() & !self.irq_clear_opt[k].value.val()) | self.new_alerts.val();
            }
            self.irq_status_opt[k].value.next = self.pending_opt[k].q.val();
            self.irq_status_opt[k].rindex.next = self.bus.val().rindex;
            self.raised.d.next = (self.pending_opt[k].q.val() & self.irq_enable_opt[k].value.val()).any();
        }
        for k in 0..self._ecc {
            self.tells_opt[k].next = self.new_alerts.val();
            self.raised.d.next = self.raises_opt[k].val();
        }
        self.irq.next = self.raised.q.val();
        self.status.value.next = bits::<STATUS_BITS>(self.init_done.val())
            | (bits::<STATUS_BITS>(self.host_busy.val()) << 1)
            | (bits::<STATUS_BITS>(self.raised.q.val()) << 2)
            | (bits::<STATUS_BITS>(self.idle.val() & !self.host_busy.val()) << 3)
            | (bits::<STATUS_BITS>(self.overflowed.q.val()) << 4);
        self.overflowed.d.next = self.overflowed.q.val() | self.happens.val().queue_overflow;
        self.status.rindex.next = self.bus.val().rindex;

        comment!("High-water marks that begin anew: the ones of a write, for a cycle");
        self.marks.bus.next = self.bus.val();
        self.high_water_clear.next = 0.into();
        if self.marks.written.val() {
            self.high_water_clear.next = self.marks.value.val();
        }

        comment!("The last write that was refused");
        self.refused_index.d.next = self.refused_index.q.val();
        if self.happens.val().refused {
            self.refused_index.d.next = self.bus.val().windex;
        }
        self.refused_at.value.next = bits::<OFFSET_BITS>(self.refused_index.q.val()) << 2;
        self.refused_at.rindex.next = self.bus.val().rindex;

        comment!("The parser's configuration");
        self.qpn_base.bus.next = self.bus.val();
        self.ece_place.bus.next = self.bus.val();
        self.max_frame_bytes.bus.next = self.bus.val();
        self.telemetry_place.bus.next = self.bus.val();
        self.telemetry_offset.bus.next = self.bus.val();
        self.telemetry_area.bus.next = self.bus.val();
        self.telemetry_profile.bus.next = self.bus.val();
        self.cfg_qpn_base.next = self.qpn_base.value.val();
        self.cfg_ece_place.next = self.ece_place.value.val();
        self.cfg_max_frame_bytes.next = self.max_frame_bytes.value.val();
        self.cfg_telemetry.next.place = self.telemetry_place.value.val();
        self.cfg_telemetry.next.offset = self.telemetry_offset.value.val();
        self.cfg_telemetry.next.area = self.telemetry_area.value.val();
        self.cfg_telemetry.next.profile = self.telemetry_profile.value.val().get_bit(0);

        comment!("The NIC's own addresses");
        self.own_mac.bus.next = self.bus.val();
        self.own_mac.last_index.next = self.last.val().index;
        self.own_mac.last_data.next = self.last.val().data;
        self.own_ipv4.bus.next = self.bus.val();
        self.own_check.bus.next = self.bus.val();
        self.own_ipv6_high.bus.next = self.bus.val();
        self.own_ipv6_high.last_index.next = self.last.val().index;
        self.own_ipv6_high.last_data.next = self.last.val().data;
        self.own_ipv6_low.bus.next = self.bus.val();
        self.own_ipv6_low.last_index.next = self.last.val().index;
        self.own_ipv6_low.last_data.next = self.last.val().data;
        self.cfg_own.next.check = self.own_check.value.val();
        self.cfg_own.next.mac = self.own_mac.value.val();
        self.cfg_own.next.ipv4 = self.own_ipv4.value.val();
        self.cfg_own.next.ipv6_high = self.own_ipv6_high.value.val();
        self.cfg_own.next.ipv6_low = self.own_ipv6_low.value.val();

        comment!("The answers");
        for k in 0..self._own {
            self.taken.next = self.scratch.taken.val()
                | self.marks.taken.val()
                | self.irq_enable_opt[k].taken.val()
                | self.irq_clear_opt[k].taken.val()
                | self.qpn_base.taken.val()
                | self.ece_place.taken.val()
                | self.max_frame_bytes.taken.val()
                | self.telemetry_place.taken.val()
                | self.telemetry_offset.taken.val()
                | self.telemetry_area.taken.val()
                | self.telemetry_profile.taken.val()
                | self.own_mac.taken.val()
                | self.own_ipv4.taken.val()
                | self.own_check.taken.val()
                | self.own_ipv6_high.taken.val()
                | self.own_ipv6_low.taken.val();
            self.word.d.next = self.id.rdata.val()
                | self.version.rdata.val()
                | self.config_hash.rdata.val()
                | self.features.rdata.val()
                | self.status.rdata.val()
                | self.scratch.rdata.val()
                | self.marks.rdata.val()
                | self.irq_status_opt[k].rdata.val()
                | self.irq_enable_opt[k].rdata.val()
                | self.irq_clear_opt[k].rdata.val()
                | self.refused_at.rdata.val()
                | self.qpn_base.rdata.val()
                | self.ece_place.rdata.val()
                | self.max_frame_bytes.rdata.val()
                | self.telemetry_place.rdata.val()
                | self.telemetry_offset.rdata.val()
                | self.telemetry_area.rdata.val()
                | self.telemetry_profile.rdata.val()
                | self.own_mac.rdata.val()
                | self.own_ipv4.rdata.val()
                | self.own_check.rdata.val()
                | self.own_ipv6_high.rdata.val()
                | self.own_ipv6_low.rdata.val();
        }
        for _k in 0..self._ecc {
            self.taken.next = self.scratch.taken.val()
                | self.marks.taken.val()
                | self.qpn_base.taken.val()
                | self.ece_place.taken.val()
                | self.max_frame_bytes.taken.val()
                | self.telemetry_place.taken.val()
                | self.telemetry_offset.taken.val()
                | self.telemetry_area.taken.val()
                | self.telemetry_profile.taken.val()
                | self.own_mac.taken.val()
                | self.own_ipv4.taken.val()
                | self.own_check.taken.val()
                | self.own_ipv6_high.taken.val()
                | self.own_ipv6_low.taken.val();
            self.word.d.next = self.id.rdata.val()
                | self.version.rdata.val()
                | self.config_hash.rdata.val()
                | self.features.rdata.val()
                | self.status.rdata.val()
                | self.scratch.rdata.val()
                | self.marks.rdata.val()
                | self.refused_at.rdata.val()
                | self.qpn_base.rdata.val()
                | self.ece_place.rdata.val()
                | self.max_frame_bytes.rdata.val()
                | self.telemetry_place.rdata.val()
                | self.telemetry_offset.rdata.val()
                | self.telemetry_area.rdata.val()
                | self.telemetry_profile.rdata.val()
                | self.own_mac.rdata.val()
                | self.own_ipv4.rdata.val()
                | self.own_check.rdata.val()
                | self.own_ipv6_high.rdata.val()
                | self.own_ipv6_low.rdata.val();
        }
        self.rdata.next = self.word.q.val();
    }
}
