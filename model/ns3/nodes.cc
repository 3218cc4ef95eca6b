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
/// And writes so many before it.
constexpr uint32_t PPP_BYTES = 2;

uint64_t now() { return uint64_t(ns3::Simulator::Now().GetNanoSeconds()); }

/// ns that so many bytes take, as FABRIC 1 cuts them.
uint64_t serialization(uint64_t bytes, uint64_t bps) {
    const double seconds = double(8 * bytes) / double(bps);
    const auto fraction = uint64_t(std::ldexp(seconds, 64));
    return uint64_t((unsigned __int128)fraction * 1000000000 >> 64);
}

/// A device's callback that hands on what the packet says.
ns3::NetDevice::ReceiveCallback receiver(std::function<void(const Wire &)> takes) {
    return [takes](ns3::Ptr<ns3::NetDevice>, ns3::Ptr<const ns3::Packet> packet, uint16_t, const ns3::Address &) {
        Wire wire;
        packet->PeekHeader(wire);
        takes(wire);
        return true;
    };
}

} // namespace

void Agenda::start(uint64_t at_ns, uint32_t flow, std::function<void()> what) {
    const Key key = {std::make_shared<Descent>(flow), 0, number++};
    ns3::Simulator::Schedule(ns3::NanoSeconds(at_ns), &Agenda::is_due, this, key, std::move(what));
}

void Agenda::schedule(uint64_t in_ns, std::function<void()> what) {
    const Key key = {descent(), 0, number++};
    ns3::Simulator::Schedule(ns3::NanoSeconds(in_ns), &Agenda::is_due, this, key, std::move(what));
}

void Agenda::arrives(const Wire &wire, size_t port, std::function<void()> what) {
    is_due({wire.descent, 1 + port, number++}, std::move(what));
}

std::shared_ptr<const Descent> Agenda::descent() {
    if (!next) {
        next = std::make_shared<Descent>(*current, int64_t(now()));
    }
    return next;
}

/// All of a ns was scheduled before it, but for what `run` itself adds, which comes last anyhow.
void Agenda::is_due(Key key, std::function<void()> what) {
    if (due.empty()) {
        ns3::Simulator::ScheduleNow(&Agenda::run, this);
    }
    due.emplace(key, std::move(what));
}

void Agenda::run() {
    while (!due.empty()) {
        auto first = due.extract(due.begin());
        current = std::move(first.key().descent);
        next = nullptr;
        first.mapped()();
    }
}

Port::Port(ns3::Ptr<ns3::PointToPointNetDevice> device, uint64_t bps, Agenda &agenda, std::function<void()> idle)
    : device(device), rate(bps), agenda(agenda), idle(std::move(idle)) {}

void Port::send(Wire wire) {
    sends = true;
    wire.descent = agenda.descent();
    const auto packet = wire.packet();
    const uint64_t ns = std::max<uint64_t>(serialization(wire.bytes(), rate), 1);
    // the device's rate is what has its packet take that time: ns-3 would round to the nearest ns, which is 0.3 % of a
    // packet of 1,090 bytes at 25 Gbit/s
    device->SetDataRate(ns3::DataRate((8000000000 * (packet->GetSize() + PPP_BYTES) + ns / 2) / ns));
    agenda.schedule(ns, [this] {
        sends = false;
        idle();
    });
    device->Send(packet, device->GetBroadcast(), PROTOCOL);
}

ns3::TypeId Host::GetTypeId() {
    static ns3::TypeId id = ns3::TypeId("ackwright::Host").SetParent<ns3::Application>().AddConstructor<Host>();
    return id;
}

void Host::attach(ns3::Ptr<ns3::PointToPointNetDevice> device, const Line &of) {
    line = of;
    port = std::make_unique<Port>(device, line.bps, agenda, [this] { attempt(); });
    device->SetReceiveCallback(
        receiver([this](const Wire &wire) { agenda.arrives(wire, 0, [this, wire] { arrived(wire); }); }));
}

void Host::add(std::unique_ptr<Flow> flow) {
    agenda.start(flow->start_ns, flow->number, [this, flow = flow.get()] { begins(flow); });
    all.push_back(std::move(flow));
}

void Host::begins(Flow *flow) {
    flow->window = line.bdp_bytes;
    flow->rate = line.bps;
    flow->free_ns = now();
    listed.push_back(flow);
    attempt();
}

void Host::arrived(Wire wire) {
    if (wire.ack) {
        const auto flow =
            std::find_if(all.begin(), all.end(), [&](const auto &flow) { return flow->number == wire.flow; });
        if (flow != all.end()) {
            acked(**flow, wire);
        }
        return;
    }
    uint64_t &has = expected[wire.flow];
    if (wire.number != has) {
        // nothing is lost in such a network
        return;
    }
    has += wire.payload;
    wire.ack = true;
    wire.number = has;
    std::swap(wire.to, wire.from);
    wire.payload = 0;
    acks.push_back(wire);
    attempt();
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
    waits = true;
    wake_ns = ns;
    agenda.schedule(ns - now(), [this, wake = ++wakes] {
        if (wake == wakes) {
            waits = false;
            attempt();
        }
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

void Switch::attach(ns3::Ptr<ns3::PointToPointNetDevice> device, uint64_t bps, uint8_t speed, bool marks) {
    const size_t number = queues.size();
    auto queue = std::make_unique<Queue>();
    queue->port = std::make_unique<Port>(device, bps, agenda, [this, number] { attempt(number); });
    queue->mark_above = marks ? 3000 * bps / 1000000000 : std::numeric_limits<uint64_t>::max();
    queue->speed = speed;
    queues.push_back(std::move(queue));
    device->SetReceiveCallback(receiver([this, number](const Wire &wire) {
        agenda.arrives(wire, number, [this, wire] { arrived(wire); });
    }));
}

void Switch::arrived(const Wire &wire) {
    const size_t out = ways.at(wire.to);
    Queue &queue = *queues[out];
    queue.waiting += wire.bytes();
    longest = std::max(longest, queue.waiting);
    queue.wires.push_back(wire);
    attempt(out);
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
