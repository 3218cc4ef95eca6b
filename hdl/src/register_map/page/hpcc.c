#include "ackw_registers.h"

enum ackw_result first_steps(ackw_device device)
{
    struct ackw_hpcc_set set;
    enum ackw_result result = ackw_check(device);
    if (result == ACKW_OK) {
        result = ackw_wait_init(device, 1000000u);
    }
    if (result != ACKW_OK) {
        return result;
    }
    ackw_reset_hpcc_set(&set);
    set.t = 20000u;
    set.eta = ACKW_FIXED(95, 100, ACKW_SET_HPCC_ETA_FRAC);
    set.max_stage = 5u;
    set.w_ai = ACKW_FIXED(200, 1, ACKW_SET_HPCC_W_AI_FRAC);
    set.w_min = ACKW_FIXED(1000, 1, ACKW_SET_HPCC_W_MIN_FRAC);
    set.w_max = ACKW_FIXED(2000000, 1, ACKW_SET_HPCC_W_MAX_FRAC);
    set.sync_first = 1u;
    if (ackw_derive_hpcc(&set, 1u, 128u, 80u) != 0) {
        return ACKW_REFUSED;
    }
    return ackw_write_hpcc_set(device, 3u, &set, 1000u);
}
