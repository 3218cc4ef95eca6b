// The C face of one Verilated design, for dlopen. A template: build/shim.rs puts the ports in place of the words
// between @ signs. A row is one cycle of one side: see design.rs.
//
// One cycle: inputs applied with the clock low, settle, outputs sampled, rising edge. So the outputs of a row are those
// that the inputs of the same row see before the edge, as a Mealy golden gives them.
#include "Vtop.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif
#if VM_COVERAGE
#include "verilated_cov.h"
#endif
#if TB_SAVABLE
#include "verilated_save.h"
#endif
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#define TB_API extern "C" __attribute__((visibility("default")))

// Verilator ends the process when, say, a combinational loop does not settle (built with VL_USER_FATAL it asks us): we
// give an error back instead.
void vl_fatal(const char* file, int line, const char*, const char* message) {
    throw std::runtime_error(std::string(file ? file : "") + ":" + std::to_string(line) + ": " + (message ? message : ""));
}
static thread_local std::string last_error;

static constexpr size_t IN_WORDS = @IN_WORDS@, OUT_WORDS = @OUT_WORDS@;

struct Tb {
    VerilatedContext context;
    Vtop top;
    uint64_t half_cycle = 0;  // VCD time: 2c = cycle c settled with the clock low, 2c+1 = after its rising edge
#if VM_TRACE
    VerilatedVcdC* trace = nullptr;
#endif
    explicit Tb(int seed) : top{prepare(context, seed)} {
        uint64_t zero[IN_WORDS] = {};
        apply(zero);
        top.eval();
    }
    // All registers start at random values made from the seed.
    static VerilatedContext* prepare(VerilatedContext& c, int seed) {
        Verilated::threadContextp(&c);
        c.randReset(2);
        c.randSeed(seed);
#if VM_TRACE
        c.traceEverOn(true);
#endif
        return &c;
    }
    inline void apply(const uint64_t* in) {
        @CLOCK_LOW@
        @APPLY@
    }
    inline void sample(uint64_t* out) { @SAMPLE@ }
    inline void edge() { @CLOCK_EDGE@ }
    inline void dump() {
#if VM_TRACE
        if (trace) trace->dump(half_cycle);
#endif
        ++half_cycle;
    }
    inline void step(const uint64_t* in, uint64_t* out) {
        apply(in);
        top.eval();
        dump();
        sample(out);
        edge();
        dump();
    }
};

#if TB_SAVABLE
// Verilator saves to files; these two save to memory, through the same stream interface.
struct Writer final : VerilatedSerialize {
    std::vector<uint8_t> bytes;
    Writer() { m_isOpen = true; header(); }
    ~Writer() override { m_isOpen = false; }
    void close() override {}
    void flush() override {
        bytes.insert(bytes.end(), m_bufp, m_cp);
        m_cp = m_bufp;
    }
    void finish() { trailer(); flush(); }
};
struct Reader final : VerilatedDeserialize {
    const uint8_t* at;
    size_t left;
    Reader(const uint8_t* bytes, size_t n) : at{bytes}, left{n} {
        m_isOpen = true;
        m_endp = m_cp = m_bufp;
        header();
    }
    ~Reader() override { m_isOpen = false; }
    void close() override {}
    void flush() override {}
    void fill() override {  // moves what is unread to the front and tops the buffer up
        if (!left) return;
        const size_t unread = m_endp - m_cp;
        memmove(m_bufp, m_cp, unread);
        const size_t room = bufferSize() - unread, n = left < room ? left : room;
        memcpy(m_bufp + unread, at, n);
        at += n;
        left -= n;
        m_cp = m_bufp;
        m_endp = m_bufp + unread + n;
    }
};
#endif

TB_API uint32_t tb_in_words() { return IN_WORDS; }
TB_API uint32_t tb_out_words() { return OUT_WORDS; }

TB_API Tb* tb_new(int seed) {
    // In 5.006 a new seed makes *every* thread draw from its own context's seed anew: one construction at a time.
    static std::mutex one_at_a_time;
    const std::lock_guard<std::mutex> guard{one_at_a_time};
    try {
        return new Tb{seed};
    } catch (const std::exception& e) {
        last_error = e.what();
        return nullptr;
    }
}

// What went wrong in the last call on this thread that failed.
TB_API const char* tb_error() { return last_error.c_str(); }

TB_API void tb_free(Tb* t) {
    Verilated::threadContextp(&t->context);
#if VM_TRACE
    if (t->trace) { t->trace->close(); delete t->trace; }
#endif
    t->top.final();
    delete t;
}

TB_API int tb_run(Tb* t, const uint64_t* in, uint64_t* out, size_t cycles) {
    Verilated::threadContextp(&t->context);
    try {
        for (size_t i = 0; i < cycles; ++i) t->step(in + i * IN_WORDS, out + i * OUT_WORDS);
        return 0;
    } catch (const std::exception& e) {
        last_error = e.what();
        return 1;
    }
}

// What Verilator alone can do: the same inputs over and over, outputs never read. The yardstick of the scoreboard.
TB_API int tb_bare(Tb* t, const uint64_t* in, size_t rows, size_t cycles) {
    Verilated::threadContextp(&t->context);
    try {
        for (size_t i = 0, r = 0; i < cycles; ++i) {
            t->apply(in + r * IN_WORDS);
            t->top.eval();
            t->edge();
            if (++r == rows) r = 0;
        }
        return 0;
    } catch (const std::exception& e) {
        last_error = e.what();
        return 1;
    }
}

TB_API int tb_trace_open(Tb* t, const char* path, uint64_t first_cycle) {
#if VM_TRACE
    Verilated::threadContextp(&t->context);
    if (t->trace) return 1;
    t->trace = new VerilatedVcdC;
    t->top.trace(t->trace, 99);
    t->trace->open(path);
    t->half_cycle = 2 * first_cycle;
    if (t->trace->isOpen()) return 0;
    delete t->trace;
    t->trace = nullptr;
    return 1;
#else
    return 2;
#endif
}

TB_API void tb_trace_close(Tb* t) {
#if VM_TRACE
    Verilated::threadContextp(&t->context);
    if (t->trace) { t->trace->close(); delete t->trace; t->trace = nullptr; }
#endif
}

// Copies a snapshot to `to` if it fits `room` and returns its size; 0 when this build cannot.
TB_API size_t tb_save(Tb* t, uint8_t* to, size_t room) {
#if TB_SAVABLE
    Verilated::threadContextp(&t->context);
    Writer w;
    w << t->top;
    w.finish();
    if (w.bytes.size() <= room) memcpy(to, w.bytes.data(), w.bytes.size());
    return w.bytes.size();
#else
    return 0;
#endif
}

TB_API int tb_restore(Tb* t, const uint8_t* from, size_t size) {
#if TB_SAVABLE
    Verilated::threadContextp(&t->context);
    Reader r{from, size};
    r >> t->top;
    return 0;
#else
    return 2;
#endif
}

TB_API int tb_coverage(Tb* t, const char* path) {
#if VM_COVERAGE
    Verilated::threadContextp(&t->context);
    t->context.coveragep()->write(path);
    return 0;
#else
    return 2;
#endif
}
