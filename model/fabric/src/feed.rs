//! Flows that do not have all of their bytes from their start on: messages that come one after the other, and pings, of
//! which each goes when the one before is confirmed. What is sent so is timed: from a message's coming to the ACK that
//! confirms its last byte.

use crate::fabric::{Event, Fabric};
use crate::nic::Nic;
use std::collections::VecDeque;

/// Bytes of a ping.
pub const PING_BYTES: u64 = 8;

/// What feeds a flow.
#[derive(Clone, Debug, Default)]
pub(crate) struct Feed {
    /// Bytes of the messages that have not come yet.
    coming: VecDeque<u64>,
    /// Of each that is not confirmed: the flow's bytes up to its end, and when it came, ns.
    open: VecDeque<(u64, u64)>,
    /// Pings are sent until this time, ns.
    pings_until_ns: Option<u64>,
    /// From coming to confirmed, ns.
    latencies_ns: Vec<u64>,
}

impl<N: Nic> Fabric<N> {
    /// The bytes of `flow` come in messages: when, from its start on, and how many, together all that it has. False:
    /// they are not, or one comes before the flow starts.
    pub fn bring(&mut self, flow: usize, messages: &[(u64, u64)]) -> bool {
        let spec = self.specs[flow];
        let sum = messages.iter().map(|&(_, bytes)| bytes).fold(0, u64::saturating_add);
        let fits = sum == spec.bytes && messages.iter().all(|&(ns, bytes)| ns >= spec.start_ns && bytes != 0);
        if !fits || !messages.is_sorted_by_key(|&(ns, _)| ns) {
            return false;
        }
        self.flows[flow].ready = 0;
        let feed = Feed { coming: messages.iter().map(|&(_, bytes)| bytes).collect(), ..Feed::default() };
        self.feeds.insert(flow as u32, feed);
        for &(ns, _) in messages {
            self.wheel.schedule(ns, Event::Message { flow: flow as u32 });
        }
        true
    }

    /// `flow` sends pings of 8 bytes, one at a time, from its start to `until_ns`; then it is over. It has bytes for
    /// all of them. False: not for one.
    pub fn ping(&mut self, flow: usize, until_ns: u64) -> bool {
        let spec = self.specs[flow];
        if spec.bytes < PING_BYTES {
            return false;
        }
        self.flows[flow].ready = 0;
        self.feeds.insert(flow as u32, Feed { pings_until_ns: Some(until_ns), ..Feed::default() });
        self.wheel.schedule(spec.start_ns, Event::Message { flow: flow as u32 });
        true
    }

    /// The next message of a flow is there, or its first ping.
    pub(crate) fn message_comes(&mut self, id: u32) {
        let now = self.wheel.now();
        let Some(feed) = self.feeds.get_mut(&id) else { return };
        let bytes = feed.coming.pop_front().unwrap_or(PING_BYTES);
        let flow = &mut self.flows[id as usize];
        flow.ready += bytes;
        feed.open.push_back((flow.ready, now));
        let port = self.hosts[flow.src as usize].port;
        self.rings(id, bytes);
        self.attempt(port);
    }

    /// An ACK has confirmed more of a flow that is fed.
    #[cold]
    pub(crate) fn confirms(&mut self, id: u32) {
        let now = self.wheel.now();
        let Some(feed) = self.feeds.get_mut(&id) else { return };
        let flow = &mut self.flows[id as usize];
        let mut ended = false;
        while let Some((_, since)) = feed.open.pop_front_if(|&mut (end, _)| end <= flow.una) {
            feed.latencies_ns.push(now - since);
            ended = true;
        }
        let Some(until_ns) = feed.pings_until_ns.filter(|_| ended) else { return };
        if now < until_ns && flow.ready + PING_BYTES <= flow.size {
            flow.ready += PING_BYTES;
            feed.open.push_back((flow.ready, now));
            self.rings(id, PING_BYTES);
        } else {
            flow.size = flow.una;
            self.specs[id as usize].bytes = flow.una;
        }
    }

    /// How long each message or ping of a flow took, ns, in their order; of a flow that has all its bytes at once none.
    pub fn latencies_ns(&self, flow: usize) -> &[u64] {
        self.feeds.get(&(flow as u32)).map_or(&[], |feed| &feed.latencies_ns)
    }

    /// Bytes of a flow; of pings, those that were sent, once it is over.
    pub fn bytes(&self, flow: usize) -> u64 {
        self.specs[flow].bytes
    }
}
