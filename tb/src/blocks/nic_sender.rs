//! What the bench of `nic` has more with `nic.sender`: the models of `sender` and of its page, joined by the names of
//! ports as the other parts are; and the NIC that asks, sends and answers, whose openings go by registers.

use super::nic::{Wires, built, part};
use super::script::Access32;
use super::sender::{self, Sender};
use super::shaper::{Does, Says, Shaper, ShaperAction};
use super::top::TopAction;
use super::unit_bus;
use crate::{Block, Design, Driver, Error, Feed, Golden, Rng, Side};
use layout::config::Config;
use layout::registers::{self, Register};
use layout::sender::{COUNTED, WEIGHTS};
use model::page::Answer;
use model::sender_page::{In, SenderPage};

/// The words of a register's port at the sender, and its name in the map.
type Opens = (usize, &'static str);

/// The ports of the sender in a NIC.
#[derive(Clone)]
pub(super) struct Parts {
    config: Config,
    sender: [Side; 2],
    shaper: [Side; 2],
    /// Parameters, as registers; and what a NIC does.
    host: [u64; 6],
    seed: u64,
}

fn word(side: &Side, name: &str) -> usize {
    side.column(name).unwrap_or_else(|| panic!("the sender has no port {name}")).word
}

fn sides(design: &Design) -> [Side; 2] {
    [design.inputs().clone(), design.outputs().clone()]
}

impl Parts {
    /// None without the sender.
    pub fn of(config: &Config, seed: u64) -> Result<Option<Parts>, Error> {
        if !config.nic.sender {
            return Ok(None);
        }
        let (sender, shaper) = (sides(&part(config, "sender")?), sides(&part(config, "shaper")?));
        let host = Self::shaper_of(config, seed)?.raw();
        Ok(Some(Parts { config: config.clone(), sender, shaper, host, seed }))
    }

    fn shaper_of(config: &Config, seed: u64) -> Result<Shaper, Error> {
        Shaper::new(&part(config, "shaper")?, config.engine.qps, seed)
    }

    fn shaper(&self) -> Shaper {
        built(Self::shaper_of(&self.config, self.seed))
    }

    /// What the host writes before traffic comes, as registers and values.
    pub fn setup(&self) -> Vec<(&'static str, u64)> {
        let [mtu, quantum, _, burst, timeout, _] = self.host;
        let cap = self.shaper().cap();
        let shares = self.shaper().shares().into_iter();
        let shares =
            shares.flat_map(|(strict, weights)| WEIGHTS.into_iter().zip(weights).chain([("snd_strict", strict)]));
        let mut all = vec![
            ("snd_mtu", mtu),
            ("snd_inv_mtu", layout::sender::inverse(mtu)),
            ("snd_quantum", quantum),
            ("snd_cap_m", cap.m.raw()),
            ("snd_cap_e", cap.e.raw()),
            ("snd_burst", burst),
            ("snd_timeout", timeout),
        ];
        all.extend(shares);
        all
    }

    /// Actions of the NIC on the QPs of a traffic, as many as that has, one for each two at most.
    pub fn generate(&self, rng: &mut Rng, traffic: &[TopAction], out: &mut Vec<ShaperAction>) {
        let known: Vec<(u64, u64)> = traffic
            .iter()
            .filter_map(|action| match action {
                TopAction::Event(event) => Some((event.qpn, event.psn)),
                TopAction::Frame(_) => None,
            })
            .collect();
        self.shaper().generate(rng, traffic.len() / 2 + 1, out);
        let stranger = rng.chance(1, 8);
        for action in out.iter_mut() {
            // a reset is the traffic's, an update the engine's
            if matches!(action.does, Does::Reset | Does::Update) {
                action.does = Does::Request;
                action.value = if action.value % 3 == 0 { (1 << 28) - 1 } else { action.value & 0xffff };
            }
            action.says = Says::Nothing;
            if let (false, Some((qpn, psn))) = (stranger, known.get(action.qpn as usize % known.len().max(1)).copied())
            {
                action.qpn = qpn;
                if action.does == Does::Open {
                    action.value = psn;
                }
            }
        }
    }

    pub fn simpler(&self, action: &ShaperAction) -> Vec<ShaperAction> {
        self.shaper().simpler(action)
    }

    pub fn streams(&self) -> Vec<crate::Stream> {
        self.shaper().streams()
    }

    pub fn whole(&self, nic: &[Side; 2], top_out: &Side, registers_out: &Side) -> Whole {
        let [inputs, outputs] = &self.sender;
        let block = Sender::new(&built(part(&self.config, "sender")), &self.config, self.seed);
        let rate = inputs.column("s_upd_rate").map(|_| "rate");
        let updates = ["valid", "kind", "qpn", "alg", "window", "pace", "flags", "una_psn"].into_iter().chain(rate);
        let names = registers::map(&self.config).into_iter().map(|r| r.name());
        let opens = names.filter_map(|name| {
            let port = format!("s_open_{}", name.strip_prefix("snd_open_")?);
            Some((word(inputs, &port), name))
        });
        let count = |name: &str| word(outputs, name.trim_start_matches("snd_"));
        let unit = unit_bus::Ports::of("nic", &self.config, registers_out, &nic_answers(&self.config));
        Whole {
            model: built(block).reference(),
            page: SenderPage::new(&self.config),
            wires: [Wires::of(&nic[0], inputs), Wires::of(outputs, &nic[1])],
            updates: updates
                .map(|name| (word(top_out, &format!("upd_{name}")), word(inputs, &format!("s_upd_{name}"))))
                .collect(),
            opens: opens.collect(),
            now: [word(&nic[0], "time_now"), word(inputs, "now")],
            open: ["s_open_valid", "s_open_close"].map(|name| word(inputs, name)),
            open_ready: word(outputs, "s_open_ready"),
            rst_n: word(inputs, "rst_n"),
            init_done: word(outputs, "init_done"),
            waiting: word(outputs, "waiting"),
            counted: COUNTED.map(|(name, ..)| count(name)),
            unit: built(unit),
            rows: [vec![0; inputs.words()], vec![0; outputs.words()]],
        }
    }

    pub fn pins(&self, nic: &[Side; 2]) -> Pins {
        let [inputs, outputs] = &self.shaper;
        // the clock, reset and updates are not the NIC's that asks
        let asks = |name: &str| ["s_req_", "s_sent_", "m_grant_", "pfc_"].iter().any(|start| name.starts_with(start));
        Pins {
            nic: self.shaper().driver(),
            wires: [Wires::some(inputs, &nic[0], asks), Wires::some(&nic[1], outputs, asks)],
            now: [word(inputs, "now"), word(&nic[0], "time_now")],
            open: ["s_open_valid", "s_open_close"].map(|name| word(inputs, name)),
            pause: word(&nic[0], "pfc_pause"),
            ready: ["s_open_ready", "s_upd_ready"].map(|name| word(outputs, name)),
            rst_n: word(inputs, "rst_n"),
            map: registers::map(&self.config).into_iter().filter(|r| r.name().starts_with("snd_")).collect(),
            opens: registers::map(&self.config)
                .into_iter()
                .filter_map(|r| {
                    Some((word(inputs, &format!("s_open_{}", r.name().strip_prefix("snd_open_")?)), r.name()))
                })
                .collect(),
            rows: [vec![0; inputs.words()], vec![0; outputs.words()]],
            last: ShaperAction { tick: 80, ready: 16, ..ShaperAction::default() },
            next: None,
            taken: false,
        }
    }
}

/// The side of `registers` on which units answer.
fn nic_answers(config: &Config) -> Side {
    built(part(config, "registers")).inputs().clone()
}

/// The models of the sender and of its page.
pub(super) struct Whole {
    model: sender::Reference,
    page: SenderPage,
    wires: [Wires; 2],
    updates: Vec<(usize, usize)>,
    opens: Vec<Opens>,
    now: [usize; 2],
    open: [usize; 2],
    open_ready: usize,
    rst_n: usize,
    init_done: usize,
    waiting: usize,
    counted: [usize; COUNTED.len()],
    unit: unit_bus::Ports,
    rows: [Vec<u64>; 2],
}

impl Whole {
    pub fn reset(&mut self) {
        self.model.reset();
    }

    /// One cycle: the NIC's row, the outputs of `top` and of the registers, and what is known of the NIC's outputs; the
    /// page's answer, and whether the sender is initialised.
    pub fn step(&mut self, row: &[u64], top: &[u64], registers: &[u64], output: &mut [u64]) -> (Answer, bool) {
        let [inputs, shown] = &mut self.rows;
        inputs.fill(0);
        shown.fill(0);
        self.wires[0].copy(row, inputs);
        inputs[self.now[1]] = row[self.now[0]];
        for &(from, to) in &self.updates {
            inputs[to] = top[from];
        }
        for (port, name) in &self.opens {
            inputs[*port] = self.page.value(name);
        }
        let offers = self.page.offers();
        inputs[self.open[0]] = offers.is_some().into();
        inputs[self.open[1]] = u64::from(offers == Some(0));
        self.model.model.set_host(self.page.host());
        self.model.step(inputs, shown);
        let (init_done, rst_n) = (shown[self.init_done] == 1, inputs[self.rst_n] == 1);
        let answer = self.page.step(
            &self.unit.access(registers),
            &In {
                rst_n,
                init_done,
                open_ready: shown[self.open_ready] == 1,
                waiting: shown[self.waiting],
                counted: self.counted.map(|port| shown[port]),
            },
        );
        self.wires[1].copy(shown, output);
        (answer, init_done)
    }
}

/// The NIC that asks and answers.
pub(super) struct Pins {
    nic: Box<dyn Driver<ShaperAction>>,
    wires: [Wires; 2],
    now: [usize; 2],
    open: [usize; 2],
    pause: usize,
    ready: [usize; 2],
    rst_n: usize,
    map: Vec<Register>,
    opens: Vec<Opens>,
    rows: [Vec<u64>; 2],
    last: ShaperAction,
    pub next: Option<ShaperAction>,
    /// Its opening or closing is on its way to the registers.
    taken: bool,
}

impl Pins {
    /// `over`: no action comes any more. Where the host may begin, what it writes for an opening.
    pub fn drive(&mut self, over: bool, host_free: bool, row: &mut [u64]) -> Vec<Access32> {
        let [inside, _] = &mut self.rows;
        inside.fill(0);
        inside[self.rst_n] = 1;
        // what does nothing keeps the QPs open
        let idle = ShaperAction { does: Does::Nothing, gap: 0, ..self.last };
        let mut offered = self.next.or((!over).then_some(idle));
        let mut feed = Feed::new(|out: &mut Vec<ShaperAction>| out.extend(offered.take()));
        self.nic.drive(&mut feed, inside);
        if feed.taken() > 0
            && let Some(action) = self.next.take()
        {
            self.last = action;
        }
        self.wires[0].copy(inside, row);
        row[self.now[1]] = inside[self.now[0]];
        // a QP that is still open, for its closing was refused, would be granted for ever
        if over {
            row[self.pause] = 0xff;
        }
        self.taken = inside[self.open[0]] == 1 && host_free;
        if self.taken { self.accesses() } else { vec![] }
    }

    pub fn observe(&mut self, output: &[u64]) {
        let [inside, shown] = &mut self.rows;
        shown.fill(0);
        self.wires[1].copy(output, shown);
        shown[self.ready[0]] = self.taken.into();
        shown[self.ready[1]] = 1;
        self.nic.observe(inside, shown);
    }

    pub fn is_idle(&self) -> bool {
        self.next.is_none() && self.nic.is_idle()
    }

    fn write(&self, all: &mut Vec<Access32>, name: &str, value: u64) {
        let Some(register) = self.map.iter().find(|r| r.name() == name) else { return };
        for word in 0..register.words() {
            let (offset, data) = (u64::from(register.offset + 4 * word), value >> (32 * word) & 0xffff_ffff);
            all.push(Access32 { offset, data: Some(data), lag: 0 });
        }
    }

    /// What opens or closes the QP on the ports; among it, now and then, what is refused, and reads.
    fn accesses(&self) -> Vec<Access32> {
        let inside = &self.rows[0];
        let seed = self.opens.iter().fold(inside[self.now[0]], |seed, (port, _)| seed.rotate_left(7) ^ inside[*port]);
        let mut rng = Rng::new(seed);
        let closes = inside[self.open[1]] == 1;
        let mut all = vec![];
        for (port, name) in &self.opens {
            // a closing needs its QP alone
            if !closes || *name == "snd_open_qpn" || rng.chance(1, 8) {
                self.write(&mut all, name, inside[*port]);
            }
        }
        if rng.chance(1, 8) {
            // out of range or turn; or written, and what stood there is written again
            let at = rng.below(all.len() as u64 + 1) as usize;
            let register = self.map[rng.below(self.map.len() as u64) as usize];
            let offset = u64::from(register.offset) + 4 * rng.below(register.words().into());
            let value = register.field.max.saturating_add(1);
            if register.bits() < 32 || register.words() == 2 {
                all.insert(at, Access32 { offset, data: Some(value >> 32 | value & 0xffff_ffff), lag: 0 });
            }
        }
        let start = self.map.iter().find(|r| r.name() == "snd_start").map_or(0, |r| u64::from(r.offset));
        all.push(Access32 { offset: start, data: Some(u64::from(!closes)), lag: 0 });
        let busy = [start, start - 0x28, start - 0x24, start - 8];
        // while it is under way, or just behind it
        if rng.chance(1, 3) {
            let offset = *rng.pick(&busy).unwrap_or(&start);
            all.push(Access32 { offset, data: Some(rng.below(2)), lag: 0 });
        }
        for _ in 0..rng.below(4) {
            let register = self.map[rng.below(self.map.len() as u64) as usize];
            let offset = u64::from(register.offset) + 4 * rng.below(register.words().into());
            all.push(Access32 { offset, data: None, lag: rng.below(4) as u32 });
        }
        all
    }
}
