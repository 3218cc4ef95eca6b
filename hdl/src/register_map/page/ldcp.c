#include "ackw_registers.h"

enum ackw_result first_steps(ackw_device device)
{
    struct ackw_ldcp_set set;
    struct ackw_context qp;
    enum ackw_result result = ackw_check(device);
    if (result == ACKW_OK) {
        result = ackw_wait_init(device, 1000000u);
    }
    if (result != ACKW_OK) {
        return result;
    }
    ackw_reset_ldcp_set(&set);
    ackw_reset_context(&qp);
    set.alpha = ACKW_FIXED(1, 2, ACKW_SET_LDCP_ALPHA_FRAC);
    set.beta = ACKW_FIXED(1, 4, ACKW_SET_LDCP_BETA_FRAC);
    set.gamma = ACKW_FIXED(1, 16, ACKW_SET_LDCP_GAMMA_FRAC);
    set.eta = ACKW_FIXED(1, 2, ACKW_SET_LDCP_ETA_FRAC);
    set.cw_max = ACKW_FIXED(201, 2, ACKW_SET_LDCP_CW_MAX_FRAC);
    result = ackw_write_ldcp_set(device, 3u, &set, 1000u);
    if (result != ACKW_OK) {
        return result;
    }
    qp.alg = ACKW_ALG_LDCP;
    qp.set = 3u;
    qp.ldcp_cw = ACKW_FIXED(5, 2, ACKW_HOST_LDCP_CW_FRAC);
    qp.ldcp_rtt = 12000u;
    /* its first PSN is 0x900000; ackw_open_qp() does this with all parts */
    qp.psn = 0x8fffffu;
    qp.open = 1u;
    return ackw_write_context(device, 9u, ACKW_PART_CHOICE | ACKW_PART_PSN | ACKW_PART_LDCP, &qp, 1000000u);
}
