//! The Verilated design, safe to use.

/// The inputs of a cycle.
#[repr(C)]
#[derive(Copy, Clone, Default)]
pub struct Inputs {
    pub rst_n: u32,
    pub event_valid: u32,
    pub event_kind: u32,
    pub event_ece: u32,
    pub event_n: u32,
    pub event_qpn: u32,
    pub update_ready: u32,
}

/// The outputs of a cycle.
#[repr(C)]
#[derive(Copy, Clone, Default)]
pub struct Outputs {
    pub update_window: u64,
    pub update_pace: u64,
    pub event_ready: u32,
    pub update_valid: u32,
    pub update_qpn: u32,
    pub update_flags: u32,
    pub init_done: u32,
}

#[repr(C)]
struct Vnic {
    _private: [u8; 0],
}

extern "C" {
    fn nic_new() -> *mut Vnic;
    fn nic_free(nic: *mut Vnic);
    fn nic_cycle(nic: *mut Vnic, inputs: *const Inputs, outputs: *mut Outputs);
}

pub struct Nic(*mut Vnic);

impl Nic {
    pub fn new() -> Nic {
        // SAFETY: C++'s new gives an object or does not return
        Nic(unsafe { nic_new() })
    }

    /// The outputs that these inputs see before the rising edge, then the edge.
    pub fn cycle(&mut self, inputs: &Inputs) -> Outputs {
        let mut outputs = Outputs::default();
        // SAFETY: the pointers are of this call, and the structs those of shim.cpp
        unsafe { nic_cycle(self.0, inputs, &mut outputs) };
        outputs
    }
}

impl Drop for Nic {
    fn drop(&mut self) {
        // SAFETY: made by nic_new, and nobody has it any more
        unsafe { nic_free(self.0) }
    }
}
