//! What stands on the ports of engine, registers and what joins them, and travels inside: each group of ports once, its
//! widths and texts from the fields of `layout`.

use crate::prelude::*;
use layout::{hpcc, ldcp, record};

logic_struct! {
    /// An event before its packets are counted.
    pub struct Arrival {
        pub kind: KindCode => "0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data",
        pub ece: Bit = record::EV_ECE,
        pub use_psn: Bit => "n of an ack comes from its psn, not from its n",
        pub n = record::EV_N,
        pub psn: PsnWord => "PSN of the ack or nak",
        pub qpn: Qpn => "index of the QP",
    }
    /// What an ACK with an LSN says beside.
    pub struct LsnAck {
        pub given: Bit => "the ACK has an LSN; without it what follows means nothing",
        pub read: Bit => "it acknowledges READ responses: it is checked by its LSN alone",
        pub value: U<32> => "its LSN: all bytes before this one have come",
    }
    /// An event beside `sent`.
    pub struct Entered {
        pub arrival: Arrival,
        pub chooses: Bit => "it is a host write of the QP's choice",
    }
    /// What of telemetry is not a hop's.
    pub struct Path {
        pub telemetry: Bit => "it carries telemetry",
        pub path = hpcc::record::PATH,
        pub n_hop: U<4> => "hops of the path",
    }
    /// What the parser reads in a revised CNP.
    pub struct ParsedAdvice {
        pub advice: Bit => "the CNP is the advice of a switch, no congestion; all that follows is 0 otherwise",
        pub advice_withdraw: Bit => "the switch's advice ends",
        pub advice_seq: U<16> => "the advice's number",
        pub advice_rate: U<32> => "Mbit/s",
        pub advice_validity: U<16> => "us",
        pub advice_switch: U<16> => "who advises",
    }
    /// An advice on its way out.
    pub struct Advice {
        pub valid: Bit => "a switch advises a QP: one pulse an advice, in any cycle; there is no ready",
        pub qpn: Qpn => "index of the QP",
        pub withdraw: Bit => "the switch's advice ends",
        pub seq: U<16> => "the advice's number",
        pub rate: U<32> => "Mbit/s",
        pub validity: Validity => "us",
        pub switch: Switch => "who advises",
    }
    /// What the unit that senses hops looks at beside the hops: of what joined, the newest's with telemetry that
    /// counts.
    pub struct Trace {
        pub counts: Bit => "it has telemetry that counts",
        pub path = hpcc::record::PATH,
        pub n_hop: U<4> => "hops of the path",
        pub seq: PsnWord => "PSN of the ack or nak",
        pub mark: U<32> => "snd_nxt, or of hpcc-rx the clock, ns",
    }
    /// What the context of an event's QP was before it, in the unit that took it.
    pub struct Before {
        pub known: Bit => "the unit says so: LDCP and HPCC++; without it the others are 0",
        pub u: Util => "HPCC++: U, U12.36",
        pub window: WindowWord => "LDCP: cw, U14.28; HPCC++: W, U28.12",
        pub wc: ByteWindow => "HPCC++: Wc, U28.12",
        pub last: U<32> => "LDCP: rtt, ns; HPCC++: lastUpdateSeq or lastUpdateTime",
        pub stage: U<5> => "HPCC++: incStage",
    }
    /// An update with the event that it is of, and the context that the event found.
    pub struct Traced {
        pub valid: Bit => "an event of the cycle before: the engine's update was taken then, or an event without one ended",
        pub kind: KindCode => "of the event as it issued: 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data; 7 timer: no event",
        pub qpn: Qpn => "index of the QP",
        pub alg: AlgCode => "@algorithms",
        pub set: SetIndex => "index of the parameter set",
        pub n0: PacketCount => "what counts of it and is not marked",
        pub n1: PacketCount => "what counts of it and is marked",
        pub loss: Bit => "a loss is among what joined that is not behind the last PSN acknowledged",
        pub known: Bit => "the context before it is shown: of LDCP and HPCC++; of others trace_from_* are 0",
        pub from_u: U<48> => "HPCC++: U before it, U12.36",
        pub from_window: U<42> => "LDCP: cw before it, U14.28; HPCC++: W, U28.12",
        pub from_wc: U<40> => "HPCC++: Wc before it, U28.12",
        pub from_last: U<32> => "LDCP: rtt, ns; HPCC++: lastUpdateSeq or lastUpdateTime before it",
        pub from_stage: U<5> => "HPCC++: incStage before it",
        pub window: WindowWord => "the update's window",
        pub pace: PaceWord => "its pace or rate",
        pub flags: UpdateFlags => "its flags",
        pub feedback: Bit => "its feedback",
        pub una_psn: PsnWord => "its last PSN acknowledged",
    }
    /// What the unit that senses hops says of its lanes.
    pub struct Lanes {
        pub crowded: Bit => "so many events wait for them that no more should issue",
        pub waits: Bit => "an event waits for them",
        pub overflows: Bit => "more wait than there is room for",
        pub waiting: U<6> => "so many events wait for them",
    }
    /// An event with its n and its QP's choice.
    pub struct Event {
        pub kind: KindCode => "0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data",
        pub ece: Bit = record::EV_ECE,
        pub n: PacketCount => "what counts of it for its algorithm: packets of an ACK, one response, one CNP",
        pub qpn: Qpn => "index of the QP",
        pub alg: AlgCode => "@algorithms",
        pub set: SetIndex => "index of the parameter set",
        pub una: PsnWord => "the last PSN acknowledged behind it",
    }
    /// An event that issues.
    pub struct IssuedEvent {
        pub kind: KindCode => "0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data",
        pub n0: PacketCount => "packets that ACKs without ECN-Echo confirm@n0",
        pub n1: PacketCount => "packets that ACKs with ECN-Echo confirm@n1",
        pub loss: Bit => "a packet was lost",
        pub qpn: Qpn => "index of the QP",
        pub alg: AlgCode => "@algorithms",
        pub set: SetIndex => "index of the parameter set",
    }
    /// What the measurement found of an event.
    pub struct Payload {
        pub flags: U<6> => "bit 0 first telemetry, 1 path changed, 2 too many hops, 3 unknown speed, 4 dts = 0, 5 no hop counts",
        pub ignored: Bit => "it has no telemetry that counts",
        pub theta: U<37> => "min(dts, T) / T, U1.36; 0 where no hop was chosen",
        pub addend: U<49> => "what is added to (1 - theta) * U, U13.36",
        pub seq: PsnWord => "PSN of the ack or nak",
        pub mark: U<32> => "snd_nxt, or of hpcc-rx the clock, ns",
    }
    /// What `pawa` takes of a parameter set of LDCP.
    pub struct LdcpParams {
        pub alpha = ldcp::ALPHA,
        pub beta = ldcp::BETA,
        pub gamma = ldcp::GAMMA,
        pub eta = ldcp::ETA,
        pub cw_max = ldcp::CW_MAX,
    }
    /// What `window` takes of a parameter set of HPCC++.
    pub struct WindowParams {
        pub t = hpcc::T,
        pub eta = hpcc::ETA,
        pub max_stage = hpcc::MAX_STAGE,
        pub w_ai = hpcc::W_AI,
        pub w_min = hpcc::W_MIN,
        pub w_max = hpcc::W_MAX,
        pub sync_first: Bit = hpcc::SYNC_FIRST,
        pub rate_gain_m = hpcc::RATE_GAIN_M => "its top bit set",
        pub rate_gain_e = hpcc::RATE_GAIN_E => "25 to 37",
    }
    /// What `inflight` takes of it.
    pub struct MeasureParams {
        pub t_ticks = hpcc::T_TICKS,
        pub tau_gain_m = hpcc::TAU_GAIN_M => "its top bit set",
        pub tau_gain_e = hpcc::TAU_GAIN_E => "32 to 51",
        pub q_weight = hpcc::Q_WEIGHT => "changes with the units",
        pub tx_weight = hpcc::TX_WEIGHT => "changes with the units",
    }
    /// An entry of the speed table.
    pub struct Speed {
        pub we: Bit => "writes the speed of this code, while no event of HPCC++ is under way",
        pub code: U<4> => "the telemetry's speed code",
        pub gbps = hpcc::SPEED => "0: unknown",
        pub inv_b_m = hpcc::INV_B_M => "its top bit set",
        pub inv_b_e = hpcc::INV_B_E => "28 to 48",
    }
    /// What a count of the telemetry stands for, bytes.
    pub struct Units {
        pub tx_unit = hpcc::TX_UNIT => "constant while events of HPCC++ are under way",
        pub q_unit = hpcc::Q_UNIT => "constant while events of HPCC++ are under way",
    }
    /// What HPCC++'s registers say of the measurement.
    pub struct Measuring {
        pub set: MeasureParams,
        pub spd: Speed,
        pub cfg: Units,
    }
    /// The receiver's clock.
    pub struct Time {
        pub now = hpcc::record::NOW,
    }
    /// LDCP's part of a context.
    pub struct LdcpContext {
        pub cw = ldcp::CW,
        pub rtt = ldcp::RTT,
    }
    /// HPCC++'s part of a context, but for L.
    pub struct HpccContext {
        pub u = hpcc::STATE_U,
        pub w = hpcc::STATE_W,
        pub wc = hpcc::STATE_WC,
        pub inc_stage = hpcc::INC_STAGE,
        pub last_update = hpcc::LAST_UPDATE => "hpcc-rx: lastUpdateTime, 32 bits of ns",
    }
    /// The part of a context that is neither's.
    pub struct Shared {
        pub alg: AlgCode => "@algorithms",
        pub set: SetIndex => "index of the parameter set",
        pub psn = ldcp::PSN,
        pub open: Bit = ldcp::OPEN,
    }
    /// A host operation, held while it is under way.
    pub struct Host {
        pub write: Bit => "1 writes parts of the QP's context, 0 reads it",
        pub parts: U<10> => "what is written: bit 0 alg and set, 1 psn and open, @parts",
        pub alg: AlgCode => "@algorithms",
        pub set: SetIndex => "index of the parameter set",
        pub psn = ldcp::PSN,
        pub open: Bit = ldcp::OPEN,
    }
    /// What the engine tells the NIC.
    pub struct Update {
        pub kind: KindCode => "0 ack, 1 loss, 2 rtt, 3 cnp, 6 data",
        pub qpn: Qpn => "index of the QP",
        pub window: WindowWord => "new window: packets, U14.28; of HPCC++ bytes, U28.12",
        pub pace: PaceWord => "LDCP: time between packets while the window is below one, ns, else 0; HPCC++: rate, bytes a ns, U12.28",
        pub flags: UpdateFlags => "bit 0 paced, 1 at the least window, 2 at the greatest, 3 ignored; HPCC++: 4 first telemetry, 5 path changed, 6 too many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts, 10 U saturated, 11 multiplicative, 12 full update, 13 U = 0, 14 rate saturated",
        pub feedback: Bit => "the receiver sends the window to the sender now",
    }
    /// What the engine senses of an event beside what it says, a cycle after its issue.
    pub struct Sense {
        pub seq: PsnWord => "the PSN that an ack confirms: with use_psn the last one acknowledged behind it, else its own; of the newest that joined",
        pub snd_max: PsnWord => "the PSN behind the furthest packet that the NIC had sent when that one came",
        pub old: Bit => "a loss is behind the last PSN acknowledged: it says nothing new, whoever sent it; of that the event that issues tells",
    }
    /// What a unit with a timer is told beside what issues.
    pub struct Timed {
        pub tx_valid: Bit => "the NIC has sent a packet; ignored while init_we",
        pub tx_qpn: Qpn => "index of its QP",
        pub alg: AlgCode => "behind the host operation, of its QP: @algorithms",
        pub set: SetIndex => "likewise the index of its parameter set",
        pub holds: Bit => "the write of the unit's parameter set is under way: no period begins",
        pub taken: Bit => "the update of the timer is taken",
    }
    /// The update that a timer offers.
    pub struct Tick {
        pub valid: Bit => "an update of the timer; it stays until it is taken",
        pub set_waits: Bit => "the write of the unit's parameter set has to wait for periods under way",
        pub under_way: Bit => "updates of the timer wait here or behind; it may be 0 for up to 8 cycles between two of them",
        pub qpn: Qpn => "index of the QP",
        pub alg: AlgCode => "@algorithms",
        pub pace: U<35> => "current rate, bytes a ns, U7.28",
        pub flags: U<10> => "as on upd_flags",
    }
    /// FCR lowers a QP's own value: an operation in the QP's order.
    pub struct Lower {
        pub valid: Bit => "the own value of a QP is to become the least of itself and this one",
        pub qpn: Qpn => "index of the QP",
        pub alg: AlgCode => "in the unit of this algorithm: @algorithms",
        pub window: WindowWord => "packets, U14.28; of hpcc and hpcc-rx bytes, U28.12, in the low 40 bits",
        pub rate: SendRate => "of dcqcn-p and dcqcn-d: bytes a ns, U7.28",
    }
    /// What of it is held while it is under way.
    pub struct Lowering {
        pub alg: AlgCode => "@algorithms",
        pub window: WindowWord => "packets, U14.28; of hpcc and hpcc-rx bytes, U28.12, in the low 40 bits",
        pub rate: SendRate => "bytes a ns, U7.28",
    }
    /// What units are told of it.
    pub struct Lowers {
        pub reads: Bit => "the operation under way is FCR's, not the host's: what it finds is not kept",
        pub on: Bit => "its QP is open: the value of the unit of lower_alg is lowered",
        pub alg: AlgCode => "@algorithms",
        pub window: WindowWord => "packets, U14.28; of hpcc and hpcc-rx bytes, U28.12, in the low 40 bits",
        pub rate: SendRate => "bytes a ns, U7.28",
    }
    /// In a unit that keeps windows: in place of a host_read.
    pub struct LowerWindow {
        pub on: Bit => "a host_read lowers the window; stable while it is under way",
        pub window: WindowWord => "to this one at the most, packets, U14.28; of HPCC++ bytes, U28.12, in the low 40 bits",
    }
    /// In one that keeps rates.
    pub struct LowerRate {
        pub on: Bit => "a read of the host lowers the current rate; stable while it is under way",
        pub rate: SendRate => "to this one at the most, bytes per ns, U7.28",
    }
    /// FCR ignores a QP's marks, or no more.
    pub struct Ignore {
        pub we: Bit => "the QP's bit is written; ignored while init_done is 0",
        pub qpn: Qpn => "index of the QP",
        pub on: Bit => "1: its marks and CNPs are ignored from now on; 0: they count again",
    }
    /// A host's access to the units' pages of registers.
    pub struct UnitBus {
        pub write: Bit => "the write counts; index and data were the same in the cycle before",
        pub windex: U<10> => "which word is written",
        pub wdata: U<32> => "what",
        pub rindex: U<10> => "which word is read",
        pub last_index: U<10> => "which word the write before this one wrote, 0 if it was refused",
        pub last_data: U<32> => "what",
        pub host_busy: Bit => "a host operation is offered or under way: writes of host_* and starts are refused",
        pub found_now: Bit => "what the last host read found goes into found_*@scrub",
        pub sets: U<UNIT_PLACES> => "a host operation writes parameter sets, and writes of set_* are refused: bit @pages",
    }
    /// What the units answer.
    pub struct UnitAnswer {
        pub taken: Bit => "the write has an effect",
        pub rdata: U<32> => "the word at unit_bus_rindex, one cycle later; 0 if that is in no unit",
        pub starts: U<UNIT_PLACES> => "a parameter set is to be written, as a host operation: bit @pages",
    }
    /// The host's operation has passed.
    pub struct HostPassed {
        pub valid: Bit => "a pulse: every update of an event that is older than the host's operation has been taken, and none that is younger",
        pub alg: AlgCode => "the algorithm that it leaves to its QP: @algorithms; one that is not built is the first that is",
        pub set: SetIndex => "the parameter set, likewise",
    }
    /// An update on its way through FCR.
    pub struct Limited {
        pub kind: KindCode => "0 ack, 1 loss, 2 rtt, 3 cnp, 6 data, 7 timer, or what a QP may send has changed by an advice",
        pub qpn: Qpn => "index of the QP",
        pub alg: AlgCode => "@algorithms",
        pub window: WindowWord => "in the algorithm's format",
        pub pace: PaceWord => "likewise",
        pub flags: UpdateFlags => "bit 0 paced, 1 the window was clamped to its least, 2 to its greatest, 3 ignored@flags",
        pub feedback: Bit => "the receiver sends the window to the sender now",
        pub una_psn: PsnWord => "last PSN acknowledged; of kind timer it means nothing",
    }
    /// Beside an update.
    pub struct AllowedRate {
        pub rate: SendRate => "greatest rate that advices allow, whatever the algorithm: bytes/ns, U7.28; all ones: none",
    }
    /// An advice was rejected.
    pub struct Rejected {
        pub valid: Bit => "an advice is rejected, for its rate or validity is out of the bounds of its set: a pulse",
        pub qpn: Qpn => "index of its QP",
    }
    /// A parameter set of `limit`.
    pub struct LimitSet {
        pub valid: Bit => "it is to be written",
        pub index: U<4> => "which of the 16",
        pub line: U<22> => "line rate, Mbit/s",
        pub advice_min: U<22> => "lowest advice that is taken, Mbit/s",
        pub advice_max: U<22> => "highest advice that is taken, Mbit/s",
        pub validity_max: U<16> => "longest validity that is taken, us",
        pub mtu: U<13> => "bytes of a packet",
        pub rtt: RttNs => "round-trip time, ns",
    }
    /// What it counts, modulo 2^32.
    pub struct LimitCounts {
        pub lost: U<32> => "advices without room",
        pub rejected: U<32> => "advices out of their bounds",
        pub lowerings: U<32> => "lowerings that the engine has taken",
        pub dues: U<32> => "ends of advices that the walk has found",
        pub held: U<32> => "microseconds in which the clock stood still",
        pub late_worst: U<16> => "from an end until the walk found it, at most, us",
        pub ignored: U<32> => "marks that the engine has ignored",
    }
    /// A request of the NIC, the doorbell.
    pub struct Request {
        pub valid: Bit => "a QP has something to send",
        pub qpn: Qpn => "index of the QP",
        pub class: U<3> => "priority of PFC that it sends on",
        pub backlog: U<28> => "come to be sent since the last request, bytes; all ones: until empty",
        pub bytes_to_end: U<28> => "left of the message that is next to be sent, bytes; 0: not said",
    }
    /// What the NIC says of a grant.
    pub struct Answered {
        pub valid: Bit => "a grant is answered, or the NIC goes back",
        pub qpn: Qpn => "index of the QP",
        pub tag: U<8> => "the grant's tag",
        pub psn_next: PsnWord => "the PSN that the NIC sends next",
        pub bytes: U<28> => "sent on the grant; with rewind how many are to be sent again",
        pub empty: Bit => "the QP had no more to send",
        pub rewind: Bit => "go-back-N to psn_next; answers no grant",
    }
    /// Whether `sender` takes them.
    pub struct SenderReady {
        pub req_ready: Bit => "the request is taken, if valid",
        pub sent_ready: Bit => "the answer is taken, if valid",
    }
    /// Send now.
    pub struct Granted {
        pub valid: Bit => "send now",
        pub qpn: Qpn => "index of the QP",
        pub tag: U<8> => "names the grant in its answer",
        pub max_bytes: U<20> => "send at most so many bytes",
        pub max_packets: U<14> => "in at most so many packets",
        pub ecn_capable: Bit => "their ECN codepoint",
    }
    /// Whether the NIC takes it.
    pub struct GrantReady {
        pub grant_ready: Bit => "the grant is taken, if valid",
    }
    /// What other stations say of classes.
    pub struct Paused {
        pub pause: U<8> => "bit n: class n is paused",
    }
    /// What `sender` counts.
    pub struct SenderCounts {
        pub joined: U<32>,
        pub closed: U<32>,
        pub returned: U<32>,
        pub not_open: U<32>,
        pub too_much: U<32>,
        pub rewind_outside: U<32>,
        pub closed_in_flight: U<32>,
        pub window_below: U<32>,
        pub time_back: U<32>,
    }
    /// A packet that has come, in its QP's order.
    pub struct Received {
        pub valid: Bit => "a packet has come, in its QP's order; always taken",
        pub qpn: Qpn => "index of its QP",
        pub psn: PsnWord => "its PSN",
        pub ce: Bit => "it carries CE",
        pub queue: Bit => "the NIC's own queue is above its threshold: as CE",
        pub ack_req: Bit => "it asks for an ACK (BTH.A)",
        pub last: Bit => "the last packet of a message: it is acknowledged at once",
    }
    /// What is to be answered.
    pub struct Answer {
        pub valid: Bit => "an answer is due",
        pub qpn: Qpn => "index of the QP",
        pub kind: KindCode => "0 ack, 3 cnp",
        pub psn: PsnWord => "of an ACK: the last PSN that it acknowledges; of a CNP 0",
        pub ece: Bit => "of an ACK: ECN-Echo",
        pub count: U<14> => "of an ACK: packets that it confirms, at most 16,383",
    }
    /// A NAK that the transport wants sent.
    pub struct Nak {
        pub valid: Bit => "a packet was missed",
        pub qpn: Qpn => "index of the QP",
        pub psn: PsnWord => "the PSN that is missing",
    }
    /// What its ACKs and NAKs say of a QP's messages.
    pub struct Messages {
        pub we: Bit => "the QP's ACKs and NAKs have this MSN from now on; always taken",
        pub qpn: Qpn => "index of the QP",
        pub value: U<24> => "its MSN",
    }
    /// What `responder` counts.
    pub struct ResponderCounts {
        pub acks: U<32>,
        pub naks: U<32>,
        pub cnps: U<32>,
        pub unwritten: U<32>,
    }
    /// Which opcodes are those of responses of probes, or of requests.
    pub struct ProbeCfg {
        pub rtt: U<8> => "BTH.OpCode of an RTT request or response, 0xC0 to 0xFF; below that there is none",
        pub telemetry: U<8> => "BTH.OpCode of a telemetry request or response, likewise",
    }
    /// What the parser reads in one.
    pub struct ParsedProbe {
        pub kind: U<2> => "what the frame asks or answers: 1 telemetry, 2 an RTT; 0 neither",
        pub time: U<32> => "the time that it carries or echoes; 0 if kind is 0",
    }
    /// A request on its way to the responder.
    pub struct Requested {
        pub valid: Bit => "a request has come: one pulse, in any cycle; there is no ready",
        pub kind: U<2> => "what it asks: 1 telemetry, 2 an RTT",
        pub qpn: Qpn => "index of the QP",
        pub psn: PsnWord => "its PSN",
        pub time: U<32> => "the time that it carries",
        pub telemetry: Bit => "it carries telemetry",
        pub path: U<12> => "pathID",
        pub n_hop: U<4> => "hops of the path",
    }
    /// What the responder has for all responses.
    pub struct ReplyCfg {
        pub rtt: U<8> => "BTH.OpCode of an RTT response",
        pub telemetry: U<8> => "BTH.OpCode of a telemetry response",
        pub dscp: U<6> => "DSCP of telemetry responses",
    }
    /// What the responder has for all requests.
    pub struct AskCfg {
        pub rtt: U<8> => "BTH.OpCode of an RTT request",
        pub telemetry: U<8> => "BTH.OpCode of a telemetry request",
        pub dscp: U<6> => "DSCP of telemetry requests",
    }
    /// What is counted of requests that this NIC makes.
    pub struct RequestsCounts {
        pub requests: U<32>,
        pub unsent: U<32>,
    }
    /// An answer that goes to the responder, but for hops.
    pub struct Replied {
        pub qpn: Qpn => "index of the QP",
        pub kind: KindCode => "0 ack, 1 loss (a NAK), 2 an RTT response, 3 cnp, 4 an RTT request, 5 a telemetry request, 6 a telemetry response",
        pub psn: PsnWord => "BTH.PSN",
        pub ece: Bit => "of an ACK: ECN-Echo",
        pub time: U<32> => "of a response the time that it echoes, of a request its own",
        pub telemetry: Bit => "it echoes what follows",
        pub path: U<12> => "pathID",
        pub n_hop: U<4> => "hops of the path",
    }
    /// What is counted of requests.
    pub struct AnswersCounts {
        pub responses: U<32>,
        pub closed: U<32>,
        pub lost: U<32>,
    }
    /// A response on its way to the prober.
    pub struct Responded {
        pub valid: Bit => "a response has come: one pulse, in any cycle; there is no ready",
        pub kind: U<2> => "what it answers: 1 a telemetry request, 2 an RTT request",
        pub qpn: Qpn => "index of the QP",
        pub psn: PsnWord => "its PSN",
        pub time: U<32> => "the time that it echoes",
        pub telemetry: Bit => "it carries telemetry",
        pub path: U<12> => "pathID",
        pub n_hop: U<4> => "hops of the path",
    }
    /// A response that waits for its turn.
    pub struct Awaiting {
        pub kind: U<2>,
        pub qpn: Qpn,
        pub psn: PsnWord,
        pub time: U<32>,
        pub path: Path,
    }
    /// A probe on its way out.
    pub struct Probing {
        pub valid: Bit => "a probe is due",
        pub qpn: Qpn => "index of the QP",
        pub kind: U<2> => "1 telemetry request, 2 RTT request",
        pub psn: PsnWord => "BTH.PSN: snd_nxt",
        pub time: U<32> => "the clock, ns: what an RTT request carries",
    }
    /// An RTT, to be looked at.
    pub struct Measured {
        pub valid: Bit => "a response was waited for, and its event is taken: one pulse; there is no ready",
        pub qpn: Qpn => "index of the QP",
        pub kind: U<2> => "what was answered: 1 telemetry request, 2 RTT request",
        pub measured: U<24> => "from the probe to the response, ns",
        pub smoothed: U<24> => "the RTT that is kept, ns",
    }
    /// What the host says of all probes.
    pub struct ProbingCfg {
        pub timeout = layout::prober::TIMEOUT,
        pub smooth: Bit = layout::prober::SMOOTH,
        pub timed: Bit = layout::prober::TIMED,
    }
    /// What the host writes of a QP's probes.
    pub struct ProbingPolicy {
        pub opens: Bit => "the QP is opened anew, or closed; 0: its period alone is written",
        pub qpn: Qpn => "index of the QP",
        pub kind = layout::prober::KIND,
        pub period = layout::prober::PERIOD,
        pub psn: PsnWord => "PSN of the first packet",
    }
    /// What of an update the prober wants to know.
    pub struct Acked {
        pub valid: Bit => "an update",
        pub ready: Bit => "it is taken, unless hold",
        pub acks: Bit => "it says what is acknowledged",
        pub qpn: Qpn => "index of the QP",
        pub una_psn: PsnWord => "last PSN acknowledged",
    }
    /// A packet has left.
    pub struct Sending {
        pub valid: Bit => "a packet has left",
        pub qpn: Qpn => "index of its QP",
        pub psn: PsnWord => "snd_nxt",
    }
    /// What `prober` counts.
    pub struct ProberCounts {
        pub probes: U<32>,
        pub responses: U<32>,
        pub unexpected: U<32>,
        pub timeouts: U<32>,
        pub lost: U<32>,
    }
    /// The receiver's times.
    pub struct AnswerTimes {
        pub ack_timeout = layout::receiver::ACK_TIMEOUT,
        pub cnp_interval = layout::receiver::CNP_INTERVAL,
    }
    /// What `receiver` counts.
    pub struct ReceiverCounts {
        pub acks: U<32>,
        pub cnps: U<32>,
        pub merged: U<32>,
        pub cnps_merged: U<32>,
        pub timeouts: U<32>,
    }
    /// That HPCC++ had to put up with something.
    pub struct Alert {
        pub telemetry: Bit,
    }
    /// What an engine with check bits is told.
    pub struct EccControl {
        pub inject: U<2> => "spoils every word that is read of a context: bit 0 in one bit; bit 1, which goes before it, in two check bits; with rtl.sram_ecc its report alone",
        pub scrub_interval: U<24> => "cycles from one scrubbed context to the next; 0: none is",
    }
    /// What the counters of the parser and the engine count, in a cycle.
    pub struct Counted {
        pub valid: Bit => "the parser has a result",
        pub drop: Bit => "it is a drop",
        pub reason: U<5> => "for this reason",
        pub kind: KindCode => "else of this kind",
        pub rejected: Bit => "the engine drops an ack or nak, for its PSN",
        pub closed: Bit => "it drops an event of a closed QP",
        pub saturated: Bit => "a sum saturates where an event joins another",
        pub folded: Bit => "an event joins one that waits",
    }
    /// What HPCC++'s counters count.
    pub struct Seen {
        pub path: Bit => "an update of HPCC++: its path had changed",
        pub hops: Bit => "more hops than there is room for",
        pub speed: Bit => "a hop of unknown speed",
        pub still: Bit => "a hop with the timestamp of before",
        pub u_zero: Bit => "U = 0 where it divides",
    }
}
