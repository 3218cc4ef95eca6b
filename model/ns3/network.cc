// SPDX-License-Identifier: MIT

#include "network.h"
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>

namespace ackwright {

namespace {

constexpr uint32_t NONE = ~uint32_t(0);

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

std::istringstream open(const std::string &path, std::string &read) {
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) {
        throw std::runtime_error(path + ": expected a file");
    }
    read += text;
    return std::istringstream(text);
}

} // namespace

Network::Network(const std::string &folder, uint32_t ranks, const std::string &cut, std::string &read) {
    read_topology(folder + "/topology.txt", read);
    find_ways();
    read_flows(folder + "/flow.txt", read);
    cut.empty() ? cut_evenly(ranks) : read_cut(cut, read);
    check_cut(ranks);
}

void Network::read_topology(const std::string &path, std::string &read) {
    auto file = open(path, read);
    size_t of_switches = 0, of_links = 0;
    file >> nodes >> of_switches >> of_links;
    // as many as `simulate` takes; a negative number is a large one here
    if (!file || nodes > 4096 || of_switches > nodes || of_links > 1u << 20) {
        throw std::runtime_error(path + ": expected nodes, switches and links, of nodes at most 4096");
    }
    is_switch.assign(nodes, false);
    ports.resize(nodes);
    for (size_t i = 0; i < of_switches && file; i++) {
        uint32_t node = 0;
        file >> node;
        if (file && (node >= nodes || is_switch[node])) {
            throw std::runtime_error(path + ": switch " + std::to_string(node) + ": expected a node, once");
        }
        if (file) {
            is_switch[node] = true;
            switches.push_back(node);
        }
    }
    for (uint32_t i = 0; i < of_links && file; i++) {
        Link link{};
        std::string rate, delay, loss;
        file >> link.ends[0] >> link.ends[1] >> rate >> delay >> loss;
        if (!file) {
            break;
        }
        link.bps = number(rate, {{"Gbps", 1e9}, {"Mbps", 1e6}});
        link.delay_ns = number(delay, {{"ms", 1e6}, {"us", 1e3}, {"ns", 1.0}});
        if (link.bps < 1000000 || link.bps > 8000000000000) {
            throw std::runtime_error(path + ": a link of " + rate + ": expected 1Mbps to 8000Gbps");
        }
        if (std::max(link.ends[0], link.ends[1]) >= nodes) {
            throw std::runtime_error(path + ": a link's end is no node");
        }
        if (loss != "0" && loss.find_first_not_of("0.") != std::string::npos) {
            throw std::runtime_error(path + ": a link loses " + loss + ": expected 0, nothing is lost here");
        }
        for (const uint32_t node : link.ends) {
            ports[node].push_back(i);
            if (!is_switch[node] && ports[node].size() > 1) {
                throw std::runtime_error(path + ": host " + std::to_string(node) + " has two links: expected one");
            }
        }
        links.push_back(link);
    }
    if (!file) {
        throw std::runtime_error(path + ": expected nodes, switches and links as the first line counts them");
    }
}

/// Shortest ways in hops, to each node from everywhere; of several the first in the order of the links.
void Network::find_ways() {
    way.assign(nodes, std::vector<uint32_t>(nodes, NONE));
    for (uint32_t to = 0; to < nodes; to++) {
        std::vector<uint32_t> row = {to};
        std::vector<bool> seen(nodes, false);
        seen[to] = true;
        for (size_t at = 0; at < row.size(); at++) {
            // a host hands nothing on
            if (row[at] != to && !is_switch[row[at]]) {
                continue;
            }
            for (const uint32_t l : ports[row[at]]) {
                const uint32_t next = links[l].other(row[at]);
                if (!seen[next]) {
                    seen[next] = true;
                    way[next][to] = l;
                    row.push_back(next);
                }
            }
        }
        for (uint32_t from = 0; from < nodes; from++) {
            if (from == to || is_switch[from] || is_switch[to]) {
                continue;
            }
            uint64_t rtt = 0, least = ~uint64_t(0);
            for (uint32_t node = from; node != to;) {
                if (way[node][to] == NONE) {
                    throw std::runtime_error("topology.txt: expected links that connect all nodes");
                }
                const Link &link = links[way[node][to]];
                rtt += 2 * link.delay_ns + 8000000000000 / link.bps;
                least = std::min(least, link.bps);
                node = link.other(node);
            }
            rtt_ns = std::max(rtt_ns, rtt);
            bdp_bytes = std::max(bdp_bytes, uint64_t((unsigned __int128)rtt * least / 8000000000));
        }
    }
}

void Network::read_flows(const std::string &path, std::string &read) {
    auto file = open(path, read);
    uint32_t count = 0;
    file >> count;
    const auto is_host = [this](uint32_t node) { return node < nodes && !is_switch[node] && !ports[node].empty(); };
    for (uint32_t i = 0; i < count; i++) {
        FlowLine flow{};
        uint32_t priority = 0, port = 0;
        double start = 0;
        file >> flow.from >> flow.to >> priority >> port >> flow.bytes >> start;
        if (!file || !is_host(flow.from) || !is_host(flow.to) || flow.from == flow.to) {
            throw std::runtime_error(path + ": expected so many flows, each from host to another host");
        }
        if (flow.bytes == 0 || flow.bytes > uint64_t(1) << 40 || !(start >= 0 && start < 1e9)) {
            throw std::runtime_error(path + ": expected 1 to 2^40 bytes, and a start of 0 s to 10^9 s");
        }
        // cut, as FABRIC 1 has it
        flow.start_ns = uint64_t(start * 1000000000.0L);
        flows.push_back(flow);
    }
}

void Network::read_cut(const std::string &path, std::string &read) {
    auto file = open(path, read);
    rank.assign(nodes, NONE);
    uint32_t node = 0, of = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        if (!(file >> node >> of) || node >= nodes || rank[node] != NONE) {
            throw std::runtime_error(path + ": expected a line of node and rank for each node, once");
        }
        rank[node] = of;
    }
    if (file >> node) {
        throw std::runtime_error(path + ": expected no more than a line for each node");
    }
}

void Network::cut_evenly(uint32_t ranks) {
    if (ranks > 1 && ranks > switches.size()) {
        throw std::runtime_error("--ranks " + std::to_string(ranks) + ": expected as many as switches at most, " +
                                 std::to_string(switches.size()));
    }
    rank.assign(nodes, 0);
    for (size_t i = 0; i < switches.size(); i++) {
        rank[switches[i]] = uint32_t(i * ranks / switches.size());
    }
    for (uint32_t node = 0; node < nodes; node++) {
        if (!is_switch[node] && !ports[node].empty()) {
            rank[node] = rank[links[ports[node][0]].other(node)];
        }
    }
}

void Network::check_cut(uint32_t ranks) const {
    const std::set<uint32_t> used(rank.begin(), rank.end());
    if (used.size() != ranks || *used.rbegin() >= ranks) {
        const std::string last = std::to_string(ranks - 1);
        throw std::runtime_error("--cut: expected nodes of each rank from 0 to " + last + ", and of no other");
    }
    for (const Link &link : links) {
        if (link.delay_ns == 0 && rank[link.ends[0]] != rank[link.ends[1]]) {
            throw std::runtime_error("a link between nodes " + std::to_string(link.ends[0]) + " and " +
                                     std::to_string(link.ends[1]) + " is cut: expected a delay of 1 ns at least");
        }
    }
}

} // namespace ackwright
