/*
 * The host's registers of Ackwright 0.2.0, configuration 43f4ead55955da3d: places, ranges and the usual sequences.
 * Generated: do not edit. doc/registers.md is the page that explains them. C99 or C++.
 */
#ifndef ACKW_REGISTERS_H
#define ACKW_REGISTERS_H

#include <stdint.h>

/* bytes of the registers */
#define ACKW_SIZE 0x1000u
/* QPs of this configuration */
#define ACKW_QPS 16u

/* ---- Identity and status ---- */

/* id: the letters ACKW (constant; a number) */
#define ACKW_ID_OFFSET 0x000u
#define ACKW_ID_BITS 32
#define ACKW_ID_MASK 0xffffffffu
#define ACKW_ID_MIN 0x0u
#define ACKW_ID_MAX 0xffffffffu
#define ACKW_ID_RESET 0x41434b57u

/* version: of the generator: major, minor, patch in bits 31:16, 15:8, 7:0 (constant; a number) */
#define ACKW_VERSION_OFFSET 0x004u
#define ACKW_VERSION_BITS 32
#define ACKW_VERSION_MASK 0xffffffffu
#define ACKW_VERSION_MIN 0x0u
#define ACKW_VERSION_MAX 0xffffffffu
#define ACKW_VERSION_RESET 0x200u
#define ACKW_VERSION_MAJOR_LSB 16 /* of the generator's version */
#define ACKW_VERSION_MAJOR 0xffff0000u
#define ACKW_VERSION_MINOR_LSB 8 /* of the generator's version */
#define ACKW_VERSION_MINOR 0xff00u
#define ACKW_VERSION_PATCH_LSB 0 /* of the generator's version */
#define ACKW_VERSION_PATCH 0xffu

/* config_hash: the hash that stands in every file of the design (constant; a number) */
#define ACKW_CONFIG_HASH_LO_OFFSET 0x008u
#define ACKW_CONFIG_HASH_HI_OFFSET 0x00cu
#define ACKW_CONFIG_HASH_BITS 64
#define ACKW_CONFIG_HASH_MASK 0xffffffffffffffffull
#define ACKW_CONFIG_HASH_MIN 0x0ull
#define ACKW_CONFIG_HASH_MAX 0xffffffffffffffffull
#define ACKW_CONFIG_HASH_RESET 0x43f4ead55955da3dull

/* features: what was built, see the bits (constant; a number) */
#define ACKW_FEATURES_OFFSET 0x010u
#define ACKW_FEATURES_BITS 32
#define ACKW_FEATURES_MASK 0xffffffffu
#define ACKW_FEATURES_MIN 0x0u
#define ACKW_FEATURES_MAX 0xffffffffu
#define ACKW_FEATURES_RESET 0x43082204u
#define ACKW_FEATURES_QP_BITS_LSB 0 /* log2 of the number of QPs */
#define ACKW_FEATURES_QP_BITS 0x1fu
#define ACKW_FEATURES_DCQCN_BIT 5 /* DCQCN is built */
#define ACKW_FEATURES_DCQCN 0x20u
#define ACKW_FEATURES_DCTCP_BIT 6 /* DCTCP is built */
#define ACKW_FEATURES_DCTCP 0x40u
#define ACKW_FEATURES_FCR_BIT 7 /* switches may advise rates: FCR is built */
#define ACKW_FEATURES_FCR 0x80u
#define ACKW_FEATURES_HOPS_LSB 8 /* hops of HPCC++; 0 without it */
#define ACKW_FEATURES_HOPS 0xf00u
#define ACKW_FEATURES_LANES_LSB 12 /* hops that are compared at once; 0 without HPCC++ */
#define ACKW_FEATURES_LANES 0x7000u
#define ACKW_FEATURES_SENDER_BIT 15 /* the sender is built, with its registers */
#define ACKW_FEATURES_SENDER 0x8000u
#define ACKW_FEATURES_DATA_BYTES_LSB 16 /* width of the packet stream in bytes */
#define ACKW_FEATURES_DATA_BYTES 0x7f0000u
#define ACKW_FEATURES_ECC_BIT 23 /* contexts have check bits and tables parity */
#define ACKW_FEATURES_ECC 0x800000u
#define ACKW_FEATURES_LDCP_BIT 24 /* LDCP is built */
#define ACKW_FEATURES_LDCP 0x1000000u
#define ACKW_FEATURES_HPCC_BIT 25 /* HPCC++ is built */
#define ACKW_FEATURES_HPCC 0x2000000u
#define ACKW_FEATURES_RECEIVER_BIT 26 /* the receiver is built, with its registers */
#define ACKW_FEATURES_RECEIVER 0x4000000u
#define ACKW_FEATURES_WAIT_SLOTS_LSB 27 /* events that wait for their QP while others pass */
#define ACKW_FEATURES_WAIT_SLOTS 0xf8000000u

/* status: see the bits (read; flags) */
#define ACKW_STATUS_OFFSET 0x014u
#define ACKW_STATUS_BITS 5
#define ACKW_STATUS_MASK 0x1fu
#define ACKW_STATUS_MIN 0x0u
#define ACKW_STATUS_MAX 0x1fu
#define ACKW_STATUS_RESET 0x0u
#define ACKW_STATUS_INIT_DONE_BIT 0 /* contexts, parameter sets and speeds have their reset values */
#define ACKW_STATUS_INIT_DONE 0x1u
#define ACKW_STATUS_HOST_BUSY_BIT 1 /* a host operation or the write of a parameter set is under way */
#define ACKW_STATUS_HOST_BUSY 0x2u
#define ACKW_STATUS_IRQ_BIT 2 /* the interrupt is raised */
#define ACKW_STATUS_IRQ 0x4u
#define ACKW_STATUS_IDLE_BIT 3 /* nothing is under way: no event, no host operation; what was taken up to a last beat has been handed over */
#define ACKW_STATUS_IDLE 0x8u
#define ACKW_STATUS_OVERFLOW_BIT 4 /* a queue was given more than it holds, and lost it: a fault of the design; stays until reset */
#define ACKW_STATUS_OVERFLOW 0x10u

/* scratch: holds what is written, and does nothing (write; a number) */
#define ACKW_SCRATCH_OFFSET 0x018u
#define ACKW_SCRATCH_BITS 32
#define ACKW_SCRATCH_MASK 0xffffffffu
#define ACKW_SCRATCH_MIN 0x0u
#define ACKW_SCRATCH_MAX 0xffffffffu
#define ACKW_SCRATCH_RESET 0x0u

/* ---- Interrupt and refused writes ---- */

/* irq_status: what has happened since it was cleared (read; flags) */
#define ACKW_IRQ_STATUS_OFFSET 0x020u
#define ACKW_IRQ_STATUS_BITS 10
#define ACKW_IRQ_STATUS_MASK 0x3ffu
#define ACKW_IRQ_STATUS_MIN 0x0u
#define ACKW_IRQ_STATUS_MAX 0x3ffu
#define ACKW_IRQ_STATUS_RESET 0x0u
#define ACKW_IRQ_STATUS_REFUSED_WRITE_BIT 0 /* a register write was refused */
#define ACKW_IRQ_STATUS_REFUSED_WRITE 0x1u
#define ACKW_IRQ_STATUS_FRAME_DROPPED_BIT 1 /* the parser dropped a frame: the counters say why */
#define ACKW_IRQ_STATUS_FRAME_DROPPED 0x2u
#define ACKW_IRQ_STATUS_TELEMETRY_BIT 2 /* HPCC++ met a change of path, too many hops, an unknown speed, no time between two telemetries, or U = 0 */
#define ACKW_IRQ_STATUS_TELEMETRY 0x4u
#define ACKW_IRQ_STATUS_PACKETS_STALLED_BIT 3 /* a beat of a packet had to wait */
#define ACKW_IRQ_STATUS_PACKETS_STALLED 0x8u
#define ACKW_IRQ_STATUS_EVENTS_STALLED_BIT 4 /* an event had to wait */
#define ACKW_IRQ_STATUS_EVENTS_STALLED 0x10u
#define ACKW_IRQ_STATUS_UPDATES_STALLED_BIT 5 /* an update had to wait */
#define ACKW_IRQ_STATUS_UPDATES_STALLED 0x20u
#define ACKW_IRQ_STATUS_HOST_DONE_BIT 6 /* a host operation is complete */
#define ACKW_IRQ_STATUS_HOST_DONE 0x40u
#define ACKW_IRQ_STATUS_PSN_REJECTED_BIT 7 /* an ACK or NAK was rejected, for its PSN confirms packets that were not sent: it may be forged */
#define ACKW_IRQ_STATUS_PSN_REJECTED 0x80u
#define ACKW_IRQ_STATUS_QUEUE_OVERFLOW_BIT 8 /* a queue was given more than it holds: status.overflow stays */
#define ACKW_IRQ_STATUS_QUEUE_OVERFLOW 0x100u
#define ACKW_IRQ_STATUS_ADVICE_REJECTED_BIT 9 /* with FCR: an advice out of its range was rejected: it may be forged */
#define ACKW_IRQ_STATUS_ADVICE_REJECTED 0x200u

/* irq_enable: which of irq_status raise the interrupt (write; flags) */
#define ACKW_IRQ_ENABLE_OFFSET 0x024u
#define ACKW_IRQ_ENABLE_BITS 10
#define ACKW_IRQ_ENABLE_MASK 0x3ffu
#define ACKW_IRQ_ENABLE_MIN 0x0u
#define ACKW_IRQ_ENABLE_MAX 0x3ffu
#define ACKW_IRQ_ENABLE_RESET 0x0u
#define ACKW_IRQ_ENABLE_REFUSED_WRITE_BIT 0 /* 1: irq rises when a register write was refused */
#define ACKW_IRQ_ENABLE_REFUSED_WRITE 0x1u
#define ACKW_IRQ_ENABLE_FRAME_DROPPED_BIT 1 /* 1: irq rises when the parser dropped a frame: the counters say why */
#define ACKW_IRQ_ENABLE_FRAME_DROPPED 0x2u
#define ACKW_IRQ_ENABLE_TELEMETRY_BIT 2 /* 1: irq rises when HPCC++ met a change of path, too many hops, an unknown speed, no time between two telemetries, or U = 0 */
#define ACKW_IRQ_ENABLE_TELEMETRY 0x4u
#define ACKW_IRQ_ENABLE_PACKETS_STALLED_BIT 3 /* 1: irq rises when a beat of a packet had to wait */
#define ACKW_IRQ_ENABLE_PACKETS_STALLED 0x8u
#define ACKW_IRQ_ENABLE_EVENTS_STALLED_BIT 4 /* 1: irq rises when an event had to wait */
#define ACKW_IRQ_ENABLE_EVENTS_STALLED 0x10u
#define ACKW_IRQ_ENABLE_UPDATES_STALLED_BIT 5 /* 1: irq rises when an update had to wait */
#define ACKW_IRQ_ENABLE_UPDATES_STALLED 0x20u
#define ACKW_IRQ_ENABLE_HOST_DONE_BIT 6 /* 1: irq rises when a host operation is complete */
#define ACKW_IRQ_ENABLE_HOST_DONE 0x40u
#define ACKW_IRQ_ENABLE_PSN_REJECTED_BIT 7 /* 1: irq rises when an ACK or NAK was rejected, for its PSN confirms packets that were not sent: it may be forged */
#define ACKW_IRQ_ENABLE_PSN_REJECTED 0x80u
#define ACKW_IRQ_ENABLE_QUEUE_OVERFLOW_BIT 8 /* 1: irq rises when a queue was given more than it holds: status.overflow stays */
#define ACKW_IRQ_ENABLE_QUEUE_OVERFLOW 0x100u
#define ACKW_IRQ_ENABLE_ADVICE_REJECTED_BIT 9 /* 1: irq rises when with FCR: an advice out of its range was rejected: it may be forged */
#define ACKW_IRQ_ENABLE_ADVICE_REJECTED 0x200u

