//! What the bench of `nic` has more with `nic.receiver`: the model of the receiver with its page, and packets that come
//! beside the traffic, whose QPs are opened by registers.

use super::nic::{built, part};
use super::receiver::{Packets, Receiver};
use super::script::Access32;
use super::unit_bus;
use super::words::words;
use crate::{Block, Design, Driver, Error, Feed, Rng, Side, Stream};
use layout::config::Config;
use layout::ldcp::Psn;
use layout::record::Kind;
use layout::registers::{self, Register};
use model::page;
use model::receiver::{Answer, Packet};
use model::receiver_page::{In, ReceiverPage};

words!(NicIn { rst_n, time_now, rx_valid, rx_qpn, rx_psn, rx_ce, rx_queue, rx_ack_req, rx_last });
words!(NicOut { m_answer_valid, m_answer_qpn, m_answer_kind, m_answer_psn, m_answer_ece, m_answer_count });
words!(Inside {
    tick,
    cfg_ack_timeout,
    cfg_cnp_interval,
    host_we,
    host_qpn,
    host_mode,
    host_m,
    host_cnp,
    in_valid,
    in_qpn,
    in_psn,
    in_ce,
    in_queue,
    in_ack_req,
    in_last,
    m_answer_ready,
});

/// Most packets, and cycles without one, of an action here: the rest of the NIC does not wait for them.
const MOST: u32 = 300;

/// The ports of the receiver in a NIC.
#[derive(Clone)]
pub(super) struct Parts {
    config: Config,
    /// Of the block alone.
    inputs: Side,
    inside: Inside,
}

fn block(config: &Config) -> Result<(Receiver, Design), Error> {
    let design = part(config, "receiver")?;
    Ok((Receiver::new(&design, config.engine.qps)?, design))
}

impl Parts {
    /// None without the receiver.
    pub fn of(config: &Config) -> Result<Option<Parts>, Error> {
        if !config.nic.receiver {
            return Ok(None);
        }
        let (_, design) = block(config)?;
        let inside = Inside::of("receiver", design.inputs())?;
        Ok(Some(Parts { config: config.clone(), inputs: design.inputs().clone(), inside }))
    }

    fn block(&self) -> Receiver {
        built(block(&self.config)).0
    }

    /// `n` actions, of which none resets and none is long.
    pub fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Packets>) {
        self.block().generate(rng, n, out);
        for a in out {
            (a.reset, a.times, a.gap) = (0, a.times.min(MOST), a.gap.min(MOST));
        }
    }

    pub fn simpler(&self, action: &Packets) -> Vec<Packets> {
        self.block().simpler(action)
    }

    /// Those of the receiver alone: where it has none of its own they are not the NIC's.
    pub fn streams(&self) -> Vec<Stream> {
        if self.config.nic.responder { vec![] } else { self.block().streams() }
    }

    pub fn whole(&self, nic: &[Side; 2], registers_out: &Side, answers: &Side) -> Result<Whole, Error> {
        Ok(Whole {
            model: ReceiverPage::new(&self.config),
            i: NicIn::of("nic", &nic[0])?,
            o: if self.config.nic.responder { None } else { Some(NicOut::of("nic", &nic[1])?) },
            unit: unit_bus::Ports::of("nic", &self.config, registers_out, answers)?,
        })
    }

    /// `clocks`: nobody else drives the clock.
    pub fn pins(&self, nic: &Side, clocks: bool) -> Result<Pins, Error> {
        Ok(Pins {
            nic: self.block().driver(),
            i: NicIn::of("nic", nic)?,
            ready: nic.column("m_answer_ready").map(|column| column.word),
            inside: self.inside,
            map: registers::map(&self.config).into_iter().filter(|r| r.name().starts_with("rcv_")).collect(),
            row: vec![0; self.inputs.words()],
            last: Packets { tick: 1, ready: 16, ..Packets::default() },
            next: None,
            clock: clocks.then_some(0),
        })
    }
}

/// The model of the receiver with its page.
pub(super) struct Whole {
    model: ReceiverPage,
    i: NicIn,
    /// Without the responder, which takes what is answered.
    o: Option<NicOut>,
    unit: unit_bus::Ports,
}

impl Whole {
    pub fn reset(&mut self) {
        self.model.reset();
    }

