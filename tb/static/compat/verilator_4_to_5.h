// What `verilated` 0.1.2 needs of Verilator 5: it asks for version 4.38 or later where it means "or later at all", and Verilator 5
// has rolloverSize in bytes for rolloverMB.
#if defined(VERILATOR_VERSION_MAJOR) && VERILATOR_VERSION_MAJOR >= 5
#undef VERILATOR_VERSION_MAJOR
#undef VERILATOR_VERSION_MINOR
#define VERILATOR_VERSION_MAJOR 4
#define VERILATOR_VERSION_MINOR 228
#define rolloverMB(megabytes) rolloverSize((megabytes) << 20)
#endif
