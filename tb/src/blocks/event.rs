//! The events that drive the blocks: random, with the corners where congestion control goes wrong.

use super::paths::Paths;
use super::sequence::Psns;
use super::unit_bus::Sockets;
use super::window_events::HostContext;
use crate::Rng;
use layout::config::Unit;
use layout::hpcc::{Clock, MAX_HOPS, Stage, Util, Window as Bytes};
use layout::ldcp::{Cw, Eta, Gain, N, Rtt};
use model::choice::SETS;
use model::ldcp::Params;
use serde::{Deserialize, Serialize};

/// What a host write stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostValues {
    pub cw: u64,
    pub rtt: u64,
    /// Of the initial window, where the design has LDCP's fast start.
    #[serde(default)]
    pub iw: u64,
    pub alg: u64,
    pub psn: u64,
    #[serde(alias = "psn_valid")]
    pub open: u64,
    /// The parameter set, where there are sets.
    #[serde(default)]
    pub set: u64,
    /// What is written: bit 0 alg and set, 1 psn and open, and of the units [`Unit::part`]. Values of LDCP's and
    /// HPCC++'s are here, and are written to their pages before; of the others they are what stands there.
    #[serde(default)]
    pub parts: u64,
    #[serde(default)]
    pub hpcc: HostContext,
}

impl HostValues {
    /// The registers of a unit's part of the context with their values, of units that have one here.
    pub fn part(&self, unit: Unit) -> Vec<(&'static str, u64)> {
        let HostContext { u, w, wc, inc_stage, last_update } = self.hpcc;
        match unit {
            Unit::Ldcp => vec![("host_ldcp_cw", self.cw), ("host_ldcp_rtt", self.rtt), ("host_ldcp_iw", self.iw)],
            Unit::Hpcc => vec![
                ("host_hpcc_u", u),
                ("host_hpcc_w", w),
                ("host_hpcc_wc", wc),
                ("host_hpcc_inc_stage", inc_stage),
                ("host_hpcc_last_update", last_update),
            ],
            _ => vec![],
        }
    }
}

/// Telemetry as it stands on the ports; a hop is (speed, ts, tx, q).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telemetry {
    pub path: u32,
    pub n_hop: u32,
    pub hops: [[u32; 4]; MAX_HOPS],
}

/// One event at a block's input, with its gap and the back-pressure that it meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventAction {
    /// Idle cycles before it.
    pub gap: u32,
    /// Cycles in which updates are refused from when it is offered.
    pub stall: u32,
    /// As on the port; 4 is a host write, 5 a host read.
    pub kind: u64,
    pub ece: u64,
    pub use_psn: u64,
    pub n: u64,
    pub psn: u64,
    /// Of its QP, where it comes with the event.
    #[serde(default)]
    pub snd_max: u64,
    pub qpn: u64,
    /// It comes from the parser, which cannot be held back.
    pub packet: bool,
    pub host: HostValues,
    /// In its place: this many cycles of reset.
    pub reset: u32,
    /// Choice of its QP, and whether it joins no other, where these come with the event.
    #[serde(default)]
    pub alg: u64,
    #[serde(default)]
    pub set: u64,
    #[serde(default)]
    pub lone: u64,
    #[serde(default)]
    pub telemetry: Option<Telemetry>,
    /// In the cycle in which it is taken up, the NIC has sent: QP and next PSN.
    #[serde(default)]
    pub tx: Option<(u64, u64)>,
    /// From then on the receiver's clock goes on by so many ns a cycle.
    #[serde(default)]
    pub tick: u32,
    /// HPCC++'s registers behind the reset are drawn from this seed; none: they stay.
    #[serde(default)]
    pub draw: Option<u64>,
    /// The units' pages are accessed from then on as this seed says; none: as before.
    #[serde(default)]
    pub bus: Option<u64>,
    /// An LSN, where ACKs have some: whether it is of READ responses, and which.
    #[serde(default)]
    pub lsn: Option<(bool, u64)>,
}

