//! Hosts (FABRIC 4): when a flow may send, what the receiver answers, and what an ACK does.

use crate::fabric::{Event, Fabric};
use crate::flow::Ecn;
use crate::nic::{self, Nic, Update, Word};
use crate::packet::{self, ACK_BYTES, ACK_TELEMETRY_BYTES, CNP_BYTES, Kind, PAYLOAD_BYTES, Queue};
use crate::results::Completion;
use crate::time::ser;
use crate::trigger::Done;
use std::collections::VecDeque;

pub(crate) struct Host {
    pub port: u32,
    acks: Queue,
    /// Flows in order of start.
    listed: Vec<u32>,
    /// `last` of the rules.
    last: usize,
    /// When it wakes, ns; there is at most one wake.
    wake: Option<u64>,
    /// Number of the last wake: an older one was replaced.
    order: u32,
    /// Flow of each QP.
    qps: Vec<u32>,
    /// When the NIC is looked at again, ns.
    look: Option<u64>,
    /// What the NIC has granted, in its order.
    grants: VecDeque<Granted>,
    /// The last packet was of a flow that the NIC paces: where others are there too, they take turns.
    granted_last: bool,
}

/// A grant that is not answered.
struct Granted {
    flow: u32,
    tag: u8,
    bytes: u64,
    packets: u64,
    capable: bool,
    /// Bytes sent on it.
    sent: u64,
}

impl Host {
    pub fn new(port: u32) -> Self {
        Self {
            port,
            acks: Queue::EMPTY,
            listed: Vec::new(),
            last: 0,
            wake: None,
            order: 0,
            qps: Vec::new(),
            look: None,
            grants: VecDeque::new(),
            granted_last: false,
        }
    }

    /// It has opened a QP of this number.
    pub fn has_qp(&self, qp: usize) -> bool {
        qp < self.qps.len()
    }
}

impl<N: Nic> Fabric<N> {
    pub(crate) fn starts(&mut self, id: u32) {
        let now = self.wheel.now();
        let flow = &mut self.flows[id as usize];
        let index = flow.src;
        let host = &mut self.hosts[index as usize];
        flow.window = if flow.traits.ignores_updates { u64::MAX } else { self.bdp_bytes };
        flow.rate = self.ports[host.port as usize].rate_bps;
        flow.avail = now;
        flow.patience = self.options.timeout.map_or(0, |t| t.first_ns(self.rtt_ns));
        flow.qp = host.qps.len() as u32;
        host.qps.push(id);
        let (qp, port) = (flow.qp, host.port);
        let nic = &mut self.nics[index as usize];
        nic.ack(now, qp, nic::Event::Open { flow: id });
        flow.granted = nic.paces(qp);
        if flow.granted {
            let (bypass, fast_start) = (flow.traits.ignores_updates, flow.traits.ecn == Ecn::FastStart);
            nic.told(now, qp, Word::Begin { bypass, fast_start });
            let bytes = flow.ready;
            self.rings(id, bytes);
        } else {
            host.listed.push(id);
        }
        self.take_updates(index);
        self.attempt(port);
    }

