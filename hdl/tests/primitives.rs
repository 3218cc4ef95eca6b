//! The Rust behaviour of the primitives against references written another way: exhaustively, at narrow widths. That
//! their Verilog behaves the same is the business of the workspace's `tests/emit.rs`.

use hdl::prelude::*;
use hdl::prim::{Reset, ResetStyle};
use hdl::sim::{settle, Sim};
use std::collections::VecDeque;

/// Calls `run` with every sequence of `len` inputs below `choices`; returns how many there were.
fn every_sequence(choices: usize, len: u32, mut run: impl FnMut(&[usize])) -> usize {
    let total = choices.pow(len);
    for code in 0..total {
        let mut rest = code;
        let sequence: Vec<usize> = (0..len)
            .map(|_| {
                let choice = rest % choices;
                rest /= choices;
                choice
            })
            .collect();
        run(&sequence);
    }
    total
}

#[test]
fn a_register_takes_d_at_the_edge_and_its_reset_value_in_reset() {
    let runs = every_sequence(8, 4, |inputs| {
        let mut sim = Sim::new(Reg::<U<2>>::new(2.into()), |reg| &mut reg.clock);
        let mut expected = 2;
        for input in inputs {
            let (rst_n, d) = (input & 4 == 0, (input & 3) as u64);
            sim.set_rst_n(rst_n);
            sim.uut.d.next = d.into();
            sim.settle().unwrap();
            assert_eq!(sim.uut.q.val(), expected, "no change before the edge: {inputs:?}");
            sim.step().unwrap();
            expected = if rst_n { d } else { 2 };
            assert_eq!(sim.uut.q.val(), expected, "{inputs:?}");
        }
    });
    assert_eq!(runs, 4096);
}

#[test]
fn the_style_of_the_reset_reaches_the_registers() {
    let style = |reset, datapath| ResetStyle { reset, datapath };
    let mut control = Sim::new(Reg::<U<4>>::new(3.into()), |reg| &mut reg.clock).with_style(style(Reset::Async, false));
    control.uut.d.next = 9.into();
    control.step().unwrap();
    assert_eq!(control.uut.q.val(), 9);
    control.set_rst_n(false);
    control.settle().unwrap();
    assert_eq!(control.uut.q.val(), 3, "an asynchronous reset acts without an edge");

    for (datapath, expected) in [(false, 9), (true, 0)] {
        let mut data = Sim::new(DReg::<U<4>>::default(), |reg| &mut reg.clock).with_style(style(Reset::Sync, datapath));
        data.uut.d.next = 9.into();
        data.step().unwrap();
        data.set_rst_n(false);
        data.step().unwrap();
        assert_eq!(data.uut.q.val(), expected);
    }
}

#[test]
fn a_ram_reads_old_data_two_cycles_later() {
    let runs = every_sequence(16, 4, |ops| {
        let mut sim = Sim::new(Ram::<U<1>, 1>::default(), |ram| &mut ram.clock);
        let (mut words, mut seen) = ([0u64; 2], vec![]);
        for (cycle, op) in ops.iter().enumerate() {
            let (raddr, we, waddr, wdata) = (op & 1, op & 2 != 0, op >> 2 & 1, (op >> 3) as u64);
            sim.uut.raddr.next = (raddr as u64).into();
            sim.uut.we.next = we;
            sim.uut.waddr.next = (waddr as u64).into();
            sim.uut.wdata.next = wdata.into();
            seen.push(words[raddr]);
            if we {
                words[waddr] = wdata;
            }
            sim.step().unwrap();
            if cycle >= 1 {
                assert_eq!(sim.uut.rdata.val(), seen[cycle - 1], "{ops:?}");
            }
        }
    });
    assert_eq!(runs, 65536);
}

#[test]
fn a_rom_answers_two_cycles_later() {
    let table: Vec<U<7>> = (0..16u64).map(|i| (i * 7 + 3).into()).collect();
    let mut sim = Sim::new(Rom::<U<7>, 4>::new("test", "Random.", table.clone()), |rom| &mut rom.clock);
    for i in 0..=table.len() {
        sim.uut.addr.next = (i as u64 % 16).into();
        sim.step().unwrap();
        if let Some(before) = i.checked_sub(1) {
            assert_eq!(sim.uut.data.val(), table[before]);
        }
    }
}

#[test]
#[should_panic(expected = "2^3 entries")]
fn a_rom_of_the_wrong_length_is_refused() {
    let _ = Rom::<U<4>, 3>::new("short", "Random.", vec![U::default(); 7]);
}

