
/*
 * FCR's "start sending at maximum rate if the new stream is the only stream" (SEMANTICS FCR15): raises what a QP starts with
 * to what `rate` allows in a round trip, and lowers nothing. For ackw_open_qp(), between ackw_reset_context() or values of
 * one's own and the opening, where no other QP of the port is open: who opens QPs knows that, the device does not.
 * rate: bytes a ns, U7.28, of 100 Gbit/s 25 * 2^27; rtt_ns below 2^28; mtu_bytes not 0.
 */
static inline void ackw_start_at_rate(struct ackw_context *start, uint64_t rate, uint32_t rtt_ns, uint32_t mtu_bytes)
{
    uint64_t bytes = (rate * rtt_ns) >> 28;
    uint64_t least;
    (void)bytes;
    (void)mtu_bytes;
@raises
}
