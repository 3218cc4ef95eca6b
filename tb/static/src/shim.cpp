// The Verilated design for Rust: a cycle in, a cycle out. The fields are those of `Inputs` and `Outputs` in nic.rs.
#include "Vnic.h"

#include <cstdint>

struct Inputs {
  std::uint32_t rst_n, event_valid, event_kind, event_ece, event_n, event_qpn, update_ready;
};

struct Outputs {
  std::uint64_t update_window, update_pace;
  std::uint32_t event_ready, update_valid, update_qpn, update_flags, init_done;
};

extern "C" {

Vnic *nic_new() { return new Vnic; }

void nic_free(Vnic *nic) {
  nic->final();
  delete nic;
}

// The outputs that the inputs see before the rising edge, then the edge.
void nic_cycle(Vnic *nic, const Inputs *in, Outputs *out) {
  nic->rst_n = in->rst_n;
  nic->event_valid = in->event_valid;
  nic->event_kind = in->event_kind;
  nic->event_ece = in->event_ece;
  nic->event_n = in->event_n;
  nic->event_qpn = in->event_qpn;
  nic->update_ready = in->update_ready;
  nic->clk = 0;
  nic->eval();
  *out = {nic->update_window, nic->update_pace,  nic->event_ready, nic->update_valid,
          nic->update_qpn,    nic->update_flags, nic->init_done};
  nic->clk = 1;
  nic->eval();
}
}

// Verilator asks for the time where it has no time of its own; this bench counts in cycles.
double sc_time_stamp() { return 0; }
