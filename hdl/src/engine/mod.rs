#![doc = include_str!("../engine.md")]
//!
//! # Why this file
//!
//! It joins the blocks behind the parser and holds the little that belongs to none of them: the host's operation under
//! way, the choice of the unit, and queues whose sizes make stalls inside impossible.

mod construct;
mod entry;
mod host_order;
mod ignore_back;
mod ignores;
mod lower_end;
mod older;
#[cfg(test)]
mod tests;
mod turn;

use crate::choice::Choice;
use crate::hops::Hop;
use crate::hpcc::HpccEntry;
use crate::issue::AnyIssue;
use crate::lsn::LsnSlice;
use crate::prelude::*;
use crate::psn::Psn;
use crate::records::*;
use crate::rewrite::RewriteEcc;
use crate::scrub::{Scrub, Scrubs};
use crate::sent::Sent;
use crate::units::{Loss, LossQueue, SenseQueue, Slot, UpdatePort};
use entry::Entry;
use host_order::{Behind, HostOrder, Leaves};
use ignores::Ignores;
use lower_end::LowerEnd;
use turn::Turn;

logic_struct! {
    /// What waits beside an event's update, from its issue to when the update leaves.
    pub struct Beside {
        pub una: PsnWord => "the last PSN acknowledged",
        pub alg: AlgCode => "the algorithm that the event was issued for",
    }
}

/// Events in, updates out, for all queue pairs. What ends in `_opt` is there where a unit senses it, or with check
/// bits.
#[derive(LogicBlock)]
pub struct Engine {
    pub clock: Signal<In, ClkRst>,
    pub time_opt: Vec<Signal<In, Time>>,
    pub tx_valid: Signal<In, Bit>,
    pub tx_qpn: Signal<In, Qpn>,
    pub tx_psn: Signal<In, PsnWord>,
    pub pkt_valid: Signal<In, Bit>,
    pub pkt_kind: Signal<In, KindCode>,
    pub pkt_ece: Signal<In, Bit>,
    pub pkt_psn: Signal<In, PsnWord>,
    pub pkt_qpn: Signal<In, Qpn>,
    pub pkt_opt: Vec<Signal<In, Path>>,
    pub pkt_hop: Vec<Signal<In, Hop>>,
    pub room: Signal<Out, Bit>,
    pub s_event_valid: Signal<In, Bit>,
    pub s_event_ready: Signal<Out, Bit>,
    pub s_event_kind: Signal<In, KindCode>,
    pub s_event_ece: Signal<In, Bit>,
    pub s_event_use_psn: Signal<In, Bit>,
    pub s_event_n: Signal<In, PacketCount>,
    pub s_event_psn: Signal<In, PsnWord>,
    pub s_event_qpn: Signal<In, Qpn>,
    pub s_event_opt: Vec<Signal<In, Path>>,
    pub s_event_hop: Vec<Signal<In, Hop>>,
    pub unit_bus: Signal<In, UnitBus>,
    pub unit_answer: Signal<Out, UnitAnswer>,
    pub host_valid: Signal<In, Bit>,
    pub host_ready: Signal<Out, Bit>,
    pub host_write: Signal<In, Bit>,
    pub host_parts: Signal<In, U<10>>,
    pub host_qpn: Signal<In, Qpn>,
    pub host_alg: Signal<In, AlgCode>,
    pub host_set: Signal<In, SetIndex>,
    pub host_psn: Signal<In, PsnWord>,
    pub host_open: Signal<In, Bit>,
    pub host_done: Signal<Out, Bit>,
    pub found_alg: Signal<Out, AlgCode>,
    pub found_set: Signal<Out, SetIndex>,
    pub found_psn: Signal<Out, PsnWord>,
    pub found_open: Signal<Out, Bit>,
    pub upd_valid: Signal<Out, Bit>,
    pub upd_ready: Signal<In, Bit>,
    pub upd_kind: Signal<Out, KindCode>,
    pub upd_qpn: Signal<Out, Qpn>,
    pub upd_alg: Signal<Out, AlgCode>,
    pub upd_window: Signal<Out, WindowWord>,
    pub upd_pace: Signal<Out, PaceWord>,
    pub upd_flags: Signal<Out, UpdateFlags>,
    pub upd_feedback: Signal<Out, Bit>,
    pub upd_una_psn: Signal<Out, PsnWord>,
    pub upd_una_lsn_opt: Vec<Signal<Out, U<32>>>,
    pub seen_opt: Vec<Signal<Out, Seen>>,
    pub seen_rejected: Signal<Out, Bit>,
    pub seen_closed: Signal<Out, Bit>,
    pub seen_saturated: Signal<Out, Bit>,
    pub seen_folded: Signal<Out, Bit>,
    pub waiting_events: Signal<Out, U<6>>,
    pub waiting_updates: Signal<Out, U<8>>,
    pub waiting_lanes_opt: Vec<Signal<Out, U<6>>>,
    pub waiting_measured_opt: Vec<Signal<Out, U<8>>>,
    pub init_done: Signal<Out, Bit>,
    pub idle: Signal<Out, Bit>,
    pub queue_overflow: Signal<Out, Bit>,
    pub ecc_opt: Vec<Signal<In, EccControl>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,
    pub lower_opt: Vec<Signal<In, Lower>>,
    pub lower_ready_opt: Vec<Signal<Out, Bit>>,
    pub lower_done_opt: Vec<Signal<Out, Bit>>,
    pub host_passed_opt: Vec<Signal<Out, HostPassed>>,
    pub ignore_opt: Vec<Signal<In, Ignore>>,
    pub seen_ignored_opt: Vec<Signal<Out, Bit>>,
    pub trace_opt: Vec<Signal<Out, Traced>>,
    pub cfg_lsn_mtu_opt: Vec<Signal<In, U<3>>>,
    pub pkt_lsn_opt: Vec<Signal<In, LsnAck>>,
    pub s_event_lsn_opt: Vec<Signal<In, LsnAck>>,

    entry: Entry,
    sent: Sent,
    entry_left: DReg<Entered>,
    entered: Delay<Entered>,
    psn: Psn,
    /// With LSNs: what the event says, beside `entered`; bytes acknowledged by slot and beside updates, as the PSN.
    lsn_opt: Vec<LsnSlice>,
    lsn_left_opt: Vec<DReg<LsnAck>>,
    lsn_entered_opt: Vec<Delay<LsnAck>>,
    lsn_queue_opt: Vec<Fifo<U<32>, 6>>,
    came_lsn_opt: Vec<DReg<U<32>>>,
    lsn_moved_opt: Vec<DReg<U<32>>>,
    lsn_slots_opt: Vec<Table<U<32>, 4>>,
    una_lsn_opt: Vec<Fifo<U<32>, 8>>,
    measured_lsn_opt: Vec<Fifo<U<32>, 8>>,
    choice: Choice,
    /// What has come through both, in front of the event queue: an event, an operation of the host.
    arrived: Reg<Bit>,
    arrived_host: Reg<Bit>,
    arrival: DReg<Event>,
    event_queue: Fifo<Event, 6>,
    issue: AnyIssue,
    update_queue: Fifo<Update, 8>,
    /// Of the event that has come to `issue`: the last PSN acknowledged, whether it confirms something, and what stands
    /// beside its hops.
    came_una: DReg<U<24>>,
    came_counts: DReg<Bit>,
    came_sense_opt: Vec<DReg<Sense>>,
    came_trace_opt: Vec<DReg<Trace>>,
    /// The last PSN acknowledged, by slot of `issue`; with the algorithm, of the updates in the order of issue.
    una_slots: Table<U<24>, 4>,
    /// A cycle later than `issue` says so: what is written there, and which slot is read.
    una_moves: Reg<Bit>,
    una_slot: DReg<U<4>>,
    una_moved: DReg<U<24>>,
    una_leaves: Reg<Bit>,
    una_read: DReg<U<4>>,
    alg_leaves: DReg<U<4>>,
    una_issued: Reg<Bit>,
    alg_issued: DReg<U<4>>,
    una_queue: Fifo<Beside, 8>,
    /// Where the unit that senses hops has others beside it: the stream of its own updates.
    measured_queue_opt: Vec<Fifo<Update, 8>>,
    measured_una_opt: Vec<Fifo<Beside, 8>>,
    stream_port_opt: Vec<UpdatePort>,
    /// Where a unit senses PSNs: beside the event queue, unless what stands beside telemetry carries it; and by slot of
    /// `issue`.
    sense_queue_opt: Vec<SenseQueue>,
    sense_slots_opt: Vec<Table<Sense, 4>>,
    /// Where a unit senses losses: likewise; what is written and read by slot a cycle later than the event moves.
    loss_queue_opt: Vec<LossQueue>,
    came_loss_opt: Vec<DReg<Loss>>,
    confirms_put_opt: Vec<Reg<Bit>>,
    confirms_moved_opt: Vec<DReg<U<14>>>,
    confirms_slots_opt: Vec<Table<U<14>, 4>>,

    /// Where a unit senses hops: telemetry in front of the event queue, beside it, and by slot.
    hops_entry_opt: Vec<HpccEntry>,
    trace_queue_opt: Vec<Fifo<Trace, 6>>,
    hop_queue: Vec<Fifo<Hop, 6>>,
    trace_slots_opt: Vec<Table<Trace, 4>>,
    hop_slots: Vec<Table<Hop, 4>>,
    unit: Vec<Slot>,

    /// With a unit that has a timer.
    update_port_opt: Vec<UpdatePort>,

    /// With a trace: the event that issued in the cycle before; beside each stream's updates, events from their issue
    /// on, and what they found. And what is shown.
    leaving_opt: Vec<DReg<IssuedEvent>>,
    traced_events_opt: Vec<Fifo<IssuedEvent, 8>>,
    befores_opt: Vec<Fifo<Before, 8>>,
    measured_events_opt: Vec<Fifo<IssuedEvent, 8>>,
    measured_befores_opt: Vec<Fifo<Before, 8>>,
    tells_opt: Vec<Reg<Bit>>,
    told_opt: Vec<DReg<Traced>>,
    traced_codes: Signal<Local, U<16>>,
    head_event: Signal<Local, IssuedEvent>,
    /// Of the update that comes to the first stream; and of the one that is shown.
    found_before: Signal<Local, Before>,
    before: Signal<Local, Before>,
    traced: Signal<Local, Traced>,
    shown: Signal<Local, Traced>,

