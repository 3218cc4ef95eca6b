//! `shaper` against its cycle model: a NIC that answers grants in full, in part, with too much, late or never; windows
//! that close and shrink, paces from far too slow to far too fast, raises, rewinds, pauses, QPs that come and go, a
//! clock that jumps, and bad input at every port.

use super::words::{word, words};
use crate::{Accept, Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::fixed::U;
use layout::shaper::{BURST, CAP, CLASSES, GrantBytes, Level, MTU, PARAMS, QUANTUM, TAGS, TIMEOUT, Tag, WEIGHT};
use model::shaper::cycles::{Command, In, Out, Said, Shaper as Model};
use model::shaper::{Control, Host, Interval, Open, Request, Rewind, Sent, Una, Update};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};

words!(pub(super) Inputs {
    rst_n,
    now,
    pfc_pause,
    cfg_mtu,
    cfg_inv_mtu,
    cfg_quantum,
    cfg_cap_m,
    cfg_cap_e,
    cfg_burst,
    cfg_timeout,
    s_req_valid,
    s_req_qpn,
    s_req_class,
    s_req_backlog,
    s_req_bytes_to_end,
    s_sent_valid,
    s_sent_qpn,
    s_sent_tag,
    s_sent_psn_next,
    s_sent_bytes,
    s_sent_empty,
    s_sent_rewind,
    s_upd_valid,
    s_upd_qpn,
    s_upd_limits,
    s_upd_acks,
    s_upd_unit,
    s_upd_window,
    s_upd_pace,
    s_upd_una_psn,
    s_open_valid,
    s_open_close,
    s_open_qpn,
    s_open_class,
    s_open_first_psn,
    s_open_bypass,
    s_open_iw,
    s_open_unit,
    s_open_window,
    s_open_pace,
    m_grant_ready,
});
words!(pub(super) Outputs {
    s_req_ready,
    s_sent_ready,
    s_upd_ready,
    s_open_ready,
    m_grant_valid,
    m_grant_qpn,
    m_grant_tag,
    m_grant_max_bytes,
    m_grant_max_packets,
    m_grant_ecn_capable,
    init_done,
    not_picked,
    count_closed,
    count_returned,
    count_not_open,
    count_too_much,
    count_rewind_outside,
    count_closed_in_flight,
    count_window_below,
    count_time_back,
});

const PSN: u64 = 0xff_ffff;

/// What an action does; the rest of it says how the cycles are from it on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Does {
    #[default]
    Nothing,
    Request,
    Update,
    Open,
    Close,
    Rewind,
    /// An answer that no grant waits for, or of another QP.
    Stray,
    /// `now` goes on by `value`, or back.
    Jump,
    Reset,
}

/// What an update says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Says {
    #[default]
    Both,
    Limits,
    Una,
    Nothing,
}

/// How the NIC answers grants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answers {
    #[default]
    Full,
    Part,
    Empty,
    TooMuch,
    /// With a psn_next that lies anywhere.
    Astray,
    Never,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShaperAction {
    /// Idle cycles before it.
    pub gap: u32,
    pub does: Does,
    pub qpn: u64,
    pub class: u64,
    /// Backlog, bytes to be sent again, ns of a jump, or cycles of a reset.
    pub value: u64,
    pub end: u64,
    pub unit: u64,
    pub window: u64,
    pub pace: u64,
    #[serde(default)]
    pub says: Says,
    /// How far una_psn, psn_next or a stray tag lies behind the NIC's.
    pub back: u64,
    pub iw: u64,
    pub bypass: bool,
    pub pause: u64,
    /// Sixteenths of a ns a cycle.
    pub tick: u64,
    /// `m_grant_ready` in so many of 16 cycles.
    pub ready: u64,
    pub answers: Answers,
    /// `m_wake_ready` in so many of 16 cycles, if there is such a port.
    #[serde(default)]
    pub wakes: u64,
    /// Cycles from a grant to its answer.
    pub delay: u64,
    /// A doorbell comes with each answer and behind each opening of its QP.
    #[serde(default)]
    pub rings: bool,
}

/// The ports of `shaper.wake`: `m_wake_ready`, then valid, qpn and enable, and the bits of up to 64 QPs.
#[derive(Clone, Copy)]
struct Wake {
    ready: usize,
    shown: [usize; 3],
    bits: Option<usize>,
}

