//! From the configuration to the engine's parts: which of them it has, and how many.

use super::entry::Entry;
use super::host_order::HostOrder;
use super::ignores::Ignores;
use super::lower_end::LowerEnd;
use super::turn::Turn;
use super::Engine;
use crate::choice::Choice;
use crate::hpcc::HpccEntry;
use crate::issue::AnyIssue;
use crate::prelude::*;
use crate::prim::ecc::{option, read_enable};
use crate::psn::Psn;
use crate::sent::Sent;
use crate::units::{self, LossQueue, SenseQueue, UpdatePort};
use layout::config::Config;
use layout::record::{Algorithm, Kind};
use layout::timing::{unit_latency, Latency, FAST_QUEUE, FAST_ROOM};
use layout::units::Sense;

impl Engine {
    /// As the configuration asks.
    pub fn new(config: &Config) -> Self {
        let kind = |k: Kind| Constant::new((k as u64).into());
        let latency = Latency::of(config);
        let (ecc, fcr) = (config.rtl.ecc, config.engine.fcr);
        let measures = usize::from(config.senses(Sense::Hops));
        let hops = measures * config.hpcc.hops as usize;
        let stepped = measures * usize::from(config.steps() > 1);
        let psns = usize::from(config.senses(Sense::Psn));
        let losses = usize::from(config.senses(Sense::Loss));
        let unit = units::of(config);
        // an operation of the host ends with the slowest
        let takes = |slot: &units::Slot| unit_latency(config, slot.unit()).host;
        let slowest = unit.iter().position(|slot| takes(slot) == latency.host).unwrap_or(0);
        let that = |sense: Sense| unit.iter().position(|slot| slot.unit().senses(sense));
        let range = |place: Option<usize>| place.map_or(0..0, |k| k..k + 1);
        let (measured, timer) = (range(that(Sense::Hops)), range(that(Sense::Timer)));
        // with fewer lanes than hops its operations take as long as they wait, and end behind the others'
        let slowest = if measures == 1 && config.steps() > 1 { measured.start } else { slowest };
        // the units whose updates are in the first stream, where there are two: all but the one that senses hops
        let two = latency.two_streams();
        let lead = usize::from(two && measured.start == 0);
        let (until, from) = if two { (measured.start, measured.end.max(lead + 1)) } else { (unit.len(), unit.len()) };
        let updates = if two { FAST_QUEUE } else { latency.queues.updates }.ilog2() as usize;
        let measured_updates = latency.queues.updates.ilog2() as usize;
        let traces = usize::from(config.rtl.trace);
        let two_traces = traces * usize::from(two);
        // a code that is not built is taken as the first that is
        let code = |code: u32| Algorithm::from_bits(code as u8).filter(|_| config.codes() >> code & 1 == 1);
        let first = code(config.codes().trailing_zeros());
        let measures_for = |alg: u32| code(alg).is_some_and(|alg| alg.unit().senses(Sense::Hops));
        let measured_codes: u64 = (0..16).map(|alg| u64::from(measures_for(alg)) << alg).sum();
        let counts = |kind: Kind| {
            let of = |alg: u32| code(alg).or(first).is_some_and(|alg| alg.counts(kind));
            Constant::new((0..16).map(|alg| u64::from(of(alg)) << alg).sum::<u64>().into())
        };
        /// None or one, or one a hop.
        fn each<T>(n: usize, one: impl Fn() -> T) -> Vec<T> {
            (0..n).map(|_| one()).collect()
        }
        Self {
            clock: Default::default(),
            time_opt: each(measures, Default::default),
            tx_valid: Default::default(),
            tx_qpn: Default::default(),
            tx_psn: Default::default(),
            pkt_valid: Default::default(),
            pkt_kind: Default::default(),
            pkt_ece: Default::default(),
            pkt_psn: Default::default(),
            pkt_qpn: Default::default(),
            pkt_opt: each(measures, Default::default),
            pkt_hop: each(hops, Default::default),
            room: Default::default(),
            s_event_valid: Default::default(),
            s_event_ready: Default::default(),
            s_event_kind: Default::default(),
            s_event_ece: Default::default(),
            s_event_use_psn: Default::default(),
            s_event_n: Default::default(),
            s_event_psn: Default::default(),
            s_event_qpn: Default::default(),
            s_event_opt: each(measures, Default::default),
            s_event_hop: each(hops, Default::default),
            unit_bus: Default::default(),
            unit_answer: Default::default(),
            host_valid: Default::default(),
            host_ready: Default::default(),
            host_write: Default::default(),
            host_parts: Default::default(),
            host_qpn: Default::default(),
            host_alg: Default::default(),
            host_set: Default::default(),
            host_psn: Default::default(),
            host_open: Default::default(),
            host_done: Default::default(),
            found_alg: Default::default(),
            found_set: Default::default(),
            found_psn: Default::default(),
            found_open: Default::default(),
            upd_valid: Default::default(),
            upd_ready: Default::default(),
            upd_kind: Default::default(),
            upd_qpn: Default::default(),
            upd_alg: Default::default(),
            upd_window: Default::default(),
            upd_pace: Default::default(),
            upd_flags: Default::default(),
            upd_feedback: Default::default(),
            upd_una_psn: Default::default(),
            seen_opt: each(measures, Default::default),
            seen_rejected: Default::default(),
            seen_closed: Default::default(),
            seen_saturated: Default::default(),
            seen_folded: Default::default(),
            waiting_events: Default::default(),
            waiting_updates: Default::default(),
            waiting_lanes_opt: each(stepped, Default::default),
            waiting_measured_opt: each(two.into(), Default::default),
            init_done: Default::default(),
            idle: Default::default(),
            queue_overflow: Default::default(),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            rom_opt: option(ecc),
            lower_opt: option(fcr),
            lower_ready_opt: option(fcr),
            lower_done_opt: option(fcr),
            host_passed_opt: option(fcr),
            ignore_opt: option(fcr),
            seen_ignored_opt: option(fcr),
            trace_opt: option(config.rtl.trace),
            entry: Entry::new(latency.queues.room, ecc, fcr),
            sent: Sent::with_ecc(ecc),
            entry_left: Default::default(),
            entered: Delay::new(layout::timing::SENT_LATENCY as usize - 1),
            psn: Psn::with(config),
            choice: Choice::with_ecc(ecc),
            event_queue: Fifo::new(latency.queues.events.ilog2() as usize),
            issue: AnyIssue::new(config.engine.wait_slots, latency.queues.updates),
            update_queue: Fifo::new(updates),
            came_una: Default::default(),
            came_counts: Default::default(),
            came_sense_opt: each(psns, Default::default),
            came_trace_opt: each(measures, Default::default),
            una_slots: Default::default(),
            una_moves: Default::default(),
            una_slot: Default::default(),
            una_moved: Default::default(),
            una_leaves: Default::default(),
            una_read: Default::default(),
            alg_leaves: Default::default(),
            una_issued: Default::default(),
            alg_issued: Default::default(),
            una_queue: Fifo::new(updates),
            measured_queue_opt: each(two.into(), || Fifo::new(measured_updates)),
            measured_una_opt: each(two.into(), || Fifo::new(measured_updates)),
            stream_port_opt: each(two.into(), UpdatePort::default),
            sense_queue_opt: each(psns * (1 - measures), || SenseQueue::new(latency.queues.events.ilog2() as usize)),
            sense_slots_opt: each(psns, Default::default),
            loss_queue_opt: each(losses.max(traces), || LossQueue::new(config, latency.queues.events.ilog2() as usize)),
            came_loss_opt: each(losses, Default::default),
            confirms_put_opt: each(losses, Default::default),
            confirms_moved_opt: each(losses, Default::default),
            confirms_slots_opt: each(losses, Default::default),
            hops_entry_opt: each(measures, || HpccEntry::new(hops, psns > 0)),
            trace_queue_opt: each(measures, Default::default),
            hop_queue: each(hops, Default::default),
            trace_slots_opt: each(measures, Default::default),
            hop_slots: each(hops, Default::default),
            update_port_opt: each(timer.len(), UpdatePort::default),
            leaving_opt: each(traces, Default::default),
            traced_events_opt: each(traces, || Fifo::new(updates)),
            befores_opt: each(traces, || Fifo::new(updates)),
            measured_events_opt: each(two_traces, || Fifo::new(measured_updates)),
            measured_befores_opt: each(two_traces, || Fifo::new(measured_updates)),
            tells_opt: each(traces, Default::default),
            told_opt: each(traces, Default::default),
            traced_codes: Default::default(),
            head_event: Default::default(),
            found_before: Default::default(),
            before: Default::default(),
            traced: Default::default(),
            shown: Default::default(),
            turn: Turn::new(&latency),
            held: Default::default(),
            held_qpn: Default::default(),
            held_sets: Default::default(),
            holds_set: Default::default(),
            was_active: Default::default(),
            calm: Default::default(),
            idle_now: Default::default(),
            overflow: Default::default(),
            kept_shared: Default::default(),
            done: Default::default(),
            scrub_opt: option(ecc),
            scrubs_opt: option(ecc),
            rewrites_opt: each(ecc.into(), || Delay::new(layout::timing::SENT_LATENCY as usize)),
            found_fault_opt: option(ecc),
            found_rom_opt: option(ecc),
            lowers_opt: option(fcr),
            lowering_opt: option(fcr),
            host_order_opt: each((fcr || two).into(), || HostOrder::new(two, fcr)),
            built_of_found: Default::default(),
            lower_end_opt: each(fcr.into(), || LowerEnd::new(two, !timer.is_empty())),
            ignores_opt: each(fcr.into(), || Ignores::with_ecc(ecc)),
            lower_in: Default::default(),
            lower_asks: Default::default(),
            lower_enters: Default::default(),
            to_lower: Default::default(),
            lower_closed: Default::default(),
            under_way: Default::default(),
            lowers: Default::default(),
            ignored: Default::default(),
            ignored_cnp: Default::default(),
            ignored_ack: Default::default(),
            ecc_in: Default::default(),
            scrub_enters: Default::default(),
            ecc_out: Default::default(),
            rewrite: Default::default(),
            of_sent: Default::default(),
            of_psn: Default::default(),
            of_choice: Default::default(),
            of_ignores: Default::default(),
            of_unit: Default::default(),
            rom_of_unit: Default::default(),
            all_fault: Default::default(),
            all_rom: Default::default(),
            access: Default::default(),
            answer: Default::default(),
            asks_set: Default::default(),
            head_trace: Default::default(),
            head_sense: Default::default(),
            head_loss: Default::default(),
            lost: Default::default(),
            host_writes: Default::default(),
            built_of_choice: Default::default(),
            built_of_host: Default::default(),
            joins: Default::default(),
            slot_trace: Default::default(),
            traces: Default::default(),
            counts_acks: Default::default(),
            counts_rtts: Default::default(),
            counts_cnps: Default::default(),
            counted_is_host: Default::default(),
            counted: Default::default(),
            arrived: Default::default(),
            arrived_host: Default::default(),
            arrival: Default::default(),
            updates: Default::default(),
            enters_slot: Default::default(),
            issue_ready: Default::default(),
            lanes: Default::default(),
            measured_codes_at: Default::default(),
            issues_codes: Default::default(),
            issues_measured: Default::default(),
            issues_event: Default::default(),
            behind: Default::default(),
            full: Default::default(),
            event_valid: Default::default(),
            event_update: Default::default(),
            event_beside: Default::default(),
            issued_beside: Default::default(),
            event_taken: Default::default(),
            events_ready: Default::default(),
            op_enters: Default::default(),
            host_passes: Default::default(),
            leaves: Default::default(),
            active: Default::default(),
            overflows: Default::default(),
            una_enters: Default::default(),
            una_enters_measured: Default::default(),
            head: Default::default(),
            issued_is_host: Default::default(),
            issued: Default::default(),
            host_ends: Default::default(),
            hops_valid: Default::default(),
            hops_update: Default::default(),
            counts: Default::default(),
            timed: Default::default(),
            tick: Default::default(),
            built: Constant::new(u64::from(config.codes()).into()),
            acks_count: counts(Kind::Ack),
            rtts_count: counts(Kind::Rtt),
            cnps_count: counts(Kind::Cnp),
            first_alg: Constant::new(u64::from(config.codes().trailing_zeros()).into()),
            kind_host_write: kind(Kind::HostWrite),
            kind_host_read: kind(Kind::HostRead),
            kind_ack: kind(Kind::Ack),
            kind_loss: kind(Kind::Loss),
            kind_rtt: kind(Kind::Rtt),
            kind_cnp: kind(Kind::Cnp),
            kind_data: kind(Kind::Data),
            kind_timer: kind(Kind::Timer),
            unit_set: unit.iter().map(|slot| Constant::new((1u64 << slot.unit().place()).into())).collect(),
            unit_part: unit.iter().map(|slot| Constant::new(slot.unit().part().into())).collect(),
            calm_at: Constant::new(u64::from(latency.calm()).into()),
            measured_codes: Constant::new(measured_codes.into()),
            stream_room: Constant::new(u64::from(FAST_ROOM).into()),
            _units: unit.len(),
            _slowest: slowest,
            _behind_slowest: slowest + 1,
            _psns: psns,
            _losses: losses,
            _psns_beside_hops: psns * measures,
            _psns_alone: psns * (1 - measures),
            _measures: measures,
            _measured: measured.start,
            _behind_measured: measured.end,
            _hops: hops,
            _stepped: stepped,
            _timers: timer.len(),
            _timer: timer.start,
            _behind_timer: timer.end,
            unit,
            _two: two.into(),
            _lead: lead,
            _behind_lead: lead + 1,
            _until: until,
            _from: from,
            _trace: traces,
            _two_traces: two_traces,
            _shows_losses: traces.saturating_sub(losses),
            _ecc: ecc.into(),
            _ignore_reads: read_enable(ecc).len(),
            _fcr: fcr.into(),
            _maps_found: (config.codes() & 1 == 0).into(),
            _looks_at_found: (fcr || config.codes() & 1 == 0).into(),
            _order: (fcr || two).into(),
        }
    }
}
