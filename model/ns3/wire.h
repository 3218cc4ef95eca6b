// SPDX-License-Identifier: MIT
// What is on a link: data packets and ACKs of FABRIC 2, with the hops' telemetry as HPCC++'s header has it.

#ifndef ACKWRIGHT_NS3_WIRE_H
#define ACKWRIGHT_NS3_WIRE_H

#include <array>
#include <cstdint>
#include <memory>
#include <ns3/header.h>
#include <ns3/packet.h>
#include <tuple>
#include <type_traits>

namespace ackwright {

constexpr uint32_t PAYLOAD_BYTES = 1000;
constexpr uint32_t MAX_HOPS = 5;

/// An entry of a switch, in the units after reset: ns, 128 bytes, 80 bytes.
struct Hop {
    uint8_t speed;
    uint32_t ts;
    uint32_t tx;
    uint16_t queue;
};

/// Where an event stands among those of its ns. FABRIC 1 takes them in the order in which they were scheduled: so first
/// is what was scheduled in an earlier ns, or in the same ns by what was itself scheduled earlier, and so on back to
/// starts of flows, which are in the order of the file. So many steps back are kept, and the start.
struct Descent {
    static constexpr size_t STEPS = 400;
    /// When it was scheduled, how long before that what scheduled it was, and so on, 65,534 ns at most; behind a start
    /// `FIRST`.
    int64_t ns;
    std::array<uint16_t, STEPS - 1> gaps;
    uint32_t start;
    static constexpr uint16_t FIRST = 0xffff;

    /// A start of a flow of this number.
    explicit Descent(uint32_t flow) : ns(-1), start(flow) { gaps.fill(FIRST); }
    /// What that one schedules now.
    Descent(const Descent &parent, int64_t now);
    bool operator<(const Descent &other) const {
        return std::tie(ns, other.gaps, start) < std::tie(other.ns, gaps, other.start);
    }
};

/// A message of ns-3's MPI has 2,000 bytes, and packets copy it as it is in memory.
static_assert(sizeof(Descent) < 1600 && std::is_trivially_copyable_v<Descent>);

/// All of a packet but the bytes that mean nothing.
class Wire : public ns3::Header {
  public:
    bool ack = false;
    bool marked = false;
    /// Whether switches write telemetry.
    bool told = false;
    uint32_t flow = 0;
    /// Nodes that it comes from and goes to.
    uint32_t from = 0;
    uint32_t to = 0;
    /// Bytes before it; of an ACK the bytes that the receiver has.
    uint64_t number = 0;
    uint32_t payload = 0;
    uint8_t hops = 0;
    std::array<Hop, MAX_HOPS> telemetry{};
    /// Not on the wire: of its arrival.
    std::shared_ptr<const Descent> descent;

    static ns3::TypeId GetTypeId();
    ns3::TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(ns3::Buffer::Iterator at) const override;
    uint32_t Deserialize(ns3::Buffer::Iterator at) override;
    void Print(std::ostream &to) const override;

    /// Bytes on the wire.
    uint32_t bytes() const;
    ns3::Ptr<ns3::Packet> packet() const;
};

} // namespace ackwright

#endif
