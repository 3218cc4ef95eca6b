// SPDX-License-Identifier: MIT
// What is on a link: data packets and ACKs of FABRIC 2, with the hops' telemetry as HPCC++'s header has it.

#ifndef ACKWRIGHT_NS3_WIRE_H
#define ACKWRIGHT_NS3_WIRE_H

#include <array>
#include <cstdint>
#include <ns3/header.h>
#include <ns3/packet.h>

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

    static ns3::TypeId GetTypeId();
    ns3::TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(ns3::Buffer::Iterator at) const override;
    uint32_t Deserialize(ns3::Buffer::Iterator at) override;
    void Print(std::ostream &to) const override;

    /// Bytes on the wire.
    uint32_t bytes() const;
    /// The packet, as long as that with what a point-to-point device puts before it.
    ns3::Ptr<ns3::Packet> packet() const;
};

} // namespace ackwright

#endif