impl Wake {
    fn of(design: &Design) -> Result<Option<Wake>, Error> {
        let name = "shaper";
        if design.inputs().column("m_wake_ready").is_none() {
            return Ok(None);
        }
        let out = |port| word(name, design.outputs(), port);
        let bits = design.outputs().column("may_send").map(|_| out("may_send")).transpose()?;
        let shown = [out("m_wake_valid")?, out("m_wake_qpn")?, out("m_wake_enable")?];
        Ok(Some(Wake { ready: word(name, design.inputs(), "m_wake_ready")?, shown, bits }))
    }
}

pub struct Shaper {
    pub(super) inputs: Inputs,
    pub(super) outputs: Outputs,
    wake: Option<Wake>,
    /// `cfg_strict` and `cfg_weights`.
    shares: Option<[usize; 2]>,
    qps: u32,
    host: [u64; 6],
    weights: [u64; CLASSES],
}

impl Shaper {
    pub fn new(design: &Design, qps: u32, seed: u64) -> Result<Shaper, Error> {
        let name = "shaper";
        let (inputs, outputs) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        let cfg = |port| word(name, design.inputs(), port);
        let shares = match design.inputs().column("cfg_strict") {
            Some(_) => Some([cfg("cfg_strict")?, cfg("cfg_weights")?]),
            None => None,
        };
        let (mut host, mut weights) = (draw(seed), [WEIGHT.reset; CLASSES]);
        if shares.is_some() {
            let mut rng = Rng::stream(seed, 0x77_65_69_67, 0);
            host[5] = u64::from(rng.chance(1, 4));
            let most = *rng.pick(&[1u64, 4, 4, 16, WEIGHT.max]).unwrap_or(&4);
            weights = weights.map(|_| rng.range(1, most));
        }
        Ok(Shaper { inputs, outputs, wake: Wake::of(design)?, shares, qps, host, weights })
    }

    /// Raw, as `model::shaper::Host` takes them.
    pub(super) fn raw(&self) -> [u64; 6] {
        self.host
    }

    /// The interval of the line's cap.
    pub(super) fn cap(&self) -> Interval {
        if self.host[2] == 0 { Interval::NONE } else { Interval::of_rate(U::wrap(self.host[2])) }
    }

    /// Strict, and the weight of each class, where there are any.
    pub(super) fn shares(&self) -> Option<(u64, [u64; CLASSES])> {
        self.shares.map(|_| (self.host[5], self.weights))
    }

    /// `cfg_strict` and `cfg_weights`, where they are.
    fn still(&self) -> Vec<(usize, u64)> {
        let weights = self.weights.iter().rev().fold(0, |word, weight| word << 8 | weight);
        self.shares.map_or(vec![], |[strict, word]| vec![(strict, self.host[5]), (word, weights)])
    }

    pub(super) fn host(&self) -> Host {
        super::legal(Host::from_raw(self.host, self.weights))
    }
}

/// Parameters: those at reset for one seed in eight; timeouts that a slow answer meets, caps that hold and that do not.
fn draw(seed: u64) -> [u64; 6] {
    let mut rng = Rng::stream(seed, 0x73_68_61_70_65, 0);
    let mut raw = PARAMS.map(|field| field.reset);
    if rng.chance(1, 8) {
        return raw;
    }
    let mtu = *rng.pick(&[256u64, 1024, 1024, 4096, 9216, 1500]).unwrap_or(&1024);
    let mtu = if rng.chance(1, 4) { rng.range(256, 9216) } else { mtu };
    raw[MTU.place(&PARAMS)] = mtu;
    raw[QUANTUM.place(&PARAMS)] = match rng.below(4) {
        0 => mtu,
        1 => QUANTUM.max,
        2 => (4 * mtu).min(QUANTUM.max),
        _ => rng.range(mtu, QUANTUM.max),
    };
    raw[CAP.place(&PARAMS)] = if rng.chance(1, 4) { 0 } else { 1 << rng.range(24, 34) };
    raw[BURST.place(&PARAMS)] = *rng.pick(&[0u64, 64, 512, 65_535]).unwrap_or(&64);
    raw[TIMEOUT.place(&PARAMS)] = *rng.pick(&[1000u64, 5000, 100_000, 1 << 30]).unwrap_or(&5000);
    raw
}

