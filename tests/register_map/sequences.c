/* The header's sequences on the device: what each writes in which order, and what it answers. sequences.txt: what must come. */
#include "ackw_registers.h"
#include <inttypes.h>

static void title(const char *text)
{
    printf("== %s\n", text);
}

static void answer(enum ackw_result result)
{
    static const char *const names[] = { "ok", "timeout", "refused", "wrong id", "wrong version", "wrong config" };
    printf("%s\n", names[result]);
}

static void identity(void)
{
    uint64_t kept;
    title("check");
    answer(ackw_check(0));
    kept = place_at(0x008u)->value;
    place_at(0x008u)->value ^= (uint64_t)1 << 63;
    answer(ackw_check(0));
    place_at(0x008u)->value = kept;
    place_at(0x004u)->value++;
    answer(ackw_check(0));
    place_at(0x004u)->value--;
    place_at(0x000u)->value = 0;
    answer(ackw_check(0));
    place_at(0x000u)->value = 0x41434b57u;
}

static struct ackw_ldcp_set ldcp(void)
{
    struct ackw_ldcp_set set;
    set.alpha = 0x8000u;
    set.beta = 0x4000u;
    set.gamma = 0x1000u;
    set.eta = 0x8000u;
    set.cw_max = ACKW_FIXED(201, 2, ACKW_SET_LDCP_CW_MAX_FRAC);
    return set;
}

static void initialisation(void)
{
    struct ackw_ldcp_set set = ldcp();
    title("before init_done");
    ready = 0;
    answer(ackw_wait_init(0, 3u));
    answer(ackw_write_ldcp_set(0, 15u, &set, 3u));
    ready = 1;
    answer(ackw_wait_init(0, 1u));
    answer(ackw_wait_init(0, 0u));
}

static void sets(void)
{
    struct ackw_ldcp_set set = ldcp();
    struct ackw_hpcc_set hpcc;
    struct ackw_speed speed;
    title("parameter sets");
    answer(ackw_write_ldcp_set(0, 15u, &set, 3u));
    set.alpha = 0u;
    answer(ackw_write_ldcp_set(0, 15u, &set, 3u));
    printf("at %03x\n", (unsigned)ackw_refused_at(0));
    answer(ackw_write_ldcp_set(0, 16u, &set, 3u));
    hpcc.t = 5000u;
    hpcc.eta = 62259u;
    hpcc.max_stage = 5u;
    hpcc.w_ai = 80u << 12;
    hpcc.w_min = (uint64_t)0x12345678 << 8;
    hpcc.w_max = 1u;
    hpcc.sync_first = 1u;
    printf("%d\n", ackw_derive_hpcc(&hpcc, 1u, 128u, 80u));
    answer(ackw_write_hpcc_set(0, 2u, &hpcc, 3u));
    title("a speed");
    speed.gbps = 100u;
    ackw_derive_speed(&speed, 1u);
    answer(ackw_write_speed(0, 2u, &speed));
}

static void contexts(void)
{
    struct ackw_context context;
    title("read a context");
    place_at(0x1a0u)->value = 1;
    place_at(0x1a4u)->value = 7;
    place_at(0x1a8u)->value = 0xabcdef;
    place_at(0x1acu)->value = 1;
    place_at(0x4c0u)->value = (uint64_t)0x123 << 32 | 0x456789ab;
    place_at(0x4c8u)->value = 12000;
    place_at(0x5c0u)->value = (uint64_t)0xfedc << 32 | 0xba987654;
    place_at(0x5c8u)->value = (uint64_t)0x12 << 32 | 0x3456789a;
    place_at(0x5d0u)->value = (uint64_t)0x9a << 32 | 0x78563412;
    place_at(0x5d8u)->value = 4;
    place_at(0x5dcu)->value = 0xdeadbeef;
    answer(ackw_read_context(0, 0x321u, &context, 3u));
    printf("%x %x %x %x %" PRIx64 " %x\n", (unsigned)context.alg, (unsigned)context.set, (unsigned)context.psn,
           (unsigned)context.open, context.ldcp_cw, (unsigned)context.ldcp_rtt);
    printf("%" PRIx64 " %" PRIx64 " %" PRIx64 " %x %x\n", context.hpcc_u, context.hpcc_w, context.hpcc_wc,
           (unsigned)context.hpcc_inc_stage, (unsigned)context.hpcc_last_update);
    title("no such QP");
    answer(ackw_read_context(0, 4096u, &context, 3u));
    title("write parts of a context");
    context.ldcp_cw = ACKW_FIXED(5, 2, ACKW_HOST_LDCP_CW_FRAC);
    answer(ackw_write_context(0, 9u, ACKW_PART_CHOICE | ACKW_PART_LDCP, &context, 3u));
    answer(ackw_write_context(0, 9u, ACKW_PART_PSN, &context, 3u));
    answer(ackw_write_context(0, 9u, ACKW_PART_HPCC, &context, 3u));
    title("open and close a QP");
    answer(ackw_open_qp(0, 9u, 0u, &context, 3u));
    answer(ackw_close_qp(0, 9u, 3u));
    title("a part with a value out of range");
    context.ldcp_rtt = 0u;
    answer(ackw_write_context(0, 9u, ACKW_PART_LDCP, &context, 3u));
    title("an operation that does not end");
    busy_for = 1000u;
    answer(ackw_read_context(0, 1u, &context, 3u));
    answer(ackw_read_context(0, 2u, &context, 3u));
    answer(ackw_write_context(0, 2u, ACKW_PART_PSN, &context, 3u));
    ACKW_WRITE(0, ACKW_HOST_QPN_OFFSET, 5u);
    busy = 0u;
}

static void words(void)
{
    title("a value of two words");
    ackw_write64(0, ACKW_SET_LDCP_CW_MAX_LO_OFFSET, (uint64_t)0x3ab << 32 | 0xcdef0123u);
    printf("%" PRIx64 "\n", ackw_read64(0, ACKW_SET_LDCP_CW_MAX_LO_OFFSET));
    ACKW_WRITE(0, ACKW_SET_LDCP_CW_MAX_HI_OFFSET, 1u);
    printf("%" PRIx64 "\n", ackw_read64(0, ACKW_SET_LDCP_CW_MAX_LO_OFFSET));
}

static void counter(enum ackw_counter which)
{
    reads = 0u;
    printf("%" PRIx64 " %s", ackw_read_counter(0, which), ackw_counter_name(which));
    printf(", %u reads\n", (unsigned)reads);
}

static void counters(void)
{
    title("counters");
    counter(ACKW_COUNTER_DROP_AXIS_KEEP);
    counter(ACKW_COUNTER_DROP_ICRC);
    counter(ACKW_COUNTER_HPCC_U_ZERO);
}

static void interrupt(void)
{
    title("an interrupt");
    place_at(0x020u)->value = 0x43u;
    printf("%x\n", (unsigned)ackw_take_alerts(0));
    ACKW_WRITE(0, ACKW_IRQ_ENABLE_OFFSET, ACKW_ALERT_REFUSED_WRITE | ACKW_ALERT_HOST_DONE | ACKW_ALERT_TELEMETRY);
    printf("%x\n", (unsigned)ackw_take_alerts(0));
    printf("%x\n", (unsigned)ackw_take_alerts(0));
    printf("%x\n", (unsigned)ACKW_READ(0, ACKW_IRQ_STATUS_OFFSET));
}

int main(void)
{
    identity();
    initialisation();
    sets();
    contexts();
    words();
    counters();
    interrupt();
    return 0;
}
