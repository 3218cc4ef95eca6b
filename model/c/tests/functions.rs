//! The steps of DCTCP and DCQCN as a C program calls them, with and without the feature `blocks`.

use ackwright_c::*;
use layout::fixed::U;
use model::{dcqcn, dctcp};
use std::ffi::CStr;
use std::mem::zeroed;

fn fails(status: ackw_status, part: &str) {
    let said = unsafe { CStr::from_ptr(ackw_last_error()) }.to_str().expect("UTF-8");
    assert!(status == ACKW_RANGE && said.contains(part) && !said.contains('\n'), "{status}: {said}");
}

/// The bits of a draw.
fn draw(seed: &mut u64, below: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % below
}

#[test]
fn a_step_of_dctcp_is_the_model_s() {
    let (mut params, mut context, mut update) = unsafe { (zeroed(), zeroed(), zeroed()) };
    assert_eq!(unsafe { ackw_dctcp_params_reset(&mut params) }, ACKW_OK);
    assert_eq!(unsafe { ackw_dctcp_context_new(&params, &mut context) }, ACKW_OK);
    let p = dctcp::Params::default();
    let (mut mine, mut seed, mut psn, mut windows) = (dctcp::Context::new(&p), 1, 0u64, 0);
    for _ in 0..5_000 {
        let (n, ece, loss) = (draw(&mut seed, 4), draw(&mut seed, 8) == 0, draw(&mut seed, 500) == 0);
        psn = (psn + n) % (1 << 24);
        let nxt = (psn + 50) % (1 << 24);
        let (seq, snd_nxt) = (psn as u32, nxt as u32);
        let event = ackw_dctcp_event { kind: loss.into(), ece: ece.into(), n: n as u32, seq, snd_nxt };
        let of = dctcp::Event::Ack { n: U::wrap(n), ece, seq: U::wrap(psn), snd_nxt: U::wrap(nxt) };
        let (next, found) = dctcp::step(&mine, if loss { dctcp::Event::Loss } else { of }, &p);
        mine = next;
        assert_eq!(unsafe { ackw_dctcp_step(&params, &event, &mut context, &mut update) }, ACKW_OK);
        assert_eq!((update.window, update.flags), (found.cwnd.raw(), found.flags.into()));
        assert_eq!((context.cp, context.window_end), (mine.cp.raw() as u32, mine.window_end.raw() as u32));
        windows += u32::from(found.cwnd.raw() > 2 << 27);
    }
    assert!(windows > 1_000, "{windows} are above two packets");
    let event = ackw_dctcp_event { kind: 2, ece: 0, n: 1, seq: 0, snd_nxt: 1 };
    fails(unsafe { ackw_dctcp_step(&params, &event, &mut context, &mut update) }, "kind = 2: expected 0 (ack)");
    let wrong = ackw_dctcp_event { kind: 0, seq: 1 << 24, ..event };
    fails(unsafe { ackw_dctcp_step(&params, &wrong, &mut context, &mut update) }, "seq = 16777216: expected 24 bits");
    let event = ackw_dctcp_event { kind: 0, ..event };
    context.ssthresh = 1 << 13;
    fails(unsafe { ackw_dctcp_step(&params, &event, &mut context, &mut update) }, "ssthresh = 8192: expected 13 bits");
}

#[test]
fn a_period_of_dcqcn_is_the_model_s() {
    let mut reset = unsafe { zeroed() };
    assert_eq!(unsafe { ackw_dcqcn_params_reset(&mut reset) }, ACKW_OK);
    let mut published = reset;
    published.published = 1;
    for (params, name) in [(reset, "reset"), (published, "published")] {
        let p = dcqcn::Params::with(&[("published", params.published.into())]).expect("it is legal");
        for (mode, number) in [(dcqcn::Mode::P, 0), (dcqcn::Mode::D, 1)] {
            let (mut context, mut update) = unsafe { (zeroed(), zeroed()) };
            assert_eq!(unsafe { ackw_dcqcn_context_new(&params, &mut context) }, ACKW_OK);
            let (mut mine, mut seed, mut below) = (dcqcn::Context::new(&p), 1, 0);
            for _ in 0..5_000 {
                let (cnp, tx) = (draw(&mut seed, 64).saturating_sub(61), draw(&mut seed, 200));
                let event = ackw_dcqcn_event { mode: number, cnp: cnp as u32, tx: tx as u32 };
                let (next, found) = dcqcn::step(mode, &mine, dcqcn::Event { cnp: U::wrap(cnp), tx: U::wrap(tx) }, &p);
                mine = next;
                assert_eq!(unsafe { ackw_dcqcn_step(&params, &event, &mut context, &mut update) }, ACKW_OK);
                assert_eq!((update.pace, update.flags), (found.rc.raw(), found.flags.into()), "{name} {mode:?}");
                assert_eq!((context.rt, context.packets), (mine.rt.raw(), mine.published.packets.raw() as u32));
                below += u32::from(found.rc < p.line());
            }
            assert!(below > 1_000, "{name} {mode:?}: {below} are below the line");
            let event = ackw_dcqcn_event { mode: 2, cnp: 0, tx: 0 };
            fails(unsafe { ackw_dcqcn_step(&params, &event, &mut context, &mut update) }, "mode = 2: expected 0");
            let event = ackw_dcqcn_event { mode: 0, cnp: 1 << 16, tx: 0 };
            fails(unsafe { ackw_dcqcn_step(&params, &event, &mut context, &mut update) }, "cnp = 65536: expected 16");
            context.stage = 32;
            let event = ackw_dcqcn_event { cnp: 0, ..event };
            fails(
                unsafe { ackw_dcqcn_step(&params, &event, &mut context, &mut update) },
                "stage = 32: expected 5 bits",
            );
        }
    }
}