pub(super) const IN_RESET: In = In {
    rst_n: false,
    now: 0,
    pause: 0,
    request: None,
    said: None,
    update: None,
    command: None,
    grant_ready: false,
    wake_ready: false,
};

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
    wake: Option<Wake>,
}

fn control(unit: u64, window: u64, pace: u64) -> Control {
    let rate = U::wrap(pace);
    match unit {
        0 => Control::Packets { window: U::wrap(window), rate },
        1 => Control::Timer { interval: U::wrap(pace) },
        2 => Control::Bytes { window: U::wrap(window), rate },
        _ => Control::Rate { rate },
    }
}

/// What the ports say in a cycle.
pub(super) fn read(i: &Inputs, row: &[u64]) -> In {
    let request = (row[i.s_req_valid] == 1).then(|| Request {
        qpn: row[i.s_req_qpn] as u32,
        class: U::wrap(row[i.s_req_class]),
        backlog: U::wrap(row[i.s_req_backlog]),
        bytes_to_end: U::wrap(row[i.s_req_bytes_to_end]),
    });
    let said = (row[i.s_sent_valid] == 1).then(|| {
        let (qpn, psn_next) = (row[i.s_sent_qpn] as u32, U::wrap(row[i.s_sent_psn_next]));
        let bytes = U::wrap(row[i.s_sent_bytes]);
        let (tag, empty) = (U::wrap(row[i.s_sent_tag]), row[i.s_sent_empty] == 1);
        match row[i.s_sent_rewind] {
            1 => Said::Rewind(Rewind { qpn, psn_next, bytes }),
            _ => Said::Sent(Sent { qpn, tag, psn_next, bytes, empty }),
        }
    });
    let update = (row[i.s_upd_valid] == 1).then(|| Update {
        qpn: row[i.s_upd_qpn] as u32,
        control: (row[i.s_upd_limits] == 1).then(|| control(row[i.s_upd_unit], row[i.s_upd_window], row[i.s_upd_pace])),
        una: (row[i.s_upd_acks] == 1).then(|| Una::by_psn(U::wrap(row[i.s_upd_una_psn]))),
    });
    let command = (row[i.s_open_valid] == 1).then(|| {
        let qpn = row[i.s_open_qpn] as u32;
        if row[i.s_open_close] == 1 {
            return Command::Close(qpn);
        }
        Command::Open(Open {
            qpn,
            class: U::wrap(row[i.s_open_class]),
            first_psn: U::wrap(row[i.s_open_first_psn]),
            by_lsn: false,
            bypass: row[i.s_open_bypass] == 1,
            iw: U::wrap(row[i.s_open_iw]),
            control: control(row[i.s_open_unit], row[i.s_open_window], row[i.s_open_pace]),
        })
    });
    In {
        rst_n: row[i.rst_n] == 1,
        now: row[i.now] as u32,
        pause: row[i.pfc_pause] as u8,
        request,
        said,
        update,
        command,
        grant_ready: row[i.m_grant_ready] == 1,
        wake_ready: false,
    }
}

