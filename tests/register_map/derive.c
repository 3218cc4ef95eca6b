/* Prints what the header derives of T, the units of the telemetry header and a speed. */
#include "ackw_registers.h"
#include <stdio.h>

static void one(uint32_t t, uint32_t ts_unit, uint32_t tx_unit, uint32_t q_unit, uint32_t gbps)
{
    struct ackw_hpcc_set set;
    struct ackw_speed speed;
    set.t = t;
    speed.gbps = gbps;
    ackw_derive_speed(&speed, ts_unit);
    if (ackw_derive_hpcc(&set, ts_unit, tx_unit, q_unit) != 0) {
        printf("weight");
    } else {
        printf("%u %u %u %u %u %u %u", (unsigned)set.t_ticks, (unsigned)set.tau_gain_m, (unsigned)set.tau_gain_e,
               (unsigned)set.rate_gain_m, (unsigned)set.rate_gain_e, (unsigned)set.q_weight, (unsigned)set.tx_weight);
    }
    printf(" %u %u\n", (unsigned)speed.inv_b_m, (unsigned)speed.inv_b_e);
}

