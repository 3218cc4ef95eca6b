//! What follows from the configuration of telemetry alone: sums that need not stand in a frame's path.

use crate::prelude::*;
use layout::telemetry::{Place, Profile, PROFILES};
use layout::wire::{aeth, bth, cnp, icrc, udp};

logic_struct! {
    /// The ports `cfg_telemetry_*`.
    pub struct TelemetryCfg {
        pub place: U<2> => "0 none, 1 behind the UDP header, 2 behind the AETH of an ACK, 3 none",
        pub offset: U<4> => "32-bit words from the start of the area, or from the end of AETH, to the telemetry header",
        pub area: U<6> => "words between UDP header and BTH, at place 1",
        pub profile: Bit => "0 hpcc (the draft's Figure 4), 1 ns3",
    }

    /// The same, as the stages need it.
    pub struct Setup {
        /// place 1, place 2
        pub at_udp: Bit,
        pub at_ack: Bit,
        pub profile: Bit,
        /// words between UDP header and BTH
        pub area: U<6>,
        /// words from the start of UDP to BTH, and to the telemetry header
        pub bth_skip: U<7>,
        pub header_skip: U<5>,
        /// bytes of UDP and payload: the least that is looked at, a plain ACK, a CNP
        pub least_bytes: U<9>,
        pub ack_bytes: U<9>,
        pub cnp_bytes: U<9>,
        /// words from the start of the area, or the end of AETH, to the end of the telemetry header: without hops in
        /// profile 0, with all its slots in profile 1
        pub header_words: U<5>,
    }
}

/// Words of UDP header, BTH and AETH.
const UDP_WORDS: u64 = udp::HEADER_BYTES as u64 / 4;
const AETH_END_WORDS: u64 = (udp::HEADER_BYTES + bth::BYTES + aeth::BYTES) as u64 / 4;
/// UDP, BTH and ICRC: 24 bytes, the least that is looked at.
const LEAST_BYTES: usize = udp::HEADER_BYTES + bth::BYTES + icrc::BYTES;

/// Words that a header of this profile takes without hops, or with all its slots.
pub(super) const fn fixed_words(profile: &Profile) -> u32 {
    let slots = match profile.slots {
        Some(slots) => slots,
        None => 0,
    };
    (profile.fixed_bytes + slots * profile.hop_bits / 8).div_ceil(4)
}

/// Registers what follows from the configuration.
#[derive(LogicBlock)]
pub struct ParserSetup {
    pub clock: Signal<In, ClkRst>,
    pub cfg_telemetry: Signal<In, TelemetryCfg>,
    pub setup: Signal<Out, Setup>,

    at_udp: Signal<Local, Bit>,
    at_ack: Signal<Local, Bit>,
    area: Signal<Local, U<6>>,
    first: Signal<Local, U<5>>,
    words: Signal<Local, U<5>>,
    r: DReg<Setup>,

    place_udp: Constant<U<2>>,
    place_ack: Constant<U<2>>,
    udp_words: Constant<U<5>>,
    aeth_end_words: Constant<U<5>>,
    least_bytes: Constant<U<9>>,
    plain_ack_bytes: Constant<U<9>>,
    plain_cnp_bytes: Constant<U<9>>,
    words_0: Constant<U<5>>,
    words_1: Constant<U<5>>,
}

impl Default for ParserSetup {
    fn default() -> Self {
        let [words_0, words_1] = PROFILES.map(|p| Constant::new(u64::from(fixed_words(&p)).into()));
        Self {
            clock: Default::default(),
            cfg_telemetry: Default::default(),
            setup: Default::default(),
            at_udp: Default::default(),
            at_ack: Default::default(),
            area: Default::default(),
            first: Default::default(),
            words: Default::default(),
            r: Default::default(),
            place_udp: Constant::new((Place::Udp as u64).into()),
            place_ack: Constant::new((Place::Ack as u64).into()),
            udp_words: Constant::new(UDP_WORDS.into()),
            aeth_end_words: Constant::new(AETH_END_WORDS.into()),
            least_bytes: Constant::new((LEAST_BYTES as u64).into()),
            plain_ack_bytes: Constant::new(((LEAST_BYTES + aeth::BYTES) as u64).into()),
            plain_cnp_bytes: Constant::new(((LEAST_BYTES + cnp::RESERVED_BYTES) as u64).into()),
            words_0,
            words_1,
        }
    }
}

impl Logic for ParserSetup {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module parser_setup");
        comment!(
            "@doc What follows from the configuration of telemetry, registered: it does not change while frames pass."
        );
        comment!("@port setup_bth_skip words from the start of UDP to BTH; setup_header_skip: to the telemetry header");
        comment!("@port setup_least_bytes of UDP and payload; so are setup_ack_bytes and setup_cnp_bytes");
        comment!("@port setup_header_words words from the start of the area, or the end of AETH, to the end of the telemetry header: without hops in profile 0, with all its slots in profile 1");
        comment!("@constant udp_words words of UDP");
        comment!("@constant aeth_end_words words of UDP, BTH and AETH");
        comment!("@constant least_bytes UDP, BTH and ICRC");
        comment!("@constant plain_ack_bytes the same and AETH");
        comment!("@constant plain_cnp_bytes the same as LEAST_BYTES and the CNP's 16 bytes");
        comment!("@constant words words of the header of profile 0, then of profile 1 with its slots");
        clock!(self, clock, r);

        self.at_udp.next = self.cfg_telemetry.val().place == self.place_udp.val();
        self.at_ack.next = self.cfg_telemetry.val().place == self.place_ack.val();
        self.area.next = 0.into();
        if self.at_udp.val() {
            self.area.next = self.cfg_telemetry.val().area;
        }
        self.first.next = self.udp_words.val();
        if self.at_ack.val() {
            self.first.next = self.aeth_end_words.val();
        }
        self.words.next = self.words_0.val();
        if self.cfg_telemetry.val().profile {
            self.words.next = self.words_1.val();
        }
        self.r.d.next.at_udp = self.at_udp.val();
        self.r.d.next.at_ack = self.at_ack.val();
        self.r.d.next.profile = self.cfg_telemetry.val().profile;
        self.r.d.next.area = self.area.val();
        self.r.d.next.bth_skip = bits::<7>(self.area.val()) + bits::<7>(self.udp_words.val());
        self.r.d.next.header_skip = bits::<5>(self.cfg_telemetry.val().offset) + self.first.val();
        self.r.d.next.least_bytes = (bits::<9>(self.area.val()) << 2) + self.least_bytes.val();
        self.r.d.next.ack_bytes = (bits::<9>(self.area.val()) << 2) + self.plain_ack_bytes.val();
        self.r.d.next.cnp_bytes = (bits::<9>(self.area.val()) << 2) + self.plain_cnp_bytes.val();
        self.r.d.next.header_words = bits::<5>(self.cfg_telemetry.val().offset) + self.words.val();
        self.setup.next = self.r.q.val();
    }
}
