// SPDX-License-Identifier: MIT

#include "nodes.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <ns3/node.h>
#include <ns3/simulator.h>

namespace ackwright {

namespace {

/// A point-to-point device takes IP alone.
constexpr uint16_t PROTOCOL = 0x0800;

uint64_t now() { return uint64_t(ns3::Simulator::Now().GetNanoSeconds()); }

/// ns that so many bytes take, as FABRIC 1 cuts them.
uint64_t serialization(uint64_t bytes, uint64_t bps) {
    const double seconds = double(8 * bytes) / double(bps);
    const auto fraction = uint64_t(std::ldexp(seconds, 64));
    return uint64_t((unsigned __int128)fraction * 1000000000 >> 64);
}

Wire read(ns3::Ptr<const ns3::Packet> packet) {
    Wire wire;
    packet->PeekHeader(wire);
    return wire;
}

} // namespace

Port::Port(ns3::Ptr<ns3::PointToPointNetDevice> device, uint64_t bps, std::function<void()> idle)
    : device(device), rate(bps), idle(std::move(idle)) {}

/// The end comes first in its ns, as FABRIC 3 has it, and then the device's own: what is sent between waits in the
/// device's queue for that.
void Port::send(const Wire &wire) {
    sends = true;
    const uint64_t ns = std::max<uint64_t>(serialization(wire.bytes(), rate), 1);
    // ns-3 would round to the nearest ns, which is 0.3 % of a packet of 1,090 bytes at 25 Gbit/s
    device->SetDataRate(ns3::DataRate((8000000000 * wire.bytes() + ns / 2) / ns));
    ns3::Simulator::Schedule(ns3::NanoSeconds(ns), &Port::ended, this);
    device->Send(wire.packet(), device->GetBroadcast(), PROTOCOL);
}

void Port::ended() {
    sends = false;
    idle();
}

ns3::TypeId Host::GetTypeId() {
    static ns3::TypeId id = ns3::TypeId("ackwright::Host").SetParent<ns3::Application>().AddConstructor<Host>();
    return id;
}

void Host::attach(ns3::Ptr<ns3::PointToPointNetDevice> device, const Line &of) {
    line = of;
    port = std::make_unique<Port>(device, line.bps, [this] { attempt(); });
    device->SetReceiveCallback(ns3::MakeCallback(&Host::arrives, this));
}

void Host::add(std::unique_ptr<Flow> flow) {
    ns3::Simulator::Schedule(ns3::NanoSeconds(flow->start_ns), &Host::begins, this, flow.get());
    all.push_back(std::move(flow));
}

void Host::begins(Flow *flow) {
    flow->window = line.bdp_bytes;
    flow->rate = line.bps;
    flow->free_ns = now();
    listed.push_back(flow);
    attempt();
}

bool Host::arrives(ns3::Ptr<ns3::NetDevice>, ns3::Ptr<const ns3::Packet> packet, uint16_t, const ns3::Address &from) {
    (void)from;
    Wire wire = read(packet);
    if (wire.ack) {
        const auto flow =
            std::find_if(all.begin(), all.end(), [&](const auto &flow) { return flow->number == wire.flow; });
        if (flow != all.end()) {
            acked(**flow, wire);
        }
        return true;
    }
    uint64_t &has = expected[wire.flow];
    if (wire.number != has) {
        // nothing is lost in such a network
        return true;
    }
    has += wire.payload;
    wire.ack = true;
    wire.number = has;
    std::swap(wire.to, wire.from);
    wire.payload = 0;
    acks.push_back(wire);
    attempt();
    return true;
}

void Host::attempt() {
    if (port->busy()) {
        return;
    }
    if (!acks.empty()) {
        const Wire wire = acks.front();
        acks.pop_front();
        return port->send(wire);
    }
    const size_t n = listed.size();
    Flow *chosen = nullptr;
    bool over = false;
    for (size_t k = 1; k <= n && !chosen; k++) {
        Flow *flow = listed[(last + k) % n];
        if (flow->una >= flow->bytes) {
            over = true;
        } else if (flow->next < flow->bytes && flow->next - flow->una < flow->window && flow->free_ns <= now()) {
            chosen = flow;
            last = (last + k) % n;
        }
    }
    if (over) {
        const auto is_over = [](const Flow *flow) { return flow->una >= flow->bytes; };
        listed.erase(std::remove_if(listed.begin(), listed.end(), is_over), listed.end());
    }
    if (chosen) {
        last = size_t(std::find(listed.begin(), listed.end(), chosen) - listed.begin());
        return sends(*chosen);
    }
    if (waits) {
        return;
    }
    uint64_t soonest = std::numeric_limits<uint64_t>::max();
    for (const Flow *flow : listed) {
        if (flow->next < flow->bytes) {
            soonest = std::min(soonest, flow->free_ns);
        }
    }
    if (soonest != std::numeric_limits<uint64_t>::max() && soonest > now()) {
        wake_at(soonest);
    }
}

void Host::wake_at(uint64_t ns) {
    wake.Cancel();
    waits = true;
    wake_ns = ns;
    wake = ns3::Simulator::Schedule(ns3::NanoSeconds(ns - now()), [this] {
        waits = false;
        attempt();
    });
}

void Host::sends(Flow &flow) {
    Wire wire;
    wire.told = flow.sender->telemetry();
    wire.flow = flow.number;
    wire.from = GetNode()->GetId();
    wire.to = flow.to;
    wire.number = flow.next;
    wire.payload = uint32_t(std::min<uint64_t>(PAYLOAD_BYTES, flow.bytes - flow.next));
    flow.next += wire.payload;
    flow.last_bytes = wire.bytes();
    flow.free_ns = now() + serialization(flow.last_bytes, flow.rate);
    port->send(wire);
}

void Host::acked(Flow &flow, const Wire &ack) {
    const uint64_t confirmed = ack.number > flow.una ? ack.number - flow.una : 0;
    flow.una += confirmed;
    if (flow.una >= flow.bytes && flow.fct_ns == 0) {
        flow.fct_ns = now() - flow.start_ns;
    }
    const Limits limits = flow.sender->acked(ack, confirmed, flow.next);
    flow.window = limits.window_bytes;
    if (limits.rate_bps != flow.rate && flow.sender->repaces() && flow.last_bytes != 0) {
        flow.free_ns += serialization(flow.last_bytes, limits.rate_bps);
        flow.free_ns -= serialization(flow.last_bytes, flow.rate);
        if (waits && wake_ns > flow.free_ns) {
            wake_at(std::max(flow.free_ns, now()));
        }
    }
    flow.rate = limits.rate_bps;
    attempt();
}

ns3::TypeId Switch::GetTypeId() {
    static ns3::TypeId id = ns3::TypeId("ackwright::Switch").SetParent<ns3::Application>().AddConstructor<Switch>();
    return id;
}

void Switch::attach(ns3::Ptr<ns3::PointToPointNetDevice> device, uint64_t bps, bool marks) {
    const size_t number = queues.size();
    auto queue = std::make_unique<Queue>();
    queue->port = std::make_unique<Port>(device, bps, [this, number] { attempt(number); });
    queue->mark_above = marks ? 3000 * bps / 1000000000 : std::numeric_limits<uint64_t>::max();
    ackw_hpcc_header header;
    if (ackw_hpcc_header_reset(&header) == ACKW_OK) {
        const auto *gbps = std::find(std::begin(header.gbps), std::end(header.gbps), bps / 1000000000);
        queue->speed = uint8_t(std::min<ptrdiff_t>(gbps - std::begin(header.gbps), 15));
    }
    queues.push_back(std::move(queue));
    device->SetReceiveCallback(ns3::MakeCallback(&Switch::arrives, this));
}

bool Switch::arrives(ns3::Ptr<ns3::NetDevice>, ns3::Ptr<const ns3::Packet> packet, uint16_t, const ns3::Address &) {
    const Wire wire = read(packet);
    const size_t out = ways.at(wire.to);
    Queue &queue = *queues[out];
    queue.waiting += wire.bytes();
    longest = std::max(longest, queue.waiting);
    queue.wires.push_back(wire);
    attempt(out);
    return true;
}

void Switch::attempt(size_t number) {
    Queue &queue = *queues[number];
    if (queue.port->busy() || queue.wires.empty()) {
        return;
    }
    Wire wire = queue.wires.front();
    queue.wires.pop_front();
    queue.waiting -= wire.bytes();
    if (!wire.ack) {
        wire.marked |= queue.waiting > queue.mark_above;
        if (wire.told && wire.hops < MAX_HOPS) {
            const uint64_t units = std::min<uint64_t>(queue.waiting / 80, 0xffff);
            wire.telemetry[wire.hops++] = {queue.speed, uint32_t(now() & 0xffffff),
                                           uint32_t(queue.sent / 128 & 0xfffff), uint16_t(units)};
        }
    }
    queue.sent += wire.bytes();
    queue.port->send(wire);
}

} // namespace ackwright
