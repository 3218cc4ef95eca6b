//! `top`: packets in, windows out (hdl/src/top.md). Connects the parser, the engine, the counters, and FCR's part.

use crate::engine::{self, Engine, Packet, SEEN};
use crate::hpcc::Telemetry;
use crate::latest::{self, Latest, Word};
use crate::limit::Ahead;
use crate::lsn;
use crate::packet::classify::{PacketEvent, ParserConfig, Request, Response};
use crate::packet::cnp::Revised;
use crate::parser::{self, Beat, Parser};
use crate::top_limit::{self, TopLimit};
use layout::config::Config;
use layout::drop_reason::DropReason;
use layout::fcr::Rate;
use layout::hpcc::MAX_HOPS;
use layout::ldcp::Psn;
use layout::record::Kind;
use layout::registers::{ADVICE_COUNTERS, FOLDED_COUNTER, HIGH_WATER, LSN_COUNTERS, QUEUES};

/// Values of `cnt_sel` that count something: the usual drop reasons, then ack, loss, cnp, data, what is counted of
/// HPCC++'s updates, what the engine drops: rejected PSNs, and events of closed QPs; sums that saturated. Then the drop
/// reasons of revised CNPs, and advices: these stay 0 where the parser reads none. Then events that joined.
const COUNTERS: usize = FOLDED_COUNTER as usize + 1;
const DROPS_FIRST: usize = SEEN_FIRST + SEEN.len();
const SEEN_FIRST: usize = DropReason::USUAL + 4;
const _: () = assert!(DROPS_FIRST + 3 == ADVICE_COUNTERS as usize, "the engine's end where advices begin");

/// The input pins of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In<'a> {
    pub rst_n: bool,
    pub parser_cfg: ParserConfig,
    /// A beat of `s_axis`, if `tvalid`.
    pub beat: Option<Beat>,
    /// The engine's other pins; its reset and its packets come from here.
    pub engine: engine::In<'a>,
    /// 6 bits.
    pub cnt_sel: u8,
    /// Bits by [`QUEUES`]: these marks become what waits now.
    pub high_water_clear: u8,
}

/// The output pins of a cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub tready: bool,
    /// All of the engine's outputs; `room` is no pin of the top, it is `tready`. With `limit` behind it its `upd` is
    /// none either.
    pub engine: engine::Out,
    /// With `limit`: what that says. With `latest` behind it `told` is no pin either.
    pub limit: Option<top_limit::Out>,
    /// With `latest`: what waited of a QP, if something stands on the port.
    pub newest: Option<Option<Word>>,
    /// The parser has dropped a frame.
    pub frame_dropped: bool,
    /// An update of HPCC++ that is counted is on its way out.
    pub alert_telemetry: bool,
    /// An ACK or NAK was rejected.
    pub alert_psn: bool,
    pub cnt_value: u64,
    /// The QP that a switch advises, and what; without `limit`.
    pub advice: Option<(u32, Revised)>,
    /// A response of a probe.
    pub response: Option<Responded>,
    /// A request of a peer's probe.
    pub request: Option<Requested>,
}

/// A response on its way to the prober.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Responded {
    pub qpn: u32,
    pub psn: Psn,
    pub said: Response,
    pub telemetry: Option<Telemetry<MAX_HOPS>>,
}

/// A request on its way to the responder.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Requested {
    pub qpn: u32,
    pub psn: Psn,
    pub said: Request,
    pub telemetry: Option<Telemetry<MAX_HOPS>>,
}

/// What stands on `upd_*`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// An update; with `limit` also the greatest rate that it allows.
    Each(latest::Update, Option<Rate>),
    /// What waited of a QP.
    Newest(Word),
}

impl Out {
    /// What stands on `upd_*`.
    pub fn update(&self) -> Option<Told> {
        match (self.newest, self.limit) {
            (Some(word), _) => word.map(Told::Newest),
            (None, None) => self.engine.upd.map(|update| Told::Each(update.on_port(), None)),
            (None, Some(limit)) => limit.told.map(|said| Told::Each(said.update, Some(said.rate))),
        }
    }
}

/// `latest` at the port, and its initialisation.
#[derive(Clone)]
struct Newest {
    latest: Latest,
    qps: u32,
    /// QPs that had their cycle since the reset.
    swept: u32,
}

impl Newest {
    fn new(qps: u32) -> Self {
        Self { latest: Latest::new(qps), qps, swept: 0 }
    }

    fn step(&mut self, rst_n: bool, update: Option<(latest::Update, u64)>, ready: bool) -> latest::Out {
        let init = (self.swept < self.qps).then_some(self.swept);
        self.swept = if rst_n { self.swept + u32::from(init.is_some()) } else { 0 };
        let (update, rate) = update.map_or((None, 0), |(update, rate)| (Some(update), rate));
        self.latest.step(&latest::In { rst_n, init, drop: None, update, rate, ready })
    }
}