    /// The port is idle.
    pub(crate) fn attempt_of_host(&mut self, index: u32) {
        let now = self.wheel.now();
        let host = &mut self.hosts[index as usize];
        if !self.ports[host.port as usize].paused {
            if let Some(id) = host.acks.pop(&self.packets) {
                return self.send(self.hosts[index as usize].port, id);
            }
            let first = host.listed.is_empty() || !host.granted_last;
            if !host.grants.is_empty() && first && self.sends_granted(index) {
                return;
            }
            let host = &mut self.hosts[index as usize];
            let (mut chosen, mut over) = (None, false);
            let mut at = host.last;
            for _ in 0..host.listed.len() {
                at = if at + 1 >= host.listed.len() { (at + 1) % host.listed.len() } else { at + 1 };
                let flow = &self.flows[host.listed[at] as usize];
                if flow.is_over() {
                    over = true;
                } else if flow.is_open() && flow.avail <= now {
                    chosen = Some(at);
                    break;
                }
            }
            let id = chosen.map(|at| host.listed[at]);
            if over {
                let flows = &self.flows;
                host.listed.retain(|&id| !flows[id as usize].is_over());
            }
            if let (Some(at), Some(id)) = (chosen, id) {
                let moved = host.listed.iter().position(|&other| other == id);
                host.last = if over { moved.expect("a flow that sends is not over") } else { at };
                host.granted_last = false;
                return self.sends(id, PAYLOAD_BYTES, None);
            }
            if !host.grants.is_empty() && !first && self.sends_granted(index) {
                return;
            }
        }
        let host = &mut self.hosts[index as usize];
        if host.wake.is_none() {
            let due = host.listed.iter().map(|&id| &self.flows[id as usize]).filter(|f| f.nxt < f.ready);
            if let Some(time) = due.map(|f| f.avail).min()
                && time > now
            {
                self.wake_at(index, time);
            }
        }
    }

    fn wake_at(&mut self, index: u32, time: u64) {
        let host = &mut self.hosts[index as usize];
        host.wake = Some(time);
        host.order = host.order.wrapping_add(1);
        self.wheel.schedule(time, Event::Wake { host: index, order: host.order });
    }

    pub(crate) fn wakes(&mut self, index: u32, order: u32) {
        let host = &mut self.hosts[index as usize];
        if order != host.order {
            return;
        }
        host.wake = None;
        let port = host.port;
        self.attempt(port);
    }

    /// Sends a packet on the oldest grant that is of use. False: there is none.
    fn sends_granted(&mut self, index: u32) -> bool {
        loop {
            let Some(grant) = self.hosts[index as usize].grants.front() else { return false };
            let (id, bytes, packets, capable) = (grant.flow, grant.bytes, grant.packets, grant.capable);
            let flow = &self.flows[id as usize];
            let payload = flow.ready.saturating_sub(flow.nxt).min(PAYLOAD_BYTES).min(bytes);
            if payload == 0 || packets == 0 {
                self.answers(index);
                continue;
            }
            self.hosts[index as usize].granted_last = true;
            self.sends(id, payload, Some(capable));
            let (grant, flow) = (self.hosts[index as usize].grants.front_mut(), &self.flows[id as usize]);
            let grant = grant.expect("it was not answered");
            (grant.bytes, grant.packets, grant.sent) = (bytes - payload, packets - 1, grant.sent + payload);
            if grant.bytes == 0 || grant.packets == 0 || flow.nxt >= flow.ready {
                self.answers(index);
            }
            return true;
        }
    }

    /// The oldest grant is used, or of no use.
    fn answers(&mut self, index: u32) {
        let Some(grant) = self.hosts[index as usize].grants.pop_front() else { return };
        let flow = &self.flows[grant.flow as usize];
        let (qp, tag, nxt, bytes) = (flow.qp, grant.tag, flow.nxt, grant.sent);
        let answer = Word::Answer { tag, nxt, bytes, empty: nxt >= flow.ready };
        self.nics[index as usize].told(self.wheel.now(), qp, answer);
        self.look_at_nic(index);
    }

    /// So much more of a flow that the NIC paces is ready.
    pub(crate) fn rings(&mut self, id: u32, bytes: u64) {
        let flow = &self.flows[id as usize];
        if !flow.granted || bytes == 0 {
            return;
        }
        let (index, qp) = (flow.src, flow.qp);
        self.nics[index as usize].told(self.wheel.now(), qp, Word::Ring { bytes, to_end: bytes });
        self.look_at_nic(index);
    }

