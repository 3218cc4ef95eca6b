// The golden model of Ackwright: windows of LDCP and HPCC++, bit by bit, and every block, cycle by cycle.
// All numbers are raw integers; U14.28 has 14 integer and 28 fraction bits. What a pointer owns and who frees it: README.md.
// Written by cbindgen from src/*.rs; do not edit.

#ifndef ACKWRIGHT_H
#define ACKWRIGHT_H

#include <stddef.h>
#include <stdint.h>

// A direction: the block's inputs.
#define ACKW_IN 0

// A direction: the block's outputs.
#define ACKW_OUT 1

// Grows with every change after which a program that was compiled before could go wrong.
#define ACKW_ABI 1

// A block; one thread at a time may use it.
typedef struct ackw_block ackw_block;

// What came of a call: ACKW_OK or the kind of failure; ackw_last_error() has the line.
typedef int32_t ackw_status;

// Where a port lies in the rows of its direction.
typedef struct ackw_port {
  // As in the Verilog; lives as long as the block.
  const char *name;
  // ACKW_IN or ACKW_OUT.
  uint32_t direction;
  uint32_t bits;
  // Its first word in a row, and how many words it takes.
  uint32_t word;
  uint32_t words;
} ackw_port;

// DCQCN's parameters. Rates are in bytes a ns, U7.28.
typedef struct ackw_dcqcn_params {
  // Line rate: of a new QP, and the upper clamp.
  uint64_t line;
  // Lower clamp.
  uint64_t rc_min;
  // First active increase of RT.
  uint64_t rai;
  // Published form: hyper-active increase of RT.
  uint64_t hai;
  // Weight of the newest period in CP, U0.16.
  uint32_t g;
  // CP of a new QP, U1.26.
  uint32_t cp0;
  // Steps of fast recovery before active increase.
  uint32_t recovery;
  // How often the active increase doubles at most.
  uint32_t doublings;
  // An increase that leaves less than 2^snap LSBs to line rate takes RC there.
  uint32_t snap;
  // 1: RC falls by the CP of before this period's update.
  uint32_t old_cp;
  // 1: RT becomes RC at every decrease.
  uint32_t clamp_target;
  // Packets since the last increase step, without which none is due.
  uint32_t min_tx;
  // So many periods after a CNP an increase step is due every second period only.
  uint32_t incast_periods;
  // ns; of the caller's timer, not of a step.
  uint32_t period;
  // log2 of the cycles by which the hardware's periods differ; likewise.
  uint32_t jitter;
  // 1: the published form, with byte counter and rate timer, of mode 0; mode 1 looks at none of these four.
  uint32_t published;
  uint32_t alpha_periods;
  uint32_t rate_periods;
  uint32_t byte_packets;
} ackw_dcqcn_params;

// What DCQCN keeps of a QP.
typedef struct ackw_dcqcn_context {
  // Current and target rate, bytes a ns, U7.28.
  uint64_t rc;
  uint64_t rt;
  // Estimated probability of congestion, U1.26.
  uint32_t cp;
  // Increase steps since the last decrease, 5 bits.
  uint32_t stage;
  // Packets since the last increase step, 8 bits.
  uint32_t sent;
  // Periods since that of the last CNP, 4 bits.
  uint32_t quiet;
  // Periods in a row without a packet, 0 to 16.
  uint32_t idle;
  // The bits below those of RC (bit 3), RT (bit 2) and CP (1 and 0).
  uint32_t guard;
  // Published form, else 0: ticks of the byte counter since the last CNP, packets since the last; periods since the
  // last update of CP, and since the last tick of the rate timer.
  uint32_t byte_stage;
  uint32_t packets;
  uint32_t since_alpha;
  uint32_t since_rate;
} ackw_dcqcn_context;

// What happened to one QP in a control period.
typedef struct ackw_dcqcn_event {
  // 0 dcqcn-p: switches mark by probability; 1 dcqcn-d: every packet above a threshold.
  uint32_t mode;
  // CNPs received, packets sent, 16 bits each.
  uint32_t cnp;
  uint32_t tx;
} ackw_dcqcn_event;