/* irq_clear: ones clear their bits of irq_status; what happens in the same cycle stays (clear; flags) */
#define ACKW_IRQ_CLEAR_OFFSET 0x028u
#define ACKW_IRQ_CLEAR_BITS 10
#define ACKW_IRQ_CLEAR_MASK 0x3ffu
#define ACKW_IRQ_CLEAR_MIN 0x0u
#define ACKW_IRQ_CLEAR_MAX 0x3ffu
#define ACKW_IRQ_CLEAR_RESET 0x0u
#define ACKW_IRQ_CLEAR_REFUSED_WRITE_BIT 0 /* 1 clears this: a register write was refused */
#define ACKW_IRQ_CLEAR_REFUSED_WRITE 0x1u
#define ACKW_IRQ_CLEAR_FRAME_DROPPED_BIT 1 /* 1 clears this: the parser dropped a frame: the counters say why */
#define ACKW_IRQ_CLEAR_FRAME_DROPPED 0x2u
#define ACKW_IRQ_CLEAR_TELEMETRY_BIT 2 /* 1 clears this: HPCC++ met a change of path, too many hops, an unknown speed, no time between two telemetries, or U = 0 */
#define ACKW_IRQ_CLEAR_TELEMETRY 0x4u
#define ACKW_IRQ_CLEAR_PACKETS_STALLED_BIT 3 /* 1 clears this: a beat of a packet had to wait */
#define ACKW_IRQ_CLEAR_PACKETS_STALLED 0x8u
#define ACKW_IRQ_CLEAR_EVENTS_STALLED_BIT 4 /* 1 clears this: an event had to wait */
#define ACKW_IRQ_CLEAR_EVENTS_STALLED 0x10u
#define ACKW_IRQ_CLEAR_UPDATES_STALLED_BIT 5 /* 1 clears this: an update had to wait */
#define ACKW_IRQ_CLEAR_UPDATES_STALLED 0x20u
#define ACKW_IRQ_CLEAR_HOST_DONE_BIT 6 /* 1 clears this: a host operation is complete */
#define ACKW_IRQ_CLEAR_HOST_DONE 0x40u
#define ACKW_IRQ_CLEAR_PSN_REJECTED_BIT 7 /* 1 clears this: an ACK or NAK was rejected, for its PSN confirms packets that were not sent: it may be forged */
#define ACKW_IRQ_CLEAR_PSN_REJECTED 0x80u
#define ACKW_IRQ_CLEAR_QUEUE_OVERFLOW_BIT 8 /* 1 clears this: a queue was given more than it holds: status.overflow stays */
#define ACKW_IRQ_CLEAR_QUEUE_OVERFLOW 0x100u
#define ACKW_IRQ_CLEAR_ADVICE_REJECTED_BIT 9 /* 1 clears this: with FCR: an advice out of its range was rejected: it may be forged */
#define ACKW_IRQ_CLEAR_ADVICE_REJECTED 0x200u

/* refused_at: offset of the last register write that was refused (read; bytes) */
#define ACKW_REFUSED_AT_OFFSET 0x030u
#define ACKW_REFUSED_AT_BITS 12
#define ACKW_REFUSED_AT_MASK 0xfffu
#define ACKW_REFUSED_AT_MIN 0x0u
#define ACKW_REFUSED_AT_MAX 0xfffu
#define ACKW_REFUSED_AT_RESET 0x0u

/* ---- High-water marks ---- */

/* high_water_clear: ones set these marks to what waits now (clear; flags) */
#define ACKW_HIGH_WATER_CLEAR_OFFSET 0x040u
#define ACKW_HIGH_WATER_CLEAR_BITS 5
#define ACKW_HIGH_WATER_CLEAR_MASK 0x1fu
#define ACKW_HIGH_WATER_CLEAR_MIN 0x0u
#define ACKW_HIGH_WATER_CLEAR_MAX 0x1fu
#define ACKW_HIGH_WATER_CLEAR_RESET 0x0u
#define ACKW_HIGH_WATER_CLEAR_HIGH_WATER_EVENTS_BIT 0 /* most events that were in the event queue */
#define ACKW_HIGH_WATER_CLEAR_HIGH_WATER_EVENTS 0x1u
#define ACKW_HIGH_WATER_CLEAR_HIGH_WATER_UPDATES_BIT 1 /* most updates that were in the update queue; beside HPCC++ that of the other units */
#define ACKW_HIGH_WATER_CLEAR_HIGH_WATER_UPDATES 0x2u
#define ACKW_HIGH_WATER_CLEAR_HIGH_WATER_LANES_BIT 2 /* most events that waited for the lanes of HPCC++, where these are fewer than hops */
#define ACKW_HIGH_WATER_CLEAR_HIGH_WATER_LANES 0x4u
#define ACKW_HIGH_WATER_CLEAR_HIGH_WATER_MEASURED_BIT 3 /* most updates of HPCC++ that were in their queue, where there are other units too */
#define ACKW_HIGH_WATER_CLEAR_HIGH_WATER_MEASURED 0x8u
#define ACKW_HIGH_WATER_CLEAR_HIGH_WATER_QPS_BIT 4 /* most QPs of which an update waited behind the one on the port */
#define ACKW_HIGH_WATER_CLEAR_HIGH_WATER_QPS 0x10u

/* ---- Parser ---- */

/* cfg_qpn_base: the first of our QPNs; the bits of the index are ignored (write; a number) */
#define ACKW_CFG_QPN_BASE_OFFSET 0x080u
#define ACKW_CFG_QPN_BASE_BITS 24
#define ACKW_CFG_QPN_BASE_MASK 0xffffffu
#define ACKW_CFG_QPN_BASE_MIN 0x0u
#define ACKW_CFG_QPN_BASE_MAX 0xffffffu
#define ACKW_CFG_QPN_BASE_RESET 0x0u

/* cfg_ece_place: ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7 (write; a number) */
#define ACKW_CFG_ECE_PLACE_OFFSET 0x084u
#define ACKW_CFG_ECE_PLACE_BITS 2
#define ACKW_CFG_ECE_PLACE_MASK 0x3u
#define ACKW_CFG_ECE_PLACE_MIN 0x0u
#define ACKW_CFG_ECE_PLACE_MAX 0x3u
#define ACKW_CFG_ECE_PLACE_RESET 0x0u

/* cfg_max_frame_bytes: longer frames are dropped (write; bytes) */
#define ACKW_CFG_MAX_FRAME_BYTES_OFFSET 0x088u
#define ACKW_CFG_MAX_FRAME_BYTES_BITS 14
#define ACKW_CFG_MAX_FRAME_BYTES_MASK 0x3fffu
#define ACKW_CFG_MAX_FRAME_BYTES_MIN 0x40u
#define ACKW_CFG_MAX_FRAME_BYTES_MAX 0x3fffu
#define ACKW_CFG_MAX_FRAME_BYTES_RESET 0x2400u

/* cfg_telemetry_place: 0 none, 1 behind the UDP header, 2 behind the AETH of an ACK (write; a number) */
#define ACKW_CFG_TELEMETRY_PLACE_OFFSET 0x08cu
#define ACKW_CFG_TELEMETRY_PLACE_BITS 2
#define ACKW_CFG_TELEMETRY_PLACE_MASK 0x3u
#define ACKW_CFG_TELEMETRY_PLACE_MIN 0x0u
#define ACKW_CFG_TELEMETRY_PLACE_MAX 0x2u
#define ACKW_CFG_TELEMETRY_PLACE_RESET 0x0u

/* cfg_telemetry_offset: from the start of the area, or from the end of AETH, to the telemetry header (write; words) */
#define ACKW_CFG_TELEMETRY_OFFSET_OFFSET 0x090u
#define ACKW_CFG_TELEMETRY_OFFSET_BITS 4
#define ACKW_CFG_TELEMETRY_OFFSET_MASK 0xfu
#define ACKW_CFG_TELEMETRY_OFFSET_MIN 0x0u
#define ACKW_CFG_TELEMETRY_OFFSET_MAX 0xfu
#define ACKW_CFG_TELEMETRY_OFFSET_RESET 0x0u

/* cfg_telemetry_area: between UDP header and BTH, at place 1 (write; words) */
#define ACKW_CFG_TELEMETRY_AREA_OFFSET 0x094u
#define ACKW_CFG_TELEMETRY_AREA_BITS 6
#define ACKW_CFG_TELEMETRY_AREA_MASK 0x3fu
#define ACKW_CFG_TELEMETRY_AREA_MIN 0x0u
#define ACKW_CFG_TELEMETRY_AREA_MAX 0x3fu
#define ACKW_CFG_TELEMETRY_AREA_RESET 0x0u

/* cfg_telemetry_profile: 0 hpcc (the draft's Figure 4), 1 ns3 (write; a number) */
#define ACKW_CFG_TELEMETRY_PROFILE_OFFSET 0x098u
#define ACKW_CFG_TELEMETRY_PROFILE_BITS 1
#define ACKW_CFG_TELEMETRY_PROFILE_MASK 0x1u
#define ACKW_CFG_TELEMETRY_PROFILE_MIN 0x0u
#define ACKW_CFG_TELEMETRY_PROFILE_MAX 0x1u
#define ACKW_CFG_TELEMETRY_PROFILE_RESET 0x0u

/* ---- Own addresses ---- */

/* cfg_own_mac: the NIC's MAC address, its first byte on top (write; address) */
#define ACKW_CFG_OWN_MAC_LO_OFFSET 0x0e0u
#define ACKW_CFG_OWN_MAC_HI_OFFSET 0x0e4u
#define ACKW_CFG_OWN_MAC_BITS 48
#define ACKW_CFG_OWN_MAC_MASK 0xffffffffffffull
#define ACKW_CFG_OWN_MAC_MIN 0x0ull
#define ACKW_CFG_OWN_MAC_MAX 0xffffffffffffull
#define ACKW_CFG_OWN_MAC_RESET 0x0ull

