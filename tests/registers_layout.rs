//! The register map is what RTL, model, documents and drivers share, so no equivalence run sees a mistake in it: every
//! register against a vector typed by hand from what it is for, and the rules that places keep.

use layout::config::Config;
use layout::registers::{self, ALERTS, Access, ECC_ALERTS, FEATURES, Register, STATUS};
use std::collections::BTreeMap;

const C: Access = Access::Constant;
const R: Access = Access::Read;
const W: Access = Access::Write;
const X: Access = Access::Context;
const S: Access = Access::Start;
const K: Access = Access::Clear;

/// name, offset, words, access, min, max, reset
type Row = (&'static str, u32, u32, Access, u64, u64, u64);

/// The reference configuration: 4,096 QPs, both units, 5 hops in 3 lanes, 512 bits.
const REFERENCE: [Row; 80] = [
    // who answers: ASCII A C K W; 0.2.0; the digits of the configuration's hash in their order
    ("id", 0x000, 1, C, 0, 0xffff_ffff, 0x4143_4b57),
    ("version", 0x004, 1, C, 0, 0xffff_ffff, 0x0000_0200),
    ("config_hash", 0x008, 2, C, 0, u64::MAX, 0x5af1_effd_70ce_d52c),
    // 12 bits of QP, 5 hops, 3 lanes, 64 bytes, ldcp, hpcc, 9 slots
    (
        "features",
        0x010,
        1,
        C,
        0,
        0xffff_ffff,
        12 + (5 << 8) + (3 << 12) + (64 << 16) + (1 << 24) + (1 << 25) + (9 << 27),
    ),
    ("status", 0x014, 1, R, 0, 0b1_1111, 0),
    ("scratch", 0x018, 1, W, 0, 0xffff_ffff, 0),
    ("irq_status", 0x020, 1, R, 0, 0b11_1111_1111, 0),
    ("irq_enable", 0x024, 1, W, 0, 0b11_1111_1111, 0),
    ("irq_clear", 0x028, 1, K, 0, 0b11_1111_1111, 0),
    ("refused_at", 0x030, 1, R, 0, 4095, 0),
    ("high_water_clear", 0x040, 1, K, 0, 0b1_1111, 0),
    // the parser: a QPN of 24 bits; 4 places of the echo; Ethernet's least frame, jumbo by default; 3 places of
    // telemetry
    ("cfg_qpn_base", 0x080, 1, W, 0, 0xff_ffff, 0),
    ("cfg_ece_place", 0x084, 1, W, 0, 3, 0),
    ("cfg_max_frame_bytes", 0x088, 1, W, 64, 16_383, 9216),
    ("cfg_telemetry_place", 0x08c, 1, W, 0, 2, 0),
    ("cfg_telemetry_offset", 0x090, 1, W, 0, 15, 0),
    ("cfg_telemetry_area", 0x094, 1, W, 0, 63, 0),
    ("cfg_telemetry_profile", 0x098, 1, W, 0, 1, 0),
    // own addresses: 6, 4 and 16 bytes, and three that may be compared, none at first
    ("cfg_own_mac", 0x0e0, 2, W, 0, 0xffff_ffff_ffff, 0),
    ("cfg_own_ipv4", 0x0e8, 1, W, 0, 0xffff_ffff, 0),
    ("cfg_own_check", 0x0ec, 1, W, 0, 0b111, 0),
    ("cfg_own_ipv6_low", 0x0f0, 2, W, 0, u64::MAX, 0),
    ("cfg_own_ipv6_high", 0x0f8, 2, W, 0, u64::MAX, 0),
    // a QP's context: one packet, 10 us; U = 1, W = Wc = 62,500 bytes
    ("host_alg", 0x180, 1, X, 0, 3, 0),
    ("host_set", 0x184, 1, X, 0, 15, 0),
    ("host_psn", 0x188, 1, X, 0, 0xff_ffff, 0),
    ("host_open", 0x18c, 1, X, 0, 1, 0),
    ("found_alg", 0x1a0, 1, R, 0, 15, 0),
    ("found_set", 0x1a4, 1, R, 0, 15, 0),
    ("found_psn", 0x1a8, 1, R, 0, 0xff_ffff, 0),
    ("found_open", 0x1ac, 1, R, 0, 1, 0),
    ("host_qpn", 0x1c0, 1, X, 0, 4095, 0),
    ("host_parts", 0x1c4, 1, X, 0, 0b1111, 0),
    ("host_start", 0x1c8, 1, S, 0, 1, 0),
    // counters 56 to 60, at 0x200 + 8·56
    ("refused_count", 0x3c0, 2, R, 0, u64::MAX, 0),
    ("update_count", 0x3c8, 2, R, 0, u64::MAX, 0),
    ("update_stall", 0x3d0, 2, R, 0, u64::MAX, 0),
    ("packet_stall", 0x3d8, 2, R, 0, u64::MAX, 0),
    ("event_stall", 0x3e0, 2, R, 0, u64::MAX, 0),
    // LDCP 2.2: alpha, beta, gamma in U1.16 (1, 1/2, 1/16), eta in U0.16 (1/2), cw_max in U14.28
    ("set_ldcp_alpha", 0x400, 1, W, 64, 65_536, 65_536),
    ("set_ldcp_beta", 0x404, 1, W, 1, 65_536, 32_768),
    ("set_ldcp_gamma", 0x408, 1, W, 256, 65_536, 4096),
    ("set_ldcp_eta", 0x40c, 1, W, 1, 65_535, 32_768),
    ("set_ldcp_cw_max", 0x410, 2, W, 268_435_456, 4_398_046_511_103, 4_398_046_511_103),
    ("set_ldcp_write", 0x418, 1, S, 0, 15, 0),
    ("host_ldcp_cw", 0x480, 2, X, 0, 4_398_046_511_103, 268_435_456),
    ("host_ldcp_rtt", 0x488, 1, X, 1, 16_777_215, 10_000),
    ("found_ldcp_cw", 0x4c0, 2, R, 0, 4_398_046_511_103, 0),
    ("found_ldcp_rtt", 0x4c8, 1, R, 0, 16_777_215, 0),
    // HPCC++ Figure 3: T 5 us, eta 95 %, maxStage 5; windows in U28.12 bytes; what follows from T and units of 1, 128,
    // 80
    ("set_hpcc_t", 0x500, 1, W, 256, 1_048_575, 5000),
    ("set_hpcc_eta", 0x504, 1, W, 1, 65_536, 62_259),
    ("set_hpcc_max_stage", 0x508, 1, W, 0, 31, 5),
    ("set_hpcc_w_ai", 0x50c, 1, W, 0, 0xffff_ffff, 80 * 4096),
    ("set_hpcc_w_min", 0x510, 2, W, 1, 0xff_ffff_ffff, 1000 * 4096),
    ("set_hpcc_w_max", 0x518, 2, W, 1, 0xff_ffff_ffff, 62_500 << 12),
    ("set_hpcc_sync_first", 0x520, 1, W, 0, 1, 1),
    // 2^30 / 5000 = 214748.4; 2^44 / 5000 = 3518437208.9
    ("set_hpcc_rate_gain_m", 0x524, 1, W, 131_072, 262_143, 214_748),
    ("set_hpcc_rate_gain_e", 0x528, 1, W, 25, 37, 30),
    ("set_hpcc_t_ticks", 0x52c, 1, W, 2, 1_048_575, 5000),
    ("set_hpcc_tau_gain_m", 0x530, 1, W, 0x8000_0000, 0xffff_ffff, 3_518_437_209),
    ("set_hpcc_tau_gain_e", 0x534, 1, W, 32, 51, 44),
    // 80 : 128 · 5000 = 1 : 8000
    ("set_hpcc_q_weight", 0x538, 1, W, 1, 4095, 1),
    ("set_hpcc_tx_weight", 0x53c, 1, W, 1, 4_294_967_295, 8000),
    ("set_hpcc_write", 0x540, 1, S, 0, 15, 0),
    // DIVERGENCE H8: 128 B and 80 B; a speed of up to 4,095 Gbit/s, its reciprocal's mantissa with the top bit set
    ("cfg_tx_unit", 0x550, 1, W, 1, 4095, 128),
    ("cfg_q_unit", 0x554, 1, W, 1, 4095, 80),
    ("spd_gbps", 0x560, 1, W, 0, 4095, 0),
    ("spd_inv_b_m", 0x564, 1, W, 0x8000_0000, 0xffff_ffff, 0x8000_0000),
    ("spd_inv_b_e", 0x568, 1, W, 28, 48, 28),
    ("spd_write", 0x56c, 1, S, 0, 15, 0),
    ("host_hpcc_u", 0x580, 2, X, 0, 0xffff_ffff_ffff, 1 << 36),
    ("host_hpcc_w", 0x588, 2, X, 0, 0xff_ffff_ffff, 62_500 * 4096),
    ("host_hpcc_wc", 0x590, 2, X, 0, 0xff_ffff_ffff, 62_500 * 4096),
    ("host_hpcc_inc_stage", 0x598, 1, X, 0, 31, 0),
    ("host_hpcc_last_update", 0x59c, 1, X, 0, 0xffff_ffff, 0),
    ("found_hpcc_u", 0x5c0, 2, R, 0, 0xffff_ffff_ffff, 0),
    ("found_hpcc_w", 0x5c8, 2, R, 0, 0xff_ffff_ffff, 0),
    ("found_hpcc_wc", 0x5d0, 2, R, 0, 0xff_ffff_ffff, 0),
    ("found_hpcc_inc_stage", 0x5d8, 1, R, 0, 31, 0),
    ("found_hpcc_last_update", 0x5dc, 1, R, 0, 0xffff_ffff, 0),
];

fn row(r: &Register) -> Row {
    (r.name(), r.offset, r.words(), r.access, r.field.min, r.field.max, r.field.reset)
}

/// The registers outside the units, without what says how the design is configured.
fn outside(config: &Config) -> Vec<&'static str> {
    registers::outside_units(config).iter().map(Register::name).collect()
}

