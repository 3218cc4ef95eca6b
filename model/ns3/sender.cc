// SPDX-License-Identifier: MIT

#include "sender.h"
#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace ackwright {

namespace {

constexpr uint64_t NO_WINDOW = ~uint64_t(0);
constexpr unsigned __int128 BPS = 8000000000; // of a byte a ns
constexpr uint64_t LEAST_BPS = 1000000000;
constexpr uint32_t PSN_MASK = (1 << 24) - 1;

void check(ackw_status status) {
    if (status != ACKW_OK) {
        throw std::runtime_error(ackw_last_error());
    }
}

uint64_t packets(uint64_t bytes) { return (bytes + PAYLOAD_BYTES - 1) / PAYLOAD_BYTES; }

uint64_t at_least_one(uint64_t bytes) { return std::max<uint64_t>(bytes, 1); }

/// Fraction bits of a window in packets.
/// Bit 0 of an update's flags.
constexpr uint32_t PACED = 1;
constexpr unsigned LDCP = 28;
constexpr unsigned DCTCP = 27;

/// Packets in bytes.
uint64_t window_of_packets(uint64_t window, unsigned fraction) {
    return at_least_one((PAYLOAD_BYTES * window) >> fraction);
}

/// The BDP in packets (FABRIC 4).
uint64_t first_window(const Line &line, unsigned fraction, uint64_t least, uint64_t most) {
    const auto window = ((unsigned __int128)line.bdp_bytes << fraction) / PAYLOAD_BYTES;
    return std::max(least, std::min(most, uint64_t(window)));
}

class Ldcp : public Sender {
    Line line;
    ackw_ldcp_params params;
    ackw_ldcp_context context;

  public:
    explicit Ldcp(const Line &line) : line(line) {
        check(ackw_ldcp_params_reset(&params));
        check(ackw_ldcp_context_reset(&context));
        context.cw = first_window(line, LDCP, uint64_t(1) << LDCP, params.cw_max);
        context.rtt = uint32_t(line.rtt_ns);
    }

    Limits acked(const Wire &ack, uint64_t confirmed, uint64_t) override {
        const ackw_ldcp_event event = {0, 0, ack.marked, uint32_t(packets(confirmed))};
        ackw_update update;
        check(ackw_ldcp_step(&params, &event, &context, &update));
        if (update.flags & PACED) {
            // a packet of 1,000 bytes in each RTT / cw, which update.pace has in whole ns only
            const auto bps = ((unsigned __int128)context.cw * 8000000000000 / line.rtt_ns) >> LDCP;
            return {NO_WINDOW, at_least_one(uint64_t(bps))};
        }
        return {window_of_packets(update.window, LDCP), line.bps};
    }
};

class Dctcp : public Sender {
    Line line;
    ackw_dctcp_params params;
    ackw_dctcp_context context;

  public:
    explicit Dctcp(const Line &line) : line(line) {
        check(ackw_dctcp_params_reset(&params));
        check(ackw_dctcp_context_new(&params, &context));
        context.cwnd = first_window(line, DCTCP, params.cwnd_min, params.cwnd_max);
    }

    Limits acked(const Wire &ack, uint64_t confirmed, uint64_t next) override {
        const uint32_t seq = uint32_t(packets(ack.number) - 1) & PSN_MASK;
        const ackw_dctcp_event event = {0, ack.marked, uint32_t(packets(confirmed)), seq,
                                        uint32_t(packets(next)) & PSN_MASK};
        ackw_update update;
        check(ackw_dctcp_step(&params, &event, &context, &update));
        return {window_of_packets(update.window, DCTCP), line.bps};
    }
};

class Hpcc : public Sender {
    Line line;
    ackw_hpcc_params params;
    ackw_hpcc_context context;

    /// What a rate sends in an RTT, bytes, U28.12.
    uint64_t in_an_rtt(uint64_t bps) const {
        return uint64_t((((unsigned __int128)bps * line.rtt_ns << 12) + BPS / 2) / BPS);
    }

  public:
    explicit Hpcc(const Line &line) : line(line) {
        check(ackw_hpcc_params_reset(&params));
        params.t = uint32_t(line.rtt_ns);
        params.max_stage = 5;
        params.w_ai = uint32_t(in_an_rtt(uint64_t((unsigned __int128)10000000 * line.bps / 25000000000)));
        params.w_min = in_an_rtt(LEAST_BPS);
        params.w_init = params.w_max = line.bdp_bytes << 12;
        params.sync_first = 1;
        check(ackw_hpcc_context_new(&line.header, &params, &context));
    }

    Limits acked(const Wire &ack, uint64_t, uint64_t next) override {
        const uint32_t seq = uint32_t(packets(ack.number) - 1) & PSN_MASK;
        const ackw_hpcc_arrival arrival = {0, seq, uint32_t(packets(next)) & PSN_MASK, 0};
        ackw_telemetry telemetry = {};
        telemetry.n_hop = ack.hops;
        for (unsigned i = 0; i < ack.hops; i++) {
            const Hop &hop = ack.telemetry[i];
            telemetry.hops[i] = {hop.speed, hop.ts, hop.tx, hop.queue};
        }
        ackw_update update;
        check(ackw_hpcc_step(&line.header, &params, &arrival, &telemetry, &context, &update));
        const uint64_t rate = uint64_t(((unsigned __int128)update.pace * BPS) >> 28);
        return {at_least_one(update.window >> 12), std::min(std::max(LEAST_BPS, rate), line.bps)};
    }

    bool repaces() const override { return true; }
    bool telemetry() const override { return true; }
    bool marks() const override { return false; }
};

} // namespace

Speeds::Speeds(const std::vector<Link> &links, bool told) {
    check(ackw_hpcc_header_reset(&header));
    for (const Link &link : links) {
        const uint64_t gbps = link.bps / 1000000000;
        if (!told || code(link.bps) < std::size(header.gbps)) {
            continue;
        }
        auto *const entry = std::find(std::begin(header.gbps), std::end(header.gbps), 0);
        if (link.bps % 1000000000 != 0 || gbps > 4095 || entry == std::end(header.gbps)) {
            const std::string bps = std::to_string(link.bps);
            throw std::runtime_error("topology.txt: HPCC++'s speed table has no entry for a link of " + bps +
                                     " bit/s: expected whole Gbit/s, at most 4095, and at most 8 rates beside those "
                                     "after reset");
        }
        *entry = uint32_t(gbps);
    }
}

uint8_t Speeds::code(uint64_t bps) const {
    const uint64_t gbps = bps % 1000000000 == 0 ? bps / 1000000000 : ~uint64_t(0);
    return uint8_t(std::find(std::begin(header.gbps), std::end(header.gbps), gbps) - std::begin(header.gbps));
}

std::unique_ptr<Sender> sender(const std::string &name, const Line &line) {
    if (name == "ldcp") {
        return std::make_unique<Ldcp>(line);
    }
    if (name == "dctcp") {
        return std::make_unique<Dctcp>(line);
    }
    if (name == "hpcc") {
        return std::make_unique<Hpcc>(line);
    }
    throw std::runtime_error(name + ": expected ldcp, hpcc or dctcp");
}

} // namespace ackwright
