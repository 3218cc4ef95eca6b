//! Switches (FABRIC 5).

use crate::fabric::Fabric;
use crate::memory::Entry;
use crate::nic::Nic;
use crate::packet::{Hop, Kind, MAX_HOPS, NONE, PAUSE_BYTES};

impl<N: Nic> Fabric<N> {
    #[inline]
    pub(crate) fn arrives_at_switch(&mut self, port: u32, id: u32) {
        let packet = self.packets.at(id);
        let (wire, to, flow) = (packet.wire, packet.to, packet.flow);
        let ingress = &self.ports[port as usize];
        let (node, switch, index) = (ingress.node, ingress.switch as usize, ingress.index as usize);
        let Some(out) = self.way_out(node, to, flow) else {
            self.counters.lost.add(wire);
            return self.packets.release(id);
        };
        let queue = &self.ports[out as usize];
        if self.options.drops_incapable && !packet.capable && queue.class > queue.thresholds.min {
            self.counters.dropped_incapable.add(wire);
            return self.packets.release(id);
        }
        match self.switches[switch].memory.enter(index, wire as u64) {
            Entry::Dropped => {
                self.counters.dropped.add(wire);
                self.begins_timers();
                return self.packets.release(id);
            }
            Entry::Pause => self.tell(port, Kind::Pause),
            Entry::Kept => {}
        }
        self.packets.at_mut(id).ingress = port;
        let at = &mut self.ports[out as usize];
        at.class += wire as u64;
        at.waiting += wire as u64;
        at.class_max = at.class_max.max(at.class);
        at.queue.push(&mut self.packets, id);
        let is_data = self.packets.at(id).kind == Kind::Data;
        if self.advisers.is_some() && is_data && self.sees_sender(out, flow, true) {
            self.advises(out);
        }
        self.attempt(out);
    }

    /// Queues a PAUSE or RESUME, and attempts.
    #[cold]
    fn tell(&mut self, port: u32, kind: Kind) {
        let id = self.packets.take();
        let packet = self.packets.at_mut(id);
        (packet.kind, packet.wire) = (kind, PAUSE_BYTES);
        let at = &mut self.ports[port as usize];
        at.pauses.push(&mut self.packets, id);
        at.waiting += PAUSE_BYTES as u64;
        if kind == Kind::Pause {
            self.counters.pauses += 1;
        } else {
            self.counters.resumes += 1;
        }
        self.attempt(port);
    }

    /// The port is idle.
    #[inline]
    pub(crate) fn attempt_of_switch(&mut self, port: u32) {
        let at = &mut self.ports[port as usize];
        if let Some(id) = at.pauses.pop(&self.packets) {
            at.waiting -= PAUSE_BYTES as u64;
            at.tx += PAUSE_BYTES as u64;
            return self.send(port, id);
        }
        if at.paused {
            return;
        }
        let Some(id) = at.queue.pop(&self.packets) else { return };
        let (is_data, flow) = (self.packets.at(id).kind == Kind::Data, self.packets.at(id).flow);
        let advises = self.advisers.is_some() && is_data && self.sees_sender(port, flow, false);
        let at = &mut self.ports[port as usize];
        let packet = self.packets.at_mut(id);
        let wire = packet.wire as u64;
        at.waiting -= wire;
        at.class -= wire;
        if packet.kind == Kind::Data {
            packet.mark |= packet.capable && at.thresholds.marks(at.class, &mut at.random);
            let hop = packet.hops as usize;
            if packet.told && hop < MAX_HOPS {
                packet.telemetry[hop] = Hop {
                    time_ns: self.wheel.now(),
                    tx_bytes: at.tx,
                    waiting_bytes: at.waiting,
                    rate_bps: at.rate_bps,
                };
                packet.hops += 1;
                // nodes are at most as many as 12 bits can say
                packet.path ^= (at.node & 0xfff) as u16;
            }
        }
        at.tx += wire;
        let (switch, ingress) = (at.switch as usize, packet.ingress);
        // an advice that the switch has made itself has no place there
        if ingress != NONE {
            let index = self.ports[ingress as usize].index as usize;
            if self.switches[switch].memory.leave(index, wire) {
                self.tell(ingress, Kind::Resume);
            }
        }
        self.send(port, id);
        if advises {
            self.advises(port);
        }
    }
}
