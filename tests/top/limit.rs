//! FCR in `top` (`engine.fcr`): from a switch's frame to what the NIC is told, and back to the QP's own algorithm.

use super::{Algorithm, Body, Config, In, Out, Psn, Top, Unit, ack, cnp, engine, frame, idle};
use layout::fcr::Rate;
use layout::limit::mtu;
use layout::record::Kind;
use layout::registers::named;
use model::engine::{HostContext, HostOp, Parts};
use model::latest::Update;
use model::packet::cnp::Revised;
use model::page::Access;
use model::parser::Beat;
use model::top::Told;

const QPN: u32 = 3;
/// ns of a cycle.
const CYCLE: u32 = 5;
/// 40 Gbit/s for 8 us: windows of 39 packets and a 16th of 1,024 bytes.
const FORTY: u32 = 40_000;
const ALLOWED: u64 = 40_000 << 18;

fn config() -> Config {
    let mut config = super::config(&[Unit::Ldcp], 512);
    (config.engine.fcr, config.parser.fcr) = (true, true);
    config.check().expect("legal");
    config
}

/// A design whose clock runs; an ACK of the next packet every 40 cycles, every second one marked.
struct Bench {
    top: Top,
    now: u32,
    psn: u32,
    cycle: u64,
    told: Vec<(Update, Rate)>,
    rejected: Vec<u32>,
}

impl Bench {
    fn new() -> Bench {
        let top = Top::new(&config());
        let mut bench = Bench { top, now: u32::MAX - 4_000, psn: 9, cycle: 0, told: vec![], rejected: vec![] };
        while !bench.step(idle()).engine.init_done {}
        let context = HostContext { alg: Algorithm::Ldcp, set: 0, psn: Psn::wrap(9), open: true };
        let ldcp = [("host_ldcp_cw", 200 << 28), ("host_ldcp_rtt", 8000)];
        for (name, value) in ldcp {
            assert!(bench.write(name, value));
        }
        bench.operate(HostOp::Write { qpn: QPN, parts: Parts::ALL, context });
        bench
    }

    fn step(&mut self, mut input: In<'_>) -> Out {
        self.now = self.now.wrapping_add(CYCLE);
        input.parser_cfg.fcr = true;
        input.engine.now = layout::fixed::U::wrap(self.now.into());
        let out = self.top.step(&input);
        self.told.extend(out.update().map(|told| match told {
            Told::Each(update, rate) => (update, rate.expect("limit says a rate")),
            Told::Newest(word) => panic!("{word:?}: each update goes out"),
        }));
        self.rejected.extend(out.limit.and_then(|limit| limit.rejected));
        out
    }

    fn operate(&mut self, op: HostOp) {
        let with = engine::In { host: Some(op), ..engine::In::idle() };
        while !self.step(In { engine: with, ..idle() }).engine.host_ready {}
        while self.step(idle()).engine.host_done.is_none() {}
    }

    /// The registers' words, one after the other, as the bus has them: whether the last was taken.
    fn write(&mut self, name: &str, value: u64) -> bool {
        let register = named(&config(), name);
        let (mut taken, mut last) = (false, (0, 0));
        for word in 0..register.words() {
            let (windex, wdata) = (register.index() + word, (value >> (32 * word)) as u32);
            let access = Access { windex, wdata, last, ..Access::default() };
            let bus = |write| engine::In { unit: Access { write, ..access }, ..engine::In::idle() };
            self.step(In { engine: bus(false), ..idle() });
            taken = self.step(In { engine: bus(true), ..idle() }).engine.unit.taken;
            last = (if taken { windex } else { 0 }, wdata);
        }
        self.idle(2);
        taken
    }

    fn idle(&mut self, cycles: u32) {
        for _ in 0..cycles {
            self.step(idle());
        }
    }

    fn read(&mut self, name: &str) -> u32 {
        let unit = Access { rindex: named(&config(), name).index(), ..Access::default() };
        let with = engine::In { unit, ..engine::In::idle() };
        self.step(In { engine: with, ..idle() });
        self.step(idle()).engine.unit.rdata
    }

    fn frame(&mut self, bytes: &[u8]) {
        for beat in Beat::split(bytes, 512) {
            while !self.step(In { beat: Some(beat), ..idle() }).tready {}
        }
    }

    fn advise(&mut self, seq: u16, rate: u32, validity: u16) {
        let advice = Revised { withdraw: false, seq, rate, validity, switch: 7 };
        let bytes: Vec<u8> = frame(Body::Cnp(cnp::Repr::from(advice)), false, QPN, 0);
        self.frame(&bytes);
    }

    /// So many microseconds of ACKs.
    fn run(&mut self, us: u32) {
        for _ in 0..us * 1000 / CYCLE {
            self.cycle += 1;
            if self.cycle.is_multiple_of(40) {
                self.psn += 1;
                let with = engine::In { tx: Some((QPN, Psn::wrap(u64::from(self.psn) + 100))), ..engine::In::idle() };
                self.step(In { engine: with, ..idle() });
                let bytes = ack(self.psn.is_multiple_of(2), QPN, self.psn);
                self.frame(&bytes);
            } else {
                self.step(idle());
            }
        }
    }
}

