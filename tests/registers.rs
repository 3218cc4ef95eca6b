//! `registers`: what its page promises, on the model and on rust-hdl's simulation at once.

use hdl::num::QpBits;
use hdl::registers::Registers as Rtl;
use hdl::sim::Sim;
use layout::config::{Config, Unit};
use layout::registers::{self, Access, COUNTERS};
use model::page::{Answer, Page};
use model::registers::{Happens, In, Out, Registers};

/// Model and RTL, which are given the same accesses and must show the same. The units' pages, which are not theirs, are
/// the model's.
struct Both {
    model: Registers,
    pages: Vec<Page>,
    rtl: Sim<Rtl>,
    init_done: bool,
    idle: bool,
    /// In the next cycle a queue overflows.
    overflow: bool,
    /// In the next cycle the operation of the host is taken and done.
    done: bool,
    /// Answers to writes are taken.
    bready: bool,
    cycles: u32,
}

impl Both {
    fn new() -> Both {
        Both::of(&Config::default())
    }

    fn of(config: &Config) -> Both {
        let _width = QpBits::set(config.qp_bits() as usize);
        let mut rtl = Sim::new(Rtl::new(config), |b| &mut b.clock);
        rtl.reset(2).expect("settles");
        let (model, pages) = (Registers::new(config), config.engine.units.iter());
        let pages = pages.map(|unit| Page::new(config, *unit)).collect();
        Both { model, pages, rtl, init_done: true, idle: false, overflow: false, done: false, bready: true, cycles: 0 }
    }

    /// One cycle with these accesses; words that are read are taken at once.
    fn cycle(&mut self, aw: Option<u32>, w: Option<u32>, ar: Option<u32>, cnt_value: u64) -> Out {
        let mut out = self.model.out();
        out.unit.found_now = self.model.found_now(self.done);
        let unit = self.pages.iter_mut().fold(Answer::default(), |all, page| {
            let Answer { taken, rdata, starts } = page.step(&out.unit, self.init_done, &[]);
            Answer { taken: all.taken | taken, rdata: all.rdata | rdata, starts: all.starts | starts }
        });
        let input = In {
            rst_n: true,
            aw,
            w: w.map(|data| (data, 15)),
            bready: self.bready,
            ar,
            rready: true,
            init_done: self.init_done,
            idle: self.idle,
            host_ready: self.done,
            host_done: self.done,
            happens: Happens { queue_overflow: self.overflow, ..Happens::default() },
            cnt_value,
            unit,
            ..In::default()
        };
        self.model.edge(&input);
        let uut = &mut self.rtl.uut;
        uut.unit_answer.next.taken = unit.taken;
        uut.unit_answer.next.rdata = u64::from(unit.rdata).into();
        uut.unit_answer.next.starts = u64::from(unit.starts).into();
        uut.s_axil_awvalid.next = aw.is_some();
        uut.s_axil_awaddr.next = u64::from(aw.unwrap_or(0)).into();
        uut.s_axil_wvalid.next = w.is_some();
        uut.s_axil_wdata.next = u64::from(w.unwrap_or(0)).into();
        uut.s_axil_wstrb.next = 15.into();
        uut.s_axil_arvalid.next = ar.is_some();
        uut.s_axil_araddr.next = u64::from(ar.unwrap_or(0)).into();
        (uut.s_axil_bready.next, uut.s_axil_rready.next) = (self.bready, true);
        uut.init_done.next = self.init_done;
        (uut.idle.next, uut.queue_overflow.next) = (self.idle, std::mem::take(&mut self.overflow));
        (uut.host_ready.next, uut.host_done.next) = (self.done, std::mem::take(&mut self.done));
        uut.cnt_value.next = cnt_value.into();
        self.rtl.settle().expect("settles");
        let uut = &self.rtl.uut;
        assert_eq!(uut.s_axil_bvalid.val(), out.bvalid);
        assert_eq!(uut.s_axil_rvalid.val(), out.r.is_some());
        assert!(!out.bvalid || uut.s_axil_bresp.val().raw() == u128::from(out.bresp));
        assert!(out.r.is_none() || uut.s_axil_rresp.val().raw() == u128::from(out.rresp));
        let bus = uut.unit_bus.val();
        assert_eq!((bus.write, bus.host_busy, bus.found_now), (out.unit.write, out.unit.host_busy, out.unit.found_now));
        assert_eq!((bus.sets.raw(), bus.rindex.raw()), (out.unit.sets.into(), out.unit.rindex.into()));
        assert!(!bus.write || (bus.windex.raw(), bus.wdata.raw()) == (out.unit.windex.into(), out.unit.wdata.into()));
        assert_eq!(uut.cnt_sel.val().raw(), u128::from(out.cnt_sel));
        if let Some(data) = out.r {
            assert_eq!(uut.s_axil_rdata.val().raw(), u128::from(data));
        }
        self.rtl.step().expect("settles");
        self.cycles += 1;
        out
    }

