//! The update to the NIC: the smaller of what the QP's own algorithm says and what may be sent.

use super::records::{Most, Own, Said};
use crate::prelude::*;
use layout::record::{flag, Algorithm};

/// q1 to q3. Ports bear the stage at which they count.
#[derive(LogicBlock)]
pub struct LimitResult {
    pub clock: Signal<In, ClkRst>,
    /// What goes through as it is; `passes`: all of it.
    pub q1_said: Signal<In, Said>,
    pub q1_passes: Signal<In, Bit>,
    pub q1_own: Signal<In, Own>,
    pub q1_cap: Signal<In, Most>,
    pub q1_owed: Signal<In, Bit>,
    pub q1_lower: Signal<In, Most>,
    pub q1_byte: Signal<In, U<41>>,
    pub q1_mtu: Signal<In, U<5>>,
    pub q3_said: Signal<Out, Said>,

    q2_said: DReg<Said>,
    q2_passes: DReg<Bit>,
    q2_own: DReg<Own>,
    q2_most: DReg<Most>,
    q2_packet: DReg<U<25>>,
    q3: DReg<Said>,

    of_byte: Signal<Local, U<46>>,
    shifted: Signal<Local, U<46>>,
    raised: Signal<Local, U<46>>,
    rate: Signal<Local, U<40>>,
    of_ldcp: Signal<Local, Bit>,
    is_rate: Signal<Local, Bit>,
    paced: Signal<Local, Bit>,

    alg_ldcp: Constant<AlgCode>,
    alg_pcc: Constant<AlgCode>,
    alg_hpcc: Constant<AlgCode>,
    alg_p: Constant<AlgCode>,
    alg_d: Constant<AlgCode>,
    flag_paced: Constant<U<4>>,
    up: Constant<U<46>>,
}

impl Default for LimitResult {
    fn default() -> Self {
        let alg = |algorithm: Algorithm| Constant::new((algorithm as u64).into());
        Self {
            clock: Default::default(),
            q1_said: Default::default(),
            q1_passes: Default::default(),
            q1_own: Default::default(),
            q1_cap: Default::default(),
            q1_owed: Default::default(),
            q1_lower: Default::default(),
            q1_byte: Default::default(),
            q1_mtu: Default::default(),
            q3_said: Default::default(),
            q2_said: Default::default(),
            q2_passes: Default::default(),
            q2_own: Default::default(),
            q2_most: Default::default(),
            q2_packet: Default::default(),
            q3: Default::default(),
            of_byte: Default::default(),
            shifted: Default::default(),
            raised: Default::default(),
            rate: Default::default(),
            of_ldcp: Default::default(),
            is_rate: Default::default(),
            paced: Default::default(),
            alg_ldcp: alg(Algorithm::Ldcp),
            alg_pcc: alg(Algorithm::LdcpPcc),
            alg_hpcc: alg(Algorithm::Hpcc),
            alg_p: alg(Algorithm::DcqcnP),
            alg_d: alg(Algorithm::DcqcnD),
            flag_paced: Constant::new(u64::from(flag::PACED).into()),
            up: Constant::new(((1u64 << 20) - 1).into()),
        }
    }
}

impl Logic for LimitResult {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module limit_result");
        comment!(
            "@doc The update of a QP to the NIC: the smaller of its own window, pace and rate and of what may be sent."
        );
        comment!("@port q1_said the update, where nothing limits it");
        comment!("@port q1_passes and nothing does, whatever the other ports say");
        comment!("@port q1_own the limits of the QP's own algorithm");
        comment!("@port q1_cap what the lowest live advice allows; all ones: there is none");
        comment!("@port q1_owed the QP's own value is still to be lowered to q1_lower");
        comment!("@port q1_byte least time of a byte by the advice, ns, U13.28; 0: there is none");
        comment!("@port q1_mtu a packet is 256 bytes times this: one of 1, 2, 4, 8, 16");
        comment!("@port q3_said the update");
        comment!("@constant up all ones below the binary point: rounds up");
        comment!("@constant flag_paced place of a flag of updates");
        clock!(self, clock, q2_said, q2_passes, q2_own, q2_most, q2_packet, q3);

        comment!("q1 to q2: what may be sent; the least time of a packet, 46 bits of U18.28 cut upwards to ns");
        self.q2_said.d.next = self.q1_said.val();
        self.q2_passes.d.next = self.q1_passes.val();
        self.q2_own.d.next = self.q1_own.val();
        self.q2_most.d.next = self.q1_cap.val();
        if self.q1_owed.val() & (self.q1_lower.val().window < self.q1_cap.val().window) {
            self.q2_most.d.next.window = self.q1_lower.val().window;
        }
        if self.q1_owed.val() & (self.q1_lower.val().rate < self.q1_cap.val().rate) {
            self.q2_most.d.next.rate = self.q1_lower.val().rate;
        }
        self.of_byte.next = bits::<46>(self.q1_byte.val());
        self.shifted.next = self.of_byte.val();
        if self.q1_mtu.val().get_bit(1) {
            self.shifted.next = self.of_byte.val() << 1;
        }
        if self.q1_mtu.val().get_bit(2) {
            self.shifted.next = self.of_byte.val() << 2;
        }
        if self.q1_mtu.val().get_bit(3) {
            self.shifted.next = self.of_byte.val() << 3;
        }
        if self.q1_mtu.val().get_bit(4) {
            self.shifted.next = self.of_byte.val() << 4;
        }
        self.raised.next = self.shifted.val() + self.up.val();
        self.q2_packet.d.next = self.raised.val().get_bits::<25>(20);

        comment!("q2 to q3: the smaller window; the smaller rate, or the longer time between packets");
        self.q3.d.next = self.q2_said.q.val();
        self.rate.next = bits::<40>(self.q2_most.q.val().rate);
        self.of_ldcp.next =
            (self.q2_own.q.val().alg == self.alg_ldcp.val()) | (self.q2_own.q.val().alg == self.alg_pcc.val());
        self.is_rate.next = (self.q2_own.q.val().alg == self.alg_hpcc.val())
            | (self.q2_own.q.val().alg == self.alg_p.val())
            | (self.q2_own.q.val().alg == self.alg_d.val());
        self.paced.next = self.of_ldcp.val() & (self.q2_own.q.val().flags & self.flag_paced.val()).any();
        if !self.q2_passes.q.val() {
            self.q3.d.next.alg = self.q2_own.q.val().alg;
            self.q3.d.next.window = self.q2_own.q.val().window;
            self.q3.d.next.pace = self.q2_own.q.val().pace;
            self.q3.d.next.rate = self.q2_most.q.val().rate;
            if self.q2_most.q.val().window < self.q2_own.q.val().window {
                self.q3.d.next.window = self.q2_most.q.val().window;
            }
            if self.is_rate.val() & !self.q2_most.q.val().rate.all() & (self.rate.val() < self.q2_own.q.val().pace) {
                self.q3.d.next.pace = self.rate.val();
            }
            if self.paced.val() & (bits::<40>(self.q2_packet.q.val()) > self.q2_own.q.val().pace) {
                self.q3.d.next.pace = bits::<40>(self.q2_packet.q.val());
            }
        }
        self.q3_said.next = self.q3.q.val();
    }
}