/* cfg_own_ipv4: its IPv4 address, likewise (write; address) */
#define ACKW_CFG_OWN_IPV4_OFFSET 0x0e8u
#define ACKW_CFG_OWN_IPV4_BITS 32
#define ACKW_CFG_OWN_IPV4_MASK 0xffffffffu
#define ACKW_CFG_OWN_IPV4_MIN 0x0u
#define ACKW_CFG_OWN_IPV4_MAX 0xffffffffu
#define ACKW_CFG_OWN_IPV4_RESET 0x0u

/* cfg_own_check: which of them a frame's destination must be: see the bits (write; flags) */
#define ACKW_CFG_OWN_CHECK_OFFSET 0x0ecu
#define ACKW_CFG_OWN_CHECK_BITS 3
#define ACKW_CFG_OWN_CHECK_MASK 0x7u
#define ACKW_CFG_OWN_CHECK_MIN 0x0u
#define ACKW_CFG_OWN_CHECK_MAX 0x7u
#define ACKW_CFG_OWN_CHECK_RESET 0x0u
#define ACKW_CFG_OWN_CHECK_MAC_BIT 0 /* frames to other MAC addresses are dropped, to groups and to all too: `not_our_mac` */
#define ACKW_CFG_OWN_CHECK_MAC 0x1u
#define ACKW_CFG_OWN_CHECK_IPV4_BIT 1 /* IPv4 packets to other addresses are dropped: `not_our_ip` */
#define ACKW_CFG_OWN_CHECK_IPV4 0x2u
#define ACKW_CFG_OWN_CHECK_IPV6_BIT 2 /* IPv6 packets to other addresses are dropped: `not_our_ip` */
#define ACKW_CFG_OWN_CHECK_IPV6 0x4u

/* cfg_own_ipv6_low: the last 8 bytes of its IPv6 address, likewise (write; address) */
#define ACKW_CFG_OWN_IPV6_LOW_LO_OFFSET 0x0f0u
#define ACKW_CFG_OWN_IPV6_LOW_HI_OFFSET 0x0f4u
#define ACKW_CFG_OWN_IPV6_LOW_BITS 64
#define ACKW_CFG_OWN_IPV6_LOW_MASK 0xffffffffffffffffull
#define ACKW_CFG_OWN_IPV6_LOW_MIN 0x0ull
#define ACKW_CFG_OWN_IPV6_LOW_MAX 0xffffffffffffffffull
#define ACKW_CFG_OWN_IPV6_LOW_RESET 0x0ull

/* cfg_own_ipv6_high: the first 8 bytes of its IPv6 address, likewise (write; address) */
#define ACKW_CFG_OWN_IPV6_HIGH_LO_OFFSET 0x0f8u
#define ACKW_CFG_OWN_IPV6_HIGH_HI_OFFSET 0x0fcu
#define ACKW_CFG_OWN_IPV6_HIGH_BITS 64
#define ACKW_CFG_OWN_IPV6_HIGH_MASK 0xffffffffffffffffull
#define ACKW_CFG_OWN_IPV6_HIGH_MIN 0x0ull
#define ACKW_CFG_OWN_IPV6_HIGH_MAX 0xffffffffffffffffull
#define ACKW_CFG_OWN_IPV6_HIGH_RESET 0x0ull

/* ---- Context to write and found ---- */

/* host_alg: 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx, 4 dcqcn-p, 5 dcqcn-d, 6 dctcp (context; a number) */
#define ACKW_HOST_ALG_OFFSET 0x180u
#define ACKW_HOST_ALG_BITS 4
#define ACKW_HOST_ALG_MASK 0xfu
#define ACKW_HOST_ALG_MIN 0x0u
#define ACKW_HOST_ALG_MAX 0x3u
#define ACKW_HOST_ALG_RESET 0x0u

/* host_set: index of the parameter set (context; a number) */
#define ACKW_HOST_SET_OFFSET 0x184u
#define ACKW_HOST_SET_BITS 4
#define ACKW_HOST_SET_MASK 0xfu
#define ACKW_HOST_SET_MIN 0x0u
#define ACKW_HOST_SET_MAX 0xfu
#define ACKW_HOST_SET_RESET 0x0u

/* host_psn: last PSN acknowledged (context; a number) */
#define ACKW_HOST_PSN_OFFSET 0x188u
#define ACKW_HOST_PSN_BITS 24
#define ACKW_HOST_PSN_MASK 0xffffffu
#define ACKW_HOST_PSN_MIN 0x0u
#define ACKW_HOST_PSN_MAX 0xffffffu
#define ACKW_HOST_PSN_RESET 0x0u

/* host_open: 1 while the QP is open: events of a closed QP are dropped (context; flag) */
#define ACKW_HOST_OPEN_OFFSET 0x18cu
#define ACKW_HOST_OPEN_BITS 1
#define ACKW_HOST_OPEN_MASK 0x1u
#define ACKW_HOST_OPEN_MIN 0x0u
#define ACKW_HOST_OPEN_MAX 0x1u
#define ACKW_HOST_OPEN_RESET 0x0u

/* found_alg: 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx, 4 dcqcn-p, 5 dcqcn-d, 6 dctcp (read; a number) */
#define ACKW_FOUND_ALG_OFFSET 0x1a0u
#define ACKW_FOUND_ALG_BITS 4
#define ACKW_FOUND_ALG_MASK 0xfu
#define ACKW_FOUND_ALG_MIN 0x0u
#define ACKW_FOUND_ALG_MAX 0xfu
#define ACKW_FOUND_ALG_RESET 0x0u

/* found_set: index of the parameter set (read; a number) */
#define ACKW_FOUND_SET_OFFSET 0x1a4u
#define ACKW_FOUND_SET_BITS 4
#define ACKW_FOUND_SET_MASK 0xfu
#define ACKW_FOUND_SET_MIN 0x0u
#define ACKW_FOUND_SET_MAX 0xfu
#define ACKW_FOUND_SET_RESET 0x0u

/* found_psn: last PSN acknowledged (read; a number) */
#define ACKW_FOUND_PSN_OFFSET 0x1a8u
#define ACKW_FOUND_PSN_BITS 24
#define ACKW_FOUND_PSN_MASK 0xffffffu
#define ACKW_FOUND_PSN_MIN 0x0u
#define ACKW_FOUND_PSN_MAX 0xffffffu
#define ACKW_FOUND_PSN_RESET 0x0u

/* found_open: 1 while the QP is open: events of a closed QP are dropped (read; flag) */
#define ACKW_FOUND_OPEN_OFFSET 0x1acu
#define ACKW_FOUND_OPEN_BITS 1
#define ACKW_FOUND_OPEN_MASK 0x1u
#define ACKW_FOUND_OPEN_MIN 0x0u
#define ACKW_FOUND_OPEN_MAX 0x1u
#define ACKW_FOUND_OPEN_RESET 0x0u

/* ---- Host operation ---- */

/* host_qpn: index of the QP (context; a number) */
#define ACKW_HOST_QPN_OFFSET 0x1c0u
#define ACKW_HOST_QPN_BITS 4
#define ACKW_HOST_QPN_MASK 0xfu
#define ACKW_HOST_QPN_MIN 0x0u
#define ACKW_HOST_QPN_MAX 0xfu
#define ACKW_HOST_QPN_RESET 0x0u

/* host_parts: what a write replaces: bit 0 alg and set, 1 psn and open, with snd_nxt = snd_max = psn + 1, 2 ldcp, 3 hpcc, whose hop records become not valid, 4 dcqcn, whose periods run by the algorithm and set that the QP has then, 5 dctcp; in range, bits of what is not built do nothing (context; flags) */
#define ACKW_HOST_PARTS_OFFSET 0x1c4u
#define ACKW_HOST_PARTS_BITS 10
#define ACKW_HOST_PARTS_MASK 0x3ffu
#define ACKW_HOST_PARTS_MIN 0x0u
#define ACKW_HOST_PARTS_MAX 0xfu
#define ACKW_HOST_PARTS_RESET 0x0u
#define ACKW_HOST_PARTS_CHOICE_BIT 0 /* algorithm and parameter set */
#define ACKW_HOST_PARTS_CHOICE 0x1u
#define ACKW_HOST_PARTS_PSN_BIT 1 /* last PSN acknowledged, and whether the QP is open; snd_nxt and snd_max become that + 1 */
#define ACKW_HOST_PARTS_PSN 0x2u
#define ACKW_HOST_PARTS_LDCP_BIT 2 /* state of LDCP */
#define ACKW_HOST_PARTS_LDCP 0x4u
#define ACKW_HOST_PARTS_HPCC_BIT 3 /* state of HPCC++; its hop records become not valid */
#define ACKW_HOST_PARTS_HPCC 0x8u

/* host_start: 0 reads the QP's context into found_*, 1 writes parts of it from host_*; refused while one is under way (start; a number) */
#define ACKW_HOST_START_OFFSET 0x1c8u
#define ACKW_HOST_START_BITS 1
#define ACKW_HOST_START_MASK 0x1u
#define ACKW_HOST_START_MIN 0x0u
#define ACKW_HOST_START_MAX 0x1u
#define ACKW_HOST_START_RESET 0x0u

/* ---- Counters of the host's side ---- */

/* refused_count: register writes that were refused (read; writes) */
#define ACKW_REFUSED_COUNT_LO_OFFSET 0x3c0u
#define ACKW_REFUSED_COUNT_HI_OFFSET 0x3c4u
#define ACKW_REFUSED_COUNT_BITS 64
#define ACKW_REFUSED_COUNT_MASK 0xffffffffffffffffull
#define ACKW_REFUSED_COUNT_MIN 0x0ull
#define ACKW_REFUSED_COUNT_MAX 0xffffffffffffffffull
#define ACKW_REFUSED_COUNT_RESET 0x0ull

/* update_count: updates handed over (read; updates) */
#define ACKW_UPDATE_COUNT_LO_OFFSET 0x3c8u
#define ACKW_UPDATE_COUNT_HI_OFFSET 0x3ccu
#define ACKW_UPDATE_COUNT_BITS 64
#define ACKW_UPDATE_COUNT_MASK 0xffffffffffffffffull
#define ACKW_UPDATE_COUNT_MIN 0x0ull
#define ACKW_UPDATE_COUNT_MAX 0xffffffffffffffffull
#define ACKW_UPDATE_COUNT_RESET 0x0ull