/// Configurations that differ in what a map depends on.
fn configurations() -> [Config; 12] {
    let parse = |text| Config::parse(text).expect("legal");
    [
        parse(""),
        parse("engine.units = [\"ldcp\"]"),
        parse("ldcp.fast_start = true"),
        parse("engine.units = [\"hpcc\"]"),
        parse("engine.units = [\"dctcp\"]"),
        parse("engine.units = [\"ldcp\", \"hpcc\", \"dctcp\"]"),
        parse("engine.units = [\"dcqcn\"]"),
        parse("engine.units = [\"dcqcn\"]\ndcqcn.published = true"),
        parse("engine.units = [\"ldcp\", \"hpcc\", \"dcqcn\", \"dctcp\"]"),
        parse("engine.qps = 16"),
        parse("engine.qps = 65536"),
        parse("parser.fcr = true"),
    ]
}

#[test]
fn the_map_of_the_reference_configuration_is_this() {
    let map = registers::map(&Config::default());
    for (register, expected) in map.iter().zip(REFERENCE) {
        assert_eq!(row(register), expected);
    }
    assert_eq!(map.len(), REFERENCE.len());
}

#[test]
fn bits_have_their_places() {
    assert_eq!(STATUS.map(|(name, _)| name), ["init_done", "host_busy", "irq", "idle", "overflow"]);
    let alerts = [
        "refused_write",
        "frame_dropped",
        "telemetry",
        "packets_stalled",
        "events_stalled",
        "updates_stalled",
        "host_done",
        "psn_rejected",
        "queue_overflow",
        "advice_rejected",
    ];
    assert_eq!(ALERTS.map(|(name, _)| name), alerts);
    assert_eq!(ECC_ALERTS.map(|(name, _)| name), ["ecc_uncorrectable", "rom_parity"]);
    // wide enough for 16 bits of QP, 15 hops, 5 lanes, 64 bytes, 16 slots
    let features = [
        ("qp_bits", 0, 5),
        ("dcqcn", 5, 1),
        ("dctcp", 6, 1),
        ("fcr", 7, 1),
        ("hops", 8, 4),
        ("lanes", 12, 3),
        ("sender", 15, 1),
        ("data_bytes", 16, 7),
        ("ecc", 23, 1),
        ("ldcp", 24, 1),
        ("hpcc", 25, 1),
        ("receiver", 26, 1),
        ("wait_slots", 27, 5),
    ];
    assert_eq!(*FEATURES, features);
    let counters = (registers::COUNTERS, registers::COUNTER_PLACES, registers::OWN_COUNTERS);
    assert_eq!((registers::ADDRESS_BITS, counters), (12, (0x200, 64, 56)));
}

