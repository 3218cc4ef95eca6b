
/*
 * How a word is reached. As it stands, the registers are memory: define ACKW_DEVICE, ACKW_READ(device, offset) and
 * ACKW_WRITE(device, offset, value) before this file is included where they are not. A word is 32 bits in the byte order of the
 * bus, an access is one whole word, and accesses keep their order.
 */
#if !defined(ACKW_DEVICE) && !defined(ACKW_READ) && !defined(ACKW_WRITE)
#define ACKW_DEVICE volatile void *
#define ACKW_READ(device, offset) (*(const volatile uint32_t *)((const volatile char *)(device) + (offset)))
#define ACKW_WRITE(device, offset, value) (*(volatile uint32_t *)((volatile char *)(device) + (offset)) = (value))
#elif !defined(ACKW_DEVICE) || !defined(ACKW_READ) || !defined(ACKW_WRITE)
#error "expected all of ACKW_DEVICE, ACKW_READ and ACKW_WRITE, or none of them"
#endif

typedef ACKW_DEVICE ackw_device;

/*
 * num/den as a raw value with that many fraction bits, to nearest: ACKW_FIXED(1, 2, ACKW_SET_LDCP_ALPHA_FRAC) is one half.
 * Whole numbers that are not negative, num below 2^(64 - frac), den not 0: 0.05 is 5, 100.
 */
#define ACKW_FIXED(num, den, frac) (((((uint64_t)(num)) << (frac)) + ((uint64_t)(den)) / 2u) / ((uint64_t)(den)))

/*
 * One writer at a time: a value of two words, a parameter set and a host operation take several accesses, and nobody else
 * may write between them, nor may an interrupt's handler by ackw_take_alerts(). The functions below take no lock.
 */
enum ackw_result {
    ACKW_OK = 0,
    ACKW_TIMEOUT,       /* asked as often as was said; what is under way still ends, this operation perhaps */
    ACKW_REFUSED,       /* the device refused a write: ackw_refused_at() says which */
    ACKW_WRONG_ID,      /* nothing of ours answers there */
    ACKW_WRONG_VERSION, /* ours, but not the generator that this file is of */
    ACKW_WRONG_CONFIG   /* ours, but another configuration than this file is of */
};

/* A register of two words that does not change meanwhile, by the offset of the lower. For counters there is ackw_read_count(). */
static inline uint64_t ackw_read64(ackw_device device, uint32_t offset)
{
    uint32_t lo = ACKW_READ(device, offset);
    uint32_t hi = ACKW_READ(device, offset + 4u);
    return (uint64_t)hi << 32 | lo;
}

/* The lower word waits for the upper, which makes the new value: nothing sees half of it. */
static inline void ackw_write64(ackw_device device, uint32_t offset, uint64_t value)
{
    ACKW_WRITE(device, offset, (uint32_t)(value & 0xffffffffu));
    ACKW_WRITE(device, offset + 4u, (uint32_t)(value >> 32));
}

/* How many writes have been refused, modulo 2^32: take it before some writes and after them. */
static inline uint32_t ackw_refused(ackw_device device)
{
    return ACKW_READ(device, ACKW_REFUSED_COUNT_LO_OFFSET);
}

/* Offset of the last write that was refused. */
static inline uint32_t ackw_refused_at(ackw_device device)
{
    return ACKW_READ(device, ACKW_REFUSED_AT_OFFSET);
}

/* Whether the device is what this file describes. A driver for several configurations goes by `features` instead. */
static inline enum ackw_result ackw_check(ackw_device device)
{
    if (ACKW_READ(device, ACKW_ID_OFFSET) != ACKW_ID_RESET) {
        return ACKW_WRONG_ID;
    }
    if (ACKW_READ(device, ACKW_VERSION_OFFSET) != ACKW_VERSION_RESET) {
        return ACKW_WRONG_VERSION;
    }
    if (ackw_read64(device, ACKW_CONFIG_HASH_LO_OFFSET) != ACKW_CONFIG_HASH_RESET) {
        return ACKW_WRONG_CONFIG;
    }
    return ACKW_OK;
}

/* Waits until the contexts have their reset values, which takes a clock cycle for each QP. */
static inline enum ackw_result ackw_wait_init(ackw_device device, uint32_t polls)
{
    for (; polls > 0u; polls--) {
        if ((ACKW_READ(device, ACKW_STATUS_OFFSET) & ACKW_STATUS_INIT_DONE) != 0u) {
            return ACKW_OK;
        }
    }
    return ACKW_TIMEOUT;
}

/* Waits until no host operation is under way. */
static inline enum ackw_result ackw_wait_host(ackw_device device, uint32_t polls)
{
    for (; polls > 0u; polls--) {
        if ((ACKW_READ(device, ACKW_STATUS_OFFSET) & ACKW_STATUS_HOST_BUSY) == 0u) {
            return ACKW_OK;
        }
    }
    return ACKW_TIMEOUT;
}

/* Starts what was prepared, unless a write has been refused since the count was `refused`. */
static inline enum ackw_result ackw_start(ackw_device device, uint32_t offset, uint32_t value, uint32_t refused)
{
    if (ackw_refused(device) != refused) {
        return ACKW_REFUSED;
    }
    ACKW_WRITE(device, offset, value);
    return ackw_refused(device) == refused ? ACKW_OK : ACKW_REFUSED;
}

/*
 * A counter of 64 bits, by the offset of its lower word; any number may read at once. The upper word is read before the lower and
 * behind it: where these are the same, it was that when the lower was read.
 */
static inline uint64_t ackw_read_count(ackw_device device, uint32_t offset)
{
    uint32_t hi = ACKW_READ(device, offset + 4u);
    for (;;) {
        uint32_t lo = ACKW_READ(device, offset);
        uint32_t again = ACKW_READ(device, offset + 4u);
        if (again == hi) {
            return (uint64_t)hi << 32 | lo;
        }
        hi = again;
    }
}

static inline uint64_t ackw_read_counter(ackw_device device, enum ackw_counter counter)
{
    return ackw_read_count(device, ACKW_COUNTERS_OFFSET + 8u * (uint32_t)counter);
}

/*
 * For an interrupt handler: which of the enabled alerts have come. They are cleared before anybody looks at their causes, so
 * that one which comes meanwhile raises the interrupt again.
 */
static inline uint32_t ackw_take_alerts(ackw_device device)
{
    uint32_t alerts = ACKW_READ(device, ACKW_IRQ_STATUS_OFFSET) & ACKW_READ(device, ACKW_IRQ_ENABLE_OFFSET);
    if (alerts != 0u) {
        ACKW_WRITE(device, ACKW_IRQ_CLEAR_OFFSET, alerts);
    }
    return alerts;
}