/* update_stall: in which an update waited for upd_ready; with the sender, which always takes it, 0 (read; cycles) */
#define ACKW_UPDATE_STALL_LO_OFFSET 0x3d0u
#define ACKW_UPDATE_STALL_HI_OFFSET 0x3d4u
#define ACKW_UPDATE_STALL_BITS 64
#define ACKW_UPDATE_STALL_MASK 0xffffffffffffffffull
#define ACKW_UPDATE_STALL_MIN 0x0ull
#define ACKW_UPDATE_STALL_MAX 0xffffffffffffffffull
#define ACKW_UPDATE_STALL_RESET 0x0ull

/* packet_stall: in which a beat waited for s_axis_tready (read; cycles) */
#define ACKW_PACKET_STALL_LO_OFFSET 0x3d8u
#define ACKW_PACKET_STALL_HI_OFFSET 0x3dcu
#define ACKW_PACKET_STALL_BITS 64
#define ACKW_PACKET_STALL_MASK 0xffffffffffffffffull
#define ACKW_PACKET_STALL_MIN 0x0ull
#define ACKW_PACKET_STALL_MAX 0xffffffffffffffffull
#define ACKW_PACKET_STALL_RESET 0x0ull

/* event_stall: in which an event waited for s_event_ready (read; cycles) */
#define ACKW_EVENT_STALL_LO_OFFSET 0x3e0u
#define ACKW_EVENT_STALL_HI_OFFSET 0x3e4u
#define ACKW_EVENT_STALL_BITS 64
#define ACKW_EVENT_STALL_MASK 0xffffffffffffffffull
#define ACKW_EVENT_STALL_MIN 0x0ull
#define ACKW_EVENT_STALL_MAX 0xffffffffffffffffull
#define ACKW_EVENT_STALL_RESET 0x0ull

/* ---- LDCP: parameter set ---- */

/* set_ldcp_alpha: additive increase per round trip (2.2); at least 2^-10, so that no increment vanishes at cw_max (write; U1.16, packets) */
#define ACKW_SET_LDCP_ALPHA_OFFSET 0x400u
#define ACKW_SET_LDCP_ALPHA_BITS 17
#define ACKW_SET_LDCP_ALPHA_FRAC 16
#define ACKW_SET_LDCP_ALPHA_MASK 0x1ffffu
#define ACKW_SET_LDCP_ALPHA_MIN 0x40u
#define ACKW_SET_LDCP_ALPHA_MAX 0x10000u
#define ACKW_SET_LDCP_ALPHA_RESET 0x10000u

/* set_ldcp_beta: decrease per marked packet (2.2) (write; U1.16, packets) */
#define ACKW_SET_LDCP_BETA_OFFSET 0x404u
#define ACKW_SET_LDCP_BETA_BITS 17
#define ACKW_SET_LDCP_BETA_FRAC 16
#define ACKW_SET_LDCP_BETA_MASK 0x1ffffu
#define ACKW_SET_LDCP_BETA_MIN 0x1u
#define ACKW_SET_LDCP_BETA_MAX 0x10000u
#define ACKW_SET_LDCP_BETA_RESET 0x8000u

/* set_ldcp_gamma: increase step below one packet and smallest window (2.2); at least 2^-8, so that RTT/cw fits (write; U1.16, packets) */
#define ACKW_SET_LDCP_GAMMA_OFFSET 0x408u
#define ACKW_SET_LDCP_GAMMA_BITS 17
#define ACKW_SET_LDCP_GAMMA_FRAC 16
#define ACKW_SET_LDCP_GAMMA_MASK 0x1ffffu
#define ACKW_SET_LDCP_GAMMA_MIN 0x100u
#define ACKW_SET_LDCP_GAMMA_MAX 0x10000u
#define ACKW_SET_LDCP_GAMMA_RESET 0x1000u

/* set_ldcp_eta: decrease factor below one packet (2.2) (write; U0.16, 1) */
#define ACKW_SET_LDCP_ETA_OFFSET 0x40cu
#define ACKW_SET_LDCP_ETA_BITS 16
#define ACKW_SET_LDCP_ETA_FRAC 16
#define ACKW_SET_LDCP_ETA_MASK 0xffffu
#define ACKW_SET_LDCP_ETA_MIN 0x1u
#define ACKW_SET_LDCP_ETA_MAX 0xffffu
#define ACKW_SET_LDCP_ETA_RESET 0x8000u

/* set_ldcp_cw_max: upper clamp of the window (doc/divergence.md L5) (write; U14.28, packets) */
#define ACKW_SET_LDCP_CW_MAX_LO_OFFSET 0x410u
#define ACKW_SET_LDCP_CW_MAX_HI_OFFSET 0x414u
#define ACKW_SET_LDCP_CW_MAX_BITS 42
#define ACKW_SET_LDCP_CW_MAX_FRAC 28
#define ACKW_SET_LDCP_CW_MAX_MASK 0x3ffffffffffull
#define ACKW_SET_LDCP_CW_MAX_MIN 0x10000000ull
#define ACKW_SET_LDCP_CW_MAX_MAX 0x3ffffffffffull
#define ACKW_SET_LDCP_CW_MAX_RESET 0x3ffffffffffull

/* set_ldcp_write: writes set_ldcp_* to this parameter set, in its turn among all events, as a host operation: until it is done set_*, host_* and their starts are refused (start; a number) */
#define ACKW_SET_LDCP_WRITE_OFFSET 0x418u
#define ACKW_SET_LDCP_WRITE_BITS 4
#define ACKW_SET_LDCP_WRITE_MASK 0xfu
#define ACKW_SET_LDCP_WRITE_MIN 0x0u
#define ACKW_SET_LDCP_WRITE_MAX 0xfu
#define ACKW_SET_LDCP_WRITE_RESET 0x0u

/* ---- LDCP: its part of a context ---- */

/* host_ldcp_cw: congestion window (context; U14.28, packets) */
#define ACKW_HOST_LDCP_CW_LO_OFFSET 0x480u
#define ACKW_HOST_LDCP_CW_HI_OFFSET 0x484u
#define ACKW_HOST_LDCP_CW_BITS 42
#define ACKW_HOST_LDCP_CW_FRAC 28
#define ACKW_HOST_LDCP_CW_MASK 0x3ffffffffffull
#define ACKW_HOST_LDCP_CW_MIN 0x0ull
#define ACKW_HOST_LDCP_CW_MAX 0x3ffffffffffull
#define ACKW_HOST_LDCP_CW_RESET 0x10000000ull

/* host_ldcp_rtt: round-trip time of the QP's path, for the RTT/cw timer (2.2, doc/divergence.md L12); written by the host (context; ns) */
#define ACKW_HOST_LDCP_RTT_OFFSET 0x488u
#define ACKW_HOST_LDCP_RTT_BITS 24
#define ACKW_HOST_LDCP_RTT_MASK 0xffffffu
#define ACKW_HOST_LDCP_RTT_MIN 0x1u
#define ACKW_HOST_LDCP_RTT_MAX 0xffffffu
#define ACKW_HOST_LDCP_RTT_RESET 0x2710u

/* found_ldcp_cw: congestion window (read; U14.28, packets) */
#define ACKW_FOUND_LDCP_CW_LO_OFFSET 0x4c0u
#define ACKW_FOUND_LDCP_CW_HI_OFFSET 0x4c4u
#define ACKW_FOUND_LDCP_CW_BITS 42
#define ACKW_FOUND_LDCP_CW_FRAC 28
#define ACKW_FOUND_LDCP_CW_MASK 0x3ffffffffffull
#define ACKW_FOUND_LDCP_CW_MIN 0x0ull
#define ACKW_FOUND_LDCP_CW_MAX 0x3ffffffffffull
#define ACKW_FOUND_LDCP_CW_RESET 0x0ull

/* found_ldcp_rtt: round-trip time of the QP's path, for the RTT/cw timer (2.2, doc/divergence.md L12); written by the host (read; ns) */
#define ACKW_FOUND_LDCP_RTT_OFFSET 0x4c8u
#define ACKW_FOUND_LDCP_RTT_BITS 24
#define ACKW_FOUND_LDCP_RTT_MASK 0xffffffu
#define ACKW_FOUND_LDCP_RTT_MIN 0x0u
#define ACKW_FOUND_LDCP_RTT_MAX 0xffffffu
#define ACKW_FOUND_LDCP_RTT_RESET 0x0u

/* ---- HPCC++: parameter set ---- */

/* set_hpcc_t: baseline RTT (draft Figure 3) (write; ns) */
#define ACKW_SET_HPCC_T_OFFSET 0x500u
#define ACKW_SET_HPCC_T_BITS 20
#define ACKW_SET_HPCC_T_MASK 0xfffffu
#define ACKW_SET_HPCC_T_MIN 0x100u
#define ACKW_SET_HPCC_T_MAX 0xfffffu
#define ACKW_SET_HPCC_T_RESET 0x1388u

/* set_hpcc_eta: target utilisation (draft Figure 3: 95%) (write; U1.16, 1) */
#define ACKW_SET_HPCC_ETA_OFFSET 0x504u
#define ACKW_SET_HPCC_ETA_BITS 17
#define ACKW_SET_HPCC_ETA_FRAC 16
#define ACKW_SET_HPCC_ETA_MASK 0x1ffffu
#define ACKW_SET_HPCC_ETA_MIN 0x1u
#define ACKW_SET_HPCC_ETA_MAX 0x10000u
#define ACKW_SET_HPCC_ETA_RESET 0xf333u

/* set_hpcc_max_stage: additive increases before a multiplicative one (draft Figure 3) (write; a number) */
#define ACKW_SET_HPCC_MAX_STAGE_OFFSET 0x508u
#define ACKW_SET_HPCC_MAX_STAGE_BITS 5
#define ACKW_SET_HPCC_MAX_STAGE_MASK 0x1fu
#define ACKW_SET_HPCC_MAX_STAGE_MIN 0x0u
#define ACKW_SET_HPCC_MAX_STAGE_MAX 0x1fu
#define ACKW_SET_HPCC_MAX_STAGE_RESET 0x5u

/* set_hpcc_w_ai: additive increase; rule of thumb W_init·(1-eta)/N (draft 5) (write; U20.12, bytes) */
#define ACKW_SET_HPCC_W_AI_OFFSET 0x50cu
#define ACKW_SET_HPCC_W_AI_BITS 32
#define ACKW_SET_HPCC_W_AI_FRAC 12
#define ACKW_SET_HPCC_W_AI_MASK 0xffffffffu
#define ACKW_SET_HPCC_W_AI_MIN 0x0u
#define ACKW_SET_HPCC_W_AI_MAX 0xffffffffu
#define ACKW_SET_HPCC_W_AI_RESET 0x50000u