    turn: Turn,
    held: DReg<Host>,
    held_qpn: DReg<Qpn>,
    /// The operation is the write of these units' parameter sets: bit `Unit::place()`.
    held_sets: DReg<U<UNIT_PLACES>>,
    /// Of any.
    holds_set: DReg<Bit>,
    /// In the cycle before something was seen; cycles for which nothing was.
    was_active: Reg<Bit>,
    calm: Reg<U<7>>,
    idle_now: Reg<Bit>,
    overflow: Reg<Bit>,
    kept_shared: DReg<Shared>,
    done: Reg<Bit>,

    scrub_opt: Vec<Scrub>,
    scrubs_opt: Vec<Reg<Bit>>,
    /// Beside `entered`: an operation, so that the choice is written back.
    rewrites_opt: Vec<Delay<Bit>>,
    found_fault_opt: Vec<Reg<Fault>>,
    found_rom_opt: Vec<Reg<RomFault>>,
    /// With FCR's ports: the operation under way is a lowering, what it brings, and when it is over.
    lowers_opt: Vec<Reg<Bit>>,
    lowering_opt: Vec<DReg<Lowering>>,
    lower_end_opt: Vec<LowerEnd>,
    host_order_opt: Vec<HostOrder>,
    built_of_found: Signal<Local, U<16>>,
    ignores_opt: Vec<Ignores>,
    lower_in: Signal<Local, Lower>,
    lower_asks: Signal<Local, Scrubs>,
    lower_enters: Signal<Local, Bit>,
    to_lower: Signal<Local, Lowering>,
    lower_closed: Signal<Local, Bit>,
    under_way: Signal<Local, Lowering>,
    lowers: Signal<Local, Lowers>,
    ignored: Signal<Local, Bit>,
    ignored_cnp: Signal<Local, Bit>,
    ignored_ack: Signal<Local, Bit>,
    ecc_in: Signal<Local, EccControl>,
    scrub_enters: Signal<Local, Bit>,
    ecc_out: Signal<Local, Ecc>,
    rewrite: Signal<Local, RewriteEcc>,
    of_sent: Signal<Local, Fault>,
    of_psn: Signal<Local, Fault>,
    of_choice: Signal<Local, Fault>,
    of_ignores: Signal<Local, Fault>,
    of_unit: Signal<Local, Fault>,
    rom_of_unit: Signal<Local, RomFault>,
    all_fault: Signal<Local, Fault>,
    all_rom: Signal<Local, RomFault>,

    access: Signal<Local, UnitBus>,
    heard: Signal<Local, LsnAck>,
    said: Signal<Local, LsnAck>,
    heard_pkt: Signal<Local, LsnAck>,
    heard_event: Signal<Local, LsnAck>,
    shown_pkt: Signal<Local, Path>,
    shown_event: Signal<Local, Path>,
    told_lsn: Signal<Local, U<32>>,
    answer: Signal<Local, UnitAnswer>,
    /// The operation that is asked for is the write of a set.
    asks_set: Signal<Local, Bit>,
    head_trace: Signal<Local, Trace>,
    head_sense: Signal<Local, Sense>,
    head_loss: Signal<Local, Loss>,
    lost: Signal<Local, Loss>,
    host_writes: Signal<Local, Bit>,
    /// From the bit of the algorithm that the QP has, the host gives, the head of the queue is for.
    built_of_choice: Signal<Local, U<16>>,
    built_of_host: Signal<Local, U<16>>,
    joins: Signal<Local, Bit>,
    slot_trace: Signal<Local, Trace>,
    traces: Signal<Local, Bit>,
    counts_acks: Signal<Local, U<16>>,
    counts_rtts: Signal<Local, U<16>>,
    counts_cnps: Signal<Local, U<16>>,
    counted_is_host: Signal<Local, Bit>,
    counted: Signal<Local, Event>,
    updates: Signal<Local, Bit>,
    enters_slot: Signal<Local, Bit>,
    issue_ready: Signal<Local, Bit>,
    lanes: Signal<Local, Lanes>,
    measured_codes_at: Signal<Local, U<16>>,
    issues_codes: Signal<Local, U<16>>,
    issues_measured: Signal<Local, Bit>,
    issues_event: Signal<Local, Bit>,
    behind: Signal<Local, Behind>,
    full: Signal<Local, Bit>,
    event_valid: Signal<Local, Bit>,
    event_update: Signal<Local, Update>,
    event_beside: Signal<Local, Beside>,
    issued_beside: Signal<Local, Beside>,
    event_taken: Signal<Local, Bit>,
    events_ready: Signal<Local, Bit>,
    op_enters: Signal<Local, Bit>,
    host_passes: Signal<Local, Bit>,
    leaves: Signal<Local, Leaves>,
    active: Signal<Local, Bit>,
    overflows: Signal<Local, Bit>,
    una_enters: Signal<Local, Bit>,
    una_enters_measured: Signal<Local, Bit>,
    head: Signal<Local, Event>,
    issued_is_host: Reg<Bit>,
    issued: Signal<Local, IssuedEvent>,
    host_ends: Signal<Local, Bit>,
    hops_valid: Signal<Local, Bit>,
    hops_update: Signal<Local, Update>,
    counts: Signal<Local, Seen>,
    timed: Signal<Local, Timed>,
    tick: Signal<Local, Tick>,

    /// A bit for each code of an algorithm: it is built. And the first that is built.
    built: Constant<U<16>>,
    /// Likewise: ACKs move its windows by what they confirm, RTT responses, CNPs by their number.
    acks_count: Constant<U<16>>,
    rtts_count: Constant<U<16>>,
    cnps_count: Constant<U<16>>,
    first_alg: Constant<U<4>>,
    kind_host_write: Constant<KindCode>,
    kind_host_read: Constant<KindCode>,
    kind_ack: Constant<KindCode>,
    kind_loss: Constant<KindCode>,
    kind_rtt: Constant<KindCode>,
    kind_cnp: Constant<KindCode>,
    kind_data: Constant<KindCode>,
    kind_timer: Constant<KindCode>,
    /// Of each unit its bit among the sets, and among the parts of a context.
    unit_set: Vec<Constant<U<UNIT_PLACES>>>,
    unit_part: Vec<Constant<U<10>>>,
    calm_at: Constant<U<7>>,
    /// A bit for each code of an algorithm whose unit senses hops. And from how many updates on a stream's queue holds
    /// events back.
    measured_codes: Constant<U<16>>,
    stream_room: Constant<U<8>>,
    _units: usize,
    /// Of the units the slowest, with which an operation of the host ends.
    _slowest: usize,
    _behind_slowest: usize,
    /// Whether a unit senses PSNs, with and without the measurement beside it.
    _psns: usize,
    _losses: usize,
    _psns_beside_hops: usize,
    _psns_alone: usize,
    /// Whether a unit senses hops, which, and of how many.
    _measures: usize,
    _measured: usize,
    _behind_measured: usize,
    _hops: usize,
    /// With fewer lanes than hops.
    _stepped: usize,
    /// Whether a unit has a timer, and which.
    _timers: usize,
    _timer: usize,
    _behind_timer: usize,
    /// Two streams of updates. Of the units whose updates are in the first: which is the first, then which follow.
    _two: usize,
    _lead: usize,
    _behind_lead: usize,
    _until: usize,
    _from: usize,
    /// With a trace; and that of two streams.
    _trace: usize,
    _two_traces: usize,
    /// With a trace, and no unit that asks for new losses.
    _shows_losses: usize,
    _ecc: usize,
    /// ACKs have LSNs; and telemetry; with two streams; with a timer.
    _lsn: usize,
    _lsn_measures: usize,
    _lsn_two: usize,
    _lsn_timers: usize,
    _ignore_reads: usize,
    _fcr: usize,
    /// LDCP is not built, so that what the initialisation writes is not.
    _maps_found: usize,
    _looks_at_found: usize,
    /// The host's operation is followed to when it has passed; of an engine with FCR's ports, with two streams.
    _order: usize,
}

