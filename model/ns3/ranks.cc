// SPDX-License-Identifier: MIT

#include "ranks.h"
#include <stdexcept>
#ifdef NS3_MPI
#include <iostream>
#include <ns3/global-value.h>
#include <ns3/mpi-interface.h>
#include <ns3/string.h>
#endif

namespace ackwright {

#ifdef NS3_MPI

Ranks::Ranks(uint32_t number) : number(number) {
    if (number == 1) {
        return;
    }
    // windows as long as the least delay that is cut
    ns3::GlobalValue::Bind("SimulatorImplementationType", ns3::StringValue("ns3::DistributedSimulatorImpl"));
    int argc = 0;
    char **argv = nullptr;
    ns3::MpiInterface::Enable(&argc, &argv);
    rank = ns3::MpiInterface::GetSystemId();
    const uint32_t has = ns3::MpiInterface::GetSize();
    if (has != number) {
        ns3::MpiInterface::Disable();
        const std::string n = std::to_string(number);
        const std::string fault = "--ranks " + n + ": expected mpirun -n " + n + ", found " + std::to_string(has);
        throw std::runtime_error(rank == 0 ? fault : "");
    }
}

Ranks::~Ranks() {
    if (number != 1) {
        ns3::MpiInterface::Disable();
    }
}

void Ranks::agree(const std::string &fault, const std::string &read) const {
    if (number == 1) {
        if (!fault.empty()) {
            throw std::runtime_error(fault);
        }
        return;
    }
    const MPI_Comm all = ns3::MpiInterface::GetCommunicator();
    uint64_t digest = 14695981039346656037u;
    for (const char byte : read) {
        digest = (digest ^ uint8_t(byte)) * 1099511628211u;
    }
    // the least rank with a fault, and the least and, inverted, the greatest digest
    uint64_t least[3] = {fault.empty() ? number : rank, digest, ~digest};
    MPI_Allreduce(MPI_IN_PLACE, least, 3, MPI_UINT64_T, MPI_MIN, all);
    if (least[0] != number) {
        throw std::runtime_error(least[0] == rank ? fault : "");
    }
    if (least[1] != ~least[2]) {
        throw std::runtime_error(rank == 0 ? "expected the same files for all ranks" : "");
    }
}

void Ranks::gather(std::vector<uint64_t> &values) const {
    if (number != 1) {
        const MPI_Comm all = ns3::MpiInterface::GetCommunicator();
        const void *mine = rank == 0 ? MPI_IN_PLACE : values.data();
        MPI_Reduce(mine, values.data(), int(values.size()), MPI_UINT64_T, MPI_MAX, 0, all);
    }
}

void Ranks::abort(const std::string &fault) const {
    if (number != 1) {
        std::cerr << "rank " << rank << ": " << fault << std::endl;
        MPI_Abort(ns3::MpiInterface::GetCommunicator(), 2);
    }
}

#else

Ranks::Ranks(uint32_t number) : number(number) {
    if (number != 1) {
        const std::string n = std::to_string(number);
        throw std::runtime_error("--ranks " + n + ": expected 1, for this ns-3 was built without MPI");
    }
}

Ranks::~Ranks() = default;

void Ranks::agree(const std::string &fault, const std::string &) const {
    if (!fault.empty()) {
        throw std::runtime_error(fault);
    }
}

void Ranks::gather(std::vector<uint64_t> &) const {}

void Ranks::abort(const std::string &) const {}

#endif

} // namespace ackwright
