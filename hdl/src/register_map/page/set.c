#include "ackw_registers.h"

enum ackw_result first_steps(ackw_device device)
{
    struct ackw_@name_set set;
    enum ackw_result result = ackw_check(device);
    if (result == ACKW_OK) {
        result = ackw_wait_init(device, 1000000u);
    }
    if (result != ACKW_OK) {
        return result;
    }
    ackw_reset_@name_set(&set);
@values
    return ackw_write_@name_set(device, @setu, &set, 1000u);
}