/* set_hpcc_w_min: lower clamp of W (doc/divergence.md H4) (write; U28.12, bytes) */
#define ACKW_SET_HPCC_W_MIN_LO_OFFSET 0x510u
#define ACKW_SET_HPCC_W_MIN_HI_OFFSET 0x514u
#define ACKW_SET_HPCC_W_MIN_BITS 40
#define ACKW_SET_HPCC_W_MIN_FRAC 12
#define ACKW_SET_HPCC_W_MIN_MASK 0xffffffffffull
#define ACKW_SET_HPCC_W_MIN_MIN 0x1ull
#define ACKW_SET_HPCC_W_MIN_MAX 0xffffffffffull
#define ACKW_SET_HPCC_W_MIN_RESET 0x3e8000ull

/* set_hpcc_w_max: upper clamp of W (doc/divergence.md H4), at least W_min; W_init times W_max_factor (H26) (write; U28.12, bytes) */
#define ACKW_SET_HPCC_W_MAX_LO_OFFSET 0x518u
#define ACKW_SET_HPCC_W_MAX_HI_OFFSET 0x51cu
#define ACKW_SET_HPCC_W_MAX_BITS 40
#define ACKW_SET_HPCC_W_MAX_FRAC 12
#define ACKW_SET_HPCC_W_MAX_MASK 0xffffffffffull
#define ACKW_SET_HPCC_W_MAX_MIN 0x1ull
#define ACKW_SET_HPCC_W_MAX_MAX 0xffffffffffull
#define ACKW_SET_HPCC_W_MAX_RESET 0xf424000ull

/* set_hpcc_sync_first: 1: the first ACK sets lastUpdateSeq to snd_nxt (doc/divergence.md H2, H25) (write; flag) */
#define ACKW_SET_HPCC_SYNC_FIRST_OFFSET 0x520u
#define ACKW_SET_HPCC_SYNC_FIRST_BITS 1
#define ACKW_SET_HPCC_SYNC_FIRST_MASK 0x1u
#define ACKW_SET_HPCC_SYNC_FIRST_MIN 0x0u
#define ACKW_SET_HPCC_SYNC_FIRST_MAX 0x1u
#define ACKW_SET_HPCC_SYNC_FIRST_RESET 0x1u

/* set_hpcc_rate_gain_m: mantissa of 1/T, to nearest (write; 1/ns) */
#define ACKW_SET_HPCC_RATE_GAIN_M_OFFSET 0x524u
#define ACKW_SET_HPCC_RATE_GAIN_M_BITS 18
#define ACKW_SET_HPCC_RATE_GAIN_M_MASK 0x3ffffu
#define ACKW_SET_HPCC_RATE_GAIN_M_MIN 0x20000u
#define ACKW_SET_HPCC_RATE_GAIN_M_MAX 0x3ffffu
#define ACKW_SET_HPCC_RATE_GAIN_M_RESET 0x346dcu

/* set_hpcc_rate_gain_e: exponent of 1/T (write; a number) */
#define ACKW_SET_HPCC_RATE_GAIN_E_OFFSET 0x528u
#define ACKW_SET_HPCC_RATE_GAIN_E_BITS 6
#define ACKW_SET_HPCC_RATE_GAIN_E_MASK 0x3fu
#define ACKW_SET_HPCC_RATE_GAIN_E_MIN 0x19u
#define ACKW_SET_HPCC_RATE_GAIN_E_MAX 0x25u
#define ACKW_SET_HPCC_RATE_GAIN_E_RESET 0x1eu

/* set_hpcc_t_ticks: ceil(T/ts_unit): delta ts below it is below T (write; ticks) */
#define ACKW_SET_HPCC_T_TICKS_OFFSET 0x52cu
#define ACKW_SET_HPCC_T_TICKS_BITS 20
#define ACKW_SET_HPCC_T_TICKS_MASK 0xfffffu
#define ACKW_SET_HPCC_T_TICKS_MIN 0x2u
#define ACKW_SET_HPCC_T_TICKS_MAX 0xfffffu
#define ACKW_SET_HPCC_T_TICKS_RESET 0x1388u

/* set_hpcc_tau_gain_m: mantissa of ts_unit/T, to nearest (write; 1/ticks) */
#define ACKW_SET_HPCC_TAU_GAIN_M_OFFSET 0x530u
#define ACKW_SET_HPCC_TAU_GAIN_M_BITS 32
#define ACKW_SET_HPCC_TAU_GAIN_M_MASK 0xffffffffu
#define ACKW_SET_HPCC_TAU_GAIN_M_MIN 0x80000000u
#define ACKW_SET_HPCC_TAU_GAIN_M_MAX 0xffffffffu
#define ACKW_SET_HPCC_TAU_GAIN_M_RESET 0xd1b71759u

/* set_hpcc_tau_gain_e: exponent of ts_unit/T (write; a number) */
#define ACKW_SET_HPCC_TAU_GAIN_E_OFFSET 0x534u
#define ACKW_SET_HPCC_TAU_GAIN_E_BITS 6
#define ACKW_SET_HPCC_TAU_GAIN_E_MASK 0x3fu
#define ACKW_SET_HPCC_TAU_GAIN_E_MIN 0x20u
#define ACKW_SET_HPCC_TAU_GAIN_E_MAX 0x33u
#define ACKW_SET_HPCC_TAU_GAIN_E_RESET 0x2cu

/* set_hpcc_q_weight: q_unit·ts_unit / gcd(q_unit·ts_unit, tx_unit·T) (write; a number) */
#define ACKW_SET_HPCC_Q_WEIGHT_OFFSET 0x538u
#define ACKW_SET_HPCC_Q_WEIGHT_BITS 12
#define ACKW_SET_HPCC_Q_WEIGHT_MASK 0xfffu
#define ACKW_SET_HPCC_Q_WEIGHT_MIN 0x1u
#define ACKW_SET_HPCC_Q_WEIGHT_MAX 0xfffu
#define ACKW_SET_HPCC_Q_WEIGHT_RESET 0x1u

/* set_hpcc_tx_weight: tx_unit·T / gcd(q_unit·ts_unit, tx_unit·T) (write; ticks) */
#define ACKW_SET_HPCC_TX_WEIGHT_OFFSET 0x53cu
#define ACKW_SET_HPCC_TX_WEIGHT_BITS 32
#define ACKW_SET_HPCC_TX_WEIGHT_MASK 0xffffffffu
#define ACKW_SET_HPCC_TX_WEIGHT_MIN 0x1u
#define ACKW_SET_HPCC_TX_WEIGHT_MAX 0xffffffffu
#define ACKW_SET_HPCC_TX_WEIGHT_RESET 0x1f40u

/* set_hpcc_write: writes set_hpcc_* to this parameter set, in its turn among all events, as a host operation: until it is done set_*, host_* and their starts are refused; refused if w_min > w_max (start; a number) */
#define ACKW_SET_HPCC_WRITE_OFFSET 0x540u
#define ACKW_SET_HPCC_WRITE_BITS 4
#define ACKW_SET_HPCC_WRITE_MASK 0xfu
#define ACKW_SET_HPCC_WRITE_MIN 0x0u
#define ACKW_SET_HPCC_WRITE_MAX 0xfu
#define ACKW_SET_HPCC_WRITE_RESET 0x0u

/* ---- HPCC++: telemetry units and speeds ---- */

/* cfg_tx_unit: unit of txBytes (doc/divergence.md H8) (write; bytes) */
#define ACKW_CFG_TX_UNIT_OFFSET 0x550u
#define ACKW_CFG_TX_UNIT_BITS 12
#define ACKW_CFG_TX_UNIT_MASK 0xfffu
#define ACKW_CFG_TX_UNIT_MIN 0x1u
#define ACKW_CFG_TX_UNIT_MAX 0xfffu
#define ACKW_CFG_TX_UNIT_RESET 0x80u

/* cfg_q_unit: unit of qLen (doc/divergence.md H8) (write; bytes) */
#define ACKW_CFG_Q_UNIT_OFFSET 0x554u
#define ACKW_CFG_Q_UNIT_BITS 12
#define ACKW_CFG_Q_UNIT_MASK 0xfffu
#define ACKW_CFG_Q_UNIT_MIN 0x1u
#define ACKW_CFG_Q_UNIT_MAX 0xfffu
#define ACKW_CFG_Q_UNIT_RESET 0x50u

/* spd_gbps: an entry of the speed table; 0: the code is unknown (write; Gbit/s) */
#define ACKW_SPD_GBPS_OFFSET 0x560u
#define ACKW_SPD_GBPS_BITS 12
#define ACKW_SPD_GBPS_MASK 0xfffu
#define ACKW_SPD_GBPS_MIN 0x0u
#define ACKW_SPD_GBPS_MAX 0xfffu
#define ACKW_SPD_GBPS_RESET 0x0u

/* spd_inv_b_m: mantissa of 1/(B·ts_unit), to nearest (write; ticks/byte) */
#define ACKW_SPD_INV_B_M_OFFSET 0x564u
#define ACKW_SPD_INV_B_M_BITS 32
#define ACKW_SPD_INV_B_M_MASK 0xffffffffu
#define ACKW_SPD_INV_B_M_MIN 0x80000000u
#define ACKW_SPD_INV_B_M_MAX 0xffffffffu
#define ACKW_SPD_INV_B_M_RESET 0x80000000u

/* spd_inv_b_e: exponent of 1/(B·ts_unit) (write; a number) */
#define ACKW_SPD_INV_B_E_OFFSET 0x568u
#define ACKW_SPD_INV_B_E_BITS 6
#define ACKW_SPD_INV_B_E_MASK 0x3fu
#define ACKW_SPD_INV_B_E_MIN 0x1cu
#define ACKW_SPD_INV_B_E_MAX 0x30u
#define ACKW_SPD_INV_B_E_RESET 0x1cu

/* spd_write: writes spd_gbps and spd_inv_b_* for this speed code (start; a number) */
#define ACKW_SPD_WRITE_OFFSET 0x56cu
#define ACKW_SPD_WRITE_BITS 4
#define ACKW_SPD_WRITE_MASK 0xfu
#define ACKW_SPD_WRITE_MIN 0x0u
#define ACKW_SPD_WRITE_MAX 0xfu
#define ACKW_SPD_WRITE_RESET 0x0u

/* ---- HPCC++: its part of a context ---- */

/* host_hpcc_u: EWMA of the normalised inflight bytes (the draft's algorithm, line 9) (context; U12.36, 1) */
#define ACKW_HOST_HPCC_U_LO_OFFSET 0x580u
#define ACKW_HOST_HPCC_U_HI_OFFSET 0x584u
#define ACKW_HOST_HPCC_U_BITS 48
#define ACKW_HOST_HPCC_U_FRAC 36
#define ACKW_HOST_HPCC_U_MASK 0xffffffffffffull
#define ACKW_HOST_HPCC_U_MIN 0x0ull
#define ACKW_HOST_HPCC_U_MAX 0xffffffffffffull
#define ACKW_HOST_HPCC_U_RESET 0x1000000000ull