#[test]
fn an_advice_caps_what_is_told_its_end_lowers_the_engine_s_window_and_nothing_jumps() {
    let mut bench = Bench::new();
    bench.run(2);
    assert!(bench.told.iter().any(|(update, rate)| update.window > ALLOWED && *rate == Rate::MAX), "{:?}", bench.told);
    bench.advise(1, FORTY, 20);
    bench.run(1);
    bench.told.clear();
    bench.run(15);
    let five = |rate: Rate| rate.raw() == 5 << 28;
    assert!(bench.told.len() > 50);
    assert!(bench.told.iter().all(|(update, rate)| update.window == ALLOWED && five(*rate)), "{:?}", bench.told);
    let ignored = bench.read("fcr_ignored");
    assert!(ignored > 25, "{ignored} marks of an advised QP");
    bench.told.clear();
    bench.run(10);
    // from what was allowed on, by steps of the algorithm, which hears marks again
    let mut last = ALLOWED;
    for (update, _) in &bench.told {
        assert!(update.window.abs_diff(last) <= 1 << 28, "{:?}", bench.told);
        last = update.window;
    }
    assert!(bench.told.last().is_some_and(|(update, rate)| update.window != ALLOWED && *rate == Rate::MAX));
    assert_eq!(["fcr_lowerings", "fcr_rejected", "fcr_lost"].map(|name| bench.read(name)), [1, 0, 0]);
    assert!(bench.read("fcr_dues") >= 1);
}

#[test]
fn a_set_says_which_advices_are_believed() {
    let mut bench = Bench::new();
    bench.run(2);
    for (name, value) in [("fcr_advice_min", 50_000), ("fcr_advice_max", 60_000), ("fcr_path_mtu", 5)] {
        assert!(bench.write(name, value), "{name}");
    }
    bench.advise(1, FORTY, 100);
    bench.run(1);
    assert!(bench.rejected.is_empty(), "the set has not been written");
    assert!(bench.write("fcr_set_write", 0));
    bench.run(1);
    assert_eq!(bench.read("fcr_status"), 0b01);
    bench.advise(2, FORTY, 100);
    bench.run(1);
    assert_eq!(bench.rejected, [QPN]);
    assert_eq!(bench.read("fcr_rejected"), 1);
    assert_eq!(mtu(5), 4096);
    // an opened QP has no advice, a moved one keeps its own
    for (parts, capped) in [(Parts { choice: true, ..Parts::NONE }, true), (Parts { psn: true, ..Parts::NONE }, false)]
    {
        let context = HostContext { psn: Psn::wrap(bench.psn.into()), open: true, ..HostContext::RESET };
        bench.operate(HostOp::Write { qpn: QPN, parts, context });
        bench.run(1);
        bench.told.clear();
        bench.run(2);
        assert!(!bench.told.is_empty());
        assert!(bench.told.iter().all(|(_, rate)| (*rate != Rate::MAX) == capped), "{parts:?} {:?}", bench.told);
    }
}

#[test]
fn what_is_out_of_range_or_turn_is_refused() {
    let mut bench = Bench::new();
    let wrong = [("fcr_line", 0), ("fcr_line", 1 << 22), ("fcr_path_mtu", 0), ("fcr_path_mtu", 6), ("fcr_rtt", 0)];
    for (name, value) in wrong.into_iter().chain([("fcr_validity_max", 1 << 16), ("fcr_set_write", 16)]) {
        assert!(!bench.write(name, value), "{name} = {value}");
    }
    assert!(bench.write("fcr_advice_min", 9) && bench.write("fcr_advice_max", 8));
    assert!(!bench.write("fcr_set_write", 3), "bounds out of their order");
    assert!(bench.write("fcr_advice_max", 9));
    // with frames on their way the write has to wait, and all others with it
    bench.advise(1, FORTY, 100);
    bench.idle(12);
    assert!(bench.write("fcr_set_write", 3));
    assert!(!bench.write("fcr_line", 5) && !bench.write("fcr_set_write", 3), "it is under way");
    bench.run(1);
    assert!(bench.write("fcr_line", 5));
}

/// An advice for 20 us outlives a clock that jumps, forward or back, by no more than has gone by.
#[test]
fn a_clock_that_jumps_ends_no_advice() {
    for jump in [1 << 20, 1 << 31, u32::MAX - (1 << 20)] {
        let mut bench = Bench::new();
        bench.run(2);
        bench.advise(1, FORTY, 20);
        bench.run(10);
        bench.now = bench.now.wrapping_add(jump);
        bench.told.clear();
        bench.run(8);
        assert!(bench.told.iter().all(|(_, rate)| *rate != Rate::MAX), "{jump}: {:?}", bench.told);
        bench.run(6);
        assert!(bench.told.last().is_some_and(|(_, rate)| *rate == Rate::MAX), "{jump}: {:?}", bench.told.last());
    }
}

#[test]
fn nic_and_top_have_it_where_the_parser_reads_advices_and_without_the_keys_nothing_changes() {
    let text = |config: &Config, block| {
        let design = hdl::design::build(config, block).expect("builds");
        design.files.iter().map(|(_, text)| text.as_str()).collect::<String>()
    };
    for block in ["top", "nic"] {
        let with = text(&config(), block);
        let ports = ["upd_rate", "advice_rejected_valid", "time_now"];
        assert!(ports.iter().all(|port| with.contains(port)));
        assert!(!text(&super::config(&[Unit::Ldcp], 512), block).contains("ackw_limit"));
        let mut unread = config();
        unread.parser.fcr = false;
        let why = hdl::design::build(&unread, block).map(|_| ()).expect_err("refused").to_string();
        let expected = format!(
            "engine.fcr = true: block {block} has no advices to lay over its updates: expected parser.fcr = true too"
        );
        assert_eq!(why, expected);
    }
    assert_eq!(Kind::Timer as u64, 7, "an advice alone is told with kind timer");
}