    /// Writes a word; what stood on the ports in the cycle in which the answer came.
    fn write(&mut self, offset: u32, data: u32) -> Out {
        self.cycle(Some(offset), Some(data), None, 0);
        for _ in 0..10 {
            let out = self.cycle(None, None, None, 0);
            if out.bvalid {
                return out;
            }
        }
        panic!("no answer");
    }

    fn read(&mut self, offset: u32) -> u32 {
        self.cycle(None, None, Some(offset), 0);
        for _ in 0..10 {
            if let Some(data) = self.cycle(None, None, None, 0).r {
                return data;
            }
        }
        panic!("no answer");
    }

    /// What a register holds, of a unit's page too.
    fn value(&self, name: &str) -> Option<u64> {
        self.model.value(name).or(self.pages.iter().find_map(|page| page.value(name)))
    }

    fn refused(&mut self) -> u32 {
        self.read(0x3c0)
    }
}

/// The bit of LDCP's parameter sets.
const LDCP: u8 = 1 << Unit::Ldcp.place();

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let mut both = Both::new();
    both.write(0x400, 0x10000);
    both.write(0x410, 0x4000_0000);
    assert_eq!(both.value("set_ldcp_cw_max"), Some(0x3ff_ffff_ffff), "the lower half waits for the upper");
    both.write(0x414, 0x6);
    assert_eq!(both.value("set_ldcp_cw_max"), Some(100 << 28));
    both.write(0x418, 3);
    let out = both.cycle(None, None, None, 0);
    assert!(out.host_valid && out.unit.sets == LDCP);
    assert_eq!(["alpha", "write"].map(|name| both.value(&format!("set_ldcp_{name}"))), [Some(0x10000), Some(3)]);
    assert_eq!(both.refused(), 0);
}

#[test]
fn an_upper_half_without_its_lower_one_just_before_is_refused() {
    let mut both = Both::new();
    both.write(0x414, 0x6);
    assert_eq!(both.refused(), 1);
    both.write(0x410, 5);
    both.write(0x018, 7); // scratch between them
    both.write(0x414, 0x6);
    assert_eq!(both.refused(), 2);
    assert_eq!(both.read(0x30), 0x414, "refused_at");
    assert_eq!(both.value("set_ldcp_cw_max"), Some(0x3ff_ffff_ffff));
    assert_eq!(both.read(0x20), 1, "alert 0");
}

/// The lower half comes while an operation is under way, the upper one behind it.
#[test]
fn a_lower_half_that_was_refused_is_no_part_of_a_value() {
    let mut both = Both::new();
    both.write(0x418, 3); // starts the write of a set
    both.write(0x410, 0x1234_5678);
    assert_eq!(both.refused(), 1);
    both.done = true;
    both.cycle(None, None, None, 0);
    both.write(0x414, 0x1);
    assert_eq!((both.refused(), both.read(0x30)), (2, 0x414), "refused_at");
    assert_eq!(both.value("set_ldcp_cw_max"), Some(0x3ff_ffff_ffff));
    // both halves behind it are taken
    both.write(0x410, 0x1234_5678);
    both.write(0x414, 0x1);
    assert_eq!((both.refused(), both.value("set_ldcp_cw_max")), (2, Some(0x1_1234_5678)));
}