pub const HOST_WRITE: u64 = 4;
pub const HOST_READ: u64 = 5;
/// The write of parameter sets in its turn: `alg` says of which units, bit [`Unit::place`] of each.
/// Of LDCP and HPCC++ `host.set` is its index, and its values are those that set `set` of the run has; of other units
/// both are what stands on their pages.
pub const HOST_SET: u64 = 8;

/// Which actions a block takes.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    pub qps: u64,
    /// One action in so many is a host operation; 0: none.
    pub host_in: u64,
    /// One action in so many is a reset; 0: none.
    pub reset_in: u64,
    /// Some events come as the parser's.
    pub packets: bool,
    /// The parameters by which windows are updated.
    pub params: [Params; SETS],
    /// Hops of the telemetry; 0: there is none, and no HPCC++.
    pub hops: usize,
    /// The units.
    pub sockets: Sockets,
    /// Half of the events have an LSN, of packets of this MTU.
    pub lsn: Option<u8>,
}

impl Mix {
    /// Appends `n` actions. A batch has one temper: how many QPs, how dense, how marked, so that runs of one QP, full
    /// rate over different QPs and long stalls all occur.
    pub fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<EventAction>) {
        let end = out.len() + n;
        let (mut maker, mut psns) = (Maker::new(*self, rng), Psns::default());
        while out.len() < end {
            out.push(maker.next(rng, &mut psns));
        }
    }

    /// The QPs that are opened time and again: few, so that most of the events are of open ones.
    fn often(&self, k: u64) -> u64 {
        let apart = (self.qps / OFTEN).max(1);
        (k % OFTEN * apart + k * 5 % apart) % self.qps
    }

    /// A few QPs.
    fn hot(&self, rng: &mut Rng) -> Vec<u64> {
        let few = rng.range(1, 4);
        let one = |rng: &mut Rng| {
            if rng.chance(1, 8) { rng.bits(16) as u64 % self.qps } else { self.often(rng.below(OFTEN)) }
        };
        (0..few).map(|_| one(rng)).collect()
    }

    fn host(&self, rng: &mut Rng, qpn: u64) -> HostValues {
        let set = if rng.chance(3, 4) { qpn % SETS as u64 } else { rng.below(SETS as u64) };
        let (alg, all) = (self.sockets.algorithm(rng), 3 | self.sockets.parts());
        let some = rng.bits(10) as u64 & self.sockets.parts();
        let cw = if rng.chance(1, 4) { brink(rng, &self.params[set as usize]) } else { window(rng) };
        let rtt = (rng.edge(Rtt::BITS) as u64).max(1);
        HostValues {
            cw,
            rtt,
            iw: initial(cw, rtt),
            alg: if rng.chance(1, 16) { rng.below(16) } else { alg },
            psn: rng.edge(24) as u64,
            open: u64::from(rng.chance(7, 8)),
            set,
            parts: match rng.below(8) {
                0..4 => all,
                4 => rng.below(1 << 10),
                _ => rng.below(4) | some,
            },
            hpcc: HostContext {
                u: if rng.chance(1, 2) { rng.edge(Util::BITS) as u64 } else { rng.range(1 << 34, 1 << 37) },
                w: rng.edge(Bytes::BITS) as u64,
                wc: if rng.chance(1, 2) { rng.edge(Bytes::BITS) as u64 } else { rng.range(1 << 20, 1 << 30) },
                inc_stage: rng.edge(Stage::BITS) as u64,
                last_update: rng.edge(Clock::BITS) as u64,
            },
        }
    }
}

impl Mix {
    /// Cycles in which the units' pages are written before a host write takes what stands there, and the
    /// seed of what is written.
    fn pages(&self, rng: &mut Rng, writes: bool) -> (u32, Option<u64>) {
        let seed = rng.chance(1, if writes { 4 } else { 32 }).then(|| rng.bits(32) as u64);
        (if writes { rng.below(40) as u32 } else { 0 }, seed)
    }
}

/// A batch of actions in the making.
pub struct Maker {
    mix: Mix,
    /// A few QPs; those that are still to be opened are the last of `opens`.
    pub hot: Vec<u64>,
    opens: Vec<u64>,
    crowd: u64,
    idle: u64,
    pressure: u64,
    marked: u64,
    next: u64,
    tick: u32,
    paths: Paths,
}