impl Logic for Engine {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module engine");
        comment!(
            "@doc The congestion-control engine: events and host operations in, updates out; those of a QP in the order of its events."
        );
        comment!("@port tx_valid the NIC has sent; always taken, but ignored while init_done is 0");
        comment!("@port tx_qpn index of the QP");
        comment!("@port tx_psn the PSN that it sends next: given before the last beat of the packet leaves");
        comment!("@port pkt_valid an event of the parser; cannot be held back");
        comment!("@port pkt_kind 0 ack, 1 loss, 3 cnp, 6 data");
        comment!("@port pkt_ece ECN-Echo of an ack");
        comment!("@port pkt_psn PSN of the ack, nak or data");
        comment!("@port pkt_qpn index of the QP");
        comment!("@port room the parser may take beats");
        comment!("@port s_event_valid events of another parser");
        comment!("@port s_event_ready the event is taken, if valid; falls with host_valid in the same cycle");
        comment!("@port s_event_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data; 4, 5 and 7 are taken as loss");
        comment!("@port s_event_ece ECN-Echo of an ack");
        comment!("@port s_event_use_psn n of an ack comes from s_event_psn, not from s_event_n");
        comment!("@port s_event_n packets that an ack confirms, where s_event_use_psn is 0; other kinds have none");
        comment!("@port s_event_psn PSN of the ack or nak@reading");
        comment!("@port s_event_qpn index of the QP");
        comment!("@port host_valid an operation on a QP's context; one at a time");
        comment!("@port host_ready it is taken, if valid; 0 while one is under way, and in cycles with an event of the parser, or with tx_valid if it writes the PSN");
        comment!("@port host_write 1 writes parts of the QP's context, 0 reads it");
        comment!("@port host_parts what a write replaces: bit 0 alg and set, 1 psn and open, with snd_nxt = snd_max = psn + 1, @parts");
        comment!("@port host_qpn index of the QP");
        comment!("@port host_alg @algorithms; one that is not built is taken as the first that is");
        comment!("@port host_set index of the parameter set");
        comment!("@port host_psn last PSN acknowledged");
        comment!("@port host_open the QP is open: events of a closed one are dropped");
        comment!("@port host_done one pulse: the operation is complete");
        comment!("@port found_alg @algorithms; found_* hold with host_done of a read, and mean nothing at other times");
        comment!("@port found_set index of the parameter set");
        comment!("@port found_psn last PSN acknowledged");
        comment!("@port found_open the QP is open");
        comment!("@port upd_valid an update");
        comment!("@port upd_ready the update is taken, if valid");
        comment!("@port upd_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data@timer_kind");
        comment!("@port upd_qpn index of the QP");
        comment!("@port upd_alg the algorithm: @algorithms");
        comment!("@port upd_window new window: packets, U14.28; of hpcc and hpcc-rx bytes, U28.12");
        comment!("@port upd_pace LDCP: time between packets while the window is below one, ns, else 0; HPCC++: rate, bytes a ns, U12.28@timer_pace");
        comment!(
            "@port upd_flags bit 0 paced, 1 the window was clamped to its least, 2 to its greatest, 3 ignored@flags"
        );
        comment!("@port upd_feedback the receiver sends the window to the sender now");
        comment!("@port upd_una_psn last PSN acknowledged@timer_una");
        comment!("@port seen_rejected an ack or nak is dropped, for its PSN confirms what was not sent");
        comment!("@port seen_closed an event of a closed QP is dropped");
        comment!("@port seen_saturated an event joins one that waits, and the sum of what counts stays at 2^14 - 1");
        comment!("@port seen_folded an event joins one that waits");
        comment!("@port waiting_events events in the event queue");
        comment!("@port waiting_updates updates in the update queue");
        for _k in 0..self._stepped {
            comment!("@port waiting_lanes events that wait for the lanes of HPCC++");
        }
        for _k in 0..self._two {
            comment!("@port waiting_updates updates in the queue of units without a measurement");
            comment!("@port waiting_measured updates of HPCC++ in theirs");
        }
        comment!("@port init_done contexts and parameter sets have their reset values; until then nothing is taken and tx_* is ignored");
        for _k in 0..self._measures {
            comment!("@port init_done contexts, parameter sets and speeds have their reset values; until then nothing is taken and tx_* is ignored");
        }
        for _k in 0..self._ecc {
            comment!("@port fault_corrected a pulse: a word of a context had one wrong bit, or more words had, which was corrected");
            comment!("@port fault_uncorrectable a pulse: a word of a context had two wrong bits");
            comment!("@port rom_parity a pulse: a word of a reciprocal's table had a wrong bit");
        }
        for _k in 0..self._fcr {
            comment!("@port lower_ready it is taken, if valid; falls with host_valid in the same cycle; 0 while an operation is under way, and in cycles with an event of the parser");
            comment!("@port lower_done one pulse: the operation is complete, and every update that is older has left");
            comment!("@port seen_ignored an event of a QP whose marks are ignored: a cnp is dropped, or an ack with ECN-Echo moves una and nothing else");
        }
        for _k in 0..self._lsn {
            comment!("@port cfg_lsn_mtu MTU by which bytes become packets: 1 to 5 are 256 to 4096 bytes; constant while events are under way");
            comment!("@port upd_una_lsn bytes acknowledged, of requests and of READ responses together, modulo 2^32@timer_una");
            comment!("@port seen_rejected an ack or nak is dropped, for its PSN confirms what was not sent, or its LSN is nowhere near; or an ack of requests with such an LSN counts for nothing");
        }
        comment!("@port idle nothing is under way in the engine; so many cycles behind the last as an event may take");
        comment!("@port queue_overflow a pulse: a queue inside was given more than it holds, which its sizes rule out");
        comment!("@constant built bit k: the algorithm of code k is built");
        comment!("@constant acks_count bit k: ACKs without telemetry act on the algorithm of code k; set where it is not built");
        comment!("@constant rtts_count bit k: RTT responses act on it");
        comment!("@constant cnps_count bit k: CNPs act on it");
        comment!("@constant first_alg the algorithm of a QP whose own is not built");
        comment!("@constant unit_set bit of the unit's parameter set");
        comment!("@constant unit_part bit of the unit's part of a context");
        comment!("@constant calm_at cycles without anything in a queue, a slot or at the entry: nothing is under way");
        comment!("@constant measured_codes bit k: the algorithm of code k measures hops");
        comment!("@constant stream_room updates in the queue, from which nothing issues");
        clock!(
            self,
            clock,
            entry,
            sent,
            entry_left,
            entered,
            psn,
            choice,
            arrived,
            arrived_host,
            arrival,
            event_queue,
            issue,
            update_queue,
            held,
            kept_shared,
            done
        );
        clock!(self, clock, came_una, came_counts, una_slots, una_issued, alg_issued, una_queue);
        clock!(self, clock, una_moves, una_slot, una_moved, una_leaves, una_read, alg_leaves);
        clock!(self, clock, turn, issued_is_host, held_qpn, held_sets, holds_set, was_active, calm, idle_now, overflow);

        comment!("initialisation sweeps the contexts; the parameters by the low bits of the address");
        self.init_done.next = !self.entry.init_we.val();
        self.sent.init_we.next = self.entry.init_we.val();
        self.sent.init_addr.next = self.entry.init_addr.val();
        self.psn.init_we.next = self.entry.init_we.val();
        self.psn.init_addr.next = self.entry.init_addr.val();
        self.choice.init_we.next = self.entry.init_we.val();
        self.choice.init_addr.next = self.entry.init_addr.val();

        comment!("who enters");
        self.entry.waiting.next = bits::<8>(self.event_queue.count.val());
        self.entry.pkt_valid.next = self.pkt_valid.val();
        self.entry.pkt_kind.next = self.pkt_kind.val();
        self.entry.pkt_ece.next = self.pkt_ece.val();
        self.entry.pkt_psn.next = self.pkt_psn.val();
        self.entry.pkt_qpn.next = self.pkt_qpn.val();
        self.entry.s_event_valid.next = self.s_event_valid.val();
        self.entry.s_event.next.kind = self.s_event_kind.val();
        self.entry.s_event.next.ece = self.s_event_ece.val();
        self.entry.s_event.next.use_psn = self.s_event_use_psn.val();
        self.entry.s_event.next.n = self.s_event_n.val();
        self.entry.s_event.next.psn = self.s_event_psn.val();
        self.entry.s_event.next.qpn = self.s_event_qpn.val();
        self.entry.tx_valid.next = self.tx_valid.val();
        self.entry.host_valid.next = self.host_valid.val();
        self.access.next = self.unit_bus.val();
        self.asks_set.next = self.access.val().sets.any();
        self.host_writes.next = self.host_write.val() & !self.asks_set.val();
        self.entry.host_write.next = self.host_writes.val();
        self.entry.host_parts.next = self.host_parts.val();
        self.entry.host_qpn.next = self.host_qpn.val();
        self.room.next = self.entry.room.val();
        self.s_event_ready.next = self.entry.s_event_ready.val();
        self.host_ready.next = self.entry.host_ready.val();

        comment!("the host's operation: one at a time, its data held until it is complete");
        self.built_of_host.next = self.built.val() >> self.host_alg.val();
        self.held.d.next = self.held.q.val();
        self.held_qpn.d.next = self.held_qpn.q.val();
        self.held_sets.d.next = self.held_sets.q.val();
        self.holds_set.d.next = self.holds_set.q.val();
        if self.entry.host_taken.val() {
            self.held_qpn.d.next = self.entry.out.val().qpn;
            self.held_sets.d.next = self.access.val().sets;
            self.holds_set.d.next = self.asks_set.val();
            self.held.d.next.write = self.host_writes.val();
            self.held.d.next.parts = self.host_parts.val();
            self.held.d.next.alg = self.host_alg.val();
            if !self.built_of_host.val().get_bit(0) {
                self.held.d.next.alg = self.first_alg.val();
            }
            self.held.d.next.set = self.host_set.val();
            self.held.d.next.psn = self.host_psn.val();
            self.held.d.next.open = self.host_open.val();
        }
        for k in 0..self._ecc {
            comment!("the scrubber's, which is as a host read that nobody hears of: what it reads is written back");
            clock!(self, clock, scrub_opt[k], scrubs_opt[k]);
            self.ecc_in.next = self.ecc_opt[k].val();
            self.scrub_opt[k].interval.next = self.ecc_in.val().scrub_interval;
            self.entry.scrub_opt[k].next = self.scrub_opt[k].asks.val();
            self.scrub_enters.next = self.entry.scrub_taken_opt[k].val();
            self.scrub_opt[k].taken.next = self.scrub_enters.val();
            if self.scrub_enters.val() {
                self.held_qpn.d.next = self.entry.out.val().qpn;
                self.held_sets.d.next = 0.into();
                self.holds_set.d.next = false;
                self.held.d.next.write = false;
            }
            self.ecc_out.next.inject = self.ecc_in.val().inject;
            self.rewrite.next.inject = self.ecc_in.val().inject;
            self.rewrite.next.rewrite = self.entry.host_taken.val() | self.scrub_enters.val();
            self.sent.ecc_opt[k].next = self.rewrite.val();
            self.psn.ecc_opt[k].next = self.ecc_out.val();
            clock!(self, clock, rewrites_opt[k]);
            self.rewrites_opt[k].d.next = self.rewrite.val().rewrite;
            self.rewrite.next.rewrite = self.rewrites_opt[k].q.val();
            self.choice.ecc_opt[k].next = self.rewrite.val();
        }
        for k in 0..self._fcr {
            comment!("FCR's lowering, which is as a host read that nobody hears of: a unit lowers what it reads");
            clock!(self, clock, lowers_opt[k], lowering_opt[k], lower_end_opt[k]);
            self.lower_in.next = self.lower_opt[k].val();
            comment!("one at a time, until all updates that are older than the last have left");
            self.lower_closed.next = self.lower_end_opt[k].busy.val();
            self.lower_asks.next.due = self.lower_in.val().valid & !self.lower_closed.val();
            self.lower_asks.next.qpn = self.lower_in.val().qpn;
            self.entry.lower_opt[k].next = self.lower_asks.val();
            self.lower_ready_opt[k].next = self.entry.lower_ready_opt[k].val() & !self.lower_closed.val();
            self.lower_enters.next = self.entry.lower_ready_opt[k].val() & self.lower_asks.val().due;
            self.to_lower.next = self.lowering_opt[k].q.val();
            if self.lower_enters.val() {
                self.held_qpn.d.next = self.entry.out.val().qpn;
                self.held_sets.d.next = 0.into();
                self.holds_set.d.next = false;
                self.held.d.next.write = false;
                self.to_lower.next.alg = self.lower_in.val().alg;
                self.to_lower.next.window = self.lower_in.val().window;
                self.to_lower.next.rate = self.lower_in.val().rate;
            }
            self.lowering_opt[k].d.next = self.to_lower.val();
        }
        comment!("what was sent of the QP, up to this cycle; the event goes beside it");
        self.sent.tx_valid.next = self.tx_valid.val();
        self.sent.tx_qpn.next = self.tx_qpn.val();
        self.sent.tx_psn.next = self.tx_psn.val();
        self.sent.in_valid.next = self.entry.out_valid.val();
        self.sent.in_store.next = self.entry.out_stores.val();
        self.sent.in_psn.next = self.host_psn.val();
        self.sent.in_qpn.next = self.entry.out.val().qpn;
        self.entry_left.d.next.arrival = self.entry.out.val();
        self.entry_left.d.next.chooses = self.entry.out_chooses.val();
        self.entered.d.next = self.entry_left.q.val();