/* host_hpcc_w: window (the draft's algorithm, lines 13, 17) (context; U28.12, bytes) */
#define ACKW_HOST_HPCC_W_LO_OFFSET 0x588u
#define ACKW_HOST_HPCC_W_HI_OFFSET 0x58cu
#define ACKW_HOST_HPCC_W_BITS 40
#define ACKW_HOST_HPCC_W_FRAC 12
#define ACKW_HOST_HPCC_W_MASK 0xffffffffffull
#define ACKW_HOST_HPCC_W_MIN 0x0ull
#define ACKW_HOST_HPCC_W_MAX 0xffffffffffull
#define ACKW_HOST_HPCC_W_RESET 0xf424000ull

/* host_hpcc_wc: reference window (lines 15, 19) (context; U28.12, bytes) */
#define ACKW_HOST_HPCC_WC_LO_OFFSET 0x590u
#define ACKW_HOST_HPCC_WC_HI_OFFSET 0x594u
#define ACKW_HOST_HPCC_WC_BITS 40
#define ACKW_HOST_HPCC_WC_FRAC 12
#define ACKW_HOST_HPCC_WC_MASK 0xffffffffffull
#define ACKW_HOST_HPCC_WC_MIN 0x0ull
#define ACKW_HOST_HPCC_WC_MAX 0xffffffffffull
#define ACKW_HOST_HPCC_WC_RESET 0xf424000ull

/* host_hpcc_inc_stage: additive increases since the last multiplicative step (lines 15, 19) (context; a number) */
#define ACKW_HOST_HPCC_INC_STAGE_OFFSET 0x598u
#define ACKW_HOST_HPCC_INC_STAGE_BITS 5
#define ACKW_HOST_HPCC_INC_STAGE_MASK 0x1fu
#define ACKW_HOST_HPCC_INC_STAGE_MIN 0x0u
#define ACKW_HOST_HPCC_INC_STAGE_MAX 0x1fu
#define ACKW_HOST_HPCC_INC_STAGE_RESET 0x0u

/* host_hpcc_last_update: line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of ns (line 32) (context; a number) */
#define ACKW_HOST_HPCC_LAST_UPDATE_OFFSET 0x59cu
#define ACKW_HOST_HPCC_LAST_UPDATE_BITS 32
#define ACKW_HOST_HPCC_LAST_UPDATE_MASK 0xffffffffu
#define ACKW_HOST_HPCC_LAST_UPDATE_MIN 0x0u
#define ACKW_HOST_HPCC_LAST_UPDATE_MAX 0xffffffffu
#define ACKW_HOST_HPCC_LAST_UPDATE_RESET 0x0u

/* found_hpcc_u: EWMA of the normalised inflight bytes (the draft's algorithm, line 9) (read; U12.36, 1) */
#define ACKW_FOUND_HPCC_U_LO_OFFSET 0x5c0u
#define ACKW_FOUND_HPCC_U_HI_OFFSET 0x5c4u
#define ACKW_FOUND_HPCC_U_BITS 48
#define ACKW_FOUND_HPCC_U_FRAC 36
#define ACKW_FOUND_HPCC_U_MASK 0xffffffffffffull
#define ACKW_FOUND_HPCC_U_MIN 0x0ull
#define ACKW_FOUND_HPCC_U_MAX 0xffffffffffffull
#define ACKW_FOUND_HPCC_U_RESET 0x0ull

/* found_hpcc_w: window (the draft's algorithm, lines 13, 17) (read; U28.12, bytes) */
#define ACKW_FOUND_HPCC_W_LO_OFFSET 0x5c8u
#define ACKW_FOUND_HPCC_W_HI_OFFSET 0x5ccu
#define ACKW_FOUND_HPCC_W_BITS 40
#define ACKW_FOUND_HPCC_W_FRAC 12
#define ACKW_FOUND_HPCC_W_MASK 0xffffffffffull
#define ACKW_FOUND_HPCC_W_MIN 0x0ull
#define ACKW_FOUND_HPCC_W_MAX 0xffffffffffull
#define ACKW_FOUND_HPCC_W_RESET 0x0ull

/* found_hpcc_wc: reference window (lines 15, 19) (read; U28.12, bytes) */
#define ACKW_FOUND_HPCC_WC_LO_OFFSET 0x5d0u
#define ACKW_FOUND_HPCC_WC_HI_OFFSET 0x5d4u
#define ACKW_FOUND_HPCC_WC_BITS 40
#define ACKW_FOUND_HPCC_WC_FRAC 12
#define ACKW_FOUND_HPCC_WC_MASK 0xffffffffffull
#define ACKW_FOUND_HPCC_WC_MIN 0x0ull
#define ACKW_FOUND_HPCC_WC_MAX 0xffffffffffull
#define ACKW_FOUND_HPCC_WC_RESET 0x0ull

/* found_hpcc_inc_stage: additive increases since the last multiplicative step (lines 15, 19) (read; a number) */
#define ACKW_FOUND_HPCC_INC_STAGE_OFFSET 0x5d8u
#define ACKW_FOUND_HPCC_INC_STAGE_BITS 5
#define ACKW_FOUND_HPCC_INC_STAGE_MASK 0x1fu
#define ACKW_FOUND_HPCC_INC_STAGE_MIN 0x0u
#define ACKW_FOUND_HPCC_INC_STAGE_MAX 0x1fu
#define ACKW_FOUND_HPCC_INC_STAGE_RESET 0x0u

/* found_hpcc_last_update: line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of ns (line 32) (read; a number) */
#define ACKW_FOUND_HPCC_LAST_UPDATE_OFFSET 0x5dcu
#define ACKW_FOUND_HPCC_LAST_UPDATE_BITS 32
#define ACKW_FOUND_HPCC_LAST_UPDATE_MASK 0xffffffffu
#define ACKW_FOUND_HPCC_LAST_UPDATE_MIN 0x0u
#define ACKW_FOUND_HPCC_LAST_UPDATE_MAX 0xffffffffu
#define ACKW_FOUND_HPCC_LAST_UPDATE_RESET 0x0u

/* ---- Counters ---- */

#define ACKW_COUNTERS_OFFSET 0x200u
#define ACKW_COUNTERS 47

enum ackw_counter {
    ACKW_COUNTER_DROP_AXIS_KEEP = 0, /* a beat before the last with a tkeep other than all ones, or a last beat whose tkeep is not a run from bit 0 */
    ACKW_COUNTER_DROP_FRAME_ERROR = 1, /* tuser was set on the last beat: the MAC found a fault */
    ACKW_COUNTER_DROP_OVERSIZED = 2, /* more bytes than max_frame_bytes */
    ACKW_COUNTER_DROP_TRUNCATED = 3, /* the frame ends before a header does, or before the IP length says */
    ACKW_COUNTER_DROP_VLAN_DEPTH = 4, /* more than two VLAN tags */
    ACKW_COUNTER_DROP_NOT_IP = 5, /* the EtherType is neither IPv4 nor IPv6 */
    ACKW_COUNTER_DROP_IP_VERSION = 6, /* the version nibble does not match the EtherType */
    ACKW_COUNTER_DROP_IP_HEADER = 7, /* IHL is below 5 */
    ACKW_COUNTER_DROP_IP_FRAGMENT = 8, /* a fragment: MF is set or the offset is not 0 */
    ACKW_COUNTER_DROP_NOT_UDP = 9, /* the protocol (next header) is not UDP */
    ACKW_COUNTER_DROP_IP_LENGTH = 10, /* the IP length leaves no room for a UDP header */
    ACKW_COUNTER_DROP_NOT_ROCEV2 = 11, /* the UDP destination port is not 4791 */
    ACKW_COUNTER_DROP_UDP_LENGTH = 12, /* the UDP length is not the IP payload's length */
    ACKW_COUNTER_DROP_ROCE_LENGTH = 13, /* the UDP length is not that of the opcode's packet */
    ACKW_COUNTER_DROP_BTH_VERSION = 14, /* the BTH's transport version is not 0 */
    ACKW_COUNTER_DROP_OPCODE_UNKNOWN = 15, /* the opcode is in no table of ours */
    ACKW_COUNTER_DROP_OPCODE_IGNORED = 16, /* a known opcode without congestion feedback */
    ACKW_COUNTER_DROP_BTH_PAD = 17, /* the pad count is not 0 in an ACK or a CNP */
    ACKW_COUNTER_DROP_ICRC = 18, /* the invariant CRC is wrong */
    ACKW_COUNTER_DROP_QPN_UNKNOWN = 19, /* the QPN lies outside the configured block */
    ACKW_COUNTER_DROP_RNR_NAK = 20, /* an RNR NAK: the receiver was not ready, which is no congestion */
    ACKW_COUNTER_DROP_NAK_OTHER = 21, /* a NAK with a code other than 0, or the reserved AETH code */
    ACKW_COUNTER_DROP_TELEMETRY_LENGTH = 22, /* the telemetry does not fit in what the packet has for it: the area, or what stands between AETH and ICRC */
    ACKW_COUNTER_DROP_TELEMETRY_HOPS = 23, /* the telemetry counts more hops than its layout has slots for */
    ACKW_COUNTER_DROP_NOT_OUR_MAC = 24, /* the destination MAC address is compared, and is not the NIC's own */
    ACKW_COUNTER_DROP_NOT_OUR_IP = 25, /* the destination address of the packet's IP version is compared, and is not the NIC's own */
    ACKW_COUNTER_EVENT_ACK = 26, /* ACKs that the parser handed over */
    ACKW_COUNTER_EVENT_LOSS = 27, /* NAKs for a PSN sequence error, likewise */
    ACKW_COUNTER_EVENT_CNP = 28, /* congestion notification packets, likewise */
    ACKW_COUNTER_EVENT_DATA = 29, /* data packets with telemetry at the receiver, likewise */
    ACKW_COUNTER_HPCC_PATH = 30, /* updates after a change of path: only the hop records were replaced */
    ACKW_COUNTER_HPCC_HOPS = 31, /* updates of a path with more hops than the engine has: dropped */
    ACKW_COUNTER_HPCC_SPEED = 32, /* updates with a hop of unknown speed, which was skipped */
    ACKW_COUNTER_HPCC_STILL = 33, /* updates with a hop without time between two telemetries, which was skipped */
    ACKW_COUNTER_HPCC_U_ZERO = 34, /* updates with U = 0 in the multiplicative branch: W = W_max */
    ACKW_COUNTER_PSN_REJECTED = 35, /* ACKs and NAKs that confirm what was not sent, or are nowhere near the last PSN: dropped */
    ACKW_COUNTER_QP_CLOSED = 36, /* events of closed QPs: dropped */
    ACKW_COUNTER_SATURATED = 37, /* events that joined one of their QP, with a sum of packets or CNPs that stays at 2^14 - 1 */
    ACKW_COUNTER_FOLDED = 41, /* events that joined one of their QP that waited, and share its update */
    ACKW_COUNTER_HIGH_WATER_EVENTS = 42, /* most events that were in the event queue */
    ACKW_COUNTER_HIGH_WATER_UPDATES = 43, /* most updates that were in the update queue; beside HPCC++ that of the other units */
    ACKW_COUNTER_HIGH_WATER_MEASURED = 45, /* most updates of HPCC++ that were in their queue, where there are other units too */
    ACKW_COUNTER_HIGH_WATER_QPS = 46 /* most QPs of which an update waited behind the one on the port */
};