/// DCTCP's page. g in U1.16 (1/16 of RFC 8257); windows in U13.27: one packet, at most 64 below and 64 above; CP in
/// U1.21 from one on.
const DCTCP: [Row; 18] = [
    ("set_dctcp_g", 0x700, 1, W, 64, 65_536, 4096),
    ("set_dctcp_cwnd_min", 0x708, 2, W, 1 << 27, 64 << 27, 1 << 27),
    ("set_dctcp_cwnd_max", 0x710, 2, W, 64 << 27, 0xff_ffff_ffff, 0xff_ffff_ffff),
    ("set_dctcp_write", 0x718, 1, S, 0, 15, 0),
    ("host_dctcp_cwnd", 0x780, 2, X, 1 << 27, 0xff_ffff_ffff, 10 << 27),
    ("host_dctcp_ssthresh", 0x788, 1, X, 1, 8191, 8191),
    ("host_dctcp_cp", 0x78c, 1, X, 0, 1 << 21, 1 << 21),
    ("host_dctcp_window_end", 0x790, 1, X, 0, 0xff_ffff, 0),
    ("host_dctcp_acked", 0x794, 1, X, 0, 16_383, 0),
    ("host_dctcp_marked", 0x798, 1, X, 0, 16_383, 0),
    ("host_dctcp_cut", 0x79c, 1, X, 0, 1, 0),
    ("found_dctcp_cwnd", 0x7c0, 2, R, 0, 0xff_ffff_ffff, 0),
    ("found_dctcp_ssthresh", 0x7c8, 1, R, 0, 8191, 0),
    ("found_dctcp_cp", 0x7cc, 1, R, 0, 0x3f_ffff, 0),
    ("found_dctcp_window_end", 0x7d0, 1, R, 0, 0xff_ffff, 0),
    ("found_dctcp_acked", 0x7d4, 1, R, 0, 16_383, 0),
    ("found_dctcp_marked", 0x7d8, 1, R, 0, 16_383, 0),
    ("found_dctcp_cut", 0x7dc, 1, R, 0, 1, 0),
];

