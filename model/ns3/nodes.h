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
#include <ns3/point-to-point-net-device.h>
#include <tuple>
#include <vector>

namespace ackwright {

/// What happens to a node in one ns, in the order of FABRIC 1 as far as `Descent` knows it; of those that it does not
/// tell apart the node's own in their order, then arrivals by port. ns-3 alone takes the order in which it is told of
/// them, and so, of packets of another rank, the order of messages.
class Agenda {
  public:
    /// A flow's.
    void start(uint64_t at_ns, uint32_t flow, std::function<void()> what);
    /// The node's own.
    void schedule(uint64_t in_ns, std::function<void()> what);
    /// A packet that comes now.
    void arrives(const Wire &wire, size_t port, std::function<void()> what);
    /// Of what is scheduled now.
    std::shared_ptr<const Descent> descent();

  private:
    struct Key {
        std::shared_ptr<const Descent> descent;
        /// 0, or 1 and the port.
        uint64_t port;
        /// Its own.
        uint64_t number;
        bool operator<(const Key &other) const {
            return std::tie(*descent, port, number) < std::tie(*other.descent, other.port, other.number);
        }
    };
    void is_due(Key key, std::function<void()> what);
    void run();
    std::map<Key, std::function<void()>> due;
    /// Of what happens now, and of what that schedules.
    std::shared_ptr<const Descent> current;
    std::shared_ptr<const Descent> next;
    uint64_t number = 0;
};

/// An end of a link, and whether it sends.
class Port {
  public:
    Port(ns3::Ptr<ns3::PointToPointNetDevice> device, uint64_t bps, Agenda &agenda, std::function<void()> idle);
    void send(Wire wire);
    bool busy() const { return sends; }

  private:
    ns3::Ptr<ns3::PointToPointNetDevice> device;
    uint64_t rate;
    Agenda &agenda;
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
    void arrived(Wire wire);
    void attempt();
    void sends(Flow &flow);
    void acked(Flow &flow, const Wire &ack);
    void wake_at(uint64_t ns);
    Line line{};
    Agenda agenda;
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
    /// Wakes so far: those before the last are void.
    uint64_t wakes = 0;
};

class Switch : public ns3::Application {
  public:
    static ns3::TypeId GetTypeId();
    /// `speed`: the rate's code in telemetry. `marks`: above 3,000 bytes for each Gbit/s.
    void attach(ns3::Ptr<ns3::PointToPointNetDevice> device, uint64_t bps, uint8_t speed, bool marks);
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
        uint8_t speed = 0;
    };
    void arrived(const Wire &wire);
    void attempt(size_t port);
    Agenda agenda;
    std::vector<std::unique_ptr<Queue>> queues;
    std::map<uint32_t, size_t> ways;
    uint64_t longest = 0;
};

} // namespace ackwright

#endif