/// What the ports say in a cycle, in a row of zeros.
pub(super) fn write(i: &Inputs, [mtu, quantum, m, e, burst, timeout]: [u64; 6], input: &In, row: &mut [u64]) {
    (row[i.rst_n], row[i.now], row[i.pfc_pause]) = (input.rst_n.into(), input.now.into(), input.pause.into());
    (row[i.cfg_mtu], row[i.cfg_inv_mtu], row[i.cfg_quantum]) = (mtu, (1 << 36) / mtu + 1, quantum);
    (row[i.cfg_cap_m], row[i.cfg_cap_e], row[i.cfg_burst], row[i.cfg_timeout]) = (m, e, burst, timeout);
    row[i.m_grant_ready] = input.grant_ready.into();
    if let Some(Request { qpn, class, backlog, bytes_to_end }) = input.request {
        (row[i.s_req_valid], row[i.s_req_qpn], row[i.s_req_class]) = (1, qpn.into(), class.raw());
        (row[i.s_req_backlog], row[i.s_req_bytes_to_end]) = (backlog.raw(), bytes_to_end.raw());
    }
    match input.said {
        Some(Said::Sent(Sent { qpn, tag, psn_next, bytes, empty })) => {
            (row[i.s_sent_valid], row[i.s_sent_qpn], row[i.s_sent_tag]) = (1, qpn.into(), tag.raw());
            (row[i.s_sent_psn_next], row[i.s_sent_bytes]) = (psn_next.raw(), bytes.raw());
            row[i.s_sent_empty] = empty.into();
        }
        Some(Said::Rewind(Rewind { qpn, psn_next, bytes })) => {
            (row[i.s_sent_valid], row[i.s_sent_qpn], row[i.s_sent_rewind]) = (1, qpn.into(), 1);
            (row[i.s_sent_psn_next], row[i.s_sent_bytes]) = (psn_next.raw(), bytes.raw());
        }
        None => {}
    }
    if let Some(Update { qpn, control, una }) = input.update {
        (row[i.s_upd_valid], row[i.s_upd_qpn]) = (1, qpn.into());
        if let Some(control) = control {
            row[i.s_upd_limits] = 1;
            [row[i.s_upd_unit], row[i.s_upd_window], row[i.s_upd_pace]] = said_by(&control);
        }
        if let Some(una) = una {
            (row[i.s_upd_acks], row[i.s_upd_una_psn]) = (1, una.psn.raw());
        }
    }
    match input.command {
        Some(Command::Open(open)) => {
            (row[i.s_open_valid], row[i.s_open_qpn], row[i.s_open_class]) = (1, open.qpn.into(), open.class.raw());
            (row[i.s_open_first_psn], row[i.s_open_iw]) = (open.first_psn.raw(), open.iw.raw());
            row[i.s_open_bypass] = open.bypass.into();
            [row[i.s_open_unit], row[i.s_open_window], row[i.s_open_pace]] = said_by(&open.control);
        }
        Some(Command::Close(qpn)) => {
            (row[i.s_open_valid], row[i.s_open_close], row[i.s_open_qpn]) = (1, 1, qpn.into());
        }
        None => {}
    }
}

/// Unit, window and pace.
fn said_by(control: &Control) -> [u64; 3] {
    match *control {
        Control::Packets { window, rate } => [0, window.raw(), rate.raw()],
        Control::Timer { interval } => [1, 0, interval.raw()],
        Control::Bytes { window, rate } => [2, window.raw(), rate.raw()],
        Control::Rate { rate } => [3, 0, rate.raw()],
    }
}

/// The outputs as they stand on the ports.
pub(super) fn show(o: &Outputs, out: &Out, output: &mut [u64]) {
    output[o.s_req_ready] = out.request_ready.into();
    output[o.s_sent_ready] = out.said_ready.into();
    output[o.s_upd_ready] = out.update_ready.into();
    output[o.s_open_ready] = out.command_ready.into();
    output[o.init_done] = out.init_done.into();
    output[o.not_picked] = out.not_picked.into();
    let counts = out.counters;
    output[o.count_closed] = counts.closed;
    output[o.count_returned] = counts.returned;
    output[o.count_not_open] = counts.not_open;
    output[o.count_too_much] = counts.too_much;
    output[o.count_rewind_outside] = counts.rewind_outside;
    output[o.count_closed_in_flight] = counts.closed_in_flight;
    output[o.count_window_below] = counts.window_below;
    output[o.count_time_back] = counts.time_back;
    if let Some(grant) = out.grant {
        output[o.m_grant_valid] = 1;
        output[o.m_grant_qpn] = grant.qpn.into();
        output[o.m_grant_tag] = grant.tag.raw();
        output[o.m_grant_max_bytes] = grant.max_bytes.raw();
        output[o.m_grant_max_packets] = grant.max_packets.raw();
        output[o.m_grant_ecn_capable] = grant.ecn_capable.into();
    }
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.step(&IN_RESET);
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let mut input = read(&self.inputs, row);
        if let Some(wake) = self.wake {
            input.wake_ready = row[wake.ready] == 1;
        }
        let out = self.model.step(&input);
        show(&self.outputs, &out, output);
        if let Some(Wake { shown: [valid, qpn, enable], bits, .. }) = self.wake {
            if let Some(wake) = out.wake {
                (output[valid], output[qpn], output[enable]) = (1, wake.qpn.into(), wake.enable.into());
            }
            if let Some(bits) = bits {
                output[bits] = out.may_send;
            }
        }
    }

    fn context(&self) -> Vec<Note> {
        vec![Note::new("time", format!("{} ns", self.model.time()))]
    }
}

/// A grant that waits for its answer.
struct Open1 {
    at: u64,
    qpn: u64,
    tag: u64,
    bytes: u64,
    answers: Answers,
}