// What the engine tells the NIC: the values of the ports upd_*.
typedef struct ackw_update {
  // LDCP: packets, U14.28. DCTCP: packets, U13.27, which upd_window has as U14.28, a bit to the left. HPCC++:
  // bytes, U28.12. DCQCN: 0.
  uint64_t window;
  // LDCP: time between packets while the window is below one, ns, else 0. HPCC++: rate, bytes a ns, U12.28. DCQCN:
  // rate, bytes a ns, U7.28. DCTCP: 0.
  uint64_t pace;
  // LDCP: bit 0 paced, 1 floor, 2 sat, 3 ignored. Others: bits of upd_flags, 15 of them.
  uint32_t flags;
  // 1: the receiver sends the window to the sender now.
  uint32_t feedback;
} ackw_update;

// DCTCP's parameters.
typedef struct ackw_dctcp_params {
  // Smallest and largest window, packets, U13.27.
  uint64_t cwnd_min;
  uint64_t cwnd_max;
  // Weight of the newest window in CP, U1.16.
  uint32_t g;
  // CP of a new QP, U1.21.
  uint32_t cp0;
} ackw_dctcp_params;

// What DCTCP keeps of a QP.
typedef struct ackw_dctcp_context {
  // Window, packets, U13.27.
  uint64_t cwnd;
  // Slow start below it, packets, 13 bits.
  uint32_t ssthresh;
  // Congestion probability, U1.21.
  uint32_t cp;
  // PSN behind which the window ends, 24 bits.
  uint32_t window_end;
  // Packets acknowledged in this window, 14 bits, and those of them with ECN-Echo.
  uint32_t acked;
  uint32_t marked;
  // 1: this window has been cut.
  uint32_t cut;
} ackw_dctcp_context;

// An event of one QP.
typedef struct ackw_dctcp_event {
  // 0 ack, 1 loss.
  uint32_t kind;
  // ECN-Echo of an ack: 0 or 1.
  uint32_t ece;
  // Packets that an ack confirms, 14 bits.
  uint32_t n;
  // PSN of an ack, 24 bits.
  uint32_t seq;
  // PSN that is sent next, 24 bits.
  uint32_t snd_nxt;
} ackw_dctcp_event;

// The parser's configuration: the ports cfg_*, and the QP bits that the generator fixes.
typedef struct ackw_parser_config {
  // log2 of the number of QPs, 4 to 16.
  uint32_t qp_bits;
  // First QPN, 24 bits, of which the low qp_bits are ignored.
  uint32_t qpn_base;
  // ECN-Echo: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 the reserved bit of the AETH.
  uint32_t ece_place;
  // Longer frames are dropped; 14 bits.
  uint32_t max_frame_bytes;
  // Telemetry: 0 none, 1 between UDP and BTH, 2 behind the AETH.
  uint32_t telemetry_place;
  // Words before the header, 4 bits.
  uint32_t telemetry_offset;
  // Words of the area behind UDP, 6 bits.
  uint32_t telemetry_area;
  // 0 the draft's layout, 1 ns-3's.
  uint32_t telemetry_profile;
} ackw_parser_config;

// The telemetry of one hop, as the header has it.
typedef struct ackw_hop {
  // Code, 4 bits.
  uint32_t speed;
  // 24 bits.
  uint32_t ts;
  // 20 bits.
  uint32_t tx_bytes;
  // 16 bits.
  uint32_t q_len;
} ackw_hop;

// What a telemetry header says; hops from n_hop on mean nothing.
typedef struct ackw_telemetry {
  // 12 bits.
  uint32_t path;
  // 0 to 15.
  uint32_t n_hop;
  struct ackw_hop hops[15];
} ackw_telemetry;

