//! The loop: what the engine sends, the MAC, the bottleneck and the peer, and what is seen of a run.

use super::*;

#[derive(Clone, Copy)]
pub(super) struct Packet {
    pub(super) at: u64,
    pub(super) queue: u32,
    pub(super) psn: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Left {
    pub(super) opcode: u64,
    pub(super) qpn: u64,
    pub(super) psn: u64,
    pub(super) beats: u64,
    pub(super) sum: u64,
}

/// What a run has shown from its half on.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Figures {
    /// Packets in front of the bottleneck.
    pub(super) mean: f64,
    pub(super) longest: usize,
    /// Percent of what the bottleneck can carry.
    pub(super) carried: u64,
    /// Of the QP that got least, in percent of its share.
    pub(super) least: u64,
    /// Jain's index of what they got.
    pub(super) jain: f64,
}

/// A beat that comes from UDP.
#[derive(Clone, Copy)]
pub(super) struct Comes {
    pub(super) at: u64,
    pub(super) words: [u64; 2],
    pub(super) keep: u64,
    pub(super) last: bool,
}

impl Comes {
    pub(super) fn whole(at: u64, words: [u64; 2]) -> Comes {
        Comes { at, words, keep: 0xffff, last: true }
    }
}

pub(super) struct Loop {
    pub(super) dut: Dut,
    pub(super) inputs: HashMap<String, Column>,
    pub(super) outputs: HashMap<String, Column>,
    pub(super) row: Vec<u64>,
    pub(super) out: Vec<u64>,
    pub(super) cycle: u64,
    /// The peer marks by CNPs, not by ECN-Echo.
    pub(super) cnps: bool,
    /// It answers nothing.
    pub(super) silent: bool,
    pub(super) marks: usize,
    pub(super) may_cnp: [u64; QUEUES as usize],
    pub(super) all: Vec<Left>,
    pub(super) to_queue: VecDeque<Packet>,
    pub(super) queue: VecDeque<Packet>,
    pub(super) bytes: u64,
    pub(super) to_adapter: VecDeque<Comes>,
    pub(super) sent: [Vec<u32>; QUEUES as usize],
    pub(super) counts: bool,
    pub(super) sum: u64,
    pub(super) longest: usize,
    pub(super) counted: u64,
    pub(super) carried: [u64; QUEUES as usize],
}

impl Loop {
    pub(super) fn new(design: &Design) -> Loop {
        let builder = Builder::from_env().expect("a simulator is there or fetched");
        let dut = Dut::new(&builder.load(design, Variant::Quick).expect("builds"), 1).expect("an instance");
        let named = |side: &tb::Side| side.columns().iter().map(|c| (c.name.clone(), c.clone())).collect();
        let mut this = Loop {
            dut,
            inputs: named(design.inputs()),
            outputs: named(design.outputs()),
            row: vec![0; design.inputs().words()],
            out: vec![0; design.outputs().words()],
            cycle: 0,
            cnps: false,
            silent: false,
            marks: MARKS,
            may_cnp: [0; QUEUES as usize],
            all: vec![],
            to_queue: VecDeque::new(),
            queue: VecDeque::new(),
            bytes: 0,
            to_adapter: VecDeque::new(),
            sent: Default::default(),
            counts: false,
            sum: 0,
            longest: 0,
            counted: 0,
            carried: [0; QUEUES as usize],
        };
        this.set("enable", 1);
        this.set("careful", 1);
        this.reset();
        this
    }

    /// The adapter, the engine, the MAC; what is under way is lost.
    pub(super) fn reset(&mut self) {
        self.set("rst", 1);
        self.cycles(4);
        self.all.clear();
        self.to_queue.clear();
        self.queue.clear();
        self.to_adapter.clear();
        self.sent = Default::default();
        self.set("rst", 0);
        self.cycles(200);
    }

    pub(super) fn set(&mut self, name: &str, value: u64) {
        let word = self.inputs.get(name).unwrap_or_else(|| panic!("no input {name}")).word;
        self.row[word] = value;
    }

    pub(super) fn out(&self, name: &str) -> u64 {
        self.out[self.outputs.get(name).unwrap_or_else(|| panic!("no output {name}")).word]
    }

    pub(super) fn cycles(&mut self, n: u64) {
        (0..n).for_each(|_| self.cycle());
    }