/// The NIC, the engine and the host.
struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    wake: Option<Wake>,
    /// Ports that stand still, and what on.
    still: Vec<(usize, u64)>,
    host: [u64; 6],
    interval: Interval,
    pending: Option<ShaperAction>,
    wait: u32,
    /// How the cycles are.
    mode: ShaperAction,
    cycle: u64,
    /// Sixteenths of a ns.
    now: u64,
    psn: Vec<u64>,
    open: VecDeque<Open1>,
    request: Option<ShaperAction>,
    update: Option<ShaperAction>,
    command: Option<ShaperAction>,
    /// qpn, tag, psn_next, bytes, empty, rewind.
    said: VecDeque<[u64; 6]>,
    reset_left: u64,
    /// There are no more actions: QPs that were opened are closed, or grants would come for ever.
    dry: bool,
    opened: BTreeSet<u64>,
    /// The last doorbell of each QP.
    rung: Vec<ShaperAction>,
}

impl Pins {
    /// Whether it could be put where it goes.
    fn begin(&mut self, a: &ShaperAction) -> bool {
        let port = match a.does {
            Does::Request => &mut self.request,
            Does::Update => &mut self.update,
            Does::Open | Does::Close => &mut self.command,
            _ => {
                self.alone(a);
                return true;
            }
        };
        if port.is_some() {
            return false;
        }
        *port = Some(*a);
        match a.does {
            Does::Request => self.rung[a.qpn as usize] = *a,
            Does::Open => self.ring(a.qpn),
            _ => {}
        }
        true
    }

    /// The NIC rings, if it does so by itself.
    fn ring(&mut self, qpn: u64) {
        if self.mode.rings && self.request.is_none() && !self.dry {
            self.request = Some(ShaperAction { does: Does::Request, qpn, ..self.rung[qpn as usize] });
        }
    }

    fn alone(&mut self, a: &ShaperAction) {
        let qpn = a.qpn as usize;
        match a.does {
            Does::Rewind => {
                self.psn[qpn] = self.psn[qpn].wrapping_sub(a.back) & PSN;
                self.said.push_back([a.qpn, 0, self.psn[qpn], a.value, 0, 1]);
            }
            Does::Stray => {
                let tag = a.back & Tag::MAX_RAW;
                self.said.push_back([a.qpn, tag, self.psn[qpn], a.value & GrantBytes::MAX_RAW, a.class & 1, 0]);
            }
            Does::Jump => self.now = self.now.wrapping_add(a.value << 4),
            Does::Reset => self.reset_left = a.value,
            _ => {}
        }
    }

    fn answer(&mut self, open: &Open1) {
        let (mtu, qpn) = (self.host[0], open.qpn as usize);
        let answers = if self.dry { Answers::Empty } else { open.answers };
        let bytes = match answers {
            Answers::Full | Answers::Astray => open.bytes,
            Answers::Part => open.bytes / 2 / mtu * mtu,
            Answers::Empty => 0,
            Answers::TooMuch => open.bytes + mtu,
            Answers::Never => return,
        };
        self.psn[qpn] = (self.psn[qpn] + bytes.div_ceil(mtu)) & PSN;
        let psn = if answers == Answers::Astray { self.psn[qpn].wrapping_sub(1 << 22) & PSN } else { self.psn[qpn] };
        let empty = u64::from(answers == Answers::Empty);
        self.ring(open.qpn);
        self.said.push_back([open.qpn, open.tag, psn, bytes, empty, 0]);
    }

    fn forget(&mut self) {
        self.open.clear();
        self.said.clear();
        (self.request, self.update, self.command) = (None, None, None);
    }
}