// The verdict on a frame: an event, or the reason why it was dropped.
typedef struct ackw_verdict {
  // 1: dropped, and only `reason` means something.
  uint32_t dropped;
  // See ackw_drop_reason().
  uint32_t reason;
  // 0 ack, 1 loss, 3 cnp, 6 data.
  uint32_t kind;
  // Index of the QP.
  uint32_t qpn;
  uint32_t psn;
  // ECN-Echo of an ack.
  uint32_t ece;
  // 1: `telemetry` means something.
  uint32_t has_telemetry;
  struct ackw_telemetry telemetry;
} ackw_verdict;

// What the telemetry's integers stand for.
typedef struct ackw_hpcc_header {
  // ns a tick of a hop's clock, 1 to 255.
  uint32_t ts_unit;
  // Bytes a unit of tx_bytes, 1 to 255.
  uint32_t tx_unit;
  // Bytes a unit of q_len, 1 to 255.
  uint32_t q_unit;
  // Gbit/s by speed code; 0: unknown.
  uint32_t gbps[16];
} ackw_hpcc_header;

// HPCC++'s parameters.
typedef struct ackw_hpcc_params {
  // Windows, bytes, U28.12.
  uint64_t w_init;
  uint64_t w_min;
  uint64_t w_max;
  // U of a new QP, U12.36.
  uint64_t u_init;
  // Base round-trip time, ns.
  uint32_t t;
  // Target utilisation, U1.16.
  uint32_t eta;
  uint32_t max_stage;
  // Additive increase, bytes, U20.12.
  uint32_t w_ai;
  // 1: the first telemetry sets lastUpdateSeq.
  uint32_t sync_first;
} ackw_hpcc_params;

// What the host writes into registers beside the parameters, because it follows from them.
typedef struct ackw_hpcc_registers {
  uint32_t t_ticks;
  uint32_t tau_gain_m;
  uint32_t tau_gain_e;
  uint32_t rate_gain_m;
  uint32_t rate_gain_e;
  uint32_t q_weight;
  uint32_t tx_weight;
  // By speed code; 0 where the code is unknown.
  uint32_t inv_b_m[16];
  uint32_t inv_b_e[16];
} ackw_hpcc_registers;

// What HPCC++ keeps of a QP.
typedef struct ackw_hpcc_context {
  // Smoothed utilisation, U12.36.
  uint64_t u;
  // Window and reference window, bytes, U28.12.
  uint64_t w;
  uint64_t wc;
  uint32_t inc_stage;
  // lastUpdateSeq in the low 24 bits, or lastUpdateTime.
  uint32_t last_update;
  // 1: `last` is the telemetry of the last event, its speeds without meaning.
  uint32_t valid;
  struct ackw_telemetry last;
} ackw_hpcc_context;

// What brings telemetry.
typedef struct ackw_hpcc_arrival {
  // 0: an ACK at the sender, with seq and snd_nxt; 1: a packet at the receiver, with now.
  uint32_t receiver;
  // PSN of the ACK, 24 bits.
  uint32_t seq;
  // PSN that is sent next, 24 bits.
  uint32_t snd_nxt;
  // The receiver's clock, ns.
  uint32_t now;
} ackw_hpcc_arrival;

// LDCP's parameters.
typedef struct ackw_ldcp_params {
  // Largest window, packets, U14.28.
  uint64_t cw_max;
  // Additive increase, packets, U1.16.
  uint32_t alpha;
  // Decrease per marked packet, packets, U1.16.
  uint32_t beta;
  // Step below one packet, and the smallest window, packets, U1.16.
  uint32_t gamma;
  // Decrease factor below one packet, U0.16.
  uint32_t eta;
} ackw_ldcp_params;

// What LDCP keeps of a QP.
typedef struct ackw_ldcp_context {
  // Window, packets, U14.28.
  uint64_t cw;
  // Round-trip time, ns, 24 bits.
  uint32_t rtt;
} ackw_ldcp_context;

// An event of one QP.
typedef struct ackw_ldcp_event {
  // 0 ldcp, 1 ldcp-pcc.
  uint32_t algorithm;
  // 0 ack, 1 loss, 2 rtt, 3 cnp.
  uint32_t kind;
  // ECN-Echo of an ack: 0 or 1.
  uint32_t ece;
  // Packets that an ack confirms, 14 bits.
  uint32_t n;
} ackw_ldcp_event;

