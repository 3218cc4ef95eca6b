// SPDX-License-Identifier: MIT

#include "wire.h"
#include <algorithm>

namespace ackwright {

namespace {
constexpr uint32_t FIXED_BYTES = 26;
constexpr uint32_t HOP_BYTES = 10;
} // namespace

Descent::Descent(const Descent &parent, int64_t now) : ns(now), start(parent.start) {
    gaps[0] = parent.ns < 0 ? FIRST : uint16_t(std::min<int64_t>(now - parent.ns, FIRST - 1));
    std::copy(parent.gaps.begin(), parent.gaps.end() - 1, gaps.begin() + 1);
}

ns3::TypeId Wire::GetTypeId() {
    static ns3::TypeId id =
        ns3::TypeId("ackwright::Wire").SetParent<ns3::Header>().AddConstructor<Wire>();
    return id;
}

ns3::TypeId Wire::GetInstanceTypeId() const { return GetTypeId(); }

uint32_t Wire::GetSerializedSize() const { return FIXED_BYTES + HOP_BYTES * hops + sizeof(Descent); }

void Wire::Serialize(ns3::Buffer::Iterator at) const {
    at.WriteU8(uint8_t(ack | marked << 1 | told << 2));
    at.WriteU8(hops);
    at.WriteHtonU32(flow);
    at.WriteHtonU32(from);
    at.WriteHtonU32(to);
    at.WriteHtonU64(number);
    at.WriteHtonU32(payload);
    for (unsigned i = 0; i < hops; i++) {
        const Hop &hop = telemetry[i];
        at.WriteHtonU32(hop.ts | uint32_t(hop.speed) << 24);
        at.WriteHtonU32(hop.tx);
        at.WriteHtonU16(hop.queue);
    }
    // as it is in memory: all ranks are of one program
    at.Write(reinterpret_cast<const uint8_t *>(descent.get()), sizeof(Descent));
}

uint32_t Wire::Deserialize(ns3::Buffer::Iterator at) {
    const uint8_t bits = at.ReadU8();
    ack = bits & 1;
    marked = bits >> 1 & 1;
    told = bits >> 2 & 1;
    hops = at.ReadU8();
    flow = at.ReadNtohU32();
    from = at.ReadNtohU32();
    to = at.ReadNtohU32();
    number = at.ReadNtohU64();
    payload = at.ReadNtohU32();
    for (unsigned i = 0; i < hops && i < MAX_HOPS; i++) {
        const uint32_t word = at.ReadNtohU32();
        telemetry[i].speed = uint8_t(word >> 24);
        telemetry[i].ts = word & 0xffffff;
        telemetry[i].tx = at.ReadNtohU32();
        telemetry[i].queue = at.ReadNtohU16();
    }
    const auto read = std::make_shared<Descent>(0);
    at.Read(reinterpret_cast<uint8_t *>(read.get()), sizeof(Descent));
    descent = read;
    return GetSerializedSize();
}

void Wire::Print(std::ostream &out) const {
    out << (ack ? "ack" : "data") << " flow " << flow << " number " << number;
}

uint32_t Wire::bytes() const {
    const uint32_t plain = ack ? 60 : payload + 48;
    return plain + (told ? (ack ? 28 : 42) : 0);
}

ns3::Ptr<ns3::Packet> Wire::packet() const {
    // what is left is payload; with the descent an ACK is longer than on the wire
    const uint32_t own = GetSerializedSize();
    auto packet = ns3::Create<ns3::Packet>(bytes() > own ? bytes() - own : 0);
    packet->AddHeader(*this);
    return packet;
}

} // namespace ackwright