    pub(super) fn cycle(&mut self) {
        self.link();
        let beat = self.to_adapter.front().filter(|beat| beat.at <= self.cycle).copied();
        self.set("rx_beat", beat.is_some().into());
        if let Some(Comes { words, keep, last, .. }) = beat {
            self.to_adapter.pop_front();
            self.set("rx_lo", words[0]);
            self.set("rx_hi", words[1]);
            self.set("rx_tkeep", keep);
            self.set("rx_tlast", last.into());
        }
        self.dut.run(&self.row, &mut self.out).expect("it runs");
        self.cycle += 1;
        if self.out("left") == 1 {
            let [opcode, qpn, psn, beats, sum] =
                ["opcode", "qpn", "psn", "beats", "sum"].map(|n| self.out(&format!("left_{n}")));
            self.all.push(Left { opcode, qpn, psn, beats, sum });
            let queue = qpn.wrapping_sub(REMOTE) as u32;
            if queue < QUEUES && opcode == WRITE_MIDDLE {
                self.sent[queue as usize].push(psn as u32);
                self.to_queue.push_back(Packet { at: self.cycle + WAYS[0], queue, psn: psn as u32 });
            }
        }
    }

    pub(super) fn link(&mut self) {
        while let Some(packet) = self.to_queue.front().copied().filter(|packet| packet.at <= self.cycle) {
            self.to_queue.pop_front();
            self.queue.push_back(packet);
        }
        if self.counts {
            self.sum += self.queue.len() as u64;
            self.longest = self.longest.max(self.queue.len());
            self.counted += 1;
        }
        let Some(packet) = self.queue.front().copied() else {
            self.bytes = 0;
            return;
        };
        self.bytes += BOTTLENECK;
        if self.bytes < WIRE {
            return;
        }
        self.bytes -= WIRE;
        self.queue.pop_front();
        if self.counts {
            self.carried[packet.queue as usize] += WIRE;
        }
        let (ce, at) = (self.queue.len() >= self.marks, self.cycle + WAYS[1]);
        if self.silent {
            return;
        }
        let may = &mut self.may_cnp[packet.queue as usize];
        if self.cnps && ce && *may <= self.cycle {
            *may = self.cycle + CNP_GAP;
            let cnp = words(0x81, false, LOCAL + packet.queue, 0);
            self.to_adapter.push_back(Comes { last: false, ..Comes::whole(at, cnp) });
            self.to_adapter.push_back(Comes { keep: 0x0fff, ..Comes::whole(at, [0, 0]) });
        }
        let ack = words(0x11, ce && !self.cnps, LOCAL + packet.queue, packet.psn);
        self.to_adapter.push_back(Comes::whole(at, ack));
    }

    /// A QP begins or ends.
    pub(super) fn says(&mut self, queue: u32, opens: bool, psn: u32) {
        for (name, value) in [("qp_opens", opens.into()), ("qp_index", queue.into()), ("qp_psn", psn.into())] {
            self.set(name, value);
        }
        self.set("qp_valid", 1);
        self.cycle();
        self.set("qp_valid", 0);
    }

    pub(super) fn read(&mut self, name: &str) -> u64 {
        self.set("s_axil_araddr", offset(name).into());
        self.set("s_axil_arvalid", 1);
        let until = self.cycle + 20_000;
        self.cycle();
        while self.out("s_axil_arready") == 0 {
            assert!(self.cycle < until, "nobody takes a read");
            self.cycle();
        }
        self.set("s_axil_arvalid", 0);
        while self.out("s_axil_rvalid") == 0 {
            assert!(self.cycle < until, "nobody answers a read");
            self.cycle();
        }
        self.out("s_axil_rdata")
    }

    pub(super) fn write(&mut self, at: u32, value: u64) {
        self.set("s_axil_awaddr", at.into());
        self.set("s_axil_wdata", value);
        self.set("s_axil_awvalid", 1);
        self.set("s_axil_wvalid", 1);
        let (mut aw, mut w) = (false, false);
        let until = self.cycle + 20_000;
        loop {
            assert!(self.cycle < until, "nobody answers a write");
            self.cycle();
            aw |= self.out("s_axil_awready") == 1;
            w |= self.out("s_axil_wready") == 1;
            self.set("s_axil_awvalid", (!aw).into());
            self.set("s_axil_wvalid", (!w).into());
            if self.out("s_axil_bvalid") == 1 {
                return;
            }
        }
    }

    /// All QPs open.
    pub(super) fn begin(&mut self) {
        for queue in 0..QUEUES {
            self.says(queue, true, FIRST[queue as usize]);
        }
        let until = self.cycle + 20_000;
        while self.out("qp_runs") != ALL {
            assert!(self.cycle < until, "QPs that open: {:04b}", self.out("qp_runs"));
            self.cycle();
        }
    }

    pub(super) fn full(&mut self) {
        self.begin();
        self.set("has", ALL);
    }

    /// The sender has this QP at a rate, in Mbit/s, whatever the engine says of it.
    pub(super) fn paced(&mut self, queue: u32, psn: u32, mbit: u64) {
        let pace = (mbit << 28) / 8_000;
        for opens in [0, 1] {
            self.write(offset("snd_open_qpn"), queue.into());
            self.write(offset("snd_open_first_psn"), psn.into());
            self.write(offset("snd_open_unit"), 3);
            self.write(offset("snd_open_pace"), pace & 0xffff_ffff);
            self.write(offset("snd_open_pace") + 4, pace >> 32);
            self.write(offset("snd_start"), opens);
            while self.read("snd_status") & 2 != 0 {}
        }
    }

