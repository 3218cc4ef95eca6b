// SPDX-License-Identifier: MIT
// What a folder says (FABRIC 8): nodes, links, ways and flows, and how the nodes are cut into parts.

#ifndef ACKWRIGHT_NS3_NETWORK_H
#define ACKWRIGHT_NS3_NETWORK_H

#include <cstdint>
#include <string>
#include <vector>

namespace ackwright {

struct Link {
    uint32_t ends[2];
    uint64_t bps;
    uint64_t delay_ns;
    uint32_t other(uint32_t end) const { return ends[ends[0] == end]; }
};

struct FlowLine {
    uint32_t from;
    uint32_t to;
    uint64_t bytes;
    uint64_t start_ns;
};

struct Network {
    uint32_t nodes = 0;
    /// In the order of the file.
    std::vector<uint32_t> switches;
    std::vector<bool> is_switch;
    std::vector<Link> links;
    /// Of each node its links in the order of the file, which are its ports.
    std::vector<std::vector<uint32_t>> ports;
    /// Of each node and each destination the link that a packet leaves by.
    std::vector<std::vector<uint32_t>> way;
    /// The longest of all pairs of hosts.
    uint64_t rtt_ns = 0;
    uint64_t bdp_bytes = 0;
    std::vector<FlowLine> flows;
    /// Of each node the rank that it is of.
    std::vector<uint32_t> rank;

    /// Reads `topology.txt` and `flow.txt`; `cut` is a file with a line "node rank" for each node. Without it the
    /// switches are cut in the order of the file into parts of one size, and a host is with its switch. All that was
    /// read is behind `read`. Throws if a file does not say what it should.
    Network(const std::string &folder, uint32_t ranks, const std::string &cut, std::string &read);

  private:
    void read_topology(const std::string &path, std::string &read);
    void find_ways();
    void read_flows(const std::string &path, std::string &read);
    void read_cut(const std::string &path, std::string &read);
    void cut_evenly(uint32_t ranks);
    void check_cut(uint32_t ranks) const;
};

} // namespace ackwright

#endif