// Done.
#define ACKW_OK 0

// A pointer is null or misaligned.
#define ACKW_POINTER 1

// A row or buffer has another length than the block.
#define ACKW_SIZE 2

// The configuration cannot be built.
#define ACKW_CONFIG 3

// There is no block, port or index of that name.
#define ACKW_NAME 4

// A value lies outside its range.
#define ACKW_RANGE 5

// The inputs broke a rule that the model relies on; the block answers again after ackw_block_reset().
#define ACKW_RULE 6

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// A block of a configuration after reset. `toml` is the text of an ackwright.toml, empty for the reference; `block` a
// name as "pawa", "engine", "top" or "nic". The handle in `made` is freed with ackw_block_free(); null after a
// failure.
//
// # Safety
// The texts end with a 0; `made` may be written.
ackw_status ackw_block_new(const char *toml, const char *block, struct ackw_block **made);

// Frees a block; null is no block, and nothing happens.
//
// # Safety
// `block` is null or from ackw_block_new(), and is not used again.
void ackw_block_free(struct ackw_block *block);

// The block as it was made: contexts, parameters and all.
//
// # Safety
// `block` is from ackw_block_new().
ackw_status ackw_block_reset(struct ackw_block *block);

// How many ports a direction has, and how many words its rows.
//
// # Safety
// `block` is from ackw_block_new(); `ports` and `words` may be written.
ackw_status ackw_block_size(const struct ackw_block *block, uint32_t direction, uint32_t *ports, uint32_t *words);

// A port by its number.
//
// # Safety
// `block` is from ackw_block_new(); `port` may be written.
ackw_status ackw_block_port(const struct ackw_block *block, uint32_t direction, uint32_t index, struct ackw_port *port);

// A port by its name.
//
// # Safety
// `block` is from ackw_block_new(), `name` ends with a 0; `port` may be written.
ackw_status ackw_block_find(const struct ackw_block *block, const char *name, struct ackw_port *port);

// One clock cycle: the outputs that these inputs see before the rising edge, then the edge. A bit of `counts`, which
// may be null, is 1 where the output means something in this cycle; in the first 8 cycles none does. Rows may be the
// same memory.
//
// # Safety
// `block` is from ackw_block_new(); `input` points at `in_words` words, `output` and `counts` at `out_words` that may
// be written.
ackw_status ackw_block_step(struct ackw_block *block,
                            const uint32_t *input,
                            uint32_t in_words,
                            uint32_t *output,
                            uint32_t *counts,
                            uint32_t out_words);

// The parameters after reset.
//
// # Safety
// `params` may be written.
ackw_status ackw_dcqcn_params_reset(struct ackw_dcqcn_params *params);

// The context of a new QP.
//
// # Safety
// Each pointer points at its struct; `context` may be written.
ackw_status ackw_dcqcn_context_new(const struct ackw_dcqcn_params *params, struct ackw_dcqcn_context *context);

// A control period: replaces the context, and gives the update: pace is the rate, bytes a ns, U7.28, window is 0. With
// bit 3 of the flags, ignored, the QP has no period until a CNP comes or it sends below line rate. On a failure
// neither is touched.
//
// # Safety
// Each pointer points at its struct; `context` and `update` may be written, and are not the same place.
ackw_status ackw_dcqcn_step(const struct ackw_dcqcn_params *params,
                            const struct ackw_dcqcn_event *event,
                            struct ackw_dcqcn_context *context,
                            struct ackw_update *update);

// The parameters after reset.
//
// # Safety
// `params` may be written.
ackw_status ackw_dctcp_params_reset(struct ackw_dctcp_params *params);

// The context of a new QP.
//
// # Safety
// Each pointer points at its struct; `context` may be written.
ackw_status ackw_dctcp_context_new(const struct ackw_dctcp_params *params, struct ackw_dctcp_context *context);