/// DCQCN's page. g in U0.16 (1/256); rates in U7.28 bytes a ns, 1 Gbit/s is 2^25, 100 Gbit/s 12.5 and 800 Gbit/s 100,
/// 1 Mbit/s 33,554, 40 Mbit/s 1,342,177; CP in U1.26; 45 us of a period are 40 + 8,960 cycles at 200 MHz.
const DCQCN: [Row; 30] = [
    ("set_dcqcn_g", 0x600, 1, W, 64, 16_384, 256),
    ("set_dcqcn_rai", 0x608, 2, W, 1, 0x6_4000_0000, 1_342_177),
    ("set_dcqcn_line", 0x610, 2, W, 1 << 25, 0x6_4000_0000, 0xc800_0000),
    ("set_dcqcn_rc_min", 0x618, 2, W, 33_554, 1 << 25, 33_554),
    ("set_dcqcn_recovery", 0x620, 1, W, 0, 15, 3),
    ("set_dcqcn_doublings", 0x624, 1, W, 0, 15, 15),
    ("set_dcqcn_snap", 0x628, 1, W, 0, 24, 10),
    ("set_dcqcn_old_cp", 0x62c, 1, W, 0, 1, 0),
    ("set_dcqcn_clamp_target", 0x630, 1, W, 0, 1, 1),
    ("set_dcqcn_min_tx", 0x634, 1, W, 0, 255, 1),
    ("set_dcqcn_incast_periods", 0x638, 1, W, 0, 14, 0),
    ("set_dcqcn_write", 0x640, 1, S, 0, 15, 0),
    ("cfg_dcqcn_period", 0x650, 1, W, 0, 516_095, 8960),
    ("cfg_dcqcn_jitter_mask", 0x654, 1, W, 0, 4095, 511),
    ("cfg_dcqcn_seed", 0x658, 1, W, 0, 0xfffe, 0),
    ("host_dcqcn_rc", 0x680, 2, X, 0, 0x6_4000_0000, 0xc800_0000),
    ("host_dcqcn_rt", 0x688, 2, X, 0, 0x6_4000_0000, 0xc800_0000),
    ("host_dcqcn_cp", 0x690, 1, X, 0, 1 << 26, 1 << 26),
    ("host_dcqcn_stage", 0x694, 1, X, 0, 31, 0),
    ("found_dcqcn_rc", 0x6c0, 2, R, 0, 0x7_ffff_ffff, 0),
    ("found_dcqcn_rt", 0x6c8, 2, R, 0, 0x7_ffff_ffff, 0),
    ("found_dcqcn_cp", 0x6d0, 1, R, 0, 0x7ff_ffff, 0),
    ("found_dcqcn_stage", 0x6d4, 1, R, 0, 31, 0),
    ("found_dcqcn_sent", 0x6d8, 1, R, 0, 255, 0),
    ("found_dcqcn_quiet", 0x6dc, 1, R, 0, 15, 0),
    ("found_dcqcn_idle", 0x6e0, 1, R, 0, 31, 0),
    ("found_dcqcn_late_worst", 0x6e4, 1, R, 0, 0x7_ffff, 0),
    ("found_dcqcn_visits", 0x6e8, 2, R, 0, 0xffff_ffff_ffff, 0),
    ("found_dcqcn_late_cycles", 0x6f0, 2, R, 0, 0xffff_ffff_ffff, 0),
    ("found_dcqcn_lost", 0x6f8, 1, R, 0, 0xffff_ffff, 0),
];

