//! What an ACK echoes: the telemetry of its QP's newest packet, looked up on the way from receiver to responder.

use crate::hops::Hop;
use crate::prelude::*;
use crate::receiver::View;
use crate::records::Path;

logic_struct! {
    /// An answer on its way.
    pub struct Asked {
        pub qpn: Qpn,
        pub kind: KindCode,
        pub psn: PsnWord,
        pub ece: Bit,
    }
    /// With what it echoes, but for the hops.
    pub struct Found {
        pub qpn: Qpn,
        pub kind: KindCode,
        pub psn: PsnWord,
        pub ece: Bit,
        pub telemetry: Bit,
        pub path: U<12>,
        pub n_hop: U<4>,
    }
}

/// A memory of telemetry, written by each packet, and read by each answer.
#[derive(LogicBlock)]
pub struct Newest {
    pub clock: Signal<In, ClkRst>,
    pub came_valid: Signal<In, Bit>,
    pub came_qpn: Signal<In, Qpn>,
    pub rx_echo: Signal<In, Path>,
    pub rx_echo_hop: Vec<Signal<In, Hop>>,
    pub in_valid: Signal<In, Bit>,
    pub in_ready: Signal<Out, Bit>,
    pub asked: Signal<In, Asked>,
    pub out_valid: Signal<Out, Bit>,
    pub out_ready: Signal<In, Bit>,
    pub found: Signal<Out, Found>,
    pub found_hop: Vec<Signal<Out, Hop>>,

    paths: View<Path>,
    hops: Vec<View<Hop>>,
    n1_valid: Reg<Bit>,
    n2_valid: Reg<Bit>,
    n3_valid: Reg<Bit>,
    n1: DReg<Asked>,
    n2: DReg<Asked>,
    n3: DReg<Asked>,
    n3_found: Signal<Local, Found>,
    waiting: Fifo<Found, 4>,
    waiting_hops: Vec<Fifo<Hop, 4>>,
    kind_ack: Constant<KindCode>,
    _hops: usize,
}

impl Newest {
    pub fn new(hops: usize) -> Self {
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        Self {
            clock: Default::default(),
            came_valid: Default::default(),
            came_qpn: Default::default(),
            rx_echo: Default::default(),
            rx_echo_hop: each(hops),
            in_valid: Default::default(),
            in_ready: Default::default(),
            asked: Default::default(),
            out_valid: Default::default(),
            out_ready: Default::default(),
            found: Default::default(),
            found_hop: each(hops),
            paths: Default::default(),
            hops: each(hops),
            n1_valid: Default::default(),
            n2_valid: Default::default(),
            n3_valid: Default::default(),
            n1: Default::default(),
            n2: Default::default(),
            n3: Default::default(),
            n3_found: Default::default(),
            waiting: Default::default(),
            waiting_hops: each(hops),
            kind_ack: Constant::new((layout::record::Kind::Ack as u64).into()),
            _hops: hops,
        }
    }
}

impl Logic for Newest {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module nic_newest");
        comment!("@doc The telemetry of each QP's newest packet, and answers that wait for theirs: an ACK echoes it, as it is by then.");
        comment!("@port came_valid a packet in its QP's order; always taken");
        comment!("@port came_qpn index of its QP");
        comment!("@port rx_echo_hop_0 from here to the last hop: of its telemetry");
        comment!("@port in_valid an answer that is to be looked up");
        comment!("@port in_ready it is taken: fewer than 4 wait");
        comment!("@port asked_qpn index of the QP");
        comment!("@port asked_kind 0 ack, 1 loss (a NAK), 3 cnp");
        comment!("@port asked_psn BTH.PSN");
        comment!("@port asked_ece of an ACK: ECN-Echo");
        comment!("@port out_valid an answer with its telemetry");
        comment!("@port out_ready it is taken");
        comment!("@port found_qpn index of the QP");
        comment!("@port found_kind as asked_kind");
        comment!("@port found_psn as asked_psn");
        comment!("@port found_ece as asked_ece");
        comment!("@port found_telemetry an ACK echoes what follows");
        comment!("@port found_path pathID");
        comment!("@port found_n_hop hops of the path");
        clock!(self, clock, paths, n1_valid, n2_valid, n3_valid, n1, n2, n3, waiting);

        comment!("packets write, answers read: in n3 there is what was written up to the last cycle");
        self.paths.we.next = self.came_valid.val();
        self.paths.waddr.next = self.came_qpn.val();
        self.paths.wdata.next = self.rx_echo.val();
        self.paths.p0_qpn.next = self.asked.val().qpn;
        for k in 0..self.paths.re_opt.len() {
            self.paths.re_opt[k].next = self.in_valid.val();
            for i in 0..self._hops {
                self.hops[i].re_opt[k].next = self.in_valid.val();
            }
        }
        for i in 0..self._hops {
            clock!(self, clock, hops[i], waiting_hops[i]);
            self.hops[i].we.next = self.came_valid.val();
            self.hops[i].waddr.next = self.came_qpn.val();
            self.hops[i].wdata.next = self.rx_echo_hop[i].val();
            self.hops[i].p0_qpn.next = self.asked.val().qpn;
        }

        comment!("with 4 that are being looked up there is room for 8");
        self.in_ready.next = !self.waiting.count.val().get_bits::<2>(2).any();
        self.n1_valid.d.next = self.in_valid.val() & !self.waiting.count.val().get_bits::<2>(2).any();
        self.n1.d.next = self.asked.val();
        self.n2_valid.d.next = self.n1_valid.q.val();
        self.n2.d.next = self.n1.q.val();
        self.n3_valid.d.next = self.n2_valid.q.val();
        self.n3.d.next = self.n2.q.val();

        self.n3_found.next.qpn = self.n3.q.val().qpn;
        self.n3_found.next.kind = self.n3.q.val().kind;
        self.n3_found.next.psn = self.n3.q.val().psn;
        self.n3_found.next.ece = self.n3.q.val().ece;
        self.n3_found.next.telemetry = self.paths.p3.val().telemetry & (self.n3.q.val().kind == self.kind_ack.val());
        self.n3_found.next.path = self.paths.p3.val().path;
        self.n3_found.next.n_hop = self.paths.p3.val().n_hop;
        self.waiting.in_valid.next = self.n3_valid.q.val();
        self.waiting.in_data.next = self.n3_found.val();
        self.waiting.out_ready.next = self.out_ready.val();
        self.out_valid.next = self.waiting.out_valid.val();
        self.found.next = self.waiting.out_data.val();
        for i in 0..self._hops {
            self.waiting_hops[i].in_valid.next = self.n3_valid.q.val();
            self.waiting_hops[i].in_data.next = self.hops[i].p3.val();
            self.waiting_hops[i].out_ready.next = self.out_ready.val();
            self.found_hop[i].next = self.waiting_hops[i].out_data.val();
        }
    }
}
