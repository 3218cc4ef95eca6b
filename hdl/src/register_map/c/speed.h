
/* @about */
static inline enum ackw_result ackw_write_@name(ackw_device device, uint32_t @index,
    const struct ackw_@name *from)
{
    uint32_t refused = ackw_refused(device);
@fields
    return ackw_start(device, @start, @index, refused);
}