/* The counter's name, for tables and logs. */
static inline const char *ackw_counter_name(enum ackw_counter counter)
{
    switch (counter) {
    case ACKW_COUNTER_DROP_AXIS_KEEP:
        return "drop_axis_keep";
    case ACKW_COUNTER_DROP_FRAME_ERROR:
        return "drop_frame_error";
    case ACKW_COUNTER_DROP_OVERSIZED:
        return "drop_oversized";
    case ACKW_COUNTER_DROP_TRUNCATED:
        return "drop_truncated";
    case ACKW_COUNTER_DROP_VLAN_DEPTH:
        return "drop_vlan_depth";
    case ACKW_COUNTER_DROP_NOT_IP:
        return "drop_not_ip";
    case ACKW_COUNTER_DROP_IP_VERSION:
        return "drop_ip_version";
    case ACKW_COUNTER_DROP_IP_HEADER:
        return "drop_ip_header";
    case ACKW_COUNTER_DROP_IP_FRAGMENT:
        return "drop_ip_fragment";
    case ACKW_COUNTER_DROP_NOT_UDP:
        return "drop_not_udp";
    case ACKW_COUNTER_DROP_IP_LENGTH:
        return "drop_ip_length";
    case ACKW_COUNTER_DROP_NOT_ROCEV2:
        return "drop_not_rocev2";
    case ACKW_COUNTER_DROP_UDP_LENGTH:
        return "drop_udp_length";
    case ACKW_COUNTER_DROP_ROCE_LENGTH:
        return "drop_roce_length";
    case ACKW_COUNTER_DROP_BTH_VERSION:
        return "drop_bth_version";
    case ACKW_COUNTER_DROP_OPCODE_UNKNOWN:
        return "drop_opcode_unknown";
    case ACKW_COUNTER_DROP_OPCODE_IGNORED:
        return "drop_opcode_ignored";
    case ACKW_COUNTER_DROP_BTH_PAD:
        return "drop_bth_pad";
    case ACKW_COUNTER_DROP_ICRC:
        return "drop_icrc";
    case ACKW_COUNTER_DROP_QPN_UNKNOWN:
        return "drop_qpn_unknown";
    case ACKW_COUNTER_DROP_RNR_NAK:
        return "drop_rnr_nak";
    case ACKW_COUNTER_DROP_NAK_OTHER:
        return "drop_nak_other";
    case ACKW_COUNTER_DROP_TELEMETRY_LENGTH:
        return "drop_telemetry_length";
    case ACKW_COUNTER_DROP_TELEMETRY_HOPS:
        return "drop_telemetry_hops";
    case ACKW_COUNTER_DROP_NOT_OUR_MAC:
        return "drop_not_our_mac";
    case ACKW_COUNTER_DROP_NOT_OUR_IP:
        return "drop_not_our_ip";
    case ACKW_COUNTER_EVENT_ACK:
        return "event_ack";
    case ACKW_COUNTER_EVENT_LOSS:
        return "event_loss";
    case ACKW_COUNTER_EVENT_CNP:
        return "event_cnp";
    case ACKW_COUNTER_EVENT_DATA:
        return "event_data";
    case ACKW_COUNTER_HPCC_PATH:
        return "hpcc_path";
    case ACKW_COUNTER_HPCC_HOPS:
        return "hpcc_hops";
    case ACKW_COUNTER_HPCC_SPEED:
        return "hpcc_speed";
    case ACKW_COUNTER_HPCC_STILL:
        return "hpcc_still";
    case ACKW_COUNTER_HPCC_U_ZERO:
        return "hpcc_u_zero";
    case ACKW_COUNTER_PSN_REJECTED:
        return "psn_rejected";
    case ACKW_COUNTER_QP_CLOSED:
        return "qp_closed";
    case ACKW_COUNTER_SATURATED:
        return "saturated";
    case ACKW_COUNTER_FOLDED:
        return "folded";
    case ACKW_COUNTER_HIGH_WATER_EVENTS:
        return "high_water_events";
    case ACKW_COUNTER_HIGH_WATER_UPDATES:
        return "high_water_updates";
    case ACKW_COUNTER_HIGH_WATER_MEASURED:
        return "high_water_measured";
    case ACKW_COUNTER_HIGH_WATER_QPS:
        return "high_water_qps";
    }
    return "none";
}

/* bits of irq_status, irq_enable and irq_clear */
enum ackw_alert {
    ACKW_ALERT_REFUSED_WRITE = 1, /* a register write was refused */
    ACKW_ALERT_FRAME_DROPPED = 2, /* the parser dropped a frame: the counters say why */
    ACKW_ALERT_TELEMETRY = 4, /* HPCC++ met a change of path, too many hops, an unknown speed, no time between two telemetries, or U = 0 */
    ACKW_ALERT_PACKETS_STALLED = 8, /* a beat of a packet had to wait */
    ACKW_ALERT_EVENTS_STALLED = 16, /* an event had to wait */
    ACKW_ALERT_UPDATES_STALLED = 32, /* an update had to wait */
    ACKW_ALERT_HOST_DONE = 64, /* a host operation is complete */
    ACKW_ALERT_PSN_REJECTED = 128, /* an ACK or NAK was rejected, for its PSN confirms packets that were not sent: it may be forged */
    ACKW_ALERT_QUEUE_OVERFLOW = 256, /* a queue was given more than it holds: status.overflow stays */
    ACKW_ALERT_ADVICE_REJECTED = 512 /* with FCR: an advice out of its range was rejected: it may be forged */
};

/* bits of host_parts */
enum ackw_part {
    ACKW_PART_CHOICE = 1, /* algorithm and parameter set */
    ACKW_PART_PSN = 2, /* last PSN acknowledged, and whether the QP is open; snd_nxt and snd_max become that + 1 */
    ACKW_PART_LDCP = 4, /* state of LDCP */
    ACKW_PART_HPCC = 8 /* state of HPCC++; its hop records become not valid */
};

/* values of host_alg and found_alg */
enum ackw_alg {
    ACKW_ALG_LDCP = 0,
    ACKW_ALG_LDCP_PCC = 1,
    ACKW_ALG_HPCC = 2,
    ACKW_ALG_HPCC_RX = 3
};

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

struct ackw_ldcp_set {
    uint32_t alpha; /* additive increase per round trip (2.2); at least 2^-10, so that no increment vanishes at cw_max, U1.16, packets */
    uint32_t beta; /* decrease per marked packet (2.2), U1.16, packets */
    uint32_t gamma; /* increase step below one packet and smallest window (2.2); at least 2^-8, so that RTT/cw fits, U1.16, packets */
    uint32_t eta; /* decrease factor below one packet (2.2), U0.16 */
    uint64_t cw_max; /* upper clamp of the window (doc/divergence.md L5), U14.28, packets */
};

/* The values of the reset, each in its range: begin with them, and change what is to differ. */
static inline void ackw_reset_ldcp_set(struct ackw_ldcp_set *to)
{
    to->alpha = ACKW_SET_LDCP_ALPHA_RESET;
    to->beta = ACKW_SET_LDCP_BETA_RESET;
    to->gamma = ACKW_SET_LDCP_GAMMA_RESET;
    to->eta = ACKW_SET_LDCP_ETA_RESET;
    to->cw_max = ACKW_SET_LDCP_CW_MAX_RESET;
}

/* Writes a parameter set of LDCP, in its turn among all events: each sees one set whole. After ackw_wait_init(). */
static inline enum ackw_result ackw_write_ldcp_set(ackw_device device, uint32_t index,
    const struct ackw_ldcp_set *from, uint32_t polls)
{
    uint32_t refused;
    enum ackw_result result = ackw_wait_host(device, polls);
    if (result != ACKW_OK) {
        return result;
    }
    refused = ackw_refused(device);
    ACKW_WRITE(device, ACKW_SET_LDCP_ALPHA_OFFSET, from->alpha);
    ACKW_WRITE(device, ACKW_SET_LDCP_BETA_OFFSET, from->beta);
    ACKW_WRITE(device, ACKW_SET_LDCP_GAMMA_OFFSET, from->gamma);
    ACKW_WRITE(device, ACKW_SET_LDCP_ETA_OFFSET, from->eta);
    ackw_write64(device, ACKW_SET_LDCP_CW_MAX_LO_OFFSET, from->cw_max);
    result = ackw_start(device, ACKW_SET_LDCP_WRITE_OFFSET, index, refused);
    return result == ACKW_OK ? ackw_wait_host(device, polls) : result;
}

struct ackw_hpcc_set {
    uint32_t t; /* baseline RTT (draft Figure 3), ns */
    uint32_t eta; /* target utilisation (draft Figure 3: 95%), U1.16 */
    uint32_t max_stage; /* additive increases before a multiplicative one (draft Figure 3) */
    uint32_t w_ai; /* additive increase; rule of thumb W_init·(1-eta)/N (draft 5), U20.12, bytes */
    uint64_t w_min; /* lower clamp of W (doc/divergence.md H4), U28.12, bytes */
    uint64_t w_max; /* upper clamp of W (doc/divergence.md H4), at least W_min; W_init times W_max_factor (H26), U28.12, bytes */
    uint32_t sync_first; /* 1: the first ACK sets lastUpdateSeq to snd_nxt (doc/divergence.md H2, H25), flag */
    uint32_t rate_gain_m; /* mantissa of 1/T, to nearest, 1/ns */
    uint32_t rate_gain_e; /* exponent of 1/T */
    uint32_t t_ticks; /* ceil(T/ts_unit): delta ts below it is below T, ticks */
    uint32_t tau_gain_m; /* mantissa of ts_unit/T, to nearest, 1/ticks */
    uint32_t tau_gain_e; /* exponent of ts_unit/T */
    uint32_t q_weight; /* q_unit·ts_unit / gcd(q_unit·ts_unit, tx_unit·T) */
    uint32_t tx_weight; /* tx_unit·T / gcd(q_unit·ts_unit, tx_unit·T), ticks */
};