    /// One cycle: the NIC's row, whether what is answered is taken, and the outputs of the registers; the page's
    /// answer, whether it is initialised, and what is answered.
    pub fn step(
        &mut self,
        row: &[u64],
        answer_ready: bool,
        registers: &[u64],
        output: &mut [u64],
    ) -> (page::Answer, bool, Option<Answer>) {
        let i = &self.i;
        let packet = Packet {
            psn: Psn::wrap(row[i.rx_psn]),
            marked: row[i.rx_ce] | row[i.rx_queue] == 1,
            asks: row[i.rx_ack_req] | row[i.rx_last] == 1,
        };
        let out = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            now: row[i.time_now] as u32,
            packet: (row[i.rx_valid] == 1).then_some((row[i.rx_qpn] as u32, packet)),
            answer_ready,
            access: &self.unit.access(registers),
        });
        let Some(o) = &self.o else { return (out.word, out.init_done, out.answer) };
        output[o.m_answer_valid] = out.answer.is_some().into();
        match out.answer {
            Some(Answer::Ack(qpn, ack)) => {
                (output[o.m_answer_qpn], output[o.m_answer_kind]) = (qpn.into(), Kind::Ack as u64);
                (output[o.m_answer_psn], output[o.m_answer_ece]) = (ack.psn.raw(), ack.ece.into());
                output[o.m_answer_count] = ack.count.raw();
            }
            Some(Answer::Cnp(qpn)) => {
                (output[o.m_answer_qpn], output[o.m_answer_kind]) = (qpn.into(), Kind::Cnp as u64);
            }
            None => {}
        }
        (out.word, out.init_done, out.answer)
    }
}

/// The NIC to which packets come.
pub(super) struct Pins {
    nic: Box<dyn Driver<Packets>>,
    i: NicIn,
    /// `m_answer_ready`, where there is one.
    ready: Option<usize>,
    inside: Inside,
    map: Vec<Register>,
    row: Vec<u64>,
    last: Packets,
    pub next: Option<Packets>,
    /// The time, ns, where it is driven here.
    clock: Option<u64>,
}

impl Pins {
    /// `over`: no action comes any more. Where the host may begin, what it writes for an opening.
    pub fn drive(&mut self, over: bool, host_free: bool, row: &mut [u64]) -> Vec<Access32> {
        self.row.fill(0);
        // what has no packet leaves clock and answers as they are
        let idle = Packets { times: 0, gap: 0, opens: None, ..self.last };
        let mut offered = self.next.or((!over).then_some(idle));
        let mut feed = Feed::new(|out: &mut Vec<Packets>| out.extend(offered.take()));
        self.nic.drive(&mut feed, &mut self.row);
        if feed.taken() > 0
            && let Some(action) = self.next.take()
        {
            self.last = action;
        }
        let (i, s) = (&self.i, &self.inside);
        let wires = [
            (s.in_valid, i.rx_valid),
            (s.in_qpn, i.rx_qpn),
            (s.in_psn, i.rx_psn),
            (s.in_ce, i.rx_ce),
            (s.in_queue, i.rx_queue),
            (s.in_ack_req, i.rx_ack_req),
            (s.in_last, i.rx_last),
        ];
        let ready = self.ready.map(|port| (s.m_answer_ready, port));
        wires.into_iter().chain(ready).for_each(|(from, to)| row[to] = self.row[from]);
        if let Some(clock) = &mut self.clock {
            *clock = (*clock + 1000 * self.row[s.tick]) & u64::from(u32::MAX);
            row[i.time_now] = *clock;
        }
        if self.row[s.host_we] == 1 && host_free { self.accesses() } else { vec![] }
    }

    pub fn is_idle(&self) -> bool {
        self.next.is_none() && self.nic.is_idle()
    }

    /// What opens the QP on the ports, with times that change; behind it, now and then, reads.
    fn accesses(&self) -> Vec<Access32> {
        let (inside, s) = (&self.row, &self.inside);
        let values = [
            ("rcv_ack_timeout", inside[s.cfg_ack_timeout]),
            ("rcv_cnp_interval", inside[s.cfg_cnp_interval]),
            ("rcv_qpn", inside[s.host_qpn]),
            ("rcv_mode", inside[s.host_mode]),
            ("rcv_m", inside[s.host_m]),
            ("rcv_cnp", inside[s.host_cnp]),
            ("rcv_open", inside[s.host_cnp]),
        ];
        let seed = values.iter().fold(inside[s.in_psn], |seed, (_, value)| seed.rotate_left(9) ^ value);
        let mut rng = Rng::new(seed);
        let place = |name: &str| self.map.iter().find(|r| r.name() == name).map(|r| u64::from(r.offset));
        let write = |(name, value): (&str, u64)| {
            place(name).map(|offset| Access32 { offset, data: Some(value & 0xffff_ffff), lag: 0 })
        };
        let mut all: Vec<_> = values.into_iter().filter_map(write).collect();
        for _ in 0..rng.below(4) {
            let register = self.map[rng.below(self.map.len() as u64) as usize];
            all.push(Access32 { offset: register.offset.into(), data: None, lag: rng.below(4) as u32 });
        }
        all
    }
}
