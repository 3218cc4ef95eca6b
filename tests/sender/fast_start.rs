//! LDCP's fast start through engine and sender together (SEMANTICS L7 to L10, L13): the window and its first cw are the
//! engine's, the packets at once and their codepoints the shaper's. Both are the cycle models, which the RTL is held
//! to.

use super::closed::update;
use layout::config::{Config, Unit};
use layout::fixed::U;
use layout::ldcp::{N, Psn};
use layout::record::{Algorithm, Kind};
use layout::shaper::Level;
use model::engine::host::Host as Bus;
use model::engine::{self, Engine, HostContext, HostOp, Outcome, Parts};
use model::event::Arrival;
use model::sender::{In, Sender};
use model::shaper::cycles::{Command, Said};
use model::shaper::{Control, Host, Open, Request, Rewind, Sent};
use std::collections::VecDeque;

const QPN: u32 = 5;
const FIRST: u64 = 0xff_fff8;
const MTU: u64 = 1024;
const ONE: u64 = 1 << 28;

struct Nic {
    engine: Engine,
    sender: Sender,
    cycle: u64,
    /// Packets sent in all, those that go back among them, and the ECN codepoint of each.
    sent: u64,
    capable: Vec<bool>,
    said: VecDeque<Said>,
    reports: VecDeque<u64>,
    /// The engine's last window.
    cw: u64,
}

impl Nic {
    fn new(iw: u64, bytes: u64) -> Nic {
        let mut config = Config::default();
        (config.engine.qps, config.engine.units, config.ldcp.fast_start) = (16, vec![Unit::Ldcp], true);
        let mut engine = Engine::new(&config);
        let (mut cycle, mut bus) = (|input: &engine::In| engine.step(input), Bus::new(&config));
        while !cycle(&engine::In::idle()).init_done {}
        for (name, value) in [("host_ldcp_cw", iw << 28), ("host_ldcp_iw", iw), ("host_ldcp_rtt", 8000)] {
            assert!(bus.write(&mut cycle, name, value));
        }
        let context = HostContext { alg: Algorithm::Ldcp, set: 0, psn: U::wrap(FIRST - 1), open: true };
        bus.operate(&mut cycle, HostOp::Write { qpn: QPN, parts: Parts::ALL, context });
        let mut nic = Nic {
            engine,
            sender: Sender::new(16, Host::default()),
            cycle: 0,
            sent: 0,
            capable: vec![],
            said: VecDeque::new(),
            reports: VecDeque::new(),
            cw: iw << 28,
        };
        while !nic.step(None, None, None) {}
        let open = Open {
            qpn: QPN,
            class: U::ZERO,
            first_psn: U::wrap(FIRST),
            by_lsn: false,
            bypass: false,
            iw: U::wrap(iw),
            control: Control::cw(U::wrap(iw << 28)),
        };
        nic.step(Some(Command::Open(open)), None, None);
        let to_end = if bytes == Level::MAX_RAW { 0 } else { bytes };
        let backlog = U::wrap(bytes);
        let request = Request { qpn: QPN, class: U::ZERO, backlog, bytes_to_end: U::wrap(to_end) };
        // the doorbell waits behind the opening
        for _ in 0..40 {
            nic.step(None, None, None);
        }
        nic.step(None, Some(request), None);
        nic
    }

    /// True once the sender may be told something.
    fn step(&mut self, command: Option<Command>, request: Option<Request>, s_event: Option<Arrival>) -> bool {
        let tx = self.reports.pop_front().map(|psn| (QPN, Psn::wrap(psn)));
        let out = self.engine.step(&engine::In { tx, s_event, ..engine::In::idle() });
        assert!(!out.rejected && (s_event.is_none() || out.s_event_ready));
        if let Some(Outcome::Ldcp { cw, .. }) = out.upd.map(|upd| upd.outcome) {
            self.cw = cw.raw();
        }
        let said = self.said.front().copied();
        let sent = self.sender.step(&In {
            rst_n: true,
            now: (5 * self.cycle) as u32,
            pause: 0,
            request,
            said,
            update: out.upd.map(update),
            rate: None,
            command,
            grant_ready: true,
        });
        assert!(command.is_none() || sent.command_ready);
        assert!(request.is_none() || sent.request_ready);
        if sent.said_ready {
            self.said.pop_front();
        }
        if let Some(grant) = sent.grant {
            for _ in 0..grant.max_packets.raw() {
                self.sent += 1;
                self.capable.push(grant.ecn_capable);
                self.reports.push_back(FIRST + self.sent);
            }
            let psn_next = Psn::wrap(FIRST + self.sent);
            self.said.push_back(Said::Sent(Sent {
                qpn: QPN,
                tag: grant.tag,
                psn_next,
                bytes: U::wrap(grant.max_bytes.raw()),
                empty: false,
            }));
        }
        self.cycle += 1;
        sent.init_done
    }