impl Driver<ShaperAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, ShaperAction>, row: &mut [u64]) {
        let i = self.inputs;
        self.cycle += 1;
        if self.reset_left > 0 {
            self.reset_left -= 1;
        } else {
            if self.pending.is_none() {
                self.pending = feed.take();
                self.wait = self.pending.map_or(0, |a| a.gap);
                self.dry = self.pending.is_none();
            }
            if self.dry && self.command.is_none() {
                let close = |qpn| ShaperAction { does: Does::Close, qpn, ..ShaperAction::default() };
                self.command = self.opened.pop_first().map(close);
            }
            if self.wait > 0 {
                self.wait -= 1;
            } else if let Some(a) = self.pending.take() {
                if self.begin(&a) {
                    self.mode = a;
                } else {
                    self.pending = Some(a);
                }
            }
            while let Some(open) = self.open.pop_front() {
                if open.at > self.cycle && !self.dry {
                    self.open.push_front(open);
                    break;
                }
                self.answer(&open);
            }
        }
        if self.reset_left > 0 {
            row[i.rst_n] = 0;
            self.forget();
        }
        self.now = self.now.wrapping_add(self.mode.tick);
        row[i.now] = self.now >> 4 & 0xffff_ffff;
        row[i.pfc_pause] = if self.dry { 0 } else { self.mode.pause };
        let [mtu, quantum, _, burst, timeout, _] = self.host;
        row[i.cfg_mtu] = mtu;
        row[i.cfg_inv_mtu] = (1 << 36) / mtu + 1;
        row[i.cfg_quantum] = quantum;
        row[i.cfg_cap_m] = self.interval.m.raw();
        row[i.cfg_cap_e] = self.interval.e.raw();
        row[i.cfg_burst] = burst;
        row[i.cfg_timeout] = timeout;
        row[i.m_grant_ready] = u64::from(self.dry || self.cycle * 7 % 16 < self.mode.ready);
        self.still.iter().for_each(|(word, value)| row[*word] = *value);
        if let Some(wake) = self.wake {
            row[wake.ready] = u64::from(self.dry || self.cycle * 5 % 16 < self.mode.wakes);
        }
        if let Some(a) = self.request {
            row[i.s_req_valid] = 1;
            row[i.s_req_qpn] = a.qpn;
            row[i.s_req_class] = a.class;
            row[i.s_req_backlog] = a.value & Level::MAX_RAW;
            row[i.s_req_bytes_to_end] = a.end;
        }
        if let Some(a) = self.update {
            row[i.s_upd_valid] = 1;
            row[i.s_upd_qpn] = a.qpn;
            row[i.s_upd_limits] = u64::from(matches!(a.says, Says::Both | Says::Limits));
            row[i.s_upd_acks] = u64::from(matches!(a.says, Says::Both | Says::Una));
            row[i.s_upd_unit] = a.unit;
            row[i.s_upd_window] = a.window;
            row[i.s_upd_pace] = a.pace;
            row[i.s_upd_una_psn] = self.psn[a.qpn as usize].wrapping_sub(1 + a.back) & PSN;
        }
        if let Some(a) = self.command {
            row[i.s_open_valid] = 1;
            row[i.s_open_close] = u64::from(a.does == Does::Close);
            row[i.s_open_qpn] = a.qpn;
            row[i.s_open_class] = a.class;
            row[i.s_open_first_psn] = a.value & PSN;
            row[i.s_open_bypass] = a.bypass.into();
            row[i.s_open_iw] = a.iw;
            row[i.s_open_unit] = a.unit;
            row[i.s_open_window] = a.window;
            row[i.s_open_pace] = a.pace;
        }
        if let Some([qpn, tag, psn, bytes, empty, rewind]) = self.said.front().copied() {
            row[i.s_sent_valid] = 1;
            row[i.s_sent_qpn] = qpn;
            row[i.s_sent_tag] = tag;
            row[i.s_sent_psn_next] = psn;
            row[i.s_sent_bytes] = bytes & Level::MAX_RAW;
            row[i.s_sent_empty] = empty;
            row[i.s_sent_rewind] = rewind;
        }
    }

    fn observe(&mut self, input: &[u64], output: &[u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        if input[i.rst_n] == 0 {
            return;
        }
        if output[o.s_req_ready] == 1 {
            self.request = None;
        }
        if output[o.s_upd_ready] == 1 {
            self.update = None;
        }
        if output[o.s_open_ready] == 1
            && let Some(a) = self.command.take()
            && a.does == Does::Open
        {
            self.psn[a.qpn as usize] = a.value & PSN;
            self.opened.insert(a.qpn);
        }
        if input[i.s_sent_valid] & output[o.s_sent_ready] == 1 {
            self.said.pop_front();
        }
        if input[i.m_grant_ready] & output[o.m_grant_valid] == 1 {
            self.open.push_back(Open1 {
                at: self.cycle + self.mode.delay,
                qpn: output[o.m_grant_qpn],
                tag: output[o.m_grant_tag],
                bytes: output[o.m_grant_max_bytes],
                answers: self.mode.answers,
            });
        }
    }

    fn is_idle(&self) -> bool {
        let ports = self.request.is_none() && self.update.is_none() && self.command.is_none();
        ports
            && self.opened.is_empty()
            && self.pending.is_none()
            && self.said.is_empty()
            && self.open.is_empty()
            && self.reset_left == 0
    }
}