/// The whole design.
#[derive(Clone)]
pub struct Top {
    parser: Parser,
    engine: Engine,
    limit: Option<TopLimit>,
    newest: Option<Newest>,
    /// With `engine.lsn`, its page of registers.
    lsn: Option<lsn::Page>,
    counters: [u64; COUNTERS],
    /// ACKs with an LSN that were dropped, by reason; what the last cycle adds.
    lsn_drops: [u64; 2],
    lsn_dropped: [u64; 2],
    /// What happened in the cycle before, a bit a counter.
    counted: u64,
    /// Of each queue what waited in the cycle before, and the most that did.
    now: [u32; QUEUES.len()],
    most: [u32; QUEUES.len()],
    cnt_value: u64,
}

impl Top {
    /// The design after reset. The configuration has been checked (`Config::check`).
    pub fn new(config: &Config) -> Self {
        Self {
            parser: Parser::new(config.parser.data_bits),
            engine: Engine::new(config),
            limit: config.engine.fcr.then(|| TopLimit::new(config)),
            newest: config.keeps_newest().then(|| Newest::new(config.engine.qps)),
            lsn: config.engine.lsn.then(|| lsn::Page::new(config)),
            counters: [0; COUNTERS],
            lsn_drops: [0; 2],
            lsn_dropped: [0; 2],
            counted: 0,
            now: [0; QUEUES.len()],
            most: [0; QUEUES.len()],
            cnt_value: 0,
        }
    }

    /// Whether `host_done` is 1 in this cycle, which does not depend on its inputs.
    pub fn host_done(&self) -> bool {
        self.engine.host_done()
    }

