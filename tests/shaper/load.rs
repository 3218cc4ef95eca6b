//! A NIC around the block's cycle model alone, for many packets and many QPs: it sends what it is granted, says so 16
//! cycles later, about what 1 KB takes on a line of 100 Gbit/s, and leaves out the cycles in which the block rests.

use super::case::{FULL, NS};
use layout::fixed::U;
use model::shaper::cycles::{Command, In, Said, Shaper as Block};
use model::shaper::{Control, Grant, Host, Interval, Open, Request, Sent, Una, Update};
use std::collections::VecDeque;

/// ns of a cycle: 200 MHz.
pub const CYCLE: u64 = 5;
const ANSWER_CYCLES: u64 = 16;
/// Cycles that are run of each stretch in which the block rests, and the longest one that is left out at once.
const KEPT_CYCLES: u64 = 8;
const MOST_CYCLES: u64 = 1 << 26;

pub struct Load {
    block: Block,
    mtu: u64,
    burst: u64,
    cycle: u64,
    input: In,
    commands: VecDeque<Command>,
    requests: VecDeque<Request>,
    updates: VecDeque<Update>,
    /// Grants that are not answered, and in which cycle they are.
    open: VecDeque<(u64, Grant)>,
    psn: Vec<u64>,
    /// Each grant is acknowledged at once, in a window that never closes.
    acks: Option<Control>,
    /// Of each QP in LSBs: of its interval, and when it is due, once it has been granted.
    interval: Vec<Option<Interval>>,
    due: Vec<Option<u64>>,
}

/// A grant at its port.
pub struct Granted {
    pub grant: Grant,
    /// ns since the beginning.
    pub at: u64,
    /// ns behind its due time; none of a QP's first.
    pub late: Option<u64>,
}

impl Load {
    pub fn new(qps: u32, changes: &[(&str, u64)]) -> Load {
        let host = Host::with(changes).expect("legal");
        let [mtu, _, _, _, burst, _] = host.registers();
        let input = In {
            rst_n: true,
            now: 0,
            pause: 0,
            request: None,
            said: None,
            update: None,
            command: None,
            grant_ready: true,
            wake_ready: true,
        };
        let n = qps as usize;
        let mut this = Load {
            block: Block::new(qps, host),
            mtu,
            burst,
            cycle: 0,
            input,
            commands: VecDeque::new(),
            requests: VecDeque::new(),
            updates: VecDeque::new(),
            open: VecDeque::new(),
            psn: vec![0; n],
            acks: None,
            interval: vec![None; n],
            due: vec![None; n],
        };
        while !this.block.outputs().init_done {
            this.step();
        }
        this
    }

    /// All QPs have always something to send. Openings go first, one a QP, in this order.
    pub fn open(&mut self, qpn: u32, control: Control) {
        let (class, first_psn, iw) = (U::ZERO, U::ZERO, U::ZERO);
        self.commands.push_back(Command::Open(Open {
            qpn,
            class,
            first_psn,
            by_lsn: false,
            bypass: false,
            iw,
            control,
        }));
        self.requests.push_back(Request { qpn, class, backlog: U::wrap(FULL), bytes_to_end: U::ZERO });
        self.paced(qpn, control);
    }

    /// Behind each grant its QP has all acknowledged, and this window.
    pub fn acknowledge_all(&mut self, control: Control) {
        self.acks = Some(control);
    }

    /// A rate from now on. How late its QP's grants are is not followed any more.
    pub fn update(&mut self, qpn: u32, control: Control) {
        self.updates.push_back(Update { qpn, control: Some(control), una: None });
        (self.interval[qpn as usize], self.due[qpn as usize]) = (None, None);
    }

    fn paced(&mut self, qpn: u32, control: Control) {
        let Control::Rate { rate } = control else { return };
        self.interval[qpn as usize] = Some(Interval::of_rate(rate));
    }

    /// ns since the beginning.
    pub fn now(&self) -> u64 {
        self.block.time()
    }

    /// All openings and requests have been taken.
    pub fn is_open(&self) -> bool {
        self.commands.is_empty() && self.requests.is_empty()
    }

    fn rest(&mut self) {
        let nothing = self.open.is_empty() && self.is_open() && self.updates.is_empty();
        if nothing && self.input.said.is_none() {
            let rest = (self.block.rests_ns(0) / CYCLE).min(MOST_CYCLES);
            self.cycle += rest.saturating_sub(KEPT_CYCLES) & !3;
        }
    }

    /// A cycle.
    pub fn step(&mut self) -> Option<Granted> {
        self.cycle += 1;
        let input = &mut self.input;
        input.now = (self.cycle * CYCLE) as u32;
        input.command = self.commands.front().copied();
        // a doorbell comes behind its QP's opening
        input.request = self.requests.front().copied().filter(|_| self.commands.len() < self.requests.len());
        input.update = self.updates.front().copied();
        if input.said.is_none()
            && let Some((_, grant)) = self.open.pop_front_if(|(at, _)| *at <= self.cycle)
        {
            let psn = &mut self.psn[grant.qpn as usize];
            *psn = (*psn + grant.max_bytes.raw().div_ceil(self.mtu)) & 0xff_ffff;
            let (psn_next, bytes) = (U::wrap(*psn), U::wrap(grant.max_bytes.raw()));
            input.said = Some(Said::Sent(Sent { qpn: grant.qpn, tag: grant.tag, psn_next, bytes, empty: false }));
            if let Some(control) = self.acks {
                let una = Some(Una::by_psn(U::wrap(psn.wrapping_sub(1) & 0xff_ffff)));
                self.updates.push_back(Update { qpn: grant.qpn, control: Some(control), una });
            }
        }
        let out = self.block.step(&self.input);
        if out.command_ready {
            self.commands.pop_front();
        }
        if out.request_ready && self.input.request.is_some() {
            self.requests.pop_front();
        }
        if out.update_ready && self.input.update.is_some() {
            self.updates.pop_front();
        }
        self.input.said = self.input.said.filter(|_| !out.said_ready);
        if let Some(ended) = self.block.ended()
            && let Some(grant) = ended.grant
        {
            let at = grant.qpn as usize;
            let least = (ended.op.now - self.burst) * NS;
            let start = self.due[at].map_or(least, |due| due.max(least));
            self.due[at] = self.interval[at].map(|interval| start + interval.cost(grant.max_bytes.raw()).raw());
        }
        let grant = out.grant?;
        self.open.push_back((self.cycle + ANSWER_CYCLES, grant));
        let at = self.block.time();
        let due = self.due[grant.qpn as usize];
        let late = due.map(|due| at.checked_sub(due / NS).expect("no grant is early"));
        Some(Granted { grant, at, late })
    }

    /// The next grant.
    pub fn next(&mut self) -> Granted {
        loop {
            self.rest();
            if let Some(granted) = self.step() {
                return granted;
            }
        }
    }
}
