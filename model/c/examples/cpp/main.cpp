// The golden model from C++: acknowledgements go through the block ackw_pawa cycle by cycle and through the pure function, and both
// must give the same windows. A simulator of a network would call the one or the other, as it knows cycles or not.
#include "ackwright.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

void must(ackw_status status) {
  if (status != ACKW_OK) {
    std::fprintf(stderr, "ackwright: %s\n", ackw_last_error());
    std::exit(2);
  }
}

// A block with rows that are filled and read by the names of its ports.
class Block {
public:
  Block(const std::string &toml, const char *name) {
    ackw_block *made = nullptr;
    must(ackw_block_new(toml.c_str(), name, &made));
    block_.reset(made);
    std::uint32_t ports = 0, words = 0;
    must(ackw_block_size(made, ACKW_IN, &ports, &words));
    in_.resize(words);
    must(ackw_block_size(made, ACKW_OUT, &ports, &words));
    out_.resize(words);
    counts_.resize(words);
  }

  void set(const char *name, std::uint64_t value) {
    const ackw_port port = find(name);
    in_[port.word] = static_cast<std::uint32_t>(value);
    if (port.words > 1) in_[port.word + 1] = static_cast<std::uint32_t>(value >> 32);
  }

  std::uint64_t get(const char *name) const {
    const ackw_port port = find(name);
    return out_[port.word] | (port.words > 1 ? std::uint64_t{out_[port.word + 1]} << 32 : 0);
  }

  void step() {
    must(ackw_block_step(block_.get(), in_.data(), static_cast<std::uint32_t>(in_.size()), out_.data(), counts_.data(),
                         static_cast<std::uint32_t>(out_.size())));
  }

private:
  struct Free {
    void operator()(ackw_block *block) const { ackw_block_free(block); }
  };
  ackw_port find(const char *name) const {
    ackw_port port;
    must(ackw_block_find(block_.get(), name, &port));
    return port;
  }
  std::unique_ptr<ackw_block, Free> block_;
  std::vector<std::uint32_t> in_, out_, counts_;
};

} // namespace

int main() {
  if (ackw_abi() != ACKW_ABI) {
    std::fprintf(stderr, "libackwright_c is of another version than its header\n");
    return 2;
  }
  ackw_ldcp_params params;
  ackw_ldcp_context context;
  must(ackw_ldcp_params_reset(&params));
  must(ackw_ldcp_context_reset(&context));

  Block pawa("[engine]\nqps = 16\n", "pawa");
  for (int cycle = 0; cycle < 8; ++cycle) pawa.step();
  pawa.set("rst_n", 1);

  int compared = 0, waited = 0;
  for (int i = 0; i < 100; ++i) {
    const ackw_ldcp_event event = {0, 0, i % 5 == 4, static_cast<std::uint32_t>(1 + i % 3)};
    ackw_update update;
    must(ackw_ldcp_step(&params, &event, &context, &update));

    pawa.set("in_valid", 1);
    pawa.set("in_kind", event.kind);
    pawa.set("in_n0", event.ece ? 0 : event.n);
    pawa.set("in_n1", event.ece ? event.n : 0);
    pawa.set("in_qpn", 7);
    pawa.step();
    pawa.set("in_valid", 0);
    int latency = 0;
    do {
      pawa.step();
      ++latency;
    } while (pawa.get("out_valid") == 0 && latency < 100);
    if (pawa.get("out_valid") == 0 || pawa.get("out_cw") != update.window || pawa.get("out_flags") != update.flags) {
      std::printf("FAIL event %d: block %llu, function %llu\n", i, static_cast<unsigned long long>(pawa.get("out_cw")),
                  static_cast<unsigned long long>(update.window));
      return 1;
    }
    waited = latency;
    ++compared;
  }
  std::printf("PASS %d windows, each %d cycles after its event; the last is %.6f packets\n", compared, waited,
              static_cast<double>(context.cw) / (1 << 28));
  return compared == 100 ? 0 : 1;
}
