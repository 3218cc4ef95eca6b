// SPDX-License-Identifier: MIT
// The windows of a QP: each ACK is one call of the C library (model/c).

#ifndef ACKWRIGHT_NS3_SENDER_H
#define ACKWRIGHT_NS3_SENDER_H

#include "network.h"
#include "wire.h"
#include <ackwright.h>
#include <memory>
#include <string>
#include <vector>

namespace ackwright {

/// Rates of links by the codes of HPCC++'s header: those after reset, and up to eight others.
struct Speeds {
    ackw_hpcc_header header;
    /// Links of these rates, to be `told` of by packets. Throws if there is no code for one.
    Speeds(const std::vector<Link> &links, bool told);
    uint8_t code(uint64_t bps) const;
};

/// What a NIC knows of its network (FABRIC 5).
struct Line {
    uint64_t bps;
    uint64_t rtt_ns;
    uint64_t bdp_bytes;
    ackw_hpcc_header header;
};

struct Limits {
    uint64_t window_bytes;
    uint64_t rate_bps;
};

class Sender {
  public:
    virtual ~Sender() = default;
    /// An ACK that is the first to confirm so many bytes, with `next` bytes sent so far.
    virtual Limits acked(const Wire &ack, uint64_t confirmed, uint64_t next) = 0;
    /// A new rate moves the next packet.
    virtual bool repaces() const { return false; }
    virtual bool telemetry() const { return false; }
    /// Switches mark above 3,000 bytes for each Gbit/s.
    virtual bool marks() const { return true; }
};

/// By name: ldcp, hpcc or dctcp. Throws if there is none of that name, or if the library refuses the line.
std::unique_ptr<Sender> sender(const std::string &name, const Line &line);

} // namespace ackwright

#endif