// One event: replaces the context, and gives the update, whose pace is 0. On a failure neither is touched.
//
// # Safety
// Each pointer points at its struct; `context` and `update` may be written, and are not the same place.
ackw_status ackw_dctcp_step(const struct ackw_dctcp_params *params,
                            const struct ackw_dctcp_event *event,
                            struct ackw_dctcp_context *context,
                            struct ackw_update *update);

// The configuration of the reference design after reset.
//
// # Safety
// `config` may be written.
ackw_status ackw_parser_config_reset(struct ackw_parser_config *config);

// The verdict on one frame, without its FCS. A dropped frame is no failure.
//
// # Safety
// `bytes` points at `length` bytes, `config` at its struct; `verdict` may be written.
ackw_status ackw_parse_frame(const struct ackw_parser_config *config,
                             const uint8_t *bytes,
                             size_t length,
                             struct ackw_verdict *verdict);

// The name of a drop reason, as documents and counters have it; null where there is none. It lives as long as the
// library.
const char *ackw_drop_reason(uint32_t reason);

// Units and speeds after reset.
//
// # Safety
// `header` may be written.
ackw_status ackw_hpcc_header_reset(struct ackw_hpcc_header *header);

// The parameters after reset.
//
// # Safety
// `params` may be written.
ackw_status ackw_hpcc_params_reset(struct ackw_hpcc_params *params);

// What the host writes into registers beside the parameters.
//
// # Safety
// Each pointer points at its struct; `registers` may be written.
ackw_status ackw_hpcc_derive(const struct ackw_hpcc_header *header,
                             const struct ackw_hpcc_params *params,
                             struct ackw_hpcc_registers *registers);

// The context of a new QP.
//
// # Safety
// Each pointer points at its struct; `context` may be written.
ackw_status ackw_hpcc_context_new(const struct ackw_hpcc_header *header,
                                  const struct ackw_hpcc_params *params,
                                  struct ackw_hpcc_context *context);

// One event with telemetry of up to 15 hops: replaces the context, and gives the update. On a failure neither is
// touched.
//
// # Safety
// Each pointer points at its struct; `context` and `update` may be written, and are not the same place.
ackw_status ackw_hpcc_step(const struct ackw_hpcc_header *header,
                           const struct ackw_hpcc_params *params,
                           const struct ackw_hpcc_arrival *arrival,
                           const struct ackw_telemetry *telemetry,
                           struct ackw_hpcc_context *context,
                           struct ackw_update *update);

// The parameters after reset.
//
// # Safety
// `params` may be written.
ackw_status ackw_ldcp_params_reset(struct ackw_ldcp_params *params);

// The context after reset.
//
// # Safety
// `context` may be written.
ackw_status ackw_ldcp_context_reset(struct ackw_ldcp_context *context);

// One event: replaces the context, and gives the update. On a failure neither is touched.
//
// # Safety
// Each pointer points at its struct; `context` and `update` may be written, and are not the same place.
ackw_status ackw_ldcp_step(const struct ackw_ldcp_params *params,
                           const struct ackw_ldcp_event *event,
                           struct ackw_ldcp_context *context,
                           struct ackw_update *update);

// X / D by the block `recip`: X of 18 bits with bit 17 set, or 0; D = 2^23 + d with d of 23 bits. The quotient is X ·
// 2^42 / D within 1.91e-6 of its value, in 37 bits.
//
// # Safety
// `quotient` may be written.
ackw_status ackw_recip(uint32_t x, uint32_t d, uint64_t *quotient);

// Why the last call of this thread failed: one line, never null, valid until the next failure in this thread.
const char *ackw_last_error(void);

// ACKW_ABI of the library, to be compared with that of the header.
uint32_t ackw_abi(void);

// The version of Ackwright that the library is of, such as "0.2.0".
const char *ackw_version(void);

// The hash of a configuration, given as the text of an ackwright.toml (empty: the reference): that of the first line
// of every exported file, and of the register config_hash.
//
// # Safety
// `toml` ends with a 0; `hash` may be written.
ackw_status ackw_config_hash(const char *toml, uint64_t *hash);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ACKWRIGHT_H */
