
/*
 * num/den = m / 2^e with a mantissa of that many bits, its top bit set, to nearest. num below 2^12, den below 2^21, bits at
 * most 32.
 */
static inline void ackw_reciprocal(uint32_t num, uint32_t den, uint32_t bits, uint32_t *m, uint32_t *e)
{
    uint32_t shift = bits;
    uint64_t mantissa;
    /* the first shift that makes the quotient at least 2^(bits - 1); num << shift stays below 2^(bits + 21) */
    while (((uint64_t)num << shift) < ((uint64_t)den << (bits - 1u))) {
        shift++;
    }
    while (((uint64_t)num << (shift - 1u)) >= ((uint64_t)den << (bits - 1u))) {
        shift--;
    }
    mantissa = (((uint64_t)num << shift) + den / 2u) / den;
    if (mantissa >> bits != 0u) {
        mantissa >>= 1;
        shift--;
    }
    *m = (uint32_t)mantissa;
    *e = shift;
}

/*
 * 1/(B ts_unit) of a speed, for a tick of ts_unit ns, 1 to 255; of a speed of 0, which makes a code unknown, the least that
 * the registers take. 0, which they do not take, for a speed above 4,095, and for a tick of 0 or above 255.
 */
static inline void ackw_derive_speed(struct ackw_speed *speed, uint32_t ts_unit_ns)
{
    speed->inv_b_m = 0u;
    speed->inv_b_e = 0u;
    if (speed->gbps > 4095u || ts_unit_ns == 0u || ts_unit_ns > 255u) {
        return;
    }
    if (speed->gbps == 0u) {
        speed->inv_b_m = (uint32_t)ACKW_SPD_INV_B_M_MIN;
        speed->inv_b_e = (uint32_t)ACKW_SPD_INV_B_E_MIN;
        return;
    }
    ackw_reciprocal(8u, speed->gbps * ts_unit_ns, 32u, &speed->inv_b_m, &speed->inv_b_e);
}

/*
 * The seven values that follow from t (ns) and the units of the telemetry header: ns a tick, bytes a count of txBytes and of
 * qLen. Not 0 where the weight of a queue count does not fit its register: take a t or units with a common factor; nor where
 * t or a unit is 0, a unit above 255, or t out of its register's range: then nothing is written.
 */
static inline int ackw_derive_hpcc(struct ackw_hpcc_set *set, uint32_t ts_unit_ns, uint32_t tx_unit_bytes,
                                   uint32_t q_unit_bytes)
{
    uint32_t q = q_unit_bytes * ts_unit_ns;
    uint32_t tx = tx_unit_bytes * set->t;
    uint32_t a = q;
    uint32_t b = tx;
    if (q == 0u || tx == 0u || ts_unit_ns > 255u || tx_unit_bytes > 255u || q_unit_bytes > 255u ||
        set->t > (uint32_t)ACKW_SET_HPCC_T_MAX) {
        return 1;
    }
    while (b != 0u) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    set->t_ticks = (set->t + ts_unit_ns - 1u) / ts_unit_ns;
    set->q_weight = q / a;
    set->tx_weight = tx / a;
    ackw_reciprocal(ts_unit_ns, set->t, 32u, &set->tau_gain_m, &set->tau_gain_e);
    ackw_reciprocal(1u, set->t, 18u, &set->rate_gain_m, &set->rate_gain_e);
    return set->q_weight > (uint32_t)ACKW_SET_HPCC_Q_WEIGHT_MAX;
}