        comment!("side by side: the packets that an ack confirms, the QP's choice");
        self.psn.host_psn.next = self.held.q.val().psn;
        self.psn.host_open.next = self.held.q.val().open;
        self.psn.in_valid.next = self.sent.out_valid.val();
        self.psn.in_kind.next = self.entered.q.val().arrival.kind;
        self.psn.in_ece.next = self.entered.q.val().arrival.ece;
        self.psn.in_use_psn.next = self.entered.q.val().arrival.use_psn;
        self.psn.in_n.next = self.entered.q.val().arrival.n;
        self.psn.in_psn.next = self.entered.q.val().arrival.psn;
        self.psn.in_snd_max.next = self.sent.out_snd_max.val();
        self.psn.in_qpn.next = self.entered.q.val().arrival.qpn;
        self.seen_rejected.next = self.psn.out_rejected.val();
        for k in 0..self._lsn {
            comment!("beside it, the packets that bytes make; an ack of READ responses is checked by these alone");
            clock!(self, clock, lsn_opt[k], lsn_left_opt[k], lsn_entered_opt[k]);
            self.heard_pkt.next = self.pkt_lsn_opt[k].val();
            self.heard_event.next = self.s_event_lsn_opt[k].val();
            self.heard.next = self.heard_event.val();
            if self.pkt_valid.val() {
                self.heard.next = self.heard_pkt.val();
            }
            self.lsn_left_opt[k].d.next = self.heard.val();
            self.lsn_entered_opt[k].d.next = self.lsn_left_opt[k].q.val();
            self.said.next = self.lsn_entered_opt[k].q.val();
            self.psn.in_use_psn.next = self.entered.q.val().arrival.use_psn;
            if self.said.val().given & self.said.val().read & (self.entered.q.val().arrival.kind == self.kind_ack.val())
            {
                self.psn.in_use_psn.next = false;
            }
            self.lsn_opt[k].cfg_mtu.next = self.cfg_lsn_mtu_opt[k].val();
            self.lsn_opt[k].init_we.next = self.entry.init_we.val();
            self.lsn_opt[k].init_addr.next = self.entry.init_addr.val();
            self.lsn_opt[k].in_valid.next = self.sent.out_valid.val();
            self.lsn_opt[k].in_kind.next = self.entered.q.val().arrival.kind;
            self.lsn_opt[k].in_use_psn.next = self.entered.q.val().arrival.use_psn;
            self.lsn_opt[k].in_lsn.next = self.said.val();
            self.lsn_opt[k].in_qpn.next = self.entered.q.val().arrival.qpn;
            self.lsn_opt[k].psn_passes.next = self.psn.out_valid.val();
            self.lsn_opt[k].psn_stores.next = self.psn.out_stores_opt[k].val();
            self.seen_rejected.next = self.psn.out_rejected.val() | self.lsn_opt[k].out_rejected.val();
        }
        self.seen_closed.next = self.psn.out_closed.val();
        self.choice.host_alg.next = self.held.q.val().alg;
        self.choice.host_set.next = self.held.q.val().set;
        self.choice.in_valid.next = self.sent.out_valid.val();
        self.choice.in_store.next = self.entered.q.val().chooses;
        self.choice.in_qpn.next = self.entered.q.val().arrival.qpn;
        self.counted_is_host.next = (self.psn.out_kind.val() == self.kind_host_write.val())
            | (self.psn.out_kind.val() == self.kind_host_read.val());
        self.counted.next.kind = self.psn.out_kind.val();
        if self.counted_is_host.val() {
            self.counted.next.kind = self.kind_host_read.val();
            if self.held.q.val().write {
                self.counted.next.kind = self.kind_host_write.val();
            }
        }
        comment!("what counts of it for its algorithm: the packets of an ACK, one RTT response, one CNP, which counts as marked");
        self.counts_acks.next = self.acks_count.val() >> self.choice.out_alg.val();
        self.counts_rtts.next = self.rtts_count.val() >> self.choice.out_alg.val();
        self.counts_cnps.next = self.cnps_count.val() >> self.choice.out_alg.val();
        self.counted.next.ece = self.psn.out_ece.val() & self.counts_acks.val().get_bit(0);
        self.counted.next.n = 0.into();
        if (self.psn.out_kind.val() == self.kind_ack.val()) & self.counts_acks.val().get_bit(0) {
            self.counted.next.n = self.psn.out_n.val();
        }
        for k in 0..self._lsn {
            if self.lsn_opt[k].out_given.val() & self.counts_acks.val().get_bit(0) {
                self.counted.next.n = self.lsn_opt[k].out_n.val();
            }
        }
        if (self.psn.out_kind.val() == self.kind_rtt.val()) & self.counts_rtts.val().get_bit(0) {
            self.counted.next.n = 1.into();
        }
        if (self.psn.out_kind.val() == self.kind_cnp.val()) & self.counts_cnps.val().get_bit(0) {
            self.counted.next.ece = true;
            self.counted.next.n = 1.into();
        }
        self.counted.next.qpn = self.psn.out_qpn.val();
        self.counted.next.una = self.psn.out_una.val();
        self.counted.next.set = self.choice.out_set.val();
        self.counted.next.alg = self.choice.out_alg.val();
        comment!("an algorithm that is not built counts as the first that is");
        self.built_of_choice.next = self.built.val() >> self.choice.out_alg.val();
        if !self.built_of_choice.val().get_bit(0) {
            self.counted.next.alg = self.first_alg.val();
        }

        for k in 0..self._fcr {
            comment!("while a QP's marks are ignored a CNP ends here, and an ACK with ECN-Echo confirms no packets, and is not marked");
            clock!(self, clock, ignores_opt[k]);
            self.ignores_opt[k].init_we.next = self.entry.init_we.val();
            self.ignores_opt[k].init_addr.next = self.entry.init_addr.val();
            self.ignores_opt[k].set.next = self.ignore_opt[k].val();
            self.ignores_opt[k].in_qpn.next = self.entered.q.val().arrival.qpn;
            for j in 0..self._ignore_reads {
                self.ignores_opt[k].in_valid_opt[j].next = self.sent.out_valid.val();
            }
            for j in 0..self._ecc {
                self.ignores_opt[k].ecc_opt[j].next = self.rewrite.val();
            }
            self.ignored.next = self.ignores_opt[k].out_on.val();
            self.ignored_cnp.next = self.ignored.val() & (self.psn.out_kind.val() == self.kind_cnp.val());
            self.ignored_ack.next =
                self.ignored.val() & (self.psn.out_kind.val() == self.kind_ack.val()) & self.psn.out_ece.val();
            if self.ignored_ack.val() {
                self.counted.next.ece = false;
                self.counted.next.n = 0.into();
            }
            self.seen_ignored_opt[k].next =
                self.psn.out_valid.val() & (self.ignored_cnp.val() | self.ignored_ack.val());
        }

        comment!("what a host operation finds of PSN and choice");
        self.kept_shared.d.next = self.kept_shared.q.val();
        if self.psn.out_valid.val() & self.counted_is_host.val() {
            self.kept_shared.d.next.psn = self.psn.out_psn.val();
            self.kept_shared.d.next.open = self.psn.out_open.val();
            self.kept_shared.d.next.alg = self.choice.out_alg.val();
            self.kept_shared.d.next.set = self.choice.out_set.val();
        }

