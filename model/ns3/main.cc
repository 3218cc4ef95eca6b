// SPDX-License-Identifier: MIT
// Runs topology.txt and flow.txt of a folder (FABRIC 8) in ns-3, and says when each flow has ended.

#include "nodes.h"
#include <cmath>
#include <fstream>
#include <iostream>
#include <ns3/point-to-point-channel.h>
#include <ns3/drop-tail-queue.h>
#include <ns3/node.h>
#include <ns3/simulator.h>
#include <set>
#include <stdexcept>

using namespace ackwright;

namespace {

struct Link {
    uint32_t ends[2];
    uint64_t bps;
    uint64_t delay_ns;
};

struct Network {
    uint32_t nodes = 0;
    std::vector<bool> is_switch;
    std::vector<Link> links;
    /// The longest of all pairs of hosts.
    uint64_t rtt_ns = 0;
    uint64_t bdp_bytes = 0;
    /// Of each node and each destination the link that a packet leaves by.
    std::vector<std::vector<size_t>> way;
};

constexpr size_t NONE = ~size_t(0);

/// "100Gbps", "0.001ms", as whole numbers of the smallest unit.
uint64_t number(const std::string &text, std::initializer_list<std::pair<const char *, double>> units) {
    size_t end = 0;
    double value = 0;
    try {
        value = std::stod(text, &end);
    } catch (const std::exception &) {
        end = 0;
    }
    for (const auto &[unit, factor] : units) {
        if (text.substr(end) == unit) {
            if (!(value > 0 && value * factor < 1e18)) {
                break;
            }
            return uint64_t(std::llround(value * factor));
        }
    }
    throw std::runtime_error(text + ": expected a number above 0 and its unit");
}

std::ifstream open(const std::string &path) {
    std::ifstream file(path);
    if (!file) {
        throw std::runtime_error(path + ": expected a file");
    }
    return file;
}

Network read_topology(const std::string &path) {
    auto file = open(path);
    Network net;
    size_t switches = 0, links = 0;
    file >> net.nodes >> switches >> links;
    net.is_switch.assign(net.nodes, false);
    for (size_t i = 0; i < switches && file; i++) {
        uint32_t node = 0;
        file >> node;
        net.is_switch.at(node) = true;
    }
    std::set<uint32_t> linked;
    for (size_t i = 0; i < links && file; i++) {
        Link link{};
        std::string rate, delay, loss;
        file >> link.ends[0] >> link.ends[1] >> rate >> delay >> loss;
        link.bps = number(rate, {{"Gbps", 1e9}, {"Mbps", 1e6}});
        link.delay_ns = number(delay, {{"ms", 1e6}, {"us", 1e3}, {"ns", 1.0}});
        if (std::max(link.ends[0], link.ends[1]) >= net.nodes) {
            throw std::runtime_error(path + ": a link's end is no node");
        }
        if (loss != "0" && loss.find_first_not_of("0.") != std::string::npos) {
            throw std::runtime_error(path + ": a link loses " + loss + ": expected 0, nothing is lost here");
        }
        for (const uint32_t node : link.ends) {
            if (!net.is_switch[node] && !linked.insert(node).second) {
                throw std::runtime_error(path + ": host " + std::to_string(node) + " has two links: expected one");
            }
        }
        net.links.push_back(link);
    }
    if (!file) {
        throw std::runtime_error(path + ": expected nodes, switches and links as the first line counts them");
    }
    return net;
}

/// Shortest ways in hops, to each node from everywhere; of several the first in the order of the links.
void find_ways(Network &net) {
    net.way.assign(net.nodes, std::vector<size_t>(net.nodes, NONE));
    for (uint32_t to = 0; to < net.nodes; to++) {
        std::vector<uint32_t> row = {to};
        std::vector<bool> seen(net.nodes, false);
        seen[to] = true;
        for (size_t at = 0; at < row.size(); at++) {
            for (size_t l = 0; l < net.links.size(); l++) {
                const auto &ends = net.links[l].ends;
                for (int side = 0; side < 2; side++) {
                    // a host hands nothing on
                    const bool passes = row[at] == to || net.is_switch[row[at]];
                    if (ends[side] == row[at] && passes && !seen[ends[1 - side]]) {
                        seen[ends[1 - side]] = true;
                        net.way[ends[1 - side]][to] = l;
                        row.push_back(ends[1 - side]);
                    }
                }
            }
        }
        for (uint32_t from = 0; from < net.nodes; from++) {
            if (from == to || net.is_switch[from] || net.is_switch[to]) {
                continue;
            }
            uint64_t rtt = 0, least = ~uint64_t(0);
            for (uint32_t node = from; node != to;) {
                if (net.way[node][to] == NONE) {
                    throw std::runtime_error("topology.txt: expected links that connect all nodes");
                }
                const Link &link = net.links[net.way[node][to]];
                rtt += 2 * link.delay_ns + 8000000000000 / link.bps;
                least = std::min(least, link.bps);
                node = link.ends[link.ends[0] == node];
            }
            net.rtt_ns = std::max(net.rtt_ns, rtt);
            net.bdp_bytes = std::max(net.bdp_bytes, uint64_t((unsigned __int128)rtt * least / 8000000000));
        }
    }
}

int run(const std::string &folder, const std::string &algorithm) {
    Network net = read_topology(folder + "/topology.txt");
    find_ways(net);
    std::vector<ns3::Ptr<ns3::Node>> nodes;
    std::vector<ns3::Ptr<Host>> hosts(net.nodes);
    std::vector<ns3::Ptr<Switch>> switches(net.nodes);
    for (uint32_t node = 0; node < net.nodes; node++) {
        nodes.push_back(ns3::CreateObject<ns3::Node>());
        if (net.is_switch[node]) {
            nodes[node]->AddApplication(switches[node] = ns3::CreateObject<Switch>());
        } else {
            nodes[node]->AddApplication(hosts[node] = ns3::CreateObject<Host>());
        }
    }
    Line any = {1000000000, net.rtt_ns, net.bdp_bytes};
    const bool marks = sender(algorithm, any)->marks();
    // of each node its links, in the order of its ports
    std::vector<std::vector<size_t>> ports(net.nodes);
    for (size_t l = 0; l < net.links.size(); l++) {
        const Link &link = net.links[l];
        auto channel = ns3::CreateObject<ns3::PointToPointChannel>();
        channel->SetAttribute("Delay", ns3::TimeValue(ns3::NanoSeconds(link.delay_ns)));
        for (const uint32_t node : link.ends) {
            auto device = ns3::CreateObject<ns3::PointToPointNetDevice>();
            device->SetAddress(ns3::Mac48Address::Allocate());
            device->SetDataRate(ns3::DataRate(link.bps));
            device->SetQueue(ns3::CreateObject<ns3::DropTailQueue<ns3::Packet>>());
            nodes[node]->AddDevice(device);
            device->Attach(channel);
            if (net.is_switch[node]) {
                switches[node]->attach(device, link.bps, marks);
            } else {
                hosts[node]->attach(device, {link.bps, net.rtt_ns, net.bdp_bytes});
            }
            ports[node].push_back(l);
        }
    }
    for (uint32_t node = 0; node < net.nodes; node++) {
        for (uint32_t to = 0; net.is_switch[node] && to < net.nodes; to++) {
            const auto port = std::find(ports[node].begin(), ports[node].end(), net.way[node][to]);
            if (port != ports[node].end()) {
                switches[node]->route(to, size_t(port - ports[node].begin()));
            }
        }
    }
    auto file = open(folder + "/flow.txt");
    uint32_t flows = 0;
    file >> flows;
    uint64_t first = ~uint64_t(0);
    for (uint32_t number = 0; number < flows; number++) {
        uint32_t from = 0, priority = 0, port = 0;
        double start = 0;
        auto flow = std::make_unique<Flow>();
        file >> from >> flow->to >> priority >> port >> flow->bytes >> start;
        if (!file || std::max(from, flow->to) >= net.nodes || !hosts[from] || !hosts[flow->to] || from == flow->to) {
            throw std::runtime_error(folder + "/flow.txt: expected so many flows, each from host to another host");
        }
        if (flow->bytes == 0 || !(start >= 0 && start < 1e9)) {
            throw std::runtime_error(folder + "/flow.txt: expected bytes, and a start of 0 s to 10^9 s");
        }
        flow->number = number;
        // cut, as FABRIC 1 has it
        flow->start_ns = uint64_t(start * 1000000000.0L);
        flow->sender = sender(algorithm, {net.links[ports[from].at(0)].bps, net.rtt_ns, net.bdp_bytes});
        first = std::min(first, flow->start_ns);
        hosts[from]->add(std::move(flow));
    }
    ns3::Simulator::Run();
    uint64_t last = first, longest = 0;
    bool complete = flows != 0;
    for (const auto &host : hosts) {
        for (size_t i = 0; host && i < host->flows().size(); i++) {
            const Flow &flow = *host->flows()[i];
            complete = complete && flow.fct_ns != 0;
            last = std::max(last, flow.start_ns + flow.fct_ns);
            std::cout << "flow " << flow.number << ": " << flow.bytes << " bytes, " << flow.fct_ns << " ns\n";
        }
    }
    for (const auto &at : switches) {
        longest = at ? std::max(longest, at->longest_queue()) : longest;
    }
    std::cout << "makespan_ns " << last - first << "\nlongest_queue_bytes " << longest << "\n";
    ns3::Simulator::Destroy();
    if (!complete) {
        std::cerr << folder << ": flows have not ended\n";
    }
    return complete ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        std::cerr << "usage: " << argv[0] << " FOLDER ldcp|hpcc|dctcp\n";
        return 2;
    }
    try {
        if (ackw_abi() != ACKW_ABI) {
            throw std::runtime_error("the library and its header are of different versions");
        }
        return run(argv[1], argv[2]);
    } catch (const std::exception &e) {
        std::cerr << argv[0] << ": " << e.what() << "\n";
        return 2;
    }
}