#[test]
fn dcqcn_brings_its_page_and_a_bit_here_and_there_and_moves_nothing() {
    let config = Config::parse("engine.units = [\"ldcp\", \"hpcc\", \"dcqcn\"]").expect("legal");
    let mut map: Vec<Row> = registers::map(&config).iter().map(row).collect();
    let mut expected: Vec<Row> = REFERENCE.into_iter().chain(DCQCN).collect();
    for row in &mut expected {
        match row.0 {
            "features" => row.6 |= 1 << 5,
            "host_alg" => row.5 = 5,
            "host_parts" => row.5 = 0b1_1111,
            "config_hash" => row.6 = u64::from_str_radix(&config.hash(), 16).expect("a number"),
            _ => {}
        }
    }
    map.sort_by_key(|row| row.1);
    expected.sort_by_key(|row| row.1);
    assert_eq!(map, expected);
    assert_eq!(outside(&config), outside(&Config::default()), "what is in no unit is what was there before");
}

#[test]
fn the_fast_start_brings_registers_and_moves_nothing() {
    let map = registers::map(&Config::parse("ldcp.fast_start = true").expect("legal"));
    let mut rows: Vec<Row> = map.iter().map(row).filter(|row| row.0 != "config_hash").collect();
    let brings = [("host_ldcp_iw", 0x48c, 1, X, 0, 16_383, 0), ("found_ldcp_iw", 0x4cc, 1, R, 0, 16_383, 0)];
    let mut expected = REFERENCE.into_iter().filter(|row| row.0 != "config_hash").chain(brings).collect::<Vec<Row>>();
    rows.sort_by_key(|row| row.1);
    expected.sort_by_key(|row| row.1);
    assert_eq!(rows, expected);
}

/// What the published form brings to DCQCN's page.
const PUBLISHED: [Row; 9] = [
    ("set_dcqcn_published", 0x660, 1, W, 0, 1, 0),
    ("set_dcqcn_alpha_periods", 0x664, 1, W, 1, 255, 1),
    ("set_dcqcn_rate_periods", 0x668, 1, W, 1, 255, 1),
    ("set_dcqcn_byte_packets", 0x66c, 1, W, 0, 0xff_ffff, 10_000),
    ("set_dcqcn_hai", 0x670, 2, W, 1, 0x6_4000_0000, 13_421_773),
    ("found_dcqcn_byte_stage", 0x6b0, 1, R, 0, 31, 0),
    ("found_dcqcn_packets", 0x6b4, 1, R, 0, 0xff_ffff, 0),
    ("found_dcqcn_since_alpha", 0x6b8, 1, R, 0, 255, 0),
    ("found_dcqcn_since_rate", 0x6bc, 1, R, 0, 255, 0),
];

#[test]
fn the_published_form_brings_registers_and_moves_nothing() {
    let rows = |text: &str| {
        let map = registers::map(&Config::parse(text).expect("legal"));
        let mut rows: Vec<Row> = map.iter().map(row).filter(|row| row.0 != "config_hash").collect();
        rows.sort_by_key(|row| row.1);
        rows
    };
    let units = "engine.units = [\"ldcp\", \"hpcc\", \"dcqcn\"]";
    let mut expected = [rows(units), PUBLISHED.to_vec()].concat();
    expected.sort_by_key(|row| row.1);
    assert_eq!(rows(&format!("{units}\ndcqcn.published = true")), expected);
}

