//! What units sense of an event's PSN, from the PSN slice to the event's turn.

use crate::prelude::*;
use crate::records::Sense;
use layout::record::Kind;
use layout::timing::{ARRIVAL_LATENCY, SENT_LATENCY};

/// In step with the event queue.
#[derive(LogicBlock)]
pub struct SenseQueue {
    pub clock: Signal<In, ClkRst>,
    pub sent_snd_max: Signal<In, U<24>>,
    pub in_use_psn: Signal<In, Bit>,
    pub in_psn: Signal<In, PsnWord>,
    pub counted_kind: Signal<In, U<3>>,
    pub counted_una: Signal<In, U<24>>,
    pub push: Signal<In, Bit>,
    pub pop: Signal<In, Bit>,
    pub head: Signal<Out, Sense>,

    snd_max: Delay<PsnWord>,
    psn: Delay<PsnWord>,
    use_psn: Delay<Bit>,
    queue: Fifo<Sense, 8>,
    counted: Signal<Local, Sense>,
    ahead: Signal<Local, U<24>>,

    kind_loss: Constant<KindCode>,
}

impl SenseQueue {
    /// For an event queue of 2^`events` entries.
    pub fn new(events: usize) -> Self {
        let beside_psn = (ARRIVAL_LATENCY - SENT_LATENCY) as usize;
        Self {
            clock: Default::default(),
            sent_snd_max: Default::default(),
            in_use_psn: Default::default(),
            in_psn: Default::default(),
            counted_kind: Default::default(),
            counted_una: Default::default(),
            push: Default::default(),
            pop: Default::default(),
            head: Default::default(),
            snd_max: Delay::new(beside_psn),
            psn: Delay::new(beside_psn),
            use_psn: Delay::new(beside_psn),
            queue: Fifo::new(events),
            counted: Default::default(),
            ahead: Default::default(),
            kind_loss: Constant::new((Kind::Loss as u64).into()),
        }
    }
}

impl Logic for SenseQueue {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module sense_queue");
        comment!("@doc What units sense of an event's PSN: beside the PSN slice, then in step with the event queue.");
        comment!("@port sent_snd_max the PSN behind the furthest packet sent, as the event enters the PSN slice");
        comment!("@port in_use_psn the event has a PSN that counts its packets");
        comment!("@port in_psn PSN of the ack or nak");
        comment!("@port counted_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data");
        comment!("@port counted_una the last PSN acknowledged, which the PSN slice gives with its result");
        comment!("@port push the event that the PSN slice gives enters the event queue");
        comment!("@port pop the event queue's head leaves it, if there is one");
        comment!("@port head of the event queue's head");
        clock!(self, clock, snd_max, psn, use_psn, queue);
        self.snd_max.d.next = self.sent_snd_max.val();
        self.psn.d.next = self.in_psn.val();
        self.use_psn.d.next = self.in_use_psn.val();
        comment!(
            "where the NIC counts the packets itself, una stands still: what its ack confirms is the ack's own PSN"
        );
        self.counted.next.seq = self.psn.q.val();
        if self.use_psn.q.val() {
            self.counted.next.seq = self.counted_una.val();
        }
        self.counted.next.snd_max = self.snd_max.q.val();
        comment!("a nak confirms the packet before its own");
        self.ahead.next = self.psn.q.val() - self.counted_una.val() - 1;
        self.counted.next.old =
            self.use_psn.q.val() & (self.counted_kind.val() == self.kind_loss.val()) & self.ahead.val().get_bit(23);
        self.queue.in_valid.next = self.push.val();
        self.queue.in_data.next = self.counted.val();
        self.queue.out_ready.next = self.pop.val();
        self.head.next = self.queue.out_data.val();
    }
}