#[test]
fn hpcc_s_set_is_refused_while_its_bounds_cross() {
    let mut both = Both::new();
    for (offset, data) in [(0x518, 0x3e7_fff), (0x51c, 0)] {
        both.write(offset, data); // w_max one below the reset w_min
    }
    both.write(0x540, 1);
    assert_eq!(both.cycle(None, None, None, 0).unit.sets, 0);
    assert_eq!(both.refused(), 1);
    for (offset, data) in [(0x518, 0x3e8_000), (0x51c, 0)] {
        both.write(offset, data);
    }
    both.write(0x540, 1);
    assert_eq!(both.cycle(None, None, None, 0).unit.sets, 1 << Unit::Hpcc.place());
    assert_eq!(both.refused(), 1);
}

/// Its values stay until it is done, and nothing else starts.
#[test]
fn while_a_parameter_set_is_written_its_values_and_all_starts_are_refused() {
    let mut both = Both::new();
    both.write(0x400, 0x10000);
    both.write(0x418, 3);
    let refused = [(0x400, 5), (0x418, 4), (0x500, 7000), (0x540, 4), (0x1c0, 1), (0x1c8, 0)];
    for (offset, data) in refused {
        both.write(offset, data);
    }
    assert_eq!(both.refused(), refused.len() as u32);
    let out = both.cycle(None, None, None, 0);
    assert!(out.host_valid && out.unit.sets == LDCP && both.value("set_ldcp_write") == Some(3));
    assert_eq!(both.value("set_ldcp_alpha"), Some(0x10000));
    both.write(0x018, 7);
    assert_eq!(both.refused(), refused.len() as u32, "scratch is nobody's");
}

#[test]
fn starts_are_refused_until_init_done() {
    let mut both = Both::new();
    both.init_done = false;
    let starts: Vec<_> = registers::map(&Config::default()).into_iter().filter(|r| r.access == Access::Start).collect();
    assert_eq!(starts.len(), 4);
    for register in &starts {
        both.write(register.offset, 0);
        let out = both.cycle(None, None, None, 0);
        assert!(!(out.unit.sets != 0 || out.host_valid), "{}", register.name());
    }
    assert_eq!(both.refused(), 4);
}

#[test]
fn a_counter_is_read_as_it_stands_on_cnt_value_six_cycles_after_its_address() {
    let mut both = Both::new();
    both.cycle(None, None, Some(COUNTERS + 8 * 25), 0);
    let out = both.cycle(None, None, None, 1);
    assert_eq!(out.cnt_sel, 25);
    for value in 2..7 {
        assert_eq!(both.cycle(None, None, None, value).r, None);
    }
    assert_eq!(both.cycle(None, None, None, 7).r, Some(6));
}

#[test]
fn the_cycles_of_the_page() {
    let mut both = Both::new();
    both.cycle(Some(0x18), Some(9), Some(0x18), 0);
    assert!(both.value("scratch") == Some(0) && !both.model.out().awready);
    both.cycle(None, None, None, 0);
    both.cycle(None, None, None, 0); // counts
    assert_eq!(both.value("scratch"), Some(9));
    let out = both.cycle(None, None, None, 0);
    assert!(out.bvalid && out.awready && !out.wready);
    assert!(both.cycle(None, None, None, 0).wready);
    both.cycle(None, None, None, 0); // looked up
    assert_eq!(both.cycle(None, None, None, 0).r, None);
    assert_eq!(both.cycle(None, None, None, 0).r, Some(9));
}

/// A read whose address comes with the last part of a write, or later, while nobody takes the write's answer.
#[test]
fn a_read_sees_every_write_that_was_taken_with_it_or_before_it() {
    let mut both = Both::new();
    let mut random = crate::support::seed("reads behind writes");
    // writes that are whole, by the number that they write; what the read under way must see at least
    let (mut whole, mut parts, mut least) = (0u32, [false; 2], None);
    let (mut with, mut behind, mut held_back) = (0, 0, 0);
    for _ in 0..40_000 {
        both.bready = random.below(4) == 0;
        let out = both.model.out();
        let offers = |random: &mut crate::support::Random| random.below(2) == 0;
        let aw = (!parts[0] && offers(&mut random)).then_some(0x018);
        let w = (!parts[1] && offers(&mut random)).then_some(whole + 1);
        let ar = (least.is_none() && offers(&mut random)).then_some(0x018);
        parts = [parts[0] || aw.is_some() && out.awready, parts[1] || w.is_some() && out.wready];
        let now = parts == [true; 2];
        if now {
            (whole, parts) = (whole + 1, [false; 2]);
        }
        let asked = ar.is_some() && out.arready;
        if asked {
            least = Some(whole);
            with += u32::from(now);
            behind += u32::from(!now);
            held_back += u32::from(out.bvalid && !both.bready);
        }
        if let Some(word) = both.cycle(aw, w, ar, 0).r {
            let least = least.take().expect("a read is under way");
            assert!((least..=whole).contains(&word), "{word} after {least} writes, {whole} by now");
        }
    }
    println!("{with} reads with a write, {behind} behind one, {held_back} of them while an answer waited");
    assert!(with > 100 && behind > 100 && held_back > 100);
}

