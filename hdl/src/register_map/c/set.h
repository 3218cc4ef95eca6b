
/* @about */
static inline enum ackw_result ackw_write_@name(ackw_device device, uint32_t @index,
    const struct ackw_@name *from, uint32_t polls)
{
    uint32_t refused;
    enum ackw_result result = ackw_wait_host(device, polls);
    if (result != ACKW_OK) {
        return result;
    }
    refused = ackw_refused(device);
@fields
    result = ackw_start(device, @start, @index, refused);
    return result == ACKW_OK ? ackw_wait_host(device, polls) : result;
}