    /// So many cycles, of which the second half counts.
    pub(super) fn run(&mut self, cycles: u64) -> Figures {
        self.cycles(cycles / 2);
        self.counts = true;
        self.cycles(cycles / 2);
        self.counts = false;
        let could = BOTTLENECK * self.counted;
        let least = self.carried.iter().min().copied().unwrap_or(0);
        Figures {
            mean: self.sum as f64 / self.counted as f64,
            longest: self.longest,
            carried: 100 * self.carried.iter().sum::<u64>() / could,
            least: 100 * u64::from(QUEUES) * least / could,
            jain: jain(&self.carried),
        }
    }

    /// A frame of the test's own, as the engine would send it.
    pub(super) fn sends(&mut self, frame: &[[u64; 2]], keep: u64) {
        self.set("raw", 1);
        self.set("raw_tvalid", 1);
        for (at, [lo, hi]) in frame.iter().enumerate() {
            let last = at + 1 == frame.len();
            self.set("raw_lo", *lo);
            self.set("raw_hi", *hi);
            self.set("raw_tlast", last.into());
            self.set("raw_tkeep", if last { keep } else { 0xffff });
            let until = self.cycle + 20_000;
            self.cycle();
            while self.out("raw_tready") == 0 {
                assert!(self.cycle < until, "nobody takes a beat");
                self.cycle();
            }
        }
        self.set("raw_tvalid", 0);
    }

    pub(super) fn registers_have_nothing_wrong(&mut self) {
        for name in WRONG {
            assert_eq!(self.read(name), 0, "{name}");
        }
    }

    /// Of each QP, all frames since its opening, from this PSN on.
    pub(super) fn in_order(&self, first: [u32; QUEUES as usize]) {
        for (queue, sent) in self.sent.iter().enumerate() {
            assert!(sent.windows(2).all(|two| two[1] == (two[0] + 1) & 0xff_ffff), "QP {queue}");
            assert_eq!(sent.first(), Some(&first[queue]), "QP {queue}");
        }
    }

    pub(super) fn nothing_went_wrong(&mut self) {
        self.registers_have_nothing_wrong();
        assert_eq!((self.out("bad"), self.out("too_long"), self.out("lost")), (0, 0, 0));
        self.in_order(FIRST);
    }
}

pub(super) fn jain(parts: &[u64]) -> f64 {
    let (sum, squares) = parts.iter().fold((0.0, 0.0), |(s, q), x| (s + *x as f64, q + (*x as f64).powi(2)));
    if squares == 0.0 { 0.0 } else { sum * sum / (parts.len() as f64 * squares) }
}

pub(super) fn offset(name: &str) -> u32 {
    let map = registers::map(&config());
    if let Some(register) = map.iter().find(|r| r.name() == name) {
        return register.offset;
    }
    let counters = hdl::register_map::counters(&config()).into_iter();
    let mut counters = counters.filter(|counter| counter.name == name);
    counters.next().unwrap_or_else(|| panic!("no register {name}")).offset()
}

/// BTH and AETH as the first beat has them.
pub(super) fn words(opcode: u64, becn: bool, qpn: u32, psn: u32) -> [u64; 2] {
    let mut bytes = [0_u8; 16];
    bytes[0] = opcode as u8;
    bytes[4] = u8::from(becn) << 6;
    bytes[5..8].copy_from_slice(&qpn.to_be_bytes()[1..]);
    bytes[9..12].copy_from_slice(&psn.to_be_bytes()[1..]);
    [&bytes[..8], &bytes[8..]].map(|half| u64::from_le_bytes(half.try_into().expect("eight bytes")))
}

/// What the bench makes of the beats of a frame that leaves.
pub(super) fn sum(frame: &[[u64; 2]], keep: u64) -> u64 {
    let beats = frame.iter().enumerate();
    beats.fold(0, |sum: u64, (at, [lo, hi])| {
        let last = at + 1 == frame.len();
        let end = u64::from(last) << 48 | if last { keep } else { 0xffff } << 32 | hi & 0xffff_ffff;
        (if at == 0 { 0 } else { sum.rotate_left(1) }) ^ lo ^ hi.rotate_left(1) ^ end
    })
}

/// A frame of so many beats to a QP of the peer.
pub(super) fn frame(opcode: u64, queue: u64, psn: u32, beats: usize) -> Vec<[u64; 2]> {
    let rest = (1..beats as u64).map(|at| [at << 40 | 0xbeef_0000 | at, !at << 20 ^ 0x1234_5678]);
    std::iter::once(words(opcode, false, (REMOTE + queue) as u32, psn)).chain(rest).collect()
}