/// What a write starts, too: the answer of neither write nor read has been taken when the next is asked for.
#[test]
fn status_says_busy_to_a_read_that_comes_with_the_start() {
    let read = |both: &mut Both, aw: u32, data: u32, ar: u32| {
        both.bready = false;
        both.cycle(Some(aw), Some(data), Some(ar), 0);
        let word = (0..10).find_map(|_| both.cycle(None, None, None, 0).r).expect("an answer");
        both.bready = true;
        both.cycle(None, None, None, 0);
        word
    };
    let (status, irq_status) = (0x014, 0x020);
    let mut both = Both::new();
    assert_eq!(both.read(status) & 0b10, 0);
    assert_eq!(read(&mut both, 0x1c8, 0, status) & 0b10, 0b10, "host_busy");
    // refused, for the operation is under way: counted, an alert, and gone when it is cleared
    assert_eq!(read(&mut both, 0x1c8, 0, 0x3c0), 1, "refused_count");
    assert_eq!(both.read(irq_status), 1);
    assert_eq!(read(&mut both, 0x024, 1, status) & 0b100, 0b100, "irq, from irq_enable");
    assert_eq!(read(&mut both, 0x028, 1, irq_status), 0, "irq_clear");
    assert_eq!(both.read(status) & 0b100, 0);
}

/// The upper word is that of the moment at which the lower was read, until another counter's lower word is.
#[test]
fn a_counter_of_64_bits_is_read_without_tearing() {
    let mut both = Both::new();
    let read = |both: &mut Both, offset: u32, value: u64| {
        both.cycle(None, None, Some(offset), value);
        (0..10).find_map(|_| both.cycle(None, None, None, value).r).expect("an answer")
    };
    let (one, other) = (COUNTERS + 8 * 3, COUNTERS + 8 * 4);
    assert_eq!(read(&mut both, one + 4, 0x7_0000_0000), 7, "as it is, while no lower word has been read");
    assert_eq!(read(&mut both, one, 0x1_ffff_ffff), 0xffff_ffff);
    // it counts on between the two
    assert_eq!(read(&mut both, one + 4, 0x2_0000_0000), 1);
    assert_eq!(read(&mut both, other + 4, 0x9_0000_0005), 9, "another's is as it is");
    assert_eq!(read(&mut both, one + 4, 0x3_0000_0000), 1);
    // another reader takes another counter between the two: upper, lower, upper tells
    let upper = read(&mut both, one + 4, 0x3_ffff_ffff);
    assert_eq!(read(&mut both, one, 0x3_ffff_ffff), 0xffff_ffff);
    assert_eq!(read(&mut both, other, 0x9_0000_0005), 5);
    let again = read(&mut both, one + 4, 0x4_0000_0000);
    assert!(again != upper && again == 4, "begin anew: {upper} {again}");
}

