//! How much a grant offers, and what it costs (rules 2, 3 and 6; SEMANTICS L13).

use super::qp::{NUMBER, Pace, Qp};
use crate::psn::ahead;
use layout::ldcp::Psn;
use layout::shaper::{GrantBytes, Mtu};

/// What is granted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub bytes: u64,
    pub packets: u64,
    pub ecn_capable: bool,
    /// They count among the first IW.
    pub first: bool,
}

impl Qp {
    /// What the QP may send now, in whole packets but for the end of what it has. Its turn has begun, so the deficit is
    /// a packet, or all that it has, at least.
    pub fn offer(&self, mtu: Mtu, quantum: GrantBytes) -> Offer {
        let packet = mtu.raw();
        let timer = matches!(self.pace, Pace::Packet(_)) && !self.bypass;
        let most = if timer { packet } else { self.deficit.min(quantum.raw()) };
        let most = self.room(mtu).map_or(most, |room| most.min(room));
        let bytes = if self.level <= most { self.level } else { most - most % packet };
        // what is granted behind them does not count among them, and is not given back to them
        let (first, packets) = (self.first.is_some_and(|left| left > 0), bytes.div_ceil(packet));
        // L13: "the last fast-start packet is set to ECN-capable, that is the IW-th packet if the message is larger
        // than BDP, or the last packet of a message": it goes alone, since a grant has one codepoint
        let plain = match self.first {
            None | Some(0) => return Offer { bytes, packets, ecn_capable: true, first },
            Some(left) if self.to_end > 0 => (left - 1).min(self.to_end.div_ceil(packet) - 1),
            Some(left) => left - 1,
        };
        if plain == 0 {
            let end = if self.to_end > 0 { self.to_end } else { packet };
            return Offer { bytes: bytes.min(packet).min(end), packets: 1, ecn_capable: true, first };
        }
        let packets = packets.min(plain);
        Offer { bytes: bytes.min(packets * packet), packets, ecn_capable: false, first }
    }

    /// Charges it: `due = max(due, now - C) + cost`; `burst` is `now - C`.
    pub fn grant(&mut self, offer: &Offer, mtu: Mtu, burst: u64) {
        if !self.bypass {
            self.start = self.due(mtu).max(burst);
            self.charged = offer.bytes;
        }
        self.open_bytes += offer.bytes;
        self.open_packets += offer.packets;
        self.lower_level(offer.bytes);
        self.to_end = self.to_end.saturating_sub(offer.bytes);
        self.first = self.first.map(|left| left.saturating_sub(offer.packets));
        self.deficit = self.deficit.saturating_sub(offer.bytes);
        self.grants = (self.grants + 1) & NUMBER;
        self.since = (self.since + 1).min(NUMBER);
    }

    /// Go-back-N: the NIC sends from this PSN on again. What lies before it has come through, or it would be sent
    /// again too: a NAK confirms it, and there may be no ACK of it ever. One to snd_nxt sends nothing again, and says
    /// nothing. False as of [`Qp::go_to`], or beyond what was sent.
    pub fn go_back_to(&mut self, psn: Psn) -> bool {
        if ahead(psn.raw(), self.snd_nxt.raw(), Psn::BITS).is_some() {
            return false;
        }
        let goes_back = psn != self.snd_nxt;
        let inside = self.go_to(psn);
        if goes_back {
            self.una_psn = Psn::wrap(self.snd_nxt.raw().wrapping_sub(1));
        }
        inside
    }

    /// The NIC goes on with this PSN. One that lies before what is acknowledged becomes the one behind it, and is
    /// false; so is one 2^22 or more beyond snd_nxt, which changes nothing: an answer's packets are fewer, and so are
    /// the responses of a READ below 1 GB.
    pub fn go_to(&mut self, psn: Psn) -> bool {
        if ahead(psn.raw(), self.snd_nxt.raw(), Psn::BITS).is_some_and(|packets| packets >= crate::psn::WINDOW) {
            return false;
        }
        let next = (self.una_psn.raw() + 1) & Psn::MAX_RAW;
        let inside = ahead(next, psn.raw(), Psn::BITS).is_none();
        self.snd_nxt = if inside { psn } else { Psn::wrap(next) };
        inside
    }
}