#[test]
fn a_product_is_exact_one_cycle_later() {
    let mut sim = Sim::new(Mul::<4, 3, 7>::default(), |mul| &mut mul.clock);
    for a in 0..16u64 {
        for b in 0..8u64 {
            sim.uut.a.next = a.into();
            sim.uut.b.next = b.into();
            sim.step().unwrap();
            assert_eq!(sim.uut.p.val(), a * b);
        }
    }
}

#[test]
fn the_leading_one_is_found_at_every_width() {
    fn check<const N: usize, const P: usize>() {
        let mut block = HighestOne::<N, P>::default();
        for a in 0..1u64 << N {
            block.a.next = a.into();
            settle(&mut block).unwrap();
            let expected = (0..N).rev().find(|i| a >> i & 1 == 1);
            let found = block.any.val().then(|| block.pos.val().index());
            assert_eq!(found, expected, "{a:b} in {N} bits");
            assert!(block.any.val() || block.pos.val() == 0);
        }
    }
    check::<2, 1>();
    check::<3, 2>();
    check::<4, 2>();
    check::<5, 3>();
    check::<8, 3>();
    check::<9, 4>();
    check::<13, 4>();
}

#[test]
fn a_skid_buffer_keeps_order_and_holds_two_words() {
    let runs = every_sequence(4, 7, |inputs| {
        let mut sim = Sim::new(Skid::<U<8>>::default(), |skid| &mut skid.clock);
        sim.reset(1).unwrap();
        let mut queue = VecDeque::new();
        for (cycle, input) in inputs.iter().enumerate() {
            let (offer, take) = (input & 1 != 0, input & 2 != 0);
            assert_eq!(sim.uut.in_ready.val(), queue.len() < 2, "{inputs:?}");
            sim.uut.in_valid.next = offer;
            sim.uut.in_data.next = (cycle as u64).into();
            sim.uut.out_ready.next = take;
            sim.settle().unwrap();
            let head = sim.uut.out_valid.val().then(|| sim.uut.out_data.val().raw());
            assert_eq!(head, queue.front().copied(), "{inputs:?}");
            let accepted = offer && sim.uut.in_ready.val();
            if take {
                queue.pop_front();
            }
            if accepted {
                queue.push_back(cycle as u128);
            }
            sim.step().unwrap();
        }
    });
    assert_eq!(runs, 1 << 14);
}

#[test]
fn a_skid_buffer_passes_a_word_every_cycle() {
    let mut sim = Sim::new(Skid::<U<8>>::default(), |skid| &mut skid.clock);
    sim.reset(1).unwrap();
    sim.uut.in_valid.next = true;
    sim.uut.out_ready.next = true;
    for cycle in 0..100u64 {
        sim.uut.in_data.next = cycle.into();
        sim.step().unwrap();
        assert!(sim.uut.in_ready.val() && sim.uut.out_valid.val());
        assert_eq!(sim.uut.out_data.val(), cycle);
    }
}

#[test]
fn a_queue_is_a_queue_through_every_sequence_and_reset() {
    let runs = every_sequence(5, 7, |inputs| {
        let mut sim = Sim::new(Fifo::<U<8>, 2>::default(), |fifo| &mut fifo.clock);
        sim.reset(1).unwrap();
        let mut queue = VecDeque::new();
        for (cycle, input) in inputs.iter().enumerate() {
            let (rst_n, offer, take) = (*input != 4, input & 1 != 0, input & 2 != 0);
            sim.set_rst_n(rst_n);
            sim.uut.in_valid.next = offer;
            sim.uut.in_data.next = (cycle as u64).into();
            sim.uut.out_ready.next = take;
            sim.settle().unwrap();
            assert_eq!(sim.uut.in_ready.val(), queue.len() < 2, "{inputs:?}");
            assert_eq!(sim.uut.count.val(), queue.len() as u64, "{inputs:?}");
            let head = sim.uut.out_valid.val().then(|| sim.uut.out_data.val().raw());
            assert_eq!(head, queue.front().copied(), "{inputs:?}");
            let accepted = offer && sim.uut.in_ready.val();
            if take {
                queue.pop_front();
            }
            if accepted {
                queue.push_back(cycle as u128);
            }
            if !rst_n {
                queue.clear();
            }
            sim.step().unwrap();
        }
    });
    assert_eq!(runs, 5usize.pow(7));
}

#[test]
fn a_combinational_loop_is_reported_in_simulation() {
    #[derive(LogicBlock, Default)]
    struct Ring {
        pub clock: Signal<In, ClkRst>,
        x: Signal<Local, Bit>,
        y: Signal<Local, Bit>,
    }
    impl Logic for Ring {
        fn update(&mut self) {
            self.x.next = !self.y.val();
            self.y.next = self.x.val();
        }
    }
    assert!(Sim::new(Ring::default(), |ring| &mut ring.clock).step().is_err());
}