        comment!("a cycle later to the event queue; the host's operation stays beside it");
        self.arrived.d.next = self.psn.out_valid.val() & !self.counted_is_host.val();
        self.arrived_host.d.next = self.psn.out_valid.val() & self.counted_is_host.val();
        self.arrival.d.next = self.counted.val();
        for _k in 0..self._fcr {
            self.arrived.d.next = self.psn.out_valid.val() & !self.counted_is_host.val() & !self.ignored_cnp.val();
        }
        for k in 0..self._lsn {
            self.arrived.d.next =
                self.psn.out_valid.val() & !self.counted_is_host.val() & !self.lsn_opt[k].out_drops.val();
            clock!(self, clock, lsn_queue_opt[k]);
            self.lsn_queue_opt[k].in_valid.next = self.arrived.q.val();
            self.lsn_queue_opt[k].in_data.next = self.lsn_opt[k].una.val();
        }
        self.event_queue.in_valid.next = self.arrived.q.val();
        self.event_queue.in_data.next = self.arrival.q.val();
        self.issue_ready.next = self.issue.in_ready.val() & !self.turn.fence.val();
        self.enters_slot.next = self.event_queue.out_valid.val() & !self.turn.fence.val();
        for k in 0..self._measures {
            comment!("telemetry waits for the PSN slice and for what came of it, then beside the queue");
            clock!(self, clock, hops_entry_opt[k], trace_queue_opt[k]);
            self.hops_entry_opt[k].time.next = self.time_opt[k].val();
            self.hops_entry_opt[k].sent_snd_nxt.next = self.sent.out_snd_nxt.val();
            self.hops_entry_opt[k].in_psn.next = self.entry.out.val().psn;
            self.hops_entry_opt[k].in_use_psn.next = self.entry.out.val().use_psn;
            self.hops_entry_opt[k].pkt_valid.next = self.pkt_valid.val();
            self.hops_entry_opt[k].pkt.next = self.pkt_opt[k].val();
            self.hops_entry_opt[k].s_event.next = self.s_event_opt[k].val();
            for _j in 0..self._lsn_measures {
                comment!("telemetry of an ACK of READ responses is not looked at: its PSN is none of the QP's");
                self.shown_pkt.next = self.pkt_opt[k].val();
                if self.heard_pkt.val().given & self.heard_pkt.val().read & (self.pkt_kind.val() == self.kind_ack.val())
                {
                    self.shown_pkt.next.telemetry = false;
                }
                self.hops_entry_opt[k].pkt.next = self.shown_pkt.val();
                self.shown_event.next = self.s_event_opt[k].val();
                if self.heard_event.val().given
                    & self.heard_event.val().read
                    & (self.s_event_kind.val() == self.kind_ack.val())
                {
                    self.shown_event.next.telemetry = false;
                }
                self.hops_entry_opt[k].s_event.next = self.shown_event.val();
            }
            self.hops_entry_opt[k].counted.next = self.arrival.q.val();
            self.trace_queue_opt[k].in_valid.next = self.arrived.q.val();
            self.trace_queue_opt[k].in_data.next = self.hops_entry_opt[k].trace.val();
            self.trace_queue_opt[k].out_ready.next = self.issue_ready.val();
            for h in 0..self._hops {
                clock!(self, clock, hop_queue[h]);
                self.hops_entry_opt[k].pkt_hop[h].next = self.pkt_hop[h].val();
                self.hops_entry_opt[k].s_event_hop[h].next = self.s_event_hop[h].val();
                self.hop_queue[h].in_valid.next = self.arrived.q.val();
                self.hop_queue[h].in_data.next = self.hops_entry_opt[k].trace_hop[h].val();
                self.hop_queue[h].out_ready.next = self.issue.in_moves.val();
            }
        }
        self.turn.busy.next = self.entry.under_way.val();
        self.turn.qpn.next = self.held_qpn.q.val();
        self.turn.all.next = self.holds_set.q.val();
        self.turn.arrives.next = self.arrived_host.q.val();
        self.turn.push.next = self.arrived.q.val();
        self.turn.push_qpn.next = self.arrival.q.val().qpn;
        self.turn.pop.next = self.event_queue.out_valid.val() & self.issue_ready.val();
        self.turn.count.next = bits::<8>(self.event_queue.count.val());
        self.turn.waits.next = self.issue.watch_waits.val();
        self.issue.hold.next = false;
        self.issue.fence.next = false;
        self.issue.next_is_host.next = self.turn.issues_next.val();
        self.issue.host_valid.next = self.turn.issues.val();
        self.issue.host_kind.next = self.kind_host_read.val();
        if self.held.q.val().write {
            self.issue.host_kind.next = self.kind_host_write.val();
        }
        self.issue.watch_qpn.next = self.held_qpn.q.val();
        self.issue.watch_all.next = self.holds_set.q.val();

        comment!("events wait for their turn; what comes for a QP of which one waits joins that");
        self.event_queue.out_ready.next = self.issue_ready.val();
        self.head.next = self.event_queue.out_data.val();
        self.issue.in_valid.next = self.enters_slot.val();
        self.issue.in_kind.next = self.head.val().kind;
        self.issue.in_ece.next = self.head.val().ece;
        self.issue.in_n.next = self.head.val().n;
        self.issue.in_qpn.next = self.head.val().qpn;
        self.issue.in_alg.next = self.head.val().alg;
        self.issue.in_set.next = self.head.val().set;
        self.issue.in_loss.next = self.head.val().kind == self.kind_loss.val();
        self.joins.next = self.issue.in_moves.val() & !self.issue.enter_we.val();
        comment!("what the event brings beside that is taken a cycle later, as it joins or enters");
        self.came_una.d.next = self.came_una.q.val();
        self.came_counts.d.next = self.came_counts.q.val();
        if self.issue.in_ready.val() {
            self.came_una.d.next = self.head.val().una;
            self.came_counts.d.next = self.head.val().n.any();
        }
        self.seen_saturated.next = self.issue.saturates.val();
        self.seen_folded.next = self.joins.val();
        self.waiting_events.next = self.event_queue.count.val();
        self.waiting_updates.next = self.update_queue.count.val();
        self.issued_is_host.d.next = self.turn.issues.val();

        comment!("the last PSN acknowledged waits by slot, written and read a cycle later than the event moves; then, as updates of a stream leave in the order of issue, with the algorithm in a queue beside them");
        self.una_moves.d.next = self.issue.in_moves.val();
        self.una_slot.d.next = self.issue.in_slot.val();
        self.una_moved.d.next = self.came_una.q.val();
        self.una_slots.we.next = self.una_moves.q.val();
        self.una_slots.waddr.next = self.una_slot.q.val();
        self.una_slots.wdata.next = self.una_moved.q.val();
        self.una_read.d.next = self.issue.out_slot.val();
        self.una_slots.raddr.next = self.una_read.q.val();
        self.issues_event.next = self.issue.out_valid.val() & !self.issued_is_host.q.val();
        self.una_leaves.d.next = self.issues_event.val();
        self.una_issued.d.next = self.una_leaves.q.val();
        self.alg_leaves.d.next = self.issue.out_alg.val();
        self.alg_issued.d.next = self.alg_leaves.q.val();
        self.issued_beside.next.una = self.una_slots.rdata.val();
        self.issued_beside.next.alg = self.alg_issued.q.val();
        self.una_enters.next = self.una_issued.q.val();
        self.una_queue.in_data.next = self.issued_beside.val();
        for k in 0..self._two {
            clock!(self, clock, measured_una_opt[k]);
            self.measured_codes_at.next = self.measured_codes.val() >> self.alg_issued.q.val();
            self.una_enters.next = self.una_issued.q.val() & !self.measured_codes_at.val().get_bit(0);
            self.una_enters_measured.next = self.una_issued.q.val() & self.measured_codes_at.val().get_bit(0);
            self.measured_una_opt[k].in_valid.next = self.una_enters_measured.val();
            self.measured_una_opt[k].in_data.next = self.issued_beside.val();
        }
        self.una_queue.in_valid.next = self.una_enters.val();
        for k in 0..self._lsn {
            comment!("the bytes acknowledged likewise");
            self.lsn_queue_opt[k].out_ready.next = self.issue_ready.val();
            clock!(self, clock, came_lsn_opt[k], lsn_moved_opt[k], lsn_slots_opt[k], una_lsn_opt[k]);
            self.came_lsn_opt[k].d.next = self.came_lsn_opt[k].q.val();
            if self.issue.in_ready.val() {
                self.came_lsn_opt[k].d.next = self.lsn_queue_opt[k].out_data.val();
            }
            self.lsn_moved_opt[k].d.next = self.came_lsn_opt[k].q.val();
            self.lsn_slots_opt[k].we.next = self.una_moves.q.val();
            self.lsn_slots_opt[k].waddr.next = self.una_slot.q.val();
            self.lsn_slots_opt[k].wdata.next = self.lsn_moved_opt[k].q.val();
            self.lsn_slots_opt[k].raddr.next = self.una_read.q.val();
            self.una_lsn_opt[k].in_valid.next = self.una_enters.val();
            self.una_lsn_opt[k].in_data.next = self.lsn_slots_opt[k].rdata.val();
            for j in 0..self._lsn_two {
                clock!(self, clock, measured_lsn_opt[j]);
                self.measured_lsn_opt[j].in_valid.next = self.una_enters_measured.val();
                self.measured_lsn_opt[j].in_data.next = self.lsn_slots_opt[k].rdata.val();
            }
        }