    /// A flow goes back to what is confirmed.
    fn goes_back(&mut self, id: u32) {
        let flow = &self.flows[id as usize];
        let (index, qp, before, una) = (flow.src, flow.qp, flow.nxt, flow.una);
        if flow.granted && before > una {
            // what was sent on a grant is said before it is taken back
            if self.hosts[index as usize].grants.front().is_some_and(|grant| grant.flow == id && grant.sent != 0) {
                self.answers(index);
            }
            let rewind = Word::Rewind { nxt: una, bytes: before - una };
            self.nics[index as usize].told(self.wheel.now(), qp, rewind);
        }
        let flow = &mut self.flows[id as usize];
        (flow.unhurt, flow.nxt) = (false, una);
    }

    /// A PAUSE or RESUME has come.
    pub(crate) fn paused_at_host(&mut self, index: u32, paused: bool) {
        self.nics[index as usize].pause(self.wheel.now(), paused);
        self.look_at_nic(index);
    }

    /// Makes the flow's next packet, of at most so many bytes, and sends it. `granted`: its codepoint, if the NIC
    /// paces.
    fn sends(&mut self, id: u32, most: u64, granted: Option<bool>) {
        let now = self.wheel.now();
        let flow = &self.flows[id as usize];
        let payload = (flow.ready - flow.nxt).min(most) as u32;
        let wire = packet::data_wire(payload, flow.traits.telemetry);
        let packet = self.packets.take();
        let flow = &mut self.flows[id as usize];
        let capable = match flow.traits.ecn {
            Ecn::Capable => true,
            Ecn::Incapable => false,
            // the last of the fast start goes through, so that the receiver knows what is lost
            Ecn::FastStart if granted.is_some() => granted == Some(true),
            Ecn::FastStart => !flow.unhurt || flow.nxt + payload as u64 >= flow.size.min(self.bdp_bytes),
        };
        let data = self.packets.at_mut(packet);
        (data.capable, data.told) = (capable, flow.traits.telemetry);
        (data.kind, data.wire, data.payload) = (Kind::Data, wire, payload);
        (data.flow, data.to, data.number) = (id, flow.dst, flow.nxt);
        let idle = flow.nxt == flow.una;
        flow.nxt += payload as u64;
        flow.avail = now + ser(wire, flow.rate as f64);
        flow.last_wire = wire;
        let port = self.hosts[flow.src as usize].port;
        self.counters.data.add(wire);
        if self.options.timeout.is_some() {
            if idle {
                flow.deadline = now + flow.patience;
            }
            if !flow.timed {
                flow.timed = true;
                self.wheel.schedule(flow.deadline, Event::Timer { flow: id });
            }
        }
        let (index, qp, nxt) = (flow.src, flow.qp, flow.nxt);
        self.send(port, packet);
        self.nics[index as usize].ack(now, qp, nic::Event::Sent { nxt });
        self.look_at_nic(index);
    }

    #[inline]
    pub(crate) fn arrives_at_host(&mut self, index: u32, id: u32) {
        match self.packets.at(id).kind {
            Kind::Data => self.data_arrives(index, id),
            Kind::Cnp => self.cnp_arrives(index, id),
            Kind::Advice => self.advice_arrives(index, id),
            _ => self.ack_arrives(index, id),
        }
    }

    fn cnp_arrives(&mut self, index: u32, id: u32) {
        let packet = self.packets.at(id);
        self.counters.received.add(packet.wire);
        let qp = self.flows[packet.flow as usize].qp;
        self.packets.release(id);
        self.nics[index as usize].ack(self.wheel.now(), qp, nic::Event::Cnp);
        self.take_updates(index);
    }