    /// So many cycles; the packets that were sent in them, by their codepoints.
    fn run(&mut self, cycles: u64) -> Vec<bool> {
        let before = self.capable.len();
        (0..cycles).for_each(|_| _ = self.step(None, None, None));
        self.capable[before..].to_vec()
    }

    /// An ACK of so many packets in all, or a NAK behind so many, and what is sent then.
    fn hears(&mut self, kind: Kind, packets: u64, ece: bool) -> Vec<bool> {
        let psn = FIRST + packets - u64::from(kind == Kind::Ack);
        let event = Arrival { kind, ece, use_psn: true, n: N::ZERO, psn: Psn::wrap(psn), qpn: QPN };
        let before = self.capable.len();
        self.step(None, None, Some(event));
        self.run(1_000);
        self.capable[before..].to_vec()
    }
}

/// What the draft's flow that is larger than IW sends: none of the first IW packets but the last may be marked, all
/// behind the first ACK may, and cw is IW when IW are acknowledged.
#[test]
fn a_flow_without_a_loss_sends_iw_at_once_and_goes_on_from_iw() {
    let mut nic = Nic::new(10, Level::MAX_RAW);
    let first = nic.run(2_000);
    assert_eq!(first, [[false; 9].as_slice(), &[true]].concat(), "L13");
    for packets in 1..=10 {
        assert_eq!(nic.hears(Kind::Ack, packets, true), [true], "the ACK frees one, and they are capable from now on");
        assert_eq!(nic.cw, 10 * ONE, "L8");
    }
    // the stable stage: 10 - 1/2, so that 10 packets in flight are still below 9.5 and the one behind it
    assert_eq!(nic.hears(Kind::Ack, 11, true), [true]);
    assert_eq!(nic.cw, 19 * ONE / 2);
    nic.hears(Kind::Ack, 12, true);
    nic.hears(Kind::Ack, 13, true);
    assert_eq!(nic.cw, 17 * ONE / 2);
}

#[test]
fn a_loss_before_makes_the_window_what_was_acknowledged() {
    let mut nic = Nic::new(10, Level::MAX_RAW);
    assert_eq!(nic.run(2_000).len(), 10);
    for packets in 1..=3 {
        nic.hears(Kind::Ack, packets, false);
    }
    assert_eq!((nic.sent, nic.cw), (13, 10 * ONE));
    // the switch dropped the fifth: the NAK confirms a fourth, and nothing goes while 9 are in flight of 4
    assert!(nic.hears(Kind::Loss, 4, false).is_empty());
    assert_eq!(nic.cw, 4 * ONE);
    // go-back-N: 4 packets from the fifth on are within the window, and may be marked
    nic.sent = 4;
    nic.reports.push_back(FIRST + 4);
    let psn_next = Psn::wrap(FIRST + 4);
    nic.said.push_back(Said::Rewind(Rewind { qpn: QPN, psn_next, bytes: U::wrap(9 * MTU) }));
    let again = nic.run(2_000);
    // what lies before it has come through, though no ACK says so: nobody else would ever move una
    assert_eq!(again, [true; 4]);
    // the ACK of what the NAK confirmed, if one comes: cw is 4.25, so that a fifth is in flight behind four
    assert_eq!(nic.hears(Kind::Ack, 4, false), [true]);
    assert_eq!(nic.cw, 17 * ONE / 4);
}

#[test]
fn a_message_below_iw_goes_at_once_with_its_last_packet_capable() {
    let mut nic = Nic::new(10, 4 * MTU);
    assert_eq!(nic.run(2_000), [false, false, false, true]);
    nic.hears(Kind::Ack, 4, true);
    assert_eq!((nic.sent, nic.cw), (4, 10 * ONE));
}