        for k in 0..self._psns_alone {
            clock!(self, clock, sense_queue_opt[k]);
            self.sense_queue_opt[k].sent_snd_max.next = self.sent.out_snd_max.val();
            self.sense_queue_opt[k].in_use_psn.next = self.entered.q.val().arrival.use_psn;
            self.sense_queue_opt[k].in_psn.next = self.entered.q.val().arrival.psn;
            self.sense_queue_opt[k].counted_kind.next = self.arrival.q.val().kind;
            self.sense_queue_opt[k].counted_una.next = self.arrival.q.val().una;
            self.sense_queue_opt[k].push.next = self.arrived.q.val();
            self.sense_queue_opt[k].pop.next = self.issue_ready.val();
            self.head_sense.next = self.sense_queue_opt[k].head.val();
        }
        for k in 0..self._psns_beside_hops {
            self.head_trace.next = self.trace_queue_opt[k].out_data.val();
            self.head_sense.next.seq = self.head_trace.val().seq;
            self.head_sense.next.snd_max = self.head_trace.val().mark.get_bits::<24>(0);
            self.head_sense.next.old = self.head_trace.val().mark.get_bit(24);
            self.hops_entry_opt[k].sent_snd_max_opt[k].next = self.sent.out_snd_max.val();
        }
        for _k in 0..self._psns {
            self.issue.in_loss.next = (self.head.val().kind == self.kind_loss.val()) & !self.head_sense.val().old;
        }
        for k in 0..self._psns {
            comment!("by slot, what units sense of the newest event that joined and confirms something");
            clock!(self, clock, came_sense_opt[k], sense_slots_opt[k]);
            self.came_sense_opt[k].d.next = self.came_sense_opt[k].q.val();
            if self.issue.in_ready.val() {
                self.came_sense_opt[k].d.next = self.head_sense.val();
            }
            self.sense_slots_opt[k].we.next =
                self.issue.in_moves.val() & (!self.joins.val() | self.came_counts.q.val());
            self.sense_slots_opt[k].waddr.next = self.issue.in_slot.val();
            self.sense_slots_opt[k].wdata.next = self.came_sense_opt[k].q.val();
            self.sense_slots_opt[k].raddr.next = self.issue.out_slot.val();
        }
        for k in 0..self._losses {
            comment!("by slot, what the newest loss confirms, unless an event that confirms something came behind it; written and read a cycle later");
            clock!(
                self,
                clock,
                loss_queue_opt[k],
                came_loss_opt[k],
                confirms_put_opt[k],
                confirms_moved_opt[k],
                confirms_slots_opt[k]
            );
            self.loss_queue_opt[k].in_use_psn.next = self.entered.q.val().arrival.use_psn;
            self.loss_queue_opt[k].in_psn.next = self.entered.q.val().arrival.psn;
            self.loss_queue_opt[k].counted_kind.next = self.arrival.q.val().kind;
            self.loss_queue_opt[k].counted_una.next = self.arrival.q.val().una;
            self.loss_queue_opt[k].push.next = self.arrived.q.val();
            self.loss_queue_opt[k].pop.next = self.issue_ready.val();
            self.head_loss.next = self.loss_queue_opt[k].head.val();
            self.issue.in_loss.next = self.head_loss.val().new;
            self.came_loss_opt[k].d.next = self.came_loss_opt[k].q.val();
            if self.issue.in_ready.val() {
                self.came_loss_opt[k].d.next = self.head_loss.val();
            }
            self.lost.next = self.came_loss_opt[k].q.val();
            self.confirms_put_opt[k].d.next =
                self.issue.in_moves.val() & (!self.joins.val() | self.came_counts.q.val() | self.lost.val().new);
            self.confirms_moved_opt[k].d.next = self.lost.val().confirms;
            self.confirms_slots_opt[k].we.next = self.confirms_put_opt[k].q.val();
            self.confirms_slots_opt[k].waddr.next = self.una_slot.q.val();
            self.confirms_slots_opt[k].wdata.next = self.confirms_moved_opt[k].q.val();
            self.confirms_slots_opt[k].raddr.next = self.una_read.q.val();
        }
        for k in 0..self._shows_losses {
            comment!("a trace shows a loss that says something new, whatever the units ask for");
            clock!(self, clock, loss_queue_opt[k]);
            self.loss_queue_opt[k].in_use_psn.next = self.entered.q.val().arrival.use_psn;
            self.loss_queue_opt[k].in_psn.next = self.entered.q.val().arrival.psn;
            self.loss_queue_opt[k].counted_kind.next = self.arrival.q.val().kind;
            self.loss_queue_opt[k].counted_una.next = self.arrival.q.val().una;
            self.loss_queue_opt[k].push.next = self.arrived.q.val();
            self.loss_queue_opt[k].pop.next = self.issue_ready.val();
            self.head_loss.next = self.loss_queue_opt[k].head.val();
            self.issue.in_loss.next = self.head_loss.val().new;
        }
        for k in 0..self._measures {
            comment!("by slot, the telemetry of the newest event that joined and has some that counts");
            clock!(self, clock, came_trace_opt[k], trace_slots_opt[k]);
            self.came_trace_opt[k].d.next = self.came_trace_opt[k].q.val();
            if self.issue.in_ready.val() {
                self.came_trace_opt[k].d.next = self.trace_queue_opt[k].out_data.val();
            }
            self.slot_trace.next = self.came_trace_opt[k].q.val();
            self.traces.next = self.issue.in_moves.val() & (!self.joins.val() | self.slot_trace.val().counts);
            self.trace_slots_opt[k].we.next = self.traces.val();
            self.trace_slots_opt[k].waddr.next = self.issue.in_slot.val();
            self.trace_slots_opt[k].wdata.next = self.slot_trace.val();
            self.trace_slots_opt[k].raddr.next = self.issue.out_slot.val();
        }
        for h in 0..self._hops {
            clock!(self, clock, hop_slots[h]);
            self.hop_slots[h].we.next = self.traces.val();
            self.hop_slots[h].waddr.next = self.issue.in_slot.val();
            self.hop_slots[h].wdata.next = self.hop_queue[h].out_data.val();
            self.hop_slots[h].raddr.next = self.issue.out_slot.val();
        }

        self.issued.next.kind = self.issue.out_kind.val();
        self.issued.next.n0 = self.issue.out_n0.val();
        self.issued.next.n1 = self.issue.out_n1.val();
        self.issued.next.loss = self.issue.out_loss.val();
        self.issued.next.qpn = self.issue.out_qpn.val();
        self.issued.next.alg = self.issue.out_alg.val();
        self.issued.next.set = self.issue.out_set.val();

        comment!("the units, side by side; operations of the host go to each, and end with the slowest");
        self.answer.next.taken = false;
        self.answer.next.rdata = 0.into();
        self.answer.next.starts = 0.into();
        for k in 0..self._units {
            clock!(self, clock, unit[k]);
            self.unit[k].init_we.next = self.entry.init_we.val();
            self.unit[k].init_addr.next = self.entry.init_addr.val();
            self.unit[k].bus.next = self.access.val();
            self.unit[k].host_writes.next =
                self.held.q.val().write & (self.held.q.val().parts & self.unit_part[k].val()).any();
            self.unit[k].issued_valid.next = self.issue.out_valid.val();
            self.unit[k].issued_host.next = self.issued_is_host.q.val();
            self.unit[k].issued.next = self.issued.val();
            self.unit[k].writes_set.next =
                self.turn.writes_set.val() & (self.held_sets.q.val() & self.unit_set[k].val()).any();
            for j in 0..self._psns {
                self.unit[k].sense_opt[j].next = self.sense_slots_opt[j].rdata.val();
            }
            for j in 0..self._losses {
                self.unit[k].confirms_opt[j].next = self.confirms_slots_opt[j].rdata.val();
            }
            self.answer.next.taken = self.answer.val().taken | self.unit[k].taken.val();
            self.answer.next.rdata = self.answer.val().rdata | self.unit[k].rdata.val();
            self.answer.next.starts = self.answer.val().starts | self.unit[k].starts.val();
        }
        for k in 0..self._fcr {
            comment!("what they are told of a lowering: of a closed QP there is none");
            self.lowers.next.reads = self.lowers_opt[k].q.val();
            self.lowers.next.on = self.lowers_opt[k].q.val() & self.kept_shared.q.val().open;
            self.under_way.next = self.lowering_opt[k].q.val();
            self.lowers.next.alg = self.under_way.val().alg;
            self.lowers.next.window = self.under_way.val().window;
            self.lowers.next.rate = self.under_way.val().rate;
            for j in 0..self._units {
                self.unit[j].lower_opt[k].next = self.lowers.val();
            }
        }
        self.host_ends.next = false;
        for k in self._slowest..self._behind_slowest {
            self.host_ends.next = self.unit[k].host_ends.val();
        }
        self.unit_answer.next = self.answer.val();

