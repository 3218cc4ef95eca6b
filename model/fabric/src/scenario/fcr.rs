//! Switches that advise, and the traffic of FCR's draft.

use super::build::TRAFFIC;
use super::{Scenario, ScenarioError};
use crate::advise::{Body, Fcr};
use crate::feed::PING_BYTES;
use crate::flow::FlowSpec;
use crate::packet::{HEADER_BYTES, PAYLOAD_BYTES};
use crate::random::{Random, exponential};
use crate::topology::Topology;
use model::packet::cnp::{Repr, Revised};
use serde::{Deserialize, Serialize};

/// How switches advise (FABRIC 9). What is `None` is as the rule has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    /// K_fcr: a port with more of its class is congested, bytes for each Gbit/s. Without it: 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue_bytes: Option<u64>,
    /// T_fcr in RTTs. Without it: 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_rtts: Option<u64>,
    /// Of a port's rate, what all its senders together are advised, per cent. Without it: 95.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_percent: Option<u64>,
    /// How long an advice holds, in T_fcr. Without it: 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validity_periods: Option<u64>,
    /// From what a switch has found to its advices in the queue, us. Without it: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_us: Option<u64>,
    /// Advices that are lost, per cent. Without it: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_percent: Option<u64>,
    /// Advices that an attacker forges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forged: Vec<Forged>,
}

/// Advices that come to a host as if a switch had sent them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forged {
    /// The host's node.
    pub host: u32,
    /// The host's QP, from 0 in the order in which its flows start. It need not be there.
    pub qp: u32,
    /// When the first comes, us.
    pub at_us: u64,
    /// From one to the next, us. Without it: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_us: Option<u64>,
    /// How many come. Without it: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
    /// Mbit/s; any, also such as no sender takes.
    #[serde(deserialize_with = "super::rate::mbps")]
    pub rate_mbps: u32,
    /// us.
    pub validity_us: u16,
    /// The switch that is named.
    pub switch: u16,
    /// Number of the first; each further one is one more.
    #[serde(default)]
    pub sequence: u16,
}

/// When a forged advice comes, ns, to which host and QP, and what it says.
pub type ForgedAdvice = (u64, u32, u32, Body);

/// The most forged advices of a scenario.
const MAX_FORGED: u64 = 1_000_000;

/// What feeds a flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feed {
    /// Messages: when each comes, ns, and its bytes.
    Messages(Vec<(u64, u64)>),
    /// Pings until so many ns.
    Pings(u64),
}

impl Scenario {
    /// How its switches advise, if they do.
    pub(super) fn fcr(&self) -> Result<Option<Fcr>, ScenarioError> {
        let Some(keys) = &self.fcr else { return Ok(None) };
        let rule = Fcr::RULE;
        let of = |key, value, default, least, most| self.value(key, value, default, least, most);
        Ok(Some(Fcr {
            queue_bytes: of("queue_bytes", keys.queue_bytes, rule.queue_bytes, 0, 1 << 20)?,
            period_rtts: of("period_rtts", keys.period_rtts, rule.period_rtts, 1, 1 << 20)?,
            share_percent: of("share_percent", keys.share_percent, rule.share_percent, 1, 100)?,
            validity_periods: of("validity_periods", keys.validity_periods, rule.validity_periods, 1, 1 << 20)?,
            late_ns: 1000 * of("late_us", keys.late_us, 0, 0, 1_000_000)?,
            lost_percent: of("lost_percent", keys.lost_percent, 0, 0, 100)?,
        }))
    }

    /// What is forged, in the order of the file.
    pub(super) fn forged(&self, topology: &Topology, from_ns: u64) -> Result<Vec<ForgedAdvice>, ScenarioError> {
        let mut all = Vec::new();
        for (n, forged) in self.fcr.iter().flat_map(|keys| &keys.forged).enumerate() {
            let here = |wrong| self.in_table("fcr.forged", n, wrong);
            let host = forged.host;
            if host >= topology.nodes() || topology.is_switch(host) {
                return Err(here(self.wrong("host", format!("expected a node that is a host, found {host}"))));
            }
            let at = self.value("at_us", Some(forged.at_us), 0, 0, 100_000_000).map_err(here)?;
            let every = self.value("every_us", forged.every_us, 1, 1, 100_000_000).map_err(here)?;
            let times = self.value("times", forged.times, 1, 1, MAX_FORGED).map_err(here)?;
            for n in 0..times {
                let advice = Revised {
                    withdraw: false,
                    seq: forged.sequence.wrapping_add(n as u16),
                    rate: forged.rate_mbps,
                    validity: forged.validity_us,
                    switch: forged.switch,
                };
                all.push((from_ns + 1000 * (at + n * every), host, forged.qp, Repr::from(advice).reserved));
            }
            if all.len() as u64 > MAX_FORGED {
                return Err(here(self.wrong("times", format!("expected at most {MAX_FORGED} forged advices in all"))));
            }
        }
        Ok(all)
    }

    /// To the last host: all others but one send messages that come by chance (Poisson), the last of them 8 bytes at a
    /// time. Each is one flow.
    pub(super) fn many_to_one(
        &self,
        hosts: u32,
        feeds: &mut Vec<(usize, Feed)>,
    ) -> Result<Vec<FlowSpec>, ScenarioError> {
        let bytes = self.value("bytes", self.bytes, 1_000_000, 1, 1 << 30)?;
        let percent = self.value("load_percent", self.load_percent, 50, 1, 100)?;
        let until_ns = 1000 * self.value("duration_us", self.duration_us, 10_000, 100, 10_000_000)?;
        let (dst, pings) = (hosts - 1, hosts - 2);
        let wire = bytes + bytes.div_ceil(PAYLOAD_BYTES) * HEADER_BYTES as u64;
        // ns between two messages of a sender: wire bits of all senders over the share of the receiver's rate
        let gap_ns = 8 * 100 * wire as u128 * pings as u128 / (percent as u128 * self.rate_gbps()? as u128);
        let gap_ns = gap_ns.max(1) as u64;
        let all = until_ns / gap_ns * pings as u64;
        if all > MAX_MESSAGES {
            return Err(self.wrong("bytes", format!("expected at most {MAX_MESSAGES} messages, found about {all}")));
        }
        let mut flows = Vec::new();
        for src in 0..pings {
            let mut random = Random::new(self.seed, TRAFFIC + 1 + src as u64);
            let mut messages = Vec::new();
            let mut at_ns = exponential(&mut random, gap_ns);
            while at_ns < until_ns {
                messages.push((at_ns, bytes));
                at_ns += exponential(&mut random, gap_ns).max(1);
            }
            // a sender to which none comes has one at the end
            if messages.is_empty() {
                messages.push((until_ns, bytes));
            }
            let (sum, start_ns) = (bytes * messages.len() as u64, messages[0].0);
            feeds.push((flows.len(), Feed::Messages(messages)));
            flows.push(FlowSpec { src, dst, port: 100, bytes: sum, start_ns });
        }
        // none takes less than four links
        let delay_ns = self.delay_ns.unwrap_or(1000).max(1);
        let most = until_ns.div_ceil(4 * delay_ns) + 1;
        feeds.push((flows.len(), Feed::Pings(until_ns)));
        flows.push(FlowSpec { src: pings, dst, port: 100, bytes: PING_BYTES * most, start_ns: 0 });
        Ok(flows)
    }
}

/// The most messages of a scenario.
const MAX_MESSAGES: u64 = 1_000_000;
