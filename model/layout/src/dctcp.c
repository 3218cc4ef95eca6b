#include "ackw_registers.h"

enum ackw_result first_steps(ackw_device device)
{
    struct ackw_dctcp_set set;
    enum ackw_result result = ackw_check(device);
    if (result == ACKW_OK) {
        result = ackw_wait_init(device, 1000000u);
    }
    if (result != ACKW_OK) {
        return result;
    }
    set.g = ACKW_FIXED(1, 16, ACKW_SET_DCTCP_G_FRAC);
    set.cwnd_min = ACKW_FIXED(2, 1, ACKW_SET_DCTCP_CWND_MIN_FRAC);
    set.cwnd_max = ACKW_FIXED(500, 1, ACKW_SET_DCTCP_CWND_MAX_FRAC);
    return ackw_write_dctcp_set(device, 3u, &set, 1000u);
}