impl Maker {
    pub fn new(mix: Mix, rng: &mut Rng) -> Maker {
        let hot = mix.hot(rng);
        let crowd = rng.below(3);
        // one more of those that are open often, so that these get more; or all, for with fewer QPs than slots nothing
        // is ever held back
        let one = rng.below(OFTEN);
        let more = if crowd == 2 && rng.chance(1, 4) { 0..OFTEN } else { one..one + 1 };
        let opens = hot.iter().copied().chain(more.map(|k| mix.often(k)));
        let opens = if mix.host_in > 0 { opens.collect() } else { vec![] };
        Maker {
            mix,
            hot,
            opens,
            crowd,                  // 0: hot QPs only, 1: both, 2: all that are often open in turn
            idle: rng.below(4),     // 0, 1: no gaps, 2: some, 3: many
            pressure: rng.below(4), // 0, 1: none, 2: some, 3: heavy
            marked: *rng.pick(&[0u64, 1, 4, 8, 15, 16]).unwrap_or(&8),
            next: rng.bits(16) as u64,
            tick: *rng.pick(&[1u32, 8, 200, 3000, 1 << 20]).unwrap_or(&8),
            paths: Paths::new(rng, mix.hops),
        }
    }

    /// There are QPs still to be opened.
    pub fn opens(&self) -> bool {
        !self.opens.is_empty()
    }

    pub fn next(&mut self, rng: &mut Rng, psns: &mut Psns) -> EventAction {
        let Maker { mix, idle, pressure, marked, tick, .. } = *self;
        if let Some(qpn) = self.opens.pop() {
            // with the algorithm of the reset only now and then
            let parts = if mix.hops == 0 || rng.chance(3, 4) { 3 } else { 2 };
            let host = HostValues { parts: parts | mix.sockets.parts(), open: 1, ..mix.host(rng, qpn) };
            psns.open(qpn, host.psn);
            let (gap, bus) = mix.pages(rng, true);
            return EventAction { gap, kind: HOST_WRITE, qpn, host, tick, bus, ..EventAction::default() };
        }
        let qpn = match self.crowd {
            _ if rng.chance(1, 16) => rng.bits(16) as u64 % mix.qps,
            2 => {
                self.next += 1;
                mix.often(self.next)
            }
            1 if rng.chance(1, 2) => mix.often(rng.below(OFTEN)),
            _ => *rng.pick(&self.hot).unwrap_or(&0),
        };
        let kind = match rng.below(16) {
            0 => 1,
            1 => 2,
            2 => 3,
            3..6 if mix.hops > 0 => layout::record::Kind::Data as u64,
            3 => layout::record::Kind::Data as u64, // of no use to LDCP, but it may come
            _ => 0,
        };
        let host = mix.host_in > 0 && rng.chance(1, mix.host_in);
        let kind = if host { HOST_WRITE + u64::from(rng.chance(1, 4)) } else { kind };
        let tx = rng.chance(1, 2).then(|| {
            let qpn = if rng.chance(7, 8) { qpn } else { rng.bits(16) as u64 % mix.qps };
            (qpn, psns.send(rng, qpn))
        });
        let known = psns.knows(qpn);
        let psn = psns.confirm(rng, qpn, kind == 1);
        let host = mix.host(rng, qpn);
        if kind == HOST_WRITE && host.parts & 2 != 0 {
            if host.open == 1 { psns.open(qpn, host.psn) } else { psns.close(qpn) }
        }
        let reset = if mix.reset_in > 0 && rng.chance(1, mix.reset_in) { rng.range(1, 5) as u32 } else { 0 };
        if reset > 0 {
            psns.clear();
            self.opens = if mix.host_in > 0 { self.hot.clone() } else { vec![] };
        }
        let (written, bus) = mix.pages(rng, kind == HOST_WRITE);
        EventAction {
            gap: written
                + match idle {
                    2 if rng.chance(1, 4) => rng.below(12) as u32,
                    3 => rng.below(40) as u32,
                    _ => 0,
                },
            stall: match pressure {
                2 if rng.chance(1, 16) => rng.below(20) as u32,
                3 if rng.chance(1, 8) => rng.below(120) as u32,
                _ => 0,
            },
            kind,
            ece: u64::from(rng.chance(marked, 16)),
            use_psn: u64::from(if known { rng.chance(3, 4) } else { rng.chance(1, 4) }),
            n: if rng.chance(3, 4) { rng.range(1, 4) } else { rng.edge(N::BITS) as u64 },
            psn,
            snd_max: 0,
            qpn,
            packet: mix.packets && rng.chance(1, 2),
            host,
            telemetry: (mix.hops > 0 && rng.chance(7, 8)).then(|| telemetry(&mut self.paths, rng)),
            tx,
            tick,
            alg: 0,
            set: 0,
            lone: 0,
            reset,
            draw: (mix.hops > 0).then(|| rng.bits(32) as u64),
            bus,
            lsn: mix.lsn.filter(|_| rng.chance(1, 2)).map(|mtu| {
                let read = rng.chance(1, 2);
                (read, psns.bytes(rng, qpn, read, mtu))
            }),
        }
    }
}