    /// A CNP for a packet that was marked goes into the queue of ACKs, before the packet's own.
    fn notify(&mut self, index: u32, id: u32, interval_ns: u64) {
        let now = self.wheel.now();
        let data = self.packets.at(id);
        let (flow, marked) = (data.flow, data.mark);
        let state = &mut self.flows[flow as usize];
        if !marked || now < state.cnp_from {
            return;
        }
        state.cnp_from = now + interval_ns;
        let cnp = self.packets.take();
        let packet = self.packets.at_mut(cnp);
        (packet.kind, packet.wire, packet.payload) = (Kind::Cnp, CNP_BYTES, 0);
        (packet.flow, packet.to, packet.number) = (flow, state.src, 0);
        (packet.capable, packet.told) = (true, false);
        self.counters.cnps += 1;
        self.counters.acks.add(CNP_BYTES);
        let host = &mut self.hosts[index as usize];
        host.acks.push(&mut self.packets, cnp);
        let port = host.port;
        self.attempt(port);
    }

    fn data_arrives(&mut self, index: u32, id: u32) {
        let traits = self.flows[self.packets.at(id).flow as usize].traits;
        if let Some(interval_ns) = traits.cnp_interval_ns {
            self.notify(index, id, interval_ns);
        }
        let packet = self.packets.at_mut(id);
        let flow = &mut self.flows[packet.flow as usize];
        self.counters.received.add(packet.wire);
        let kind = if packet.number == flow.expected {
            flow.expected += packet.payload as u64;
            if flow.tells && flow.expected == flow.size {
                let now = self.wheel.now();
                self.triggers.set_off(packet.flow, Done::Received, now, &mut self.specs, &mut self.wheel);
            }
            Kind::Ack
        } else if packet.number > flow.expected && flow.refused != flow.expected {
            flow.refused = flow.expected;
            Kind::Nack
        } else if packet.number < flow.expected && self.options.timeout.is_some() {
            Kind::Ack
        } else {
            return self.packets.release(id);
        };
        // the same packet goes back: telemetry and mark stay
        (packet.kind, packet.capable) = (kind, true);
        packet.wire = if traits.telemetry { ACK_TELEMETRY_BYTES } else { ACK_BYTES };
        (packet.payload, packet.to, packet.number) = (0, flow.src, flow.expected);
        self.counters.acks.add(packet.wire);
        let host = &mut self.hosts[index as usize];
        host.acks.push(&mut self.packets, id);
        let port = host.port;
        self.attempt(port);
    }

    fn ack_arrives(&mut self, index: u32, id: u32) {
        let now = self.wheel.now();
        let packet = self.packets.at(id);
        let flow = &mut self.flows[packet.flow as usize];
        self.counters.received.add(packet.wire);
        let confirmed = packet.number.saturating_sub(flow.una);
        flow.una += confirmed;
        if !self.feeds.is_empty() && confirmed != 0 {
            self.confirms(self.packets.at(id).flow);
        }
        let packet = self.packets.at(id);
        let flow = &mut self.flows[packet.flow as usize];
        let over = flow.is_over() && !flow.done;
        if over {
            flow.done = true;
            let start_ns = self.specs[packet.flow as usize].start_ns;
            self.completions.push(Completion { flow: packet.flow as usize, fct_ns: now - start_ns });
            if flow.tells {
                self.triggers.set_off(packet.flow, Done::Sent, now, &mut self.specs, &mut self.wheel);
            }
        }
        let id_of_flow = packet.flow;
        let nack = packet.kind == Kind::Nack;
        if nack {
            self.goes_back(id_of_flow);
        }
        let packet = self.packets.at(id);
        let flow = &mut self.flows[id_of_flow as usize];
        // behind a timeout, an ACK of what was sent before it
        flow.nxt = flow.nxt.max(flow.una);
        if let Some(timeout) = self.options.timeout {
            if confirmed != 0 {
                flow.patience = timeout.first_ns(self.rtt_ns);
            }
            flow.deadline = now + flow.patience;
        }
        let (qp, nxt, granted) = (flow.qp, flow.nxt, flow.granted);
        let telemetry = &packet.telemetry[..packet.hops as usize];
        let ack =
            nic::Ack { seq: packet.number, nxt, confirmed, mark: packet.mark, nack, path: packet.path, telemetry };
        let follows = self.nics[index as usize].ack(now, qp, nic::Event::Ack(ack));
        self.packets.release(id);
        if over && granted {
            self.nics[index as usize].told(now, qp, Word::End);
        }
        self.take_updates(index);
        if !follows {
            let port = self.hosts[index as usize].port;
            self.attempt(port);
        }
    }

