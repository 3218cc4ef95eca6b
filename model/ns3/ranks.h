// SPDX-License-Identifier: MIT
// The processes of MPI that a network is run in: one, or as many as mpirun has begun. The only file of the module that
// knows whether its ns-3 has MPI.

#ifndef ACKWRIGHT_NS3_RANKS_H
#define ACKWRIGHT_NS3_RANKS_H

#include <cstdint>
#include <string>
#include <vector>

namespace ackwright {

/// What these throw says nothing in those ranks that leave it to another.
class Ranks {
  public:
    /// One process needs no MPI and begins none. Throws if there are not so many, or if ns-3 has no MPI.
    explicit Ranks(uint32_t number);
    ~Ranks();
    Ranks(const Ranks &) = delete;
    Ranks &operator=(const Ranks &) = delete;
    uint32_t own() const { return rank; }
    /// Throws in all ranks if one of them has a fault, or if they have read other texts.
    void agree(const std::string &fault, const std::string &read) const;
    /// Of each place the greatest of all ranks, at rank 0.
    void gather(std::vector<uint64_t> &values) const;
    /// Ends all ranks, for the others wait for this one. Does nothing if it is alone.
    void abort(const std::string &fault) const;

  private:
    const uint32_t number;
    uint32_t rank = 0;
};

} // namespace ackwright

#endif