/// So many QPs are opened time and again.
const OFTEN: u64 = 16;

/// The next telemetry.
fn telemetry(paths: &mut Paths, rng: &mut Rng) -> Telemetry {
    paths.step(rng);
    let mut telemetry = Telemetry { path: paths.path as u32, n_hop: paths.n_hop as u32, ..Telemetry::default() };
    for (place, hop) in telemetry.hops.iter_mut().zip(&paths.last) {
        *place = hop.map(|field| field as u32);
    }
    telemetry
}

/// Turns some of the host's operations into writes of parameter sets.
pub fn write_sets(rng: &mut Rng, event: &mut EventAction, sockets: Sockets) {
    if matches!(event.kind, HOST_WRITE | HOST_READ) && rng.chance(1, 3) {
        let (some, all) = (rng.bits(Unit::PLACES) as u64 & sockets.bits, sockets.bits);
        (event.kind, event.alg, event.set) = (HOST_SET, if some == 0 { all } else { some }, rng.below(SETS as u64));
    }
}

/// A window where it matters: about one packet, small, large, anywhere.
pub fn window(rng: &mut Rng) -> u64 {
    const ONE: u64 = 1 << Cw::FRAC;
    let raw = match rng.below(8) {
        0 => ONE + rng.below(5) - 2,
        1 => (ONE << rng.below(14)) + rng.below(5) - 2,
        2 => rng.below(ONE),
        3 | 4 => rng.range(ONE, 64 * ONE),
        _ => rng.edge(Cw::BITS) as u64,
    };
    raw & Cw::MAX_RAW
}

/// Turns some losses into the reserved code, which `s_event` takes as a loss; 4 and 5 are the host's among the actions.
pub fn reserve(rng: &mut Rng, event: &mut EventAction) {
    if event.kind == 1 && !event.packet && rng.chance(1, 2) {
        event.kind = 7;
    }
}

/// A window whose next update comes within some ulps of a clamp, so that rounding decides on which side.
fn brink(rng: &mut Rng, params: &Params) -> u64 {
    let [alpha, beta, gamma] = [params.alpha(), params.beta(), params.gamma()].map(|gain| u128::from(gain.raw()));
    let [eta, max] = [params.eta().raw(), params.cw_max().raw()].map(u128::from);
    let fine = |gain: u128| gain << (Cw::FRAC - Gain::FRAC);
    let n = u128::from(rng.range(1, 4));
    let raw = match rng.below(4) {
        0 => (fine(gamma) << Eta::FRAC) / eta.max(1),
        1 => fine(gamma + n * beta),
        _ => max.saturating_sub(((n * fine(alpha)) << Cw::FRAC) / max.max(1)),
    };
    (raw as u64).wrapping_add(rng.below(5)).wrapping_sub(2) & Cw::MAX_RAW
}