    /// Does what stands behind the algorithm (FABRIC 4) for all updates that have come out.
    pub(crate) fn take_updates(&mut self, index: u32) {
        let now = self.wheel.now();
        while let Some(update) = self.nics[index as usize].next(now) {
            self.apply(index, update);
        }
        let mut came = false;
        while let Some(grant) = self.nics[index as usize].grant(now) {
            let host = &mut self.hosts[index as usize];
            let nic::Grant { qp, tag, bytes, packets, ecn_capable: capable } = grant;
            let flow = host.qps[qp as usize];
            host.grants.push_back(Granted { flow, tag, bytes, packets, capable, sent: 0 });
            came = true;
        }
        self.look_at_nic(index);
        if came {
            self.attempt(self.hosts[index as usize].port);
        }
    }

    /// The NIC is asked again when it says so.
    #[inline]
    fn look_at_nic(&mut self, index: u32) {
        let host = &mut self.hosts[index as usize];
        if let Some(due) = self.nics[index as usize].due()
            && host.look.is_none_or(|look| due < look)
        {
            host.look = Some(due);
            self.wheel.schedule(due, Event::Update { host: index });
        }
    }

    fn apply(&mut self, index: u32, update: Update) {
        let now = self.wheel.now();
        let host = &self.hosts[index as usize];
        let Some(&id) = host.qps.get(update.qp as usize) else { return };
        let flow = &mut self.flows[id as usize];
        if flow.traits.ignores_updates {
            return self.attempt(host.port);
        }
        flow.window = update.window_bytes;
        let (moved, avail) = (flow.set_rate(update.rate_bps, update.repace), flow.avail);
        let port = host.port;
        if moved && host.wake.is_some_and(|wake| wake > avail) {
            self.wake_at(index, avail.max(now));
        }
        self.attempt(port);
    }

    pub(crate) fn comes_out(&mut self, index: u32) {
        let host = &mut self.hosts[index as usize];
        // one that was replaced by an earlier look finds nothing
        if host.look.is_some_and(|look| look <= self.wheel.now()) {
            host.look = None;
        }
        self.take_updates(index);
    }

    /// A packet has been dropped: from now on flows have timers, if the options say so.
    #[cold]
    pub(crate) fn begins_timers(&mut self) {
        let Some(timeout) = self.options.timeout_behind_drop.take() else { return };
        self.options.timeout = Some(timeout);
        let (now, first_ns) = (self.wheel.now(), timeout.first_ns(self.rtt_ns));
        for (id, flow) in self.flows.iter_mut().enumerate() {
            (flow.patience, flow.deadline) = (first_ns, now + first_ns);
            if flow.nxt != flow.una {
                flow.timed = true;
                self.wheel.schedule(flow.deadline, Event::Timer { flow: id as u32 });
            }
        }
    }

    pub(crate) fn looks_at_timer(&mut self, id: u32) {
        let now = self.wheel.now();
        let Some(timeout) = self.options.timeout else { return };
        let flow = &mut self.flows[id as usize];
        let index = flow.src;
        if flow.nxt == flow.una {
            flow.timed = false;
            return;
        }
        let mut late = false;
        if now >= flow.deadline {
            late = true;
            self.counters.timeouts += 1;
            flow.patience = timeout.next_ns(flow.patience, self.rtt_ns);
            flow.deadline = now + flow.patience;
        }
        self.wheel.schedule(flow.deadline, Event::Timer { flow: id });
        let port = self.hosts[flow.src as usize].port;
        if late {
            self.goes_back(id);
            self.look_at_nic(index);
            self.attempt(port);
        }
    }
}