/// A window and a pace, from none to all of it.
pub(super) fn limits(rng: &mut Rng, a: &mut ShaperAction) {
    a.unit = *rng.pick(&[0u64, 0, 2, 2, 3, 3, 1]).unwrap_or(&0);
    a.window = match (a.unit, rng.below(6)) {
        (_, 0) => rng.edge(42) as u64,
        (0, 1) => rng.below(1 << 30),
        (0, _) => (rng.range(1, 64) << 28) + rng.below(2) * rng.below(1 << 28),
        (_, 1) => rng.below(1 << 24),
        _ => (rng.range(1, 1 << 18) << 12) + rng.below(2) * rng.below(1 << 12),
    };
    a.pace = match (a.unit, rng.below(6)) {
        (1, 0) => rng.edge(32) as u64,
        (1, _) => {
            let bits = rng.range(1, 14);
            rng.below(1 << bits)
        }
        (0 | 2, 0..=2) => 0,
        (_, 3) => rng.edge(40) as u64,
        _ => rng.range(1 << 27, 1 << 28) << rng.below(12),
    };
}

impl Block for Shaper {
    type Action = ShaperAction;

    fn name(&self) -> &str {
        "shaper"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<ShaperAction>) {
        let end = out.len() + n;
        let mtu = self.host[0];
        let many = *rng.pick(&[1u64, 2, 5, 16, 40]).unwrap_or(&4);
        let many = many.min(self.qps.into());
        let base = rng.below(self.qps.into());
        let near = rng.chance(1, 2);
        let classes = rng.range(1, 8);
        let idle = rng.below(4);
        let bad = rng.chance(1, 3);
        let mut mode = ShaperAction {
            tick: *rng.pick(&[16u64, 80, 90, 400]).unwrap_or(&80),
            ready: 16,
            wakes: 16,
            delay: 30,
            ..ShaperAction::default()
        };
        let mut opens = 0;
        while out.len() < end {
            if rng.chance(1, 12) {
                mode.ready = *rng.pick(&[16u64, 16, 16, 8, 1, 0]).unwrap_or(&16);
                mode.delay = *rng.pick(&[1u64, 1, 10, 100, 400]).unwrap_or(&1);
                mode.pause = if rng.chance(1, 3) { rng.below(256) } else { 0 };
                mode.rings = rng.chance(1, 8);
                if self.wake.is_some() {
                    mode.wakes = *rng.pick(&[16u64, 16, 8, 1, 0]).unwrap_or(&16);
                }
                mode.answers = match rng.below(if bad { 8 } else { 5 }) {
                    0..=2 => Answers::Full,
                    3 => Answers::Part,
                    4 => Answers::Empty,
                    5 => Answers::TooMuch,
                    6 => Answers::Astray,
                    _ => Answers::Never,
                };
                if mode.ready == 0 {
                    mode.answers = Answers::Full;
                }
            }
            let pick = if opens < many { opens } else { rng.below(many) };
            let qpn = (base + if near { pick } else { pick * 16 }) % u64::from(self.qps);
            let gap = match idle {
                2 if rng.chance(1, 4) => rng.below(60) as u32,
                3 => rng.below(400) as u32,
                _ => 0,
            };
            let mut a = ShaperAction { gap, qpn, class: rng.below(classes), ..mode };
            limits(rng, &mut a);
            a.says =
                *rng.pick(&[Says::Both, Says::Both, Says::Limits, Says::Una, Says::Nothing]).unwrap_or(&Says::Both);
            let kind = if opens < many { 0 } else { rng.below(100) };
            opens += 1;
            a.does = match kind {
                0..=2 => Does::Open,
                3 => Does::Close,
                4..=6 => Does::Rewind,
                7 | 8 if bad => Does::Stray,
                9 => Does::Jump,
                10..=49 => Does::Update,
                50..=54 => Does::Nothing,
                _ => Does::Request,
            };
            // a class stays with its QP, mostly
            let stays = match a.does {
                Does::Request => !rng.chance(1, 16),
                Does::Open => !rng.chance(1, 8),
                _ => false,
            };
            if stays {
                a.class = qpn % classes;
            }
            let (behind, bits) = (rng.range(1, 40), rng.range(4, 20));
            a.back = if rng.chance(1, 8) && bad { rng.bits(24) as u64 } else { rng.below(behind) };
            a.value = match a.does {
                Does::Request if rng.chance(1, 3) => Level::MAX_RAW,
                Does::Request if rng.chance(1, 8) => rng.edge(28) as u64,
                Does::Request => rng.range(1, 20 * mtu),
                Does::Rewind => rng.below(a.back.min(1 << 10) + 2) * mtu,
                Does::Jump if rng.chance(1, 8) => 0u64.wrapping_sub(rng.below(1000)),
                Does::Jump if rng.chance(1, 32) && opens == many + 1 => (1 << 31) - 1 - rng.below(1000),
                Does::Jump => rng.below(1 << bits),
                Does::Stray => rng.below(1 << 20),
                _ => rng.bits(24) as u64,
            };
            if a.does == Does::Stray {
                a.back = if rng.chance(1, 2) { rng.below(256) } else { rng.below(TAGS as u64) };
            }
            a.end = if rng.chance(1, 2) { 0 } else { rng.range(1, 6 * mtu) };
            a.iw = if rng.chance(1, 2) { 0 } else { rng.range(1, 20) };
            a.bypass = rng.chance(1, 10);
            if rng.chance(1, 4000) {
                (a.does, a.value) = (Does::Reset, rng.range(1, 40));
            }
            out.push(a);
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let (inputs, outputs, wake) = (self.inputs, self.outputs, self.wake);
        let model = Model::telling(self.qps, self.host(), wake.is_some());
        Box::new(Reference { model, inputs, outputs, wake })
    }

    fn driver(&self) -> Box<dyn Driver<ShaperAction>> {
        Box::new(Pins {
            inputs: self.inputs,
            outputs: self.outputs,
            wake: self.wake,
            still: self.still(),
            host: self.host,
            interval: self.cap(),
            pending: None,
            wait: 0,
            mode: ShaperAction { tick: 80, ready: 16, wakes: 16, ..ShaperAction::default() },
            cycle: 0,
            now: 0xffff_0000 << 4,
            psn: vec![0; self.qps as usize],
            open: VecDeque::new(),
            request: None,
            update: None,
            command: None,
            said: VecDeque::new(),
            reset_left: 0,
            dry: false,
            opened: BTreeSet::new(),
            rung: vec![ShaperAction::default(); self.qps as usize],
        })
    }

    fn streams(&self) -> Vec<Stream> {
        let payload = ["m_grant_qpn", "m_grant_tag", "m_grant_max_bytes", "m_grant_max_packets", "m_grant_ecn_capable"];
        let mut streams = vec![Stream::new("m_grant_valid", Some("m_grant_ready"), &payload)];
        if self.wake.is_some() {
            streams.push(Stream::new("m_wake_valid", Some("m_wake_ready"), &["m_wake_qpn", "m_wake_enable"]));
        }
        streams
    }

    fn accepts(&self) -> Vec<Accept> {
        ["s_req", "s_sent", "s_upd", "s_open"]
            .map(|port| Accept::new(&format!("{port}_valid"), &format!("{port}_ready")))
            .into()
    }

    fn simpler(&self, action: &ShaperAction) -> Vec<ShaperAction> {
        let a = *action;
        let tries = [
            ShaperAction { does: Does::Nothing, ..a },
            ShaperAction { gap: 0, ..a },
            ShaperAction { pause: 0, ..a },
            ShaperAction { ready: 16, ..a },
            ShaperAction { wakes: 16, ..a },
            ShaperAction { answers: Answers::Full, ..a },
            ShaperAction { delay: 1, ..a },
            ShaperAction { tick: 80, ..a },
            ShaperAction { rings: false, ..a },
            ShaperAction { class: 0, ..a },
            ShaperAction { says: Says::Both, ..a },
            ShaperAction { end: 0, iw: 0, ..a },
            ShaperAction { bypass: false, ..a },
            ShaperAction { back: 0, ..a },
            ShaperAction { value: self.host[0], ..a },
            ShaperAction { unit: 0, window: 8 << 28, pace: 0, ..a },
            ShaperAction { qpn: 0, ..a },
        ];
        super::others(a, tries)
    }

    fn drain(&self) -> u64 {
        1024
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + 4000
    }
}
