//! From a packet at the receiver to what the sender's parser reads, all in the model.

use super::{CFG, HEADER, IDLE, LONGEST, WIDTHS, telemetry};
use crate::support;
use layout::fixed::U;
use layout::ldcp::Psn;
use layout::receiver::Mode;
use layout::record::Kind;
use layout::telemetry::Place;
use layout::wire::EcePlace;
use model::packet::classify::{PacketEvent, ParserConfig, TelemetryConfig};
use model::parser::{self, Parser};
use model::receiver::{self, Packet, Policy, Receiver};
use model::responder::{Answer, Config, Header, In, Responder};
use std::collections::VecDeque;

const QPS: u32 = 16;

/// A receiver, a responder and the sender's parser, one behind the other.
struct Loop {
    receiver: Receiver,
    responder: Responder,
    parser: Parser,
    cfg: Config,
    reads: ParserConfig,
    /// What was answered, and not read yet.
    open: VecDeque<Answer>,
    read: u32,
}

impl Loop {
    fn new(width: u32, cfg: Config, header: impl Fn(u32) -> Header, policy: Policy) -> Self {
        let telemetry = cfg.telemetry;
        let (ece_place, qpn_base) = (cfg.ece_place, 0x123450);
        let mut this = Self {
            receiver: Receiver::new(QPS),
            responder: Responder::new(QPS, 5, width),
            parser: Parser::new(width),
            cfg,
            reads: ParserConfig { qp_bits: 4, qpn_base, ece_place, telemetry, ..Default::default() },
            open: VecDeque::new(),
            read: 0,
        };
        for qpn in 0..QPS {
            this.responder.step(&In { init: Some(qpn), cfg, ..IDLE });
        }
        for qpn in 0..QPS {
            // the peer's QPN is another one
            let header = Header { dest_qp: qpn_base + (qpn ^ 5), ..header(qpn) };
            this.responder.step(&In { host: Some((qpn, header)), cfg, ..IDLE });
        }
        let idle = this.receiver_in();
        for qpn in 0..QPS {
            this.receiver.step(&receiver::In { init: Some(qpn), ..idle });
        }
        for qpn in 0..QPS {
            this.receiver.step(&receiver::In { host: Some((qpn, policy)), ..idle });
        }
        this
    }

    fn receiver_in(&self) -> receiver::In {
        let (init, host, packet) = (None, None, None);
        receiver::In {
            rst_n: true,
            init,
            tick: true,
            ack_timeout: 30,
            cnp_interval: 5,
            host,
            packet,
            answer_ready: self.responder_ready(),
        }
    }

    /// What the block will say in this cycle: it does not depend on what it is offered.
    fn responder_ready(&self) -> bool {
        self.responder.clone().step(&In { cfg: self.cfg, ..IDLE }).answer_ready
    }

    fn step(&mut self, packet: Option<(u32, Packet)>, ready: bool) {
        let out = self.receiver.step(&receiver::In { packet, ..self.receiver_in() });
        let told = out.answer.map(|answer| match answer {
            receiver::Answer::Ack(qpn, ack) => {
                let telemetry = self.telemetry(qpn, ack.psn.raw());
                let (psn, ece) = (ack.psn.raw() as u32, ack.ece);
                Answer { qpn, kind: Kind::Ack as u8, psn, ece, telemetry, time: 0 }
            }
            receiver::Answer::Cnp(qpn) => {
                Answer { qpn, kind: Kind::Cnp as u8, psn: 0, ece: false, telemetry: None, time: 0 }
            }
        });
        let out = self.responder.step(&In { answer: told, ready, cfg: self.cfg, ..IDLE });
        if out.answer_ready {
            self.open.extend(told);
        }
        let taken = out.beat.filter(|_| ready);
        let idle = parser::In::idle(self.reads);
        let read = self.parser.step(&taken.map_or(idle, |beat| parser::In::offer(beat, self.reads)));
        if let Some(result) = read.result() {
            let event = result.unwrap_or_else(|reason| panic!("dropped: {reason:?}"));
            let asked = self.open.pop_front().expect("a frame without an answer");
            assert_eq!(event, self.expected(&asked));
            self.read += 1;
        }
    }

    /// What the transport adds.
    fn telemetry(&self, qpn: u32, psn: u64) -> Option<model::hpcc::Telemetry<15>> {
        (self.cfg.telemetry.place != Place::None).then(|| telemetry(0x123 ^ psn & 7, u64::from(qpn % 6)))
    }

    fn expected(&self, asked: &Answer) -> PacketEvent {
        let kind = Kind::from_bits(asked.kind).expect("a kind");
        let qpn = asked.qpn ^ 5;
        let telemetry = asked.telemetry.map(|mut t| {
            if self.cfg.telemetry.profile == 1 {
                t.path = U::wrap(0);
            }
            t
        });
        PacketEvent {
            kind,
            qpn,
            psn: asked.psn,
            ece: asked.ece,
            telemetry,
            advice: None,
            response: None,
            request: None,
            lsn: None,
        }
    }
}

#[test]
fn what_a_receiver_answers_is_what_the_sender_s_parser_reads() {
    let mut random = support::seed("responder loops");
    let mut read = [0; 2];
    for round in 0..48u64 {
        let width = WIDTHS[round as usize % 4];
        let ece_place = EcePlace::ALL[round as usize / 4 % 4];
        let place = Place::ALL[round as usize / 16];
        let telemetry = TelemetryConfig { place, offset: 3, area: 20, profile: (round % 2) as u8 };
        let cfg = Config { ece_place, telemetry, ..CFG };
        let policy = Policy { mode: [Mode::Each, Mode::Ldcp, Mode::Exact][round as usize % 3], m: 3, cnp: true };
        let header = |qpn| if qpn % 2 == 0 { HEADER } else { LONGEST };
        let mut block = Loop::new(width, cfg, header, policy);
        let mut psns = [0u64; QPS as usize];
        for cycle in 0..9000 {
            let qpn = random.below(QPS.into()) as u32;
            let comes = cycle < 2000 && random.chance(1 + round % 5);
            let packet = comes.then(|| {
                let psn = &mut psns[qpn as usize];
                *psn += 1;
                (qpn, Packet { psn: Psn::wrap(*psn), marked: random.chance(4), asks: random.chance(8) })
            });
            block.step(packet, random.below(16) < [16, 12][round as usize % 2]);
        }
        assert!(block.open.is_empty(), "{} answers without a frame", block.open.len());
        assert!(block.read > 100, "{} frames", block.read);
        read[usize::from(place != Place::None)] += block.read;
    }
    assert!(read.iter().all(|n| *n > 3000), "{read:?}");
}

#[test]
fn a_mark_at_the_receiver_is_a_cnp_on_the_wire_31_cycles_later() {
    for width in WIDTHS {
        let policy = Policy { mode: Mode::Each, m: 1, cnp: true };
        let mut block = Loop::new(width, CFG, |_| HEADER, policy);
        for _ in 0..10 {
            block.step(None, true);
        }
        let packet = Packet { psn: Psn::wrap(1), marked: true, asks: true };
        for cycle in 0..31 {
            let before = block.responder.clone().step(&In { cfg: CFG, ..IDLE }).beat;
            assert!(before.is_none(), "{cycle}");
            block.step((cycle == 0).then_some((2, packet)), true);
        }
        let first = block.responder.clone().step(&In { cfg: CFG, ..IDLE }).beat.expect("a beat");
        assert_eq!(first.tdata[..2], HEADER.dst_mac[..2]);
    }
}