/* The values of the reset, each in its range: begin with them, and change what is to differ. */
static inline void ackw_reset_hpcc_set(struct ackw_hpcc_set *to)
{
    to->t = ACKW_SET_HPCC_T_RESET;
    to->eta = ACKW_SET_HPCC_ETA_RESET;
    to->max_stage = ACKW_SET_HPCC_MAX_STAGE_RESET;
    to->w_ai = ACKW_SET_HPCC_W_AI_RESET;
    to->w_min = ACKW_SET_HPCC_W_MIN_RESET;
    to->w_max = ACKW_SET_HPCC_W_MAX_RESET;
    to->sync_first = ACKW_SET_HPCC_SYNC_FIRST_RESET;
    to->rate_gain_m = ACKW_SET_HPCC_RATE_GAIN_M_RESET;
    to->rate_gain_e = ACKW_SET_HPCC_RATE_GAIN_E_RESET;
    to->t_ticks = ACKW_SET_HPCC_T_TICKS_RESET;
    to->tau_gain_m = ACKW_SET_HPCC_TAU_GAIN_M_RESET;
    to->tau_gain_e = ACKW_SET_HPCC_TAU_GAIN_E_RESET;
    to->q_weight = ACKW_SET_HPCC_Q_WEIGHT_RESET;
    to->tx_weight = ACKW_SET_HPCC_TX_WEIGHT_RESET;
}

/* Writes a parameter set of HPCC++, in its turn among all events: each sees one set whole. After ackw_wait_init(). */
static inline enum ackw_result ackw_write_hpcc_set(ackw_device device, uint32_t index,
    const struct ackw_hpcc_set *from, uint32_t polls)
{
    uint32_t refused;
    enum ackw_result result = ackw_wait_host(device, polls);
    if (result != ACKW_OK) {
        return result;
    }
    refused = ackw_refused(device);
    ACKW_WRITE(device, ACKW_SET_HPCC_T_OFFSET, from->t);
    ACKW_WRITE(device, ACKW_SET_HPCC_ETA_OFFSET, from->eta);
    ACKW_WRITE(device, ACKW_SET_HPCC_MAX_STAGE_OFFSET, from->max_stage);
    ACKW_WRITE(device, ACKW_SET_HPCC_W_AI_OFFSET, from->w_ai);
    ackw_write64(device, ACKW_SET_HPCC_W_MIN_LO_OFFSET, from->w_min);
    ackw_write64(device, ACKW_SET_HPCC_W_MAX_LO_OFFSET, from->w_max);
    ACKW_WRITE(device, ACKW_SET_HPCC_SYNC_FIRST_OFFSET, from->sync_first);
    ACKW_WRITE(device, ACKW_SET_HPCC_RATE_GAIN_M_OFFSET, from->rate_gain_m);
    ACKW_WRITE(device, ACKW_SET_HPCC_RATE_GAIN_E_OFFSET, from->rate_gain_e);
    ACKW_WRITE(device, ACKW_SET_HPCC_T_TICKS_OFFSET, from->t_ticks);
    ACKW_WRITE(device, ACKW_SET_HPCC_TAU_GAIN_M_OFFSET, from->tau_gain_m);
    ACKW_WRITE(device, ACKW_SET_HPCC_TAU_GAIN_E_OFFSET, from->tau_gain_e);
    ACKW_WRITE(device, ACKW_SET_HPCC_Q_WEIGHT_OFFSET, from->q_weight);
    ACKW_WRITE(device, ACKW_SET_HPCC_TX_WEIGHT_OFFSET, from->tx_weight);
    result = ackw_start(device, ACKW_SET_HPCC_WRITE_OFFSET, index, refused);
    return result == ACKW_OK ? ackw_wait_host(device, polls) : result;
}

struct ackw_speed {
    uint32_t gbps; /* an entry of the speed table; 0: the code is unknown, Gbit/s */
    uint32_t inv_b_m; /* mantissa of 1/(B·ts_unit), to nearest, ticks/byte */
    uint32_t inv_b_e; /* exponent of 1/(B·ts_unit) */
};

/* The values of the reset, each in its range: begin with them, and change what is to differ. */
static inline void ackw_reset_speed(struct ackw_speed *to)
{
    to->gbps = ACKW_SPD_GBPS_RESET;
    to->inv_b_m = ACKW_SPD_INV_B_M_RESET;
    to->inv_b_e = ACKW_SPD_INV_B_E_RESET;
}

/* Writes the speed of a code: only while no event of HPCC++ is under way, after ackw_wait_init(). */
static inline enum ackw_result ackw_write_speed(ackw_device device, uint32_t code,
    const struct ackw_speed *from)
{
    uint32_t refused = ackw_refused(device);
    ACKW_WRITE(device, ACKW_SPD_GBPS_OFFSET, from->gbps);
    ACKW_WRITE(device, ACKW_SPD_INV_B_M_OFFSET, from->inv_b_m);
    ACKW_WRITE(device, ACKW_SPD_INV_B_E_OFFSET, from->inv_b_e);
    return ackw_start(device, ACKW_SPD_WRITE_OFFSET, code, refused);
}

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

struct ackw_context {
    uint32_t alg; /* 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx, 4 dcqcn-p, 5 dcqcn-d, 6 dctcp */
    uint32_t set; /* index of the parameter set */
    uint32_t psn; /* last PSN acknowledged */
    uint32_t open; /* 1 while the QP is open: events of a closed QP are dropped, flag */
    uint64_t ldcp_cw; /* congestion window, U14.28, packets */
    uint32_t ldcp_rtt; /* round-trip time of the QP's path, for the RTT/cw timer (2.2, doc/divergence.md L12); written by the host, ns */
    uint64_t hpcc_u; /* EWMA of the normalised inflight bytes (the draft's algorithm, line 9), U12.36 */
    uint64_t hpcc_w; /* window (the draft's algorithm, lines 13, 17), U28.12, bytes */
    uint64_t hpcc_wc; /* reference window (lines 15, 19), U28.12, bytes */
    uint32_t hpcc_inc_stage; /* additive increases since the last multiplicative step (lines 15, 19) */
    uint32_t hpcc_last_update; /* line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of ns (line 32) */
};

/* The values of the reset, each in its range: begin with them, and change what is to differ. */
static inline void ackw_reset_context(struct ackw_context *to)
{
    to->alg = ACKW_HOST_ALG_RESET;
    to->set = ACKW_HOST_SET_RESET;
    to->psn = ACKW_HOST_PSN_RESET;
    to->open = ACKW_HOST_OPEN_RESET;
    to->ldcp_cw = ACKW_HOST_LDCP_CW_RESET;
    to->ldcp_rtt = ACKW_HOST_LDCP_RTT_RESET;
    to->hpcc_u = ACKW_HOST_HPCC_U_RESET;
    to->hpcc_w = ACKW_HOST_HPCC_W_RESET;
    to->hpcc_wc = ACKW_HOST_HPCC_WC_RESET;
    to->hpcc_inc_stage = ACKW_HOST_HPCC_INC_STAGE_RESET;
    to->hpcc_last_update = ACKW_HOST_HPCC_LAST_UPDATE_RESET;
}

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
    context->alg = ACKW_READ(device, ACKW_FOUND_ALG_OFFSET);
    context->set = ACKW_READ(device, ACKW_FOUND_SET_OFFSET);
    context->psn = ACKW_READ(device, ACKW_FOUND_PSN_OFFSET);
    context->open = ACKW_READ(device, ACKW_FOUND_OPEN_OFFSET);
    context->ldcp_cw = ackw_read64(device, ACKW_FOUND_LDCP_CW_LO_OFFSET);
    context->ldcp_rtt = ACKW_READ(device, ACKW_FOUND_LDCP_RTT_OFFSET);
    context->hpcc_u = ackw_read64(device, ACKW_FOUND_HPCC_U_LO_OFFSET);
    context->hpcc_w = ackw_read64(device, ACKW_FOUND_HPCC_W_LO_OFFSET);
    context->hpcc_wc = ackw_read64(device, ACKW_FOUND_HPCC_WC_LO_OFFSET);
    context->hpcc_inc_stage = ACKW_READ(device, ACKW_FOUND_HPCC_INC_STAGE_OFFSET);
    context->hpcc_last_update = ACKW_READ(device, ACKW_FOUND_HPCC_LAST_UPDATE_OFFSET);
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
    if ((parts & ACKW_PART_CHOICE) != 0u) {
        ACKW_WRITE(device, ACKW_HOST_ALG_OFFSET, context->alg);
        ACKW_WRITE(device, ACKW_HOST_SET_OFFSET, context->set);
    }
    if ((parts & ACKW_PART_PSN) != 0u) {
        ACKW_WRITE(device, ACKW_HOST_PSN_OFFSET, context->psn);
        ACKW_WRITE(device, ACKW_HOST_OPEN_OFFSET, context->open);
    }
    if ((parts & ACKW_PART_LDCP) != 0u) {
        ackw_write64(device, ACKW_HOST_LDCP_CW_LO_OFFSET, context->ldcp_cw);
        ACKW_WRITE(device, ACKW_HOST_LDCP_RTT_OFFSET, context->ldcp_rtt);
    }
    if ((parts & ACKW_PART_HPCC) != 0u) {
        ackw_write64(device, ACKW_HOST_HPCC_U_LO_OFFSET, context->hpcc_u);
        ackw_write64(device, ACKW_HOST_HPCC_W_LO_OFFSET, context->hpcc_w);
        ackw_write64(device, ACKW_HOST_HPCC_WC_LO_OFFSET, context->hpcc_wc);
        ACKW_WRITE(device, ACKW_HOST_HPCC_INC_STAGE_OFFSET, context->hpcc_inc_stage);
        ACKW_WRITE(device, ACKW_HOST_HPCC_LAST_UPDATE_OFFSET, context->hpcc_last_update);
    }
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
    context.hpcc_last_update = first_psn & 0xffffffu;
    return ackw_write_context(device, qpn, ACKW_PART_CHOICE | ACKW_PART_PSN | ACKW_PART_LDCP | ACKW_PART_HPCC, &context, polls);
}

/* Closes a QP: its events are dropped from then on, and counted. */
static inline enum ackw_result ackw_close_qp(ackw_device device, uint32_t qpn, uint32_t polls)
{
    struct ackw_context context;
    context.psn = 0u;
    context.open = 0u;
    return ackw_write_context(device, qpn, ACKW_PART_PSN, &context, polls);
}

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
    least = (bytes << 28) / mtu_bytes; /* packets, U14.28 */
    least = least > ACKW_HOST_LDCP_CW_MAX ? ACKW_HOST_LDCP_CW_MAX : least;
    if (start->ldcp_cw < least) {
        start->ldcp_cw = least;
    }
    least = bytes << 12; /* bytes, U28.12 */
    least = least > ACKW_HOST_HPCC_W_MAX ? ACKW_HOST_HPCC_W_MAX : least;
    if (start->hpcc_w < least) {
        start->hpcc_w = least;
    }
    least = bytes << 12; /* bytes, U28.12 */
    least = least > ACKW_HOST_HPCC_WC_MAX ? ACKW_HOST_HPCC_WC_MAX : least;
    if (start->hpcc_wc < least) {
        start->hpcc_wc = least;
    }
}

#endif
