//! The registers of `sender` that say how its classes share: with `shaper.weights` (nic.md).

use crate::prelude::*;
use crate::records::UnitBus;
use crate::register_page;

register_page! {
    /// The registers `snd_strict` and `snd_weight_*`.
    pub struct SharesPage {
        pub cfg_strict: Signal<Out, Bit>,
        pub cfg_weights: Signal<Out, U<64>>,
    }
    registers {
        strict: 1 = "snd_strict", access;
        weight_0: 8 = "snd_weight_0", access;
        weight_1: 8 = "snd_weight_1", access;
        weight_2: 8 = "snd_weight_2", access;
        weight_3: 8 = "snd_weight_3", access;
        weight_4: 8 = "snd_weight_4", access;
        weight_5: 8 = "snd_weight_5", access;
        weight_6: 8 = "snd_weight_6", access;
        weight_7: 8 = "snd_weight_7", access;
    }
    status {
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module shares_page");
        comment!("@doc The registers of ackw_sender that say how its classes share.");
        comment!("@port cfg_strict the highest class that may send goes first; 0: by weights");
        comment!("@port cfg_weights of each class its quanta a round, 8 bits; class 0 in the lowest");
    }
    then {
        self.cfg_strict.next = self.strict.value.val().get_bit(0);
        self.cfg_weights.next = bits::<64>(self.weight_0.value.val())
            | (bits::<64>(self.weight_1.value.val()) << 8)
            | (bits::<64>(self.weight_2.value.val()) << 16)
            | (bits::<64>(self.weight_3.value.val()) << 24)
            | (bits::<64>(self.weight_4.value.val()) << 32)
            | (bits::<64>(self.weight_5.value.val()) << 40)
            | (bits::<64>(self.weight_6.value.val()) << 48)
            | (bits::<64>(self.weight_7.value.val()) << 56);
    }
}
