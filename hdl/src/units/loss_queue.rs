//! What a loss says, from the PSN slice to its event's turn.

use crate::prelude::*;
use layout::config::Config;
use layout::record::Kind;
use layout::timing::{ARRIVAL_LATENCY, SENT_LATENCY};

logic_struct! {
    /// What is sensed of a loss.
    pub struct Loss {
        pub new: Bit => "a packet was lost, and the event is not behind the last PSN acknowledged",
        pub confirms: PacketCount => "packets that it confirms: those before its own behind the last PSN acknowledged",
    }
}

/// In step with the event queue.
#[derive(LogicBlock)]
pub struct LossQueue {
    pub clock: Signal<In, ClkRst>,
    pub in_use_psn: Signal<In, Bit>,
    pub in_psn: Signal<In, PsnWord>,
    pub counted_kind: Signal<In, U<3>>,
    pub counted_una: Signal<In, U<24>>,
    pub push: Signal<In, Bit>,
    pub pop: Signal<In, Bit>,
    pub head: Signal<Out, Loss>,

    psn: Delay<PsnWord>,
    use_psn: Delay<Bit>,
    queue: Fifo<Loss, 8>,
    ahead: Signal<Local, U<24>>,
    counted: Signal<Local, Loss>,

    kind_loss: Constant<KindCode>,
    n_max: Constant<U<14>>,
}

impl LossQueue {
    /// For an event queue of 2^`events` entries.
    pub fn new(config: &Config, events: usize) -> Self {
        let beside_psn = (ARRIVAL_LATENCY - SENT_LATENCY) as usize;
        Self {
            clock: Default::default(),
            in_use_psn: Default::default(),
            in_psn: Default::default(),
            counted_kind: Default::default(),
            counted_una: Default::default(),
            push: Default::default(),
            pop: Default::default(),
            head: Default::default(),
            psn: Delay::new(beside_psn),
            use_psn: Delay::new(beside_psn),
            queue: Fifo::new(events),
            ahead: Default::default(),
            counted: Default::default(),
            kind_loss: Constant::new((Kind::Loss as u64).into()),
            n_max: Constant::new(u64::from(config.engine.n_max).into()),
        }
    }
}

impl Logic for LossQueue {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module loss_queue");
        comment!("@doc What a loss says: beside the PSN slice, then in step with the event queue.");
        comment!("@port in_use_psn the event has a PSN that counts its packets");
        comment!("@port in_psn PSN of the ack or nak");
        comment!("@port counted_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data");
        comment!("@port counted_una the last PSN acknowledged, which the PSN slice gives with its result");
        comment!("@port push the event that the PSN slice gives enters the event queue");
        comment!("@port pop the event queue's head leaves it, if there is one");
        comment!("@port head of the event queue's head");
        comment!("@constant n_max most packets that a loss confirms, engine.n_max");
        clock!(self, clock, psn, use_psn, queue);
        self.psn.d.next = self.in_psn.val();
        self.use_psn.d.next = self.in_use_psn.val();
        comment!("a nak confirms the packet before its own; of the PSN slice's result it is not further ahead than what was sent");
        self.ahead.next = self.psn.q.val() - self.counted_una.val() - 1;
        self.counted.next.new =
            (self.counted_kind.val() == self.kind_loss.val()) & !(self.use_psn.q.val() & self.ahead.val().get_bit(23));
        self.counted.next.confirms = 0.into();
        if self.counted.val().new & self.use_psn.q.val() {
            self.counted.next.confirms = self.ahead.val().get_bits::<14>(0);
            if self.ahead.val().get_bits::<10>(14).any() | (self.ahead.val().get_bits::<14>(0) > self.n_max.val()) {
                self.counted.next.confirms = self.n_max.val();
            }
        }
        self.queue.in_valid.next = self.push.val();
        self.queue.in_data.next = self.counted.val();
        self.queue.out_ready.next = self.pop.val();
        self.head.next = self.queue.out_data.val();
    }
}