    /// One clock cycle: the outputs of this cycle, then the clock edge. While `rst_n` is low the edge resets.
    pub fn step(&mut self, input: &In) -> Out {
        let rst_n = input.rst_n;
        let opcode = self.lsn.as_ref().map(lsn::Page::opcode);
        let parser_cfg = ParserConfig { lsn: opcode, ..input.parser_cfg };
        let mut stream = parser::In { rst_n, room: self.engine.room(), ..parser::In::idle(parser_cfg) };
        if let Some(beat) = input.beat {
            (stream.tvalid, stream.beat) = (true, beat);
        }
        let parsed = self.parser.step(&stream);
        let result = parsed.result();
        let event = result.and_then(Result::ok);
        let advice = event.and_then(|event| Some((event.qpn, event.advice?)));
        let response = event.and_then(|event| {
            let (qpn, psn) = (event.qpn, Psn::wrap(event.psn.into()));
            Some(Responded { qpn, psn, said: event.response?, telemetry: event.telemetry })
        });
        let request = event.and_then(|event| {
            let (qpn, psn) = (event.qpn, Psn::wrap(event.psn.into()));
            Some(Requested { qpn, psn, said: event.request?, telemetry: event.telemetry })
        });
        // an advice is laid over the QP's algorithm, which hears nothing of it; a response is the prober's, a request
        // the responder's
        let is_event = |e: &PacketEvent| e.advice.is_none() && e.response.is_none() && e.request.is_none();
        let event = event.filter(is_event);
        let pkt = event.map(|event| Packet {
            kind: event.kind,
            ece: event.ece,
            psn: Psn::wrap(event.psn.into()),
            qpn: event.qpn,
        });
        let pkt_telemetry = event.as_ref().and_then(|event| event.telemetry.as_ref());
        let ready = input.engine.upd_ready;
        // what keeps them takes each
        let upd_ready = ready || self.newest.is_some();
        let pkt_lsn = event.and_then(|event| event.lsn);
        let lsn_mtu = self.lsn.as_ref().map_or(input.engine.lsn_mtu, lsn::Page::mtu);
        let outer = engine::In { rst_n, pkt, pkt_telemetry, pkt_lsn, lsn_mtu, upd_ready, ..input.engine };
        let (mut engine, limit) = match &mut self.limit {
            None => (self.engine.step(&outer), None),
            Some(limit) => {
                let Ahead { update_ready, lower, ignore } = limit.ahead();
                let (lower, waits) = (lower.map(top_limit::lower), limit.host_waits());
                let outer = engine::In { host: outer.host.filter(|_| !waits), ..outer };
                let mut engine = self.engine.step(&engine::In { upd_ready: update_ready, lower, ignore, ..outer });
                let limit = limit.step(
                    &top_limit::In {
                        rst_n,
                        now: outer.now.raw() as u32,
                        advice,
                        host: outer.host.filter(|_| engine.host_ready),
                        update: engine.upd.map(|update| update.on_port()),
                        ready: outer.upd_ready,
                        access: &outer.unit,
                        inject: outer.ecc_inject,
                        scrub_interval: outer.ecc_scrub_interval,
                    },
                    &engine,
                );
                engine.host_ready &= !waits;
                engine.init_done &= limit.init_done;
                engine.idle &= limit.idle;
                engine.fault.corrected |= limit.fault.corrected;
                engine.fault.uncorrectable |= limit.fault.uncorrectable;
                engine.unit.taken |= limit.answer.taken;
                engine.unit.rdata |= limit.answer.rdata;
                (engine, Some(limit))
            }
        };
        if let Some(page) = &mut self.lsn {
            let answer = page.step(rst_n, &input.engine.unit);
            engine.unit.taken |= answer.taken;
            engine.unit.rdata |= answer.rdata;
        }
        let newest = self.newest.as_mut().map(|newest| {
            let update = match limit {
                None => engine.upd.map(|update| (update.on_port(), 0)),
                Some(limit) => limit.told.map(|said| (said.update, said.rate.raw())),
            };
            newest.step(rst_n, update, ready)
        });
        let qps = newest.map_or(0, |out| out.waiting);
        let newest = newest.map(|out| out.word);
        let advice = advice.filter(|_| limit.is_none());
        let out = Out {
            tready: parsed.tready,
            engine,
            limit,
            newest,
            frame_dropped: matches!(result, Some(Err(_))),
            alert_telemetry: SEEN.iter().any(|flag| engine.seen & flag != 0),
            alert_psn: engine.rejected,
            cnt_value: self.cnt_value,
            advice,
            response,
            request,
        };
        if !rst_n {
            (self.counters, self.counted, self.cnt_value) = ([0; COUNTERS], 0, 0);
            (self.now, self.most) = ([0; QUEUES.len()], [0; QUEUES.len()]);
            (self.lsn_drops, self.lsn_dropped) = ([0; 2], [0; 2]);
            return out;
        }
        let counter_at = |place: usize| self.counters.get(place).copied();
        let mark_at = |place: usize| self.most.get(place.wrapping_sub(HIGH_WATER as usize)).copied();
        let place = input.cnt_sel as usize;
        let dropped_at = |place: usize| self.lsn_drops.get(place.wrapping_sub(LSN_COUNTERS as usize)).copied();
        let other = mark_at(place).map(u64::from).or(dropped_at(place));
        self.cnt_value = counter_at(place).or(other).unwrap_or(0);
        for (drops, more) in self.lsn_drops.iter_mut().zip(self.lsn_dropped) {
            *drops = drops.wrapping_add(more);
        }
        let of_lsn = [DropReason::LsnVersion, DropReason::LsnReserved];
        self.lsn_dropped = of_lsn.map(|reason| u64::from(result == Some(Err(reason))));
        for (place, counter) in self.counters.iter_mut().enumerate() {
            *counter = counter.wrapping_add(self.counted >> place & 1);
        }
        let happens = |place: usize, happens: bool| u64::from(happens) << place;
        let counted = result.and_then(|result| counter(&result)).filter(|place| *place < COUNTERS);
        self.counted = counted.map_or(0, |place| 1 << place);
        for (k, flag) in SEEN.into_iter().enumerate() {
            self.counted |= happens(SEEN_FIRST + k, engine.seen & flag != 0);
        }
        for (k, drops) in [engine.rejected, engine.closed, engine.saturated].into_iter().enumerate() {
            self.counted |= happens(DROPS_FIRST + k, drops);
        }
        self.counted |= happens(FOLDED_COUNTER as usize, engine.joined);
        for (k, (most, now)) in self.most.iter_mut().zip(self.now).enumerate() {
            let begins = input.high_water_clear >> k & 1 == 1;
            *most = if begins { now } else { now.max(*most) };
        }
        let engine::Waiting { events, updates, lanes, measured } = engine.waiting;
        self.now = [events, updates, lanes, measured, qps];
        out
    }
}

/// Which counter a result increments.
fn counter(result: &Result<PacketEvent, DropReason>) -> Option<usize> {
    let after_reasons = |i| Some(DropReason::USUAL + i);
    match result.map(|event| (event.kind, event.advice.is_some())) {
        Ok(_) if result.is_ok_and(|event| event.response.is_some() || event.request.is_some()) => None,
        Err(reason) => Some(reason.counter() as usize),
        Ok((_, true)) => Some(FOLDED_COUNTER as usize - 1),
        Ok((kind, false)) => match kind {
            Kind::Ack => after_reasons(0),
            Kind::Loss => after_reasons(1),
            Kind::Cnp => after_reasons(2),
            Kind::Data => after_reasons(3),
            Kind::Rtt | Kind::HostWrite | Kind::HostRead | Kind::Timer => None, // the parser makes none
        },
    }
}
