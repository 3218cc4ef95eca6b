
/* Reads the context of a QP as it is at one moment, between two of its events. After ackw_wait_init(). */
static inline enum ackw_result ackw_read_context(ackw_device device, uint32_t qpn,
                                                 struct ackw_context *context, uint32_t polls)
{
    uint32_t refused;
    enum ackw_result result = ackw_wait_host(device, polls);
    if (result != ACKW_OK) {
        return result;
    }
    refused = ackw_refused(device);
    ACKW_WRITE(device, ACKW_HOST_QPN_OFFSET, qpn);
    result = ackw_start(device, ACKW_HOST_START_OFFSET, 0u, refused);
    if (result == ACKW_OK) {
        result = ackw_wait_host(device, polls);
    }
    if (result != ACKW_OK) {
        return result;
    }
@found
    return ACKW_OK;
}

/*
 * Writes parts of the context of a QP (a sum of enum ackw_part), between two of its events; the rest stays. Only the members of
 * these parts are looked at. After ackw_wait_init().
 */
static inline enum ackw_result ackw_write_context(ackw_device device, uint32_t qpn, uint32_t parts,
                                                  const struct ackw_context *context, uint32_t polls)
{
    uint32_t refused;
    enum ackw_result result = ackw_wait_host(device, polls);
    if (result != ACKW_OK) {
        return result;
    }
    refused = ackw_refused(device);
    ACKW_WRITE(device, ACKW_HOST_QPN_OFFSET, qpn);
    ACKW_WRITE(device, ACKW_HOST_PARTS_OFFSET, parts);
@parts
    result = ackw_start(device, ACKW_HOST_START_OFFSET, 1u, refused);
    return result == ACKW_OK ? ackw_wait_host(device, polls) : result;
}

/*
 * Opens a QP whose first PSN is `first_psn`, with the algorithm, the parameter set and the window of `start`, all at once:
 * it has sent and received nothing, and has no telemetry. Every member of `start` counts: begin with ackw_reset_context().
 * Before its first packet leaves. After ackw_wait_init().
 */
static inline enum ackw_result ackw_open_qp(ackw_device device, uint32_t qpn, uint32_t first_psn,
                                            const struct ackw_context *start, uint32_t polls)
{
    struct ackw_context context = *start;
    context.psn = (first_psn - 1u) & 0xffffffu;
    context.open = 1u;
@first    return ackw_write_context(device, qpn, @all, &context, polls);
}

/* Closes a QP: its events are dropped from then on, and counted. */
static inline enum ackw_result ackw_close_qp(ackw_device device, uint32_t qpn, uint32_t polls)
{
    struct ackw_context context;
    context.psn = 0u;
    context.open = 0u;
    return ackw_write_context(device, qpn, ACKW_PART_PSN, &context, polls);
}
