// SPDX-License-Identifier: MIT
// Hosts and switches of FABRIC 4 and 5 on ns-3's point-to-point links, without pauses and losses. Each touches the
// devices of its own node alone.

#ifndef ACKWRIGHT_NS3_NODES_H
#define ACKWRIGHT_NS3_NODES_H

#include "sender.h"
#include <deque>
#include <functional>
#include <map>
#include <ns3/application.h>
#include <ns3/event-id.h>
#include <ns3/point-to-point-net-device.h>
#include <vector>

namespace ackwright {

/// A device, and whether it sends.
class Port {
  public:
    Port(ns3::Ptr<ns3::PointToPointNetDevice> device, uint64_t bps, std::function<void()> idle);
    void send(const Wire &wire);
    bool busy() const { return sends; }
    uint64_t bps() const { return rate; }
    const ns3::Ptr<ns3::PointToPointNetDevice> device;

  private:
    void ended();
    uint64_t rate;
    std::function<void()> idle;
    bool sends = false;
};

/// Of one flow, at its sender.
struct Flow {
    uint32_t number;
    uint32_t to;
    uint64_t bytes;
    uint64_t start_ns;
    std::unique_ptr<Sender> sender;
    uint64_t una = 0;
    uint64_t next = 0;
    uint64_t window = 0;
    uint64_t rate = 0;
    uint64_t free_ns = 0;
    uint32_t last_bytes = 0;
    uint64_t fct_ns = 0;
};

class Host : public ns3::Application {
  public:
    static ns3::TypeId GetTypeId();
    void attach(ns3::Ptr<ns3::PointToPointNetDevice> device, const Line &line);
    void add(std::unique_ptr<Flow> flow);
    const std::vector<std::unique_ptr<Flow>> &flows() const { return all; }

  private:
    void begins(Flow *flow);
    bool arrives(ns3::Ptr<ns3::NetDevice>, ns3::Ptr<const ns3::Packet>, uint16_t, const ns3::Address &);
    void attempt();
    void sends(Flow &flow);
    void acked(Flow &flow, const Wire &ack);
    void wake_at(uint64_t ns);
    Line line{};
    std::unique_ptr<Port> port;
    std::vector<std::unique_ptr<Flow>> all;
    /// In order of start.
    std::vector<Flow *> listed;
    size_t last = 0;
    std::deque<Wire> acks;
    /// Bytes of each flow that have come.
    std::map<uint32_t, uint64_t> expected;
    bool waits = false;
    uint64_t wake_ns = 0;
    ns3::EventId wake;
};

class Switch : public ns3::Application {
  public:
    static ns3::TypeId GetTypeId();
    /// `marks`: above 3,000 bytes for each Gbit/s.
    void attach(ns3::Ptr<ns3::PointToPointNetDevice> device, uint64_t bps, bool marks);
    /// What goes to a node leaves by this port.
    void route(uint32_t to, size_t port) { ways[to] = port; }
    uint64_t longest_queue() const { return longest; }

  private:
    struct Queue {
        std::unique_ptr<Port> port;
        std::deque<Wire> wires;
        uint64_t waiting = 0;
        uint64_t sent = 0;
        uint64_t mark_above = 0;
        uint8_t speed = 15;
    };
    bool arrives(ns3::Ptr<ns3::NetDevice>, ns3::Ptr<const ns3::Packet>, uint16_t, const ns3::Address &);
    void attempt(size_t port);
    std::vector<std::unique_ptr<Queue>> queues;
    std::map<uint32_t, size_t> ways;
    uint64_t longest = 0;
};

} // namespace ackwright

#endif