        for k in self._measured..self._behind_measured {
            for j in 0..self._measures {
                self.unit[k].trace_opt[j].next = self.trace_slots_opt[j].rdata.val();
                self.lanes.next = self.unit[k].lanes_opt[j].val();
                for l in 0..self._stepped {
                    self.waiting_lanes_opt[l].next = self.lanes.val().waiting;
                }
                comment!("what is counted of what the measurement found");
                self.hops_valid.next = self.unit[k].out_valid.val();
                self.hops_update.next = self.unit[k].out.val();
                self.counts.next.path = self.hops_valid.val() & self.hops_update.val().flags.get_bit(5);
                self.counts.next.hops = self.hops_valid.val() & self.hops_update.val().flags.get_bit(6);
                self.counts.next.speed = self.hops_valid.val() & self.hops_update.val().flags.get_bit(7);
                self.counts.next.still = self.hops_valid.val() & self.hops_update.val().flags.get_bit(8);
                self.counts.next.u_zero = self.hops_valid.val() & self.hops_update.val().flags.get_bit(13);
                self.seen_opt[j].next = self.counts.val();
            }
            for h in 0..self._hops {
                self.unit[k].hop[h].next = self.hop_slots[h].rdata.val();
            }
        }
        comment!("updates wait to be taken; each one taken lets an event issue");
        for k in self._lead..self._behind_lead {
            self.updates.next = self.unit[k].out_valid.val();
            self.update_queue.in_data.next = self.unit[k].out.val();
        }
        for k in self._behind_lead..self._until {
            self.updates.next = self.updates.val() | self.unit[k].out_valid.val();
            if self.unit[k].out_valid.val() {
                self.update_queue.in_data.next = self.unit[k].out.val();
            }
        }
        for k in self._from..self._units {
            self.updates.next = self.updates.val() | self.unit[k].out_valid.val();
            if self.unit[k].out_valid.val() {
                self.update_queue.in_data.next = self.unit[k].out.val();
            }
        }
        self.update_queue.in_valid.next = self.updates.val();
        self.event_valid.next = self.update_queue.out_valid.val();
        self.event_update.next = self.update_queue.out_data.val();
        self.event_beside.next = self.una_queue.out_data.val();
        for k in 0..self._two {
            comment!("those of the unit that senses hops take longer: a stream of their own, which has the port in turn with the other");
            clock!(self, clock, measured_queue_opt[k], stream_port_opt[k]);
            self.waiting_measured_opt[k].next = self.measured_queue_opt[k].count.val();
            for j in self._measured..self._behind_measured {
                self.measured_queue_opt[k].in_valid.next = self.unit[j].out_valid.val();
                self.measured_queue_opt[k].in_data.next = self.unit[j].out.val();
            }
            self.stream_port_opt[k].first.next = self.update_queue.out_valid.val();
            self.stream_port_opt[k].other.next = self.measured_queue_opt[k].out_valid.val();
            self.event_valid.next = self.update_queue.out_valid.val() | self.measured_queue_opt[k].out_valid.val();
            if self.stream_port_opt[k].shows_other.val() {
                self.event_update.next = self.measured_queue_opt[k].out_data.val();
                self.event_beside.next = self.measured_una_opt[k].out_data.val();
            }
        }
        self.events_ready.next = self.upd_ready.val();
        for j in 0..self._timers {
            comment!("a timer's updates have the port in turn with those of events");
            self.events_ready.next = self.upd_ready.val() & !self.update_port_opt[j].shows_other.val();
        }
        self.event_taken.next = self.event_valid.val() & self.events_ready.val();
        for j in 0..self._timers {
            self.event_taken.next = self.update_port_opt[j].first_taken.val();
        }
        self.update_queue.out_ready.next = self.event_taken.val();
        self.una_queue.out_ready.next = self.event_taken.val();
        for k in 0..self._two {
            self.stream_port_opt[k].ready.next = self.events_ready.val();
            self.update_queue.out_ready.next = self.stream_port_opt[k].first_taken.val();
            self.una_queue.out_ready.next = self.stream_port_opt[k].first_taken.val();
            self.measured_queue_opt[k].out_ready.next = self.stream_port_opt[k].other_taken.val();
            self.measured_una_opt[k].out_ready.next = self.stream_port_opt[k].other_taken.val();
        }
        self.issue.credit_return.next = self.event_taken.val();
        self.upd_valid.next = self.event_valid.val();
        self.upd_kind.next = self.event_update.val().kind;
        self.upd_qpn.next = self.event_update.val().qpn;
        self.upd_alg.next = self.event_beside.val().alg;
        self.upd_window.next = self.event_update.val().window;
        self.upd_pace.next = self.event_update.val().pace;
        self.upd_flags.next = self.event_update.val().flags;
        self.upd_feedback.next = self.event_update.val().feedback;
        self.upd_una_psn.next = self.event_beside.val().una;
        for k in 0..self._lsn {
            self.told_lsn.next = self.una_lsn_opt[k].out_data.val();
            self.una_lsn_opt[k].out_ready.next = self.event_taken.val();
            for j in 0..self._lsn_two {
                self.una_lsn_opt[k].out_ready.next = self.stream_port_opt[j].first_taken.val();
                self.measured_lsn_opt[j].out_ready.next = self.stream_port_opt[j].other_taken.val();
                if self.stream_port_opt[j].shows_other.val() {
                    self.told_lsn.next = self.measured_lsn_opt[j].out_data.val();
                }
            }
            self.upd_una_lsn_opt[k].next = self.told_lsn.val();
            for j in 0..self._lsn_timers {
                if self.update_port_opt[j].shows_other.val() {
                    self.upd_una_lsn_opt[k].next = 0.into();
                }
            }
        }

        for k in self._timer..self._behind_timer {
            for j in 0..self._timers {
                clock!(self, clock, update_port_opt[j]);
                self.tick.next = self.unit[k].tick_opt[j].val();
                self.timed.next.tx_valid = self.tx_valid.val();
                self.timed.next.tx_qpn = self.tx_qpn.val();
                self.timed.next.alg = self.kept_shared.q.val().alg;
                self.timed.next.set = self.kept_shared.q.val().set;
                self.timed.next.holds =
                    self.entry.under_way.val() & (self.held_sets.q.val() & self.unit_set[k].val()).any();
                self.timed.next.taken = self.update_port_opt[j].other_taken.val();
                self.unit[k].timed_opt[j].next = self.timed.val();
                self.turn.waits.next = self.issue.watch_waits.val() | self.tick.val().set_waits;
                self.update_port_opt[j].first.next = self.event_valid.val();
                self.update_port_opt[j].other.next = self.tick.val().valid;
                self.update_port_opt[j].ready.next = self.upd_ready.val();
                self.upd_valid.next = self.event_valid.val() | self.tick.val().valid;
                if self.update_port_opt[j].shows_other.val() {
                    self.upd_kind.next = self.kind_timer.val();
                    self.upd_qpn.next = self.tick.val().qpn;
                    self.upd_alg.next = self.tick.val().alg;
                    self.upd_window.next = 0.into();
                    self.upd_pace.next = bits::<40>(self.tick.val().pace);
                    self.upd_flags.next = bits::<16>(self.tick.val().flags);
                    self.upd_feedback.next = false;
                    self.upd_una_psn.next = 0.into();
                }
            }
        }
        for k in 0..self._trace {
            comment!("the trace: beside an update its event as it issued, and the context that this found");
            clock!(self, clock, leaving_opt[k], traced_events_opt[k], befores_opt[k]);
            clock!(self, clock, tells_opt[k], told_opt[k]);
            self.leaving_opt[k].d.next = self.issued.val();
            self.traced_events_opt[k].in_valid.next = self.una_leaves.q.val();
            self.traced_events_opt[k].in_data.next = self.leaving_opt[k].q.val();
            self.traced_events_opt[k].out_ready.next = self.event_taken.val();
            for j in self._lead..self._behind_lead {
                self.found_before.next = self.unit[j].before_opt[k].val();
            }
            for j in self._behind_lead..self._until {
                if self.unit[j].out_valid.val() {
                    self.found_before.next = self.unit[j].before_opt[k].val();
                }
            }
            for j in self._from..self._units {
                if self.unit[j].out_valid.val() {
                    self.found_before.next = self.unit[j].before_opt[k].val();
                }
            }
            self.befores_opt[k].in_valid.next = self.updates.val();
            self.befores_opt[k].in_data.next = self.found_before.val();
            self.befores_opt[k].out_ready.next = self.event_taken.val();
            self.head_event.next = self.traced_events_opt[k].out_data.val();
            self.before.next = self.befores_opt[k].out_data.val();
            for j in 0..self._two {
                self.traced_codes.next = self.measured_codes.val() >> self.alg_leaves.q.val();
                self.traced_events_opt[k].in_valid.next = self.una_leaves.q.val() & !self.traced_codes.val().get_bit(0);
                self.traced_events_opt[k].out_ready.next = self.stream_port_opt[j].first_taken.val();
                self.befores_opt[k].out_ready.next = self.stream_port_opt[j].first_taken.val();
            }
            for j in 0..self._two_traces {
                clock!(self, clock, measured_events_opt[j], measured_befores_opt[j]);
                self.measured_events_opt[j].in_valid.next =
                    self.una_leaves.q.val() & self.traced_codes.val().get_bit(0);
                self.measured_events_opt[j].in_data.next = self.leaving_opt[k].q.val();
                self.measured_events_opt[j].out_ready.next = self.stream_port_opt[j].other_taken.val();
                for l in self._measured..self._behind_measured {
                    self.measured_befores_opt[j].in_valid.next = self.unit[l].out_valid.val();
                    self.measured_befores_opt[j].in_data.next = self.unit[l].before_opt[k].val();
                }
                self.measured_befores_opt[j].out_ready.next = self.stream_port_opt[j].other_taken.val();
                if self.stream_port_opt[j].shows_other.val() {
                    self.head_event.next = self.measured_events_opt[j].out_data.val();
                    self.before.next = self.measured_befores_opt[j].out_data.val();
                }
            }
            self.traced.next.valid = false;
            self.traced.next.kind = self.head_event.val().kind;
            self.traced.next.qpn = self.head_event.val().qpn;
            self.traced.next.alg = self.head_event.val().alg;
            self.traced.next.set = self.head_event.val().set;
            self.traced.next.n0 = self.head_event.val().n0;
            self.traced.next.n1 = self.head_event.val().n1;
            self.traced.next.loss = self.head_event.val().loss;
            self.traced.next.known = self.before.val().known;
            self.traced.next.from_u = self.before.val().u;
            self.traced.next.from_window = self.before.val().window;
            self.traced.next.from_wc = self.before.val().wc;
            self.traced.next.from_last = self.before.val().last;
            self.traced.next.from_stage = self.before.val().stage;
            self.traced.next.window = self.event_update.val().window;
            self.traced.next.pace = self.event_update.val().pace;
            self.traced.next.flags = self.event_update.val().flags;
            self.traced.next.feedback = self.event_update.val().feedback;
            self.traced.next.una_psn = self.event_beside.val().una;
            self.tells_opt[k].d.next = self.event_taken.val();
            for j in 0..self._timers {
                self.tells_opt[k].d.next = self.event_taken.val() | self.update_port_opt[j].other_taken.val();
                if self.update_port_opt[j].shows_other.val() {
                    self.traced.next.kind = self.kind_timer.val();
                    self.traced.next.qpn = self.tick.val().qpn;
                    self.traced.next.alg = self.tick.val().alg;
                    self.traced.next.set = 0.into();
                    self.traced.next.n0 = 0.into();
                    self.traced.next.n1 = 0.into();
                    self.traced.next.loss = false;
                    self.traced.next.known = false;
                    self.traced.next.from_u = 0.into();
                    self.traced.next.from_window = 0.into();
                    self.traced.next.from_wc = 0.into();
                    self.traced.next.from_last = 0.into();
                    self.traced.next.from_stage = 0.into();
                    self.traced.next.window = 0.into();
                    self.traced.next.pace = bits::<40>(self.tick.val().pace);
                    self.traced.next.flags = bits::<16>(self.tick.val().flags);
                    self.traced.next.feedback = false;
                    self.traced.next.una_psn = 0.into();
                }
            }
            self.told_opt[k].d.next = self.traced.val();
            self.shown.next = self.told_opt[k].q.val();
            self.shown.next.valid = self.tells_opt[k].q.val();
            self.trace_opt[k].next = self.shown.val();
        }
        for _k in 0..self._measures {
            comment!("the write of a set waits for what waits for the lanes; when enough of it does, events wait in their slots");
            self.turn.waits.next = self.issue.watch_waits.val() | (self.lanes.val().waits & self.holds_set.q.val());
            for _j in 0..self._timers {
                self.turn.waits.next = self.issue.watch_waits.val()
                    | self.tick.val().set_waits
                    | (self.lanes.val().waits & self.holds_set.q.val());
            }
            self.issue.hold.next = self.lanes.val().crowded;
        }
        for k in 0..self._order {
            comment!("whether the host's last operation has passed");
            clock!(self, clock, host_order_opt[k]);
            self.host_passes.next = self.issue.out_valid.val() & self.issued_is_host.q.val();
            for j in 0..self._fcr {
                self.host_passes.next = self.host_passes.val() & !self.lowers_opt[j].q.val();
            }
            for j in 0..self._ecc {
                self.host_passes.next = self.host_passes.val() & !self.scrubs_opt[j].q.val();
            }
            self.host_order_opt[k].host_issues.next = self.host_passes.val();
            self.host_order_opt[k].event_issues[0].next = self.issues_event.val();
            self.host_order_opt[k].event_taken[0].next = self.event_taken.val();
        }
        for k in 0..self._two {
            comment!("with two streams events of its QP wait until then, so that of a QP updates come in its order");
            self.issues_codes.next = self.measured_codes.val() >> self.issue.out_alg.val();
            self.issues_measured.next = self.issues_codes.val().get_bit(0);
            self.op_enters.next = self.entry.host_taken.val();
            for j in 0..self._fcr {
                self.op_enters.next =
                    self.entry.host_taken.val() | (self.entry.lower_ready_opt[j].val() & self.lower_asks.val().due);
            }
            for j in 0..self._ecc {
                self.op_enters.next = self.op_enters.val() | self.entry.scrub_taken_opt[j].val();
            }
            self.host_order_opt[k].event_issues[0].next = self.issues_event.val() & !self.issues_measured.val();
            self.host_order_opt[k].event_issues[1].next = self.issues_event.val() & self.issues_measured.val();
            self.host_order_opt[k].event_taken[0].next = self.stream_port_opt[k].first_taken.val();
            self.host_order_opt[k].event_taken[1].next = self.stream_port_opt[k].other_taken.val();
            self.host_order_opt[k].any_enters_opt[k].next = self.op_enters.val();
            self.behind.next = self.host_order_opt[k].behind_opt[k].val();
            self.full.next = self.update_queue.count.val() >= self.stream_room.val();
            self.issue.fence.next = self.behind.val().fence;
            self.issue.hold.next = self.lanes.val().crowded | self.full.val() | self.behind.val().hold;
        }