/// Packets of the initial window beside a window: as a driver opens a QP, or none, or any. From what is drawn already,
/// so that nothing else depends on it.
fn initial(cw: u64, rtt: u64) -> u64 {
    let draw = (cw >> 2) ^ rtt ^ rtt >> 9;
    match draw & 3 {
        0 => 0,
        1 | 2 => cw >> Cw::FRAC,
        _ => draw >> 2 & (N::MAX_RAW >> (draw >> 16 & 15).min(13)),
    }
}

/// Simpler actions in place of this one, the simplest first. Each is a step down, so that shrinking ends.
pub fn simpler(action: &EventAction) -> Vec<EventAction> {
    let a = *action;
    let one = 1 << Cw::FRAC;
    let plain = HostValues { cw: one, rtt: 10_000, parts: a.host.parts, alg: a.host.alg, ..HostValues::default() };
    let tries = [
        EventAction { gap: 0, stall: 0, ..a },
        EventAction { gap: 0, ..a },
        EventAction { stall: 0, ..a },
        EventAction { reset: 0, ..a },
        EventAction { host: plain, ..a },
        EventAction { packet: false, ..a },
        EventAction { host: HostValues { set: 0, ..a.host }, ..a },
        EventAction { tx: None, ..a },
        EventAction { bus: None, ..a },
        EventAction { lsn: None, ..a },
        EventAction { lsn: a.lsn.map(|(read, value)| (read, value / 2)), ..a },
        EventAction { telemetry: None, ..a },
        EventAction { telemetry: a.telemetry.map(|t| Telemetry { n_hop: t.n_hop.min(1), ..t }), ..a },
        EventAction { telemetry: a.telemetry.map(|t| Telemetry { path: 0, ..t }), ..a },
        EventAction { use_psn: 0, ..a },
        EventAction { n: a.n.min(1), ..a },
        EventAction { psn: 0, ..a },
        EventAction { ece: 0, ..a },
        EventAction { qpn: 0, ..a },
        EventAction { kind: 0, ..a },
        EventAction { alg: 0, ..a },
        EventAction { set: 0, ..a },
        EventAction { lone: 0, ..a },
        EventAction { n: a.n / 2, ..a },
        EventAction { psn: a.psn / 2, ..a },
        EventAction { snd_max: a.snd_max / 2, ..a },
    ];
    super::others(a, tries)
}

/// A raw value of a port in its unit, for reports.
pub fn show(port: &str, words: &[u64]) -> Option<String> {
    let raw = *words.first()?;
    let name = port.rsplit('_').next().unwrap_or(port);
    Some(match name {
        "cw" | "max" => format!("{} packets", Cw::FORMAT.decimal(raw)),
        "alpha" | "beta" | "gamma" => format!("{} packets", layout::ldcp::Gain::FORMAT.decimal(raw)),
        "eta" => layout::ldcp::Eta::FORMAT.decimal(raw),
        "interval" | "rtt" => format!("{raw} ns"),
        "n" => format!("{raw} packets"),
        "kind" => layout::record::Kind::from_bits(raw as u8)?.name().into(),
        "flags" => layout::record::flag::names(raw as u8).collect::<Vec<_>>().join("|"),
        "reason" => layout::drop_reason::DropReason::from_bits(raw as u8)?.name().into(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_shrinking_takes_it_comes_to_an_end() {
        let mut config = layout::config::Config::default();
        config.engine.units = Unit::ALL.to_vec();
        let sockets = Sockets::of(&config);
        let params = [Params::default(); SETS];
        let mix = Mix { qps: 16, host_in: 4, reset_in: 50, packets: true, params, hops: 3, sockets, lsn: Some(3) };
        let (mut rng, mut events) = (Rng::stream(1, 1, 0), vec![]);
        mix.generate(&mut rng, 2000, &mut events);
        for mut event in events {
            let mut steps = 0;
            while let Some(next) = rng.pick(&simpler(&event)) {
                (event, steps) = (*next, steps + 1);
                assert!(steps < 200, "{event:?} is simpler than itself");
            }
        }
    }
}
