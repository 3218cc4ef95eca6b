/*
 * A device for tests of the header: it keeps the rules of doc/registers.md in the plainest way and prints every write. MAP has
 * the registers. Offsets are typed by hand, so that the header's are looked at from outside.
 */
#include <stdint.h>
#include <stdio.h>

enum kind { READ, WRITE, CONTEXT, START };

struct place {
    uint32_t offset, words;
    enum kind kind;
    uint64_t min, max, value;
};

static struct place places[] = { MAP };
/* init_done; how often host_busy is read 1 after a start; how often it still is */
static int ready = 1;
static uint32_t busy_for = 2u, busy = 0u;
/* of words of counters */
static uint32_t reads = 0u;
static uint32_t last_offset = 0xfffu, last_data = 0u;

static inline struct place *place_at(uint32_t offset)
{
    unsigned i;
    for (i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (offset >= places[i].offset && offset < places[i].offset + 4u * places[i].words) {
            return &places[i];
        }
    }
    return NULL;
}

static inline uint32_t device_read(int device, uint32_t offset)
{
    const struct place *place = place_at(offset);
    (void)device;
    if (offset == 0x014u) {
        uint32_t status = (ready ? 1u : 0u) | (busy > 0u ? 2u : 0u);
        busy -= busy > 0u ? 1u : 0u;
        return status;
    }
    if (offset >= 0x200u && offset < 0x3c0u) {
        /* a counter that carries into its upper word whenever that has been read for the first time */
        uint32_t at = (offset - 0x200u) / 8u;
        uint32_t upper = reads == 0u ? 6u : 7u;
        reads++;
        return (offset & 4u) != 0u ? upper : 1000u + at;
    }
    return place == NULL ? 0u : (uint32_t)(place->value >> (8u * (offset - place->offset)) & 0xffffffffu);
}

static inline int device_takes(uint32_t offset, uint32_t data, uint32_t before, uint32_t before_data)
{
    struct place *place = place_at(offset);
    uint64_t value = data;
    if (place == NULL || place->kind == READ || (place->kind == START && !ready)) {
        return 0;
    }
    if ((place->kind == CONTEXT || offset == 0x418u || offset == 0x540u || offset == 0x1c8u) && busy > 0u) {
        return 0;
    }
    if (offset == 0x540u && place_at(0x510u)->value > place_at(0x518u)->value) {
        return 0;
    }
    if (place->words == 2u) {
        if (offset == place->offset) {
            return 1;
        }
        if (before != place->offset) {
            return 0;
        }
        value = (uint64_t)data << 32 | before_data;
    }
    if (value < place->min || value > place->max) {
        return 0;
    }
    place->value = value;
    if (offset == 0x418u || offset == 0x540u || offset == 0x1c8u) {
        busy = busy_for;
    }
    if (offset == 0x028u) {
        place_at(0x020u)->value &= ~value;
    }
    return 1;
}

static inline void device_write(int device, uint32_t offset, uint32_t data)
{
    int takes = device_takes(offset, data, last_offset, last_data);
    (void)device;
    last_offset = offset;
    last_data = data;
    printf("w %03x %08x%s\n", (unsigned)offset, (unsigned)data, takes ? "" : " refused");
    if (!takes) {
        place_at(0x3c0u)->value++;
        place_at(0x030u)->value = offset;
    }
}

#define ACKW_DEVICE int
#define ACKW_READ(device, offset) device_read(device, offset)
#define ACKW_WRITE(device, offset, value) device_write(device, offset, value)