#[test]
fn dctcp_brings_its_page_and_a_bit_here_and_there_and_moves_nothing() {
    let config = Config::parse("engine.units = [\"ldcp\", \"hpcc\", \"dctcp\"]").expect("legal");
    let mut map: Vec<Row> = registers::map(&config).iter().map(row).collect();
    let mut expected: Vec<Row> = REFERENCE.into_iter().chain(DCTCP).collect();
    for row in &mut expected {
        match row.0 {
            "features" => row.6 |= 1 << 6,
            "host_alg" => row.5 = 6,
            "host_parts" => row.5 = 0b10_1111,
            "config_hash" => row.6 = u64::from_str_radix(&config.hash(), 16).expect("a number"),
            _ => {}
        }
    }
    map.sort_by_key(|row| row.1);
    expected.sort_by_key(|row| row.1);
    assert_eq!(map, expected);
    assert_eq!(outside(&config), outside(&Config::default()), "what is in no unit is what was there before");
}

/// What check bits bring: ten alerts, three counters, two bits of injection, an interval of up to 2^24 - 1 cycles.
const PROTECTION: [Row; 5] = [
    ("corrected_count", 0x3e8, 2, R, 0, u64::MAX, 0),
    ("uncorrectable_count", 0x3f0, 2, R, 0, u64::MAX, 0),
    ("parity_count", 0x3f8, 2, R, 0, u64::MAX, 0),
    ("ecc_inject", 0x060, 1, W, 0, 3, 0),
    ("ecc_scrub_interval", 0x064, 1, W, 0, 0xff_ffff, 0),
];

#[test]
fn check_bits_bring_registers_and_alerts_and_move_nothing() {
    let config = Config::parse("rtl.ecc = true").expect("legal");
    let mut map: Vec<Row> = registers::map(&config).iter().map(row).collect();
    let mut expected: Vec<Row> = REFERENCE.into_iter().chain(PROTECTION).collect();
    for row in &mut expected {
        match row.0 {
            "irq_status" | "irq_enable" | "irq_clear" => row.5 = 0b1111_1111_1111,
            "features" => row.6 |= 1 << 23,
            "config_hash" => row.6 = u64::from_str_radix(&config.hash(), 16).expect("a number"),
            _ => {}
        }
    }
    map.sort_by_key(|row| row.1);
    expected.sort_by_key(|row| row.1);
    assert_eq!(map, expected);
}

#[test]
fn the_features_say_what_was_built() {
    let of = |text| registers::named(&Config::parse(text).expect("legal"), "features").field.reset;
    assert_eq!(of(""), 0x4b40_350c);
    // without HPCC++ no hops and no lanes
    assert_eq!(of("engine.units = [\"ldcp\"]"), 0x4940_000c);
    assert_eq!(of("engine.units = [\"hpcc\"]\nhpcc.hops = 15\nhpcc.lanes = 1"), 0x4a40_1f0c);
    assert_eq!(of("engine.qps = 65536\nengine.wait_slots = 16\nparser.data_bits = 64"), 0x8308_1510);
    // no more lanes than hops
    assert_eq!(of("hpcc.hops = 2\nhpcc.lanes = 5"), 0x4b40_220c);
}

#[test]
fn no_two_registers_share_a_word_and_all_lie_below_the_counters_or_are_the_last_of_them() {
    for config in configurations() {
        let mut taken: BTreeMap<u32, &str> = BTreeMap::new();
        for register in registers::map(&config) {
            assert_eq!(register.offset % 4, 0, "{}", register.name());
            for word in 0..register.words() {
                let offset = register.offset + 4 * word;
                let own = registers::COUNTERS + 8 * registers::OWN_COUNTERS;
                assert!(offset < registers::COUNTERS || offset >= own, "{}", register.name());
                if let Some(other) = taken.insert(offset, register.name()) {
                    panic!("{other} and {} share {offset:#05x}", register.name());
                }
            }
        }
        assert!(taken.len() > 40, "{} words", taken.len());
    }
    let end = registers::COUNTERS + 8 * registers::COUNTER_PLACES;
    assert!(end <= 1 << registers::ADDRESS_BITS);
    // `top`'s counters end before those of the host's side, and are those that the files name
    for config in configurations() {
        let last = hdl::register_map::counters(&config).last().map(|counter| counter.index);
        let counts = |index: u32| registers::top_counts(&config, index) || (42..47).contains(&index);
        assert!(hdl::register_map::counters(&config).iter().all(|counter| counts(counter.index)));
        assert_eq!(Some(registers::top_counters(&config) - 1), last);
        assert!(registers::top_counters(&config) <= registers::OWN_COUNTERS);
    }
}

