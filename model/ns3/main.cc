// SPDX-License-Identifier: MIT
// Runs topology.txt and flow.txt of a folder (FABRIC 8) in ns-3, and says when each flow has ended.

#include "network.h"
#include "nodes.h"
#include "ranks.h"
#include <algorithm>
#include <iostream>
#include <ns3/data-rate.h>
#include <ns3/node.h>
#include <ns3/point-to-point-helper.h>
#include <ns3/simulator.h>
#include <stdexcept>

using namespace ackwright;

namespace {

struct Options {
    std::string folder;
    std::string algorithm;
    uint32_t ranks = 1;
    std::string cut;
};

Options options(int argc, char **argv) {
    Options options;
    std::vector<std::string> words;
    for (int i = 1; i < argc; i++) {
        const std::string word = argv[i];
        if (word != "--ranks" && word != "--cut") {
            words.push_back(word);
            continue;
        }
        const std::string value = ++i < argc ? argv[i] : "";
        if (word == "--cut") {
            options.cut = value;
        } else if (!value.empty() && value.size() < 7 && value.find_first_not_of("0123456789") == std::string::npos) {
            options.ranks = uint32_t(std::stoul(value));
        } else {
            options.ranks = 0;
        }
        if (value.empty() || options.ranks == 0) {
            throw std::runtime_error(word + ": expected " + (word == "--cut" ? "a file" : "a number from 1 to 999999"));
        }
    }
    if (words.size() != 2) {
        throw std::runtime_error("expected FOLDER ldcp|hpcc|dctcp [--ranks N [--cut FILE]]");
    }
    if (options.ranks == 1 && !options.cut.empty()) {
        throw std::runtime_error("--cut: expected --ranks of 2 at least");
    }
    options.folder = words[0];
    options.algorithm = words[1];
    return options;
}

/// The nodes of the network, of all ranks, with flows for those of the own: the others stay quiet.
struct Nodes {
    std::vector<ns3::Ptr<Host>> hosts;
    std::vector<ns3::Ptr<Switch>> switches;

    Nodes(const Network &net, const std::string &algorithm, uint32_t own);
};

Nodes::Nodes(const Network &net, const std::string &algorithm, uint32_t own) : hosts(net.nodes), switches(net.nodes) {
    Line line = {1000000000, net.rtt_ns, net.bdp_bytes, {}};
    line.header = Speeds({}, false).header;
    const auto any = sender(algorithm, line);
    const Speeds speeds(net.links, any->telemetry());
    line.header = speeds.header;
    std::vector<ns3::Ptr<ns3::Node>> nodes;
    for (uint32_t node = 0; node < net.nodes; node++) {
        nodes.push_back(ns3::CreateObject<ns3::Node>(net.rank[node]));
        if (net.is_switch[node]) {
            nodes[node]->AddApplication(switches[node] = ns3::CreateObject<Switch>());
        } else {
            nodes[node]->AddApplication(hosts[node] = ns3::CreateObject<Host>());
        }
    }
    ns3::PointToPointHelper helper;
    for (const Link &link : net.links) {
        helper.SetDeviceAttribute("DataRate", ns3::DataRateValue(ns3::DataRate(link.bps)));
        helper.SetChannelAttribute("Delay", ns3::TimeValue(ns3::NanoSeconds(link.delay_ns)));
        const auto devices = helper.Install(nodes[link.ends[0]], nodes[link.ends[1]]);
        for (uint32_t side = 0; side < 2; side++) {
            const uint32_t node = link.ends[side];
            const auto device = ns3::DynamicCast<ns3::PointToPointNetDevice>(devices.Get(side));
            if (net.is_switch[node]) {
                switches[node]->attach(device, link.bps, speeds.code(link.bps), any->marks());
            } else {
                line.bps = link.bps;
                hosts[node]->attach(device, line);
            }
        }
    }
    for (const uint32_t node : net.switches) {
        for (uint32_t to = 0; to < net.nodes; to++) {
            const auto &ports = net.ports[node];
            const auto port = std::find(ports.begin(), ports.end(), net.way[node][to]);
            if (port != ports.end()) {
                switches[node]->route(to, size_t(port - ports.begin()));
            }
        }
    }
    for (uint32_t number = 0; number < net.flows.size(); number++) {
        const FlowLine &of = net.flows[number];
        if (net.rank[of.from] != own) {
            continue;
        }
        auto flow = std::make_unique<Flow>();
        flow->number = number;
        flow->to = of.to;
        flow->bytes = of.bytes;
        flow->start_ns = of.start_ns;
        line.bps = net.links[net.ports[of.from][0]].bps;
        flow->sender = sender(algorithm, line);
        hosts[of.from]->add(std::move(flow));
    }
}

int report(const Network &net, const std::string &folder, const std::vector<uint64_t> &fct_ns, uint64_t longest) {
    uint64_t first = ~uint64_t(0), last = 0;
    bool complete = !net.flows.empty();
    for (size_t i = 0; i < net.flows.size(); i++) {
        const FlowLine &flow = net.flows[i];
        complete = complete && fct_ns[i] != 0;
        first = std::min(first, flow.start_ns);
        last = std::max(last, flow.start_ns + fct_ns[i]);
        std::cout << "flow " << i << ": " << flow.bytes << " bytes, " << fct_ns[i] << " ns\n";
    }
    std::cout << "makespan_ns " << (complete ? last - first : 0) << "\nlongest_queue_bytes " << longest << "\n";
    if (!complete) {
        std::cerr << folder << ": flows have not ended\n";
    }
    return complete ? 0 : 1;
}

int run(const Options &options, const Ranks &ranks) {
    std::unique_ptr<Network> net;
    std::unique_ptr<Nodes> nodes;
    std::string fault, read = options.algorithm;
    try {
        net = std::make_unique<Network>(options.folder, options.ranks, options.cut, read);
        nodes = std::make_unique<Nodes>(*net, options.algorithm, ranks.own());
    } catch (const std::exception &e) {
        fault = e.what();
    }
    ranks.agree(fault, read);
    try {
        // until no rank has an event and no packet is under way between them
        ns3::Simulator::Run();
    } catch (const std::exception &e) {
        ranks.abort(e.what());
        throw;
    }
    // of each flow its time, and the longest queue
    std::vector<uint64_t> results(net->flows.size() + 1, 0);
    for (const auto &host : nodes->hosts) {
        for (size_t i = 0; host && i < host->flows().size(); i++) {
            results[host->flows()[i]->number] = host->flows()[i]->fct_ns;
        }
    }
    for (const auto &at : nodes->switches) {
        results.back() = at ? std::max(results.back(), at->longest_queue()) : results.back();
    }
    ranks.gather(results);
    ns3::Simulator::Destroy();
    return ranks.own() == 0 ? report(*net, options.folder, results, results.back()) : 0;
}

} // namespace

int main(int argc, char **argv) {
    try {
        if (ackw_abi() != ACKW_ABI) {
            throw std::runtime_error("the library and its header are of different versions");
        }
        const Options chosen = options(argc, argv);
        const Ranks ranks(chosen.ranks);
        return run(chosen, ranks);
    } catch (const std::exception &e) {
        if (*e.what() != 0) {
            std::cerr << argv[0] << ": " << e.what() << "\n";
        }
        return 2;
    }
}