/// Any readers of any counters, each in its own steps: a pair that the rule of the page lets through was the counter at
/// one moment.
#[test]
fn any_number_of_readers_see_whole_counters() {
    let mut model = Registers::new(&Config::default());
    let mut random = crate::support::seed("readers of counters");
    let mut counters = [0xffff_fffau64, 0x5_ffff_fff0, 0];
    // which counter, steps done, what they gave, when the lower word was looked up
    let mut readers = [(0usize, 0usize, [0u32; 3], 0u64); 3];
    let (mut whole, mut anew, mut odd) = (0, 0, 0);
    for _ in 0..30_000 {
        let who = random.below(3) as usize;
        let (counter, step, ..) = readers[who];
        let offset = COUNTERS + 8 * counter as u32 + if step == 1 { 0 } else { 4 };
        let mut ar = Some(offset);
        let (word, seen) = loop {
            let out = model.out();
            let seen = counters[counter];
            if let Some(word) = out.r {
                model.edge(&In { rst_n: true, rready: true, ..In::default() });
                break (word, seen);
            }
            let taken = ar.take().filter(|_| out.arready);
            // what `top` shows a cycle behind the selection; the counters stand still while one is looked up
            model.edge(&In { rst_n: true, rready: true, ar: taken, cnt_value: seen, ..In::default() });
        };
        let reader = &mut readers[who];
        reader.2[step] = word;
        if step == 1 {
            reader.3 = seen;
        }
        reader.1 += 1;
        if reader.1 == 3 {
            let [first, lower, last] = reader.2;
            if first == last {
                assert_eq!(u64::from(last) << 32 | u64::from(lower), reader.3);
                whole += 1;
            } else {
                anew += 1;
            }
            odd += u32::from(reader.3 >> 32 != seen >> 32);
            *reader = (random.below(3) as usize, 0, [0; 3], 0);
        }
        for counter in &mut counters {
            *counter = counter.wrapping_add(if random.below(3) == 0 { 0x7fff_ffff } else { random.below(3) });
        }
    }
    println!("{whole} whole, {anew} begun anew, {odd} with a carry behind the lower word");
    assert!(whole > 1000 && anew > 100 && odd > 100);
}

#[test]
fn idle_and_overflow_stand_in_status() {
    let mut both = Both::new();
    let (status, irq_status) = (0x014, 0x020);
    assert_eq!(both.read(status), 0b00001);
    both.idle = true;
    assert_eq!(both.read(status), 0b01001);
    // not while a host operation is under way, whatever the engine says
    both.write(0x1c8, 0);
    assert_eq!(both.read(status), 0b00011);
    both.overflow = true;
    both.cycle(None, None, None, 0);
    assert_eq!(both.read(irq_status), 1 << 8, "an alert of its own");
    both.write(0x028, 0x1ff);
    assert_eq!(both.read(irq_status), 0);
    assert_eq!(both.read(status) >> 4, 1, "the bit stays");
}

#[test]
fn refused_accesses_are_answered_slverr_where_that_is_asked_for() {
    for slverr in [false, true] {
        let config = Config::parse(&format!("nic.slverr = {slverr}")).expect("legal");
        let mut both = Both::of(&config);
        let error = if slverr { 2 } else { 0 };
        assert_eq!(both.write(0x018, 5).bresp, 0);
        assert_eq!(both.write(0x000, 5).bresp, error, "nobody writes id");
        assert_eq!(both.write(0x018, 6).bresp, 0, "the next is answered for itself");
        assert_eq!(both.write(0x088, 1).bresp, error, "out of range");
        assert_eq!(both.write(0xffc, 1).bresp, error, "nothing is there");
        assert_eq!(both.refused(), 3, "counted in either case");
        let places = registers::places(&config);
        let mut found = 0;
        for word in (0..1024).step_by(3).chain([0x07e, 0x07f, 0x080, 0x0ff, 0x100]) {
            both.cycle(None, None, Some(4 * word), 0);
            let out = (0..10).map(|_| both.cycle(None, None, None, 0)).find(|out| out.r.is_some()).expect("an answer");
            assert_eq!(out.rresp, if places[word as usize] { 0 } else { error }, "{:#05x}", 4 * word);
            found += u32::from(places[word as usize]);
        }
        assert!(found > 30, "{found}");
    }
}

/// A unit that is left out leaves holes, and everything else stays where it is.
#[test]
fn places_do_not_depend_on_the_configuration() {
    let whole = registers::map(&Config::default());
    for unit in [Unit::Ldcp, Unit::Hpcc] {
        let mut config = Config::default();
        config.engine.units = vec![unit];
        for register in registers::map(&config) {
            let same = whole.iter().find(|r| r.name() == register.name()).expect("it is in the whole map");
            assert_eq!((same.offset, same.words()), (register.offset, register.words()), "{}", register.name());
        }
    }
}