/// A queue that is not built has no mark: its place reads 0, and its bit of `high_water_clear` does nothing.
#[test]
fn a_queue_has_a_high_water_mark_where_it_is_built() {
    let of = |text: &str| registers::queues(&Config::parse(text).expect("legal"));
    let ldcp = "[engine]\nunits = [\"ldcp\"]\n";
    // events, updates, for lanes, of HPCC++ beside others, QPs
    assert_eq!(of(""), [true; 5], "5 hops in 3 lanes");
    assert_eq!(of("[hpcc]\nhops = 2\nlanes = 2"), [true, true, false, true, true], "a lane a hop");
    assert_eq!(of(ldcp), [true, true, false, false, true]);
    assert_eq!(of(&format!("{ldcp}updates = \"every\"")), [true, true, false, false, false]);
    assert_eq!(of("[engine]\nunits = [\"hpcc\"]"), [true, true, true, false, true], "one stream");
    assert_eq!(of("[rtl]\necc = true"), [true, true, true, true, false], "there latest has no check bits");
}

#[test]
fn a_register_of_two_words_starts_at_a_multiple_of_eight() {
    for config in configurations() {
        let mut wide = 0;
        for register in registers::map(&config) {
            assert!((1..=64).contains(&register.bits()) && matches!(register.words(), 1 | 2), "{}", register.name());
            if register.words() == 2 {
                assert_eq!(register.offset % 8, 0, "{}", register.name());
                wide += 1;
            }
        }
        assert!(wide >= 3);
    }
}

#[test]
fn a_reset_value_is_a_value_that_a_host_could_write() {
    for config in configurations() {
        for register in registers::map(&config) {
            let field = register.field;
            assert!(field.min <= field.max && field.max <= field.format.max_raw(), "{}", field.name);
            assert!(field.check(field.reset).is_ok(), "{}", field.name);
            assert!(!field.doc.is_empty() && !field.unit.is_empty(), "{}", field.name);
        }
    }
}

#[test]
fn a_unit_that_is_left_out_leaves_holes_and_moves_nothing() {
    let reference = registers::map(&Config::default());
    for (unit, absent, left) in [("ldcp", "hpcc", 49), ("hpcc", "ldcp", 70)] {
        let map = registers::map(&Config::parse(&format!("engine.units = [\"{unit}\"]")).expect("legal"));
        for register in &map {
            let place = reference.iter().find(|r| r.name() == register.name()).expect("one of the reference's");
            assert_eq!(row(register).1, row(place).1, "{}", register.name());
            assert_eq!((register.access, register.field.format), (place.access, place.field.format));
            assert!(!register.name().contains(absent), "{}", register.name());
        }
        assert_eq!(map.len(), left, "{unit} alone");
    }
    // an algorithm of a unit that is not there cannot be written
    let alg = |unit: &str| {
        let config = Config::parse(&format!("engine.units = [\"{unit}\"]")).expect("legal");
        let field = registers::named(&config, "host_alg").field;
        (field.min, field.max, field.reset)
    };
    assert_eq!((alg("ldcp"), alg("hpcc"), alg("dctcp")), ((0, 1, 0), (2, 3, 2), (6, 6, 6)));
    // nor one between those of others
    let taken = |units: &str| {
        let config = Config::parse(&format!("engine.units = [{units}]")).expect("legal");
        let register = registers::named(&config, "host_alg");
        (0..20).filter(|code| register.takes(*code)).collect::<Vec<_>>()
    };
    assert_eq!(taken(r#""ldcp", "hpcc""#), [0, 1, 2, 3]);
    assert_eq!(taken(r#""ldcp", "dctcp""#), [0, 1, 6]);
    assert_eq!(taken(r#""ldcp", "hpcc", "dctcp""#), [0, 1, 2, 3, 6]);
    assert_eq!(taken(r#""dcqcn""#), [4, 5]);
    assert_eq!(taken(r#""hpcc", "dcqcn", "dctcp""#), [2, 3, 4, 5, 6]);
}

#[test]
fn the_index_of_a_qp_has_as_many_bits_as_there_are_qps() {
    let most = |config: &Config| registers::named(config, "host_qpn").field.max;
    let found: Vec<u64> = configurations().iter().map(most).collect();
    assert_eq!(found, [4095, 4095, 4095, 4095, 4095, 4095, 4095, 4095, 4095, 15, 65_535, 4095]);
}
