//! The window and the pace of an advice against exact numbers.

use super::case::*;
use crate::support;
use layout::fcr::{Mbps, Pace, Rate};
use layout::hpcc::Window;
use layout::ldcp::{Cw, Rtt};
use model::fcr::step::{cap, pace};

/// 8000/rate·2^28, rounded up, is the least pace there is: the model's is never below it, and off by at most 5.8e-6 of
/// its value and two LSB.
#[test]
fn a_pace_is_never_faster_than_its_advice_for_every_rate() {
    let (mut worst, mut compared) = (0.0f64, 0u64);
    for rate in 1..=Mbps::MAX_RAW {
        let exact = 8000u128 << 28;
        let model = u128::from(pace(Mbps::wrap(rate)).raw());
        let least = exact.div_ceil(u128::from(rate));
        assert!(model >= least, "{rate} Mbit/s: {model}, and 1/advice is {least}");
        assert!(model <= u128::from(Pace::MAX_RAW));
        if rate.is_power_of_two() {
            assert_eq!(model, least, "{rate} is a power of two");
        }
        worst = worst.max((model - least).saturating_sub(1) as f64 / least as f64);
        compared += 1;
    }
    println!("{compared} rates, worst {worst:.3e} above 1/advice beside an LSB");
    assert!(worst < 5.8e-6 && compared == (1 << 22) - 1);
}

/// m = ceil(64/125·2^44) is one 125th of 2^-44 above: with P < 2^44 the product P·m·2^-44 is less than 1/125 above
/// P·64/125, whose fraction is at most 124/125. So cutting both gives the same.
#[test]
fn the_constant_of_the_windows_cuts_as_the_fraction_does() {
    let m = 9_007_199_254_741u128;
    assert_eq!(m * 125 - (64 << 44), 1);
    let mut random = support::seed("the_constant_of_the_windows_cuts_as_the_fraction_does");
    for i in 0..1_000_000u64 {
        // up to where the window saturates, 125·2^34
        let p = if i < 100_000 { (125 << 34) - 1 - i } else { random.below(125 << 34) };
        assert_eq!((u128::from(p) * m) >> 44, u128::from(p) * 64 / 125, "{p}");
    }
}

#[test]
fn an_advice_is_cut_to_the_formats_of_rates_and_windows() {
    let mut random = support::seed("an_advice_is_cut_to_the_formats_of_rates_and_windows");
    let (mut floors, mut within, mut beyond) = (0, 0, 0);
    for _ in 0..300_000 {
        let mtu = random.pick(&[256, 512, 1024, 2048, 4096]);
        let p = params(&[("mtu", mtu)]);
        let (rate, rtt) = (random.log_uniform(1, Mbps::MAX_RAW), random.log_uniform(0, Rtt::MAX_RAW));
        let found = cap(Mbps::wrap(rate), Rtt::wrap(rtt), &p);
        // 8,000 Mbit/s are a byte a ns
        let rc = u128::from(rate) * (1 << 28) / 8000;
        assert_eq!(u128::from(found.rc.raw()), rc.min(Rate::MAX_RAW.into()), "{rate}");
        // bytes in 2^-12, cut; at least a packet
        let w = (u128::from(rate) * u128::from(rtt) * 4096 / 8000).max(u128::from(mtu) * 4096);
        assert_eq!(u128::from(found.w.raw()), w.min(Window::MAX_RAW.into()), "{rate} {rtt}");
        // in packets of 2^-28: times 2^16/mtu, exactly
        let cw = w * 65_536 / u128::from(mtu);
        if w <= Window::MAX_RAW.into() {
            assert_eq!(u128::from(found.cw.raw()), cw.min(Cw::MAX_RAW.into()), "{rate} {rtt} {mtu}");
            within += 1;
        } else {
            // where W is beyond its format, so is cw for every MTU: 2^28 bytes are 2^16 packets of 4,096
            assert_eq!(found.cw, Cw::MAX);
            beyond += 1;
        }
        floors += u64::from(w == u128::from(mtu) * 4096);
    }
    assert!(floors > 1000 && within > 1000 && beyond > 1000, "{floors} {within} {beyond}");
}