        comment!("the host's operation is done in the cycle after, when all that it found is kept");
        self.entry.host_ends.next = self.host_ends.val() | self.turn.writes_set.val();
        self.done.d.next = self.host_ends.val() | self.turn.writes_set.val();
        for k in 0..self._ecc {
            self.done.d.next = (self.host_ends.val() & !self.scrubs_opt[k].q.val()) | self.turn.writes_set.val();
            self.scrubs_opt[k].d.next = self.scrub_enters.val() | (self.scrubs_opt[k].q.val() & !self.host_ends.val());
        }
        for _k in 0..self._looks_at_found {
            self.built_of_found.next = self.built.val() >> self.kept_shared.q.val().alg;
        }
        for k in 0..self._fcr {
            self.done.d.next = (self.host_ends.val() & !self.lowers_opt[k].q.val()) | self.turn.writes_set.val();
            for j in 0..self._ecc {
                self.done.d.next = (self.host_ends.val() & !self.lowers_opt[k].q.val() & !self.scrubs_opt[j].q.val())
                    | self.turn.writes_set.val();
            }
            self.lowers_opt[k].d.next = self.lower_enters.val() | (self.lowers_opt[k].q.val() & !self.host_ends.val());
            self.lower_end_opt[k].timer_waits.next = false;
            self.lower_end_opt[k].timer_taken.next = false;
            for j in 0..self._timers {
                self.lower_end_opt[k].timer_waits.next = self.tick.val().under_way;
                self.lower_end_opt[k].timer_taken.next = self.update_port_opt[j].other_taken.val();
            }
            self.host_order_opt[k].host_enters_opt[k].next = self.entry.host_taken.val();
            self.leaves.next.set = self.kept_shared.q.val().set;
            self.leaves.next.alg = self.kept_shared.q.val().alg;
            if !self.built_of_found.val().get_bit(0) {
                self.leaves.next.alg = self.first_alg.val();
            }
            self.host_order_opt[k].leaves_opt[k].next = self.leaves.val();
            self.host_passed_opt[k].next = self.host_order_opt[k].passed_opt[k].val();
            self.lower_end_opt[k].ends.next = self.host_ends.val() & self.lowers_opt[k].q.val();
            self.lower_end_opt[k].issues.next =
                self.issue.out_valid.val() & self.issued_is_host.q.val() & self.lowers_opt[k].q.val();
            self.lower_end_opt[k].under_way[0].next = self.host_order_opt[k].waiting[0].val();
            self.lower_end_opt[k].event_taken[0].next = self.event_taken.val();
            for j in 0..self._two {
                self.lower_end_opt[k].under_way[1].next = self.host_order_opt[k].waiting[1].val();
                self.lower_end_opt[k].event_taken[0].next = self.stream_port_opt[j].first_taken.val();
                self.lower_end_opt[k].event_taken[1].next = self.stream_port_opt[j].other_taken.val();
            }
            self.lower_done_opt[k].next = self.lower_end_opt[k].done.val();
        }
        self.host_done.next = self.done.q.val();
        self.found_alg.next = self.kept_shared.q.val().alg;
        for _k in 0..self._maps_found {
            if !self.built_of_found.val().get_bit(0) {
                self.found_alg.next = self.first_alg.val();
            }
        }
        self.found_set.next = self.kept_shared.q.val().set;
        self.found_psn.next = self.kept_shared.q.val().psn;
        self.found_open.next = self.kept_shared.q.val().open;

        comment!("nothing is under way when so long nothing was seen at the entry, in a queue or in a slot");
        self.active.next = self.entry.out_valid.val()
            | self.entry.under_way.val()
            | self.event_queue.out_valid.val()
            | self.issue.occupied.val()
            | self.event_valid.val();
        comment!(
            "the queues of una_psn are written at issue and read with their update: they are the first to be full"
        );
        self.overflows.next = (self.arrived.q.val() & !self.event_queue.in_ready.val())
            | (self.una_enters.val() & !self.una_queue.in_ready.val());
        for _k in 0..self._measures {
            self.active.next = self.entry.out_valid.val()
                | self.entry.under_way.val()
                | self.event_queue.out_valid.val()
                | self.issue.occupied.val()
                | self.event_valid.val()
                | self.lanes.val().waits;
            self.overflows.next = (self.arrived.q.val() & !self.event_queue.in_ready.val())
                | (self.una_enters.val() & !self.una_queue.in_ready.val())
                | self.lanes.val().overflows;
        }
        for k in 0..self._two {
            self.overflows.next = (self.arrived.q.val() & !self.event_queue.in_ready.val())
                | (self.una_enters.val() & !self.una_queue.in_ready.val())
                | (self.una_enters_measured.val() & !self.measured_una_opt[k].in_ready.val())
                | self.lanes.val().overflows;
        }
        self.calm.d.next = self.calm.q.val();
        if self.calm.q.val() != self.calm_at.val() {
            self.calm.d.next = self.calm.q.val() + 1;
        }
        self.was_active.d.next = self.active.val();
        if self.was_active.q.val() {
            self.calm.d.next = 0.into();
        }
        self.idle_now.d.next = !self.entry.init_we.val()
            & !self.active.val()
            & !self.was_active.q.val()
            & (self.calm.q.val() == self.calm_at.val());
        self.overflow.d.next = self.overflows.val();
        self.idle.next = self.idle_now.q.val();
        self.queue_overflow.next = self.overflow.q.val();

        for k in 0..self._ecc {
            comment!("what was wrong in the contexts and in the tables");
            clock!(self, clock, found_fault_opt[k], found_rom_opt[k]);
            self.of_sent.next = self.sent.fault_opt[k].val();
            self.of_psn.next = self.psn.fault_opt[k].val();
            self.of_choice.next = self.choice.fault_opt[k].val();
            self.all_fault.next.corrected =
                self.of_sent.val().corrected | self.of_psn.val().corrected | self.of_choice.val().corrected;
            self.all_fault.next.uncorrectable =
                self.of_sent.val().uncorrectable | self.of_psn.val().uncorrectable | self.of_choice.val().uncorrectable;
            self.all_rom.next.parity = false;
            for j in 0..self._fcr {
                self.of_ignores.next = self.ignores_opt[j].fault_opt[k].val();
                self.all_fault.next.corrected = self.all_fault.val().corrected | self.of_ignores.val().corrected;
                self.all_fault.next.uncorrectable =
                    self.all_fault.val().uncorrectable | self.of_ignores.val().uncorrectable;
            }
        }
        for k in 0..self._units {
            for j in 0..self._ecc {
                self.unit[k].ecc_opt[j].next = self.ecc_out.val();
                self.of_unit.next = self.unit[k].fault_opt[j].val();
                self.rom_of_unit.next = self.unit[k].rom_opt[j].val();
                self.all_fault.next.corrected = self.all_fault.val().corrected | self.of_unit.val().corrected;
                self.all_fault.next.uncorrectable =
                    self.all_fault.val().uncorrectable | self.of_unit.val().uncorrectable;
                self.all_rom.next.parity = self.all_rom.val().parity | self.rom_of_unit.val().parity;
            }
        }
        for k in 0..self._ecc {
            self.found_fault_opt[k].d.next = self.all_fault.val();
            self.found_rom_opt[k].d.next = self.all_rom.val();
            self.fault_opt[k].next = self.found_fault_opt[k].q.val();
            self.rom_opt[k].next = self.found_rom_opt[k].q.val();
        }
    }
}
